/*
 * watch.c - watching files and directories. All changes are made through the
 * loop's own file calls, so that they happen in the simulator's files too.
 */
#include "fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *in_dir(const char *name)
{
    static char path[4][512];
    static int turn;

    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", test_dir(), name);
    return path[turn];
}

static void make(fixture *f, const char *path)
{
    int fd = orr_fs_open(f->loop, NULL, path, O_WRONLY | O_CREAT | O_EXCL, 0600,
                         NULL);

    CHECK(fd >= 0);
    CHECK_INT(orr_fs_close(f->loop, NULL, fd, NULL), 0);
}

static void append(fixture *f, const char *path)
{
    const orr_buf buf = { (void *)(uintptr_t) "x", 1 };
    int fd = orr_fs_open(f->loop, NULL, path, O_WRONLY | O_APPEND, 0, NULL);

    CHECK(fd >= 0);
    CHECK_INT(orr_fs_write(f->loop, NULL, fd, &buf, 1, -1, NULL), 1);
    CHECK_INT(orr_fs_close(f->loop, NULL, fd, NULL), 0);
}

/* "rename:name " or "change:name " */
static void on_event(orr_watch *w, const char *name, int events, int status)
{
    (void)w;
    CHECK_INT(status, 0);
    CHECK(events == ORR_WATCH_RENAME || events == ORR_WATCH_CHANGE);
    note(events == ORR_WATCH_RENAME ? "rename:" : "change:");
    note(name);
    note(" ");
}

/* Turn until so many words are in the diary; the test's time limit ends it. */
static void run_until(fixture *f, int words)
{
    for (;;) {
        int n = 0;
        for (const char *p = noted(); *p != 0; p++)
            n += *p == ' ';
        if (n >= words)
            return;
        CHECK(orr_run(f->loop, ORR_RUN_ONCE) >= 0);
    }
}

static void settle(fixture *f)
{
    for (int i = 0; i < 5; i++)
        CHECK(orr_run(f->loop, ORR_RUN_NOWAIT) >= 0);
}

TEST(a_file_made_in_a_watched_directory_is_told_by_name)
{
    fixture f;
    orr_watch w = { .path = NULL };

    fixture_open(&f);
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), on_event), 0);
    make(&f, in_dir("new"));
    run_until(&f, 1);
    CHECK_STR(noted(), "rename:new ");
    orr_watch_stop(&w);
    fixture_close(&f);
}

TEST(a_change_of_a_file_in_a_watched_directory_is_told_by_name)
{
    fixture f;
    orr_watch w = { .path = NULL };

    fixture_open(&f);
    make(&f, in_dir("file"));
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), on_event), 0);
    append(&f, in_dir("file"));
    run_until(&f, 1);
    CHECK_STR(noted(), "change:file ");
    orr_watch_stop(&w);
    fixture_close(&f);
}

TEST(a_change_of_attributes_is_a_change)
{
    fixture f;
    orr_watch w = { .path = NULL };

    fixture_open(&f);
    make(&f, in_dir("file"));
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), on_event), 0);
    CHECK_INT(orr_fs_chmod(f.loop, NULL, in_dir("file"), 0640, NULL), 0);
    run_until(&f, 1);
    CHECK_STR(noted(), "change:file ");
    orr_watch_stop(&w);
    fixture_close(&f);
}

TEST(a_file_removed_from_a_watched_directory_is_told_by_name)
{
    fixture f;
    orr_watch w = { .path = NULL };

    fixture_open(&f);
    make(&f, in_dir("file"));
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), on_event), 0);
    CHECK_INT(orr_fs_unlink(f.loop, NULL, in_dir("file"), NULL), 0);
    run_until(&f, 1);
    CHECK_STR(noted(), "rename:file ");
    orr_watch_stop(&w);
    fixture_close(&f);
}

TEST(a_rename_in_a_watched_directory_is_told_for_both_names)
{
    fixture f;
    orr_watch w = { .path = NULL };

    fixture_open(&f);
    make(&f, in_dir("old"));
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), on_event), 0);
    CHECK_INT(orr_fs_rename(f.loop, NULL, in_dir("old"), in_dir("new"), NULL),
              0);
    run_until(&f, 2);
    CHECK_STR(noted(), "rename:old rename:new ");
    orr_watch_stop(&w);
    fixture_close(&f);
}

TEST(events_come_in_the_order_in_which_things_happened)
{
    fixture f;
    orr_watch w = { .path = NULL };

    fixture_open(&f);
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), on_event), 0);
    make(&f, in_dir("a"));
    append(&f, in_dir("a"));
    make(&f, in_dir("b"));
    CHECK_INT(orr_fs_unlink(f.loop, NULL, in_dir("a"), NULL), 0);
    run_until(&f, 4);
    CHECK_STR(noted(), "rename:a change:a rename:b rename:a ");
    orr_watch_stop(&w);
    fixture_close(&f);
}

