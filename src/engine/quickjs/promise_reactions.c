/*
 * promise_reactions.c - then(), await and iterators of promises: what is kept
 * of the async context, and which job is queued. A promise that is settled
 * already queues its job at once.
 */

static void promise_reaction_data_free(JSRuntime *rt, JSPromiseReactionData *rd)
{
    int i;

    for (i = 0; i < 2; i++) {
        js_free_stored(rt, &rd->resolving_funcs[i]);
        js_free_stored(rt, &rd->handlers[i]);
    }
    js_free_stored(rt, &rd->async_context);
    js_free_rt(rt, rd);
}

static void js_promise_finalizer(JSRuntime *rt, JSValueConst val)
{
    JSPromiseData *s = JS_GetOpaque(val, JS_CLASS_PROMISE);
    struct list_head *el, *el1;

    if (!s)
        return;
    list_for_each_safe(el, el1, &s->promise_reactions)
    {
        promise_reaction_data_free(rt,
                                   list_entry(el, JSPromiseReactionData, link));
    }
    js_free_stored(rt, &s->promise_result);
}

static void js_promise_mark(JSRuntime *rt, JSValueConst val,
                            JS_MarkFunc *mark_func)
{
    JSPromiseData *s = JS_GetOpaque(val, JS_CLASS_PROMISE);
    struct list_head *el;
    int i;

    if (!s)
        return;
    list_for_each(el, &s->promise_reactions)
    {
        JSPromiseReactionData *rd = list_entry(el, JSPromiseReactionData, link);
        for (i = 0; i < 2; i++) {
            JS_MarkValue(rt, rd->resolving_funcs[i], mark_func);
            JS_MarkValue(rt, rd->handlers[i], mark_func);
        }
        JS_MarkValue(rt, rd->async_context, mark_func);
    }
    JS_MarkValue(rt, s->promise_result, mark_func);
}

static JSValueConst js_reaction_handler(JSContext *ctx, JSValueConst handler)
{
    if (JS_VALUE_GET_TAG(handler) == JS_TAG_AWAIT ||
        JS_IsFunction(ctx, handler))
        return handler;
    return JS_UNDEFINED;
}

/* What waits for a promise that is not settled. */
static __exception int js_add_reaction(JSContext *ctx, JSPromiseData *s,
                                       JSValueConst *resolve_reject,
                                       JSValueConst *cap_resolving_funcs)
{
    JSRuntime *rt = ctx->rt;
    const uint32_t site = js_async_site(rt);
    JSPromiseReactionData *rd = js_malloc(ctx, sizeof(*rd));
    int i;

    if (unlikely(!rd))
        return -1;
    for (i = 0; i < 2; i++) {
        rd->resolving_funcs[i] = js_dup(cap_resolving_funcs[i]);
        rd->handlers[i] = js_dup(js_reaction_handler(ctx, resolve_reject[i]));
    }
    rd->async_context = js_dup(rt->async_context);
    rd->async_cause = rt->async_id;
    rd->async_site = site;
    rd->is_counted = false;
    js_begin_wait(rt, rd);
    list_add_tail(&rd->link, &s->promise_reactions);
    return 0;
}

static __exception int perform_promise_then(JSContext *ctx,
                                            JSValueConst promise,
                                            JSValueConst *resolve_reject,
                                            JSValueConst *cap_resolving_funcs)
{
    JSPromiseData *s = JS_GetOpaque(promise, JS_CLASS_PROMISE);
    int i, ret;

    if (s->promise_state == JS_PROMISE_PENDING) {
        ret = js_add_reaction(ctx, s, resolve_reject, cap_resolving_funcs);
    } else {
        call_promise_rejection_tracker(ctx, promise, true);
        i = s->promise_state - JS_PROMISE_FULFILLED;
        ret = js_enqueue_reaction(ctx, cap_resolving_funcs,
                                  js_reaction_handler(ctx, resolve_reject[i]),
                                  i, s->promise_result, ctx->rt->async_context,
                                  ctx->rt->async_id, js_async_site(ctx->rt));
    }
    if (likely(ret == 0))
        s->is_handled = true;
    return ret;
}

/* the code of a module has this name, and little else */
static bool js_may_be_module(JSStackFrame *sf)
{
    return JS_VALUE_GET_OBJ(sf->cur_func)
               ->u.func.function_bytecode->func_name == JS_ATOM__eval_;
}

/* then() for the engine itself: nobody can see what follows, and a promise
   hook is told nothing of it */
