/*
 * objects.c - objects and arrays made in one block: properties lie behind the
 * object, up to JS_INNER_PROPS; short arrays have their elements there, too.
 * Objects of the host's classes can be compact: they end after the host's own
 * data.
 *
 * What must stay true: has_inner_props and has_inner_values say where `prop`
 * and the elements are; whoever moves them to a block of their own clears the
 * bit. The offsets that quickjs.h's inline functions rely on are asserted at
 * the end.
 */

static JSValue JS_NewObjectFromShape(JSContext *ctx, JSShape *sh,
                                     JSClassID class_id, JSProperty *props)
{
    return js_new_object_sized(ctx, sh, class_id, props, sizeof(JSObject));
}

/* Of the union that an object has, some classes use a pointer, to what follows
   it in the same block. */
#define JS_INNER_DATA (offsetof(JSObject, u) + sizeof(void *))

static inline void *js_inner_data(JSValueConst obj)
{
    return (uint8_t *)JS_VALUE_GET_OBJ(obj) + JS_INNER_DATA;
}

/* A block for an object, with the fields that most objects have in common, in a
   few steps. NULL if it takes more, such as a collection. */
static force_inline JSObject *js_new_recent_object(JSRuntime *rt, size_t size,
                                                   JSShape *sh)
{
    JSObject *p;

    if (unlikely(rt->malloc_state.malloc_size + size > rt->malloc_gc_threshold))
        return NULL;
    /* where there are no recent blocks this is tested with others */
    p = JS_ARENA_LARGE_BLOCKS_ONLY ? js_try_malloc(rt, size)
                                   : js_malloc_recent(rt, size);
    if (unlikely(!p))
        return NULL;
    p->is_prototype = 0;
    p->extensible = 1;
    p->free_mark = 0;
    p->is_exotic = 0;
    p->fast_array = 0;
    p->is_constructor = 0;
    p->is_intrinsic = 0;
    p->has_twin = 0;
    p->is_uncatchable_error = 0;
    p->tmp_mark = 0;
    p->is_HTMLDDA = 0;
    p->is_trimmed = 0;
    p->has_inner_props = 1;
    p->has_plain_length = 0;
    p->has_inner_values = 0;
    p->is_known = 0;
    p->class_id = JS_CLASS_OBJECT;
    p->weak_slot = 0;
    p->shape = sh;
    JS_REF_COUNT(p) = 1;
    add_gc_object(rt, &p->header, JS_GC_OBJ_TYPE_JS_OBJECT);
    return p;
}

/* JS_NewObjectFromShape() for a plain object, in most cases with fewer steps.
   'values' of the properties become the object's; without them the caller has
   to fill in all properties at once. */
static JSValue js_new_plain_object(JSContext *ctx, JSShape *sh, JSValue *values)
{
    const int count =
        max_int(max_int(sh->prop_size, sh->inner_props), JS_PROP_INITIAL_SIZE);
    size_t size = offsetof(JSObject, u) + sizeof(JSProperty) * count;
    JSObject *p;
    int i;

    if (unlikely(sh->prop_size == 0 || sh->prop_size > JS_INNER_PROPS) ||
        unlikely(!(p = js_new_recent_object(ctx->rt, size, sh))))
        return JS_NewObjectFromShape(ctx, sh, JS_CLASS_OBJECT,
                                     (JSProperty *)values);
    p->prop = (JSProperty *)&p->u;
    if (values) {
        for (i = 0; i < sh->prop_count; i++)
            js_copy_halves(&p->prop[i].u.value, &values[i]);
    }
    return JS_MKPTR(JS_TAG_OBJECT, p);
}

#define JS_INNER_VALUES                                                        \
    8 /* the elements of an array that is made with more, or                   \
         gets more, are a block of their own */

/* A new array with 'n' elements, which the caller has to fill in at once. A few
   of them are in the block of the array. */
