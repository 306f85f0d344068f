/*
 * sys.c - dispatches the operations that are done at once, on the loop's
 * thread. It also has the two clocks, random bytes, and the check whether this
 * process opened the back end or is a child of fork().
 *
 * What must stay true: nothing here blocks, except file calls, which the caller
 * wants done now. system_calls counts the system calls of the loop's thread; a
 * part that has no `sys` is counted here, as one.
 *
 * fork(): a child has copies of all our descriptors, but an epoll set or a
 * ring behind one is shared with its parent. Code that is about to change one
 * calls orr__sys_is_ours() first. getpid() costs a system call, so the process
 * id is stored and updated by each fork().
 */
#include "poll/sys/sys.h"

#ifdef __x86_64__
#include <cpuid.h>
#endif
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"

#define READS_TO_ASK 500 /* whether ticks are steady */

/* ---- Which process is this? ------------------------------------------- */

static atomic_int process_id;
static int fork_hooked;

static void process_id_set(void)
{
    atomic_store_explicit(&process_id, (int)getpid(), memory_order_relaxed);
}

static void hook_fork(void)
{
    process_id_set();
    fork_hooked = -pthread_atfork(NULL, NULL, process_id_set);
}

bool orr__sys_is_ours(const orr__sys *sys)
{
    return sys->pid == atomic_load_explicit(&process_id, memory_order_relaxed);
}

/* ---- Life ------------------------------------------------------------- */

int orr__sys_open(orr__sys *sys, const orr__poll_options *options)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, hook_fork);
    if (fork_hooked < 0)
        return fork_hooked;
    *sys = (orr__sys){
        .allocator = options->allocator,
        .world = options->world,
        .spare_fd = -1, /* opened by the first OP_LISTEN or accept */
        .pid = atomic_load_explicit(&process_id, memory_order_relaxed),
    };
    return 0;
}

void orr__sys_close(orr__sys *sys)
{
    if (sys->spare_fd >= 0)
        close(sys->spare_fd);
    sys->spare_fd = -1;
    orr__free(sys->allocator, sys->not_sockets);
    sys->not_sockets = NULL;
    sys->not_sockets_size = 0;
}

/* ---- Dispatch --------------------------------------------------------- */

/* These can raise SIGPIPE, when what they write to has no reader left: a pipe
 * or a socket, which has no offset. */
static bool may_raise_sigpipe(const orr__op *op)
{
    return op->code == OP_SENDFILE ||
           (op->code == OP_WRITE && op->u.io.offset < 0);
}

/*
 * A file operation, done now. The threads of the pool have all signals
 * blocked; this thread has not, so some go a quiet way.
 */
static int64_t call_file(orr__sys *sys, orr__op *op)
{
    orr__quiet quiet;

    sys->system_calls++;
    if (!may_raise_sigpipe(op))
        return orr__sys_blocking(sys->allocator, op);
    if (op->code == OP_WRITE && op->u.io.nbufs <= IOV_MAX)
        return orr__sys_write(op->fd, op->u.io.bufs, op->u.io.nbufs);
    orr__sigpipe_block(&quiet);
    int64_t n = orr__sys_blocking(sys->allocator, op);
    orr__sigpipe_unblock(&quiet, n == -EPIPE);
    sys->system_calls += 2;
    return n;
}

#define NS_PER_S 1000000000u

/* Until a moment, not for a time: a signal that interrupts it takes nothing. */
static int64_t sys_sleep(orr__sys *sys, int64_t ns)
{
    const uint64_t end = orr__clock_ns(CLOCK_MONOTONIC) + (uint64_t)ns;
    const struct timespec t = { (time_t)(end / NS_PER_S),
                                (long)(end % NS_PER_S) };
    int err;

    do {
        err = clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
        sys->system_calls++;
    } while (err == EINTR);
    return -err;
}

