/*
 * clone_block.c - memory of clones: that of SharedArrayBuffers, which belongs
 * to no engine, and a clone's life between writing and reading.
 */
#include "engine/clone.h"
#include "engine/shared.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Shared memory ------------------------------------------------------ */

typedef struct shared_block {
    _Alignas(16) atomic_size_t holders;
    void (*release)(void *bytes); /* NULL: free() */
    _Alignas(16) unsigned char bytes[];
} shared_block;

static shared_block *shared_of(void *ptr)
{
    return (shared_block *)(void *)((unsigned char *)ptr -
                                    offsetof(shared_block, bytes));
}

void *shared__alloc(void *opaque, size_t size)
{
    shared_block *b = malloc(sizeof *b + size);
    (void)opaque;

    if (b == NULL)
        return NULL;
    atomic_init(&b->holders, 1);
    b->release = NULL;
    return b->bytes;
}

void shared__dup(void *opaque, void *ptr)
{
    (void)opaque;
    atomic_fetch_add(&shared_of(ptr)->holders, 1);
}

void shared__free(void *opaque, void *ptr)
{
    (void)opaque;
    if (ptr == NULL || atomic_fetch_sub(&shared_of(ptr)->holders, 1) != 1)
        return;
    if (shared_of(ptr)->release != NULL)
        shared_of(ptr)->release(ptr);
    else
        free(shared_of(ptr));
}

/* Whoever first makes a buffer of these bytes sets `release`: the memory before
 * them is zero until then. */
int engine_new_shared(engine *e, void *bytes, size_t len,
                      void (*acquire)(void *bytes),
                      void (*release)(void *bytes), napi_value *out)
{
    shared_block *b = shared_of(bytes);

    if (atomic_fetch_add(&b->holders, 1) == 0) {
        b->release = release;
        acquire(bytes);
    }
    JSValue buffer = JS_NewArrayBuffer(e->ctx, bytes, len, 0, NULL, NULL, true);
    if (JS_IsException(buffer)) {
        shared__free(NULL, bytes);
        return ENGINE_THREW;
    }
    *out = engine__handle(e, buffer);
    return *out == NULL ? ENGINE_THREW : 0;
}

/* ---- A clone ------------------------------------------------------------ */

/* The bytes of a buffer that was handed on within its engine, as write_moved()
 * has them for any. */
static int copy_moved(clone_block *b)
{
    size_t len = 0, max = 0;
    JSContext *ctx = b->owner->ctx;
    const uint8_t *bytes = JS_GetArrayBuffer(ctx, &len, b->value);

    if (clone__get_max(b->owner, b->value, false, &max) < 0) {
        JS_FreeValue(ctx, JS_GetException(ctx));
        return -ENOMEM;
    }
    b->bytes = malloc(len ? len : 1);
    if (b->bytes == NULL)
        return -ENOMEM;
    if (len > 0)
        memcpy(b->bytes, bytes, len);
    b->len = len;
    b->max = max;
    JS_FreeValue(ctx, b->value);
    b->owner = NULL;
    return 0;
}

int engine_make_clone_portable(engine_clone *clone)
{
    int err = 0;

    for (size_t i = 0; i < clone->moved_count && err == 0; i++)
        if (clone->moved[i].owner != NULL)
            err = copy_moved(&clone->moved[i]);
    return err;
}

static bool copy_into(engine_clone *to, const engine_clone *from)
{
    to->bytes = malloc(from->len + 1);
    to->shared = calloc(from->shared_count + 1, sizeof *to->shared);
    if (to->bytes == NULL || to->shared == NULL)
        return false;
    if (from->len > 0)
        memcpy(to->bytes, from->bytes, from->len);
    to->len = to->capacity = from->len;
    for (size_t i = 0; i < from->shared_count; i++) {
        to->shared[i] = from->shared[i];
        shared__dup(NULL, from->shared[i].bytes);
    }
    to->shared_count = from->shared_count;
    return true;
}

size_t engine_clone_size(const engine_clone *clone)
{
    size_t size = sizeof *clone + clone->capacity;

    for (size_t i = 0; i < clone->moved_count; i++)
        size += clone->moved[i].owner == NULL ? clone->moved[i].len : 0;
    return size;
}

engine_clone *engine_copy_clone(const engine_clone *clone)
{
    if (clone->moved_count > 0)
        return NULL;
    engine_clone *copy = calloc(1, sizeof *copy);
    if (copy == NULL || copy_into(copy, clone))
        return copy;
    engine_free_clone(copy);
    return NULL;
}

void engine_free_clone(engine_clone *clone)
{
    if (clone == NULL)
        return;
    for (size_t i = 0; i < clone->moved_count; i++) {
        const clone_block *b = &clone->moved[i];
        if (b->owner != NULL)
            JS_FreeValue(b->owner->ctx, b->value);
        free(b->bytes);
    }
    for (size_t i = 0; i < clone->shared_count; i++)
        shared__free(NULL, clone->shared[i].bytes);
    free(clone->moved);
    free(clone->shared);
    free(clone->bytes);
    free(clone);
}