TEST(a_watched_file_is_told_by_its_own_name)
{
    fixture f;
    orr_watch w = { .path = NULL };

    fixture_open(&f);
    make(&f, in_dir("file"));
    make(&f, in_dir("other"));
    CHECK_INT(orr_watch_start(f.loop, &w, in_dir("file"), on_event), 0);
    CHECK_STR(orr_watch_path(&w), in_dir("file"));
    append(&f, in_dir("other"));
    append(&f, in_dir("file"));
    run_until(&f, 1);
    settle(&f);
    CHECK_STR(noted(), "change:file ");
    orr_watch_stop(&w);
    CHECK(orr_watch_path(&w) == NULL);
    fixture_close(&f);
}

TEST(a_watched_file_that_is_removed_says_so)
{
    fixture f;
    orr_watch w = { .path = NULL };

    fixture_open(&f);
    make(&f, in_dir("file"));
    CHECK_INT(orr_watch_start(f.loop, &w, in_dir("file"), on_event), 0);
    CHECK_INT(orr_fs_unlink(f.loop, NULL, in_dir("file"), NULL), 0);
    run_until(&f, 3);
    /* One link less, gone, and no longer watched: as Node shows it. */
    CHECK_STR(noted(), "change:file rename:file rename:file ");
    orr_watch_stop(&w);
    fixture_close(&f);
}

TEST(two_handles_on_one_directory_are_both_told)
{
    fixture f;
    orr_watch a = { .path = NULL }, b = { .path = NULL };

    fixture_open(&f);
    CHECK_INT(orr_watch_start(f.loop, &a, test_dir(), on_event), 0);
    CHECK_INT(orr_watch_start(f.loop, &b, test_dir(), on_event), 0);
    make(&f, in_dir("new"));
    run_until(&f, 2);
    CHECK_STR(noted(), "rename:new rename:new ");
    orr_watch_stop(&a);
    append(&f, in_dir("new"));
    run_until(&f, 3);
    CHECK_STR(noted(), "rename:new rename:new change:new ");
    orr_watch_stop(&b);
    fixture_close(&f);
}

static void on_event_stop_both(orr_watch *w, const char *name, int events,
                               int status)
{
    orr_watch_stop(w->handle.data);
    orr_watch_stop(w);
    on_event(w, name, events, status); /* the name outlives the handle */
}

TEST(a_callback_may_stop_its_own_handle_and_others)
{
    fixture f;
    orr_watch a = { .path = NULL }, b = { .handle.data = &a };

    fixture_open(&f);
    a.handle.data = &b;
    make(&f, in_dir("file"));
    CHECK_INT(orr_watch_start(f.loop, &a, in_dir("file"), on_event_stop_both),
              0);
    CHECK_INT(orr_watch_start(f.loop, &b, in_dir("file"), on_event_stop_both),
              0);
    append(&f, in_dir("file"));
    append(&f, in_dir("file"));
    fixture_run(&f);
    CHECK_STR(noted(), "change:file ");
    fixture_close(&f);
}

static orr_watch started_late;

static void on_event_start(orr_watch *w, const char *name, int events,
                           int status)
{
    fixture *f = w->handle.data;

    on_event(w, name, events, status);
    if (!orr_is_active(&started_late.handle))
        CHECK_INT(orr_watch_start(f->loop, &started_late, test_dir(), on_event),
                  0);
}

TEST(a_handle_started_in_a_callback_is_not_told_of_what_was_before)
{
    fixture f;
    orr_watch w = { .handle.data = &f };

    fixture_open(&f);
    memset(&started_late, 0, sizeof started_late);
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), on_event_start), 0);
    make(&f, in_dir("a"));
    make(&f, in_dir("b"));
    run_until(&f, 2);
    settle(&f);
    CHECK_STR(noted(), "rename:a rename:b ");
    make(&f, in_dir("c"));
    run_until(&f, 4);
    CHECK_STR(noted(), "rename:a rename:b rename:c rename:c ");
    orr_watch_stop(&w);
    orr_watch_stop(&started_late);
    fixture_close(&f);
}

TEST(a_stopped_watch_is_not_told_any_more)
{
    fixture f;
    orr_watch w = { .path = NULL };

    fixture_open(&f);
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), on_event), 0);
    make(&f, in_dir("new"));
    orr_watch_stop(&w);
    CHECK(!orr_alive(f.loop));
    settle(&f);
    CHECK_STR(noted(), "");
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), on_event), 0);
    fixture_close_handle(&f, &w.handle);
    fixture_close(&f);
}

TEST(a_watch_keeps_the_loop_alive_unless_unrefd)
{
    fixture f;
    orr_watch w = { .path = NULL };

    fixture_open(&f);
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), on_event), 0);
    CHECK(orr_alive(f.loop));
    orr_unref(&w.handle);
    fixture_run(&f);
    orr_watch_stop(&w);
    fixture_close(&f);
}

