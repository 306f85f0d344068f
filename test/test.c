/*
 * test.c: the runner. It makes a list of runs (test x back end x repetition),
 * keeps up to --jobs of them going, each in a process of its own, and prints
 * what failed with the command that runs it again.
 *
 *     list of runs -> worker slots (fork) -> verdict -> summary
 *                          ^                    |
 *                          +---- --sweep: one more run per possible fault
 *
 * The last line is always `N passed, N failed` (and `, N skipped` if any). The
 * exit code is 0 if nothing failed, 1 if something did, 2 for a bad command.
 */
#include "harness.h"

#include <errno.h>
#include <fnmatch.h>
#include <ftw.h>
#include <getopt.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Sanitizers are several times slower; a hang is a hang all the same. */
enum { TIME_LIMIT_S = SANITIZED ? 80 : 20, MAX_JOBS = 64, SHOWN_BYTES = 4096 };

enum sweep { SWEEP_NOT, SWEEP_ALLOC, SWEEP_OP };

static struct {
    const char *program;
    const char *only[64];
    int only_count;
    const char *exclude[64];
    int exclude_count;
    const char *backend;
    int jobs;
    int repeat;
    uint64_t seed;
    bool chance;
    int limit_s;
    long fail_alloc;
    long fail_op;
    enum sweep sweep;
    long sweep_max;
    bool list;
    bool verbose;
    bool no_fork;
} opt = { .repeat = 1, .seed = 1, .limit_s = TIME_LIMIT_S, .sweep_max = 1000 };

struct worker {
    struct run *run; /* NULL while idle */
    struct slot *slot;
    pid_t pid;
    int output_fd;
    int64_t started_ms;
    bool hung;
};

struct runs {
    struct run *at;
    size_t count;
};

static struct test *tests;
static struct worker workers[MAX_JOBS];

/* A data race stops the test in which it happens, and so fails it. */
const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
    return "halt_on_error=1:second_deadlock_stack=1";
}

const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_stack_use_after_return=1:strict_string_checks=1";
}

const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void)
{
    return "print_stacktrace=1";
}

__attribute__((noreturn)) static void die(const char *what)
{
    perror(what);
    exit(2);
}

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- The tests: sorted as they stand in the files, whatever the linker did. */

static int compare(const struct test *a, const struct test *b)
{
    const int by_file = strcmp(a->file, b->file);
    return by_file != 0 ? by_file : a->line - b->line;
}

void test_register(struct test *t)
{
    struct test **at = &tests;
    while (*at != NULL && compare(*at, t) < 0)
        at = &(*at)->next;
    t->next = *at;
    *at = t;
}

/* Names must be unique: they select tests on the command line. */
static void refuse_duplicates(void)
{
    for (const struct test *a = tests; a != NULL; a = a->next)
        for (const struct test *b = a->next; b != NULL; b = b->next)
            if (strcmp(a->name, b->name) == 0) {
                fprintf(stderr, "%s:%d and %s:%d: both named %s\n", a->file,
                        a->line, b->file, b->line, a->name);
                exit(2);
            }
}

static bool matches(const char *const *patterns, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (fnmatch(patterns[i], name, 0) == 0)
            return true;
    return false;
}

static bool wanted(const struct test *t)
{
    if (opt.only_count > 0 && !matches(opt.only, opt.only_count, t->name))
        return false;
    return !matches(opt.exclude, opt.exclude_count, t->name);
}

/* --- The list of runs. */

static struct run *runs_add(struct runs *runs, struct run run)
{
    /* Grown to each power of two. */
    if ((runs->count & (runs->count - 1)) == 0) {
        const size_t capacity = runs->count == 0 ? 1 : 2 * runs->count;
        runs->at = realloc(runs->at, capacity * sizeof(*runs->at));
        if (runs->at == NULL)
            die("realloc");
    }
    runs->at[runs->count] = run;
    return &runs->at[runs->count++];
}

