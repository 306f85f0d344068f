/*
 * json_write.c - JSON.stringify(), and strings with quotes around them. The
 * objects around the one that is written are in a table of C's, so that a
 * circle is found without an array of the program's; the message shows it as V8
 * does.
 */

/* Does JSON write 'c' as it is? Surrogates that are alone are looked for where
   strings may have them. */
static inline bool json_is_plain(uint32_t c)
{
    return c >= 32 && c != '"' && c != '\\';
}

static int string_buffer_put_escape(StringBuffer *b, uint32_t c)
{
    static const char letters[] = "btn\0fr";
    char buf[16];
    int len;

    buf[0] = '\\';
    buf[1] = c;
    len = 2;
    if (c >= '\b' && c <= '\r' && c != '\v')
        buf[1] = letters[c - '\b'];
    else if (c != '"' && c != '\\')
        len = snprintf(buf, sizeof(buf), "\\u%04x", c);
    return string_buffer_write8(b, (uint8_t *)buf, len);
}

static int string_buffer_quote_wide(StringBuffer *b, JSString *p)
{
    uint32_t c;
    int i, ret;

    for (i = 0; i < p->len;) {
        c = string_getc(p, &i);
        if (json_is_plain(c) && !is_surrogate(c))
            ret = string_buffer_putc(b, c);
        else
            ret = string_buffer_put_escape(b, c);
        if (ret)
            return -1;
    }
    return 0;
}

/* Characters that need no escape are copied together. */
static int string_buffer_quote8(StringBuffer *b, JSString *p)
{
    const uint8_t *q = str8(p), *end = q + p->len, *start;

    while (q < end) {
        for (start = q; q < end && json_is_plain(*q); q++)
            continue;
        if (q > start && string_buffer_write8(b, start, q - start))
            return -1;
        if (q < end && string_buffer_put_escape(b, *q++))
            return -1;
    }
    return 0;
}

/* Append 'p' as a string of JSON. */
static int string_buffer_quote(StringBuffer *b, JSString *p)
{
    if (string_buffer_putc8(b, '"'))
        return -1;
    if (p->is_wide_char ? string_buffer_quote_wide(b, p)
                        : string_buffer_quote8(b, p))
        return -1;
    return string_buffer_putc8(b, '"');
}

/* Append a string, which may be a rope, in quotes. */
static int json_put_string(JSContext *ctx, StringBuffer *b, JSValueConst val)
{
    JSValue str;
    int ret;

    if (likely(JS_VALUE_GET_TAG(val) == JS_TAG_STRING))
        return string_buffer_quote(b, JS_VALUE_GET_STRING(val));
    str = JS_ToString(ctx, val);
    if (JS_IsException(str))
        return -1;
    ret = string_buffer_quote(b, JS_VALUE_GET_STRING(str));
    JS_FreeValue(ctx, str);
    return ret;
}

/* where an object is, or would be, in the table of those around */
static JSObject **json_around_slot(JSONStringifyContext *jsc, JSObject *p)
{
    uint32_t i = hash32((uintptr_t)p >> 4) & (jsc->around_size - 1);

    while (jsc->around[i] && jsc->around[i] != p)
        i = (i + 1) & (jsc->around_size - 1);
    return &jsc->around[i];
}

/* Is the object one of those around? Those far inside are in a table as well.
 */
static bool json_is_around(JSONStringifyContext *jsc, JSObject *p)
{
    uint32_t i, count = min_uint32(jsc->stack_count, JSON_NEAR);

    for (i = 0; i < count; i++) {
        if (jsc->stack[i] == p)
            return true;
    }
    return jsc->around_size && *json_around_slot(jsc, p);
}

static int json_grow_around(JSContext *ctx, JSONStringifyContext *jsc)
{
    uint32_t i, size = max_uint32(jsc->around_size * 2, JSON_NEAR * 4);
    JSObject **tab = js_mallocz(ctx, size * sizeof(*tab));

    if (!tab)
        return -1;
    js_free(ctx, jsc->around);
    jsc->around = tab;
    jsc->around_size = size;
    for (i = JSON_NEAR; i < jsc->stack_count; i++)
        *json_around_slot(jsc, jsc->stack[i]) = jsc->stack[i];
    return 0;
}

