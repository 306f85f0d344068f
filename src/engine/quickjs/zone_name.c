/*
 * zone_name.c - the function that names time zones is that of the first context
 * that has one: the host sets it once, and dates of a context that a program
 * makes end as all others do.
 */
static JSValueConst js_find_zone_name(JSContext *ctx)
{
    struct list_head *el;

    list_for_each(el, &ctx->rt->context_list)
    {
        JSContext *other = list_entry(el, JSContext, link);

        if (JS_IsFunction(other, other->zone_name))
            return other->zone_name;
    }
    return JS_UNDEFINED;
}
