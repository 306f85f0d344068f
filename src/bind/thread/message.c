/*
 * message.c - the C half of MessagePort and structuredClone.
 *
 * A port is a wake-up handle of the loop with one end of a channel. The handle
 * calls for its messages in the poll phase, as in Node. Each message of a
 * wake-up is a pass through the door, with its ticks after it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/thread/channel.h"
#include "bind/core/handle.h"

typedef struct port {
    bind_handle base;
    orr_async async;
    napi_ref take;    /* takes one message; false if there was none */
    channel_end *end; /* NULL: it was moved to another port */
} port;

#define MIN_PER_WAKE 1000

typedef enum took { TOOK_ONE, TOOK_NOTHING, TOOK_BADLY } took;

static const bind_handle_type port_type;

/* ---- Wake-ups ----------------------------------------------------------- */

/* TOOK_BADLY if it threw or the program is over. */
static took take_one(port *p)
{
    runtime *r = p->base.wrap.r;
    napi_handle_scope scope;
    napi_value take, result;
    took how = TOOK_BADLY;

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    BIND_OK(napi_get_reference_value(r->env, p->take, &take));
    /* In the async context that is current: the message is unpacked in it, and
     * ports in it are made. take() makes the port's own current for the
     * listeners. */
    engine_async_context *context = engine_hold_async_context(r->engine);
    const int err = engine_call_back(r->engine, context, bind_undefined(r->env),
                                     take, 0, NULL, &result);
    engine_release_async_context(r->engine, context);
    if (err == 0)
        how = bind_to_bool(r->env, result) ? TOOK_ONE : TOOK_NOTHING;
    else if (err == ENGINE_STOPPED)
        runtime_over(r);
    napi_close_handle_scope(r->env, scope);
    return how;
}

static size_t count_waiting(const port *p)
{
    return p->end != NULL ? channel_count(p->end) : 0;
}

/* Neither a message nor the end of the channel is to be taken. */
static bool is_idle(const port *p)
{
    return count_waiting(p) == 0 &&
           (p->end == NULL || !channel_is_over(p->end));
}

/* Who posted the next message, for a trace. */
static trace_origin next_poster(const port *p)
{
    return p->end != NULL && trace_is_on(p->base.wrap.r)
               ? channel_poster(p->end)
               : (trace_origin){ .key = 0 };
}

/* LEAST_PER_WAKE at most, or what was there when it began if that is more: two
 * ports that answer each other must not starve the rest. */
static void on_wake(orr_async *async)
{
    port *p = async->handle.data;
    runtime *r = p->base.wrap.r;
    const size_t waiting = count_waiting(p);
    size_t limit = waiting > MIN_PER_WAKE ? waiting : MIN_PER_WAKE;

    trace_from(r, next_poster(p));
    while (limit-- > 0 && !r->over) {
        const took how = take_one(p);
        /* To find nothing opens no scope in Node. */
        orr_set_after(r->loop, how != TOOK_NOTHING);
        if (how == TOOK_NOTHING || (how == TOOK_ONE && is_idle(p)))
            return;
        if (bind_pass(r))
            break;
        trace_from(r, next_poster(p));
    }
    if (!r->over && p->base.state == BIND_HANDLE_OPEN)
        orr_async_send(&p->async);
}

/* ---- The life of a port ------------------------------------------------- */

/* new Port(take): unref'd until it has a listener; it has no end yet. */
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

static void port_own(port *p, channel_end *end)
{
    p->end = end;
    channel_own(end, p->base.wrap.r, &p->async);
}

/* Before the loop's handle is closed: other threads no longer wake it. */
static void on_closing(bind_handle *h)
{
    port *p = (port *)h;

    if (p->end != NULL)
        channel_mute(p->end);
}

static void port_leave(port *p)
{
    if (p->end != NULL)
        channel_leave(p->end);
    p->end = NULL;
}

/* take(true): the port is closed. lib/ has the hooks, since a port outlives
 * its handle when it is transferred. */
