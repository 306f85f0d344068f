/*
 * write.c - writing to a stream, and ending it. See stream.h for the queues.
 *
 * The first write is tried inside orr_write(): most sockets take it at once,
 * and no operation is needed. What the socket does not take is given to the
 * back end as OP_SEND, one write at a time, and only its completion lets the
 * next one try: so the bytes stay in order.
 *
 * A write that fails stops the queue: the next one fails by itself, in the next
 * pending phase. So each callback can prevent further writes.
 */
#include "loop/stream.h"

#include <string.h>

/* libuv, too, finishes at most 32 writes per event, so that one busy stream
 * does not starve the others; older versions finish one. */
#define WRITES_PER_EVENT 32

static int writes_per_event(const orr_stream *s)
{
    return s->handle.loop->profile->write_one ? 1 : WRITES_PER_EVENT;
}

/* ---- The bytes of a request ------------------------------------------- */

static size_t bytes_of(const orr_buf *bufs, uint32_t nbufs)
{
    size_t n = 0;

    for (uint32_t i = 0; i < nbufs; i++)
        n += bufs[i].len;
    return n;
}

/* `n` bytes are with the kernel; its descriptors went with the first one. */
static void write_advance(orr_stream *s, orr_write_req *req, size_t n)
{
    s->io->queued_bytes -= n;
    req->left -= n;
    if (n > 0)
        req->nfds = 0;
    while (req->first < req->nbufs && n >= req->bufs[req->first].len)
        n -= req->bufs[req->first++].len;
    if (req->first < req->nbufs) {
        orr_buf *b = &req->bufs[req->first];
        b->base = (char *)b->base + n;
        b->len -= n;
    }
}

static void fill_op(const orr_stream *s, const orr_write_req *req, orr__op *op)
{
    op->code = OP_SEND;
    op->fd = s->io->fd;
    memset(&op->u, 0, sizeof op->u);
    op->u.io.bufs = &req->bufs[req->first];
    op->u.io.nbufs = req->nbufs - req->first;
    op->u.io.fds = req->fds;
    op->u.io.nfds = req->nfds;
    op->u.io.offset = -1;
}

/* ---- The queues ------------------------------------------------------- */

#ifdef ORR_CHECKED
static void verify_write(const orr_stream *s, const orr_write_req *req)
{
    must(req->stream == s, "a write waits in the line of its own stream");
    must(req->first <= req->nbufs, "no more buffers are sent than there are");
    must((s->io->flags & S_OUT_ARMED) != 0 ||
             req->left ==
                 bytes_of(&req->bufs[req->first], req->nbufs - req->first),
         "the bytes that are left are those of the buffers");
}

/* Those whose callbacks run now are in no queue, but count until then. */
void orr__stream_verify(const orr_stream *s)
{
    const orr__stream *io = s->io;
    size_t waiting = 0;

    if (io == NULL)
        return;
    must(io->owner == s, "the two halves of a stream know each other");
    orr__list_verify(&io->waiting);
    orr__list_verify(&io->done);
    for (orr_link *l = io->waiting.next; l != &io->waiting; l = l->next) {
        const orr_write_req *req = orr__container(l, orr_write_req, line);
        verify_write(s, req);
        waiting += req->left;
    }
    must(io->queued_bytes >= waiting, "bytes that wait are counted");
    must(io->fd >= 0 || !(io->flags & (S_IN_ARMED | S_OUT_ARMED)),
         "an operation of a stream has a descriptor");
    must(io->nfds <= io->fds_capacity, "received descriptors fit");
}
#endif

/* The head of the waiting queue, or NULL. */
static orr_write_req *write_first(const orr_stream *s)
{
    const orr_link *line = &s->io->waiting;

    return orr__list_empty(line)
               ? NULL
               : orr__container(line->next, orr_write_req, line);
}

static void wait_in_line(orr_stream *s, orr_write_req *req)
{
    orr__list_add_last(&s->io->waiting, &req->line);
    s->io->queued_bytes += req->left;
}

static void write_uncount(orr_stream *s, orr_write_req *req)
{
    s->io->queued_bytes -= req->left;
    req->left = 0;
}

/* The head of the waiting queue is done. The bytes of a failed write still
 * count as queued until its callback, so that no program goes on writing
 * before. */
static void finish_first(orr_stream *s, int status)
{
    orr_write_req *req = write_first(s);

    if (status == 0)
        write_uncount(s, req);
    req->status = status;
    orr__list_remove(&req->line);
    orr__list_add_last(&s->io->done, &req->line);
}

static void on_sent(orr_loop *loop, orr__op *op, const orr__event *ev);

static int arm_out(orr_stream *s)
{
    orr__stream *io = s->io;

    fill_op(s, write_first(s), &io->out);
    io->out.done = on_sent;
    const int err =
        orr__submit(s->handle.loop, &io->out, &write_first(s)->req.record);
    if (err == 0)
        io->flags |= S_OUT_ARMED;
    return err;
}

