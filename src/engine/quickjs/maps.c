/*
 * maps.c - Map and Set: one block for the object and its first entries, the
 * hash of a key kept with it, strings by their own hash. forEach and iterators
 * see entries that are added while they run.
 *
 * What must stay true: map_is_same_key() agrees with map_hash_key() for every
 * form of a string, a number or a BigInt.
 */

/* An empty Map, Set, WeakMap or WeakSet. Its state is in its block. */
static JSValue js_new_map(JSContext *ctx, JSValueConst new_target, int magic)
{
    JSValue proto, obj;
    JSMapState *s;
    JSShape *sh;

    if (JS_IsUndefined(new_target))
        proto = js_dup(ctx->class_proto[JS_CLASS_MAP + magic]);
    else
        proto = js_get_ctor_proto(ctx, new_target, JS_CLASS_MAP + magic);
    if (JS_IsException(proto))
        return proto;
    /* only those of a subclass will have properties */
    if (js_is_same_object(proto, ctx->class_proto[JS_CLASS_MAP + magic]))
        sh = js_new_bare_shape(ctx, JS_VALUE_GET_OBJ(proto));
    else
        sh = js_new_first_shape(ctx, JS_VALUE_GET_OBJ(proto));
    JS_FreeValue(ctx, proto);
    if (!sh)
        return JS_EXCEPTION;
    obj = js_new_object_sized(ctx, sh, JS_CLASS_MAP + magic, NULL,
                              sizeof(JSObject) + sizeof(*s));
    if (JS_IsException(obj))
        return obj;
    s = (JSMapState *)(JS_VALUE_GET_OBJ(obj) + 1);
    JS_VALUE_GET_OBJ(obj)->u.map_state = s;
    init_list_head(&s->records);
    init_list_head(&s->first_chain);
    s->is_weak = (magic & MAGIC_WEAK) != 0;
    s->record_count = 0;
    s->hash_table = &s->first_chain;
    s->hash_size = 1;
    s->record_count_threshold = 4;
    return obj;
}

/* All bits of 'v' matter to the low bits of the result, which are the ones
   used: those of a small integer, as a double, and of an address are zero. */
static uint32_t map_hash_word(uint32_t v)
{
    return (v * 0x61c8864680b583ebULL) >> 32;
}

static uint32_t map_hash_key(JSContext *ctx, JSValueConst key)
{
    uint32_t tag = JS_VALUE_GET_NORM_TAG(key);
    uint32_t h;
    double d;
    JSFloat64Union u;
    JSString *p;
    JSBigInt *r;

    switch (tag) {
    case JS_TAG_BOOL:
        h = JS_VALUE_GET_INT(key);
        break;
    case JS_TAG_STRING:
        /* that of the atom, which a string in the program or the name of a
           property has already */
        p = JS_VALUE_GET_STRING(key);
        h = p->atom_type == JS_ATOM_TYPE_STRING
                ? p->hash
                : hash_string(p, JS_ATOM_TYPE_STRING) & JS_ATOM_HASH_MASK;
        break;
    case JS_TAG_STRING_ROPE:
        h = hash_string_rope(key, JS_ATOM_TYPE_STRING) & JS_ATOM_HASH_MASK;
        tag = JS_TAG_STRING; /* as that of the same text in one piece */
        break;
    case JS_TAG_OBJECT:
    case JS_TAG_SYMBOL:
        h = map_hash_word((uintptr_t)JS_VALUE_GET_PTR(key) >> 3);
        break;
    case JS_TAG_INT:
        d = JS_VALUE_GET_INT(key);
        goto hash_float64;
    case JS_TAG_SHORT_BIG_INT:
        u.u64 = JS_VALUE_GET_SHORT_BIG_INT(key);
        h = map_hash_word(u.u32[0] ^ u.u32[1]);
        break;
    case JS_TAG_BIG_INT:
        r = JS_VALUE_GET_PTR(key);
        h = hash_string8((void *)r->tab, r->len * sizeof(*r->tab), 0);
        break;
    case JS_TAG_FLOAT64:
        d = JS_VALUE_GET_FLOAT64(key);
        /* normalize the NaN */
        if (isnan(d))
            d = NAN;
    hash_float64:
        u.d = d;
        h = map_hash_word(u.u32[0] ^ u.u32[1]);
        tag = JS_TAG_FLOAT64;
        break;
    default:
        h = 0;
        break;
    }
    return h ^ ctx->hash_seed ^ hash32(tag);
}

