/*
 * fs_watch.c - change events.
 *
 * Watches report what inotify would report, in its order and with its merging,
 * so that a program sees here what it would see on Linux. Changes that other
 * processes make to the real files are not seen.
 *
 *      a change  ->  news, for each watch it concerns  ->  a ring  ->  events
 *
 * An operation reserves space in the ring before it changes anything, so that
 * adding the news can't fail. Besides, the ring always has two places for each
 * watch: a file may end when its last descriptor is closed, and closing can't
 * fail. Like the kernel's queue the ring is bounded. When it is full, news get
 * lost, and every watch reports a change without a name.
 *
 * The two kinds of events are libuv's: bytes and attributes are a change, and
 * everything else is a rename; also what happens to a directory in a watched
 * directory, as in libuv.
 */
#include "poll/sim/fs.h"

#include <errno.h>
#include <string.h>

#define NEWS_MAX 16384   /* fs.inotify.max_queued_events, as it usually is */
#define NEWS_OF_ONE_OP 8 /* the most events of one operation for one watch */
#define NEWS_AT_THE_END 2

struct sim_watch {
    sim_watch *next;
    orr__op *op;
    sim_node *node;              /* held; NULL: it has ended */
    bool lost;                   /* must report that events were lost */
    char name[SIM_NAME_MAX + 1]; /* what news about the node itself say */
};

struct sim_news {
    orr__op *op;
    const sim_node *node; /* only to be compared */
    uint32_t mask;
    char name[SIM_NAME_MAX + 1];
};

/* ---- The ring --------------------------------------------------------- */

static sim_news *news_at(orr__sim_fs *fs, uint32_t i)
{
    return &fs->news[(fs->news_first + i) % fs->news_cap];
}

static int news_grow(orr__sim_fs *fs, uint32_t watches)
{
    uint32_t want =
        fs->news_count + watches * (NEWS_OF_ONE_OP + NEWS_AT_THE_END);
    sim_news *more;

    if (want > NEWS_MAX)
        want = NEWS_MAX;
    if (want <= fs->news_cap)
        return 0;
    want = want * 2 < NEWS_MAX ? want * 2 : NEWS_MAX;
    more = orr__alloc_array(fs->a, want, sizeof *more);
    if (more == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < fs->news_count; i++)
        more[i] = *news_at(fs, i);
    orr__free(fs->a, fs->news);
    fs->news = more;
    fs->news_cap = want;
    fs->news_first = 0;
    return 0;
}

int orr__sim_news_prepare(orr__sim_fs *fs)
{
    return fs->nwatches == 0 ? 0 : news_grow(fs, fs->nwatches);
}

/*
 * The kernel drops news that only repeat the newest one in its queue. It has
 * one place there for a node where we have one per watch, so we look back over
 * those of the other watches of that node.
 */
static bool is_repetition(orr__sim_fs *fs, const sim_watch *w, uint32_t mask,
                          const char *name)
{
    for (uint32_t i = fs->news_count; i > 0; i--) {
        const sim_news *n = news_at(fs, i - 1);

        if (n->node != w->node || n->mask != mask || strcmp(n->name, name) != 0)
            return false;
        if (n->op == w->op)
            return true;
    }
    return false;
}

static void news_lose(orr__sim_fs *fs)
{
    for (sim_watch *w = fs->watches; w != NULL; w = w->next) {
        fs->watch_lost += !w->lost;
        w->lost = true;
    }
}

static void news_add(orr__sim_fs *fs, const sim_watch *w, uint32_t mask,
                     const char *name)
{
    sim_news *n;

    if (is_repetition(fs, w, mask, name))
        return;
    if (fs->news_count == fs->news_cap) {
        news_lose(fs);
        return;
    }
    n = news_at(fs, fs->news_count++);
    n->op = w->op;
    n->node = w->node;
    n->mask = mask;
    strcpy(n->name, name);
}

void orr__sim_news_entry(orr__sim_fs *fs, sim_node *dir, const char *name,
                         uint32_t mask)
{
    for (sim_watch *w = fs->watches; w != NULL; w = w->next)
        if (w->node == dir)
            news_add(fs, w, mask, name);
}

static void watches_end(orr__sim_fs *fs, sim_node *node)
{
    for (sim_watch *w = fs->watches; w != NULL; w = w->next) {
        if (w->node != node)
            continue;
        news_add(fs, w, NEWS_IGNORED, w->name);
        w->node = NULL;
        orr__sim_node_drop(fs, node); /* the caller holds it, too */
    }
}

void orr__sim_news_self(orr__sim_fs *fs, sim_node *node, uint32_t mask)
{
    for (sim_watch *w = fs->watches; w != NULL; w = w->next)
        if (w->node == node)
            news_add(fs, w, mask, w->name);
    if ((mask & NEWS_DELETE_SELF) != 0)
        watches_end(fs, node);
}

void orr__sim_news_about(orr__sim_fs *fs, sim_node *dir, const char *name,
                         sim_node *node, uint32_t mask)
{
    if (orr__sim_is(node, SIM_DIR))
        mask |= NEWS_IS_DIR;
    if (dir != NULL && dir != node)
        orr__sim_news_entry(fs, dir, name, mask);
    orr__sim_news_self(fs, node, mask);
}

