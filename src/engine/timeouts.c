/*
 * timeouts.c - setTimeout, setInterval and the Timeout object.
 *
 * A Timeout has no properties of its own: what Node's has as _idleTimeout,
 * _repeat and so on are accessors here, which read the task inside of it.
 *
 * These oddities are Node's: refresh() of a timer that has fired arms it again
 * under a new id, one that was cleared stays cleared; hasRef() keeps its answer
 * after the end; clearTimeout(number) works only for timers that were converted
 * to a number.
 */
#include "engine/timers.h"

#include <errno.h>
#include <math.h>

#define LONGEST 2147483647.0

/* ---- Numbers ------------------------------------------------------------ */

void timer__forget_number(engine *e, uint64_t id)
{
    JSAtom atom = JS_NewAtomUInt32(e->ctx, (uint32_t)id);

    JS_DeleteProperty(e->ctx, e->order.timers.known, atom, 0);
    JS_FreeAtom(e->ctx, atom);
}

/* ---- Making ------------------------------------------------------------- */

static int timeout_warn(engine *e, const char *kind, double delay)
{
    if (!JS_IsFunction(e->ctx, e->order.on_timer_warning))
        return 0;
    JSValue args[2] = { JS_NewString(e->ctx, kind),
                        JS_NewFloat64(e->ctx, delay) };
    JSValue result =
        JS_Call(e->ctx, e->order.on_timer_warning, JS_UNDEFINED, 2, args);
    JS_FreeValue(e->ctx, args[0]);
    JS_FreeValue(e->ctx, result);
    return JS_IsException(result) ? -1 : 0;
}

/* An invalid delay becomes 1, with a warning for those that look like a
 * mistake: each time if it is too long, else once per program. */
static int correct_delay(engine *e, double *delay)
{
    order_timers *all = &e->order.timers;
    const double given = *delay;

    *delay = 1;
    if (given > LONGEST)
        return timeout_warn(e, "overflow", given);
    if (given < 0 && !all->warned_negative) {
        all->warned_negative = true;
        return timeout_warn(e, "negative", given);
    }
    if (isnan(given) && !all->warned_nan) {
        all->warned_nan = true;
        return timeout_warn(e, "nan", given);
    }
    return 0;
}

/* The delay is not a number. Node multiplies it by one, which throws an error
 * with its own message. */
static int refuse_delay(engine *e, JSValueConst given)
{
    if (JS_IsBigInt(given)) {
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
        JS_ThrowTypeError(e->ctx, "Cannot mix BigInt and other types, use "
                                  "explicit conversions");
    }
    return -1;
}

static int read_delay(engine *e, int argc, JSValueConst *argv, double *delay)
{
    *delay = 1;
    if (argc < 2 || JS_IsUndefined(argv[1]))
        return 0;
    if (orr__likely(JS_VALUE_GET_TAG(argv[1]) == JS_TAG_INT))
        *delay = JS_VALUE_GET_INT(argv[1]);
    else if (JS_ToFloat64(e->ctx, delay, argv[1]) < 0)
        return refuse_delay(e, argv[1]);
    return *delay >= 1 && *delay <= LONGEST ? 0 : correct_delay(e, delay);
}

static orr__inline JSValue set_timer(JSContext *ctx, int argc,
                                     JSValueConst *argv, uint32_t flags)
{
    engine *e = engine__of(ctx);
    order_args *args = NULL;
    double delay;

    if (argc < 1 || !engine__is_function(ctx, argv[0]))
        return order__throw_invalid(e, argc < 1 ? JS_UNDEFINED : argv[0]);
    if (orr__unlikely(e->host.arm_timer == NULL))
        return JS_ThrowTypeError(ctx, "there is no event loop here");
    if (read_delay(e, argc, argv, &delay) < 0)
        return JS_EXCEPTION;
    if (argc > 2) {
        args = order__keep_args(ctx, argc - 2, argv + 2);
        if (args == NULL)
            return JS_EXCEPTION;
    }
    JSValue object = timer__make(e, argv[0], delay, args, flags);
    if (!JS_IsException(object) && (flags & TASK_REF)) {
        e->order.timers.ref_count++;
        if (orr__unlikely(!e->order.timers.ref_reported))
            timer__report_ref(e);
    }
    if (orr__unlikely(e->async_fn != NULL) && !JS_IsException(object)) {
        const engine_record record =
            task__record(task__of(JS_VALUE_GET_PTR(object)), ENGINE_TIMER);
        order__hook(e, ENGINE_ASYNC_INIT, &record, object);
    }
    return object;
}

/* Separate functions instead of one with a magic number: the interpreter calls
 * functions without one faster. */
