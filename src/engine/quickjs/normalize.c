/*
 * normalize.c - String.prototype.normalize() in parts, between which a stop is
 * looked for.
 *
 * What must stay true: a part ends before a character that has nothing to do
 * with what stands before it.
 */

#define JS_NORMALIZE_PART 65536

/* The characters of a string, one number each. Their number, or -1: an
 * exception or a stop is pending. */
static int to_utf32_buf(JSContext *ctx, JSString *p, uint32_t **pbuf)
{
    uint32_t *text = js_malloc(ctx, max_int(1, p->len) * sizeof(*text));
    int n = 0;

    *pbuf = text;
    if (!text)
        return -1;
    for (int at = 0; at < (int)p->len;) {
        text[n++] = string_getc(p, &at);
        if (n % JS_STRING_PART == 0 && js_poll_work(ctx, JS_STRING_PART)) {
            js_free(ctx, text);
            *pbuf = NULL;
            return -1;
        }
    }
    return n;
}

/* Characters that no mark before them is moved behind, and that are not made
 * one with what stands before them, in any of the four forms: most scripts of
 * which a text may have long runs. */
static bool js_begins_part(uint32_t c)
{
    static const uint32_t ranges[][2] = {
        { 0, 0x2ff },         { 0x370, 0x482 },     { 0x48a, 0x590 },
        { 0x1200, 0x135c },   { 0x1400, 0x1713 },   { 0x1e00, 0x20cf },
        { 0x2100, 0x2cee },   { 0x3041, 0x3098 },   { 0x309b, 0x3130 },
        { 0x318f, 0xa66e },   { 0xac00, 0xd7a3 },   { 0xd800, 0xfb1d },
        { 0x1f000, 0x1fbff }, { 0x20000, 0x2ffff },
    };

    for (size_t i = 0; i < countof(ranges) && c >= ranges[i][0]; i++)
        if (c <= ranges[i][1])
            return true;
    return false;
}

static int js_end_of_part(const uint32_t *text, int at, int len)
{
    if (len - at <= JS_NORMALIZE_PART)
        return len;
    for (at += JS_NORMALIZE_PART; at < len && !js_begins_part(text[at]); at++)
        continue;
    return at;
}

/* Append one part; -1: an exception or a stop is pending. */
static int js_normalize_part(JSContext *ctx, StringBuffer *b, uint32_t *part,
                             int len, UnicodeNormalizationEnum type)
{
    uint32_t *out = NULL;
    const int n = unicode_normalize(&out, part, len, type, ctx->rt,
                                    (DynBufReallocFunc *)js_realloc_rt);

    if (n < 0) {
        JS_ThrowOutOfMemory(ctx);
        return -1;
    }
    int err = 0;
    for (int i = 0; err == 0 && i < n; i++)
        err = string_buffer_putc(b, out[i]);
    js_free(ctx, out);
    return err == 0 && js_poll_work(ctx, (size_t)len * 30) ? -1 : err;
}

static JSValue js_normalize_parts(JSContext *ctx, uint32_t *text, int len,
                                  UnicodeNormalizationEnum type)
{
    StringBuffer b;

    string_buffer_init(ctx, &b, len);
    for (int at = 0, end; at < len; at = end) {
        end = js_end_of_part(text, at, len);
        if (js_normalize_part(ctx, &b, text + at, end - at, type) != 0) {
            string_buffer_free(&b);
            return JS_EXCEPTION;
        }
    }
    return string_buffer_end(&b);
}
