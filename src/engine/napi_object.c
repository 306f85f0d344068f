/*
 * napi_object.c - objects, arrays and their properties.
 *
 * A value that is no object is made one first, as `Object(value)` would; only
 * undefined and null are refused. The property is then set, read or deleted as
 * in sloppy mode: a write that the object refuses is not a failure. The
 * engine's calls are strict, so a write that threw is examined, see
 * set_was_refused().
 */
#include "engine/napi.h"

/* ---- Making ------------------------------------------------------------- */

napi_status napi_create_object(napi_env env, napi_value *result)
{
    const napi_status status = napi__check(env, result != NULL);

    if (status != napi_ok)
        return status;
    return napi__give(env, JS_NewObject(env->e->ctx), result);
}

napi_status napi_create_array(napi_env env, napi_value *result)
{
    const napi_status status = napi__check(env, result != NULL);

    if (status != napi_ok)
        return status;
    return napi__give(env, JS_NewArray(env->e->ctx), result);
}

napi_status napi_create_array_with_length(napi_env env, size_t length,
                                          napi_value *result)
{
    const napi_status status = napi__check(env, result != NULL);

    if (status != napi_ok)
        return status;
    JSContext *ctx = env->e->ctx;
    JSValue array = JS_NewArray(ctx);
    /* V8 takes an int, and what is negative as one for zero. */
    const int32_t wanted = (int32_t)length;
    if (!JS_IsException(array) && wanted > 0 &&
        JS_SetLength(ctx, array, wanted) < 0) {
        JS_FreeValue(ctx, array);
        return napi__failed(env);
    }
    return napi__give(env, array, result);
}

int engine_get_sample_count(napi_value object)
{
    return JS_GetSampleCount(engine__value(object));
}

static int give_object(engine *e, JSValue object, napi_value *out)
{
    if (JS_IsException(object))
        return ENGINE_THREW;
    return engine__give(e, object, out);
}

int engine_new_of_sample(engine *e, napi_value sample, const napi_value *values,
                         napi_value *out)
{
    JSContext *ctx = e->ctx;
    JSValueConst like = engine__value(sample);
    const int count = JS_GetSampleCount(like);
    JSValue props[JS_SAMPLE_PROPS];

    for (int i = 0; i < count; i++)
        props[i] = JS_DupValue(ctx, engine__value(values[i]));
    return give_object(e, JS_NewObjectOfSample(ctx, like, props), out);
}

int engine_new_of_numbers(engine *e, napi_value sample, const double *numbers,
                          napi_value *out)
{
    JSContext *ctx = e->ctx;
    JSValueConst like = engine__value(sample);
    const int count = JS_GetSampleCount(like);
    JSValue props[JS_SAMPLE_PROPS];

    for (int i = 0; i < count; i++)
        props[i] = JS_NewNumber(ctx, numbers[i]);
    return give_object(e, JS_NewObjectOfSample(ctx, like, props), out);
}

static bool is_name(JSValueConst value)
{
    return JS_IsString(value) || JS_IsSymbol(value);
}

static int add_property(JSContext *ctx, JSValueConst object, napi_value name,
                        napi_value value)
{
    const JSAtom key = JS_ValueToAtom(ctx, engine__value(name));

    if (key == JS_ATOM_NULL)
        return -1;
    const int done = JS_DefinePropertyValue(
        ctx, object, key, JS_DupValue(ctx, engine__value(value)),
        JS_PROP_C_W_E);
    JS_FreeAtom(ctx, key);
    return done;
}

napi_status node_api_create_object_with_properties(
    napi_env env, napi_value prototype_or_null, napi_value *property_names,
    napi_value *property_values, size_t property_count, napi_value *result)
{
    const napi_status status = napi__check(
        env, result != NULL &&
                 (property_count == 0 || (property_names && property_values)));

    if (status != napi_ok)
        return status;
    for (size_t i = 0; i < property_count; i++) {
        if (!is_name(engine__value(property_names[i])))
            return napi__error(env, napi_name_expected);
    }
    JSContext *ctx = env->e->ctx;
    JSValue object = JS_NewObjectProto(
        ctx, prototype_or_null ? engine__value(prototype_or_null) : JS_NULL);
    for (size_t i = 0; i < property_count && !JS_IsException(object); i++) {
        if (add_property(ctx, object, property_names[i], property_values[i]) <
            0) {
            JS_FreeValue(ctx, object);
            object = JS_EXCEPTION;
        }
    }
    return napi__give(env, object, result);
}

/* ---- One property ------------------------------------------------------- */

/* An operation under way: the object, and the key. */
typedef struct access {
    napi_env env;
    JSContext *ctx;
    JSValue object;
    JSAtom key;
} access;

/* Takes the key over, also if it fails; then nothing is to be closed. */
static napi_status access_open(access *a, napi_env env, napi_value object,
                               JSAtom key)
{
    a->env = env;
    a->ctx = env->e->ctx;
    a->key = key;
    if (key == JS_ATOM_NULL)
        return napi__failed(env);
    a->object = napi__to_object(env, object);
    if (!JS_IsException(a->object))
        return napi_ok;
    JS_FreeAtom(a->ctx, key);
    return env->last_error.error_code;
}

