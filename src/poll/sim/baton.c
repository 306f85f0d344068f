/*
 * baton.c - which thread of a simulated group runs: the one with the baton.
 *
 *      a turn begins (wait)  ----+
 *      Atomics.wait              |     the baton goes to a thread that can go
 *      a thread is joined        +---> on: ORR_CHOOSE_THREAD, by default the
 *      a thread ends             |     next in the order of their beginnings
 *      a sleep               ----+     (also of JavaScript that runs long)
 *
 * Nowhere else does it change hands, so between two of these points a thread
 * is alone in its world, and two runs with the same answers are the same run.
 * A thread that was started gets its place in the order at once and the baton
 * later: how long the system takes to start it does not matter.
 *
 * If no thread can go on:
 *
 *  1. Operations of the pool, and bytes under way, may let one go on.
 *  2. The clock jumps to the nearest deadline of all threads, or to where an
 *     operation may not be put off any longer: it takes effect then.
 *  3. There is neither. Bytes under way arrive.
 *  4. Nothing can ever happen: the oldest waiting thread gets -EDEADLK.
 */
#include <errno.h>

#include "poll/sim/core.h"
#include "poll/thread.h"

/* ---- Which thread can go on --------------------------------------------- */

static bool can_go_on(const orr__sim_world *sim, const orr_thread *t)
{
    const bool is_due = t->deadline_ns <= sim->now_ns;

    switch ((baton_state)t->state) {
    case BATON_RUNS:
        return true;
    case BATON_POLLS:
        return is_due || orr__sim_collect(t->queue);
    case BATON_NAPS:
        return is_due;
    case BATON_PARKED:
        return is_due || t->called || t->interrupted;
    case BATON_JOINS:
        return t->target->state == BATON_OVER;
    case BATON_OVER:
        break;
    }
    return false;
}

static orr_thread *thread_after(const orr_thread *t)
{
    return t->next != NULL ? t->next : t->group->first;
}

/* Threads that could go on may all be put off, as an operation may: the system
 * is slow to run them. The first thread of a group has the clock's timers, and
 * is not. */
static bool may_put_off(const orr__sim_world *sim, orr_thread *const *ready,
                        uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t since_ns =
            ready[i]->ready_ns != 0 ? ready[i]->ready_ns : sim->now_ns;

        if (ready[i]->fn == NULL || since_ns + sim->max_delay_ns <= sim->now_ns)
            return false;
    }
    return orr__sim_asks(sim) && n < SIM_WINDOW;
}

static void put_off(const orr__sim_world *sim, orr_thread *const *ready,
                    uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (ready[i]->ready_ns == 0)
            ready[i]->ready_ns = sim->now_ns;
}

/* A thread that can go on; NULL if none can, or all are put off. By default
 * they take turns: `me` has had its turn, and is the last in line. */
static orr_thread *pick_thread(orr__sim_world *sim, orr_thread *me)
{
    orr_thread *ready[SIM_WINDOW];
    orr_option options[SIM_WINDOW];
    orr_thread *t = me;
    uint32_t n = 0;

    do {
        t = thread_after(t);
        if (!can_go_on(sim, t))
            continue;
        options[n] = (orr_option){ 0, t->number, "thread" };
        ready[n++] = t;
    } while (t != me && n < SIM_WINDOW);
    if (n == 0)
        return NULL;
    const uint32_t threads = n;
    if (may_put_off(sim, ready, threads))
        options[n++] = (orr_option){ 0, -1, "none" };
    const uint32_t k = orr__sim_choose(sim, ORR_CHOOSE_THREAD, n, options);
    if (k == threads) {
        put_off(sim, ready, threads);
        return NULL;
    }
    ready[k]->ready_ns = 0;
    return ready[k];
}

/* ---- No thread can ------------------------------------------------------ */

/* Whoever sleeps wakes up a moment late, as much as reads of the clock have
 * taken: no time between two reads is shorter than what was slept in it. */
