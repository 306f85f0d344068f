/*
 * sim_pool.c - the pool without threads.
 *
 *      submit -> queue -> one of `size` slots -> takes effect -> ready list
 *
 * A slot stands for a thread. An operation gets one as soon as one is free, in
 * the order of submission, and gives it back when it has taken effect; that
 * happens inside wait(), one operation at a time, and which of those in the
 * slots is next is a choice. So a file may be read by the first of two
 * operations after it was written by the second, but the fifth of five can't
 * overtake all the others, as in a real pool.
 *
 * Slow operations (DNS) have at most half of the slots.
 * The slots are the world's, as the threads are the process's: operations of
 * all its loops wait for them, and take effect whichever of the loops waits.
 */
#include "poll/sim_core.h"

#include <errno.h>
#include <string.h>

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

static void fill_slots(sim_pool *pool)
{
    while (pool->busy < pool->size) {
        orr__op *op = next_in_queue(pool);

        if (op == NULL)
            return;
        orr__sim_list_remove(&pool->queue, op);
        orr__sim_list_add(&pool->running, op);
        op->state = SIM_RUNNING;
        pool->busy++;
        pool->busy_slow += is_slow(op);
    }
}

static void leave_slot(sim_pool *pool, orr__op *op)
{
    orr__sim_list_remove(&pool->running, op);
    pool->busy--;
    pool->busy_slow -= is_slow(op);
}

void orr__sim_pool_submit(orr__sim_world *sim, orr__op *op)
{
    op->state = SIM_QUEUED;
    orr__sim_list_add(&sim->pool.queue, op);
    fill_slots(&sim->pool);
}

int orr__sim_pool_cancel(orr__sim_world *sim, orr__op *op)
{
    if (op->state != SIM_QUEUED)
        return -EBUSY;
    orr__sim_list_remove(&sim->pool.queue, op);
    op->state = SIM_IDLE;
    return 0;
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
    for (orr__op *op = pool->running.first; op != NULL; op = next) {
        next = op->next;
        if (op->home == home)
            leave_slot(pool, op);
    }
    fill_slots(pool);
}

/* A thread that reads from an empty pipe sits there and keeps its slot. */
static bool is_blocked(orr__sim_world *sim, orr__op *op)
{
    return (op->code == OP_READ || op->code == OP_WRITE) &&
           orr__sim_net_blocked(sim->net, op);
}

void orr__sim_pool_run(orr__sim_world *sim, bool may_defer)
{
    sim_pool *pool = &sim->pool;
    orr__op *op;

    while ((op = orr__sim_pick(sim, ORR_CHOOSE_EFFECT, &pool->running,
                               may_defer, is_blocked)) != NULL) {
        op->result = orr__sim_effect(sim, op);
        if (sim->given->effect != NULL)
            sim->given->effect(sim->given->ctx, op->record_id,
                              orr__code_name(op->code));
        leave_slot(pool, op);
        op->state = SIM_DONE;
        op->count = 0;
        orr__sim_done(op);
        fill_slots(pool);
    }
}

static void drain_one(orr__sim_world *sim, orr__op *op)
{
    op->result = orr__sim_effect(sim, op);
    if (op->state == SIM_RUNNING)
        leave_slot(&sim->pool, op);
    else
        orr__sim_list_remove(&sim->pool.queue, op);
    op->state = SIM_DONE;
    op->count = 0;
    orr__sim_done(op);
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
        return orr__sim_real_write(op->fd, op->u.io.bufs, op->u.io.nbufs);
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
