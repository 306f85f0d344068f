/*
 * stream.c - the life of a stream, and reading from it.
 *
 * Two ways to read. A socket that no other process has uses OP_RECV: the back
 * end lends the loop what arrived. A terminal, or a descriptor that was handed
 * over and may be shared with a child, must not have a read outstanding that
 * would steal the child's input: it uses OP_READY, and is read only when there
 * is something to read.
 */
#include "loop/stream.h"

#include <string.h>

int orr__stream_check(const orr_stream *s)
{
    if (s == NULL)
        return -EINVAL;
    const orr_kind kind = (orr_kind)s->handle.record.kind;
    if (kind != ORR_TCP && kind != ORR_PIPE && kind != ORR_TTY)
        return -EINVAL;
    return orr__handle_check(&s->handle, kind);
}

void orr__stream_update(orr_stream *s)
{
    const orr__stream *io = s->io;

    if ((io->flags & (S_READING | S_LISTENING)) != 0)
        orr__handle_start(&s->handle);
    else
        orr__handle_stop(&s->handle);
}

/* ---- Making one ------------------------------------------------------- */

static void on_pending(orr_loop *loop, orr__pending *p)
{
    orr__stream *io = orr__container(p, orr__stream, pending);
    orr_stream *s = io->owner;

    (void)loop;
    if (io->connect != NULL && io->late_error != 0)
        orr__stream_end_connect(s, io->late_error);
    else
        orr__stream_go_on(s);
}

static int stream_init(orr_loop *loop, orr_stream *s, orr_kind kind,
                       uint32_t flags, uintptr_t site)
{
    const int err = orr__handle_fresh(loop, s != NULL ? &s->handle : NULL);

    if (err < 0)
        return err;
    orr__stream *io = orr__alloc(&loop->allocator, sizeof *io);
    if (io == NULL)
        return -ENOMEM;
    io->owner = s;
    io->fd = io->accepted = -1;
    io->flags = flags;
    io->in.owner = io->out.owner = s;
    io->pending.fn = on_pending;
    orr__list_init(&io->waiting);
    orr__list_init(&io->done);
    s->io = io;
    orr__handle_open(loop, &s->handle, kind, site);
    return 0;
}

int orr_tcp_init(orr_loop *loop, orr_stream *s)
{
    return stream_init(loop, s, ORR_TCP, 0, ORR__SITE());
}

int orr_pipe_init(orr_loop *loop, orr_stream *s, bool ipc)
{
    return stream_init(loop, s, ORR_PIPE, ipc ? S_IPC : 0, ORR__SITE());
}

int orr_tty_init(orr_loop *loop, orr_stream *s, int fd)
{
    if (loop == NULL)
        return -EINVAL;
    if (fd < 0)
        return -EBADF;
    if (orr_fd_kind(loop, fd) != ORR_TTY)
        return -EINVAL;
    const int err = stream_init(loop, s, ORR_TTY,
                                S_CONNECTED | S_HANDED | S_KEEP_FD,
                                ORR__SITE());
    if (err == 0)
        s->io->fd = fd;
    return err;
}

orr_kind orr_fd_kind(orr_loop *loop, int fd)
{
    orr__op op = { .code = OP_FDKIND, .fd = fd };

    if (loop == NULL || fd < 0)
        return ORR_KIND_NONE;
    const int64_t kind = orr__call_now(loop, &op);
    return kind < 0 ? ORR_KIND_NONE : (orr_kind)kind;
}

int orr__stream_adopt(orr_stream *s, int fd)
{
    const int err = orr__stream_check(s);

    if (err < 0)
        return err;
    if (s->io->fd >= 0)
        return -EBUSY;
    s->io->fd = fd;
    s->io->flags |= S_CONNECTED;
    return 0;
}

/* Standard input, output and error are not closed with their stream. */
int orr_stream_open(orr_stream *s, int fd)
{
    orr__op op = { .code = OP_ADOPT, .fd = fd };
    const int err = orr__stream_check(s);

    if (err < 0)
        return err;
    if (fd < 0)
        return -EBADF;
    if (s->io->fd >= 0)
        return -EBUSY;
    const int64_t kind = orr__call_now(s->handle.loop, &op);
    if (kind < 0)
        return (int)kind;
    if (kind == ORR_FS || kind == ORR_UDP)
        return -EINVAL;
    s->io->fd = fd;
    s->io->flags |= S_CONNECTED | S_HANDED;
    if (fd <= 2)
        s->io->flags |= S_KEEP_FD;
    return 0;
}

int orr_stream_pair(orr_stream *a, orr_stream *b)
{
    orr__op op = { .code = OP_SOCKETPAIR };

    if (orr__stream_check(a) < 0 || orr__stream_check(b) < 0 || a == b)
        return -EINVAL;
    if (a->io->fd >= 0 || b->io->fd >= 0)
        return -EBUSY;
    if (a->handle.loop->table != b->handle.loop->table)
        return -EINVAL;
    op.u.pair.type = 1; /* SOCK_STREAM */
    const int64_t err = orr__call_now(a->handle.loop, &op);
    if (err < 0)
        return (int)err;
    orr__stream_adopt(a, op.u.pair.fds[0]);
    orr__stream_adopt(b, op.u.pair.fds[1]);
    return 0;
}

