/*
 * backend_net.c: the rules of poll.h for streams and connections, tested on
 * each back end without a loop.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/un.h>
#include <unistd.h>

#include "backend.h"

/* ---- Streams ---------------------------------------------------------- */

TEST(what_is_sent_is_received)
{
    backend b;
    int fds[2];

    backend_open_pair(&b, fds);
    orr__op op = backend_recv_op(fds[0]);
    backend_submit(&b, &op);
    backend_quiet(&b);
    CHECK_INT(backend_send(&b, fds[1], "hello"), 5);
    backend_expect(&b, &op, "hello");
    CHECK_INT(backend_send(&b, fds[1], "again"), 5);
    backend_expect(&b, &op, "again");
    backend_quiet(&b);
    backend_cancel(&b, &op);
    backend_close_pair(&b, fds);
}

TEST(the_end_comes_once_and_ends_the_operation)
{
    backend b;
    int fds[2];
    orr__event ev;

    backend_open_pair(&b, fds);
    orr__op op = backend_recv_op(fds[0]);
    backend_submit(&b, &op);
    CHECK_INT(backend_send(&b, fds[1], "last"), 4);
    backend_close_fd(&b, fds[1]);
    backend_expect(&b, &op, "last");
    if (!b.table->next(b.poll, &ev))
        backend_event(&b, &ev);
    CHECK(ev.op == &op && !ev.more);
    CHECK_INT(ev.result, 0);
    backend_quiet(&b);
    backend_submit(&b, &op); /* it is ours again, and the end still there */
    backend_event(&b, &ev);
    CHECK(ev.op == &op && !ev.more && ev.result == 0);
    backend_close_fd(&b, fds[0]);
    backend_close(&b);
}

TEST(shutdown_is_the_end_for_the_peer_only)
{
    backend b;
    int fds[2];
    orr__event ev;

    backend_open_pair(&b, fds);
    orr__op near = backend_recv_op(fds[0]), far = backend_recv_op(fds[1]);
    backend_submit(&b, &near);
    backend_submit(&b, &far);
    orr__op down = { .code = OP_SHUTDOWN, .fd = fds[0], .u.n = SHUT_WR };
    CHECK_INT(backend_call(&b, &down), 0);
    backend_event(&b, &ev);
    CHECK(ev.op == &far && !ev.more && ev.result == 0);
    CHECK_INT(backend_send(&b, fds[1], "still"), 5);
    backend_expect(&b, &near, "still");
    backend_cancel(&b, &near);
    backend_close_pair(&b, fds);
}

/* More than any buffer holds, with both ends receiving meanwhile. */
TEST(a_large_send_is_reported_when_all_of_it_is_taken)
{
    enum { SIZE = 3 << 20, HALF = 1 << 20 };
    backend b;
    int fds[2];
    orr__event ev;
    uint8_t *bytes = malloc(SIZE);
    size_t got = 0;
    bool sent = false;

    backend_open_pair(&b, fds);
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (uint8_t)(i * 7 ^ i >> 11);
    orr_buf bufs[] = { { bytes, HALF },
                       { bytes, 0 },
                       { bytes + HALF, SIZE - HALF } };
    orr__op send_ = { .code = OP_SEND, .fd = fds[0] };
    send_.u.io.bufs = bufs;
    send_.u.io.nbufs = 3;
    orr__op near = backend_recv_op(fds[0]), far = backend_recv_op(fds[1]);
    backend_submit(&b, &near);
    backend_submit(&b, &send_);
    backend_quiet(&b); /* the peer has not read yet */
    CHECK_INT(backend_send(&b, fds[1], "z"), 1);
    backend_expect(&b, &near, "z");
    backend_submit(&b, &far);
    while (got < SIZE || !sent) {
        backend_wait(&b);
        while (b.table->next(b.poll, &ev)) {
            CHECK(ev.result >= 0);
            if (ev.op == &send_) {
                sent = true;
                continue;
            }
            CHECK(ev.op == &far && ev.result <= ORR__CHUNK);
            CHECK(memcmp(ev.data, bytes + got, (size_t)ev.result) == 0);
            got += (size_t)ev.result;
        }
    }
    CHECK_INT(got, SIZE);
    CHECK_INT(send_.u.io.nbufs, 0);
    backend_cancel(&b, &near);
    backend_cancel(&b, &far);
    backend_close_pair(&b, fds);
    free(bytes);
}

