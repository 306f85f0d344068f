/*
 * bigint.c - BigInt with limbs of 64 bits: products by Karatsuba from
 * JS_KARATSUBA_MIN limbs on, conversion from and to other values.
 *
 * What must stay true: a BigInt that fits is a short one (64 bits in the
 * value). Loops over limbs ask for a stop (js_poll_work).
 */

#define JS_JOB_CHUNK_SIZE 4000
#define JS_THROW_VAR_UNINITIALIZED 2
#define JS_THROW_ERROR_DELETE_SUPER 3
#define JS_THROW_AGAIN 5 /* what is on the stack, after a 'finally' */

/* OP_invalid is in no other code */
static const uint8_t js_unread_code[1] = { OP_invalid };

static JSValue __JS_NewShortBigInt(JSContext *ctx, int64_t d)
{
    (void)&ctx;
    return (JSValue){ (JSValueUnion){ .short_big_int = d },
                      JS_TAG_SHORT_BIG_INT };
}

static inline int js_to_digit(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'z' ? c - 'a' + 10 : 36;
}

/* a != 0 */
static inline js_limb_t js_limb_clz(js_limb_t a)
{
    if (!a)
        return JS_LIMB_BITS;
    return clz64(a);
}

/* From this number of limbs on Karatsuba's products are faster. */
#define JS_KARATSUBA_MIN 48

/* r[0..na+nb-1] = a * b, na >= nb. 's' has js_mp_mul_scratch() limbs. */
static void js_mp_mul(JSContext *ctx, js_limb_t *r, const js_limb_t *a, int na,
                      const js_limb_t *b, int nb, js_limb_t *s)
{
    int i, n;

    if (nb < JS_KARATSUBA_MIN) {
        js_mp_mul_basecase(r, a, na, b, nb);
    } else if (js_poll_work(ctx, (na + nb) * (size_t)4)) {
        return; /* whoever wants the product sees the stop */
    } else if (na == nb) {
        js_mp_mul_karatsuba(ctx, r, a, b, nb, s);
    } else {
        /* nb limbs of 'a' at a time; no sum is longer than its product */
        memset(r, 0, (na + nb) * sizeof(*r));
        for (i = 0; i < na; i += n) {
            n = min_int(nb, na - i);
            js_mp_mul(ctx, s, b, nb, a + i, n, s + nb + n);
            js_mp_add(r + i, r + i, s, nb + n, 0);
        }
    }
}

/* 2 * n and some for each halving; a product of unequal factors keeps one of
   its parts, and the last part may be one itself */
static size_t js_mp_mul_scratch(int na, int nb)
{
    if (nb < JS_KARATSUBA_MIN)
        return 0;
    return (na == nb ? 2 : 8) * (size_t)nb + 128;
}

/* r[] = |a[] - b[]|, of n and nb <= n limbs. Return whether a < b. */
static bool js_mp_abs_diff(js_limb_t *r, const js_limb_t *a, int n,
                           const js_limb_t *b, int nb)
{
    js_limb_t borrow;
    int i;

    borrow = js_mp_sub(r, a, b, nb, 0);
    for (i = nb; i < n; i++) {
        r[i] = a[i] - borrow;
        borrow = a[i] < borrow;
    }
    if (borrow)
        js_mp_neg(r, r, n);
    return borrow;
}

/* With a = a1 * B + a0 and b likewise the product is
   a1*b1 * B^2 + (a0*b0 + a1*b1 - (a0 - a1)*(b0 - b1)) * B + a0*b0 */
static void js_mp_mul_karatsuba(JSContext *ctx, js_limb_t *r,
                                const js_limb_t *a, const js_limb_t *b, int n,
                                js_limb_t *s)
{
    int h = (n + 1) / 2, m = n - h, i;
    js_limb_t *t = s, *u = s + 2 * h, carry;
    bool is_neg;

    is_neg = js_mp_abs_diff(r, a, h, a + h, m);
    is_neg ^= js_mp_abs_diff(r + h, b, h, b + h, m);
    js_mp_mul(ctx, t, r, h, r + h, h, u);
    js_mp_mul(ctx, r, a, h, b, h, u);
    js_mp_mul(ctx, r + 2 * h, a + h, m, b + h, m, u);
    if (js_is_stopping(ctx->rt))
        return; /* what was not multiplied is no number */
    carry = js_mp_add(u, r, r + 2 * h, 2 * m, 0);
    for (i = 2 * m; i < 2 * h; i++) {
        u[i] = r[i] + carry;
        carry = u[i] < carry;
    }
    if (is_neg)
        carry += js_mp_add(u, u, t, 2 * h, 0);
    else
        carry -= js_mp_sub(u, u, t, 2 * h, 0);
    carry += js_mp_add(r + h, r + h, u, 2 * h, 0);
    for (i = 3 * h; carry != 0; i++) {
        r[i] += carry;
        carry = r[i] < carry;
    }
}

