/*
 * operators.c - operators that have a short way: s += x into the variable
 * itself, text and integer without a string for the integer, a template literal
 * as one sum, strict equality of all forms of a value.
 */

/* Does the code put what is on the stack into a local variable? Its number, or
 * -1. */
static int js_get_put_loc(const uint8_t *pc)
{
    if (*pc >= OP_put_loc0 && *pc <= OP_put_loc3)
        return *pc - OP_put_loc0;
    return *pc == OP_put_loc8 ? pc[1] : -1;
}

/* Is it `s += string` or `s = s + string` of a local variable that has the
   string alone? Then that is extended: the variable is written by the next
   instruction. */
static bool js_extend_variable(JSValueConst op1, JSValueConst op2,
                               const uint8_t *pc, JSValueConst *var_buf)
{
    int idx = js_get_put_loc(pc);

    return idx >= 0 && JS_VALUE_GET_TAG(var_buf[idx]) == JS_TAG_STRING &&
           JS_VALUE_GET_PTR(var_buf[idx]) == JS_VALUE_GET_PTR(op1) &&
           js_extend_string(JS_VALUE_GET_STRING(op1), JS_VALUE_GET_STRING(op2),
                            2);
}

/* an integer as a string that is only read */
typedef struct JSIntString {
    JSString str;
    char digits[12];
} JSIntString;

static JSString *js_int_string(JSIntString *s, int32_t n)
{
    s->str = (JSString){ .kind = JS_STRING_KIND_NORMAL };
    s->str.len = i32toa(s->digits, n);
    return (JSString *)s;
}

/* A string and an integer, which mostly needs no string of its own. */
static JSValue js_concat_int(JSContext *ctx, JSValue op1, int32_t n)
{
    JSString *p1 = JS_VALUE_GET_STRING(op1), *p2;
    JSIntString digits;
    JSValue ret;

    if (js_has_forms() || p1->len == 0 || p1->len > JS_STRING_FLAT_LEN / 2)
        return JS_ConcatString(ctx, op1, js_int32(n));
    p2 = js_int_string(&digits, n);
    if (js_extend_string(p1, p2, 1))
        return op1;
    ret = js_concat_flat(ctx, p1, p2);
    JS_FreeValue(ctx, op1);
    return ret;
}

/* May the value stay on the stack until the template literal is complete? To
   make a string of it runs no code of the program and throws nothing. */
static force_inline bool js_is_template_part(JSValueConst val)
{
    return JS_VALUE_GET_TAG(val) == JS_TAG_STRING ||
           JS_VALUE_GET_TAG(val) == JS_TAG_INT;
}

/* the number of characters of n in decimal */
static inline uint32_t js_int_length(int32_t n)
{
    return n < 0 ? 1 + u32toa_size(-(uint32_t)n) : u32toa_size(n);
}

/* Make each part a string or an integer, in place. Returns the length of all,
   or -1 if exception. */
static int64_t js_measure_template(JSContext *ctx, JSValue *parts, int count,
                                   int *is_wide)
{
    int64_t len = 0;
    JSString *p;
    int i;

    *is_wide = 0;
    for (i = 0; i < count; i++) {
        if (JS_VALUE_GET_TAG(parts[i]) == JS_TAG_INT) {
            len += js_int_length(JS_VALUE_GET_INT(parts[i]));
            continue;
        }
        if (!tag_is_string(JS_VALUE_GET_TAG(parts[i]))) {
            JSValue str = JS_ToString(ctx, parts[i]);
            if (JS_IsException(str))
                return -1;
            JS_FreeValue(ctx, parts[i]);
            parts[i] = str;
        }
        if (JS_VALUE_GET_TAG(parts[i]) == JS_TAG_STRING) {
            p = JS_VALUE_GET_STRING(parts[i]);
            len += p->len;
            *is_wide |= p->is_wide_char;
        } else {
            len += JS_STRING_LEN_MAX; /* a rope is long */
        }
    }
    return len;
}

static void js_copy_template(JSString *q, JSValueConst *parts, int count)
{
    uint32_t pos = 0, n;
    char digits[12];
    int i, k;

    for (i = 0; i < count; i++) {
        if (JS_VALUE_GET_TAG(parts[i]) == JS_TAG_STRING) {
            js_copy_units(q, pos, JS_VALUE_GET_STRING(parts[i]));
            pos += JS_VALUE_GET_STRING(parts[i])->len;
        } else if (!q->is_wide_char) {
            pos += i32toa((char *)&q[1] + pos, JS_VALUE_GET_INT(parts[i]));
        } else {
            n = i32toa(digits, JS_VALUE_GET_INT(parts[i]));
            for (k = 0; k < n; k++)
                ((uint16_t *)&q[1])[pos++] = digits[k];
        }
    }
}

