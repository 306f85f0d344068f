/*
 * regexp.c - RegExp objects: patterns that were compiled not long ago are kept,
 * flags and source are read without a step between.
 */

static void js_drop_kept_regexp(JSRuntime *rt, JSKeptRegExp *kept)
{
    if (!kept->pattern)
        return;
    JS_FreeValueRT(rt, JS_MKPTR(JS_TAG_STRING, kept->pattern));
    JS_FreeValueRT(rt, JS_MKPTR(JS_TAG_STRING, kept->bytecode));
    kept->pattern = NULL;
}

static void js_regexp_finalizer(JSRuntime *rt, JSValueConst val)
{
    JSObject *p = JS_VALUE_GET_OBJ(val);
    JSRegExp *re = &p->u.regexp;
    if (re->bytecode)
        JS_FreeValueRT(rt, JS_MKPTR(JS_TAG_STRING, re->bytecode));
    if (re->pattern)
        JS_FreeValueRT(rt, JS_MKPTR(JS_TAG_STRING, re->pattern));
}

/* create a string containing the RegExp bytecode */
/* The place for what a pattern was compiled to; NULL if that is not kept. It is
   empty unless this pattern is there. */
static JSKeptRegExp *js_kept_regexp(JSContext *ctx, JSValueConst pattern,
                                    int flags)
{
    JSKeptRegExp *kept;
    JSString *p;

    if (JS_VALUE_GET_TAG(pattern) != JS_TAG_STRING)
        return NULL;
    p = JS_VALUE_GET_STRING(pattern);
    if (p->len > JS_KEPT_PATTERN_LEN)
        return NULL;
    kept = &ctx->rt->kept_regexps[hash_string(p, flags) % JS_KEPT_REGEXPS];
    if (kept->pattern &&
        (kept->flags != flags || !js_string_eq(kept->pattern, p)))
        js_drop_kept_regexp(ctx->rt, kept);
    return kept;
}

static JSValue js_throw_bad_pattern(JSContext *ctx, JSValueConst pattern,
                                    JSValueConst flags, const char *why)
{
    char words[ATOM_GET_STR_BUF_SIZE];
    const char *flags_str;

    if (js_is_stopping(ctx->rt))
        return JS_EXCEPTION;
    /* nothing is said if there is no memory */
    if (why[0] == '\0' || !strcmp(why, "out of memory"))
        return JS_ThrowOutOfMemory(ctx);
    flags_str = JS_IsUndefined(flags) ? NULL : JS_ToCString(ctx, flags);
    JS_ThrowSyntaxError(ctx, "Invalid regular expression: /%s/%s: %s",
                        js_put_words(ctx, words, sizeof(words), pattern),
                        flags_str ? flags_str : "", why);
    JS_FreeCString(ctx, flags_str);
    return JS_EXCEPTION;
}

static int js_regexp_flag_bit(char c)
{
    switch (c) {
    case 'd':
        return LRE_FLAG_INDICES;
    case 'g':
        return LRE_FLAG_GLOBAL;
    case 'i':
        return LRE_FLAG_IGNORECASE;
    case 'm':
        return LRE_FLAG_MULTILINE;
    case 's':
        return LRE_FLAG_DOTALL;
    case 'u':
        return LRE_FLAG_UNICODE;
    case 'v':
        return LRE_FLAG_UNICODE_SETS;
    case 'y':
        return LRE_FLAG_STICKY;
    default:
        return 0;
    }
}

/* The flags as bits, or -1 and an exception: each is there once, u and v not
   both. */
static int js_regexp_parse_flags(JSContext *ctx, JSValueConst flags)
{
    size_t len;
    int bits = 0;

    if (JS_IsUndefined(flags))
        return 0;
    const char *str = JS_ToCStringLen(ctx, &len, flags);
    if (!str)
        return -1;
    for (size_t i = 0; i < len && bits >= 0; i++) {
        const int flag = js_regexp_flag_bit(str[i]);
        bits = flag == 0 || (bits & flag) ? -1 : bits | flag;
    }
    if (bits < 0)
        JS_ThrowSyntaxError(
            ctx, "Invalid flags supplied to RegExp constructor '%s'", str);
    JS_FreeCString(ctx, str);
    if (bits < 0 || !(bits & LRE_FLAG_UNICODE) ||
        !(bits & LRE_FLAG_UNICODE_SETS))
        return bits;
    JS_ThrowSyntaxError(ctx,
                        "Invalid flags supplied to RegExp constructor 'uv'");
    return -1;
}

