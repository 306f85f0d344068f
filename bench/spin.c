/*
 * Question: how many turns late is a byte that arrives while the loop spins?
 *
 * A loop that never sleeps makes no system call on io_uring, so it must notice
 * what the kernel has for it by looking at shared memory. A byte that is in the
 * socket when a turn begins has to be delivered in that turn or the next. This
 * counts turns and no time, and fails if one ever comes later.
 *
 * First the byte is written by a check callback of the loop itself, then by
 * another thread. That thread reads the number of the turn after its write has
 * returned, and so never counts a turn in which the byte was not there yet.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "bench.h"
#include "orrery.h"

#define LATEST 2 /* turns */

static orr_loop *loop;
static orr_idle idle;
static orr_check check;
static orr_stream here, there;
static atomic_long turn;       /* which one it is */
static atomic_long arrived;    /* bytes so far */
static atomic_long arrived_in; /* the turn of the last of them */
static long n, written_in, worst;
static bool by_thread;

static void count_late(long turns)
{
    if (turns > worst)
        worst = turns;
    BENCH_CHECK(turns <= LATEST, "a byte came %ld turns late", turns);
}

static void on_idle(orr_idle *h)
{
    (void)h;
    atomic_fetch_add(&turn, 1);
}

static void on_read(orr_stream *s, int64_t len, const void *bytes)
{
    (void)s;
    (void)bytes;
    BENCH_CHECK(len == 1, "a read of %lld", (long long)len);
    if (!by_thread)
        count_late(atomic_load(&turn) - written_in);
    atomic_store(&arrived_in, atomic_load(&turn));
    atomic_fetch_add(&arrived, 1);
}

/* Every seventh turn a byte, if the last one is there. */
static void on_check(orr_check *h)
{
    static long sent;
    const orr_buf byte = { &(char){ 'o' }, 1 };

    if (atomic_load(&arrived) == n) {
        orr_check_stop(h);
        orr_idle_stop(&idle);
        return;
    }
    if (by_thread)
        return;
    if (sent > atomic_load(&arrived)) {
        count_late(atomic_load(&turn) - written_in);
        return;
    }
    if (atomic_load(&turn) % 7 != 0)
        return;
    sent++;
    written_in = atomic_load(&turn);
    const int64_t taken = orr_try_write(&there, &byte, 1);
    BENCH_CHECK(taken == 1, "try_write: %lld", (long long)taken);
}

static void *writer(void *arg)
{
    const int *fd = arg;

    for (long i = 0; i < n; i++) {
        BENCH_CHECK(write(*fd, "o", 1) == 1, "write: errno %d", errno);
        const long at = atomic_load(&turn);
        while (atomic_load(&arrived) == i)
            sched_yield();
        count_late(atomic_load(&arrived_in) - at);
    }
    return NULL;
}

static void measure(const char *name, bool with_thread)
{
    int fd = orr_fileno(&there.handle);
    pthread_t thread;

    worst = 0;
    by_thread = with_thread;
    atomic_store(&arrived, 0);
    BENCH_OK(orr_idle_start(loop, &idle, on_idle));
    BENCH_OK(orr_check_start(loop, &check, on_check));
    if (with_thread)
        BENCH_OK(-pthread_create(&thread, NULL, writer, &fd));
    BENCH_OK(orr_run(loop, ORR_RUN_DEFAULT));
    if (with_thread)
        pthread_join(thread, NULL);
    BENCH_CHECK(atomic_load(&arrived) == n, "%ld of %ld bytes came",
                atomic_load(&arrived), n);
    bench_result(name, (double)worst, "turns");
}

int main(void)
{
    n = bench_size(50, 10000);
    BENCH_OK(orr_loop_open(&loop, NULL));
    BENCH_OK(orr_pipe_init(loop, &here, false));
    BENCH_OK(orr_pipe_init(loop, &there, false));
    BENCH_OK(orr_stream_pair(&here, &there));
    BENCH_OK(orr_read_start(&here, on_read));
    orr_unref(&here.handle);

    measure("spin_own_worst", false);
    measure("spin_thread_worst", true);

    orr_close(&here.handle, NULL);
    orr_close(&there.handle, NULL);
    BENCH_OK(orr_run(loop, ORR_RUN_DEFAULT));
    BENCH_OK(orr_loop_close(loop));
    return 0;
}
