/*
 * trace.h - recording a trace: the functions that the files of this room call.
 *
 *      thread 0: loop, engine, lib/ --events--> trace.c --> recorder, its ring
 *      thread 1: loop, engine, lib/ --events--> trace.c --> recorder, its ring
 *                                                               |
 *      session, behind its lock: trace/write.c --lines--> the sink
 *
 * A session is one trace of a program, from its start to its end. Each thread
 * that takes part has a recorder. A thread puts records into its own ring and
 * never waits; the writer, or a thread that finds its ring full, takes the lock
 * and writes the records of all rings, in the order in which they were
 * recorded.
 *
 * All functions do nothing without a trace. Callers that have to prepare
 * something check trace_is_on() first.
 */
#ifndef ORRERY_BIND_TRACE_H
#define ORRERY_BIND_TRACE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bind/runtime.h"
#include "engine/engine.h"
#include "orrery.h"
#include "trace/event.h"
#include "trace/ring.h"
#include "trace/text.h"

struct runtime;

/* Deeper nesting than this is traced, but not closed by a stop() inside. */
#define TRACE_OPEN_MAX 32

/*
 * The loops of a program count their ids in ranges of their own: the upper bits
 * are the number of the loop. A trace has the lower bits, and says which thread
 * they are of.
 *
 * A key is a record of any thread: its id in the trace, and above it its
 * thread. 0 means none.
 */
#define TRACE_ID_BITS 40
typedef uint64_t trace_key;

static inline uint64_t trace_id(uint64_t id)
{
    return id & ((UINT64_C(1) << TRACE_ID_BITS) - 1);
}

static inline trace_key trace_key_of(uint32_t thread, uint64_t id)
{
    return id == 0 ? 0 : (uint64_t)thread << TRACE_ID_BITS | trace_id(id);
}

static inline uint32_t trace_key_thread(trace_key key)
{
    return (uint32_t)(key >> TRACE_ID_BITS);
}

static inline uint64_t trace_key_id(trace_key key)
{
    return trace_id(key);
}

/* Who has posted a message; the message has a number. */
typedef struct trace_origin {
    trace_key key;
    uint64_t message; /* 0: it was no message */
} trace_origin;

/* A source text, written before the first line that names its file. */
typedef struct trace_source {
    struct trace_source *next;
    bool is_written; /* with the lock of the session held */
    char *text;      /* of a program that is in no file; or NULL */
    char name[];
} trace_source;

/* The member "loc": "file:line:column"; of a function itself also "fn", its
 * name. The memory of the text is a multiple of 32 bytes long. */
typedef struct trace_place {
    trace_source *source;
    uint32_t len;
    bool is_program; /* not in a package */
    char text[];
} trace_place;
#define TRACE_LOC ",\"loc\":" /* that text begins with this */

/* What an event says about a message of HTTP: its texts stand behind it. */
typedef struct trace_message {
    uint64_t request; /* 0: it has no number */
    uint32_t status;  /* 0: there is none */
    uint32_t what_len, method_len, url_len;
} trace_message;

/* What many lines have in common: trace/line.c. Each text is a multiple of 32
 * bytes long. */
#define TRACE_SHAPE_BITS 8
#define TRACE_WHAT_MAX 40 /* bytes: the longest `what` of a record */
typedef struct trace_shape {
    uint64_t key; /* UINT64_MAX: the shape is not made yet */
    const char *what;
    uint16_t members;
    uint16_t head_len, details_len, end_len;
    char head[96];
    char details[288];
    char end[288];
} trace_shape;

/* The thread that writes: trace/writer.c. */
typedef struct trace_writer {
    bool is_there; /* stays as it is from the start on */
    bool is_over;  /* with the lock held */
    atomic_bool is_woken;
    pthread_mutex_t lock;
    pthread_cond_t wake;
} trace_writer;

/* What all threads of a trace share. */
typedef struct trace_session {
    atomic_uint holders;       /* recorders, and who has got it from the hub */
    _Atomic uint64_t order;    /* of the last record of all */
    _Atomic uint64_t messages; /* the number of the last one */
    atomic_bool is_over;       /* the last line is written */
    pthread_mutex_t lock;      /* for what follows */
    orr_link recorders;
    trace_text text; /* whole lines, not yet written */
    trace_step step; /* of the last line with an event */
    trace_times times;
    trace_ids ids;
    trace_shape shapes[1 << TRACE_SHAPE_BITS];
    trace_source *sources;
    uint32_t source_count;
    bool has_header;
    bool is_partial; /* it was started while the program ran */

    /* These stay as they are from the start on. */
    runtime_sink sink;
    const runtime_options *options; /* of the runtime that has started it */
    const char *profile, *backend;
    char *cwd;         /* or NULL */
    uint64_t keep_us;  /* only the last of them count; 0: all are written */
    uint64_t end_ms;   /* of virtual time: the program is ended then; or 0 */
    uint32_t groups;   /* a bit for each trace_group */
    uint64_t wanted;   /* and for each trace_type */
    char *filter;      /* the words for them, or NULL: all */
    uint64_t start_us; /* by the sink's clock */
    uint64_t base_ms;  /* by the loops' clocks */
    bool is_virtual;   /* times are the simulator's: there are no others */
    trace_writer writer;

    /* Simulator only, where one thread runs at a time: the recorder of the
     * thread that runs, and the clock when it was last read. */
    struct trace_recorder *current;
    uint64_t seen_ms;
} trace_session;