/* Are these keys the same, whose hashes are? */
static inline bool map_is_same_key(JSContext *ctx, JSValueConst a,
                                   JSValueConst b)
{
    if (JS_VALUE_GET_TAG(a) == JS_VALUE_GET_TAG(b)) {
        if (JS_VALUE_HAS_REF_COUNT(a)) {
            if (JS_VALUE_GET_PTR(a) == JS_VALUE_GET_PTR(b))
                return true;
        } else if (JS_VALUE_GET_TAG(a) == JS_TAG_INT) {
            return JS_VALUE_GET_INT(a) == JS_VALUE_GET_INT(b);
        }
    }
    return js_same_value_zero(ctx, a, b);
}

static JSMapRecord *map_find_hashed(JSContext *ctx, JSMapState *s,
                                    JSValueConst key, uint32_t hash)
{
    struct list_head *el, *head = &s->hash_table[hash & (s->hash_size - 1)];
    JSMapRecord *mr;

    list_for_each(el, head)
    {
        mr = list_entry(el, JSMapRecord, hash_link);
        if (mr->hash == hash && map_is_same_key(ctx, mr->key, key))
            return mr;
    }
    return NULL;
}

static JSMapRecord *map_find_record(JSContext *ctx, JSMapState *s,
                                    JSValueConst key)
{
    return map_find_hashed(ctx, s, key, map_hash_key(ctx, key));
}

static void map_hash_resize(JSContext *ctx, JSMapState *s)
{
    uint32_t new_hash_size, i, h;
    struct list_head *new_hash_table, *el;
    JSMapRecord *mr;

    /* The record is in the map already: a table that cannot grow only makes
       the chains longer, and the next record tries again. */
    if (s->hash_size == 1)
        new_hash_size = 4;
    else
        new_hash_size = s->hash_size * 2;
    new_hash_table =
        js_realloc_rt(ctx->rt, s->hash_size == 1 ? NULL : s->hash_table,
                      sizeof(new_hash_table[0]) * new_hash_size);
    if (!new_hash_table)
        return;

    for (i = 0; i < new_hash_size; i++)
        init_list_head(&new_hash_table[i]);

    list_for_each(el, &s->records)
    {
        mr = list_entry(el, JSMapRecord, link);
        if (!mr->empty) {
            h = mr->hash & (new_hash_size - 1);
            list_add_tail(&mr->hash_link, &new_hash_table[h]);
        }
    }
    s->hash_table = new_hash_table;
    s->hash_size = new_hash_size;
    s->record_count_threshold = new_hash_size * 2;
}

static JSMapRecord *map_add_hashed(JSContext *ctx, JSMapState *s,
                                   JSValueConst key, uint32_t hash)
{
    JSMapRecord *mr;

    if (js_poll_work(ctx, 60))
        return NULL;
    mr = js_malloc(ctx, sizeof(*mr));
    if (!mr)
        return NULL;
    mr->hash = hash;
    mr->ref_count = 1;
    mr->map = s;
    mr->empty = false;
    if (s->is_weak) {
        JSWeakRefRecord *wr = js_new_weakref_record(ctx, key);
        if (!wr) {
            js_free(ctx, mr);
            return NULL;
        }
        wr->kind = JS_WEAK_REF_KIND_MAP;
        wr->u.map_record = mr;
        insert_weakref_record(ctx->rt, key, wr);
        mr->key = unsafe_unconst(key);
    } else {
        mr->key = js_dup(key);
    }
    list_add_tail(&mr->hash_link, &s->hash_table[hash & (s->hash_size - 1)]);
    list_add_tail(&mr->link, &s->records);
    s->record_count++;
    if (s->record_count >= s->record_count_threshold) {
        map_hash_resize(ctx, s);
    }
    return mr;
}

static JSMapRecord *map_add_record(JSContext *ctx, JSMapState *s,
                                   JSValueConst key)
{
    return map_add_hashed(ctx, s, key, map_hash_key(ctx, key));
}

/* Set the value of a key, which is normalized. */
static int map_put(JSContext *ctx, JSMapState *s, JSValueConst key,
                   JSValueConst value)
{
    uint32_t hash = map_hash_key(ctx, key);
    JSMapRecord *mr = map_find_hashed(ctx, s, key, hash);

    if (mr) {
        JS_FreeValue(ctx, mr->value);
    } else {
        mr = map_add_hashed(ctx, s, key, hash);
        if (!mr)
            return -1;
    }
    mr->value = js_dup(value);
    return 0;
}

static JSValue js_map_set(JSContext *ctx, JSValueConst this_val, int argc,
                          JSValueConst *argv, int magic)
{
    JSMapState *s = JS_GetOpaque2(ctx, this_val, JS_CLASS_MAP + magic);
    JSValueConst key, value;
    int is_set;

    if (!s)
        return JS_EXCEPTION;
    is_set = (magic & MAGIC_SET);
    key = map_normalize_key_const(ctx, argv[0]);
    if (s->is_weak && !is_valid_weakref_target(key))
        return JS_ThrowTypeError(ctx, "Invalid value used %s",
                                 is_set ? "in weak set" : "as weak map key");
    if (is_set)
        value = JS_UNDEFINED;
    else
        value = argv[1];
    if (map_put(ctx, s, key, value))
        return JS_EXCEPTION;
    return js_dup(this_val);
}

