/*
 * string_buffers.c - a string that is being made, and long copies, in parts
 * between which a stop is looked for.
 *
 *     block   | written | to be written | there for later |
 *             0        len             size           capacity
 *
 * Whoever has no space before `size` asks for it, and that is where a stop is
 * looked for: so `size` moves through a long block a part at a time, and what
 * puts one unit after another into it needs no look of its own.
 *
 * What must stay true: len <= size <= capacity; after an error all are zero.
 * It is valid to call string_buffer_end() and all other functions even if
 * string_buffer_init() or another one has failed: `error_status` is set then,
 * and string_buffer_end() returns JS_EXCEPTION.
 */

/* Units or bytes between two looks: some ten microseconds. */
#define JS_STRING_PART (1 << 16)

static no_inline bool js_copy_long(JSContext *ctx, void *to, const void *from,
                                   size_t size)
{
    for (size_t at = 0, n; at < size; at += n) {
        n = size - at < JS_STRING_PART ? size - at : JS_STRING_PART;
        memcpy((char *)to + at, (const char *)from + at, n);
        if (n == JS_STRING_PART && js_poll_work(ctx, n / 4))
            return false;
    }
    return true;
}

/* Copy `size` bytes. False if a stop is pending: not all were copied, which
 * nobody will see. */
static force_inline bool js_copy_bytes(JSContext *ctx, void *to,
                                       const void *from, size_t size)
{
    if (unlikely(size >= JS_STRING_PART))
        return js_copy_long(ctx, to, from, size);
    memcpy(to, from, size);
    return true;
}

/* The same for memset(). */
static bool js_fill_bytes(JSContext *ctx, void *to, int c, size_t size)
{
    for (size_t at = 0, n; at < size; at += n) {
        n = size - at < JS_STRING_PART ? size - at : JS_STRING_PART;
        memset((char *)to + at, c, n);
        if (n == JS_STRING_PART && js_poll_work(ctx, n / 4))
            return false;
    }
    return true;
}