TEST(a_cancelled_send_leaves_the_rest_unsent)
{
    enum { SIZE = 4 << 20 };
    backend b;
    int fds[2];
    orr__event ev;
    orr_buf buf = { calloc(1, SIZE), SIZE };
    void *bytes = buf.base;
    size_t got = 0;

    backend_open_pair(&b, fds);
    orr__op send_ = { .code = OP_SEND, .fd = fds[0] };
    send_.u.io.bufs = &buf;
    send_.u.io.nbufs = 1;
    backend_submit(&b, &send_);
    backend_quiet(&b);
    backend_cancel(&b, &send_);
    free(bytes); /* not used any more */
    backend_close_fd(&b, fds[0]);
    orr__op far = backend_recv_op(fds[1]);
    backend_submit(&b, &far);
    do {
        backend_event(&b, &ev);
        got += (size_t)ev.result;
        while (ev.more && b.table->next(b.poll, &ev))
            got += (size_t)ev.result;
    } while (ev.more);
    CHECK(got > 0 && got < SIZE);
    backend_close_fd(&b, fds[1]);
    backend_close(&b);
}

TEST(a_full_buffer_says_try_later)
{
    backend b;
    int fds[2];
    static char block[65536];
    orr_buf buf = { block, sizeof block };
    orr__op op = { .code = OP_SEND };
    int64_t n = 0;

    backend_open_pair(&b, fds);
    op.fd = fds[0];
    op.u.io.bufs = &buf;
    op.u.io.nbufs = 1;
    for (int i = 0; i < 1000 && n >= 0; i++)
        n = backend_call(&b, &op);
    CHECK_INT(n, -EAGAIN);
    backend_close_pair(&b, fds);
}

/* More than the first guess of how many may be ready at once. */
TEST(all_that_is_ready_is_reported_soon)
{
    enum { PAIRS = 200 };
    backend b;
    int fds[PAIRS][2];
    static orr__op ops[PAIRS];
    orr__event ev;
    int got = 0;

    backend_open(&b, 0);
    for (int i = 0; i < PAIRS; i++) {
        backend_pair(&b, fds[i]);
        ops[i] = backend_recv_op(fds[i][0]);
        backend_submit(&b, &ops[i]);
        CHECK_INT(backend_send(&b, fds[i][1], "x"), 1);
    }
    for (int waits = 0; got < PAIRS; waits++) {
        CHECK(waits < 10);
        backend_wait(&b);
        for (; b.table->next(b.poll, &ev); got++)
            CHECK_INT(ev.result, 1);
    }
    backend_quiet(&b);
    for (int i = 0; i < PAIRS; i++) {
        backend_cancel(&b, &ops[i]);
        backend_close_two(&b, fds[i]);
    }
    backend_close(&b);
}

/* libuv's loop is woken by a descriptor, which is one of those that are
 * ready. Under --chance the simulator may report these in any order. */
TEST(a_wake_has_its_place_among_descriptors)
{
    backend b;
    int one[2], two[2];
    orr__op wake = { .code = OP_WAKE };
    orr__event ev;

    test_quiet();
    backend_open_pair(&b, one);
    backend_pair(&b, two);
    orr__op first = backend_recv_op(one[0]);
    orr__op second = backend_recv_op(two[0]);
    backend_submit(&b, &wake);
    backend_submit(&b, &first);
    backend_submit(&b, &second);
    backend_quiet(&b);
    CHECK_INT(backend_send(&b, one[1], "x"), 1);
    b.table->wake(b.poll);
    CHECK_INT(backend_send(&b, two[1], "y"), 1);
    backend_event(&b, &ev);
    CHECK(ev.op == &first);
    CHECK(b.table->next(b.poll, &ev) && ev.op == &wake);
    CHECK(b.table->next(b.poll, &ev) && ev.op == &second);
    CHECK(!b.table->next(b.poll, &ev));
    backend_quiet(&b);
    backend_cancel(&b, &wake);
    backend_cancel(&b, &first);
    backend_cancel(&b, &second);
    backend_close_two(&b, two);
    backend_close_pair(&b, one);
}

