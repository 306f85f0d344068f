/*
 * stdout.c - the program's own output where it is a stream: a pipe, a socket or
 * a terminal. A file is written by stdio.c.
 *
 * There is one for each of the descriptors 1 and 2, made with the first write.
 * A terminal takes everything before write() returns. A pipe or a socket takes
 * what fits; the rest is copied, is written by the loop and keeps the program
 * alive until it is written, and then the caller's function is called. Until
 * then lib/ writes nothing more here, so there is never more than one rest. A
 * hooks runtime blocks instead: it keeps no program alive, and its loop may not
 * turn again.
 *
 * What is not written when the program calls process.exit() is lost, as in
 * Node: a parent may wait for the exit before it reads.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/core/handle.h"
#include "bind/process/stdio.h"

struct bind_output {
    bind_handle base;
    orr_stream stream;
    int fd;
    bool blocked;   /* before we had it */
    bool blocks;    /* write() takes everything */
    bool writing;   /* a write is under way */
    uint64_t bytes; /* that it was given, whether it took them or not */
};

/* A write or a shutdown that the loop completes. Its object is the function to
 * be called then. */
typedef struct output_request {
    bind_request base;
    bind_output *out;
    union {
        orr_write_req write;
        orr_shutdown_req shutdown;
    } loop;
    size_t queued; /* bytes of the rest, which count as memory */
    char rest[];   /* of a write: what the stream did not take at once */
} output_request;

static stdout_state *state_of(runtime *r)
{
    return BIND_STATE(r, stdio);
}

static bool is_terminal(const bind_output *out)
{
    return orr_handle_kind(&out->stream.handle) == ORR_TTY;
}

static const char *name_of(const bind_output *out)
{
    return out->fd == 1 ? "output" : "error";
}

static void describe_write(const bind_wrap *w, const orr_live *live, char *out,
                           size_t size)
{
    (void)live;
    snprintf(out, size, "write to standard %s",
             name_of(((const output_request *)w)->out));
}

static void describe_shutdown(const bind_wrap *w, const orr_live *live,
                              char *out, size_t size)
{
    (void)live;
    snprintf(out, size, "end of standard %s",
             name_of(((const output_request *)w)->out));
}

/* ---- Callbacks ---------------------------------------------------------- */

static void stdout_finish(output_request *q, int status)
{
    runtime *r = q->base.wrap.r;
    napi_handle_scope scope;

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    const napi_value arg = bind_int(r->env, status);
    bind_request_finish_with(&q->base, bind_wrap_object(&q->base.wrap), 1,
                             &arg);
    napi_close_handle_scope(r->env, scope);
    engine_discharge_queued(r->engine, q->queued);
    free(q);
}

static void on_written(orr_write_req *req, int status)
{
    output_request *q = req->req.data;

    q->out->writing = false; /* the function may write again */
    stdout_finish(q, status);
}

static void on_shut(orr_shutdown_req *req, int status)
{
    stdout_finish(req->req.data, status);
}

/* 1, or the negative errno with which the loop refused it. */
static int stdout_begin(output_request *q, int err)
{
    if (bind_request_begun(&q->base, err) == 0) {
        engine_charge_queued(q->base.wrap.r->engine, q->queued);
        return 1;
    }
    free(q);
    return err;
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
        const int err = orr_fd_wait_writable(out->base.wrap.r->loop, out->fd);
        if (err < 0)
            return err;
    }
    return (int64_t)done;
}

static int write_later(bind_output *out, const char *bytes, size_t len,
                       napi_value fn)
{
    static const bind_type type = { .describe = describe_write };
    output_request *q = out->writing ? NULL : calloc(1, sizeof *q + len);

    if (q == NULL)
        return out->writing ? -EBUSY : -ENOMEM;
    q->out = out;
    q->queued = len;
    memcpy(q->rest, bytes, len);
    const orr_buf buf = { q->rest, len };
    bind_request_open(out->base.wrap.r, &q->base, &type, &q->loop.write.req,
                      fn);
    const int err =
        orr_write(&q->loop.write, &out->stream, &buf, 1, on_written);
    out->writing = err == 0;
    return stdout_begin(q, err);
}

