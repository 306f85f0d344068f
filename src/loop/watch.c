/*
 * watch.c - change events of a file or of the entries of a directory.
 *
 * The operation uses a copy of the path for as long as it is under way. The
 * name that is passed to the callback may be a part of that path, which is
 * freed if the callback stops the handle; so the callback gets a copy.
 */
#include <string.h>

#include "loop/internal.h"

#define NAME_SIZE 256 /* a name has 255 bytes at most, on any file system */

static void watch_stop(orr_watch *w)
{
    orr_loop *loop = w->handle.loop;

    orr__cancel(loop, w->op);
    orr__free(&loop->allocator, w->op);
    orr__free(&loop->allocator, w->path);
    w->op = NULL;
    w->path = NULL;
    orr__handle_stop(&w->handle);
    orr__handle_drop(&w->handle);
}

typedef struct watch_call {
    orr_watch *w;
    orr_watch_fn *fn;
    const char *name;
    int events, status;
} watch_call;

static void watch_thunk(void *arg)
{
    const watch_call *c = arg;
    c->fn(c->w, c->name, c->events, c->status);
}

static void on_event(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    orr_watch *w = op->owner;
    orr_record record = w->handle.record;
    char name[NAME_SIZE];
    watch_call c = { .w = w, .fn = w->fn };

    if (ev->result < 0)
        c.status = (int)ev->result;
    else
        c.events = (int)ev->result;
    if (ev->data != NULL) {
        size_t len = strnlen(ev->data, sizeof name - 1);
        memcpy(name, ev->data, len);
        name[len] = 0;
        c.name = name;
    }
    if (!ev->more)
        watch_stop(w);
    orr_call(loop, &record, watch_thunk, &c);
}

static int watch_start(orr_loop *loop, orr_watch *w, const char *path,
                       uintptr_t site)
{
    int err = -ENOMEM;
    orr__op *op = orr__alloc(&loop->allocator, sizeof *op);

    if (op == NULL)
        return err;
    char *copy = orr__strdup(&loop->allocator, path);
    if (copy == NULL)
        goto free_op;
    op->code = OP_WATCH;
    op->u.fs.path = copy;
    op->owner = w;
    op->done = on_event;
    orr__handle_open(loop, &w->handle, ORR_WATCH, site);
    err = orr__submit(loop, op, &w->handle.record);
    if (err < 0)
        goto drop_handle;
    w->op = op;
    w->path = copy;
    orr__handle_start(&w->handle);
    return 0;

drop_handle:
    orr__handle_drop(&w->handle);
    orr__free(&loop->allocator, copy);
free_op:
    orr__free(&loop->allocator, op);
    return err;
}

int orr_watch_start(orr_loop *loop, orr_watch *w, const char *path,
                    orr_watch_fn *fn)
{
    if (w == NULL || path == NULL || fn == NULL)
        return -EINVAL;
    int err = orr__handle_fresh(loop, &w->handle);
    if (err == 0)
        err = watch_start(loop, w, path, ORR__SITE());
    if (err < 0)
        return err;
    w->fn = fn;
    return 0;
}

void orr_watch_stop(orr_watch *w)
{
    if (orr__handle_check(&w->handle, ORR_WATCH) == 0 &&
        (w->handle.flags & H_ACTIVE))
        watch_stop(w);
}

const char *orr_watch_path(const orr_watch *w)
{
    return w->path;
}

void orr__watch_close(orr_handle *h)
{
    watch_stop(orr__container(h, orr_watch, handle));
}
