/*
 * connect.c - bind, listen, accept and connect.
 *
 * Listening: one OP_ACCEPT is with the back end. A connection that it reports
 *            is
 * kept until orr_accept() takes it, and only then the next OP_ACCEPT is
 * submitted: so one connection is accepted per poll, and none is lost.
 */
#include "loop/stream.h"

#include <string.h>

/* ---- Binding ---------------------------------------------------------- */

static int bind_now(orr_stream *s, const orr__addr *addr, uint32_t flags)
{
    orr__op op = { .code = OP_BIND, .fd = s->io->fd };

    op.u.addr.addr = orr__addr_get(addr);
    op.u.addr.len = addr->len;
    op.u.addr.flags = flags;
    return (int)orr__call_now(s->handle.loop, &op);
}

/* -1 if the stream had a descriptor before; else its new one. */
static int need_socket(orr_stream *s, const struct sockaddr *like)
{
    if (s->io->fd >= 0)
        return -1;
    const int fd = orr__sock_open(s->handle.loop->poll, like, false);
    if (fd >= 0)
        s->io->fd = fd;
    return fd;
}

static void drop_socket(orr_stream *s, int fd)
{
    if (fd < 0)
        return;
    orr__close_fd(s->handle.loop, fd);
    s->io->fd = -1;
}

int orr_tcp_bind(orr_stream *s, const struct sockaddr *addr, uint32_t flags)
{
    orr__addr a;
    int err = orr__stream_check(s);

    if (err < 0)
        return err;
    if (s->handle.record.kind != ORR_TCP || addr == NULL ||
        (flags & ~(uint32_t)(ORR_BIND_IPV6ONLY | ORR_BIND_REUSEPORT)) != 0 ||
        orr__addr_copy(&a, addr) < 0 || orr__addr_path(&a) != NULL)
        return -EINVAL;
    if (s->io->flags & (S_BOUND | S_CONNECTED | S_CONNECTING | S_LISTENING))
        return -EINVAL;
    const int fd = need_socket(s, addr);
    if (fd < -1)
        return fd;
    err = bind_now(s, &a, flags);
    if (err < 0 && err != -EADDRINUSE) {
        drop_socket(s, fd);
        return err;
    }
    s->io->late_error = err;
    s->io->flags |= S_BOUND;
    return 0;
}

int orr_pipe_bind(orr_stream *s, const char *path, size_t len)
{
    orr__addr a;
    int err = orr__stream_check(s);

    if (err < 0)
        return err;
    if (s->handle.record.kind != ORR_PIPE || path == NULL || s->io->fd >= 0)
        return -EINVAL;
    err = orr__addr_unix(&a, path, len);
    if (err < 0)
        return err;
    char *copy = orr__memdup(&s->handle.loop->allocator, path, len);
    if (copy == NULL)
        return -ENOMEM;
    const int fd = need_socket(s, orr__addr_get(&a));
    err = fd < 0 ? fd : bind_now(s, &a, 0);
    if (err < 0) {
        drop_socket(s, fd);
        orr__free(&s->handle.loop->allocator, copy);
        return err;
    }
    if (path[0] != 0)
        s->io->path = copy;
    else
        orr__free(&s->handle.loop->allocator, copy);
    s->io->flags |= S_BOUND;
    return 0;
}

/* ---- Listening -------------------------------------------------------- */

typedef struct connection_call {
    orr_stream *server;
    int status;
} connection_call;

static void connection_thunk(void *arg)
{
    const connection_call *c = arg;
    c->server->connection_fn(c->server, c->status);
}

static void call_connection(orr_stream *s, int status)
{
    connection_call c = { s, status };

    s->io->flags |= S_ACCEPTING;
    orr_call(s->handle.loop, &s->handle.record, connection_thunk, &c);
    s->io->flags &= ~(uint32_t)S_ACCEPTING;
}

static bool wants_more(const orr_stream *s)
{
    return (s->io->flags & S_LISTENING) && s->io->accepted < 0;
}

/* Older Nodes accept all waiting connections in one poll. */
static void accept_the_rest(orr_stream *s)
{
    while (wants_more(s)) {
        orr__op op = { .code = OP_ACCEPT, .fd = s->io->fd };
        const int64_t fd = orr__call_now(s->handle.loop, &op);
        if (fd < 0)
            return;
        s->io->accepted = (int)fd;
        call_connection(s, 0);
    }
}

