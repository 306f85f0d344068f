/*
 * promises.c - promises without resolving functions where nobody can see them:
 * a promise that the engine itself settles is settled directly.
 *
 * What must stay true: the number and order of jobs are the specification's;
 * the host's promise hook is told of all that async_hooks tells of.
 */

static void js_call_promise_hook(JSContext *ctx, JSPromiseHookType type,
                                 JSValueConst promise, JSValueConst arg)
{
    JSRuntime *rt = ctx->rt;

    if (unlikely(rt->promise_hook))
        rt->promise_hook(ctx, type, promise, arg, rt->promise_hook_opaque);
}

/* the promise that a reaction leads to: the one that then() returned or the
   one that an await made up. undefined if there is none */
static JSValueConst js_reaction_promise(JSContext *ctx, JSValueConst func)
{
    JSPromiseFunctionData *s;

    if (likely(!ctx->rt->promise_hook))
        return JS_UNDEFINED;
    if (JS_GetOpaque(func, JS_CLASS_PROMISE))
        return func;
    s = JS_GetOpaque(func, JS_CLASS_PROMISE_RESOLVE_FUNCTION);
    return s ? s->promise : JS_UNDEFINED;
}

static JSValue promise_reaction_job(JSContext *ctx, int argc,
                                    JSValueConst *argv)
{
    JSValueConst handler, func, promise;
    JSValueConst *outer;
    JSValue res, res2;
    JSValueConst arg;
    bool is_reject;

    assert(argc == 5);
    handler = argv[2];
    is_reject = JS_VALUE_GET_BOOL(argv[3]);
    js_copy_halves(&arg, &argv[4]);

    promise_trace(ctx, "promise_reaction_job: is_reject=%d\n", is_reject);

    promise = js_reaction_promise(ctx, argv[0]);
    if (!JS_IsUndefined(promise))
        js_call_promise_hook(ctx, JS_PROMISE_HOOK_BEFORE, promise,
                             JS_UNDEFINED);
    if (JS_IsUndefined(handler)) {
        if (is_reject) {
            res = JS_Throw(ctx, js_dup(arg));
        } else {
            res = js_dup(arg);
        }
    } else {
        outer = ctx->rt->reaction;
        ctx->rt->reaction = argv;
        if (JS_VALUE_GET_TAG(handler) == JS_TAG_AWAIT)
            res = js_async_function_go_on(ctx, handler, arg, is_reject);
        else
            res = JS_Call(ctx, handler, JS_UNDEFINED, 1, &arg);
        ctx->rt->reaction = outer;
    }
    is_reject = JS_IsException(res);
    if (is_reject) {
        if (unlikely(JS_IsUncatchableError(ctx->rt->current_exception)))
            return JS_EXCEPTION;
        res = JS_GetException(ctx);
    }
    func = argv[is_reject];
    /* as an extension, we support undefined as value to avoid
       creating a dummy promise in the 'await' implementation of async
       functions; with a promise hook it is that promise. For a promise
       without functions see js_promise_new_alone() */
    if (JS_VALUE_GET_TAG(argv[1]) == JS_TAG_BOOL) {
        js_promise_settle(ctx, argv[0], res, is_reject);
        res2 = JS_UNDEFINED;
    } else if (JS_IsFunction(ctx, func)) {
        res2 = JS_Call(ctx, func, JS_UNDEFINED, 1, vc(&res));
    } else {
        if (!JS_IsUndefined(promise))
            js_call_promise_hook(ctx, JS_PROMISE_HOOK_RESOLVE, promise,
                                 JS_UNDEFINED);
        res2 = JS_UNDEFINED;
    }
    JS_FreeValue(ctx, res);
    if (!JS_IsUndefined(promise))
        js_call_promise_hook(ctx, JS_PROMISE_HOOK_AFTER, promise, JS_UNDEFINED);

    return res2;
}

