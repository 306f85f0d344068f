/*
 * fs_tree.c - nodes, the entries laid over real directories, and the way
 * from a path to a node.
 *
 * The kernel can't walk this view, so it is done here: one part of the path
 * after the other, in each directory first among the entries of the view and
 * then in the real one.
 *
 *      lookup(dir, "x")
 *        an entry of the view, with a node  -> that node
 *        an entry of the view, without one  -> nothing: it hides the real one
 *        none, dir has a real counterpart   -> lstat(dir->real + "/x"), then
 *                                              the node of that inode, or a
 *                                              new one
 *        none, dir was made here            -> nothing
 *
 * Nodes are found by device and inode number, and directories by their real
 * path too: a directory that is mounted in two places has two parents, which
 * one node could not have. A node lives while it has references, or is changed
 * and has a name.
 */
#include "poll/sim/fs.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Inode numbers of files that were made here. Real ones are below, and doubles,
 * which JavaScript uses, still represent these exactly. */
#define FIRST_INO (1ull << 48)

static orr_time time_now(orr__sim_fs *fs)
{
    const uint64_t ns = orr__sim_clock(fs->sim, ORR__WALL);

    return (orr_time){ .sec = (int64_t)(ns / 1000000000u),
                       .nsec = (int32_t)(ns % 1000000000u) };
}

/* ---- Nodes ------------------------------------------------------------ */

static sim_node **bucket_of(orr__sim_fs *fs, const orr_stat *st)
{
    uint64_t h = st->dev * 31 + st->ino;

    return &fs->buckets[orr__random_next(&h) % SIM_BUCKETS];
}

static bool same_file(const sim_node *node, const char *real,
                      const orr_stat *st)
{
    if (node->st.ino != st->ino || node->st.dev != st->dev)
        return false;
    if (!orr__sim_is(node, st->mode & 0170000))
        return false;
    return !orr__sim_is(node, SIM_DIR) ||
           (node->real != NULL && strcmp(node->real, real) == 0);
}

static sim_node *node_find(orr__sim_fs *fs, const char *real,
                           const orr_stat *st)
{
    sim_node *node = *bucket_of(fs, st);

    while (node != NULL && !same_file(node, real, st))
        node = node->next;
    return node;
}

/* Takes `real`; it is the caller's again if there is no memory. */
static sim_node *node_new(orr__sim_fs *fs, char *real, const orr_stat *st)
{
    sim_node *node = orr__alloc(fs->a, sizeof *node);
    sim_node **bucket = bucket_of(fs, st);

    if (node == NULL)
        return NULL;
    node->refs = 1;
    node->real = real;
    node->st = *st;
    node->next = *bucket;
    *bucket = node;
    return node;
}

sim_node *orr__sim_node_hold(sim_node *node)
{
    node->refs++;
    return node;
}

static void node_memory_free(orr__sim_fs *fs, sim_node *node)
{
    for (uint32_t i = 0; i < node->nentries; i++)
        orr__free(fs->a, node->entries[i].name);
    orr__free(fs->a, node->entries);
    orr__free(fs->a, node->data);
    orr__free(fs->a, node->name);
    orr__free(fs->a, node->real);
    orr__free(fs->a, node);
}

static void node_forget(orr__sim_fs *fs, sim_node *node)
{
    sim_node **at = bucket_of(fs, &node->st);

    while (*at != node)
        at = &(*at)->next;
    *at = node->next;
    for (uint32_t i = 0; i < node->nentries; i++)
        must(node->entries[i].node == NULL,
             "a directory that is forgotten has only hiding entries");
    node_memory_free(fs, node);
}

/* A loop and not a recursion: directories can be deep. */
void orr__sim_node_drop(orr__sim_fs *fs, sim_node *node)
{
    while (node != NULL) {
        sim_node *parent = node->parent;

        must(node->refs > 0, "a node that is dropped was held");
        if (--node->refs > 0 || (node->changed && node->st.nlink > 0))
            return;
        node_forget(fs, node);
        node = parent;
    }
}

