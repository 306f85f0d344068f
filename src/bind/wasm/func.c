/*
 * bind/wasm/func.c - functions, both ways: exported ones, which the program
 * calls, and imported ones, which WebAssembly calls.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "bind/wasm/wasm.h"

#define OPAQUE "type incompatibility when transforming from/to JS"
/* Arguments and results that need no block of their own. */
#define FEW 16
_Static_assert(ENGINE_NUMBERS == WASM_FEW, "words are slots");

/* ---- Traps -------------------------------------------------------------- */

/* [index, offset, name, hash, ...] of the calls that were under way. */
static napi_value list_frames(bind_wasm *w)
{
    napi_env env = w->r->env;
    wasm_frame frames[20];
    const size_t count = wasm_store_get_frames(w->store, frames, 20);
    napi_value items[80];

    for (size_t i = 0; i < count; i++) {
        const wasm_module *m = wasm_instance_module(frames[i].instance);
        items[i * 4] = bind_int(env, frames[i].function);
        items[i * 4 + 1] = bind_int(env, frames[i].offset);
        items[i * 4 + 2] = bind_wasm_name(
            env, wasm_module_function_name(m, frames[i].function));
        items[i * 4 + 3] = bind_double(env, wasm_module_hash(m));
    }
    return bind_wasm_list(env, count * 4, items);
}

napi_value bind_wasm_throw_trap(bind_wasm *w, wasm_trap trap)
{
    napi_env env = w->r->env;

    if (trap == WASM_TRAP_HOST)
        return NULL; /* the exception is pending */
    if (trap == WASM_TRAP_NO_MEMORY) {
        engine_throw_no_memory(w->r->engine);
        return NULL;
    }
    if (trap == WASM_TRAP_EXCEPTION) {
        bind_wasm_throw_exception(w);
        return NULL;
    }
    napi_value args[3] = { bind_string(env, wasm_trap_text(trap)),
                           bind_bool(env, trap == WASM_TRAP_STACK),
                           list_frames(w) };
    if (args[2] == NULL)
        return bind_threw(w->r);
    napi_value error = bind_wasm_hook(w, HOOK_TRAP, 3, args);
    if (error != NULL)
        napi_throw(env, error);
    return NULL;
}

/* ---- Exported functions ------------------------------------------------- */

/* JavaScript has no values of vectors, nor of exceptions. */
static bool is_opaque(bind_wasm *w, wasm_type type)
{
    if (type >= WASM_F64 && type <= WASM_I32)
        return false;
    return type == WASM_V128 ||
           wasm_store_top_of(w->store, type) == WASM_EXNREF;
}

static bool has_vector(bind_wasm *w, const wasm_functype *type)
{
    for (uint32_t i = 0; i < type->param_count; i++) {
        if (is_opaque(w, type->params[i]))
            return true;
    }
    for (uint32_t i = 0; i < type->result_count; i++) {
        if (is_opaque(w, type->results[i]))
            return true;
    }
    return false;
}

static napi_value list_results(bind_wasm *w, const wasm_functype *type,
                               const wasm_slot *slots)
{
    napi_env env = w->r->env;
    napi_value list;

    if (type->result_count == 0)
        return bind_undefined(env);
    if (type->result_count == 1)
        return bind_wasm_from_slot(w, slots, type->results[0]);
    if (napi_create_array_with_length(env, type->result_count, &list) !=
        napi_ok)
        return bind_threw(w->r);
    for (uint32_t i = 0; i < type->result_count; i++) {
        napi_value item = bind_wasm_from_slot(w, &slots[i], type->results[i]);
        if (item == NULL || napi_set_element(env, list, i, item) != napi_ok)
            return bind_threw(w->r);
    }
    return list;
}

/* The slots hold references while they are filled: a sweep must see them. */
static napi_value call_with(bind_wasm *w, wasm_func *func,
                            const napi_value *args, wasm_slot *slots,
                            uint32_t count)
{
    const wasm_functype *type = wasm_func_type(func);
    bind_wasm_pending pending = { w->pending, slots, count };
    bool ok = true;
    wasm_trap trap = WASM_OK;

    w->pending = &pending;
    for (uint32_t i = 0; ok && i < type->param_count; i++)
        ok = bind_wasm_to_slot(w, args[i], type->params[i], &slots[i]);
    if (ok)
        trap = wasm_call(w->store, func, slots);
    w->pending = pending.next;
    if (!ok)
        return NULL;
    if (trap != WASM_OK)
        return bind_wasm_throw_trap(w, trap);
    return list_results(w, type, slots);
}

