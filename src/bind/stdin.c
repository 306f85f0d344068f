/*
 * stdin.c - the program's own input where it is a stream: a pipe, a socket or
 * a terminal. A file is read by the calls for files.
 *
 * There is one, made when process.stdin is first asked for. It keeps the
 * program alive while it reads and at no other time, so a program that pauses
 * its input can end though the other side never closes it.
 *
 *      open --start--> reading --stop--> open --close--> gone
 *
 * What lib/ gave is called with bytes, with null at the end, with a negative
 * errno, and with undefined once the stream is closed.
 */
#include <errno.h>
#include <stdlib.h>

#include "bind/bind.h"

struct bind_input {
    runtime *r;
    orr_stream stream;
    napi_ref fn; /* NULL: nobody is to be told any more */
    engine_async_context *async_context;
    uintptr_t site; /* of the program: who asked for process.stdin */
    bool blocked; /* before we had it */
    bool closing;
};

bool bind_is_input(const runtime *r, const void *handle, uintptr_t *site)
{
    if (r->input == NULL || handle != &r->input->stream.handle)
        return false;
    *site = r->input->site;
    return true;
}

/* ---- What it tells ------------------------------------------------------ */

static void tell(bind_input *in, napi_value arg)
{
    runtime *r = in->r;
    napi_value fn;

    BIND_OK(napi_get_reference_value(r->env, in->fn, &fn));
    bind_call_back(r, in->async_context, bind_undefined(r->env), fn, 1, &arg);
}

static napi_value read_result(runtime *r, int64_t n, const void *bytes)
{
    if (n == ORR_EOF)
        return bind_null(r->env);
    if (n < 0)
        return bind_int(r->env, n);
    return bind_array(r->env, napi_uint8_array, bytes, (size_t)n, (size_t)n);
}

static void on_read(orr_stream *s, int64_t n, const void *bytes)
{
    bind_input *in = s->handle.data;
    runtime *r = in->r;
    napi_handle_scope scope;

    if (r->over)
        return;
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    const napi_value arg = read_result(r, n, bytes);
    if (arg != NULL)
        tell(in, arg);
    else
        runtime_report_pending(r);
    napi_close_handle_scope(r->env, scope);
}

static void forget(bind_input *in)
{
    if (in->fn == NULL)
        return;
    napi_delete_reference(in->r->env, in->fn);
    engine_release_async_context(in->r->engine, in->async_context);
    in->fn = NULL;
}

static void on_closed(orr_handle *handle)
{
    bind_input *in = handle->data;
    runtime *r = in->r;
    napi_handle_scope scope;

    if (in->fn != NULL && !r->over) {
        BIND_OK(napi_open_handle_scope(r->env, &scope));
        tell(in, bind_undefined(r->env));
        napi_close_handle_scope(r->env, scope);
    }
    forget(in);
    r->input = NULL;
    free(in);
}

/* ---- What it is told ---------------------------------------------------- */

static void restore(bind_input *in)
{
    if (orr_handle_kind(&in->stream.handle) == ORR_TTY)
        orr_tty_reset_mode();
    else if (in->blocked)
        orr_stream_set_blocking(&in->stream, true);
}

void bind_stdin_restore(runtime *r)
{
    if (r->input != NULL && !r->input->closing)
        restore(r->input);
}

static void close_input(bind_input *in)
{
    if (in->closing)
        return;
    in->closing = true;
    restore(in);
    orr_close(&in->stream.handle, on_closed);
}

/* open(fd, fn): 0, or a negative errno. */
static napi_value js_open(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    bind_input *in = r->input ? NULL : calloc(1, sizeof *in);

    if (in == NULL)
        return bind_int(env, r->input ? -EBUSY : -ENOMEM);
    in->r = r;
    in->async_context = engine_hold_async_context(r->engine);
    in->site = engine_get_site(r->engine);
    BIND_OK(napi_create_reference(env, args[1], 1, &in->fn));
    const int err = bind_stream_open(r, &in->stream,
                                     (int)bind_to_int(env, args[0]),
                                     &in->blocked);
    in->stream.handle.data = in;
    if (err == 0) {
        r->input = in;
        return bind_int(env, 0);
    }
    forget(in);
    if (in->stream.handle.loop != NULL)
        close_input(in);
    else
        free(in);
    return bind_int(env, err);
}

static bind_input *get_open(napi_env env, napi_callback_info info, size_t n,
                            napi_value *args)
{
    bind_input *in = bind_args(env, info, n, args)->input;

    return in == NULL || in->closing ? NULL : in;
}

static napi_value js_start(napi_env env, napi_callback_info info)
{
    bind_input *in = get_open(env, info, 0, NULL);
    const int err = in ? orr_read_start(&in->stream, on_read) : -EBADF;

    return bind_int(env, err == -EALREADY ? 0 : err);
}

static napi_value js_stop(napi_env env, napi_callback_info info)
{
    bind_input *in = get_open(env, info, 0, NULL);

    if (in != NULL)
        orr_read_stop(&in->stream);
    return bind_undefined(env);
}

/* ref(whether it keeps the program alive while it reads) */
static napi_value js_ref(napi_env env, napi_callback_info info)
{
    napi_value arg;
    bind_input *in = get_open(env, info, 1, &arg);

    if (in == NULL)
        return bind_undefined(env);
    if (bind_to_bool(env, arg))
        orr_ref(&in->stream.handle);
    else
        orr_unref(&in->stream.handle);
    return bind_undefined(env);
}

/* setRaw(whether a terminal gives key by key): 0, or a negative errno. */
static napi_value js_set_raw(napi_env env, napi_callback_info info)
{
    napi_value arg;
    bind_input *in = get_open(env, info, 1, &arg);

    if (in == NULL)
        return bind_int(env, -EBADF);
    return bind_int(env, orr_tty_set_mode(&in->stream,
                                          bind_to_bool(env, arg)
                                              ? ORR_TTY_RAW
                                              : ORR_TTY_NORMAL));
}

static napi_value js_close(napi_env env, napi_callback_info info)
{
    bind_input *in = get_open(env, info, 0, NULL);

    if (in != NULL)
        close_input(in);
    return bind_undefined(env);
}

void bind_stdin_close(runtime *r)
{
    if (r->input == NULL)
        return;
    forget(r->input);
    close_input(r->input);
}

napi_status bind_stdin(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "open", js_open },      { "start", js_start },
        { "stop", js_stop },      { "ref", js_ref },
        { "setRaw", js_set_raw }, { "close", js_close },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}
