/*
 * switches.c - switch over integers: a table instead of one comparison a case.
 *
 * The cases of a switch are compared one by one, which a program can only see
 * if one of them is more than a number. So the first cases that are integers
 * need not be compared: OP_field_name, which is data otherwise, looks the value
 * up and goes to the statements of its case, or, if it is no such number, to
 * what comes after these cases. The comparisons stay where they are, though
 * nothing goes through them: what comes after them has its place in the stack
 * from there.
 *
 * The table is a string among the constants, of 32-bit words: where to go if
 * there is no case; then, if the numbers are close together, the first one, how
 * many there are, and a place for each. Else how many cases there are, a zero,
 * and pairs of a number and a place, sorted.
 */

typedef struct JSSwitchCase {
    int32_t value;
    int label;
} JSSwitchCase;

typedef struct JSSwitch {
    struct JSSwitch *next;
    JSSwitchCase *cases;
    int count, size;
    int placed;    /* cases whose statements were met */
    bool is_over;  /* a case was no integer */
    int miss;      /* the label of that case */
    size_t at;     /* of the instruction */
    size_t begins; /* the code of this case */
    int constant;  /* of cpool */
} JSSwitch;

enum {
    JS_SWITCH_MIN = 5,      /* fewer cases are compared */
    JS_SWITCH_HEAD = 3,     /* words of a table */
    JS_SWITCH_DENSE = 4,    /* words for a case that a table may cost */
    JS_SWITCH_MAX = 200000, /* cases */
};

#ifndef QJS_DISABLE_PARSER

/* Before the first case. NULL: an exception. */
static JSSwitch *js_begin_switch(JSParseState *s)
{
    JSFunctionDef *fd = s->cur_func;
    JSSwitch *sw = js_mallocz(s->ctx, sizeof(*sw));

    if (sw == NULL)
        return NULL;
    emit_op(s, OP_field_name);
    sw->at = fd->byte_code.size - 1;
    sw->miss = -1;
    emit_u32(s, __JS_AtomFromUInt32(0));
    sw->next = fd->switches;
    fd->switches = sw;
    return sw;
}

/* Before the code that compares with a case. */
static void js_switch_case_begins(JSParseState *s, JSSwitch *sw)
{
    if (sw->is_over)
        return;
    sw->miss = new_label(s);
    emit_label(s, sw->miss);
    sw->begins = s->cur_func->byte_code.size;
}

/* The code since then is a copy of the value and an integer. */
static bool js_is_integer_case(const JSFunctionDef *fd, const JSSwitch *sw,
                               int32_t *value)
{
    const uint8_t *at = fd->byte_code.buf + sw->begins;
    const uint8_t *end = fd->byte_code.buf + fd->byte_code.size;
    int step = 0;

    for (; at < end; at += opcode_info[*at].size) {
        if (*at == OP_source_loc)
            continue;
        if (step == 0 && *at == OP_dup)
            step = 1;
        else if (step == 1 && *at == OP_push_i32) {
            *value = (int32_t)get_u32(at + 1);
            step = 2;
        } else if (step == 2 && *at == OP_neg && *value > 0) {
            *value = -*value;
            step = 3;
        } else
            return false;
    }
    return step >= 2;
}

/* After that code. */
static int js_switch_case(JSParseState *s, JSSwitch *sw)
{
    int32_t value = 0;

    if (sw->is_over)
        return 0;
    if (dbuf_error(&s->cur_func->byte_code) ||
        !js_is_integer_case(s->cur_func, sw, &value) ||
        sw->count == JS_SWITCH_MAX) {
        sw->is_over = true;
        return 0;
    }
    if (js_resize_array(s->ctx, (void **)&sw->cases, sizeof(*sw->cases),
                        &sw->size, sw->count + 1))
        return -1;
    sw->cases[sw->count++] = (JSSwitchCase){ .value = value };
    return 0;
}

