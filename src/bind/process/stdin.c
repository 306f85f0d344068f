/*
 * stdin.c - the program's own input where it is a stream: a pipe, a socket or
 * a terminal. A file is read by the calls for files.
 *
 * There is one, made when process.stdin is first read. It keeps the
 * program alive while it reads and at no other time, so a program that pauses
 * its input can end though the other side never closes it.
 *
 *      open --start--> reading --stop--> open --close--> closed
 *
 * The function of lib/ is called with bytes, with null at the end, with a
 * negative errno, and with undefined once the stream is closed.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bind/core/handle.h"
#include "bind/process/stdio.h"

typedef struct input {
    bind_handle base;
    orr_stream stream;
    napi_ref fn;  /* NULL: no more calls */
    bool blocked; /* before we had it */
} input;

static input **input_of(runtime *r)
{
    return BIND_STATE(r, stdin);
}

/* ---- Callbacks ---------------------------------------------------------- */

static void call_reader(input *in, napi_value arg)
{
    napi_value fn;

    BIND_OK(napi_get_reference_value(in->base.wrap.r->env, in->fn, &fn));
    bind_handle_call_function(&in->base, fn, 1, &arg);
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
    input *in = s->handle.data;
    runtime *r = in->base.wrap.r;
    napi_handle_scope scope;

    if (r->over)
        return;
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    const napi_value arg = read_result(r, n, bytes);
    if (arg != NULL)
        call_reader(in, arg);
    else
        runtime_report_pending(r);
    napi_close_handle_scope(r->env, scope);
}

static void stdin_restore(input *in)
{
    if (orr_handle_kind(&in->stream.handle) == ORR_TTY)
        orr_tty_reset_mode();
    else if (in->blocked)
        orr_stream_set_blocking(&in->stream, true);
}

static void restore_open(bind_handle *h)
{
    stdin_restore((input *)h);
}

static void on_closed(bind_handle *h)
{
    input *in = (input *)h;

    if (in->fn != NULL && !h->wrap.r->over)
        call_reader(in, bind_undefined(h->wrap.r->env));
}

static void free_input(bind_handle *h)
{
    input *in = (input *)h;
    runtime *r = h->wrap.r;

    if (in->fn != NULL)
        napi_delete_reference(r->env, in->fn);
    if (*input_of(r) == in)
        *input_of(r) = NULL;
    free(in);
}

static void stdin_describe(const bind_wrap *w, const orr_live *live, char *out,
                           size_t size)
{
    (void)w;
    (void)live;
    snprintf(out, size, "standard input");
}

/* What Node calls the handle depends on what the descriptor is. */
static const bind_handle_type *type_of(orr_kind kind)
{
#define INPUT_TYPE(listed)                                                     \
    {                                                                          \
        .wrap = { .resource_name = (listed), .describe = stdin_describe },     \
        .size = sizeof(input), .handle_at = offsetof(input, stream),           \
        .closing = restore_open, .closed = on_closed, .free = free_input       \
    }
    static const bind_handle_type tty = INPUT_TYPE("TTYWrap");
    static const bind_handle_type tcp = INPUT_TYPE("TCPSocketWrap");
    static const bind_handle_type pipe = INPUT_TYPE("PipeWrap");
#undef INPUT_TYPE

    return kind == ORR_TTY ? &tty : kind == ORR_TCP ? &tcp : &pipe;
}

/* ---- Calls of lib/ ------------------------------------------------------ */

static void stdin_end(runtime *r)
{
    input *in = *input_of(r);

    if (in != NULL && in->base.state == BIND_HANDLE_OPEN)
        stdin_restore(in);
}

/* Only the stream is left, and of no use. */
static void stdin_drop(input *in)
{
    if (orr_handle_loop(&in->stream.handle) == NULL)
        free(in);
    else
        bind_handle_close(&in->base, NULL);
}

/* open(fd, fn): 0, or a negative errno. */
static napi_value js_open(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    input *in = *input_of(r) ? NULL : calloc(1, sizeof *in);

    if (in == NULL)
        return bind_int(env, *input_of(r) ? -EBUSY : -ENOMEM);
    const int err = bind_stream_open(
        r, &in->stream, (int)bind_to_int(env, args[0]), &in->blocked);
    if (orr_handle_loop(&in->stream.handle) != NULL)
        bind_handle_open(r, &in->base,
                         type_of(orr_handle_kind(&in->stream.handle)), NULL);
    if (err < 0) {
        stdin_drop(in);
        return bind_int(env, err);
    }
    BIND_OK(napi_create_reference(env, args[1], 1, &in->fn));
    *input_of(r) = in;
    return bind_int(env, 0);
}

static input *get_open(napi_env env, napi_callback_info info, size_t n,
                       napi_value *args)
{
    input *in = *input_of(bind_args(env, info, n, args));

    return in == NULL || in->base.state != BIND_HANDLE_OPEN ? NULL : in;
}

static napi_value js_start(napi_env env, napi_callback_info info)
{
    input *in = get_open(env, info, 0, NULL);
    const int err = in ? orr_read_start(&in->stream, on_read) : -EBADF;

    return bind_int(env, err == -EALREADY ? 0 : err);
}

static napi_value js_stop(napi_env env, napi_callback_info info)
{
    input *in = get_open(env, info, 0, NULL);

    if (in != NULL)
        orr_read_stop(&in->stream);
    return bind_undefined(env);
}

/* ref(whether it keeps the program alive while it reads) */
static napi_value js_ref(napi_env env, napi_callback_info info)
{
    napi_value arg;
    input *in = get_open(env, info, 1, &arg);

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
    input *in = get_open(env, info, 1, &arg);

    if (in == NULL)
        return bind_int(env, -EBADF);
    return bind_int(env, orr_tty_set_mode(&in->stream, bind_to_bool(env, arg)
                                                           ? ORR_TTY_RAW
                                                           : ORR_TTY_NORMAL));
}

static napi_value js_close(napi_env env, napi_callback_info info)
{
    input *in = get_open(env, info, 0, NULL);

    if (in != NULL)
        bind_handle_close(&in->base, NULL);
    return bind_undefined(env);
}

static napi_status stdin_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "open", js_open }, { "start", js_start },    { "stop", js_stop },
        { "ref", js_ref },   { "setRaw", js_set_raw }, { "close", js_close },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}

const bind_entry bind_entry_stdin = { .name = "stdin",
                                      .init = stdin_init,
                                      .end = stdin_end,
                                      .state = sizeof(input *) };
