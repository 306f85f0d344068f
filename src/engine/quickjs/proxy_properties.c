/*
 * proxy_properties.c - what the traps getOwnPropertyDescriptor, defineProperty
 * and isExtensible may answer. An answer has to be one that the target could
 * give: all of a descriptor is compared, its values and functions, too.
 */

/* A descriptor as it is defined: its JS_PROP_HAS_ flags say what it has. */
struct given_property {
    int flags;
    JSValueConst value, getter, setter;
};

static bool is_other(JSContext *ctx, const struct given_property *given,
                     int has, JSValueConst a, JSValueConst b)
{
    return (given->flags & has) && !js_same_value(ctx, a, b);
}

/* IsCompatiblePropertyDescriptor(), for a property that is there */
static bool is_compatible(JSContext *ctx, const JSPropertyDescriptor *target,
                          const struct given_property *given)
{
    if (!check_define_prop_flags(target->flags, given->flags))
        return false;
    if (target->flags & JS_PROP_CONFIGURABLE)
        return true;
    if (target->flags & JS_PROP_GETSET)
        return !is_other(ctx, given, JS_PROP_HAS_GET, given->getter,
                         target->getter) &&
               !is_other(ctx, given, JS_PROP_HAS_SET, given->setter,
                         target->setter);
    return (target->flags & JS_PROP_WRITABLE) ||
           !is_other(ctx, given, JS_PROP_HAS_VALUE, given->value,
                     target->value);
}

/* A target's property that stays, and that can be written; the proxy says it
   can not. */
static bool hides_writable(const JSPropertyDescriptor *target, int given)
{
    return (target->flags & (JS_PROP_GETSET | JS_PROP_CONFIGURABLE |
                             JS_PROP_WRITABLE)) == JS_PROP_WRITABLE &&
           (given & (JS_PROP_HAS_WRITABLE | JS_PROP_WRITABLE)) ==
               JS_PROP_HAS_WRITABLE;
}

/* The trap says that there is no such property. */
static int check_no_property(JSContext *ctx, JSValueConst target, JSAtom prop,
                             const JSPropertyDescriptor *desc)
{
    int is_extensible;

    if (!desc)
        return 0;
    if (!(desc->flags & JS_PROP_CONFIGURABLE)) {
        js_throw_trap(ctx,
                      "'getOwnPropertyDescriptor' on proxy: trap returned "
                      "undefined for property '%s' which is non-configurable "
                      "in the proxy target",
                      prop);
        return -1;
    }
    is_extensible = JS_IsExtensible(ctx, target);
    if (is_extensible == 0)
        js_throw_trap(ctx,
                      "'getOwnPropertyDescriptor' on proxy: trap returned "
                      "undefined for property '%s' which exists in the "
                      "non-extensible proxy target",
                      prop);
    return is_extensible > 0 ? 0 : -1;
}

/* It says that there is this one, which is whole. */
static int check_own_property(JSContext *ctx, JSAtom prop, bool is_extensible,
                              const JSPropertyDescriptor *desc,
                              const JSPropertyDescriptor *result)
{
    struct given_property given = {
        .flags = result->flags | JS_PROP_HAS_CONFIGURABLE |
                 JS_PROP_HAS_ENUMERABLE |
                 (result->flags & JS_PROP_GETSET
                      ? JS_PROP_HAS_GET | JS_PROP_HAS_SET
                      : JS_PROP_HAS_VALUE | JS_PROP_HAS_WRITABLE),
        .value = result->value,
        .getter = result->getter,
        .setter = result->setter,
    };

    if (desc ? !is_compatible(ctx, desc, &given) : !is_extensible)
        js_throw_trap(ctx,
                      "'getOwnPropertyDescriptor' on proxy: trap returned "
                      "descriptor for property '%s' that is incompatible with "
                      "the existing property in the proxy target",
                      prop);
    else if (result->flags & JS_PROP_CONFIGURABLE)
        return 0;
    else if (!desc || (desc->flags & JS_PROP_CONFIGURABLE))
        js_throw_trap(ctx,
                      "'getOwnPropertyDescriptor' on proxy: trap reported "
                      "non-configurability for property '%s' which is either "
                      "non-existent or configurable in the proxy target",
                      prop);
    else if (hides_writable(desc, given.flags))
        js_throw_trap(ctx,
                      "'getOwnPropertyDescriptor' on proxy: trap reported "
                      "non-configurable and non-writable for property '%s' "
                      "which is non-configurable, writable in the proxy target",
                      prop);
    else
        return 0;
    return -1;
}

