/*
 * typed_arrays.c - typed arrays: conversions between element types in one loop,
 * sorting, from() without an iterator, Atomics through the host.
 */

static int hex_decode(JSContext *ctx, JSString *p, int k)
{
    int c;

    if (k >= p->len || string_get(p, k) != '%')
        return js_throw_URIError(ctx, "URI malformed");
    if (k + 2 >= p->len || (c = string_get_hex(p, k + 1, 2)) < 0)
        return js_throw_URIError(ctx, "URI malformed");

    return c;
}

JSValue JS_NewBytes(JSContext *ctx, JSValueConst buffer, uint32_t offset,
                    uint32_t len, JSValueConst proto)
{
    JSArrayBuffer *abuf;
    JSValue obj;

    abuf = js_get_array_buffer(ctx, buffer);
    if (!abuf)
        return JS_EXCEPTION;
    if (abuf->detached)
        return JS_ThrowTypeErrorDetachedArrayBuffer(ctx);
    if ((uint64_t)offset + len > (uint64_t)abuf->byte_length)
        return JS_ThrowTypeErrorArrayBufferOOB(ctx);
    obj = JS_NewObjectProtoClass(ctx, proto, JS_CLASS_UINT8_ARRAY);
    if (JS_IsException(obj))
        return obj;
    if (typed_array_init(ctx, obj, js_dup(buffer), offset, len,
                         /*track_rab*/ false)) {
        JS_FreeValue(ctx, obj);
        return JS_EXCEPTION;
    }
    return obj;
}

/* 'length' of a view that tracks its buffer is that of its creation */
static size_t typed_array_byte_length(JSObject *p)
{
    return (size_t)p->u.array.count << typed_array_size_log2(p->class_id);
}

static bool is_bigint_array(JSClassID class_id)
{
    return class_id == JS_CLASS_BIG_INT64_ARRAY ||
           class_id == JS_CLASS_BIG_UINT64_ARRAY;
}

static void js_load_numbers(double *to, JSClassID class_id, const void *from,
                            int n)
{
#define LOAD(type, convert)                                                    \
    for (i = 0; i < n; i++)                                                    \
        to[i] = convert(((const type *)from)[i]);                              \
    break
    int i;

    switch (class_id) {
    case JS_CLASS_UINT8C_ARRAY:
    case JS_CLASS_UINT8_ARRAY:
        LOAD(uint8_t, );
    case JS_CLASS_INT8_ARRAY:
        LOAD(int8_t, );
    case JS_CLASS_INT16_ARRAY:
        LOAD(int16_t, );
    case JS_CLASS_UINT16_ARRAY:
        LOAD(uint16_t, );
    case JS_CLASS_INT32_ARRAY:
        LOAD(int32_t, );
    case JS_CLASS_UINT32_ARRAY:
        LOAD(uint32_t, );
    case JS_CLASS_FLOAT16_ARRAY:
        LOAD(uint16_t, fromfp16);
    case JS_CLASS_FLOAT32_ARRAY:
        LOAD(float, );
    case JS_CLASS_FLOAT64_ARRAY:
        LOAD(double, );
    default:
        abort();
    }
#undef LOAD
}

/* modulo 2^32, as ToInt32() */
static inline int64_t js_wrapped_number(double d)
{
    if (likely(fabs(d) < 9e18))
        return d;
    return isfinite(d) ? (int64_t)fmod(d, 4294967296.0) : 0;
}

static inline uint8_t js_clamped_number(double d)
{
    return d > 0 ? (d > 255 ? 255 : lrint(d)) : 0;
}

