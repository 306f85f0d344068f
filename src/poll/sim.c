/*
 * sim.c - the simulated back end: no kernel, no threads, no clock.
 *
 * It keeps the rules of poll.h like the real ones, but everything happens in
 * memory and in the order in which world.choose wants it:
 *
 *      wait()   pool operations take effect     ORR_CHOOSE_EFFECT, _FAULT
 *               what is ready is collected
 *               the first to be reported         ORR_CHOOSE_DELIVER
 *               nothing? the clock jumps to the deadline
 *      next()   bytes move, connections appear  ORR_CHOOSE_CHUNK, _FAULT
 *               the next to be reported          ORR_CHOOSE_DELIVER
 *      clock()  milliseconds may pass           ORR_CHOOSE_CLOCK
 *
 * When an operation takes effect and when it is reported are two choices: a
 * write may change a file long before its callback says so.
 *
 * What must stay true:
 *
 *  1. Two runs with the same program, seed and answers are the same run.
 *  2. wait() without a deadline reports something or fails with -EDEADLK: what
 *     was put off must then be next.
 *  3. Time passes where wait() sleeps, and where a read of the clock was
 *     answered with it; and a little for a program that never sleeps, which
 *     else could not come to its timers.
 *
 * Only wake() may come from elsewhere: it sets a flag, and nothing else of the
 * state is shared between threads.
 */
#include "poll/sim_core.h"

#include <errno.h>
#include <string.h>

#define ORIGIN_NS UINT64_C(1000000000)
#define ORIGIN_WALL_NS UINT64_C(1767225600000000000) /* 2026-01-01 */

static orr__simulator *sim_of(orr__poll *p)
{
    return orr__container(p, orr__simulator, base);
}

/* ---- Lists ------------------------------------------------------------- */

void orr__sim_list_add(sim_list *list, orr__op *op)
{
    op->next = NULL;
    op->prev = list->last;
    if (list->last != NULL)
        list->last->next = op;
    else
        list->first = op;
    list->last = op;
}

void orr__sim_list_remove(sim_list *list, orr__op *op)
{
    if (op->prev != NULL)
        op->prev->next = op->next;
    else
        list->first = op->next;
    if (op->next != NULL)
        op->next->prev = op->prev;
    else
        list->last = op->prev;
    op->next = op->prev = NULL;
}

void orr__sim_ready(orr__simulator *sim, orr__op *op)
{
    if (op->where & SIM_IN_READY)
        return;
    op->where |= SIM_IN_READY;
    orr__sim_list_add(&sim->ready, op);
}

static void unready(orr__simulator *sim, orr__op *op)
{
    if (!(op->where & SIM_IN_READY))
        return;
    op->where &= (uint8_t)~SIM_IN_READY;
    op->count = 0;
    orr__sim_list_remove(&sim->ready, op);
    if (sim->picked == op)
        sim->picked = NULL;
}

/* ---- Services ---------------------------------------------------------- */

void orr__sim_report(orr__simulator *sim, orr__op *op)
{
    orr__sim_ready(sim, op);
}

void orr__sim_report_gone(orr__simulator *sim, orr__op *op)
{
    op->where |= SIM_GONE;
    orr__sim_ready(sim, op);
}

uint64_t orr__sim_clock(orr__simulator *sim, orr__clock_id which)
{
    const orr_world *w = sim->world;

    if (which == ORR__WALL)
        return w->wall_ns != NULL ? w->wall_ns(w->ctx)
                                  : ORIGIN_WALL_NS + sim->now_ns - ORIGIN_NS;
    return w->clock_ns != NULL ? w->clock_ns(w->ctx) : sim->now_ns;
}

const orr_allocator *orr__sim_allocator(const orr__simulator *sim)
{
    return sim->allocator;
}

orr__sim_fs *orr__sim_files(const orr__simulator *sim)
{
    return sim->fs;
}

/* ---- Open and close ---------------------------------------------------- */

