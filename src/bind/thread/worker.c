/*
 * worker.c - the C half of Worker: a thread with a runtime of its own.
 *
 *      parent                                     worker
 *      new Worker(...)
 *      start(control)   --- orr_thread_start -->  runtime_open, runtime_run
 *                       <==== control port =====> takeControl(handle)
 *      stop()           --- runtime_terminate ->  ends at its next safe point
 *      onexit(code)     <-- orr_async_send -----  runtime_close, and it is over
 *
 * Messages, errors and standard streams go through the control port, a channel
 * like any other, whose other end is in JavaScript: lib/internal/worker.
 *
 * What must stay true: the parent joins every thread that it has started, when
 * it is notified of its end or ends itself, before its own loop is closed.
 * `runtime` is set exactly while another thread may call runtime_terminate().
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/core/recording.h"
#include "bind/thread/channel.h"
#include "bind/core/handle.h"
#include "bind/process/variables.h"

/* The order is that of worker_threads.resourceLimits in lib/. */
enum { LIMIT_YOUNG_MB, LIMIT_OLD_MB, LIMIT_CODE_MB, LIMIT_STACK_MB, LIMITS };

/* What the two threads share. It belongs to the parent, which outlives the
 * worker. */
struct worker_thread {
    pthread_mutex_t lock;
    runtime *runtime; /* with the lock held */
    bool is_stopped;  /* with the lock held: it is not to start any more */
    runtime_options options;
    runtime_words words; /* options of its own */
    char *variable;      /* its NODE_OPTIONS */
    char *name;
    double limits[LIMITS]; /* megabytes; not positive: none was given */
    uint32_t id;
    channel_end *control; /* until the worker takes it */
    orr_async *ended;
    int exit_code;
    trace_key last; /* for a trace: the last callback of the worker */
    int open_error; /* the runtime could not be opened: a negative errno */
    runtime_end end;
};

typedef struct worker {
    bind_handle base;
    orr_async ended;
    orr_thread *thread; /* NULL: not started, or joined */
    worker_thread shared;
} worker;

static const bind_handle_type worker_type;

#define MEGABYTE (1u << 20)
#define DEFAULT_STACK_MB 4
/* Above what JavaScript may use: the runtime's own functions. */
#define EXTRA_STACK_BYTES (512u << 10)

/* ---- The thread --------------------------------------------------------- */

/* From now on the runtime can be terminated; with NULL not any more. False if
 * stop() was called before. */
static bool set_runtime(worker_thread *w, runtime *r)
{
    pthread_mutex_lock(&w->lock);
    const bool goes_on = !w->is_stopped;
    w->runtime = goes_on ? r : NULL;
    pthread_mutex_unlock(&w->lock);
    return goes_on;
}

static void run_thread(orr_thread *thread, void *arg)
{
    worker_thread *w = arg;
    runtime *r;

    w->options.thread = thread;
    w->open_error = runtime_open(&w->options, &r);
    /* So also if it could not be opened, or was terminated before. */
    w->exit_code = 0;
    if (w->open_error == 0) {
        runtime_share_time(r);
        if (set_runtime(w, r))
            w->exit_code = runtime_run(r);
        w->last = r->trace.last;
        w->end = runtime_ended(r);
        set_runtime(w, NULL);
        runtime_close(r, false);
    }
    orr_async_send(w->ended);
}

static void worker_stop(worker *w)
{
    worker_thread *shared = &w->shared;

    pthread_mutex_lock(&shared->lock);
    shared->is_stopped = true;
    if (shared->runtime != NULL)
        runtime_terminate(shared->runtime);
    pthread_mutex_unlock(&shared->lock);
    if (w->thread != NULL)
        orr_thread_interrupt(w->thread);
}

static void worker_join(worker *w)
{
    if (w->thread != NULL &&
        orr_thread_join(w->base.wrap.r->loop, w->thread) == 0)
        w->thread = NULL;
}

/* ---- In the parent ------------------------------------------------------ */

/* onexit(code, whether memory ran out, the errno of a runtime that could not be
 * opened) */
static void on_ended(orr_async *async)
{
    worker *w = async->handle.data;
    runtime *r = w->base.wrap.r;
    const worker_thread *shared = &w->shared;
    napi_handle_scope scope;

    worker_join(w);
    if (r->over)
        return;
    trace_from(r, (trace_origin){ .key = shared->last });
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    const napi_value argv[3] = {
        bind_int(r->env, shared->exit_code),
        bind_bool(r->env, shared->end == RUNTIME_OUT_OF_MEMORY),
        bind_int(r->env, shared->open_error),
    };
    bind_handle_call(&w->base, "onexit", 3, argv);
    napi_close_handle_scope(r->env, scope);
}