/* ---- Watches ---------------------------------------------------------- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

int orr__sim_fs_watch_add(orr__sim_fs *fs, orr__op *op)
{
    sim_watch *w;
    sim_spot spot;
    int err = orr__sim_spot_need(fs, op->u.fs.path, FOLLOW, &spot);

    if (err < 0)
        return err;
    w = orr__alloc(fs->a, sizeof *w);
    err = w == NULL ? -ENOMEM : news_grow(fs, fs->nwatches + 1);
    if (err < 0) {
        orr__free(fs->a, w);
        orr__sim_spot_drop(fs, &spot);
        return err;
    }
    w->op = op;
    w->node = orr__sim_node_hold(spot.node);
    strcpy(w->name, base_name(op->u.fs.path)); /* the walk found it to fit */
    orr__sim_spot_drop(fs, &spot);

    if (fs->watches_last != NULL)
        fs->watches_last->next = w;
    else
        fs->watches = w;
    fs->watches_last = w;
    fs->nwatches++;
    return 0;
}

/* Drop the news of a watch that ends. */
static void news_forget(orr__sim_fs *fs, const orr__op *op)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < fs->news_count; i++) {
        const sim_news *n = news_at(fs, i);

        if (n->op != op)
            *news_at(fs, kept++) = *n;
    }
    fs->news_count = kept;
}

void orr__sim_fs_watch_remove(orr__sim_fs *fs, orr__op *op)
{
    sim_watch *before = NULL, *w = fs->watches;

    while (w != NULL && w->op != op) {
        before = w;
        w = w->next;
    }
    must(w != NULL, "a watch that is removed was added");
    if (before != NULL)
        before->next = w->next;
    else
        fs->watches = w->next;
    if (fs->watches_last == w)
        fs->watches_last = before;
    fs->nwatches--;
    fs->watch_lost -= w->lost;
    news_forget(fs, op);
    orr__sim_node_drop(fs, w->node);
    orr__free(fs->a, w);
}

void orr__sim_fs_watch_forget(orr__sim_fs *fs, const orr__poll *home)
{
    sim_watch *next;

    for (sim_watch *w = fs->watches; w != NULL; w = next) {
        next = w->next;
        if (home == NULL || w->op->home == home)
            orr__sim_fs_watch_remove(fs, w->op);
    }
}

void orr__sim_watch_close(orr__sim_fs *fs)
{
    must(fs->watches == NULL, "every loop has forgotten its watches");
    orr__free(fs->a, fs->news);
}

/* ---- Handing out ------------------------------------------------------ */

/* The place in the ring of the first for a watch of this loop; news_count:
 * there is none. */
static uint32_t news_find(orr__sim_fs *fs, const orr__poll *home)
{
    uint32_t i = 0;

    while (i < fs->news_count && news_at(fs, i)->op->home != home)
        i++;
    return i;
}

static sim_watch *lost_find(orr__sim_fs *fs, const orr__poll *home)
{
    sim_watch *w = fs->watch_lost > 0 ? fs->watches : NULL;

    while (w != NULL && !(w->lost && w->op->home == home))
        w = w->next;
    return w;
}

bool orr__sim_fs_watch_ready(orr__sim_fs *fs, const orr__poll *home)
{
    return news_find(fs, home) < fs->news_count || lost_find(fs, home) != NULL;
}

static void news_take(orr__sim_fs *fs, uint32_t i, orr__event *ev)
{
    const uint32_t changes = NEWS_MODIFY | NEWS_ATTRIB;
    const sim_news *n = news_at(fs, i);
    char *name = orr__sim_rx_of(n->op)->name;

    /* Copied out of the ring, whose place may be overwritten. */
    strcpy(name, n->name);
    *ev = (orr__event){
        .op = n->op,
        .result = ((n->mask & changes) != 0 ? ORR_WATCH_CHANGE : 0) |
                  ((n->mask & ~changes) != 0 ? ORR_WATCH_RENAME : 0),
        .more = true,
        .data = name,
    };
    for (; i > 0; i--)
        *news_at(fs, i) = *news_at(fs, i - 1);
    fs->news_first = (fs->news_first + 1) % fs->news_cap;
    fs->news_count--;
}

/* After what was in the ring, as the kernel puts it there last. */
static void lost_take(orr__sim_fs *fs, sim_watch *w, orr__event *ev)
{
    w->lost = false;
    fs->watch_lost--;
    *ev = (orr__event){ .op = w->op, .result = ORR_WATCH_CHANGE, .more = true };
}

bool orr__sim_fs_watch_next(orr__sim_fs *fs, const orr__poll *home,
                            orr__event *ev)
{
    const uint32_t i = news_find(fs, home);
    sim_watch *w = lost_find(fs, home);

    if (i < fs->news_count)
        news_take(fs, i, ev);
    else if (w != NULL)
        lost_take(fs, w, ev);
    else
        return false;
    return true;
}
