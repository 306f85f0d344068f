/*
 * parser_errors.c - V8's words for syntax errors, and exactly the text that is
 * wrong: which columns the arrow marks. docs/engine/syntax-errors.md.
 *
 * What must stay true: a column counts UTF-16 units; counting goes on from the
 * last place in the line, so that a program in one line takes linear time.
 */

/* how many bytes more than UTF-16 units there are, counted at each byte */
static int js_extra_units(uint8_t c)
{
    return (c & 0xc0) == 0x80 ? 1 : c >= 0xf0 ? -1 : 0;
}

/* the column of a place in the line after 'eol', in UTF-16 units. The parser
   looks ahead and comes back, so the way there starts at the place that was
   asked for last: a line may be a whole program */
static int js_column(JSParseState *s, const uint8_t *ptr, const uint8_t *eol)
{
    if (s->col_line != eol) {
        s->col_line = eol;
        s->col_ptr = eol + 1;
        s->col_extra = 0;
    }
    /* the end of an error may lie beyond the text */
    for (; s->col_ptr < ptr && s->col_ptr < s->buf_end; s->col_ptr++)
        s->col_extra += js_extra_units(*s->col_ptr);
    for (; s->col_ptr > ptr && s->col_ptr > eol + 1; s->col_ptr--)
        s->col_extra -= js_extra_units(s->col_ptr[-1]);
    return (int)(ptr - eol) - s->col_extra;
}

/* the line of a place, and the end of the one before it */
static int js_line_of(JSParseState *s, const uint8_t *ptr, const uint8_t **peol)
{
    const uint8_t *p;
    int line_num = s->first_line_num;

    *peol = s->buf_start - 1;
    for (p = s->buf_start; p < ptr; p++) {
        if (*p == '\n' || (*p == '\r' && p[1] != '\n')) {
            line_num++;
            *peol = p;
        }
    }
    return line_num;
}

/* the line that begins after 'eol', if the text is in no file */
static JSString *js_unfiled_line(JSParseState *s, const uint8_t *eol)
{
    const uint8_t *p;
    JSValue line;

    if (!s->is_unfiled || !s->ctx->rt->stack_hook.class_id)
        return NULL;
    for (p = eol + 1; p < s->buf_end && *p != '\n' && *p != '\r'; p++)
        continue;
    line = JS_NewStringLen(s->ctx, (const char *)eol + 1, p - eol - 1);
    return JS_IsException(line) ? NULL : JS_VALUE_GET_STRING(line);
}

static int js_verror_at(JSParseState *s, const uint8_t *ptr, const uint8_t *end,
                        const char *fmt, va_list ap)
{
    JSContext *ctx = s->ctx;
    const uint8_t *eol;
    int backtrace_flags, line_num, col_num;

    /* an exception that is there already is the reason for this one */
    if (s->guessing || JS_HasException(ctx))
        return -1;
    /* what comes after the text is not the text's */
    if (s->body_end && ptr >= s->body_end)
        ptr = end = s->body_end;
    JS_ThrowError2(ctx, JS_SYNTAX_ERROR, false, fmt, ap);
    backtrace_flags = 0;
    if (s->cur_func && s->cur_func->backtrace_barrier)
        backtrace_flags = JS_BACKTRACE_FLAG_SINGLE_LEVEL;
    line_num = js_line_of(s, ptr, &eol);
    col_num = js_column(s, ptr, eol);
    ctx->rt->syntax_width = max_int(0, js_column(s, end, eol) - col_num);
    ctx->rt->syntax_line = js_unfiled_line(s, eol);
    build_backtrace(ctx, ctx->rt->current_exception, JS_UNDEFINED, s->filename,
                    line_num, col_num, backtrace_flags);
    ctx->rt->syntax_width = 1;
    if (ctx->rt->syntax_line) {
        JS_FreeValue(ctx, JS_MKPTR(JS_TAG_STRING, ctx->rt->syntax_line));
        ctx->rt->syntax_line = NULL;
    }
    return -1;
}

