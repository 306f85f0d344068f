/*
 * backend_sim_host.c: the world around a simulated program: its host, names,
 * standard descriptors, and what a network of one machine can do that is hard
 * to bring about on a real one.
 */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "backend.h"

static int ask(backend *b, orr__ask *q)
{
    return b->table->ask(b->poll, q);
}

static void give_back(backend *b, void *p)
{
    orr__free(&b->allocator, p);
}

/* ---- The host ----------------------------------------------------------- */

TEST_SIM(the_host_is_the_same_everywhere)
{
    backend b;
    orr_cpu *cpus;
    orr_uname un;
    orr_ids ids;
    orr_user user;
    orr_interface *list;
    orr__ask q = { .what = FACT_CPUS, .out = &cpus };

    backend_open(&b, 0);
    CHECK_INT(ask(&b, &q), 0);
    CHECK_INT(q.n, 4);
    CHECK_STR(cpus[3].model, "Orrery Simulated CPU");
    give_back(&b, cpus);
    q = (orr__ask){ .what = FACT_UNAME, .out = &un };
    CHECK_INT(ask(&b, &q), 0);
    CHECK_STR(un.nodename, "orrery");
    q = (orr__ask){ .what = FACT_IDS, .out = &ids };
    CHECK_INT(ask(&b, &q), 0);
    CHECK_INT(ids.pid, 4242);
    CHECK_INT(ids.uid, 1000);
    q = (orr__ask){ .what = FACT_USER, .n = 1000, .out = &user };
    CHECK_INT(ask(&b, &q), 0);
    CHECK_STR(user.name, "orrery");
    CHECK_STR(user.home, "/users/orrery");
    give_back(&b, user.name);
    q = (orr__ask){ .what = FACT_INTERFACES, .out = &list };
    CHECK_INT(ask(&b, &q), 0);
    CHECK_INT(q.n, 2);
    CHECK(list[0].internal && list[1].internal);
    give_back(&b, list);
    backend_close(&b);
}

TEST_SIM(the_environment_is_a_copy)
{
    backend b;
    char *value;
    orr__ask q = { .what = FACT_ENV_SET, .name = "ORR_TEST_VAR", .value = "1" };

    setenv("ORR_TEST_HERE", "before", 1);
    backend_open(&b, 0);
    CHECK_INT(ask(&b, &q), 0);
    CHECK(getenv("ORR_TEST_VAR") == NULL);
    q = (orr__ask){ .what = FACT_ENV_GET,
                    .name = "ORR_TEST_VAR",
                    .out = &value };
    CHECK_INT(ask(&b, &q), 0);
    CHECK_STR(value, "1");
    give_back(&b, value);
    q.name = "ORR_TEST_HERE";
    setenv("ORR_TEST_HERE", "after", 1);
    CHECK_INT(ask(&b, &q), 0);
    CHECK_STR(value, "before");
    give_back(&b, value);

    orr__ask unset = { .what = FACT_ENV_UNSET, .name = "ORR_TEST_HERE" };
    CHECK_INT(ask(&b, &unset), 0);
    CHECK_INT(ask(&b, &q), -ENOENT);
    CHECK_STR(getenv("ORR_TEST_HERE"), "after");
    backend_close(&b);
}

TEST_SIM(the_working_directory_moves_only_here)
{
    backend b;
    char *cwd;
    char real[4096];
    char dir[300];
    orr_stat st;
    orr__op mkdir = { .code = OP_MKDIR, .u.fs = { .path = dir, .mode = 0700 } };
    orr__op stat = { .code = OP_STAT, .u.fs = { .path = "../d", .out = &st } };
    orr__ask move = { .what = FACT_CHDIR, .name = dir };
    orr__ask where = { .what = FACT_CWD, .out = &cwd };

    backend_open(&b, 0);
    snprintf(dir, sizeof dir, "%s/d", test_dir());
    CHECK(getcwd(real, sizeof real) != NULL);
    CHECK_INT(ask(&b, &where), 0);
    CHECK_STR(cwd, real);
    give_back(&b, cwd);

    CHECK_INT(ask(&b, &move), -ENOENT);
    CHECK_INT(backend_call(&b, &mkdir), 0);
    CHECK_INT(ask(&b, &move), 0);
    CHECK_INT(ask(&b, &where), 0);
    CHECK_STR(cwd, dir);
    give_back(&b, cwd);
    CHECK_INT(backend_call(&b, &stat), 0);
    CHECK(access(dir, F_OK) != 0);
    backend_close(&b);
}

