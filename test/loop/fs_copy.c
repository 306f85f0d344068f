/* fs_copy.c - copying files, and sending the bytes of one to another. */
#include "fs_help.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

TEST(a_copy_has_the_bytes_and_the_mode)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;

    fixture_open(&f);
    put(&f, at("a"), "to be copied");
    CHECK_INT(NOW(&f, NULL, chmod, at("a"), 0751), 0);
    CHECK_INT(DO(&f, &req, copyfile, at("a"), at("b"), 0), 0);
    expect(&f, at("b"), "to be copied");
    CHECK_INT(NOW(&f, NULL, stat, at("b"), &st), 0);
    CHECK_INT(st.mode & 07777, 0751);
    fixture_close(&f);
}

TEST(a_copy_replaces_a_longer_file)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    put(&f, at("a"), "short");
    put(&f, at("b"), "something much longer");
    CHECK_INT(DO(&f, &req, copyfile, at("a"), at("b"), 0), 0);
    expect(&f, at("b"), "short");
    fixture_close(&f);
}

TEST(an_exclusive_copy_replaces_nothing)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    put(&f, at("a"), "new");
    put(&f, at("b"), "old");
    CHECK_INT(DO(&f, &req, copyfile, at("a"), at("b"), ORR_COPY_EXCL), -EEXIST);
    expect(&f, at("b"), "old");
    CHECK_INT(DO(&f, &req, copyfile, at("a"), at("c"), ORR_COPY_EXCL), 0);
    expect(&f, at("c"), "new");
    fixture_close(&f);
}

TEST(a_file_copied_onto_itself_stays_as_it_is)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    put(&f, at("a"), "precious");
    CHECK_INT(NOW(&f, NULL, link, at("a"), at("b")), 0);
    CHECK_INT(DO(&f, &req, copyfile, at("a"), at("a"), 0), 0);
    CHECK_INT(DO(&f, &req, copyfile, at("a"), at("b"), 0), 0);
    expect(&f, at("a"), "precious");
    fixture_close(&f);
}

TEST(a_copy_that_can_not_be_made_leaves_nothing)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;

    fixture_open(&f);
    put(&f, at("a"), "here");
    CHECK_INT(NOW(&f, NULL, mkdir, at("d"), 0755), 0);
    CHECK_INT(DO(&f, &req, copyfile, at("none"), at("b"), 0), -ENOENT);
    CHECK_INT(DO(&f, &req, copyfile, at("d"), at("b"), 0), -EISDIR);
    CHECK_INT(NOW(&f, NULL, stat, at("b"), &st), -ENOENT);
    CHECK_INT(DO(&f, &req, copyfile, at("a"), at("d"), 0), -EISDIR);
    CHECK_INT(DO(&f, &req, copyfile, at("a"), at("a/b"), 0), -ENOTDIR);
    expect(&f, at("a"), "here");
    fixture_close(&f);
}

/* On most file systems the blocks can't be shared. Either way is right, as
 * long as a file that was there is not lost on the way. */
TEST(a_copy_that_must_share_blocks_shares_them_or_does_nothing)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;

    fixture_open(&f);
    put(&f, at("a"), "shared");
    put(&f, at("b"), "mine");
    int64_t r = DO(&f, &req, copyfile, at("a"), at("b"), ORR_COPY_REFLINK_ONLY);
    CHECK(r == 0 || r == -ENOTSUP);
    expect(&f, at("b"), r == 0 ? "shared" : "mine");
    CHECK_INT(DO(&f, &req, copyfile, at("a"), at("c"), ORR_COPY_REFLINK_ONLY),
              r);
    CHECK_INT(NOW(&f, NULL, stat, at("c"), &st), r == 0 ? 0 : -ENOENT);
    CHECK_INT(DO(&f, &req, copyfile, at("a"), at("b"), ORR_COPY_REFLINK), 0);
    expect(&f, at("b"), "shared");
    fixture_close(&f);
}

TEST(an_empty_file_is_copied)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    put(&f, at("a"), "");
    CHECK_INT(DO(&f, &req, copyfile, at("a"), at("b"), 0), 0);
    expect(&f, at("b"), "");
    fixture_close(&f);
}

/* Its size says nothing, but it has bytes. */
TEST(a_file_of_proc_is_copied)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    CHECK_INT(DO(&f, &req, copyfile, "/proc/self/status", at("b"), 0), 0);
    CHECK(NOW(&f, &req, read_file, at("b")) > 100);
    CHECK(strncmp(req.ptr, "Name:", 5) == 0);
    orr_fs_cleanup(&req);
    fixture_close(&f);
}

