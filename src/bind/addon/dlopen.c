/*
 * dlopen.c - native addons: loading one, and the end of all.
 *
 * An addon is initialised in one of two ways: by a symbol of a well-known name,
 * or by a constructor that registers it while the library is opened. The second
 * runs only once in a process, so the registration is stored for later loads of
 * the same library. Each load gets an environment of its own, since instance
 * data and cleanup hooks are the addon's. Libraries stay
 * loaded until the process ends: their code may be on the stack, or registered
 * anywhere.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/core/recording.h"
#include "bind/bind.h"
#include "bind/thread/channel.h"
#include "bind/addon/addon.h"

/* dlopen(3)'s, which <dlfcn.h> would give with its calls. */
#define LOAD_LAZY 1
#define LOAD_NOW 2

#define OLDEST 8 /* the version of an addon that does not say its own */

typedef napi_value init_fn(napi_env env, napi_value exports);
typedef int32_t version_fn(void);

typedef struct addon {
    bool found;
    init_fn *init; /* NULL if it has none */
    int32_t version;
} addon;

/* A library that registered itself, by its handle. */
typedef struct registered {
    struct registered *next;
    void *lib;
    const napi_module *module;
} registered;

void bind_forget_addons(registered *list)
{
    while (list != NULL) {
        registered *a = list;
        list = a->next;
        free(a);
    }
}

/* NULL if it has none of that name. */
static void *find_symbol(runtime *r, void *lib, const char *name)
{
    const char *error;
    void *symbol;

    return orr_dl_symbol(r->loop, lib, name, &symbol, &error) == 0 ? symbol
                                                                   : NULL;
}

/* What the library registered, now or when it was first loaded. */
static const napi_module *find_registered(channel_hub *hub, void *lib)
{
    const napi_module *module =
        (const napi_module *)engine_take_registered_module();
    registered *a = hub->addons;

    while (a != NULL && a->lib != lib)
        a = a->next;
    if (a != NULL || module == NULL)
        return a != NULL ? a->module : NULL;
    a = malloc(sizeof *a);
    if (a != NULL) {
        *a = (registered){ hub->addons, lib, module };
        hub->addons = a;
    }
    return module;
}

/* The function behind a symbol is copied: C forbids to cast a data pointer into
 * it. */
static addon find_addon(runtime *r, void *lib)
{
    const napi_module *module = find_registered(r->hub, lib);
    addon a = { module != NULL, NULL, OLDEST };
    void *symbol = find_symbol(r, lib, "napi_register_module_v1");
    version_fn *version;

    if (symbol != NULL) {
        a.found = true;
        memcpy(&a.init, &symbol, sizeof symbol);
    } else if (module != NULL) {
        a.init = module->nm_register_func;
    }
    symbol = find_symbol(r, lib, "node_api_module_get_api_version_v1");
    if (symbol != NULL) {
        memcpy(&version, &symbol, sizeof symbol);
        a.version = version();
    }
    return a;
}

static napi_value throw_too_new(napi_env env, const char *url, int32_t version)
{
    char text[256];
    uint32_t ours = 0;

    napi_get_version(env, &ours);
    snprintf(text, sizeof text,
             "%.120s requires Node-API version %d, but this version of Node.js "
             "only supports version %u add-ons.",
             url, version, ours);
    napi_throw_error(env, NULL, text);
    return NULL;
}

/* What is to be loaded, and where to. */
typedef struct request {
    napi_value module, exports;
    char *path;
    char *url; /* for node_api_get_module_file_name() */
    int flags;
} request;

/* Run the addon's first function; what it returns replaces the exports. */
static napi_value start_addon(runtime *r, const addon *a, const request *q)
{
    napi_value result;
    napi_env env;

    if (a->init == NULL) {
        napi_throw_error(r->env, NULL, "Module has no declared entry point.");
        return NULL;
    }
    if (engine_open_env(r->engine, q->url, a->version, &env) < 0)
        return throw_too_new(r->env, q->url, a->version);
    result = a->init(env, q->exports);
    bool threw = false;
    napi_is_exception_pending(r->env, &threw);
    if (threw)
        return NULL;
    if (result != NULL && result != q->exports)
        napi_set_named_property(r->env, q->module, "exports", result);
    return NULL;
}

static napi_value throw_failed(napi_env env, const char *message)
{
    napi_throw_error(env, "ERR_DLOPEN_FAILED", message);
    return NULL;
}

static napi_value throw_no_addon(runtime *r, const request *q)
{
    const int version = engine_take_foreign_module();
    char text[4500];

    if (version != 0)
        snprintf(text, sizeof text,
                 "The module '%s'\nuses V8's interface (NODE_MODULE_VERSION "
                 "%d), which only Node.js has.\nWhat can be loaded here are "
                 "addons that use Node-API.",
                 q->path, version);
    else
        snprintf(text, sizeof text, "Module did not self-register: '%s'.",
                 q->path);
    return throw_failed(r->env, text);
}

