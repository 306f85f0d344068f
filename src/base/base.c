/*
 * base.c - see base.h. No globals, no system calls beyond those of the C
 * library's allocator and the abort of must().
 */
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void orr__must_failed(const char *file, int line, const char *cond,
                                const char *sentence)
{
    fprintf(stderr, "orrery: %s (%s:%d: %s)\n", sentence, file, line, cond);
    abort();
}

void *orr__alloc(const orr_allocator *a, size_t size)
{
    void *p = a->resize(a->ctx, NULL, size);

    return p ? memset(p, 0, size) : NULL;
}

void *orr__alloc_array(const orr_allocator *a, size_t n, size_t size)
{
    size_t total;

    if (__builtin_mul_overflow(n, size, &total))
        return NULL;
    return orr__alloc(a, total ? total : 1);
}

void *orr__resize(const orr_allocator *a, void *ptr, size_t size)
{
    return a->resize(a->ctx, ptr, size);
}

void orr__free(const orr_allocator *a, void *ptr)
{
    if (ptr != NULL)
        a->resize(a->ctx, ptr, 0);
}

char *orr__memdup(const orr_allocator *a, const void *s, size_t n)
{
    char *p = orr__resize(a, NULL, n + 1);

    if (p == NULL)
        return NULL;
    memcpy(p, s, n);
    p[n] = 0;
    return p;
}

char *orr__strdup(const orr_allocator *a, const char *s)
{
    return orr__memdup(a, s, strlen(s));
}

static void *malloc_resize(void *ctx, void *ptr, size_t size)
{
    (void)ctx;
    if (size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, size);
}

const orr_allocator orr__malloc = { NULL, malloc_resize };
