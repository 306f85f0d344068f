/*
 * memory.h - the memory of src/text, which the caller gives.
 *
 * Three results have no bound that the caller could know: the text of a URL,
 * the changes of a time zone, and how far a text has to be read before its
 * order is clear. Each of these calls is handed a table of two functions;
 * nothing here allocates by itself, so that a test can refuse.
 */
#ifndef ORRERY_TEXT_MEMORY_H
#define ORRERY_TEXT_MEMORY_H

#include <stddef.h>

typedef struct text_memory {
    void *(*take)(size_t size); /* NULL: there is none */
    void (*free)(void *block);
} text_memory;

#endif
