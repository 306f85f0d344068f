/*
 * backend_ready.c: what poll.h promises about descriptors of any kind: when
 * they are ready, what they are, and how options are set.
 */
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backend.h"

/* ---- Readiness -------------------------------------------------------- */

TEST(readiness_is_reported_as_long_as_it_lasts)
{
    backend b;
    int fds[2];
    orr__event ev;

    backend_open_pair(&b, fds);
    orr__op op = { .code = OP_READY, .fd = fds[0], .u.n = ORR_READABLE };
    backend_submit(&b, &op);
    backend_quiet(&b);
    CHECK_INT(backend_send(&b, fds[1], "x"), 1);
    for (int i = 0; i < 3; i++) {
        backend_event(&b, &ev);
        CHECK(ev.op == &op && ev.more);
        CHECK_INT(ev.result, ORR_READABLE);
        CHECK(!b.table->next(b.poll, &ev));
    }
    backend_cancel(&b, &op);
    backend_quiet(&b);
    op.u.n = ORR_READABLE | ORR_WRITABLE;
    backend_submit(&b, &op);
    backend_event(&b, &ev);
    CHECK_INT(ev.result, ORR_READABLE | ORR_WRITABLE);
    backend_cancel(&b, &op);
    backend_close_pair(&b, fds);
}

TEST(a_peer_that_went_away_is_a_disconnect)
{
    backend b;
    int fds[2];
    orr__event ev;

    backend_open_pair(&b, fds);
    orr__op op = { .code = OP_READY, .fd = fds[0] };
    op.u.n = ORR_READABLE | ORR_DISCONNECT;
    backend_submit(&b, &op);
    backend_quiet(&b);
    backend_close_fd(&b, fds[1]);
    backend_event(&b, &ev);
    CHECK(ev.op == &op);
    CHECK_INT(ev.result, ORR_READABLE | ORR_DISCONNECT);
    backend_cancel(&b, &op);
    backend_quiet(&b); /* and it does not spin */
    backend_close_fd(&b, fds[0]);
    backend_close(&b);
}

TEST_REAL(a_regular_file_has_no_readiness)
{
    backend b;
    char path[512];

    backend_open(&b, 0);
    snprintf(path, sizeof path, "%s/file", test_dir());
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    CHECK(fd >= 0);
    orr__op op = { .code = OP_READY, .fd = fd, .u.n = ORR_READABLE };
    CHECK_INT(b.table->submit(b.poll, &op), -EPERM);
    CHECK_INT(b.table->submit(b.poll, &op), -EPERM);
    backend_quiet(&b);
    backend_close_fd(&b, fd);
    CHECK_INT(b.table->submit(b.poll, &op), -EBADF);
    backend_close(&b);
}

/* libuv's rule, which Node's users know. */
TEST_REAL(an_error_of_the_descriptor_ends_readiness)
{
    backend b;
    int fds[2];
    orr__event ev;

    backend_open(&b, 0);
    backend_pipe(&b, fds);
    orr__op op = { .code = OP_READY, .fd = fds[1], .u.n = ORR_WRITABLE };
    backend_submit(&b, &op);
    backend_event(&b, &ev);
    CHECK_INT(ev.result, ORR_WRITABLE);
    backend_close_fd(&b, fds[0]);
    do
        backend_event(&b, &ev);
    while (ev.result == ORR_WRITABLE);
    CHECK_INT(ev.result, -EBADF);
    CHECK(!ev.more);
    backend_quiet(&b);
    backend_close_fd(&b, fds[1]);
    backend_close(&b);
}

