/*
 * handle.c - what all handles have in common: closing, being alive, references,
 * the walk, and the errors of invalid arguments.
 */
#include "../fixture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say_timer(orr_timer *t)
{
    note(t->handle.data != NULL ? t->handle.data : "timer ");
}

static void on_idle(orr_idle *h)
{
    (void)h;
}

static void on_prepare(orr_prepare *h)
{
    (void)h;
}

static void on_check(orr_check *h)
{
    (void)h;
}

static void on_async(orr_async *a)
{
    (void)a;
}

static void on_poll(orr_poll *p, int status, int events)
{
    (void)p;
    (void)status;
    (void)events;
}

static void say_closed(orr_handle *h)
{
    note(h->data != NULL ? h->data : "closed ");
}

/* ---- Closing ---------------------------------------------------------- */

TEST(a_close_callback_never_comes_inside_the_close)
{
    fixture f;
    orr_async a = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_async_init(f.loop, &a, on_async), 0);
    orr_close(&a.handle, say_closed);
    CHECK_STR(noted(), "");
    CHECK(orr_is_closing(&a.handle));
    fixture_run(&f);
    CHECK_STR(noted(), "closed ");
    CHECK(orr_is_closing(&a.handle));
    fixture_close(&f);
}

TEST(handles_closed_in_one_turn_call_back_last_closed_first)
{
    fixture f;
    orr_async a = { .handle.data = WORD("async ") };
    orr_timer t = { .handle.data = WORD("timer ") };
    orr_check c = { .handle.data = WORD("check ") };

    fixture_open(&f);
    CHECK_INT(orr_async_init(f.loop, &a, on_async), 0);
    CHECK_INT(orr_timer_start(f.loop, &t, 0, say_timer), 0);
    CHECK_INT(orr_check_start(f.loop, &c, on_check), 0);
    orr_close(&a.handle, say_closed);
    orr_close(&t.handle, say_closed);
    orr_close(&c.handle, say_closed);
    fixture_run(&f);
    CHECK_STR(noted(), "check timer async ");
    fixture_close(&f);
}

typedef struct chain {
    orr_timer first; /* must stay first: its close callback goes from it */
    orr_timer second;
    orr_prepare turns;
} chain;

static void close_second(orr_handle *h)
{
    chain *c = (chain *)(void *)h;

    note("first ");
    orr_close(&c->second.handle, say_closed);
}

static void say_turn(orr_prepare *h)
{
    (void)h;
    note("| ");
}

TEST(a_close_made_in_a_close_callback_is_done_in_the_next_turn)
{
    fixture f;
    chain c;

    memset(&c, 0, sizeof c);
    c.second.handle.data = WORD("second ");
    fixture_open(&f);
    CHECK_INT(orr_prepare_start(f.loop, &c.turns, say_turn), 0);
    orr_unref(&c.turns.handle);
    CHECK_INT(orr_timer_start(f.loop, &c.first, 1000, say_timer), 0);
    CHECK_INT(orr_timer_start(f.loop, &c.second, 1000, say_timer), 0);
    orr_close(&c.first.handle, close_second);
    fixture_run(&f);
    CHECK_STR(noted(), "| first | second ");
    orr_prepare_stop(&c.turns);
    fixture_close(&f);
}

TEST(a_closed_handle_calls_back_for_nothing_else)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_timer_start_repeating(f.loop, &t, 0, 1, say_timer), 0);
    orr_close(&t.handle, say_closed);
    CHECK(!orr_is_active(&t.handle));
    fixture_run(&f);
    CHECK_STR(noted(), "closed ");
    fixture_close(&f);
}

TEST(a_close_needs_no_callback)
{
    fixture f;
    orr_async a = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_async_init(f.loop, &a, on_async), 0);
    orr_close(&a.handle, NULL);
    CHECK(orr_alive(f.loop));
    fixture_run(&f);
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

TEST(a_handle_that_is_not_referenced_is_closed_all_the_same)
{
    fixture f;
    orr_async a = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_async_init(f.loop, &a, on_async), 0);
    orr_unref(&a.handle);
    orr_close(&a.handle, say_closed);
    CHECK(orr_alive(f.loop));
    fixture_run(&f);
    CHECK_STR(noted(), "closed ");
    fixture_close(&f);
}

TEST(a_handle_that_was_stopped_can_be_closed_too)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_timer_start(f.loop, &t, 0, say_timer), 0);
    orr_timer_stop(&t);
    orr_close(&t.handle, say_closed);
    fixture_run(&f);
    CHECK_STR(noted(), "closed ");
    fixture_close(&f);
}

