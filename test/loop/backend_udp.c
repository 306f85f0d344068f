/*
 * backend_udp.c: the rules of poll.h for datagrams, tested on each back end
 * without a loop.
 */
#include <stdio.h>
#include <string.h>

#include "backend.h"

static int64_t send_to(backend *b, int fd, const struct sockaddr_in *addr,
                       const char *text)
{
    orr_buf buf = { (void *)(uintptr_t)text, strlen(text) };
    orr__op op = { .code = OP_SENDTO, .fd = fd };

    op.u.io.bufs = &buf;
    op.u.io.nbufs = 1;
    op.u.io.addr = (const struct sockaddr *)addr;
    op.u.io.addr_len = addr ? sizeof *addr : 0;
    return backend_call(b, &op);
}

static int udp_bound(backend *b, struct sockaddr_in *addr)
{
    int fd = backend_socket(b, AF_INET, SOCK_DGRAM);

    *addr = backend_addr(0);
    CHECK_INT(backend_bind(b, fd, addr, 0), 0);
    *addr = backend_sockname(b, fd);
    return fd;
}

TEST(a_datagram_arrives_whole_and_with_its_sender)
{
    static const char *const texts[] = { "one", "", "three" };
    backend b;
    struct sockaddr_in here, there;
    orr__event ev;

    backend_open(&b, 0);
    int near = udp_bound(&b, &here), far = udp_bound(&b, &there);
    orr__op op = { .code = OP_RECVFROM, .fd = far };
    backend_submit(&b, &op);
    for (int i = 0; i < 3; i++) {
        const size_t len = strlen(texts[i]);
        CHECK_INT(send_to(&b, near, &there, texts[i]), len);
        backend_event(&b, &ev);
        CHECK(ev.op == &op && ev.more);
        CHECK_INT(ev.result, len);
        CHECK_INT(ev.flags, 0);
        CHECK(memcmp(ev.data, texts[i], len) == 0);
        CHECK(ev.from != NULL && ev.from->sa_family == AF_INET);
        CHECK_INT(((const struct sockaddr_in *)(const void *)ev.from)->sin_port,
                  here.sin_port);
    }
    backend_cancel(&b, &op);
    backend_close_fd(&b, near);
    backend_close_fd(&b, far);
    backend_close(&b);
}

/* The datagram is a number, and nothing follows it. */
static void check_number(const orr__event *ev, int want)
{
    char text[12];

    snprintf(text, sizeof text, "%d", want);
    CHECK_INT(ev->result, strlen(text));
    CHECK(memcmp(ev->data, text, strlen(text)) == 0);
}

/* Rule 6. */
TEST(a_batch_has_at_max_32_datagrams_of_one_socket)
{
    backend b;
    struct sockaddr_in here, there;
    orr__event ev;
    int got = 0;

    backend_open(&b, 0);
    int near = udp_bound(&b, &here), far = udp_bound(&b, &there);
    for (int i = 0; i < 70; i++) {
        char text[8];
        snprintf(text, sizeof text, "%d", i);
        CHECK(send_to(&b, near, &there, text) > 0);
    }
    orr__op op = { .code = OP_RECVFROM, .fd = far };
    backend_submit(&b, &op);
    while (got < 70) {
        int in_batch = 0;

        backend_wait(&b);
        for (; b.table->next(b.poll, &ev); got++, in_batch++)
            check_number(&ev, got);
        CHECK(in_batch <= ORR__BATCH_MAX);
    }
    backend_quiet(&b);
    backend_cancel(&b, &op);
    backend_close_fd(&b, near);
    backend_close_fd(&b, far);
    backend_close(&b);
}

TEST(a_datagram_socket_is_connected_and_disconnected)
{
    backend b;
    struct sockaddr_in here, there;
    orr__event ev;

    backend_open(&b, 0);
    int near = udp_bound(&b, &here), far = udp_bound(&b, &there);
    orr__op recv_ = { .code = OP_RECVFROM, .fd = far };
    backend_submit(&b, &recv_);
    orr__op op = backend_connect_op(near, &there);
    CHECK_INT(backend_call(&b, &op), 0);
    CHECK_INT(send_to(&b, near, NULL, "there"), 5);
    backend_event(&b, &ev);
    CHECK_INT(ev.result, 5);
    op.u.addr.addr = NULL;
    CHECK_INT(backend_call(&b, &op), 0);
    CHECK_INT(send_to(&b, near, NULL, "x"), -EDESTADDRREQ);
    backend_cancel(&b, &recv_);
    backend_close_fd(&b, near);
    backend_close_fd(&b, far);
    backend_close(&b);
}

TEST(a_datagram_is_sent_by_an_operation)
{
    backend b;
    struct sockaddr_in here, there;
    orr__event ev;
    int seen = 0;

    backend_open(&b, 0);
    int near = udp_bound(&b, &here), far = udp_bound(&b, &there);
    orr__op recv_ = { .code = OP_RECVFROM, .fd = far };
    backend_submit(&b, &recv_);
    orr_buf bufs[] = { { (void *)(uintptr_t) "ab", 2 },
                       { (void *)(uintptr_t) "cd", 2 } };
    orr__op op = { .code = OP_SENDTO, .fd = near };
    op.u.io.bufs = bufs;
    op.u.io.nbufs = 2;
    op.u.io.addr = (struct sockaddr *)&there;
    op.u.io.addr_len = sizeof there;
    backend_submit(&b, &op);
    while (seen != 3) {
        backend_wait(&b);
        while (b.table->next(b.poll, &ev)) {
            CHECK_INT(ev.result, 4);
            CHECK(ev.op == &op || memcmp(ev.data, "abcd", 4) == 0);
            seen |= ev.op == &op ? 1 : 2;
        }
    }
    backend_cancel(&b, &recv_);
    backend_close_fd(&b, near);
    backend_close_fd(&b, far);
    backend_close(&b);
}

/* No socket is bound there; the kernel reports that with the next call. */
TEST_REAL(an_error_about_one_datagram_does_not_end_receiving)
{
    backend b;
    struct sockaddr_in here, there;
    orr__event ev;

    backend_open(&b, 0);
    int near = udp_bound(&b, &here);
    int gone = udp_bound(&b, &there);
    orr__op op = { .code = OP_RECVFROM, .fd = near };
    orr__op connect_ = backend_connect_op(near, &there);
    CHECK_INT(backend_call(&b, &connect_), 0);
    backend_close_fd(&b, gone);
    backend_submit(&b, &op);
    CHECK_INT(send_to(&b, near, NULL, "x"), 1);
    backend_event(&b, &ev);
    CHECK(ev.op == &op && ev.more);
    CHECK_INT(ev.result, -ECONNREFUSED);
    int far = backend_socket(&b, AF_INET, SOCK_DGRAM);
    CHECK_INT(backend_bind(&b, far, &there, 0), 0);
    CHECK_INT(send_to(&b, far, &here, "fine"), 4);
    backend_event(&b, &ev);
    CHECK_INT(ev.result, 4);
    backend_cancel(&b, &op);
    backend_close_fd(&b, near);
    backend_close_fd(&b, far);
    backend_close(&b);
}
