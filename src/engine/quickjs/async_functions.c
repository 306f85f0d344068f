/*
 * async_functions.c - async functions and async generators. Where an await has
 * two resolving functions in the specification it has the function itself, as a
 * value of the tag JS_TAG_AWAIT, which no program ever gets. A function that
 * never awaits has no state of its own at all.
 *
 * `await f()` needs no promise of f() if f is over when it returns: only the
 * await would ever see it.
 *
 *     OP_call  js_call_async()   f returned 7: rt->await_spared = true, 7
 *     OP_await                   waits for 7, as it would for a promise of 7
 *
 * What must stay true: the number of microtasks is that of the specification
 * (or of older engines, JS_SetWrappingAwait), whatever is saved in between;
 * test/semantics compares it with Node, and the form `p` of forms.c makes every
 * promise.
 */

/* the bytes of its arguments, variables and stack */
static size_t async_func_buf_size(JSFunctionBytecode *b, int argc)
{
    int local_count =
        max_int(b->arg_count, argc) + b->var_count + b->stack_size;

    return sizeof(JSValue) * max_int(local_count, 1) +
           sizeof(JSVarRef *) * b->var_ref_count;
}

/* 'buf' is memory for these that the state is in a block with, or NULL */
static __exception int async_func_init(JSContext *ctx, JSAsyncFunctionState *s,
                                       JSValueConst func_obj,
                                       JSValueConst this_obj, int argc,
                                       JSValueConst *argv, JSValue *buf)
{
    JSObject *p;
    JSFunctionBytecode *b;
    JSStackFrame *sf;
    int i, arg_buf_len, n;

    sf = &s->frame;
    p = JS_VALUE_GET_OBJ(func_obj);
    b = p->u.func.function_bytecode;
    sf->is_strict_mode = b->is_strict_mode;
    sf->is_constructor = false;
    sf->cur_pc = b->byte_code_buf;
    arg_buf_len = max_int(b->arg_count, argc);
    s->keeps_buf = buf != NULL;
    sf->arg_buf = buf ? buf : js_malloc(ctx, async_func_buf_size(b, argc));
    if (!sf->arg_buf)
        return -1;
    sf->cur_func = js_dup(func_obj);
    s->this_val = js_dup(this_obj);
    sf->this_val = this_obj;
    s->argc = argc;
    sf->arg_count = arg_buf_len;
    sf->var_buf = sf->arg_buf + arg_buf_len;
    sf->cur_sp = sf->var_buf + b->var_count;
    /* set by the caller once the owning coroutine GC object exists */
    sf->cur_gc_obj = NULL;
    sf->var_refs = (JSVarRef **)(sf->cur_sp + b->stack_size);
    sf->var_ref_count = b->var_ref_count;
    for (i = 0; i < b->var_ref_count; i++)
        sf->var_refs[i] = NULL;
    for (i = 0; i < argc; i++)
        sf->arg_buf[i] = js_dup(argv[i]);
    n = arg_buf_len + b->var_count;
    for (i = argc; i < n; i++)
        sf->arg_buf[i] = JS_UNDEFINED;
    return 0;
}

static JSValue async_func_resume(JSContext *ctx, JSAsyncFunctionState *s)
{
    JSObject *p = JS_VALUE_GET_OBJ(s->frame.cur_func);

    if (js_check_entry(ctx->rt, p->u.func.function_bytecode, 0))
        return JS_ThrowStackOverflow(ctx);

    return js_call_bytecode(ctx, (void *)s, s->this_val,
                            JS_CALL_WORD(s->argc, JS_CALL_FLAG_GENERATOR),
                            vc(s->frame.arg_buf));
}

/* What the program text calls a function, "" if nothing; a method has its name
   from its object. */
