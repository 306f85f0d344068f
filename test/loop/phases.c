/*
 * phases.c - in which order a turn goes, in the three ways to run and in the
 * three profiles; when the loop ends, and how long its poll may sleep.
 */
#include "../fixture.h"

#include <errno.h>
#include <string.h>

#include "trace/event.h"

/* One handle for each phase. Each notes its word; timers and check stop. */
typedef struct cast {
    fixture f;
    orr_timer timer;
    orr_idle idle;
    orr_prepare prepare;
    orr_async async;
    orr_check check;
} cast;

static void say_timer(orr_timer *t)
{
    note(t->handle.data != NULL ? t->handle.data : "timer ");
}

static void say_idle(orr_idle *h)
{
    note("idle ");
    orr_idle_stop(h);
}

static void say_prepare(orr_prepare *h)
{
    note("prepare ");
    orr_prepare_stop(h);
}

static void say_closed(orr_handle *h)
{
    (void)h;
    note("closing ");
}

static void say_async(orr_async *a)
{
    note("poll ");
    orr_close(&a->handle, say_closed);
}

static void say_check(orr_check *h)
{
    note("check ");
    orr_check_stop(h);
}

static void cast_open(cast *c, const char *profile)
{
    memset(c, 0, sizeof *c);
    fixture_open_profile(&c->f, profile);
    orr_loop *loop = c->f.loop;
    CHECK_INT(orr_timer_start(loop, &c->timer, 0, say_timer), 0);
    CHECK_INT(orr_idle_start(loop, &c->idle, say_idle), 0);
    CHECK_INT(orr_prepare_start(loop, &c->prepare, say_prepare), 0);
    CHECK_INT(orr_async_init(loop, &c->async, say_async), 0);
    CHECK_INT(orr_async_send(&c->async), 0);
    CHECK_INT(orr_check_start(loop, &c->check, say_check), 0);
}

/* ---- The order of one turn -------------------------------------------- */

static void arm_another(orr_check *h)
{
    cast *c = h->handle.data;

    note("check ");
    orr_check_stop(h);
    EXPECT(orr_timer_start(c->f.loop, &c->timer, 0, say_timer) == 0);
}

TEST(the_first_turn_has_the_timers_before_it_and_at_its_end)
{
    cast c;

    cast_open(&c, "node");
    orr_check_stop(&c.check);
    c.check.handle.data = &c;
    CHECK_INT(orr_check_start(c.f.loop, &c.check, arm_another), 0);
    fixture_run(&c.f);
    CHECK_STR(noted(), "timer idle prepare poll check closing timer ");
    fixture_close(&c.f);
}

TEST(a_turn_asked_for_once_has_the_timers_at_its_end_only)
{
    cast c;

    cast_open(&c, "node");
    CHECK_INT(orr_run(c.f.loop, ORR_RUN_ONCE), 0);
    CHECK_STR(noted(), "idle prepare poll check closing timer ");
    fixture_close(&c.f);
}

TEST(a_turn_that_does_not_wait_has_the_timers_at_its_end_too)
{
    cast c;

    cast_open(&c, "node");
    CHECK_INT(orr_run(c.f.loop, ORR_RUN_NOWAIT), 0);
    CHECK_STR(noted(), "idle prepare poll check closing timer ");
    fixture_close(&c.f);
}

TEST(in_node_18_every_turn_begins_with_the_timers)
{
    cast c;

    cast_open(&c, "node18");
    fixture_run(&c.f);
    CHECK_STR(noted(), "timer idle prepare poll check closing ");
    fixture_close(&c.f);
}

TEST(in_node_18_a_turn_that_does_not_wait_begins_with_the_timers)
{
    cast c;

    cast_open(&c, "node18");
    CHECK_INT(orr_run(c.f.loop, ORR_RUN_NOWAIT), 0);
    CHECK_STR(noted(), "timer idle prepare poll check closing ");
    fixture_close(&c.f);
}

