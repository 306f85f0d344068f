/*
 * backend_basic.c: the rules of poll.h for waiting, waking, files, signals,
 * children and fork(), tested on each back end without a loop.
 */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "backend.h"

/* ---- Names ------------------------------------------------------------ */

TEST_PLAIN(every_operation_has_a_name_of_its_own)
{
    for (int a = 0; a < OP_CODES; a++)
        for (int c = 0; c < a; c++)
            CHECK(strcmp(orr__code_name((orr__code)a),
                         orr__code_name((orr__code)c)) != 0);
    CHECK_STR(orr__code_name(OP_RECV), "recv");
}

/* ---- Opening ---------------------------------------------------------- */

TEST(a_back_end_opens_and_closes)
{
    backend b;
    orr__stats stats;

    backend_open(&b, 0);
    b.table->stats(b.poll, &stats);
    CHECK_STR(stats.name, test_backend());
    backend_close(&b);
}

/* If any allocation fails, it returns -ENOMEM and leaks nothing. */
TEST(opening_survives_any_failed_allocation)
{
    backend b;
    int err = -ENOMEM;

    for (long n = 1; err == -ENOMEM && n < 10000; n++) {
        test_fail_alloc_at(n);
        err = backend_try_open(&b, 0);
        CHECK(err == 0 || err == -ENOMEM);
        if (err == -ENOMEM)
            CHECK_INT(test_live_blocks(), 0);
    }
    test_fail_alloc_at(0);
    CHECK_INT(err, 0);
    backend_close(&b);
}

/* ---- Waiting ---------------------------------------------------------- */

TEST(a_look_finds_nothing_and_does_not_wait)
{
    backend b;
    orr__event ev;

    backend_open(&b, 0);
    for (int i = 0; i < 3; i++) {
        int err = b.table->wait(b.poll, 0);
        CHECK(err == 0 || err == -EDEADLK);
        CHECK(!b.table->next(b.poll, &ev));
    }
    backend_close(&b);
}

/* The loop does not ask for events then, so it would miss them. */
TEST(a_wait_that_says_it_was_quiet_has_nothing_to_report)
{
    backend b;
    orr__event ev;
    int fds[2];

    backend_open_pair(&b, fds);
    orr__op recv_ = backend_recv_op(fds[0]);
    backend_submit(&b, &recv_);
    for (int i = 0; i < 100; i++) {
        if (i % 3 == 2)
            CHECK_INT(backend_send(&b, fds[1], "x"), 1);
        CHECK_INT(b.table->wait(b.poll, 0), 0);
        if (b.poll->quiet)
            CHECK(!b.table->next(b.poll, &ev));
        while (b.table->next(b.poll, &ev))
            CHECK(ev.result > 0);
        if (i % 3 == 1 && strcmp(b.table->name, "sim") != 0)
            CHECK(b.poll->quiet);
    }
    backend_cancel(&b, &recv_);
    backend_close_pair(&b, fds);
}

TEST(a_wait_ends_at_its_deadline_and_not_before)
{
    backend b;
    orr__event ev;

    backend_open(&b, 0);
    for (int i = 0; i < 5; i++) {
        const uint64_t end =
            b.table->clock(b.poll, ORR__MONOTONIC) + 2 * MS + 1;
        while (b.table->clock(b.poll, ORR__MONOTONIC) < end) {
            CHECK_INT(b.table->wait(b.poll, end), 0);
            CHECK(!b.table->next(b.poll, &ev));
        }
    }
    backend_close(&b);
}

TEST_REAL(waiting_counts_as_idle_and_as_one_system_call)
{
    backend b;
    orr__stats before, after;

    backend_open(&b, 0);
    b.table->stats(b.poll, &before);
    CHECK_INT(
        b.table->wait(b.poll, b.table->clock(b.poll, ORR__MONOTONIC) + 5 * MS),
        0);
    b.table->stats(b.poll, &after);
    CHECK(after.idle_ns - before.idle_ns >= 4 * MS);
    CHECK_INT(after.system_calls - before.system_calls, 1);
    backend_close(&b);
}

