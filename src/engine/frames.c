/*
 * frames.c - AsyncLocalStorage's map, carried along by everything that waits.
 *
 * A frame is an object of lib/'s making that nobody changes once it is current;
 * the engine looks at it never and only passes it on. The current one is the
 * async context of quickjs, which then() and await capture by themselves (patch
 * 01-async-context). An engine_frame pointer is that object, counted like any
 * other, so that holding a frame allocates nothing.
 */
#include "engine/internal.h"

engine_frame *engine_hold_frame(engine *e)
{
    const JSValueConst current = JS_GetAsyncContext(e->rt);

    return engine__value_frame(JS_DupValue(e->ctx, current));
}

void engine_release_frame(engine *e, engine_frame *frame)
{
    JS_FreeValue(e->ctx, engine__frame_value(frame));
}

engine_frame *engine_swap_frame(engine *e, engine_frame *frame)
{
    engine_frame *outer = engine_hold_frame(e);

    JS_SetAsyncContext(e->rt, engine__frame_value(frame));
    return outer;
}

/* ---- The binding "frames" ----------------------------------------------- */

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
    JSValueConst frame = argc > 0 ? argv[0] : JS_UNDEFINED;
    (void)self;

    if (!JS_IsObject(frame) && !JS_IsUndefined(frame))
        return JS_ThrowTypeError(ctx, "a frame is an object or undefined");
    JS_SetAsyncContext(JS_GetRuntime(ctx), JS_DupValue(ctx, frame));
    return JS_UNDEFINED;
}

/* exchange(frame): make it current, return the one that was. */
static JSValue exchange(JSContext *ctx, JSValueConst self, int argc,
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

JSValue engine__frames_binding(engine *e)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("get", 0, get_current),
        JS_CFUNC_DEF("set", 1, set_current),
        JS_CFUNC_DEF("exchange", 1, exchange),
    };

    return engine__make_object(e, functions,
                               sizeof functions / sizeof *functions);
}
