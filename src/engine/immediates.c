/*
 * immediates.c - setImmediate: one pass of a queue per turn of the loop.
 *
 *     queue   those made since the pass began: for the next one
 *     batch   those of the pass under way, front first; what a throw left over
 *
 * A pass moves the queue to the batch and runs it from the front. Between two,
 * ticks and microtasks are drained; before the first they are not, and neither
 * after a throw: the pass then starts again, in the same check phase, with the
 * rest. So the ticks of an immediate that threw run after the next immediate,
 * as in Node: `a U b a-tick c`.
 *
 * Most programs drop the Immediate at once: `setImmediate(f);`. Then the object
 * is made only if it is needed after all, by a callback that reads `this`, by
 * async_hooks or by --why, and the task is in the queue itself. With an object
 * for each, a million immediates take 174 ns each instead of 80, and a chain of
 * them 166 instead of 134 (ONLY='immediate_flat immediate_chain' bench/js/run).
 * The task of an Immediate is inside the object, and the queue holds a
 * reference to that, which also hides it from the collector. A cleared
 * immediate leaves an empty slot behind.
 */
#include "engine/timers.h"

#include <errno.h>

/* ---- The queue ---------------------------------------------------------- */

/* Another chunk at the end; false if there is no memory. */
static orr__noinline bool immediate_grow(engine *e, order_queue *q)
{
    order_chunk **spare = &e->order.immediates.spare;
    order_chunk *chunk = *spare;

    if (chunk != NULL)
        *spare = chunk->next;
    else
        chunk = orr__resize(&e->alloc, NULL, sizeof *chunk);
    if (chunk == NULL)
        return false;
    chunk->next = NULL;
    if (q->last != NULL)
        q->last->next = chunk;
    else
        *q = (order_queue){ .first = chunk };
    q->last = chunk;
    q->to = 0;
    return true;
}

/* A slot at the end, not filled in; NULL if there is no memory. */
static order_task *immediate_append(engine *e, order_queue *q)
{
    if ((q->last == NULL || q->to == ORDER_CHUNK) && !immediate_grow(e, q))
        return NULL;
    return &q->last->slot[q->to++];
}

/* The first chunk has been used up. */
static orr__noinline void immediate_shrink(engine *e, order_queue *q)
{
    order_chunk *chunk = q->first;

    q->first = chunk->next;
    q->from = 0;
    if (q->first == NULL)
        *q = (order_queue){ 0 };
    chunk->next = e->order.immediates.spare;
    e->order.immediates.spare = chunk;
}

/* The first slot that has something in it; NULL if there is none. */
static order_task *immediate_front(engine *e, order_queue *q)
{
    while (q->first != NULL) {
        const uint32_t end = q->first == q->last ? q->to : ORDER_CHUNK;
        for (; q->from < end; q->from++) {
            if (q->first->slot[q->from].callback != NULL)
                return &q->first->slot[q->from];
        }
        immediate_shrink(e, q);
    }
    return NULL;
}

/* A slot becomes empty. Those at the end are taken back, so that a program that
 * makes and clears, over and over, needs no more of them. */
static void immediate_empty(engine *e, order_task *slot)
{
    order_queue *q = &e->order.immediates.queue;

    *slot = (order_task){ 0 };
    while (q->to > 0 && q->last->slot[q->to - 1].callback == NULL)
        q->to--;
}

/* Notify the host when the first ref'd immediate appears or the last one goes;
 * but not within a pass, where the last one often makes the next. */
static void report_ref(engine *e)
{
    order_immediates *all = &e->order.immediates;
    const bool any = all->ref_count > 0 || all->finals_awaited;

    if (any == all->ref_reported || (all->running && !any))
        return;
    all->ref_reported = any;
    e->host.ref_immediates(e->host.ctx, any);
}

void order__await_finals(engine *e)
{
    if (e->host.ref_immediates == NULL || engine__is_stopped(e))
        return;
    e->order.immediates.finals_awaited = true;
    report_ref(e);
}

/* What it holds for its call; the object may live on without. */
static void drop_call(engine *e, order_task *im)
{
    void *callback = im->callback;

    im->callback = NULL;
    if (callback != NULL)
        JS_FreeValue(e->ctx, engine__object(callback));
    if (orr__likely(!(im->flags & TASK_EXTRA)))
        return;
    order_args *args = im->u.extra->args;
    engine_async_context *context = im->u.extra->async_context;
    im->u.extra->args = NULL;
    im->u.extra->async_context = NULL;
    order__free_args(e->ctx, args);
    if (context != NULL)
        engine_release_async_context(e, context);
}