static JSAtom js_dup_code_name(JSContext *ctx, JSValueConst func)
{
    JSObject *p = JS_VALUE_GET_OBJ(func);
    JSAtom name = p->u.func.function_bytecode->func_name;
    JSShapeProperty *prs;
    JSProperty *pr;

    if (name != JS_ATOM_NULL && name != JS_ATOM_empty_string)
        return JS_DupAtom(ctx, name);
    prs = find_own_property(&pr, p, JS_ATOM_name);
    if (!prs || (prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL ||
        !JS_IsString(pr->u.value) || string_rope_get_len(pr->u.value) == 0 ||
        string_rope_get(pr->u.value, 0) == '[')
        return JS_ATOM_empty_string;
    return JS_ValueToAtom(ctx, pr->u.value);
}

static void js_async_function_free0(JSRuntime *rt, JSAsyncFunctionData *s)
{
    js_async_function_terminate(rt, s);
    JS_FreeValueRT(rt, s->promise);
    remove_gc_object(&s->header);
    js_free_rt(rt, s);
}

void JS_SetWrappingAwait(JSRuntime *rt, bool enable)
{
    rt->wrapping_await = enable;
}

void JS_SetAwaitingYieldStar(JSRuntime *rt, bool enable)
{
    rt->awaiting_yield_star = enable;
}

/* the promise that 'await value' waits for. If it had to be made, a promise
   hook is told of 'parent' */
static JSValue js_await_promise(JSContext *ctx, JSValueConst value,
                                JSValueConst parent)
{
    JSValue promise;

    if (likely(!ctx->rt->wrapping_await)) {
        if (JS_IsPromise(value) && js_is_plain_promise(ctx, value))
            return js_dup(value);
        return js_promise_resolve_for(ctx, ctx->promise_ctor, value, false,
                                      parent);
    }
    promise = js_promise_new(ctx, JS_UNDEFINED, NULL, parent);
    if (!JS_IsException(promise))
        js_promise_settle(ctx, promise, value, false);
    return promise;
}

/* 'await value' by an async function. A value that is no object cannot have a
   then(): nothing but a promise hook could see the promise of it. */
static __exception int js_await(JSContext *ctx, JSValueConst value,
                                JSValueConst parent, JSValueConst handler,
                                JSStackFrame *awaiting)
{
    JSValueConst resolve_reject[2];
    JSValue promise;
    int res;

    if (!JS_IsObject(value) && !ctx->rt->promise_hook)
        return js_await_value(ctx, value, handler, awaiting);
    promise = js_await_promise(ctx, value, parent);
    if (JS_IsException(promise))
        return -1;
    resolve_reject[0] = handler;
    resolve_reject[1] = handler;
    res = js_await_then(ctx, promise, resolve_reject, awaiting);
    JS_FreeValue(ctx, promise);
    return res;
}

/* The promise of a call, for one that may have begun to run without it: a
   promise hook that was set meanwhile is not told of it, as of all that are
   older than the hook. */
static JSValue js_promise_new_late(JSContext *ctx)
{
    JSRuntime *rt = ctx->rt;
    JSPromiseHook *hook = rt->promise_hook;
    JSValue promise;

    rt->promise_hook = NULL;
    js_need_begin(ctx);
    promise = js_promise_new(ctx, JS_UNDEFINED, NULL, JS_UNDEFINED);
    js_need_end(ctx);
    rt->promise_hook = hook;
    return promise;
}

/* The function stands at an await, with its value on top of its stack. */
static __exception int js_async_function_await(JSContext *ctx,
                                               JSAsyncFunctionData *s)
{
    JSStackFrame *sf = &s->func_state.frame;
    const bool is_spared = ctx->rt->await_spared;
    const JSValueConst handler = JS_MKPTR(JS_TAG_AWAIT, s);
    JSValue value;
    int res;

    ctx->rt->await_spared = false;
    value = sf->cur_sp[-1];
    sf->cur_sp[-1] = JS_UNDEFINED;
    s->has_awaited = true;
    if (is_spared)
        res = js_await_value(ctx, value, handler, sf);
    else
        res = js_await(ctx, value, s->promise, handler, sf);
    js_free_inline(ctx->rt, value);
    return res;
}

/* The function is over: 'value' is what it returned, or an exception, which is
   what it threw. False: it was stopped. */
static bool js_async_function_end(JSContext *ctx, JSAsyncFunctionData *s,
                                  JSValue value)
{
    const bool is_reject = JS_IsException(value);
    bool is_stopped = false;

    if (is_reject) {
        is_stopped = JS_IsUncatchableError(ctx->rt->current_exception);
        if (!is_stopped)
            value = JS_GetException(ctx);
    }
    if (likely(!is_stopped)) {
        js_need_begin(ctx);
        js_promise_settle(ctx, s->promise, value, is_reject);
        js_need_end(ctx);
        js_free_inline(ctx->rt, value);
    }
    js_async_function_terminate(ctx->rt, s);
    return !is_stopped;
}

/* What it returned, or an exception. JS_UNINITIALIZED: it awaits. */
static JSValue js_async_function_run(JSContext *ctx, JSAsyncFunctionData *s)
{
    JSValue func_ret = async_func_resume(ctx, &s->func_state), value;

    if (JS_IsException(func_ret))
        return func_ret;
    if (!JS_IsUndefined(func_ret))
        return JS_UNINITIALIZED;
    value = s->func_state.frame.cur_sp[-1];
    s->func_state.frame.cur_sp[-1] = JS_UNDEFINED;
    return value;
}

static bool js_async_function_resume(JSContext *ctx, JSAsyncFunctionData *s)
{
    JSObject *func = JS_VALUE_GET_OBJ(s->func_state.frame.cur_func);
    JSValue value;

    ctx = func->u.func.function_bytecode->realm;
    value = js_async_function_run(ctx, s);
    if (JS_IsUninitialized(value)) {
        if (likely(js_async_function_await(ctx, s) == 0))
            return true;
        value = JS_EXCEPTION;
    }
    return js_async_function_end(ctx, s, value);
}

/* the await is over */
static JSValue js_async_function_go_on(JSContext *ctx, JSValueConst handler,
                                       JSValueConst arg, bool is_reject)
{
    JSAsyncFunctionData *s = JS_VALUE_GET_PTR(handler);

    s->func_state.throw_flag = is_reject;
    if (is_reject) {
        JS_Throw(ctx, js_dup(arg));
    } else {
        /* return value of await */
        s->func_state.frame.cur_sp[-1] = js_dup(arg);
    }
    if (!js_async_function_resume(ctx, s))
        return JS_EXCEPTION;
    return JS_UNDEFINED;
}

/* The job of an await that no promise hook was told of: (handler, result). */
static force_inline JSValue js_await_job(JSContext *ctx, JSValueConst *argv,
                                         bool is_reject)
{
    JSRuntime *rt = ctx->rt;
    JSValueConst *outer = rt->reaction;
    JSValue ret;

    rt->reaction = NULL;
    ret = js_async_function_go_on(ctx, argv[0], argv[1], is_reject);
    rt->reaction = outer;
    return ret;
}

static JSValue js_await_fulfilled_job(JSContext *ctx, int argc,
                                      JSValueConst *argv)
{
    return js_await_job(ctx, argv, false);
}

static JSValue js_await_rejected_job(JSContext *ctx, int argc,
                                     JSValueConst *argv)
{
    return js_await_job(ctx, argv, true);
}

/* Would an await of this context see no more of a promise than its result? */
static bool js_await_is_plain(JSContext *ctx)
{
    JSRuntime *rt = ctx->rt;

    return !rt->promise_hook && !rt->wrapping_await && !rt->footprints &&
           rt->own_job_queues == 0 && js_has_plain_promises(ctx);
}

/* How a call ends whose promise was not made before. An await gets the value,
   unless it had to look at the promise, or the value is to be waited for. */
static JSValue js_async_function_finish_late(JSContext *ctx, JSValue value)
{
    const bool is_reject = JS_IsException(value);
    JSValue then = JS_UNDEFINED, promise;

    if (is_reject) {
        if (JS_IsUncatchableError(ctx->rt->current_exception))
            return JS_EXCEPTION;
        value = JS_GetException(ctx);
    } else {
        if (JS_IsObject(value))
            then = js_get_as_program(ctx, value, JS_ATOM_then);
        if (!JS_IsException(then) && !JS_IsFunction(ctx, then) &&
            js_await_is_plain(ctx)) {
            JS_FreeValue(ctx, then);
            ctx->rt->await_spared = true;
            return value;
        }
    }
    promise = js_promise_new_late(ctx);
    js_need_begin(ctx);
    if (is_reject)
        fulfill_or_reject_promise(ctx, promise, value, true);
    else
        js_promise_settle_by(ctx, promise, value, then);
    js_need_end(ctx);
    JS_FreeValue(ctx, value);
    return promise;
}

/* One that never awaits is called as any other function is: nobody will need
   its frame later. */
static JSValue js_async_function_call_whole(JSContext *ctx,
                                            JSValueConst func_obj,
                                            JSValueConst this_obj, int argc,
                                            JSValueConst *argv, int flags)
{
    JSValue promise, value;
    bool is_reject;

    promise = js_promise_new(ctx, JS_UNDEFINED, NULL, JS_UNDEFINED);
    if (JS_IsException(promise))
        return promise;
    value = js_call_bytecode(ctx, JS_VALUE_GET_OBJ(func_obj), this_obj,
                             JS_CALL_WORD(argc, flags & JS_CALL_FLAG_COPY_ARGV),
                             argv);
    is_reject = JS_IsException(value);
    if (unlikely(is_reject)) {
        if (JS_IsUncatchableError(ctx->rt->current_exception)) {
            JS_FreeValue(ctx, promise);
            return JS_EXCEPTION;
        }
        value = JS_GetException(ctx);
    }
    js_need_begin(ctx);
    js_promise_settle(ctx, promise, value, is_reject);
    js_need_end(ctx);
    js_free_inline(ctx->rt, value);
    return promise;
}

/* What it has before it begins to run; NULL: no memory. */
static JSAsyncFunctionData *js_async_function_new(JSContext *ctx,
                                                  JSValueConst func_obj,
                                                  JSValueConst this_obj,
                                                  int argc, JSValueConst *argv)
{
    JSFunctionBytecode *b =
        JS_VALUE_GET_OBJ(func_obj)->u.func.function_bytecode;
    JSAsyncFunctionData *s;
    size_t size;
    bool is_small;

    /* one block for both, if it is a small one */
    size = sizeof(*s) + async_func_buf_size(b, argc);
    is_small = size <= JS_ARENA_MAX_SMALL_SIZE - sizeof(JSMallocBlockHeader);
    s = js_malloc(ctx, is_small ? size : sizeof(*s));
    if (!s)
        return NULL;
    JS_REF_COUNT(s) = 1;
    add_gc_object(ctx->rt, &s->header, JS_GC_OBJ_TYPE_ASYNC_FUNCTION);
    s->has_awaited = false;
    s->is_active = false;
    s->func_state.throw_flag = false;
    s->promise = JS_UNDEFINED;
    if (async_func_init(ctx, &s->func_state, func_obj, this_obj, argc, argv,
                        is_small ? (JSValue *)(s + 1) : NULL)) {
        js_async_function_free(ctx->rt, s);
        return NULL;
    }
    s->is_active = true;
    /* the body runs immediately (up to the first await), so the frame must
       already know its owning coroutine to root captured locals */
    s->func_state.frame.cur_gc_obj = &s->header;
    return s;
}

/* The call of one whose promise is made when it first awaits. */
static JSValue js_async_function_call_late(JSContext *ctx,
                                           JSAsyncFunctionData *s)
{
    JSValue value = js_async_function_run(ctx, s), promise;

    if (!JS_IsUninitialized(value)) {
        promise = js_async_function_finish_late(ctx, value);
        js_async_function_terminate(ctx->rt, s);
        return promise;
    }
    promise = js_promise_new_late(ctx);
    s->promise = js_dup(promise);
    if (unlikely(js_async_function_await(ctx, s) != 0) &&
        !js_async_function_end(ctx, s, JS_EXCEPTION)) {
        JS_FreeValue(ctx, promise);
        return JS_EXCEPTION;
    }
    return promise;
}

static JSValue js_async_function_call(JSContext *ctx, JSValueConst func_obj,
                                      JSValueConst this_obj, int argc,
                                      JSValueConst *argv, int flags)
{
    JSFunctionBytecode *b =
        JS_VALUE_GET_OBJ(func_obj)->u.func.function_bytecode;
    JSAsyncFunctionData *s;
    JSValue promise;

    ctx = b->realm; /* the promise is of the function's context */
    if (b->never_awaits)
        return js_async_function_call_whole(ctx, func_obj, this_obj, argc, argv,
                                            flags);
    s = js_async_function_new(ctx, func_obj, this_obj, argc, argv);
    if (!s)
        return JS_EXCEPTION;
    if (flags & JS_CALL_FLAG_AWAITED) {
        promise = js_async_function_call_late(ctx, s);
    } else {
        promise = js_promise_new(ctx, JS_UNDEFINED, NULL, JS_UNDEFINED);
        if (!JS_IsException(promise)) {
            s->promise = js_dup(promise);
            if (!js_async_function_resume(ctx, s)) {
                JS_FreeValue(ctx, promise);
                promise = JS_EXCEPTION;
            }
        }
    }
    js_async_function_free(ctx->rt, s);
    return promise;
}

/* Will the result of the running instruction be awaited, by a function of this
   context? Nothing can come between a call and the OP_await after it. */
static inline bool js_is_awaited(JSContext *ctx, JSFunctionBytecode *b,
                                 const uint8_t *pc)
{
    JSGCObjectHeader *h = ctx->rt->current_stack_frame->cur_gc_obj;

    /* in other functions nothing need follow a tail call */
    return h && JS_GC_TYPE(h) == JS_GC_OBJ_TYPE_ASYNC_FUNCTION &&
           *pc == OP_await && b->realm == ctx && !ctx->rt->promise_hook;
}

/* A call of an async function from bytecode, which goes on at 'pc'. */
static no_inline JSValue js_call_async(JSContext *ctx, JSObject *p,
                                       JSValueConst this_obj, int argc,
                                       JSValueConst *argv, const uint8_t *pc)
{
    JSFunctionBytecode *b = p->u.func.function_bytecode;
    const JSValueConst func_obj = JS_MKPTR(JS_TAG_OBJECT, p);
    JSRuntime *rt = ctx->rt;
    JSValue ret_val;

    if (js_has_forms())
        return js_call_other(ctx, func_obj, this_obj, argc, argv, 0);
    if (!js_is_awaited(ctx, b, pc)) {
        ret_val =
            js_async_function_call(ctx, func_obj, this_obj, argc, argv, 0);
    } else if (!b->never_awaits) {
        ret_val = js_async_function_call(ctx, func_obj, this_obj, argc, argv,
                                         JS_CALL_FLAG_AWAITED);
    } else {
        ret_val =
            js_call_bytecode(ctx, p, this_obj, JS_CALL_WORD(argc, 0), argv);
        if (likely(!JS_IsException(ret_val) && !JS_IsObject(ret_val) &&
                   js_await_is_plain(ctx)))
            rt->await_spared = true;
        else
            ret_val = js_async_function_finish_late(ctx, ret_val);
    }
    if (unlikely(js_must_look(rt))) {
        ret_val = js_leave_native(ctx, ret_val);
        if (JS_IsException(ret_val))
            rt->await_spared = false;
    }
    return ret_val;
}

JSAtom JS_GetGeneratorName(JSValueConst obj)
{
    JSGeneratorData *g = JS_GetOpaque(obj, JS_CLASS_GENERATOR);
    JSAsyncGeneratorData *a = JS_GetOpaque(obj, JS_CLASS_ASYNC_GENERATOR);

    return g ? g->name : a ? a->name : JS_ATOM_NULL;
}

/* the promise of the request that is served: what is awaited is awaited on its
   behalf */
static JSValueConst js_async_generator_served(JSAsyncGeneratorData *s)
{
    JSAsyncGeneratorRequest *first;

    if (list_empty(&s->queue))
        return JS_UNDEFINED;
    first = list_entry(s->queue.next, JSAsyncGeneratorRequest, link);
    return first->promise;
}

static int js_async_generator_await(JSContext *ctx, JSAsyncGeneratorData *s,
                                    JSValue value)
{
    JSValue promise, resolving_funcs[2];
    int i, res;

    promise = js_await_promise(ctx, value, js_async_generator_served(s));
    if (JS_IsException(promise))
        goto fail;

    if (js_async_generator_resolve_function_create(
            ctx, JS_MKPTR(JS_TAG_OBJECT, s->generator), resolving_funcs,
            false)) {
        JS_FreeValue(ctx, promise);
        goto fail;
    }

    res =
        js_await_then(ctx, promise, vc(resolving_funcs), &s->func_state.frame);
    JS_FreeValue(ctx, promise);
    for (i = 0; i < 2; i++)
        JS_FreeValue(ctx, resolving_funcs[i]);
    if (res)
        goto fail;
    return 0;
fail:
    return -1;
}

static void js_async_generator_resolve_or_reject(JSContext *ctx,
                                                 JSAsyncGeneratorData *s,
                                                 JSValueConst result,
                                                 int is_reject)
{
    JSAsyncGeneratorRequest *next;

    next = list_entry(s->queue.next, JSAsyncGeneratorRequest, link);
    list_del(&next->link);
    js_need_begin(ctx);
    js_promise_settle(ctx, next->promise, result, is_reject);
    js_need_end(ctx);
    JS_FreeValue(ctx, next->result);
    JS_FreeValue(ctx, next->promise);
    js_free(ctx, next);
}

static void js_async_generator_resolve(JSContext *ctx, JSAsyncGeneratorData *s,
                                       JSValueConst value, bool done)
{
    JSValue result;
    js_need_begin(ctx);
    result = js_create_iterator_result(ctx, js_dup(value), done);
    js_need_end(ctx);
    js_async_generator_resolve_or_reject(ctx, s, result, 0);
    JS_FreeValue(ctx, result);
}

static int js_async_generator_completed_return(JSContext *ctx,
                                               JSAsyncGeneratorData *s,
                                               JSValue value)
{
    JSValue promise, resolving_funcs1[2];
    int res;

    // Can fail looking up JS_ATOM_constructor when is_reject==0.
    promise = js_await_promise(ctx, value, js_async_generator_served(s));
    // A poisoned .constructor property is observable and the resulting
    // exception should be delivered to the catch handler.
    if (JS_IsException(promise)) {
        JSValue err = JS_GetException(ctx);
        promise = js_promise_resolve(ctx, ctx->promise_ctor, 1, vc(&err),
                                     /*is_reject*/ 1);
        JS_FreeValue(ctx, err);
        if (JS_IsException(promise))
            return -1;
    }
    if (js_async_generator_resolve_function_create(
            ctx, JS_MKPTR(JS_TAG_OBJECT, s->generator), resolving_funcs1,
            true)) {
        JS_FreeValue(ctx, promise);
        return -1;
    }
    res = js_await_then(ctx, promise, vc(resolving_funcs1), NULL);
    JS_FreeValue(ctx, resolving_funcs1[0]);
    JS_FreeValue(ctx, resolving_funcs1[1]);
    JS_FreeValue(ctx, promise);
    return res;
}

/* magic = GEN_MAGIC_x */
static JSValue js_async_generator_next(JSContext *ctx, JSValueConst this_val,
                                       int argc, JSValueConst *argv, int magic)
{
    JSAsyncGeneratorData *s = JS_GetOpaque(this_val, JS_CLASS_ASYNC_GENERATOR);
    JSValue promise;
    JSAsyncGeneratorRequest *req;

    promise = js_promise_new(ctx, JS_UNDEFINED, NULL, JS_UNDEFINED);
    if (JS_IsException(promise))
        return JS_EXCEPTION;
    if (!s) {
        JSValue err;
        JS_ThrowTypeError(ctx, "not an AsyncGenerator object");
        err = JS_GetException(ctx);
        js_promise_settle(ctx, promise, err, true);
        JS_FreeValue(ctx, err);
        return promise;
    }
    req = js_mallocz(ctx, sizeof(*req));
    if (!req) {
        JS_FreeValue(ctx, promise);
        return JS_EXCEPTION;
    }
    req->completion_type = magic;
    req->result = js_dup(argv[0]);
    req->promise = js_dup(promise);
    list_add_tail(&req->link, &s->queue);
    if (s->state != JS_ASYNC_GENERATOR_STATE_EXECUTING) {
        js_async_generator_resume_next(ctx, s);
    }
    return promise;
}