static uint64_t clock_that_stands(void *ctx)
{
    return *(uint64_t *)ctx;
}

TEST(the_worlds_clock_is_the_one_that_is_read)
{
    backend b;
    uint64_t now = 12345;

    backend_open(&b, 0);
    b.world = (orr_world){ .ctx = &now, .clock_ns = clock_that_stands };
    CHECK_INT(b.table->clock(b.poll, ORR__MONOTONIC), 12345);
    b.world = (orr_world){ 0 };
    backend_close(&b);
}

static void nothing(int signum)
{
    (void)signum;
}

static void *interrupt(void *arg)
{
    for (int i = 0; i < 5; i++) {
        usleep(2000);
        pthread_kill(*(pthread_t *)arg, SIGUSR2);
    }
    return NULL;
}

TEST_REAL(a_signal_during_the_wait_is_no_error)
{
    backend b;
    orr__event ev;
    pthread_t self = pthread_self(), other;
    struct sigaction sa = { .sa_handler = nothing };

    backend_open(&b, 0);
    CHECK_INT(sigaction(SIGUSR2, &sa, NULL), 0);
    CHECK_INT(pthread_create(&other, NULL, interrupt, &self), 0);
    const uint64_t end = b.table->clock(b.poll, ORR__MONOTONIC) + 20 * MS;
    while (b.table->clock(b.poll, ORR__MONOTONIC) < end) {
        CHECK_INT(b.table->wait(b.poll, end), 0);
        CHECK(!b.table->next(b.poll, &ev));
    }
    pthread_join(other, NULL);
    backend_close(&b);
}

/* ---- Waking ----------------------------------------------------------- */

TEST(many_wakes_are_one_event)
{
    backend b;
    orr__op op = { .code = OP_WAKE };
    orr__event ev;

    backend_open(&b, 0);
    backend_submit(&b, &op);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 5; i++)
            b.table->wake(b.poll);
        backend_event(&b, &ev);
        CHECK(ev.op == &op && ev.more);
        CHECK(!b.table->next(b.poll, &ev));
        backend_quiet(&b);
    }
    backend_cancel(&b, &op);
    backend_close(&b);
}

static void *wake_later(void *arg)
{
    backend *b = arg;

    usleep(3000);
    b->table->wake(b->poll);
    return NULL;
}

TEST_REAL(another_thread_ends_the_wait)
{
    backend b;
    orr__op op = { .code = OP_WAKE };
    orr__event ev;
    pthread_t other;

    backend_open(&b, 0);
    backend_submit(&b, &op);
    for (int i = 0; i < 3; i++) {
        CHECK_INT(pthread_create(&other, NULL, wake_later, &b), 0);
        while (true) {
            CHECK_INT(b.table->wait(b.poll, ORR__FOREVER), 0);
            if (b.table->next(b.poll, &ev))
                break;
        }
        CHECK(ev.op == &op);
        pthread_join(other, NULL);
    }
    backend_cancel(&b, &op);
    backend_close(&b);
}

static backend *woken_by_signal;

static void wake_in_handler(int signum)
{
    (void)signum;
    woken_by_signal->table->wake(woken_by_signal->poll);
}

TEST_REAL(a_signal_handler_may_wake)
{
    backend b;
    orr__op op = { .code = OP_WAKE };
    orr__event ev;
    pthread_t self = pthread_self(), other;
    struct sigaction sa = { .sa_handler = wake_in_handler };

    backend_open(&b, 0);
    backend_submit(&b, &op);
    woken_by_signal = &b;
    CHECK_INT(sigaction(SIGUSR2, &sa, NULL), 0);
    CHECK_INT(pthread_create(&other, NULL, interrupt, &self), 0);
    backend_event(&b, &ev);
    CHECK(ev.op == &op);
    pthread_join(other, NULL);
    backend_cancel(&b, &op);
    backend_close(&b);
}

struct waker {
    backend *b;
    int sent, seen; /* atomic; sent is -1 when there are no more */
};

static int64_t seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/*
 * Sends the next one only when the last was seen, so that none may be lost:
 * the loop would sleep forever. Where others want the processors, each of
 * them can take as long as a turn of the scheduler; so not all are sent.
 */
