/*
 * backend_uring.c: what is particular to the io_uring back end: when it enters
 * the kernel, bytes that came for a cancelled receive, which thread owns the
 * ring, and the error where there is no io_uring.
 *
 * Files are in backend_uring_file.c; what all back ends do alike is tested by
 * the other backend_*.c.
 */
#include "backend.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define TEST_URING(name_) TEST_ON(name_, TEST_ON_URING)

/* ---- Helpers ---------------------------------------------------------- */

static uint64_t calls_of(backend *b)
{
    orr__stats stats;

    b->table->stats(b->poll, &stats);
    return stats.system_calls;
}

/* Look once, and expect nothing. */
static void look_for_nothing(backend *b)
{
    orr__event ev;

    CHECK_INT(b->table->wait(b->poll, 0), 0);
    CHECK(!b->table->next(b->poll, &ev));
}

static void cancel(backend *b, orr__op *op)
{
    CHECK_INT(b->table->cancel(b->poll, op), 0);
}

/* The next event is these bytes, for this operation. */
static void expect_bytes(backend *b, const orr__op *op, const char *text)
{
    orr__event ev;

    backend_event(b, &ev);
    CHECK(ev.op == op);
    CHECK_INT(ev.result, strlen(text));
    CHECK(ev.more);
    CHECK(memcmp(ev.data, text, strlen(text)) == 0);
}

static void expect_result(backend *b, const orr__op *op, int64_t result)
{
    orr__event ev;

    backend_event(b, &ev);
    CHECK(ev.op == op);
    CHECK_INT(ev.result, result);
    CHECK(!ev.more);
}

/* ---- Entering the kernel ---------------------------------------------- */

TEST_URING(a_turn_in_which_nothing_happens_makes_no_system_call)
{
    backend b;
    int fds[2];

    backend_open_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]);
    backend_submit(&b, &recv);
    look_for_nothing(&b);
    const uint64_t before = calls_of(&b);
    for (int i = 0; i < 1000; i++)
        look_for_nothing(&b);
    CHECK_INT(calls_of(&b), before);

    cancel(&b, &recv);
    backend_close_pair(&b, fds);
}

TEST_URING(a_byte_that_comes_while_the_loop_spins_is_there_in_the_next_look)
{
    backend b;
    orr__event ev;
    int fds[2];

    backend_open_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]);
    backend_submit(&b, &recv);
    look_for_nothing(&b);
    for (int i = 0; i < 100; i++) {
        CHECK_INT(write(fds[1], "x", 1), 1);
        CHECK_INT(b.table->wait(b.poll, 0), 0);
        CHECK(b.table->next(b.poll, &ev));
        CHECK_INT(ev.result, 1);
        CHECK(!b.table->next(b.poll, &ev));
    }
    cancel(&b, &recv);
    backend_close_pair(&b, fds);
}

TEST_URING(a_deadline_that_has_passed_is_a_look)
{
    backend b;
    orr__event ev;
    int fds[2];

    backend_open_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]);
    CHECK_INT(backend_send(&b, fds[1], "x"), 1);
    backend_submit(&b, &recv);
    CHECK_INT(b.table->wait(b.poll, 1), 0);
    CHECK(b.table->next(b.poll, &ev));
    CHECK(ev.op == &recv);
    cancel(&b, &recv);
    backend_close_pair(&b, fds);
}

TEST_URING(a_hundred_requests_are_handed_over_with_one_system_call)
{
    enum { N = 100 };
    orr__op recv[N];
    int fds[N][2];
    backend b;

    backend_open(&b, 0);
    look_for_nothing(&b);
    for (int i = 0; i < N; i++) {
        backend_pair(&b, fds[i]);
        recv[i] = backend_recv_op(fds[i][0]);
        backend_submit(&b, &recv[i]);
    }
    uint64_t before = calls_of(&b);
    look_for_nothing(&b);
    CHECK_INT(calls_of(&b), before + 1);

    for (int i = 0; i < N; i++)
        cancel(&b, &recv[i]);
    before = calls_of(&b);
    look_for_nothing(&b);
    CHECK_INT(calls_of(&b), before + 1);
    for (int i = 0; i < N; i++) {
        backend_close_fd(&b, fds[i][0]);
        backend_close_fd(&b, fds[i][1]);
    }
    backend_close(&b);
}

