/*
 * epoll.c - the back end for every Linux. epoll reports readiness; the loop
 * needs completions. So this back end tries each operation at once, arms epoll
 * when that would block, and does the rest when the descriptor is ready; files
 * go to the thread pool.
 *
 *    submit --> done at once? --> pending --.
 *           \-> slots[fd] ------> epoll ----+--> wait(): the batch
 *           \-> pool -----------> done -----'      |
 *                                                  v
 *    next():   batch list, wake, descriptors, signals, children
 *
 * epoll/fd.c has what concerns one descriptor. Here are the table, the batch,
 * and sleeping and waking.
 *
 * What must stay true, besides the rules of epoll.h:
 *
 *  1. Another thread that has news sets a bit in `news` first and then reads
 *     `asleep`; the loop sets `asleep` first and then reads `news`. One of the
 *     two sees the other, so the eventfd need not be written to while the loop
 *     is awake. It is edge-triggered and never read.
 *     If descriptors are watched, a wake() is written all the same: where the
 *     kernel then has the eventfd among them is where OP_WAKE is reported.
 *  2. wait() decides what is in the batch, next() only hands it out: what is
 *     submitted or finished meanwhile is for the next one.
 *
 * A turn that finds nothing costs one epoll_wait() and reads no clock; none at
 * all if there is no descriptor to look at.
 */
#include "poll/epoll/epoll.h"

#include <errno.h>
#include <limits.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"

#define EVENTS_FIRST 128
#define EVENTS_MAX 49152 /* libuv's 48 rounds of 1024 */
#define LOOK 1

/* Bits of `news`. */
enum { NEWS_WAKE = 1, NEWS_POOL = 2 };

/* How far next() has come. */
enum {
    STAGE_DONE,
    STAGE_WAKE,
    STAGE_FDS,
    STAGE_SIGNALS,
    STAGE_CHILDREN,
    STAGE_END
};

/* ---- submit() --------------------------------------------------------- */

static void wake_write(const orr__epoller *p)
{
    static const uint64_t one = 1;
    int saved_errno = errno; /* we may be in a signal handler */
    ssize_t n = write(p->wake_fd, &one, sizeof one);

    (void)n; /* the counter cannot overflow */
    errno = saved_errno;
}

static void take_pool(orr__epoller *p, orr__op *list)
{
    orr__op *op = orr__pool_take(&p->pool);

    while (op != NULL) {
        orr__op *next = op->next;

        op->where = AT_DONE;
        orr__ops_push(list, op);
        op = next;
    }
}

/* What the pool has finished by now was finished before this one. */
void orr__op_finish(orr__epoller *p, orr__op *op, int64_t result)
{
    if (p->embedded && orr__ops_empty(&p->pending))
        wake_write(p);
    if (atomic_load_explicit(&p->news, memory_order_relaxed) & NEWS_POOL) {
        atomic_fetch_and(&p->news, ~(unsigned)NEWS_POOL);
        take_pool(p, &p->pending);
    }
    op->result = result;
    op->where = AT_DONE;
    orr__ops_push(&p->pending, op);
}

/* A descriptor of one of the sources. */
static int set_add_source(orr__epoller *p, int fd, uint32_t mask,
                          uint32_t about)
{
    int err = orr__epoll_set(p, EPOLL_CTL_ADD, fd, mask, about);

    if (err == 0)
        p->watched++;
    return err;
}

static int submit_wake(orr__epoller *p, orr__op *op)
{
    if (p->wake_op != NULL)
        return -EEXIST;
    op->where = AT_WAKE;
    p->wake_op = op;
    return 0;
}

static int submit_signal(orr__epoller *p, orr__op *op)
{
    int err = orr__signal_add(&p->signals, op);

    if (err < 0)
        return err;
    if (p->signal_fd != p->signals.fd) {
        err = set_add_source(p, p->signals.fd, EPOLLIN, ABOUT_SIGNAL);
        if (err < 0) {
            orr__signal_remove(&p->signals, op);
            return err;
        }
        p->signal_fd = p->signals.fd;
    }
    op->where = AT_SIGNAL;
    return 0;
}

/* One shot: the source closes the pidfd when it has reaped the child, and if
 * a child of a fork() still has it, epoll would report it forever. */
