/*
 * parser_names.c - names for functions that have none, as V8 infers them from
 * what they are assigned to: `o.p = function () {}` is o.p in a stack.
 */

static const uint8_t *js_skip_brackets(const uint8_t *p, const uint8_t *end)
{
    int depth = 0;

    for (; p < end; p++) {
        if (*p == '(' || *p == '[')
            depth++;
        else if ((*p == ')' || *p == ']') && --depth == 0)
            return p + 1;
        else if (*p == '\'' || *p == '"')
            p += 1 + strcspn((const char *)p + 1, *p == '"' ? "\"\n" : "'\n");
        else if (strchr("`/\\{", *p))
            return NULL; /* not worth a second tokenizer */
    }
    return NULL;
}

/* the key in [...]: itself if it is a string, else what V8 calls it */
static const uint8_t *js_infer_key(DynBuf *d, const uint8_t *p,
                                   const uint8_t *end)
{
    const uint8_t *q;

    if (p[1] == '\'' || p[1] == '"') {
        for (q = p + 2; q < end && *q != p[1] && *q != '\\'; q++)
            continue;
        if (q + 1 >= end || *q != p[1] || q[1] != ']')
            return NULL;
        dbuf_put(d, p + 2, q - p - 2);
        return q + 2;
    }
    dbuf_putstr(d, "<computed>");
    return js_skip_brackets(p, end);
}

/* a name; V8 leaves out "this" and "prototype" */
static const uint8_t *js_infer_part(DynBuf *d, const uint8_t *p,
                                    const uint8_t *end, size_t *is_var)
{
    const uint8_t *q = p;

    while (q < end && (lre_js_is_ident_next(*q) || *q >= 0x80 || *q == '#'))
        q++;
    if (q == p)
        return NULL;
    if (is_var && q - p == 4 && !memcmp(p, "this", 4))
        return q;
    if (q - p == 9 && !memcmp(p, "prototype", 9))
        return q;
    dbuf_put(d, p, q - p);
    if (is_var)
        *is_var = q - p;
    return q;
}

static const uint8_t *js_skip_dot(const uint8_t *p, const uint8_t *end)
{
    while (p && p < end && strchr(" \t\r\n?.", *p))
        p++;
    return p;
}

/* "a.b['c'].d" is a.b.c.d; what is no plain chain of members has no name. The
   first part is a variable: *is_var is its length, or 0. */
static bool js_infer_chain(DynBuf *d, const uint8_t *p, const uint8_t *end,
                           size_t *is_var)
{
    const uint8_t *start = p;
    size_t at = d->size;

    *is_var = 0;
    while (p && p < end) {
        if (*p == '(' && p > start) {
            p = js_skip_brackets(p, end);
        } else {
            if (d->size > at && d->buf[d->size - 1] != '.')
                dbuf_putc(d, '.');
            if (*p == '[' && p > start)
                p = js_infer_key(d, p, end);
            else
                p = js_infer_part(d, p, end, p == start ? is_var : NULL);
        }
        p = js_skip_dot(p, end);
    }
    while (d->size > at && d->buf[d->size - 1] == '.')
        d->size--;
    return p != NULL;
}

/* The names of all targets, the outermost first. Of two variables in a row
   only the second counts: "x = a.b = f" is a.b. */
static bool js_infer_targets(JSParseState *s, DynBuf *d, JSAssignTarget *t,
                             size_t *var_start)
{
    const char *name;
    size_t start, is_var;

    if (t->prev && !js_infer_targets(s, d, t->prev, var_start))
        return false;
    start = d->size;
    if (start > 0)
        dbuf_putc(d, '.');
    if (t->name != JS_ATOM_NULL) {
        name = JS_AtomToCString(s->ctx, t->name);
        dbuf_putstr(d, name ? name : "");
        JS_FreeCString(s->ctx, name);
        is_var = t->is_property ? 0 : d->size - start - (start > 0);
    } else if (!js_infer_chain(d, t->start, t->end, &is_var)) {
        return false;
    }
    if (is_var && *var_start != (size_t)-1) {
        /* only a variable came before it */
        memmove(d->buf + *var_start, d->buf + start + 1, d->size - start - 1);
        d->size -= start + 1 - *var_start;
        start = *var_start;
    }
    *var_start = (size_t)-1;
    if (is_var &&
        d->size - start == is_var + (start > 0 && d->buf[start] == '.'))
        *var_start = start;
    return true;
}

static void js_infer_names(JSParseState *s)
{
    size_t var_start = (size_t)-1;
    JSFunctionDef *fd;
    JSAtom name;
    DynBuf d;

    js_dbuf_init(s->ctx, &d);
    if (js_infer_targets(s, &d, s->targets, &var_start) && !dbuf_error(&d)) {
        name = JS_NewAtomLen(s->ctx, d.size ? (char *)d.buf : "", d.size);
        for (fd = s->unnamed; fd; fd = fd->next_unnamed) {
            if (fd->inferred_name == JS_ATOM_NULL)
                fd->inferred_name = JS_DupAtom(s->ctx, name);
        }
        JS_FreeAtom(s->ctx, name);
    }
    dbuf_free(&d);
}

/* A value comes next that is assigned to 't'. */
static void js_target_begin(JSParseState *s, JSAssignTarget *t)
{
    t->prev = s->targets;
    t->unnamed = s->unnamed;
    s->targets = t;
    s->unnamed = NULL;
}

/* It was there. What a call returns is another value than what it was given. */
static void js_target_end(JSParseState *s, JSAssignTarget *t)
{
    int op = get_prev_opcode(s->cur_func);

    if (s->unnamed && op != OP_call && op != OP_call_method &&
        op != OP_call_constructor && op != OP_eval && op != OP_apply)
        js_infer_names(s);
    s->targets = t->prev;
    s->unnamed = t->unnamed;
}

/* Nothing is assigned to anything in what comes next. */
static void js_target_none(JSParseState *s, JSAssignTarget *saved)
{
    saved->prev = s->targets;
    saved->unnamed = s->unnamed;
    s->targets = NULL;
    s->unnamed = NULL;
}

static void js_target_restore(JSParseState *s, JSAssignTarget *saved)
{
    s->targets = saved->prev;
    s->unnamed = saved->unnamed;
}

static void js_add_unnamed(JSParseState *s, JSFunctionDef *fd)
{
    if (!s->targets)
        return;
    fd->next_unnamed = s->unnamed;
    s->unnamed = fd;
}
