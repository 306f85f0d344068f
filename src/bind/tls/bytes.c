/*
 * bytes.c - bytes that wait: appended at the end, taken from the front.
 */
#include <stdlib.h>
#include <string.h>

#include "bind/tls/tls.h"

bool tls_append(tls_bytes *b, const void *data, size_t n)
{
    if (n == 0)
        return true;
    if (b->at == b->length)
        b->at = b->length = 0;
    if (n > b->capacity - b->length) {
        size_t capacity = b->capacity ? b->capacity : 1024;
        while (capacity - b->length < n)
            capacity *= 2;
        uint8_t *grown = realloc(b->data, capacity);
        if (grown == NULL)
            return false;
        b->data = grown;
        b->capacity = capacity;
    }
    memcpy(b->data + b->length, data, n);
    b->length += n;
    return true;
}

void tls_free_bytes(tls_bytes *b)
{
    free(b->data);
    *b = (tls_bytes){ NULL, 0, 0, 0 };
}
