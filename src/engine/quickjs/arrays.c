/*
 * arrays.c - methods of arrays, on their elements where they lie as long as the
 * array is plain and dense. shift() trims the front of a long array instead of
 * moving the rest.
 *
 * What must stay true: a callback can change anything, so that an element is
 * never read from a remembered address after a call.
 */

/* The first elements of an array leave it, as in a queue: instead of moving all
   others, the array begins further on in its block. The place before its new
   beginning says how far. Whoever grows or frees the block asks for it here.
   The elements were freed or taken. */
static void js_trim_array(JSObject *p, uint32_t n)
{
    JSValue *values = p->u.array.u.values + n;

    values[-1] = JS_MKVAL(
        JS_TAG_INT,
        n + (p->is_trimmed ? JS_VALUE_GET_INT(values[-(int64_t)n - 1]) : 0));
    p->u.array.u.values = values;
    p->u.array.u1.size -= n;
    p->u.array.count -= n;
    p->is_trimmed = 1;
}

/* The block of the elements; NULL if they are in that of the array. */
static JSValue *js_array_block(JSObject *p)
{
    JSValue *values = p->u.array.u.values;

    if (p->has_inner_values)
        return NULL;
    return p->is_trimmed ? values - JS_VALUE_GET_INT(values[-1]) : values;
}

static void js_array_finalizer(JSRuntime *rt, JSValueConst val)
{
    JSObject *p = JS_VALUE_GET_OBJ(val);

    js_free_values(rt, p->u.array.u.values, p->u.array.count);
    js_free_rt(rt, js_array_block(p));
}

/* The elements of an array go back to the beginning of its block. True if that
   was a large part of it, so that each of them is moved only so often. */
static bool js_untrim_array(JSObject *p, uint32_t new_len)
{
    JSValue *block = js_array_block(p);
    uint32_t n = p->u.array.u.values - block;

    memmove(block, p->u.array.u.values, p->u.array.count * sizeof(*block));
    p->u.array.u.values = block;
    p->u.array.u1.size += n;
    p->is_trimmed = 0;
    return n >= p->u.array.u1.size / 4 && new_len <= p->u.array.u1.size;
}

static void js_throw_no_iterator_of(JSContext *ctx)
{
    JS_ThrowTypeError(ctx, "%%Array%%.from requires that the property of the "
                           "first argument, items[Symbol.iterator], when "
                           "exists, be a function");
}