/* Narrow units as wide ones. */
static bool js_widen_units(JSContext *ctx, uint16_t *to, const uint8_t *from,
                           int len)
{
    for (int at = 0, n; at < len; at += n) {
        n = min_int(len - at, JS_STRING_PART);
        for (int i = at; i < at + n; i++)
            to[i] = from[i];
        if (n == JS_STRING_PART && js_poll_work(ctx, n / 2))
            return false;
    }
    return true;
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

static int string_buffer_set_error(StringBuffer *s)
{
    js_free(s->ctx, s->str);
    s->str = NULL;
    s->capacity = 0;
    s->size = 0;
    s->len = 0;
    return s->error_status = -1;
}

/* The first block of a buffer. */
static int string_buffer_alloc(StringBuffer *s, int size, int is_wide)
{
    s->str = js_alloc_string(s->ctx, size, is_wide);
    if (unlikely(!s->str))
        return string_buffer_set_error(s);
    s->capacity = size;
    s->size = min_int(size, JS_STRING_PART);
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
    s->capacity = 0;
    s->size = 0;
    s->len = 0;
    s->is_wide_char = is_wide;
    s->error_status = 0;
    return size == 0 ? 0 : string_buffer_alloc(s, size, is_wide);
}

/* Give the block another capacity, or wide units. */
static int string_buffer_resize(StringBuffer *s, int capacity, bool is_wide)
{
    size_t bytes = sizeof(JSString) + ((size_t)capacity << is_wide) + !is_wide;
    JSString *str = js_realloc(s->ctx, s->str, bytes);

    if (!str)
        return string_buffer_set_error(s);
    s->str = str;
    s->capacity = capacity;
    if (is_wide == s->is_wide_char)
        return 0;
    /* from the end: a unit is never written over before it was read */
    for (int i = s->len, part = 0; i-- > 0;) {
        sb16(s)[i] = sb8(s)[i];
        if (unlikely(++part == JS_STRING_PART)) {
            part = 0;
            if (js_poll_work(s->ctx, JS_STRING_PART))
                return string_buffer_set_error(s);
        }
    }
    s->is_wide_char = is_wide;
    return 0;
}

/* Let `new_len` units be written, of which `c` is one. */
static no_inline int string_buffer_realloc(StringBuffer *s, int new_len, int c)
{
    const bool is_wide = s->is_wide_char || c >= 0x100;
    int capacity = s->capacity;

    if (s->error_status)
        return -1;
    if (new_len > JS_STRING_LEN_MAX) {
        JS_ThrowRangeError(s->ctx, "Invalid string length");
        return string_buffer_set_error(s);
    }
    if (new_len > capacity)
        capacity =
            min_int(max_int(new_len, capacity * 3 / 2), JS_STRING_LEN_MAX);
    if (!s->str && string_buffer_alloc(s, capacity, is_wide))
        return -1;
    if (s->size >= JS_STRING_PART && js_poll_work(s->ctx, JS_STRING_PART))
        return string_buffer_set_error(s);
    if ((capacity != s->capacity || is_wide != s->is_wide_char) &&
        string_buffer_resize(s, capacity, is_wide))
        return -1;
    s->size = min_int(max_int(new_len, s->len + JS_STRING_PART), capacity);
    return 0;
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
        if (string_buffer_resize(s, s->capacity, true))
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

static int string_buffer_write8(StringBuffer *s, const uint8_t *p, int len)
{
    if (len > s->size - s->len && string_buffer_realloc(s, s->len + len, 0))
        return -1;
    if (s->is_wide_char ? !js_widen_units(s->ctx, sb16(s) + s->len, p, len)
                        : !js_copy_bytes(s->ctx, sb8(s) + s->len, p, len))
        return string_buffer_set_error(s);
    s->len += len;
    return 0;
}

/* A part of wide units, for all of which there is space if the buffer stays as
   wide as it is. */
static int string_buffer_write16_part(StringBuffer *s, const uint16_t *p,
                                      int len)
{
    int c = 0, i;

    for (i = 0; i < len; i++)
        c |= p[i];
    if (!s->is_wide_char && c >= 0x100 &&
        string_buffer_resize(s, s->capacity, true))
        return -1;
    if (s->is_wide_char) {
        memcpy(&sb16(s)[s->len], p, len << 1);
    } else {
        for (i = 0; i < len; i++)
            sb8(s)[s->len + i] = p[i];
    }
    s->len += len;
    return 0;
}

static int string_buffer_write16(StringBuffer *s, const uint16_t *p, int len)
{
    if (len > s->size - s->len && string_buffer_realloc(s, s->len + len, p[0]))
        return -1;
    for (int n; len > 0; len -= n, p += n) {
        n = min_int(len, JS_STRING_PART);
        if (string_buffer_write16_part(s, p, n))
            return -1;
        if (n == JS_STRING_PART && js_poll_work(s->ctx, n))
            return string_buffer_set_error(s);
    }
    return 0;
}

static int string_buffer_fill(StringBuffer *s, int c, int count)
{
    if (count > s->size - s->len && string_buffer_realloc(s, s->len + count, c))
        return -1;
    if (!s->is_wide_char && c < 0x100) {
        if (!js_fill_bytes(s->ctx, sb8(s) + s->len, c, count))
            return string_buffer_set_error(s);
        s->len += count;
        return 0;
    }
    s->size = s->len; /* so that a stop is looked for */
    while (count-- > 0) {
        if (string_buffer_putc16(s, c))
            return -1;
    }
    return 0;
}

static JSValue string_buffer_end(StringBuffer *s)
{
    JSString *str = s->str;

    if (s->error_status)
        return JS_EXCEPTION;
    if (s->len == 0) {
        js_free(s->ctx, str);
        s->str = NULL;
        return js_empty_string(s->ctx->rt);
    }
    if (s->len < s->capacity) {
        /* smaller size so js_realloc should not fail, but OK if it does */
        str = js_realloc_rt(s->ctx->rt, str,
                            sizeof(JSString) +
                                ((size_t)s->len << s->is_wide_char) + 1 -
                                s->is_wide_char);
        if (str == NULL)
            str = s->str;
    }
    if (!s->is_wide_char)
        ((uint8_t *)&str[1])[s->len] = 0;
#ifdef ENABLE_DUMPS // JS_DUMP_LEAKS
    list_add_tail(&str->link, &s->ctx->rt->string_list);
#endif
    str->is_wide_char = s->is_wide_char;
    str->len = s->len;
    s->str = NULL;
    return JS_MKPTR(JS_TAG_STRING, str);
}
