/*
 * fs_dir.c - making, removing and moving the entries of directories.
 *
 * Every operation here has three parts, in this order:
 *
 *      find    walk the paths and refuse what Linux refuses, with its errno
 *      prepare take all memory: slots for the entries, space for the events
 *      commit  change entries, counts and times, and notify the watches;
 *              nothing here can fail
 *
 * so that an error in either of the first two leaves the view as it was. The
 * real tree is never changed: a removed entry is hidden by an entry without a
 * node, and a directory that is moved keeps the real path of its contents.
 */
#include "poll/sim/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

/* How often a temporary name is drawn before giving up, as glibc might. */
#define TEMP_TRIES 100

/* Directories count the ".." of the directories in them; those of some file
 * systems do not, and say 1. */
static void dir_count(sim_node *dir, int by)
{
    if (by > 0 && dir->st.nlink >= 2)
        dir->st.nlink++;
    else if (by < 0 && dir->st.nlink > 2)
        dir->st.nlink--;
}

static uint32_t dir_bit(const sim_node *node)
{
    return orr__sim_is(node, SIM_DIR) ? NEWS_IS_DIR : 0;
}

/* ---- Making ----------------------------------------------------------- */

int orr__sim_entry_make(orr__sim_fs *fs, const sim_spot *spot, sim_node *node)
{
    const bool is_dir = orr__sim_is(node, SIM_DIR);
    sim_slot slot;
    int err = orr__sim_news_prepare(fs);

    if (err == 0)
        err = orr__sim_slot_prepare(fs, spot->dir, spot->name, &slot);
    if (err < 0)
        return err;
    orr__sim_slot_set(fs, &slot, node);
    node->st.nlink = is_dir && spot->dir->st.nlink != 1 ? 2 : 1;
    if (is_dir)
        dir_count(spot->dir, +1);
    orr__sim_news_entry(fs, spot->dir, spot->name, NEWS_CREATE | dir_bit(node));
    return 0;
}

/* Find where something new is to be: its name must be free. */
static int place_find(orr__sim_fs *fs, const char *path, bool is_dir,
                      sim_spot *out)
{
    int err = orr__sim_spot_find(fs, path, FOLLOW_NEVER, out);

    if (err < 0)
        return err;
    if (out->node != NULL)
        err = -EEXIST;
    else if (out->slash && !is_dir)
        err = -ENOENT;
    if (err < 0)
        orr__sim_spot_drop(fs, out);
    return err;
}

/* `target` is that of a link, else NULL; *ino may be NULL. */
static int make_new(orr__sim_fs *fs, const char *path, uint64_t mode,
                    const char *target, uint64_t *ino)
{
    const bool is_dir = (mode & 0170000) == SIM_DIR;
    sim_node *node;
    sim_spot spot;
    int err = place_find(fs, path, is_dir, &spot);

    if (err < 0)
        return err;
    err = -ENOMEM;
    node = orr__sim_node_make(fs, spot.dir, spot.name, mode);
    if (node == NULL)
        goto drop_spot;
    if (target != NULL) {
        node->len = strlen(target);
        node->st.size = node->len;
        node->data = orr__strdup(fs->a, target);
        if (node->data == NULL)
            goto drop_node;
    }
    err = orr__sim_entry_make(fs, &spot, node);
    if (err == 0 && ino != NULL)
        *ino = node->st.ino;
drop_node:
    orr__sim_node_drop(fs, node);
drop_spot:
    orr__sim_spot_drop(fs, &spot);
    return err;
}

static int make_dir(orr__sim_fs *fs, const char *path, uint32_t mode)
{
    mode &= 01777 & ~orr__sim_umask(fs->sim);
    return make_new(fs, path, SIM_DIR | mode, NULL, NULL);
}

static int make_link(orr__sim_fs *fs, const char *target, const char *path)
{
    if (target[0] == 0)
        return -ENOENT;
    if (strlen(target) >= SIM_PATH_MAX)
        return -ENAMETOOLONG;
    return make_new(fs, path, SIM_LINK | 0777, target, NULL);
}

