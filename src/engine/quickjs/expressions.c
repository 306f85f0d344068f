/*
 * expressions.c - the text of an expression in a message: "a.b(...).c is not a
 * function". It is found by following the bytecode backwards from the call that
 * failed, on a stack of texts in place of values.
 *
 * What must stay true: every opcode that pushes or pops has its effect here as
 * in quickjs-opcode.h. What cannot be named is `(intermediate value)`, as in
 * V8; nothing is guessed.
 */

typedef struct JSWords {
    char text[JS_WORDS_SIZE];
} JSWords;

static void js_words_name(JSContext *ctx, JSWords *w, JSAtom name)
{
    JS_AtomGetStr(ctx, w->text, sizeof(w->text), name);
    if (w->text[0] == '\0' || w->text[0] == '<')
        strcpy(w->text, js_no_words);
}

/* "a?." of what is asked for a member only if it is there */
static void js_words_optional(JSWords *w)
{
    size_t len = strlen(w->text);

    if (len + 3 <= 300)
        strcpy(w->text + len, "?.");
}

static bool js_is_optional(const JSWords *w)
{
    size_t len = strlen(w->text);

    return len > 2 && !strcmp(w->text + len - 2, "?.");
}

/* of what is called, or is itself in the message: "a" */
static void js_words_required(JSWords *w)
{
    if (js_is_optional(w))
        w->text[strlen(w->text) - 2] = '\0';
}

static void js_words_member(JSContext *ctx, JSWords *w, const JSWords *obj,
                            JSAtom name)
{
    char buf[ATOM_GET_STR_BUF_SIZE];
    JSWords base = *obj;

    JS_AtomGetStr(ctx, buf, sizeof(buf), name);
    snprintf(w->text, sizeof(w->text), "%.300s%s%.40s", base.text,
             js_is_optional(&base) ? "" : ".", buf);
}

/* what an instruction that takes nothing pushes */
static void js_words_pushed(JSContext *ctx, JSFunctionBytecode *b, int op,
                            const uint8_t *pc, JSWords *w)
{
    const JSOpCode *oi = &short_opcode_info(op);
    JSAtom name = JS_ATOM_NULL;
    int idx = -1;

    strcpy(w->text, js_no_words);
    switch (oi->fmt) {
    case OP_FMT_none_loc:
        idx = (op - OP_get_loc0) % 4;
        break;
    case OP_FMT_none_arg:
        idx = (op - OP_get_arg0) % 4;
        break;
    case OP_FMT_none_var_ref:
        idx = (op - OP_get_var_ref0) % 4;
        break;
    case OP_FMT_loc8:
        idx = pc[1];
        break;
    case OP_FMT_loc:
    case OP_FMT_arg:
    case OP_FMT_var_ref:
        idx = get_u32(pc + 1);
        break;
    default:
        break;
    }
    switch (oi->fmt) {
    case OP_FMT_none_loc:
    case OP_FMT_loc8:
    case OP_FMT_loc:
        if (op != OP_get_loc0_loc1 && idx < b->var_count)
            name = b->vardefs[b->arg_count + idx].var_name;
        break;
    case OP_FMT_none_arg:
    case OP_FMT_arg:
        if (idx < b->arg_count)
            name = b->vardefs[idx].var_name;
        break;
    case OP_FMT_none_var_ref:
    case OP_FMT_var_ref:
        if (idx < b->closure_var_count)
            name = b->closure_var[idx].var_name;
        break;
    case OP_FMT_none_int:
        snprintf(w->text, sizeof(w->text), "%d", op - OP_push_0);
        return;
    default:
        break;
    }
    switch (op) {
    case OP_get_var:
    case OP_get_var_undef:
        name = get_u32(pc + 1);
        break;
    case OP_push_this:
        name = JS_ATOM_this;
        break;
    case OP_undefined:
        name = JS_ATOM_undefined;
        break;
    case OP_null:
        name = JS_ATOM_null;
        break;
    case OP_push_true:
        name = JS_ATOM_true;
        break;
    case OP_push_false:
        name = JS_ATOM_false;
        break;
    case OP_object:
        strcpy(w->text, "{}");
        return;
    case OP_push_i8:
        snprintf(w->text, sizeof(w->text), "%d", (int8_t)pc[1]);
        return;
    case OP_push_i16:
        snprintf(w->text, sizeof(w->text), "%d", (int16_t)get_u16(pc + 1));
        return;
    case OP_push_i32:
        snprintf(w->text, sizeof(w->text), "%d", (int)get_u32(pc + 1));
        return;
    case OP_push_atom_value:
        js_words_name(ctx, w, get_u32(pc + 1));
        if (strcmp(w->text, js_no_words)) {
            JSWords str = *w;
            snprintf(w->text, sizeof(w->text), "\"%.300s\"", str.text);
        }
        return;
    }
    if (name != JS_ATOM_NULL)
        js_words_name(ctx, w, name);
}