static void on_closed(bind_handle *h)
{
    port *p = (port *)h;
    runtime *r = h->wrap.r;
    napi_value take, arg;

    port_leave(p);
    if (r->over)
        return;
    BIND_OK(napi_get_reference_value(r->env, p->take, &take));
    arg = bind_bool(r->env, true);
    bind_handle_call_function(h, take, 1, &arg);
}

static void free_port(bind_handle *h)
{
    port *p = (port *)h;

    port_leave(p);
    if (p->take != NULL)
        napi_delete_reference(h->wrap.r->env, p->take);
    free(p);
}

static void port_describe(const bind_wrap *w, const orr_live *live, char *out,
                          size_t size)
{
    (void)w;
    (void)live;
    snprintf(out, size, "MessagePort");
}

/* ---- Ends --------------------------------------------------------------- */

channel_end *channel_take_end(runtime *r, napi_value handle)
{
    port *p = bind_handle_of(r, handle, &port_type);

    if (p == NULL || p->end == NULL)
        return NULL;
    channel_end *end = p->end;
    channel_disown(end);
    p->end = NULL;
    return end;
}

bool channel_give_end(runtime *r, napi_value handle, channel_end *end)
{
    port *p = bind_handle_of(r, handle, &port_type);

    if (p == NULL || p->end != NULL)
        return false;
    port_own(p, end);
    return true;
}

/* connect(handle, handle): the two ends of a new channel. 0, or -errno. */
static napi_value js_connect(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    channel_end *ends[2];
    const int err = channel_make_pair(r->hub, ends);

    for (int i = 0; i < 2 && err == 0; i++)
        if (!channel_give_end(r, args[i], ends[i]))
            channel_leave(ends[i]);
    return bind_int(env, err);
}

/* join(handle, name): an end of the channel of that name. 0, or -errno. */
static napi_value js_join(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    char *name = bind_to_string(env, args[1], NULL);
    channel_end *end;
    int err = -ENOMEM;

    if (name != NULL)
        err = channel_join(r->hub, name, &end);
    free(name);
    if (err == 0 && !channel_give_end(r, args[0], end))
        channel_leave(end);
    return bind_int(env, err);
}

/* ---- Messages as values ------------------------------------------------- */

/* Those whose queues could not be made readable for others stay. */
static int move_ends(runtime *r, channel_message *m, const napi_value *handles)
{
    for (size_t i = 0; i < m->end_count; i++) {
        const port *p = bind_handle_of(r, handles[i], &port_type);
        const int err = p != NULL && p->end != NULL
                            ? channel_make_portable(p->end)
                            : 0;
        if (err < 0)
            return engine_throw_no_memory(r->engine);
        m->ends[i] = channel_take_end(r, handles[i]);
    }
    return 0;
}

static int write_message(runtime *r, napi_value value,
                         const engine_transfer *t, const napi_value *handles,
                         channel_message **out)
{
    engine_clone *clone;
    int err = engine_write_clone(r->engine, value, t, &clone);

    if (err < 0)
        return err == -ENOMEM ? engine_throw_no_memory(r->engine) : err;
    channel_message *m = channel_message_new(clone, t->host_count);
    if (m == NULL) {
        engine_free_clone(clone);
        return engine_throw_no_memory(r->engine);
    }
    err = move_ends(r, m, handles);
    if (err < 0) {
        channel_message_free(m);
        return err;
    }
    m->poster = trace_post(r);
    *out = m;
    return 0;
}

int channel_write(runtime *r, napi_value value, const channel_cargo *cargo,
                  bool is_local, channel_message **out)
{
    engine_transfer t = { .is_local = is_local };
    size_t handle_count;
    napi_value *buffers =
        bind_to_list(r->env, cargo->buffers, &t.buffer_count);
    napi_value *ports = bind_to_list(r->env, cargo->ports, &t.host_count);
    napi_value *handles =
        bind_to_list(r->env, cargo->handles, &handle_count);

    t.buffers = buffers;
    t.hosts = ports;
    const int err = write_message(r, value, &t, handles, out);
    free(buffers);
    free(ports);
    free(handles);
    return err;
}