static int submit_child(orr__epoller *p, orr__op *op)
{
    int err = orr__child_add(&p->children, op);

    if (err < 0)
        return err;
    err = set_add_source(p, op->fd, EPOLLIN | EPOLLONESHOT, ABOUT_CHILD);
    if (err < 0) {
        orr__child_remove(&p->children, op);
        return err;
    }
    op->where = AT_CHILD;
    return 0;
}

static int submit_watch(orr__epoller *p, orr__op *op)
{
    int err = orr__watch_add(&p->watches, op);

    if (err < 0)
        return err;
    if (p->watch_fd != p->watches.fd) {
        err = set_add_source(p, p->watches.fd, EPOLLIN, ABOUT_WATCH);
        if (err < 0) {
            orr__watch_remove(&p->watches, op);
            return err;
        }
        p->watch_fd = p->watches.fd;
    }
    op->where = AT_WATCH;
    return 0;
}

static int submit_pool(orr__epoller *p, orr__op *op)
{
    int64_t result = -EAGAIN;

    if (op->code == OP_CLOSE) {
        orr__slot_close(p, op->fd);
        orr__sys_forget(&p->sys, op->fd);
    }
    if (op->code == OP_RANDOM && p->sys.world->random != NULL) {
        result = orr__sys_random(&p->sys, op->u.fs.out, (size_t)op->u.fs.a);
    } else if (op->code >= OP_OPEN && p->pool.fresh == 0 &&
               !orr__pool_is_ahead(&p->pool)) {
        result = orr__sys_fs_cached(p->sys.allocator, op);
        p->sys.system_calls += result != -EAGAIN;
    }
    if (result != -EAGAIN) {
        orr__op_finish(p, op, result);
        return 0;
    }
    op->where = AT_POOL;
    int err = orr__pool_submit(&p->pool, op);
    if (err < 0)
        op->where = NOWHERE;
    return err;
}

static int submit_any(orr__epoller *p, orr__op *op)
{
    switch (op->code) {
    case OP_RECV:
    case OP_RECVFROM:
    case OP_ACCEPT:
    case OP_SEND:
    case OP_SENDTO:
    case OP_CONNECT:
    case OP_READY:
        return orr__fd_submit(p, op);
    case OP_WAKE:
        return submit_wake(p, op);
    case OP_SIGNAL:
        return submit_signal(p, op);
    case OP_CHILD:
        return submit_child(p, op);
    case OP_WATCH:
        return submit_watch(p, op);
    default:
        break;
    }
    if (!orr__code_pooled(op->code) || op->code >= OP_CODES)
        return -EINVAL;
    return submit_pool(p, op);
}

static int backend_submit(orr__poll *base, orr__op *op)
{
    orr__epoller *p = (orr__epoller *)base;
    int err = submit_any(p, op);

    if (p->embedded)
        orr__changes_flush(p);
    return err;
}

/* ---- cancel() and call() ---------------------------------------------- */

static void cancel_child(orr__epoller *p, orr__op *op)
{
    orr__epoll_set(p, EPOLL_CTL_DEL, op->fd, 0, ABOUT_CHILD);
    p->watched--;
    orr__child_remove(&p->children, op);
}

static int backend_cancel(orr__poll *base, orr__op *op)
{
    orr__epoller *p = (orr__epoller *)base;
    int err = 0;

    switch (op->where) {
    case AT_SLOT:
        orr__fd_cancel(p, op);
        break;
    case AT_DONE:
        if (orr__code_pooled(op->code))
            return -EBUSY; /* it has been done, and may have made something */
        orr__ops_remove(op);
        break;
    case AT_POOL:
        err = orr__pool_cancel(&p->pool, op);
        break;
    case AT_WAKE:
        p->wake_op = NULL;
        break;
    case AT_SIGNAL:
        orr__signal_remove(&p->signals, op);
        break;
    case AT_CHILD:
        cancel_child(p, op);
        break;
    case AT_WATCH:
        orr__watch_remove(&p->watches, op);
        break;
    default:
        return -EINVAL;
    }
    if (err == 0)
        op->where = NOWHERE;
    return err;
}

static int64_t backend_call(orr__poll *base, orr__op *op)
{
    orr__epoller *p = (orr__epoller *)base;

    if (op->code == OP_CLOSE)
        orr__slot_close(p, op->fd);
    return orr__sys_call(&p->sys, op);
}

static void backend_finish(orr__poll *base, orr__op *op, int64_t result)
{
    orr__op_finish((orr__epoller *)base, op, result);
}

/* ---- wait() ----------------------------------------------------------- */