/* While the back end has the head of the queue, its buffers must not be
 * touched. So it is cancelled first. The bytes that were sent are removed from
 * the buffers; the write may even be done and only not reported. */
static void disarm_out(orr_stream *s)
{
    orr_write_req *req = write_first(s);
    const orr__op *op = &s->io->out;

    if (!(s->io->flags & S_OUT_ARMED) || (s->io->flags & S_CONNECTING))
        return; /* while it connects, `out` is no write */
    must(orr__cancel(s->handle.loop, &s->io->out) == 0,
         "an operation on a socket can always be taken back");
    s->io->flags &= ~(uint32_t)S_OUT_ARMED;
    const size_t left = bytes_of(op->u.io.bufs, op->u.io.nbufs);
    s->io->queued_bytes -= req->left - left;
    if (left < req->left)
        req->nfds = 0;
    req->left = left;
    req->first = req->nbufs - op->u.io.nbufs;
    if (op->result < 0)
        finish_first(s, (int)op->result);
}

void orr__stream_fail_writes(orr_stream *s, int status)
{
    disarm_out(s);
    while (write_first(s) != NULL)
        finish_first(s, status);
}

/* 1: the kernel took the whole head. 0: the socket is full. */
static int try_first(orr_stream *s)
{
    orr_write_req *req = write_first(s);
    orr__op op = { .code = OP_NONE };

    if (req->first == req->nbufs)
        return 1;
    fill_op(s, req, &op);
    const int64_t n = orr__call_now(s->handle.loop, &op);
    if (n == -EAGAIN)
        return 0;
    if (n < 0)
        return (int)n;
    write_advance(s, req, (size_t)n);
    return req->first == req->nbufs;
}

/* What is done here is called back in the pending phase, which also goes on
 * with the rest. */
static void write_flush(orr_stream *s, int max)
{
    orr__stream *io = s->io;
    int r = 1;

    if (io->flags & S_CONNECTING)
        return;
    disarm_out(s);
    for (int i = 0; write_first(s) != NULL && r > 0 && i < max; i++) {
        r = try_first(s);
        if (r == 0)
            r = arm_out(s);
        if (r != 0) {
            finish_first(s, r < 0 ? r : 0);
            orr__pend(s->handle.loop, &io->pending);
        }
    }
}

/* ---- Calling back ----------------------------------------------------- */

static void write_thunk(void *arg)
{
    orr_write_req *req = arg;
    req->fn(req, req->status);
}

static void release_bufs(orr_write_req *req)
{
    if (req->bufs != req->small)
        orr__free(&req->req.loop->allocator, req->bufs);
    req->bufs = NULL;
}

/* The list is taken as a whole: a write that is done inside one of these
 * callbacks waits for the pending phase. */
void orr__stream_call_done(orr_stream *s)
{
    orr_link now;

    orr__list_init(&now);
    orr__list_move(&now, &s->io->done);
    while (!orr__list_empty(&now)) {
        orr_write_req *req = orr__container(now.next, orr_write_req, line);
        orr__list_remove(&req->line);
        write_uncount(s, req);
        release_bufs(req);
        orr__req_end(&req->req);
        orr_call(s->handle.loop, &req->req.record, write_thunk, req);
    }
}

/* ---- Going on --------------------------------------------------------- */

static void shut_if_drained(orr_stream *s)
{
    orr__stream *io = s->io;
    orr__op op = { .code = OP_SHUTDOWN, .fd = io->fd };

    if (io->shutdown == NULL || write_first(s) != NULL ||
        (io->flags & S_CONNECTING) || (s->handle.flags & H_CLOSING))
        return;
    op.u.n = ORR__SHUT_WRITE;
    orr__stream_end_shutdown(s, (int)orr__call_now(s->handle.loop, &op));
}

static void on_sent(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    orr_stream *s = op->owner;

    s->io->flags &= ~(uint32_t)S_OUT_ARMED;
    must(write_first(s) != NULL, "the write that was sent heads the line");
    finish_first(s, ev->result < 0 ? (int)ev->result : 0);
    orr__pend(loop, &s->io->pending);
    if (ev->result >= 0)
        write_flush(s, writes_per_event(s) - 1);
    orr__stream_call_done(s);
    shut_if_drained(s);
}

void orr__stream_go_on(orr_stream *s)
{
    write_flush(s, writes_per_event(s));
    orr__stream_call_done(s);
    shut_if_drained(s);
}

void orr__stream_go_on_later(orr_stream *s)
{
    int err = 0;

    if (write_first(s) != NULL && !(s->io->flags & S_OUT_ARMED))
        err = arm_out(s);
    if (err < 0)
        finish_first(s, err);
    if (err < 0 || (s->io->shutdown != NULL && write_first(s) == NULL))
        orr__pend(s->handle.loop, &s->io->pending);
}

/* ---- The public calls ------------------------------------------------- */

