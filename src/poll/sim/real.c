/*
 * real.c - the simulator's only access to the real system.
 *
 * All system calls of the simulator are in this file and in real_child.c. Those
 * here only read, except the one that writes the program's own output to
 * descriptors 0 to 2. What is opened is closed before the function returns, so
 * the simulator never holds a real descriptor.
 *
 * Paths are those of nodes: absolute, and without symbolic links up to their
 * last part. Files are opened with O_NOFOLLOW and O_NONBLOCK, so that one that
 * was replaced meanwhile is an error and never blocks.
 */
#include "poll/sim/fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "poll/sys/sys.h"

#define WRITE_BUFS 64 /* that one write takes from us */

/* The real back ends know what to do where there is no statx(). Looking makes
 * nothing, so any allocator will do. */
int orr__sim_real_lstat(const char *path, orr_stat *out)
{
    orr__op op = { .code = OP_LSTAT };

    op.u.fs.path = path;
    op.u.fs.out = out;
    return (int)orr__sys_fs(&orr__malloc, &op);
}

char *orr__sim_real_readlink(const orr_allocator *a, const char *path, int *err)
{
    char target[SIM_PATH_MAX];
    const ssize_t n = readlink(path, target, sizeof target);
    char *copy;

    if (n < 0 || (size_t)n == sizeof target) {
        *err = n < 0 ? -errno : -ENAMETOOLONG;
        return NULL;
    }
    copy = orr__memdup(a, target, (size_t)n);
    if (copy == NULL)
        *err = -ENOMEM;
    return copy;
}

/* The events of poll() are ignored: the read or write that follows gives the
 * error. */
static void wait_until(int fd, short events)
{
    struct pollfd p = { .fd = fd, .events = events };

    poll(&p, 1, -1);
}

static int open_to_read(const char *path, int more_flags)
{
    const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    int fd;

    do
        fd = open(path, flags | more_flags);
    while (fd < 0 && errno == EINTR);
    return fd < 0 ? -errno : fd;
}

int orr__sim_real_readable(const char *path)
{
    const int fd = open_to_read(path, 0);

    if (fd < 0)
        return fd;
    close(fd);
    return 0;
}

/* The offset may be IN_TURN, for what can only be read from front to back; it
 * then waits where a non-blocking descriptor would not. */
#define IN_TURN (-1)
static int64_t read_some(int fd, void *buf, size_t len, int64_t offset)
{
    ssize_t n;

    for (;;) {
        n = offset == IN_TURN ? read(fd, buf, len)
                              : pread(fd, buf, len, offset);
        if (n < 0 && errno == EAGAIN && offset == IN_TURN)
            wait_until(fd, POLLIN);
        else if (n >= 0 || errno != EINTR)
            return n < 0 ? -errno : n;
    }
}

int64_t orr__sim_real_read(const char *path, void *buf, size_t len,
                           int64_t offset)
{
    const int fd = open_to_read(path, 0);
    int64_t n;

    if (fd < 0)
        return fd;
    n = read_some(fd, buf, len, offset);
    close(fd);
    return n;
}

/*
 * Files of /proc say that they are empty and change their length while they
 * are read, so the end is where a read finds nothing, never where the length
 * says it should be.
 */
static int file_slurp(const orr_allocator *a, int fd, bool in_turn, size_t hint,
                      char **data, size_t *len)
{
    size_t cap = hint + 4096, have = 0;
    char *buf = orr__resize(a, NULL, cap);
    int64_t n = -ENOMEM;

    while (buf != NULL) {
        char *more;

        n = read_some(fd, buf + have, cap - have - 1,
                      in_turn ? IN_TURN : (int64_t)have);
        if (n <= 0)
            break;
        have += (size_t)n;
        if (cap - have > 1)
            continue;
        cap *= 2;
        n = -ENOMEM;
        more = orr__resize(a, buf, cap);
        if (more == NULL)
            break;
        buf = more;
    }
    if (n < 0) {
        orr__free(a, buf);
        return (int)n;
    }
    buf[have] = 0;
    *data = buf;
    *len = have;
    return 0;
}

int orr__sim_real_slurp(const orr_allocator *a, const char *path, size_t hint,
                        char **data, size_t *len)
{
    const int fd = open_to_read(path, 0);
    int err;

    if (fd < 0)
        return fd;
    err = file_slurp(a, fd, false, hint, data, len);
    close(fd);
    return err;
}

int orr__sim_real_input(const orr_allocator *a, char **data, size_t *len)
{
    *data = NULL;
    *len = 0;
    return isatty(0) ? 0 : file_slurp(a, 0, true, 0, data, len);
}

/* ---- Directories ------------------------------------------------------ */

/* What the kernel writes for getdents64(). */
struct record {
    uint64_t ino;
    int64_t offset;
    uint16_t size;
    uint8_t type;
    char name[];
};

static bool is_dots(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static int list_batch(const char *buf, size_t len, orr__sim_real_entry_fn *fn,
                      void *arg)
{
    int err = 0;

    for (size_t at = 0; at < len && err == 0;) {
        const struct record *r = (const void *)(buf + at);

        if (!is_dots(r->name))
            err = fn(arg, r->name, orr__entry_type(r->type));
        at += r->size;
    }
    return err;
}

/* opendir() would take memory from somewhere else than the allocator. */
int orr__sim_real_list(const char *path, orr__sim_real_entry_fn *fn, void *arg)
{
    _Alignas(struct record) char buf[8192];
    const int fd = open_to_read(path, O_DIRECTORY);
    int err = 0;

    if (fd < 0)
        return fd;
    while (err == 0) {
        const long n = syscall(SYS_getdents64, fd, buf, sizeof buf);

        if (n == 0)
            break;
        err = n < 0 ? -errno : list_batch(buf, (size_t)n, fn, arg);
    }
    close(fd);
    return err;
}

/* ---- The process ------------------------------------------------------ */

char *orr__sim_real_cwd(const orr_allocator *a)
{
    char path[SIM_PATH_MAX];

    /* The kernel says "(unreachable)..." for one outside of our root. */
    if (getcwd(path, sizeof path) == NULL || path[0] != '/')
        return orr__strdup(a, "/");
    return orr__strdup(a, path);
}

/* One write, without SIGPIPE; it waits where a non-blocking descriptor would
 * not. */
static int64_t write_some(int fd, const orr_buf *bufs, uint32_t n)
{
    int64_t done;

    while ((done = orr__sys_write(fd, bufs, n)) == -EAGAIN)
        wait_until(fd, POLLOUT);
    return done;
}

int64_t orr__sim_real_write(int fd, const orr_buf *bufs, uint32_t nbufs)
{
    int64_t total = 0;
    size_t skip = 0; /* bytes of bufs[0] that are written already */

    while (nbufs > 0) {
        orr_buf left[WRITE_BUFS];
        const uint32_t n = nbufs < WRITE_BUFS ? nbufs : WRITE_BUFS;
        int64_t done;

        memcpy(left, bufs, n * sizeof *bufs);
        if (skip > 0) {
            left[0].base = (char *)left[0].base + skip;
            left[0].len -= skip;
        }
        done = write_some(fd, left, n);
        if (done < 0)
            return total > 0 ? total : done;
        total += done;
        for (skip += (size_t)done; nbufs > 0 && skip >= bufs->len; nbufs--)
            skip -= (bufs++)->len;
    }
    return total;
}
