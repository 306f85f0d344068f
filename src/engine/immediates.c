/*
 * immediates.c - setImmediate: one pass of a queue per turn of the loop.
 *
 *     queue   those made since the pass began: for the next one
 *     batch   those of the pass under way, front first; what a throw left over
 *
 * A pass moves the queue to the batch and runs it from the front. Between two,
 * ticks and microtasks are drained; before the first they are not, and neither
 * after a throw: the pass then starts afresh, in the same check phase, with
 * what is left. So the ticks of one that threw come after the next one, which
 * looks odd and is what Node does: `a U b a-tick c`.
 *
 * An entry belongs to its Immediate object and dies with it. While it is queued
 * the queue counts the object, so that nothing else has to; and so it is no
 * garbage, which spares the collector a look at it (bench: immediate_flat_1M).
 *
 * Most programs drop the object at once: `setImmediate(f);`. Then it is not
 * even made, unless somebody asks for it after all: the callback, whose `this`
 * it is, async_hooks, --why. The entry is the queue's own as long as it has
 * none.
 */
#include "engine/timers.h"

#include <errno.h>

/* ---- The queue ---------------------------------------------------------- */

static void append(engine *e, order_queue *q, uint32_t n)
{
    order_entry *im = entry__get(e, n);

    im->prev = q->last;
    im->next = 0;
    if (q->last != 0)
        entry__get(e, q->last)->next = n;
    else
        q->first = n;
    q->last = n;
}

/* Which of the two queues it is in matters only at their ends, and there it
 * can be seen. */
static void unlink_entry(engine *e, uint32_t n)
{
    order_immediates *all = &e->order.immediates;
    order_entry *im = entry__get(e, n);

    if (im->prev != 0)
        entry__get(e, im->prev)->next = im->next;
    else
        (all->batch.first == n ? &all->batch : &all->queue)->first = im->next;
    if (im->next != 0)
        entry__get(e, im->next)->prev = im->prev;
    else
        (all->batch.last == n ? &all->batch : &all->queue)->last = im->prev;
    im->prev = im->next = 0;
    if (im->object != NULL)
        JS_ShowToGC(e->rt, engine__object(im->object));
}

/* Whether something keeps the loop from waiting is told when it changes; but
 * not in a pass, where the last one often makes the next. */
static void tell_ref(engine *e)
{
    order_immediates *all = &e->order.immediates;
    const bool any = all->ref_count > 0 || all->finals_awaited;

    if (any == all->ref_told || (all->running && !any))
        return;
    all->ref_told = any;
    e->host.ref_immediates(e->host.ctx, any);
}

void order__await_finals(engine *e)
{
    if (e->host.ref_immediates == NULL || engine__is_stopped(e))
        return;
    e->order.immediates.finals_awaited = true;
    tell_ref(e);
}

/* What it holds for its call; the object may live on without. */
static void drop_call(engine *e, order_entry *im)
{
    void *callback = im->callback;

    im->callback = NULL;
    if (callback != NULL)
        JS_FreeValue(e->ctx, engine__object(callback));
    if (orr__likely(!(im->flags & ENTRY_EXTRA)))
        return;
    order_args *args = im->u.extra->args;
    engine_frame *frame = im->u.extra->frame;
    im->u.extra->args = NULL;
    im->u.extra->frame = NULL;
    order__free_args(e->ctx, args);
    if (frame != NULL)
        engine_release_frame(e, frame);
}

/* Out of its queue and out of the counts. The object's count, which the queue
 * had, is now the caller's. */
static void take(engine *e, uint32_t n)
{
    order_immediates *all = &e->order.immediates;
    order_entry *im = entry__get(e, n);

    unlink_entry(e, n);
    all->count--;
    if (im->flags & ENTRY_REF)
        all->ref_count--;
    im->flags &= ENTRY_EXTRA;
}

/* What it held was its object's, or its own if it has none. */
static void end(engine *e, uint32_t n)
{
    order_entry *im = entry__get(e, n);

    drop_call(e, im);
    if (im->object != NULL)
        JS_FreeValue(e->ctx, engine__object(im->object));
    else
        entry__free(e, n);
}

/* ---- Making and clearing ------------------------------------------------ */