static int may_write(const orr_stream *s)
{
    const int err = orr__stream_check(s);

    if (err < 0)
        return err;
    if (s->io->fd < 0)
        return -EBADF;
    if (s->io->flags & S_SHUT)
        return -EPIPE;
    return s->io->flags & (S_CONNECTED | S_CONNECTING | S_TRIED) ? 0
                                                                 : -ENOTCONN;
}

static int copy_bufs(orr_loop *loop, orr_write_req *req, const orr_buf *bufs,
                     uint32_t nbufs)
{
    req->bufs = req->small;
    if (nbufs > sizeof req->small / sizeof req->small[0])
        req->bufs = orr__alloc_array(&loop->allocator, nbufs, sizeof *bufs);
    if (req->bufs == NULL)
        return -ENOMEM;
    memcpy(req->bufs, bufs, nbufs * sizeof *bufs);
    req->nbufs = nbufs;
    req->left = bytes_of(bufs, nbufs);
    req->first = 0;
    return 0;
}

static int write_to(orr_write_req *req, orr_stream *s, const orr_buf *bufs,
                    uint32_t nbufs, orr_write_fn *fn, uintptr_t site)
{
    orr_loop *loop = s->handle.loop;
    const int err = copy_bufs(loop, req, bufs, nbufs);

    if (err < 0)
        return err;
    req->stream = s;
    req->fn = fn;
    orr__req_start(loop, &req->req, ORR_WRITE, site);
    const bool alone = s->io->queued_bytes == 0;
    wait_in_line(s, req);
    if (alone)
        write_flush(s, writes_per_event(s));
    return 0;
}

int orr_write(orr_write_req *req, orr_stream *s, const orr_buf *bufs,
              uint32_t nbufs, orr_write_fn *fn)
{
    const int err = may_write(s);

    if (err < 0)
        return err;
    if (req == NULL || bufs == NULL || nbufs == 0 || fn == NULL)
        return -EINVAL;
    req->fds = NULL;
    req->nfds = 0;
    return write_to(req, s, bufs, nbufs, fn, ORR__SITE());
}

int orr_write_fds(orr_write_req *req, orr_stream *s, const orr_buf *bufs,
                  uint32_t nbufs, const int *fds, uint32_t nfds,
                  orr_write_fn *fn)
{
    const int err = may_write(s);

    if (err < 0)
        return err;
    if (req == NULL || bufs == NULL || nbufs == 0 || fn == NULL ||
        fds == NULL || nfds == 0 || !(s->io->flags & S_IPC))
        return -EINVAL;
    for (uint32_t i = 0; i < nfds; i++)
        if (fds[i] < 0)
            return -EBADF;
    req->fds = fds;
    req->nfds = nfds;
    return write_to(req, s, bufs, nbufs, fn, ORR__SITE());
}

int64_t orr_try_write(orr_stream *s, const orr_buf *bufs, uint32_t nbufs)
{
    orr__op op = { .code = OP_SEND };
    int err = orr__stream_check(s);

    if (err < 0)
        return err;
    if (s->io->queued_bytes > 0 || (s->io->flags & S_CONNECTING))
        return -EAGAIN;
    err = may_write(s);
    if (err < 0)
        return err;
    if (bufs == NULL || nbufs == 0)
        return -EINVAL;
    op.fd = s->io->fd;
    op.u.io.bufs = (orr_buf *)(uintptr_t)bufs; /* not advanced */
    op.u.io.nbufs = nbufs;
    op.u.io.offset = -1;
    return orr__call_now(s->handle.loop, &op);
}

static void shutdown_thunk(void *arg)
{
    orr_shutdown_req *req = arg;
    req->fn(req, req->status);
}

void orr__stream_end_shutdown(orr_stream *s, int status)
{
    orr_shutdown_req *req = s->io->shutdown;

    if (req == NULL)
        return;
    s->io->shutdown = NULL;
    req->status = status;
    if (!(s->handle.flags & H_CLOSING))
        orr__stream_update(s);
    orr__req_end(&req->req);
    orr_call(s->handle.loop, &req->req.record, shutdown_thunk, req);
}

int orr_shutdown(orr_shutdown_req *req, orr_stream *s, orr_shutdown_fn *fn)
{
    const int err = orr__stream_check(s);

    if (err < 0)
        return err;
    if (req == NULL || fn == NULL)
        return -EINVAL;
    if (!(s->io->flags & (S_CONNECTED | S_CONNECTING | S_TRIED)) ||
        (s->io->flags & S_SHUT))
        return -ENOTCONN;
    req->stream = s;
    req->fn = fn;
    orr__req_start(s->handle.loop, &req->req, ORR_SHUTDOWN, ORR__SITE());
    s->io->shutdown = req;
    s->io->flags |= S_SHUT;
    orr__stream_update(s);
    if (write_first(s) == NULL && !(s->io->flags & S_CONNECTING))
        orr__pend(s->handle.loop, &s->io->pending);
    return 0;
}

size_t orr_write_queue_size(const orr_stream *s)
{
    return s->io != NULL ? s->io->queued_bytes : 0;
}