/* the error is in the text from 'ptr' to 'end' */
static int JS_PRINTF_FORMAT_ATTR(4, 5)
    js_parse_error_at(JSParseState *s, const uint8_t *ptr, const uint8_t *end,
                      JS_PRINTF_FORMAT const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    js_verror_at(s, ptr, end, fmt, ap);
    va_end(ap);
    return -1;
}

/* as js_parse_error() has it */
static void js_token_position(JSParseState *s, int *pline_num, int *pcol_num)
{
    const uint8_t *eol;

    *pline_num = js_line_of(s, s->token.ptr, &eol);
    *pcol_num = js_column(s, s->token.ptr, eol);
}

/* the error is the token before this one */
static int JS_PRINTF_FORMAT_ATTR(2, 3)
    js_parse_error_last(JSParseState *s, JS_PRINTF_FORMAT const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    js_verror_at(s, s->last_token_ptr, s->last_ptr, fmt, ap);
    va_end(ap);
    return -1;
}

/* the error is what is assigned to: see js_note_lvalue() */
static int JS_PRINTF_FORMAT_ATTR(2, 3)
    js_parse_error_lvalue(JSParseState *s, JS_PRINTF_FORMAT const char *fmt,
                          ...)
{
    va_list ap;

    va_start(ap, fmt);
    if (s->lvalue_ptr)
        js_verror_at(s, s->lvalue_ptr, s->lvalue_end, fmt, ap);
    else
        js_verror_at(s, s->last_token_ptr, s->last_ptr, fmt, ap);
    va_end(ap);
    return -1;
}

/* an expression that begins at 'ptr' and has just ended is assigned to */
static void js_note_lvalue(JSParseState *s, const uint8_t *ptr)
{
    s->lvalue_ptr = ptr;
    s->lvalue_end = s->last_ptr;
}

static bool js_is_strict_word(JSAtom atom)
{
    return atom >= JS_ATOM_implements && atom <= JS_ATOM_yield;
}

/* nothing can begin with it, wherever it is */
static bool js_is_illegal_token(int val)
{
    return val == TOK_ERROR || val == '@' || val == '#' || val == '\\' ||
           (val >= 0 && val < 0x20) || val == 0x7f;
}

static int js_unexpected_token(JSParseState *s)
{
    char buf[ATOM_GET_STR_BUF_SIZE];
    int val = s->token.val;

    if (val == TOK_EOF || (s->body_end && s->token.ptr >= s->body_end))
        return js_parse_error(s, "Unexpected end of input");
    switch (val) {
    case TOK_NUMBER:
        return js_parse_error(s, "Unexpected number");
    case TOK_STRING:
        return js_parse_error(s, "Unexpected string");
    case TOK_TEMPLATE:
        return js_parse_error(s, "Unexpected template string");
    case TOK_REGEXP:
        return js_parse_error(s, "Unexpected regular expression");
    case TOK_ENUM:
    case TOK_AWAIT:
        return js_parse_error(s, "Unexpected reserved word");
    }
    if (val == TOK_PRIVATE_NAME)
        return js_parse_error_at(
            s, s->token.ptr, s->token.ptr + 1,
            "Private field '%s' must be declared in an enclosing class",
            JS_AtomGetStr(s->ctx, buf, sizeof(buf), s->token.u.ident.atom));
    if (val == TOK_IDENT && s->token.u.ident.atom == JS_ATOM_await)
        return js_parse_error(s, "Unexpected reserved word");
    if (val == TOK_IDENT || val == TOK_PRIVATE_NAME ||
        (val >= TOK_FIRST_KEYWORD && val <= TOK_LAST_KEYWORD)) {
        JSAtom atom = s->token.u.ident.atom;
        if (js_is_strict_word(atom) && s->cur_func->is_strict_mode)
            return js_parse_error(s, "Unexpected strict mode reserved word");
        if (val == TOK_IDENT || val == TOK_PRIVATE_NAME ||
            js_is_strict_word(atom))
            return js_parse_error(
                s, "Unexpected identifier '%s'",
                JS_AtomGetStr(s->ctx, buf, sizeof(buf), atom));
    }
    if (js_is_illegal_token(val))
        return js_parse_error(s, "Invalid or unexpected token");
    return js_parse_error(s, "Unexpected token '%.*s'",
                          (int)(s->buf_ptr - s->token.ptr),
                          (const char *)s->token.ptr);
}

