/*
 * trace.h - writing a trace: the functions that the files of this room call.
 *
 * All functions do nothing without a trace. Callers that have to prepare
 * something check trace_is_on() first.
 */
#ifndef ORRERY_BIND_TRACE_H
#define ORRERY_BIND_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "orrery.h"
#include "trace/event.h"

struct runtime;

/* ---- Lines: trace_line.c ------------------------------------------------ */

typedef struct trace_line {
    char *text;
    size_t len, capacity;
    bool failed; /* no memory: the line is left out */
} trace_line;

void trace_line_begin(trace_line *l);
/* At most 255 bytes at a time, without anything that needs escaping. */
void trace_line_add(trace_line *l, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A string with its quotes. */
void trace_line_add_text(trace_line *l, const char *text, size_t len);
void trace_line_end(trace_line *l);

/* ---- The trace: trace.c ------------------------------------------------- */

/* The state of the trace; zeroed at first. */
typedef struct bind_trace {
    trace_line line;
    uint64_t count;     /* lines with an event so far */
    uint64_t start_us;  /* by the sink's clock */
    uint64_t seen_ms;   /* the loop's clock when it was last read */
    bool is_virtual;    /* times are the simulator's: there are no others */
    bool is_over;       /* the line of the exit is written */
    const char *script; /* which part of the program runs: "main", "exit" */
} bind_trace;

bool trace_is_on(const struct runtime *r);
void trace_begin(struct runtime *r);
void trace_end(struct runtime *r);

/* The listeners: of the loop, and of the engine, whose kinds are its own. */
void trace_event(void *ctx, const orr_event *event);
void trace_engine_event(void *ctx, const orr_event *event);
/* world.effect and, after world.choose has answered with k. */
void trace_effect(void *ctx, uint64_t id, const char *what);
void trace_choice(struct runtime *r, orr_choice_kind kind, uint32_t n,
                  const orr_option *options, uint32_t k);
/*
 * Messages of a port are callbacks of their own, though one callback of the
 * loop takes them. So before the ticks of one run it is over, and the next one
 * begins after them, made runnable by `trigger`.
 */
void trace_pause(struct runtime *r);
void trace_resume(struct runtime *r, uint64_t trigger);
/* A handle of the program is opened or closed: event "handle.open" or
 * "handle.close", the words of `--why` for it. */
void trace_handle(struct runtime *r, const char *event, uint64_t id,
                  const char *what);
/* The program wrote these bytes to its standard output or error. */
void trace_console(struct runtime *r, int fd, const char *bytes, size_t len);

/* "timer", "tick", "fs": the word for a kind of the loop's or the engine's. */
const char *bind_kind_name(uint8_t kind);

#endif