static JSValue js_array_from(JSContext *ctx, JSValueConst this_val, int argc,
                             JSValueConst *argv)
{
    // from(items, mapfn = void 0, this_arg = void 0)
    JSValueConst items = argv[0], mapfn, this_arg;
    JSValueConst args[2];
    JSValue stack[2];
    JSValue iter, r, v, v2, arrayLike;
    int64_t k, len;
    int done, mapping;

    mapping = false;
    mapfn = JS_UNDEFINED;
    this_arg = JS_UNDEFINED;
    r = JS_UNDEFINED;
    arrayLike = JS_UNDEFINED;
    stack[0] = JS_UNDEFINED;
    stack[1] = JS_UNDEFINED;

    if (argc > 1) {
        mapfn = argv[1];
        if (!JS_IsUndefined(mapfn)) {
            if (check_function(ctx, mapfn))
                goto exception;
            mapping = 1;
            if (argc > 2)
                this_arg = argv[2];
        }
    }
    if (!mapping && js_same_value(ctx, this_val, ctx->array_ctor)) {
        r = JS_NewArray(ctx);
        if (JS_IsException(r))
            goto exception;
        done = js_append_iterable(ctx, JS_VALUE_GET_OBJ(r), items);
        if (done < 0)
            goto exception;
        if (done == 0)
            goto done;
        JS_FreeValue(ctx, r);
        r = JS_UNDEFINED;
    }
    iter = JS_GetProperty(ctx, items, JS_ATOM_Symbol_iterator);
    if (JS_IsException(iter))
        goto exception;
    if (!JS_IsUndefined(iter) && !JS_IsNull(iter)) {
        if (!JS_IsFunction(ctx, iter)) {
            JS_FreeValue(ctx, iter);
            js_throw_no_iterator_of(ctx);
            goto exception;
        }
        if (JS_IsConstructor(ctx, this_val))
            r = JS_CallConstructor(ctx, this_val, 0, NULL);
        else
            r = JS_NewArray(ctx);
        if (JS_IsException(r)) {
            JS_FreeValue(ctx, iter);
            goto exception;
        }
        stack[0] = JS_GetIterator2(ctx, items, iter);
        JS_FreeValue(ctx, iter);
        if (JS_IsException(stack[0])) {
            stack[0] = JS_UNDEFINED;
            goto exception;
        }
        stack[1] = JS_GetProperty(ctx, stack[0], JS_ATOM_next);
        if (JS_IsException(stack[1])) {
            stack[1] = JS_UNDEFINED;
            goto exception;
        }
        for (k = 0;; k++) {
            v = JS_IteratorNext(ctx, stack[0], stack[1], 0, NULL, &done);
            if (JS_IsException(v))
                goto exception;
            if (done)
                break;
            if (mapping) {
                args[0] = v;
                args[1] = js_int32(k);
                v2 = JS_Call(ctx, mapfn, this_arg, 2, args);
                JS_FreeValue(ctx, v);
                v = v2;
                if (JS_IsException(v))
                    goto exception_close;
            }
            if (js_create_element(ctx, r, k, v) < 0)
                goto exception_close;
        }
    } else {
        arrayLike = JS_ToObject(ctx, items);
        if (JS_IsException(arrayLike))
            goto exception;
        if (js_get_length64(ctx, &len, arrayLike) < 0)
            goto exception;
        v = js_int64(len);
        args[0] = v;
        if (JS_IsConstructor(ctx, this_val)) {
            r = JS_CallConstructor(ctx, this_val, 1, args);
        } else {
            r = js_array_constructor(ctx, JS_UNDEFINED, 1, args);
        }
        JS_FreeValue(ctx, v);
        if (JS_IsException(r))
            goto exception;
        for (k = 0; k < len; k++) {
            v = JS_GetPropertyInt64(ctx, arrayLike, k);
            if (JS_IsException(v))
                goto exception;
            if (mapping) {
                args[0] = v;
                args[1] = js_int32(k);
                v2 = JS_Call(ctx, mapfn, this_arg, 2, args);
                JS_FreeValue(ctx, v);
                v = v2;
                if (JS_IsException(v))
                    goto exception;
            }
            if (js_create_element(ctx, r, k, v) < 0)
                goto exception;
        }
    }
    if (JS_SetProperty(ctx, r, JS_ATOM_length, js_uint32(k)) < 0)
        goto exception;
    goto done;

exception_close:
    if (!JS_IsUndefined(stack[0]))
        JS_IteratorClose(ctx, stack[0], true);
exception:
    JS_FreeValue(ctx, r);
    r = JS_EXCEPTION;
done:
    JS_FreeValue(ctx, arrayLike);
    JS_FreeValue(ctx, stack[0]);
    JS_FreeValue(ctx, stack[1]);
    return r;
}

static bool js_is_same_object(JSValueConst a, JSValueConst b)
{
    return JS_VALUE_GET_TAG(a) == JS_TAG_OBJECT &&
           JS_VALUE_GET_TAG(b) == JS_TAG_OBJECT &&
           JS_VALUE_GET_OBJ(a) == JS_VALUE_GET_OBJ(b);
}

/* Is 'obj' an array of this realm, and would its species be Array itself, with
   nobody who sees that it is asked for? */
static bool js_has_array_species(JSContext *ctx, JSValueConst obj)
{
    JSObject *p, *proto = JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_ARRAY]);
    JSShapeProperty *prs;
    JSProperty *pr;
    JSObject *get;

    if (JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT)
        return false;
    p = JS_VALUE_GET_OBJ(obj);
    if (p->class_id != JS_CLASS_ARRAY || p->shape->proto != proto ||
        (p->shape->prop_count != 1 &&
         find_own_property(&pr, p, JS_ATOM_constructor)))
        return false;
    prs = find_own_property(&pr, proto, JS_ATOM_constructor);
    if (!prs || (prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL ||
        !js_is_same_object(pr->u.value, ctx->array_ctor))
        return false;
    prs = find_own_property(&pr, JS_VALUE_GET_OBJ(ctx->array_ctor),
                            JS_ATOM_Symbol_species);
    if (!prs || (prs->flags & JS_PROP_TMASK) != JS_PROP_GETSET)
        return false;
    get = pr->u.getset.getter;
    return get && get->class_id == JS_CLASS_C_FUNCTION &&
           get->u.cfunc.c_function.getter == js_get_this;
}

