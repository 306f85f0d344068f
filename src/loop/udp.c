/*
 * udp.c - datagrams. Sending has the two queues of a stream (stream.h), only
 * that a datagram goes whole or not at all; one that fails does not hold up
 * the next.
 *
 * A datagram is tried inside orr_udp_send() if it is the only one, that is, if
 * no callback of another one is pending. Else it waits for the pending phase
 * that runs that callback; and one that is sent inside such a callback waits
 * for the poll that finds the socket writable. That is libuv's order, and keeps
 * a callback that sends again from looping in the pending phase.
 */
#include "loop/udp.h"

#include <string.h>

static int udp_check(const orr_udp *u)
{
    return u == NULL ? -EINVAL : orr__handle_check(&u->handle, ORR_UDP);
}

static void udp_update(orr_udp *u)
{
    if ((u->io->flags & U_RECEIVING) || u->io->queued > 0)
        orr__handle_start(&u->handle);
    else
        orr__handle_stop(&u->handle);
}

static int64_t call_fd(orr_udp *u, orr__op *op)
{
    op->fd = u->io->fd;
    return orr__call_now(u->handle.loop, op);
}

/* ---- Making one ------------------------------------------------------- */

static void go_on(orr_udp *u);

static void on_pending(orr_loop *loop, orr__pending *p)
{
    (void)loop;
    go_on(orr__container(p, orr__udp, pending)->owner);
}

int orr_udp_init(orr_loop *loop, orr_udp *u)
{
    const int err = orr__handle_fresh(loop, u != NULL ? &u->handle : NULL);

    if (err < 0)
        return err;
    orr__udp *io = orr__alloc(&loop->allocator, sizeof *io);
    if (io == NULL)
        return -ENOMEM;
    io->owner = u;
    io->fd = -1;
    io->in.owner = io->out.owner = u;
    io->pending.fn = on_pending;
    orr__list_init(&io->waiting);
    orr__list_init(&io->done);
    u->io = io;
    orr__handle_open(loop, &u->handle, ORR_UDP, ORR__SITE());
    return 0;
}

int orr_udp_open(orr_udp *u, int fd)
{
    orr__op op = { .code = OP_ADOPT, .fd = fd };
    const int err = udp_check(u);

    if (err < 0)
        return err;
    if (fd < 0)
        return -EBADF;
    if (u->io->fd >= 0)
        return -EBUSY;
    const int64_t kind = orr__call_now(u->handle.loop, &op);
    if (kind < 0)
        return (int)kind;
    if (kind != ORR_UDP)
        return -EINVAL;
    u->io->fd = fd;
    u->io->flags |= U_BOUND;
    return 0;
}

static int need_socket(orr_udp *u, const struct sockaddr *like)
{
    if (u->io->fd >= 0)
        return 0;
    const int fd = orr__sock_open(u->handle.loop->poll, like, true);
    if (fd < 0)
        return fd;
    u->io->fd = fd;
    return 0;
}

int orr_udp_bind(orr_udp *u, const struct sockaddr *addr, uint32_t flags)
{
    const uint32_t known =
        ORR_BIND_IPV6ONLY | ORR_BIND_REUSEPORT | ORR_UDP_REUSEADDR;
    orr__op op = { .code = OP_BIND };
    orr__addr a;
    int err = udp_check(u);

    if (err < 0)
        return err;
    if (addr == NULL || (flags & ~known) != 0 || orr__addr_copy(&a, addr) < 0 ||
        (u->io->flags & U_BOUND))
        return -EINVAL;
    const bool had = u->io->fd >= 0;
    err = need_socket(u, addr);
    if (err < 0)
        return err;
    op.u.addr.addr = orr__addr_get(&a);
    op.u.addr.len = a.len;
    op.u.addr.flags = flags;
    err = (int)call_fd(u, &op);
    if (err < 0) {
        if (!had) {
            orr__close_fd(u->handle.loop, u->io->fd);
            u->io->fd = -1;
        }
        return err;
    }
    u->io->flags |= U_BOUND;
    return 0;
}

