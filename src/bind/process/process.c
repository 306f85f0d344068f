/*
 * process.c - the C half of node:process.
 *
 * Every fact comes from the loop, so that the simulator can answer in its own
 * way; there is no system call in here.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/core/recording.h"
#include "bind/core/handle.h"

/* ---- Options of the command line ---------------------------------------- */

static napi_value make_list(napi_env env, const char *const *strings)
{
    napi_value list;

    BIND_OK(napi_create_array(env, &list));
    for (uint32_t i = 0; strings != NULL && strings[i] != NULL; i++)
        BIND_OK(napi_set_element(env, list, i, bind_string(env, strings[i])));
    return list;
}

static napi_value string_or_undefined(napi_env env, const char *s)
{
    return s != NULL ? bind_string(env, s) : bind_undefined(env);
}

/* What lib/ reads of a profile: the names of those that are true. */
static napi_value make_profile(runtime *r)
{
    const bind_profile *p = r->profile;
    const struct {
        const char *name;
        bool is_so;
    } facts[] = {
        { "anyExitCode", p->any_exit_code },
        { "fewTimerWarnings", p->few_timer_warnings },
        { "lateUnsettledCode", p->late_unsettled_code },
        { "loopReadsModules", p->loop_reads_modules },
        { "oldCallbackError", p->old_callback_error },
        { "isBrowser", p->is_browser },
    };
    napi_value object;

    BIND_OK(napi_create_object(r->env, &object));
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (facts[i].is_so)
            bind_set(r, object, facts[i].name, bind_bool(r->env, true));
    return object;
}

static napi_value js_get_options(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    const runtime_options *o = &r->options;
    napi_value object;

    BIND_OK(napi_create_object(env, &object));
    bind_set(r, object, "script", string_or_undefined(env, o->script));
    bind_set(r, object, "isInputImplied", bind_bool(env, o->is_input_implied));
    bind_set(r, object, "command", string_or_undefined(env, o->command));
    bind_set(r, object, "eval", string_or_undefined(env, o->eval));
    bind_set(r, object, "print", bind_bool(env, o->print));
    bind_set(r, object, "inputType", string_or_undefined(env, o->input_type));
    bind_set(r, object, "requires", make_list(env, o->requires));
    bind_set(r, object, "imports", make_list(env, o->imports));
    bind_set(r, object, "args", make_list(env, o->args));
    bind_set(r, object, "execArgs", make_list(env, o->exec_args));
    bind_set(r, object, "argv0", string_or_undefined(env, o->argv0));
    bind_set(r, object, "profile", make_profile(r));
    bind_set(
        r, object, "rejections",
        bind_int(env, (int)(o->rejections_given ? o->rejections
                                                : r->profile->rejections)));
    bind_set(r, object, "traceWarnings", bind_bool(env, o->trace_warnings));
    bind_set(r, object, "noWarnings", bind_bool(env, o->no_warnings));
    bind_set(r, object, "noDeprecation", bind_bool(env, o->no_deprecation));
    bind_set(r, object, "throwDeprecation",
             bind_bool(env, o->throw_deprecation));
    bind_set(r, object, "traceDeprecation",
             bind_bool(env, o->trace_deprecation));
    bind_set(r, object, "traceUncaught", bind_bool(env, o->trace_uncaught));
    bind_set(r, object, "abortOnUncaught",
             bind_bool(env, o->abort_on_uncaught));
    bind_set(r, object, "isHooksRuntime", bind_bool(env, o->is_hooks_runtime));
    bind_set(r, object, "isWorker", bind_bool(env, o->worker != NULL));
    bind_set(r, object, "named", make_list(env, o->named));
    bind_set(r, object, "conditions", make_list(env, o->conditions));
    bind_set(r, object, "pendingDeprecation",
             bind_bool(env, o->pending_deprecation));
    bind_set(r, object, "exposeGc", bind_bool(env, o->expose_gc));
    bind_set(r, object, "prompts", bind_bool(env, o->prompts));
    bind_set(r, object, "exposeInternals", bind_bool(env, o->expose_internals));
    bind_set(r, object, "preserveSymlinks",
             bind_bool(env, o->preserve_symlinks));
    bind_set(r, object, "preserveSymlinksMain",
             bind_bool(env, o->preserve_symlinks_main));
    bind_set(r, object, "check", bind_bool(env, o->check));
    bind_set(r, object, "sites",
             bind_bool(env, runtime_notes_sites(r)));
    if (o->stack_trace_limited)
        bind_set(r, object, "stackTraceLimit",
                 bind_int(env, o->stack_trace_limit));
    return object;
}

