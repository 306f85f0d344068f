/*
 * fs_file.c - descriptors: opening, reading, writing, closing.
 *
 * A descriptor holds its node, so the file lives on after its last name is
 * removed. No real descriptor is held: open checks that a real file can be
 * read, and its bytes are fetched when they are read.
 *
 * A real file with a size of zero that has bytes, as in /proc, is read whole
 * when it is opened: so reading it in pieces sees one state of it.
 */
#include "poll/sim/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

bool orr__sim_may_read(const sim_file *f)
{
    return (f->flags & O_ACCMODE) != O_WRONLY;
}

bool orr__sim_may_write(const sim_file *f)
{
    return (f->flags & O_ACCMODE) != O_RDONLY;
}

sim_file *orr__sim_file_get(orr__sim_fs *fs, int fd)
{
    return orr__sim_fd_get(fs->sim, SIM_FILE, fd);
}

bool orr__sim_fs_owns(orr__sim_fs *fs, int fd)
{
    return orr__sim_file_get(fs, fd) != NULL;
}

/* ---- Opening and closing ---------------------------------------------- */

bool orr__sim_file_is_open(orr__sim_fs *fs, const sim_node *node,
                           const sim_node *dir, const char *name)
{
    for (const sim_file *f = fs->files; f != NULL; f = f->next)
        if (f->node == node && f->dir == dir && strcmp(f->name, name) == 0)
            return true;
    return false;
}

void orr__sim_fs_release(orr__sim_fs *fs, void *object)
{
    sim_file *f = object;

    if (f->prev != NULL)
        f->prev->next = f->next;
    else
        fs->files = f->next;
    if (f->next != NULL)
        f->next->prev = f->prev;
    if (f->node->st.nlink == 0 &&
        !orr__sim_file_is_open(fs, f->node, f->dir, f->name))
        orr__sim_news_self(fs, f->node, NEWS_DELETE_SELF);
    orr__sim_node_drop(fs, f->node);
    orr__sim_node_drop(fs, f->dir);
    orr__free(fs->a, f->text);
    orr__free(fs->a, f);
}

/* A file object for the node, and its descriptor. spot NULL: no name. */
static int file_new(orr__sim_fs *fs, const sim_spot *spot, sim_node *node,
                    int flags)
{
    sim_file *f = orr__alloc(fs->a, sizeof *f);
    int fd;

    if (f == NULL)
        return -ENOMEM;
    fd = orr__sim_fd_new(fs->sim, SIM_FILE, f);
    if (fd < 0) {
        orr__free(fs->a, f);
        return fd;
    }
    f->node = orr__sim_node_hold(node);
    if (spot != NULL) {
        f->dir = orr__sim_node_hold(spot->dir);
        strcpy(f->name, spot->name);
    }
    f->flags = flags;
    f->next = fs->files;
    if (f->next != NULL)
        f->next->prev = f;
    fs->files = f;
    return fd;
}

/*
 * Can this be opened at all? Linux's errors in Linux's order; whether a real
 * file may be read, the real system says.
 */
static int open_check(const orr__sim_fs *fs, const sim_node *node, int flags)
{
    const bool is_dir = orr__sim_is(node, SIM_DIR);
    const int access = flags & O_ACCMODE;
    const bool writes = access != O_RDONLY || (flags & O_TRUNC) != 0;
    const bool reads = access != O_WRONLY;

    if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL))
        return -EEXIST;
    if ((flags & O_CREAT) != 0 && is_dir)
        return -EISDIR;
    if ((flags & O_DIRECTORY) != 0 && !is_dir)
        return -ENOTDIR;
    if (orr__sim_is(node, SIM_LINK))
        return -ELOOP;
    if (is_dir && writes)
        return -EISDIR;
    if (!orr__sim_node_allows(fs, node,
                              (reads ? R_OK : 0u) | (writes ? W_OK : 0u)))
        return -EACCES;
    if (is_dir || orr__sim_is(node, SIM_REG))
        return 0;
    return orr__sim_device_of(node) != DEVICE_NONE ? 0 : -ENXIO;
}

