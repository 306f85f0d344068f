/*
 * call.c - the one door: what is running, what caused it, when the
 * after-callback hook runs, and the events of a trace.
 */
#include "../fixture.h"

#include <stdio.h>
#include <string.h>

#include "trace/event.h"

/* A loop with a hook that notes "." and may do more. */
typedef struct door {
    fixture f;
    orr_record record;
    void (*in_hook)(struct door *d);
    int hooks;
} door;

static void hook(orr_loop *loop, void *ctx)
{
    door *d = ctx;

    note(".");
    EXPECT(orr_call_depth(loop) == 1);
    d->hooks++;
    if (d->in_hook != NULL)
        d->in_hook(d);
}

static void door_open(door *d)
{
    orr_options options = { .after = hook, .after_ctx = d };

    memset(d, 0, sizeof *d);
    fixture_open_with(&d->f, &options);
}

static bool call(door *d, orr_call_fn *fn)
{
    orr_record_schedule(d->f.loop, &d->record, ORR_KIND_USER);
    return orr_call(d->f.loop, &d->record, fn, d);
}

/* ---- Nesting and the hook --------------------------------------------- */

static void say_a(void *arg)
{
    door *d = arg;

    EXPECT(orr_call_depth(d->f.loop) == 1);
    note("a");
}

TEST(the_hook_runs_after_a_callback)
{
    door d;

    door_open(&d);
    CHECK(!call(&d, say_a));
    CHECK_STR(noted(), "a.");
    CHECK(!call(&d, say_a));
    CHECK_STR(noted(), "a.a.");
    fixture_close(&d.f);
}

static void say_c(void *arg)
{
    door *d = arg;

    EXPECT(orr_call_depth(d->f.loop) == 3);
    note("c");
}

static void say_b(void *arg)
{
    door *d = arg;
    orr_record inner = { .id = 0 };

    EXPECT(orr_call_depth(d->f.loop) == 2);
    note("b");
    orr_record_schedule(d->f.loop, &inner, ORR_KIND_USER);
    orr_call(d->f.loop, &inner, say_c, d);
    note("b");
}

static void nest(void *arg)
{
    door *d = arg;
    orr_record inner = { .id = 0 };

    note("a");
    orr_record_schedule(d->f.loop, &inner, ORR_KIND_USER);
    orr_call(d->f.loop, &inner, say_b, d);
    EXPECT(orr_call_depth(d->f.loop) == 1);
    note("a");
}

TEST(the_hook_runs_on_the_way_out_of_the_outermost_callback_only)
{
    door d;

    door_open(&d);
    CHECK_INT(orr_call_depth(d.f.loop), 0);
    CHECK(!call(&d, nest));
    CHECK_STR(noted(), "abcba.");
    CHECK_INT(orr_call_depth(d.f.loop), 0);
    fixture_close(&d.f);
}

static void throw_it(void *arg)
{
    door *d = arg;

    note("!");
    orr_threw(d->f.loop);
}

TEST(the_hook_does_not_run_after_a_callback_that_threw)
{
    door d;

    door_open(&d);
    CHECK(call(&d, throw_it));
    CHECK_STR(noted(), "!");
    CHECK(!call(&d, say_a));
    CHECK_STR(noted(), "!a.");
    fixture_close(&d.f);
}

static void catch_it(void *arg)
{
    door *d = arg;
    orr_record inner = { .id = 0 };

    orr_record_schedule(d->f.loop, &inner, ORR_KIND_USER);
    EXPECT(orr_call(d->f.loop, &inner, throw_it, d));
    note("caught");
}

TEST(what_a_nested_callback_threw_is_not_thrown_by_the_outer_one)
{
    door d;

    door_open(&d);
    CHECK(!call(&d, catch_it));
    CHECK_STR(noted(), "!caught.");
    fixture_close(&d.f);
}

static void throw_then_nest(void *arg)
{
    door *d = arg;
    orr_record inner = { .id = 0 };

    orr_threw(d->f.loop);
    orr_record_schedule(d->f.loop, &inner, ORR_KIND_USER);
    EXPECT(!orr_call(d->f.loop, &inner, say_b, d));
}

