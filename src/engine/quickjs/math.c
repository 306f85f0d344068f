/*
 * math.c - the functions of Math whose last bit is a matter of the algorithm:
 * exponentials, logarithms, hyperbolic functions, cbrt() and pow(). (trig.c has
 * those of the circle.) The C library's differ from machine to machine; these
 * are the algorithms of fdlibm, which V8 has as well, so that every bit is the
 * same everywhere. The order of each sum and product is part of the result:
 * nothing here may be simplified, nor contracted to fused multiplications.
 *
 *      exp(x)    x = k ln2 + r;  exp(r) by a rational of r;  times 2^k
 *      log(x)    x = 2^k (1 + f);  log(1 + f) by s = f / (2 + f)
 *
 * What must stay true: test/lib/math_bits.js, whose numbers are Node's.
 */

static uint64_t math_bits(double x)
{
    uint64_t u;

    memcpy(&u, &x, sizeof(u));
    return u;
}

static double math_double(uint64_t u)
{
    double x;

    memcpy(&x, &u, sizeof(x));
    return x;
}

/* sign, exponent and the first 20 bits of the fraction */
static int32_t math_high(double x)
{
    return (int32_t)(math_bits(x) >> 32);
}

static double math_with_high(double x, uint32_t high)
{
    return math_double((math_bits(x) & 0xffffffff) | (uint64_t)high << 32);
}

static double math_without_low(double x)
{
    return math_double(math_bits(x) & ~(uint64_t)0xffffffff);
}

/* 2^k for an exponent of normal numbers */
static double math_power_of_two(int k)
{
    return math_double((uint64_t)(k + 1023) << 52);
}

/* c[0] + x (c[1] + x (c[2] + ...)) */
static inline double math_poly(double x, const double *c, int n)
{
    double r = c[--n];

    while (n > 0)
        r = c[--n] + x * r;
    return r;
}

/* ---- exp() and expm1() --------------------------------------------------- */

#define MATH_LN2_HI 0x1.62e42fee00000p-1
#define MATH_LN2_LO 0x1.a39ef35793c76p-33
#define MATH_LN2 0x1.62e42fefa39efp-1
#define MATH_INV_LN2 0x1.71547652b82fep+0
#define MATH_EXP_MAX 0x1.62e42fefa39efp+9 /* beyond it exp() is infinite */

/* high words, which are compared as integers */
enum {
    MATH_H_TINY54 = 0x3c900000, /* 2^-54 */
    MATH_H_TINY28 = 0x3e300000, /* 2^-28 */
    MATH_H_HALF_LN2 = 0x3fd62e42,
    MATH_H_ONE = 0x3ff00000,
    MATH_H_LN2_3_2 = 0x3ff0a2b2, /* 1.5 ln2 */
    MATH_H_22 = 0x40360000,
    MATH_H_EXP_MAX = 0x40862e42,
    MATH_H_INF = 0x7ff00000,
};

/* x as k ln2 + (hi - lo). */
static int math_split_exp(double x, int32_t ax, double *hi, double *lo)
{
    const int sign = x < 0 ? -1 : 1;
    int k = sign;

    if (ax >= MATH_H_LN2_3_2)
        k = (int)(MATH_INV_LN2 * x + 0.5 * sign);
    *hi = x - k * MATH_LN2_HI;
    *lo = k * MATH_LN2_LO;
    return k;
}

static double math_exp(double x)
{
    static const double p[] = { 0x1.555555555553ep-3, -0x1.6c16c16bebd93p-9,
                                0x1.1566aaf25de2cp-14, -0x1.bbd41c5d26bf1p-20,
                                0x1.6376972bea4d0p-25 };
    const int32_t ax = math_high(x) & 0x7fffffff;
    double hi = 0, lo = 0, t, c, y;
    int k = 0;

    if (x != x)
        return x;
    if (x > MATH_EXP_MAX)
        return INFINITY;
    if (x < -0x1.74910d52d3051p+9)
        return 0;
    if (ax > MATH_H_HALF_LN2) {
        if (x == 1)
            return 0x1.5bf0a8b145769p+1; /* e, which the sums below miss */
        k = math_split_exp(x, ax, &hi, &lo);
        x = hi - lo;
    } else if (ax < MATH_H_TINY28) {
        return 1 + x;
    }
    t = x * x;
    c = x - t * math_poly(t, p, 5);
    if (k == 0)
        return 1 - ((x * c) / (c - 2) - x);
    y = 1 - ((lo - (x * c) / (2 - c)) - hi);
    if (k == 1024)
        return y * 2 * 0x1p1023;
    if (k >= -1021)
        return y * math_power_of_two(k);
    return y * math_power_of_two(k + 1000) * 0x1p-1000;
}

