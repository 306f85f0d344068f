/*
 * explore_server.c - `orrery replay`, and the process behind `orrery explore`
 * that forks a run for each order.
 *
 *      lib/internal/explore --orders, descriptor 3--> server
 *                           <--results--------------- |
 *                                                     +-- fork: a run
 *                                                     +-- fork: a run
 *
 * The server starts the runtime and, if it serves at the loop, runs the main
 * script once; or it goes on to the question with a number, where a runner of
 * tests has read all that it needs. At that point it stops and takes orders,
 * one at a time; each is followed by a child, which goes on from there. The
 * simulator has no thread and no descriptor of the kernel's, so a fork is a
 * copy of the whole world.
 *
 *      request   u32 length, that many bytes of text: an order
 *      result    u32 how it ended, microseconds, lengths of standard output,
 *                standard error and log, flags; then those bytes
 *
 * Output and log are in memory that server and child share, so that they are
 * there whatever becomes of the child. What the main script has written is at
 * their beginning.
 *
 * Names in an order are those of the usual run, so each server runs that first
 * (explore_usual of explore/explore.h). What that run has needed of the library
 * is read here then, once for all that follow (engine_late_read).
 *
 * A server that cannot serve where it was told to ends: the main script has
 * called process.exit(), or there is a worker, which a fork does not copy.
 */
#include "cli/explore_server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "explore/explore.h"

#define CHANNEL 3
#define LOG_BYTES (32u << 20) /* of which only what is used takes memory */
#define LATE_BYTES 32768u
#define ORDER_MAX (4u << 20)
#define RUN_LIMIT_MS 10000
#define RUN_PATIENCE 6 /* times that, by the clock */
#define SIGNALLED 0x100
#define TIMED_OUT 0x200
#define LOG_IS_CUT 1
#define EXIT_BAD_OPTION 9

typedef struct server {
    explore_log *log;
    int out, err; /* files in memory: standard output and error */
    off_t out_before, err_before; /* written by the main script */
    size_t log_before;
    bool cut_before;
    uint64_t limit_ms;
    char *order; /* of the child */
    runtime_explore *how;
    bool is_set, has_learnt;
    bool has_order; /* that was read, and has not been run */
} server;

typedef struct result {
    uint32_t end, wall_us, out_len, err_len, log_len, flags;
} result;

/* ---- The channel -------------------------------------------------------- */

static bool read_all(void *to, size_t len)
{
    char *at = to;

    while (len > 0) {
        const ssize_t n = read(CHANNEL, at, len);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        len -= (size_t)n;
    }
    return true;
}

static bool write_all(const void *from, size_t len)
{
    const char *at = from;

    while (len > 0) {
        const ssize_t n = write(CHANNEL, at, len);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        len -= (size_t)n;
    }
    return true;
}

/* False: there are no more. */
static bool next_order(server *s)
{
    uint32_t len;

    if (!read_all(&len, sizeof len) || len > ORDER_MAX)
        return false;
    char *order = realloc(s->order, len + 1u);
    if (order == NULL)
        return false;
    s->order = order;
    order[len] = 0;
    return read_all(order, len);
}

static bool send_file(int fd, uint32_t len)
{
    if (len == 0)
        return true;
    void *bytes = mmap(NULL, len, PROT_READ, MAP_SHARED, fd, 0);
    if (bytes == MAP_FAILED)
        return false;
    const bool sent = write_all(bytes, len);
    munmap(bytes, len);
    return sent;
}

static uint32_t length_of(int fd)
{
    const off_t len = lseek(fd, 0, SEEK_END);

    return len < 0 ? 0 : (uint32_t)len;
}

/* ---- A run -------------------------------------------------------------- */

static uint64_t now_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void rewind_to(int fd, off_t len)
{
    if (ftruncate(fd, len) < 0 || lseek(fd, len, SEEK_SET) < 0)
        abort();
}

