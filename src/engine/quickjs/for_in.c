/*
 * for_in.c - for-in over a chain of prototypes with a proxy in it, as V8 does
 * it: first the keys of each object are taken, without asking whether they are
 * enumerable; that is asked of each key when its turn comes.
 *
 *      keys      ownKeys, getPrototypeOf           of each, outwards
 *      a key     getOwnPropertyDescriptor          of each, until one has it
 *
 * The second half is for all objects: what was deleted is not visited. Only of
 * a proxy it is asked whether the key is enumerable now.
 */

/* Asks no trap: what is behind a proxy is not known. */
static bool js_has_proxy_in_chain(JSObject *p)
{
    for (; p; p = p->shape->proto) {
        if (p->class_id == JS_CLASS_PROXY)
            return true;
    }
    return false;
}

/* The keys of one object. A key that is there stays what it is, so that one
   that is not enumerable hides those behind it. */
static int js_for_in_own_keys(JSContext *ctx, JSValueConst enum_obj,
                              JSObject *p)
{
    const bool is_proxy = p->class_id == JS_CLASS_PROXY;
    JSPropertyEnum *keys;
    uint32_t count, i;
    int ret = 0;

    if (JS_GetOwnPropertyNamesInternal(ctx, &keys, &count, p,
                                       JS_GPN_STRING_MASK |
                                           (is_proxy ? 0 : JS_GPN_SET_ENUM)))
        return -1;
    for (i = 0; i < count && ret >= 0; i++)
        ret = JS_DefinePropertyValue(
            ctx, enum_obj, keys[i].atom, JS_NULL,
            is_proxy || keys[i].is_enumerable ? JS_PROP_ENUMERABLE : 0);
    js_free_prop_enum(ctx, keys, count);
    return ret < 0 ? -1 : 0;
}

static int js_for_in_proxy_keys(JSContext *ctx, JSValueConst enum_obj,
                                JSValueConst obj)
{
    JSValue holder = js_dup(obj);

    while (!JS_IsNull(holder)) {
        if (js_for_in_own_keys(ctx, enum_obj, JS_VALUE_GET_OBJ(holder)) ||
            js_poll_interrupts(ctx)) {
            JS_FreeValue(ctx, holder);
            return -1;
        }
        holder = JS_GetPrototypeFree(ctx, holder);
        if (JS_IsException(holder))
            return -1;
    }
    return 0;
}

/* No element of a typed array is looked for in its prototypes. */
static bool js_has_only_own_elements(JSObject *p, JSAtom prop)
{
    return is_typed_array(p->class_id) && __JS_AtomIsTaggedInt(prop);
}

/* Is the key visited now? -1 if exception. */
static int js_for_in_has(JSContext *ctx, JSValueConst obj, JSAtom prop)
{
    JSValue holder = js_dup(obj);
    bool is_proxy;
    int flags, ret;

    for (;;) {
        is_proxy = JS_VALUE_GET_OBJ(holder)->class_id == JS_CLASS_PROXY;
        ret = JS_GetOwnPropertyFlagsInternal(ctx, &flags,
                                             JS_VALUE_GET_OBJ(holder), prop);
        if (ret != 0 || js_poll_interrupts(ctx))
            break;
        if (js_has_only_own_elements(JS_VALUE_GET_OBJ(holder), prop)) {
            JS_FreeValue(ctx, holder);
            return 0;
        }
        holder = JS_GetPrototypeFree(ctx, holder);
        if (JS_IsException(holder))
            return -1;
        if (JS_IsNull(holder))
            return 0;
    }
    JS_FreeValue(ctx, holder);
    if (ret <= 0)
        return -1;
    return is_proxy ? (flags & JS_PROP_ENUMERABLE) != 0 : 1;
}
