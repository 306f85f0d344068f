/*
 * backend_ends.c: how connections end, which sockets may share an address, and
 * the errors, on all back ends. The simulator has to do as Linux does, so each
 * of these was first seen to hold on the real ones.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "backend.h"

/* Two ends of a TCP connection. */
static void connection(backend *b, int fds[2])
{
    struct sockaddr_in addr;
    const int listener = backend_listener(b, &addr);
    orr__op accept = { .code = OP_ACCEPT, .fd = listener };
    orr__op connect = { .code = OP_CONNECT };
    orr__event ev;

    fds[0] = backend_socket(b, AF_INET, SOCK_STREAM);
    fds[1] = -1;
    connect.fd = fds[0];
    connect.u.addr.addr = (const struct sockaddr *)&addr;
    connect.u.addr.len = sizeof addr;
    backend_submit(b, &accept);
    backend_submit(b, &connect);
    for (int i = 0; i < 2; i++) {
        backend_event(b, &ev);
        CHECK(ev.result >= 0);
        if (ev.op == &accept)
            fds[1] = (int)ev.result;
    }
    CHECK(fds[1] >= 0);
    backend_close_fd(b, listener);
}

/* The result of one receive, and its first byte. */
static int64_t receive(backend *b, int fd, char *first)
{
    orr__op op = backend_recv_op(fd);
    orr__event ev;

    backend_submit(b, &op);
    backend_event(b, &ev);
    CHECK(ev.op == &op);
    if (ev.result > 0 && first != NULL)
        *first = *(const char *)ev.data;
    const int64_t result = ev.result;
    if (ev.more)
        CHECK_INT(b->table->cancel(b->poll, &op), 0);
    return result;
}

static int64_t end_sending(backend *b, int fd)
{
    orr__op op = { .code = OP_SHUTDOWN, .fd = fd, .u.n = SHUT_WR };

    return backend_call(b, &op);
}

static int64_t set_int(backend *b, int fd, int level, int name, int value)
{
    orr__op op = { .code = OP_SETOPT, .fd = fd };

    op.u.opt.level = level;
    op.u.opt.name = name;
    op.u.opt.value = &value;
    op.u.opt.len = sizeof value;
    return backend_call(b, &op);
}

static int get_int(backend *b, int fd, int level, int name)
{
    int value = -1;
    orr__op op = { .code = OP_GETOPT, .fd = fd };

    op.u.opt.level = level;
    op.u.opt.name = name;
    op.u.opt.value = &value;
    op.u.opt.len = sizeof value;
    const int64_t err = backend_call(b, &op);
    return err < 0 ? (int)err : value;
}

/* ---- Ends --------------------------------------------------------------- */

TEST(one_direction_can_end_before_the_other)
{
    backend b;
    int fds[2];
    char byte;

    backend_open(&b, 0);
    connection(&b, fds);
    CHECK_INT(backend_send(&b, fds[0], "a"), 1);
    CHECK_INT(end_sending(&b, fds[0]), 0);
    CHECK_INT(receive(&b, fds[1], &byte), 1);
    CHECK_INT(receive(&b, fds[1], NULL), 0);
    CHECK_INT(backend_send(&b, fds[0], "x"), -EPIPE);
    CHECK_INT(backend_send(&b, fds[1], "b"), 1);
    CHECK_INT(receive(&b, fds[0], &byte), 1);
    CHECK_INT(byte, 'b');
    backend_close_pair(&b, fds);
}

TEST(closing_with_bytes_unread_resets_the_peer)
{
    backend b;
    int fds[2];

    backend_open(&b, 0);
    for (int kind = 0; kind < 2; kind++) {
        if (kind == 0)
            connection(&b, fds);
        else
            backend_pair(&b, fds);
        CHECK_INT(backend_send(&b, fds[0], "never read"), 10);
        backend_close_fd(&b, fds[1]);
        CHECK_INT(receive(&b, fds[0], NULL), -ECONNRESET);
        CHECK_INT(backend_send(&b, fds[0], "x"), -EPIPE);
        CHECK_INT(receive(&b, fds[0], NULL), 0);
        backend_close_fd(&b, fds[0]);
    }
    backend_close(&b);
}