static void js_store_numbers(void *to, JSClassID class_id, const double *from,
                             int n)
{
#define STORE(type, convert)                                                   \
    for (i = 0; i < n; i++)                                                    \
        ((type *)to)[i] = convert(from[i]);                                    \
    break
    int i;

    switch (class_id) {
    case JS_CLASS_UINT8C_ARRAY:
        STORE(uint8_t, js_clamped_number);
    case JS_CLASS_INT8_ARRAY:
    case JS_CLASS_UINT8_ARRAY:
        STORE(uint8_t, js_wrapped_number);
    case JS_CLASS_INT16_ARRAY:
    case JS_CLASS_UINT16_ARRAY:
        STORE(uint16_t, js_wrapped_number);
    case JS_CLASS_INT32_ARRAY:
    case JS_CLASS_UINT32_ARRAY:
        STORE(uint32_t, js_wrapped_number);
    case JS_CLASS_FLOAT16_ARRAY:
        STORE(uint16_t, tofp16);
    case JS_CLASS_FLOAT32_ARRAY:
        STORE(float, );
    case JS_CLASS_FLOAT64_ARRAY:
        STORE(double, );
    default:
        abort();
    }
#undef STORE
}

/* Copy n elements of one type to those of another one; all numbers, or all
   BigInts. The source is what it was before, where they overlap. */
static int js_convert_typed_array(JSContext *ctx, JSClassID to_class,
                                  uint8_t *to, JSClassID from_class,
                                  const uint8_t *from, int64_t n)
{
    int to_shift = typed_array_size_log2(to_class);
    int from_shift = typed_array_size_log2(from_class);
    double numbers[128];
    uint8_t *copy = NULL;
    int64_t i;
    int step;

    if (is_bigint_array(to_class)) {
        memmove(to, from, n << to_shift);
        return 0;
    }
    if (to < from + (n << from_shift) && from < to + (n << to_shift)) {
        copy = js_malloc(ctx, max_int64(n << from_shift, 1));
        if (!copy)
            return -1;
        from = memcpy(copy, from, n << from_shift);
    }
    for (i = 0; i < n; i += step) {
        step = min_int64(n - i, countof(numbers));
        js_load_numbers(numbers, from_class, from + (i << from_shift), step);
        js_store_numbers(to + (i << to_shift), to_class, numbers, step);
    }
    js_free(ctx, copy);
    return 0;
}

