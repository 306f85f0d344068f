/*
 * threads.c - threads that run loops of their own: started, joined, parked.
 * On the simulator they share a clock and take turns, in an order that is the
 * same in every run.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "fs_help.h"

/* ---- A thread with a loop ------------------------------------------------ */

typedef struct worker {
    fixture *main;
    orr_thread *thread;
    orr_async to_main;   /* of main's loop: the worker sends */
    orr_async to_worker; /* of the worker's loop: main sends */
    int (*body)(struct worker *w, orr_loop *loop); /* 0, or what failed */
    const char *word;
    int delay_ms;
    int result;
} worker;

static pthread_mutex_t *diary_lock(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

    return &lock;
}

/* Threads write down what happens one at a time, also on a real back end. */
static void write_down(const char *word)
{
    pthread_mutex_lock(diary_lock());
    note(word);
    pthread_mutex_unlock(diary_lock());
}

static void run_worker(orr_thread *t, void *arg)
{
    worker *w = arg;
    const orr_options options = { .thread = t };
    orr_loop *loop;

    /* After a fault once more, as CHECK_INT() does: main would wait for us. */
    w->result = orr_loop_open(&loop, &options);
    if (w->result < 0 && test_injected())
        w->result = orr_loop_open(&loop, &options);
    if (w->result < 0)
        return;
    w->result = w->body(w, loop);
    const int err = orr_loop_close(loop);
    if (err < 0)
        BROKEN("the loop of a thread can't be closed: %d", err);
}

/* A check has failed: end the thread, whatever it waits for. */
static void end(void *arg)
{
    worker *w = arg;

    orr_thread_interrupt(w->thread);
    orr_async_send(&w->to_worker);
    if (orr_thread_join(w->main->loop, w->thread) < 0)
        test_excuse_leaks();
}

static void start(worker *w, fixture *f)
{
    w->main = f;
    CHECK_INT(orr_thread_start(f->loop, &w->thread, run_worker, w, 0), 0);
    test_cleanup(end, w);
}

static void join(worker *w)
{
    CHECK_INT(orr_thread_join(w->main->loop, w->thread), 0);
    test_cleanup_cancel(end, w);
    CHECK_INT(w->result, 0);
}

static void on_timer(orr_timer *t)
{
    write_down(t->handle.data);
}

static int run_timer(worker *w, orr_loop *loop)
{
    orr_timer t = { .handle.data = (void *)(uintptr_t)w->word };
    const int err = orr_timer_start(loop, &t, (uint64_t)w->delay_ms, on_timer);

    return err < 0 ? err : orr_run(loop, ORR_RUN_DEFAULT);
}

TEST(a_thread_runs_a_loop_of_its_own)
{
    fixture f;
    worker w = { .body = run_timer, .word = "w", .delay_ms = 1 };

    fixture_open(&f);
    start(&w, &f);
    join(&w);
    CHECK_STR(noted(), "w");
    fixture_close(&f);
}

TEST(a_loop_whose_thread_has_others_to_join_cannot_be_closed)
{
    fixture f;
    worker w = { .body = run_timer, .word = "w", .delay_ms = 1 };

    fixture_open(&f);
    start(&w, &f);
    CHECK_INT(orr_loop_close(f.loop), -EBUSY);
    join(&w);
    fixture_close(&f);
}

static int start_inner(worker *w, orr_loop *loop)
{
    worker inner = { .main = w->main, .body = run_timer, .word = "inner" };
    const int err =
        orr_thread_start(loop, &inner.thread, run_worker, &inner, 0);

    if (err < 0)
        return err;
    EXPECT(orr_thread_join(w->main->loop, inner.thread) == -EINVAL);
    EXPECT(orr_thread_join(loop, inner.thread) == 0);
    write_down("outer");
    return inner.result;
}

TEST_SIM(a_thread_is_joined_by_who_started_it)
{
    fixture f;
    worker w = { .body = start_inner };

    fixture_open(&f);
    start(&w, &f);
    join(&w);
    CHECK_STR(noted(), "innerouter");
    fixture_close(&f);
}

/* ---- Turns, on the simulator --------------------------------------------- */

/* Main sleeps for longer than both, and all three have one clock. */
TEST_SIM(timers_of_several_threads_come_in_the_order_of_their_times)
{
    fixture f;
    worker a = { .body = run_timer, .word = "a", .delay_ms = 20 };
    worker b = { .body = run_timer, .word = "b", .delay_ms = 10 };
    orr_timer middle = { .handle.data = WORD("m") };
    orr_timer last = { .handle.data = WORD("l") };

    fixture_open(&f);
    const uint64_t begun = orr_clock_ns(f.loop);
    start(&a, &f);
    start(&b, &f);
    CHECK_INT(orr_timer_start(f.loop, &middle, 15, on_timer), 0);
    CHECK_INT(orr_timer_start(f.loop, &last, 1000, on_timer), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "bmal");
    CHECK_INT((orr_clock_ns(f.loop) - begun) / 1000000, 1000);
    join(&a);
    join(&b);
    fixture_close(&f);
}

