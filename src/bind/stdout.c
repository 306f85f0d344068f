/*
 * stdout.c - the program's own output where it is a stream: a pipe, a socket or
 * a terminal. A file is written by stdio.c.
 *
 * There is one for each of the descriptors 1 and 2, made with the first write.
 * A terminal takes everything before write() returns. A pipe or a socket takes
 * what it has room for; the rest is copied, is written by the loop and keeps
 * the program alive until it is gone, and then the caller is told. Until then
 * lib/ writes nothing more here, so there is never more than one rest. A hooks
 * runtime blocks instead: it keeps no program alive, and its loop may not turn
 * again.
 *
 * What is not written when the program calls process.exit() is lost. That is
 * so in Node, and whoever waits for the exit before reading needs it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"

/* Who is told of the end of something, once. */
typedef struct {
    napi_ref fn; /* NULL: nobody */
    engine_async_context *async_context;
} listener;

struct bind_output {
    runtime *r;
    orr_stream stream;
    int fd;
    bool blocked; /* before we had it */
    bool blocks;  /* write() takes everything */
    orr_write_req write;
    char *rest;
    listener on_written;
    orr_shutdown_req shutdown;
    listener on_shut;
    uint64_t bytes; /* that it was given, whether it took them or not */
};

bool bind_is_output(const runtime *r, const void *thing, int *fd)
{
    for (*fd = 1; *fd <= 2; (*fd)++)
        if (r->outputs[*fd] != NULL && thing == &r->outputs[*fd]->write)
            return true;
    return false;
}

static bool is_terminal(const bind_output *out)
{
    return orr_handle_kind(&out->stream.handle) == ORR_TTY;
}

/* ---- What it tells ------------------------------------------------------ */

static void listen_once(bind_output *out, listener *l, napi_value fn)
{
    BIND_OK(napi_create_reference(out->r->env, fn, 1, &l->fn));
    l->async_context = engine_hold_async_context(out->r->engine);
}

static void forget(bind_output *out, listener *l)
{
    if (l->fn == NULL)
        return;
    napi_delete_reference(out->r->env, l->fn);
    engine_release_async_context(out->r->engine, l->async_context);
    l->fn = NULL;
}

/* The function may listen again, so this is over before it is called. */
static void tell(bind_output *out, listener *l, int status)
{
    runtime *r = out->r;
    const listener last = *l;
    napi_handle_scope scope;
    napi_value fn, arg;

    if (r->over) {
        forget(out, l);
        return;
    }
    l->fn = NULL;
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    BIND_OK(napi_get_reference_value(r->env, last.fn, &fn));
    napi_delete_reference(r->env, last.fn);
    arg = bind_int(r->env, status);
    bind_call_back(r, last.async_context, bind_undefined(r->env), fn, 1, &arg);
    engine_release_async_context(r->engine, last.async_context);
    napi_close_handle_scope(r->env, scope);
}

static void on_written(orr_write_req *req, int status)
{
    bind_output *out = req->req.data;

    free(out->rest);
    out->rest = NULL;
    tell(out, &out->on_written, status);
}

static void on_shut(orr_shutdown_req *req, int status)
{
    bind_output *out = req->req.data;

    tell(out, &out->on_shut, status);
}

/* ---- Writing ------------------------------------------------------------ */

/* How many of the bytes it took, or a negative errno. */
static int64_t write_now(bind_output *out, const char *bytes, size_t len)
{
    size_t done = 0;

    while (done < len) {
        const orr_buf buf = { (void *)(uintptr_t)(bytes + done), len - done };
        const int64_t n = orr_try_write(&out->stream, &buf, 1);

        if (n < 0 && n != -EAGAIN)
            return n;
        if (n >= 0)
            done += (size_t)n;
        if (done == len || !out->blocks)
            break;
        const int err = orr_fd_wait_writable(out->r->loop, out->fd);
        if (err < 0)
            return err;
    }
    return (int64_t)done;
}

static int write_later(bind_output *out, const char *bytes, size_t len,
                       napi_value fn)
{
    if (out->rest != NULL)
        return -EBUSY;
    out->rest = malloc(len);
    if (out->rest == NULL)
        return -ENOMEM;
    memcpy(out->rest, bytes, len);
    const orr_buf buf = { out->rest, len };
    out->write.req.data = out;
    const int err = orr_write(&out->write, &out->stream, &buf, 1, on_written);
    if (err < 0) {
        free(out->rest);
        out->rest = NULL;
        return err;
    }
    listen_once(out, &out->on_written, fn);
    return 1;
}

