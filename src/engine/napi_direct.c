/*
 * napi_direct.c - calls of functions that have numbers only: no handles, and
 * each number goes from the engine's form to bits, and back, at once.
 */
#include <string.h>

#include "engine/napi.h"
#include "engine/shared.h"

/* ---- Numbers ------------------------------------------------------------ */

/* A number that is none yet, or is of the other kind. */
static orr__noinline bool convert_to_word(JSContext *ctx, JSValueConst value,
                                          uint8_t type, uint64_t *word)
{
    double number;
    int32_t integer;
    int64_t wide;
    float single;

    *word = 0;
    switch (type) {
    case ENGINE_I32:
        if (JS_ToInt32(ctx, &integer, value) < 0)
            return false;
        *word = (uint32_t)integer;
        return true;
    case ENGINE_I64:
        if (JS_ToBigInt64(ctx, &wide, value) < 0)
            return false;
        *word = (uint64_t)wide;
        return true;
    case ENGINE_F32:
        if (JS_ToFloat64(ctx, &number, value) < 0)
            return false;
        single = (float)number;
        memcpy(word, &single, sizeof single);
        return true;
    default:
        if (JS_ToFloat64(ctx, &number, value) < 0)
            return false;
        memcpy(word, &number, sizeof number);
        return true;
    }
}

/* An integer for an i32 and a number for an f64 are what they are. */
static inline bool to_word(JSContext *ctx, JSValueConst value, uint8_t type,
                           uint64_t *word)
{
    if (type == ENGINE_I32 && JS_VALUE_GET_TAG(value) == JS_TAG_INT) {
        *word = (uint32_t)JS_VALUE_GET_INT(value);
        return true;
    }
    if (type == ENGINE_F64 && JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(value))) {
        const double number = JS_VALUE_GET_FLOAT64(value);
        memcpy(word, &number, sizeof number);
        return true;
    }
    return convert_to_word(ctx, value, type, word);
}

static inline JSValue from_word(JSContext *ctx, uint64_t word, uint8_t type)
{
    double number;
    float single;

    if (type == ENGINE_I32)
        return JS_NewInt32(ctx, (int32_t)(uint32_t)word);
    switch (type) {
    case ENGINE_NOTHING:
        return JS_UNDEFINED;
    case ENGINE_I64:
        return JS_NewBigInt64(ctx, (int64_t)word);
    case ENGINE_F32:
        memcpy(&single, &word, sizeof single);
        return JS_NewFloat64(ctx, (double)single);
    default:
        memcpy(&number, &word, sizeof number);
        return JS_NewFloat64(ctx, number);
    }
}

/* ---- From JavaScript to C ----------------------------------------------- */

/* Whatever can be asked for is there: BigInts for those of 64 bits. */
static bool can_convert(const engine_direct *d, int argc, JSValueConst *argv)
{
    for (int i = 0; i < d->param_count; i++) {
        if (d->params[i] == ENGINE_I64 && (i >= argc || !JS_IsBigInt(argv[i])))
            return false;
    }
    return true;
}

JSValue napi__run_direct(engine *e, const engine_direct *d, int argc,
                         JSValueConst *argv)
{
    uint64_t words[ENGINE_NUMBERS];
    JSValue result = JS_EXCEPTION;

    if (orr__unlikely(d->has_i64) && !can_convert(d, argc, argv))
        return JS_UNINITIALIZED;
    for (int i = 0; i < d->param_count; i++) {
        if (!to_word(e->ctx, i < argc ? argv[i] : JS_UNDEFINED, d->params[i],
                     &words[i]))
            return JS_EXCEPTION;
    }
    if (d->call(d->data, words))
        result = from_word(e->ctx, words[0], d->result);
    if (orr__unlikely(engine__is_stopped(e)))
        return engine__leave_native(e, result);
    return result;
}

/* ---- From C to JavaScript ----------------------------------------------- */

/* Only BigInts are anything to free. */
static void free_numbers(JSContext *ctx, const engine_direct *d, JSValue *args)
{
    for (int i = 0; i < d->param_count; i++)
        JS_FreeValue(ctx, args[i]);
}

int engine_call_direct(napi_env env, napi_ref ref, const engine_direct *d,
                       uint64_t *words)
{
    engine *e = env->e;
    JSContext *ctx = e->ctx;
    JSValue args[ENGINE_NUMBERS];
    JSValue fn = napi__ref_value(ref);
    int err = 0;

    for (int i = 0; i < d->param_count; i++)
        args[i] = from_word(ctx, words[i], d->params[i]);
    JSValue result = JS_EXCEPTION;
    if (orr__likely(JS_IsObject(fn)))
        result = engine__call(e, fn, JS_UNDEFINED, d->param_count,
                              (JSValueConst *)args);
    if (JS_IsException(result) || (d->result != ENGINE_NOTHING &&
                                   !to_word(ctx, result, d->result, &words[0])))
        err = ENGINE_THREW;
    if (d->has_i64)
        free_numbers(ctx, d, args);
    JS_FreeValue(ctx, fn);
    JS_FreeValue(ctx, result);
    return err;
}
