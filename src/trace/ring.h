/*
 * ring.h - the records of a trace, one behind the other in a fixed piece of
 * memory.
 *
 * Recording takes no memory and makes no system call: a record is 64 bytes and,
 * for some, a text behind them. When the ring is full, the one who records
 * decides: write all of it and empty it, or drop the oldest.
 *
 *      first            last
 *      v                v
 *      | 64 | 64 text | 64 | free ...        | fill |
 *      bytes                                 bytes + capacity
 *
 * A record is never divided. If one does not fit before the end, the rest is
 * marked as filling, and it goes to the beginning.
 *
 * A ring belongs to one thread.
 */
#ifndef ORRERY_TRACE_RING_H
#define ORRERY_TRACE_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACE_FILL 0xff
#define TRACE_TEXT_MAX 16384 /* bytes behind a record */

/* The meaning of each member depends on the type: bind/trace_words.h. */
typedef struct trace_record {
    uint32_t size; /* with the text, a multiple of 8 */
    uint8_t type;
    uint8_t kind;
    uint8_t phase;
    uint8_t flags;
    uint32_t site;
    uint32_t vt_ms;
    uint64_t rt_us;
    uint64_t id, cause, trigger, value;
    const char *what;  /* a constant, or NULL */
    uint32_t text_len; /* of the text behind the record */
    uint32_t text_cut; /* what is missing of it */
} trace_record;

typedef struct trace_ring {
    char *bytes;
    size_t capacity; /* a multiple of 8 */
    size_t first;    /* offset of the oldest record */
    size_t end;      /* offset behind the newest */
    size_t used;     /* bytes from first to end, filling included */
    uint64_t count;  /* records in it */
} trace_ring;

/* The memory is the caller's; at least four of the longest records. */
void orr__ring_init(trace_ring *ring, char *bytes, size_t capacity);

/* Append a copy of *record with this text. False: there is no room for it. */
bool orr__ring_put(trace_ring *ring, const trace_record *record,
                   const char *text);

/* The oldest record, or NULL. Its text is behind it. */
const trace_record *orr__ring_first(trace_ring *ring);
void orr__ring_drop_first(trace_ring *ring);

static inline const char *trace_record_text(const trace_record *record)
{
    return (const char *)(record + 1);
}

#endif