/* More than either ring has entries for. */
TEST_URING(thousands_of_requests_are_all_handed_over_and_completed)
{
    enum { N = 6000 };
    static orr__op ready[N];
    orr__event ev;
    backend b;
    int fds[2];

    backend_open_pair(&b, fds);
    for (int i = 0; i < N; i++) {
        ready[i] =
            (orr__op){ .code = OP_READY, .fd = fds[0], .u.n = ORR_READABLE };
        backend_submit(&b, &ready[i]);
    }
    CHECK_INT(backend_send(&b, fds[1], "x"), 1);
    for (int n = 0; n < N;) {
        CHECK_INT(b.table->wait(b.poll, 0), 0);
        for (; b.table->next(b.poll, &ev); n++)
            cancel(&b, ev.op);
    }
    backend_quiet(&b);
    backend_close_pair(&b, fds);
}

/* ---- Receives that are taken back ------------------------------------- */

/* A pause that is never submitted to the kernel. */
TEST_URING(a_receive_stopped_and_started_in_one_turn_costs_no_system_call)
{
    backend b;
    int fds[2];

    backend_open_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]);
    backend_submit(&b, &recv);
    look_for_nothing(&b);
    const uint64_t before = calls_of(&b);
    cancel(&b, &recv);
    backend_submit(&b, &recv);
    look_for_nothing(&b);
    CHECK_INT(calls_of(&b), before);

    CHECK_INT(backend_send(&b, fds[1], "still here"), 10);
    expect_bytes(&b, &recv, "still here");
    cancel(&b, &recv);
    backend_close_pair(&b, fds);
}

/*
 * Stop receiving on fds[0], with `turns` looks before receiving goes on. Bytes
 * that the kernel has received, those it receives before it gets the cancel and
 * later ones must arrive in order.
 */
static void stop_for(backend *b, int fds[2], int turns)
{
    orr__op recv = backend_recv_op(fds[0]);
    orr__op other = backend_recv_op(fds[0]);

    backend_submit(b, &recv);
    look_for_nothing(b);
    CHECK_INT(backend_send(b, fds[1], "one "), 4);
    expect_bytes(b, &recv, "one ");
    CHECK_INT(backend_send(b, fds[1], "two "), 4);
    CHECK_INT(b->table->wait(b->poll, 0), 0); /* has "two ", not yet read */
    cancel(b, &recv);
    CHECK_INT(backend_send(b, fds[1], "three "), 6);
    orr__event ev;
    CHECK(!b->table->next(b->poll, &ev));
    for (int i = 0; i < turns; i++)
        look_for_nothing(b);
    CHECK_INT(backend_send(b, fds[1], "four"), 4);
    backend_submit(b, &other);

    char all[64] = "";
    while (strlen(all) < strlen("two three four")) {
        backend_event(b, &ev);
        CHECK(ev.op == &other && ev.result > 0 && ev.more);
        strncat(all, ev.data, (size_t)ev.result);
    }
    CHECK_STR(all, "two three four");
    cancel(b, &other);
}

TEST_URING(bytes_received_for_a_stopped_receive_come_first_when_it_goes_on)
{
    for (int turns = 0; turns < 4; turns++) {
        backend b;
        int fds[2];

        backend_open(&b, 0);
        backend_pair(&b, fds);
        stop_for(&b, fds, turns);
        backend_close_fd(&b, fds[0]);
        backend_close_fd(&b, fds[1]);
        backend_close(&b);
    }
}

TEST_URING(the_end_of_a_stream_is_kept_for_the_next_receive)
{
    backend b;
    orr__event ev;
    int fds[2];

    backend_open_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]);
    backend_submit(&b, &recv);
    look_for_nothing(&b);
    CHECK_INT(backend_send(&b, fds[1], "last"), 4);
    backend_close_fd(&b, fds[1]);
    CHECK_INT(b.table->wait(b.poll, 0), 0);
    cancel(&b, &recv);
    CHECK(!b.table->next(b.poll, &ev));
    look_for_nothing(&b);

    backend_submit(&b, &recv);
    expect_bytes(&b, &recv, "last");
    expect_result(&b, &recv, 0);
    backend_close_fd(&b, fds[0]);
    backend_close(&b);
}