static JSValue js_array_fill(JSContext *ctx, JSValueConst this_val, int argc,
                             JSValueConst *argv)
{
    JSValue obj, *arrp;
    int64_t len, start, end;
    uint32_t count;

    obj = JS_ToObject(ctx, this_val);
    if (js_get_length64(ctx, &len, obj))
        goto exception;

    start = 0;
    if (argc > 1 && !JS_IsUndefined(argv[1])) {
        if (JS_ToInt64Clamp(ctx, &start, argv[1], 0, len, len))
            goto exception;
    }

    end = len;
    if (argc > 2 && !JS_IsUndefined(argv[2])) {
        if (JS_ToInt64Clamp(ctx, &end, argv[2], 0, len, len))
            goto exception;
    }

    if (js_get_fast_array(ctx, obj, &arrp, &count) && end <= INT32_MAX) {
        JSObject *p = JS_VALUE_GET_OBJ(obj);
        for (; start < min_int64(end, p->u.array.count); start++) {
            if (js_poll_work(ctx, 3))
                goto exception;
            set_value(ctx, &p->u.array.u.values[start], js_dup(argv[0]));
        }
        if (start < end && js_can_append(obj, start) &&
            JS_VALUE_GET_TAG(p->prop[0].u.value) == JS_TAG_INT &&
            JS_VALUE_GET_INT(p->prop[0].u.value) >= end &&
            p->shape->proto ==
                JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_ARRAY]) &&
            ctx->std_array_prototype) {
            /* new Array(n).fill(v): nobody else has an element there */
            if (end > p->u.array.u1.size && expand_fast_array(ctx, p, end))
                goto exception;
            for (; start < end && !js_poll_work(ctx, 3); start++)
                p->u.array.u.values[start] = js_dup(argv[0]);
            p->u.array.count = start;
            if (start < end)
                goto exception;
        }
    }
    while (start < end) {
        if (js_poll_work(ctx, 100) ||
            JS_SetPropertyInt64(ctx, obj, start, js_dup(argv[0])) < 0)
            goto exception;
        start++;
    }
    return obj;

exception:
    JS_FreeValue(ctx, obj);
    return JS_EXCEPTION;
}

/* The first of the values from 'n' on that equals 'val'. If there is none,
   'count', or 'n' if that is beyond it. */
static int64_t js_find_value(JSContext *ctx, const JSValue *tab, int64_t n,
                             int64_t count, JSValueConst val,
                             JSStrictEqModeEnum mode)
{
    int tag = JS_VALUE_GET_TAG(val);

    if (tag == JS_TAG_INT) {
        int v = JS_VALUE_GET_INT(val);
        for (; n < count; n++) {
            int tag1 = JS_VALUE_GET_TAG(tab[n]);
            if (tag1 == JS_TAG_INT ? JS_VALUE_GET_INT(tab[n]) == v
                                   : JS_TAG_IS_FLOAT64(tag1) &&
                                         JS_VALUE_GET_FLOAT64(tab[n]) == v)
                break;
        }
    } else if (JS_TAG_IS_FLOAT64(tag)) {
        double d = JS_VALUE_GET_FLOAT64(val);
        bool finds_nan = isnan(d) && mode != JS_EQ_STRICT;
        for (; n < count; n++) {
            int tag1 = JS_VALUE_GET_TAG(tab[n]);
            if (JS_TAG_IS_FLOAT64(tag1)
                    ? JS_VALUE_GET_FLOAT64(tab[n]) == d ||
                          (finds_nan && isnan(JS_VALUE_GET_FLOAT64(tab[n])))
                    : tag1 == JS_TAG_INT && JS_VALUE_GET_INT(tab[n]) == d)
                break;
        }
    } else if (tag == JS_TAG_OBJECT) {
        void *p = JS_VALUE_GET_PTR(val);
        for (; n < count; n++) {
            if (JS_VALUE_GET_TAG(tab[n]) == JS_TAG_OBJECT &&
                JS_VALUE_GET_PTR(tab[n]) == p)
                break;
        }
    } else if (tag == JS_TAG_STRING) {
        JSString *p = JS_VALUE_GET_STRING(val), *p1;
        for (; n < count; n++) {
            if (JS_VALUE_GET_TAG(tab[n]) == JS_TAG_STRING) {
                p1 = JS_VALUE_GET_STRING(tab[n]);
                if (p1 == p || (p1->len == p->len && js_string_eq(p1, p)))
                    break;
            } else if (JS_VALUE_GET_TAG(tab[n]) == JS_TAG_STRING_ROPE &&
                       js_strict_eq2(ctx, val, tab[n], mode)) {
                break;
            }
        }
    } else {
        for (; n < count; n++) {
            if (js_strict_eq2(ctx, val, tab[n], mode))
                break;
        }
    }
    return n;
}