/* Give it its object, counted by the queue. False: it threw. */
static bool make_object(engine *e, uint32_t n)
{
    order_entry *im = entry__get(e, n);
    JSValue object = JS_NewObjectLike(e->ctx, e->order.immediates.sample);

    if (JS_IsException(object))
        return false;
    JS_SetOpaque(object, (void *)(uintptr_t)n);
    im->object = JS_VALUE_GET_PTR(object);
    if (im->flags & ENTRY_QUEUED)
        JS_HideFromGC(e->rt, object);
    return true;
}

/* Likewise for who can do without it: if there is no memory, nothing is said.
 */
static bool try_object(engine *e, uint32_t n)
{
    if (entry__get(e, n)->object != NULL || make_object(e, n))
        return true;
    JS_FreeValue(e->ctx, JS_GetException(e->ctx));
    return false;
}

/* Takes over args. 0: it threw. */
static uint32_t make(engine *e, JSValueConst callback, order_args *args)
{
    const uint32_t n = entry__new(e);

    if (n == 0) {
        order__free_args(e->ctx, args);
        JS_ThrowOutOfMemory(e->ctx);
        return 0;
    }
    order_entry *im = entry__get(e, n);
    im->callback = JS_VALUE_GET_PTR(JS_DupValue(e->ctx, callback));
    if (!entry__fill(e, im, ENGINE_IMMEDIATE, 0, args)) {
        end(e, n);
        JS_ThrowOutOfMemory(e->ctx);
        return 0;
    }
    return n;
}

/* Takes over args. The object's count, if there is one, is the queue's. NULL:
 * it threw. */
static order_entry *queue(engine *e, JSValueConst callback, order_args *args,
                          bool with_object)
{
    order_immediates *all = &e->order.immediates;
    const uint32_t n = make(e, callback, args);

    if (n == 0)
        return NULL;
    order_entry *im = entry__get(e, n);
    im->flags |= ENTRY_QUEUED | ENTRY_REF;
    if (with_object && !make_object(e, n)) {
        end(e, n);
        return NULL;
    }
    append(e, &all->queue, n);
    all->count++;
    all->ref_count++;
    tell_ref(e);
    if (orr__unlikely(e->async_fn != NULL)) {
        const engine_record record = entry__record(im, ENGINE_IMMEDIATE);
        order__tell(e, ENGINE_ASYNC_INIT, &record, engine__object(im->object));
    }
    return im;
}

void order__queue_nothing(engine *e)
{
    if (e->host.ref_immediates == NULL)
        return;
    if (queue(e, e->order.immediates.nothing, NULL, e->async_fn != NULL) ==
        NULL)
        engine__no_memory(e);
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
    const bool wanted = e->async_fn != NULL || !JS_IsResultDropped(ctx);
    order_entry *im = queue(e, fn, args, wanted);
    if (im == NULL)
        return JS_EXCEPTION;
    return wanted ? JS_DupValue(ctx, engine__object(im->object)) : JS_UNDEFINED;
}

static void clear(engine *e, uint32_t n)
{
    order_entry *im = entry__get(e, n);

    if (!(im->flags & ENTRY_QUEUED))
        return;
    const engine_record record = entry__record(im, ENGINE_IMMEDIATE);

    if (ORR_TRACED(e->trace))
        engine__trace_record(e, ORR_EV_CLEAR, &record, 0);
    take(e, n);
    tell_ref(e);
    order__tell(e, ENGINE_ASYNC_DESTROY, &record, engine__object(im->object));
    end(e, n);
}

