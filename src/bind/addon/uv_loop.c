/*
 * uv_loop.c - libuv's loop for addons, its clock, its errors, and its work on
 * the thread pool; handles are in uv_handle.c.
 *
 * An addon gets a uv_loop_t from napi_get_uv_event_loop(), or as the default
 * loop: that of the runtime that loaded an addon last on this thread, so that
 * in a worker it is the worker's. It only stands for the runtime. The loop
 * cannot be run, stopped or closed by an addon, and there are no loops of an
 * addon's own: those functions do not exist here, so that an addon that has
 * them is refused when it is loaded.
 *
 * Node opens no callback scope around the callbacks of an addon's handles and
 * work, so nothing is drained after them: what they queued waits for the check
 * phase, or for another callback. bind_uv_call() does that.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bind/addon/uv_addon.h"
#include "bind/addon/addon.h"

typedef struct uv_state {
    uv_loop *loop; /* made when it is first asked for */
} uv_state;

static _Thread_local runtime *default_loop;

void bind_uv_enter(runtime *r)
{
    default_loop = r;
}

static uv_loop *get_loop(runtime *r)
{
    uv_state *state = BIND_STATE(r, uv_loop);

    if (state->loop == NULL)
        state->loop = calloc(1, sizeof *state->loop);
    if (state->loop != NULL)
        state->loop->r = r;
    return state->loop;
}

/* NULL on a thread that has no runtime. */
uv_loop *uv_default_loop(void)
{
    return default_loop != NULL ? get_loop(default_loop) : NULL;
}

napi_status NAPI_CDECL napi_get_uv_event_loop(node_api_basic_env env,
                                              struct uv_loop_s **loop)
{
    if (env == NULL)
        return napi_invalid_arg;
    if (loop == NULL)
        return engine_set_last_status(env, napi_invalid_arg);
    *loop = get_loop(bind_runtime_of(env));
    return engine_set_last_status(env, *loop != NULL ? napi_ok
                                                     : napi_generic_failure);
}

/* ---- Calling an addon --------------------------------------------------- */

typedef struct body {
    void (*fn)(void *arg);
    void *arg;
} body;

static void run_body(napi_env env, void *arg)
{
    const body *b = arg;

    (void)env;
    b->fn(b->arg);
}

void bind_uv_call(runtime *r, void (*fn)(void *arg), void *arg)
{
    body b = { fn, arg };

    if (!bind_may_call_addon(r))
        return;
    engine_set_scopes_drain(r->engine, true);
    const int err = engine_run_native(r->env, run_body, &b);
    engine_set_scopes_drain(r->engine, false);
    orr_set_after(r->loop, false);
    r->check_drains = true;
    if (err == ENGINE_STOPPED && !r->ending)
        runtime_over(r);
}

/* ---- The loop ----------------------------------------------------------- */

int uv_loop_alive(const uv_loop *loop)
{
    return orr_alive(loop->r->loop);
}

uint64_t uv_now(const uv_loop *loop)
{
    return orr_now(loop->r->loop);
}

void uv_update_time(uv_loop *loop)
{
    orr_update_time(loop->r->loop);
}

int uv_backend_fd(const uv_loop *loop)
{
    return orr_loop_fd(loop->r->loop);
}

int uv_backend_timeout(const uv_loop *loop)
{
    return (int)orr_timeout(loop->r->loop);
}

void *uv_loop_get_data(const uv_loop *loop)
{
    return loop->data;
}

void uv_loop_set_data(uv_loop *loop, void *data)
{
    loop->data = data;
}

size_t uv_loop_size(void)
{
    return sizeof(uv_loop);
}

/* ---- Clock and process -------------------------------------------------- */

uint64_t uv_hrtime(void)
{
    return default_loop != NULL ? orr_clock_ns(default_loop->loop)
                                : orr_machine_ns();
}

/* A thread without a loop waits for what never comes. */
static void sleep_here(uint64_t ns)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const uint64_t end = orr_machine_ns() + ns;
    pthread_cond_t never;

    if (uv_cond_init(&never) < 0)
        return;
    pthread_mutex_lock(&lock);
    for (uint64_t now = orr_machine_ns(); now < end; now = orr_machine_ns())
        uv_cond_timedwait(&never, &lock, end - now);
    pthread_mutex_unlock(&lock);
    uv_cond_destroy(&never);
}

