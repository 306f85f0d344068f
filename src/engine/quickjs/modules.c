/*
 * modules.c - modules that the host leads: it resolves, loads and links, the
 * engine keeps the graph. docs/engine/modules.md.
 *
 * What must stay true: a module is linked once and evaluated once; an error of
 * either is kept and given again to whoever asks.
 */

static JSModuleDef *js_find_loaded_module_by_name(JSContext *ctx, JSAtom name)
{
    struct list_head *el;
    JSModuleDef *m;

    /* the newest: older ones of that name could not be linked */
    list_for_each_prev(el, &ctx->loaded_modules)
    {
        m = list_entry(el, JSModuleDef, link);
        if (m->module_name == name)
            return m;
    }
    return NULL;
}

/* The import whose name the local export 'me' exports, or NULL. That of a whole
   namespace is a variable of the module itself. */
static JSImportEntry *find_exported_import(JSModuleDef *m,
                                           const JSExportEntry *me)
{
    int i;

    for (i = 0; i < m->import_entries_count; i++) {
        JSImportEntry *mi = &m->import_entries[i];
        if (mi->var_idx == me->u.local.var_idx)
            return mi->import_name == JS_ATOM__star_ ? NULL : mi;
    }
    return NULL;
}

/* 'm' asks its request 'req_idx' for 'name', at that place of its source. */
static void js_resolve_export_throw_error(JSContext *ctx,
                                          JSResolveResultEnum res,
                                          JSModuleDef *m, int req_idx,
                                          JSAtom name, int line_num,
                                          int col_num)
{
    static const char *const formats[] = {
        [JS_RESOLVE_RES_NOT_FOUND] =
            "The requested module '%s' does not provide an export named '%s'",
        [JS_RESOLVE_RES_CIRCULAR] =
            "Detected cycle while resolving name '%s' in '%s'",
        [JS_RESOLVE_RES_AMBIGUOUS] = "The requested module '%s' contains "
                                     "conflicting star exports for name '%s'",
    };
    const char *specifier, *name_str, *file;
    JSValue error;

    if (res == JS_RESOLVE_RES_EXCEPTION)
        return;
    specifier =
        JS_AtomToCString(ctx, m->req_module_entries[req_idx].module_name);
    name_str = JS_AtomToCString(ctx, name);
    file = JS_AtomToCString(ctx, m->module_name);
    if (specifier && name_str && file) {
        DynBuf dbuf;
        js_dbuf_init(ctx, &dbuf);
        if (res == JS_RESOLVE_RES_CIRCULAR)
            dbuf_printf(&dbuf, formats[res], name_str, specifier);
        else
            dbuf_printf(&dbuf, formats[res], specifier, name_str);
        dbuf_putc(&dbuf, '\0');
        error = dbuf_error(&dbuf) ? JS_ThrowOutOfMemory(ctx)
                                  : JS_MakeError2(ctx, JS_SYNTAX_ERROR, false,
                                                  (char *)dbuf.buf);
        dbuf_free(&dbuf);
        if (!JS_IsException(error)) {
            JS_Throw(ctx, error);
            ctx->rt->syntax_width = -1;
            build_backtrace(ctx, error, JS_UNDEFINED, file, line_num, col_num,
                            0);
            ctx->rt->syntax_width = 1;
        }
    }
    JS_FreeCString(ctx, specifier);
    JS_FreeCString(ctx, name_str);
    JS_FreeCString(ctx, file);
}

/* the same where no request can be named: in a namespace */
static void js_build_ns_throw_error(JSContext *ctx, JSResolveResultEnum res,
                                    JSModuleDef *m, JSAtom name)
{
    char buf1[ATOM_GET_STR_BUF_SIZE];
    char buf2[ATOM_GET_STR_BUF_SIZE];

    if (res == JS_RESOLVE_RES_EXCEPTION)
        return;
    JS_ThrowSyntaxError(ctx,
                        res == JS_RESOLVE_RES_CIRCULAR
                            ? "Detected cycle while resolving name '%s' in '%s'"
                            : "Could not find export '%s' in module '%s'",
                        JS_AtomGetStr(ctx, buf1, sizeof(buf1), name),
                        JS_AtomGetStr(ctx, buf2, sizeof(buf2), m->module_name));
}

