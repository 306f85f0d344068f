/*
 * fs_cached.c - file operations on cached data, done on the loop's thread:
 * that is cheaper than a round trip to the pool. fs.readFile() of a cached file
 * of 4 KiB takes 5.8 us of processor time, one at a time, and 4.2 us, eight at
 * a time. Without this file it takes 15.0 and 12.3 (ONLY=readfile bench/js/run,
 * minimum of 5).
 *
 * Two system calls do not wait for a disk: openat2(RESOLVE_CACHED) walks a path
 * only through the dentry cache, preadv2(RWF_NOWAIT) reads only from the page
 * cache. But there are two gaps:
 *
 *   - Opening has effects on what is not a regular file. If a reader opens a
 *     FIFO and closes it again, its writer gets EPIPE; a device may do
 *     anything.
 *   - A file system over the network, or in user space, asks its server when a
 *     file is opened, examined or closed, which may take forever.
 *
 * So it must be known beforehand that a path is a regular file on a local file
 * system. To find out (open with O_PATH, statx(), open again) costs 1.8 us.
 * Instead, operations on a pool thread (the slow side) note what they found,
 * and the loop's thread (the fast side) does only what was noted recently:
 *
 *      slow side, any thread                    fast side, the loop's
 *      ---------------------                    ---------------------
 *      opened P: regular, local, in memory -->  may open P
 *      looked at mount M: it is local      -->  may look at files of M, and
 *                                               close those only read from
 *      it has no disk: tmpfs, ramfs        -->  may read and write, 64 KiB
 *
 * A note is valid for a second (a path) or ten (a mount). A path that becomes a
 * FIFO within that second is opened without waiting for a writer. It is never
 * closed and opened again, which a writer would see: the descriptor stays with
 * the operation (orr__fs_keep_opened), and the slow side waits for the writer
 * there. Besides, an open may block where io_uring's does, too: a virus scanner
 * (fanotify), and the journal, if reading a file updates its access time. And a
 * path that was found in the dentry cache a second ago is examined by one plain
 * statx(), which waits for the disk if the kernel has dropped it since.
 *
 * What must stay true: -EAGAIN is always a correct result. Nothing was done
 * then, except that the operation may hold an open descriptor. It is returned
 * for anything unexpected; the slow side then repeats the operation, or goes on
 * with that descriptor, and reports its error.
 */
#include "poll/sys/fs.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"

/* ---- Notes ------------------------------------------------------------ */

/*
 * Two tables for the process, of single atomic words, so that they need no
 * lock: 40 bits of a hash, and the second it was written in. A later note
 * overwrites an earlier one in its place. A wrong hit, one in 2^40, is like a
 * stale note. Mounts are few, their numbers follow each other, and what is
 * known of one serves all of its paths: no note of a path takes its place.
 */
#define PATH_NOTES 1024
#define MOUNT_NOTES 256
#define SECOND_BITS 24
#define SECOND_MASK ((UINT64_C(1) << SECOND_BITS) - 1)

static _Atomic uint64_t path_notes[PATH_NOTES];
static _Atomic uint64_t mount_notes[MOUNT_NOTES];

typedef enum note_kind {
    NOTE_FILE = 1,  /* this path is a regular file, and may be opened */
    NOTE_OPENED,    /* this path was opened once; its kind is unknown */
    NOTE_STAT,      /* this path was found in memory by stat(), */
    NOTE_LSTAT,     /* and by lstat() */
    NOTE_LOCAL,     /* this mount is of a local file system */
    NOTE_MEMORY,    /* and it has no disk: its files are in memory */
    NOTE_FOREIGN,   /* this one is not, or we don't know it */
    NOTE_NO_NOWAIT, /* and this one does not know RWF_NOWAIT */
    NOTE_KINDS
} note_kind;

static uint64_t note_seconds(note_kind kind)
{
    return kind < NOTE_LOCAL ? 1 : 10;
}

/* The finalizer of splitmix64: every bit depends on every other. */
static uint64_t cached_mix(uint64_t z)
{
    return orr__random_next(&z);
}

static uint64_t path_key(const char *path)
{
    uint64_t h = 0;
    size_t len = strlen(path);

    for (; len >= 8; len -= 8, path += 8) {
        uint64_t word;
        memcpy(&word, path, 8);
        h = cached_mix(h ^ word);
    }
    uint64_t rest = len;
    for (; len > 0; len--, path++)
        rest = rest << 8 | (unsigned char)*path;
    return cached_mix(h ^ rest);
}

static _Atomic uint64_t note_second; /* 0: by the clock */

void orr__fs_set_note_second(uint64_t second)
{
    atomic_store_explicit(&note_second, second, memory_order_relaxed);
}