/* from this many on, elements that are not there are worth to be passed over */
#define JS_SPARSE_MIN 1024

/* Look for 'val' from *pn on in an array most of whose elements are missing:
   only those that are there, and one that is not, if there is one, are looked
   at. 1 and *pn: found; 0: not found; -1: exception; -2: not such an array. */
static int js_find_sparse(JSContext *ctx, JSValueConst obj, int64_t *pn,
                          int64_t len, JSValueConst val,
                          JSStrictEqModeEnum mode)
{
    JSObject *p = JS_VALUE_GET_OBJ(obj);
    JSPropertyEnum *tab;
    JSShapeProperty *prs;
    JSProperty *pr;
    uint32_t i, idx, count;
    int64_t n = *pn;
    int ret = 0;

    if (p->class_id != JS_CLASS_ARRAY || !ctx->std_array_prototype ||
        p->shape->proto != JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_ARRAY]) ||
        p->shape->prop_count > (len - n) / 8)
        return -2;
    prs = get_shape_prop(p->shape);
    for (i = 0; i < p->shape->prop_count; i++, prs++) {
        if (prs->atom != JS_ATOM_NULL &&
            (prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL &&
            JS_AtomIsArrayIndex(ctx, &idx, prs->atom))
            return -2; /* to read it may have effects */
    }
    if (p->fast_array) {
        /* all that there is has been looked at */
        *pn = n;
        return mode == JS_EQ_SAME_VALUE_ZERO && JS_IsUndefined(val);
    }
    if (JS_GetOwnPropertyNamesInternal(ctx, &tab, &count, p,
                                       JS_GPN_STRING_MASK))
        return -1;
    for (i = 0; i < count && ret == 0; i++) {
        /* indices come first, in their order */
        if (!JS_AtomIsArrayIndex(ctx, &idx, tab[i].atom))
            break;
        if (idx < n)
            continue;
        if (idx > n && mode == JS_EQ_SAME_VALUE_ZERO && JS_IsUndefined(val))
            break;
        if (find_own_property(&pr, p, tab[i].atom) &&
            js_strict_eq2(ctx, val, pr->u.value, mode))
            ret = 1;
        n = (int64_t)idx + 1;
    }
    js_free_prop_enum(ctx, tab, count);
    if (ret)
        *pn = n - 1;
    else if (n < len && mode == JS_EQ_SAME_VALUE_ZERO && JS_IsUndefined(val))
        ret = 1;
    return ret;
}

static JSValue js_array_includes(JSContext *ctx, JSValueConst this_val,
                                 int argc, JSValueConst *argv)
{
    JSValue obj, val;
    int64_t len, n;
    JSValue *arrp;
    uint32_t count;
    int res;

    obj = JS_ToObject(ctx, this_val);
    if (js_get_length64(ctx, &len, obj))
        goto exception;

    res = true;
    if (len > 0) {
        n = 0;
        if (argc > 1) {
            if (JS_ToInt64Clamp(ctx, &n, argv[1], 0, len, len))
                goto exception;
        }
        if (js_get_fast_array(ctx, obj, &arrp, &count)) {
            n = js_find_value(ctx, arrp, n, count, argv[0],
                              JS_EQ_SAME_VALUE_ZERO);
            if (n < count)
                goto done;
        }
        if (len - n > JS_SPARSE_MIN) {
            res = js_find_sparse(ctx, obj, &n, len, argv[0],
                                 JS_EQ_SAME_VALUE_ZERO);
            if (res == -1)
                goto exception;
            if (res >= 0)
                goto done;
            res = true;
        }
        for (; n < len; n++) {
            if (js_poll_interrupts(ctx))
                goto exception;
            val = JS_GetPropertyInt64(ctx, obj, n);
            if (JS_IsException(val))
                goto exception;
            if (js_strict_eq2(ctx, argv[0], val, JS_EQ_SAME_VALUE_ZERO)) {
                JS_FreeValue(ctx, val);
                goto done;
            }
            JS_FreeValue(ctx, val);
        }
    }
    res = false;
done:
    JS_FreeValue(ctx, obj);
    return js_bool(res);

exception:
    JS_FreeValue(ctx, obj);
    return JS_EXCEPTION;
}

