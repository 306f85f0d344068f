/*
 * handle.c - the life of handles and requests.
 *
 *                  start or init                orr_close()
 *      untouched ----------------> live ------------------------> closing
 *          ^                        |                                |
 *          |        stop            |      closing phase: finish,    |
 *          +------------------------+      close callback            v
 *                                                                  closed
 *
 * Kinds that hold nothing of the kernel (timer, idle, prepare, check, signal,
 * poll, watch) go back to untouched when they are stopped. All others stay
 * live, active or not, until they are closed. A closing handle may only be
 * asked questions; a closed one must be zeroed before it is used again.
 */
#include <stdio.h>
#include <string.h>

#include "loop/internal.h"

static const char *const kind_names[] = {
    [ORR_KIND_NONE] = "none",
    [ORR_TIMER] = "timer",
    [ORR_IDLE] = "idle",
    [ORR_PREPARE] = "prepare",
    [ORR_CHECK] = "check",
    [ORR_ASYNC] = "async",
    [ORR_SIGNAL] = "signal",
    [ORR_POLL] = "poll",
    [ORR_TCP] = "tcp",
    [ORR_PIPE] = "pipe",
    [ORR_TTY] = "tty",
    [ORR_UDP] = "udp",
    [ORR_PROCESS] = "process",
    [ORR_WATCH] = "watch",
    [ORR_STAT_WATCH] = "stat_watch",
    [ORR_WRITE] = "write",
    [ORR_CONNECT] = "connect",
    [ORR_SHUTDOWN] = "shutdown",
    [ORR_SEND] = "send",
    [ORR_FS] = "fs",
    [ORR_WORK] = "work",
    [ORR_RANDOM] = "random",
    [ORR_ADDRINFO] = "addrinfo",
    [ORR_NAMEINFO] = "nameinfo",
};

const char *orr_kind_name(orr_kind kind)
{
    if ((unsigned)kind < sizeof kind_names / sizeof kind_names[0])
        return kind_names[kind];
    return kind >= ORR_KIND_USER && kind <= ORR_KIND_MAX ? "user" : "unknown";
}

/* ---- Checks ----------------------------------------------------------- */

_Noreturn static void used_after_close(const orr_handle *h)
{
    char sentence[96];

    snprintf(sentence, sizeof sentence,
             "a %s handle was used after orr_close()",
             orr_kind_name((orr_kind)h->record.kind));
    orr__must_failed(__FILE__, __LINE__, "not closed", sentence);
}

int orr__handle_check(const orr_handle *h, orr_kind kind)
{
    if (h == NULL)
        return -EINVAL;
    if (orr__unlikely(h->flags & (H_CLOSING | H_CLOSED)))
        used_after_close(h);
    return h->record.kind == kind ? 0 : -EINVAL;
}

int orr__handle_fresh(const orr_loop *loop, const orr_handle *h)
{
    if (loop == NULL || h == NULL)
        return -EINVAL;
    if (orr__unlikely(h->flags & (H_CLOSING | H_CLOSED)))
        used_after_close(h);
    return h->flags & H_LIVE ? -EBUSY : 0;
}

/* ---- Live ------------------------------------------------------------- */

static orr_link *list_of(orr_loop *loop, orr_kind kind)
{
    switch (kind) {
    case ORR_IDLE:
        return &loop->idle;
    case ORR_PREPARE:
        return &loop->prepare;
    case ORR_CHECK:
        return &loop->check;
    case ORR_ASYNC:
        return &loop->asyncs;
    default:
        return &loop->handles;
    }
}

/* Lists of a phase have the newest handle first, all others the oldest. */
void orr__handle_open(orr_loop *loop, orr_handle *h, orr_kind kind,
                      uintptr_t site)
{
    h->loop = loop;
    h->flags = (h->flags & H_KEPT) | H_LIVE;
    orr__schedule(loop, &h->record, kind, site);
    if (kind == ORR_IDLE || kind == ORR_PREPARE || kind == ORR_CHECK)
        orr__list_add_first(list_of(loop, kind), &h->link);
    else
        orr__list_add_last(list_of(loop, kind), &h->link);
}

void orr__handle_drop(orr_handle *h)
{
    must(!(h->flags & H_ACTIVE), "a handle is stopped before it is dropped");
    orr__list_remove(&h->link);
    h->flags &= H_KEPT;
}

/* ---- Closing ---------------------------------------------------------- */

typedef struct closer {
    void (*close)(orr_handle *h);  /* at orr_close(): stop everything */
    void (*finish)(orr_handle *h); /* in the closing phase; may be NULL */
} closer;

static const closer closers[] = {
    [ORR_TIMER] = { orr__timer_close, NULL },
    [ORR_IDLE] = { orr__phase_close, NULL },
    [ORR_PREPARE] = { orr__phase_close, NULL },
    [ORR_CHECK] = { orr__phase_close, NULL },
    [ORR_ASYNC] = { orr__async_close, NULL },
    [ORR_SIGNAL] = { orr__signal_close, NULL },
    [ORR_POLL] = { orr__poll_close, NULL },
    [ORR_TCP] = { orr__stream_close, orr__stream_finish },
    [ORR_PIPE] = { orr__stream_close, orr__stream_finish },
    [ORR_TTY] = { orr__stream_close, orr__stream_finish },
    [ORR_UDP] = { orr__udp_close, orr__udp_finish },
    [ORR_PROCESS] = { orr__process_close, NULL },
    [ORR_WATCH] = { orr__watch_close, NULL },
    [ORR_STAT_WATCH] = { orr__stat_watch_close, NULL },
};