static napi_value js_exec_path(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    char *path;

    if (r->options.exec_path != NULL)
        return bind_string(env, r->options.exec_path);
    if (orr_exe_path(r->loop, &path) < 0)
        return bind_string(env, "orrery");
    napi_value v = bind_string(env, path);
    orr_free(r->loop, path);
    return v;
}

/* ---- Directories and ids ------------------------------------------------ */

/* A string, or a negative errno. */
static napi_value js_cwd(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    char *path;
    const int err = orr_cwd(r->loop, &path);

    if (err < 0)
        return bind_int(env, err);
    napi_value v = bind_string(env, path);
    orr_free(r->loop, path);
    return v;
}

static napi_value js_chdir(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    char *path = bind_to_string(env, arg, NULL);
    const int err = path != NULL ? orr_chdir(r->loop, path) : -EINVAL;

    free(path);
    return bind_int(env, err);
}

static void free_strings(char **list)
{
    for (char **s = list; s != NULL && *s != NULL; s++)
        free(*s);
    free(list);
}

/* A list of strings and a NULL; NULL if there is no memory for it. */
static char **to_strings(napi_env env, napi_value list)
{
    napi_value item;
    uint32_t n = 0;

    BIND_OK(napi_get_array_length(env, list, &n));
    char **strings = calloc((size_t)n + 1, sizeof *strings);
    for (uint32_t i = 0; strings != NULL && i < n; i++) {
        BIND_OK(napi_get_element(env, list, i, &item));
        strings[i] = bind_to_string(env, item, NULL);
        if (strings[i] == NULL) {
            free_strings(strings);
            return NULL;
        }
    }
    return strings;
}

/* execve(path, arguments, variables): returns only what went wrong. */
static napi_value js_execve(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    char *path = bind_to_string(env, args[0], NULL);
    char **argv = to_strings(env, args[1]);
    char **vars = to_strings(env, args[2]);
    const bool whole = path != NULL && argv != NULL && vars != NULL;
    const int err = whole ? orr_execve(r->loop, path, argv, vars) : -ENOMEM;

    free_strings(vars);
    free_strings(argv);
    free(path);
    return bind_int(env, err);
}

/* loop(): the number of turns, the milliseconds spent waiting, the number of
 * events, and of those that were there without waiting. */
static napi_value js_loop(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    orr_metrics m;

    orr_metrics_get(r->loop, &m);
    const double n[4] = { (double)m.turns, (double)m.idle_ns / 1e6,
                          (double)m.events, (double)m.waiting };
    return bind_numbers(env, n, 4);
}

/* umask(mask) sets and returns the old one; umask() only returns it. */
static napi_value js_umask(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);

    if (bind_is_undefined(env, arg))
        return bind_int(env, orr_umask_get(r->loop));
    return bind_int(env, orr_umask(r->loop, (uint32_t)bind_to_int(env, arg)));
}

/* [pid, ppid, uid, euid, gid, egid] */
static napi_value js_ids(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    orr_ids ids;

    orr_ids_get(r->loop, &ids);
    const double n[6] = { ids.pid,  ids.ppid, ids.uid,
                          ids.euid, ids.gid,  ids.egid };
    return bind_numbers(env, n, 6);
}

/* setIds(uid, euid, gid, egid): undefined leaves one as it is. */
static napi_value js_set_ids(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    runtime *r = bind_args(env, info, 4, args);
    uint32_t id[4];

    for (int i = 0; i < 4; i++)
        id[i] = bind_is_undefined(env, args[i])
                    ? UINT32_MAX
                    : (uint32_t)bind_to_int(env, args[i]);
    const orr_ids ids = {
        .uid = id[0], .euid = id[1], .gid = id[2], .egid = id[3]
    };
    return bind_int(env, orr_ids_set(r->loop, &ids));
}

static napi_value js_groups(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    napi_value list;
    uint32_t *groups, n;
    const int err = orr_groups_get(r->loop, &groups, &n);

    if (err < 0)
        return bind_int(env, err);
    BIND_OK(napi_create_array_with_length(env, n, &list));
    for (uint32_t i = 0; i < n; i++)
        BIND_OK(napi_set_element(env, list, i, bind_int(env, groups[i])));
    orr_free(r->loop, groups);
    return list;
}

static napi_value js_set_groups(napi_env env, napi_callback_info info)
{
    napi_value list, item;
    runtime *r = bind_args(env, info, 1, &list);
    uint32_t n = 0;

    BIND_OK(napi_get_array_length(env, list, &n));
    uint32_t *groups = calloc(n + 1, sizeof *groups);
    if (groups == NULL)
        return bind_int(env, -ENOMEM);
    for (uint32_t i = 0; i < n; i++) {
        BIND_OK(napi_get_element(env, list, i, &item));
        groups[i] = (uint32_t)bind_to_int(env, item);
    }
    const int err = orr_groups_set(r->loop, groups, n);
    free(groups);
    return bind_int(env, err);
}