/* tabr[] -= taba[] * b. Return the value to substract to the high
   word. */
static js_limb_t js_mp_sub_mul1(js_limb_t *tabr, const js_limb_t *taba,
                                js_limb_t n, js_limb_t b)
{
    js_limb_t i, l;
    js_dlimb_t t;

    l = 0;
    for (i = 0; i < n; i++) {
        js_limb_t v = tabr[i];
        t = (js_dlimb_t)taba[i] * (js_dlimb_t)b + l;
        tabr[i] = v - (js_limb_t)t;
        l = (t >> JS_LIMB_BITS) + (v < (js_limb_t)t);
    }
    return l;
}

/* tabr[] = taba[] / b, b >= 1. Return the remainder. A division of 128 by 64
   bits is slow, so b is normalized and its inverse multiplied with. */
static js_limb_t js_mp_div1(js_limb_t *tabr, const js_limb_t *taba, js_limb_t n,
                            js_limb_t b)
{
    int shift = js_limb_clz(b);
    js_limb_t b_inv, r;
    js_slimb_t i;

    b <<= shift;
    b_inv = js_udiv1norm_init(b);
    /* the two shifts by 63 - shift and 1 are none by 64 */
    r = taba[n - 1] >> (JS_LIMB_BITS - 1 - shift) >> 1;
    for (i = n - 1; i >= 0; i--) {
        js_limb_t low = i ? taba[i - 1] : 0;
        tabr[i] = js_udiv1norm(&r, r,
                               (taba[i] << shift) |
                                   (low >> (JS_LIMB_BITS - 1 - shift) >> 1),
                               b, b_inv);
    }
    return r >> shift;
}

static JSBigInt *js_bigint_mul(JSContext *ctx, const JSBigInt *a,
                               const JSBigInt *b)
{
    JSBigInt *r;
    js_limb_t *scratch = NULL;
    size_t n;

    if (a->len < b->len) {
        const JSBigInt *tmp = a;
        a = b;
        b = tmp;
    }
    /* in parts, the work for each limb of the longer one grows less */
    if (js_poll_work(ctx, (size_t)a->len * min_int(b->len, 300)))
        return NULL;
    r = js_bigint_new(ctx, a->len + b->len);
    if (!r)
        return NULL;
    n = js_mp_mul_scratch(a->len, b->len);
    if (n != 0) {
        scratch = js_malloc(ctx, n * sizeof(*scratch));
        if (!scratch) {
            js_free(ctx, r);
            return NULL;
        }
    }
    js_mp_mul(ctx, r->tab, a->tab, a->len, b->tab, b->len, scratch);
    js_free(ctx, scratch);
    if (js_is_stopping(ctx->rt)) {
        js_free(ctx, r);
        return NULL;
    }
    /* correct the result if negative operands (no overflow is
       possible) */
    if (js_bigint_sign(a))
        js_mp_sub(r->tab + a->len, r->tab + a->len, b->tab, b->len, 0);
    if (js_bigint_sign(b))
        js_mp_sub(r->tab + b->len, r->tab + b->len, a->tab, a->len, 0);
    return js_bigint_normalize(ctx, r);
}

/* return (mant, exp) so that abs(a) ~ mant*2^(exp - (limb_bits -
   1). a must be != 0. */
static uint64_t js_bigint_get_mant_exp(JSContext *ctx, int *pexp,
                                       const JSBigInt *a)
{
    js_limb_t t[2], carry, v, low_bits;
    int n1, n2, sgn, shift, i, j, e;
    uint64_t a1, a0;

    n2 = 2;
    n1 = a->len - n2;
    sgn = js_bigint_sign(a);

    /* low_bits != 0 if there are a non zero low bit in abs(a) */
    low_bits = 0;
    carry = sgn;
    for (i = 0; i < n1; i++) {
        v = (a->tab[i] ^ (-sgn)) + carry;
        carry = v < carry;
        low_bits |= v;
    }
    /* get the n2 high limbs of abs(a) */
    for (j = 0; j < n2; j++) {
        i = j + n1;
        if (i < 0) {
            v = 0;
        } else {
            v = (a->tab[i] ^ (-sgn)) + carry;
            carry = v < carry;
        }
        t[j] = v;
    }

    a1 = t[1];
    a0 = t[0] | (low_bits != 0);
    /* normalize */
    if (a1 == 0) {
        /* the high limb had only the sign, so the next one has a high bit */
        shift = 64;
        a1 = a0;
        a0 = 0;
    } else {
        shift = clz64(a1);
        if (shift != 0) {
            a1 = (a1 << shift) | (a0 >> (64 - shift));
            a0 <<= shift;
        }
    }
    a1 |= (a0 != 0); /* keep the bits for the final rounding */
    /* compute the exponent */
    e = a->len * JS_LIMB_BITS - shift - 1;
    *pexp = e;
    return a1;
}

