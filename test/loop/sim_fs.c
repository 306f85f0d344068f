/*
 * sim/fs.c - the simulator's view of the file system: what is real can be
 * read, what is changed is changed in memory, and the real files never know.
 *
 * That it answers as Linux does, error for error, is the business of
 * sim_fs_same.c; what is here is what only the view has.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim_files.h"

/* ---- Reading falls through, writing does not -------------------------- */

TEST_SIM(a_new_simulated_file_is_not_a_real_one)
{
    fixture f;

    fixture_open(&f);
    sim_put(&f, "new", "some text");
    check_sim(&f, "new", "some text");
    CHECK_INT(sim_stat(&f, "new").size, 9);
    check_list(&f, "", "new ");
    check_not_real("new");
    fixture_close(&f);
}

TEST_SIM(a_real_file_can_be_read_in_the_simulator)
{
    fixture f;
    struct stat real;

    real_put("old", "from outside");
    CHECK_INT(stat(at("old"), &real), 0);
    fixture_open(&f);
    check_sim(&f, "old", "from outside");
    const orr_stat st = sim_stat(&f, "old");
    CHECK_INT(st.ino, real.st_ino);
    CHECK_INT(st.dev, real.st_dev);
    CHECK_INT(st.mtime.sec, real.st_mtim.tv_sec);
    CHECK_INT(st.mtime.nsec, real.st_mtim.tv_nsec);
    fixture_close(&f);
}

/* As long as the program has not changed it, it is looked at each time. */
TEST_SIM(a_real_file_that_grows_is_seen_to_grow)
{
    fixture f;

    real_put("log", "one");
    fixture_open(&f);
    const int fd = sim_open(&f, "log", O_RDONLY);
    check_read(&f, fd, -1, "one");
    real_put("log", "onetwo");
    check_read(&f, fd, -1, "two");
    CHECK_INT(sim_stat(&f, "log").size, 6);
    sim_close(&f, fd);
    fixture_close(&f);
}

TEST_SIM(writing_to_a_real_file_leaves_it_alone)
{
    fixture f;

    real_put("old", "0123456789");
    fixture_open(&f);
    const int fd = sim_open(&f, "old", O_RDWR);
    sim_write(&f, fd, "AB", 3);
    check_read(&f, fd, 0, "012AB56789");
    sim_close(&f, fd);
    check_sim(&f, "old", "012AB56789");
    CHECK_INT(sim_stat(&f, "old").size, 10);
    check_real("old", "0123456789");
    fixture_close(&f);
}

