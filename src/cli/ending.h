/* ending.h - how a program that is traced ends from outside: by a signal, or
 * after a time, with its trace whole. */
#ifndef ORRERY_CLI_ENDING_H
#define ORRERY_CLI_ENDING_H

#include <stdint.h>

#include "bind/runtime.h"

/* After this many milliseconds; 0: never. The simulator has a clock of its own,
 * and counts by itself (runtime_trace.end_ms). */
void ending_set_limit(uint64_t ms);

/* The program is about to run on this thread. One at a time. */
void ending_begin(runtime *r);
/* It has run, and is not interrupted any more. */
void ending_end(void);

#endif
