/*
 * child.c: one run of one test, inside the process that was forked for it.
 *
 *     start -> test function -> end
 *                  |             ^
 *                  +-- CHECK ----+     (never returns; nothing is unwound)
 *
 * The end is always the same: cleanups, then leaks, then _exit. It happens on
 * top of whatever stack it was reached from, because handles often live in the
 * frames of the test, and a loop that is torn down still follows its pointers
 * to them. Only a failed check in a foreign thread, or in a process that the
 * test itself forked, goes straight to _exit: the cleanups are not theirs.
 */
#include "harness.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_CLEANUPS = 256, MAX_FDS = 65536, STACK_BYTES = 8 << 20 };

static const struct run *the_run;
static struct slot *the_slot;
static pthread_t own_thread;
static pid_t own_pid;
static void (*last_words)(void);
static bool is_ending;
static bool leaks_excused;
static bool tried_again;
static bool is_quiet;
static bool fds_before[MAX_FDS];

static struct {
    void (*fn)(void *);
    void *arg;
} cleanups[MAX_CLEANUPS];
static int cleanup_count;

static struct {
    void (*fn)(void *);
    void *arg;
} on_expect;

struct slot *test__slot(void)
{
    static struct slot outside; /* for calls from outside of any test */
    return the_slot != NULL ? the_slot : &outside;
}

const char *test_backend(void)
{
    return the_run->backend;
}

uint64_t test_seed(void)
{
    return the_run->seed;
}

bool test_chance(void)
{
    return the_run->chance && !is_quiet;
}

void test_quiet(void)
{
    is_quiet = true;
}

/* Half of the answers are what a quiet machine does: with too much going on at
 * once a test gets nowhere. */
uint32_t test_choose(uint32_t n)
{
    static uint64_t state;

    if (!test_chance())
        return 0;
    if (state == 0)
        state = the_run->seed * 0x9e3779b97f4a7c15u | 1;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state >> 63 ? (uint32_t)(state >> 32 & 0x7fffffff) % n : 0;
}

void test_time_limit(int seconds)
{
    atomic_store(&the_slot->limit_s, seconds);
}

void test_excuse_leaks(void)
{
    leaks_excused = true;
}

bool test_ending(void)
{
    return is_ending;
}

const char *test_dir(void)
{
    if (the_slot->dir[0] != '\0')
        return the_slot->dir;

    const char *tmp = getenv("TMPDIR");
    char name[sizeof(the_slot->dir)];
    snprintf(name, sizeof(name), "%s/orrery-test-XXXXXX",
             tmp != NULL && tmp[0] != '\0' ? tmp : "/tmp");
    if (mkdtemp(name) == NULL)
        FAIL("mkdtemp(%s): %s", name, strerror(errno));
    memcpy(the_slot->dir, name, sizeof(name));
    return the_slot->dir;
}

/* Keep the first reason: later ones are mostly its consequences. */
__attribute__((format(printf, 2, 0))) static void note(unsigned bit,
                                                       const char *format,
                                                       va_list args)
{
    const unsigned before = atomic_fetch_or(&the_slot->bits, bit);

    if ((before & (RUN_FAILED | RUN_LEAKED | RUN_BROKEN)) == 0)
        vsnprintf(the_slot->why, sizeof(the_slot->why), format, args);
    else {
        vfprintf(stderr, format, args);
        fputc('\n', stderr);
    }
}

__attribute__((format(printf, 2, 3))) static void notef(unsigned bit,
                                                        const char *format, ...)
{
    va_list args;
    va_start(args, format);
    note(bit, format, args);
    va_end(args);
}

void test_cleanup(void (*fn)(void *), void *arg)
{
    if (cleanup_count == MAX_CLEANUPS)
        FAIL("more than %d cleanups", MAX_CLEANUPS);
    cleanups[cleanup_count].fn = fn;
    cleanups[cleanup_count].arg = arg;
    cleanup_count++;
}

void test_cleanup_cancel(void (*fn)(void *), void *arg)
{
    int i = cleanup_count - 1;
    while (i >= 0 && (cleanups[i].fn != fn || cleanups[i].arg != arg))
        i--;
    if (i < 0)
        return;
    cleanup_count--;
    memmove(&cleanups[i], &cleanups[i + 1],
            (size_t)(cleanup_count - i) * sizeof(cleanups[0]));
}

/*
 * Mark the open descriptors in `open_now`. Returns their number or -1. The
 * descriptor that reads the directory is left out, since it is our own.
 */
static int list_fds(bool open_now[MAX_FDS])
{
    DIR *dir = opendir("/proc/self/fd");
    if (dir == NULL)
        return -1;

    int count = 0;
    memset(open_now, 0, MAX_FDS * sizeof(open_now[0]));
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        const int fd = atoi(e->d_name);
        if (e->d_name[0] == '.' || fd == dirfd(dir) || fd >= MAX_FDS)
            continue;
        open_now[fd] = true;
        count++;
    }
    closedir(dir);
    return count;
}

static void describe_fd(int fd, char *out, size_t size)
{
    char path[40];
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    const ssize_t n = readlink(path, out, size - 1);
    out[n < 0 ? 0 : n] = '\0';
}

static void check_fds(void)
{
    static bool after[MAX_FDS];
    if (list_fds(after) < 0) {
        notef(RUN_LEAKED, "cannot list descriptors: %s", strerror(errno));
        return;
    }
    for (int fd = 0; fd < MAX_FDS; fd++) {
        char what[120];
        if (after[fd] == fds_before[fd])
            continue;
        describe_fd(fd, what, sizeof(what));
        if (after[fd])
            notef(RUN_LEAKED, "leaked descriptor %d (%s)", fd, what);
        else
            notef(RUN_LEAKED, "closed descriptor %d, not its own", fd);
    }
}

