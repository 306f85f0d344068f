/*
 * loop.c - the loop as a whole: opened with options, its clocks, its figures,
 * inside another loop, in several threads and after a fork.
 */
#include "../fixture.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void say(orr_timer *t)
{
    note(t->handle.data != NULL ? t->handle.data : "timer ");
}

static void on_async(orr_async *a)
{
    note(a->handle.data != NULL ? a->handle.data : "async ");
}

static void close_async(orr_async *a)
{
    on_async(a);
    orr_close(&a->handle, NULL);
}

static void on_idle(orr_idle *h)
{
    (void)h;
}

/* ---- Opening ---------------------------------------------------------- */

TEST_PLAIN(without_options_the_loop_has_io_uring_or_says_why_not)
{
    orr_loop *loop = NULL;
    orr_metrics m;

    unsetenv("ORRERY_BACKEND");
    CHECK_INT(orr_loop_open(&loop, NULL), 0);
    orr_metrics_get(loop, &m);
    CHECK_STR(m.backend, orr_backend_name(loop));
    if (strcmp(m.backend, "uring") == 0) {
        CHECK(m.fallback == NULL);
    } else {
        CHECK_STR(m.backend, "epoll");
        CHECK(m.fallback != NULL && m.fallback[0] != 0);
    }
    CHECK_INT(orr_loop_close(loop), 0);
}

TEST_PLAIN(the_environment_chooses_the_back_end_if_no_option_does)
{
    orr_loop *loop = NULL;
    orr_options options = { .backend = "epoll" };

    setenv("ORRERY_BACKEND", "sim", 1);
    CHECK_INT(orr_loop_open(&loop, NULL), 0);
    CHECK_STR(orr_backend_name(loop), "sim");
    CHECK_INT(orr_loop_close(loop), 0);
    CHECK_INT(orr_loop_open(&loop, &options), 0);
    CHECK_STR(orr_backend_name(loop), "epoll");
    CHECK_INT(orr_loop_close(loop), 0);
    setenv("ORRERY_BACKEND", "", 1);
    CHECK_INT(orr_loop_open(&loop, NULL), 0);
    CHECK_INT(orr_loop_close(loop), 0);
}

TEST_PLAIN(a_back_end_that_does_not_exist_is_refused)
{
    orr_loop *loop = NULL;
    orr_options options = { .backend = "kqueue" };

    CHECK_INT(orr_loop_open(&loop, &options), -EINVAL);
    CHECK(loop == NULL);
    setenv("ORRERY_BACKEND", "nonsense", 1);
    CHECK_INT(orr_loop_open(&loop, NULL), -EINVAL);
    CHECK(loop == NULL);
}

TEST_PLAIN(an_allocator_without_a_function_is_refused)
{
    const orr_allocator none = { .resize = NULL };
    orr_options options = { .backend = "sim", .allocator = &none };
    orr_loop *loop = NULL;

    CHECK_INT(orr_loop_open(&loop, &options), -EINVAL);
    CHECK(loop == NULL);
}

static int open_profile(const orr_step *before, const orr_step *turn)
{
    const orr_profile profile = { .name = "mine",
                                  .before = before,
                                  .turn = turn };
    const orr_options options = { .backend = "sim", .profile = &profile };
    orr_loop *loop = NULL;

    const int err = orr_loop_open(&loop, &options);
    CHECK((loop != NULL) == (err == 0));
    return err == 0 ? orr_loop_close(loop) : err;
}

TEST_PLAIN(a_profile_that_makes_no_sense_is_refused)
{
    static const orr_step nothing[] = { { ORR_PHASE_END, 0 } };
    static const orr_step unknown[] = { { 77, ORR_IN_ALL },
                                        { ORR_PHASE_END, 0 } };
    orr_step many[40];

    for (int i = 0; i < 40; i++)
        many[i] = (orr_step){ ORR_PHASE_POLL, ORR_IN_ALL };
    many[39].phase = ORR_PHASE_END;
    CHECK_INT(open_profile(NULL, nothing), -EINVAL);
    CHECK_INT(open_profile(nothing, NULL), -EINVAL);
    CHECK_INT(open_profile(nothing, unknown), -EINVAL);
    CHECK_INT(open_profile(nothing, many), -EINVAL);
    many[15].phase = ORR_PHASE_END;
    CHECK_INT(open_profile(many, many), 0);
}

