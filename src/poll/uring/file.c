/*
 * file.c - files: done at once, by the ring, or by the pool.
 *
 * The ring does what it can without blocking inside io_uring_enter(), and has
 * kernel threads for the rest, which are no faster than the pool. So it is used
 * for what it does at once, and only if the result is sure to be the same
 * (figures of the fsread benchmark, 64 at a time, and one at a time):
 *
 *      OPEN    The ring opens without waiting. That is right for a regular
 *              file and wrong for a FIFO, where open() waits for the other end.
 *              So it does it for paths that the pool has noted to be files
 *              (sys/fs_cached.c), and with a thread for what makes files. What
 *              turns out to be a FIFO goes to the pool, open as it is.
 *      CLOSE   The last close of a file that has no name any more, or that
 *              was written to, may take long. The ring closes what it has
 *              opened for reading.
 *      READ    In the ring 490 ns, 1100 alone; by system call 640 ns, 690
 *              alone.
 *      STAT    The ring has a thread do it, always. Not used.
 *      READ_FILE  Opened by the ring, like OPEN; the rest by system call. That
 *              is 3100 ns; all of it by system call 4300.
 *
 * The rest is for the ring if it has an operation for it, or for the pool.
 *
 * The first few files in a turn are therefore served by system call, if that
 * need not wait, unless the turn before had many.
 *
 * The order. Operations begin in the order of submission, as the jobs of a pool
 * do: a program that removes a directory and then lists it does not find it, or
 * rarely. The ring keeps no order by itself: one request is done inside of
 * io_uring_enter(), the one before it by a kernel thread. So
 *
 *   - the ring has at most one operation that changes files (`changing`), and
 *     while it has, all others go to the pool;
 *   - while an operation waits for a thread, or a thread changes files, the
 *     following ones go to the pool, too (orr__pool_is_ahead);
 *   - if the ring was given that one since the last wait(), it goes to the
 *     pool before them, too: a thread is quicker to begin than the kernel's;
 *   - the ring is entered before an operation that changes files is given to
 *     the pool, so that what it was given before begins before.
 */
#include "poll/sys/fs.h"
#include "poll/uring/uring.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>

#define READ_MAX 0x7ffff000u /* what read() takes at most */

/* ---- Which way -------------------------------------------------------- */

/* Flags that do not change what opening a regular file for reading means. */
#define HARMLESS (O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK | O_LARGEFILE)

static bool opens_to_read(const orr__op *op)
{
    return (op->u.fs.flags & ~(uint32_t)HARMLESS) == O_RDONLY;
}

static bool makes_file(const orr__op *op)
{
    return (op->u.fs.flags & (O_CREAT | O_TRUNC)) != 0;
}

static int opcode_of_open(const orr__op *op)
{
    const bool fits =
        opens_to_read(op) ? orr__fs_noted_file(op->u.fs.path) : makes_file(op);
    return fits ? IORING_OP_OPENAT : -1;
}

static int opcode_of_close(const uring *p, const orr__op *op)
{
    const uring_fd *f = orr__ufd_known(p, op->fd);

    return f != NULL && f->only_read && f->recv == NULL ? IORING_OP_CLOSE : -1;
}

/* The ring's number for an operation, or -1. */
static int opcode_of(const uring *p, const orr__op *op)
{
    switch (op->code) {
    case OP_OPEN:
        return opcode_of_open(op);
    case OP_CLOSE:
        return opcode_of_close(p, op);
    case OP_READ_FILE:
        return orr__fs_noted_file(op->u.fs.path) ? IORING_OP_OPENAT : -1;
    case OP_READ:
        return op->u.io.nbufs == 1 ? IORING_OP_READ : IORING_OP_READV;
    case OP_WRITE: /* without an offset it may be a pipe, and raise SIGPIPE */
        return op->u.io.offset < 0 ? -1 : IORING_OP_WRITEV;
    case OP_FSYNC:
    case OP_FDATASYNC:
        return IORING_OP_FSYNC;
    case OP_RENAME:
        return IORING_OP_RENAMEAT;
    case OP_UNLINK:
    case OP_RMDIR:
        return IORING_OP_UNLINKAT;
    case OP_MKDIR:
        return IORING_OP_MKDIRAT;
    case OP_SYMLINK:
        return IORING_OP_SYMLINKAT;
    case OP_LINK:
        return IORING_OP_LINKAT;
    case OP_FTRUNCATE:
        return URING_OP_FTRUNCATE;
    default:
        return -1;
    }
}

