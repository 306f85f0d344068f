/*
 * phase.c - idle, prepare and check handles: three lists, one behaviour.
 *
 * The handle started last is called first, in every pass. A pass moves the
 * whole list to another one and puts each handle back at the end just before it
 * is called: so one that is started during the pass is not in it, one that is
 * stopped is not called, and the order is the same in the next turn.
 */
#include "loop/internal.h"

void orr__idle_thunk(void *arg)
{
    orr_idle *h = arg;
    h->fn(h);
}

void orr__prepare_thunk(void *arg)
{
    orr_prepare *h = arg;
    h->fn(h);
}

void orr__check_thunk(void *arg)
{
    orr_check *h = arg;
    h->fn(h);
}

/* The handle is the first member of each of the three kinds, so it is what
 * the thunks take. */
void orr__phase_run_many(orr_loop *loop, orr_link *list, orr_call_fn *thunk)
{
    orr_link *pass = &loop->pass;

    orr__list_move(pass, list);
    while (!orr__list_empty(pass)) {
        orr_handle *h = orr__handle_of(pass->next);
        orr__list_remove(&h->link);
        orr__list_add_last(list, &h->link);
        orr_call(loop, &h->record, thunk, h);
    }
}

static int phase_start(orr_loop *loop, orr_handle *h, orr_kind kind,
                       uintptr_t site)
{
    const int err = orr__handle_fresh(loop, h);

    if (err < 0)
        return err;
    orr__handle_open(loop, h, kind, site);
    orr__handle_start(h);
    return 0;
}

static void phase_stop(orr_handle *h, orr_kind kind)
{
    if (orr__handle_check(h, kind) < 0 || !(h->flags & H_ACTIVE))
        return;
    orr__handle_stop(h);
    orr__handle_drop(h);
}

int orr_idle_start(orr_loop *loop, orr_idle *h, orr_idle_fn *fn)
{
    if (h == NULL || fn == NULL)
        return -EINVAL;
    const int err = phase_start(loop, &h->handle, ORR_IDLE, ORR__SITE());
    if (err == 0)
        h->fn = fn;
    return err;
}

int orr_prepare_start(orr_loop *loop, orr_prepare *h, orr_prepare_fn *fn)
{
    if (h == NULL || fn == NULL)
        return -EINVAL;
    const int err = phase_start(loop, &h->handle, ORR_PREPARE, ORR__SITE());
    if (err == 0)
        h->fn = fn;
    return err;
}

int orr_check_start(orr_loop *loop, orr_check *h, orr_check_fn *fn)
{
    if (h == NULL || fn == NULL)
        return -EINVAL;
    const int err = phase_start(loop, &h->handle, ORR_CHECK, ORR__SITE());
    if (err == 0)
        h->fn = fn;
    return err;
}

void orr_idle_stop(orr_idle *h)
{
    phase_stop(&h->handle, ORR_IDLE);
}

void orr_prepare_stop(orr_prepare *h)
{
    phase_stop(&h->handle, ORR_PREPARE);
}

void orr_check_stop(orr_check *h)
{
    phase_stop(&h->handle, ORR_CHECK);
}

void orr__phase_close(orr_handle *h)
{
    orr__handle_stop(h);
}
