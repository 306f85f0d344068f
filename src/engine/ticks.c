/*
 * ticks.c - process.nextTick: a queue that is emptied before anything else.
 *
 * The queue is a ring that doubles when it is full. A program that chains ticks
 * forever uses one slot of it and one of memory; the ring gives back what a
 * burst made it grow to once it is empty.
 */
#include "engine/internal.h"

#include <string.h>

#define FIRST_CAPACITY 64
#define KEEP_CAPACITY 4096

static order_tick *tick_slot(order_ticks *q, uint32_t n)
{
    return &q->ring[(q->first + n) & (q->capacity - 1)];
}

/* Grow a full ring. The ticks before the first one are the last ones, so they
 * move after the old end; the rest stays in place. Pages of a large ring are
 * remapped by realloc(), not copied. */
static orr__noinline bool tick_grow(engine *e, order_ticks *q)
{
    const uint32_t full = q->capacity;
    const uint32_t capacity = full ? full * 2 : FIRST_CAPACITY;

    if (capacity == 0)
        return false;
    order_tick *ring =
        orr__resize(&e->alloc, q->ring, (size_t)capacity * sizeof *ring);
    if (ring == NULL)
        return false;
    memcpy(ring + full, ring, q->first * sizeof *ring);
    q->ring = ring;
    q->capacity = capacity;
    return true;
}

static void give_back(engine *e, order_ticks *q)
{
    if (q->capacity <= KEEP_CAPACITY)
        return;
    orr__free(&e->alloc, q->ring);
    *q = (order_ticks){ 0 };
}

static inline void drop_tick(engine *e, void *callback, order_args *args,
                             engine_async_context *context)
{
    JS_FreeInline(e->ctx, engine__object(callback));
    if (args != NULL)
        order__free_args(e->ctx, args);
    if (context != NULL)
        engine_release_async_context(e, context);
}

/* Word by word: what reads it reads words. */
static inline order_tick *tick_put(order_ticks *q, engine__origin from,
                                   engine_async_context *context,
                                   JSValueConst callback, order_args *args)
{
    order_tick *t = tick_slot(q, q->count++);

    t->record.id = from.id;
    t->record.cause = from.cause;
    t->record.trigger = 0;
    t->record.async_context = context;
    t->record.site = from.site;
    t->record.kind = ENGINE_TICK;
    t->callback = JS_VALUE_GET_PTR(callback);
    t->args = args;
    return t;
}

/* Takes over args, also when it fails; then an exception is pending. */
static int queue_tick(engine *e, JSValueConst callback, order_args *args)
{
    order_ticks *q = &e->order.ticks;

    if (q->count == q->capacity && !tick_grow(e, q)) {
        order__free_args(e->ctx, args);
        JS_ThrowOutOfMemory(e->ctx);
        return ENGINE_THREW;
    }
    JS_DupValue(e->ctx, callback);
    engine_async_context *context =
        engine__has_async_context(e) ? engine_hold_async_context(e) : NULL;
    const engine__origin from = ENGINE__WATCHED(e)
                                    ? engine__watched_origin(e, ENGINE_TICK)
                                    : engine__plain_origin(e);
    const order_tick *t = tick_put(q, from, context, callback, args);
    order__hook(e, ENGINE_ASYNC_INIT, &t->record, callback);
    return 0;
}

/* The hooks of async_hooks may queue ticks themselves, and so move the ring. */
static order_tick *hook_before(engine *e, order_ticks *q)
{
    const order_tick t = *tick_slot(q, 0);

    order__hook(e, ENGINE_ASYNC_BEFORE, &t.record, engine__object(t.callback));
    return tick_slot(q, 0);
}

static void hook_after(engine *e, uint64_t id, JSValueConst callback)
{
    const engine_record record = { .id = id, .kind = ENGINE_TICK };

    order__hook(e, ENGINE_ASYNC_AFTER, &record, callback);
    order__hook(e, ENGINE_ASYNC_DESTROY, &record, callback);
}

/* The tick leaves the queue before it runs, since it may queue others into its
 * slot. From then on only the copies in this function are valid. */
static int run_tick(engine *e, order_ticks *q)
{
    const order_tick *t =
        orr__likely(e->async_fn == NULL) ? tick_slot(q, 0) : hook_before(e, q);
    const uint64_t id = t->record.id;
    engine_async_context *context = t->record.async_context;
    order_call call = {
        .record = &t->record,
        .fn = engine__object(t->callback),
        .self = JS_UNDEFINED,
        .args = t->args,
    };

    q->first = (q->first + 1) & (q->capacity - 1);
    q->count--;
    const int err = order__run(e, &call);
    if (orr__unlikely(e->async_fn != NULL))
        hook_after(e, id, call.fn);
    drop_tick(e, JS_VALUE_GET_PTR(call.fn), call.args, context);
    return engine__is_stopped(e) ? ENGINE_STOPPED : err;
}

/* One that throws leaves the rest for the end of the next callback. */
int order__run_ticks(engine *e)
{
    order_ticks *q = &e->order.ticks;
    const order_drain outer = e->order.drain;
    int err = 0;

    e->order.drain = DRAIN_TICKS;
    while (err == 0 && q->count > 0)
        err = run_tick(e, q);
    e->order.drain = outer;
    if (err == 0)
        give_back(e, q);
    return err;
}

static orr__noinline JSValue queue_any(engine *e, int argc, JSValueConst *argv)
{
    order_args *args = NULL;

    if (argc < 1 || !JS_IsFunction(e->ctx, argv[0]))
        return order__throw_invalid(e, argc < 1 ? JS_UNDEFINED : argv[0]);
    if (e->order.exiting)
        return JS_UNDEFINED;
    if (argc > 1) {
        args = order__keep_args(e->ctx, argc - 1, argv + 1);
        if (args == NULL)
            return JS_EXCEPTION;
    }
    return queue_tick(e, argv[0], args) < 0 ? JS_EXCEPTION : JS_UNDEFINED;
}

/* The usual tick: a function without arguments, no async context, no trace and
 * no hooks. */
static inline bool is_plain(const engine *e, int argc, JSValueConst *argv)
{
    const engine__order *o = &e->order;

    return argc == 1 && JS_IsBytecodeFunction(argv[0]) &&
           o->ticks.count < o->ticks.capacity && *o->running != 0 &&
           !engine__has_async_context(e) && !o->exiting &&
           !ENGINE__WATCHED(e) && e->async_fn == NULL;
}

/* A plain one is queued without a call, so that no register has to be saved. */
static JSValue next_tick(JSContext *ctx, JSValueConst self, int argc,
                         JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    (void)self;

    if (orr__unlikely(!is_plain(e, argc, argv)))
        return queue_any(e, argc, argv);
    const engine__origin from = { engine__next_id(e), *e->order.running, 0 };
    tick_put(&e->order.ticks, from, NULL, JS_DupInline(argv[0]), NULL);
    return JS_UNDEFINED;
}

int order__ticks_bind(engine *e, JSValueConst binding)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("nextTick", 1, next_tick),
    };

    return JS_SetPropertyFunctionList(e->ctx, binding, functions, 1);
}

void order__ticks_close(engine *e)
{
    order_ticks *q = &e->order.ticks;

    for (uint32_t i = 0; i < q->count; i++) {
        order_tick *t = tick_slot(q, i);
        drop_tick(e, t->callback, t->args, t->record.async_context);
    }
    orr__free(&e->alloc, q->ring);
    *q = (order_ticks){ 0 };
}
