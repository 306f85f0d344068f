/*
 * fs_turns.c - in which turn a file call comes back. To a program that knows
 * libuv every one is done by a thread, also where it is not: calls that were
 * made together come back together. A check handle marks the end of each poll
 * with a "|".
 */
#include <sys/stat.h>
#include <unistd.h>

#include "fs_help.h"
#include "script.h"

typedef struct scene {
    fixture f;
    orr_check check;
    orr_idle idle;
    orr_fs calls[3];
    orr_stat st;
    int turns;
} scene;

static char words[][2] = { "s", "a", "l" };

static void say_turn(orr_check *h)
{
    (void)h;
    note("|");
}

static void say_call(orr_fs *req)
{
    EXPECT(req->result >= 0);
    note(req->req.data);
}

/* The first look at a file is a thread's, which then knows its mount. */
static void scene_open(scene *s)
{
    static const orr_world plain; /* without world.choose */
    orr_options options = { .world = &plain };

    memset(s, 0, sizeof *s);
    fixture_open_with(&s->f, &options);
    put(&s->f, at("file"), "text");
    CHECK_INT(DO(&s->f, &s->calls[0], stat, at("file"), &s->st), 0);
    for (int i = 0; i < 3; i++)
        s->calls[i].req.data = words[i];
    CHECK_INT(orr_check_start(s->f.loop, &s->check, say_turn), 0);
    orr_unref(&s->check.handle);
}

static void scene_close(scene *s)
{
    orr_check_stop(&s->check);
    fixture_empty(&s->f);
    fixture_close(&s->f);
}

static void begin_stat(scene *s, orr_fs_fn *fn)
{
    CHECK_INT(orr_fs_stat(s->f.loop, &s->calls[0], at("file"), &s->st, fn), 0);
}

/* ---- A loop that does not sleep ----------------------------------------- */

TEST_SIM(what_needs_no_waiting_is_there_in_the_next_poll)
{
    scene s;

    scene_open(&s);
    begin_stat(&s, say_call);
    CHECK(orr_run(s.f.loop, ORR_RUN_NOWAIT) >= 0);
    CHECK_STR(noted(), "s|");
    scene_close(&s);
}

static void count_turn(orr_idle *h)
{
    ((scene *)h->handle.data)->turns++;
}

static void stop_idle(orr_fs *req)
{
    scene *s = req->req.data;

    orr_idle_stop(&s->idle);
}

TEST(it_comes_back_also_if_the_loop_never_sleeps)
{
    scene s;

    scene_open(&s);
    s.idle.handle.data = s.calls[0].req.data = &s;
    CHECK_INT(orr_idle_start(s.f.loop, &s.idle, count_turn), 0);
    begin_stat(&s, stop_idle);
    fixture_run(&s.f);
    CHECK(s.turns > 0);
    scene_close(&s);
}

/* ---- Several at once ---------------------------------------------------- */

static bool begin_three(scene *s)
{
    note_clear();
    begin_stat(s, say_call);
    CHECK_INT(
        orr_fs_access(s->f.loop, &s->calls[1], at("file"), R_OK, say_call), 0);
    CHECK_INT(
        orr_fs_lstat(s->f.loop, &s->calls[2], at("file"), &s->st, say_call), 0);
    fixture_run(&s->f);
    return strcmp(noted(), "sal|") == 0;
}

/* The second of them is a thread's on every back end. How long that takes to
 * wake up is the machine's affair, so it is enough if it is seen once. */
TEST(file_calls_that_are_made_together_come_back_so)
{
    scene s;
    int tries = 0;

    scene_open(&s);
    while (!begin_three(&s))
        CHECK(++tries < 500);
    scene_close(&s);
}

static void open_the_other_end(orr_fs *req)
{
    int *fd = req->req.data;

    *fd = open(at("fifo"), O_RDWR | O_CLOEXEC);
    EXPECT(*fd >= 0);
}

TEST_REAL(a_file_call_does_not_wait_for_one_that_blocks)
{
    scene s;
    int other = -1;

    scene_open(&s);
    CHECK_INT(mkfifo(at("fifo"), 0600), 0);
    s.calls[0].req.data = &other;
    begin_stat(&s, open_the_other_end);
    CHECK_INT(
        orr_fs_open(s.f.loop, &s.calls[1], at("fifo"), O_RDONLY, 0, say_call),
        0);
    fixture_run(&s.f);
    CHECK_INT(close(other), 0);
    CHECK_INT(close((int)s.calls[1].result), 0);
    scene_close(&s);
}
