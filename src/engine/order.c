/*
 * order.c - the order core: what runs when, once the loop has called in.
 *
 *     scope exit, and between two timers or two immediates:
 *
 *         no tick waits?  microtasks
 *         still nothing, and no rejection?  done
 *         again:  all ticks, also those added meanwhile
 *                 all microtasks, also those added meanwhile
 *                 if a tick came: again
 *                 unhandled rejections; if there was one: again
 *
 * What must stay true:
 * 1. order__run_call() and run_job() are the only places where queued
 *    JavaScript starts, and both run inside door.call() with its own record.
 * 2. An exception is reported inside the call that threw it, so that the door
 *    knows whose it is. What the queues then do differs, and each says so: a
 *    tick ends the drain, a microtask does not, a timer and an immediate start
 *    their pass afresh.
 * 3. While something runs, quickjs's async id is its record's id: then() and
 *    await note it as the cause of the reaction, resolving as its trigger.
 */
#include "engine/internal.h"

#include <errno.h>

/* ---- Stored arguments --------------------------------------------------- */

order_args *order__keep_args(JSContext *ctx, int argc, JSValueConst *argv)
{
    order_args *args =
        js_malloc(ctx, sizeof *args + (size_t)argc * sizeof(JSValue));

    if (args == NULL)
        return NULL;
    args->count = (uint32_t)argc;
    for (int i = 0; i < argc; i++)
        args->value[i] = JS_DupValue(ctx, argv[i]);
    return args;
}

void order__free_args(JSContext *ctx, order_args *args)
{
    if (args == NULL)
        return;
    for (uint32_t i = 0; i < args->count; i++)
        JS_FreeValue(ctx, args->value[i]);
    js_free(ctx, args);
}

/* The sentence and the code are lib/'s; without lib/ there is a plain error. */
JSValue order__throw_invalid(engine *e, JSValueConst value)
{
    if (!JS_IsFunction(e->ctx, e->order.on_invalid_callback))
        return JS_ThrowTypeError(e->ctx, "the callback must be a function");
    JSValue thrown =
        JS_Call(e->ctx, e->order.on_invalid_callback, JS_UNDEFINED, 1, &value);
    if (JS_IsException(thrown))
        return thrown;
    JS_FreeValue(e->ctx, thrown);
    return JS_ThrowTypeError(e->ctx, "the callback must be a function");
}

/* ---- Objects and classes ------------------------------------------------ */

JSValue engine__make_object(engine *e, const JSCFunctionListEntry *functions,
                            int count)
{
    JSValue binding = JS_NewObject(e->ctx);

    if (JS_IsException(binding) ||
        JS_SetPropertyFunctionList(e->ctx, binding, functions, count) == 0)
        return binding;
    JS_FreeValue(e->ctx, binding);
    return JS_EXCEPTION;
}

static JSValue illegal_constructor(JSContext *ctx, JSValueConst self, int argc,
                                   JSValueConst *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return JS_ThrowTypeError(ctx, "Illegal constructor");
}

JSValue engine__make_class(engine *e, const char *name,
                           const JSCFunctionListEntry *functions, int count)
{
    JSValue proto = engine__make_object(e, functions, count);
    JSValue constructor = JS_NewCFunction2(e->ctx, illegal_constructor, name, 0,
                                           JS_CFUNC_constructor, 0);

    if (JS_IsException(proto) || JS_IsException(constructor) ||
        JS_SetConstructor(e->ctx, constructor, proto) < 0) {
        JS_FreeValue(e->ctx, proto);
        proto = JS_EXCEPTION;
    }
    JS_FreeValue(e->ctx, constructor);
    return proto;
}

/* ---- Frames around a call ----------------------------------------------- */

/* A callback that throws leaves its async context behind, as in Node: the next
 * one that has none, such as a listener of rejections, sees it. The end of the
 * pass, or of the callback from the loop, restores the outer one. */
static void abandon_async_context(engine *e, engine_async_context *outer)
{
    if (outer != NULL)
        engine_release_async_context(e, outer);
}

/* ---- Uncaught exceptions ------------------------------------------------ */

