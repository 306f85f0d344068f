/*
 * bind/wasm/part.c - memories, tables and globals. Arguments have been checked
 * by lib/internal/wasm.
 *
 * The tag of each is a weak reference to its object in JavaScript, so that what
 * is exported twice is one object; that of a memory has its buffer, too, which
 * is detached when the memory grows.
 */
#include <errno.h>
#include <stdlib.h>

#include "bind/wasm/wasm.h"

typedef struct part_state {
    bind_wasm *w;
    wasm_extern part;
    napi_ref self;   /* weak: the object of lib/ */
    napi_ref buffer; /* weak: of a memory */
    size_t buffer_bytes;
} part_state;

static void **part_tag(const wasm_extern *part)
{
    switch (part->kind) {
    case WASM_MEMORY:
        return wasm_memory_tag(part->memory);
    case WASM_TABLE:
        return wasm_table_tag(part->table);
    case WASM_TAG:
        return wasm_tag_tag(part->tag);
    default:
        return wasm_global_tag(part->global);
    }
}

static void free_state(napi_env env, void *data, void *hint)
{
    part_state *state = data;
    bind_wasm *w = state->w;

    (void)hint;
    if (*part_tag(&state->part) == state)
        *part_tag(&state->part) = NULL;
    if (state->self != NULL)
        napi_delete_reference(env, state->self);
    if (state->buffer != NULL)
        napi_delete_reference(env, state->buffer);
    switch (state->part.kind) {
    case WASM_MEMORY:
        wasm_memory_release(state->part.memory);
        break;
    case WASM_TABLE:
        wasm_table_release(state->part.table);
        break;
    case WASM_TAG:
        wasm_tag_release(state->part.tag);
        break;
    default:
        wasm_global_release(state->part.global);
    }
    free(state);
    w->live--;
    bind_wasm_release(w);
}

/* A native that owns one hold of the part. */
napi_value bind_wasm_own_part(bind_wasm *w, const wasm_extern *part)
{
    part_state *state = calloc(1, sizeof(*state));

    if (state == NULL) {
        engine_throw_no_memory(w->r->engine);
        return NULL;
    }
    state->w = w;
    state->part = *part;
    bind_wasm_hold(w);
    w->live++;
    *part_tag(part) = state;
    return bind_own(w->r, state, free_state);
}

/* setObject(native, object): it is the one of this part. */
static napi_value js_set_object(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_args(env, info, 2, args);
    part_state *state = bind_wasm_unwrap(env, args[0]);

    BIND_OK(napi_create_reference(env, args[1], 0, &state->self));
    return NULL;
}

/* For an export: the object that is there already, or a new native. */
napi_value bind_wasm_part(bind_wasm *w, const wasm_extern *part, bool *is_new)
{
    const part_state *state = *part_tag(part);
    const napi_value object =
        state != NULL ? bind_referenced(w->r, state->self) : NULL;

    *is_new = object == NULL;
    if (object != NULL)
        return object;
    if (part->kind == WASM_MEMORY)
        wasm_memory_hold(part->memory);
    else if (part->kind == WASM_TABLE)
        wasm_table_hold(part->table);
    else if (part->kind == WASM_TAG)
        wasm_tag_hold(part->tag);
    else
        wasm_global_hold(part->global);
    return bind_wasm_own_part(w, part);
}

bool bind_wasm_get_part(napi_env env, napi_value native, wasm_extern *out)
{
    const part_state *state = bind_wasm_unwrap(env, native);

    if (state == NULL)
        return false;
    *out = state->part;
    return true;
}

/* A limit of lib/: a number, or undefined for none. */
static wasm_limits to_limits(napi_env env, napi_value min, napi_value max,
                             napi_value is64)
{
    wasm_limits limits = { .min = (uint64_t)bind_to_double(env, min),
                           .is64 = bind_to_bool(env, is64) };

    if (!bind_is_undefined(env, max)) {
        limits.has_max = true;
        limits.max = (uint64_t)bind_to_double(env, max);
    }
    return limits;
}

