/*
 * async.c - wake-ups from other threads and from signal handlers.
 *
 * A send sets the handle's flag and, if that was clear, wakes the back end. The
 * back end only reports that it was woken; the loop then looks at all flags, in
 * the order in which the handles were made. A flag is cleared before the
 * callback, so a send during the callback leads to another one.
 *
 * As soon as the flag is set, the loop's thread may call the callback, close
 * the handle and even the loop, before the sender has woken its back end. So
 * closing waits for sends that have begun, which are counted in the same word
 * as the flag.
 */
#include "loop/internal.h"

#define SENT 1    /* a->sent: the callback is to be called */
#define SENDING 2 /* added for each send that has begun */

static void async_thunk(void *arg)
{
    orr_async *a = arg;
    a->fn(a);
}

int orr_async_init(orr_loop *loop, orr_async *a, orr_async_fn *fn)
{
    if (a == NULL || fn == NULL)
        return -EINVAL;
    const int err = orr__handle_fresh(loop, &a->handle);
    if (err < 0)
        return err;
    a->fn = fn;
    a->sent = 0;
    orr__handle_open(loop, &a->handle, ORR_ASYNC, ORR__SITE());
    orr__handle_start(&a->handle);
    if (loop->async_poll != loop->polls) {
        loop->async_poll = loop->polls;
        loop->async_id = a->handle.record.id;
    }
    return 0;
}

void orr_async_put_first(orr_async *a)
{
    orr_link *link = &a->handle.link;

    orr__list_remove(link);
    orr__list_add_first(&a->handle.loop->asyncs, link);
}

/*
 * The flag is set even if it is set already: that publishes the
 * memory that the sender wrote to the callback.
 */
int orr_async_send(orr_async *a)
{
    if (a == NULL)
        return -EINVAL;
    orr_loop *loop = a->handle.loop;
    if (loop == NULL)
        return -EINVAL;
    __atomic_fetch_add(&a->sent, SENDING, __ATOMIC_ACQUIRE);
    if (!(__atomic_fetch_or(&a->sent, SENT, __ATOMIC_ACQ_REL) & SENT)) {
        __atomic_store_n(&loop->async_sent, true, __ATOMIC_SEQ_CST);
        loop->table->wake(loop->poll);
    }
    __atomic_fetch_sub(&a->sent, SENDING, __ATOMIC_RELEASE);
    return 0;
}

/* A handle that a callback of the pool made in this poll is not in the pass of
 * this poll; if it was sent to, it is called in the next one. */
static bool is_new(const orr_loop *loop, const orr_async *a)
{
    return loop->async_poll == loop->polls &&
           a->handle.record.id >= loop->async_id;
}

/*
 * In libuv the pool has an async handle, the first of all, and its callbacks
 * run in a pass over the others: handles that they make come right after the
 * pool's, and the older ones are put after them.
 */
static void put_new_first(orr_loop *loop)
{
    orr_link young;
    orr_link *next;

    orr__list_init(&young);
    for (orr_link *l = loop->asyncs.next; l != &loop->asyncs; l = next) {
        next = l->next;
        if (!is_new(loop, (orr_async *)(void *)orr__handle_of(l)))
            continue;
        orr__list_remove(l);
        orr__list_add_last(&young, l);
    }
    orr__list_move(&young, &loop->asyncs);
    orr__list_move(&loop->asyncs, &young);
}

/*
 * There is one pass in a poll, since a handle may wake itself: what is left
 * over is for the next poll, which has the wake-up, too, as libuv turns once
 * more then.
 */
static void run_pass(orr_loop *loop)
{
    bool again = false;

    if (loop->async_pass == loop->polls)
        return;
    loop->async_pass = loop->polls;
    __atomic_store_n(&loop->async_sent, false, __ATOMIC_SEQ_CST);
    orr__list_move(&loop->pass, &loop->asyncs);
    while (!orr__list_empty(&loop->pass)) {
        orr_handle *h = orr__handle_of(loop->pass.next);
        orr_async *a = (orr_async *)(void *)h;
        orr__list_remove(&h->link);
        orr__list_add_last(&loop->asyncs, &h->link);
        if (orr__unlikely(is_new(loop, a)))
            again |= (__atomic_load_n(&a->sent, __ATOMIC_RELAXED) & SENT) != 0;
        else if (__atomic_fetch_and(&a->sent, ~SENT, __ATOMIC_ACQ_REL) & SENT)
            orr_call(loop, &h->record, async_thunk, a);
    }
    if (orr__unlikely(again))
        loop->table->wake(loop->poll);
}

void orr__async_run(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    (void)op;
    (void)ev;
    run_pass(loop);
}

/*
 * In libuv the pool's results are part of a wake-up: handles that their
 * callbacks woke are called right after the last of them, not in the next poll.
 */
void orr__async_after_pool(orr_loop *loop)
{
    if (orr__unlikely(loop->async_poll == loop->polls))
        put_new_first(loop);
    if (orr__unlikely(__atomic_load_n(&loop->async_sent, __ATOMIC_ACQUIRE)) &&
        !loop->table->next_is_pooled(loop->poll))
        run_pass(loop);
}

void orr__async_close(orr_handle *h)
{
    orr_async *a = (orr_async *)(void *)h;

    while (__atomic_load_n(&a->sent, __ATOMIC_ACQUIRE) >= SENDING)
        orr__yield();
    orr__handle_stop(h);
}
