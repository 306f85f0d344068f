/*
 * bind/wasm/module.c - modules: made of bytes, and described.
 */
#include <errno.h>
#include <stdlib.h>

#include "bind/wasm/wasm.h"

static void free_module(napi_env env, void *data, void *hint)
{
    (void)env;
    (void)hint;
    wasm_module_release(data);
}

/* compile(bytes): the native of a module; or [text, offset, function, name],
 * with a function of -1 if the error is in none. */
static napi_value js_compile(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    engine_pin *pin;
    void *bytes;
    size_t len;
    wasm_module *module;
    wasm_error error;

    const int pinned = engine_pin_bytes(r->engine, arg, &pin, &bytes, &len);
    if (pinned < 0)
        return bind_threw(r);
    const int err = wasm_module_new(bytes, len, &module, &error);
    engine_unpin(r->engine, pin);
    if (err == -ENOMEM) {
        engine_throw_no_memory(r->engine);
        return NULL;
    }
    if (err == 0)
        return bind_own(r, module, free_module);
    const napi_value items[] = { bind_string(env, error.text),
                                 bind_double(env, (double)error.offset),
                                 bind_double(env, (double)error.function) };
    return bind_wasm_list(env, 3, items);
}

static const char *kind_name(wasm_kind kind)
{
    static const char *const kinds[] = { "function", "table", "memory",
                                         "global", "tag" };

    return kinds[kind];
}

/* getImports(module): [module, field, kind, type, isMutable, ...]; the type is
 * that of a global, or of a table's elements. */
static napi_value js_get_imports(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    wasm_module *m = bind_wasm_unwrap(env, arg);
    const uint32_t count = wasm_module_import_count(m);
    bind_wasm *w = bind_wasm_of(r);
    napi_value list;

    if (w == NULL)
        return NULL;
    if (napi_create_array(env, &list) != napi_ok)
        return bind_threw(r);
    for (uint32_t i = 0; i < count; i++) {
        wasm_importtype type;
        wasm_module_get_import(m, i, &type);
        if (wasm_store_type_of(w->store, m, type.type.type, &type.type.type) <
            0) {
            engine_throw_no_memory(r->engine);
            return NULL;
        }
        const napi_value items[] = {
            bind_wasm_name(env, type.module), bind_wasm_name(env, type.field),
            bind_string(env, kind_name(type.type.kind)),
            bind_double(env, type.type.type),
            bind_bool(env, type.type.is_mutable)
        };
        for (uint32_t k = 0; k < 5; k++)
            BIND_OK(napi_set_element(env, list, i * 5 + k, items[k]));
    }
    return list;
}

/* getSignature(module, import): how many parameters, and the types of them and
 * of the results; of a function. */
static napi_value js_get_signature(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    wasm_importtype import;
    napi_value list;

    wasm_module_get_import(bind_wasm_unwrap(env, args[0]),
                           (uint32_t)bind_to_double(env, args[1]), &import);
    const wasm_functype *type = import.type.func;
    if (napi_create_array(env, &list) != napi_ok)
        return bind_threw(r);
    BIND_OK(napi_set_element(env, list, 0, bind_int(env, type->param_count)));
    for (uint32_t i = 0; i < type->param_count; i++)
        BIND_OK(napi_set_element(env, list, 1 + i,
                                 bind_double(env, type->params[i])));
    for (uint32_t i = 0; i < type->result_count; i++)
        BIND_OK(napi_set_element(env, list, 1 + type->param_count + i,
                                 bind_double(env, type->results[i])));
    return list;
}

/* getExports(module): [name, kind, ...]. */
static napi_value js_get_exports(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    const wasm_module *m = bind_wasm_unwrap(env, arg);
    const uint32_t count = wasm_module_export_count(m);
    napi_value list;

    if (napi_create_array(env, &list) != napi_ok)
        return bind_threw(r);
    for (uint32_t i = 0; i < count; i++) {
        wasm_exporttype type;
        wasm_module_get_export(m, i, &type);
        BIND_OK(
            napi_set_element(env, list, i * 2, bind_wasm_name(env, type.name)));
        BIND_OK(napi_set_element(env, list, i * 2 + 1,
                                 bind_string(env, kind_name(type.type.kind))));
    }
    return list;
}

/* getCustoms(module): [name, a Uint8Array of its content, ...]. */
static napi_value js_get_customs(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    const wasm_module *m = bind_wasm_unwrap(env, arg);
    wasm_name name;
    wasm_name content;
    napi_value list;

    if (napi_create_array(env, &list) != napi_ok)
        return bind_threw(r);
    for (uint32_t i = 0; wasm_module_get_custom(m, i, &name, &content); i++) {
        napi_value bytes = bind_array(env, napi_uint8_array, content.bytes,
                                      content.len, content.len);
        if (bytes == NULL)
            return NULL;
        BIND_OK(napi_set_element(env, list, i * 2, bind_wasm_name(env, name)));
        BIND_OK(napi_set_element(env, list, i * 2 + 1, bytes));
    }
    return list;
}

/* getBytes(module): a copy, for another thread. */
static napi_value js_get_bytes(napi_env env, napi_callback_info info)
{
    napi_value arg;
    bind_args(env, info, 1, &arg);
    const void *bytes;
    size_t len;

    wasm_module_get_bytes(bind_wasm_unwrap(env, arg), &bytes, &len);
    return bind_array(env, napi_uint8_array, bytes, len, len);
}

/* getHash(module): the number that stacks name it by. */
static napi_value js_get_hash(napi_env env, napi_callback_info info)
{
    napi_value arg;
    bind_args(env, info, 1, &arg);

    return bind_double(env, wasm_module_hash(bind_wasm_unwrap(env, arg)));
}

void bind_wasm_module_methods(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "compile", js_compile },        { "getImports", js_get_imports },
        { "getExports", js_get_exports }, { "getCustoms", js_get_customs },
        { "getSignature", js_get_signature },
        { "getBytes", js_get_bytes },     { "getHash", js_get_hash },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