/* Are all of these arrays with a key and a value? */
static bool js_are_pairs(JSContext *ctx, const JSValue *items, uint32_t count)
{
    uint32_t i, n;
    JSValue *pair;

    for (i = 0; i < count; i++) {
        if (!js_get_fast_array(ctx, items[i], &pair, &n) || n < 2)
            return false;
    }
    return true;
}

/* Fill a new Map or Set from an array or a Set where that runs no code of the
   program. Return 1 if it is filled, 0 if it has to be iterated, -1 if there is
   no memory. */
static int js_map_fill(JSContext *ctx, JSObject *map, JSValueConst from,
                       int magic)
{
    JSCFunctionType ft = { .generic_magic = js_map_set };
    JSMapState *s = map->u.map_state;
    struct list_head *el;
    JSMapState *from_s;
    JSValue *items, *pair;
    uint32_t i, count;

    if (s->is_weak ||
        !js_has_own_native(ctx, map->shape->proto,
                           magic & MAGIC_SET ? JS_ATOM_add : JS_ATOM_set,
                           &ctx->adder_place[magic & MAGIC_SET], ft.generic,
                           magic))
        return 0;
    if (js_iterates_elements(ctx, from, &items, &count)) {
        if (!(magic & MAGIC_SET) && !js_are_pairs(ctx, items, count))
            return 0;
        for (i = 0; i < count; i++) {
            pair = magic & MAGIC_SET
                       ? &items[i]
                       : JS_VALUE_GET_OBJ(items[i])->u.array.u.values;
            if (map_put(ctx, s, map_normalize_key_const(ctx, pair[0]),
                        magic & MAGIC_SET ? JS_UNDEFINED : pair[1]))
                return -1;
        }
        return 1;
    }
    if (!(magic & MAGIC_SET) || !js_iterates_set(ctx, from, &from_s))
        return 0;
    list_for_each(el, &from_s->records)
    {
        JSMapRecord *mr = list_entry(el, JSMapRecord, link);
        if (!mr->empty) {
            mr = map_add_hashed(ctx, s, mr->key, mr->hash);
            if (!mr)
                return -1;
            mr->value = JS_UNDEFINED;
        }
    }
    return 1;
}

static JSValue js_map_groupBy(JSContext *ctx, JSValueConst this_val, int argc,
                              JSValueConst *argv)
{
    JSValue res, iter, next, groups, k, v, prop;
    JSValueConst cb, args[2];
    int64_t idx;
    int done;

    // "is function?" check must be observed before argv[0] is accessed
    cb = argv[1];
    if (js_check_group(ctx, "Map", argv[0], cb))
        return JS_EXCEPTION;

    iter = JS_GetIterator(ctx, argv[0], /*is_async*/ false);
    if (JS_IsException(iter))
        return JS_EXCEPTION;

    k = JS_UNDEFINED;
    v = JS_UNDEFINED;
    prop = JS_UNDEFINED;
    groups = JS_UNDEFINED;

    next = JS_GetProperty(ctx, iter, JS_ATOM_next);
    if (JS_IsException(next))
        goto exception;

    groups = js_map_constructor(ctx, JS_UNDEFINED, 0, NULL, 0);
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

        prop = js_map_get(ctx, groups, 1, vc(&k), 0);
        if (JS_IsException(prop))
            goto exception;

        if (JS_IsUndefined(prop)) {
            prop = JS_NewArray(ctx);
            if (JS_IsException(prop))
                goto exception;
            args[0] = k;
            args[1] = prop;
            res = js_map_set(ctx, groups, 2, args, 0);
            if (JS_IsException(res))
                goto exception;
            JS_FreeValue(ctx, res);
        }

        if (js_append_element(ctx, prop, v) < 0)
            goto exception;

        JS_FreeValue(ctx, prop);
        JS_FreeValue(ctx, k);
        JS_FreeValue(ctx, v);
        prop = JS_UNDEFINED;
        k = JS_UNDEFINED;
        v = JS_UNDEFINED;
    }

    JS_FreeValue(ctx, iter);
    JS_FreeValue(ctx, next);
    return groups;

exception_close:
    JS_IteratorClose(ctx, iter, true);
exception:
    JS_FreeValue(ctx, prop);
    JS_FreeValue(ctx, k);
    JS_FreeValue(ctx, v);
    JS_FreeValue(ctx, groups);
    JS_FreeValue(ctx, iter);
    JS_FreeValue(ctx, next);
    return JS_EXCEPTION;
}