int engine__report(engine *e, JSValueConst error, engine_origin origin)
{
    if (engine__is_leaving(e))
        return ENGINE_STOPPED;
    e->door.threw(e->door.ctx);
    engine__note_thrown(e, error, origin);
    if (ORR_TRACED(e->trace))
        engine__trace_throw(e, error, origin);

    const engine__scope scope = engine__open_scope(e);
    napi_value handle = engine__handle(e, JS_DupValue(e->ctx, error));
    if (handle == NULL)
        engine__no_memory(e);
    const bool outer = e->reporting;
    e->reporting = true;
    const int handled = e->host.uncaught(e->host.ctx, handle, origin);
    e->reporting = outer;
    engine__close_scope(e, scope);

    if (handled == 1)
        engine__forget_thrown(e);
    else
        engine_stop(e);
    if (engine__is_stopped(e))
        return ENGINE_STOPPED;
    order__queue_noop_immediate(e);
    return 0;
}

int engine__report_pending(engine *e)
{
    JSValue error = JS_GetException(e->ctx);
    const int err = engine__report(e, error, ENGINE_ORIGIN_EXCEPTION);

    JS_FreeValue(e->ctx, error);
    return err == 0 ? ENGINE_THREW : err;
}

int engine_report(engine *e, napi_value error, engine_origin origin)
{
    return engine__report(e, engine__value(error), origin);
}

/* ---- Calls through the door --------------------------------------------- */

/* Not inlined, so that a call that does not throw saves fewer registers. */
static orr__noinline void end_thrown(order_call *c, uint64_t outer_id,
                                     engine_async_context *outer)
{
    engine *e = c->e;

    c->status = engine__report_pending(e);
    *e->order.running = outer_id;
    if (c->status == ENGINE_THREW && !(e->profile & ENGINE_THROW_ENDS_CONTEXT))
        abandon_async_context(e, outer);
    else
        order__leave_context(e, outer);
}

void order__run_call(void *arg)
{
    order_call *c = arg;
    engine *e = c->e;
    const uint64_t outer_id = *e->order.running;
    engine_async_context *outer =
        order__enter_context(e, c->record->async_context);

    *e->order.running = c->record->id;
    JSValue result =
        engine__call(e, c->fn, c->self, c->args ? (int)c->args->count : 0,
                     c->args ? c->args->value : NULL);
    if (orr__unlikely(JS_IsException(result))) {
        end_thrown(c, outer_id, outer);
        return;
    }
    JS_FreeInline(e->ctx, result);
    *e->order.running = outer_id;
    order__leave_context(e, outer);
}

int engine_call_back(engine *e, engine_async_context *context,
                     napi_value receiver, napi_value function, size_t argc,
                     const napi_value *argv, napi_value *result)
{
    JSValue few[8];
    JSValue *args = few;

    if (engine__is_stopped(e))
        return ENGINE_STOPPED;
    if (argc > sizeof few / sizeof *few) {
        args = orr__alloc_array(&e->alloc, argc, sizeof *args);
        if (args == NULL)
            return -ENOMEM;
    }
    for (size_t i = 0; i < argc; i++)
        args[i] = engine__value(argv[i]);

    const uint64_t outer_id = *e->order.running;
    engine_async_context *outer = order__enter_context(e, context);
    *e->order.running = e->door.running(e->door.ctx);
    JSValue value = engine__call(
        e, engine__value(function),
        receiver ? engine__value(receiver) : JS_UNDEFINED, (int)argc, args);
    const int err = JS_IsException(value) ? engine__report_pending(e)
                                          : engine__give(e, value, result);
    *e->order.running = outer_id;
    order__leave_context(e, outer);
    if (args != few)
        orr__free(&e->alloc, args);
    return err;
}

/* ---- Microtasks --------------------------------------------------------- */

typedef struct job_run {
    engine *e;
    uint64_t id;
    int status;
} job_run;

/* quickjs makes the job's own async context current by itself. */
static void run_job(void *arg)
{
    job_run *run = arg;
    engine *e = run->e;
    const uint64_t outer_id = *e->order.running;
    JSContext *ctx;

    *e->order.running = run->id;
    e->depth++;
    const int ran = JS_ExecutePendingJob(e->rt, &ctx);
    e->depth--;
    run->status = ran < 0 ? engine__report_pending(e) : 0;
    *e->order.running = outer_id;
}

