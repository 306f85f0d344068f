/*
 * bind/wasm/object.c - structures and arrays of WebAssembly that the program
 * has got: an object that shows nothing of what is in it, always the same one
 * as long as that exists. WebAssembly sees by the object's word that the
 * program has it.
 *
 * A structure that refers to a value of the program, which leads back to it, is
 * kept until the runtime ends: neither collector sees the whole circle.
 */
#include <stdlib.h>

#include "bind/wasm/wasm.h"

typedef struct object_state {
    bind_wasm *w;
    wasm_object *object;
    napi_ref self; /* weak: what the program has */
} object_state;

static void free_state(napi_env env, void *data, void *hint)
{
    object_state *state = data;
    bind_wasm *w = state->w;

    (void)hint;
    if (*wasm_object_word(state->object) == state)
        *wasm_object_word(state->object) = NULL;
    if (state->self != NULL)
        napi_delete_reference(env, state->self);
    free(state);
    w->object_count--;
    bind_wasm_release(w);
}

/* A native that keeps the object in use. */
static napi_value own_object(bind_wasm *w, wasm_object *object,
                             object_state **out)
{
    object_state *state = calloc(1, sizeof(*state));

    if (state == NULL) {
        engine_throw_no_memory(w->r->engine);
        return NULL;
    }
    state->w = w;
    state->object = object;
    bind_wasm_hold(w);
    w->object_count++;
    *wasm_object_word(object) = state;
    *out = state;
    return bind_own(w->r, state, free_state);
}

napi_value bind_wasm_from_object(bind_wasm *w, wasm_object *object)
{
    object_state *state = *wasm_object_word(object);
    napi_value value =
        state != NULL ? bind_referenced(w->r, state->self) : NULL;

    if (value != NULL)
        return value;
    napi_value native = own_object(w, object, &state);
    if (native == NULL)
        return NULL;
    value = bind_wasm_hook(w, HOOK_OBJECT, 1, &native);
    if (value == NULL)
        return NULL;
    if (napi_create_reference(w->r->env, value, 0, &state->self) != napi_ok)
        return bind_threw(w->r);
    return value;
}

bool bind_wasm_to_object(bind_wasm *w, napi_value value, wasm_slot *out)
{
    if (w->object_count == 0)
        return false;
    napi_value native = bind_wasm_hook(w, HOOK_OBJECT_OF, 1, &value);
    const object_state *state = bind_wasm_unwrap(w->r->env, native);
    if (state == NULL)
        return false;
    out->u64 = 0;
    out->object = state->object;
    return true;
}
