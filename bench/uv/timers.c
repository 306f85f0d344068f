/* ../timers.c on libuv. */
#include <uv.h>

#include "../bench.h"

#define FAR_OFF 10000

static long fired;

static void on_timer(uv_timer_t *t)
{
    (void)t;
    fired++;
}

static void measure_restart(uv_timer_t *timers, long n)
{
    const uint32_t set = n < FAR_OFF ? (uint32_t)n : FAR_OFF;
    uint64_t seed = 1;

    for (uint32_t i = 0; i < set; i++)
        uv_timer_start(&timers[i], on_timer, 60000 + bench_random(&seed) % 1000,
                       0);
    const bench_span start = bench_start();
    for (long i = 0; i < 5 * n; i++)
        uv_timer_start(&timers[bench_random(&seed) % set], on_timer,
                       60000 + (uint64_t)(i >> 10), 0);
    const bench_span span = bench_since(start);
    bench_result("timer_restart", (double)span.wall_ns / (double)(5 * n), "ns");
    for (uint32_t i = 0; i < set; i++)
        uv_timer_stop(&timers[i]);
}

static void measure_start(uv_timer_t *timers, long n)
{
    uint64_t seed = 2;

    const bench_span start = bench_start();
    for (long i = 0; i < n; i++)
        uv_timer_start(&timers[i], on_timer, 1 + bench_random(&seed) % 1000, 0);
    const bench_span span = bench_since(start);
    bench_result("timer_start", (double)span.wall_ns / (double)n, "ns");
}

static void measure_stop(uv_timer_t *timers, long n)
{
    const bench_span start = bench_start();
    for (long i = 0; i < n; i += 2)
        uv_timer_stop(&timers[i]);
    const bench_span span = bench_since(start);
    bench_result("timer_stop", (double)span.wall_ns / (double)(n / 2), "ns");
}

int main(void)
{
    const long n = bench_size(1000, 1000000);
    uv_timer_t *timers = calloc((size_t)n, sizeof *timers);
    uv_loop_t *loop = uv_default_loop();

    BENCH_CHECK(timers != NULL, "no memory for %ld timers", n);
    for (long i = 0; i < n; i++)
        uv_timer_init(loop, &timers[i]);
    measure_restart(timers, n);
    uv_update_time(loop);
    measure_start(timers, n);
    measure_stop(timers, n);
    const bench_span start = bench_start();
    uv_run(loop, UV_RUN_DEFAULT);
    const bench_span span = bench_since(start);
    BENCH_CHECK(fired == n / 2, "%ld of %ld timers fired", fired, n / 2);
    bench_result("timer_fire_cpu", (double)span.cpu_ns / (double)fired, "ns");
    return 0;
}
