/*
 * timers.h - what timers.c, timeouts.c and immediates.c share: tasks
 * (tasks.c), and the timers in order.
 */
#ifndef ORRERY_ENGINE_TIMERS_H
#define ORRERY_ENGINE_TIMERS_H

#include "engine/internal.h"

/* The task of a Timeout or an Immediate, which is inside; and the other way
 * round. */
static inline order_task *task__of(void *object)
{
    return (order_task *)(void *)((char *)object + JS_OBJECT_INNER);
}
static inline JSValue task__object(order_task *t)
{
    return engine__object((char *)t - JS_OBJECT_INNER);
}

/*
 * Fill in a new task: its record, made now, and what else it needs; takes over
 * args. False if there is no memory: nothing is counted then, and args is
 * freed.
 */
bool task__fill(engine *e, order_task *t, engine_kind kind, double delay,
                order_args *args);

/* For classes: the end of a task with its object, and what it holds. */
void task__finalize(engine *e, order_task *t);
void task__mark(engine *e, const order_task *t, JS_MarkFunc *mark_func);

/* Its extra, made if it has none; NULL if there is no memory. */
order_extra *task__extra(engine *e, order_task *t);

/* When a timer was started, after base_ms: 40 bits, which are 34 years. */
#define TASK_START_BITS 40
#define TASK_START_MASK ((UINT64_C(1) << TASK_START_BITS) - 1)
static inline uint64_t task__start_ms(const order_task *t)
{
    return t->start_back & TASK_START_MASK;
}
static inline void task__set_start_ms(order_task *t, uint64_t ms)
{
    t->start_back =
        (t->start_back & ~TASK_START_MASK) | (ms & TASK_START_MASK);
}

/* How many ids the cause is before its own: 24 bits. */
#define TASK_BACK_MAX 0xffffff
static inline uint64_t task__cause_back(const order_task *t)
{
    return t->start_back >> TASK_START_BITS;
}

static inline uint64_t task__id(const order_task *t)
{
    return t->flags & TASK_EXTRA ? t->u.extra->id : t->u.id;
}

/*
 * describe(timer), for util.inspect() of a Timeout or an Immediate: those of
 * Node's fields that are not accessors, [async id, trigger id, arguments or
 * undefined, whether it keeps an async context].
 */
JSValue task__describe(JSContext *ctx, JSValueConst self, int argc,
                       JSValueConst *argv);

static inline engine_record task__record(const order_task *t, engine_kind kind)
{
    engine_record record = { .kind = (uint8_t)kind };

    if (t->flags & TASK_EXTRA) {
        const order_extra *x = t->u.extra;
        record.id = x->id;
        record.cause = x->cause;
        record.async_context = x->async_context;
        record.site = x->site;
    } else {
        record.id = t->u.id;
        record.cause = t->u.id - task__cause_back(t);
    }
    return record;
}

/* _idleTimeout: -1 if it was cleared. */
static inline double timer__idle(const order_task *t)
{
    if (t->flags & TIMER_CLEARED)
        return -1;
    return t->flags & TASK_EXTRA ? t->u.extra->idle_timeout : t->ms;
}

/* _repeat: 0 if it is no interval. */
static inline double timer__repeat(const order_task *t)
{
    if (!(t->flags & TIMER_INTERVAL))
        return 0;
    return t->flags & TASK_EXTRA ? t->u.extra->repeat : t->ms;
}

/* The clock, read afresh. */
static inline uint64_t timer__now(engine *e)
{
    return e->world.timer_ms(e->world.ctx);
}

/* A Timeout that was started just now. Takes over args. JS_EXCEPTION: there is
 * no memory. */
JSValue timer__make(engine *e, JSValueConst callback, double ms,
                    order_args *args, uint32_t flags);

/* Start or restart it. False: no memory. */
bool timer__insert(engine *e, order_task *t, double ms, uint64_t start_ms);

/* unref() with ENGINE_TIMER_PER_LIST: the timer gets a list of its own, and
 * keeps it. False: no memory. */
bool timer__part(engine *e, order_task *t);

/* Start a timer that has a list of its own, from the loop's clock; does nothing
 * if that list was dropped. */
void timer__start_own(engine *e, order_task *t, uint32_t ms);

/* clearTimeout(). May be the end of the object and of t. */
void timer__clear(engine *e, order_task *t);

/* Notify the host whether there are ref'd timers, if that has changed. */
void timer__report_ref(engine *e);

/* timeouts.c: the timer of this number has ended. */
void timer__forget_number(engine *e, uint64_t id);

void timer__close_lists(engine *e);

#endif
