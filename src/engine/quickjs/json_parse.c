/*
 * json_parse.c - JSON.parse(): tokens and values without a step between, names
 * as atoms at once, V8's words for what is wrong and where.
 *
 * What must stay true: nothing is allocated for a short string without escapes;
 * depth is limited by the C stack, as elsewhere.
 */

/* UTF-16 units from one place to another */
static int json_count_units(const uint8_t *p, const uint8_t *end)
{
    int n = 0;

    for (; p < end; p++)
        n += ((*p & 0xc0) != 0x80) + (*p >= 0xf0);
    return n;
}

static int json_parse_error(JSParseState *s, const uint8_t *curp,
                            const char *msg)
{
    const uint8_t *p, *line_start;
    int line = 1;

    line_start = s->buf_start;
    for (p = s->buf_start; p < curp; p++) {
        if (*p == '\n' || (*p == '\r' && p[1] != '\n')) {
            line++;
            line_start = p + 1;
        }
    }
    return js_parse_error_at(
        s, curp, curp + 1,
        strstr(msg, "after JSON")
            ? "%s at position %d (line %d column %d)"
            : "%s in JSON at position %d (line %d column %d)",
        msg, json_count_units(s->buf_start, curp), line,
        json_count_units(line_start, curp) + 1);
}

/* what JSON.parse() makes of a value that is no text at all */
static bool json_is_special(const uint8_t *p, size_t len)
{
    static const char *const special[] = { "undefined", "[object Object]",
                                           "NaN", "Infinity" };
    size_t i;

    for (i = 0; i < countof(special); i++)
        if (strlen(special[i]) == len && !memcmp(p, special[i], len))
            return true;
    return false;
}

/* move by so many UTF-16 units, and not beyond the text */
static const uint8_t *json_move(JSParseState *s, const uint8_t *p, int n)
{
    for (; n < 0 && p > s->buf_start; n += 1 + (*p >= 0xf0))
        do {
            p--;
        } while (p > s->buf_start && (*p & 0xc0) == 0x80);
    while (n > 0 && p < s->buf_end) {
        n -= 1 + (*p >= 0xf0);
        do {
            p++;
        } while (p < s->buf_end && (*p & 0xc0) == 0x80);
    }
    return p;
}

#define JSON_CONTEXT 10 /* units that are shown on each side */

static int json_unexpected(JSParseState *s, const uint8_t *p)
{
    const uint8_t *start, *end, *p_next;
    uint8_t half[UTF8_CHAR_LEN_MAX];
    const uint8_t *unit = p;
    int len, pos, c_len, unit_len;

    if (p >= s->buf_end)
        return js_parse_error_at(s, s->buf_end, s->buf_end + 1,
                                 "Unexpected end of JSON input");
    if (json_is_special(s->buf_start, s->buf_end - s->buf_start))
        return js_parse_error_at(s, p, p + 1, "\"%s\" is not valid JSON",
                                 (const char *)s->buf_start);
    if (*p == '"')
        return json_parse_error(s, p, "Unexpected string");
    if (is_digit(*p) || *p == '-')
        return json_parse_error(s, p, "Unexpected number");
    len = json_count_units(s->buf_start, s->buf_end);
    pos = json_count_units(s->buf_start, p);
    unit_len = c_len = json_move(s, p, 1) - p;
    if (*p >= 0xf0) { /* the token is a unit, which here is half a character */
        unit_len = utf8_encode(half, get_hi_surrogate(utf8_decode(p, &p_next)));
        unit = half;
    }
    start = s->buf_start;
    end = s->buf_end;
    if (len > 2 * JSON_CONTEXT) {
        if (pos >= JSON_CONTEXT)
            start = json_move(s, p, -JSON_CONTEXT);
        if (pos < len - JSON_CONTEXT)
            end = json_move(s, p, JSON_CONTEXT);
    }
    return js_parse_error_at(
        s, p, p + c_len,
        "Unexpected token '%.*s', %s\"%.*s\"%s is not valid JSON", unit_len,
        (const char *)unit, start > s->buf_start ? "..." : "",
        (int)(end - start), (const char *)start, end < s->buf_end ? "..." : "");
}

/* a word that is none of the three: where it leaves them */
static int json_unexpected_word(JSParseState *s)
{
    const uint8_t *p = s->token.ptr;
    const char *word;

    word = *p == 't' ? "true" : *p == 'f' ? "false" : *p == 'n' ? "null" : "";
    while (*word && *p == *word) {
        p++;
        word++;
    }
    if (!*word && p > s->token.ptr)
        return json_parse_error(
            s, p, "Unexpected non-whitespace character after JSON");
    return json_unexpected(s, p);
}