static JSValue js_array_indexOf(JSContext *ctx, JSValueConst this_val, int argc,
                                JSValueConst *argv)
{
    JSValue obj, val;
    int64_t len, n;
    JSValue *arrp;
    uint32_t count;

    obj = JS_ToObject(ctx, this_val);
    if (js_get_length64(ctx, &len, obj))
        goto exception;

    if (len > 0) {
        n = 0;
        if (argc > 1) {
            if (JS_ToInt64Clamp(ctx, &n, argv[1], 0, len, len))
                goto exception;
        }
        if (js_get_fast_array(ctx, obj, &arrp, &count)) {
            n = js_find_value(ctx, arrp, n, count, argv[0], JS_EQ_STRICT);
            if (n < count)
                goto done;
        }
        if (len - n > JS_SPARSE_MIN) {
            int found =
                js_find_sparse(ctx, obj, &n, len, argv[0], JS_EQ_STRICT);
            if (found == -1)
                goto exception;
            if (found >= 0) {
                n = found ? n : -1;
                goto done;
            }
        }
        for (; n < len; n++) {
            if (js_poll_interrupts(ctx))
                goto exception;
            int present = JS_TryGetPropertyInt64(ctx, obj, n, &val);
            if (present < 0)
                goto exception;
            if (present) {
                if (js_strict_eq2(ctx, argv[0], val, JS_EQ_STRICT)) {
                    JS_FreeValue(ctx, val);
                    goto done;
                }
                JS_FreeValue(ctx, val);
            }
        }
    }
    n = -1;
done:
    JS_FreeValue(ctx, obj);
    return js_int64(n);

exception:
    JS_FreeValue(ctx, obj);
    return JS_EXCEPTION;
}

static JSValue js_array_lastIndexOf(JSContext *ctx, JSValueConst this_val,
                                    int argc, JSValueConst *argv)
{
    JSValue obj, val;
    int64_t len, n;
    JSValue *arrp;
    uint32_t count;
    int present;

    obj = JS_ToObject(ctx, this_val);
    if (js_get_length64(ctx, &len, obj))
        goto exception;

    if (len > 0) {
        n = len - 1;
        if (argc > 1) {
            if (JS_ToInt64Clamp(ctx, &n, argv[1], -1, len - 1, len))
                goto exception;
        }
        if (js_get_fast_array(ctx, obj, &arrp, &count) && count == len) {
            /* blocks of 32 from the end, and the last one within a block */
            while (n >= 0) {
                int64_t end = n + 1, start = max_int64(n - 31, 0);
                n = js_find_value(ctx, arrp, start, end, argv[0], JS_EQ_STRICT);
                if (n < end) {
                    do {
                        len = n;
                        n = js_find_value(ctx, arrp, n + 1, end, argv[0],
                                          JS_EQ_STRICT);
                    } while (n < end);
                    n = len;
                    goto done;
                }
                n = start - 1;
            }
        }
        for (; n >= 0; n--) {
            if (js_poll_interrupts(ctx))
                goto exception;
            present = JS_TryGetPropertyInt64(ctx, obj, n, &val);
            if (present < 0)
                goto exception;
            if (present) {
                if (js_strict_eq2(ctx, argv[0], val, JS_EQ_STRICT)) {
                    JS_FreeValue(ctx, val);
                    goto done;
                }
                JS_FreeValue(ctx, val);
            }
        }
    }
    n = -1;
done:
    JS_FreeValue(ctx, obj);
    return js_int64(n);

exception:
    JS_FreeValue(ctx, obj);
    return JS_EXCEPTION;
}