/* What is opened for reading must be readable now; see also the top. */
static int open_real(orr__sim_fs *fs, sim_file *f)
{
    sim_node *node = f->node;
    int err;

    if (node->real == NULL || node->owned || !orr__sim_may_read(f) ||
        orr__sim_device_of(node) != DEVICE_NONE)
        return 0;
    if (!orr__sim_is(node, SIM_REG) || node->st.size > 0)
        return orr__sim_real_readable(node->real);
    err = orr__sim_real_slurp(fs->a, node->real, 0, &f->text, &f->text_len);
    if (err == 0 && f->text_len == 0) {
        orr__free(fs->a, f->text);
        f->text = NULL;
    }
    return err;
}

static int open_old(orr__sim_fs *fs, const sim_spot *spot, int flags)
{
    const bool cut = (flags & O_TRUNC) != 0 && orr__sim_is(spot->node, SIM_REG);
    int err = open_check(fs, spot->node, flags);
    int fd;

    if (err < 0)
        return err;
    fd = file_new(fs, spot, spot->node, flags);
    if (fd < 0)
        return fd;
    err = open_real(fs, orr__sim_file_get(fs, fd));
    if (err == 0 && cut)
        err = orr__sim_news_prepare(fs);
    if (err < 0) {
        orr__sim_fd_free(fs->sim, fd);
        return err;
    }
    if (cut) {
        orr__sim_data_resize(fs, spot->node, 0); /* to nothing: it can't fail */
        orr__sim_news_about(fs, spot->dir, spot->name, spot->node, NEWS_MODIFY);
    }
    return fd;
}

/* Where there is nothing. */
static int open_new(orr__sim_fs *fs, const sim_spot *spot, int flags,
                    uint32_t mode)
{
    sim_node *node;
    int fd, err = 0;

    mode &= 07777 & ~orr__sim_umask(fs->sim);
    node = orr__sim_node_make(fs, spot->dir, spot->name, SIM_REG | mode);
    if (node == NULL)
        return -ENOMEM;
    fd = file_new(fs, spot, node, flags);
    if (fd >= 0)
        err = orr__sim_entry_make(fs, spot, node);
    if (err < 0) {
        orr__sim_fd_free(fs->sim, fd);
        fd = err;
    }
    orr__sim_node_drop(fs, node);
    return fd;
}

/* O_TMPFILE: it never gets a name. */
static int open_nameless(orr__sim_fs *fs, const sim_spot *spot, int flags,
                         uint32_t mode)
{
    sim_node *node;
    int fd;

    if (spot->node == NULL)
        return -ENOENT;
    if (!orr__sim_is(spot->node, SIM_DIR))
        return -ENOTDIR;
    mode &= 07777 & ~orr__sim_umask(fs->sim);
    node = orr__sim_node_make(fs, spot->node, "", SIM_REG | mode);
    if (node == NULL)
        return -ENOMEM;
    fd = file_new(fs, NULL, node, flags);
    orr__sim_node_drop(fs, node);
    return fd;
}

static int open_spot(orr__sim_fs *fs, const sim_spot *spot, int flags,
                     uint32_t mode)
{
    if ((flags & O_TMPFILE) == O_TMPFILE)
        return open_nameless(fs, spot, flags, mode);
    if (spot->node != NULL)
        return open_old(fs, spot, flags);
    if ((flags & O_CREAT) == 0)
        return -ENOENT;
    return open_new(fs, spot, flags, mode);
}

static sim_follow open_follow(int flags)
{
    if ((flags & O_CREAT) == 0)
        return (flags & O_NOFOLLOW) != 0 ? NO_FOLLOW : FOLLOW;
    return (flags & (O_EXCL | O_NOFOLLOW)) != 0 ? FOLLOW_NEVER_NO_SLASH
                                                : FOLLOW_NO_SLASH;
}

int orr__sim_file_open(orr__sim_fs *fs, const char *path, int flags,
                       uint32_t mode)
{
    sim_spot spot;
    int r;

    if ((flags & O_PATH) != 0)
        return -ENOSYS;
    if ((flags & O_ACCMODE) == O_ACCMODE)
        return -EINVAL;
    if ((flags & O_TMPFILE) == O_TMPFILE) {
        if ((flags & O_ACCMODE) == O_RDONLY || (flags & O_CREAT) != 0)
            return -EINVAL;
    } else if ((flags & O_CREAT) != 0 && (flags & O_DIRECTORY) != 0) {
        return -EINVAL;
    }
    r = orr__sim_spot_find(fs, path, open_follow(flags), &spot);
    if (r < 0)
        return r;
    r = open_spot(fs, &spot, flags, mode);
    orr__sim_spot_drop(fs, &spot);
    return r;
}