/* The owner of the descriptor closes it without notice. */
TEST_REAL(after_readiness_the_owner_may_close_and_the_number_come_back)
{
    backend b;
    int fds[2], again[2];

    backend_open_pair(&b, fds);
    int copy = dup(fds[0]);
    orr__op op = { .code = OP_READY, .fd = fds[0], .u.n = ORR_READABLE };
    backend_submit(&b, &op);
    backend_quiet(&b);
    CHECK_INT(backend_send(&b, fds[1], "x"), 1);
    backend_cancel(&b, &op);
    close(fds[0]);
    backend_pair(&b, again);
    CHECK_INT(again[0], fds[0]);
    orr__op recv_ = backend_recv_op(again[0]);
    backend_submit(&b, &recv_);
    backend_quiet(&b);
    CHECK_INT(backend_send(&b, again[1], "new"), 3);
    backend_expect(&b, &recv_, "new");
    backend_cancel(&b, &recv_);
    close(copy);
    backend_close_two(&b, again);
    backend_close_fd(&b, fds[1]);
    backend_close(&b);
}

/* ---- Kinds ------------------------------------------------------------ */

static int64_t kind_of(backend *b, uint8_t code, int fd)
{
    orr__op op = { .code = code, .fd = fd };

    return backend_call(b, &op);
}

TEST(descriptors_are_told_apart)
{
    backend b;
    int pair[2], pipe_[2];

    backend_open_pair(&b, pair);
    backend_pipe(&b, pipe_);
    int tcp = backend_socket(&b, AF_INET, SOCK_STREAM);
    int udp = backend_socket(&b, AF_INET, SOCK_DGRAM);
    CHECK_INT(kind_of(&b, OP_FDKIND, pair[0]), ORR_PIPE);
    CHECK_INT(kind_of(&b, OP_FDKIND, pipe_[1]), ORR_PIPE);
    CHECK_INT(kind_of(&b, OP_FDKIND, tcp), ORR_TCP);
    CHECK_INT(kind_of(&b, OP_FDKIND, udp), ORR_UDP);
    CHECK_INT(kind_of(&b, OP_ADOPT, tcp), ORR_TCP);
    CHECK_INT(kind_of(&b, OP_FDKIND, 9999), ORR_KIND_NONE);
    CHECK_INT(kind_of(&b, OP_ADOPT, 9999), -EBADF);
    backend_close_two(&b, pair);
    backend_close_two(&b, pipe_);
    backend_close_fd(&b, tcp);
    backend_close_fd(&b, udp);
    backend_close(&b);
}

TEST_REAL(files_and_devices_are_files)
{
    backend b;
    int64_t kind;

    backend_open(&b, 0);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    int dir = open(test_dir(), O_RDONLY | O_CLOEXEC);
    CHECK(null >= 0 && dir >= 0);
    CHECK_INT(kind_of(&b, OP_FDKIND, null), ORR_FS);
    CHECK_INT(kind_of(&b, OP_FDKIND, dir), ORR_KIND_NONE);
    kind = kind_of(&b, OP_ADOPT, null);
    CHECK_INT(kind, ORR_FS);
    CHECK(!(fcntl(null, F_GETFL) & O_NONBLOCK));
    close(null);
    close(dir);
    backend_close(&b);
}

TEST(an_adopted_descriptor_is_made_non_blocking)
{
    backend b;
    int fds[2];

    backend_open_pair(&b, fds);
    orr__op op = { .code = OP_NONBLOCK, .fd = fds[0], .u.n = 0 };
    CHECK_INT(backend_call(&b, &op), 0);
    CHECK_INT(kind_of(&b, OP_ADOPT, fds[0]), ORR_PIPE);
    orr_buf buf = { (char[65536]){ 0 }, 65536 };
    orr__op send_ = { .code = OP_SEND, .fd = fds[0] };
    send_.u.io.bufs = &buf;
    send_.u.io.nbufs = 1;
    int64_t n = 0;
    for (int i = 0; i < 1000 && n >= 0; i++)
        n = backend_call(&b, &send_);
    CHECK_INT(n, -EAGAIN); /* a blocking one would hang */
    backend_close_pair(&b, fds);
}

/* ---- Options ---------------------------------------------------------- */