static void server_prepare(server *s)
{
    rewind_to(s->out, s->out_before);
    rewind_to(s->err, s->err_before);
    s->log->used = s->log_before;
    s->log->is_cut = s->cut_before;
}

static uint64_t processor_ms(pid_t pid)
{
    struct timespec t;
    clockid_t clock;

    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
        return 0;
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* Is it gone within its time? That is of the processor: on a busy machine a run
 * takes long, and yet it ends. One that does nothing has some more. */
static bool is_gone(const server *s, pid_t pid, int gone)
{
    struct pollfd fd = { .fd = gone, .events = POLLIN };

    for (int turns = 0; turns < RUN_PATIENCE; turns++) {
        if (poll(&fd, 1, (int)s->limit_ms) != 0)
            return true;
        if (processor_ms(pid) >= s->limit_ms)
            return false;
    }
    return false;
}

/* The child holds the other end of the pipe, so that it is closed when the
 * child is gone. */
static uint32_t await_child(const server *s, pid_t pid, int gone)
{
    uint32_t end = 0;
    int status;

    if (!is_gone(s, pid, gone)) {
        kill(pid, SIGKILL);
        end = TIMED_OUT;
    }
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            abort();
    if (end != 0)
        return end;
    return WIFSIGNALED(status) ? SIGNALLED + (uint32_t)WTERMSIG(status)
                               : (uint32_t)WEXITSTATUS(status);
}

static bool send_result(const server *s, uint32_t end, uint64_t start_us)
{
    const result head = {
        .end = end,
        .wall_us = (uint32_t)(now_us() - start_us),
        .out_len = length_of(s->out),
        .err_len = length_of(s->err),
        .log_len = (uint32_t)s->log->used,
        .flags = s->log->is_cut ? LOG_IS_CUT : 0,
    };

    return write_all(&head, sizeof head) && send_file(s->out, head.out_len) &&
           send_file(s->err, head.err_len) &&
           write_all(s->log->text, head.log_len);
}

/* By this exit code lib/internal/explore/server.js knows it: nobody reads what
 * a server says. */
enum { CANNOT_FORK = 71 };

/* Returns in the child, true; in the server when the run is over, false. */
static bool fork_child(server *s, uint32_t *end)
{
    int ends[2];

    server_prepare(s);
    if (pipe(ends) < 0)
        _exit(CANNOT_FORK);
    const pid_t pid = fork();
    if (pid < 0)
        _exit(CANNOT_FORK);
    close(ends[pid == 0 ? 0 : 1]);
    if (pid == 0) {
        close(CHANNEL);
        return true;
    }
    *end = await_child(s, pid, ends[0]);
    close(ends[0]);
    return false;
}

/* Names are those of the usual run, which is run here once. */
static bool learn_usual(server *s)
{
    uint32_t end;

    if (fork_child(s, &end))
        return true;
    s->how->usual = explore_usual_read(s->log);
    return false;
}

static bool fork_run(server *s)
{
    const uint64_t start_us = now_us();
    uint32_t end;

    if (fork_child(s, &end))
        return true;
    if (s->order[0] == 0 && s->how->usual == NULL)
        s->how->usual = explore_usual_read(s->log);
    if (!send_result(s, end, start_us))
        _exit(0);
    return false;
}

static void server_set(server *s)
{
    s->is_set = true;
    s->out_before = lseek(s->out, 0, SEEK_END);
    s->err_before = lseek(s->err, 0, SEEK_END);
    s->log_before = s->log->used;
    s->cut_before = s->log->is_cut;
}

static const char *server_serve(void *ctx)
{
    server *s = ctx;

    if (!s->is_set)
        server_set(s);
    while (s->has_order || next_order(s)) {
        if (s->order[0] != 0 && s->how->usual == NULL && !s->has_learnt) {
            if (learn_usual(s))
                return "";
            s->has_learnt = s->has_order = true;
            return runtime_fork_ready;
        }
        s->has_order = false;
        if (fork_run(s))
            return s->order;
    }
    _exit(0);
}

/* ---- Start -------------------------------------------------------------- */

static int open_memory(const char *name, int standard)
{
    const int fd = memfd_create(name, MFD_CLOEXEC);

    if (fd < 0 || dup2(fd, standard) < 0)
        return -errno;
    return fd;
}

static void *map_shared(size_t bytes)
{
    void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return map == MAP_FAILED ? NULL : map;
}

static explore_log *open_log(void)
{
    explore_log *log = map_shared(LOG_BYTES);

    if (log != NULL)
        log->size = LOG_BYTES - sizeof *log;
    return log;
}

static int server_fail(const char *what)
{
    fprintf(stderr, "orrery: %s\n", what);
    return EXIT_BAD_OPTION;
}

/* Before anything runs: what is no order is not the program's fault. */
static bool is_order(const char *order)
{
    explore *x = explore_open(NULL);
    size_t bad = 0;
    const int err = x != NULL ? explore_set_order(x, order, &bad) : -ENOMEM;

    explore_close(x);
    if (err == -EINVAL)
        fprintf(stderr, "orrery: this is no order: %s\n", order + bad);
    return err == 0;
}

/* Is it one of names? */
static bool has_names(const char *order)
{
    return strchr(order, '#') != NULL;
}

/* In the child: the program without input and output, in the usual order. */
static int run_unseen(cli_options *o, explore_log *log, const char *cwd,
                      int (*run)(runtime_options *options))
{
    runtime_explore usual = { .log = log, .cwd = cwd };
    const int null = open("/dev/null", O_RDWR);

    for (int fd = 0; fd < 3; fd++)
        if (null < 0 || dup2(null, fd) < 0)
            return 1;
    o->runtime.explore = &usual;
    return run(&o->runtime);
}

/* An order has the names of the usual run, so that is run first, in a process
 * of its own. */
static void learn_names(cli_options *o, runtime_explore *how,
                        int (*run)(runtime_options *options))
{
    server s = { .log = open_log(), .limit_ms = RUN_LIMIT_MS };
    int ends[2];

    if (s.log == NULL || pipe(ends) < 0)
        return;
    const pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        _exit(run_unseen(o, s.log, how->cwd, run));
    }
    close(ends[1]);
    if (pid > 0) {
        await_child(&s, pid, ends[0]);
        how->usual = explore_usual_read(s.log);
    }
    close(ends[0]);
    munmap(s.log, LOG_BYTES);
}

