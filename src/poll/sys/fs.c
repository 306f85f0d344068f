/*
 * fs.c - file operations, done at once, on the calling thread.
 *
 * One switch, one short function per operation that is more than a system
 * call. Each returns zero, a count or a descriptor, or a negative errno, and
 * after an error has made nothing: op->u.fs.made is set on success only.
 *
 *      sys/fs.c         here: the switch, and the small operations
 *      sys/fs_read.c    a whole file in one go
 *      sys/fs_dir.c     directories
 *      sys/fs_copy.c    bytes from one descriptor to another
 *      sys/fs_cached.c  the same operations, if they need not block
 *
 * What must stay true: nothing here touches memory that is not the
 * operation's or its own, so any number of threads may be in here at once;
 * every descriptor is opened close-on-exec; an interrupted call is repeated
 * (except close(), which on Linux closes even if it returns EINTR).
 */
#include "poll/sys/fs.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/base.h"

_Static_assert(sizeof(orr_buf) == sizeof(struct iovec) &&
                   offsetof(orr_buf, base) == offsetof(struct iovec, iov_base),
               "an orr_buf is laid out as a struct iovec");

/* ---- Open, close, read, write ----------------------------------------- */

int64_t orr__fs_keep_opened(orr__op *op, int fd)
{
    op->u.fs.a = fd + 1;
    return -EAGAIN;
}

static int take_opened(orr__op *op)
{
    const int fd = (int)op->u.fs.a - 1;

    op->u.fs.a = 0;
    return fd;
}

bool orr__fs_has_opened(const orr__op *op)
{
    return (op->code == OP_OPEN || op->code == OP_READ_FILE) && op->u.fs.a > 0;
}

void orr__fs_drop_opened(orr__op *op)
{
    if (orr__fs_has_opened(op))
        close(take_opened(op));
}

/* lseek() costs less than fstat(). A device that cannot seek does not matter:
 * then the pool looks at it. */
bool orr__fs_is_at_once(int fd)
{
    return lseek(fd, 0, SEEK_CUR) >= 0;
}

/*
 * What was opened with O_NONBLOCK becomes what it is without. Of a FIFO without
 * a writer, poll() says nothing until the first one has written or left; after
 * that, reading waits or ends as after a plain open().
 */
static int wait_opened(int fd, int flags)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };
    struct stat s;

    if (flags & O_NONBLOCK)
        return fd;
    if (fstat(fd, &s) == 0 && S_ISFIFO(s.st_mode))
        while (poll(&p, 1, -1) < 0 && errno == EINTR)
            ;
    if (fcntl(fd, F_SETFL, 0) == 0)
        return fd;
    const int err = -errno;
    close(fd);
    return err;
}

int orr__fs_open_or_kept(orr__op *op, int flags, uint32_t mode)
{
    if (op->u.fs.a > 0)
        return wait_opened(take_opened(op), flags);
    const int fd = open(op->u.fs.path, flags | O_CLOEXEC, (mode_t)mode);
    return fd < 0 ? -errno : fd;
}

static int64_t fs_open(orr__op *op)
{
    int flags = (int)op->u.fs.flags;
    int fd = orr__fs_open_or_kept(op, flags, op->u.fs.mode);

    if (fd >= 0 && (flags & (O_ACCMODE | O_PATH)) == O_RDONLY)
        orr__fs_note_open(op->u.fs.path, fd);
    return fd;
}

static int64_t fs_close(int fd)
{
    if (close(fd) == 0 || errno == EINTR || errno == EINPROGRESS)
        return 0;
    return -errno;
}

static int64_t read_vector(int fd, const struct iovec *v, int n, int64_t at)
{
    if (n == 1)
        return at < 0 ? read(fd, v->iov_base, v->iov_len)
                      : pread(fd, v->iov_base, v->iov_len, at);
    return at < 0 ? readv(fd, v, n) : preadv(fd, v, n, at);
}

static int64_t write_vector(int fd, const struct iovec *v, int n, int64_t at)
{
    if (n == 1)
        return at < 0 ? write(fd, v->iov_base, v->iov_len)
                      : pwrite(fd, v->iov_base, v->iov_len, at);
    return at < 0 ? writev(fd, v, n) : pwritev(fd, v, n, at);
}