/* What the trap gave: 1 with *result, 0 for none, or an exception. */
static int take_own_property(JSContext *ctx, JSPropertyDescriptor *result,
                             JSValueConst target, JSAtom prop,
                             JSValueConst answer,
                             const JSPropertyDescriptor *desc)
{
    int is_extensible;

    if (JS_IsUndefined(answer))
        return check_no_property(ctx, target, prop, desc);
    is_extensible = JS_IsExtensible(ctx, target);
    if (is_extensible < 0 || js_obj_to_desc(ctx, result, answer))
        return -1;
    if (result->flags & (JS_PROP_HAS_GET | JS_PROP_HAS_SET))
        result->flags |= JS_PROP_GETSET;
    if (check_own_property(ctx, prop, is_extensible, desc, result)) {
        js_free_desc(ctx, result);
        return -1;
    }
    return 1;
}

static int js_proxy_get_own_property(JSContext *ctx,
                                     JSPropertyDescriptor *pdesc,
                                     JSValueConst obj, JSAtom prop)
{
    JSPropertyDescriptor desc, result;
    JSValue method, name, answer;
    JSProxyData *s =
        get_proxy_method(ctx, &method, obj, JS_ATOM_getOwnPropertyDescriptor);
    int has, found = -1;

    if (!s)
        return -1;
    if (JS_IsUndefined(method))
        return JS_GetOwnPropertyInternal(ctx, pdesc,
                                         JS_VALUE_GET_OBJ(s->target), prop);
    name = JS_AtomToValue(ctx, prop);
    if (JS_IsException(name)) {
        JS_FreeValue(ctx, method);
        return -1;
    }
    answer = JS_CallFree(ctx, method, s->handler, 2,
                         (JSValueConst[]){ s->target, name });
    JS_FreeValue(ctx, name);
    if (JS_IsException(answer))
        return -1;
    if (!JS_IsObject(answer) && !JS_IsUndefined(answer)) {
        JS_FreeValue(ctx, answer);
        js_throw_trap(ctx,
                      "'getOwnPropertyDescriptor' on proxy: trap returned "
                      "neither object nor undefined for property '%s'",
                      prop);
        return -1;
    }
    has = JS_GetOwnPropertyInternal(ctx, &desc, JS_VALUE_GET_OBJ(s->target),
                                    prop);
    if (has >= 0)
        found = take_own_property(ctx, &result, s->target, prop, answer,
                                  has ? &desc : NULL);
    if (has > 0)
        js_free_desc(ctx, &desc);
    JS_FreeValue(ctx, answer);
    if (found > 0 && pdesc)
        *pdesc = result;
    else if (found > 0)
        js_free_desc(ctx, &result);
    return found;
}

/* The trap says that it has defined this. */
static int check_defined(JSContext *ctx, JSAtom prop, bool is_extensible,
                         const JSPropertyDescriptor *desc,
                         const struct given_property *given)
{
    bool is_kept =
        (given->flags & (JS_PROP_HAS_CONFIGURABLE | JS_PROP_CONFIGURABLE)) ==
        JS_PROP_HAS_CONFIGURABLE;

    if (!desc && !is_extensible)
        js_throw_trap(ctx,
                      "'defineProperty' on proxy: trap returned truish for "
                      "adding property '%s'  to the non-extensible proxy "
                      "target",
                      prop);
    else if (desc && !is_compatible(ctx, desc, given))
        js_throw_trap(ctx,
                      "'defineProperty' on proxy: trap returned truish for "
                      "adding property '%s'  that is incompatible with the "
                      "existing property in the proxy target",
                      prop);
    else if (is_kept && (!desc || (desc->flags & JS_PROP_CONFIGURABLE)))
        js_throw_trap(ctx,
                      "'defineProperty' on proxy: trap returned truish for "
                      "defining non-configurable property '%s' which is "
                      "either non-existent or configurable in the proxy target",
                      prop);
    else if (desc && hides_writable(desc, given->flags))
        js_throw_trap(ctx,
                      "'defineProperty' on proxy: trap returned truish for "
                      "defining non-configurable property '%s' which cannot "
                      "be non-writable, unless there exists a corresponding "
                      "non-configurable, non-writable own property of the "
                      "target object.",
                      prop);
    else
        return 0;
    return -1;
}

