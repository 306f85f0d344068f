/*
 * fs_attr.c - the attributes of files: stat and what changes it.
 *
 * The attributes of an unchanged node are read from the real file each time.
 * The first change copies all of them into the node, and from then on only
 * operations of the program change them.
 */
#include "poll/sim/fs.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* ---- Looking ---------------------------------------------------------- */

static int stat_path(orr__sim_fs *fs, const orr__op *op, sim_follow follow)
{
    sim_spot spot;
    const int err = orr__sim_spot_need(fs, op->u.fs.path, follow, &spot);

    if (err < 0)
        return err;
    *(orr_stat *)op->u.fs.out = spot.node->st;
    orr__sim_spot_drop(fs, &spot);
    return 0;
}

/* Descriptors that are not files have few attributes. */
static int stat_other(orr__sim_fs *fs, const orr__op *op)
{
    const bool socket = orr__sim_fd_get(fs->sim, SIM_NET, op->fd) != NULL;

    if (!socket && !orr__sim_std(fs->sim, op->fd))
        return -EBADF;
    *(orr_stat *)op->u.fs.out = (orr_stat){
        .ino = (uint64_t)op->fd,
        .mode = socket ? SIM_SOCKET | 0777 : SIM_FIFO | 0600,
        .nlink = 1,
        .blksize = 4096,
    };
    return 0;
}

static int stat_fd(orr__sim_fs *fs, const orr__op *op)
{
    sim_file *f = orr__sim_file_get(fs, op->fd);

    if (f == NULL)
        return stat_other(fs, op);
    orr__sim_node_look(f->node);
    *(orr_stat *)op->u.fs.out = f->node->st;
    return 0;
}

/* A disk that nothing fills up, so that no run differs by it. */
static int statfs_path(orr__sim_fs *fs, const orr__op *op)
{
    sim_spot spot;
    const int err = orr__sim_spot_need(fs, op->u.fs.path, FOLLOW, &spot);

    if (err < 0)
        return err;
    orr__sim_spot_drop(fs, &spot);
    *(orr_statfs *)op->u.fs.out = (orr_statfs){
        .type = 0xef53, /* ext4's */
        .bsize = 4096,
        .frsize = 4096,
        .blocks = 1 << 24,
        .bfree = 1 << 23,
        .bavail = 1 << 23,
        .files = 1 << 22,
        .ffree = 1 << 21,
    };
    return 0;
}

/* What has no bit for it can't be executed, not even by root. */
static int access_path(orr__sim_fs *fs, const orr__op *op)
{
    const uint32_t mode = op->u.fs.mode;
    sim_spot spot;
    int err;

    if ((mode & ~(uint32_t)(R_OK | W_OK | X_OK)) != 0)
        return -EINVAL;
    err = orr__sim_spot_need(fs, op->u.fs.path, FOLLOW, &spot);
    if (err < 0)
        return err;
    if ((mode & X_OK) != 0 && !orr__sim_is(spot.node, SIM_DIR) &&
        (spot.node->st.mode & 0111) == 0)
        err = -EACCES;
    if (!orr__sim_node_allows(fs, spot.node, mode))
        err = -EACCES;
    orr__sim_spot_drop(fs, &spot);
    return err;
}

static int readlink_path(orr__sim_fs *fs, orr__op *op)
{
    sim_spot spot;
    char *target = NULL;
    int err = orr__sim_spot_need(fs, op->u.fs.path, NO_FOLLOW, &spot);

    if (err < 0)
        return err;
    if (orr__sim_is(spot.node, SIM_LINK))
        target = orr__sim_node_target(fs, spot.node, &err);
    else
        err = -EINVAL;
    orr__sim_spot_drop(fs, &spot);
    if (err < 0)
        return err;
    op->u.fs.made = target;
    op->made_len = strlen(target);
    return 0;
}

static int realpath_path(orr__sim_fs *fs, orr__op *op)
{
    sim_spot spot;
    char *path;
    const int err = orr__sim_spot_need(fs, op->u.fs.path, FOLLOW, &spot);

    if (err < 0)
        return err;
    path = orr__sim_spot_path(fs, &spot);
    orr__sim_spot_drop(fs, &spot);
    if (path == NULL)
        return -ENOMEM;
    op->u.fs.made = path;
    op->made_len = strlen(path);
    return 0;
}

/* ---- Changing --------------------------------------------------------- */

