/*
 * napi_env.c - environments: one for our own bindings, one for each addon.
 *
 * An environment is what an addon's state hangs on: its last error, instance
 * data, references and hooks. Functions that it made may outlive it, since
 * JavaScript holds them; so a closed environment is emptied but not freed, and
 * its functions throw. All are freed with the engine.
 *
 * How one ends is in napi_cleanup.c.
 */
#include "engine/napi.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Intrinsics --------------------------------------------------------- */

typedef struct source {
    const char *global;
    const char *member; /* NULL: the global itself */
    enum { OF_GLOBAL, OF_PROTOTYPE, GETTER_OF_PROTOTYPE } where;
} source;

static const source sources[NAPI__INTRINSICS] = {
    [NAPI__ERROR] = { "Error", NULL, OF_GLOBAL },
    [NAPI__TYPE_ERROR] = { "TypeError", NULL, OF_GLOBAL },
    [NAPI__RANGE_ERROR] = { "RangeError", NULL, OF_GLOBAL },
    [NAPI__SYNTAX_ERROR] = { "SyntaxError", NULL, OF_GLOBAL },
    [NAPI__SYMBOL] = { "Symbol", NULL, OF_GLOBAL },
    [NAPI__SYMBOL_FOR] = { "Symbol", "for", OF_GLOBAL },
    [NAPI__SYMBOL_KEY_FOR] = { "Symbol", "keyFor", OF_GLOBAL },
    [NAPI__DATE_VALUE_OF] = { "Date", "valueOf", OF_PROTOTYPE },
    [NAPI__BIGINT] = { "BigInt", NULL, OF_GLOBAL },
    [NAPI__BIGINT_AS_INT] = { "BigInt", "asIntN", OF_GLOBAL },
    [NAPI__BIGINT_TO_STRING] = { "BigInt", "toString", OF_PROTOTYPE },
    [NAPI__DATAVIEW] = { "DataView", NULL, OF_GLOBAL },
    [NAPI__DATAVIEW_BUFFER] = { "DataView", "buffer", GETTER_OF_PROTOTYPE },
    [NAPI__DATAVIEW_LENGTH] = { "DataView", "byteLength", GETTER_OF_PROTOTYPE },
    [NAPI__DATAVIEW_OFFSET] = { "DataView", "byteOffset", GETTER_OF_PROTOTYPE },
    [NAPI__IS_DETACHED] = { "ArrayBuffer", "detached", GETTER_OF_PROTOTYPE },
    [NAPI__SHARED_ARRAY_BUFFER] = { "SharedArrayBuffer", NULL, OF_GLOBAL },
    [NAPI__WEAKMAP] = { "WeakMap", NULL, OF_GLOBAL },
    [NAPI__WEAKMAP_GET] = { "WeakMap", "get", OF_PROTOTYPE },
    [NAPI__WEAKMAP_SET] = { "WeakMap", "set", OF_PROTOTYPE },
    [NAPI__WEAKREF] = { "WeakRef", NULL, OF_GLOBAL },
    [NAPI__WEAKREF_DEREF] = { "WeakRef", "deref", OF_PROTOTYPE },
};

static JSValue get_getter(JSContext *ctx, JSValueConst object, const char *name)
{
    JSPropertyDescriptor found;
    JSAtom atom = JS_NewAtom(ctx, name);
    const int has = JS_GetOwnProperty(ctx, &found, object, atom);

    JS_FreeAtom(ctx, atom);
    if (has <= 0)
        return JS_EXCEPTION;
    JS_FreeValue(ctx, found.setter);
    JS_FreeValue(ctx, found.value);
    return found.getter;
}

static JSValue fetch_intrinsic(JSContext *ctx, JSValueConst global,
                               const source *from)
{
    JSValue object = JS_GetPropertyStr(ctx, global, from->global);

    if (from->where != OF_GLOBAL) {
        JSValue proto = JS_GetPropertyStr(ctx, object, "prototype");
        JS_FreeValue(ctx, object);
        object = proto;
    }
    if (from->member == NULL || JS_IsException(object))
        return object;
    JSValue value = from->where == GETTER_OF_PROTOTYPE
                        ? get_getter(ctx, object, from->member)
                        : JS_GetPropertyStr(ctx, object, from->member);
    JS_FreeValue(ctx, object);
    return value;
}