/* expm1() from what its rational gave: (x - e) is exp(r) - 1. */
static double math_scale_expm1(double x, double e, int k)
{
    double y;

    if (k == -1)
        return 0.5 * (x - e) - 0.5;
    if (k == 1)
        return x < -0.25 ? -2 * (e - (x + 0.5)) : 1 + 2 * (x - e);
    if (k <= -2 || k > 56) {
        y = 1 - (e - x);
        y = k == 1024 ? y * 2 * 0x1p1023 : y * math_power_of_two(k);
        return y - 1;
    }
    if (k < 20) {
        y = (1 - math_power_of_two(-k)) - (e - x);
    } else {
        y = x - (e + math_power_of_two(-k));
        y += 1;
    }
    return y * math_power_of_two(k);
}

static double math_expm1(double x)
{
    static const double q[] = { 1,
                                -0x1.11111111110f4p-5,
                                0x1.a01a019fe5585p-10,
                                -0x1.4ce199eaadbb7p-14,
                                0x1.0cfca86e65239p-18,
                                -0x1.afdb76e09c32dp-23 };
    const int32_t ax = math_high(x) & 0x7fffffff;
    double hi, lo, c = 0, t, e, half, hxs, r;
    int k = 0;

    if (x != x)
        return x;
    if (x > MATH_EXP_MAX)
        return INFINITY;
    if (ax >= 0x4043687a && x < 0) /* 56 ln2 */
        return -1;
    if (ax > MATH_H_HALF_LN2) {
        k = math_split_exp(x, ax, &hi, &lo);
        x = hi - lo;
        c = (hi - x) - lo;
    } else if (ax < MATH_H_TINY54) {
        return x;
    }
    half = 0.5 * x;
    hxs = x * half;
    r = math_poly(hxs, q, 6);
    t = 3 - r * half;
    e = hxs * ((r - t) / (6 - x * t));
    if (k == 0)
        return x - (x * e - hxs);
    e = (x * (e - c) - c);
    e -= hxs;
    return math_scale_expm1(x, e, k);
}

/* ---- Hyperbolic functions ------------------------------------------------ */

#define MATH_SINH_MAX 710.4758600739439

static double math_sinh(double x)
{
    const double h = x < 0 ? -0.5 : 0.5, ax = fabs(x);
    double t;

    if (ax < 22) {
        if (ax < 0x1p-28)
            return x;
        t = math_expm1(ax);
        return ax < 1 ? h * (2 * t - t * t / (t + 1)) : h * (t + t / (t + 1));
    }
    if (ax < 709.7822265625)
        return h * math_exp(ax);
    if (ax <= MATH_SINH_MAX) {
        t = math_exp(0.5 * ax);
        return h * t * t;
    }
    return x * 1e307;
}

static double math_cosh(double x)
{
    const double a = fabs(x);
    const int32_t ax = math_high(a);
    double t;

    if (ax < 0x3fd62e43) { /* half of ln2 */
        t = math_expm1(a);
        return ax < 0x3c800000 ? 1 + t : 1 + (t * t) / ((1 + t) + (1 + t));
    }
    if (ax < MATH_H_22) {
        t = math_exp(a);
        return 0.5 * t + 0.5 / t;
    }
    if (ax < MATH_H_EXP_MAX)
        return 0.5 * math_exp(a);
    if (a <= MATH_SINH_MAX) {
        t = math_exp(0.5 * a);
        return 0.5 * t * t;
    }
    return x != x ? x : INFINITY;
}

static double math_tanh(double x)
{
    const double a = fabs(x);
    const int32_t ax = math_high(a);
    double t, z = 1;

    if (x != x || ax < MATH_H_TINY28)
        return x;
    if (ax < MATH_H_22) {
        if (ax >= MATH_H_ONE) {
            t = math_expm1(2 * a);
            z = 1 - 2 / (t + 2);
        } else {
            t = math_expm1(-2 * a);
            z = -t / (t + 2);
        }
    }
    return x < 0 ? -z : z;
}

/* ---- Logarithms ---------------------------------------------------------- */

static const double math_lg[] = { 0x1.5555555555593p-1, 0x1.999999997fa04p-2,
                                  0x1.2492494229359p-2, 0x1.c71c51d8e78afp-3,
                                  0x1.7466496cb03dep-3, 0x1.39a09d078c69fp-3,
                                  0x1.2f112df3e5244p-3 };