/* The system lets no file grow beyond a mebibyte, so it ends in the middle. */
TEST_REAL(a_copy_that_fails_half_way_is_removed)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;
    const struct rlimit mebibyte = { 1 << 20, RLIM_INFINITY };

    fixture_open(&f);
    put(&f, at("a"), "x");
    CHECK_INT(NOW(&f, NULL, truncate, at("a"), 3 << 20), 0);
    signal(SIGXFSZ, SIG_IGN);
    CHECK_INT(setrlimit(RLIMIT_FSIZE, &mebibyte), 0);
    CHECK_INT(DO(&f, &req, copyfile, at("a"), at("b"), 0), -EFBIG);
    CHECK_INT(NOW(&f, NULL, stat, at("b"), &st), -ENOENT);
    CHECK_INT(NOW(&f, NULL, stat, at("a"), &st), 0);
    CHECK_INT(st.size, 3 << 20);
    fixture_close(&f);
}

static char *pattern(size_t size)
{
    char *bytes = malloc(size);

    CHECK(bytes != NULL);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)(i * 31 + i / 251);
    return bytes;
}

TEST(a_big_file_is_copied_whole)
{
    const size_t size = 3 * 1024 * 1024 + 17;
    fixture f;
    orr_fs req = { .result = 0 };
    char *bytes = pattern(size);
    orr_buf buf = { bytes, size };

    test_cleanup(free, bytes);
    fixture_open(&f);
    int fd = NOW(&f, NULL, open, at("a"), O_WRONLY | O_CREAT, 0600);
    CHECK(fd >= 0);
    CHECK_INT(NOW(&f, NULL, write, fd, &buf, 1, 0), (intmax_t)size);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    CHECK_INT(DO(&f, &req, copyfile, at("a"), at("b"), 0), 0);
    CHECK_INT(NOW(&f, &req, read_file, at("b")), (intmax_t)size);
    CHECK(memcmp(req.ptr, bytes, size) == 0);
    orr_fs_cleanup(&req);
    fixture_close(&f);
}

TEST(sendfile_moves_a_part_of_a_file)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    put(&f, at("a"), "0123456789");
    int in = NOW(&f, NULL, open, at("a"), O_RDONLY, 0);
    int out = NOW(&f, NULL, open, at("b"), O_WRONLY | O_CREAT, 0600);
    CHECK(in >= 0 && out >= 0);
    CHECK_INT(DO(&f, &req, sendfile, out, in, 3, 4), 4);
    CHECK_INT(DO(&f, &req, sendfile, out, in, 8, 100), 2);
    CHECK_INT(DO(&f, &req, sendfile, out, in, 10, 100), 0);
    CHECK_INT(NOW(&f, NULL, close, in), 0);
    CHECK_INT(NOW(&f, NULL, close, out), 0);
    expect(&f, at("b"), "345689");
    CHECK_INT(DO(&f, &req, sendfile, 9999, 9998, 0, 1), -EBADF);
    fixture_close(&f);
}

/* The kernel's sendfile refuses this one, so the bytes go by hand. */
TEST(sendfile_writes_to_a_file_opened_for_appending)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    put(&f, at("a"), "tail");
    put(&f, at("b"), "head ");
    int in = NOW(&f, NULL, open, at("a"), O_RDONLY, 0);
    int out = NOW(&f, NULL, open, at("b"), O_WRONLY | O_APPEND, 0);
    CHECK(in >= 0 && out >= 0);
    CHECK_INT(DO(&f, &req, sendfile, out, in, 0, 4), 4);
    CHECK_INT(NOW(&f, NULL, close, in), 0);
    CHECK_INT(NOW(&f, NULL, close, out), 0);
    expect(&f, at("b"), "head tail");
    fixture_close(&f);
}

TEST_REAL(sendfile_writes_to_a_pipe_and_reads_from_one)
{
    fixture f;
    orr_fs req = { .result = 0 };
    int ends[2];

    fixture_open(&f);
    CHECK_INT(pipe2(ends, O_CLOEXEC), 0);
    put(&f, at("a"), "through the pipe");
    int in = NOW(&f, NULL, open, at("a"), O_RDONLY, 0);
    int out = NOW(&f, NULL, open, at("b"), O_WRONLY | O_CREAT, 0600);
    CHECK(in >= 0 && out >= 0);
    CHECK_INT(DO(&f, &req, sendfile, ends[1], in, 8, 8), 8);
    CHECK_INT(DO(&f, &req, sendfile, out, ends[0], 0, 8), 8);
    expect(&f, at("b"), "the pipe");
    close(ends[0]);
    close(ends[1]);
    CHECK_INT(NOW(&f, NULL, close, in), 0);
    CHECK_INT(NOW(&f, NULL, close, out), 0);
    fixture_close(&f);
}
