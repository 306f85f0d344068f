/*
 * differ.c - does orrery turn as libuv does? Invent programs, play each on
 * both, and compare what was written down.
 *
 * What is demanded. The kernel promises nothing of the order in which it
 * reports descriptors that are ready at the same time, so libuv has a set of
 * possible transcripts for each program: one for each such order. Whatever
 * orrery does must be in that set. It is looked for in three places:
 *
 *      as it is        the order that this kernel happened to report
 *      wake first      the same, but the wake-up descriptor (asyncs, and all
 *                      that the thread pool has done) before all others: that
 *                      is orrery's own order
 *      another order   orders drawn by lot
 *
 * A program that libuv itself does not play the same way twice proves nothing
 * and is skipped. What is not in the set is a difference; it is made smaller,
 * by leaving out whatever can be left out, and printed.
 *
 * Each playing is a process of its own.
 */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

#include "clock.h"
#include "side.h"

#define TEXT_MAX 32768
#define SHUFFLES 2000
#define SHUFFLES_SHRINKING 300
#define BAD_MAX 20 /* programs: then something is wrong with everything */

typedef struct transcript {
    uint32_t choices; /* polls that had more than one order to report in */
    char text[TEXT_MAX];
} transcript;

/* Where orrery's was found. */
typedef enum verdict {
    AS_IT_IS,
    WAKE_FIRST,
    ANOTHER_ORDER,
    SKIPPED,
    DIFFERENT,
    VERDICTS
} verdict;

static const char *const verdicts[] = { "as it is", "wake first",
                                        "another order", "skipped",
                                        "different" };

#define DIED "died: "

static transcript *shared; /* with the process that plays */
static bool loud;
static bool mild; /* play for comparison with the io_uring back end */
static uint64_t plays;

/* ---- Playing ------------------------------------------------------------ */

static void add_end(int status)
{
    const size_t len = strlen(shared->text);
    char *end = shared->text + len;
    const size_t capacity = TEXT_MAX - len;

    if (WIFSIGNALED(status))
        snprintf(end, capacity, DIED "%s\n", strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) != 0)
        snprintf(end, capacity, "ended with %d\n", WEXITSTATUS(status));
}