void uv_sleep(unsigned ms)
{
    const uint64_t ns = (uint64_t)ms * 1000000u;

    if (default_loop != NULL)
        orr_sleep(default_loop->loop, ns);
    else
        sleep_here(ns);
}

static orr_ids get_ids(void)
{
    orr_ids ids = { .pid = 0 };

    if (default_loop != NULL)
        orr_ids_get(default_loop->loop, &ids);
    return ids;
}

int uv_os_getpid(void)
{
    return get_ids().pid;
}

int uv_os_getppid(void)
{
    return get_ids().ppid;
}

/* The release whose structs these are: 1.51.0. */
unsigned uv_version(void)
{
    return 1u << 16 | 51u << 8;
}

const char *uv_version_string(void)
{
    return "1.51.0";
}

/* ---- Errors ------------------------------------------------------------- */

const char *uv_strerror(int err)
{
    return orr_strerror(err);
}

const char *uv_err_name(int err)
{
    return orr_err_name(err);
}

char *uv_strerror_r(int err, char *out, size_t size)
{
    snprintf(out, size, "%s", orr_strerror(err));
    return out;
}

char *uv_err_name_r(int err, char *out, size_t size)
{
    snprintf(out, size, "%s", orr_err_name(err));
    return out;
}

int uv_translate_sys_error(int err)
{
    return err <= 0 ? err : -err;
}

/* Descriptors are what they are to the system. */
int uv_get_osfhandle(int fd)
{
    return fd;
}

int uv_open_osfhandle(int fd)
{
    return fd;
}

uv_buf uv_buf_init(char *base, unsigned len)
{
    return (uv_buf){ base, len };
}

/* ---- Work --------------------------------------------------------------- */

typedef struct uv_work_side {
    bind_request base; /* stays first */
    orr_work req;
    uv_work *work;
    int status;
} work_side;

static const bind_type work_type = { .hook_name = NULL };

static void on_work(orr_work *req)
{
    const work_side *s = req->req.data;

    s->work->work(s->work);
}

/* The addon may free its request in the callback. */
static void call_after(void *arg)
{
    const work_side *s = arg;

    s->work->after(s->work, s->status);
}

static void on_done(orr_work *req, int status)
{
    work_side *s = req->req.data;
    runtime *r = s->base.wrap.r;

    s->status = status;
    s->work->req.side = NULL;
    bind_request_close(&s->base);
    if (s->work->after != NULL)
        bind_uv_call(r, call_after, s);
    else
        orr_set_after(r->loop, false);
    free(s);
}

int uv_queue_work(uv_loop *loop, uv_work *w, uv_work_fn *work,
                  uv_after_work_fn *after)
{
    if (work == NULL)
        return -EINVAL;
    work_side *s = calloc(1, sizeof *s);
    if (s == NULL)
        return -ENOMEM;
    s->work = w;
    w->req.type = UV_WORK;
    w->req.side = s;
    w->loop = loop;
    w->work = work;
    w->after = after;
    bind_request_open(loop->r, &s->base, &work_type, &s->req.req, NULL);
    const int err = bind_request_begun(
        &s->base, orr_work_queue(loop->r->loop, &s->req, on_work, on_done));
    if (err < 0)
        free(s);
    return err;
}

int uv_cancel(uv_req *req)
{
    if (req->type != UV_WORK)
        return -EINVAL;
    return req->side != NULL ? orr_cancel(&req->side->req.req) : -EBUSY;
}

/* By type, of libuv's request structs on 64-bit Linux. */
size_t uv_req_size(int type)
{
    static const uint16_t sizes[UV_REQ_TYPES] = { 0,   64,  96,  192,  80, 320,
                                                  440, 128, 160, 1320, 144 };

    return type > 0 && type < UV_REQ_TYPES ? sizes[type] : (size_t)-1;
}

void *uv_req_get_data(const uv_req *req)
{
    return req->data;
}

void uv_req_set_data(uv_req *req, void *data)
{
    req->data = data;
}

int uv_req_get_type(const uv_req *req)
{
    return req->type;
}

static void close_loop(runtime *r)
{
    uv_state *state = BIND_STATE(r, uv_loop);

    free(state->loop);
    state->loop = NULL;
    if (default_loop == r)
        default_loop = NULL;
}

const bind_entry bind_entry_uv_loop = { .name = "uv_loop",
                                        .close = close_loop,
                                        .state = sizeof(uv_state) };
