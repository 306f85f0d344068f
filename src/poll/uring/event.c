/*
 * event.c - the batch: completions become events, one per next().
 *
 *      done      what submit() found done, and what the pool has done
 *      wake      wake() was called, and the eventfd was not written to
 *      stash     bytes that were received while reading was stopped
 *      ring      completions, up to where the queue ended in wait()
 *      signals, children
 *
 * A completion may lead to no event (it was cancelled; a socket was not
 * writable after all) or to many (a readable descriptor is read until it is
 * empty). So next() is a loop over both.
 *
 * What an event points to is held until the next call, and then put back.
 */
#include "poll/uring/uring.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

/* ---- What the last event pointed to ----------------------------------- */

void orr__uring_put_back(uring *p)
{
    if (p->held_buf >= 0)
        orr__bufs_put(&p->bufs, p->held_buf);
    p->held_buf = -1;
    orr__free(p->k.sys.allocator, p->held_chunk);
    p->held_chunk = NULL;
}

/* ---- Receives --------------------------------------------------------- */

/* One more event of this slot in this batch; false if that were too many. */
static bool may_report(const uring *p, uring_slot *s)
{
    if (s->counted != p->batch) {
        s->counted = p->batch;
        s->count = 0;
    }
    return s->count++ < ORR__BATCH_MAX;
}

/* It is over for the slot and its operation. */
static bool report_last(uring *p, uring_slot *s, orr__event *ev, int64_t result)
{
    *ev = (orr__event){ .op = s->op, .result = result };
    s->op->where = PLACE_NONE;
    orr__uslot_free(p, s);
    return true;
}

/* Not a socket: ask whether it is readable, and read. */
static void recv_by_poll(uring *p, uring_slot *s)
{
    uring_fd *f = orr__ufd_known(p, s->fd);

    orr__uslot_disarmed(p, s);
    if (f != NULL) {
        f->not_socket = true;
        f->recv = NULL;
    }
    s->kind = SLOT_POLL;
    if (s->op == NULL)
        orr__uslot_free(p, s);
    else
        orr__uslot_arm(p, s);
}

static bool recv_bytes(uring *p, uring_slot *s, const struct io_uring_cqe *cqe,
                       orr__event *ev)
{
    const uint8_t *data = orr__bufs_received(&p->bufs, cqe, &p->held_buf);

    (void)may_report(p, s); /* counted; next_in_ring() has looked */
    if (!(cqe->flags & IORING_CQE_F_MORE)) {
        orr__uslot_disarmed(p, s);
        orr__uslot_arm(p, s);
    }
    *ev = (orr__event){
        .op = s->op, .result = cqe->res, .more = true, .data = data
    };
    return true;
}

/*
 * The kernel stops a receive when buffers run out or when it is cancelled. If
 * there is an operation, it goes on with the next wait(), when all buffers are
 * back. Receives that got nothing are then armed first: else the busiest socket
 * could take all buffers each time, and the others starve.
 */
static void recv_again(uring *p, uring_slot *s)
{
    if (s->counted == p->batch && s->count > 0)
        orr__uslot_arm(p, s);
    else
        orr__list_add_last(&p->starved, &s->link);
}

static bool recv_over(uring *p, uring_slot *s, const struct io_uring_cqe *cqe,
                      orr__event *ev)
{
    int id;

    orr__bufs_received(&p->bufs, cqe, &id);
    if (id >= 0)
        orr__bufs_put(&p->bufs, id);
    orr__uslot_disarmed(p, s);
    if (cqe->res == -ENOBUFS || cqe->res == -ECANCELED || cqe->res == -EINTR) {
        recv_again(p, s);
        return false;
    }
    return report_last(p, s, ev, cqe->res);
}

static bool on_recv(uring *p, uring_slot *s, const struct io_uring_cqe *cqe,
                    orr__event *ev)
{
    if (cqe->res == -ENOTSOCK) {
        recv_by_poll(p, s);
        return false;
    }
    if (s->op == NULL || s->since == p->batch || s->first != NULL || s->ended) {
        orr__uslot_keep(p, s, cqe);
        return false;
    }
    return cqe->res > 0 ? recv_bytes(p, s, cqe, ev) : recv_over(p, s, cqe, ev);
}