/* ---- Names -------------------------------------------------------------- */

static int64_t resolve(backend *b, orr__dns *d)
{
    orr__op op = { .code = OP_ADDRINFO };

    op.u.dns = d;
    return backend_call(b, &op);
}

TEST_SIM(only_this_host_and_digits_have_addresses)
{
    backend b;
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
    orr__dns d = { .node = "localhost", .service = "80", .hints = &hints };

    backend_open(&b, 0);
    CHECK_INT(resolve(&b, &d), 0);
    CHECK_INT(d.list->ai_family, AF_INET);
    CHECK_INT(ntohs(((struct sockaddr_in *)(void *)d.list->ai_addr)->sin_port),
              80);
    CHECK_INT(d.list->ai_next->ai_family, AF_INET6);
    CHECK(d.list->ai_next->ai_next == NULL);
    freeaddrinfo(d.list);

    hints.ai_family = AF_INET6;
    d.service = "http";
    CHECK_INT(resolve(&b, &d), 0);
    CHECK_INT(d.list->ai_family, AF_INET6);
    CHECK(d.list->ai_next == NULL);
    freeaddrinfo(d.list);

    hints.ai_family = AF_UNSPEC;
    d.node = "192.0.2.7";
    CHECK_INT(resolve(&b, &d), 0);
    CHECK(d.list->ai_next == NULL);
    freeaddrinfo(d.list);

    d.node = "example.org";
    CHECK_INT(resolve(&b, &d), ORR_EAI_NONAME);
    CHECK(d.list == NULL);
    d.node = "127.0.0.1";
    d.service = "no such thing";
    CHECK_INT(resolve(&b, &d), ORR_EAI_SERVICE);
    backend_close(&b);
}

TEST_SIM(addresses_have_names_if_they_are_ours)
{
    backend b;
    struct sockaddr_in addr = backend_addr(443);
    char host[1025];
    char serv[32];
    orr__dns d = { .addr = (const struct sockaddr *)&addr,
                   .addr_len = sizeof addr,
                   .host = host,
                   .serv = serv };
    orr__op op = { .code = OP_NAMEINFO, .u.dns = &d };

    backend_open(&b, 0);
    CHECK_INT(backend_call(&b, &op), 0);
    CHECK_STR(host, "localhost");
    CHECK_STR(serv, "https");
    d.flags = NI_NUMERICHOST | NI_NUMERICSERV;
    CHECK_INT(backend_call(&b, &op), 0);
    CHECK_STR(host, "127.0.0.1");
    CHECK_STR(serv, "443");
    addr.sin_addr.s_addr = htonl(0xc0000201);
    d.flags = NI_NAMEREQD;
    CHECK_INT(backend_call(&b, &op), ORR_EAI_NONAME);
    backend_close(&b);
}

/* ---- Standard descriptors
 * ---------------------------------------------------- */

