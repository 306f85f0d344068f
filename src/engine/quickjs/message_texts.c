/*
 * message_texts.c - texts of any length in messages. Who composes a message has
 * buffers of some dozen bytes for names. A name that is longer is kept in a
 * list, and the buffer gets a reference to it: a byte that no UTF-8 has, and
 * its place in the list. When the message is made, the text takes the place of
 * the reference.
 *
 * What must stay true: what may have references in it goes to JS_MakeError() or
 * to js_expand_words(), and nowhere else. The list holds its strings, so that
 * one that was freed meanwhile can still be named; a message empties it.
 */

#define JS_REFERENCE_MARK ((char)0xff)
#define JS_REFERENCE_SIZE 4 /* the mark, and three bytes of six bits */
#define JS_SHORT_TEXT 31    /* bytes that all buffers have space for */
#define JS_MAX_TEXTS (1 << 18)

static void js_clear_texts(JSRuntime *rt)
{
    int i;

    for (i = 0; i < rt->text_count; i++)
        JS_FreeValueRT(rt, JS_MKPTR(JS_TAG_STRING, rt->texts[i]));
    js_free_rt(rt, rt->texts);
    rt->texts = NULL;
    rt->text_count = rt->text_size = 0;
}

/* its place in the list, or -1 */
static int js_keep_text(JSRuntime *rt, JSString *p)
{
    JSString **texts;
    int size;

    if (rt->text_count == JS_MAX_TEXTS)
        return -1;
    if (rt->text_count == rt->text_size) {
        size = rt->text_size ? rt->text_size * 2 : 8;
        texts = js_realloc_rt(rt, rt->texts, size * sizeof(*texts));
        if (!texts)
            return -1;
        rt->texts = texts;
        rt->text_size = size;
    }
    js_dup(JS_MKPTR(JS_TAG_STRING, p));
    rt->texts[rt->text_count] = p;
    return rt->text_count++;
}

static bool js_put_reference(JSRuntime *rt, char *buf, JSString *p)
{
    int i, at = js_keep_text(rt, p);

    if (at < 0)
        return false;
    *buf++ = JS_REFERENCE_MARK;
    for (i = 0; i < JS_REFERENCE_SIZE - 1; i++, at >>= 6)
        *buf++ = (char)(0x80 | (at & 63));
    *buf = '\0';
    return true;
}

/* NULL if it was cut, or is a byte of the host's */
static JSString *js_read_reference(JSRuntime *rt, const char *text)
{
    int i, at = 0;

    for (i = JS_REFERENCE_SIZE - 1; i > 0; i--) {
        if ((text[1] & 0xc0) != 0x80 || (text[2] & 0xc0) != 0x80)
            return NULL;
        at = at << 6 | (text[i] & 63);
    }
    return at < rt->text_count ? rt->texts[at] : NULL;
}

/* Where a text of at most 'size' bytes ends, so that no character is cut. */
static size_t js_whole_characters(const char *text, size_t size)
{
    size_t len = strlen(text);

    if (len <= size)
        return len;
    while (size > 0 && (text[size] & 0xc0) == 0x80)
        size--;
    return size;
}

/* How many bytes the characters take; the buffer gets those that it has space
   for. */
static size_t js_encode_text(char *buf, int size, JSString *p)
{
    return p->is_wide_char ? utf8_encode_buf16(buf, size, str16(p), p->len)
                           : utf8_encode_buf8(buf, size, str8(p), p->len);
}

/* The string as a part of a message: itself, if it is short and has no zero in
   it, and else a reference. */
static const char *js_put_text(JSRuntime *rt, char *buf, int size, JSString *p)
{
    size_t len = js_encode_text(buf, size, p);

    if ((len > JS_SHORT_TEXT || len >= (size_t)size || strlen(buf) < len) &&
        size > JS_REFERENCE_SIZE && !js_put_reference(rt, buf, p))
        js_encode_text(buf, size, p);
    return buf;
}