/* the entries that a collection has, or that an iterator still has to give */
JSValue JS_PreviewEntries(JSContext *ctx, JSValueConst obj, bool *is_keyed)
{
    JSMapIteratorData *it = NULL;
    JSMapState *s = NULL;
    JSMapRecord *mr;
    struct list_head *el;
    JSValue ret;
    uint32_t n = 0;
    int i, kind = JS_ITERATOR_KIND_KEY;

    for (i = 0; i < 4 && !s; i++)
        s = JS_GetOpaque(obj, JS_CLASS_MAP + i);
    if (s) {
        if (i == 1 || i == 3) /* Map, WeakMap */
            kind = JS_ITERATOR_KIND_KEY_AND_VALUE;
    } else {
        for (i = 0; i < 2 && !it; i++)
            it = JS_GetOpaque(obj, JS_CLASS_MAP_ITERATOR + i);
        if (!it)
            return JS_UNDEFINED;
        kind = it->kind;
        s = JS_GetOpaque(it->obj, JS_CLASS_MAP + i - 1);
    }
    *is_keyed = kind == JS_ITERATOR_KIND_KEY_AND_VALUE;
    ret = JS_NewArray(ctx);
    if (JS_IsException(ret) || !s)
        return ret;
    el = s->records.next;
    if (it && it->cur_record)
        el = it->cur_record->link.next;
    for (; el != &s->records; el = el->next) {
        mr = list_entry(el, JSMapRecord, link);
        if (mr->empty)
            continue;
        if (kind != JS_ITERATOR_KIND_VALUE || (it && i == 2))
            if (JS_DefinePropertyValueUint32(ctx, ret, n++, js_dup(mr->key),
                                             JS_PROP_C_W_E) < 0)
                goto fail;
        if (kind != JS_ITERATOR_KIND_KEY && !(it && i == 2 && !*is_keyed))
            if (JS_DefinePropertyValueUint32(
                    ctx, ret, n++, js_dup(it && i == 2 ? mr->key : mr->value),
                    JS_PROP_C_W_E) < 0)
                goto fail;
    }
    return ret;
fail:
    JS_FreeValue(ctx, ret);
    return JS_EXCEPTION;
}

/* Append the keys or values that are left of an iterator of a Map or Set, which
   is at its end then. Return 1 if 'iter' is something else. */
static int js_append_map_iterator(JSContext *ctx, JSObject *p,
                                  JSValueConst iter)
{
    JSCFunctionType ft = { .generic = js_iterator_proto_iterator };
    JSCFunctionType ft2 = { .iterator_next = js_map_iterator_next };
    JSMapIteratorData *it;
    JSMapState *s;
    JSObject *q;
    JSValue val;
    uint64_t size;
    int magic, done;

    if (JS_VALUE_GET_TAG(iter) != JS_TAG_OBJECT)
        return 1;
    q = JS_VALUE_GET_OBJ(iter);
    magic = q->class_id - JS_CLASS_MAP_ITERATOR;
    it = q->u.map_iterator_data;
    if ((magic != 0 && magic != MAGIC_SET) || !it ||
        !js_has_native_method(ctx, q, JS_ATOM_Symbol_iterator, ft.generic, 0) ||
        !js_has_native_method(ctx, q, JS_ATOM_next, ft2.generic, magic))
        return 1;
    if (!JS_IsUndefined(it->obj)) {
        s = JS_GetOpaque(it->obj, JS_CLASS_MAP + magic);
        size = (uint64_t)p->u.array.count + s->record_count;
        if (!it->cur_record && size > p->u.array.u1.size &&
            expand_fast_array(ctx, p, min_int64(size, UINT32_MAX)))
            return -1;
    }
    for (;;) {
        if (js_poll_work(ctx, 20))
            return -1;
        val = js_map_iterator_next(ctx, iter, 0, NULL, &done, magic);
        if (JS_IsException(val))
            return -1;
        if (done)
            return 0;
        if (add_fast_array_element(ctx, p, val, JS_PROP_THROW) < 0)
            return -1;
    }
}

/* setlike.has(key): -1 for an exception. That of a Set itself is not called. */
static int js_setlike_has(JSContext *ctx, JSValueConst setlike,
                          JSValueConst has, JSValueConst key)
{
    JSCFunctionType ft = { .generic_magic = js_map_has };
    JSValue val;

    if (JS_VALUE_GET_TAG(setlike) == JS_TAG_OBJECT &&
        JS_VALUE_GET_OBJ(setlike)->class_id == JS_CLASS_SET &&
        JS_IsCFunction(ctx, has, ft.generic, MAGIC_SET))
        val = js_map_has(ctx, setlike, 1, &key, MAGIC_SET);
    else
        val = JS_Call(ctx, has, setlike, 1, &key);
    return JS_ToBoolFree(ctx, val); /* returns -1 if val is JS_EXCEPTION */
}
