/*
 * strings.c - strings of one character made once, slices, string buffers, and
 * strings whose characters the host writes or reads. docs/engine/buffers-and-
 * strings.md has the figures.
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

/* the characters of the buffer's string, which is never a slice */
static inline uint8_t *sb8(StringBuffer *s)
{
    return (uint8_t *)&s->str[1];
}

static inline uint16_t *sb16(StringBuffer *s)
{
    return (uint16_t *)&s->str[1];
}

/* It is valid to call string_buffer_end() and all string_buffer functions even
   if string_buffer_init() or another string_buffer function returns an error.
   If the error_status is set, string_buffer_end() returns JS_EXCEPTION.
 */
/* The first block of a buffer. */
static int string_buffer_alloc(StringBuffer *s, int size, int is_wide)
{
    s->str = js_alloc_string(s->ctx, size, is_wide);
    if (unlikely(!s->str)) {
        s->size = 0;
        return s->error_status = -1;
    }
    s->size = size;
    s->is_wide_char = is_wide;
#ifdef ENABLE_DUMPS // JS_DUMP_LEAKS
    /* the StringBuffer may reallocate the JSString, only link it at the end */
    list_del(&s->str->link);
#endif
    return 0;
}

/* A buffer without a size has no block before something is put into it, so that
   to make one cannot fail. */
static int string_buffer_init2(JSContext *ctx, StringBuffer *s, int size,
                               int is_wide)
{
    s->ctx = ctx;
    s->str = NULL;
    s->size = 0;
    s->len = 0;
    s->is_wide_char = is_wide;
    s->error_status = 0;
    return size == 0 ? 0 : string_buffer_alloc(s, size, is_wide);
}

static no_inline int string_buffer_putc16_slow(StringBuffer *s, uint32_t c)
{
    if (unlikely(s->len >= s->size)) {
        if (string_buffer_realloc(s, s->len + 1, c))
            return -1;
    }
    if (s->is_wide_char) {
        sb16(s)[s->len++] = c;
    } else if (c < 0x100) {
        sb8(s)[s->len++] = c;
    } else {
        if (string_buffer_widen(s, s->size))
            return -1;
        sb16(s)[s->len++] = c;
    }
    return 0;
}

/* 0 <= c <= 0xff */
static inline int string_buffer_putc8(StringBuffer *s, uint32_t c)
{
    if (likely(s->len < s->size && !s->is_wide_char)) {
        sb8(s)[s->len++] = c;
        return 0;
    }
    return string_buffer_putc16_slow(s, c);
}

/* 0 <= c <= 0xffff */
static int string_buffer_putc16(StringBuffer *s, uint32_t c)
{
    if (likely(s->len < s->size)) {
        if (s->is_wide_char) {
            sb16(s)[s->len++] = c;
            return 0;
        } else if (c < 0x100) {
            sb8(s)[s->len++] = c;
            return 0;
        }
    }
    return string_buffer_putc16_slow(s, c);
}

/* 0 <= c <= 0x10ffff */
static inline int string_buffer_putc(StringBuffer *s, uint32_t c)
{
    if (likely(s->len < s->size)) {
        if (s->is_wide_char) {
            if (c < 0x10000) {
                sb16(s)[s->len++] = c;
                return 0;
            } else if (s->len + 1 < s->size) {
                /* surrogate pair */
                sb16(s)[s->len++] = get_hi_surrogate(c);
                sb16(s)[s->len++] = get_lo_surrogate(c);
                return 0;
            }
        } else if (c < 0x100) {
            sb8(s)[s->len++] = c;
            return 0;
        }
    }
    return string_buffer_putc_slow(s, c);
}

static int string_buffer_put_int(StringBuffer *b, int32_t n)
{
    char buf[16];

    if (likely(!b->is_wide_char && b->size - b->len >= (int)sizeof(buf))) {
        b->len += i32toa((char *)&sb8(b)[b->len], n);
        return 0;
    }
    return string_buffer_write8(b, (uint8_t *)buf, i32toa(buf, n));
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

/* the upper half of the product: its bits depend on all of the atom's, and no
   shift has to be worked out */
static uintptr_t hash_atom(JSAtom atom, uintptr_t mask)
{
    return ((uint64_t)atom * 0x61c8864680b583ebULL >> 32) & mask;
}