/* The end of one that has no object. */
static void immediate_end(engine *e, order_task *im)
{
    drop_call(e, im);
    if (orr__unlikely(im->flags & TASK_EXTRA))
        orr__free(&e->alloc, im->u.extra);
}

/* Out of the counts. */
static void immediate_discount(engine *e, order_task *im)
{
    order_immediates *all = &e->order.immediates;

    all->count--;
    if (im->flags & TASK_REF)
        all->ref_count--;
    im->flags &= TASK_EXTRA;
}

/* An object leaves its slot. Its count, which the queue had, is now the
 * caller's. */
static order_immediate *immediate_release(engine *e, order_task *slot)
{
    JSValue object = engine__object(slot->callback);
    order_immediate *im = (order_immediate *)(void *)task__of(slot->callback);

    JS_ShowToGC(e->rt, object);
    im->slot = NULL;
    immediate_discount(e, &im->task);
    return im;
}

/* ---- Making and clearing ------------------------------------------------ */

/* Give what is in a slot its object, counted by the queue. False: it threw. */
static bool make_object(engine *e, order_task *slot)
{
    JSValue object = JS_NewObjectLike(e->ctx, e->order.immediates.sample, NULL);

    if (JS_IsException(object))
        return false;
    void *inside = task__of(JS_VALUE_GET_PTR(object));
    *(order_immediate *)inside = (order_immediate){ *slot, slot };
    *slot = (order_task){ .callback = JS_VALUE_GET_PTR(object),
                          .flags = TASK_OBJECT };
    JS_HideFromGC(e->rt, object, NULL);
    return true;
}

/* The same for callers that can do without the object: without memory it
 * returns false and throws nothing. */
static bool try_object(engine *e, order_task *slot)
{
    if ((slot->flags & TASK_OBJECT) || make_object(e, slot))
        return true;
    JS_FreeValue(e->ctx, JS_GetException(e->ctx));
    return false;
}

/* Takes over args. NULL: it threw. */
static order_task *immediate_make(engine *e, JSValueConst callback,
                                  order_args *args, bool with_object)
{
    order_task *slot = immediate_append(e, &e->order.immediates.queue);

    if (slot == NULL) {
        order__free_args(e->ctx, args);
        JS_ThrowOutOfMemory(e->ctx);
        return NULL;
    }
    *slot = (order_task){
        .callback = JS_VALUE_GET_PTR(JS_DupValue(e->ctx, callback)),
        .flags = TASK_QUEUED | TASK_REF,
    };
    const bool filled = task__fill(e, slot, ENGINE_IMMEDIATE, 0, args);
    if (orr__likely(filled && (!with_object || make_object(e, slot))))
        return slot;
    if (!filled)
        JS_ThrowOutOfMemory(e->ctx);
    immediate_end(e, slot);
    immediate_empty(e, slot);
    return NULL;
}

/* Takes over args. The object, or undefined if it is not wanted; JS_EXCEPTION:
 * it threw. */
static JSValue immediate_queue(engine *e, JSValueConst callback,
                               order_args *args, bool with_object)
{
    order_immediates *all = &e->order.immediates;
    const order_task *slot = immediate_make(e, callback, args, with_object);

    if (slot == NULL)
        return JS_EXCEPTION;
    all->count++;
    all->ref_count++;
    report_ref(e);
    if (!with_object)
        return JS_UNDEFINED;
    JSValue object = JS_DupValue(e->ctx, engine__object(slot->callback));
    if (orr__unlikely(e->async_fn != NULL)) {
        /* A hook may clear it, and then another task may get the slot. */
        const engine_record record =
            task__record(task__of(slot->callback), ENGINE_IMMEDIATE);
        order__hook(e, ENGINE_ASYNC_INIT, &record, object);
    }
    return object;
}

void order__queue_noop_immediate(engine *e)
{
    if (e->host.ref_immediates == NULL || (e->profile & ENGINE_HTML_TASKS))
        return;
    JSValue object =
        immediate_queue(e, e->order.immediates.noop, NULL, e->async_fn != NULL);
    if (JS_IsException(object))
        engine__no_memory(e);
    JS_FreeValue(e->ctx, object);
}