/* A receive that was taken back leaves the bytes where they are. */
TEST(a_cancelled_receive_takes_nothing)
{
    backend b;
    int fds[2];

    backend_open_pair(&b, fds);
    orr__op op = backend_recv_op(fds[0]);
    backend_submit(&b, &op);
    backend_quiet(&b);
    backend_cancel(&b, &op);
    CHECK_INT(backend_send(&b, fds[1], "kept"), 4);
    backend_quiet(&b);
    backend_submit(&b, &op);
    backend_expect(&b, &op, "kept");
    backend_cancel(&b, &op);
    backend_close_pair(&b, fds);
}

TEST(a_pipe_carries_bytes_one_way)
{
    backend b;
    int fds[2];
    orr__event ev;

    backend_open(&b, 0);
    backend_pipe(&b, fds);
    orr__op op = backend_recv_op(fds[0]);
    backend_submit(&b, &op);
    CHECK_INT(backend_send(&b, fds[1], "one"), 3);
    backend_expect(&b, &op, "one");
    orr_buf buf = { (void *)(uintptr_t) "two", 3 };
    orr__op send_ = { .code = OP_SEND,
                      .fd = fds[1],
                      .u.io = { &buf, .nbufs = 1 } };
    backend_submit(&b, &send_);
    for (int seen = 0; seen != 3;) {
        backend_wait(&b);
        while (b.table->next(b.poll, &ev)) {
            CHECK_INT(ev.result, 3);
            seen |= ev.op == &send_ ? 1 : 2;
        }
    }
    backend_close_fd(&b, fds[1]);
    backend_event(&b, &ev);
    CHECK(ev.op == &op && ev.result == 0 && !ev.more);
    backend_close_fd(&b, fds[0]);
    backend_close(&b);
}

/* The default action of SIGPIPE would end this process. */
TEST(writing_where_nobody_reads_is_an_error_and_no_signal)
{
    backend b;

    backend_open(&b, 0);
    for (int kind = 0; kind < 2; kind++) {
        int fds[2];
        orr__event ev;

        if (kind == 0)
            backend_pair(&b, fds);
        else
            backend_pipe(&b, fds);
        backend_close_fd(&b, fds[0]);
        CHECK_INT(backend_send(&b, fds[1], "x"), -EPIPE);
        orr_buf buf = { (void *)(uintptr_t) "y", 1 };
        orr__op op = { .code = OP_SEND, .fd = fds[1] };
        op.u.io.bufs = &buf;
        op.u.io.nbufs = 1;
        backend_submit(&b, &op);
        backend_event(&b, &ev);
        CHECK(ev.op == &op && !ev.more);
        CHECK_INT(ev.result, -EPIPE);
        backend_close_fd(&b, fds[1]);
    }
    backend_close(&b);
}

TEST_REAL(a_file_write_to_a_broken_pipe_is_no_signal_either)
{
    backend b;
    int fds[2];
    orr__event ev;
    orr_buf buf = { (void *)(uintptr_t) "y", 1 };
    orr__op op = { .code = OP_WRITE };

    backend_open(&b, 0);
    backend_pipe(&b, fds);
    backend_close_fd(&b, fds[0]);
    op.fd = fds[1];
    op.u.io.bufs = &buf;
    op.u.io.nbufs = 1;
    op.u.io.offset = -1;
    CHECK_INT(backend_call(&b, &op), -EPIPE);
    backend_submit(&b, &op);
    backend_event(&b, &ev);
    CHECK_INT(ev.result, -EPIPE);
    backend_close_fd(&b, fds[1]);
    backend_close(&b);
}

/* ---- Closing during a batch ------------------------------------------- */

/* Both are ready; whichever comes first closes the other one. */
TEST(a_descriptor_closed_in_the_batch_is_not_reported_any_more)
{
    backend b;
    int one[2], two[2];
    orr__event ev;

    test_quiet();
    backend_open_pair(&b, one);
    backend_pair(&b, two);
    orr__op first = backend_recv_op(one[0]), second = backend_recv_op(two[0]);
    backend_submit(&b, &first);
    backend_submit(&b, &second);
    CHECK_INT(backend_send(&b, one[1], "1"), 1);
    CHECK_INT(backend_send(&b, two[1], "2"), 1);
    backend_event(&b, &ev);
    orr__op *other = ev.op == &first ? &second : &first;
    backend_cancel(&b, other);
    backend_close_fd(&b, other->fd);
    while (b.table->next(b.poll, &ev))
        CHECK(ev.op != other);
    backend_quiet(&b);
    orr__op *left = other == &first ? &second : &first;
    backend_cancel(&b, left);
    backend_close_fd(&b, left->fd);
    backend_close_fd(&b, one[1]);
    backend_close_fd(&b, two[1]);
    backend_close(&b);
}

