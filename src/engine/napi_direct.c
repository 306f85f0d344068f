/*
 * napi_direct.c - calls of functions that have numbers only: no handles, and
 * each number goes from the engine's form to bits, and back, at once.
 */
#include <string.h>

#include "engine/napi.h"
#include "engine/shared.h"

/* ---- Numbers ------------------------------------------------------------ */

static bool to_word(JSContext *ctx, JSValueConst value, uint8_t type,
                    uint64_t *word)
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

static JSValue from_word(JSContext *ctx, uint64_t word, uint8_t type)
{
    double number;
    float single;

    switch (type) {
    case ENGINE_NOTHING:
        return JS_UNDEFINED;
    case ENGINE_I32:
        return JS_NewInt32(ctx, (int32_t)(uint32_t)word);
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

bool napi__run_direct(engine *e, const engine_direct *d, int argc,
                      JSValueConst *argv, JSValue *result)
{
    uint64_t words[ENGINE_NUMBERS] = { 0 };

    if (!can_convert(d, argc, argv))
        return false;
    *result = JS_EXCEPTION;
    for (int i = 0; i < d->param_count; i++) {
        if (!to_word(e->ctx, i < argc ? argv[i] : JS_UNDEFINED, d->params[i],
                     &words[i]))
            return true;
    }
    if (d->call(d->data, words))
        *result = from_word(e->ctx, words[0], d->result);
    if (orr__unlikely(engine__is_stopped(e)))
        *result = engine__leave_native(e, *result);
    return true;
}

/* ---- From C to JavaScript ----------------------------------------------- */

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
    if (JS_IsFunction(ctx, fn))
        result = engine__call(e, fn, JS_UNDEFINED, d->param_count,
                              (JSValueConst *)args);
    if (JS_IsException(result) || (d->result != ENGINE_NOTHING &&
                                   !to_word(ctx, result, d->result, &words[0])))
        err = ENGINE_THREW;
    for (int i = 0; i < d->param_count; i++)
        JS_FreeValue(ctx, args[i]);
    JS_FreeValue(ctx, fn);
    JS_FreeValue(ctx, result);
    return err;
}
