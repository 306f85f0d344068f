/*
 * src_watch.c - change events of files and directories, by inotify.
 *
 * One inotify descriptor serves a back end. The kernel numbers what is watched
 * by inode, not by path, so several operations may share a number:
 *
 *      hash of wd -> place -> op -> op
 *                    place -> op
 *
 * A batch is one read of a small buffer. Its size bounds the batch: BUFFER
 * holds no more than 32 events, so no operation has more than poll.h allows.
 * The rest keeps the descriptor readable.
 *
 * What must stay true:
 *
 *  1. Callbacks run between two calls of orr__watches_next(), and may remove
 *     any operation and with it its place. So nothing but `cursor`, which
 *     remove corrects, points to either from one call to the next.
 *  2. An operation gets no event that was read before it was added. op->result
 *     is its wd and, in the lower half, the batch during which it was added.
 *  3. A child made by fork() shares the kernel's side with its parent, so it
 *     takes nothing out of it.
 */
#include "poll/sys/sys.h"

#include <errno.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "base/base.h"

#define BUFFER (ORR__BATCH_MAX * sizeof(struct inotify_event))
_Static_assert(BUFFER >= sizeof(struct inotify_event) + 256,
               "the longest name fits, or read() would fail");

#define CHANGES (IN_ATTRIB | IN_MODIFY)
#define RENAMES                                                                \
    (IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_MOVED_FROM |   \
     IN_MOVED_TO)

typedef struct place place;
struct place {
    place *next; /* in its bucket */
    orr__op *first, *last;
    int wd;
    bool dropped; /* the kernel has dropped the watch by itself */
    bool lost; /* must report that events were lost */
};

typedef struct watcher {
    place **hash;
    uint32_t capacity; /* a power of two */
    uint32_t count;
    pid_t pid; /* the process that opened it */

    _Alignas(struct inotify_event) char buffer[BUFFER];
    size_t at, len;
    uint32_t batch;
    bool in_batch;
    orr__op *cursor;  /* the next operation to report to, */
    const char *name; /* what; NULL: the name of the file itself, */
    int events;       /* and that this has happened */
    bool losing;      /* the kernel's queue was full: reporting it to all */
    uint32_t losing_at;
} watcher;

/* ---- Places ------------------------------------------------------------ */

static place **watch_bucket(watcher *w, int wd)
{
    return &w->hash[(uint32_t)wd & (w->capacity - 1)];
}

static place *place_find(watcher *w, int wd)
{
    place *p = *watch_bucket(w, wd);

    while (p != NULL && p->wd != wd)
        p = p->next;
    return p;
}

/* Without memory the chains get longer, that is all. */
static void hash_grow(const orr_allocator *a, watcher *w)
{
    uint32_t old_capacity = w->capacity;
    place **old = w->hash;
    place **hash = orr__alloc_array(a, old_capacity * 2, sizeof(place *));

    if (hash == NULL)
        return;
    w->hash = hash;
    w->capacity = old_capacity * 2;
    w->losing_at = 0; /* places have moved: look at all of them again */
    for (uint32_t i = 0; i < old_capacity; i++) {
        for (place *p = old[i], *next; p != NULL; p = next) {
            next = p->next;
            p->next = *watch_bucket(w, p->wd);
            *watch_bucket(w, p->wd) = p;
        }
    }
    orr__free(a, old);
}

static place *place_add(const orr_allocator *a, watcher *w, int wd)
{
    place *p = orr__alloc(a, sizeof *p);

    if (p == NULL)
        return NULL;
    if (w->count >= w->capacity)
        hash_grow(a, w);
    p->wd = wd;
    p->next = *watch_bucket(w, wd);
    *watch_bucket(w, wd) = p;
    w->count++;
    return p;
}

static void place_free(const orr_allocator *a, watcher *w, place *p)
{
    place **at = watch_bucket(w, p->wd);

    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    w->count--;
    orr__free(a, p);
}

/* ---- Adding and removing ----------------------------------------------- */

static int watcher_open(orr__watches *ws)
{
    int err = -ENOMEM;
    watcher *w = orr__alloc(ws->allocator, sizeof *w);

    if (w == NULL)
        return err;
    w->capacity = 16;
    w->hash = orr__alloc_array(ws->allocator, w->capacity, sizeof(place *));
    if (w->hash == NULL)
        goto free_watcher;
    ws->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (ws->fd < 0) {
        err = -errno;
        goto free_hash;
    }
    w->pid = getpid();
    ws->state = w;
    return 0;

free_hash:
    orr__free(ws->allocator, w->hash);
free_watcher:
    orr__free(ws->allocator, w);
    return err;
}

static void watcher_close(orr__watches *ws)
{
    watcher *w = ws->state;

    close(ws->fd);
    ws->fd = -1;
    orr__free(ws->allocator, w->hash);
    orr__free(ws->allocator, w);
    ws->state = NULL;
}

