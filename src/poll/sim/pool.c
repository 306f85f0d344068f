/*
 * pool.c - the pool without threads.
 *
 *      submit -> queue -> one of `size` slots ------------> posted -> reported
 *                         running -> takes effect
 *
 * A slot stands for a thread. An operation gets one as soon as one is free, in
 * the order of submission. There it takes effect, and then its result is
 * posted, that is, appended to those of its loop; only then is the slot free.
 * Both happen inside wait(), one operation at a time, and which of those in the
 * slots is next is a choice (EFFECT, POST). So a file may be read by the first
 * of two operations after it was written by the second, and the callback of the
 * second may be the first to run. But as with threads, the fifth of five can't
 * overtake all the others, and with one slot all come in order.
 *
 * Slow operations (DNS) have at most half of the slots.
 * The slots are the world's, as the threads are the process's: operations of
 * all its loops wait for them, and take effect whichever of the loops waits.
 */
#include "poll/sim/core.h"

#include <errno.h>
#include <string.h>

#include "poll/sys/sys.h"

/* Like a real pool, it decides on its size when it is first used: what the
 * program has put into its environment by then counts. */
static uint32_t pool_size(orr__sim_world *sim)
{
    char *text = NULL;
    orr__ask ask = { .what = FACT_ENV_GET,
                     .name = "UV_THREADPOOL_SIZE",
                     .out = &text };

    if (sim->pool.size == 0) {
        const int err = orr__sim_ask(sim, &ask);

        sim->pool.size = orr__pool_size_read(err == 0 ? text : NULL);
        orr__free(&sim->allocator, text);
    }
    return sim->pool.size;
}

static bool is_slow(const orr__op *op)
{
    return op->code == OP_ADDRINFO || op->code == OP_NAMEINFO || op->slow;
}

static orr__op *next_in_queue(const sim_pool *pool)
{
    const bool no_slow = pool->busy_slow >= (pool->size + 1) / 2;

    for (orr__op *op = pool->queue.first; op != NULL; op = op->next)
        if (!(no_slow && is_slow(op)))
            return op;
    return NULL;
}

#ifdef ORR_CHECKED
static uint32_t verify_slots(const sim_list *list, uint8_t state,
                             uint32_t *slow)
{
    uint32_t n = 0;

    for (const orr__op *op = list->first; op != NULL; op = op->next, n++) {
        must(op->state == state, "an operation of the pool is in its list");
        must(op->next != NULL || op == list->last, "a list knows its last");
        *slow += is_slow(op);
    }
    return n;
}

static void verify_pool(const sim_pool *pool)
{
    uint32_t slow = 0, queued_slow = 0;
    const uint32_t busy = verify_slots(&pool->running, SIM_RUNNING, &slow) +
                          verify_slots(&pool->effected, SIM_EFFECTED, &slow);

    verify_slots(&pool->queue, SIM_QUEUED, &queued_slow);
    must(busy == pool->busy && busy <= pool->size, "slots in use are counted");
    must(slow == pool->busy_slow && slow <= (pool->size + 1) / 2,
         "slow operations have half of the slots");
}
#endif

/* True if an operation got a slot. */
static bool fill_slots(orr__sim_world *sim)
{
    sim_pool *pool = &sim->pool;
    bool any = false;
    orr__op *op;

    while (pool->busy < pool->size && (op = next_in_queue(pool)) != NULL) {
        any = true;
        orr__sim_list_remove(&pool->queue, op);
        orr__sim_list_add(&pool->running, op);
        op->state = SIM_RUNNING;
        op->since_ns = sim->now_ns;
        pool->busy++;
        pool->busy_slow += is_slow(op);
    }
    checked(verify_pool(pool));
    return any;
}

static void leave_slot(sim_pool *pool, sim_list *list, orr__op *op)
{
    orr__sim_list_remove(list, op);
    pool->busy--;
    pool->busy_slow -= is_slow(op);
}

