/*
 * trace_file.c - the file that a trace is written to.
 *
 * It is a real file also when the program's own files are simulated, and has a
 * real clock. Each line is one write: a program may end at any moment, by
 * process.exit(), an exception or a signal that cannot be caught, and all lines
 * up to then are in the file. When the disk is full, the part of a line that
 * was written is truncated, and no more is written; the program goes on.
 */
#include "cli/trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A closed pipe (`-o - | head`) is treated like a full disk. */
int trace_file_open(trace_file *t, const char *path)
{
    *t = (trace_file){ .fd = STDOUT_FILENO };
    signal(SIGPIPE, SIG_IGN);
    if (strcmp(path, "-") == 0)
        return 0;
    t->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return t->fd < 0 ? -errno : 0;
}

/* A process that shares standard output may have made it non-blocking. */
static int wait_writable(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLOUT };

    return poll(&p, 1, -1) < 0 && errno != EINTR ? -errno : 0;
}

static int write_all(int fd, const char *bytes, size_t len)
{
    int err = 0;

    while (len > 0 && err == 0) {
        const ssize_t n = write(fd, bytes, len);
        if (n >= 0) {
            bytes += n;
            len -= (size_t)n;
        } else if (errno == EAGAIN) {
            err = wait_writable(fd);
        } else if (errno != EINTR) {
            err = -errno;
        }
    }
    return err;
}

static void write_line(void *ctx, const char *bytes, size_t len)
{
    trace_file *t = ctx;

    if (t->err < 0)
        return;
    t->err = write_all(t->fd, bytes, len);
    if (t->err == 0)
        t->length += len;
    else if (t->fd != STDOUT_FILENO && ftruncate(t->fd, (off_t)t->length) < 0)
        return; /* a pipe or a device has no length, and no use for one */
}

static uint64_t real_us(void *ctx)
{
    struct timespec now;

    (void)ctx;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

void trace_file_sink(trace_file *t, runtime_sink *sink)
{
    *sink = (runtime_sink){ t, write_line, real_us };
}

int trace_file_close(trace_file *t)
{
    if (t->fd != STDOUT_FILENO && close(t->fd) < 0 && t->err == 0)
        t->err = -errno;
    return t->err;
}
