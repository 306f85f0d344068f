/*
 * stream_option.c - names and options of sockets, for streams and datagrams.
 */
#include "loop/stream.h"
#include "loop/udp.h"

#include <string.h>

/* The descriptor behind any handle that has one. */
int orr_fileno(const orr_handle *h)
{
    int fd = -1;

    if (h == NULL || h->record.kind == ORR_KIND_NONE)
        return -EINVAL;
    switch (h->record.kind) {
    case ORR_TCP:
    case ORR_PIPE:
    case ORR_TTY: {
        const orr_stream *s = (const void *)h;
        fd = s->io != NULL ? s->io->fd : -1;
        break;
    }
    case ORR_UDP: {
        const orr_udp *u = (const void *)h;
        fd = u->io != NULL ? u->io->fd : -1;
        break;
    }
    case ORR_POLL:
        if (h->flags & H_ACTIVE)
            fd = ((const orr_poll *)(const void *)h)->fd;
        break;
    default:
        return -EINVAL;
    }
    return fd >= 0 ? fd : -EBADF;
}

static int name_of(const orr_handle *h, orr__code code, struct sockaddr *addr,
                   uint32_t *len)
{
    orr__op op = { .code = (uint8_t)code };

    if (addr == NULL || len == NULL)
        return -EINVAL;
    op.fd = orr_fileno(h);
    if (op.fd < 0)
        return op.fd;
    if (h->record.kind == ORR_TCP) {
        // A bind() that failed for the address is reported here first.
        const orr_stream *s = (const void *)h;
        if (s->io->late_error != 0)
            return s->io->late_error;
    }
    op.u.addr.out = addr;
    op.u.addr.len = *len;
    const int64_t err = orr__call_now(h->loop, &op);
    if (err < 0)
        return (int)err;
    *len = op.u.addr.len;
    return 0;
}

int orr_getsockname(const orr_handle *h, struct sockaddr *addr, uint32_t *len)
{
    return name_of(h, OP_SOCKNAME, addr, len);
}

int orr_getpeername(const orr_handle *h, struct sockaddr *addr, uint32_t *len)
{
    return name_of(h, OP_PEERNAME, addr, len);
}

static int buffer_size(orr_handle *h, orr__sock_option what, int *value)
{
    if (value == NULL || *value < 0)
        return -EINVAL;
    const int fd = orr_fileno(h);
    if (fd < 0)
        return fd;
    if (*value == 0)
        return orr__sock_get(h->loop->poll, fd, what, value);
    return orr__sock_set(h->loop->poll, fd, what, *value);
}

int orr_send_buffer_size(orr_handle *h, int *value)
{
    return buffer_size(h, SOCK_SEND_BUFFER, value);
}

int orr_recv_buffer_size(orr_handle *h, int *value)
{
    return buffer_size(h, SOCK_RECV_BUFFER, value);
}

/* libuv remembers these options until there is a socket; here they need one. */
static int tcp_fd(const orr_stream *s)
{
    const int err = orr__stream_check(s);

    if (err < 0)
        return err;
    if (s->handle.record.kind != ORR_TCP)
        return -EINVAL;
    return s->io->fd >= 0 ? s->io->fd : -EBADF;
}

int orr_tcp_nodelay(orr_stream *s, bool on)
{
    const int fd = tcp_fd(s);

    return fd < 0 ? fd
                  : orr__sock_set(s->handle.loop->poll, fd, SOCK_NODELAY, on);
}

int orr_tcp_keepalive(orr_stream *s, bool on, uint32_t delay_s)
{
    if (on && (delay_s == 0 || delay_s > INT32_MAX)) {
        const int fd = tcp_fd(s);
        return fd < 0 ? fd : -EINVAL;
    }
    // The same numbers as libuv: probe each second, ten times.
    return orr_tcp_keepalive_ex(s, on, (int32_t)delay_s, 1, 10);
}

