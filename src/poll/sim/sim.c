/*
 * sim.c - the simulated back end: no kernel, no threads, no clock. Here is the
 * queue of one loop; the world around it is in sim/world.c.
 *
 * It keeps the rules of poll.h like the real ones, but everything happens in
 * memory and in the order in which world.choose wants it:
 *
 *      wait()   pool operations take effect     ORR_CHOOSE_EFFECT, _FAULT
 *               and post their results          ORR_CHOOSE_POST
 *               what is ready is collected
 *               the first to be reported         ORR_CHOOSE_DELIVER
 *               nothing? the clock jumps to the deadline, or to where what
 *               was put off may not be put off any longer
 *      next()   bytes move, connections appear  ORR_CHOOSE_CHUNK, _FAULT
 *               the next to be reported          ORR_CHOOSE_DELIVER
 *      clock()  milliseconds may pass           ORR_CHOOSE_CLOCK
 *
 * When an operation takes effect, when its result is posted and when that is
 * reported are three choices: a write may change a file long before its
 * callback says so.
 *
 * What must stay true:
 *
 *  1. Two runs with the same program, seed and answers are the same run.
 *  2. wait() without a deadline reports something or fails with -EDEADLK.
 *  3. Time passes when wait() sleeps, and when ORR_CHOOSE_CLOCK says so at a
 *     read of the clock; and very little with each read; and a little for a
 *     program that never sleeps, whose timers would never be due otherwise.
 *  4. A wait of one loop lets operations of all loops of its world take effect,
 *     and reports its own.
 *
 * Only wake() may come from elsewhere: it sets a flag, and nothing else of the
 * state is shared between threads.
 */
#include "poll/sim/core.h"
#include "poll/thread.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

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

void orr__sim_ready(orr__op *op)
{
    if (op->where & SIM_IN_READY)
        return;
    op->where |= SIM_IN_READY;
    op->since_ns = orr__sim_queue_of(op->home)->sim->now_ns;
    orr__sim_list_add(&orr__sim_queue_of(op->home)->ready, op);
}

static void sim_unready(orr__op *op)
{
    sim_queue *q = orr__sim_queue_of(op->home);

    if (!(op->where & SIM_IN_READY))
        return;
    op->where &= (uint8_t)~SIM_IN_READY;
    op->count = 0;
    orr__sim_list_remove(&q->ready, op);
    if (q->picked == op)
        q->picked = NULL;
}

void orr__sim_post(orr__op *op)
{
    const orr__sim_world *sim = orr__sim_queue_of(op->home)->sim;

    op->state = SIM_POSTED;
    orr__sim_list_add(&orr__sim_queue_of(op->home)->posted, op);
    if (sim->given->post != NULL)
        sim->given->post(sim->given->ctx, op->record_id, sim->now_ns);
}

/* ---- Services ---------------------------------------------------------- */

void orr__sim_report(orr__op *op)
{
    orr__sim_ready(op);
}

void orr__sim_report_closed(orr__op *op)
{
    op->where |= SIM_GONE;
    orr__sim_ready(op);
}

orr__sim_rx *orr__sim_rx_of(const orr__op *op)
{
    return orr__sim_queue_of(op->home)->rx;
}

/* ---- Open and close ---------------------------------------------------- */

static void enter_world(sim_queue *q, orr__sim_world *sim)
{
    q->sim = sim;
    q->next = sim->queues;
    sim->queues = q;
}

static void leave_world(sim_queue *q)
{
    sim_queue **place = &q->sim->queues;

    while (*place != q)
        place = &(*place)->next;
    *place = q->next;
}

/* A back end that is opened without a loop has a thread of its own. */
static orr_thread *find_thread(sim_queue *q, const orr__poll_options *options)
{
    const orr__shared shared = { .table = &orr__sim,
                                 .allocator = *options->allocator };

    if (options->thread != NULL)
        return options->thread;
    q->own = orr__thread_new(&shared);
    if (q->own != NULL)
        orr__thread_enter(q->own);
    return q->own;
}

/* That of the thread's group; the first loop makes it. */
static int find_world(sim_queue *q, const orr__poll_options *options)
{
    int err = 0;

    q->thread = find_thread(q, options);
    if (q->thread == NULL)
        return -ENOMEM;
    orr__group *g = q->thread->group;
    if (g->sim == NULL)
        err = orr__sim_world_open(&g->sim, options);
    if (err == 0)
        enter_world(q, g->sim);
    else if (q->own != NULL)
        orr__thread_leave(q->own);
    return err;
}

