/*
 * collate.h - the order of texts, as CLDR's root collation has it; English has
 * no other.
 *
 * collate.c compares two texts, level by level; collate_read.c turns a text
 * into the elements that are compared, by the tables of collate_table.h.
 */
#ifndef ORRERY_COLLATE_H
#define ORRERY_COLLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/chars.h"
#include "text/memory.h"

/* What counts beside letters, and how; lib/internal/intl/compare.js has the
 * same numbers. */
enum {
    COLLATE_BY_ACCENTS = 1,
    COLLATE_BY_CASE = 2,
    COLLATE_UPPER_FIRST = 4,
    COLLATE_NUMERIC = 8, /* a row of digits is a number */
    COLLATE_LOWER_FIRST = 16,
    COLLATE_NO_PUNCTUATION = 32, /* nor white space */
};

/* -1, 0 or 1; -ENOMEM for thousands of marks on one letter. */
int collate_compare(const text_memory *memory, const orr_chars *a,
                    const orr_chars *b, unsigned how);

/* ---- collate_read.c -------------------------------------------------------
 */

/* An element: primary, secondary and tertiary weight, 32, 16 and 16 bits. After
 * the last one comes this. */
#define COLLATE_END 0x0000000101000100u

enum {
    COLLATE_WINDOW = 48,
    COLLATE_QUEUE = 64,
    COLLATE_NUMBER = 254, /* digits of one number */
};

/* A text while it is read. What is before the window is done with, but for a
 * few characters that a next one may depend on. */
typedef struct collate_reader {
    const text_memory *memory;
    const orr_chars *text;
    size_t next;      /* of its characters, the first one after the window */
    uint32_t *window; /* code points; the class of a mark in the upper byte */
    size_t at, end, size;
    uint64_t queue[COLLATE_QUEUE]; /* elements of what was read */
    unsigned queue_at, queue_end;
    uint32_t last_ignored; /* primaries up to this are left out */
    bool after_ignored;    /* the last primary was one of them */
    bool numeric;
    int error;
    uint32_t own[COLLATE_WINDOW];
} collate_reader;

/* From the character `from` on, before which no other may matter. */
void collate_read_open(collate_reader *r, const text_memory *memory,
                       const orr_chars *text, size_t from, unsigned how);
void collate_read_close(collate_reader *r);
/* The next element that counts; COLLATE_END at the end, or if there is an
 * error. */
uint64_t collate_read_next(collate_reader *r);

/* Whether a text can be read from this character on, as if nothing was before
 * it. */
bool collate_starts_at(const orr_chars *text, size_t i, unsigned how);

#endif