int explore_prepare(cli_options *o, runtime_explore *how,
                    int (*run)(runtime_options *options))
{
    if (o->order != NULL && !is_order(o->order))
        return EXIT_BAD_OPTION;
    *how = (runtime_explore){ .order = o->order, .cwd = getcwd(NULL, 0) };
    if (o->order != NULL && has_names(o->order) && !o->interactive)
        learn_names(o, how, run);
    o->runtime.explore = how;
    return 0;
}

int explore_serve(cli_options *o, runtime_explore *how,
                  int (*run)(runtime_options *options))
{
    static server s; /* for the whole of the process */

    s.limit_ms = o->run_limit_ms != 0 ? o->run_limit_ms : RUN_LIMIT_MS;
    s.log = open_log();
    s.out = open_memory("stdout", STDOUT_FILENO);
    s.err = open_memory("stderr", STDERR_FILENO);
    if (s.log == NULL || s.out < 0 || s.err < 0)
        return server_fail("no memory for the search");
    s.how = how;
    how->log = s.log;
    how->late = map_shared(LATE_BYTES);
    how->late_bytes = LATE_BYTES;
    how->ctx = &s;
    how->footprints = o->footprints;
    how->question = (uint32_t)strtoul(o->serves, NULL, 10);
    if (strcmp(o->serves, "start") == 0)
        how->at_start = server_serve;
    else if (how->question != 0)
        how->at_question = server_serve;
    else
        how->at_loop = server_serve;
    return run(&o->runtime);
}
