/*
 * fs_copy.c - bytes from one descriptor to another: sendfile and copyfile.
 *
 * Three ways, from the best to the one that always works:
 *
 *      copy_file_range   file to file; the file system may share the blocks
 *      sendfile          file to anything; the bytes stay in the kernel
 *      read and write    anything to anything
 *
 * Each says no in its own way, and then the next one is tried. None has moved
 * a byte when it says no.
 *
 * What must stay true of a copy: a file is never copied onto itself (it would
 * be emptied first), and a copy that fails leaves no half of a file behind. A
 * file that was there before is lost only if we had begun to write over it.
 */
#include "poll/sys/fs.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"

#define COPY_BUFFER 16384
#define SEND_MAX 0x7ffff000 /* more than this Linux does not do at once */

/* ---- By hand ---------------------------------------------------------- */

typedef struct copier {
    int in, out;
    int64_t offset;  /* in `in` */
    bool positional; /* false: a pipe or similar, without an offset */
} copier;

/* Until a full pipe or socket can take more. */
static int wait_writable(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLOUT };
    int n;

    do
        n = poll(&p, 1, -1);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return -errno;
    return p.revents & POLLOUT ? 0 : -EPIPE;
}

/*
 * Write out all that was read. If the target is full, what came from a pipe
 * has to wait for it, since it can't be put back; what has a place in a file
 * need not. Returns how much was written, or an error if that is nothing.
 */
static int64_t write_piece(const copier *c, const char *buf, size_t len)
{
    size_t done = 0;

    while (done < len) {
        ssize_t n = write(c->out, buf + done, len - done);

        if (n > 0) {
            done += (size_t)n;
            continue;
        }
        int err = n < 0 ? -errno : -EIO;
        if (err == -EINTR)
            continue;
        if (err == -EAGAIN && !c->positional)
            err = wait_writable(c->out);
        if (err < 0 && (!c->positional || done == 0))
            return err; /* bytes taken from a pipe are lost: an error */
        if (err < 0)
            break;
    }
    return (int64_t)done;
}

static ssize_t read_piece(copier *c, char *buf, size_t len)
{
    ssize_t n;

    do
        n = c->positional ? pread(c->in, buf, len, c->offset)
                          : read(c->in, buf, len);
    while (n < 0 && errno == EINTR);
    return n;
}

static int64_t copy_by_hand(int out, int in, int64_t offset, size_t len)
{
    copier c = { in, out, offset, lseek(in, 0, SEEK_CUR) >= 0 };
    char buf[COPY_BUFFER];
    int64_t total = 0;

    while ((uint64_t)total < len) {
        size_t left = len - (size_t)total;
        ssize_t n = read_piece(&c, buf, left < sizeof buf ? left : sizeof buf);
        if (n < 0)
            return total > 0 ? total : -errno;
        if (n == 0)
            break;

        int64_t written = write_piece(&c, buf, (size_t)n);
        if (written < 0)
            return total > 0 && c.positional ? total : written;
        total += written;
        c.offset += written;
        if (written < n)
            break;
    }
    return total;
}

/* ---- One step, the best way there is ---------------------------------- */

/*
 * Errors that mean "not with these two", as found in the manual and in the
 * field: other file system (EXDEV), not files (EINVAL, ESPIPE), opened for
 * appending (EBADF from copy_file_range, EINVAL from sendfile), an overlay or
 * network file system that has not got it (EOPNOTSUPP, EIO, EPERM). If it was
 * a true error the next way meets it too and reports it.
 */
static bool try_next_way(int err)
{
    switch (err) {
    case EXDEV:
    case EINVAL:
    case ESPIPE:
    case EBADF:
    case EOPNOTSUPP:
    case ENOSYS:
    case EIO:
    case EPERM:
    case EACCES:
    case EISDIR:
    case ETXTBSY:
        return true;
    default:
        return false;
    }
}

/*
 * copy_file_range() returns 0 on some kernels for files of /proc, which have a
 * size of zero: so after a zero another call is tried.
 */
static int64_t send_some(int out, int in, int64_t offset, size_t len)
{
    size_t step = len < SEND_MAX ? len : SEND_MAX;
    loff_t at = offset;
    ssize_t n;

    do
        n = copy_file_range(in, &at, out, NULL, step, 0);
    while (n < 0 && errno == EINTR);
    if (n > 0)
        return n;
    if (n < 0 && !try_next_way(errno))
        return -errno;

    at = offset;
    do
        n = sendfile(out, in, &at, step);
    while (n < 0 && errno == EINTR);
    if (n >= 0)
        return n;
    if (!try_next_way(errno))
        return -errno;
    return copy_by_hand(out, in, offset, len);
}