TEST_SIM(changing_attributes_leaves_the_real_ones_alone)
{
    fixture f;
    struct stat before, after;
    const orr_time t = { 12, 34 };

    real_put("old", "text");
    CHECK_INT(stat(at("old"), &before), 0);
    fixture_open(&f);
    CHECK_INT(orr_fs_chmod(f.loop, NULL, at("old"), 0400, NULL), 0);
    CHECK_INT(orr_fs_chown(f.loop, NULL, at("old"), 7, 8, NULL), 0);
    CHECK_INT(orr_fs_utimes(f.loop, NULL, at("old"), t, t, NULL), 0);
    CHECK_INT(orr_fs_truncate(f.loop, NULL, at("old"), 2, NULL), 0);
    const orr_stat st = sim_stat(&f, "old");
    CHECK_INT(st.mode, S_IFREG | 0400);
    CHECK_INT(st.uid, 7);
    CHECK_INT(st.gid, 8);
    CHECK_INT(st.atime.sec, 12);
    CHECK_INT(st.atime.nsec, 34);
    CHECK_INT(st.size, 2);
    CHECK_INT(stat(at("old"), &after), 0);
    CHECK_INT(after.st_mode, before.st_mode);
    CHECK_INT(after.st_uid, before.st_uid);
    CHECK_INT(after.st_size, before.st_size);
    CHECK_INT(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
    CHECK_INT(after.st_ctim.tv_nsec, before.st_ctim.tv_nsec);
    fixture_close(&f);
}

static int count_descriptors(void)
{
    DIR *d = opendir("/proc/self/fd");
    int n = 0;

    CHECK(d != NULL);
    while (readdir(d) != NULL)
        n++;
    closedir(d);
    return n;
}

TEST_SIM(no_real_descriptor_is_held_for_an_open_simulated_file)
{
    fixture f;

    real_put("old", "text");
    fixture_open(&f);
    const int before = count_descriptors();
    const int fd = sim_open(&f, "old", O_RDONLY);
    check_read(&f, fd, -1, "text");
    CHECK_INT(count_descriptors(), before);
    sim_close(&f, fd);
    fixture_close(&f);
}

/* Nothing is left behind by a program that does not close its files. */
TEST_SIM(closing_the_loop_closes_simulated_files)
{
    fixture f;

    fixture_open(&f);
    sim_write(&f, sim_open(&f, "a", O_WRONLY | O_CREAT), "text", -1);
    CHECK_INT(orr_fs_unlink(f.loop, NULL, at("a"), NULL), 0);
    sim_open(&f, "", O_RDONLY | O_DIRECTORY);
    fixture_close(&f);
}

/* ---- Removing and moving ---------------------------------------------- */

TEST_SIM(a_real_file_that_was_removed_is_hidden)
{
    fixture f;

    real_put("a", "a");
    real_put("b", "b");
    fixture_open(&f);
    CHECK_INT(orr_fs_unlink(f.loop, NULL, at("a"), NULL), 0);
    check_not_sim(&f, "a");
    check_list(&f, "", "b ");
    CHECK_INT(orr_fs_unlink(f.loop, NULL, at("a"), NULL), -ENOENT);
    check_real("a", "a");
    fixture_close(&f);
}

/* Of a real one the real system decides, and the simulated user is another. */
TEST_SIM(what_was_made_here_needs_its_permissions)
{
    fixture f;
    const char *inside = "d/x";

    fixture_open(&f);
    CHECK_INT(orr_fs_mkdir(f.loop, NULL, at("d"), 0755, NULL), 0);
    sim_put(&f, inside, "x");
    CHECK_INT(orr_fs_chmod(f.loop, NULL, at(inside), 0444, NULL), 0);
    CHECK_INT(orr_fs_open(f.loop, NULL, at(inside), O_WRONLY, 0, NULL),
              -EACCES);
    CHECK_INT(orr_fs_access(f.loop, NULL, at(inside), W_OK, NULL), -EACCES);
    CHECK_INT(orr_fs_access(f.loop, NULL, at(inside), R_OK, NULL), 0);
    check_sim(&f, inside, "x");

    CHECK_INT(orr_fs_chmod(f.loop, NULL, at("d"), 0555, NULL), 0);
    CHECK_INT(orr_fs_unlink(f.loop, NULL, at(inside), NULL), -EACCES);
    CHECK_INT(orr_fs_mkdir(f.loop, NULL, at("d/y"), 0755, NULL), -EACCES);
    CHECK_INT(orr_fs_mkdir(f.loop, NULL, at(inside), 0755, NULL), -EEXIST);
    check_list(&f, "d", "x ");
    CHECK_INT(orr_fs_chmod(f.loop, NULL, at("d"), 0444, NULL), 0);
    check_list(&f, "d", "x ");
    CHECK_INT(orr_fs_open(f.loop, NULL, at(inside), O_RDONLY, 0, NULL),
              -EACCES);
    CHECK_INT(orr_fs_chmod(f.loop, NULL, at("d"), 0755, NULL), 0);
    CHECK_INT(orr_fs_unlink(f.loop, NULL, at(inside), NULL), 0);
    fixture_close(&f);
}

TEST_SIM(a_directory_made_again_is_empty)
{
    fixture f;

    real_mkdir("d");
    real_put("d/x", "x");
    fixture_open(&f);
    CHECK_INT(orr_fs_rmdir(f.loop, NULL, at("d"), NULL), -ENOTEMPTY);
    CHECK_INT(orr_fs_unlink(f.loop, NULL, at("d/x"), NULL), 0);
    CHECK_INT(orr_fs_rmdir(f.loop, NULL, at("d"), NULL), 0);
    check_not_sim(&f, "d");
    CHECK_INT(orr_fs_mkdir(f.loop, NULL, at("d"), 0755, NULL), 0);
    check_list(&f, "d", "");
    check_real("d/x", "x");
    fixture_close(&f);
}

TEST_SIM(a_real_directory_moves_with_all_that_is_in_it)
{
    fixture f;

    real_mkdir("d");
    real_mkdir("d/e");
    real_put("d/e/x", "deep");
    fixture_open(&f);
    sim_put(&f, "d/e/new", "made before");
    CHECK_INT(orr_fs_rename(f.loop, NULL, at("d"), at("moved"), NULL), 0);
    check_not_sim(&f, "d/e/x");
    check_sim(&f, "moved/e/x", "deep");
    check_sim(&f, "moved/e/new", "made before");
    check_list(&f, "moved/e", "new x ");
    sim_put(&f, "moved/e/x", "changed");
    CHECK_INT(orr_fs_rename(f.loop, NULL, at("moved/e"), at("e"), NULL), 0);
    check_sim(&f, "e/x", "changed");
    check_real("d/e/x", "deep");
    check_not_real("moved");
    fixture_close(&f);
}

TEST_SIM(a_file_with_two_real_names_is_one_file)
{
    fixture f;

    real_put("one", "before");
    CHECK_INT(link(at("one"), at("two")), 0);
    fixture_open(&f);
    sim_put(&f, "one", "after");
    check_sim(&f, "two", "after");
    CHECK_INT(orr_fs_unlink(f.loop, NULL, at("one"), NULL), 0);
    check_sim(&f, "two", "after");
    CHECK_INT(sim_stat(&f, "two").nlink, 1);
    check_real("two", "before");
    fixture_close(&f);
}

TEST_SIM(an_open_file_outlives_its_name)
{
    fixture f;
    orr_stat st;

    real_put("old", "still here");
    fixture_open(&f);
    const int fd = sim_open(&f, "old", O_RDWR);
    CHECK_INT(orr_fs_unlink(f.loop, NULL, at("old"), NULL), 0);
    sim_put(&f, "old", "another");
    check_read(&f, fd, -1, "still here");
    sim_write(&f, fd, "!", -1);
    check_read(&f, fd, 0, "still here!");
    CHECK_INT(orr_fs_fstat(f.loop, NULL, fd, &st, NULL), 0);
    CHECK_INT(st.nlink, 0);
    check_sim(&f, "old", "another");
    sim_close(&f, fd);
    fixture_close(&f);
}

/* ---- Bytes ------------------------------------------------------------ */

TEST_SIM(a_gap_that_was_skipped_reads_as_zeros)
{
    fixture f;
    char got[16] = "";
    const orr_buf buf = { got, sizeof got };

    fixture_open(&f);
    const int fd = sim_open(&f, "a", O_RDWR | O_CREAT);
    sim_write(&f, fd, "x", 5);
    CHECK_INT(orr_fs_ftruncate(f.loop, NULL, fd, 8, NULL), 0);
    CHECK_INT(orr_fs_read(f.loop, NULL, fd, &buf, 1, 0, NULL), 8);
    CHECK_INT(memcmp(got, "\0\0\0\0\0x\0\0", 8), 0);
    sim_close(&f, fd);
    fixture_close(&f);
}

/* Cutting and growing must not bring back what was cut off. */
TEST_SIM(a_file_that_grows_again_has_zeros_where_it_was_cut)
{
    fixture f;
    char got[16] = "";
    const orr_buf buf = { got, sizeof got };

    real_put("a", "abcdefgh");
    fixture_open(&f);
    const int fd = sim_open(&f, "a", O_RDWR);
    CHECK_INT(orr_fs_ftruncate(f.loop, NULL, fd, 2, NULL), 0);
    CHECK_INT(orr_fs_ftruncate(f.loop, NULL, fd, 6, NULL), 0);
    sim_write(&f, fd, "z", 5);
    CHECK_INT(orr_fs_read(f.loop, NULL, fd, &buf, 1, 0, NULL), 6);
    CHECK_INT(memcmp(got, "ab\0\0\0z", 6), 0);
    sim_close(&f, fd);
    fixture_close(&f);
}

TEST_SIM(a_very_long_simulated_file_costs_nothing_until_it_is_written)
{
    fixture f;
    const int64_t size = INT64_C(1) << 40;

    fixture_open(&f);
    const int fd = sim_open(&f, "a", O_RDWR | O_CREAT);
    const orr_buf buf = { (void *)(uintptr_t) "x", 1 };
    CHECK_INT(orr_fs_ftruncate(f.loop, NULL, fd, size, NULL), 0);
    CHECK_INT(sim_stat(&f, "a").size, size);
    CHECK_INT(orr_fs_write(f.loop, NULL, fd, &buf, 1, size, NULL), -ENOSPC);
    CHECK_INT(orr_fs_ftruncate(f.loop, NULL, fd, INT64_MAX, NULL), -EFBIG);
    CHECK_INT(sim_stat(&f, "a").size, size);
    sim_close(&f, fd);
    fixture_close(&f);
}

TEST_SIM(a_file_without_a_name_is_gone_when_it_is_closed)
{
    fixture f;
    orr_stat st;

    fixture_open(&f);
    const int fd = sim_open(&f, "", O_RDWR | O_TMPFILE);
    sim_write(&f, fd, "text", -1);
    check_read(&f, fd, 0, "text");
    CHECK_INT(orr_fs_fstat(f.loop, NULL, fd, &st, NULL), 0);
    CHECK_INT(st.nlink, 0);
    check_list(&f, "", "");
    sim_close(&f, fd);
    fixture_close(&f);
}

/* ---- Paths ------------------------------------------------------------ */

TEST_SIM(paths_are_relative_to_the_simulated_working_directory)
{
    fixture f;
    orr_fs req = { .result = 0 };

    real_mkdir("d");
    real_put("d/x", "here");
    fixture_open(&f);
    sim_put(&f, "y", "there");
    CHECK_INT(orr_chdir(f.loop, at("d")), 0);
    CHECK_INT(orr_fs_read_file(f.loop, &req, "x", NULL), 4);
    orr_fs_cleanup(&req);
    CHECK_INT(orr_fs_read_file(f.loop, &req, "../y", NULL), 5);
    orr_fs_cleanup(&req);
    CHECK_INT(orr_chdir(f.loop, at("y")), -ENOTDIR);
    fixture_close(&f);
}

TEST_SIM(realpath_goes_through_links_of_both_kinds)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char base[1024];

    CHECK(realpath(test_dir(), base) != NULL);
    real_mkdir("d");
    CHECK_INT(symlink("d", at("real")), 0);
    fixture_open(&f);
    CHECK_INT(orr_fs_mkdir(f.loop, NULL, at("real/new"), 0755, NULL), 0);
    CHECK_INT(orr_fs_symlink(f.loop, NULL, "real/new", at("made"), NULL), 0);
    CHECK_INT(orr_fs_realpath(f.loop, &req, at("./made/../new/."), NULL), 0);
    strcat(base, "/d/new");
    const bool same = strcmp(req.ptr, base) == 0;
    orr_fs_cleanup(&req);
    CHECK(same);
    check_not_real("made");
    fixture_close(&f);
}