static int run_one_job(engine *e, const JSPendingJob *job)
{
    job_run run = { .e = e };
    engine_record record = {
        .cause = job->cause,
        .trigger = job->trigger != job->cause ? job->trigger : 0,
        .async_context = engine__async_context_of(job->async_context),
        .site = job->site,
        .kind = ENGINE_MICROTASK,
    };

    engine__schedule(e, &record);
    run.id = record.id;
    e->door.call(e->door.ctx, &record, run_job, &run);
    return engine__is_stopped(e) ? ENGINE_STOPPED : run.status;
}

/* A microtask that throws does not hold up the next one. */
static int run_microtasks(engine *e, order_drain drain)
{
    const order_drain outer = e->order.drain;
    JSPendingJob job;
    int err = 0;

    e->order.drain = drain;
    while (err == 0 && JS_GetPendingJob(e->rt, &job)) {
        if (engine__is_stopped(e) || run_one_job(e, &job) == ENGINE_STOPPED)
            err = ENGINE_STOPPED;
    }
    e->order.drain = outer;
    if (orr__unlikely(*e->order.kept_alive > 0))
        JS_ClearKept(e->rt);
    return err;
}

/* ---- Draining ----------------------------------------------------------- */

bool engine_is_check_due(const engine *e)
{
    return e->order.immediates.count > 0 || e->finals != NULL ||
           JS_IsCleanupPending(e->rt);
}

bool engine_is_drain_due(const engine *e)
{
    return e->order.ticks.count > 0 || JS_IsJobPending(e->rt) ||
           order__has_rejections(e) || e->order.tick_pending ||
           *e->order.kept_alive > 0;
}

bool engine_is_inside(const engine *e)
{
    return e->depth > 0;
}

int order__drain(engine *e)
{
    int more = 1;
    int err = 0;

    if (e->order.ticks.count == 0 && !e->order.tick_pending) {
        err = run_microtasks(e, DRAIN_ALONE);
        if (err < 0)
            return err;
        more = e->order.ticks.count > 0 || order__has_rejections(e);
    }
    e->order.tick_pending = more > 0; /* until it has come to its end */
    while (more > 0) {
        err = order__run_ticks(e);
        if (err == 0)
            err = run_microtasks(e, DRAIN_MICROTASKS);
        if (err < 0)
            return err;
        more = e->order.ticks.count > 0 ? 1 : order__run_rejections(e);
    }
    e->order.tick_pending = false;
    return more;
}

int engine_drain(engine *e)
{
    if (engine__is_stopped(e))
        return ENGINE_STOPPED;
    const int err = order__drain(e);

    return err < 0 ? err : engine_is_drain_due(e);
}

/* ---- queueMicrotask() --------------------------------------------------- */

/* What a microtask throws is reported while it still counts as running. The
 * listener sees the async context that the microtask was queued in. */
static JSValue report_job(engine *e, JSValue own, JSValue error)
{
    JS_SetAsyncContext(e->rt, own);
    engine__note_passed_on(e, error);
    engine__report(e, error, ENGINE_ORIGIN_EXCEPTION);
    JS_FreeValue(e->ctx, error);
    return JS_UNDEFINED;
}

static JSValue microtask_job(JSContext *ctx, int argc, JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    JSValue own = JS_DupValue(ctx, *e->order.context);
    JSValue result = JS_Call(ctx, argv[0], JS_UNDEFINED, 0, NULL);
    (void)argc;

    if (JS_IsException(result))
        return report_job(e, own, JS_GetException(ctx));
    JS_FreeValue(ctx, own);
    return result;
}

/* ---- To look at --------------------------------------------------------- */

void engine_get_queues(const engine *e, engine_queues *out)
{
    const engine__order *o = &e->order;

    *out = (engine_queues){
        .ticks = o->ticks.count,
        .microtasks = JS_CountPendingJobs(e->rt),
        .timers = o->timers.count + engine__browser_timers(e),
        .immediates = o->immediates.count,
        .rejections = o->rejections.pending.count + o->rejections.late.count,
        .finalizers = e->finals != NULL || JS_IsCleanupPending(e->rt),
    };
}

