/*
 * bind/wasm/exception.c - exceptions on their way between WebAssembly and the
 * program.
 *
 * What the program throws is, for WebAssembly, an exception of the tag JSTag
 * with the value in it; but a WebAssembly.Exception is what it stands for. What
 * WebAssembly throws is a WebAssembly.Exception for the program, always the
 * same object as long as that exists. Traps, and what ends a thread, cannot be
 * caught by WebAssembly.
 */
#include <stdlib.h>

#include "bind/wasm/wasm.h"

typedef struct exception_state {
    bind_wasm *w;
    wasm_exception *exception;
    napi_ref self; /* weak: the WebAssembly.Exception */
} exception_state;

static void free_state(napi_env env, void *data, void *hint)
{
    exception_state *state = data;

    (void)hint;
    if (*wasm_exception_word(state->exception) == state)
        *wasm_exception_word(state->exception) = NULL;
    if (state->self != NULL)
        napi_delete_reference(env, state->self);
    if (!state->w->closed)
        wasm_exception_release(state->exception);
    bind_wasm_release(state->w);
    free(state);
}

/* A native that takes the caller's hold of the exception. */
static napi_value own_exception(bind_wasm *w, wasm_exception *exception)
{
    exception_state *state = calloc(1, sizeof(*state));

    if (state == NULL) {
        wasm_exception_release(exception);
        engine_throw_no_memory(w->r->engine);
        return NULL;
    }
    state->w = w;
    state->exception = exception;
    bind_wasm_hold(w);
    *wasm_exception_word(exception) = state;
    return bind_own(w->r, state, free_state);
}

/* The object of the program for an exception. */
static napi_value object_of(bind_wasm *w, wasm_exception *exception)
{
    const exception_state *state = *wasm_exception_word(exception);
    const napi_value object =
        state != NULL ? bind_referenced(w->r, state->self) : NULL;

    if (object != NULL)
        return object;
    const wasm_extern tag = { .kind = WASM_TAG,
                              .tag = wasm_exception_tag(exception) };
    bool is_new;
    napi_value args[3] = { own_exception(w, wasm_exception_hold(exception)) };
    if (args[0] == NULL)
        return NULL;
    args[1] = bind_wasm_part(w, &tag, &is_new);
    if (args[1] == NULL)
        return NULL;
    args[2] = bind_bool(w->r->env, is_new);
    return bind_wasm_hook(w, HOOK_EXCEPTION, 3, args);
}

void bind_wasm_throw_exception(bind_wasm *w)
{
    wasm_exception *exception = wasm_store_thrown(w->store);
    napi_value value;

    if (wasm_exception_tag(exception) == w->js_tag)
        value = bind_wasm_from_slot(w, wasm_exception_values(exception),
                                    WASM_EXTERNREF);
    else
        value = object_of(w, exception);
    if (value != NULL)
        napi_throw(w->r->env, value);
}

/* ---- What the program throws -------------------------------------------- */

wasm_tag *bind_wasm_js_tag(bind_wasm *w)
{
    static const wasm_type parameter = WASM_EXTERNREF;
    const wasm_functype type = { .params = &parameter, .param_count = 1 };

    if (w->js_tag == NULL && wasm_tag_new(w->store, &type, &w->js_tag) < 0)
        return NULL;
    return w->js_tag;
}

/* The exception that a value is; the caller's. */
static wasm_exception *exception_of(bind_wasm *w, napi_value value)
{
    napi_value native = bind_wasm_hook(w, HOOK_CATCH, 1, &value);
    wasm_slot slot;

    if (native == NULL)
        return NULL;
    const exception_state *state = bind_wasm_unwrap(w->r->env, native);
    if (state != NULL)
        return wasm_exception_hold(state->exception);
    if (bind_is_undefined(w->r->env, native)) /* a trap */
        return NULL;
    if (bind_wasm_js_tag(w) == NULL ||
        !bind_wasm_to_extern(w, value, &slot.external))
        return NULL;
    return wasm_exception_new(w->js_tag, &slot);
}

wasm_exception *bind_wasm_take_exception(void *ctx)
{
    bind_wasm *w = ctx;
    napi_env env = w->r->env;
    napi_handle_scope scope;
    napi_value value;
    bool pending;

    if (napi_is_exception_pending(env, &pending) != napi_ok || !pending ||
        engine_is_ending(w->r->engine))
        return NULL;
    BIND_OK(napi_open_handle_scope(env, &scope));
    BIND_OK(napi_get_and_clear_last_exception(env, &value));
    wasm_exception *exception = exception_of(w, value);
    if (exception == NULL) {
        napi_is_exception_pending(env, &pending);
        if (!pending)
            napi_throw(env, value);
    }
    BIND_OK(napi_close_handle_scope(env, scope));
    return exception;
}

/* ---- For lib/internal/wasm ---------------------------------------------- */