/*
 * Sort the events of the kernel, and count the useful ones. If no operation
 * wants an event any more, its mask is updated.
 */
static uint32_t events_sort(orr__epoller *p)
{
    uint32_t useful = 0;

    for (uint32_t i = 0; i < p->nevents; i++) {
        const struct epoll_event *e = &p->events[i];
        const uint32_t about = (uint32_t)(e->data.u64 >> 32);

        p->signalled |= about == ABOUT_SIGNAL;
        p->wake_placed |= about == ABOUT_WAKE;
        p->children_ended += about == ABOUT_CHILD;
        if (about != ABOUT_FD) {
            useful += about != ABOUT_WAKE;
            continue;
        }
        orr__slot *s = orr__slot_get(p, (int)(uint32_t)e->data.u64);
        const uint32_t wants = orr__slot_wants(s);
        if (s->armed & ~wants)
            orr__slot_changed(p, s);
        useful += (e->events & wants) != 0;
    }
    return useful;
}

/* More descriptors were ready than fit into the array; without memory the rest
 * comes with the next turn, as it does this time. */
static void events_grow(orr__epoller *p)
{
    const uint32_t n = p->events_size * 2;

    if (n > EVENTS_MAX)
        return;
    void *more =
        orr__resize(p->sys.allocator, p->events, n * sizeof *p->events);
    if (more == NULL)
        return;
    p->events = more;
    p->events_size = n;
}

static inline long negative_errno(long result)
{
    return result < 0 ? -errno : result;
}

static inline long backend_enter(const orr__epoller *p, int timeout_ms)
{
    return negative_errno(
        epoll_wait(p->epoll_fd, p->events, (int)p->events_size, timeout_ms));
}

static inline int backend_look(orr__epoller *p)
{
    long n = 0;

    p->nevents = 0;
    if (p->watched > 0 || p->embedded) {
        p->sys.system_calls++;
        n = backend_enter(p, 0);
    }
    if (orr__unlikely(n < 0))
        return n == -EINTR ? 0 : (int)n;
    p->nevents = (uint32_t)n;
    if (n > 0)
        events_sort(p);
    return 0;
}

/* Wait at most left_ns; ORR__FOREVER: no limit. -EINTR: a signal came. */
static inline long sleep_once(orr__epoller *p, uint64_t left_ns)
{
    struct timespec t;
    long n = -ENOSYS;

    p->sys.system_calls++;
    if (left_ns == ORR__FOREVER)
        return backend_enter(p, -1);
    if (!p->no_pwait2) {
        t.tv_sec = (time_t)(left_ns / 1000000000u);
        t.tv_nsec = (long)(left_ns % 1000000000u);
        n = negative_errno(syscall(SYS_epoll_pwait2, p->epoll_fd, p->events,
                                   (long)p->events_size, &t, NULL, 0L));
        p->no_pwait2 = n == -ENOSYS;
    }
    if (p->no_pwait2) {
        const uint64_t ms = left_ns / 1000000u + (left_ns % 1000000u != 0);
        n = backend_enter(p, ms < INT_MAX ? (int)ms : INT_MAX);
    }
    return n;
}

/* How long may we sleep? `now_ns` is the kernel's time, which is what counts
 * if the world has no clock of its own. */
static uint64_t time_left(orr__epoller *p, uint64_t deadline_ns,
                          uint64_t now_ns)
{
    if (deadline_ns == ORR__FOREVER)
        return ORR__FOREVER;
    if (p->sys.world->clock_ns != NULL)
        now_ns = orr__sys_clock(&p->sys, ORR__MONOTONIC);
    return orr__nap_ns(deadline_ns, now_ns);
}

/*
 * Sleep until there is a useful event or the deadline has come. A useless event
 * leads to a change of the set, so that it does not come again. LOOK: sleeping
 * is not needed, or there is no time.
 */
static orr__inline int sleep_until(orr__epoller *p, uint64_t deadline_ns)
{
    uint64_t now_ns = orr__clock_ns(CLOCK_MONOTONIC);

    for (;;) {
        const uint64_t left_ns = time_left(p, deadline_ns, now_ns);
        const uint64_t before_ns = now_ns;

        atomic_store(&p->asleep, true); /* rule 1: first this, */
        if (left_ns == 0 || atomic_load(&p->news) != 0) /* then that */
            return LOOK;
        const long n = sleep_once(p, left_ns);
        p->nevents = n < 0 ? 0 : (uint32_t)n;
        now_ns = orr__clock_ns(CLOCK_MONOTONIC);
        p->idle_ns += now_ns - before_ns;
        if (n < 0 && n != -EINTR)
            return (int)n;
        if (events_sort(p) > 0 || atomic_load(&p->news) != 0)
            return 0;
        if (n == 0)
            return 0; /* the time is up */
        orr__changes_flush(p);
        if (!orr__ops_empty(&p->pending))
            return 0;
    }
}