/* Sending or receiving without a bind gets a port of the system's choice. */
static int need_bound(orr_udp *u, const struct sockaddr *like)
{
    orr__addr any;

    if (u->io->flags & U_BOUND)
        return 0;
    orr__addr_any(&any, like);
    return orr_udp_bind(u, orr__addr_get(&any), 0);
}

int orr_udp_connect(orr_udp *u, const struct sockaddr *addr)
{
    orr__op op = { .code = OP_CONNECT };
    orr__addr a = { .len = 0 };
    int err = udp_check(u);

    if (err < 0)
        return err;
    if (addr == NULL && !(u->io->flags & U_CONNECTED))
        return -ENOTCONN;
    if (addr != NULL && (u->io->flags & U_CONNECTED))
        return -EISCONN;
    if (addr != NULL && orr__addr_copy(&a, addr) < 0)
        return -EINVAL;
    err = addr != NULL ? need_bound(u, addr) : 0;
    if (err < 0)
        return err;
    op.u.addr.addr = addr != NULL ? orr__addr_get(&a) : NULL;
    op.u.addr.len = a.len;
    err = (int)call_fd(u, &op);
    if (err < 0)
        return err;
    u->io->flags ^= U_CONNECTED;
    return 0;
}

/* ---- Receiving -------------------------------------------------------- */

typedef struct recv_call {
    orr_udp *u;
    orr_recv_fn *fn;
    const orr__event *ev;
} recv_call;

static void recv_thunk(void *arg)
{
    const recv_call *c = arg;
    c->fn(c->u, c->ev->result, c->ev->data, c->ev->from, c->ev->flags);
}

static void on_recv(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    orr_udp *u = op->owner;
    recv_call c = { u, u->recv_fn, ev };

    if (!ev->more) {
        u->io->flags &= ~(uint32_t)(U_IN_ARMED | U_RECEIVING);
        udp_update(u);
    }
    orr_call(loop, &u->handle.record, recv_thunk, &c);
}

int orr_udp_recv_start(orr_udp *u, orr_recv_fn *fn)
{
    int err = udp_check(u);

    if (err < 0)
        return err;
    if (fn == NULL)
        return -EINVAL;
    if (u->io->flags & U_RECEIVING)
        return -EALREADY;
    err = need_bound(u, NULL);
    if (err < 0)
        return err;
    orr__op *op = &u->io->in;
    op->code = OP_RECVFROM;
    op->done = on_recv;
    op->fd = u->io->fd;
    orr__schedule(u->handle.loop, &u->handle.record, ORR_UDP, ORR__SITE());
    err = orr__submit(u->handle.loop, op, &u->handle.record);
    if (err < 0)
        return err;
    u->recv_fn = fn;
    u->io->flags |= U_RECEIVING | U_IN_ARMED;
    udp_update(u);
    return 0;
}

static void disarm_in(orr_udp *u)
{
    if (u->io->flags & U_IN_ARMED)
        must(orr__cancel(u->handle.loop, &u->io->in) == 0,
             "an operation on a socket can always be taken back");
    u->io->flags &= ~(uint32_t)(U_IN_ARMED | U_RECEIVING);
}

void orr_udp_recv_stop(orr_udp *u)
{
    if (udp_check(u) < 0)
        return;
    disarm_in(u);
    udp_update(u);
}

/* ---- Sending ---------------------------------------------------------- */

static size_t size_of(const orr_buf *bufs, uint32_t n)
{
    size_t size = 0;

    for (uint32_t i = 0; i < n; i++)
        size += bufs[i].len;
    return size;
}

static void fill_op(orr_udp *u, const orr_send_req *req, orr__op *op)
{
    op->code = OP_SENDTO;
    op->fd = u->io->fd;
    memset(&op->u, 0, sizeof op->u);
    op->u.io.bufs = req->bufs;
    op->u.io.nbufs = req->nbufs;
    op->u.io.addr = req->addr;
    op->u.io.addr_len = req->addr_len;
}

