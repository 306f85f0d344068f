/* trace_file.h - the file that a trace is written to. */
#ifndef ORRERY_CLI_TRACE_FILE_H
#define ORRERY_CLI_TRACE_FILE_H

#include <pthread.h>
#include <stdint.h>

#include "bind/runtime.h"

typedef struct trace_file {
    int fd;
    int err;          /* of the first failed write, which is the last */
    uint64_t length;  /* of the whole lines in it */
    pthread_t writer; /* if one was started */
} trace_file;

/*
 * "-" is standard output, which the program must not write to then: what it
 * prints goes to standard error. NULL is a file without a name, in memory or
 * on disk. 0 or a negative errno.
 */
int trace_file_open(trace_file *t, const char *path);
void trace_file_sink(trace_file *t, runtime_sink *sink);
/* 0, or why the trace is not whole. */
int trace_file_close(trace_file *t);

/* A runtime_trace_open: the sink closes and frees itself. */
int trace_file_start(const char *path, runtime_sink *sink);

#endif