/* ---- Reading ---------------------------------------------------------- */

typedef struct read_call {
    orr_stream *s;
    orr_read_fn *fn;
    int64_t n;
    const void *bytes;
} read_call;

static void read_thunk(void *arg)
{
    const read_call *c = arg;
    c->fn(c->s, c->n, c->bytes);
}

static void call_read(orr_stream *s, int64_t n, const void *bytes)
{
    read_call c = { s, s->read_fn, n, bytes };

    orr_call(s->handle.loop, &s->handle.record, read_thunk, &c);
}

static void stop_reading(orr_stream *s)
{
    s->io->flags &= ~(uint32_t)S_READING;
    orr__stream_disarm_in(s);
    orr__stream_update(s);
}

/* The end, or an error: reading has stopped before the callback. After an error
 * the stream can neither be read nor written. */
static void end_reading(orr_stream *s, int64_t why)
{
    stop_reading(s);
    if (why < 0) {
        s->io->flags &= ~(uint32_t)(S_CONNECTED | S_TRIED);
        s->io->flags |= S_SHUT;
    }
    call_read(s, why == 0 ? ORR_EOF : why, NULL);
}

static int reserve_fds(orr_stream *s, uint32_t n)
{
    orr__stream *io = s->io;

    if (n <= io->fds_capacity)
        return 0;
    int *more = orr__resize(&s->handle.loop->allocator, io->fds,
                            (size_t)n * 2 * sizeof *more);
    if (more == NULL)
        return -ENOMEM;
    io->fds = more;
    io->fds_capacity = n * 2;
    return 0;
}

void orr__stream_begin_reading(orr_stream *s)
{
    if ((s->io->flags & (S_READING | S_CONNECTING)) != S_READING)
        return;
    const int err = orr__stream_arm_in(s);
    if (err < 0)
        end_reading(s, err);
}

/* Descriptors that cannot be stored are closed, so that they do not leak. */
static int keep_fds(orr_stream *s, const int *fds, uint32_t n)
{
    orr__stream *io = s->io;
    const int err = reserve_fds(s, io->nfds + n);

    for (uint32_t i = 0; i < n; i++) {
        if (err == 0)
            io->fds[io->nfds++] = fds[i];
        else
            orr__close_fd(s->handle.loop, fds[i]);
    }
    return err;
}

int orr_take_fd(orr_stream *s)
{
    const int err = orr__stream_check(s);

    if (err < 0)
        return err;
    orr__stream *io = s->io;
    if (io->nfds == 0)
        return -EAGAIN;
    const int fd = io->fds[0];
    io->nfds--;
    memmove(io->fds, io->fds + 1, io->nfds * sizeof *io->fds);
    return fd;
}

/*
 * libuv reads again only if the buffer was filled, so it meets the end, or an
 * error, in the poll after the one that brought the last bytes. Older versions
 * treat a pipe that has hung up as ended.
 */
static void on_end(orr_loop *loop, orr_stream *s, int64_t why)
{
    orr__op *op = &s->io->in;
    const bool with_data = s->io->data_poll == loop->polls;
    const bool at_once = loop->profile->end_with_data &&
                         s->handle.record.kind != ORR_TCP;

    s->io->flags &= ~(uint32_t)S_IN_ARMED;
    if (!with_data || at_once) {
        end_reading(s, with_data ? 0 : why);
        return;
    }
    s->io->flags |= S_IN_ARMED;
    orr__finish(loop, op, why);
}

static void on_recv(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    orr_stream *s = op->owner;
    int err = 0;

    if (ev->nfds > 0)
        err = keep_fds(s, ev->fds, ev->nfds);
    if (err < 0) { /* bytes must not come without their descriptors */
        s->io->flags &= ~(uint32_t)(ev->more ? 0 : S_IN_ARMED);
        end_reading(s, err);
    } else if (ev->result > 0) {
        s->io->data_poll = ev->result < ORR__CHUNK ? loop->polls : 0;
        call_read(s, ev->result, ev->data);
    } else {
        on_end(loop, s, ev->result);
    }
}

static int64_t read_now(orr_stream *s, void *chunk)
{
    orr_buf buf = { chunk, ORR__CHUNK };
    orr__op op = { .code = OP_READ, .fd = s->io->fd };

    op.u.io.bufs = &buf;
    op.u.io.nbufs = 1;
    op.u.io.offset = -1;
    return orr__call_now(s->handle.loop, &op);
}

/*
 * One read per readiness, and further ones while the buffer is filled: a
 * blocking terminal must not be read when there is no input. False: the end.
 */
static bool read_some(orr_stream *s, void *chunk, int64_t error)
{
    for (int i = 0; i < ORR__BATCH_MAX; i++) {
        int64_t n = read_now(s, chunk);
        if (n == -EAGAIN && error == 0)
            return true;
        if (n <= 0) {
            end_reading(s, n == -EAGAIN ? error : n);
            return false;
        }
        call_read(s, n, chunk);
        if (n < ORR__CHUNK || !(s->io->flags & S_READING) ||
            (s->handle.flags & H_CLOSING))
            return true;
    }
    return true;
}

