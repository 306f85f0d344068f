/*
 * byte_queue.c - bytes that wait; see byte_queue.h.
 */
#include "bind/core/byte_queue.h"

#include <stdlib.h>
#include <string.h>

void *byte_queue_grown(void *data, size_t length, size_t n, size_t first,
                       size_t *capacity)
{
    size_t wanted = *capacity != 0 ? *capacity : first;

    if (n <= *capacity - length)
        return data;
    while (wanted - length < n)
        wanted *= 2;
    void *grown = realloc(data, wanted);
    if (grown != NULL)
        *capacity = wanted;
    return grown;
}

bool byte_queue_add(byte_queue *q, const void *data, size_t n)
{
    if (n == 0)
        return true;
    if (q->at == q->length)
        byte_queue_empty(q);
    uint8_t *grown = byte_queue_grown(q->data, q->length, n, 256, &q->capacity);
    if (grown == NULL)
        return false;
    q->data = grown;
    memcpy(q->data + q->length, data, n);
    q->length += n;
    return true;
}

void byte_queue_free(byte_queue *q)
{
    free(q->data);
    *q = (byte_queue){ NULL, 0, 0, 0 };
}
