/*
 * backend_uring_file.c: files on the io_uring back end, which does them in one
 * of three ways: by a system call, in the ring, on the pool. Which one it was
 * must not be seen. uring/file.c says when it takes which.
 */
#include "backend.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEST_URING(name_) TEST_ON(name_, TEST_ON_URING)

/* ---- Helpers ---------------------------------------------------------- */

/* Look once, and expect nothing. */
static void look_for_nothing(backend *b)
{
    orr__event ev;

    CHECK_INT(b->table->wait(b->poll, 0), 0);
    CHECK(!b->table->next(b->poll, &ev));
}

static int64_t do_file(backend *b, orr__op *op)
{
    orr__event ev;

    backend_submit(b, op);
    backend_event(b, &ev);
    CHECK(ev.op == op);
    CHECK(!ev.more);
    return ev.result;
}

static int64_t do_paths(backend *b, uint8_t code, const char *path,
                        const char *path2, uint32_t mode)
{
    orr__op op = { .code = code };

    op.u.fs.path = path;
    op.u.fs.path2 = path2;
    op.u.fs.mode = mode;
    return do_file(b, &op);
}

static const char *in_dir(const char *name)
{
    static char paths[8][512];
    static int n;
    char *path = paths[n++ % 8];

    snprintf(path, sizeof paths[0], "%s/%s", test_dir(), name);
    return path;
}

static int open_new(backend *b, const char *path)
{
    orr__op op = { .code = OP_OPEN };

    op.u.fs.path = path;
    op.u.fs.flags = O_RDWR | O_CREAT | O_EXCL;
    op.u.fs.mode = 0600;
    int64_t fd = do_file(b, &op);
    CHECK(fd >= 0);
    CHECK_INT(fcntl((int)fd, F_GETFD), FD_CLOEXEC);
    return (int)fd;
}

/* ---- Tests ------------------------------------------------------------ */

TEST_URING(files_are_written_and_read_through_the_ring)
{
    backend b;
    char head[3], tail[16];

    backend_open(&b, 0);
    int fd = open_new(&b, in_dir("file"));
    char hello[] = "hello ", world[] = "world";
    orr_buf out[] = { { hello, 6 }, { world, 5 } };
    orr__op write = { .code = OP_WRITE,
                      .fd = fd,
                      .u.io = { out, .nbufs = 2, .offset = 2 } };
    CHECK_INT(do_file(&b, &write), 11);
    orr__op sync = { .code = OP_FDATASYNC, .fd = fd };
    CHECK_INT(do_file(&b, &sync), 0);
    sync.code = OP_FSYNC;
    CHECK_INT(do_file(&b, &sync), 0);

    orr_buf in[] = { { head, sizeof head }, { tail, sizeof tail } };
    orr__op read = { .code = OP_READ,
                     .fd = fd,
                     .u.io = { in, .nbufs = 2, .offset = 2 } };
    CHECK_INT(do_file(&b, &read), 11);
    CHECK(memcmp(head, "hel", 3) == 0 && memcmp(tail, "lo world", 8) == 0);

    orr__op truncate = { .code = OP_FTRUNCATE, .fd = fd };
    truncate.u.fs.a = 5;
    CHECK_INT(do_file(&b, &truncate), 0);
    CHECK_INT(lseek(fd, 0, SEEK_END), 5);
    orr__op close = { .code = OP_CLOSE, .fd = fd };
    CHECK_INT(do_file(&b, &close), 0);
    CHECK_INT(fcntl(fd, F_GETFD), -1);
    CHECK_INT(do_file(&b, &close), -EBADF);
    backend_close(&b);
}

TEST_URING(names_are_made_and_removed_through_the_ring)
{
    const char *dir = in_dir("dir"), *file = in_dir("dir/file");
    const char *hard = in_dir("dir/hard"), *soft = in_dir("dir/soft");
    char text[32] = "";
    backend b;

    backend_open(&b, 0);
    CHECK_INT(do_paths(&b, OP_MKDIR, dir, NULL, 0700), 0);
    CHECK_INT(do_paths(&b, OP_MKDIR, dir, NULL, 0700), -EEXIST);
    backend_close_fd(&b, open_new(&b, in_dir("old")));
    CHECK_INT(do_paths(&b, OP_RENAME, in_dir("old"), file, 0), 0);
    CHECK_INT(do_paths(&b, OP_LINK, file, hard, 0), 0);
    CHECK_INT(do_paths(&b, OP_SYMLINK, "any text", soft, 0), 0);
    CHECK_INT(readlink(soft, text, sizeof text), 8);
    CHECK_STR(text, "any text");
    CHECK_INT(do_paths(&b, OP_UNLINK, dir, NULL, 0), -EISDIR);
    CHECK_INT(do_paths(&b, OP_RMDIR, dir, NULL, 0), -ENOTEMPTY);
    CHECK_INT(do_paths(&b, OP_UNLINK, file, NULL, 0), 0);
    CHECK_INT(do_paths(&b, OP_UNLINK, hard, NULL, 0), 0);
    CHECK_INT(do_paths(&b, OP_UNLINK, soft, NULL, 0), 0);
    CHECK_INT(do_paths(&b, OP_UNLINK, soft, NULL, 0), -ENOENT);
    CHECK_INT(do_paths(&b, OP_RMDIR, dir, NULL, 0), 0);
    backend_close(&b);
}

/* More reads than are done by system call, so that some are in the ring when
 * the close, which is for the pool, overtakes them. */