static int json_grow_stack(JSContext *ctx, JSONStringifyContext *jsc)
{
    bool is_near = jsc->stack == jsc->near;
    uint32_t size = jsc->stack_size * 2;
    JSObject **tab =
        js_realloc(ctx, is_near ? NULL : jsc->stack, size * sizeof(*tab));

    if (!tab)
        return -1;
    if (is_near)
        memcpy(tab, jsc->near, sizeof(jsc->near));
    jsc->stack = tab;
    jsc->stack_size = size;
    return 0;
}

static int json_enter(JSContext *ctx, JSONStringifyContext *jsc, JSObject *p)
{
    if (unlikely(jsc->stack_count == jsc->stack_size) &&
        json_grow_stack(ctx, jsc))
        return -1;
    jsc->stack[jsc->stack_count++] = p;
    if (jsc->stack_count <= JSON_NEAR)
        return 0;
    if (jsc->stack_count * 2 > jsc->around_size)
        return json_grow_around(ctx, jsc);
    *json_around_slot(jsc, p) = p;
    return 0;
}

/* The one that was entered last is behind all that were met on the way to its
   place in the table: none of them is lost when the place is free again. */
static void json_leave(JSONStringifyContext *jsc)
{
    uint32_t i = --jsc->stack_count;

    if (i >= JSON_NEAR)
        *json_around_slot(jsc, jsc->stack[i]) = NULL;
}

/* Do toJSON() or the replacer have to be told the key of 'val'? */
static bool json_needs_key(JSONStringifyContext *jsc, JSValueConst val)
{
    return JS_IsObject(val) || JS_IsBigInt(val) ||
           !JS_IsUndefined(jsc->replacer_func);
}

/* "property 'a'" or "index 1": where an object holds another, as plain data */
static void json_describe_link(JSContext *ctx, DynBuf *d, JSObject *p,
                               JSObject *to)
{
    char buf[ATOM_GET_STR_BUF_SIZE];
    JSShapeProperty *prs;
    uint32_t i;

    if (p->fast_array && p->class_id == JS_CLASS_ARRAY) {
        for (i = 0; i < p->u.array.count; i++) {
            if (JS_IsObject(p->u.array.u.values[i]) &&
                JS_VALUE_GET_OBJ(p->u.array.u.values[i]) == to) {
                dbuf_printf(d, "index %u", i);
                return;
            }
        }
    }
    prs = get_shape_prop(p->shape);
    for (i = 0; i < p->shape->prop_count; i++, prs++) {
        if (prs->atom != JS_ATOM_NULL &&
            (prs->flags & JS_PROP_TMASK) == JS_PROP_NORMAL &&
            JS_IsObject(p->prop[i].u.value) &&
            JS_VALUE_GET_OBJ(p->prop[i].u.value) == to) {
            dbuf_printf(d,
                        p->class_id == JS_CLASS_ARRAY &&
                                __JS_AtomIsTaggedInt(prs->atom)
                            ? "index %s"
                            : "property '%s'",
                        JS_AtomGetStr(ctx, buf, sizeof(buf), prs->atom));
            return;
        }
    }
    dbuf_printf(d, "a property");
}

static void json_describe_object(JSContext *ctx, DynBuf *d, JSObject *p)
{
    char name[JS_WORDS_SIZE];

    if (!js_constructor_name(ctx, p, name, sizeof(name)))
        strcpy(name, "Object");
    dbuf_printf(d, "object with constructor '%s'", name);
}