/* The number comes back at once, and an old event must not be taken for one
 * of the new socket. */
TEST(a_number_that_is_used_again_gets_no_old_events)
{
    backend b;
    int fds[2], again[2];
    orr__event ev;

    backend_open(&b, 0);
    for (int i = 0; i < 3; i++) {
        backend_pair(&b, fds);
        orr__op op = backend_recv_op(fds[0]);
        backend_submit(&b, &op);
        backend_quiet(&b);
        CHECK_INT(backend_send(&b, fds[1], "old"), 3);
        if (i == 1)
            backend_event(&b, &ev);
        if (i == 2)
            backend_wait(&b);
        backend_cancel(&b, &op);
        backend_close_two(&b, fds);
        backend_pair(&b, again);
        op = backend_recv_op(again[0]);
        backend_submit(&b, &op);
        CHECK(!b.table->next(b.poll, &ev));
        backend_quiet(&b);
        CHECK_INT(backend_send(&b, again[1], "new"), 3);
        backend_expect(&b, &op, "new");
        backend_cancel(&b, &op);
        backend_close_two(&b, again);
    }
    backend_close(&b);
}

/* What epoll holds belongs to the open file, not to the number. */
TEST_REAL(a_copy_of_a_closed_descriptor_does_not_keep_us_awake)
{
    backend b;
    int fds[2];
    orr__stats before, after;

    backend_open_pair(&b, fds);
    orr__op op = backend_recv_op(fds[0]);
    backend_submit(&b, &op);
    backend_quiet(&b);
    int copy = dup(fds[0]);
    CHECK(copy >= 0);
    CHECK_INT(backend_send(&b, fds[1], "x"), 1);
    backend_cancel(&b, &op);
    backend_close_fd(&b, fds[0]);
    backend_quiet(&b);
    b.table->stats(b.poll, &before);
    backend_quiet(&b);
    b.table->stats(b.poll, &after);
    CHECK(after.system_calls - before.system_calls <= 2);
    close(copy);
    backend_close_fd(&b, fds[1]);
    backend_close(&b);
}

/* Rule 7. */
TEST(an_address_is_free_as_soon_as_the_socket_is_closed)
{
    backend b;
    struct sockaddr_in addr;

    backend_open(&b, 0);
    int fd = backend_listener(&b, &addr);
    int other = backend_socket(&b, AF_INET, SOCK_STREAM);
    CHECK_INT(backend_bind(&b, other, &addr, 0), -EADDRINUSE);
    orr__op op = { .code = OP_ACCEPT, .fd = fd };
    backend_submit(&b, &op);
    backend_quiet(&b);
    backend_cancel(&b, &op);
    backend_close_fd(&b, fd);
    CHECK_INT(backend_bind(&b, other, &addr, 0), 0);
    backend_close_fd(&b, other);
    backend_close(&b);
}

/* ---- Connections ------------------------------------------------------ */

/* Connects while `accept_` is under way; returns the accepted descriptor. */
static int connect_and_accept(backend *b, orr__op *accept_, int fd,
                              const struct sockaddr_in *addr)
{
    orr__op op = backend_connect_op(fd, addr);
    orr__event ev;
    bool connected = false;
    int accepted = -1;

    backend_submit(b, &op);
    while (!connected || accepted < 0) {
        backend_wait(b);
        while (b->table->next(b->poll, &ev)) {
            CHECK(!ev.more);
            if (ev.op == &op) {
                CHECK_INT(ev.result, 0);
                connected = true;
            } else {
                CHECK(ev.op == accept_ && ev.result >= 0);
                accepted = (int)ev.result;
            }
        }
    }
    return accepted;
}

