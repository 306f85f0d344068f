/* ../async.c on libuv. */
#include <pthread.h>
#include <stdatomic.h>
#include <uv.h>

#include "../bench.h"

static uv_loop_t loops[2];
static uv_async_t wake[2];
static long left;
static atomic_bool over;
static pthread_barrier_t meet;

static void on_first(uv_async_t *a)
{
    if (--left == 0) {
        atomic_store(&over, true);
        uv_stop(a->loop);
    }
    BENCH_OK(uv_async_send(&wake[1]));
}

static void on_second(uv_async_t *a)
{
    if (atomic_load(&over))
        uv_stop(a->loop);
    else
        BENCH_OK(uv_async_send(&wake[0]));
}

static void side_open(int i, int cpu, uv_async_cb fn)
{
    bench_pin(cpu);
    BENCH_OK(uv_loop_init(&loops[i]));
    BENCH_OK(uv_async_init(&loops[i], &wake[i], fn));
}

static void side_close(int i)
{
    uv_close((uv_handle_t *)&wake[i], NULL);
    uv_run(&loops[i], UV_RUN_DEFAULT);
    BENCH_OK(uv_loop_close(&loops[i]));
}

static void *second_thread(void *arg)
{
    const int *cpu = arg;

    side_open(1, *cpu, on_second);
    pthread_barrier_wait(&meet);
    uv_run(&loops[1], UV_RUN_DEFAULT);
    pthread_barrier_wait(&meet);
    side_close(1);
    return NULL;
}

static void measure(const char *name, int cpu_of_second, long n)
{
    pthread_t thread;

    left = n;
    atomic_store(&over, false);
    side_open(0, 0, on_first);
    BENCH_OK(-pthread_create(&thread, NULL, second_thread, &cpu_of_second));
    pthread_barrier_wait(&meet);
    const bench_span start = bench_start();
    BENCH_OK(uv_async_send(&wake[1]));
    uv_run(&loops[0], UV_RUN_DEFAULT);
    const bench_span span = bench_since(start);
    pthread_barrier_wait(&meet);
    side_close(0);
    pthread_join(thread, NULL);
    bench_ops(name, span, n, n - left);
}

int main(void)
{
    const long n = bench_size(100, 100000);

    pthread_barrier_init(&meet, NULL, 2);
    measure("async_pingpong_1cpu", 0, n);
    measure("async_pingpong_2cpu", 1, n / 10);
    return 0;
}