static JSValue set_timeout(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    (void)self;
    return set_timer(ctx, argc, argv, TASK_REF);
}

static JSValue set_interval(JSContext *ctx, JSValueConst self, int argc,
                            JSValueConst *argv)
{
    (void)self;
    return set_timer(ctx, argc, argv, TASK_REF | TIMER_INTERVAL);
}

static JSValue set_unref_timeout(JSContext *ctx, JSValueConst self, int argc,
                                 JSValueConst *argv)
{
    (void)self;
    return set_timer(ctx, argc, argv, 0);
}

/* ---- Clearing ----------------------------------------------------------- */

static void clear_object(engine *e, JSValueConst object)
{
    order_task *t = JS_GetInlineData(object, e->classes.timeout);

    if (t != NULL && t->callback != NULL)
        timer__clear(e, t);
}

/* A number or a numeric string means the timer that was converted to it. */
static JSValue clear_known(engine *e, JSValueConst key)
{
    JSAtom atom = JS_ValueToAtom(e->ctx, key);

    if (atom == JS_ATOM_NULL)
        return JS_EXCEPTION;
    JSValue object = JS_GetProperty(e->ctx, e->order.timers.known, atom);
    JS_FreeAtom(e->ctx, atom);
    if (JS_IsObject(object))
        clear_object(e, object);
    JS_FreeValue(e->ctx, object);
    return JS_UNDEFINED;
}

static JSValue clear_timer(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    (void)self;

    if (argc < 1)
        return JS_UNDEFINED;
    if (JS_IsNumber(argv[0]) || JS_IsString(argv[0]))
        return clear_known(e, argv[0]);
    clear_object(e, argv[0]);
    return JS_UNDEFINED;
}

/* ---- Methods ------------------------------------------------------------ */

/* ref() and unref() of something else do nothing, as in Node. */
static order_task *maybe_timer(JSContext *ctx, JSValueConst self)
{
    return JS_GetInlineData(self, engine__of(ctx)->classes.timeout);
}

/* The timer behind `this`; NULL with an exception pending if it is not a
 * Timeout. / */
static order_task *this_timer(JSContext *ctx, JSValueConst self)
{
    const JSClassID id = engine__of(ctx)->classes.timeout;
    order_task *t = JS_GetInlineData(self, id);

    if (t == NULL)
        JS_GetOpaque2(ctx, self, id); /* which throws */
    return t;
}

/* A timer that had ended gets a new async id, and the current async context. It
 * has an `extra` to store both. */
static void timeout_revive(engine *e, order_task *t)
{
    engine_record record = { .kind = ENGINE_TIMER };

    engine__schedule(e, &record);
    order_extra *x = t->u.extra;
    engine_async_context *old = x->async_context;
    x->id = record.id;
    x->cause = record.cause;
    x->async_context = engine_hold_async_context(e);
    if (old != NULL)
        engine_release_async_context(e, old);
    t->flags &= ~(uint32_t)TIMER_DESTROYED;
    if (t->flags & TASK_REF)
        e->order.timers.ref_count++;
    order__hook(e, ENGINE_ASYNC_INIT, &record, task__object(t));
}

static JSValue timeout_refresh(JSContext *ctx, JSValueConst self, int argc,
                               JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    order_task *t = this_timer(ctx, self);
    (void)argc;
    (void)argv;

    if (t == NULL)
        return JS_EXCEPTION;
    const double ms = timer__idle(t);
    if (ms < 0 || isnan(ms))
        return JS_DupValue(ctx, self);
    if (t->flags & TIMER_OWN) {
        timer__start_own(e, t, (uint32_t)ms);
        return JS_DupValue(ctx, self);
    }
    const bool ended = t->flags & TIMER_DESTROYED;
    if ((ended && task__extra(e, t) == NULL) ||
        !timer__insert(e, t, ms, timer__now(e)))
        return JS_ThrowOutOfMemory(ctx);
    if (ended)
        timeout_revive(e, t);
    timer__report_ref(e);
    return JS_DupValue(ctx, self);
}

/* In Node 10 what is unref'd leaves its list; a timeout that has run is over,
 * an interval that was over since it threw is not. False: no memory. */
static bool part_or_end(engine *e, order_task *t)
{
    const bool has_run = !(t->flags & TASK_QUEUED) || (t->flags & TIMER_AGAIN);
    const bool ended = t->flags & TIMER_DESTROYED;

    if (t->callback == NULL || (t->flags & TIMER_OWN))
        return true;
    if (has_run && !(t->flags & TIMER_INTERVAL)) {
        timer__now(e); /* timers that are made later count from here */
        timer__clear(e, t);
        return true;
    }
    if ((ended && task__extra(e, t) == NULL) || !timer__part(e, t))
        return false;
    if (ended)
        timeout_revive(e, t);
    return true;
}