/* Calls the trap: 1 if it says that the property is defined. */
static int ask_to_define(JSContext *ctx, JSProxyData *s, JSValue method,
                         JSAtom prop, const struct given_property *given)
{
    JSValue name = JS_AtomToValue(ctx, prop), desc = JS_UNDEFINED, answer;
    bool is_made = !JS_IsException(name);

    if (is_made) {
        desc = js_create_desc(ctx, given->value, given->getter, given->setter,
                              given->flags);
        is_made = !JS_IsException(desc);
    }
    if (is_made)
        answer = JS_Call(ctx, method, s->handler, 3,
                         (JSValueConst[]){ s->target, name, desc });
    else
        answer = JS_EXCEPTION;
    JS_FreeValue(ctx, method);
    JS_FreeValue(ctx, name);
    JS_FreeValue(ctx, desc);
    return JS_IsException(answer) ? -1 : JS_ToBoolFree(ctx, answer);
}

static int js_proxy_define_own_property(JSContext *ctx, JSValueConst obj,
                                        JSAtom prop, JSValueConst val,
                                        JSValueConst getter,
                                        JSValueConst setter, int flags)
{
    struct given_property given = { flags, val, getter, setter };
    JSPropertyDescriptor desc;
    JSValue method;
    JSProxyData *s =
        get_proxy_method(ctx, &method, obj, JS_ATOM_defineProperty);
    int res, is_extensible;

    if (!s)
        return -1;
    if (JS_IsUndefined(method))
        return JS_DefineProperty(ctx, s->target, prop, val, getter, setter,
                                 flags);
    res = ask_to_define(ctx, s, method, prop, &given);
    if (res < 0)
        return -1;
    if (!res) {
        if (!(flags & JS_PROP_THROW) &&
            !((flags & JS_PROP_THROW_STRICT) && is_strict_mode(ctx)))
            return 0;
        js_throw_trap(ctx,
                      "'defineProperty' on proxy: trap returned falsish for "
                      "property '%s'",
                      prop);
        return -1;
    }
    res = JS_GetOwnPropertyInternal(ctx, &desc, JS_VALUE_GET_OBJ(s->target),
                                    prop);
    if (res < 0)
        return -1;
    is_extensible = JS_IsExtensible(ctx, s->target);
    if (is_extensible >= 0 && check_defined(ctx, prop, is_extensible,
                                            res ? &desc : NULL, &given))
        is_extensible = -1;
    if (res)
        js_free_desc(ctx, &desc);
    return is_extensible < 0 ? -1 : 1;
}

static int js_proxy_isExtensible(JSContext *ctx, JSValueConst obj)
{
    JSValue method, answer;
    JSProxyData *s = get_proxy_method(ctx, &method, obj, JS_ATOM_isExtensible);
    int is_extensible;
    bool said;

    if (!s)
        return -1;
    if (JS_IsUndefined(method))
        return JS_IsExtensible(ctx, s->target);
    answer = JS_CallFree(ctx, method, s->handler, 1, vc(&s->target));
    if (JS_IsException(answer))
        return -1;
    said = JS_ToBoolFree(ctx, answer);
    is_extensible = JS_IsExtensible(ctx, s->target);
    if (is_extensible < 0 || said == is_extensible)
        return is_extensible;
    JS_ThrowTypeError(ctx,
                      "'isExtensible' on proxy: trap result does not reflect "
                      "extensibility of proxy target (which is '%s')",
                      is_extensible ? "true" : "false");
    return -1;
}
