/*
 * timer.c - timers, in buckets of one millisecond.
 *
 * All timers due at the same millisecond share a bucket, in arming order. A
 * hash finds the bucket of a millisecond, a heap has the earliest on top:
 *
 *      hash[due]  ->  bucket { due, timers: t1 -> t7 -> t9 }
 *                        ^
 *      heap:  { due, . } | { due, . } ...        four children each
 *
 * So arming and stopping a timer among a million costs a hash look-up and two
 * links; the heap moves only when a millisecond gets its first timer or loses
 * its last. That is the common case: a program has many timers, but they are
 * due at few different milliseconds. If every timer has one of its own, it is
 * a heap of four-way nodes whose keys lie side by side, and a hash beside it.
 *
 * What must stay true:
 *
 *  1. An armed timer is in a bucket, or in the ready list (bucket NULL).
 *  2. A bucket in the heap is in the hash, at heap[at], and not empty.
 *  3. Arming gets all the memory it may need before it changes anything.
 *
 * A pass of the timers phase moves every bucket that is due, earliest first,
 * to the ready list and then calls that list. What is armed meanwhile is not
 * in it; what is stopped meanwhile has left it.
 */
#include "loop/internal.h"

/* Buckets kept for reuse; timers_restart in bench/timers.c uses about ten. */
#define SPARE_MAX 1024

struct orr__bucket {
    uint64_t due_ms;
    orr_link timers;
    uint32_t at;       /* in the heap */
    orr__bucket *next; /* in the hash chain, or among the spares */
};

typedef struct orr__heap_entry {
    uint64_t
        due_ms; /* beside the pointer, so that comparing touches one line */
    orr__bucket *bucket;
} heap_entry;

static orr_timer *timer_of(orr_link *l)
{
    return orr__container(orr__handle_of(l), orr_timer, handle);
}

/* ---- The heap --------------------------------------------------------- */

static void heap_put(orr__timers *ts, uint32_t at, heap_entry e)
{
    ts->heap[at] = e;
    e.bucket->at = at;
}

static void heap_up(orr__timers *ts, uint32_t at, heap_entry e)
{
    while (at > 0) {
        const uint32_t parent = (at - 1) / 4;
        if (ts->heap[parent].due_ms <= e.due_ms)
            break;
        heap_put(ts, at, ts->heap[parent]);
        at = parent;
    }
    heap_put(ts, at, e);
}

static uint32_t least_child(const orr__timers *ts, uint32_t at)
{
    const uint32_t first = at * 4 + 1;
    const uint32_t end = first + 4 < ts->count ? first + 4 : ts->count;
    uint32_t least = first;

    for (uint32_t i = first + 1; i < end; i++)
        if (ts->heap[i].due_ms < ts->heap[least].due_ms)
            least = i;
    return least;
}

static void heap_down(orr__timers *ts, uint32_t at, heap_entry e)
{
    while (at * 4 + 1 < ts->count) {
        const uint32_t child = least_child(ts, at);
        if (e.due_ms <= ts->heap[child].due_ms)
            break;
        heap_put(ts, at, ts->heap[child]);
        at = child;
    }
    heap_put(ts, at, e);
}

static void heap_remove(orr__timers *ts, uint32_t at)
{
    const heap_entry last = ts->heap[--ts->count];

    if (at == ts->count)
        return;
    if (at > 0 && last.due_ms < ts->heap[(at - 1) / 4].due_ms)
        heap_up(ts, at, last);
    else
        heap_down(ts, at, last);
}

/* ---- The hash --------------------------------------------------------- */

/*
 * Neighbouring milliseconds have neighbouring chains, and as many of them as
 * there are chains hardly ever meet in one. The higher bits are folded in since
 * delays that are multiples of a power of two would else all end up in one.
 */
static orr__bucket **chain_of(const orr__timers *ts, uint64_t due_ms)
{
    const uint64_t folded = due_ms ^ (due_ms >> 10) ^ (due_ms >> 20);

    return &ts->hash[folded & (ts->hash_room - 1)];
}