static void *wake_often(void *arg)
{
    struct waker *w = arg;
    const int64_t end = seconds() + 2;

    for (int i = 1; i <= 20000 && seconds() < end; i++) {
        __atomic_store_n(&w->sent, i, __ATOMIC_SEQ_CST);
        w->b->table->wake(w->b->poll);
        while (__atomic_load_n(&w->seen, __ATOMIC_SEQ_CST) < i)
            if (i % 8 == 0)
                sched_yield();
    }
    __atomic_store_n(&w->sent, -1, __ATOMIC_SEQ_CST);
    w->b->table->wake(w->b->poll);
    return NULL;
}

TEST_REAL(no_wake_is_lost_between_looking_and_sleeping)
{
    backend b;
    orr__op op = { .code = OP_WAKE };
    orr__event ev;
    pthread_t other;
    struct waker w = { .b = &b };

    backend_open(&b, 0);
    backend_submit(&b, &op);
    CHECK_INT(pthread_create(&other, NULL, wake_often, &w), 0);
    while (__atomic_load_n(&w.seen, __ATOMIC_SEQ_CST) >= 0) {
        CHECK_INT(b.table->wait(b.poll, ORR__FOREVER), 0);
        while (b.table->next(b.poll, &ev))
            __atomic_store_n(&w.seen,
                             __atomic_load_n(&w.sent, __ATOMIC_SEQ_CST),
                             __ATOMIC_SEQ_CST);
    }
    pthread_join(other, NULL);
    backend_cancel(&b, &op);
    backend_close(&b);
}

static void add_one(void *arg)
{
    ++*(int *)arg;
}

/* ---- Files ------------------------------------------------------------ */

static const char *path_in_dir(const char *name)
{
    static char path[512];

    snprintf(path, sizeof path, "%s/%s", test_dir(), name);
    return path;
}

static int64_t file_op(backend *b, orr__op *op)
{
    orr__event ev;

    backend_submit(b, op);
    backend_event(b, &ev);
    CHECK(ev.op == op && !ev.more);
    return ev.result;
}

TEST(a_file_is_written_and_read_by_operations)
{
    backend b;
    char text[16] = "";
    orr_buf out = { (void *)(uintptr_t) "hello", 5 },
            in = { text, sizeof text };
    orr__op open_ = { .code = OP_OPEN }, write_ = { .code = OP_WRITE };
    orr__op read_ = { .code = OP_READ }, close_ = { .code = OP_CLOSE };

    backend_open(&b, 0);
    open_.u.fs.path = path_in_dir("file");
    open_.u.fs.flags = 0102; /* O_RDWR | O_CREAT */
    open_.u.fs.mode = 0600;
    int64_t fd = file_op(&b, &open_);
    CHECK(fd >= 0);
    write_.fd = read_.fd = close_.fd = (int)fd;
    write_.u.io.bufs = &out;
    write_.u.io.nbufs = 1;
    CHECK_INT(file_op(&b, &write_), 5);
    read_.u.io.bufs = &in;
    read_.u.io.nbufs = 1;
    CHECK_INT(file_op(&b, &read_), 5);
    CHECK_STR(text, "hello");
    CHECK_INT(file_op(&b, &close_), 0);
    CHECK_INT(backend_call(&b, &close_), -EBADF);
    backend_close(&b);
}

TEST(a_file_that_is_not_there_is_an_event_with_an_error)
{
    backend b;
    orr_stat st;
    orr__op op = { .code = OP_STAT, .u.fs.out = &st };

    backend_open(&b, 0);
    op.u.fs.path = path_in_dir("nothing");
    CHECK_INT(file_op(&b, &op), -ENOENT);
    CHECK_INT(backend_call(&b, &op), -ENOENT);
    backend_close(&b);
}

