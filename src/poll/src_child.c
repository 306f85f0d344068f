/*
 * src_child.c - children, from their start until their exit status is taken.
 *
 * Each child has a pidfd, which the back end watches for input. When any is
 * readable, the batch ends with a look at all of them:
 *
 *      first -> [ended] -> [running] -> [ended] -> [new] -> NULL
 *                 ^ cursor
 *
 * The first call of orr__children_next() in a batch reaps all that have ended,
 * and only then are they reported, one per call, in the order in which they
 * were spawned: so does libuv, and a callback that sends a signal to another
 * child that ended in the same batch gets ESRCH. A child that is added by a
 * callback meanwhile is at the end of the list, not reaped, and waits for the
 * next batch.
 *
 * Children are waited for by pidfd and never as "any child": the program may
 * have children that were not made by this library.
 *
 * op->result is how a child ended, once it has: STILL_RUNNING, or the exit
 * status below and the signal above bit 32, or -errno.
 */
#include "poll/sys/sys.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"

#define STILL_RUNNING INT64_MIN
#define ID_PIDFD ((idtype_t)3) /* P_PIDFD, which old headers do not have */

int orr__child_add(orr__children *c, orr__op *op)
{
    if (op->fd <= 0) {
        int fd = (int)syscall(SYS_pidfd_open, (pid_t)op->u.n, 0);
        if (fd < 0)
            return -errno;
        op->fd = fd;
    }
    op->result = STILL_RUNNING;
    op->next = NULL;
    op->prev = c->last;
    if (c->last != NULL)
        c->last->next = op;
    else
        c->first = op;
    c->last = op;
    return 0;
}

void orr__child_remove(orr__children *c, orr__op *op)
{
    if (c->cursor == op)
        c->cursor = op->next;
    if (op->prev != NULL)
        op->prev->next = op->next;
    else
        c->first = op->next;
    if (op->next != NULL)
        op->next->prev = op->prev;
    else
        c->last = op->prev;
    op->next = op->prev = NULL;
    close(op->fd);
    op->fd = -1;
}

/*
 * Take the child's status if it has ended. If the program ignores SIGCHLD or
 * waits for any child by itself, the status is lost; the end of the child is
 * then reported as -ECHILD.
 */
static int64_t child_reap(orr__op *op)
{
    siginfo_t info = { 0 };
    int err;

    do
        err = waitid(ID_PIDFD, (id_t)op->fd, &info, WEXITED | WNOHANG | __WALL);
    while (err < 0 && errno == EINTR);
    if (err < 0)
        return -errno;
    if (info.si_pid == 0)
        return STILL_RUNNING;
    if (info.si_code == CLD_EXITED)
        return info.si_status;
    return (int64_t)info.si_status << 32;
}

static void reap_all(orr__children *c)
{
    for (orr__op *op = c->first; op != NULL; op = op->next)
        if (op->result == STILL_RUNNING)
            op->result = child_reap(op);
}

static void child_report(orr__children *c, orr__op *op, orr__event *ev)
{
    int64_t how = op->result;

    orr__child_remove(c, op);
    *ev = (orr__event){ .op = op, .result = how };
    if (how > 0) {
        ev->result = how & 0xffffffff;
        ev->flags = (uint32_t)(how >> 32);
    }
}

bool orr__children_next(orr__children *c, orr__event *ev)
{
    if (!c->reaped) {
        reap_all(c);
        c->cursor = c->first;
        c->reaped = true;
    }
    while (c->cursor != NULL) {
        orr__op *op = c->cursor;

        c->cursor = op->next;
        if (op->result != STILL_RUNNING) {
            child_report(c, op, ev);
            return true;
        }
    }
    c->reaped = false;
    return false;
}
