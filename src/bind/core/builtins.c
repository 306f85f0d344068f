/*
 * builtins.c - how lib/ gets at its own files and at C.
 *
 * internal/bootstrap/loader is run first, with two functions of this file:
 * compile(id), which makes the function of a file of lib/, and binding(name).
 * It returns requireBuiltin, and everything else of lib/ is loaded by that.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"
#include "bind/core/builtins.h"

static const bind_entry *const entries[BIND_COUNT] = {
#define BIND_ADDRESS(name) &bind_entry_##name,
    BINDINGS(BIND_ADDRESS)
#undef BIND_ADDRESS
};

/* ---- The bindings of a runtime ------------------------------------------ */

#define ALIGN(n) (((n) + 15u) & ~(size_t)15u)

/* The states of all bindings are one block; the first one begins it. */
static int make_states(runtime *r)
{
    size_t size = 0;

    for (int i = 0; i < BIND_COUNT; i++)
        size += ALIGN(entries[i]->state);
    r->state_block = calloc(1, size + 1);
    if (r->state_block == NULL)
        return -ENOMEM;
    size = 0;
    for (int i = 0; i < BIND_COUNT; i++) {
        r->states[i] = r->state_block + size;
        size += ALIGN(entries[i]->state);
    }
    return 0;
}

int bind_open_all(runtime *r)
{
    int err = make_states(r);

    for (int i = 0; i < BIND_COUNT && err == 0; i++)
        if (entries[i]->open != NULL)
            err = entries[i]->open(r);
    return err;
}

void bind_end_all(runtime *r)
{
    for (int i = BIND_COUNT - 1; i >= 0; i--)
        if (entries[i]->end != NULL)
            entries[i]->end(r);
}

void bind_close_all(runtime *r)
{
    for (int i = BIND_COUNT - 1; r->state_block != NULL && i >= 0; i--)
        if (entries[i]->close != NULL)
            entries[i]->close(r);
}

void bind_finish_all(runtime *r)
{
    for (int i = BIND_COUNT - 1; r->state_block != NULL && i >= 0; i--)
        if (entries[i]->finish != NULL)
            entries[i]->finish(r);
}

void bind_unload_all(runtime *r)
{
    for (int i = BIND_COUNT - 1; r->state_block != NULL && i >= 0; i--)
        if (entries[i]->unload != NULL)
            entries[i]->unload(r);
}

void bind_describe_unwrapped(runtime *r, const orr_live *live,
                             bind_description *out)
{
    for (int i = 0; i < BIND_COUNT; i++)
        if (entries[i]->describe != NULL && entries[i]->describe(r, live, out))
            return;
}

/* ---- The files of lib/ -------------------------------------------------- */

static int builtins_compare(const void *key, const void *item)
{
    return strcmp(key, ((const builtin *)item)->name);
}

static const builtin *builtins_find(const char *id)
{
    return bsearch(id, builtins, builtin_count, sizeof *builtins,
                   builtins_compare);
}

/* -ENOENT, or what reading the bytes gave; an exception is pending then. */
static int builtins_compile(runtime *r, const char *id, napi_value context,
                            napi_value *function)
{
    const builtin *b = builtins_find(id);
    engine_code *code;

    if (b == NULL)
        return -ENOENT;
    int err = engine_read_code(r->engine, context, b->bytes, b->len, &code);
    if (err < 0)
        return err;
    err = engine_run_code(r->engine, code, function);
    engine_free_code(r->engine, code);
    return err;
}

/* compile(id, context): its function, of the program or of that context. */
static napi_value js_compile(napi_env env, napi_callback_info info)
{
    napi_value args[2], function;
    runtime *r = bind_args(env, info, 2, args);
    char *id = bind_to_string(env, args[0], NULL);
    const int err =
        id != NULL ? builtins_compile(r, id, args[1], &function) : -ENOMEM;

    free(id);
    if (err == 0)
        return function;
    return err == -ENOENT ? bind_undefined(env) : bind_threw(r);
}

napi_value bind_get(runtime *r, const char *name)
{
    napi_value object;

    for (int i = 0; i < BIND_COUNT; i++) {
        const bind_entry *e = entries[i];
        if (e->init == NULL || strcmp(e->name, name) != 0)
            continue;
        BIND_OK(napi_create_object(r->env, &object));
        engine_hold_interrupts(r->engine, true);
        const napi_status status = e->init(r, object);
        engine_hold_interrupts(r->engine, false);
        return status == napi_ok ? object : bind_threw(r);
    }
    const int err = engine_get_binding(r->engine, name, &object);
    if (err == 0)
        return object;
    return err == -ENOENT ? bind_undefined(r->env) : bind_threw(r);
}

static napi_value js_binding(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    char *name = bind_to_string(env, arg, NULL);
    napi_value object = name != NULL ? bind_get(r, name) : bind_threw(r);

    free(name);
    return object;
}

/* needMemory(true or false): what is loaded half way is of no use. */
static napi_value js_need_memory(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);

    engine_need_memory(r->engine, bind_to_bool(env, arg));
    return NULL;
}

/* The names have no zero byte, but the argument may. */
static napi_value js_has(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    size_t len;
    char *id = bind_to_string(env, arg, &len);

    if (id == NULL)
        return bind_threw(r);
    const bool is_there = strlen(id) == len && builtins_find(id) != NULL;
    free(id);
    return bind_bool(env, is_there);
}

/* Few programs need all of them, so the list is made on demand. */
static napi_value js_ids(napi_env env, napi_callback_info info)
{
    napi_value ids;

    (void)info;
    BIND_OK(napi_create_array_with_length(env, builtin_count, &ids));
    for (size_t i = 0; i < builtin_count; i++)
        BIND_OK(napi_set_element(env, ids, (uint32_t)i,
                                 bind_string(env, builtins[i].name)));
    return ids;
}

static napi_status builtins_init(runtime *r, napi_value exports)
{
    bind_method(r, exports, "has", js_has);
    bind_method(r, exports, "ids", js_ids);
    bind_method(r, exports, "compile", js_compile);
    bind_method(r, exports, "binding", js_binding);
    bind_method(r, exports, "needMemory", js_need_memory);
    return napi_ok;
}

const bind_entry bind_entry_builtins = { .name = "builtins",
                                         .init = builtins_init };

/* The loader is a function of one argument; it returns requireBuiltin. */
static int get_loader(runtime *r, napi_value *require)
{
    napi_value function, natives, undefined = bind_undefined(r->env);
    const int err =
        builtins_compile(r, "internal/bootstrap/loader", NULL, &function);

    if (err < 0)
        return err;
    natives = bind_get(r, "builtins");
    /* The parameters of every file of lib/; the loader needs the last one
     * that is C only: internalBinding is what it makes. */
    const napi_value argv[6] = { undefined, undefined, undefined,
                                 undefined, natives,   undefined };
    return napi_call_function(r->env, undefined, function, 6, argv, require) ==
                   napi_ok
               ? 0
               : ENGINE_THREW;
}

int bind_run_builtin(runtime *r, const char *id, napi_value *exports)
{
    napi_value require, arg = bind_string(r->env, id);
    const int err = get_loader(r, &require);

    if (err < 0)
        return err;
    return napi_call_function(r->env, bind_undefined(r->env), require, 1, &arg,
                              exports) == napi_ok
               ? 0
               : ENGINE_THREW;
}
