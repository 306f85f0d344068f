/*
 * fs_copy.c - bytes from one file into another.
 *
 * A copy is made all at once: the bytes of the source become a block, and the
 * block becomes the target's. So a copy that fails does not change the target,
 * which a real one may.
 */
#include "poll/sim/fs.h"

#include <errno.h>
#include <unistd.h>

/* The attributes that a copy gets from its source. */
static void copy_dress(sim_node *to, const sim_node *from)
{
    to->st.mode = (to->st.mode & 0170000) | (from->st.mode & 07777);
    to->st.uid = from->st.uid;
    to->st.gid = from->st.gid;
    to->st.atime = from->st.atime;
}

/*
 * Takes `bytes` and can't fail; space for the events is reserved. The time of
 * the last change is copied as well, before the bytes are; so it stays only if
 * there are none to be cut off and none to be written.
 */
static void copy_commit(orr__sim_fs *fs, const sim_spot *to,
                        const sim_node *from, char *bytes, size_t len,
                        bool is_new)
{
    const bool untouched = is_new && len == 0;

    orr__sim_data_replace(fs, to->node, bytes, len);
    copy_dress(to->node, from);
    if (untouched)
        to->node->st.mtime = from->st.mtime;
    for (int i = 0; i < 3; i++) /* its times, its owner, its mode */
        orr__sim_news_about(fs, to->dir, to->name, to->node, NEWS_ATTRIB);
    if (!is_new)
        orr__sim_news_about(fs, to->dir, to->name, to->node, NEWS_MODIFY);
    if (len > 0)
        orr__sim_news_about(fs, to->dir, to->name, to->node, NEWS_MODIFY);
}

/* Make an empty file at a spot that has none; it is the spot's then. */
static int copy_make(orr__sim_fs *fs, sim_spot *to)
{
    sim_node *node = orr__sim_node_make(fs, to->dir, to->name, SIM_REG | 0600);
    int err;

    if (node == NULL)
        return -ENOMEM;
    err = orr__sim_entry_make(fs, to, node);
    if (err < 0)
        orr__sim_node_drop(fs, node);
    else
        to->node = node;
    return err;
}

static int source_check(const orr__sim_fs *fs, const sim_node *from)
{
    if (orr__sim_is(from, SIM_DIR))
        return -EISDIR;
    if (!orr__sim_node_allows(fs, from, R_OK))
        return -EACCES;
    if (orr__sim_is(from, SIM_REG))
        return 0;
    switch (orr__sim_device_of(from)) {
    case DEVICE_NULL:
        return 0;
    case DEVICE_NONE:
        return -ENXIO;
    default:
        return -EFBIG; /* they never end */
    }
}

/* 1: there is nothing to do. */
static int copy_check(const sim_spot *from, const sim_spot *to, uint32_t flags)
{
    const bool regular = to->node == NULL || orr__sim_is(to->node, SIM_REG);

    if (to->node != NULL && (flags & ORR_COPY_EXCL) != 0)
        return -EEXIST;
    if (to->node == from->node)
        return 1;
    if (!regular && orr__sim_is(to->node, SIM_DIR))
        return -EISDIR;
    if ((flags & ORR_COPY_REFLINK_ONLY) != 0)
        return -ENOTSUP; /* no two files share anything here */
    if (regular)
        return 0;
    return orr__sim_device_of(to->node) == DEVICE_NULL ? 1 : -ENXIO;
}

static int copy_found(orr__sim_fs *fs, const sim_spot *from, sim_spot *to,
                      uint32_t flags)
{
    const bool is_new = to->node == NULL;
    char *bytes = NULL;
    size_t len = 0;
    int err = copy_check(from, to, flags);

    if (err != 0)
        return err < 0 ? err : 0;
    if (!is_new && !orr__sim_node_allows(fs, to->node, W_OK))
        return -EACCES;
    if (orr__sim_is(from->node, SIM_REG))
        err = orr__sim_data_copy(fs, from->node, &bytes, &len);
    if (err == 0)
        err = orr__sim_news_prepare(fs);
    if (err == 0 && is_new)
        err = copy_make(fs, to);
    if (err < 0) {
        orr__free(fs->a, bytes);
        return err;
    }
    copy_commit(fs, to, from->node, bytes, len, is_new);
    return 0;
}