JSValue JS_NewBigInt64(JSContext *ctx, int64_t v)
{
    return __JS_NewShortBigInt(ctx, v);
}

/* of a long text V8 shows the first thousand characters */
static JSValue js_throw_no_bigint(JSContext *ctx, JSValueConst val)
{
    char buf[ATOM_GET_STR_BUF_SIZE];
    JSValue flat = JS_ToString(ctx, val), begin;
    bool is_long = JS_IsString(flat) && JS_VALUE_GET_STRING(flat)->len > 1000;

    begin = is_long ? js_sub_string(ctx, JS_VALUE_GET_STRING(flat), 0, 1000)
                    : js_dup(flat);
    JS_ThrowSyntaxError(ctx, "Cannot convert %s%s to a BigInt",
                        js_put_words(ctx, buf, sizeof(buf), begin),
                        is_long ? "\xe2\x80\xa6" : "");
    JS_FreeValue(ctx, begin);
    JS_FreeValue(ctx, flat);
    return JS_EXCEPTION;
}

static JSValue JS_StringToBigIntErr(JSContext *ctx, JSValue val)
{
    JSValue res = JS_StringToBigInt(ctx, js_dup(val));

    if (JS_VALUE_IS_NAN(res))
        res = js_throw_no_bigint(ctx, val);
    JS_FreeValue(ctx, val);
    return res;
}

static JSValue JS_ToBigIntCtorFree(JSContext *ctx, JSValue val)
{
    uint32_t tag;

redo:
    tag = JS_VALUE_GET_NORM_TAG(val);
    switch (tag) {
    case JS_TAG_INT:
    case JS_TAG_BOOL:
        val = JS_NewBigInt64(ctx, JS_VALUE_GET_INT(val));
        break;
    case JS_TAG_SHORT_BIG_INT:
    case JS_TAG_BIG_INT:
        break;
    case JS_TAG_FLOAT64: {
        double d = JS_VALUE_GET_FLOAT64(val);
        JSBigInt *r;
        int res;
        r = js_bigint_from_float64(ctx, &res, d);
        if (!r) {
            if (res == 0) {
                val = JS_EXCEPTION;
            } else if (res == 1) {
                char buf[JS_WORDS_SIZE];
                val =
                    JS_ThrowRangeError(ctx,
                                       "The number %s cannot be converted to a "
                                       "BigInt because it is not an integer",
                                       js_words_of(ctx, buf, val));
            } else {
                char buf[JS_WORDS_SIZE];
                val =
                    JS_ThrowRangeError(ctx,
                                       "The number %s cannot be converted to a "
                                       "BigInt because it is not an integer",
                                       js_words_of(ctx, buf, val));
            }
        } else {
            val = JS_CompactBigInt(ctx, r);
        }
    } break;
    case JS_TAG_STRING:
    case JS_TAG_STRING_ROPE:
        val = JS_StringToBigIntErr(ctx, val);
        break;
    case JS_TAG_OBJECT:
        val = JS_ToPrimitiveFree(ctx, val, HINT_NUMBER);
        if (JS_IsException(val))
            break;
        goto redo;
    case JS_TAG_NULL:
    case JS_TAG_UNDEFINED:
    default: {
        char buf[JS_WORDS_SIZE];
        js_words_of(ctx, buf, val);
        JS_FreeValue(ctx, val);
        return JS_ThrowTypeError(ctx, "Cannot convert %s to a BigInt", buf);
    }
    }
    return val;
}

static JSValue js_bigint_constructor(JSContext *ctx, JSValueConst new_target,
                                     int argc, JSValueConst *argv)
{
    if (!JS_IsUndefined(new_target))
        return JS_ThrowTypeError(ctx, "BigInt is not a constructor");
    return JS_ToBigIntCtorFree(ctx, js_dup(argv[0]));
}
