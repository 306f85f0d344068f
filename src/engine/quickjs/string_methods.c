/*
 * string_methods.c - methods of strings: case, padding, normal forms,
 * iteration. What is ASCII takes one loop.
 */

static JSValue js_throw_no_string(JSContext *ctx)
{
    JSStackFrame *sf = ctx->rt->current_stack_frame;
    char name[JS_WORDS_SIZE];

    if (!sf || !js_frame_is_native(sf))
        return JS_ThrowTypeError(ctx, "null or undefined are forbidden");
    return JS_ThrowTypeError(ctx,
                             "String.prototype.%s called on null or undefined",
                             js_function_words(ctx, name, sf->cur_func));
}

static JSValue JS_ToStringCheckObject(JSContext *ctx, JSValueConst val)
{
    uint32_t tag = JS_VALUE_GET_TAG(val);
    if (tag == JS_TAG_NULL || tag == JS_TAG_UNDEFINED)
        return js_throw_no_string(ctx);
    return JS_ToString(ctx, val);
}

static int js_string_define_own_property(JSContext *ctx, JSValueConst this_obj,
                                         JSAtom prop, JSValueConst val,
                                         JSValueConst getter,
                                         JSValueConst setter, int flags)
{
    uint32_t idx;
    JSObject *p;
    JSString *p1;

    if (__JS_AtomIsTaggedInt(prop)) {
        idx = __JS_AtomToUInt32(prop);
        p = JS_VALUE_GET_OBJ(this_obj);
        if (JS_VALUE_GET_TAG(p->u.object_data) != JS_TAG_STRING)
            goto def;
        p1 = JS_VALUE_GET_STRING(p->u.object_data);
        if (idx >= p1->len)
            goto def;
        if (!check_define_prop_flags(JS_PROP_ENUMERABLE, flags))
            goto fail;
        /* check that the same value is configured */
        if (flags & JS_PROP_HAS_VALUE) {
            if (!JS_IsString(val) || string_rope_get_len(val) != 1)
                goto fail;
            if (string_get(p1, idx) != string_rope_get(val, 0)) {
            fail:
                return js_throw_refused(ctx, flags,
                                        "Cannot redefine property: %s", prop,
                                        JS_MKPTR(JS_TAG_OBJECT, p));
            }
        }
        return true;
    } else {
    def:
        return JS_DefineProperty(ctx, this_obj, prop, val, getter, setter,
                                 flags | JS_PROP_NO_EXOTIC);
    }
}

/* A position in a string of 'len' that is an integer, or 'absent'. What is less
   than zero counts from 'below'. False if it is anything else. */
static inline bool js_get_position(JSValueConst val, int len, int absent,
                                   int below, int *pos)
{
    if (JS_VALUE_GET_TAG(val) == JS_TAG_INT) {
        *pos = JS_VALUE_GET_INT(val);
        if (*pos < 0)
            *pos = max_int(*pos + below, 0);
        else if (*pos > len)
            *pos = len;
        return true;
    }
    *pos = absent;
    return JS_IsUndefined(val);
}

/* p with characters c before or behind it, so that there are n */
static JSValue js_pad_narrow(JSContext *ctx, JSString *p, int c, int n,
                             bool at_end)
{
    JSString *q = js_alloc_string(ctx, n, 0);
    uint8_t *d;

    if (!q)
        return JS_EXCEPTION;
    d = str8(q);
    if (!js_copy_bytes(ctx, at_end ? d : d + n - p->len, str8(p), p->len) ||
        !js_fill_bytes(ctx, at_end ? d + p->len : d, c, n - p->len)) {
        js_free_string(ctx->rt, q);
        return JS_EXCEPTION;
    }
    d[n] = '\0';
    return JS_MKPTR(JS_TAG_STRING, q);
}

/* The first unit from `at` on, up to `end`, that is no space; or, if `step` is
   -1, the last one before `at` and not before `end`, and then its end. */
static int js_skip_spaces(JSContext *ctx, JSString *p, int at, int end,
                          int step)
{
    int part = JS_STRING_PART;

    while (at != end && lre_is_space(string_get(p, at - (step < 0)))) {
        at += step;
        if (unlikely(--part == 0)) {
            if (js_poll_work(ctx, JS_STRING_PART))
                break;
            part = JS_STRING_PART;
        }
    }
    return at;
}

static JSValue js_string_trim(JSContext *ctx, JSValueConst this_val, int argc,
                              JSValueConst *argv, int magic)
{
    JSValue str, ret;
    int start = 0, end;
    JSString *p;

    str = JS_ToStringCheckObject(ctx, this_val);
    if (JS_IsException(str))
        return str;
    p = JS_VALUE_GET_STRING(str);
    end = p->len;
    if (magic & 1)
        start = js_skip_spaces(ctx, p, start, end, 1);
    if (magic & 2)
        end = js_skip_spaces(ctx, p, end, start, -1);
    ret = js_sub_string(ctx, p, start, end);
    JS_FreeValue(ctx, str);
    return ret;
}

/* The first surrogate from `at` on that is none of a pair; the length if there
   is none. */
