/*
 * stat_watch.c - watching a path by polling it with stat(), for file systems
 * without change events.
 *
 *      handle (the user's)   io (ours)
 *      +----------+  io      +-----------------------------------+
 *      |          |--------->| timer | look (an fs request) | ...|
 *      |          |<---------|  owner                            |
 *      +----------+          +-----------------------------------+
 *
 * The timer ticks every interval, whether or not the handle's callback is slow;
 * a tick during a stat() is skipped. A stat() can't be cancelled once a thread
 * has it, so stopping the handle only unlinks `io`, which is freed when the
 * stat() is over.
 *
 * The timer is internal: it does not keep the loop alive (the handle does), and
 * orr_walk() does not show it, so that no walker can close it.
 */
#include "loop/internal.h"

#include <string.h>

struct orr__stat_watch {
    orr_stat_watch *owner; /* NULL: stopped */
    orr_loop *loop;
    orr_timer timer;
    orr_fs look;
    orr_stat fresh; /* what the running stat() finds */
    orr_stat last;  /* what the last successful one found */
    int seen;       /* 0: nothing yet; 1: `last`; < 0: that error */
    bool busy;      /* a stat() is under way, or a callback */
    char path[];
};

static orr_stat_watch *watch_of(orr_handle *h)
{
    return orr__container(h, orr_stat_watch, handle);
}

static void io_free(struct orr__stat_watch *io)
{
    orr__free(&io->loop->allocator, io);
}

/* ---- Reporting -------------------------------------------------------- */

typedef struct news {
    orr_stat_watch *w;
    orr_stat_watch_fn *fn;
    int status;
    orr_stat prev, now;
} news;

static void stat_thunk(void *arg)
{
    const news *n = arg;
    n->fn(n->w, n->status, &n->prev, &n->now);
}

/* The callback may stop the handle, and free it or start it again. */
static void stat_report(struct orr__stat_watch *io, int status,
                        const orr_stat *prev, const orr_stat *now)
{
    orr_record record = io->owner->handle.record;
    news n = { io->owner, io->owner->fn, status, *prev, *now };

    record.trigger = io->look.req.record.id;
    orr_call(io->loop, &record, stat_thunk, &n);
}

static bool same_time(const orr_time *a, const orr_time *b)
{
    return a->sec == b->sec && a->nsec == b->nsec;
}

/* The time of access is not compared: reading a file is not a change. */
static bool stat_is_same(const orr_stat *a, const orr_stat *b)
{
    return same_time(&a->ctime, &b->ctime) && same_time(&a->mtime, &b->mtime) &&
           same_time(&a->btime, &b->btime) && a->size == b->size &&
           a->mode == b->mode && a->uid == b->uid && a->gid == b->gid &&
           a->ino == b->ino && a->dev == b->dev && a->flags == b->flags;
}

/* The result is stored before the callback, which may free this `io`. */
static void stat_compare(struct orr__stat_watch *io, int result)
{
    static const orr_stat nothing;
    const int before = io->seen;
    const orr_stat prev = io->last;

    if (result == -ECANCELED)
        return;
    if (result < 0) {
        io->seen = result;
        if (before != result)
            stat_report(io, result, &prev, &nothing);
        return;
    }
    io->seen = 1;
    io->last = io->fresh;
    if (before < 0 || (before == 1 && !stat_is_same(&prev, &io->fresh)))
        stat_report(io, 0, &prev, &io->fresh);
}

/* ---- Looking ---------------------------------------------------------- */

/* `busy` is still set, so that the callback does not free `io`. */
static void finish_look(struct orr__stat_watch *io, int result)
{
    if (io->owner != NULL)
        stat_compare(io, result);
    io->busy = false;
    if (io->owner == NULL)
        io_free(io);
}

static void on_look(orr_fs *req)
{
    finish_look(orr__container(req, struct orr__stat_watch, look),
              (int)req->result);
}

static int stat_look(struct orr__stat_watch *io)
{
    int err = orr_fs_stat(io->loop, &io->look, io->path, &io->fresh, on_look);

    io->busy = err == 0;
    return err;
}

/* A stat() that can't be started counts as one that failed. */
static void on_tick(orr_timer *t)
{
    struct orr__stat_watch *io =
        orr__container(t, struct orr__stat_watch, timer);

    if (io->busy)
        return;
    int err = stat_look(io);
    if (err == 0)
        return;
    io->busy = true;
    finish_look(io, err);
}

/* ---- The handle ------------------------------------------------------- */

static struct orr__stat_watch *io_new(orr_loop *loop, orr_stat_watch *w,
                                      const char *path)
{
    size_t size = strlen(path) + 1;
    struct orr__stat_watch *io =
        orr__alloc(&loop->allocator, sizeof *io + size);

    if (io == NULL)
        return NULL;
    io->owner = w;
    io->loop = loop;
    memcpy(io->path, path, size);
    io->timer.handle.flags = H_UNREF | H_INTERNAL;
    return io;
}

int orr_stat_watch_start(orr_loop *loop, orr_stat_watch *w, const char *path,
                         uint64_t interval_ms, orr_stat_watch_fn *fn)
{
    if (w == NULL || path == NULL || fn == NULL)
        return -EINVAL;
    int err = orr__handle_fresh(loop, &w->handle);
    if (err < 0)
        return err;
    struct orr__stat_watch *io = io_new(loop, w, path);
    if (io == NULL)
        return -ENOMEM;
    if (interval_ms == 0)
        interval_ms = 1;
    orr__handle_open(loop, &w->handle, ORR_STAT_WATCH, ORR__SITE());
    err = orr_timer_start_repeating(loop, &io->timer, interval_ms, interval_ms,
                                    on_tick);
    if (err < 0)
        goto drop_handle;
    err = stat_look(io);
    if (err < 0)
        goto stop_timer;
    w->io = io;
    w->fn = fn;
    orr__handle_start(&w->handle);
    return 0;

stop_timer:
    orr_timer_stop(&io->timer);
drop_handle:
    orr__handle_drop(&w->handle);
    io_free(io);
    return err;
}

static void stat_stop(orr_stat_watch *w)
{
    struct orr__stat_watch *io = w->io;

    orr_timer_stop(&io->timer);
    io->owner = NULL;
    w->io = NULL;
    if (!io->busy)
        io_free(io);
    orr__handle_stop(&w->handle);
    orr__handle_drop(&w->handle);
}

void orr_stat_watch_stop(orr_stat_watch *w)
{
    if (w != NULL && orr__handle_check(&w->handle, ORR_STAT_WATCH) == 0 &&
        (w->handle.flags & H_ACTIVE))
        stat_stop(w);
}

void orr__stat_watch_close(orr_handle *h)
{
    stat_stop(watch_of(h));
}
