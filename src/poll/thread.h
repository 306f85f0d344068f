/*
 * thread.h - threads that run loops, and what the threads of a group share.
 *
 *      group ----+---- thread ----+---- loop      main
 *                |                +---- loop      hooks of module.register()
 *                +---- thread --------- loop      a worker
 *
 * A group is what a program calls its process: one back end, one allocator,
 * one world. It is made with the first loop and ends with the last thread.
 */
#ifndef ORRERY_POLL_THREAD_H
#define ORRERY_POLL_THREAD_H

#include "poll/poll.h"

struct orr__sim_world;

typedef struct orr__group {
    orr__shared shared;
    uint32_t threads;
    uint32_t loops; /* that there ever were */
    struct orr__sim_world *sim; /* NULL on the real back ends */
} orr__group;

struct orr_thread {
    orr__group *group;
    uint32_t loops; /* open on it */
};

#endif