static bool backend_wanted(const struct test *t, unsigned bit, const char *name)
{
    if ((t->where & bit) == 0)
        return false;
    if (opt.backend != NULL)
        return strcmp(opt.backend, name) == 0;
    if (opt.chance)
        return bit == TEST_ON_SIM;
    /* Only the simulator can promise that every run makes the same calls. */
    return opt.sweep == SWEEP_NOT || (bit & (TEST_ON_SIM | TEST_ON_NONE)) != 0;
}

static struct runs plan(void)
{
    static const struct {
        unsigned bit;
        const char *name;
    } places[] = { { TEST_ON_NONE, "none" },
                   { TEST_ON_SIM, "sim" },
                   { TEST_ON_EPOLL, "epoll" },
                   { TEST_ON_URING, "uring" } };
    struct runs runs = { NULL, 0 };

    for (int n = 0; n < opt.repeat; n++)
        for (const struct test *t = tests; t != NULL; t = t->next)
            for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
                if (wanted(t) &&
                    backend_wanted(t, places[i].bit, places[i].name))
                    runs_add(&runs,
                             (struct run){ .test = t,
                                           .backend = places[i].name,
                                           .seed = opt.seed + (uint64_t)n,
                                           .chance = opt.chance,
                                           .fail_alloc = opt.fail_alloc,
                                           .fail_op = opt.fail_op });
    return runs;
}

/*
 * One run per fault that can happen in the runs that went well. Where there
 * are more than --sweep-max, take them evenly over the whole length, always
 * with the first and the last: errors on the way up and on the way down are
 * handled by different code.
 */
static struct runs plan_sweep(const struct runs *first)
{
    struct runs runs = { NULL, 0 };

    for (size_t i = 0; i < first->count; i++) {
        struct run r = first->at[i];
        const long all = opt.sweep == SWEEP_ALLOC ? r.allocs_swept : r.ops;
        const long some = all < opt.sweep_max ? all : opt.sweep_max;
        for (long k = 0; r.ok && k < some; k++) {
            const long n = some == 1 ? 1 : 1 + k * (all - 1) / (some - 1);
            r.fail_alloc = opt.sweep == SWEEP_ALLOC ? n : 0;
            r.fail_op = opt.sweep == SWEEP_OP ? n : 0;
            runs_add(&runs, r);
        }
    }
    return runs;
}

/* --- One process per run. */

static void prepare_child(const struct worker *w)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    /* A group of its own, so that what it leaves running can be ended. */
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);

    /* Input is empty, output is captured. */
    if (freopen("/dev/null", "r", stdin) == NULL)
        die("/dev/null");
    dup2(w->output_fd, 1);
    dup2(w->output_fd, 2);
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 0; i < opt.jobs; i++)
        if (workers[i].run != NULL)
            close(workers[i].output_fd);
}

static void start(struct worker *w, struct run *run)
{
    memset(w->slot, 0, sizeof(*w->slot));
    w->run = run;
    w->hung = false;
    w->started_ms = now_ms();
    w->output_fd = memfd_create("output", MFD_CLOEXEC);
    if (w->output_fd < 0)
        die("memfd_create");

    w->pid = fork();
    if (w->pid < 0)
        die("fork");
    if (w->pid == 0) {
        prepare_child(w);
        test__child(run, w->slot, NULL);
    }
    setpgid(w->pid, w->pid); /* both try, so that kill() can't miss it */
}

static int remove_one(const char *path, const struct stat *st, int kind,
                      struct FTW *ftw)
{
    (void)st, (void)kind, (void)ftw;
    return remove(path);
}