/* The head of the waiting queue, or NULL. */
static orr_send_req *udp_first(const orr_udp *u)
{
    const orr_link *line = &u->io->waiting;

    return orr__list_empty(line)
               ? NULL
               : orr__container(line->next, orr_send_req, line);
}

static void finish_first(orr_udp *u, int64_t status)
{
    orr_send_req *req = udp_first(u);

    req->status = status;
    orr__list_remove(&req->line);
    orr__list_add_last(&u->io->done, &req->line);
}

static void on_sent(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    orr_udp *u = op->owner;

    u->io->flags &= ~(uint32_t)U_OUT_ARMED;
    must(udp_first(u) != NULL, "the datagram that was sent heads the line");
    finish_first(u, ev->result);
    orr__pend(loop, &u->io->pending);
    go_on(u);
}

static int arm_out(orr_udp *u)
{
    orr__op *op = &u->io->out;

    fill_op(u, udp_first(u), op);
    op->done = on_sent;
    const int err = orr__submit(u->handle.loop, op, &udp_first(u)->req.record);
    if (err == 0)
        u->io->flags |= U_OUT_ARMED;
    return err;
}

/* When the socket can be written to. */
static void send_later(orr_udp *u)
{
    const int err = u->io->flags & U_OUT_ARMED ? 0 : arm_out(u);

    if (err == 0)
        return;
    finish_first(u, err);
    orr__pend(u->handle.loop, &u->io->pending);
}

/* Cancel the send that the back end has; it may have been sent, and only not
 * reported yet. */
static void disarm_out(orr_udp *u)
{
    const orr__op *op = &u->io->out;

    if (!(u->io->flags & U_OUT_ARMED))
        return;
    must(orr__cancel(u->handle.loop, &u->io->out) == 0,
         "an operation on a socket can always be taken back");
    u->io->flags &= ~(uint32_t)U_OUT_ARMED;
    if (op->u.io.nbufs == 0 || op->result < 0)
        finish_first(u, op->result);
}

/* A failure ends the loop; the pending phase goes on with the rest. */
static void udp_flush(orr_udp *u)
{
    int64_t n = 0;

    disarm_out(u);
    while (udp_first(u) != NULL && n >= 0) {
        orr__op op = { .code = OP_NONE };
        fill_op(u, udp_first(u), &op);
        n = orr__call_now(u->handle.loop, &op);
        if (n == -EAGAIN || n == -ENOBUFS) {
            send_later(u);
            return;
        }
        finish_first(u, n);
        orr__pend(u->handle.loop, &u->io->pending);
    }
}

static void send_thunk(void *arg)
{
    orr_send_req *req = arg;
    req->fn(req, req->status < 0 ? (int)req->status : 0);
}

static void udp_release(orr_send_req *req)
{
    const orr_allocator *a = &req->req.loop->allocator;

    if (req->bufs != req->small)
        orr__free(a, req->bufs);
    orr__free(a, req->addr);
    req->bufs = NULL;
    req->addr = NULL;
}

static void call_done(orr_udp *u)
{
    orr_link now;

    orr__list_init(&now);
    orr__list_move(&now, &u->io->done);
    while (!orr__list_empty(&now)) {
        orr_send_req *req = orr__container(now.next, orr_send_req, line);
        orr__list_remove(&req->line);
        u->io->queued--;
        u->io->queued_bytes -= req->size;
        udp_release(req);
        orr__req_end(&req->req);
        orr_call(u->handle.loop, &req->req.record, send_thunk, req);
    }
}

static void go_on(orr_udp *u)
{
    orr__udp *io = u->io;

    udp_flush(u);
    io->flags |= U_CALLING;
    call_done(u);
    if (u->handle.flags & H_CLOSING)
        return;
    io->flags &= ~(uint32_t)U_CALLING;
    udp_update(u);
}

