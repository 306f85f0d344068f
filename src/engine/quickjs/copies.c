/*
 * copies.c - copies of objects: {...o}, Object.assign(), and samples that
 * native code makes objects like. A plain object is copied by its shape.
 */

/* Can 'p', which has no properties, simply get the shape of 'src'? */
static bool js_can_share_shape(JSObject *p, JSObject *src)
{
    JSShapeProperty *prs = get_shape_prop(src->shape);
    int i;

    if (p->class_id != JS_CLASS_OBJECT || !p->extensible || p->is_prototype ||
        !p->shape->is_hashed || p->shape->prop_count != 0 ||
        !src->shape->is_hashed || p->shape->proto != src->shape->proto)
        return false;
    if (js_is_plain_shape(src->shape))
        return true;
    for (i = 0; i < src->shape->prop_count; i++, prs++) {
        if (prs->flags != JS_PROP_C_W_E)
            return false; /* or it was deleted */
    }
    return true;
}

static int js_share_shape(JSContext *ctx, JSObject *p, JSObject *src)
{
    JSShape *sh = src->shape;
    JSProperty *prop;
    int i;

    if (sh->prop_count == 0)
        return 0;
    prop = js_resize_props(ctx, p, sh->prop_size);
    if (!prop)
        return -1;
    for (i = 0; i < sh->prop_count; i++)
        prop[i].u.value = js_dup(src->prop[i].u.value);
    p->prop = prop;
    js_free_shape(ctx->rt, p->shape);
    p->shape = js_dup_shape(sh);
    return 0;
}

/* Is it an array without elements, such as a queue at its beginning? */
static inline bool js_is_empty_array(JSValueConst val)
{
    JSObject *p;

    if (JS_VALUE_GET_TAG(val) != JS_TAG_OBJECT)
        return false;
    p = JS_VALUE_GET_OBJ(val);
    return p->class_id == JS_CLASS_ARRAY && p->fast_array &&
           p->u.array.count == 0;
}

JSValue JS_CopySample(JSContext *ctx, JSValueConst sample, int parts)
{
    JSObject *p, *src;
    JSValue obj, val, *to;
    int i, count, last;

    if (JS_VALUE_GET_TAG(sample) != JS_TAG_OBJECT ||
        !js_is_sample(JS_VALUE_GET_OBJ(sample)))
        return JS_ThrowTypeError(ctx, "not a sample of objects");
    src = JS_VALUE_GET_OBJ(sample);
    count = src->shape->prop_count;
    obj = JS_NewObjectFromShape(ctx, js_dup_shape(src->shape), JS_CLASS_OBJECT,
                                NULL);
    if (JS_IsException(obj))
        return obj;
    p = JS_VALUE_GET_OBJ(obj);
    last = parts; /* of what each copy has of its own */
    for (i = 0; i < count; i++) {
        p->prop[i].u.value = js_dup(src->prop[i].u.value);
        if (JS_VALUE_GET_TAG(src->prop[i].u.value) == JS_TAG_OBJECT &&
            js_is_empty_array(src->prop[i].u.value))
            last = i + 1;
    }
    /* the collector may run from here on */
    for (i = 0; i < last; i++) {
        to = &p->prop[i].u.value;
        if (i >= parts && !js_is_empty_array(*to))
            continue;
        val = js_is_empty_array(*to) ? JS_NewArray(ctx)
                                     : JS_CopySample(ctx, *to, 0);
        if (JS_IsException(val)) {
            JS_FreeValue(ctx, obj);
            return JS_EXCEPTION;
        }
        JS_FreeValue(ctx, *to);
        *to = val;
    }
    return obj;
}

int JS_CountFields(JSContext *ctx, JSValueConst obj)
{
    JSObject *p;

    if (JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT)
        return -1;
    p = JS_VALUE_GET_OBJ(obj);
    return js_count_plain_keys(ctx->rt, p) < 0 ? -1 : p->shape->prop_count;
}

bool JS_GetField(JSContext *ctx, JSValueConst obj, int i, JSValueConst *pname,
                 JSValueConst *pvalue)
{
    JSObject *p = JS_VALUE_GET_OBJ(obj);
    JSShapeProperty *prs = &get_shape_prop(p->shape)[i];

    if (prs->atom == JS_ATOM_NULL || !(prs->flags & JS_PROP_ENUMERABLE))
        return false;
    *pname = JS_MKPTR(JS_TAG_STRING, ctx->rt->atom_array[prs->atom]);
    *pvalue = p->prop[i].u.value;
    return true;
}