TEST_SIM(output_is_real_and_input_is_empty)
{
    backend b;
    char path[300];
    char got[16] = "";
    char byte;
    orr_buf buf = { (void *)(uintptr_t) "one ", 4 };
    orr__op kind = { .code = OP_FDKIND, .fd = 2 };
    orr__op write_ = { .code = OP_WRITE,
                       .fd = 2,
                       .u.io = { .bufs = &buf, .nbufs = 1, .offset = -1 } };
    orr__op send_ = { .code = OP_SEND,
                      .fd = 2,
                      .u.io = { .bufs = &buf, .nbufs = 1 } };
    orr__op recv = { .code = OP_RECV, .fd = 0 };
    orr__event ev;

    backend_open(&b, 0);
    CHECK_INT(backend_call(&b, &kind), ORR_FS);
    snprintf(path, sizeof path, "%s/out", test_dir());
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    const int saved = dup(2);
    CHECK(file >= 0 && saved >= 0 && dup2(file, 2) == 2);
    const int64_t n = backend_call(&b, &write_);
    const int64_t m = backend_call(&b, &send_);
    buf.base = (void *)(uintptr_t) "two";
    buf.len = 3;
    const int err = b.table->submit(b.poll, &send_);
    const int waited = b.table->wait(b.poll, ORR__FOREVER);
    const bool came = b.table->next(b.poll, &ev);
    CHECK(dup2(saved, 2) == 2);
    const ssize_t len = pread(file, got, sizeof got - 1, 0);
    close(file);
    close(saved);
    CHECK(n == 4 && m == 4 && err == 0 && waited == 0 && came);
    CHECK(ev.op == &send_ && ev.result == 3);
    CHECK_INT(len, 11);
    CHECK_STR(got, "one one two");

    backend_submit(&b, &recv);
    backend_event(&b, &ev);
    CHECK(ev.op == &recv && ev.result == 0 && !ev.more);
    buf = (orr_buf){ &byte, 1 };
    orr__op read_ = { .code = OP_READ,
                      .fd = 0,
                      .u.io = { .bufs = &buf, .nbufs = 1 } };
    CHECK_INT(backend_call(&b, &read_), 0);
    backend_close(&b);
}

TEST_SIM(other_real_descriptors_are_not_ours)
{
    backend b;
    int real[2];
    orr__op adopt = { .code = OP_ADOPT };
    orr__op close_ = { .code = OP_CLOSE };

    backend_open(&b, 0);
    const int fd = backend_socket(&b, AF_INET, SOCK_STREAM);
    CHECK(fd >= 1000);
    CHECK_INT(fcntl(fd, F_GETFD), -1);
    CHECK_INT(pipe2(real, O_CLOEXEC), 0);
    adopt.fd = close_.fd = real[0];
    CHECK_INT(backend_call(&b, &adopt), -EBADF);
    CHECK_INT(backend_call(&b, &close_), -EBADF);
    close(real[0]);
    close(real[1]);
    backend_close(&b);
}

/* ---- The network
 * -------------------------------------------------------------- */

/* Clients that find the backlog full wait in order. */
TEST_SIM(a_full_backlog_keeps_connections_waiting)
{
    enum { N = 4 };
    backend b;
    struct sockaddr_in addr = backend_addr(0);
    orr__op connect[N] = { 0 };
    orr__event ev;

    test_quiet(); /* in order of submission */
    backend_open(&b, 0);
    const int fd = backend_socket(&b, AF_INET, SOCK_STREAM);
    orr__op listen = { .code = OP_LISTEN, .fd = fd, .u.n = 2 };
    orr__op accept = { .code = OP_ACCEPT, .fd = fd };
    CHECK_INT(backend_bind(&b, fd, &addr, 0), 0);
    CHECK_INT(backend_call(&b, &listen), 0);
    addr = backend_sockname(&b, fd);
    for (int i = 0; i < N; i++) {
        connect[i] = (orr__op){ .code = OP_CONNECT };
        connect[i].fd = backend_socket(&b, AF_INET, SOCK_STREAM);
        connect[i].u.addr.addr = (const struct sockaddr *)&addr;
        connect[i].u.addr.len = sizeof addr;
        backend_submit(&b, &connect[i]);
    }
    for (int i = 0; i < 2; i++) {
        backend_event(&b, &ev);
        CHECK(ev.op == &connect[i] && ev.result == 0);
    }
    backend_quiet(&b);
    CHECK(backend_call(&b, &accept) >= 0);
    backend_event(&b, &ev);
    CHECK(ev.op == &connect[2] && ev.result == 0);
    backend_close_fd(&b, fd);
    backend_event(&b, &ev);
    CHECK(ev.op == &connect[3]);
    CHECK_INT(ev.result, -ECONNREFUSED);
    backend_close(&b);
}

/* The message of one datagram that is there, or "". */
static const char *datagram(backend *b, int fd)
{
    static char text[64];
    orr__op op = { .code = OP_RECVFROM, .fd = fd };
    orr__event ev;

    text[0] = 0;
    backend_submit(b, &op);
    CHECK_INT(b->table->wait(b->poll, 0), 0);
    if (b->table->next(b->poll, &ev)) {
        CHECK(ev.result >= 0 && ev.from != NULL);
        memcpy(text, ev.data, (size_t)ev.result);
        text[ev.result] = 0;
    }
    CHECK_INT(b->table->cancel(b->poll, &op), 0);
    return text;
}