TEST(in_node_18_a_turn_asked_for_once_has_the_timers_twice)
{
    cast c;

    cast_open(&c, "node18");
    orr_check_stop(&c.check);
    c.check.handle.data = &c;
    CHECK_INT(orr_check_start(c.f.loop, &c.check, arm_another), 0);
    CHECK_INT(orr_run(c.f.loop, ORR_RUN_ONCE), 0);
    CHECK_STR(noted(), "timer idle prepare poll check closing timer ");
    fixture_close(&c.f);
}

/*
 * What a user sees of the difference between Node 18 and 20.3: while the first
 * timer's callback is busy the next two become due; an immediate comes before
 * them in the one and after them in the other.
 */
static void on_idle(orr_idle *h)
{
    (void)h;
}

static void say_check_and_rest(orr_check *h)
{
    cast *c = h->handle.data;

    say_check(h);
    orr_idle_stop(&c->idle);
}

static void be_busy(orr_timer *t)
{
    cast *c = t->handle.data;

    note("first ");
    fixture_busy_ms(&c->f, 20);
    orr_update_time(c->f.loop);
    EXPECT(orr_idle_start(c->f.loop, &c->idle, on_idle) == 0);
    EXPECT(orr_check_start(c->f.loop, &c->check, say_check_and_rest) == 0);
}

static void run_busy_timer(const char *profile)
{
    cast c = { .timer.handle.data = &c, .check.handle.data = &c };
    orr_timer second = { .handle.data = WORD("second ") };
    orr_timer third = { .handle.data = WORD("third ") };

    fixture_open_profile(&c.f, profile);
    CHECK_INT(orr_timer_start(c.f.loop, &c.timer, 1, be_busy), 0);
    CHECK_INT(orr_timer_start(c.f.loop, &second, 5, say_timer), 0);
    CHECK_INT(orr_timer_start(c.f.loop, &third, 10, say_timer), 0);
    fixture_run(&c.f);
    fixture_close(&c.f);
}

TEST_SIM(a_timer_that_becomes_due_during_the_pass_waits_for_the_check_phase)
{
    run_busy_timer("node");
    CHECK_STR(noted(), "first check second third ");
}

TEST_SIM(in_node_18_a_timer_that_becomes_due_during_the_pass_is_in_it)
{
    run_busy_timer("node18");
    CHECK_STR(noted(), "first second third check ");
}

/* ---- The phases as the trace tells them ------------------------------- */

static void note_phase(void *ctx, const orr_event *ev)
{
    (void)ctx;
    if (ev->type == ORR_EV_TURN_BEGIN)
        note("[ ");
    if (ev->type == ORR_EV_TURN_END)
        note("] ");
    if (ev->type == ORR_EV_PHASE_BEGIN) {
        note(orr_phase_name((orr_phase)ev->phase));
        note(" ");
    }
}

static void one_turn(const char *profile, orr_run_mode mode)
{
    fixture f;
    orr_timer t = { .handle.data = WORD("") };
    orr_options options = { .profile = orr_profile_find(profile),
                            .trace = note_phase };

    fixture_open_with(&f, &options);
    CHECK_INT(orr_timer_start(f.loop, &t, 1, say_timer), 0);
    CHECK(orr_run(f.loop, mode) >= 0);
    orr_timer_stop(&t);
    fixture_close(&f);
}

/* On the simulator a turn of each kind is one turn: the clock jumps. */
TEST_SIM(the_profiles_list_the_phases_of_each_way_to_run)
{
    one_turn("node", ORR_RUN_DEFAULT);
    CHECK_STR(noted(), "timers [ pending idle prepare poll pending check "
                       "closing timers ] ");
    one_turn("node", ORR_RUN_ONCE);
    CHECK_STR(noted(), "[ pending idle prepare poll pending check closing "
                       "timers ] ");
    one_turn("node", ORR_RUN_NOWAIT);
    CHECK_STR(noted(), "[ pending idle prepare poll pending check closing "
                       "timers ] ");
    one_turn("node18", ORR_RUN_ONCE);
    CHECK_STR(noted(), "[ timers pending idle prepare poll pending check "
                       "closing timers ] ");
    one_turn("node18", ORR_RUN_NOWAIT);
    CHECK_STR(noted(), "[ timers pending idle prepare poll pending check "
                       "closing ] ");
    one_turn("node10", ORR_RUN_ONCE);
    CHECK_STR(noted(), "[ timers pending idle prepare poll check closing "
                       "timers ] ");
    one_turn("node10", ORR_RUN_NOWAIT);
    CHECK_STR(noted(), "[ timers pending idle prepare poll check closing ] ");
}

