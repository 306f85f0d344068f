/*
 * loop.c - the loop itself: opened, turned, closed. The order of the phases is
 * profile.c's; what is done in each is below, in take_step().
 *
 * The clock. now_ms is what orr_now() says. libuv reads the clock after every
 * poll and before the timers; this loop only marks it stale there, and reads it
 * when it is needed. A turn with no timers reads no clock at all.
 *
 * The poll gets the point in time when the earliest timer is due, not a
 * duration. So it does not matter how old now_ms is when the loop goes to
 * sleep.
 */
#include <stdlib.h>
#include <string.h>

#include "loop/internal.h"

/* ---- Opening and closing ---------------------------------------------- */

static const orr__poll_table *const tables[] = { &orr__uring, &orr__epoll,
                                                 &orr__sim };

static const orr__poll_table *table_find(const char *name)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (strcmp(tables[i]->name, name) == 0)
            return tables[i];
    return NULL;
}

static int open_named(orr_loop *loop, const char *name,
                      const orr__poll_options *options)
{
    const char *why = NULL;

    loop->table = table_find(name);
    if (loop->table == NULL)
        return -EINVAL;
    return loop->table->open(options, &loop->poll, &why);
}

/* io_uring if the kernel has it, else epoll; loop->fallback says why. */
static int open_best(orr_loop *loop, const orr__poll_options *options)
{
    loop->table = &orr__uring;
    int err = loop->table->open(options, &loop->poll, &loop->fallback);
    if (err != -ENOSYS)
        return err;
    if (loop->fallback == NULL)
        loop->fallback = "this kernel has no usable io_uring";
    loop->table = &orr__epoll;
    return loop->table->open(options, &loop->poll, &(const char *){ NULL });
}

/* The first loop of a recording says which back end it has, if it says it. */
static int open_recorded(orr_loop *loop, const char *name,
                         const orr__poll_options *options, bool replays)
{
    const char *why = NULL;

    loop->table = replays ? &orr__replay : &orr__record;
    if (!replays && name != NULL && name[0] != 0) {
        const orr__poll_table *inner = table_find(name);
        if (inner == NULL || inner->is_virtual)
            return -EINVAL;
        orr__log_set_inner(options->log, inner);
    }
    return loop->table->open(options, &loop->poll, &why);
}

static int open_backend(orr_loop *loop, const orr_options *o)
{
    const char *name = o->backend;
    orr__shared *shared = orr__thread_shared(loop->thread);
    const orr__poll_options po = {
        .allocator = &loop->allocator,
        .world = &shared->world,
        .seed = shared->seed,
        .pool_size = shared->pool_size,
        .thread = loop->thread,
        .log = shared->log,
    };
    int err;

    if (shared->table != NULL)
        name = shared->table->name;
    else if (name == NULL)
        name = getenv("ORRERY_BACKEND");
    if (shared->log != NULL && shared->table != NULL) {
        loop->table = shared->table;
        err = loop->table->open(&po, &loop->poll, &(const char *){ NULL });
    } else if (shared->log != NULL) {
        err = open_recorded(loop, name, &po, o->recording->replays);
    } else if (name != NULL && name[0] != 0)
        err = open_named(loop, name, &po);
    else
        err = open_best(loop, &po);
    if (err == 0 && shared->table == NULL)
        shared->table = loop->table;
    return err;
}

/* Ids are unique in a group: each of its loops counts in a range of its own,
 * and all of them are exact as numbers of JavaScript. */
#define ID_BITS 40

static int enter_thread(orr_loop *loop, const orr_options *options)
{
    loop->thread = options->thread;
    if (loop->thread == NULL) {
        orr__shared shared = { .allocator = loop->allocator,
                               .seed = options->seed,
                               .pool_size = options->pool_size };

        if (options->world != NULL)
            shared.world = *options->world;
        if (options->recording != NULL) {
            const int err = orr__log_open(&loop->allocator, options->recording,
                                          &shared.log);
            if (err < 0)
                return err;
        }
        loop->thread = orr__thread_new(&shared);
        if (loop->thread == NULL && shared.log != NULL)
            orr__log_close(shared.log);
    }
    if (loop->thread == NULL)
        return -ENOMEM;
    loop->last_id = (uint64_t)orr__thread_enter(loop->thread) << ID_BITS;
    return 0;
}

