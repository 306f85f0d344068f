/*
 * pending.c - callbacks that are put off: what was done at once is reported in
 * the pending phase, never inside the call that did it. Writes that the kernel
 * takes whole are the way to get there. And file requests that are done before
 * they may be reported.
 */
#include "../fixture.h"

#include <errno.h>
#include <string.h>

/* A stream that takes what is written to it, and what is to happen then. */
typedef struct writer writer;
struct writer {
    fixture f;
    orr_stream near, far;
    orr_write_req reqs[16];
    int written, wanted;
    orr_idle idle;
    orr_check check;
    orr_timer timer;
};

static void on_written(orr_write_req *req, int status);

static int write_one(writer *w)
{
    const orr_buf buf = { (char[]){ "x" }, 1 };

    return orr_write(&w->reqs[w->written++], &w->near, &buf, 1, on_written);
}

static void on_written(orr_write_req *req, int status)
{
    writer *w = req->req.data;

    if (!EXPECT(status == 0))
        return;
    note("w");
    if (w->written < w->wanted && !orr_is_closing(&w->near.handle))
        EXPECT(write_one(w) == 0);
}

static void writer_open(writer *w, const char *profile)
{
    memset(w, 0, sizeof *w);
    fixture_open_profile(&w->f, profile);
    CHECK_INT(orr_pipe_init(w->f.loop, &w->near, false), 0);
    CHECK_INT(orr_pipe_init(w->f.loop, &w->far, false), 0);
    CHECK_INT(orr_stream_pair(&w->near, &w->far), 0);
    for (int i = 0; i < 16; i++)
        w->reqs[i].req.data = w;
    w->idle.handle.data = w->check.handle.data = w->timer.handle.data = w;
}

static void writer_close(writer *w)
{
    fixture_close_handle(&w->f, &w->near.handle);
    fixture_close_handle(&w->f, &w->far.handle);
    fixture_close(&w->f);
}

static void say_idle(orr_idle *h)
{
    note("i");
    orr_idle_stop(h);
}

static void say_check(orr_check *h)
{
    note("c");
    orr_check_stop(h);
}

static void say_timer(orr_timer *t)
{
    (void)t;
    note("t");
}

TEST(what_was_done_at_once_is_reported_before_the_idle_phase)
{
    writer w;

    writer_open(&w, "node");
    CHECK_INT(orr_idle_start(w.f.loop, &w.idle, say_idle), 0);
    CHECK_INT(orr_check_start(w.f.loop, &w.check, say_check), 0);
    CHECK_INT(write_one(&w), 0);
    CHECK_STR(noted(), "");
    CHECK_INT(orr_run(w.f.loop, ORR_RUN_NOWAIT), 0);
    CHECK_STR(noted(), "wic");
    writer_close(&w);
}

TEST(a_pending_callback_keeps_the_loop_alive_and_awake)
{
    writer w;

    writer_open(&w, "node");
    CHECK(!orr_alive(w.f.loop));
    CHECK_INT(write_one(&w), 0);
    CHECK(orr_alive(w.f.loop));
    CHECK_INT(orr_timeout(w.f.loop), 0);
    CHECK_INT(orr_run(w.f.loop, ORR_RUN_ONCE), 0);
    CHECK_STR(noted(), "w");
    writer_close(&w);
}

static void write_in_check(orr_check *h)
{
    writer *w = h->handle.data;

    note("c");
    orr_check_stop(h);
    EXPECT(write_one(w) == 0);
    EXPECT(orr_idle_start(w->f.loop, &w->idle, say_idle) == 0);
}

TEST_SIM(what_was_done_after_the_poll_is_reported_in_the_next_turn)
{
    writer w;

    writer_open(&w, "node");
    CHECK_INT(orr_check_start(w.f.loop, &w.check, write_in_check), 0);
    CHECK_INT(orr_timer_start(w.f.loop, &w.timer, 0, say_timer), 0);
    CHECK_INT(orr_run(w.f.loop, ORR_RUN_NOWAIT), 1);
    CHECK_STR(noted(), "ct");
    CHECK_INT(orr_run(w.f.loop, ORR_RUN_NOWAIT), 0);
    CHECK_STR(noted(), "ctwi");
    writer_close(&w);
}

