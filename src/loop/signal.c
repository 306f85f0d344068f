/*
 * signal.c - handles that wait for a signal of the process.
 *
 * Each has an operation of its own. The back end counts signals: one that came
 * twice is two events for each operation, in the order the operations were
 * submitted, at the end of the batch. A one-shot handle is stopped before its
 * callback, so the callback may start it again.
 *
 * The back end checks which numbers are signals that can be caught.
 */
#include "loop/internal.h"

static void signal_stop(orr_signal *s)
{
    orr_loop *loop = s->handle.loop;

    orr__cancel(loop, s->op);
    orr__free(&loop->allocator, s->op);
    s->op = NULL;
    orr__handle_stop(&s->handle);
    orr__handle_drop(&s->handle);
}

typedef struct signal_call {
    orr_signal *s;
    orr_signal_fn *fn;
    int signum;
} signal_call;

static void signal_thunk(void *arg)
{
    const signal_call *c = arg;
    c->fn(c->s, c->signum);
}

static void on_signal(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    orr_signal *s = op->owner;
    orr_record record = s->handle.record;
    signal_call c = { .s = s, .fn = s->fn, .signum = (int)ev->result };

    if (s->oneshot || !ev->more)
        signal_stop(s);
    if (ev->result >= 0)
        orr_call(loop, &record, signal_thunk, &c);
}

static int signal_start(orr_loop *loop, orr_signal *s, int signum,
                        uintptr_t site)
{
    orr__op *op = orr__alloc(&loop->allocator, sizeof *op);

    if (op == NULL)
        return -ENOMEM;
    op->code = OP_SIGNAL;
    op->u.n = signum;
    op->owner = s;
    op->done = on_signal;
    orr__handle_open(loop, &s->handle, ORR_SIGNAL, site);
    const int err = orr__submit(loop, op, &s->handle.record);
    if (err < 0) {
        orr__handle_drop(&s->handle);
        orr__free(&loop->allocator, op);
        return err;
    }
    s->op = op;
    orr__handle_start(&s->handle);
    return 0;
}

static int check_and_start(orr_loop *loop, orr_signal *s, int signum,
                           orr_signal_fn *fn, bool oneshot, uintptr_t site)
{
    if (s == NULL || fn == NULL)
        return -EINVAL;
    int err = orr__handle_fresh(loop, &s->handle);
    if (err == 0)
        err = signal_start(loop, s, signum, site);
    if (err < 0)
        return err;
    s->fn = fn;
    s->signum = signum;
    s->oneshot = oneshot;
    return 0;
}

int orr_signal_start(orr_loop *loop, orr_signal *s, int signum,
                     orr_signal_fn *fn)
{
    return check_and_start(loop, s, signum, fn, false, ORR__SITE());
}

int orr_signal_start_oneshot(orr_loop *loop, orr_signal *s, int signum,
                             orr_signal_fn *fn)
{
    return check_and_start(loop, s, signum, fn, true, ORR__SITE());
}

void orr_signal_stop(orr_signal *s)
{
    if (orr__handle_check(&s->handle, ORR_SIGNAL) == 0 &&
        (s->handle.flags & H_ACTIVE))
        signal_stop(s);
}

void orr__signal_close(orr_handle *h)
{
    signal_stop(orr__container(h, orr_signal, handle));
}
