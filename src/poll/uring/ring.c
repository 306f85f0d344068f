/*
 * ring.c - the two rings: set up, mapped and entered.
 *
 * There is no liburing: it is three system calls and two pieces of shared
 * memory, and each entry into the kernel is visible here.
 *
 *      sqes    [ ][ ][x][x][ ][ ]     requests, taken by the kernel in
 *                    ^sent    ^tail   io_uring_enter()
 *      cqes    [x][x][ ][ ][ ][ ]     completions, read without a system
 *              ^head    ^tail         call
 *
 * Kernels differ in how completions interrupt the thread. Best is DEFER_TASKRUN
 * (6.1): completions are made only inside io_uring_enter(), and a flag in
 * shared memory says that some are to be made. Next best is COOP_TASKRUN with
 * SINGLE_ISSUER (6.0). Before 6.0 there is no multishot receive, and epoll is
 * used.
 *
 * SINGLE_ISSUER binds the ring to the thread that enables it. A loop may be
 * opened in one thread and run in another, so that is done when it first runs.
 */
#include "poll/uring/uring.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SQ_ENTRIES 256
#define CQ_ENTRIES 4096

/* All are older than the operations that orr__ring_probe() looks for. */
#define FEATURES                                                               \
    (IORING_FEAT_SINGLE_MMAP | IORING_FEAT_NODROP |                            \
     IORING_FEAT_SUBMIT_STABLE | IORING_FEAT_RW_CUR_POS |                      \
     IORING_FEAT_EXT_ARG | IORING_FEAT_CQE_SKIP)

static const char too_old[] =
    "this kernel's io_uring is older than 6.0 and lacks repeating receives";

const char orr__ring_no_memory[] =
    "io_uring is not given the locked memory it needs (ulimit -l)";

/* ---- Opening ---------------------------------------------------------- */

static int setup_with(unsigned flags, struct io_uring_params *params)
{
    *params = (struct io_uring_params){
        .flags = flags | IORING_SETUP_CQSIZE | IORING_SETUP_CLAMP |
                 IORING_SETUP_SUBMIT_ALL | IORING_SETUP_R_DISABLED |
                 IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_TASKRUN_FLAG,
        .cq_entries = CQ_ENTRIES,
    };
    int fd = (int)syscall(__NR_io_uring_setup, SQ_ENTRIES, params);
    return fd < 0 ? -errno : fd;
}

static int ring_setup(struct io_uring_params *params, const char **why)
{
    int fd = setup_with(IORING_SETUP_DEFER_TASKRUN, params);

    if (fd == -EINVAL)
        fd = setup_with(IORING_SETUP_COOP_TASKRUN, params);
    switch (fd) {
    case -ENOSYS:
        *why = "this kernel was built without io_uring";
        return -ENOSYS;
    case -EPERM:
    case -EACCES:
        *why = "io_uring is forbidden here (kernel.io_uring_disabled, or a "
               "seccomp filter)";
        return -ENOSYS;
    case -EINVAL:
        *why = too_old;
        return -ENOSYS;
    case -ENOMEM:
        *why = orr__ring_no_memory;
        return -ENOSYS;
    default:
        return fd; /* also -EMFILE, -ENFILE: no reason for epoll */
    }
}