/* Where the statements of the cases begin that were met last. */
static void js_switch_body(JSParseState *s, JSSwitch *sw)
{
    if (sw->placed == sw->count)
        return;
    const int label = new_label(s);
    emit_label(s, label);
    while (sw->placed < sw->count)
        sw->cases[sw->placed++].label = label;
}

static int js_compare_cases(const void *a, const void *b, void *opaque)
{
    const JSSwitchCase *x = a, *y = b;

    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->label - y->label;
}

/* After the last case: `label` is where one goes that none is equal to. */
static int js_end_switch(JSParseState *s, JSSwitch *sw, int label)
{
    JSFunctionDef *fd = s->cur_func;
    int n = 0;

    if (dbuf_error(&fd->byte_code))
        return 0;
    if (sw->count < JS_SWITCH_MIN) {
        memset(fd->byte_code.buf + sw->at, OP_nop, 5);
        sw->count = 0;
        return 0;
    }
    if (!sw->is_over)
        sw->miss = label;
    sw->constant = cpool_add(s, JS_UNDEFINED);
    if (sw->constant < 0)
        return -1;
    put_u32(fd->byte_code.buf + sw->at + 1, __JS_AtomFromUInt32(sw->constant));
    /* Of cases with the same number the first one counts: labels are numbered
       in the order of the text. */
    rqsort(sw->cases, sw->count, sizeof(*sw->cases), js_compare_cases, NULL);
    for (int i = 0; i < sw->count; i++) {
        if (n == 0 || sw->cases[i].value != sw->cases[n - 1].value)
            sw->cases[n++] = sw->cases[i];
    }
    sw->count = n;
    for (int i = 0; i < n; i++)
        fd->label_slots[sw->cases[i].label].ref_count++;
    fd->label_slots[sw->miss].ref_count++;
    return 0;
}

static void js_fill_table(const JSFunctionDef *fd, const JSSwitch *sw,
                          uint32_t *words, uint32_t range)
{
    const LabelSlot *labels = fd->label_slots;
    const uint32_t miss = labels[sw->miss].addr;

    words[0] = miss;
    words[1] = range != 0 ? (uint32_t)sw->cases[0].value : (uint32_t)sw->count;
    words[2] = range;
    words += JS_SWITCH_HEAD;
    for (uint32_t i = 0; i < range; i++)
        words[i] = miss;
    for (int i = 0; i < sw->count; i++) {
        const JSSwitchCase *c = &sw->cases[i];
        const uint32_t place = labels[c->label].addr;
        if (range != 0)
            words[(uint32_t)c->value - (uint32_t)sw->cases[0].value] = place;
        else {
            words[2 * i] = (uint32_t)c->value;
            words[2 * i + 1] = place;
        }
    }
}

/* When all labels have their places. */
static int js_make_switches(JSContext *ctx, JSFunctionDef *fd)
{
    for (JSSwitch *sw = fd->switches; sw != NULL; sw = sw->next) {
        if (sw->count == 0)
            continue;
        const int64_t span = (int64_t)sw->cases[sw->count - 1].value -
                             sw->cases[0].value + 1;
        const bool is_dense = span <= (int64_t)sw->count * JS_SWITCH_DENSE;
        const uint32_t range = is_dense ? (uint32_t)span : 0;
        const size_t words =
            JS_SWITCH_HEAD + (is_dense ? range : 2 * (size_t)sw->count);
        JSString *table = js_alloc_string(ctx, (int)(4 * words), 0);
        if (table == NULL)
            return -1;
        js_fill_table(fd, sw, (uint32_t *)(void *)str8(table), range);
        fd->cpool[sw->constant] = JS_MKPTR(JS_TAG_STRING, table);
    }
    return 0;
}

static void js_free_switches(JSContext *ctx, JSFunctionDef *fd)
{
    for (JSSwitch *sw = fd->switches, *next; sw != NULL; sw = next) {
        next = sw->next;
        js_free(ctx, sw->cases);
        js_free(ctx, sw);
    }
}

#endif
