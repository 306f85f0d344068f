/*
 * promises.c - following promises from making to settling.
 *
 * quickjs calls one hook, which is set only while there is a listener. It is
 * called within the engine's own work on a promise, so that no exception is
 * pending, and the listener must leave none.
 */
#include "engine/internal.h"

static const engine_promise_event events[] = {
    [JS_PROMISE_HOOK_INIT] = ENGINE_PROMISE_INIT,
    [JS_PROMISE_HOOK_BEFORE] = ENGINE_PROMISE_BEFORE,
    [JS_PROMISE_HOOK_AFTER] = ENGINE_PROMISE_AFTER,
    [JS_PROMISE_HOOK_RESOLVE] = ENGINE_PROMISE_RESOLVE,
    [JS_PROMISE_HOOK_RESOLVE_AGAIN] = ENGINE_PROMISE_RESOLVE_AGAIN,
    [JS_PROMISE_HOOK_REJECT_AGAIN] = ENGINE_PROMISE_REJECT_AGAIN,
};

static void on_promise(JSContext *ctx, JSPromiseHookType type,
                       JSValueConst promise, JSValueConst other, void *opaque)
{
    engine *e = opaque;

    if (ORR_TRACED(e->trace))
        engine__trace_promise(e, events[type], promise, other);
    if (e->promise_fn == NULL || engine__is_leaving(e))
        return;
    const engine__scope scope = engine__open_scope(e);
    napi_value handle = engine__handle(e, JS_DupValue(ctx, promise));
    napi_value second = engine__handle(e, JS_DupValue(ctx, other));

    if (handle != NULL && second != NULL)
        e->promise_fn(e->promise_arg, events[type], handle, second);
    engine__close_scope(e, scope);
}

void engine__follow_promises(engine *e)
{
    const bool heard = ORR_TRACED(e->trace) || e->promise_fn != NULL;

    JS_SetPromiseHook(e->rt, heard ? on_promise : NULL, e);
}

void engine_set_promise_listener(engine *e, engine_promise_fn *fn, void *arg)
{
    e->promise_fn = fn;
    e->promise_arg = arg;
    engine__follow_promises(e);
}