static uint64_t second_now(void)
{
    const uint64_t set =
        atomic_load_explicit(&note_second, memory_order_relaxed);
    struct timespec t;

    if (set != 0)
        return set;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return (uint64_t)t.tv_sec & SECOND_MASK;
}

static _Atomic uint64_t *note_place(note_kind kind, uint64_t key, uint64_t h)
{
    const uint64_t kinds = NOTE_KINDS - NOTE_LOCAL;

    return kind < NOTE_LOCAL
               ? &path_notes[h % PATH_NOTES]
               : &mount_notes[(key * kinds + (kind - NOTE_LOCAL)) %
                              MOUNT_NOTES];
}

static void note_write(note_kind kind, uint64_t key)
{
    uint64_t h = cached_mix(key + kind);

    atomic_store_explicit(note_place(kind, key, h),
                          (h & ~SECOND_MASK) | second_now(),
                          memory_order_relaxed);
}

static bool note_read(note_kind kind, uint64_t key)
{
    uint64_t h = cached_mix(key + kind);
    uint64_t note =
        atomic_load_explicit(note_place(kind, key, h), memory_order_relaxed);

    if (((note ^ h) & ~SECOND_MASK) != 0)
        return false;
    uint64_t age = (second_now() - note) & SECOND_MASK;
    return age <= note_seconds(kind);
}

/* ---- The slow side notes what it found -------------------------------- */

static bool is_local(uint64_t magic)
{
    static const uint32_t local[] = {
        EXT4_SUPER_MAGIC,      XFS_SUPER_MAGIC,      BTRFS_SUPER_MAGIC,
        F2FS_SUPER_MAGIC,      TMPFS_MAGIC,          RAMFS_MAGIC,
        OVERLAYFS_SUPER_MAGIC, SQUASHFS_MAGIC,       EROFS_SUPER_MAGIC_V1,
        MSDOS_SUPER_MAGIC,     0x2fc12fc1 /* ZFS */, 0xca451a4e /* bcachefs */
    };

    for (size_t i = 0; i < sizeof local / sizeof *local; i++)
        if (local[i] == magic)
            return true;
    return false;
}

static bool mount_is_local(const struct statx *x)
{
    return (x->stx_mask & STATX_MNT_ID) && note_read(NOTE_LOCAL, x->stx_mnt_id);
}

/* `fd` may be -1 if there is a path. May wait. */
bool orr__fs_note_mount(int fd, const char *path, const struct statx *x)
{
    struct statfs s;

    if (!(x->stx_mask & STATX_MNT_ID))
        return false; /* an old kernel: no fast side */
    if (note_read(NOTE_LOCAL, x->stx_mnt_id))
        return true;
    if (note_read(NOTE_FOREIGN, x->stx_mnt_id) ||
        (fd >= 0 ? fstatfs(fd, &s) : statfs(path, &s)) < 0)
        return false;
    bool local = is_local((uint64_t)s.f_type);
    if (s.f_type == TMPFS_MAGIC || s.f_type == RAMFS_MAGIC)
        note_write(NOTE_MEMORY, x->stx_mnt_id);
    note_write(local ? NOTE_LOCAL : NOTE_FOREIGN, x->stx_mnt_id);
    return local;
}

/*
 * A path was opened for reading only. Examining the file costs a system call,
 * so that is done only when the same path is opened again within a second, and
 * not for programs that open many files once each.
 */
void orr__fs_note_open(const char *path, int fd)
{
    uint64_t key = path_key(path);
    struct statx x;

    if (note_read(NOTE_FILE, key))
        return;
    if (!note_read(NOTE_OPENED, key)) {
        note_write(NOTE_OPENED, key);
        return;
    }
    if (statx(fd, "", AT_EMPTY_PATH, ORR__STATX_WANTED, &x) == 0 &&
        S_ISREG(x.stx_mode) && orr__fs_note_mount(fd, NULL, &x))
        note_write(NOTE_FILE, key);
}

void orr__fs_note_written(int fd)
{
    struct statx x;

    if (statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_MNT_ID, &x) ==
        0)
        orr__fs_note_mount(fd, NULL, &x);
}

bool orr__fs_noted_file(const char *path)
{
    return note_read(NOTE_FILE, path_key(path));
}

/*
 * Read as read() does, and on the way learn whether the bytes were in memory.
 * If they were, the whole file is worth being read by the fast side.
 */
