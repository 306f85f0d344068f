/*
 * fd.c - one descriptor of the epoll back end: its slot, its event mask,
 * and the step that is taken when it is ready.
 *
 *      submit        armed    ready: the step          then
 *      RECV          IN       read, up to 32 times     stays, until the end
 *      ACCEPT        IN       accept one               over
 *      SEND, SENDTO  OUT      send as much as possible over when all is sent
 *      CONNECT       OUT *    read SO_ERROR            over
 *      READY         any      none                     stays
 *
 *      * only if trying at once did not finish it
 *
 * The rules are in epoll.h.
 */
#include "poll/epoll/epoll.h"

#include <errno.h>
#include <string.h>

#include "base/base.h"

/* ---- The event mask --------------------------------------------------- */

int orr__epoll_set(orr__epoller *p, int what, int fd, uint32_t mask,
                   uint32_t about)
{
    struct epoll_event e = {
        .events = mask,
        .data.u64 = (uint64_t)about << 32 | (uint32_t)fd,
    };

    if (!orr__sys_is_ours(&p->k.sys))
        return -EPERM; /* rule 3 */
    p->k.sys.system_calls++;
    return epoll_ctl(p->epoll_fd, what, fd, &e) < 0 ? -errno : 0;
}

orr__slot *orr__slot_get(orr__epoller *p, int fd)
{
    return fd >= 0 && (uint32_t)fd < p->nslots ? &p->slots[fd] : NULL;
}

/* Allocate the slot of fd. */
static int slot_make(orr__epoller *p, int fd, orr__slot **out)
{
    if (fd < 0)
        return -EBADF;
    if ((uint32_t)fd >= p->nslots) {
        uint32_t n = p->nslots ? p->nslots : 32;
        while (n <= (uint32_t)fd)
            n *= 2;
        orr__slot *more =
            orr__resize(p->k.sys.allocator, p->slots, n * sizeof *more);
        if (more == NULL)
            return -ENOMEM;
        memset(more + p->nslots, 0, (n - p->nslots) * sizeof *more);
        p->slots = more;
        p->nslots = n;
    }
    *out = &p->slots[fd];
    return 0;
}

static uint32_t mask_of_ready(int64_t wanted)
{
    return (wanted & ORR_READABLE ? EPOLLIN : 0) |
           (wanted & ORR_WRITABLE ? EPOLLOUT : 0) |
           (wanted & ORR_DISCONNECT ? EPOLLRDHUP : 0) |
           (wanted & ORR_PRIORITIZED ? EPOLLPRI : 0);
}

/* Trouble is always wanted, so 0 is the mask of an empty slot and no other. */
uint32_t orr__slot_wants(const orr__slot *s)
{
    if (!s->in && !s->out && !s->ready)
        return 0;
    return ORR__TROUBLE | (s->in ? EPOLLIN : 0) | (s->out ? EPOLLOUT : 0) |
           (s->ready ? mask_of_ready(s->ready->u.n) : 0);
}

/* A queue, first in first out: the kernel reports descriptors that are ready
 * already in the order in which they were added. */
void orr__slot_changed(orr__epoller *p, orr__slot *s)
{
    const int32_t self = (int32_t)(s - p->slots) + 1;

    if (s->changed != 0)
        return;
    s->changed = CHANGED_LAST;
    s->changed_prev = 0;
    if (p->changed == CHANGED_LAST) {
        p->changed = self;
    } else {
        p->slots[p->changed_last - 1].changed = self;
        s->changed_prev = p->changed_last;
    }
    p->changed_last = self;
}

static void slot_unchange(orr__epoller *p, orr__slot *s)
{
    const int32_t next = s->changed;

    if (next == 0)
        return;
    s->changed = 0;
    if (s->changed_prev != 0)
        p->slots[s->changed_prev - 1].changed = next;
    else
        p->changed = next;
    if (next == CHANGED_LAST)
        p->changed_last = s->changed_prev;
    else
        p->slots[next - 1].changed_prev = s->changed_prev;
}

/* Rule 1: nothing is left with the kernel. */
static void slot_forget(orr__epoller *p, orr__slot *s)
{
    if (s->armed == 0)
        return;
    s->armed = 0;
    p->watched--;
    orr__epoll_set(p, EPOLL_CTL_DEL, (int)(s - p->slots), 0, ABOUT_FD);
}

/*
 * Update the kernel's mask now. If the program has closed the descriptor, the
 * set may have more or less than `armed` says; both cases are repaired.
 */
static int slot_arm(orr__epoller *p, orr__slot *s)
{
    const int fd = (int)(s - p->slots);
    const uint32_t wants = orr__slot_wants(s);
    int err;

    if (wants == s->armed)
        return 0;
    if (wants == 0) {
        slot_forget(p, s);
        return 0;
    }
    err = orr__epoll_set(p, s->armed ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, wants,
                         ABOUT_FD);
    if (err == -EEXIST)
        err = orr__epoll_set(p, EPOLL_CTL_MOD, fd, wants, ABOUT_FD);
    else if (err == -ENOENT)
        err = orr__epoll_set(p, EPOLL_CTL_ADD, fd, wants, ABOUT_FD);
    if (err < 0)
        return err;
    p->watched += s->armed == 0;
    s->armed = wants;
    return 0;
}

