/*
 * bind.h - what the files of this room share.
 *
 * A binding is the C half of a core module: an object of functions that lib/
 * gets with internalBinding(name). Functions return plain values; what goes
 * wrong is a negative errno as a number, and lib/ makes Node's error of it. So
 * there is one place that knows how errors look, and it is JavaScript.
 *
 * All values live in the scope of the call (Node-API). A value that is stored
 * longer is a napi_ref, deleted by the code that made it.
 */
#ifndef ORRERY_BIND_H
#define ORRERY_BIND_H

#define NAPI_VERSION 10
#include <node_api.h>
#include <stdatomic.h>

#include "bind/core/hang.h"
#include "bind/core/profile.h"
#include "bind/explore/explore.h"
#include "bind/runtime.h"
#include "bind/trace/trace.h"
#include "engine/engine.h"

typedef struct bind_class bind_class; /* handle.c */
typedef struct bind_wrap bind_wrap;   /* handle.h */
typedef struct bind_description bind_description;

/* ---- Bindings ----------------------------------------------------------- */

/*
 * A binding. All members but the name may be left out. The table of them is
 * bindings.h; `init` fills the object that lib/ gets by internalBinding(name).
 */
typedef struct bind_entry {
    const char *name;
    napi_status (*init)(runtime *r, napi_value exports);
    /* When the runtime is opened: 0, or a negative errno. */
    int (*open)(runtime *r);
    /* Before the engine is destroyed: free references, memory and all that has
     * no handle. Called whether init was called or not; handles and requests
     * are closed by the runtime. */
    void (*close)(runtime *r);
    /* After `close`, when the last operation of the runtime has ended: close
     * what operations used until then. */
    void (*finish)(runtime *r);
    /* After `finish`, when no value is left either: what finalizers called can
     * be unloaded. */
    void (*unload)(runtime *r);
    /* The program has ended, and the process may go without closing the
     * runtime: leave descriptors as others expect them. */
    void (*end)(runtime *r);
    size_t state; /* bytes of its own in each runtime, zeroed: BIND_STATE() */
    /* Describe a live thing of the loop that has no wrap: false if it is not
     * this binding's. */
    bool (*describe)(runtime *r, const orr_live *live, bind_description *out);
} bind_entry;

#include "bind/bindings.h"

#define BIND_DECLARE(name) extern const bind_entry bind_entry_##name;
BINDINGS(BIND_DECLARE)
#undef BIND_DECLARE

enum {
#define BIND_NUMBER(name) BIND_##name,
    BINDINGS(BIND_NUMBER) BIND_COUNT
#undef BIND_NUMBER
};

/* What the binding `name` keeps in a runtime. */
#define BIND_STATE(r, name) ((r)->states[BIND_##name])

/* The milestones of performance.nodeTiming, in its order. */
enum {
    RUNTIME_STARTED,
    RUNTIME_OPENS_ENGINE,
    RUNTIME_HAS_ENGINE,
    RUNTIME_ENTERS_LOOP,
    RUNTIME_LEAVES_LOOP,
    RUNTIME_IS_UP, /* the program itself is next */
    RUNTIME_MILESTONES
};

struct runtime {
    runtime_options options;
    const bind_profile *profile;
    orr_loop *loop;
    engine *engine;
    napi_env env;
    napi_ref hooks; /* what lib/internal/bootstrap/node.js returned */

    orr_record main; /* the program itself */
    orr_timer timer; /* one for all JavaScript timers */
    orr_check check; /* always there, and never keeps the loop alive */
    orr_idle idle;   /* while an immediate is ref'd: the poll must not wait */
    bool idle_active;
    orr_timer list; /* for freed lists of timers: host_list_gone() */
    bool list_closing;
    bool check_drains; /* a libuv callback of an addon was left undrained */
    uint64_t base_ms;  /* timers count from here */
    uint64_t start_ns;
    uint64_t start_wall_ns;
    uint64_t milestones_ns[RUNTIME_MILESTONES]; /* zero: not reached */

