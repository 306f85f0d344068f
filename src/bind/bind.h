/*
 * bind.h - what the files of this room share.
 *
 * A binding is the C half of a core module: an object of functions that lib/
 * gets with internalBinding(name). Functions return plain values; what goes
 * wrong is a negative errno as a number, and lib/ makes Node's error of it. So
 * there is one place that knows how errors look, and it is JavaScript.
 *
 * All values live in the scope of the call (Node-API). What is kept longer is
 * a napi_ref, deleted by who made it.
 */
#ifndef ORRERY_BIND_H
#define ORRERY_BIND_H

#define NAPI_VERSION 10
#include <node_api.h>

#include "bind/runtime.h"
#include "bind/trace.h"
#include "engine/engine.h"

typedef struct bind_signal bind_signal;           /* process.c */
typedef struct bind_port bind_port;               /* message.c */
typedef struct bind_why bind_why;                 /* why.c */
typedef struct bind_addon bind_addon;             /* dlopen.c */
typedef struct bind_fs_function bind_fs_function; /* fs.c */
typedef struct bind_input bind_input;             /* stdin.c */
typedef struct bind_output bind_output;           /* stdout.c */
typedef struct bind_pool bind_pool;               /* buffer_pool.c */

/* What performance.nodeTiming tells, in its order. */
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
    orr_loop *loop;
    engine *engine;
    napi_env env;
    napi_ref hooks; /* what lib/internal/bootstrap/node.js returned */

    orr_record main; /* the program itself */
    orr_timer timer; /* one for all JavaScript timers */
    orr_check check; /* always there, and never keeps the loop alive */
    orr_idle idle;   /* while an immediate is ref'd: the poll must not wait */
    bool idle_active;
    orr_timer list; /* for lists of timers that are gone: host_list_gone() */
    bool list_closing;
    bool skip_drain;  /* the running callback has no scope in Node */
    uint64_t base_ms; /* timers count from here */
    uint64_t start_ns;
    uint64_t start_wall_ns;
    uint64_t milestones_ns[RUNTIME_MILESTONES]; /* zero: not reached */

    bind_signal *signals;
    napi_ref on_signal;
    bind_fs_function *fs_functions;
    bind_port *ports;
    bind_why *why;
    bind_addon *addons;
    napi_ref async_listener;
    bool listening;     /* to more than promises */
    uint64_t ended_req; /* whose callback has run, and hooks are to know */
    napi_ref promise_listener; /* likewise for promises */
    bind_input *input;         /* what process.stdin reads from */
    bind_output *outputs[3];   /* by descriptor: 1 and 2, if they are streams */
    bool is_no_stream[3];      /* likewise: it was looked at, and is none */

    bind_pool *pool;           /* what small Buffers share */
    napi_ref read_slow;        /* buffer_number.c: for what C refuses */
    napi_ref write_slow;       /* likewise */

    bind_trace trace;
    uint64_t chance; /* choose.c */
    uint32_t busy_of_16;

    runtime *peer;   /* the other runtime, or NULL: hooks_runtime.c */
    bool settled;    /* the hooks runtime has answered */
    bool awaited;    /* and somebody waits for that */

    bool over;        /* no JavaScript runs any more */
    bool ending;      /* and addons are being taken down */
    size_t work_left; /* async work of addons that is under way */
    int exit_code;
};

/* The bindings that are C of this room; each fills an object it is given. */
typedef napi_status bind_init_fn(runtime *r, napi_value exports);
typedef struct bind_entry {
    const char *name;
    bind_init_fn *init;
} bind_entry;
extern const bind_entry bind_entries[]; /* ends with a NULL name */

bind_init_fn bind_builtins;
bind_init_fn bind_process;
bind_init_fn bind_fs;
bind_init_fn bind_stdio;
bind_init_fn bind_stdin;
bind_init_fn bind_uv;
bind_init_fn bind_constants;
bind_init_fn bind_host;
bind_init_fn bind_async;
bind_init_fn bind_message;
bind_init_fn bind_encoding;
bind_init_fn bind_buffer;
bind_init_fn bind_dlopen;
bind_init_fn bind_trace_init;
bind_init_fn bind_hooks_runtime;

/* Give back what they hold, before the engine goes. */
void bind_process_close(runtime *r);
void bind_fs_close(runtime *r);
void bind_buffer_close(runtime *r);
void bind_async_close(runtime *r);
void bind_message_close(runtime *r);
void bind_message_free(runtime *r);
void bind_stdin_close(runtime *r);
void bind_stdout_close(runtime *r);
void bind_hooks_runtime_close(runtime *r);
void bind_dlopen_close(runtime *r);

/* builtins.c: internalBinding(name) for lib/. */
napi_value bind_get(runtime *r, const char *name);

/*
 * async.c: a request of the loop's, in the eyes of async_hooks. `request` is
 * what lib/ has made for it; made() is true if anybody listened, and only then
 * tell of the rest. That it is gone is told after what hangs on the callback
 * has run.
 */