// expects typed array object in argv[0] so argc *must* be > 0
/* Is the constructor that a result of 'p' is made by its own class's? */
static bool js_has_typed_array_species(JSContext *ctx, JSObject *p)
{
    JSCFunctionType ft = { .constructor_magic = js_typed_array_constructor };
    JSObject *proto = JS_VALUE_GET_OBJ(ctx->class_proto[p->class_id]), *ctor,
             *get;
    JSProperty *pr;
    JSShapeProperty *prs;

    if (p->shape->proto != proto || p->shape->prop_count != 0)
        return false;
    prs = find_own_property(&pr, proto, JS_ATOM_constructor);
    if (!prs || (prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL ||
        !JS_IsCFunction(ctx, pr->u.value, ft.generic, p->class_id))
        return false;
    ctor = JS_VALUE_GET_OBJ(pr->u.value);
    if (ctor->u.cfunc.realm != ctx || !ctor->shape->proto ||
        find_own_property(&pr, ctor, JS_ATOM_Symbol_species))
        return false;
    prs = find_own_property(&pr, ctor->shape->proto, JS_ATOM_Symbol_species);
    if (!prs || (prs->flags & JS_PROP_TMASK) != JS_PROP_GETSET)
        return false;
    get = pr->u.getset.getter;
    return get && get->class_id == JS_CLASS_C_FUNCTION &&
           get->u.cfunc.c_function.getter == js_get_this;
}

static JSValue js_typed_array_from(JSContext *ctx, JSValueConst this_val,
                                   int argc, JSValueConst *argv)
{
    // from(items, mapfn = void 0, this_arg = void 0)
    JSValueConst items = argv[0], mapfn, this_arg;
    JSValueConst args[2];
    JSValue stack[2];
    JSValue iter, arr, r, v, v2;
    int64_t k, len;
    int done, mapping;

    mapping = false;
    mapfn = JS_UNDEFINED;
    this_arg = JS_UNDEFINED;
    r = JS_UNDEFINED;
    arr = JS_UNDEFINED;
    stack[0] = JS_UNDEFINED;
    stack[1] = JS_UNDEFINED;

    if (!JS_IsConstructor(ctx, this_val)) {
        js_throw_not_constructor(ctx, this_val);
        goto exception;
    }
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
    iter = JS_GetProperty(ctx, items, JS_ATOM_Symbol_iterator);
    if (JS_IsException(iter))
        goto exception;
    if (!JS_IsUndefined(iter) && !JS_IsNull(iter)) {
        if (!JS_IsFunction(ctx, iter)) {
            JS_FreeValue(ctx, iter);
            JS_ThrowTypeError(ctx, "value is not iterable");
            goto exception;
        }
        arr = JS_NewArray(ctx);
        if (JS_IsException(arr)) {
            JS_FreeValue(ctx, iter);
            goto exception;
        }
        done = js_append_iterable(ctx, JS_VALUE_GET_OBJ(arr), items);
        if (done <= 0) {
            JS_FreeValue(ctx, iter);
            if (done < 0)
                goto exception;
            goto has_values;
        }
        stack[0] = JS_GetIterator2(ctx, items, iter);
        JS_FreeValue(ctx, iter);
        if (JS_IsException(stack[0]))
            goto exception;
        stack[1] = JS_GetProperty(ctx, stack[0], JS_ATOM_next);
        if (JS_IsException(stack[1]))
            goto exception;
        for (k = 0;; k++) {
            v = JS_IteratorNext(ctx, stack[0], stack[1], 0, NULL, &done);
            if (JS_IsException(v))
                goto exception;
            if (done)
                break;
            if (js_create_element(ctx, arr, k, v) < 0)
                goto exception_close;
        }
    has_values:;
    } else {
        arr = JS_ToObject(ctx, items);
        if (JS_IsException(arr))
            goto exception;
    }
    if (js_get_length64(ctx, &len, arr) < 0)
        goto exception;
    v = js_int64(len);
    r = js_typed_array_create(ctx, this_val, 1, vc(&v), true);
    JS_FreeValue(ctx, v);
    if (JS_IsException(r))
        goto exception;
    for (k = 0; k < len; k++) {
        v = JS_GetPropertyInt64(ctx, arr, k);
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
        if (JS_SetPropertyInt64(ctx, r, k, v) < 0)
            goto exception;
    }
    goto done;

exception_close:
    if (!JS_IsUndefined(stack[0]))
        JS_IteratorClose(ctx, stack[0], true);
exception:
    JS_FreeValue(ctx, r);
    r = JS_EXCEPTION;
done:
    JS_FreeValue(ctx, arr);
    JS_FreeValue(ctx, stack[0]);
    JS_FreeValue(ctx, stack[1]);
    return r;
}

static int js_TA_compare(struct TA_sort_context *psc, uint32_t a, uint32_t b)
{
    JSContext *ctx = psc->ctx;
    JSValue argv[2];
    int cmp;

    if (psc->failed)
        return 0;
    argv[0] = psc->getfun(ctx, psc->elements + (size_t)a * psc->elt_size);
    argv[1] = psc->getfun(ctx, psc->elements + (size_t)b * psc->elt_size);
    if (JS_IsException(argv[0]) || JS_IsException(argv[1])) {
        psc->failed = true;
        cmp = 0;
    } else {
        cmp = js_sort_answer(ctx,
                             JS_Call(ctx, psc->cmp, JS_UNDEFINED, 2, vc(argv)),
                             &psc->failed);
    }
    JS_FreeValue(ctx, argv[0]);
    JS_FreeValue(ctx, argv[1]);
    return cmp;
}

/* Sort [from, to) of 'source' into 'target', which hold the same at first: as
   V8 does it, with the same calls in the same order. */
static void js_TA_merge_sort(struct TA_sort_context *psc, uint32_t *source,
                             uint32_t from, uint32_t to, uint32_t *target)
{
    uint32_t middle = from + ((to - from) >> 1);
    uint32_t left = from, right = middle, i;

    if (middle - from > 1)
        js_TA_merge_sort(psc, target, from, middle, source);
    if (to - middle > 1)
        js_TA_merge_sort(psc, target, middle, to, source);
    for (i = from; i < to; i++) {
        if (left < middle && (right >= to || js_TA_compare(psc, source[left],
                                                           source[right]) <= 0))
            target[i] = source[left++];
        else
            target[i] = source[right++];
    }
}

/* sort by the comparison function; the array may change or go meanwhile */
static int js_TA_sort_by(struct TA_sort_context *psc, JSObject *p, uint32_t len)
{
    JSContext *ctx = psc->ctx;
    size_t elt_size = psc->elt_size, i;
    uint32_t *order, *work;
    uint8_t *elements;

    order = js_malloc(ctx, 2 * len * sizeof(*order));
    elements = js_malloc(ctx, len * elt_size);
    psc->failed = !order || !elements;
    if (!psc->failed) {
        work = order + len;
        for (i = 0; i < len; i++)
            order[i] = work[i] = i;
        memcpy(elements, p->u.array.u.ptr, len * elt_size);
        psc->elements = elements;
        js_TA_merge_sort(psc, work, 0, len, order);
    }
    if (!psc->failed && !typed_array_is_oob(p)) {
        len = min_uint32(len, p->u.array.count);
        for (i = 0; i < len; i++)
            memcpy(p->u.array.u.uint8_ptr + i * elt_size,
                   elements + order[i] * elt_size, elt_size);
    }
    js_free(ctx, order);
    js_free(ctx, elements);
    return psc->failed ? -1 : 0;
}

typedef struct JSElementKind {
    JSValue (*get)(JSContext *ctx, const void *a);
    int (*compare)(const void *a, const void *b, void *opaque);
} JSElementKind;

static const JSElementKind *js_element_kind(JSClassID class_id)
{
    static const JSElementKind kinds[] = {
        [JS_CLASS_INT8_ARRAY - JS_CLASS_UINT8C_ARRAY] = { js_TA_get_int8,
                                                          js_TA_cmp_int8 },
        [JS_CLASS_UINT8C_ARRAY -
            JS_CLASS_UINT8C_ARRAY] = { js_TA_get_uint8, js_TA_cmp_uint8 },
        [JS_CLASS_UINT8_ARRAY -
            JS_CLASS_UINT8C_ARRAY] = { js_TA_get_uint8, js_TA_cmp_uint8 },
        [JS_CLASS_INT16_ARRAY -
            JS_CLASS_UINT8C_ARRAY] = { js_TA_get_int16, js_TA_cmp_int16 },
        [JS_CLASS_UINT16_ARRAY -
            JS_CLASS_UINT8C_ARRAY] = { js_TA_get_uint16, js_TA_cmp_uint16 },
        [JS_CLASS_INT32_ARRAY -
            JS_CLASS_UINT8C_ARRAY] = { js_TA_get_int32, js_TA_cmp_int32 },
        [JS_CLASS_UINT32_ARRAY -
            JS_CLASS_UINT8C_ARRAY] = { js_TA_get_uint32, js_TA_cmp_uint32 },
        [JS_CLASS_BIG_INT64_ARRAY -
            JS_CLASS_UINT8C_ARRAY] = { js_TA_get_int64, js_TA_cmp_int64 },
        [JS_CLASS_BIG_UINT64_ARRAY -
            JS_CLASS_UINT8C_ARRAY] = { js_TA_get_uint64, js_TA_cmp_uint64 },
        [JS_CLASS_FLOAT16_ARRAY -
            JS_CLASS_UINT8C_ARRAY] = { js_TA_get_float16, js_TA_cmp_float16 },
        [JS_CLASS_FLOAT32_ARRAY -
            JS_CLASS_UINT8C_ARRAY] = { js_TA_get_float32, js_TA_cmp_float32 },
        [JS_CLASS_FLOAT64_ARRAY -
            JS_CLASS_UINT8C_ARRAY] = { js_TA_get_float64, js_TA_cmp_float64 },
    };

    return &kinds[class_id - JS_CLASS_UINT8C_ARRAY];
}

static JSValue js_typed_array_sort(JSContext *ctx, JSValueConst this_val,
                                   int argc, JSValueConst *argv)
{
    JSObject *p;
    int len;
    size_t elt_size;
    struct TA_sort_context tsc;

    p = get_typed_array(ctx, this_val);
    if (!p)
        return JS_EXCEPTION;
    if (typed_array_is_immutable(p))
        return JS_ThrowTypeErrorImmutableArrayBuffer(ctx);
    if (typed_array_is_oob(p))
        return JS_ThrowTypeErrorArrayBufferOOB(ctx);

    tsc.ctx = ctx;
    tsc.cmp = argv[0];

    if (js_check_comparison(ctx, tsc.cmp))
        return JS_EXCEPTION;

    len = p->u.array.count;
    if (len > 1) {
        const JSElementKind *kind = js_element_kind(p->class_id);
        tsc.getfun = kind->get;
        elt_size = 1 << typed_array_size_log2(p->class_id);
        tsc.elt_size = elt_size;
        if (JS_IsUndefined(tsc.cmp)
                ? js_sort_numbers(ctx, p->u.array.u.ptr, len, elt_size,
                                  kind->compare)
                : js_TA_sort_by(&tsc, p, len))
            return JS_EXCEPTION;
    }
    return js_dup(this_val);
}

/* as JS_ToIndex(), with the number in the error. A number that is no length is
   told before anything is converted. */
static int js_to_array_length(JSContext *ctx, uint64_t *plen, JSValueConst val)
{
    if (js_is_number_of_no_length(ctx, val)) {
        js_throw_range_of(ctx, "Invalid typed array length: %s", val);
        return -1;
    }
    return JS_ToIndex(ctx, plen, val);
}

static const char *js_typed_array_words(JSContext *ctx, char *buf, int classid)
{
    return JS_AtomGetStr(ctx, buf, JS_WORDS_SIZE,
                         ctx->rt->class_array[classid].class_name);
}

#ifdef CONFIG_ATOMICS

static JSObject *js_atomics_get_buf(JSContext *ctx, JSValueConst obj,
                                    JSValueConst idx_val, JSArrayBuffer **pabuf,
                                    uint64_t *pindex, int is_waitable)
{
    JSObject *p;
    JSTypedArray *ta;
    JSArrayBuffer *abuf;
    int64_t idx;
    bool err;

    if (JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT)
        goto fail;
    p = JS_VALUE_GET_OBJ(obj);
    if (is_waitable)
        err = (p->class_id != JS_CLASS_INT32_ARRAY &&
               p->class_id != JS_CLASS_BIG_INT64_ARRAY);
    else
        err = !(p->class_id >= JS_CLASS_INT8_ARRAY &&
                p->class_id <= JS_CLASS_BIG_UINT64_ARRAY);
    if (err) {
    fail:
        js_throw_type_of(ctx,
                         is_waitable
                             ? "%s is not an int32 or BigInt64 typed array."
                             : "%s is not an integer typed array.",
                         obj);
        return NULL;
    }
    ta = p->u.typed_array;
    abuf = ta->buffer->u.array_buffer;
    if (!abuf->shared) {
        if (is_waitable == 2) {
            js_throw_type_of(ctx, "%s is not a shared typed array.", obj);
            return NULL;
        }
        if (abuf->detached) {
            JS_ThrowTypeErrorDetachedArrayBuffer(ctx);
            return NULL;
        }
    }
    if (JS_ToInt64Sat(ctx, &idx, idx_val))
        return NULL;
    /* if the array buffer is detached, p->u.array.count = 0 */
    if (idx < 0 || idx >= p->u.array.count) {
        JS_ThrowRangeError(ctx, "Invalid atomic access index");
        return NULL;
    }
    if (pabuf)
        *pabuf = abuf;
    *pindex = idx;
    return p;
}
#endif

/* Elements that are read from a buffer which has become smaller are undefined:
   no number for some views, an error for those of BigInts. -1: exception. */
static int js_set_missing(JSContext *ctx, JSValueConst view, uint32_t from,
                          uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        if (JS_SetPropertyInt64(ctx, view, i, JS_UNDEFINED) < 0)
            return -1;
    }
    return 0;
}