static __exception int js_promise_wait(JSContext *ctx, JSValueConst promise,
                                       JSValueConst *resolve_reject)
{
    JSValueConst nobody[2] = { JS_UNDEFINED, JS_UNDEFINED };

    return perform_promise_then(ctx, promise, resolve_reject, nobody);
}

/* then() for await, which needs no promise in return. A promise hook is told
   of one all the same, so that it sees what runs after the await; it stands
   in the place of the resolving functions. */
static __exception int js_await_then(JSContext *ctx, JSValueConst promise,
                                     JSValueConst *resolve_reject,
                                     JSStackFrame *awaiting)
{
    JSValue cap[2] = { JS_UNDEFINED, JS_UNDEFINED };
    JSRuntime *rt = ctx->rt;
    int res;

    rt->awaiting = awaiting;
    if (awaiting && unlikely(js_may_be_module(awaiting)))
        js_note_module_await(rt, awaiting);
    if (unlikely(rt->promise_hook)) {
        cap[0] = js_promise_new(ctx, JS_UNDEFINED, NULL, promise);
        if (JS_IsException(cap[0])) {
            rt->awaiting = NULL;
            return -1;
        }
    }
    res = perform_promise_then(ctx, promise, resolve_reject, vc(cap));
    rt->awaiting = NULL;
    JS_FreeValue(ctx, cap[0]);
    return res;
}

/* likewise for a value of which no promise is made. It would be fulfilled by
   now, so that the reaction can run */
static __exception int js_await_value(JSContext *ctx, JSValueConst value,
                                      JSValueConst handler,
                                      JSStackFrame *awaiting)
{
    JSValueConst args[2] = { handler, value };
    JSRuntime *rt = ctx->rt;
    int res;

    rt->awaiting = awaiting;
    if (awaiting && unlikely(js_may_be_module(awaiting)))
        js_note_module_await(rt, awaiting);
    res = js_enqueue_job(ctx, js_jobs_of(ctx), js_await_fulfilled_job, 2, args,
                         rt->async_context, rt->async_id, js_async_site(rt));
    rt->awaiting = NULL;
    return res;
}

static JSValue js_promise_then_by(JSContext *ctx, JSValueConst this_val,
                                  JSValueConst ctor, JSValueConst *argv)
{
    JSValue result_promise, resolving_funcs[2];
    int i, ret;

    if (js_is_promise_ctor(ctx, ctor))
        result_promise = js_promise_new_alone(ctx, resolving_funcs, this_val);
    else
        result_promise = js_new_promise_capability(ctx, resolving_funcs, ctor);
    if (JS_IsException(result_promise))
        return result_promise;
    ret = perform_promise_then(ctx, this_val, argv, vc(resolving_funcs));
    for (i = 0; i < 2; i++)
        JS_FreeValue(ctx, resolving_funcs[i]);
    if (ret) {
        JS_FreeValue(ctx, result_promise);
        return JS_EXCEPTION;
    }
    return result_promise;
}

static JSValue js_promise_then(JSContext *ctx, JSValueConst this_val, int argc,
                               JSValueConst *argv)
{
    JSValue ctor, ret;

    if (!JS_GetOpaque2(ctx, this_val, JS_CLASS_PROMISE))
        return JS_EXCEPTION;
    ctor = JS_SpeciesConstructor(ctx, this_val, JS_UNDEFINED);
    if (JS_IsException(ctor))
        return ctor;
    ret = js_promise_then_by(ctx, this_val, ctor, argv);
    JS_FreeValue(ctx, ctor);
    return ret;
}

static JSValue js_async_from_sync_iterator_unwrap_func_create(JSContext *ctx,
                                                              bool done)
{
    JSValueConst func_data[1];

    func_data[0] = js_bool(done);
    return js_new_function_data(ctx, js_async_from_sync_iterator_unwrap, 1, 0,
                                1, func_data);
}

/* the value was a promise, and is rejected */
static JSValue js_async_from_sync_iterator_close(JSContext *ctx,
                                                 JSValueConst this_val,
                                                 int argc, JSValueConst *argv,
                                                 int magic,
                                                 JSValueConst *func_data)
{
    JS_Throw(ctx, js_dup(argv[0]));
    JS_IteratorClose(ctx, func_data[0], true);
    return JS_EXCEPTION;
}