static size_t max_size(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* The sizes are what the kernel says it made of our wishes. */
static int ring_map(uring_ring *r, const struct io_uring_params *p)
{
    const int prot = PROT_READ | PROT_WRITE;
    const int how = MAP_SHARED | MAP_POPULATE;

    r->map_size =
        max_size(p->sq_off.array + p->sq_entries * sizeof(uint32_t),
                 p->cq_off.cqes + p->cq_entries * sizeof(struct io_uring_cqe));
    r->map = mmap(NULL, r->map_size, prot, how, r->fd, IORING_OFF_SQ_RING);
    if (r->map == MAP_FAILED)
        return -errno;
    r->sqes_size = p->sq_entries * sizeof(struct io_uring_sqe);
    r->sqes = mmap(NULL, r->sqes_size, prot, how, r->fd, IORING_OFF_SQES);
    if (r->sqes == MAP_FAILED) {
        int err = -errno;
        munmap(r->map, r->map_size);
        return err;
    }
    return 0;
}

static void ring_locate(uring_ring *r, const struct io_uring_params *p)
{
    char *base = r->map;
    uint32_t *array = (void *)(base + p->sq_off.array);

    r->sq_mask = p->sq_entries - 1;
    r->cq_mask = p->cq_entries - 1;
    r->k_sq_tail = (void *)(base + p->sq_off.tail);
    r->k_sq_flags = (void *)(base + p->sq_off.flags);
    r->k_cq_head = (void *)(base + p->cq_off.head);
    r->k_cq_tail = (void *)(base + p->cq_off.tail);
    r->cqes = (void *)(base + p->cq_off.cqes);
    /* The kernel takes entries through an array of indices; here entry i is
     * always index i. */
    for (uint32_t i = 0; i < p->sq_entries; i++)
        array[i] = i;
}

int orr__ring_open(uring_ring *r, const char **why)
{
    struct io_uring_params params;
    int err;

    *r = (uring_ring){ .fd = ring_setup(&params, why) };
    if (r->fd < 0)
        return r->fd;
    if ((params.features & FEATURES) != FEATURES) {
        *why = too_old;
        err = -ENOSYS;
        goto close_fd;
    }
    err = ring_map(r, &params);
    if (err < 0)
        goto close_fd;
    ring_locate(r, &params);
    return 0;

close_fd:
    close(r->fd);
    r->fd = -1;
    return err;
}

/* In a child after fork() this leaves the parent's ring as it is. */
void orr__ring_close(uring_ring *r)
{
    munmap(r->sqes, r->sqes_size);
    munmap(r->map, r->map_size);
    if (r->fd >= 0)
        close(r->fd);
}

/* ---- Asking ----------------------------------------------------------- */

int orr__ring_register(const uring_ring *r, unsigned what, void *arg,
                       unsigned n)
{
    int err = (int)syscall(__NR_io_uring_register, r->fd, what, arg, n);
    return err < 0 ? -errno : err;
}

/*
 * Multishot receives have no opcode of their own to probe for, but SEND_ZC came
 * with the same kernel.
 */
int orr__ring_probe(const uring_ring *r, uint64_t *opcodes)
{
    union {
        struct io_uring_probe probe;
        uint8_t bytes[sizeof(struct io_uring_probe) +
                      64 * sizeof(struct io_uring_probe_op)];
    } u;
    const struct io_uring_probe_op *ops =
        (const void *)(u.bytes + sizeof(struct io_uring_probe));

    memset(&u, 0, sizeof u);
    int err = orr__ring_register(r, IORING_REGISTER_PROBE, &u, 64);
    if (err < 0)
        return err;
    *opcodes = 0;
    for (unsigned i = 0; i < u.probe.ops_len && i < 64; i++)
        if (ops[i].flags & IO_URING_OP_SUPPORTED)
            *opcodes |= (uint64_t)1 << ops[i].op;
    return *opcodes >> IORING_OP_SEND_ZC & 1 ? 0 : -ENOSYS;
}

/* ---- Entering --------------------------------------------------------- */

struct io_uring_sqe *orr__ring_entry(uring_ring *r)
{
    if (r->sq_tail - r->sq_sent > r->sq_mask)
        return NULL;
    struct io_uring_sqe *e = &r->sqes[r->sq_tail++ & r->sq_mask];
    memset(e, 0, sizeof *e);
    return e;
}

int orr__ring_enable(uring_ring *r)
{
    int err = orr__ring_register(r, IORING_REGISTER_ENABLE_RINGS, NULL, 0);
    if (err == 0)
        r->enabled = true;
    return err;
}

int orr__ring_wait_beyond(uring_ring *r, uint32_t count)
{
    const long n = syscall(__NR_io_uring_enter, r->fd, 0L, (long)count + 1,
                           (long)IORING_ENTER_GETEVENTS, NULL, 0);

    return n < 0 ? -errno : 0;
}
