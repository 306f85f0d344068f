/* stdio.h - the input and output of the program itself. */
#ifndef ORRERY_BIND_STDIO_H
#define ORRERY_BIND_STDIO_H

#include "bind/bind.h"

typedef struct bind_output bind_output; /* stdout.c */

/* By descriptor: 1 and 2. */
typedef struct stdout_state {
    bind_output *outputs[3]; /* NULL: none was made */
    bool is_no_stream[3];    /* known not to be a stream */
} stdout_state;

/* stdio.c: write everything, even if the descriptor is non-blocking. */
int bind_write_all(runtime *r, int fd, const char *bytes, size_t len);

/* stdio.c: lay a stream over a descriptor that others may share with us;
 * -EINVAL over a file. *blocked: it has to block again when we leave. */
int bind_stream_open(runtime *r, orr_stream *s, int fd, bool *blocked);

/* stdout.c: the stream behind a descriptor, NULL if there is none. A write is
 * done (0), has failed (a negative errno), or calls fn with its result (1). */
bind_output *bind_output_of(runtime *r, int fd);
int bind_output_write(bind_output *out, const char *bytes, size_t len,
                      napi_value fn);
void bind_stdout(runtime *r, napi_value exports);
void bind_stdout_restore(runtime *r);

#endif
