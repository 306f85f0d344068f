/*
 * runtime.c - several runtimes in one process: each on a thread of its own,
 * with its own end. What one leaves open is closed and freed when it is closed;
 * the build with the address sanitizer says so if not.
 *
 *     build/test/runtime [uring | epoll]
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bind/runtime.h"

typedef struct job {
    const char *program; /* as -e has it */
    uint64_t limit_bytes;
    bool terminate; /* after a moment */
    int code;
    runtime_end end;
    int closed;
} job;

static const char *backend;
static int passed, failed;

static void check(bool ok, const char *name, const char *what)
{
    if (ok)
        return;
    printf("FAIL %s: %s\n", name, what);
    failed++;
    passed--;
}

/* ---- One runtime -------------------------------------------------------- */

static void *terminate(void *arg)
{
    usleep(50 * 1000);
    runtime_terminate(arg);
    return NULL;
}

static void *run(void *arg)
{
    job *j = arg;
    const runtime_options options = {
        .backend = backend,
        .eval = j->program,
        .argv0 = "orrery",
        .exec_path = "/usr/bin/orrery",
        .is_worker = true,
        .memory_limit_bytes = j->limit_bytes,
        .ends_at_limit = j->limit_bytes != 0,
        .stack_bytes = 1u << 20,
    };
    runtime *r;
    pthread_t other;

    j->code = -1;
    if (runtime_open(&options, &r) < 0)
        return NULL;
    if (j->terminate)
        pthread_create(&other, NULL, terminate, r);
    j->code = runtime_run(r);
    if (j->terminate)
        pthread_join(other, NULL);
    j->end = runtime_ended(r);
    j->closed = runtime_close(r, false);
    return NULL;
}

/* Run all of them at once. */
static void run_all(job *jobs, size_t n)
{
    pthread_t threads[16];
    pthread_attr_t attr;

    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, 8u << 20);
    for (size_t i = 0; i < n; i++)
        pthread_create(&threads[i], &attr, run, &jobs[i]);
    for (size_t i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    pthread_attr_destroy(&attr);
}

/* ---- Tests -------------------------------------------------------------- */

static void several_runtimes_run_side_by_side(const char *name)
{
    job jobs[4];

    for (int i = 0; i < 4; i++)
        jobs[i] = (job){
            .program = "let n = 0; const t = setInterval(() => {"
                       "  for (let i = 0; i < 1e4; i++) n += [i].length;"
                       "  if (n === 1e5) { clearInterval(t);"
                       "    require('fs').readdir('/', (e, all) =>"
                       "      process.exitCode = all.length > 0 ? 7 : 1); }"
                       "}, 1)",
        };
    run_all(jobs, 4);
    for (int i = 0; i < 4; i++) {
        check(jobs[i].code == 7, name, "the exit code is the program's");
        check(jobs[i].closed == 0, name, "it can be closed");
    }
}

static void one_without_memory_ends_alone(const char *name)
{
    job jobs[3] = {
        { .program = "const all = []; for (;;) all.push({ n: all.length })",
          .limit_bytes = 32u << 20 },
        { .program = "const all = []; for (;;) try {"
                     "  all.push(new Array(1e5).fill(1)) } catch {}",
          .limit_bytes = 32u << 20 },
        { .program = "setTimeout(() => process.exit(3), 100)" },
    };

    run_all(jobs, 3);
    for (int i = 0; i < 2; i++) {
        check(jobs[i].end == RUNTIME_OUT_OF_MEMORY, name, "it says why");
        check(jobs[i].code == 1, name, "its exit code is 1");
    }
    check(jobs[2].end == RUNTIME_ENDED, name, "the other one goes on");
    check(jobs[2].code == 3, name, "and ends as it would have");
}

static void garbage_is_collected_at_the_limit(const char *name)
{
    job j = {
        .program = "for (let i = 0; i < 1e6; i++) {"
                   "  const a = { text: 'x' + i }; a.a = a }",
        .limit_bytes = 32u << 20,
    };

    run_all(&j, 1);
    check(j.end == RUNTIME_ENDED && j.code == 0, name, "it ends by itself");
}

static void one_can_be_terminated(const char *name)
{
    job jobs[3] = {
        { .program = "for (;;);", .terminate = true },
        { .program = "setInterval(() => {}, 1e6)", .terminate = true },
        { .program = "new MessageChannel().port1.on('message', () => {})",
          .terminate = true },
    };

    run_all(jobs, 3);
    for (int i = 0; i < 3; i++)
        check(jobs[i].code == 1, name, "its exit code is 1");
}

static void what_is_left_open_is_closed(const char *name)
{
    job j = {
        .program =
            "const fs = require('fs'); const c = new MessageChannel();"
            "c.port1.on('message', () => {}); c.port2.postMessage(1);"
            "process.on('SIGUSR2', () => {}); setInterval(() => {}, 1000);"
            "setImmediate(() => {}); process.nextTick(() => {});"
            "for (let i = 0; i < 20; i++) fs.stat('/', () => {});"
            "fs.readFile('/proc/self/maps', () => {});"
            "fs.read(fs.openSync('/dev/zero'), new Uint8Array(65536), () => "
            "{});"
            "queueMicrotask(() => process.exit(4))",
    };

    run_all(&j, 1);
    check(j.code == 4, name, "the exit code is the program's");
    check(j.closed == 0, name, "it can be closed");
}

#define TEST(name)                                                             \
    {                                                                          \
#name, name                                                            \
    }
static const struct {
    const char *name;
    void (*fn)(const char *name);
} tests[] = {
    TEST(several_runtimes_run_side_by_side),
    TEST(one_without_memory_ends_alone),
    TEST(garbage_is_collected_at_the_limit),
    TEST(one_can_be_terminated),
    TEST(what_is_left_open_is_closed),
};

int main(int argc, char **argv)
{
    backend = argc > 1 ? argv[1] : NULL;
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        passed++;
        tests[i].fn(tests[i].name);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