/* magic: on or off. */
static JSValue timeout_set_ref(JSContext *ctx, JSValueConst self, int argc,
                               JSValueConst *argv, int magic)
{
    engine *e = engine__of(ctx);
    order_task *t = maybe_timer(ctx, self);
    (void)argc;
    (void)argv;

    if (t == NULL)
        return JS_DupValue(ctx, self);
    if (!magic && (e->profile & ENGINE_TIMER_PER_LIST) && !part_or_end(e, t))
        return JS_ThrowOutOfMemory(ctx);
    if (((t->flags & TASK_REF) != 0) != (magic != 0)) {
        t->flags ^= TASK_REF;
        if (!(t->flags & TIMER_DESTROYED)) {
            e->order.timers.ref_count += magic ? 1u : (uint64_t)-1;
            timer__report_ref(e);
        }
    }
    return JS_DupValue(ctx, self);
}

static JSValue timeout_has_ref(JSContext *ctx, JSValueConst self, int argc,
                               JSValueConst *argv)
{
    order_task *t = this_timer(ctx, self);
    (void)argc;
    (void)argv;

    return t ? JS_NewBool(ctx, (t->flags & TASK_REF) != 0) : JS_EXCEPTION;
}

/* magic: whether to return this. */
static JSValue timeout_close(JSContext *ctx, JSValueConst self, int argc,
                             JSValueConst *argv, int magic)
{
    (void)argc;
    (void)argv;

    if (this_timer(ctx, self) == NULL)
        return JS_EXCEPTION;
    clear_object(engine__of(ctx), self);
    return magic ? JS_DupValue(ctx, self) : JS_UNDEFINED;
}

static JSValue timeout_to_primitive(JSContext *ctx, JSValueConst self, int argc,
                                    JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    order_task *t = this_timer(ctx, self);
    (void)argc;
    (void)argv;

    if (t == NULL)
        return JS_EXCEPTION;
    const uint64_t id = task__id(t);
    if (!(t->flags & TIMER_KNOWN)) {
        t->flags |= TIMER_KNOWN;
        if (JS_SetPropertyInt64(ctx, e->order.timers.known, (int64_t)id,
                                JS_DupValue(ctx, self)) < 0)
            return JS_EXCEPTION;
    }
    return JS_NewInt64(ctx, (int64_t)id);
}

/* ---- What Node has as properties ---------------------------------------- */

enum { IDLE_TIMEOUT, IDLE_START, REPEAT, DESTROYED, ON_TIMEOUT, ASYNC_ID };

static JSValue get_field(JSContext *ctx, JSValueConst self, int magic)
{
    const order_task *t = this_timer(ctx, self);

    if (t == NULL)
        return JS_EXCEPTION;
    switch (magic) {
    case IDLE_TIMEOUT:
        return JS_NewNumber(ctx, timer__idle(t));
    case IDLE_START:
        return JS_NewInt64(ctx, (int64_t)task__start_ms(t));
    case REPEAT:
        return t->flags & TIMER_INTERVAL ? JS_NewNumber(ctx, timer__repeat(t))
                                         : JS_NULL;
    case DESTROYED:
        return JS_NewBool(ctx, (t->flags & TIMER_DESTROYED) != 0);
    case ASYNC_ID:
        return JS_NewInt64(ctx, (int64_t)task__id(t));
    default:
        return t->callback ? JS_DupValue(ctx, engine__object(t->callback))
                           : JS_NULL;
    }
}

static JSValue set_callback(JSContext *ctx, order_task *t, JSValueConst value)
{
    void *old = t->callback;

    t->callback = NULL;
    if (JS_IsFunction(ctx, value))
        t->callback = JS_VALUE_GET_PTR(JS_DupValue(ctx, value));
    if (old != NULL)
        JS_FreeValue(ctx, engine__object(old));
    return JS_UNDEFINED;
}

static JSValue set_number(JSContext *ctx, order_task *t, JSValueConst value,
                          int magic)
{
    double number = 0;

    if (JS_ToFloat64(ctx, &number, value) < 0)
        return JS_EXCEPTION;
    order_extra *x = task__extra(engine__of(ctx), t);
    if (x == NULL)
        return JS_ThrowOutOfMemory(ctx);
    if (magic == IDLE_TIMEOUT) {
        x->idle_timeout = number;
        t->flags &= ~(uint32_t)TIMER_CLEARED;
        if (number == -1)
            t->flags |= TIMER_CLEARED;
    } else {
        x->repeat = number;
        t->flags &= ~(uint32_t)TIMER_INTERVAL;
        if (number >= 1)
            t->flags |= TIMER_INTERVAL;
    }
    return JS_UNDEFINED;
}

