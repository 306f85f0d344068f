/*
 * poll.c - readiness of any descriptor, for programs that read and write it
 * themselves.
 *
 * The operation is made at the start and freed at the stop; a stop in the
 * middle of a batch is the back end's business (poll.h, rule 3).
 */
#include <string.h>

#include "loop/internal.h"

/* ---- One handle per descriptor ---------------------------------------- */

static orr_poll *find_fd(const orr_loop *loop, int fd)
{
    return (uint32_t)fd < loop->poll_of_fd_capacity ? loop->poll_of_fd[fd]
                                                    : NULL;
}

/* Descriptors are small numbers, so a table by number will do. */
static int reserve_fd(orr_loop *loop, int fd)
{
    uint32_t capacity =
        loop->poll_of_fd_capacity ? loop->poll_of_fd_capacity : 64;

    if ((uint32_t)fd < loop->poll_of_fd_capacity)
        return 0;
    while (capacity <= (uint32_t)fd)
        capacity *= 2;
    orr_poll **table = orr__resize(&loop->allocator, loop->poll_of_fd,
                                   capacity * sizeof *table);
    if (table == NULL)
        return -ENOMEM;
    memset(table + loop->poll_of_fd_capacity, 0,
           (capacity - loop->poll_of_fd_capacity) * sizeof *table);
    loop->poll_of_fd = table;
    loop->poll_of_fd_capacity = capacity;
    return 0;
}

/* ---- Starting, changing, stopping ------------------------------------- */

typedef struct poll_call {
    orr_poll *p;
    int status, events;
} poll_call;

static void poll_thunk(void *arg)
{
    const poll_call *c = arg;
    c->p->fn(c->p, c->status, c->events);
}

/* The operation is over, or was cancelled. */
static void poll_release(orr_poll *p)
{
    orr_loop *loop = p->handle.loop;

    loop->poll_of_fd[p->fd] = NULL;
    orr__free(&loop->allocator, p->op);
    p->op = NULL;
    orr__handle_stop(&p->handle);
    orr__handle_drop(&p->handle);
}

static void poll_stop(orr_poll *p)
{
    orr__cancel(p->handle.loop, p->op);
    poll_release(p);
}

static void on_ready(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    orr_poll *p = op->owner;
    orr_record record = p->handle.record;
    poll_call c = { .p = p };

    if (ev->result < 0)
        c.status = (int)ev->result;
    else
        c.events = (int)ev->result;
    if (!ev->more)
        poll_release(p);
    orr_call(loop, &record, poll_thunk, &c);
}

/*
 * A back end takes one operation of this kind per descriptor, so the old one is
 * cancelled before the new one is submitted. If that fails, the old one is
 * submitted again; if that fails, too (the kernel has no memory), the handle is
 * stopped.
 */
static int poll_change(orr_poll *p, int events)
{
    orr_loop *loop = p->handle.loop;
    const int64_t before = p->op->u.n;

    orr__cancel(loop, p->op);
    p->op->u.n = events;
    int err = orr__submit(loop, p->op, &p->handle.record);
    if (err == 0)
        return 0;
    p->op->u.n = before;
    if (orr__submit(loop, p->op, &p->handle.record) < 0)
        poll_release(p);
    return err;
}

static int poll_start(orr_loop *loop, orr_poll *p, int fd, int events,
                      uintptr_t site)
{
    if (find_fd(loop, fd) != NULL)
        return -EEXIST;
    orr__op *op = orr__alloc(&loop->allocator, sizeof *op);
    if (op == NULL)
        return -ENOMEM;
    op->code = OP_READY;
    op->fd = fd;
    op->u.n = events;
    op->owner = p;
    op->done = on_ready;
    orr__handle_open(loop, &p->handle, ORR_POLL, site);
    int err = orr__submit(loop, op, &p->handle.record);
    if (err < 0)
        goto drop_handle;
    err = reserve_fd(loop, fd); /* it is open, so its number is sensible */
    if (err < 0)
        goto cancel_op;
    p->op = op;
    p->fd = fd;
    loop->poll_of_fd[fd] = p;
    orr__handle_start(&p->handle);
    return 0;

cancel_op:
    orr__cancel(loop, op);
drop_handle:
    orr__handle_drop(&p->handle);
    orr__free(&loop->allocator, op);
    return err;
}

int orr_poll_start(orr_loop *loop, orr_poll *p, int fd, int events,
                   orr_poll_fn *fn)
{
    const int all =
        ORR_READABLE | ORR_WRITABLE | ORR_DISCONNECT | ORR_PRIORITIZED;

    if (loop == NULL || p == NULL || fn == NULL || events == 0 ||
        (events & ~all) != 0)
        return -EINVAL;
    if (fd < 0)
        return -EBADF;
    int err = orr__handle_fresh(loop, &p->handle);
    if (err == 0)
        err = poll_start(loop, p, fd, events, ORR__SITE());
    else if (err == -EBUSY && p->handle.record.kind == ORR_POLL &&
             p->fd == fd && p->handle.loop == loop)
        err = poll_change(p, events);
    if (err < 0)
        return err;
    p->fn = fn;
    p->events = events;
    return 0;
}

void orr_poll_stop(orr_poll *p)
{
    if (orr__handle_check(&p->handle, ORR_POLL) == 0 &&
        (p->handle.flags & H_ACTIVE))
        poll_stop(p);
}

void orr__poll_close(orr_handle *h)
{
    poll_stop(orr__container(h, orr_poll, handle));
}