/* ---- The stash -------------------------------------------------------- */

static bool stashed_bytes(uring *p, uring_slot *s, orr__event *ev)
{
    uring_chunk *c = s->first;

    s->first = c->next;
    p->held_chunk = c;
    *ev = (orr__event){
        .op = s->op, .result = c->len, .more = true, .data = c->bytes
    };
    return true;
}

/* If it ended for lack of memory, the kernel does not know of it. */
static bool stashed_end(uring *p, uring_slot *s, orr__event *ev)
{
    *ev = (orr__event){ .op = s->op, .result = s->end };
    s->op->where = PLACE_NONE;
    s->ended = false;
    orr__uslot_leave(p, s);
    return true;
}

static bool next_stashed(uring *p, orr__event *ev)
{
    while (!orr__list_empty(&p->stashed_now)) {
        uring_slot *s = slot_of(p->stashed_now.next);

        if (s->first == NULL && !s->ended) { /* all of it was reported */
            orr__list_detach(&s->link);
            if (s->state == SLOT_IDLE)
                orr__uslot_arm(p, s);
        } else if (!may_report(p, s)) {
            orr__list_detach(&s->link);
            orr__list_add_last(&p->stashed, &s->link);
        } else {
            return s->first != NULL ? stashed_bytes(p, s, ev)
                                    : stashed_end(p, s, ev);
        }
    }
    return false;
}

/* ---- Accept ----------------------------------------------------------- */

/*
 * A plain accept() meets the error again, and handles it. If no connection
 * waits, the slot asks when one does: without descriptors an accept in the ring
 * fails at once, again and again.
 */
static bool accept_by_call(uring *p, uring_slot *s, orr__event *ev)
{
    const int fd = orr__sys_accept(&p->k.sys, s->fd);

    if (fd != -EAGAIN)
        return report_last(p, s, ev, fd);
    s->kind = SLOT_POLL;
    orr__uslot_arm(p, s);
    return false;
}

static bool on_accept(uring *p, uring_slot *s, int32_t res, orr__event *ev)
{
    orr__uslot_disarmed(p, s);
    if (s->op == NULL) {
        if (res >= 0)
            close(res);
        orr__uslot_free(p, s);
        return false;
    }
    if (res < 0)
        return accept_by_call(p, s, ev);
    return report_last(p, s, ev, res);
}

/* ---- Descriptors that are ready --------------------------------------- */

static uint32_t ready_now(uring *p, const orr__op *op)
{
    struct pollfd f = { .fd = op->fd,
                        .events = (short)orr__uring_ready_mask(op->u.n) };

    p->k.sys.system_calls++;
    return poll(&f, 1, 0) > 0 ? (uint32_t)(unsigned short)f.revents : 0;
}

static void look_again(uring *p, struct io_uring_cqe *cqe)
{
    uring_slot *s = orr__uslot_find(p, cqe->user_data);

    if (s->kind != SLOT_POLL || s->op == NULL || s->op->code != OP_READY ||
        cqe->res < 0)
        return;
    const uint32_t mask = ready_now(p, s->op);
    cqe->res = (int32_t)mask;
    if (mask != 0)
        return;
    orr__uslot_disarmed(p, s);
    orr__uslot_arm(p, s);
    cqe->user_data = 0;
}

void orr__uring_look_again(uring *p)
{
    for (; p->cq_looked != p->cq_end; p->cq_looked++) {
        struct io_uring_cqe *cqe =
            &p->ring.cqes[p->cq_looked & p->ring.cq_mask];
        if (cqe->user_data != 0)
            look_again(p, cqe);
    }
}

/*
 * As in libuv: POLLERR without POLLPRI ends the operation; a descriptor that
 * has hung up is ready for every event.
 */