static void sim_close(orr__poll *p);

static int sim_open(const orr__poll_options *options, orr__poll **out,
                    const char **why)
{
    const orr_allocator *a = options->allocator;
    orr__simulator *sim = orr__alloc(a, sizeof *sim);
    int err;

    (void)why;
    if (sim == NULL)
        return -ENOMEM;
    sim->base.table = &orr__sim;
    sim->allocator = a;
    sim->world = options->world;
    sim->chance = options->seed;
    sim->now_ns = ORIGIN_NS;
    sim->pool.size = options->pool_size > 0 ? options->pool_size : 4;
    sim->watch_source.code = OP_WATCH;
    atomic_init(&sim->woken, false);

    err = orr__sim_host_open(&sim->host, sim);
    if (err == 0)
        err = orr__sim_net_open(&sim->net, sim);
    if (err == 0)
        err = orr__sim_fs_open(&sim->fs, a, sim);
    if (err < 0) {
        sim_close(&sim->base);
        return err;
    }
    *out = &sim->base;
    return 0;
}

/* Sockets that travel in each other's messages hold each other up: whatever
 * is left after the table was emptied is such a circle. */
static void close_descriptors(orr__simulator *sim)
{
    if (sim->net != NULL)
        orr__sim_net_forget(sim->net);
    for (uint32_t i = 0; i < sim->ndescs; i++)
        if (sim->descs[i] != NULL)
            orr__sim_fd_free(sim, ORR__SIM_FD_FIRST + (int)i);
    if (sim->net != NULL)
        orr__sim_net_close(sim->net);
    while (sim->all_descs != NULL) {
        orr__sim_desc *desc = sim->all_descs;

        sim->all_descs = desc->next;
        if (desc->kind == SIM_FILE)
            orr__sim_fs_release(sim->fs, desc->object);
        orr__free(sim->allocator, desc);
    }
    orr__free(sim->allocator, sim->descs);
}

static void sim_close(orr__poll *p)
{
    orr__simulator *sim = sim_of(p);

    close_descriptors(sim);
    if (sim->fs != NULL)
        orr__sim_fs_close(sim->fs);
    if (sim->host != NULL)
        orr__sim_host_close(sim->host);
    orr__sim_input_close(sim);
    orr__free(sim->allocator, sim->signals.owed);
    orr__free(sim->allocator, sim);
}

/* ---- Operations -------------------------------------------------------- */

static int wake_submit(orr__simulator *sim, orr__op *op)
{
    if (sim->wake_op != NULL)
        return -EBUSY;
    sim->wake_op = op;
    op->state = SIM_LISTED;
    return 0;
}

static int watch_submit(orr__simulator *sim, orr__op *op)
{
    const int fault = orr__sim_fault(sim, op);

    return fault != 0 ? fault : orr__sim_fs_watch_add(sim->fs, op);
}

static int sim_submit(orr__poll *p, orr__op *op)
{
    orr__simulator *sim = sim_of(p);

    op->next = op->prev = NULL;
    op->where = 0;
    op->count = 0;
    op->result = 0;
    op->slot = sim->batch;
    switch (op->code) {
    case OP_CONNECT:
    case OP_ACCEPT:
    case OP_RECV:
    case OP_SEND:
    case OP_RECVFROM:
    case OP_SENDTO:
    case OP_READY: {
        const int err = orr__sim_net_submit(sim->net, op);

        if (err == 0)
            op->state = SIM_ATTACHED;
        return err;
    }
    case OP_WAKE:
        return wake_submit(sim, op);
    case OP_SIGNAL:
        return orr__sim_signal_add(sim, op);
    case OP_WATCH:
        return watch_submit(sim, op);
    case OP_CHILD:
        return -ENOSYS;
    default:
        if (!orr__code_pooled(op->code))
            return -EINVAL;
        orr__sim_pool_submit(sim, op);
        return 0;
    }
}

