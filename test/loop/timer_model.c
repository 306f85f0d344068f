/*
 * timer_model.c - a random comparison of timers with a list that is searched
 * from end to end.
 *
 * Thousands of steps start, stop and restart a few timers, from outside and in
 * their own callbacks. The list knows when each is due and when it was armed;
 * each time one fires, it must be the one that the list has next, and after a
 * pass none that the list has in it may be left. A failure prints the seed.
 */
#include "../fixture.h"

#include <errno.h>
#include <string.h>

enum { MODEL_TIMERS = 40, MODEL_STEPS = 4000 };

/* What the list knows of one timer; `no` counts the armings. */
typedef struct expected {
    bool armed;
    uint64_t due_ms, repeat_ms, no;
} expected;

typedef struct model {
    fixture f;
    bool one_by_one;
    uint64_t seed, next_no, now_ms;
    orr_timer timers[MODEL_TIMERS];
    expected want[MODEL_TIMERS];
    uint64_t pass_no; /* what is armed from here on is not in this pass */
    uint32_t fired;
    bool in_pass;
} model;

static uint64_t roll(model *m, uint64_t below)
{
    m->seed = m->seed * 6364136223846793005u + 1442695040888963407u;
    return (m->seed >> 33) % below;
}

static void want_armed(model *m, int i, uint64_t delay_ms)
{
    m->want[i].armed = true;
    m->want[i].due_ms = m->now_ms + delay_ms;
    m->want[i].no = m->next_no++;
}

/* Which must be next: the least (due, arming number) that is in this pass. */
static int want_next(const model *m)
{
    int best = -1;

    for (int i = 0; i < MODEL_TIMERS; i++) {
        const expected *e = &m->want[i];
        if (!e->armed || e->due_ms > m->now_ms ||
            (!m->one_by_one && e->no >= m->pass_no))
            continue;
        if (best < 0 || e->due_ms < m->want[best].due_ms ||
            (e->due_ms == m->want[best].due_ms && e->no < m->want[best].no))
            best = i;
    }
    return best;
}

static void model_fire(orr_timer *t);

/* Few different delays, so that many timers share an instant; none of zero in
 * a callback when timers go one by one: that might never end. */
static uint64_t roll_delay(model *m)
{
    const uint64_t min = m->one_by_one && m->in_pass ? 1 : 0;
    return min + (roll(m, 4) == 0 ? roll(m, 300) : roll(m, 12));
}

static void model_start(model *m, int i)
{
    const uint64_t delay = roll_delay(m);
    const uint64_t repeat = roll(m, 3) == 0 ? 1 + roll(m, 20) : 0;
    const int err = orr_timer_start_repeating(m->f.loop, &m->timers[i], delay,
                                              repeat, model_fire);

    EXPECT(err == (m->want[i].armed ? -EBUSY : 0));
    if (err == 0) {
        want_armed(m, i, delay);
        m->want[i].repeat_ms = repeat;
    }
}

static void model_restart(model *m, int i)
{
    const uint64_t delay = roll_delay(m);
    const int err = orr_timer_restart(&m->timers[i], delay);

    if (err == 0)
        want_armed(m, i, delay);
    else
        EXPECT(err == -EINVAL && m->want[i].no == 0);
}

static void model_again(model *m, int i)
{
    const int err = orr_timer_again(&m->timers[i]);

    if (err == 0 && m->want[i].repeat_ms != 0)
        want_armed(m, i, m->want[i].repeat_ms);
}

static void model_step(model *m)
{
    const int i = (int)roll(m, MODEL_TIMERS);

    switch (roll(m, 5)) {
    case 0:
    case 1:
        model_start(m, i);
        break;
    case 2:
        orr_timer_stop(&m->timers[i]);
        m->want[i].armed = false;
        break;
    case 3:
        model_restart(m, i);
        break;
    default:
        model_again(m, i);
        break;
    }
    EXPECT(orr_is_active(&m->timers[i].handle) == m->want[i].armed);
}

/* The first timer of a pass sets the clock and the border of the pass. Where a
 * turn has two passes, time has passed in the poll between them. */
static void model_begin_pass(model *m)
{
    if (m->in_pass && m->now_ms == orr_now(m->f.loop))
        return;
    m->in_pass = true;
    m->now_ms = orr_now(m->f.loop);
    m->pass_no = m->next_no;
}

static void model_fire(orr_timer *t)
{
    model *m = t->handle.data;
    const int i = (int)(t - m->timers);

    model_begin_pass(m);
    const int want = want_next(m);
    if (want != i)
        test_note(__FILE__, __LINE__,
                  "timer %d fired and not %d, seed %" PRIu64, i, want,
                  test_seed());
    m->fired++;
    if (m->want[i].repeat_ms != 0)
        want_armed(m, i, m->want[i].repeat_ms);
    else
        m->want[i].armed = false;
    for (uint64_t n = roll(m, 4); n > 0; n--)
        model_step(m);
}

/* After a pass nothing that was due and in it may be left. */
static void model_turn(model *m)
{
    m->in_pass = false;
    m->pass_no = m->next_no;
    CHECK(orr_run(m->f.loop, ORR_RUN_ONCE) >= 0);
    if (!m->in_pass)
        m->pass_no = m->next_no;
    m->now_ms = orr_now(m->f.loop);
    if (want_next(m) >= 0)
        FAIL("timer %d did not fire, seed %" PRIu64, want_next(m), test_seed());
    m->in_pass = false;
}

static void run_model(const char *profile)
{
    static model m; /* too large for a stack with a guard close behind it */

    memset(&m, 0, sizeof m);
    m.seed = test_seed();
    m.next_no = 1;
    m.one_by_one = orr_profile_find(profile)->timers_one_by_one;
    fixture_open_profile(&m.f, profile);
    m.now_ms = orr_now(m.f.loop);
    for (int i = 0; i < MODEL_TIMERS; i++)
        m.timers[i].handle.data = &m;
    for (int step = 0; step < MODEL_STEPS; step++) {
        if (roll(&m, 3) == 0)
            model_turn(&m);
        else
            model_step(&m);
    }
    for (int i = 0; i < MODEL_TIMERS; i++)
        orr_timer_stop(&m.timers[i]);
    CHECK(m.fired > MODEL_STEPS / 10);
    fixture_close(&m.f);
}

TEST_SIM(timers_do_what_a_sorted_list_would_do)
{
    run_model("node");
}

TEST_SIM(in_node_10_timers_do_what_a_sorted_list_would_do)
{
    run_model("node10");
}
