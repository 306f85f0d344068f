/*
 * normalize.c - String.prototype.normalize() in parts, between which a stop is
 * looked for.
 *
 * A part ends before a character below U+0300. No such character is moved
 * before another or made one with what stands before it, in any of the four
 * forms.
 */

#define JS_NORMALIZE_PART 65536

static int js_end_of_part(const uint32_t *text, int at, int len)
{
    if (len - at <= JS_NORMALIZE_PART)
        return len;
    for (at += JS_NORMALIZE_PART; at < len && text[at] >= 0x300; at++)
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