static char **to_strings(napi_env env, napi_value list)
{
    size_t n;
    napi_value *items = bind_to_list(env, list, &n);
    char **strings = calloc(n + 1, sizeof *strings);

    for (size_t i = 0; strings != NULL && i < n; i++) {
        strings[i] = bind_to_string(env, items[i], NULL);
        if (strings[i] == NULL)
            break;
    }
    free(items);
    return strings;
}

static void free_strings(char **list)
{
    for (char **s = list; s != NULL && *s != NULL; s++)
        free(*s);
    free(list);
}

static size_t limit_bytes(const worker_thread *w, int which)
{
    const double mb = w->limits[which];

    return mb > 0 ? (size_t)(mb * MEGABYTE) : 0;
}

/* The parent's options, without those that are the main thread's own. */
static void set_options(worker_thread *w, const runtime *parent)
{
    runtime_options *o = &w->options;

    *o = parent->options;
    o->is_worker = true;
    o->is_hooks_runtime = false;
    o->worker = w;
    o->thread_id = w->id;
    o->thread_name = w->name;
    o->hub = parent->hub;
    o->start_ns = parent->start_ns;
    o->start_wall_ns = parent->start_wall_ns;
    o->script = o->eval = NULL;
    o->print = o->check = o->abort_on_uncaught = false;
    o->trace = (runtime_trace){ .keep_ms = 0 };
    o->explore_run = parent->explore.run;
    o->why = o->why_timed = false;
    if (limit_bytes(w, LIMIT_OLD_MB) > 0)
        o->memory_limit_bytes =
            limit_bytes(w, LIMIT_OLD_MB) + limit_bytes(w, LIMIT_YOUNG_MB);
    o->ends_at_limit = o->memory_limit_bytes > 0;
    if (w->limits[LIMIT_STACK_MB] <= 0)
        w->limits[LIMIT_STACK_MB] = DEFAULT_STACK_MB;
    o->stack_bytes = limit_bytes(w, LIMIT_STACK_MB);
}

static uint32_t new_thread_id(channel_hub *hub)
{
    pthread_mutex_lock(&hub->lock);
    const uint32_t id = ++hub->thread_id;
    pthread_mutex_unlock(&hub->lock);
    return id;
}

static void read_limits(napi_env env, napi_value list, double *limits)
{
    size_t n;
    napi_value *items = bind_to_list(env, list, &n);

    for (size_t i = 0; i < n && i < LIMITS; i++)
        limits[i] = bind_to_double(env, items[i]);
    free(items);
}

/* Its own variables, or with SHARE_ENV those of the parent. */
static int read_variables(worker_thread *w, runtime *r, napi_value list)
{
    const bool is_shared = bind_is_undefined(r->env, list);

    w->options.variables = is_shared ? bind_variables_hold(r->variables)
                                     : bind_variables_new(r->env, list);
    return is_shared || w->options.variables != NULL ? 0 : -ENOMEM;
}

/* setWords(execArgv or undefined, NODE_OPTIONS or undefined): options of its
 * own. Undefined, or the word that is refused and whether it is of the
 * variable. */
static napi_value js_set_words(napi_env env, napi_callback_info info)
{
    napi_value args[2], bad;
    worker *w = bind_this(env, info, 2, args);

    if (w == NULL)
        return bind_undefined(env);
    worker_thread *shared = &w->shared;
    const runtime_word_reader *reader = shared->options.word_reader;
    if (!bind_is_undefined(env, args[0]))
        shared->words.exec_args = to_strings(env, args[0]);
    shared->variable = bind_to_string(env, args[1], NULL);
    shared->words.variable = shared->variable;
    const int err = reader != NULL
                        ? reader->read(&shared->words, &shared->options)
                        : 0;
    if (err != -EINVAL)
        return err < 0 ? bind_threw(w->base.wrap.r) : bind_undefined(env);
    BIND_OK(napi_create_array_with_length(env, 2, &bad));
    BIND_OK(napi_set_element(env, bad, 0,
                             bind_string(env, shared->words.bad)));
    BIND_OK(napi_set_element(env, bad, 1,
                             bind_bool(env, shared->words.is_variable_bad)));
    return bad;
}

/* new Worker(name, limits, variables or undefined) */
static int open_worker(bind_handle *h, size_t argc, const napi_value *argv)
{
    worker *w = (worker *)h;
    worker_thread *shared = &w->shared;
    runtime *r = h->wrap.r;

    (void)argc;
    pthread_mutex_init(&shared->lock, NULL);
    shared->name = bind_to_string(r->env, argv[0], NULL);
    read_limits(r->env, argv[1], shared->limits);
    shared->id = new_thread_id(r->hub);
    shared->ended = &w->ended;
    set_options(shared, r);
    const int err = read_variables(shared, r, argv[2]);
    return err < 0 ? err : orr_async_init(r->loop, &w->ended, on_ended);
}

/* The parent ends, and the worker with it. */
static void on_closing(bind_handle *h)
{
    worker *w = (worker *)h;

    worker_stop(w);
    worker_join(w);
}

