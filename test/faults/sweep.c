/*
 * sweep.c - a child for each fault, and the judgement of how it ended.
 *
 * ORRERY_SWEEP_DIR has `out`, `err` and `code`: how the program ends without a
 * fault. A child may end in two ways: as the program does without a fault, to
 * the byte; or with a clear error message, a code that is not zero, and no
 * output but the beginning of the usual one. (A module whose file can't be
 * examined is "Cannot find module" in Node, too.) Anything else is a line in
 * `report`, with what the child printed.
 *
 * The child starts with its own copy of the output so far, since both would
 * write to one file otherwise.
 */
#include "faults/faults.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Children take milliseconds; one that is still there after this hangs. */
#define PATIENCE_S 60
#define TEXT_MAX (256u << 10)
#define SHOWN_MAX 2000

typedef struct text {
    size_t len;
    char bytes[TEXT_MAX + 1];
} text;

/* Not on the stack: a child may be forked at the end of a deep recursion. */
static text wanted_out, wanted_err, out, err;
static int wanted_code;
static char dir[256]; /* a copy: the title of the process takes the original */
static bool is_write;
static bool is_loose; /* it has listeners for errors, and these print */
static bool is_op;
static long points, right, said, failed;

/* ---- Files --------------------------------------------------------------- */

static void path_of(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/%s", dir, name);
}

static void read_fd(int fd, text *t)
{
    ssize_t n = 0;

    t->len = 0;
    while (fd >= 0 && t->len < TEXT_MAX &&
           (n = read(fd, t->bytes + t->len, TEXT_MAX - t->len)) > 0)
        t->len += (size_t)n;
    t->bytes[t->len] = '\0';
    if (fd >= 0)
        close(fd);
}

static void read_text(const char *name, text *t)
{
    char path[512];

    path_of(path, sizeof path, name);
    read_fd(open(path, O_RDONLY | O_CLOEXEC), t);
}

/* What was printed so far to `fd` goes to a file of the child's own. */
static void divert(int fd, const char *name)
{
    char path[512];
    char self[32];

    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    read_fd(open(self, O_RDONLY | O_CLOEXEC), &out);
    path_of(path, sizeof path, name);
    const int to = open(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);
    if (to < 0 || write(to, out.bytes, out.len) != (ssize_t)out.len ||
        dup2(to, fd) < 0)
        _exit(96);
    close(to);
}

/* ---- Judging ------------------------------------------------------------- */

static bool has(const text *t, const char *what)
{
    return strstr(t->bytes, what) != NULL;
}

static bool is_same(const text *a, const text *b)
{
    return a->len == b->len && memcmp(a->bytes, b->bytes, a->len) == 0;
}

static bool begins(const text *whole, const text *part)
{
    return part->len <= whole->len &&
           memcmp(whole->bytes, part->bytes, part->len) == 0;
}

/* A write that failed is missing, and what comes after it may be there. */
static bool is_without_a_line(const text *whole, const text *part)
{
    size_t same = 0;

    while (same < part->len && whole->bytes[same] == part->bytes[same])
        same++;
    return part->len < whole->len &&
           strstr(whole->bytes + same, part->bytes + same) != NULL;
}

static bool is_in_order(void)
{
    return is_loose || begins(&wanted_out, &out) ||
           (is_write && is_without_a_line(&wanted_out, &out));
}

/* A failed operation may give any error of the system. A listener for errors
 * may have got it and printed it, while the program ends with an uncaught error
 * of its own. */
static bool says_so(void)
{
    return (is_loose && has(&out, "out of memory")) ||
           has(&err, "out of memory") || has(&err, "ENOMEM") ||
           has(&err, "Out of memory") || has(&err, "not enough memory") ||
           has(&err, "cannot start: ") || has(&err, "allocation failed") ||
           (is_op && (has(&err, "errno: -") || has(&err, "Cannot find") ||
                      has(&err, "socket hang up") ||
                      has(&err, "socket disconnected before secure TLS") ||
                      has(&err, "No root certificates were found")));
}