/* Rule 1: what a callback submits is not part of its batch. */
TEST_URING(a_receive_that_is_taken_over_waits_for_the_next_batch)
{
    backend b;
    orr__event ev;
    int fds[2], other[2];

    backend_open_pair(&b, fds);
    backend_pair(&b, other);
    orr__op recv = backend_recv_op(fds[0]), first = backend_recv_op(other[0]);
    backend_submit(&b, &first);
    backend_submit(&b, &recv);
    look_for_nothing(&b);
    CHECK_INT(backend_send(&b, other[1], "a"), 1);
    CHECK_INT(backend_send(&b, fds[1], "b"), 1);
    backend_event(&b, &ev);
    CHECK(ev.op == &first);
    cancel(&b, &recv);
    backend_submit(&b, &recv);
    CHECK(!b.table->next(b.poll, &ev));
    expect_bytes(&b, &recv, "b");

    cancel(&b, &recv);
    cancel(&b, &first);
    for (int i = 0; i < 2; i++) {
        backend_close_fd(&b, fds[i]);
        backend_close_fd(&b, other[i]);
    }
    backend_close(&b);
}

TEST_URING(what_was_kept_is_dropped_when_the_descriptor_is_closed)
{
    backend b;
    orr__event ev;
    int old[2], new[2];

    backend_open_pair(&b, old);
    orr__op recv = backend_recv_op(old[0]);
    backend_submit(&b, &recv);
    look_for_nothing(&b);
    CHECK_INT(backend_send(&b, old[1], "old"), 3);
    CHECK_INT(b.table->wait(b.poll, 0), 0);
    cancel(&b, &recv);
    CHECK(!b.table->next(b.poll, &ev));
    look_for_nothing(&b);
    backend_close_two(&b, old);

    backend_pair(&b, new);
    CHECK_INT(new[0], old[0]); /* the same number, another socket */
    backend_submit(&b, &recv);
    CHECK_INT(backend_send(&b, new[1], "new"), 3);
    expect_bytes(&b, &recv, "new");
    cancel(&b, &recv);
    backend_close_pair(&b, new);
}

/* Bytes that are lost must not pass unnoticed. */
TEST_URING(a_receive_that_could_not_be_kept_ends_with_an_error)
{
    backend b;
    orr__event ev;
    int fds[2];

    backend_open_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]);
    backend_submit(&b, &recv);
    look_for_nothing(&b);
    CHECK_INT(backend_send(&b, fds[1], "lost"), 4);
    CHECK_INT(b.table->wait(b.poll, 0), 0);
    cancel(&b, &recv);
    test_fail_alloc_at(1);
    CHECK(!b.table->next(b.poll, &ev));
    test_fail_alloc_at(0);
    CHECK_INT(backend_send(&b, fds[1], "more"), 4);
    backend_submit(&b, &recv);
    expect_result(&b, &recv, -ENOMEM);
    backend_quiet(&b);
    backend_close_pair(&b, fds);
}

/* ---- Buffers ---------------------------------------------------------- */

/* Three times as many bytes as there are buffers for, before one is read. */
TEST_URING(receives_go_on_when_the_buffers_have_run_out)
{
    enum { N = 100, EACH = 65536 };
    static orr__op recv[N];
    static char bytes[EACH];
    static int64_t got[N];
    int fds[N][2];
    orr__event ev;
    backend b;

    backend_open(&b, 0);
    for (int i = 0; i < N; i++) {
        backend_pair(&b, fds[i]);
        recv[i] = backend_recv_op(fds[i][0]);
        backend_submit(&b, &recv[i]);
    }
    memset(bytes, 'x', sizeof bytes);
    for (int i = 0; i < N; i++)
        CHECK_INT(write(fds[i][1], bytes, EACH), EACH);
    for (int64_t all = 0; all < (int64_t)N * EACH; all += ev.result) {
        backend_event(&b, &ev);
        CHECK(ev.result > 0 && ev.result <= ORR__CHUNK && ev.more);
        got[ev.op - recv] += ev.result;
    }
    for (int i = 0; i < N; i++) {
        CHECK_INT(got[i], EACH);
        cancel(&b, &recv[i]);
        backend_close_fd(&b, fds[i][0]);
        backend_close_fd(&b, fds[i][1]);
    }
    backend_close(&b);
}

