/*
 * uring.h - what the files of the io_uring back end share.
 *
 *      uring.c         open, close, call, wake: the table
 *      uring/ring.c    the two rings: mapped, entered, opened and closed
 *      uring/bufs.c    the memory that the kernel receives into
 *      uring/slot.c    slots: requests that are with the kernel
 *      uring/submit.c  submit() and cancel()
 *      uring/file.c    files
 *      uring/event.c   completions go out as events
 *      uring/wait.c    sleeping, and waking from other threads
 *      uring/embed.c   a descriptor for a loop inside another loop
 *      uring/move.c    from one thread to another
 *
 * An operation gets a slot, and the slot's number is the user_data of its
 * request. Requests are submitted by the next wait(), all at once:
 *
 *      submit()           wait()                          next()
 *         |                  |                               |
 *      [IDLE] - to_arm -> [ARMED] ... completion queue ... [IDLE] or free
 *         |                  |                               |
 *      cancel(): free     cancel(): op = NULL, to_cancel,    |
 *                         and the slot waits for its last completion
 *
 * What must stay true:
 *
 *  1. A slot that is ARMED is in the kernel's hands, and stays taken until the
 *     completion without MORE was read. So a late completion always finds the
 *     slot it was meant for; the generation in its number only proves it.
 *  2. A slot with op == NULL was cancelled: what completes there is undone (a
 *     connection closed) or stashed for the next receive on that descriptor.
 *  3. The kernel never holds a pointer into the user's memory, except for
 *     files, which can't be cancelled once begun.
 *  4. Completions posted after wait() returned belong to the next batch.
 */
#ifndef ORRERY_URING_H
#define ORRERY_URING_H

#include <errno.h>
#include <linux/io_uring.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/base.h"
#include "base/list.h"
#include "poll/sys/kernel.h"

/* What the headers of older systems lack. */
#ifndef IORING_SETUP_DEFER_TASKRUN
#define IORING_SETUP_DEFER_TASKRUN (1u << 13)
#endif
#ifndef IOU_PBUF_RING_INC
#define IOU_PBUF_RING_INC 2
#endif
#define URING_OP_FTRUNCATE 55

/* ---- The two rings ---------------------------------------------------- */

typedef struct uring_ring {
    int fd;
    bool enabled; /* by the thread that runs the loop, at its first wait() */
    uint32_t sq_mask, cq_mask;
    uint32_t sq_tail, sq_sent;        /* written; taken by the kernel */
    uint32_t *k_sq_tail, *k_sq_flags; /* shared with the kernel: */
    uint32_t *k_cq_head, *k_cq_tail;
    struct io_uring_sqe *sqes;
    struct io_uring_cqe *cqes;
    void *map;
    size_t map_size, sqes_size;
} uring_ring;

/* Open both rings, disabled. -ENOSYS with *why if they aren't to be had. */
int orr__ring_open(uring_ring *r, const char **why);
extern const char orr__ring_no_memory[]; /* one of the reasons */
void orr__ring_close(uring_ring *r);
/* Which operations this kernel has, a bit each. */
int orr__ring_probe(const uring_ring *r, uint64_t *opcodes);
int orr__ring_register(const uring_ring *r, unsigned what, void *arg,
                       unsigned n);

/* The first to enter it owns it. */
int orr__ring_enable(uring_ring *r);

/*
 * Enter the kernel: hand over what was written, let it finish its work for
 * us, and with wait set sleep until there is a completion. timeout may be
 * NULL. -ETIME: it has passed. -EEXIST: another thread owns the ring.
 */
static inline int orr__ring_enter(uring_ring *r, bool wait,
                                  struct __kernel_timespec *timeout)
{
    struct io_uring_getevents_arg arg = { .ts = (uint64_t)(intptr_t)timeout };
    long flags = IORING_ENTER_GETEVENTS;

    if (orr__unlikely(!r->enabled)) {
        const int err = orr__ring_enable(r);
        if (err < 0)
            return err;
    }
    if (timeout != NULL)
        flags |= IORING_ENTER_EXT_ARG;
    __atomic_store_n(r->k_sq_tail, r->sq_tail, __ATOMIC_RELEASE);
    const long n =
        syscall(__NR_io_uring_enter, r->fd, (long)(r->sq_tail - r->sq_sent),
                wait ? 1L : 0L, flags, timeout != NULL ? &arg : NULL,
                timeout != NULL ? sizeof arg : 0);
    if (n < 0)
        return -errno;
    r->sq_sent += (uint32_t)n;
    return 0;
}