/* The steps of a profile that are taken in this mode. */
static int make_plan(uint8_t *plan, const orr_step *s, orr_run_mode mode)
{
    uint32_t n = 0;

    for (; s->phase != ORR_PHASE_END; s++) {
        if (!(s->modes & (1u << mode)))
            continue;
        if (s->phase > ORR_PHASE_RENDER || n == ORR__STEPS_MAX)
            return -EINVAL;
        plan[n++] = s->phase;
    }
    plan[n] = ORR_PHASE_END;
    return 0;
}

static int make_plans(orr_loop *loop)
{
    int err = 0;

    for (int m = ORR_RUN_DEFAULT; m <= ORR_RUN_NOWAIT && err == 0; m++) {
        orr__plan *p = &loop->plans[m];
        err = make_plan(p->before, loop->profile->before, (orr_run_mode)m);
        if (err == 0)
            err = make_plan(p->turn, loop->profile->turn, (orr_run_mode)m);
    }
    return err;
}

static void set_options(orr_loop *loop, const orr_options *options)
{
    orr_link *const lists[] = { &loop->handles, &loop->asyncs, &loop->idle,
                                &loop->prepare, &loop->check,  &loop->pass,
                                &loop->pending, &loop->reqs };

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        orr__list_init(lists[i]);
    orr__timers_init(loop);
    loop->profile = options->profile;
    if (loop->profile == NULL)
        loop->profile = orr_profile_find("node");
    loop->after = options->after;
    loop->after_ctx = options->after_ctx;
    loop->trace = options->trace;
    loop->trace_ctx = options->trace_ctx;
    loop->site = options->site;
    loop->site_ctx = options->site_ctx;
    loop->expiries = options->expiries;
    loop->expiries_ctx = options->expiries_ctx;
    loop->now_stale = true;
}

static uint32_t find_expiries(void *ctx, uint64_t *due_ms, uint32_t n)
{
    return orr__timers_expiries(ctx, due_ms, n);
}

/* The wake-up operation is always submitted; it is no handle and no request. */
static int listen_for_wakes(orr_loop *loop)
{
    loop->wake_op.code = OP_WAKE;
    loop->wake_op.owner = loop;
    loop->wake_op.done = orr__async_run;
    return loop->table->submit(loop->poll, &loop->wake_op);
}

static bool are_options_valid(const orr_options *o)
{
    const orr_profile *p = o->profile;

    if (o->thread != NULL &&
        (o->backend != NULL || o->world != NULL || o->allocator != NULL ||
         o->seed != 0 || o->pool_size != 0 || o->recording != NULL))
        return false;
    if (o->allocator != NULL && o->allocator->resize == NULL)
        return false;
    return p == NULL || (p->before != NULL && p->turn != NULL);
}

static const orr_allocator *find_allocator(const orr_options *o)
{
    if (o->thread != NULL)
        return &orr__thread_shared(o->thread)->allocator;
    return o->allocator != NULL ? o->allocator : &orr__malloc;
}

int orr_loop_open(orr_loop **out, const orr_options *options)
{
    static const orr_options defaults;

    if (out == NULL)
        return -EINVAL;
    if (options == NULL)
        options = &defaults;
    if (!are_options_valid(options))
        return -EINVAL;
    const orr_allocator a = *find_allocator(options);
    orr_loop *loop = orr__alloc(&a, sizeof *loop);
    if (loop == NULL)
        return -ENOMEM;
    loop->allocator = a;
    set_options(loop, options);
    int err = make_plans(loop);
    if (err == 0)
        err = enter_thread(loop, options);
    if (err < 0)
        goto free_loop;
    err = open_backend(loop, options);
    if (err < 0)
        goto leave_thread;
    loop->poll->expiries = find_expiries;
    loop->poll->expiries_ctx = loop;
    err = listen_for_wakes(loop);
    if (err < 0)
        goto close_backend;
    *out = loop;
    return 0;

close_backend:
    loop->table->close(loop->poll);
leave_thread:
    orr__thread_leave(loop->thread);
free_loop:
    orr__free(&a, loop);
    return err;
}

