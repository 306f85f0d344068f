/*
 * bigint_text.c - BigInt from and to text. Digits are made by halves: the
 * number is divided by a power of the radix about half as long, and both parts
 * go on by themselves, so that a long one does not take the square of its
 * length.
 */

/* Of limbs with 64 bits, where stock's tables are of 32: powers of ten, and for
   each radix from 2 on how many digits a limb has, and its power of so many. */
static const js_limb_t bigint_pow_dec[JS_LIMB_DIGITS + 1] = {
    1U,
    10U,
    100U,
    1000U,
    10000U,
    100000U,
    1000000U,
    10000000U,
    100000000U,
    1000000000U,
    10000000000U,
    100000000000U,
    1000000000000U,
    10000000000000U,
    100000000000000U,
    1000000000000000U,
    10000000000000000U,
    100000000000000000U,
    1000000000000000000U,
    10000000000000000000U,
};

static const uint8_t bigint_digits_per_limb[JS_RADIX_MAX - 1] = {
    64, 40, 32, 27, 24, 22, 21, 20, 19, 18, 17, 17, 16, 16, 16, 15, 15, 15,
    14, 14, 14, 14, 13, 13, 13, 13, 13, 13, 13, 12, 12, 12, 12, 12, 12,
};

static const js_limb_t bigint_radix_base[JS_RADIX_MAX - 1] = {
    0x0000000000000000, 0xa8b8b452291fe821, 0x0000000000000000,
    0x6765c793fa10079d, 0x41c21cb8e1000000, 0x3642798750226111,
    0x8000000000000000, 0xa8b8b452291fe821, 0x8ac7230489e80000,
    0x4d28cb56c33fa539, 0x1eca170c00000000, 0x780c7372621bd74d,
    0x1e39a5057d810000, 0x5b27ac993df97701, 0x0000000000000000,
    0x27b95e997e21d9f1, 0x5da0e1e53c5c8000, 0xd2ae3299c1c4aedb,
    0x16bcc41e90000000, 0x2d04b7fdd9c0ef49, 0x5658597bcaa24000,
    0xa0e2073737609371, 0x0c29e98000000000, 0x14adf4b7320334b9,
    0x226ed36478bfa000, 0x383d9170b85ff80b, 0x5a3c23e39c000000,
    0x8e65137388122bcd, 0xdd41bb36d259e000, 0x0aee5720ee830681,
    0x1000000000000000, 0x172588ad4f5f0981, 0x211e44f7d02c1000,
    0x2ee56725f06e5c71, 0x41c21cb8e1000000,
};

/* syntax: [-]digits in base radix. Return NULL if memory error. radix
   = 10, 2, 8 or 16. */
static JSBigInt *js_bigint_from_string(JSContext *ctx, const char *str,
                                       int radix)
{
    const char *p = str;
    size_t n_digits1;
    int is_neg, n_digits, n_limbs, len, log2_radix, i;
    int64_t n_bits;
    JSBigInt *r;
    js_limb_t v, c, h;

    is_neg = 0;
    if (*p == '-') {
        is_neg = 1;
        p++;
    }
    while (*p == '0')
        p++;
    n_digits1 = strlen(p);
    /* the real check for overflox is done js_bigint_new(). Here
       we just avoid integer overflow */
    if (n_digits1 > JS_BIGINT_MAX_SIZE * JS_LIMB_BITS) {
        JS_ThrowRangeError(ctx, "Maximum BigInt size exceeded");
        return NULL;
    }
    n_digits = n_digits1;
    log2_radix = 32 - clz32(radix - 1); /* ceil(log2(radix)) */
    /* the number of bits at most; 27 / 8 is more than log2(10) */
    n_bits = radix == 10 ? (n_digits * (int64_t)27 + 7) / 8
                         : n_digits * (int64_t)log2_radix;
    /* we add one extra bit for the sign */
    n_limbs = max_int(1, n_bits / JS_LIMB_BITS + 1);
    r = js_bigint_new(ctx, n_limbs);
    if (!r)
        return NULL;
    if (radix == 10) {
        int digits_per_limb = JS_LIMB_DIGITS;
        len = 1;
        r->tab[0] = 0;
        for (;;) {
            /* XXX: slow */
            v = 0;
            for (i = 0; i < digits_per_limb; i++) {
                c = js_to_digit(*p);
                if (c >= radix)
                    break;
                p++;
                v = v * 10 + c;
            }
            if (i == 0)
                break;
            if (js_poll_work(ctx, len)) {
                js_free(ctx, r);
                return NULL;
            }
            if (len == 1 && r->tab[0] == 0) {
                r->tab[0] = v;
            } else {
                h = js_mp_mul1(r->tab, r->tab, len, bigint_pow_dec[i], v);
                if (h != 0) {
                    r->tab[len++] = h;
                }
            }
        }
        /* add one extra limb to have the correct sign*/
        if ((r->tab[len - 1] >> (JS_LIMB_BITS - 1)) != 0)
            r->tab[len++] = 0;
        r->len = len;
    } else {
        int shift = 0;

        /* power of two base: no multiplication is needed */
        r->len = n_limbs;
        v = 0;
        len = 0;
        for (i = n_digits - 1; i >= 0; i--) {
            c = js_to_digit(p[i]);
            assert(c < radix);
            v |= c << shift;
            shift += log2_radix;
            if (shift >= JS_LIMB_BITS) {
                r->tab[len++] = v;
                shift -= JS_LIMB_BITS;
                v = c >> (log2_radix - shift);
            }
        }
        while (len < n_limbs) {
            r->tab[len++] = v;
            v = 0;
        }
    }
    r = js_bigint_normalize(ctx, r);
    /* XXX: could do it in place */
    if (is_neg) {
        JSBigInt *r1;
        r1 = js_bigint_neg(ctx, r);
        js_free(ctx, r);
        r = r1;
    }
    return r;
}