static JSValue set_immediate(JSContext *ctx, JSValueConst self, int argc,
                             JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    JSValueConst fn = argc > 0 ? argv[0] : JS_UNDEFINED;
    order_args *args = NULL;
    (void)self;

    if (!JS_IsFunction(ctx, fn))
        return order__throw_invalid(e, fn);
    if (orr__unlikely(e->host.ref_immediates == NULL))
        return JS_ThrowTypeError(ctx, "there is no event loop here");
    if (argc > 1) {
        args = order__keep_args(ctx, argc - 1, argv + 1);
        if (args == NULL)
            return JS_EXCEPTION;
    }
    return immediate_queue(e, fn, args,
                           e->async_fn != NULL || !JS_IsResultDropped(ctx));
}

static void immediate_clear(engine *e, order_immediate *im)
{
    JSValue object = task__object(&im->task);
    order_task *slot = im->slot;

    if (slot == NULL)
        return;
    const engine_record record = task__record(&im->task, ENGINE_IMMEDIATE);

    if (ORR_TRACED(e->trace))
        engine__trace_record(e, ORR_EV_CLEAR, &record, 0);
    immediate_release(e, slot);
    immediate_empty(e, slot);
    report_ref(e);
    order__hook(e, ENGINE_ASYNC_DESTROY, &record, object);
    drop_call(e, &im->task);
    JS_FreeValue(e->ctx, object);
}

static JSValue clear_immediate(JSContext *ctx, JSValueConst self, int argc,
                               JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    order_immediate *im =
        argc > 0 ? JS_GetInlineData(argv[0], e->classes.immediate) : NULL;
    (void)self;

    if (im != NULL)
        immediate_clear(e, im);
    return JS_UNDEFINED;
}

/* ---- Native ones, finalizers -------------------------------------------- */

int engine_queue_native_immediate(engine *e, engine_call_fn *fn, void *arg,
                                  bool ref)
{
    order_immediates *all = &e->order.immediates;

    if (e->host.ref_immediates == NULL)
        return -ENOSYS;
    order_native *n = orr__alloc(&e->alloc, sizeof *n);
    if (n == NULL)
        return -ENOMEM;
    n->fn = fn;
    n->arg = arg;
    n->ref = ref;
    n->record.kind = ENGINE_IMMEDIATE;
    engine__schedule(e, &n->record);
    *all->native_end = n;
    all->native_end = &n->next;
    all->count++;
    if (ref) {
        all->ref_count++;
        report_ref(e);
    }
    return 0;
}

/* Those that are there now. */
static int run_native(engine *e)
{
    order_immediates *all = &e->order.immediates;
    order_native *list = all->native;
    int ran = 0;

    all->native = NULL;
    all->native_end = &all->native;
    while (list != NULL) {
        order_native *n = list;
        list = n->next;
        all->count--;
        if (n->ref)
            all->ref_count--;
        if (!engine__is_stopped(e)) {
            e->door.call(e->door.ctx, &n->record, n->fn, n->arg);
            ran++;
        }
        orr__free(&e->alloc, n);
    }
    return ran;
}

static void run_cleanup(void *arg)
{
    engine *e = arg;
    JSContext *ctx;

    e->depth++;
    const int ran = JS_ExecutePendingCleanup(e->rt, &ctx);
    e->depth--;
    if (ran < 0)
        engine__report_pending(e);
}

/* FinalizationRegistry's callbacks: tasks of their own, not microtasks. */
static void run_cleanups(engine *e)
{
    while (JS_IsCleanupPending(e->rt) && !engine__is_stopped(e)) {
        engine_record record = { .kind = ENGINE_FINALIZER };
        engine__schedule(e, &record);
        e->door.call(e->door.ctx, &record, run_cleanup, e);
    }
}

bool engine_run_finalizers(engine *e)
{
    bool any = false;

    while (JS_IsCleanupPending(e->rt) && !engine__is_stopped(e)) {
        run_cleanup(e);
        any = true;
    }
    return any;
}

/* ---- The pass ----------------------------------------------------------- */

static int immediate_call(engine *e, const order_task *im, JSValueConst object)
{
    const engine_record record = task__record(im, ENGINE_IMMEDIATE);
    order_call call = {
        .record = &record,
        .fn = engine__object(im->callback),
        .self = object,
        .args = im->flags & TASK_EXTRA ? im->u.extra->args : NULL,
    };

    order__hook(e, ENGINE_ASYNC_BEFORE, &record, object);
    const int err = order__run(e, &call);
    order__hook(e, ENGINE_ASYNC_AFTER, &record, object);
    order__hook(e, ENGINE_ASYNC_DESTROY, &record, object);
    return engine__is_stopped(e) ? ENGINE_STOPPED : err;
}

