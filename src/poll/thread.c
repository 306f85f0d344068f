/*
 * thread.c - threads that run loops: started, joined, parked. See thread.h.
 *
 * A loop that is opened without a thread gets one of its own, alone in its
 * group. It is freed with its last loop; one that was started is freed when it
 * is joined.
 *
 * Parking is for Atomics.wait(). The value is compared under the lock that
 * unpark takes, too: so a thread that changes the value and then unparks is not
 * missed by one that has just compared it.
 */
#include "poll/thread.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <time.h>

#include "base/base.h"
#include "base/list.h"
#include "poll/sim/core.h"
#include "poll/sys/sys.h"

#define NS_PER_S UINT64_C(1000000000)

/* ---- Groups and their threads ------------------------------------------ */

static void thread_lock(orr__group *g)
{
    pthread_mutex_lock(&g->lock);
}

static void thread_unlock(orr__group *g)
{
    pthread_mutex_unlock(&g->lock);
}

static orr_thread *thread_alloc(const orr_allocator *a)
{
    orr_thread *t = orr__alloc(a, sizeof *t);
    pthread_condattr_t attr;

    if (t == NULL)
        return NULL;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&t->turn, &attr);
    pthread_condattr_destroy(&attr);
    return t;
}

static void add_to_group(orr__group *g, orr_thread *t)
{
    orr_thread **place = &g->first;

    thread_lock(g);
    t->group = g;
    t->number = g->last_number++;
    while (*place != NULL)
        place = &(*place)->next;
    *place = t;
    g->threads++;
    thread_unlock(g);
}

static void group_free(orr__group *g)
{
    const orr_allocator a = g->shared.allocator;

    if (g->sim != NULL)
        orr__sim_world_close(g->sim);
    if (g->shared.log != NULL)
        orr__log_close(g->shared.log);
    pthread_mutex_destroy(&g->lock);
    orr__free(&a, g);
}

static void thread_free(orr_thread *t)
{
    orr__group *g = t->group;
    orr_thread **place = &g->first;
    const orr_allocator a = g->shared.allocator;

    thread_lock(g);
    while (*place != t)
        place = &(*place)->next;
    *place = t->next;
    const bool is_last = --g->threads == 0;
    thread_unlock(g);
    if (is_last)
        group_free(g);
    pthread_cond_destroy(&t->turn);
    orr__free(&a, t);
}

orr_thread *orr__thread_new(const orr__shared *shared)
{
    const orr_allocator *a = &shared->allocator;
    orr__group *g = orr__alloc(a, sizeof *g);
    orr_thread *t = g != NULL ? thread_alloc(a) : NULL;

    if (t == NULL) {
        orr__free(a, g);
        return NULL;
    }
    g->shared = *shared;
    g->holder = t;
    pthread_mutex_init(&g->lock, NULL);
    orr__list_init(&g->waiters);
    add_to_group(g, t);
    return t;
}

orr__shared *orr__thread_shared(orr_thread *t)
{
    return &t->group->shared;
}

uint32_t orr__thread_enter(orr_thread *t)
{
    thread_lock(t->group);
    const uint32_t number = t->group->loops++;
    thread_unlock(t->group);
    t->loops++;
    return number;
}

bool orr__thread_may_leave(const orr_thread *t)
{
    return t->loops > 1 || t->children == 0;
}

void orr__thread_leave(orr_thread *t)
{
    if (--t->loops == 0 && t->fn == NULL)
        thread_free(t);
}

void orr__yield(void)
{
    sched_yield();
}

/* ---- Starting and joining ---------------------------------------------- */

static void *thread_main(void *arg)
{
    orr_thread *t = arg;

    if (t->group->sim != NULL)
        orr__baton_begin(t);
    t->fn(t, t->arg);
    must(t->loops == 0 && t->children == 0,
         "a thread closes its loops and joins its threads before it ends");
    if (t->group->sim != NULL)
        orr__baton_end(t);
    return NULL;
}

/* Signals are for the thread that the program began with, but for those that a
 * fault of this thread raises: blocked, they would end the process without the
 * handler that reports them. */
void orr__sys_thread_signals(void *blocked)
{
    static const int faults[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE,
                                  SIGTRAP, SIGABRT, SIGSYS };

    sigfillset(blocked);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(blocked, faults[i]);
}

static int thread_spawn(orr_thread *t, size_t stack_bytes)
{
    sigset_t all, saved;
    pthread_attr_t attr;
    int err = pthread_attr_init(&attr);

    if (err != 0)
        return -err;
    if (stack_bytes > 0)
        err = pthread_attr_setstacksize(&attr, stack_bytes);
    if (err == 0) {
        orr__sys_thread_signals(&all);
        pthread_sigmask(SIG_SETMASK, &all, &saved);
        err = pthread_create(&t->id, &attr, thread_main, t);
        pthread_sigmask(SIG_SETMASK, &saved, NULL);
    }
    pthread_attr_destroy(&attr);
    return -err;
}

int orr__thread_start(orr_thread *parent, orr_thread **out, orr_thread_fn *fn,
                      void *arg, size_t stack_bytes)
{
    orr_thread *t = thread_alloc(&parent->group->shared.allocator);

    if (t == NULL)
        return -ENOMEM;
    t->fn = fn;
    t->arg = arg;
    t->parent = parent;
    add_to_group(parent->group, t);
    const int err = thread_spawn(t, stack_bytes);
    if (err < 0) {
        thread_free(t);
        return err;
    }
    parent->children++;
    *out = t;
    return 0;
}