static void play_in_child(const program *p, const side *s, const char *variant,
                          uint32_t order, transcript *out)
{
    int status = 0;

    plays++;
    memset(shared, 0, sizeof *shared);
    fflush(NULL);
    const pid_t pid = fork();
    if (pid < 0) {
        perror("fork");
        exit(2);
    }
    if (pid == 0) {
        if (!loud && freopen("/dev/null", "w", stderr) == NULL)
            _exit(2);
        alarm(2);
        play(p, s, variant, uv_version(), mild, order, &shared->choices,
             shared->text, TEXT_MAX - 64);
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    add_end(status);
    *out = *shared;
}

static bool same(const transcript *a, const transcript *b)
{
    return strcmp(a->text, b->text) == 0;
}

/* ---- Comparing ---------------------------------------------------------- */

static transcript uv, uv_again, ours;

/* Does libuv, with the kernel's own order, do it the same way again? */
static bool is_steady(const program *p, uint32_t times)
{
    play_in_child(p, &side_uv, NULL, ORDER_KERNEL, &uv);
    for (uint32_t i = 1; i < times; i++) {
        play_in_child(p, &side_uv, NULL, ORDER_KERNEL, &uv_again);
        if (!same(&uv, &uv_again))
            return false;
    }
    return true;
}

static verdict find(const program *p, uint32_t shuffles)
{
    if (same(&uv, &ours))
        return AS_IT_IS;
    if (uv.choices == 0 || strstr(ours.text, DIED) != NULL ||
        strstr(uv.text, DIED) != NULL)
        return DIFFERENT;
    play_in_child(p, &side_uv, NULL, ORDER_WAKE_FIRST, &uv_again);
    if (same(&uv_again, &ours))
        return WAKE_FIRST;
    for (uint32_t i = 0; i < shuffles; i++) {
        play_in_child(p, &side_uv, NULL, ORDER_SHUFFLED + i, &uv_again);
        if (same(&uv_again, &ours))
            return ANOTHER_ORDER;
    }
    return DIFFERENT;
}

/* A difference is one only if it is one every time. */
static verdict compare(const program *p, const char *backend, uint32_t shuffles)
{
    verdict v = DIFFERENT;

    mild = strcmp(backend, "uring") == 0;
    is_steady(p, 1);
    for (int i = 0; i < 2 && v == DIFFERENT; i++) {
        play_in_child(p, &side_orrery, backend, 0, &ours);
        v = find(p, shuffles);
    }
    return v == DIFFERENT && !is_steady(p, 3) ? SKIPPED : v;
}

/* ---- Shrinking ---------------------------------------------------------- */

static void without(const program *p, uint32_t from, uint32_t n, program *out)
{
    out->count = p->count - n;
    memcpy(out->list, p->list, from * sizeof *p->list);
    memcpy(out->list + from, p->list + from + n,
           (p->count - from - n) * sizeof *p->list);
}

/* Try to leave out pieces, halves first, then single instructions, until
 * nothing more can go. */
static void shrink(program *p, const char *backend)
{
    static program smaller;

    for (uint32_t n = p->count / 2; n > 0;) {
        bool went = false;
        for (uint32_t i = 0; i + n <= p->count;) {
            without(p, i, n, &smaller);
            if (compare(&smaller, backend, SHUFFLES_SHRINKING) == DIFFERENT) {
                *p = smaller;
                went = true;
            } else {
                i++;
            }
        }
        if (!went || n > 1)
            n /= 2;
    }
}

/* ---- Reporting ---------------------------------------------------------- */

/* From a little before the first line that differs to a little after. */
#define LINES_BEFORE 12
#define LINES_AFTER 6

static size_t same_lines(const char *a, const char *b)
{
    size_t n = 0;

    for (; *a == *b && *a != 0; a++, b++)
        n += *a == '\n';
    return n;
}

static void tell_transcript(const char *name, const char *text, size_t differs)
{
    size_t line = 0;

    printf("    -- %s\n", name);
    for (; *text != 0 && line <= differs + LINES_AFTER; line++) {
        const size_t n = strcspn(text, "\n");
        if (line + LINES_BEFORE >= differs)
            printf("    %c %.*s\n", line == differs ? '>' : '|', (int)n, text);
        text += n + (text[n] == '\n');
    }
}

static void tell_difference(const program *p, const char *backend)
{
    mild = strcmp(backend, "uring") == 0;
    program_print(stdout, p);
    play_in_child(p, &side_uv, NULL, ORDER_WAKE_FIRST, &uv);
    play_in_child(p, &side_orrery, backend, 0, &ours);
    const size_t differs = same_lines(uv.text, ours.text);
    tell_transcript(uv_version_string(), uv.text, differs);
    tell_transcript(backend, ours.text, differs);
    fflush(stdout);
}

/* ---- The commands ------------------------------------------------------- */

typedef struct options {
    uint64_t seed, count;
    const char *backends[4];
    uint32_t nbackends;
    const char *file;
    bool show, keep_on, whole;
} options;

typedef struct tally {
    uint64_t n[VERDICTS];
} tally;

static bool judge(const program *p, const options *o, tally *tallies)
{
    bool good = true;

    for (uint32_t b = 0; b < o->nbackends; b++) {
        const verdict v = compare(p, o->backends[b], SHUFFLES);
        tallies[b].n[v]++;
        if (v != DIFFERENT)
            continue;
        static program small;
        small = *p;
        if (!o->whole)
            shrink(&small, o->backends[b]);
        tell_difference(&small, o->backends[b]);
        good = false;
    }
    return good;
}

static int finish(const options *o, const tally *tallies)
{
    uint64_t passed = 0, failed = 0, skipped = 0;

    for (uint32_t b = 0; b < o->nbackends; b++) {
        printf("libuv %s, %s:", uv_version_string(), o->backends[b]);
        for (int v = 0; v < VERDICTS; v++)
            printf("%s %llu %s", v == 0 ? "" : ",",
                   (unsigned long long)tallies[b].n[v], verdicts[v]);
        printf("\n");
        skipped += tallies[b].n[SKIPPED];
        failed += tallies[b].n[DIFFERENT];
        passed += tallies[b].n[AS_IT_IS] + tallies[b].n[WAKE_FIRST] +
                  tallies[b].n[ANOTHER_ORDER];
    }
    printf("%llu passed, %llu failed, %llu skipped\n",
           (unsigned long long)passed, (unsigned long long)failed,
           (unsigned long long)skipped);
    return failed != 0;
}

static int run_many(const options *o)
{
    static program p;
    uint32_t bad = 0;
    tally tallies[4] = { { { 0 } } };

    for (uint64_t i = 0; i < o->count; i++) {
        program_invent(&p, o->seed + i);
        if (judge(&p, o, tallies))
            continue;
        printf("    again: --seed %llu --count 1\n\n",
               (unsigned long long)(o->seed + i));
        if (!o->keep_on || ++bad == BAD_MAX)
            break;
    }
    return finish(o, tallies);
}

static int run_file(const options *o)
{
    static program p;
    tally tallies[4] = { { { 0 } } };
    uint32_t line;
    FILE *f = strcmp(o->file, "-") == 0 ? stdin : fopen(o->file, "r");

    if (f == NULL || !program_read(f, &p, &line)) {
        fprintf(stderr, "%s: %s\n", o->file,
                f == NULL ? strerror(errno) : "not a program");
        return 2;
    }
    if (o->show) {
        for (uint32_t b = 0; b < o->nbackends; b++)
            tell_difference(&p, o->backends[b]);
        return 0;
    }
    judge(&p, o, tallies);
    return finish(o, tallies);
}

static int run_show(const options *o)
{
    static program p;

    program_invent(&p, o->seed);
    for (uint32_t b = 0; b < o->nbackends; b++)
        tell_difference(&p, o->backends[b]);
    return 0;
}

static int usage(void)
{
    fprintf(stderr, "differ [--seed N] [--count N] [--backend NAME]... "
                    "[--show] [--keep-on] [--whole] [--loud] [FILE]\n");
    return 2;
}

static bool parse(int argc, char **argv, options *o)
{
    static const struct option names[] = {
        { "seed", required_argument, NULL, 's' },
        { "count", required_argument, NULL, 'c' },
        { "backend", required_argument, NULL, 'b' },
        { "show", no_argument, NULL, 'S' },
        { "keep-on", no_argument, NULL, 'k' },
        { "whole", no_argument, NULL, 'w' },
        { "loud", no_argument, NULL, 'l' },
        { NULL, 0, NULL, 0 },
    };
    int c;

    while ((c = getopt_long(argc, argv, "", names, NULL)) >= 0) {
        if (c == 's')
            o->seed = strtoull(optarg, NULL, 0);
        else if (c == 'c')
            o->count = strtoull(optarg, NULL, 0);
        else if (c == 'b' && o->nbackends < 4)
            o->backends[o->nbackends++] = optarg;
        else if (c == 'S')
            o->show = true;
        else if (c == 'k')
            o->keep_on = true;
        else if (c == 'w')
            o->whole = true;
        else if (c == 'l')
            loud = true;
        else
            return false;
    }
    if (optind < argc)
        o->file = argv[optind];
    return optind + 1 >= argc;
}

int main(int argc, char **argv)
{
    options o = { .seed = 1, .count = 1 };

    if (!parse(argc, argv, &o))
        return usage();
    if (o.nbackends == 0) {
        o.backends[0] = "epoll";
        o.backends[1] = "uring";
        o.nbackends = 2;
    }
    setenv("UV_THREADPOOL_SIZE", "1", 1);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        perror("mmap");
        return 2;
    }
    if (o.file != NULL)
        return run_file(&o);
    return o.show ? run_show(&o) : run_many(&o);
}
