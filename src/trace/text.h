/*
 * text.h - lines of JSON in a fixed buffer.
 *
 * The one who writes asks for space for a whole line first, and then appends
 * without further checks. What a line has many times is copied in blocks of a
 * fixed length, which is a few instructions and no call: up to 64 bytes after
 * the end of the line are overwritten.
 */
#ifndef ORRERY_TRACE_TEXT_H
#define ORRERY_TRACE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct trace_text {
    char *bytes;
    size_t len, capacity;
} trace_text;

static inline void orr__json_bytes(trace_text *t, const char *bytes, size_t n)
{
    memcpy(t->bytes + t->len, bytes, n);
    t->len += n;
}

/* Of a constant, whose length the compiler knows. */
#define orr__json_word(t, word) orr__json_bytes(t, word, sizeof(word) - 1)

static inline void orr__json_string(trace_text *t, const char *s)
{
    orr__json_bytes(t, s, strlen(s));
}

/* At most 20 characters; up to 20 bytes are written. */
void orr__json_number(trace_text *t, uint64_t n);
void orr__json_signed(trace_text *t, int64_t n);

/* ---- What every line has ------------------------------------------------
 *
 * These write at `to` and return the end of what they have written, so that
 * it stays in a register. */

/* A text whose memory is a multiple of 32 bytes long. */
static inline char *orr__json_copy(char *to, const char *text, size_t len)
{
    size_t at = 0;

    do {
        memcpy(to + at, text + at, 32);
        at += 32;
    } while (at < len);
    return to + len;
}

extern const char orr__json_pairs[201]; /* "000102...99" */

/* The beginning of a line, with the number of its step: one more than the last
 * time, and mostly only the last digit changes. Zeroed at first. */
typedef struct trace_step {
    uint64_t n;
    uint32_t len; /* 0: none yet */
    char text[32];
} trace_step;

void orr__json_step_set(trace_step *step, uint64_t n);

static inline char *orr__json_next(char *to, trace_step *step)
{
    char *last = step->text + step->len - 1;

    if (step->len > 0 && *last < '9') {
        ++*last;
        step->n++;
    } else {
        orr__json_step_set(step, step->n + 1);
    }
    memcpy(to, step->text, sizeof step->text);
    return to + step->len;
}

/*
 * The end of a line, with its times. They rise slowly: from one line to the
 * next, mostly only the last four digits of `rt` change.
 *
 *      ,"vt":1000,"rt":99 7955}\n
 *      text               text + fixed_len
 */
#define TRACE_NEAR 10000
#define TRACE_NO_BASE (UINT64_C(1) << 63)
typedef struct trace_times {
    uint32_t vt_ms;
    uint32_t len, fixed_len;
    bool has_rt;
    uint64_t base_us; /* the last four digits are 0; or TRACE_NO_BASE */
    char text[64];
} trace_times;

void orr__json_times_init(trace_times *times, bool has_rt);
void orr__json_times_set(trace_times *times, uint32_t vt_ms, uint64_t rt_us);

static inline char *orr__json_times(char *to, trace_times *times,
                                    uint32_t vt_ms, uint64_t rt_us)
{
    const uint64_t last = rt_us - times->base_us;

    if (vt_ms == times->vt_ms && last < TRACE_NEAR) {
        const uint32_t high = (uint32_t)last / 100;
        const uint32_t low = (uint32_t)last - high * 100;
        char *digits = times->text + times->fixed_len;
        memcpy(digits, orr__json_pairs + (size_t)high * 2, 2);
        memcpy(digits + 2, orr__json_pairs + (size_t)low * 2, 2);
    } else {
        orr__json_times_set(times, vt_ms, rt_us);
    }
    memcpy(to, times->text, sizeof times->text);
    return to + times->len;
}

/* Ids that were written before, as text: what runs is named by the lines of all
 * that happens in it. An id is below 10 to the 15th. */
#define TRACE_IDS 256
typedef struct trace_ids {
    struct trace_id_text {
        uint64_t id;
        uint64_t len;
        char digits[16];
    } entries[TRACE_IDS];
} trace_ids;

void orr__json_ids_init(trace_ids *ids);
void orr__json_id_set(struct trace_id_text *entry, uint64_t id);

static inline char *orr__json_id(char *to, trace_ids *ids, uint64_t id)
{
    struct trace_id_text *entry = &ids->entries[id % TRACE_IDS];

    if (entry->id != id)
        orr__json_id_set(entry, id);
    memcpy(to, entry->digits, sizeof entry->digits);
    return to + entry->len;
}

/* A JSON string with its quotes: at most 6 bytes for each of the text's, and 2.
 * The text may be any bytes; what is not UTF-8 becomes U+FFFD. */
#define TRACE_TEXT_JSON_MAX(len) (6 * (len) + 2)
void orr__json_quote(trace_text *t, const char *text, size_t len);

/* A member of an object that is not its first one: its name, or all of it. The
 * name of a number is a constant. */
void orr__json_name(trace_text *t, const char *name);
void orr__json_member(trace_text *t, const char *name, const char *text,
                      size_t len);
#define orr__json_member_number(t, name, n)                                    \
    do {                                                                       \
        orr__json_word(t, ",\"" name "\":");                                   \
        orr__json_number(t, n);                                                \
    } while (0)

#endif