static int js_create_module_function1(JSContext *ctx, JSModuleDef *m)
{
    bool is_c_module;
    int i;
    JSVarRef *var_ref;

    if (m->func_created)
        return 0;

    is_c_module = (m->init_func != NULL);

    if (is_c_module) {
        /* initialize the exported variables */
        for (i = 0; i < m->export_entries_count; i++) {
            JSExportEntry *me = &m->export_entries[i];
            if (me->export_type == JS_EXPORT_TYPE_LOCAL) {
                var_ref = js_create_module_var(ctx, false);
                if (!var_ref)
                    return -1;
                me->u.local.var_ref = var_ref;
            }
        }
    } else {
        if (js_create_module_bytecode_function(ctx, m))
            return -1;
    }
    m->func_created = true;
    return 0;
}

/* must be done before js_link_module() because of cyclic references */
static int js_create_module_function(JSContext *ctx, JSModuleDef *m)
{
    int i;

    if (m->func_created)
        return 0;
    if (js_check_stack_overflow(ctx->rt, 0)) {
        JS_ThrowStackOverflow(ctx);
        return -1;
    }
    if (js_create_module_function1(ctx, m) < 0)
        return -1;

    /* do it on the dependencies */

    for (i = 0; i < m->req_module_entries_count; i++) {
        JSReqModuleEntry *rme = &m->req_module_entries[i];
        if (js_create_module_function(ctx, rme->module) < 0)
            return -1;
    }

    return 0;
}

/* a module of a graph that could not be linked may be linked once more */
static void js_set_module_var_ref(JSContext *ctx, JSVarRef **pvar_ref,
                                  JSVarRef *var_ref)
{
    JSVarRef *old = *pvar_ref;

    *pvar_ref = var_ref;
    if (old)
        free_var_ref(ctx->rt, old);
}

void JS_SetModuleHost(JSRuntime *rt, const JSModuleHost *host)
{
    rt->module_host = *host;
}

int JS_CountModuleRequests(const JSModuleDef *m)
{
    return m->req_module_entries_count;
}

JSModuleRequest JS_GetModuleRequest(const JSModuleDef *m, int idx)
{
    const JSReqModuleEntry *rme = &m->req_module_entries[idx];
    return (JSModuleRequest){ rme->module_name, rme->attributes, rme->module,
                              rme->line_num, rme->col_num };
}

void JS_SetModuleRequest(JSModuleDef *m, int idx, JSModuleDef *target)
{
    m->req_module_entries[idx].module = target;
}

int JS_LinkModule(JSContext *ctx, JSModuleDef *m)
{
    if (m->status == JS_MODULE_STATUS_EVALUATING)
        return 0;
    if (js_create_module_function(ctx, m) < 0)
        return -1;
    return js_link_module(ctx, m);
}

JSModuleStatus JS_GetModuleStatus(const JSModuleDef *m)
{
    return m->status;
}

bool JS_HasTopLevelAwait(const JSModuleDef *m)
{
    return m->has_tla;
}

bool JS_GetModuleError(JSContext *ctx, JSModuleDef *m, JSValue *perror)
{
    if (m->eval_has_exception && perror)
        *perror = js_dup(m->eval_exception);
    return m->eval_has_exception;
}

void JS_SetModuleOpaque(JSModuleDef *m, void *opaque)
{
    m->opaque = opaque;
}

void *JS_GetModuleOpaque(const JSModuleDef *m)
{
    return m->opaque;
}

/* Code of eval() and Function() belongs to whoever called them. */
static JSAtom js_get_referrer(JSContext *ctx)
{
    JSStackFrame *sf;
    JSObject *p;
    JSAtom name;

    for (sf = ctx->rt->current_stack_frame; sf; sf = sf->prev_frame) {
        if (JS_VALUE_GET_TAG(sf->cur_func) != JS_TAG_OBJECT)
            continue;
        p = JS_VALUE_GET_OBJ(sf->cur_func);
        if (!js_class_has_bytecode(p->class_id))
            continue;
        name = p->u.func.function_bytecode->filename;
        if (name != JS_ATOM_NULL && !p->u.func.function_bytecode->eval_source)
            return JS_DupAtom(ctx, name);
    }
    return JS_ATOM_NULL;
}