TEST_SIM(a_datagram_to_a_group_reaches_its_members)
{
    backend b;
    struct sockaddr_in any = { .sin_family = AF_INET, .sin_port = htons(5000) };
    struct sockaddr_in group = any;
    int fds[3];
    orr_buf buf = { (void *)(uintptr_t) "all", 3 };

    test_quiet(); /* it looks once */
    backend_open(&b, 0);
    group.sin_addr.s_addr = htonl(0xe0000101); /* 224.0.1.1 */
    for (int i = 0; i < 3; i++) {
        fds[i] = backend_socket(&b, AF_INET, SOCK_DGRAM);
        CHECK_INT(backend_bind(&b, fds[i], &any, ORR_UDP_REUSEADDR), 0);
    }
    for (int i = 0; i < 2; i++)
        CHECK_INT(orr__sock_member(b.poll, fds[i], "224.0.1.1", "127.0.0.1",
                                   NULL, true),
                  0);
    CHECK_INT(
        orr__sock_member(b.poll, fds[0], "224.0.1.1", "192.0.2.1", NULL, true),
        -ENODEV);
    orr__op send = { .code = OP_SENDTO,
                     .fd = fds[2],
                     .u.io = { .bufs = &buf, .nbufs = 1 } };
    send.u.io.addr = (const struct sockaddr *)&group;
    send.u.io.addr_len = sizeof group;
    CHECK_INT(backend_call(&b, &send), 3);
    CHECK_STR(datagram(&b, fds[0]), "all");
    CHECK_STR(datagram(&b, fds[1]), "all");
    CHECK_STR(datagram(&b, fds[2]), "");

    CHECK_INT(orr__sock_member(b.poll, fds[0], "224.0.1.1", NULL, NULL, false),
              0);
    CHECK_INT(backend_call(&b, &send), 3);
    CHECK_STR(datagram(&b, fds[0]), "");
    CHECK_STR(datagram(&b, fds[1]), "all");
    CHECK_INT(orr__sock_set(b.poll, fds[2], SOCK_MULTICAST_LOOP, 0), 0);
    CHECK_INT(backend_call(&b, &send), 3);
    CHECK_STR(datagram(&b, fds[1]), "");
    backend_close(&b);
}

TEST_SIM(members_of_a_group_may_want_one_source)
{
    backend b;
    struct sockaddr_in any = { .sin_family = AF_INET, .sin_port = htons(5000) };
    struct sockaddr_in group = any;
    orr_buf buf = { (void *)(uintptr_t) "x", 1 };

    test_quiet(); /* it looks once */
    backend_open(&b, 0);
    group.sin_addr.s_addr = htonl(0xe8010101); /* 232.1.1.1 */
    const int fd = backend_socket(&b, AF_INET, SOCK_DGRAM);
    CHECK_INT(backend_bind(&b, fd, &any, 0), 0);
    CHECK_INT(
        orr__sock_member(b.poll, fd, "232.1.1.1", NULL, "127.0.0.9", true), 0);
    orr__op send = { .code = OP_SENDTO, .u.io = { .bufs = &buf, .nbufs = 1 } };
    send.u.io.addr = (const struct sockaddr *)&group;
    send.u.io.addr_len = sizeof group;
    for (int i = 8; i < 10; i++) {
        struct sockaddr_in from = backend_addr(0);

        from.sin_addr.s_addr = htonl(0x7f000000u + (uint32_t)i);
        send.fd = backend_socket(&b, AF_INET, SOCK_DGRAM);
        CHECK_INT(backend_bind(&b, send.fd, &from, 0), 0);
        CHECK_INT(backend_call(&b, &send), 1);
        CHECK_STR(datagram(&b, fd), i == 9 ? "x" : "");
    }
    backend_close(&b);
}

