/*
 * shared.h - what the binding of WebAssembly asks of the engine beyond
 * engine.h.
 */
#ifndef ORRERY_ENGINE_SHARED_H
#define ORRERY_ENGINE_SHARED_H

#include "engine/engine.h"

/*
 * A SharedArrayBuffer of bytes that are the caller's, for as long as one of
 * these buffers, or a clone of it, exists in any engine: acquire(bytes) is
 * called when the first is made, and release(bytes) when the last one is gone,
 * by any thread. The 64 bytes before them are the engine's; they are zero at
 * first.
 *
 * Errors: ENGINE_THREW.
 */
int engine_new_shared(engine *e, void *bytes, size_t len,
                      void (*acquire)(void *bytes),
                      void (*release)(void *bytes), napi_value *out);

/* Is the exception that is pending one that nothing can catch? */
bool engine_is_ending(engine *e);

struct napi_ref__; /* a napi_ref */

/* ---- Functions of numbers ----------------------------------------------- */

/* A number that is converted as WebAssembly has it, as the bits of a word: an
 * i32 or f32 has the low 32 of them. */
typedef enum engine_number {
    ENGINE_NOTHING,
    ENGINE_I32,
    ENGINE_I64, /* a BigInt */
    ENGINE_F32,
    ENGINE_F64
} engine_number;

#define ENGINE_NUMBERS 8

typedef struct engine_direct {
    uint8_t params[ENGINE_NUMBERS]; /* engine_number */
    uint8_t param_count;
    uint8_t result;
    bool has_i64; /* among its parameters */
    /* The arguments are in `words`, of which there are ENGINE_NUMBERS, and the
     * result goes there, too. False: an exception is pending. No scope of
     * handles is opened for it. */
    bool (*call)(void *data, uint64_t *words);
    void *data;
} engine_direct;

/*
 * A function that napi_create_function() made is called by direct->call instead
 * of its callback, at a third of the cost, if its arguments can be converted
 * without one: all but numbers for an ENGINE_I64.
 *
 * Memory: `direct` is the caller's, for as long as the function exists.
 */
void engine_set_direct(napi_value fn, const engine_direct *direct);

/* The function is none that `new` can be used with. */
void engine_set_no_constructor(engine *e, napi_value fn);

/*
 * Call the function that a reference names with numbers, and `undefined` as
 * `this`: direct->call is not used. An ENGINE_I64 can't be the result.
 *
 * Errors: ENGINE_THREW.
 */
int engine_call_direct(napi_env env, struct napi_ref__ *fn,
                       const engine_direct *direct, uint64_t *words);

#endif
