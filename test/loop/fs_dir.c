/* fs/dir.c - directories: made, listed, read in batches, removed. */
#include "fs_help.h"

TEST(directories_are_made_and_removed)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    CHECK_INT(DO(&f, &req, mkdir, at("d"), 0755), 0);
    CHECK_INT(DO(&f, &req, mkdir, at("d"), 0755), -EEXIST);
    CHECK_INT(DO(&f, &req, mkdir, at("none/d"), 0755), -ENOENT);
    put(&f, at("d/a"), "");
    CHECK_INT(DO(&f, &req, rmdir, at("d")), -ENOTEMPTY);
    CHECK_INT(DO(&f, &req, unlink, at("d/a")), 0);
    CHECK_INT(DO(&f, &req, unlink, at("d")), -EISDIR);
    CHECK_INT(DO(&f, &req, rmdir, at("d")), 0);
    CHECK_INT(DO(&f, &req, rmdir, at("d")), -ENOENT);
    put(&f, at("a"), "");
    CHECK_INT(DO(&f, &req, rmdir, at("a")), -ENOTDIR);
    fixture_close(&f);
}

TEST(scandir_lists_names_and_kinds_in_order)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    CHECK_INT(NOW(&f, NULL, mkdir, at("d"), 0755), 0);
    CHECK_INT(NOW(&f, NULL, mkdir, at("d/sub"), 0755), 0);
    put(&f, at("d/b"), "");
    put(&f, at("d/.hidden"), "");
    put(&f, at("d/a"), "");
    CHECK_INT(NOW(&f, NULL, symlink, "a", at("d/link")), 0);
    CHECK_INT(DO(&f, &req, scandir, at("d")), 5);
    const orr_entry *e = req.ptr;
    CHECK_INT(req.len, 5);
    CHECK_STR(e[0].name, ".hidden");
    CHECK_STR(e[1].name, "a");
    CHECK_INT(e[1].type, ORR_ENTRY_FILE);
    CHECK_STR(e[2].name, "b");
    CHECK_STR(e[3].name, "link");
    CHECK_INT(e[3].type, ORR_ENTRY_LINK);
    CHECK_STR(e[4].name, "sub");
    CHECK_INT(e[4].type, ORR_ENTRY_DIR);
    orr_fs_cleanup(&req);
    fixture_close(&f);
}

TEST(an_empty_directory_has_no_entries)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    CHECK_INT(NOW(&f, NULL, mkdir, at("d"), 0755), 0);
    CHECK_INT(DO(&f, &req, scandir, at("d")), 0);
    CHECK_INT(req.len, 0);
    orr_fs_cleanup(&req);
    CHECK_INT(NOW(&f, &req, scandir, at("d")), 0);
    orr_fs_cleanup(&req);
    fixture_close(&f);
}

TEST(what_is_no_directory_can_not_be_listed)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    put(&f, at("a"), "");
    CHECK_INT(DO(&f, &req, scandir, at("a")), -ENOTDIR);
    CHECK(req.ptr == NULL);
    CHECK_INT(DO(&f, &req, scandir, at("none")), -ENOENT);
    CHECK_INT(DO(&f, &req, opendir, at("a")), -ENOTDIR);
    CHECK_INT(DO(&f, &req, opendir, at("none")), -ENOENT);
    CHECK(req.ptr == NULL);
    fixture_close(&f);
}

/* The kernel hands out names in pieces of 32 KiB; these take more than one. */
TEST(a_big_directory_is_listed_whole)
{
    enum { N = 700 };
    fixture f;
    orr_fs req = { .result = 0 };
    char name[64];

    test_time_limit(60); /* files are slow to make on a busy machine */
    fixture_open(&f);
    for (int i = 0; i < N; i++) {
        snprintf(name, sizeof name, "a-name-of-middling-length-%04d", i);
        put(&f, at(name), "");
    }
    CHECK_INT(DO(&f, &req, scandir, test_dir()), N);
    const orr_entry *e = req.ptr;
    for (int i = 0; i < N; i++) {
        snprintf(name, sizeof name, "a-name-of-middling-length-%04d", i);
        CHECK_STR(e[i].name, name);
    }
    orr_fs_cleanup(&req);
    fixture_close(&f);
}

/* An open directory, closed at the end if a check failed before. */
static struct {
    orr_loop *loop;
    orr_dir *dir;
} left_open;

