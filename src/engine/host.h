/*
 * host.h - what the engine is handed when it is created: the door to every
 * callback, the world (clock, chance, waiting), the host that hears of errors,
 * and options. Read engine.h first, which includes this.
 */
#ifndef ORRERY_ENGINE_HOST_H
#define ORRERY_ENGINE_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As node_api.h declares them; C11 lets both be read. */
typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;

typedef struct engine engine;
typedef struct engine_code engine_code; /* a compiled script or function */
typedef struct engine_async_context engine_async_context; /* see below */
typedef struct engine_clone engine_clone; /* a value on its way elsewhere */
typedef struct engine_pin engine_pin;     /* bytes that must not move */

/* The kinds of records, counted from where the loop's own kinds end. The same
 * words are used in C, JS and traces. */
typedef enum engine_kind {
    ENGINE_RESOURCE = 0, /* an async context of native code; it never runs */
    ENGINE_SCRIPT = 64,  /* a main script, a module's body, -e */
    ENGINE_TICK,         /* process.nextTick */
    ENGINE_MICROTASK,    /* a reaction, an await, queueMicrotask */
    ENGINE_TIMER,
    ENGINE_IMMEDIATE,
    ENGINE_REJECTION, /* 'unhandledRejection', 'rejectionHandled' */
    ENGINE_FINALIZER, /* FinalizationRegistry, Node-API finalizers */
    ENGINE_TASK,      /* of a browser: a message, an event; not a timer */
    ENGINE_FRAME,     /* requestAnimationFrame */
    ENGINE_IDLE       /* requestIdleCallback */
} engine_kind;

/*
 * The async record: everything that is scheduled has one. The engine fills in
 * all but id and cause, which the door gives, since the loop's own records
 * count ids, too. It is the loop's orr_record under another name: src/bind
 * passes it on as that, and a declaration there holds the two together.
 */
typedef struct engine_record {
    uint64_t id;      /* never used twice; zero is the program's start */
    uint64_t cause;   /* what was running when it was scheduled */
    uint64_t trigger; /* what made it runnable: the id that resolved the
                       * promise; zero: the clock, or the cause */
    /* Current while the callback runs; NULL is the empty one. */
    engine_async_context *async_context;
    uintptr_t site; /* where it was made, see engine_resolve_site() */
    uint8_t kind;   /* engine_kind */
} __attribute__((may_alias)) engine_record;

typedef void engine_call_fn(void *arg);

/*
 * The one door to every callback, as the engine needs it. All are called on
 * the engine's thread, never NULL.
 *
 * The engine relies on this: a call() from inside a call(), or from inside the
 * hook that follows one, is nested, and no hook follows it. Else draining
 * would drain itself.
 */
typedef struct engine_door {
    void *ctx;
    /* Give the record an id and, unless it has a cause already, as cause the
     * id of what runs now. A microtask brings its own: it gets its id only
     * when it is about to run, and then() was called long before. */
    void (*schedule)(void *ctx, engine_record *record);
    /* Run fn(arg) as the callback of the record; true if it threw. */
    bool (*call)(void *ctx, const engine_record *record, engine_call_fn *fn,
                 void *arg);
    /* The innermost running callback threw, handled or not. */
    void (*threw)(void *ctx);
    /* The id of what runs now; zero if nothing does. */
    uint64_t (*running)(void *ctx);
    /* A new id, for a record that no trace is to show: without one the engine
     * asks for that instead of schedule(). */
    uint64_t (*next_id)(void *ctx);
} engine_door;

/*
 * All that may differ from run to run. Date, performance.now(), Math.random(),
 * the seeds of hash tables and Atomics.wait() come from here and from nowhere
 * else. Called on the engine's thread; none is NULL.
 */
typedef struct engine_world {
    void *ctx;
    uint64_t (*clock_ns)(void *ctx); /* monotonic, any origin */
    uint64_t (*wall_ns)(void *ctx);  /* since 1970 */
    uint64_t (*timer_ms)(void *ctx); /* the loop's clock, read afresh: what a
                                      * new timer counts from */
    int (*random)(void *ctx, void *out, size_t len);
    /* Atomics.wait: if the integer of 4 or 8 bytes there has this value, sleep
     * until unpark() of the same place. 0; -EAGAIN: it has another value;
     * -ETIMEDOUT. A negative time has no end. -EPERM: this thread must not
     * block. */
    int (*park)(void *ctx, const void *place, size_t size, int64_t value,
                int64_t timeout_ns);
    /* Atomics.notify: wake at most n; returns how many. */
    int (*unpark)(void *ctx, const void *place, uint32_t n);
    /* With ENGINE_TIMER_PER_LIST: timer_ms() as the loop last read it. */
    uint64_t (*loop_ms)(void *ctx);
    /* How far local time is ahead of UTC, and whether that is summer time, at
     * a time since 1970: of UTC, or with `local` one that clocks show. NULL:
     * local time is UTC. */
    int32_t (*offset_s)(void *ctx, int64_t time_s, bool local, bool *summer);
} engine_world;

typedef enum engine_origin {
    ENGINE_ORIGIN_EXCEPTION, /* "uncaughtException" */
    ENGINE_ORIGIN_REJECTION  /* "unhandledRejection" */
} engine_origin;

typedef enum engine_rejection {
    ENGINE_UNHANDLED,   /* not handled while ticks and microtasks ran */
    ENGINE_HANDLED_LATE /* reported unhandled before, has a handler now */
} engine_rejection;