/* The string of the parts of a template literal. A single part is that of a
   literal that is not complete. */
static no_inline JSValue js_join_template(JSContext *ctx, JSValue *parts,
                                          int count)
{
    JSValue ret;
    int64_t len;
    int is_wide, i;
    JSString *q;

    len = js_measure_template(ctx, parts, count, &is_wide);
    if (len < 0)
        return JS_EXCEPTION;
    if (count == 1)
        return js_dup(parts[0]);
    if (count == 2 && tag_is_string(JS_VALUE_GET_TAG(parts[1])) &&
        JS_VALUE_GET_TAG(parts[0]) == JS_TAG_STRING &&
        JS_VALUE_GET_STRING(parts[0])->len == 0)
        return JS_ToString(ctx, parts[1]); /* `${string}` */
    if (js_has_forms() || len > JS_STRING_ROPE_SHORT2_LEN) {
        /* a long string is not copied for each that is around it */
        ret = JS_ConcatString(ctx, js_dup(parts[0]), js_dup(parts[1]));
        for (i = 2; i < count && !JS_IsException(ret); i++)
            ret = JS_ConcatString(ctx, ret, js_dup(parts[i]));
        return ret;
    }
    q = js_alloc_string(ctx, len, is_wide);
    if (!q)
        return JS_EXCEPTION;
    js_copy_template(q, vc(parts), count);
    if (!is_wide)
        ((uint8_t *)&q[1])[len] = '\0';
    return JS_MKPTR(JS_TAG_STRING, q);
}

/* The 32 bits of a number that is no integer, or of one that does not fit: a
   hash as it grows. False: another kind of value, or another way to round. */
static inline bool js_number_bits(JSValueConst val, uint32_t *pres)
{
    double d;

    if (JS_VALUE_GET_TAG(val) == JS_TAG_INT) {
        *pres = JS_VALUE_GET_INT(val);
        return true;
    }
    if (!JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(val)))
        return false;
    d = JS_VALUE_GET_FLOAT64(val);
    if (!(d > -0x1p62 && d < 0x1p62))
        return false;
    *pres = (uint32_t)(int64_t)d;
    return true;
}

static no_inline int js_strict_eq_slow(JSContext *ctx, JSValue *sp, bool is_neq)
{
    JSRuntime *rt = ctx->rt;
    int tag1 = JS_VALUE_GET_TAG(sp[-2]);
    JSString *p1, *p2;
    bool res;

    switch (JS_VALUE_GET_TAG(sp[-1])) {
    case JS_TAG_STRING:
        if (tag1 != JS_TAG_STRING) {
            res = js_strict_eq(ctx, sp[-2], sp[-1]);
            break;
        }
        /* one text has one atom */
        p1 = JS_VALUE_GET_STRING(sp[-2]);
        p2 = JS_VALUE_GET_STRING(sp[-1]);
        if (unlikely(p1->len > 4096))
            js_did_work(rt, p1->len / 8);
        res = p1 == p2 || ((p1->atom_type != JS_ATOM_TYPE_STRING ||
                            p2->atom_type != JS_ATOM_TYPE_STRING) &&
                           js_string_eq(p1, p2));
        break;
    case JS_TAG_UNDEFINED:
        res = tag1 == JS_TAG_UNDEFINED;
        break;
    case JS_TAG_NULL:
        res = tag1 == JS_TAG_NULL;
        break;
    case JS_TAG_OBJECT:
        res = tag1 == JS_TAG_OBJECT &&
              JS_VALUE_GET_PTR(sp[-2]) == JS_VALUE_GET_PTR(sp[-1]);
        break;
    default:
        res = js_strict_eq(ctx, sp[-2], sp[-1]);
        break;
    }
    js_free_inline(rt, sp[-2]);
    js_free_inline(rt, sp[-1]);
    sp[-2] = js_bool(res ^ is_neq);
    return 0;
}

static void js_throw_private_in(JSContext *ctx, JSValueConst obj,
                                JSValueConst field)
{
    char buf[JS_WORDS_SIZE], name[JS_WORDS_SIZE];
    JSAtom atom;

    if (JS_IsObject(field)) {
        js_function_words(ctx, name, field);
    } else {
        atom = js_symbol_to_atom(ctx, field);
        JS_AtomGetStr(ctx, name, JS_WORDS_SIZE, atom);
    }
    JS_ThrowTypeError(ctx, "Cannot use 'in' operator to search for '%s' in %s",
                      name, js_words_of(ctx, buf, obj));
}
