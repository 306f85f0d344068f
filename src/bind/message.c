/*
 * message.c - the C half of MessageChannel and structuredClone.
 *
 * A port is a wake-up handle of the loop: what is posted to it waits in a queue
 * in JavaScript, and the handle calls for it in the poll phase, as in Node. The
 * messages of one wake-up are callbacks of their own, each with its ticks
 * after it, so we drain between two.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/handle.h"

/* For a trace: the id that posted each queued message, in order. Without memory
 * the last known id stands for all that follow. */
typedef struct posters {
    uint64_t *ids;
    size_t count, capacity;
    uint64_t last;
} posters;

typedef struct port {
    bind_handle base;
    orr_async async;
    napi_ref take; /* takes one message, says how many are left */
    posters posters;
} port;

#define LEAST_PER_WAKE 1000

enum { TOOK_NOTHING = -1, TOOK_BADLY = -2 };

/* ---- Posters ------------------------------------------------------------ */

static void add_poster(posters *all, uint64_t id)
{
    if (all->count == all->capacity) {
        const size_t capacity = all->capacity != 0 ? all->capacity * 2 : 8;
        uint64_t *ids = realloc(all->ids, capacity * sizeof *ids);
        if (ids == NULL)
            return;
        all->ids = ids;
        all->capacity = capacity;
    }
    all->ids[all->count++] = id;
}

/* The running callback has posted `n` messages. */
static void note_poster(port *p, int64_t n)
{
    const orr_record *running = orr_running(p->base.wrap.r->loop);

    if (!trace_is_on(p->base.wrap.r))
        return;
    while (n-- > 0)
        add_poster(&p->posters, running != NULL ? running->id : 0);
    if (p->posters.count > 0)
        p->async.handle.record.trigger = p->posters.ids[0];
}

static uint64_t take_poster(port *p)
{
    posters *all = &p->posters;

    if (all->count == 0)
        return all->last;
    all->last = all->ids[0];
    memmove(all->ids, all->ids + 1, --all->count * sizeof *all->ids);
    p->async.handle.record.trigger = all->count > 0 ? all->ids[0] : all->last;
    return all->last;
}

/* ---- Messages ----------------------------------------------------------- */

/* How many are left; TOOK_BADLY if it threw or the program is over. */
static int64_t take_one(port *p)
{
    runtime *r = p->base.wrap.r;
    napi_handle_scope scope;
    napi_value take, left;
    int64_t count = TOOK_BADLY;

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    BIND_OK(napi_get_reference_value(r->env, p->take, &take));
    /* In the async context that is current: the message is unpacked in it, and
     * ports in it are made. take() makes the port's own current for the
     * listeners. */
    engine_async_context *context = engine_hold_async_context(r->engine);
    const int err = engine_call_back(r->engine, context, bind_undefined(r->env),
                                     take, 0, NULL, &left);
    engine_release_async_context(r->engine, context);
    if (err == 0)
        count = bind_to_int(r->env, left);
    else if (err == ENGINE_STOPPED)
        runtime_over(r);
    napi_close_handle_scope(r->env, scope);
    return count;
}

/* LEAST_PER_WAKE at most, or what was there when it began if that is more: two
 * ports that answer each other must not starve the rest. */
static void on_wake(orr_async *async)
{
    port *p = async->handle.data;
    runtime *r = p->base.wrap.r;
    int64_t limit = LEAST_PER_WAKE;

    take_poster(p);
    for (int64_t i = 0; i < limit && !r->over; i++) {
        const int64_t left = take_one(p);
        /* To find nothing opens no scope in Node. */
        r->skip_drain = left == TOOK_NOTHING;
        if (left == 0 || left == TOOK_NOTHING) {
            p->posters.count = 0;
            return;
        }
        if (left == TOOK_BADLY)
            break;
        if (i == 0 && left + 1 > limit)
            limit = left + 1;
        trace_pause(r);
        const int err = r->over ? 0 : engine_drain(r->engine);
        trace_resume(r, take_poster(p));
        if (err == ENGINE_STOPPED)
            runtime_over(r);
        if (err == ENGINE_THREW) {
            r->skip_drain = true; /* the rest waits for another callback */
            break;
        }
    }
    if (!r->over && p->base.state == BIND_HANDLE_OPEN)
        orr_async_send(&p->async);
}

