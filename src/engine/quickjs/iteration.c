/*
 * iteration.c - for-in, for-of and spread. Arrays, strings, Sets and Maps that
 * iterate as they did from the start are walked without an iterator object.
 *
 * What must stay true: the short way is taken only while Symbol.iterator and
 * next() of the object and of its prototypes are the language's own
 * (js_has_own_native remembers where it looked); a program that changes one of
 * them gets every call that the specification asks for.
 */

static void js_for_in_iterator_finalizer(JSRuntime *rt, JSValueConst val)
{
    JSObject *p = JS_VALUE_GET_OBJ(val);
    JSForInIterator *it = p->u.for_in_iterator;
    if (!it)
        return;
    JS_FreeValueRT(rt, it->obj);
    js_free_shape_null(rt, it->shape);
}

static void js_for_in_iterator_mark(JSRuntime *rt, JSValueConst val,
                                    JS_MarkFunc *mark_func)
{
    JSObject *p = JS_VALUE_GET_OBJ(val);
    JSForInIterator *it = p->u.for_in_iterator;
    if (!it)
        return;
    JS_MarkValue(rt, it->obj, mark_func);
    if (it->shape)
        mark_func(rt, &it->shape->header);
}

/* Does an object have no property that for-in would visit, as is the case with
   most prototypes? Says no when in doubt. */
static bool js_has_no_enumerable(JSObject *p)
{
    JSShapeProperty *prs = get_shape_prop(p->shape);
    int i;

    if (p->is_exotic && !(p->fast_array && p->u.array.count == 0))
        return false;
    for (i = 0; i < p->shape->prop_count; i++, prs++) {
        if (prs->atom != JS_ATOM_NULL && (prs->flags & JS_PROP_ENUMERABLE))
            return false;
    }
    return true;
}