static void free_handle(orr_handle *h)
{
    note("freed ");
    memset(h, 0xee, sizeof(orr_async));
    free(h);
}

TEST(a_handle_can_be_freed_in_its_close_callback)
{
    fixture f;

    fixture_open(&f);
    for (int i = 0; i < 3; i++) {
        orr_async *a = calloc(1, sizeof *a);
        CHECK(a != NULL);
        CHECK_INT(orr_async_init(f.loop, a, on_async), 0);
        orr_close(&a->handle, free_handle);
    }
    fixture_run(&f);
    CHECK_STR(noted(), "freed freed freed ");
    fixture_close(&f);
}

static void use_again(orr_handle *h)
{
    orr_loop *loop = h->data;
    orr_timer *t = (orr_timer *)(void *)h;

    note("closed ");
    memset(t, 0, sizeof *t);
    EXPECT(orr_timer_start(loop, t, 0, say_timer) == 0);
}

TEST(a_handle_can_be_zeroed_and_used_again_in_its_close_callback)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    t.handle.data = f.loop;
    CHECK_INT(orr_timer_start(f.loop, &t, 1000, say_timer), 0);
    orr_close(&t.handle, use_again);
    fixture_run(&f);
    CHECK_STR(noted(), "closed timer ");
    fixture_close(&f);
}

static void close_self(orr_timer *t)
{
    note("timer ");
    orr_close(&t->handle, say_closed);
}

TEST(a_repeating_timer_can_be_closed_in_its_callback)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_timer_start_repeating(f.loop, &t, 0, 1, close_self), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "timer closed ");
    fixture_close(&f);
}

/* ---- Alive ------------------------------------------------------------ */

TEST(references_are_flags_and_not_counters)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    CHECK(orr_has_ref(&t.handle));
    CHECK_INT(orr_timer_start(f.loop, &t, 1000, say_timer), 0);
    CHECK(orr_has_ref(&t.handle));
    orr_unref(&t.handle);
    orr_unref(&t.handle);
    CHECK(!orr_has_ref(&t.handle));
    CHECK(!orr_alive(f.loop));
    orr_ref(&t.handle);
    CHECK(orr_has_ref(&t.handle));
    CHECK(orr_alive(f.loop));
    orr_ref(&t.handle);
    orr_unref(&t.handle);
    CHECK(!orr_alive(f.loop));
    orr_timer_stop(&t);
    fixture_close(&f);
}

TEST(the_reference_flag_outlives_stop_and_start)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };
    orr_check c = { .handle.data = NULL };

    fixture_open(&f);
    orr_unref(&t.handle);
    orr_unref(&c.handle);
    for (int i = 0; i < 2; i++) {
        CHECK_INT(orr_timer_start(f.loop, &t, 1000, say_timer), 0);
        CHECK_INT(orr_check_start(f.loop, &c, on_check), 0);
        CHECK(!orr_alive(f.loop));
        orr_timer_stop(&t);
        orr_check_stop(&c);
    }
    CHECK(!orr_has_ref(&t.handle));
    orr_ref(&t.handle);
    CHECK_INT(orr_timer_start(f.loop, &t, 1000, say_timer), 0);
    CHECK(orr_alive(f.loop));
    orr_timer_stop(&t);
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

TEST(references_of_a_closing_handle_can_be_changed_and_count_for_nothing)
{
    fixture f;
    orr_async a = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_async_init(f.loop, &a, on_async), 0);
    orr_close(&a.handle, NULL);
    orr_unref(&a.handle);
    CHECK(!orr_has_ref(&a.handle));
    CHECK(orr_alive(f.loop));
    orr_ref(&a.handle);
    CHECK(orr_has_ref(&a.handle));
    fixture_run(&f);
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

TEST(a_stopped_handle_does_not_keep_the_loop_alive)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    CHECK(!orr_alive(f.loop));
    CHECK_INT(orr_timer_start(f.loop, &t, 1000, say_timer), 0);
    CHECK(orr_alive(f.loop));
    orr_timer_stop(&t);
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

static void stop_loop(orr_timer *t)
{
    note("once ");
    orr_unref(&t->handle);
}

TEST(a_loop_ends_when_its_last_handle_loses_its_reference)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_timer_start_repeating(f.loop, &t, 0, 60000, stop_loop), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "once ");
    CHECK(orr_is_active(&t.handle));
    CHECK_INT(orr_loop_close(f.loop), -EBUSY);
    orr_timer_stop(&t);
    fixture_close(&f);
}