JSValue JS_GetImportMeta(JSContext *ctx, JSModuleDef *m)
{
    JSValue obj;
    /* allocate meta_obj only if requested to save memory */
    obj = m->meta_obj;
    if (JS_IsUndefined(obj)) {
        obj = JS_NewObjectProto(ctx, JS_NULL);
        if (JS_IsException(obj))
            return JS_EXCEPTION;
        m->meta_obj = obj;
        if (ctx->rt->module_host.meta &&
            ctx->rt->module_host.meta(ctx, ctx->rt->module_host.opaque, m,
                                      obj) < 0) {
            m->meta_obj = JS_UNDEFINED;
            JS_FreeValue(ctx, obj);
            return JS_EXCEPTION;
        }
    }
    return js_dup(obj);
}

static int js_execute_async_module(JSContext *ctx, JSModuleDef *m)
{
    JSValue promise, m_obj;
    JSValue resolve_funcs[2];
    int res;
    promise =
        js_async_function_call(ctx, m->func_obj, JS_UNDEFINED, 0, NULL, 0);
    if (JS_IsException(promise))
        return -1;
    m_obj = JS_NewModuleValue(ctx, m);
    resolve_funcs[0] = JS_NewCFunctionData(
        ctx, js_async_module_execution_fulfilled, 0, 0, 1, vc(&m_obj));
    resolve_funcs[1] = JS_NewCFunctionData(
        ctx, js_async_module_execution_rejected, 0, 0, 1, vc(&m_obj));
    res = js_promise_wait(ctx, promise, vc(resolve_funcs));
    JS_FreeValue(ctx, m_obj);
    JS_FreeValue(ctx, resolve_funcs[0]);
    JS_FreeValue(ctx, resolve_funcs[1]);
    JS_FreeValue(ctx, promise);
    return res;
}

/* "specifier" with { ... }: the index of the request in
   m->req_module_entries[], or < 0 if error */
static __exception int parse_specifier(JSParseState *s, JSModuleDef *m,
                                       bool is_source)
{
    JSAtom module_name;
    JSValue attributes;
    int idx, line_num, col_num;

    if (s->token.val != TOK_STRING)
        return js_unexpected_token(s);
    js_token_position(s, &line_num, &col_num);
    module_name = JS_ValueToAtom(s->ctx, s->token.u.str.str);
    if (module_name == JS_ATOM_NULL)
        return -1;
    if (next_token(s)) {
        JS_FreeAtom(s->ctx, module_name);
        return -1;
    }

    if (js_parse_with_clause(s, &attributes)) {
        JS_FreeValue(s->ctx, attributes);
        JS_FreeAtom(s->ctx, module_name);
        return -1;
    }
    if (is_source) {
        JS_FreeValue(s->ctx, attributes);
        attributes = JS_TRUE;
    }
    idx = add_req_module_entry(s->ctx, m, module_name, attributes, line_num,
                               col_num);
    JS_FreeValue(s->ctx, attributes);
    JS_FreeAtom(s->ctx, module_name);
    return idx;
}

static __exception int parse_from_clause(JSParseState *s, JSModuleDef *m,
                                         bool is_source)
{
    if (!token_is_pseudo_keyword(s, JS_ATOM_from))
        return js_unexpected_token(s);
    if (next_token(s))
        return -1;
    return parse_specifier(s, m, is_source);
}

static __exception int js_parse_from_clause(JSParseState *s, JSModuleDef *m)
{
    return parse_from_clause(s, m, false);
}

