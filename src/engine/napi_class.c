/*
 * napi_class.c - property descriptors, and the classes that are made of them.
 *
 * A descriptor is an accessor if it has a getter or setter, else a method if it
 * has one, else a value. A class is a constructor with its descriptors on the
 * prototype, the static ones on itself. If two on the prototype have one name,
 * the second is dropped without a word where the first cannot be redefined. Its
 * methods insist on instances: called on anything else they throw before the
 * callback could misread the object.
 */
#include "engine/napi.h"

/* JS_ATOM_NULL: the last error is set. */
static JSAtom name_of(napi_env env, const napi_property_descriptor *p)
{
    JSAtom name = JS_ATOM_NULL;

    if (p->utf8name != NULL) {
        name = JS_NewAtom(env->e->ctx, p->utf8name);
    } else if (p->name == NULL || !(JS_IsString(engine__value(p->name)) ||
                                    JS_IsSymbol(engine__value(p->name)))) {
        napi__error(env, napi_name_expected);
        return JS_ATOM_NULL;
    } else {
        name = JS_ValueToAtom(env->e->ctx, engine__value(p->name));
    }
    if (name == JS_ATOM_NULL)
        napi__failed(env);
    return name;
}

static int flags_of(const napi_property_descriptor *p)
{
    int flags = JS_PROP_HAS_CONFIGURABLE | JS_PROP_HAS_ENUMERABLE;

    if (p->attributes & napi_configurable)
        flags |= JS_PROP_CONFIGURABLE;
    if (p->attributes & napi_enumerable)
        flags |= JS_PROP_ENUMERABLE;
    return flags;
}

static JSValue function_of(napi_env env, napi_callback callback, JSAtom name,
                           const napi_property_descriptor *p,
                           uint32_t signature)
{
    if (callback == NULL)
        return JS_UNDEFINED;
    /* V8 names the methods of a class, and no others. */
    if (signature == 0 && !env->own)
        name = JS_ATOM_NULL;
    /* Only a method can be meant to be constructed. */
    const bool prototype = callback == p->method && signature == 0 && !env->own;
    return napi__function_new(
        env, &(napi__function_options){ .name = name,
                                        .callback = callback,
                                        .data = p->data,
                                        .signature = signature,
                                        .prototype = prototype });
}

static int define_accessor(napi_env env, JSValueConst object, JSAtom name,
                           const napi_property_descriptor *p)
{
    JSContext *ctx = env->e->ctx;
    JSValue getter = function_of(env, p->getter, JS_ATOM_NULL, p, 0);
    JSValue setter = function_of(env, p->setter, JS_ATOM_NULL, p, 0);
    int done = -1;

    if (!JS_IsException(getter) && !JS_IsException(setter))
        done =
            JS_DefineProperty(ctx, object, name, JS_UNDEFINED, getter, setter,
                              flags_of(p) | JS_PROP_HAS_GET | JS_PROP_HAS_SET);
    JS_FreeValue(ctx, getter);
    JS_FreeValue(ctx, setter);
    return done;
}

static int define_value(napi_env env, JSValueConst object, JSAtom name,
                        const napi_property_descriptor *p, uint32_t signature)
{
    JSContext *ctx = env->e->ctx;
    JSValue value = p->method ? function_of(env, p->method, name, p, signature)
                              : JS_DupValue(ctx, engine__value(p->value));
    int flags = flags_of(p) | JS_PROP_HAS_WRITABLE | JS_PROP_HAS_VALUE;

    if (JS_IsException(value))
        return -1;
    if (p->attributes & napi_writable)
        flags |= JS_PROP_WRITABLE;
    const int done = JS_DefineProperty(ctx, object, name, value, JS_UNDEFINED,
                                       JS_UNDEFINED, flags);
    JS_FreeValue(ctx, value);
    return done;
}

/* `signature`: of the class whose prototype `object` is, or zero. */
static napi_status class_define(napi_env env, JSValueConst object,
                                const napi_property_descriptor *p,
                                uint32_t signature)
{
    const bool accessor = p->getter != NULL || p->setter != NULL;

    if (!accessor && p->method == NULL && p->value == NULL)
        return napi__error(env, napi_invalid_arg);
    const JSAtom name = name_of(env, p);
    if (name == JS_ATOM_NULL)
        return env->last_error.error_code;
    const int done = accessor ? define_accessor(env, object, name, p)
                              : define_value(env, object, name, p, signature);
    JS_FreeAtom(env->e->ctx, name);
    if (done < 0)
        return napi__failed(env);
    if (done == 0 && signature == 0) /* the object refused it */
        return napi__error(env, !accessor && p->method ? napi_generic_failure
                                                       : napi_invalid_arg);
    return napi_ok;
}

napi_status napi_define_properties(napi_env env, napi_value object,
                                   size_t property_count,
                                   const napi_property_descriptor *properties)
{
    napi_status status =
        napi__enter(env, property_count == 0 || properties != NULL);

    if (status != napi_ok)
        return status;
    JSValue on = napi__to_object(env, object);
    if (JS_IsException(on))
        return env->last_error.error_code;
    for (size_t i = 0; i < property_count && status == napi_ok; i++)
        status = class_define(env, on, &properties[i], 0);
    JS_FreeValue(env->e->ctx, on);
    return status;
}

static napi_status define_members(napi_env env, JSValueConst constructor,
                                  uint32_t signature, size_t count,
                                  const napi_property_descriptor *properties)
{
    JSContext *ctx = env->e->ctx;
    napi_status status = napi_ok;
    JSValue proto =
        JS_GetProperty(ctx, constructor, env->e->napi->atom_prototype);

    if (JS_IsException(proto))
        return napi__failed(env);
    for (size_t i = 0; i < count && status == napi_ok; i++) {
        if (properties[i].attributes & napi_static)
            status = class_define(env, constructor, &properties[i], 0);
        else
            status = class_define(env, proto, &properties[i], signature);
    }
    JS_FreeValue(ctx, proto);
    return status;
}

napi_status napi_define_class(napi_env env, const char *utf8name, size_t length,
                              napi_callback constructor, void *data,
                              size_t property_count,
                              const napi_property_descriptor *properties,
                              napi_value *result)
{
    napi_status status = napi__enter(
        env, result != NULL && constructor != NULL && utf8name != NULL &&
                 (property_count == 0 || properties != NULL));

    if (status != napi_ok)
        return status;
    engine *e = env->e;
    const JSAtom name = napi__atom_new(e, utf8name, length);
    if (name == JS_ATOM_NULL)
        return napi__failed(env);
    const uint32_t signature = ++e->napi->last_signature;
    JSValue made = napi__function_new(
        env, &(napi__function_options){ .name = name,
                                        .callback = constructor,
                                        .data = data,
                                        .signature = signature,
                                        .constructor = true,
                                        .prototype = true });
    JS_FreeAtom(e->ctx, name);
    if (JS_IsException(made))
        return napi__failed(env);
    status = define_members(env, made, signature, property_count, properties);
    if (status != napi_ok) {
        JS_FreeValue(e->ctx, made);
        return status;
    }
    return napi__give(env, made, result);
}