static void watch_cancel(orr__simulator *sim, orr__op *op)
{
    if (sim->watch_event.op == op)
        sim->watch_event.op = NULL;
    orr__sim_fs_watch_remove(sim->fs, op);
}

static void sim_finish(orr__poll *p, orr__op *op, int64_t result)
{
    orr__simulator *sim = sim_of(p);

    op->state = SIM_OVER;
    op->slot = sim->batch;
    op->result = result;
    orr__sim_list_add(&sim->over, op);
}

static int over_cancel(orr__simulator *sim, orr__op *op)
{
    if (orr__code_pooled(op->code))
        return -EBUSY;
    orr__sim_list_remove(op->slot == sim->batch ? &sim->over : &sim->over_now,
                         op);
    op->state = SIM_IDLE;
    return 0;
}

static int sim_cancel(orr__poll *p, orr__op *op)
{
    orr__simulator *sim = sim_of(p);

    if (op->state == SIM_OVER)
        return over_cancel(sim, op);
    switch (op->code) {
    case OP_WAKE:
        unready(sim, op);
        sim->wake_op = NULL;
        break;
    case OP_SIGNAL:
        orr__sim_signal_remove(sim, op);
        break;
    case OP_WATCH:
        watch_cancel(sim, op);
        break;
    default:
        if (orr__code_pooled(op->code))
            return orr__sim_pool_cancel(sim, op);
        unready(sim, op);
        if (!(op->where & SIM_GONE))
            orr__sim_net_cancel(sim->net, op);
        break;
    }
    op->state = SIM_IDLE;
    return 0;
}

/* Real descriptors 0 to 2: a stream may be laid over them. */
static int64_t std_call(orr__simulator *sim, orr__op *op)
{
    switch (op->code) {
    case OP_FDKIND:
        return ORR_FS;
    case OP_ADOPT:
        return ORR_PIPE;
    case OP_NONBLOCK:
        return 0;
    case OP_SEND:
        return orr__sim_real_write(op->fd, op->u.io.bufs, op->u.io.nbufs);
    default:
        (void)sim;
        return -ENOTSOCK;
    }
}

static int64_t net_call(orr__simulator *sim, orr__op *op)
{
    if (op->code > OP_PIPE && orr__sim_std(sim, op->fd))
        return std_call(sim, op);
    if (op->code > OP_PIPE && !orr__sim_net_owns(sim->net, op->fd)) {
        if (!orr__sim_fs_owns(sim->fs, op->fd))
            return op->code == OP_FDKIND ? ORR_KIND_NONE : -EBADF;
        if (op->code == OP_FDKIND || op->code == OP_ADOPT)
            return ORR_FS;
        return op->code == OP_NONBLOCK ? 0 : -ENOTSOCK;
    }
    return orr__sim_net_call(sim->net, op);
}

static int64_t sim_call(orr__poll *p, orr__op *op)
{
    orr__simulator *sim = sim_of(p);

    switch (op->code) {
    case OP_RECV:
    case OP_RECVFROM:
    case OP_READY:
    case OP_WAKE:
    case OP_SIGNAL:
    case OP_CHILD:
    case OP_WATCH:
    case OP_WORK:
        return -EINVAL;
    case OP_SPAWN:
        return -ENOSYS;
    case OP_KILL:
        return orr__sim_kill(sim, op->fd, op->u.n);
    case OP_TTY_MODE:
    case OP_TTY_SIZE:
        return -ENOTTY;
    case OP_SLEEP:
        sim->now_ns += (uint64_t)op->u.n;
        return 0;
    default:
        if (orr__code_pooled(op->code))
            return orr__sim_effect(sim, op);
        return op->code == OP_NONE ? -EINVAL : net_call(sim, op);
    }
}

/* ---- Waiting ----------------------------------------------------------- */

/* All that can be reported in this batch goes to the ready list. True if bytes
 * are still moving. */