TEST(a_reset_is_seen_after_the_bytes_before_it)
{
    backend b;
    int fds[2];
    char byte;

    backend_open(&b, 0);
    connection(&b, fds);
    CHECK_INT(orr__sock_set(b.poll, fds[1], SOCK_RESET, 1), 0);
    CHECK_INT(backend_send(&b, fds[1], "last"), 4);
    backend_close_fd(&b, fds[1]);
    CHECK_INT(receive(&b, fds[0], &byte), 4);
    CHECK_INT(receive(&b, fds[0], NULL), -ECONNRESET);
    backend_close_fd(&b, fds[0]);
    backend_close(&b);
}

/* The answer to the first one is the reset that makes the second fail. */
TEST(sending_to_a_closed_peer_works_once_over_tcp)
{
    backend b;
    int fds[2];

    backend_open(&b, 0);
    connection(&b, fds);
    backend_close_fd(&b, fds[1]);
    CHECK_INT(receive(&b, fds[0], NULL), 0);
    CHECK_INT(backend_send(&b, fds[0], "x"), 1);
    CHECK_INT(backend_send(&b, fds[0], "x"), -EPIPE);
    backend_close_fd(&b, fds[0]);
    backend_pair(&b, fds);
    backend_close_fd(&b, fds[1]);
    CHECK_INT(backend_send(&b, fds[0], "x"), -EPIPE);
    backend_close_fd(&b, fds[0]);
    backend_close(&b);
}

TEST(closing_a_listener_resets_those_who_wait)
{
    backend b;
    struct sockaddr_in addr;
    orr__op connect = { .code = OP_CONNECT };
    orr__event ev;

    backend_open(&b, 0);
    const int listener = backend_listener(&b, &addr);
    connect.fd = backend_socket(&b, AF_INET, SOCK_STREAM);
    connect.u.addr.addr = (const struct sockaddr *)&addr;
    connect.u.addr.len = sizeof addr;
    backend_submit(&b, &connect);
    backend_event(&b, &ev);
    CHECK_INT(ev.result, 0);
    backend_close_fd(&b, listener);
    CHECK_INT(receive(&b, connect.fd, NULL), -ECONNRESET);
    backend_close_fd(&b, connect.fd);
    backend_close(&b);
}

TEST(bytes_sent_before_accept_are_kept)
{
    backend b;
    struct sockaddr_in addr;
    orr__op connect = { .code = OP_CONNECT };
    orr__event ev;
    char byte;

    backend_open(&b, 0);
    const int listener = backend_listener(&b, &addr);
    orr__op accept = { .code = OP_ACCEPT, .fd = listener };
    connect.fd = backend_socket(&b, AF_INET, SOCK_STREAM);
    connect.u.addr.addr = (const struct sockaddr *)&addr;
    connect.u.addr.len = sizeof addr;
    backend_submit(&b, &connect);
    backend_event(&b, &ev);
    CHECK_INT(backend_send(&b, connect.fd, "early"), 5);
    backend_close_fd(&b, connect.fd);
    const int64_t fd = backend_call(&b, &accept);
    CHECK(fd >= 0);
    CHECK_INT(backend_call(&b, &accept), -EAGAIN);
    CHECK_INT(receive(&b, (int)fd, &byte), 5);
    CHECK_INT(receive(&b, (int)fd, NULL), 0);
    backend_close_fd(&b, (int)fd);
    backend_close_fd(&b, listener);
    backend_close(&b);
}

TEST(a_socket_that_is_not_connected_says_so)
{
    backend b;
    struct sockaddr_in addr;
    orr__op name = { .code = OP_PEERNAME };

    backend_open(&b, 0);
    name.fd = backend_socket(&b, AF_INET, SOCK_STREAM);
    name.u.addr.out = (struct sockaddr *)&addr;
    name.u.addr.len = sizeof addr;
    CHECK_INT(backend_call(&b, &name), -ENOTCONN);
    CHECK_INT(end_sending(&b, name.fd), -ENOTCONN);
    CHECK_INT(backend_send(&b, name.fd, "x"), -EPIPE);
    addr = backend_sockname(&b, name.fd);
    CHECK_INT(addr.sin_family, AF_INET);
    CHECK_INT(addr.sin_port, 0);
    backend_close_fd(&b, name.fd);
    backend_close(&b);
}

/* ---- Addresses ---------------------------------------------------------- */