/* ---- Memories ----------------------------------------------------------- */

/* newMemory(min, max, is64, shared): its native, or a negative errno. */
static napi_value js_new_memory(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    runtime *r = bind_args(env, info, 4, args);
    bind_wasm *w = bind_wasm_of(r);
    wasm_limits limits = to_limits(env, args[0], args[1], args[2]);
    wasm_extern part = { .kind = WASM_MEMORY };

    if (w == NULL)
        return NULL;
    limits.shared = bind_to_bool(env, args[3]);
    bind_wasm_collect(w);
    w->live--; /* bind_wasm_own_part() counts it */
    const int err = wasm_memory_new(w->store, &limits, &part.memory);
    return err < 0 ? bind_int(env, err) : bind_wasm_own_part(w, &part);
}

/* The buffer of before is detached: its bytes are the memory's no more. */
void bind_wasm_memory_grows(void *ctx, wasm_memory *memory)
{
    bind_wasm *w = ctx;
    part_state *state = *wasm_memory_tag(memory);
    napi_env env = w->r->env;
    napi_handle_scope scope;
    napi_value buffer = NULL;

    if (state == NULL || state->buffer == NULL || w->closed)
        return;
    BIND_OK(napi_open_handle_scope(env, &scope));
    napi_get_reference_value(env, state->buffer, &buffer);
    if (buffer != NULL)
        napi_detach_arraybuffer(env, buffer);
    napi_delete_reference(env, state->buffer);
    state->buffer = NULL;
    BIND_OK(napi_close_handle_scope(env, scope));
}

/* What an ArrayBuffer needs of us: it may live longer than all else. */
typedef struct held_memory {
    bind_wasm *w;
    wasm_memory *memory;
} held_memory;

static void release_buffer(napi_env env, void *data, void *hint)
{
    held_memory *held = hint;

    (void)env;
    (void)data;
    wasm_memory_release(held->memory);
    bind_wasm_release(held->w);
    free(held);
}

/* An ArrayBuffer of the memory's bytes; NULL: an exception is pending. */
static napi_value make_buffer(part_state *state)
{
    wasm_memory *memory = state->part.memory;
    void *data = wasm_memory_data(memory);
    held_memory *held = malloc(sizeof(*held));
    napi_value buffer;

    if (held == NULL) {
        engine_throw_no_memory(state->w->r->engine);
        return NULL;
    }
    held->w = state->w;
    held->memory = wasm_memory_hold(memory);
    bind_wasm_hold(held->w);
    if (napi_create_external_arraybuffer(
            state->w->r->env, data != NULL ? data : (void *)state,
            wasm_memory_bytes(memory), release_buffer, held,
            &buffer) == napi_ok)
        return buffer;
    release_buffer(state->w->r->env, data, held);
    return bind_threw(state->w->r);
}

/* getBuffer(native): the ArrayBuffer of the memory, until it grows. */
static napi_value js_get_buffer(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    part_state *state = bind_wasm_unwrap(env, arg);
    wasm_memory *memory = state->part.memory;
    napi_value buffer = NULL;

    if (state->buffer != NULL)
        napi_get_reference_value(env, state->buffer, &buffer);
    if (buffer != NULL && state->buffer_bytes == wasm_memory_bytes(memory))
        return buffer;
    if (state->buffer != NULL)
        napi_delete_reference(env, state->buffer);
    state->buffer = NULL;
    state->buffer_bytes = wasm_memory_bytes(memory);
    if (wasm_memory_shared(memory) != NULL) {
        buffer = bind_wasm_shared_buffer(state->w, memory);
        if (buffer == NULL ||
            napi_create_reference(env, buffer, 0, &state->buffer) != napi_ok)
            return bind_threw(r);
        return buffer;
    }
    buffer = make_buffer(state);
    if (buffer == NULL)
        return NULL;
    if (napi_create_reference(env, buffer, 0, &state->buffer) != napi_ok)
        return bind_threw(r);
    engine_set_undetachable(buffer);
    if (engine_mark_clone(r->engine, buffer, ENGINE_TRANSFER_NEVER) < 0)
        return bind_threw(r);
    return buffer;
}

