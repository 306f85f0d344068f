/*
 * parser_code.c - code that the parser emits where V8 differs: positions of
 * statements, operators and patterns; object literals as one instruction; for
 * await, finally and `using` as the specification has them.
 */

/* 'pos' is that of the operands */
static void patch_source_loc(JSParseState *s, int pos, int line_num,
                             int col_num)
{
    uint8_t *buf = s->cur_func->byte_code.buf;

    put_u32(buf + pos, line_num);
    put_u32(buf + pos + 4, col_num);
}

/* A variable that is the first thing a statement reads is where the statement
   begins, as V8 has it: "return" in "return x" */
static void note_statement(JSParseState *s, int line_num, int col_num)
{
    s->stmt_func = s->cur_func;
    s->stmt_size = s->cur_func->byte_code.size;
    s->stmt_var_pos = -1;
    s->stmt_line_num = line_num;
    s->stmt_col_num = col_num;
}

/* has nothing been done for the statement yet? */
static bool is_statement_start(JSParseState *s)
{
    return s->stmt_func == s->cur_func &&
           s->stmt_size == s->cur_func->byte_code.size;
}

static void emit_variable_loc(JSParseState *s, int line_num, int col_num)
{
    if (is_statement_start(s)) {
        emit_source_loc_at(s, s->stmt_line_num, s->stmt_col_num);
        s->stmt_var_pos = s->cur_func->byte_code.size;
    } else {
        emit_source_loc_at(s, line_num, col_num);
    }
}

static void emit_no_error(JSParseState *s)
{
    emit_op(s, OP_special_object);
    emit_u8(s, OP_SPECIAL_OBJECT_NO_ERROR);
}

static void emit_rethrow(JSParseState *s)
{
    emit_op(s, OP_throw_error);
    emit_atom(s, JS_ATOM_NULL);
    emit_u8(s, JS_THROW_AGAIN);
}

/* A literal that is parsed. The values of its first fields, as long as they
   have plain names, are on the stack; then comes one instruction that makes an
   object of them, and instructions that add the others one by one. */
typedef struct JSLiteral {
    bool has_object;
    int place; /* in the constants, for the shape of the objects */
    int count;
    JSAtom names[JS_LITERAL_FIELDS];
} JSLiteral;

/* From here on the object is on the stack. */
static void js_emit_literal(JSParseState *s, JSLiteral *l)
{
    int i;

    if (l->has_object)
        return;
    l->has_object = true;
    if (l->count == 0) {
        emit_op(s, OP_object);
        return;
    }
    emit_op(s, OP_object_fields);
    emit_u16(s, l->count);
    emit_u32(s, l->place);
    for (i = 0; i < l->count; i++) {
        emit_op(s, OP_field_name);
        emit_atom(s, l->names[i]);
        JS_FreeAtom(s->ctx, l->names[i]);
    }
    l->count = 0;
}

/* A field with a plain name is about to come: can its value stay on the stack?
 */
static __exception int js_begin_field(JSParseState *s, JSLiteral *l)
{
    if (!l->has_object && l->count == 0) {
        l->place = cpool_add(s, JS_UNDEFINED);
        if (l->place < 0)
            return -1;
    } else if (l->count == JS_LITERAL_FIELDS) {
        js_emit_literal(s, l);
    }
    return 0;
}

/* Its value was parsed. */
static void js_end_field(JSParseState *s, JSLiteral *l, JSAtom name)
{
    if (l->has_object) {
        emit_op(s, OP_define_field);
        emit_atom(s, name);
    } else {
        l->names[l->count++] = JS_DupAtom(s->ctx, name);
    }
}

