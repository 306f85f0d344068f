/*
 * bind/wasm/value.c - values on their way in and out of WebAssembly.
 */
#include <string.h>

#include "bind/wasm/wasm.h"

#define OPAQUE "type incompatibility when transforming from/to JS"

static const struct {
    const char *name;
    wasm_type type;
} names[] = { { "i32", WASM_I32 },         { "i64", WASM_I64 },
              { "f32", WASM_F32 },         { "f64", WASM_F64 },
              { "v128", WASM_V128 },       { "anyfunc", WASM_FUNCREF },
              { "funcref", WASM_FUNCREF }, { "externref", WASM_EXTERNREF } };

bool bind_wasm_parse_type(const char *name, wasm_type *out)
{
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        if (strcmp(names[i].name, name) != 0)
            continue;
        *out = names[i].type;
        return true;
    }
    return false;
}

const char *bind_wasm_type_name(wasm_type type)
{
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        if (names[i].type == type && type != WASM_FUNCREF)
            return names[i].name;
    }
    return "funcref";
}

static bool to_number(bind_wasm *w, napi_value value, double *out)
{
    napi_env env = w->r->env;
    napi_value number;

    if (napi_get_value_double(env, value, out) == napi_ok)
        return true;
    if (napi_coerce_to_number(env, value, &number) != napi_ok ||
        napi_get_value_double(env, number, out) != napi_ok) {
        bind_threw(w->r);
        return false;
    }
    return true;
}

/* The low 32 bits of a number, as the language has it. */
static bool to_int32(bind_wasm *w, napi_value value, int32_t *out)
{
    napi_env env = w->r->env;
    napi_value number;

    if (napi_get_value_int32(env, value, out) == napi_ok)
        return true;
    if (napi_coerce_to_number(env, value, &number) != napi_ok ||
        napi_get_value_int32(env, number, out) != napi_ok) {
        bind_threw(w->r);
        return false;
    }
    return true;
}

static bool to_int64(bind_wasm *w, napi_value value, int64_t *out)
{
    napi_env env = w->r->env;
    bool exact;

    if (napi_get_value_bigint_int64(env, value, out, &exact) == napi_ok)
        return true;
    napi_value big = bind_wasm_hook(w, HOOK_BIGINT, 1, &value);
    return big != NULL &&
           napi_get_value_bigint_int64(env, big, out, &exact) == napi_ok;
}

static bool to_func(bind_wasm *w, napi_value value, wasm_slot *out)
{
    napi_env env = w->r->env;
    napi_valuetype type;

    BIND_OK(napi_typeof(env, value, &type));
    out->func = NULL;
    if (type == napi_null)
        return true;
    napi_value native =
        type == napi_function ? bind_wasm_hook(w, HOOK_FUNC, 1, &value) : NULL;
    const bind_func *f = bind_wasm_unwrap(env, native);
    if (f == NULL) {
        bool pending;
        napi_is_exception_pending(env, &pending);
        if (!pending)
            napi_throw_type_error(env, NULL, OPAQUE);
        return false;
    }
    out->func = f->func;
    return true;
}

/* A reference of any type: what the value is must be of it. */
static bool to_reference(bind_wasm *w, napi_value value, wasm_type type,
                         wasm_slot *out)
{
    const wasm_type top = wasm_store_top_of(w->store, type);
    bool ok = false;

    if (top == WASM_FUNCREF)
        ok = to_func(w, value, out);
    else if (top == WASM_EXTERNREF || top == WASM_ANYREF)
        ok = bind_wasm_to_extern(w, value, &out->external);
    if (ok && wasm_store_is_of(w->store, *out, type))
        return true;
    bool pending;
    napi_is_exception_pending(w->r->env, &pending);
    if (!pending)
        napi_throw_type_error(w->r->env, NULL, OPAQUE);
    return false;
}

bool bind_wasm_to_slot(bind_wasm *w, napi_value value, wasm_type type,
                       wasm_slot *out)
{
    double number;

    out->u64 = 0;
    switch (type) {
    case WASM_I32:
        return to_int32(w, value, &out->s32);
    case WASM_I64:
        return to_int64(w, value, &out->s64);
    case WASM_F32:
        if (!to_number(w, value, &number))
            return false;
        out->f32 = (float)number;
        return true;
    case WASM_F64:
        return to_number(w, value, &out->f64);
    default:
        return to_reference(w, value, type, out);
    }
}

static napi_value from_reference(bind_wasm *w, const wasm_slot *slot,
                                 wasm_type type)
{
    napi_env env = w->r->env;

    switch (type == WASM_V128 ? WASM_ANY : wasm_store_top_of(w->store, type)) {
    case WASM_FUNCREF:
        return slot->func == NULL ? bind_null(env)
                                  : bind_wasm_function(w, slot->func);
    case WASM_EXTERNREF:
    case WASM_ANYREF:
        return bind_wasm_from_extern(w, slot->external);
    default:
        napi_throw_type_error(env, NULL, OPAQUE);
        return NULL;
    }
}

napi_value bind_wasm_from_slot(bind_wasm *w, const wasm_slot *slot,
                               wasm_type type)
{
    napi_env env = w->r->env;
    napi_value value = NULL;

    switch (type) {
    case WASM_I32:
        napi_create_int32(env, slot->s32, &value);
        break;
    case WASM_I64:
        napi_create_bigint_int64(env, slot->s64, &value);
        break;
    case WASM_F32:
        napi_create_double(env, (double)slot->f32, &value);
        break;
    case WASM_F64:
        napi_create_double(env, slot->f64, &value);
        break;
    default:
        return from_reference(w, slot, type);
    }
    return value != NULL ? value : bind_threw(w->r);
}