/* memoryLimits(native): { size, maximum }, in pages; the second may lack. */
static napi_value js_memory_limits(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    const part_state *state = bind_wasm_unwrap(env, arg);
    wasm_limits limits;
    napi_value object;

    wasm_memory_get_limits(state->part.memory, &limits);
    if (napi_create_object(env, &object) != napi_ok)
        return bind_threw(r);
    bind_set(r, object, "size", bind_double(env, (double)limits.min));
    bind_set(r, object, "shared", bind_bool(env, limits.shared));
    bind_set(r, object, "is64", bind_bool(env, limits.is64));
    if (limits.has_max)
        bind_set(r, object, "maximum", bind_double(env, (double)limits.max));
    return object;
}

/* growMemory(native, pages): how many it had; -1. */
static napi_value js_grow_memory(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_args(env, info, 2, args);
    const part_state *state = bind_wasm_unwrap(env, args[0]);

    return bind_double(
        env, (double)wasm_memory_grow(state->part.memory,
                                      (uint64_t)bind_to_double(env, args[1])));
}

/* ---- Tables ------------------------------------------------------------- */

/* newTable(type, min, max, init, is64): its native, or a negative errno. */
static napi_value js_new_table(napi_env env, napi_callback_info info)
{
    napi_value args[5];
    runtime *r = bind_args(env, info, 5, args);
    bind_wasm *w = bind_wasm_of(r);
    const wasm_type type = (wasm_type)bind_to_double(env, args[0]);
    const wasm_limits limits = to_limits(env, args[1], args[2], args[4]);
    wasm_extern part = { .kind = WASM_TABLE };
    wasm_slot init;

    if (w == NULL || !bind_wasm_to_slot(w, args[3], type, &init))
        return NULL;
    const int err = wasm_table_new(w->store, type, &limits, init, &part.table);
    return err < 0 ? bind_int(env, err) : bind_wasm_own_part(w, &part);
}

static napi_value js_table_is64(napi_env env, napi_callback_info info)
{
    napi_value arg;
    bind_args(env, info, 1, &arg);
    const part_state *state = bind_wasm_unwrap(env, arg);
    wasm_limits limits;

    wasm_table_get_limits(state->part.table, &limits);
    return bind_bool(env, limits.is64);
}

static napi_value js_table_size(napi_env env, napi_callback_info info)
{
    napi_value arg;
    bind_args(env, info, 1, &arg);
    const part_state *state = bind_wasm_unwrap(env, arg);

    return bind_double(env, wasm_table_size(state->part.table));
}

/* tableType(native), globalType(native): the number of the type. */
static napi_value js_part_type(napi_env env, napi_callback_info info)
{
    napi_value arg;
    bind_args(env, info, 1, &arg);
    const part_state *state = bind_wasm_unwrap(env, arg);

    return bind_double(env, state->part.kind == WASM_TABLE
                                ? wasm_table_type(state->part.table)
                                : wasm_global_type(state->part.global));
}

/* tableGet(native, index), which is within bounds. */
static napi_value js_table_get(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_args(env, info, 2, args);
    const part_state *state = bind_wasm_unwrap(env, args[0]);
    const wasm_table *table = state->part.table;
    const wasm_slot *item =
        wasm_table_at(table, (uint32_t)bind_to_double(env, args[1]));

    if (item == NULL)
        return bind_undefined(env);
    return bind_wasm_from_slot(state->w, item, wasm_table_type(table));
}

/* tableSet(native, index, value): false if the index is not within bounds. */
static napi_value js_table_set(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    bind_args(env, info, 3, args);
    const part_state *state = bind_wasm_unwrap(env, args[0]);
    const wasm_table *table = state->part.table;
    const uint32_t index = (uint32_t)bind_to_double(env, args[1]);
    wasm_slot value;

    if (!bind_wasm_to_slot(state->w, args[2], wasm_table_type(table), &value))
        return NULL;
    wasm_slot *item = wasm_table_at(table, index);
    if (item != NULL)
        *item = value;
    return bind_bool(env, item != NULL);
}

