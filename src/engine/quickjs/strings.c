/*
 * strings.c - strings of one character made once, slices, and strings whose
 * characters the host writes or reads. docs/engine/buffers-and-strings.md has
 * the figures.
 *
 * What must stay true: a string that is an atom is never a slice and is never
 * extended in place; the characters of a buffer that a slice refers to do not
 * move.
 */

static void js_free_char_strings(JSRuntime *rt)
{
    int c;

    js_clear_texts(rt);
    if (!rt->char_strings)
        return;
    for (c = 0; c < 256; c++) {
        if (rt->char_strings[c])
            JS_FreeValueRT(rt, JS_MKPTR(JS_TAG_STRING, rt->char_strings[c]));
    }
    js_free_rt(rt, rt->char_strings);
    rt->char_strings = NULL;
}

/* h after the characters of val; the hash of a string has its length, too */
static uint32_t hash_rope_chars(JSValueConst val, uint32_t h)
{
    if (JS_VALUE_GET_TAG(val) == JS_TAG_STRING) {
        JSString *p = JS_VALUE_GET_STRING(val);
        return hash_string(p, h) ^ hash32(p->len);
    } else {
        JSStringRope *r = JS_VALUE_GET_STRING_ROPE(val);
        h = hash_rope_chars(r->left, h);
        return hash_rope_chars(r->right, h);
    }
}

/* that of the same text in one piece */
static uint32_t hash_string_rope(JSValueConst val, uint32_t h)
{
    return hash_rope_chars(val, h) ^ hash32(JS_VALUE_GET_STRING_ROPE(val)->len);
}

static inline JSAtom js_get_atom_index(JSRuntime *rt, JSAtomStruct *p)
{
    return p->atom_type == JS_ATOM_TYPE_SYMBOL ? p->hash_next : p->atom_index;
}

/* `str` may be pure ASCII or UTF-8 encoded */
JSAtom JS_NewAtomLen(JSContext *ctx, const char *str, size_t len)
{
    JSValue val;

    /* bytes of UTF-8 are no characters of an atom */
    if ((len == 0 || !is_digit(*str)) &&
        js_is_ascii((const uint8_t *)str, len)) {
        JSAtom atom = __JS_FindAtom(ctx->rt, str, len, JS_ATOM_TYPE_STRING);
        if (atom)
            return atom;
    }
    val = JS_NewStringLen(ctx, str, len);
    if (JS_IsException(val))
        return JS_ATOM_NULL;
    return JS_NewAtomStr(ctx, JS_VALUE_GET_STRING(val));
}

/* Make the string of one narrow character, for good. It is the one of its atom
   where there is one, so that it is found as a key without a search. */
static no_inline JSValue js_make_char_string(JSContext *ctx, uint8_t c)
{
    JSRuntime *rt = ctx->rt;
    char buf[1] = { c };
    JSValue val;
    JSAtom atom;

    val = js_new_string8_len(ctx, buf, 1);
    if (JS_IsException(val))
        return val;
    if (!rt->char_strings) {
        rt->char_strings = js_mallocz_rt(rt, sizeof(rt->char_strings[0]) * 256);
        if (!rt->char_strings)
            return val; /* it will do for this time */
    }
    if (!is_digit(c)) {
        atom = JS_NewAtomStr(ctx, JS_VALUE_GET_STRING(val));
        if (atom == JS_ATOM_NULL)
            return JS_EXCEPTION;
        val = JS_MKPTR(JS_TAG_STRING, rt->atom_array[atom]);
    }
    rt->char_strings[c] = JS_VALUE_GET_STRING(val);
    return js_dup(val);
}

/* A string of one narrow character is made once. */
static inline JSValue js_char_string(JSContext *ctx, uint8_t c)
{
    JSString **tab = ctx->rt->char_strings;

    if (likely(tab && tab[c]))
        return js_dup(JS_MKPTR(JS_TAG_STRING, tab[c]));
    return js_make_char_string(ctx, c);
}

/* string[idx], if that is a string of one narrow character that was made before
 */
