/*
 * napi_ref.c - references, and the finalizers that hang on them.
 *
 * A reference holds its value while its count is above zero. At zero it is
 * weak: the value is only borrowed, and the object's anchor empties the
 * reference when the object is freed (napi__ref_lose()). A symbol has no
 * anchor; a weak reference to one holds a WeakRef instead. A symbol of
 * Symbol.for() is never freed, so its reference stays strong.
 *
 *     LIVE --- the object goes, there is a finalizer ---> QUEUED
 *      ^  \                                                  |
 *      |   \---- the environment closes ----> RUNNING <------+
 *      +------------- not ours, not deleted -----/
 *
 * Finalizers never run inside a collection: they are queued with the engine
 * and come with the next immediates. A reference that is deleted while it is
 * queued or running is freed there, since the queue still points to it.
 *
 * What must stay true: a reference is in exactly one list of its environment
 * until it is freed, and in its anchor's list while it has an anchor.
 */
#include "engine/napi.h"

/* ---- Lists -------------------------------------------------------------- */

static void link_env(napi_ref ref, napi_ref *list)
{
    ref->next = *list;
    ref->link = list;
    if (ref->next != NULL)
        ref->next->link = &ref->next;
    *list = ref;
}

static void unlink_env(napi_ref ref)
{
    if (ref->link == NULL)
        return;
    *ref->link = ref->next;
    if (ref->next != NULL)
        ref->next->link = ref->link;
    ref->link = NULL;
}

static void link_anchor(napi_ref ref, napi__anchor *anchor)
{
    ref->anchor = anchor;
    ref->anchor_next = anchor->refs;
    ref->anchor_link = &anchor->refs;
    if (ref->anchor_next != NULL)
        ref->anchor_next->anchor_link = &ref->anchor_next;
    anchor->refs = ref;
}

static void unlink_anchor(napi_ref ref)
{
    if (ref->anchor == NULL)
        return;
    if (ref->anchor->wrap == ref)
        ref->anchor->wrap = NULL;
    *ref->anchor_link = ref->anchor_next;
    if (ref->anchor_next != NULL)
        ref->anchor_next->anchor_link = ref->anchor_link;
    ref->anchor = NULL;
}

/* ---- Life --------------------------------------------------------------- */

static void run_queued(engine *e, engine__final *final);

static napi_ref ref_alloc(napi_env env)
{
    napi_ref ref = orr__alloc(&env->e->alloc, sizeof *ref);

    if (ref == NULL)
        return NULL;
    ref->env = env;
    ref->value = JS_UNINITIALIZED;
    ref->final.run = run_queued;
    return ref;
}

static bool ref_watch(napi_ref ref)
{
    if (ref->anchor != NULL)
        return true;
    napi__anchor *anchor = napi__make_anchor(ref->env->e, ref->value);
    if (anchor == NULL)
        return false;
    link_anchor(ref, anchor);
    return true;
}

/* Is the value counted? */
static bool ref_holds(const struct napi_ref__ *ref)
{
    return ref->count > 0 || ref->weak_symbol || JS_IsSymbol(ref->value);
}

static bool is_registered(engine *e, JSValueConst symbol)
{
    JSValue key =
        napi__call_intrinsic(e, NAPI__SYMBOL_KEY_FOR, JS_UNDEFINED, 1, &symbol);
    const bool is = JS_IsString(key);

    JS_FreeValue(e->ctx, key);
    return is;
}

/* Put a WeakRef in the symbol's place. Nothing has changed if it fails. */
static bool symbol_weaken(napi_ref ref)
{
    engine *e = ref->env->e;
    JSValue symbol = ref->value;

    if (is_registered(e, symbol))
        return true;
    JSValue weak = napi__construct_intrinsic(e, NAPI__WEAKREF, 1, &symbol);
    if (JS_IsException(weak))
        return false;
    ref->weak_symbol = true;
    ref->value = weak;
    JS_FreeValue(e->ctx, symbol);
    return true;
}

/* The value, with a reference; JS_UNINITIALIZED if it was freed. */
static JSValue ref_get(napi_ref ref)
{
    engine *e = ref->env->e;

    if (!ref->weak_symbol)
        return JS_DupValue(e->ctx, ref->value);
    JSValue symbol =
        napi__call_intrinsic(e, NAPI__WEAKREF_DEREF, ref->value, 0, NULL);
    return JS_IsSymbol(symbol) ? symbol : JS_UNINITIALIZED;
}

JSValue napi__ref_value(napi_ref ref)
{
    return ref_get(ref);
}

/* The last count went. Nothing has changed if it fails. */
static bool ref_weaken(napi_ref ref)
{
    if (JS_IsSymbol(ref->value)) {
        if (!symbol_weaken(ref))
            return false;
        ref->count = 0;
    } else if (!JS_IsObject(ref->value)) {
        JSValue held = ref->value; /* a primitive is released */
        ref->value = JS_UNINITIALIZED;
        ref->count = 0;
        JS_FreeValue(ref->env->e->ctx, held);
    } else {
        if (!ref_watch(ref))
            return false;
        ref->count = 0;
        JS_FreeValue(ref->env->e->ctx, ref->value); /* may empty it */
    }
    return true;
}