bool bind_request_made(runtime *r, const orr_record *record,
                       napi_value request);
void bind_request_before(runtime *r, const orr_record *record);
void bind_request_after(runtime *r, const orr_record *record, bool returned);
void bind_request_gone(runtime *r);

/* Run a file of lib/ with the usual parameters; its module.exports. */
int bind_run_builtin(runtime *r, const char *id, napi_value *exports);

/* ---- Small help with Node-API ------------------------------------------- */

/* Calls that can only fail through a bug of ours, and then we stop; or for want
 * of memory, and then the program ends, and says why. */
#define BIND_OK(call) bind_must((call), __FILE__, __LINE__)
void bind_must(napi_status status, const char *file, int line);

/* End the process for want of memory. Node's code for what V8 cannot survive
 * is 5. */
#define EXIT_NO_MEMORY 5
_Noreturn void bind_no_memory(void);

/* What a function returns that has failed: with an exception pending, if not
 * another one then that of memory. */
napi_value bind_threw(runtime *r);

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
/* UTF-8 with a zero byte; free() it. NULL if it is no string; or without
 * memory, and then an exception is pending, which comes before whatever the
 * function returns. */
char *bind_to_string(napi_env env, napi_value v, size_t *len);
/* A list of values as Node-API has them, NULL if it is empty or undefined.
 * free() it. */
napi_value *bind_to_list(napi_env env, napi_value list, size_t *count);

/* choose.c: who answers the simulator's questions, in this world. */
void bind_choose_open(runtime *r, orr_world *world);
uint32_t bind_choose(void *ctx, orr_choice_kind kind, uint32_t n,
                     const orr_option *options);

/* stdio.c: write, waiting where the descriptor would not. */
int bind_write_all(runtime *r, int fd, const char *bytes, size_t len);

/* stdio.c: lay a stream over a descriptor that others may share with us;
 * -EINVAL over a file. *blocked: it has to block again when we leave. */
int bind_stream_open(runtime *r, orr_stream *s, int fd, bool *blocked);

/* stdout.c: the stream behind a descriptor, NULL if there is none. A write is
 * done (0), has failed (a negative errno), or fn is told how it ended (1). */
bind_output *bind_output_of(runtime *r, int fd);
int bind_output_write(bind_output *out, const char *bytes, size_t len,
                      napi_value fn);
void bind_stdout(runtime *r, napi_value exports);
void bind_stdout_restore(runtime *r);

/* stdin.c: whoever has the input after us gets a pipe that blocks, a terminal
 * that echoes. */
void bind_stdin_restore(runtime *r);

/* runtime.c: call a JavaScript function as the body of a loop callback. False
 * if it threw. */
bool bind_call_back(runtime *r, engine_async_context *context,
                    napi_value receiver, napi_value fn, size_t argc,
                    const napi_value *argv);

/* napi_async.c: from an addon's environment to the runtime. */
runtime *bind_runtime_of(napi_env env);

/* What async work and thread-safe functions are to async_hooks. */
typedef struct bind_resource {
    napi_async_context context;
    napi_ref object;
} bind_resource;

/* given: the addon's object, or NULL. Nothing was made unless it is napi_ok. */
napi_status bind_resource_open(napi_env env, napi_value given, napi_value name,
                               bind_resource *resource);
void bind_resource_close(napi_env env, bind_resource *resource);
/* Call native code in the scope of a resource, which may be closed meanwhile;
 * what it throws is reported as uncaught. */
void bind_run_in_resource(napi_env env, const bind_resource *resource,
                          engine_native_fn *fn, void *arg);

/* May an addon be called? Also while it is taken down, unlike JavaScript. */
static inline bool bind_may_call_addon(const runtime *r)
{
    return !r->over || r->ending;
}

/* dlopen.c: the program ended by itself, and its addons end with it. */
void bind_end_addons(runtime *r);

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

/* process.c: has this signal a listener; which signal a handle waits for, 0 if
 * it is no listener's. uv.c: "SIGINT". message.c: is this handle a port's? */
bool bind_has_signal(runtime *r, int signum);
int bind_signal_number(const runtime *r, const void *handle);
const char *bind_signal_name(int signum);
bool bind_is_port(const runtime *r, const void *handle);

/* stdin.c: is this handle the input, and where was that asked for? Its reading
 * begins in a tick, where nobody is to be seen. */
bool bind_is_input(const runtime *r, const void *handle, uintptr_t *site);

/* stdout.c: is this request a write to one of the outputs, and to which? */
bool bind_is_output(const runtime *r, const void *request, int *fd);

/* why.c */
int bind_why_open(runtime *r);
void bind_why_close(runtime *r);

/* The engine said ENGINE_STOPPED: end the loop's run too. */
void runtime_over(runtime *r);

/* End the program with this code: nothing of it runs any more. */
void runtime_exit(runtime *r, int code);

#endif