int64_t orr__fs_read_noting(const char *path, int fd, const struct statx *x,
                            void *buf, size_t len)
{
    struct iovec v = { buf, len };

    if (!S_ISREG(x->stx_mode) || x->stx_size > ORR__CHUNK ||
        !orr__fs_note_mount(fd, NULL, x) ||
        note_read(NOTE_NO_NOWAIT, x->stx_mnt_id))
        return read(fd, buf, len);

    int64_t n = preadv2(fd, &v, 1, -1, RWF_NOWAIT);
    if (n >= 0) {
        if ((uint64_t)n == x->stx_size)
            note_write(NOTE_FILE, path_key(path));
        return n;
    }
    if (errno == EOPNOTSUPP)
        note_write(NOTE_NO_NOWAIT, x->stx_mnt_id);
    return read(fd, buf, len);
}

/* ---- The fast side ---------------------------------------------------- */

/* Errors that the dentry cache alone decides are final; others may be caused by
 * RESOLVE_CACHED. */
static int64_t walk_error(int err)
{
    switch (err) {
    case ENOENT:
    case ENOTDIR:
    case EACCES:
    case ELOOP:
    case ENAMETOOLONG:
        return -err;
    default:
        return -EAGAIN;
    }
}

/* A descriptor, or an error that is final, or -EAGAIN. */
static int64_t open_cached(const char *path, uint64_t flags)
{
    static atomic_bool unknown; /* to this kernel, or forbidden */
    struct open_how how = { .flags = flags | O_CLOEXEC,
                            .resolve = RESOLVE_CACHED };

    if (atomic_load_explicit(&unknown, memory_order_relaxed))
        return -EAGAIN;
    long fd = syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
    if (fd >= 0)
        return fd;
    if (errno == ENOSYS || errno == EINVAL || errno == EPERM)
        atomic_store_explicit(&unknown, true, memory_order_relaxed);
    return walk_error(errno);
}

static bool look_cached(int fd, struct statx *x)
{
    return statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, ORR__STATX_WANTED,
                 x) == 0 &&
           mount_is_local(x);
}

/* Flags that do not change what opening a regular file for reading means. */
#define OPEN_HARMLESS (O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK)

/*
 * With O_NONBLOCK, so that open() does not wait for another process's lease on
 * the file. The flag is cleared again, unless the caller set it.
 */
static int64_t cached_open(orr__op *op)
{
    uint64_t flags = op->u.fs.flags;

    if ((flags & ~(uint64_t)OPEN_HARMLESS) != O_RDONLY ||
        !note_read(NOTE_FILE, path_key(op->u.fs.path)))
        return -EAGAIN;
    int64_t fd = open_cached(op->u.fs.path, flags | O_NONBLOCK);
    if (fd < 0)
        return fd;
    if (!orr__fs_is_at_once((int)fd) ||
        (!(flags & O_NONBLOCK) && fcntl((int)fd, F_SETFL, 0) < 0))
        return orr__fs_keep_opened(op, (int)fd);
    return fd;
}

/*
 * Only what was opened for reading and still has a name: the last close of a
 * file without one frees its blocks, and closing what was written may write.
 */
static int64_t cached_close(int fd)
{
    struct statx x;
    int flags = fcntl(fd, F_GETFL);

    if (flags < 0 || (flags & (O_ACCMODE | O_PATH)) != O_RDONLY)
        return -EAGAIN;
    if (!look_cached(fd, &x) || !S_ISREG(x.stx_mode) || x.stx_nlink == 0)
        return -EAGAIN;
    return close(fd) == 0 || errno == EINTR ? 0 : -errno;
}

/* Of a file that is in memory, reading and writing are copies. */
static bool is_in_memory(int fd)
{
    struct statx x;

    return statx(fd, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC,
                 STATX_TYPE | STATX_MNT_ID, &x) == 0 &&
           S_ISREG(x.stx_mode) && (x.stx_mask & STATX_MNT_ID) &&
           note_read(NOTE_MEMORY, x.stx_mnt_id);
}

/* Enough bytes for one event; a longer copy is better made by a thread. */
static size_t bufs_size(const orr__op *op)
{
    size_t size = 0;

    for (uint32_t i = 0; i < op->u.io.nbufs && size <= ORR__CHUNK; i++)
        size += op->u.io.bufs[i].len;
    return size;
}

/*
 * Fewer bytes than wanted are either the end of the file or where the cache
 * ends. The second must not be seen: programs take a short read of a file for
 * its end. So we look, and leave it to the slow side to read all of it again.
 * At the descriptor's own position that would lose what we read, so such a
 * read is for us only if all of the file is in memory.
 */
static int64_t cached_read(const orr__op *op)
{
    size_t size = bufs_size(op);
    struct stat s;

    if (size == 0 || size > ORR__CHUNK || op->u.io.nbufs > 64)
        return -EAGAIN;
    if (op->u.io.offset < 0)
        return is_in_memory(op->fd) ? orr__fs_read(op) : -EAGAIN;
    int64_t n =
        preadv2(op->fd, (const struct iovec *)(const void *)op->u.io.bufs,
                (int)op->u.io.nbufs, op->u.io.offset, RWF_NOWAIT);
    if (n < 0)
        return -EAGAIN;
    if ((size_t)n == size)
        return n;
    if (fstat(op->fd, &s) == 0 && S_ISREG(s.st_mode) &&
        op->u.io.offset + n >= s.st_size)
        return n;
    return -EAGAIN;
}

