/*
 * signal.c - signals that the program sends to itself.
 *
 * There is no other process to send one. A raised signal is delivered to each
 * operation that waits for it at that moment, in the order in which they began
 * to wait, at the end of the next batch. A signal without an operation would
 * end the process, which only the kernel can do: that is -ENOSYS.
 */
#include "poll/sim/core.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

static bool can_be_caught(int64_t signum)
{
    return signum > 0 && signum < NSIG && signum != SIGKILL &&
           signum != SIGSTOP;
}

int orr__sim_signal_add(sim_queue *q, orr__op *op)
{
    if (!can_be_caught(op->u.n))
        return -EINVAL;
    op->state = SIM_LISTED;
    orr__sim_list_add(&q->sim->signal_ops, op);
    return 0;
}

void orr__sim_signal_remove(sim_queue *q, orr__op *op)
{
    sim_signals *s = &q->signals;
    uint32_t to = s->first;
    uint32_t of_batch = 0;

    orr__sim_list_remove(&q->sim->signal_ops, op);
    op->state = SIM_IDLE;
    for (uint32_t i = s->first; i < s->end; i++) {
        if (s->pending[i] == op)
            continue;
        of_batch += i < s->batch_end;
        s->pending[to++] = s->pending[i];
    }
    s->end = to;
    s->batch_end = s->first + of_batch;
}

void orr__sim_signal_forget(orr__sim_world *sim, const orr__poll *home)
{
    orr__op *next;

    if (home == NULL)
        sim->signal_ops = (sim_list){ NULL, NULL };
    for (orr__op *op = sim->signal_ops.first; op != NULL; op = next) {
        next = op->next;
        if (op->home == home)
            orr__sim_list_remove(&sim->signal_ops, op);
    }
}

static int signal_reserve(sim_queue *q, uint32_t n)
{
    sim_signals *s = &q->signals;
    orr__op **pending;

    if (s->first > 0) {
        memmove(s->pending, s->pending + s->first,
                (s->end - s->first) * sizeof *s->pending);
        s->end -= s->first;
        s->batch_end -= s->first;
        s->first = 0;
    }
    if (s->end + n <= s->capacity)
        return 0;
    pending = orr__resize(&q->sim->allocator, s->pending,
                          (s->end + n + 16) * sizeof *pending);
    if (pending == NULL)
        return -ENOMEM;
    s->pending = pending;
    s->capacity = s->end + n + 16;
    return 0;
}

static uint32_t count_waiting(const sim_queue *q, int64_t signum)
{
    uint32_t n = 0;

    for (orr__op *op = q->sim->signal_ops.first; op != NULL; op = op->next)
        n += op->u.n == signum && op->home == &q->base;
    return n;
}

/* Signals whose default action is to do nothing. */
static bool is_ignored(int64_t signum)
{
    return signum == SIGCHLD || signum == SIGCONT || signum == SIGURG ||
           signum == SIGWINCH;
}

static int raise_signal(orr__sim_world *sim, int64_t signum)
{
    uint32_t n = 0;

    for (sim_queue *q = sim->queues; q != NULL; q = q->next) {
        const uint32_t here = count_waiting(q, signum);
        const int err = here > 0 ? signal_reserve(q, here) : 0;

        if (err < 0)
            return err;
        n += here;
    }
    if (n == 0)
        return is_ignored(signum) ? 0 : -ENOSYS;
    for (orr__op *op = sim->signal_ops.first; op != NULL; op = op->next) {
        sim_signals *s = &orr__sim_queue_of(op->home)->signals;

        if (op->u.n == signum)
            s->pending[s->end++] = op;
    }
    return 0;
}

int orr__sim_kill(orr__sim_world *sim, int64_t pid, int64_t signum)
{
    if (signum < 0 || signum >= NSIG)
        return -EINVAL;
    if (pid != SIM_PID && pid != -SIM_PID && pid != 0)
        return pid == 1 ? -EPERM : orr__sim_child_kill(sim, pid, signum);
    return signum == 0 ? 0 : raise_signal(sim, signum);
}

bool orr__sim_signal_next(sim_queue *q, orr__event *ev)
{
    sim_signals *s = &q->signals;
    orr__op *op;

    if (s->first >= s->batch_end)
        return false;
    op = s->pending[s->first++];
    *ev = (orr__event){ .op = op, .result = op->u.n, .more = true };
    return true;
}