/* Rule 3: it may have made something, which only its event can hand over. */
TEST_REAL(a_file_operation_that_is_done_cannot_be_taken_back)
{
    backend b;
    orr__event ev;
    orr__op op = { .code = OP_OPEN };

    backend_open(&b, 0);
    op.u.fs.path = test_dir();
    backend_submit(&b, &op);
    backend_wait(&b); /* it is in the batch, or on its way */
    int err = b.table->cancel(b.poll, &op);
    if (err == -EBUSY) {
        if (!b.table->next(b.poll, &ev))
            backend_event(&b, &ev);
        CHECK(ev.op == &op && ev.result >= 0);
        backend_close_fd(&b, (int)ev.result);
    } else {
        CHECK_INT(err, 0);
        backend_quiet(&b);
    }
    backend_close(&b);
}

/* ---- Order inside a batch --------------------------------------------- */

/* Rule 1, with a callback that starts to read what has data already. */
TEST(what_is_submitted_during_a_batch_is_not_part_of_it)
{
    backend b;
    int one[2], two[2];
    orr__event ev;

    backend_open_pair(&b, one);
    backend_pair(&b, two);
    orr__op first = backend_recv_op(one[0]), second = backend_recv_op(two[0]);
    CHECK_INT(backend_send(&b, one[1], "a"), 1);
    CHECK_INT(backend_send(&b, two[1], "b"), 1);
    backend_submit(&b, &first);
    backend_event(&b, &ev);
    CHECK(ev.op == &first);
    backend_submit(&b, &second);
    backend_cancel(&b, &first);
    CHECK_INT(backend_send(&b, one[1], "a"), 1);
    backend_submit(&b, &first);
    CHECK(!b.table->next(b.poll, &ev));
    for (int seen = 0; seen != 3;) {
        backend_wait(&b);
        while (b.table->next(b.poll, &ev))
            seen |= ev.op == &first ? 1 : 2;
    }
    backend_cancel(&b, &first);
    backend_cancel(&b, &second);
    for (int i = 0; i < 2; i++) {
        backend_close_fd(&b, one[i]);
        backend_close_fd(&b, two[i]);
    }
    backend_close(&b);
}

/* What the loop gives back comes in the next batch, behind what was over
 * before; what it gives back again comes again. */
TEST(an_operation_that_is_given_back_is_reported_in_the_next_batch)
{
    backend b;
    int fds[2];
    orr__event ev;

    backend_open_pair(&b, fds);
    orr__op recv = backend_recv_op(fds[0]), other = backend_recv_op(fds[1]);
    CHECK_INT(backend_send(&b, fds[1], "a"), 1);
    backend_submit(&b, &recv);
    backend_expect(&b, &recv, "a");
    backend_cancel(&b, &recv);
    b.table->finish(b.poll, &recv, -ECANCELED);
    b.table->finish(b.poll, &other, 7);
    CHECK(!b.table->next(b.poll, &ev));
    backend_event(&b, &ev);
    CHECK(ev.op == &recv && ev.result == -ECANCELED && !ev.more);
    b.table->finish(b.poll, &recv, 3);
    CHECK(b.table->next(b.poll, &ev));
    CHECK(ev.op == &other && ev.result == 7 && !ev.more);
    CHECK(!b.table->next(b.poll, &ev));
    backend_event(&b, &ev);
    CHECK(ev.op == &recv && ev.result == 3);
    backend_close_pair(&b, fds);
}

TEST(an_operation_that_was_given_back_can_be_taken_back)
{
    backend b;
    int fds[2];
    orr__event ev;

    backend_open_pair(&b, fds);
    orr__op one = backend_recv_op(fds[0]), two = backend_recv_op(fds[1]);
    b.table->finish(b.poll, &one, 1);
    backend_cancel(&b, &one); /* before its batch */
    b.table->finish(b.poll, &one, 1);
    b.table->finish(b.poll, &two, 2);
    backend_event(&b, &ev);
    CHECK(ev.op == &one);
    backend_cancel(&b, &two); /* within it */
    CHECK(!b.table->next(b.poll, &ev));
    backend_quiet(&b);
    backend_close_pair(&b, fds);
}

