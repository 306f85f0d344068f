/*
 * timer.c - timers: when they are due and in which order, one pass of the
 * timers phase, repeating, restarting, and many of them.
 */
#include "../fixture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say(orr_timer *t)
{
    note(t->handle.data != NULL ? t->handle.data : "t");
}

/* ---- When ------------------------------------------------------------- */

TEST(a_timer_fires_once_and_not_too_early)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    const uint64_t before = orr_clock_ns(f.loop);
    CHECK_INT(orr_timer_start(f.loop, &t, 5, say), 0);
    CHECK(orr_is_active(&t.handle));
    fixture_run(&f);
    CHECK_STR(noted(), "t");
    CHECK(!orr_is_active(&t.handle));
    /* orr_now() is cut to whole milliseconds, so up to one may be missing. */
    CHECK(orr_clock_ns(f.loop) - before >= 4 * 1000000);
    fixture_close(&f);
}

static void note_time(orr_timer *t)
{
    fixture *f = t->handle.data;
    char word[32];

    snprintf(word, sizeof word, "%" PRIu64 " ",
             orr_clock_ns(f->loop) / 1000000 % 1000000);
    note(word);
}

/* Times in a diary are counted from zero, where the simulator's clock is at
 * a whole second when the loop is opened. */
static uint64_t start_of(fixture *f)
{
    return orr_clock_ns(f->loop) / 1000000 % 1000000;
}

static void check_times(const char *want, uint64_t start)
{
    char got[256] = "";
    char copy[256];

    snprintf(copy, sizeof copy, "%s", noted());
    for (char *save, *w = strtok_r(copy, " ", &save); w != NULL;
         w = strtok_r(NULL, " ", &save))
        snprintf(got + strlen(got), sizeof got - strlen(got), "%" PRIu64 " ",
                 (uint64_t)strtoull(w, NULL, 10) - start);
    CHECK_STR(got, want);
}

TEST_SIM(timers_fire_at_the_very_millisecond)
{
    fixture f;
    orr_timer t[4] = { { .handle.data = &f },
                       { .handle.data = &f },
                       { .handle.data = &f },
                       { .handle.data = &f } };
    const uint64_t delays[4] = { 1000, 0, 7, 8 };

    fixture_open(&f);
    const uint64_t start = start_of(&f);
    for (int i = 0; i < 4; i++)
        CHECK_INT(orr_timer_start(f.loop, &t[i], delays[i], note_time), 0);
    fixture_run(&f);
    check_times("0 7 8 1000 ", start);
    fixture_close(&f);
}

typedef struct late {
    fixture f;
    orr_timer first, second;
    bool update;
} late;

static void arm_after_work(orr_timer *t)
{
    late *l = t->handle.data;

    fixture_busy_ms(&l->f, 5);
    if (l->update)
        orr_update_time(l->f.loop);
    EXPECT(orr_timer_start(l->f.loop, &l->second, 10, note_time) == 0);
}

static void run_late(bool update, const char *want)
{
    late l = { .update = update };

    fixture_open(&l.f);
    const uint64_t start = start_of(&l.f);
    l.first.handle.data = &l;
    l.second.handle.data = &l.f;
    CHECK_INT(orr_timer_start(l.f.loop, &l.first, 0, arm_after_work), 0);
    fixture_run(&l.f);
    check_times(want, start);
    fixture_close(&l.f);
}

TEST_SIM(a_delay_counts_from_a_clock_that_stands_still_during_a_callback)
{
    run_late(false, "10 ");
}

TEST_SIM(after_an_update_of_the_time_a_delay_counts_from_now)
{
    run_late(true, "15 ");
}

TEST_SIM(an_update_of_the_time_reads_the_clock_there_and_then)
{
    fixture f;

    fixture_open(&f);
    const uint64_t before = orr_now(f.loop);
    fixture_busy_ms(&f, 3);
    CHECK_INT(orr_now(f.loop), before);
    orr_update_time(f.loop);
    fixture_busy_ms(&f, 4);
    CHECK_INT(orr_now(f.loop), before + 3);
    fixture_close(&f);
}