/* The text ends with a zero, which is neither plain nor space. */
static const uint8_t *json_skip_plain(const uint8_t *p)
{
    while (*p < 0x80 && json_is_plain(*p))
        p++;
    return p;
}

/* A stop may leave some of it: what follows is refused then in any case. */
static const uint8_t *json_skip_space(JSParseState *s, const uint8_t *p)
{
    int n = JS_STRING_PART;

    while (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t') {
        p++;
        if (unlikely(--n == 0)) {
            if (js_poll_work(s->ctx, JS_STRING_PART))
                break;
            n = JS_STRING_PART;
        }
    }
    return p;
}

/* After '{' or ',': the name of a property and its ':', if it is ASCII without
   escapes. Return 0 and take nothing if it is anything else, -1 in case of an
   exception. */
static int json_take_plain_name(JSParseState *s, JSAtom *pname)
{
    const uint8_t *p = json_skip_space(s, s->buf_ptr), *start, *end;

    if (*p != '"')
        return 0;
    start = p + 1;
    end = json_skip_plain(start);
    if (*end != '"')
        return 0;
    p = json_skip_space(s, end + 1);
    if (*p != ':')
        return 0;
    *pname = JS_NewAtomLen(s->ctx, (const char *)start, end - start);
    if (*pname == JS_ATOM_NULL)
        return -1;
    s->buf_ptr = p + 1;
    return 1;
}

/* The character that is escaped or not ASCII at *pp, or -1 if there is none. */
static int json_take_char(const uint8_t **pp)
{
    const uint8_t *p = *pp, *next;
    int c = *p++, i, h;

    if (c >= 0x80) {
        c = utf8_decode(p - 1, &next);
        *pp = next;
        return next == p ? -1 : c;
    }
    if (c != '\\')
        return -1;
    c = *p++;
    switch (c) {
    case 'b':
        c = '\b';
        break;
    case 'f':
        c = '\f';
        break;
    case 'n':
        c = '\n';
        break;
    case 'r':
        c = '\r';
        break;
    case 't':
        c = '\t';
        break;
    case '"':
    case '\\':
    case '/':
        break;
    case 'u':
        c = 0;
        for (i = 0; i < 4; i++) {
            h = from_hex(*p++);
            if (h < 0)
                return -1;
            c = (c << 4) | h;
        }
        break;
    default:
        return -1;
    }
    *pp = p;
    return c;
}

/* Take a string that is not long. Undefined if it is, or has an error, and then
   nothing is taken. */
static no_inline JSValue json_take_short_string(JSContext *ctx,
                                                const uint8_t **pp)
{
    uint16_t buf[256], *d = buf, *end = buf + countof(buf) - 1;
    const uint8_t *p = *pp;
    uint32_t c, all = 0;
    JSString *str;
    int i, len;

    for (;;) {
        while (d < end && *p < 0x80 && json_is_plain(*p))
            *d++ = *p++;
        if (*p == '"')
            break;
        c = d < end ? json_take_char(&p) : -1;
        if ((int)c < 0)
            return JS_UNDEFINED;
        if (c > 0xffff) {
            *d++ = get_hi_surrogate(c);
            c = get_lo_surrogate(c);
        }
        all |= c;
        *d++ = c;
    }
    *pp = p + 1;
    len = d - buf;
    if (all > 0xff)
        return js_new_string16_len(ctx, buf, len);
    str = js_alloc_string(ctx, len, 0);
    if (!str)
        return JS_EXCEPTION;
    for (i = 0; i < len; i++)
        str8(str)[i] = buf[i];
    str8(str)[len] = '\0';
    return JS_MKPTR(JS_TAG_STRING, str);
}

/* Take a string as the token, if it can be copied at once: 0, or -1 with an
   exception. 1: it is long and has escapes, or an error. */
static int json_take_string(JSParseState *s, const uint8_t **pp)
{
    const uint8_t *start = *pp, *p = json_skip_plain(start);
    JSValue str;

    if (*p != '"') {
        str = json_take_short_string(s->ctx, pp);
    } else {
        str = p == start
                  ? js_empty_string(s->ctx->rt)
                  : js_new_string8_len(s->ctx, (const char *)start, p - start);
        *pp = p + 1;
    }
    s->token.u.str.str = str;
    if (JS_IsException(str))
        return -1;
    if (JS_IsUndefined(str))
        return 1;
    s->token.val = TOK_STRING;
    s->token.u.str.sep = '"';
    return 0;
}