static no_inline JSContext *js_realm_of_handler(JSContext *ctx,
                                                JSValueConst handler)
{
    JSContext *realm;

    if (JS_VALUE_GET_TAG(handler) == JS_TAG_AWAIT) {
        JSAsyncFunctionData *s = JS_VALUE_GET_PTR(handler);
        if (!s->is_active)
            return ctx;
        handler = s->func_state.frame.cur_func;
    }
    realm = JS_GetFunctionRealm(ctx, handler);
    if (!realm) { /* a revoked proxy */
        JS_FreeValue(ctx, JS_GetException(ctx));
        return ctx;
    }
    return realm;
}

/* The context that a job belongs to is that of the function it calls. Which one
   it is makes a difference only if there are contexts with jobs of their own.
 */
static inline JSContext *js_job_context(JSContext *ctx, JSValueConst handler)
{
    return unlikely(ctx->rt->own_job_queues != 0)
               ? js_realm_of_handler(ctx, handler)
               : ctx;
}

/* The job of a reaction. That of an await needs no more than the handler and
   the result, unless a promise hook was told of a promise. */
static force_inline int js_enqueue_reaction(
    JSContext *ctx, JSValueConst *cap_resolving_funcs, JSValueConst handler,
    bool is_reject, JSValueConst value, JSValueConst async_context,
    uint64_t async_cause, uint32_t async_site)
{
    JSContext *job_ctx = js_job_context(ctx, handler);
    JSJobQueue *q = js_jobs_of(job_ctx);
    JSValueConst args[5];

    if (JS_IsUndefined(cap_resolving_funcs[0]) &&
        JS_VALUE_GET_TAG(handler) == JS_TAG_AWAIT) {
        args[0] = handler;
        js_copy_halves(&args[1], &value);
        return js_enqueue_job(job_ctx, q,
                              is_reject ? js_await_rejected_job
                                        : js_await_fulfilled_job,
                              2, args, async_context, async_cause, async_site);
    }
    js_copy_halves(&args[0], &cap_resolving_funcs[0]);
    js_copy_halves(&args[1], &cap_resolving_funcs[1]);
    args[2] = handler;
    args[3] = js_bool(is_reject);
    js_copy_halves(&args[4], &value);
    return js_enqueue_job(job_ctx, q, promise_reaction_job, 5, args,
                          async_context, async_cause, async_site);
}

static void fulfill_or_reject_promise(JSContext *ctx, JSValueConst promise,
                                      JSValueConst value, bool is_reject)
{
    JSPromiseData *s = JS_GetOpaque(promise, JS_CLASS_PROMISE);
    struct list_head *el, *el1;
    JSPromiseReactionData *rd;

    if (!s || s->promise_state != JS_PROMISE_PENDING)
        return; /* should never happen */
    if (unlikely(js_is_stopping(ctx->rt)))
        return; /* a stop is no reason to reject, and nothing is resolved */
    set_value(ctx, &s->promise_result, js_dup(value));
    s->promise_state = JS_PROMISE_FULFILLED + is_reject;

    promise_trace(ctx, "fulfill_or_reject_promise: is_reject=%d\n", is_reject);

    js_call_promise_hook(ctx, JS_PROMISE_HOOK_RESOLVE, promise, JS_UNDEFINED);
    call_promise_rejection_tracker(ctx, promise, false);

    /* the promise is settled: a reaction that is not queued now is lost */
    js_need_begin(ctx);
    list_for_each_safe(el, el1, &s->promise_reactions)
    {
        rd = list_entry(el, JSPromiseReactionData, link);
        js_end_wait(ctx->rt, rd);
        js_enqueue_reaction(ctx, vc(rd->resolving_funcs),
                            rd->handlers[is_reject], is_reject, value,
                            rd->async_context, rd->async_cause, rd->async_site);
        list_del(&rd->link);
        promise_reaction_data_free(ctx->rt, rd);
    }
    js_need_end(ctx);
}

