/*
 * Question: how does the cost of a timer grow with the number of the others?
 *
 * One timer is started and stopped over and over among 10, ten thousand and a
 * million that stay. All of them are due within the same hour, so that among a
 * million hardly two share a millisecond: nothing is won by putting timers that
 * are due together into one bucket. The last line is the cost among the most
 * divided by the cost among the fewest.
 */
#include "bench.h"
#include "orrery.h"

#define HOUR_MS 3600000u

static uint64_t seed = 7;

static void on_timer(orr_timer *t)
{
    (void)t;
    BENCH_CHECK(false, "a timer fired that is due in an hour");
}

static uint64_t some_delay_ms(void)
{
    return HOUR_MS + bench_random(&seed) % HOUR_MS;
}

/* Nanoseconds of one start and one stop. */
static double pair_ns(orr_loop *loop, long times)
{
    orr_timer probe = { 0 };

    const bench_span start = bench_start();
    for (long i = 0; i < times; i++) {
        BENCH_OK(orr_timer_start(loop, &probe, some_delay_ms(), on_timer));
        orr_timer_stop(&probe);
    }
    return (double)bench_since(start).wall_ns / (double)times;
}

int main(void)
{
    static const struct {
        const char *name;
        long small, real;
    } steps[] = {
        { "timer_pair_10", 10, 10 },
        { "timer_pair_10k", 100, 10000 },
        { "timer_pair_1M", 1000, 1000000 },
    };
    const size_t nsteps = sizeof steps / sizeof *steps;
    const long times = bench_size(1000, 1000000);
    const long max =
        bench_small() ? steps[nsteps - 1].small : steps[nsteps - 1].real;
    orr_timer *others = calloc((size_t)max, sizeof *others);
    double ns[sizeof steps / sizeof *steps];
    long armed = 0;
    orr_loop *loop;

    BENCH_CHECK(others != NULL, "no memory for %ld timers", max);
    BENCH_OK(orr_loop_open(&loop, NULL));
    for (size_t i = 0; i < nsteps; i++) {
        const long n = bench_small() ? steps[i].small : steps[i].real;

        for (; armed < n; armed++)
            BENCH_OK(orr_timer_start(loop, &others[armed], some_delay_ms(),
                                     on_timer));
        ns[i] = pair_ns(loop, times);
        bench_result(steps[i].name, ns[i], "ns");
    }
    bench_result("timer_growth", ns[nsteps - 1] / ns[0], "times");

    for (long i = 0; i < max; i++) {
        BENCH_CHECK(orr_is_active(&others[i].handle), "timer %ld was lost", i);
        orr_timer_stop(&others[i]);
    }
    BENCH_CHECK(!orr_alive(loop), "something is alive after all was stopped");
    BENCH_OK(orr_loop_close(loop));
    free(others);
    return 0;
}
