/*
 * listeners.c - calling those who listen to an event, one after the other.
 *
 * EventEmitter.prototype.emit() in lib/events.js says what an event is and who
 * hears of it. Where more than one does, it has them called from here: for each
 * of them the interpreter would do some thirty steps of the loop around the
 * call, and an emit() was more of that than of its listeners. Functions of the
 * host are in no stack, so that emit() is still what called a listener.
 *
 * What must stay true is what a loop in JavaScript would do:
 * - The list is looked at anew for each of them.
 * - It is counted in and out under a key of lib/'s, so that who changes the
 *   list meanwhile changes a copy; also when a listener throws.
 * - What a listener returns is looked at before the next one is called.
 * Where that is not simple, lib/ is told how far it went, and does the rest.
 */
#include "engine/internal.h"

/* The parameters of callEach(). */
enum {
    LIST,
    COUNT_KEY,
    EMITTER,
    ARGS, /* an array that nobody else changes */
    TYPE,
    CAPTURE_KEY, /* what the emitter has here says if failures are captured */
    CAPTURE,     /* the function for that */
    PARAMETERS
};

static int is_captured(JSContext *ctx, JSValueConst *argv)
{
    const JSAtom key = JS_ValueToAtom(ctx, argv[CAPTURE_KEY]);
    JSValue value = JS_GetProperty(ctx, argv[EMITTER], key);
    const int yes = JS_IsException(value) ? -1 : JS_ToBool(ctx, value);

    JS_FreeValue(ctx, value);
    JS_FreeAtom(ctx, key);
    return yes;
}

/* It is more than nothing, and is taken over. */
static orr__apart int look_at(JSContext *ctx, JSValueConst *argv,
                              JSValue result)
{
    if (JS_IsException(result))
        return -1;
    int err = is_captured(ctx, argv);
    if (err > 0) {
        JSValueConst told[] = { argv[EMITTER], result, argv[TYPE], argv[ARGS] };
        JSValue done = JS_Call(ctx, argv[CAPTURE], JS_UNDEFINED, 4, told);
        err = JS_IsException(done) ? -1 : 0;
        JS_FreeValue(ctx, done);
    }
    JS_FreeValue(ctx, result);
    return err;
}

/* Returns how many were called, or -1. */
static int64_t call_each(JSContext *ctx, JSValueConst *argv, int nargs,
                         JSValueConst *args)
{
    for (uint32_t i = 0;; i++) {
        JSValueConst *listeners;
        uint32_t n;
        if (!JS_GetArrayValues(argv[LIST], &listeners, &n) || i >= n ||
            !JS_IsFunction(ctx, listeners[i]))
            return i;
        JSValue listener = JS_DupInline(listeners[i]);
        JSValue result = JS_Call(ctx, listener, argv[EMITTER], nargs, args);
        JS_FreeInline(ctx, listener);
        if (JS_IsUndefined(result) || JS_IsNull(result))
            continue;
        if (look_at(ctx, argv, result) < 0)
            return -1;
    }
}

/* callEach(list, countKey, emitter, args, type, captureKey, capture): how many
 * of the list were called. */
static JSValue js_call_each(JSContext *ctx, JSValueConst self, int argc,
                            JSValueConst *argv)
{
    JSValueConst *args;
    uint32_t nargs;
    (void)self;

    if (argc < PARAMETERS)
        return JS_ThrowTypeError(ctx, "callEach() has seven parameters");
    if (!JS_GetArrayValues(argv[ARGS], &args, &nargs) ||
        !JS_AddToOwnInt(ctx, argv[LIST], argv[COUNT_KEY], 1))
        return JS_NewInt32(ctx, 0);
    const int64_t called = call_each(ctx, argv, (int)nargs, args);
    JS_AddToOwnInt(ctx, argv[LIST], argv[COUNT_KEY], -1);
    return called < 0 ? JS_EXCEPTION : JS_NewInt64(ctx, called);
}

int order__listeners_bind(engine *e, JSValueConst binding)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("callEach", PARAMETERS, js_call_each),
    };

    return JS_SetPropertyFunctionList(e->ctx, binding, functions, 1);
}