TEST(a_callback_that_threw_stays_one_whatever_it_calls_afterwards)
{
    door d;

    door_open(&d);
    CHECK(call(&d, throw_then_nest));
    CHECK_STR(noted(), "bcb");
    fixture_close(&d.f);
}

static void say_tick(void *arg)
{
    door *d = arg;

    EXPECT(orr_call_depth(d->f.loop) == 2);
    note("t");
}

static void tick(door *d)
{
    orr_record inner = { .id = 0 };

    for (int i = 0; i < 2; i++) {
        orr_record_schedule(d->f.loop, &inner, ORR_KIND_USER);
        EXPECT(!orr_call(d->f.loop, &inner, say_tick, d));
    }
}

TEST(calls_made_inside_the_hook_do_not_run_it_again)
{
    door d;

    door_open(&d);
    d.in_hook = tick;
    CHECK(!call(&d, say_a));
    CHECK_STR(noted(), "a.tt");
    CHECK_INT(d.hooks, 1);
    fixture_close(&d.f);
}

static void throw_in_tick(door *d)
{
    orr_record inner = { .id = 0 };

    orr_record_schedule(d->f.loop, &inner, ORR_KIND_USER);
    EXPECT(orr_call(d->f.loop, &inner, throw_it, d));
}

TEST(what_is_thrown_inside_the_hook_is_not_thrown_by_the_callback)
{
    door d;

    door_open(&d);
    d.in_hook = throw_in_tick;
    CHECK(!call(&d, say_a));
    CHECK_STR(noted(), "a.!");
    d.in_hook = NULL;
    CHECK(!call(&d, say_a));
    CHECK_STR(noted(), "a.!a.");
    fixture_close(&d.f);
}

/* ---- Passes ------------------------------------------------------------- */

static void pass_between(void *arg)
{
    door *d = arg;

    note("a");
    EXPECT(!orr_pass(d->f.loop));
    note("b");
    EXPECT(!orr_pass(d->f.loop));
    note("c");
}

TEST(the_hook_runs_after_each_pass_of_a_callback)
{
    door d;

    door_open(&d);
    CHECK(!call(&d, pass_between));
    CHECK_STR(noted(), "a.b.c.");
    CHECK(!orr_pass(d.f.loop)); /* nothing runs */
    CHECK_STR(noted(), "a.b.c.");
    fixture_close(&d.f);
}

static void pass_after_throwing(void *arg)
{
    door *d = arg;

    orr_threw(d->f.loop);
    EXPECT(orr_pass(d->f.loop));
    note("b");
    EXPECT(!orr_pass(d->f.loop));
    orr_threw(d->f.loop);
    EXPECT(orr_pass(d->f.loop));
}

TEST(what_a_pass_that_threw_has_left_waits_for_another)
{
    door d;

    door_open(&d);
    CHECK(!call(&d, pass_after_throwing));
    CHECK_STR(noted(), "b.");
    fixture_close(&d.f);
}

static void throw_in_hook(door *d)
{
    orr_threw(d->f.loop);
}

static void pass_with_bad_hook(void *arg)
{
    door *d = arg;

    d->in_hook = throw_in_hook;
    EXPECT(orr_pass(d->f.loop));
    d->in_hook = NULL;
}

TEST(a_pass_whose_hook_threw_has_thrown)
{
    door d;

    door_open(&d);
    CHECK(!call(&d, pass_with_bad_hook));
    CHECK_STR(noted(), ".");
    fixture_close(&d.f);
}

static void pass_nested(void *arg)
{
    door *d = arg;

    note("n");
    EXPECT(!orr_pass(d->f.loop));
}

static void nest_a_pass(void *arg)
{
    door *d = arg;
    orr_record inner = { .id = 0 };

    orr_record_schedule(d->f.loop, &inner, ORR_KIND_USER);
    orr_call(d->f.loop, &inner, pass_nested, d);
    note("a");
}