TEST(a_profile_of_ones_own_is_a_list_of_steps)
{
    static const orr_step nothing[] = { { ORR_PHASE_END, 0 } };
    static const orr_step turn[] = {
        { ORR_PHASE_CHECK, ORR_IN_ALL },   { ORR_PHASE_POLL, ORR_IN_ALL },
        { ORR_PHASE_IDLE, ORR_IN_NOWAIT }, { ORR_PHASE_PREPARE, ORR_IN_ONCE },
        { ORR_PHASE_TIMERS, ORR_IN_ALL },  { ORR_PHASE_END, 0 },
    };
    static const orr_profile mine = { .name = "mine",
                                      .before = nothing,
                                      .turn = turn };
    cast c = { .timer.handle.data = NULL };
    orr_options options = { .profile = &mine };

    fixture_open_with(&c.f, &options);
    CHECK_INT(orr_timer_start(c.f.loop, &c.timer, 0, say_timer), 0);
    CHECK_INT(orr_idle_start(c.f.loop, &c.idle, say_idle), 0);
    CHECK_INT(orr_prepare_start(c.f.loop, &c.prepare, say_prepare), 0);
    CHECK_INT(orr_check_start(c.f.loop, &c.check, say_check), 0);
    CHECK_INT(orr_run(c.f.loop, ORR_RUN_NOWAIT), 1);
    CHECK_STR(noted(), "check idle timer ");
    orr_prepare_stop(&c.prepare);
    fixture_close(&c.f);
}

/* ---- Beginning and ending --------------------------------------------- */

TEST(nothing_runs_when_nothing_is_alive)
{
    cast c;

    cast_open(&c, "node");
    orr_unref(&c.timer.handle);
    orr_unref(&c.idle.handle);
    orr_unref(&c.prepare.handle);
    orr_unref(&c.async.handle);
    orr_unref(&c.check.handle);
    CHECK_INT(orr_run(c.f.loop, ORR_RUN_DEFAULT), 0);
    CHECK_INT(orr_run(c.f.loop, ORR_RUN_ONCE), 0);
    CHECK_INT(orr_run(c.f.loop, ORR_RUN_NOWAIT), 0);
    CHECK_STR(noted(), "");
    orr_timer_stop(&c.timer);
    orr_idle_stop(&c.idle);
    orr_prepare_stop(&c.prepare);
    orr_check_stop(&c.check);
    fixture_close_handle(&c.f, &c.async.handle);
    fixture_close(&c.f);
}

TEST_SIM(running_a_loop_that_is_not_alive_only_reads_the_clock)
{
    fixture f;

    fixture_open(&f);
    const uint64_t before = orr_now(f.loop);
    fixture_busy_ms(&f, 7);
    CHECK_INT(orr_now(f.loop), before);
    CHECK_INT(orr_run(f.loop, ORR_RUN_DEFAULT), 0);
    CHECK_INT(orr_now(f.loop), before + 7);
    orr_metrics m;
    orr_metrics_get(f.loop, &m);
    CHECK_INT(m.turns, 0);
    fixture_close(&f);
}

static void stop_timer(orr_timer *t)
{
    note("timer ");
    orr_stop(t->handle.data);
}

TEST(a_stop_in_the_timers_before_the_loop_keeps_it_from_turning)
{
    cast c;

    cast_open(&c, "node");
    orr_timer_stop(&c.timer);
    c.timer.handle.data = c.f.loop;
    CHECK_INT(orr_timer_start(c.f.loop, &c.timer, 0, stop_timer), 0);
    CHECK_INT(orr_run(c.f.loop, ORR_RUN_DEFAULT), 1);
    CHECK_STR(noted(), "timer ");
    note_clear();
    fixture_run(&c.f);
    CHECK_STR(noted(), "idle prepare poll check closing ");
    fixture_close(&c.f);
}

