/*
 * stream.c - reading, connecting and accepting on sockets and pipes; see
 * stream.h. Writing is in stream_write.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bytes/buffer.h"
#include "bind/fs/fs.h"
#include "bind/net/stream.h"

bind_stream *bind_stream_of(runtime *r, napi_value object)
{
    bind_stream *s = bind_handle_of(r, object, &bind_tcp_type);

    return s != NULL ? s : bind_handle_of(r, object, &bind_pipe_type);
}

bind_handle *bind_writable_of(runtime *r, napi_value object)
{
    bind_stream *s = bind_stream_of(r, object);

    return s != NULL ? &s->base : bind_handle_of(r, object, &bind_tls_type);
}

bind_tap *bind_tap_of(bind_handle *h)
{
    return h->type == &bind_tls_type ? bind_tls_tap(h)
                                     : &((bind_stream *)h)->tap;
}

/* ---- Reading ------------------------------------------------------------ */

/* The bytes are the loop's until the callback returns: the program gets a copy
 * of exactly their size. NULL with an exception pending. */
static napi_value copy_bytes(runtime *r, const void *bytes, size_t n)
{
    uint8_t *data;
    const napi_value buffer = bind_new_buffer(r, n, &data);

    if (buffer != NULL && n > 0)
        memcpy(data, bytes, n);
    return buffer;
}

void bind_call_onread(bind_handle *h, int64_t n, const void *bytes)
{
    runtime *r = h->wrap.r;
    napi_value argv[3] = { bind_int(r->env, n), bind_undefined(r->env),
                           bind_bool(r->env, r->hooks_active) };

    if (n > 0)
        argv[1] = copy_bytes(r, bytes, (size_t)n);
    if (argv[1] == NULL)
        runtime_report_pending(r);
    else
        bind_handle_call_named(h, bind_stream_names(r), STREAM_ONREAD, 3, argv);
}

static bool tap_takes(bind_stream *s, int64_t n, const void *bytes)
{
    const bind_tap *tap = &s->tap;

    if (n > 0)
        return tap->consume != NULL &&
               tap->consume(tap->consumer, &s->base, bytes, (size_t)n);
    return n < 0 && tap->end != NULL && tap->end(tap->consumer, &s->base, n);
}

static void on_read(orr_stream *stream, int64_t n, const void *bytes)
{
    bind_stream *s = stream->handle.data;
    runtime *r = s->base.wrap.r;
    napi_handle_scope scope;

    if (r->over)
        return;
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    if (n > 0)
        s->bytes_read += (double)n;
    if (!tap_takes(s, n, bytes))
        bind_call_onread(&s->base, n, bytes);
    napi_close_handle_scope(r->env, scope);
}

napi_value bind_stream_read_start(napi_env env, napi_callback_info info)
{
    bind_stream *s = bind_this(env, info, 0, NULL);
    const int err = s ? orr_read_start(&s->stream, on_read) : -EBADF;

    return bind_int(env, err == -EALREADY ? 0 : err);
}

napi_value bind_stream_read_stop(napi_env env, napi_callback_info info)
{
    bind_stream *s = bind_this(env, info, 0, NULL);

    if (s != NULL)
        orr_read_stop(&s->stream);
    return bind_int(env, 0);
}

/* ---- Connecting --------------------------------------------------------- */

bind_connect *bind_connect_open(bind_stream *s, const bind_type *type,
                                napi_value object)
{
    bind_connect *c = calloc(1, sizeof *c);

    if (c != NULL)
        bind_request_open(s->base.wrap.r, &c->base, type, &c->req.req, object);
    return c;
}

napi_value bind_connect_begun(napi_env env, bind_connect *c, int err)
{
    if (bind_request_begun(&c->base, err) < 0)
        free(c);
    return bind_int(env, err);
}

/* oncomplete(status, readable, writable), of a connect or a shutdown. */
static void stream_finish(bind_request *q, const orr_stream *stream, int status)
{
    runtime *r = q->wrap.r;
    napi_handle_scope scope;

    if (r->over) {
        bind_request_close(q);
        return;
    }
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    const napi_value argv[3] = {
        bind_int(r->env, status),
        bind_bool(r->env, status == 0 && orr_is_readable(stream)),
        bind_bool(r->env, status == 0 && orr_is_writable(stream)),
    };
    bind_request_finish(q, 3, argv);
    napi_close_handle_scope(r->env, scope);
}

void bind_on_connect(orr_connect_req *req, int status)
{
    bind_connect *c = req->req.data;

    stream_finish(&c->base, req->stream, status);
    free(c);
}

/* ---- Shutting down ------------------------------------------------------ */

typedef struct shutdown_request {
    bind_request base;
    orr_shutdown_req req;
} shutdown_request;

static const bind_type shutdown_type = { .hook_name = "SHUTDOWNWRAP",
                                         .resource_name =
                                             "SimpleShutdownWrap" };

