/*
 * globals.c - global variables. Where one was found in the global object is
 * remembered by the low bits of its atom: a guess that is checked, since a
 * property can move.
 */

/* An own property of the global object. 'desc' holds no values. */
static int js_get_global_own(JSContext *ctx, JSPropertyDescriptor *desc,
                             JSAtom prop)
{
    int ret;

    ret = JS_GetOwnPropertyInternal(ctx, desc,
                                    JS_VALUE_GET_OBJ(ctx->global_obj), prop);
    if (ret > 0)
        js_free_desc(ctx, desc);
    return ret;
}

/* flags is 0, DEFINE_GLOBAL_LEX_VAR or DEFINE_GLOBAL_FUNC_VAR */
static int JS_CheckDefineGlobalVar(JSContext *ctx, JSAtom prop, int flags)
{
    JSObject *p;
    JSShapeProperty *prs, found;
    JSPropertyDescriptor desc;
    int ret;

    p = JS_VALUE_GET_OBJ(ctx->global_obj);
    prs = find_own_property1(p, prop);
    if (unlikely(p->is_exotic)) {
        ret = js_get_global_own(ctx, &desc, prop);
        if (ret < 0)
            return -1;
        found.flags = desc.flags & (JS_PROP_C_W_E | JS_PROP_GETSET);
        prs = ret ? &found : NULL;
    }
    /* XXX: should handle JS_PROP_AUTOINIT */
    if (flags & DEFINE_GLOBAL_LEX_VAR) {
        if (prs && !(prs->flags & JS_PROP_CONFIGURABLE))
            goto fail_redeclaration;
    } else {
        if (!prs && !p->extensible)
            goto define_error;
        if (flags & DEFINE_GLOBAL_FUNC_VAR) {
            if (prs) {
                if (!(prs->flags & JS_PROP_CONFIGURABLE) &&
                    ((prs->flags & JS_PROP_TMASK) == JS_PROP_GETSET ||
                     ((prs->flags & (JS_PROP_WRITABLE | JS_PROP_ENUMERABLE)) !=
                      (JS_PROP_WRITABLE | JS_PROP_ENUMERABLE)))) {
                define_error:
                    JS_ThrowTypeErrorAtom(ctx, "cannot define variable '%s'",
                                          prop);
                    return -1;
                }
            }
        }
    }
    /* check if there already is a lexical declaration */
    p = JS_VALUE_GET_OBJ(ctx->global_var_obj);
    prs = find_own_property1(p, prop);
    if (prs) {
    fail_redeclaration:
        JS_ThrowSyntaxErrorVarRedeclaration(ctx, prop);
        return -1;
    }
    return 0;
}

/* def_flags is (0, DEFINE_GLOBAL_LEX_VAR) |
   JS_PROP_CONFIGURABLE | JS_PROP_WRITABLE */
static int JS_DefineGlobalVar(JSContext *ctx, JSAtom prop, int def_flags)
{
    JSObject *p;
    JSShapeProperty *prs;
    JSProperty *pr;
    JSValue val;
    int flags;

    if (def_flags & DEFINE_GLOBAL_LEX_VAR) {
        p = JS_VALUE_GET_OBJ(ctx->global_var_obj);
        flags = JS_PROP_ENUMERABLE | (def_flags & JS_PROP_WRITABLE) |
                JS_PROP_CONFIGURABLE;
        val = JS_UNINITIALIZED;
    } else {
        p = JS_VALUE_GET_OBJ(ctx->global_obj);
        flags = JS_PROP_ENUMERABLE | JS_PROP_WRITABLE |
                (def_flags & JS_PROP_CONFIGURABLE);
        val = JS_UNDEFINED;
    }
    if (unlikely(p->is_exotic)) {
        JSPropertyDescriptor desc;
        int ret = js_get_global_own(ctx, &desc, prop);
        if (ret != 0)
            return ret < 0 ? -1 : 0;
        return JS_DefinePropertyValue(ctx, ctx->global_obj, prop, val,
                                      JS_PROP_C_W_E) < 0
                   ? -1
                   : 0;
    }
    prs = find_own_property1(p, prop);
    if (prs)
        return 0;
    if (!p->extensible)
        return 0;
    pr = add_property(ctx, p, prop, flags);
    if (unlikely(!pr))
        return -1;
    pr->u.value = val;
    /* global_var_obj comes before what was found in the global object */
    ctx->global_hint[prop % JS_GLOBAL_HINTS].atom = JS_ATOM_NULL;
    return 0;
}