/* newTag(types): its native. */
static napi_value js_new_tag(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    bind_wasm *w = bind_wasm_of(r);
    wasm_extern part = { .kind = WASM_TAG };
    uint32_t count = 0;

    if (w == NULL || napi_get_array_length(env, arg, &count) != napi_ok)
        return NULL;
    wasm_type *types = calloc(count + 1, sizeof(*types));
    for (uint32_t i = 0; types != NULL && i < count; i++) {
        napi_value item;
        BIND_OK(napi_get_element(env, arg, i, &item));
        types[i] = (wasm_type)bind_to_double(env, item);
    }
    const wasm_functype type = { .params = types, .param_count = count };
    const int err =
        types == NULL ? -1 : wasm_tag_new(w->store, &type, &part.tag);
    free(types);
    if (err < 0) {
        engine_throw_no_memory(r->engine);
        return NULL;
    }
    return bind_wasm_own_part(w, &part);
}

/* jsTag(): the native of the tag of what the program throws. */
static napi_value js_js_tag(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    bind_wasm *w = bind_wasm_of(r);
    wasm_extern part = { .kind = WASM_TAG };

    if (w == NULL)
        return NULL;
    part.tag = bind_wasm_js_tag(w);
    if (part.tag == NULL) {
        engine_throw_no_memory(r->engine);
        return NULL;
    }
    wasm_tag_hold(part.tag);
    return bind_wasm_own_part(w, &part);
}

/* tagTypes(tag): the numbers of the types of its parameters. */
static napi_value js_tag_types(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    wasm_extern tag;
    napi_value list;

    if (!bind_wasm_get_part(env, arg, &tag) ||
        napi_create_array(env, &list) != napi_ok)
        return bind_threw(r);
    const wasm_functype *type = wasm_tag_type(tag.tag);
    for (uint32_t i = 0; i < type->param_count; i++)
        BIND_OK(
            napi_set_element(env, list, i, bind_double(env, type->params[i])));
    return list;
}

static bool has_vector(const wasm_functype *type)
{
    return type->param_slots != type->param_count;
}

/* The values of `list`, as many slots as the tag's type has. */
static bool read_values(bind_wasm *w, const wasm_functype *type,
                        napi_value list, wasm_slot *slots)
{
    bind_wasm_pending pending = { w->pending, slots, type->param_count };
    bool ok = true;

    w->pending = &pending;
    for (uint32_t i = 0; ok && i < type->param_count; i++) {
        napi_value item;
        ok = napi_get_element(w->r->env, list, i, &item) == napi_ok &&
             bind_wasm_to_slot(w, item, type->params[i], &slots[i]);
    }
    w->pending = pending.next;
    return ok;
}

/* newException(tag, values): its native; setException(native, object) says
 * whose. */
static napi_value js_new_exception(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    bind_wasm *w = bind_wasm_of(r);
    wasm_extern tag;

    if (w == NULL || !bind_wasm_get_part(env, args[0], &tag))
        return NULL;
    const wasm_functype *type = wasm_tag_type(tag.tag);
    if (has_vector(type)) {
        napi_throw_type_error(env, NULL,
                              "type incompatibility when "
                              "transforming from/to JS");
        return NULL;
    }
    wasm_slot *slots = calloc(type->param_count + 1, sizeof(*slots));
    wasm_exception *exception = NULL;
    if (slots == NULL)
        engine_throw_no_memory(r->engine);
    else if (read_values(w, type, args[1], slots)) {
        exception = wasm_exception_new(tag.tag, slots);
        if (exception == NULL)
            engine_throw_no_memory(r->engine);
    }
    free(slots);
    return exception == NULL ? NULL : own_exception(w, exception);
}

static napi_value js_set_exception(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_args(env, info, 2, args);
    exception_state *state = bind_wasm_unwrap(env, args[0]);

    BIND_OK(napi_create_reference(env, args[1], 0, &state->self));
    return NULL;
}

/* isOfTag(exception, tag) */
static napi_value js_is_of_tag(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_args(env, info, 2, args);
    const exception_state *state = bind_wasm_unwrap(env, args[0]);
    wasm_extern tag;

    return bind_bool(env, bind_wasm_get_part(env, args[1], &tag) &&
                              wasm_exception_tag(state->exception) == tag.tag);
}

/* exceptionValue(exception, index), which its tag has. */
static napi_value js_exception_value(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_args(env, info, 2, args);
    const exception_state *state = bind_wasm_unwrap(env, args[0]);
    const wasm_functype *type =
        wasm_tag_type(wasm_exception_tag(state->exception));
    const uint32_t index = (uint32_t)bind_to_double(env, args[1]);
    uint32_t slot = 0;

    for (uint32_t i = 0; i < index; i++)
        slot += type->params[i] == WASM_V128 ? 2 : 1;
    return bind_wasm_from_slot(state->w,
                               wasm_exception_values(state->exception) + slot,
                               type->params[index]);
}

void bind_wasm_exception_methods(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "newTag", js_new_tag },
        { "jsTag", js_js_tag },
        { "tagTypes", js_tag_types },
        { "newException", js_new_exception },
        { "setException", js_set_exception },
        { "isOfTag", js_is_of_tag },
        { "exceptionValue", js_exception_value },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