/* An error of the descriptor ends the operation, but there may be bytes to be
 * read before it, and only the read gives the errno. */
static void on_readable(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    orr_stream *s = op->owner;
    void *chunk = orr__chunk(loop);

    if (!ev->more)
        s->io->flags &= ~(uint32_t)S_IN_ARMED;
    if (chunk == NULL)
        end_reading(s, -ENOMEM);
    else if (read_some(s, chunk, ev->result < 0 ? ev->result : 0) &&
             !(s->handle.flags & H_CLOSING))
        orr__stream_begin_reading(s);
}

int orr__stream_arm_in(orr_stream *s)
{
    orr__stream *io = s->io;
    orr__op *op = &io->in;

    if (io->flags & S_IN_ARMED)
        return 0;
    op->fd = io->fd;
    memset(&op->u, 0, sizeof op->u);
    if (io->flags & S_LISTENING) {
        op->code = OP_ACCEPT;
        op->done = orr__stream_on_accept;
    } else if (io->flags & S_HANDED) {
        op->code = OP_READY;
        op->done = on_readable;
        op->u.n = ORR_READABLE;
    } else {
        op->code = OP_RECV;
        op->done = on_recv;
        op->u.io.nfds = io->flags & S_IPC ? 1 : 0;
    }
    const int err = orr__submit(s->handle.loop, op, &s->handle.record);
    if (err == 0)
        io->flags |= S_IN_ARMED;
    return err;
}

void orr__stream_disarm_in(orr_stream *s)
{
    if (!(s->io->flags & S_IN_ARMED))
        return;
    s->io->flags &= ~(uint32_t)S_IN_ARMED;
    must(orr__cancel(s->handle.loop, &s->io->in) == 0,
         "an operation on a socket can always be taken back");
}

int orr_read_start(orr_stream *s, orr_read_fn *fn)
{
    int err = orr__stream_check(s);

    if (err < 0)
        return err;
    if (fn == NULL || (s->io->flags & S_LISTENING))
        return -EINVAL;
    if (s->io->fd < 0 ||
        !(s->io->flags & (S_CONNECTED | S_CONNECTING | S_TRIED)))
        return -ENOTCONN;
    if (s->io->flags & S_READING)
        return -EALREADY;
    /* Descriptors come by recvmsg(), which works on a shared socket, too. */
    if (s->io->flags & S_IPC)
        s->io->flags &= ~(uint32_t)S_HANDED;
    orr__schedule(s->handle.loop, &s->handle.record,
                  (orr_kind)s->handle.record.kind, ORR__SITE());
    err = s->io->flags & S_CONNECTING ? 0 : orr__stream_arm_in(s);
    if (err < 0)
        return err;
    s->read_fn = fn;
    s->io->flags |= S_READING;
    orr__stream_update(s);
    return 0;
}

void orr_read_stop(orr_stream *s)
{
    if (orr__stream_check(s) == 0 && (s->io->flags & S_READING))
        stop_reading(s);
}

/* ---- Closing ---------------------------------------------------------- */

static void close_descriptors(orr_stream *s)
{
    orr__stream *io = s->io;
    orr_loop *loop = s->handle.loop;

    if (!(io->flags & S_KEEP_FD))
        orr__close_fd(loop, io->fd);
    orr__close_fd(loop, io->accepted);
    for (uint32_t i = 0; i < io->nfds; i++)
        orr__close_fd(loop, io->fds[i]);
    io->fd = io->accepted = -1;
    io->nfds = 0;
}

static void remove_socket_file(orr_stream *s)
{
    orr__op op = { .code = OP_UNLINK };

    if (s->io->path == NULL)
        return;
    op.u.fs.path = s->io->path;
    orr__call_now(s->handle.loop, &op);
}

void orr__stream_close(orr_handle *h)
{
    orr_stream *s = orr__container(h, orr_stream, handle);
    orr__stream *io = s->io;

    orr__stream_disarm_in(s);
    if (io->flags & S_OUT_ARMED)
        must(orr__cancel(h->loop, &io->out) == 0,
             "an operation on a socket can always be taken back");
    orr__unpend(h->loop, &io->pending);
    remove_socket_file(s);
    close_descriptors(s);
    io->flags = 0;
}

void orr__stream_finish(orr_handle *h)
{
    orr_stream *s = orr__container(h, orr_stream, handle);
    orr__stream *io = s->io;
    const orr_allocator *a = &h->loop->allocator;

    orr__stream_end_connect(s, -ECANCELED);
    orr__stream_fail_writes(s, -ECANCELED);
    orr__stream_call_done(s);
    orr__stream_end_shutdown(s, -ECANCELED);
    s->io = NULL;
    orr__free(a, io->fds);
    orr__free(a, io->addr);
    orr__free(a, io->path);
    orr__free(a, io);
}
