/*
 * submit.c - op_submit() and op_cancel(), and the submission queue entries.
 *
 * Nothing here enters the ring. A slot is put in a queue, and the next wait()
 * writes an entry for each and submits all of them at once. So the thread that
 * waits is the one that submits.
 *
 * What need not block is tried at once with a plain system call: connects,
 * cached files, and sends by the loop itself, before it comes here. A send
 * inside the ring would cost a little less, but the kernel would have pointers
 * to the user's memory, and op_cancel() could not be over when it returns. The
 * ring only says when a descriptor is ready.
 */
#include "poll/uring/uring.h"

#include <errno.h>
#include <poll.h>
#include <sys/stat.h>

/* ---- Finished at once ------------------------------------------------- */

void orr__uring_done(uring *p, orr__op *op, int64_t result)
{
    orr__kernel_finish(&p->k, op, result);
    orr__uring_nudge(p);
}

void orr__uring_finish(orr__poll *base, orr__op *op, int64_t result)
{
    orr__uring_done((uring *)(void *)base, op, result);
}

/* ---- One look at a descriptor ----------------------------------------- */

static int poll_submit(uring *p, orr__op *op)
{
    uring_slot *s = orr__uslot_take(p, SLOT_POLL, op, op->fd);

    if (s == NULL)
        return -ENOMEM;
    orr__uslot_arm(p, s);
    return 0;
}

/* Regular files cannot be watched (-EPERM). The kernel would report that only
 * later, so it is checked here. */
static int ready_submit(uring *p, orr__op *op)
{
    struct stat st;

    p->k.sys.system_calls++;
    if (fstat(op->fd, &st) < 0)
        return -errno;
    if (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode))
        return -EPERM;
    p->looks = true;
    return poll_submit(p, op);
}

uint32_t orr__uring_ready_mask(int64_t wanted)
{
    return (wanted & ORR_READABLE ? POLLIN : 0u) |
           (wanted & ORR_WRITABLE ? POLLOUT : 0u) |
           (wanted & ORR_DISCONNECT ? (uint32_t)POLLRDHUP : 0u) |
           (wanted & ORR_PRIORITIZED ? POLLPRI : 0u);
}

static uint32_t poll_mask(const orr__op *op)
{
    switch (op->code) {
    case OP_READY:
        return orr__uring_ready_mask(op->u.n);
    case OP_CONNECT:
    case OP_SEND:
    case OP_SENDTO:
        return POLLOUT;
    default:
        return POLLIN;
    }
}

/* ---- Sockets ---------------------------------------------------------- */

/* Descriptors can't come along in our buffers: they need recvmsg(). */
static int recv_submit(uring *p, orr__op *op)
{
    uring_fd *f = orr__ufd_at(p, op->fd);

    if (f == NULL)
        return -ENOMEM;
    uring_slot *s = f->recv;
    if (s != NULL && s->op != NULL)
        return -EEXIST;
    if (s != NULL) {
        orr__uslot_adopt(p, s, op);
        return 0;
    }
    if (op->u.io.nfds > 0 || f->not_socket)
        return poll_submit(p, op);
    s = orr__uslot_take(p, SLOT_RECV, op, op->fd);
    if (s == NULL)
        return -ENOMEM;
    p->fds[op->fd].recv = s;
    orr__uslot_arm(p, s);
    return 0;
}

static int accept_submit(uring *p, orr__op *op)
{
    uring_slot *s = orr__uslot_take(p, SLOT_ACCEPT, op, op->fd);

    if (s == NULL)
        return -ENOMEM;
    orr__uslot_arm(p, s);
    return 0;
}

/* If there is no memory to wait for a socket that has begun, the operation
 * ends with that. */
static int poll_or_end(uring *p, orr__op *op)
{
    int err = poll_submit(p, op);

    if (err < 0)
        orr__uring_done(p, op, err);
    return 0;
}

/* A Unix socket is connected at once. That is reported when the socket is found
 * writable, as for TCP: after the connection that woke the listener, and as an
 * error if the listener was closed meanwhile. */
static int connect_submit(uring *p, orr__op *op)
{
    const int64_t r = orr__sys_call(&p->k.sys, op);

    return r == -EINPROGRESS || r == 0 ? poll_or_end(p, op) : (int)r;
}

static int send_submit(uring *p, orr__op *op)
{
    op->result = 0;
    return poll_submit(p, op);
}

