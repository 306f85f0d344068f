/*
 * object_methods.c - Object.keys() and its like, seal, groupBy, descriptors:
 * plain objects are read by their shapes, in one pass.
 */

/* One field of a property descriptor: HasProperty and Get, in one search where
   nobody can tell. 1 if it is there, -1 if exception. */
static int js_get_field(JSContext *ctx, JSValueConst obj, JSAtom prop,
                        JSValue *pval)
{
    JSObject *p = JS_VALUE_GET_OBJ(obj);
    JSShapeProperty *prs;
    JSProperty *pr;
    int present;

    if (!p->is_exotic) {
        prs = find_own_property(&pr, p, prop);
        if (prs && !(prs->flags & JS_PROP_TMASK)) {
            *pval = js_dup(pr->u.value);
            return 1;
        }
        if (!prs && !p->shape->proto)
            return 0;
    }
    present = JS_HasProperty(ctx, obj, prop);
    if (present <= 0)
        return present;
    *pval = JS_GetProperty(ctx, obj, prop);
    return JS_IsException(*pval) ? -1 : 1;
}

/* A field that is yes or no: the bit that it is there, and its own. */
static int js_desc_flag(JSContext *ctx, JSValueConst desc, JSAtom name,
                        int has_flag, int flag, int *flags)
{
    JSValue value;
    const int present = js_get_field(ctx, desc, name, &value);

    if (present > 0)
        *flags |= has_flag | (JS_ToBoolFree(ctx, value) ? flag : 0);
    return present;
}

/* A field that is a function, or undefined. */
static int js_desc_accessor(JSContext *ctx, JSValueConst desc, JSAtom name,
                            const char *word, int has_flag, int *flags,
                            JSValue *fn)
{
    char buf[JS_WORDS_SIZE];
    const int present = js_get_field(ctx, desc, name, fn);

    if (present <= 0)
        return present;
    *flags |= has_flag;
    if (JS_IsUndefined(*fn) || JS_IsFunction(ctx, *fn))
        return 1;
    JS_ThrowTypeError(ctx, "%s must be a function: %s", word,
                      js_words_of(ctx, buf, *fn));
    return -1;
}

/* The order in which fields are read can be seen. */
static int js_obj_to_desc(JSContext *ctx, JSPropertyDescriptor *d,
                          JSValueConst desc)
{
    JSValue val = JS_UNDEFINED, getter = JS_UNDEFINED, setter = JS_UNDEFINED;
    int present, flags = 0;

    if (!JS_IsObject(desc)) {
        char buf[JS_WORDS_SIZE];
        JS_ThrowTypeError(ctx, "Property description must be an object: %s",
                          js_words_of(ctx, buf, desc));
        return -1;
    }
    if (js_desc_flag(ctx, desc, JS_ATOM_enumerable, JS_PROP_HAS_ENUMERABLE,
                     JS_PROP_ENUMERABLE, &flags) < 0 ||
        js_desc_flag(ctx, desc, JS_ATOM_configurable, JS_PROP_HAS_CONFIGURABLE,
                     JS_PROP_CONFIGURABLE, &flags) < 0)
        return -1;
    present = js_get_field(ctx, desc, JS_ATOM_value, &val);
    if (present < 0)
        goto fail;
    if (present)
        flags |= JS_PROP_HAS_VALUE;
    if (js_desc_flag(ctx, desc, JS_ATOM_writable, JS_PROP_HAS_WRITABLE,
                     JS_PROP_WRITABLE, &flags) < 0 ||
        js_desc_accessor(ctx, desc, JS_ATOM_get, "Getter", JS_PROP_HAS_GET,
                         &flags, &getter) < 0 ||
        js_desc_accessor(ctx, desc, JS_ATOM_set, "Setter", JS_PROP_HAS_SET,
                         &flags, &setter) < 0)
        goto fail;
    if ((flags & (JS_PROP_HAS_SET | JS_PROP_HAS_GET)) &&
        (flags & (JS_PROP_HAS_VALUE | JS_PROP_HAS_WRITABLE))) {
        js_throw_type_of(ctx,
                         "Invalid property descriptor. Cannot both specify "
                         "accessors and a value or writable attribute, %s",
                         desc);
        goto fail;
    }
    d->flags = flags;
    d->value = val;
    d->getter = getter;
    d->setter = setter;
    return 0;
fail:
    JS_FreeValue(ctx, val);
    JS_FreeValue(ctx, getter);
    JS_FreeValue(ctx, setter);
    return -1;
}