static JSValue js_async_from_sync_iterator_next(JSContext *ctx,
                                                JSValueConst this_val, int argc,
                                                JSValueConst *argv, int magic)
{
    JSValue promise, resolving_funcs[2], value, err, method;
    JSAsyncFromSyncIteratorData *s;
    int done;
    int is_reject;

    promise = js_promise_new_alone(ctx, resolving_funcs, JS_UNDEFINED);
    if (JS_IsException(promise))
        return JS_EXCEPTION;
    s = JS_GetOpaque(this_val, JS_CLASS_ASYNC_FROM_SYNC_ITERATOR);
    if (!s) {
        JS_ThrowTypeError(ctx, "not an Async-from-Sync Iterator");
        goto reject;
    }

    if (magic == GEN_MAGIC_NEXT) {
        method = js_dup(s->next_method);
    } else {
        method = JS_GetProperty(ctx, s->sync_iter,
                                magic == GEN_MAGIC_RETURN ? JS_ATOM_return
                                                          : JS_ATOM_throw);
        if (JS_IsException(method))
            goto reject;
        if (JS_IsUndefined(method) || JS_IsNull(method)) {
            if (magic == GEN_MAGIC_RETURN) {
                err = js_create_iterator_result(ctx, js_dup(argv[0]), true);
                is_reject = 0;
            } else if (JS_IteratorClose(ctx, s->sync_iter, false)) {
                err = JS_GetException(ctx);
                is_reject = 1;
            } else {
                err = JS_MakeError2(ctx, JS_TYPE_ERROR, /*add_backtrace*/ true,
                                    "throw is not a method");
                is_reject = 1;
            }
            goto done_resolve;
        }
    }
    value = JS_IteratorNext2(ctx, s->sync_iter, method, argc >= 1 ? 1 : 0, argv,
                             &done);
    JS_FreeValue(ctx, method);
    if (JS_IsException(value))
        goto reject;
    if (done == 2) {
        JSValue obj = value;
        value = JS_IteratorGetCompleteValue(ctx, obj, &done);
        JS_FreeValue(ctx, obj);
        if (JS_IsException(value))
            goto reject;
    }

    if (JS_IsException(value)) {
    reject:
        err = JS_GetException(ctx);
        is_reject = 1;
    done_resolve:
        js_promise_settle(ctx, promise, err, is_reject);
        JS_FreeValue(ctx, err);
        JS_FreeValue(ctx, resolving_funcs[0]);
        JS_FreeValue(ctx, resolving_funcs[1]);
        return promise;
    }
    {
        JSValue value_wrapper_promise, resolve_reject[2];
        int res;

        value_wrapper_promise = js_await_promise(ctx, value, JS_UNDEFINED);
        if (JS_IsException(value_wrapper_promise)) {
            JS_FreeValue(ctx, value);
            if (!done && magic != GEN_MAGIC_RETURN)
                JS_IteratorClose(ctx, s->sync_iter, true);
            goto reject;
        }

        resolve_reject[0] =
            js_async_from_sync_iterator_unwrap_func_create(ctx, done);
        if (JS_IsException(resolve_reject[0])) {
            JS_FreeValue(ctx, value_wrapper_promise);
            goto fail;
        }
        resolve_reject[1] = JS_UNDEFINED;
        if (!done && magic != GEN_MAGIC_RETURN) {
            resolve_reject[1] =
                js_new_function_data(ctx, js_async_from_sync_iterator_close, 1,
                                     0, 1, vc(&s->sync_iter));
            if (JS_IsException(resolve_reject[1])) {
                JS_FreeValue(ctx, resolve_reject[0]);
                JS_FreeValue(ctx, value_wrapper_promise);
                goto fail;
            }
        }
        JS_FreeValue(ctx, value);

        res = perform_promise_then(ctx, value_wrapper_promise,
                                   vc(resolve_reject), vc(resolving_funcs));
        JS_FreeValue(ctx, resolve_reject[0]);
        JS_FreeValue(ctx, resolve_reject[1]);
        JS_FreeValue(ctx, value_wrapper_promise);
        JS_FreeValue(ctx, resolving_funcs[0]);
        JS_FreeValue(ctx, resolving_funcs[1]);
        if (res) {
            JS_FreeValue(ctx, promise);
            return JS_EXCEPTION;
        }
    }
    return promise;
fail:
    JS_FreeValue(ctx, value);
    JS_FreeValue(ctx, resolving_funcs[0]);
    JS_FreeValue(ctx, resolving_funcs[1]);
    JS_FreeValue(ctx, promise);
    return JS_EXCEPTION;
}