/* p is one of the objects that are being written */
static void js_throw_circular(JSContext *ctx, JSONStringifyContext *jsc,
                              JSObject *p)
{
    JSObject **tab = jsc->stack;
    int count = jsc->stack_count, first, i;
    JSValue err;
    DynBuf d;

    JS_ThrowTypeError(ctx, "Converting circular structure to JSON");
    for (first = 0; tab[first] != p; first++)
        continue;
    js_dbuf_init(ctx, &d);
    dbuf_putstr(&d,
                "Converting circular structure to JSON\n    --> starting at ");
    json_describe_object(ctx, &d, tab[first]);
    for (i = first + 1; i < count; i++) {
        /* a long way is shown by its ends */
        if (i == first + 3 && i < count - 1) {
            dbuf_putstr(&d, "\n    |     ...");
            i = count - 1;
        }
        dbuf_putstr(&d, "\n    |     ");
        json_describe_link(ctx, &d, tab[i - 1], tab[i]);
        dbuf_putstr(&d, " -> ");
        json_describe_object(ctx, &d, tab[i]);
    }
    dbuf_putstr(&d, "\n    --- ");
    json_describe_link(ctx, &d, tab[count - 1], p);
    dbuf_put(&d, " closes the circle", sizeof(" closes the circle"));
    if (!dbuf_error(&d)) {
        err = JS_GetException(ctx);
        if (JS_IsObject(err))
            JS_DefinePropertyValue(ctx, err, JS_ATOM_message,
                                   js_new_message(ctx, (char *)d.buf),
                                   JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
        JS_Throw(ctx, err);
    }
    dbuf_free(&d);
}

/* Write one property of 'holder', unless there is nothing to write. 'sep' is
   undefined where there is no gap. 'v' is freed. */
static int json_put_member(JSContext *ctx, JSONStringifyContext *jsc,
                           JSValueConst holder, JSValueConst key, JSValue v,
                           JSValueConst sep, JSValueConst indent,
                           bool *has_content)
{
    v = js_json_check(ctx, jsc, holder, v, key);
    if (JS_IsException(v))
        return -1;
    if (JS_IsUndefined(v))
        return 0;
    if (*has_content)
        string_buffer_putc8(jsc->b, ',');
    *has_content = true;
    if (!JS_IsUndefined(sep))
        string_buffer_concat_value(jsc->b, sep);
    if (json_put_string(ctx, jsc->b, key)) {
        JS_FreeValue(ctx, v);
        return -1;
    }
    string_buffer_putc8(jsc->b, ':');
    if (!JS_IsUndefined(sep))
        string_buffer_putc8(jsc->b, ' ');
    return js_json_to_str(ctx, jsc, holder, v, indent);
}

static int json_put_members(JSContext *ctx, JSONStringifyContext *jsc,
                            JSValueConst val, JSValueConst sep,
                            JSValueConst indent, bool *has_content)
{
    JSValue tab, key, v;
    int64_t i, len;
    int ret;

    if (!JS_IsUndefined(jsc->property_list))
        tab = js_dup(jsc->property_list);
    else
        tab = js_object_keys(ctx, JS_UNDEFINED, 1, vc(&val),
                             JS_ITERATOR_KIND_KEY);
    if (JS_IsException(tab))
        return -1;
    ret = js_get_length64(ctx, &len, tab);
    for (i = 0; ret == 0 && i < len; i++) {
        key = JS_GetPropertyInt64(ctx, tab, i);
        v = JS_IsException(key) ? JS_EXCEPTION
                                : JS_GetPropertyValue(ctx, val, js_dup(key));
        if (JS_IsException(v))
            ret = -1;
        else
            ret = json_put_member(ctx, jsc, val, key, v, sep, indent,
                                  has_content);
        JS_FreeValue(ctx, key);
    }
    JS_FreeValue(ctx, tab);
    return ret;
}

/* Are all properties to be written, and values under names in the order of a
   shape that does not change as long as it has two owners? */
static bool json_has_plain_members(JSContext *ctx, JSONStringifyContext *jsc,
                                   JSObject *p)
{
    return JS_IsUndefined(jsc->property_list) && p->shape->is_hashed &&
           js_count_plain_keys(ctx->rt, p) >= 0;
}

/* The shape holds the keys as they are at the beginning. As long as the object
   has that shape, its values are where they were; toJSON(), a getter further
   inside or the replacer may change it. */
static int json_put_plain_members(JSContext *ctx, JSONStringifyContext *jsc,
                                  JSObject *p, JSValueConst sep,
                                  JSValueConst indent, bool *has_content)
{
    JSShape *sh = js_dup_shape(p->shape);
    JSValueConst val = JS_MKPTR(JS_TAG_OBJECT, p), key;
    JSShapeProperty *prs;
    JSValue v;
    int i, ret = 0;

    for (i = 0; ret == 0 && i < sh->prop_count; i++) {
        prs = &get_shape_prop(sh)[i];
        if (prs->atom == JS_ATOM_NULL || !(prs->flags & JS_PROP_ENUMERABLE))
            continue;
        if (likely(p->shape == sh))
            v = js_dup(p->prop[i].u.value);
        else
            v = JS_GetProperty(ctx, val, prs->atom);
        key = JS_MKPTR(JS_TAG_STRING, ctx->rt->atom_array[prs->atom]);
        ret = JS_IsException(v) ? -1
                                : json_put_member(ctx, jsc, val, key, v, sep,
                                                  indent, has_content);
    }
    js_free_shape(ctx->rt, sh);
    return ret;
}

static int js_json_to_str(JSContext *ctx, JSONStringifyContext *jsc,
                          JSValueConst holder, JSValue val, JSValueConst indent)
{
    JSValue indent1, sep, v, prop;
    JSObject *p;
    int64_t i, len;
    int cl, ret;
    bool has_content, has_gap;

    indent1 = JS_UNDEFINED;
    sep = JS_UNDEFINED;
    prop = JS_UNDEFINED;

    if (js_check_stack_overflow(ctx->rt, 0)) {
        JS_ThrowStackOverflow(ctx);
        goto exception;
    }
    if (js_poll_work(ctx, 50))
        goto exception;

    if (JS_IsObject(val)) {
        p = JS_VALUE_GET_OBJ(val);
        cl = p->class_id;
        if (cl == JS_CLASS_STRING) {
            val = JS_ToStringFree(ctx, val);
            if (JS_IsException(val))
                goto exception;
            goto concat_primitive;
        } else if (cl == JS_CLASS_NUMBER) {
            val = JS_ToNumberFree(ctx, val);
            if (JS_IsException(val))
                goto exception;
            goto concat_primitive;
        } else if (cl == JS_CLASS_BOOLEAN || cl == JS_CLASS_BIG_INT) {
            set_value(ctx, &val, js_dup(p->u.object_data));
            goto concat_primitive;
        } else if (cl == JS_CLASS_RAWJSON) {
            JSValue val1;
            val1 = JS_GetProperty(ctx, val, JS_ATOM_rawJSON);
            if (JS_IsException(val1))
                goto exception;
            JS_FreeValue(ctx, val);
            val = val1;
            goto concat_value;
        }
        if (json_is_around(jsc, p)) {
            js_throw_circular(ctx, jsc, p);
            goto exception;
        }
        has_gap = !JS_IsEmptyString(jsc->gap);
        if (has_gap) {
            indent1 = JS_ConcatString(ctx, js_dup(indent), js_dup(jsc->gap));
            if (JS_IsException(indent1))
                goto exception;
            sep = JS_ConcatString3(ctx, "\n", js_dup(indent1), "");
            if (JS_IsException(sep))
                goto exception;
        }
        if (json_enter(ctx, jsc, p))
            goto exception;
        ret = js_is_array(ctx, val);
        if (ret < 0)
            goto exception;
        if (ret) {
            if (js_get_length64(ctx, &len, val))
                goto exception;
            string_buffer_putc8(jsc->b, '[');
            for (i = 0; i < len; i++) {
                if (i > 0)
                    string_buffer_putc8(jsc->b, ',');
                if (has_gap)
                    string_buffer_concat_value(jsc->b, sep);
                v = JS_GetPropertyInt64(ctx, val, i);
                if (JS_IsException(v))
                    goto exception;
                if (json_needs_key(jsc, v)) {
                    prop = JS_ToStringFree(ctx, js_int64(i));
                    if (JS_IsException(prop)) {
                        JS_FreeValue(ctx, v);
                        goto exception;
                    }
                }
                v = js_json_check(ctx, jsc, val, v, prop);
                JS_FreeValue(ctx, prop);
                prop = JS_UNDEFINED;
                if (JS_IsException(v))
                    goto exception;
                if (JS_IsUndefined(v))
                    v = JS_NULL;
                if (js_json_to_str(ctx, jsc, val, v, indent1))
                    goto exception;
            }
            if (len > 0 && has_gap) {
                string_buffer_putc8(jsc->b, '\n');
                string_buffer_concat_value(jsc->b, indent);
            }
            string_buffer_putc8(jsc->b, ']');
        } else {
            string_buffer_putc8(jsc->b, '{');
            has_content = false;
            if (json_has_plain_members(ctx, jsc, p))
                ret = json_put_plain_members(ctx, jsc, p, sep, indent1,
                                             &has_content);
            else
                ret =
                    json_put_members(ctx, jsc, val, sep, indent1, &has_content);
            if (ret)
                goto exception;
            if (has_content && has_gap) {
                string_buffer_putc8(jsc->b, '\n');
                string_buffer_concat_value(jsc->b, indent);
            }
            string_buffer_putc8(jsc->b, '}');
        }
        json_leave(jsc);
        JS_FreeValue(ctx, val);
        JS_FreeValue(ctx, sep);
        JS_FreeValue(ctx, indent1);
        JS_FreeValue(ctx, prop);
        return 0;
    }
concat_primitive:
    switch (JS_VALUE_GET_NORM_TAG(val)) {
    case JS_TAG_STRING:
    case JS_TAG_STRING_ROPE:
        ret = json_put_string(ctx, jsc->b, val);
        JS_FreeValue(ctx, val);
        return ret;
    case JS_TAG_INT:
        return string_buffer_put_int(jsc->b, JS_VALUE_GET_INT(val));
    case JS_TAG_FLOAT64:
        if (!isfinite(JS_VALUE_GET_FLOAT64(val))) {
            val = JS_NULL;
        }
        goto concat_value;
    case JS_TAG_BOOL:
    case JS_TAG_NULL:
    concat_value:
        return string_buffer_concat_value_free(jsc->b, val);
    case JS_TAG_SHORT_BIG_INT:
    case JS_TAG_BIG_INT:
        JS_ThrowTypeError(ctx, "Do not know how to serialize a BigInt");
        goto exception;
    default:
        JS_FreeValue(ctx, val);
        return 0;
    }

exception:
    JS_FreeValue(ctx, val);
    JS_FreeValue(ctx, sep);
    JS_FreeValue(ctx, indent1);
    JS_FreeValue(ctx, prop);
    return -1;
}

JSValue JS_JSONStringify(JSContext *ctx, JSValueConst obj,
                         JSValueConst replacer, JSValueConst space0)
{
    StringBuffer b_s;
    JSONStringifyContext jsc_s, *jsc = &jsc_s;
    JSValue val, v, space, ret, wrapper;
    int res;
    int64_t i, j, n;

    jsc->replacer_func = JS_UNDEFINED;
    jsc->stack = jsc->near;
    jsc->stack_count = 0;
    jsc->stack_size = JSON_NEAR;
    jsc->around = NULL;
    jsc->around_size = 0;
    jsc->property_list = JS_UNDEFINED;
    jsc->gap = JS_UNDEFINED;
    jsc->b = &b_s;
    jsc->empty = js_empty_string(ctx->rt);
    ret = JS_UNDEFINED;
    wrapper = JS_UNDEFINED;

    if (string_buffer_init(ctx, jsc->b, 112)) /* most texts are short */
        goto exception;
    if (JS_IsFunction(ctx, replacer)) {
        jsc->replacer_func = replacer;
    } else {
        res = js_is_array(ctx, replacer);
        if (res < 0)
            goto exception;
        if (res) {
            /* XXX: enumeration is not fully correct */
            jsc->property_list = JS_NewArray(ctx);
            if (JS_IsException(jsc->property_list))
                goto exception;
            if (js_get_length64(ctx, &n, replacer))
                goto exception;
            for (i = j = 0; i < n; i++) {
                JSValue present;
                v = JS_GetPropertyInt64(ctx, replacer, i);
                if (JS_IsException(v))
                    goto exception;
                if (JS_IsObject(v)) {
                    JSObject *p = JS_VALUE_GET_OBJ(v);
                    if (p->class_id == JS_CLASS_STRING ||
                        p->class_id == JS_CLASS_NUMBER) {
                        v = JS_ToStringFree(ctx, v);
                        if (JS_IsException(v))
                            goto exception;
                    } else {
                        JS_FreeValue(ctx, v);
                        continue;
                    }
                } else if (JS_IsNumber(v)) {
                    v = JS_ToStringFree(ctx, v);
                    if (JS_IsException(v))
                        goto exception;
                } else if (!JS_IsString(v)) {
                    JS_FreeValue(ctx, v);
                    continue;
                }
                present = js_array_includes(ctx, jsc->property_list, 1, vc(&v));
                if (JS_IsException(present)) {
                    JS_FreeValue(ctx, v);
                    goto exception;
                }
                if (!JS_ToBoolFree(ctx, present)) {
                    if (js_create_element(ctx, jsc->property_list, j++, v) < 0)
                        goto exception;
                } else {
                    JS_FreeValue(ctx, v);
                }
            }
        }
    }
    space = js_dup(space0);
    if (JS_IsObject(space)) {
        JSObject *p = JS_VALUE_GET_OBJ(space);
        if (p->class_id == JS_CLASS_NUMBER) {
            space = JS_ToNumberFree(ctx, space);
        } else if (p->class_id == JS_CLASS_STRING) {
            space = JS_ToStringFree(ctx, space);
        }
        if (JS_IsException(space)) {
            JS_FreeValue(ctx, space);
            goto exception;
        }
    }
    if (JS_IsNumber(space)) {
        int n;
        if (JS_ToInt32Clamp(ctx, &n, space, 0, 10, 0))
            goto exception;
        jsc->gap = JS_NewStringLen(ctx, "          ", n);
    } else if (JS_IsString(space)) {
        JSString *p;
        space = JS_ToStringFree(ctx, space);
        if (JS_IsException(space))
            goto exception;
        p = JS_VALUE_GET_STRING(space);
        jsc->gap = js_sub_string(ctx, p, 0, min_int(p->len, 10));
    } else {
        jsc->gap = js_dup(jsc->empty);
    }
    JS_FreeValue(ctx, space);
    if (JS_IsException(jsc->gap))
        goto exception;
    if (!JS_IsUndefined(jsc->replacer_func)) {
        wrapper = JS_NewObject(ctx);
        if (JS_IsException(wrapper))
            goto exception;
        if (JS_DefinePropertyValue(ctx, wrapper, JS_ATOM_empty_string,
                                   js_dup(obj), JS_PROP_C_W_E) < 0)
            goto exception;
    }
    val = js_dup(obj);

    val = js_json_check(ctx, jsc, wrapper, val, jsc->empty);
    if (JS_IsException(val))
        goto exception;
    if (JS_IsUndefined(val)) {
        ret = JS_UNDEFINED;
        goto done1;
    }
    if (js_json_to_str(ctx, jsc, wrapper, val, jsc->empty))
        goto exception;

    ret = string_buffer_end(jsc->b);
    goto done;

exception:
    ret = JS_EXCEPTION;
done1:
    string_buffer_free(jsc->b);
done:
    JS_FreeValue(ctx, wrapper);
    JS_FreeValue(ctx, jsc->empty);
    JS_FreeValue(ctx, jsc->gap);
    JS_FreeValue(ctx, jsc->property_list);
    if (jsc->stack != jsc->near)
        js_free(ctx, jsc->stack);
    js_free(ctx, jsc->around);
    return ret;
}