static JSValue js_object_getPrototypeOf(JSContext *ctx, JSValueConst this_val,
                                        int argc, JSValueConst *argv, int magic)
{
    JSValueConst val = argv[0];
    if (JS_VALUE_GET_TAG(val) != JS_TAG_OBJECT) {
        /* ES6 feature non compatible with ES5.1: primitive types are
           accepted */
        if (magic)
            return JS_ThrowTypeErrorNotAnObject(ctx);
        if (JS_VALUE_GET_TAG(val) == JS_TAG_NULL ||
            JS_VALUE_GET_TAG(val) == JS_TAG_UNDEFINED)
            return JS_ThrowTypeError(
                ctx, "Cannot convert undefined or null to object");
    }
    return JS_GetPrototype(ctx, val);
}

/* one key or value, or both, of property 'i' */
static JSValue js_plain_entry(JSContext *ctx, JSObject *p, int i, int kind)
{
    JSAtom atom = get_shape_prop(p->shape)[i].atom;
    JSValueConst tab[2];

    if (kind == JS_ITERATOR_KIND_VALUE)
        return js_dup(p->prop[i].u.value);
    if (kind == JS_ITERATOR_KIND_KEY)
        return JS_AtomToValue(ctx, atom);
    tab[0] = JS_MKPTR(JS_TAG_STRING, ctx->rt->atom_array[atom]);
    tab[1] = p->prop[i].u.value;
    return js_create_array(ctx, 2, tab);
}

/* Object.keys(), values() or entries() where js_count_plain_keys() says 'n' */
static JSValue js_list_plain_keys(JSContext *ctx, JSObject *p, int n, int kind)
{
    JSShapeProperty *prs;
    JSValue r, val;
    JSObject *arr;
    int i;

    r = JS_NewArray(ctx);
    if (JS_IsException(r) || n == 0)
        return r;
    arr = JS_VALUE_GET_OBJ(r);
    if (expand_fast_array(ctx, arr, n))
        goto fail;
    for (i = 0; i < p->shape->prop_count; i++) {
        prs = &get_shape_prop(p->shape)[i];
        if (prs->atom == JS_ATOM_NULL || !(prs->flags & JS_PROP_ENUMERABLE))
            continue;
        if (js_poll_work(ctx, 20))
            goto fail;
        val = js_plain_entry(ctx, p, i, kind);
        if (JS_IsException(val) || add_fast_array_element(ctx, arr, val, 0) < 0)
            goto fail;
    }
    return r;
fail:
    JS_FreeValue(ctx, r);
    return JS_EXCEPTION;
}