static void remove_dir(const char *path)
{
    if (path[0] != '\0')
        nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* --- The verdict. */

static bool has_fault(const struct run *run)
{
    return run->fail_alloc != 0 || run->fail_op != 0;
}

/* Put what went wrong into slot->why, unless the child did so itself. */
static void explain(struct worker *w, int status)
{
    char *why = w->slot->why;
    const size_t size = sizeof(w->slot->why);
    if (w->hung)
        snprintf(why, size, "hangs: killed after %d s",
                 w->slot->limit_s > 0 ? w->slot->limit_s : opt.limit_s);
    else if (WIFSIGNALED(status))
        snprintf(why, size, "crashed: %s", strsignal(WTERMSIG(status)));
    else if ((w->slot->bits & RUN_DONE) == 0)
        snprintf(why, size, "ended the process with exit code %d",
                 WEXITSTATUS(status));
}

/*
 * A run into which a fault was put may fail a check, since tests check that
 * calls succeed; it must still end in order, and the fault must have come.
 */
static bool accepted(const struct worker *w, int status)
{
    const unsigned bits = w->slot->bits;
    if (w->hung || WIFSIGNALED(status) || (bits & RUN_DONE) == 0)
        return false;
    if ((bits & (RUN_LEAKED | RUN_BROKEN)) != 0)
        return false;
    if ((bits & RUN_FAILED) != 0)
        return has_fault(w->run) && w->slot->injected;
    return true;
}

/* The last lines are the most useful. */
static void show_output(int fd)
{
    static char text[SHOWN_BYTES + 1];
    const off_t end = lseek(fd, 0, SEEK_END);
    const off_t from = end > SHOWN_BYTES ? end - SHOWN_BYTES : 0;
    const ssize_t n = pread(fd, text, SHOWN_BYTES, from);
    if (n <= 0)
        return;
    text[n] = '\0';
    if (from > 0)
        printf("    | ... (%lld bytes before)\n", (long long)from);
    for (char *rest = text, *line; (line = strsep(&rest, "\n")) != NULL;)
        if (rest != NULL || line[0] != '\0')
            printf("    | %s\n", line);
}

static void show_rerun(const struct run *run)
{
    printf("    again: %s --only %s", opt.program, run->test->name);
    if ((run->test->where & TEST_ON_NONE) == 0)
        printf(" --backend %s", run->backend);
    if (run->seed != 1)
        printf(" --seed %" PRIu64, run->seed);
    if (run->chance)
        printf(" --chance");
    if (run->fail_alloc != 0)
        printf(" --fail-alloc %ld", run->fail_alloc);
    if (run->fail_op != 0)
        printf(" --fail-op %ld", run->fail_op);
    printf("\n");
}

static void show(const struct worker *w)
{
    const struct run *run = w->run;
    if (!run->ok) {
        printf("FAIL %s (%s): %s\n", run->test->name, run->backend,
               w->slot->why);
        show_output(w->output_fd);
        show_rerun(run);
    } else if (opt.verbose || (run->skipped && !has_fault(run))) {
        printf("%s %s (%s) %lld ms", run->skipped ? "skip" : "ok  ",
               run->test->name, run->backend,
               (long long)(now_ms() - w->started_ms));
        if (opt.verbose)
            printf(", %ld allocations, %ld operations", run->allocs, run->ops);
        printf("%s%s\n", w->slot->why[0] != '\0' ? ": " : "", w->slot->why);
    }
    fflush(stdout);
}

static void finish(struct worker *w, int status)
{
    kill(-w->pid, SIGKILL); /* what the test left running */
    explain(w, status);
    w->run->ok = accepted(w, status);
    w->run->skipped = (w->slot->bits & RUN_SKIPPED) != 0;
    w->run->allocs = w->slot->allocs;
    w->run->allocs_swept =
        w->slot->allocs_swept < 0 ? w->slot->allocs : w->slot->allocs_swept;
    w->run->ops = w->slot->ops;
    show(w);
    remove_dir(w->slot->dir);
    close(w->output_fd);
    w->run = NULL;
}

/* --- Keeping the workers busy. */

static void kill_hung(void)
{
    const int64_t now = now_ms();
    for (int i = 0; i < opt.jobs; i++) {
        struct worker *w = &workers[i];
        if (w->run == NULL || w->hung)
            continue;
        const int asked = w->slot->limit_s;
        const int limit_s = asked > 0 ? asked : opt.limit_s;
        if (now - w->started_ms > (int64_t)limit_s * 1000) {
            w->hung = true;
            kill(-w->pid, SIGKILL);
        }
    }
}

/* Sleep until a child ends or 200 ms went by; then take in all that ended. */
static void wait_some(void)
{
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigtimedwait(&child, NULL, &(struct timespec){ 0, 200000000 });
    kill_hung();

    int status = 0;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
        for (int i = 0; i < opt.jobs; i++)
            if (workers[i].run != NULL && workers[i].pid == pid)
                finish(&workers[i], status);
}

static struct worker *idle_worker(void)
{
    for (int i = 0; i < opt.jobs; i++)
        if (workers[i].run == NULL)
            return &workers[i];
    return NULL;
}

static bool any_busy(void)
{
    for (int i = 0; i < opt.jobs; i++)
        if (workers[i].run != NULL)
            return true;
    return false;
}

static void run_all(struct runs *runs)
{
    fflush(stdout); /* or each child would print it once more */
    for (size_t i = 0; i < runs->count;) {
        struct worker *w = idle_worker();
        if (w != NULL)
            start(w, &runs->at[i++]);
        else
            wait_some();
    }
    while (any_busy())
        wait_some();
}

static void make_workers(void)
{
    struct slot *slots =
        mmap(NULL, (size_t)opt.jobs * sizeof(*slots), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (slots == MAP_FAILED)
        die("mmap");
    for (int i = 0; i < opt.jobs; i++)
        workers[i].slot = &slots[i];

    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_BLOCK, &child, NULL);
}

/* --- Summary. */

static int summary(const struct runs *runs)
{
    int passed = 0, failed = 0, skipped = 0;
    for (size_t i = 0; i < runs->count; i++) {
        const struct run *r = &runs->at[i];
        if (!r->ok)
            failed++;
        else if (r->skipped && !has_fault(r))
            skipped++;
        else
            passed++;
    }
    printf("%d passed, %d failed", passed, failed);
    if (skipped > 0)
        printf(", %d skipped", skipped);
    printf("\n");
    return failed > 0 ? 1 : 0;
}

/* A test counts once, however many faults it met: one bad run spoils it. */
static void sweep(struct runs *first)
{
    struct runs runs = plan_sweep(first);
    run_all(&runs);
    for (size_t i = 0; i < runs.count; i++)
        for (size_t k = 0; k < first->count; k++)
            if (!runs.at[i].ok && runs.at[i].test == first->at[k].test &&
                runs.at[i].seed == first->at[k].seed)
                first->at[k].ok = false;
    printf("swept %zu faults of %s over %zu runs\n", runs.count,
           opt.sweep == SWEEP_ALLOC ? "allocation" : "operation", first->count);
    free(runs.at);
}

/*
 * For a debugger: the first run of the list, in this process. A check that
 * fails stops at test_fail(), and the reason is printed there.
 */
static struct slot own_slot;

static void print_own_slot(void)
{
    fprintf(stderr, "%s\n", own_slot.why[0] ? own_slot.why : "passed");
}

__attribute__((noreturn)) static void run_here(const struct run *run)
{
    test__child(run, &own_slot, print_own_slot);
}

/* --- Options. */

static const char usage[] =
    "usage: %s [options]\n"
    "  --list               name the tests and where they run\n"
    "  --only PATTERN       run these (shell pattern; may be repeated)\n"
    "  --exclude PATTERN    leave these out (likewise)\n"
    "  --backend NAME       uring, epoll, sim or none\n"
    "  --jobs N             so many at once (the number of processors)\n"
    "  --repeat N           each N times, with seeds S, S+1, ...\n"
    "  --seed S             what test_seed() returns (1)\n"
    "  --chance             other legal orders on the simulator, by seed\n"
    "  --timeout S          seconds until a test counts as hung\n"
    "  --fail-alloc N       make the N-th allocation of each test fail\n"
    "  --fail-op N          make the N-th operation fail\n"
    "  --sweep alloc|op     do that for every N, on the simulator\n"
    "  --sweep-max N        at most N faults per test, evenly taken (1000)\n"
    "  --no-fork            run the first one in this process (for gdb)\n"
    "  --verbose            one line per test\n";

__attribute__((noreturn)) static void bad_usage(void)
{
    fprintf(stderr, usage, opt.program);
    exit(2);
}

static long number(const char *text, long min)
{
    char *end;
    errno = 0;
    const long n = strtol(text, &end, 10);
    if (errno != 0 || *text == '\0' || *end != '\0' || n < min)
        bad_usage();
    return n;
}

static enum sweep sweep_of(const char *text)
{
    if (strcmp(text, "alloc") == 0)
        return SWEEP_ALLOC;
    if (strcmp(text, "op") == 0)
        return SWEEP_OP;
    bad_usage();
}

static void add_pattern(const char **list, int *count, const char *pattern)
{
    if (*count == 64)
        bad_usage();
    list[(*count)++] = pattern;
}

static void take_option(int which, const char *arg)
{
    switch (which) {
    case 'o':
        add_pattern(opt.only, &opt.only_count, arg);
        break;
    case 'x':
        add_pattern(opt.exclude, &opt.exclude_count, arg);
        break;
    case 'b':
        opt.backend = arg;
        break;
    case 'j':
        opt.jobs = (int)number(arg, 1);
        break;
    case 'r':
        opt.repeat = (int)number(arg, 1);
        break;
    case 's':
        opt.seed = (uint64_t)number(arg, 0);
        break;
    case 't':
        opt.limit_s = (int)number(arg, 1);
        break;
    case 'c':
        opt.chance = true;
        break;
    case 'A':
        opt.fail_alloc = number(arg, 1);
        break;
    case 'O':
        opt.fail_op = number(arg, 1);
        break;
    case 'w':
        opt.sweep = sweep_of(arg);
        break;
    case 'm':
        opt.sweep_max = number(arg, 1);
        break;
    case 'l':
        opt.list = true;
        break;
    case 'v':
        opt.verbose = true;
        break;
    case 'n':
        opt.no_fork = true;
        break;
    default:
        bad_usage();
    }
}

static void take_options(int argc, char **argv)
{
    static const struct option names[] = {
        { "only", required_argument, NULL, 'o' },
        { "exclude", required_argument, NULL, 'x' },
        { "backend", required_argument, NULL, 'b' },
        { "jobs", required_argument, NULL, 'j' },
        { "repeat", required_argument, NULL, 'r' },
        { "seed", required_argument, NULL, 's' },
        { "chance", no_argument, NULL, 'c' },
        { "timeout", required_argument, NULL, 't' },
        { "fail-alloc", required_argument, NULL, 'A' },
        { "fail-op", required_argument, NULL, 'O' },
        { "sweep", required_argument, NULL, 'w' },
        { "sweep-max", required_argument, NULL, 'm' },
        { "list", no_argument, NULL, 'l' },
        { "verbose", no_argument, NULL, 'v' },
        { "no-fork", no_argument, NULL, 'n' },
        { NULL, 0, NULL, 0 },
    };
    opt.program = argv[0];
    for (int c; (c = getopt_long(argc, argv, "v", names, NULL)) != -1;)
        take_option(c, optarg);
    if (optind != argc)
        bad_usage();
    if (opt.jobs == 0) {
        cpu_set_t cpus;
        opt.jobs = sched_getaffinity(0, sizeof(cpus), &cpus) == 0
                       ? CPU_COUNT(&cpus)
                       : 2;
    }
    if (opt.jobs > MAX_JOBS)
        opt.jobs = MAX_JOBS;
}

static int list_runs(const struct runs *runs)
{
    for (size_t i = 0; i < runs->count; i++)
        printf("%s %s %s:%d\n", runs->at[i].test->name, runs->at[i].backend,
               runs->at[i].test->file, runs->at[i].test->line);
    return 0;
}

int main(int argc, char **argv)
{
    take_options(argc, argv);
    refuse_duplicates();
    struct runs runs = plan();
    if (runs.count == 0) {
        fprintf(stderr, "%s: no test matches\n", opt.program);
        return 2;
    }
    if (opt.list)
        return list_runs(&runs);
    if (opt.no_fork)
        run_here(&runs.at[0]);

    make_workers();
    run_all(&runs);
    if (opt.sweep != SWEEP_NOT)
        sweep(&runs);
    const int code = summary(&runs);
    free(runs.at);
    return code;
}