static uint32_t js_find_lone_surrogate(JSContext *ctx, JSString *p, uint32_t at)
{
    const uint32_t n = p->is_wide_char ? p->len : 0;
    uint32_t end = at + JS_STRING_PART;

    for (uint32_t c; at < n; at++) {
        c = str16(p)[at];
        if (unlikely(at >= end)) {
            end = at + JS_STRING_PART;
            if (js_poll_work(ctx, JS_STRING_PART / 2))
                break;
        }
        if (!is_surrogate(c))
            continue;
        if (is_lo_surrogate(c) || at + 1 == n ||
            !is_lo_surrogate(str16(p)[at + 1]))
            return at;
        at++;
    }
    return p->len;
}

static JSValue js_string_isWellFormed(JSContext *ctx, JSValueConst this_val,
                                      int argc, JSValueConst *argv)
{
    JSValue str = JS_ToStringCheckObject(ctx, this_val);
    JSString *p;
    bool found;

    if (JS_IsException(str))
        return str;
    p = JS_VALUE_GET_STRING(str);
    found = js_find_lone_surrogate(ctx, p, 0) < p->len;
    JS_FreeValue(ctx, str);
    return js_bool(!found);
}

static JSValue js_string_toWellFormed(JSContext *ctx, JSValueConst this_val,
                                      int argc, JSValueConst *argv)
{
    JSValue str = JS_ToStringCheckObject(ctx, this_val);
    JSString *p, *q;
    uint32_t at;

    if (JS_IsException(str))
        return str;
    p = JS_VALUE_GET_STRING(str);
    at = js_find_lone_surrogate(ctx, p, 0);
    if (at == p->len)
        return str;
    q = js_alloc_string(ctx, p->len, 1);
    if (!q || !js_copy_bytes(ctx, str16(q), str16(p), (size_t)p->len * 2)) {
        if (q)
            js_free_string(ctx->rt, q);
        JS_FreeValue(ctx, str);
        return JS_EXCEPTION;
    }
    for (; at < q->len; at = js_find_lone_surrogate(ctx, q, at + 1))
        str16(q)[at] = 0xFFFD;
    JS_FreeValue(ctx, str);
    return JS_MKPTR(JS_TAG_STRING, q);
}

static JSValue js_string_repeat(JSContext *ctx, JSValueConst this_val, int argc,
                                JSValueConst *argv)
{
    JSValue str;
    JSString *p, *r;
    size_t size, step, total;
    double count;
    bool copied;
    int n, len;

    str = JS_ToStringCheckObject(ctx, this_val);
    if (JS_IsException(str))
        goto fail;
    if (JS_ToFloat64(ctx, &count, argv[0]))
        goto fail;
    count = isnan(count) ? 0 : trunc(count);
    if (count < 0 || isinf(count)) {
        char buf[JS_WORDS_SIZE];
        JS_ThrowRangeError(ctx, "Invalid count value: %s",
                           js_words_of(ctx, buf, argv[0]));
        goto fail;
    }
    p = JS_VALUE_GET_STRING(str);
    len = p->len;
    if (len == 0 || count == 1)
        return str;
    if (count * len > JS_STRING_LEN_MAX) {
        JS_ThrowRangeError(ctx, "Invalid string length");
        goto fail;
    }
    n = (int)count;
    r = js_alloc_string(ctx, n * len, p->is_wide_char);
    if (!r)
        goto fail;
    /* what is there is copied behind itself until it is enough */
    total = (size_t)(n * len) << p->is_wide_char;
    size = min_int64(total, (int64_t)len << p->is_wide_char);
    copied = js_copy_bytes(ctx, strv(r), strv(p), size);
    while (copied && size < total) {
        step = min_int64(size, total - size);
        copied = js_copy_bytes(ctx, (char *)strv(r) + size, strv(r), step);
        size += step;
    }
    if (!copied) {
        js_free_string(ctx->rt, r);
        goto fail;
    }
    if (!p->is_wide_char)
        str8(r)[total] = '\0';
    JS_FreeValue(ctx, str);
    return JS_MKPTR(JS_TAG_STRING, r);

fail:
    JS_FreeValue(ctx, str);
    return JS_EXCEPTION;
}

/* Is the string all ASCII? If so, 'p_changes' says whether the case of a letter
   is to be changed, which is those from 'first' on. */
static bool js_is_ascii_case(const uint8_t *s, int len, int first,
                             bool *p_changes)
{
    uint8_t high = 0, changes = 0;
    int i;

    for (i = 0; i < len; i++) {
        high |= s[i];
        changes |= (uint8_t)(s[i] - first) < 26;
    }
    *p_changes = changes;
    return high < 0x80;
}

