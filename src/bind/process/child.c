/*
 * child.c - class Process of internalBinding('child'): a child that runs while
 * the program goes on. child_sync.c has those that the program waits for.
 *
 *      spawn(options)     0, or a negative errno; then `pid` is a property
 *      kill(signum)       0, or a negative errno
 *      onexit(status, signal name or "")
 */
#include "bind/process/child.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct child {
    bind_handle base; /* stays first */
    orr_process process;
} child;

/* ---- The options -------------------------------------------------------- */

static napi_value child_get(napi_env env, napi_value object, const char *name)
{
    napi_value v;

    BIND_OK(napi_get_named_property(env, object, name, &v));
    return v;
}

static void free_strings(char **list)
{
    for (char **s = list; s != NULL && *s != NULL; s++)
        free(*s);
    free(list);
}

/* A list of strings; NULL if it is undefined or memory is short. */
static char **to_strings(napi_env env, napi_value array)
{
    uint32_t n = 0;

    if (bind_is_undefined(env, array))
        return NULL;
    BIND_OK(napi_get_array_length(env, array, &n));
    char **list = calloc((size_t)n + 1, sizeof *list);
    for (uint32_t i = 0; list != NULL && i < n; i++) {
        napi_value v;
        BIND_OK(napi_get_element(env, array, i, &v));
        list[i] = bind_to_string(env, v, NULL);
        if (list[i] == NULL) {
            free_strings(list);
            return NULL;
        }
    }
    return list;
}

static orr_stdio to_stdio(runtime *r, napi_value v)
{
    napi_env env = r->env;
    char *type = bind_to_string(env, child_get(env, v, "type"), NULL);
    orr_stdio out = { .kind = ORR_STDIO_IGNORE };

    if (type != NULL && strcmp(type, "inherit") == 0) {
        out.kind = ORR_STDIO_INHERIT;
        out.fd = (int)bind_to_int(env, child_get(env, v, "fd"));
    } else if (type != NULL && strcmp(type, "pipe") == 0) {
        bind_stream *s =
            bind_handle_of(r, child_get(env, v, "handle"), &bind_pipe_type);
        out.kind = ORR_STDIO_PIPE;
        out.stream = s ? &s->stream : NULL;
    }
    free(type);
    return out;
}

static bool read_stdio(runtime *r, napi_value list, child_spec *out)
{
    BIND_OK(napi_get_array_length(r->env, list, &out->nstdio));
    out->stdio = calloc((size_t)out->nstdio + 1, sizeof *out->stdio);
    for (uint32_t i = 0; out->stdio != NULL && i < out->nstdio; i++) {
        napi_value v;
        BIND_OK(napi_get_element(r->env, list, i, &v));
        out->stdio[i] = to_stdio(r, v);
    }
    return out->stdio != NULL;
}

static void read_owner(napi_env env, napi_value options, orr_spawn *spawn)
{
    const napi_value uid = child_get(env, options, "uid");
    const napi_value gid = child_get(env, options, "gid");

    if (bind_to_bool(env, child_get(env, options, "detached")))
        spawn->flags |= ORR_SPAWN_DETACHED;
    if (!bind_is_undefined(env, uid)) {
        spawn->flags |= ORR_SPAWN_SETUID;
        spawn->uid = (uint32_t)bind_to_int(env, uid);
    }
    if (!bind_is_undefined(env, gid)) {
        spawn->flags |= ORR_SPAWN_SETGID;
        spawn->gid = (uint32_t)bind_to_int(env, gid);
    }
}

bool child_spec_read(runtime *r, napi_value options, child_spec *out)
{
    napi_env env = r->env;
    const napi_value cwd = child_get(env, options, "cwd");

    *out = (child_spec){ .file = NULL };
    out->is_allowed = !orr_is_virtual(r->loop) || !r->options.no_children;
    out->file = bind_to_string(env, child_get(env, options, "file"), NULL);
    out->args = to_strings(env, child_get(env, options, "args"));
    out->env = to_strings(env, child_get(env, options, "env"));
    if (!bind_is_undefined(env, cwd))
        out->cwd = bind_to_string(env, cwd, NULL);
    if (out->file == NULL || out->args == NULL ||
        !read_stdio(r, child_get(env, options, "stdio"), out))
        return false;
    out->spawn = (orr_spawn){ .file = out->file,
                              .args = out->args,
                              .env = out->env,
                              .cwd = out->cwd,
                              .stdio = out->stdio,
                              .nstdio = out->nstdio };
    read_owner(env, options, &out->spawn);
    return true;
}

void child_spec_free(child_spec *spec)
{
    free(spec->file);
    free(spec->cwd);
    free_strings(spec->args);
    free_strings(spec->env);
    free(spec->stdio);
}

/* ---- The handle --------------------------------------------------------- */

static void on_exit_of_child(orr_process *process, int64_t status, int signum)
{
    child *c = process->handle.data;
    runtime *r = c->base.wrap.r;
    napi_handle_scope scope;

    if (r->over)
        return;
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    const char *name = signum != 0 ? bind_signal_name(signum) : NULL;
    const napi_value argv[2] = { bind_double(r->env, (double)status),
                                 bind_string(r->env, name ? name : "") };
    bind_handle_call(&c->base, "onexit", 2, argv);
    napi_close_handle_scope(r->env, scope);
}

static napi_value js_spawn(napi_env env, napi_callback_info info)
{
    napi_value options;
    child *c = bind_this(env, info, 1, &options);
    child_spec spec;

    if (c == NULL)
        return bind_int(env, -EBADF);
    runtime *r = c->base.wrap.r;
    int err = child_spec_read(r, options, &spec) ? 0 : -ENOMEM;
    spec.spawn.on_exit = on_exit_of_child;
    spec.spawn.flags |= ORR_SPAWN_PIPES;
    if (err == 0)
        err = spec.is_allowed
                  ? orr_process_spawn(r->loop, &c->process, &spec.spawn)
                  : -ENOSYS;
    child_spec_free(&spec);
    if (err == 0)
        BIND_OK(napi_set_named_property(
            env, bind_wrap_object(&c->base.wrap), "pid",
            bind_int(env, orr_process_pid(&c->process))));
    return bind_int(env, err);
}

static napi_value js_kill(napi_env env, napi_callback_info info)
{
    napi_value signum;
    child *c = bind_this(env, info, 1, &signum);

    return bind_int(
        env, c ? orr_process_kill(&c->process, (int)bind_to_int(env, signum))
               : -ESRCH);
}

static void child_describe(const bind_wrap *w, const orr_live *live, char *out,
                           size_t size)
{
    const child *c = (const child *)w;

    (void)live;
    snprintf(out, size, "child process %d", orr_process_pid(&c->process));
}

static napi_status child_init(runtime *r, napi_value exports)
{
    static const bind_function methods[] = {
        { "spawn", js_spawn },
        { "kill", js_kill },
        { NULL, NULL },
    };
    static const bind_handle_type type = {
        .wrap = { .hook_name = "PROCESSWRAP",
                  .resource_name = "ProcessWrap",
                  .describe = child_describe },
        .name = "Process",
        .size = sizeof(child),
        .handle_at = offsetof(child, process),
        .methods = methods,
    };

    bind_method(r, exports, "spawnSync", bind_spawn_sync);
    return bind_handle_class(r, exports, &type);
}

const bind_entry bind_entry_child = { .name = "child", .init = child_init };