/* A list of ports, and after them their handles, which get the ends. */
static int make_ports(runtime *r, channel_message *m, napi_value **list)
{
    const napi_value count = bind_int(r->env, (int64_t)m->end_count);
    napi_value made;
    size_t n;

    *list = NULL;
    if (m->end_count == 0)
        return 0;
    if (runtime_hook(r, "makePorts", 1, &count, &made) < 0)
        return ENGINE_THREW;
    *list = bind_to_list(r->env, made, &n);
    if (*list == NULL || n != 2 * m->end_count)
        return engine_throw_no_memory(r->engine);
    for (size_t i = 0; i < m->end_count; i++)
        if (m->ends[i] != NULL &&
            channel_give_end(r, (*list)[m->end_count + i], m->ends[i]))
            m->ends[i] = NULL;
    return 0;
}

int channel_read(runtime *r, channel_message *m, napi_value context,
                 napi_value *value)
{
    napi_value *ports;
    int err = make_ports(r, m, &ports);

    if (err == 0) {
        err = engine_read_clone(r->engine, m->clone, ports, context, value);
        m->clone = NULL;
    }
    free(ports);
    channel_message_free(m);
    if (err < 0 && err != ENGINE_THREW && err != ENGINE_STOPPED)
        err = engine_throw_no_memory(r->engine);
    return err;
}

/* clone(value, buffers to move, ports to move, their handles) */
static napi_value js_clone(napi_env env, napi_callback_info info)
{
    napi_value args[4], result = NULL;
    runtime *r = bind_args(env, info, 4, args);
    const channel_cargo cargo = { args[1], args[2], args[3] };
    channel_message *m;

    if (channel_write(r, args[0], &cargo, true, &m) == 0)
        channel_read(r, m, NULL, &result);
    return result;
}

/* ---- Methods of a port -------------------------------------------------- */

enum {
    POSTED_TO_NOBODY,
    POSTED,
    POSTED_TO_HOOKS_RUNTIME,
    POSTED_TO_ITSELF /* the other end goes along, and is lost */
};

/* A message to be posted. ENGINE_THREW. */
static int write_posted(runtime *r, napi_value value,
                        const channel_cargo *cargo, bool is_local,
                        channel_message **out)
{
    if (r->posted == NULL && !channel_ledger_open(r))
        return engine_throw_no_memory(r->engine);
    const int err = channel_write(r, value, cargo, is_local, out);
    if (err == 0)
        channel_message_charge(*out, r->posted);
    return err;
}

/* What was written for this engine alone may by now be heard elsewhere, since
 * a getter of the value can move a port. */
static int port_send(port *p, channel_message *m, bool is_local)
{
    if (p->base.state != BIND_HANDLE_OPEN || p->end == NULL)
        return POSTED_TO_NOBODY;
    const channel_audience now = channel_get_audience(p->end);
    int err = 0;
    if (is_local && !now.is_local)
        err = engine_make_clone_portable(m->clone);
    if (err == 0)
        err = channel_post(p->end, m);
    if (err == -EPIPE || err == -ELOOP)
        return err == -EPIPE ? POSTED_TO_NOBODY : POSTED_TO_ITSELF;
    if (err < 0)
        return engine_throw_no_memory(p->base.wrap.r->engine);
    return now.has_hooks_runtime ? POSTED_TO_HOOKS_RUNTIME : POSTED;
}

/* post(value, buffers to move, ports to move, their handles) */
static napi_value js_post(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    port *p = bind_this_closing(env, info, 4, args);
    const channel_cargo cargo = { args[1], args[2], args[3] };
    channel_message *m;
    channel_audience first = { .count = 0 };

    if (p == NULL)
        return bind_int(env, POSTED_TO_NOBODY);
    if (p->end != NULL)
        first = channel_get_audience(p->end);
    const bool is_local = first.is_local && first.count <= 1;
    runtime *r = p->base.wrap.r;
    if (write_posted(r, args[0], &cargo, is_local, &m) < 0)
        return NULL;
    const int how = port_send(p, m, is_local);
    engine_recount_posted(r->engine);
    if (how == POSTED_TO_NOBODY || how == POSTED_TO_ITSELF || how < 0)
        channel_message_free(m);
    return how < 0 ? NULL : bind_int(env, how);
}