TEST(a_nested_callback_ends_no_pass)
{
    door d;

    door_open(&d);
    CHECK(!call(&d, nest_a_pass));
    CHECK_STR(noted(), "na.");
    fixture_close(&d.f);
}

static void pass_without_hook(void *arg)
{
    door *d = arg;

    orr_set_after(d->f.loop, false);
    EXPECT(!orr_pass(d->f.loop));
    note("a");
}

TEST(that_no_hook_follows_holds_for_one_pass)
{
    door d;

    door_open(&d);
    CHECK(!call(&d, pass_without_hook));
    CHECK_STR(noted(), "a.");
    fixture_close(&d.f);
}

/* ---- The hook and the loop ---------------------------------------------- */

static void say_timer(orr_timer *t)
{
    (void)t;
    note("t");
}

static void say_idle(orr_idle *h)
{
    note("i");
    orr_idle_stop(h);
}

static void say_prepare(orr_prepare *h)
{
    note("p");
    orr_prepare_stop(h);
}

static void say_check(orr_check *h)
{
    note("c");
    orr_check_stop(h);
}

static void say_closed(orr_handle *h)
{
    (void)h;
    note("x");
}

static void say_async(orr_async *a)
{
    note("a");
    orr_close(&a->handle, say_closed);
}

TEST(the_hook_runs_after_each_callback_of_the_loop)
{
    door d;
    orr_timer timers[2];
    orr_idle idle = { .handle.data = NULL };
    orr_prepare prepare = { .handle.data = NULL };
    orr_check check = { .handle.data = NULL };
    orr_async asyncs[2];

    memset(timers, 0, sizeof timers);
    memset(asyncs, 0, sizeof asyncs);
    door_open(&d);
    for (int i = 0; i < 2; i++) {
        CHECK_INT(orr_timer_start(d.f.loop, &timers[i], 0, say_timer), 0);
        CHECK_INT(orr_async_init(d.f.loop, &asyncs[i], say_async), 0);
        CHECK_INT(orr_async_send(&asyncs[i]), 0);
    }
    CHECK_INT(orr_idle_start(d.f.loop, &idle, say_idle), 0);
    CHECK_INT(orr_prepare_start(d.f.loop, &prepare, say_prepare), 0);
    CHECK_INT(orr_check_start(d.f.loop, &check, say_check), 0);
    fixture_run(&d.f);
    CHECK_STR(noted(), "t.t.i.p.a.a.c.x.x.");
    fixture_close(&d.f);
}

static void start_timer(door *d)
{
    static orr_timer t;

    if (d->hooks > 1)
        return;
    memset(&t, 0, sizeof t);
    EXPECT(orr_timer_start(d->f.loop, &t, 0, say_timer) == 0);
}

TEST(the_hook_may_start_handles)
{
    door d;

    door_open(&d);
    d.in_hook = start_timer;
    CHECK(!call(&d, say_a));
    fixture_run(&d.f);
    CHECK_STR(noted(), "a.t.");
    fixture_close(&d.f);
}

/* ---- Records ---------------------------------------------------------- */

static void check_running(void *arg)
{
    door *d = arg;
    const orr_record *running = orr_running(d->f.loop);

    if (!EXPECT(running != NULL))
        return;
    EXPECT(running->id == d->record.id);
    EXPECT(running->kind == ORR_KIND_USER + 3);
    EXPECT(running->async_context == d);
    note("seen");
}

TEST(what_runs_can_be_asked_for)
{
    door d;

    door_open(&d);
    CHECK(orr_running(d.f.loop) == NULL);
    d.record.async_context = &d;
    orr_record_schedule(d.f.loop, &d.record, (orr_kind)(ORR_KIND_USER + 3));
    CHECK(!orr_call(d.f.loop, &d.record, check_running, &d));
    CHECK(orr_running(d.f.loop) == NULL);
    CHECK_STR(noted(), "seen.");
    fixture_close(&d.f);
}