/* Fill the socket. */
static void flood(int fd)
{
    static const char bytes[65536];

    while (send(fd, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
        continue;
}

static bool set_room(int fd)
{
    const int size = 4 << 20;

    return setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &size, sizeof size) == 0;
}

/* One socket always has more than all buffers can take. */
TEST_URING(a_quiet_socket_is_heard_when_another_takes_all_buffers)
{
    int busy[2], quiet[2];
    bool heard = false;
    orr__event ev;
    backend b;

    backend_open_pair(&b, busy);
    backend_pair(&b, quiet);
    if (!set_room(busy[1]))
        goto close_all; /* only root may, and others can't show the harm */
    orr__op recv = backend_recv_op(busy[0]), other = backend_recv_op(quiet[0]);
    backend_submit(&b, &recv);
    backend_submit(&b, &other);
    flood(busy[1]);
    CHECK_INT(backend_send(&b, quiet[1], "x"), 1);
    for (int turns = 0; !heard && turns < 5; turns++) {
        backend_wait(&b);
        while (b.table->next(b.poll, &ev))
            heard |= ev.op == &other;
        flood(busy[1]);
    }
    CHECK(heard);
    cancel(&b, &recv);
    cancel(&b, &other);
close_all:
    for (int i = 0; i < 2; i++) {
        backend_close_fd(&b, busy[i]);
        backend_close_fd(&b, quiet[i]);
    }
    backend_close(&b);
}

/* Each packet is a completion of its own. */
TEST_URING(a_receive_reports_at_max_32_times_in_a_batch)
{
    enum { N = 100 };
    backend b;
    orr__event ev;
    orr__op pair = { .code = OP_SOCKETPAIR, .u.pair.type = SOCK_SEQPACKET };
    int total = 0;

    backend_open(&b, 0);
    CHECK_INT(backend_call(&b, &pair), 0);
    orr__op recv = backend_recv_op(pair.u.pair.fds[0]);
    backend_submit(&b, &recv);
    look_for_nothing(&b);
    for (int i = 0; i < N; i++)
        CHECK_INT(write(pair.u.pair.fds[1], &i, sizeof i), sizeof i);
    while (total < N) {
        int n = 0;
        backend_wait(&b);
        for (; b.table->next(b.poll, &ev); n++, total++)
            CHECK(memcmp(ev.data, &total, sizeof total) == 0);
        CHECK(n > 0 && n <= ORR__BATCH_MAX);
    }
    cancel(&b, &recv);
    backend_close_fd(&b, pair.u.pair.fds[0]);
    backend_close_fd(&b, pair.u.pair.fds[1]);
    backend_close(&b);
}

/* ---- Closing ---------------------------------------------------------- */

/* The kernel's own reference to the socket must not outlive the call. */
TEST_URING(a_peer_sees_the_end_as_soon_as_a_receiving_socket_is_closed)
{
    backend b;
    int fds[2];
    char c;

    backend_open_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]);
    backend_submit(&b, &recv);
    look_for_nothing(&b);
    cancel(&b, &recv);
    backend_close_fd(&b, fds[0]);
    CHECK_INT(read(fds[1], &c, 1), 0);
    backend_close_fd(&b, fds[1]);
    backend_close(&b);
}

TEST_URING(an_address_is_free_as_soon_as_its_listener_is_closed)
{
    backend b;
    struct sockaddr_in addr;

    backend_open(&b, 0);
    for (int i = 0; i < 20; i++) {
        int fd = backend_listener(&b, &addr);
        orr__op accept = { .code = OP_ACCEPT, .fd = fd };
        backend_submit(&b, &accept);
        look_for_nothing(&b);
        cancel(&b, &accept);
        backend_close_fd(&b, fd);

        fd = backend_socket(&b, AF_INET, SOCK_STREAM);
        CHECK_INT(bind(fd, (const struct sockaddr *)&addr, sizeof addr), 0);
        backend_close_fd(&b, fd);
    }
    backend_close(&b);
}

