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

/* the name of the variable with this number; there may be none */
static JSAtom js_words_local(const JSFunctionBytecode *b, int idx)
{
    return idx < b->var_count ? b->vardefs[b->arg_count + idx].var_name
                              : JS_ATOM_NULL;
}

static JSAtom js_words_argument(const JSFunctionBytecode *b, int idx)
{
    return idx < b->arg_count ? b->vardefs[idx].var_name : JS_ATOM_NULL;
}

static JSAtom js_words_outer(const JSFunctionBytecode *b, int idx)
{
    return idx < b->closure_var_count ? b->closure_var[idx].var_name
                                      : JS_ATOM_NULL;
}

/* the name of the variable or of the constant that an instruction pushes */
static JSAtom js_words_named(const JSFunctionBytecode *b, int op,
                             const uint8_t *pc)
{
    switch (short_opcode_info(op).fmt) {
    case OP_FMT_none_loc:
        return op == OP_get_loc0_loc1
                   ? JS_ATOM_NULL
                   : js_words_local(b, (op - OP_get_loc0) % 4);
    case OP_FMT_loc8:
        return js_words_local(b, pc[1]);
    case OP_FMT_loc:
        return js_words_local(b, get_u32(pc + 1));
    case OP_FMT_none_arg:
        return js_words_argument(b, (op - OP_get_arg0) % 4);
    case OP_FMT_arg:
        return js_words_argument(b, get_u32(pc + 1));
    case OP_FMT_none_var_ref:
        return js_words_outer(b, (op - OP_get_var_ref0) % 4);
    case OP_FMT_var_ref:
        return js_words_outer(b, get_u32(pc + 1));
    default:
        break;
    }
    switch (op) {
    case OP_get_var:
    case OP_get_var_undef:
        return get_u32(pc + 1);
    case OP_push_this:
        return JS_ATOM_this;
    case OP_undefined:
        return JS_ATOM_undefined;
    case OP_null:
        return JS_ATOM_null;
    case OP_push_true:
        return JS_ATOM_true;
    case OP_push_false:
        return JS_ATOM_false;
    default:
        return JS_ATOM_NULL;
    }
}

