/*
 * fs_calls.c - the public file calls. Each checks its arguments and fills in
 * an operation; fs.c does the rest. They are in the order of orrery.h.
 *
 * What must stay true: the site of a request is the caller's, so it is taken
 * here, in the public function itself, and handed on.
 */
#include "loop/fs.h"

/* ---- What many have in common ----------------------------------------- */

static int path_run(orr_loop *loop, orr_fs *req, orr__code code,
                    const char *path, orr_fs_fn *fn, uintptr_t site)
{
    orr__op op = { .code = (uint8_t)code };

    if (path == NULL)
        return -EINVAL;
    op.u.fs.path = path;
    return (int)orr__fs_run(loop, req, &op, fn, site);
}

static int paths_run(orr_loop *loop, orr_fs *req, orr__code code,
                     const char *path, const char *path2, orr_fs_fn *fn,
                     uintptr_t site)
{
    orr__op op = { .code = (uint8_t)code };

    if (path == NULL || path2 == NULL)
        return -EINVAL;
    op.u.fs.path = path;
    op.u.fs.path2 = path2;
    return (int)orr__fs_run(loop, req, &op, fn, site);
}

static int fd_run(orr_loop *loop, orr_fs *req, orr__code code, int fd,
                  orr_fs_fn *fn, uintptr_t site)
{
    orr__op op = { .code = (uint8_t)code, .fd = fd };

    if (fd < 0)
        return -EBADF;
    return (int)orr__fs_run(loop, req, &op, fn, site);
}

static int path_mode_run(orr_loop *loop, orr_fs *req, orr__code code,
                         const char *path, uint32_t mode, orr_fs_fn *fn,
                         uintptr_t site)
{
    orr__op op = { .code = (uint8_t)code };

    if (path == NULL)
        return -EINVAL;
    op.u.fs.path = path;
    op.u.fs.mode = mode;
    return (int)orr__fs_run(loop, req, &op, fn, site);
}

/* ---- Open, close, read, write ----------------------------------------- */

int orr_fs_open(orr_loop *loop, orr_fs *req, const char *path, int flags,
                uint32_t mode, orr_fs_fn *fn)
{
    orr__op op = { .code = OP_OPEN };

    if (path == NULL)
        return -EINVAL;
    op.u.fs.path = path;
    op.u.fs.flags = (uint32_t)flags;
    op.u.fs.mode = mode;
    return (int)orr__fs_run(loop, req, &op, fn, ORR__SITE());
}

int orr_fs_close(orr_loop *loop, orr_fs *req, int fd, orr_fs_fn *fn)
{
    return fd_run(loop, req, OP_CLOSE, fd, fn, ORR__SITE());
}

static int64_t io_run(orr_loop *loop, orr_fs *req, orr__code code, int fd,
                      const orr_buf *bufs, uint32_t nbufs, int64_t offset,
                      orr_fs_fn *fn, uintptr_t site)
{
    orr__op op = { .code = (uint8_t)code, .fd = fd };

    if (bufs == NULL || nbufs == 0 || offset < -1)
        return -EINVAL;
    if (fd < 0)
        return -EBADF;
    op.u.io.bufs = (orr_buf *)(uintptr_t)bufs; /* copied before it is used */
    op.u.io.nbufs = nbufs;
    op.u.io.offset = offset;
    return orr__fs_run(loop, req, &op, fn, site);
}

int64_t orr_fs_read(orr_loop *loop, orr_fs *req, int fd, const orr_buf *bufs,
                    uint32_t nbufs, int64_t offset, orr_fs_fn *fn)
{
    return io_run(loop, req, OP_READ, fd, bufs, nbufs, offset, fn, ORR__SITE());
}

int64_t orr_fs_write(orr_loop *loop, orr_fs *req, int fd, const orr_buf *bufs,
                     uint32_t nbufs, int64_t offset, orr_fs_fn *fn)
{
    return io_run(loop, req, OP_WRITE, fd, bufs, nbufs, offset, fn,
                  ORR__SITE());
}

int64_t orr_fs_read_file(orr_loop *loop, orr_fs *req, const char *path,
                         orr_fs_fn *fn)
{
    orr__op op = { .code = OP_READ_FILE };

    if (path == NULL)
        return -EINVAL;
    op.u.fs.path = path;
    return orr__fs_run(loop, req, &op, fn, ORR__SITE());
}

