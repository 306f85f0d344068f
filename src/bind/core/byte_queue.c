/*
 * byte_queue.c - bytes that wait; see byte_queue.h.
 */
#include "bind/core/byte_queue.h"

#include <stdlib.h>
#include <string.h>

bool byte_queue_add(byte_queue *q, const void *data, size_t n)
{
    if (n == 0)
        return true;
    if (q->at == q->length)
        byte_queue_empty(q);
    if (n > q->capacity - q->length) {
        size_t capacity = q->capacity ? q->capacity : 256;
        while (capacity - q->length < n)
            capacity *= 2;
        uint8_t *grown = realloc(q->data, capacity);
        if (grown == NULL)
            return false;
        q->data = grown;
        q->capacity = capacity;
    }
    memcpy(q->data + q->length, data, n);
    q->length += n;
    return true;
}

void byte_queue_free(byte_queue *q)
{
    free(q->data);
    *q = (byte_queue){ NULL, 0, 0, 0 };
}
