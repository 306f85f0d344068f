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
 *  1. wait() decides what is in the batch, next() only hands it out: what is
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

void orr__op_finish(orr__epoller *p, orr__op *op, int64_t result)
{
    if (p->k.embedded && orr__ops_empty(&p->k.done))
        orr__eventfd_signal(p->k.wake_fd);
    orr__kernel_finish(&p->k, op, result);
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

static int submit_signal(orr__epoller *p, orr__op *op)
{
    int err = orr__signal_add(&p->k.signals, op);

    if (err < 0)
        return err;
    if (p->signal_fd != p->k.signals.fd) {
        err = set_add_source(p, p->k.signals.fd, EPOLLIN, ABOUT_SIGNAL);
        if (err < 0) {
            orr__signal_remove(&p->k.signals, op);
            return err;
        }
        p->signal_fd = p->k.signals.fd;
    }
    op->where = PLACE_SIGNAL;
    return 0;
}

/* One shot: the source closes the pidfd when it has reaped the child, and if
 * a child of a fork() still has it, epoll would report it forever. */
static int submit_child(orr__epoller *p, orr__op *op)
{
    int err = orr__child_add(&p->k.children, op);

    if (err < 0)
        return err;
    err = set_add_source(p, op->fd, EPOLLIN | EPOLLONESHOT, ABOUT_CHILD);
    if (err < 0) {
        orr__child_remove(&p->k.children, op);
        return err;
    }
    op->where = PLACE_CHILD;
    return 0;
}

static int submit_watch(orr__epoller *p, orr__op *op)
{
    int err = orr__watch_add(&p->k.watches, op);

    if (err < 0)
        return err;
    if (p->watch_fd != p->k.watches.fd) {
        err = set_add_source(p, p->k.watches.fd, EPOLLIN, ABOUT_WATCH);
        if (err < 0) {
            orr__watch_remove(&p->k.watches, op);
            return err;
        }
        p->watch_fd = p->k.watches.fd;
    }
    op->where = PLACE_WATCH;
    return 0;
}

static int submit_pool(orr__epoller *p, orr__op *op)
{
    int64_t result = -EAGAIN;

    if (op->code == OP_CLOSE) {
        orr__slot_close(p, op->fd);
        orr__sys_forget(&p->k.sys, op->fd);
    }
    if (op->code == OP_RANDOM && p->k.sys.world->random != NULL) {
        result = orr__sys_random(&p->k.sys, op->u.fs.out, (size_t)op->u.fs.a);
    } else if (op->code >= OP_OPEN && p->k.pool.fresh == 0 &&
               !orr__pool_is_ahead(&p->k.pool)) {
        result = orr__sys_fs_cached(p->k.sys.allocator, op);
        p->k.sys.system_calls += result != -EAGAIN;
    }
    if (result != -EAGAIN) {
        orr__op_finish(p, op, result);
        return 0;
    }
    op->where = PLACE_POOL;
    int err = orr__pool_submit(&p->k.pool, op);
    if (err < 0)
        op->where = PLACE_NONE;
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
        return orr__kernel_submit_wake(&p->k, op);
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

    if (p->k.embedded)
        orr__changes_flush(p);
    return err;
}

/* ---- cancel() and call() ---------------------------------------------- */

static void cancel_child(orr__epoller *p, orr__op *op)
{
    orr__epoll_set(p, EPOLL_CTL_DEL, op->fd, 0, ABOUT_CHILD);
    p->watched--;
    orr__child_remove(&p->k.children, op);
}

static int backend_cancel(orr__poll *base, orr__op *op)
{
    orr__epoller *p = (orr__epoller *)base;
    int err = 0;

    switch (op->where) {
    case PLACE_SLOT:
        orr__fd_cancel(p, op);
        break;
    case PLACE_CHILD:
        cancel_child(p, op);
        break;
    default:
        err = orr__kernel_cancel(&p->k, op);
        break;
    }
    if (err == 0)
        op->where = PLACE_NONE;
    return err;
}

static int64_t backend_call(orr__poll *base, orr__op *op)
{
    orr__epoller *p = (orr__epoller *)base;

    if (op->code == OP_CLOSE)
        orr__slot_close(p, op->fd);
    return orr__sys_call(&p->k.sys, op);
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
        orr__resize(p->k.sys.allocator, p->events, n * sizeof *p->events);
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
    if (p->watched > 0 || p->k.embedded) {
        p->k.sys.system_calls++;
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

    p->k.sys.system_calls++;
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
    if (p->k.sys.world->clock_ns != NULL)
        now_ns = orr__sys_clock(&p->k.sys, ORR__MONOTONIC);
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

        if (left_ns == 0 || !orr__kernel_sleep_begin(&p->k))
            return LOOK;
        const long n = sleep_once(p, left_ns);
        orr__kernel_sleep_end(&p->k);
        p->nevents = n < 0 ? 0 : (uint32_t)n;
        now_ns = orr__clock_ns(CLOCK_MONOTONIC);
        p->k.idle_ns += now_ns - before_ns;
        if (n < 0 && n != -EINTR)
            return (int)n;
        if (events_sort(p) > 0 || orr__kernel_news(&p->k) != 0)
            return 0;
        if (n == 0)
            return 0; /* the time is up */
        orr__changes_flush(p);
        if (!orr__ops_empty(&p->k.done))
            return 0;
    }
}

static void batch_take_news(orr__epoller *p)
{
    p->woken |= orr__kernel_take_news(&p->k);
}

/* Is there something to report already? Then we only look for more. */
static inline bool batch_begun(orr__epoller *p)
{
    return !orr__ops_empty(&p->k.done_now) || p->signalled || p->reaping ||
           p->children_ended > 0 || (p->woken && p->k.wake_op != NULL) ||
           orr__kernel_news(&p->k) != 0;
}

static int backend_wait(orr__poll *base, uint64_t deadline_ns)
{
    orr__epoller *p = (orr__epoller *)base;

    p->batch++;
    p->wake_placed = false;
    if (p->changed != CHANGED_LAST)
        orr__changes_flush(p);
    orr__kernel_take_done(&p->k);
    int err = LOOK;
    if (deadline_ns != 0 && !batch_begun(p))
        err = sleep_until(p, deadline_ns);
    if (err == LOOK)
        err = backend_look(p);
    if (p->nevents == p->events_size)
        events_grow(p);
    orr__kernel_order(&p->k, p->watched > 0);
    p->k.base.unsettled = false;
    p->k.base.quiet = p->nevents == 0 && !batch_begun(p) && !p->k.embedded;
    if (p->k.base.quiet) {
        p->stage = STAGE_END; /* a turn that found nothing ends here */
        return err;
    }
    batch_take_news(p);
    p->k.base.unsettled = orr__kernel_is_unsettled(&p->k);
    p->stage = STAGE_DONE;
    p->step = STEP_IN;
    p->cursor = p->reads = 0;
    return err;
}

/* ---- next() ----------------------------------------------------------- */

static bool next_wake(orr__epoller *p, orr__event *ev)
{
    if (!p->woken || p->k.wake_op == NULL)
        return false;
    p->woken = false;
    *ev = (orr__event){ .op = p->k.wake_op, .more = true };
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
        if (about == ABOUT_WATCH && orr__watches_next(&p->k.watches, ev))
            return true;
        p->step = STEP_IN;
        p->reads = 0;
    }
    return false;
}