/* thenable.then() is the one that promises have */
static JSValue js_promise_follow(JSContext *ctx, JSValueConst promise,
                                 JSValueConst thenable)
{
    JSValueConst alone[2] = { promise, JS_TRUE };
    JSValueConst none[2] = { JS_UNDEFINED, JS_UNDEFINED };
    JSValue ctor, funcs[2], ret = JS_EXCEPTION;

    ctor = JS_SpeciesConstructor(ctx, thenable, JS_UNDEFINED);
    if (JS_IsException(ctor))
        return ctor;
    if (js_is_promise_ctor(ctx, ctor)) {
        /* nobody could get hold of the functions, nor of what then() returns */
        if (perform_promise_then(ctx, thenable, none, alone) == 0)
            ret = JS_UNDEFINED;
    } else if (js_create_resolving_functions(ctx, funcs, promise) == 0) {
        ret = js_promise_then_by(ctx, thenable, ctor, vc(funcs));
        JS_FreeValue(ctx, funcs[0]);
        JS_FreeValue(ctx, funcs[1]);
    }
    JS_FreeValue(ctx, ctor);
    return ret;
}

static JSValue js_promise_resolve_thenable_job(JSContext *ctx, int argc,
                                               JSValueConst *argv)
{
    JSValueConst promise, thenable, then;
    JSValue args[2], res;
    JSRuntime *rt;

    promise_trace(ctx, "js_promise_resolve_thenable_job\n");

    assert(argc == 3);
    promise = argv[0];
    thenable = argv[1];
    then = argv[2];
    rt = ctx->rt;
    if (!rt->promise_hook && !rt->own_job_queues && JS_IsPromise(thenable) &&
        JS_IsCFunction(ctx, then, js_promise_then, 0)) {
        res = js_promise_follow(ctx, promise, thenable);
        if (JS_IsException(res)) {
            JSValue error = JS_GetException(ctx);
            js_promise_settle(ctx, promise, error, true);
            JS_FreeValue(ctx, error);
        }
        JS_FreeValue(ctx, res);
        return JS_UNDEFINED;
    }
    if (js_create_resolving_functions(ctx, args, promise) < 0)
        return JS_EXCEPTION;
    if (rt->promise_hook) {
        rt->promise_hook(ctx, JS_PROMISE_HOOK_BEFORE, promise, JS_UNDEFINED,
                         rt->promise_hook_opaque);
    }
    res = JS_Call(ctx, then, thenable, 2, vc(args));
    if (JS_IsException(res)) {
        JSValue error = JS_GetException(ctx);
        res = JS_Call(ctx, args[1], JS_UNDEFINED, 1, vc(&error));
        JS_FreeValue(ctx, error);
    }
    if (rt->promise_hook) {
        rt->promise_hook(ctx, JS_PROMISE_HOOK_AFTER, promise, JS_UNDEFINED,
                         rt->promise_hook_opaque);
    }
    JS_FreeValue(ctx, args[0]);
    JS_FreeValue(ctx, args[1]);
    return res;
}

/* The steps after `then` of an object was read. 'then' is freed; an exception:
   it could not be read. */
static void js_promise_settle_by(JSContext *ctx, JSValueConst promise,
                                 JSValueConst resolution, JSValue then)
{
    JSValueConst args[3];
    JSValue error;

    if (JS_IsException(then)) {
        error = JS_GetException(ctx);
        fulfill_or_reject_promise(ctx, promise, error, true);
        JS_FreeValue(ctx, error);
    } else if (!JS_IsFunction(ctx, then)) {
        JS_FreeValue(ctx, then);
        fulfill_or_reject_promise(ctx, promise, resolution, false);
    } else {
        args[0] = promise;
        args[1] = resolution;
        args[2] = then;
        /* its resolving functions are used up: it would wait for ever */
        js_need_begin(ctx);
        JS_EnqueueJob(js_job_context(ctx, then),
                      js_promise_resolve_thenable_job, 3, args);
        js_need_end(ctx);
        JS_FreeValue(ctx, then);
    }
}

/* what the functions above do when one of them is called first; for a promise
   whose functions nobody could get hold of, and that has none */
static void js_promise_settle(JSContext *ctx, JSValueConst promise,
                              JSValueConst resolution, bool is_reject)
{
    JSValue then;

    if (is_reject || !JS_IsObject(resolution)) {
        fulfill_or_reject_promise(ctx, promise, resolution, is_reject);
        return;
    }
    if (js_same_value(ctx, resolution, promise)) {
        JS_ThrowTypeError(ctx,
                          "Chaining cycle detected for promise #<Promise>");
        /* nobody is left by it who would give it a stack */
        build_backtrace(ctx, ctx->rt->current_exception, JS_UNDEFINED, NULL, 0,
                        0, 0);
        then = JS_EXCEPTION;
    } else {
        then = js_get_as_program(ctx, resolution, JS_ATOM_then);
    }
    js_promise_settle_by(ctx, promise, resolution, then);
}

