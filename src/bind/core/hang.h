/*
 * hang.h - a program that waits for ever, on the simulator; see hang.c.
 */
#ifndef ORRERY_BIND_HANG_H
#define ORRERY_BIND_HANG_H

#include "bind/runtime.h"

/* When something other than a timer has last happened. */
typedef struct bind_hang {
    uint64_t events;         /* by now */
    uint64_t since_ms;       /* no event */
    uint64_t quiet_since_ms; /* and no timer that keeps the program alive */
    uint64_t times;          /* that timers were due since then */
} bind_hang;

/* Nothing can ever happen, or only timers that lead to nothing. The
 * program ends and says how, and what it waits for. */
void bind_hangs(runtime *r, const char *how);
/* A timer is due: is that all there is? Simulator only. */
void bind_hang_check(runtime *r);

/* why.c: what keeps the program alive, in a line: "TCP server on 127.0.0.1 port
 * 80 (/app.js:3:1) and 2 more". */
void bind_why_line(runtime *r, char *out, size_t size);

#endif