static __exception int js_parse_object_literal(JSParseState *s)
{
    JSAtom name = JS_ATOM_NULL;
    const uint8_t *start_ptr, *name_end;
    int start_line, start_col, prop_type;
    bool has_proto;
    JSLiteral l;

    l.has_object = false;
    l.count = 0;
    s->stmt_func = NULL; /* the object comes before what is in it */
    if (next_token(s))
        goto fail;
    has_proto = false;
    while (s->token.val != '}') {
        /* specific case for getter/setter */
        start_ptr = s->token.ptr;
        start_line = s->token.line_num;
        start_col = s->token.col_num;

        if (s->token.val == TOK_ELLIPSIS) {
            bool is_first = !l.has_object && l.count == 0;

            if (is_first)
                l.has_object = true; /* it is made below, as a copy */
            else
                js_emit_literal(s, &l);
            if (next_token(s))
                goto fail;
            if (js_parse_assign_expr(s))
                goto fail;
            if (is_first)
                emit_op(s, OP_undefined);
            emit_op(s, OP_null); /* dummy excludeList */
            emit_op(s, OP_copy_data_properties);
            emit_u8(s, (is_first ? 1 | (2 << 2) : 2 | (1 << 2)) | (0 << 5));
            emit_op(s, OP_drop);                     /* pop excludeList */
            emit_op(s, is_first ? OP_nip : OP_drop); /* pop src object */
            goto next;
        }

        /* a computed name is parsed, and so is on the stack, above the object
         */
        if (s->token.val == '[' || s->token.val == '*' ||
            token_is_pseudo_keyword(s, JS_ATOM_get) ||
            token_is_pseudo_keyword(s, JS_ATOM_set) ||
            token_is_pseudo_keyword(s, JS_ATOM_async))
            js_emit_literal(s, &l);
        prop_type = js_parse_property_name(s, &name, true, true, false);
        if (prop_type < 0)
            goto fail;
        name_end = s->last_ptr;

        /* it would be a pattern, but nothing is assigned to it */
        if (s->token.val == '=' && name != JS_ATOM_NULL) {
            if (next_token(s) || js_parse_assign_expr(s))
                goto fail;
            js_parse_error_at(s, start_ptr, s->last_ptr,
                              "Invalid shorthand property initializer");
            goto fail;
        }
        if (prop_type == PROP_TYPE_VAR) {
            /* shortcut for x: x */
            if (js_begin_field(s, &l))
                goto fail;
            emit_op(s, OP_scope_get_var);
            emit_atom(s, name);
            emit_u32(s, s->cur_func->scope_level);
            js_end_field(s, &l, name);
        } else if (s->token.val == '(') {
            bool is_getset =
                (prop_type == PROP_TYPE_GET || prop_type == PROP_TYPE_SET);
            JSParseFunctionEnum func_type;
            JSFunctionKindEnum func_kind;
            int op_flags;

            js_emit_literal(s, &l);
            func_kind = JS_FUNC_NORMAL;
            if (is_getset) {
                func_type = JS_PARSE_FUNC_GETTER + prop_type - PROP_TYPE_GET;
            } else {
                func_type = JS_PARSE_FUNC_METHOD;
                if (prop_type == PROP_TYPE_STAR)
                    func_kind = JS_FUNC_GENERATOR;
                else if (prop_type == PROP_TYPE_ASYNC)
                    func_kind = JS_FUNC_ASYNC;
                else if (prop_type == PROP_TYPE_ASYNC_STAR)
                    func_kind = JS_FUNC_ASYNC_GENERATOR;
            }
            if (js_parse_function_decl(s, func_type, func_kind, JS_ATOM_NULL,
                                       start_ptr, start_line, start_col))
                goto fail;
            if (name == JS_ATOM_NULL) {
                emit_op(s, OP_define_method_computed);
            } else {
                emit_op(s, OP_define_method);
                emit_atom(s, name);
            }
            if (is_getset) {
                op_flags = OP_DEFINE_METHOD_GETTER + prop_type - PROP_TYPE_GET;
            } else {
                op_flags = OP_DEFINE_METHOD_METHOD;
            }
            emit_u8(s, op_flags | OP_DEFINE_METHOD_ENUMERABLE);
        } else {
            JSAssignTarget target = { .name = name, .is_property = true };

            if (js_parse_expect(s, ':'))
                goto fail;
            if (name == JS_ATOM___proto__)
                js_emit_literal(s, &l);
            else if (name != JS_ATOM_NULL && js_begin_field(s, &l))
                goto fail;
            if (name != JS_ATOM_NULL)
                js_target_begin(s, &target);
            if (js_parse_assign_expr(s))
                goto fail;
            if (name != JS_ATOM_NULL)
                js_target_end(s, &target);
            if (name == JS_ATOM_NULL) {
                set_object_name_computed(s);
                emit_op(s, OP_define_array_el);
                emit_op(s, OP_drop);
            } else if (name == JS_ATOM___proto__) {
                if (has_proto) {
                    js_parse_error_at(s, start_ptr, name_end,
                                      "Duplicate __proto__ fields are not "
                                      "allowed in object literals");
                    goto fail;
                }
                emit_op(s, OP_set_proto);
                has_proto = true;
            } else {
                set_object_name(s, name);
                js_end_field(s, &l, name);
            }
        }
        JS_FreeAtom(s->ctx, name);
    next:
        name = JS_ATOM_NULL;
        if (s->token.val != ',')
            break;
        if (next_token(s))
            goto fail;
    }
    if (js_parse_expect(s, '}'))
        goto fail;
    js_emit_literal(s, &l);
    return 0;
fail:
    while (l.count > 0)
        JS_FreeAtom(s->ctx, l.names[--l.count]);
    JS_FreeAtom(s->ctx, name);
    return -1;
}