TEST(a_connection_is_made_and_carries_bytes)
{
    backend b;
    struct sockaddr_in addr;

    backend_open(&b, 0);
    int listener = backend_listener(&b, &addr);
    orr__op accept_ = { .code = OP_ACCEPT, .fd = listener };
    CHECK_INT(backend_call(&b, &accept_), -EAGAIN);
    for (int i = 0; i < 3; i++) {
        backend_submit(&b, &accept_);
        int near = backend_socket(&b, AF_INET, SOCK_STREAM);
        int far = connect_and_accept(&b, &accept_, near, &addr);
        CHECK_INT(fcntl(far, F_GETFD) & FD_CLOEXEC ||
                      strcmp(test_backend(), "sim") == 0,
                  1);
        orr__op op = backend_recv_op(far);
        backend_submit(&b, &op);
        CHECK_INT(backend_send(&b, near, "ping"), 4);
        backend_expect(&b, &op, "ping");
        backend_cancel(&b, &op);
        backend_close_fd(&b, near);
        backend_close_fd(&b, far);
    }
    backend_close_fd(&b, listener);
    backend_close(&b);
}

/* Rule 6: one accept is one connection, however many wait. */
TEST(each_accept_takes_one_connection)
{
    backend b;
    struct sockaddr_in addr;
    orr__event ev;
    int fds[3], accepted = 0;
    orr__op ops[3];

    backend_open(&b, 0);
    int listener = backend_listener(&b, &addr);
    for (int i = 0; i < 3; i++) {
        fds[i] = backend_socket(&b, AF_INET, SOCK_STREAM);
        ops[i] = backend_connect_op(fds[i], &addr);
        backend_submit(&b, &ops[i]);
    }
    for (int i = 0; i < 3;) {
        backend_wait(&b);
        for (; b.table->next(b.poll, &ev); i++)
            CHECK_INT(ev.result, 0);
    }
    orr__op accept_ = { .code = OP_ACCEPT, .fd = listener };
    backend_submit(&b, &accept_);
    while (accepted < 3) {
        int in_batch = 0;

        backend_wait(&b);
        while (b.table->next(b.poll, &ev)) {
            CHECK(ev.op == &accept_ && ev.result >= 0);
            backend_close_fd(&b, (int)ev.result);
            in_batch++;
            if (++accepted < 3)
                backend_submit(&b, &accept_);
        }
        CHECK(in_batch <= 1);
    }
    backend_quiet(&b);
    CHECK_INT(backend_call(&b, &accept_), -EAGAIN);
    for (int i = 0; i < 3; i++)
        backend_close_fd(&b, fds[i]);
    backend_close_fd(&b, listener);
    backend_close(&b);
}

TEST(a_connection_can_be_refused)
{
    backend b;
    struct sockaddr_in addr;

    backend_open(&b, 0);
    int listener = backend_listener(&b, &addr);
    backend_close_fd(&b, listener);
    int fd = backend_socket(&b, AF_INET, SOCK_STREAM);
    orr__op op = backend_connect_op(fd, &addr);
    CHECK_INT(backend_connect(&b, &op), -ECONNREFUSED);
    backend_quiet(&b);
    backend_close_fd(&b, fd);
    backend_close(&b);
}

TEST(a_unix_socket_that_is_not_there_is_refused_at_once)
{
    backend b;
    struct sockaddr_un addr = { .sun_family = AF_UNIX };

    backend_open(&b, 0);
    snprintf(addr.sun_path, sizeof addr.sun_path, "%.80s/none", test_dir());
    int fd = backend_socket(&b, AF_UNIX, SOCK_STREAM);
    orr__op op = { .code = OP_CONNECT, .fd = fd };
    op.u.addr.addr = (struct sockaddr *)&addr;
    op.u.addr.len = sizeof addr;
    CHECK_INT(b.table->submit(b.poll, &op), -ENOENT);
    backend_quiet(&b);
    backend_close_fd(&b, fd);
    backend_close(&b);
}

TEST(both_ends_know_their_addresses)
{
    backend b;
    struct sockaddr_in addr, peer = { 0 };

    backend_open(&b, 0);
    int listener = backend_listener(&b, &addr);
    orr__op accept_ = { .code = OP_ACCEPT, .fd = listener };
    backend_submit(&b, &accept_);
    int near = backend_socket(&b, AF_INET, SOCK_STREAM);
    int far = connect_and_accept(&b, &accept_, near, &addr);
    orr__op op = { .code = OP_PEERNAME, .fd = far };
    op.u.addr.out = (struct sockaddr *)&peer;
    op.u.addr.len = sizeof peer;
    CHECK_INT(backend_call(&b, &op), 0);
    CHECK_INT(peer.sin_port, backend_sockname(&b, near).sin_port);
    op.fd = listener;
    CHECK_INT(backend_call(&b, &op), -ENOTCONN);
    backend_close_fd(&b, near);
    backend_close_fd(&b, far);
    backend_close_fd(&b, listener);
    backend_close(&b);
}