static JSValue set_field(JSContext *ctx, JSValueConst self, JSValueConst value,
                         int magic)
{
    order_task *t = this_timer(ctx, self);

    if (t == NULL)
        return JS_EXCEPTION;
    if (magic == ON_TIMEOUT)
        return set_callback(ctx, t, value);
    return set_number(ctx, t, value, magic);
}

static const JSCFunctionListEntry proto_functions[] = {
    JS_CFUNC_DEF("refresh", 0, timeout_refresh),
    JS_CFUNC_MAGIC_DEF("ref", 0, timeout_set_ref, 1),
    JS_CFUNC_MAGIC_DEF("unref", 0, timeout_set_ref, 0),
    JS_CFUNC_DEF("hasRef", 0, timeout_has_ref),
    JS_CFUNC_MAGIC_DEF("close", 0, timeout_close, 1),
    JS_CFUNC_MAGIC_DEF("[Symbol.dispose]", 0, timeout_close, 0),
    JS_CFUNC_DEF("[Symbol.toPrimitive]", 0, timeout_to_primitive),
    JS_CGETSET_MAGIC_DEF("_idleTimeout", get_field, set_field, IDLE_TIMEOUT),
    JS_CGETSET_MAGIC_DEF("_idleStart", get_field, NULL, IDLE_START),
    JS_CGETSET_MAGIC_DEF("_repeat", get_field, set_field, REPEAT),
    JS_CGETSET_MAGIC_DEF("_destroyed", get_field, NULL, DESTROYED),
    JS_CGETSET_MAGIC_DEF("_onTimeout", get_field, set_field, ON_TIMEOUT),
    JS_CGETSET_MAGIC_DEF("_asyncId", get_field, NULL, ASYNC_ID),
};

/* ---- The class ---------------------------------------------------------- */

static void timeout_finalize(JSRuntime *rt, JSValueConst val)
{
    task__finalize(JS_GetRuntimeOpaque(rt), task__of(JS_VALUE_GET_PTR(val)));
}

static void timeout_mark(JSRuntime *rt, JSValueConst val,
                         JS_MarkFunc *mark_func)
{
    task__mark(JS_GetRuntimeOpaque(rt), task__of(JS_VALUE_GET_PTR(val)),
               mark_func);
}

int order__timers_open(engine *e)
{
    order_timers *all = &e->order.timers;
    const JSClassDef def = { "Timeout", timeout_finalize, timeout_mark, NULL,
                             NULL };

    all->base_ms = timer__now(e);
    all->next_expiry_ms = UINT64_MAX;
    all->proto = all->sample = all->known = JS_UNDEFINED;
    JS_NewClassID(e->rt, &e->classes.timeout);
    if (JS_NewClass(e->rt, e->classes.timeout, &def) < 0)
        return -ENOMEM;
    JS_SetClassInlineData(e->rt, e->classes.timeout, sizeof(order_task));
    all->proto =
        engine__make_class(e, "Timeout", proto_functions,
                           sizeof proto_functions / sizeof *proto_functions);
    if (JS_IsException(all->proto))
        return -ENOMEM;
    all->known = JS_NewObjectProto(e->ctx, JS_NULL);
    all->sample =
        JS_NewObjectProtoClassCompact(e->ctx, all->proto, e->classes.timeout);
    if (JS_IsException(all->known) || JS_IsException(all->sample))
        return -ENOMEM;
    *task__of(JS_VALUE_GET_PTR(all->sample)) = (order_task){ 0 };
    return 0;
}

void order__timers_close(engine *e)
{
    order_timers *all = &e->order.timers;

    if (e->classes.timeout == 0)
        return; /* never opened */
    timer__close_lists(e);
    JS_FreeValue(e->ctx, all->known);
    JS_FreeValue(e->ctx, all->sample);
    JS_FreeValue(e->ctx, all->proto);
}

int order__timers_bind(engine *e, JSValueConst binding)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("setTimeout", 2, set_timeout),
        JS_CFUNC_DEF("setInterval", 2, set_interval),
        JS_CFUNC_DEF("setUnrefTimeout", 2, set_unref_timeout),
        JS_CFUNC_DEF("clearTimeout", 1, clear_timer),
        JS_CFUNC_DEF("clearInterval", 1, clear_timer),
        JS_CFUNC_DEF("describe", 1, task__describe),
    };

    if (JS_SetPropertyStr(e->ctx, binding, "timeoutPrototype",
                          JS_DupValue(e->ctx, e->order.timers.proto)) < 0)
        return -1;
    return JS_SetPropertyFunctionList(e->ctx, binding, functions,
                                      sizeof functions / sizeof *functions);
}