/* find field in the current scope */
static int find_private_class_field(JSContext *ctx, JSFunctionDef *fd,
                                    JSAtom name, int scope_level)
{
    return find_var_in_scope(ctx, fd, name, scope_level);
}

/* a declaration is where its function begins, as V8 has it */
static void emit_class_loc(JSParseState *s, bool is_class_expr, int line_num,
                           int col_num)
{
    JSFunctionDef *fd = s->cur_func;

    if (is_class_expr)
        emit_source_loc_at(s, line_num, col_num);
    else if (fd->line_num > 0)
        emit_source_loc_at(s, fd->line_num, fd->col_num);
    else
        emit_source_loc_at(s, 1, 1);
}

static int js_unsupported_keyword(JSParseState *s, JSAtom atom)
{
    return js_unexpected_token(s);
}

/* Is the last source position that of the value just computed? That of a
   literal is not known, and those within it are other ones. */
static bool has_own_loc(JSFunctionDef *fd)
{
    switch (get_prev_opcode(fd)) {
    case OP_scope_get_var:
    case OP_get_field:
    case OP_get_array_el:
    case OP_scope_get_private_field:
    case OP_call:
    case OP_call_method:
    case OP_call_constructor:
    case OP_apply:
    case OP_await:
        return true;
    default:
        return false;
    }
}

/* an expression after which the source position is its own */
static __exception int js_parse_placed_expr(JSParseState *s)
{
    int line_num = s->token.line_num, col_num = s->token.col_num;

    if (js_parse_assign_expr(s))
        return -1;
    if (!has_own_loc(s->cur_func))
        emit_source_loc_at(s, line_num, col_num);
    return 0;
}

/* what is wrong with a regular expression is wrong with its literal */
static int js_bad_regexp(JSParseState *s, const uint8_t *ptr,
                         const uint8_t *end)
{
    JSValue error = JS_GetException(s->ctx);
    JSValue value = JS_GetProperty(s->ctx, error, JS_ATOM_message);
    const char *message = JS_ToCString(s->ctx, value);

    if (!JS_IsError(error) || !message)
        JS_Throw(s->ctx, js_dup(error));
    else if (js__strstart(message, "Invalid flags", NULL))
        js_parse_error_at(s, ptr, ptr + 1, "Invalid regular expression flags");
    else
        js_parse_error_at(s, ptr, end, "%s", message);
    JS_FreeCString(s->ctx, message);
    JS_FreeValue(s->ctx, value);
    JS_FreeValue(s->ctx, error);
    return -1;
}