static int64_t listen_on(backend *b, int fd)
{
    orr__op op = { .code = OP_LISTEN, .fd = fd, .u.n = 4 };

    return backend_call(b, &op);
}

TEST(a_port_is_shared_only_if_both_want_to)
{
    backend b;
    struct sockaddr_in addr;
    struct sockaddr_in any;

    backend_open(&b, 0);
    const int first = backend_listener(&b, &addr);
    any = addr;
    any.sin_addr.s_addr = htonl(INADDR_ANY);
    const int second = backend_socket(&b, AF_INET, SOCK_STREAM);
    CHECK_INT(backend_bind(&b, second, &addr, 0), -EADDRINUSE);
    CHECK_INT(backend_bind(&b, second, &any, 0), -EADDRINUSE);
    CHECK_INT(backend_bind(&b, second, &addr, ORR_BIND_REUSEPORT), -EADDRINUSE);
    backend_close_fd(&b, first);
    backend_close_fd(&b, second);

    const int third = backend_socket(&b, AF_INET, SOCK_STREAM);
    const int fourth = backend_socket(&b, AF_INET, SOCK_STREAM);
    CHECK_INT(backend_bind(&b, third, &addr, ORR_BIND_REUSEPORT), 0);
    CHECK_INT(listen_on(&b, third), 0);
    CHECK_INT(backend_bind(&b, fourth, &addr, ORR_BIND_REUSEPORT), 0);
    CHECK_INT(listen_on(&b, fourth), 0);
    backend_close_fd(&b, third);
    backend_close_fd(&b, fourth);
    backend_close(&b);
}

/* With SO_REUSEADDR, which is always set, it is listen() that fails. */
TEST(two_may_bind_to_a_port_and_one_may_listen)
{
    backend b;
    struct sockaddr_in addr = backend_addr(0);

    backend_open(&b, 0);
    const int first = backend_socket(&b, AF_INET, SOCK_STREAM);
    const int second = backend_socket(&b, AF_INET, SOCK_STREAM);
    CHECK_INT(backend_bind(&b, first, &addr, 0), 0);
    addr = backend_sockname(&b, first);
    CHECK(ntohs(addr.sin_port) != 0);
    CHECK_INT(backend_bind(&b, second, &addr, 0), 0);
    CHECK_INT(listen_on(&b, first), 0);
    CHECK_INT(listen_on(&b, second), -EADDRINUSE);
    backend_close_fd(&b, first);
    CHECK_INT(listen_on(&b, second), 0);
    backend_close_fd(&b, second);
    backend_close(&b);
}

TEST(an_address_that_is_not_ours_cannot_be_bound)
{
    backend b;
    struct sockaddr_in addr = backend_addr(0);

    backend_open(&b, 0);
    const int fd = backend_socket(&b, AF_INET, SOCK_STREAM);
    addr.sin_addr.s_addr = htonl(0xc0000201); /* 192.0.2.1, for examples */
    CHECK_INT(backend_bind(&b, fd, &addr, 0), -EADDRNOTAVAIL);
    addr = backend_addr(0);
    CHECK_INT(backend_bind(&b, fd, &addr, 0), 0);
    CHECK_INT(backend_bind(&b, fd, &addr, 0), -EINVAL);
    backend_close_fd(&b, fd);
    backend_close(&b);
}