TEST_SIM(a_delay_too_long_for_the_clock_is_as_long_as_it_can_be)
{
    fixture f;
    orr_timer max = { .handle.data = WORD("most ") };
    orr_timer more = { .handle.data = WORD("more ") };
    orr_timer soon = { .handle.data = WORD("soon ") };

    fixture_open(&f);
    const uint64_t now = orr_now(f.loop);
    CHECK_INT(orr_timer_start(f.loop, &max, UINT64_MAX, say), 0);
    CHECK_INT(orr_timer_start(f.loop, &more, UINT64_MAX - now / 2, say), 0);
    CHECK_INT(orr_timer_start(f.loop, &soon, 10, say), 0);
    CHECK(orr_timer_due_in(&max) == UINT64_MAX - now);
    CHECK(orr_timer_due_in(&more) == UINT64_MAX - now);
    CHECK_INT(orr_run(f.loop, ORR_RUN_ONCE), 1);
    CHECK_STR(noted(), "soon ");
    orr_timer_stop(&max);
    orr_timer_stop(&more);
    fixture_close(&f);
}

TEST_SIM(due_in_counts_down_and_is_zero_when_it_is_not_armed)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_timer_due_in(&t), 0);
    CHECK_INT(orr_timer_start(f.loop, &t, 20, say), 0);
    CHECK_INT(orr_timer_due_in(&t), 20);
    fixture_busy_ms(&f, 15);
    CHECK_INT(orr_timer_due_in(&t), 20);
    orr_update_time(f.loop);
    CHECK_INT(orr_timer_due_in(&t), 5);
    fixture_busy_ms(&f, 15);
    orr_update_time(f.loop);
    CHECK_INT(orr_timer_due_in(&t), 0);
    orr_timer_stop(&t);
    CHECK_INT(orr_timer_due_in(&t), 0);
    fixture_close(&f);
}

/* ---- In which order --------------------------------------------------- */

TEST(timers_due_together_fire_in_arming_order)
{
    fixture f;
    orr_timer t[5];
    char words[5][2];

    memset(t, 0, sizeof t);
    fixture_open(&f);
    for (int i = 0; i < 5; i++) {
        snprintf(words[i], sizeof words[i], "%c", 'a' + i);
        t[i].handle.data = words[i];
        CHECK_INT(orr_timer_start(f.loop, &t[i], 1, say), 0);
    }
    fixture_run(&f);
    CHECK_STR(noted(), "abcde");
    fixture_close(&f);
}

/* All are due before the loop first looks. */
TEST(timers_fire_in_the_order_in_which_they_are_due)
{
    static const uint64_t delays[] = { 4, 1, 3, 0, 2 };
    fixture f;
    orr_timer t[5];
    char words[5][2];

    memset(t, 0, sizeof t);
    fixture_open(&f);
    for (int i = 0; i < 5; i++) {
        snprintf(words[i], sizeof words[i], "%d", (int)delays[i]);
        t[i].handle.data = words[i];
        CHECK_INT(orr_timer_start(f.loop, &t[i], delays[i], say), 0);
    }
    fixture_busy_ms(&f, 10);
    fixture_run(&f);
    CHECK_STR(noted(), "01234");
    fixture_close(&f);
}

TEST_SIM(a_timer_armed_later_for_the_same_instant_fires_later)
{
    fixture f;
    orr_timer a = { .handle.data = WORD("a") };
    orr_timer b = { .handle.data = WORD("b") };
    orr_timer c = { .handle.data = WORD("c") };

    fixture_open(&f);
    CHECK_INT(orr_timer_start(f.loop, &b, 10, say), 0);
    CHECK_INT(orr_timer_start(f.loop, &c, 4, say), 0);
    fixture_advance_ms(&f, 4);
    CHECK_INT(orr_timer_start(f.loop, &a, 6, say), 0);
    CHECK_INT(orr_timer_restart(&c, 6), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "cbac");
    fixture_close(&f);
}

/* ---- One pass --------------------------------------------------------- */

typedef struct pair {
    fixture f;
    orr_timer a, b;
    orr_check check;
    orr_idle idle; /* so that the poll before the check does not sleep */
} pair;

static void say_check(orr_check *h)
{
    pair *p = h->handle.data;

    note("check ");
    orr_check_stop(h);
    orr_idle_stop(&p->idle);
}

static void on_idle(orr_idle *h)
{
    (void)h;
}