static __exception int js_parse_delete(JSParseState *s)
{
    JSFunctionDef *fd = s->cur_func;
    JSAtom name;
    int opcode, line_num = s->token.line_num, col_num = s->token.col_num;

    if (next_token(s))
        return -1;
    if (js_parse_unary(s, PF_POW_FORBIDDEN))
        return -1;
    switch (opcode = get_prev_opcode(fd)) {
    case OP_get_field:
    case OP_get_field_opt_chain: {
        JSValue val;
        int ret, opt_chain_label, next_label;
        if (opcode == OP_get_field_opt_chain) {
            opt_chain_label =
                get_u32(fd->byte_code.buf + fd->last_opcode_pos + 1 + 4 + 1);
        } else {
            opt_chain_label = -1;
        }
        name = get_u32(fd->byte_code.buf + fd->last_opcode_pos + 1);
        fd->byte_code.size = fd->last_opcode_pos;
        val = JS_AtomToValue(s->ctx, name);
        ret = emit_push_const(s, val, 1);
        JS_FreeValue(s->ctx, val);
        JS_FreeAtom(s->ctx, name);
        if (ret)
            return ret;
        emit_source_loc_at(s, line_num, col_num);
        emit_op(s, OP_delete);
        if (opt_chain_label >= 0) {
            next_label = emit_goto(s, OP_goto, -1);
            emit_label(s, opt_chain_label);
            /* if the optional chain is not taken, return 'true' */
            emit_op(s, OP_drop);
            emit_op(s, OP_push_true);
            emit_label(s, next_label);
        }
        fd->last_opcode_pos = -1;
    } break;
    case OP_get_array_el:
        fd->byte_code.size = fd->last_opcode_pos;
        fd->last_opcode_pos = -1;
        emit_source_loc_at(s, line_num, col_num);
        emit_op(s, OP_delete);
        break;
    case OP_get_array_el_opt_chain: {
        int opt_chain_label, next_label;
        opt_chain_label =
            get_u32(fd->byte_code.buf + fd->last_opcode_pos + 1 + 1);
        fd->byte_code.size = fd->last_opcode_pos;
        emit_source_loc_at(s, line_num, col_num);
        emit_op(s, OP_delete);
        next_label = emit_goto(s, OP_goto, -1);
        emit_label(s, opt_chain_label);
        /* if the optional chain is not taken, return 'true' */
        emit_op(s, OP_drop);
        emit_op(s, OP_push_true);
        emit_label(s, next_label);
        fd->last_opcode_pos = -1;
    } break;
    case OP_scope_get_var:
        /* 'delete this': this is not a reference */
        name = get_u32(fd->byte_code.buf + fd->last_opcode_pos + 1);
        if (name == JS_ATOM_this || name == JS_ATOM_new_target)
            goto ret_true;
        if (fd->is_strict_mode) {
            return js_parse_error_last(
                s, "Delete of an unqualified identifier in strict mode.");
        } else {
            fd->byte_code.buf[fd->last_opcode_pos] = OP_scope_delete_var;
        }
        break;
    case OP_scope_get_private_field:
        return js_parse_error_last(s, "Private fields can not be deleted");
    case OP_get_super_value:
        fd->byte_code.size = fd->last_opcode_pos;
        fd->last_opcode_pos = -1;
        emit_op(s, OP_throw_error);
        emit_atom(s, JS_ATOM_NULL);
        emit_u8(s, JS_THROW_ERROR_DELETE_SUPER);
        break;
    default:
    ret_true:
        emit_op(s, OP_drop);
        emit_op(s, OP_push_true);
        break;
    }
    return 0;
}

/* the bracket that closes the one at 'p'; NULL if there is none */
static const uint8_t *js_find_closing(const uint8_t *p, const uint8_t *end)
{
    int depth = 0;

    for (; p < end; p++) {
        if (*p == '[' || *p == '{' || *p == '(')
            depth++;
        else if ((*p == ']' || *p == '}' || *p == ')') && --depth == 0)
            return p;
    }
    return NULL;
}

