/*
 * timers.h - what timers.c, timeouts.c and immediates.c share: the store of
 * entries (entries.c), and the timers in order.
 */
#ifndef ORRERY_ENGINE_TIMERS_H
#define ORRERY_ENGINE_TIMERS_H

#include "engine/internal.h"

static inline order_entry *entry__get(const engine *e, uint32_t n)
{
    return &e->order.store.slabs[n / ORDER_SLAB][n % ORDER_SLAB];
}

/* A free slot, zeroed; 0 if there is no memory. */
uint32_t entry__new(engine *e);
void entry__free(engine *e, uint32_t n);

/*
 * Fill in a new entry: its record, made now, its callback and what else it
 * needs; takes over args. False if there is no memory: nothing is counted
 * then, but args is the entry's.
 */
bool entry__fill(engine *e, order_entry *t, engine_kind kind, double delay,
                 order_args *args);

/* For classes: the end of an entry with its object, and what it holds. */
void entry__finalize(engine *e, uint32_t n);
void entry__mark(engine *e, uint32_t n, JS_MarkFunc *mark_func);

/* Its extra, made if it has none; NULL if there is no memory. */
order_extra *entry__extra(engine *e, order_entry *t);

static inline uint64_t entry__id(const order_entry *t)
{
    return t->flags & ENTRY_EXTRA ? t->u.extra->id : t->u.id;
}

/*
 * describe(timer), for who shows a Timeout or an Immediate: what of Node's
 * fields no accessor has, [async id, trigger id, arguments or undefined,
 * whether it keeps a frame].
 */
JSValue entry__describe(JSContext *ctx, JSValueConst self, int argc,
                        JSValueConst *argv);

static inline engine_record entry__record(const order_entry *t,
                                          engine_kind kind)
{
    engine_record record = { .kind = (uint8_t)kind };

    if (t->flags & ENTRY_EXTRA) {
        const order_extra *x = t->u.extra;
        record.id = x->id;
        record.cause = x->cause;
        record.frame = x->frame;
        record.site = x->site;
    } else {
        record.id = t->u.id;
        record.cause = t->u.id - t->cause_back;
    }
    return record;
}

/* _idleTimeout: -1 if it was cleared. */
static inline double timer__idle(const order_entry *t)
{
    if (t->flags & TIMER_CLEARED)
        return -1;
    return t->flags & ENTRY_EXTRA ? t->u.extra->idle_timeout : t->ms;
}

/* _repeat: 0 if it is no interval. */
static inline double timer__repeat(const order_entry *t)
{
    if (!(t->flags & TIMER_INTERVAL))
        return 0;
    return t->flags & ENTRY_EXTRA ? t->u.extra->repeat : t->ms;
}

/* The clock, read afresh. */
static inline uint64_t timer__now(engine *e)
{
    return e->order.timers.seen_ms = e->world.timer_ms(e->world.ctx);
}

/* Start it, or start it anew if it is armed. False: no memory. */
bool timer__insert(engine *e, uint32_t n, double ms, uint64_t start_ms);

/* clearTimeout(). May be the end of the object and of t. */
void timer__clear(engine *e, order_entry *t);

/* Tell the host if there are ref'd timers, when that has changed. */
void timer__tell_ref(engine *e);

/* timeouts.c: this number means nobody any more. */
void timer__forget_number(engine *e, uint64_t id);

void timer__close_lists(engine *e);
void entry__close_store(engine *e);

/* The slot number that an object of the class has as its opaque pointer. */
static inline uint32_t entry__number(JSValueConst object, JSClassID id)
{
    return (uint32_t)(uintptr_t)JS_GetOpaque(object, id);
}

#endif
