/*
 * text.h - lines of JSON in a fixed buffer.
 *
 * The one who writes asks for room for a whole line first, and then appends
 * without further checks: a line costs as many nanoseconds as it has bytes.
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

/* A word that is short and often written: all bytes are copied, whatever its
 * length is, which is a few instructions and no call. Zeroed at first. */
#define TRACE_WORD_MAX 32
typedef struct trace_word {
    uint32_t len;
    char text[TRACE_WORD_MAX];
} trace_word;

static inline void orr__json_whole_word(trace_text *t, const trace_word *word)
{
    memcpy(t->bytes + t->len, word->text, TRACE_WORD_MAX);
    t->len += word->len;
}

static inline void orr__json_string(trace_text *t, const char *s)
{
    orr__json_bytes(t, s, strlen(s));
}

/* At most 20 characters; 24 bytes are written. */
void orr__json_number(trace_text *t, uint64_t n);

/* A number that is often the same as the last time, as text. Zeroed at
 * first. */
typedef struct trace_number {
    uint64_t n;
    uint32_t len; /* 0: not used yet */
    char text[24];
} trace_number;

void orr__json_remember(trace_number *last, uint64_t n);
/* The number after the last one; 1 at first. */
void orr__json_next(trace_text *t, trace_number *last);

static inline void orr__json_repeated(trace_text *t, trace_number *last,
                                      uint64_t n)
{
    if (last->len == 0 || last->n != n)
        orr__json_remember(last, n);
    memcpy(t->bytes + t->len, last->text, sizeof last->text);
    t->len += last->len;
}
void orr__json_signed(trace_text *t, int64_t n);

/* A JSON string with its quotes: at most 6 bytes for each of the text's, and 2.
 * The text may be any bytes; what is no UTF-8 becomes U+FFFD. */
#define TRACE_TEXT_JSON_MAX(len) (6 * (len) + 2)
void orr__json_quote(trace_text *t, const char *text, size_t len);

#endif