/* The allocator and the descriptors are counted by the harness. */
TEST(a_loop_that_gets_no_memory_is_not_opened_and_leaves_nothing)
{
    const orr_allocator counted = { .resize = test_resize };
    const orr_options options = { .backend = test_backend(),
                                  .allocator = &counted };
    orr_loop *loop = NULL;
    int failures = 0;
    int err;

    for (int n = 1; n < 10000; n++) {
        test_fail_alloc_at(n);
        err = orr_loop_open(&loop, &options);
        test_fail_alloc_at(0);
        if (err == -ENOSYS)
            SKIP("this kernel has no usable io_uring");
        if (err == 0)
            break;
        CHECK_INT(err, -ENOMEM);
        CHECK(loop == NULL);
        CHECK_INT(test_live_blocks(), 0);
        failures++;
    }
    CHECK_INT(err, 0);
    CHECK(failures > 0);
    CHECK_INT(orr_loop_close(loop), 0);
}

TEST(a_loop_can_be_opened_and_closed_many_times)
{
    for (int i = 0; i < 30; i++) {
        fixture f;
        orr_timer t = { .handle.data = NULL };

        fixture_open(&f);
        CHECK_INT(orr_timer_start(f.loop, &t, 0, say), 0);
        fixture_run(&f);
        CHECK_STR(noted(), "timer ");
        fixture_close(&f);
    }
}

TEST(the_loop_carries_a_pointer_for_the_layer_above)
{
    fixture f;
    int mine = 0;

    fixture_open(&f);
    CHECK(orr_loop_data(f.loop) == NULL);
    orr_loop_set_data(f.loop, &mine);
    CHECK(orr_loop_data(f.loop) == &mine);
    CHECK_STR(orr_backend_name(f.loop), test_backend());
    fixture_close(&f);
}

/* ---- Clocks and chance ------------------------------------------------ */

static uint64_t fixed_clock(void *ctx)
{
    return *(uint64_t *)ctx;
}

static uint64_t fixed_wall(void *ctx)
{
    return *(uint64_t *)ctx + 7;
}

TEST(the_clocks_can_be_somebody_elses)
{
    uint64_t ns = 5000 * UINT64_C(1000000);
    const orr_world world = { .ctx = &ns,
                              .clock_ns = fixed_clock,
                              .wall_ns = fixed_wall };
    orr_options options = { .world = &world };
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open_with(&f, &options);
    CHECK_INT(orr_now(f.loop), 5000);
    CHECK_INT(orr_clock_ns(f.loop), ns);
    CHECK_INT(orr_wall_ns(f.loop), ns + 7);
    CHECK_INT(orr_timer_start(f.loop, &t, 10, say), 0);
    CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 1);
    CHECK_STR(noted(), "");
    ns += 10 * 1000000;
    CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 0);
    CHECK_STR(noted(), "timer ");
    fixture_close(&f);
}

static uint64_t real_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* The loop sleeps as long as from the beginning of the millisecond, and not
 * from 0.9 of it, so that the timer cannot be early. */
TEST_REAL(the_loop_sleeps_whole_milliseconds)
{
    uint64_t ns = 5000 * UINT64_C(1000000) + 900000;
    const orr_world world = { .ctx = &ns, .clock_ns = fixed_clock };
    orr_options options = { .world = &world };
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open_with(&f, &options);
    CHECK_INT(orr_timer_start(f.loop, &t, 2, say), 0);
    const uint64_t before = real_ns();
    CHECK_INT(orr_run(f.loop, ORR_RUN_ONCE), 1);
    CHECK(real_ns() - before >= 2000000);
    CHECK_STR(noted(), "");
    orr_timer_stop(&t);
    fixture_close(&f);
}