/* More arguments or results than fit into the arrays below. */
static napi_value call_many(napi_env env, napi_callback_info info,
                            const bind_func *f, uint32_t max)
{
    size_t argc = max;
    napi_value *args = calloc(max, sizeof(*args));
    wasm_slot *slots = calloc(max, sizeof(*slots));
    napi_value result = NULL;

    if (args == NULL || slots == NULL)
        engine_throw_no_memory(f->w->r->engine);
    else if (napi_get_cb_info(env, info, &argc, args, NULL, NULL) == napi_ok)
        result = call_with(f->w, f->func, args, slots, max);
    free(args);
    free(slots);
    return result;
}

static napi_value call_export(napi_env env, napi_callback_info info)
{
    napi_value args[FEW];
    wasm_slot slots[FEW];
    void *data;

    BIND_OK(napi_get_cb_info(env, info, NULL, NULL, NULL, &data));
    const bind_func *f = data;
    const wasm_functype *type = wasm_func_type(f->func);
    const uint32_t max = type->param_count > type->result_count
                             ? type->param_count
                             : type->result_count;
    if (f->has_vector) {
        napi_throw_type_error(env, NULL, OPAQUE);
        return NULL;
    }
    if (max > FEW)
        return call_many(env, info, f, max);
    size_t argc = type->param_count;
    if (argc > 0)
        BIND_OK(napi_get_cb_info(env, info, &argc, args, NULL, NULL));
    for (uint32_t i = 0; i < max; i++)
        slots[i].u64 = 0;
    return call_with(f->w, f->func, args, slots, max);
}

/* ---- Functions of numbers ----------------------------------------------- */

static uint8_t number_of(wasm_type type)
{
    switch (type) {
    case WASM_I32:
        return ENGINE_I32;
    case WASM_I64:
        return ENGINE_I64;
    case WASM_F32:
        return ENGINE_F32;
    case WASM_F64:
        return ENGINE_F64;
    default:
        return ENGINE_NOTHING;
    }
}

bool bind_wasm_is_direct(const wasm_functype *type, engine_direct *out)
{
    if (type->param_count > ENGINE_NUMBERS || type->result_count > 1)
        return false;
    out->param_count = (uint8_t)type->param_count;
    out->has_i64 = false;
    for (uint32_t i = 0; i < type->param_count; i++) {
        out->params[i] = number_of(type->params[i]);
        if (out->params[i] == ENGINE_NOTHING)
            return false;
        out->has_i64 |= out->params[i] == ENGINE_I64;
    }
    out->result =
        type->result_count == 0 ? ENGINE_NOTHING : number_of(type->results[0]);
    return type->result_count == 0 || out->result != ENGINE_NOTHING;
}

static bool call_direct(void *data, uint64_t *words)
{
    const bind_func *f = data;
    bind_wasm *w = f->w;
    napi_handle_scope scope;
    const wasm_trap trap =
        wasm_call_few(w->store, f->func, (wasm_slot *)(void *)words);

    if (orr__likely(trap == WASM_OK))
        return true;
    BIND_OK(napi_open_handle_scope(w->r->env, &scope));
    bind_wasm_throw_trap(w, trap);
    BIND_OK(napi_close_handle_scope(w->r->env, scope));
    return false;
}

static void leave_alone(napi_env env, void *data, void *hint)
{
    (void)env;
    (void)data;
    (void)hint;
}

/* The instance that a function lives with: its own, or that which imported
 * it. */
static bind_instance *owner_of(const wasm_func *func)
{
    wasm_instance *instance = wasm_func_instance(func);
    const bind_import *import = wasm_func_data(func);

    return instance != NULL ? *wasm_instance_tag(instance) : import->owner;
}