static inline JSString *js_find_char_string(JSRuntime *rt, JSValueConst string,
                                            uint32_t idx)
{
    JSString *p = JS_VALUE_GET_STRING(string);
    uint32_t c;

    if (idx >= p->len || !rt->char_strings)
        return NULL;
    c = string_get(p, idx);
    return c < 0x100 ? rt->char_strings[c] : NULL;
}

static JSValue js_new_string_char(JSContext *ctx, uint16_t c)
{
    if (c < 0x100) {
        return js_char_string(ctx, c);
    } else {
        uint16_t ch16 = c;
        return js_new_string16_len(ctx, &ch16, 1);
    }
}

/* 'len' units from 'start' on of p, which is no slice itself */
static JSValue js_new_slice(JSContext *ctx, JSString *p, int start, int len)
{
    JSStringSlice *slice;
    JSString *q;

    // allocate as 16 bit wide string to avoid wastage;
    // js_alloc_string allocates 1 byte extra for 8 bit strings;
    q = js_alloc_string(ctx, sizeof(*slice) / 2, /*is_wide_char*/ true);
    if (!q)
        return JS_EXCEPTION;
    q->is_wide_char = p->is_wide_char;
    q->kind = JS_STRING_KIND_SLICE;
    q->len = len;
    slice = (void *)&q[1];
    slice->parent = p;
    slice->start = start << p->is_wide_char; // chars -> bytes
    JS_REF_COUNT(p)++;
    return JS_MKPTR(JS_TAG_STRING, q);
}

static JSValue js_sub_string(JSContext *ctx, JSString *p, int start, int end)
{
    JSStringSlice *slice;
    int len;

    len = end - start;
    if (start == 0 && end == p->len) {
        return js_dup(JS_MKPTR(JS_TAG_STRING, p));
    }
    if (len <= 0) {
        return js_empty_string(ctx->rt);
    }
    if (len == 1)
        return js_new_string_char(ctx, string_get(p, start));
    if (len > (JS_STRING_SLICE_LEN_MAX >> p->is_wide_char)) {
        if (p->kind == JS_STRING_KIND_SLICE) {
            slice = (void *)&p[1];
            p = slice->parent;
            start += slice->start >> p->is_wide_char; // bytes -> chars
        }
        return js_new_slice(ctx, p, start, len);
    }
    if (p->is_wide_char) {
        JSString *str;
        int i;
        uint16_t c = 0;
        for (i = start; i < end; i++) {
            c |= str16(p)[i];
        }
        if (c > 0xFF)
            return js_new_string16_len(ctx, str16(p) + start, len);

        str = js_alloc_string(ctx, len, 0);
        if (!str)
            return JS_EXCEPTION;
        for (i = 0; i < len; i++) {
            str8(str)[i] = str16(p)[start + i];
        }
        str8(str)[len] = '\0';
        return JS_MKPTR(JS_TAG_STRING, str);
    } else {
        return js_new_string8_len(ctx, (const char *)(str8(p) + start), len);
    }
}

JSValue JS_NewStringSpace(JSContext *ctx, size_t len, bool is_wide,
                          void **pchars)
{
    JSString *str;

    if (unlikely(len > JS_STRING_LEN_MAX))
        return JS_ThrowRangeError(ctx, "Invalid string length");
    str = js_alloc_string(ctx, len, is_wide);
    if (unlikely(!str))
        return JS_EXCEPTION;
    if (!is_wide)
        str8(str)[len] = '\0';
    *pchars = strv(str);
    return JS_MKPTR(JS_TAG_STRING, str);
}

const void *JS_GetStringChars(JSValueConst val, size_t *plen, bool *pis_wide)
{
    JSString *p;

    if (JS_VALUE_GET_TAG(val) != JS_TAG_STRING)
        return NULL;
    p = JS_VALUE_GET_STRING(val);
    *plen = p->len;
    *pis_wide = p->is_wide_char;
    return strv(p);
}