/* ---- Looking ---------------------------------------------------------- */

static int look_run(orr_loop *loop, orr_fs *req, orr__code code,
                    const char *path, void *out, orr_fs_fn *fn, uintptr_t site)
{
    orr__op op = { .code = (uint8_t)code };

    if (path == NULL || out == NULL)
        return -EINVAL;
    op.u.fs.path = path;
    op.u.fs.out = out;
    return (int)orr__fs_run(loop, req, &op, fn, site);
}

int orr_fs_stat(orr_loop *loop, orr_fs *req, const char *path, orr_stat *out,
                orr_fs_fn *fn)
{
    return look_run(loop, req, OP_STAT, path, out, fn, ORR__SITE());
}

int orr_fs_lstat(orr_loop *loop, orr_fs *req, const char *path, orr_stat *out,
                 orr_fs_fn *fn)
{
    return look_run(loop, req, OP_LSTAT, path, out, fn, ORR__SITE());
}

int orr_fs_fstat(orr_loop *loop, orr_fs *req, int fd, orr_stat *out,
                 orr_fs_fn *fn)
{
    orr__op op = { .code = OP_FSTAT, .fd = fd };

    if (out == NULL)
        return -EINVAL;
    if (fd < 0)
        return -EBADF;
    op.u.fs.out = out;
    return (int)orr__fs_run(loop, req, &op, fn, ORR__SITE());
}

int orr_fs_statfs(orr_loop *loop, orr_fs *req, const char *path,
                  orr_statfs *out, orr_fs_fn *fn)
{
    return look_run(loop, req, OP_STATFS, path, out, fn, ORR__SITE());
}

int orr_fs_access(orr_loop *loop, orr_fs *req, const char *path, int mode,
                  orr_fs_fn *fn)
{
    return path_mode_run(loop, req, OP_ACCESS, path, (uint32_t)mode, fn,
                         ORR__SITE());
}

/* ---- Directories ------------------------------------------------------ */

int64_t orr_fs_scandir(orr_loop *loop, orr_fs *req, const char *path,
                       orr_fs_fn *fn)
{
    return path_run(loop, req, OP_SCANDIR, path, fn, ORR__SITE());
}

int orr_fs_opendir(orr_loop *loop, orr_fs *req, const char *path, orr_fs_fn *fn)
{
    return path_run(loop, req, OP_OPENDIR, path, fn, ORR__SITE());
}

int64_t orr_fs_readdir(orr_loop *loop, orr_fs *req, orr_dir *dir,
                       orr_entry *entries, uint32_t n, orr_fs_fn *fn)
{
    orr__op op = { .code = OP_READDIR };

    if (dir == NULL || entries == NULL || n == 0)
        return -EINVAL;
    op.u.fs.out = dir;
    op.u.fs.made = entries;
    op.u.fs.a = n;
    return orr__fs_run(loop, req, &op, fn, ORR__SITE());
}

int orr_fs_closedir(orr_loop *loop, orr_fs *req, orr_dir *dir, orr_fs_fn *fn)
{
    orr__op op = { .code = OP_CLOSEDIR };

    if (dir == NULL)
        return -EINVAL;
    op.u.fs.out = dir;
    return (int)orr__fs_run(loop, req, &op, fn, ORR__SITE());
}

int orr_fs_mkdir(orr_loop *loop, orr_fs *req, const char *path, uint32_t mode,
                 orr_fs_fn *fn)
{
    return path_mode_run(loop, req, OP_MKDIR, path, mode, fn, ORR__SITE());
}

int orr_fs_mkdtemp(orr_loop *loop, orr_fs *req, const char *template_,
                   orr_fs_fn *fn)
{
    return path_run(loop, req, OP_MKDTEMP, template_, fn, ORR__SITE());
}

int orr_fs_mkstemp(orr_loop *loop, orr_fs *req, const char *template_,
                   orr_fs_fn *fn)
{
    return path_run(loop, req, OP_MKSTEMP, template_, fn, ORR__SITE());
}

