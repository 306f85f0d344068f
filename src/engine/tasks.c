/*
 * tasks.c - what timers and immediates have in common: the task inside of
 * each Timeout and Immediate.
 *
 * It ends with its object. An immediate without an object has its task in the
 * queue (immediates.c).
 */
#include "engine/timers.h"

order_extra *task__extra(engine *e, order_task *t)
{
    if (t->flags & TASK_EXTRA)
        return t->u.extra;
    order_extra *x = orr__alloc(&e->alloc, sizeof *x);
    if (x == NULL)
        return NULL;
    x->id = t->u.id;
    x->cause = t->u.id - task__cause_back(t);
    x->idle_timeout = t->ms;
    x->repeat = t->ms;
    t->u.extra = x;
    t->flags |= TASK_EXTRA;
    return x;
}

/* Not inlined, so that tasks without an extra save no registers for it. */
static orr__noinline bool fill_extra(engine *e, order_task *t,
                                     const engine__origin *from, double delay,
                                     order_args *args)
{
    order_extra *x = task__extra(e, t);

    if (x == NULL) {
        order__free_args(e->ctx, args);
        return false;
    }
    x->cause = from->cause;
    x->args = args;
    x->site = from->site;
    x->async_context = engine_hold_async_context(e);
    x->idle_timeout = x->repeat = delay;
    return true;
}

/* Most records fit into what every task has. */
static orr__inline bool task_fill(engine *e, order_task *t, engine__origin from,
                                  double delay, order_args *args)
{
    const uint64_t back = from.id - from.cause;

    t->u.id = from.id;
    t->start_back = back << TASK_START_BITS;
    if (orr__likely(back <= TASK_BACK_MAX && args == NULL && from.site == 0 &&
                    !engine__has_async_context(e) && delay == (uint32_t)delay))
        return true;
    return fill_extra(e, t, &from, delay, args);
}

/* Not inlined, so that the path without a trace stays short. */
static orr__noinline bool fill_watched(engine *e, order_task *t,
                                       engine_kind kind, double delay,
                                       order_args *args)
{
    return task_fill(e, t, engine__watched_origin(e, kind), delay, args);
}

bool task__fill(engine *e, order_task *t, engine_kind kind, double delay,
                order_args *args)
{
    if (ENGINE__WATCHED(e))
        return fill_watched(e, t, kind, delay, args);
    return task_fill(e, t, engine__plain_origin(e), delay, args);
}

void task__finalize(engine *e, order_task *t)
{
    must(!(t->flags & TASK_QUEUED), "the object of what waits is counted");
    if (t->callback != NULL)
        JS_FreeValueRT(e->rt, engine__object(t->callback));
    if (!(t->flags & TASK_EXTRA))
        return;
    order_extra *x = t->u.extra;
    for (uint32_t i = 0; x->args != NULL && i < x->args->count; i++)
        JS_FreeValueRT(e->rt, x->args->value[i]);
    js_free_rt(e->rt, x->args);
    JS_FreeValueRT(e->rt, engine__async_context_value(x->async_context));
    orr__free(&e->alloc, x);
}

void task__mark(engine *e, const order_task *t, JS_MarkFunc *mark_func)
{
    if (t->callback != NULL)
        JS_MarkValue(e->rt, engine__object(t->callback), mark_func);
    if (!(t->flags & TASK_EXTRA))
        return;
    const order_args *args = t->u.extra->args;
    for (uint32_t i = 0; args != NULL && i < args->count; i++)
        JS_MarkValue(e->rt, args->value[i], mark_func);
    JS_MarkValue(e->rt, engine__async_context_value(t->u.extra->async_context),
                 mark_func);
}

static JSValue list_args(JSContext *ctx, const order_args *args)
{
    if (args == NULL)
        return JS_UNDEFINED;
    JSValue list = JS_NewArray(ctx);
    for (uint32_t i = 0; !JS_IsException(list) && i < args->count; i++) {
        if (JS_SetPropertyUint32(ctx, list, i,
                                 JS_DupValue(ctx, args->value[i])) < 0) {
            JS_FreeValue(ctx, list);
            list = JS_EXCEPTION;
        }
    }
    return list;
}

JSValue task__describe(JSContext *ctx, JSValueConst self, int argc,
                       JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    const order_task *t = NULL;
    (void)self;

    if (argc > 0)
        t = JS_GetInlineData(argv[0], e->classes.timeout);
    if (argc > 0 && t == NULL)
        t = JS_GetInlineData(argv[0], e->classes.immediate);
    if (t == NULL)
        return JS_UNDEFINED;
    const engine_record record = task__record(t, ENGINE_TIMER);
    JSValue args =
        list_args(ctx, t->flags & TASK_EXTRA ? t->u.extra->args : NULL);
    if (JS_IsException(args))
        return args;
    JSValue fields[] = { JS_NewInt64(ctx, (int64_t)record.id),
                         JS_NewInt64(ctx, (int64_t)record.cause), args,
                         JS_NewBool(ctx, record.async_context != NULL) };
    return JS_NewArrayFrom(ctx, sizeof fields / sizeof *fields, fields);
}
