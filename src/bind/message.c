/*
 * message.c - the C half of MessageChannel and structuredClone.
 *
 * A port is a wake-up handle of the loop: what is posted to it waits in a queue
 * in JavaScript, and the handle calls for it in the poll phase, as in Node. The
 * messages of one wake-up are callbacks of their own, each with its ticks
 * after it, so we drain between two.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"

/* For a trace: by whom each message that waits was made ready, in order. If
 * there is no memory, the last one who is known stands for all after him. */
typedef struct posters {
    uint64_t *ids;
    size_t count, room;
    uint64_t last;
} posters;

struct bind_port {
    bind_port *next;
    runtime *r;
    napi_ref take; /* takes one message, says how many are left */
    engine_async_context *async_context;
    orr_async async;
    posters posters;
    bool closed;
    bool forgotten; /* closed, and off the list */
};

#define LEAST_PER_WAKE 1000

enum { TOOK_NOTHING = -1, TOOK_BADLY = -2 };

/* ---- Who posted --------------------------------------------------------- */

static void add_poster(posters *all, uint64_t id)
{
    if (all->count == all->room) {
        const size_t room = all->room != 0 ? all->room * 2 : 8;
        uint64_t *ids = realloc(all->ids, room * sizeof *ids);
        if (ids == NULL)
            return;
        all->ids = ids;
        all->room = room;
    }
    all->ids[all->count++] = id;
}

/* Whatever runs now has made `n` messages ready. */
static void note_poster(bind_port *p, int64_t n)
{
    const orr_record *running = orr_running(p->r->loop);

    if (!trace_is_on(p->r))
        return;
    while (n-- > 0)
        add_poster(&p->posters, running != NULL ? running->id : 0);
    if (p->posters.count > 0)
        p->async.handle.record.trigger = p->posters.ids[0];
}

static uint64_t take_poster(bind_port *p)
{
    posters *all = &p->posters;

    if (all->count == 0)
        return all->last;
    all->last = all->ids[0];
    memmove(all->ids, all->ids + 1, --all->count * sizeof *all->ids);
    p->async.handle.record.trigger =
        all->count > 0 ? all->ids[0] : all->last;
    return all->last;
}

/* ---- Messages ----------------------------------------------------------- */

/* How many are left; TOOK_BADLY if it threw or the program is over. */
static int64_t take_one(bind_port *p)
{
    runtime *r = p->r;
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
    bind_port *p = async->handle.data;
    runtime *r = p->r;
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
    if (!r->over && !p->closed)
        orr_async_send(&p->async);
}

bool bind_is_port(const runtime *r, const void *handle)
{
    for (const bind_port *p = r->ports; p != NULL; p = p->next)
        if (handle == &p->async.handle)
            return true;
    return false;
}

static bind_port *get_port(napi_env env, napi_value v)
{
    void *p = NULL;

    napi_get_value_external(env, v, &p);
    return p;
}

/* The loop is through with it. What is left is for the port in JavaScript. */
static void forget(bind_port *p)
{
    bind_port **at = &p->r->ports;

    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    napi_delete_reference(p->r->env, p->take);
    engine_release_async_context(p->r->engine, p->async_context);
    free(p->posters.ids);
    p->forgotten = true;
}

/* A port that was never closed is collected only when all is over. */
static void on_collected(napi_env env, void *data, void *hint)
{
    bind_port *p = data;

    (void)env;
    (void)hint;
    if (p->forgotten)
        free(p);
}

/* open(take): unref'd until somebody listens. */
static napi_value js_open(napi_env env, napi_callback_info info)
{
    napi_value arg, handle;
    runtime *r = bind_args(env, info, 1, &arg);
    bind_port *p = calloc(1, sizeof *p);

    if (p == NULL)
        return bind_int(env, -ENOMEM);
    const int err = orr_async_init(r->loop, &p->async, on_wake);
    if (err < 0) {
        free(p);
        return bind_int(env, err);
    }
    p->r = r;
    p->async_context = engine_hold_async_context(r->engine);
    p->async.handle.data = p;
    orr_unref(&p->async.handle);
    BIND_OK(napi_create_reference(env, arg, 1, &p->take));
    p->next = r->ports;
    r->ports = p;
    BIND_OK(napi_create_external(env, p, on_collected, NULL, &handle));
    return handle;
}

/* wake(port, messages): so many may be taken that could not before. */
static napi_value js_wake(napi_env env, napi_callback_info info)
{
    napi_value args[2];

    bind_args(env, info, 2, args);
    bind_port *p = get_port(env, args[0]);
    if (p != NULL && !p->closed) {
        note_poster(p, bind_to_int(env, args[1]));
        orr_async_send(&p->async);
    }
    return bind_undefined(env);
}

static napi_value js_ref(napi_env env, napi_callback_info info)
{
    napi_value args[2];

    bind_args(env, info, 2, args);
    bind_port *p = get_port(env, args[0]);
    if (p == NULL || p->closed)
        return bind_undefined(env);
    if (bind_to_bool(env, args[1]))
        orr_ref(&p->async.handle);
    else
        orr_unref(&p->async.handle);
    return bind_undefined(env);
}

static void on_closed(orr_handle *handle)
{
    bind_port *p = handle->data;
    runtime *r = p->r;
    napi_handle_scope scope;
    napi_value take, arg;

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    BIND_OK(napi_get_reference_value(r->env, p->take, &take));
    arg = bind_bool(r->env, true);
    bind_call_back(r, p->async_context, bind_undefined(r->env), take, 1, &arg);
    napi_close_handle_scope(r->env, scope);
    forget(p);
}

/* close(port): take(true) is called in the closing phase. */
static napi_value js_close(napi_env env, napi_callback_info info)
{
    napi_value arg;

    bind_args(env, info, 1, &arg);
    bind_port *p = get_port(env, arg);
    if (p != NULL && !p->closed) {
        p->closed = true;
        orr_close(&p->async.handle, on_closed);
    }
    return bind_undefined(env);
}

/* ---- Cloning ------------------------------------------------------------ */

/* clone(value, buffers to move, ports to move, ports in their places) */
static napi_value js_clone(napi_env env, napi_callback_info info)
{
    napi_value args[4], result = NULL;
    runtime *r = bind_args(env, info, 4, args);
    engine_transfer t;
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

    engine_mark_clone(r->engine, args[0],
                      (engine_clone_mark)bind_to_int(env, args[1]));
    return bind_undefined(env);
}

static napi_value js_get_mark(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);

    return bind_int(env, engine_get_clone_mark(r->engine, arg));
}

void bind_message_close(runtime *r)
{
    for (bind_port *p = r->ports; p != NULL; p = p->next) {
        if (p->closed)
            continue;
        p->closed = true;
        orr_close(&p->async.handle, on_closed);
    }
}

/* Once the loop is gone, which knows their handles. */
void bind_message_free(runtime *r)
{
    while (r->ports != NULL) {
        bind_port *p = r->ports;
        r->ports = p->next;
        free(p->posters.ids);
        free(p);
    }
}

napi_status bind_message(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "open", js_open },        { "wake", js_wake },   { "ref", js_ref },
        { "close", js_close },      { "clone", js_clone }, { "mark", js_mark },
        { "getMark", js_get_mark }, { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}