void orr__sim_pool_submit(orr__sim_world *sim, orr__op *op)
{
    op->state = SIM_QUEUED;
    orr__sim_list_add(&sim->pool.queue, op);
    if (pool_size(sim) > sim->pool.busy)
        fill_slots(sim);
}

int orr__sim_pool_cancel(orr__sim_world *sim, orr__op *op)
{
    if (op->state != SIM_QUEUED)
        return -EBUSY;
    orr__sim_list_remove(&sim->pool.queue, op);
    op->state = SIM_IDLE;
    return 0;
}

static void forget_slots(sim_pool *pool, sim_list *list, const orr__poll *home)
{
    orr__op *next;

    for (orr__op *op = list->first; op != NULL; op = next) {
        next = op->next;
        if (op->home == home)
            leave_slot(pool, list, op);
    }
}

void orr__sim_pool_forget(orr__sim_world *sim, const orr__poll *home)
{
    sim_pool *pool = &sim->pool;
    orr__op *next;

    if (home == NULL) {
        *pool = (sim_pool){ .size = pool->size };
        return;
    }
    for (orr__op *op = pool->queue.first; op != NULL; op = next) {
        next = op->next;
        if (op->home == home)
            orr__sim_list_remove(&pool->queue, op);
    }
    forget_slots(pool, &pool->running, home);
    forget_slots(pool, &pool->effected, home);
    fill_slots(sim);
}

/* A thread that reads from an empty pipe sits there and keeps its slot. */
static bool is_blocked(orr__sim_world *sim, orr__op *op)
{
    return (op->code == OP_READ || op->code == OP_WRITE) &&
           orr__sim_net_blocked(sim->net, op);
}

static bool effect_next(orr__sim_world *sim, bool may_defer)
{
    sim_pool *pool = &sim->pool;
    orr__op *op = orr__sim_pick(sim, ORR_CHOOSE_EFFECT, &pool->running,
                                may_defer, is_blocked);

    if (op == NULL)
        return false;
    orr__sim_touch(sim, op);
    op->result = orr__sim_effect(sim, op);
    if (sim->given->effect != NULL)
        sim->given->effect(sim->given->ctx, op->record_id,
                           orr__code_name(op->code));
    orr__sim_list_remove(&pool->running, op);
    orr__sim_list_add(&pool->effected, op);
    op->state = SIM_EFFECTED;
    op->count = 0;
    return true;
}

/* *has_begun: another operation got the slot. */
static bool post_next(orr__sim_world *sim, bool may_defer, bool *has_begun)
{
    sim_pool *pool = &sim->pool;
    orr__op *op =
        orr__sim_pick(sim, ORR_CHOOSE_POST, &pool->effected, may_defer, NULL);

    if (op == NULL)
        return false;
    leave_slot(pool, &pool->effected, op);
    op->count = 0;
    orr__sim_post(op);
    *has_begun |= fill_slots(sim);
    return true;
}

/* "None" stands until there is another operation that could be next. */
void orr__sim_pool_run(orr__sim_world *sim, bool may_defer)
{
    bool effects = true;
    bool posts = true;

    while (effects || posts) {
        if (effects) {
            effects = effect_next(sim, may_defer);
            posts |= effects;
        }
        if (posts)
            posts = post_next(sim, may_defer, &effects);
    }
}

static void drain_one(orr__sim_world *sim, orr__op *op)
{
    op->result = orr__sim_effect(sim, op);
    if (op->state == SIM_RUNNING)
        leave_slot(&sim->pool, &sim->pool.running, op);
    else
        orr__sim_list_remove(&sim->pool.queue, op);
    op->count = 0;
    orr__sim_post(op);
}

static void drain_list(orr__sim_world *sim, const sim_list *list)
{
    orr__op *next;

    for (orr__op *op = list->first; op != NULL; op = next) {
        next = op->next;
        if (orr__op_outlives_program(op) && !is_blocked(sim, op))
            drain_one(sim, op);
    }
}

