/*
 * child_sync.c - spawnSync(): start a child and wait for it, on a loop of its
 * own. The program's loop stands still meanwhile, as in Node.
 *
 * The result: { pid, status, signal, output: [null or Buffer, ...], error },
 * error being a negative errno or 0. A child that takes too long or writes too
 * much is killed, and the error says why.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bytes/buffer.h"
#include "bind/core/byte_queue.h"
#include "bind/process/child.h"

typedef struct sync_pipe {
    orr_stream stream;
    orr_write_req write;
    orr_shutdown_req shutdown;
    struct sync_child *child;
    void *input; /* a copy: the program could not change it, but the engine */
    size_t input_length;
    char *output;
    size_t length, capacity;
} sync_pipe;

typedef struct sync_child {
    orr_loop *loop;
    orr_process process;
    orr_timer timer;
    sync_pipe *pipes; /* one for each stdio */
    uint32_t count;
    double max; /* bytes of output */
    int kill_signal, error;
    int64_t status;
    int signum;
    bool is_running, is_timed;
} sync_child;

static void close_pipes(sync_child *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        orr_handle *h = &c->pipes[i].stream.handle;
        if (orr_handle_loop(h) != NULL && !orr_is_closing(h))
            orr_close(h, NULL);
    }
}

/* The pipes are closed as well: children of the child may have them, and nobody
 * kills those. */
static void kill_child(sync_child *c, int error)
{
    if (c->error == 0)
        c->error = error;
    close_pipes(c);
    if (c->is_running && orr_process_kill(&c->process, c->kill_signal) < 0)
        orr_process_kill(&c->process, 9);
}

/* ---- Output ------------------------------------------------------------- */

static int sync_append(sync_pipe *p, const void *bytes, size_t n)
{
    if (n == 0)
        return 0;
    char *output =
        byte_queue_grown(p->output, p->length, n, 4096, &p->capacity);
    if (output == NULL)
        return -ENOMEM;
    p->output = output;
    memcpy(p->output + p->length, bytes, n);
    p->length += n;
    return 0;
}

static void on_read(orr_stream *stream, int64_t n, const void *bytes)
{
    sync_pipe *p = stream->handle.data;
    sync_child *c = p->child;

    if (n < 0) {
        orr_close(&stream->handle, NULL);
        return;
    }
    /* What was read is given to the program, also beyond the limit. */
    if (sync_append(p, bytes, (size_t)n) < 0)
        kill_child(c, -ENOMEM);
    else if ((double)p->length > c->max)
        kill_child(c, -ENOBUFS);
}

/* ---- Input -------------------------------------------------------------- */

static void on_shutdown(orr_shutdown_req *req, int status)
{
    (void)req;
    (void)status;
}

/* A child that does not read its input is not a failure. */
static void on_written(orr_write_req *req, int status)
{
    sync_pipe *p = req->req.data;

    (void)status;
    if (!orr_is_closing(&p->stream.handle))
        orr_shutdown(&p->shutdown, &p->stream, on_shutdown);
}

static void send_input(sync_pipe *p)
{
    const orr_buf buf = { p->input, p->input_length };

    p->write.req.data = p;
    if (p->input_length == 0 ||
        orr_write(&p->write, &p->stream, &buf, 1, on_written) < 0)
        orr_shutdown(&p->shutdown, &p->stream, on_shutdown);
}

/* ---- The child ---------------------------------------------------------- */

static void on_timeout(orr_timer *t)
{
    kill_child(t->handle.data, -ETIMEDOUT);
}

static void on_child_exit(orr_process *process, int64_t status, int signum)
{
    sync_child *c = process->handle.data;

    c->is_running = false;
    c->status = status;
    c->signum = signum;
    if (c->is_timed)
        orr_timer_stop(&c->timer);
    orr_close(&process->handle, NULL);
    /* Other processes may have inherited the pipes; what is in them is read. */
}

static int open_pipes(sync_child *c, child_spec *spec)
{
    int err = 0;

    for (uint32_t i = 0; i < c->count && err == 0; i++) {
        sync_pipe *p = &c->pipes[i];
        if (spec->stdio[i].kind != ORR_STDIO_PIPE)
            continue;
        err = orr_pipe_init(c->loop, &p->stream, false);
        p->stream.handle.data = p;
        p->child = c;
        spec->stdio[i].stream = &p->stream;
    }
    return err;
}

static void start_pipes(sync_child *c, const child_spec *spec)
{
    for (uint32_t i = 0; i < c->count; i++) {
        sync_pipe *p = &c->pipes[i];
        if (spec->stdio[i].kind != ORR_STDIO_PIPE)
            continue;
        orr_read_start(&p->stream, on_read);
        if (i == 0 || p->input != NULL)
            send_input(p);
    }
}

