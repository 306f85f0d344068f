/*
 * uring.c - the io_uring back end: opened, closed, and its table. uring.h says
 * how it works and which file does what.
 *
 * Closing a descriptor. A cancelled request keeps the file open until the
 * cancellation was submitted: close() would not free an address, and the peer
 * would see no end. So if there is such a request, the ring is entered first. A
 * socket pair that is made, read from and closed costs 5 % more by that than on
 * epoll (11 us). If it were left to the next wait(), a program that closes its
 * last socket and computes on would leave its peer waiting.
 *
 * fork(). The child shares the ring with its parent. It must not submit, and
 * must not read completions; it may only close its copies.
 */
#include "poll/uring/uring.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* ---- Opening ---------------------------------------------------------- */

static int open_rings(uring *p, const char **why)
{
    int err = orr__ring_open(&p->ring, why);

    if (err < 0)
        return err;
    err = orr__ring_probe(&p->ring, &p->opcodes);
    if (err == 0)
        err = orr__bufs_register(&p->bufs, &p->ring);
    if (err == 0)
        return 0;
    orr__ring_close(&p->ring);
    if (err == -ENOMEM)
        *why = orr__ring_no_memory;
    else if (err == -EINVAL || err == -ENOSYS)
        *why = "this kernel's io_uring lacks repeating receives (6.0)";
    else
        return err;
    return -ENOSYS;
}

/* The receive buffer for reads that do not use the ring's own buffers. */
static int open_rx(uring *p)
{
    p->rx.size = ORR__CHUNK;
    p->rx.buf = p->bufs.rx_buf;
    p->rx.from = orr__alloc(p->k.sys.allocator, sizeof *p->rx.from);
    return p->rx.from != NULL ? 0 : -ENOMEM;
}

static void close_rx(uring *p)
{
    orr__free(p->k.sys.allocator, p->rx.from);
}

static int open_wake(uring *p)
{
    p->k.wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (p->k.wake_fd < 0)
        return -errno;
    uring_slot *s = orr__uslot_take(p, SLOT_WAKE, NULL, p->k.wake_fd);
    if (s != NULL) {
        orr__uslot_arm(p, s);
        return 0;
    }
    close(p->k.wake_fd);
    return -ENOMEM;
}

static void free_slots(uring *p)
{
    for (uint32_t i = 0; i < p->nblocks * URING_SLOTS; i++)
        orr__uslot_drop_stash(p, orr__uslot_at(p, i));
    for (uint32_t i = 0; i < p->nblocks; i++)
        orr__free(p->k.sys.allocator, p->blocks[i]);
    orr__free(p->k.sys.allocator, p->blocks);
    orr__free(p->k.sys.allocator, p->fds);
}

static void uring_init(uring *p, const orr__poll_options *options)
{
    orr_link *const lists[] = { &p->to_arm,  &p->to_cancel,   &p->starved,
                                &p->stashed, &p->stashed_now, &p->free_slots };

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        orr__list_init(lists[i]);
    orr__kernel_init(&p->k, &orr__uring, options);
    p->held_buf = -1;
}

static int open_parts(uring *p, const orr__poll_options *options,
                      const char **why)
{
    int err = orr__sys_open(&p->k.sys, options);
    if (err < 0)
        return err;
    err = orr__bufs_open(&p->bufs, options->allocator);
    if (err < 0)
        goto close_sys;
    err = open_rings(p, why);
    if (err < 0)
        goto close_bufs;
    err = open_rx(p);
    if (err < 0)
        goto close_ring;
    err = open_wake(p);
    if (err < 0)
        goto close_rx;
    err = orr__pool_user_open(&p->k.pool);
    if (err < 0)
        goto close_wake;
    return 0;

close_wake:
    close(p->k.wake_fd);
close_rx:
    free_slots(p);
    close_rx(p);
close_ring:
    orr__ring_close(&p->ring);
close_bufs:
    orr__bufs_close(&p->bufs, options->allocator);
close_sys:
    orr__sys_close(&p->k.sys);
    return err;
}

static int uring_open(const orr__poll_options *options, orr__poll **out,
                      const char **why)
{
    uring *p = orr__alloc(options->allocator, sizeof *p);

    if (p == NULL)
        return -ENOMEM;
    uring_init(p, options);
    int err = open_parts(p, options, why);
    if (err < 0) {
        orr__free(options->allocator, p);
        return err;
    }
    *out = &p->k.base;
    return 0;
}

/* ---- Closing ---------------------------------------------------------- */