/* One step, like write(): the caller sees how far it went. */
int64_t orr__fs_sendfile(orr__op *op)
{
    if (op->u.fs.b == 0)
        return 0;
    return send_some(op->fd, (int)op->u.fs.flags, op->u.fs.a,
                     (size_t)op->u.fs.b);
}

/* ---- Copying a file --------------------------------------------------- */

typedef struct copy {
    int in, out;
    struct stat from;
    bool created; /* the target was not there before */
    bool begun;   /* the target is no more what it was */
} copy;

static int target_open(copy *c, const char *path, uint32_t flags)
{
    const int how = O_WRONLY | O_CLOEXEC;
    const mode_t mode = c->from.st_mode & 07777;

    c->out = -1;
    if (!(flags & ORR_COPY_EXCL))
        c->out = open(path, how);
    if (c->out >= 0)
        return 0;
    if (!(flags & ORR_COPY_EXCL) && errno != ENOENT)
        return -errno;
    c->out =
        open(path, how | O_CREAT | (flags & ORR_COPY_EXCL ? O_EXCL : 0), mode);
    if (c->out < 0)
        return -errno;
    c->created = true;
    return 0;
}

/*
 * Owner, mode and times of the source, as far as we may give them. Only the
 * mode has to succeed, and even that is refused by some network file systems
 * (EPERM), on which it would mean nothing.
 */
static int target_dress(const copy *c)
{
    const struct timespec times[2] = { c->from.st_atim, c->from.st_mtim };

    (void)futimens(c->out, times);
    if (fchown(c->out, c->from.st_uid, c->from.st_gid) < 0) {
        /* Not ours to give away: it stays our own. */
    }
    if (fchmod(c->out, c->from.st_mode & 07777) < 0 && errno != EPERM)
        return -errno;
    return 0;
}

/* Share the blocks. The target is changed only if it works. */
static int target_clone(copy *c)
{
    if (ioctl(c->out, FICLONE, c->in) == 0) {
        c->begun = true;
        return ftruncate(c->out, c->from.st_size) < 0 ? -errno : 0;
    }
    switch (errno) {
    case EXDEV:
    case EINVAL:
    case ENOTTY:
    case ENOSYS:
        return -ENOTSUP;
    default:
        return -errno;
    }
}

/*
 * The bytes: as many as a regular file had when we looked, so that copying a
 * log which is being written comes to an end; all there are where the size
 * says nothing.
 */
static int target_fill(copy *c)
{
    bool sized = S_ISREG(c->from.st_mode) && c->from.st_size > 0;
    int64_t left = sized ? c->from.st_size : INT64_MAX;
    int64_t offset = 0;

    if (!c->created && ftruncate(c->out, 0) < 0)
        return -errno;
    c->begun = true;
    while (left > 0) {
        int64_t n = send_some(c->out, c->in, offset, (size_t)left);

        if (n < 0)
            return (int)n;
        if (n == 0)
            break;
        offset += n;
        left -= n;
    }
    return 0;
}

static int copy_into(copy *c, uint32_t flags)
{
    struct stat to;
    int err;

    if (fstat(c->out, &to) < 0)
        return -errno;
    if (to.st_dev == c->from.st_dev && to.st_ino == c->from.st_ino)
        return 0;
    if (flags & (ORR_COPY_REFLINK | ORR_COPY_REFLINK_ONLY)) {
        err = target_clone(c);
        if (err == 0)
            return target_dress(c);
        if (flags & ORR_COPY_REFLINK_ONLY || c->begun)
            return err;
    }
    err = target_dress(c);
    return err < 0 ? err : target_fill(c);
}

int64_t orr__fs_copyfile(orr__op *op)
{
    copy c = { .out = -1 };
    int err = 0;

    c.in = open(op->u.fs.path, O_RDONLY | O_CLOEXEC);
    if (c.in < 0)
        return -errno;
    if (fstat(c.in, &c.from) < 0)
        err = -errno;
    else if (S_ISDIR(c.from.st_mode))
        err = -EISDIR;
    if (err < 0)
        goto close_in;

    err = target_open(&c, op->u.fs.path2, op->u.fs.flags);
    if (err < 0)
        goto close_in;
    err = copy_into(&c, op->u.fs.flags);
    /* Some file systems say only now that the disk was full. */
    if (close(c.out) < 0 && errno != EINTR && err == 0)
        err = -errno;
    if (err < 0 && (c.created || c.begun))
        (void)unlink(op->u.fs.path2);
close_in:
    close(c.in);
    return err;
}