static bool js_is_joining(JSRuntime *rt, JSValueConst obj)
{
    JSJoin *join;

    for (join = rt->joins; join; join = join->prev) {
        if (join->obj == JS_VALUE_GET_OBJ(obj))
            return true;
    }
    return false;
}

/* An element as toLocaleString() of its array shows it: the two arguments are
   the element's, too. */
static JSValue js_element_to_locale(JSContext *ctx, JSValue el, int argc,
                                    JSValueConst *argv)
{
    JSValueConst args[2] = { argc > 0 ? argv[0] : JS_UNDEFINED,
                             argc > 1 ? argv[1] : JS_UNDEFINED };

    return JS_InvokeFree(ctx, el, JS_ATOM_toLocaleString, 2, args);
}

static JSValue js_array_join(JSContext *ctx, JSValueConst this_val, int argc,
                             JSValueConst *argv, int toLocaleString)
{
    JSValue obj, sep = JS_UNDEFINED, el;
    StringBuffer b_s, *b = &b_s;
    JSString *p = NULL;
    JSObject *o;
    JSJoin join;
    int64_t i, n;
    int c;

    obj = JS_ToObject(ctx, this_val);
    if (js_get_length64(ctx, &n, obj))
        goto exception;

    c = ','; /* default separator */
    if (!toLocaleString && argc > 0 && !JS_IsUndefined(argv[0])) {
        sep = JS_ToString(ctx, argv[0]);
        if (JS_IsException(sep))
            goto exception;
        p = JS_VALUE_GET_STRING(sep);
        if (p->len == 1 && !p->is_wide_char)
            c = str8(p)[0];
        else
            c = -1;
    }
    /* holes alone can be too long: that is known before they are counted */
    if (n > 1 && (!p || p->len > 0) &&
        n - 1 > JS_STRING_LEN_MAX / (p ? p->len : 1)) {
        JS_ThrowRangeError(ctx, "Invalid string length");
        JS_FreeValue(ctx, sep);
        goto exception;
    }
    /* an array that is in itself is nothing there */
    if (js_is_joining(ctx->rt, obj)) {
        JS_FreeValue(ctx, sep);
        JS_FreeValue(ctx, obj);
        return js_empty_string(ctx->rt);
    }
    join.obj = JS_VALUE_GET_OBJ(obj);
    join.prev = ctx->rt->joins;
    ctx->rt->joins = &join;
    string_buffer_init(ctx, b, 0);

    for (i = 0; i < n; i++) {
        if (i > 0) {
            if (c >= 0) {
                string_buffer_putc8(b, c);
            } else {
                string_buffer_concat(b, p, 0, p->len);
            }
            if (b->error_status)
                goto fail;
        }
        if (js_poll_work(ctx, 30))
            goto fail;
        o = JS_VALUE_GET_OBJ(obj);
        if (likely(o->class_id == JS_CLASS_ARRAY && i < o->u.array.count)) {
            el = js_dup(o->u.array.u.values[i]);
        } else {
            el = JS_GetPropertyUint32(ctx, obj, i);
            if (JS_IsException(el))
                goto fail;
        }
        if (!JS_IsNull(el) && !JS_IsUndefined(el)) {
            if (toLocaleString) {
                el = js_element_to_locale(ctx, el, argc, argv);
            }
            if (string_buffer_concat_value_free(b, el))
                goto fail;
        }
    }
    ctx->rt->joins = join.prev;
    JS_FreeValue(ctx, sep);
    JS_FreeValue(ctx, obj);
    return string_buffer_end(b);

fail:
    ctx->rt->joins = join.prev;
    string_buffer_free(b);
    JS_FreeValue(ctx, sep);
exception:
    JS_FreeValue(ctx, obj);
    return JS_EXCEPTION;
}

/* Is it an array of 'len' values, and nothing but values, to which setting
   elements and 'length' does nothing else? */
static bool js_is_plain_array(JSContext *ctx, JSValueConst obj, int64_t len)
{
    JSObject *p = JS_VALUE_GET_OBJ(obj);

    return p->class_id == JS_CLASS_ARRAY && p->fast_array && p->extensible &&
           p->shape->proto ==
               JS_VALUE_GET_OBJ(ctx->class_proto[JS_CLASS_ARRAY]) &&
           ctx->std_array_prototype &&
           JS_VALUE_GET_TAG(p->prop[0].u.value) == JS_TAG_INT &&
           (get_shape_prop(p->shape)->flags & JS_PROP_WRITABLE) &&
           len == p->u.array.count &&
           len == JS_VALUE_GET_INT(p->prop[0].u.value);
}