TEST_REAL(signals_come_last_and_each_is_reported)
{
    backend b;
    int fds[2];
    orr__event ev;
    char seen[8] = "";
    orr__op sig = { .code = OP_SIGNAL, .u.n = SIGUSR1 };

    backend_open_pair(&b, fds);
    orr__op recv_ = backend_recv_op(fds[0]);
    backend_submit(&b, &sig);
    backend_submit(&b, &recv_);
    raise(SIGUSR1);
    CHECK_INT(backend_send(&b, fds[1], "x"), 1);
    raise(SIGUSR1);
    while (strlen(seen) < 3) {
        backend_wait(&b);
        while (b.table->next(b.poll, &ev))
            strcat(seen, ev.op == &sig ? "S" : "r");
    }
    CHECK_STR(seen, "rSS");
    backend_cancel(&b, &sig);
    backend_cancel(&b, &recv_);
    backend_close_pair(&b, fds);
}

/* Returns the operation that waits for it. */
static orr__op child_start(backend *b, char status)
{
    char command[16] = "exit ?";
    char *args[] = { (char[]){ "sh" }, (char[]){ "-c" }, command, NULL };
    orr__spawn spawn = { .file = "sh", .args = args };
    orr__op op = { .code = OP_SPAWN, .u.spawn = &spawn };

    command[5] = status;
    int64_t pid = backend_call(b, &op);
    CHECK(pid > 0);
    return (orr__op){ .code = OP_CHILD, .fd = spawn.pidfd, .u.n = pid };
}

TEST_REAL(children_are_reported_in_the_order_they_were_started)
{
    backend b;
    orr__event ev;
    orr__op ops[3];
    siginfo_t info;

    backend_open(&b, 0);
    for (int i = 0; i < 3; i++) {
        ops[i] = child_start(&b, (char)('5' + i));
        backend_submit(&b, &ops[i]);
    }
    for (int i = 2; i >= 0; i--) /* until all have ended */
        CHECK_INT(waitid(P_PID, (id_t)ops[i].u.n, &info, WEXITED | WNOWAIT), 0);
    for (int i = 0; i < 3;) {
        backend_wait(&b);
        for (; b.table->next(b.poll, &ev); i++) {
            CHECK(ev.op == &ops[i] && !ev.more);
            CHECK_INT(ev.result, 5 + i);
            CHECK_INT(ev.flags, 0);
        }
    }
    backend_quiet(&b);
    backend_close(&b);
}

TEST_REAL(a_child_that_is_waited_for_no_more_is_not_reported)
{
    backend b;
    int status;

    backend_open(&b, 0);
    orr__op op = child_start(&b, '0');
    backend_submit(&b, &op);
    backend_cancel(&b, &op);
    CHECK_INT(waitpid((pid_t)op.u.n, &status, 0), op.u.n);
    backend_quiet(&b);
    backend_close(&b);
}

/* ---- call() ----------------------------------------------------------- */

TEST(what_can_only_be_submitted_cannot_be_called)
{
    static const uint8_t codes[] = {
        OP_NONE,   OP_RECV,  OP_RECVFROM, OP_WAKE,
        OP_SIGNAL, OP_READY, OP_WORK,     OP_WATCH
    };
    backend b;

    backend_open(&b, 0);
    for (unsigned i = 0; i < sizeof codes; i++) {
        orr__op op = { .code = codes[i] };
        CHECK_INT(backend_call(&b, &op), -EINVAL);
    }
    backend_close(&b);
}

/* ---- A loop inside another -------------------------------------------- */

static bool is_readable(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };

    return poll(&p, 1, 0) == 1;
}

static void look_at(backend *b, const orr__op *op)
{
    orr__event ev;

    CHECK_INT(b->table->wait(b->poll, 0), 0);
    CHECK(b->table->next(b->poll, &ev));
    CHECK(ev.op == op);
    CHECK(!b->table->next(b->poll, &ev));
}