/* Other file systems may wait for a disk before they take more. */
static int64_t cached_write(orr__op *op)
{
    const size_t size = bufs_size(op);

    if (size == 0 || size > ORR__CHUNK || op->u.io.nbufs > 64 ||
        !is_in_memory(op->fd))
        return -EAGAIN;
    return orr__fs_write(op);
}

static int64_t cached_fstat(const orr__op *op)
{
    struct statx x;

    if (!look_cached(op->fd, &x))
        return -EAGAIN;
    orr__fs_stat_fill(&x, op->u.fs.out);
    return 0;
}

static int64_t stat_found(const orr__op *op, const struct statx *x)
{
    if (!mount_is_local(x))
        return -EAGAIN;
    orr__fs_stat_fill(x, op->u.fs.out);
    return 0;
}

/* One system call in place of three, for what was in memory a moment ago. */
static int64_t stat_again(const orr__op *op)
{
    const int follow = op->code == OP_LSTAT ? AT_SYMLINK_NOFOLLOW : 0;
    struct statx x;

    if (statx(AT_FDCWD, op->u.fs.path, follow | AT_STATX_DONT_SYNC,
              ORR__STATX_WANTED, &x) < 0)
        return walk_error(errno);
    return stat_found(op, &x);
}

/* O_PATH opens nothing, so this is safe for FIFOs and devices too. */
static int64_t stat_first(const orr__op *op)
{
    uint64_t follow = op->code == OP_LSTAT ? O_NOFOLLOW : 0;
    int64_t fd = open_cached(op->u.fs.path, O_PATH | follow);
    struct statx x;

    if (fd < 0)
        return fd;
    bool known = look_cached((int)fd, &x);
    close((int)fd);
    return known ? stat_found(op, &x) : -EAGAIN;
}

static int64_t cached_stat(const orr__op *op)
{
    const note_kind kind = op->code == OP_LSTAT ? NOTE_LSTAT : NOTE_STAT;
    const uint64_t key = path_key(op->u.fs.path);

    if (note_read(kind, key))
        return stat_again(op);
    const int64_t r = stat_first(op);
    if (r == 0)
        note_write(kind, key);
    return r;
}

/* As in sys/fs_read.c: reading one byte more than the size finds the end. */
static int64_t read_whole(const orr_allocator *allocator, orr__op *op, int fd)
{
    struct statx x;

    if (!look_cached(fd, &x) || !S_ISREG(x.stx_mode) || x.stx_size == 0 ||
        x.stx_size > ORR__CHUNK)
        return -EAGAIN;
    char *bytes = orr__resize(allocator, NULL, x.stx_size + 1);
    if (bytes == NULL)
        return -EAGAIN;
    struct iovec v = { bytes, x.stx_size + 1 };
    const int64_t n = preadv2(fd, &v, 1, 0, RWF_NOWAIT);
    if (n < 0 || (uint64_t)n != x.stx_size) {
        orr__free(allocator, bytes);
        return -EAGAIN;
    }
    bytes[n] = 0;
    return orr__fs_made(op, bytes, (size_t)n, n);
}

int64_t orr__fs_read_opened(const orr_allocator *allocator, orr__op *op, int fd)
{
    const int64_t r = read_whole(allocator, op, fd);

    if (r == -EAGAIN)
        return orr__fs_keep_opened(op, fd);
    close(fd);
    return r;
}

static int64_t cached_read_file(const orr_allocator *allocator, orr__op *op)
{
    if (!note_read(NOTE_FILE, path_key(op->u.fs.path)))
        return -EAGAIN;
    int64_t fd = open_cached(op->u.fs.path, O_RDONLY | O_NONBLOCK);
    if (fd < 0)
        return fd;
    return orr__fs_read_opened(allocator, op, (int)fd);
}

int64_t orr__sys_fs_cached(const orr_allocator *allocator, orr__op *op)
{
    switch (op->code) {
    case OP_OPEN:
        return cached_open(op);
    case OP_CLOSE:
        return cached_close(op->fd);
    case OP_READ:
        return cached_read(op);
    case OP_WRITE:
        return cached_write(op);
    case OP_STAT:
    case OP_LSTAT:
        return cached_stat(op);
    case OP_FSTAT:
        return cached_fstat(op);
    case OP_READ_FILE:
        return cached_read_file(allocator, op);
    default:
        return -EAGAIN;
    }
}