static orr__bucket *hash_find(const orr__timers *ts, uint64_t due_ms)
{
    if (ts->hash_room == 0)
        return NULL;
    orr__bucket *b = *chain_of(ts, due_ms);
    while (b != NULL && b->due_ms != due_ms)
        b = b->next;
    return b;
}

static void hash_add(orr__timers *ts, orr__bucket *b)
{
    orr__bucket **chain = chain_of(ts, b->due_ms);

    b->next = *chain;
    *chain = b;
}

static void hash_remove(orr__timers *ts, orr__bucket *b)
{
    orr__bucket **chain = chain_of(ts, b->due_ms);

    while (*chain != b)
        chain = &(*chain)->next;
    *chain = b->next;
}

/* A hash that can't grow is slower, not wrong; only the first must succeed. */
static int hash_reserve(orr_loop *loop)
{
    orr__timers *ts = &loop->timers;

    if (ts->count < ts->hash_room)
        return 0;
    const uint32_t room = ts->hash_room ? ts->hash_room * 4 : 64;
    orr__bucket **hash = orr__alloc_array(&loop->allocator, room, sizeof *hash);
    if (hash == NULL)
        return ts->hash_room ? 0 : -ENOMEM;
    orr__free(&loop->allocator, ts->hash);
    ts->hash = hash;
    ts->hash_room = room;
    for (uint32_t i = 0; i < ts->count; i++)
        hash_add(ts, ts->heap[i].bucket);
    return 0;
}

/* ---- Buckets ---------------------------------------------------------- */

static int heap_reserve(orr_loop *loop)
{
    orr__timers *ts = &loop->timers;

    if (ts->count < ts->room)
        return 0;
    const uint32_t room = ts->room ? ts->room * 2 : 64;
    heap_entry *heap =
        orr__resize(&loop->allocator, ts->heap, (size_t)room * sizeof *heap);
    if (heap == NULL)
        return -ENOMEM;
    ts->heap = heap;
    ts->room = room;
    return 0;
}

static orr__bucket *bucket_take(orr_loop *loop)
{
    orr__timers *ts = &loop->timers;
    orr__bucket *b = ts->spare;

    if (b == NULL)
        return orr__alloc(&loop->allocator, sizeof *b);
    ts->spare = b->next;
    ts->spares--;
    return b;
}

static void bucket_give(orr_loop *loop, orr__bucket *b)
{
    orr__timers *ts = &loop->timers;

    if (ts->spares >= SPARE_MAX) {
        orr__free(&loop->allocator, b);
        return;
    }
    b->next = ts->spare;
    ts->spare = b;
    ts->spares++;
}

static orr__bucket *bucket_new(orr_loop *loop, uint64_t due_ms)
{
    orr__timers *ts = &loop->timers;

    if (heap_reserve(loop) < 0 || hash_reserve(loop) < 0)
        return NULL;
    orr__bucket *b = bucket_take(loop);
    if (b == NULL)
        return NULL;
    b->due_ms = due_ms;
    orr__list_init(&b->timers);
    hash_add(ts, b);
    heap_up(ts, ts->count++, (heap_entry){ due_ms, b });
    return b;
}

/* Out of the hash and the heap; its timers are gone already, or moved. */
static void bucket_drop(orr_loop *loop, orr__bucket *b)
{
    orr__timers *ts = &loop->timers;

    if (ts->recent == b)
        ts->recent = NULL;
    hash_remove(ts, b);
    heap_remove(ts, b->at);
    bucket_give(loop, b);
}

static orr__bucket *bucket_for(orr_loop *loop, uint64_t due_ms)
{
    orr__timers *ts = &loop->timers;

    if (ts->recent != NULL && ts->recent->due_ms == due_ms)
        return ts->recent;
    orr__bucket *b = hash_find(ts, due_ms);
    if (b == NULL)
        b = bucket_new(loop, due_ms);
    if (b != NULL)
        ts->recent = b;
    return b;
}

/* ---- Arming and stopping ---------------------------------------------- */

