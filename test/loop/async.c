/*
 * async.c - wake-ups: many sends make one call, and they may come from this
 * thread, from another one, and from a signal handler.
 */
#include "../fixture.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>

static void say(orr_async *a)
{
    note(a->handle.data);
}

static void say_and_close(orr_async *a)
{
    note(a->handle.data);
    orr_close(&a->handle, NULL);
}

TEST(many_sends_make_one_call)
{
    fixture f;
    orr_async a = { .handle.data = WORD("a") };

    fixture_open(&f);
    CHECK_INT(orr_async_init(f.loop, &a, say), 0);
    for (int i = 0; i < 100; i++)
        CHECK_INT(orr_async_send(&a), 0);
    CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 1);
    CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 1);
    CHECK_STR(noted(), "a");
    CHECK_INT(orr_async_send(&a), 0);
    CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 1);
    CHECK_STR(noted(), "aa");
    fixture_close_handle(&f, &a.handle);
    fixture_close(&f);
}

TEST(a_handle_that_nobody_sends_to_is_not_called)
{
    fixture f;
    orr_async a = { .handle.data = WORD("a") };
    orr_async b = { .handle.data = WORD("b") };

    fixture_open(&f);
    CHECK_INT(orr_async_init(f.loop, &a, say), 0);
    CHECK_INT(orr_async_init(f.loop, &b, say), 0);
    CHECK_INT(orr_async_send(&b), 0);
    CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 1);
    CHECK_STR(noted(), "b");
    fixture_close_handle(&f, &a.handle);
    fixture_close_handle(&f, &b.handle);
    fixture_close(&f);
}

TEST(wake_ups_are_called_in_the_order_in_which_the_handles_were_made)
{
    fixture f;
    orr_async a[3] = { { .handle.data = WORD("a") },
                       { .handle.data = WORD("b") },
                       { .handle.data = WORD("c") } };

    fixture_open(&f);
    for (int i = 0; i < 3; i++)
        CHECK_INT(orr_async_init(f.loop, &a[i], say), 0);
    for (int round = 0; round < 2; round++) {
        for (int i = 2; i >= 0; i--)
            CHECK_INT(orr_async_send(&a[i]), 0);
        CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 1);
    }
    CHECK_STR(noted(), "abcabc");
    for (int i = 0; i < 3; i++)
        fixture_close_handle(&f, &a[i].handle);
    fixture_close(&f);
}

static void say_prepare(orr_prepare *h)
{
    note("prepare ");
    orr_prepare_stop(h);
}

static void say_check(orr_check *h)
{
    note("check ");
    orr_check_stop(h);
}

TEST(a_wake_up_is_called_in_the_poll_phase)
{
    fixture f;
    orr_prepare prepare = { .handle.data = NULL };
    orr_check check = { .handle.data = NULL };
    orr_async a = { .handle.data = WORD("wake ") };

    fixture_open(&f);
    CHECK_INT(orr_prepare_start(f.loop, &prepare, say_prepare), 0);
    CHECK_INT(orr_check_start(f.loop, &check, say_check), 0);
    CHECK_INT(orr_async_init(f.loop, &a, say_and_close), 0);
    CHECK_INT(orr_async_send(&a), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "prepare wake check ");
    fixture_close(&f);
}

typedef struct couple {
    fixture f;
    orr_async a, b;
    int calls;
} couple;

static void send_to_self(orr_async *a)
{
    couple *c = a->handle.data;

    note("x");
    if (++c->calls < 3)
        orr_async_send(a);
    else
        orr_close(&a->handle, NULL);
}

static void say_turn(orr_prepare *h)
{
    (void)h;
    note("|");
}

TEST(a_send_in_the_callback_is_owed_another_call_in_a_later_poll)
{
    couple c = { .a.handle.data = &c };
    orr_prepare prepare = { .handle.data = NULL };

    fixture_open(&c.f);
    CHECK_INT(orr_prepare_start(c.f.loop, &prepare, say_turn), 0);
    orr_unref(&prepare.handle);
    CHECK_INT(orr_async_init(c.f.loop, &c.a, send_to_self), 0);
    CHECK_INT(orr_async_send(&c.a), 0);
    fixture_run(&c.f);
    CHECK_STR(noted(), "|x|x|x");
    orr_prepare_stop(&prepare);
    fixture_close(&c.f);
}