/* ---- Reading ---------------------------------------------------------- */

int64_t orr__sim_file_read(orr__sim_fs *fs, const sim_file *f, void *buf,
                           size_t len, uint64_t at)
{
    const sim_node *node = f->node;
    const sim_device device = orr__sim_device_of(node);
    size_t left;

    if (len == 0)
        return 0;
    if (device != DEVICE_NONE)
        return orr__sim_device_read(fs, device, buf, len);
    if (node->owned)
        return (int64_t)orr__sim_data_read(node, buf, len, at);
    if (f->text == NULL)
        return orr__sim_real_read(node->real, buf, len, (int64_t)at);
    left = at < f->text_len ? f->text_len - (size_t)at : 0;
    len = len < left ? len : left;
    memcpy(buf, f->text + (len > 0 ? at : 0), len);
    return (int64_t)len;
}

static int64_t read_op(orr__sim_fs *fs, const orr__op *op)
{
    sim_file *f = orr__sim_file_get(fs, op->fd);
    const bool here = op->u.io.offset < 0;
    int64_t at, total = 0;

    if (f == NULL || !orr__sim_may_read(f))
        return -EBADF;
    if (orr__sim_is(f->node, SIM_DIR))
        return -EISDIR;
    at = here ? f->pos : op->u.io.offset;
    for (uint32_t i = 0; i < op->u.io.nbufs && total < SIM_IO_MAX; i++) {
        const orr_buf *b = &op->u.io.bufs[i];
        const size_t left = (size_t)(SIM_IO_MAX - total);
        const size_t len = b->len < left ? b->len : left;
        const int64_t n =
            orr__sim_file_read(fs, f, b->base, len, (uint64_t)(at + total));

        if (n < 0 && total == 0)
            return n;
        if (n > 0)
            total += n;
        if (n < (int64_t)len)
            break;
    }
    if (here)
        f->pos += total;
    return total;
}

static int64_t read_file(orr__sim_fs *fs, orr__op *op)
{
    sim_spot spot;
    char *bytes = NULL;
    size_t len = 0;
    int err = orr__sim_spot_need(fs, op->u.fs.path, FOLLOW, &spot);

    if (err < 0)
        return err;
    err = open_check(fs, spot.node, O_RDONLY);
    if (err == 0 && orr__sim_is(spot.node, SIM_DIR))
        err = -EISDIR;
    if (err == 0 && orr__sim_is(spot.node, SIM_REG)) {
        err = orr__sim_data_copy(fs, spot.node, &bytes, &len);
    } else if (err == 0 && orr__sim_device_of(spot.node) == DEVICE_NULL) {
        bytes = orr__strdup(fs->a, "");
        err = bytes == NULL ? -ENOMEM : 0;
    } else if (err == 0) {
        err = -EFBIG; /* the other devices never end */
    }
    orr__sim_spot_drop(fs, &spot);
    if (err < 0)
        return err;
    op->u.fs.made = bytes;
    op->made_len = len;
    return (int64_t)len;
}

/* ---- Writing ---------------------------------------------------------- */

static uint64_t bufs_size(const orr_buf *bufs, uint32_t n)
{
    uint64_t size = 0;

    for (uint32_t i = 0; i < n && size < SIM_IO_MAX; i++)
        size += bufs[i].len < SIM_IO_MAX ? bufs[i].len : SIM_IO_MAX;
    return size < SIM_IO_MAX ? size : SIM_IO_MAX;
}

/* offset -1: the descriptor's position. With O_APPEND the offset is ignored, as
 * on Linux. */
