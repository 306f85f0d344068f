/*
 * work.c - the caller's own work on the thread pool, random bytes, and
 * orr_cancel() for any request that waits for a thread.
 *
 * The operation is ours, made at the call and freed before the callback; while
 * it exists, the request points to it and is under way.
 *
 * A cancelled request is over, but its callback must not start inside
 * orr_cancel(): the operation is delivered by the next poll, like a completion,
 * with the result -ECANCELED.
 */
#include "loop/internal.h"

/* ---- Work ------------------------------------------------------------- */

/* On a thread of the pool. */
static void work_run(void *arg)
{
    orr_work *w = arg;
    w->work(w);
}

typedef struct work_end {
    orr_work *w;
    int status;
} work_end;

static void work_thunk(void *arg)
{
    const work_end *e = arg;
    e->w->done(e->w, e->status);
}

static void work_done(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    orr_work *w = op->owner;
    work_end e = { w, (int)ev->result };

    w->op = NULL;
    orr__req_end(&w->req);
    orr__free(&loop->allocator, op);
    if (w->done != NULL)
        orr_call(loop, &w->req.record, work_thunk, &e);
}

/* Make the request live and give its operation to the back end. */
static int work_begin(orr_loop *loop, orr_req *req, orr_kind kind, orr__op *op,
                      uintptr_t site)
{
    orr__req_start(loop, req, kind, site);
    int err = orr__submit(loop, op, &req->record);
    if (err < 0) {
        orr__req_refuse(req);
        orr__free(&loop->allocator, op);
    }
    return err;
}

int orr_work_queue(orr_loop *loop, orr_work *w, orr_work_fn *work,
                   orr_work_done_fn *done)
{
    if (loop == NULL || w == NULL || work == NULL)
        return -EINVAL;
    if (w->op != NULL)
        return -EBUSY;
    orr__op *op = orr__alloc(&loop->allocator, sizeof *op);
    if (op == NULL)
        return -ENOMEM;
    op->code = OP_WORK;
    op->owner = w;
    op->done = work_done;
    op->u.work.fn = work_run;
    op->u.work.arg = w;
    w->work = work; /* before a thread can look at it */
    w->done = done;
    int err = work_begin(loop, &w->req, ORR_WORK, op, ORR__SITE());
    if (err == 0)
        w->op = op;
    return err;
}

/* ---- Random bytes ----------------------------------------------------- */

typedef struct random_end {
    orr_random *r;
    int status;
} random_end;

static void random_thunk(void *arg)
{
    const random_end *e = arg;
    e->r->fn(e->r, e->status);
}

static void random_done(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    orr_random *r = op->owner;
    random_end e = { r, (int)ev->result };

    r->op = NULL;
    orr__req_end(&r->req);
    orr__free(&loop->allocator, op);
    orr_call(loop, &r->req.record, random_thunk, &e);
}

static int random_later(orr_loop *loop, orr_random *r, void *out, size_t len,
                        uintptr_t site)
{
    orr__op *op = orr__alloc(&loop->allocator, sizeof *op);

    if (op == NULL)
        return -ENOMEM;
    op->code = OP_RANDOM;
    op->owner = r;
    op->done = random_done;
    op->u.fs.out = out;
    op->u.fs.a = (int64_t)len;
    int err = work_begin(loop, &r->req, ORR_RANDOM, op, site);
    if (err == 0)
        r->op = op;
    return err;
}

int orr_random_bytes(orr_loop *loop, orr_random *r, void *out, size_t len,
                     orr_random_fn *fn)
{
    if (loop == NULL || (out == NULL && len > 0) || len > INT64_MAX)
        return -EINVAL;
    if (fn == NULL)
        return loop->table->random(loop->poll, out, len);
    if (r == NULL)
        return -EINVAL;
    if (r->op != NULL)
        return -EBUSY;
    int err = random_later(loop, r, out, len, ORR__SITE());
    if (err == 0)
        r->fn = fn;
    return err;
}

/* ---- Cancelling ------------------------------------------------------- */

/* -EINVAL: a kind that does not wait for a thread, or no request at all. */
static int find_op(orr_req *req, orr__op **out)
{
    switch (req->record.kind) {
    case ORR_FS:
        *out = orr__fs_op(req);
        return 0;
    case ORR_ADDRINFO:
    case ORR_NAMEINFO:
        *out = orr__dns_op(req);
        return 0;
    case ORR_WORK:
        *out = orr__container(req, orr_work, req)->op;
        return 0;
    case ORR_RANDOM:
        *out = orr__container(req, orr_random, req)->op;
        return 0;
    default:
        return -EINVAL;
    }
}

bool orr_changes_files(orr_req *req)
{
    orr__op *op = NULL;

    return req != NULL && find_op(req, &op) == 0 && op != NULL &&
           orr__op_changes_files(op);
}

int orr_cancel(orr_req *req)
{
    orr__op *op = NULL;

    if (req == NULL)
        return -EINVAL;
    int err = find_op(req, &op);
    if (err < 0)
        return err;
    if (op == NULL)
        return -EBUSY; /* its callback has started */
    err = orr__cancel(req->loop, op);
    if (err < 0)
        return err;
    orr__finish(req->loop, op, -ECANCELED);
    return 0;
}