/* Define a property of an ordinary object that perhaps has it already. */
static int js_define_plain(JSContext *ctx, JSValueConst obj, JSAtom atom,
                           JSValue val)
{
    JSObject *p = object_or_null(obj);
    JSShapeProperty *prs;
    JSProperty *pr;

    if (p && p->class_id == JS_CLASS_OBJECT && p->extensible &&
        !p->is_prototype && !p->is_intrinsic) {
        prs = find_own_property(&pr, p, atom);
        if (!prs) {
            pr = add_property(ctx, p, atom, JS_PROP_C_W_E);
            if (!pr) {
                JS_FreeValue(ctx, val);
                return -1;
            }
            pr->u.value = val;
            return 0;
        }
        if (prs->flags == JS_PROP_C_W_E) {
            set_value(ctx, &pr->u.value, val);
            return 0;
        }
    }
    return JS_DefinePropertyValue(ctx, obj, atom, val,
                                  JS_PROP_C_W_E | JS_PROP_THROW);
}

/* JS_CopyDataProperties() where js_count_plain_keys() of 'src' is known. Only
   setters of the target can run code; what they do to 'src' is looked out for.
 */
static int js_copy_plain_properties(JSContext *ctx, JSValueConst target,
                                    JSObject *src, JSObject *pexcl,
                                    bool setprop)
{
    JSShapeProperty *prs;
    JSShape *sh;
    JSProperty *pr;
    JSValue val;
    JSAtom atom;
    int i, ret = 0;

    if (!setprop && !pexcl && js_can_share_shape(JS_VALUE_GET_OBJ(target), src))
        return js_share_shape(ctx, JS_VALUE_GET_OBJ(target), src);
    /* a shape that is not hashed is not shared; no code runs then */
    sh = src->shape;
    if (sh->is_hashed)
        js_dup_shape(sh);
    for (i = 0; i < sh->prop_count && ret >= 0; i++) {
        prs = &get_shape_prop(sh)[i];
        atom = prs->atom;
        if (atom == JS_ATOM_NULL || !(prs->flags & JS_PROP_ENUMERABLE) ||
            (pexcl && find_own_property(&pr, pexcl, atom)))
            continue;
        if (likely(src->shape == sh)) {
            val = js_dup(src->prop[i].u.value);
        } else {
            prs = find_own_property(&pr, src, atom);
            if (!prs || !(prs->flags & JS_PROP_ENUMERABLE))
                continue;
            val = JS_GetProperty(ctx, JS_MKPTR(JS_TAG_OBJECT, src), atom);
            if (JS_IsException(val)) {
                ret = -1;
                break;
            }
        }
        ret = setprop ? JS_SetProperty(ctx, target, atom, val)
                      : js_define_plain(ctx, target, atom, val);
    }
    if (sh->is_hashed)
        js_free_shape(ctx->rt, sh);
    return ret < 0 ? -1 : 0;
}

/* The object of {...source}. */
static JSValue js_new_copy(JSContext *ctx, JSValue source)
{
    JSObject *p, *src = object_or_null(source);
    JSValue obj;
    int i;

    if (!src || src->shape->proto != ctx->object_shape->proto ||
        src->is_exotic ||
        (!js_is_plain_shape(src->shape) &&
         (js_count_plain_keys(ctx->rt, src) < 0 ||
          !js_is_plain_shape(src->shape)))) {
        obj = JS_NewObject(ctx);
        if (!JS_IsException(obj) &&
            JS_CopyDataProperties(ctx, obj, source, JS_NULL, false)) {
            JS_FreeValue(ctx, obj);
            return JS_EXCEPTION;
        }
        return obj;
    }
    obj = js_new_plain_object(ctx, js_dup_shape(src->shape), NULL);
    if (JS_IsException(obj))
        return obj;
    p = JS_VALUE_GET_OBJ(obj);
    for (i = 0; i < p->shape->prop_count; i++)
        p->prop[i].u.value = js_dup(src->prop[i].u.value);
    return obj;
}

/* OP_copy_data_properties. A target that is undefined is made here. */
static no_inline int js_copy_operands(JSContext *ctx, JSValue *sp, int mask)
{
    JSValue *target = &sp[-1 - (mask & 3)];
    JSValue source = sp[-1 - ((mask >> 2) & 7)];

    if (!JS_IsUndefined(*target))
        return JS_CopyDataProperties(ctx, *target, source,
                                     sp[-1 - ((mask >> 5) & 7)], false);
    *target = js_new_copy(ctx, source);
    if (JS_IsException(*target)) {
        *target = JS_UNDEFINED;
        return -1;
    }
    return 0;
}