/* The callback spoils the record it was called with. */
static void spoil_the_record(void *arg)
{
    door *d = arg;
    const uint64_t id = d->record.id;

    memset(&d->record, 0xff, sizeof d->record);
    EXPECT(orr_running(d->f.loop)->id == id);
    EXPECT(orr_running(d->f.loop)->kind == ORR_KIND_USER);
}

TEST(a_callback_may_overwrite_its_own_record)
{
    door d;

    door_open(&d);
    CHECK(!call(&d, spoil_the_record));
    fixture_close(&d.f);
}

static void expect_the_record_itself(void *arg)
{
    door *d = arg;

    EXPECT(orr_running(d->f.loop) == &d->record);
    EXPECT(orr_call_depth(d->f.loop) == 1);
    note("k");
}

TEST(a_record_that_is_kept_is_called_as_any_other)
{
    door d;

    door_open(&d);
    orr_record_schedule(d.f.loop, &d.record, ORR_KIND_USER);
    CHECK(
        !orr_call_borrowed(d.f.loop, &d.record, expect_the_record_itself, &d));
    CHECK(orr_call_borrowed(d.f.loop, &d.record, throw_it, &d));
    CHECK(orr_running(d.f.loop) == NULL);
    CHECK_STR(noted(), "k.!");
    fixture_close(&d.f);
}

TEST(each_scheduling_gets_a_new_id_and_ids_rise_by_one)
{
    fixture f;
    orr_record a = { .id = 0 };
    orr_record b = { .id = 0 };
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    orr_record_schedule(f.loop, &a, ORR_KIND_USER);
    CHECK_INT(a.id, 1);
    CHECK_INT(a.cause, 0);
    CHECK(a.site != 0);
    orr_record_schedule(f.loop, &b, ORR_KIND_USER);
    CHECK_INT(b.id, 2);
    orr_record_schedule(f.loop, &a, ORR_KIND_USER);
    CHECK_INT(a.id, 3);
    CHECK_INT(orr_timer_start(f.loop, &t, 1, say_timer), 0);
    CHECK_INT(orr_timer_restart(&t, 1), 0);
    orr_record_schedule(f.loop, &b, ORR_KIND_USER);
    CHECK_INT(b.id, 6);
    orr_timer_stop(&t);
    fixture_close(&f);
}

typedef struct family {
    fixture f;
    orr_timer parent, child;
    uint64_t parent_id, child_id, child_cause;
} family;

static void on_child(orr_timer *t)
{
    family *fam = t->handle.data;

    fam->child_id = orr_running(fam->f.loop)->id;
    fam->child_cause = orr_running(fam->f.loop)->cause;
    EXPECT(orr_running(fam->f.loop)->kind == ORR_TIMER);
    EXPECT(orr_running(fam->f.loop)->trigger == 0);
}

static void on_parent(orr_timer *t)
{
    family *fam = t->handle.data;

    fam->parent_id = orr_running(fam->f.loop)->id;
    EXPECT(orr_running(fam->f.loop)->cause == 0);
    EXPECT(orr_timer_start(fam->f.loop, &fam->child, 1, on_child) == 0);
}

TEST(the_cause_of_a_callback_is_what_was_running_when_it_was_scheduled)
{
    family fam;

    memset(&fam, 0, sizeof fam);
    fam.parent.handle.data = fam.child.handle.data = &fam;
    fixture_open(&fam.f);
    CHECK_INT(orr_timer_start(fam.f.loop, &fam.parent, 0, on_parent), 0);
    fixture_run(&fam.f);
    CHECK(fam.parent_id != 0);
    CHECK(fam.child_id > fam.parent_id);
    CHECK_INT(fam.child_cause, fam.parent_id);
    fixture_close(&fam.f);
}

static void on_repeat(orr_timer *t)
{
    family *fam = t->handle.data;
    const orr_record *running = orr_running(fam->f.loop);

    EXPECT(running->cause == fam->parent_id);
    EXPECT(running->id > fam->parent_id);
    fam->parent_id = running->id;
    note("r");
    if (strlen(noted()) == 3)
        orr_timer_stop(t);
}

