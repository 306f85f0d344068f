/*
 * runtime.h - a loop, an engine, and what ties them: one running program.
 *
 *      loop  --after each callback-->  engine_drain()
 *            --one timer------------>  engine_run_timers()
 *            --check phase---------->  engine_run_immediates()
 *      engine --door, world, host--->  loop
 *
 * src/cli opens a runtime, runs it and exits with the code it returns.
 */
#ifndef ORRERY_RUNTIME_H
#define ORRERY_RUNTIME_H

#include "orrery.h"

typedef struct runtime runtime;
typedef struct channel_hub channel_hub; /* channel.h */
typedef struct bind_variables bind_variables; /* variables.h */
typedef struct worker_thread worker_thread;   /* worker.c */

typedef enum runtime_rejections {
    REJECTIONS_THROW, /* the default */
    REJECTIONS_STRICT,
    REJECTIONS_WARN,
    REJECTIONS_NONE,
    REJECTIONS_WARN_WITH_ERROR_CODE,
    REJECTIONS_NODE10 /* only a profile has it, no option */
} runtime_rejections;

/* Where a trace goes, and what its clock is: not the program's own, which may
 * be simulated, and which reading would change. */
typedef struct runtime_sink {
    void *ctx;
    int pid;
    void (*write)(void *ctx, const char *bytes, size_t len); /* whole lines */
    uint64_t (*now_us)(void *ctx);
    /* The time of day at which now_us() was 0, in milliseconds since 1970. */
    int64_t (*epoch_ms)(void *ctx);
    /* The text of a file of the program, from malloc(); NULL: none. */
    char *(*read)(void *ctx, const char *path, size_t *len);
    /* Run fn(arg) on a thread of its own, without signals; wait for its end:
     * one at a time. 0 or a negative errno. NULL: what writes has no thread. */
    int (*thread_start)(void *ctx, void *(*fn)(void *), void *arg);
    void (*thread_join)(void *ctx);
    void (*close)(void *ctx); /* for one that runtime_trace_open made */
} runtime_sink;

/* What a trace records. */
typedef struct runtime_trace {
    runtime_sink sink;   /* write NULL: no trace */
    uint64_t keep_ms;    /* only the last of it; 0: all */
    uint64_t end_ms;     /* of virtual time: end the program then; 0: no */
    const char *filter;  /* groups of events, with commas; NULL: all */
} runtime_trace;

/* Make a sink that writes to a new file: for a trace that a running program
 * starts. 0 or a negative errno. */
typedef int runtime_trace_open(const char *path, runtime_sink *sink);

typedef struct runtime_options runtime_options;

/*
 * A run that follows an order and is recorded (src/explore). At two points a
 * process may be forked for each of many orders: before the program begins, and
 * when it enters its loop. The function returns in the process that is to go
 * on, with its order, borrowed until the next call; NULL: it stays as it is.
 */
typedef const char *runtime_fork_point(void *ctx);

/* That it returns in the process that forks, when a run has shown what runs
 * need. It is made ready then, and asked again. */
extern const char runtime_fork_ready[];

typedef struct runtime_explore {
    struct explore_log *log; /* explore/explore.h; NULL: none */
    const char *order;       /* NULL: the usual one */
    struct explore_usual *usual; /* its names; NULL: not known */
    const char *cwd;         /* names of files are relative to it */
    bool footprints; /* record what callbacks read and write */
    void *late;        /* what runs need of the library: memory shared with */
    size_t late_bytes; /* them, zeroed; NULL: nothing is made ready */
    void *ctx;
    /* May be NULL. at_question is called before question number `question`. */
    runtime_fork_point *at_start, *at_loop, *at_question;
    uint32_t question;
} runtime_explore;

/* The options that a worker has for itself: execArgv, and what NODE_OPTIONS
 * holds among variables that it was given. */
typedef struct runtime_words {
    char **exec_args;      /* NULL at the end; NULL: none were given */
    const char *variable;  /* NULL: none */
    char bad[128];         /* the word that is refused */
    bool is_variable_bad;  /* and it is one of the variable */
    void *held;            /* memory of the reader's */
} runtime_words;

/*
 * read() replaces the options of *o, a copy of the parent's, that each thread
 * has for itself. Strings are borrowed, and the rest is held until free().
 *
 * Errors: -EINVAL, see `bad`; -ENOMEM. *o is not to be used then.
 */
typedef struct runtime_word_reader {
    int (*read)(runtime_words *w, runtime_options *o);
    void (*free)(void *held);
} runtime_word_reader;

/* A recording that is made, or replayed: orr_recording of orrery.h. */
typedef struct runtime_recording {
    const char *path;
    bool replays;
    const void *note;
    size_t note_len;
    void (*say)(const char *text); /* to the user: how it ended */
} runtime_recording;

/* Everything is borrowed until runtime_close(). Zeroed: the defaults. */
struct runtime_options {
    const char *backend;
    const char *profile; /* see bind/core/profile.c */
    orr_thread *thread;  /* not NULL: backend and seed are those of its loops */
    uint64_t seed;
    bool seeded; /* --seed was given: the environment is fixed too */
    const runtime_explore *explore; /* NULL: nothing is explored */
    struct explore *explore_run;    /* of a worker: that of its parent, */
    uint64_t explore_thread;        /* and what its thread is there */
    const runtime_recording *recording; /* NULL: none */
    bool network, faults; /* choices of the simulator: see orr_world */
    bool no_children;      /* the simulator starts no processes */
    uint64_t max_delay_ms; /* the same; 0: a second */
    runtime_trace trace;
    runtime_trace_open *trace_open; /* NULL: it cannot be started later */