static bool on_ready(uring *p, uring_slot *s, uint32_t mask, orr__event *ev)
{
    orr__op *op = s->op;
    int64_t ready = (mask & POLLIN ? ORR_READABLE : 0) |
                    (mask & POLLOUT ? ORR_WRITABLE : 0) |
                    (mask & (uint32_t)POLLRDHUP ? ORR_DISCONNECT : 0) |
                    (mask & POLLPRI ? ORR_PRIORITIZED : 0);

    if ((mask & (POLLERR | POLLNVAL)) && !(mask & POLLPRI))
        return report_last(p, s, ev, -EBADF);
    ready = mask & POLLHUP ? op->u.n : ready & op->u.n;
    orr__uslot_arm(p, s);
    *ev = (orr__event){ .op = op, .result = ready, .more = true };
    return ready != 0;
}

static bool on_connected(uring *p, uring_slot *s, orr__event *ev)
{
    int err = 0;
    socklen_t len = sizeof err;

    p->k.sys.system_calls++;
    if (getsockopt(s->op->fd, SOL_SOCKET, SO_ERROR, &err, &len) < 0)
        err = errno;
    return report_last(p, s, ev, -err);
}

static bool on_writable(uring *p, uring_slot *s, orr__event *ev)
{
    int r = orr__sys_send_some(&p->k.sys, s->op);

    if (r == 0) {
        orr__uslot_arm(p, s);
        return false;
    }
    return report_last(p, s, ev, r < 0 ? r : s->op->result);
}

/* Its status is taken at the end of the batch, with those of all others. The
 * slot waits for that; see next_child(). */
static bool on_child(uring *p)
{
    p->children_due = true;
    return false;
}

static bool on_poll(uring *p, uring_slot *s, int32_t res, orr__event *ev)
{
    orr__uslot_disarmed(p, s);
    if (s->op == NULL) {
        orr__uslot_free(p, s);
        return false;
    }
    if (s->op->code == OP_CHILD)
        return on_child(p);
    if (res == -ECANCELED || res == -EINTR) { /* not by us */
        orr__uslot_arm(p, s);
        return false;
    }
    if (res < 0)
        return report_last(p, s, ev, res);
    switch (s->op->code) {
    case OP_READY:
        return on_ready(p, s, (uint32_t)res, ev);
    case OP_CONNECT:
        return on_connected(p, s, ev);
    case OP_SEND:
    case OP_SENDTO:
        return on_writable(p, s, ev);
    case OP_ACCEPT:
        return accept_by_call(p, s, ev);
    default:
        p->draining = s;
        p->hung_up = (res & POLLHUP) != 0;
        return false;
    }
}

/* Read once from the descriptor that is being drained. A stream that did not
 * fill the buffer is empty, most likely; but if it has hung up, the next read
 * finds the end, which libuv reports at once. */
static bool next_drained(uring *p, orr__event *ev)
{
    uring_slot *s = p->draining;
    orr__op *op = s->op;

    if (!may_report(p, s) || !orr__sys_recv(&p->k.sys, op, &p->rx, ev)) {
        p->draining = NULL;
        orr__uslot_arm(p, s);
        return false;
    }
    if (!ev->more) {
        p->draining = NULL;
        op->where = PLACE_NONE;
        orr__uslot_free(p, s);
    } else if (op->code == OP_RECV && ev->result < (int64_t)p->rx.size &&
               !p->hung_up) {
        p->draining = NULL;
        orr__uslot_arm(p, s);
    }
    return true;
}

/* ---- Wake-ups -------------------------------------------------------- */

static bool next_wake(uring *p, orr__event *ev)
{
    if (!p->wake_now || p->k.wake_op == NULL)
        return false;
    p->wake_now = p->wake_due = false;
    *ev = (orr__event){ .op = p->k.wake_op, .more = true };
    return true;
}

/* ---- The ring --------------------------------------------------------- */

static bool leave_to_pool(uring *p, uring_slot *s, orr__event *ev)
{
    orr__op *op = s->op;
    const int err = orr__uring_pool_submit(p, op);

    if (err < 0)
        return report_last(p, s, ev, err);
    orr__uslot_free(p, s);
    return false;
}