typedef struct turns {
    orr_idle idle;
    const char *word;
    int left;
} turns;

static void on_idle(orr_idle *h)
{
    turns *t = h->handle.data;

    note(t->word);
    if (--t->left == 0)
        orr_idle_stop(h);
}

static int turn(orr_loop *loop, const char *word)
{
    turns t = { .word = word, .left = 3 };

    t.idle.handle.data = &t;
    EXPECT(orr_idle_start(loop, &t.idle, on_idle) == 0);
    return orr_run(loop, ORR_RUN_DEFAULT);
}

static int run_turns(worker *w, orr_loop *loop)
{
    return turn(loop, w->word);
}

static void three_threads(const char *(*read)(void), char out[64])
{
    fixture f;
    worker a = { .body = run_turns, .word = "a" };
    worker b = { .body = run_turns, .word = "b" };

    fixture_open(&f);
    start(&a, &f);
    start(&b, &f);
    CHECK_INT(turn(f.loop, "m"), 0);
    join(&a);
    join(&b);
    snprintf(out, 64, "%s", read());
    fixture_close(&f);
}

/* The order does not depend on how fast the system starts a thread. */
TEST_SIM(loops_that_never_sleep_take_turns)
{
    char seen[64];

    test_quiet();
    three_threads(noted, seen);
    CHECK_STR(seen, "mabmabmab");
}

TEST_SIM(two_runs_of_several_threads_are_the_same_run)
{
    char once[64], again[64];

    three_threads(noted, once);
    three_threads(noted, again);
    CHECK(test_chance() || strcmp(once, again) == 0);
    CHECK_INT(strlen(once), 9);
}

/* ---- Messages ------------------------------------------------------------ */

static void on_answer(orr_async *a)
{
    write_down("answer ");
    orr_close(&a->handle, NULL);
}

static void on_question(orr_async *a)
{
    worker *w = a->handle.data;

    write_down("question ");
    orr_async_send(&w->to_main);
    orr_close(&a->handle, NULL);
}

static int answer_once(worker *w, orr_loop *loop)
{
    w->to_worker.handle.data = w;
    EXPECT(orr_async_init(loop, &w->to_worker, on_question) == 0);
    orr_async_send(&w->to_main);
    return orr_run(loop, ORR_RUN_DEFAULT);
}

static void on_hello(orr_async *a)
{
    worker *w = a->handle.data;

    write_down("hello ");
    a->fn = on_answer;
    orr_async_send(&w->to_worker);
}

/* Both wait without end, each for the other. */
TEST(two_loops_that_wait_for_each_other_go_on)
{
    static fixture f;
    static worker w;

    fixture_open(&f);
    w = (worker){ .body = answer_once };
    w.to_main.handle.data = &w;
    CHECK_INT(orr_async_init(f.loop, &w.to_main, on_hello), 0);
    start(&w, &f);
    fixture_run(&f);
    join(&w);
    CHECK_STR(noted(), "hello question answer ");
    fixture_close(&f);
}

static void on_end(orr_async *a)
{
    orr_close(&a->handle, NULL);
}

static int wait_for_end(worker *w, orr_loop *loop)
{
    EXPECT(orr_async_init(loop, &w->to_worker, on_end) == 0);
    const int err = orr_run(loop, ORR_RUN_DEFAULT);
    write_down("over");
    return err;
}

TEST_SIM(the_oldest_learns_that_nothing_can_ever_happen)
{
    static fixture f;
    static worker w;
    static orr_async mine;

    fixture_open(&f);
    w = (worker){ .body = wait_for_end };
    mine = (orr_async){ .fn = NULL };
    CHECK_INT(orr_async_init(f.loop, &mine, on_end), 0);
    start(&w, &f);
    CHECK_INT(orr_run(f.loop, ORR_RUN_DEFAULT), -EDEADLK);
    CHECK_INT(orr_thread_join(f.loop, w.thread), -EDEADLK);
    orr_async_send(&w.to_worker);
    join(&w);
    CHECK_STR(noted(), "over");
    fixture_close_handle(&f, &mine.handle);
    fixture_close(&f);
}

static int write_file(worker *w, orr_loop *loop)
{
    const orr_buf buf = { (void *)(uintptr_t)w->word, strlen(w->word) };
    const int fd = orr_fs_open(loop, NULL, at("of a worker"),
                               O_WRONLY | O_CREAT, 0644, NULL);

    if (fd < 0)
        return fd;
    const int64_t n = orr_fs_write(loop, NULL, fd, &buf, 1, 0, NULL);
    const int err = orr_fs_close(loop, NULL, fd, NULL);
    return n < 0 ? (int)n : err;
}