static int sim_open(const orr__poll_options *options, orr__poll **out,
                    const char **why)
{
    const orr_allocator *a = options->allocator;
    sim_queue *q = orr__alloc(a, sizeof *q);
    int err = -ENOMEM;

    (void)why;
    if (q == NULL)
        return -ENOMEM;
    q->base.table = &orr__sim;
    q->watch_source.code = OP_WATCH;
    q->watch_source.home = &q->base;
    q->pool_source.home = &q->base;
    atomic_init(&q->woken, 0);
    q->rx = orr__resize(a, NULL, sizeof *q->rx);
    if (q->rx == NULL)
        goto free_q;
    err = find_world(q, options);
    if (err < 0)
        goto free_rx;
    *out = &q->base;
    return 0;

free_rx:
    orr__free(a, q->rx);
free_q:
    orr__free(a, q);
    return err;
}

/* If there is no other loop, all operations are this loop's, and their memory
 * may have been freed: so they are not even looked at. */
static void forget_ops(sim_queue *q)
{
    orr__sim_world *sim = q->sim;
    const bool is_alone = sim->queues == q && q->next == NULL;
    const orr__poll *home = is_alone ? NULL : &q->base;

    orr__sim_pool_forget(sim, home);
    orr__sim_net_forget(sim->net, home);
    orr__sim_fs_watch_forget(sim->fs, home);
    orr__sim_signal_forget(sim, home);
    orr__sim_child_forget(sim, home);
}

static void sim_close(orr__poll *p)
{
    sim_queue *q = orr__sim_queue_of(p);
    const orr_allocator a = q->sim->allocator;

    forget_ops(q);
    leave_world(q);
    if (q->own != NULL)
        orr__thread_leave(q->own);
    orr__free(&a, q->signals.pending);
    orr__free(&a, q->rx);
    orr__free(&a, q);
}

/* ---- Operations -------------------------------------------------------- */

static int wake_submit(sim_queue *q, orr__op *op)
{
    if (q->wake_op != NULL)
        return -EBUSY;
    q->wake_op = op;
    op->state = SIM_LISTED;
    return 0;
}

static int watch_submit(orr__sim_world *sim, orr__op *op)
{
    const int fault = orr__sim_fault(sim, op);

    return fault != 0 ? fault : orr__sim_fs_watch_add(sim->fs, op);
}

static int sim_submit(orr__poll *p, orr__op *op)
{
    sim_queue *q = orr__sim_queue_of(p);
    orr__sim_world *sim = q->sim;

    op->home = p;
    op->next = op->prev = NULL;
    op->where = 0;
    op->count = 0;
    op->result = 0;
    op->slot = q->batch;
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
        return wake_submit(q, op);
    case OP_SIGNAL:
        return orr__sim_signal_add(q, op);
    case OP_WATCH:
        return watch_submit(sim, op);
    case OP_CHILD:
        return orr__sim_child_submit(sim, op);
    default:
        if (!orr__code_pooled(op->code))
            return -EINVAL;
        orr__sim_pool_submit(sim, op);
        return 0;
    }
}

static void sim_drain(orr__poll *p)
{
    orr__sim_pool_drain(orr__sim_queue_of(p)->sim);
}

static void watch_cancel(sim_queue *q, orr__op *op)
{
    if (q->watch_event.op == op)
        q->watch_event.op = NULL;
    orr__sim_fs_watch_remove(q->sim->fs, op);
}

static void sim_finish(orr__poll *p, orr__op *op, int64_t result)
{
    sim_queue *q = orr__sim_queue_of(p);

    op->home = p;
    if (orr__code_pooled(op->code)) { /* libuv posts it with the others */
        op->result = result;
        op->since_ns = q->sim->now_ns;
        orr__sim_post(op);
        return;
    }
    op->state = SIM_OVER;
    op->slot = q->batch;
    op->result = result;
    orr__sim_list_add(&q->over, op);
}

static void over_cancel(sim_queue *q, orr__op *op)
{
    orr__sim_list_remove(op->slot == q->batch ? &q->over : &q->over_now, op);
}

