/*
 * timers.c - the lists of timers, and the pass that runs them.
 *
 *     duration -> list          heap of lists, by (expiry, id)
 *         1 ms:  t3 -> t7              [1 ms, due 104]
 *       100 ms:  t1 -> t2 -> t5        /            \
 *      2000 ms:  t4             [100 ms, due 190]  [2000 ms, due 2050]
 *
 * Timers of one duration fire in the order in which they were started, so a
 * FIFO list holds them all, and starting or clearing one costs the same however
 * many there are. Only lists need sorting, and programs use few durations. A
 * list's expiry is that of its first timer when the list was last examined;
 * hence the order between two lists is not always that of their timers.
 * Programs can see that, so it is exactly Node's: test/semantics.
 *
 * What must stay true:
 * 1. A timer in a list has its Timeout object counted by the list, which also
 *    hides it from the collector: a million that wait cost it nothing (bench:
 *    timers_million). Otherwise the timer ends with its object.
 * 2. A list in the map is in the heap, and the other way round.
 * 3. A pass has one `now`. A timer started in it counts from a later or equal
 *    time and at least 1 ms, so it cannot be due in the same pass. (Node 10 had
 *    a timer of the loop for each list, and no such rule: *_separately(). There
 *    a timer that is unref'd gets a list to itself: *_own().)
 *
 * timeouts.c has what JavaScript sees of this.
 */
#include "engine/timers.h"

#include <math.h>

/* ---- The map of lists --------------------------------------------------- */

static order_list **timer_bucket(order_timers *all, uint32_t ms)
{
    return &all->buckets[(ms * 2654435761u) & (all->bucket_count - 1)];
}

static order_list *find_list(order_timers *all, uint32_t ms)
{
    if (all->bucket_count == 0)
        return NULL;
    order_list *list = *timer_bucket(all, ms);
    while (list != NULL && list->ms != ms)
        list = list->hash_next;
    return list;
}

static bool grow_map(engine *e, order_timers *all)
{
    const uint32_t old_count = all->bucket_count;
    order_list **old = all->buckets;
    const uint32_t count = old_count ? old_count * 4 : 16;
    order_list **buckets = orr__alloc_array(&e->alloc, count, sizeof *buckets);

    if (buckets == NULL)
        return false;
    all->buckets = buckets;
    all->bucket_count = count;
    for (uint32_t i = 0; i < old_count; i++) {
        for (order_list *list = old[i]; list != NULL;) {
            order_list *next = list->hash_next;
            order_list **to = timer_bucket(all, list->ms);
            list->hash_next = *to;
            *to = list;
            list = next;
        }
    }
    orr__free(&e->alloc, old);
    return true;
}

/* ---- The heap ----------------------------------------------------------- */

static bool is_before(const order_list *a, const order_list *b)
{
    if (a->expiry_ms != b->expiry_ms)
        return a->expiry_ms < b->expiry_ms;
    return a->id < b->id;
}

static void timer_put(order_timers *all, uint32_t at, order_list *list)
{
    all->heap[at] = list;
    list->place = at;
}

