/*
 * pipe.c - class Pipe of internalBinding('stream'): Unix-domain sockets, the
 * pipes of children, and the channel between processes, over which handles can
 * be sent. The rest of a pipe is stream.c.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "bind/net/stream.h"

/* new Pipe(whether handles can be sent over it) */
static const bind_type *server_type(void);

/* new Pipe(ipc, isServer) */
static int open_pipe(bind_handle *h, size_t argc, const napi_value *argv)
{
    bind_stream *s = (bind_stream *)h;

    s->is_channel = argc > 0 && bind_to_bool(h->wrap.r->env, argv[0]);
    if (argc > 1 && bind_to_bool(h->wrap.r->env, argv[1]))
        h->wrap.type = server_type();
    return orr_pipe_init(h->wrap.r->loop, &s->stream, s->is_channel);
}

/* A path that is too long for an address is an invalid argument there. */
static int as_libuv(int err)
{
    return err == -ENAMETOOLONG ? -EINVAL : err;
}

/* bind(path): 0, or a negative errno. */
static napi_value js_bind(napi_env env, napi_callback_info info)
{
    napi_value text;
    bind_stream *s = bind_this(env, info, 1, &text);
    size_t len;

    if (s == NULL)
        return bind_int(env, -EBADF);
    char *path = bind_to_string(env, text, &len);
    if (path == NULL)
        return bind_int(env, -EINVAL);
    const int err = orr_pipe_bind(&s->stream, path, len);
    free(path);
    return bind_int(env, as_libuv(err));
}

/* connect(req, path): 0, or a negative errno. */
static napi_value js_connect(napi_env env, napi_callback_info info)
{
    static const bind_type type = { .hook_name = "PIPECONNECTWRAP",
                                    .resource_name = "ConnectWrap" };
    napi_value args[2];
    bind_stream *s = bind_this(env, info, 2, args);
    size_t len;

    if (s == NULL)
        return bind_int(env, -EBADF);
    char *path = bind_to_string(env, args[1], &len);
    bind_connect *c = path ? bind_connect_open(s, &type, args[0]) : NULL;
    if (c == NULL) {
        const int err = path ? -ENOMEM : -EINVAL;
        free(path);
        return bind_int(env, err);
    }
    const int err =
        orr_pipe_connect(&c->req, &s->stream, path, len, bind_on_connect);
    free(path);
    return bind_connect_begun(env, c, as_libuv(err));
}

/* fchmod(ORR_READABLE | ORR_WRITABLE): 0, or a negative errno. */
static napi_value js_fchmod(napi_env env, napi_callback_info info)
{
    napi_value events;
    bind_stream *s = bind_this(env, info, 1, &events);

    return bind_int(
        env,
        s ? orr_pipe_chmod(&s->stream, (int)bind_to_int(env, events)) : -EBADF);
}

/* shut(): the end is read next, after what has arrived. 0, or a negative
 * errno. */
static napi_value js_shut(napi_env env, napi_callback_info info)
{
    bind_stream *s = bind_this(env, info, 0, NULL);

    return bind_int(env, s ? orr_stream_shut(&s->stream) : -EBADF);
}

/* takeFd(): the oldest descriptor that was received, or a negative errno. */
static napi_value js_take_fd(napi_env env, napi_callback_info info)
{
    bind_stream *s = bind_this(env, info, 0, NULL);

    return bind_int(env, s ? orr_take_fd(&s->stream) : -EBADF);
}

static void pipe_describe(const bind_wrap *w, const orr_live *live, char *out,
                          size_t size)
{
    const bind_stream *s = (const bind_stream *)w;

    (void)live;
    snprintf(out, size, "%s",
             s->stream.connection_fn ? "server on a Unix socket"
                                     : "pipe or Unix socket");
}

static const bind_type *server_type(void)
{
    static const bind_type type = { .hook_name = "PIPESERVERWRAP",
                                    .resource_name = "PipeWrap",
                                    .describe = pipe_describe };

    return &type;
}

static const bind_function methods[] = {
    STREAM_METHODS,
    { "bind", js_bind },
    { "connect", js_connect },
    { "fchmod", js_fchmod },
    { "shut", js_shut },
    { "takeFd", js_take_fd },
    { NULL, NULL },
};

const bind_handle_type bind_pipe_type = {
    .wrap = { .hook_name = "PIPEWRAP",
              .resource_name = "PipeWrap",
              .describe = pipe_describe },
    .name = "Pipe",
    .size = sizeof(bind_stream),
    .handle_at = offsetof(bind_stream, stream),
    .open = open_pipe,
    .methods = methods,
};

static napi_status pipe_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "parseFamily", bind_parse_family },
        { NULL, NULL },
    };
    static const char *const names[STREAM_NAMES] = {
        [STREAM_ONREAD] = "onread",
        [STREAM_ONCONSUME] = "onconsume",
    };
    stream_state *state = BIND_STATE(r, stream);
    const napi_status s = bind_handle_class(r, exports, &bind_tcp_type);

    if (s != napi_ok)
        return s;
    if (engine_make_names(r->engine, names, STREAM_NAMES, &state->names) < 0)
        return napi_pending_exception;
    BIND_OK(napi_set_named_property(r->env, exports, "ASYNC",
                                    bind_int(r->env, STREAM_ASYNC)));
    BIND_OK(napi_set_named_property(r->env, exports, "EOF",
                                    bind_int(r->env, ORR_EOF)));
    bind_methods(r, exports, functions);
    return bind_handle_class(r, exports, &bind_pipe_type);
}

/* The process at the other end of a channel sees its end before it sees that
 * this process has ended, as in Node. */
static void shut_channels(runtime *r)
{
    for (orr_link *l = r->handles.next; l != &r->handles; l = l->next) {
        bind_stream *s = (bind_stream *)(void *)bind_wrap_at(l);

        if (s->base.type == &bind_pipe_type && s->is_channel &&
            s->base.state == BIND_HANDLE_OPEN)
            orr_stream_shut(&s->stream);
    }
}

static void close_state(runtime *r)
{
    stream_state *state = BIND_STATE(r, stream);

    engine_free_names(r->engine, state->names);
}

const bind_entry bind_entry_stream = { .name = "stream",
                                       .init = pipe_init,
                                       .close = close_state,
                                       .end = shut_channels,
                                       .state = sizeof(stream_state) };