TEST(the_kind_and_the_loop_of_a_handle_are_known_once_it_was_started)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_handle_kind(&t.handle), ORR_KIND_NONE);
    CHECK(orr_handle_loop(&t.handle) == NULL);
    CHECK_INT(orr_timer_start(f.loop, &t, 0, say_timer), 0);
    CHECK_INT(orr_handle_kind(&t.handle), ORR_TIMER);
    CHECK(orr_handle_loop(&t.handle) == f.loop);
    orr_timer_stop(&t);
    CHECK_INT(orr_handle_kind(&t.handle), ORR_TIMER);
    fixture_close(&f);
}

TEST_PLAIN(every_kind_has_a_word)
{
    CHECK_STR(orr_kind_name(ORR_KIND_NONE), "none");
    CHECK_STR(orr_kind_name(ORR_TIMER), "timer");
    CHECK_STR(orr_kind_name(ORR_STAT_WATCH), "stat_watch");
    CHECK_STR(orr_kind_name(ORR_NAMEINFO), "nameinfo");
    CHECK_STR(orr_kind_name(ORR_KIND_USER), "user");
    CHECK_STR(orr_kind_name(ORR_KIND_MAX), "user");
    CHECK_STR(orr_kind_name((orr_kind)40), "unknown");
    for (int a = ORR_KIND_NONE; a <= ORR_NAMEINFO; a++)
        for (int b = ORR_KIND_NONE; b < a; b++)
            CHECK(strcmp(orr_kind_name((orr_kind)a),
                         orr_kind_name((orr_kind)b)) != 0);
}

/* ---- The walk --------------------------------------------------------- */

/* One of each kind that needs no descriptor. */
typedef struct zoo {
    fixture f;
    orr_timer timer;
    orr_idle idle;
    orr_prepare prepare;
    orr_check check;
    orr_async async;
} zoo;

static void zoo_open(zoo *z)
{
    memset(z, 0, sizeof *z);
    fixture_open(&z->f);
    CHECK_INT(orr_timer_start(z->f.loop, &z->timer, 1000, say_timer), 0);
    CHECK_INT(orr_idle_start(z->f.loop, &z->idle, on_idle), 0);
    CHECK_INT(orr_prepare_start(z->f.loop, &z->prepare, on_prepare), 0);
    CHECK_INT(orr_check_start(z->f.loop, &z->check, on_check), 0);
    CHECK_INT(orr_async_init(z->f.loop, &z->async, on_async), 0);
}

static void zoo_close(zoo *z)
{
    orr_timer_stop(&z->timer);
    orr_idle_stop(&z->idle);
    orr_prepare_stop(&z->prepare);
    orr_check_stop(&z->check);
    if (!orr_is_closing(&z->async.handle))
        fixture_close_handle(&z->f, &z->async.handle);
    fixture_close(&z->f);
}

static void note_live(const orr_live *live, void *arg)
{
    (void)arg;
    note(orr_kind_name(live->kind));
    note(live->active ? "" : "-");
    note(live->ref ? "" : "~");
    note(live->closing ? "!" : "");
    note(" ");
    EXPECT(live->record->kind == live->kind);
    EXPECT(live->record->id != 0);
    EXPECT(live->record->site != 0);
    EXPECT(!live->is_request);
}

TEST(a_walk_shows_every_live_handle_and_timers_last)
{
    zoo z;

    zoo_open(&z);
    orr_unref(&z.idle.handle);
    orr_walk(z.f.loop, note_live, NULL);
    CHECK_STR(noted(), "async idle~ prepare check timer ");
    zoo_close(&z);
}

TEST(a_walk_does_not_show_what_was_stopped)
{
    zoo z;

    zoo_open(&z);
    orr_timer_stop(&z.timer);
    orr_idle_stop(&z.idle);
    orr_walk(z.f.loop, note_live, NULL);
    CHECK_STR(noted(), "async prepare check ");
    zoo_close(&z);
}

TEST(a_walk_shows_what_is_closing_until_it_is_closed)
{
    zoo z;

    zoo_open(&z);
    orr_close(&z.async.handle, NULL);
    orr_walk(z.f.loop, note_live, NULL);
    CHECK_STR(noted(), "async-! idle prepare check timer ");
    note_clear();
    CHECK_INT(orr_run(z.f.loop, ORR_RUN_NOWAIT), 1);
    orr_walk(z.f.loop, note_live, NULL);
    CHECK_STR(noted(), "idle prepare check timer ");
    zoo_close(&z);
}

