/*
 * realms.c - to which context an object belongs. Objects do not say, but the
 * last of their prototypes does, if no program has changed it.
 */
JSContext *JS_GetRealmOf(JSContext *ctx, JSValueConst value);

/* NULL: no context's. */
JSContext *JS_GetRealmOf(JSContext *ctx, JSValueConst value)
{
    struct list_head *el;
    JSObject *last;

    if (JS_VALUE_GET_TAG(value) != JS_TAG_OBJECT)
        return NULL;
    last = JS_VALUE_GET_OBJ(value);
    while (last->shape->proto != NULL)
        last = last->shape->proto;
    list_for_each(el, &ctx->rt->context_list) {
        JSContext *one = list_entry(el, JSContext, link);
        JSValueConst proto = one->class_proto[JS_CLASS_OBJECT];

        if (JS_VALUE_GET_TAG(proto) == JS_TAG_OBJECT &&
            JS_VALUE_GET_OBJ(proto) == last)
            return one;
    }
    return NULL;
}