/* Otherwise it would never be closed. */
TEST_URING(a_connection_accepted_for_nobody_is_closed)
{
    backend b;
    struct sockaddr_in addr;
    orr__event ev;
    char c;

    backend_open(&b, 0);
    int listener = backend_listener(&b, &addr);
    orr__op accept = { .code = OP_ACCEPT, .fd = listener };
    backend_submit(&b, &accept);
    look_for_nothing(&b);
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK_INT(connect(client, (const struct sockaddr *)&addr, sizeof addr), 0);
    CHECK_INT(b.table->wait(b.poll, 0), 0);
    cancel(&b, &accept);
    CHECK(!b.table->next(b.poll, &ev));
    CHECK_INT(read(client, &c, 1), 0);
    close(client);
    backend_close_fd(&b, listener);
    backend_close(&b);
}

TEST_URING(closing_the_back_end_lets_go_of_everything_under_way)
{
    backend b;
    int fds[2], pipe[2];
    char c, into[4];

    backend_open_pair(&b, fds);
    CHECK_INT(pipe2(pipe, O_CLOEXEC), 0); /* blocking: a read waits */
    orr_buf buf = { into, sizeof into };
    orr__op recv = backend_recv_op(fds[0]);
    orr__op read_op = { .code = OP_READ,
                        .fd = pipe[0],
                        .u.io = { &buf, .nbufs = 1, .offset = -1 } };
    backend_submit(&b, &recv);
    backend_submit(&b, &read_op);
    look_for_nothing(&b);
    close(fds[0]);
    backend_close(&b);
    CHECK_INT(read(fds[1], &c, 1), 0);
    close(fds[1]);
    close(pipe[0]);
    close(pipe[1]);
}

/* ---- Threads ---------------------------------------------------------- */

typedef struct visitor {
    backend *b;
    orr__op *recv;
    const char *text;
} visitor;

static void *visit(void *arg)
{
    visitor *v = arg;

    expect_bytes(v->b, v->recv, v->text);
    return NULL;
}

static void in_a_thread(backend *b, orr__op *recv, const char *text)
{
    visitor v = { b, recv, text };
    pthread_t thread;

    CHECK_INT(pthread_create(&thread, NULL, visit, &v), 0);
    CHECK_INT(pthread_join(thread, NULL), 0);
}

TEST_URING(a_back_end_may_be_opened_in_one_thread_and_used_in_others)
{
    backend b;
    int fds[2];

    backend_open_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]);
    backend_submit(&b, &recv);
    CHECK_INT(backend_send(&b, fds[1], "first"), 5);
    in_a_thread(&b, &recv, "first");
    CHECK_INT(backend_send(&b, fds[1], "second"), 6);
    in_a_thread(&b, &recv, "second");
    CHECK_INT(backend_send(&b, fds[1], "third"), 5);
    expect_bytes(&b, &recv, "third");
    cancel(&b, &recv);
    backend_close_pair(&b, fds);
}

static void *look_without_reading(void *arg)
{
    backend *b = arg;

    CHECK_INT(b->table->wait(b->poll, 0), 0);
    return NULL;
}

/* Bytes and a connection that the first thread has received, but not read. */
TEST_URING(what_one_thread_has_received_another_one_reads)
{
    backend b;
    struct sockaddr_in addr;
    orr__event ev;
    pthread_t thread;
    int fds[2];

    backend_open_pair(&b, fds);
    int listener = backend_listener(&b, &addr);
    orr__op recv = backend_recv_op(fds[0]);
    orr__op accept = { .code = OP_ACCEPT, .fd = listener };
    backend_submit(&b, &recv);
    backend_submit(&b, &accept);
    CHECK_INT(backend_send(&b, fds[1], "bytes"), 5);
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int err = connect(client, (const struct sockaddr *)&addr, sizeof addr);
    close(client); /* the connection waits at the listener all the same */
    CHECK_INT(err, 0);
    CHECK_INT(pthread_create(&thread, NULL, look_without_reading, &b), 0);
    CHECK_INT(pthread_join(thread, NULL), 0);

    orr__op nothing = { .code = OP_READY, .fd = listener, .u.n = ORR_READABLE };
    backend_submit(&b, &nothing); /* so that the ring has to be entered */
    bool bytes = false, connection = false;
    for (int i = 0; i < 3 && !(bytes && connection); i++) {
        backend_wait(&b);
        while (b.table->next(b.poll, &ev)) {
            bytes |= ev.op == &recv && ev.result == 5;
            connection |= ev.op == &accept && ev.result >= 0;
            if (ev.op == &accept && ev.result >= 0)
                backend_close_fd(&b, (int)ev.result);
        }
    }
    CHECK(bytes && connection);
    cancel(&b, &nothing);
    cancel(&b, &recv);
    backend_close_fd(&b, listener);
    backend_close_pair(&b, fds);
}