static void count_live(const orr_live *live, void *arg)
{
    (void)live;
    ++*(int *)arg;
}

static int live_in(orr_loop *loop)
{
    int n = 0;

    orr_walk(loop, count_live, &n);
    return n;
}

/* Looks around when it is called. */
typedef struct witness {
    orr_loop *loop;
    int seen;
} witness;

static void look(witness *w)
{
    if (w != NULL)
        w->seen = live_in(w->loop);
}

static void look_in_check(orr_check *h)
{
    look(h->handle.data);
}

static void look_in_async(orr_async *a)
{
    look(a->handle.data);
}

static void look_in_timer(orr_timer *t)
{
    look(t->handle.data);
}

/* The first of several that are called in one pass sees the others. */
TEST(a_walk_inside_a_callback_shows_those_that_are_yet_to_be_called)
{
    fixture f;
    witness in_check = { .seen = -1 };
    witness in_async = { .seen = -1 };
    orr_check checks[3];
    orr_async asyncs[3];

    memset(checks, 0, sizeof checks);
    memset(asyncs, 0, sizeof asyncs);
    fixture_open(&f);
    in_check.loop = in_async.loop = f.loop;
    checks[2].handle.data = &in_check;
    asyncs[0].handle.data = &in_async;
    for (int i = 0; i < 3; i++) {
        CHECK_INT(orr_check_start(f.loop, &checks[i], look_in_check), 0);
        CHECK_INT(orr_async_init(f.loop, &asyncs[i], look_in_async), 0);
        CHECK_INT(orr_async_send(&asyncs[i]), 0);
    }
    CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 1);
    CHECK_INT(in_check.seen, 6);
    CHECK_INT(in_async.seen, 6);
    for (int i = 0; i < 3; i++) {
        orr_check_stop(&checks[i]);
        asyncs[i].handle.data = NULL;
        fixture_close_handle(&f, &asyncs[i].handle);
    }
    fixture_close(&f);
}

TEST(a_walk_inside_a_timer_shows_those_that_are_due_too)
{
    fixture f;
    witness w = { .seen = -1 };
    orr_timer t[4];

    memset(t, 0, sizeof t);
    t[0].handle.data = &w;
    fixture_open(&f);
    w.loop = f.loop;
    for (int i = 0; i < 4; i++)
        CHECK_INT(orr_timer_start(f.loop, &t[i], i == 3 ? 1000 : 0,
                                  i == 0 ? look_in_timer : say_timer),
                  0);
    CHECK_INT(orr_run(f.loop, ORR_RUN_NOWAIT), 1);
    /* Two that are due with the first, and the one that is not. */
    CHECK_INT(w.seen, 3);
    CHECK_STR(noted(), "timer timer ");
    orr_timer_stop(&t[3]);
    fixture_close(&f);
}

static void note_request(const orr_live *live, void *arg)
{
    (void)arg;
    if (!live->is_request)
        return;
    EXPECT(live->active && live->ref && !live->closing);
    EXPECT(live->record->site != 0);
    note(orr_kind_name(live->kind));
    note(" ");
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

TEST(a_request_under_way_keeps_the_loop_alive_and_is_in_the_walk)
{
    fixture f;
    orr_work w = { .req.data = NULL };

    fixture_open(&f);
    CHECK_INT(orr_work_queue(f.loop, &w, no_work, work_done), 0);
    orr_walk(f.loop, note_request, NULL);
    CHECK_STR(noted(), "work ");
    CHECK(orr_alive(f.loop));
    CHECK_INT(orr_loop_close(f.loop), -EBUSY);
    fixture_run(&f);
    CHECK_STR(noted(), "work done ");
    orr_walk(f.loop, note_request, NULL);
    CHECK_STR(noted(), "work done ");
    fixture_close(&f);
}

static void keep_site(const orr_live *live, void *arg)
{
    *(uintptr_t *)arg = live->record->site;
}

TEST(two_handles_made_at_different_places_have_different_sites)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };
    uintptr_t here = 0;
    uintptr_t there = 0;

    fixture_open(&f);
    CHECK_INT(orr_timer_start(f.loop, &t, 1000, say_timer), 0);
    orr_walk(f.loop, keep_site, &here);
    orr_timer_stop(&t);
    CHECK_INT(orr_timer_start(f.loop, &t, 1000, say_timer), 0);
    orr_walk(f.loop, keep_site, &there);
    orr_timer_stop(&t);
    CHECK(here != 0 && there != 0 && here != there);
    fixture_close(&f);
}