static void access_close(access *a)
{
    JS_FreeAtom(a->ctx, a->key);
    JS_FreeValue(a->ctx, a->object);
}

/* Close, and say how it went: negative is an exception. */
static napi_status access_end(access *a, int outcome)
{
    access_close(a);
    return outcome < 0 ? napi__failed(a->env) : napi__ok(a->env);
}

/*
 * A write threw: did the object refuse it, or did a setter throw? A refusal has
 * no effects, so it can be recognised afterwards: the property has no setter or
 * is read-only, or it is missing and the object is not extensible. For a proxy
 * the two cannot be distinguished, so its exception stands.
 */
static bool set_was_refused(JSContext *ctx, JSValueConst object, JSAtom key)
{
    JSValue at = JS_DupValue(ctx, object);
    bool refused = false;
    bool found = false;

    while (JS_IsObject(at) && !found && !JS_IsProxy(at)) {
        JSPropertyDescriptor desc;
        found = JS_GetOwnProperty(ctx, &desc, at, key) > 0;
        if (found) {
            refused = desc.flags & JS_PROP_GETSET
                          ? JS_IsUndefined(desc.setter)
                          : !(desc.flags & JS_PROP_WRITABLE);
            JS_FreeValue(ctx, desc.getter);
            JS_FreeValue(ctx, desc.setter);
            JS_FreeValue(ctx, desc.value);
        } else {
            JSValue next = JS_GetPrototype(ctx, at);
            JS_FreeValue(ctx, at);
            at = next;
        }
    }
    if (!found && JS_IsNull(at))
        refused = JS_IsExtensible(ctx, object) == 0;
    JS_FreeValue(ctx, at);
    return refused;
}

static napi_status set_end(access *a, napi_value value)
{
    int done = JS_SetProperty(a->ctx, a->object, a->key,
                              JS_DupValue(a->ctx, engine__value(value)));

    if (orr__unlikely(done < 0) && !engine__is_stopped(a->env->e)) {
        JSValue thrown = JS_GetException(a->ctx);
        if (set_was_refused(a->ctx, a->object, a->key)) {
            JS_FreeValue(a->ctx, thrown);
            done = 0;
        } else {
            JS_Throw(a->ctx, thrown);
        }
    }
    return access_end(a, done);
}

static napi_status get_end(access *a, napi_value *result)
{
    JSValue value = JS_GetProperty(a->ctx, a->object, a->key);

    access_close(a);
    return napi__give(a->env, value, result);
}

static napi_status has_end(access *a, bool *result)
{
    const int has = JS_HasProperty(a->ctx, a->object, a->key);

    if (has >= 0)
        *result = has > 0;
    return access_end(a, has);
}

static napi_status delete_end(access *a, bool *result)
{
    const int gone = JS_DeleteProperty(a->ctx, a->object, a->key, 0);

    if (gone >= 0 && result != NULL)
        *result = gone > 0;
    return access_end(a, gone);
}

/* ---- By a value --------------------------------------------------------- */

/* An object that is turned into a string for it may run JavaScript. */
static napi_status open_key(access *a, napi_env env, bool valid,
                            napi_value object, napi_value key)
{
    const napi_status status = napi__enter(env, valid && key != NULL);

    if (status != napi_ok)
        return status;
    return access_open(a, env, object,
                       JS_ValueToAtom(env->e->ctx, engine__value(key)));
}

napi_status napi_set_property(napi_env env, napi_value object, napi_value key,
                              napi_value value)
{
    access a;
    const napi_status status = open_key(&a, env, value != NULL, object, key);

    return status == napi_ok ? set_end(&a, value) : status;
}

napi_status napi_get_property(napi_env env, napi_value object, napi_value key,
                              napi_value *result)
{
    access a;
    const napi_status status = open_key(&a, env, result != NULL, object, key);

    return status == napi_ok ? get_end(&a, result) : status;
}

napi_status napi_has_property(napi_env env, napi_value object, napi_value key,
                              bool *result)
{
    access a;
    const napi_status status = open_key(&a, env, result != NULL, object, key);

    return status == napi_ok ? has_end(&a, result) : status;
}

napi_status napi_delete_property(napi_env env, napi_value object,
                                 napi_value key, bool *result)
{
    access a;
    const napi_status status = open_key(&a, env, true, object, key);

    return status == napi_ok ? delete_end(&a, result) : status;
}

napi_status napi_has_own_property(napi_env env, napi_value object,
                                  napi_value key, bool *result)
{
    access a;
    const napi_status status = open_key(&a, env, result != NULL, object, key);

    if (status != napi_ok)
        return status;
    if (!is_name(engine__value(key))) {
        access_close(&a);
        return napi__error(env, napi_name_expected);
    }
    const int has = JS_GetOwnProperty(a.ctx, NULL, a.object, a.key);
    if (has >= 0)
        *result = has > 0;
    return access_end(&a, has);
}

/* ---- By a name ---------------------------------------------------------- */

