/*
 * wait.c - wait(): submit requests, sleep if there is nothing to report,
 * begin a batch. And how another thread ends that sleep.
 *
 * An idle turn makes no system call. Everything to report is visible in memory:
 * our own queues, the completion queue, its flag that completions are to be
 * made, and `news`, which other threads set.
 *
 * Waking. Another thread sets a bit in `news`. Only if the loop has set the bit
 * for sleeping in the same word does it write to the eventfd that the ring
 * watches. Both use one atomic operation on one word, so either the loop sees
 * the news before it sleeps, or the other thread sees that it sleeps. The
 * eventfd is never read: the ring reports each write to it. If descriptors are
 * watched, a ring_wake() is written while the loop is awake, too: the
 * completion of the eventfd is where OP_WAKE is reported among those of the
 * descriptors.
 */
#include "poll/uring/uring.h"

#include <errno.h>

#define NS_PER_S 1000000000u

/* ---- Waking ----------------------------------------------------------- */

static void ring_wake(uring *p, unsigned why)
{
    const unsigned old = atomic_fetch_or(&p->news, why);
    const bool is_placed =
        why == NEWS_WAKE && !(old & NEWS_WAKE) && (old & NEWS_IN_ORDER);

    if (is_placed ||
        (old & (NEWS_WAKE | NEWS_POOL | NEWS_ASLEEP)) == NEWS_ASLEEP)
        orr__eventfd_signal(p->wake_fd);
    if (old & (NEWS_WAKE | NEWS_POOL))
        return;
    if (old & NEWS_EMBEDDED)
        orr__eventfd_signal(p->embed_fd);
}

void orr__uring_wake(orr__poll *base)
{
    ring_wake((uring *)(void *)base, NEWS_WAKE);
}

void orr__uring_pool_wake(orr__poll *base)
{
    ring_wake((uring *)(void *)base, NEWS_POOL);
}

/* ---- Entering --------------------------------------------------------- */

static orr__inline int hand_over(uring *p, bool wait,
                                 struct __kernel_timespec *timeout)
{
    orr__bufs_publish(&p->bufs);
    orr__uring_flush(p);
    p->sys.system_calls++;
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
    if (orr__unlikely(p->embedded))
        orr__uring_unsignal(p);
    return err;
}

int orr__uring_enter_files(uring *p)
{
    orr__uring_flush_files(p);
    p->sys.system_calls++;
    return orr__ring_enter(&p->ring, false, NULL);
}

/* ---- What there is ---------------------------------------------------- */

static inline unsigned ring_news(const uring *p)
{
    return atomic_load_explicit(&p->news, memory_order_relaxed) &
           (NEWS_WAKE | NEWS_POOL);
}

/* Nothing to report, nothing to hand over. */
static inline bool is_quiet(const uring *p)
{
    return !p->embedded && p->stage == STAGE_END &&
           p->cq_head == orr__ring_tail(&p->ring) &&
           !orr__ring_calls(&p->ring) && ring_news(p) == 0 &&
           !orr__uring_has_requests(p) && orr__ops_empty(&p->done) &&
           orr__list_empty(&p->stashed);
}

static void take_done(uring *p)
{
    orr__op *from = &p->done, *to = &p->done_now;

    if (orr__ops_empty(from))
        return;
    from->next->prev = to->prev;
    to->prev->next = from->next;
    from->prev->next = to;
    to->prev = from->prev;
    orr__ops_init(from);
}

static void take_stashed(uring *p)
{
    while (!orr__list_empty(&p->stashed)) {
        orr_link *l = p->stashed.next;
        orr__list_detach(l);
        orr__list_add_last(&p->stashed_now, l);
    }
}

void orr__uring_take_pool(uring *p, orr__op *list)
{
    orr__op *next;

    if (!(ring_news(p) & NEWS_POOL))
        return;
    atomic_fetch_and(&p->news, ~NEWS_POOL);
    for (orr__op *op = orr__pool_take(&p->pool); op != NULL; op = next) {
        next = op->next;
        op->where = WHERE_DONE;
        orr__ops_push(list, op);
    }
}

static void take_news(uring *p)
{
    if (ring_news(p) & NEWS_WAKE) {
        atomic_fetch_and(&p->news, ~NEWS_WAKE);
        p->wake_due = true;
    }
    orr__uring_take_pool(p, &p->done_now);
}

/* Make what there is by now the batch; true if it is anything. */
static bool ring_collect(uring *p)
{
    take_done(p);
    take_stashed(p);
    take_news(p);
    p->wake_now = p->wake_due && p->wake_op != NULL;
    orr__uring_see(p);
    if (p->looks)
        orr__uring_look_again(p);
    return orr__uring_skip_silent(p) || p->wake_now || p->watches_due ||
           p->draining != NULL || p->signals_due || p->children_due ||
           !orr__ops_empty(&p->done_now) || !orr__list_empty(&p->stashed_now);
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
    n->began = orr__sys_clock(&p->sys, ORR__MONOTONIC);
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
    if (!(atomic_fetch_or(&p->news, NEWS_ASLEEP) & (NEWS_WAKE | NEWS_POOL)))
        return true;
    atomic_fetch_and(&p->news, ~NEWS_ASLEEP);
    return false;
}

static void nap_end(uring *p, const nap *n)
{
    atomic_fetch_and(&p->news, ~NEWS_ASLEEP);
    p->idle_ns += orr__sys_clock(&p->sys, ORR__MONOTONIC) - n->began;
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

/* From now on ring_wake() is reported among descriptors, or first if none is
 * watched (those that are watched later come last anyway). */
static void note_order(uring *p)
{
    const unsigned now = p->watching > 0 ? NEWS_IN_ORDER : 0;
    const unsigned old =
        atomic_load_explicit(&p->news, memory_order_relaxed) & NEWS_IN_ORDER;

    if (old != now)
        atomic_fetch_xor(&p->news, NEWS_IN_ORDER);
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

    if (!orr__sys_is_ours(&p->sys))
        return -EPERM; /* the completions are our parent's */
    if (p->embedded)
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
        if (p->embedded && err == 0 && orr__ring_calls(&p->ring))
            continue;
        if (something || deadline_ns == 0)
            break;
    } while (err == 0 || err == -EINTR);
    p->base.unsettled = p->pool.fresh > 0 && !orr__ops_empty(&p->done_now) &&
                        orr__code_pooled(p->done_now.prev->code);
    orr__uring_sort(p);
    note_order(p);
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
    p->base.unsettled = false;
    p->base.quiet = deadline_ns == 0 && is_quiet(p);
    if (orr__likely(p->base.quiet))
        return 0;
    return wait_slowly(p, deadline_ns);
}

int orr__uring_settle(orr__poll *base, uint64_t max_ns)
{
    uring *p = (uring *)(void *)base;
    const int settled = orr__pool_settle(&p->pool, max_ns);

    orr__uring_take_pool(p, &p->done_now);
    return settled;
}
