/* fs_order.c - file requests begin in the order in which they were made, and
 * those that change something are carried out if the process ends. */
#include <sys/stat.h>
#include <unistd.h>

#include "fs_help.h"

/* One thread, so that what is begun first is done first. */
static void open_with_one_thread(fixture *f)
{
    fixture_open_with(f, &(orr_options){ .pool_size = 1 });
    CHECK(orr_run(f->loop, ORR_RUN_NOWAIT) >= 0);
}

/* Time for a thread to do what it was given before the loop waits. */
static void pass_time(fixture *f)
{
    orr_sleep(f->loop, 5000000);
}

/* What makes a back end take its fast way: the path was seen before. */
static void look_at(fixture *f, const char *path)
{
    orr_fs req = { .result = 0 };
    orr_stat st;

    CHECK_INT(DO(f, &req, stat, path, &st), 0);
    CHECK_INT(DO(f, &req, read_file, path), 3);
    orr_fs_cleanup(&req);
}

TEST(a_directory_that_was_removed_is_not_listed)
{
    fixture f;
    orr_fs first = { .result = 0 };

    open_with_one_thread(&f);
    KEPT(second);
    CHECK_INT(NOW(&f, NULL, mkdir, at("d"), 0755), 0);
    CHECK_INT(orr_fs_rmdir(f.loop, &first, at("d"), fs_called), 0);
    CHECK_INT(orr_fs_scandir(f.loop, &second, at("d"), fs_called), 0);
    pass_time(&f);
    fixture_run(&f);
    CHECK_INT(first.result, 0);
    CHECK_INT(second.result, -ENOENT);
    fixture_close(&f);
}

TEST(a_file_that_was_removed_is_not_read)
{
    fixture f;
    orr_fs first = { .result = 0 };

    open_with_one_thread(&f);
    KEPT(second);
    put(&f, at("a"), "abc");
    look_at(&f, at("a"));
    CHECK_INT(orr_fs_unlink(f.loop, &first, at("a"), fs_called), 0);
    CHECK_INT(orr_fs_read_file(f.loop, &second, at("a"), fs_called), 0);
    pass_time(&f);
    fixture_run(&f);
    CHECK_INT(first.result, 0);
    CHECK_INT(second.result, -ENOENT);
    fixture_close(&f);
}

TEST(a_file_is_opened_before_it_is_removed)
{
    fixture f;
    orr_fs many[8] = { { .result = 0 } }, last = { .result = 0 };

    open_with_one_thread(&f);
    put(&f, at("a"), "abc");
    look_at(&f, at("a"));
    for (int i = 0; i < 8; i++)
        CHECK_INT(
            orr_fs_open(f.loop, &many[i], at("a"), O_RDONLY, 0, fs_called), 0);
    CHECK_INT(orr_fs_unlink(f.loop, &last, at("a"), fs_called), 0);
    pass_time(&f);
    fixture_run(&f);
    CHECK_INT(last.result, 0);
    for (int i = 0; i < 8; i++) {
        CHECK(many[i].result >= 0);
        CHECK_INT(NOW(&f, NULL, close, (int)many[i].result), 0);
    }
    fixture_close(&f);
}

TEST(a_file_is_examined_after_it_was_written)
{
    fixture f;
    orr_fs write = { .result = 0 }, look = { .result = 0 };
    orr_fs more[8] = { { .result = 0 } };
    orr_stat st, unused[8];
    orr_buf buf = { (void *)(uintptr_t) "0123456789", 10 };

    open_with_one_thread(&f);
    put(&f, at("a"), "abc");
    look_at(&f, at("a"));
    const int fd = (int)NOW(&f, NULL, open, at("a"), O_RDWR, 0);
    CHECK(fd >= 0);
    for (int i = 0; i < 8; i++) /* many: the ring is preferred from now on */
        CHECK_INT(orr_fs_fstat(f.loop, &more[i], fd, &unused[i], fs_called), 0);
    CHECK(orr_run(f.loop, ORR_RUN_NOWAIT) >= 0);
    CHECK_INT(orr_fs_write(f.loop, &write, fd, &buf, 1, 0, fs_called), 0);
    CHECK_INT(orr_fs_fstat(f.loop, &look, fd, &st, fs_called), 0);
    fixture_run(&f);
    CHECK_INT(write.result, 10);
    CHECK_INT(st.size, 10);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    fixture_close(&f);
}

/* ---- The end of a process ---------------------------------------------- */

#define WRITES 100

TEST(drain_completes_what_changes_files_and_calls_nobody)
{
    static orr_fs writes[WRITES], dirs[WRITES];
    fixture f;
    orr_buf buf = { (void *)(uintptr_t) "line\n", 5 };
    orr_stat st;
    char name[16];

    fixture_open(&f);
    const int fd = (int)NOW(&f, NULL, open, at("a"), O_WRONLY | O_CREAT, 0644);
    CHECK(fd >= 0);
    fs_calls = 0;
    for (int i = 0; i < WRITES; i++) {
        snprintf(name, sizeof name, "d%d", i);
        CHECK_INT(
            orr_fs_write(f.loop, &writes[i], fd, &buf, 1, i * 5, fs_called), 0);
        CHECK_INT(orr_fs_mkdir(f.loop, &dirs[i], at(name), 0755, fs_called), 0);
        CHECK(orr_changes_files(&dirs[i].req));
    }
    orr_drain(f.loop);
    CHECK_INT(fs_calls, 0);
    CHECK_INT(NOW(&f, NULL, fstat, fd, &st), 0);
    CHECK_INT(st.size, WRITES * 5);
    for (int i = 0; i < WRITES; i++) {
        snprintf(name, sizeof name, "d%d", i);
        CHECK_INT(NOW(&f, NULL, stat, at(name), &st), 0);
    }
    fixture_run(&f); /* nothing was lost */
    CHECK_INT(fs_calls, 2 * WRITES);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    fixture_close(&f);
}

/* It opens a FIFO that has no writer, on all threads. */
TEST_REAL(drain_does_not_wait_for_a_read)
{
    fixture f;
    orr_fs reads[8] = { { .result = 0 } };
    int cancelled = 0;

    fixture_open(&f);
    CHECK_INT(mkfifo(at("fifo"), 0644), 0);
    for (int i = 0; i < 8; i++) {
        CHECK_INT(
            orr_fs_open(f.loop, &reads[i], at("fifo"), O_RDONLY, 0, fs_called),
            0);
        CHECK(!orr_changes_files(&reads[i].req));
    }
    orr_drain(f.loop);
    for (int i = 0; i < 8; i++)
        cancelled += orr_cancel(&reads[i].req) == 0;
    CHECK(cancelled >= 4); /* there are four threads */
    const int fd = open(at("fifo"), O_RDWR | O_NONBLOCK); /* never blocks */
    CHECK(fd >= 0);
    fixture_run(&f);
    for (int i = 0; i < 8; i++)
        if (reads[i].result >= 0)
            close((int)reads[i].result);
    close(fd);
    fixture_close(&f);
}