/* Below this number of limbs digits are made one limb at a time. */
#define JS_TO_DIGITS_MIN 24

/* The limb of digits, its square, the square of that and so on, each shifted
   so that its high bit is set. */
typedef struct {
    JSContext *ctx;
    int count;
    int digits[32];
    int shift[32];
    JSBigInt *power[32];
} JSRadixPowers;

static void js_radix_powers_free(JSContext *ctx, JSRadixPowers *s)
{
    for (int i = 0; i < s->count; i++)
        js_free(ctx, s->power[i]);
}

/* Powers of up to half of 'len' limbs. Return -1 if memory ran out. */
static int js_radix_powers_init(JSContext *ctx, JSRadixPowers *s, int radix,
                                int len)
{
    JSBigInt *p, *next;
    int digits = bigint_digits_per_limb[radix - 2];

    s->ctx = ctx;
    s->count = 0;
    if (len < JS_TO_DIGITS_MIN)
        return 0;
    p = js_bigint_new(ctx, 1);
    if (!p)
        return -1;
    p->tab[0] = bigint_radix_base[radix - 2];
    for (;;) {
        int n = p->len, k = s->count++, shift = js_limb_clz(p->tab[n - 1]);
        s->power[k] = p;
        s->digits[k] = digits;
        s->shift[k] = shift;
        next = NULL;
        if (2 * n <= len) {
            size_t size = js_mp_mul_scratch(n, n);
            js_limb_t *scratch =
                js_malloc(ctx, max_int(size, 1) * sizeof(*scratch));
            if (!scratch)
                goto fail;
            next = js_bigint_new(ctx, 2 * n);
            if (next)
                js_mp_mul(ctx, next->tab, p->tab, n, p->tab, n, scratch);
            js_free(ctx, scratch);
            if (!next)
                goto fail;
            if (js_is_stopping(ctx->rt)) {
                js_free(ctx, next);
                goto fail;
            }
            if (next->tab[2 * n - 1] == 0)
                next->len--;
        }
        if (shift != 0)
            js_mp_shl(p->tab, p->tab, n, shift);
        if (!next)
            return 0;
        p = next;
        digits *= 2;
    }
fail:
    js_radix_powers_free(ctx, s);
    return -1;
}

/* Write a[0..n-1] before 'q', with zeros before it if it has less than
   'n_digits', and return its start. 'a' is lost; there is one limb after it. */
static char *js_mp_to_digits(char *q, js_limb_t *a, int n, int radix,
                             const JSRadixPowers *s, int level, int n_digits,
                             js_limb_t *scratch)
{
    char *start = q - n_digits;

    while (n > 0 && a[n - 1] == 0)
        n--;
    while (level >= 0 && s->power[level]->len > n)
        level--;
    if (level < 0 || n < JS_TO_DIGITS_MIN) {
        while (n > 1 || (n == 1 && a[0] >= bigint_radix_base[radix - 2])) {
            js_limb_t v = js_mp_div1(a, a, n, bigint_radix_base[radix - 2]);
            q = js_limb_to_a(q, v, radix, bigint_digits_per_limb[radix - 2]);
            while (n > 0 && a[n - 1] == 0)
                n--;
        }
        if (n == 1)
            q = js_u64toa(q, a[0], radix);
        while (q > start)
            *--q = '0';
    } else {
        const JSBigInt *p = s->power[level];
        int shift = s->shift[level], nq = n - p->len + 2;

        a[n] = shift ? js_mp_shl(a, a, n, shift) : 0;
        js_mp_divnorm(s->ctx, scratch, a, n + 1, p->tab, p->len);
        if (unlikely(js_is_stopping(s->ctx->rt)))
            return q;
        if (shift)
            js_mp_shr(a, a, p->len, shift, 0);
        while (nq > 0 && scratch[nq - 1] == 0)
            nq--;
        if (nq == 0)
            return js_mp_to_digits(q, a, p->len, radix, s, level - 1, n_digits,
                                   scratch);
        q = js_mp_to_digits(q, a, p->len, radix, s, level - 1, s->digits[level],
                            scratch + nq + 1);
        if (unlikely(js_is_stopping(s->ctx->rt)))
            return q;
        q = js_mp_to_digits(q, scratch, nq, radix, s, level - 1,
                            max_int(n_digits - s->digits[level], 0),
                            scratch + nq + 1);
    }
    return q;
}