static orr__noinline int run_object(engine *e, order_task *slot)
{
    order_task *im = &immediate_release(e, slot)->task;
    JSValue object = task__object(im);

    e->order.immediates.batch.from++;
    const int err = immediate_call(e, im, object);
    drop_call(e, im);
    JS_FreeValue(e->ctx, object);
    return err;
}

/* Out of its slot, by words: it may have been written just now (see BY_WORDS in
 * the Makefile). */
static void immediate_take(order_task *im, const order_task *slot)
{
    im->callback = slot->callback;
    im->flags = slot->flags;
    im->start_back = slot->start_back;
    im->u = slot->u;
}

/*
 * An immediate without an object is called with a shared stand-in as `this`,
 * which only a stack trace sees, where it must be an Immediate.
 */
static int run_bare(engine *e, order_task *slot)
{
    order_immediates *all = &e->order.immediates;
    order_task *im = task__of(JS_VALUE_GET_PTR(all->stand_in));

    must(im->callback == NULL, "one immediate runs at a time");
    immediate_take(im, slot);
    immediate_discount(e, im);
    all->batch.from++;
    const int err = immediate_call(e, im, all->stand_in);
    immediate_end(e, im);
    im->flags = 0;
    return err;
}

static int run_first(engine *e, order_task *slot)
{
    if (!(slot->flags & TASK_OBJECT) &&
        orr__unlikely(e->async_fn != NULL ||
                      JS_ReadsThis(engine__object(slot->callback))))
        try_object(e, slot);
    if (slot->flags & TASK_OBJECT)
        return run_object(e, slot);
    return run_bare(e, slot);
}

static void start_batch(engine *e)
{
    order_immediates *all = &e->order.immediates;

    if (immediate_front(e, &all->batch) != NULL)
        return; /* left over */
    all->batch.first = all->queue.first;
    all->batch.last = all->queue.last;
    all->batch.from = 0;
    all->batch.to = all->queue.to;
    all->queue.first = all->queue.last = NULL;
    all->queue.to = 0;
}

/* How many ran. *threw: the last thing that ran threw, so its ticks wait for
 * another callback. */
static int run_batch(engine *e, bool *threw)
{
    order_immediates *all = &e->order.immediates;
    const bool drains = !(e->profile & ENGINE_DRAIN_PER_BATCH);
    bool fresh = true;
    int ran = 0;
    int err = 0;

    start_batch(e);
    for (;;) {
        order_task *slot = immediate_front(e, &all->batch);
        if (slot == NULL)
            break;
        if (!fresh && drains) {
            err = order__drain(e);
            if (err == ENGINE_STOPPED)
                return err;
            slot = immediate_front(e, &all->batch);
            if (slot == NULL)
                break;
        }
        err = run_first(e, slot);
        if (err == ENGINE_STOPPED)
            return err;
        fresh = err == ENGINE_THREW;
        if (fresh)
            order__leave_context(e, NULL); /* each start has a scope in Node */
        ran++;
        /* If the last one throws, Node goes on with those for the next turn:
         * it starts its pass again, and finds nothing else to take. */
        if (fresh && drains)
            start_batch(e);
    }
    *threw = err == ENGINE_THREW;
    return ran;
}

static int run_all(engine *e)
{
    order_immediates *all = &e->order.immediates;
    bool threw = false;

    all->finals_awaited = false;
    engine__run_finals(e);
    run_cleanups(e);
    const int natives = run_native(e);
    if ((natives > 0 || immediate_front(e, &all->queue) != NULL) &&
        !(e->profile & ENGINE_DRAIN_PER_BATCH))
        order__drain(e); /* what a handled exception left behind */
    if (engine__is_stopped(e))
        return ENGINE_STOPPED;
    engine_async_context *outer = order__enter_context(e, NULL);
    e->order.pass = PASS_IMMEDIATES;
    const int ran = run_batch(e, &threw);
    e->order.pass = PASS_NONE;
    order__leave_context(e, outer);
    if (ran < 0)
        return ran;
    if (threw)
        e->door.threw(e->door.ctx);
    return ran + natives;
}