static JSValue js_object_groupBy(JSContext *ctx, JSValueConst this_val,
                                 int argc, JSValueConst *argv)
{
    JSValue iter, next, groups, k, v, prop;
    JSValueConst cb, args[2];
    JSAtom key;
    int64_t idx;
    int done;

    // "is function?" check must be observed before argv[0] is accessed
    cb = argv[1];
    if (js_check_group(ctx, "Object", argv[0], cb))
        return JS_EXCEPTION;

    // TODO(bnoordhuis) add fast path for arrays but as groupBy() is
    // defined in terms of iterators, the fast path must check that
    // this[Symbol.iterator] is the built-in array iterator
    iter = JS_GetIterator(ctx, argv[0], /*is_async*/ false);
    if (JS_IsException(iter))
        return JS_EXCEPTION;

    key = JS_ATOM_NULL;
    v = JS_UNDEFINED;
    prop = JS_UNDEFINED;
    groups = JS_UNDEFINED;

    next = JS_GetProperty(ctx, iter, JS_ATOM_next);
    if (JS_IsException(next))
        goto exception;

    groups = JS_NewObjectProto(ctx, JS_NULL);
    if (JS_IsException(groups))
        goto exception;

    for (idx = 0;; idx++) {
        v = JS_IteratorNext(ctx, iter, next, 0, NULL, &done);
        if (JS_IsException(v))
            goto exception;
        if (done)
            break; // v is JS_UNDEFINED

        args[0] = v;
        args[1] = js_int64(idx);
        k = JS_Call(ctx, cb, JS_UNDEFINED, 2, args);
        if (JS_IsException(k))
            goto exception_close;
        // the key is converted once, since that can be seen
        key = JS_ValueToAtom(ctx, k);
        JS_FreeValue(ctx, k);
        if (key == JS_ATOM_NULL)
            goto exception_close;

        prop = JS_GetProperty(ctx, groups, key);
        if (JS_IsException(prop))
            goto exception;

        if (JS_IsUndefined(prop)) {
            prop = JS_NewArray(ctx);
            if (JS_IsException(prop))
                goto exception;
            if (JS_DefinePropertyValue(ctx, groups, key, js_dup(prop),
                                       JS_PROP_C_W_E | JS_PROP_THROW) < 0) {
                goto exception;
            }
        }

        if (js_append_element(ctx, prop, v) < 0)
            goto exception;

        JS_FreeValue(ctx, prop);
        JS_FreeAtom(ctx, key);
        JS_FreeValue(ctx, v);
        prop = JS_UNDEFINED;
        key = JS_ATOM_NULL;
        v = JS_UNDEFINED;
    }

    JS_FreeValue(ctx, iter);
    JS_FreeValue(ctx, next);
    return groups;

exception_close:
    JS_IteratorClose(ctx, iter, true);
exception:
    JS_FreeValue(ctx, prop);
    JS_FreeAtom(ctx, key);
    JS_FreeValue(ctx, v);
    JS_FreeValue(ctx, groups);
    JS_FreeValue(ctx, iter);
    JS_FreeValue(ctx, next);
    return JS_EXCEPTION;
}

/* The answer of hasOwnProperty() where it takes no more than a look: for an
   ordinary object and a string that is an atom. -1 if not. */
static int js_has_own_name(JSContext *ctx, JSValueConst obj, JSValueConst name)
{
    JSAtom atom = js_atom_of(ctx->rt, name);

    if (atom == JS_ATOM_NULL || JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT)
        return -1;
    return js_has_own_quick(JS_VALUE_GET_OBJ(obj), atom);
}

/* Freeze or seal the own properties of an ordinary object at once. Return 0 if
   it has some that need more than that, -1 if memory ran out. */
static int js_seal_plain(JSContext *ctx, JSObject *p, bool freeze)
{
    JSShapeProperty *prs;
    int i, n = p->shape->prop_count, mask = JS_PROP_CONFIGURABLE;

    if (p->is_exotic || p->fast_array || p->is_intrinsic)
        return 0;
    for (i = 0, prs = get_shape_prop(p->shape); i < n; i++, prs++) {
        int type = prs->flags & JS_PROP_TMASK;
        if (prs->atom != JS_ATOM_NULL &&
            (type == JS_PROP_VARREF || type == JS_PROP_AUTOINIT ||
             JS_AtomGetKind(ctx, prs->atom) == JS_ATOM_KIND_PRIVATE))
            return 0;
    }
    if (js_shape_prepare_update(ctx, p, NULL))
        return -1;
    if (freeze)
        mask |= JS_PROP_WRITABLE;
    for (i = 0, prs = get_shape_prop(p->shape); i < n; i++, prs++)
        prs->flags &= ~mask;
    return 1;
}

static JSValue js_throw_species(JSContext *ctx)
{
    return JS_ThrowTypeError(
        ctx, "object.constructor[Symbol.species] is not a constructor");
}

/* The elements of a view can neither be sealed nor frozen. */
static JSValue js_throw_seal_view(JSContext *ctx, bool freeze, const char *why)
{
    return JS_ThrowTypeError(ctx, "Cannot %s%s", freeze ? "freeze" : "seal",
                             why);
}
