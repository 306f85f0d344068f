/*
 * net.c - sockets and pipes: what is done at once, and the three steps
 * that epoll takes when a descriptor is ready (receive, accept, send).
 *
 * What must stay true:
 *
 *  1. Every descriptor that is made here, or arrives here over a socket, is
 *     close-on-exec and non-blocking (except those that arrive: they keep the
 *     mode of the sender until OP_ADOPT).
 *  2. SIGPIPE is never raised. See below.
 *  3. A call that fails with EINTR is repeated.
 *
 * SIGPIPE. A library must not change the action of a signal in the whole
 * process, and an ignored signal would be ignored in children, too. A socket is
 * written to with MSG_NOSIGNAL. Pipes and terminals have no such flag before
 * Linux 6.18 (RWF_NOSIGNAL); on older kernels SIGPIPE is blocked in the thread
 * during the write, and removed if it is pending afterwards.
 *
 * Whether a descriptor is a socket is found out by send(), which fails with
 * ENOTSOCK on anything else. That is noted in a bitmap, so that it costs a
 * system call only once per descriptor. The bit is only a hint: if it is out of
 * date, the path for pipes works for sockets as well.
 */
#include "poll/sys/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"

#ifndef RWF_NOSIGNAL
#define RWF_NOSIGNAL 0x00000100
#endif

_Static_assert(sizeof(orr_buf) == sizeof(struct iovec) &&
                   offsetof(orr_buf, base) == offsetof(struct iovec, iov_base),
               "an orr_buf is laid out as a struct iovec");
_Static_assert(sizeof(sigset_t) <= sizeof(((orr__quiet *)0)->mask),
               "the signal mask fits");

/* Make the call until no signal interrupts it: the result, or -errno. */
#define RETRY(result_, call_)                                                  \
    do {                                                                       \
        (result_) = (call_);                                                   \
    } while ((result_) < 0 && ((result_) = -errno) == -EINTR)

static struct iovec *as_iovec(orr_buf *bufs)
{
    return (struct iovec *)(void *)bufs;
}

/* The kernel refuses more; the rest goes with the next call. */
static uint32_t vector_max(uint32_t n)
{
    return n < IOV_MAX ? n : IOV_MAX;
}

static int64_t zero_or_errno(int result)
{
    return result < 0 ? -errno : 0;
}

/* ---- Making them ------------------------------------------------------ */

static int64_t socket_make(const orr__op *op)
{
    int type = op->u.socket.type | SOCK_NONBLOCK | SOCK_CLOEXEC;
    int fd = socket(op->u.socket.domain, type, op->u.socket.protocol);

    return fd < 0 ? -errno : fd;
}

static int64_t pair_make(orr__op *op)
{
    int type = op->u.pair.type | SOCK_NONBLOCK | SOCK_CLOEXEC;

    return zero_or_errno(socketpair(AF_UNIX, type, 0, op->u.pair.fds));
}

static int64_t pipe_make(orr__op *op)
{
    return zero_or_errno(pipe2(op->u.pair.fds, O_NONBLOCK | O_CLOEXEC));
}

static int set_flag(orr__sys *sys, int fd, int level, int name, int on)
{
    sys->system_calls++;
    return setsockopt(fd, level, name, &on, sizeof on) < 0 ? -errno : 0;
}

/*
 * What has to be set before bind(), as libuv has it on Linux. TCP: the address
 * can be used again while old connections from it linger, and IPV6ONLY is
 * switched on or off, whatever the system's default. UDP: only the flags given.
 */