static JSValue build_for_in_iterator(JSContext *ctx, JSValue obj)
{
    JSObject *p;
    JSPropertyEnum *tab_atom;
    int i;
    JSValue enum_obj, obj1;
    JSForInIterator *it;
    JSShape *sh;
    uint32_t tag, tab_atom_count;

    tag = JS_VALUE_GET_TAG(obj);
    if (tag != JS_TAG_OBJECT && tag != JS_TAG_NULL && tag != JS_TAG_UNDEFINED) {
        obj = JS_ToObjectFree(ctx, obj);
    }

    sh = js_new_bare_shape(ctx, NULL);
    enum_obj = !sh ? JS_EXCEPTION
                   : js_new_object_sized(ctx, sh, JS_CLASS_FOR_IN_ITERATOR,
                                         NULL, sizeof(JSObject) + sizeof(*it));
    if (JS_IsException(enum_obj)) {
        JS_FreeValue(ctx, obj);
        return JS_EXCEPTION;
    }
    p = JS_VALUE_GET_OBJ(enum_obj);
    it = (JSForInIterator *)(p + 1); /* in the same block */
    it->is_array = false;
    it->obj = obj;
    it->idx = 0;
    it->shape = NULL;
    p->u.for_in_iterator = it;

    if (tag == JS_TAG_NULL || tag == JS_TAG_UNDEFINED)
        return enum_obj;

    if (js_has_proxy_in_chain(JS_VALUE_GET_OBJ(obj))) {
        if (js_for_in_proxy_keys(ctx, enum_obj, obj))
            goto fail;
        return enum_obj;
    }
    /* fast path: assume no enumerable properties in the prototype chain */
    obj1 = js_dup(obj);
    for (;;) {
        obj1 = JS_GetPrototypeFree(ctx, obj1);
        if (JS_IsNull(obj1))
            break;
        if (JS_IsException(obj1))
            goto fail;
        if (js_has_no_enumerable(JS_VALUE_GET_OBJ(obj1))) {
            tab_atom_count = 0;
        } else {
            if (JS_GetOwnPropertyNamesInternal(
                    ctx, &tab_atom, &tab_atom_count, JS_VALUE_GET_OBJ(obj1),
                    JS_GPN_STRING_MASK | JS_GPN_ENUM_ONLY)) {
                JS_FreeValue(ctx, obj1);
                goto fail;
            }
            js_free_prop_enum(ctx, tab_atom, tab_atom_count);
        }
        if (tab_atom_count != 0) {
            JS_FreeValue(ctx, obj1);
            goto slow_path;
        }
        /* must check for timeout to avoid infinite loop */
        if (js_poll_interrupts(ctx)) {
            JS_FreeValue(ctx, obj1);
            goto fail;
        }
    }

    p = JS_VALUE_GET_OBJ(obj);

    if (p->fast_array) {
        JSShapeProperty *prs;
        /* check that there are no enumerable normal fields */
        sh = p->shape;
        for (i = 0, prs = get_shape_prop(sh); i < sh->prop_count; i++, prs++) {
            if (prs->flags & JS_PROP_ENUMERABLE)
                goto normal_case;
        }
        /* for fast arrays, we only store the number of elements */
        it->is_array = true;
        it->array_length = p->u.array.count;
    } else if (p->shape->is_hashed && js_count_plain_keys(ctx->rt, p) >= 0) {
        /* a shape that somebody else has does not change */
        it->shape = js_dup_shape(p->shape);
    } else {
    normal_case:
        if (JS_GetOwnPropertyNamesInternal(ctx, &tab_atom, &tab_atom_count, p,
                                           JS_GPN_STRING_MASK |
                                               JS_GPN_ENUM_ONLY))
            goto fail;
        for (i = 0; i < tab_atom_count; i++) {
            JS_SetPropertyInternal(ctx, enum_obj, tab_atom[i].atom, JS_NULL, 0);
        }
        js_free_prop_enum(ctx, tab_atom, tab_atom_count);
    }
    return enum_obj;

slow_path:
    /* non enumerable properties hide the enumerables ones in the
       prototype chain */
    obj1 = js_dup(obj);
    for (;;) {
        if (JS_GetOwnPropertyNamesInternal(
                ctx, &tab_atom, &tab_atom_count, JS_VALUE_GET_OBJ(obj1),
                JS_GPN_STRING_MASK | JS_GPN_SET_ENUM)) {
            JS_FreeValue(ctx, obj1);
            goto fail;
        }
        for (i = 0; i < tab_atom_count; i++) {
            JS_DefinePropertyValue(
                ctx, enum_obj, tab_atom[i].atom, JS_NULL,
                (tab_atom[i].is_enumerable ? JS_PROP_ENUMERABLE : 0));
        }
        js_free_prop_enum(ctx, tab_atom, tab_atom_count);
        obj1 = JS_GetPrototypeFree(ctx, obj1);
        if (JS_IsNull(obj1))
            break;
        if (JS_IsException(obj1))
            goto fail;
        /* must check for timeout to avoid infinite loop */
        if (js_poll_interrupts(ctx)) {
            JS_FreeValue(ctx, obj1);
            goto fail;
        }
    }
    return enum_obj;

fail:
    JS_FreeValue(ctx, enum_obj);
    return JS_EXCEPTION;
}

/* The next name, if it comes from a shape that the object still has: it is that
   of a string. JS_ATOM_NULL: see js_for_in_next(). */
static force_inline JSAtom js_for_in_quick(JSValueConst enum_obj)
{
    JSObject *p = JS_VALUE_GET_OBJ(enum_obj);
    JSForInIterator *it = p->u.for_in_iterator;
    JSShapeProperty *prs;

    if (!it->shape || it->shape != JS_VALUE_GET_OBJ(it->obj)->shape ||
        it->idx >= it->shape->prop_count)
        return JS_ATOM_NULL;
    prs = &get_shape_prop(it->shape)[it->idx];
    if (!(prs->flags & JS_PROP_ENUMERABLE))
        return JS_ATOM_NULL;
    it->idx++;
    return prs->atom;
}