/* The last block may overlap the one before it. */
static bool js_is_ascii(const uint8_t *s, size_t len)
{
    uint64_t v, high = 0;
    size_t i;

    if (len < sizeof(v)) {
        for (i = 0; i < len; i++)
            high |= s[i];
        return high < 0x80;
    }
    for (i = 0; i < len - sizeof(v); i += sizeof(v)) {
        memcpy(&v, s + i, sizeof(v));
        high |= v;
    }
    memcpy(&v, s + len - sizeof(v), sizeof(v));
    return !((high | v) & 0x8080808080808080);
}

/* p, which is narrow, in UTF-8; NULL: an exception or a stop is pending. */
static JSString *js_narrow_to_utf8(JSContext *ctx, JSString *p)
{
    const uint8_t *src = str8(p);
    const int len = p->len;
    int count = 0, at, end;
    JSString *q;
    uint8_t *d;

    for (at = 0; at < len; at++)
        count += src[at] >> 7;
    q = js_alloc_string(ctx, len + count, 0);
    if (!q)
        return NULL;
    d = str8(q);
    for (at = 0; at < len; at = end) {
        end = min_int(len, at + JS_STRING_PART);
        for (int i = at; i < end; i++) {
            if (src[i] < 0x80) {
                *d++ = src[i];
            } else {
                *d++ = (src[i] >> 6) | 0xc0;
                *d++ = (src[i] & 0x3f) | 0x80;
            }
        }
        if (end < len && js_poll_work(ctx, JS_STRING_PART)) {
            js_free_string(ctx->rt, q);
            return NULL;
        }
    }
    *d = '\0';
    q->len = d - str8(q);
    return q;
}

/* The same of wide units. A surrogate that is alone is kept; with `cesu8` all
   are. There may be three bytes for a unit; a pair needs four for two. */
static JSString *js_wide_to_utf8(JSContext *ctx, JSString *p, bool cesu8)
{
    const uint16_t *src = str16(p);
    const int len = p->len;
    JSString *q = js_alloc_string(ctx, len * 3, 0);
    int end = JS_STRING_PART;
    uint8_t *d;
    uint32_t c;

    if (!q)
        return NULL;
    d = str8(q);
    for (int at = 0; at < len; at++) {
        c = src[at];
        if (unlikely(at >= end)) {
            end = at + JS_STRING_PART;
            if (js_poll_work(ctx, JS_STRING_PART)) {
                js_free_string(ctx->rt, q);
                return NULL;
            }
        }
        if (c < 0x80) {
            *d++ = c;
            continue;
        }
        if (is_hi_surrogate(c) && !cesu8 && at + 1 < len &&
            is_lo_surrogate(src[at + 1]))
            c = from_surrogate(c, src[++at]);
        d += utf8_encode(d, c);
    }
    *d = '\0';
    q->len = d - str8(q);
    return q;
}

/* The characters of a value's text in UTF-8, with a zero behind them: those of
   a string that JS_FreeCString() frees. NULL and no length if there is an
   exception. `cesu8`: a pair of surrogates is two sequences, not one. */
const char *JS_ToCStringLen2(JSContext *ctx, size_t *plen, JSValueConst val1,
                             bool cesu8)
{
    JSValue val = js_force_tostring(ctx, val1);
    JSString *p, *q = NULL;

    if (!JS_IsException(val)) {
        p = JS_VALUE_GET_STRING(val);
        if (!p->is_wide_char && p->kind == JS_STRING_KIND_NORMAL &&
            js_is_ascii(str8(p), p->len)) {
            q = p;
        } else {
            q = p->is_wide_char ? js_wide_to_utf8(ctx, p, cesu8)
                                : js_narrow_to_utf8(ctx, p);
            JS_FreeValue(ctx, val);
        }
    }
    if (plen)
        *plen = q ? q->len : 0;
    return q ? (const char *)str8(q) : NULL;
}

/* the upper half of the product: its bits depend on all of the atom's, and no
   shift has to be worked out */
static uintptr_t hash_atom(JSAtom atom, uintptr_t mask)
{
    return ((uint64_t)atom * 0x61c8864680b583ebULL >> 32) & mask;
}