static void sift_up(order_timers *all, uint32_t at)
{
    order_list *list = all->heap[at];

    while (at > 0 && is_before(list, all->heap[(at - 1) / 2])) {
        timer_put(all, at, all->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    timer_put(all, at, list);
}

static void sift_down(order_timers *all, uint32_t at)
{
    order_list *list = all->heap[at];

    for (;;) {
        uint32_t child = at * 2 + 1;
        if (child >= all->heap_count)
            break;
        if (child + 1 < all->heap_count &&
            is_before(all->heap[child + 1], all->heap[child]))
            child++;
        if (!is_before(all->heap[child], list))
            break;
        timer_put(all, at, all->heap[child]);
        at = child;
    }
    timer_put(all, at, list);
}

static bool heap_reserve(engine *e, order_timers *all)
{
    if (all->heap_count < all->heap_capacity)
        return true;
    const uint32_t capacity = all->heap_capacity ? all->heap_capacity * 2 : 16;
    order_list **heap =
        orr__resize(&e->alloc, all->heap, capacity * sizeof(*heap));
    if (heap == NULL)
        return false;
    all->heap = heap;
    all->heap_capacity = capacity;
    return true;
}

static void heap_remove(order_timers *all, order_list *list)
{
    const uint32_t at = list->place;
    order_list *last = all->heap[--all->heap_count];

    if (last == list)
        return;
    timer_put(all, at, last);
    sift_up(all, at);
    sift_down(all, last->place);
}

/* ---- Lists -------------------------------------------------------------- */

static bool is_empty(const order_list *list)
{
    return list->timers.next == &list->timers;
}

static order_task *first_of(const order_list *list)
{
    return task__of(list->timers.next);
}

static order_list *add_list(engine *e, uint32_t ms, uint64_t expiry_ms)
{
    order_timers *all = &e->order.timers;

    if ((all->list_count >= all->bucket_count && !grow_map(e, all)) ||
        !heap_reserve(e, all))
        return NULL;
    order_list *list = orr__alloc(&e->alloc, sizeof *list);
    if (list == NULL)
        return NULL;
    list->timers = (JSHiddenList){ &list->timers, &list->timers };
    list->ms = ms;
    list->expiry_ms = expiry_ms;
    list->id = all->next_list_id++;
    order_list **to = timer_bucket(all, ms);
    list->hash_next = *to;
    *to = list;
    all->list_count++;
    timer_put(all, all->heap_count++, list);
    sift_up(all, list->place);
    return list;
}

static void release_list(engine *e, order_list *list)
{
    if (--list->holds == 0 && list->unlinked)
        orr__free(&e->alloc, list);
}

static void remove_list(engine *e, order_list *list)
{
    order_timers *all = &e->order.timers;
    order_list **at = timer_bucket(all, list->ms);

    must(is_empty(list), "a list is dropped when it is empty");
    while (*at != list)
        at = &(*at)->hash_next;
    *at = list->hash_next;
    all->list_count--;
    heap_remove(all, list);
    list->unlinked = true;
    if (list->holds == 0)
        orr__free(&e->alloc, list);
}

static void drop_list(engine *e, order_list *list)
{
    remove_list(e, list);
    if (e->host.list_gone != NULL)
        e->host.list_gone(e->host.ctx);
}

/* Out of its list; the object's count that the list had is the caller's. */
static void unlink_timer(engine *e, order_task *t)
{
    JS_ShowToGC(e->rt, task__object(t));
    t->flags &= ~(uint32_t)TASK_QUEUED;
    e->order.timers.count--;
}

/* The list that is empty without this timer, or NULL. If nothing else is in it,
 * both neighbours are the list. */
static order_list *list_left_by(engine *e, order_task *t)
{
    const JSHiddenList *link = JS_VALUE_GET_PTR(task__object(t));

    if (t->flags & TASK_QUEUED)
        return link->prev == link->next
                   ? orr__container(link->next, order_list, timers)
                   : NULL;
    order_list *list = find_list(&e->order.timers, t->ms);
    return list != NULL && is_empty(list) ? list : NULL;
}

/* ---- Starting and clearing ---------------------------------------------- */

void timer__report_ref(engine *e)
{
    order_timers *all = &e->order.timers;
    const bool any = all->ref_count > 0;

    if (any == all->ref_reported || (all->running && !any))
        return;
    all->ref_reported = any;
    e->host.ref_timer(e->host.ctx, any);
}

static void arm_host(engine *e, uint64_t expiry_ms, uint32_t ms)
{
    order_timers *all = &e->order.timers;

    /* Of lists with timers of their own, the result of a pass says when the
     * next one is. */
    if (all->running && (e->profile & ENGINE_TIMER_PER_LIST))
        return;
    if (all->next_expiry_ms <= expiry_ms)
        return;
    all->next_expiry_ms = expiry_ms;
    e->host.arm_timer(e->host.ctx, ms);
}

/* The list for a timer that starts then; NULL: no memory. */
static order_list *list_for(engine *e, uint32_t ms, uint64_t start_ms)
{
    order_list *list = find_list(&e->order.timers, ms);

    if (orr__likely(list != NULL))
        return list;
    const uint64_t from_ms = e->profile & ENGINE_TIMER_PER_LIST
                                 ? e->world.loop_ms(e->world.ctx)
                                 : start_ms;
    return add_list(e, ms, from_ms + ms);
}

/* Not inlined, so that the path without a trace saves no registers for it. */
static orr__noinline void trace_start(engine *e, const order_task *t,
                                      uint32_t ms)
{
    const engine_record record = task__record(t, ENGINE_TIMER);

    engine__trace_arm(e, &record, ms, t->callback);
}

/* It is in the list, and counted by it. What the host makes of a new list has
 * an id, too, and that comes after the timer's. */
static inline void note_start(engine *e, order_task *t, order_list *list,
                              uint64_t start_ms)
{
    const uint32_t ms = list->ms;

    if (orr__unlikely(!list->armed)) {
        list->armed = true;
        arm_host(e, list->expiry_ms, ms);
    }
    task__set_start_ms(t, start_ms - e->order.timers.base_ms);
    t->ms = ms;
    t->flags |= TASK_QUEUED;
    e->order.timers.count++;
    if (ORR_TRACED(e->trace))
        trace_start(e, t, ms);
}

bool timer__insert(engine *e, order_task *t, double ms, uint64_t start_ms)
{
    const uint32_t key = (uint32_t)ms;
    order_list *list = list_for(e, key, start_ms);

    if (list == NULL)
        return false;
    if (t->flags & TASK_QUEUED) {
        e->order.timers.count--;
    } else {
        JS_DupValue(e->ctx, task__object(t));
        t->flags |= TIMER_AGAIN;
    }
    JS_HideFromGC(e->rt, task__object(t), &list->timers);
    note_start(e, t, list, start_ms);
    return true;
}

JSValue timer__make(engine *e, JSValueConst callback, double ms,
                    order_args *args, uint32_t flags)
{
    const uint64_t start_ms = timer__now(e);
    order_list *list = list_for(e, (uint32_t)ms, start_ms);
    JSValue object = JS_EXCEPTION;

    if (list != NULL)
        object = JS_NewObjectLike(e->ctx, e->order.timers.sample,
                                  &list->timers);
    if (orr__unlikely(JS_IsException(object))) {
        order__free_args(e->ctx, args);
        return JS_ThrowOutOfMemory(e->ctx);
    }
    order_task *t = task__of(JS_VALUE_GET_PTR(object));
    *t = (order_task){
        .callback = JS_VALUE_GET_PTR(JS_DupInline(callback)),
        .ms = (uint32_t)ms,
        .flags = flags,
    };
    if (orr__unlikely(!task__fill(e, t, ENGINE_TIMER, ms, args))) {
        t->flags |= TIMER_DESTROYED;
        JS_ShowToGC(e->rt, object);
        JS_FreeValue(e->ctx, object);
        return JS_ThrowOutOfMemory(e->ctx);
    }
    note_start(e, t, list, start_ms);
    return JS_DupInline(object);
}

/* Not inlined: few timers need it. */
static orr__noinline void forget_number(engine *e, order_task *t)
{
    t->flags &= ~(uint32_t)TIMER_KNOWN;
    timer__forget_number(e, task__id(t));
}

static orr__noinline void hook_destroy(engine *e, order_task *t)
{
    const engine_record record = task__record(t, ENGINE_TIMER);

    order__hook(e, ENGINE_ASYNC_DESTROY, &record, task__object(t));
}

/* The end of a timer, fired or cleared. Its object may live on. */
static inline void timer_destroy(engine *e, order_task *t)
{
    t->flags |= TIMER_DESTROYED;
    if (orr__unlikely(t->flags & TIMER_KNOWN))
        forget_number(e, t);
    if (t->flags & TASK_REF)
        e->order.timers.ref_count--;
    if (orr__unlikely(e->async_fn != NULL))
        hook_destroy(e, t);
}

/* A list of unref'd timers stays when it is empty: those come and go with every
 * socket, and the next one finds it. */
static orr__noinline bool may_drop_list(const order_task *t)
{
    if ((t->flags & (TASK_REF | TIMER_OWN)) != TASK_REF)
        return t->flags & TIMER_OWN;
    return timer__idle(t) == floor(timer__idle(t));
}

static orr__noinline void trace_clear(engine *e, const order_task *t)
{
    const engine_record record = task__record(t, ENGINE_TIMER);

    engine__trace_record(e, ORR_EV_CLEAR, &record, 0);
}

/* The stores here are the bottleneck: of a million timers each neighbour in the
 * list is a cache miss, and the processor's store buffer has about sixty
 * entries. */
void timer__clear(engine *e, order_task *t)
{
    void *callback = t->callback;
    JSValue object = task__object(t);

    t->callback = NULL;
    if (!(t->flags & TIMER_DESTROYED)) {
        const bool was_armed = t->flags & TASK_QUEUED;
        if (ORR_TRACED(e->trace))
            trace_clear(e, t);
        order_list *left = list_left_by(e, t);
        if (was_armed)
            unlink_timer(e, t);
        if (orr__unlikely(left != NULL) && may_drop_list(t))
            drop_list(e, left);
        timer_destroy(e, t);
        t->flags |= TIMER_CLEARED;
        if (orr__unlikely(e->order.timers.ref_count == 0))
            timer__report_ref(e);
        if (was_armed)
            JS_FreeInline(e->ctx, object); /* may free t */
    } else if (callback != NULL && (e->profile & ENGINE_TIMER_PER_LIST)) {
        t->flags |= TIMER_CLEARED; /* since Node 11 refresh() may still come */
    }
    if (callback != NULL)
        JS_FreeInline(e->ctx, engine__object(callback));
}

/* ---- A list for one timer ------------------------------------------------ */

/*
 * In Node 10 unref() gives a timer a handle of its own, which ref() and an
 * interval keep. Here that handle is a list with one timer, which stays in it
 * while it runs, and ends when the list is dropped. Its key in the map is no
 * duration, so that no other timer gets into it.
 */
#define OWN_LIST 0x80000000u

static bool is_own(const order_list *list)
{
    return list->ms & OWN_LIST;
}

static order_list *own_list(order_task *t)
{
    const JSHiddenList *link = JS_VALUE_GET_PTR(task__object(t));

    return orr__container(link->next, order_list, timers);
}

static void move_list(order_timers *all, order_list *list, uint64_t expiry_ms)
{
    list->expiry_ms = expiry_ms;
    list->id = all->next_list_id++;
    sift_up(all, list->place);
    sift_down(all, list->place);
}

void timer__start_own(engine *e, order_task *t, uint32_t ms)
{
    order_timers *all = &e->order.timers;
    const uint64_t now_ms = e->world.loop_ms(e->world.ctx);

    if (!(t->flags & TASK_QUEUED))
        return; /* its list was dropped, and it never gets another */
    move_list(all, own_list(t), now_ms + ms);
    arm_host(e, now_ms + ms, ms);
    task__set_start_ms(t, now_ms - all->base_ms);
    t->ms = ms;
    if (ORR_TRACED(e->trace))
        trace_start(e, t, ms);
}

/* If its list would be empty, that gives its handle to the new one: nothing is
 * closed. */
bool timer__part(engine *e, order_task *t)
{
    order_timers *all = &e->order.timers;
    const uint64_t now_ms = timer__now(e);
    const uint64_t due_ms = all->base_ms + task__start_ms(t) + t->ms;
    const uint32_t left_ms = due_ms > now_ms ? (uint32_t)(due_ms - now_ms) : 0;
    order_list *old = list_left_by(e, t);
    order_list *own = add_list(e, OWN_LIST | (uint32_t)all->next_list_id,
                               now_ms + left_ms);

    if (own == NULL)
        return false;
    if (t->flags & TASK_QUEUED)
        unlink_timer(e, t);
    else
        JS_DupValue(e->ctx, task__object(t));
    if (old != NULL) {
        old->taken = true;
        remove_list(e, old);
    }
    JS_HideFromGC(e->rt, task__object(t), &own->timers);
    t->flags |= TASK_QUEUED | TIMER_OWN;
    all->count++;
    arm_host(e, own->expiry_ms, left_ms);
    return true;
}

static void end_own(engine *e, order_task *t)
{
    order_list *list = own_list(t);

    unlink_timer(e, t);
    drop_list(e, list);
    timer_destroy(e, t);
    t->flags |= TIMER_CLEARED;
    JS_FreeValue(e->ctx, task__object(t));
}

/* ---- The pass ----------------------------------------------------------- */

static orr__inline int call_timer(engine *e, order_task *t)
{
    JSValue object = task__object(t);
    /* Counted by us: the callback may clear its own timer. */
    JSValue fn = JS_DupValue(e->ctx, engine__object(t->callback));
    const engine_record record = task__record(t, ENGINE_TIMER);
    order_call call = {
        .record = &record,
        .fn = fn,
        .self = object,
        .args = t->flags & TASK_EXTRA ? t->u.extra->args : NULL,
    };

    order__hook(e, ENGINE_ASYNC_BEFORE, &record, object);
    const int err = order__run(e, &call);
    order__hook(e, ENGINE_ASYNC_AFTER, &record, object);
    JS_FreeValue(e->ctx, fn);
    return err;
}

/* An interval goes on from the moment its callback began, however long that
 * took. */
static bool timer_repeat(engine *e, order_task *t, uint64_t start_ms)
{
    const double ms = timer__repeat(t);

    if (t->flags & TASK_EXTRA)
        t->u.extra->idle_timeout = ms;
    return timer__insert(e, t, ms, start_ms);
}

/* In Node 10 one that took too long goes on a millisecond from now, and one
 * that threw not at all. */
static bool go_on(engine *e, order_task *t, uint64_t start_ms, bool threw)
{
    const double ms = timer__repeat(t);

    if (!(e->profile & ENGINE_TIMER_PER_LIST))
        return timer_repeat(e, t, start_ms);
    if (threw)
        return false;
    if (t->flags & TIMER_OWN) {
        timer__start_own(e, t, (uint32_t)ms);
        return true;
    }
    const uint64_t now_ms = timer__now(e);
    if ((double)(now_ms - start_ms) >= ms)
        start_ms = now_ms + 1 - (uint64_t)ms;
    return timer_repeat(e, t, start_ms);
}

static int timer_fire(engine *e, order_task *t)
{
    const bool repeats = timer__repeat(t) > 0;
    const uint64_t start_ms = repeats ? timer__now(e) : 0;

    const int err = call_timer(e, t);
    bool again = timer__repeat(t) > 0 && !(t->flags & TIMER_CLEARED);
    if (again)
        again = go_on(e, t, repeats ? start_ms : timer__now(e), err < 0);
    if (!again && !(t->flags & (TASK_QUEUED | TIMER_DESTROYED)))
        timer_destroy(e, t);
    return err;
}

/* The timer leaves its list and runs, unless it has no callback any more. The
 * count that the list had is ours until that is over. */
static int take_and_fire(engine *e, order_task *t, int *ran)
{
    JSValue object = task__object(t);
    int err = 0;

    unlink_timer(e, t);
    if (t->callback != NULL) {
        ++*ran;
        err = timer_fire(e, t);
    } else if (!(t->flags & TIMER_DESTROYED)) {
        timer_destroy(e, t);
    }
    JS_FreeValue(e->ctx, object);
    return err;
}

/* What comes between two timers, while this one is the next: *there says
 * whether it was cleared by that. */
static int drain_before(engine *e, order_task *t, bool *there)
{
    JSValue object = JS_DupValue(e->ctx, task__object(t));
    const int err = order__drain(e);

    *there = t->flags & TASK_QUEUED;
    JS_FreeValue(e->ctx, object);
    return err;
}

static void timer_postpone(order_timers *all, order_list *list, uint64_t due_ms,
                           uint64_t now_ms)
{
    list->expiry_ms = due_ms > now_ms ? due_ms : now_ms + 1;
    list->id = all->next_list_id++;
    sift_down(all, list->place);
}

static int run_due(engine *e, order_list *list, uint64_t now_ms, int *ran)
{
    const bool drains = !(e->profile & ENGINE_DRAIN_PER_BATCH);
    bool ran_one = false;
    int err = 0;

    while (err == 0 && !is_empty(list)) {
        order_task *t = first_of(list);
        const uint64_t due_ms =
            e->order.timers.base_ms + task__start_ms(t) + list->ms;
        bool there = true;
        if (due_ms > now_ms) {
            if (e->profile & ENGINE_TIMER_PER_LIST)
                now_ms = timer__now(e);
            timer_postpone(&e->order.timers, list, due_ms, now_ms);
            return 0;
        }
        if (ran_one && drains)
            err = drain_before(e, t, &there);
        if (err == 0 && there)
            err = take_and_fire(e, t, ran);
        ran_one = true;
    }
    if (err == 0 && !list->unlinked)
        drop_list(e, list);
    return err;
}

static int run_list(engine *e, order_list *list, uint64_t now_ms, int *ran)
{
    const order_pass outer = e->order.pass;

    e->order.pass = PASS_LIST;
    const int err = run_due(e, list, now_ms, ran);
    e->order.pass = outer;
    return err;
}

/* One attempt: until nothing is due, or something threw. */
static int run_lists(engine *e, uint64_t now_ms, int *ran)
{
    order_timers *all = &e->order.timers;
    bool ran_one = false;
    int err = 0;

    e->order.pass = PASS_LISTS;
    while (err == 0 && all->heap_count > 0) {
        order_list *list = all->heap[0];
        if (list->expiry_ms > now_ms)
            break;
        list->holds++;
        if (ran_one)
            err = order__drain(e);
        if (err == 0 && !list->unlinked)
            err = run_list(e, list, now_ms, ran);
        release_list(e, list);
        ran_one = true;
    }
    e->order.pass = PASS_NONE;
    return engine__is_stopped(e) ? ENGINE_STOPPED : err;
}

/* An interval that threw is over, unless its callback has started it. */
static void go_on_own(engine *e, order_task *t, bool threw)
{
    const bool repeats = timer__repeat(t) > 0 && t->callback != NULL;

    if (repeats && !threw)
        timer__start_own(e, t, (uint32_t)timer__repeat(t));
    else if (!repeats || own_list(t)->expiry_ms == UINT64_MAX)
        end_own(e, t);
}

static int run_own(engine *e, order_list *list, int *ran)
{
    order_task *t = first_of(list);
    JSValue object = JS_DupValue(e->ctx, task__object(t));
    int err = 0;

    move_list(&e->order.timers, list, UINT64_MAX);
    e->order.pass = PASS_LIST;
    if (t->callback != NULL) {
        ++*ran;
        err = call_timer(e, t);
    }
    e->order.pass = PASS_NONE;
    if (!list->unlinked)
        go_on_own(e, t, err < 0);
    JS_FreeValue(e->ctx, object);
    return err;
}

/* As one callback of the loop: what comes after it is run here, and if either
 * throws, the list is run again, with a fresh clock; but not what has become
 * the handle of one timer. */
static int run_list_separately(engine *e, order_list *list, int *ran)
{
    const bool own = is_own(list);
    int err;

    list->holds++;
    do {
        const uint64_t now_ms = timer__now(e); /* also if nothing is left */
        if (list->unlinked)
            err = 0;
        else
            err = own ? run_own(e, list, ran)
                      : run_list(e, list, now_ms, ran);
        if (err == 0)
            err = order__drain(e);
    } while (err == ENGINE_THREW && !own && !list->taken);
    release_list(e, list);
    return engine__is_stopped(e) ? ENGINE_STOPPED : err;
}

/* Compare with the loop's clock as it was last read. */
static int run_lists_separately(engine *e, int *ran)
{
    order_timers *all = &e->order.timers;
    int err = 0;

    while (err == 0 && all->heap_count > 0 &&
           all->heap[0]->expiry_ms <= e->world.loop_ms(e->world.ctx))
        err = run_list_separately(e, all->heap[0], ran);
    return err;
}

/*
 * If no timer is left, the loop's timer stays armed for one that was made in
 * the pass and cleared: a later timer that is due after that does not arm it
 * again, and so may run early (in the older loops, at once).
 */
static void look_ahead(order_timers *all, engine_next_timer *next)
{
    const bool any = all->heap_count > 0;

    if (any)
        all->next_expiry_ms = all->heap[0]->expiry_ms;
    *next = (engine_next_timer){ all->next_expiry_ms, any, all->ref_count > 0 };
}

int engine_run_timers(engine *e, uint64_t now_ms, engine_next_timer *next)
{
    order_timers *all = &e->order.timers;
    int ran = 0;
    int err;

    if (engine__is_stopped(e))
        return ENGINE_STOPPED;
    all->running = true;
    engine_async_context *outer = order__enter_context(e, NULL);
    do {
        all->next_expiry_ms = UINT64_MAX;
        err = e->profile & ENGINE_TIMER_PER_LIST ? run_lists_separately(e, &ran)
                                                 : run_lists(e, now_ms, &ran);
    } while (err == ENGINE_THREW);
    order__leave_context(e, outer);
    all->running = false;
    if (err == ENGINE_STOPPED)
        return err;

    look_ahead(all, next);
    if (e->host.ref_timer != NULL)
        timer__report_ref(e);
    return ran;
}

/* ---- Looking, and the end ----------------------------------------------- */

static void walk_list(engine *e, const order_list *list, engine_walk_fn *fn,
                      void *arg)
{
    const JSHiddenList *link = list->timers.next;

    for (; link != &list->timers; link = link->next) {
        order_task *t = task__of((void *)link);
        napi_value thing =
            engine__handle(e, JS_DupValue(e->ctx, task__object(t)));
        const engine_live live = {
            .record = task__record(t, ENGINE_TIMER),
            .ref = (t->flags & TASK_REF) != 0,
            .repeats = (t->flags & TIMER_INTERVAL) != 0,
            .ms = t->ms,
            .due_ms = e->order.timers.base_ms + task__start_ms(t) + t->ms,
            .thing = thing,
        };
        if (thing != NULL)
            fn(arg, &live);
    }
}

void order__timers_walk(engine *e, engine_walk_fn *fn, void *arg)
{
    const order_timers *all = &e->order.timers;

    for (uint32_t i = 0; i < all->heap_count; i++)
        walk_list(e, all->heap[i], fn, arg);
}

static void expiry_insert(uint64_t *due_ms, uint32_t *count, uint32_t n,
                          uint64_t at_ms)
{
    uint32_t i = *count;

    while (i > 0 && due_ms[i - 1] > at_ms)
        i--;
    if (i == n || (i > 0 && due_ms[i - 1] == at_ms))
        return;
    if (*count < n)
        (*count)++;
    for (uint32_t k = *count - 1; k > i; k--)
        due_ms[k] = due_ms[k - 1];
    due_ms[i] = at_ms;
}

/* Within a list the times ascend, so of each list n different ones suffice. */
uint32_t engine_get_expiries(const engine *e, uint64_t *due_ms, uint32_t n)
{
    const order_timers *all = &e->order.timers;
    uint32_t count = 0;

    for (uint32_t i = 0; i < all->heap_count; i++) {
        const order_list *list = all->heap[i];
        const JSHiddenList *link = list->timers.next;
        uint64_t last_ms = UINT64_MAX;
        uint32_t seen = 0;
        for (; link != &list->timers && seen < n; link = link->next) {
            const order_task *t = task__of((void *)link);
            const uint64_t at_ms = all->base_ms + task__start_ms(t) + t->ms;
            seen += at_ms != last_ms;
            last_ms = at_ms;
            expiry_insert(due_ms, &count, n, at_ms);
        }
    }
    return count;
}

uint64_t engine_count_timers(const engine *e)
{
    return e->order.timers.ref_count;
}

static void close_list(engine *e, order_list *list)
{
    while (!is_empty(list)) {
        order_task *t = first_of(list);
        unlink_timer(e, t);
        t->flags |= TIMER_DESTROYED;
        JS_FreeValue(e->ctx, task__object(t));
    }
}

void timer__close_lists(engine *e)
{
    order_timers *all = &e->order.timers;

    while (all->heap_count > 0) {
        order_list *list = all->heap[all->heap_count - 1];
        close_list(e, list);
        drop_list(e, list);
    }
    orr__free(&e->alloc, all->heap);
    orr__free(&e->alloc, all->buckets);
    all->heap = NULL;
    all->buckets = NULL;
    all->bucket_count = 0;
}