static int fetch_intrinsics(engine *e)
{
    JSValue global = JS_GetGlobalObject(e->ctx);
    int err = 0;

    for (size_t i = 0; i < NAPI__INTRINSICS && err == 0; i++) {
        JSValue value = fetch_intrinsic(e->ctx, global, &sources[i]);
        e->napi->intrinsic[i] = value;
        err = JS_IsException(value) ? -ENOMEM : 0;
    }
    JS_FreeValue(e->ctx, global);
    return err;
}

/* ---- Life --------------------------------------------------------------- */

static napi_env env_new(engine *e, const char *filename, int32_t version)
{
    napi_env env = orr__alloc(&e->alloc, sizeof *env);

    if (env == NULL)
        return NULL;
    env->filename = orr__strdup(&e->alloc, filename ? filename : "");
    if (env->filename == NULL) {
        orr__free(&e->alloc, env);
        return NULL;
    }
    env->e = e;
    env->version = version;
    if (!napi__env_watch(env)) {
        orr__free(&e->alloc, env->filename);
        orr__free(&e->alloc, env);
        return NULL;
    }
    env->next = e->napi->envs;
    e->napi->envs = env;
    return env;
}

/* Frees everything that engine__napi_open() may have made. */
static void napi_free(engine *e)
{
    struct engine__napi *napi = e->napi;

    napi__hooks_close(e);
    while (napi->envs != NULL) {
        napi_env env = napi->envs;
        napi->envs = env->next;
        orr__free(&e->alloc, env->filename);
        orr__free(&e->alloc, env);
    }
    for (size_t i = 0; i < NAPI__INTRINSICS; i++)
        JS_FreeValue(e->ctx, napi->intrinsic[i]);
    JS_FreeValue(e->ctx, napi->anchors);
    JS_FreeValue(e->ctx, napi->buffer_proto);
    JS_FreeValue(e->ctx, napi->object_proto);
    JS_FreeAtom(e->ctx, napi->atom_prototype);
    JS_FreeAtom(e->ctx, napi->atom_length);
    orr__free(&e->alloc, napi);
    e->napi = NULL;
    e->env = NULL;
}

static int napi_prepare(engine *e)
{
    JSValue object = JS_NewObject(e->ctx);

    if (JS_IsException(object))
        return -ENOMEM;
    e->napi->object_proto = JS_GetPrototype(e->ctx, object);
    JS_FreeValue(e->ctx, object);
    e->napi->atom_prototype = JS_NewAtom(e->ctx, "prototype");
    e->napi->atom_length = JS_NewAtom(e->ctx, "length");
    if (e->napi->atom_prototype == JS_ATOM_NULL ||
        e->napi->atom_length == JS_ATOM_NULL)
        return -ENOMEM;
    int err = fetch_intrinsics(e);
    if (err == 0)
        err = napi__anchors_open(e);
    if (err == 0)
        err = napi__functions_open(e);
    return err;
}

int engine__napi_open(engine *e)
{
    e->napi = orr__alloc(&e->alloc, sizeof *e->napi);
    if (e->napi == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < NAPI__INTRINSICS; i++)
        e->napi->intrinsic[i] = JS_UNDEFINED;
    e->napi->anchors = JS_UNDEFINED;
    e->napi->buffer_proto = JS_UNDEFINED;
    e->napi->object_proto = JS_UNDEFINED;

    int err = napi_prepare(e);
    if (err == 0) {
        e->env = env_new(e, NULL, NAPI__VERSION);
        err = e->env == NULL ? -ENOMEM : 0;
    }
    if (err != 0) {
        napi_free(e);
        return err;
    }
    e->env->own = true;
    return 0;
}

void engine__napi_close(engine *e)
{
    if (e->napi == NULL)
        return;
    while (engine_run_cleanup_hooks(e))
        ;
    for (napi_env env = e->napi->envs; env != NULL; env = env->next)
        engine_close_env(env);
    for (napi_env env = e->napi->envs; env != NULL; env = env->next)
        napi__backings_close(env);
    napi_free(e);
}

napi_env engine_get_env(engine *e)
{
    return e->env;
}

engine *engine_from_env(napi_env env)
{
    return env->e;
}