/* what an instruction that takes nothing pushes */
static void js_words_pushed(JSContext *ctx, JSFunctionBytecode *b, int op,
                            const uint8_t *pc, JSWords *w)
{
    const JSAtom name = js_words_named(b, op, pc);

    strcpy(w->text, js_no_words);
    if (name != JS_ATOM_NULL) {
        js_words_name(ctx, w, name);
        return;
    }
    if (short_opcode_info(op).fmt == OP_FMT_none_int) {
        snprintf(w->text, sizeof(w->text), "%d", op - OP_push_0);
        return;
    }
    switch (op) {
    case OP_object:
        strcpy(w->text, "{}");
        break;
    case OP_push_i8:
        snprintf(w->text, sizeof(w->text), "%d", (int8_t)pc[1]);
        break;
    case OP_push_i16:
        snprintf(w->text, sizeof(w->text), "%d", (int16_t)get_u16(pc + 1));
        break;
    case OP_push_i32:
        snprintf(w->text, sizeof(w->text), "%d", (int)get_u32(pc + 1));
        break;
    case OP_push_atom_value:
        js_words_name(ctx, w, get_u32(pc + 1));
        if (strcmp(w->text, js_no_words)) {
            JSWords str = *w;
            snprintf(w->text, sizeof(w->text), "\"%.300s\"", str.text);
        }
        break;
    default:
        break;
    }
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
           op == OP_return || op == OP_return_undef || op == OP_return_async ||
           op == OP_throw;
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

/* The walk through the code of a function; w[0] to w[depth - 1] are the texts
   of what is on the stack. */
typedef struct JSWordsWalk {
    JSContext *ctx;
    JSFunctionBytecode *b;
    JSWords *w;
    int size;
    int16_t *level;      /* by position: the depth there, or -1 */
    JSWordsAtJump *jump; /* the last JS_WORDS_JUMPS of them */
    int n_jump;
    bool is_last; /* the jumps are known from a walk before */
} JSWordsWalk;

/* What the top of the stack is where jumps lead to. */
static void js_words_arrive(const JSWordsWalk *walk, int pos, int last_op,
                            JSWords *top)
{
    const bool only_jump = js_never_goes_on(last_op);

    for (int i = 0; i < JS_WORDS_JUMPS; i++) {
        const JSWordsAtJump *jump = &walk->jump[i];
        if (jump->target != pos)
            continue;
        /* nothing but a jump leads here, or one from further down */
        if (walk->is_last && !only_jump && jump->join)
            js_words_joined(top, jump);
        else if (walk->is_last || only_jump)
            *top = jump->top;
        if (only_jump && jump->join && jump->join[0] == '?')
            js_words_optional(top);
    }
}

/* where an instruction at 'pos' may jump to, or -1 */
static int js_words_target(const JSOpCode *oi, const uint8_t *pc, int pos)
{
    switch (oi->fmt) {
    case OP_FMT_label:
        return pos + 1 + (int)get_u32(pc + 1);
    case OP_FMT_label8:
        return pos + 1 + (int8_t)pc[1];
    case OP_FMT_label16:
        return pos + 1 + (int16_t)get_u16(pc + 1);
    default:
        return -1;
    }
}

/* Note how deep the stack is at the target, and its top. */
static void js_words_jump(JSWordsWalk *walk, int pos, int target, int depth,
                          const char *join)
{
    if (target > pos && target < walk->b->byte_code_len &&
        walk->level[target] < 0)
        walk->level[target] = depth;
    if (target >= 0 && depth > 0 && (target < pos || !walk->is_last)) {
        JSWordsAtJump *jump = &walk->jump[walk->n_jump++ % JS_WORDS_JUMPS];
        jump->target = target;
        jump->join = target > pos ? join : NULL;
        jump->top = walk->w[depth - 1];
    }
}

/* An instruction that has no words of its own. */
static void js_words_other(const JSWordsWalk *walk, const JSOpCode *oi,
                           const uint8_t *pc, JSWords *top, JSWords *base)
{
    if (oi->n_pop == 1 && top - base == 1 && oi->n_push == 1 &&
        js_is_variable_fmt(oi->fmt)) {
        JSWords t;
        /* it is stored, and stays: from now on it has this name */
        js_words_pushed(walk->ctx, walk->b, *pc, pc, &t);
        if (strcmp(t.text, js_no_words))
            top[-1] = t;
        return;
    }
    for (int i = 0; i < oi->n_push; i++)
        strcpy(base[i].text, js_no_words);
    if (top == base && oi->n_push == 1)
        js_words_pushed(walk->ctx, walk->b, *pc, pc, top);
}

static void js_words_swap(JSWords *a, JSWords *b)
{
    const JSWords t = *a;

    *a = *b;
    *b = t;
}

/* What an instruction does to the stack of texts: 'top' is just above it,
   'base' where it is once the instruction has taken its own. */
static void js_words_step(JSWordsWalk *walk, const uint8_t *pc, JSWords *top,
                          JSWords *base, int argc)
{
    JSContext *ctx = walk->ctx;
    const JSOpCode *oi = &short_opcode_info(*pc);
    JSWords t;

    switch (*pc) {
    case OP_get_field:
        js_words_member(ctx, &top[-1], &top[-1], get_u32(pc + 1));
        break;
    case OP_get_field2:
        js_words_member(ctx, &top[0], &top[-1], get_u32(pc + 1));
        break;
    case OP_get_length:
        js_words_member(ctx, &top[-1], &top[-1], JS_ATOM_length);
        break;
    case OP_get_array_el:
    case OP_get_array_el2:
        js_words_element(&t, &top[-2], &top[-1]);
        top[*pc == OP_get_array_el ? -2 : -1] = t;
        break;
    case OP_call:
    case OP_call0:
    case OP_call1:
    case OP_call2:
    case OP_call3:
    case OP_call_method:
        js_words_required(&top[-argc - 1]);
        snprintf(t.text, sizeof(t.text), "%.380s(...)", top[-argc - 1].text);
        *base = t;
        break;
    case OP_get_loc0_loc1:
        for (int i = 0; i < 2; i++)
            js_words_name(ctx, &top[i],
                          walk->b->vardefs[walk->b->arg_count + i].var_name);
        break;
    case OP_dup:
        top[0] = top[-1];
        break;
    case OP_swap:
        js_words_swap(&top[-1], &top[-2]);
        break;
    case OP_perm3:
        js_words_swap(&top[-2], &top[-3]);
        break;
    case OP_nip:
        top[-2] = top[-1];
        break;
    case OP_array_from:
        strcpy(base->text, argc ? js_no_words : "[]");
        break;
    case OP_object_fields:
        js_words_literal(base, argc);
        break;
    case OP_to_object:
        break;
    case OP_catch:
        strcpy(top[0].text, ".catch");
        break;
    case OP_for_of_next:
        /* in a loop it is a variable of V8's; in a pattern 'done' is dropped */
        strcpy(top[0].text, pc[2] == OP_drop ? js_no_words : ".for");
        strcpy(top[1].text, js_no_words);
        break;
    default:
        js_words_other(walk, oi, pc, top, base);
        break;
    }
}

/* Follow the code from its start to the instruction that ends at 'end', and say
   in w[] what is on the stack before it, as the program has it. Returns the
   depth, or -1; *ppc is that instruction. */
static int js_words_on_stack(JSWordsWalk *walk, uint32_t end,
                             const uint8_t **ppc)
{
    const JSFunctionBytecode *b = walk->b;
    int depth = 0, op = OP_nop, next;

    walk->n_jump = 0;
    for (int i = 0; i < b->byte_code_len; i++)
        walk->level[i] = -1;
    for (int pos = 0; pos < b->byte_code_len; pos = next) {
        const uint8_t *pc = b->byte_code_buf + pos;
        const JSOpCode *oi = &short_opcode_info(*pc);
        const int last_op = op;
        int argc = 0;

        op = *pc;
        next = pos + oi->size;
        if (walk->level[pos] >= 0)
            depth = walk->level[pos];
        if (depth > 0)
            js_words_arrive(walk, pos, last_op, &walk->w[depth - 1]);
        if (walk->is_last && next == (int)end) {
            *ppc = pc;
            return depth;
        }
        if (oi->fmt == OP_FMT_npop || oi->fmt == OP_FMT_npop_u32 ||
            oi->fmt == OP_FMT_npopx)
            argc = js_call_argc(op, pc);
        const int below = depth - oi->n_pop - argc;
        if (below < 0 || below + oi->n_push > walk->size)
            return -1;
        js_words_step(walk, pc, &walk->w[depth], &walk->w[below], argc);
        depth = below + oi->n_push;
        js_words_jump(walk, pos, js_words_target(oi, pc, pos), depth,
                      js_words_join_of(op, last_op));
    }
    return -1;
}

/* What is on the stack before the instruction that ends at 'end': walk->w,
   which js_words_free() frees. Returns the depth, or -1. */
static int js_words_before(JSWordsWalk *walk, JSContext *ctx,
                           JSFunctionBytecode *b, uint32_t end,
                           const uint8_t **ppc)
{
    JSRuntime *rt = ctx->rt;

    *walk = (JSWordsWalk){ .ctx = ctx, .b = b, .size = b->stack_size + 4 };
    walk->w = js_malloc_rt(rt, sizeof(*walk->w) * walk->size);
    walk->level = js_malloc_rt(rt, sizeof(*walk->level) * b->byte_code_len);
    walk->jump = js_malloc_rt(rt, sizeof(*walk->jump) * JS_WORDS_JUMPS);
    if (!walk->w || !walk->level || !walk->jump)
        return -1;
    for (int i = 0; i < JS_WORDS_JUMPS; i++)
        walk->jump[i].target = -1;
    /* once to see where values are jumped with */
    js_words_on_stack(walk, 0, ppc);
    walk->is_last = true;
    return js_words_on_stack(walk, end, ppc);
}

static void js_words_free(JSWordsWalk *walk)
{
    JSRuntime *rt = walk->ctx->rt;

    js_free_rt(rt, walk->jump);
    js_free_rt(rt, walk->level);
    js_free_rt(rt, walk->w);
}

/* What the program calls the value that the running instruction is about:
   'from_top' says where it is on the stack, arguments of a call not counted.
   False if there is no such instruction. */
static bool js_words_in_code(JSContext *ctx, char *buf, int from_top, int *pop)
{
    JSStackFrame *sf = ctx->rt->current_stack_frame;
    JSFunctionBytecode *b;
    const uint8_t *pc;
    JSWordsWalk walk;
    bool found = false;

    if (!sf || js_frame_is_native(sf) || !sf->cur_pc)
        return false;
    b = JS_VALUE_GET_OBJ(sf->cur_func)->u.func.function_bytecode;
    if (sf->cur_pc < b->byte_code_buf || b->byte_code_len > 65536)
        return false;
    int depth =
        js_words_before(&walk, ctx, b, sf->cur_pc - b->byte_code_buf, &pc);
    if (depth >= 0) {
        *pop = *pc;
        if (short_opcode_info(*pc).fmt == OP_FMT_npop ||
            short_opcode_info(*pc).fmt == OP_FMT_npopx)
            depth -= js_call_argc(*pc, pc);
        found = depth - 1 - from_top >= 0;
        if (found) {
            JSWords *words = &walk.w[depth - 1 - from_top];
            js_words_required(words);
            strcpy(buf, words->text);
        }
    }
    js_words_free(&walk);
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
