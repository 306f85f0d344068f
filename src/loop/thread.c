/*
 * thread.c - threads that run loops of their own, for workers, and parking, for
 * Atomics.wait(). src/poll makes the threads.
 */
#include "loop/internal.h"

orr_thread *orr_loop_thread(const orr_loop *loop)
{
    return loop->thread;
}

int orr_thread_start(orr_loop *loop, orr_thread **out, orr_thread_fn *fn,
                     void *arg, size_t stack_bytes)
{
    if (loop == NULL || out == NULL || fn == NULL)
        return -EINVAL;
    return orr__thread_start(loop->thread, out, fn, arg, stack_bytes);
}

int orr_thread_join(orr_loop *loop, orr_thread *thread)
{
    if (loop == NULL || thread == NULL)
        return -EINVAL;
    return orr__thread_join(loop->thread, thread);
}

void orr_thread_interrupt(orr_thread *thread)
{
    orr__thread_interrupt(thread);
}

int orr_park(orr_loop *loop, const void *place, size_t size, int64_t value,
             int64_t timeout_ns)
{
    if (loop == NULL || place == NULL || (size != 4 && size != 8))
        return -EINVAL;
    return orr__thread_park(loop->thread, place, (uint32_t)size, value,
                            timeout_ns);
}

static void send_wake(orr_waiter *w)
{
    orr_async_send(w->wake);
}

int orr_waiter_start(orr_loop *loop, orr_waiter *w, const void *place,
                     size_t size, int64_t value)
{
    if (loop == NULL || w == NULL || w->wake == NULL || place == NULL ||
        (size != 4 && size != 8))
        return -EINVAL;
    w->place = place;
    w->call = send_wake;
    w->is_called = false;
    return orr__waiter_start(loop->thread, w, (uint32_t)size, value);
}

bool orr_waiter_stop(orr_loop *loop, orr_waiter *w)
{
    return orr__waiter_stop(loop->thread, w);
}

bool orr_waiter_is_called(orr_loop *loop, const orr_waiter *w)
{
    return orr__waiter_is_called(loop->thread, w);
}

uint32_t orr_unpark(orr_loop *loop, const void *place, uint32_t n)
{
    return orr__thread_unpark(loop->thread, place, n);
}