static int js_parse_expect(JSParseState *s, int tok)
{
    if (s->token.val == tok)
        return next_token(s);
    return js_unexpected_token(s);
}

/* between the arguments of a call */
static int js_parse_argument_comma(JSParseState *s)
{
    if (s->token.val == ',')
        return next_token(s);
    if (js_is_illegal_token(s->token.val))
        return js_unexpected_token(s);
    return js_parse_error_last(s, "missing ) after argument list");
}

static int js_redeclared(JSParseState *s, JSAtom name)
{
    char buf[ATOM_GET_STR_BUF_SIZE];
    const uint8_t *ptr = s->last_token_ptr ? s->last_token_ptr : s->token.ptr;

    return js_parse_error_at(s, ptr, ptr + 1,
                             "Identifier '%s' has already been declared",
                             JS_AtomGetStr(s->ctx, buf, sizeof(buf), name));
}

/* was 'await' the token before this one? Then it was an identifier. */
static bool js_follows_await(JSParseState *s)
{
    const uint8_t *p = s->last_ptr;

    return p - s->buf_start >= 5 && !memcmp(p - 5, "await", 5) &&
           (p - s->buf_start == 5 || !lre_js_is_ident_next(p[-6]));
}

static int js_parse_expect_semi(JSParseState *s)
{
    if (s->token.val != ';') {
        /* automatic insertion of ';' */
        if (s->token.val == TOK_EOF || s->token.val == '}' || s->got_lf) {
            return 0;
        }
        if (js_follows_await(s))
            return js_parse_error_last(s,
                                       "await is only valid in async functions "
                                       "and the top level bodies of modules");
        return js_parse_expect(s, ';');
    }
    return next_token(s);
}

static int js_parse_error_reserved_identifier(JSParseState *s)
{
    return js_unexpected_token(s);
}

/* a number that goes wrong before 'p' */
static int js_bad_number(JSParseState *s, const uint8_t *p)
{
    const uint8_t *q;

    for (q = s->token.ptr; lre_js_is_ident_next(*q) || *q == '.'; q++) {
        if (q[0] == '_' && q[1] == '_')
            return js_parse_error_at(
                s, q + 1, q + 2,
                "Only one underscore is allowed as numeric separator");
        if (q[0] == '_' && !lre_js_is_ident_next(q[1]))
            return js_parse_error_at(s, q + 1, q + 2,
                                     "Numeric separators are not allowed at "
                                     "the end of numeric literals");
    }
    if (p <= s->token.ptr || *p == 'e' || *p == 'E')
        p++;
    else if (p[-1] == 'n')
        p--;
    return js_parse_error_at(s, s->token.ptr, p, "Invalid or unexpected token");
}

/* 'p' is what follows a backslash */
static int js_bad_escape(JSParseState *s, const uint8_t *p)
{
    const uint8_t *q;
    uint32_t c = 0;

    if (*p == 'x')
        return js_parse_error_at(s, p - 1, p + 3,
                                 "Invalid hexadecimal escape sequence");
    if (p[1] != '{')
        return js_parse_error_at(s, p - 1, p + 5,
                                 "Invalid Unicode escape sequence");
    for (q = p + 2; isxdigit(*q); q++) {
        c = c * 16 + from_hex(*q);
        if (c > 0x10ffff)
            return js_parse_error_at(s, p - 1, q + 1,
                                     "Undefined Unicode code-point");
    }
    return js_parse_error_at(s, p - 1, q + 1,
                             "Invalid Unicode escape sequence");
}