int64_t orr__sys_call(orr__sys *sys, orr__op *op)
{
    switch (op->code) {
    case OP_NONE:
    case OP_RECV:
    case OP_RECVFROM:
    case OP_READY:
    case OP_WAKE:
    case OP_SIGNAL:
    case OP_WATCH:
    case OP_WORK:
        return -EINVAL; /* these can only be submitted */
    case OP_SPAWN:
    case OP_KILL:
    case OP_CHILD:
        return orr__sys_spawn(sys, op);
    case OP_TTY_MODE:
    case OP_TTY_SIZE:
        return orr__sys_tty(sys, op);
    case OP_SLEEP:
        return sys_sleep(sys, op->u.n);
    case OP_RANDOM:
        return orr__sys_random(sys, op->u.fs.out, (size_t)op->u.fs.a);
    case OP_CLOSE:
        orr__sys_forget(sys, op->fd);
        return call_file(sys, op);
    default:
        if (!orr__code_pooled(op->code))
            return orr__sys_net(sys, op);
        return op->code < OP_CODES ? call_file(sys, op) : -EINVAL;
    }
}

/* ---- Clocks and chance ------------------------------------------------ */

uint64_t orr__clock_ns(int clock)
{
    struct timespec t;

    must(clock_gettime((clockid_t)clock, &t) == 0, "the clocks always work");
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t orr__machine_ns(void)
{
    return orr__clock_ns(CLOCK_MONOTONIC);
}

uint64_t orr__sys_clock(orr__sys *sys, orr__clock_id which)
{
    const orr_world *world = sys->world;

    if (which == ORR__WALL)
        return world->wall_ns ? world->wall_ns(world->ctx)
                              : orr__clock_ns(CLOCK_REALTIME);
    return world->clock_ns ? world->clock_ns(world->ctx)
                           : orr__clock_ns(CLOCK_MONOTONIC);
}

/* Is the time-stamp counter invariant: one speed in all power states? A clock
 * of the world's is unrelated to it. */
static bool ticks_are_steady(const orr_world *world)
{
#ifdef __x86_64__
    unsigned a, b, c, d;

    return world->clock_ns == NULL &&
           __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & 1u << 8) != 0;
#else
    (void)world;
    return false;
#endif
}

/*
 * Every setTimeout() reads the clock in milliseconds, and the time-stamp
 * counter is cheaper to read than clock_gettime(). Its frequency is not known,
 * but where it is invariant it is above 250 MHz, so a tick is less than 4 ns. A
 * quarter as many ticks as nanoseconds are left of the current millisecond
 * cannot outlast it: until then orr__sys_ms() returns the same millisecond
 * without reading the clock. The result is always that of the clock.
 *
 * Without this, making a million timers takes 10 % more processor time (188 ms
 * instead of 170, minimum of 25 runs), and making, clearing and firing them 4 %
 * (414 ms instead of 398): ONLY=timers bench/js/run.
 *
 * A tick before from_tick (after a migration to another machine, or a
 * suspension that reset the counter) is a huge unsigned distance, so the clock
 * is read.
 */
uint64_t orr__sys_read_ms(orr__sys *sys, uint64_t tick)
{
    const uint64_t ns = orr__sys_clock(sys, ORR__MONOTONIC);
    const uint64_t left_ns = NS_PER_MS - ns % NS_PER_MS;

    /* cpuid takes 10 us in a virtual machine, so it is only executed by a
     * program that reads the clock often. */
    if (sys->ms_reads < READS_TO_ASK && ++sys->ms_reads == READS_TO_ASK)
        sys->ticks_steady = ticks_are_steady(sys->world);
    sys->ms = (orr__ms){
        .now = ns / NS_PER_MS,
        .from_tick = tick,
        .ticks = sys->ticks_steady ? left_ns / 4 : 0,
    };
    return sys->ms.now;
}

int orr__sys_random(orr__sys *sys, void *out, size_t len)
{
    const orr_world *world = sys->world;
    char *at = out;

    if (world->random != NULL)
        return world->random(world->ctx, out, len);
    while (len > 0) {
        ssize_t n = getrandom(at, len, 0);

        sys->system_calls++;
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        at += n;
        len -= (size_t)n;
    }
    return 0;
}
