/*
 * byte_queue.h - bytes that wait: added at the end, taken from the front by
 * moving `at`. Zeroed memory is an empty one.
 */
#ifndef BIND_CORE_BYTE_QUEUE_H
#define BIND_CORE_BYTE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct byte_queue {
    uint8_t *data;
    size_t at, length, capacity; /* from `at` to `length` */
} byte_queue;

/* `data` with place for n bytes behind `length`, moved and with another
 * capacity if need be; the first time it has at least `first`. NULL without
 * memory, and nothing has changed. */
void *byte_queue_grown(void *data, size_t length, size_t n, size_t first,
                       size_t *capacity);
/* A copy goes to the end; false without memory, and nothing has changed. */
bool byte_queue_add(byte_queue *q, const void *data, size_t n);
/* Give its memory back. */
void byte_queue_free(byte_queue *q);

static inline size_t byte_queue_left(const byte_queue *q)
{
    return q->length - q->at;
}

/* Nothing waits any longer; the memory stays. */
static inline void byte_queue_empty(byte_queue *q)
{
    q->at = q->length = 0;
}

#endif
