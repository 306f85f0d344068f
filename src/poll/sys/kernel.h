/*
 * kernel.h - what the two back ends that have a kernel share, epoll and
 * io_uring: operations that are finished, the batch of those that next() hands
 * out, how other threads wake the loop, and the sources.
 *
 *      finish, pool --> done ----- wait() ----> done_now --> next()
 *      wake, pool   --> news --/
 *
 * A back end has an orr__kernel as its first member. It decides when a batch
 * begins (orr__kernel_take_done(), _take_news()) and in which order the parts
 * of a batch are handed out; nothing here enters the kernel but to write to an
 * eventfd.
 *
 * What must stay true:
 *
 *  1. Another thread sets a bit in `news`; only if the loop has set the bit for
 *     sleeping in the same word does it write to the eventfd. Both use one
 *     atomic operation on one word, so either the loop sees the news before it
 *     sleeps, or the other thread sees that it sleeps. The eventfd is never
 *     read.
 *  2. If descriptors are watched (NEWS_IN_ORDER), a wake() is written while the
 *     loop is awake, too: where the kernel then has the eventfd among them is
 *     where OP_WAKE is reported.
 *  3. An operation is in `done` or `done_now` exactly while its place is
 *     PLACE_DONE.
 */
#ifndef ORRERY_POLL_KERNEL_H
#define ORRERY_POLL_KERNEL_H

#include <stdatomic.h>

#include "poll/sys/sys.h"

/* op->where: which list or place has it. */
typedef enum orr__place {
    PLACE_NONE,
    PLACE_SLOT, /* the back end's own */
    PLACE_DONE,
    PLACE_POOL,
    PLACE_WAKE,
    PLACE_SIGNAL,
    PLACE_CHILD,
    PLACE_WATCH
} orr__place;

/* Bits of `news`, set by other threads, */
#define NEWS_WAKE 1u /* wake() was called */
#define NEWS_POOL 2u /* the pool has finished something */
/* and by the loop for them. */
#define NEWS_ASLEEP 4u   /* it sleeps: wake it */
#define NEWS_EMBEDDED 8u /* another poll() may sleep on embed_fd */
#define NEWS_IN_ORDER 16u

typedef struct orr__kernel {
    orr__poll base; /* stays first */
    bool embedded;  /* fd() was called: another poll() may sleep on it */
    bool stays_asleep; /* it counts as asleep all the time for that */
    atomic_uint news;
    orr__op done;     /* head: finished, for the next batch */
    orr__op done_now; /* head: finished, of this one */
    orr__op *wake_op;
    int wake_fd;
    int embed_fd; /* with NEWS_EMBEDDED: written to as well */
    uint64_t idle_ns;
    orr__pool_user pool;
    orr__signals signals;
    orr__children children;
    orr__watches watches;
    orr__sys sys;
} orr__kernel;

/* All but what a back end opens: sys, wake_fd, the account with the pool. */
void orr__kernel_init(orr__kernel *k, const orr__poll_table *table,
                      const orr__poll_options *options);
/* The sources, when nothing of the pool is under way. */
void orr__kernel_close_sources(orr__kernel *k);

/* ---- Waking ----------------------------------------------------------- */

/* Write to an eventfd, also in a signal handler. */
void orr__eventfd_signal(int fd);

/* NEWS_WAKE and NEWS_POOL, as far as they are set. */
static inline unsigned orr__kernel_news(const orr__kernel *k)
{
    return atomic_load_explicit(&k->news, memory_order_relaxed) &
           (NEWS_WAKE | NEWS_POOL);
}

/* False if there is news, and then the loop must not sleep. */
bool orr__kernel_sleep_begin(orr__kernel *k);
void orr__kernel_sleep_end(orr__kernel *k);
/* Rule 2, from now on. */
void orr__kernel_order(orr__kernel *k, bool watches);

/* ---- The batch -------------------------------------------------------- */

/* Report it in the next batch. What the pool has finished by now was finished
 * before it. */
void orr__kernel_finish(orr__kernel *k, orr__op *op, int64_t result);
/* What the pool has finished, to the end of a list. */
void orr__kernel_take_pool(orr__kernel *k, orr__op *list);
/* What is finished becomes part of the batch. */
void orr__kernel_take_done(orr__kernel *k);
/* The same for what the pool has finished; true if wake() was called. */
bool orr__kernel_take_news(orr__kernel *k);
/* The next of the batch that is finished. */
bool orr__kernel_next_done(orr__kernel *k, orr__event *ev);
/* Is that an operation of the pool? */
bool orr__kernel_next_is_pooled(const orr__kernel *k);
/* Does the batch end with results of the pool, to which more may be added
 * (orr__poll.unsettled)? */
bool orr__kernel_is_unsettled(const orr__kernel *k);

int orr__kernel_submit_wake(orr__kernel *k, orr__op *op);
/* Take an operation back that is at any place but PLACE_SLOT and PLACE_CHILD.
 * -EBUSY: it has been done; -EINVAL: it is at another place. */
int orr__kernel_cancel(orr__kernel *k, orr__op *op);

/* ---- For the table of a back end --------------------------------------- */

void orr__kernel_wake(orr__poll *base);
int orr__kernel_settle(orr__poll *base, uint64_t max_ns);
uint64_t orr__kernel_clock(orr__poll *base, orr__clock_id which);
uint64_t orr__kernel_now_ms(orr__poll *base);
int orr__kernel_random(orr__poll *base, void *out, size_t len);
int orr__kernel_ask(orr__poll *base, orr__ask *ask);
void orr__kernel_stats(orr__poll *base, orr__stats *out);

#endif
