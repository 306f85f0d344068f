/*
 * eval.c - compiling a text: eval(), scripts and wrapped functions, where the
 * text is from, and names that were found to be undeclared once all was parsed.
 */

static void js_parse_init(JSContext *ctx, JSParseState *s, const char *input,
                          size_t input_len, const char *filename, int line)
{
    memset(s, 0, sizeof(*s));
    s->ctx = ctx;
    s->filename = filename;
    s->line_num = s->first_line_num = line;
    s->col_num = 1;
    s->buf_start = s->buf_ptr = (const uint8_t *)input;
    s->buf_end = s->buf_ptr + input_len;
    s->line_start = s->buf_ptr;
    s->mark = s->buf_ptr + min_int(1, input_len);
    s->eol = s->buf_ptr - 1; /* so that the first column is 1 */
    s->token.val = ' ';
    s->token.line_num = 1;
    s->token.col_num = 1;
}

/* 'input' must be zero terminated i.e. input[input_len] = '\0'. */
/* `export_name` and `input` may be pure ASCII or UTF-8 encoded */
static void js_compile_begin(JSContext *ctx)
{
    if (ctx->rt->compile_depth++ == 0)
        ctx->rt->compile_failed = false;
}

static void js_compile_end(JSContext *ctx)
{
    if (--ctx->rt->compile_depth == 0)
        ctx->rt->compile_failed = false;
}

/* a name as a whole word; NULL if it is not there */
static const uint8_t *js_find_word(const uint8_t *p, const uint8_t *end,
                                   const char *name)
{
    const uint8_t *start = p;
    size_t len = strlen(name);

    for (; (p = memmem(p, end - p, name, len)); p++) {
        if (!lre_js_is_ident_next(p[len]) &&
            (p == start || !lre_js_is_ident_next(p[-1])))
            return p;
    }
    return NULL;
}

/* the name of "export { name }" */
static const uint8_t *js_find_export(JSParseState *s, const char *name)
{
    const uint8_t *p, *q, *close;

    for (p = s->buf_start; (p = js_find_word(p, s->buf_end, "export")); p++) {
        for (q = p + 6; *q == ' ' || *q == '\n' || *q == '\r' || *q == '\t';
             q++)
            continue;
        close = *q == '{' ? js_find_closing(q, s->buf_end) : NULL;
        q = close ? js_find_word(q, close, name) : NULL;
        if (q)
            return q;
    }
    return NULL;
}

/* That a name is declared nowhere is known when all has been parsed. Which
   token it was is not; but the first of that name will do. */
static void js_undeclared_name(JSParseState *s)
{
    JSContext *ctx = s->ctx;
    JSAtom atom = ctx->rt->undeclared;
    const char *name = JS_AtomToCString(ctx, atom);
    const uint8_t *p;

    ctx->rt->undeclared = JS_ATOM_NULL;
    JS_FreeAtom(ctx, atom);
    if (!name)
        return;
    if (name[0] == '#') {
        p = js_find_word(s->buf_start, s->buf_end, name);
        if (!p)
            goto done;
        if (p > s->buf_start && p[-1] == '.')
            p--;
        JS_FreeValue(ctx, JS_GetException(ctx));
        js_parse_error_at(
            s, p, p + 1,
            "Private field '%s' must be declared in an enclosing class", name);
    } else {
        p = js_find_export(s, name);
        if (!p)
            goto done;
        JS_FreeValue(ctx, JS_GetException(ctx));
        js_parse_error_at(s, p, p + strlen(name),
                          "Export '%s' is not defined in module", name);
    }
done:
    JS_FreeCString(ctx, name);
}