static void js_promise_resolve_function_finalizer(JSRuntime *rt,
                                                  JSValueConst val)
{
    JSPromiseFunctionData *s = JS_VALUE_GET_OBJ(val)->u.promise_function_data;

    if (s) {
        js_promise_resolve_function_free_resolved(rt, s->presolved);
        JS_FreeValueRT(rt, s->promise);
    }
}

/* Each of the two is a block with its data. */
static int js_create_resolving_functions(JSContext *ctx,
                                         JSValue *resolving_funcs,
                                         JSValueConst promise)
{
    JSPromiseFunctionDataResolved *sr = js_malloc(ctx, sizeof(*sr));
    JSPromiseFunctionData *s;
    JSValue obj;
    int i;

    resolving_funcs[0] = resolving_funcs[1] = JS_UNDEFINED;
    if (!sr)
        return -1;
    sr->ref_count = 1;
    sr->already_resolved = false; /* must be shared between the two functions */
    for (i = 0; i < 2; i++) {
        obj = js_new_function(ctx, JS_CLASS_PROMISE_RESOLVE_FUNCTION + i,
                              JS_ATOM_empty_string, 1, false,
                              JS_INNER_DATA + sizeof(*s));
        if (JS_IsException(obj))
            break;
        s = js_inner_data(obj);
        sr->ref_count++;
        s->presolved = sr;
        s->promise = js_dup(promise);
        JS_SetOpaqueInternal(obj, s);
        resolving_funcs[i] = obj;
    }
    js_promise_resolve_function_free_resolved(ctx->rt, sr);
    if (likely(i == 2))
        return 0;
    JS_FreeValue(ctx, resolving_funcs[0]);
    resolving_funcs[0] = JS_UNDEFINED;
    return -1;
}

static JSValue js_promise_resolve_function_call(JSContext *ctx,
                                                JSValueConst func_obj,
                                                JSValueConst this_val, int argc,
                                                JSValueConst *argv, int flags)
{
    JSObject *p = JS_VALUE_GET_OBJ(func_obj);
    JSPromiseFunctionData *s;
    JSValueConst resolution;
    bool is_reject;

    s = p->u.promise_function_data;
    if (!s)
        return JS_UNDEFINED;
    is_reject = p->class_id - JS_CLASS_PROMISE_RESOLVE_FUNCTION;
    if (argc > 0)
        resolution = argv[0];
    else
        resolution = JS_UNDEFINED;
    if (unlikely(ctx->rt->footprints))
        js_note_settled(ctx, s->promise, is_reject);
    if (s->presolved->already_resolved) {
        js_call_promise_hook(ctx, JS_PROMISE_HOOK_RESOLVE_AGAIN + is_reject,
                             s->promise, resolution);
        return JS_UNDEFINED;
    }
    s->presolved->already_resolved = true;
#ifdef ENABLE_DUMPS // JS_DUMP_PROMISE
    if (check_dump_flag(ctx->rt, JS_DUMP_PROMISE)) {
        printf("js_promise_resolving_function_call: is_reject=%d resolution=",
               is_reject);
        JS_DumpValue(ctx->rt, resolution);
        printf("\n");
    }
#endif
    js_promise_settle(ctx, s->promise, resolution, is_reject);
    return JS_UNDEFINED;
}

static JSValue js_new_promise_object(JSContext *ctx, JSValueConst new_target)
{
    JSValue proto;
    JSObject *p;
    JSShape *sh;

    if (JS_IsUndefined(new_target)) {
        p = JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_PROMISE]);
        sh = js_new_bare_shape(ctx, p);
    } else {
        proto = js_get_ctor_proto(ctx, new_target, JS_CLASS_PROMISE);
        if (JS_IsException(proto))
            return proto;
        sh = js_new_bare_shape(ctx, JS_VALUE_GET_OBJ(proto));
        JS_FreeValue(ctx, proto);
    }
    if (!sh)
        return JS_EXCEPTION;
    return js_new_object_sized(ctx, sh, JS_CLASS_PROMISE, NULL,
                               JS_INNER_DATA + sizeof(JSPromiseData));
}

