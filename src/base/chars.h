/*
 * chars.h - the characters of a string as a JavaScript engine keeps them: one
 * byte each, Latin-1, or two, UTF-16 in the machine's order, if it is wide.
 * src/engine hands them out, src/text reads them.
 */
#ifndef ORRERY_CHARS_H
#define ORRERY_CHARS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct orr_chars {
    const void *data; /* borrowed */
    size_t length;    /* in characters */
    bool wide;
} orr_chars;

#endif