static void slot_take_out(orr__slot *s, const orr__op *op)
{
    if (s->in == op)
        s->in = NULL;
    else if (s->out == op)
        s->out = NULL;
    else if (s->ready == op)
        s->ready = NULL;
}

/* The descriptor is about to be closed. Another one of its number must not have
 * its place among the changes. */
void orr__slot_close(orr__epoller *p, int fd)
{
    orr__slot *s = orr__slot_get(p, fd);

    if (s == NULL)
        return;
    slot_forget(p, s);
    slot_unchange(p, s);
    s->in = s->out = s->ready = NULL;
}

/* The kernel does not take the descriptor: a file, say, or no memory. */
static void slot_fail(orr__epoller *p, orr__slot *s, int err)
{
    orr__op *ops[] = { s->in, s->out, s->ready };

    slot_forget(p, s);
    s->in = s->out = s->ready = NULL;
    for (unsigned i = 0; i < 3; i++)
        if (ops[i] != NULL)
            orr__op_finish(p, ops[i], err);
}

void orr__changes_flush(orr__epoller *p)
{
    while (p->changed != CHANGED_LAST) {
        orr__slot *s = &p->slots[p->changed - 1];

        slot_unchange(p, s);
        int err = slot_arm(p, s);
        if (err < 0)
            slot_fail(p, s, err);
    }
}

/* ---- submit() and cancel() -------------------------------------------- */

static void op_place(orr__epoller *p, orr__op *op, orr__slot *s,
                     orr__op **place)
{
    op->where = PLACE_SLOT;
    op->slot = p->batch;
    *place = op;
    if (orr__slot_wants(s) & ~s->armed)
        orr__slot_changed(p, s);
}

/* The slot of a descriptor with nothing under way on that side of it. */
static int slot_take(orr__epoller *p, int fd, bool out, orr__slot **slot)
{
    const int err = slot_make(p, fd, slot);

    if (err < 0)
        return err;
    return (out ? (*slot)->out : (*slot)->in) != NULL ? -EEXIST : 0;
}

static int submit_in(orr__epoller *p, orr__op *op)
{
    orr__slot *s;
    const int err = slot_take(p, op->fd, false, &s);

    if (err == 0)
        op_place(p, op, s, &s->in);
    return err;
}

static int submit_send(orr__epoller *p, orr__op *op)
{
    orr__slot *s;
    const int err = slot_take(p, op->fd, true, &s);

    if (err < 0)
        return err;
    op->result = 0;
    op_place(p, op, s, &s->out);
    return 0;
}

/* A Unix socket is connected at once. That is reported when the socket is found
 * writable, as for TCP: after the connection that woke the listener, and as an
 * error if the listener was closed meanwhile. */
static int submit_connect(orr__epoller *p, orr__op *op)
{
    orr__slot *s;
    int err = slot_take(p, op->fd, true, &s);

    if (err < 0)
        return err;
    err = (int)orr__sys_net(&p->k.sys, op);
    if (err < 0 && err != -EINPROGRESS)
        return err;
    op_place(p, op, s, &s->out);
    return 0;
}

/* Armed at once, since the kernel may refuse it (-EPERM). */
static int submit_ready(orr__epoller *p, orr__op *op)
{
    orr__slot *s;
    int err = slot_make(p, op->fd, &s);

    if (err < 0)
        return err;
    if (s->ready != NULL)
        return -EEXIST;
    s->ready = op;
    err = slot_arm(p, s);
    if (err < 0) {
        s->ready = NULL;
        return err;
    }
    op->where = PLACE_SLOT;
    op->slot = p->batch;
    return 0;
}

int orr__fd_submit(orr__epoller *p, orr__op *op)
{
    switch (op->code) {
    case OP_READY:
        return submit_ready(p, op);
    case OP_RECV:
    case OP_RECVFROM:
    case OP_ACCEPT:
        return submit_in(p, op);
    case OP_CONNECT:
        return submit_connect(p, op);
    default:
        return submit_send(p, op);
    }
}

/*
 * If it was the last one, nothing may stay with the kernel (rule 1). Else the
 * mask is updated later, when it wakes the loop without need. But a writable
 * descriptor always would, so that is updated now.
 */
void orr__fd_cancel(orr__epoller *p, orr__op *op)
{
    orr__slot *s = orr__slot_get(p, op->fd);

    slot_take_out(s, op);
    if (orr__slot_wants(s) == 0)
        slot_forget(p, s);
    else if ((s->armed & ~orr__slot_wants(s)) & EPOLLOUT)
        orr__slot_changed(p, s);
}

/* ---- Steps ------------------------------------------------------------- */