static JSValue js_ascii_case(JSContext *ctx, JSString *p, int first)
{
    JSString *q = js_alloc_string(ctx, p->len, 0);
    const uint8_t *s = str8(p);
    int i, at, end, len = p->len;
    uint8_t *d;

    if (!q)
        return JS_EXCEPTION;
    d = str8(q);
    for (at = 0; at < len; at = end) {
        end = min_int(len, at + JS_STRING_PART);
        for (i = at; i < end; i++)
            d[i] = s[i] ^ ((uint8_t)(s[i] - first) < 26 ? 0x20 : 0);
        if (end < len && js_poll_work(ctx, JS_STRING_PART)) {
            js_free_string(ctx->rt, q);
            return JS_EXCEPTION;
        }
    }
    d[len] = '\0';
    return JS_MKPTR(JS_TAG_STRING, q);
}

static JSValue js_string_toLowerCase(JSContext *ctx, JSValueConst this_val,
                                     int argc, JSValueConst *argv, int to_lower)
{
    JSValue val;
    StringBuffer b_s, *b = &b_s;
    JSString *p;
    int i, c, j, l, first;
    bool changes;
    uint32_t res[LRE_CC_RES_LEN_MAX];

    val = JS_ToStringCheckObject(ctx, this_val);
    if (JS_IsException(val))
        return val;
    p = JS_VALUE_GET_STRING(val);
    if (p->len == 0)
        return val;
    first = to_lower ? 'A' : 'a';
    if (!p->is_wide_char &&
        js_is_ascii_case(str8(p), p->len, first, &changes)) {
        JSValue ret = changes ? js_ascii_case(ctx, p, first) : js_dup(val);
        JS_FreeValue(ctx, val);
        return ret;
    }
    if (string_buffer_init(ctx, b, p->len))
        goto fail;
    for (i = 0; i < p->len;) {
        c = string_getc(p, &i);
        if (c == 0x3a3 && to_lower && test_final_sigma(p, i - 1)) {
            res[0] = 0x3c2; /* final sigma */
            l = 1;
        } else {
            l = lre_case_conv(res, c, to_lower);
        }
        for (j = 0; j < l; j++) {
            if (string_buffer_putc(b, res[j]))
                goto fail;
        }
    }
    JS_FreeValue(ctx, val);
    return string_buffer_end(b);
fail:
    JS_FreeValue(ctx, val);
    string_buffer_free(b);
    return JS_EXCEPTION;
}

static JSValue js_string_normalize(JSContext *ctx, JSValueConst this_val,
                                   int argc, JSValueConst *argv)
{
    const char *form, *p;
    size_t form_len;
    int is_compat, buf_len;
    UnicodeNormalizationEnum n_type;
    JSValue val;
    uint32_t *buf;

    val = JS_ToStringCheckObject(ctx, this_val);
    if (JS_IsException(val))
        return val;
    buf = NULL; // appease bogus -Wmaybe-uninitialized warning
    buf_len = JS_ToUTF32String(ctx, &buf, val);
    JS_FreeValue(ctx, val);
    if (buf_len < 0)
        return JS_EXCEPTION;

    if (argc == 0 || JS_IsUndefined(argv[0])) {
        n_type = UNICODE_NFC;
    } else {
        form = JS_ToCStringLen(ctx, &form_len, argv[0]);
        if (!form)
            goto fail1;
        p = form;
        if (p[0] != 'N' || p[1] != 'F')
            goto bad_form;
        p += 2;
        is_compat = false;
        if (*p == 'K') {
            is_compat = true;
            p++;
        }
        if (*p == 'C' || *p == 'D') {
            n_type = UNICODE_NFC + is_compat * 2 + (*p - 'C');
            if ((p + 1 - form) != form_len)
                goto bad_form;
        } else {
        bad_form:
            JS_FreeCString(ctx, form);
            JS_ThrowRangeError(ctx, "The normalization form should be one of "
                                    "NFC, NFD, NFKC, NFKD.");
        fail1:
            js_free(ctx, buf);
            return JS_EXCEPTION;
        }
        JS_FreeCString(ctx, form);
    }

    val = js_normalize_parts(ctx, buf, buf_len, n_type);
    js_free(ctx, buf);
    return val;
}

/* The character at *pidx, which is moved behind it. */
static JSValue js_next_char(JSContext *ctx, JSString *p, uint32_t *pidx)
{
    uint32_t start = *pidx, c = string_getc(p, (int *)pidx);

    if (c <= 0xffff)
        return js_new_string_char(ctx, c);
    return js_new_string16_len(ctx, str16(p) + start, 2);
}

static JSValue js_string_iterator_next(JSContext *ctx, JSValueConst this_val,
                                       int argc, JSValueConst *argv, int *pdone,
                                       int magic)
{
    JSArrayIteratorData *it;
    JSString *p;

    it = JS_GetOpaque2(ctx, this_val, JS_CLASS_STRING_ITERATOR);
    if (!it) {
        *pdone = false;
        return JS_EXCEPTION;
    }
    if (JS_IsUndefined(it->obj))
        goto done;
    p = JS_VALUE_GET_STRING(it->obj);
    if (it->idx >= p->len) {
        JS_FreeValue(ctx, it->obj);
        it->obj = JS_UNDEFINED;
    done:
        *pdone = true;
        return JS_UNDEFINED;
    }

    *pdone = false;
    return js_next_char(ctx, p, &it->idx);
}
