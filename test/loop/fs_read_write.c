/* fs_read_write.c - open, close, read, write, and the length of files. */
#include "fs_help.h"

#include <sys/resource.h>

TEST(a_file_is_written_and_read_back)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char got[16] = { 0 };
    char text[] = "clockwork";
    orr_buf out = { text, 9 };
    orr_buf in = { got, sizeof got };

    fixture_open(&f);
    int fd = (int)DO(&f, &req, open, at("a"), O_RDWR | O_CREAT, 0600);
    CHECK(fd >= 0);
    CHECK_INT(DO(&f, &req, write, fd, &out, 1, -1), 9);
    CHECK_INT(DO(&f, &req, read, fd, &in, 1, 0), 9);
    CHECK_STR(got, "clockwork");
    CHECK_INT(DO(&f, &req, close, fd), 0);
    fixture_close(&f);
}

TEST(the_same_calls_without_a_function_are_done_at_once)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char got[16] = { 0 };
    char text[] = "at once";
    orr_buf out = { text, 7 };
    orr_buf in = { got, sizeof got };

    fixture_open(&f);
    int fd = NOW(&f, &req, open, at("a"), O_RDWR | O_CREAT, 0600);
    CHECK(fd >= 0);
    CHECK_INT(req.result, fd);
    CHECK_INT(NOW(&f, NULL, write, fd, &out, 1, 0), 7);
    CHECK_INT(NOW(&f, &req, read, fd, &in, 1, 0), 7);
    CHECK_INT(req.result, 7);
    CHECK_STR(got, "at once");
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

/* Offset -1 is the descriptor's position, which any other leaves alone. */
TEST(reads_without_an_offset_go_on_where_the_last_one_ended)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char got[4] = { 0 };
    orr_buf in = { got, 3 };

    fixture_open(&f);
    put(&f, at("a"), "abcdefgh");
    int fd = NOW(&f, NULL, open, at("a"), O_RDONLY, 0);
    CHECK(fd >= 0);
    CHECK_INT(DO(&f, &req, read, fd, &in, 1, -1), 3);
    CHECK_STR(got, "abc");
    CHECK_INT(DO(&f, &req, read, fd, &in, 1, 5), 3);
    CHECK_STR(got, "fgh");
    CHECK_INT(DO(&f, &req, read, fd, &in, 1, -1), 3);
    CHECK_STR(got, "def");
    CHECK_INT(DO(&f, &req, read, fd, &in, 1, -1), 2);
    CHECK_INT(DO(&f, &req, read, fd, &in, 1, -1), 0);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    fixture_close(&f);
}

TEST(several_buffers_are_filled_and_written_in_order)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char a[3] = { 0 }, b[6] = { 0 };
    char one[] = "one", two[] = "", three[] = "three";
    orr_buf out[3] = { { one, 3 }, { two, 0 }, { three, 5 } };
    orr_buf in[2] = { { a, 2 }, { b, 5 } };

    fixture_open(&f);
    int fd = NOW(&f, NULL, open, at("a"), O_RDWR | O_CREAT, 0600);
    CHECK(fd >= 0);
    CHECK_INT(DO(&f, &req, write, fd, out, 3, 2), 8);
    CHECK_STR(out[0].base, "one"); /* the array is ours and unchanged */
    CHECK_INT(out[0].len, 3);
    CHECK_INT(DO(&f, &req, read, fd, in, 2, 2), 7);
    CHECK_STR(a, "on");
    CHECK_STR(b, "ethre");
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    fixture_close(&f);
}

/* The kernel takes 1024 at a time. */
TEST(a_write_takes_more_buffers_than_the_kernel_does_at_once)
{
    enum { N = 2500 };
    fixture f;
    orr_fs req = { .result = 0 };
    static orr_buf bufs[N];
    char two[] = "ab";
    orr_stat st;

    fixture_open(&f);
    for (int i = 0; i < N; i++)
        bufs[i] = (orr_buf){ two, 2 };
    int fd = NOW(&f, NULL, open, at("a"), O_RDWR | O_CREAT, 0600);
    CHECK(fd >= 0);
    CHECK_INT(DO(&f, &req, write, fd, bufs, N, -1), 2 * N);
    CHECK_INT(NOW(&f, NULL, write, fd, bufs, N, -1), 2 * N);
    CHECK_INT(NOW(&f, NULL, fstat, fd, &st), 0);
    CHECK_INT(st.size, 4 * N);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    fixture_close(&f);
}

TEST(a_read_past_the_end_finds_nothing)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char got[4];
    orr_buf in = { got, sizeof got };

    fixture_open(&f);
    put(&f, at("a"), "abc");
    int fd = NOW(&f, NULL, open, at("a"), O_RDONLY, 0);
    CHECK(fd >= 0);
    CHECK_INT(DO(&f, &req, read, fd, &in, 1, 1), 2);
    CHECK_INT(DO(&f, &req, read, fd, &in, 1, 100), 0);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    fixture_close(&f);
}