static void unlink_timer(orr_loop *loop, orr_timer *t)
{
    orr__bucket *b = t->bucket;

    orr__list_remove(&t->handle.link);
    t->bucket = NULL;
    if (b != NULL && orr__list_empty(&b->timers))
        bucket_drop(loop, b);
}

static void disarm(orr_timer *t)
{
    unlink_timer(t->handle.loop, t);
    orr__handle_stop(&t->handle);
    t->handle.flags &= H_KEPT;
}

static uint64_t due_after(orr_loop *loop, uint64_t delay_ms)
{
    const uint64_t now = orr_now(loop);

    return delay_ms > UINT64_MAX - now ? UINT64_MAX : now + delay_ms;
}

static void put_in(orr_loop *loop, orr_timer *t, orr__bucket *b, uintptr_t site)
{
    t->handle.loop = loop;
    t->handle.flags |= H_LIVE;
    t->due_ms = b->due_ms;
    t->bucket = b;
    orr__list_add_last(&b->timers, &t->handle.link);
    orr__handle_start(&t->handle);
    orr__schedule(loop, &t->handle.record, ORR_TIMER, site);
}

static int arm(orr_loop *loop, orr_timer *t, uint64_t delay_ms, uintptr_t site)
{
    orr__bucket *b = bucket_for(loop, due_after(loop, delay_ms));

    if (b == NULL)
        return -ENOMEM;
    if (t->handle.flags & H_LIVE) {
        if (t->bucket == b && b->timers.next == b->timers.prev)
            orr__list_remove(&t->handle.link); /* alone: the bucket stays */
        else
            unlink_timer(loop, t);
    }
    put_in(loop, t, b, site);
    return 0;
}

static int start(orr_loop *loop, orr_timer *t, uint64_t delay_ms,
                 uint64_t repeat_ms, orr_timer_fn *fn, uintptr_t site)
{
    if (t == NULL || fn == NULL)
        return -EINVAL;
    int err = orr__handle_fresh(loop, &t->handle);
    if (err < 0)
        return err;
    err = arm(loop, t, delay_ms, site);
    if (err < 0)
        return err;
    t->fn = fn;
    t->repeat_ms = repeat_ms;
    return 0;
}

int orr_timer_start(orr_loop *loop, orr_timer *t, uint64_t delay_ms,
                    orr_timer_fn *fn)
{
    return start(loop, t, delay_ms, 0, fn, ORR__SITE());
}

int orr_timer_start_repeating(orr_loop *loop, orr_timer *t, uint64_t delay_ms,
                              uint64_t repeat_ms, orr_timer_fn *fn)
{
    return start(loop, t, delay_ms, repeat_ms, fn, ORR__SITE());
}

int orr_timer_restart(orr_timer *t, uint64_t delay_ms)
{
    if (t == NULL || orr__handle_check(&t->handle, ORR_TIMER) < 0)
        return -EINVAL;
    return arm(t->handle.loop, t, delay_ms, ORR__SITE());
}

int orr_timer_again(orr_timer *t)
{
    if (t == NULL || orr__handle_check(&t->handle, ORR_TIMER) < 0)
        return -EINVAL;
    if (t->repeat_ms == 0)
        return 0;
    return arm(t->handle.loop, t, t->repeat_ms, ORR__SITE());
}

void orr_timer_set_repeat(orr_timer *t, uint64_t repeat_ms)
{
    if (orr__handle_check(&t->handle, ORR_TIMER) == 0)
        t->repeat_ms = repeat_ms;
}

void orr_timer_stop(orr_timer *t)
{
    if (orr__handle_check(&t->handle, ORR_TIMER) == 0 &&
        (t->handle.flags & H_ACTIVE))
        disarm(t);
}

uint64_t orr_timer_due_in(const orr_timer *t)
{
    if (!(t->handle.flags & H_ACTIVE))
        return 0;
    const uint64_t now = orr_now(t->handle.loop);
    return t->due_ms <= now ? 0 : t->due_ms - now;
}