/* The kernel takes so many at once and calls more an error. */
static int vector_max(uint32_t n)
{
    return n > IOV_MAX ? IOV_MAX : (int)n;
}

/* One read, as full as the kernel makes it. */
int64_t orr__fs_read(const orr__op *op)
{
    const struct iovec *v = (const struct iovec *)(const void *)op->u.io.bufs;

    return orr__fs_result(
        read_vector(op->fd, v, vector_max(op->u.io.nbufs), op->u.io.offset));
}

/*
 * Write everything. A disk that fills up, or a pipe that would block, ends it
 * early: then what was written counts, and the error is for the next call.
 */
int64_t orr__fs_write(orr__op *op)
{
    int64_t total = 0;

    do {
        const struct iovec *v =
            (const struct iovec *)(const void *)op->u.io.bufs;
        int64_t n = write_vector(op->fd, v, vector_max(op->u.io.nbufs),
                                 op->u.io.offset);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return total > 0 ? total : -errno;
        total += n;
        if (op->u.io.offset >= 0)
            op->u.io.offset += n;
        orr__op_use(op, (size_t)n);
        if (n == 0)
            break; /* nothing to move, or the end of the file */
    } while (op->u.io.nbufs > 0);
    return total;
}

static int64_t write_noting(orr__op *op)
{
    const int64_t n = orr__fs_write(op);

    if (n > 0)
        orr__fs_note_written(op->fd);
    return n;
}

/* ---- Stat ------------------------------------------------------------- */

static orr_time time_fill(const struct statx_timestamp *t)
{
    return (orr_time){ .sec = t->tv_sec, .nsec = (int32_t)t->tv_nsec };
}

void orr__fs_stat_fill(const struct statx *from, orr_stat *to)
{
    *to = (orr_stat){
        .dev = makedev(from->stx_dev_major, from->stx_dev_minor),
        .ino = from->stx_ino,
        .mode = from->stx_mode,
        .nlink = from->stx_nlink,
        .uid = from->stx_uid,
        .gid = from->stx_gid,
        .rdev = makedev(from->stx_rdev_major, from->stx_rdev_minor),
        .size = from->stx_size,
        .blksize = from->stx_blksize,
        .blocks = from->stx_blocks,
        .flags = from->stx_attributes,
        .atime = time_fill(&from->stx_atime),
        .mtime = time_fill(&from->stx_mtime),
        .ctime = time_fill(&from->stx_ctime),
        .btime = time_fill(&from->stx_btime),
    };
}

/* Without statx() there is no birth time: the change time is used. */
static void stat_fill_plain(const struct stat *from, orr_stat *to)
{
    *to = (orr_stat){
        .dev = from->st_dev,
        .ino = from->st_ino,
        .mode = from->st_mode,
        .nlink = from->st_nlink,
        .uid = from->st_uid,
        .gid = from->st_gid,
        .rdev = from->st_rdev,
        .size = (uint64_t)from->st_size,
        .blksize = (uint64_t)from->st_blksize,
        .blocks = (uint64_t)from->st_blocks,
        .atime = { from->st_atim.tv_sec, (int32_t)from->st_atim.tv_nsec },
        .mtime = { from->st_mtim.tv_sec, (int32_t)from->st_mtim.tv_nsec },
        .ctime = { from->st_ctim.tv_sec, (int32_t)from->st_ctim.tv_nsec },
    };
    to->btime = to->ctime;
}

/*
 * Old kernels have no statx(), and old sandboxes forbid it with EPERM, which
 * looking at a file never gives for any other reason. Asking again each time
 * would be harmless; one flag for the process saves the call.
 */
static int64_t stat_at(int dir, const char *path, int flags, orr_stat *out)
{
    static atomic_bool no_statx;
    struct statx x;
    struct stat s;

    if (!atomic_load_explicit(&no_statx, memory_order_relaxed)) {
        if (statx(dir, path, flags, ORR__STATX_WANTED, &x) == 0) {
            if (!S_ISLNK(x.stx_mode)) /* statfs() would look behind it */
                orr__fs_note_mount(flags & AT_EMPTY_PATH ? dir : -1, path, &x);
            orr__fs_stat_fill(&x, out);
            return 0;
        }
        if (errno != ENOSYS && errno != EPERM && errno != EOPNOTSUPP)
            return -errno;
        atomic_store_explicit(&no_statx, true, memory_order_relaxed);
    }
    if (fstatat(dir, path, &s, flags) < 0)
        return -errno;
    stat_fill_plain(&s, out);
    return 0;
}