/* A second name for a file. */
static int make_name(orr__sim_fs *fs, const char *path, const char *path2)
{
    sim_spot from, to;
    sim_slot slot;
    int err = orr__sim_spot_need(fs, path, NO_FOLLOW, &from);

    if (err < 0)
        return err;
    err = place_find(fs, path2, false, &to);
    if (err < 0)
        goto drop_from;
    err = orr__sim_is(from.node, SIM_DIR) ? -EPERM : 0;
    if (err == 0)
        err = orr__sim_news_prepare(fs);
    if (err == 0)
        err = orr__sim_slot_prepare(fs, to.dir, to.name, &slot);
    if (err < 0)
        goto drop_to;

    orr__sim_slot_set(fs, &slot, from.node);
    orr__sim_node_change(fs, from.node);
    from.node->st.nlink++;
    orr__sim_news_self(fs, from.node, NEWS_ATTRIB);
    orr__sim_news_entry(fs, to.dir, to.name, NEWS_CREATE);
drop_to:
    orr__sim_spot_drop(fs, &to);
drop_from:
    orr__sim_spot_drop(fs, &from);
    return err;
}

/* ---- Names of sockets ------------------------------------------------- */

int orr__sim_fs_socket_make(orr__sim_fs *fs, const char *path, uint64_t *id)
{
    const uint32_t mode = 0777 & ~orr__sim_umask(fs->sim);
    const int err = make_new(fs, path, SIM_SOCKET | mode, NULL, id);

    return err == -EEXIST ? -EADDRINUSE : err;
}

int orr__sim_fs_socket_find(orr__sim_fs *fs, const char *path, uint64_t *id)
{
    sim_spot spot;
    int err = orr__sim_spot_need(fs, path, FOLLOW, &spot);

    if (err < 0)
        return err;
    if (orr__sim_is(spot.node, SIM_SOCKET) && spot.node->real == NULL)
        *id = spot.node->st.ino;
    else
        err = -ECONNREFUSED;
    orr__sim_spot_drop(fs, &spot);
    return err;
}

/* ---- Temporary names -------------------------------------------------- */

static void temp_draw(uint64_t *state, char letters[6])
{
    static const char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "abcdefghijklmnopqrstuvwxyz0123456789";
    uint64_t chance = orr__random_next(state);

    for (int i = 0; i < 6; i++, chance /= 62)
        letters[i] = set[chance % 62];
}

static int64_t make_temp(orr__sim_fs *fs, orr__op *op)
{
    const int flags = O_RDWR | O_CREAT | O_EXCL;
    const size_t len = strlen(op->u.fs.path);
    uint64_t chance = fs->temp_chance;
    int64_t r = -EEXIST;
    char *path;

    if (len < 6 || strcmp(op->u.fs.path + len - 6, "XXXXXX") != 0)
        return -EINVAL;
    path = orr__strdup(fs->a, op->u.fs.path);
    if (path == NULL)
        return -ENOMEM;
    for (int i = 0; i < TEMP_TRIES && r == -EEXIST; i++) {
        temp_draw(&chance, path + len - 6);
        r = op->code == OP_MKDTEMP ? make_dir(fs, path, 0700)
                                   : orr__sim_file_open(fs, path, flags, 0600);
    }
    if (r < 0) {
        orr__free(fs->a, path);
        return r;
    }
    fs->temp_chance = chance;
    op->u.fs.made = path;
    op->made_len = len;
    return r;
}

/* ---- Removing --------------------------------------------------------- */

static int hidden_or_not_empty(void *arg, const char *name, orr_entry_type type)
{
    (void)type;
    return orr__sim_entry_find(arg, name) != NULL ? 0 : -ENOTEMPTY;
}