int orr_tcp_keepalive_ex(orr_stream *s, bool on, int32_t delay_s,
                         int32_t interval_s, int32_t count)
{
    const orr__sock_option names[] = { SOCK_KEEPALIVE_DELAY,
                                       SOCK_KEEPALIVE_INTERVAL,
                                       SOCK_KEEPALIVE_COUNT };
    const int32_t values[] = { delay_s, interval_s, count };
    const int fd = tcp_fd(s);

    if (fd < 0)
        return fd;
    int err = orr__sock_set(s->handle.loop->poll, fd, SOCK_KEEPALIVE, on);
    for (int i = 0; i < 3 && on && err == 0; i++)
        if (values[i] > 0)
            err =
                orr__sock_set(s->handle.loop->poll, fd, names[i], values[i]);
    return err;
}

int orr_tcp_set_tos(orr_stream *s, uint8_t tos)
{
    const int fd = tcp_fd(s);

    return fd < 0 ? fd : orr__sock_set(s->handle.loop->poll, fd, SOCK_TOS, tos);
}

int orr_tcp_get_tos(orr_stream *s)
{
    int value = 0;
    const int fd = tcp_fd(s);

    if (fd < 0)
        return fd;
    const int err = orr__sock_get(s->handle.loop->poll, fd, SOCK_TOS, &value);
    return err < 0 ? err : value;
}

int orr_tcp_close_reset(orr_stream *s, orr_close_fn *fn)
{
    int fd = tcp_fd(s);

    if (fd < 0)
        return fd;
    if (s->io->shutdown != NULL)
        return -EINVAL;
    const int err = orr__sock_set(s->handle.loop->poll, fd, SOCK_RESET, 1);
    if (err < 0)
        return err;
    orr_close(&s->handle, fn);
    return 0;
}

int orr_stream_set_blocking(orr_stream *s, bool blocking)
{
    orr__op op = { .code = OP_NONBLOCK };
    const int err = orr__stream_check(s);

    if (err < 0)
        return err;
    if (s->io->fd < 0)
        return -EBADF;
    op.fd = s->io->fd;
    op.u.n = !blocking;
    return (int)orr__call_now(s->handle.loop, &op);
}

int orr_stream_shut(orr_stream *s)
{
    orr__op op = { .code = OP_SHUTDOWN };
    const int err = orr__stream_check(s);

    if (err < 0)
        return err;
    if (s->io->fd < 0)
        return -ENOTCONN;
    op.fd = s->io->fd;
    op.u.n = ORR__SHUT_BOTH;
    return (int)orr__call_now(s->handle.loop, &op);
}

bool orr_is_readable(const orr_stream *s)
{
    return s->io != NULL &&
           (s->io->flags & (S_CONNECTED | S_CONNECTING | S_TRIED));
}

bool orr_is_writable(const orr_stream *s)
{
    return orr_is_readable(s) && !(s->io->flags & S_SHUT);
}

/* The permissions are added for all users; none is removed. */
int orr_pipe_chmod(orr_stream *s, int events)
{
    const int err = orr__stream_check(s);
    orr_stat st = { .mode = 0 };
    uint32_t add = 0;

    if (err < 0)
        return err;
    if (s->handle.record.kind != ORR_PIPE || events == 0 ||
        (events & ~(ORR_READABLE | ORR_WRITABLE)) != 0)
        return -EINVAL;
    if (s->io->path == NULL)
        return -EBADF;
    if (events & ORR_READABLE)
        add |= 0444;
    if (events & ORR_WRITABLE)
        add |= 0222;
    orr__op op = { .code = OP_STAT };
    op.u.fs.path = s->io->path;
    op.u.fs.out = &st;
    int64_t r = orr__call_now(s->handle.loop, &op);
    if (r < 0 || (st.mode & add) == add)
        return (int)r;
    op.code = OP_CHMOD;
    op.u.fs.mode = ((uint32_t)st.mode | add) & 07777;
    return (int)orr__call_now(s->handle.loop, &op);
}