/*
 * Is a plain system call better, if it does not block? For a few files it is,
 * and they complete in the order of submission, as programs expect from libuv.
 * So it is not used while the pool or the ring has an earlier operation. Many
 * files complete in any order in libuv, too, and the fastest way is taken.
 */
static bool is_for_call(uring *p, const orr__op *op)
{
    const bool behind = p->k.pool.fresh > 0 || p->files_queued > 0;
    const bool few = p->files <= URING_FILES_BY_CALL && !p->many_files;

    switch (op->code) {
    case OP_OPEN:
    case OP_CLOSE:
    case OP_READ:
    case OP_WRITE:
        return few && !behind;
    case OP_STAT:
    case OP_LSTAT:
    case OP_FSTAT:
        return p->many_files || !behind;
    default:
        return false;
    }
}

/* Only a hint, so it does not matter if there is no memory for it. */
static void note_opened(uring *p, const orr__op *op, int64_t fd)
{
    uring_fd *f = fd >= 0 && opens_to_read(op) ? orr__ufd_at(p, (int)fd) : NULL;

    if (f != NULL)
        f->only_read = true;
}

static bool call_file(uring *p, orr__op *op)
{
    const int64_t r = orr__sys_fs_cached(p->k.sys.allocator, op);

    p->k.sys.system_calls++;
    if (r == -EAGAIN)
        return false;
    if (op->code == OP_OPEN)
        note_opened(p, op, r);
    orr__uring_done(p, op, r);
    return true;
}

static bool ring_file(uring *p, orr__op *op)
{
    const int opcode = opcode_of(p, op);

    /* A read may wait for the other end of a pipe: it stays in the ring, which
     * lets go of it when it is closed, also before its first wait(). */
    if ((!p->ring.enabled && op->code != OP_READ) || opcode < 0 ||
        !(p->opcodes >> opcode & 1) || orr__fs_has_opened(op) ||
        (p->k.pool.fresh > 0 && !p->many_files))
        return false;
    uring_slot *s = orr__uslot_take(p, SLOT_FILE, op, -1);
    if (s == NULL)
        return false;
    s->opcode = (uint8_t)opcode;
    op->result = 0;
    if (orr__op_changes_files(op))
        p->changing = s;
    if (op->code == OP_CLOSE)
        p->fds[op->fd].only_read = false;
    orr__uslot_arm(p, s);
    return true;
}

/* Not if it is a write of which a part is done. */
static bool can_take_back(const uring_slot *s)
{
    return s != NULL && s->state == SLOT_IDLE && s->op->result == 0;
}

static void move_to_pool(uring *p, uring_slot *s)
{
    orr__op *op = s->op;

    orr__uslot_leave(p, s);
    const int err = orr__uring_pool_submit(p, op);
    if (err < 0)
        orr__uring_done(p, op, err);
}

/* Before op goes to the pool. If the ring is another thread's, that begins what
 * it was given. */
static void begin_queued(uring *p, const orr__op *op)
{
    if (can_take_back(p->changing))
        move_to_pool(p, p->changing);
    if (p->files_queued > 0 && orr__sys_is_ours(&p->k.sys) &&
        (p->changing != NULL || orr__op_changes_files(op)))
        (void)orr__uring_enter_files(p);
}

/*
 * Programs close a descriptor without waiting for the operations on it. The
 * ring does these in order; a thread of the pool might overtake it, so the
 * requests are submitted before the close goes to the pool.
 */
bool orr__uring_file_submit(uring *p, orr__op *op)
{
    const bool waits = p->changing != NULL || orr__pool_is_ahead(&p->k.pool);

    p->files++;
    const bool called = !waits && is_for_call(p, op) && call_file(p, op);
    const bool taken = !waits && !called && ring_file(p, op);

    if (!called && !taken)
        begin_queued(p, op);

    if (op->code == OP_CLOSE) {
        if (!taken)
            orr__ufd_forget(p, op->fd);
        orr__sys_forget(&p->k.sys, op->fd);
    }
    return called || taken;
}

/* ---- The submission queue entry --------------------------------------- */

static uint64_t file_address(const void *ptr)
{
    return (uint64_t)(uintptr_t)ptr;
}

static void write_vector(const orr__op *op, struct io_uring_sqe *e)
{
    e->fd = op->fd;
    e->off = op->u.io.offset < 0 ? UINT64_MAX : (uint64_t)op->u.io.offset;
    if (e->opcode == IORING_OP_READ) {
        const size_t len = op->u.io.bufs->len;
        e->addr = file_address(op->u.io.bufs->base);
        e->len = len < READ_MAX ? (uint32_t)len : READ_MAX;
        return;
    }
    e->addr = file_address(op->u.io.bufs);
    e->len = op->u.io.nbufs < IOV_MAX ? op->u.io.nbufs : IOV_MAX;
}