/* Without an operation, the back end is being closed. */
static bool on_file(uring *p, uring_slot *s, int32_t res, orr__event *ev)
{
    orr__uslot_disarmed(p, s);
    if (s->op == NULL) {
        orr__uslot_free(p, s);
        return false;
    }
    switch (orr__uring_file_finish(p, s->op, res)) {
    case FILE_GOES_ON:
        orr__uslot_arm(p, s);
        return false;
    case FILE_FOR_POOL:
        return leave_to_pool(p, s, ev);
    case FILE_OVER:
        break;
    }
    return report_last(p, s, ev, s->op->result);
}

static bool on_completion(uring *p, const struct io_uring_cqe *cqe,
                          orr__event *ev)
{
    uring_slot *s = orr__uslot_find(p, cqe->user_data);

    switch ((uring_kind)s->kind) {
    case SLOT_RECV:
        return on_recv(p, s, cqe, ev);
    case SLOT_ACCEPT:
        return on_accept(p, s, cqe->res, ev);
    case SLOT_POLL:
        return on_poll(p, s, cqe->res, ev);
    case SLOT_FILE:
        return on_file(p, s, cqe->res, ev);
    case SLOT_WAKE:
        if (!(cqe->flags & IORING_CQE_F_MORE)) {
            orr__uslot_disarmed(p, s);
            orr__uslot_arm(p, s);
        }
        return next_wake(p, ev);
    case SLOT_SIGNALS:
        orr__uslot_disarmed(p, s);
        p->signals_due = true;
        return false;
    case SLOT_WATCHES:
        orr__uslot_disarmed(p, s);
        p->watches_due = true;
        return false;
    }
    return false;
}

static inline struct io_uring_cqe *completion_next(const uring *p)
{
    return &p->ring.cqes[p->cq_head & p->ring.cq_mask];
}

/* The kernel may write over it from now on. */
static inline void completion_read(uring *p)
{
    __atomic_store_n(p->ring.k_cq_head, ++p->cq_head, __ATOMIC_RELEASE);
}

/* A receive that has filled its share of the batch ends the batch here: what
 * follows stays in the queue. */
static bool is_too_much(const uring *p, const struct io_uring_cqe *cqe)
{
    const uring_slot *s = orr__uslot_find(p, cqe->user_data);

    return s->kind == SLOT_RECV && s->op != NULL && s->counted == p->batch &&
           s->count >= ORR__BATCH_MAX && cqe->res > 0;
}

static bool next_in_ring(uring *p, orr__event *ev)
{
    for (;;) {
        if (p->draining != NULL) {
            if (next_drained(p, ev))
                return true;
            continue;
        }
        if (p->watches_due) {
            if (orr__watches_next(&p->k.watches, ev))
                return true;
            p->watches_due = false;
            orr__uslot_arm(p, p->watches_slot);
            continue;
        }
        if (p->cq_head == p->cq_end)
            return false;
        const struct io_uring_cqe cqe = *completion_next(p);
        if (cqe.user_data == 0) {
            completion_read(p);
            continue;
        }
        if (is_too_much(p, &cqe)) {
            p->cq_end = p->cq_head;
            continue;
        }
        completion_read(p);
        if (on_completion(p, &cqe, ev))
            return true;
    }
}

/* ---- The batch -------------------------------------------------------- */

static bool next_signal(uring *p, orr__event *ev)
{
    if (!p->signals_due)
        return false;
    if (orr__signals_next(&p->k.signals, ev))
        return true;
    p->signals_due = false;
    orr__uslot_arm(p, p->signals_slot);
    return false;
}

/* A descriptor that was reported, yet its child could not be reaped, is
 * watched again. */
static void children_rearm(uring *p)
{
    for (orr__op *op = p->k.children.first; op != NULL; op = op->next) {
        uring_slot *s = orr__uslot_find(p, op->slot);
        if (s->state == SLOT_IDLE && orr__list_empty(&s->link))
            orr__uslot_arm(p, s);
    }
}

