/*
 * numbers.c - numbers from and to text without dtoa.c where they are short;
 * V8's digits in other radixes; Math.hypot(), Math.pow() and Math.imul().
 */

/* The number with these digits, of which 'decimals' come after the point. Up to
   15 digits and the power of ten are exact as doubles, so their quotient is
   rounded once, as it has to be. */
static inline JSValue js_short_number(bool is_negative, uint64_t digits,
                                      int decimals)
{
    static const double powers[16] = {
        1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
        1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    };
    double d;

    if (decimals == 0 && digits <= INT32_MAX && !(is_negative && digits == 0))
        return js_int32(is_negative ? -(int32_t)digits : (int32_t)digits);
    d = (double)digits / powers[decimals];
    return js_float64(is_negative ? -d : d);
}

/* Is the string a decimal number of a few digits, and nothing else? Others are
   left to js_atof(), also those with an exponent or without a digit beside the
   point. */
static bool js_parse_short_number(JSString *str, JSValue *pval)
{
    const uint8_t *p, *end, *start, *point = NULL;
    uint64_t digits = 0;

    if (str->is_wide_char || str->len == 0 || str->len > 16)
        return false;
    p = str8(str);
    end = p + str->len;
    start = p + (*p == '-');
    for (p = start; p < end; p++) {
        if (is_digit(*p))
            digits = digits * 10 + (*p - '0');
        else if (*p == '.' && !point && p > start)
            point = p;
        else
            return false;
    }
    if (p == start || point == end - 1 || p - start - (point != NULL) > 15)
        return false;
    *pval = js_short_number(start != str8(str), digits,
                            point ? end - point - 1 : 0);
    return true;
}

/* The integer at the start of the string, if it is short and decimal. */
static bool js_parse_short_int(JSString *str, JSValue *pval)
{
    uint32_t digits = 0, i = 0;
    bool is_neg;
    int c = 0;

    if (str->is_wide_char || str->len == 0)
        return false;
    is_neg = str8(str)[0] == '-';
    for (i = is_neg; i < str->len && is_digit(c = str8(str)[i]); i++) {
        if (i - is_neg == 9)
            return false;
        digits = digits * 10 + (c - '0');
    }
    if (i == is_neg || (i < str->len && (c == 'x' || c == 'X')))
        return false;
    *pval = js_short_number(is_neg, digits, 0);
    return true;
}

static double js_math_pow(double a, double b)
{
    double d;

    if (unlikely(!isfinite(b)) && fabs(a) == 1) {
        /* not compatible with IEEE 754 */
        d = NAN;
    } else if (b == 2) {
        d = a * a; /* as V8 has it, whose pow() is the C library's else */
    } else if (b == 0.5) {
        d = isinf(a) ? INFINITY : sqrt(a + 0);
    } else {
        JS_X87_FPCW_SAVE_AND_ADJUST(fpcw);
        d = pow(a, b);
        JS_X87_FPCW_RESTORE(fpcw);
    }
    return d;
}

static const char js_radix_digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";

/* Digits of a fraction in [0, 1), as many as tell 'd' from its neighbours: half
   of the distance to the next number is the error that is allowed. Returns how
   many; *pcarry: rounding up made it 1. */
static int js_radix_fraction(char *buf, double d, double fraction, int radix,
                             bool *pcarry)
{
    double delta = 0.5 * (nextafter(d, INFINITY) - d);
    int n = 0, digit;

    *pcarry = false;
    if (delta < DBL_TRUE_MIN)
        delta = DBL_TRUE_MIN;
    while (fraction >= delta) {
        fraction *= radix;
        delta *= radix;
        digit = (int)fraction;
        buf[n++] = digit;
        fraction -= digit;
        if ((fraction > 0.5 || (fraction == 0.5 && (digit & 1))) &&
            fraction + delta > 1) {
            while (n > 0 && ++buf[n - 1] == radix)
                n--;
            *pcarry = n == 0;
            break;
        }
    }
    return n;
}

/* A finite number as text, in V8's digits: there are several texts that stand
   for a number, where the radix is no power of two. */
static JSValue js_number_to_radix(JSContext *ctx, double d, int radix)
{
    /* 1024 binary digits before the point, 1074 and a carry behind it */
    char buf[1100 + 1 + 1100], *point = buf + 1100, *start = point, *end;
    double value = fabs(d), integer = floor(value), rest;
    bool carry = false;
    int i, n = 0;

    n = js_radix_fraction(point + 1, value, value - integer, radix, &carry);
    integer += carry;
    while (integer / radix >=
           0x1p53) { /* digits that the number does not have */
        integer /= radix;
        *--start = '0';
    }
    do {
        rest = fmod(integer, radix);
        *--start = js_radix_digits[(int)rest];
        integer = (integer - rest) / radix;
    } while (integer > 0);
    if (d < 0)
        *--start = '-';
    *point = '.';
    for (i = 1; i <= n; i++)
        point[i] = js_radix_digits[(uint8_t)point[i]];
    end = point + (n ? n + 1 : 0);
    return js_new_string8_len(ctx, start, end - start);
}

