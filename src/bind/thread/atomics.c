/*
 * atomics.c - the C half of Atomics.waitAsync().
 *
 * All waiters of a runtime share one wake-up handle, which keeps nothing alive,
 * as in Node. When it is woken, lib/ gets the numbers of the waiters that were
 * notified, in the order in which they began to wait. The memory they wait on
 * is pinned.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/list.h"
#include "bind/core/handle.h"

typedef struct waiter {
    orr_waiter base; /* stays first */
    orr_link link;   /* in atomics_state.waiters: oldest first */
    engine_pin *pin;
    uint32_t number;
} waiter;

typedef struct atomics_state {
    orr_link waiters;
    uint32_t last_number;
    bind_wake *wake; /* NULL until the first waiter */
    napi_ref on_called;
} atomics_state;

static waiter *waiter_at(orr_link *link)
{
    return (waiter *)((uintptr_t)link - offsetof(waiter, link));
}

static void atomics_forget(runtime *r, waiter *w)
{
    orr_waiter_stop(r->loop, &w->base);
    orr__list_remove(&w->link);
    engine_unpin(r->engine, w->pin);
    free(w);
}

/* ---- Waking ------------------------------------------------------------- */

/* Remove the oldest waiter that was notified and return its number; 0 if there
 * is none. */
static uint32_t take_called(runtime *r, atomics_state *s)
{
    for (orr_link *l = s->waiters.next; l != &s->waiters; l = l->next) {
        waiter *w = waiter_at(l);
        if (!orr_waiter_is_called(r->loop, &w->base))
            continue;
        const uint32_t number = w->number;
        atomics_forget(r, w);
        return number;
    }
    return 0;
}

static void on_wake(orr_async *async)
{
    bind_wake *self = async->handle.data;
    runtime *r = self->base.wrap.r;
    atomics_state *s = BIND_STATE(r, atomics);
    uint32_t number;

    while (!r->over && (number = take_called(r, s)) != 0) {
        napi_handle_scope scope;
        napi_value fn;
        BIND_OK(napi_open_handle_scope(r->env, &scope));
        BIND_OK(napi_get_reference_value(r->env, s->on_called, &fn));
        const napi_value arg = bind_int(r->env, number);
        bind_handle_call_function(&self->base, fn, 1, &arg);
        napi_close_handle_scope(r->env, scope);
    }
}

static const bind_handle_type wake_type = {
    .name = "AtomicsWake",
    .size = sizeof(bind_wake),
    .handle_at = offsetof(bind_wake, async),
};

/* ---- The functions ------------------------------------------------------ */

static int64_t read_value(napi_env env, napi_value v, size_t size)
{
    int64_t value = 0;
    bool is_whole;

    if (size == sizeof(int64_t))
        BIND_OK(napi_get_value_bigint_int64(env, v, &value, &is_whole));
    else
        value = bind_to_int(env, v);
    return value;
}

static int atomics_start(runtime *r, waiter *w, napi_value view,
                         const napi_value *at)
{
    const size_t size = (size_t)bind_to_int(r->env, at[2]);
    const int64_t value = read_value(r->env, at[1], size);
    void *bytes;
    size_t len;
    int err = engine_pin_bytes(r->engine, view, &w->pin, &bytes, &len);

    if (err < 0)
        return err;
    const size_t offset = (size_t)bind_to_int(r->env, at[0]) * size;
    err = offset + size <= len
              ? orr_waiter_start(r->loop, &w->base, (char *)bytes + offset,
                                 size, value)
              : -EINVAL;
    if (err < 0)
        engine_unpin(r->engine, w->pin);
    return err;
}

/* Node's tasks have the first handle of all: a message that is posted while a
 * waiter is called comes in the same pass. */
static int open_wake(runtime *r, atomics_state *s)
{
    if (s->wake != NULL)
        return 0;
    const int err = bind_wake_open(r, &s->wake, &wake_type, on_wake);
    if (err == 0)
        orr_async_put_first(&s->wake->async);
    return err;
}

/* wait(view, index, value, bytes of an element): a number, or -errno; -EAGAIN
 * if another value is there. */
static napi_value js_wait(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    runtime *r = bind_args(env, info, 4, args);
    atomics_state *s = BIND_STATE(r, atomics);
    waiter *w = calloc(1, sizeof *w);
    int err = w != NULL ? open_wake(r, s) : -ENOMEM;

    if (err == 0) {
        w->base.wake = &s->wake->async;
        err = atomics_start(r, w, args[0], args + 1);
    }
    if (err < 0) {
        free(w);
        return bind_int(env, err);
    }
    w->number = ++s->last_number;
    orr__list_add_last(&s->waiters, &w->link);
    return bind_int(env, w->number);
}

/* stop(number): stop waiting; false if the waiter was notified already. */
static napi_value js_stop(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    atomics_state *s = BIND_STATE(r, atomics);
    const int64_t number = bind_to_int(env, arg);

    for (orr_link *l = s->waiters.next; l != &s->waiters; l = l->next) {
        waiter *w = waiter_at(l);
        if (w->number != number)
            continue;
        const bool was_waiting = !orr_waiter_is_called(r->loop, &w->base);
        if (was_waiting)
            atomics_forget(r, w);
        return bind_bool(env, was_waiting);
    }
    return bind_bool(env, false);
}

/* setOnCalled(fn): fn(number) is called for each waiter that was notified. */
static napi_value js_set_on_called(napi_env env, napi_callback_info info)
{
    napi_value arg;
    atomics_state *s = BIND_STATE(bind_args(env, info, 1, &arg), atomics);

    if (s->on_called == NULL)
        BIND_OK(napi_create_reference(env, arg, 1, &s->on_called));
    return bind_undefined(env);
}

static napi_status atomics_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "wait", js_wait },
        { "stop", js_stop },
        { "setOnCalled", js_set_on_called },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}

static int open_atomics(runtime *r)
{
    atomics_state *s = BIND_STATE(r, atomics);

    orr__list_init(&s->waiters);
    return 0;
}

static void close_atomics(runtime *r)
{
    atomics_state *s = BIND_STATE(r, atomics);

    while (s->waiters.next != NULL && !orr__list_empty(&s->waiters))
        atomics_forget(r, waiter_at(s->waiters.next));
    if (s->on_called != NULL)
        napi_delete_reference(r->env, s->on_called);
    s->on_called = NULL;
}

const bind_entry bind_entry_atomics = { .name = "atomics",
                                        .init = atomics_init,
                                        .open = open_atomics,
                                        .close = close_atomics,
                                        .state = sizeof(atomics_state) };