static void leave_all(uring *p)
{
    for (uint32_t i = 0; i < p->nblocks * URING_SLOTS; i++) {
        uring_slot *s = orr__uslot_at(p, i);
        if (s->state == SLOT_FREE || (s->op == NULL && s->kind <= SLOT_FILE))
            continue;
        s->kind = s->kind > SLOT_FILE ? SLOT_POLL : s->kind;
        orr__uslot_leave(p, s);
    }
}

/*
 * Wait until the kernel has released the sockets and does not write to the
 * memory of file operations any more: that takes as long as these operations
 * do. If the ring is another thread's, or was never entered, nothing can be
 * done here; the kernel cleans up by itself.
 */
static void leave_kernel(uring *p)
{
    leave_all(p);
    if (!p->ring.enabled || orr__list_empty(&p->to_cancel))
        return;
    int err;
    do {
        err = orr__uring_enter(p, p->files_armed > 0, NULL);
        orr__uring_see(p);
        (void)orr__uring_skip_silent(p);
    } while (p->files_armed > 0 && (err == 0 || err == -EINTR));
    must(p->files_armed == 0,
         "a loop is closed by the thread that uses its files");
}

static void uring_close(orr__poll *base)
{
    uring *p = (uring *)(void *)base;
    const orr_allocator *a = p->k.sys.allocator;

    orr__uring_put_back(p);
    orr__pool_user_close(&p->k.pool);
    if (orr__sys_is_ours(&p->k.sys))
        leave_kernel(p);
    orr__kernel_close_sources(&p->k);
    orr__ring_close(&p->ring);
    close(p->k.wake_fd);
    if (p->k.embedded)
        close(p->k.embed_fd);
    free_slots(p);
    close_rx(p);
    orr__bufs_close(&p->bufs, a);
    orr__sys_close(&p->k.sys);
    orr__free(a, p);
}

/* ---- Draining --------------------------------------------------------- */

/* Has the request completed? Its completion stays where it is. */
static bool is_completed(const uring *p, const uring_slot *s)
{
    const uint64_t number = orr__uslot_number(s);
    const uint32_t tail = orr__ring_tail(&p->ring);

    for (uint32_t i = p->cq_head; i != tail; i++)
        if (p->ring.cqes[i & p->ring.cq_mask].user_data == number)
            return true;
    return false;
}

/* Wait for the one request of the ring that changes files: each time for one
 * completion more than there are. */
static void uring_drain(orr__poll *base)
{
    uring *p = (uring *)(void *)base;
    int err = 0;

    if (p->changing != NULL && orr__sys_is_ours(&p->k.sys)) {
        if (p->changing->state == SLOT_IDLE)
            err = orr__uring_enter_files(p);
        while ((err == 0 || err == -EINTR) && !is_completed(p, p->changing))
            err = orr__ring_wait_beyond(&p->ring,
                                        orr__ring_tail(&p->ring) - p->cq_head);
    }
    orr__pool_drain();
}

/* ---- The rest of the table -------------------------------------------- */

static int64_t close_fd(uring *p, orr__op *op)
{
    orr__ufd_forget(p, op->fd);
    return orr__sys_call(&p->k.sys, op);
}

/*
 * The kernel reports a reset once. If a receive in the ring has met it, and
 * that is not reported yet, then it belongs to the send: in epoll's order the
 * send comes first.
 */
static int64_t send_now(uring *p, orr__op *op)
{
    const int64_t n = orr__sys_call(&p->k.sys, op);

    if (orr__likely(n != -EPIPE))
        return n;
    const int err = orr__uring_recv_error(p, op->fd);
    return err < 0 ? err : n;
}

static int64_t uring_call(orr__poll *base, orr__op *op)
{
    uring *p = (uring *)(void *)base;

    switch (op->code) {
    case OP_CLOSE:
        return close_fd(p, op);
    case OP_SEND:
        return send_now(p, op);
    default:
        return orr__sys_call(&p->k.sys, op);
    }
}

const orr__poll_table orr__uring = {
    .name = "uring",
    .open = uring_open,
    .close = uring_close,
    .submit = orr__uring_submit,
    .cancel = orr__uring_cancel,
    .call = uring_call,
    .finish = orr__uring_finish,
    .wait = orr__uring_wait,
    .settle = orr__kernel_settle,
    .next = orr__uring_next,
    .next_is_pooled = orr__uring_next_is_pooled,
    .wake = orr__kernel_wake,
    .drain = uring_drain,
    .fd = orr__uring_fd,
    .clock = orr__kernel_clock,
    .now_ms = orr__kernel_now_ms,
    .random = orr__kernel_random,
    .ask = orr__kernel_ask,
    .stats = orr__kernel_stats,
};
