/*
 * napi_anchor.c - what native code hangs on an object: wraps, type tags,
 * externals, weak references and finalizers.
 *
 * All of it is in one record, the anchor, which lives exactly as long as its
 * object. How it is found depends on the object:
 *
 *     made by `new` on a function of ours   the object's own opaque pointer
 *     a function of ours, an external       its record has a place for it
 *     any other object                      a WeakMap: object -> holder, and
 *                                           the holder's opaque pointer
 *
 * The first two cover what addons wrap, and cost a load. A WeakMap works on
 * everything else, frozen objects and proxies included, and is invisible. Its
 * value, the holder, is freed with the key; so in all three cases the finalizer
 * of one of our classes runs when the object is freed.
 *
 * Such a finalizer runs inside the collector. It may not touch JavaScript: it
 * marks references as empty and queues what is to be called.
 */
#include "engine/napi.h"

#include <errno.h>

/* The record of an external. */
typedef struct external {
    void *data;
    napi__anchor *anchor;
} external;

/* ---- Finding and making ------------------------------------------------- */

static void finalize_holder(JSRuntime *rt, JSValueConst object)
{
    JSClassID id;
    napi__anchor *anchor = JS_GetAnyOpaque(object, &id);

    if (anchor != NULL)
        napi__anchor_end(rt, anchor);
}

static void finalize_external(JSRuntime *rt, JSValueConst object)
{
    JSClassID id;
    external *record = JS_GetAnyOpaque(object, &id);

    if (record == NULL)
        return;
    if (record->anchor != NULL)
        napi__anchor_end(rt, record->anchor);
    js_free_rt(rt, record);
}

int napi__anchors_open(engine *e)
{
    const JSClassDef holder = { .class_name = "Object",
                                .finalizer = finalize_holder };
    const JSClassDef outside = { .class_name = "Object",
                                 .finalizer = finalize_external };

    JS_NewClassID(e->rt, &e->classes.napi_wrap);
    JS_NewClassID(e->rt, &e->classes.napi_external);
    if (JS_NewClass(e->rt, e->classes.napi_wrap, &holder) < 0 ||
        JS_NewClass(e->rt, e->classes.napi_external, &outside) < 0)
        return -ENOMEM;
    JSValue map = napi__construct_intrinsic(e, NAPI__WEAKMAP, 0, NULL);
    if (JS_IsException(map))
        return -ENOMEM;
    e->napi->anchors = map;
    return 0;
}

/* The place of the anchor if the object has one; NULL: see the map. */
static napi__anchor **inner_place(engine *e, JSValueConst object)
{
    JSClassID id;
    external *record = JS_GetAnyOpaque(object, &id);

    if (id == e->classes.napi_external)
        return &record->anchor;
    if (id == e->classes.napi_function)
        return napi__function_anchor(object);
    return NULL;
}

/* False: an exception is pending. */
static bool find_in_map(engine *e, JSValueConst object, napi__anchor **anchor)
{
    JSValue holder = napi__call_intrinsic(e, NAPI__WEAKMAP_GET,
                                          e->napi->anchors, 1, &object);

    *anchor = JS_GetOpaque(holder, e->classes.napi_wrap);
    JS_FreeValue(e->ctx, holder);
    return !JS_IsException(holder);
}

/* False: an exception is pending. */
static bool anchor_find(engine *e, JSValueConst object, napi__anchor **anchor)
{
    *anchor = NULL;
    if (JS_GetClassID(object) == e->classes.napi_wrap) {
        *anchor = JS_GetOpaque(object, e->classes.napi_wrap);
        return true;
    }
    if (!JS_IsObject(object))
        return true;
    napi__anchor **place = inner_place(e, object);
    if (place == NULL)
        return find_in_map(e, object, anchor);
    *anchor = *place;
    return true;
}

napi__anchor *napi__find_anchor(engine *e, JSValueConst object)
{
    napi__anchor *anchor;

    anchor_find(e, object, &anchor);
    return anchor;
}

