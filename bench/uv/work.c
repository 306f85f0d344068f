/* ../work.c on libuv. */
#include <uv.h>

#include "../bench.h"

#define DEPTH 64

typedef struct job {
    uv_work_t work;
    long ran;
} job;

static long left, done;

static void on_thread(uv_work_t *w)
{
    ((job *)w)->ran++;
}

static void on_done(uv_work_t *w, int status)
{
    BENCH_OK(status);
    done++;
    if (left > 0) {
        left--;
        BENCH_OK(uv_queue_work(uv_default_loop(), w, on_thread, on_done));
    }
}

static void measure(const char *name, int depth, long n)
{
    static job jobs[DEPTH];
    uv_loop_t *loop = uv_default_loop();
    long ran = 0;

    memset(jobs, 0, sizeof jobs);
    left = n;
    done = 0;
    const bench_span start = bench_start();
    for (int i = 0; i < depth && left > 0; i++) {
        left--;
        BENCH_OK(uv_queue_work(loop, &jobs[i].work, on_thread, on_done));
    }
    uv_run(loop, UV_RUN_DEFAULT);
    const bench_span span = bench_since(start);
    for (int i = 0; i < depth; i++)
        ran += jobs[i].ran;
    BENCH_CHECK(ran == done, "%ld jobs ran, %ld were reported", ran, done);
    bench_ops(name, span, n, done);
}

int main(void)
{
    measure("work_64", DEPTH, bench_size(500, 400000));
    measure("work_serial", 1, bench_size(50, 100000));
    return 0;
}
