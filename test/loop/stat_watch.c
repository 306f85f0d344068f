/*
 * stat_watch.c - watching a path by looking at it. Time is virtual on the
 * simulator; on the others a test waits for the callback, however long it
 * takes, and never for the clock.
 */
#include "fs_help.h"

static orr_stat_watch watch;
static fixture *fix;

static void note_change(orr_stat_watch *w, int status, const orr_stat *prev,
                        const orr_stat *now)
{
    char word[64];

    (void)w;
    snprintf(word, sizeof word, "%s%d>%d ",
             status < 0 ? orr_err_name(status) : "", (int)prev->size,
             (int)now->size);
    note(word);
}

static void watch_start(fixture *f, const char *name, orr_stat_watch_fn *fn)
{
    memset(&watch, 0, sizeof watch);
    fix = f;
    CHECK_INT(orr_stat_watch_start(f->loop, &watch, at(name), 10, fn), 0);
}

TEST_SIM(a_change_is_told_once_with_before_and_after)
{
    fixture f;

    test_quiet(); /* a look takes no time */
    fixture_open(&f);
    put(&f, at("a"), "one");
    watch_start(&f, "a", note_change);
    fixture_advance_ms(&f, 35);
    CHECK_STR(noted(), ""); /* the first look only shows how it is */
    put(&f, at("a"), "three");
    fixture_advance_ms(&f, 35);
    CHECK_STR(noted(), "3>5 ");
    orr_stat_watch_stop(&watch);
    put(&f, at("a"), "");
    fixture_run(&f);
    CHECK_STR(noted(), "3>5 ");
    fixture_close(&f);
}

TEST_SIM(a_path_that_is_not_there_is_told_once_and_so_is_its_coming)
{
    fixture f;

    fixture_open(&f);
    watch_start(&f, "a", note_change);
    fixture_advance_ms(&f, 55);
    CHECK_STR(noted(), "ENOENT0>0 ");
    put(&f, at("a"), "new");
    fixture_advance_ms(&f, 55);
    CHECK_STR(noted(), "ENOENT0>0 0>3 ");
    CHECK_INT(NOW(&f, NULL, unlink, at("a")), 0);
    fixture_advance_ms(&f, 55);
    CHECK_STR(noted(), "ENOENT0>0 0>3 ENOENT3>0 ");
    orr_stat_watch_stop(&watch);
    fixture_run(&f);
    fixture_close(&f);
}

TEST_SIM(reading_a_file_is_no_change)
{
    fixture f;

    test_quiet(); /* a look takes no time */
    fixture_open(&f);
    put(&f, at("a"), "x");
    watch_start(&f, "a", note_change);
    fixture_advance_ms(&f, 25);
    CHECK_INT(NOW(&f, NULL, utimes, at("a"), (orr_time){ 5, 0 },
                  (orr_time){ 0, ORR_TIME_OMIT }),
              0);
    /* utimes() itself moves the change time, so only that is seen */
    fixture_advance_ms(&f, 25);
    note_clear();
    expect(&f, at("a"), "x");
    fixture_advance_ms(&f, 25);
    CHECK_STR(noted(), "");
    orr_stat_watch_stop(&watch);
    fixture_run(&f);
    fixture_close(&f);
}

static void stop_it(orr_stat_watch *w, int status, const orr_stat *prev,
                    const orr_stat *now)
{
    note_change(w, status, prev, now);
    orr_stat_watch_stop(w);
    CHECK(!orr_is_active(&w->handle));
}

/* Ends by itself: the callback stops what kept the loop alive. */
TEST(the_callback_may_stop_the_watch)
{
    fixture f;

    fixture_open(&f);
    watch_start(&f, "none", stop_it);
    CHECK(orr_is_active(&watch.handle));
    fixture_run(&f);
    CHECK_STR(noted(), "ENOENT0>0 ");
    fixture_close(&f);
}

static void note_closed(orr_handle *h)
{
    (void)h;
    note("closed ");
}

static void close_it(orr_stat_watch *w, int status, const orr_stat *prev,
                     const orr_stat *now)
{
    note_change(w, status, prev, now);
    orr_close(&w->handle, note_closed);
}

TEST(the_callback_may_close_the_watch)
{
    fixture f;

    fixture_open(&f);
    watch_start(&f, "none", close_it);
    fixture_run(&f);
    CHECK_STR(noted(), "ENOENT0>0 closed ");
    fixture_close(&f);
}