TEST(a_write_beyond_the_end_leaves_zeroes_before_it)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char text[] = "x";
    orr_buf out = { text, 1 };

    fixture_open(&f);
    put(&f, at("a"), "");
    int fd = NOW(&f, NULL, open, at("a"), O_RDWR, 0);
    CHECK(fd >= 0);
    CHECK_INT(DO(&f, &req, write, fd, &out, 1, 3), 1);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    CHECK_INT(NOW(&f, &req, read_file, at("a")), 4);
    CHECK(memcmp(req.ptr, "\0\0\0x", 5) == 0);
    orr_fs_cleanup(&req);
    fixture_close(&f);
}

TEST(writes_to_a_file_opened_for_appending_go_to_its_end)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char text[] = "more";
    orr_buf out = { text, 4 };

    fixture_open(&f);
    put(&f, at("a"), "some");
    int fd = NOW(&f, NULL, open, at("a"), O_WRONLY | O_APPEND, 0);
    CHECK(fd >= 0);
    CHECK_INT(DO(&f, &req, write, fd, &out, 1, -1), 4);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    expect(&f, at("a"), "somemore");
    fixture_close(&f);
}

TEST(opening_says_what_is_wrong_with_a_path)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    put(&f, at("file"), "x");
    CHECK_INT(NOW(&f, NULL, mkdir, at("dir"), 0755), 0);
    CHECK_INT(NOW(&f, NULL, symlink, "loop", at("loop")), 0);
    CHECK_INT(DO(&f, &req, open, at("none"), O_RDONLY, 0), -ENOENT);
    CHECK_INT(DO(&f, &req, open, at("file/x"), O_RDONLY, 0), -ENOTDIR);
    CHECK_INT(DO(&f, &req, open, at("dir"), O_WRONLY, 0), -EISDIR);
    CHECK_INT(DO(&f, &req, open, at("loop"), O_RDONLY, 0), -ELOOP);
    CHECK_INT(DO(&f, &req, open, at("file"), O_WRONLY | O_CREAT | O_EXCL, 0600),
              -EEXIST);
    CHECK_INT(NOW(&f, NULL, open, at("none"), O_RDONLY, 0), -ENOENT);
    fixture_close(&f);
}

TEST(a_descriptor_that_is_not_open_is_a_bad_one)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char got[4];
    orr_buf buf = { got, sizeof got };
    orr_stat st;

    fixture_open(&f);
    CHECK_INT(DO(&f, &req, read, 9999, &buf, 1, 0), -EBADF);
    CHECK_INT(DO(&f, &req, write, 9999, &buf, 1, 0), -EBADF);
    CHECK_INT(DO(&f, &req, fstat, 9999, &st), -EBADF);
    CHECK_INT(DO(&f, &req, close, 9999), -EBADF);
    CHECK_INT(NOW(&f, NULL, close, 9999), -EBADF);
    CHECK_INT(NOW(&f, NULL, fsync, 9999), -EBADF);
    fixture_close(&f);
}

TEST(a_directory_can_be_opened_but_not_read)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char got[4];
    orr_buf in = { got, sizeof got };

    fixture_open(&f);
    int fd = (int)DO(&f, &req, open, test_dir(), O_RDONLY | O_DIRECTORY, 0);
    CHECK(fd >= 0);
    CHECK_INT(DO(&f, &req, read, fd, &in, 1, 0), -EISDIR);
    CHECK_INT(DO(&f, &req, close, fd), 0);
    fixture_close(&f);
}

TEST(a_file_is_made_shorter_and_longer)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    put(&f, at("a"), "abcdef");
    CHECK_INT(DO(&f, &req, truncate, at("a"), 3), 0);
    expect(&f, at("a"), "abc");
    int fd = NOW(&f, NULL, open, at("a"), O_RDWR, 0);
    CHECK(fd >= 0);
    CHECK_INT(DO(&f, &req, ftruncate, fd, 5), 0);
    CHECK_INT(NOW(&f, &req, read_file, at("a")), 5);
    CHECK(memcmp(req.ptr, "abc\0\0", 6) == 0);
    orr_fs_cleanup(&req);
    CHECK_INT(DO(&f, &req, fsync, fd), 0);
    CHECK_INT(DO(&f, &req, fdatasync, fd), 0);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    CHECK_INT(DO(&f, &req, truncate, at("none"), 0), -ENOENT);
    fixture_close(&f);
}

typedef struct many {
    orr_fs req;
    char byte;
    orr_buf buf;
    int *left;
} many;

static void count_down(orr_fs *req)
{
    many *m = (many *)(void *)req;

    CHECK_INT(req->result, 1);
    --*m->left;
}

TEST(many_reads_are_under_way_at_once)
{
    enum { N = 300 };
    fixture f;
    static many jobs[N];
    int left = N;
    char text[N + 1];

    fixture_open(&f);
    memset(jobs, 0, sizeof jobs);
    for (int i = 0; i < N; i++)
        text[i] = (char)('a' + i % 26);
    text[N] = 0;
    put(&f, at("a"), text);
    int fd = NOW(&f, NULL, open, at("a"), O_RDONLY, 0);
    CHECK(fd >= 0);
    for (int i = 0; i < N; i++) {
        jobs[i].left = &left;
        jobs[i].buf = (orr_buf){ &jobs[i].byte, 1 };
        CHECK_INT(orr_fs_read(f.loop, &jobs[i].req, fd, &jobs[i].buf, 1, i,
                              count_down),
                  0);
    }
    fixture_run(&f);
    CHECK_INT(left, 0);
    for (int i = 0; i < N; i++)
        CHECK_INT(jobs[i].byte, text[i]);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    fixture_close(&f);
}