/* A reset by the peer, not an end. */
TEST_REAL(a_reset_is_an_error_of_the_receive)
{
    backend b;
    struct sockaddr_in addr;
    orr__event ev;
    struct linger linger = { .l_onoff = 1 };

    backend_open(&b, 0);
    int listener = backend_listener(&b, &addr);
    orr__op accept_ = { .code = OP_ACCEPT, .fd = listener };
    backend_submit(&b, &accept_);
    int near = backend_socket(&b, AF_INET, SOCK_STREAM);
    int far = connect_and_accept(&b, &accept_, near, &addr);
    orr__op op = backend_recv_op(far);
    backend_submit(&b, &op);
    orr__op opt = { .code = OP_SETOPT, .fd = near };
    opt.u.opt.level = SOL_SOCKET;
    opt.u.opt.name = SO_LINGER;
    opt.u.opt.value = &linger;
    opt.u.opt.len = sizeof linger;
    CHECK_INT(backend_call(&b, &opt), 0);
    backend_close_fd(&b, near);
    backend_event(&b, &ev);
    CHECK(ev.op == &op && !ev.more);
    CHECK_INT(ev.result, -ECONNRESET);
    backend_close_fd(&b, far);
    backend_close_fd(&b, listener);
    backend_close(&b);
}

/* Receives that complete together may be reported in another order, and may
 * share a buffer: each has its own bytes all the same. */
TEST(bytes_stay_with_their_socket_whatever_the_order)
{
    enum { SOCKETS = 8, ROUNDS = 40 };
    backend b;
    int fds[SOCKETS][2];
    orr__op recv_[SOCKETS];
    orr__event ev;
    char text[32];

    backend_open(&b, 0);
    for (int i = 0; i < SOCKETS; i++) {
        backend_pair(&b, fds[i]);
        recv_[i] = backend_recv_op(fds[i][0]);
        backend_submit(&b, &recv_[i]);
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < SOCKETS; i++) {
            const int to = round % 2 ? i : SOCKETS - 1 - i;
            snprintf(text, sizeof text, "%d to %d%*s", round, to, to, "");
            backend_send(&b, fds[to][1], text);
        }
        for (int i = 0; i < SOCKETS; i++) {
            backend_event(&b, &ev);
            const int to = (int)(ev.op - recv_);
            snprintf(text, sizeof text, "%d to %d%*s", round, to, to, "");
            CHECK_INT(ev.result, (int64_t)strlen(text));
            CHECK(memcmp(ev.data, text, strlen(text)) == 0);
        }
    }
    for (int i = 0; i < SOCKETS; i++) {
        backend_close_fd(&b, fds[i][1]);
        backend_event(&b, &ev);
        backend_close_fd(&b, fds[i][0]);
    }
    backend_close(&b);
}

/* Take all descriptors there are; returns how many. */
static int take_descriptors(int like, int taken[64], struct rlimit *saved)
{
    int n = 0;

    CHECK_INT(getrlimit(RLIMIT_NOFILE, saved), 0);
    struct rlimit limit = *saved;
    limit.rlim_cur = 64;
    CHECK_INT(setrlimit(RLIMIT_NOFILE, &limit), 0);
    while (n < 64 && (taken[n] = dup(like)) >= 0)
        n++;
    CHECK_INT(errno, EMFILE);
    return n;
}

static void give_descriptors(const int taken[64], int n,
                             const struct rlimit *saved)
{
    while (n > 0)
        close(taken[--n]);
    CHECK_INT(setrlimit(RLIMIT_NOFILE, saved), 0);
}

/* The kernel looks for a descriptor before it looks for a connection. An accept
 * that waits, and one that comes then, report nothing. */
