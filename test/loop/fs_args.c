/* fs_args.c - arguments that make no sense are refused, and nothing starts. */
#include "fs_help.h"

static void refused(orr_fs *req)
{
    (void)req;
    FAIL("a refused request called back");
}

TEST(a_path_that_is_not_there_is_refused)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;
    orr_statfs fs;
    const orr_time t = { 1, 0 };

    fixture_open(&f);
#define REFUSED(name_, ...)                                                    \
    CHECK_INT(orr_fs_##name_(f.loop, &req, __VA_ARGS__, refused), -EINVAL);    \
    CHECK_INT(orr_fs_##name_(f.loop, &req, __VA_ARGS__, NULL), -EINVAL)
    REFUSED(open, NULL, O_RDONLY, 0);
    REFUSED(read_file, NULL);
    REFUSED(stat, NULL, &st);
    REFUSED(stat, "/", NULL);
    REFUSED(lstat, NULL, &st);
    REFUSED(statfs, NULL, &fs);
    REFUSED(access, NULL, 0);
    REFUSED(scandir, NULL);
    REFUSED(opendir, NULL);
    REFUSED(mkdir, NULL, 0);
    REFUSED(mkdtemp, NULL);
    REFUSED(mkstemp, NULL);
    REFUSED(rmdir, NULL);
    REFUSED(unlink, NULL);
    REFUSED(rename, NULL, "/x");
    REFUSED(rename, "/x", NULL);
    REFUSED(link, "/x", NULL);
    REFUSED(symlink, NULL, "/x");
    REFUSED(readlink, NULL);
    REFUSED(realpath, NULL);
    REFUSED(chmod, NULL, 0);
    REFUSED(chown, NULL, 0, 0);
    REFUSED(lchown, NULL, 0, 0);
    REFUSED(utimes, NULL, t, t);
    REFUSED(lutimes, NULL, t, t);
    REFUSED(truncate, NULL, 0);
    REFUSED(copyfile, NULL, "/x", 0);
    REFUSED(copyfile, "/x", NULL, 0);
#undef REFUSED
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

TEST(a_negative_descriptor_is_refused)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;
    char byte;
    orr_buf buf = { &byte, 1 };
    const orr_time t = { 1, 0 };

    fixture_open(&f);
#define REFUSED(name_, ...)                                                    \
    CHECK_INT(orr_fs_##name_(f.loop, &req, __VA_ARGS__, refused), -EBADF);     \
    CHECK_INT(orr_fs_##name_(f.loop, &req, __VA_ARGS__, NULL), -EBADF)
    REFUSED(read, -1, &buf, 1, 0);
    REFUSED(write, -1, &buf, 1, 0);
    REFUSED(fstat, -1, &st);
    REFUSED(fchmod, -1, 0);
    REFUSED(fchown, -1, 0, 0);
    REFUSED(futimes, -1, t, t);
    REFUSED(ftruncate, -1, 0);
    REFUSED(fsync, -1);
    REFUSED(fdatasync, -1);
    REFUSED(sendfile, -1, 0, 0, 1);
    REFUSED(sendfile, 0, -1, 0, 1);
#undef REFUSED
    CHECK_INT(orr_fs_close(f.loop, &req, -1, refused), -EBADF);
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

TEST(numbers_out_of_range_are_refused)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char byte;
    orr_buf buf = { &byte, 1 };
    orr_entry entry;
    orr_dir *dir = (orr_dir *)(void *)&byte;
    const orr_time bad = { 0, 1000000000 };
    const orr_time good = { 0, 0 };

    fixture_open(&f);
    CHECK_INT(orr_fs_read(f.loop, &req, 0, &buf, 0, 0, refused), -EINVAL);
    CHECK_INT(orr_fs_read(f.loop, &req, 0, NULL, 1, 0, refused), -EINVAL);
    CHECK_INT(orr_fs_read(f.loop, &req, 0, &buf, 1, -2, refused), -EINVAL);
    CHECK_INT(orr_fs_write(f.loop, &req, 0, &buf, 0, 0, refused), -EINVAL);
    CHECK_INT(orr_fs_truncate(f.loop, &req, "/x", -1, refused), -EINVAL);
    CHECK_INT(orr_fs_utimes(f.loop, &req, "/x", bad, good, refused), -EINVAL);
    CHECK_INT(orr_fs_utimes(f.loop, &req, "/x", good, bad, refused), -EINVAL);
    CHECK_INT(orr_fs_copyfile(f.loop, &req, "/x", "/y", 8, refused), -EINVAL);
    CHECK_INT(orr_fs_sendfile(f.loop, &req, 1, 0, -1, 1, refused), -EINVAL);
    CHECK_INT(orr_fs_readdir(f.loop, &req, NULL, &entry, 1, refused), -EINVAL);
    CHECK_INT(orr_fs_readdir(f.loop, &req, dir, &entry, 0, refused), -EINVAL);
    CHECK_INT(orr_fs_readdir(f.loop, &req, dir, NULL, 1, refused), -EINVAL);
    CHECK_INT(orr_fs_closedir(f.loop, &req, NULL, refused), -EINVAL);
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

TEST(a_call_without_a_loop_or_a_request_is_refused)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;

    fixture_open(&f);
    CHECK_INT(orr_fs_stat(NULL, &req, "/", &st, refused), -EINVAL);
    CHECK_INT(orr_fs_stat(f.loop, NULL, "/", &st, refused), -EINVAL);
    CHECK_INT(orr_fs_read_file(f.loop, NULL, "/x", NULL), -EINVAL);
    CHECK_INT(orr_fs_scandir(f.loop, NULL, "/", NULL), -EINVAL);
    CHECK_INT(orr_fs_stat(f.loop, NULL, "/", &st, NULL), 0);
    fixture_close(&f);
}

static void check_live(const orr_live *live, void *arg)
{
    CHECK_INT(live->kind, ORR_FS);
    CHECK(live->is_request && live->active && live->ref);
    CHECK(live->thing == arg);
    CHECK(live->record->site != 0);
    CHECK_STR(live->path, "/");
    CHECK_INT(live->fd, -1);
    note("live ");
}

TEST(a_request_under_way_is_shown_by_walk)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;

    fixture_open(&f);
    CHECK_INT(orr_fs_stat(f.loop, &req, "/", &st, fs_called), 0);
    orr_walk(f.loop, check_live, &req);
    CHECK_STR(noted(), "live ");
    const int64_t result = fs_finish(&f, &req, 0);
    CHECK_INT(result, 0);
    note_clear();
    orr_walk(f.loop, check_live, &req);
    CHECK_STR(noted(), "");
    fixture_close(&f);
}

static void check_fd(const orr_live *live, void *arg)
{
    CHECK_INT(live->fd, *(const int *)arg);
    CHECK(live->path == NULL);
    note("live ");
}

TEST(of_a_read_under_way_walk_shows_the_descriptor)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char byte;
    const orr_buf buf = { &byte, 1 };

    fixture_open(&f);
    int fd = (int)orr_fs_open(f.loop, NULL, "/", O_RDONLY, 0, NULL);
    CHECK(fd >= 0);
    CHECK_INT(orr_fs_read(f.loop, &req, fd, &buf, 1, 0, fs_called), 0);
    orr_walk(f.loop, check_fd, &fd);
    CHECK_STR(noted(), "live ");
    const int64_t result = fs_finish(&f, &req, 0);
    CHECK_INT(result, -EISDIR);
    CHECK_INT(orr_fs_close(f.loop, NULL, fd, NULL), 0);
    fixture_close(&f);
}
