/*
 * sys.h - what the two real back ends, uring.c and epoll.c, have in common:
 * system calls done at once, the thread pool, and the three sources that
 * collect news for many operations behind one descriptor each. The batch and
 * waking are in kernel.h, which embeds all that.
 *
 *      sys.c         dispatch of call(), clock, random bytes
 *      sys/net.c     sockets and pipes          sys_fs*.c    files
 *      sys/spawn.c   starting a child           sys/tty.c    terminals
 *      sys/dns.c     getaddrinfo                sys/host.c, sys/machine.c,
 *                                               sys/title.c  facts
 *      pool.c        threads
 *      src_signal.c  src_child.c  src_watch.c   the sources
 */
#ifndef ORRERY_SYS_H
#define ORRERY_SYS_H

#include "base/base.h"
#include "poll/poll.h"

/* The millisecond of the last read, and for how many ticks of the processor
 * from then on it is certain not to have ended: sys.c. */
typedef struct orr__ms {
    uint64_t now;
    uint64_t from_tick;
    uint64_t ticks; /* 0: always read the clock */
} orr__ms;

typedef struct orr__sys {
    const orr_allocator *allocator;
    const orr_world *world;
    uint64_t system_calls; /* made on the loop's thread */
    int spare_fd; /* given up for a moment to answer EMFILE on accept */
    int pid;      /* the process that opened it, to recognise fork() */
    uint64_t *not_sockets;     /* a bit per descriptor: send() gave ENOTSOCK */
    uint32_t not_sockets_size; /* in words */
    uint32_t ms_reads; /* by orr__sys_read_ms(), up to READS_TO_ASK */
    bool ticks_steady; /* the processor's ticks never stop or slow down */
    orr__ms ms;
} orr__sys;

int orr__sys_open(orr__sys *sys, const orr__poll_options *options);
void orr__sys_close(orr__sys *sys);

/* False in a child after fork(). Costs no system call. */
bool orr__sys_is_ours(const orr__sys *sys);

/* Do any [call] operation now. Files may block, sockets never do. */
int64_t orr__sys_call(orr__sys *sys, orr__op *op);

uint64_t orr__sys_clock(orr__sys *sys, orr__clock_id which);
uint64_t orr__sys_read_ms(orr__sys *sys, uint64_t tick);
/*
 * How long to sleep until then, counted from the beginning of the current
 * millisecond, as in libuv: timers have whole milliseconds, and none may seem
 * early because a part of the first millisecond had passed.
 */
static inline uint64_t orr__nap_ns(uint64_t deadline_ns, uint64_t now_ns)
{
    return deadline_ns > now_ns ? deadline_ns - now_ns + now_ns % NS_PER_MS : 0;
}
int orr__sys_random(orr__sys *sys, void *out, size_t len);
int orr__sys_ask(orr__sys *sys, orr__ask *ask); /* sys/host.c */

static inline uint64_t orr__tick(void)
{
#ifdef __x86_64__
    return __builtin_ia32_rdtsc();
#else
    return 0;
#endif
}

/* The monotonic clock, in milliseconds. */
static inline uint64_t orr__sys_ms(orr__sys *sys)
{
    const uint64_t tick = orr__tick();

    if (orr__likely(tick - sys->ms.from_tick < sys->ms.ticks))
        return sys->ms.now;
    return orr__sys_read_ms(sys, tick);
}

/* The kernel's own clock, CLOCK_MONOTONIC..., whatever the world says. */
uint64_t orr__clock_ns(int clock);

/* ---- The parts of orr__sys_call() ------------------------------------- */

int64_t orr__sys_net(orr__sys *sys, orr__op *op);
int64_t orr__sys_spawn(orr__sys *sys, orr__op *op);
int64_t orr__sys_tty(orr__sys *sys, orr__op *op);

/* Held while `environ` is read or changed, by loops of several threads. */
void orr__env_lock(void);
void orr__env_unlock(void);

/* Any thread: what the pool runs for OP_WORK to the end of the list. */
int64_t orr__sys_blocking(const orr_allocator *allocator, orr__op *op);
int64_t orr__sys_fs(const orr_allocator *allocator, orr__op *op);

/*
 * Do a file operation now if it is certain not to wait for a disk: the path is
 * in the kernel's cache of names, the bytes are in its cache of pages.
 * -EAGAIN: it might wait, and nothing was done.
 */
int64_t orr__sys_fs_cached(const orr_allocator *allocator, orr__op *op);
/* From the kernel's d_type of a directory entry. */
orr_entry_type orr__entry_type(unsigned char d_type);

/* Receive into buf and fill the event's result, data, from, fds, flags.
 * Returns false if there is nothing now (-EAGAIN). */
typedef struct orr__rx_buf {
    void *buf;
    size_t size;
    struct sockaddr_storage *from;
    int fds[64];
} orr__rx_buf;
bool orr__sys_recv(orr__sys *sys, orr__op *op, orr__rx_buf *rx, orr__event *ev);

/* accept4(); on EMFILE takes the connection with the spare descriptor, closes
 * it, and returns -EMFILE; -EAGAIN if there is none or it vanished. */
int orr__sys_accept(orr__sys *sys, int fd);

/* Send from the front of op->u.io, advancing it. 1: all sent; 0: would block;
 * a negative errno. */
int orr__sys_send_some(orr__sys *sys, orr__op *op);

/* The descriptor is about to be closed: forget what was noted about it. */
void orr__sys_forget(orr__sys *sys, int fd);