/* ---- Signals, children, watches --------------------------------------- */

/* A source is watched from its first operation on, until the end. */
static int source_watch(uring *p, uring_slot **s, uring_kind kind, int fd)
{
    if (*s != NULL)
        return 0;
    *s = orr__uslot_take(p, kind, NULL, fd);
    if (*s == NULL)
        return -ENOMEM;
    orr__uslot_arm(p, *s);
    return 0;
}

static int signal_submit(uring *p, orr__op *op)
{
    int err = orr__signal_add(&p->k.signals, op);
    if (err < 0)
        return err;
    err = source_watch(p, &p->signals_slot, SLOT_SIGNALS, p->k.signals.fd);
    if (err < 0) {
        orr__signal_remove(&p->k.signals, op);
        return err;
    }
    op->where = PLACE_SIGNAL;
    return 0;
}

static int watch_submit(uring *p, orr__op *op)
{
    int err = orr__watch_add(&p->k.watches, op);
    if (err < 0)
        return err;
    err = source_watch(p, &p->watches_slot, SLOT_WATCHES, p->k.watches.fd);
    if (err < 0) {
        orr__watch_remove(&p->k.watches, op);
        return err;
    }
    op->where = PLACE_WATCH;
    return 0;
}

/* The descriptor of a child is the source's, which closes it by itself. So
 * the slot is not noted under its number. */
static int child_submit(uring *p, orr__op *op)
{
    int err = orr__child_add(&p->k.children, op);
    if (err < 0)
        return err;
    uring_slot *s = orr__uslot_take(p, SLOT_POLL, op, -1);
    if (s == NULL) {
        orr__child_remove(&p->k.children, op);
        return -ENOMEM;
    }
    op->where = PLACE_CHILD;
    orr__uslot_arm(p, s);
    return 0;
}

int orr__uring_pool_submit(uring *p, orr__op *op)
{
    if (op->code == OP_RANDOM && p->k.sys.world->random != NULL) {
        orr__uring_done(
            p, op,
            orr__sys_random(&p->k.sys, op->u.fs.out, (size_t)op->u.fs.a));
        return 0;
    }
    int err = orr__pool_submit(&p->k.pool, op);

    if (err == 0)
        op->where = PLACE_POOL;
    return err;
}

static int op_submit(uring *p, orr__op *op)
{
    if (op->code >= OP_CONNECT && op->code <= OP_READY && op->fd < 0)
        return -EBADF;
    switch (op->code) {
    case OP_RECV:
        return recv_submit(p, op);
    case OP_RECVFROM:
        return poll_submit(p, op);
    case OP_READY:
        return ready_submit(p, op);
    case OP_ACCEPT:
        return accept_submit(p, op);
    case OP_CONNECT:
        return connect_submit(p, op);
    case OP_SEND:
    case OP_SENDTO:
        return send_submit(p, op);
    case OP_WAKE:
        return orr__kernel_submit_wake(&p->k, op);
    case OP_SIGNAL:
        return signal_submit(p, op);
    case OP_CHILD:
        return child_submit(p, op);
    case OP_WATCH:
        return watch_submit(p, op);
    default:
        break;
    }
    if (!orr__code_pooled(op->code) || op->code >= OP_CODES)
        return -EINVAL;
    if (op->code >= OP_OPEN && orr__uring_file_submit(p, op))
        return 0;
    return orr__uring_pool_submit(p, op);
}

int orr__uring_submit(orr__poll *base, orr__op *op)
{
    uring *p = (uring *)(void *)base;
    int err = op_submit(p, op);

    orr__uring_signal_embedder(p);
    return err;
}

/* ---- Taking back ------------------------------------------------------ */

/* A file operation in the kernel's hands writes to the user's memory. */
static int slot_cancel(uring *p, orr__op *op)
{
    uring_slot *s = orr__uslot_find(p, op->slot);

    if (s->kind == SLOT_FILE && s->state == SLOT_ARMED)
        return -EBUSY;
    orr__uslot_leave(p, s);
    return 0;
}

static int child_cancel(uring *p, orr__op *op)
{
    orr__uslot_leave(p, orr__uslot_find(p, op->slot));
    orr__child_remove(&p->k.children, op);
    return 0;
}