/* ---- Its life ----------------------------------------------------------- */

/* new Port(take): unref'd until it has a listener. */
static int open_port(bind_handle *h, size_t argc, const napi_value *argv)
{
    port *p = (port *)h;
    const int err = orr_async_init(h->wrap.r->loop, &p->async, on_wake);

    (void)argc;
    if (err < 0)
        return err;
    orr_unref(&p->async.handle);
    BIND_OK(napi_create_reference(h->wrap.r->env, argv[0], 1, &p->take));
    return 0;
}

/* take(true): the port is closed. lib/ has the hooks, since a port outlives
 * its handle when it is transferred. */
static void on_closed(bind_handle *h)
{
    port *p = (port *)h;
    runtime *r = h->wrap.r;
    napi_value take, arg;

    if (r->over)
        return;
    BIND_OK(napi_get_reference_value(r->env, p->take, &take));
    arg = bind_bool(r->env, true);
    bind_handle_call_function(h, take, 1, &arg);
}

static void free_port(bind_handle *h)
{
    port *p = (port *)h;

    if (p->take != NULL)
        napi_delete_reference(h->wrap.r->env, p->take);
    free(p->posters.ids);
    free(p);
}

/* wake(messages): so many may be taken that could not before. */
static napi_value js_wake(napi_env env, napi_callback_info info)
{
    napi_value arg;
    port *p = bind_this(env, info, 1, &arg);

    if (p != NULL) {
        note_poster(p, bind_to_int(env, arg));
        orr_async_send(&p->async);
    }
    return bind_undefined(env);
}

static void describe(const bind_wrap *w, const orr_live *live, char *out,
                     size_t size)
{
    (void)w;
    (void)live;
    snprintf(out, size, "MessagePort");
}

static const bind_function port_methods[] = { { "wake", js_wake },
                                              { NULL, NULL } };
static const bind_handle_type port_type = {
    .wrap = { .resource_name = "MessagePort", .describe = describe },
    .name = "Port",
    .size = sizeof(port),
    .handle_at = offsetof(port, async),
    .open = open_port,
    .closed = on_closed,
    .free = free_port,
    .methods = port_methods,
};

/* ---- Cloning ------------------------------------------------------------ */

/* clone(value, buffers to move, ports to move, ports in their places) */
static napi_value js_clone(napi_env env, napi_callback_info info)
{
    napi_value args[4], result = NULL;
    runtime *r = bind_args(env, info, 4, args);
    engine_transfer t = { .is_local = true };
    size_t placed;
    engine_clone *clone;
    napi_value *buffers = bind_to_list(env, args[1], &t.buffer_count);
    napi_value *hosts = bind_to_list(env, args[2], &t.host_count);
    napi_value *places = bind_to_list(env, args[3], &placed);

    t.buffers = buffers;
    t.hosts = hosts;
    int err = engine_write_clone(r->engine, args[0], &t, &clone);
    if (err == 0)
        err = engine_read_clone(r->engine, clone, places, &result);
    free(buffers);
    free(hosts);
    free(places);
    if (err < 0 && err != ENGINE_THREW && err != ENGINE_STOPPED)
        napi_throw_error(env, NULL, orr_strerror(err));
    return result;
}

/* mark(object, kind): see engine_clone_mark. getMark(object) */
static napi_value js_mark(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);

    const engine_clone_mark mark =
        (engine_clone_mark)bind_to_int(env, args[1]);
    if (mark == ENGINE_TRANSFER_NEVER)
        engine_set_undetachable(args[0]);
    engine_mark_clone(r->engine, args[0], mark);
    return bind_undefined(env);
}

static napi_value js_get_mark(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);

    return bind_int(env, engine_get_clone_mark(r->engine, arg));
}

static napi_status init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "clone", js_clone },
        { "mark", js_mark },
        { "getMark", js_get_mark },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return bind_handle_class(r, exports, &port_type);
}

const bind_entry bind_entry_message = { .name = "message", .init = init };