TEST(what_is_not_there_can_not_be_watched)
{
    fixture f;
    orr_watch w = { .path = NULL };

    fixture_open(&f);
    CHECK_INT(orr_watch_start(f.loop, &w, in_dir("missing"), on_event),
              -ENOENT);
    CHECK_INT(orr_watch_start(f.loop, &w, NULL, on_event), -EINVAL);
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), NULL), -EINVAL);
    CHECK_INT(orr_watch_start(f.loop, NULL, test_dir(), on_event), -EINVAL);
    CHECK(!orr_alive(f.loop));
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), on_event), 0);
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), on_event), -EBUSY);
    orr_watch_stop(&w);
    orr_watch_stop(&w); /* again does no harm */
    fixture_close(&f);
}

/* More than fits in one turn, and in one read of the kernel's queue. */
TEST(a_hundred_files_made_in_one_go_are_all_told)
{
    fixture f;
    orr_watch w = { .path = NULL };
    char want[2048] = "", name[32];

    fixture_open(&f);
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), on_event), 0);
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "%d", i);
        make(&f, in_dir(name));
        strcat(want, "rename:");
        strcat(want, name);
        strcat(want, " ");
    }
    run_until(&f, 100);
    CHECK_STR(noted(), want);
    orr_watch_stop(&w);
    fixture_close(&f);
}

TEST(many_directories_can_be_watched_at_once)
{
    enum { N = 60 };
    fixture f;
    static orr_watch w[N];
    char name[32], want[64];

    fixture_open(&f);
    memset(w, 0, sizeof w);
    for (int i = 0; i < N; i++) {
        snprintf(name, sizeof name, "d%d", i);
        CHECK_INT(orr_fs_mkdir(f.loop, NULL, in_dir(name), 0700, NULL), 0);
        CHECK_INT(orr_watch_start(f.loop, &w[i], in_dir(name), on_event), 0);
    }
    for (int i = N - 1; i >= 0; i -= 7) {
        snprintf(name, sizeof name, "d%d/f%d", i, i);
        make(&f, in_dir(name));
        run_until(&f, 1);
        snprintf(want, sizeof want, "rename:f%d ", i);
        CHECK_STR(noted(), want);
        note_clear();
    }
    for (int i = 0; i < N; i++)
        orr_watch_stop(&w[i]);
    fixture_close(&f);
}

TEST_REAL(a_watch_stopped_in_a_child_of_fork_goes_on_in_its_parent)
{
    fixture f;
    orr_watch w = { .path = NULL };
    int status;

    fixture_open(&f);
    CHECK_INT(orr_watch_start(f.loop, &w, test_dir(), on_event), 0);
    pid_t pid = fork();
    if (pid == 0) {
        orr_watch_stop(&w);
        _exit(orr_loop_close(f.loop) == 0 ? 0 : 1);
    }
    CHECK_INT(waitpid(pid, &status, 0), pid);
    CHECK_INT(status, 0);
    make(&f, in_dir("new"));
    run_until(&f, 1);
    CHECK_STR(noted(), "rename:new ");
    orr_watch_stop(&w);
    fixture_close(&f);
}

static int lost;

static void on_event_lost(orr_watch *w, const char *name, int events,
                          int status)
{
    (void)w;
    CHECK_INT(status, 0);
    if (name == NULL) {
        CHECK_INT(events, ORR_WATCH_CHANGE);
        lost++;
    }
}

static long queue_size(void)
{
    char text[32] = "";
    int fd =
        open("/proc/sys/fs/inotify/max_queued_events", O_RDONLY | O_CLOEXEC);

    CHECK(fd >= 0);
    CHECK(read(fd, text, sizeof text - 1) > 0);
    close(fd);
    return strtol(text, NULL, 10);
}

/* Two files by turns, for the kernel merges events that are alike. */
TEST_REAL(when_events_are_lost_every_handle_is_told_so_without_a_name)
{
    fixture f;
    orr_watch a = { .path = NULL }, b = { .path = NULL };
    long n = queue_size();

    if (n > 200000)
        SKIP("it would take too long to fill the kernel's queue");
    fixture_open(&f);
    lost = 0;
    make(&f, in_dir("0"));
    make(&f, in_dir("1"));
    CHECK_INT(orr_watch_start(f.loop, &a, test_dir(), on_event_lost), 0);
    CHECK_INT(orr_watch_start(f.loop, &b, in_dir("0"), on_event_lost), 0);
    const int fds[2] = { open(in_dir("0"), O_RDONLY | O_CLOEXEC),
                         open(in_dir("1"), O_RDONLY | O_CLOEXEC) };
    for (long i = 0; i <= n; i++)
        CHECK_INT(fchmod(fds[i % 2], 0600), 0);
    while (lost < 2)
        CHECK(orr_run(f.loop, ORR_RUN_ONCE) >= 0);
    settle(&f);
    CHECK_INT(lost, 2);
    close(fds[0]);
    close(fds[1]);
    orr_watch_stop(&a);
    orr_watch_stop(&b);
    fixture_close(&f);
}