sim_node *orr__sim_node_make(orr__sim_fs *fs, sim_node *dir, const char *name,
                             uint64_t mode)
{
    const orr_time now = time_now(fs);
    const bool is_dir = (mode & 0170000) == SIM_DIR;
    const bool group_of_dir = (dir->st.mode & 02000) != 0;
    const orr_ids ids = orr__sim_ids(fs->sim);
    const orr_stat st = {
        .dev = dir->st.dev,
        .ino = fs->ino_next,
        .mode = mode | (group_of_dir && is_dir ? 02000u : 0),
        .uid = ids.euid,
        .gid = group_of_dir ? dir->st.gid : ids.egid,
        .size = is_dir ? 4096 : 0,
        .blksize = 4096,
        .blocks = is_dir ? 8 : 0,
        .atime = now,
        .mtime = now,
        .ctime = now,
        .btime = now,
    };
    char *copy = is_dir ? orr__strdup(fs->a, name) : NULL;
    sim_node *node;

    if (is_dir && copy == NULL)
        return NULL;
    node = node_new(fs, NULL, &st);
    if (node == NULL) {
        orr__free(fs->a, copy);
        return NULL;
    }
    fs->ino_next++;
    node->changed = true;
    node->owned = true;
    node->name = copy;
    node->parent = is_dir ? orr__sim_node_hold(dir) : NULL;
    return node;
}

bool orr__sim_node_allows(const orr__sim_fs *fs, const sim_node *node,
                          uint32_t bits)
{
    const uint32_t uid = orr__sim_ids(fs->sim).euid;

    return node->real != NULL || uid == 0 || node->st.uid != uid ||
           (node->st.mode >> 6 & bits) == bits;
}

void orr__sim_node_change(orr__sim_fs *fs, sim_node *node)
{
    node->changed = true;
    node->st.ctime = time_now(fs);
}

/*
 * The kernel forgets a name when no descriptor has it open, and if the file has
 * no other name then, reports that the file was deleted; even if it is still
 * open under a name that it once had.
 */
void orr__sim_node_unlink(orr__sim_fs *fs, sim_node *node, const sim_node *dir,
                          const char *name)
{
    orr__sim_node_change(fs, node);
    if (orr__sim_is(node, SIM_DIR))
        node->st.nlink = 0;
    else if (node->st.nlink > 0)
        node->st.nlink--;
    if (node->st.nlink == 0 && !orr__sim_file_is_open(fs, node, dir, name))
        orr__sim_news_self(fs, node, NEWS_DELETE_SELF);
}

void orr__sim_node_look(sim_node *node)
{
    orr_stat st;

    if (node->changed || orr__sim_real_lstat(node->real, &st) < 0)
        return;
    if (same_file(node, node->real, &st))
        node->st = st;
}

char *orr__sim_node_target(orr__sim_fs *fs, sim_node *node, int *err)
{
    char *copy;

    if (!node->owned)
        return orr__sim_real_readlink(fs->a, node->real, err);
    copy = orr__memdup(fs->a, node->data, node->len);
    if (copy == NULL)
        *err = -ENOMEM;
    return copy;
}

int orr__sim_tree_open(orr__sim_fs *fs)
{
    orr_stat st;
    char *real;
    int err = orr__sim_real_lstat("/", &st);

    if (err < 0)
        return err;
    real = orr__strdup(fs->a, "/");
    if (real == NULL)
        return -ENOMEM;
    fs->ino_next = FIRST_INO;
    fs->root = node_new(fs, real, &st);
    if (fs->root == NULL) {
        orr__free(fs->a, real);
        return -ENOMEM;
    }
    return 0;
}

/* Everything is freed, so references are ignored. */
void orr__sim_tree_close(orr__sim_fs *fs)
{
    for (uint32_t i = 0; i < SIM_BUCKETS; i++) {
        while (fs->buckets[i] != NULL) {
            sim_node *node = fs->buckets[i];

            fs->buckets[i] = node->next;
            node_memory_free(fs, node);
        }
    }
}

/* ---- Entries ---------------------------------------------------------- */

