/*
 * Question: what does a job on the thread pool cost that does nothing?
 *
 * With 64 under way, where the threads never run dry, it is the price of the
 * queues; one after the other, it is the way to a sleeping thread and back.
 */
#include "bench.h"
#include "orrery.h"

#define DEPTH 64

typedef struct job {
    orr_work work;
    long ran; /* counted by the thread that ran it */
} job;

static orr_loop *loop;
static long left, done;

static void on_thread(orr_work *w)
{
    ((job *)w)->ran++;
}

static void on_done(orr_work *w, int status)
{
    BENCH_OK(status);
    done++;
    if (left > 0) {
        left--;
        BENCH_OK(orr_work_queue(loop, w, on_thread, on_done));
    }
}

static void measure(const char *name, int depth, long n)
{
    static job jobs[DEPTH];
    long ran = 0;

    memset(jobs, 0, sizeof jobs);
    left = n;
    done = 0;
    const bench_span start = bench_start();
    for (int i = 0; i < depth && left > 0; i++) {
        left--;
        BENCH_OK(orr_work_queue(loop, &jobs[i].work, on_thread, on_done));
    }
    BENCH_OK(orr_run(loop, ORR_RUN_DEFAULT));
    const bench_span span = bench_since(start);

    for (int i = 0; i < depth; i++)
        ran += jobs[i].ran;
    BENCH_CHECK(ran == done, "%ld jobs ran, %ld were reported", ran, done);
    bench_ops(name, span, n, done);
}

int main(void)
{
    BENCH_OK(orr_loop_open(&loop, NULL));
    measure("work_64", DEPTH, bench_size(500, 400000));
    measure("work_serial", 1, bench_size(50, 100000));
    BENCH_OK(orr_loop_close(loop));
    return 0;
}