/* enum_obj -> enum_obj value done */
static __exception int js_for_in_next(JSContext *ctx, JSValue *sp)
{
    JSValue enum_obj;
    JSObject *p;
    JSAtom prop;
    JSForInIterator *it;
    int ret;

    enum_obj = sp[-1];
    /* fail safe */
    if (JS_VALUE_GET_TAG(enum_obj) != JS_TAG_OBJECT)
        goto done;
    p = JS_VALUE_GET_OBJ(enum_obj);
    if (p->class_id != JS_CLASS_FOR_IN_ITERATOR)
        goto done;
    it = p->u.for_in_iterator;

    for (;;) {
        if (it->is_array) {
            if (it->idx >= it->array_length)
                goto done;
            prop = __JS_AtomFromUInt32(it->idx);
            it->idx++;
        } else {
            JSShape *sh = it->shape ? it->shape : p->shape;
            JSShapeProperty *prs;
            if (it->idx >= sh->prop_count)
                goto done;
            prs = &get_shape_prop(sh)[it->idx];
            prop = prs->atom;
            it->idx++;
            if (prop == JS_ATOM_NULL || !(prs->flags & JS_PROP_ENUMERABLE))
                continue;
            if (it->shape && it->shape == JS_VALUE_GET_OBJ(it->obj)->shape)
                break; // it has changed nothing
        }
        // check if the property was deleted or hidden
        ret = js_for_in_has(ctx, it->obj, prop);
        if (ret < 0)
            return ret;
        if (ret)
            break;
    }
    /* return the property */
    sp[0] = JS_AtomToValue(ctx, prop);
    sp[1] = JS_FALSE;
    return 0;
done:
    /* return the end */
    sp[0] = JS_UNDEFINED;
    sp[1] = JS_TRUE;
    return 0;
}

/* the next() of what runs code of the program is on the stack */
static JSValue js_call_next(JSContext *ctx, JSValueConst method,
                            JSValueConst this_val, int argc, JSValueConst *argv,
                            int *pdone)
{
    JSObject *p = JS_VALUE_GET_OBJ(method);
    JSRuntime *rt = ctx->rt;
    JSStackFrame sf_s, *sf = &sf_s;
    JSValue ret;

    if (js_check_stack_overflow(rt, 0))
        return JS_ThrowStackOverflow(ctx);
    sf->prev_frame = rt->current_stack_frame;
    sf->is_strict_mode = false;
    sf->is_constructor = false;
    sf->cur_func = unsafe_unconst(method);
    sf->this_val = this_val;
    sf->arg_count = argc;
    sf->arg_buf = (JSValue *)argv;
    rt->current_stack_frame = sf;
    ret = p->u.cfunc.c_function.iterator_next(ctx, this_val, argc, argv, pdone,
                                              p->u.cfunc.magic);
    rt->current_stack_frame = sf->prev_frame;
    return ret;
}

/* what DisposeResources has to remember while it disposes of a scope with
   'await using' */
#define USING_NEEDS_AWAIT (1 << 0)

#define USING_HAS_AWAITED (1 << 1)

/* AsyncIteratorClose() with an exception, up to its Await */
static __exception int js_for_await_close(JSContext *ctx, JSValue *sp)
{
    JSValue method, ret = JS_UNDEFINED;
    bool any;

    method = JS_GetProperty(ctx, sp[-4], JS_ATOM_return);
    if (JS_IsException(method))
        return -1;
    any = !JS_IsUndefined(method) && !JS_IsNull(method);
    if (any) {
        ret = JS_Call(ctx, method, sp[-4], 0, NULL);
        JS_FreeValue(ctx, method);
        if (JS_IsException(ret))
            return -1;
    }
    sp[0] = ret;
    sp[1] = js_bool(any);
    return 0;
}

/* Is the method of 'p', or of the objects that it inherits from, this native
   function of the same realm? A property that would run code, or that the
   program has replaced, is not looked at: it is somebody else's. */