/* a[key], or a.b where the key is a text */
static void js_words_element(JSWords *w, const JSWords *obj, const JSWords *key)
{
    if (key->text[0] != '"')
        snprintf(w->text, sizeof(w->text), "%.300s[%.80s]", obj->text,
                 key->text);
    else
        snprintf(w->text, sizeof(w->text), "%.300s%s%.*s", obj->text,
                 js_is_optional(obj) ? "" : ".",
                 min_int(80, strlen(key->text) - 2), key->text + 1);
}

static bool js_is_variable_fmt(int fmt)
{
    return fmt == OP_FMT_none_loc || fmt == OP_FMT_none_arg ||
           fmt == OP_FMT_none_var_ref || fmt == OP_FMT_loc8 ||
           fmt == OP_FMT_loc || fmt == OP_FMT_arg || fmt == OP_FMT_var_ref;
}

/* the top of the stack at a jump, for where it leads to */
typedef struct JSWordsAtJump {
    int target;
    const char *join; /* how the two values are one: "||", or "" if by ?: */
    JSWords top;
} JSWordsAtJump;

static int js_opcode_size(int op)
{
    return short_opcode_info(op).size;
}

/* Is what follows in the code reached by jumps alone? */
static bool js_never_goes_on(int op)
{
    return op == OP_goto || op == OP_goto8 || op == OP_goto16 ||
           op == OP_return || op == OP_return_undef ||
           op == OP_return_async || op == OP_throw;
}

#define JS_WORDS_JUMPS 32

/* What is computed if the instruction jumps with the top of the stack, and else
   goes on to compute another value? */
static const char *js_words_join_of(int op, int last_op)
{
    switch (op) {
    case OP_goto:
    case OP_goto8:
    case OP_goto16:
        return "";
    case OP_if_true:
    case OP_if_true8:
        return last_op == OP_dup ? "||" : NULL;
    case OP_if_false:
    case OP_if_false8:
        return last_op == OP_dup                    ? "&&"
               : last_op == OP_is_undefined_or_null ? "??"
                                                    : NULL;
    default:
        return NULL;
    }
}

/* 'w' is the value of one way to a place, 'jump' that of the other */
static void js_words_joined(JSWords *w, const JSWordsAtJump *jump)
{
    JSWords right = *w;

    if (w->text[0] == '.' || !strcmp(w->text, jump->top.text))
        return;
    if (jump->join[0] == '\0')
        snprintf(w->text, sizeof(w->text), "%s%s%s", js_no_words, js_no_words,
                 js_no_words);
    else
        snprintf(w->text, sizeof(w->text), "(%.180s %s %.180s)", jump->top.text,
                 jump->join, right.text);
}

static int js_call_argc(int op, const uint8_t *pc)
{
    return op >= OP_call0 && op <= OP_call3 ? op - OP_call0 : get_u16(pc + 1);
}

/* V8 has no words for the fields of a literal. */
static void js_words_literal(JSWords *w, int count)
{
    char *end = w->text;

    if ((count + 1) * strlen(js_no_words) >= sizeof(w->text)) {
        strcpy(w->text, js_no_words);
        return;
    }
    *end++ = '{';
    while (count-- > 0)
        end = stpcpy(end, js_no_words);
    strcpy(end, "}");
}

/* Follow the code from its start to the instruction that ends at 'end', and say
   in w[] what is on the stack before it, as the program has it. Returns the
   depth, or -1; *ppc is that instruction. 'level' is of size byte_code_len. */