TEST(a_file_of_one_thread_is_seen_by_the_other)
{
    fixture f;
    worker w = { .body = write_file, .word = "written there" };

    fixture_open(&f);
    start(&w, &f);
    join(&w);
    expect(&f, at("of a worker"), "written there");
    fixture_close(&f);
}

/* ---- Parking ------------------------------------------------------------- */

static int32_t cell;
static int64_t wide_cell;

TEST(parking_where_another_value_is_does_not_wait)
{
    fixture f;

    fixture_open(&f);
    cell = 1;
    wide_cell = INT64_C(1) << 40;
    CHECK_INT(orr_park(f.loop, &cell, 4, 2, -1), -EAGAIN);
    CHECK_INT(orr_park(f.loop, &wide_cell, 8, 0, -1), -EAGAIN);
    CHECK_INT(orr_park(f.loop, &cell, 2, 1, 0), -EINVAL);
    CHECK_INT(orr_unpark(f.loop, &cell, 10), 0);
    fixture_close(&f);
}

TEST(parking_ends_when_its_time_is_over)
{
    fixture f;

    fixture_open(&f);
    cell = 1;
    const uint64_t begun = orr_clock_ns(f.loop);
    CHECK_INT(orr_park(f.loop, &cell, 4, 1, 5000000), -ETIMEDOUT);
    CHECK(orr_clock_ns(f.loop) - begun >= 5000000);
    CHECK_INT(orr_park(f.loop, &cell, 4, 1, 0), -ETIMEDOUT);
    fixture_close(&f);
}

TEST(parking_without_end_and_without_another_thread_is_refused)
{
    fixture f;

    fixture_open(&f);
    cell = 1;
    CHECK_INT(orr_park(f.loop, &cell, 4, 1, -1), -EDEADLK);
    fixture_close(&f);
}

static int change_and_call(worker *w, orr_loop *loop)
{
    orr_timer t = { .handle.data = (void *)(uintptr_t)w->word };

    EXPECT(orr_timer_start(loop, &t, 20, on_timer) == 0);
    const int err = orr_run(loop, ORR_RUN_DEFAULT);
    __atomic_store_n(&cell, 7, __ATOMIC_SEQ_CST);
    w->delay_ms = (int)orr_unpark(loop, &cell, 1);
    return err;
}

/* It does not matter which of the two is first: either the value has changed,
 * or the unpark comes. */
TEST(a_thread_that_is_parked_is_called_by_another)
{
    fixture f;
    worker w = { .body = change_and_call, .word = "w" };

    fixture_open(&f);
    cell = 1;
    start(&w, &f);
    const int err = orr_park(f.loop, &cell, 4, 1, -1);
    CHECK(err == 0 || err == -EAGAIN);
    CHECK_STR(noted(), "w");
    join(&w);
    CHECK_INT(w.delay_ms, err == 0);
    fixture_close(&f);
}

static int park_here(worker *w, orr_loop *loop)
{
    const int err = orr_park(loop, &cell, 4, 1, -1);

    write_down(w->word);
    return err == -EINTR && w->delay_ms > 0 ? 0 : err;
}

TEST_SIM(who_was_parked_first_is_called_first)
{
    fixture f;
    worker a = { .body = park_here, .word = "a" };
    worker b = { .body = park_here, .word = "b" };

    test_quiet();
    fixture_open(&f);
    cell = 1;
    start(&a, &f);
    start(&b, &f);
    CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 0);
    orr_sleep(f.loop, 1000000);
    CHECK_INT(orr_unpark(f.loop, &cell, 1), 1);
    join(&a);
    CHECK_STR(noted(), "a");
    CHECK_INT(orr_unpark(f.loop, &cell, 5), 1);
    join(&b);
    CHECK_STR(noted(), "ab");
    fixture_close(&f);
}

TEST(a_parked_thread_can_be_interrupted)
{
    fixture f;
    worker w = { .body = park_here, .word = "w", .delay_ms = 1 };

    fixture_open(&f);
    cell = 1;
    start(&w, &f);
    orr_sleep(f.loop, 1000000);
    orr_thread_interrupt(w.thread);
    join(&w);
    CHECK_STR(noted(), "w");
    fixture_close(&f);
}

/* A timer of another thread is not late because this one is parked. */
TEST_SIM(the_clock_goes_on_for_all_while_one_is_parked)
{
    fixture f;
    worker w = { .body = run_timer, .word = "w", .delay_ms = 10 };

    fixture_open(&f);
    cell = 1;
    start(&w, &f);
    CHECK_INT(orr_park(f.loop, &cell, 4, 1, 30000000), -ETIMEDOUT);
    CHECK_STR(noted(), "w");
    join(&w);
    fixture_close(&f);
}