/* 'def_flags' is 0 or JS_PROP_CONFIGURABLE. */
static int JS_DefineGlobalFunction(JSContext *ctx, JSAtom prop, JSValue func,
                                   int def_flags)
{

    JSObject *p;
    JSShapeProperty *prs, found;
    int flags;

    p = JS_VALUE_GET_OBJ(ctx->global_obj);
    prs = find_own_property1(p, prop);
    if (unlikely(p->is_exotic)) {
        JSPropertyDescriptor desc;
        int ret = js_get_global_own(ctx, &desc, prop);
        if (ret < 0)
            return -1;
        found.flags = desc.flags;
        prs = ret ? &found : NULL;
        def_flags = JS_PROP_CONFIGURABLE;
    }
    flags = JS_PROP_HAS_VALUE | JS_PROP_THROW;
    if (!prs || (prs->flags & JS_PROP_CONFIGURABLE)) {
        flags |= JS_PROP_ENUMERABLE | JS_PROP_WRITABLE | def_flags |
                 JS_PROP_HAS_CONFIGURABLE | JS_PROP_HAS_WRITABLE |
                 JS_PROP_HAS_ENUMERABLE;
    }
    if (JS_DefineProperty(ctx, ctx->global_obj, prop, func, JS_UNDEFINED,
                          JS_UNDEFINED, flags) < 0)
        return -1;
    return 0;
}

static JSValue JS_GetGlobalVar(JSContext *ctx, JSAtom prop,
                               bool throw_ref_error)
{
    JSObject *p;
    JSShapeProperty *prs;
    JSProperty *pr;
    JSGlobalHint *hint;

    /* no exotic behavior is possible in global_var_obj */
    p = JS_VALUE_GET_OBJ(ctx->global_var_obj);
    prs = find_own_property(&pr, p, prop);
    if (unlikely(prs) && js_is_builtin_running(ctx))
        return JS_GetPropertyInternal(ctx, ctx->global_obj, prop,
                                      ctx->global_obj, throw_ref_error);
    if (prs) {
        /* XXX: should handle JS_PROP_TMASK properties */
        if (unlikely(JS_IsUninitialized(pr->u.value)))
            return JS_ThrowReferenceErrorUninitialized(ctx, prs->atom);
        return js_dup(pr->u.value);
    }

    /* fast path */
    p = JS_VALUE_GET_OBJ(ctx->global_obj);
    prs = find_own_property(&pr, p, prop);
    if (prs) {
        if (likely((prs->flags & JS_PROP_TMASK) == 0)) {
            hint = &ctx->global_hint[prop % JS_GLOBAL_HINTS];
            hint->atom = prop;
            hint->index = pr - p->prop;
            return js_dup(pr->u.value);
        }
    }
    if (unlikely(p->is_exotic)) {
        int ret = JS_HasProperty(ctx, ctx->global_obj, prop);
        if (ret < 0)
            return JS_EXCEPTION;
        if (!ret && throw_ref_error)
            return JS_ThrowReferenceErrorNotDefined(ctx, prop);
    }
    return JS_GetPropertyInternal(ctx, ctx->global_obj, prop, ctx->global_obj,
                                  throw_ref_error);
}

/* JS_GetGlobalVar() for what is still where it was. False: look it up. */
static force_inline bool js_hinted_global_var(JSContext *ctx, JSAtom prop,
                                              JSValue **pval)
{
    const JSGlobalHint *hint = &ctx->global_hint[prop % JS_GLOBAL_HINTS];
    JSObject *p = JS_VALUE_GET_OBJ(ctx->global_obj);
    JSShape *sh = p->shape;
    JSShapeProperty *prs = get_shape_prop(sh) + hint->index;

    *pval = &p->prop[hint->index].u.value;
    return likely(hint->atom == prop &&
                  hint->index < (uint32_t)sh->prop_count && prs->atom == prop &&
                  (prs->flags & JS_PROP_TMASK) == 0);
}

int JS_DeleteProperty(JSContext *ctx, JSValueConst obj, JSAtom prop, int flags)
{
    JSValue obj1;
    JSObject *p;
    int res;

    obj1 = JS_ToObject(ctx, obj);
    if (JS_IsException(obj1))
        return -1;
    p = JS_VALUE_GET_OBJ(obj1);
    res = delete_property(ctx, p, prop);
    if (res != false) {
        JS_FreeValue(ctx, obj1);
        return res;
    }
    if ((flags & JS_PROP_THROW) ||
        ((flags & JS_PROP_THROW_STRICT) && is_strict_mode(ctx))) {
        if (p->class_id == JS_CLASS_PROXY)
            js_throw_trap(ctx,
                          "'deleteProperty' on proxy: trap returned falsish "
                          "for property '%s'",
                          prop);
        else
            js_throw_refused(ctx, JS_PROP_THROW,
                             "Cannot delete property '%s' of %s", prop, obj1);
        JS_FreeValue(ctx, obj1);
        return -1;
    }
    JS_FreeValue(ctx, obj1);
    return false;
}