    char *state_block;
    void *states[BIND_COUNT]; /* of the bindings; BIND_STATE() */
    orr_link handles;         /* every bind_handle that is not closed */
    orr_link requests;        /* every bind_request under way */
    bind_class *classes;      /* the JavaScript classes of handles */

    bool hooks_active;  /* async hooks listen to more than promises */
    uint64_t ended_req; /* the request whose destroy hook is due */

    bind_trace trace;
    bind_explore explore;
    bind_chance chance;
    bool has_begun; /* the program itself: from now on there are choices */
    bind_hang hang;

    bool over;   /* no JavaScript runs any more */
    bool ending; /* and addons are being taken down */
    int exit_code;
    int recording_code; /* a replay that ended early; or 0 */
    runtime_end end;
    bool addons_ended; /* bind_end_addons() was called */
    bool no_wait;      /* runtime_close() must not wait long */
    orr_async wake;    /* of a worker, for runtime_terminate() */
    channel_hub *hub;  /* held; shared by all runtimes of the program */
    orr_link hub_link; /* in hub->runtimes */
    struct channel_ledger *posted; /* of its messages that wait; channel.h */
    bind_variables *variables;     /* held; NULL: those of the process */
    atomic_bool terminated;
    bool shares_time;     /* with other threads of a simulated world, */
    uint32_t safe_points; /* which get the baton after so many of these */
    atomic_int end_code;  /* the exit code then */
#ifdef ORR_CHECKED
    uint32_t verify_in; /* callbacks, until bind_handles_verify() looks again */
#endif
};

/* builtins.c: internalBinding(name) for lib/. */
napi_value bind_get(runtime *r, const char *name);

/*
 * async.c: the events of async hooks for handles and requests. They do nothing
 * unless a hook was active at init. `triggered`: the wrap's trigger id counts,
 * not what runs. The destroy event of a request waits until what hangs on its
 * callback has run: bind_hook_destroy_request().
 */
void bind_hook_init(bind_wrap *w, bool triggered);
void bind_hook_before(const bind_wrap *w);
void bind_hook_after(const bind_wrap *w);
void bind_hook_after_request(const bind_wrap *w, bool returned);
void bind_hook_destroy(bind_wrap *w);
void bind_hook_destroy_request(runtime *r);

/* builtins.c: open, end and close all bindings of a runtime; what is known of a
 * live thing that has no wrap. */
int bind_open_all(runtime *r);
void bind_end_all(runtime *r);
void bind_close_all(runtime *r);
void bind_finish_all(runtime *r);
void bind_unload_all(runtime *r);
void bind_describe_unwrapped(runtime *r, const orr_live *live,
                             bind_description *out);

/* Run a file of lib/ with the usual parameters; its module.exports. */
int bind_run_builtin(runtime *r, const char *id, napi_value *exports);

/* ---- Small help with Node-API ------------------------------------------- */

/* Calls that can only fail through a bug of ours, and then we stop; or for want
 * of memory, and then the program ends, and says why. */
#define BIND_OK(call) bind_must((call), __FILE__, __LINE__)
void bind_must(napi_status status, const char *file, int line);

/* End the process for lack of memory. Node's code for what V8 cannot survive
 * is 5. */
#define EXIT_NO_MEMORY 5
_Noreturn void bind_no_memory(void);

/* napi_async.c: from an addon's environment to the runtime. */
runtime *bind_runtime_of(napi_env env);

/* The return value of a function that failed; if no exception is pending, the
 * one for lack of memory is thrown. */
napi_value bind_threw(runtime *r);

/* A new object that owns `data`: the collector frees it by `free_data`, and so
 * does this function if it fails. */
napi_value bind_own(runtime *r, void *data, napi_finalize free_data);

/* A function `name` of `object`; its data is the runtime. */
void bind_method(runtime *r, napi_value object, const char *name,
                 napi_callback fn);