int bind_output_write(bind_output *out, const char *bytes, size_t len,
                      napi_value fn)
{
    out->bytes += len;
    const int64_t n = write_now(out, bytes, len);
    if (n < 0)
        return (int)n;
    return (size_t)n == len
               ? 0
               : write_later(out, bytes + n, len - (size_t)n, fn);
}

/* ---- From its beginning to its end -------------------------------------- */

static void on_closed(orr_handle *handle)
{
    bind_output *out = handle->data;

    if (out->r->outputs[out->fd] == out) /* not one that could not be opened */
        out->r->outputs[out->fd] = NULL;
    free(out);
}

/* Those who share a pipe with us expect that it blocks, if it did. */
static void restore(bind_output *out)
{
    if (out->blocked)
        orr_stream_set_blocking(&out->stream, true);
}

static void close_output(bind_output *out)
{
    restore(out);
    orr_close(&out->stream.handle, on_closed);
}

static bind_output *open_output(runtime *r, int fd)
{
    bind_output *out = calloc(1, sizeof *out);

    if (out == NULL)
        return NULL;
    out->r = r;
    out->fd = fd;
    const int err = bind_stream_open(r, &out->stream, fd, &out->blocked);
    out->stream.handle.data = out;
    if (err == 0) {
        out->blocks = is_terminal(out) || r->options.is_hooks_runtime;
        return r->outputs[fd] = out;
    }
    r->is_no_stream[fd] = err == -EINVAL;
    if (out->stream.handle.loop != NULL)
        orr_close(&out->stream.handle, on_closed);
    else
        free(out);
    return NULL;
}

bind_output *bind_output_of(runtime *r, int fd)
{
    if ((fd != 1 && fd != 2) || r->is_no_stream[fd])
        return NULL;
    return r->outputs[fd] != NULL ? r->outputs[fd] : open_output(r, fd);
}

void bind_stdout_restore(runtime *r)
{
    for (int fd = 1; fd <= 2; fd++)
        if (r->outputs[fd] != NULL)
            restore(r->outputs[fd]);
}

void bind_stdout_close(runtime *r)
{
    for (int fd = 1; fd <= 2; fd++)
        if (r->outputs[fd] != NULL)
            close_output(r->outputs[fd]);
}

/* ---- What lib/ asks for ------------------------------------------------- */

/* shutdown(fd, fn): say that nothing more comes; fn is told when it is said.
 * 0, or a negative errno. */
static napi_value js_shutdown(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    bind_output *out = bind_output_of(r, (int)bind_to_int(env, args[0]));

    if (out == NULL)
        return bind_int(env, -EBADF);
    out->shutdown.req.data = out;
    const int err = orr_shutdown(&out->shutdown, &out->stream, on_shut);
    if (err == 0)
        listen_once(out, &out->on_shut, args[1]);
    return bind_int(env, err);
}

/* setBlocking(fd, whether write() takes everything): 0 or a negative errno. */
static napi_value js_set_blocking(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    bind_output *out = bind_output_of(r, (int)bind_to_int(env, args[0]));

    if (out == NULL)
        return bind_int(env, -EBADF);
    out->blocks = bind_to_bool(env, args[1]);
    return bind_int(env, 0);
}

/* bytesWritten(fd): also those that wait here. */
static napi_value js_bytes_written(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    const bind_output *out = bind_output_of(r, (int)bind_to_int(env, arg));

    return bind_double(env, out == NULL ? 0 : (double)out->bytes);
}

/* windowSize(fd): [columns, rows], or undefined if it is no terminal. */
static napi_value js_window_size(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    bind_output *out = bind_output_of(r, (int)bind_to_int(env, arg));
    int columns, rows;

    if (out == NULL || !is_terminal(out) ||
        orr_tty_window_size(&out->stream, &columns, &rows) < 0)
        return bind_undefined(env);
    const double n[2] = { columns, rows };
    return bind_numbers(env, n, 2);
}

void bind_stdout(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "shutdown", js_shutdown },
        { "setBlocking", js_set_blocking },
        { "bytesWritten", js_bytes_written },
        { "windowSize", js_window_size },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