static int bind_prepare(orr__sys *sys, const orr__op *op)
{
    const bool v6 = op->u.addr.addr->sa_family == AF_INET6;
    const bool v6_only = op->u.addr.flags & ORR_BIND_IPV6ONLY;
    int type = 0;
    socklen_t len = sizeof type;
    int err = 0;

    sys->system_calls++;
    if (getsockopt(op->fd, SOL_SOCKET, SO_TYPE, &type, &len) < 0)
        return -errno;
    const bool tcp = type == SOCK_STREAM;
    if (v6_only && !v6)
        return -EINVAL;
    if (tcp || (op->u.addr.flags & ORR_UDP_REUSEADDR))
        err = set_flag(sys, op->fd, SOL_SOCKET, SO_REUSEADDR, 1);
    if (err == 0 && (op->u.addr.flags & ORR_BIND_REUSEPORT))
        err = set_flag(sys, op->fd, SOL_SOCKET, SO_REUSEPORT, 1);
    if (err == 0 && v6 && (tcp || v6_only))
        err = set_flag(sys, op->fd, IPPROTO_IPV6, IPV6_V6ONLY, v6_only);
    return err;
}

static int64_t socket_bind(orr__sys *sys, const orr__op *op)
{
    const struct sockaddr *addr = op->u.addr.addr;
    int err = 0;

    if (addr->sa_family == AF_INET || addr->sa_family == AF_INET6)
        err = bind_prepare(sys, op);
    if (err < 0)
        return err;
    return zero_or_errno(bind(op->fd, addr, op->u.addr.len));
}

static void spare_open(orr__sys *sys)
{
    if (sys->spare_fd >= 0)
        return;
    sys->system_calls++;
    sys->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static int64_t socket_listen(orr__sys *sys, const orr__op *op)
{
    spare_open(sys); /* while there still are descriptors */
    return zero_or_errno(listen(op->fd, (int)op->u.n));
}

/*
 * An address of no family takes back the connection of a datagram socket. A
 * connect() that was interrupted goes on by itself.
 */
static int64_t socket_connect(const orr__op *op)
{
    static const struct sockaddr none = { .sa_family = AF_UNSPEC };
    const struct sockaddr *addr = op->u.addr.addr;
    socklen_t len = op->u.addr.len;

    if (addr == NULL) {
        addr = &none;
        len = sizeof none;
    }
    if (connect(op->fd, addr, len) == 0)
        return 0;
    return errno == EINTR ? -EINPROGRESS : -errno;
}

/* ---- Asking and setting ----------------------------------------------- */

static int64_t socket_name(orr__op *op)
{
    socklen_t len = op->u.addr.len;
    int result = op->code == OP_SOCKNAME
                     ? getsockname(op->fd, op->u.addr.out, &len)
                     : getpeername(op->fd, op->u.addr.out, &len);

    if (result < 0)
        return -errno;
    op->u.addr.len = len;
    return 0;
}

static int64_t option_set(const orr__op *op)
{
    return zero_or_errno(setsockopt(op->fd, op->u.opt.level, op->u.opt.name,
                                    op->u.opt.value, op->u.opt.len));
}

static int64_t option_get(orr__op *op)
{
    socklen_t len = op->u.opt.len;

    if (getsockopt(op->fd, op->u.opt.level, op->u.opt.name, op->u.opt.value,
                   &len) < 0)
        return -errno;
    op->u.opt.len = len;
    return 0;
}

static int64_t nonblock_set(int fd, int on)
{
    int result;

    RETRY(result, ioctl(fd, FIONBIO, &on));
    return result;
}

static orr_kind socket_kind(int fd)
{
    struct sockaddr_storage addr;
    socklen_t addr_len = sizeof addr;
    int type = 0;
    socklen_t type_len = sizeof type;

    if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &type_len) < 0 ||
        getsockname(fd, (struct sockaddr *)&addr, &addr_len) < 0)
        return ORR_KIND_NONE;
    const bool inet = addr.ss_family == AF_INET || addr.ss_family == AF_INET6;
    if (type == SOCK_STREAM && inet)
        return ORR_TCP;
    if (type == SOCK_STREAM && addr.ss_family == AF_UNIX)
        return ORR_PIPE;
    if (type == SOCK_DGRAM && inet)
        return ORR_UDP;
    return ORR_KIND_NONE;
}

/* As Node has it: a character device that is not a terminal is a file. */
static int64_t fd_kind(orr__sys *sys, int fd)
{
    struct stat st;

    sys->system_calls++;
    if (fstat(fd, &st) < 0)
        return -errno;
    if (S_ISCHR(st.st_mode))
        return isatty(fd) ? ORR_TTY : ORR_FS;
    if (S_ISREG(st.st_mode))
        return ORR_FS;
    if (S_ISFIFO(st.st_mode))
        return ORR_PIPE;
    return S_ISSOCK(st.st_mode) ? socket_kind(fd) : ORR_KIND_NONE;
}

