/*
 * bench.h - what every benchmark needs, whichever loop it is written for.
 *
 * A benchmark asks one question and prints its answer as lines
 *
 *      RESULT name value unit
 *
 * A unit that ends in "/s" is a rate, where more is better; every other unit
 * is a cost. For most questions there are two answers, operations per second
 * and, as name_cpu, the processor time of one operation. On a machine that does
 * other things as well the second is the one to trust.
 *
 * Each program counts what it did and fails if that is not what was asked for:
 * a loop that drops events must not look fast. With ORRERY_BENCH_SMALL=1 the
 * sizes are tiny; `make test` runs them so. Otherwise N overrides the size.
 *
 * Nothing here knows a loop, so that the programs for libuv in uv/ are measured
 * by the very same lines.
 */
#ifndef ORRERY_BENCH_H
#define ORRERY_BENCH_H

#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Stop with a sentence: the figure would be worthless. */
#define BENCH_CHECK(cond, ...)                                                 \
    do {                                                                       \
        if (!(cond)) {                                                         \
            fprintf(stderr, "%s:%d: ", __FILE__, __LINE__);                    \
            fprintf(stderr, __VA_ARGS__);                                      \
            fputc('\n', stderr);                                               \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

/* For calls whose failure is a negative number. */
#define BENCH_OK(call)                                                         \
    do {                                                                       \
        const long long bench_ret = (long long)(call);                         \
        BENCH_CHECK(bench_ret >= 0, "%s = %lld", #call, bench_ret);            \
    } while (0)

static inline bool bench_small(void)
{
    const char *s = getenv("ORRERY_BENCH_SMALL");

    return s != NULL && strcmp(s, "1") == 0;
}

/* How many times to do it: inside `make test`, and for real. */
static inline long bench_size(long small, long real)
{
    const char *n = getenv("N");

    if (bench_small())
        return small;
    return n != NULL && atol(n) > 0 ? atol(n) : real;
}

static inline uint64_t bench_clock(clockid_t id)
{
    struct timespec ts;

    clock_gettime(id, &ts);
    return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/* A moment, or the time between two. */
typedef struct bench_span {
    uint64_t wall_ns;
    uint64_t cpu_ns; /* of all threads of the process */
} bench_span;

static inline bench_span bench_start(void)
{
    const uint64_t cpu_ns = bench_clock(CLOCK_PROCESS_CPUTIME_ID);

    return (bench_span){ bench_clock(CLOCK_MONOTONIC), cpu_ns };
}

static inline bench_span bench_since(bench_span start)
{
    const uint64_t wall_ns = bench_clock(CLOCK_MONOTONIC);
    const uint64_t cpu_ns = bench_clock(CLOCK_PROCESS_CPUTIME_ID);

    return (bench_span){ wall_ns - start.wall_ns, cpu_ns - start.cpu_ns };
}

static inline void bench_result(const char *name, double value,
                                const char *unit)
{
    printf("RESULT %s %.4f %s\n", name, value, unit);
    fflush(stdout);
}

/* Both figures of n operations that took `span`, of which `done` were seen. */
static inline void bench_ops(const char *name, bench_span span, long n,
                             long done)
{
    char cpu_name[128];

    BENCH_CHECK(done == n, "%s: %ld of %ld were done", name, done, n);
    bench_result(name, (double)n * 1e9 / (double)span.wall_ns, "op/s");
    snprintf(cpu_name, sizeof cpu_name, "%s_cpu", name);
    bench_result(cpu_name, (double)span.cpu_ns / (double)n, "ns");
}

/* Where two threads run decides what a wake-up costs, so it is laid down. A
 * machine with fewer processors goes on without. */
static inline void bench_pin(int cpu)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    (void)sched_setaffinity(0, sizeof set, &set);
}

/* The same numbers in every run and for every contender. */
static inline uint32_t bench_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

/* A file of `len` bytes, read soon enough to stay in the page cache. Its name
 * is written over `path`, a template for mkstemp(); the caller unlinks it. */
static inline int bench_file(char *path, size_t len)
{
    char *bytes = malloc(len);
    const int fd = mkstemp(path);

    BENCH_CHECK(fd >= 0 && bytes != NULL, "%s: can't be made", path);
    memset(bytes, 'o', len);
    BENCH_CHECK(write(fd, bytes, len) == (ssize_t)len, "%s: too short", path);
    free(bytes);
    return fd;
}

/* The i-th of many names of that file. They are links: what differs from name
 * to name is the way to the bytes, not whether they are in memory. */
static inline void bench_name(char *out, size_t size, const char *path, long i)
{
    snprintf(out, size, "%s.%ld", path, i);
}

static inline void bench_names_make(const char *path, long n)
{
    char name[64];

    for (long i = 0; i < n; i++) {
        bench_name(name, sizeof name, path, i);
        BENCH_CHECK(link(path, name) == 0, "%s: errno %d", name, errno);
    }
}

static inline void bench_names_remove(const char *path, long n)
{
    char name[64];

    for (long i = 0; i < n; i++) {
        bench_name(name, sizeof name, path, i);
        unlink(name);
    }
}

#endif