static JSValue clear_immediate(JSContext *ctx, JSValueConst self, int argc,
                               JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    const uint32_t n =
        argc > 0 ? entry__number(argv[0], e->classes.immediate) : 0;
    (void)self;

    if (n != 0)
        clear(e, n);
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
        tell_ref(e);
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

/* ---- The pass ----------------------------------------------------------- */

/*
 * What `this` is for the callback. Where nobody can get hold of it, one that
 * stands in for all will do: a stack trace sees that it is an Immediate.
 */
static JSValueConst receiver(engine *e, uint32_t n)
{
    order_entry *im = entry__get(e, n);
    JSValueConst sample = e->order.immediates.sample;

    if (orr__unlikely(e->async_fn != NULL ||
                      JS_ReadsThis(engine__object(im->callback))))
        try_object(e, n);
    if (im->object != NULL)
        return engine__object(im->object);
    JS_SetOpaque(sample, (void *)(uintptr_t)n);
    return sample;
}

static int run_first(engine *e, uint32_t n)
{
    order_entry *im = entry__get(e, n);
    take(e, n);
    JSValueConst object = receiver(e, n);
    const engine_record record = entry__record(im, ENGINE_IMMEDIATE);
    order_call call = {
        .record = &record,
        .fn = engine__object(im->callback),
        .self = object,
        .args = im->flags & ENTRY_EXTRA ? im->u.extra->args : NULL,
    };

    order__tell(e, ENGINE_ASYNC_BEFORE, &record, object);
    const int err = order__run(e, &call);
    order__tell(e, ENGINE_ASYNC_AFTER, &record, object);
    order__tell(e, ENGINE_ASYNC_DESTROY, &record, object);
    JS_SetOpaque(e->order.immediates.sample, NULL);
    end(e, n);
    return engine__is_stopped(e) ? ENGINE_STOPPED : err;
}

static void start_batch(order_immediates *all)
{
    if (all->batch.first != 0)
        return; /* left over */
    all->batch = all->queue;
    all->queue = (order_queue){ 0 };
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

    start_batch(all);
    while (all->batch.first != 0) {
        if (!fresh && drains) {
            err = order__drain(e);
            if (err == ENGINE_STOPPED)
                return err;
            if (all->batch.first == 0)
                break;
        }
        err = run_first(e, all->batch.first);
        if (err == ENGINE_STOPPED)
            return err;
        fresh = err == ENGINE_THREW;
        if (fresh)
            order__leave_frame(e, NULL); /* each start has a scope in Node */
        ran++;
        /* If the last one throws, Node goes on with those for the next turn:
         * it starts its pass again, and finds nothing else to take. */
        if (fresh && drains && all->batch.first == 0)
            start_batch(all);
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
    if ((natives > 0 || all->queue.first != 0) &&
        !(e->profile & ENGINE_DRAIN_PER_BATCH))
        order__drain(e); /* what a handled exception left behind */
    if (engine__is_stopped(e))
        return ENGINE_STOPPED;
    engine_frame *outer = order__enter_frame(e, NULL);
    const int ran = run_batch(e, &threw);
    order__leave_frame(e, outer);
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
        tell_ref(e);
    return ran;
}

/* ---- The class ---------------------------------------------------------- */

/* The entry behind `this`; NULL with an exception pending if it is none. */
static order_entry *this_immediate(JSContext *ctx, JSValueConst self)
{
    engine *e = engine__of(ctx);
    void *opaque = JS_GetOpaque2(ctx, self, e->classes.immediate);

    return opaque ? entry__get(e, (uint32_t)(uintptr_t)opaque) : NULL;
}

static JSValue set_ref(JSContext *ctx, JSValueConst self, bool on)
{
    engine *e = engine__of(ctx);
    order_entry *im = this_immediate(ctx, self);

    if (im == NULL)
        return JS_EXCEPTION;
    if ((im->flags & ENTRY_QUEUED) && on != ((im->flags & ENTRY_REF) != 0)) {
        im->flags ^= ENTRY_REF;
        if (on)
            e->order.immediates.ref_count++;
        else
            e->order.immediates.ref_count--;
        tell_ref(e);
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
    order_entry *im = this_immediate(ctx, self);
    (void)argc;
    (void)argv;

    if (im == NULL)
        return JS_EXCEPTION;
    return JS_NewBool(ctx, (im->flags & ENTRY_REF) != 0);
}

static JSValue immediate_dispose(JSContext *ctx, JSValueConst self, int argc,
                                 JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    (void)argc;
    (void)argv;

    if (this_immediate(ctx, self) == NULL)
        return JS_EXCEPTION;
    clear(e, entry__number(self, e->classes.immediate));
    return JS_UNDEFINED;
}

static JSValue get_on_immediate(JSContext *ctx, JSValueConst self)
{
    order_entry *im = this_immediate(ctx, self);

    if (im == NULL)
        return JS_EXCEPTION;
    return im->callback ? JS_DupValue(ctx, engine__object(im->callback))
                        : JS_NULL;
}

static JSValue get_destroyed(JSContext *ctx, JSValueConst self)
{
    order_entry *im = this_immediate(ctx, self);

    if (im == NULL)
        return JS_EXCEPTION;
    return JS_NewBool(ctx, !(im->flags & ENTRY_QUEUED));
}

static void finalize(JSRuntime *rt, JSValueConst val)
{
    engine *e = JS_GetRuntimeOpaque(rt);
    const uint32_t n = entry__number(val, e->classes.immediate);

    if (n != 0)
        entry__finalize(e, n);
}

static void mark(JSRuntime *rt, JSValueConst val, JS_MarkFunc *mark_func)
{
    engine *e = JS_GetRuntimeOpaque(rt);
    const uint32_t n = entry__number(val, e->classes.immediate);

    if (n != 0)
        entry__mark(e, n, mark_func);
}

static const JSCFunctionListEntry proto_functions[] = {
    JS_CFUNC_DEF("ref", 0, immediate_ref),
    JS_CFUNC_DEF("unref", 0, immediate_unref),
    JS_CFUNC_DEF("hasRef", 0, immediate_has_ref),
    JS_CFUNC_DEF("[Symbol.dispose]", 0, immediate_dispose),
    JS_CGETSET_DEF("_onImmediate", get_on_immediate, NULL),
    JS_CGETSET_DEF("_destroyed", get_destroyed, NULL),
};

static JSValue nothing(JSContext *ctx, JSValueConst self, int argc,
                       JSValueConst *argv)
{
    (void)ctx;
    (void)self;
    (void)argc;
    (void)argv;
    return JS_UNDEFINED;
}

/* ---- Life --------------------------------------------------------------- */

int order__immediates_open(engine *e)
{
    order_immediates *all = &e->order.immediates;
    const JSClassDef def = { "Immediate", finalize, mark, NULL, NULL };

    all->native_end = &all->native;
    all->proto = all->sample = all->nothing = JS_UNDEFINED;
    JS_NewClassID(e->rt, &e->classes.immediate);
    if (JS_NewClass(e->rt, e->classes.immediate, &def) < 0)
        return -ENOMEM;
    all->proto =
        engine__make_class(e, "Immediate", proto_functions,
                           sizeof proto_functions / sizeof *proto_functions);
    if (JS_IsException(all->proto))
        return -ENOMEM;
    all->nothing = JS_NewCFunction(e->ctx, nothing, "noop", 0);
    all->sample =
        JS_NewObjectProtoClassCompact(e->ctx, all->proto, e->classes.immediate);
    if (JS_IsException(all->nothing) || JS_IsException(all->sample))
        return -ENOMEM;
    return 0;
}

static void close_queue(engine *e, order_queue *q)
{
    while (q->first != 0) {
        const uint32_t n = q->first;
        unlink_entry(e, n);
        entry__get(e, n)->flags &= ENTRY_EXTRA;
        end(e, n);
    }
}

void order__immediates_close(engine *e)
{
    order_immediates *all = &e->order.immediates;

    if (all->native_end == NULL)
        return; /* never opened */
    close_queue(e, &all->batch);
    close_queue(e, &all->queue);
    while (all->native != NULL) {
        order_native *n = all->native;
        all->native = n->next;
        orr__free(&e->alloc, n);
    }
    JS_FreeValue(e->ctx, all->sample);
    JS_FreeValue(e->ctx, all->nothing);
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

static void walk_queue(engine *e, const order_queue *q, engine_walk_fn *fn,
                       void *arg)
{
    for (uint32_t n = q->first; n != 0; n = entry__get(e, n)->next) {
        const order_entry *im = entry__get(e, n);
        if (!try_object(e, n))
            continue;
        napi_value thing =
            engine__handle(e, JS_DupValue(e->ctx, engine__object(im->object)));
        const engine_live live = {
            .record = entry__record(im, ENGINE_IMMEDIATE),
            .ref = (im->flags & ENTRY_REF) != 0,
            .thing = thing,
        };
        if (thing != NULL)
            fn(arg, &live);
    }
}

void order__immediates_walk(engine *e, engine_walk_fn *fn, void *arg)
{
    walk_queue(e, &e->order.immediates.batch, fn, arg);
    walk_queue(e, &e->order.immediates.queue, fn, arg);
}