static int sim_cancel(orr__poll *p, orr__op *op)
{
    sim_queue *q = orr__sim_queue_of(p);

    switch (op->state == SIM_OVER ? OP_NONE : op->code) {
    case OP_NONE:
        over_cancel(q, op);
        break;
    case OP_WAKE:
        sim_unready(op);
        q->wake_op = NULL;
        break;
    case OP_SIGNAL:
        orr__sim_signal_remove(q, op);
        break;
    case OP_WATCH:
        watch_cancel(q, op);
        break;
    case OP_CHILD:
        sim_unready(op);
        orr__sim_child_cancel(q->sim, op);
        break;
    default:
        if (orr__code_pooled(op->code))
            return orr__sim_pool_cancel(q->sim, op);
        sim_unready(op);
        if (!(op->where & SIM_GONE))
            orr__sim_net_cancel(q->sim->net, op);
        break;
    }
    op->state = SIM_IDLE;
    return 0;
}

/* Real descriptors 0 to 2: a stream may be laid over them. */
static int64_t std_call(orr__sim_world *sim, orr__op *op)
{
    switch (op->code) {
    case OP_FDKIND:
        return ORR_FS;
    case OP_ADOPT:
        return ORR_PIPE;
    case OP_NONBLOCK:
        return 0;
    case OP_SEND:
        return orr__sim_output(sim, op);
    default:
        return -ENOTSOCK;
    }
}

static int64_t net_call(orr__sim_world *sim, orr__op *op)
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
    orr__sim_world *sim = orr__sim_queue_of(p)->sim;

    switch (op->code) {
    case OP_RECV:
    case OP_RECVFROM:
    case OP_READY:
    case OP_WAKE:
    case OP_SIGNAL:
    case OP_WATCH:
    case OP_WORK:
        return -EINVAL;
    case OP_SPAWN:
        return orr__sim_spawn(sim, op->u.spawn);
    case OP_CHILD:
        return orr__sim_child_kill(sim, op->u.n, SIGKILL);
    case OP_KILL:
        return orr__sim_kill(sim, op->fd, op->u.n);
    case OP_TTY_MODE:
    case OP_TTY_SIZE:
        return -ENOTTY;
    case OP_SLEEP:
        return orr__baton_wait(orr__sim_queue_of(p)->thread, BATON_NAPS,
                               sim->now_ns + (uint64_t)op->u.n);
    default:
        if (orr__code_pooled(op->code)) {
            orr__sim_touch_now(sim, op);
            return orr__sim_effect(sim, op);
        }
        return op->code == OP_NONE ? -EINVAL : net_call(sim, op);
    }
}

/* ---- Waiting ----------------------------------------------------------- */

bool orr__sim_move(orr__sim_world *sim, bool may_defer)
{
    orr__sim_pool_run(sim, may_defer);
    orr__sim_child_run(sim, may_defer);
    return orr__sim_net_move(sim->net);
}

static bool has_signals(const sim_queue *q)
{
    return q->signals.first < q->signals.batch_end;
}

static bool sim_has_anything(const sim_queue *q)
{
    return q->ready.first != NULL || q->over_now.first != NULL ||
           has_signals(q);
}

static uint64_t take_woken(sim_queue *q)
{
    return atomic_exchange_explicit(&q->woken, 0, memory_order_acquire);
}

/* The source is called after the first of the results, and has been put off
 * for as long as any of them. */
static void collect_results(sim_queue *q)
{
    orr__op *source = &q->pool_source;
    orr__op *op;

    if (q->posted.first == NULL)
        return;
    while ((op = q->posted.first) != NULL) {
        orr__sim_list_remove(&q->posted, op);
        orr__sim_list_add(&q->results, op);
    }
    orr__sim_ready(source);
    source->code = q->results.first->code;
    source->record_id = q->results.first->record_id;
    for (op = q->results.first; op != NULL; op = op->next)
        if (op->since_ns < source->since_ns)
            source->since_ns = op->since_ns;
}

bool orr__sim_collect(sim_queue *q)
{
    orr__sim_world *sim = q->sim;

    collect_results(q);
    const uint64_t woken = q->wake_op == NULL ? 0 : take_woken(q);
    orr__sim_net_collect(sim->net, &q->base, woken != 0 ? q->wake_op : NULL,
                         woken - 1);
    if (q->watch_event.op != NULL || orr__sim_fs_watch_ready(sim->fs, &q->base))
        orr__sim_ready(&q->watch_source);
    orr__sim_child_collect(q);
    q->signals.batch_end = q->signals.end;
    return sim_has_anything(q);
}