static void close_left_open(void *arg)
{
    (void)arg;
    if (left_open.dir != NULL)
        orr_fs_closedir(left_open.loop, NULL, left_open.dir, NULL);
}

static orr_dir *dir_opened(fixture *f, orr_fs *req)
{
    left_open.loop = f->loop;
    left_open.dir = req->ptr;
    test_cleanup(close_left_open, NULL);
    orr_fs_cleanup(req); /* leaves the directory open */
    CHECK(left_open.dir != NULL);
    return left_open.dir;
}

/* Every entry once, in whatever order; all batches but the last are full. */
TEST(a_directory_is_read_in_batches)
{
    enum { N = 45, BATCH = 7 };
    fixture f;
    orr_fs req = { .result = 0 };
    orr_entry batch[BATCH];
    bool seen[N] = { false };
    char name[16];
    int total = 0;

    fixture_open(&f);
    for (int i = 0; i < N; i++) {
        snprintf(name, sizeof name, "%d", i);
        put(&f, at(name), "");
    }
    CHECK_INT(DO(&f, &req, opendir, test_dir()), 0);
    orr_dir *dir = dir_opened(&f, &req);
    for (;;) {
        int64_t n = DO(&f, &req, readdir, dir, batch, BATCH);
        CHECK(n >= 0);
        if (n == 0)
            break;
        CHECK_INT(n, N - total < BATCH ? N - total : BATCH);
        for (int i = 0; i < n; i++) {
            int which = -1;
            CHECK_INT(sscanf(batch[i].name, "%d", &which), 1);
            CHECK(which >= 0 && which < N && !seen[which]);
            CHECK_INT(batch[i].type, ORR_ENTRY_FILE);
            seen[which] = true;
        }
        total += (int)n;
    }
    CHECK_INT(total, N);
    CHECK_INT(DO(&f, &req, readdir, dir, batch, BATCH), 0);
    CHECK_INT(DO(&f, &req, closedir, dir), 0);
    left_open.dir = NULL;
    fixture_close(&f);
}

TEST(a_directory_is_read_and_closed_at_once)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_entry one;

    fixture_open(&f);
    CHECK_INT(NOW(&f, NULL, mkdir, at("d"), 0755), 0);
    put(&f, at("d/only"), "");
    CHECK_INT(NOW(&f, &req, opendir, at("d")), 0);
    orr_dir *dir = dir_opened(&f, &req);
    CHECK_INT(NOW(&f, NULL, readdir, dir, &one, 1), 1);
    CHECK_STR(one.name, "only");
    CHECK_INT(NOW(&f, NULL, readdir, dir, &one, 1), 0);
    CHECK_INT(NOW(&f, NULL, closedir, dir), 0);
    left_open.dir = NULL;
    fixture_close(&f);
}

TEST(mkdtemp_makes_a_new_directory_each_time)
{
    fixture f;
    orr_stat st;

    fixture_open(&f);
    KEPT(a);
    KEPT(b);
    CHECK_INT(DO(&f, &a, mkdtemp, at("t-XXXXXX")), 0);
    CHECK_INT(NOW(&f, &b, mkdtemp, at("t-XXXXXX")), 0);
    CHECK_INT(a.len, strlen(at("t-XXXXXX")));
    CHECK_INT(strlen(a.ptr), a.len);
    CHECK(strcmp(a.ptr, b.ptr) != 0);
    CHECK_INT(NOW(&f, NULL, stat, a.ptr, &st), 0);
    CHECK_INT(st.mode & 0777, 0700);
    CHECK_INT(NOW(&f, NULL, rmdir, b.ptr), 0);
    orr_fs_cleanup(&a);
    orr_fs_cleanup(&b);
    CHECK_INT(DO(&f, &a, mkdtemp, at("no-pattern")), -EINVAL);
    CHECK(a.ptr == NULL);
    fixture_close(&f);
}

TEST(mkstemp_makes_a_new_file_and_opens_it)
{
    fixture f;
    char text[] = "temp";
    orr_buf buf = { text, 4 };

    fixture_open(&f);
    KEPT(req);
    int fd = (int)DO(&f, &req, mkstemp, at("t-XXXXXX"));
    CHECK(fd >= 0);
    CHECK_INT(NOW(&f, NULL, write, fd, &buf, 1, 0), 4);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    expect(&f, req.ptr, "temp");
    orr_fs_cleanup(&req);
    CHECK_INT(DO(&f, &req, mkstemp, at("none/XXXXXX")), -ENOENT);
    fixture_close(&f);
}