int engine_walk(engine *e, engine_walk_fn *fn, void *arg)
{
    const engine__scope scope = engine__open_scope(e);

    order__timers_walk(e, fn, arg);
    order__immediates_walk(e, fn, arg);
    engine__walk_awaits(e, fn, arg);
    engine__close_scope(e, scope);
    return 0;
}

int engine_set_async_listener(engine *e, engine_async_fn *fn, void *arg)
{
    e->async_fn = fn;
    e->async_arg = arg;
    return 0;
}

void order__call_hook(engine *e, engine_async_event event,
                      const engine_record *record, JSValueConst resource)
{
    if (engine__is_leaving(e))
        return;
    const engine__scope scope = engine__open_scope(e);
    napi_value handle = engine__handle(e, JS_DupValue(e->ctx, resource));
    if (handle != NULL)
        e->async_fn(e->async_arg, event, record, handle, NULL);
    engine__close_scope(e, scope);
}

/* ---- Microtasks with async_hooks ---------------------------------------- */

/* queueMicrotask() while async_hooks listens: (function, resource, id). */
static JSValue followed_job(JSContext *ctx, int argc, JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine_record record = { .kind = ENGINE_MICROTASK };
    JSValue own = JS_DupValue(ctx, *e->order.context);
    JSValue error = JS_UNDEFINED;
    int64_t id = 0;
    (void)argc;

    JS_ToInt64(ctx, &id, argv[2]);
    record.id = (uint64_t)id;
    order__hook(e, ENGINE_ASYNC_BEFORE, &record, argv[1]);
    JSValue value = JS_Call(ctx, argv[0], JS_UNDEFINED, 0, NULL);
    if (JS_IsException(value))
        error = JS_GetException(ctx); /* hooks run without one */
    order__hook(e, ENGINE_ASYNC_AFTER, &record, argv[1]);
    order__hook(e, ENGINE_ASYNC_DESTROY, &record, argv[1]);
    if (JS_IsException(value))
        return report_job(e, own, error);
    JS_FreeValue(ctx, own);
    return value;
}

static JSValue queue_followed(JSContext *ctx, JSValueConst fn)
{
    engine *e = engine__of(ctx);
    engine_record record = { .kind = ENGINE_MICROTASK };
    JSValue resource = JS_NewObject(ctx);

    if (JS_IsException(resource))
        return resource;
    engine__schedule(e, &record);
    order__hook(e, ENGINE_ASYNC_INIT, &record, resource);
    JSValueConst args[3] = { fn, resource,
                             JS_NewInt64(ctx, (int64_t)record.id) };
    const int err = JS_EnqueueJob(ctx, followed_job, 3, args);
    JS_FreeValue(ctx, resource);
    return err < 0 ? JS_EXCEPTION : JS_UNDEFINED;
}

/* ---- The binding "order" ------------------------------------------------ */

static JSValue queue_microtask(JSContext *ctx, JSValueConst self, int argc,
                               JSValueConst *argv)
{
    (void)self;

    if (argc < 1 || !engine__is_function(ctx, argv[0]))
        return order__throw_invalid(engine__of(ctx),
                                    argc < 1 ? JS_UNDEFINED : argv[0]);
    if (orr__unlikely(engine__of(ctx)->async_fn != NULL))
        return queue_followed(ctx, argv[0]);
    if (JS_EnqueueJob(ctx, microtask_job, 1, argv) < 0)
        return JS_EXCEPTION;
    return JS_UNDEFINED;
}

static void set_hook(JSContext *ctx, JSValueConst hooks, const char *name,
                     JSValue *hook)
{
    JSValue fn = JS_GetPropertyStr(ctx, hooks, name);

    if (!JS_IsFunction(ctx, fn)) {
        JS_FreeValue(ctx, fn);
        return;
    }
    JS_FreeValue(ctx, *hook);
    *hook = fn;
}

/*
 * setHooks({ invalidCallback, timerWarning, zoneName }): what lib/ says.
 *     invalidCallback(value)       throws Node's error for a bad callback
 *     timerWarning(kind, delay)    kind: "overflow", "negative" or "nan"
 *     zoneName(isSummer, minutes)  what ends a date's text, for the engine
 */