int orr__thread_join(orr_thread *me, orr_thread *t)
{
    int err = 0;

    if (t->parent != me)
        return -EINVAL;
    me->target = t;
    while (t->group->sim != NULL && t->state != BATON_OVER && err == 0)
        err = orr__baton_wait(me, BATON_JOINS, ORR__FOREVER);
    if (err < 0)
        return err;
    pthread_join(t->id, NULL);
    me->children--;
    thread_free(t);
    return 0;
}

/* ---- Parking ----------------------------------------------------------- */

static bool thread_holds(const void *place, uint32_t size, int64_t value)
{
    if (size == 8)
        return __atomic_load_n((const int64_t *)place, __ATOMIC_SEQ_CST) ==
               value;
    return __atomic_load_n((const int32_t *)place, __ATOMIC_SEQ_CST) ==
           (int32_t)value;
}

static bool is_called(const orr_thread *t)
{
    return t->called || t->interrupted;
}

/* Under the lock. A call and the deadline may come at once: the call wins. */
static int wait_for_call(orr_thread *me, uint64_t deadline_ns)
{
    const struct timespec until = { (time_t)(deadline_ns / NS_PER_S),
                                    (long)(deadline_ns % NS_PER_S) };
    int err = 0;

    while (!is_called(me) && err != ETIMEDOUT)
        err = deadline_ns == ORR__FOREVER
                  ? pthread_cond_wait(&me->turn, &me->group->lock)
                  : pthread_cond_timedwait(&me->turn, &me->group->lock, &until);
    return 0;
}

/* No other thread could unpark it: on a real back end it would wait forever. */
static bool is_hopeless(const orr__group *g, uint64_t deadline_ns)
{
    return deadline_ns == ORR__FOREVER && g->threads == 1;
}

static int thread_park(orr_thread *me, uint64_t deadline_ns)
{
    orr__group *g = me->group;
    int err = 0;

    if (g->sim != NULL) {
        thread_unlock(g);
        err = orr__baton_wait(me, BATON_PARKED, deadline_ns);
        thread_lock(g);
    } else if (is_hopeless(g, deadline_ns)) {
        err = -EDEADLK;
    } else {
        err = wait_for_call(me, deadline_ns);
    }
    if (err < 0)
        return err;
    return me->called ? 0 : me->interrupted ? -EINTR : -ETIMEDOUT;
}

static uint64_t deadline_of(const orr__group *g, int64_t timeout_ns)
{
    if (timeout_ns < 0)
        return ORR__FOREVER;
    return (uint64_t)timeout_ns + (g->sim != NULL
                                       ? g->sim->now_ns
                                       : orr__clock_ns(CLOCK_MONOTONIC));
}

int orr__thread_park(orr_thread *me, const void *place, uint32_t size,
                     int64_t value, int64_t timeout_ns)
{
    orr__group *g = me->group;
    const uint64_t deadline_ns = deadline_of(g, timeout_ns);
    int err = -EAGAIN;

    thread_lock(g);
    if (thread_holds(place, size, value)) {
        me->place = place;
        me->parking = g->parkings++;
        err = thread_park(me, deadline_ns);
        me->place = NULL;
        me->called = false;
    }
    thread_unlock(g);
    return err;
}

/* The first thread that is parked there and was not unparked; or NULL. */
static orr_thread *first_at(orr__group *g, const void *place)
{
    orr_thread *found = NULL;

    for (orr_thread *t = g->first; t != NULL; t = t->next)
        if (t->place == place && !t->called &&
            (found == NULL || t->parking < found->parking))
            found = t;
    return found;
}

/* The oldest waiter of Atomics.waitAsync() at a place. */
static orr_waiter *first_waiter_at(orr__group *g, const void *place)
{
    for (orr_link *l = g->waiters.next; l != &g->waiters; l = l->next) {
        orr_waiter *w =
            (orr_waiter *)((uintptr_t)l - offsetof(orr_waiter, link));
        if (w->place == place)
            return w;
    }
    return NULL;
}

static bool unpark_one(orr__group *g, const void *place)
{
    orr_thread *t = first_at(g, place);
    orr_waiter *w = first_waiter_at(g, place);

    if (t != NULL && (w == NULL || t->parking < w->number)) {
        t->called = true;
        pthread_cond_signal(&t->turn);
    } else if (w != NULL) {
        orr__list_remove(&w->link);
        w->is_called = true;
        w->call(w);
    }
    return t != NULL || w != NULL;
}

uint32_t orr__thread_unpark(orr_thread *me, const void *place, uint32_t n)
{
    orr__group *g = me->group;
    uint32_t count = 0;

    thread_lock(g);
    while (count < n && unpark_one(g, place))
        count++;
    thread_unlock(g);
    return count;
}

int orr__waiter_start(orr_thread *me, orr_waiter *w, uint32_t size,
                      int64_t value)
{
    orr__group *g = me->group;
    int err = -EAGAIN;

    thread_lock(g);
    if (thread_holds(w->place, size, value)) {
        w->number = g->parkings++;
        orr__list_add_last(&g->waiters, &w->link);
        err = 0;
    }
    thread_unlock(g);
    return err;
}

bool orr__waiter_stop(orr_thread *me, orr_waiter *w)
{
    orr__group *g = me->group;

    thread_lock(g);
    const bool is_waiting = !w->is_called;
    if (is_waiting)
        orr__list_remove(&w->link);
    w->is_called = true;
    thread_unlock(g);
    return is_waiting;
}

bool orr__waiter_is_called(orr_thread *me, const orr_waiter *w)
{
    thread_lock(me->group);
    const bool is_called = w->is_called;
    thread_unlock(me->group);
    return is_called;
}

void orr__thread_interrupt(orr_thread *t)
{
    thread_lock(t->group);
    t->interrupted = true;
    pthread_cond_signal(&t->turn);
    thread_unlock(t->group);
}