/* write() at the descriptor's position, of any kind of descriptor, that never
 * raises SIGPIPE. Any thread. */
int64_t orr__sys_write(int fd, const orr_buf *bufs, uint32_t nbufs);

/* Keep SIGPIPE from this thread for the time of another call. `raised`: that
 * call failed with -EPIPE. */
typedef struct orr__quiet {
    bool was_pending;
    unsigned char mask[128]; /* a sigset_t */
} orr__quiet;
void orr__sigpipe_block(orr__quiet *quiet);
void orr__sigpipe_unblock(orr__quiet *quiet, bool raised);

/* ---- Lists of operations ---------------------------------------------- */

/* A ring through next and prev with a head that is not an operation itself, so
 * that one can be taken out without knowing which list it is in. */
static inline void orr__ops_init(orr__op *head)
{
    head->next = head->prev = head;
}

static inline bool orr__ops_empty(const orr__op *head)
{
    return head->next == head;
}

static inline void orr__ops_push(orr__op *head, orr__op *op)
{
    op->next = head;
    op->prev = head->prev;
    head->prev->next = op;
    head->prev = op;
}

static inline void orr__ops_remove(orr__op *op)
{
    op->next->prev = op->prev;
    op->prev->next = op->next;
    op->next = op->prev = NULL;
}

/* ---- The thread pool: one per process --------------------------------- */

/* A back end's account with the pool. Done operations are collected here in
 * the order of their completion, op->result set. */
typedef struct orr__pool_user {
    orr__op *done;      /* atomic: the last one first, linked by op->next */
    uint32_t running;   /* on threads now; under the pool's lock */
    uint32_t epoch;     /* of the pool: a child after fork() has another */
    uint32_t under_way; /* loop's thread only */
    uint32_t fresh;     /* loop's thread: files submitted since it settled */
    uint32_t round;     /* the number of that time; under the pool's lock */
    uint32_t awaited;   /* of the fresh, not done; under the pool's lock */
    uint32_t ahead;     /* atomic: files that a later one must not overtake */
    void (*wake)(orr__poll *p);
    orr__poll *poll;
    const orr_allocator *allocator;
    uint32_t size; /* threads wanted: 0 the environment's, else 4 */
} orr__pool_user;

/* How many threads UV_THREADPOOL_SIZE asks for with this text, which may be
 * NULL. */
uint32_t orr__pool_size_read(const char *text);
int orr__pool_submit(orr__pool_user *user, orr__op *op);
/* 0: taken out before a thread had it. -EBUSY: too late. */
int orr__pool_cancel(orr__pool_user *user, orr__op *op);
/* Take all that is done, linked by op->next; NULL if nothing. Cheap to ask. */
orr__op *orr__pool_take(orr__pool_user *user);
/* orr__poll_table.settle. */
int orr__pool_settle(orr__pool_user *user, uint64_t max_ns);
/*
 * Must a file operation wait for its turn in the pool? So it is while an
 * earlier one of this loop waits for a thread, or changes files and is not
 * done: programs count on the order in which a pool begins its jobs.
 */
static inline bool orr__pool_is_ahead(const orr__pool_user *user)
{
    return __atomic_load_n(&user->ahead, __ATOMIC_ACQUIRE) > 0;
}
/* orr__poll_table.drain, of all users. */
void orr__pool_drain(void);
int orr__pool_user_open(orr__pool_user *user);
/* Waits for what is still running: it writes to memory of this loop. */
void orr__pool_user_close(orr__pool_user *user);

/* ---- Sources ---------------------------------------------------------- */

/*
 * Each has descriptors that the back end watches for input; when one is
 * readable, the back end drains the source with its ..._next() until false:
 * at the end of the batch for signals and children, in place for watches.
 */
typedef struct orr__signals {
    int fd;  /* readable when a signal has come; -1 until the first add */
    int wfd; /* what the handler writes to */
    orr__op *list;
    const orr_allocator *allocator;
    void *state;
} orr__signals;
int orr__signal_add(orr__signals *s, orr__op *op);
void orr__signal_remove(orr__signals *s, orr__op *op);
bool orr__signals_next(orr__signals *s, orr__event *ev);
void orr__signals_close(orr__signals *s);
/* How often it was caught in this process; 0 for what is not a signal. */
uint64_t orr__signal_count(int64_t signum);

typedef struct orr__children {
    orr__op *first, *last; /* in spawn order */
    orr__op *cursor;
    bool reaped; /* those of this batch are */
} orr__children;
/* Keeps the pidfd in op->fd, or opens one if that is 0; readable when the
 * child has ended. Closed with the last event or by remove. */
int orr__child_add(orr__children *c, orr__op *op);
void orr__child_remove(orr__children *c, orr__op *op);
/* Reaps those that have ended, in spawn order; closes their pidfds. */
bool orr__children_next(orr__children *c, orr__event *ev);

typedef struct orr__watches {
    int fd; /* inotify; -1 until the first add */
    void *state;
    const orr_allocator *allocator;
} orr__watches;
int orr__watch_add(orr__watches *w, orr__op *op);
void orr__watch_remove(orr__watches *w, orr__op *op);
bool orr__watches_next(orr__watches *w, orr__event *ev);
void orr__watches_close(orr__watches *w);

/* thread.c: the signals (a sigset_t) that threads other than the first do not
 * get. */
void orr__sys_thread_signals(void *blocked);

#endif