static void free_worker(bind_handle *h)
{
    worker *w = (worker *)h;
    worker_thread *shared = &w->shared;

    if (shared->control != NULL)
        channel_leave(shared->control);
    pthread_mutex_destroy(&shared->lock);
    bind_variables_release(shared->options.variables);
    if (shared->words.held != NULL)
        shared->options.word_reader->free(shared->words.held);
    free_strings(shared->words.exec_args);
    free(shared->variable);
    free(shared->name);
    free(w);
}

/* start(handle of the port that becomes the worker's): 0, or -errno. */
static napi_value js_start(napi_env env, napi_callback_info info)
{
    napi_value arg;
    worker *w = bind_this(env, info, 1, &arg);

    if (w == NULL || w->thread != NULL)
        return bind_int(env, -EBADF);
    runtime *r = w->base.wrap.r;
    if (orr_is_recorded(r->loop))
        return bind_int(env, -EOPNOTSUPP);
    runtime_share_time(r);
    w->shared.options.explore_thread = bind_explore_thread(r);
    w->shared.options.started_by = trace_running(r);
    w->shared.control = channel_take_end(r, arg);
    if (w->shared.control != NULL)
        channel_set_thread(w->shared.control, w->shared.id);
    return bind_int(env, orr_thread_start(r->loop, &w->thread, run_thread,
                                          &w->shared,
                                          w->shared.options.stack_bytes +
                                              EXTRA_STACK_BYTES));
}

static napi_value js_stop(napi_env env, napi_callback_info info)
{
    worker *w = bind_this(env, info, 0, NULL);

    if (w != NULL)
        worker_stop(w);
    return bind_undefined(env);
}

static napi_value js_get_id(napi_env env, napi_callback_info info)
{
    const worker *w = bind_this(env, info, 0, NULL);

    return bind_int(env, w != NULL ? (int64_t)w->shared.id : -1);
}

static void worker_describe(const bind_wrap *w, const orr_live *live, char *out,
                            size_t size)
{
    const worker_thread *shared = &((const worker *)(const void *)w)->shared;

    (void)live;
    snprintf(out, size, "worker thread %u (%s)", (unsigned)shared->id,
             shared->name != NULL ? shared->name : "");
}

static const bind_function methods[] = {
    { "setWords", js_set_words },
    { "start", js_start },
    { "stop", js_stop },
    { "getThreadId", js_get_id },
    { NULL, NULL },
};
static const bind_handle_type worker_type = {
    .wrap = { .hook_name = "WORKER",
              .resource_name = "Worker",
              .describe = worker_describe },
    .name = "Worker",
    .size = sizeof(worker),
    .handle_at = offsetof(worker, ended),
    .open = open_worker,
    .closing = on_closing,
    .free = free_worker,
    .methods = methods,
};

/* ---- In the worker ------------------------------------------------------ */

/* takeControl(handle): the port that leads to the parent. */
static napi_value js_take_control(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    worker_thread *w = r->options.worker;
    const bool is_given = w != NULL && w->control != NULL &&
                          channel_give_end(r, arg, w->control);

    if (is_given)
        w->control = NULL;
    return bind_bool(env, is_given);
}

/* [young, old, code, stack] in megabytes, of a worker. */
static napi_value js_get_limits(napi_env env, napi_callback_info info)
{
    const runtime *r = bind_args(env, info, 0, NULL);
    const worker_thread *w = r->options.worker;

    return w != NULL ? bind_numbers(env, w->limits, LIMITS)
                     : bind_undefined(env);
}

/* ---- The binding -------------------------------------------------------- */

static worker *worker_at(orr_link *link)
{
    bind_wrap *wrap = bind_wrap_at(link);

    return wrap->type == &worker_type.wrap ? (worker *)(void *)wrap : NULL;
}

/* The program has ended: first all workers are stopped, then waited for. */
static void end_workers(runtime *r)
{
    for (orr_link *l = r->handles.next; l != &r->handles; l = l->next)
        if (worker_at(l) != NULL)
            worker_stop(worker_at(l));
    for (orr_link *l = r->handles.next; l != &r->handles; l = l->next)
        if (worker_at(l) != NULL)
            worker_join(worker_at(l));
}

static napi_status worker_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "takeControl", js_take_control },
        { "getLimits", js_get_limits },
        { NULL, NULL },
    };
    const worker_thread *w = r->options.worker;

    bind_methods(r, exports, functions);
    bind_set(r, exports, "threadId",
             bind_int(r->env, w != NULL ? (int64_t)w->id : 0));
    bind_set(r, exports, "threadName",
             bind_string(r->env, w != NULL && w->name != NULL ? w->name : ""));
    return bind_handle_class(r, exports, &worker_type);
}

const bind_entry bind_entry_worker = { .name = "worker",
                                       .init = worker_init,
                                       .end = end_workers };