static void over_take(sim_queue *q)
{
    orr__op *op;

    while ((op = q->over.first) != NULL) {
        orr__sim_list_remove(&q->over, op);
        orr__sim_list_add(&q->over_now, op);
    }
}

static void begin_batch(sim_queue *q)
{
    q->batch++;
    q->batch_over = false;
    q->picked = NULL;
    q->results_come = false;
    q->sim->reads = 0;
    orr__sim_pass_look(q->sim);
    over_take(q);
}

/* Others may run meanwhile, and the clock may go on. */
static int wait_until(sim_queue *q, baton_state state, uint64_t deadline_ns)
{
    const uint64_t start_ns = q->sim->now_ns;
    int err;

    q->thread->queue = q;
    err = orr__baton_wait(q->thread, state, deadline_ns);
    q->idle_ns += q->sim->now_ns - start_ns;
    return err;
}

/*
 * What is reported first. If all is put off there is no more in this batch, and
 * the loop sleeps although something is ready: until the deadline, or until
 * something has to be next.
 */
static int pick_first(sim_queue *q, uint64_t deadline_ns)
{
    orr__sim_world *sim = q->sim;
    bool may_defer = true;
    int err = 0;

    for (;;) {
        q->picked =
            orr__sim_pick(sim, ORR_CHOOSE_DELIVER, &q->ready, may_defer, NULL);
        q->batch_over = q->picked == NULL;
        if (!q->batch_over || has_signals(q) || deadline_ns <= sim->now_ns)
            return 0;
        const uint64_t start_ns = sim->now_ns;
        const uint64_t due_ns = orr__sim_allowed_until(sim, &q->ready, NULL);
        may_defer = due_ns >= deadline_ns || !orr__sim_saves_time(sim);
        if (!may_defer)
            continue;
        err = wait_until(q, BATON_NAPS,
                         due_ns < deadline_ns ? due_ns : deadline_ns);
        orr__sim_charge(sim, sim->now_ns - start_ns);
        if (err < 0 || deadline_ns <= sim->now_ns)
            return err;
        orr__sim_move(sim, true);
        orr__sim_collect(q);
    }
}

/* A turn begins: other threads get theirs, even if there is something for us
 * to do. */
static int sim_wait(orr__poll *p, uint64_t deadline_ns)
{
    sim_queue *q = orr__sim_queue_of(p);
    int err;

    begin_batch(q);
    orr__sim_move(q->sim, true);
    orr__sim_collect(q);
    err = wait_until(q, BATON_POLLS, sim_has_anything(q) ? 0 : deadline_ns);
    if (err == 0 && q->ready.first != NULL)
        err = pick_first(q, deadline_ns);
    return err;
}

/* ---- Reporting --------------------------------------------------------- */

/* One event per call. One for an operation that was given after this batch
 * began waits for the next, and so do all after it. */
static bool watch_deliver(sim_queue *q, orr__event *ev)
{
    orr__event *held = &q->watch_event;

    if (held->op == NULL && !orr__sim_fs_watch_next(q->sim->fs, &q->base, held))
        held->op = NULL;
    if (held->op == NULL || held->op->slot == q->batch ||
        q->watch_source.result++ >= ORR__BATCH_MAX) {
        q->watch_source.result = 0;
        sim_unready(&q->watch_source);
        return false;
    }
    *ev = *held;
    held->op = NULL;
    q->picked = &q->watch_source; /* one read has them all */
    return true;
}

static bool net_deliver(sim_queue *q, orr__op *op, orr__event *ev)
{
    bool again = false;
    bool found;

    if (op->where & SIM_GONE) {
        sim_unready(op);
        op->state = SIM_IDLE;
        *ev = (orr__event){ .op = op, .result = -EBADF };
        return true;
    }
    found = orr__sim_net_deliver(q->sim->net, op, ev, &again);
    if (found && !ev->more)
        op->state = SIM_IDLE;
    if (found && again && ++op->result < ORR__BATCH_MAX) {
        q->picked = op; /* a descriptor is read to its end before the next */
        return true;
    }
    op->result = 0;
    sim_unready(op);
    return found;
}