/* Sleep until there are more completions than so many. */
int orr__ring_wait_beyond(uring_ring *r, uint32_t count);

/* An empty entry to fill in; NULL if all are taken until the next enter. */
struct io_uring_sqe *orr__ring_entry(uring_ring *r);

/* Completions that can be read, up to this number. */
static inline uint32_t orr__ring_tail(const uring_ring *r)
{
    return __atomic_load_n(r->k_cq_tail, __ATOMIC_ACQUIRE);
}

/* The kernel has work for this thread, to be done inside of it. */
static inline bool orr__ring_calls(const uring_ring *r)
{
    return __atomic_load_n(r->k_sq_flags, __ATOMIC_RELAXED) &
           (IORING_SQ_TASKRUN | IORING_SQ_CQ_OVERFLOW);
}

/* ---- Memory to receive into ------------------------------------------- */

#define URING_BUFS_MAX 128
#define URING_GROUP 0 /* the only group of buffers there is */

typedef struct uring_bufs {
    struct io_uring_buf_ring *ring; /* shared with the kernel */
    uint8_t *memory;
    uint8_t *rx_buf; /* ORR__CHUNK bytes after it, never the kernel's */
    uint32_t count, size;
    bool by_bytes;                 /* several receives share a buffer */
    uint16_t tail;                 /* of the ring; seen by the kernel later */
    uint32_t given[URING_BUFS_MAX]; /* bytes of each that were received */
    uint32_t used[URING_BUFS_MAX];  /* and of these were handled */
} uring_bufs;

int orr__bufs_open(uring_bufs *b, const orr_allocator *a);
void orr__bufs_close(uring_bufs *b, const orr_allocator *a);
/* Give all of them to a new ring. */
int orr__bufs_register(uring_bufs *b, const uring_ring *r);
/* Note in a completion where its bytes are; once for each, in the order of the
 * kernel, before it is looked at. */
void orr__bufs_mark(uring_bufs *b, struct io_uring_cqe *cqe);
/* What the completion of a receive says was received, or NULL. If its buffer
 * is used up by that, *id is the buffer, to be put back; else -1. */
const uint8_t *orr__bufs_received(uring_bufs *b, const struct io_uring_cqe *cqe,
                                  int *id);
void orr__bufs_put(uring_bufs *b, int id);
/* Let the kernel see what was put back. */
void orr__bufs_publish(uring_bufs *b);

/* ---- Slots ------------------------------------------------------------ */

typedef enum uring_kind {
    SLOT_RECV,    /* a receive that goes on, into our buffers */
    SLOT_ACCEPT,  /* one connection; becomes a POLL without descriptors */
    SLOT_POLL,    /* one look at a descriptor; the rest is done here */
    SLOT_FILE,    /* a file operation */
    SLOT_WAKE,    /* the descriptor that wake() writes to; no op */
    SLOT_SIGNALS, /* a source; no op */
    SLOT_WATCHES  /* a source; no op */
} uring_kind;

typedef enum uring_state { SLOT_FREE, SLOT_IDLE, SLOT_ARMED } uring_state;

/* Bytes that were received after the operation was cancelled. */
typedef struct uring_chunk uring_chunk;
struct uring_chunk {
    uring_chunk *next;
    uint32_t len;
    uint8_t bytes[];
};

typedef struct uring_slot uring_slot;
struct uring_slot {
    orr_link link; /* in to_arm, starved, to_cancel, stashed, free_slots */
    orr__op *op;
    uring_chunk *first, *last; /* RECV: stashed bytes */
    uint32_t index, generation;
    uint32_t since;   /* the batch in which its operation came */
    uint32_t armed_in; /* the batch whose wait() has armed it */
    uint32_t counted; /* the batch that `count` is about */
    int32_t fd;
    int32_t end;    /* RECV: how it ended, if it has: */
    uint16_t count; /* events in that batch */
    uint8_t kind;   /* uring_kind */
    uint8_t opcode; /* FILE: the ring's */
    uint8_t state;  /* uring_state */
    bool ended;     /* RECV: with `end`, which is not yet reported */
    bool cancelled; /* a cancel request was written for it */
};

