/*
 * properties.c - reading, writing, defining and deleting properties where that
 * differs from stock: private names and brands, prototypes, dense arrays, V8's
 * words for what is refused.
 */

/* 'length' of an object, or its prototype, changes: if typed arrays have their
   length from there, each is looked up from now on. */
static inline void js_forget_plain_length(JSRuntime *rt, JSObject *p)
{
    if (unlikely(p->has_plain_length))
        rt->length_was_changed = true;
}

/* return -1 (exception) or true/false */
static int JS_SetPrototypeInternal(JSContext *ctx, JSValueConst obj,
                                   JSValueConst proto_val, bool throw_flag)
{
    JSObject *proto, *p, *p1;
    JSShape *sh;

    if (throw_flag) {
        if (JS_VALUE_GET_TAG(obj) == JS_TAG_NULL ||
            JS_VALUE_GET_TAG(obj) == JS_TAG_UNDEFINED) {
            JS_ThrowTypeError(
                ctx, "Object.setPrototypeOf called on null or undefined");
            return -1;
        }
    } else {
        if (JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT) {
            JS_ThrowTypeErrorNotAnObject(ctx);
            return -1;
        }
    }
    p = JS_VALUE_GET_OBJ(obj);
    if (JS_VALUE_GET_TAG(proto_val) != JS_TAG_OBJECT) {
        if (JS_VALUE_GET_TAG(proto_val) != JS_TAG_NULL) {
            js_throw_type_of(
                ctx, "Object prototype may only be an Object or null: %s",
                proto_val);
            return -1;
            if (throw_flag)
                JS_ThrowTypeError(
                    ctx, "Object.setPrototypeOf called on null or undefined");
            else
                JS_ThrowTypeErrorNotAnObject(ctx);
            return -1;
        }
        proto = NULL;
    } else {
        proto = JS_VALUE_GET_OBJ(proto_val);
    }

    if (throw_flag && JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT)
        return true;

    if (unlikely(p->class_id == JS_CLASS_PROXY))
        return js_proxy_setPrototypeOf(ctx, obj, proto_val, throw_flag);
    sh = p->shape;
    if (sh->proto == proto)
        return true;
    if (p == JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_OBJECT])) {
        if (throw_flag) {
            JS_ThrowTypeError(ctx,
                              "Immutable prototype object 'Object.prototype' "
                              "cannot have their prototype set");
            return -1;
        }
        return false;
    }
    if (!p->extensible) {
        if (throw_flag) {
            char buf[JS_WORDS_SIZE];
            JS_ThrowTypeError(
                ctx, "%s is not extensible",
                js_words_of(ctx, buf, JS_MKPTR(JS_TAG_OBJECT, p)));
            return -1;
        } else {
            return false;
        }
    }
    if (proto) {
        /* check if there is a cycle */
        p1 = proto;
        do {
            if (p1 == p) {
                if (throw_flag) {
                    JS_ThrowTypeError(ctx, "Cyclic __proto__ value");
                    return -1;
                } else {
                    return false;
                }
            }
            /* Note: for Proxy objects, proto is NULL */
            p1 = p1->shape->proto;
        } while (p1 != NULL);
        js_dup(proto_val);
    }
    if (unlikely(p->is_intrinsic) && ctx->rt->keeps_intrinsics &&
        !js_need_twin(ctx, p)) {
        JS_FreeValue(ctx, unsafe_unconst(proto_val));
        return -1;
    }

    if (js_shape_prepare_update(ctx, p, NULL)) {
        JS_FreeValue(ctx, unsafe_unconst(proto_val));
        return -1;
    }
    sh = p->shape;
    if (sh->proto)
        JS_FreeValue(ctx, JS_MKPTR(JS_TAG_OBJECT, sh->proto));
    sh->proto = proto;
    if (proto)
        proto->is_prototype = true;
    if (p->is_prototype) {
        js_forget_plain_length(ctx->rt, p);
        /* track modification of Array.prototype */
        if (unlikely(p == JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_ARRAY]))) {
            ctx->std_array_prototype = false;
        }
    }
    return true;
}

/* What Function.prototype[Symbol.hasInstance] finds for the function 'p',
   without a call. Return -1 for what could throw, since its stack has the
   method. */