static int may_send(orr_udp *u, const orr_buf *bufs, uint32_t nbufs,
                    const struct sockaddr *addr)
{
    const int err = udp_check(u);

    if (err < 0)
        return err;
    if (bufs == NULL || nbufs == 0)
        return -EINVAL;
    if (addr == NULL && !(u->io->flags & U_CONNECTED))
        return -EDESTADDRREQ;
    if (addr != NULL && (u->io->flags & U_CONNECTED))
        return -EISCONN;
    return 0;
}

static int copy_in(orr_udp *u, orr_send_req *req, const orr_buf *bufs,
                   uint32_t nbufs, const orr__addr *addr)
{
    const orr_allocator *a = &u->handle.loop->allocator;

    req->addr = NULL;
    req->addr_len = addr->len;
    if (addr->len > 0) {
        req->addr = orr__memdup(a, addr->bytes, addr->len);
        if (req->addr == NULL)
            return -ENOMEM;
    }
    req->bufs = req->small;
    if (nbufs > sizeof req->small / sizeof req->small[0])
        req->bufs = orr__alloc_array(a, nbufs, sizeof *bufs);
    if (req->bufs == NULL) {
        orr__free(a, req->addr);
        return -ENOMEM;
    }
    memcpy(req->bufs, bufs, nbufs * sizeof *bufs);
    req->nbufs = nbufs;
    req->size = size_of(bufs, nbufs);
    return 0;
}

static void wait_in_line(orr_udp *u, orr_send_req *req)
{
    orr__udp *io = u->io;

    orr__list_add_last(&io->waiting, &req->line);
    io->queued++;
    io->queued_bytes += req->size;
}

int orr_udp_send(orr_send_req *req, orr_udp *u, const orr_buf *bufs,
                 uint32_t nbufs, const struct sockaddr *addr, orr_send_fn *fn)
{
    orr__addr a = { .len = 0 };
    int err = may_send(u, bufs, nbufs, addr);

    if (err < 0)
        return err;
    if (req == NULL || fn == NULL ||
        (addr != NULL && orr__addr_copy(&a, addr) < 0))
        return -EINVAL;
    err = need_bound(u, addr);
    if (err == 0)
        err = copy_in(u, req, bufs, nbufs, &a);
    if (err < 0)
        return err;
    req->udp = u;
    req->fn = fn;
    orr__req_start(u->handle.loop, &req->req, ORR_SEND, ORR__SITE());
    const bool alone = u->io->queued == 0 && !(u->io->flags & U_CALLING);
    wait_in_line(u, req);
    udp_update(u);
    if (alone)
        udp_flush(u);
    else
        send_later(u);
    return 0;
}

int64_t orr_udp_try_send(orr_udp *u, const orr_buf *bufs, uint32_t nbufs,
                         const struct sockaddr *addr)
{
    orr__op op = { .code = OP_SENDTO };
    orr__addr a = { .len = 0 };
    int err = may_send(u, bufs, nbufs, addr);

    if (err < 0)
        return err;
    if (addr != NULL && orr__addr_copy(&a, addr) < 0)
        return -EINVAL;
    if (u->io->queued > 0)
        return -EAGAIN;
    err = need_bound(u, addr);
    if (err < 0)
        return err;
    op.u.io.bufs = (orr_buf *)(uintptr_t)bufs; /* not advanced */
    op.u.io.nbufs = nbufs;
    op.u.io.addr = addr != NULL ? orr__addr_get(&a) : NULL;
    op.u.io.addr_len = a.len;
    return call_fd(u, &op);
}

/* How many datagrams, from the first on, can be sent; if none, the error. */
static int64_t udp_sendable(orr_udp *u, const orr_datagram *list, uint32_t n)
{
    orr__addr a;

    for (uint32_t i = 0; i < n; i++) {
        int err = may_send(u, &list[i].buf, 1, list[i].addr);
        if (err == 0 && list[i].addr != NULL)
            err = orr__addr_copy(&a, list[i].addr);
        if (err < 0)
            return i > 0 ? (int64_t)i : err;
    }
    return n;
}