#define URING_SLOTS 64        /* in a block */
#define URING_FILES_BY_CALL 4 /* in a turn: uring/file.c */

/* What is known of a descriptor. */
typedef struct uring_fd {
    uring_slot *recv; /* receives from it, or keeps what was received */
    uint32_t leaving; /* slots in to_cancel: the kernel holds the file */
    uint32_t seen_in; /* one more than the last batch that had it, */
    uint32_t place;   /* and where: uring/order.c */
    bool not_socket;  /* receive by poll and read */
    bool only_read;   /* a file that was opened here, to be read */
} uring_fd;

/* ---- The back end ----------------------------------------------------- */

/* How far next() is in the batch. */
typedef enum uring_stage {
    STAGE_END,
    STAGE_DONE,
    STAGE_WAKE,
    STAGE_KEPT,
    STAGE_RING,
    STAGE_SIGNALS,
    STAGE_CHILDREN
} uring_stage;

typedef struct uring {
    orr__kernel k; /* stays first */
    uint8_t stage; /* uring_stage */
    bool nudged;   /* embedded, and it was woken in this batch */
    bool watches_due, signals_due, children_due, wake_due;
    bool wake_now; /* wake_due, and it is part of the batch */
    bool wake_placed; /* at the completion of the eventfd that is in it, too */
    bool slept; /* inside of wait(), before there was something */
    uint32_t batch;
    uint32_t cq_head, cq_end; /* of the batch */
    uint32_t cq_marked;       /* completions are, up to here */
    int held_buf;             /* what the last event points to, or -1 */
    uring_chunk *held_chunk;  /* likewise, or NULL */
    uring_slot *draining;     /* readable, and being read from */
    bool hung_up;             /* its peer has closed: the end follows */
    orr_link to_arm, to_cancel;
    orr_link starved;        /* to be armed first: they got no buffer */
    orr_link stashed, stashed_now; /* slots with op that keep something */
    uring_ring ring;

    uring_bufs bufs;
    orr__rx_buf rx;
    bool looks;   /* there were operations that ask if something is ready */
    uint32_t cq_looked; /* completions of these were looked at up to here */
    uint64_t opcodes;

    uring_slot **blocks;
    uint32_t nblocks, blocks_capacity;
    uint32_t files_queued, files_armed; /* slots of that kind */
    uring_slot *changing; /* the one of them that changes files, or NULL */
    uint32_t files;  /* file operations since the last wait() */
    bool many_files; /* there were many before that one */
    orr_link free_slots;
    uint32_t watching; /* slots of descriptors: RECV, ACCEPT, POLL */
    uring_fd *fds;
    uint32_t nfds;

    uring_slot *signals_slot, *watches_slot;
} uring;

static inline uring_slot *slot_of(orr_link *l)
{
    return orr__container(l, uring_slot, link);
}

/* ---- uring/slot.c ----------------------------------------------------- */

/* A slot for op (or for none) on fd, IDLE; NULL without memory. */
uring_slot *orr__uslot_take(uring *p, uring_kind kind, orr__op *op, int fd);
void orr__uslot_free(uring *p, uring_slot *s);
uring_slot *orr__uslot_at(const uring *p, uint32_t index);
/* The slot that a number names. */
uring_slot *orr__uslot_find(const uring *p, uint64_t number);
uint64_t orr__uslot_number(const uring_slot *s);
/* Its operation is over: free it now, or when the kernel is done with it. */
void orr__uslot_leave(uring *p, uring_slot *s);
/* The last completion of the slot was read. */
void orr__uslot_disarmed(uring *p, uring_slot *s);
/* Have the kernel begin it in the next wait(). */
void orr__uslot_arm(uring *p, uring_slot *s);

/* What is known of a descriptor; NULL if nothing ever was. */
static inline uring_fd *orr__ufd_known(const uring *p, int fd)
{
    return (uint32_t)fd < p->nfds ? &p->fds[fd] : NULL;
}
/* The same, made if it is missing; NULL without memory. */
uring_fd *orr__ufd_at(uring *p, int fd);
/* The descriptor is about to be closed. */
void orr__ufd_forget(uring *p, int fd);