static bool js_has_native_method(JSContext *ctx, JSObject *p, JSAtom name,
                                 JSCFunction *func, int magic)
{
    JSShapeProperty *prs;
    JSProperty *pr;

    for (; p; p = p->shape->proto) {
        prs = find_own_property(&pr, p, name);
        if (prs) {
            return !(prs->flags & JS_PROP_TMASK) &&
                   JS_IsCFunction(ctx, pr->u.value, func, magic) &&
                   JS_VALUE_GET_OBJ(pr->u.value)->u.cfunc.realm == ctx;
        }
        if (p->is_exotic && ctx->rt->class_array[p->class_id].exotic)
            return false;
    }
    return false;
}

/* The same for a property of 'p' itself. It is looked for at '*place' first,
   where it was found last. */
static bool js_has_own_native(JSContext *ctx, JSObject *p, JSAtom name,
                              uint16_t *place, JSCFunction *func, int magic)
{
    JSShapeProperty *prs = get_shape_prop(p->shape) + *place;
    JSProperty *pr = &p->prop[*place];

    if (unlikely(*place >= p->shape->prop_count || prs->atom != name)) {
        prs = find_own_property(&pr, p, name);
        if (!prs)
            return false;
        *place = prs - get_shape_prop(p->shape);
    }
    return !(prs->flags & JS_PROP_TMASK) &&
           JS_IsCFunction(ctx, pr->u.value, func, magic) &&
           JS_VALUE_GET_OBJ(pr->u.value)->u.cfunc.realm == ctx;
}

/* Does iterating over 'obj' give the elements of an array that are there, and
   run nothing that the program could see? */
static bool js_iterates_elements(JSContext *ctx, JSValueConst obj,
                                 JSValue **arrpp, uint32_t *countp)
{
    JSCFunctionType ft = { .generic_magic = js_create_array_iterator };
    JSCFunctionType ft2 = { .iterator_next = js_array_iterator_next };
    JSObject *p;

    if (!js_get_fast_array(ctx, unsafe_unconst(obj), arrpp, countp))
        return false;
    p = JS_VALUE_GET_OBJ(obj);
    return JS_VALUE_GET_TAG(p->prop[0].u.value) == JS_TAG_INT &&
           JS_VALUE_GET_INT(p->prop[0].u.value) == *countp &&
           (p->shape == ctx->array_shape
                ? js_has_own_native(ctx, p->shape->proto,
                                    JS_ATOM_Symbol_iterator, &ctx->values_place,
                                    ft.generic, JS_ITERATOR_KIND_VALUE)
                : js_has_native_method(ctx, p, JS_ATOM_Symbol_iterator,
                                       ft.generic, JS_ITERATOR_KIND_VALUE)) &&
           js_has_own_native(
               ctx, JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_ARRAY_ITERATOR]),
               JS_ATOM_next, &ctx->next_place, ft2.generic, 0);
}

/* An array that nobody else refers to gives its elements to an empty one. */
static bool js_take_values(JSObject *p, JSObject *from)
{
    if (JS_REF_COUNT(from) != 1 || from->class_id != JS_CLASS_ARRAY ||
        from->has_inner_values || from->is_trimmed || p->u.array.u.values)
        return false;
    p->u.array.u.values = from->u.array.u.values;
    p->u.array.u1.size = from->u.array.u1.size;
    p->u.array.count = from->u.array.count;
    p->prop[0].u.value = js_int32(p->u.array.count);
    from->u.array.u.values = NULL;
    from->u.array.u1.size = 0;
    from->u.array.count = 0;
    from->prop[0].u.value = js_int32(0);
    return true;
}

/* The same for a Set. */
static bool js_iterates_set(JSContext *ctx, JSValueConst obj, JSMapState **ps)
{
    JSCFunctionType ft = { .generic_magic = js_create_map_iterator };
    JSCFunctionType ft2 = { .iterator_next = js_map_iterator_next };
    JSObject *p;

    if (JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT)
        return false;
    p = JS_VALUE_GET_OBJ(obj);
    if (p->class_id != JS_CLASS_SET || !p->u.map_state)
        return false;
    *ps = p->u.map_state;
    return js_has_native_method(ctx, p, JS_ATOM_Symbol_iterator, ft.generic,
                                (JS_ITERATOR_KIND_KEY << 2) | MAGIC_SET) &&
           js_has_native_method(
               ctx, JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_SET_ITERATOR]),
               JS_ATOM_next, ft2.generic, MAGIC_SET);
}