/* Files are left as they are: non-blocking means nothing to them. */
static int64_t fd_adopt(orr__sys *sys, int fd)
{
    int64_t kind = fd_kind(sys, fd);

    if (kind < 0 || kind == ORR_FS)
        return kind;
    int64_t err = nonblock_set(fd, 1);
    return err < 0 ? err : kind;
}

/* ---- Writing without SIGPIPE ------------------------------------------ */

/*
 * If the thread had it blocked already, a SIGPIPE of somebody else may be
 * pending, and must stay so.
 */
void orr__sigpipe_block(orr__quiet *quiet)
{
    sigset_t pipe_only, saved, pending;

    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_only, &saved);
    quiet->was_pending = false;
    if (sigismember(&saved, SIGPIPE) == 1) {
        sigpending(&pending);
        quiet->was_pending = sigismember(&pending, SIGPIPE) == 1;
    }
    memcpy(quiet->mask, &saved, sizeof saved);
}

void orr__sigpipe_unblock(orr__quiet *quiet, bool raised)
{
    static const struct timespec at_once;
    sigset_t pipe_only, saved;
    int saved_errno = errno;

    if (raised && !quiet->was_pending) {
        sigemptyset(&pipe_only);
        sigaddset(&pipe_only, SIGPIPE);
        while (sigtimedwait(&pipe_only, NULL, &at_once) < 0 && errno == EINTR)
            ;
    }
    memcpy(&saved, quiet->mask, sizeof saved);
    pthread_sigmask(SIG_SETMASK, &saved, NULL);
    errno = saved_errno;
}

static int64_t write_guarded(int fd, const struct iovec *v, int n)
{
    orr__quiet quiet;
    int64_t result;

    orr__sigpipe_block(&quiet);
    RETRY(result, writev(fd, v, n));
    orr__sigpipe_unblock(&quiet, result == -EPIPE);
    return result;
}

/*
 * Some drivers don't take flags at all. Then all writes go the slower way from
 * there on: it is right for everything, and such drivers are rare.
 */
int64_t orr__sys_write(int fd, const orr_buf *bufs, uint32_t nbufs)
{
    static atomic_bool no_flag;
    const struct iovec *v = (const struct iovec *)(const void *)bufs;
    const int n = (int)vector_max(nbufs);
    int64_t result;

    if (!atomic_load_explicit(&no_flag, memory_order_relaxed)) {
        RETRY(result, pwritev2(fd, v, n, -1, RWF_NOSIGNAL));
        if (result != -EOPNOTSUPP)
            return result;
        atomic_store_explicit(&no_flag, true, memory_order_relaxed);
    }
    return write_guarded(fd, v, n);
}

/* ---- Which descriptors are not sockets --------------------------------- */

static bool known_no_socket(const orr__sys *sys, int fd)
{
    const uint32_t word = (uint32_t)fd / 64;

    return word < sys->not_sockets_size &&
           (sys->not_sockets[word] >> (fd % 64) & 1);
}

/* Without memory the bit is not set, and the next write tries send() again. */
static void note_no_socket(orr__sys *sys, int fd)
{
    const uint32_t word = (uint32_t)fd / 64;

    if (word >= sys->not_sockets_size) {
        const uint32_t size = word + 4;
        uint64_t *more =
            orr__resize(sys->allocator, sys->not_sockets, size * sizeof *more);

        if (more == NULL)
            return;
        memset(more + sys->not_sockets_size, 0,
               (size - sys->not_sockets_size) * sizeof *more);
        sys->not_sockets = more;
        sys->not_sockets_size = size;
    }
    sys->not_sockets[word] |= UINT64_C(1) << (fd % 64);
}