    const char *script;     /* a path; "-": standard input; NULL: see eval */
    bool is_input_implied;  /* "-" was not written */
    bool prompts;           /* -i, or standard input is a terminal: the REPL */
    const char *command;    /* "play": a program of lib/ */
    const char *eval;       /* -e, -p */
    bool print;             /* -p */
    const char *input_type; /* "commonjs", "module" or NULL */
    const char *const *requires; /* -r, NULL at the end; may be NULL */
    const char *const *imports;  /* --import */
    const char *const *args;     /* what follows the script */
    const char *const *exec_args;
    const char *exec_path; /* NULL: the system's */
    const char *argv0;
    const char *const *conditions; /* -C */
    const char *const *named; /* only for lib/: a name, its value, a name.. */
    const runtime_word_reader *word_reader; /* NULL: workers inherit all */

    runtime_rejections rejections;
    bool rejections_given; /* else the profile's */
    bool trace_warnings, no_warnings, trace_uncaught;
    bool no_deprecation, throw_deprecation, trace_deprecation;
    bool pending_deprecation, expose_gc, expose_internals;
    bool preserve_symlinks, preserve_symlinks_main;
    bool zero_fill_buffers;
    bool abort_on_uncaught;
    uint32_t thread_id;    /* as worker_threads has it */
    const char *thread_name; /* of a worker */
    uint64_t started_by;     /* of a worker, for a trace: who has made it */
    bool is_worker;        /* another thread may call runtime_terminate() */
    worker_thread *worker; /* that it runs in; NULL: none */
    channel_hub *hub;      /* of the program's channels; NULL: a new one */
    bind_variables *variables; /* NULL: those of the process */
    uint64_t start_ns, start_wall_ns; /* of the process; 0: now */
    bool is_hooks_runtime; /* made for the hooks of module.register() */
    bool force_napi_exceptions; /* of thread-safe functions: uncaught */
    bool check;                 /* only look for syntax errors */
    bool why;       /* say what keeps the program alive, on SIGINT */
    bool why_timed; /* and after why_ms */
    uint64_t why_ms;
    uint32_t stack_trace_limit;
    bool stack_trace_limited;    /* else it is 10 */
    uint64_t memory_limit_bytes; /* 0: none */
    bool own_limit; /* by --memory-limit: a program that meets it fails with
                     * an error, and does not abort as Node does */
    bool
        ends_at_limit; /* of memory, instead of throwing: see runtime_ended() */
    size_t stack_bytes; /* that JavaScript may use; 0: 4 MiB */
    uint8_t wasm_code;  /* runtime_wasm_code */
};

/* When functions of WebAssembly become machine code. */
typedef enum runtime_wasm_code {
    RUNTIME_WASM_WARM,
    RUNTIME_WASM_NEVER,
    RUNTIME_WASM_ALWAYS, /* at their first call */
    RUNTIME_WASM_CHECKED, /* the same, with bounds checked by instructions */
    RUNTIME_WASM_SINGLE   /* never, and no instructions are joined */
} runtime_wasm_code;

/* -EINVAL for an unknown profile or back end; -ENOSYS, -ENOMEM. */
int runtime_open(const runtime_options *options, runtime **out);

/* Run the program to its end and return its exit code. */
int runtime_run(runtime *r);

typedef enum runtime_end {
    RUNTIME_ENDED,        /* by itself, by process.exit() or by an error */
    RUNTIME_OUT_OF_MEMORY /* at memory_limit_bytes, with ends_at_limit */
} runtime_end;

/* How the program ended; for a runtime that has run. */
runtime_end runtime_ended(const runtime *r);

/*
 * End the program from outside, as worker.terminate() does: no JavaScript runs
 * any more, runtime_run() returns soon. Its exit code is 1.
 *
 * Thread: any, between runtime_open() and runtime_close(); needs is_worker.
 */
void runtime_terminate(runtime *r);

/* The same with an exit code, also by a signal handler: of a runtime for which
 * it was allowed before it runs. */
void runtime_allow_interrupt(runtime *r);
void runtime_interrupt(runtime *r, int code);

/* There are other threads from now on. On the simulator JavaScript that runs
 * for very long lets them have a turn, and takes time. */
void runtime_share_time(runtime *r);

/*
 * Close all that the program left open and free everything. An operation that
 * cannot be cancelled (a read that a pool thread has begun) is waited for; with
 * `no_wait` not for long, and then nothing is freed: for a process that ends.
 *
 * Errors: -EBUSY with no_wait; the runtime may only be closed again.
 */
int runtime_close(runtime *r, bool no_wait);

/* Are these words for runtime_trace.filter? */
bool runtime_is_trace_filter(const char *words);

/* "24.21.0": the Node that is followed. */
const char *runtime_node_version(void);

/* The page that shows a trace: HTML with an empty script element, the place of
 * the trace (docs/trace-format.md). Not terminated by a zero. */
const char *runtime_page(size_t *len);

#endif
