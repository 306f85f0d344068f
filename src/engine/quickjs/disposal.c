/*
 * disposal.c - DisposableStack and AsyncDisposableStack: resources are disposed
 * of in turn, with as many awaits as the specification has.
 */

static JSValue js_sync_dispose_wrapper(JSContext *ctx, JSValueConst this_val,
                                       int argc, JSValueConst *argv, int magic,
                                       JSValueConst *func_data)
{
    JSValueConst method = func_data[0];
    JSValue promise, ret, value = JS_UNDEFINED, resolving_funcs[2];
    bool is_reject;

    promise = JS_NewPromiseCapability(ctx, resolving_funcs);
    if (JS_IsException(promise))
        return JS_EXCEPTION;
    ret = JS_Call(ctx, method, this_val, 0, NULL);
    is_reject = JS_IsException(ret);
    if (!is_reject)
        JS_FreeValue(ctx, ret);
    else if (!JS_IsUncatchableError(ctx->rt->current_exception))
        value = JS_GetException(ctx);
    else
        goto fail;
    ret = JS_Call(ctx, resolving_funcs[is_reject], JS_UNDEFINED, 1, vc(&value));
    JS_FreeValue(ctx, value);
    if (JS_IsException(ret))
        goto fail;
    JS_FreeValue(ctx, ret);
    goto done;
fail:
    JS_FreeValue(ctx, promise);
    promise = JS_EXCEPTION;
done:
    JS_FreeValue(ctx, resolving_funcs[0]);
    JS_FreeValue(ctx, resolving_funcs[1]);
    return promise;
}

/* keeps the error that is pending in ctx; false: it can't be caught */
static bool js_async_dispose_catch(JSContext *ctx, JSDisposableStack *s)
{
    JSValue error, suppressed;

    if (JS_IsUncatchableError(ctx->rt->current_exception))
        return false;
    error = JS_GetException(ctx);
    if (s->has_error) {
        suppressed = js_new_suppressed_error(ctx, error, s->error);
        JS_FreeValue(ctx, error);
        JS_FreeValue(ctx, s->error);
        error = JS_IsException(suppressed) ? JS_GetException(ctx) : suppressed;
    }
    s->error = error;
    s->has_error = true;
    return true;
}

/* go on with js_async_dispose_step() when 'value' is settled */
static int js_async_dispose_await(JSContext *ctx, JSValueConst stack,
                                  JSValueConst *resolving_funcs,
                                  JSValueConst value)
{
    JSValueConst data[3] = { stack, resolving_funcs[0], resolving_funcs[1] };
    JSValue promise, handlers[2];
    int i, res = -1;

    promise = js_await_promise(ctx, value, JS_UNDEFINED);
    if (JS_IsException(promise))
        return -1;
    for (i = 0; i < 2; i++)
        handlers[i] =
            JS_NewCFunctionData(ctx, js_async_dispose_step, 1, i, 3, data);
    if (!JS_IsException(handlers[0]) && !JS_IsException(handlers[1]))
        res = js_promise_wait(ctx, promise, vc(handlers));
    for (i = 0; i < 2; i++)
        JS_FreeValue(ctx, handlers[i]);
    JS_FreeValue(ctx, promise);
    return res;
}

static JSValue js_async_dispose_call(JSContext *ctx, JSDisposableResource *res)
{
    JSValue ret;

    switch (res->hint) {
    case JS_DISPOSE_HINT_ADOPT:
        ret = JS_Call(ctx, res->method, JS_UNDEFINED, 1, vc(&res->value));
        break;
    case JS_DISPOSE_HINT_DEFER:
        ret = JS_Call(ctx, res->method, JS_UNDEFINED, 0, NULL);
        break;
    default:
        ret = JS_Call(ctx, res->method, res->value, 0, NULL);
        break;
    }
    JS_FreeValue(ctx, res->value);
    JS_FreeValue(ctx, res->method);
    return ret;
}

/* DisposeResources for an async stack: goes on until it has to wait, or
   settles the promise of disposeAsync() */
