/*
 * uv_handle.c - libuv's handles for addons: async, timer, idle, prepare, check
 * and poll, on top of the loop's own.
 *
 *      init -> side is made -> start, stop ... -> uv_close()
 *           -> closing phase: side is freed, then the addon's close callback
 *
 * An addon's handle has no space for ours, which is in its side. The side is a
 * bind_handle, so that --why and traces show it, and so that the runtime closes
 * what an addon leaves open; the addon's close callback is not called then.
 * Async hooks see nothing of such a handle, as in Node.
 *
 * libuv lets a started handle be started again, and lets one be ref'd before it
 * was started. Callbacks go through bind_uv_call().
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bind/addon/uv_addon.h"

typedef struct uv_side {
    bind_handle base; /* stays first */
    union {
        orr_handle handle;
        orr_timer timer;
        orr_idle idle;
        orr_prepare prepare;
        orr_check check;
        orr_async async;
        orr_poll poll;
    } is;
    uv_handle *handle; /* the addon's memory, which it may free at the end */
    int kind;
    uv_handle_fn *fn;
    uv_poll_fn *poll_fn;
    uv_handle_fn *close_fn;
    uint64_t repeat_ms;
    int fd;             /* of a poll handle */
    int status, events; /* of the poll callback that runs */
} side;

const char *uv_handle_type_name(int type)
{
    static const char *const names[UV_HANDLE_TYPES] = {
        NULL,   "async", "check", "fs_event", "fs_poll", "handle",
        "idle", "pipe",  "poll",  "prepare",  "process", "stream",
        "tcp",  "timer", "tty",   "udp",      "signal"
    };

    return type > 0 && type < UV_HANDLE_TYPES ? names[type] : NULL;
}

/* By type, of libuv's handle structs on 64-bit Linux. */
size_t uv_handle_size(int type)
{
    static const uint16_t sizes[UV_HANDLE_TYPES] = { 0,   128, 120, 136, 104,
                                                     96,  120, 264, 160, 120,
                                                     136, 248, 248, 152, 312,
                                                     216, 152 };

    return type > 0 && type < UV_HANDLE_TYPES ? sizes[type] : (size_t)-1;
}

/* ---- The life of a handle ----------------------------------------------- */

static void side_describe(const bind_wrap *w, const orr_live *live, char *out,
                          size_t size)
{
    const side *s = (const side *)w;

    (void)live;
    snprintf(out, size, "%s handle of an addon", uv_handle_type_name(s->kind));
}

static void call_close(void *arg)
{
    const side *s = arg;

    s->close_fn(s->handle);
}

/* The addon may free the handle's memory in its callback. */
static void on_closed(bind_handle *h)
{
    side *s = (side *)h;

    if (s->close_fn == NULL) {
        orr_set_after(h->wrap.r->loop, false);
        return;
    }
    s->handle->side = NULL;
    bind_uv_call(h->wrap.r, call_close, s);
}

static const bind_handle_type type = {
    .wrap = { .describe = side_describe },
    .name = "uv",
    .size = sizeof(side),
    .handle_at = offsetof(side, is),
    .closed = on_closed,
};

static side *new_side(uv_loop *loop, uv_handle *h, int kind)
{
    side *s = calloc(1, sizeof *s);

    if (s == NULL)
        return NULL;
    h->loop = loop;
    h->type = kind;
    h->flags = 0;
    h->side = s;
    s->handle = h;
    s->kind = kind;
    return s;
}

static int open_handle(uv_loop *loop, uv_handle *h, int kind)
{
    side *s = new_side(loop, h, kind);

    if (s == NULL)
        return -ENOMEM;
    bind_handle_open(loop->r, &s->base, &type, NULL);
    return 0;
}

static void ignore_close(uv_handle *h)
{
    (void)h;
}

void uv_close(uv_handle *h, uv_handle_fn *fn)
{
    side *s = h->side;

    if (s == NULL || s->base.state != BIND_HANDLE_OPEN)
        return;
    s->close_fn = fn != NULL ? fn : ignore_close;
    bind_handle_close(&s->base, NULL);
}

/* NULL once uv_close() was called: then nothing starts any more. */
static side *open_side(const uv_handle *h)
{
    side *s = h->side;

    return s != NULL && s->base.state == BIND_HANDLE_OPEN ? s : NULL;
}

static orr_loop *loop_of(const side *s)
{
    return s->base.wrap.r->loop;
}

