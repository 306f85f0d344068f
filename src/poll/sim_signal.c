/*
 * sim_signal.c - signals that the program sends to itself.
 *
 * There is nobody else to send one. A raised signal is owed to each operation
 * that waits for it at that moment, in the order in which they began to wait,
 * and reported at the end of the next batch. One that nobody waits for would
 * end the process, which only the kernel can do: that is -ENOSYS.
 */
#include "poll/sim_core.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

static bool can_be_caught(int64_t signum)
{
    return signum > 0 && signum < NSIG && signum != SIGKILL &&
           signum != SIGSTOP;
}

int orr__sim_signal_add(orr__simulator *sim, orr__op *op)
{
    if (!can_be_caught(op->u.n))
        return -EINVAL;
    op->state = SIM_LISTED;
    orr__sim_list_add(&sim->signals.ops, op);
    return 0;
}

void orr__sim_signal_remove(orr__simulator *sim, orr__op *op)
{
    sim_signals *s = &sim->signals;
    uint32_t to = s->first;
    uint32_t of_batch = 0;

    orr__sim_list_remove(&s->ops, op);
    op->state = SIM_IDLE;
    for (uint32_t i = s->first; i < s->end; i++) {
        if (s->owed[i] == op)
            continue;
        of_batch += i < s->batch_end;
        s->owed[to++] = s->owed[i];
    }
    s->end = to;
    s->batch_end = s->first + of_batch;
}

static int reserve(orr__simulator *sim, uint32_t n)
{
    sim_signals *s = &sim->signals;
    orr__op **owed;

    if (s->first > 0) {
        memmove(s->owed, s->owed + s->first,
                (s->end - s->first) * sizeof *s->owed);
        s->end -= s->first;
        s->batch_end -= s->first;
        s->first = 0;
    }
    if (s->end + n <= s->room)
        return 0;
    owed =
        orr__resize(sim->allocator, s->owed, (s->end + n + 16) * sizeof *owed);
    if (owed == NULL)
        return -ENOMEM;
    s->owed = owed;
    s->room = s->end + n + 16;
    return 0;
}

static int raise_signal(orr__simulator *sim, int64_t signum)
{
    sim_signals *s = &sim->signals;
    uint32_t n = 0;
    int err;

    for (orr__op *op = s->ops.first; op != NULL; op = op->next)
        n += op->u.n == signum;
    if (n == 0)
        return signum == SIGCHLD || signum == SIGCONT || signum == SIGURG ||
                       signum == SIGWINCH
                   ? 0
                   : -ENOSYS;
    err = reserve(sim, n);
    if (err < 0)
        return err;
    for (orr__op *op = s->ops.first; op != NULL; op = op->next)
        if (op->u.n == signum)
            s->owed[s->end++] = op;
    return 0;
}

int orr__sim_kill(orr__simulator *sim, int64_t pid, int64_t signum)
{
    if (signum < 0 || signum >= NSIG)
        return -EINVAL;
    if (pid != SIM_PID && pid != -SIM_PID && pid != 0)
        return pid == 1 ? -EPERM : -ESRCH;
    return signum == 0 ? 0 : raise_signal(sim, signum);
}

bool orr__sim_signal_next(orr__simulator *sim, orr__event *ev)
{
    sim_signals *s = &sim->signals;

    orr__op *op;

    if (s->first >= s->batch_end)
        return false;
    op = s->owed[s->first++];
    *ev = (orr__event){ .op = op, .result = op->u.n, .more = true };
    return true;
}
