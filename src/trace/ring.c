/* ring.c - see ring.h. What stays true: first and end are multiples of 8 and
 * smaller than capacity; a record, or a mark of filling, begins at first unless
 * the ring is empty. */
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
    must(capacity % 8 == 0 &&
             capacity >= 4 * (sizeof(trace_record) + TRACE_TEXT_MAX),
         "a ring holds some records");
    *ring = (trace_ring){ .bytes = bytes, .capacity = capacity };
}

static size_t size_of(const trace_record *record)
{
    return (sizeof *record + record->text_len + 7) / 8 * 8;
}

static void restart_if_empty(trace_ring *ring)
{
    if (ring->used == 0)
        ring->first = ring->end = 0;
}

/* Goes to the beginning if `size` does not fit before the end. */
static bool make_room(trace_ring *ring, size_t size)
{
    const size_t rest = ring->capacity - ring->end;

    if (ring->used + size > ring->capacity)
        return false;
    if (ring->end < ring->first || size <= rest)
        return true;
    if (ring->used + rest + size > ring->capacity)
        return false;
    *(fill *)(void *)(ring->bytes + ring->end) =
        (fill){ (uint32_t)rest, TRACE_FILL };
    ring->used += rest;
    ring->end = 0;
    return true;
}

bool orr__ring_put(trace_ring *ring, const trace_record *record,
                   const char *text)
{
    const size_t size = size_of(record);

    restart_if_empty(ring);
    if (!make_room(ring, size))
        return false;
    trace_record *to = (trace_record *)(void *)(ring->bytes + ring->end);
    *to = *record;
    to->size = (uint32_t)size;
    if (record->text_len > 0)
        memcpy(to + 1, text, record->text_len);
    ring->used += size;
    ring->end = (ring->end + size) % ring->capacity;
    ring->count++;
    return true;
}

static const fill *first_bytes(const trace_ring *ring)
{
    return (const fill *)(const void *)(ring->bytes + ring->first);
}

static void drop_bytes(trace_ring *ring)
{
    const size_t size = first_bytes(ring)->size;

    ring->used -= size;
    ring->first = (ring->first + size) % ring->capacity;
}

const trace_record *orr__ring_first(trace_ring *ring)
{
    if (ring->used > 0 && first_bytes(ring)->type == TRACE_FILL)
        drop_bytes(ring);
    return ring->used == 0
               ? NULL
               : (const trace_record *)(const void *)first_bytes(ring);
}

void orr__ring_drop_first(trace_ring *ring)
{
    if (orr__ring_first(ring) == NULL)
        return;
    drop_bytes(ring);
    ring->count--;
}
