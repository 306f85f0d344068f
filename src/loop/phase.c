/*
 * phase.c - idle, prepare and check handles: three lists, one behaviour.
 *
 * The handle started last stands first, in every pass. A pass takes the whole
 * list aside and puts each handle back at the end just before it is called: so
 * one that is started during the pass is not in it, one that is stopped is not
 * called, and the order is the same in the next turn.
 */
#include "loop/internal.h"

static void idle_thunk(void *arg)
{
    orr_idle *h = arg;
    h->fn(h);
}

static void prepare_thunk(void *arg)
{
    orr_prepare *h = arg;
    h->fn(h);
}

static void check_thunk(void *arg)
{
    orr_check *h = arg;
    h->fn(h);
}

/* The handle is the first member of each of the three. */
static void call_one(orr_loop *loop, orr_handle *h)
{
    orr_call_fn *thunk = h->record.kind == ORR_CHECK  ? check_thunk
                         : h->record.kind == ORR_IDLE ? idle_thunk
                                                      : prepare_thunk;

    orr_call(loop, &h->record, thunk, h);
}

/* Most lists hold one handle; that needs no moving about. */
void orr__phase_run(orr_loop *loop, orr_link *list)
{
    if (orr__list_empty(list))
        return;
    if (list->next == list->prev) {
        call_one(loop, orr__handle_of(list->next));
        return;
    }
    orr__list_move(&loop->pass, list);
    while (!orr__list_empty(&loop->pass)) {
        orr_link *l = loop->pass.next;
        orr__list_remove(l);
        orr__list_add_last(list, l);
        call_one(loop, orr__handle_of(l));
    }
}

static int start(orr_loop *loop, orr_handle *h, orr_kind kind, uintptr_t site)
{
    const int err = orr__handle_fresh(loop, h);

    if (err < 0)
        return err;
    orr__handle_open(loop, h, kind, site);
    orr__handle_start(h);
    return 0;
}

static void stop(orr_handle *h, orr_kind kind)
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
    const int err = start(loop, &h->handle, ORR_IDLE, ORR__SITE());
    if (err == 0)
        h->fn = fn;
    return err;
}

int orr_prepare_start(orr_loop *loop, orr_prepare *h, orr_prepare_fn *fn)
{
    if (h == NULL || fn == NULL)
        return -EINVAL;
    const int err = start(loop, &h->handle, ORR_PREPARE, ORR__SITE());
    if (err == 0)
        h->fn = fn;
    return err;
}

int orr_check_start(orr_loop *loop, orr_check *h, orr_check_fn *fn)
{
    if (h == NULL || fn == NULL)
        return -EINVAL;
    const int err = start(loop, &h->handle, ORR_CHECK, ORR__SITE());
    if (err == 0)
        h->fn = fn;
    return err;
}

void orr_idle_stop(orr_idle *h)
{
    stop(&h->handle, ORR_IDLE);
}

void orr_prepare_stop(orr_prepare *h)
{
    stop(&h->handle, ORR_PREPARE);
}

void orr_check_stop(orr_check *h)
{
    stop(&h->handle, ORR_CHECK);
}

void orr__phase_close(orr_handle *h)
{
    orr__handle_stop(h);
}