typedef struct reader {
    orr_loop *loop;
    uint64_t now_ms;
} reader;

static void read_clock(orr_check *h)
{
    reader *r = h->handle.data;

    r->now_ms = orr_now(r->loop);
    orr_check_stop(h);
}

TEST_SIM(the_clock_is_read_anew_after_the_poll)
{
    fixture f;
    reader r = { .now_ms = 0 };
    orr_timer t = { .handle.data = NULL };
    orr_check c = { .handle.data = &r };

    fixture_open(&f);
    r.loop = f.loop;
    const uint64_t before = orr_now(f.loop);
    CHECK_INT(orr_timer_start(f.loop, &t, 30, say), 0);
    CHECK_INT(orr_check_start(f.loop, &c, read_clock), 0);
    CHECK_INT(orr_now(f.loop), before);
    CHECK_INT(orr_run(f.loop, ORR_RUN_ONCE), 0);
    CHECK_INT(r.now_ms, before + 30);
    fixture_close(&f);
}

/* A millisecond more than the timer waits: the loop counts whole ones. */
TEST(a_loop_that_slept_is_late)
{
    const uint64_t ns = UINT64_C(4000000);
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_timer_start(f.loop, &t, 3, say), 0);
    const uint64_t before = orr_clock_ns(f.loop);
    orr_sleep(f.loop, ns);
    CHECK(orr_clock_ns(f.loop) - before >= ns);
    CHECK_STR(noted(), "");
    orr_update_time(f.loop);
    CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 0);
    CHECK_STR(noted(), "timer ");
    fixture_close(&f);
}

TEST(the_clock_never_goes_backwards)
{
    fixture f;

    fixture_open(&f);
    uint64_t last = orr_clock_ns(f.loop);
    for (int i = 0; i < 1000; i++) {
        const uint64_t now = orr_clock_ns(f.loop);
        CHECK(now >= last);
        last = now;
    }
    CHECK(orr_wall_ns(f.loop) > UINT64_C(1700000000000000000));
    fixture_close(&f);
}

/* After many reads most are answered from the processor's ticks. */
TEST_REAL(the_milliseconds_are_those_of_the_clock)
{
    fixture f;

    fixture_open(&f);
    const uint64_t until = orr_clock_ns(f.loop) + UINT64_C(20000000);
    uint64_t before = 0;
    for (int i = 0; i < 100000 || before < until; i++) {
        before = orr_clock_ns(f.loop);
        orr_update_time(f.loop);
        CHECK(orr_now(f.loop) >= before / 1000000);
        CHECK(orr_now(f.loop) <= orr_clock_ns(f.loop) / 1000000);
    }
    fixture_close(&f);
}

TEST_REAL(milliseconds_of_a_clock_of_the_worlds_are_read_each_time)
{
    uint64_t ns = 5000 * UINT64_C(1000000);
    const orr_world world = { .ctx = &ns, .clock_ns = fixed_clock };
    orr_options options = { .world = &world };
    fixture f;

    fixture_open_with(&f, &options);
    for (uint64_t i = 1; i <= 10000; i++) {
        ns += 1000000;
        orr_update_time(f.loop);
        CHECK_INT(orr_now(f.loop), 5000 + i);
    }
    fixture_close(&f);
}

TEST_SIM(the_simulators_clocks_move_together_and_begin_the_same_way)
{
    fixture f;
    uint64_t wall[2];
    uint64_t clock[2];

    for (int i = 0; i < 2; i++) {
        fixture_open(&f);
        wall[i] = orr_wall_ns(f.loop);
        clock[i] = orr_clock_ns(f.loop);
        fixture_advance_ms(&f, 1234);
        /* A read of the clock takes a moment. */
        CHECK_INT((orr_wall_ns(f.loop) - wall[i]) / 1000000, 1234);
        CHECK_INT((orr_clock_ns(f.loop) - clock[i]) / 1000000, 1234);
        fixture_close(&f);
    }
    CHECK_INT(wall[0], wall[1]);
    CHECK_INT(clock[0], clock[1]);
}