static bool is_empty(const orr_loop *loop)
{
    return orr__list_empty(&loop->handles) && orr__list_empty(&loop->asyncs) &&
           orr__list_empty(&loop->idle) && orr__list_empty(&loop->prepare) &&
           orr__list_empty(&loop->check) && orr__list_empty(&loop->reqs) &&
           loop->closing == NULL && loop->timers.count == 0;
}

int orr_loop_close(orr_loop *loop)
{
    if (loop == NULL)
        return -EINVAL;
    if (loop->running_loop || loop->running != NULL || !is_empty(loop) ||
        !orr__thread_may_leave(loop->thread))
        return -EBUSY;
    loop->table->cancel(loop->poll, &loop->wake_op);
    loop->table->close(loop->poll);
    orr__thread_leave(loop->thread);
    orr__free(&loop->allocator, loop->chunk);
    orr__free(&loop->allocator, loop->poll_of_fd);
    const orr_allocator a = loop->allocator;
    orr__free(&a, loop);
    return 0;
}

/* ---- Operations ------------------------------------------------------- */

int orr__submit(orr_loop *loop, orr__op *op, const orr_record *record)
{
    op->record_id = record->id;
    int err = loop->table->submit(loop->poll, op);
    if (err == 0)
        orr__trace_if(loop, ORR_EV_SUBMIT, record, orr__code_name(op->code));
    return err;
}

void orr__close_fd(orr_loop *loop, int fd)
{
    orr__op op = { .code = OP_CLOSE, .fd = fd };

    if (fd >= 0)
        orr__call_now(loop, &op);
}

void *orr__chunk(orr_loop *loop)
{
    if (loop->chunk == NULL)
        loop->chunk = orr__resize(&loop->allocator, NULL, ORR__CHUNK);
    return loop->chunk;
}

static void loop_deliver(orr_loop *loop, const orr__event *ev)
{
    orr__op *op = ev->op;
    const bool pooled = orr__code_pooled(op->code);

    loop->events++;
    /* The wake-up has no record; the callbacks that it runs are traced. */
    if (ORR_TRACED(loop->trace) && op->record_id != 0) {
        const orr_event event = { .type = ORR_EV_DELIVER,
                                  .id = op->record_id,
                                  .value = (uint64_t)ev->result,
                                  .now_ms = loop->now_ms,
                                  .what = orr__code_name(op->code) };
        loop->trace(loop->trace_ctx, &event);
    }
    op->done(loop, op, ev);
    if (pooled)
        orr__async_after_pool(loop);
}

/* ---- The pending queue ------------------------------------------------ */

void orr__pend(orr_loop *loop, orr__pending *p)
{
    if (p->link.next == NULL)
        orr__list_add_last(&loop->pending, &p->link);
}

void orr__unpend(orr_loop *loop, orr__pending *p)
{
    (void)loop;
    if (p->link.next != NULL)
        orr__list_remove(&p->link);
}

/* The queue is moved to a list of this pass: what is added meanwhile waits for
 * the next pass, and what is removed meanwhile leaves this one. */
static void run_pending(orr_loop *loop)
{
    orr_link now;

    orr__list_init(&now);
    orr__list_move(&now, &loop->pending);
    while (!orr__list_empty(&now)) {
        orr__pending *p = orr__container(now.next, orr__pending, link);
        orr__list_remove(&p->link);
        p->fn(loop, p);
    }
}

/* ---- Alive, time ------------------------------------------------------ */

static inline bool is_alive(const orr_loop *loop)
{
    return loop->active > 0 || loop->requests > 0 ||
           !orr__list_empty(&loop->pending) || loop->closing != NULL;
}