/* what cannot be declared */
static int js_bad_binding(JSParseState *s, int tok)
{
    const uint8_t *end;

    if (s->token.val == '[' || s->token.val == '{') {
        end = js_find_closing(s->token.ptr, s->buf_end);
        if (end)
            return js_parse_error_at(
                s, s->token.ptr, end + 1,
                "Missing initializer in destructuring declaration");
    }
    if (tok == TOK_LET && s->token.val == TOK_IDENT &&
        js_is_strict_word(s->token.u.ident.atom) && s->cur_func->is_strict_mode)
        return js_parse_error_last(s, "Unexpected strict mode reserved word");
    return js_unexpected_token(s);
}

/* an exception left the body of 'for await': close the iterator, wait for it,
   and go on with the exception whatever came of it */
static void emit_for_await_catch(JSParseState *s)
{
    int label_ignore, label_done, label_throw;

    /* iter_obj next exception */
    label_ignore = emit_goto(s, OP_catch, -1);
    emit_op(s, OP_for_await_leave);
    emit_u8(s, 1);
    label_done = emit_goto(s, OP_if_false, -1);
    emit_op(s, OP_await);
    emit_label(s, label_done);
    emit_op(s, OP_drop);
    emit_op(s, OP_drop);
    label_throw = emit_goto(s, OP_goto, -1);
    emit_label(s, label_ignore);
    emit_op(s, OP_drop);
    emit_label(s, label_throw);
    emit_op(s, OP_throw);
}

static __exception int emit_break(JSParseState *s, JSAtom name, int is_cont)
{
    BlockEnv *top;
    int i, scope_level;

    scope_level = s->cur_func->scope_level;
    top = s->cur_func->top_break;
    while (top != NULL) {
        close_scopes(s, scope_level, top->scope_level);
        scope_level = top->scope_level;
        if (is_cont && top->label_cont != -1 &&
            (name == JS_ATOM_NULL || top->label_name == name)) {
            /* continue stays inside the same block */
            emit_goto(s, OP_goto, top->label_cont);
            return 0;
        }
        if (!is_cont && top->label_break != -1) {
            if (top->label_name == name ||
                (name == JS_ATOM_NULL && !top->is_regular_stmt)) {
                emit_goto(s, OP_goto, top->label_break);
                return 0;
            }
        }
        i = 0;
        if (top->has_iterator) {
            emit_iterator_close(s, top->is_async_iterator, false);
            i += 3;
        }
        for (; i < top->drop_count; i++)
            emit_op(s, OP_drop);
        if (top->has_using) {
            emit_no_error(s);
            emit_op(s, OP_dispose_scope);
            emit_u32(s, top->using_scope_level);
            emit_op(s, OP_using_dispose_end);
        }
        if (top->label_finally != -1) {
            /* must push dummy value to keep same stack depth */
            emit_op(s, OP_undefined);
            emit_goto(s, OP_gosub, top->label_finally);
            emit_op(s, OP_drop);
        }
        top = top->prev;
    }
    if (name == JS_ATOM_NULL) {
        if (is_cont)
            return js_parse_error_last(s, "Illegal continue statement: no "
                                          "surrounding iteration statement");
        else
            return js_parse_error_last(s, "Illegal break statement");
    } else {
        char buf[ATOM_GET_STR_BUF_SIZE];
        JS_AtomGetStr(s->ctx, buf, sizeof(buf), name);
        for (top = s->cur_func->top_break; is_cont && top; top = top->prev) {
            if (top->label_name == name)
                return js_parse_error(s,
                                      "Illegal continue statement: '%s' does "
                                      "not denote an iteration statement",
                                      buf);
        }
        return js_parse_error(s, "Undefined label '%s'", buf);
    }
}

/* execute the finally blocks before return */
static void emit_return(JSParseState *s, bool hasval)
{
    if (s->cur_func->func_kind != JS_FUNC_NORMAL) {
        if (!hasval) {
            /* no value: direct return in case of async generator, but
               engines whose await wraps did await it */
            emit_op(s, OP_undefined);
            if (s->cur_func->func_kind == JS_FUNC_ASYNC_GENERATOR &&
                s->ctx->rt->wrapping_await)
                emit_op(s, OP_await);
            hasval = true;
        } else if (s->cur_func->func_kind == JS_FUNC_ASYNC_GENERATOR) {
            /* the await must be done before handling the "finally" in
               case it raises an exception */
            emit_op(s, OP_await);
        }
    }
    emit_return_awaited(s, hasval);
}