static napi_value js_kill(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);

    return bind_int(env, orr_kill(r->loop, (int)bind_to_int(env, args[0]),
                                  (int)bind_to_int(env, args[1])));
}

static napi_value js_title(napi_env env, napi_callback_info info)
{
    napi_value arg, result;
    runtime *r = bind_args(env, info, 1, &arg);
    char *title;

    if (!bind_is_undefined(env, arg)) {
        title = bind_to_string(env, arg, NULL);
        const int err = title ? orr_title_set(r->loop, title) : -EINVAL;
        free(title);
        return bind_int(env, err);
    }
    if (orr_title_get(r->loop, &title) < 0)
        return bind_string(env, "orrery");
    result = bind_string(env, title);
    orr_free(r->loop, title);
    return result;
}

/* ---- Time and use ------------------------------------------------------- */

/* Nanoseconds, any origin. */
static napi_value js_hrtime(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    napi_value v;

    BIND_OK(napi_create_bigint_uint64(env, orr_clock_ns(r->loop), &v));
    return v;
}

/* Milliseconds since the start of the program, with a fraction. */
static napi_value js_now(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);

    return bind_double(env,
                       (double)(orr_clock_ns(r->loop) - r->start_ns) / 1e6);
}

/* milestones(): in milliseconds since the start, -1 if it was not reached. In
 * the order of internal/perf/entries.js. */
static napi_value js_milestones(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    double n[RUNTIME_MILESTONES];

    for (int i = 0; i < RUNTIME_MILESTONES; i++) {
        const uint64_t at = r->milestones_ns[i];
        n[i] = at == 0 ? -1 : (double)(at - r->start_ns) / 1e6;
    }
    return bind_numbers(env, n, RUNTIME_MILESTONES);
}

/* When it started, in milliseconds since 1970. */
static napi_value js_time_origin(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);

    return bind_double(env, (double)r->start_wall_ns / 1e6);
}

/*
 * memory(ofHost): [rss, heapTotal, heapUsed, external, limit, available,
 * constrained, buffers]. What is available and constrained is read from a
 * dozen files, so it is 0 unless asked for.
 */
static napi_value js_memory(napi_env env, napi_callback_info info)
{
    napi_value of_host;
    runtime *r = bind_args(env, info, 1, &of_host);
    engine_memory heap;
    orr_memory host = { 0 };

    engine_get_memory(r->engine, &heap);
    orr_recording_keep(r->loop, &heap, sizeof heap);
    if (bind_to_bool(env, of_host))
        orr_memory_get(r->loop, &host);
    else
        orr_rss(r->loop, &host.rss);
    const double n[8] = {
        (double)host.rss,         (double)heap.peak_bytes,
        (double)heap.used_bytes,  (double)heap.external_bytes,
        (double)heap.limit_bytes, (double)host.available,
        (double)host.constrained, (double)heap.buffer_bytes,
    };
    return bind_numbers(env, n, 8);
}

/* In the order of Node's resourceUsage(); argument: of the thread only. */
static napi_value js_resources(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    orr_rusage u;
    const int err = orr_rusage_get(r->loop, bind_to_bool(env, arg), &u);

    if (err < 0)
        return bind_int(env, err);
    const double n[16] = {
        (double)u.user_us, (double)u.sys_us,   (double)u.maxrss_kb,
        (double)u.ixrss,   (double)u.idrss,    (double)u.isrss,
        (double)u.minflt,  (double)u.majflt,   (double)u.nswap,
        (double)u.inblock, (double)u.oublock,  (double)u.msgsnd,
        (double)u.msgrcv,  (double)u.nsignals, (double)u.nvcsw,
        (double)u.nivcsw,
    };
    return bind_numbers(env, n, 16);
}

/* ---- Signals ------------------------------------------------------------ */

/* One for each signal that has a listener. */
typedef struct signal_listener {
    bind_handle base;
    orr_signal signal;
    int signum;
    struct signal_listener *next;
} signal_listener;

typedef struct process_state {
    signal_listener *signals;
    napi_ref on_signal;
} process_state;

static process_state *state_of(runtime *r)
{
    return BIND_STATE(r, process);
}

static signal_listener **find_signal(runtime *r, int signum)
{
    signal_listener **at = &state_of(r)->signals;

    while (*at != NULL && (*at)->signum != signum)
        at = &(*at)->next;
    return at;
}