static int json_parse_number(JSParseState *s, const uint8_t **pp)
{
    const uint8_t *p = *pp;
    const uint8_t *p_start = p;
    uint64_t digits = 0; /* wraps around where there are more than 15 */
    int len = 0, decimals = 0;
    bool is_short = true;

    if (*p == '+' || *p == '-')
        p++;

    if (!is_digit(*p))
        return js_parse_error(s, "Unexpected token '%c'", *p_start);

    if (p[0] == '0' && is_digit(p[1]))
        return json_parse_error(s, p + 1, "Unexpected number");

    for (; is_digit(*p); p++, len++)
        digits = digits * 10 + (*p - '0');

    if (*p == '.') {
        p++;
        if (!is_digit(*p))
            return json_parse_error(s, p, "Unterminated fractional number");
        for (; is_digit(*p); p++, decimals++)
            digits = digits * 10 + (*p - '0');
    }
    if (*p == 'e' || *p == 'E') {
        is_short = false;
        p++;
        if (*p == '+' || *p == '-')
            p++;
        if (!is_digit(*p))
            return json_parse_error(s, p, "Exponent part is missing a number");
        while (is_digit(*p))
            p++;
    }
    s->token.val = TOK_NUMBER;
    if (is_short && len + decimals <= 15)
        s->token.u.num.val = js_short_number(*p_start == '-', digits, decimals);
    else
        s->token.u.num.val = js_float64(strtod((const char *)p_start, NULL));
    *pp = p;
    return 0;
}

/* 'pr' can be NULL */
/* is the token after a comma? */
static bool json_follows_comma(JSParseState *s)
{
    const uint8_t *p = s->token.ptr;

    while (p > s->buf_start &&
           (p[-1] == ' ' || p[-1] == '\t' || p[-1] == '\n' || p[-1] == '\r'))
        p--;
    return p > s->buf_start && p[-1] == ',';
}

/* The name of a property, which is the token, and the ':' after it */
static int json_take_name(JSParseState *s, JSAtom *pname)
{
    if (s->token.val != TOK_STRING)
        return json_parse_error(s, s->token.ptr,
                                json_follows_comma(s)
                                    ? "Expected double-quoted property name"
                                    : "Expected property name or '}'");
    *pname = JS_ValueToAtom(s->ctx, s->token.u.str.str);
    if (*pname == JS_ATOM_NULL)
        return -1;
    if (json_next_token(s))
        goto fail;
    if (s->token.val == ':')
        return 0;
    json_parse_error(s, s->token.ptr, "Expected ':' after property name");
fail:
    JS_FreeAtom(s->ctx, *pname);
    return -1;
}

/* Define a property of an object that nobody else has seen. */
static no_inline int json_define(JSContext *ctx, JSObject *p, JSAtom name,
                                 JSValue val)
{
    JSProperty *pr;

    if (unlikely(find_own_property1(p, name)))
        return JS_DefinePropertyValue(ctx, JS_MKPTR(JS_TAG_OBJECT, p), name,
                                      val, JS_PROP_C_W_E);
    pr = add_property(ctx, p, name, JS_PROP_C_W_E);
    if (unlikely(!pr)) {
        JS_FreeValue(ctx, val);
        return -1;
    }
    pr->u.value = val;
    return 0;
}

/* Read the name of the next property up to the first token of its value. Return
   1 if there is one, 0 at the end of an object that is empty, -1 for an
   exception. */
static no_inline int json_next_name(JSParseState *s, bool is_first,
                                    JSAtom *pname)
{
    int ret = json_take_plain_name(s, pname);

    if (ret < 0)
        return -1;
    if (ret == 0) {
        if (json_next_token(s))
            return -1;
        if (is_first && s->token.val == '}')
            return 0;
        if (json_take_name(s, pname))
            return -1;
    }
    if (json_next_token(s)) {
        JS_FreeAtom(s->ctx, *pname);
        return -1;
    }
    return 1;
}

/* Where the source of a property is noted. Of several with one name the last
   counts, as for the value. */
static JSONParseRecord *json_note_property(JSContext *ctx, JSONParseRecord *pr,
                                           JSAtom name, int *size)
{
    JSONParseRecord *found = json_parse_record_find(pr, name);

    if (!found)
        return json_parse_record_add(ctx, pr, name, size);
    json_free_parse_record(ctx, found);
    return found;
}