/* XXX: handle IteratorClose when exiting the loop before the
   enumeration is done */
/* no loop over something: find out what else was meant, and what is wrong */
static int js_parse_for_bindings(JSParseState *s, int tok, const uint8_t *ptr)
{
    if (tok != TOK_VAR && tok != TOK_LET && tok != TOK_CONST) {
        while (s->token.val == ',') {
            if (next_token(s) || js_parse_assign_expr(s))
                return -1;
        }
        return js_unexpected_token(s);
    }
    while (s->token.val == ',') {
        if (next_token(s))
            return -1;
        if (s->token.val != TOK_IDENT)
            return js_unexpected_token(s);
        if (next_token(s))
            return -1;
        if (s->token.val == '=' &&
            (next_token(s) || js_parse_assign_expr2(s, 0)))
            return -1;
    }
    if (s->token.val != TOK_IN && !token_is_pseudo_keyword(s, JS_ATOM_of))
        return js_unexpected_token(s);
    return js_parse_error_at(
        s, ptr, s->last_ptr,
        "Invalid left-hand side in for-%s loop: Must have a single binding.",
        s->token.val == TOK_IN ? "in" : "of");
}

/* convert global variable accesses to local variables or closure
   variables when necessary */
/* 'await using' of nothing is awaited once, and no sooner than needed */
static void emit_using_pause(JSFunctionDef *s, DynBuf *bc, int idx)
{
    int label = new_label_fd(s);

    if (label < 0) {
        dbuf_set_error(bc);
        return;
    }
    dbuf_putc(bc, OP_using_dispose_pause);
    dbuf_put_u32(bc, idx);
    dbuf_putc(bc, OP_if_false);
    dbuf_put_u32(bc, label);
    update_label(s, label, 1);
    s->jump_size++;
    dbuf_putc(bc, OP_undefined);
    dbuf_putc(bc, OP_await);
    dbuf_putc(bc, OP_drop);
    dbuf_putc(bc, OP_label);
    dbuf_put_u32(bc, label);
    s->label_slots[label].pos2 = bc->size;
}

/* Parameters with default values have a scope of their own, and the function
   has copies of them. Only functions in these values, or eval(), could tell the
   two apart. Where there are none, a name of a pattern is the variable of the
   function from the beginning; and an argument needs no copy that nobody reads.
 */
static void merge_parameters(JSContext *ctx, JSFunctionDef *s)
{
    uint8_t *buf = s->byte_code.buf;
    int pos, pos_next, prev, idx;
    JSVarDef *vd;

    for (prev = pos = 0; pos < s->byte_code.size; prev = pos, pos = pos_next) {
        pos_next = pos + opcode_info[buf[pos]].size;
        if (opcode_info[buf[pos]].fmt != OP_FMT_loc)
            continue;
        vd = &s->vars[get_u32(buf + pos + 1)];
        if (vd->scope_level != ARG_SCOPE_INDEX || !is_plain_lexical(vd))
            continue;
        idx = find_var(ctx, s, vd->var_name);
        if (!(idx & ARGUMENT_VAR_OFFSET)) {
            if (buf[pos] == OP_set_loc_uninitialized && !vd->is_checked)
                memset(buf + pos, OP_nop, pos_next - pos);
            else
                put_u32(buf + pos + 1, idx);
        } else if (!vd->is_checked && buf[pos] == OP_put_loc &&
                   (buf[prev] == OP_get_arg || buf[prev] == OP_dup)) {
            memset(buf + prev, OP_nop, pos_next - prev);
        }
    }
}

static bool js_has_await(const JSFunctionBytecode *b)
{
    const uint8_t *pc = b->byte_code_buf, *end = pc + b->byte_code_len;

    while (pc < end && *pc != OP_await)
        pc += js_opcode_size(*pc);
    return pc < end;
}

