/*
 * signal.c - signals. The process sends them to itself, which the kernel
 * delivers before kill() returns, so nothing here depends on time. On the
 * simulator they are sent in the same way and never leave the process.
 */
#include "fixture.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void send_self(fixture *f, int signum)
{
    orr_ids ids;

    orr_ids_get(f->loop, &ids);
    CHECK_INT(orr_kill(f->loop, ids.pid, signum), 0);
}

/* One turn without waiting: what has come by now is delivered. */
static void turn(fixture *f)
{
    CHECK(orr_run(f->loop, ORR_RUN_NOWAIT) >= 0);
}

static void on_a(orr_signal *s, int signum)
{
    CHECK_INT(signum, s->handle.data ? *(int *)s->handle.data : SIGUSR1);
    note("a");
}

static void on_b(orr_signal *s, int signum)
{
    (void)s;
    (void)signum;
    note("b");
}

static void on_c(orr_signal *s, int signum)
{
    (void)s;
    (void)signum;
    note("c");
}

static void on_signal_stop(orr_signal *s, int signum)
{
    (void)signum;
    note("s");
    orr_signal_stop(s);
}

TEST(a_signal_calls_back_in_the_poll_phase)
{
    fixture f;
    orr_signal s = { .signum = 0 };

    fixture_open(&f);
    CHECK_INT(orr_signal_start(f.loop, &s, SIGUSR1, on_signal_stop), 0);
    CHECK(orr_is_active(&s.handle));
    send_self(&f, SIGUSR1);
    CHECK_STR(noted(), "");
    fixture_run(&f);
    CHECK_STR(noted(), "s");
    CHECK(!orr_is_active(&s.handle));
    fixture_close(&f);
}

TEST(each_signal_is_one_call)
{
    fixture f;
    orr_signal s = { .signum = 0 };

    fixture_open(&f);
    CHECK_INT(orr_signal_start(f.loop, &s, SIGUSR1, on_a), 0);
    send_self(&f, SIGUSR1);
    send_self(&f, SIGUSR1);
    turn(&f);
    CHECK_STR(noted(), "aa");
    send_self(&f, SIGUSR1);
    turn(&f);
    CHECK_STR(noted(), "aaa");
    orr_signal_stop(&s);
    fixture_close(&f);
}

TEST(different_signals_come_in_the_order_in_which_they_were_sent)
{
    fixture f;
    orr_signal a = { .signum = 0 }, b = { .signum = 0 };

    fixture_open(&f);
    CHECK_INT(orr_signal_start(f.loop, &b, SIGUSR2, on_b), 0);
    CHECK_INT(orr_signal_start(f.loop, &a, SIGUSR1, on_a), 0);
    send_self(&f, SIGUSR1);
    send_self(&f, SIGUSR2);
    send_self(&f, SIGUSR1);
    turn(&f);
    CHECK_STR(noted(), "aba");
    orr_signal_stop(&a);
    orr_signal_stop(&b);
    fixture_close(&f);
}

TEST(all_handles_of_a_signal_are_called_in_the_order_of_their_start)
{
    fixture f;
    orr_signal a = { .signum = 0 }, b = { .signum = 0 }, c = { .signum = 0 };

    fixture_open(&f);
    CHECK_INT(orr_signal_start(f.loop, &c, SIGUSR1, on_c), 0);
    CHECK_INT(orr_signal_start(f.loop, &a, SIGUSR1, on_a), 0);
    CHECK_INT(orr_signal_start(f.loop, &b, SIGUSR1, on_b), 0);
    send_self(&f, SIGUSR1);
    turn(&f);
    CHECK_STR(noted(), "cab");
    orr_signal_stop(&a);
    orr_signal_stop(&b);
    orr_signal_stop(&c);
    fixture_close(&f);
}

TEST(a_oneshot_handle_is_called_once_and_stopped)
{
    fixture f;
    orr_signal once = { .signum = 0 }, b = { .signum = 0 };

    fixture_open(&f);
    CHECK_INT(orr_signal_start(f.loop, &b, SIGUSR1, on_b), 0);
    CHECK_INT(orr_signal_start_oneshot(f.loop, &once, SIGUSR1, on_a), 0);
    send_self(&f, SIGUSR1);
    send_self(&f, SIGUSR1);
    turn(&f);
    CHECK_STR(noted(), "bab");
    CHECK(!orr_is_active(&once.handle));
    orr_signal_stop(&b);
    fixture_close(&f);
}

