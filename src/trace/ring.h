/*
 * ring.h - the records of a trace, one behind the other in a fixed piece of
 * memory.
 *
 * Recording takes no memory and makes no system call: a record is 80 bytes and,
 * for some, a text behind them. When the ring is full, the one who records
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
 */
#ifndef ORRERY_TRACE_RING_H
#define ORRERY_TRACE_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACE_FILL 0xff
#define TRACE_TEXT_MAX 16384 /* bytes behind a record */

struct trace_place;

/* The meaning of each member depends on the type: bind/trace_words.h. */
typedef struct trace_record {
    uint32_t size; /* with the text, a multiple of 8 */
    uint8_t type;
    uint8_t kind;
    uint8_t phase;
    uint8_t flags;
    uint64_t order; /* rises over the records of all rings of a trace */
    uint64_t rt_us;
    uint64_t id, cause, trigger, value;
    const char *what; /* a constant, or NULL */
    const struct trace_place *place; /* of the program, or NULL */
    uint32_t vt_ms;
    uint32_t text_len; /* of the text behind the record */
} trace_record;

typedef struct trace_ring {
    char *bytes;
    size_t capacity; /* a power of two */
    _Atomic uint64_t head;
    _Atomic uint64_t tail;
    uint64_t head_seen; /* head, as the thread that puts has last seen it */
} trace_ring;

/* The memory is the caller's; at least four of the longest records. */
void orr__ring_init(trace_ring *ring, char *bytes, size_t capacity);

/* Append a copy of *record with this text. False: there is no room for it. */
bool orr__ring_put(trace_ring *ring, const trace_record *record,
                   const char *text);

/* Where the records end that can be taken now. */
uint64_t orr__ring_tail(const trace_ring *ring);
/* The oldest record before that end, or NULL. Its text is behind it. */
const trace_record *orr__ring_first(trace_ring *ring, uint64_t tail);
void orr__ring_drop(trace_ring *ring, const trace_record *first);

static inline const char *trace_record_text(const trace_record *record)
{
    return (const char *)(record + 1);
}

#endif