int engine_run_immediates(engine *e)
{
    if (engine__is_stopped(e))
        return ENGINE_STOPPED;
    e->order.immediates.running = true;
    const int ran = run_all(e);
    e->order.immediates.running = false;
    if (e->host.ref_immediates != NULL)
        report_ref(e);
    return ran;
}

/* ---- The class ---------------------------------------------------------- */

/* The task behind `this`; NULL with an exception pending if `this` is not an
 * Immediate. */
static order_task *this_immediate(JSContext *ctx, JSValueConst self)
{
    const JSClassID id = engine__of(ctx)->classes.immediate;
    order_immediate *im = JS_GetInlineData(self, id);

    if (im == NULL)
        JS_GetOpaque2(ctx, self, id); /* which throws */
    return im ? &im->task : NULL;
}

static JSValue set_ref(JSContext *ctx, JSValueConst self, bool on)
{
    engine *e = engine__of(ctx);
    order_task *im = this_immediate(ctx, self);

    if (im == NULL)
        return JS_EXCEPTION;
    if ((im->flags & TASK_QUEUED) && on != ((im->flags & TASK_REF) != 0)) {
        im->flags ^= TASK_REF;
        if (on)
            e->order.immediates.ref_count++;
        else
            e->order.immediates.ref_count--;
        report_ref(e);
    }
    return JS_DupValue(ctx, self);
}

static JSValue immediate_ref(JSContext *ctx, JSValueConst self, int argc,
                             JSValueConst *argv)
{
    (void)argc;
    (void)argv;
    return set_ref(ctx, self, true);
}

static JSValue immediate_unref(JSContext *ctx, JSValueConst self, int argc,
                               JSValueConst *argv)
{
    (void)argc;
    (void)argv;
    return set_ref(ctx, self, false);
}

static JSValue immediate_has_ref(JSContext *ctx, JSValueConst self, int argc,
                                 JSValueConst *argv)
{
    order_task *im = this_immediate(ctx, self);
    (void)argc;
    (void)argv;

    if (im == NULL)
        return JS_EXCEPTION;
    return JS_NewBool(ctx, (im->flags & TASK_REF) != 0);
}

static JSValue immediate_dispose(JSContext *ctx, JSValueConst self, int argc,
                                 JSValueConst *argv)
{
    (void)argc;
    (void)argv;

    if (this_immediate(ctx, self) == NULL)
        return JS_EXCEPTION;
    return clear_immediate(ctx, JS_UNDEFINED, 1, &self);
}

static JSValue get_on_immediate(JSContext *ctx, JSValueConst self)
{
    order_task *im = this_immediate(ctx, self);

    if (im == NULL)
        return JS_EXCEPTION;
    return im->callback ? JS_DupValue(ctx, engine__object(im->callback))
                        : JS_NULL;
}

static JSValue get_destroyed(JSContext *ctx, JSValueConst self)
{
    order_task *im = this_immediate(ctx, self);

    if (im == NULL)
        return JS_EXCEPTION;
    return JS_NewBool(ctx, !(im->flags & TASK_QUEUED));
}

static void immediate_finalize(JSRuntime *rt, JSValueConst val)
{
    task__finalize(JS_GetRuntimeOpaque(rt), task__of(JS_VALUE_GET_PTR(val)));
}

static void immediate_mark(JSRuntime *rt, JSValueConst val,
                           JS_MarkFunc *mark_func)
{
    task__mark(JS_GetRuntimeOpaque(rt), task__of(JS_VALUE_GET_PTR(val)),
               mark_func);
}

static const JSCFunctionListEntry proto_functions[] = {
    JS_CFUNC_DEF("ref", 0, immediate_ref),
    JS_CFUNC_DEF("unref", 0, immediate_unref),
    JS_CFUNC_DEF("hasRef", 0, immediate_has_ref),
    JS_CFUNC_DEF("[Symbol.dispose]", 0, immediate_dispose),
    JS_CGETSET_DEF("_onImmediate", get_on_immediate, NULL),
    JS_CGETSET_DEF("_destroyed", get_destroyed, NULL),
};

static JSValue immediate_noop(JSContext *ctx, JSValueConst self, int argc,
                              JSValueConst *argv)
{
    (void)ctx;
    (void)self;
    (void)argc;
    (void)argv;
    return JS_UNDEFINED;
}

/* ---- Life --------------------------------------------------------------- */