bool bind_has_signal(runtime *r, int signum)
{
    return *find_signal(r, signum) != NULL;
}

static void describe_signal(const bind_wrap *w, const orr_live *live, char *out,
                            size_t size)
{
    const signal_listener *s = (const signal_listener *)w;

    (void)live;
    snprintf(out, size, "listener of %s", bind_signal_name(s->signum));
}

/* A signal handle is unref'd, and Node does not list it either. The hooks are
 * lib/'s, whose objects live longer than the handle. */
static const bind_handle_type signal_type = {
    .wrap = { .describe = describe_signal },
    .size = sizeof(signal_listener),
    .handle_at = offsetof(signal_listener, signal),
};

static void on_signal(orr_signal *handle, int signum)
{
    signal_listener *s = handle->handle.data;
    runtime *r = s->base.wrap.r;
    napi_handle_scope scope;
    napi_value fn, arg;

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    BIND_OK(napi_get_reference_value(r->env, state_of(r)->on_signal, &fn));
    arg = bind_int(r->env, signum);
    bind_call_back(r, NULL, bind_undefined(r->env), fn, 1, &arg, NULL);
    napi_close_handle_scope(r->env, scope);
}

/* startSignal(signum, fn): a signal handle does not keep the program alive. */
static napi_value js_start_signal(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    process_state *state = state_of(r);
    const int signum = (int)bind_to_int(env, args[0]);

    if (*find_signal(r, signum) != NULL)
        return bind_int(env, 0);
    if (state->on_signal == NULL)
        BIND_OK(napi_create_reference(env, args[1], 1, &state->on_signal));
    signal_listener *s = calloc(1, sizeof *s);
    if (s == NULL)
        return bind_int(env, -ENOMEM);
    const int err = orr_signal_start(r->loop, &s->signal, signum, on_signal);
    if (err < 0) {
        free(s);
        return bind_int(env, err);
    }
    s->signum = signum;
    bind_handle_open(r, &s->base, &signal_type, NULL);
    orr_unref(&s->signal.handle);
    s->next = state->signals;
    state->signals = s;
    return bind_int(env, 0);
}

static napi_value js_stop_signal(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    signal_listener **at = find_signal(r, (int)bind_to_int(env, arg));
    signal_listener *s = *at;

    if (s != NULL) {
        *at = s->next;
        bind_handle_close(&s->base, NULL);
    }
    return bind_undefined(env);
}

static void close_process(runtime *r)
{
    process_state *s = state_of(r);

    s->signals = NULL;
    if (s->on_signal != NULL)
        napi_delete_reference(r->env, s->on_signal);
    s->on_signal = NULL;
}

/* ---- The end ------------------------------------------------------------ */

static napi_value js_exit(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);

    runtime_exit(r, (int)bind_to_int(env, arg));
    return bind_undefined(env);
}

static napi_value js_abort(napi_env env, napi_callback_info info)
{
    trace_flush(bind_args(env, info, 0, NULL));
    abort();
}

static napi_value js_collect(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);

    engine_collect(r->engine);
    return bind_undefined(env);
}

static napi_value js_backend(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);

    return bind_string(env, orr_backend_name(r->loop));
}

/* Code of the program is about to run, for the first time or again. */
static napi_value js_begin_program(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);

    r->has_begun = true;
    return bind_undefined(env);
}

static napi_status process_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "getOptions", js_get_options },
        { "execPath", js_exec_path },
        { "cwd", js_cwd },
        { "chdir", js_chdir },
        { "umask", js_umask },
        { "execve", js_execve },
        { "loop", js_loop },
        { "ids", js_ids },
        { "setIds", js_set_ids },
        { "groups", js_groups },
        { "setGroups", js_set_groups },
        { "kill", js_kill },
        { "title", js_title },
        { "hrtime", js_hrtime },
        { "now", js_now },
        { "timeOrigin", js_time_origin },
        { "milestones", js_milestones },
        { "memory", js_memory },
        { "resources", js_resources },
        { "startSignal", js_start_signal },
        { "stopSignal", js_stop_signal },
        { "exit", js_exit },
        { "abort", js_abort },
        { "collect", js_collect },
        { "backend", js_backend },
        { "beginProgram", js_begin_program },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    bind_active_methods(r, exports);
    bind_set(r, exports, "version", bind_string(r->env, orr_version()));
    return napi_ok;
}

const bind_entry bind_entry_process = { .name = "process",
                                        .init = process_init,
                                        .close = close_process,
                                        .state = sizeof(process_state) };