void orr__sys_forget(orr__sys *sys, int fd)
{
    const uint32_t word = (uint32_t)fd / 64;

    if (fd >= 0 && word < sys->not_sockets_size)
        sys->not_sockets[word] &= ~(UINT64_C(1) << (fd % 64));
}

/* ---- Sending ---------------------------------------------------------- */

/* One message: the buffers, to the address if there is one, with the
 * descriptors if there are any. */
static int64_t message_send(const orr__op *op)
{
    union {
        char bytes[CMSG_SPACE(64 * sizeof(int))];
        struct cmsghdr align;
    } control;
    const size_t fds_size = op->u.io.nfds * sizeof(int);
    struct msghdr m = {
        .msg_name = (void *)(uintptr_t)op->u.io.addr,
        .msg_namelen = op->u.io.addr ? op->u.io.addr_len : 0,
        .msg_iov = as_iovec(op->u.io.bufs),
        .msg_iovlen = vector_max(op->u.io.nbufs),
    };
    int64_t result;

    if (op->u.io.nfds > 64)
        return -EINVAL;
    if (fds_size > 0) {
        memset(&control, 0, sizeof control);
        m.msg_control = control.bytes;
        m.msg_controllen = CMSG_SPACE(fds_size);
        struct cmsghdr *c = CMSG_FIRSTHDR(&m);
        c->cmsg_level = SOL_SOCKET;
        c->cmsg_type = SCM_RIGHTS;
        c->cmsg_len = CMSG_LEN(fds_size);
        memcpy(CMSG_DATA(c), op->u.io.fds, fds_size);
    }
    RETRY(result, sendmsg(op->fd, &m, MSG_NOSIGNAL));
    return result;
}

static int64_t socket_send(const orr__op *op)
{
    const orr_buf *b = op->u.io.bufs;
    int64_t result;

    if (op->u.io.nbufs != 1 || op->u.io.nfds > 0)
        return message_send(op);
    RETRY(result, send(op->fd, b->base, b->len, MSG_NOSIGNAL));
    return result;
}

/* ENOBUFS is like a full socket: try later. */
static int64_t send_result(int64_t result)
{
    return result == -ENOBUFS ? -EAGAIN : result;
}

static int64_t stream_send(orr__sys *sys, const orr__op *op)
{
    sys->system_calls++;
    if (op->fd < 0)
        return -EBADF;
    if (op->u.io.nfds > 0 || !known_no_socket(sys, op->fd)) {
        int64_t result = socket_send(op);

        if (result != -ENOTSOCK || op->u.io.nfds > 0)
            return send_result(result);
        note_no_socket(sys, op->fd);
        sys->system_calls++;
    }
    return orr__sys_write(op->fd, op->u.io.bufs, op->u.io.nbufs);
}

static int64_t datagram_send(orr__sys *sys, const orr__op *op)
{
    sys->system_calls++;
    return send_result(message_send(op));
}

/* At most so many in one system call. */
#define MANY_MAX 64

static int64_t some_send(int fd, const orr_datagram *list, uint32_t n)
{
    struct mmsghdr m[MANY_MAX];
    orr__addr addrs[MANY_MAX];
    int64_t result;

    memset(m, 0, n * sizeof *m);
    for (uint32_t i = 0; i < n; i++) {
        m[i].msg_hdr.msg_iov = as_iovec((orr_buf *)(uintptr_t)&list[i].buf);
        m[i].msg_hdr.msg_iovlen = 1;
        if (list[i].addr == NULL)
            continue;
        if (orr__addr_copy(&addrs[i], list[i].addr) < 0)
            return -EINVAL;
        m[i].msg_hdr.msg_name = addrs[i].bytes;
        m[i].msg_hdr.msg_namelen = addrs[i].len;
    }
    RETRY(result, sendmmsg(fd, m, n, MSG_NOSIGNAL));
    return result;
}

/* If the kernel takes fewer datagrams than offered, it would refuse the next
 * one, so no further call is made. */