void orr__stream_on_accept(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    orr_stream *s = op->owner;

    s->io->flags &= ~(uint32_t)S_IN_ARMED;
    if (ev->result >= 0) {
        s->io->accepted = (int)ev->result;
        call_connection(s, 0);
    } else if (ev->result != -EAGAIN && ev->result != -ECONNABORTED) {
        call_connection(s, (int)ev->result);
    }
    if (loop->profile->accept_all)
        accept_the_rest(s);
    if (!wants_more(s))
        return;
    const int err = orr__stream_arm_in(s);
    if (err < 0)
        call_connection(s, err);
}

/* A socket that was never bound listens on a port of the system's choice. */
static int bind_any(orr_stream *s)
{
    orr__addr any;

    orr__addr_any(&any, NULL);
    return orr_tcp_bind(s, orr__addr_get(&any), 0);
}

int orr_listen(orr_stream *s, int backlog, orr_connection_fn *fn)
{
    orr__op op = { .code = OP_LISTEN };
    int err = orr__stream_check(s);

    if (err < 0)
        return err;
    if (fn == NULL || s->handle.record.kind == ORR_TTY ||
        (s->io->flags & (S_READING | S_CONNECTING)))
        return -EINVAL;
    if (s->io->late_error != 0)
        return s->io->late_error;
    if (s->io->fd < 0) {
        if (s->handle.record.kind != ORR_TCP)
            return -EINVAL;
        err = bind_any(s);
        if (err < 0)
            return err;
    }
    op.fd = s->io->fd;
    op.u.n = backlog;
    err = (int)orr__call_now(s->handle.loop, &op);
    if (err < 0)
        return err;
    s->connection_fn = fn;
    s->io->flags = (s->io->flags | S_LISTENING) & ~(uint32_t)S_CONNECTED;
    orr__schedule(s->handle.loop, &s->handle.record,
                  (orr_kind)s->handle.record.kind, ORR__SITE());
    err = orr__stream_arm_in(s);
    if (err < 0)
        s->io->flags &= ~(uint32_t)S_LISTENING;
    orr__stream_update(s);
    return err;
}

int orr_accept(orr_stream *server, orr_stream *client)
{
    int err = orr__stream_check(server);

    if (err == 0)
        err = orr__stream_check(client);
    if (err < 0)
        return err;
    if (server->handle.record.kind != client->handle.record.kind)
        return -EINVAL;
    if (server->io->accepted < 0)
        return -EAGAIN;
    if (client->io->fd >= 0)
        return -EBUSY;
    /* Inside the connection callback, on_accept() does this afterwards. */
    if (!(server->io->flags & S_ACCEPTING))
        err = orr__stream_arm_in(server);
    if (err < 0)
        return err;
    const int fd = server->io->accepted;
    server->io->accepted = -1;
    return orr__stream_adopt(client, fd);
}

/* ---- Connecting ------------------------------------------------------- */

typedef struct connect_call {
    orr_connect_req *req;
    int status;
} connect_call;

static void connect_thunk(void *arg)
{
    const connect_call *c = arg;
    c->req->fn(c->req, c->status);
}

/*
 * Writes that were queued during the connect are sent, or fail. libuv learns in
 * the next poll that the socket is writable and writes then; so does this loop.
 * The callback may have begun to connect again.
 */
static void connect_settle(orr_stream *s, int status)
{
    if (s->handle.flags & H_CLOSING)
        return;
    orr__stream_begin_reading(s);
    if (status < 0) {
        orr__stream_fail_writes(s, -ECANCELED);
        orr__stream_call_done(s);
    }
    if (!(s->handle.flags & H_CLOSING) && !(s->io->flags & S_CONNECTING))
        orr__stream_go_on_later(s);
}

void orr__stream_end_connect(orr_stream *s, int status)
{
    orr__stream *io = s->io;
    orr_connect_req *req = io->connect;

    if (req == NULL)
        return;
    io->connect = NULL;
    io->late_error = 0;
    io->flags &= ~(uint32_t)S_CONNECTING;
    if (status == 0 && s->handle.record.kind == ORR_TCP)
        io->flags ^= S_ONCE_MORE;
    io->flags |= status == 0 ? S_CONNECTED : S_TRIED;
    orr__free(&s->handle.loop->allocator, io->addr);
    io->addr = NULL;
    if (!(s->handle.flags & H_CLOSING))
        orr__stream_update(s);
    connect_call c = { req, status };
    orr__req_end(&req->req);
    orr_call(s->handle.loop, &req->req.record, connect_thunk, &c);
    connect_settle(s, status);
}