static void on_once_again(orr_signal *s, int signum)
{
    fixture *f = s->handle.data;

    note("o");
    if (strlen(noted()) < 2)
        CHECK_INT(orr_signal_start_oneshot(f->loop, s, signum, on_once_again),
                  0);
}

TEST(a_oneshot_handle_can_be_started_again_in_its_callback)
{
    fixture f;
    orr_signal s = { .handle.data = &f };

    fixture_open(&f);
    CHECK_INT(orr_signal_start_oneshot(f.loop, &s, SIGUSR1, on_once_again), 0);
    send_self(&f, SIGUSR1);
    turn(&f);
    CHECK_STR(noted(), "o");
    send_self(&f, SIGUSR1);
    fixture_run(&f);
    CHECK_STR(noted(), "oo");
    fixture_close(&f);
}

static void on_async(orr_async *a)
{
    note("w");
    orr_close(&a->handle, NULL);
}

TEST(signals_come_after_all_else_that_the_poll_found)
{
    fixture f;
    orr_signal s = { .signum = 0 };
    orr_async a = { .sent = 0 };

    fixture_open(&f);
    CHECK_INT(orr_async_init(f.loop, &a, on_async), 0);
    CHECK_INT(orr_signal_start(f.loop, &s, SIGUSR1, on_signal_stop), 0);
    send_self(&f, SIGUSR1);
    CHECK_INT(orr_async_send(&a), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "ws");
    fixture_close(&f);
}

TEST(a_signal_handle_keeps_the_loop_alive_unless_unrefd)
{
    fixture f;
    orr_signal s = { .signum = 0 };

    fixture_open(&f);
    CHECK_INT(orr_signal_start(f.loop, &s, SIGUSR1, on_a), 0);
    CHECK(orr_alive(f.loop));
    orr_unref(&s.handle);
    CHECK(!orr_alive(f.loop));
    fixture_run(&f);
    orr_signal_stop(&s);
    fixture_close(&f);
}

static void on_stop_other(orr_signal *s, int signum)
{
    (void)signum;
    note("x");
    orr_signal_stop(s->handle.data);
}

TEST(a_handle_stopped_by_another_of_its_signal_is_not_called)
{
    fixture f;
    orr_signal a = { .signum = 0 }, x = { .handle.data = &a };

    fixture_open(&f);
    CHECK_INT(orr_signal_start(f.loop, &x, SIGUSR1, on_stop_other), 0);
    CHECK_INT(orr_signal_start(f.loop, &a, SIGUSR1, on_a), 0);
    send_self(&f, SIGUSR1);
    turn(&f);
    CHECK_STR(noted(), "x");
    orr_signal_stop(&x);
    fixture_close(&f);
}

TEST(a_signal_is_not_for_handles_that_were_started_after_it)
{
    fixture f;
    orr_signal a = { .signum = 0 }, b = { .signum = 0 };

    fixture_open(&f);
    CHECK_INT(orr_signal_start(f.loop, &a, SIGUSR1, on_a), 0);
    send_self(&f, SIGUSR1);
    CHECK_INT(orr_signal_start(f.loop, &b, SIGUSR1, on_b), 0);
    turn(&f);
    CHECK_STR(noted(), "a");
    send_self(&f, SIGUSR1);
    turn(&f);
    CHECK_STR(noted(), "aab");
    orr_signal_stop(&a);
    orr_signal_stop(&b);
    fixture_close(&f);
}

TEST(a_signal_that_was_caught_is_forgotten_when_its_handle_stops)
{
    fixture f;
    orr_signal a = { .signum = 0 };

    fixture_open(&f);
    CHECK_INT(orr_signal_start(f.loop, &a, SIGUSR1, on_a), 0);
    send_self(&f, SIGUSR1);
    orr_signal_stop(&a);
    turn(&f);
    CHECK_INT(orr_signal_start(f.loop, &a, SIGUSR1, on_a), 0);
    turn(&f);
    CHECK_STR(noted(), "");
    orr_signal_stop(&a);
    fixture_close(&f);
}

TEST(a_signal_handle_can_be_closed_while_it_waits)
{
    fixture f;
    orr_signal a = { .signum = 0 };

    fixture_open(&f);
    CHECK_INT(orr_signal_start(f.loop, &a, SIGUSR1, on_a), 0);
    send_self(&f, SIGUSR1);
    fixture_close_handle(&f, &a.handle);
    CHECK_STR(noted(), "");
    fixture_close(&f);
}