TEST(a_listener_for_both_families_takes_both)
{
    backend b;
    struct sockaddr_in6 any = { .sin6_family = AF_INET6 };
    struct sockaddr_in addr;
    struct sockaddr_in6 peer;
    orr__op bind = { .code = OP_BIND };
    orr__op name = { .code = OP_SOCKNAME };
    orr__op connect = { .code = OP_CONNECT };
    orr__event ev;

    backend_open(&b, 0);
    orr__op make = { .code = OP_SOCKET,
                     .u.socket = { AF_INET6, SOCK_STREAM, 0 } };
    const int fd = (int)backend_call(&b, &make);
    if (fd == -EAFNOSUPPORT) {
        backend_close(&b);
        SKIP("this kernel has no IPv6");
    }
    bind.fd = fd;
    bind.u.addr.addr = (const struct sockaddr *)&any;
    bind.u.addr.len = sizeof any;
    CHECK_INT(backend_call(&b, &bind), 0);
    CHECK_INT(listen_on(&b, fd), 0);
    name.fd = fd;
    name.u.addr.out = (struct sockaddr *)&any;
    name.u.addr.len = sizeof any;
    CHECK_INT(backend_call(&b, &name), 0);

    addr = backend_addr(ntohs(any.sin6_port));
    connect.fd = backend_socket(&b, AF_INET, SOCK_STREAM);
    connect.u.addr.addr = (const struct sockaddr *)&addr;
    connect.u.addr.len = sizeof addr;
    backend_submit(&b, &connect);
    backend_event(&b, &ev);
    CHECK_INT(ev.result, 0);
    orr__op accept = { .code = OP_ACCEPT, .fd = fd };
    name.code = OP_PEERNAME;
    name.fd = (int)backend_call(&b, &accept);
    CHECK(name.fd >= 0);
    name.u.addr.out = (struct sockaddr *)&peer;
    name.u.addr.len = sizeof peer;
    CHECK_INT(backend_call(&b, &name), 0);
    CHECK_INT(peer.sin6_family, AF_INET6);
    CHECK(IN6_IS_ADDR_V4MAPPED(&peer.sin6_addr));
    CHECK_INT(peer.sin6_port, backend_sockname(&b, connect.fd).sin_port);
    backend_close_fd(&b, name.fd);
    backend_close_fd(&b, connect.fd);
    backend_close_fd(&b, fd);
    backend_close(&b);
}

/* ---- Datagrams ---------------------------------------------------------- */

TEST(a_datagram_to_nobody_comes_back_to_who_is_connected)
{
    backend b;
    struct sockaddr_in addr = backend_addr(0);
    orr__op connect = { .code = OP_CONNECT };
    orr__op recv = { .code = OP_RECVFROM };
    orr_buf buf = { (void *)(uintptr_t) "x", 1 };
    orr__event ev;

    backend_open(&b, 0);
    const int gone = backend_socket(&b, AF_INET, SOCK_DGRAM);
    CHECK_INT(backend_bind(&b, gone, &addr, 0), 0);
    addr = backend_sockname(&b, gone);
    backend_close_fd(&b, gone);

    connect.fd = backend_socket(&b, AF_INET, SOCK_DGRAM);
    connect.u.addr.addr = (const struct sockaddr *)&addr;
    connect.u.addr.len = sizeof addr;
    CHECK_INT(backend_call(&b, &connect), 0);
    orr__op send = { .code = OP_SENDTO,
                     .fd = connect.fd,
                     .u.io = { .bufs = &buf, .nbufs = 1 } };
    CHECK_INT(backend_call(&b, &send), 1);
    recv.fd = connect.fd;
    backend_submit(&b, &recv);
    backend_event(&b, &ev);
    CHECK(ev.op == &recv && ev.more);
    CHECK_INT(ev.result, -ECONNREFUSED);
    CHECK_INT(b.table->cancel(b.poll, &recv), 0);
    CHECK_INT(backend_call(&b, &send), 1);
    CHECK_INT(backend_call(&b, &send), -ECONNREFUSED);
    backend_close_fd(&b, connect.fd);
    backend_close(&b);
}

TEST(a_datagram_that_is_too_long_is_refused)
{
    static char bytes[70000];
    backend b;
    struct sockaddr_in addr = backend_addr(9);
    orr_buf buf = { bytes, sizeof bytes };

    backend_open(&b, 0);
    orr__op send = { .code = OP_SENDTO, .u.io = { .bufs = &buf, .nbufs = 1 } };
    send.fd = backend_socket(&b, AF_INET, SOCK_DGRAM);
    CHECK_INT(backend_call(&b, &send), -EMSGSIZE);
    send.u.io.addr = (const struct sockaddr *)&addr;
    send.u.io.addr_len = sizeof addr;
    CHECK_INT(backend_call(&b, &send), -EMSGSIZE);
    send.u.io.addr = NULL;
    buf.len = 1;
    CHECK_INT(backend_call(&b, &send), -EDESTADDRREQ);
    backend_close_fd(&b, send.fd);
    backend_close(&b);
}

/* ---- Options ------------------------------------------------------------ */

