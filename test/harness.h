/*
 * harness.h: what the three files of the harness share. Tests include test.h
 * only.
 *
 *   test.c    the runner: options, list of runs, processes, summary
 *   child.c   one run, inside its own process: checks, cleanups, leaks
 *   alloc.c   the counting allocator and the fault counters
 *
 * Parent and child share one slot of memory; what the child writes there
 * survives its crash.
 */
#ifndef ORRERY_TEST_HARNESS_H
#define ORRERY_TEST_HARNESS_H

#include "test.h"

#include <stdatomic.h>

/*
 * How far a run came. A child that crashed, or that called exit() by itself,
 * has no RUN_DONE. A run can be FAILED and LEAKED or BROKEN too: after a fault
 * was injected the first is expected and the others are not.
 */
enum {
    RUN_DONE = 1,
    RUN_FAILED = 2,
    RUN_LEAKED = 4,
    RUN_SKIPPED = 8,
    RUN_BROKEN = 16,
};

struct slot {
    _Atomic unsigned bits;
    _Atomic bool injected;
    _Atomic long allocs;
    _Atomic long allocs_swept; /* before faults of its own; -1: has none */
    _Atomic long ops;
    _Atomic int limit_s;
    char why[600]; /* the first thing that went wrong, or why it skipped */
    char dir[200]; /* test_dir(), "" until it is called */
};

/* One test on one back end, once. The lower half is the result. */
struct run {
    const struct test *test;
    const char *backend;
    uint64_t seed;
    bool chance;
    long fail_alloc;
    long fail_op;

    bool ok;
    bool skipped;
    long allocs;
    long allocs_swept;
    long ops;
};

/* child.c: at_end, if any, is called last of all, before _exit. */
__attribute__((noreturn)) void test__child(const struct run *run,
                                           struct slot *slot,
                                           void (*at_end)(void));
struct slot *test__slot(void);

/* alloc.c */
void test__faults_start(const struct run *run);
void test__describe_live(char *out, size_t size);

#endif