static void on_connect(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    orr_stream *s = op->owner;

    (void)loop;
    s->io->flags &= ~(uint32_t)S_OUT_ARMED;
    orr__stream_end_connect(s, (int)ev->result);
}

/* To connect once more: a send of no bytes, which is done when the socket is
 * writable. */
static void fill_again(orr__op *op)
{
    static const orr_buf nothing;

    op->code = OP_SEND;
    memset(&op->u, 0, sizeof op->u);
    op->u.io.bufs = (orr_buf *)(uintptr_t)&nothing;
    op->u.io.nbufs = 1;
    op->u.io.offset = -1;
}

/*
 * ECONNREFUSED is passed to the callback even if it is known at once, as in
 * libuv, and so is every error of a Unix socket. Other errors are returned.
 */
static int submit_connect(orr_stream *s, orr_connect_req *req)
{
    orr__stream *io = s->io;
    orr__op *op = &io->out;

    op->code = OP_CONNECT;
    op->done = on_connect;
    op->fd = io->fd;
    op->u.addr.addr = orr__addr_get(io->addr);
    op->u.addr.len = io->addr->len;
    if (io->flags & S_CONNECTED)
        fill_again(op);
    const int err = orr__submit(s->handle.loop, op, &req->req.record);
    if (err == 0) {
        io->flags |= S_OUT_ARMED;
        return 0;
    }
    if (err != -ECONNREFUSED && s->handle.record.kind != ORR_PIPE)
        return err;
    io->late_error = err;
    orr__pend(s->handle.loop, &io->pending);
    return 0;
}

static int connect_to(orr_connect_req *req, orr_stream *s,
                      const orr__addr *addr, orr_connect_fn *fn, uintptr_t site)
{
    orr__stream *io = s->io;
    const orr_allocator *a = &s->handle.loop->allocator;

    io->addr = (orr__addr *)(void *)orr__memdup(a, addr, sizeof *addr);
    if (io->addr == NULL)
        return -ENOMEM;
    const int fd = need_socket(s, orr__addr_get(addr));
    int err = fd < -1 ? fd : 0;
    if (err < 0)
        goto free_addr;
    req->stream = s;
    req->fn = fn;
    orr__req_start(s->handle.loop, &req->req, ORR_CONNECT, site);
    io->connect = req;
    io->flags |= S_CONNECTING;
    if (io->late_error != 0)
        orr__pend(s->handle.loop, &io->pending);
    else
        err = submit_connect(s, req);
    if (err == 0) {
        orr__stream_update(s);
        return 0;
    }
    io->connect = NULL;
    io->flags &= ~(uint32_t)S_CONNECTING;
    orr__req_refuse(&req->req);
    drop_socket(s, fd);
free_addr:
    orr__free(a, io->addr);
    io->addr = NULL;
    return err;
}

/* A write that is with the back end, and the end of all writes, leave no
 * operation to learn by that the socket is writable. */
static bool may_connect_again(const orr_stream *s)
{
    return (s->io->flags & (S_ONCE_MORE | S_OUT_ARMED | S_SHUT)) == S_ONCE_MORE;
}

static int may_connect(const orr_connect_req *req, const orr_stream *s,
                       orr_kind kind, orr_connect_fn *fn)
{
    const int err = orr__stream_check(s);

    if (err < 0)
        return err;
    if (req == NULL || fn == NULL || s->handle.record.kind != kind)
        return -EINVAL;
    if (s->io->flags & S_CONNECTING)
        return -EALREADY;
    if ((s->io->flags & S_CONNECTED) && !may_connect_again(s))
        return -EISCONN;
    return s->io->flags & S_LISTENING ? -EINVAL : 0;
}

int orr_tcp_connect(orr_connect_req *req, orr_stream *s,
                    const struct sockaddr *addr, orr_connect_fn *fn)
{
    orr__addr a;
    const int err = may_connect(req, s, ORR_TCP, fn);

    if (err < 0)
        return err;
    if (addr == NULL || orr__addr_copy(&a, addr) < 0)
        return -EINVAL;
    return connect_to(req, s, &a, fn, ORR__SITE());
}

int orr_pipe_connect(orr_connect_req *req, orr_stream *s, const char *path,
                     size_t len, orr_connect_fn *fn)
{
    orr__addr a;
    int err = may_connect(req, s, ORR_PIPE, fn);

    if (err < 0)
        return err;
    if (path == NULL)
        return -EINVAL;
    err = orr__addr_unix(&a, path, len);
    if (err < 0)
        return err;
    return connect_to(req, s, &a, fn, ORR__SITE());
}