/* Linux follows 40 of them on one way. */
TEST_SIM(forty_links_are_followed_and_no_more)
{
    fixture f;
    orr_stat st;
    char name[16], next[16];

    fixture_open(&f);
    sim_put(&f, "l0", "end");
    for (int i = 1; i <= 41; i++) {
        snprintf(name, sizeof name, "l%d", i);
        snprintf(next, sizeof next, "l%d", i - 1);
        CHECK_INT(orr_fs_symlink(f.loop, NULL, next, at(name), NULL), 0);
    }
    CHECK_INT(orr_fs_stat(f.loop, NULL, at("l40"), &st, NULL), 0);
    CHECK_INT(orr_fs_stat(f.loop, NULL, at("l41"), &st, NULL), -ELOOP);
    fixture_close(&f);
}

TEST_SIM(names_and_paths_can_be_too_long)
{
    fixture f;
    orr_stat st;
    char path[5000];

    fixture_open(&f);
    CHECK_INT(orr_chdir(f.loop, test_dir()), 0);
    memset(path, 'x', sizeof path);
    path[256] = 0;
    CHECK_INT(orr_fs_mkdir(f.loop, NULL, path, 0755, NULL), -ENAMETOOLONG);
    path[255] = 0;
    CHECK_INT(orr_fs_mkdir(f.loop, NULL, path, 0755, NULL), 0);
    for (size_t i = 0; i < 4996; i += 2)
        memcpy(path + i, "./", 2);
    path[4096] = 0;
    CHECK_INT(orr_fs_stat(f.loop, NULL, path, &st, NULL), -ENAMETOOLONG);
    path[4095] = 0;
    CHECK_INT(orr_fs_stat(f.loop, NULL, path, &st, NULL), 0);
    fixture_close(&f);
}