void orr__timer_close(orr_handle *h)
{
    disarm(orr__container(h, orr_timer, handle));
}

/* ---- The timers phase ------------------------------------------------- */

static void thunk(void *arg)
{
    orr_timer *t = arg;
    t->fn(t);
}

/*
 * A repeating timer is armed again before the call, from the clock of this
 * pass: periods that were missed are not made up for.
 *
 * It must not get lost for want of memory. It leaves its place first; if that
 * emptied a bucket, there is a spare one now, and the room for it. Else there
 * is a bucket in the heap, and the earliest takes it, a little off its time.
 */
static void rearm(orr_loop *loop, orr_timer *t, uintptr_t site)
{
    orr__timers *ts = &loop->timers;

    unlink_timer(loop, t);
    orr__bucket *b = bucket_for(loop, due_after(loop, t->repeat_ms));
    if (b == NULL) {
        must(ts->count > 0, "an emptied bucket is kept as a spare");
        b = ts->heap[0].bucket;
    }
    put_in(loop, t, b, site);
}

/* A repetition has the call before it as its cause. */
static void fire(orr_loop *loop, orr_timer *t)
{
    orr_record record = t->handle.record;

    if (t->repeat_ms == 0) {
        disarm(t);
    } else {
        orr__running self = { .record = record };
        loop->running = &self;
        rearm(loop, t, record.site);
        loop->running = NULL;
    }
    orr_call(loop, &record, thunk, t);
}

static void collect(orr_loop *loop, orr__bucket *b)
{
    orr__timers *ts = &loop->timers;

    for (orr_link *l = b->timers.next; l != &b->timers; l = l->next)
        timer_of(l)->bucket = NULL;
    orr__list_move(&ts->ready, &b->timers);
    bucket_drop(loop, b);
}

/* While one is called, the next is on its way from memory to the cache. */
static void run_ready(orr_loop *loop)
{
    orr_link *ready = &loop->timers.ready;

    while (!orr__list_empty(ready)) {
        orr_link *l = ready->next;
        __builtin_prefetch(l->next);
        fire(loop, timer_of(l));
    }
}

static void run_one_by_one(orr_loop *loop)
{
    orr__timers *ts = &loop->timers;

    while (ts->count > 0 && ts->heap[0].due_ms <= orr_now(loop))
        fire(loop, timer_of(ts->heap[0].bucket->timers.next));
}

void orr__timers_run(orr_loop *loop)
{
    orr__timers *ts = &loop->timers;

    if (ts->count == 0)
        return;
    const uint64_t now = orr_now(loop);
    if (loop->profile->timers_one_by_one) {
        run_one_by_one(loop);
        return;
    }
    while (ts->count > 0 && ts->heap[0].due_ms <= now)
        collect(loop, ts->heap[0].bucket);
    run_ready(loop);
}

bool orr__timers_next(const orr_loop *loop, uint64_t *due_ms)
{
    if (loop->timers.count == 0)
        return false;
    *due_ms = loop->timers.heap[0].due_ms;
    return true;
}

/* ---- The end ---------------------------------------------------------- */

void orr__timers_walk(orr_loop *loop, void (*fn)(orr_handle *h, void *arg),
                      void *arg)
{
    const orr__timers *ts = &loop->timers;

    for (orr_link *l = ts->ready.next; l != &ts->ready; l = l->next)
        fn(orr__handle_of(l), arg);
    for (uint32_t i = 0; i < ts->count; i++) {
        orr_link *head = &ts->heap[i].bucket->timers;
        for (orr_link *l = head->next; l != head; l = l->next)
            fn(orr__handle_of(l), arg);
    }
}

void orr__timers_free(orr_loop *loop)
{
    orr__timers *ts = &loop->timers;

    must(ts->count == 0, "no timer is armed when the loop is closed");
    while (ts->spare != NULL) {
        orr__bucket *b = ts->spare;
        ts->spare = b->next;
        orr__free(&loop->allocator, b);
    }
    orr__free(&loop->allocator, ts->heap);
    orr__free(&loop->allocator, ts->hash);
}