/* 0, -ENOTEMPTY, or that the real directory can't be read. */
static int dir_check_empty(sim_node *dir)
{
    for (uint32_t i = 0; i < dir->nentries; i++)
        if (dir->entries[i].node != NULL)
            return -ENOTEMPTY;
    if (dir->real == NULL)
        return 0;
    return orr__sim_real_list(dir->real, hidden_or_not_empty, dir);
}

static int remove_entry(orr__sim_fs *fs, const sim_spot *spot)
{
    const bool is_dir = orr__sim_is(spot->node, SIM_DIR);
    sim_slot slot;
    int err = orr__sim_news_prepare(fs);

    if (err == 0)
        err = orr__sim_slot_prepare(fs, spot->dir, spot->name, &slot);
    if (err < 0)
        return err;
    orr__sim_slot_set(fs, &slot, NULL);
    if (is_dir)
        dir_count(spot->dir, -1);
    else
        orr__sim_news_self(fs, spot->node, NEWS_ATTRIB);
    orr__sim_node_unlink(fs, spot->node, spot->dir, spot->name);
    orr__sim_news_entry(fs, spot->dir, spot->name,
                        NEWS_DELETE | dir_bit(spot->node));
    return 0;
}

static int rmdir_check(const sim_spot *spot)
{
    switch (spot->last) {
    case LAST_ROOT:
        return -EBUSY;
    case LAST_DOT:
        return -EINVAL;
    case LAST_DOTDOT:
        return -ENOTEMPTY;
    case LAST_NAME:
        break;
    }
    if (spot->node == NULL)
        return -ENOENT;
    if (!orr__sim_is(spot->node, SIM_DIR))
        return -ENOTDIR;
    return dir_check_empty(spot->node);
}

static int unlink_check(const sim_spot *spot)
{
    if (spot->node == NULL)
        return -ENOENT;
    if (orr__sim_is(spot->node, SIM_DIR))
        return -EISDIR;
    return spot->slash ? -ENOTDIR : 0;
}

static int remove_path(orr__sim_fs *fs, const char *path,
                       int (*check)(const sim_spot *spot))
{
    sim_spot spot;
    int err = orr__sim_spot_find(fs, path, FOLLOW_NEVER, &spot);

    if (err < 0)
        return err;
    err = check(&spot);
    if (err == 0)
        err = remove_entry(fs, &spot);
    orr__sim_spot_drop(fs, &spot);
    return err;
}

/* ---- Moving ----------------------------------------------------------- */

static bool is_above(const sim_node *node, const sim_node *dir)
{
    while (dir != NULL && dir != node)
        dir = dir->parent;
    return dir != NULL;
}

/* The kernel's checks in the kernel's order. 1: there is nothing to do. */
static int rename_check(const sim_spot *from, const sim_spot *to)
{
    const bool is_dir = from->node != NULL && orr__sim_is(from->node, SIM_DIR);

    if (from->last != LAST_NAME || to->last != LAST_NAME)
        return -EBUSY;
    if (from->node == NULL)
        return -ENOENT;
    if (!is_dir && (from->slash || to->slash))
        return -ENOTDIR;
    if (is_dir && is_above(from->node, to->dir))
        return -EINVAL;
    if (to->node == NULL)
        return 0;
    if (is_above(to->node, from->dir))
        return -ENOTEMPTY;
    if (to->node == from->node)
        return 1;
    if (is_dir && !orr__sim_is(to->node, SIM_DIR))
        return -ENOTDIR;
    if (!is_dir && orr__sim_is(to->node, SIM_DIR))
        return -EISDIR;
    return is_dir ? dir_check_empty(to->node) : 0;
}

/* A directory knows its name and its parent. Takes `name`. */
static void dir_moved(orr__sim_fs *fs, const sim_spot *from, const sim_spot *to,
                      char *name)
{
    sim_node *dir = from->node;
    sim_node *old = dir->parent;

    orr__free(fs->a, dir->name);
    dir->name = name;
    dir->parent = orr__sim_node_hold(to->dir);
    dir_count(from->dir, -1);
    dir_count(to->dir, +1);
    orr__sim_node_drop(fs, old);
}

