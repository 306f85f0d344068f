/*
 * clock.c - see clock.h. The functions that begin with __wrap_ are what both
 * libraries call in place of the C library's (ld's --wrap); __real_ is that.
 */
#include "clock.h"

#include <errno.h>
#include <linux/io_uring.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define START_MS 1000000u /* far from zero: differences are seen */
#define NS_PER_MS 1000000u
#define REAL_MS 500 /* nothing that is under way takes so long */

int __real_clock_gettime(clockid_t id, struct timespec *ts);
int __real_epoll_wait(int fd, struct epoll_event *ev, int max, int timeout);
int __real_epoll_pwait(int fd, struct epoll_event *ev, int max, int timeout,
                       const sigset_t *mask);
int __real_eventfd(unsigned count, int flags);
long __real_syscall(long nr, ...);

int __wrap_clock_gettime(clockid_t id, struct timespec *ts);
int __wrap_epoll_wait(int fd, struct epoll_event *ev, int max, int timeout);
int __wrap_epoll_pwait(int fd, struct epoll_event *ev, int max, int timeout,
                       const sigset_t *mask);
int __wrap_eventfd(unsigned count, int flags);
long __wrap_syscall(long nr, ...);

bool (*clock_idle)(void);
void (*clock_stuck)(void);
bool (*clock_busy)(void);

static uint64_t now_ns;
static uint64_t read_ns; /* the loop's last reading */
static bool is_real;
static bool is_uv;
static uint32_t how; /* ORDER_... */
static uint64_t chance;
static uint32_t *choices;
static int wake_fd;

void clock_begin(bool of_uv, uint32_t order, uint32_t *count)
{
    is_uv = of_uv;
    choices = count;
    now_ns = (uint64_t)START_MS * NS_PER_MS;
    how = order;
    chance = order * 0x94d049bb133111ebu;
    wake_fd = -1;
}

uint64_t clock_ms(void)
{
    return now_ns / NS_PER_MS - START_MS;
}

void clock_advance(uint64_t ms)
{
    now_ns += ms * NS_PER_MS;
}

void clock_real(bool on)
{
    is_real = on;
}

int __wrap_clock_gettime(clockid_t id, struct timespec *ts)
{
    if (id != CLOCK_MONOTONIC && id != CLOCK_MONOTONIC_COARSE)
        return __real_clock_gettime(id, ts);
    if (!is_real)
        read_ns = now_ns;
    ts->tv_sec = (time_t)(now_ns / 1000000000u);
    ts->tv_nsec = (long)(now_ns % 1000000000u);
    return 0;
}

/* ---- Sleeping ----------------------------------------------------------- */

typedef enum sleep_end { LOOK_AGAIN, WAIT_FOR_REAL, TIME_IS_UP } sleep_end;

/*
 * There was nothing to report. timeout_ns < 0: forever.
 *
 * libuv says how long to sleep, counted from when it last read the clock. If
 * callbacks took their time since then, it sleeps too long by that; orrery
 * says until when. So that this alone does not hide all else, libuv's sleep
 * begins here when it last read the clock.
 */
static sleep_end sleep_for(int64_t timeout_ns)
{
    const uint64_t until_ns = (is_uv ? read_ns : now_ns) + (uint64_t)timeout_ns;

    if (timeout_ns >= 0 && until_ns <= now_ns)
        return TIME_IS_UP;
    if (clock_idle())
        return LOOK_AGAIN;
    if (clock_busy())
        return WAIT_FOR_REAL;
    if (timeout_ns < 0)
        clock_stuck();
    if (now_ns < until_ns)
        now_ns = until_ns;
    return TIME_IS_UP;
}

/* ---- epoll -------------------------------------------------------------- */

static void swap(struct epoll_event *a, struct epoll_event *b)
{
    const struct epoll_event e = *a;

    *a = *b;
    *b = e;
}

static uint64_t weight(int fd, uint64_t poll)
{
    uint64_t z = chance + (uint64_t)fd * 0x9e3779b97f4a7c15u;

    z += poll * 0x51ed270b;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return z ^ z >> 27;
}

/* By weight; those of one weight as they are. */
static void sort(struct epoll_event *ev, int n, uint64_t poll)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && weight(ev[k].data.fd, poll) <
                                     weight(ev[k - 1].data.fd, poll);
             k--)
            swap(&ev[k], &ev[k - 1]);
}

static void wake_first(struct epoll_event *ev, int n)
{
    for (int i = 1; i < n; i++)
        if (ev[i].data.fd == wake_fd)
            for (; i > 0; i--)
                swap(&ev[i], &ev[i - 1]);
}

static void hide_hang_ups(struct epoll_event *ev, int n)
{
    for (int i = 0; i < n; i++)
        if (ev[i].events & EPOLLIN)
            ev[i].events &= ~(uint32_t)EPOLLHUP;
}

/*
 * The kernel does not define the order in which it reports descriptors. In
 * every second order each descriptor has a fixed place, in the others it is
 * drawn again in each poll, or in some. Three in four have the wake-up first.
 * In some, a hang-up is only reported when there is nothing to read: libuv then
 * handles the other direction as well, and orrery does not.
 */