static bool next_signal(orr__epoller *p, orr__event *ev)
{
    if (p->signalled && orr__signals_next(&p->k.signals, ev))
        return true;
    p->signalled = false;
    return false;
}

/* A pidfd that was reported, yet its child could not be reaped, is armed
 * again; see submit_child(). */
static void children_rearm(orr__epoller *p)
{
    for (orr__op *op = p->k.children.first; op != NULL; op = op->next)
        orr__epoll_set(p, EPOLL_CTL_MOD, op->fd, EPOLLIN | EPOLLONESHOT,
                       ABOUT_CHILD);
}

static bool next_child(orr__epoller *p, orr__event *ev)
{
    if (!p->reaping && p->children_ended == 0)
        return false;
    p->reaping = orr__children_next(&p->k.children, ev);
    if (p->reaping) {
        ev->op->where = PLACE_NONE;
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
            found = orr__kernel_next_done(&p->k, ev);
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
    if (p->k.embedded) /* the embedding loop must not wake up for it */
        orr__changes_flush(p);
    return false;
}

static bool backend_next_is_pooled(orr__poll *base)
{
    return orr__kernel_next_is_pooled(&((orr__epoller *)base)->k);
}

/* ---- The rest of the table -------------------------------------------- */

static void backend_drain(orr__poll *base)
{
    (void)base;
    orr__pool_drain();
}

/*
 * From now on another loop waits for epoll_fd. So this one counts as asleep all
 * the time, changes of masks are made at once, and what is pending makes the
 * descriptor readable through the eventfd.
 */
static int backend_fd(orr__poll *base)
{
    orr__epoller *p = (orr__epoller *)base;

    if (p->k.embedded)
        return p->epoll_fd;
    p->k.embedded = true;
    p->k.stays_asleep = true;
    atomic_fetch_or(&p->k.news, NEWS_ASLEEP);
    orr__changes_flush(p);
    if (!orr__ops_empty(&p->k.done) || orr__kernel_news(&p->k) != 0)
        orr__eventfd_signal(p->k.wake_fd);
    return p->epoll_fd;
}

/* ---- Life ------------------------------------------------------------- */

static void backend_init(orr__epoller *p, const orr__poll_options *options)
{
    orr__kernel_init(&p->k, &orr__epoll, options);
    p->signal_fd = p->watch_fd = -1;
    p->changed = CHANGED_LAST;
    p->stage = STAGE_END;
    p->rx.size = ORR__CHUNK;
    p->rx.from = &p->from;
}

static int memory_open(orr__epoller *p)
{
    const orr_allocator *a = p->k.sys.allocator;

    p->events_size = EVENTS_FIRST;
    p->events = orr__resize(a, NULL, EVENTS_FIRST * sizeof *p->events);
    p->rx.buf = orr__resize(a, NULL, ORR__CHUNK);
    return p->events && p->rx.buf ? 0 : -ENOMEM;
}

static void memory_close(orr__epoller *p)
{
    const orr_allocator *a = p->k.sys.allocator;

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
    p->k.wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (p->k.wake_fd < 0) {
        err = -errno;
        goto close_epoll;
    }
    err = orr__epoll_set(p, EPOLL_CTL_ADD, p->k.wake_fd, EPOLLIN | EPOLLET,
                         ABOUT_WAKE);
    if (err < 0)
        goto close_wake;
    return 0;

close_wake:
    close(p->k.wake_fd);
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
    err = orr__sys_open(&p->k.sys, options);
    if (err < 0)
        goto free_p;
    err = memory_open(p);
    if (err == 0)
        err = orr__pool_user_open(&p->k.pool);
    if (err == 0)
        err = descriptors_open(p);
    if (err < 0)
        goto free_memory;
    *why = NULL;
    *out = &p->k.base;
    return 0;

free_memory:
    memory_close(p);
    orr__sys_close(&p->k.sys);
free_p:
    orr__free(options->allocator, p);
    return err;
}

/* Closing a descriptor takes it from this process only; see rule 4. */
static void backend_close(orr__poll *base)
{
    orr__epoller *p = (orr__epoller *)base;
    const orr_allocator *allocator = p->k.sys.allocator;

    orr__pool_user_close(&p->k.pool);
    orr__kernel_close_sources(&p->k);
    close(p->k.wake_fd);
    close(p->epoll_fd);
    memory_close(p);
    orr__sys_close(&p->k.sys);
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
    .settle = orr__kernel_settle,
    .next = backend_next,
    .next_is_pooled = backend_next_is_pooled,
    .wake = orr__kernel_wake,
    .drain = backend_drain,
    .fd = backend_fd,
    .clock = orr__kernel_clock,
    .now_ms = orr__kernel_now_ms,
    .random = orr__kernel_random,
    .ask = orr__kernel_ask,
    .stats = orr__kernel_stats,
};