static int js_words_on_stack(JSContext *ctx, JSFunctionBytecode *b,
                             uint32_t end, JSWords *w, int size, int16_t *level,
                             JSWordsAtJump *jump, bool is_last,
                             const uint8_t **ppc)
{
    const uint8_t *buf = b->byte_code_buf, *pc;
    int pos, next, op, depth, n_pop, i, target, argc, last_op, n_jump = 0;
    const JSOpCode *oi;
    JSWords t;

    for (i = 0; i < b->byte_code_len; i++)
        level[i] = -1;
    depth = 0;
    op = OP_nop;
    for (pos = 0; pos < b->byte_code_len; pos = next) {
        pc = buf + pos;
        last_op = op;
        op = *pc;
        oi = &short_opcode_info(op);
        next = pos + oi->size;
        if (level[pos] >= 0)
            depth = level[pos];
        for (i = 0; depth > 0 && i < JS_WORDS_JUMPS; i++) {
            bool only_jump = js_never_goes_on(last_op);
            if (jump[i].target != pos)
                continue;
            /* nothing but a jump leads here, or one from further down */
            if (is_last && !only_jump && jump[i].join)
                js_words_joined(&w[depth - 1], &jump[i]);
            else if (is_last || only_jump)
                w[depth - 1] = jump[i].top;
            if (only_jump && jump[i].join && jump[i].join[0] == '?')
                js_words_optional(&w[depth - 1]);
        }
        if (is_last && next == (int)end) {
            *ppc = pc;
            return depth;
        }
        n_pop = oi->n_pop;
        argc = 0;
        if (oi->fmt == OP_FMT_npop || oi->fmt == OP_FMT_npop_u32 ||
            oi->fmt == OP_FMT_npopx) {
            argc = js_call_argc(op, pc);
            n_pop += argc;
        }
        if (n_pop > depth || depth - n_pop + oi->n_push > size)
            return -1;
        target = -1;
        if (oi->fmt == OP_FMT_label)
            target = pos + 1 + (int)get_u32(pc + 1);
        else if (oi->fmt == OP_FMT_label8)
            target = pos + 1 + (int8_t)pc[1];
        else if (oi->fmt == OP_FMT_label16)
            target = pos + 1 + (int16_t)get_u16(pc + 1);
        switch (op) {
        case OP_get_field:
            js_words_member(ctx, &w[depth - 1], &w[depth - 1], get_u32(pc + 1));
            break;
        case OP_get_field2:
            js_words_member(ctx, &w[depth], &w[depth - 1], get_u32(pc + 1));
            break;
        case OP_get_length:
            js_words_member(ctx, &w[depth - 1], &w[depth - 1], JS_ATOM_length);
            break;
        case OP_get_array_el:
        case OP_get_array_el2:
            js_words_element(&t, &w[depth - 2], &w[depth - 1]);
            w[depth - (op == OP_get_array_el ? 2 : 1)] = t;
            break;
        case OP_call:
        case OP_call0:
        case OP_call1:
        case OP_call2:
        case OP_call3:
        case OP_call_method:
            js_words_required(&w[depth - argc - 1]);
            snprintf(t.text, sizeof(t.text), "%.380s(...)",
                     w[depth - argc - 1].text);
            w[depth - n_pop] = t;
            break;
        case OP_get_loc0_loc1:
            for (i = 0; i < 2; i++)
                js_words_name(ctx, &w[depth + i],
                              b->vardefs[b->arg_count + i].var_name);
            break;
        case OP_dup:
            w[depth] = w[depth - 1];
            break;
        case OP_swap:
            t = w[depth - 1];
            w[depth - 1] = w[depth - 2];
            w[depth - 2] = t;
            break;
        case OP_perm3:
            t = w[depth - 2];
            w[depth - 2] = w[depth - 3];
            w[depth - 3] = t;
            break;
        case OP_nip:
            w[depth - 2] = w[depth - 1];
            break;
        case OP_array_from:
            strcpy(w[depth - n_pop].text, argc ? js_no_words : "[]");
            break;
        case OP_object_fields:
            js_words_literal(&w[depth - n_pop], argc);
            break;
        case OP_to_object:
            break;
        case OP_catch:
            strcpy(w[depth].text, ".catch");
            break;
        case OP_for_of_next:
            /* in a loop it is a variable of V8's; in a pattern 'done' is
             * dropped */
            strcpy(w[depth].text, pc[2] == OP_drop ? js_no_words : ".for");
            strcpy(w[depth + 1].text, js_no_words);
            break;
        default:
            if (n_pop == 1 && oi->n_push == 1 && js_is_variable_fmt(oi->fmt)) {
                /* it is stored, and stays: from now on it has this name */
                js_words_pushed(ctx, b, op, pc, &t);
                if (strcmp(t.text, js_no_words))
                    w[depth - 1] = t;
                break;
            }
            for (i = 0; i < oi->n_push; i++)
                strcpy(w[depth - n_pop + i].text, js_no_words);
            if (n_pop == 0 && oi->n_push == 1)
                js_words_pushed(ctx, b, op, pc, &w[depth]);
            break;
        }
        depth += oi->n_push - n_pop;
        if (target > pos && target < b->byte_code_len && level[target] < 0)
            level[target] = depth;
        if (target >= 0 && depth > 0 && (target < pos || !is_last)) {
            jump[n_jump % JS_WORDS_JUMPS].target = target;
            jump[n_jump % JS_WORDS_JUMPS].join =
                target > pos ? js_words_join_of(op, last_op) : NULL;
            jump[n_jump++ % JS_WORDS_JUMPS].top = w[depth - 1];
        }
    }
    return -1;
}