/* ---- What every handle has ---------------------------------------------- */

int uv_is_active(const uv_handle *h)
{
    const side *s = open_side(h);

    return s != NULL && orr_is_active(&s->is.handle);
}

int uv_is_closing(const uv_handle *h)
{
    return open_side(h) == NULL;
}

void uv_ref(uv_handle *h)
{
    if (h->side != NULL)
        orr_ref(&h->side->is.handle);
}

void uv_unref(uv_handle *h)
{
    if (h->side != NULL)
        orr_unref(&h->side->is.handle);
}

int uv_has_ref(const uv_handle *h)
{
    return h->side != NULL && orr_has_ref(&h->side->is.handle);
}

void *uv_handle_get_data(const uv_handle *h)
{
    return h->data;
}

void uv_handle_set_data(uv_handle *h, void *data)
{
    h->data = data;
}

uv_loop *uv_handle_get_loop(const uv_handle *h)
{
    return h->loop;
}

int uv_handle_get_type(const uv_handle *h)
{
    return h->type;
}

int uv_fileno(const uv_handle *h, int *fd)
{
    const side *s = open_side(h);

    if (h->type != UV_POLL)
        return -EINVAL;
    if (s == NULL)
        return -EBADF;
    *fd = s->fd;
    return 0;
}

/* The handles of addons; those of the runtime are not libuv's. */
void uv_walk(uv_loop *loop, uv_walk_fn *fn, void *arg)
{
    const orr_link *end = &loop->r->handles;
    orr_link *next;

    for (orr_link *l = end->next; l != end; l = next) {
        bind_handle *h = (bind_handle *)bind_wrap_at(l);

        next = l->next;
        if (h->type == &type)
            fn(((side *)h)->handle, arg);
    }
}

/* ---- Callbacks ---------------------------------------------------------- */

static void call_fn(void *arg)
{
    const side *s = arg;

    s->fn(s->handle);
}

static void call_side(orr_handle *handle)
{
    side *s = handle->data;

    bind_uv_call(s->base.wrap.r, call_fn, s);
}

static void on_timer(orr_timer *t)
{
    call_side(&t->handle);
}

static void on_idle(orr_idle *h)
{
    call_side(&h->handle);
}

static void on_prepare(orr_prepare *h)
{
    call_side(&h->handle);
}

static void on_check(orr_check *h)
{
    call_side(&h->handle);
}

/* libuv allows an async handle without a callback, which only wakes the loop.
 */
static void on_async(orr_async *a)
{
    side *s = a->handle.data;

    if (s->fn != NULL)
        call_side(&a->handle);
    else
        orr_set_after(s->base.wrap.r->loop, false);
}

/* ---- Async -------------------------------------------------------------- */

int uv_async_init(uv_loop *loop, uv_handle *h, uv_handle_fn *fn)
{
    side *s = new_side(loop, h, UV_ASYNC);

    if (s == NULL)
        return -ENOMEM;
    s->fn = fn;
    const int err = orr_async_init(loop->r->loop, &s->is.async, on_async);
    if (err < 0) {
        h->side = NULL;
        free(s);
        return err;
    }
    bind_handle_open(loop->r, &s->base, &type, NULL);
    return 0;
}

/* Thread: any, until the close callback. */
int uv_async_send(uv_handle *h)
{
    return h->side != NULL ? orr_async_send(&h->side->is.async) : -EINVAL;
}

/* ---- Timers ------------------------------------------------------------- */

int uv_timer_init(uv_loop *loop, uv_handle *h)
{
    return open_handle(loop, h, UV_TIMER);
}

int uv_timer_start(uv_handle *h, uv_handle_fn *fn, uint64_t ms,
                   uint64_t repeat_ms)
{
    side *s = open_side(h);

    if (s == NULL || fn == NULL)
        return -EINVAL;
    orr_timer_stop(&s->is.timer);
    s->fn = fn;
    s->repeat_ms = repeat_ms;
    return orr_timer_start_repeating(loop_of(s), &s->is.timer, ms, repeat_ms,
                                     on_timer);
}

int uv_timer_stop(uv_handle *h)
{
    side *s = open_side(h);

    if (s != NULL)
        orr_timer_stop(&s->is.timer);
    return 0;
}

int uv_timer_again(uv_handle *h)
{
    const side *s = open_side(h);

    if (s == NULL || s->fn == NULL)
        return -EINVAL;
    return s->repeat_ms == 0
               ? 0
               : uv_timer_start(h, s->fn, s->repeat_ms, s->repeat_ms);
}