static JSValue js_async_dispose_run(JSContext *ctx, JSValueConst stack,
                                    JSValueConst *resolving_funcs)
{
    JSDisposableStack *s = JS_GetOpaque(stack, JS_CLASS_ASYNC_DISPOSABLE_STACK);
    JSValue ret, error;
    int res;

    while (s->resource_count > 0) {
        JSDisposableResource resource = s->resources[--s->resource_count];
        if (JS_IsUndefined(resource.method)) {
            /* null or undefined: Await(undefined), but only once in all */
            s->needs_await = true;
            continue;
        }
        ret = js_async_dispose_call(ctx, &resource);
        if (!JS_IsException(ret)) {
            s->has_awaited = true;
            res = js_async_dispose_await(ctx, stack, resolving_funcs, ret);
            JS_FreeValue(ctx, ret);
            if (res == 0)
                return JS_UNDEFINED;
        }
        if (!js_async_dispose_catch(ctx, s))
            return JS_EXCEPTION;
    }
    if (s->needs_await && !s->has_awaited) {
        s->has_awaited = true;
        if (js_async_dispose_await(ctx, stack, resolving_funcs, JS_UNDEFINED) ==
            0)
            return JS_UNDEFINED;
        if (!js_async_dispose_catch(ctx, s))
            return JS_EXCEPTION;
    }
    if (!s->has_error)
        return JS_Call(ctx, resolving_funcs[0], JS_UNDEFINED, 0, NULL);
    error = s->error;
    s->has_error = false;
    ret = JS_Call(ctx, resolving_funcs[1], JS_UNDEFINED, 1, vc(&error));
    JS_FreeValue(ctx, error);
    return ret;
}

static JSValue js_async_dispose_step(JSContext *ctx, JSValueConst this_val,
                                     int argc, JSValueConst *argv, int magic,
                                     JSValueConst *func_data)
{
    JSDisposableStack *s;

    s = JS_GetOpaque(func_data[0], JS_CLASS_ASYNC_DISPOSABLE_STACK);
    if (magic == 1) {
        JS_Throw(ctx, js_dup(argv[0]));
        if (!js_async_dispose_catch(ctx, s))
            return JS_EXCEPTION;
    }
    return js_async_dispose_run(ctx, func_data[0], func_data + 1);
}

static JSValue js_disposable_stack_dispose(JSContext *ctx,
                                           JSValueConst this_val, int argc,
                                           JSValueConst *argv, int class_id)
{
    JSDisposableStack *s;

    s = JS_GetOpaque2(ctx, this_val, class_id);
    if (!s) {
        if (class_id == JS_CLASS_ASYNC_DISPOSABLE_STACK) {
            JSValue exc = JS_GetException(ctx);
            JSValue p = js_promise_resolve(ctx, ctx->promise_ctor, 1, vc(&exc),
                                           /*is_reject*/ 1);
            JS_FreeValue(ctx, exc);
            return p;
        }
        return JS_EXCEPTION;
    }
    if (s->disposed) {
        if (class_id == JS_CLASS_ASYNC_DISPOSABLE_STACK) {
            JSValue undef = JS_UNDEFINED;
            return js_promise_resolve(ctx, ctx->promise_ctor, 1, vc(&undef),
                                      /*is_reject*/ 0);
        }
        return JS_UNDEFINED;
    }
    if (class_id == JS_CLASS_ASYNC_DISPOSABLE_STACK) {
        JSValue promise, ret, resolving_funcs[2];

        promise = JS_NewPromiseCapability(ctx, resolving_funcs);
        if (JS_IsException(promise))
            return JS_EXCEPTION;
        s->disposed = true;
        ret = js_async_dispose_run(ctx, this_val, vc(resolving_funcs));
        JS_FreeValue(ctx, resolving_funcs[0]);
        JS_FreeValue(ctx, resolving_funcs[1]);
        if (JS_IsException(ret)) {
            JS_FreeValue(ctx, promise);
            return JS_EXCEPTION;
        }
        JS_FreeValue(ctx, ret);
        return promise;
    }
    if (js_dispose_resources(ctx, s, JS_UNDEFINED) < 0)
        return JS_EXCEPTION;
    return JS_UNDEFINED;
}