/* Stash the completion of a receive that was cancelled or paused. */
void orr__uslot_keep(uring *p, uring_slot *s, const struct io_uring_cqe *cqe);
void orr__uslot_drop_stash(uring *p, uring_slot *s);
/* Give the slot of a cancelled receive to a new operation. */
void orr__uslot_adopt(uring *p, uring_slot *s, orr__op *op);

/* ---- uring/submit.c --------------------------------------------------- */

int orr__uring_submit(orr__poll *base, orr__op *op);
int orr__uring_cancel(orr__poll *base, orr__op *op);
void orr__uring_finish(orr__poll *base, orr__op *op, int64_t result);
/* Write entries for all that waits for the kernel. */
void orr__uring_flush(uring *p);
/* The same for what may hold a file that is about to be closed. Sockets wait: a
 * receive that began now would take bytes that nobody may ask for. */
void orr__uring_flush_files(uring *p);
/* poll()'s words for ORR_READABLE and so on. */
uint32_t orr__uring_ready_mask(int64_t wanted);
int orr__uring_pool_submit(uring *p, orr__op *op);
/* The operation is over, and the next wait() will report it. */
void orr__uring_done(uring *p, orr__op *op, int64_t result);

/* ---- uring/file.c ----------------------------------------------------- */

/* Begin a file operation here or in the ring; false: it is for the pool. */
bool orr__uring_file_submit(uring *p, orr__op *op);
void orr__uring_file_arm(uring_slot *s, struct io_uring_sqe *e);
/* A request of a file operation has completed: is the operation over? If so,
 * op->result is set; else its slot is to be armed again, or given up. */
typedef enum uring_file_end {
    FILE_OVER,
    FILE_GOES_ON,
    FILE_FOR_POOL
} uring_file_end;
uring_file_end orr__uring_file_finish(uring *p, orr__op *op, int32_t res);

/* ---- uring/event.c, uring/wait.c -------------------------------------- */

bool orr__uring_next(orr__poll *base, orr__event *ev);
bool orr__uring_next_is_pooled(orr__poll *base);
int orr__uring_wait(orr__poll *base, uint64_t deadline_ns);
/* What the last event pointed to is not looked at any more. */
void orr__uring_put_back(uring *p);
/*
 * A poll completion may be out of date: the descriptor may have been read
 * since. So readiness is checked again when a batch begins, and the completion
 * is updated; one that is not true any more is dropped.
 */
void orr__uring_look_again(uring *p);
/* Let the batch reach to the last completion there is, and mark them. */
void orr__uring_see(uring *p);
/* The error with which a receive on fd has ended, if that is not reported yet;
 * else 0. */
int orr__uring_recv_error(const uring *p, int fd);
/* Read the completions that lead to no event; true if another one is left. */
bool orr__uring_skip_silent(uring *p);
/* Put the completions of the batch into the order of epoll (uring/order.c). */
void orr__uring_sort(uring *p);
/* Hand over what waits for the kernel, and perhaps sleep. */
int orr__uring_enter(uring *p, bool wait, struct __kernel_timespec *timeout);
/* Only what may hold a file that is about to be closed. */
int orr__uring_enter_files(uring *p);

static inline bool orr__uring_has_requests(const uring *p)
{
    return !orr__list_empty(&p->to_arm) || !orr__list_empty(&p->to_cancel) ||
           !orr__list_empty(&p->starved) || p->ring.sq_tail != p->ring.sq_sent;
}

/* ---- uring/embed.c ---------------------------------------------------- */

int orr__uring_fd(orr__poll *base);
/* Let a new ring know of the descriptor. */
int orr__uring_embed(uring *p);
/* Wake the poll() of an embedding loop, if there is one. */
void orr__uring_nudge(uring *p);
/* The same if requests must be submitted before the next wait(). */
void orr__uring_signal_embedder(uring *p);
/* All that has rung until now will be looked at. */
void orr__uring_unsignal(uring *p);

/* ---- uring/move.c ----------------------------------------------------- */

/* Another thread runs the loop now: it needs a ring of its own. */
int orr__uring_move(uring *p);

#endif