static napi_value make_function(bind_wasm *w, bind_func *f,
                                const bind_instance *owner)
{
    napi_env env = w->r->env;
    char name[16];
    napi_value args[3];

    snprintf(name, sizeof(name), "%u", wasm_func_index(f->func));
    if (napi_create_function(env, name, NAPI_AUTO_LENGTH, call_export, f,
                             &args[0]) != napi_ok)
        return bind_threw(w->r);
    engine_set_no_constructor(w->r->engine, args[0]);
    if (bind_wasm_is_direct(wasm_func_type(f->func), &f->direct)) {
        f->direct.call = call_direct;
        f->direct.data = f;
        engine_set_direct(args[0], &f->direct);
    }
    const napi_property_descriptor length = {
        .utf8name = "length",
        .value = bind_int(env, wasm_func_type(f->func)->param_count),
        .attributes = napi_configurable
    };
    if (napi_define_properties(env, args[0], 1, &length) != napi_ok)
        return bind_threw(w->r);
    args[1] = bind_own(w->r, f, leave_alone);
    if (args[1] == NULL ||
        napi_get_reference_value(env, owner->self, &args[2]) != napi_ok)
        return bind_threw(w->r);
    if (args[2] == NULL)
        args[2] = bind_undefined(env);
    if (bind_wasm_hook(w, HOOK_EXPORTED, 3, args) == NULL)
        return NULL;
    if (f->self != NULL)
        napi_delete_reference(env, f->self);
    f->self = NULL;
    if (napi_create_reference(env, args[0], 0, &f->self) != napi_ok)
        return bind_threw(w->r);
    return args[0];
}

/* The function of JavaScript for one of WebAssembly: always the same one. */
napi_value bind_wasm_function(bind_wasm *w, wasm_func *func)
{
    bind_func *f = *wasm_func_tag(func);
    napi_value fn = f != NULL ? bind_referenced(w->r, f->self) : NULL;
    bind_instance *owner = owner_of(func);

    if (fn != NULL)
        return fn;
    if (f == NULL) {
        f = calloc(1, sizeof(*f));
        if (f == NULL) {
            engine_throw_no_memory(w->r->engine);
            return NULL;
        }
        f->w = w;
        f->func = func;
        f->has_vector = has_vector(w, wasm_func_type(func));
        f->next = owner->funcs;
        owner->funcs = f;
        *wasm_func_tag(func) = f;
    }
    return make_function(w, f, owner);
}

/* ---- Imported functions ------------------------------------------------- */

/* The results of a function of the program, into the slots. */
static bool take_results(bind_wasm *w, const wasm_functype *type,
                         napi_value result, wasm_slot *slots)
{
    napi_env env = w->r->env;

    if (type->result_count == 0)
        return true;
    if (type->result_count == 1)
        return bind_wasm_to_slot(w, result, type->results[0], slots);
    napi_value args[2] = { result, bind_int(env, type->result_count) };
    napi_value list = bind_wasm_hook(w, HOOK_LIST, 2, args);
    if (list == NULL)
        return false;
    for (uint32_t i = 0; i < type->result_count; i++) {
        napi_value item;
        if (napi_get_element(env, list, i, &item) != napi_ok ||
            !bind_wasm_to_slot(w, item, type->results[i], &slots[i]))
            return false;
    }
    return true;
}

static bool call_program(bind_import *import, const wasm_functype *type,
                         napi_value *args, wasm_slot *slots)
{
    bind_wasm *w = import->w;
    napi_env env = w->r->env;
    napi_value fn;
    napi_value result;

    for (uint32_t i = 0; i < type->param_count; i++) {
        args[i] = bind_wasm_from_slot(w, &slots[i], type->params[i]);
        if (args[i] == NULL)
            return false;
    }
    /* What a sweep finds on the stack from here on are the results. */
    for (uint32_t i = 0; i < type->result_count; i++)
        slots[i].u64 = 0;
    if (napi_get_reference_value(env, import->fn, &fn) != napi_ok ||
        napi_call_function(env, bind_undefined(env), fn, type->param_count,
                           args, &result) != napi_ok) {
        bind_threw(w->r);
        return false;
    }
    return take_results(w, type, result, slots);
}

wasm_trap bind_wasm_call_import(void *data, wasm_func *func, wasm_slot *slots)
{
    bind_import *import = data;
    if (import->is_direct)
        return engine_call_direct(import->w->r->env, import->fn,
                                  &import->direct,
                                  (uint64_t *)(void *)slots) == 0
                   ? WASM_OK
                   : WASM_TRAP_HOST;
    const wasm_functype *type = wasm_func_type(func);
    napi_env env = import->w->r->env;
    napi_value few[FEW];
    napi_value *args = few;
    napi_handle_scope scope;
    bool ok = false;

    BIND_OK(napi_open_handle_scope(env, &scope));
    if (has_vector(import->w, type))
        napi_throw_type_error(env, NULL, OPAQUE);
    else if (type->param_count > FEW &&
             (args = calloc(type->param_count, sizeof(*args))) == NULL)
        engine_throw_no_memory(import->w->r->engine);
    else
        ok = call_program(import, type, args, slots);
    if (args != few)
        free(args);
    BIND_OK(napi_close_handle_scope(env, scope));
    return ok ? WASM_OK : WASM_TRAP_HOST;
}