typedef struct bind_function {
    const char *name;
    napi_callback fn;
} bind_function;
void bind_methods(runtime *r, napi_value object, const bind_function *list);
void bind_set(runtime *r, napi_value object, const char *name,
              napi_value value);
napi_value bind_int(napi_env env, int64_t n);
napi_value bind_double(napi_env env, double n);
napi_value bind_bool(napi_env env, bool b);
napi_value bind_string(napi_env env, const char *s);
napi_value bind_string_n(napi_env env, const char *s, size_t n);
napi_value bind_numbers(napi_env env, const double *n, size_t count);
/* A typed array of `count` elements: a copy of these `len` bytes. NULL if there
 * is no memory for it, and the exception is pending. */
napi_value bind_array(napi_env env, napi_typedarray_type type,
                      const void *bytes, size_t len, size_t count);
/* What a reference holds; NULL without a reference, or if it is gone. */
napi_value bind_referenced(const runtime *r, napi_ref ref);
napi_value bind_undefined(napi_env env);
napi_value bind_null(napi_env env);

/* The arguments of a call; absent ones are undefined. Returns the runtime. */
runtime *bind_args(napi_env env, napi_callback_info info, size_t n,
                   napi_value *args);
/* Conversions of an argument; lib/ has checked the types before. */
int64_t bind_to_int(napi_env env, napi_value v);
double bind_to_double(napi_env env, napi_value v);
bool bind_to_bool(napi_env env, napi_value v);
bool bind_is_undefined(napi_env env, napi_value v);
/* UTF-8 with a zero byte; free() it. NULL if the value is not a string. Without
 * memory NULL, too, with an exception pending, so that the result of the
 * binding's function is ignored. */
char *bind_to_string(napi_env env, napi_value v, size_t *len);
/* A list of values as Node-API has them, NULL if it is empty or undefined.
 * free() it. */
napi_value *bind_to_list(napi_env env, napi_value list, size_t *count);

/* Does it note where in the program things are made? */
bool runtime_notes_sites(const runtime *r);

/* engine_host.c: call a JavaScript function as the body of a loop callback.
 * False if it threw; else *result, which may be NULL, is what it returned. */
bool bind_call_back(runtime *r, engine_async_context *context,
                    napi_value receiver, napi_value fn, size_t argc,
                    const napi_value *argv, napi_value *result);

/* After one of several such calls for one event of the loop: ticks and
 * microtasks run now, unless JavaScript is below (orr_pass()). True if one of
 * them threw. */
bool bind_pass(runtime *r);

/* Call a hook of lib/internal/bootstrap/node: 0, or ENGINE_THREW with the
 * exception pending, which runtime_report_pending() takes. */
int runtime_hook(runtime *r, const char *name, size_t argc,
                 const napi_value *argv, napi_value *result);
void runtime_report_pending(runtime *r);

/* Run the main script, and no turn of the loop. */
void runtime_begin(runtime *r);

/* Call a hook of lib/internal/bootstrap/node without arguments: 0, or a
 * negative number; an exception is dropped. */
int runtime_ask(runtime *r, const char *hook, napi_value *result);

/* active.c: a part of the binding "process". */
void bind_active_methods(runtime *r, napi_value exports);

/* process.c: has this signal a listener? uv.c: "SIGINT". */
bool bind_has_signal(runtime *r, int signum);
const char *bind_signal_name(int signum);

/* The engine returned ENGINE_STOPPED: stop the loop, too. */
void runtime_over(runtime *r);
/* Of a worker: let its loop turn. Any thread, while it is in hub->runtimes. */
void runtime_wake(runtime *r);
/* Pass events to the trace, or no longer. */
void runtime_listen(runtime *r);
void runtime_unlisten(runtime *r);

/* End the program with this code: nothing of it runs any more. */
void runtime_exit(runtime *r, int code);

#endif