/* Write the positive 'r' before 'q'. Return NULL if memory ran out. */
static char *js_bigint_to_digits(JSContext *ctx, char *q, const JSBigInt *r,
                                 int radix)
{
    JSRadixPowers powers;
    js_limb_t *a;

    if (js_radix_powers_init(ctx, &powers, radix, r->len))
        return NULL;
    a = js_malloc(ctx, (3 * (size_t)r->len + 128) * sizeof(*a));
    if (a) {
        memcpy(a, r->tab, r->len * sizeof(*a));
        q = js_mp_to_digits(q, a, r->len, radix, &powers, powers.count - 1, 0,
                            a + r->len + 1);
        js_free(ctx, a);
    }
    js_radix_powers_free(ctx, &powers);
    return a && !js_is_stopping(ctx->rt) ? q : NULL;
}

/* The digits of r, n of them, before q; the radix is 2 to the power of n_bits.
 */
static char *js_bigint_to_bits(JSContext *ctx, char *q, const JSBigInt *r,
                               int n, int n_bits)
{
    for (int i = 0; i < n; i++) {
        const unsigned int bit_pos = i * n_bits;
        const unsigned int pos = bit_pos / JS_LIMB_BITS;
        const int shift = bit_pos % JS_LIMB_BITS;
        unsigned int c = r->tab[pos] >> shift;

        if (shift + n_bits > JS_LIMB_BITS && pos + 1 < r->len)
            c |= r->tab[pos + 1] << (JS_LIMB_BITS - shift);
        *--q = digits[c & ((1u << n_bits) - 1)];
        if (js_poll_work(ctx, 2))
            break; /* nobody sees what was made */
    }
    return q;
}

/* Space for digits, and for a zero. A string is not that long if all of them
   are sure to be there. */
static char *js_digits_alloc(JSContext *ctx, int len, bool is_exact)
{
    if (!is_exact || len <= JS_STRING_LEN_MAX)
        return js_malloc(ctx, (size_t)len + 1);
    JS_ThrowRangeError(ctx, "Invalid string length");
    return NULL;
}

static JSValue js_new_digits(JSContext *ctx, const char *text, int len)
{
    if (len > JS_STRING_LEN_MAX)
        return JS_ThrowRangeError(ctx, "Invalid string length");
    return js_new_string8_len(ctx, text, len);
}

static JSValue js_bigint_to_string1(JSContext *ctx, JSValueConst val, int radix)
{
    if (JS_VALUE_GET_TAG(val) == JS_TAG_SHORT_BIG_INT) {
        char buf[66];
        int len;
        len = i64toa_radix(buf, JS_VALUE_GET_SHORT_BIG_INT(val), radix);
        return js_new_string8_len(ctx, buf, len);
    } else {
        JSBigInt *r, *tmp = NULL;
        char *buf, *q, *buf_end;
        int is_neg, n_bits, log2_radix, n_digits;
        bool is_binary_radix;
        JSValue res;

        assert(JS_VALUE_GET_TAG(val) == JS_TAG_BIG_INT);
        r = JS_VALUE_GET_PTR(val);
        if (r->len == 1 && r->tab[0] == 0) {
            /* '0' case */
            return js_new_string8_len(ctx, "0", 1);
        }
        is_binary_radix = ((radix & (radix - 1)) == 0);
        is_neg = js_bigint_sign(r);
        if (is_neg) {
            tmp = js_bigint_neg(ctx, r);
            if (!tmp)
                return JS_EXCEPTION;
            r = tmp;
        }
        log2_radix = 31 - clz32(radix); /* floor(log2(radix)) */
        n_bits = r->len * JS_LIMB_BITS - js_limb_clz(r->tab[r->len - 1]);
        /* n_digits is exact only if radix is a power of
           two. Otherwise it is >= the exact number of digits */
        n_digits = (n_bits + log2_radix - 1) / log2_radix;
        /* XXX: could directly build the JSString */
        buf = js_digits_alloc(ctx, n_digits + is_neg, is_binary_radix);
        if (!buf) {
            js_free(ctx, tmp);
            return JS_EXCEPTION;
        }
        q = buf + n_digits + is_neg + 1;
        *--q = '\0';
        buf_end = q;
        if (!is_binary_radix) {
            q = js_bigint_to_digits(ctx, q, r, radix);
            if (!q) {
                js_free(ctx, buf);
                js_free(ctx, tmp);
                return JS_EXCEPTION;
            }
        } else {
            q = js_bigint_to_bits(ctx, q, r, n_digits, log2_radix);
        }
        if (is_neg)
            *--q = '-';
        js_free(ctx, tmp);
        res = js_new_digits(ctx, q, buf_end - q);
        js_free(ctx, buf);
        return res;
    }
}
