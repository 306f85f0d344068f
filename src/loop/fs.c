/*
 * fs.c - file requests: how each is begun, done and delivered. The public
 * calls that only fill one in are in fs_calls.c.
 *
 * A public function checks its arguments and writes them into an operation on
 * its stack, with pointers to what the caller has. Then
 *
 *      no function given   the back end does it at once: run_now()
 *      a function given    run_later() copies the operation, and what it
 *                          points to, into one block, and submits that
 *
 *      orr_fs (the user's)            struct orr__fs (ours)
 *      +---------------+   call       +--------------------------------+
 *      | result ptr len|------------->| op | req | times | bufs | paths|
 *      +---------------+   NULL when  +--------------------------------+
 *                          not under way
 *
 * What must stay true:
 *
 *  1. req->call is set from the moment the request was accepted until just
 *     before its function is called; what is under way can't be started again.
 *  2. req->ptr is memory of this loop's allocator or NULL; except a directory,
 *     which closedir frees (ptr_lent).
 */
#include "loop/fs.h"

#include <string.h>

struct orr__fs {
    orr__op op;
    orr_fs *req;
    orr_time times[2];
    _Alignas(orr_buf) char more[]; /* buffers, or paths */
};

/* ---- What a code means ------------------------------------------------ */

static bool is_io(uint8_t code)
{
    return code == OP_READ || code == OP_WRITE;
}

static bool has_times(uint8_t code)
{
    return code == OP_UTIMES || code == OP_LUTIMES || code == OP_FUTIMES;
}

/* Calls that allocate their result, at op->u.fs.made. (For readdir that is the
 * user's array.) */
static bool fs_makes(uint8_t code)
{
    switch (code) {
    case OP_READ_FILE:
    case OP_SCANDIR:
    case OP_OPENDIR:
    case OP_MKDTEMP:
    case OP_MKSTEMP:
    case OP_READLINK:
    case OP_REALPATH:
        return true;
    default:
        return false;
    }
}

/* ---- Results ---------------------------------------------------------- */

static void set_result(orr_fs *req, const orr__op *op, int64_t result)
{
    req->result = result;
    req->ptr = NULL;
    req->len = 0;
    req->ptr_lent = false;
    if (result < 0 || !fs_makes(op->code))
        return;
    req->ptr = op->u.fs.made;
    if (op->code == OP_OPENDIR)
        req->ptr_lent = true;
    else
        req->len = op->made_len;
}

void orr_fs_cleanup(orr_fs *req)
{
    if (req == NULL || req->call != NULL)
        return;
    if (!req->ptr_lent && req->ptr != NULL)
        orr__free(&req->req.loop->allocator, req->ptr);
    req->ptr = NULL;
    req->len = 0;
    req->ptr_lent = false;
}

static void fs_thunk(void *arg)
{
    orr_fs *req = arg;
    req->fn(req);
}

static void on_done(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    struct orr__fs *call = orr__container(op, struct orr__fs, op);
    orr_fs *req = call->req;

    set_result(req, op, ev->result);
    req->call = NULL;
    orr__req_end(&req->req);
    orr__free(&loop->allocator, call);
    orr_call(loop, &req->req.record, fs_thunk, req);
}

/* ---- At once ---------------------------------------------------------- */

/* A copy of the buffers, since the operation may use them up. */
#define FEW_BUFS 8

static int64_t io_now(orr_loop *loop, orr__op *op)
{
    orr_buf few[FEW_BUFS];
    orr_buf *bufs = few;
    uint32_t n = op->u.io.nbufs;

    if (n > FEW_BUFS)
        bufs = orr__alloc_array(&loop->allocator, n, sizeof *bufs);
    if (bufs == NULL)
        return -ENOMEM;
    memcpy(bufs, op->u.io.bufs, n * sizeof *bufs);
    op->u.io.bufs = bufs;
    int64_t result = orr__call_now(loop, op);
    if (bufs != few)
        orr__free(&loop->allocator, bufs);
    return result;
}

static int64_t run_now(orr_loop *loop, orr_fs *req, orr__op *op)
{
    if (req == NULL && fs_makes(op->code))
        return -EINVAL;
    int64_t result =
        is_io(op->code) ? io_now(loop, op) : orr__call_now(loop, op);
    if (req != NULL) {
        req->req.loop = loop;
        set_result(req, op, result);
    }
    return result;
}

/* ---- Later ------------------------------------------------------------ */

static size_t string_size(const char *s)
{
    return s != NULL ? strlen(s) + 1 : 0;
}

static size_t more_size(const orr__op *op)
{
    if (is_io(op->code))
        return op->u.io.nbufs * sizeof(orr_buf);
    return string_size(op->u.fs.path) + string_size(op->u.fs.path2);
}

/* Copy what the operation points to into its own block. */
static void copy_more(struct orr__fs *call)
{
    orr__op *op = &call->op;

    if (is_io(op->code)) {
        op->u.io.bufs = memcpy(call->more, op->u.io.bufs, more_size(op));
        return;
    }
    size_t first = string_size(op->u.fs.path);
    size_t second = string_size(op->u.fs.path2);
    if (first > 0)
        op->u.fs.path = memcpy(call->more, op->u.fs.path, first);
    if (second > 0)
        op->u.fs.path2 = memcpy(call->more + first, op->u.fs.path2, second);
    if (has_times(op->code))
        op->u.fs.out = memcpy(call->times, op->u.fs.out, sizeof call->times);
}

static struct orr__fs *call_new(orr_loop *loop, orr_fs *req, const orr__op *op)
{
    struct orr__fs *call =
        orr__resize(&loop->allocator, NULL, sizeof *call + more_size(op));

    if (call == NULL)
        return NULL;
    call->op = *op;
    call->op.done = on_done;
    call->op.owner = call;
    call->req = req;
    copy_more(call);
    return call;
}

static int run_later(orr_loop *loop, orr_fs *req, const orr__op *op,
                     orr_fs_fn *fn, uintptr_t site)
{
    struct orr__fs *call = call_new(loop, req, op);

    if (call == NULL)
        return -ENOMEM;
    orr__req_start(loop, &req->req, ORR_FS, site);
    int err = orr__submit(loop, &call->op, &req->req.record);
    if (err < 0) {
        orr__req_refuse(&req->req);
        orr__free(&loop->allocator, call);
        return err;
    }
    req->call = call;
    req->fn = fn;
    req->result = 0;
    return 0;
}

int64_t orr__fs_run(orr_loop *loop, orr_fs *req, orr__op *op, orr_fs_fn *fn,
                    uintptr_t site)
{
    if (loop == NULL || (fn != NULL && req == NULL))
        return -EINVAL;
    if (req != NULL && (req->call != NULL || req->ptr != NULL))
        return -EBUSY;
    if (fn == NULL)
        return run_now(loop, req, op);
    return run_later(loop, req, op, fn, site);
}

orr__op *orr__fs_op(orr_req *req)
{
    orr_fs *fs = orr__container(req, orr_fs, req);
    return fs->call != NULL ? &fs->call->op : NULL;
}