static void arm_for_now(orr_timer *t)
{
    pair *p = t->handle.data;

    note("a ");
    EXPECT(orr_timer_start(p->f.loop, &p->b, 0, say) == 0);
    EXPECT(orr_check_start(p->f.loop, &p->check, say_check) == 0);
    EXPECT(orr_idle_start(p->f.loop, &p->idle, on_idle) == 0);
}

static void run_arm_for_now(const char *profile, const char *want)
{
    pair p = { .a.handle.data = &p,
               .b.handle.data = WORD("b "),
               .check.handle.data = &p };

    fixture_open_profile(&p.f, profile);
    CHECK_INT(orr_timer_start(p.f.loop, &p.a, 0, arm_for_now), 0);
    fixture_run(&p.f);
    CHECK_STR(noted(), want);
    fixture_close(&p.f);
}

TEST(a_timer_armed_for_now_in_a_callback_waits_for_the_next_pass)
{
    run_arm_for_now("node", "a check b ");
}

TEST(in_node_18_a_timer_armed_for_now_in_a_callback_is_in_the_same_pass)
{
    run_arm_for_now("node18", "a b check ");
}

static void stop_other(orr_timer *t)
{
    pair *p = t->handle.data;

    note("a");
    orr_timer_stop(&p->b);
}

static void close_other(orr_timer *t)
{
    pair *p = t->handle.data;

    note("a");
    orr_close(&p->b.handle, NULL);
}

static void restart_other(orr_timer *t)
{
    pair *p = t->handle.data;

    note("a");
    EXPECT(orr_timer_restart(&p->b, 5) == 0);
    EXPECT(orr_timer_due_in(&p->b) == 5);
}

/* Both are due in the same pass, a first. */
static void run_pair(const char *profile, orr_timer_fn *fn, const char *want)
{
    pair p = { .a.handle.data = &p, .b.handle.data = WORD("b") };

    fixture_open_profile(&p.f, profile);
    CHECK_INT(orr_timer_start(p.f.loop, &p.a, 1, fn), 0);
    CHECK_INT(orr_timer_start(p.f.loop, &p.b, 2, say), 0);
    fixture_busy_ms(&p.f, 3);
    fixture_run(&p.f);
    CHECK_STR(noted(), want);
    fixture_close(&p.f);
}

TEST(a_timer_stopped_earlier_in_the_pass_does_not_fire)
{
    run_pair("node", stop_other, "a");
    run_pair("node18", stop_other, "a");
}

TEST(a_timer_closed_earlier_in_the_pass_does_not_fire)
{
    run_pair("node", close_other, "a");
    run_pair("node18", close_other, "a");
}

TEST(a_timer_restarted_earlier_in_the_pass_fires_at_its_new_time_only)
{
    run_pair("node", restart_other, "ab");
    run_pair("node18", restart_other, "ab");
}

static void stop_next_three(orr_timer *t)
{
    orr_timer *all = t->handle.data;

    note("first ");
    for (int i = 1; i < 4; i++)
        orr_timer_stop(&all[i]);
}

TEST(stopping_the_rest_of_a_pass_leaves_those_behind_it)
{
    fixture f;
    orr_timer t[6];

    memset(t, 0, sizeof t);
    fixture_open(&f);
    t[0].handle.data = t;
    t[4].handle.data = WORD("fifth ");
    t[5].handle.data = WORD("sixth ");
    for (int i = 0; i < 6; i++)
        CHECK_INT(orr_timer_start(f.loop, &t[i], i == 5 ? 2 : 1,
                                  i == 0 ? stop_next_three : say),
                  0);
    fixture_run(&f);
    CHECK_STR(noted(), "first fifth sixth ");
    fixture_close(&f);
}

/* ---- Repeating -------------------------------------------------------- */

typedef struct repeating {
    fixture f;
    orr_timer t;
    int calls, stop_at;
    uint64_t busy_ms[8];
} repeating;

static void on_repeat(orr_timer *t)
{
    repeating *r = t->handle.data;
    orr_timer clock = { .handle.data = &r->f };

    note_time(&clock);
    EXPECT(orr_is_active(&t->handle));
    if (r->busy_ms[r->calls] > 0)
        fixture_busy_ms(&r->f, r->busy_ms[r->calls]);
    if (++r->calls == r->stop_at)
        orr_timer_stop(t);
}

