/*
 * sim/fs_watch.c - watches in the simulator. sim_fs_same.c compares them with
 * inotify at random; here are the typical cases, and those that need many
 * steps.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "sim_files.h"

/* Add to the end of it. */
static void put(fixture *f, const char *name, const char *text)
{
    const int fd = sim_open(f, name, O_WRONLY | O_CREAT | O_APPEND);

    sim_write(f, fd, text, -1);
    sim_close(f, fd);
}

/* "r:name " for a renaming, "c:name " for a change, "rc:name " for both. */
static void tell(orr_watch *w, const char *name, int events, int status)
{
    char word[300];

    (void)w;
    CHECK_INT(status, 0);
    snprintf(word, sizeof word, "%s%s:%s ",
             (events & ORR_WATCH_RENAME) != 0 ? "r" : "",
             (events & ORR_WATCH_CHANGE) != 0 ? "c" : "",
             name != NULL ? name : "?");
    note(word);
}

/* One poll reports 32 events at most. */
static void hear(fixture *f, int news)
{
    for (int i = 0; i < news / 32 + 3; i++)
        CHECK_INT(orr_run(f->loop, ORR_RUN_NOWAIT), 1);
}

TEST_SIM(a_watched_directory_tells_about_its_entries)
{
    fixture f;
    orr_watch w = { .fn = NULL };

    test_quiet(); /* it looks once */
    fixture_open(&f);
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), tell), 0);
    put(&f, "a", "text");
    CHECK_INT(orr_fs_chmod(f.loop, NULL, at("a"), 0600, NULL), 0);
    CHECK_INT(orr_fs_rename(f.loop, NULL, at("a"), at("b"), NULL), 0);
    CHECK_INT(orr_fs_unlink(f.loop, NULL, at("b"), NULL), 0);
    hear(&f, 1);
    CHECK_STR(noted(), "r:a c:a c:a r:a r:b r:b ");
    orr_watch_stop(&w);
    fixture_close(&f);
}

/* A real file, so that the first change also copies it up. */
TEST_SIM(a_watched_file_tells_about_itself)
{
    fixture f;
    orr_watch w = { .fn = NULL };

    test_quiet(); /* it looks once */
    real_put("a", "");
    fixture_open(&f);
    CHECK_INT(orr_watch_start(f.loop, &w, at("a"), tell), 0);
    put(&f, "a", "text");
    put(&f, "b", "of no interest");
    CHECK_INT(orr_fs_unlink(f.loop, NULL, at("a"), NULL), 0);
    put(&f, "a", "another file of that name");
    hear(&f, 1);
    CHECK_STR(noted(), "c:a c:a r:a r:a ");
    orr_watch_stop(&w);
    fixture_close(&f);
}

/* Or one write in many pieces would be as many callbacks. */
TEST_SIM(news_that_only_repeat_the_last_are_told_once)
{
    fixture f;
    orr_watch w = { .fn = NULL };

    test_quiet(); /* it looks once */
    fixture_open(&f);
    put(&f, "a", "");
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), tell), 0);
    for (int i = 0; i < 10; i++)
        put(&f, "a", "x");
    hear(&f, 1);
    CHECK_STR(noted(), "c:a ");
    put(&f, "a", "x");
    hear(&f, 1);
    CHECK_STR(noted(), "c:a c:a ");
    orr_watch_stop(&w);
    fixture_close(&f);
}

TEST_SIM(a_watch_that_was_stopped_hears_nothing_more)
{
    fixture f;
    orr_watch w = { .fn = NULL }, other = { .fn = NULL };

    test_quiet(); /* it looks once */
    fixture_open(&f);
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), tell), 0);
    CHECK_INT(orr_watch_start(f.loop, &other, test_dir(), tell), 0);
    put(&f, "a", "text");
    orr_watch_stop(&w);
    hear(&f, 1);
    CHECK_STR(noted(), "r:a c:a ");
    orr_watch_stop(&other);
    fixture_close(&f);
}

TEST_SIM(what_can_not_be_found_can_not_be_watched)
{
    fixture f;
    orr_watch w = { .fn = NULL };

    fixture_open(&f);
    CHECK_INT(orr_watch_start(f.loop, &w, at("no"), tell), -ENOENT);
    CHECK(!orr_is_active(&w.handle));
    fixture_close(&f);
}

typedef struct count {
    int named, nameless;
} count;

static void count_news(orr_watch *w, const char *name, int events, int status)
{
    count *c = w->handle.data;

    CHECK_INT(status, 0);
    if (name != NULL) {
        c->named++;
        return;
    }
    CHECK_INT(events, ORR_WATCH_CHANGE);
    c->nameless++;
}

#define MANY 512

/* inotify's queue holds 16384 events. With many watches it is soon full; then
 * each reports that events were lost. */
TEST_SIM(watches_that_do_not_listen_are_told_that_news_were_lost)
{
    static orr_watch watches[MANY];
    fixture f;
    count c = { 0, 0 };

    test_quiet(); /* they count what is lost */
    fixture_open(&f);
    for (int i = 0; i < MANY; i++) {
        watches[i].handle.data = &c;
        CHECK_INT(orr_watch_start(f.loop, &watches[i], test_dir(), count_news),
                  0);
    }
    for (int i = 0; i < 20; i++) {
        CHECK_INT(orr_fs_mkdir(f.loop, NULL, at("d"), 0755, NULL), 0);
        CHECK_INT(orr_fs_rmdir(f.loop, NULL, at("d"), NULL), 0);
    }
    hear(&f, 16384 + MANY);
    CHECK_INT(c.named, 16384);
    CHECK_INT(c.nameless, MANY);
    CHECK_INT(orr_fs_mkdir(f.loop, NULL, at("d"), 0755, NULL), 0);
    hear(&f, MANY);
    CHECK_INT(c.named, 16384 + MANY);
    for (int i = 0; i < MANY; i++)
        orr_watch_stop(&watches[i]);
    fixture_close(&f);
}