bool orr_alive(const orr_loop *loop)
{
    return is_alive(loop);
}

uint64_t orr_now(orr_loop *loop)
{
    if (loop->now_stale) {
        loop->now_ms = loop->table->now_ms(loop->poll);
        loop->now_stale = false;
    }
    return loop->now_ms;
}

void orr_update_time(orr_loop *loop)
{
    loop->now_stale = true;
    orr_now(loop);
}

uint64_t orr_machine_ns(void)
{
    return orr__machine_ns();
}

uint64_t orr_clock_ns(orr_loop *loop)
{
    return loop->table->clock(loop->poll, ORR__MONOTONIC);
}

void orr_sleep(orr_loop *loop, uint64_t ns)
{
    orr__op op = { .code = OP_SLEEP };

    op.u.n = ns < INT64_MAX / 2 ? (int64_t)ns : INT64_MAX / 2;
    must(loop->table->call(loop->poll, &op) == 0, "a thread can always sleep");
}

uint64_t orr_wall_ns(orr_loop *loop)
{
    return loop->table->clock(loop->poll, ORR__WALL);
}

/* ---- Turning ---------------------------------------------------------- */

static bool is_interrupted(const orr_loop *loop)
{
    return __atomic_load_n(&loop->interrupted, __ATOMIC_ACQUIRE);
}

static bool is_stopped(const orr_loop *loop)
{
    return loop->stop || is_interrupted(loop);
}

/* Until when the poll may sleep; 0: not at all. If not exact, the poll looks
 * for nearer timers then, and may sleep on. */
static uint64_t sleep_until(const orr_loop *loop, bool *exact)
{
    uint64_t due_ms;

    *exact = true;
    if (!orr__list_empty(&loop->idle) || is_stopped(loop) ||
        !orr__list_empty(&loop->pending) || loop->closing != NULL)
        return 0;
    if (loop->active == 0 && loop->requests == 0)
        return 0;
    if (!orr__timers_next(loop, &due_ms, exact))
        return ORR__FOREVER;
    if (due_ms > ORR__FOREVER / NS_PER_MS)
        return ORR__FOREVER;
    return due_ms * NS_PER_MS;
}

/* Deliver all events of the poll and return their number. */
static uint32_t deliver_all(orr_loop *loop)
{
    uint32_t n = 0;
    orr__event ev;

    for (; loop->table->next(loop->poll, &ev); n++)
        loop_deliver(loop, &ev);
    return n;
}

/* The way to a far timer is slept in hops (timer.c), all in this one phase. */
static orr__inline int run_poll(orr_loop *loop, orr_run_mode mode)
{
    uint64_t deadline = 0;
    bool exact = true;

    loop->polls++;
    for (;;) {
        if (mode == ORR_RUN_DEFAULT ||
            (mode == ORR_RUN_ONCE && loop->can_sleep))
            deadline = sleep_until(loop, &exact);
        const int err = loop->table->wait(loop->poll, deadline);
        loop->now_stale = true;
        if (orr__unlikely(err < 0))
            return err;
        if (orr__likely(loop->poll->quiet && exact))
            return 0;
        if (orr__unlikely(loop->poll->unsettled))
            orr__settle(loop, deadline);
        const uint32_t n = deliver_all(loop);
        if (deadline == 0)
            loop->events_waiting += n;
        if (n > 0 || exact)
            return 0;
        orr__timers_hop(loop);
    }
}

static void run_closing(orr_loop *loop);

/* The sample is taken before the pending callbacks run, as libuv does. */
static void run_pending_step(orr_loop *loop, orr_run_mode mode)
{
    const bool any = !orr__list_empty(&loop->pending);

    if (mode == ORR_RUN_ONCE)
        loop->can_sleep = !any && (loop->profile->once_by_pending ||
                                   orr__list_empty(&loop->idle));
    if (any)
        run_pending(loop);
}