static JSValue __JS_EvalInternal(JSContext *ctx, JSValueConst this_obj,
                                 const char *input, size_t input_len,
                                 const char *filename, int line, int flags,
                                 int scope_idx)
{
    JSParseState s1, *s = &s1;
    int err, eval_type;
    JSValue fun_obj, ret_val;
    JSStackFrame *sf;
    JSVarRef **var_refs;
    JSFunctionBytecode *b;
    JSFunctionDef *fd;
    JSModuleDef *m;
    bool is_strict_mode;

    js_compile_begin(ctx);
    js_parse_init(ctx, s, input, input_len, filename, line);
    s->is_unfiled = ctx->rt->eval_source != NULL;
    skip_shebang(&s->buf_ptr, s->buf_end);
    if (flags & JS_EVAL_FLAG_WRAPPED)
        s->body_end = s->buf_end - 3;

    eval_type = flags & JS_EVAL_TYPE_MASK;
    m = NULL;
    if (eval_type == JS_EVAL_TYPE_DIRECT) {
        JSObject *p;
        sf = ctx->rt->current_stack_frame;
        assert(sf != NULL);
        assert(JS_VALUE_GET_TAG(sf->cur_func) == JS_TAG_OBJECT);
        p = JS_VALUE_GET_OBJ(sf->cur_func);
        assert(js_class_has_bytecode(p->class_id));
        b = p->u.func.function_bytecode;
        var_refs = p->u.func.var_refs;
        is_strict_mode = b->is_strict_mode;
    } else {
        sf = NULL;
        b = NULL;
        var_refs = NULL;
        is_strict_mode = (flags & JS_EVAL_FLAG_STRICT) != 0;
        if (eval_type == JS_EVAL_TYPE_MODULE) {
            JSAtom module_name = JS_NewAtom(ctx, filename);
            if (module_name == JS_ATOM_NULL)
                goto fail2;
            m = js_new_module_def(ctx, module_name);
            if (!m)
                goto fail2;
            is_strict_mode = true;
        }
    }
    fd = js_new_function_def(ctx, NULL, true, false, filename, line, 1);
    if (!fd)
        goto fail1;
    s->cur_func = fd;
    fd->eval_type = eval_type;
    fd->has_this_binding = (eval_type != JS_EVAL_TYPE_DIRECT);
    fd->backtrace_barrier = ((flags & JS_EVAL_FLAG_BACKTRACE_BARRIER) != 0);
    if (eval_type == JS_EVAL_TYPE_DIRECT) {
        fd->new_target_allowed = b->new_target_allowed;
        fd->super_call_allowed = b->super_call_allowed;
        fd->super_allowed = b->super_allowed;
        fd->arguments_allowed = b->arguments_allowed;
    } else {
        fd->new_target_allowed = false;
        fd->super_call_allowed = false;
        fd->super_allowed = false;
        fd->arguments_allowed = true;
    }
    fd->is_strict_mode = is_strict_mode;
    fd->func_name = JS_DupAtom(ctx, JS_ATOM__eval_);
    if (b) {
        if (add_closure_variables(ctx, fd, b, scope_idx))
            goto fail;
    }
    fd->module = m;
    if (m != NULL || (flags & JS_EVAL_FLAG_ASYNC)) {
        fd->in_function_body = true;
        fd->func_kind = JS_FUNC_ASYNC;
    }
    s->is_module = (m != NULL);
    s->allow_html_comments = !s->is_module;

    push_scope(s); /* body scope */
    fd->body_scope = fd->scope_level;

    err = js_parse_program(s);
    if (err) {
    fail:
        free_token(s, &s->token);
        js_free_function_def(ctx, fd);
        goto fail1;
    }

    if (m != NULL)
        m->has_tla = fd->has_await;

    /* create the function object and all the enclosed functions */
    s->cur_func = NULL;
    fun_obj = js_create_function(ctx, fd);
    if (ctx->rt->undeclared != JS_ATOM_NULL)
        js_undeclared_name(s);
    ctx->rt->eval_source = NULL; /* what runs now may compile other texts */
    if (!JS_IsException(fun_obj) && ctx->rt->compile_failed) {
        JS_FreeValue(ctx, fun_obj);
        fun_obj = JS_ThrowOutOfMemory(ctx);
    }
    if (JS_IsException(fun_obj))
        goto fail1;
    js_compile_end(ctx);
    /* Could add a flag to avoid resolution if necessary */
    if (m) {
        m->func_obj = fun_obj;
        if (js_resolve_module(ctx, m) < 0) {
            js_free_module_def(ctx, m);
            return JS_EXCEPTION;
        }
        fun_obj = JS_NewModuleValue(ctx, m);
    }
    if (flags & JS_EVAL_FLAG_COMPILE_ONLY) {
        ret_val = fun_obj;
    } else {
        ret_val = JS_EvalFunctionInternal(ctx, fun_obj, this_obj, var_refs, sf);
    }
    return ret_val;
fail1:
    /* XXX: should free all the unresolved dependencies */
    if (m)
        js_free_module_def(ctx, m);
fail2:
    /* what was wrong with the source is not known then */
    if (ctx->rt->compile_failed) {
        JS_FreeValue(ctx, JS_GetException(ctx));
        JS_ThrowOutOfMemory(ctx);
    }
    js_compile_end(ctx);
    return JS_EXCEPTION;
}