int64_t orr__sim_file_write(orr__sim_fs *fs, sim_file *f, const orr_buf *bufs,
                            uint32_t nbufs, int64_t offset)
{
    const uint64_t size = bufs_size(bufs, nbufs);
    const sim_device device = orr__sim_device_of(f->node);
    uint64_t at = (uint64_t)(offset < 0 ? f->pos : offset);
    int err;

    if (size == 0)
        return 0;
    if (device != DEVICE_NONE)
        return orr__sim_device_write(device, size);
    orr__sim_node_look(f->node);
    if ((f->flags & O_APPEND) != 0)
        at = f->node->st.size;
    err = orr__sim_news_prepare(fs);
    if (err == 0)
        err = orr__sim_data_write(fs, f->node, bufs, size, at);
    if (err < 0)
        return err;
    if (offset < 0)
        f->pos = (int64_t)(at + size);
    orr__sim_news_about(fs, f->dir, f->name, f->node, NEWS_MODIFY);
    return (int64_t)size;
}

static int64_t write_op(orr__sim_fs *fs, const orr__op *op)
{
    sim_file *f = orr__sim_file_get(fs, op->fd);

    if (f == NULL || !orr__sim_may_write(f))
        return -EBADF;
    return orr__sim_file_write(fs, f, op->u.io.bufs, op->u.io.nbufs,
                               op->u.io.offset);
}

/* ---- Length ----------------------------------------------------------- */

static int resize_node(orr__sim_fs *fs, sim_node *dir, const char *name,
                       sim_node *node, int64_t size)
{
    int err = size < 0 ? -EINVAL : orr__sim_news_prepare(fs);

    if (err == 0)
        err = orr__sim_data_resize(fs, node, (uint64_t)size);
    if (err == 0)
        orr__sim_news_about(fs, dir, name, node, NEWS_MODIFY);
    return err;
}

static int truncate_path(orr__sim_fs *fs, const orr__op *op)
{
    sim_spot spot;
    int err;

    if (op->u.fs.a < 0)
        return -EINVAL;
    err = orr__sim_spot_need(fs, op->u.fs.path, FOLLOW, &spot);
    if (err < 0)
        return err;
    if (orr__sim_is(spot.node, SIM_DIR))
        err = -EISDIR;
    else if (!orr__sim_is(spot.node, SIM_REG))
        err = -EINVAL;
    else if (!orr__sim_node_allows(fs, spot.node, W_OK))
        err = -EACCES;
    else
        err = resize_node(fs, spot.dir, spot.name, spot.node, op->u.fs.a);
    orr__sim_spot_drop(fs, &spot);
    return err;
}

static int truncate_file(orr__sim_fs *fs, const orr__op *op)
{
    sim_file *f = orr__sim_file_get(fs, op->fd);

    if (f == NULL)
        return -EBADF;
    if (!orr__sim_may_write(f) || !orr__sim_is(f->node, SIM_REG))
        return -EINVAL;
    return resize_node(fs, f->dir, f->name, f->node, op->u.fs.a);
}

static int64_t sync_file(orr__sim_fs *fs, const orr__op *op)
{
    const sim_file *f = orr__sim_file_get(fs, op->fd);

    if (f != NULL)
        return orr__sim_device_of(f->node) != DEVICE_NONE ? -EINVAL : 0;
    if (orr__sim_std(fs->sim, op->fd) ||
        orr__sim_fd_get(fs->sim, SIM_NET, op->fd) != NULL)
        return -EINVAL;
    return -EBADF;
}

static int64_t close_file(orr__sim_fs *fs, const orr__op *op)
{
    if (!orr__sim_fs_owns(fs, op->fd))
        return -EBADF;
    orr__sim_fd_free(fs->sim, op->fd);
    return 0;
}

int64_t orr__sim_fs_io(orr__sim_fs *fs, orr__op *op)
{
    switch (op->code) {
    case OP_OPEN:
        return orr__sim_file_open(fs, op->u.fs.path, (int)op->u.fs.flags,
                                  op->u.fs.mode);
    case OP_CLOSE:
        return close_file(fs, op);
    case OP_READ:
        return read_op(fs, op);
    case OP_WRITE:
        return write_op(fs, op);
    case OP_READ_FILE:
        return read_file(fs, op);
    case OP_TRUNCATE:
        return truncate_path(fs, op);
    case OP_FTRUNCATE:
        return truncate_file(fs, op);
    case OP_FSYNC:
    case OP_FDATASYNC:
        return sync_file(fs, op);
    case OP_COPYFILE:
        return orr__sim_copy_file(fs, op);
    case OP_SENDFILE:
        return orr__sim_send_file(fs, op);
    default:
        must(false, "an operation on bytes has a known code");
    }
    return -ENOSYS;
}