/* Takes the anchor over, also if it fails. */
static bool put_in_map(engine *e, JSValueConst object, napi__anchor *anchor)
{
    JSValue holder =
        JS_NewObjectProtoClass(e->ctx, JS_NULL, e->classes.napi_wrap);

    if (JS_IsException(holder)) {
        js_free(e->ctx, anchor);
        return false;
    }
    JS_SetOpaque(holder, anchor);
    JSValueConst args[2] = { object, holder };
    JSValue map =
        napi__call_intrinsic(e, NAPI__WEAKMAP_SET, e->napi->anchors, 2, args);
    JS_FreeValue(e->ctx, holder);
    const bool done = !JS_IsException(map);
    JS_FreeValue(e->ctx, map);
    return done;
}

napi__anchor *napi__make_anchor(engine *e, JSValueConst object)
{
    napi__anchor *anchor;

    if (!anchor_find(e, object, &anchor) || anchor != NULL)
        return anchor;
    anchor = js_mallocz(e->ctx, sizeof *anchor);
    if (anchor == NULL)
        return NULL;
    if (JS_GetClassID(object) == e->classes.napi_wrap) {
        JS_SetOpaque(object, anchor);
        return anchor;
    }
    napi__anchor **place = inner_place(e, object);
    if (place != NULL)
        *place = anchor;
    else if (!put_in_map(e, object, anchor))
        return NULL;
    return anchor;
}

void napi__anchor_end(JSRuntime *rt, napi__anchor *anchor)
{
    engine *e = JS_GetRuntimeOpaque(rt);

    while (anchor->refs != NULL)
        napi__ref_lose(e, anchor->refs);
    js_free_rt(rt, anchor);
}

/* ---- Wraps -------------------------------------------------------------- */

static napi_status check_wrap(napi_env env, napi_value object, bool args)
{
    const napi_status status = napi__enter(env, object != NULL);

    if (status != napi_ok)
        return status;
    return napi__error(env, JS_IsObject(engine__value(object)) && args
                                ? napi_ok
                                : napi_invalid_arg);
}

napi_status napi_wrap(napi_env env, napi_value js_object, void *native_object,
                      node_api_basic_finalize finalize_cb, void *finalize_hint,
                      napi_ref *result)
{
    napi_ref ref = NULL;
    const napi_status status =
        check_wrap(env, js_object, result == NULL || finalize_cb != NULL);

    if (status != napi_ok)
        return status;
    JSValueConst object = engine__value(js_object);
    napi__anchor *anchor = napi__make_anchor(env->e, object);
    if (anchor == NULL)
        return napi__failed(env);
    if (anchor->wrapped)
        return napi__error(env, napi_invalid_arg);
    if (finalize_cb != NULL) {
        ref = napi__ref_new(env, object,
                            &(napi__ref_options){ .owned = result == NULL,
                                                  .finalize = finalize_cb,
                                                  .data = native_object,
                                                  .hint = finalize_hint });
        if (ref == NULL)
            return napi__failed(env);
    }
    anchor->wrapped = true;
    anchor->native = native_object;
    anchor->wrap = ref;
    if (result != NULL)
        *result = ref;
    return napi_ok;
}

napi_status napi_unwrap(napi_env env, napi_value js_object, void **result)
{
    const napi_status status = check_wrap(env, js_object, result != NULL);

    if (status != napi_ok)
        return status;
    const napi__anchor *anchor =
        napi__find_anchor(env->e, engine__value(js_object));
    if (anchor == NULL || !anchor->wrapped)
        return napi__error(env, napi_invalid_arg);
    *result = anchor->native;
    return napi_ok;
}

