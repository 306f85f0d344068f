/*
 * intrinsics.c - the objects of the language as lib/ sees them: as they were.
 * The first time a program changes an intrinsic object, a twin with the
 * original properties is made, and code of the host looks there first.
 *
 * What must stay true: a program cannot see the twin. Properties that a program
 * has added are hidden from the host (an uninitialized entry in the twin). See
 * docs/engine/intrinsics-and-contexts.md.
 */

/* defined by the host, after the language itself */
#define JS_AUTOINIT_HOST 4

static JSContext *js_autoinit_get_realm(JSProperty *pr)
{
    return (JSContext *)(pr->u.init.realm_and_id & ~7);
}

static JSValue js_bytecode_autoinit(JSContext *ctx, JSObject *p, JSAtom atom,
                                    void *opaque)
{
    switch ((uintptr_t)opaque) {
    default:
        abort();
    case JS_BUILTIN_ITERATOR_ZIP: {
        JSValue argv[] = {
            js_dup(ctx->class_proto[JS_CLASS_ITERATOR_HELPER]),
            JS_NewCFunctionMagic(ctx, js_error_constructor, "InternalError", 1,
                                 JS_CFUNC_constructor_or_func_magic,
                                 JS_INTERNAL_ERROR),
            JS_NewCFunctionMagic(ctx, js_error_constructor, "TypeError", 1,
                                 JS_CFUNC_constructor_or_func_magic,
                                 JS_TYPE_ERROR),
            JS_NewCFunction(ctx, js_call_function, "call", 2),
            JS_AtomToValue(ctx, JS_ATOM_Symbol_iterator),
        };
        JSValue result = js_bytecode_eval(ctx, qjsc_builtin_iterator_zip,
                                          sizeof(qjsc_builtin_iterator_zip),
                                          countof(argv), argv);
        JS_SetConstructorBit(ctx, result, false);
        return result;
    }
    case JS_BUILTIN_ITERATOR_ZIP_KEYED: {
        JSValue argv[] = {
            js_dup(ctx->class_proto[JS_CLASS_ITERATOR_HELPER]),
            JS_NewCFunctionMagic(ctx, js_error_constructor, "InternalError", 1,
                                 JS_CFUNC_constructor_or_func_magic,
                                 JS_INTERNAL_ERROR),
            JS_NewCFunctionMagic(ctx, js_error_constructor, "TypeError", 1,
                                 JS_CFUNC_constructor_or_func_magic,
                                 JS_TYPE_ERROR),
            JS_NewCFunction(ctx, js_call_function, "call", 2),
            JS_NewCFunction(ctx, js_hasOwnEnumProperty, "hasOwnEnumProperty",
                            2),
            JS_NewCFunction(ctx, js_getOwnPropertyKeys, "getOwnPropertyKeys",
                            1),
            JS_AtomToValue(ctx, JS_ATOM_Symbol_iterator),
        };
        JSValue result = js_bytecode_eval(
            ctx, qjsc_builtin_iterator_zip_keyed,
            sizeof(qjsc_builtin_iterator_zip_keyed), countof(argv), argv);
        JS_SetConstructorBit(ctx, result, false);
        return result;
    }
    }
    return JS_UNDEFINED;
}

/* warning: 'prs' is reallocated after it */
static int JS_AutoInitProperty(JSContext *ctx, JSObject *p, JSAtom prop,
                               JSProperty *pr, JSShapeProperty *prs)
{
    JSValue val;
    JSContext *realm;
    JSAutoInitFunc *func;
    bool intrinsic;

    if (js_shape_prepare_update(ctx, p, &prs))
        return -1;

    realm = js_autoinit_get_realm(pr);
    func = js_autoinit_func_table[js_autoinit_get_id(pr)];
    /* 'func' shall not modify the object properties 'pr' */
    intrinsic = ctx->rt->in_intrinsic_autoinit;
    ctx->rt->in_intrinsic_autoinit =
        !(pr->u.init.realm_and_id & JS_AUTOINIT_HOST);
    val = func(realm, p, prop, pr->u.init.opaque);
    ctx->rt->in_intrinsic_autoinit = intrinsic;
    if (JS_IsException(val))
        return -1; /* the next one who asks may have more luck */
    if ((prs->flags & JS_PROP_LENGTH) && JS_IsObject(val) &&
        js_mark_intrinsic(ctx, JS_VALUE_GET_OBJ(val))) {
        JS_FreeValue(ctx, val);
        return -1;
    }
    js_autoinit_free(ctx->rt, pr);
    prs->flags &= ~JS_PROP_TMASK;
    pr->u.value = val;
    return 0;
}