static int64_t fs_statfs(const orr__op *op)
{
    struct statfs s;

    if (statfs(op->u.fs.path, &s) < 0)
        return -errno;
    *(orr_statfs *)op->u.fs.out = (orr_statfs){
        .type = (uint64_t)s.f_type,
        .bsize = (uint64_t)s.f_bsize,
        .frsize = (uint64_t)s.f_frsize,
        .blocks = s.f_blocks,
        .bfree = s.f_bfree,
        .bavail = s.f_bavail,
        .files = s.f_files,
        .ffree = s.f_ffree,
    };
    return 0;
}

/* ---- Names that are made ---------------------------------------------- */

/* mkdtemp() and mkostemp() write over the template, so they get a copy. */
static int64_t fs_mktemp(const orr_allocator *allocator, orr__op *op)
{
    char *path = orr__strdup(allocator, op->u.fs.path);
    int64_t r;

    if (path == NULL)
        return -ENOMEM;
    if (op->code == OP_MKDTEMP)
        r = mkdtemp(path) ? 0 : -errno;
    else
        r = orr__fs_result(mkostemp(path, O_CLOEXEC));
    if (r < 0) {
        orr__free(allocator, path);
        return r;
    }
    return orr__fs_made(op, path, strlen(path), r);
}

/*
 * The size of a link is not reliable (in /proc it is zero), so the buffer is
 * doubled until it is not filled.
 */
static int64_t fs_readlink(const orr_allocator *allocator, orr__op *op)
{
    size_t size = 256;
    char *buf = NULL;

    for (;;) {
        char *more = orr__resize(allocator, buf, size);
        if (more == NULL) {
            orr__free(allocator, buf);
            return -ENOMEM;
        }
        buf = more;
        int64_t n = readlink(op->u.fs.path, buf, size);
        if (n < 0) {
            int err = -errno; /* saved before free() can overwrite it */
            orr__free(allocator, buf);
            return err;
        }
        if ((size_t)n < size) {
            buf[n] = 0;
            return orr__fs_made(op, buf, (size_t)n, 0);
        }
        size *= 2;
    }
}

static int64_t fs_realpath(const orr_allocator *allocator, orr__op *op)
{
    char buf[PATH_MAX];

    if (realpath(op->u.fs.path, buf) == NULL)
        return -errno;
    size_t len = strlen(buf);
    char *path = orr__memdup(allocator, buf, len);
    if (path == NULL)
        return -ENOMEM;
    return orr__fs_made(op, path, len, 0);
}

/* ---- Times ------------------------------------------------------------ */

static struct timespec timespec_of(const orr_time *t)
{
    struct timespec ts = { .tv_sec = t->sec, .tv_nsec = t->nsec };

    if (t->nsec == ORR_TIME_NOW)
        ts.tv_nsec = UTIME_NOW;
    if (t->nsec == ORR_TIME_OMIT)
        ts.tv_nsec = UTIME_OMIT;
    return ts;
}

static int64_t fs_utimes(const orr__op *op)
{
    const orr_time *times = op->u.fs.out;
    const struct timespec ts[2] = { timespec_of(&times[0]),
                                    timespec_of(&times[1]) };

    if (op->code == OP_FUTIMES)
        return orr__fs_result(futimens(op->fd, ts));
    int flags = op->code == OP_LUTIMES ? AT_SYMLINK_NOFOLLOW : 0;
    return orr__fs_result(utimensat(AT_FDCWD, op->u.fs.path, ts, flags));
}

/* ---- The switch ------------------------------------------------------- */

static int64_t fs_made_once(const orr_allocator *allocator, orr__op *op)
{
    switch (op->code) {
    case OP_READ_FILE:
        return orr__fs_read_file(allocator, op);
    case OP_SCANDIR:
        return orr__fs_scandir(allocator, op);
    case OP_OPENDIR:
        return orr__fs_opendir(allocator, op);
    case OP_MKDTEMP:
    case OP_MKSTEMP:
        return fs_mktemp(allocator, op);
    case OP_READLINK:
        return fs_readlink(allocator, op);
    case OP_REALPATH:
        return fs_realpath(allocator, op);
    default:
        must(false, "an operation on files has a known code");
        return -ENOSYS;
    }
}