/* Open a gap of 'n' values behind the first 'head' ones, which are fewer than
   those behind the gap. If there is space before the array, these few are
   moved. Else the array gets to the middle of its block, or of a larger one, so
   that the next ones find space before it: unshift() in a loop takes linear
   time. */
static int js_open_gap(JSContext *ctx, JSObject *p, uint32_t head, uint32_t n)
{
    JSValue *values = p->u.array.u.values, *block = js_array_block(p), *to;
    uint32_t front = values - block, count = p->u.array.count;
    uint32_t size = front + p->u.array.u1.size, new_len = count + n;

    if (front >= n) {
        front -= n;
        to = values - n;
    } else {
        to = block;
        if (size < new_len || size - new_len < new_len / 8) {
            size = new_len + new_len / 2;
            to = js_malloc(ctx, size * sizeof(*to));
            if (!to)
                return -1;
        }
        front = (size - new_len) / 2;
        to += front;
        memmove(to + head + n, values + head, (count - head) * sizeof(*to));
    }
    memmove(to, values, head * sizeof(*to));
    if (to - front != block)
        js_free(ctx, block);
    p->u.array.u.values = to;
    p->u.array.u1.size = size - front;
    p->is_trimmed = front > 0;
    if (front > 0)
        to[-1] = JS_MKVAL(JS_TAG_INT, front);
    return 0;
}

/* What is at 'from' and behind it in a plain array goes to 'to', and the array
   becomes that much longer or shorter. The caller has taken the values that are
   overwritten, and fills the gap. If the values before it are few, they are
   moved instead. -1 if exception; then nothing has changed. */
static int js_move_tail(JSContext *ctx, JSObject *p, uint32_t from, uint32_t to)
{
    uint32_t len = p->u.array.count, tail = len - from;
    int64_t new_len = (int64_t)to + tail;
    JSValue *values = p->u.array.u.values;

    if (new_len > INT32_MAX) {
        JS_ThrowOutOfMemory(ctx);
        return -1;
    }
    if (tail > JS_TRIMMED_COUNT && min_uint32(from, to) < tail / 2) {
        if (to > from) {
            if (js_open_gap(ctx, p, from, to - from))
                return -1;
        } else if (to < from) {
            memmove(values + (from - to), values, to * sizeof(*values));
            js_trim_array(p, from - to);
        }
    } else {
        if (new_len > p->u.array.u1.size && expand_fast_array(ctx, p, new_len))
            return -1;
        values = p->u.array.u.values;
        memmove(values + to, values + from, tail * sizeof(*values));
    }
    p->u.array.count = new_len;
    p->prop[0].u.value = js_int32(new_len);
    return 0;
}

/* splice() of a plain array: the values that leave it go to the result. */
static JSValue js_splice_plain(JSContext *ctx, JSObject *p, uint32_t start,
                               uint32_t del_count, uint32_t item_count,
                               JSValueConst *items)
{
    JSValue arr = js_new_array_sized(ctx, del_count);
    JSObject *to;

    if (JS_IsException(arr))
        return arr;
    to = JS_VALUE_GET_OBJ(arr);
    if (del_count > 0)
        memcpy(to->u.array.u.values, p->u.array.u.values + start,
               del_count * sizeof(JSValue));
    if (item_count != del_count &&
        js_move_tail(ctx, p, start + del_count, start + item_count)) {
        to->u.array.count = 0; /* the values are still in the array */
        JS_FreeValue(ctx, arr);
        return JS_EXCEPTION;
    }
    if (item_count > 0)
        js_dup_values(p->u.array.u.values + start, (const JSValue *)items,
                      item_count);
    return arr;
}

static JSValue js_create_array(JSContext *ctx, int len, JSValueConst *tab)
{
    JSValue obj = js_new_array_sized(ctx, len), *to;
    int i;

    if (!JS_IsException(obj)) {
        to = JS_VALUE_GET_OBJ(obj)->u.array.u.values;
        for (i = 0; i < len; i++)
            to[i] = js_dup(tab[i]);
    }
    return obj;
}