static bool js_is_c_getter(JSObject *p)
{
    return p->class_id == JS_CLASS_C_FUNCTION &&
           (p->u.cfunc.cproto == JS_CFUNC_getter ||
            p->u.cfunc.cproto == JS_CFUNC_getter_magic);
}

/* For what a value says of itself: toString(), valueOf(), toJSON(), then(). */
static JSValue js_get_as_program(JSContext *ctx, JSValueConst obj, JSAtom prop)
{
    return JS_GetPropertyInternal(ctx, obj, prop, obj, JS_GET_AS_PROGRAM);
}

/* native functions look up for whom they were called by */
static no_inline bool js_is_builtin_running(JSContext *ctx)
{
    JSStackFrame *sf;
    JSFunctionBytecode *b;

    for (sf = ctx->rt->current_stack_frame; sf; sf = sf->prev_frame) {
        b = JS_GetFunctionBytecode(sf->cur_func);
        if (b)
            return b->is_late;
    }
    return false;
}

static bool js_is_array_length(const JSObject *p, const JSShapeProperty *prs)
{
    return (prs->flags & JS_PROP_LENGTH) && prs->atom == JS_ATOM_length &&
           p->class_id == JS_CLASS_ARRAY;
}

static JSObject *js_get_twin(JSObject *p)
{
    JSProperty *pr;

    if (!find_own_property(&pr, p, JS_ATOM_Private_twin))
        return NULL;
    return JS_VALUE_GET_OBJ(pr->u.value);
}

/* NULL if exception */
static JSObject *js_need_twin(JSContext *ctx, JSObject *p)
{
    JSObject *twin = js_get_twin(p);
    JSProperty *pr;
    JSValue obj;

    if (twin)
        return twin;
    obj = JS_NewObjectProto(ctx, p->shape->proto
                                     ? JS_MKPTR(JS_TAG_OBJECT, p->shape->proto)
                                     : JS_NULL);
    if (JS_IsException(obj))
        return NULL;
    pr = add_property(ctx, p, JS_ATOM_Private_twin, 0);
    if (!pr) {
        JS_FreeValue(ctx, obj);
        return NULL;
    }
    pr->u.value = obj;
    p->has_twin = true;
    return JS_VALUE_GET_OBJ(obj);
}

/* The property, which has JS_PROP_LENGTH, is about to be changed. */
static int js_keep_original(JSContext *ctx, JSObject *p, JSAtom prop)
{
    JSObject *twin = js_need_twin(ctx, p);
    JSShapeProperty *prs;
    JSProperty *pr, *kept;

    if (!twin)
        return -1;
    prs = find_own_property(&pr, p, prop);
    if ((prs->flags & JS_PROP_TMASK) == JS_PROP_AUTOINIT &&
        JS_AutoInitProperty(ctx, p, prop, pr, prs))
        return -1;
    prs = find_own_property(&pr, p, prop);
    if (js_update_property_flags(ctx, p, &prs, prs->flags & ~JS_PROP_LENGTH))
        return -1;
    kept = add_property(ctx, twin, prop, prs->flags & JS_PROP_TMASK);
    if (!kept) {
        prs->flags |= JS_PROP_LENGTH;
        return -1;
    }
    *kept = *pr;
    if ((prs->flags & JS_PROP_TMASK) == JS_PROP_GETSET) {
        if (pr->u.getset.getter)
            js_dup(JS_MKPTR(JS_TAG_OBJECT, pr->u.getset.getter));
        if (pr->u.getset.setter)
            js_dup(JS_MKPTR(JS_TAG_OBJECT, pr->u.getset.setter));
    } else {
        js_dup(pr->u.value);
    }
    return 0;
}

/* If the twin has another one of that name, hide the property from fast paths.
 */