/* The first entry that is not before `name`. */
static uint32_t entry_place(const sim_node *dir, const char *name)
{
    uint32_t low = 0, high = dir->nentries;

    while (low < high) {
        const uint32_t mid = low + (high - low) / 2;

        if (strcmp(dir->entries[mid].name, name) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

sim_entry *orr__sim_entry_find(sim_node *dir, const char *name)
{
    const uint32_t at = entry_place(dir, name);

    if (at == dir->nentries || strcmp(dir->entries[at].name, name) != 0)
        return NULL;
    return &dir->entries[at];
}

int orr__sim_slot_prepare(orr__sim_fs *fs, sim_node *dir, const char *name,
                          sim_slot *out)
{
    if (!orr__sim_node_allows(fs, dir, W_OK | X_OK))
        return -EACCES;
    /* Two more, for there may be another slot in the same directory. */
    if (dir->nentries + 2 > dir->entries_cap) {
        const uint32_t cap = dir->entries_cap * 2 + 4;
        sim_entry *more = orr__resize(fs->a, dir->entries, cap * sizeof *more);

        if (more == NULL)
            return -ENOMEM;
        dir->entries = more;
        dir->entries_cap = cap;
    }
    *out = (sim_slot){ .dir = dir, .name = orr__strdup(fs->a, name) };
    return out->name == NULL ? -ENOMEM : 0;
}

void orr__sim_slot_drop(orr__sim_fs *fs, sim_slot *slot)
{
    orr__free(fs->a, slot->name);
    *slot = (sim_slot){ 0 };
}

static void entry_remove(orr__sim_fs *fs, sim_node *dir, uint32_t at)
{
    orr__free(fs->a, dir->entries[at].name);
    dir->nentries--;
    memmove(&dir->entries[at], &dir->entries[at + 1],
            (dir->nentries - at) * sizeof *dir->entries);
}

/*
 * A removed entry leaves one without a node, which hides the real one of that
 * name, if the directory has a real counterpart. Whether there is such a real
 * one now is not checked: a name that was removed here stays removed.
 */
void orr__sim_slot_set(orr__sim_fs *fs, sim_slot *slot, sim_node *node)
{
    sim_node *dir = slot->dir;
    const uint32_t at = entry_place(dir, slot->name);
    sim_entry *e = &dir->entries[at];
    sim_node *old = NULL;

    if (node != NULL)
        orr__sim_node_hold(node);
    if (at < dir->nentries && strcmp(e->name, slot->name) == 0) {
        old = e->node;
        e->node = node;
    } else {
        memmove(e + 1, e, (dir->nentries - at) * sizeof *e);
        *e = (sim_entry){ .name = slot->name, .node = node };
        slot->name = NULL;
        dir->nentries++;
    }
    if (node == NULL && dir->real == NULL)
        entry_remove(fs, dir, at);
    orr__sim_slot_drop(fs, slot);
    orr__sim_node_change(fs, dir);
    dir->st.mtime = dir->st.ctime;
    orr__sim_node_drop(fs, old);
}

/* ---- From a name to a node -------------------------------------------- */

static char *path_join(orr__sim_fs *fs, const char *dir, const char *name)
{
    const size_t dir_len = strcmp(dir, "/") == 0 ? 0 : strlen(dir);
    const size_t len = strlen(name);
    char *path = orr__alloc(fs->a, dir_len + len + 2);

    if (path == NULL)
        return NULL;
    memcpy(path, dir, dir_len);
    path[dir_len] = '/';
    memcpy(path + dir_len + 1, name, len);
    return path;
}

/* Takes `real`. */
static int node_of_real(orr__sim_fs *fs, sim_node *dir, char *real,
                        sim_node **out)
{
    orr_stat st;
    const int err = orr__sim_real_lstat(real, &st);
    sim_node *node;

    *out = NULL;
    if (err < 0) {
        orr__free(fs->a, real);
        return err == -ENOENT ? 0 : err;
    }
    node = node_find(fs, real, &st);
    if (node != NULL) {
        orr__free(fs->a, real);
        if (!node->changed)
            node->st = st;
        *out = orr__sim_node_hold(node);
        return 0;
    }
    node = node_new(fs, real, &st);
    if (node == NULL) {
        orr__free(fs->a, real);
        return -ENOMEM;
    }
    if (orr__sim_is(node, SIM_DIR))
        node->parent = orr__sim_node_hold(dir);
    *out = node;
    return 0;
}

/* *out is NULL if there is no such entry. */
static int tree_lookup(orr__sim_fs *fs, sim_node *dir, const char *name,
                       sim_node **out)
{
    const sim_entry *e = orr__sim_entry_find(dir, name);
    char *real;

    *out = NULL;
    if (!orr__sim_node_allows(fs, dir, X_OK))
        return -EACCES;
    if (e != NULL) {
        *out = e->node != NULL ? orr__sim_node_hold(e->node) : NULL;
        return 0;
    }
    if (dir->real == NULL)
        return 0;
    real = path_join(fs, dir->real, name);
    return real == NULL ? -ENOMEM : node_of_real(fs, dir, real, out);
}

/* ---- From a path to a node -------------------------------------------- */

/* A walk that is under way. */
typedef struct walk {
    orr__sim_fs *fs;
    sim_node *at; /* the directory reached so far; held */
    char *todo;   /* the rest of the path */
    char *next;   /* in todo */
    uint32_t links;
} walk;

static void walk_to(walk *w, sim_node *dir)
{
    sim_node *old = w->at;

    w->at = dir;
    orr__sim_node_drop(w->fs, old);
}

static sim_node *parent_of(sim_node *dir)
{
    return dir->parent != NULL ? dir->parent : dir;
}

/* Its name in its parent. */
static const char *dir_name(const sim_node *dir)
{
    return dir->name != NULL ? dir->name : strrchr(dir->real, '/') + 1;
}

/* Put what a link says in front of what is left to walk. */
static int walk_link(walk *w, sim_node *link)
{
    int err = 0;
    char *target, *joined;

    if (++w->links > SIM_LINKS_MAX)
        return -ELOOP;
    target = orr__sim_node_target(w->fs, link, &err);
    if (target == NULL)
        return err;
    if (target[0] == 0) {
        orr__free(w->fs->a, target);
        return -ENOENT;
    }
    if (target[0] == '/')
        walk_to(w, orr__sim_node_hold(w->fs->root));
    /* A last link ends the path: no slash may follow what it says. */
    joined = w->next[0] == 0 ? orr__strdup(w->fs->a, target)
                             : path_join(w->fs, target, w->next);
    orr__free(w->fs->a, target);
    if (joined == NULL)
        return -ENOMEM;
    orr__free(w->fs->a, w->todo);
    w->todo = w->next = joined;
    return 0;
}

/* Cut the next part off. Its name is empty at the end of the path. */
static int walk_part(walk *w, char name[SIM_NAME_MAX + 1], bool *is_last,
                     bool *slash)
{
    char *p = w->next + strspn(w->next, "/");
    const size_t len = strcspn(p, "/");

    if (len > SIM_NAME_MAX)
        return -ENAMETOOLONG;
    memcpy(name, p, len);
    name[len] = 0;
    p += len;
    *slash = *p == '/';
    *is_last = p[strspn(p, "/")] == 0;
    w->next = p;
    return 0;
}

/* The path ended with the directory itself: "/", "." or "..". The name is the
 * one that it has in its parent, since watches report that. */
static void spot_is_dir(walk *w, sim_last last, sim_spot *out)
{
    orr__sim_node_look(w->at);
    out->last = last;
    out->node = orr__sim_node_hold(w->at);
    out->dir = orr__sim_node_hold(parent_of(w->at));
    strcpy(out->name, dir_name(w->at));
}

static bool goes_on(const sim_node *node, bool is_last, bool slash,
                    sim_follow follow)
{
    if (!orr__sim_is(node, SIM_LINK))
        return false;
    if (!is_last || follow == FOLLOW || follow == FOLLOW_NO_SLASH)
        return true;
    return slash && follow == NO_FOLLOW;
}

/*
 * Go through one part that is a name. 1: the walk is over and *out is filled.
 */
static int walk_name(walk *w, sim_follow follow, bool is_last, sim_spot *out)
{
    sim_node *node;
    int err;

    if (is_last && out->slash && follow >= FOLLOW_NO_SLASH)
        return -EISDIR;
    err = tree_lookup(w->fs, w->at, out->name, &node);
    if (err < 0)
        return err;
    if (node == NULL && !is_last)
        return -ENOENT;
    if (node != NULL && goes_on(node, is_last, out->slash, follow)) {
        err = walk_link(w, node);
        orr__sim_node_drop(w->fs, node);
        return err;
    }
    if (is_last) {
        out->node = node;
        out->dir = orr__sim_node_hold(w->at);
        out->last = LAST_NAME;
        return 1;
    }
    if (!orr__sim_is(node, SIM_DIR)) {
        orr__sim_node_drop(w->fs, node);
        return -ENOTDIR;
    }
    walk_to(w, node);
    return 0;
}

static int walk_all(walk *w, sim_follow follow, sim_spot *out)
{
    sim_last last = LAST_ROOT;

    for (;;) {
        bool is_last;
        int err = walk_part(w, out->name, &is_last, &out->slash);

        if (err < 0)
            return err;
        if (out->name[0] == 0) {
            spot_is_dir(w, last, out);
            return 0;
        }
        last = LAST_NAME;
        if (strcmp(out->name, ".") == 0) {
            last = LAST_DOT;
        } else if (strcmp(out->name, "..") == 0) {
            walk_to(w, orr__sim_node_hold(parent_of(w->at)));
            last = LAST_DOTDOT;
        } else {
            err = walk_name(w, follow, is_last, out);
            if (err != 0)
                return err < 0 ? err : 0;
            continue;
        }
        if (is_last) {
            spot_is_dir(w, last, out);
            return 0;
        }
    }
}

int orr__sim_spot_find(orr__sim_fs *fs, const char *path, sim_follow follow,
                       sim_spot *out)
{
    walk w = { .fs = fs };
    int err;

    *out = (sim_spot){ 0 };
    if (path[0] == 0)
        return -ENOENT;
    if (strlen(path) >= SIM_PATH_MAX)
        return -ENAMETOOLONG;
    w.todo = path[0] == '/' ? orr__strdup(fs->a, path)
                            : path_join(fs, orr__sim_cwd(fs->sim), path);
    if (w.todo == NULL)
        return -ENOMEM;
    w.next = w.todo;
    w.at = orr__sim_node_hold(fs->root);
    err = walk_all(&w, follow, out);
    orr__sim_node_drop(fs, w.at);
    orr__free(fs->a, w.todo);
    if (err < 0)
        return err;
    /* "file/" is -ENOTDIR; operations that change entries check it
     * themselves. */
    if (out->slash && follow != FOLLOW_NEVER && out->node != NULL &&
        !orr__sim_is(out->node, SIM_DIR)) {
        orr__sim_spot_drop(fs, out);
        return -ENOTDIR;
    }
    return 0;
}

int orr__sim_spot_need(orr__sim_fs *fs, const char *path, sim_follow follow,
                       sim_spot *out)
{
    const int err = orr__sim_spot_find(fs, path, follow, out);

    if (err < 0)
        return err;
    if (out->node == NULL) {
        orr__sim_spot_drop(fs, out);
        return -ENOENT;
    }
    return 0;
}

void orr__sim_spot_drop(orr__sim_fs *fs, sim_spot *spot)
{
    orr__sim_node_drop(fs, spot->node);
    orr__sim_node_drop(fs, spot->dir);
    spot->node = spot->dir = NULL;
}

/* ---- From a node to a path -------------------------------------------- */

char *orr__sim_spot_path(orr__sim_fs *fs, const sim_spot *spot)
{
    const bool is_dir = orr__sim_is(spot->node, SIM_DIR);
    const sim_node *from = is_dir ? spot->node : spot->dir;
    size_t len = is_dir ? 0 : strlen(spot->name) + 1;
    char *path, *p;

    for (const sim_node *d = from; d->parent != NULL; d = d->parent)
        len += strlen(dir_name(d)) + 1;
    if (len == 0)
        return orr__strdup(fs->a, "/");
    path = orr__alloc(fs->a, len + 1);
    if (path == NULL)
        return NULL;
    p = path + len;
    if (!is_dir) {
        p -= strlen(spot->name);
        memcpy(p, spot->name, strlen(spot->name));
        *--p = '/';
    }
    for (const sim_node *d = from; d->parent != NULL; d = d->parent) {
        p -= strlen(dir_name(d));
        memcpy(p, dir_name(d), strlen(dir_name(d)));
        *--p = '/';
    }
    return path;
}