/* Create a new promise object with resolving functions. Returns the promise
   and sets resolving_funcs[0] (resolve) and resolving_funcs[1] (reject); NULL:
   none. A promise hook is told of the parent. */
static JSValue js_promise_new(JSContext *ctx, JSValueConst new_target,
                              JSValue *resolving_funcs, JSValueConst parent)
{
    JSValue obj;
    JSPromiseData *s;
    JSRuntime *rt;

    obj = js_new_promise_object(ctx, new_target);
    if (JS_IsException(obj))
        return JS_EXCEPTION;
    s = js_inner_data(obj);
    s->promise_state = JS_PROMISE_PENDING;
    s->host_id = 0;
    s->is_handled = false;
    s->host_place = 0;
    init_list_head(&s->promise_reactions);
    s->promise_result = JS_UNDEFINED;
    JS_SetOpaqueInternal(obj, s);
    if (resolving_funcs &&
        js_create_resolving_functions(ctx, resolving_funcs, obj)) {
        JS_FreeValue(ctx, obj);
        return JS_EXCEPTION;
    }
    rt = ctx->rt;
    if (rt->promise_hook) {
        rt->promise_hook(ctx, JS_PROMISE_HOOK_INIT, obj, parent,
                         rt->promise_hook_opaque);
    }
    return obj;
}

/* Is the constructor of promises that nobody changed Promise? */
static bool js_has_plain_promises(JSContext *ctx)
{
    JSObject *proto = JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_PROMISE]);
    uint32_t at = ctx->promise_place;
    JSShapeProperty *prs = get_shape_prop(proto->shape) + at;
    JSProperty *pr = &proto->prop[at];

    if (unlikely(at >= proto->shape->prop_count ||
                 prs->atom != JS_ATOM_constructor)) {
        prs = find_own_property(&pr, proto, JS_ATOM_constructor);
        if (!prs)
            return false;
        ctx->promise_place = prs - get_shape_prop(proto->shape);
    }
    return !(prs->flags & JS_PROP_TMASK) &&
           JS_VALUE_GET_TAG(pr->u.value) == JS_TAG_OBJECT &&
           JS_VALUE_GET_PTR(pr->u.value) == JS_VALUE_GET_PTR(ctx->promise_ctor);
}

/* Is it certain, without running anything, that the constructor of this promise
   is Promise? */
static bool js_is_plain_promise(JSContext *ctx, JSValueConst promise)
{
    JSShape *sh = JS_VALUE_GET_OBJ(promise)->shape;

    return sh->prop_count == 0 &&
           sh->proto == JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_PROMISE]) &&
           js_has_plain_promises(ctx);
}

static bool js_is_promise_ctor(JSContext *ctx, JSValueConst ctor)
{
    return JS_IsUndefined(ctor) || js_same_value(ctx, ctor, ctx->promise_ctor);
}

/* A promise that only its reaction settles. The promise stands in the place of
   the first function, and true in that of the second. */
static JSValue js_promise_new_alone(JSContext *ctx, JSValue *resolving_funcs,
                                    JSValueConst parent)
{
    JSValue promise = js_promise_new(ctx, JS_UNDEFINED, NULL, parent);

    if (!JS_IsException(promise)) {
        resolving_funcs[0] = js_dup(promise);
        resolving_funcs[1] = JS_TRUE;
    }
    return promise;
}