void orr__sim_pool_drain(orr__sim_world *sim)
{
    drain_list(sim, &sim->pool.running);
    drain_list(sim, &sim->pool.queue);
}

void orr__sim_pool_force(orr__sim_world *sim)
{
    bool has_begun = false;

    if (!post_next(sim, false, &has_begun) && !effect_next(sim, false))
        orr__sim_child_force(sim);
}

uint64_t orr__sim_pool_allowed_until(orr__sim_world *sim)
{
    const sim_pool *pool = &sim->pool;
    const uint64_t running =
        orr__sim_allowed_until(sim, &pool->running, is_blocked);
    const uint64_t effected =
        orr__sim_allowed_until(sim, &pool->effected, NULL);
    const uint64_t children = orr__sim_child_allowed_until(sim);
    const uint64_t first = running < effected ? running : effected;

    return children < first ? children : first;
}

/* ---- What an operation does ------------------------------------------- */

static int64_t random_bytes(orr__sim_world *sim, const orr__op *op)
{
    const size_t len = (size_t)op->u.fs.a;

    if (sim->given->random != NULL)
        return sim->given->random(sim->given->ctx, op->u.fs.out, len);
    orr__sim_random(sim, op->u.fs.out, len);
    return 0;
}

static int64_t std_op(orr__sim_world *sim, orr__op *op)
{
    switch (op->code) {
    case OP_WRITE:
        return orr__sim_output(sim, op);
    case OP_READ:
        return op->fd == 0 ? orr__sim_input_read(sim, op) : -EBADF;
    default:
        sim->std_closed[op->fd] = true;
        return 0;
    }
}

/*
 * From a file into a socket: as much as fits into its queue. It is a read and a
 * send; the position of the file advances only by what the socket took.
 */
static int64_t send_file(orr__sim_world *sim, orr__op *op)
{
    char bytes[16384];
    int64_t total = 0;

    while (total < op->u.fs.b) {
        const int64_t left = op->u.fs.b - total;
        orr_buf buf = { bytes, sizeof bytes };
        orr__op io = { .code = OP_READ, .fd = (int32_t)op->u.fs.flags };
        int64_t n;

        if (left < (int64_t)sizeof bytes)
            buf.len = (size_t)left;
        io.u.io.bufs = &buf;
        io.u.io.nbufs = 1;
        io.u.io.offset = op->u.fs.a + total;
        n = orr__sim_fs_call(sim->fs, &io);
        if (n > 0) {
            buf.len = (size_t)n;
            io.code = OP_WRITE;
            io.fd = op->fd;
            n = orr__sim_net_call(sim->net, &io);
        }
        if (n <= 0)
            return total > 0 ? total : n;
        total += n;
        if ((size_t)n < buf.len)
            break;
    }
    return total;
}

/* Operations on a path leave the descriptor as it was born: zero. */
static int64_t file_op(orr__sim_world *sim, orr__op *op)
{
    const bool any_fd =
        op->code == OP_READ || op->code == OP_WRITE || op->code == OP_CLOSE;

    if (any_fd && orr__sim_std(sim, op->fd))
        return std_op(sim, op);
    if (any_fd && orr__sim_net_owns(sim->net, op->fd))
        return orr__sim_net_call(sim->net, op);
    if (op->code == OP_SENDFILE && orr__sim_net_owns(sim->net, op->fd))
        return send_file(sim, op);
    return orr__sim_fs_call(sim->fs, op);
}

int64_t orr__sim_effect(orr__sim_world *sim, orr__op *op)
{
    const int fault = orr__sim_fault(sim, op);

    if (fault != 0)
        return fault;
    switch (op->code) {
    case OP_WORK:
        op->u.work.fn(op->u.work.arg);
        return 0;
    case OP_RANDOM:
        return random_bytes(sim, op);
    case OP_ADDRINFO:
    case OP_NAMEINFO:
        return orr__sim_dns(sim, op);
    default:
        return file_op(sim, op);
    }
}
