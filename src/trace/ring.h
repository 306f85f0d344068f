/*
 * ring.h - the records of a trace, one after the other in a fixed piece of
 * memory.
 *
 * Recording takes no memory and makes no system call: a record is 80 bytes and,
 * for some, a text after them. When the ring is full, the one who records
 * decides: write all of it and empty it, or drop the oldest.
 *
 *      head             tail
 *      v                v
 *      | 80 | 80 text | 80 | free ...        | fill |
 *      bytes                                 bytes + capacity
 *
 * A record is never divided. If one does not fit before the end, the rest is
 * marked as filling, and it goes to the beginning.
 *
 * Two threads may use a ring at the same time: one that puts records in, and
 * one that takes them out. `head` and `tail` count bytes from the start of the
 * trace; only the thread that takes moves head, only the one that puts moves
 * tail.
 *
 * What stays true: head and tail are multiples of 8; a record, or a mark of
 * filling, begins at head unless the ring is empty.
 *
 * These functions are inline since they run for every line of a trace
 * (bench/trace_on).
 */
#ifndef ORRERY_TRACE_RING_H
#define ORRERY_TRACE_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACE_FILL 0xff
#define TRACE_TEXT_MAX 16384 /* bytes after a record */

struct trace_place;

/* The meaning of each member depends on the type: bind/trace/words.h. */
typedef struct trace_record {
    uint32_t size; /* with the text, a multiple of 8 */
    uint8_t type;
    uint8_t kind;
    uint8_t phase;
    uint8_t flags;
    uint64_t order; /* rises over the records of all rings of a trace */
    uint64_t rt_us;
    uint64_t id, cause, trigger, value;
    const char *what;                /* a constant, or NULL */
    const struct trace_place *place; /* of the program, or NULL */
    uint32_t vt_ms;
    uint32_t text_len; /* of the text after the record */
} trace_record;

/* Filling may be as short as 8 bytes, so it has only these two members. */
typedef struct trace_fill {
    uint32_t size;
    uint8_t type;
} trace_fill;

typedef struct trace_ring {
    char *bytes;
    size_t capacity; /* a power of two */
    _Atomic uint64_t head;
    _Atomic uint64_t tail;
    uint64_t head_seen; /* head, as the thread that puts has last seen it */
} trace_ring;

/* The memory is the caller's; at least four of the longest records. */
void orr__ring_init(trace_ring *ring, char *bytes, size_t capacity);

static inline char *orr__ring_at(const trace_ring *ring, uint64_t place)
{
    return ring->bytes + (place & (ring->capacity - 1));
}

static inline const char *trace_record_text(const trace_record *record)
{
    return (const char *)(record + 1);
}

/* ---- The thread that puts ----------------------------------------------- */

/* Is there space for `size` bytes after tail? If not, fill up the end of the
 * memory, or look how much was taken meanwhile. Move tail to where they can
 * be. */
bool orr__ring_free_space(trace_ring *ring, uint64_t *tail, size_t size);

/* Where the next record goes, which the caller fills, with a text of this
 * length after it. NULL: there is no space. It is not in the ring until
 * orr__ring_append(). */
static inline trace_record *orr__ring_reserve(trace_ring *ring, size_t text_len)
{
    uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    const size_t size = (sizeof(trace_record) + text_len + 7) / 8 * 8;
    const size_t offset = tail & (ring->capacity - 1);

    if ((offset + size > ring->capacity ||
         tail + size - ring->head_seen > ring->capacity) &&
        !orr__ring_free_space(ring, &tail, size))
        return NULL;
    return (trace_record *)(void *)orr__ring_at(ring, tail);
}

/* The record that was reserved; its text_len is set. */
static inline void orr__ring_append(trace_ring *ring, trace_record *record)
{
    const uint64_t tail =
        atomic_load_explicit(&ring->tail, memory_order_relaxed);

    record->size = (uint32_t)((sizeof *record + record->text_len + 7) / 8 * 8);
    atomic_store_explicit(&ring->tail, tail + record->size,
                          memory_order_release);
}

/* ---- The thread that takes ---------------------------------------------- */

/* Where the records end that can be taken now. */
static inline uint64_t orr__ring_tail(const trace_ring *ring)
{
    return atomic_load_explicit(&ring->tail, memory_order_acquire);
}

static inline void orr__ring_advance(trace_ring *ring, uint32_t size)
{
    const uint64_t head =
        atomic_load_explicit(&ring->head, memory_order_relaxed);

    atomic_store_explicit(&ring->head, head + size, memory_order_release);
}

/* The record at *place, which is moved to it, or NULL at that end. */
static inline const trace_record *
orr__ring_record(const trace_ring *ring, uint64_t *place, uint64_t tail)
{
    if (*place == tail)
        return NULL;
    const trace_fill *fill =
        (const trace_fill *)(const void *)orr__ring_at(ring, *place);
    if (fill->type == TRACE_FILL)
        *place += fill->size;
    return *place == tail
               ? NULL
               : (const trace_record *)(void *)orr__ring_at(ring, *place);
}

/* The oldest record before that end, or NULL. Its text is after it. */
static inline const trace_record *orr__ring_first(trace_ring *ring,
                                                  uint64_t tail)
{
    const uint64_t head =
        atomic_load_explicit(&ring->head, memory_order_relaxed);
    uint64_t place = head;
    const trace_record *first = orr__ring_record(ring, &place, tail);

    if (place != head)
        orr__ring_advance(ring, (uint32_t)(place - head));
    return first;
}

static inline void orr__ring_drop(trace_ring *ring, const trace_record *first)
{
    orr__ring_advance(ring, first->size);
}

#endif