static void random_with(uint64_t seed, unsigned char out[16])
{
    fixture f;
    orr_options options = { .seed = seed };

    fixture_open_with(&f, &options);
    CHECK_INT(orr_random_bytes(f.loop, NULL, out, 16, NULL), 0);
    fixture_close(&f);
}

TEST_SIM(the_same_seed_gives_the_same_chance_and_another_one_does_not)
{
    unsigned char a[16];
    unsigned char b[16];
    unsigned char c[16];

    random_with(42, a);
    random_with(42, b);
    random_with(43, c);
    CHECK(memcmp(a, b, 16) == 0);
    CHECK(memcmp(a, c, 16) != 0);
}

/* ---- Figures ---------------------------------------------------------- */

TEST(turns_and_events_are_counted)
{
    fixture f;
    orr_async a = { .handle.data = NULL };
    orr_metrics m;

    fixture_open(&f);
    orr_metrics_get(f.loop, &m);
    CHECK_STR(m.backend, test_backend());
    CHECK_INT(m.turns, 0);
    CHECK_INT(m.events, 0);
    CHECK_INT(orr_async_init(f.loop, &a, on_async), 0);
    for (int i = 0; i < 3; i++)
        CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 1);
    orr_metrics_get(f.loop, &m);
    CHECK_INT(m.turns, 3);
    CHECK_INT(m.events, 0);
    CHECK_INT(orr_async_send(&a), 0);
    CHECK_INT(orr_run(f.loop, ORR_RUN_ONCE), 1);
    orr_metrics_get(f.loop, &m);
    CHECK_INT(m.turns, 4);
    CHECK_INT(m.events, 1);
    fixture_close_handle(&f, &a.handle);
    fixture_close(&f);
}

TEST(time_spent_waiting_is_counted)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };
    orr_metrics m;

    fixture_open(&f);
    do { /* again where others had the processor for most of that time */
        CHECK_INT(orr_timer_start(f.loop, &t, 20, say), 0);
        fixture_run(&f);
        orr_metrics_get(f.loop, &m);
    } while (m.idle_ns < 15 * 1000000);
    if (strcmp(test_backend(), "sim") == 0) {
        CHECK_INT((m.idle_ns + 500000) / 1000000, 20);
        CHECK_INT(m.system_calls, 0);
    } else {
        CHECK(m.system_calls > 0);
    }
    fixture_close(&f);
}

/* ---- How long one may wait -------------------------------------------- */

TEST_SIM(the_time_one_may_wait_is_that_of_the_next_timer)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };
    orr_idle idle = { .handle.data = NULL };
    orr_async a = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_timeout(f.loop), 0);
    CHECK_INT(orr_async_init(f.loop, &a, on_async), 0);
    CHECK_INT(orr_timeout(f.loop), -1);
    orr_unref(&a.handle);
    CHECK_INT(orr_timeout(f.loop), 0);
    orr_ref(&a.handle);
    CHECK_INT(orr_timer_start(f.loop, &t, 70, say), 0);
    CHECK_INT(orr_timeout(f.loop), 70);
    fixture_busy_ms(&f, 30);
    CHECK_INT(orr_timeout(f.loop), 40);
    fixture_busy_ms(&f, 100);
    CHECK_INT(orr_timeout(f.loop), 0);
    CHECK_INT(orr_timer_restart(&t, UINT64_MAX), 0);
    CHECK_INT(orr_timeout(f.loop), -1);
    CHECK_INT(orr_idle_start(f.loop, &idle, on_idle), 0);
    CHECK_INT(orr_timeout(f.loop), 0);
    orr_idle_stop(&idle);
    orr_stop(f.loop);
    CHECK_INT(orr_timeout(f.loop), 0);
    CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 1);
    CHECK_INT(orr_timeout(f.loop), -1);
    orr_timer_stop(&t);
    orr_close(&a.handle, NULL);
    CHECK_INT(orr_timeout(f.loop), 0);
    fixture_run(&f);
    fixture_close(&f);
}