static int add_import(JSParseState *s, JSModuleDef *m, JSAtom local_name,
                      JSAtom import_name, int line_num, int col_num)
{
    JSContext *ctx = s->ctx;
    int i, var_idx;
    JSImportEntry *mi;
    JSClosureTypeEnum closure_type;

    if (local_name == JS_ATOM_arguments || local_name == JS_ATOM_eval)
        return js_unexpected_token(s);

    if (local_name != JS_ATOM_default) {
        for (i = 0; i < s->cur_func->closure_var_count; i++) {
            if (s->cur_func->closure_var[i].var_name == local_name)
                return js_redeclared(s, local_name);
        }
    }

    if (import_name == JS_ATOM__star_)
        closure_type = JS_CLOSURE_MODULE_DECL;
    else
        closure_type = JS_CLOSURE_MODULE_IMPORT;
    var_idx =
        add_closure_var(ctx, s->cur_func, closure_type, m->import_entries_count,
                        local_name, true, true, JS_VAR_NORMAL);
    if (var_idx < 0)
        return -1;
    if (js_resize_array(ctx, (void **)&m->import_entries, sizeof(JSImportEntry),
                        &m->import_entries_size, m->import_entries_count + 1))
        return -1;
    mi = &m->import_entries[m->import_entries_count++];
    mi->import_name = JS_DupAtom(ctx, import_name);
    mi->var_idx = var_idx;
    mi->line_num = line_num;
    mi->col_num = col_num;
    return 0;
}

/* ---- What a module is compiled from ------------------------------------- */

/*
 * `import source x from "y"` asks for what "y" is compiled from; nothing of it
 * runs. Such a request has `true` for attributes, and the host sets a module
 * for it whose default export is the source: the rest is as with any import of
 * a name. Attributes are read and ignored. import.source("y"), which takes one
 * argument as in V8, is import("y", p), where p is a private symbol, which no
 * program can have.
 */

static bool js_is_source_phase(JSValueConst options)
{
    const JSAtomStruct *p;

    if (JS_VALUE_GET_TAG(options) != JS_TAG_SYMBOL)
        return false;
    p = JS_VALUE_GET_PTR(options);
    return p->atom_type == JS_ATOM_TYPE_SYMBOL &&
           p->hash == JS_ATOM_HASH_PRIVATE;
}

/* At `source`: what follows it is a binding if it is a name, and if that name
   is `from`, if another `from` comes after it. 1: it is the binding that the
   token is now; 0: `source` is the token again; -1: exception. */
static int skip_source(JSParseState *s)
{
    JSParsePos pos;
    bool is_source;

    if (!token_is_pseudo_keyword(s, JS_ATOM_source))
        return 0;
    js_parse_get_pos(s, &pos);
    if (next_token(s))
        return -1;
    is_source = s->token.val == TOK_IDENT;
    if (token_is_pseudo_keyword(s, JS_ATOM_from)) {
        JSParsePos from;
        js_parse_get_pos(s, &from);
        if (next_token(s))
            return -1;
        is_source = token_is_pseudo_keyword(s, JS_ATOM_from);
        if (js_parse_seek_token(s, &from))
            return -1;
    }
    if (is_source)
        return 1;
    return js_parse_seek_token(s, &pos);
}

/* The rest of `import source x from "y";`, from x on. */
static __exception int parse_source_binding(JSParseState *s, JSModuleDef *m)
{
    int idx, line_num, col_num;
    JSAtom name;

    if (s->token.u.ident.is_reserved)
        return js_parse_error_reserved_identifier(s);
    js_token_position(s, &line_num, &col_num);
    name = JS_DupAtom(s->ctx, s->token.u.ident.atom);
    idx = next_token(s);
    if (idx == 0)
        idx = add_import(s, m, name, JS_ATOM_default, line_num, col_num);
    JS_FreeAtom(s->ctx, name);
    if (idx < 0)
        return -1;
    idx = parse_from_clause(s, m, true);
    if (idx < 0)
        return -1;
    m->import_entries[m->import_entries_count - 1].req_module_idx = idx;
    return js_parse_expect_semi(s);
}

