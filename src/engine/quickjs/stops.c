/*
 * stops.c - a stop leaves every frame: terminate(), process.exit(), the time of
 * a script of node:vm, SIGINT, the end of memory.
 *
 *     interrupt handler says so, or the host calls JS_Stop()
 *       -> current_exception is JS_EXCEPTION itself, which no throw ever is
 *          functions return JS_EXCEPTION, as for any other exception, but
 *            JS_GetException() gives undefined and leaves it pending
 *            JS_Throw() drops what it is given
 *            promises are not settled, jobs do not start
 *            every call of a function is refused: each context polls at once
 *            a native function that returned a value all the same has thrown
 *       -> JS_EndStop() by whoever began what was stopped; or never
 *
 * So native code that takes an exception and goes on (a promise's executor,
 * the closing of an iterator, a formatter of stacks) needs no case of its own.
 * What it calls is refused, and what it returns is dropped.
 *
 * Where a stop is looked for: at jumps and calls, every 10,000 of them; when a
 * native function returns, if somebody has asked for it or waits for a time; in
 * native code by the work that is done, js_did_work() and js_poll_work().
 *
 * What must stay true: as long as a stop is pending, `attention` is set, the
 * interrupt counter of every context is 1, and `work` is above its limit.
 */

static no_inline void js_poll_at_once(JSRuntime *rt)
{
    struct list_head *el;

    rt->work = 0;
    list_for_each(el, &rt->context_list) list_entry(el, JSContext, link)
        ->interrupt_counter = 1;
    JS_RequestPoll(rt);
}

JSValue JS_Stop(JSContext *ctx)
{
    JSRuntime *rt = ctx->rt;

    if (!js_is_stopping(rt)) {
        JS_FreeValueRT(rt, rt->current_exception);
        rt->current_exception = JS_EXCEPTION;
    }
    js_poll_at_once(rt);
    rt->work = JS_WORK_NS + 1; /* so that loops are left, too */
    return JS_EXCEPTION;
}

bool JS_IsStopping(JSRuntime *rt)
{
    return js_is_stopping(rt);
}

void JS_EndStop(JSContext *ctx)
{
    if (js_is_stopping(ctx->rt))
        ctx->rt->current_exception = JS_UNINITIALIZED;
}

JS_EXTERN uintptr_t JS_GetStackLimit(JSRuntime *rt);
uintptr_t JS_GetStackLimit(JSRuntime *rt)
{
    return rt->stack_limit;
}

void JS_RequestPoll(JSRuntime *rt)
{
    atomic_store(&rt->attention, 1);
}

void JS_SetPollAlways(JSRuntime *rt, bool on)
{
    rt->polls_always = on;
    if (on)
        JS_RequestPoll(rt);
}

void JS_DidWork(JSRuntime *rt, size_t ns)
{
    js_did_work(rt, ns);
}

int JS_PollWork(JSContext *ctx, size_t ns)
{
    return js_poll_work(ctx, ns) ? -1 : 0;
}

/* Ask the interrupt handler, unless it has answered already. True: a stop is
 * pending. The byte is cleared first: a request that comes meanwhile sets it
 * again. */
static no_inline bool js_look_for_stop(JSContext *ctx)
{
    JSRuntime *rt = ctx->rt;

    rt->work = 0;
    if (rt->stops_held > 0)
        return false;
    if (!js_is_stopping(rt)) {
        if (!rt->polls_always)
            atomic_exchange(&rt->attention, 0);
        if (rt->interrupt_handler == NULL ||
            !rt->interrupt_handler(rt, rt->interrupt_opaque))
            return false;
    }
    JS_Stop(ctx);
    return true;
}

/* The end of a native function, if there is something to look at. */
static no_inline JSValue js_leave_native(JSContext *ctx, JSValue result)
{
    if (js_look_for_stop(ctx)) {
        JS_FreeValue(ctx, result);
        result = JS_EXCEPTION;
    }
    return result;
}

JSValue JS_SetAsideException(JSContext *ctx)
{
    JSRuntime *rt = ctx->rt;
    const JSValue pending = rt->current_exception;

    rt->stops_held++;
    rt->current_exception = JS_UNINITIALIZED;
    return pending;
}

/* What failed in between is dropped, if something was pending before. */
void JS_PutBackException(JSContext *ctx, JSValue pending)
{
    JSRuntime *rt = ctx->rt;

    rt->stops_held--;
    if (JS_IsException(pending))
        JS_Stop(ctx);
    else if (!JS_IsUninitialized(pending))
        JS_Throw(ctx, pending);
}

static no_inline __exception int __js_poll_interrupts(JSContext *ctx)
{
    JSRuntime *rt = ctx->rt;
    const JSValue *new_target =
        rt->new_target; /* the handler may call others */
    ctx->interrupt_counter = JS_INTERRUPT_COUNTER_INIT;
    if (js_look_for_stop(ctx))
        return -1;
    rt->new_target = new_target;
    return 0;
}

static inline __exception int js_poll_interrupts(JSContext *ctx)
{
    if (unlikely(--ctx->interrupt_counter == 0)) {
        return __js_poll_interrupts(ctx);
    } else {
        return 0;
    }
}

/* likewise at a jump to 'pc': the handler may ask where the function is */
static inline __exception int js_poll_jump(JSContext *ctx, JSStackFrame *sf,
                                           uint8_t *pc)
{
    if (likely(--ctx->interrupt_counter != 0))
        return 0;
    sf->cur_pc = pc + 1;
    return __js_poll_interrupts(ctx);
}