TEST_REAL(without_descriptors_and_connections_accept_waits)
{
    backend b;
    struct sockaddr_in addr;
    struct rlimit saved;
    orr__stats before, after;
    int taken[64];

    backend_open(&b, 0);
    int listener = backend_listener(&b, &addr);
    int one = backend_socket(&b, AF_INET, SOCK_STREAM);
    const int n = take_descriptors(listener, taken, &saved);
    orr__op accept_ = { .code = OP_ACCEPT, .fd = listener };
    backend_submit(&b, &accept_);
    b.table->stats(b.poll, &before);
    for (int i = 0; i < 3; i++)
        backend_quiet(&b);
    b.table->stats(b.poll, &after);
    CHECK(after.system_calls - before.system_calls < 50);
    give_descriptors(taken, n, &saved);
    backend_close_fd(&b, connect_and_accept(&b, &accept_, one, &addr));
    backend_close_fd(&b, one);
    backend_close_fd(&b, listener);
    backend_close(&b);
}

/* All descriptors are taken: the connection is taken and hung up, the loop
 * does not spin, and once there is one again, the next connection is served. */
TEST_REAL(without_descriptors_a_connection_is_hung_up)
{
    backend b;
    struct sockaddr_in addr;
    orr__event ev;
    struct rlimit saved;
    int taken[64];

    backend_open(&b, 0);
    int listener = backend_listener(&b, &addr);
    orr__op accept_ = { .code = OP_ACCEPT, .fd = listener };
    backend_submit(&b, &accept_);
    int one = backend_socket(&b, AF_INET, SOCK_STREAM);
    backend_close_fd(&b, connect_and_accept(&b, &accept_, one, &addr));
    backend_close_fd(&b, one);
    one = backend_socket(&b, AF_INET, SOCK_STREAM);
    int two = backend_socket(&b, AF_INET, SOCK_STREAM);

    const int n = take_descriptors(listener, taken, &saved);
    orr__op connect_ = backend_connect_op(one, &addr);
    orr__op end = backend_recv_op(one);
    backend_submit(&b, &accept_);
    backend_submit(&b, &connect_);
    int accepted = 0, connected = 1;
    for (int i = 0; i < 2;) {
        backend_wait(&b);
        for (; b.table->next(b.poll, &ev); i++)
            *(ev.op == &accept_ ? &accepted : &connected) = (int)ev.result;
    }
    CHECK_INT(accepted, -EMFILE);
    CHECK_INT(connected, 0);
    backend_submit(&b, &end);
    backend_event(&b, &ev);
    CHECK(ev.op == &end && !ev.more && ev.result <= 0);
    give_descriptors(taken, n, &saved);

    backend_submit(&b, &accept_);
    backend_close_fd(&b, connect_and_accept(&b, &accept_, two, &addr));
    backend_close_fd(&b, one);
    backend_close_fd(&b, two);
    backend_close_fd(&b, listener);
    backend_close(&b);
}

/* ---- Passing descriptors ---------------------------------------------- */

TEST(a_descriptor_is_passed_along_with_bytes)
{
    backend b;
    int over[2], passed[2];
    orr__event ev;
    int got = -1;

    backend_open_pair(&b, over);
    backend_pair(&b, passed);
    orr__op op = backend_recv_op(over[0]);
    op.u.io.nfds = 1;
    backend_submit(&b, &op);
    orr_buf buf = { (void *)(uintptr_t) "take", 4 };
    orr__op send_ = { .code = OP_SEND, .fd = over[1] };
    send_.u.io.bufs = &buf;
    send_.u.io.nbufs = 1;
    send_.u.io.fds = &passed[0];
    send_.u.io.nfds = 1;
    backend_submit(&b, &send_);
    for (int seen = 0; seen != 3;) {
        backend_wait(&b);
        while (b.table->next(b.poll, &ev)) {
            if (ev.op == &op) {
                CHECK_INT(ev.result, 4);
                CHECK_INT(ev.nfds, 1);
                got = ev.fds[0];
            } else {
                CHECK(ev.result >= 0);
            }
            seen |= ev.op == &op ? 1 : 2;
        }
    }
    backend_close_fd(&b, passed[0]);
    CHECK_INT(backend_send(&b, passed[1], "hi"), 2);
    orr__op through = backend_recv_op(got);
    backend_submit(&b, &through);
    backend_expect(&b, &through, "hi");
    backend_cancel(&b, &through);
    backend_cancel(&b, &op);
    backend_close_fd(&b, got);
    backend_close_fd(&b, passed[1]);
    backend_close_pair(&b, over);
}