/* An Immediate that is in no queue. */
static JSValue lone_object(engine *e)
{
    JSValue object = JS_NewObjectProtoClassCompact(
        e->ctx, e->order.immediates.proto, e->classes.immediate);

    if (JS_IsException(object))
        return object;
    void *inside = task__of(JS_VALUE_GET_PTR(object));
    *(order_immediate *)inside = (order_immediate){ 0 };
    return object;
}

int order__immediates_open(engine *e)
{
    order_immediates *all = &e->order.immediates;
    const JSClassDef def = { "Immediate", immediate_finalize, immediate_mark,
                             NULL, NULL };

    all->native_end = &all->native;
    all->proto = all->sample = all->stand_in = all->noop = JS_UNDEFINED;
    JS_NewClassID(e->rt, &e->classes.immediate);
    if (JS_NewClass(e->rt, e->classes.immediate, &def) < 0)
        return -ENOMEM;
    JS_SetClassInlineData(e->rt, e->classes.immediate, sizeof(order_immediate));
    all->proto =
        engine__make_class(e, "Immediate", proto_functions,
                           sizeof proto_functions / sizeof *proto_functions);
    if (JS_IsException(all->proto))
        return -ENOMEM;
    all->noop = JS_NewCFunction(e->ctx, immediate_noop, "noop", 0);
    all->sample = lone_object(e);
    all->stand_in = lone_object(e);
    if (JS_IsException(all->noop) || JS_IsException(all->sample) ||
        JS_IsException(all->stand_in))
        return -ENOMEM;
    return 0;
}

static void close_queue(engine *e, order_queue *q)
{
    order_task *slot;

    for (; (slot = immediate_front(e, q)) != NULL; q->from++) {
        if (slot->flags & TASK_OBJECT)
            JS_FreeValue(e->ctx,
                         task__object(&immediate_release(e, slot)->task));
        else
            immediate_end(e, slot);
    }
}

void order__immediates_close(engine *e)
{
    order_immediates *all = &e->order.immediates;

    if (all->native_end == NULL)
        return; /* never opened */
    close_queue(e, &all->batch);
    close_queue(e, &all->queue);
    while (all->spare != NULL) {
        order_chunk *chunk = all->spare;
        all->spare = chunk->next;
        orr__free(&e->alloc, chunk);
    }
    while (all->native != NULL) {
        order_native *n = all->native;
        all->native = n->next;
        orr__free(&e->alloc, n);
    }
    JS_FreeValue(e->ctx, all->sample);
    JS_FreeValue(e->ctx, all->stand_in);
    JS_FreeValue(e->ctx, all->noop);
    JS_FreeValue(e->ctx, all->proto);
}

int order__immediates_bind(engine *e, JSValueConst binding)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("setImmediate", 1, set_immediate),
        JS_CFUNC_DEF("clearImmediate", 1, clear_immediate),
    };

    if (JS_SetPropertyStr(e->ctx, binding, "immediatePrototype",
                          JS_DupValue(e->ctx, e->order.immediates.proto)) < 0)
        return -1;
    return JS_SetPropertyFunctionList(e->ctx, binding, functions,
                                      sizeof functions / sizeof *functions);
}

static void walk_slot(engine *e, order_task *slot, engine_walk_fn *fn,
                      void *arg)
{
    if (slot->callback == NULL || !try_object(e, slot))
        return;
    JSValue object = engine__object(slot->callback);
    const order_task *im = task__of(slot->callback);
    napi_value thing = engine__handle(e, JS_DupValue(e->ctx, object));
    const engine_live live = {
        .record = task__record(im, ENGINE_IMMEDIATE),
        .ref = (im->flags & TASK_REF) != 0,
        .thing = thing,
    };
    if (thing != NULL)
        fn(arg, &live);
}

static void walk_queue(engine *e, const order_queue *q, engine_walk_fn *fn,
                       void *arg)
{
    uint32_t at = q->from;

    for (order_chunk *chunk = q->first; chunk != NULL; chunk = chunk->next) {
        const uint32_t end = chunk == q->last ? q->to : ORDER_CHUNK;
        for (; at < end; at++)
            walk_slot(e, &chunk->slot[at], fn, arg);
        at = 0;
    }
}

void order__immediates_walk(engine *e, engine_walk_fn *fn, void *arg)
{
    walk_queue(e, &e->order.immediates.batch, fn, arg);
    walk_queue(e, &e->order.immediates.queue, fn, arg);
}
