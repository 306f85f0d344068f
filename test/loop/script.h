/*
 * script.h - children to test with: small shell scripts that end by
 * themselves, or wait for the end of their input, which comes at the latest
 * when the test ends.
 */
#ifndef ORRERY_SCRIPT_H
#define ORRERY_SCRIPT_H

#include "fixture.h"

#include <sys/types.h>

#define NOBODY 65534

/* argv is not const in C, although it is not written to. */
#define ARG(text) ((char *)(uintptr_t)(text))

/* How often the exit callback came, and with what. */
typedef struct ended {
    int calls;
    int64_t status;
    int signum;
} ended;

/* sh -c text sh argument */
typedef struct script {
    char *args[6];
    orr_spawn spec;
    orr_process process;
    ended end;
} script;

/* It stays where it is: its parts point to each other. */
void script_init(script *s, const char *text, const char *argument);

/* Start it, run the loop until it has ended, expect an exit code. */
void script_run(fixture *f, script *s, int64_t status);

/* Neither running nor ended and not waited for. */
void check_no_children(void);

/* The child has ended, and is still there to be waited for. */
void wait_until_ended(int pid);

/* Descriptors of the test itself are closed also when a check fails. */
int own(int fd);
void release(int fd);
void pipe_open(int ends[2], int flags);

/* Good for the next three calls. */
const char *in_dir(const char *name);

void write_file(const char *path, const char *text, mode_t mode);
/* Good until the next call. */
const char *read_file(const char *path);

#endif
