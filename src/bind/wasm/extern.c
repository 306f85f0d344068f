/*
 * bind/wasm/extern.c - externrefs: values of the program that WebAssembly
 * carries about and cannot look into.
 *
 * Each is a number for a strong reference. WebAssembly copies and drops numbers
 * without a word, so now and then all are looked for, in tables, globals and on
 * the interpreter's stack, and those that were not found are free. On the stack
 * any number may look like a reference, which only keeps one longer.
 */
#include <stdlib.h>

#include "bind/wasm/wasm.h"

/*
 * The low bits of a reference say what it is: those of a value of the program
 * are these; a number of 31 bits, i31, has the lowest one set, and is itself;
 * what WebAssembly has allocated is an address, and has none.
 */
#define EXTERN_BITS 2u

/* An integer of 31 bits is no value of the program's, but one of both. */
static bool to_small(napi_env env, napi_value value, uint64_t *out)
{
    double number;

    BIND_OK(napi_get_value_double(env, value, &number));
    if (!(number >= -1073741824.0 && number < 1073741824.0))
        return false;
    const int32_t integer = (int32_t)number;
    if ((double)integer != number || (integer == 0 && 1 / number < 0))
        return false;
    *out = (uint64_t)((uint32_t)integer << 1 | 1);
    return true;
}

static void extern_mark(void *ctx, wasm_slot slot)
{
    bind_wasm *w = ctx;
    const uint64_t place = slot.external >> 2;

    if ((slot.external & 3) == EXTERN_BITS && place < w->extern_count)
        w->externs[place].marked = true;
}

static void extern_sweep(bind_wasm *w)
{
    wasm_store_each_slot(w->store, extern_mark, w);
    wasm_store_each_reference(w->store, extern_mark, w);
    for (const bind_wasm_pending *p = w->pending; p != NULL; p = p->next) {
        for (uint32_t i = 0; i < p->count; i++)
            extern_mark(w, p->slots[i]);
    }
    for (uint32_t i = 1; i < w->extern_count; i++) {
        bind_wasm_extern *e = &w->externs[i];
        if (e->ref != NULL && !e->marked) {
            napi_delete_reference(w->r->env, e->ref);
            e->ref = NULL;
            e->next_free = w->extern_free;
            w->extern_free = i;
            w->extern_live--;
        }
        e->marked = false;
    }
    w->extern_limit = w->extern_live * 2 + 1000;
}

/* The number of a free place; 0 without memory. */
static uint32_t take_place(bind_wasm *w)
{
    if (w->extern_live >= w->extern_limit)
        extern_sweep(w);
    const uint32_t free_place = w->extern_free;
    if (free_place != 0) {
        w->extern_free = w->externs[free_place].next_free;
        return free_place;
    }
    const uint32_t count = w->extern_count == 0 ? 1 : w->extern_count;
    if (count >= w->extern_capacity) {
        const uint32_t capacity = count * 2 + 62;
        bind_wasm_extern *grown =
            realloc(w->externs, capacity * sizeof(*grown));
        if (grown == NULL)
            return 0;
        w->externs = grown;
        w->extern_capacity = capacity;
    }
    w->externs[count] = (bind_wasm_extern){ 0 };
    w->extern_count = count + 1;
    return count;
}

bool bind_wasm_to_extern(bind_wasm *w, napi_value value, uint64_t *out)
{
    napi_valuetype type;

    *out = 0;
    BIND_OK(napi_typeof(w->r->env, value, &type));
    if (type == napi_null)
        return true;
    if (type == napi_number && to_small(w->r->env, value, out))
        return true;
    wasm_slot object;
    if (type == napi_object && bind_wasm_to_object(w, value, &object)) {
        *out = object.external;
        return true;
    }
    const uint32_t place = take_place(w);
    if (place == 0 ||
        napi_create_reference(w->r->env, value, 1, &w->externs[place].ref) !=
            napi_ok) {
        if (place != 0) {
            w->externs[place].ref = NULL;
            w->externs[place].next_free = w->extern_free;
            w->extern_free = place;
        }
        engine_throw_no_memory(w->r->engine);
        return false;
    }
    w->extern_live++;
    *out = (uint64_t)place << 2 | EXTERN_BITS;
    return true;
}

napi_value bind_wasm_from_extern(bind_wasm *w, uint64_t number)
{
    napi_value value = NULL;

    const uint64_t place = number >> 2;

    if (number == 0)
        return bind_null(w->r->env);
    if ((number & 1) != 0)
        return bind_int(w->r->env, (int32_t)(uint32_t)number >> 1);
    const wasm_slot slot = { .u64 = number };
    if (wasm_object_of(slot) != NULL)
        return bind_wasm_from_object(w, wasm_object_of(slot));
    if ((number & 3) == EXTERN_BITS && place < w->extern_count &&
        w->externs[place].ref != NULL)
        napi_get_reference_value(w->r->env, w->externs[place].ref, &value);
    return value != NULL ? value : bind_undefined(w->r->env);
}

void bind_wasm_free_externs(bind_wasm *w)
{
    for (uint32_t i = 1; i < w->extern_count; i++) {
        if (w->externs[i].ref != NULL)
            napi_delete_reference(w->r->env, w->externs[i].ref);
        w->externs[i].ref = NULL;
    }
    w->extern_count = 0;
}