static int64_t datagrams_send(orr__sys *sys, const orr__op *op)
{
    const uint32_t all = op->u.many.n;
    uint32_t sent = 0;

    while (sent < all) {
        const uint32_t n = all - sent < MANY_MAX ? all - sent : MANY_MAX;
        sys->system_calls++;
        const int64_t taken = some_send(op->fd, op->u.many.list + sent, n);
        if (taken < 0)
            return sent > 0 ? sent : send_result(taken);
        sent += (uint32_t)taken;
        if (taken < n)
            break;
    }
    return sent;
}

/* What the next call offers to the kernel. */
static size_t net_offered(const orr__op *op)
{
    size_t sum = 0;

    for (uint32_t i = 0; i < vector_max(op->u.io.nbufs); i++)
        sum += op->u.io.bufs[i].len;
    return sum;
}

/*
 * A short write means that the kernel's buffer is full, so no further write is
 * tried. op->result is the number of bytes written so far.
 */
int orr__sys_send_some(orr__sys *sys, orr__op *op)
{
    if (op->code == OP_SENDTO) {
        int64_t n = datagram_send(sys, op);

        if (n >= 0)
            op->result = n;
        return n >= 0 ? 1 : n == -EAGAIN ? 0 : (int)n;
    }
    orr__op_use(op, 0);
    while (op->u.io.nbufs > 0) {
        const size_t all = net_offered(op);
        int64_t n = stream_send(sys, op);

        if (n == -EAGAIN)
            return 0;
        if (n < 0)
            return (int)n;
        op->result += n;
        op->u.io.nfds = 0; /* they went along with the first byte */
        orr__op_use(op, (size_t)n);
        if ((size_t)n < all)
            return 0;
    }
    return 1;
}

/* ---- Receiving -------------------------------------------------------- */

/*
 * Descriptors arrive close-on-exec. The kernel has closed those that did not
 * fit into the control buffer, which holds as many as OP_SEND sends at once.
 */
static uint32_t fds_collect(struct msghdr *m, int *out, uint32_t max)
{
    uint32_t n = 0;

    for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c; c = CMSG_NXTHDR(m, c)) {
        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
            continue;
        size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < count && n < max; i++)
            memcpy(&out[n++], CMSG_DATA(c) + i * sizeof(int), sizeof(int));
    }
    return n;
}

static int64_t receive_fds(orr__op *op, orr__rx_buf *rx, orr__event *ev)
{
    union {
        char bytes[CMSG_SPACE(sizeof rx->fds)];
        struct cmsghdr align;
    } control;
    struct iovec v = { rx->buf, rx->size };
    struct msghdr m = {
        .msg_iov = &v,
        .msg_iovlen = 1,
        .msg_control = control.bytes,
        .msg_controllen = sizeof control.bytes,
    };
    int64_t n;

    RETRY(n, recvmsg(op->fd, &m, MSG_CMSG_CLOEXEC));
    if (n >= 0) {
        ev->nfds = fds_collect(&m, rx->fds, sizeof rx->fds / sizeof rx->fds[0]);
        ev->fds = ev->nfds > 0 ? rx->fds : NULL;
    }
    return n;
}

static int64_t receive_bytes(orr__sys *sys, orr__op *op, orr__rx_buf *rx,
                             orr__event *ev)
{
    int64_t n = -ENOTSOCK;

    if (op->u.io.nfds > 0 && !known_no_socket(sys, op->fd))
        n = receive_fds(op, rx, ev);
    if (n == -ENOTSOCK)
        RETRY(n, read(op->fd, rx->buf, rx->size));
    ev->more = n > 0;
    return n;
}

/* What ends a datagram socket; all else is about one datagram (an ICMP error
 * that came back, say), and the next may be fine. */
static bool is_final(int64_t err)
{
    return err == -EBADF || err == -ENOTSOCK || err == -EINVAL ||
           err == -EFAULT || err == -ENOTCONN || err == -EOPNOTSUPP;
}

static int64_t receive_datagram(orr__op *op, orr__rx_buf *rx, orr__event *ev)
{
    struct iovec v = { rx->buf, rx->size };
    struct msghdr m = {
        .msg_name = rx->from,
        .msg_namelen = sizeof *rx->from,
        .msg_iov = &v,
        .msg_iovlen = 1,
    };
    int64_t n;

    RETRY(n, recvmsg(op->fd, &m, 0));
    ev->more = !is_final(n);
    if (n < 0)
        return n;
    if (m.msg_namelen > 0)
        ev->from = (const struct sockaddr *)rx->from;
    if (m.msg_flags & MSG_TRUNC)
        ev->flags |= ORR_UDP_PARTIAL;
    return n;
}