static int js_is_plain_instance(JSValueConst val, JSObject *p)
{
    JSShapeProperty *prs;
    JSProperty *pr;
    JSObject *proto;

    if (p->class_id != JS_CLASS_BYTECODE_FUNCTION &&
        p->class_id != JS_CLASS_C_FUNCTION)
        return -1;
    prs = find_own_property(&pr, p, JS_ATOM_prototype);
    if (!prs || (prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL ||
        JS_VALUE_GET_TAG(pr->u.value) != JS_TAG_OBJECT)
        return -1;
    if (JS_VALUE_GET_TAG(val) != JS_TAG_OBJECT)
        return false;
    proto = JS_VALUE_GET_OBJ(pr->u.value);
    p = JS_VALUE_GET_OBJ(val);
    while (p->shape->proto) {
        p = p->shape->proto;
        if (p == proto)
            return true;
    }
    return p->class_id == JS_CLASS_PROXY ? -1 : false;
}

int JS_IsInstanceOf(JSContext *ctx, JSValueConst val, JSValueConst obj)
{
    JSValue method;

    if (!JS_IsObject(obj))
        goto fail;
    method = JS_GetProperty(ctx, obj, JS_ATOM_Symbol_hasInstance);
    if (JS_IsException(method))
        return -1;
    if (JS_IsCFunction(ctx, method, js_function_hasInstance, 0)) {
        int ret = js_is_plain_instance(val, JS_VALUE_GET_OBJ(obj));
        if (ret >= 0) {
            JS_FreeValue(ctx, method);
            return ret;
        }
    }
    if (!JS_IsNull(method) && !JS_IsUndefined(method)) {
        JSValue ret;
        ret = JS_CallFree(ctx, method, obj, 1, &val);
        return JS_ToBoolFree(ctx, ret);
    }

    /* legacy case */
    if (!JS_IsFunction(ctx, obj)) {
    fail:
        JS_ThrowTypeError(
            ctx, JS_IsObject(obj)
                     ? "Right-hand side of 'instanceof' is not callable"
                     : "Right-hand side of 'instanceof' is not an object");
        return -1;
    }
    return JS_OrdinaryIsInstanceOf(ctx, val, obj);
}

static JSValue JS_ThrowTypeErrorPrivateNotFound(JSContext *ctx, JSAtom atom)
{
    return JS_ThrowTypeErrorAtom(ctx,
                                 "Cannot read private member %s from an object "
                                 "whose class did not declare it",
                                 atom);
}

static JSValue JS_GetPrivateField(JSContext *ctx, JSValueConst obj,
                                  JSValueConst name)
{
    JSObject *p;
    JSShapeProperty *prs;
    JSProperty *pr;
    JSAtom prop;

    /* safety check */
    if (unlikely(JS_VALUE_GET_TAG(name) != JS_TAG_SYMBOL))
        return JS_ThrowTypeErrorNotASymbol(ctx);
    prop = js_symbol_to_atom(ctx, name);
    if (unlikely(JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT)) {
        if (JS_IsNull(obj) || JS_IsUndefined(obj))
            return js_throw_no_property(ctx, obj, prop, false);
        return JS_ThrowTypeErrorPrivateNotFound(ctx, prop);
    }
    p = JS_VALUE_GET_OBJ(obj);
    prs = find_own_property(&pr, p, prop);
    if (!prs) {
        JS_ThrowTypeErrorPrivateNotFound(ctx, prop);
        return JS_EXCEPTION;
    }
    return js_dup(pr->u.value);
}

static int JS_SetPrivateField(JSContext *ctx, JSValueConst obj,
                              JSValueConst name, JSValue val)
{
    JSObject *p;
    JSShapeProperty *prs;
    JSProperty *pr;
    JSAtom prop;

    /* safety check */
    if (unlikely(JS_VALUE_GET_TAG(name) != JS_TAG_SYMBOL)) {
        JS_ThrowTypeErrorNotASymbol(ctx);
        goto fail;
    }
    prop = js_symbol_to_atom(ctx, name);
    if (unlikely(JS_IsNull(obj) || JS_IsUndefined(obj))) {
        js_throw_no_property(ctx, obj, prop, true);
        goto fail;
    }
    prs = NULL;
    if (likely(JS_VALUE_GET_TAG(obj) == JS_TAG_OBJECT)) {
        p = JS_VALUE_GET_OBJ(obj);
        prs = find_own_property(&pr, p, prop);
    }
    if (!prs) {
        JS_ThrowTypeErrorAtom(ctx,
                              "Cannot write private member %s to an object "
                              "whose class did not declare it",
                              prop);
    fail:
        JS_FreeValue(ctx, val);
        return -1;
    }
    set_value(ctx, &pr->u.value, val);
    return 0;
}

/* return a boolean telling if the brand of the home object of 'func'
   is present on 'obj' or -1 in case of exception */
/* 'func' is a private method: of the class whose prototype it is at home in */
static void js_throw_no_brand(JSContext *ctx, JSValueConst obj,
                              JSValueConst func)
{
    JSObject *home = JS_VALUE_GET_OBJ(func)->u.func.home_object;
    char name[JS_WORDS_SIZE];
    JSProperty *pr;

    name[0] = 0;
    if (home && js_class_has_bytecode(home->class_id))
        js_function_words(ctx, name, JS_MKPTR(JS_TAG_OBJECT, home));
    else if (home && find_own_property(&pr, home, JS_ATOM_constructor) &&
             JS_IsFunction(ctx, pr->u.value))
        js_function_words(ctx, name, pr->u.value);
    if (JS_IsNull(obj) || JS_IsUndefined(obj)) {
        JS_ThrowTypeError(ctx, "Cannot read properties of %s (reading '%s')",
                          JS_IsNull(obj) ? "null" : "undefined",
                          name[0] ? name : "anonymous");
        return;
    }
    JS_ThrowTypeError(ctx, "Receiver must be %s%s",
                      !name[0] ? "an instance of class anonymous"
                      : home && js_class_has_bytecode(home->class_id)
                          ? "class "
                          : "an instance of class ",
                      name);
}

static int JS_CheckBrand(JSContext *ctx, JSValue obj, JSValue func)
{
    JSObject *p, *p1, *home_obj;
    JSShapeProperty *prs;
    JSProperty *pr;
    JSValue brand;

    /* get the home object of 'func' */
    if (unlikely(JS_VALUE_GET_TAG(func) != JS_TAG_OBJECT))
        goto not_obj;
    p1 = JS_VALUE_GET_OBJ(func);
    if (!js_class_has_bytecode(p1->class_id))
        goto not_obj;
    home_obj = p1->u.func.home_object;
    if (!home_obj)
        goto not_obj;
    prs = find_own_property(&pr, home_obj, JS_ATOM_Private_brand);
    if (!prs) {
        js_throw_no_brand(ctx, obj, func);
        return -1;
    }
    brand = pr->u.value;
    /* safety check */
    if (unlikely(JS_VALUE_GET_TAG(brand) != JS_TAG_SYMBOL))
        goto not_obj;

    /* get the brand array of 'obj' */
    if (unlikely(JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT))
        return 0;
    p = JS_VALUE_GET_OBJ(obj);
    prs = find_own_property(&pr, p, js_symbol_to_atom(ctx, brand));
    return (prs != NULL);
not_obj:
    JS_ThrowTypeErrorNotAnObject(ctx);
    return -1;
}

/* How many enumerable properties does 'p' have, if it is an ordinary object
   with nothing but values under names, so that they are in the order of its
   shape and to read them has no effect? -1 if not. */
static int js_count_plain_keys(JSRuntime *rt, JSObject *p)
{
    JSShapeProperty *prs = get_shape_prop(p->shape);
    JSAtomStruct *a;
    int i, n = 0, n_plain = 0;

    if (p->is_exotic)
        return -1;
    if (js_is_plain_shape(p->shape))
        return p->shape->prop_count;
    for (i = 0; i < p->shape->prop_count; i++, prs++) {
        if (prs->atom == JS_ATOM_NULL)
            continue;
        if (__JS_AtomIsTaggedInt(prs->atom) ||
            (prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL)
            return -1;
        a = rt->atom_array[prs->atom];
        if (a->atom_type != JS_ATOM_TYPE_STRING ||
            (a->len > 0 && is_digit(string_get(a, 0))))
            return -1;
        n += (prs->flags & JS_PROP_ENUMERABLE) != 0;
        n_plain += prs->flags == JS_PROP_C_W_E;
    }
    if (n_plain == p->shape->prop_count && n_plain <= UINT16_MAX)
        p->shape->plain_count = n_plain;
    return n;
}

/* Has the object a property of its own? -1 if it takes more to find out. */
static force_inline int js_has_own_quick(JSObject *p, JSAtom prop)
{
    JSShapeProperty *prs;
    JSProperty *pr;

    if (unlikely(p->is_exotic))
        return -1;
    prs = find_own_property(&pr, p, prop);
    if (!prs)
        return false;
    return (prs->flags & JS_PROP_TMASK) == JS_PROP_VARREF ? -1 : true;
}

/* The atom of a symbol or of a string that is one already, else JS_ATOM_NULL.
   It lives as long as the value does. */
static force_inline JSAtom js_atom_of(JSRuntime *rt, JSValueConst val)
{
    JSAtomStruct *p;

    switch (JS_VALUE_GET_TAG(val)) {
    case JS_TAG_SYMBOL:
        return js_get_atom_index(rt, JS_VALUE_GET_PTR(val));
    case JS_TAG_STRING:
        p = JS_VALUE_GET_PTR(val);
        if (p->atom_type == JS_ATOM_TYPE_STRING)
            return js_get_atom_index(rt, p);
        return JS_ATOM_NULL;
    default:
        return JS_ATOM_NULL;
    }
}

JSAtom JS_ValueToAtom(JSContext *ctx, JSValueConst val)
{
    JSAtom atom = js_atom_of(ctx->rt, val);

    if (likely(atom != JS_ATOM_NULL))
        return JS_DupAtom(ctx, atom);
    return JS_ValueToAtomInternal(ctx, val, /*flags*/ 0);
}

JSValue JS_GetPropertyValue(JSContext *ctx, JSValueConst this_obj, JSValue prop)
{
    JSAtom atom;
    JSValue ret;
    uint32_t tag;

    tag = JS_VALUE_GET_TAG(this_obj);
    if (likely(tag == JS_TAG_OBJECT)) {
        if (JS_VALUE_GET_TAG(prop) == JS_TAG_INT) {
            JSObject *p = JS_VALUE_GET_OBJ(this_obj);
            uint32_t idx = JS_VALUE_GET_INT(prop);
            JSValue val;
            /* fast path for array and typed array access */
            if (js_get_fast_array_element(ctx, p, idx, &val))
                return val;
        }
    } else if (unlikely(tag == JS_TAG_NULL || tag == JS_TAG_UNDEFINED)) {
        /* the key is not converted before the object, so no code runs */
        ret = js_throw_no_element(ctx, this_obj, prop, false);
        JS_FreeValue(ctx, prop);
        return ret;
    }
    atom = js_atom_of(ctx->rt, prop);
    if (likely(atom != JS_ATOM_NULL)) {
        ret = JS_GetProperty(ctx, this_obj, atom);
        JS_FreeValue(ctx, prop);
        return ret;
    }
    atom = JS_ValueToAtom(ctx, prop);
    JS_FreeValue(ctx, prop);
    if (unlikely(atom == JS_ATOM_NULL))
        return JS_EXCEPTION;
    ret = JS_GetProperty(ctx, this_obj, atom);
    JS_FreeAtom(ctx, atom);
    return ret;
}

/* The element of an array that has it as a value: nobody can see that it is
   read. */
static force_inline bool js_read_element(JSValueConst obj, int64_t idx,
                                         JSValue *pval)
{
    JSObject *p = JS_VALUE_GET_OBJ(obj);

    if (unlikely(p->class_id != JS_CLASS_ARRAY || !p->fast_array ||
                 (uint64_t)idx >= p->u.array.count))
        return false;
    *pval = js_dup(p->u.array.u.values[idx]);
    return true;
}

/* JS_TryGetPropertyInt64() for a method that visits the elements of an object.
 */
static force_inline int js_visit_element(JSContext *ctx, JSValueConst obj,
                                         int64_t idx, JSValue *pval)
{
    if (likely(js_read_element(obj, idx, pval)))
        return true;
    return JS_TryGetPropertyInt64(ctx, obj, idx, pval);
}

/* What a callback has answered. */
static force_inline bool js_is_truthy(JSContext *ctx, JSValue val)
{
    if (likely(JS_VALUE_GET_TAG(val) == JS_TAG_BOOL))
        return JS_VALUE_GET_BOOL(val);
    return JS_ToBoolFree(ctx, val);
}

/* return -1 if exception */
static int expand_fast_array(JSContext *ctx, JSObject *p, uint32_t new_len)
{
    uint32_t old_size, new_size;
    JSValue *new_array_prop;

    if (unlikely(new_len > (uint32_t)INT32_MAX)) {
        JS_ThrowOutOfMemory(ctx);
        return -1;
    }

    if (p->is_trimmed && js_untrim_array(p, new_len))
        return 0;
    old_size = p->u.array.u1.size;
    new_size = old_size + old_size / 2;
    if (new_size < old_size) {
        JS_ThrowOutOfMemory(ctx);
        return -1;
    }
    new_size = max_uint32(new_len, new_size);
    new_array_prop =
        js_realloc(ctx, p->has_inner_values ? NULL : p->u.array.u.values,
                   sizeof(JSValue) * new_size);
    if (!new_array_prop)
        return -1;
    if (p->has_inner_values) {
        memcpy(new_array_prop, p->u.array.u.values,
               p->u.array.count * sizeof(JSValue));
        p->has_inner_values = 0;
    }
    p->u.array.u.values = new_array_prop;
    p->u.array.u1.size = new_size;
    return 0;
}

/* Is 'obj' an array whose elements are one after the other, and can a value be
   added to them at 'idx'? */
static inline bool js_can_append(JSValueConst obj, int64_t idx)
{
    JSObject *p;

    if (JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT)
        return false;
    p = JS_VALUE_GET_OBJ(obj);
    return p->class_id == JS_CLASS_ARRAY && p->fast_array && p->extensible &&
           p->u.array.count == idx && !p->is_intrinsic;
}

/* CreateDataPropertyOrThrow() for an element, mostly the one after the last. */
static inline int js_create_element(JSContext *ctx, JSValueConst obj,
                                    int64_t idx, JSValue val)
{
    if (likely(js_can_append(obj, idx)))
        return add_fast_array_element(ctx, JS_VALUE_GET_OBJ(obj), val,
                                      JS_PROP_THROW);
    return JS_DefinePropertyValueInt64(ctx, obj, idx, val,
                                       JS_PROP_C_W_E | JS_PROP_THROW);
}

/* Append 'n' values to an array for which js_can_append() is true. */
static int js_append_values(JSContext *ctx, JSObject *p, const JSValue *tab,
                            uint32_t n)
{
    uint32_t count = p->u.array.count;

    if (n == 0)
        return 0;
    if (n > (uint32_t)INT32_MAX - count) {
        JS_ThrowOutOfMemory(ctx);
        return -1;
    }
    if (JS_VALUE_GET_TAG(p->prop[0].u.value) == JS_TAG_INT &&
        count + n > (uint32_t)JS_VALUE_GET_INT(p->prop[0].u.value)) {
        if (!(get_shape_prop(p->shape)->flags & JS_PROP_WRITABLE)) {
            JS_ThrowTypeErrorReadOnly(ctx, JS_PROP_THROW, JS_ATOM_length,
                                      JS_MKPTR(JS_TAG_OBJECT, p));
            return -1;
        }
        p->prop[0].u.value = js_int32(count + n);
    }
    if (count + n > p->u.array.u1.size && expand_fast_array(ctx, p, count + n))
        return -1;
    js_dup_values(p->u.array.u.values + count, tab, n);
    p->u.array.count = count + n;
    return 0;
}

static JSValue js_new_array_of(JSContext *ctx, const JSValue *tab, uint32_t n)
{
    JSValue arr = js_new_array_sized(ctx, n);

    if (n > 0 && !JS_IsException(arr))
        js_dup_values(JS_VALUE_GET_OBJ(arr)->u.array.u.values, tab, n);
    return arr;
}

/* Allocate a new fast array initialized to JS_UNDEFINED. Its maximum
   size is 2^31-1 elements. For convenience, 'len' is a 64 bit
   integer. */
static JSValue js_allocate_fast_array(JSContext *ctx, int64_t len)
{
    JSValue arr, *values;
    int i;

    if (len > INT32_MAX)
        return JS_ThrowRangeError(ctx, "Invalid array length");
    arr = js_new_array_sized(ctx, len);
    if (!JS_IsException(arr)) {
        values = JS_VALUE_GET_OBJ(arr)->u.array.u.values;
        for (i = 0; i < len; i++)
            values[i] = JS_UNDEFINED;
    }
    return arr;
}

static void js_set_autoinit(JSContext *ctx, JSProperty *pr, JSAutoInitIDEnum id,
                            void *opaque)
{
    pr->u.init.realm_and_id = (uintptr_t)JS_DupContext(ctx);
    assert((pr->u.init.realm_and_id & 7) == 0);
    assert(id <= 3);
    pr->u.init.realm_and_id |= id;
    if (ctx->rt->stack_hook.class_id && !ctx->rt->in_intrinsic_autoinit)
        pr->u.init.realm_and_id |= JS_AUTOINIT_HOST;
    pr->u.init.opaque = opaque;
}