/* Send as many as possible; only an error of the first one is returned. */
int orr_udp_try_send_batch(orr_udp *u, const orr_datagram *list, uint32_t n)
{
    orr__op op = { .code = OP_SENDMANY };

    if (list == NULL || n == 0 || n > INT32_MAX)
        return -EINVAL;
    const int64_t good = udp_sendable(u, list, n);
    if (good < 0)
        return (int)good;
    if (u->io->queued > 0)
        return -EAGAIN;
    const int err = need_bound(u, list[0].addr);
    if (err < 0)
        return err;
    op.u.many.list = list;
    op.u.many.n = (uint32_t)good;
    return (int)call_fd(u, &op);
}

size_t orr_udp_queue_size(const orr_udp *u)
{
    return u->io != NULL ? u->io->queued_bytes : 0;
}

size_t orr_udp_queue_count(const orr_udp *u)
{
    return u->io != NULL ? u->io->queued : 0;
}

/* ---- Options ---------------------------------------------------------- */

static int udp_option(orr_udp *u, orr__sock_option what, int value)
{
    const int err = udp_check(u);

    if (err < 0)
        return err;
    if (u->io->fd < 0)
        return -EBADF;
    return orr__sock_set(u->handle.loop->poll, u->io->fd, what, value);
}

int orr_udp_broadcast(orr_udp *u, bool on)
{
    return udp_option(u, SOCK_BROADCAST, on);
}

int orr_udp_ttl(orr_udp *u, int ttl)
{
    return ttl < 1 || ttl > 255 ? -EINVAL : udp_option(u, SOCK_TTL, ttl);
}

int orr_udp_multicast_ttl(orr_udp *u, int ttl)
{
    return ttl < 0 || ttl > 255 ? -EINVAL
                                : udp_option(u, SOCK_MULTICAST_TTL, ttl);
}

int orr_udp_multicast_loop(orr_udp *u, bool on)
{
    return udp_option(u, SOCK_MULTICAST_LOOP, on);
}

int orr_udp_multicast_interface(orr_udp *u, const char *interface)
{
    const int err = udp_check(u);

    if (err < 0)
        return err;
    if (u->io->fd < 0)
        return -EBADF;
    return orr__sock_interface(u->handle.loop->poll, u->io->fd, interface);
}

int orr_udp_source_membership(orr_udp *u, const char *group,
                              const char *interface, const char *source,
                              bool join)
{
    int err = udp_check(u);

    if (err < 0)
        return err;
    if (group == NULL)
        return -EINVAL;
    err = need_bound(u, NULL);
    if (err < 0)
        return err;
    return orr__sock_member(u->handle.loop->poll, u->io->fd, group, interface,
                            source, join);
}

int orr_udp_membership(orr_udp *u, const char *group, const char *interface,
                       bool join)
{
    return orr_udp_source_membership(u, group, interface, NULL, join);
}

/* ---- Closing ---------------------------------------------------------- */

void orr__udp_close(orr_handle *h)
{
    orr_udp *u = orr__container(h, orr_udp, handle);
    orr__udp *io = u->io;

    disarm_in(u);
    if (io->flags & U_OUT_ARMED)
        must(orr__cancel(h->loop, &io->out) == 0,
             "an operation on a socket can always be taken back");
    orr__unpend(h->loop, &io->pending);
    orr__close_fd(h->loop, io->fd);
    io->fd = -1;
    io->flags = 0;
}

void orr__udp_finish(orr_handle *h)
{
    orr_udp *u = orr__container(h, orr_udp, handle);
    orr__udp *io = u->io;

    while (udp_first(u) != NULL)
        finish_first(u, -ECANCELED);
    call_done(u);
    u->io = NULL;
    orr__free(&h->loop->allocator, io);
}
