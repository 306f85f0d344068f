/*
 * wait.c - wait(): submit requests, sleep if there is nothing to report,
 * begin a batch.
 *
 * An idle turn makes no system call. Everything to report is visible in memory:
 * our own queues, the completion queue, its flag that completions are to be
 * made, and `news`, which other threads set.
 *
 * What other threads have for the loop is in poll/sys/kernel.h: the ring
 * reports each write to the eventfd, which is never read.
 */
#include "poll/uring/uring.h"

#include <errno.h>

#define NS_PER_S 1000000000u

/* ---- Entering --------------------------------------------------------- */

static orr__inline int hand_over(uring *p, bool wait,
                                 struct __kernel_timespec *timeout)
{
    orr__bufs_publish(&p->bufs);
    orr__uring_flush(p);
    p->k.sys.system_calls++;
    return orr__ring_enter(&p->ring, wait, timeout);
}

int orr__uring_enter(uring *p, bool wait, struct __kernel_timespec *timeout)
{
    return hand_over(p, wait, timeout);
}

/* The same between two batches, when the ring may be replaced by a new one. */
static orr__inline int ring_enter(uring *p, bool wait,
                                  struct __kernel_timespec *timeout)
{
    int err = hand_over(p, wait, timeout);

    if (orr__unlikely(err == -EEXIST)) {
        err = orr__uring_move(p);
        if (err == 0)
            err = -EINTR; /* look at what there is, and come again */
    }
    if (orr__unlikely(p->k.embedded))
        orr__uring_unsignal(p);
    return err;
}

int orr__uring_enter_files(uring *p)
{
    orr__uring_flush_files(p);
    p->k.sys.system_calls++;
    return orr__ring_enter(&p->ring, false, NULL);
}

/* ---- What there is ---------------------------------------------------- */

/* Nothing to report, nothing to hand over. */
static inline bool is_quiet(const uring *p)
{
    return !p->k.embedded && p->stage == STAGE_END &&
           p->cq_head == orr__ring_tail(&p->ring) &&
           !orr__ring_calls(&p->ring) && orr__kernel_news(&p->k) == 0 &&
           !orr__uring_has_requests(p) && orr__ops_empty(&p->k.done) &&
           orr__list_empty(&p->stashed);
}

static void take_stashed(uring *p)
{
    while (!orr__list_empty(&p->stashed)) {
        orr_link *l = p->stashed.next;
        orr__list_detach(l);
        orr__list_add_last(&p->stashed_now, l);
    }
}

/* Make what there is by now the batch; true if it is anything. */
static bool ring_collect(uring *p)
{
    orr__kernel_take_done(&p->k);
    take_stashed(p);
    p->wake_due |= orr__kernel_take_news(&p->k);
    p->wake_now = p->wake_due && p->k.wake_op != NULL;
    orr__uring_see(p);
    if (p->looks)
        orr__uring_look_again(p);
    return orr__uring_skip_silent(p) || p->wake_now || p->watches_due ||
           p->draining != NULL || p->signals_due || p->children_due ||
           !orr__ops_empty(&p->k.done_now) || !orr__list_empty(&p->stashed_now);
}

/* ---- Sleeping --------------------------------------------------------- */

typedef struct nap {
    uint64_t began;
    struct __kernel_timespec length, *timeout; /* NULL: without end */
} nap;

/* Set the bit for sleeping, unless the deadline has passed, which is set to 0
 * then, or there is news. */
static bool nap_begin(uring *p, nap *n, uint64_t *deadline_ns)
{
    n->began = orr__sys_clock(&p->k.sys, ORR__MONOTONIC);
    n->timeout = NULL;
    if (*deadline_ns <= n->began) {
        *deadline_ns = 0;
        return false;
    }
    if (*deadline_ns != ORR__FOREVER) {
        const uint64_t left = orr__nap_ns(*deadline_ns, n->began);
        n->length.tv_sec = (int64_t)(left / NS_PER_S);
        n->length.tv_nsec = (int64_t)(left % NS_PER_S);
        n->timeout = &n->length;
    }
    return orr__kernel_sleep_begin(&p->k);
}

static void nap_end(uring *p, const nap *n)
{
    orr__kernel_sleep_end(&p->k);
    p->k.idle_ns += orr__sys_clock(&p->k.sys, ORR__MONOTONIC) - n->began;
}

/* EINTR and ETIME are not errors. */
static int real_error(int err)
{
    switch (err) {
    case -EINTR:
    case -ETIME:
        return 0;
    case -EAGAIN: /* no memory for our requests; they stay in their queue */
    case -EBUSY:
    case -EBADR:
        return -ENOMEM;
    default:
        return err;
    }
}

static inline bool has_to_enter(const uring *p)
{
    return orr__uring_has_requests(p) || orr__ring_calls(&p->ring);
}

/*
 * The kernel is entered in one place only. If
 * completions are to be made, the first entry neither sleeps nor reads the
 * clock. An embedded ring is entered until there are none left, since its
 * eventfd was read.
 */
static orr__noinline int wait_slowly(uring *p, uint64_t deadline_ns)
{
    int err = 0;

    if (!orr__sys_is_ours(&p->k.sys))
        return -EPERM; /* the completions are our parent's */
    if (p->k.embedded)
        orr__uring_unsignal(p);
    p->cq_looked = p->cq_head;
    p->slept = false;
    bool something = ring_collect(p);
    do {
        nap n;
        const bool sleeps = !something && deadline_ns != 0 &&
                            !orr__ring_calls(&p->ring) &&
                            nap_begin(p, &n, &deadline_ns);
        err = 0;
        if (sleeps || has_to_enter(p))
            err = ring_enter(p, sleeps, sleeps ? n.timeout : NULL);
        if (sleeps)
            nap_end(p, &n);
        p->slept |= sleeps;
        something = ring_collect(p);
        if (p->k.embedded && err == 0 && orr__ring_calls(&p->ring))
            continue;
        if (something || deadline_ns == 0)
            break;
    } while (err == 0 || err == -EINTR);
    p->k.base.unsettled = orr__kernel_is_unsettled(&p->k);
    orr__uring_sort(p);
    orr__kernel_order(&p->k, p->watching > 0);
    p->stage = STAGE_DONE;
    p->many_files = p->files > URING_FILES_BY_CALL;
    p->files = 0;
    return something ? 0 : real_error(err);
}

int orr__uring_wait(orr__poll *base, uint64_t deadline_ns)
{
    uring *p = (uring *)(void *)base;

    if (orr__unlikely(p->held_buf >= 0 || p->held_chunk != NULL))
        orr__uring_put_back(p);
    p->batch++;
    p->k.base.unsettled = false;
    p->k.base.quiet = deadline_ns == 0 && is_quiet(p);
    if (orr__likely(p->k.base.quiet))
        return 0;
    return wait_slowly(p, deadline_ns);
}