TEST(an_option_that_is_set_can_be_asked)
{
    backend b;
    int on = 1, got = 0;

    backend_open(&b, 0);
    int fd = backend_socket(&b, AF_INET, SOCK_DGRAM);
    orr__op op = { .code = OP_SETOPT, .fd = fd };
    op.u.opt.level = SOL_SOCKET;
    op.u.opt.name = SO_BROADCAST;
    op.u.opt.value = &on;
    op.u.opt.len = sizeof on;
    CHECK_INT(backend_call(&b, &op), 0);
    op.code = OP_GETOPT;
    op.u.opt.value = &got;
    CHECK_INT(backend_call(&b, &op), 0);
    CHECK_INT(got, 1);
    backend_close_fd(&b, fd);
    backend_close(&b);
}

TEST(ipv6_only_makes_no_sense_for_ipv4)
{
    backend b;
    struct sockaddr_in addr = backend_addr(0);

    backend_open(&b, 0);
    int fd = backend_socket(&b, AF_INET, SOCK_STREAM);
    CHECK_INT(backend_bind(&b, fd, &addr, ORR_BIND_IPV6ONLY), -EINVAL);
    backend_close_fd(&b, fd);
    backend_close(&b);
}

TEST_REAL(two_sockets_share_a_port_if_both_ask_for_it)
{
    backend b;
    struct sockaddr_in addr = backend_addr(0);

    backend_open(&b, 0);
    int one = backend_socket(&b, AF_INET, SOCK_DGRAM);
    int two = backend_socket(&b, AF_INET, SOCK_DGRAM);
    CHECK_INT(backend_bind(&b, one, &addr, ORR_BIND_REUSEPORT), 0);
    addr = backend_sockname(&b, one);
    CHECK_INT(backend_bind(&b, two, &addr, 0), -EADDRINUSE);
    CHECK_INT(backend_bind(&b, two, &addr, ORR_BIND_REUSEPORT), 0);
    backend_close_fd(&b, one);
    backend_close_fd(&b, two);
    backend_close(&b);
}

/* ---- Old kernels ------------------------------------------------------ */

/*
 * Kernels before 6.18 have no write that raises no signal, those before 5.11
 * no wait to the nanosecond. Here the two calls answer as they do there.
 */
static void be_an_old_kernel(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_epoll_pwait2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pwritev2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { sizeof code / sizeof *code, code };

    CHECK_INT(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
        SKIP("no seccomp here");
}

TEST_ON(an_old_kernel_will_do, TEST_ON_EPOLL)
{
    backend b;
    int fds[2];
    orr__event ev;
    sigset_t mask, pipe_only;

    be_an_old_kernel();
    backend_open(&b, 0);
    backend_pipe(&b, fds);
    orr__op op = backend_recv_op(fds[0]);
    backend_submit(&b, &op);
    const uint64_t end = b.table->clock(b.poll, ORR__MONOTONIC) + 2 * MS;
    CHECK_INT(b.table->wait(b.poll, end), 0);
    CHECK(!b.table->next(b.poll, &ev));
    CHECK(b.table->clock(b.poll, ORR__MONOTONIC) >= end);
    CHECK_INT(backend_send(&b, fds[1], "hello"), 5);
    backend_expect(&b, &op, "hello");
    backend_cancel(&b, &op);
    backend_close_fd(&b, fds[0]);
    CHECK_INT(backend_send(&b, fds[1], "x"), -EPIPE);

    /* One that was pending before is still there, one of ours is not. */
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    CHECK_INT(pthread_sigmask(SIG_BLOCK, &pipe_only, NULL), 0);
    CHECK_INT(backend_send(&b, fds[1], "x"), -EPIPE);
    CHECK_INT(sigpending(&mask), 0);
    CHECK(!sigismember(&mask, SIGPIPE));
    raise(SIGPIPE);
    CHECK_INT(backend_send(&b, fds[1], "x"), -EPIPE);
    CHECK_INT(sigpending(&mask), 0);
    CHECK(sigismember(&mask, SIGPIPE));
    backend_close_fd(&b, fds[1]);
    backend_close(&b);
}