/* ---- The loop does not close under its handles ------------------------ */

TEST(a_loop_can_not_be_closed_while_a_handle_is_in_it)
{
    zoo z;

    zoo_open(&z);
    CHECK_INT(orr_loop_close(z.f.loop), -EBUSY);
    orr_timer_stop(&z.timer);
    CHECK_INT(orr_loop_close(z.f.loop), -EBUSY);
    orr_idle_stop(&z.idle);
    CHECK_INT(orr_loop_close(z.f.loop), -EBUSY);
    orr_prepare_stop(&z.prepare);
    CHECK_INT(orr_loop_close(z.f.loop), -EBUSY);
    orr_check_stop(&z.check);
    CHECK_INT(orr_loop_close(z.f.loop), -EBUSY);
    orr_close(&z.async.handle, NULL);
    CHECK_INT(orr_loop_close(z.f.loop), -EBUSY);
    fixture_run(&z.f);
    zoo_close(&z);
}

/* ---- Arguments that make no sense ------------------------------------- */

TEST(calls_without_a_loop_a_handle_or_a_function_are_refused)
{
    fixture f;
    orr_timer t = { .handle.data = NULL };
    orr_idle i = { .handle.data = NULL };
    orr_prepare p = { .handle.data = NULL };
    orr_check c = { .handle.data = NULL };
    orr_async a = { .handle.data = NULL };
    orr_poll poll = { .handle.data = NULL };

    fixture_open(&f);
    orr_loop *loop = f.loop;
    const int results[] = {
        orr_timer_start(NULL, &t, 0, say_timer),
        orr_timer_start(loop, NULL, 0, say_timer),
        orr_timer_start(loop, &t, 0, NULL),
        orr_timer_start_repeating(NULL, &t, 0, 1, say_timer),
        orr_timer_start_repeating(loop, NULL, 0, 1, say_timer),
        orr_timer_start_repeating(loop, &t, 0, 1, NULL),
        orr_timer_restart(NULL, 0),
        orr_timer_again(NULL),
        orr_idle_start(NULL, &i, on_idle),
        orr_idle_start(loop, NULL, on_idle),
        orr_idle_start(loop, &i, NULL),
        orr_prepare_start(NULL, &p, on_prepare),
        orr_prepare_start(loop, NULL, on_prepare),
        orr_prepare_start(loop, &p, NULL),
        orr_check_start(NULL, &c, on_check),
        orr_check_start(loop, NULL, on_check),
        orr_check_start(loop, &c, NULL),
        orr_async_init(NULL, &a, on_async),
        orr_async_init(loop, NULL, on_async),
        orr_async_init(loop, &a, NULL),
        orr_async_send(NULL),
        orr_poll_start(NULL, &poll, 0, ORR_READABLE, on_poll),
        orr_poll_start(loop, NULL, 0, ORR_READABLE, on_poll),
        orr_poll_start(loop, &poll, 0, ORR_READABLE, NULL),
        orr_poll_start(loop, &poll, 0, 0, on_poll),
        orr_poll_start(loop, &poll, 0, 16, on_poll),
        orr_fileno(NULL),
        orr_fileno(&t.handle),
        orr_run(NULL, ORR_RUN_DEFAULT),
        orr_run(loop, (orr_run_mode)3),
        orr_run(loop, (orr_run_mode)-1),
        orr_loop_open(NULL, NULL),
        orr_loop_close(NULL),
    };
    for (size_t n = 0; n < sizeof results / sizeof results[0]; n++)
        if (results[n] != -EINVAL)
            FAIL("call %zu returned %d", n, results[n]);
    CHECK(!orr_alive(loop));
    CHECK_INT(live_in(loop), 0);
    fixture_close(&f);
}

TEST(a_handle_of_another_kind_is_refused)
{
    fixture f;
    orr_async a = { .handle.data = NULL };
    orr_timer *as_timer = (orr_timer *)(void *)&a;

    fixture_open(&f);
    CHECK_INT(orr_async_init(f.loop, &a, on_async), 0);
    CHECK_INT(orr_timer_restart(as_timer, 1), -EINVAL);
    CHECK_INT(orr_timer_again(as_timer), -EINVAL);
    CHECK_INT(orr_timer_start(f.loop, as_timer, 1, say_timer), -EBUSY);
    orr_timer_stop(as_timer);
    orr_idle_stop((orr_idle *)(void *)&a);
    CHECK(orr_is_active(&a.handle));
    fixture_close_handle(&f, &a.handle);
    fixture_close(&f);
}
