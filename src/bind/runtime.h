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
    void (*write)(void *ctx, const char *bytes, size_t len);
    uint64_t (*now_us)(void *ctx);
} runtime_sink;

/* Everything is borrowed until runtime_close(). Zeroed: the defaults. */
typedef struct runtime_options {
    const char *backend;
    const char *profile; /* "node", "node18", "node10" */
    orr_thread *thread; /* not NULL: backend and seed are those of its loops */
    uint64_t seed;
    bool seeded; /* --seed was given: the environment is fixed too */
    runtime_sink trace_sink; /* write NULL: no trace */

    const char *script;     /* a path; "-": standard input; NULL: see eval */
    bool is_input_implied;  /* "-" was not written */
    const char *eval;       /* -e, -p */
    bool print;             /* -p */
    const char *input_type; /* "commonjs", "module" or NULL */
    const char *const *requires; /* -r, NULL at the end; may be NULL */
    const char *const *imports;  /* --import */
    const char *const *args;     /* what follows the script */
    const char *const *exec_args;
    const char *exec_path; /* NULL: asked of the system */
    const char *argv0;
    const char *const *conditions; /* -C */
    const char *const *named; /* for lib/ alone: a name, its value, a name.. */

    runtime_rejections rejections;
    bool rejections_given; /* else the profile's */
    bool trace_warnings, no_warnings, trace_uncaught;
    bool no_deprecation, throw_deprecation, trace_deprecation;
    bool pending_deprecation, expose_gc, expose_internals;
    bool preserve_symlinks, preserve_symlinks_main;
    bool abort_on_uncaught;
    bool is_hooks_runtime;      /* made for the hooks of module.register() */
    bool force_napi_exceptions; /* of thread-safe functions: uncaught */
    bool check;                 /* only look for syntax errors */
    bool why;       /* say what keeps the program alive, on SIGINT */
    bool why_timed; /* and after why_ms */
    uint64_t why_ms;
    uint32_t stack_trace_limit;
    bool stack_trace_limited;    /* else it is 10 */
    uint64_t memory_limit_bytes; /* 0: none */
    size_t stack_bytes;          /* that JavaScript may use; 0: 4 MiB */
} runtime_options;

/* -EINVAL for an unknown profile or back end; -ENOSYS, -ENOMEM. */
int runtime_open(const runtime_options *options, runtime **out);

/* Run the program to its end and return its exit code. */
int runtime_run(runtime *r);

void runtime_close(runtime *r);

/* "24.21.0": the Node that is followed. */
const char *runtime_node_version(void);

#endif
