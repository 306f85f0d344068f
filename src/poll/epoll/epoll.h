/*
 * epoll.h - what the two files of the epoll back end share: epoll.c, the table
 * and the batch, and epoll/fd.c, the descriptors.
 *
 * A descriptor has a slot with at most three operations: `in` (receive,
 * accept), `out` (send, connect) and `ready`. `armed` is the event mask that
 * the kernel has. It is updated to what the operations want right before the
 * next wait, so that an operation that ends and is submitted again in one turn
 * costs no system call.
 *
 * What must stay true:
 *
 *  1. A descriptor is in the epoll set only while it has an operation, or is a
 *     socket that will be closed with OP_CLOSE. Else the program could close it
 *     without the back end, and if the file had been duplicated before, its
 *     entry in the set could never be removed.
 *  2. An event is looked at only when its turn comes in next(), and the system
 *     call is made then: once a callback has closed a descriptor or stopped an
 *     operation, the rest of the batch has no events of it. An operation that
 *     was submitted during the batch (op->slot == batch) waits for the next.
 *  3. A child after fork() shares the epoll set with its parent and changes
 *     nothing in it.
 */
#ifndef ORRERY_EPOLL_H
#define ORRERY_EPOLL_H

#include <sys/epoll.h>
#include <sys/socket.h>

#include "poll/sys/kernel.h"

/* These are always reported, wanted or not. */
#define ORR__TROUBLE (EPOLLERR | EPOLLHUP)

/* What an epoll event is about: the upper half of its data; below is the
 * descriptor. */
enum { ABOUT_FD, ABOUT_WAKE, ABOUT_SIGNAL, ABOUT_CHILD, ABOUT_WATCH };

/* How far next() has come with the descriptor at the cursor. */
enum { STEP_IN, STEP_OUT, STEP_READY, STEP_END };

typedef struct orr__slot {
    orr__op *in;     /* RECV, RECVFROM, ACCEPT */
    orr__op *out;    /* SEND, SENDTO, CONNECT */
    orr__op *ready;  /* READY */
    uint32_t armed;  /* events asked of the kernel; 0: not registered */
    int32_t changed; /* next in the list of changes: 0: not in it; fd + 1;
                      * CHANGED_LAST */
    int32_t changed_prev; /* the one before; 0: it is the first */
} orr__slot;
#define CHANGED_LAST (-1)

typedef struct orr__epoller {
    orr__kernel k; /* stays first */
    int epoll_fd;
    int signal_fd, watch_fd; /* those that epoll has, or -1 */

    orr__slot *slots;
    uint32_t nslots;
    int32_t changed, changed_last; /* the list of changes */
    uint32_t watched; /* descriptors in the epoll set, without wake_fd */

    uint64_t batch; /* its number */
    bool woken, signalled;
    bool wake_placed; /* the kernel has reported the eventfd in this batch */
    int32_t children_ended; /* pidfds reported, less the children reaped */
    bool reaping;           /* some of them may be left to report */
    bool no_pwait2;
    uint8_t stage, step;
    uint32_t reads; /* of the descriptor at the cursor */
    uint32_t cursor, nevents, events_size;
    struct epoll_event *events;
    orr__rx_buf rx;
    struct sockaddr_storage from;
} orr__epoller;

/* epoll_ctl(), unless rule 3 forbids it. */
int orr__epoll_set(orr__epoller *p, int what, int fd, uint32_t mask,
                   uint32_t about);

/* NULL if there was never anything on it. */
orr__slot *orr__slot_get(orr__epoller *p, int fd);
uint32_t orr__slot_wants(const orr__slot *s); /* 0: no operation */
/* Update the kernel's mask before the next wait. */
void orr__slot_changed(orr__epoller *p, orr__slot *s);
/* The descriptor is about to be closed. */
void orr__slot_close(orr__epoller *p, int fd);
/* Make all these updates. An operation that the kernel refuses ends with the
 * error. */
void orr__changes_flush(orr__epoller *p);

/* The operations on a descriptor. */
int orr__fd_submit(orr__epoller *p, orr__op *op);
void orr__fd_cancel(orr__epoller *p, orr__op *op);
/* The next thing to report about the descriptor at the cursor, if any. */
bool orr__fd_step(orr__epoller *p, const struct epoll_event *e, orr__event *ev);

/* epoll.c: report it in the next batch. */
void orr__op_finish(orr__epoller *p, orr__op *op, int64_t result);

#endif