/* The sum of the even and that of the odd terms, as log() takes them. */
static double math_log_terms(double s)
{
    const double z = s * s, w = z * z;
    const double even = w * (math_lg[1] + w * (math_lg[3] + w * math_lg[5]));
    const double odd =
        z * (math_lg[0] + w * (math_lg[2] + w * (math_lg[4] + w * math_lg[6])));

    return odd + even;
}

/* Is the logarithm of x already known? Else x is normal, and *k is 0 or what it
   was scaled by. */
static bool math_log_special(double *x, int *k, double *result)
{
    *k = 0;
    if (*x == 0)
        *result = -INFINITY;
    else if (*x < 0)
        *result = NAN;
    else if (*x != *x || isinf(*x))
        *result = *x;
    else {
        if (math_high(*x) < 0x00100000) {
            *k = -54;
            *x *= 0x1p54;
        }
        return false;
    }
    return true;
}

/* x = 2^k (1 + f), with 1 + f between sqrt(2)/2 and sqrt(2). Returns the high
   word of the fraction. */
static int32_t math_log_reduce(double x, int *k, double *f)
{
    const int32_t high = math_high(x), frac = high & 0xfffff;
    const int32_t up = (frac + 0x95f64) & 0x100000;

    *k += (high >> 20) - 1023 + (up >> 20);
    *f = math_with_high(x, frac | (up ^ MATH_H_ONE)) - 1;
    return frac;
}

static double math_log(double x)
{
    double f, s, r, half, result;
    int32_t frac;
    int k;

    if (math_log_special(&x, &k, &result))
        return result;
    frac = math_log_reduce(x, &k, &f);
    if ((0xfffff & (2 + frac)) < 3) { /* f is below 2^-20 */
        if (f == 0)
            return k == 0 ? 0 : k * MATH_LN2_HI + k * MATH_LN2_LO;
        r = f * f * (0.5 - 0.33333333333333333 * f);
        return k == 0 ? f - r : k * MATH_LN2_HI - ((r - k * MATH_LN2_LO) - f);
    }
    s = f / (2 + f);
    r = math_log_terms(s);
    if (((frac - 0x6147a) | (0x6b851 - frac)) > 0) {
        half = 0.5 * f * f;
        if (k == 0)
            return f - (half - s * (half + r));
        return k * MATH_LN2_HI -
               ((half - (s * (half + r) + k * MATH_LN2_LO)) - f);
    }
    if (k == 0)
        return f - s * (f - r);
    return k * MATH_LN2_HI - ((s * (f - r) - k * MATH_LN2_LO) - f);
}

static double math_log2(double x)
{
    static const double inv_hi = 0x1.7154765200000p+0;
    static const double inv_lo = 0x1.705fc2eefa200p-33;
    double f, half, hi, lo, big, small, sum, result;
    int k;

    if (math_log_special(&x, &k, &result))
        return result;
    if (x == 1)
        return k;
    math_log_reduce(x, &k, &f);
    half = 0.5 * f * f;
    result = f / (2 + f);
    result = result * (half + math_log_terms(result));
    hi = math_without_low(f - half);
    lo = (f - hi) - half + result;
    big = hi * inv_hi;
    small = (lo + hi) * inv_lo + lo * inv_hi;
    sum = k + big;
    small += (k - sum) + big;
    return small + sum;
}

static double math_log10(double x)
{
    double y, z, result;
    int k, below;

    if (math_log_special(&x, &k, &result))
        return result;
    if (x == 1 && k == 0)
        return 0;
    k += (math_high(x) >> 20) - 1023;
    below = k < 0;
    x = math_with_high(x, (math_high(x) & 0xfffff) | (0x3ff - below) << 20);
    y = k + below;
    z = y * 0x1.9fef311f12b36p-42 + 0x1.bcb7b1526e50ep-2 * math_log(x);
    return z + y * 0x1.34413509f6000p-2;
}

/* log(1 + f) + k ln2, where c is what 1 + f lost, and `near` says that f is
   below 2^-20. */
static double math_log1p_sum(double f, double c, int k, bool near)
{
    const double half = 0.5 * f * f;
    double s, z, r;

    if (near) {
        if (f == 0)
            return k == 0 ? 0 : k * MATH_LN2_HI + (c + k * MATH_LN2_LO);
        r = half * (1 - 0.66666666666666666 * f);
        return k == 0 ? f - r
                      : k * MATH_LN2_HI - ((r - (k * MATH_LN2_LO + c)) - f);
    }
    s = f / (2 + f);
    z = s * s;
    r = z * math_poly(z, math_lg, 7);
    if (k == 0)
        return f - (half - s * (half + r));
    return k * MATH_LN2_HI -
           ((half - (s * (half + r) + (k * MATH_LN2_LO + c))) - f);
}