static void run_pending_again(orr_loop *loop)
{
    for (int i = 0; i < 8 && !orr__list_empty(&loop->pending); i++)
        run_pending(loop);
}

static orr__inline int take_step(orr_loop *loop, orr_phase phase,
                                 orr_run_mode mode)
{
    switch (phase) {
    case ORR_PHASE_TIMERS:
        loop->now_stale = true;
        if (loop->timers.count > 0)
            orr__timers_run(loop);
        break;
    case ORR_PHASE_PENDING:
        run_pending_step(loop, mode);
        break;
    case ORR_PHASE_IDLE:
        orr__phase_run(loop, &loop->idle, orr__idle_thunk);
        break;
    case ORR_PHASE_PREPARE:
    case ORR_PHASE_TASK:
        orr__phase_run(loop, &loop->prepare, orr__prepare_thunk);
        break;
    case ORR_PHASE_POLL:
        return run_poll(loop, mode);
    case ORR_PHASE_PENDING_AGAIN:
        run_pending_again(loop);
        break;
    case ORR_PHASE_CHECK:
    case ORR_PHASE_RENDER:
        orr__phase_run(loop, &loop->check, orr__check_thunk);
        break;
    case ORR_PHASE_CLOSING:
        if (loop->closing != NULL)
            run_closing(loop);
        break;
    case ORR_PHASE_END:
        break;
    }
    return 0;
}

static void trace_phase(orr_loop *loop, orr_event_type type, uint8_t phase)
{
    orr_event ev = { .type = (uint8_t)type,
                     .phase = phase,
                     .id = loop->turns,
                     .now_ms = loop->now_ms };

    if (type == ORR_EV_PHASE_BEGIN) {
        ev.value = loop->requests;
        for (const orr_handle *h = loop->closing; h != NULL; h = h->close_next)
            ev.cause++;
    }
    if (loop->trace != NULL) /* a callback may have ended the trace */
        loop->trace(loop->trace_ctx, &ev);
}

static orr__noinline int take_step_outlined(orr_loop *loop, orr_phase phase,
                                            orr_run_mode mode)
{
    return take_step(loop, phase, mode);
}

/* The steps of a plan, traced if there is a trace. */
static int take_steps(orr_loop *loop, const uint8_t *plan, orr_run_mode mode)
{
    int err = 0;

    for (; *plan != ORR_PHASE_END && err == 0; plan++) {
        if (ORR_TRACED(loop->trace))
            trace_phase(loop, ORR_EV_PHASE_BEGIN, *plan);
        err = take_step_outlined(loop, (orr_phase)*plan, mode);
        if (ORR_TRACED(loop->trace))
            trace_phase(loop, ORR_EV_PHASE_END, *plan);
    }
    return err;
}

static int take_turn_traced(orr_loop *loop, orr_run_mode mode)
{
    trace_phase(loop, ORR_EV_TURN_BEGIN, 0);
    const int err = take_steps(loop, loop->plans[mode].turn, mode);
    trace_phase(loop, ORR_EV_TURN_END, 0);
    checked(orr__loop_verify_later(loop));
    return err;
}

/* Inlined into orr_run(): an idle turn is a few nanoseconds. */
static orr__inline int take_turn(orr_loop *loop, orr_run_mode mode)
{
    const uint8_t *plan = loop->plans[mode].turn;
    int err = 0;

    loop->turns++;
    if (ORR_TRACED(loop->trace))
        return take_turn_traced(loop, mode);
    for (; *plan != ORR_PHASE_END && orr__likely(err == 0); plan++)
        err = take_step(loop, (orr_phase)*plan, mode);
    checked(orr__loop_verify_later(loop));
    return err;
}

/* An interrupt that comes while a run ends belongs to the next one, unless this
 * one had more to do: only then was it left for the interrupt, or it would have
 * been. */
static void take_interrupt(orr_loop *loop, bool alive)
{
    if (alive && is_interrupted(loop))
        __atomic_store_n(&loop->interrupted, false, __ATOMIC_RELEASE);
}

