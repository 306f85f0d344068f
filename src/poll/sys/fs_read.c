/*
 * fs_read.c - a whole file in one operation: open, look at the size, read
 * to the end, close.
 *
 * The size is only a hint. A file may grow or shrink meanwhile, and those of
 * /proc, pipes and terminals have none. So it is read until a read returns 0,
 * except in the usual case: the first read is for one byte more than the size
 * (that byte is needed for the zero anyway), and if a regular file then gives
 * exactly its size, it has ended. That saves the last, empty read.
 */
#include "poll/sys/fs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"

/* Where we begin without a size; most of what /proc has is shorter. */
#define CAPACITY_UNKNOWN 8192

typedef struct whole {
    const orr_allocator *allocator;
    const char *path;
    char *bytes;
    size_t len, capacity; /* with the terminating zero */
} whole;

static int set_capacity(whole *w, size_t capacity)
{
    char *more = orr__resize(w->allocator, w->bytes, capacity);

    if (more == NULL)
        return -ENOMEM;
    w->bytes = more;
    w->capacity = capacity;
    return 0;
}

static int read_to_end(whole *w, int fd, const struct statx *x)
{
    size_t size = S_ISREG(x->stx_mode) ? x->stx_size : 0; /* 0: unknown */
    int err = set_capacity(w, size > 0 ? size + 1 : CAPACITY_UNKNOWN);

    while (err == 0) {
        char *at = w->bytes + w->len;
        size_t left = w->capacity - w->len;
        int64_t n = w->len > 0 ? read(fd, at, left)
                               : orr__fs_read_noting(w->path, fd, x, at, left);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        w->len += (size_t)n;
        if (n == 0 || (size > 0 && w->len == size))
            break;
        if (w->len == w->capacity)
            err = set_capacity(w, w->capacity * 2);
    }
    return err;
}

/* Give back what the file did not need, if it is worth a call. */
static void read_trim(whole *w)
{
    w->bytes[w->len] = 0;
    if (w->capacity > CAPACITY_UNKNOWN && w->capacity / 2 > w->len)
        (void)set_capacity(w,
                           w->len + 1); /* if that fails, it keeps its size */
}

/* fstat() by statx(), which also gives the mount. */
static int read_look(int fd, struct statx *x)
{
    struct stat s;

    if (statx(fd, "", AT_EMPTY_PATH, ORR__STATX_WANTED, x) == 0)
        return 0;
    if (fstat(fd, &s) < 0)
        return -errno;
    *x = (struct statx){ .stx_mode = (uint16_t)s.st_mode,
                         .stx_size = (uint64_t)s.st_size };
    return 0;
}

static int read_open_file(whole *w, int fd)
{
    struct statx x;
    int err = read_look(fd, &x);

    if (err < 0)
        return err;
    if (S_ISDIR(x.stx_mode))
        return -EISDIR;
    if (x.stx_size >= PTRDIFF_MAX)
        return -EFBIG;
    err = read_to_end(w, fd, &x);
    if (err == 0)
        read_trim(w);
    return err;
}

int64_t orr__fs_read_file(const orr_allocator *allocator, orr__op *op)
{
    whole w = { .allocator = allocator, .path = op->u.fs.path };
    int fd = orr__fs_open_or_kept(op, O_RDONLY, 0);

    if (fd < 0)
        return fd;
    int err = read_open_file(&w, fd);
    close(fd);
    if (err < 0) {
        orr__free(allocator, w.bytes);
        return err;
    }
    return orr__fs_made(op, w.bytes, w.len, (int64_t)w.len);
}