static const char *JS_AtomGetStr(JSContext *ctx, char *buf, int buf_size,
                                 JSAtom atom)
{
    JSRuntime *rt = ctx->rt;

    if (__JS_AtomIsTaggedInt(atom) || atom == JS_ATOM_NULL ||
        atom_is_free(rt->atom_array[atom]))
        return JS_AtomGetStrRT(rt, buf, buf_size, atom);
    return js_put_text(rt, buf, buf_size, rt->atom_array[atom]);
}

/* A primitive value as a part of a message; nothing if memory runs out. */
static const char *js_put_words(JSContext *ctx, char *buf, int size,
                                JSValueConst val)
{
    JSValue flat = JS_ToString(ctx, val);

    buf[0] = '\0';
    if (JS_IsException(flat))
        JS_FreeValue(ctx, JS_GetException(ctx));
    else
        js_put_text(ctx->rt, buf, size, JS_VALUE_GET_STRING(flat));
    JS_FreeValue(ctx, flat);
    return buf;
}

/* The text with what it refers to. */
static void js_expand_words(JSContext *ctx, DynBuf *d, const char *text)
{
    const char *mark, *str;
    JSString *p;
    size_t len;

    while ((mark = strchr(text, JS_REFERENCE_MARK)) != NULL) {
        dbuf_put(d, text, mark - text);
        p = js_read_reference(ctx->rt, mark);
        if (!p) {
            dbuf_putc(d, *mark);
            text = mark + 1;
            continue;
        }
        str = JS_ToCStringLen(ctx, &len, JS_MKPTR(JS_TAG_STRING, p));
        if (str)
            dbuf_put(d, str, len);
        else
            d->error = true;
        JS_FreeCString(ctx, str);
        text = mark + JS_REFERENCE_SIZE;
    }
    dbuf_putstr(d, text);
}

/* The same in a buffer, as far as there is space. */
static void js_expand_in_place(JSContext *ctx, char *text, size_t size)
{
    DynBuf d;

    if (ctx->rt->text_count == 0)
        return;
    js_dbuf_init(ctx, &d);
    js_expand_words(ctx, &d, text);
    dbuf_putc(&d, '\0');
    js_clear_texts(ctx->rt);
    text[0] = '\0';
    if (!dbuf_error(&d))
        snprintf(text, size, "%.*s",
                 (int)js_whole_characters((char *)d.buf, size - 1),
                 (char *)d.buf);
    dbuf_free(&d);
}

static JSValue js_new_message(JSContext *ctx, const char *text)
{
    JSValue message;
    DynBuf d;

    if (ctx->rt->text_count == 0)
        return JS_NewString(ctx, text);
    js_dbuf_init(ctx, &d);
    js_expand_words(ctx, &d, text);
    js_clear_texts(ctx->rt);
    if (dbuf_error(&d))
        message =
            JS_HasException(ctx) ? JS_EXCEPTION : JS_ThrowOutOfMemory(ctx);
    else
        message = JS_NewStringLen(ctx, (char *)d.buf, d.size);
    dbuf_free(&d);
    return message;
}

/* The message that the format makes, of any length. */
static JSValue JS_PRINTF_FORMAT_ATTR(2, 0)
    js_format_message(JSContext *ctx, JS_PRINTF_FORMAT const char *fmt,
                      va_list ap)
{
    JSRuntime *rt = ctx->rt;
    char small[256], *text = small;
    JSValue message;
    va_list again;
    int len;

    va_copy(again, ap);
    len = vsnprintf(small, sizeof(small), fmt, ap);
    if (len >= (int)sizeof(small)) {
        text = js_malloc_rt(rt, len + 1);
        if (text)
            vsnprintf(text, len + 1, fmt, again);
        else
            text = small;
    }
    va_end(again);
    if (text == small && len >= (int)sizeof(small))
        small[js_whole_characters(small, sizeof(small) - 4)] = '\0';
    message = js_new_message(ctx, text);
    if (text != small)
        js_free_rt(rt, text);
    return message;
}