/* What takes a descriptor. */
static int64_t fs_fd_once(orr__op *op)
{
    switch (op->code) {
    case OP_CLOSE:
        return fs_close(op->fd);
    case OP_READ:
        return orr__fs_read(op);
    case OP_WRITE:
        return write_noting(op);
    case OP_FSTAT:
        return stat_at(op->fd, "", AT_EMPTY_PATH, op->u.fs.out);
    case OP_FCHMOD:
        return orr__fs_result(fchmod(op->fd, (mode_t)op->u.fs.mode));
    case OP_FCHOWN:
        return orr__fs_result(
            fchown(op->fd, (uid_t)op->u.fs.a, (gid_t)op->u.fs.b));
    case OP_FUTIMES:
        return fs_utimes(op);
    case OP_FTRUNCATE:
        return orr__fs_result(ftruncate(op->fd, op->u.fs.a));
    case OP_FSYNC:
        return orr__fs_result(fsync(op->fd));
    case OP_FDATASYNC:
        return orr__fs_result(fdatasync(op->fd));
    case OP_SENDFILE:
        return orr__fs_sendfile(op);
    default:
        must(false, "an operation on files has a known code");
        return -ENOSYS;
    }
}

/* What takes a path or two, or a directory, and makes nothing. */
static int64_t fs_path_once(orr__op *op)
{
    const char *path = op->u.fs.path;
    const char *path2 = op->u.fs.path2;

    switch (op->code) {
    case OP_OPEN:
        return fs_open(op);
    case OP_STAT:
        return stat_at(AT_FDCWD, path, 0, op->u.fs.out);
    case OP_LSTAT:
        return stat_at(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, op->u.fs.out);
    case OP_STATFS:
        return fs_statfs(op);
    case OP_ACCESS:
        return orr__fs_result(access(path, (int)op->u.fs.mode));
    case OP_READDIR:
        return orr__fs_readdir(op);
    case OP_CLOSEDIR:
        return orr__fs_closedir(op);
    case OP_MKDIR:
        return orr__fs_result(mkdir(path, (mode_t)op->u.fs.mode));
    case OP_RMDIR:
        return orr__fs_result(rmdir(path));
    case OP_UNLINK:
        return orr__fs_result(unlink(path));
    case OP_RENAME:
        return orr__fs_result(rename(path, path2));
    case OP_LINK:
        return orr__fs_result(link(path, path2));
    case OP_SYMLINK:
        return orr__fs_result(symlink(path, path2));
    case OP_CHMOD:
        return orr__fs_result(chmod(path, (mode_t)op->u.fs.mode));
    case OP_CHOWN:
        return orr__fs_result(
            chown(path, (uid_t)op->u.fs.a, (gid_t)op->u.fs.b));
    case OP_LCHOWN:
        return orr__fs_result(
            lchown(path, (uid_t)op->u.fs.a, (gid_t)op->u.fs.b));
    case OP_UTIMES:
    case OP_LUTIMES:
        return fs_utimes(op);
    case OP_TRUNCATE:
        return orr__fs_result(truncate(path, op->u.fs.a));
    case OP_COPYFILE:
        return orr__fs_copyfile(op);
    default:
        must(false, "an operation on files has a known code");
        return -ENOSYS;
    }
}

static int64_t fs_once(const orr_allocator *allocator, orr__op *op)
{
    switch (op->code) {
    case OP_CLOSE:
    case OP_READ:
    case OP_WRITE:
    case OP_FSTAT:
    case OP_FCHMOD:
    case OP_FCHOWN:
    case OP_FUTIMES:
    case OP_FTRUNCATE:
    case OP_FSYNC:
    case OP_FDATASYNC:
    case OP_SENDFILE:
        return fs_fd_once(op);
    case OP_READ_FILE:
    case OP_SCANDIR:
    case OP_OPENDIR:
    case OP_MKDTEMP:
    case OP_MKSTEMP:
    case OP_READLINK:
    case OP_REALPATH:
        return fs_made_once(allocator, op);
    default:
        return fs_path_once(op);
    }
}

int64_t orr__sys_fs(const orr_allocator *allocator, orr__op *op)
{
    int64_t r;

    do
        r = fs_once(allocator, op);
    while (r == -EINTR);
    return r;
}