TEST(the_cause_of_a_repetition_is_the_call_before_it)
{
    family fam;

    memset(&fam, 0, sizeof fam);
    fam.parent.handle.data = &fam;
    fixture_open(&fam.f);
    CHECK_INT(
        orr_timer_start_repeating(fam.f.loop, &fam.parent, 0, 1, on_repeat), 0);
    fixture_run(&fam.f);
    CHECK_STR(noted(), "rrr");
    fixture_close(&fam.f);
}

static void overwrite(void *arg)
{
    door *d = arg;

    memset(&d->record, 0xee, sizeof d->record);
    EXPECT(orr_running(d->f.loop)->kind == ORR_KIND_USER);
}

TEST(a_callback_may_overwrite_the_record_it_was_called_with)
{
    door d;

    door_open(&d);
    CHECK(!call(&d, overwrite));
    CHECK_STR(noted(), ".");
    fixture_close(&d.f);
}

/* ---- The events of a trace -------------------------------------------- */

static void note_event(void *ctx, const orr_event *ev)
{
    char word[64];

    (void)ctx;
    switch (ev->type) {
    case ORR_EV_CALL_BEGIN:
        snprintf(word, sizeof word, "+%s%d<%d ",
                 orr_kind_name((orr_kind)ev->kind), (int)ev->id,
                 (int)ev->cause);
        break;
    case ORR_EV_CALL_END:
        snprintf(word, sizeof word, "-%s%d%s ",
                 orr_kind_name((orr_kind)ev->kind), (int)ev->id,
                 ev->threw ? "!" : "");
        break;
    case ORR_EV_SCHEDULE:
        EXPECT(ev->site != 0);
        snprintf(word, sizeof word, "*%s%d<%d ",
                 orr_kind_name((orr_kind)ev->kind), (int)ev->id,
                 (int)ev->cause);
        break;
    default:
        return;
    }
    note(word);
}

static void trace_open(door *d)
{
    orr_options options = { .trace = note_event };

    memset(d, 0, sizeof *d);
    fixture_open_with(&d->f, &options);
}

TEST(a_listener_is_told_what_is_scheduled_called_and_thrown)
{
    door d;

    trace_open(&d);
    CHECK(!call(&d, catch_it));
    CHECK_STR(noted(), "*user1<0 +user1<0 *user2<1 +user2<1 !-user2! caught"
                       "-user1 ");
    fixture_close(&d.f);
}

static void on_timer_start_check(orr_timer *t)
{
    door *d = t->handle.data;
    static orr_check check;

    memset(&check, 0, sizeof check);
    EXPECT(orr_check_start(d->f.loop, &check, say_check) == 0);
    EXPECT(orr_timer_start(d->f.loop, t, 0, say_timer) == 0);
}

TEST(a_listener_is_told_of_every_callback_of_the_loop_and_of_its_cause)
{
    door d;
    orr_timer t = { .handle.data = &d };

    trace_open(&d);
    CHECK_INT(orr_timer_start(d.f.loop, &t, 0, on_timer_start_check), 0);
    fixture_run(&d.f);
    CHECK_STR(noted(), "*timer1<0 +timer1<0 *check2<1 *timer3<1 -timer1 "
                       "+check2<1 c-check2 +timer3<1 t-timer3 ");
    fixture_close(&d.f);
}

TEST(a_listener_is_told_of_a_close_as_of_a_callback_of_its_own)
{
    door d;
    orr_async a = { .handle.data = NULL };

    trace_open(&d);
    CHECK_INT(orr_async_init(d.f.loop, &a, say_async), 0);
    CHECK_INT(orr_async_send(&a), 0);
    fixture_run(&d.f);
    CHECK_STR(noted(), "*async1<0 +async1<0 a*async2<1 -async1 "
                       "+async2<1 x-async2 ");
    fixture_close(&d.f);
}

/* Phases nest in turns, callbacks in phases, and all that begins ends. */
typedef struct nesting {
    int turns, phases, calls, max_calls;
    uint64_t last_turn;
} nesting;