static int js_hide_property(JSContext *ctx, JSObject *p, JSAtom prop)
{
    JSObject *twin = js_get_twin(p);
    JSShapeProperty *prs;
    JSProperty *pr;
    JSVarRef *var_ref;

    if (!twin || !find_own_property1(twin, prop))
        return 0;
    prs = find_own_property(&pr, p, prop);
    if (!prs || (prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL)
        return 0;
    var_ref = js_create_var_ref(ctx, true);
    if (!var_ref)
        return -1;
    if (js_update_property_flags(ctx, p, &prs, prs->flags | JS_PROP_VARREF)) {
        free_var_ref(ctx->rt, var_ref);
        return -1;
    }
    var_ref->value = pr->u.value;
    pr->u.var_ref = var_ref;
    return 0;
}

/* An own property of an intrinsic object is defined by the program. */
static int js_define_kept(JSContext *ctx, JSValueConst obj, JSAtom prop,
                          JSValueConst val, JSValueConst getter,
                          JSValueConst setter, int flags)
{
    JSObject *p = JS_VALUE_GET_OBJ(obj);
    JSShapeProperty *prs;
    JSProperty *pr;
    JSVarRef *var_ref;
    int ret;

    prs = find_own_property(&pr, p, prop);
    if (prs && (prs->flags & JS_PROP_LENGTH) && !js_is_array_length(p, prs) &&
        (flags & (JS_PROP_HAS_VALUE | JS_PROP_HAS_GET | JS_PROP_HAS_SET))) {
        if (js_keep_original(ctx, p, prop))
            return -1;
    } else if (prs && (prs->flags & JS_PROP_TMASK) == JS_PROP_VARREF) {
        var_ref = pr->u.var_ref;
        if (js_update_property_flags(ctx, p, &prs, prs->flags & ~JS_PROP_TMASK))
            return -1;
        pr->u.value = js_dup(*var_ref->pvalue);
        free_var_ref(ctx->rt, var_ref);
    }
    ret = JS_DefineProperty(ctx, obj, prop, val, getter, setter,
                            flags | JS_PROP_KEPT);
    return js_hide_property(ctx, p, prop) ? -1 : ret;
}

/* true if a property that is added to 'p' stands before an intrinsic one */
static bool js_hides_intrinsic(JSObject *p, JSAtom prop)
{
    JSShapeProperty *prs;
    JSObject *twin;

    while ((p = p->shape->proto) != NULL) {
        twin = p->has_twin ? js_get_twin(p) : NULL;
        if (twin && find_own_property1(twin, prop))
            return true;
        prs = find_own_property1(p, prop);
        if (prs)
            return (prs->flags & JS_PROP_LENGTH) != 0;
    }
    return false;
}

/* The program has added a property to an intrinsic object. */
static int js_hide_added(JSContext *ctx, JSObject *p, JSAtom prop)
{
    JSObject *twin = js_get_twin(p);
    JSProperty *kept;

    if (__JS_AtomIsTaggedInt(prop))
        return 0;
    if (!(twin && find_own_property1(twin, prop)) &&
        js_hides_intrinsic(p, prop)) {
        twin = js_need_twin(ctx, p);
        kept = twin ? add_property(ctx, twin, prop, 0) : NULL;
        if (!kept)
            return -1;
        kept->u.value = JS_UNINITIALIZED;
    }
    return js_hide_property(ctx, p, prop);
}

/* mark an intrinsic object and all that can be reached from it */
static int js_mark_intrinsic(JSContext *ctx, JSObject *p)
{
    JSShapeProperty *prs;
    JSProperty *pr;
    JSObject *p1;
    int i, type;

    p->is_intrinsic = true;
    if (p->shape->proto && !p->shape->proto->is_intrinsic &&
        js_mark_intrinsic(ctx, p->shape->proto))
        return -1;
    pr = p->prop;
    prs = get_shape_prop(p->shape);
    for (i = p->shape->prop_count; i > 0; i--, pr++, prs++) {
        type = prs->flags & JS_PROP_TMASK;
        p1 = type == JS_PROP_NORMAL && JS_IsObject(pr->u.value)
                 ? JS_VALUE_GET_OBJ(pr->u.value)
                 : NULL;
        if (!p1 && type != JS_PROP_GETSET && type != JS_PROP_AUTOINIT)
            continue;
        if (p->shape->is_hashed && js_shape_prepare_update(ctx, p, &prs))
            return -1;
        prs->flags |= JS_PROP_LENGTH;
        if (p1 && !p1->is_intrinsic && js_mark_intrinsic(ctx, p1))
            return -1;
    }
    return 0;
}

int JS_MarkIntrinsics(JSContext *ctx)
{
    int i;

    /* all else has one of these as its prototype, or is in one of them */
    if (js_mark_intrinsic(ctx, JS_VALUE_GET_OBJ(ctx->global_obj)) ||
        js_mark_intrinsic(ctx, JS_VALUE_GET_OBJ(ctx->async_iterator_proto)))
        return -1;
    for (i = 0; i < ctx->rt->class_count; i++) {
        if (JS_IsObject(ctx->class_proto[i]) &&
            js_mark_intrinsic(ctx, JS_VALUE_GET_OBJ(ctx->class_proto[i])))
            return -1;
    }
    return 0;
}

void JS_KeepIntrinsics(JSRuntime *rt)
{
    rt->keeps_intrinsics = true;
}
