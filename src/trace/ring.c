/* ring.c - see ring.h. What stays true: head and tail are multiples of 8; a
 * record, or a mark of filling, begins at head unless the ring is empty. */
#include "trace/ring.h"

#include <string.h>

#include "base/base.h"

/* Filling may be as short as 8 bytes, so it has only these two members. */
typedef struct fill {
    uint32_t size;
    uint8_t type;
} fill;

void orr__ring_init(trace_ring *ring, char *bytes, size_t capacity)
{
    must((capacity & (capacity - 1)) == 0 &&
             capacity >= 4 * (sizeof(trace_record) + TRACE_TEXT_MAX),
         "a ring holds some records");
    *ring = (trace_ring){ .bytes = bytes, .capacity = capacity };
}

static size_t size_of(const trace_record *record)
{
    return (sizeof *record + record->text_len + 7) / 8 * 8;
}

static char *bytes_at(const trace_ring *ring, uint64_t place)
{
    return ring->bytes + (place & (ring->capacity - 1));
}

/* Room for `size` bytes behind `tail`; head is read again only if it seems to
 * be full. */
static bool has_room(trace_ring *ring, uint64_t tail, size_t size)
{
    if (tail + size - ring->head_seen <= ring->capacity)
        return true;
    ring->head_seen = atomic_load_explicit(&ring->head, memory_order_acquire);
    return tail + size - ring->head_seen <= ring->capacity;
}

bool orr__ring_put(trace_ring *ring, const trace_record *record,
                   const char *text)
{
    uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    const size_t size = size_of(record);
    const size_t rest = ring->capacity - (tail & (ring->capacity - 1));
    const size_t skipped = size <= rest ? 0 : rest;

    if (!has_room(ring, tail, size + skipped))
        return false;
    if (skipped > 0)
        *(fill *)(void *)bytes_at(ring, tail) =
            (fill){ (uint32_t)rest, TRACE_FILL };
    tail += skipped;
    trace_record *to = (trace_record *)(void *)bytes_at(ring, tail);
    *to = *record;
    to->size = (uint32_t)size;
    if (record->text_len > 0)
        memcpy(to + 1, text, record->text_len);
    atomic_store_explicit(&ring->tail, tail + size, memory_order_release);
    return true;
}

uint64_t orr__ring_tail(const trace_ring *ring)
{
    return atomic_load_explicit(&ring->tail, memory_order_acquire);
}

static void advance(trace_ring *ring, uint64_t head, uint32_t size)
{
    atomic_store_explicit(&ring->head, head + size, memory_order_release);
}

const trace_record *orr__ring_first(trace_ring *ring, uint64_t tail)
{
    uint64_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);

    if (head == tail)
        return NULL;
    const fill *first = (const fill *)(const void *)bytes_at(ring, head);
    if (first->type == TRACE_FILL) {
        head += first->size;
        advance(ring, head, 0);
    }
    return head == tail ? NULL
                        : (const trace_record *)(void *)bytes_at(ring, head);
}

void orr__ring_drop(trace_ring *ring, const trace_record *first)
{
    advance(ring, atomic_load_explicit(&ring->head, memory_order_relaxed),
            first->size);
}