static void change_mode(orr__sim_fs *fs, const orr__op *op, sim_node *node)
{
    orr__sim_node_change(fs, node);
    node->st.mode = (node->st.mode & 0170000) | (op->u.fs.mode & 07777);
}

static void change_owner(orr__sim_fs *fs, const orr__op *op, sim_node *node)
{
    const uint32_t uid = (uint32_t)op->u.fs.a, gid = (uint32_t)op->u.fs.b;

    orr__sim_node_change(fs, node);
    if (uid != UINT32_MAX)
        node->st.uid = uid;
    if (gid != UINT32_MAX)
        node->st.gid = gid;
}

static void change_time(orr_time *to, const orr_time *from, orr_time now)
{
    if (from->nsec == ORR_TIME_NOW)
        *to = now;
    else if (from->nsec != ORR_TIME_OMIT)
        *to = *from;
}

static void change_times(orr__sim_fs *fs, const orr__op *op, sim_node *node)
{
    const orr_time *times = op->u.fs.out;

    orr__sim_node_change(fs, node);
    change_time(&node->st.atime, &times[0], node->st.ctime);
    change_time(&node->st.mtime, &times[1], node->st.ctime);
}

static bool is_time(const orr_time *t)
{
    return t->nsec == ORR_TIME_NOW || t->nsec == ORR_TIME_OMIT ||
           (t->nsec >= 0 && t->nsec < 1000000000);
}

/* The node, which is the entry `name` of `dir`; dir may be NULL. */
static int attr_change(orr__sim_fs *fs, const orr__op *op, sim_node *node,
                       sim_node *dir, const char *name)
{
    const int err = orr__sim_news_prepare(fs);

    if (err < 0)
        return err;
    switch (op->code) {
    case OP_CHMOD:
    case OP_FCHMOD:
        change_mode(fs, op, node);
        break;
    case OP_CHOWN:
    case OP_LCHOWN:
    case OP_FCHOWN:
        change_owner(fs, op, node);
        break;
    default:
        change_times(fs, op, node);
        break;
    }
    orr__sim_news_about(fs, dir, name, node, NEWS_ATTRIB);
    return 0;
}

static int change_fd(orr__sim_fs *fs, const orr__op *op)
{
    sim_file *f = orr__sim_file_get(fs, op->fd);

    if (f == NULL)
        return -EBADF;
    orr__sim_node_look(f->node);
    return attr_change(fs, op, f->node, f->dir, f->name);
}

static int change_path(orr__sim_fs *fs, const orr__op *op, sim_follow follow)
{
    sim_spot spot;
    int err = orr__sim_spot_need(fs, op->u.fs.path, follow, &spot);

    if (err < 0)
        return err;
    err = attr_change(fs, op, spot.node, spot.dir, spot.name);
    orr__sim_spot_drop(fs, &spot);
    return err;
}

static int change_times_path(orr__sim_fs *fs, const orr__op *op)
{
    const orr_time *times = op->u.fs.out;

    if (!is_time(&times[0]) || !is_time(&times[1]))
        return -EINVAL;
    if (op->code == OP_FUTIMES)
        return change_fd(fs, op);
    return change_path(fs, op, op->code == OP_UTIMES ? FOLLOW : NO_FOLLOW);
}

int64_t orr__sim_fs_attr(orr__sim_fs *fs, orr__op *op)
{
    switch (op->code) {
    case OP_STAT:
        return stat_path(fs, op, FOLLOW);
    case OP_LSTAT:
        return stat_path(fs, op, NO_FOLLOW);
    case OP_FSTAT:
        return stat_fd(fs, op);
    case OP_STATFS:
        return statfs_path(fs, op);
    case OP_ACCESS:
        return access_path(fs, op);
    case OP_READLINK:
        return readlink_path(fs, op);
    case OP_REALPATH:
        return realpath_path(fs, op);
    case OP_CHMOD:
    case OP_CHOWN:
        return change_path(fs, op, FOLLOW);
    case OP_LCHOWN:
        return change_path(fs, op, NO_FOLLOW);
    case OP_FCHMOD:
    case OP_FCHOWN:
        return change_fd(fs, op);
    case OP_UTIMES:
    case OP_LUTIMES:
    case OP_FUTIMES:
        return change_times_path(fs, op);
    default:
        must(false, "an operation on attributes has a known code");
    }
    return -ENOSYS;
}