static void set_clock(orr__sim_world *sim, uint64_t ns)
{
    const uint64_t moment = sim->now_ns % NS_PER_MS;

    if (ns % NS_PER_MS < moment)
        ns += moment - ns % NS_PER_MS;
    sim->now_ns = ns;
}

/* When it can go on at the latest, if nothing happens. */
static uint64_t next_of(const orr__sim_world *sim, const orr_thread *t)
{
    if (t->ready_ns != 0)
        return t->ready_ns + sim->max_delay_ns;
    return t->state == BATON_POLLS || t->state == BATON_NAPS ||
                   t->state == BATON_PARKED
               ? t->deadline_ns
               : ORR__FOREVER;
}

static bool jump_clock(orr__sim_world *sim, const orr__group *g)
{
    uint64_t next_ns = ORR__FOREVER;

    for (const orr_thread *t = g->first; t != NULL; t = t->next) {
        const uint64_t due_ns = next_of(sim, t);

        if (due_ns < next_ns)
            next_ns = due_ns;
    }
    const uint64_t allowed_ns = orr__sim_pool_allowed_until(sim);
    if (allowed_ns < next_ns && orr__sim_saves_time(sim)) {
        orr__sim_pool_force(sim);
        return true;
    }
    if (allowed_ns < next_ns)
        next_ns = allowed_ns;
    if (next_ns == ORR__FOREVER)
        return false;
    sim->looks = 0;
    if (next_ns <= sim->now_ns)
        return true;
    if (allowed_ns != ORR__FOREVER)
        orr__sim_charge(sim, next_ns - sim->now_ns);
    set_clock(sim, next_ns);
    return true;
}

static orr_thread *oldest_waiting(const orr__group *g)
{
    orr_thread *t = g->first;

    while (t->state == BATON_OVER)
        t = t->next;
    t->is_stuck = true;
    return t;
}

/* `has_moved`: what the pool does was seen to already. */
static orr_thread *find_next(orr__sim_world *sim, orr_thread *me,
                             bool has_moved)
{
    orr_thread *t = pick_thread(sim, me);
    bool is_moving = true;

    if (t == NULL && !has_moved) {
        orr__sim_move(sim, true);
        t = pick_thread(sim, me);
    }
    while (t == NULL && jump_clock(sim, me->group)) {
        t = pick_thread(sim, me);
        if (t == NULL) {
            orr__sim_move(sim, true);
            t = pick_thread(sim, me);
        }
    }
    while (t == NULL && is_moving) {
        is_moving = orr__sim_move(sim, false);
        t = pick_thread(sim, me);
    }
    return t != NULL ? t : oldest_waiting(me->group);
}

/* ---- Handing over ------------------------------------------------------ */

static void wait_for_baton(orr_thread *me)
{
    while (me->group->holder != me)
        pthread_cond_wait(&me->turn, &me->group->lock);
}

static void hand_to(orr_thread *me, orr_thread *next)
{
    if (next == me)
        return;
    pthread_mutex_lock(&me->group->lock);
    me->group->holder = next;
    pthread_cond_signal(&next->turn);
    if (me->state != BATON_OVER)
        wait_for_baton(me);
    pthread_mutex_unlock(&me->group->lock);
}

int orr__baton_wait(orr_thread *me, baton_state state, uint64_t deadline_ns)
{
    orr__sim_world *sim = me->group->sim;

    me->state = (uint8_t)state;
    me->deadline_ns = deadline_ns;
    hand_to(me, find_next(sim, me, state == BATON_POLLS));
    me->state = BATON_RUNS;
    if (!me->is_stuck)
        return 0;
    me->is_stuck = false;
    return -EDEADLK;
}

void orr__baton_begin(orr_thread *me)
{
    pthread_mutex_lock(&me->group->lock);
    wait_for_baton(me);
    pthread_mutex_unlock(&me->group->lock);
}

void orr__baton_end(orr_thread *me)
{
    me->state = BATON_OVER;
    hand_to(me, find_next(me->group->sim, me, false));
}