/*
 * Callbacks into the rooms above. The engine decides when and in which order
 * they are called, the rooms above what they do. Called on the engine's thread
 * with a handle scope open. The first three may be NULL, together: then there
 * is no loop, and timers and immediates throw.
 */
typedef struct engine_host {
    void *ctx;

    /* Call engine_run_timers() in delay_ms; replaces the arming before. */
    void (*arm_timer)(void *ctx, uint64_t delay_ms);
    /* A ref'd timer appeared, or the last one went. */
    void (*ref_timer)(void *ctx, bool any);
    /* A ref'd immediate appeared, or the last one went. While there is one
     * the loop must not wait. */
    void (*ref_immediates)(void *ctx, bool any);

    /* An uncaught exception. 1: the program handled it and goes on; 0: it did
     * not, and the engine stops. */
    int (*uncaught)(void *ctx, napi_value error, engine_origin origin);
    /* ENGINE_THREW if a listener threw, else 0. */
    int (*rejection)(void *ctx, engine_rejection kind, napi_value promise,
                     napi_value reason);

    /* The machine has no memory left where no exception can be thrown, as while
     * compiling: end the process. It must not return. NULL: abort(). */
    void (*no_memory)(void *ctx);

    /* With ENGINE_TIMER_PER_LIST: a list of timers was freed, which has a
     * handle of the loop in Node 10. May be NULL. */
    void (*list_gone)(void *ctx);

    /* Structured clone of an object that is marked ENGINE_CLONE_PACKED: a value
     * to write in its place, and, in the engine that reads, an object of that
     * value. ENGINE_THREW. May be NULL, if nothing is marked so. */
    int (*pack)(void *ctx, napi_value object, napi_value *packed);
    int (*unpack)(void *ctx, napi_value packed, napi_value *object);

    /* With options.ends_at_limit: a collection has left more than the limit,
     * and the engine has stopped. Until it is destroyed it may allocate beyond
     * that for what native code still needs. May be NULL. */
    void (*limit_reached)(void *ctx);

    /* Without options.memory_limit_bytes: how much the heap may hold, without
     * buffers; 0: anything. Asked once, by a large heap. May be NULL. */
    size_t (*default_limit)(void *ctx);

    /* With ENGINE_HTML_TASKS: when the next task, frame or idle callback is
     * due, on the clock of world.timer_ms(); 0: now; UINT64_MAX: there is none.
     * Called when that has changed. */
    void (*task_due)(void *ctx, uint64_t due_ms);
} engine_host;

/* Like realloc(); size 0 frees and returns NULL. */
typedef struct engine_allocator {
    void *ctx;
    void *(*resize)(void *ctx, void *ptr, size_t size);
} engine_allocator;

struct orr_event; /* trace/event.h */
typedef void engine_trace_fn(void *ctx, const struct orr_event *event);
/* Numbers that the names of emitted events have are below this. */
#define ENGINE_NAMES 512

/* Begin or end to listen while the program runs; fn NULL: no trace. Places are
 * noted from then on, until engine_set_sites() ends that. */
void engine_set_trace(engine *e, engine_trace_fn *fn, void *ctx);
void engine_set_sites(engine *e, bool noted);

/* In which the profiles differ here; zero is `node`. */

/* Ticks and microtasks wait until a whole timers list, or all immediates, have
 * run: `node10`. */
#define ENGINE_DRAIN_PER_BATCH 1u
/* await of a native promise takes three microtasks, not one, and an async
 * generator's end takes one: `node10`. */
#define ENGINE_WRAPPING_AWAIT 2u
/* If a listener throws, the other rejections of the round are reported later,
 * instead of never: `node18`, `node10`. */
#define ENGINE_ROUNDS_GO_ON 4u
/* A callback that throws leaves no async context behind: `node18`, `node10`. */
#define ENGINE_THROW_ENDS_CONTEXT 8u
/* Each list of timers is as if it had a timer of the loop to itself: it is a
 * callback of its own, and may run in the pass that it was made in: `node10`.
 * So has each timer that was unref'd, from then on. There, too, an interval
 * that throws is over. */
#define ENGINE_TIMER_PER_LIST 16u
/* yield* in an async generator awaits each value: `node18`, `node10`. */
#define ENGINE_YIELD_STAR_AWAITS 32u
/* Tasks, frames and idle callbacks of HTML, and nothing that only Node does
 * after an exception: `browser`. */
#define ENGINE_HTML_TASKS 64u

/* Copied by engine_create(). Door, world and host are needed; zero is the
 * default of the rest. */
typedef struct engine_options {
    engine_door door;
    engine_world world;
    engine_host host;
    engine_allocator allocator; /* resize NULL: malloc */
    engine_trace_fn *trace;     /* NULL: no trace */
    void *trace_ctx;
    uint32_t profile;            /* ENGINE_DRAIN_PER_BATCH ... */
    uint32_t stack_trace_frames; /* Error.stackTraceLimit; 0: 10 */
    size_t memory_limit_bytes;   /* of the JavaScript heap; 0: none */
    bool ends_at_limit;   /* the engine stops there: host.limit_reached() */
    bool sites_innermost; /* a package's line, though the program called it */
    size_t stack_bytes;   /* that JavaScript may use; 0: 4 MiB */
} engine_options;

#ifdef __cplusplus
}
#endif

#endif
