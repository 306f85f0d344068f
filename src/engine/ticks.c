/*
 * ticks.c - process.nextTick: a queue that is emptied before anything else.
 *
 * The queue is a ring that doubles when it is full. A program that chains ticks
 * for ever uses one slot of it and one of memory; the ring gives back what a
 * burst made it grow to once it is empty.
 */
#include "engine/internal.h"

#include <errno.h>

#define FIRST_CAPACITY 64
#define KEEP_CAPACITY 4096

static order_tick *slot(order_ticks *q, uint32_t n)
{
    return &q->ring[(q->first + n) & (q->capacity - 1)];
}

static bool grow(engine *e, order_ticks *q)
{
    const uint32_t capacity = q->capacity ? q->capacity * 2 : FIRST_CAPACITY;

    if (capacity == 0)
        return false;
    order_tick *ring = orr__alloc_array(&e->alloc, capacity, sizeof *ring);
    if (ring == NULL)
        return false;
    for (uint32_t i = 0; i < q->count; i++)
        ring[i] = *slot(q, i);
    orr__free(&e->alloc, q->ring);
    q->ring = ring;
    q->capacity = capacity;
    q->first = 0;
    return true;
}

static void give_back(engine *e, order_ticks *q)
{
    if (q->capacity <= KEEP_CAPACITY)
        return;
    orr__free(&e->alloc, q->ring);
    *q = (order_ticks){ 0 };
}

static void free_tick(engine *e, order_tick *t)
{
    JS_FreeValue(e->ctx, engine__object(t->callback));
    if (t->args != NULL)
        order__free_args(e->ctx, t->args);
    if (t->frame != NULL)
        engine_release_frame(e, t->frame);
}

/* Takes over args, also when it fails; then an exception is pending. */
static int queue_tick(engine *e, JSValueConst callback, order_args *args)
{
    order_ticks *q = &e->order.ticks;
    engine_record record = { .kind = ENGINE_TICK };

    if (q->count == q->capacity && !grow(e, q)) {
        order__free_args(e->ctx, args);
        JS_ThrowOutOfMemory(e->ctx);
        return ENGINE_THREW;
    }
    if (ENGINE__NOTES_SITES(e))
        record.site = engine_get_site(e);
    e->door.schedule(e->door.ctx, &record);
    *slot(q, q->count) = (order_tick){
        .callback = JS_VALUE_GET_PTR(JS_DupValue(e->ctx, callback)),
        .args = args,
        .id = record.id,
        .cause = record.cause,
        .frame = engine__has_frame(e) ? engine_hold_frame(e) : NULL,
        .site = record.site,
    };
    q->count++;
    order__tell(e, ENGINE_ASYNC_INIT, &record, callback);
    return 0;
}

/* The tick leaves the queue before it runs: it may queue others, and the ring
 * may move. */
static int run_tick(engine *e, order_ticks *q)
{
    order_tick t = *slot(q, 0);
    order_call call = {
        .record = { .id = t.id,
                    .cause = t.cause,
                    .frame = t.frame,
                    .site = t.site,
                    .kind = ENGINE_TICK },
        .fn = engine__object(t.callback),
        .self = JS_UNDEFINED,
        .args = t.args,
    };

    q->first = (q->first + 1) & (q->capacity - 1);
    q->count--;
    order__tell(e, ENGINE_ASYNC_BEFORE, &call.record, call.fn);
    const int err = order__run(e, &call);
    order__tell(e, ENGINE_ASYNC_AFTER, &call.record, call.fn);
    order__tell(e, ENGINE_ASYNC_DESTROY, &call.record, call.fn);
    free_tick(e, &t);
    return engine__is_stopped(e) ? ENGINE_STOPPED : err;
}

/* One that throws leaves the rest for the end of the next callback. */
int order__run_ticks(engine *e)
{
    order_ticks *q = &e->order.ticks;

    while (q->count > 0) {
        const int err = run_tick(e, q);
        if (err < 0)
            return err;
    }
    give_back(e, q);
    return 0;
}

int engine_queue_tick(engine *e, napi_value function, size_t argc,
                      const napi_value *argv)
{
    JSValueConst fn = engine__value(function);
    order_args *args = NULL;

    if (!JS_IsFunction(e->ctx, fn))
        return -EINVAL;
    if (e->order.exiting)
        return 0;
    if (argc > 0) {
        args = js_malloc(e->ctx, sizeof *args + argc * sizeof(JSValue));
        if (args == NULL)
            return engine__threw(e);
        args->count = (uint32_t)argc;
        for (size_t i = 0; i < argc; i++)
            args->value[i] = JS_DupValue(e->ctx, engine__value(argv[i]));
    }
    return queue_tick(e, fn, args);
}

static JSValue next_tick(JSContext *ctx, JSValueConst self, int argc,
                         JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    JSValueConst fn = argc > 0 ? argv[0] : JS_UNDEFINED;
    order_args *args = NULL;
    (void)self;

    if (!JS_IsFunction(ctx, fn))
        return order__throw_invalid(e, fn);
    if (e->order.exiting)
        return JS_UNDEFINED;
    if (argc > 1) {
        args = order__keep_args(ctx, argc - 1, argv + 1);
        if (args == NULL)
            return JS_EXCEPTION;
    }
    if (queue_tick(e, fn, args) < 0)
        return JS_EXCEPTION;
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

    for (uint32_t i = 0; i < q->count; i++)
        free_tick(e, slot(q, i));
    orr__free(&e->alloc, q->ring);
    *q = (order_ticks){ 0 };
}