static bool gather(orr__simulator *sim, bool may_defer)
{
    bool moving;

    orr__sim_pool_run(sim, may_defer);
    if (sim->wake_op != NULL &&
        atomic_exchange_explicit(&sim->woken, false, memory_order_acquire))
        orr__sim_ready(sim, sim->wake_op);
    moving = orr__sim_net_collect(sim->net);
    if (sim->watch_event.op != NULL || orr__sim_fs_watch_ready(sim->fs))
        orr__sim_ready(sim, &sim->watch_source);
    sim->signals.batch_end = sim->signals.end;
    return moving;
}

static bool anything(const orr__simulator *sim)
{
    return sim->ready.first != NULL || sim->over_now.first != NULL ||
           sim->signals.first < sim->signals.batch_end;
}

static void over_take(orr__simulator *sim)
{
    orr__op *op;

    while ((op = sim->over.first) != NULL) {
        orr__sim_list_remove(&sim->over, op);
        orr__sim_list_add(&sim->over_now, op);
    }
}

static void sleep_until(orr__simulator *sim, uint64_t deadline_ns)
{
    if (deadline_ns <= sim->now_ns)
        return;
    sim->idle_ns += deadline_ns - sim->now_ns;
    sim->now_ns = deadline_ns;
    sim->looks = 0;
}

static int sim_wait(orr__poll *p, uint64_t deadline_ns)
{
    orr__simulator *sim = sim_of(p);
    const bool forever = deadline_ns == ORR__FOREVER;

    sim->batch++;
    sim->batch_over = false;
    sim->pooled = sim->woke = false;
    sim->picked = NULL;
    sim->reads = 0;
    orr__sim_pass_look(sim);
    over_take(sim);
    gather(sim, true);
    while (!anything(sim) && forever)
        if (!gather(sim, false))
            break;
    if (!anything(sim)) {
        if (forever)
            return -EDEADLK;
        sleep_until(sim, deadline_ns);
        return 0;
    }
    if (sim->ready.first != NULL) {
        const bool signals = sim->signals.first < sim->signals.batch_end;

        sim->picked = orr__sim_pick(sim, ORR_CHOOSE_DELIVER, &sim->ready,
                                    !forever || signals, NULL);
        sim->batch_over = sim->picked == NULL;
        if (sim->batch_over && !signals)
            sleep_until(sim, deadline_ns);
    }
    return 0;
}

/* ---- Reporting --------------------------------------------------------- */

/* One event per call. One for an operation that was given after this batch
 * began waits for the next, and so do all behind it. */
static bool watch_deliver(orr__simulator *sim, orr__event *ev)
{
    orr__event *held = &sim->watch_event;

    if (held->op == NULL && !orr__sim_fs_watch_next(sim->fs, held))
        held->op = NULL;
    if (held->op == NULL || held->op->slot == sim->batch ||
        sim->watch_source.result++ >= ORR__BATCH_MAX) {
        sim->watch_source.result = 0;
        unready(sim, &sim->watch_source);
        return false;
    }
    *ev = *held;
    held->op = NULL;
    return true;
}

static bool net_deliver(orr__simulator *sim, orr__op *op, orr__event *ev)
{
    bool again = false;
    bool found;

    if (op->where & SIM_GONE) {
        unready(sim, op);
        op->state = SIM_IDLE;
        *ev = (orr__event){ .op = op, .result = -EBADF };
        return true;
    }
    found = orr__sim_net_deliver(sim->net, op, ev, &again);
    if (found && !ev->more)
        op->state = SIM_IDLE;
    if (found && again && ++op->result < ORR__BATCH_MAX)
        return true;
    op->result = 0;
    unready(sim, op);
    return found;
}

/* To libuv, news of the pool are a wake-up: who is woken by their callbacks is
 * called with them, and not with the next batch. But only once, since who is
 * woken may wake himself; and not who is woken by other callbacks. The next
 * batch hears of it too: then libuv turns once more, and so do we. */