static void write_in_idle(orr_idle *h)
{
    writer *w = h->handle.data;

    note("i");
    orr_idle_stop(h);
    EXPECT(write_one(w) == 0);
}

TEST(what_was_done_before_the_poll_is_reported_right_after_it)
{
    writer w;

    writer_open(&w, "node");
    CHECK_INT(orr_idle_start(w.f.loop, &w.idle, write_in_idle), 0);
    CHECK_INT(orr_check_start(w.f.loop, &w.check, say_check), 0);
    fixture_run(&w.f);
    CHECK_STR(noted(), "iwc");
    writer_close(&w);
}

TEST(in_node_10_what_was_done_before_the_poll_waits_for_the_next_turn)
{
    writer w;

    writer_open(&w, "node10");
    CHECK_INT(orr_idle_start(w.f.loop, &w.idle, write_in_idle), 0);
    CHECK_INT(orr_check_start(w.f.loop, &w.check, say_check), 0);
    fixture_run(&w.f);
    CHECK_STR(noted(), "icw");
    writer_close(&w);
}

/* Each write is made in the callback of the one before it. */
TEST(pending_callbacks_are_run_up_to_eight_times_after_the_poll)
{
    writer w;

    writer_open(&w, "node");
    w.wanted = 11;
    CHECK_INT(orr_idle_start(w.f.loop, &w.idle, write_in_idle), 0);
    CHECK_INT(orr_check_start(w.f.loop, &w.check, say_check), 0);
    fixture_run(&w.f);
    CHECK_STR(noted(), "iwwwwwwwwcwww");
    writer_close(&w);
}

static void on_written_alive(orr_write_req *req, int status)
{
    writer *w = req->req.data;

    EXPECT(status == 0);
    note(orr_alive(w->f.loop) ? "alive" : "not alive");
}

TEST(the_last_pending_callback_finds_the_loop_not_alive)
{
    writer w;
    const orr_buf buf = { (char[]){ "x" }, 1 };

    writer_open(&w, "node");
    CHECK_INT(orr_write(&w.reqs[0], &w.near, &buf, 1, on_written_alive), 0);
    fixture_run(&w.f);
    CHECK_STR(noted(), "not alive");
    writer_close(&w);
}

TEST_SIM(once_does_not_wait_if_something_was_pending_when_the_turn_began)
{
    writer w;

    writer_open(&w, "node");
    CHECK_INT(orr_timer_start(w.f.loop, &w.timer, 50, say_timer), 0);
    CHECK_INT(write_one(&w), 0);
    CHECK_INT(orr_run(w.f.loop, ORR_RUN_ONCE), 1);
    CHECK_STR(noted(), "w");
    CHECK_INT(orr_run(w.f.loop, ORR_RUN_ONCE), 0);
    CHECK_STR(noted(), "wt");
    writer_close(&w);
}

/* ---- Done and not yet reported ---------------------------------------- */

typedef struct held {
    fixture f;
    orr_fs first, second;
    orr_stat stat[2];
    orr_check turns;
} held;

static void say_turn(orr_check *h)
{
    (void)h;
    note("|");
}

static void on_second(orr_fs *req)
{
    note(req->result == 0 ? "b" : "failed");
    orr_fs_cleanup(req);
}

static void on_first(orr_fs *req)
{
    held *h = req->req.data;

    note(req->result == 0 ? "a" : "failed");
    orr_fs_cleanup(req);
    EXPECT(orr_cancel(&h->second.req) == -EBUSY);
}

/* Both are done when the first is reported. */
TEST_SIM(a_request_that_is_done_can_not_be_cancelled_any_more)
{
    held h;

    test_quiet(); /* in order of submission */
    memset(&h, 0, sizeof h);
    fixture_open(&h.f);
    h.first.req.data = &h;
    CHECK_INT(orr_check_start(h.f.loop, &h.turns, say_turn), 0);
    orr_unref(&h.turns.handle);
    CHECK_INT(orr_fs_stat(h.f.loop, &h.first, "/", &h.stat[0], on_first), 0);
    CHECK_INT(orr_fs_stat(h.f.loop, &h.second, "/", &h.stat[1], on_second), 0);
    fixture_run(&h.f);
    CHECK_STR(noted(), "ab|");
    orr_check_stop(&h.turns);
    fixture_close(&h.f);
}
