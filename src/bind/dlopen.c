/*
 * dlopen.c - process.dlopen(): loading a native addon.
 *
 * An addon says how it is begun in one of two ways: by a symbol of a well-known
 * name, or by a constructor that registers it while the library is opened. Each
 * gets an environment of its own, since instance data and cleanup hooks are
 * the addon's. Libraries stay loaded until the process ends: their code may be
 * on the stack, or registered anywhere.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"

#define LAZY 1   /* RTLD_LAZY: what Node takes if nothing is asked for */
#define OLDEST 8 /* the version of an addon that does not say its own */

typedef napi_value init_fn(napi_env env, napi_value exports);
typedef int32_t version_fn(void);

typedef struct addon {
    init_fn *init;
    int32_t version;
} addon;

/* A function pointer out of a data pointer, without a cast C forbids. */
static void *find_symbol(runtime *r, void *lib, const char *name)
{
    const char *error;
    void *symbol;

    return orr_dl_symbol(r->loop, lib, name, &symbol, &error) == 0 ? symbol
                                                                   : NULL;
}

static addon find_addon(runtime *r, void *lib)
{
    const napi_module *registered =
        (const napi_module *)engine_take_registered_module();
    addon a = { NULL, OLDEST };
    void *symbol = find_symbol(r, lib, "napi_register_module_v1");
    version_fn *version;

    if (symbol != NULL)
        memcpy(&a.init, &symbol, sizeof symbol);
    else if (registered != NULL)
        a.init = registered->nm_register_func;
    symbol = find_symbol(r, lib, "node_api_module_get_api_version_v1");
    if (symbol != NULL) {
        memcpy(&version, &symbol, sizeof symbol);
        a.version = version();
    }
    return a;
}

/* Run the addon's first function; what it returns replaces the exports. */
static napi_value start_addon(runtime *r, const addon *a, const char *path,
                              napi_value module)
{
    napi_value exports, result;
    napi_env env;
    char url[4200];

    snprintf(url, sizeof url, "file://%s", path);
    if (engine_open_env(r->engine, url, a->version, &env) < 0) {
        napi_throw_error(r->env, "ERR_DLOPEN_FAILED",
                         "The module needs a newer version of Node-API");
        return NULL;
    }
    BIND_OK(napi_get_named_property(r->env, module, "exports", &exports));
    result = a->init(env, exports);
    bool threw = false;
    napi_is_exception_pending(r->env, &threw);
    if (threw)
        return NULL;
    if (result != NULL && !bind_is_undefined(r->env, result))
        bind_set(r, module, "exports", result);
    return bind_undefined(r->env);
}

static napi_value throw_failed(napi_env env, const char *message)
{
    napi_throw_error(env, "ERR_DLOPEN_FAILED", message);
    return NULL;
}

static napi_value load(runtime *r, napi_value module, const char *path,
                       int flags)
{
    const char *error = NULL;
    char text[4300];
    void *lib;

    engine_take_registered_module(); /* one that was never taken */
    if (orr_dl_open(r->loop, path, flags, &lib, &error) < 0)
        return throw_failed(r->env, error ? error : "cannot be loaded");
    const addon a = find_addon(r, lib);
    if (a.init != NULL)
        return start_addon(r, &a, path, module);
    orr_dl_close(r->loop, lib);
    snprintf(text, sizeof text, "Module did not self-register: '%s'.", path);
    return throw_failed(r->env, text);
}

/* open(module, filename, flags) */
static napi_value js_open(napi_env env, napi_callback_info info)
{
    napi_value args[3], result;
    runtime *r = bind_args(env, info, 3, args);
    char *path = bind_to_string(env, args[1], NULL);
    const int flags =
        bind_is_undefined(env, args[2]) ? LAZY : (int)bind_to_int(env, args[2]);

    if (path == NULL)
        return throw_failed(env, "The filename is no string");
    result = load(r, args[0], path, flags);
    free(path);
    return result;
}

napi_status bind_dlopen(runtime *r, napi_value exports)
{
    bind_method(r, exports, "open", js_open);
    return napi_ok;
}