/* Where the copy goes: what is there is opened, else it is made. */
static int target_find(orr__sim_fs *fs, const orr__op *op, sim_spot *to)
{
    const char *path = op->u.fs.path2;
    int err;

    if ((op->u.fs.flags & ORR_COPY_EXCL) != 0)
        return orr__sim_spot_find(fs, path, FOLLOW_NEVER_NO_SLASH, to);
    err = orr__sim_spot_need(fs, path, FOLLOW, to);
    if (err == -ENOENT)
        err = orr__sim_spot_find(fs, path, FOLLOW_NO_SLASH, to);
    return err;
}

int64_t orr__sim_copy_file(orr__sim_fs *fs, orr__op *op)
{
    sim_spot from, to;
    int err = orr__sim_spot_need(fs, op->u.fs.path, FOLLOW, &from);

    if (err < 0)
        return err;
    err = source_check(fs, from.node);
    if (err == 0)
        err = target_find(fs, op, &to);
    if (err == 0) {
        err = copy_found(fs, &from, &to, op->u.fs.flags);
        orr__sim_spot_drop(fs, &to);
    }
    orr__sim_spot_drop(fs, &from);
    return err;
}

/* ---- Sendfile --------------------------------------------------------- */

/* How many bytes there are to send. */
static int64_t send_size(const sim_file *in, int64_t offset, int64_t max)
{
    const uint64_t size = in->text != NULL ? in->text_len : in->node->st.size;
    const int64_t left = (int64_t)size - offset;

    max = max < SIM_IO_MAX ? max : SIM_IO_MAX;
    return left < max ? left : max;
}

/* Can it be read? What it is written to is looked at later, as on Linux. */
static int send_check(const sim_file *in, int64_t offset)
{
    if (in == NULL || !orr__sim_may_read(in))
        return -EBADF;
    if (orr__sim_is(in->node, SIM_DIR))
        return -EISDIR;
    return orr__sim_is(in->node, SIM_REG) && offset >= 0 ? 0 : -EINVAL;
}

static int64_t send_bytes(orr__sim_fs *fs, int fd, const orr_buf *buf)
{
    sim_file *out = orr__sim_file_get(fs, fd);

    if (out != NULL && orr__sim_may_write(out))
        return orr__sim_file_write(fs, out, buf, 1, -1);
    if (orr__sim_std(fs->sim, fd))
        return orr__sim_real_write(fd, buf, 1);
    return -EBADF;
}

/* Into a file or the program's own output; into sockets it is the core's. */
int64_t orr__sim_send_file(orr__sim_fs *fs, orr__op *op)
{
    sim_file *in = orr__sim_file_get(fs, (int)op->u.fs.flags);
    int64_t n;
    orr_buf buf;

    if (op->u.fs.b == 0)
        return 0;
    n = send_check(in, op->u.fs.a);
    if (n < 0)
        return n;
    orr__sim_node_look(in->node);
    n = send_size(in, op->u.fs.a, op->u.fs.b);
    if (n <= 0)
        return 0;
    buf.base = orr__resize(fs->a, NULL, (size_t)n);
    if (buf.base == NULL)
        return -ENOMEM;
    n = orr__sim_file_read(fs, in, buf.base, (size_t)n, (uint64_t)op->u.fs.a);
    buf.len = n > 0 ? (size_t)n : 0;
    if (n > 0)
        n = send_bytes(fs, op->fd, &buf);
    orr__free(fs->a, buf.base);
    return n;
}