static int js_parse_function_check_names(JSParseState *s, JSFunctionDef *fd,
                                         JSAtom func_name,
                                         const uint8_t *dup_ptr,
                                         const uint8_t *dup_end)
{
    JSAtom name;
    int i, idx;

    if (fd->is_strict_mode) {
        if (!fd->has_simple_parameter_list && fd->has_use_strict) {
            return js_parse_error(s, "Illegal 'use strict' directive in "
                                     "function with non-simple parameter list");
        }
        if (js_invalid_strict_name(func_name)) {
            return js_parse_error(
                s, "Unexpected eval or arguments in strict mode");
        }
        for (idx = 0; idx < fd->arg_count; idx++) {
            name = fd->args[idx].var_name;
            if (js_invalid_strict_name(name)) {
                return js_parse_error(
                    s, "Unexpected eval or arguments in strict mode");
            }
        }
    }
    /* check async_generator case */
    if (fd->is_strict_mode || !fd->has_simple_parameter_list ||
        (fd->func_type == JS_PARSE_FUNC_METHOD &&
         fd->func_kind == JS_FUNC_ASYNC) ||
        fd->func_type == JS_PARSE_FUNC_ARROW ||
        fd->func_type == JS_PARSE_FUNC_METHOD) {
        for (idx = 0; idx < fd->arg_count; idx++) {
            name = fd->args[idx].var_name;
            if (name != JS_ATOM_NULL) {
                for (i = 0; i < idx; i++) {
                    if (fd->args[i].var_name == name)
                        goto duplicate;
                }
                /* Check if argument name duplicates a destructuring parameter
                 */
                /* XXX: should have a flag for such variables */
                for (i = 0; i < fd->var_count; i++) {
                    if (fd->vars[i].var_name == name &&
                        fd->vars[i].scope_level == 0)
                        goto duplicate;
                }
            }
        }
    }
    return 0;

duplicate:
    if (dup_ptr)
        return js_parse_error_at(
            s, dup_ptr, dup_end,
            "Duplicate parameter name not allowed in this context");
    return js_parse_error(
        s, "Duplicate parameter name not allowed in this context");
}

/* create a function to initialize class fields */
static JSFunctionDef *js_parse_function_class_fields_init(JSParseState *s,
                                                          bool is_static)
{
    JSFunctionDef *fd;

    fd = js_new_function_def(s->ctx, s->cur_func, false, false, s->filename, 0,
                             0);
    if (!fd)
        return NULL;
    fd->func_name =
        JS_NewAtom(s->ctx, is_static ? "<static_initializer>"
                                     : "<instance_members_initializer>");
    fd->has_prototype = false;
    fd->has_home_object = true;

    fd->has_arguments_binding = false;
    fd->has_this_binding = true;
    fd->is_derived_class_constructor = false;
    fd->new_target_allowed = true;
    fd->super_call_allowed = false;
    fd->super_allowed = fd->has_home_object;
    fd->arguments_allowed = false;

    fd->func_kind = JS_FUNC_NORMAL;
    fd->func_type = JS_PARSE_FUNC_METHOD;
    return fd;
}

/* What is inside of a function is assigned to nothing outside of it. */
static __exception int js_parse_function_decl2(
    JSParseState *s, JSParseFunctionEnum func_type,
    JSFunctionKindEnum func_kind, JSAtom func_name, const uint8_t *ptr,
    int function_line_num, int function_col_num, JSParseExportEnum export_flag,
    JSFunctionDef **pfd)
{
    JSAssignTarget saved;
    JSFunctionDef *fd;

    js_target_none(s, &saved);
    if (js_parse_function_decl3(s, func_type, func_kind, func_name, ptr,
                                function_line_num, function_col_num,
                                export_flag, pfd))
        return -1;
    js_target_restore(s, &saved);
    if (func_type == JS_PARSE_FUNC_EXPR || func_type == JS_PARSE_FUNC_ARROW) {
        fd = list_entry(s->cur_func->child_list.prev, JSFunctionDef, link);
        if (fd->func_name == JS_ATOM_NULL)
            js_add_unnamed(s, fd);
    }
    return 0;
}