static napi_status open_name(access *a, napi_env env, bool valid,
                             napi_value object, const char *name)
{
    const napi_status status =
        napi__enter(env, valid && object != NULL && name != NULL);

    if (status != napi_ok)
        return status;
    return access_open(a, env, object, JS_NewAtom(env->e->ctx, name));
}

napi_status napi_set_named_property(napi_env env, napi_value object,
                                    const char *utf8name, napi_value value)
{
    access a;
    const napi_status status =
        open_name(&a, env, value != NULL, object, utf8name);

    return status == napi_ok ? set_end(&a, value) : status;
}

napi_status napi_get_named_property(napi_env env, napi_value object,
                                    const char *utf8name, napi_value *result)
{
    access a;
    const napi_status status =
        open_name(&a, env, result != NULL, object, utf8name);

    return status == napi_ok ? get_end(&a, result) : status;
}

napi_status napi_has_named_property(napi_env env, napi_value object,
                                    const char *utf8name, bool *result)
{
    access a;
    const napi_status status =
        open_name(&a, env, result != NULL, object, utf8name);

    return status == napi_ok ? has_end(&a, result) : status;
}

/* ---- By an index -------------------------------------------------------- */

static napi_status open_index(access *a, napi_env env, bool valid,
                              napi_value object, uint32_t index)
{
    const napi_status status = napi__enter(env, valid);

    if (status != napi_ok)
        return status;
    return access_open(a, env, object, JS_NewAtomUInt32(env->e->ctx, index));
}

napi_status napi_set_element(napi_env env, napi_value object, uint32_t index,
                             napi_value value)
{
    access a;
    const napi_status status =
        open_index(&a, env, value != NULL, object, index);

    return status == napi_ok ? set_end(&a, value) : status;
}

napi_status napi_get_element(napi_env env, napi_value object, uint32_t index,
                             napi_value *result)
{
    const napi_status status = napi__enter(env, result != NULL);

    if (status != napi_ok)
        return status;
    JSContext *ctx = env->e->ctx;
    JSValue on = napi__to_object(env, object);
    if (JS_IsException(on))
        return env->last_error.error_code;
    JSValue value = JS_GetPropertyUint32(ctx, on, index);
    JS_FreeValue(ctx, on);
    return napi__give(env, value, result);
}

napi_status napi_has_element(napi_env env, napi_value object, uint32_t index,
                             bool *result)
{
    access a;
    const napi_status status =
        open_index(&a, env, result != NULL, object, index);

    return status == napi_ok ? has_end(&a, result) : status;
}

napi_status napi_delete_element(napi_env env, napi_value object, uint32_t index,
                                bool *result)
{
    access a;
    const napi_status status = open_index(&a, env, true, object, index);

    return status == napi_ok ? delete_end(&a, result) : status;
}

napi_status napi_get_array_length(napi_env env, napi_value value,
                                  uint32_t *result)
{
    int64_t length;
    const napi_status status =
        napi__enter(env, value != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    if (!JS_IsArray(engine__value(value)))
        return napi__error(env, napi_array_expected);
    if (JS_GetLength(env->e->ctx, engine__value(value), &length) < 0)
        return napi__failed(env);
    *result = (uint32_t)length;
    return napi_ok;
}

/* ---- The whole object --------------------------------------------------- */

napi_status napi_get_prototype(napi_env env, napi_value object,
                               napi_value *result)
{
    const napi_status status = napi__enter(env, result != NULL);

    if (status != napi_ok)
        return status;
    JSValue on = napi__to_object(env, object);
    if (JS_IsException(on))
        return env->last_error.error_code;
    JSValue proto = JS_GetPrototype(env->e->ctx, on);
    JS_FreeValue(env->e->ctx, on);
    return napi__give(env, proto, result);
}

napi_status node_api_set_prototype(napi_env env, napi_value object,
                                   napi_value value)
{
    const napi_status status = napi__enter(env, value != NULL);

    if (status != napi_ok)
        return status;
    JSValue on = napi__to_object(env, object);
    if (JS_IsException(on))
        return env->last_error.error_code;
    const int done = JS_SetPrototype(env->e->ctx, on, engine__value(value));
    /* V8 throws nothing if the object does not want it; a proxy may. */
    if (done < 0 && !JS_IsProxy(on))
        JS_FreeValue(env->e->ctx, JS_GetException(env->e->ctx));
    JS_FreeValue(env->e->ctx, on);
    return napi__error(env, done < 0 ? napi_generic_failure : napi_ok);
}

static napi_status restrict_object(napi_env env, napi_value object,
                                   int (*how)(JSContext *, JSValueConst))
{
    const napi_status status = napi__enter(env, true);

    if (status != napi_ok)
        return status;
    JSValue on = napi__to_object(env, object);
    if (JS_IsException(on))
        return env->last_error.error_code;
    const int done = how(env->e->ctx, on);
    JS_FreeValue(env->e->ctx, on);
    return done < 0 ? napi__failed(env) : napi_ok;
}

napi_status napi_object_freeze(napi_env env, napi_value object)
{
    return restrict_object(env, object, JS_FreezeObject);
}

napi_status napi_object_seal(napi_env env, napi_value object)
{
    return restrict_object(env, object, JS_SealObject);
}
