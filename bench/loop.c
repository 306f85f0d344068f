/*
 * Question: what does one turn of the loop cost that has nothing to wait for?
 *
 * Three loops that never sleep: with an idle handle alone; with a check handle
 * kept turning by an idle one, which is how immediates are driven; and with a
 * prepare handle besides. A receive is pending all the while, as in any program
 * that has a connection: it must be looked at in each turn and costs nothing
 * only if looking needs no system call.
 *
 * The number of system calls per turn is printed as well.
 */
#include "bench.h"
#include "orrery.h"

static long left;
static orr_idle idle;
static orr_prepare prepare;
static orr_check check;

static void on_idle_alone(orr_idle *h)
{
    if (--left == 0)
        orr_idle_stop(h);
}

static void on_idle(orr_idle *h)
{
    (void)h;
}

static void on_prepare(orr_prepare *h)
{
    (void)h;
}

static void on_check(orr_check *h)
{
    if (--left > 0)
        return;
    orr_check_stop(h);
    orr_idle_stop(&idle);
    orr_prepare_stop(&prepare);
}

static void on_read(orr_stream *s, int64_t n, const void *bytes)
{
    (void)s;
    (void)bytes;
    BENCH_CHECK(false, "a read of %lld, and nobody wrote", (long long)n);
}

/* Turn n times, with what has been started. */
static void measure(orr_loop *loop, const char *name, long n)
{
    orr_metrics before, after;
    char calls_name[64];

    left = n;
    orr_metrics_get(loop, &before);
    const bench_span start = bench_start();
    BENCH_OK(orr_run(loop, ORR_RUN_DEFAULT));
    const bench_span span = bench_since(start);
    orr_metrics_get(loop, &after);

    bench_ops(name, span, n, (long)(after.turns - before.turns));
    snprintf(calls_name, sizeof calls_name, "%s_syscalls", name);
    bench_result(calls_name,
                 (double)(after.system_calls - before.system_calls) / (double)n,
                 "per-turn");
}

int main(void)
{
    const long n = bench_size(1000, 3000000);
    orr_loop *loop;
    orr_stream quiet = { 0 }, peer = { 0 };

    BENCH_OK(orr_loop_open(&loop, NULL));
    BENCH_OK(orr_pipe_init(loop, &quiet, false));
    BENCH_OK(orr_pipe_init(loop, &peer, false));
    BENCH_OK(orr_stream_pair(&quiet, &peer));
    BENCH_OK(orr_read_start(&quiet, on_read));
    orr_unref(&quiet.handle);

    BENCH_OK(orr_idle_start(loop, &idle, on_idle_alone));
    measure(loop, "loop_idle", n);

    BENCH_OK(orr_idle_start(loop, &idle, on_idle));
    BENCH_OK(orr_check_start(loop, &check, on_check));
    measure(loop, "loop_check", n);

    BENCH_OK(orr_idle_start(loop, &idle, on_idle));
    BENCH_OK(orr_check_start(loop, &check, on_check));
    BENCH_OK(orr_prepare_start(loop, &prepare, on_prepare));
    measure(loop, "loop_prep_check", n);

    orr_close(&quiet.handle, NULL);
    orr_close(&peer.handle, NULL);
    BENCH_OK(orr_run(loop, ORR_RUN_DEFAULT));
    BENCH_OK(orr_loop_close(loop));
    return 0;
}