napi_ref napi__ref_new(napi_env env, JSValueConst value,
                       const napi__ref_options *options)
{
    napi_ref ref = ref_alloc(env);

    if (ref == NULL)
        return NULL;
    ref->owned = options->owned;
    ref->finalize = options->finalize;
    ref->data = options->data;
    ref->hint = options->hint;
    ref->value = JS_DupValue(env->e->ctx, value);
    ref->count = options->count ? options->count : 1;
    link_env(ref, ref->finalize ? &env->finalizing : &env->refs);
    if (options->count > 0 || ref_weaken(ref))
        return ref;
    ref->finalize = NULL; /* what was not made is not finalized */
    napi__ref_delete(ref);
    return NULL;
}

/* Release the value, and the anchor. */
static void ref_empty(napi_ref ref)
{
    JSValue held = ref_holds(ref) ? ref->value : JS_UNDEFINED;

    unlink_anchor(ref);
    ref->value = JS_UNINITIALIZED;
    ref->weak_symbol = false;
    ref->count = 0;
    JS_FreeValue(ref->env->e->ctx, held);
}

static void ref_free(engine *e, napi_ref ref)
{
    unlink_env(ref);
    orr__free(&e->alloc, ref);
}

void napi__ref_delete(napi_ref ref)
{
    ref_empty(ref);
    if (ref->state == NAPI__REF_LIVE) {
        ref_free(ref->env->e, ref);
        return;
    }
    unlink_env(ref);
    ref->finalize = NULL;
    ref->deleted = true;
}

/* An addon's finalizer keeps the program alive until it has run, as in Node.
 * Those of our own bindings only free memory. */
void napi__ref_queue(engine *e, napi_ref ref)
{
    ref->state = NAPI__REF_QUEUED;
    engine__queue_final(e, &ref->final);
    if (!ref->env->own)
        order__await_finals(e);
}

void napi__ref_lose(engine *e, napi_ref ref)
{
    unlink_anchor(ref);
    ref->value = JS_UNINITIALIZED;
    if (ref->finalize != NULL)
        napi__ref_queue(e, ref);
    else if (ref->owned)
        ref_free(e, ref);
}

/* ---- Finalizers --------------------------------------------------------- */

typedef struct finalizing {
    napi_finalize finalize;
    void *data;
    void *hint;
} finalizing;

static void run_finalizer(napi_env env, void *arg)
{
    const finalizing *f = arg;

    f->finalize(env, f->data, f->hint);
}

void napi__finalize(napi_env env, napi_finalize finalize, void *data,
                    void *hint)
{
    engine_run_native(env, run_finalizer,
                      &(finalizing){ finalize, data, hint });
}

static void ref_finalize(napi_ref ref)
{
    napi_env env = ref->env;
    const napi_finalize finalize = ref->finalize;

    ref->finalize = NULL;
    ref->state = NAPI__REF_RUNNING;
    napi__finalize(env, finalize, ref->data, ref->hint);
    if (ref->deleted || ref->owned)
        ref_free(env->e, ref);
    else
        ref->state = NAPI__REF_LIVE;
}

static void run_queued(engine *e, engine__final *final)
{
    napi_ref ref = orr__container(final, struct napi_ref__, final);

    if (ref->deleted)
        orr__free(&e->alloc, ref);
    else if (ref->finalize != NULL)
        ref_finalize(ref);
    else if (ref->owned)
        ref_free(e, ref);
    else
        ref->state = NAPI__REF_LIVE;
}

/* Finalizers of addons stay in the queue, in their order. */
void engine_run_own_finalizers(engine *e)
{
    engine__final **at = &e->finals;

    while (*at != NULL) {
        engine__final *final = *at;
        napi_ref ref = orr__container(final, struct napi_ref__, final);
        if (final->run != run_queued || !ref->env->own) {
            at = &final->next;
            continue;
        }
        *at = final->next;
        if (*at == NULL)
            e->finals_end = at;
        final->run(e, final);
    }
}

/* Finalize the reference now, though its object may be there. */
static void ref_close(napi_ref ref)
{
    const bool queued = ref->state == NAPI__REF_QUEUED;
    const napi_finalize finalize = ref->finalize;
    napi_env env = ref->env;
    void *data = ref->data;
    void *hint = ref->hint;

    if (finalize != NULL && !ref->owned && !queued) {
        /* The finalizer may delete it: that is the usual way. */
        ref_empty(ref);
        unlink_env(ref);
        link_env(ref, &env->refs);
        ref_finalize(ref);
        return;
    }
    napi__ref_delete(ref);
    if (finalize != NULL)
        napi__finalize(env, finalize, data, hint);
}

void napi__refs_finalize(napi_env env)
{
    while (env->finalizing != NULL)
        ref_close(env->finalizing);
}

