/*
 * thread.h - threads that run loops, and what the threads of a group share.
 *
 *      group ----+---- thread ----+---- loop      main
 *                |                +---- loop      hooks of module.register()
 *                +---- thread --------- loop      a worker
 *
 * A group is what a program sees as its process: one back end, one allocator,
 * one world. It is made with the first loop and ends with the last thread. The
 * first thread is the one that opened that loop; the others are started from
 * it, or from each other, and joined by the thread that started them.
 *
 * On the simulator exactly one thread of a group runs, the one that has the
 * baton: sim/baton.c. Everything simulated is touched by that thread alone.
 */
#ifndef ORRERY_POLL_THREAD_H
#define ORRERY_POLL_THREAD_H

#include <pthread.h>

#include "poll/poll.h"

struct orr__sim_world;
struct sim_queue;

typedef struct orr__group {
    orr__shared shared;
    pthread_mutex_t lock; /* of all below, and of what a thread is parked at */
    orr_thread *first;    /* oldest first */
    uint32_t threads;
    uint32_t loops; /* that there ever were */
    uint32_t last_number;
    uint64_t parkings;          /* that there ever were */
    orr_link waiters;           /* orr_waiter.link: oldest first */
    struct orr__sim_world *sim; /* NULL on the real back ends */
    orr_thread *holder;         /* simulator: of the baton */
} orr__group;

/* What a thread of a simulated group does: sim/baton.c. */
typedef enum baton_state {
    BATON_RUNS,   /* it has the baton, or will take it as soon as it may */
    BATON_POLLS,  /* waits for events of `queue`, or for the deadline */
    BATON_NAPS,   /* waits for the deadline */
    BATON_PARKED, /* waits to be called, or for the deadline */
    BATON_JOINS,  /* waits for the end of `target` */
    BATON_OVER
} baton_state;

struct orr_thread {
    orr__group *group;
    orr_thread *next; /* of the group */
    orr_thread *parent;
    uint32_t number;
    uint32_t loops;    /* open on it */
    uint32_t children; /* started from it and not joined */
    orr_thread_fn *fn; /* NULL: the first of its group, which was not started */
    void *arg;
    pthread_t id;
    pthread_cond_t turn; /* it has got the baton, or was called */

    /* Atomics.wait: under the lock of the group. */
    const void *place; /* NULL: it is not parked */
    uint64_t parking;  /* its number: first come, first called */
    bool called;
    bool interrupted;

    /* The baton. */
    uint8_t state; /* baton_state */
    bool is_stuck; /* nothing can ever happen */
    uint64_t deadline_ns;
    uint64_t ready_ns; /* since then it could go on, and was put off; or 0 */
    struct sim_queue *queue;
    orr_thread *target;

    struct orr__tape *tape; /* of a recording: what its loops are answered */
};

/* ---- sim/baton.c -------------------------------------------------------- */

/* Wait, as `state` says, while others run. 0, or -EDEADLK: neither can what it
 * waits for ever happen, nor anything else in the group. The rest of what the
 * state needs is set before. */
int orr__baton_wait(orr_thread *me, baton_state state, uint64_t deadline_ns);
/* A new thread waits until it is given the baton. */
void orr__baton_begin(orr_thread *me);
/* A thread ends: another one gets the baton. */
void orr__baton_end(orr_thread *me);

#endif