static JSValue js_new_array_sized(JSContext *ctx, uint32_t n)
{
    JSShape *sh = ctx->array_shape;
    size_t inner = n <= JS_INNER_VALUES ? n * sizeof(JSValue) : 0;
    JSValue *values = NULL, obj;
    JSObject *p;

    if (n > JS_INNER_VALUES) {
        values = js_malloc(ctx, n * sizeof(JSValue));
        if (unlikely(!values))
            return JS_EXCEPTION;
    }
    p = js_new_recent_object(ctx->rt,
                             sizeof(JSObject) + inner + sizeof(JSProperty), sh);
    if (likely(p)) {
        js_dup_shape(sh);
        p->class_id = JS_CLASS_ARRAY;
        p->is_exotic = 1;
        p->fast_array = 1;
        if (inner) {
            p->has_inner_values = 1;
            values = (JSValue *)(p + 1);
        }
        p->prop = (JSProperty *)((uint8_t *)(p + 1) + inner);
    } else {
        obj =
            JS_NewObjectFromShape(ctx, js_dup_shape(sh), JS_CLASS_ARRAY, NULL);
        if (!JS_IsException(obj) && inner)
            values = js_malloc(ctx, inner);
        if (JS_IsException(obj) || (inner && !values)) {
            JS_FreeValue(ctx, obj);
            js_free(ctx, inner ? NULL : values);
            return JS_EXCEPTION;
        }
        p = JS_VALUE_GET_OBJ(obj);
    }
    p->u.array.u.values = values;
    p->u.array.u1.size = n;
    if (n > JS_INNER_VALUES && arena_is_small(n * sizeof(JSValue)))
        p->u.array.u1.size =
            js_arena_usable_size(ctx->rt, values) / sizeof(JSValue);
    p->u.array.count = n;
    p->prop[0].u.value = js_int32(n);
    return JS_MKPTR(JS_TAG_OBJECT, p);
}

/* the shape that objects of the prototype begin with; NULL if exception */
static JSShape *js_new_first_shape(JSContext *ctx, JSObject *proto)
{
    JSShape *sh = find_hashed_shape_proto(ctx->rt, proto);

    return likely(sh) ? js_dup_shape(sh) : js_new_shape(ctx, proto);
}

/* WARNING: proto must be an object or JS_NULL */
JSValue JS_NewObjectProtoClass(JSContext *ctx, JSValueConst proto_val,
                               JSClassID class_id)
{
    JSShape *sh = js_new_first_shape(ctx, object_or_null(proto_val));

    if (unlikely(!sh))
        return JS_EXCEPTION;
    if (class_id == JS_CLASS_OBJECT)
        return js_new_plain_object(ctx, sh, NULL);
    return JS_NewObjectFromShape(ctx, sh, class_id, NULL);
}

/* Of the union an object of a host class uses nothing but 'opaque', so it may
   end there, or go on with what the host wants to have in it. */
static size_t js_compact_size(JSRuntime *rt, JSClassID class_id)
{
    size_t bytes = rt->class_array[class_id].inner_bytes;

    assert(class_id >= JS_CLASS_INIT_COUNT);
    return offsetof(JSObject, u) + (bytes ? bytes : sizeof(void *));
}

static JSValue js_new_compact_object(JSContext *ctx, JSShape *sh,
                                     JSClassID class_id)
{
    return js_new_object_sized(ctx, sh, class_id, NULL,
                               js_compact_size(ctx->rt, class_id));
}

/* the shape of objects without properties, and most likely without memory for
   them; NULL if exception */
static JSShape *js_new_bare_shape(JSContext *ctx, JSObject *proto)
{
    JSShape *sh = find_hashed_shape_proto(ctx->rt, proto);

    if (likely(sh))
        return js_dup_shape(sh);
    return js_new_shape2(ctx, proto, JS_PROP_INITIAL_HASH_SIZE, 0);
}

/* WARNING: proto must be an object or JS_NULL */
JSValue JS_NewObjectProtoClassCompact(JSContext *ctx, JSValueConst proto_val,
                                      JSClassID class_id)
{
    JSShape *sh;

    sh = js_new_bare_shape(ctx, object_or_null(proto_val));
    if (!sh)
        return JS_EXCEPTION;
    return js_new_compact_object(ctx, sh, class_id);
}

void JS_SetClassInlineData(JSRuntime *rt, JSClassID class_id, size_t bytes)
{
    static_assert(offsetof(JSObject, u) == JS_OBJECT_INNER, "see quickjs.h");
    static_assert(sizeof(JSHiddenList) == sizeof(struct list_head), "likewise");
    assert(bytes % sizeof(void *) == 0);
    rt->class_array[class_id].inner_bytes = bytes;
}