static void write_paths(const orr__op *op, struct io_uring_sqe *e)
{
    e->fd = AT_FDCWD;
    e->addr = file_address(op->u.fs.path);
    e->addr2 = file_address(op->u.fs.path2);
    e->len = (uint32_t)AT_FDCWD;
}

void orr__uring_file_arm(uring_slot *s, struct io_uring_sqe *e)
{
    const orr__op *op = s->op;

    e->opcode = s->opcode;
    switch (op->code) {
    case OP_OPEN:
        e->fd = AT_FDCWD;
        e->addr = file_address(op->u.fs.path);
        e->len = op->u.fs.mode;
        e->open_flags = op->u.fs.flags | O_CLOEXEC;
        break;
    case OP_READ_FILE:
        e->fd = AT_FDCWD;
        e->addr = file_address(op->u.fs.path);
        e->open_flags = O_RDONLY | O_CLOEXEC;
        break;
    case OP_READ:
    case OP_WRITE:
        write_vector(op, e);
        break;
    case OP_FDATASYNC:
        e->fsync_flags = IORING_FSYNC_DATASYNC;
        e->fd = op->fd;
        break;
    case OP_RENAME:
    case OP_LINK:
        write_paths(op, e);
        break;
    case OP_SYMLINK: /* has no directory for the first, which is but text */
        write_paths(op, e);
        e->len = 0;
        break;
    case OP_RMDIR:
        e->unlink_flags = AT_REMOVEDIR;
        /* fall through */
    case OP_UNLINK:
        e->fd = AT_FDCWD;
        e->addr = file_address(op->u.fs.path);
        break;
    case OP_MKDIR:
        e->fd = AT_FDCWD;
        e->addr = file_address(op->u.fs.path);
        e->len = op->u.fs.mode;
        break;
    case OP_FTRUNCATE:
        e->fd = op->fd;
        e->off = (uint64_t)op->u.fs.a;
        break;
    default: /* CLOSE, FSYNC */
        e->fd = op->fd;
        break;
    }
}

/* ---- The result ------------------------------------------------------- */

/*
 * A write is over when everything is written or nothing moves any more: what
 * was written counts, and the error is for the next call, which meets it
 * again.
 */
static uring_file_end write_finish(orr__op *op, int32_t res)
{
    if (res <= 0) {
        if (op->result == 0)
            op->result = res;
        return FILE_OVER;
    }
    op->result += res;
    op->u.io.offset += res;
    orr__op_use(op, (size_t)res);
    return op->u.io.nbufs == 0 ? FILE_OVER : FILE_GOES_ON;
}

/*
 * The rest of a whole file is done at once, if it is in memory. Not by the
 * ring: as each is read only when it is about to be reported, few are in
 * memory at a time. Read and closed by the ring, 64 at a time took 4100 ns
 * each instead of 3400, with many page faults (fs_readfile, bench fsread).
 */
static uring_file_end read_opened(uring *p, orr__op *op, int32_t res)
{
    if (res == -EINTR)
        return FILE_GOES_ON;
    op->result = res;
    if (res < 0)
        return FILE_OVER;
    p->k.sys.system_calls += 3;
    op->result = orr__fs_read_opened(p->k.sys.allocator, op, res);
    return op->result == -EAGAIN ? FILE_FOR_POOL : FILE_OVER;
}

/* A FIFO that is opened for reading waits for a writer, which the ring did
 * not. */
static bool is_half_opened(uring *p, const orr__op *op, int32_t res)
{
    if (op->code != OP_OPEN || res < 0 || !opens_to_read(op) ||
        (op->u.fs.flags & O_NONBLOCK))
        return false;
    p->k.sys.system_calls++;
    return !orr__fs_is_at_once(res);
}

uring_file_end orr__uring_file_finish(uring *p, orr__op *op, int32_t res)
{
    if (op->code == OP_READ_FILE)
        return read_opened(p, op, res);
    if (res == -EINTR && op->code != OP_CLOSE)
        return FILE_GOES_ON;
    if (is_half_opened(p, op, res)) {
        orr__fs_keep_opened(op, res);
        return FILE_FOR_POOL;
    }
    if (op->code == OP_OPEN)
        note_opened(p, op, res);
    if (op->code == OP_WRITE)
        return write_finish(op, res);
    op->result = res == -EINTR ? 0 : res;
    return FILE_OVER;
}