TEST_SIM(a_repeating_timer_has_a_delay_of_its_own_for_the_first_time)
{
    repeating r = { .t.handle.data = &r, .stop_at = 4 };

    fixture_open(&r.f);
    const uint64_t start = start_of(&r.f);
    CHECK_INT(orr_timer_start_repeating(r.f.loop, &r.t, 3, 10, on_repeat), 0);
    fixture_run(&r.f);
    check_times("3 13 23 33 ", start);
    fixture_close(&r.f);
}

TEST_SIM(a_repeating_timer_counts_from_before_its_callback)
{
    repeating r = { .t.handle.data = &r, .stop_at = 4, .busy_ms = { 4, 7, 9 } };

    fixture_open(&r.f);
    const uint64_t start = start_of(&r.f);
    CHECK_INT(orr_timer_start_repeating(r.f.loop, &r.t, 10, 10, on_repeat), 0);
    fixture_run(&r.f);
    check_times("10 20 30 40 ", start);
    fixture_close(&r.f);
}

TEST_SIM(periods_that_were_missed_are_not_made_up_for)
{
    repeating r = { .t.handle.data = &r, .stop_at = 4, .busy_ms = { 35 } };

    fixture_open(&r.f);
    const uint64_t start = start_of(&r.f);
    CHECK_INT(orr_timer_start_repeating(r.f.loop, &r.t, 10, 10, on_repeat), 0);
    fixture_run(&r.f);
    check_times("10 45 55 65 ", start);
    fixture_close(&r.f);
}

TEST(a_repeating_timer_can_be_stopped_from_outside)
{
    repeating r = { .t.handle.data = &r, .stop_at = 100 };

    fixture_open(&r.f);
    CHECK_INT(orr_timer_start_repeating(r.f.loop, &r.t, 0, 1, on_repeat), 0);
    CHECK_INT(orr_run(r.f.loop, ORR_RUN_ONCE), 1);
    CHECK_INT(r.calls, 1);
    orr_timer_stop(&r.t);
    CHECK_INT(orr_run(r.f.loop, ORR_RUN_ONCE), 0);
    CHECK_INT(r.calls, 1);
    fixture_close(&r.f);
}

static void set_repeat_once(orr_timer *t)
{
    repeating *r = t->handle.data;

    if (r->calls == 0)
        orr_timer_set_repeat(t, 25);
    on_repeat(t);
}

TEST_SIM(a_new_repeat_time_counts_from_the_next_arming_on)
{
    repeating r = { .t.handle.data = &r, .stop_at = 4 };

    fixture_open(&r.f);
    const uint64_t start = start_of(&r.f);
    CHECK_INT(
        orr_timer_start_repeating(r.f.loop, &r.t, 10, 10, set_repeat_once), 0);
    fixture_run(&r.f);
    check_times("10 20 45 70 ", start);
    fixture_close(&r.f);
}

static void repeat_no_more(orr_timer *t)
{
    note("x");
    orr_timer_set_repeat(t, 0);
}

TEST(a_repeat_time_of_zero_lets_it_fire_once_more)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_timer_start_repeating(f.loop, &t, 0, 1, repeat_no_more), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "xx");
    fixture_close(&f);
}

/* ---- Starting, stopping, restarting ----------------------------------- */

TEST_SIM(a_timer_that_is_armed_can_not_be_started_and_stays_as_it_was)
{
    fixture f;
    orr_timer t = { .handle.data = WORD("t") };

    fixture_open(&f);
    CHECK_INT(orr_timer_start(f.loop, &t, 10, say), 0);
    CHECK_INT(orr_timer_start(f.loop, &t, 99, note_time), -EBUSY);
    CHECK_INT(orr_timer_start_repeating(f.loop, &t, 99, 9, note_time), -EBUSY);
    CHECK_INT(orr_timer_due_in(&t), 10);
    fixture_run(&f);
    CHECK_STR(noted(), "t");
    CHECK_INT(orr_now(f.loop), orr_clock_ns(f.loop) / 1000000);
    fixture_close(&f);
}

TEST(a_timer_that_was_stopped_does_not_fire_and_can_be_started_again)
{
    fixture f;
    orr_timer t = { .handle.data = WORD("t") };

    fixture_open(&f);
    CHECK_INT(orr_timer_start(f.loop, &t, 1, note_time), 0);
    orr_timer_stop(&t);
    CHECK(!orr_is_active(&t.handle));
    CHECK(!orr_alive(f.loop));
    CHECK_INT(orr_timer_start(f.loop, &t, 2, say), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "t");
    fixture_close(&f);
}