/* The path is the caller's again as soon as the call returns. */
TEST(a_path_is_copied)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;
    char path[512];

    fixture_open(&f);
    put(&f, at("a"), "x");
    snprintf(path, sizeof path, "%s", at("a"));
    CHECK_INT(orr_fs_stat(f.loop, &req, path, &st, fs_called), 0);
    memset(path, 'z', sizeof path - 1);
    const int64_t result = fs_finish(&f, &req, 0);
    CHECK_INT(result, 0);
    CHECK_INT(st.size, 1);
    fixture_close(&f);
}

TEST(no_file_callback_starts_inside_the_call)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;

    fixture_open(&f);
    fs_calls = 0;
    CHECK_INT(orr_fs_stat(f.loop, &req, "/", &st, fs_called), 0);
    CHECK_INT(fs_calls, 0);
    CHECK(orr_alive(f.loop));
    CHECK_INT(orr_loop_close(f.loop), -EBUSY);
    const int64_t result = fs_finish(&f, &req, 0);
    CHECK_INT(result, 0);
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

static void start_again(orr_fs *req)
{
    static orr_stat st;
    int *left = req->req.data;

    CHECK_INT(req->result, 0);
    if (--*left > 0)
        CHECK_INT(orr_fs_stat(req->req.loop, req, "/", &st, start_again), 0);
}

TEST(a_request_can_be_used_again_in_its_own_callback)
{
    fixture f;
    int left = 5;
    orr_fs req = { .req.data = &left };
    orr_stat st;

    fixture_open(&f);
    CHECK_INT(orr_fs_stat(f.loop, &req, "/", &st, start_again), 0);
    CHECK_INT(orr_fs_stat(f.loop, &req, "/", &st, start_again), -EBUSY);
    CHECK_INT(NOW(&f, &req, stat, "/", &st), -EBUSY);
    fixture_run(&f);
    CHECK_INT(left, 0);
    fixture_close(&f);
}

TEST_REAL(no_descriptor_is_left_to_a_program_that_is_executed)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    put(&f, at("a"), "x");
    int fd = (int)DO(&f, &req, open, at("a"), O_RDONLY, 0);
    CHECK(fd >= 0);
    CHECK_INT(fcntl(fd, F_GETFD), FD_CLOEXEC);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    fd = (int)DO(&f, &req, mkstemp, at("XXXXXX"));
    CHECK(fd >= 0);
    CHECK_INT(fcntl(fd, F_GETFD), FD_CLOEXEC);
    orr_fs_cleanup(&req);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    fixture_close(&f);
}

TEST_REAL(a_full_disk_is_reported)
{
    fixture f;
    orr_fs req = { .result = 0 };
    char text[] = "x";
    orr_buf buf = { text, 1 };

    fixture_open(&f);
    int fd = (int)DO(&f, &req, open, "/dev/full", O_WRONLY, 0);
    CHECK(fd >= 0);
    CHECK_INT(DO(&f, &req, write, fd, &buf, 1, -1), -ENOSPC);
    CHECK_INT(NOW(&f, NULL, write, fd, &buf, 1, 0), -ENOSPC);
    CHECK_INT(DO(&f, &req, close, fd), 0);
    fixture_close(&f);
}

TEST_REAL(running_out_of_descriptors_is_reported)
{
    fixture f;
    orr_fs req = { .result = 0 };
    struct rlimit limit;
    orr_stat st;

    fixture_open(&f);
    put(&f, at("a"), "x");
    CHECK_INT(NOW(&f, &req, stat, at("a"), &st), 0); /* the pool is there */
    int next = (int)DO(&f, &req, open, at("a"), O_RDONLY, 0);
    CHECK(next >= 0);
    CHECK_INT(getrlimit(RLIMIT_NOFILE, &limit), 0);
    rlim_t before = limit.rlim_cur;
    limit.rlim_cur = (rlim_t)next; /* nothing below is free */
    CHECK_INT(setrlimit(RLIMIT_NOFILE, &limit), 0);
    for (int i = 0; i < 3; i++) {
        CHECK_INT(DO(&f, &req, open, at("a"), O_RDONLY, 0), -EMFILE);
        CHECK_INT(DO(&f, &req, read_file, at("a")), -EMFILE);
        CHECK_INT(DO(&f, &req, scandir, test_dir()), -EMFILE);
        CHECK_INT(DO(&f, &req, stat, at("a"), &st), 0); /* needs none */
    }
    limit.rlim_cur = before;
    CHECK_INT(setrlimit(RLIMIT_NOFILE, &limit), 0);
    CHECK_INT(NOW(&f, NULL, close, next), 0);
    fixture_close(&f);
}