static void shuffle(struct epoll_event *ev, int n, uint64_t poll)
{
    if (how % 2 == 0)
        sort(ev, n, 0);
    else if (how % 4 == 1 || weight(0, poll) % 3 == 0)
        sort(ev, n, poll);
    if (how % 8 > 1)
        wake_first(ev, n);
    if (how % 16 < 4)
        hide_hang_ups(ev, n);
}

static void reorder(struct epoll_event *ev, int n)
{
    static uint64_t poll;

    *choices += n > 1;
    poll++;
    if (how == ORDER_WAKE_FIRST)
        wake_first(ev, n);
    else if (how >= ORDER_SHUFFLED)
        shuffle(ev, n, poll);
}

static int uv_sleep(int fd, struct epoll_event *ev, int max, int timeout)
{
    for (;;) {
        int n = __real_epoll_wait(fd, ev, max, 0);
        if (n == 0 && timeout != 0) {
            switch (sleep_for((int64_t)timeout * NS_PER_MS)) {
            case LOOK_AGAIN:
                continue;
            case TIME_IS_UP:
                return 0;
            case WAIT_FOR_REAL:
                n = __real_epoll_wait(fd, ev, max, REAL_MS);
            }
        }
        reorder(ev, n);
        return n;
    }
}

/* Only a new libuv calls this one. The mask is that of a loop which blocks a
 * signal, and none here does. */
int __wrap_epoll_pwait(int fd, struct epoll_event *ev, int max, int timeout,
                       const sigset_t *mask)
{
    if (is_real)
        return __real_epoll_pwait(fd, ev, max, timeout, mask);
    return uv_sleep(fd, ev, max, timeout);
}

/* The first eventfd is that of libuv's loop. */
int __wrap_eventfd(unsigned count, int flags)
{
    const int fd = __real_eventfd(count, flags);

    if (wake_fd < 0)
        wake_fd = fd;
    return fd;
}

static int epoll_sleep(int fd, struct epoll_event *ev, int max,
                       int64_t timeout_ns)
{
    for (;;) {
        const int n = __real_epoll_wait(fd, ev, max, 0);
        if (n != 0 || timeout_ns == 0)
            return n;
        switch (sleep_for(timeout_ns)) {
        case LOOK_AGAIN:
            continue;
        case TIME_IS_UP:
            return 0;
        case WAIT_FOR_REAL:
            return __real_epoll_wait(fd, ev, max, REAL_MS);
        }
    }
}

/* An old libuv, and orrery. */
int __wrap_epoll_wait(int fd, struct epoll_event *ev, int max, int timeout)
{
    if (is_real)
        return __real_epoll_wait(fd, ev, max, timeout);
    if (is_uv)
        return uv_sleep(fd, ev, max, timeout);
    return epoll_sleep(fd, ev, max, (int64_t)timeout * NS_PER_MS);
}

/* ---- io_uring ----------------------------------------------------------- */

static int64_t timespec_ns(const struct timespec *t)
{
    return t->tv_sec * (int64_t)1000000000 + t->tv_nsec;
}

static long enter(const long *a, int64_t timeout_ns)
{
    struct timespec ts = { .tv_sec = timeout_ns / 1000000000,
                           .tv_nsec = timeout_ns % 1000000000 };
    struct io_uring_getevents_arg arg;

    memset(&arg, 0, sizeof arg);
    arg.ts = (uint64_t)(uintptr_t)&ts;
    return __real_syscall(__NR_io_uring_enter, a[0], a[1], a[2],
                          a[3] | IORING_ENTER_EXT_ARG, &arg, sizeof arg);
}

/*
 * Entries that are handed over hide that the time was up; the library comes
 * again then. The arguments are those of the system call: descriptor, entries,
 * completions wanted, flags, argument.
 */
static long ring_sleep(const long *a)
{
    const struct io_uring_getevents_arg *arg = (void *)a[4];
    int64_t timeout_ns = -1;

    if (a[3] & IORING_ENTER_EXT_ARG)
        timeout_ns = timespec_ns((void *)(uintptr_t)arg->ts);
    for (;;) {
        const long n = enter(a, 0);
        if (n >= 0 || errno != ETIME)
            return n;
        switch (sleep_for(timeout_ns)) {
        case LOOK_AGAIN:
            continue;
        case TIME_IS_UP:
            errno = ETIME;
            return -1;
        case WAIT_FOR_REAL:
            return enter(a, (int64_t)REAL_MS * NS_PER_MS);
        }
    }
}

long __wrap_syscall(long nr, ...)
{
    long a[6];
    va_list ap;

    va_start(ap, nr);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(ap, long);
    va_end(ap);
    if (is_real || is_uv)
        return __real_syscall(nr, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (nr == __NR_epoll_pwait)
        return epoll_sleep((int)a[0], (void *)a[1], (int)a[2],
                           a[3] * (int64_t)NS_PER_MS);
    if (nr == __NR_epoll_pwait2)
        return epoll_sleep((int)a[0], (void *)a[1], (int)a[2],
                           timespec_ns((void *)a[3]));
    if (nr == __NR_io_uring_enter && a[2] > 0)
        return ring_sleep(a);
    return __real_syscall(nr, a[0], a[1], a[2], a[3], a[4], a[5]);
}