/* Append the values of a Set to an array for which js_can_append() is true. */
static int js_append_set(JSContext *ctx, JSObject *p, JSMapState *s)
{
    struct list_head *el;
    uint64_t size = (uint64_t)p->u.array.count + s->record_count;

    if (size > p->u.array.u1.size &&
        expand_fast_array(ctx, p, min_int64(size, UINT32_MAX)))
        return -1;
    list_for_each(el, &s->records)
    {
        JSMapRecord *mr = list_entry(el, JSMapRecord, link);
        if (js_poll_work(ctx, 10))
            return -1;
        if (!mr->empty &&
            add_fast_array_element(ctx, p, js_dup(mr->key), JS_PROP_THROW) < 0)
            return -1;
    }
    return 0;
}

/* Would iterating over the primitive string 'obj' give its characters? */
static bool js_iterates_string(JSContext *ctx, JSValueConst obj)
{
    JSCFunctionType ft = { .generic_magic = js_create_array_iterator };
    JSCFunctionType ft2 = { .iterator_next = js_string_iterator_next };

    return JS_VALUE_GET_TAG(obj) == JS_TAG_STRING &&
           js_has_native_method(
               ctx, JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_STRING]),
               JS_ATOM_Symbol_iterator, ft.generic,
               JS_ITERATOR_KIND_VALUE | 4) &&
           js_has_native_method(
               ctx,
               JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_STRING_ITERATOR]),
               JS_ATOM_next, ft2.generic, 0);
}

/* Append the characters of 's', with both halves of a surrogate pair. */
static int js_append_string(JSContext *ctx, JSObject *p, JSString *s)
{
    uint32_t i;

    if (s->len > p->u.array.u1.size - p->u.array.count &&
        expand_fast_array(ctx, p, p->u.array.count + s->len))
        return -1;
    for (i = 0; i < s->len;) {
        JSValue val;
        if (js_poll_work(ctx, 20))
            return -1;
        val = js_next_char(ctx, s, &i);
        if (JS_IsException(val) ||
            add_fast_array_element(ctx, p, val, JS_PROP_THROW) < 0)
            return -1;
    }
    return 0;
}

/* Append what iterating over 'obj' gives to the fast array 'p'. Return 1 and
   do nothing if the program could see that no iterator was made. */
static int js_append_iterable(JSContext *ctx, JSObject *p, JSValueConst obj)
{
    JSMapState *set;
    JSValue *tab;
    uint32_t count;

    if (js_iterates_elements(ctx, obj, &tab, &count))
        return js_append_values(ctx, p, tab, count);
    if (js_iterates_set(ctx, obj, &set))
        return js_append_set(ctx, p, set);
    if (js_iterates_string(ctx, obj))
        return js_append_string(ctx, p, JS_VALUE_GET_STRING(obj));
    return js_append_map_iterator(ctx, p, obj);
}