/* Does it lack functions of V8's or Node's classes (in their mangled names), or
 * functions of libuv or Node-API? */
static bool needs_node(const char *error)
{
    static const char *const names[] = { "_ZN2v8",   "_ZNK2v8", "_ZN4node",
                                         "_ZNK4node", "uv_",     "napi_",
                                         "node_" };
    const char *symbol = strstr(error, "undefined symbol: ");

    if (symbol == NULL)
        return false;
    symbol += strlen("undefined symbol: ");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strncmp(symbol, names[i], strlen(names[i])) == 0)
            return true;
    }
    return false;
}

/*
 * A function that is missing ends the process when it is called, so that all
 * are looked for at once: many packages do without their addon if it cannot be
 * loaded. An addon that lacks something else may never call it, and is loaded
 * as Node does it.
 */
static int open_library(runtime *r, const request *q, void **lib,
                        const char **error)
{
    const int flags = (q->flags & ~LOAD_LAZY) | LOAD_NOW;
    const int err = orr_dl_open(r->loop, q->path, flags, lib, error);

    if (err >= 0 || (*error != NULL && needs_node(*error)))
        return err;
    return orr_dl_open(r->loop, q->path, q->flags, lib, error);
}

/*
 * Open it and see how it begins; on failure `error` may say why. A library is
 * loaded once for all threads: the lock holds the others off until what it
 * registered on the thread that was first is in the list.
 */
static int open_addon(runtime *r, const request *q, void **lib, addon *a,
                      const char **error)
{
    /* Those that were never taken. */
    engine_take_registered_module();
    engine_take_foreign_module();
    bind_uv_enter(r);
    pthread_mutex_lock(&r->hub->addons_lock);
    const int err = open_library(r, q, lib, error);
    if (err >= 0)
        *a = find_addon(r, *lib);
    pthread_mutex_unlock(&r->hub->addons_lock);
    return err;
}

static napi_value addon_load(runtime *r, const request *q)
{
    const char *error = NULL;
    void *lib;
    addon a;

    if (orr_is_recorded(r->loop))
        return throw_failed(r->env,
                            "a native addon cannot be recorded: what it does "
                            "by itself would not be in the recording");
    if (open_addon(r, q, &lib, &a, &error) < 0)
        return throw_failed(r->env, error ? error : "cannot be loaded");
    if (a.found)
        return start_addon(r, &a, q);
    orr_dl_close(r->loop, lib);
    return throw_no_addon(r, q);
}

/* open(module, exports, filename, flags, url) */
static napi_value js_open(napi_env env, napi_callback_info info)
{
    napi_value args[5], result = NULL;
    runtime *r = bind_args(env, info, 5, args);
    request q = { .module = args[0],
                  .exports = args[1],
                  .path = bind_to_string(env, args[2], NULL),
                  .url = bind_to_string(env, args[4], NULL),
                  .flags = (int)bind_to_int(env, args[3]) };

    if (q.path != NULL && q.url != NULL)
        result = addon_load(r, &q);
    else
        throw_failed(env, "out of memory");
    free(q.path);
    free(q.url);
    return result;
}

/* ---- The end ------------------------------------------------------------ */

/* Turn the loop once; false if nothing can come of it any more. */
static bool addon_turn(runtime *r)
{
    return orr_alive(r->loop) && orr_run(r->loop, ORR_RUN_ONCE) >= 0;
}

static void wait_for_work(runtime *r)
{
    while (bind_count_work(r) > 0 && addon_turn(r))
        ;
}

static void skip_turn(orr_idle *h)
{
    (void)h;
}

/* One turn, though nothing may keep the loop alive. */
static void turn_once(runtime *r)
{
    const bool active = r->idle_active;

    if (!active)
        orr_idle_start(r->loop, &r->idle, skip_turn);
    orr_run(r->loop, ORR_RUN_NOWAIT);
    if (!active)
        orr_idle_stop(&r->idle);
}

/*
 * Calls that other threads queued before the end are still delivered, and work
 * that is under way is waited for, since it may use what the hooks free. Then
 * the hooks run, and what they began asynchronously is waited for, too.
 */
void bind_end_addons(runtime *r)
{
    bool more;

    r->addons_ended = true;
    if (!engine_has_addons(r->engine))
        return;
    r->ending = true;
    engine_stop(r->engine);
    turn_once(r);
    wait_for_work(r);
    do {
        more = engine_run_cleanup_hooks(r->engine);
        while (engine_has_held_envs(r->engine) && addon_turn(r))
            ;
        wait_for_work(r);
    } while (more);
    engine_close_envs(r->engine);
    r->ending = false;
}

static napi_status addon_init(runtime *r, napi_value exports)
{
    bind_method(r, exports, "open", js_open);
    return napi_ok;
}

const bind_entry bind_entry_dlopen = { .name = "dlopen", .init = addon_init };