int bind_output_write(bind_output *out, const char *bytes, size_t len,
                      napi_value fn)
{
    out->bytes += len;
    const int64_t n = write_now(out, bytes, len);
    if (n < 0)
        return (int)n;
    return (size_t)n == len ? 0
                            : write_later(out, bytes + n, len - (size_t)n, fn);
}

/* ---- From its beginning to its end -------------------------------------- */

/* Processes that share the pipe expect it to block, if it did before. */
static void stdout_restore(bind_handle *h)
{
    bind_output *out = (bind_output *)h;

    if (out->blocked)
        orr_stream_set_blocking(&out->stream, true);
}

static void free_output(bind_handle *h)
{
    bind_output *out = (bind_output *)h;
    stdout_state *s = state_of(h->wrap.r);

    if (s->outputs[out->fd] == out) /* not one that could not be opened */
        s->outputs[out->fd] = NULL;
    free(out);
}

static void describe_output(const bind_wrap *w, const orr_live *live, char *out,
                            size_t size)
{
    (void)live;
    snprintf(out, size, "standard %s", name_of((const bind_output *)w));
}

/* What Node calls the handle depends on what the descriptor is. */
static const bind_handle_type *type_of(orr_kind kind)
{
#define OUTPUT_TYPE(listed)                                                    \
    {                                                                          \
        .wrap = { .resource_name = (listed), .describe = describe_output },    \
        .size = sizeof(bind_output),                                           \
        .handle_at = offsetof(bind_output, stream), .closing = stdout_restore, \
        .free = free_output                                                    \
    }
    static const bind_handle_type tty = OUTPUT_TYPE("TTYWrap");
    static const bind_handle_type tcp = OUTPUT_TYPE("TCPSocketWrap");
    static const bind_handle_type pipe = OUTPUT_TYPE("PipeWrap");
#undef OUTPUT_TYPE

    return kind == ORR_TTY ? &tty : kind == ORR_TCP ? &tcp : &pipe;
}

static bind_output *open_output(runtime *r, int fd)
{
    bind_output *out = calloc(1, sizeof *out);

    if (out == NULL)
        return NULL;
    out->fd = fd;
    const int err = bind_stream_open(r, &out->stream, fd, &out->blocked);
    if (orr_handle_loop(&out->stream.handle) != NULL)
        bind_handle_open(r, &out->base,
                         type_of(orr_handle_kind(&out->stream.handle)), NULL);
    if (err == 0) {
        out->blocks = is_terminal(out) || r->options.is_hooks_runtime;
        return state_of(r)->outputs[fd] = out;
    }
    state_of(r)->is_no_stream[fd] = err == -EINVAL;
    if (orr_handle_loop(&out->stream.handle) != NULL)
        bind_handle_close(&out->base, NULL);
    else
        free(out);
    return NULL;
}

bind_output *bind_output_of(runtime *r, int fd)
{
    stdout_state *s = state_of(r);

    if ((fd != 1 && fd != 2) || s->is_no_stream[fd])
        return NULL;
    return s->outputs[fd] != NULL ? s->outputs[fd] : open_output(r, fd);
}

void bind_stdout_restore(runtime *r)
{
    const stdout_state *s = state_of(r);

    for (int fd = 1; fd <= 2; fd++)
        if (s->outputs[fd] != NULL)
            stdout_restore(&s->outputs[fd]->base);
}

/* ---- Calls of lib/ ------------------------------------------------------ */

/* shutdown(fd, fn): end the stream; fn is called when that is done. 0, or a
 * negative errno. */
static napi_value js_shutdown(napi_env env, napi_callback_info info)
{
    static const bind_type type = { .describe = describe_shutdown };
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    bind_output *out = bind_output_of(r, (int)bind_to_int(env, args[0]));
    output_request *q = out != NULL ? calloc(1, sizeof *q) : NULL;

    if (q == NULL)
        return bind_int(env, out == NULL ? -EBADF : -ENOMEM);
    q->out = out;
    bind_request_open(r, &q->base, &type, &q->loop.shutdown.req, args[1]);
    const int err =
        stdout_begin(q, orr_shutdown(&q->loop.shutdown, &out->stream, on_shut));
    return bind_int(env, err < 0 ? err : 0);
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

/* windowSize(fd): [columns, rows], or undefined if it is not a terminal. */
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