int orr_run(orr_loop *loop, orr_run_mode mode)
{
    int err = 0;

    if (loop == NULL || (unsigned)mode > ORR_RUN_NOWAIT)
        return -EINVAL;
    if (loop->running_loop || loop->running != NULL)
        return -EBUSY;
    loop->running_loop = true;
    bool alive = is_alive(loop);
    if (!alive)
        loop->now_stale = true;
    else if (!is_stopped(loop))
        err = take_steps(loop, loop->plans[mode].before, mode);
    while (alive && !is_stopped(loop) && err == 0) {
        err = take_turn(loop, mode);
        alive = is_alive(loop);
        if (mode != ORR_RUN_DEFAULT)
            break;
    }
    loop->stop = false;
    take_interrupt(loop, alive);
    loop->running_loop = false;
    return err < 0 ? err : alive;
}

void orr_stop(orr_loop *loop)
{
    loop->stop = true;
}

void orr_interrupt(orr_loop *loop)
{
    __atomic_store_n(&loop->interrupted, true, __ATOMIC_RELEASE);
    loop->table->wake(loop->poll);
}

void orr_set_trace(orr_loop *loop, orr_trace_fn *fn, void *ctx)
{
    loop->trace = fn;
    loop->trace_ctx = ctx;
}

void orr_set_site(orr_loop *loop, orr_site_fn *fn, void *ctx)
{
    loop->site = fn;
    loop->site_ctx = ctx;
}

void orr_drain(orr_loop *loop)
{
    loop->table->drain(loop->poll);
}

/* ---- Closing phase ---------------------------------------------------- */

/* A handle that is closed in a close callback is finished in the next turn. */
static void run_closing(orr_loop *loop)
{
    orr_handle *h = loop->closing;

    loop->closing = NULL;
    while (h != NULL) {
        orr_handle *next = h->close_next;
        orr__handle_finish(h);
        h = next;
    }
}

/* ---- Asking ----------------------------------------------------------- */

int orr_loop_fd(orr_loop *loop)
{
    return loop->table->fd(loop->poll);
}

int64_t orr_timeout(orr_loop *loop)
{
    uint64_t due_ms;
    bool exact;

    if (sleep_until(loop, &exact) == 0)
        return 0;
    if (!orr__timers_due(loop, &due_ms) || due_ms > INT64_MAX / NS_PER_MS)
        return -1;
    const uint64_t due = due_ms * NS_PER_MS;
    const uint64_t now = orr_clock_ns(loop);
    return due <= now ? 0 : (int64_t)((due - now + NS_PER_MS - 1) / NS_PER_MS);
}

void orr_metrics_get(orr_loop *loop, orr_metrics *out)
{
    orr__stats stats = { .name = NULL };

    loop->table->stats(loop->poll, &stats);
    *out = (orr_metrics){
        .backend = orr_backend_name(loop),
        .fallback = loop->fallback,
        .turns = loop->turns,
        .events = loop->events,
        .waiting = loop->events_waiting,
        .system_calls = stats.system_calls,
        .idle_ns = stats.idle_ns,
    };
}

bool orr_is_recorded(const orr_loop *loop)
{
    return loop->table == &orr__record || loop->table == &orr__replay;
}

void orr_recording_keep(orr_loop *loop, void *bytes, size_t n)
{
    orr__ask ask = { .what = FACT_OWN, .out = bytes, .n = (int64_t)n };

    if (orr_is_recorded(loop))
        (void)loop->table->ask(loop->poll, &ask);
}

bool orr_is_virtual(const orr_loop *loop)
{
    return loop->table->is_virtual;
}

const char *orr_backend_name(const orr_loop *loop)
{
    return loop->poll->name != NULL ? loop->poll->name : loop->table->name;
}

void *orr_loop_data(const orr_loop *loop)
{
    return loop->data;
}

void orr_loop_set_data(orr_loop *loop, void *data)
{
    loop->data = data;
}

void orr_free(orr_loop *loop, void *ptr)
{
    orr__free(&loop->allocator, ptr);
}