TEST(a_stop_before_the_run_lets_nothing_run_and_is_used_up)
{
    const orr_run_mode modes[] = { ORR_RUN_DEFAULT, ORR_RUN_ONCE,
                                   ORR_RUN_NOWAIT };
    cast c;

    cast_open(&c, "node");
    for (int i = 0; i < 3; i++) {
        orr_stop(c.f.loop);
        CHECK_INT(orr_run(c.f.loop, modes[i]), 1);
        CHECK_STR(noted(), "");
    }
    fixture_run(&c.f);
    CHECK_STR(noted(), "timer idle prepare poll check closing ");
    fixture_close(&c.f);
}

TEST(a_stop_of_a_loop_that_is_not_alive_is_used_up_by_the_run)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    orr_stop(f.loop);
    CHECK_INT(orr_run(f.loop, ORR_RUN_DEFAULT), 0);
    CHECK_INT(orr_timer_start(f.loop, &t, 0, say_timer), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "timer ");
    fixture_close(&f);
}

static void stop_idle(orr_idle *h)
{
    note("idle ");
    orr_idle_stop(h);
    orr_stop(h->handle.data);
}

TEST(a_stop_lets_the_turn_end_without_sleeping)
{
    cast c;
    orr_timer hour = { .handle.data = WORD("hour ") };

    cast_open(&c, "node");
    orr_idle_stop(&c.idle);
    c.idle.handle.data = c.f.loop;
    CHECK_INT(orr_idle_start(c.f.loop, &c.idle, stop_idle), 0);
    CHECK_INT(orr_timer_start(c.f.loop, &hour, 3600000, say_timer), 0);
    CHECK_INT(orr_run(c.f.loop, ORR_RUN_DEFAULT), 1);
    CHECK_STR(noted(), "timer idle prepare poll check closing ");
    orr_timer_stop(&hour);
    fixture_close(&c.f);
}

TEST(the_default_way_runs_until_nothing_is_alive)
{
    fixture f;
    orr_timer t[3] = { { .handle.data = WORD("a") },
                       { .handle.data = WORD("b") },
                       { .handle.data = WORD("c") } };

    fixture_open(&f);
    for (uint64_t i = 0; i < 3; i++)
        CHECK_INT(orr_timer_start(f.loop, &t[i], i, say_timer), 0);
    CHECK_INT(orr_run(f.loop, ORR_RUN_DEFAULT), 0);
    CHECK_STR(noted(), "abc");
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

TEST(a_second_run_has_the_timers_before_its_first_turn_too)
{
    cast c;

    cast_open(&c, "node");
    fixture_run(&c.f);
    note_clear();
    CHECK_INT(orr_timer_start(c.f.loop, &c.timer, 0, say_timer), 0);
    CHECK_INT(orr_idle_start(c.f.loop, &c.idle, say_idle), 0);
    fixture_run(&c.f);
    CHECK_STR(noted(), "timer idle ");
    fixture_close(&c.f);
}

TEST(a_loop_can_be_run_again_and_again)
{
    fixture f;
    orr_timer t = { .handle.data = WORD("x") };

    fixture_open(&f);
    for (int i = 0; i < 5; i++) {
        CHECK_INT(orr_timer_start(f.loop, &t, 1, say_timer), 0);
        fixture_run(&f);
    }
    CHECK_STR(noted(), "xxxxx");
    fixture_close(&f);
}

static void run_inside(orr_timer *t)
{
    orr_loop *loop = t->handle.data;

    EXPECT(orr_run(loop, ORR_RUN_NOWAIT) == -EBUSY);
    EXPECT(orr_run(loop, ORR_RUN_DEFAULT) == -EBUSY);
    EXPECT(orr_loop_close(loop) == -EBUSY);
    note("inside");
}

TEST(a_loop_can_not_be_run_or_closed_inside_a_callback)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    t.handle.data = f.loop;
    CHECK_INT(orr_timer_start(f.loop, &t, 0, run_inside), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "inside");
    fixture_close(&f);
}