TEST(stopping_a_timer_that_is_not_armed_does_nothing)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    orr_timer_stop(&t);
    CHECK_INT(orr_timer_start(f.loop, &t, 0, say), 0);
    orr_timer_stop(&t);
    orr_timer_stop(&t);
    CHECK_INT(orr_run(f.loop, ORR_RUN_DEFAULT), 0);
    CHECK_STR(noted(), "");
    fixture_close(&f);
}

TEST_SIM(a_restart_moves_a_timer_and_makes_it_the_last_of_its_instant)
{
    fixture f;
    orr_timer a = { .handle.data = WORD("a") };
    orr_timer b = { .handle.data = WORD("b") };

    fixture_open(&f);
    CHECK_INT(orr_timer_start(f.loop, &a, 10, say), 0);
    CHECK_INT(orr_timer_start(f.loop, &b, 10, say), 0);
    CHECK_INT(orr_timer_restart(&a, 10), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "ba");
    CHECK_INT(orr_timer_restart(&a, 5), 0);
    CHECK_INT(orr_timer_due_in(&a), 5);
    CHECK_INT(orr_timer_restart(&a, 7), 0);
    CHECK_INT(orr_timer_due_in(&a), 7);
    CHECK_INT(orr_timer_restart(&a, 7), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "baa");
    fixture_close(&f);
}

TEST(a_timer_that_never_was_armed_can_not_be_restarted)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_timer_restart(&t, 1), -EINVAL);
    CHECK_INT(orr_timer_again(&t), -EINVAL);
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

TEST_SIM(again_arms_with_the_repeat_time)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_timer_start_repeating(f.loop, &t, 3, 40, say), 0);
    CHECK_INT(orr_timer_again(&t), 0);
    CHECK_INT(orr_timer_due_in(&t), 40);
    orr_timer_stop(&t);
    orr_timer_set_repeat(&t, 50);
    CHECK_INT(orr_timer_again(&t), 0);
    CHECK_INT(orr_timer_due_in(&t), 50);
    orr_timer_stop(&t);
    fixture_close(&f);
}

TEST_SIM(again_leaves_a_timer_without_repeat_time_as_it_is)
{
    fixture f;
    orr_timer t = { .handle.data = WORD("t") };

    fixture_open(&f);
    CHECK_INT(orr_timer_start(f.loop, &t, 3, say), 0);
    CHECK_INT(orr_timer_again(&t), 0);
    CHECK_INT(orr_timer_due_in(&t), 3);
    fixture_run(&f);
    CHECK_STR(noted(), "t");
    CHECK_INT(orr_timer_again(&t), 0);
    CHECK(!orr_is_active(&t.handle));
    fixture_close(&f);
}

static void start_again(orr_timer *t)
{
    repeating *r = t->handle.data;

    EXPECT(!orr_is_active(&t->handle));
    note("x");
    if (++r->calls < 3)
        EXPECT(orr_timer_start(r->f.loop, t, 1, start_again) == 0);
}

TEST(a_timer_can_be_started_again_in_its_own_callback)
{
    repeating r = { .t.handle.data = &r };

    fixture_open(&r.f);
    CHECK_INT(orr_timer_start(r.f.loop, &r.t, 0, start_again), 0);
    fixture_run(&r.f);
    CHECK_STR(noted(), "xxx");
    fixture_close(&r.f);
}

static void free_timer(orr_timer *t)
{
    note("freed ");
    memset(t, 0xee, sizeof *t);
    free(t);
}

TEST(a_timer_can_be_freed_in_its_own_callback)
{
    fixture f;
    orr_timer other = { .handle.data = WORD("other ") };

    fixture_open(&f);
    orr_timer *t = calloc(1, sizeof *t);
    CHECK(t != NULL);
    CHECK_INT(orr_timer_start(f.loop, t, 1, free_timer), 0);
    CHECK_INT(orr_timer_start(f.loop, &other, 1, say), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "freed other ");
    fixture_close(&f);
}