/* One of the results; what is left of them is next. */
static bool pool_deliver(sim_queue *q, orr__event *ev)
{
    orr__op *op = q->results.first;

    orr__sim_list_remove(&q->results, op);
    op->state = SIM_IDLE;
    *ev = (orr__event){ .op = op, .result = op->result };
    q->results_come = q->results.first != NULL;
    if (!q->results_come)
        sim_unready(&q->pool_source);
    return true;
}

static bool sim_deliver(sim_queue *q, orr__op *op, orr__event *ev)
{
    op->count = 0;
    if (op == &q->watch_source)
        return watch_deliver(q, ev);
    if (op == &q->pool_source)
        return pool_deliver(q, ev);
    if (op->state == SIM_ATTACHED)
        return net_deliver(q, op, ev);
    if (op->code == OP_CHILD) {
        sim_unready(op);
        orr__sim_child_deliver(q->sim, op, ev);
        return true;
    }
    must(op == q->wake_op, "what is ready is a known source");
    sim_unready(op);
    *ev = (orr__event){ .op = op, .more = true };
    return true;
}

static void over_deliver(sim_queue *q, orr__op *op, orr__event *ev)
{
    orr__sim_list_remove(&q->over_now, op);
    op->state = SIM_IDLE;
    *ev = (orr__event){ .op = op, .result = op->result };
}

static orr__op *next_ready(sim_queue *q)
{
    orr__op *op = q->picked;

    q->picked = NULL;
    if (q->results_come)
        return &q->pool_source;
    if (op == NULL && !q->batch_over)
        op = orr__sim_pick(q->sim, ORR_CHOOSE_DELIVER, &q->ready, true, NULL);
    if (op == NULL)
        q->batch_over = true;
    return op;
}

static bool sim_next(orr__poll *p, orr__event *ev)
{
    sim_queue *q = orr__sim_queue_of(p);
    orr__op *op = q->over_now.first;

    if (op != NULL) {
        over_deliver(q, op, ev);
        return true;
    }
    while ((op = next_ready(q)) != NULL)
        if (sim_deliver(q, op, ev))
            return true;
    return orr__sim_signal_next(q, ev);
}

static bool sim_next_is_pooled(orr__poll *p)
{
    sim_queue *q = orr__sim_queue_of(p);
    const orr__op *op = q->over_now.first;

    if (op == NULL)
        op = q->picked = next_ready(q);
    return op != NULL && orr__code_pooled(op->code);
}

/* ---- The rest of the table --------------------------------------------- */

/* Notes what had happened to sockets by then: what happens to one later is
 * reported later. */
static void sim_wake(orr__poll *p)
{
    sim_queue *q = orr__sim_queue_of(p);
    uint64_t not_woken = 0;

    atomic_compare_exchange_strong(&q->woken, &not_woken,
                                   orr__sim_net_happened(q->sim->net) + 1);
}

static int sim_fd(orr__poll *p)
{
    (void)p;
    return -ENOSYS;
}

static uint64_t sim_clock(orr__poll *p, orr__clock_id which)
{
    orr__sim_world *sim = orr__sim_queue_of(p)->sim;

    orr__sim_pass_time(orr__sim_queue_of(p));
    return orr__sim_clock(sim, which);
}

static uint64_t sim_now_ms(orr__poll *p)
{
    return sim_clock(p, ORR__MONOTONIC) / NS_PER_MS;
}

static int sim_random(orr__poll *p, void *out, size_t len)
{
    orr__sim_world *sim = orr__sim_queue_of(p)->sim;

    if (sim->given->random != NULL)
        return sim->given->random(sim->given->ctx, out, len);
    orr__sim_random(sim, out, len);
    return 0;
}

static int sim_ask(orr__poll *p, orr__ask *ask)
{
    return orr__sim_ask(orr__sim_queue_of(p)->sim, ask);
}

static void sim_stats(orr__poll *p, orr__stats *out)
{
    const sim_queue *q = orr__sim_queue_of(p);

    *out = (orr__stats){ .name = "sim",
                         .system_calls = q->sim->outputs,
                         .idle_ns = q->idle_ns };
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
    .next_is_pooled = sim_next_is_pooled,
    .wake = sim_wake,
    .drain = sim_drain,
    .fd = sim_fd,
    .clock = sim_clock,
    .now_ms = sim_now_ms,
    .random = sim_random,
    .ask = sim_ask,
    .stats = sim_stats,
};