static void on_shutdown(orr_shutdown_req *req, int status)
{
    shutdown_request *q = req->req.data;

    stream_finish(&q->base, req->stream, status);
    free(q);
}

/* shutdown(req): 0, or a negative errno. */
napi_value bind_stream_shutdown(napi_env env, napi_callback_info info)
{
    napi_value object;
    bind_stream *s = bind_this(env, info, 1, &object);

    if (s == NULL)
        return bind_int(env, -EBADF);
    shutdown_request *q = calloc(1, sizeof *q);
    if (q == NULL)
        return bind_int(env, -ENOMEM);
    bind_request_open(s->base.wrap.r, &q->base, &shutdown_type, &q->req.req,
                      object);
    const int err = orr_shutdown(&q->req, &s->stream, on_shutdown);
    if (bind_request_begun(&q->base, err) < 0)
        free(q);
    return bind_int(env, err);
}

/* ---- Listening ---------------------------------------------------------- */

/* The handle of a connection that waits; NULL with an exception pending, and
 * *err if it cannot be accepted. */
static napi_value accept_client(bind_stream *server, int *err)
{
    runtime *r = server->base.wrap.r;
    const napi_value object =
        bind_handle_new(r, server->base.type, 0, NULL, &server->base);

    if (object == NULL)
        return NULL;
    bind_stream *client = bind_handle_of(r, object, server->base.type);
    *err = orr_accept(&server->stream, &client->stream);
    if (*err < 0)
        bind_handle_close(&client->base, NULL);
    return object;
}

static void report_connection(bind_stream *server, int status)
{
    runtime *r = server->base.wrap.r;
    napi_value client = bind_undefined(r->env);

    if (status == 0)
        client = accept_client(server, &status);
    if (client == NULL) {
        runtime_report_pending(r);
        return;
    }
    const napi_value argv[2] = { bind_int(r->env, status), client };
    bind_handle_call(&server->base, "onconnection", 2, argv);
}

static void on_connection(orr_stream *stream, int status)
{
    bind_stream *server = stream->handle.data;
    runtime *r = server->base.wrap.r;
    napi_handle_scope scope;

    if (r->over)
        return;
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    report_connection(server, status);
    napi_close_handle_scope(r->env, scope);
}

/* listen(backlog): 0, or a negative errno. */
napi_value bind_stream_listen(napi_env env, napi_callback_info info)
{
    napi_value backlog;
    bind_stream *s = bind_this(env, info, 1, &backlog);

    if (s == NULL)
        return bind_int(env, -EBADF);
    return bind_int(env, orr_listen(&s->stream, (int)bind_to_int(env, backlog),
                                    on_connection));
}

/* ---- Descriptor and counts ---------------------------------------------- */

/* open(fd): 0, or a negative errno; the descriptor is the stream's then. */
napi_value bind_stream_open_fd(napi_env env, napi_callback_info info)
{
    napi_value fd;
    bind_stream *s = bind_this(env, info, 1, &fd);

    if (s == NULL)
        return bind_int(env, -EBADF);
    const int number = (int)bind_to_int(env, fd);
    const int err = orr_stream_open(&s->stream, number);
    if (err == 0)
        fs_fds_forget(s->base.wrap.r, number);
    return bind_int(env, err);
}

napi_value bind_stream_set_blocking(napi_env env, napi_callback_info info)
{
    napi_value on;
    bind_stream *s = bind_this(env, info, 1, &on);

    if (s == NULL)
        return bind_int(env, -EBADF);
    return bind_int(env,
                    orr_stream_set_blocking(&s->stream, bind_to_bool(env, on)));
}

/* -1 if it has none. */
napi_value bind_stream_get_fd(napi_env env, napi_callback_info info)
{
    bind_stream *s = bind_this(env, info, 0, NULL);
    const int fd = s ? orr_fileno(&s->stream.handle) : -1;

    return bind_int(env, fd < 0 ? -1 : fd);
}

napi_value bind_stream_get_bytes_read(napi_env env, napi_callback_info info)
{
    const bind_stream *s = bind_this(env, info, 0, NULL);

    return bind_double(env, s ? s->bytes_read : 0);
}

napi_value bind_stream_get_bytes_written(napi_env env, napi_callback_info info)
{
    const bind_stream *s = bind_this(env, info, 0, NULL);

    return bind_double(env, s ? s->bytes_written : 0);
}

napi_value bind_stream_get_queue_size(napi_env env, napi_callback_info info)
{
    const bind_stream *s = bind_this(env, info, 0, NULL);

    return bind_double(env, s ? (double)orr_write_queue_size(&s->stream) : 0);
}

napi_value bind_stream_get_last_write(napi_env env, napi_callback_info info)
{
    const bind_stream *s = bind_this(env, info, 0, NULL);

    return bind_double(env, s ? s->last_write : 0);
}