int orr_fs_rmdir(orr_loop *loop, orr_fs *req, const char *path, orr_fs_fn *fn)
{
    return path_run(loop, req, OP_RMDIR, path, fn, ORR__SITE());
}

/* ---- Names ------------------------------------------------------------ */

int orr_fs_unlink(orr_loop *loop, orr_fs *req, const char *path, orr_fs_fn *fn)
{
    return path_run(loop, req, OP_UNLINK, path, fn, ORR__SITE());
}

int orr_fs_rename(orr_loop *loop, orr_fs *req, const char *path,
                  const char *new_path, orr_fs_fn *fn)
{
    return paths_run(loop, req, OP_RENAME, path, new_path, fn, ORR__SITE());
}

int orr_fs_link(orr_loop *loop, orr_fs *req, const char *path,
                const char *new_path, orr_fs_fn *fn)
{
    return paths_run(loop, req, OP_LINK, path, new_path, fn, ORR__SITE());
}

int orr_fs_symlink(orr_loop *loop, orr_fs *req, const char *target,
                   const char *path, orr_fs_fn *fn)
{
    return paths_run(loop, req, OP_SYMLINK, target, path, fn, ORR__SITE());
}

int orr_fs_readlink(orr_loop *loop, orr_fs *req, const char *path,
                    orr_fs_fn *fn)
{
    return path_run(loop, req, OP_READLINK, path, fn, ORR__SITE());
}

int orr_fs_realpath(orr_loop *loop, orr_fs *req, const char *path,
                    orr_fs_fn *fn)
{
    return path_run(loop, req, OP_REALPATH, path, fn, ORR__SITE());
}

/* ---- Modes, owners, times --------------------------------------------- */

int orr_fs_chmod(orr_loop *loop, orr_fs *req, const char *path, uint32_t mode,
                 orr_fs_fn *fn)
{
    return path_mode_run(loop, req, OP_CHMOD, path, mode, fn, ORR__SITE());
}

int orr_fs_fchmod(orr_loop *loop, orr_fs *req, int fd, uint32_t mode,
                  orr_fs_fn *fn)
{
    orr__op op = { .code = OP_FCHMOD, .fd = fd };

    if (fd < 0)
        return -EBADF;
    op.u.fs.mode = mode;
    return (int)orr__fs_run(loop, req, &op, fn, ORR__SITE());
}

/* One of path and fd is used, as the code says. */
static int owner_run(orr_loop *loop, orr_fs *req, orr__op *op, uint32_t uid,
                     uint32_t gid, orr_fs_fn *fn, uintptr_t site)
{
    if (op->code == OP_FCHOWN && op->fd < 0)
        return -EBADF;
    if (op->code != OP_FCHOWN && op->u.fs.path == NULL)
        return -EINVAL;
    op->u.fs.a = uid;
    op->u.fs.b = gid;
    return (int)orr__fs_run(loop, req, op, fn, site);
}

int orr_fs_chown(orr_loop *loop, orr_fs *req, const char *path, uint32_t uid,
                 uint32_t gid, orr_fs_fn *fn)
{
    orr__op op = { .code = OP_CHOWN, .u.fs.path = path };
    return owner_run(loop, req, &op, uid, gid, fn, ORR__SITE());
}

int orr_fs_lchown(orr_loop *loop, orr_fs *req, const char *path, uint32_t uid,
                  uint32_t gid, orr_fs_fn *fn)
{
    orr__op op = { .code = OP_LCHOWN, .u.fs.path = path };
    return owner_run(loop, req, &op, uid, gid, fn, ORR__SITE());
}

int orr_fs_fchown(orr_loop *loop, orr_fs *req, int fd, uint32_t uid,
                  uint32_t gid, orr_fs_fn *fn)
{
    orr__op op = { .code = OP_FCHOWN, .fd = fd };
    return owner_run(loop, req, &op, uid, gid, fn, ORR__SITE());
}

static bool is_time(const orr_time *t)
{
    return t->nsec == ORR_TIME_NOW || t->nsec == ORR_TIME_OMIT ||
           (t->nsec >= 0 && t->nsec < 1000000000);
}