/*
 * The operation is over and leaves its slot, before its event is reported. An
 * accept is most likely submitted again at once, so its mask stays. A send may
 * be followed by another one; if not, the mask is updated before the next wait,
 * since a writable socket would end the wait.
 */
static void op_leave(orr__epoller *p, orr__slot *s, orr__op *op)
{
    const bool was_out = s->out == op;

    op->where = PLACE_NONE;
    slot_take_out(s, op);
    if (op->code == OP_ACCEPT)
        return;
    if (was_out || orr__slot_wants(s) != 0)
        orr__slot_changed(p, s);
    else
        slot_forget(p, s);
}

static bool accept_step(orr__epoller *p, orr__slot *s, orr__op *op,
                        orr__event *ev)
{
    const int fd = orr__sys_accept(&p->k.sys, op->fd);

    p->step = STEP_OUT;
    if (fd == -EAGAIN)
        return false;
    *ev = (orr__event){ .op = op, .result = fd };
    op_leave(p, s, op);
    return true;
}

/*
 * One read. A stream that did not fill the buffer is empty, so no further read
 * is made to see -EAGAIN; but if it has hung up, the next read finds the end.
 */
static bool recv_step(orr__epoller *p, orr__slot *s, orr__op *op, uint32_t bits,
                      orr__event *ev)
{
    if (!orr__sys_recv(&p->k.sys, op, &p->rx, ev)) {
        p->step = STEP_OUT;
        return false;
    }
    const bool is_short =
        op->code == OP_RECV && ev->result < ORR__CHUNK && !(bits & EPOLLHUP);
    if (!ev->more)
        op_leave(p, s, op);
    if (!ev->more || is_short || ++p->reads == ORR__BATCH_MAX)
        p->step = STEP_OUT;
    return true;
}

/* 1: connected, 0: not yet, -errno. */
static int connect_step(orr__epoller *p, const orr__op *op)
{
    int err = 0;
    socklen_t len = sizeof err;

    p->k.sys.system_calls++;
    if (getsockopt(op->fd, SOL_SOCKET, SO_ERROR, &err, &len) < 0)
        return -errno;
    return err == EINPROGRESS ? 0 : err != 0 ? -err : 1;
}

static bool out_step(orr__epoller *p, orr__slot *s, orr__op *op, orr__event *ev)
{
    int done = op->code == OP_CONNECT ? connect_step(p, op)
                                      : orr__sys_send_some(&p->k.sys, op);
    if (done == 0)
        return false;
    *ev = (orr__event){ .op = op, .result = done < 0 ? done : op->result };
    op_leave(p, s, op);
    return true;
}

/*
 * As in libuv: EPOLLERR without EPOLLPRI ends the operation; a descriptor that
 * has hung up is ready for every event.
 */
static bool ready_step(orr__epoller *p, orr__slot *s, orr__op *op,
                       uint32_t bits, orr__event *ev)
{
    const uint32_t wants = mask_of_ready(op->u.n);

    if ((bits & EPOLLERR) && !(bits & EPOLLPRI)) {
        *ev = (orr__event){ .op = op, .result = -EBADF };
        op_leave(p, s, op);
        return true;
    }
    bits = bits & EPOLLHUP ? wants : bits & wants;
    const int64_t ready = (bits & EPOLLIN ? ORR_READABLE : 0) |
                          (bits & EPOLLOUT ? ORR_WRITABLE : 0) |
                          (bits & EPOLLRDHUP ? ORR_DISCONNECT : 0) |
                          (bits & EPOLLPRI ? ORR_PRIORITIZED : 0);
    *ev = (orr__event){ .op = op, .result = ready, .more = true };
    return ready != 0;
}

/* Rule 2: one that is younger than the batch has to wait. */
static orr__op *of_batch(const orr__epoller *p, orr__op *op)
{
    return op != NULL && op->slot < p->batch ? op : NULL;
}

/* In before out, as libuv has it. */
bool orr__fd_step(orr__epoller *p, const struct epoll_event *e, orr__event *ev)
{
    orr__slot *s = orr__slot_get(p, (int)(uint32_t)e->data.u64);
    const uint32_t bits = e->events;
    orr__op *op;

    if (s == NULL)
        return false;
    if (p->step == STEP_IN) {
        op = bits & (EPOLLIN | ORR__TROUBLE) ? of_batch(p, s->in) : NULL;
        if (op == NULL)
            p->step = STEP_OUT;
        else if (op->code == OP_ACCEPT ? accept_step(p, s, op, ev)
                                       : recv_step(p, s, op, bits, ev))
            return true;
    }
    if (p->step == STEP_OUT) {
        p->step = STEP_READY;
        op = bits & (EPOLLOUT | ORR__TROUBLE) ? of_batch(p, s->out) : NULL;
        if (op != NULL && out_step(p, s, op, ev))
            return true;
    }
    if (p->step == STEP_READY) {
        p->step = STEP_END;
        op = of_batch(p, s->ready);
        if (op != NULL && ready_step(p, s, op, bits, ev))
            return true;
    }
    return false;
}