/* import.source(specifier), from `source` on. */
static __exception int js_parse_import_source(JSParseState *s, bool may_call)
{
    if (next_token(s) || js_parse_expect(s, '('))
        return -1;
    if (!may_call)
        return js_parse_error(s, "Cannot use new with import");
    if (js_parse_assign_expr(s) || js_parse_expect(s, ')'))
        return -1;
    emit_op(s, OP_private_symbol);
    emit_atom(s, JS_ATOM_source);
    emit_op(s, OP_import);
    return 0;
}

static __exception int js_parse_import(JSParseState *s)
{
    JSContext *ctx = s->ctx;
    JSModuleDef *m = s->cur_func->module;
    JSAtom local_name, import_name;
    int first_import, i, idx, line_num, col_num;

    if (next_token(s))
        return -1;

    first_import = m->import_entries_count;
    js_token_position(s, &line_num, &col_num);
    if (s->token.val == TOK_STRING) {
        idx = parse_specifier(s, m, false);
        if (idx < 0)
            return -1;
    } else {
        i = skip_source(s);
        if (i != 0)
            return i < 0 ? -1 : parse_source_binding(s, m);
        if (s->token.val == TOK_IDENT) {
            if (s->token.u.ident.is_reserved) {
                return js_parse_error_reserved_identifier(s);
            }
            /* "default" import */
            local_name = JS_DupAtom(ctx, s->token.u.ident.atom);
            import_name = JS_ATOM_default;
            if (next_token(s))
                goto fail;
            if (add_import(s, m, local_name, import_name, line_num, col_num))
                goto fail;
            JS_FreeAtom(ctx, local_name);

            if (s->token.val != ',')
                goto end_import_clause;
            if (next_token(s))
                return -1;
        }

        if (s->token.val == '*') {
            /* name space import */
            if (next_token(s))
                return -1;
            if (!token_is_pseudo_keyword(s, JS_ATOM_as))
                return js_unexpected_token(s);
            if (next_token(s))
                return -1;
            if (!token_is_ident(s->token.val)) {
                js_unexpected_token(s);
                return -1;
            }
            local_name = JS_DupAtom(ctx, s->token.u.ident.atom);
            import_name = JS_ATOM__star_;
            if (next_token(s))
                goto fail;
            if (add_import(s, m, local_name, import_name, line_num, col_num))
                goto fail;
            JS_FreeAtom(ctx, local_name);
        } else if (s->token.val == '{') {
            if (next_token(s))
                return -1;

            while (s->token.val != '}') {
                js_token_position(s, &line_num, &col_num);
                if (token_is_ident(s->token.val)) {
                    import_name = JS_DupAtom(ctx, s->token.u.ident.atom);
                } else if (s->token.val == TOK_STRING) {
                    import_name = JS_ValueToAtom(ctx, s->token.u.str.str);
                    if (import_name == JS_ATOM_NULL)
                        return -1;
                } else {
                    return js_unexpected_token(s);
                }
                local_name = JS_ATOM_NULL;
                if (next_token(s))
                    goto fail;
                if (token_is_pseudo_keyword(s, JS_ATOM_as)) {
                    if (next_token(s))
                        goto fail;
                    if (!token_is_ident(s->token.val)) {
                        js_unexpected_token(s);
                        goto fail;
                    }
                    local_name = JS_DupAtom(ctx, s->token.u.ident.atom);
                    if (next_token(s)) {
                    fail:
                        JS_FreeAtom(ctx, local_name);
                        JS_FreeAtom(ctx, import_name);
                        return -1;
                    }
                } else {
                    local_name = JS_DupAtom(ctx, import_name);
                }
                if (add_import(s, m, local_name, import_name, line_num,
                               col_num))
                    goto fail;
                JS_FreeAtom(ctx, local_name);
                JS_FreeAtom(ctx, import_name);
                if (s->token.val != ',')
                    break;
                if (next_token(s))
                    return -1;
            }
            if (js_parse_expect(s, '}'))
                return -1;
        }
    end_import_clause:
        idx = js_parse_from_clause(s, m);
        if (idx < 0)
            return -1;
    }
    for (i = first_import; i < m->import_entries_count; i++)
        m->import_entries[i].req_module_idx = idx;

    return js_parse_expect_semi(s);
}