static void check_nesting(void *ctx, const orr_event *ev)
{
    nesting *n = ctx;

    switch (ev->type) {
    case ORR_EV_TURN_BEGIN:
        EXPECT(n->turns == 0 && n->phases == 0 && n->calls == 0);
        EXPECT(ev->id == n->last_turn + 1);
        n->last_turn = ev->id;
        n->turns++;
        break;
    case ORR_EV_TURN_END:
        EXPECT(n->turns == 1 && n->phases == 0 && n->calls == 0);
        n->turns--;
        break;
    case ORR_EV_PHASE_BEGIN:
        EXPECT(n->phases == 0 && n->calls == 0);
        n->phases++;
        break;
    case ORR_EV_PHASE_END:
        EXPECT(n->phases == 1 && n->calls == 0);
        n->phases--;
        break;
    case ORR_EV_CALL_BEGIN:
        EXPECT(n->phases == 1);
        n->calls++;
        if (n->calls > n->max_calls)
            n->max_calls = n->calls;
        break;
    case ORR_EV_CALL_END:
        EXPECT(n->calls > 0);
        n->calls--;
        break;
    default:
        break;
    }
}

static void nest_in_timer(orr_timer *t)
{
    orr_record inner = { .id = 0 };
    door *d = t->handle.data;

    orr_record_schedule(d->f.loop, &inner, ORR_KIND_USER);
    orr_call(d->f.loop, &inner, say_tick, d);
}

TEST(what_a_listener_is_told_is_properly_nested)
{
    nesting n = { .turns = 0 };
    orr_options options = { .trace = check_nesting, .trace_ctx = &n };
    door d;
    orr_timer t[2] = { { .handle.data = &d }, { .handle.data = &d } };

    memset(&d, 0, sizeof d);
    fixture_open_with(&d.f, &options);
    CHECK_INT(orr_timer_start(d.f.loop, &t[0], 0, nest_in_timer), 0);
    CHECK_INT(orr_timer_start(d.f.loop, &t[1], 2, nest_in_timer), 0);
    fixture_run(&d.f);
    CHECK_STR(noted(), "tt");
    CHECK(n.turns == 0 && n.phases == 0 && n.calls == 0);
    CHECK_INT(n.max_calls, 2);
    CHECK(n.last_turn >= 1);
    fixture_close(&d.f);
}

static void note_operation(void *ctx, const orr_event *ev)
{
    (void)ctx;
    if (ev->type == ORR_EV_SUBMIT || ev->type == ORR_EV_DELIVER) {
        EXPECT(ev->what != NULL && ev->id == 1);
        note(ev->type == ORR_EV_SUBMIT ? "submit " : "deliver ");
        note(ev->what);
        note(" ");
    }
}

static void no_work(orr_work *w)
{
    (void)w;
}

static void work_done(orr_work *w, int status)
{
    (void)w;
    note(status == 0 ? "done " : "failed ");
}

TEST(a_listener_is_told_of_operations_and_whose_they_are)
{
    fixture f;
    orr_options options = { .trace = note_operation };
    orr_work w = { .req.data = NULL };

    fixture_open_with(&f, &options);
    CHECK_INT(orr_work_queue(f.loop, &w, no_work, work_done), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "submit work deliver work done ");
    fixture_close(&f);
}

TEST_PLAIN(every_event_has_a_word)
{
    CHECK_STR(orr_event_name(ORR_EV_TURN_BEGIN), "iter+");
    CHECK_STR(orr_event_name(ORR_EV_PHASE_END), "phase-");
    CHECK_STR(orr_event_name(ORR_EV_CALL_BEGIN), "cb+");
    CHECK_STR(orr_event_name(ORR_EV_SCHEDULE), "schedule");
    CHECK_STR(orr_event_name(ORR_EV_SUBMIT), "op.submit");
    CHECK_STR(orr_event_name(ORR_EV_DELIVER), "op.deliver");
    CHECK_STR(orr_event_name(ORR_EV_REFUSE), "refuse");
    CHECK_STR(orr_event_name((orr_event_type)99), "unknown");
}