/* ---- How long the poll sleeps ----------------------------------------- */

/* One turn, and how much virtual time passed in it. */
static uint64_t time_of(fixture *f, orr_run_mode mode)
{
    orr_update_time(f->loop);
    const uint64_t before = orr_now(f->loop);
    CHECK(orr_run(f->loop, mode) >= 0);
    orr_update_time(f->loop);
    return orr_now(f->loop) - before;
}

TEST_SIM(a_turn_asked_for_once_waits_for_the_next_timer)
{
    fixture f;
    orr_timer t = { .handle.data = WORD("t") };

    fixture_open(&f);
    CHECK_INT(orr_timer_start(f.loop, &t, 50, say_timer), 0);
    CHECK_INT(time_of(&f, ORR_RUN_NOWAIT), 0);
    CHECK_STR(noted(), "");
    CHECK_INT(time_of(&f, ORR_RUN_ONCE), 50);
    CHECK_STR(noted(), "t");
    fixture_close(&f);
}

TEST_SIM(a_timer_that_is_not_referenced_bounds_the_sleep_all_the_same)
{
    fixture f;
    orr_timer near = { .handle.data = WORD("near ") };
    orr_timer far = { .handle.data = WORD("far ") };

    fixture_open(&f);
    CHECK_INT(orr_timer_start(f.loop, &near, 30, say_timer), 0);
    orr_unref(&near.handle);
    CHECK_INT(orr_timer_start(f.loop, &far, 100, say_timer), 0);
    CHECK_INT(time_of(&f, ORR_RUN_ONCE), 30);
    CHECK_STR(noted(), "near ");
    fixture_run(&f);
    CHECK_STR(noted(), "near far ");
    fixture_close(&f);
}

TEST_SIM(an_active_idle_handle_keeps_the_poll_from_sleeping)
{
    fixture f;
    orr_timer t = { .handle.data = WORD("t") };
    orr_idle idle = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_timer_start(f.loop, &t, 50, say_timer), 0);
    CHECK_INT(orr_idle_start(f.loop, &idle, on_idle), 0);
    CHECK(time_of(&f, ORR_RUN_ONCE) < 50);
    CHECK_STR(noted(), "");
    orr_unref(&idle.handle);
    CHECK(time_of(&f, ORR_RUN_ONCE) < 50);
    CHECK_STR(noted(), "");
    orr_idle_stop(&idle);
    orr_timer_stop(&t);
    fixture_close(&f);
}

/* What is sampled before the idle phase decides, as libuv has it. */
TEST_SIM(once_does_not_wait_if_something_was_idle_when_the_turn_began)
{
    fixture f;
    orr_timer t = { .handle.data = WORD("t") };
    orr_idle idle = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_timer_start(f.loop, &t, 50, say_timer), 0);
    CHECK_INT(orr_idle_start(f.loop, &idle, say_idle), 0);
    CHECK(time_of(&f, ORR_RUN_ONCE) < 50);
    CHECK_STR(noted(), "idle ");
    CHECK(time_of(&f, ORR_RUN_ONCE) > 0);
    CHECK_STR(noted(), "idle t");
    fixture_close(&f);
}

TEST_SIM(in_node_10_once_waits_if_no_pending_callback_ran)
{
    fixture f;
    orr_timer t = { .handle.data = WORD("t") };
    orr_idle idle = { .handle.data = NULL };

    fixture_open_profile(&f, "node10");
    CHECK_INT(orr_timer_start(f.loop, &t, 50, say_timer), 0);
    CHECK_INT(orr_idle_start(f.loop, &idle, say_idle), 0);
    CHECK_INT(time_of(&f, ORR_RUN_ONCE), 50);
    CHECK_STR(noted(), "idle t");
    fixture_close(&f);
}