/* What the program calls the value that the running instruction is about:
   'from_top' says where it is on the stack, arguments of a call not counted.
   False if there is no such instruction. */
static bool js_words_in_code(JSContext *ctx, char *buf, int from_top, int *pop)
{
    JSStackFrame *sf = ctx->rt->current_stack_frame;
    JSFunctionBytecode *b;
    const uint8_t *pc;
    JSWordsAtJump *jump;
    int16_t *level;
    JSWords *w;
    int depth, i;
    bool found = false;

    if (!sf || js_frame_is_native(sf) || !sf->cur_pc)
        return false;
    b = JS_VALUE_GET_OBJ(sf->cur_func)->u.func.function_bytecode;
    if (sf->cur_pc < b->byte_code_buf || b->byte_code_len > 65536)
        return false;
    w = js_malloc_rt(ctx->rt, sizeof(*w) * (b->stack_size + 4));
    level = js_malloc_rt(ctx->rt, sizeof(*level) * b->byte_code_len);
    jump = js_malloc_rt(ctx->rt, sizeof(*jump) * JS_WORDS_JUMPS);
    if (w && level && jump) {
        for (i = 0; i < JS_WORDS_JUMPS; i++)
            jump[i].target = -1;
        /* once to see where values are jumped with */
        js_words_on_stack(ctx, b, 0, w, b->stack_size + 4, level, jump, false,
                          &pc);
        depth = js_words_on_stack(ctx, b, sf->cur_pc - b->byte_code_buf, w,
                                  b->stack_size + 4, level, jump, true, &pc);
        if (depth >= 0) {
            *pop = *pc;
            if (short_opcode_info(*pc).fmt == OP_FMT_npop ||
                short_opcode_info(*pc).fmt == OP_FMT_npopx)
                depth -= js_call_argc(*pc, pc);
            i = depth - 1 - from_top;
            found = i >= 0;
            if (found) {
                js_words_required(&w[i]);
                strcpy(buf, w[i].text);
            }
        }
    }
    js_free_rt(ctx->rt, jump);
    js_free_rt(ctx->rt, level);
    js_free_rt(ctx->rt, w);
    return found;
}

/* an object pattern, and nothing to take it from */
/* Is what follows a spread element the call of a function? */
static bool js_is_spread_in_call(JSContext *ctx)
{
    JSStackFrame *sf = ctx->rt->current_stack_frame;
    JSFunctionBytecode *b =
        JS_VALUE_GET_OBJ(sf->cur_func)->u.func.function_bytecode;
    const uint8_t *pc = sf->cur_pc, *end = b->byte_code_buf + b->byte_code_len;
    int i;

    for (i = 0; i < 5 && pc < end; i++) {
        if (*pc == OP_nop)
            pc++;
        if (*pc == OP_apply)
            return true;
        if (*pc != OP_drop && *pc != OP_append && *pc != OP_perm3 &&
            *pc != OP_undefined && *pc != OP_swap)
            return false;
        pc += short_opcode_info(*pc).size;
    }
    return false;
}

static JSValue js_throw_not_destructurable(JSContext *ctx,
                                           JSFunctionBytecode *b,
                                           const uint8_t *pc, JSValueConst val)
{
    char buf[JS_WORDS_SIZE], name[ATOM_GET_STR_BUF_SIZE];
    const char *what = JS_IsNull(val) ? "null" : "undefined";
    int op, i;
    /* a pattern within a pattern: what went before is its property or element
     */
    bool nested = pc - b->byte_code_buf > 6 &&
                  (pc[-6] == OP_get_field2 ||
                   (pc[-4] == OP_for_of_next && pc[-2] == OP_drop));

    if (!js_words_in_code(ctx, buf, 0, &op) || !strcmp(buf, js_no_words))
        snprintf(buf, sizeof(buf), "%s",
                 JS_IsNull(val) ? "object null" : "undefined");
    for (i = 0; i < 3 && pc < b->byte_code_buf + b->byte_code_len; i++) {
        if (*pc == OP_nop)
            pc++;
        if (nested && (*pc == OP_get_field || *pc == OP_get_field2))
            return js_throw_no_property(ctx, val, get_u32(pc + 1), false);
        if (*pc == OP_get_field || *pc == OP_get_field2)
            return JS_ThrowTypeError(
                ctx, "Cannot destructure property '%s' of '%s' as it is %s.",
                JS_AtomGetStr(ctx, name, sizeof(name), get_u32(pc + 1)), buf,
                what);
        pc += short_opcode_info(*pc).size;
    }
    return JS_ThrowTypeError(ctx, "Cannot destructure '%s' as it is %s.", buf,
                             what);
}
