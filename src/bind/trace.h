/*
 * trace.h - recording a trace: the functions that the files of this room call.
 *
 *      loop, engine, lib/ --events--> trace.c --records--> ring
 *      ring --trace_write.c--> lines --> the sink
 *
 * All functions do nothing without a trace. Callers that have to prepare
 * something check trace_is_on() first.
 */
#ifndef ORRERY_BIND_TRACE_H
#define ORRERY_BIND_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bind/runtime.h"
#include "orrery.h"
#include "trace/event.h"
#include "trace/ring.h"
#include "trace/text.h"

struct runtime;

/* Deeper nesting than this is traced, but not closed by a stop() inside. */
#define TRACE_OPEN_MAX 32

/* One trace, from its start to its stop. */
typedef struct trace_recorder {
    struct runtime *r;
    runtime_sink sink;
    trace_ring ring;
    trace_text text;   /* whole lines, not yet written */
    uint64_t keep_us;  /* only the last of them count; 0: all are written */
    uint64_t end_ms;   /* of virtual time: the program is ended then; or 0 */
    uint32_t groups;   /* a bit for each trace_group */
    char *filter;      /* the words for them, or NULL: all */
    trace_number step; /* of the last line with an event */
    trace_number id, cause, trigger, vt; /* as in the last line */
    uint64_t start_us;                   /* by the sink's clock */
    uint64_t flushed_us;
    bool is_virtual; /* times are the simulator's: there are no others */
    bool is_partial; /* it was started while the program ran */
    bool has_header;

    /* What has begun and not ended; the first `written` of them are in the
     * ring. The others are left out if nothing happens in them. */
    trace_record open[TRACE_OPEN_MAX];
    uint32_t depth, written;
    uint32_t deeper; /* begun beyond TRACE_OPEN_MAX */

    struct trace_places *places; /* trace_place.c */
} trace_recorder;

/* In struct runtime; zeroed at first. */
typedef struct bind_trace {
    trace_recorder *recorder; /* NULL: no trace */
    uint64_t seen_ms;         /* the loop's clock when it was last read */
    const char *script; /* which part of the program runs: "main", "exit" */
} bind_trace;

bool trace_is_on(const struct runtime *r);

/* Start with the sink and the settings of runtime_options. 0 or -ENOMEM. */
int trace_open(struct runtime *r, const runtime_trace *settings,
               bool is_partial);
/* The program is over, with r->exit_code; or it goes on without a trace. */
void trace_end(struct runtime *r);
void trace_stop(struct runtime *r);
/* Write what was recorded so far, unless only the last of it is kept: before
 * the process ends without trace_end(). */
void trace_flush(struct runtime *r);

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
/* A handle of the program is opened or closed; what `--why` says of it. */
void trace_handle(struct runtime *r, bool opens, uint64_t id, const char *what);
/* The program wrote these bytes to its standard output or error. */
void trace_console(struct runtime *r, int fd, const char *bytes, size_t len);

/* "timer", "tick", "fs": the word for a kind of the loop's or the engine's. */
const char *bind_kind_name(uint8_t kind);

/* ---- Between the files of the trace ------------------------------------- */

/* trace.c: record it. The text may be NULL. */
void trace__put(trace_recorder *t, trace_record *record, const char *text,
                size_t len);

/* trace_write.c: turn the records into lines and write them. */
void trace__write_header(trace_recorder *t);
void trace__write_all(trace_recorder *t);
/* The bits that --filter's words stand for; 0: one of them is unknown. */
uint32_t trace__groups(const char *words);

/* trace_place.c: `"file:line:column"` with its quotes, or NULL. The first time
 * that a file is named, its source text is written to the sink. */
int trace__places_open(trace_recorder *t);
void trace__places_close(trace_recorder *t);
const char *trace__place(trace_recorder *t, uint32_t site, size_t *len);

#endif