/* All that is pending goes into the batch, after what is left of the last. */
static void batch_fill(orr__epoller *p)
{
    while (!orr__ops_empty(&p->pending)) {
        orr__op *op = p->pending.next;

        orr__ops_remove(op);
        orr__ops_push(&p->batch_ops, op);
    }
}

static void batch_take_news(orr__epoller *p)
{
    const unsigned news = atomic_exchange(&p->news, 0);

    p->woken |= (news & NEWS_WAKE) != 0;
    if (news & NEWS_POOL)
        take_pool(p, &p->batch_ops);
}

/* Is there something to report already? Then we only look for more. */
static inline bool batch_begun(orr__epoller *p)
{
    return !orr__ops_empty(&p->batch_ops) || p->signalled || p->reaping ||
           p->children_ended > 0 || (p->woken && p->wake_op != NULL) ||
           atomic_load_explicit(&p->news, memory_order_relaxed) != 0;
}

/* Is there, or will there be, something of what the pool serves? */
static bool has_pooled(const orr__epoller *p)
{
    return (atomic_load_explicit(&p->news, memory_order_relaxed) & NEWS_POOL) ||
           (!orr__ops_empty(&p->batch_ops) &&
            orr__code_pooled(p->batch_ops.prev->code));
}

static int backend_wait(orr__poll *base, uint64_t deadline_ns)
{
    orr__epoller *p = (orr__epoller *)base;

    p->batch++;
    p->wake_placed = false;
    if (p->changed != CHANGED_LAST)
        orr__changes_flush(p);
    if (!orr__ops_empty(&p->pending))
        batch_fill(p);
    int err = LOOK;
    if (deadline_ns != 0 && !batch_begun(p))
        err = sleep_until(p, deadline_ns);
    if (err == LOOK)
        err = backend_look(p);
    if (atomic_load_explicit(&p->asleep, memory_order_relaxed))
        atomic_store_explicit(&p->asleep, p->embedded, memory_order_release);
    if (p->nevents == p->events_size)
        events_grow(p);
    atomic_store_explicit(&p->in_order, p->watched > 0, memory_order_relaxed);
    p->base.unsettled = false;
    p->base.quiet = p->nevents == 0 && !batch_begun(p) && !p->embedded;
    if (p->base.quiet) {
        p->stage = STAGE_END; /* a turn that found nothing ends here */
        return err;
    }
    p->base.unsettled = p->pool.fresh > 0 && has_pooled(p);
    if (atomic_load_explicit(&p->news, memory_order_relaxed) != 0)
        batch_take_news(p);
    p->stage = STAGE_DONE;
    p->step = STEP_IN;
    p->cursor = p->reads = 0;
    return err;
}

static int backend_settle(orr__poll *base, uint64_t max_ns)
{
    orr__epoller *p = (orr__epoller *)base;
    const int settled = orr__pool_settle(&p->pool, max_ns);

    if (atomic_load_explicit(&p->news, memory_order_relaxed) != 0)
        batch_take_news(p);
    return settled;
}

/* ---- next() ----------------------------------------------------------- */

static bool next_wake(orr__epoller *p, orr__event *ev)
{
    if (!p->woken || p->wake_op == NULL)
        return false;
    p->woken = false;
    *ev = (orr__event){ .op = p->wake_op, .more = true };
    return true;
}

static bool next_done(orr__epoller *p, orr__event *ev)
{
    orr__op *op = p->batch_ops.next;

    if (op == &p->batch_ops)
        return false;
    orr__ops_remove(op);
    op->where = NOWHERE;
    *ev = (orr__event){ .op = op, .result = op->result };
    return true;
}