static double math_log1p(double x)
{
    const int32_t high = math_high(x), ax = high & 0x7fffffff;
    int32_t frac;
    double u, c;
    int k;

    if (x != x || x == INFINITY)
        return x;
    if (x <= -1)
        return x == -1 ? -INFINITY : NAN;
    if (ax < 0x3e200000) /* 2^-29 */
        return ax < MATH_H_TINY54 ? x : x - x * x * 0.5;
    if (high < 0x3fda827a && (high > 0 || high <= (int32_t)0xbfd2bec4))
        return math_log1p_sum(x, 0, 0, false);
    if (high < 0x43400000) { /* 2^53 */
        u = 1 + x;
        k = (math_high(u) >> 20) - 1023;
        c = (k > 0 ? 1 - (u - x) : x - (u - 1)) / u;
    } else {
        u = x;
        k = (math_high(u) >> 20) - 1023;
        c = 0;
    }
    frac = math_high(u) & 0xfffff;
    if (frac < 0x6a09e) {
        u = math_with_high(u, frac | MATH_H_ONE);
    } else {
        k++;
        u = math_with_high(u, frac | 0x3fe00000);
        frac = (0x100000 - frac) >> 2;
    }
    return math_log1p_sum(u - 1, c, k, frac == 0);
}

/* ---- Inverse hyperbolic functions ---------------------------------------- */

static double math_acosh(double x)
{
    double t;

    if (!(x >= 1))
        return NAN;
    if (math_high(x) >= 0x41b00000) /* 2^28 */
        return isinf(x) ? x : math_log(x) + MATH_LN2;
    if (x == 1)
        return 0;
    if (math_high(x) > 0x40000000) {
        t = x * x;
        return math_log(2 * x - 1 / (x + sqrt(t - 1)));
    }
    t = x - 1;
    return math_log1p(t + sqrt(2 * t + t * t));
}

static double math_asinh(double x)
{
    const double a = fabs(x);
    const int32_t ax = math_high(a);
    double t, w;

    if (ax >= MATH_H_INF || ax < MATH_H_TINY28)
        return x;
    if (ax > 0x41b00000) {
        w = math_log(a) + MATH_LN2;
    } else if (ax > 0x40000000) {
        w = math_log(2 * a + 1 / (sqrt(x * x + 1) + a));
    } else {
        t = x * x;
        w = math_log1p(a + t / (1 + sqrt(1 + t)));
    }
    return x > 0 ? w : -w;
}

static double math_atanh(double x)
{
    const double a = fabs(x);
    double t;

    if (!(a <= 1))
        return NAN;
    if (a == 1)
        return x * INFINITY;
    if (math_high(a) < MATH_H_TINY28)
        return x;
    if (a < 0.5) {
        t = a + a;
        t = 0.5 * math_log1p(t + t * a / (1 - a));
    } else {
        t = 0.5 * math_log1p((a + a) / (1 - a));
    }
    return x < 0 ? -t : t;
}

/* ---- Roots and powers ---------------------------------------------------- */

/* A guess of 5 bits by the exponent, one of 23 bits by a polynomial, rounded
   away from zero so that its square is exact, and a step of Newton's. */
static double math_cbrt(double x)
{
    const uint32_t sign = math_bits(x) >> 63 << 31;
    const uint32_t ax = math_high(fabs(x));
    double t, r, s;

    if (ax >= MATH_H_INF || x == 0)
        return x;
    if (ax < 0x00100000) {
        t = fabs(x) * 0x1p54;
        t = math_with_high(0, sign | ((uint32_t)math_high(t) / 3 + 696219795));
    } else {
        t = math_with_high(0, sign | (ax / 3 + 715094163));
    }
    r = (t * t) * (t / x);
    t = t *
        ((0x1.e03e60f61e692p+0 +
          r * (-0x1.e28e092f02420p+0 + r * 0x1.9f1604a49d6c2p+0)) +
         ((r * r) * r) * (-0x1.844cbbee751d9p-1 + r * 0x1.2b000d4e4edd7p-3));
    t = math_double((math_bits(t) + 0x80000000) & 0xffffffffc0000000);
    s = t * t;
    r = x / s;
    r = (r - t) / ((t + t) + r);
    return t + t * r;
}