TEST(options_are_kept)
{
    backend b;
    int pair[2];

    backend_open(&b, 0);
    const int tcp = backend_socket(&b, AF_INET, SOCK_STREAM);
    const int udp = backend_socket(&b, AF_INET, SOCK_DGRAM);
    backend_pair(&b, pair);
    CHECK_INT(get_int(&b, tcp, IPPROTO_TCP, TCP_NODELAY), 0);
    CHECK_INT(set_int(&b, tcp, IPPROTO_TCP, TCP_NODELAY, 1), 0);
    CHECK_INT(get_int(&b, tcp, IPPROTO_TCP, TCP_NODELAY), 1);
    CHECK_INT(set_int(&b, tcp, IPPROTO_TCP, TCP_KEEPIDLE, 0), -EINVAL);
    CHECK_INT(set_int(&b, tcp, IPPROTO_TCP, TCP_KEEPIDLE, 77), 0);
    CHECK_INT(get_int(&b, tcp, IPPROTO_TCP, TCP_KEEPIDLE), 77);
    CHECK_INT(set_int(&b, pair[0], IPPROTO_TCP, TCP_NODELAY, 1), -EOPNOTSUPP);
    CHECK_INT(get_int(&b, tcp, SOL_SOCKET, SO_TYPE), SOCK_STREAM);
    CHECK_INT(get_int(&b, udp, SOL_SOCKET, SO_TYPE), SOCK_DGRAM);
    CHECK_INT(get_int(&b, udp, SOL_SOCKET, SO_DOMAIN), AF_INET);
    CHECK_INT(get_int(&b, pair[0], SOL_SOCKET, SO_DOMAIN), AF_UNIX);
    CHECK_INT(set_int(&b, udp, SOL_SOCKET, SO_RCVBUF, 5000), 0);
    CHECK_INT(get_int(&b, udp, SOL_SOCKET, SO_RCVBUF), 10000);
    CHECK_INT(set_int(&b, udp, IPPROTO_IP, IP_TTL, 300), -EINVAL);
    CHECK_INT(set_int(&b, udp, IPPROTO_IP, IP_TTL, 30), 0);
    CHECK_INT(get_int(&b, udp, IPPROTO_IP, IP_TTL), 30);
    CHECK_INT(set_int(&b, udp, IPPROTO_IP, 9999, 1), -ENOPROTOOPT);
    backend_close_fd(&b, tcp);
    backend_close_fd(&b, udp);
    backend_close_pair(&b, pair);
}

/* ---- Unix-domain sockets
 * ------------------------------------------------------ */

static struct sockaddr_un path_addr(const char *name)
{
    struct sockaddr_un un = { .sun_family = AF_UNIX };

    CHECK(snprintf(un.sun_path, sizeof un.sun_path, "%s/%s", test_dir(), name) <
          (int)sizeof un.sun_path);
    return un;
}

static int64_t bind_path(backend *b, int fd, const struct sockaddr_un *un)
{
    orr__op op = { .code = OP_BIND, .fd = fd };

    op.u.addr.addr = (const struct sockaddr *)un;
    op.u.addr.len = sizeof *un;
    return backend_call(b, &op);
}

static int64_t connect_path(backend *b, const struct sockaddr_un *un)
{
    orr__op op = { .code = OP_CONNECT };

    op.fd = backend_socket(b, AF_UNIX, SOCK_STREAM);
    op.u.addr.addr = (const struct sockaddr *)un;
    op.u.addr.len = sizeof *un;
    const int64_t result = backend_connect(b, &op);
    backend_close_fd(b, op.fd);
    return result;
}

TEST(the_name_of_a_unix_socket_is_a_file)
{
    backend b;
    struct sockaddr_un un = path_addr("sock");
    orr_stat st;
    orr__op stat = { .code = OP_STAT,
                     .u.fs = { .path = un.sun_path, .out = &st } };
    orr__op unlink = { .code = OP_UNLINK, .u.fs = { .path = un.sun_path } };

    backend_open(&b, 0);
    const int fd = backend_socket(&b, AF_UNIX, SOCK_STREAM);
    const int other = backend_socket(&b, AF_UNIX, SOCK_STREAM);
    CHECK_INT(connect_path(&b, &un), -ENOENT);
    CHECK_INT(bind_path(&b, fd, &un), 0);
    CHECK_INT(backend_call(&b, &stat), 0);
    CHECK(S_ISSOCK((mode_t)st.mode));
    CHECK_INT(connect_path(&b, &un), -ECONNREFUSED);
    CHECK_INT(listen_on(&b, fd), 0);
    CHECK_INT(connect_path(&b, &un), 0);
    CHECK_INT(bind_path(&b, other, &un), -EADDRINUSE);
    backend_close_fd(&b, fd);
    CHECK_INT(connect_path(&b, &un), -ECONNREFUSED);
    CHECK_INT(bind_path(&b, other, &un), -EADDRINUSE);
    CHECK_INT(backend_call(&b, &unlink), 0);
    CHECK_INT(connect_path(&b, &un), -ENOENT);
    CHECK_INT(bind_path(&b, other, &un), 0);
    backend_close_fd(&b, other);
    CHECK_INT(backend_call(&b, &unlink), 0);
    backend_close(&b);
}