/* ---- Inside another loop ---------------------------------------------- */

TEST_SIM(the_simulator_has_no_descriptor_to_wait_for)
{
    fixture f;

    fixture_open(&f);
    CHECK_INT(orr_loop_fd(f.loop), -ENOSYS);
    fixture_close(&f);
}

static bool is_readable(int fd, int timeout_ms)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };
    int n;

    do
        n = poll(&p, 1, timeout_ms);
    while (n < 0 && errno == EINTR);
    CHECK(n >= 0);
    return n > 0;
}

TEST_REAL(the_descriptor_is_readable_when_a_turn_would_find_something)
{
    fixture f;
    orr_async a = { .handle.data = WORD("a") };

    fixture_open(&f);
    CHECK_INT(orr_async_init(f.loop, &a, on_async), 0);
    CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 1);
    const int fd = orr_loop_fd(f.loop);
    CHECK(fd >= 0);
    for (int i = 0; i < 3; i++) {
        CHECK(!is_readable(fd, 0));
        CHECK_INT(orr_async_send(&a), 0);
        CHECK(is_readable(fd, 5000));
        CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 1);
    }
    CHECK_STR(noted(), "aaa");
    fixture_close_handle(&f, &a.handle);
    fixture_close(&f);
}

/* What an embedder does: wait for the descriptor, then turn once. */
static int run_embedded(orr_loop *loop)
{
    int alive = 1;

    while (alive > 0) {
        const int64_t wait_ms = orr_timeout(loop);
        is_readable(orr_loop_fd(loop), wait_ms > 1000 ? 1000 : (int)wait_ms);
        alive = orr_run(loop, ORR_RUN_NOWAIT);
    }
    return alive;
}

static atomic_bool may_send;

static void say_and_allow(orr_timer *t)
{
    say(t);
    atomic_store(&may_send, true);
}

static void *send_later(void *arg)
{
    while (!atomic_load(&may_send))
        usleep(1000);
    orr_async_send(arg);
    return NULL;
}

TEST_REAL(a_loop_can_be_turned_by_another_loop)
{
    fixture f;
    orr_timer t = { .handle.data = WORD("timer ") };
    orr_async a = { .handle.data = WORD("async ") };
    pthread_t thread;

    fixture_open(&f);
    atomic_store(&may_send, false);
    CHECK_INT(orr_timer_start(f.loop, &t, 5, say_and_allow), 0);
    CHECK_INT(orr_async_init(f.loop, &a, close_async), 0);
    CHECK_INT(pthread_create(&thread, NULL, send_later, &a), 0);
    CHECK_INT(run_embedded(f.loop), 0);
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_STR(noted(), "timer async ");
    fixture_close(&f);
}

static void on_ready(orr_poll *p, int status, int events)
{
    EXPECT(status == 0 && events == ORR_READABLE);
    note("ready ");
    orr_poll_stop(p);
}

static void *write_later(void *arg)
{
    usleep(20000);
    if (write(*(int *)arg, "x", 1) != 1)
        abort();
    return NULL;
}

/* What was given to the loop and to no turn yet is with the kernel too. */
TEST_REAL(the_descriptor_is_readable_for_what_was_started_before_any_turn)
{
    fixture f;
    orr_poll p = { .handle.data = NULL };
    pthread_t thread;
    int ends[2];

    CHECK_INT(pipe(ends), 0);
    fixture_open(&f);
    CHECK_INT(orr_poll_start(f.loop, &p, ends[0], ORR_READABLE, on_ready), 0);
    CHECK_INT(pthread_create(&thread, NULL, write_later, &ends[1]), 0);
    CHECK_INT(run_embedded(f.loop), 0);
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_STR(noted(), "ready ");
    fixture_close(&f);
    close(ends[0]);
    close(ends[1]);
}