/* postToThread(thread id, value, buffers, ports, their handles): like post() */
static napi_value js_post_to_thread(napi_env env, napi_callback_info info)
{
    napi_value args[5];
    runtime *r = bind_args(env, info, 5, args);
    const channel_cargo cargo = { args[2], args[3], args[4] };
    channel_message *m;

    if (write_posted(r, args[1], &cargo, false, &m) < 0)
        return NULL;
    const uint32_t id = (uint32_t)bind_to_int(env, args[0]);
    if (channel_post_to_thread(r->hub, id, m) == 0)
        return bind_int(env, POSTED);
    channel_message_free(m);
    return bind_int(env, POSTED_TO_NOBODY);
}

/* hearThread(thread id): this port hears what is posted to that thread. */
static napi_value js_hear_thread(napi_env env, napi_callback_info info)
{
    napi_value arg;
    const port *p = bind_this(env, info, 1, &arg);

    if (p != NULL && p->end != NULL)
        channel_set_thread(p->end, (uint32_t)bind_to_int(env, arg));
    return bind_undefined(env);
}

/* receive(any, context): the value of the next message, made of that context's
 * objects, or the handle itself if there is none. Unless `any` is true only of
 * a port that is started. */
static napi_value js_receive(napi_env env, napi_callback_info info)
{
    napi_value args[2], value, self;
    port *p = bind_this_closing(env, info, 2, args);
    channel_message *m = NULL;

    BIND_OK(napi_get_cb_info(env, info, NULL, NULL, &self, NULL));
    if (p != NULL && p->end != NULL &&
        (bind_to_bool(env, args[0]) || channel_is_started(p->end)))
        m = channel_take(p->end);
    if (m == NULL)
        return self;
    return channel_read(p->base.wrap.r, m, args[1], &value) == 0 ? value : NULL;
}

/* isOver(): the other end is gone, and nothing waits. */
static napi_value js_is_over(napi_env env, napi_callback_info info)
{
    const port *p = bind_this_closing(env, info, 0, NULL);

    return bind_bool(env, p != NULL && p->end != NULL &&
                              channel_is_over(p->end));
}

/* setStarted(started): are messages delivered? */
static napi_value js_set_started(napi_env env, napi_callback_info info)
{
    napi_value arg;
    const port *p = bind_this_closing(env, info, 1, &arg);

    if (p == NULL || p->end == NULL)
        return bind_undefined(env);
    if (trace_is_on(p->base.wrap.r))
        channel_set_poster(p->end, trace_running(p->base.wrap.r));
    channel_set_started(p->end, bind_to_bool(env, arg));
    return bind_undefined(env);
}

static const bind_function port_methods[] = {
    { "post", js_post },
    { "receive", js_receive },
    { "isOver", js_is_over },
    { "hearThread", js_hear_thread },
    { "setStarted", js_set_started },
    { NULL, NULL },
};
static const bind_handle_type port_type = {
    .wrap = { .resource_name = "MessagePort", .describe = port_describe },
    .name = "Port",
    .size = sizeof(port),
    .handle_at = offsetof(port, async),
    .open = open_port,
    .closing = on_closing,
    .closed = on_closed,
    .free = free_port,
    .methods = port_methods,
};

/* ---- The binding -------------------------------------------------------- */

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

static napi_status port_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "clone", js_clone },
        { "connect", js_connect },
        { "join", js_join },
        { "postToThread", js_post_to_thread },
        { "mark", js_mark },
        { "getMark", js_get_mark },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return bind_handle_class(r, exports, &port_type);
}

const bind_entry bind_entry_message = { .name = "message", .init = port_init };
