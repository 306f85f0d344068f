/*
 * fs_cached.c - the fast side of files: what is done on the loop's own thread
 * is right, and what could wait is refused with nothing done.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "fs_help.h"
#include "poll/sys/fs.h"

static const orr_allocator counted = { NULL, test_resize };

static int64_t slow(orr__op *op)
{
    return orr__sys_fs(&counted, op);
}

static int64_t fast(orr__op *op)
{
    return orr__sys_fs_cached(&counted, op);
}

/* What the kernel knows without waiting, it may still refuse while another
 * process renames a file or memory is taken back: ask again then. */
static int64_t fast_at_last(orr__op *op)
{
    int64_t result = -EAGAIN;

    for (int tries = 0; tries < 1000 && result == -EAGAIN; tries++)
        result = fast(op);
    return result;
}

static int64_t whole(int64_t (*how)(orr__op *op), const char *path,
                     const char *want)
{
    orr__op op = { .code = OP_READ_FILE, .u.fs.path = path };
    int64_t n = how(&op);

    if (n >= 0) {
        CHECK_INT(n, (intmax_t)strlen(want));
        CHECK_STR(op.u.fs.made, want);
        CHECK_INT(op.made_len, n);
        orr__free(&counted, op.u.fs.made);
    }
    orr__fs_drop_opened(&op);
    return n;
}

static void make(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

    CHECK(fd >= 0);
    CHECK_INT(write(fd, text, strlen(text)), (intmax_t)strlen(text));
    close(fd);
}

/* A clock that stands still: a slow machine finds no note out of date. */
#define STILL 100

/* Where the kernel or the file system has no fast side, there is nothing to
 * be seen here. */
static void need_fast_side(void)
{
    orr__fs_set_note_second(STILL);
    make(at("probe"), "probe");
    whole(slow, at("probe"), "probe");
    if (whole(fast, at("probe"), "probe") == -EAGAIN)
        SKIP("no fast side for files here");
}

TEST_PLAIN(a_file_is_read_fast_once_it_was_read_slowly)
{
    need_fast_side();
    make(at("a"), "hello");
    CHECK_INT(whole(fast, at("a"), "hello"), -EAGAIN);
    CHECK_INT(whole(slow, at("a"), "hello"), 5);
    CHECK_INT(whole(fast_at_last, at("a"), "hello"), 5);
    make(at("a"), "other bytes"); /* what is cached is the note alone */
    CHECK_INT(whole(fast_at_last, at("a"), "other bytes"), 11);
    CHECK_INT(unlink(at("a")), 0);
    CHECK_INT(whole(fast_at_last, at("a"), ""), -ENOENT);
}

TEST_PLAIN(what_was_found_is_out_of_date_after_a_second)
{
    need_fast_side();
    CHECK_INT(whole(fast_at_last, at("probe"), "probe"), 5);
    orr__fs_set_note_second(STILL + 1); /* it may be almost two old */
    CHECK_INT(whole(fast_at_last, at("probe"), "probe"), 5);
    orr__fs_set_note_second(STILL + 2);
    CHECK_INT(whole(fast, at("probe"), "probe"), -EAGAIN);
}

/* The path is noted as a file when it becomes a FIFO. */
static void make_fifo_of_noted_file(void)
{
    need_fast_side();
    make(at("a"), "hello");
    CHECK_INT(whole(slow, at("a"), "hello"), 5);
    CHECK_INT(unlink(at("a")), 0);
    CHECK_INT(mkfifo(at("a"), 0600), 0);
}