static int op_cancel(uring *p, orr__op *op)
{
    switch (op->where) {
    case PLACE_SLOT:
        return slot_cancel(p, op);
    case PLACE_CHILD:
        return child_cancel(p, op);
    case PLACE_WAKE:
        p->wake_now = false;
        break;
    default:
        break;
    }
    return orr__kernel_cancel(&p->k, op);
}

int orr__uring_cancel(orr__poll *base, orr__op *op)
{
    uring *p = (uring *)(void *)base;
    int err = op_cancel(p, op);

    if (err == 0)
        op->where = PLACE_NONE;
    orr__uring_signal_embedder(p);
    return err;
}

/* ---- Written down for the kernel -------------------------------------- */

/* The mask is 32 bits wide; on big-endian machines its halves are swapped. */
static void write_poll(struct io_uring_sqe *e, int fd, uint32_t mask)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    mask = mask << 16 | mask >> 16;
#endif
    e->opcode = IORING_OP_POLL_ADD;
    e->fd = fd;
    e->poll32_events = mask;
}

static void write_entry(uring *p, uring_slot *s, struct io_uring_sqe *e)
{
    e->user_data = orr__uslot_number(s);
    switch ((uring_kind)s->kind) {
    case SLOT_RECV:
        e->opcode = IORING_OP_RECV;
        e->fd = s->fd;
        e->ioprio = IORING_RECV_MULTISHOT;
        e->flags = IOSQE_BUFFER_SELECT;
        e->buf_group = URING_GROUP;
        break;
    case SLOT_ACCEPT:
        e->opcode = IORING_OP_ACCEPT;
        e->fd = s->fd;
        e->accept_flags = SOCK_CLOEXEC | SOCK_NONBLOCK;
        break;
    case SLOT_POLL:
        write_poll(e, s->op->fd, poll_mask(s->op));
        break;
    case SLOT_FILE:
        orr__uring_file_arm(s, e);
        p->files_queued--;
        p->files_armed++;
        break;
    case SLOT_WAKE: /* reports each write to it, and is never read from */
        write_poll(e, s->fd, POLLIN);
        e->len = IORING_POLL_ADD_MULTI;
        break;
    case SLOT_SIGNALS:
    case SLOT_WATCHES:
        write_poll(e, s->fd, POLLIN);
        break;
    }
}

static void write_cancel(uring *p, uring_slot *s, struct io_uring_sqe *e)
{
    e->opcode = IORING_OP_ASYNC_CANCEL;
    e->fd = -1;
    e->addr = orr__uslot_number(s);
    e->flags = IOSQE_CQE_SKIP_SUCCESS;
    s->cancelled = true;
    if (s->fd >= 0)
        p->fds[s->fd].leaving--;
}

/* A free entry; if there is none, the others are submitted first. */
static struct io_uring_sqe *sqe_take(uring *p)
{
    struct io_uring_sqe *e = orr__ring_entry(&p->ring);

    if (e == NULL) {
        p->k.sys.system_calls++;
        if (orr__ring_enter(&p->ring, false, NULL) == 0)
            e = orr__ring_entry(&p->ring);
    }
    return e;
}

/* False if there is no entry for it. */
static bool arm_one(uring *p, uring_slot *s)
{
    struct io_uring_sqe *e = sqe_take(p);

    if (e == NULL)
        return false;
    orr__list_detach(&s->link);
    write_entry(p, s, e);
    s->state = SLOT_ARMED;
    s->armed_in = p->batch;
    return true;
}

static void arm_all(uring *p, orr_link *queue)
{
    while (!orr__list_empty(queue) && arm_one(p, slot_of(queue->next)))
        ;
}

static void cancel_all(uring *p)
{
    struct io_uring_sqe *e;

    while (!orr__list_empty(&p->to_cancel) && (e = sqe_take(p)) != NULL) {
        uring_slot *s = slot_of(p->to_cancel.next);
        orr__list_detach(&s->link);
        write_cancel(p, s, e);
    }
}

/* What does not fit stays in its queue for the next time. */
void orr__uring_flush(uring *p)
{
    cancel_all(p);
    arm_all(p, &p->starved);
    arm_all(p, &p->to_arm);
}

void orr__uring_flush_files(uring *p)
{
    orr_link *next;

    cancel_all(p);
    for (orr_link *l = p->to_arm.next; l != &p->to_arm; l = next) {
        next = l->next;
        if (slot_of(l)->kind == SLOT_FILE)
            arm_one(p, slot_of(l));
    }
}