TEST(what_is_no_signal_or_can_not_be_caught_is_refused)
{
    static const int bad[] = { -1, 0, 65, 1000, SIGKILL, SIGSTOP };
    fixture f;
    orr_signal s = { .signum = 0 };

    fixture_open(&f);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK_INT(orr_signal_start(f.loop, &s, bad[i], on_a), -EINVAL);
    CHECK_INT(orr_signal_start(f.loop, &s, SIGUSR1, NULL), -EINVAL);
    CHECK_INT(orr_signal_start(f.loop, NULL, SIGUSR1, on_a), -EINVAL);
    CHECK(!orr_alive(f.loop));
    CHECK_INT(orr_signal_start(f.loop, &s, SIGUSR1, on_a), 0);
    CHECK_INT(orr_signal_start(f.loop, &s, SIGUSR2, on_a), -EBUSY);
    orr_signal_stop(&s);
    orr_signal_stop(&s); /* again does no harm */
    fixture_close(&f);
}

static int calls;

static void on_count(orr_signal *s, int signum)
{
    (void)s;
    (void)signum;
    calls++;
}

/* More than are delivered in one turn, and than the back end's ring holds. */
TEST(a_flood_of_signals_is_counted_to_the_last)
{
    fixture f;
    orr_signal a = { .signum = 0 }, b = { .signum = 0 };

    fixture_open(&f);
    calls = 0;
    CHECK_INT(orr_signal_start(f.loop, &a, SIGUSR1, on_count), 0);
    CHECK_INT(orr_signal_start(f.loop, &b, SIGUSR2, on_count), 0);
    for (int i = 0; i < 500; i++) {
        send_self(&f, SIGUSR1);
        send_self(&f, SIGUSR2);
    }
    for (int i = 0; i < 1000 && calls < 1000; i++)
        turn(&f);
    CHECK_INT(calls, 1000);
    turn(&f);
    CHECK_INT(calls, 1000);
    orr_signal_stop(&a);
    orr_signal_stop(&b);
    fixture_close(&f);
}

/* ---- The process's side ------------------------------------------------ */

static bool is_default(int signum)
{
    struct sigaction sa;

    CHECK_INT(sigaction(signum, NULL, &sa), 0);
    return sa.sa_handler == SIG_DFL;
}

TEST_REAL(the_default_action_is_back_when_the_last_handle_stops)
{
    fixture f;
    orr_signal a = { .signum = 0 }, b = { .signum = 0 };

    fixture_open(&f);
    CHECK_INT(orr_signal_start(f.loop, &a, SIGUSR1, on_a), 0);
    CHECK_INT(orr_signal_start(f.loop, &b, SIGUSR1, on_b), 0);
    CHECK(!is_default(SIGUSR1));
    orr_signal_stop(&a);
    CHECK(!is_default(SIGUSR1));
    orr_signal_stop(&b);
    CHECK(is_default(SIGUSR1));
    fixture_close(&f);
}