TEST_URING(reads_begun_before_a_close_are_of_the_right_file)
{
    enum { N = 8 };
    char bytes[N];
    orr_buf bufs[N];
    orr__op reads[N];
    orr__event ev;
    backend b;

    backend_open(&b, 0);
    look_for_nothing(&b);
    int fd = open_new(&b, in_dir("closed"));
    CHECK_INT(write(fd, "a", 1), 1);
    for (int i = 0; i < N; i++) {
        bufs[i] = (orr_buf){ &bytes[i], 1 };
        reads[i] = (orr__op){ .code = OP_READ,
                              .fd = fd,
                              .u.io = { &bufs[i], .nbufs = 1 } };
        backend_submit(&b, &reads[i]);
    }
    orr__op close = { .code = OP_CLOSE, .fd = fd };
    backend_submit(&b, &close);
    while (fcntl(fd, F_GETFD) >= 0)
        usleep(100);
    for (int i = 0; i <= N; i++) {
        backend_event(&b, &ev);
        CHECK_INT(ev.result, ev.op != &close);
    }
    backend_close(&b);
}

/* A read from a pipe waits inside the kernel, with our memory. */
TEST_URING(a_file_operation_in_the_kernel_cannot_be_taken_back)
{
    backend b;
    orr__event ev;
    int fds[2];
    char into[8] = "";

    backend_open(&b, 0);
    CHECK_INT(pipe2(fds, O_CLOEXEC), 0);
    orr_buf buf = { into, sizeof into };
    orr__op read_op = { .code = OP_READ,
                        .fd = fds[0],
                        .u.io = { &buf, .nbufs = 1, .offset = -1 } };
    backend_submit(&b, &read_op);
    CHECK_INT(b.table->cancel(b.poll, &read_op), 0); /* not yet begun */
    look_for_nothing(&b);

    backend_submit(&b, &read_op);
    look_for_nothing(&b);
    CHECK_INT(b.table->cancel(b.poll, &read_op), -EBUSY);
    CHECK_INT(write(fds[1], "bytes", 5), 5);
    backend_event(&b, &ev);
    CHECK(ev.op == &read_op);
    CHECK_INT(ev.result, 5);
    CHECK_STR(into, "bytes");
    close(fds[0]);
    close(fds[1]);
    backend_close(&b);
}

/* The ring would open it without waiting, and the reader meet its end. */
TEST_URING(opening_a_fifo_waits_for_the_other_end)
{
    const char *path = in_dir("fifo");
    backend b;
    orr__event ev;

    backend_open(&b, 0);
    CHECK_INT(mkfifo(path, 0600), 0);
    orr__op open_op = { .code = OP_OPEN };
    open_op.u.fs.path = path;
    backend_submit(&b, &open_op);
    backend_quiet(&b);
    int writer = open(path, O_WRONLY | O_CLOEXEC);
    CHECK(writer >= 0);
    backend_event(&b, &ev);
    CHECK(ev.op == &open_op && ev.result >= 0);
    close((int)ev.result);
    close(writer);
    backend_close(&b);
}

/* The ring has opened it by then. */
TEST_URING(a_fifo_in_the_place_of_a_file_waits_for_the_other_end)
{
    const char *path = in_dir("turned");
    char byte = 0;
    backend b;
    orr__event ev;

    backend_open(&b, 0);
    close(open_new(&b, path));
    for (int i = 0; i < 20; i++) {
        orr__op op = { .code = OP_OPEN };
        op.u.fs.path = path;
        close((int)do_file(&b, &op));
    }
    CHECK_INT(unlink(path), 0);
    CHECK_INT(mkfifo(path, 0600), 0);
    orr__op open_op = { .code = OP_OPEN };
    open_op.u.fs.path = path;
    backend_submit(&b, &open_op);
    backend_quiet(&b);
    int writer = open(path, O_WRONLY | O_CLOEXEC);
    CHECK(writer >= 0);
    CHECK_INT(write(writer, "w", 1), 1);
    backend_event(&b, &ev);
    CHECK(ev.op == &open_op && ev.result >= 0);
    CHECK_INT(read((int)ev.result, &byte, 1), 1);
    CHECK_INT(byte, 'w');
    close((int)ev.result);
    close(writer);
    backend_close(&b);
}

/* Opened often, it is opened by the ring, and closed by it. */
TEST_URING(a_file_that_is_opened_again_and_again_is_the_same_each_time)
{
    const char *path = in_dir("often");
    char byte = 'b';
    orr_buf buf = { &byte, 1 };
    backend b;

    backend_open(&b, 0);
    int first = open_new(&b, path);
    CHECK_INT(write(first, "a", 1), 1);
    for (int i = 0; i < 20; i++) {
        orr__op op = { .code = OP_OPEN };
        op.u.fs.path = path;
        int64_t fd = do_file(&b, &op);
        CHECK(fd >= 0);
        CHECK_INT(fcntl((int)fd, F_GETFL) & (O_ACCMODE | O_NONBLOCK), 0);
        CHECK_INT(fcntl((int)fd, F_GETFD), FD_CLOEXEC);
        op = (orr__op){ .code = OP_READ,
                        .fd = (int)fd,
                        .u.io = { &buf, .nbufs = 1 } };
        CHECK_INT(do_file(&b, &op), 1);
        CHECK_INT(byte, 'a');
        op = (orr__op){ .code = OP_CLOSE, .fd = (int)fd };
        CHECK_INT(do_file(&b, &op), 0);
        CHECK_INT(fcntl((int)fd, F_GETFD), -1);
    }
    CHECK_INT(do_paths(&b, OP_OPEN, in_dir("nothing"), NULL, 0), -ENOENT);
    backend_close_fd(&b, first);
    backend_close(&b);
}