JSValue JS_NewObjectLike(JSContext *ctx, JSValueConst sample,
                         JSHiddenList *list)
{
    JSRuntime *rt = ctx->rt;
    JSObject *p, *like = JS_VALUE_GET_OBJ(sample);
    size_t size = js_compact_size(rt, like->class_id);

    assert(like->shape->prop_count == 0 && like->shape->prop_size == 0);
    js_trigger_gc(rt, size);
    p = js_malloc(ctx, size);
    if (unlikely(!p))
        return JS_EXCEPTION;
    memcpy((char *)p + sizeof(p->header), (char *)like + sizeof(p->header),
           offsetof(JSObject, u) - sizeof(p->header));
    p->weak_slot = 0;
    js_dup_shape(like->shape); /* the copy is too new to be read at once */
    JS_REF_COUNT(p) = 1;
    JS_GC_MARK(p) = 0;
    JS_GC_TYPE(p) = JS_GC_OBJ_TYPE_JS_OBJECT;
    list_add_tail(&p->header.link,
                  list ? (struct list_head *)list : &rt->gc_obj_list);
    return JS_MKPTR(JS_TAG_OBJECT, p);
}

JSValue JS_NewObjectOfSample(JSContext *ctx, JSValueConst sample,
                             const JSValue *values)
{
    JSShape *sh = JS_VALUE_GET_OBJ(sample)->shape;
    JSProperty props[JS_SAMPLE_PROPS];
    int i;

    assert(sh->is_hashed && sh->prop_count <= JS_SAMPLE_PROPS);
    for (i = 0; i < sh->prop_count; i++)
        props[i].u.value = values[i];
    return JS_NewObjectFromShape(ctx, js_dup_shape(sh), JS_CLASS_OBJECT, props);
}

/* Can an object be made that shares the shape of 'p', with values of its own?
 */
static bool js_is_sample(JSObject *p)
{
    JSShapeProperty *prs = get_shape_prop(p->shape);
    int i;

    if (p->class_id != JS_CLASS_OBJECT || !p->shape->is_hashed)
        return false;
    for (i = 0; i < p->shape->prop_count; i++) {
        if (prs[i].atom == JS_ATOM_NULL ||
            (prs[i].flags & JS_PROP_TMASK) != JS_PROP_NORMAL)
            return false;
    }
    return true;
}

int JS_GetSampleCount(JSValueConst val)
{
    JSObject *p;

    if (JS_VALUE_GET_TAG(val) != JS_TAG_OBJECT)
        return -1;
    p = JS_VALUE_GET_OBJ(val);
    if (!js_is_sample(p) || p->shape->prop_count > JS_SAMPLE_PROPS)
        return -1;
    return p->shape->prop_count;
}

JSValue JS_NewArray(JSContext *ctx)
{
    return js_new_array_sized(ctx, 0);
}

// note: takes ownership of |values|, unlike js_create_array
JSValue JS_NewArrayFrom(JSContext *ctx, int count, const JSValue *values)
{
    JSValue obj = js_new_array_sized(ctx, count), *to;
    int i;

    if (unlikely(JS_IsException(obj))) {
        for (i = 0; i < count; i++)
            JS_FreeValue(ctx, values[i]);
        return JS_EXCEPTION;
    }
    to = JS_VALUE_GET_OBJ(obj)->u.array.u.values;
    for (i = 0; i < count; i++)
        js_copy_halves(&to[i], &values[i]);
    return obj;
}

JSValue JS_NewObject(JSContext *ctx)
{
    if (likely(ctx->object_shape))
        return js_new_plain_object(ctx, js_dup_shape(ctx->object_shape), NULL);
    return JS_NewObjectProtoClass(ctx, ctx->class_proto[JS_CLASS_OBJECT],
                                  JS_CLASS_OBJECT);
}

void *JS_GetInlineData(JSValueConst obj, JSClassID class_id)
{
    JSObject *p;
    if (JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT)
        return NULL;
    p = JS_VALUE_GET_OBJ(obj);
    return p->class_id == class_id ? &p->u : NULL;
}