TEST_REAL(the_descriptor_is_readable_whenever_there_is_something)
{
    backend b;
    int fds[2];
    orr__op wake = { .code = OP_WAKE };

    backend_open_pair(&b, fds);
    orr__op recv_ = backend_recv_op(fds[0]);
    backend_submit(&b, &wake);
    int fd = b.table->fd(b.poll);
    CHECK(fd >= 0 && !is_readable(fd));

    b.table->wake(b.poll);
    CHECK(is_readable(fd));
    look_at(&b, &wake);
    CHECK(!is_readable(fd));

    backend_submit(&b, &recv_);
    CHECK(!is_readable(fd));
    CHECK_INT(backend_send(&b, fds[1], "x"), 1);
    CHECK(is_readable(fd));
    look_at(&b, &recv_);
    CHECK(!is_readable(fd));

    orr_buf buf = { (void *)(uintptr_t) "y", 1 };
    orr__op send_ = { .code = OP_SEND,
                      .fd = fds[0],
                      .u.io = { &buf, .nbufs = 1 } };
    backend_submit(&b, &send_); /* done at once, to be reported later */
    CHECK(is_readable(fd));
    look_at(&b, &send_);
    CHECK(!is_readable(fd));

    backend_cancel(&b, &recv_);
    backend_cancel(&b, &wake);
    backend_close_pair(&b, fds);
}

/* ---- fork() ----------------------------------------------------------- */

static void run_in_child(void (*fn)(backend *), backend *b)
{
    int status = 0;
    pid_t pid = fork();

    CHECK(pid >= 0);
    if (pid == 0) {
        alarm(10);
        fn(b);
        _exit(0);
    }
    CHECK_INT(waitpid(pid, &status, 0), pid);
    CHECK_INT(status, 0);
}

static int fork_fd; /* a descriptor with an operation on it */

static void child_closes(backend *b)
{
    orr__op op = { .code = OP_CLOSE, .fd = fork_fd };

    backend_call(b, &op);
    b->table->close(b->poll);
}

TEST_REAL(closing_in_a_forked_child_leaves_the_parent_alone)
{
    backend b;
    int fds[2];
    orr__event ev;
    orr__op wake = { .code = OP_WAKE };
    int count = 0;
    orr__op work = { .code = OP_WORK, .u.work = { add_one, &count } };

    backend_open_pair(&b, fds);
    orr__op recv_ = backend_recv_op(fds[0]);
    fork_fd = fds[0];
    backend_submit(&b, &recv_);
    backend_submit(&b, &wake);
    backend_submit(&b, &work);
    backend_event(&b, &ev);
    run_in_child(child_closes, &b);

    CHECK_INT(backend_send(&b, fds[1], "x"), 1);
    backend_event(&b, &ev);
    CHECK(ev.op == &recv_ && ev.result == 1);
    b.table->wake(b.poll);
    backend_event(&b, &ev);
    CHECK(ev.op == &wake);
    backend_submit(&b, &work);
    backend_event(&b, &ev);
    CHECK_INT(count, 2);
    backend_cancel(&b, &recv_);
    backend_cancel(&b, &wake);
    backend_close_pair(&b, fds);
}

static void child_works(backend *unused)
{
    backend b;
    orr__event ev;
    int count = 0;
    orr__op work = { .code = OP_WORK, .u.work = { add_one, &count } };

    (void)unused;
    backend_open(&b, 0);
    backend_submit(&b, &work);
    backend_event(&b, &ev);
    CHECK_INT(count, 1);
    backend_close(&b);
}

#if defined(__SANITIZE_THREAD__)
#define THREADS_AFTER_FORK false
#elif defined(__has_feature)
#define THREADS_AFTER_FORK (!__has_feature(thread_sanitizer))
#else
#define THREADS_AFTER_FORK true
#endif

TEST_REAL(a_forked_child_has_a_pool_of_its_own)
{
    backend b;
    orr__event ev;
    int count = 0;
    orr__op work = { .code = OP_WORK, .u.work = { add_one, &count } };

    if (!THREADS_AFTER_FORK)
        SKIP("the thread sanitizer allows no threads after fork()");
    backend_open(&b, 0);
    backend_submit(&b, &work);
    backend_event(&b, &ev);
    run_in_child(child_works, NULL);
    backend_submit(&b, &work);
    backend_event(&b, &ev);
    CHECK_INT(count, 2);
    backend_close(&b);
}
