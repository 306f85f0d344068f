/*
 * kernel.c - see kernel.h: what epoll and io_uring have in common.
 */
#include "poll/sys/kernel.h"

#include <errno.h>
#include <unistd.h>

static orr__kernel *kernel_of(orr__poll *base)
{
    return (orr__kernel *)(void *)base;
}

/* ---- Waking ----------------------------------------------------------- */

/* The eventfd's counter cannot overflow. */
void orr__eventfd_signal(int fd)
{
    static const uint64_t one = 1;
    const int saved = errno; /* we may be in a signal handler */
    ssize_t n = write(fd, &one, sizeof one);

    (void)n;
    errno = saved;
}

static void news_add(orr__kernel *k, unsigned why)
{
    const unsigned old = atomic_fetch_or(&k->news, why);
    const bool is_placed =
        why == NEWS_WAKE && !(old & NEWS_WAKE) && (old & NEWS_IN_ORDER);

    if (is_placed ||
        (old & (NEWS_WAKE | NEWS_POOL | NEWS_ASLEEP)) == NEWS_ASLEEP)
        orr__eventfd_signal(k->wake_fd);
    if (old & (NEWS_WAKE | NEWS_POOL))
        return;
    if (old & NEWS_EMBEDDED)
        orr__eventfd_signal(k->embed_fd);
}

void orr__kernel_wake(orr__poll *base)
{
    news_add(kernel_of(base), NEWS_WAKE);
}

static void wake_for_pool(orr__poll *base)
{
    news_add(kernel_of(base), NEWS_POOL);
}

bool orr__kernel_sleep_begin(orr__kernel *k)
{
    if (!(atomic_fetch_or(&k->news, NEWS_ASLEEP) & (NEWS_WAKE | NEWS_POOL)))
        return true;
    orr__kernel_sleep_end(k);
    return false;
}

void orr__kernel_sleep_end(orr__kernel *k)
{
    if (!k->stays_asleep)
        atomic_fetch_and(&k->news, ~NEWS_ASLEEP);
}

void orr__kernel_order(orr__kernel *k, bool watches)
{
    const unsigned now = watches ? NEWS_IN_ORDER : 0;
    const unsigned old =
        atomic_load_explicit(&k->news, memory_order_relaxed) & NEWS_IN_ORDER;

    if (old != now)
        atomic_fetch_xor(&k->news, NEWS_IN_ORDER);
}

/* ---- The batch -------------------------------------------------------- */

void orr__kernel_take_pool(orr__kernel *k, orr__op *list)
{
    orr__op *next;

    if (!(orr__kernel_news(k) & NEWS_POOL))
        return;
    atomic_fetch_and(&k->news, ~NEWS_POOL);
    for (orr__op *op = orr__pool_take(&k->pool); op != NULL; op = next) {
        next = op->next;
        op->where = PLACE_DONE;
        orr__ops_push(list, op);
    }
}

void orr__kernel_finish(orr__kernel *k, orr__op *op, int64_t result)
{
    orr__kernel_take_pool(k, &k->done);
    op->result = result;
    op->where = PLACE_DONE;
    orr__ops_push(&k->done, op);
}

void orr__kernel_take_done(orr__kernel *k)
{
    orr__op *from = &k->done, *to = &k->done_now;

    if (orr__ops_empty(from))
        return;
    from->next->prev = to->prev;
    to->prev->next = from->next;
    from->prev->next = to;
    to->prev = from->prev;
    orr__ops_init(from);
}

bool orr__kernel_take_news(orr__kernel *k)
{
    const bool woken = (orr__kernel_news(k) & NEWS_WAKE) != 0;

    if (woken)
        atomic_fetch_and(&k->news, ~NEWS_WAKE);
    orr__kernel_take_pool(k, &k->done_now);
    return woken;
}

bool orr__kernel_next_done(orr__kernel *k, orr__event *ev)
{
    if (orr__ops_empty(&k->done_now))
        return false;
    orr__op *op = k->done_now.next;
    orr__ops_remove(op);
    op->where = PLACE_NONE;
    *ev = (orr__event){ .op = op, .result = op->result };
    return true;
}

bool orr__kernel_next_is_pooled(const orr__kernel *k)
{
    return !orr__ops_empty(&k->done_now) &&
           orr__code_pooled(k->done_now.next->code);
}

bool orr__kernel_is_unsettled(const orr__kernel *k)
{
    return k->pool.fresh > 0 && !orr__ops_empty(&k->done_now) &&
           orr__code_pooled(k->done_now.prev->code);
}

int orr__kernel_settle(orr__poll *base, uint64_t max_ns)
{
    orr__kernel *k = kernel_of(base);
    const int settled = orr__pool_settle(&k->pool, max_ns);

    orr__kernel_take_pool(k, &k->done_now);
    return settled;
}

int orr__kernel_submit_wake(orr__kernel *k, orr__op *op)
{
    if (k->wake_op != NULL)
        return -EEXIST;
    k->wake_op = op;
    op->where = PLACE_WAKE;
    return 0;
}

int orr__kernel_cancel(orr__kernel *k, orr__op *op)
{
    switch (op->where) {
    case PLACE_DONE:
        if (orr__code_pooled(op->code))
            return -EBUSY; /* it has been done, and may have made something */
        orr__ops_remove(op);
        return 0;
    case PLACE_POOL:
        return orr__pool_cancel(&k->pool, op);
    case PLACE_WAKE:
        k->wake_op = NULL;
        return 0;
    case PLACE_SIGNAL:
        orr__signal_remove(&k->signals, op);
        return 0;
    case PLACE_WATCH:
        orr__watch_remove(&k->watches, op);
        return 0;
    default:
        return -EINVAL;
    }
}

/* ---- For the table of a back end --------------------------------------- */

uint64_t orr__kernel_clock(orr__poll *base, orr__clock_id which)
{
    return orr__sys_clock(&kernel_of(base)->sys, which);
}

uint64_t orr__kernel_now_ms(orr__poll *base)
{
    return orr__sys_ms(&kernel_of(base)->sys);
}

int orr__kernel_random(orr__poll *base, void *out, size_t len)
{
    return orr__sys_random(&kernel_of(base)->sys, out, len);
}

int orr__kernel_ask(orr__poll *base, orr__ask *ask)
{
    return orr__sys_ask(&kernel_of(base)->sys, ask);
}

void orr__kernel_stats(orr__poll *base, orr__stats *out)
{
    const orr__kernel *k = kernel_of(base);

    *out = (orr__stats){
        .name = k->base.table->name,
        .system_calls = k->sys.system_calls,
        .idle_ns = k->idle_ns,
    };
}

/* ---- Life ------------------------------------------------------------- */

void orr__kernel_init(orr__kernel *k, const orr__poll_table *table,
                      const orr__poll_options *options)
{
    const orr_allocator *a = options->allocator;

    k->base.table = table;
    orr__ops_init(&k->done);
    orr__ops_init(&k->done_now);
    k->signals = (orr__signals){ .fd = -1, .wfd = -1, .allocator = a };
    k->watches = (orr__watches){ .fd = -1, .allocator = a };
    k->pool = (orr__pool_user){
        .wake = wake_for_pool,
        .poll = &k->base,
        .allocator = a,
        .size = options->pool_size,
    };
}

void orr__kernel_close_sources(orr__kernel *k)
{
    while (k->children.first != NULL)
        orr__child_remove(&k->children, k->children.first);
    orr__signals_close(&k->signals);
    orr__watches_close(&k->watches);
}
