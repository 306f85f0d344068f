/*
 * async_context.c - AsyncLocalStorage's map, carried along by everything that
 * is scheduled.
 *
 * An async context is an object made by lib/ that is never changed once it is
 * current. The engine never looks into it and only passes it on. The current
 * one is the async context of quickjs, which then() and await capture by
 * themselves (docs/engine/async-context.md). An engine_async_context pointer
 * points to that object, so that holding one allocates nothing.
 */
#include "engine/internal.h"

engine_async_context *engine_hold_async_context(engine *e)
{
    const JSValueConst current = JS_GetAsyncContext(e->rt);

    return engine__async_context_of(JS_DupValue(e->ctx, current));
}

void engine_release_async_context(engine *e, engine_async_context *context)
{
    JS_FreeValue(e->ctx, engine__async_context_value(context));
}

engine_async_context *engine_swap_async_context(engine *e,
                                                engine_async_context *context)
{
    engine_async_context *outer = engine_hold_async_context(e);

    JS_SetAsyncContext(e->rt, engine__async_context_value(context));
    return outer;
}

/* ---- The binding "async_context" --------------------------------------- */

static JSValue get_current(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return JS_DupValue(ctx, JS_GetAsyncContext(JS_GetRuntime(ctx)));
}

static JSValue set_current(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    JSValueConst context = argc > 0 ? argv[0] : JS_UNDEFINED;
    (void)self;

    if (!JS_IsObject(context) && !JS_IsUndefined(context))
        return JS_ThrowTypeError(ctx, "an async context is an object");
    JS_SetAsyncContext(JS_GetRuntime(ctx), JS_DupValue(ctx, context));
    return JS_UNDEFINED;
}

/* exchange(context): make it current, return the previous one. */
static JSValue context_exchange(JSContext *ctx, JSValueConst self, int argc,
                                JSValueConst *argv)
{
    JSValue outer = get_current(ctx, self, 0, NULL);
    JSValue done = set_current(ctx, self, argc, argv);

    if (JS_IsException(done)) {
        JS_FreeValue(ctx, outer);
        return done;
    }
    return outer;
}

JSValue engine__async_context_binding(engine *e)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("get", 0, get_current),
        JS_CFUNC_DEF("set", 1, set_current),
        JS_CFUNC_DEF("exchange", 1, context_exchange),
    };

    return engine__make_object(e, functions,
                               sizeof functions / sizeof *functions);
}