/* ---- Lists ------------------------------------------------------------ */

TEST_SIM(a_list_is_the_real_one_with_the_changes_in_it)
{
    fixture f;

    real_put("c", "");
    real_put("a", "");
    real_put("x", "");
    real_mkdir("d");
    fixture_open(&f);
    sim_put(&f, "b", "");
    CHECK_INT(orr_fs_unlink(f.loop, NULL, at("x"), NULL), 0);
    CHECK_INT(orr_fs_symlink(f.loop, NULL, "b", at("l"), NULL), 0);
    check_list(&f, "", "a b c d l ");
    fixture_close(&f);
}

typedef struct chooser {
    bool last; /* take the last option of every question about order */
    int asked;
} chooser;

static uint32_t choose(void *ctx, orr_choice_kind kind, uint32_t n,
                       const orr_option *options)
{
    chooser *c = ctx;

    if (kind != ORR_CHOOSE_ORDER)
        return 0;
    CHECK_STR(options[n - 1].what, "readdir");
    c->asked++;
    return c->last ? n - 1 : 0;
}

/* An open directory, and the loop that it has to be closed in. */
typedef struct open_dir {
    orr_loop *loop;
    orr_dir *dir;
} open_dir;

static void dir_close(void *arg)
{
    const open_dir *d = arg;

    orr_fs_closedir(d->loop, NULL, d->dir, NULL);
}