/* This fails while nobody has the FIFO open for reading. */
static int open_writer(void)
{
    return open(at("a"), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
}

/* A reader that comes and goes would leave a writer with a broken pipe. */
TEST_PLAIN(a_fifo_in_the_place_of_a_file_stays_open_for_the_slow_side)
{
    make_fifo_of_noted_file();
    orr__op op = { .code = OP_READ_FILE, .u.fs.path = at("a") };
    CHECK_INT(fast(&op), -EAGAIN);
    int writer = open_writer();
    CHECK(writer >= 0);
    CHECK_INT(write(writer, "bytes", 5), 5);
    close(writer);
    const int64_t n = slow(&op); /* once: it would wait for another writer */
    CHECK_INT(n, 5);
    CHECK_STR(op.u.fs.made, "bytes");
    orr__free(&counted, op.u.fs.made);
    CHECK_INT(open_writer(), -1); /* it was closed */
}

TEST_PLAIN(the_slow_side_opens_a_fifo_that_the_fast_side_met_only_once)
{
    char byte = 0;

    make_fifo_of_noted_file();
    orr__op op = { .code = OP_OPEN, .u.fs.path = at("a") };
    CHECK_INT(fast(&op), -EAGAIN);
    int writer = open_writer();
    CHECK(writer >= 0);
    CHECK_INT(write(writer, "b", 1), 1);
    close(writer);
    int fd = (int)slow(&op);
    CHECK(fd >= 0);
    CHECK_INT(fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
    CHECK_INT(read(fd, &byte, 1), 1);
    CHECK_INT(byte, 'b');
    close(fd);
}

TEST_PLAIN(an_operation_that_is_dropped_closes_what_it_keeps_open)
{
    make_fifo_of_noted_file();
    orr__op op = { .code = OP_OPEN, .u.fs.path = at("a") };
    CHECK_INT(fast(&op), -EAGAIN);
    orr__fs_drop_opened(&op);
    CHECK_INT(open_writer(), -1);
}

TEST_PLAIN(a_directory_is_left_to_the_slow_side)
{
    need_fast_side();
    CHECK_INT(whole(slow, test_dir(), ""), -EISDIR);
    CHECK_INT(whole(fast, test_dir(), ""), -EAGAIN);
}

static int64_t open_read(int64_t (*how)(orr__op *op), const char *path)
{
    orr__op op = { .code = OP_OPEN, .u.fs.path = path };
    op.u.fs.flags = O_RDONLY;
    int64_t fd = how(&op);
    orr__fs_drop_opened(&op);
    return fd;
}

static int64_t close_op(int64_t (*how)(orr__op *op), int64_t fd)
{
    orr__op op = { .code = OP_CLOSE, .fd = (int)fd };
    return how(&op);
}

TEST_PLAIN(a_path_is_opened_fast_after_it_was_opened_slowly_twice)
{
    need_fast_side();
    make(at("a"), "hello");
    for (int i = 0; i < 2; i++) {
        CHECK_INT(open_read(fast, at("a")), -EAGAIN);
        int64_t fd = open_read(slow, at("a"));
        CHECK(fd >= 0);
        CHECK_INT(close_op(slow, fd), 0);
    }
    int64_t fd = open_read(fast_at_last, at("a"));
    CHECK(fd >= 0);
    CHECK_INT(fcntl((int)fd, F_GETFL) & O_NONBLOCK, 0);
    CHECK_INT(fcntl((int)fd, F_GETFD), FD_CLOEXEC);
    CHECK_INT(close_op(fast, fd), 0);
    CHECK_INT(close_op(slow, fd), -EBADF);
}

TEST_PLAIN(a_file_that_is_to_be_written_is_left_to_the_slow_side)
{
    need_fast_side();
    orr__op op = { .code = OP_OPEN, .u.fs.path = at("probe") };
    op.u.fs.flags = O_RDWR;
    CHECK_INT(fast(&op), -EAGAIN);
    int fd = open(at("probe"), O_RDWR | O_CLOEXEC);
    CHECK(fd >= 0);
    CHECK_INT(close_op(fast, fd), -EAGAIN);
    CHECK_INT(close_op(slow, fd), 0);
}

/* The last close of a file without a name frees its blocks. */
TEST_PLAIN(a_file_without_a_name_is_closed_by_the_slow_side)
{
    need_fast_side();
    make(at("a"), "x");
    int fd = open(at("a"), O_RDONLY | O_CLOEXEC);
    CHECK(fd >= 0);
    CHECK_INT(unlink(at("a")), 0);
    CHECK_INT(close_op(fast, fd), -EAGAIN);
    CHECK_INT(close_op(slow, fd), 0);
}

static int64_t read_op(int fd, char *buf, size_t len, int64_t offset)
{
    orr_buf v = { buf, len };
    orr__op op = { .code = OP_READ, .fd = fd };

    op.u.io.bufs = &v;
    op.u.io.nbufs = 1;
    op.u.io.offset = offset;
    return fast(&op);
}

TEST_PLAIN(bytes_in_memory_are_read_fast_and_a_short_read_is_the_end)
{
    char buf[16] = { 0 };

    need_fast_side();
    make(at("a"), "0123456789");
    int fd = open(at("a"), O_RDONLY | O_CLOEXEC);
    CHECK(fd >= 0);
    CHECK_INT(read_op(fd, buf, 4, 2), 4);
    CHECK_STR(buf, "2345");
    CHECK_INT(read_op(fd, buf, sizeof buf, 8), 2);
    CHECK_INT(read_op(fd, buf, sizeof buf, 100), 0);
    CHECK_INT(read_op(fd, buf, 4, -1), -EAGAIN); /* could not be undone */
    CHECK_INT(lseek(fd, 0, SEEK_CUR), 0);
    close(fd);
}

/* Have only the first half of the file in memory, and read across the border:
 * all of it, or nothing. */
TEST_PLAIN(a_read_is_not_cut_short_where_memory_ends)
{
    static char bytes[32768];
    static char got[32768];
    enum { PART = 16384 };

    need_fast_side();
    memset(bytes, 'b', sizeof bytes);
    int fd = open(at("a"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    CHECK(fd >= 0);
    CHECK_INT(write(fd, bytes, sizeof bytes), (intmax_t)sizeof bytes);
    CHECK_INT(fdatasync(fd), 0);
    CHECK_INT(posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED), 0);
    CHECK_INT(posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM), 0);
    CHECK_INT(pread(fd, got, PART, 0), PART);
    int64_t n = read_op(fd, got, sizeof got, 0);
    CHECK(n == -EAGAIN || n == (int64_t)sizeof got);
    CHECK_INT(lseek(fd, 0, SEEK_CUR), (intmax_t)sizeof bytes);
    close(fd);
}

TEST_PLAIN(a_pipe_has_no_fast_side)
{
    int ends[2];
    char buf[4];

    CHECK_INT(pipe2(ends, O_CLOEXEC), 0);
    CHECK_INT(read_op(ends[0], buf, sizeof buf, -1), -EAGAIN);
    CHECK_INT(read_op(ends[0], buf, sizeof buf, 0), -EAGAIN);
    CHECK_INT(close_op(fast, ends[0]), -EAGAIN);
    close(ends[0]);
    close(ends[1]);
}

TEST_PLAIN(a_look_is_the_same_fast_and_slow)
{
    static const char *const paths[] = { "probe", "link", "gone", "" };
    orr_stat a, b;

    need_fast_side();
    CHECK_INT(symlink("gone", at("link")), 0);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        for (int follow = 0; follow < 2; follow++) {
            orr__op op = { .code = follow ? OP_STAT : OP_LSTAT,
                           .u.fs.path = at(paths[i]),
                           .u.fs.out = &a };
            memset(&a, 0, sizeof a);
            memset(&b, 0, sizeof b);
            int64_t want = slow(&op);
            op.u.fs.out = &b;
            CHECK_INT(fast_at_last(&op), want);
            CHECK(memcmp(&a, &b, sizeof a) == 0);
        }
    }
}

static int64_t transfer(int64_t (*how)(orr__op *op), orr__code code, int fd,
                        char *bytes, size_t len, int64_t offset)
{
    orr_buf buf = { bytes, len };
    orr__op op = { .code = (uint8_t)code, .fd = fd };

    op.u.io.bufs = &buf;
    op.u.io.nbufs = 1;
    op.u.io.offset = offset;
    return how(&op);
}

/* A file of memfd_create() is one of tmpfs. */
TEST_PLAIN(a_file_without_a_disk_is_written_and_read_fast)
{
    char text[] = "bytes", read[8] = "";

    need_fast_side();
    const int fd = memfd_create("orrery", MFD_CLOEXEC);
    CHECK(fd >= 0);
    CHECK_INT(transfer(slow, OP_WRITE, fd, text, 5, -1), 5);
    CHECK_INT(transfer(fast_at_last, OP_WRITE, fd, text, 5, -1), 5);
    CHECK_INT(transfer(fast_at_last, OP_WRITE, fd, text, 5, 1), 5);
    CHECK_INT(lseek(fd, 0, SEEK_SET), 0);
    CHECK_INT(transfer(fast_at_last, OP_READ, fd, read, 7, -1), 7);
    CHECK_STR(read, "bbytesy");
    CHECK_INT(transfer(fast_at_last, OP_READ, fd, read, 7, -1), 3);
    close(fd);
}

TEST_PLAIN(what_is_no_file_is_not_written_fast)
{
    char text[] = "bytes";
    int fds[2];

    CHECK_INT(pipe2(fds, O_CLOEXEC), 0);
    CHECK_INT(transfer(slow, OP_WRITE, fds[1], text, 5, -1), 5);
    CHECK_INT(transfer(fast, OP_WRITE, fds[1], text, 5, -1), -EAGAIN);
    CHECK_INT(transfer(fast, OP_READ, fds[0], text, 5, -1), -EAGAIN);
    close(fds[0]);
    close(fds[1]);
}