static JSValue js_promise_constructor(JSContext *ctx, JSValueConst new_target,
                                      int argc, JSValueConst *argv)
{
    char words[JS_WORDS_SIZE];
    JSValueConst executor;
    JSValue obj;
    JSValue args[2], ret;

    executor = argv[0];
    if (!JS_IsFunction(ctx, executor))
        return JS_ThrowTypeError(ctx, "Promise resolver %s is not a function",
                                 js_words_of(ctx, words, executor));
    obj = js_promise_new(ctx, new_target, args, JS_UNDEFINED);
    if (JS_IsException(obj))
        return JS_EXCEPTION;
    ret = JS_Call(ctx, executor, JS_UNDEFINED, 2, vc(args));
    if (JS_IsException(ret)) {
        JSValue ret2, error;
        error = JS_GetException(ctx);
        ret2 = JS_Call(ctx, args[1], JS_UNDEFINED, 1, vc(&error));
        JS_FreeValue(ctx, error);
        if (JS_IsException(ret2))
            goto fail;
        JS_FreeValue(ctx, ret2);
    }
    JS_FreeValue(ctx, ret);
    JS_FreeValue(ctx, args[0]);
    JS_FreeValue(ctx, args[1]);
    return obj;
fail:
    JS_FreeValue(ctx, args[0]);
    JS_FreeValue(ctx, args[1]);
    JS_FreeValue(ctx, obj);
    return JS_EXCEPTION;
}

JSValue JS_PromiseThen(JSContext *ctx, JSValueConst promise,
                       JSValueConst on_fulfilled, JSValueConst on_rejected)
{
    JSValue result_promise, resolving_funcs[2];
    JSValueConst handlers[2] = { on_fulfilled, on_rejected };
    int i, ret;

    if (!JS_GetOpaque2(ctx, promise, JS_CLASS_PROMISE))
        return JS_EXCEPTION;

    /* Match the embedding API: create an intrinsic promise and do not consult
       Promise.prototype.then or Symbol.species. */
    result_promise = js_promise_new_alone(ctx, resolving_funcs, promise);
    if (JS_IsException(result_promise))
        return result_promise;

    ret = perform_promise_then(ctx, promise, handlers, vc(resolving_funcs));
    for (i = 0; i < 2; i++)
        JS_FreeValue(ctx, resolving_funcs[i]);
    if (ret) {
        JS_FreeValue(ctx, result_promise);
        return JS_EXCEPTION;
    }
    return result_promise;
}

/* the steps of Promise.resolve() and Promise.reject(). 'parent' is for a
   promise that no constructor makes */
static JSValue js_promise_resolve_for(JSContext *ctx, JSValueConst ctor,
                                      JSValueConst value, bool is_reject,
                                      JSValueConst parent)
{
    JSValue result_promise, resolving_funcs[2], ret;

    if (!is_reject && JS_GetOpaque(value, JS_CLASS_PROMISE)) {
        JSValue own;
        bool is_same;
        own = JS_GetProperty(ctx, value, JS_ATOM_constructor);
        if (JS_IsException(own))
            return own;
        is_same = js_same_value(ctx, own, ctor);
        JS_FreeValue(ctx, own);
        if (is_same)
            return js_dup(value);
    }
    /* nobody can get hold of the functions */
    if (js_same_value(ctx, ctor, ctx->promise_ctor)) {
        result_promise = js_promise_new(ctx, JS_UNDEFINED, NULL, parent);
        if (!JS_IsException(result_promise))
            js_promise_settle(ctx, result_promise, value, is_reject);
        return result_promise;
    }
    result_promise = js_new_promise_capability(ctx, resolving_funcs, ctor);
    if (JS_IsException(result_promise))
        return result_promise;
    ret = JS_Call(ctx, resolving_funcs[is_reject], JS_UNDEFINED, 1, &value);
    JS_FreeValue(ctx, resolving_funcs[0]);
    JS_FreeValue(ctx, resolving_funcs[1]);
    if (JS_IsException(ret)) {
        JS_FreeValue(ctx, result_promise);
        return ret;
    }
    JS_FreeValue(ctx, ret);
    return result_promise;
}

static JSValue js_promise_resolve(JSContext *ctx, JSValueConst this_val,
                                  int argc, JSValueConst *argv, int magic)
{
    if (!JS_IsObject(this_val))
        return JS_ThrowTypeError(ctx,
                                 magic ? "PromiseReject called on non-object"
                                       : "PromiseResolve called on non-object");
    return js_promise_resolve_for(ctx, this_val, argv[0], magic, JS_UNDEFINED);
}