/* What has to be known of a line for that of its end. */
typedef struct trace_begun {
    uint8_t type, kind, phase, flags;
    uint64_t id;
    const char *what;
} trace_begun;

/* The trace of one thread. */
typedef struct trace_recorder {
    orr_link link; /* in session->recorders */
    trace_session *session;
    struct runtime *r; /* NULL: the thread has ended */
    uint32_t thread;
    uint32_t loop; /* the number of its loop */
    trace_ring ring;
    uint64_t flushed_us;

    /* What has begun and not ended; the first `put` of them are in the ring.
     * The others are left out if nothing happens in them. */
    trace_record open[TRACE_OPEN_MAX];
    uint32_t depth, put;
    uint32_t deeper; /* begun beyond TRACE_OPEN_MAX */
    uint64_t turns;  /* of a browser: recorded so far */

    uint64_t last; /* the id of the last callback that has begun */

    /* The clock as it was last read; types of records that it still serves. */
    uint32_t vt_ms, fresh_for;
    uint64_t rt_us;

    const trace_place **places; /* by site; NULL: not asked for yet */
    uint32_t place_count;
    char *names[ENGINE_NAMES]; /* of events that are emitted, by number */

    /* With the lock of the session held. */
    struct {
        uint64_t tail;  /* records before it are to be written now */
        uint32_t vt_ms; /* of its last line */
        uint64_t rt_us;
        trace_begun open[TRACE_OPEN_MAX]; /* lines without their ends */
        uint32_t depth, deeper;
        bool is_cut; /* the oldest were dropped */
    } written;
    char *name;
} trace_recorder;

/* In struct runtime; zeroed at first. */
typedef struct bind_trace {
    trace_recorder *recorder; /* NULL: no trace */
    trace_session *joins;     /* held until there is a loop */
    uint64_t seen_ms;         /* the loop's clock when it was last read */
    const char *script; /* which part of the program runs: "main", "exit" */
    trace_key from;     /* of a worker: who has started it */
    trace_key last;     /* its last callback, when it has ended */
    uint32_t relayed;   /* output of this worker is being passed on, or 0 */
    char *text;         /* of a worker that was given its program as text */
} bind_trace;

bool trace_is_on(const struct runtime *r);

/* trace/session.c: start one with the sink and the settings of runtime_options.
 * Workers that run join it when they turn next. 0 or -ENOMEM. */
int trace_open(struct runtime *r, const runtime_trace *settings,
               bool is_partial);
/* Take part in the trace of the program, if there is one that this thread is
 * not in. trace_will_join(): before the loop is opened; true if there is one.
 * trace_wont_join(): the loop could not be opened. */
bool trace_will_join(struct runtime *r);
void trace_wont_join(struct runtime *r);
int trace_join(struct runtime *r, bool is_partial);
/* The thread is over, with r->exit_code, and if it is the main thread the trace
 * with it; or the program goes on without a trace. */
void trace_end(struct runtime *r);
void trace_stop(struct runtime *r);
/* Write what was recorded so far, unless only the last of it is kept: before
 * the process ends without trace_end(). */
void trace_flush(struct runtime *r);

/* The listeners: of the loop, and of the engine, whose kinds are its own. */
void trace_event(void *ctx, const orr_event *event);
void trace_engine_event(void *ctx, const orr_event *event);
/* world.effect and, after world.choose has answered with k. They are asked of
 * the main runtime, whichever thread runs. */
void trace_effect(void *ctx, uint64_t id, const char *what);
void trace_choice(struct runtime *r, orr_choice_kind kind, uint32_t n,
                  const orr_option *options, uint32_t k);
/* The callback that has just begun, one of ORR_ASYNC, was made runnable by
 * this. */
void trace_from(struct runtime *r, trace_origin from);
/* The program posts a message now. */
trace_origin trace_post(struct runtime *r);
/* What runs now; 0 if nothing does or there is no trace. */
trace_key trace_running(struct runtime *r);
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

/* The types of these groups, a bit for each. */
uint64_t trace__wanted(uint32_t wanted_groups);

/* What has begun ends with the trace. */
void trace__end_open(trace_recorder *t);

/* trace/session.c: write what all threads have recorded so far. */
void trace__flush(trace_session *s);
/* There is no space in its ring: write, or drop the oldest. */
void trace__free_space(trace_recorder *t);
/* The session is over, but its thread goes on. */
void trace__leave(struct runtime *r);

/* trace/writer.c: by the thread that opens the session and ends it; all may
 * wake the writer, if it is there. */
void trace__writer_start(trace_session *s);
void trace__writer_wake(trace_session *s);
void trace__writer_stop(trace_session *s);

/* trace/line.c: append a line to s->text, where there is space for it. */
void trace__lines_init(trace_session *s);
void trace__add_line(trace_session *s, uint32_t thread, const trace_record *r);

/* trace/write.c, with the lock of the session held: turn the records into
 * lines and write them. */
void trace__write_header(trace_session *s);
void trace__write_all(trace_session *s);
/* The bits that --filter's words stand for; 0: one of them is unknown. */
uint32_t trace__groups(const char *words);

/* trace/place.c: on the thread of the recorder; NULL if the code is not the
 * program's. */
const trace_place *trace__place(trace_recorder *t, uint32_t site);
/* A copy of the name with this number, as long as the recorder; NULL if number
 * is 0 or the name is long. */
const char *trace__name(trace_recorder *t, uint64_t number, const char *name);
void trace__places_close(trace_recorder *t);
/* With the lock of the session held. */
void trace__write_source(trace_session *s, trace_source *source);
void trace__sources_close(trace_session *s);

#endif