static void close_own_timer(orr_prepare *h)
{
    cast *c = h->handle.data;

    orr_prepare_stop(h);
    orr_close(&c->timer.handle, say_closed);
}

TEST_SIM(a_handle_that_is_closing_keeps_the_poll_from_sleeping)
{
    cast c = { .prepare.handle.data = &c };
    orr_timer t = { .handle.data = WORD("t") };

    fixture_open(&c.f);
    CHECK_INT(orr_timer_start(c.f.loop, &t, 50, say_timer), 0);
    CHECK_INT(orr_timer_start(c.f.loop, &c.timer, 60, say_timer), 0);
    CHECK_INT(orr_prepare_start(c.f.loop, &c.prepare, close_own_timer), 0);
    CHECK_INT(time_of(&c.f, ORR_RUN_ONCE), 0);
    CHECK_STR(noted(), "closing ");
    orr_timer_stop(&t);
    fixture_close(&c.f);
}

static void unref_last(orr_prepare *h)
{
    cast *c = h->handle.data;

    orr_prepare_stop(h);
    orr_unref(&c->timer.handle);
}

TEST_SIM(the_poll_does_not_sleep_once_nothing_is_alive)
{
    cast c = { .prepare.handle.data = &c };

    fixture_open(&c.f);
    CHECK_INT(orr_timer_start(c.f.loop, &c.timer, 60, say_timer), 0);
    CHECK_INT(orr_prepare_start(c.f.loop, &c.prepare, unref_last), 0);
    CHECK_INT(time_of(&c.f, ORR_RUN_DEFAULT), 0);
    orr_timer_stop(&c.timer);
    fixture_close(&c.f);
}

static void busy_prepare(orr_prepare *h)
{
    orr_prepare_stop(h);
    fixture_busy_ms(h->handle.data, 4);
}

/* libuv sleeps for a length of time that was right before the callback. */
TEST_SIM(a_slow_callback_before_the_poll_does_not_make_the_sleep_longer)
{
    fixture f;
    orr_timer t = { .handle.data = WORD("t") };
    orr_prepare prepare = { .handle.data = &f };

    fixture_open(&f);
    CHECK_INT(orr_timer_start(f.loop, &t, 10, say_timer), 0);
    CHECK_INT(orr_prepare_start(f.loop, &prepare, busy_prepare), 0);
    CHECK_INT(time_of(&f, ORR_RUN_ONCE), 10);
    CHECK_STR(noted(), "t");
    fixture_close(&f);
}

static void idle_until_timer(orr_timer *t)
{
    orr_idle_stop(t->handle.data);
    note("timer ");
}

TEST(an_idle_handle_does_not_keep_a_timer_from_becoming_due)
{
    fixture f;
    orr_idle idle = { .handle.data = NULL };
    orr_timer t = { .handle.data = &idle };

    fixture_open(&f);
    CHECK_INT(orr_idle_start(f.loop, &idle, on_idle), 0);
    CHECK_INT(orr_timer_start(f.loop, &t, 3, idle_until_timer), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "timer ");
    fixture_close(&f);
}

static void never(orr_async *a)
{
    (void)a;
    note("never ");
}

TEST_SIM(the_simulator_says_when_nothing_can_ever_happen)
{
    fixture f;
    orr_async a = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_async_init(f.loop, &a, never), 0);
    CHECK_INT(orr_run(f.loop, ORR_RUN_DEFAULT), -EDEADLK);
    CHECK_INT(orr_run(f.loop, ORR_RUN_ONCE), -EDEADLK);
    CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 1);
    CHECK_STR(noted(), "");
    fixture_close_handle(&f, &a.handle);
    fixture_close(&f);
}

TEST_SIM(a_day_passes_at_once_when_nothing_else_happens)
{
    fixture f;
    orr_timer t = { .handle.data = WORD("t") };

    fixture_open(&f);
    CHECK_INT(orr_timer_start(f.loop, &t, 86400000, say_timer), 0);
    CHECK_INT(time_of(&f, ORR_RUN_DEFAULT), 86400000);
    CHECK_STR(noted(), "t");
    fixture_close(&f);
}