static void check_blocks(void)
{
    if (test_live_blocks() == 0)
        return;
    char what[300];
    test__describe_live(what, sizeof(what));
    notef(RUN_LEAKED, "leaked %s", what);
}

/* Present when the address sanitizer is; finds blocks of plain malloc too. */
__attribute__((weak)) int __lsan_do_recoverable_leak_check(void);

static void check_sanitizer(void)
{
    if (__lsan_do_recoverable_leak_check != NULL &&
        __lsan_do_recoverable_leak_check() != 0)
        notef(RUN_LEAKED, "leak sanitizer: see its report");
}

/* A cleanup is taken off before it runs: it may fail and come here again. */
__attribute__((noreturn)) static void end(void)
{
    while (cleanup_count > 0) {
        cleanup_count--;
        cleanups[cleanup_count].fn(cleanups[cleanup_count].arg);
    }
    /* After a failed check without a fault, leaks are expected. */
    const bool failed = (atomic_load(&the_slot->bits) & RUN_FAILED) != 0;
    if (!(failed && (leaks_excused || !test_injected()))) {
        check_blocks();
        check_fds();
        check_sanitizer();
    }
    fflush(NULL);
    atomic_fetch_or(&the_slot->bits, RUN_DONE);
    if (last_words != NULL)
        last_words();
    _exit((atomic_load(&the_slot->bits) & (RUN_FAILED | RUN_LEAKED)) != 0);
}

static bool is_ours(void)
{
    return getpid() == own_pid && pthread_equal(pthread_self(), own_thread);
}

/* Returns only where the cleanups of the test are ours to run. */
static void leave_unless_ours(void)
{
    if (is_ours())
        return;
    fflush(NULL);
    if (getpid() == own_pid)
        atomic_fetch_or(&the_slot->bits, RUN_DONE);
    _exit(1);
}

/* A test that has made up for the fault has no excuse any more. */
static unsigned failure(void)
{
    return tried_again ? RUN_FAILED | RUN_BROKEN : RUN_FAILED;
}

void test_fail(const char *file, int line, const char *format, ...)
{
    char what[500];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof(what), format, args);
    va_end(args);
    notef(failure(), "%s:%d: %s", file, line, what);
    leave_unless_ours();
    is_ending = true;
    end();
}

bool test_note(const char *file, int line, const char *format, ...)
{
    char what[500];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof(what), format, args);
    va_end(args);
    notef(failure(), "%s:%d: %s", file, line, what);
    if (on_expect.fn != NULL && is_ours())
        on_expect.fn(on_expect.arg);
    return false;
}

void test_on_expect(void (*fn)(void *), void *arg)
{
    on_expect.fn = fn;
    on_expect.arg = arg;
}

void test_broken(const char *file, int line, const char *format, ...)
{
    char what[500];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof(what), format, args);
    va_end(args);
    notef(RUN_FAILED | RUN_BROKEN, "%s:%d: %s", file, line, what);
}

void test_skip(const char *why)
{
    notef(RUN_SKIPPED, "%s", why);
    leave_unless_ours();
    is_ending = true;
    end();
}

/*
 * Not after the errors of a lost connection, which stay. And -EDEADLK means
 * that what the test waits for will not come any more: the fault was reported
 * elsewhere.
 */
static bool is_final(intmax_t err)
{
    return err == -ECONNRESET || err == -EPIPE || err == -ETIMEDOUT ||
           err == -EDEADLK;
}

bool test_try_again(bool injected, intmax_t got, intmax_t want)
{
    if (!test_faulty() || injected || !test_injected())
        return false;
    if (got == want || got >= 0 || is_final(got))
        return false;
    tried_again = true;
    return true;
}

void test_check_int(const char *file, int line, const char *expr, intmax_t got,
                    intmax_t want)
{
    if (got != want)
        test_fail(file, line, "%s: got %jd, want %jd", expr, got, want);
}

void test_check_str(const char *file, int line, const char *expr,
                    const char *got, const char *want)
{
    const bool same =
        got == want || (got != NULL && want != NULL && !strcmp(got, want));
    if (!same)
        test_fail(file, line, "%s: got \"%s\", want \"%s\"", expr,
                  got != NULL ? got : "(null)", want != NULL ? want : "(null)");
}

/*
 * A test that returned has no stack frame any more. A cleanup whose argument
 * was in it would read garbage, so it is dropped and reported as a mistake:
 * close the thing before the end and take the cleanup back.
 */
static void refuse_dead_cleanups(const void *frame)
{
    const uintptr_t top = (uintptr_t)frame;
    for (int i = cleanup_count - 1; i >= 0; i--) {
        const uintptr_t arg = (uintptr_t)cleanups[i].arg;
        if (arg >= top || arg < top - STACK_BYTES)
            continue;
        notef(RUN_FAILED, "the test returned, but a cleanup still has one of "
                          "its local variables");
        test_cleanup_cancel(cleanups[i].fn, cleanups[i].arg);
    }
}

void test__child(const struct run *run, struct slot *slot, void (*at_end)(void))
{
    last_words = at_end;
    the_run = run;
    the_slot = slot;
    own_thread = pthread_self();
    own_pid = getpid();
    test__faults_start(run);
    if (list_fds(fds_before) < 0)
        FAIL("cannot read /proc/self/fd: %s", strerror(errno));
    run->test->fn();
    refuse_dead_cleanups(__builtin_frame_address(0));
    end();
}