napi_status napi_remove_wrap(napi_env env, napi_value js_object, void **result)
{
    const napi_status status = check_wrap(env, js_object, true);

    if (status != napi_ok)
        return status;
    napi__anchor *anchor = napi__find_anchor(env->e, engine__value(js_object));
    if (anchor == NULL || !anchor->wrapped)
        return napi__error(env, napi_invalid_arg);
    napi_ref ref = anchor->wrap;
    if (result != NULL)
        *result = anchor->native;
    anchor->wrapped = false;
    anchor->native = NULL;
    anchor->wrap = NULL;
    if (ref != NULL && ref->owned)
        napi__ref_delete(ref);
    else if (ref != NULL)
        ref->finalize = NULL; /* the addon deletes this reference itself */
    return napi_ok;
}

/* ---- Type tags ---------------------------------------------------------- */

napi_status napi_type_tag_object(napi_env env, napi_value value,
                                 const napi_type_tag *type_tag)
{
    const napi_status status = napi__enter(env, value != NULL);

    if (status != napi_ok)
        return status;
    JSValue object = napi__to_object(env, value);
    if (JS_IsException(object))
        return napi__failed(env);
    napi__anchor *anchor = type_tag ? napi__make_anchor(env->e, object) : NULL;
    const bool fresh = anchor != NULL && !anchor->tagged;
    if (fresh) {
        anchor->tagged = true;
        anchor->tag = *type_tag;
    }
    JS_FreeValue(env->e->ctx, object);
    if (type_tag != NULL && anchor == NULL)
        return napi__failed(env);
    return napi__error(env, fresh ? napi_ok : napi_invalid_arg);
}

napi_status napi_check_object_type_tag(napi_env env, napi_value value,
                                       const napi_type_tag *type_tag,
                                       bool *result)
{
    const napi_status status = napi__enter(env, value != NULL);

    if (status != napi_ok)
        return status;
    JSValue object = napi__to_object(env, value);
    if (JS_IsException(object))
        return napi__failed(env);
    const napi__anchor *anchor = napi__find_anchor(env->e, object);
    const bool args = type_tag != NULL && result != NULL;
    if (args)
        *result = anchor != NULL && anchor->tagged &&
                  anchor->tag.lower == type_tag->lower &&
                  anchor->tag.upper == type_tag->upper;
    JS_FreeValue(env->e->ctx, object);
    return napi__error(env, args ? napi_ok : napi_invalid_arg);
}

/* ---- Externals ---------------------------------------------------------- */

static JSValue external_new(engine *e, void *data)
{
    JSValue object =
        JS_NewObjectProtoClass(e->ctx, JS_NULL, e->classes.napi_external);

    if (JS_IsException(object))
        return object;
    external *record = js_mallocz(e->ctx, sizeof *record);
    if (record == NULL) {
        JS_FreeValue(e->ctx, object);
        return JS_EXCEPTION;
    }
    record->data = data;
    JS_SetOpaque(object, record);
    JS_PreventExtensions(e->ctx, object); /* nothing fits into one */
    return object;
}

napi_status napi_create_external(napi_env env, void *data,
                                 node_api_basic_finalize finalize_cb,
                                 void *finalize_hint, napi_value *result)
{
    const napi_status status = napi__enter(env, result != NULL);

    if (status != napi_ok)
        return status;
    JSValue object = external_new(env->e, data);
    if (JS_IsException(object))
        return napi__failed(env);
    if (finalize_cb != NULL &&
        napi__ref_new(env, object,
                      &(napi__ref_options){ .owned = true,
                                            .finalize = finalize_cb,
                                            .data = data,
                                            .hint = finalize_hint }) == NULL) {
        JS_FreeValue(env->e->ctx, object);
        return napi__failed(env);
    }
    return napi__give(env, object, result);
}

napi_status napi_get_value_external(napi_env env, napi_value value,
                                    void **result)
{
    const napi_status status =
        napi__check(env, value != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    const external *record =
        JS_GetOpaque(engine__value(value), env->e->classes.napi_external);
    if (record == NULL)
        return napi__error(env, napi_invalid_arg);
    *result = record->data;
    return napi_ok;
}
