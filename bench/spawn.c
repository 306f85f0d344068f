/*
 * Question: what does it cost to start a child and to learn that it ended?
 *
 * The smallest program there is, one after the other. Most of it is the
 * kernel's: this shows that nothing is added to it, above all that the cost
 * does not grow with the memory of the parent.
 */
#include "bench.h"
#include "orrery.h"

static orr_loop *loop;
static orr_process child;
static long left, ended;

static void spawn_next(orr_handle *closed);

static void on_exit_of(orr_process *p, int64_t exit_status, int term_signal)
{
    BENCH_CHECK(exit_status == 0 && term_signal == 0,
                "the child ended with %lld, signal %d", (long long)exit_status,
                term_signal);
    ended++;
    orr_close(&p->handle, spawn_next);
}

static void spawn_next(orr_handle *closed)
{
    static char name[] = "/bin/true";
    char *args[] = { name, NULL };
    const orr_spawn spec = { .file = name,
                             .args = args,
                             .on_exit = on_exit_of };

    (void)closed;
    if (left == 0)
        return;
    left--;
    memset(&child, 0, sizeof child);
    BENCH_OK(orr_process_spawn(loop, &child, &spec));
}

int main(void)
{
    const long n = bench_size(10, 500);

    left = n;
    BENCH_OK(orr_loop_open(&loop, NULL));
    const bench_span start = bench_start();
    spawn_next(NULL);
    BENCH_OK(orr_run(loop, ORR_RUN_DEFAULT));
    const bench_span span = bench_since(start);

    BENCH_CHECK(ended == n, "%ld of %ld children ended", ended, n);
    bench_result("spawn", (double)span.wall_ns / 1e3 / (double)n, "us");
    BENCH_OK(orr_loop_close(loop));
    return 0;
}