static JSValue js_compile_regexp(JSContext *ctx, JSValueConst pattern,
                                 JSValueConst flags)
{
    JSKeptRegExp *kept;
    const char *str;
    const int re_flags = js_regexp_parse_flags(ctx, flags);
    uint8_t *re_bytecode_buf;
    size_t len;
    int re_bytecode_len;
    JSValue ret;
    char error_msg[64];

    if (re_flags < 0)
        return JS_EXCEPTION;
    kept = js_kept_regexp(ctx, pattern, re_flags);
    if (kept && kept->pattern)
        return js_dup(JS_MKPTR(JS_TAG_STRING, kept->bytecode));

    /* The v flag implies full Unicode, like u, so the pattern must be
       UTF-8 (not CESU-8) for both. */
    str = JS_ToCStringLen2(
        ctx, &len, pattern,
        !(re_flags & (LRE_FLAG_UNICODE | LRE_FLAG_UNICODE_SETS)));
    if (!str)
        return JS_EXCEPTION;
    re_bytecode_buf = lre_compile(&re_bytecode_len, error_msg,
                                  sizeof(error_msg), str, len, re_flags, ctx);
    if (!re_bytecode_buf) {
        JS_FreeCString(ctx, str);
        return js_throw_bad_pattern(ctx, pattern, flags, error_msg);
    }
    JS_FreeCString(ctx, str);

    ret = js_new_string8_len(ctx, (void *)&re_bytecode_buf,
                             sizeof(re_bytecode_buf));
    if (JS_IsException(ret)) {
        js_free(ctx, re_bytecode_buf);
    } else {
        JSString *p = JS_VALUE_GET_STRING(ret);
        p->kind = JS_STRING_KIND_INDIRECT;
        p->len = re_bytecode_len;
        if (kept) {
            kept->pattern = JS_VALUE_GET_STRING(js_dup(pattern));
            kept->bytecode = JS_VALUE_GET_STRING(js_dup(ret));
            kept->flags = re_flags;
        }
    }
    return ret;
}

/* the flags of 're' in their order, up to 8 characters; return how many */
static int js_regexp_flags(JSRegExp *re, char *buf)
{
    static const struct {
        char c;
        uint16_t mask;
    } tab[] = {
        { 'd', LRE_FLAG_INDICES },      { 'g', LRE_FLAG_GLOBAL },
        { 'i', LRE_FLAG_IGNORECASE },   { 'm', LRE_FLAG_MULTILINE },
        { 's', LRE_FLAG_DOTALL },       { 'u', LRE_FLAG_UNICODE },
        { 'v', LRE_FLAG_UNICODE_SETS }, { 'y', LRE_FLAG_STICKY },
    };
    int i, n = 0, flags = lre_get_flags(str8(re->bytecode));

    for (i = 0; i < countof(tab); i++) {
        if (flags & tab[i].mask)
            buf[n++] = tab[i].c;
    }
    return n;
}

static bool js_regexp_has_flags(JSRegExp *re, JSString *flags)
{
    char buf[8];
    int n = js_regexp_flags(re, buf);

    return !flags->is_wide_char && flags->len == n &&
           !memcmp(str8(flags), buf, n);
}

/* what follows a backslash in the source; the end of a line has a name there */
static void js_put_escaped(StringBuffer *b, int c)
{
    if (c == '\n')
        string_buffer_putc16(b, 'n');
    else if (c == '\r')
        string_buffer_putc16(b, 'r');
    else if (c == 0x2028 || c == 0x2029)
        string_buffer_puts8(b, c == 0x2028 ? "u2028" : "u2029");
    else
        string_buffer_putc16(b, c);
}