static bool next_fd(orr__epoller *p, orr__event *ev)
{
    for (; p->cursor < p->nevents; p->cursor++) {
        const struct epoll_event *e = &p->events[p->cursor];
        const uint32_t about = (uint32_t)(e->data.u64 >> 32);

        if (about == ABOUT_FD && orr__fd_step(p, e, ev))
            return true;
        if (about == ABOUT_WAKE && next_wake(p, ev))
            return true;
        if (about == ABOUT_WATCH && orr__watches_next(&p->watches, ev))
            return true;
        p->step = STEP_IN;
        p->reads = 0;
    }
    return false;
}

static bool next_signal(orr__epoller *p, orr__event *ev)
{
    if (p->signalled && orr__signals_next(&p->signals, ev))
        return true;
    p->signalled = false;
    return false;
}

/* A pidfd that was reported, yet its child could not be reaped, is armed
 * again; see submit_child(). */
static void children_rearm(orr__epoller *p)
{
    for (orr__op *op = p->children.first; op != NULL; op = op->next)
        orr__epoll_set(p, EPOLL_CTL_MOD, op->fd, EPOLLIN | EPOLLONESHOT,
                       ABOUT_CHILD);
}

static bool next_child(orr__epoller *p, orr__event *ev)
{
    if (!p->reaping && p->children_ended == 0)
        return false;
    p->reaping = orr__children_next(&p->children, ev);
    if (p->reaping) {
        ev->op->where = NOWHERE;
        p->watched--;
        p->children_ended--;
        return true;
    }
    if (p->children_ended > 0)
        children_rearm(p);
    p->children_ended = 0;
    return false;
}

static bool backend_next(orr__poll *base, orr__event *ev)
{
    orr__epoller *p = (orr__epoller *)base;

    for (; p->stage < STAGE_END; p->stage++) {
        bool found = false;

        switch (p->stage) {
        case STAGE_DONE:
            found = next_done(p, ev);
            break;
        case STAGE_WAKE:
            found = !p->wake_placed && next_wake(p, ev);
            break;
        case STAGE_FDS:
            found = next_fd(p, ev);
            break;
        case STAGE_SIGNALS:
            found = next_signal(p, ev);
            break;
        default:
            found = next_child(p, ev);
            break;
        }
        if (found)
            return true;
    }
    if (p->embedded) /* the embedding loop must not wake up for it */
        orr__changes_flush(p);
    return false;
}

static bool backend_next_is_pooled(orr__poll *base)
{
    const orr__epoller *p = (const orr__epoller *)base;
    const orr__op *next = p->batch_ops.next;

    return next != &p->batch_ops && orr__code_pooled(next->code);
}

/* ---- The rest of the table -------------------------------------------- */

static void backend_notify(orr__epoller *p, unsigned news)
{
    const unsigned old = atomic_fetch_or(&p->news, news);
    const bool is_placed =
        news == NEWS_WAKE && !(old & NEWS_WAKE) &&
        atomic_load_explicit(&p->in_order, memory_order_relaxed);

    if (is_placed || (old == 0 && atomic_load(&p->asleep)))
        wake_write(p);
}

static void backend_wake(orr__poll *base)
{
    backend_notify((orr__epoller *)base, NEWS_WAKE);
}

static void backend_drain(orr__poll *base)
{
    (void)base;
    orr__pool_drain();
}

static void pool_wake(orr__poll *base)
{
    backend_notify((orr__epoller *)base, NEWS_POOL);
}

/*
 * From now on another loop waits for epoll_fd. So this one counts as asleep all
 * the time, changes of masks are made at once, and what is pending makes the
 * descriptor readable through the eventfd.
 */
static int backend_fd(orr__poll *base)
{
    orr__epoller *p = (orr__epoller *)base;

    if (p->embedded)
        return p->epoll_fd;
    p->embedded = true;
    atomic_store(&p->asleep, true);
    orr__changes_flush(p);
    if (!orr__ops_empty(&p->pending) || atomic_load(&p->news) != 0)
        wake_write(p);
    return p->epoll_fd;
}

static uint64_t backend_clock(orr__poll *base, orr__clock_id which)
{
    return orr__sys_clock(&((orr__epoller *)base)->sys, which);
}

static uint64_t backend_now_ms(orr__poll *base)
{
    return orr__sys_ms(&((orr__epoller *)base)->sys);
}

static int backend_random(orr__poll *base, void *out, size_t len)
{
    return orr__sys_random(&((orr__epoller *)base)->sys, out, len);
}

static int backend_ask(orr__poll *base, orr__ask *ask)
{
    return orr__sys_ask(&((orr__epoller *)base)->sys, ask);
}