static void close_other(orr_async *a)
{
    couple *c = a->handle.data;

    note("a");
    orr_close(&c->b.handle, NULL);
    orr_close(&a->handle, NULL);
}

TEST(a_handle_closed_by_an_earlier_wake_up_is_not_called)
{
    couple c = { .a.handle.data = &c, .b.handle.data = WORD("b") };

    fixture_open(&c.f);
    CHECK_INT(orr_async_init(c.f.loop, &c.a, close_other), 0);
    CHECK_INT(orr_async_init(c.f.loop, &c.b, say), 0);
    CHECK_INT(orr_async_send(&c.a), 0);
    CHECK_INT(orr_async_send(&c.b), 0);
    fixture_run(&c.f);
    CHECK_STR(noted(), "a");
    fixture_close(&c.f);
}

TEST(a_handle_closed_before_the_poll_is_not_called)
{
    fixture f;
    orr_async a = { .handle.data = WORD("a") };

    fixture_open(&f);
    CHECK_INT(orr_async_init(f.loop, &a, say), 0);
    CHECK_INT(orr_async_send(&a), 0);
    fixture_close_handle(&f, &a.handle);
    CHECK_STR(noted(), "");
    fixture_close(&f);
}

static void make_another(orr_async *a)
{
    couple *c = a->handle.data;

    note("a");
    EXPECT(orr_async_init(c->f.loop, &c->b, say_and_close) == 0);
    EXPECT(orr_async_send(&c->b) == 0);
    orr_close(&a->handle, NULL);
}

TEST(a_handle_made_and_sent_to_in_a_wake_up_is_called_in_a_later_poll)
{
    couple c = { .a.handle.data = &c, .b.handle.data = WORD("b") };
    orr_prepare prepare = { .handle.data = NULL };

    fixture_open(&c.f);
    CHECK_INT(orr_prepare_start(c.f.loop, &prepare, say_turn), 0);
    orr_unref(&prepare.handle);
    CHECK_INT(orr_async_init(c.f.loop, &c.a, make_another), 0);
    CHECK_INT(orr_async_send(&c.a), 0);
    fixture_run(&c.f);
    CHECK_STR(noted(), "|a|b");
    orr_prepare_stop(&prepare);
    fixture_close(&c.f);
}

TEST(a_wake_up_handle_is_active_from_its_birth_to_its_close)
{
    fixture f;
    orr_async a = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_async_init(f.loop, &a, say), 0);
    CHECK(orr_is_active(&a.handle));
    CHECK(orr_alive(f.loop));
    CHECK_INT(orr_async_init(f.loop, &a, say), -EBUSY);
    CHECK_INT(orr_loop_close(f.loop), -EBUSY);
    orr_unref(&a.handle);
    CHECK(!orr_alive(f.loop));
    orr_close(&a.handle, NULL);
    CHECK(!orr_is_active(&a.handle));
    CHECK(orr_alive(f.loop));
    fixture_run(&f);
    fixture_close(&f);
}

TEST(a_send_to_what_is_no_handle_is_refused)
{
    orr_async a = { .handle.data = NULL };

    CHECK_INT(orr_async_send(NULL), -EINVAL);
    CHECK_INT(orr_async_send(&a), -EINVAL);
}

/* ---- From elsewhere --------------------------------------------------- */

static void *send_once(void *arg)
{
    orr_async_send(arg);
    return NULL;
}

TEST_REAL(a_wake_up_from_another_thread_ends_the_sleep)
{
    fixture f;
    orr_async a = { .handle.data = WORD("woken") };
    pthread_t thread;

    fixture_open(&f);
    CHECK_INT(orr_async_init(f.loop, &a, say_and_close), 0);
    CHECK_INT(pthread_create(&thread, NULL, send_once, &a), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "woken");
    CHECK_INT(pthread_join(thread, NULL), 0);
    fixture_close(&f);
}

enum { SENDERS = 3, SENDS = 20000 };

/* Each sender counts in memory of its own, which is no atomic: the send is
 * what makes it visible to the callback. */
typedef struct sender {
    orr_async async;
    int64_t sent, seen, calls;
} sender;

static void *send_many(void *arg)
{
    sender *s = arg;

    for (int i = 0; i < SENDS; i++) {
        __atomic_store_n(&s->sent, i + 1, __ATOMIC_RELAXED);
        orr_async_send(&s->async);
    }
    return NULL;
}