/* Datagrams that do not fit into the receiver's queue are dropped silently. */
TEST_SIM(datagrams_without_room_are_lost)
{
    static char bytes[60000];
    backend b;
    struct sockaddr_in addr = backend_addr(0);
    orr_buf buf = { bytes, sizeof bytes };
    int n = 0;

    test_quiet(); /* it looks once */
    backend_open(&b, 0);
    const int fd = backend_socket(&b, AF_INET, SOCK_DGRAM);
    CHECK_INT(backend_bind(&b, fd, &addr, 0), 0);
    addr = backend_sockname(&b, fd);
    orr__op send = { .code = OP_SENDTO, .u.io = { .bufs = &buf, .nbufs = 1 } };
    send.fd = backend_socket(&b, AF_INET, SOCK_DGRAM);
    send.u.io.addr = (const struct sockaddr *)&addr;
    send.u.io.addr_len = sizeof addr;
    for (int i = 0; i < 8; i++)
        CHECK_INT(backend_call(&b, &send), sizeof bytes);
    orr__op recv = { .code = OP_RECVFROM, .fd = fd };
    orr__event ev;
    backend_submit(&b, &recv);
    CHECK_INT(b.table->wait(b.poll, 0), 0);
    while (b.table->next(b.poll, &ev)) {
        CHECK_INT(ev.result, sizeof bytes);
        n++;
    }
    CHECK_INT(n, 3);
    backend_close(&b);
}

/* Rule 7 of poll.h requires a cancel first. Without it the operation ends. */
TEST_SIM(an_operation_ends_if_its_descriptor_is_closed_under_it)
{
    backend b;
    int fds[2];
    orr__event ev;

    backend_open_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]);
    backend_submit(&b, &recv);
    backend_close_fd(&b, fds[0]);
    backend_event(&b, &ev);
    CHECK(ev.op == &recv && !ev.more);
    CHECK_INT(ev.result, -EBADF);
    backend_close(&b);
}

/* A thread that waits for a pipe keeps its place in the pool. */
TEST_SIM(a_blocking_read_in_the_pool_waits_for_bytes)
{
    backend b;
    int fds[2];
    char byte = 0;
    orr_buf buf = { &byte, 1 };
    orr__event ev;

    backend_open(&b, 0);
    backend_pipe(&b, fds);
    orr__op read_ = { .code = OP_READ,
                      .fd = fds[0],
                      .u.io = { .bufs = &buf, .nbufs = 1, .offset = -1 } };
    CHECK_INT(backend_call(&b, &read_), -EAGAIN);
    orr__op block = { .code = OP_NONBLOCK, .fd = fds[0], .u.n = 0 };
    CHECK_INT(backend_call(&b, &block), 0);
    backend_submit(&b, &read_);
    CHECK_INT(b.table->wait(b.poll, ORR__FOREVER), -EDEADLK);
    CHECK_INT(backend_send(&b, fds[1], "z"), 1);
    backend_event(&b, &ev);
    CHECK(ev.op == &read_ && ev.result == 1 && byte == 'z');
    backend_close(&b);
}

TEST_SIM(a_file_is_sent_into_a_socket)
{
    backend b;
    int fds[2];
    char path[300];
    char text[] = "0123456789";
    orr_buf buf = { text, 10 };
    orr__event ev;

    backend_open_pair(&b, fds);
    snprintf(path, sizeof path, "%s/f", test_dir());
    orr__op open_ = { .code = OP_OPEN, .u.fs = { .path = path, .mode = 0600 } };
    open_.u.fs.flags = O_RDWR | O_CREAT;
    const int file = (int)backend_call(&b, &open_);
    CHECK(file >= 0);
    orr__op write_ = { .code = OP_WRITE,
                       .fd = file,
                       .u.io = { .bufs = &buf, .nbufs = 1, .offset = -1 } };
    CHECK_INT(backend_call(&b, &write_), 10);
    orr__op send = { .code = OP_SENDFILE,
                     .fd = fds[0],
                     .u.fs = { .a = 2, .b = 100, .flags = (uint32_t)file } };
    backend_submit(&b, &send);
    backend_event(&b, &ev);
    CHECK_INT(ev.result, 8);
    orr__op recv = backend_recv_op(fds[1]);
    backend_submit(&b, &recv);
    backend_event(&b, &ev);
    CHECK_INT(ev.result, 8);
    CHECK(memcmp(ev.data, "23456789", 8) == 0);
    backend_close(&b);
}