bool orr__sys_recv(orr__sys *sys, orr__op *op, orr__rx_buf *rx, orr__event *ev)
{
    *ev = (orr__event){ .op = op, .data = rx->buf };
    sys->system_calls++;
    ev->result = op->code == OP_RECVFROM ? receive_datagram(op, rx, ev)
                                         : receive_bytes(sys, op, rx, ev);
    return ev->result != -EAGAIN;
}

/* ---- Accepting -------------------------------------------------------- */

static int accept_now(orr__sys *sys, int fd)
{
    int result;

    sys->system_calls++;
    RETRY(result, accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC));
    return result;
}

/* accept() also returns errors of the connection itself, which is lost then. */
static bool is_vanished(int err)
{
    switch (-err) {
    case ECONNABORTED:
    case ENETDOWN:
    case EPROTO:
    case ENOPROTOOPT:
    case EHOSTDOWN:
    case ENONET:
    case EHOSTUNREACH:
    case ENETUNREACH:
        return true;
    default:
        return false;
    }
}

/*
 * There is no descriptor left for the connection. If it stayed in the queue,
 * the listener would be ready forever and the loop would spin; its peer would
 * wait for an answer. So one descriptor is kept in reserve, to accept such a
 * connection and close it.
 *
 * The kernel looks for a descriptor first and for a connection then, so it may
 * be that none waits: -EAGAIN.
 */
static int accept_and_drop(orr__sys *sys, int fd, int shortage)
{
    if (sys->spare_fd < 0)
        return shortage;
    close(sys->spare_fd);
    sys->spare_fd = -1;
    int connection = accept_now(sys, fd);
    if (connection >= 0)
        close(connection);
    sys->system_calls += 2;
    spare_open(sys);
    return connection >= 0 ? shortage : connection;
}

int orr__sys_accept(orr__sys *sys, int fd)
{
    spare_open(sys);
    int connection = accept_now(sys, fd);

    if (connection == -EMFILE || connection == -ENFILE)
        connection = accept_and_drop(sys, fd, connection);
    return connection < 0 && is_vanished(connection) ? -EAGAIN : connection;
}

/* ---- Dispatch --------------------------------------------------------- */

static int64_t kind_or_none(int64_t kind)
{
    return kind < 0 ? ORR_KIND_NONE : kind;
}

int64_t orr__sys_net(orr__sys *sys, orr__op *op)
{
    switch (op->code) {
    case OP_SEND:
        return stream_send(sys, op);
    case OP_SENDTO:
        return datagram_send(sys, op);
    case OP_SENDMANY:
        return datagrams_send(sys, op);
    case OP_ACCEPT:
        return orr__sys_accept(sys, op->fd);
    case OP_FDKIND:
        return kind_or_none(fd_kind(sys, op->fd));
    case OP_ADOPT:
        return fd_adopt(sys, op->fd);
    default:
        break;
    }
    sys->system_calls++;
    switch (op->code) {
    case OP_SOCKET:
        return socket_make(op);
    case OP_SOCKETPAIR:
        return pair_make(op);
    case OP_PIPE:
        return pipe_make(op);
    case OP_BIND:
        return socket_bind(sys, op);
    case OP_LISTEN:
        return socket_listen(sys, op);
    case OP_CONNECT:
        return socket_connect(op);
    case OP_SOCKNAME:
    case OP_PEERNAME:
        return socket_name(op);
    case OP_SETOPT:
        return option_set(op);
    case OP_GETOPT:
        return option_get(op);
    case OP_SHUTDOWN:
        return zero_or_errno(shutdown(op->fd, (int)op->u.n));
    case OP_NONBLOCK:
        return nonblock_set(op->fd, op->u.n != 0);
    default:
        return -EINVAL;
    }
}