static int watch_path(orr__watches *ws, orr__op *op)
{
    watcher *w = ws->state;
    int wd = inotify_add_watch(ws->fd, op->u.fs.path, CHANGES | RENAMES);

    if (wd < 0)
        return -errno;
    place *p = place_find(w, wd);
    if (p == NULL)
        p = place_add(ws->allocator, w, wd);
    if (p == NULL) {
        inotify_rm_watch(ws->fd, wd);
        return -ENOMEM;
    }
    op->result = (int64_t)wd << 32 | w->batch;
    op->next = NULL;
    op->prev = p->last;
    if (p->last != NULL)
        p->last->next = op;
    else
        p->first = op;
    p->last = op;
    return 0;
}

int orr__watch_add(orr__watches *ws, orr__op *op)
{
    bool first = ws->state == NULL;
    int err = first ? watcher_open(ws) : 0;

    if (err != 0)
        return err;
    err = watch_path(ws, op);
    if (err != 0 && first)
        watcher_close(ws);
    return err;
}

void orr__watch_remove(orr__watches *ws, orr__op *op)
{
    watcher *w = ws->state;
    place *p = place_find(w, (int)(op->result >> 32));

    must(p != NULL, "a watch that is under way has its place");
    if (w->cursor == op)
        w->cursor = op->next;
    if (op->prev != NULL)
        op->prev->next = op->next;
    else
        p->first = op->next;
    if (op->next != NULL)
        op->next->prev = op->prev;
    else
        p->last = op->prev;
    op->next = op->prev = NULL;
    if (p->first != NULL)
        return;
    if (!p->dropped && w->pid == getpid())
        inotify_rm_watch(ws->fd, p->wd);
    place_free(ws->allocator, w, p);
}

void orr__watches_close(orr__watches *ws)
{
    watcher *w = ws->state;

    if (w == NULL)
        return;
    for (uint32_t i = 0; i < w->capacity; i++)
        while (w->hash[i] != NULL)
            place_free(ws->allocator, w, w->hash[i]);
    watcher_close(ws);
}

/* ---- Delivery ---------------------------------------------------------- */

static void batch_begin(orr__watches *ws, watcher *w)
{
    ssize_t n;

    do
        n = read(ws->fd, w->buffer, sizeof w->buffer);
    while (n < 0 && errno == EINTR);
    w->at = 0;
    w->len = n > 0 ? (size_t)n : 0;
    w->batch++;
    w->in_batch = true;
}

/* The kernel had more to say than its queue could hold. */
static void lose_begin(watcher *w)
{
    for (uint32_t i = 0; i < w->capacity; i++)
        for (place *p = w->hash[i]; p != NULL; p = p->next)
            p->lost = true;
    w->losing = true;
    w->losing_at = 0;
    w->events = ORR_WATCH_CHANGE;
}

static place *lose_next(watcher *w)
{
    for (; w->losing_at < w->capacity; w->losing_at++) {
        for (place *p = w->hash[w->losing_at]; p != NULL; p = p->next) {
            if (p->lost) {
                p->lost = false;
                return p;
            }
        }
    }
    w->losing = false;
    return NULL;
}

/*
 * Take the next event out of the buffer. A watch that the kernel has dropped
 * (IN_IGNORED) is reported as a rename, as in Node.
 */
static void event_next(watcher *w)
{
    const struct inotify_event *e =
        (const struct inotify_event *)(const void *)(w->buffer + w->at);

    w->at += sizeof *e + e->len;
    if (e->mask & IN_Q_OVERFLOW) {
        lose_begin(w);
        return;
    }
    place *p = place_find(w, e->wd);
    if (p == NULL)
        return; /* no operation watches it any more */
    p->dropped |= (e->mask & IN_IGNORED) != 0;
    w->cursor = p->first;
    w->name = e->len > 0 ? e->name : NULL;
    w->events = (e->mask & CHANGES ? ORR_WATCH_CHANGE : 0) |
                (e->mask & ~(uint32_t)CHANGES ? ORR_WATCH_RENAME : 0);
}

/* Move to the next event of an operation; false at the end of the batch. */
static bool cursor_move(watcher *w)
{
    while (w->cursor == NULL) {
        place *p = w->losing ? lose_next(w) : NULL;

        if (p != NULL)
            w->cursor = p->first;
        else if (w->at < w->len)
            event_next(w);
        else
            return false;
    }
    return true;
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

bool orr__watches_next(orr__watches *ws, orr__event *ev)
{
    watcher *w = ws->state;

    if (w == NULL)
        return false;
    if (!w->in_batch)
        batch_begin(ws, w);
    while (cursor_move(w)) {
        orr__op *op = w->cursor;

        w->cursor = op->next;
        if ((uint32_t)op->result == w->batch)
            continue;
        *ev = (orr__event){ .op = op, .result = w->events, .more = true };
        if (!w->losing)
            ev->data = w->name ? w->name : name_of(op->u.fs.path);
        return true;
    }
    w->in_batch = false;
    return false;
}