/* The error that the program ends with anyway, though with less about it. */
static bool says_the_same(void)
{
    static char line[512];
    const char *at = strstr(wanted_err.bytes, "Error");

    at = at != NULL ? strstr(at, ": ") : NULL;
    if (at == NULL)
        return false;
    const size_t len = strcspn(at, "\n");
    snprintf(line, sizeof line, "%.*s", (int)len, at);
    return is_same(&out, &wanted_out) && has(&err, line);
}

/* NULL if it ended well. */
static const char *judge(int status)
{
    static char ended[64];
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;

    if (has(&err, "Sanitizer") || has(&err, "runtime error: "))
        return "the sanitizer has something to say";
    if (WIFSIGNALED(status)) {
        if (WTERMSIG(status) == SIGALRM)
            return "it hangs";
        snprintf(ended, sizeof ended, "it ended by signal %d",
                 WTERMSIG(status));
        return ended;
    }
    if (code == FAULTS_LEAKED)
        return "memory was left behind";
    if (code == wanted_code && is_same(&out, &wanted_out) &&
        is_same(&err, &wanted_err)) {
        right++;
        return NULL;
    }
    /* console.log() may ignore it, as Node's does. */
    if (is_write && code == wanted_code && is_in_order()) {
        right++;
        return NULL;
    }
    /* A place that is not known, and why. */
    if (code == 0 && is_same(&out, &wanted_out) && says_so()) {
        said++;
        return NULL;
    }
    if (code == 0)
        return "a wrong answer, as if all were well";
    if (!is_in_order())
        return "it printed something else";
    if (!says_so() && !says_the_same())
        return "it does not say what happened";
    said++;
    return NULL;
}

static void report(long number, int status, const char *what)
{
    char path[512];

    failed++;
    path_of(path, sizeof path, "report");
    FILE *f = fopen(path, "a");
    if (f == NULL)
        _exit(96);
    fprintf(f, "%ld: %s", number, what);
    if (WIFEXITED(status))
        fprintf(f, " (code %d)", WEXITSTATUS(status));
    fprintf(f, "\n--- stdout\n%.*s--- stderr\n%.*s---\n", SHOWN_MAX, out.bytes,
            SHOWN_MAX, err.bytes);
    fclose(f);
}

/* ---- The children -------------------------------------------------------- */

void sweep_open(void)
{
    const char *given = getenv("ORRERY_SWEEP_DIR");

    if (given == NULL || strlen(given) >= sizeof dir) {
        fprintf(stderr, "faults: ORRERY_SWEEP_DIR names no directory\n");
        exit(2);
    }
    strcpy(dir, given);
    is_loose = getenv("ORRERY_SWEEP_LOOSE") != NULL;
    read_text("code", &out);
    wanted_code = atoi(out.bytes);
    read_text("out", &wanted_out);
    read_text("err", &wanted_err);
}

void sweep_set_write(bool it_is)
{
    is_op = true;
    is_write = it_is;
}

bool sweep_fork(long number)
{
    int status;
    const pid_t child = fork();

    if (child < 0)
        _exit(96);
    if (child == 0) {
        alarm(PATIENCE_S);
        divert(1, "child.out");
        divert(2, "child.err");
        return true;
    }
    if (waitpid(child, &status, 0) < 0)
        _exit(96);
    points++;
    read_text("child.out", &out);
    read_text("child.err", &err);
    const char *what = judge(status);
    if (what != NULL)
        report(number, status, what);
    return false;
}

void sweep_close(void)
{
    char path[512];

    path_of(path, sizeof path, "sum");
    FILE *f = fopen(path, "w");
    if (f == NULL)
        _exit(96);
    fprintf(f, "%ld %ld %ld %ld\n", points, right, said, failed);
    fclose(f);
}
