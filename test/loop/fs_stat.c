/* fs_stat.c - looking at files, and changing what one sees. */
#include "fs_help.h"

#include <sys/stat.h>
#include <unistd.h>

TEST(stat_tells_kind_size_and_mode)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;

    fixture_open(&f);
    put(&f, at("a"), "12345");
    CHECK_INT(NOW(&f, NULL, chmod, at("a"), 0640), 0);
    CHECK_INT(DO(&f, &req, stat, at("a"), &st), 0);
    CHECK_INT(st.mode, S_IFREG | 0640);
    CHECK_INT(st.size, 5);
    CHECK_INT(st.nlink, 1);
    CHECK(st.ino != 0);
    CHECK(st.blksize > 0);
    CHECK_INT(DO(&f, &req, stat, test_dir(), &st), 0);
    CHECK_INT(st.mode & S_IFMT, S_IFDIR);
    CHECK(req.ptr == NULL);
    fixture_close(&f);
}

TEST(stat_follows_a_link_and_lstat_does_not)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;

    fixture_open(&f);
    put(&f, at("a"), "12345");
    CHECK_INT(NOW(&f, NULL, symlink, "a", at("l")), 0);
    CHECK_INT(DO(&f, &req, stat, at("l"), &st), 0);
    CHECK_INT(st.mode & S_IFMT, S_IFREG);
    CHECK_INT(DO(&f, &req, lstat, at("l"), &st), 0);
    CHECK_INT(st.mode & S_IFMT, S_IFLNK);
    CHECK_INT(st.size, 1);
    fixture_close(&f);
}

TEST(fstat_sees_the_open_file_after_its_name_is_gone)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;

    fixture_open(&f);
    put(&f, at("a"), "123");
    int fd = NOW(&f, NULL, open, at("a"), O_RDONLY, 0);
    CHECK(fd >= 0);
    CHECK_INT(NOW(&f, NULL, unlink, at("a")), 0);
    CHECK_INT(DO(&f, &req, fstat, fd, &st), 0);
    CHECK_INT(st.size, 3);
    CHECK_INT(st.nlink, 0);
    CHECK_INT(DO(&f, &req, close, fd), 0);
    fixture_close(&f);
}

TEST(stat_says_what_is_wrong_with_a_path)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st = { .size = 77 };
    char longer[300];

    fixture_open(&f);
    put(&f, at("a"), "");
    memset(longer, 'n', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    CHECK_INT(NOW(&f, NULL, symlink, "l", at("l")), 0);
    CHECK_INT(DO(&f, &req, stat, at("none"), &st), -ENOENT);
    CHECK_INT(DO(&f, &req, stat, at("a/b"), &st), -ENOTDIR);
    CHECK_INT(DO(&f, &req, stat, at("l"), &st), -ELOOP);
    CHECK_INT(DO(&f, &req, lstat, at("l"), &st), 0);
    CHECK_INT(DO(&f, &req, stat, at(longer), &st), -ENAMETOOLONG);
    CHECK_INT(DO(&f, &req, stat, "", &st), -ENOENT);
    fixture_close(&f);
}

TEST(times_are_set_to_the_nanosecond)
{
    fixture f;
    orr_fs req = { .result = 0 };
    const orr_time a = { 1000000001, 123456789 };
    const orr_time m = { 1000000002, 987654321 };
    orr_stat st;

    fixture_open(&f);
    put(&f, at("a"), "");
    CHECK_INT(DO(&f, &req, utimes, at("a"), a, m), 0);
    CHECK_INT(NOW(&f, NULL, stat, at("a"), &st), 0);
    CHECK_INT(st.atime.sec, a.sec);
    CHECK_INT(st.atime.nsec, a.nsec);
    CHECK_INT(st.mtime.sec, m.sec);
    CHECK_INT(st.mtime.nsec, m.nsec);
    fixture_close(&f);
}

TEST(a_time_can_be_left_alone_or_set_to_now)
{
    fixture f;
    orr_fs req = { .result = 0 };
    const orr_time old = { 1000000001, 5 };
    const orr_time omit = { 0, ORR_TIME_OMIT };
    const orr_time now = { 0, ORR_TIME_NOW };
    orr_stat st;

    fixture_open(&f);
    put(&f, at("a"), "");
    int fd = NOW(&f, NULL, open, at("a"), O_RDWR, 0);
    CHECK(fd >= 0);
    CHECK_INT(DO(&f, &req, futimes, fd, old, old), 0);
    CHECK_INT(DO(&f, &req, futimes, fd, omit, now), 0);
    CHECK_INT(NOW(&f, NULL, fstat, fd, &st), 0);
    CHECK_INT(st.atime.sec, old.sec);
    CHECK_INT(st.atime.nsec, old.nsec);
    CHECK(st.mtime.sec != old.sec);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    fixture_close(&f);
}