static void wake_with_pool(orr__simulator *sim)
{
    if (sim->pooled && !sim->woke && sim->wake_op != NULL &&
        atomic_load_explicit(&sim->woken, memory_order_acquire))
        orr__sim_ready(sim, sim->wake_op);
}

static bool deliver(orr__simulator *sim, orr__op *op, orr__event *ev)
{
    op->count = 0;
    sim->pooled = false;
    if (op == &sim->watch_source)
        return watch_deliver(sim, ev);
    if (op->state == SIM_ATTACHED)
        return net_deliver(sim, op, ev);
    unready(sim, op);
    if (op == sim->wake_op) {
        sim->woke = true;
        *ev = (orr__event){ .op = op, .more = true };
        return true;
    }
    op->state = SIM_IDLE;
    sim->pooled = orr__code_pooled(op->code);
    *ev = (orr__event){ .op = op, .result = op->result };
    return true;
}

static bool over_deliver(orr__simulator *sim, orr__event *ev)
{
    orr__op *op = sim->over_now.first;

    if (op == NULL)
        return false;
    orr__sim_list_remove(&sim->over_now, op);
    op->state = SIM_IDLE;
    sim->pooled = orr__code_pooled(op->code);
    *ev = (orr__event){ .op = op, .result = op->result };
    return true;
}

static orr__op *next_ready(orr__simulator *sim)
{
    orr__op *op = sim->picked;

    sim->picked = NULL;
    if (op == NULL && !sim->batch_over)
        op = orr__sim_pick(sim, ORR_CHOOSE_DELIVER, &sim->ready, true, NULL);
    if (op == NULL)
        sim->batch_over = true;
    return op;
}

static bool sim_next(orr__poll *p, orr__event *ev)
{
    orr__simulator *sim = sim_of(p);
    orr__op *op;

    if (over_deliver(sim, ev))
        return true;
    wake_with_pool(sim);
    while ((op = next_ready(sim)) != NULL)
        if (deliver(sim, op, ev))
            return true;
    return orr__sim_signal_next(sim, ev);
}

/* ---- The rest of the table --------------------------------------------- */

static void sim_wake(orr__poll *p)
{
    atomic_store_explicit(&sim_of(p)->woken, true, memory_order_release);
}

static int sim_fd(orr__poll *p)
{
    (void)p;
    return -ENOSYS;
}

static uint64_t sim_clock(orr__poll *p, orr__clock_id which)
{
    orr__simulator *sim = sim_of(p);

    orr__sim_pass_time(sim);
    return orr__sim_clock(sim, which);
}

static uint64_t sim_now_ms(orr__poll *p)
{
    return sim_clock(p, ORR__MONOTONIC) / NS_PER_MS;
}

static int sim_random(orr__poll *p, void *out, size_t len)
{
    orr__simulator *sim = sim_of(p);

    if (sim->world->random != NULL)
        return sim->world->random(sim->world->ctx, out, len);
    orr__sim_random(sim, out, len);
    return 0;
}

static int sim_ask(orr__poll *p, orr__ask *ask)
{
    return orr__sim_ask(sim_of(p), ask);
}

static void sim_stats(orr__poll *p, orr__stats *out)
{
    const orr__simulator *sim = sim_of(p);

    *out = (orr__stats){ .name = "sim", .idle_ns = sim->idle_ns };
}

const orr__poll_table orr__sim = {
    .name = "sim",
    .is_virtual = true,
    .open = sim_open,
    .close = sim_close,
    .submit = sim_submit,
    .cancel = sim_cancel,
    .call = sim_call,
    .finish = sim_finish,
    .wait = sim_wait,
    .next = sim_next,
    .wake = sim_wake,
    .fd = sim_fd,
    .clock = sim_clock,
    .now_ms = sim_now_ms,
    .random = sim_random,
    .ask = sim_ask,
    .stats = sim_stats,
};