/* ---- Several loops ---------------------------------------------------- */

TEST(two_loops_in_one_thread_do_not_know_of_each_other)
{
    fixture f;
    fixture g;
    orr_timer a = { .handle.data = WORD("a") };
    orr_timer b = { .handle.data = WORD("b") };

    fixture_open(&f);
    fixture_open(&g);
    CHECK_INT(orr_timer_start(f.loop, &a, 0, say), 0);
    CHECK_INT(orr_timer_start(g.loop, &b, 0, say), 0);
    fixture_run(&g);
    CHECK_STR(noted(), "b");
    CHECK(orr_alive(f.loop));
    fixture_run(&f);
    CHECK_STR(noted(), "ba");
    fixture_close(&g);
    fixture_close(&f);
}

typedef struct worker {
    const char *backend;
    int fired, err;
} worker;

static void count(orr_timer *t)
{
    worker *w = t->handle.data;

    if (++w->fired == 20)
        orr_timer_stop(t);
}

static void *run_worker(void *arg)
{
    worker *w = arg;
    const orr_options options = { .backend = w->backend };
    orr_timer t = { .handle.data = w };
    orr_loop *loop;

    w->err = orr_loop_open(&loop, &options);
    if (w->err < 0)
        return NULL;
    w->err = orr_timer_start_repeating(loop, &t, 0, 1, count);
    if (w->err == 0)
        w->err = orr_run(loop, ORR_RUN_DEFAULT);
    if (w->err == 0)
        w->err = orr_loop_close(loop);
    return NULL;
}

TEST(loops_of_several_threads_run_side_by_side)
{
    worker w[4] = { { .fired = 0 } };
    pthread_t threads[4];

    for (int i = 0; i < 4; i++) {
        w[i].backend = test_backend();
        CHECK_INT(pthread_create(&threads[i], NULL, run_worker, &w[i]), 0);
    }
    for (int i = 0; i < 4; i++)
        CHECK_INT(pthread_join(threads[i], NULL), 0);
    if (w[0].err == -ENOSYS)
        SKIP("this kernel has no usable io_uring");
    for (int i = 0; i < 4; i++) {
        CHECK_INT(w[i].err, 0);
        CHECK_INT(w[i].fired, 20);
    }
}

/* ---- After a fork ----------------------------------------------------- */

/* In the child: take what is in the loop out of it, and close it. */
static int close_in_child(fixture *f, orr_timer *t, orr_poll *p)
{
    orr_timer_stop(t);
    orr_poll_stop(p);
    return orr_loop_close(f->loop) == 0 ? 0 : 1;
}

TEST_REAL(closing_the_loop_in_a_child_leaves_the_parents_alone)
{
    fixture f;
    orr_timer t = { .handle.data = WORD("timer ") };
    orr_poll p = { .handle.data = NULL };
    int status = 0;
    int ends[2];

    CHECK_INT(pipe(ends), 0);
    fixture_open(&f);
    CHECK_INT(orr_timer_start(f.loop, &t, 5, say), 0);
    CHECK_INT(orr_poll_start(f.loop, &p, ends[0], ORR_READABLE, on_ready), 0);
    CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 1);
    const pid_t pid = fork();
    if (pid == 0)
        _exit(close_in_child(&f, &t, &p));
    CHECK(pid > 0 && waitpid(pid, &status, 0) == pid);
    CHECK_INT(status, 0);
    while (noted()[0] == 0) /* it may have been due before the fork */
        CHECK_INT(orr_run(f.loop, ORR_RUN_ONCE), 1);
    CHECK_STR(noted(), "timer ");
    CHECK_INT(write(ends[1], "x", 1), 1);
    fixture_run(&f);
    CHECK_STR(noted(), "timer ready ");
    fixture_close(&f);
    close(ends[0]);
    close(ends[1]);
}