int32_t engine_get_env_version(napi_env env)
{
    return env->version;
}

int engine_open_env(engine *e, const char *filename, int32_t version,
                    napi_env *out)
{
    if (version == NAPI_VERSION_EXPERIMENTAL)
        version = NAPI__VERSION;
    if (version > NAPI__VERSION)
        return -ENOTSUP;
    if (version < NAPI__VERSION_DEFAULT)
        version = NAPI__VERSION_DEFAULT;
    napi_env env = env_new(e, filename, version);
    if (env == NULL)
        return -ENOMEM;
    *out = env;
    return 0;
}

/* ---- Instance data, versions, names ------------------------------------- */

napi_status napi_set_instance_data(napi_env env, void *data,
                                   napi_finalize finalize_cb,
                                   void *finalize_hint)
{
    const napi_status status = napi__check(env, true);

    if (status != napi_ok)
        return status;
    /* The finalizer of what was there before is not called, as in Node. */
    env->instance_data = data;
    env->instance_finalize = finalize_cb;
    env->instance_hint = finalize_hint;
    return napi_ok;
}

napi_status napi_get_instance_data(napi_env env, void **data)
{
    const napi_status status = napi__check(env, data != NULL);

    if (status == napi_ok)
        *data = env->instance_data;
    return status;
}

napi_status napi_get_version(napi_env env, uint32_t *result)
{
    const napi_status status = napi__check(env, result != NULL);

    if (status == napi_ok)
        *result = NAPI__VERSION;
    return status;
}

napi_status napi_get_node_version(napi_env env,
                                  const napi_node_version **result)
{
    static const napi_node_version version = { ENGINE_NODE_MAJOR,
                                               ENGINE_NODE_MINOR,
                                               ENGINE_NODE_PATCH, "node" };
    const napi_status status = napi__check(env, result != NULL);

    if (status == napi_ok)
        *result = &version;
    return status;
}

napi_status node_api_get_module_file_name(napi_env env, const char **result)
{
    const napi_status status = napi__check(env, result != NULL);

    if (status == napi_ok)
        *result = env->filename;
    return status;
}

napi_status napi_adjust_external_memory(napi_env env, int64_t change_in_bytes,
                                        int64_t *adjusted_value)
{
    const napi_status status = napi__check(env, adjusted_value != NULL);

    if (status != napi_ok)
        return status;
    const int64_t before = (int64_t)env->e->external_bytes;
    int64_t after;
    if (__builtin_add_overflow(before, change_in_bytes, &after) || after < 0)
        after = change_in_bytes < 0 ? 0 : INT64_MAX;
    env->e->external_bytes = (size_t)after;
    *adjusted_value = after;
    return napi_ok;
}

/* ---- Registration ------------------------------------------------------- */

/*
 * Old addons register from a constructor, that is, inside dlopen() and without
 * an environment. So the last module is stored, by thread, for the caller of
 * dlopen(): each thread loads for its own engine.
 */
static _Thread_local napi_module *registered;

void napi_module_register(napi_module *mod)
{
    registered = mod;
}

struct napi_module *engine_take_registered_module(void)
{
    napi_module *mod = registered;

    registered = NULL;
    return mod;
}

/*
 * The same for addons of V8's own interface. They cannot work here, but without
 * this symbol their constructor would end the program. Of what they register
 * only the beginning is looked at: the NODE_MODULE_VERSION they are made for.
 */
static _Thread_local int foreign_version;

void node_module_register(void *mod);

void node_module_register(void *mod)
{
    memcpy(&foreign_version, mod, sizeof foreign_version);
}

int engine_take_foreign_module(void)
{
    const int version = foreign_version;

    foreign_version = 0;
    return version;
}

static int shown_length(const char *text, size_t length)
{
    if (length == NAPI_AUTO_LENGTH)
        length = strlen(text);
    return length > 4096 ? 4096 : (int)length;
}

void napi_fatal_error(const char *location, size_t location_len,
                      const char *message, size_t message_len)
{
    fprintf(stderr, "FATAL ERROR: %.*s %.*s\n",
            location ? shown_length(location, location_len) : 0,
            location ? location : "",
            message ? shown_length(message, message_len) : 0,
            message ? message : "");
    abort();
}