static JSValue js_regexp_get_source(JSContext *ctx, JSValueConst this_val)
{
    JSRegExp *re;
    JSString *p;
    StringBuffer b_s, *b = &b_s;
    int i, n, c, c2, bra;

    if (JS_VALUE_GET_TAG(this_val) != JS_TAG_OBJECT)
        return JS_ThrowTypeErrorNotAnObject(ctx);

    if (js_same_value(ctx, this_val, ctx->class_proto[JS_CLASS_REGEXP]))
        goto empty_regex;

    re = js_get_regexp(ctx, this_val, true);
    if (!re)
        return JS_EXCEPTION;

    p = re->pattern;

    if (p->len == 0) {
    empty_regex:
        return js_new_string8(ctx, "(?:)");
    }
    string_buffer_init2(ctx, b, p->len, p->is_wide_char);

    /* Escape '/' and newline sequences as needed */
    bra = 0;
    for (i = 0, n = p->len; i < n;) {
        c2 = -1;
        switch (c = string_get(p, i++)) {
        case '\\':
            if (i < n)
                c2 = string_get(p, i++);
            break;
        case ']':
            bra = 0;
            break;
        case '[':
            bra = 1;
            break;
        case '\n':
        case '\r':
        case 0x2028:
        case 0x2029:
            c2 = c;
            c = '\\';
            break;
        case '/':
            if (!bra) {
                c = '\\';
                c2 = '/';
            }
            break;
        }
        string_buffer_putc16(b, c);
        if (c2 >= 0)
            js_put_escaped(b, c2);
    }
    return string_buffer_end(b);
}

static JSValue js_regexp_get_flags(JSContext *ctx, JSValueConst this_val)
{
    char str[8], *p = str;
    int res;

    if (JS_VALUE_GET_TAG(this_val) != JS_TAG_OBJECT)
        return JS_ThrowTypeErrorNotAnObject(ctx);

    res = JS_ToBoolFree(ctx, JS_GetProperty(ctx, this_val, JS_ATOM_hasIndices));
    if (res < 0)
        goto exception;
    if (res)
        *p++ = 'd';
    res = JS_ToBoolFree(ctx, JS_GetProperty(ctx, this_val, JS_ATOM_global));
    if (res < 0)
        goto exception;
    if (res)
        *p++ = 'g';
    res = JS_ToBoolFree(ctx, JS_GetProperty(ctx, this_val, JS_ATOM_ignoreCase));
    if (res < 0)
        goto exception;
    if (res)
        *p++ = 'i';
    res = JS_ToBoolFree(ctx, JS_GetProperty(ctx, this_val, JS_ATOM_multiline));
    if (res < 0)
        goto exception;
    if (res)
        *p++ = 'm';
    res = JS_ToBoolFree(ctx, JS_GetProperty(ctx, this_val, JS_ATOM_dotAll));
    if (res < 0)
        goto exception;
    if (res)
        *p++ = 's';
    res = JS_ToBoolFree(ctx, JS_GetProperty(ctx, this_val, JS_ATOM_unicode));
    if (res < 0)
        goto exception;
    if (res)
        *p++ = 'u';
    res =
        JS_ToBoolFree(ctx, JS_GetProperty(ctx, this_val, JS_ATOM_unicodeSets));
    if (res < 0)
        goto exception;
    if (res)
        *p++ = 'v';
    res = JS_ToBoolFree(ctx, JS_GetProperty(ctx, this_val, JS_ATOM_sticky));
    if (res < 0)
        goto exception;
    if (res)
        *p++ = 'y';
    if (p == str)
        return js_empty_string(ctx->rt);
    return js_new_string8_len(ctx, str, p - str);

exception:
    return JS_EXCEPTION;
}

void lre_did_work(void *opaque, int steps)
{
    JSContext *ctx = opaque;
    js_did_work(ctx->rt, (size_t)steps * 10);
}

int lre_poll_work(void *opaque, size_t ns)
{
    return js_poll_work(opaque, ns);
}

int lre_check_timeout(void *opaque)
{
    return js_look_for_stop(opaque);
}