static void backend_stats(orr__poll *base, orr__stats *out)
{
    const orr__epoller *p = (const orr__epoller *)base;

    *out = (orr__stats){
        .name = orr__epoll.name,
        .system_calls = p->sys.system_calls,
        .idle_ns = p->idle_ns,
    };
}

/* ---- Life ------------------------------------------------------------- */

static void backend_init(orr__epoller *p, const orr__poll_options *options)
{
    const orr_allocator *a = options->allocator;

    p->base.table = &orr__epoll;
    p->signals = (orr__signals){ .fd = -1, .wfd = -1, .allocator = a };
    p->watches = (orr__watches){ .fd = -1, .allocator = a };
    p->signal_fd = p->watch_fd = -1;
    p->pool = (orr__pool_user){
        .wake = pool_wake,
        .poll = &p->base,
        .allocator = a,
        .size = options->pool_size,
    };
    p->changed = CHANGED_LAST;
    p->stage = STAGE_END;
    p->rx.size = ORR__CHUNK;
    p->rx.from = &p->from;
    orr__ops_init(&p->pending);
    orr__ops_init(&p->batch_ops);
}

static int memory_open(orr__epoller *p)
{
    const orr_allocator *a = p->sys.allocator;

    p->events_size = EVENTS_FIRST;
    p->events = orr__resize(a, NULL, EVENTS_FIRST * sizeof *p->events);
    p->rx.buf = orr__resize(a, NULL, ORR__CHUNK);
    return p->events && p->rx.buf ? 0 : -ENOMEM;
}

static void memory_close(orr__epoller *p)
{
    const orr_allocator *a = p->sys.allocator;

    orr__free(a, p->events);
    orr__free(a, p->rx.buf);
    orr__free(a, p->slots);
}

static int descriptors_open(orr__epoller *p)
{
    int err;

    p->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    if (p->epoll_fd < 0)
        return -errno;
    p->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (p->wake_fd < 0) {
        err = -errno;
        goto close_epoll;
    }
    err = orr__epoll_set(p, EPOLL_CTL_ADD, p->wake_fd, EPOLLIN | EPOLLET,
                         ABOUT_WAKE);
    if (err < 0)
        goto close_wake;
    return 0;

close_wake:
    close(p->wake_fd);
close_epoll:
    close(p->epoll_fd);
    return err;
}

static int backend_open(const orr__poll_options *options, orr__poll **out,
                        const char **why)
{
    orr__epoller *p = orr__alloc(options->allocator, sizeof *p);
    int err;

    *why = "epoll could not be set up";
    if (p == NULL)
        return -ENOMEM;
    backend_init(p, options);
    err = orr__sys_open(&p->sys, options);
    if (err < 0)
        goto free_p;
    err = memory_open(p);
    if (err == 0)
        err = orr__pool_user_open(&p->pool);
    if (err == 0)
        err = descriptors_open(p);
    if (err < 0)
        goto free_memory;
    *why = NULL;
    *out = &p->base;
    return 0;

free_memory:
    memory_close(p);
    orr__sys_close(&p->sys);
free_p:
    orr__free(options->allocator, p);
    return err;
}

/* Closing a descriptor takes it from this process only; see rule 4. */
static void backend_close(orr__poll *base)
{
    orr__epoller *p = (orr__epoller *)base;
    const orr_allocator *allocator = p->sys.allocator;

    orr__pool_user_close(&p->pool);
    orr__signals_close(&p->signals);
    while (p->children.first != NULL)
        orr__child_remove(&p->children, p->children.first);
    orr__watches_close(&p->watches);
    close(p->wake_fd);
    close(p->epoll_fd);
    memory_close(p);
    orr__sys_close(&p->sys);
    orr__free(allocator, p);
}

const orr__poll_table orr__epoll = {
    .name = "epoll",
    .open = backend_open,
    .close = backend_close,
    .submit = backend_submit,
    .cancel = backend_cancel,
    .call = backend_call,
    .finish = backend_finish,
    .wait = backend_wait,
    .settle = backend_settle,
    .next = backend_next,
    .next_is_pooled = backend_next_is_pooled,
    .wake = backend_wake,
    .drain = backend_drain,
    .fd = backend_fd,
    .clock = backend_clock,
    .now_ms = backend_now_ms,
    .random = backend_random,
    .ask = backend_ask,
    .stats = backend_stats,
};