static void restart_it(orr_stat_watch *w, int status, const orr_stat *prev,
                       const orr_stat *now)
{
    note_change(w, status, prev, now);
    orr_stat_watch_stop(w);
    CHECK_INT(orr_stat_watch_start(fix->loop, w, at("none too"), 10, stop_it),
              0);
}

TEST(the_callback_may_start_the_watch_anew)
{
    fixture f;

    fixture_open(&f);
    watch_start(&f, "none", restart_it);
    fixture_run(&f);
    CHECK_STR(noted(), "ENOENT0>0 ENOENT0>0 ");
    fixture_close(&f);
}

/* Longer each time: on a busy machine the first look may come only now. */
static void change_it(orr_timer *t)
{
    static char text[64];

    (void)t;
    if (strlen(text) < sizeof text - 1)
        strcat(text, "x");
    put(fix, at("a"), text);
}

TEST(a_change_made_while_the_loop_runs_is_seen)
{
    fixture f;
    orr_timer t = { .due_ms = 0 };

    fixture_open(&f);
    put(&f, at("a"), "");
    watch_start(&f, "a", stop_it);
    CHECK_INT(orr_timer_start_repeating(f.loop, &t, 25, 25, change_it), 0);
    orr_unref(&t.handle);
    fixture_run(&f);
    orr_timer_stop(&t);
    int before = -1, after = -1;
    CHECK_INT(sscanf(noted(), "%d>%d ", &before, &after), 2);
    CHECK(before != after);
    fixture_close(&f);
}

/* The stat() that is under way ends later, without a callback. */
TEST(a_watch_may_be_stopped_before_its_first_look_is_over)
{
    fixture f;

    fixture_open(&f);
    watch_start(&f, "none", note_change);
    orr_stat_watch_stop(&watch);
    orr_stat_watch_stop(&watch);
    memset(&watch, 0xee, sizeof watch); /* it is ours again */
    fixture_run(&f);
    CHECK_STR(noted(), "");
    fixture_close(&f);
}

TEST(a_watch_may_be_closed_before_its_first_look_is_over)
{
    fixture f;

    fixture_open(&f);
    watch_start(&f, "none", note_change);
    orr_close(&watch.handle, note_closed);
    fixture_run(&f);
    CHECK_STR(noted(), "closed ");
    fixture_close(&f);
}

static void count_handle(const orr_live *live, void *arg)
{
    int *n = arg;

    if (live->is_request)
        return;
    CHECK_INT(live->kind, ORR_STAT_WATCH);
    ++*n;
}

TEST(the_timer_of_a_watch_is_not_shown_by_walk)
{
    fixture f;
    int n = 0;

    fixture_open(&f);
    watch_start(&f, "none", stop_it);
    orr_walk(f.loop, count_handle, &n);
    CHECK_INT(n, 1);
    fixture_run(&f);
    fixture_close(&f);
}

TEST(an_unref_d_watch_does_not_keep_the_loop_alive)
{
    fixture f;

    fixture_open(&f);
    put(&f, at("a"), "x");
    watch_start(&f, "a", note_change);
    orr_unref(&watch.handle);
    CHECK_INT(orr_run(f.loop, ORR_RUN_DEFAULT), 0); /* but its look does */
    CHECK_STR(noted(), "");
    orr_stat_watch_stop(&watch);
    fixture_close(&f);
}

TEST(a_watch_of_nothing_is_refused)
{
    fixture f;
    orr_stat_watch w = { .io = NULL };

    fixture_open(&f);
    CHECK_INT(orr_stat_watch_start(f.loop, &w, NULL, 10, note_change), -EINVAL);
    CHECK_INT(orr_stat_watch_start(f.loop, &w, "/", 10, NULL), -EINVAL);
    CHECK_INT(orr_stat_watch_start(NULL, &w, "/", 10, note_change), -EINVAL);
    CHECK_INT(orr_stat_watch_start(f.loop, &w, "/", 10, note_change), 0);
    CHECK_INT(orr_stat_watch_start(f.loop, &w, "/", 10, note_change), -EBUSY);
    orr_stat_watch_stop(&w);
    fixture_run(&f);
    fixture_close(&f);
}
