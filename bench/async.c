/*
 * Question: what does it cost to wake a loop from another thread, and back?
 *
 * Two loops, each on its own thread, send each other one wake-up after the
 * other: with both threads on one processor, where it is a matter of system
 * calls and switches, and on two, where waking the other processor dominates
 * (and more so in a virtual machine, hence fewer rounds).
 */
#include <pthread.h>
#include <stdatomic.h>

#include "bench.h"
#include "orrery.h"

typedef struct side {
    orr_loop *loop;
    orr_async wake;
    struct side *other;
    int cpu;
} side;

static side first, second;
static long left;
static atomic_bool over;
static pthread_barrier_t meet; /* before the first send, after the last */

static void on_first(orr_async *a)
{
    side *s = a->handle.data;

    if (--left == 0) {
        atomic_store(&over, true);
        orr_stop(s->loop);
    }
    BENCH_OK(orr_async_send(&s->other->wake));
}

static void on_second(orr_async *a)
{
    side *s = a->handle.data;

    if (atomic_load(&over))
        orr_stop(s->loop);
    else
        BENCH_OK(orr_async_send(&s->other->wake));
}

/* A loop belongs to the thread that opened it, so each side opens its own. */
static void side_open(side *s, side *other, int cpu, orr_async_fn *fn)
{
    bench_pin(cpu);
    memset(&s->wake, 0, sizeof s->wake);
    s->other = other;
    s->wake.handle.data = s;
    BENCH_OK(orr_loop_open(&s->loop, NULL));
    BENCH_OK(orr_async_init(s->loop, &s->wake, fn));
}

/* Only when both have met: the other one may still be inside its last send. */
static void side_close(side *s)
{
    orr_close(&s->wake.handle, NULL);
    BENCH_OK(orr_run(s->loop, ORR_RUN_DEFAULT));
    BENCH_OK(orr_loop_close(s->loop));
}

static void *second_thread(void *arg)
{
    const int *cpu = arg;

    side_open(&second, &first, *cpu, on_second);
    pthread_barrier_wait(&meet);
    BENCH_OK(orr_run(second.loop, ORR_RUN_DEFAULT));
    pthread_barrier_wait(&meet);
    side_close(&second);
    return NULL;
}

static void measure(const char *name, int cpu_of_second, long n)
{
    pthread_t thread;

    left = n;
    atomic_store(&over, false);
    side_open(&first, &second, 0, on_first);
    BENCH_OK(-pthread_create(&thread, NULL, second_thread, &cpu_of_second));
    pthread_barrier_wait(&meet);

    const bench_span start = bench_start();
    BENCH_OK(orr_async_send(&second.wake));
    BENCH_OK(orr_run(first.loop, ORR_RUN_DEFAULT));
    const bench_span span = bench_since(start);

    pthread_barrier_wait(&meet);
    side_close(&first);
    pthread_join(thread, NULL);
    bench_ops(name, span, n, n - left);
}

int main(void)
{
    const long n = bench_size(100, 100000);

    BENCH_OK(-pthread_barrier_init(&meet, NULL, 2));
    measure("async_pingpong_1cpu", 0, n);
    measure("async_pingpong_2cpu", 1, n / 10);
    pthread_barrier_destroy(&meet);
    return 0;
}