static JSValue js_number_toString(JSContext *ctx, JSValueConst this_val,
                                  int argc, JSValueConst *argv, int magic)
{
    JSValue val;
    int base;
    double d;

    val = js_thisNumberValue(ctx, this_val);
    if (JS_IsException(val))
        return val;
    if (magic || JS_IsUndefined(argv[0])) {
        base = 10;
    } else {
        base = js_get_radix(ctx, argv[0]);
        if (base < 0)
            goto fail;
    }
    if (JS_VALUE_GET_TAG(val) == JS_TAG_INT) {
        char buf1[70];
        int len;
        len = i64toa_radix(buf1, JS_VALUE_GET_INT(val), base);
        return js_new_string8_len(ctx, buf1, len);
    }
    if (JS_ToFloat64Free(ctx, &d, val))
        return JS_EXCEPTION;
    if (base != 10 && isfinite(d))
        return js_number_to_radix(ctx, d, base);
    return js_dtoa2(ctx, d, 10, 0, JS_DTOA_FORMAT_FREE);
fail:
    JS_FreeValue(ctx, val);
    return JS_EXCEPTION;
}

static JSValue js_parseInt(JSContext *ctx, JSValueConst this_val, int argc,
                           JSValueConst *argv)
{
    const char *str, *p;
    int flags;
    int32_t radix;
    JSValue ret;

    if (JS_IsUndefined(argv[1]) || (JS_VALUE_GET_TAG(argv[1]) == JS_TAG_INT &&
                                    JS_VALUE_GET_INT(argv[1]) == 10)) {
        if (JS_VALUE_GET_TAG(argv[0]) == JS_TAG_INT)
            return js_dup(argv[0]);
        if (JS_VALUE_GET_TAG(argv[0]) == JS_TAG_STRING &&
            js_parse_short_int(JS_VALUE_GET_STRING(argv[0]), &ret))
            return ret;
    }
    str = JS_ToCString(ctx, argv[0]);
    if (!str)
        return JS_EXCEPTION;
    if (JS_ToInt32(ctx, &radix, argv[1])) {
        JS_FreeCString(ctx, str);
        return JS_EXCEPTION;
    }
    if (radix != 0 && (radix < 2 || radix > 36)) {
        ret = JS_NAN;
    } else {
        p = str;
        p += skip_spaces(p);
        flags = ATOD_INT_ONLY | ATOD_ACCEPT_PREFIX_AFTER_SIGN;
        ret = js_atof(ctx, p, NULL, radix, flags);
    }
    JS_FreeCString(ctx, str);
    return ret;
}

/* The sum of squares of parts of the greatest, with Kahan's correction: the
   digits are V8's, and the order of the arguments changes few of them. */
static double js_hypot_of(const double *values, int count, double max)
{
    double sum = 0, lost = 0, part, next;
    int i;

    for (i = 0; i < count; i++) {
        part = values[i] / max;
        part = part * part - lost;
        next = sum + part;
        lost = (next - sum) - part;
        sum = next;
    }
    return sqrt(sum) * max;
}

static JSValue js_math_hypot(JSContext *ctx, JSValueConst this_val, int argc,
                             JSValueConst *argv)
{
    double few[8], *values = few, max = 0, r = 0;
    bool is_nan = false;
    int i;

    if (argc > countof(few)) {
        values = js_malloc(ctx, argc * sizeof(*values));
        if (!values)
            return JS_EXCEPTION;
    }
    for (i = 0; i < argc; i++) {
        if (JS_ToFloat64(ctx, &values[i], argv[i]))
            break;
        values[i] = fabs(values[i]);
        is_nan |= isnan(values[i]);
        if (values[i] > max)
            max = values[i];
    }
    if (isinf(max))
        r = max;
    else if (is_nan)
        r = NAN;
    else if (max > 0 && i == argc)
        r = js_hypot_of(values, argc, max);
    if (values != few)
        js_free(ctx, values);
    return i < argc ? JS_EXCEPTION : js_float64(r);
}

/* apart, so that what numbers need saves no register */
static no_inline JSValue js_math_imul_slow(JSContext *ctx, JSValueConst *argv)
{
    uint32_t a, b;

    if (JS_ToUint32(ctx, &a, argv[0]))
        return JS_EXCEPTION;
    if (JS_ToUint32(ctx, &b, argv[1]))
        return JS_EXCEPTION;
    return js_int32(a * b);
}

static JSValue js_math_imul(JSContext *ctx, JSValueConst this_val, int argc,
                            JSValueConst *argv)
{
    uint32_t a, b;

    if (likely(js_number_bits(argv[0], &a) && js_number_bits(argv[1], &b)))
        return js_int32(a * b);
    return js_math_imul_slow(ctx, argv);
}