/* the name that a text gives itself: "//# sourceURL=name" */
static const char *js_find_source_url(const char *text, size_t len,
                                      size_t *plen)
{
    static const char mark[] = " sourceURL=";
    const char *end = text + len;
    const char *p;

    for (p = text; (p = memmem(p, end - p, mark, sizeof(mark) - 1)); p++) {
        if (p - text < 3 || memcmp(p - 3, "//", 2) ||
            (p[-1] != '#' && p[-1] != '@'))
            continue;
        p += sizeof(mark) - 1;
        *plen = strcspn(p, " \t\r\n\"'");
        return p;
    }
    return NULL;
}

/* "eval at f (/app/a.js:3:5)": who has called it. A text that is from another
   says only where that one is from. */
static void js_eval_origin(JSContext *ctx, DynBuf *d)
{
    JSStackFrame *sf = ctx->rt->current_stack_frame;
    JSFunctionBytecode *b;
    JSCallPosition pos;
    const char *name, *file, *end;
    int line_num, col_num;
    JSAtom func_name;

    while (sf && !js_frame_position(sf, &pos))
        sf = sf->prev_frame;
    if (!sf)
        return;
    b = pos.code;
    line_num = JS_ResolveCallPosition(ctx, &pos, &func_name, &col_num);
    name = get_func_name(ctx, sf->cur_func);
    dbuf_printf(d, "eval at %s (",
                name && *name && *name != '<' ? name : "<anonymous>");
    JS_FreeCString(ctx, name);
    file = JS_AtomToCString(ctx, pos.filename);
    end = file ? strstr(file, ", <anonymous>") : NULL;
    if (b->eval_source && end)
        dbuf_put(d, file, end - file);
    else if (file)
        dbuf_printf(d, "%s:%d:%d", file, line_num, col_num);
    JS_FreeCString(ctx, file);
    dbuf_putstr(d, "), ");
}

/* what V8 shows in the place of a file */
static void js_eval_name(JSContext *ctx, DynBuf *d, const char *text,
                         size_t len)
{
    const char *url;
    size_t url_len;

    url = js_find_source_url(text, len, &url_len);
    if (url) {
        dbuf_put(d, url, url_len);
    } else {
        js_eval_origin(ctx, d);
        dbuf_putstr(d, "<anonymous>");
    }
    dbuf_putc(d, '\0');
}

static JSValue JS_EvalObject(JSContext *ctx, JSValueConst this_obj,
                             JSValueConst val, int flags, int scope_idx)
{
    JSValue ret, text;
    DynBuf name;
    const char *str;
    size_t len;

    if (!JS_IsString(val))
        return js_dup(val);
    text = JS_ToString(ctx, val); /* in one piece */
    if (JS_IsException(text))
        return text;
    str = JS_ToCStringLen(ctx, &len, text);
    if (!str) {
        JS_FreeValue(ctx, text);
        return JS_EXCEPTION;
    }
    dbuf_init2(&name, ctx->rt, (DynBufReallocFunc *)js_realloc_rt);
    js_eval_name(ctx, &name, str, len);
    if (dbuf_error(&name)) {
        ret = JS_ThrowOutOfMemory(ctx);
    } else {
        ctx->rt->eval_source = JS_VALUE_GET_STRING(text);
        ret = JS_EvalInternal(ctx, this_obj, str, len, (char *)name.buf, 1,
                              flags, scope_idx);
        ctx->rt->eval_source = NULL;
    }
    dbuf_free(&name);
    JS_FreeCString(ctx, str);
    JS_FreeValue(ctx, text);
    return ret;
}