/* A completion of one child may be the first sign of another's exit. */
static bool next_child(uring *p, orr__event *ev)
{
    if (!p->children_due)
        return false;
    if (!orr__children_next(&p->k.children, ev)) {
        p->children_due = false;
        children_rearm(p);
        return false;
    }
    orr__uslot_leave(p, orr__uslot_find(p, ev->op->slot));
    ev->op->where = PLACE_NONE;
    return true;
}

static bool next_of_stage(uring *p, orr__event *ev)
{
    switch ((uring_stage)p->stage) {
    case STAGE_DONE:
        return orr__kernel_next_done(&p->k, ev);
    case STAGE_WAKE:
        return !p->wake_placed && next_wake(p, ev);
    case STAGE_KEPT:
        return next_stashed(p, ev);
    case STAGE_RING:
        return next_in_ring(p, ev) || next_wake(p, ev);
    case STAGE_SIGNALS:
        return next_signal(p, ev);
    case STAGE_CHILDREN:
        return next_child(p, ev);
    case STAGE_END:
        break;
    }
    return false;
}

bool orr__uring_next(orr__poll *base, orr__event *ev)
{
    uring *p = (uring *)(void *)base;

    if (p->stage == STAGE_END)
        return false;
    orr__uring_put_back(p);
    while (p->stage != STAGE_END) {
        if (next_of_stage(p, ev))
            return true;
        p->stage = p->stage == STAGE_CHILDREN ? STAGE_END : p->stage + 1;
    }
    orr__uring_signal_embedder(p);
    return false;
}

/* An operation of the pool is reported from done_now or, if the kernel did it,
 * from the ring. */
bool orr__uring_next_is_pooled(orr__poll *base)
{
    const uring *p = (const uring *)(const void *)base;

    if (p->stage == STAGE_DONE)
        return orr__kernel_next_is_pooled(&p->k);
    for (uint32_t i = p->cq_head; i != p->cq_end; i++) {
        const uint64_t number = p->ring.cqes[i & p->ring.cq_mask].user_data;
        if (number != 0)
            return orr__uslot_find(p, number)->kind == SLOT_FILE;
    }
    return false;
}

/*
 * Completions without an event must not end a sleep. Such are those of a slot
 * without an operation, unless the slot is a source's, or the place of a
 * wake-up.
 */
static bool is_silent(const uring *p, const struct io_uring_cqe *cqe)
{
    if (cqe->user_data == 0)
        return true;
    const uring_slot *s = orr__uslot_find(p, cqe->user_data);
    if (s->kind == SLOT_WAKE)
        return !p->wake_now;
    return s->op == NULL && s->kind != SLOT_SIGNALS && s->kind != SLOT_WATCHES;
}

void orr__uring_see(uring *p)
{
    p->cq_end = orr__ring_tail(&p->ring);
    for (; p->cq_marked != p->cq_end; p->cq_marked++)
        orr__bufs_mark(&p->bufs, &p->ring.cqes[p->cq_marked & p->ring.cq_mask]);
}

bool orr__uring_skip_silent(uring *p)
{
    orr__event ev;

    while (p->cq_head != p->cq_end) {
        const struct io_uring_cqe cqe = *completion_next(p);
        if (!is_silent(p, &cqe))
            return true;
        completion_read(p);
        if (cqe.user_data != 0)
            on_completion(p, &cqe, &ev);
    }
    return false;
}

int orr__uring_recv_error(const uring *p, int fd)
{
    const uring_fd *f = orr__ufd_known(p, fd);

    if (f == NULL || f->recv == NULL)
        return 0;
    if (f->recv->ended && f->recv->end < 0)
        return f->recv->end;
    const uint64_t number = orr__uslot_number(f->recv);
    const uint32_t tail = orr__ring_tail(&p->ring);
    for (uint32_t i = p->cq_head; i != tail; i++) {
        const struct io_uring_cqe *cqe = &p->ring.cqes[i & p->ring.cq_mask];
        if (cqe->user_data == number && cqe->res == -ECONNRESET)
            return cqe->res;
    }
    return 0;
}
