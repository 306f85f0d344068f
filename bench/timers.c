/*
 * Question: what does a timer cost among a million others?
 *
 * Four answers: starting one with a delay of 1 to 1000 ms; stopping it; letting
 * it fire (processor time only, for the loop sleeps in between); and, among ten
 * thousand that are far off, pushing one further away, as a server does with
 * the time limit of a connection at each request.
 */
#include "bench.h"
#include "orrery.h"

#define FAR_OFF 10000

static long fired;

static void on_timer(orr_timer *t)
{
    (void)t;
    fired++;
}

static void measure_restart(orr_loop *loop, orr_timer *timers, long n)
{
    const uint32_t set = n < FAR_OFF ? (uint32_t)n : FAR_OFF;
    uint64_t seed = 1;

    for (uint32_t i = 0; i < set; i++)
        BENCH_OK(orr_timer_start(loop, &timers[i],
                                 60000 + bench_random(&seed) % 1000, on_timer));

    const bench_span start = bench_start();
    for (long i = 0; i < 5 * n; i++)
        BENCH_OK(orr_timer_restart(&timers[bench_random(&seed) % set],
                                   60000 + (uint64_t)(i >> 10)));
    const bench_span span = bench_since(start);

    bench_result("timer_restart", (double)span.wall_ns / (double)(5 * n), "ns");
    for (uint32_t i = 0; i < set; i++)
        orr_timer_stop(&timers[i]);
}

static void measure_start(orr_loop *loop, orr_timer *timers, long n)
{
    uint64_t seed = 2;

    orr_update_time(loop);
    const bench_span start = bench_start();
    for (long i = 0; i < n; i++)
        BENCH_OK(orr_timer_start(loop, &timers[i],
                                 1 + bench_random(&seed) % 1000, on_timer));
    const bench_span span = bench_since(start);

    bench_result("timer_start", (double)span.wall_ns / (double)n, "ns");
}

static void measure_stop(orr_timer *timers, long n)
{
    const bench_span start = bench_start();
    for (long i = 0; i < n; i += 2)
        orr_timer_stop(&timers[i]);
    const bench_span span = bench_since(start);

    bench_result("timer_stop", (double)span.wall_ns / (double)(n / 2), "ns");
}

static void measure_fire(orr_loop *loop, long expected)
{
    const bench_span start = bench_start();
    BENCH_OK(orr_run(loop, ORR_RUN_DEFAULT));
    const bench_span span = bench_since(start);

    BENCH_CHECK(fired == expected, "%ld of %ld timers fired", fired, expected);
    bench_result("timer_fire_cpu", (double)span.cpu_ns / (double)fired, "ns");
}

int main(void)
{
    const long n = bench_size(1000, 1000000);
    orr_timer *timers = calloc((size_t)n, sizeof *timers);
    orr_loop *loop;

    BENCH_CHECK(timers != NULL, "no memory for %ld timers", n);
    BENCH_OK(orr_loop_open(&loop, NULL));
    /* The memory is touched here and not while the clock runs: it is the
     * program's, and libuv's timers have been initialised by then too. */
    for (long i = 0; i < n; i++)
        timers[i].handle.data = timers;

    measure_restart(loop, timers, n);
    measure_start(loop, timers, n);
    measure_stop(timers, n);
    measure_fire(loop, n / 2);

    BENCH_OK(orr_loop_close(loop));
    free(timers);
    return 0;
}