static int times_run(orr_loop *loop, orr_fs *req, orr__op *op, orr_time *times,
                     orr_fs_fn *fn, uintptr_t site)
{
    if (!is_time(&times[0]) || !is_time(&times[1]))
        return -EINVAL;
    if (op->code == OP_FUTIMES && op->fd < 0)
        return -EBADF;
    if (op->code != OP_FUTIMES && op->u.fs.path == NULL)
        return -EINVAL;
    op->u.fs.out = times;
    return (int)orr__fs_run(loop, req, op, fn, site);
}

int orr_fs_utimes(orr_loop *loop, orr_fs *req, const char *path, orr_time atime,
                  orr_time mtime, orr_fs_fn *fn)
{
    orr__op op = { .code = OP_UTIMES, .u.fs.path = path };
    orr_time times[2] = { atime, mtime };
    return times_run(loop, req, &op, times, fn, ORR__SITE());
}

int orr_fs_lutimes(orr_loop *loop, orr_fs *req, const char *path,
                   orr_time atime, orr_time mtime, orr_fs_fn *fn)
{
    orr__op op = { .code = OP_LUTIMES, .u.fs.path = path };
    orr_time times[2] = { atime, mtime };
    return times_run(loop, req, &op, times, fn, ORR__SITE());
}

int orr_fs_futimes(orr_loop *loop, orr_fs *req, int fd, orr_time atime,
                   orr_time mtime, orr_fs_fn *fn)
{
    orr__op op = { .code = OP_FUTIMES, .fd = fd };
    orr_time times[2] = { atime, mtime };
    return times_run(loop, req, &op, times, fn, ORR__SITE());
}

/* ---- Lengths, the disk ------------------------------------------------ */

int orr_fs_truncate(orr_loop *loop, orr_fs *req, const char *path,
                    int64_t length, orr_fs_fn *fn)
{
    orr__op op = { .code = OP_TRUNCATE };

    if (path == NULL || length < 0)
        return -EINVAL;
    op.u.fs.path = path;
    op.u.fs.a = length;
    return (int)orr__fs_run(loop, req, &op, fn, ORR__SITE());
}

int orr_fs_ftruncate(orr_loop *loop, orr_fs *req, int fd, int64_t length,
                     orr_fs_fn *fn)
{
    orr__op op = { .code = OP_FTRUNCATE, .fd = fd };

    if (length < 0)
        return -EINVAL;
    if (fd < 0)
        return -EBADF;
    op.u.fs.a = length;
    return (int)orr__fs_run(loop, req, &op, fn, ORR__SITE());
}

int orr_fs_fsync(orr_loop *loop, orr_fs *req, int fd, orr_fs_fn *fn)
{
    return fd_run(loop, req, OP_FSYNC, fd, fn, ORR__SITE());
}

int orr_fs_fdatasync(orr_loop *loop, orr_fs *req, int fd, orr_fs_fn *fn)
{
    return fd_run(loop, req, OP_FDATASYNC, fd, fn, ORR__SITE());
}

/* ---- Copying ---------------------------------------------------------- */

int orr_fs_copyfile(orr_loop *loop, orr_fs *req, const char *path,
                    const char *new_path, uint32_t flags, orr_fs_fn *fn)
{
    const uint32_t all =
        ORR_COPY_EXCL | ORR_COPY_REFLINK | ORR_COPY_REFLINK_ONLY;
    orr__op op = { .code = OP_COPYFILE };

    if (path == NULL || new_path == NULL || (flags & ~all) != 0)
        return -EINVAL;
    op.u.fs.path = path;
    op.u.fs.path2 = new_path;
    op.u.fs.flags = flags;
    return (int)orr__fs_run(loop, req, &op, fn, ORR__SITE());
}

int64_t orr_fs_sendfile(orr_loop *loop, orr_fs *req, int out_fd, int in_fd,
                        int64_t offset, size_t len, orr_fs_fn *fn)
{
    orr__op op = { .code = OP_SENDFILE, .fd = out_fd };

    if (offset < 0 || len > INT64_MAX)
        return -EINVAL;
    if (out_fd < 0 || in_fd < 0)
        return -EBADF;
    op.u.fs.flags = (uint32_t)in_fd;
    op.u.fs.a = offset;
    op.u.fs.b = (int64_t)len;
    return orr__fs_run(loop, req, &op, fn, ORR__SITE());
}
