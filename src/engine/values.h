/*
 * values.h - the part of the interface of the engine room that is about values:
 * structured clone, strings, properties by names, fields of objects. engine.h
 * includes it.
 */
#ifndef ORRERY_ENGINE_VALUES_H
#define ORRERY_ENGINE_VALUES_H

#include "engine/engine.h"

/* ---- Structured clone --------------------------------------------------- */

/* What is moved instead of copied. The host's own objects are not looked into:
 * each stands for a number, and the reader puts its own in their places. */
typedef struct engine_transfer {
    const napi_value *buffers; /* ArrayBuffers */
    size_t buffer_count;
    const napi_value *hosts;
    size_t host_count;
    bool is_local; /* the same engine reads it: buffers move without a copy,
                    * and with what is pinned of them */
} engine_transfer;

/*
 * Write a value as the HTML standard's structured clone has it. The buffers
 * that are transferred are detached on success. transfer may be NULL: nothing.
 *
 * Memory: *out belongs to no engine. engine_read_clone() frees it, or
 *         engine_free_clone() if it is not read.
 * Thread: written and read on the thread of the engine; in between any.
 * Errors: ENGINE_THREW: a DataCloneError, or what a getter threw. Nothing is
 *         detached then.
 */
int engine_write_clone(engine *e, napi_value value,
                       const engine_transfer *transfer, engine_clone **out);
/* hosts: as many as were written; NULL if none were. context: the handle of the
 * vm context whose objects are made; undefined, or NULL: the engine's own. */
int engine_read_clone(engine *e, engine_clone *clone, const napi_value *hosts,
                      napi_value context, napi_value *result);

/* How an object, or all that inherit from it, behaves here. */
typedef enum engine_clone_mark {
    ENGINE_CLONE_BY_HOST = 1, /* only as one of engine_transfer.hosts */
    ENGINE_CLONE_NEVER,
    ENGINE_TRANSFER_NEVER, /* it is copied, but can't be moved */
    ENGINE_CLONE_PLAIN,    /* a proxy that is copied and inspected as the plain
                              object it stands for (process.env) */
    ENGINE_CLONE_PACKED    /* as what host.pack() makes of it */
} engine_clone_mark;

/* Errors: -EINVAL if it is not an object; ENGINE_THREW. */
int engine_mark_clone(engine *e, napi_value object, engine_clone_mark mark);
int engine_get_clone_mark(engine *e, napi_value object);
void engine_free_clone(engine_clone *clone);
/* The memory that it takes, with the buffers that move along. */
size_t engine_clone_size(const engine_clone *clone);

/* One that was written with is_local can be read by any engine after this. On
 * the thread of the engine that wrote it. -ENOMEM: it is as it was. */
int engine_make_clone_portable(engine_clone *clone);

/* Another one, to be read elsewhere; any thread. NULL without memory, or if it
 * has moved buffers: there is one of each. */
engine_clone *engine_copy_clone(const engine_clone *clone);

/* ---- Strings ------------------------------------------------------------ */

typedef orr_chars engine_chars;

/*
 * Look at the characters of a string where they are; Node-API only copies.
 *
 * Memory: they are the engine's, and stay while the handle does. A string that
 *         was put together of pieces gets a handle more in the open scope.
 * Errors: -EINVAL if it is not a string; ENGINE_THREW without memory.
 */
int engine_get_chars(engine *e, napi_value string, engine_chars *out);

/*
 * Make a string of `length` characters and hand out where they go. The caller
 * writes all of them before it does anything else. A string whose characters
 * fit into one byte each must not be wide: it would take twice the memory.
 * *data is NULL if `length` is zero.
 *
 * Errors: ENGINE_THREW if it is too long or there is no memory.
 */
int engine_make_string(engine *e, size_t length, bool wide, void **data,
                       napi_value *result);

/* ---- Properties by names that are made once ----------------------------- */

typedef struct engine_names engine_names;

/* Errors: ENGINE_THREW without memory. */
int engine_make_names(engine *e, const char *const *names, size_t count,
                      engine_names **out);
void engine_free_names(engine *e, engine_names *names);

/*
 * The values of all these properties of an object, in `out`; and set one.
 *
 * Errors: ENGINE_THREW, as accessors may throw.
 */
int engine_get_named(engine *e, napi_value object, const engine_names *names,
                     napi_value *out);
int engine_set_named(engine *e, napi_value object, const engine_names *names,
                     size_t i, napi_value value);
/* And get one. */
int engine_get_by_name(engine *e, napi_value object, const engine_names *names,
                       size_t i, napi_value *out);

/* ---- Fields of plain objects -------------------------------------------- */

typedef enum engine_scalar_kind {
    ENGINE_SCALAR_OTHER, /* anything else, also a string made of pieces */
    ENGINE_SCALAR_TEXT,
    ENGINE_SCALAR_INT,
    ENGINE_SCALAR_LIST, /* an array without holes */
} engine_scalar_kind;

typedef struct engine_scalar {
    engine_scalar_kind kind;
    int32_t number;
    uint32_t count; /* of a list */
    engine_chars text;
    const void *items; /* of a list, for engine_read_item() */
} engine_scalar;

/* Returns 0 to go on; anything else ends the walk. */
typedef int engine_field_fn(void *arg, const engine_chars *name,
                            const engine_scalar *value);

/*
 * Look at the enumerable fields of a plain object in their order. No JavaScript
 * runs: an object with accessors, indices or a class of its own is refused.
 *
 * Memory: what fn is given is borrowed while it runs; fn must change nothing.
 * Errors: -EINVAL if it is not such an object; else what fn returned last.
 */
int engine_walk_fields(engine *e, napi_value object, engine_field_fn *fn,
                       void *arg);
/* The item at i, which is less than the count of the list. */
void engine_read_item(const engine_scalar *list, uint32_t i,
                      engine_scalar *out);

#endif
