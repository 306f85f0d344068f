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
    int start;      /* where the code begins that has made it */
    bool is_member; /* the last step was a.b or a[b] */
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

static bool js_is_argument(int op)
{
    const int fmt = short_opcode_info(op).fmt;

    return fmt == OP_FMT_arg || fmt == OP_FMT_none_arg;
}

/* what an instruction that takes nothing pushes */
static void js_words_pushed(JSContext *ctx, JSFunctionBytecode *b, int op,
                            const uint8_t *pc, JSWords *w)
{
    const JSAtom name = js_words_named(b, op, pc);
    int idx;

    strcpy(w->text, js_is_argument(op) ? js_pattern_words : js_no_words);
    if (name != JS_ATOM_NULL && name != JS_ATOM_empty_string) {
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
    case OP_push_const:
    case OP_push_const8:
        idx = op == OP_push_const8 ? pc[1] : get_u32(pc + 1);
        if (JS_IsNumber(b->cpool[idx]))
            js_put_words(ctx, w->text, sizeof(w->text), b->cpool[idx]);
        break;
    case OP_push_empty_string:
        strcpy(w->text, "\"\"");
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
#define JS_WORDS_PASSES 8

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

    if ((strstr(w->text, "?.") && !strcmp(jump->top.text, "undefined")) ||
        (strstr(jump->top.text, "?.") && !strcmp(w->text, "undefined"))) {
        strcpy(w->text, js_no_words); /* (a?.b) */
        return;
    }
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

/* Is it a call without a receiver, which may be what stands in parentheses? */
static bool js_is_call(int op)
{
    return op == OP_call || op == OP_tail_call ||
           (op >= OP_call0 && op <= OP_call3);
}

static bool js_is_member(int op)
{
    return op == OP_get_field || op == OP_get_array_el || op == OP_get_length;
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

/* [a,b] */
static void js_words_array(JSWords *w, int count)
{
    char text[JS_WORDS_SIZE] = "[";
    size_t len = 1;

    for (int i = 0; i < count; i++)
        if (len < sizeof(text))
            len += snprintf(text + len, sizeof(text) - len, "%s%s",
                            i > 0 ? "," : "", w[i].text);
    if (len + 2 > sizeof(text))
        strcpy(w->text, js_no_words);
    else
        snprintf(w->text, sizeof(w->text), "%s]", text);
}

/* The operator of an instruction that takes two values, or one. */
static const char *js_words_operator(int op)
{
    static const struct {
        uint8_t op;
        char word[12];
    } operators[] = {
        { OP_add, "+" },          { OP_sub, "-" },
        { OP_mul, "*" },          { OP_div, "/" },
        { OP_mod, "%" },          { OP_pow, "**" },
        { OP_shl, "<<" },         { OP_sar, ">>" },
        { OP_shr, ">>>" },        { OP_and, "&" },
        { OP_or, "|" },           { OP_xor, "^" },
        { OP_lt, "<" },           { OP_lte, "<=" },
        { OP_gt, ">" },           { OP_gte, ">=" },
        { OP_eq, "==" },          { OP_neq, "!=" },
        { OP_strict_eq, "===" },  { OP_strict_neq, "!==" },
        { OP_in, "in" },          { OP_instanceof, "instanceof" },
        { OP_neg, "-" },          { OP_plus, "+" },
        { OP_not, "~" },          { OP_lnot, "!" },
        { OP_typeof, "typeof " },
    };

    for (size_t i = 0; i < countof(operators); i++)
        if (operators[i].op == op)
            return operators[i].word;
    return NULL;
}

/* What V8 has worked out before it runs: 1 + 1. */
static bool js_words_folded(JSWords *w, int op)
{
    char *end1, *end2;
    const long a = strtol(w[0].text, &end1, 10);
    const long b = strtol(w[1].text, &end2, 10);

    if (*end1 || *end2 || (op != OP_add && op != OP_sub && op != OP_mul))
        return false;
    snprintf(w->text, sizeof(w->text), "%ld",
             op == OP_add   ? a + b
             : op == OP_sub ? a - b
                            : a * b);
    return true;
}

/* (a + b), or (!a): w has the n operands. */
static void js_words_operation(JSWords *w, const char *word, int op, int n)
{
    JSWords a = w[0], b = w[n - 1];

    if (n == 1)
        snprintf(w->text, sizeof(w->text), "(%s%.300s)", word, a.text);
    else if (!js_words_folded(w, op))
        snprintf(w->text, sizeof(w->text), "(%.180s %s %.180s)", a.text, word,
                 b.text);
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
    JSWords dropped; /* the last value that was dropped */
    int dropped_end; /* the code after that */
    bool is_last;    /* the jumps are known from a walk before */
    bool again;      /* a jump back has led to where no depth was known */
} JSWordsWalk;

/* A member that is called without its object is the end of (a, b.c)(). What
   stands before the comma was dropped before the rest began, or was a number,
   which the compiler leaves out: nearly always zero. */
static void js_words_sequence(const JSWordsWalk *walk, JSWords *w)
{
    JSWords right = *w;

    if (w->is_member)
        snprintf(w->text, sizeof(w->text), "(%.180s , %.180s)",
                 walk->dropped_end == w->start ? walk->dropped.text : "0",
                 right.text);
}

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
        top->is_member = false;
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
    if (target >= 0 && target < walk->b->byte_code_len &&
        walk->level[target] < 0) {
        walk->level[target] = depth;
        if (target < pos)
            walk->again = true;
    }
    if (target >= 0 && depth > 0 && (target < pos || !walk->is_last)) {
        JSWordsAtJump *jump = &walk->jump[walk->n_jump++ % JS_WORDS_JUMPS];
        jump->target = target;
        jump->join = target > pos ? join : NULL;
        jump->top = walk->w[depth - 1];
    }
}

/* What has no words of its own, but is not nameless. */
static bool js_words_special(JSWordsWalk *walk, const uint8_t *pc, JSWords *top)
{
    JSWords t;

    switch (*pc) {
    case OP_get_loc0_loc1:
        for (int i = 0; i < 2; i++)
            js_words_name(walk->ctx, &top[i],
                          walk->b->vardefs[walk->b->arg_count + i].var_name);
        return true;
    case OP_drop:
        walk->dropped = top[-1];
        walk->dropped_end = pc + js_opcode_size(*pc) - walk->b->byte_code_buf;
        return true;
    case OP_catch:
        strcpy(top[0].text, ".catch");
        return true;
    case OP_for_of_next:
        /* in a loop it is a variable of V8's; in a pattern 'done' is dropped */
        strcpy(top[0].text, pc[2] == OP_drop ? js_pattern_words : ".for");
        strcpy(top[1].text, js_no_words);
        return true;
    case OP_post_inc:
    case OP_post_dec:
        t = top[-1];
        snprintf(top[-1].text, sizeof(t.text), "(%.300s%s)", t.text,
                 *pc == OP_post_inc ? "++" : "--");
        strcpy(top[0].text, js_no_words);
        return true;
    default:
        return false;
    }
}

/* An instruction that has no words of its own. */
static void js_words_other(const JSWordsWalk *walk, const JSOpCode *oi,
                           const uint8_t *pc, JSWords *top, JSWords *base)
{
    const char *word = js_words_operator(*pc);

    if (word) {
        js_words_operation(base, word, *pc, oi->n_pop);
        return;
    }
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
    case OP_get_private_field:
        js_words_element(&t, &top[-2], &top[-1]);
        top[*pc == OP_get_array_el2 ? -1 : -2] = t;
        break;
    case OP_call:
    case OP_call0:
    case OP_call1:
    case OP_call2:
    case OP_call3:
    case OP_call_method:
        if (js_is_call(*pc))
            js_words_sequence(walk, &top[-argc - 1]);
        js_words_required(&top[-argc - 1]);
        snprintf(t.text, sizeof(t.text), "%.380s(...)", top[-argc - 1].text);
        *base = t;
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
        js_words_array(base, argc);
        break;
    case OP_object_fields:
        js_words_literal(base, argc);
        break;
    case OP_to_object:
        break;
    default:
        if (!js_words_special(walk, pc, top))
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
    walk->dropped_end = -1;
    walk->again = false;
    for (int pos = 0; pos < b->byte_code_len; pos = next) {
        const uint8_t *pc = b->byte_code_buf + pos;
        const JSOpCode *oi = &short_opcode_info(*pc);
        const int last_op = op;
        int argc = 0;

        op = *pc;
        next = pos + oi->size;
        if (walk->level[pos] >= 0)
            depth = walk->level[pos];
        else if (js_never_goes_on(last_op))
            depth = -1; /* until something is known to jump there */
        if (depth < 0)
            continue;
        if (depth > 0)
            js_words_arrive(walk, pos, last_op, &walk->w[depth - 1]);
        if (walk->is_last && next == (int)end) {
            *ppc = pc;
            if (js_is_call(op) && depth > js_call_argc(op, pc))
                js_words_sequence(walk,
                                  &walk->w[depth - js_call_argc(op, pc) - 1]);
            return depth;
        }
        if (oi->fmt == OP_FMT_npop || oi->fmt == OP_FMT_npop_u32 ||
            oi->fmt == OP_FMT_npopx)
            argc = js_call_argc(op, pc);
        const int below = depth - oi->n_pop - argc;
        if (below < 0 || below + oi->n_push > walk->size)
            return -1;
        const int start = below < depth ? walk->w[below].start : pos;
        js_words_step(walk, pc, &walk->w[depth], &walk->w[below], argc);
        for (depth = below; depth < below + oi->n_push; depth++) {
            walk->w[depth].start = start;
            walk->w[depth].is_member = js_is_member(op);
        }
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
    for (int i = 0; i < b->byte_code_len; i++)
        walk->level[i] = -1;
    /* To see where values are jumped with. A jump back may be seen before it is
       known how deep the stack is there: a pattern stands before what it is
       taken from. */
    walk->again = true;
    for (int i = 0; walk->again && i < JS_WORDS_PASSES; i++)
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

    if (!js_words_in_code(ctx, buf, 0, &op) || !strcmp(buf, js_pattern_words))
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