static void note_batches(const open_dir *d)
{
    orr_entry e[2];
    int64_t n;

    while ((n = orr_fs_readdir(d->loop, NULL, d->dir, e, 2, NULL)) > 0)
        for (int64_t i = 0; i < n; i++) {
            CHECK_INT(e[i].type, ORR_ENTRY_FILE);
            note(e[i].name);
        }
    CHECK_INT(n, 0);
}

static void list_in_batches(bool last, const char *want, int asked)
{
    fixture f;
    chooser c = { .last = last };
    const orr_world world = { .ctx = &c, .choose = choose };
    orr_options options = { .world = &world };
    orr_fs req = { .result = 0 };

    fixture_open_with(&f, &options);
    CHECK_INT(orr_fs_opendir(f.loop, &req, at(""), NULL), 0);
    open_dir d = { f.loop, req.ptr };
    test_cleanup(dir_close, &d);
    sim_put(&f, "later", ""); /* it was opened before this was there */
    note_batches(&d);
    test_cleanup_cancel(dir_close, &d);
    dir_close(&d);
    CHECK_STR(noted(), want);
    CHECK_INT(c.asked, asked);
    fixture_close(&f);
}

TEST_SIM(a_directory_in_batches_comes_in_the_order_that_is_chosen)
{
    real_put("a", "");
    real_put("b", "");
    real_put("c", "");
    list_in_batches(false, "abc", 2);
    list_in_batches(true, "cba", 2);
}

/* ---- Through the loop ------------------------------------------------- */

static void on_written(orr_fs *req)
{
    char word[32];

    snprintf(word, sizeof word, "%d", (int)req->result);
    note(word);
}

TEST_SIM(simulated_files_work_as_operations_too)
{
    fixture f;
    orr_fs write = { .result = 0 }, read = { .result = 0 };
    const orr_buf buf = { (void *)(uintptr_t) "text", 4 };

    fixture_open(&f);
    const int fd = sim_open(&f, "a", O_WRONLY | O_CREAT);
    CHECK_INT(orr_fs_write(f.loop, &write, fd, &buf, 1, -1, on_written), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "4");
    CHECK_INT(orr_fs_read_file(f.loop, &read, at("a"), on_written), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "44");
    CHECK_INT(memcmp(read.ptr, "text", 5), 0);
    orr_fs_cleanup(&read);
    sim_close(&f, fd);
    check_not_real("a");
    fixture_close(&f);
}
