/*
 * child.h - child processes of a simulated program: what child.c (when they
 * run) and real_child.c (that they run) share.
 */
#ifndef ORRERY_SIM_CHILD_H
#define ORRERY_SIM_CHILD_H

#include "poll/sim/core.h"

/* Bytes that grow. */
typedef struct sim_bytes {
    char *data;
    size_t len, capacity;
} sim_bytes;
bool orr__sim_bytes_add(const orr_allocator *a, sim_bytes *b, const void *data,
                        size_t n);

/*
 * What is started, as strings with their zero bytes: the file, the arguments,
 * an empty string, the environment, an empty string, the directory. It is also
 * the key of the result, with the input.
 */
typedef struct sim_command {
    sim_bytes text;
    uint32_t flags, uid, gid; /* ORR_SPAWN_... */
} sim_command;

typedef enum sim_ending {
    SIM_CHILD_ENDED,
    SIM_CHILD_WAITS,  /* for input, which has not ended */
    SIM_CHILD_IS_LONG /* it ran for longer than we wait */
} sim_ending;

typedef struct sim_outcome {
    sim_ending ending;
    int64_t status;
    int32_t signum;
    sim_bytes out[2]; /* standard output and error */
} sim_outcome;

/* Could it be started? 0, -ENOENT, -EACCES; -ENOSYS: its directory is none of
 * the real system's. */
int orr__sim_real_can_start(const orr__spawn *spec, const char *cwd);
/* For how many seconds it may run. */
int orr__sim_real_child_limit_s(const sim_command *command);
/* Run it, or take what it gave before: from the file that `cache` names, if it
 * is not NULL. A negative errno: it could not be started after all. */
int orr__sim_real_child(const orr_allocator *a, const sim_command *command,
                        const sim_bytes *input, bool ended, const char *cache,
                        sim_outcome *out);

#endif