/* ---- Descriptors that were passed
 * --------------------------------------------- */

/* Send `what` over `via`, close it here, and return what arrived. */
static int pass(backend *b, int via[2], int what)
{
    orr_buf buf = { (void *)(uintptr_t) "!", 1 };
    orr__op send = { .code = OP_SEND,
                     .fd = via[0],
                     .u.io = { .bufs = &buf, .nbufs = 1 } };
    orr__op recv = backend_recv_op(via[1]);
    orr__event ev;

    send.u.io.fds = &what;
    send.u.io.nfds = 1;
    CHECK_INT(backend_call(b, &send), 1);
    backend_close_fd(b, what);
    recv.u.io.nfds = 1;
    backend_submit(b, &recv);
    backend_event(b, &ev);
    CHECK_INT(ev.result, 1);
    CHECK_INT(ev.nfds, 1);
    const int fd = ev.fds[0];
    CHECK_INT(b->table->cancel(b->poll, &recv), 0);
    return fd;
}

TEST(a_passed_file_keeps_its_position_and_outlives_the_sender)
{
    backend b;
    int via[2];
    char path[256];
    char text[8] = "";
    orr_buf buf = { (void *)(uintptr_t) "abcdef", 6 };
    orr__op io = { .u.io = { .bufs = &buf, .nbufs = 1, .offset = -1 } };

    backend_open_pair(&b, via);
    snprintf(path, sizeof path, "%s/passed", test_dir());
    orr__op open = { .code = OP_OPEN, .u.fs = { .path = path, .mode = 0600 } };
    open.u.fs.flags = O_RDWR | O_CREAT;
    io.fd = (int)backend_call(&b, &open);
    CHECK(io.fd >= 0);
    io.code = OP_WRITE;
    CHECK_INT(backend_call(&b, &io), 6);
    io.fd = pass(&b, via, io.fd);
    CHECK_INT(backend_call(&b, &io), 6);
    io.code = OP_READ;
    io.u.io.offset = 4;
    buf = (orr_buf){ text, 4 };
    CHECK_INT(backend_call(&b, &io), 4);
    CHECK_STR(text, "efab");
    backend_close_fd(&b, io.fd);
    backend_close_pair(&b, via);
}

TEST(a_socket_on_its_way_to_itself_is_given_up_with_it)
{
    backend b;
    int via[2];
    orr_buf buf = { (void *)(uintptr_t) "!", 1 };

    backend_open_pair(&b, via);
    orr__op send = { .code = OP_SEND,
                     .fd = via[0],
                     .u.io = { .bufs = &buf, .nbufs = 1 } };
    send.u.io.fds = via;
    send.u.io.nfds = 2;
    CHECK_INT(backend_call(&b, &send), 1);
    backend_close_pair(&b, via);
}

TEST(a_number_that_is_no_descriptor_cannot_be_passed)
{
    backend b;
    int via[2];
    int bad = 999999;
    orr_buf buf = { (void *)(uintptr_t) "!", 1 };

    backend_open_pair(&b, via);
    orr__op send = { .code = OP_SEND,
                     .fd = via[0],
                     .u.io = { .bufs = &buf, .nbufs = 1 } };
    send.u.io.fds = &bad;
    send.u.io.nfds = 1;
    CHECK_INT(backend_call(&b, &send), -EBADF);
    CHECK_INT(backend_send(&b, via[0], "x"), 1);
    CHECK_INT(receive(&b, via[1], NULL), 1);
    backend_close_pair(&b, via);
}