TEST_REAL(a_signal_that_can_not_be_caught_here_changes_nothing)
{
    fixture f;
    orr_signal s = { .signum = 0 };

    fixture_open(&f);
    CHECK_INT(orr_signal_start(f.loop, &s, 32, on_a), -EINVAL); /* libc's */
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

TEST_REAL(one_signal_goes_to_every_loop_that_waits_for_it)
{
    fixture f, g;
    orr_signal a = { .signum = 0 }, b = { .signum = 0 };

    fixture_open(&f);
    fixture_open(&g);
    CHECK_INT(orr_signal_start(f.loop, &a, SIGUSR1, on_a), 0);
    CHECK_INT(orr_signal_start(g.loop, &b, SIGUSR1, on_b), 0);
    send_self(&f, SIGUSR1);
    turn(&g);
    CHECK_STR(noted(), "b");
    turn(&f);
    CHECK_STR(noted(), "ba");
    orr_signal_stop(&b);
    CHECK(!is_default(SIGUSR1));
    orr_signal_stop(&a);
    fixture_close(&g);
    fixture_close(&f);
}

typedef struct worker {
    pthread_t thread;
    pthread_barrier_t *ready;
    int calls;
    int err;
} worker;

static void on_worker_signal(orr_signal *s, int signum)
{
    worker *w = s->handle.data;

    (void)signum;
    w->calls++;
    orr_signal_stop(s);
}

/* A loop on a thread of its own; the signal reaches it wherever it lands. */
static void *work(void *arg)
{
    worker *w = arg;
    orr_options options = { .backend = test_backend() };
    orr_signal s = { .handle.data = w };
    orr_loop *loop = NULL;

    w->err = orr_loop_open(&loop, &options);
    if (w->err == 0)
        w->err = orr_signal_start(loop, &s, SIGUSR1, on_worker_signal);
    pthread_barrier_wait(w->ready);
    if (w->err == 0)
        w->err = orr_run(loop, ORR_RUN_DEFAULT);
    if (loop != NULL)
        orr_loop_close(loop);
    return NULL;
}

TEST_REAL(one_signal_reaches_the_loops_of_all_threads)
{
    enum { N = 4 };
    fixture f;
    worker w[N] = { { .calls = 0 } };
    pthread_barrier_t ready;

    fixture_open(&f); /* skips where there is no such back end */
    CHECK_INT(pthread_barrier_init(&ready, NULL, N + 1), 0);
    for (int i = 0; i < N; i++) {
        w[i].ready = &ready;
        CHECK_INT(pthread_create(&w[i].thread, NULL, work, &w[i]), 0);
    }
    pthread_barrier_wait(&ready);
    send_self(&f, SIGUSR1);
    for (int i = 0; i < N; i++) {
        pthread_join(w[i].thread, NULL);
        CHECK_INT(w[i].err, 0);
        CHECK_INT(w[i].calls, 1);
    }
    CHECK(is_default(SIGUSR1));
    pthread_barrier_destroy(&ready);
    fixture_close(&f);
}

static void *start_and_stop(void *arg)
{
    orr_options options = { .backend = test_backend() };
    orr_signal s = { .signum = 0 };
    orr_loop *loop = NULL;

    worker *w = arg;
    w->err = orr_loop_open(&loop, &options);
    for (int i = 0; i < 200 && w->err == 0; i++) {
        w->err = orr_signal_start(loop, &s, SIGUSR2, on_count);
        if (w->err == 0)
            orr_signal_stop(&s);
    }
    if (loop != NULL)
        orr_loop_close(loop);
    return NULL;
}

/* The handler and the threads that change its list meet in every way. */
TEST_REAL(signals_may_come_while_other_threads_start_and_stop)
{
    enum { N = 3 };
    fixture f;
    worker w[N] = { { .calls = 0 } };
    orr_signal s = { .signum = 0 };

    fixture_open(&f);
    calls = 0;
    CHECK_INT(orr_signal_start(f.loop, &s, SIGUSR2, on_count), 0);
    for (int i = 0; i < N; i++)
        CHECK_INT(pthread_create(&w[i].thread, NULL, start_and_stop, &w[i]), 0);
    for (int i = 0; i < 500; i++) {
        pthread_kill(pthread_self(), SIGUSR2);
        if (i % 20 == 0)
            turn(&f);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(w[i].thread, NULL);
        CHECK_INT(w[i].err, 0);
    }
    for (int i = 0; i < 1000 && calls < 500; i++)
        turn(&f);
    CHECK_INT(calls, 500);
    orr_signal_stop(&s);
    fixture_close(&f);
}

TEST_REAL(a_child_of_fork_has_default_actions_and_does_not_wake_its_parent)
{
    fixture f;
    orr_signal s = { .signum = 0 };
    int status;

    fixture_open(&f);
    CHECK_INT(orr_signal_start(f.loop, &s, SIGUSR1, on_a), 0);
    pid_t pid = fork();
    if (pid == 0) {
        raise(SIGUSR1);
        _exit(0);
    }
    CHECK_INT(waitpid(pid, &status, 0), pid);
    CHECK(WIFSIGNALED(status));
    CHECK_INT(WTERMSIG(status), SIGUSR1);
    turn(&f);
    CHECK_STR(noted(), "");
    send_self(&f, SIGUSR1);
    turn(&f);
    CHECK_STR(noted(), "a");
    orr_signal_stop(&s);
    fixture_close(&f);
}

TEST_REAL(a_loop_can_be_closed_in_a_child_of_fork_and_its_parent_goes_on)
{
    fixture f;
    orr_signal s = { .signum = 0 };
    int status;

    fixture_open(&f);
    CHECK_INT(orr_signal_start(f.loop, &s, SIGUSR1, on_a), 0);
    pid_t pid = fork();
    if (pid == 0) {
        orr_signal_stop(&s);
        _exit(orr_loop_close(f.loop) == 0 ? 0 : 1);
    }
    CHECK_INT(waitpid(pid, &status, 0), pid);
    CHECK_INT(status, 0);
    send_self(&f, SIGUSR1);
    turn(&f);
    CHECK_STR(noted(), "a");
    orr_signal_stop(&s);
    fixture_close(&f);
}
