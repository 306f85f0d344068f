/* stdio.h - what stdio.c and stdout.c share: the outputs of a runtime. */
#ifndef ORRERY_BIND_STDIO_H
#define ORRERY_BIND_STDIO_H

#include "bind/bind.h"

/* By descriptor: 1 and 2. */
typedef struct stdout_state {
    bind_output *outputs[3]; /* NULL: none was made */
    bool is_no_stream[3];    /* known not to be a stream */
} stdout_state;

#endif