static __exception int js_append_enumerate(JSContext *ctx, JSValue *sp)
{
    JSValue iterator, enumobj, method, value;
    int is_array_iterator;
    JSValue *arrp;
    uint32_t i, count32, pos;

    if (JS_VALUE_GET_TAG(sp[-2]) != JS_TAG_INT) {
        JS_ThrowInternalError(ctx, "invalid index for append");
        return -1;
    }

    pos = JS_VALUE_GET_INT(sp[-2]);

    if (js_can_append(sp[-3], pos)) {
        JSObject *p = JS_VALUE_GET_OBJ(sp[-3]);

        int ret = js_iterates_elements(ctx, sp[-1], &arrp, &count32) &&
                          js_take_values(p, JS_VALUE_GET_OBJ(sp[-1]))
                      ? 0
                      : js_append_iterable(ctx, p, sp[-1]);

        if (ret <= 0) {
            sp[-2] = js_int32(p->u.array.count);
            return ret;
        }
    }

    /* XXX: further optimisations:
       - use ctx->array_proto_values?
       - check if array_iterator_prototype next method is built-in and
         avoid constructing actual iterator object?
       - build this into js_for_of_start and use in all `for (x of o)` loops
     */
    if (unlikely(JS_IsUndefined(sp[-1]) || JS_IsNull(sp[-1]))) {
        js_throw_not_iterable(ctx, sp[-1], false);
        return -1;
    }
    iterator = JS_GetProperty(ctx, sp[-1], JS_ATOM_Symbol_iterator);
    if (JS_IsException(iterator))
        return -1;
    /* Used to squelch a -Wcast-function-type warning. */
    JSCFunctionType ft = { .generic_magic = js_create_array_iterator };
    JSCFunctionType ft2 = { .iterator_next = js_array_iterator_next };
    is_array_iterator =
        JS_IsCFunction(ctx, iterator, ft.generic, JS_ITERATOR_KIND_VALUE);
    if (!JS_IsFunction(ctx, iterator))
        enumobj = js_throw_not_iterable(ctx, sp[-1], false);
    else
        enumobj = JS_GetIterator2(ctx, sp[-1], iterator);
    JS_FreeValue(ctx, iterator);
    if (JS_IsException(enumobj))
        return -1;
    method = JS_GetProperty(ctx, enumobj, JS_ATOM_next);
    if (JS_IsException(method)) {
        JS_FreeValue(ctx, enumobj);
        return -1;
    }
    if (is_array_iterator && JS_IsCFunction(ctx, method, ft2.generic, 0) &&
        js_get_fast_array(ctx, sp[-1], &arrp, &count32)) {
        uint32_t len;
        if (js_get_length32(ctx, &len, sp[-1]))
            goto exception;
        /* if len > count32, the elements >= count32 might be read in
           the prototypes and might have side effects */
        if (len != count32)
            goto general_case;
        /* Handle fast arrays explicitly */
        for (i = 0; i < count32; i++) {
            if (JS_DefinePropertyValueUint32(
                    ctx, sp[-3], pos++, js_dup(arrp[i]), JS_PROP_C_W_E) < 0)
                goto exception;
        }
    } else {
    general_case:
        for (;;) {
            int done;
            value = JS_IteratorNext(ctx, enumobj, method, 0, NULL, &done);
            if (JS_IsException(value))
                goto exception;
            if (done) {
                /* value is JS_UNDEFINED */
                break;
            }
            if (js_create_element(ctx, sp[-3], pos++, value) < 0)
                goto exception;
        }
    }
    /* Note: could raise an error if too many elements */
    sp[-2] = js_int32(pos);
    JS_FreeValue(ctx, enumobj);
    JS_FreeValue(ctx, method);
    return 0;

exception: /* of next(): what throws is not closed */
    JS_FreeValue(ctx, enumobj);
    JS_FreeValue(ctx, method);
    return -1;
}

static JSValue js_iterator_proto_dispose(JSContext *ctx, JSValueConst this_val,
                                         int argc, JSValueConst *argv)
{
    JSValue method, ret;

    method = JS_GetProperty(ctx, this_val, JS_ATOM_return);
    if (JS_IsException(method))
        return JS_EXCEPTION;
    if (JS_IsUndefined(method) || JS_IsNull(method))
        return JS_UNDEFINED;
    ret = JS_CallFree(ctx, method, this_val, 0, NULL);
    if (JS_IsException(ret))
        return ret;
    JS_FreeValue(ctx, ret);
    return JS_UNDEFINED;
}

static void js_iterator_helper_drop_inner(JSContext *ctx,
                                          JSIteratorHelperData *it)
{
    JS_FreeValue(ctx, it->inner);
    JS_FreeValue(ctx, it->inner_next);
    it->inner = it->inner_next = JS_UNDEFINED;
}