static no_inline JSValue json_parse_object(JSParseState *s, JSONParseRecord *pr)
{
    JSContext *ctx = s->ctx;
    JSValue val = JS_NewObject(ctx), prop_val;
    JSAtom prop_name;
    JSONParseRecord *pr1 = NULL;
    int ret, pr_size = 0;
    JSObject *p;

    if (JS_IsException(val)) {
        json_free_parse_record(ctx, pr);
        return JS_EXCEPTION;
    }
    p = JS_VALUE_GET_OBJ(val);
    if (pr)
        json_parse_record_init_obj(ctx, pr, val);
    for (;;) {
        if (js_poll_work(ctx, 60))
            goto fail;
        ret = json_next_name(s, p->shape->prop_count == 0, &prop_name);
        if (ret < 0)
            goto fail;
        if (ret == 0)
            break;
        if (pr) {
            pr1 = json_note_property(ctx, pr, prop_name, &pr_size);
            if (!pr1)
                goto fail1;
        }
        prop_val = json_parse_value(s, pr1);
        if (JS_IsException(prop_val)) {
        fail1:
            JS_FreeAtom(ctx, prop_name);
            goto fail;
        }
        ret = json_define(ctx, p, prop_name, prop_val);
        JS_FreeAtom(ctx, prop_name);
        if (ret < 0)
            goto fail;

        if (s->token.val == '}')
            break;
        if (s->token.val != ',') {
            json_parse_error(s, s->token.ptr,
                             "Expected ',' or '}' after property value");
            goto fail;
        }
    }
    if (json_next_token(s))
        goto fail;
    return JS_MKPTR(JS_TAG_OBJECT, p);
fail:
    json_free_parse_record(ctx, pr);
    JS_FreeValue(ctx, JS_MKPTR(JS_TAG_OBJECT, p));
    return JS_EXCEPTION;
}

static no_inline JSValue json_parse_array(JSParseState *s, JSONParseRecord *pr)
{
    JSContext *ctx = s->ctx;
    JSValue val = JS_NULL, el;
    JSONParseRecord *pr1 = NULL;
    int pr_size = 0;

    if (json_next_token(s))
        goto fail;
    val = JS_NewArray(ctx);
    if (JS_IsException(val))
        goto fail;
    if (pr)
        json_parse_record_init_array(ctx, pr, val);
    if (s->token.val != ']') {
        for (;;) {
            if (pr) {
                if (js_resize_array(ctx, (void **)&pr->u.array.elements,
                                    sizeof(pr->u.array.elements[0]), &pr_size,
                                    pr->u.array.count + 1))
                    goto fail;
                pr1 = &pr->u.array.elements[pr->u.array.count++];
                pr1->value = JS_UNDEFINED;
            }
            el = json_parse_value(s, pr1);
            if (JS_IsException(el) || js_poll_work(ctx, 30)) {
                JS_FreeValue(ctx, el);
                goto fail;
            }
            if (add_fast_array_element(ctx, JS_VALUE_GET_OBJ(val), el, 0) < 0)
                goto fail;
            if (s->token.val == ']')
                break;
            if (s->token.val != ',') {
                json_parse_error(s, s->token.ptr,
                                 "Expected ',' or ']' after array element");
                goto fail;
            }
            if (json_next_token(s))
                goto fail;
        }
    }
    if (json_next_token(s))
        goto fail;
    return val;
fail:
    json_free_parse_record(ctx, pr);
    JS_FreeValue(ctx, val);
    return JS_EXCEPTION;
}

/* Objects and arrays are parsed by functions of their own, called last: the
   stack of nested ones is made of their frames alone. */
static JSValue json_parse_value(JSParseState *s, JSONParseRecord *pr)
{
    JSContext *ctx = s->ctx;
    JSValue val = JS_NULL;

    if (js_check_stack_overflow(ctx->rt, 0)) {
        return JS_ThrowStackOverflow(ctx);
    }

    if (pr) {
        pr->value = JS_UNDEFINED;
    }

    switch (s->token.val) {
    case '{':
        return json_parse_object(s, pr);
    case '[':
        return json_parse_array(s, pr);
    case TOK_STRING:
        val = js_dup(s->token.u.str.str);
        break;
    case TOK_NUMBER:
        val = s->token.u.num.val;
        break;
    case TOK_IDENT:
        if (s->token.u.ident.atom == JS_ATOM_false ||
            s->token.u.ident.atom == JS_ATOM_true) {
            val = js_bool(s->token.u.ident.atom == JS_ATOM_true);
        } else if (s->token.u.ident.atom != JS_ATOM_null) {
            json_unexpected_word(s);
            goto fail;
        }
        break;
    default:
        json_unexpected(s, s->token.val == TOK_EOF ? s->buf_end : s->token.ptr);
        goto fail;
    }
    if (pr) {
        json_parse_record_init_primitive(ctx, pr, val,
                                         s->token.ptr - s->buf_start,
                                         s->buf_ptr - s->token.ptr);
    }
    if (json_next_token(s))
        goto fail;
    return val;
fail:
    json_free_parse_record(ctx, pr);
    JS_FreeValue(ctx, val);
    return JS_EXCEPTION;
}
