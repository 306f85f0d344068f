/*
 * watch.c - watchers of files: FSEvent, which the kernel reports changes,
 * and StatWatcher, which looks at a file again and again.
 *
 * Both are handles. FSEvent calls onchange(status, eventType, filename), where
 * the name is null if events were lost. StatWatcher calls onchange(status,
 * numbers): those of stat() now and then those of the look before.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/fs/fs.h"

/* ---- FSEvent ------------------------------------------------------------ */

typedef struct watcher {
    bind_handle base; /* stays first */
    orr_watch watch;
    codec codec; /* of names */
} watcher;

static napi_value make_filename(const watcher *self, const char *name)
{
    runtime *r = self->base.wrap.r;

    if (name == NULL)
        return bind_null(r->env);
    napi_value value = fs_make_name(r, self->codec, name, strlen(name));
    if (value != NULL)
        return value;
    BIND_OK(napi_get_and_clear_last_exception(r->env, &value));
    return bind_null(r->env);
}

static void on_change(orr_watch *w, const char *name, int events, int status)
{
    watcher *self = w->handle.data;
    runtime *r = self->base.wrap.r;
    napi_handle_scope scope;

    if (r->over)
        return;
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    const char *type = (events & ORR_WATCH_RENAME) ? "rename" : "change";
    const napi_value argv[3] = { bind_int(r->env, status),
                                 bind_string(r->env, type),
                                 make_filename(self, name) };
    bind_handle_call(&self->base, "onchange", 3, argv);
    napi_close_handle_scope(r->env, scope);
}

/* A path as the binding takes it: text, or bytes. NULL without memory. */
static char *copy_path(napi_env env, napi_value v)
{
    char *path = fs_copy_bytes(env, v);

    return path != NULL ? path : bind_to_string(env, v, NULL);
}

/* start(path, codec): 0, or a negative errno. */
static napi_value js_watch(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    watcher *self = bind_this(env, info, 2, args);

    if (self == NULL)
        return bind_int(env, -EBADF);
    char *path = copy_path(env, args[0]);
    if (path == NULL)
        return bind_int(env, -ENOMEM);
    self->codec = (codec)bind_to_int(env, args[1]);
    const int err =
        orr_watch_start(self->base.wrap.r->loop, &self->watch, path, on_change);
    free(path);
    return bind_int(env, err);
}

/* "watch of '/etc/hosts'" */
static void describe_watch(const bind_wrap *w, const orr_live *live, char *out,
                           size_t size)
{
    const char *path = orr_watch_path(&((const watcher *)w)->watch);

    (void)live;
    snprintf(out, size, "watch of '%.120s'", path != NULL ? path : "");
}

static const bind_function watch_methods[] = { { "start", js_watch },
                                               { NULL, NULL } };
static const bind_handle_type watch_type = {
    .wrap = { .hook_name = "FSEVENTWRAP",
              .resource_name = "FSEventWrap",
              .describe = describe_watch },
    .name = "FSEvent",
    .size = sizeof(watcher),
    .handle_at = offsetof(watcher, watch),
    .methods = watch_methods,
};

/* ---- StatWatcher -------------------------------------------------------- */

typedef struct stat_watcher {
    bind_handle base; /* stays first */
    orr_stat_watch watch;
    char *path;
    bool is_bigint;
} stat_watcher;

static void on_stat(orr_stat_watch *w, int status, const orr_stat *prev,
                    const orr_stat *now)
{
    stat_watcher *self = w->handle.data;
    runtime *r = self->base.wrap.r;
    napi_handle_scope scope;

    if (r->over)
        return;
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    napi_value numbers = fs_make_two_stats(r, now, prev, self->is_bigint);
    if (numbers == NULL) { /* no memory: this change is not reported */
        BIND_OK(napi_get_and_clear_last_exception(r->env, &numbers));
    } else {
        const napi_value argv[2] = { bind_int(r->env, status), numbers };
        bind_handle_call(&self->base, "onchange", 2, argv);
    }
    napi_close_handle_scope(r->env, scope);
}

/* start(path, interval, bigint): 0, or a negative errno. */
static napi_value js_watch_stat(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    stat_watcher *self = bind_this(env, info, 3, args);

    if (self == NULL)
        return bind_int(env, -EBADF);
    self->path = copy_path(env, args[0]);
    if (self->path == NULL)
        return bind_int(env, -ENOMEM);
    self->is_bigint = bind_to_bool(env, args[2]);
    return bind_int(env, orr_stat_watch_start(
                             self->base.wrap.r->loop, &self->watch, self->path,
                             (uint64_t)bind_to_int(env, args[1]), on_stat));
}

static void describe_stat(const bind_wrap *w, const orr_live *live, char *out,
                          size_t size)
{
    const stat_watcher *self = (const stat_watcher *)w;

    (void)live;
    snprintf(out, size, "watchFile of '%.120s'",
             self->path != NULL ? self->path : "");
}

static void free_stat_watcher(bind_handle *h)
{
    free(((stat_watcher *)h)->path);
    free(h);
}

static const bind_function stat_methods[] = { { "start", js_watch_stat },
                                              { NULL, NULL } };
static const bind_handle_type stat_type = {
    .wrap = { .hook_name = "STATWATCHER",
              .resource_name = "StatWatcher",
              .describe = describe_stat },
    .name = "StatWatcher",
    .size = sizeof(stat_watcher),
    .handle_at = offsetof(stat_watcher, watch),
    .free = free_stat_watcher,
    .methods = stat_methods,
};

static napi_status watch_init(runtime *r, napi_value exports)
{
    const napi_status status = bind_handle_class(r, exports, &watch_type);

    if (status != napi_ok)
        return status;
    return bind_handle_class(r, exports, &stat_type);
}

const bind_entry bind_entry_fs_watch = { .name = "fs_watch",
                                         .init = watch_init };