static napi_value js_table_grow(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    bind_args(env, info, 3, args);
    const part_state *state = bind_wasm_unwrap(env, args[0]);
    wasm_table *table = state->part.table;
    const uint32_t count = (uint32_t)bind_to_double(env, args[1]);
    wasm_slot value;

    if (!bind_wasm_to_slot(state->w, args[2], wasm_table_type(table), &value))
        return NULL;
    return bind_double(env, (double)wasm_table_grow(table, count, value));
}

/* isReference(value, type): is it one of that type? A value that should be a
 * function is one of WebAssembly's. */
static napi_value js_is_reference(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    bind_wasm *w = bind_wasm_of(r);
    const wasm_type type = (wasm_type)bind_to_double(env, args[1]);
    wasm_slot slot = { .u64 = 0 };

    if (w == NULL)
        return NULL;
    if (wasm_store_top_of(w->store, type) == WASM_FUNCREF) {
        napi_valuetype kind;
        BIND_OK(napi_typeof(env, args[0], &kind));
        if (kind != napi_function)
            return bind_bool(env, false);
        if (!bind_wasm_to_slot(w, args[0], WASM_FUNCREF, &slot))
            return NULL;
    } else if (!bind_wasm_to_extern(w, args[0], &slot.external)) {
        return NULL;
    }
    return bind_bool(env, wasm_store_is_of(w->store, slot, type));
}

/* ---- Globals ------------------------------------------------------------ */

/* newGlobal(type, isMutable, value): its native, or a negative errno. A v128
 * has no value but zero here. */
static napi_value js_new_global(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    bind_wasm *w = bind_wasm_of(r);
    const wasm_type type = (wasm_type)bind_to_double(env, args[0]);
    wasm_extern part = { .kind = WASM_GLOBAL };
    wasm_slot value[2] = { { .u64 = 0 } };

    if (w == NULL ||
        (type != WASM_V128 && !bind_wasm_to_slot(w, args[2], type, &value[0])))
        return NULL;
    const int err = wasm_global_new(w->store, type, bind_to_bool(env, args[1]),
                                    value, &part.global);
    return err < 0 ? bind_int(env, err) : bind_wasm_own_part(w, &part);
}

static napi_value js_global_get(napi_env env, napi_callback_info info)
{
    napi_value arg;
    bind_args(env, info, 1, &arg);
    const part_state *state = bind_wasm_unwrap(env, arg);
    wasm_global *global = state->part.global;

    return bind_wasm_from_slot(state->w, wasm_global_value(global),
                               wasm_global_type(global));
}

static napi_value js_global_set(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_args(env, info, 2, args);
    const part_state *state = bind_wasm_unwrap(env, args[0]);
    wasm_global *global = state->part.global;
    wasm_slot value;

    if (!bind_wasm_to_slot(state->w, args[1], wasm_global_type(global), &value))
        return NULL;
    *wasm_global_value(global) = value;
    return NULL;
}

static napi_value js_global_is_mutable(napi_env env, napi_callback_info info)
{
    napi_value arg;
    bind_args(env, info, 1, &arg);
    const part_state *state = bind_wasm_unwrap(env, arg);

    return bind_bool(env, wasm_global_is_mutable(state->part.global));
}

void bind_wasm_part_methods(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "setObject", js_set_object },
        { "newMemory", js_new_memory },
        { "getBuffer", js_get_buffer },
        { "growMemory", js_grow_memory },
        { "memoryLimits", js_memory_limits },
        { "newTable", js_new_table },
        { "tableSize", js_table_size },
        { "tableIs64", js_table_is64 },
        { "tableGet", js_table_get },
        { "tableSet", js_table_set },
        { "tableGrow", js_table_grow },
        { "isReference", js_is_reference },
        { "newGlobal", js_new_global },
        { "globalGet", js_global_get },
        { "globalSet", js_global_set },
        { "globalIsMutable", js_global_is_mutable },
        { "partType", js_part_type },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