void uv_timer_set_repeat(uv_handle *h, uint64_t repeat_ms)
{
    side *s = open_side(h);

    if (s == NULL)
        return;
    s->repeat_ms = repeat_ms;
    orr_timer_set_repeat(&s->is.timer, repeat_ms);
}

uint64_t uv_timer_get_repeat(const uv_handle *h)
{
    const side *s = open_side(h);

    return s != NULL ? s->repeat_ms : 0;
}

uint64_t uv_timer_get_due_in(const uv_handle *h)
{
    const side *s = open_side(h);

    return s != NULL && orr_is_active(&s->is.handle)
               ? orr_timer_due_in(&s->is.timer)
               : 0;
}

/* ---- Idle, prepare, check ----------------------------------------------- */

/* The side to start; NULL with the result if there is nothing to do. */
static side *side_startable(const uv_handle *h, uv_handle_fn *fn, int *err)
{
    side *s = open_side(h);

    *err = s == NULL || fn == NULL ? -EINVAL : 0;
    if (*err < 0 || orr_is_active(&s->is.handle))
        return NULL; /* started already: it stays as it is */
    s->fn = fn;
    return s;
}

int uv_idle_init(uv_loop *loop, uv_handle *h)
{
    return open_handle(loop, h, UV_IDLE);
}

int uv_idle_start(uv_handle *h, uv_handle_fn *fn)
{
    int err;
    side *s = side_startable(h, fn, &err);

    return s != NULL ? orr_idle_start(loop_of(s), &s->is.idle, on_idle) : err;
}

int uv_idle_stop(uv_handle *h)
{
    side *s = open_side(h);

    if (s != NULL)
        orr_idle_stop(&s->is.idle);
    return 0;
}

int uv_prepare_init(uv_loop *loop, uv_handle *h)
{
    return open_handle(loop, h, UV_PREPARE);
}

int uv_prepare_start(uv_handle *h, uv_handle_fn *fn)
{
    int err;
    side *s = side_startable(h, fn, &err);

    return s != NULL ? orr_prepare_start(loop_of(s), &s->is.prepare, on_prepare)
                     : err;
}

int uv_prepare_stop(uv_handle *h)
{
    side *s = open_side(h);

    if (s != NULL)
        orr_prepare_stop(&s->is.prepare);
    return 0;
}

int uv_check_init(uv_loop *loop, uv_handle *h)
{
    return open_handle(loop, h, UV_CHECK);
}

int uv_check_start(uv_handle *h, uv_handle_fn *fn)
{
    int err;
    side *s = side_startable(h, fn, &err);

    return s != NULL ? orr_check_start(loop_of(s), &s->is.check, on_check)
                     : err;
}

int uv_check_stop(uv_handle *h)
{
    side *s = open_side(h);

    if (s != NULL)
        orr_check_stop(&s->is.check);
    return 0;
}

/* ---- Poll --------------------------------------------------------------- */

static void call_poll_fn(void *arg)
{
    const side *s = arg;

    s->poll_fn(s->handle, s->status, s->events);
}

static void on_poll(orr_poll *p, int status, int events)
{
    side *s = p->handle.data;

    s->status = status;
    s->events = events;
    bind_uv_call(s->base.wrap.r, call_poll_fn, s);
}

/* What is wrong with the descriptor is found when it is started. */
int uv_poll_init(uv_loop *loop, uv_handle *h, int fd)
{
    if (fd < 0)
        return -EBADF;
    const int err = open_handle(loop, h, UV_POLL);
    if (err == 0)
        h->side->fd = fd;
    return err;
}

int uv_poll_init_socket(uv_loop *loop, uv_handle *h, int fd)
{
    return uv_poll_init(loop, h, fd);
}

/* The events have the same numbers. */
int uv_poll_start(uv_handle *h, int events, uv_poll_fn *fn)
{
    side *s = open_side(h);

    if (s == NULL || fn == NULL)
        return -EINVAL;
    s->poll_fn = fn;
    if (events == 0)
        return uv_poll_stop(h);
    return orr_poll_start(loop_of(s), &s->is.poll, s->fd, events, on_poll);
}

int uv_poll_stop(uv_handle *h)
{
    side *s = open_side(h);

    if (s == NULL)
        return -EINVAL;
    orr_poll_stop(&s->is.poll);
    return 0;
}
