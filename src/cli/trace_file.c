/*
 * trace_file.c - the file that a trace is written to.
 *
 * It is a real file also when the program's own files are simulated, and has a
 * real clock. Many lines are one write. When the disk is full, the part of a
 * line that was written is truncated, and no more is written; the program goes
 * on.
 */
#include "cli/trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define SOURCE_MAX (16u << 20)

/* What the program prints goes to standard error from now on. */
static int take_standard_output(void)
{
    const int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);

    if (fd < 0)
        return -errno;
    return dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ? -errno : fd;
}

/* In TMPDIR if that can be, so that a long trace is not in memory. Not closed
 * by exec(): the report reads it. */
static int open_nameless(void)
{
    const char *dir = getenv("TMPDIR");
    int fd =
        open(dir != NULL && *dir != 0 ? dir : "/tmp", O_RDWR | O_TMPFILE, 0600);

    if (fd < 0)
        fd = memfd_create("trace", 0);
    return fd < 0 ? -errno : fd;
}

static int open_path(const char *path)
{
    if (path == NULL)
        return open_nameless();
    if (strcmp(path, "-") == 0)
        return take_standard_output();
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return fd < 0 ? -errno : fd;
}

int trace_file_open(trace_file *t, const char *path)
{
    *t = (trace_file){ .fd = open_path(path) };
    return t->fd < 0 ? t->fd : 0;
}

/* A process that shares standard output may have made it non-blocking. */
static int wait_writable(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLOUT };

    return poll(&p, 1, -1) < 0 && errno != EINTR ? -errno : 0;
}

/* How much was written, if not all, is in *done. */
static int write_all(int fd, const char *bytes, size_t len, size_t *done)
{
    int err = 0;

    for (*done = 0; *done < len && err == 0;) {
        const ssize_t n = write(fd, bytes + *done, len - *done);
        if (n >= 0)
            *done += (size_t)n;
        else if (errno == EAGAIN)
            err = wait_writable(fd);
        else if (errno != EINTR)
            err = -errno;
    }
    return err;
}

/* A pipe or a device has no length, and no use for one. */
static void write_lines(void *ctx, const char *bytes, size_t len)
{
    trace_file *t = ctx;
    size_t done;

    if (t->err < 0)
        return;
    t->err = write_all(t->fd, bytes, len, &done);
    while (t->err < 0 && done > 0 && bytes[done - 1] != '\n')
        done--;
    t->length += done;
    if (t->err < 0 && ftruncate(t->fd, (off_t)t->length) < 0)
        return;
}

static uint64_t read_clock(clockid_t id)
{
    struct timespec now;

    clock_gettime(id, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

static uint64_t real_us(void *ctx)
{
    (void)ctx;
    return read_clock(CLOCK_MONOTONIC);
}

static int64_t epoch_ms(void *ctx)
{
    (void)ctx;
    return (int64_t)(read_clock(CLOCK_REALTIME) - read_clock(CLOCK_MONOTONIC)) /
           1000;
}

/* ---- Source texts ------------------------------------------------------- */

static char *read_whole(int fd, size_t *len)
{
    const off_t size = lseek(fd, 0, SEEK_END);
    char *text =
        size >= 0 && size <= SOURCE_MAX ? malloc((size_t)size + 1) : NULL;
    size_t n = 0;
    ssize_t got = 1;

    while (text != NULL && n < (size_t)size && got > 0) {
        got = pread(fd, text + n, (size_t)size - n, (off_t)n);
        n += got > 0 ? (size_t)got : 0;
    }
    *len = n;
    return text;
}

static char *read_source(void *ctx, const char *path, size_t *len)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    (void)ctx;
    if (fd < 0)
        return NULL;
    char *text = read_whole(fd, len);
    close(fd);
    return text;
}

/* ---- The thread that writes --------------------------------------------- */

/* On one processor, to change from one thread to the other costs more than the
 * loop is spared. That is asked here and not of the loop, since the answer is
 * none of the program's affair: a replay has no such question. */
static bool has_two_processors(void)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    /* It fails where there are more than the set can hold. */
    return sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) > 1;
}

/* Signals are for the program's thread; but a fault here is one. */
static int start_thread(void *ctx, void *(*fn)(void *), void *arg)
{
    static const int faults[] = { SIGSEGV, SIGBUS,  SIGILL, SIGFPE,
                                  SIGTRAP, SIGABRT, SIGSYS };
    trace_file *t = ctx;
    sigset_t blocked, saved;

    if (!has_two_processors())
        return -ENOSYS;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&blocked, faults[i]);
    pthread_sigmask(SIG_SETMASK, &blocked, &saved);
    const int err = pthread_create(&t->writer, NULL, fn, arg);
    pthread_sigmask(SIG_SETMASK, &saved, NULL);
    return -err;
}

static void join_thread(void *ctx)
{
    pthread_join(((trace_file *)ctx)->writer, NULL);
}

/* ---- Sinks -------------------------------------------------------------- */

void trace_file_sink(trace_file *t, runtime_sink *sink)
{
    *sink = (runtime_sink){ .ctx = t,
                            .pid = (int)getpid(),
                            .write = write_lines,
                            .now_us = real_us,
                            .epoch_ms = epoch_ms,
                            .read = read_source,
                            .thread_start = start_thread,
                            .thread_join = join_thread };
}

int trace_file_close(trace_file *t)
{
    if (close(t->fd) < 0 && t->err == 0)
        t->err = -errno;
    return t->err;
}

static void close_and_free(void *ctx)
{
    trace_file_close(ctx);
    free(ctx);
}

int trace_file_start(const char *path, runtime_sink *sink)
{
    trace_file *t = malloc(sizeof *t);
    const int err = t != NULL ? trace_file_open(t, path) : -ENOMEM;

    if (err < 0) {
        free(t);
        return err;
    }
    trace_file_sink(t, sink);
    sink->close = close_and_free;
    return 0;
}