TEST(lutimes_changes_the_link_itself)
{
    fixture f;
    orr_fs req = { .result = 0 };
    const orr_time then = { 1000000001, 5 };
    orr_stat st;

    fixture_open(&f);
    put(&f, at("a"), "");
    CHECK_INT(NOW(&f, NULL, symlink, "a", at("l")), 0);
    CHECK_INT(DO(&f, &req, lutimes, at("l"), then, then), 0);
    CHECK_INT(NOW(&f, NULL, lstat, at("l"), &st), 0);
    CHECK_INT(st.mtime.sec, then.sec);
    CHECK_INT(NOW(&f, NULL, stat, at("l"), &st), 0);
    CHECK(st.mtime.sec != then.sec);
    fixture_close(&f);
}

TEST(modes_are_changed_by_path_and_by_descriptor)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;

    fixture_open(&f);
    put(&f, at("a"), "");
    CHECK_INT(DO(&f, &req, chmod, at("a"), 0751), 0);
    CHECK_INT(NOW(&f, NULL, stat, at("a"), &st), 0);
    CHECK_INT(st.mode & 07777, 0751);
    int fd = NOW(&f, NULL, open, at("a"), O_RDONLY, 0);
    CHECK(fd >= 0);
    CHECK_INT(DO(&f, &req, fchmod, fd, 0600), 0);
    CHECK_INT(NOW(&f, NULL, fstat, fd, &st), 0);
    CHECK_INT(st.mode & 07777, 0600);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    CHECK_INT(DO(&f, &req, chmod, at("none"), 0600), -ENOENT);
    fixture_close(&f);
}

/* Any user may change the owner of an own file to itself. */
TEST(owners_are_changed_by_path_link_and_descriptor)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;

    fixture_open(&f);
    put(&f, at("a"), "");
    CHECK_INT(NOW(&f, NULL, symlink, "none", at("l")), 0);
    CHECK_INT(NOW(&f, NULL, stat, at("a"), &st), 0);
    uint32_t uid = (uint32_t)st.uid;
    uint32_t gid = (uint32_t)st.gid;
    CHECK_INT(DO(&f, &req, chown, at("a"), uid, gid), 0);
    CHECK_INT(DO(&f, &req, chown, at("l"), uid, gid), -ENOENT);
    CHECK_INT(DO(&f, &req, lchown, at("l"), uid, gid), 0);
    int fd = NOW(&f, NULL, open, at("a"), O_RDONLY, 0);
    CHECK(fd >= 0);
    CHECK_INT(DO(&f, &req, fchown, fd, uid, UINT32_MAX), 0);
    CHECK_INT(NOW(&f, NULL, fstat, fd, &st), 0);
    CHECK_INT(st.uid, uid);
    CHECK_INT(st.gid, gid);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    fixture_close(&f);
}

TEST(access_tells_whether_a_path_is_there)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    put(&f, at("a"), "");
    CHECK_INT(DO(&f, &req, access, at("a"), F_OK), 0);
    CHECK_INT(DO(&f, &req, access, at("a"), R_OK | W_OK), 0);
    CHECK_INT(DO(&f, &req, access, at("a"), X_OK), -EACCES);
    CHECK_INT(DO(&f, &req, access, at("none"), F_OK), -ENOENT);
    fixture_close(&f);
}

TEST(statfs_tells_the_size_of_the_file_system)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_statfs fs = { .bsize = 0 };

    fixture_open(&f);
    CHECK_INT(DO(&f, &req, statfs, test_dir(), &fs), 0);
    CHECK(fs.bsize > 0);
    CHECK(fs.blocks >= fs.bfree);
    CHECK_INT(DO(&f, &req, statfs, at("none"), &fs), -ENOENT);
    fixture_close(&f);
}

/* Of the file systems in common use all but a few keep it. */
TEST_REAL(a_new_file_was_born_when_it_was_made)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;

    fixture_open(&f);
    put(&f, at("a"), "x");
    CHECK_INT(
        NOW(&f, NULL, utimes, at("a"), (orr_time){ 1, 0 }, (orr_time){ 1, 0 }),
        0);
    CHECK_INT(DO(&f, &req, stat, at("a"), &st), 0);
    if (st.btime.sec == 0)
        SKIP("this file system does not know when a file was made");
    CHECK_INT(st.mtime.sec, 1);
    CHECK(st.btime.sec > 1600000000);
    CHECK(st.btime.sec <= st.ctime.sec);
    fixture_close(&f);
}