/* Open files notify the watches of their current directory. */
static void files_moved(orr__sim_fs *fs, const sim_spot *from,
                        const sim_spot *to)
{
    for (sim_file *f = fs->files; f != NULL; f = f->next) {
        if (f->node != from->node || f->dir != from->dir ||
            strcmp(f->name, from->name) != 0)
            continue;
        f->dir = orr__sim_node_hold(to->dir);
        strcpy(f->name, to->name);
        orr__sim_node_drop(fs, from->dir);
    }
}

static void rename_commit(orr__sim_fs *fs, const sim_spot *from,
                          const sim_spot *to, sim_slot slots[2], char *name)
{
    const uint32_t bit = dir_bit(from->node);

    orr__sim_slot_set(fs, &slots[0], NULL);
    orr__sim_slot_set(fs, &slots[1], from->node);
    orr__sim_node_change(fs, from->node);
    files_moved(fs, from, to);
    if (name != NULL)
        dir_moved(fs, from, to, name);

    orr__sim_news_entry(fs, from->dir, from->name, NEWS_MOVED_FROM | bit);
    orr__sim_news_entry(fs, to->dir, to->name, NEWS_MOVED_TO | bit);
    if (to->node != NULL)
        orr__sim_news_self(fs, to->node, NEWS_ATTRIB | dir_bit(to->node));
    orr__sim_news_self(fs, from->node, NEWS_MOVE_SELF);
    if (to->node != NULL) {
        if (bit != 0)
            dir_count(to->dir, -1);
        orr__sim_node_unlink(fs, to->node, to->dir, to->name);
    }
}

static int rename_found(orr__sim_fs *fs, const sim_spot *from,
                        const sim_spot *to)
{
    sim_slot slots[2];
    char *name = NULL;
    int err = rename_check(from, to);

    if (err != 0)
        return err < 0 ? err : 0;
    err = orr__sim_news_prepare(fs);
    if (err < 0)
        return err;
    if (orr__sim_is(from->node, SIM_DIR)) {
        name = orr__strdup(fs->a, to->name);
        if (name == NULL)
            return -ENOMEM;
    }
    err = orr__sim_slot_prepare(fs, from->dir, from->name, &slots[0]);
    if (err < 0)
        goto free_name;
    err = orr__sim_slot_prepare(fs, to->dir, to->name, &slots[1]);
    if (err < 0)
        goto drop_slot;
    rename_commit(fs, from, to, slots, name);
    return 0;

drop_slot:
    orr__sim_slot_drop(fs, &slots[0]);
free_name:
    orr__free(fs->a, name);
    return err;
}

static int rename_path(orr__sim_fs *fs, const char *path, const char *path2)
{
    sim_spot from, to;
    int err = orr__sim_spot_find(fs, path, FOLLOW_NEVER, &from);

    if (err < 0)
        return err;
    err = orr__sim_spot_find(fs, path2, FOLLOW_NEVER, &to);
    if (err == 0) {
        err = rename_found(fs, &from, &to);
        orr__sim_spot_drop(fs, &to);
    }
    orr__sim_spot_drop(fs, &from);
    return err;
}

int64_t orr__sim_fs_entries(orr__sim_fs *fs, orr__op *op)
{
    const char *path = op->u.fs.path;
    const char *path2 = op->u.fs.path2;

    switch (op->code) {
    case OP_MKDIR:
        return make_dir(fs, path, op->u.fs.mode);
    case OP_MKDTEMP:
    case OP_MKSTEMP:
        return make_temp(fs, op);
    case OP_RMDIR:
        return remove_path(fs, path, rmdir_check);
    case OP_UNLINK:
        return remove_path(fs, path, unlink_check);
    case OP_RENAME:
        return rename_path(fs, path, path2);
    case OP_LINK:
        return make_name(fs, path, path2);
    case OP_SYMLINK:
        return make_link(fs, path, path2);
    default:
        must(false, "an operation on entries has a known code");
    }
    return -ENOSYS;
}