/* It is all in the timer and in the loop. */
TEST_SIM(arming_a_timer_takes_no_memory)
{
    fixture f;
    orr_timer a = { .handle.data = WORD("a") };
    orr_timer b = { .handle.data = WORD("b") };

    fixture_open(&f);
    const long before = test_allocs();
    CHECK_INT(orr_timer_start(f.loop, &a, 10, say), 0);
    CHECK_INT(orr_timer_start(f.loop, &b, 1000000000, say), 0);
    CHECK_INT(orr_timer_restart(&a, 20), 0);
    CHECK_INT(test_allocs(), before);
    fixture_run(&f);
    CHECK_STR(noted(), "ab");
    fixture_close(&f);
}

/* The way to a far timer is slept in hops, but it is one turn of the loop. */
static void count_turn(orr_check *h)
{
    note("|");
    (void)h;
}

TEST_SIM(waiting_for_a_far_timer_is_one_turn)
{
    fixture f;
    orr_timer t = { .handle.data = WORD("t") };
    orr_check check = { .fn = NULL };

    fixture_open(&f);
    CHECK_INT(orr_check_start(f.loop, &check, count_turn), 0);
    orr_unref(&check.handle);
    CHECK_INT(orr_timer_start(f.loop, &t, 87654321, say), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "|t");
    orr_check_stop(&check);
    fixture_close(&f);
}

static void starve(orr_timer *t)
{
    repeating *r = t->handle.data;

    test_fail_alloc_at(0);
    if (++r->calls == 5)
        orr_timer_stop(t);
    test_fail_alloc_at(1);
}

static void run_starved(const char *profile)
{
    repeating r = { .t.handle.data = &r };
    orr_timer other = { .handle.data = WORD("o") };

    fixture_open_profile(&r.f, profile);
    CHECK_INT(orr_timer_start_repeating(r.f.loop, &r.t, 1, 1, starve), 0);
    CHECK_INT(orr_timer_start(r.f.loop, &other, 1, say), 0);
    CHECK_INT(orr_run(r.f.loop, ORR_RUN_DEFAULT), 0);
    test_fail_alloc_at(0);
    CHECK_INT(r.calls, 5);
    CHECK_STR(noted(), "o");
    fixture_close(&r.f);
}

TEST_SIM(a_repeating_timer_goes_on_when_there_is_no_memory)
{
    run_starved("node");
    run_starved("node18");
}

/* ---- Many ------------------------------------------------------------- */

typedef struct many {
    orr_timer *timers;
    uint64_t *due;
    uint32_t n, fired, wrong;
    uint64_t last_due;
    uint32_t last_index;
} many;

static void on_many(orr_timer *t)
{
    many *m = t->handle.data;
    const uint32_t i = (uint32_t)(t - m->timers);

    if (m->fired++ > 0 && (m->due[i] < m->last_due ||
                           (m->due[i] == m->last_due && i < m->last_index)))
        m->wrong++;
    m->last_due = m->due[i];
    m->last_index = i;
}

static void free_many(void *arg)
{
    many *m = arg;

    free(m->timers);
    free(m->due);
}

/* `stride`: the delay of timer i is i * stride modulo `span`. */
static void run_many(uint32_t n, uint64_t stride, uint64_t span)
{
    fixture f;
    many m = { .n = n };

    m.timers = calloc(n, sizeof *m.timers);
    m.due = calloc(n, sizeof *m.due);
    CHECK(m.timers != NULL && m.due != NULL);
    test_cleanup(free_many, &m);
    fixture_open(&f);
    for (uint32_t i = 0; i < n; i++) {
        m.due[i] = i * stride % span;
        m.timers[i].handle.data = &m;
        CHECK_INT(orr_timer_start(f.loop, &m.timers[i], m.due[i], on_many), 0);
    }
    fixture_run(&f);
    CHECK_INT(m.fired, n);
    CHECK_INT(m.wrong, 0);
    fixture_close(&f);
    test_cleanup_cancel(free_many, &m);
    free_many(&m);
}

TEST_SIM(twenty_thousand_timers_fire_in_order_when_each_has_its_own_instant)
{
    run_many(20000, 7919, 20000);
}

TEST_SIM(twenty_thousand_timers_fire_in_order_when_they_share_ten_instants)
{
    run_many(20000, 7, 10);
}

/* Delays that agree in their low bits must not end up in one chain. */
TEST_SIM(twenty_thousand_timers_a_power_of_two_apart_take_no_longer)
{
    run_many(20000, 65536, UINT64_MAX);
}