static JSValue set_hooks(JSContext *ctx, JSValueConst self, int argc,
                         JSValueConst *argv)
{
    engine__order *o = &engine__of(ctx)->order;
    (void)self;

    if (argc < 1 || !JS_IsObject(argv[0]))
        return JS_ThrowTypeError(ctx, "hooks are an object of functions");
    set_hook(ctx, argv[0], "invalidCallback", &o->on_invalid_callback);
    set_hook(ctx, argv[0], "timerWarning", &o->on_timer_warning);
    JSValue zone_name = JS_GetPropertyStr(ctx, argv[0], "zoneName");
    JS_SetZoneName(ctx, zone_name);
    JS_FreeValue(ctx, zone_name);
    return JS_UNDEFINED;
}

/* setExiting(bool): process._exiting; ticks are dropped from then on. */
static JSValue set_exiting(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    (void)self;
    engine__of(ctx)->order.exiting = argc > 0 && JS_ToBool(ctx, argv[0]) > 0;
    return JS_UNDEFINED;
}

static uint32_t site_of_job(void *opaque)
{
    return (uint32_t)engine_get_site(opaque);
}

void engine_set_sites(engine *e, bool noted)
{
    e->order.sites = noted;
    e->order.watched = noted || e->trace != NULL;
    JS_SetAsyncSite(e->rt, noted ? site_of_job : NULL, e);
}

/* setSites(bool): note where things are made, for traces and --why. */
static JSValue set_sites(JSContext *ctx, JSValueConst self, int argc,
                         JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    (void)self;

    engine_set_sites(e, argc > 0 && JS_ToBool(ctx, argv[0]) > 0);
    return JS_UNDEFINED;
}

/* markTickPending(): the caller did something that queues a tick in Node. Here
 * only the frames of a stack would show that tick: see callers.c. */
static JSValue mark_tick_pending(JSContext *ctx, JSValueConst self, int argc,
                                 JSValueConst *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    engine__of(ctx)->order.tick_pending = true;
    return JS_UNDEFINED;
}

/* runningId(): what async_hooks calls executionAsyncId. */
static JSValue running_id(JSContext *ctx, JSValueConst self, int argc,
                          JSValueConst *argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return JS_NewFloat64(ctx, (double)*engine__of(ctx)->order.running);
}

JSValue engine__order_binding(engine *e)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("queueMicrotask", 1, queue_microtask),
        JS_CFUNC_DEF("setHooks", 1, set_hooks),
        JS_CFUNC_DEF("setExiting", 1, set_exiting),
        JS_CFUNC_DEF("setSites", 1, set_sites),
        JS_CFUNC_DEF("markTickPending", 0, mark_tick_pending),
        JS_CFUNC_DEF("runningId", 0, running_id),
    };
    JSValue binding =
        engine__make_object(e, functions, sizeof functions / sizeof *functions);

    if (JS_IsException(binding))
        return binding;
    if (order__ticks_bind(e, binding) < 0 ||
        order__timers_bind(e, binding) < 0 ||
        order__immediates_bind(e, binding) < 0 ||
        order__listeners_bind(e, binding) < 0) {
        JS_FreeValue(e->ctx, binding);
        return JS_EXCEPTION;
    }
    return binding;
}

/* ---- Life --------------------------------------------------------------- */

int engine__order_open(engine *e)
{
    e->order.watched = e->trace != NULL;
    e->order.running = JS_GetAsyncId(e->rt);
    e->order.context = JS_GetAsyncContextSlot(e->rt);
    e->order.kept_alive = JS_GetKeptCount(e->rt);
    e->order.on_invalid_callback = JS_UNDEFINED;
    e->order.on_timer_warning = JS_UNDEFINED;
    int err = order__immediates_open(e);
    if (err == 0)
        err = order__timers_open(e);
    order__rejections_open(e);
    return err;
}

void engine__order_close(engine *e)
{
    engine__browser_close(e);
    order__rejections_close(e);
    order__timers_close(e);
    order__immediates_close(e);
    order__ticks_close(e);
    JS_FreeValue(e->ctx, e->order.on_invalid_callback);
    JS_FreeValue(e->ctx, e->order.on_timer_warning);
    JS_SetAsyncContext(e->rt, JS_UNDEFINED);
}