static void run_child(sync_child *c, child_spec *spec, uint64_t timeout_ms)
{
    spec->spawn.on_exit = on_child_exit;
    c->process.handle.data = c;
    c->timer.handle.data = c;
    int err = open_pipes(c, spec);
    if (err == 0)
        err = spec->is_allowed
                  ? orr_process_spawn(c->loop, &c->process, &spec->spawn)
                  : -ENOSYS;
    if (err < 0) {
        c->error = err;
        close_pipes(c);
    } else {
        c->is_running = true;
        start_pipes(c, spec);
        c->is_timed = timeout_ms > 0;
        if (c->is_timed)
            orr_timer_start(c->loop, &c->timer, timeout_ms, on_timeout);
    }
    orr_run(c->loop, ORR_RUN_DEFAULT);
    close_pipes(c);
    orr_run(c->loop, ORR_RUN_DEFAULT);
}

/* ---- In and out of JavaScript ------------------------------------------- */

static napi_value sync_get(napi_env env, napi_value object, const char *name)
{
    napi_value v;

    BIND_OK(napi_get_named_property(env, object, name, &v));
    return v;
}

static bool take_input(runtime *r, napi_value stdio, uint32_t i, sync_pipe *p)
{
    napi_value entry;
    bind_bytes bytes;

    BIND_OK(napi_get_element(r->env, stdio, i, &entry));
    if (!bind_to_bytes(r->env, sync_get(r->env, entry, "input"), &bytes))
        return true;
    p->input = malloc(bytes.length > 0 ? bytes.length : 1);
    if (p->input == NULL)
        return false;
    memcpy(p->input, bytes.data, bytes.length);
    p->input_length = bytes.length;
    return true;
}

static napi_value give_output(runtime *r, sync_child *c, const child_spec *spec)
{
    napi_value list;

    BIND_OK(napi_create_array(r->env, &list));
    for (uint32_t i = 0; i < c->count; i++) {
        const sync_pipe *p = &c->pipes[i];
        napi_value v = bind_null(r->env);
        uint8_t *data;
        if (i > 0 && spec->stdio[i].kind == ORR_STDIO_PIPE) {
            v = bind_new_buffer(r, p->length, &data);
            if (v == NULL)
                return NULL;
            if (p->length > 0)
                memcpy(data, p->output, p->length);
        }
        BIND_OK(napi_set_element(r->env, list, i, v));
    }
    return list;
}

static napi_value give_result(runtime *r, sync_child *c, const child_spec *spec)
{
    napi_env env = r->env;
    napi_value result;
    const napi_value output = give_output(r, c, spec);

    if (output == NULL)
        return NULL;
    const char *name = c->signum != 0 ? bind_signal_name(c->signum) : NULL;
    BIND_OK(napi_create_object(env, &result));
    bind_set(r, result, "pid", bind_int(env, orr_process_pid(&c->process)));
    bind_set(r, result, "status", bind_double(env, (double)c->status));
    bind_set(r, result, "signal",
             name ? bind_string(env, name) : bind_null(env));
    bind_set(r, result, "output", output);
    bind_set(r, result, "error", bind_int(env, c->error));
    return result;
}

static void free_child(sync_child *c)
{
    for (uint32_t i = 0; c->pipes != NULL && i < c->count; i++) {
        free(c->pipes[i].input);
        free(c->pipes[i].output);
    }
    free(c->pipes);
    if (c->loop != NULL)
        orr_loop_close(c->loop);
}

static int sync_prepare(runtime *r, sync_child *c, napi_value options,
                        child_spec *spec)
{
    /* One world: so what the child does is in a recording, too. */
    const orr_options loop_options = { .thread = orr_loop_thread(r->loop) };
    const napi_value stdio = sync_get(r->env, options, "stdio");

    if (!child_spec_read(r, options, spec))
        return -ENOMEM;
    c->count = spec->nstdio;
    c->pipes = calloc((size_t)c->count + 1, sizeof *c->pipes);
    if (c->pipes == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < c->count; i++)
        if (!take_input(r, stdio, i, &c->pipes[i]))
            return -ENOMEM;
    return orr_loop_open(&c->loop, &loop_options);
}

/* spawnSync(options): those of spawn(), and timeout, maxBuffer, killSignal;
 * stdio[i].input is written to the child. */
napi_value bind_spawn_sync(napi_env env, napi_callback_info info)
{
    napi_value options;
    runtime *r = bind_args(env, info, 1, &options);
    sync_child c = { .loop = NULL };
    child_spec spec;

    c.max = bind_to_double(env, sync_get(env, options, "maxBuffer"));
    c.kill_signal = (int)bind_to_int(env, sync_get(env, options, "killSignal"));
    c.error = sync_prepare(r, &c, options, &spec);
    if (c.error == 0)
        run_child(&c, &spec,
                  bind_to_size(env, sync_get(env, options, "timeout")));
    const napi_value result = give_result(r, &c, &spec);
    free_child(&c);
    child_spec_free(&spec);
    return result;
}