TEST_URING(the_copy_of_a_child_process_is_closed_without_harm)
{
    backend b;
    int fds[2], status;

    backend_open_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]);
    backend_submit(&b, &recv);
    look_for_nothing(&b);
    pid_t child = fork();
    if (child == 0) {
        backend_close(&b);
        _exit(0);
    }
    CHECK_INT(waitpid(child, &status, 0), child);
    CHECK_INT(status, 0);
    CHECK_INT(backend_send(&b, fds[1], "alive"), 5);
    expect_bytes(&b, &recv, "alive");
    cancel(&b, &recv);
    backend_close_pair(&b, fds);
}

/* ---- Inside another loop ---------------------------------------------- */

static bool is_readable(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };

    return poll(&p, 1, 0) == 1;
}

/* Turn until there is nothing to do; the number of events. */
static int turn_while_readable(backend *b, int fd)
{
    orr__event ev;
    int n = 0;

    for (int i = 0; i < 10 && is_readable(fd); i++) {
        CHECK_INT(b->table->wait(b->poll, 0), 0);
        while (b->table->next(b->poll, &ev))
            n++;
    }
    CHECK(!is_readable(fd));
    return n;
}

TEST_URING(its_descriptor_is_readable_whenever_there_is_something_to_do)
{
    backend b;
    int fds[2];

    backend_open_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]), woken = { .code = OP_WAKE };
    backend_submit(&b, &recv);
    backend_submit(&b, &woken);
    int fd = b.table->fd(b.poll);
    CHECK(fd >= 0);
    CHECK_INT(turn_while_readable(&b, fd), 0);

    CHECK_INT(backend_send(&b, fds[1], "x"), 1);
    CHECK(is_readable(fd));
    CHECK_INT(turn_while_readable(&b, fd), 1);
    b.table->wake(b.poll);
    CHECK(is_readable(fd));
    CHECK_INT(turn_while_readable(&b, fd), 1);

    char y = 'y';
    orr_buf buf = { &y, 1 };
    orr__op send = { .code = OP_SEND,
                     .fd = fds[1],
                     .u.io = { &buf, .nbufs = 1 } };
    backend_submit(&b, &send); /* done at once, and to be reported */
    CHECK(is_readable(fd));
    CHECK_INT(turn_while_readable(&b, fd), 2);

    orr__op other = backend_recv_op(fds[1]); /* to be handed over */
    backend_submit(&b, &other);
    CHECK_INT(turn_while_readable(&b, fd), 0);
    CHECK_INT(backend_send(&b, fds[0], "z"), 1);
    CHECK(is_readable(fd));
    CHECK_INT(turn_while_readable(&b, fd), 1);

    cancel(&b, &recv);
    cancel(&b, &other);
    cancel(&b, &woken);
    backend_close_pair(&b, fds);
}

/* ---- Where there is none ---------------------------------------------- */

static void forbid(int call, uint32_t answer)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | answer),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { sizeof code / sizeof *code, code };

    CHECK_INT(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
        SKIP("seccomp filters can't be set here");
}

static void open_must_fail(const char *word)
{
    const orr_allocator allocator = { NULL, test_resize };
    const orr_world world = { .ctx = NULL };
    const orr__poll_options options = { .allocator = &allocator,
                                        .world = &world };
    const char *why = NULL;
    orr__poll *poll;

    CHECK_INT(orr__uring.open(&options, &poll, &why), -ENOSYS);
    CHECK(why != NULL && strstr(why, word) != NULL);
}

TEST_PLAIN(a_forbidden_io_uring_is_said_to_be_forbidden)
{
    forbid(__NR_io_uring_setup, EPERM);
    open_must_fail("forbidden");
}

TEST_PLAIN(a_missing_io_uring_is_said_to_be_missing)
{
    forbid(__NR_io_uring_setup, ENOSYS);
    open_must_fail("without io_uring");
}

TEST_PLAIN(an_io_uring_without_buffer_rings_is_said_to_be_too_old)
{
    forbid(__NR_io_uring_register, EINVAL);
    open_must_fail("6.0");
}