/*
 * A handle that was stopped is in no list of the loop; closing it is allowed
 * (its owner may not know), and only calls back.
 */
void orr_close(orr_handle *h, orr_close_fn *fn)
{
    must(h != NULL && h->record.kind >= ORR_TIMER &&
             h->record.kind <= ORR_STAT_WATCH,
         "orr_close() takes a handle that was initialised or started");
    if (h->flags & (H_CLOSING | H_CLOSED))
        used_after_close(h);
    if (h->flags & H_LIVE)
        closers[h->record.kind].close(h);
    orr__handle_stop(h);
    if (h->link.next != NULL)
        orr__list_remove(&h->link);
    h->flags |= H_LIVE | H_CLOSING;
    orr__list_add_last(&h->loop->handles, &h->link);
    h->close_fn = fn;
    h->close_next = h->loop->closing;
    h->loop->closing = h;
    orr__schedule(h->loop, &h->record, (orr_kind)h->record.kind, ORR__SITE());
}

static void close_thunk(void *arg)
{
    orr_handle *h = arg;
    h->close_fn(h);
}

void orr__handle_finish(orr_handle *h)
{
    const closer *c = &closers[h->record.kind];

    if (c->finish != NULL)
        c->finish(h);
    orr__list_remove(&h->link);
    h->flags = H_CLOSED;
    if (h->close_fn != NULL)
        orr_call(h->loop, &h->record, close_thunk, h);
}

/* ---- Questions -------------------------------------------------------- */

bool orr_is_active(const orr_handle *h)
{
    return (h->flags & H_ACTIVE) != 0;
}

bool orr_is_closing(const orr_handle *h)
{
    return (h->flags & (H_CLOSING | H_CLOSED)) != 0;
}

orr_kind orr_handle_kind(const orr_handle *h)
{
    return (orr_kind)h->record.kind;
}

orr_loop *orr_handle_loop(const orr_handle *h)
{
    return h->loop;
}

void orr_ref(orr_handle *h)
{
    if (!(h->flags & H_UNREF))
        return;
    h->flags &= ~(uint32_t)H_UNREF;
    if (h->flags & H_ACTIVE)
        h->loop->active++;
}

void orr_unref(orr_handle *h)
{
    if (h->flags & H_UNREF)
        return;
    h->flags |= H_UNREF;
    if (h->flags & H_ACTIVE)
        h->loop->active--;
}

bool orr_has_ref(const orr_handle *h)
{
    return !(h->flags & H_UNREF);
}

/* ---- Requests --------------------------------------------------------- */

void orr__req_start(orr_loop *loop, orr_req *req, orr_kind kind, uintptr_t site)
{
    req->loop = loop;
    orr__schedule(loop, &req->record, kind, site);
    orr__list_add_last(&loop->reqs, &req->link);
    loop->requests++;
}

void orr__req_end(orr_req *req)
{
    must(req->loop->requests > 0, "a request ends once");
    orr__list_remove(&req->link);
    req->loop->requests--;
}

void orr__req_refuse(orr_req *req)
{
    orr__req_end(req);
    orr__trace_if(req->loop, ORR_EV_REFUSE, &req->record, NULL);
}

/* ---- Walking ---------------------------------------------------------- */

typedef struct walker {
    orr_walk_fn *fn;
    void *arg;
} walker;

static void show_handle(orr_handle *h, void *arg)
{
    const walker *w = arg;
    const orr_live live = {
        .kind = (orr_kind)h->record.kind,
        .active = (h->flags & H_ACTIVE) != 0,
        .ref = !(h->flags & H_UNREF),
        .closing = (h->flags & H_CLOSING) != 0,
        .record = &h->record,
        .thing = h,
        .fd = -1,
    };

    if (!(h->flags & H_INTERNAL))
        w->fn(&live, w->arg);
}

static void show_list(orr_link *head, walker *w)
{
    for (orr_link *l = head->next; l != head; l = l->next)
        show_handle(orr__handle_of(l), w);
}

/* read and write have buffers in the place of a path. */
static void describe_file_call(orr_req *req, orr_live *live)
{
    const orr__op *op = orr__fs_op(req);

    if (op == NULL)
        return;
    live->what = orr__code_name((orr__code)op->code);
    if (op->code == OP_READ || op->code == OP_WRITE)
        live->fd = op->fd;
    else
        live->path = op->u.fs.path;
}

static void show_req(orr_req *req, const walker *w)
{
    orr_live live = {
        .kind = (orr_kind)req->record.kind,
        .is_request = true,
        .active = true,
        .ref = true,
        .record = &req->record,
        .thing = req,
        .fd = -1,
    };

    if (live.kind == ORR_FS)
        describe_file_call(req, &live);
    w->fn(&live, w->arg);
}

void orr_walk(orr_loop *loop, orr_walk_fn *fn, void *arg)
{
    walker w = { fn, arg };

    show_list(&loop->handles, &w);
    show_list(&loop->pass, &w);
    show_list(&loop->asyncs, &w);
    show_list(&loop->idle, &w);
    show_list(&loop->prepare, &w);
    show_list(&loop->check, &w);
    orr__timers_walk(loop, show_handle, &w);
    for (orr_link *l = loop->reqs.next; l != &loop->reqs; l = l->next)
        show_req(orr__container(l, orr_req, link), &w);
}