static void count(orr_async *a)
{
    sender *s = (sender *)(void *)a;
    const int64_t sent = __atomic_load_n(&s->sent, __ATOMIC_RELAXED);

    EXPECT(sent >= s->seen);
    s->seen = sent;
    s->calls++;
    if (sent == SENDS)
        orr_close(&a->handle, NULL);
}

TEST_REAL(no_wake_up_is_lost_when_several_threads_send)
{
    static sender s[SENDERS];
    fixture f;
    pthread_t threads[SENDERS];

    memset(s, 0, sizeof s);
    fixture_open(&f);
    for (int i = 0; i < SENDERS; i++)
        CHECK_INT(orr_async_init(f.loop, &s[i].async, count), 0);
    for (int i = 0; i < SENDERS; i++)
        CHECK_INT(pthread_create(&threads[i], NULL, send_many, &s[i]), 0);
    /* A handle is closed once its last send was seen. The sender may then
     * still be inside that send: so the loop stays until it has ended. */
    fixture_run(&f);
    for (int i = 0; i < SENDERS; i++) {
        CHECK_INT(pthread_join(threads[i], NULL), 0);
        CHECK_INT(s[i].seen, SENDS);
        CHECK(s[i].calls >= 1 && s[i].calls <= SENDS);
    }
    fixture_close(&f);
}

/* What the callback reads was written before the send, without atomics. */
typedef struct parcel {
    orr_async async;
    char text[64];
} parcel;

static void *post(void *arg)
{
    parcel *p = arg;

    strcpy(p->text, "written before the send");
    orr_async_send(&p->async);
    return NULL;
}

static void unpack(orr_async *a)
{
    note(((parcel *)(void *)a)->text);
    orr_close(&a->handle, NULL);
}

TEST_REAL(what_was_written_before_a_send_is_seen_by_the_callback)
{
    fixture f;
    parcel p;
    pthread_t thread;

    memset(&p, 0, sizeof p);
    fixture_open(&f);
    CHECK_INT(orr_async_init(f.loop, &p.async, unpack), 0);
    CHECK_INT(pthread_create(&thread, NULL, post, &p), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "written before the send");
    CHECK_INT(pthread_join(thread, NULL), 0);
    fixture_close(&f);
}

static orr_async *from_handler;

static void on_alarm(int signum)
{
    (void)signum;
    orr_async_send(from_handler);
}

static void no_more_alarms(void *arg)
{
    const struct itimerval none = { .it_value.tv_sec = 0 };

    (void)arg;
    setitimer(ITIMER_REAL, &none, NULL);
    signal(SIGALRM, SIG_DFL);
}

/* The signal comes while the loop sleeps, and without SA_RESTART. */
TEST_REAL(a_wake_up_from_a_signal_handler_ends_the_sleep)
{
    fixture f;
    orr_async a = { .handle.data = WORD("woken") };
    const struct sigaction action = { .sa_handler = on_alarm };
    const struct itimerval soon = { .it_value.tv_usec = 20000 };

    fixture_open(&f);
    test_cleanup(no_more_alarms, NULL);
    from_handler = &a;
    CHECK_INT(orr_async_init(f.loop, &a, say_and_close), 0);
    CHECK_INT(sigaction(SIGALRM, &action, NULL), 0);
    CHECK_INT(setitimer(ITIMER_REAL, &soon, NULL), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "woken");
    fixture_close(&f);
}

static void on_alarm_do_nothing(int signum)
{
    (void)signum;
}

static void say_timer(orr_timer *t)
{
    note(t->handle.data);
}

TEST_REAL(a_signal_that_interrupts_the_sleep_does_not_end_it_early)
{
    fixture f;
    orr_timer t = { .handle.data = WORD("timer") };
    const struct sigaction action = { .sa_handler = on_alarm_do_nothing };
    const struct itimerval often = { .it_value.tv_usec = 2000,
                                     .it_interval.tv_usec = 2000 };

    fixture_open(&f);
    test_cleanup(no_more_alarms, NULL);
    CHECK_INT(sigaction(SIGALRM, &action, NULL), 0);
    CHECK_INT(setitimer(ITIMER_REAL, &often, NULL), 0);
    const uint64_t before = orr_clock_ns(f.loop);
    CHECK_INT(orr_timer_start(f.loop, &t, 30, say_timer), 0);
    fixture_run(&f);
    CHECK(orr_clock_ns(f.loop) - before >= 29 * 1000000);
    CHECK_STR(noted(), "timer");
    fixture_close(&f);
}