void napi__refs_close(napi_env env)
{
    napi__refs_finalize(env);
    while (env->refs != NULL)
        napi__ref_delete(env->refs);
}

napi_ref napi__ref_new_backing(napi_env env, napi_finalize finalize, void *data,
                               void *hint)
{
    napi_ref ref = ref_alloc(env);

    if (ref == NULL)
        return NULL;
    ref->owned = true;
    ref->finalize = finalize;
    ref->data = data;
    ref->hint = hint;
    link_env(ref, &env->backings);
    return ref;
}

/*
 * The engine is being destroyed, and the memory will not be read any more. The
 * buffers still point to these records and release them when the heap is freed,
 * so the records are unlinked but not freed.
 */
void napi__backings_close(napi_env env)
{
    while (env->backings != NULL) {
        napi_ref ref = env->backings;
        const napi_finalize finalize = ref->finalize;
        unlink_env(ref);
        ref->finalize = NULL;
        ref->deleted = true;
        if (finalize != NULL)
            napi__finalize(env, finalize, ref->data, ref->hint);
    }
}

/* ---- Node-API ----------------------------------------------------------- */

napi_status napi_create_reference(napi_env env, napi_value value,
                                  uint32_t initial_refcount, napi_ref *result)
{
    const napi_status status =
        napi__check(env, value != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    JSValueConst v = engine__value(value);
    if (env->version < 10 && !JS_IsObject(v) && !JS_IsSymbol(v))
        return napi__error(env, napi_invalid_arg);
    napi_ref ref = napi__ref_new(
        env, v, &(napi__ref_options){ .count = initial_refcount });
    if (ref == NULL)
        return napi__failed(env);
    *result = ref;
    return napi_ok;
}

napi_status napi_delete_reference(napi_env env, napi_ref ref)
{
    const napi_status status = napi__check(env, ref != NULL);

    if (status == napi_ok)
        napi__ref_delete(ref);
    return status;
}

/* The count went from 0 to 1; does nothing if the value was freed. */
static void ref_strengthen(napi_ref ref)
{
    JSValue value = ref_get(ref);

    if (JS_IsUninitialized(value))
        return;
    if (ref_holds(ref)) /* a WeakRef, or a registered symbol */
        JS_FreeValue(ref->env->e->ctx, ref->value);
    ref->value = value;
    ref->weak_symbol = false;
    ref->count = 1;
}

napi_status napi_reference_ref(napi_env env, napi_ref ref, uint32_t *result)
{
    const napi_status status = napi__check(env, ref != NULL);

    if (status != napi_ok)
        return status;
    if (ref->count > 0)
        ref->count++;
    else
        ref_strengthen(ref);
    if (result != NULL)
        *result = ref->count;
    return napi_ok;
}

napi_status napi_reference_unref(napi_env env, napi_ref ref, uint32_t *result)
{
    const napi_status status = napi__check(env, ref != NULL);

    if (status != napi_ok)
        return status;
    if (ref->count == 0)
        return napi__error(env, napi_generic_failure);
    const uint32_t count = ref->count - 1;
    if (count > 0)
        ref->count = count;
    else if (!ref_weaken(ref))
        return napi__failed(env);
    if (result != NULL)
        *result = count;
    return napi_ok;
}

napi_status napi_get_reference_value(napi_env env, napi_ref ref,
                                     napi_value *result)
{
    const napi_status status = napi__check(env, ref != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    JSValue value = ref_get(ref);
    if (!JS_IsUninitialized(value))
        return napi__give(env, value, result);
    *result = NULL;
    return napi_ok;
}

napi_status napi_add_finalizer(napi_env env, napi_value js_object,
                               void *finalize_data,
                               node_api_basic_finalize finalize_cb,
                               void *finalize_hint, napi_ref *result)
{
    const napi_status status =
        napi__check(env, js_object != NULL && finalize_cb != NULL);

    if (status != napi_ok)
        return status;
    if (!JS_IsObject(engine__value(js_object)))
        return napi__error(env, napi_invalid_arg);
    napi_ref ref = napi__ref_new(env, engine__value(js_object),
                                 &(napi__ref_options){ .owned = result == NULL,
                                                       .finalize = finalize_cb,
                                                       .data = finalize_data,
                                                       .hint = finalize_hint });
    if (ref == NULL)
        return napi__failed(env);
    if (result != NULL)
        *result = ref;
    return napi_ok;
}

napi_status node_api_post_finalizer(napi_env env, napi_finalize finalize_cb,
                                    void *finalize_data, void *finalize_hint)
{
    const napi_status status = napi__check(env, finalize_cb != NULL);

    if (status != napi_ok)
        return status;
    napi_ref ref = ref_alloc(env);
    if (ref == NULL)
        return napi__error(env, napi_generic_failure);
    ref->owned = true;
    ref->finalize = finalize_cb;
    ref->data = finalize_data;
    ref->hint = finalize_hint;
    link_env(ref, &env->finalizing);
    napi__ref_queue(env->e, ref);
    return napi_ok;
}
