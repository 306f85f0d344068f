/*
 * trig.c - sin(), cos(), tan() and their inverses, as math.c: the algorithms of
 * fdlibm, bit by bit.
 *
 *      x = n pi/2 + (y0 + y1)      |y0| <= pi/4, y1 is what y0 lost
 *
 * Up to 2^19 pi/2 the multiple of pi/2 is taken away in up to three parts of 33
 * bits; a larger x is multiplied by as many digits of 2/pi, of 24 bits each, as
 * its exponent needs.
 */

#define MATH_PI 0x1.921fb54442d18p+1
#define MATH_PI_2 0x1.921fb54442d18p+0
#define MATH_PI_4 0x1.921fb54442d18p-1
#define MATH_PI_2_LO 0x1.1a62633145c07p-54

enum { MATH_H_PI_4 = 0x3fe921fb };

/* ---- x modulo pi/2 ------------------------------------------------------- */

static const int32_t math_two_over_pi[] = {
    0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c,
    0x439041, 0xfe5163, 0xabdebb, 0xc561b7, 0x246e3a, 0x424dd2, 0xe00649,
    0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5, 0x2ebb44,
    0x84e99c, 0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b,
    0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11, 0x8b5a0a, 0x6d1f6d,
    0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5,
    0xf17b3d, 0x0739f7, 0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330,
    0x46fc7b, 0x6babf0, 0xcfbc20, 0x9af436, 0x1da9e3, 0x91615e, 0xe61b08,
    0x659985, 0x5f14a0, 0x68408d, 0xffd880, 0x4d7327, 0x310606, 0x1556ca,
    0x73a8c9, 0x60e27b, 0xc08c6b,
};

enum { MATH_TERMS = 4, MATH_DIGITS = 20 };

/* A product with 2/pi, in digits of 24 bits. */
typedef struct math_product {
    double x[3]; /* of the argument */
    int nx;
    int first; /* the digit of 2/pi it begins with */
    int q0;    /* the exponent of the last digit */
    int count;
    double q[MATH_DIGITS];
    int32_t digit[MATH_DIGITS]; /* last one first */
    int carry_half; /* 0, or how the fraction came to be above a half */
} math_product;

static double math_product_term(const math_product *p, int i)
{
    double sum = 0;
    int j, at;

    for (j = 0; j < p->nx; j++) {
        at = p->first + i - j;
        sum += p->x[j] * (at < 0 ? 0 : math_two_over_pi[at]);
    }
    return sum;
}

/* Make digits of q[0..count]. Returns the part above them. */
static double math_product_split(math_product *p)
{
    double z = p->q[p->count], up;
    int i, j;

    for (i = 0, j = p->count; j > 0; i++, j--) {
        up = (int32_t)(0x1p-24 * z);
        p->digit[i] = (int32_t)(z - 0x1p24 * up);
        z = p->q[j - 1] + up;
    }
    return z;
}

/* The whole multiples, and the sign of the rest: 1 - q for q above a half. */
static int math_product_whole(math_product *p, double *pz)
{
    const int last = p->count - 1, q0 = p->q0;
    double z = scalbn(*pz, q0);
    int n, i, borrow = 0;

    z -= 8 * floor(z * 0.125);
    n = (int)z;
    z -= n;
    p->carry_half = 0;
    if (q0 > 0) {
        i = p->digit[last] >> (24 - q0);
        n += i;
        p->digit[last] -= i << (24 - q0);
        p->carry_half = p->digit[last] >> (23 - q0);
    } else if (q0 == 0) {
        p->carry_half = p->digit[last] >> 23;
    } else if (z >= 0.5) {
        p->carry_half = 2;
    }
    if (p->carry_half > 0) {
        n++;
        for (i = 0; i < p->count; i++) {
            if (borrow)
                p->digit[i] = 0xffffff - p->digit[i];
            else if (p->digit[i] != 0) {
                borrow = 1;
                p->digit[i] = 0x1000000 - p->digit[i];
            }
        }
        if (q0 == 1 || q0 == 2)
            p->digit[last] &= q0 == 1 ? 0x7fffff : 0x3fffff;
        if (p->carry_half == 2) {
            z = 1 - z;
            if (borrow)
                z -= scalbn(1, q0);
        }
    }
    *pz = z;
    return n;
}

/* Are all digits that count zero? Then how many more are needed, else 0. */
static int math_product_missing(const math_product *p)
{
    int32_t any = 0;
    int i, more = 1;

    for (i = p->count - 1; i >= MATH_TERMS; i--)
        any |= p->digit[i];
    if (any != 0)
        return 0;
    while (more <= MATH_TERMS && p->digit[MATH_TERMS - more] == 0)
        more++;
    return more;
}

/* The fraction, which is z and the digits, times pi/2. */
static void math_product_rest(math_product *p, double z, double *y)
{
    static const double half_pi[] = {
        0x1.921fb40000000p+0,  0x1.4442d00000000p-24, 0x1.8469880000000p-48,
        0x1.8cc5160000000p-72, 0x1.01b8380000000p-96,
    };
    double part[MATH_DIGITS] = { 0 }, up, sum;
    int i, k, last = p->count;

    if (z == 0) {
        do {
            last--;
            p->q0 -= 24;
        } while (p->digit[last] == 0);
    } else {
        z = scalbn(z, -p->q0);
        if (z >= 0x1p24) {
            up = (int32_t)(0x1p-24 * z);
            p->digit[last++] = (int32_t)(z - 0x1p24 * up);
            p->q0 += 24;
            z = up;
        }
        p->digit[last] = (int32_t)z;
    }
    up = scalbn(1, p->q0);
    for (i = last; i >= 0; i--, up *= 0x1p-24)
        p->q[i] = up * p->digit[i];
    for (i = last; i >= 0; i--) {
        for (sum = 0, k = 0; k <= MATH_TERMS && k <= last - i; k++)
            sum += half_pi[k] * p->q[i + k];
        part[last - i] = sum;
    }
    for (sum = 0, i = last; i >= 0; i--)
        sum += part[i];
    y[0] = p->carry_half ? -sum : sum;
    sum = part[0] - sum;
    for (i = 1; i <= last; i++)
        sum += part[i];
    y[1] = p->carry_half ? -sum : sum;
}

/* for x above 2^19 pi/2 */
static int math_reduce_large(double x, double *y)
{
    math_product p = { .count = MATH_TERMS };
    const int e0 = (math_high(x) >> 20) - 1046;
    double z = math_with_high(x, math_high(x) - ((uint32_t)e0 << 20));
    int i, n, more;

    for (i = 0; i < 2; i++) {
        p.x[i] = (int32_t)z;
        z = (z - p.x[i]) * 0x1p24;
    }
    p.x[2] = z;
    for (p.nx = 3; p.x[p.nx - 1] == 0;)
        p.nx--;
    p.first = e0 < 27 ? 0 : (e0 - 3) / 24;
    p.q0 = e0 - 24 * (p.first + 1);
    for (i = 0; i <= p.count; i++)
        p.q[i] = math_product_term(&p, i);
    for (;;) {
        z = math_product_split(&p);
        n = math_product_whole(&p, &z);
        more = z == 0 ? math_product_missing(&p) : 0;
        if (more == 0)
            break;
        for (i = p.count + 1; i <= p.count + more; i++)
            p.q[i] = math_product_term(&p, i);
        p.count += more;
    }
    math_product_rest(&p, z, y);
    return n & 7;
}

/* How many bits did the subtraction take? */
static int math_bits_lost(double x, double y)
{
    return ((math_high(x) >> 20) & 0x7ff) - ((math_high(y) >> 20) & 0x7ff);
}

/* for x up to 2^19 pi/2 */
static int math_reduce_medium(double x, double *y)
{
    static const double part[][2] = {
        /* 33 bits of pi/2, and what is left of it then */
        { 0x1.921fb54400000p+0, 0x1.0b4611a626331p-34 },
        { 0x1.0b4611a600000p-34, 0x1.3198a2e037073p-69 },
        { 0x1.3198a2e000000p-69, 0x1.b839a252049c1p-104 },
    };
    static const int enough[] = { 16, 49 };
    const int n = (int)(x * 0x1.45f306dc9c883p-1 + 0.5);
    double r = x - n * part[0][0], w = n * part[0][1], t;
    int i;

    y[0] = r - w;
    for (i = 0; i < 2 && math_bits_lost(x, y[0]) > enough[i]; i++) {
        t = r;
        w = n * part[i + 1][0];
        r = t - w;
        w = n * part[i + 1][1] - ((t - r) - w);
        y[0] = r - w;
    }
    y[1] = (r - y[0]) - w;
    return n;
}

/* x = n pi/2 + y[0] + y[1]: n, of which the last two bits matter. */
static int math_reduce(double x, double *y)
{
    const int32_t ax = math_high(x) & 0x7fffffff;
    double z = fabs(x);
    int n = 1;

    if (ax < 0x4002d97c) { /* 3/4 pi: no multiplication */
        z -= 0x1.921fb54400000p+0;
        if (ax != 0x3ff921fb) {
            y[0] = z - 0x1.0b4611a626331p-34;
            y[1] = (z - y[0]) - 0x1.0b4611a626331p-34;
        } else {
            z -= 0x1.0b4611a600000p-34;
            y[0] = z - 0x1.3198a2e037073p-69;
            y[1] = (z - y[0]) - 0x1.3198a2e037073p-69;
        }
    } else {
        n = ax <= 0x413921fb ? math_reduce_medium(z, y)
                             : math_reduce_large(z, y);
    }
    if (x >= 0)
        return n;
    y[0] = -y[0];
    y[1] = -y[1];
    return -n;
}

/* ---- sin(), cos(), tan() ------------------------------------------------- */

/* of x + y between -pi/4 and pi/4 */
static double math_sin_kernel(double x, double y, bool has_tail)
{
    static const double c[] = { 0x1.111111110f8a6p-7, -0x1.a01a019c161d5p-13,
                                0x1.71de357b1fe7dp-19, -0x1.ae5e68a2b9cebp-26,
                                0x1.5d93a5acfd57cp-33 };
    const double s1 = -0x1.5555555555549p-3;
    double z, v, r;

    if ((math_high(x) & 0x7fffffff) < 0x3e400000) /* 2^-27 */
        return x;
    z = x * x;
    v = z * x;
    r = math_poly(z, c, 5);
    if (!has_tail)
        return x + v * (s1 + z * r);
    return x - ((z * (0.5 * y - v * r) - y) - v * s1);
}

static double math_cos_kernel(double x, double y)
{
    static const double c[] = { 0x1.555555555554cp-5,  -0x1.6c16c16c15177p-10,
                                0x1.a01a019cb1590p-16, -0x1.27e4f809c52adp-22,
                                0x1.1ee9ebdb4b1c4p-29, -0x1.8fae9be8838d4p-37 };
    const int32_t ax = math_high(x) & 0x7fffffff;
    double z, r, q;

    if (ax < 0x3e400000)
        return 1;
    z = x * x;
    r = z * math_poly(z, c, 6);
    if (ax < 0x3fd33333) /* 0.3 */
        return 1 - (0.5 * z - (z * r - x * y));
    q = ax > 0x3fe90000 ? 0.28125 : math_with_high(0, ax - 0x00200000);
    return (1 - q) - ((0.5 * z - q) - (z * r - x * y));
}

/* -1 / (w + what x and r have beyond it), with the bits that a quotient loses
 */
static double math_minus_inverse(double w, double x, double r)
{
    const double z = math_without_low(w), v = r - (z - x);
    const double a = -1 / w, t = math_without_low(a);

    return t + a * ((1 + t * z) + t * v);
}

static double math_tan_kernel(double x, double y, bool is_inverse)
{
    static const double c[] = {
        0x1.5555555555563p-2,  0x1.111111110fe7ap-3,  0x1.ba1ba1bb341fep-5,
        0x1.664f48406d637p-6,  0x1.226e3e96e8493p-7,  0x1.d6d22c9560328p-9,
        0x1.7dbc8fee08315p-10, 0x1.344d8f2f26501p-11, 0x1.026f71a8d1068p-12,
        0x1.47e88a03792a6p-14, 0x1.2b80f32f0a7e9p-14, -0x1.375cbdb605373p-16,
        0x1.b2a7074bf7ad4p-16,
    };
    const int32_t ax = math_high(x) & 0x7fffffff;
    const bool is_large = ax >= 0x3fe59428; /* 0.6744 */
    const double sign = x < 0 ? -1 : 1, v = is_inverse ? -1 : 1;
    double z, w, s, r, odd, even;

    if (ax < MATH_H_TINY28)
        return is_inverse ? math_minus_inverse(x + y, x, y) : x;
    if (is_large) {
        z = MATH_PI_4 - sign * x;
        w = 0x1.1a62633145c07p-55 - sign * y;
        x = z + w;
        y = 0;
    }
    z = x * x;
    w = z * z;
    odd = c[1] + w * (c[3] + w * (c[5] + w * (c[7] + w * (c[9] + w * c[11]))));
    even = z * (c[2] +
                w * (c[4] + w * (c[6] + w * (c[8] + w * (c[10] + w * c[12])))));
    s = z * x;
    r = y + z * (s * (odd + even) + y);
    r += c[0] * s;
    w = x + r;
    if (is_large)
        return sign * (v - 2 * (x - (w * w / (w + v) - r)));
    return is_inverse ? math_minus_inverse(w, x, r) : w;
}

static bool math_is_small_angle(double x)
{
    return (math_high(x) & 0x7fffffff) <= MATH_H_PI_4;
}

/* sin(x + quarter pi/2) */
static double math_sin_from(double x, int quarter)
{
    double y[2];

    quarter += math_reduce(x, y);
    switch (quarter & 3) {
    case 0:
        return math_sin_kernel(y[0], y[1], true);
    case 1:
        return math_cos_kernel(y[0], y[1]);
    case 2:
        return -math_sin_kernel(y[0], y[1], true);
    default:
        return -math_cos_kernel(y[0], y[1]);
    }
}

static double math_sin(double x)
{
    if (math_is_small_angle(x))
        return math_sin_kernel(x, 0, false);
    return isfinite(x) ? math_sin_from(x, 0) : NAN;
}

static double math_cos(double x)
{
    if (math_is_small_angle(x))
        return math_cos_kernel(x, 0);
    return isfinite(x) ? math_sin_from(x, 1) : NAN;
}

static double math_tan(double x)
{
    double y[2];
    int n;

    if (math_is_small_angle(x))
        return math_tan_kernel(x, 0, false);
    if (!isfinite(x))
        return NAN;
    n = math_reduce(x, y);
    return math_tan_kernel(y[0], y[1], n & 1);
}

/* ---- Inverses ------------------------------------------------------------ */

/* (asin(x) - x) / x as a rational of z = x^2 */
static double math_asin_rational(double z)
{
    static const double p[] = { 0x1.5555555555555p-3,  -0x1.4d61203eb6f7dp-2,
                                0x1.9c1550e884455p-3,  -0x1.48228b5688f3bp-5,
                                0x1.9efe07501b288p-11, 0x1.23de10dfdf709p-15 };
    static const double q[] = { 1, -0x1.33a271c8a2d4bp+1, 0x1.02ae59c598ac8p+1,
                                -0x1.6066c1b8d0159p-1, 0x1.3b8c5b12e9282p-4 };

    return (z * math_poly(z, p, 6)) / math_poly(z, q, 5);
}

static double math_acos(double x)
{
    double z, s, r, head, c;

    if (!(fabs(x) <= 1))
        return NAN;
    if (fabs(x) == 1)
        return x > 0 ? 0 : MATH_PI + 2 * MATH_PI_2_LO;
    if (fabs(x) < 0.5) {
        if ((math_high(x) & 0x7fffffff) <= 0x3c600000)
            return MATH_PI_2 + MATH_PI_2_LO;
        r = math_asin_rational(x * x);
        return MATH_PI_2 - (x - (MATH_PI_2_LO - x * r));
    }
    if (x < 0) {
        z = (1 + x) * 0.5;
        s = sqrt(z);
        r = math_asin_rational(z);
        return MATH_PI - 2 * (s + (r * s - MATH_PI_2_LO));
    }
    z = (1 - x) * 0.5;
    s = sqrt(z);
    head = math_without_low(s);
    c = (z - head * head) / (s + head);
    r = math_asin_rational(z);
    return 2 * (head + (r * s + c));
}

static double math_asin(double x)
{
    const double a = fabs(x);
    double t, s, w, c, p, q;

    if (!(a <= 1))
        return NAN;
    if (a == 1)
        return x * MATH_PI_2 + x * MATH_PI_2_LO;
    if (a < 0.5) {
        if (math_high(a) < 0x3e400000)
            return x;
        return x + x * math_asin_rational(x * x);
    }
    t = (1 - a) * 0.5;
    s = sqrt(t);
    w = math_asin_rational(t);
    if (math_high(a) >= 0x3fef3333) { /* 0.975 */
        t = MATH_PI_2 - (2 * (s + s * w) - MATH_PI_2_LO);
    } else {
        q = math_without_low(s);
        c = (t - q * q) / (s + q);
        p = 2 * s * w - (MATH_PI_2_LO - 2 * c);
        q = MATH_PI_4 - 2 * q;
        t = MATH_PI_4 - (p - q);
    }
    return x > 0 ? t : -t;
}

/* atan() of x, and of the 0.5, 1, 1.5 or infinity that is taken away first */
static double math_atan_terms(double x)
{
    static const double c[] = { 0x1.555555555550dp-2, -0x1.999999998ebc4p-3,
                                0x1.24924920083ffp-3, -0x1.c71c6fe231671p-4,
                                0x1.745cdc54c206ep-4, -0x1.3b0f2af749a6dp-4,
                                0x1.10d66a0d03d51p-4, -0x1.dde2d52defd9ap-5,
                                0x1.97b4b24760debp-5, -0x1.2b4442c6a6c2fp-5,
                                0x1.0ad3ae322da11p-6 };
    const double z = x * x, w = z * z;
    const double even =
        z *
        (c[0] + w * (c[2] + w * (c[4] + w * (c[6] + w * (c[8] + w * c[10])))));
    const double odd =
        w * (c[1] + w * (c[3] + w * (c[5] + w * (c[7] + w * c[9]))));

    return x * (even + odd);
}

static double math_atan(double x)
{
    static const double base[][2] = {
        { 0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56 },
        { MATH_PI_4, 0x1.1a62633145c07p-55 },
        { 0x1.f730bd281f69bp-1, 0x1.007887af0cbbdp-56 },
        { MATH_PI_2, MATH_PI_2_LO },
    };
    const int32_t ax = math_high(x) & 0x7fffffff;
    double a = fabs(x), z;
    int i;

    if (x != x)
        return x;
    if (ax >= 0x44100000) /* 2^66 */
        return x > 0 ? MATH_PI_2 + MATH_PI_2_LO : -MATH_PI_2 - MATH_PI_2_LO;
    if (ax < 0x3fdc0000) /* 7/16 */
        return ax < 0x3e400000 ? x : x - math_atan_terms(x);
    if (ax < 0x3fe60000) { /* 11/16 */
        i = 0;
        a = (2 * a - 1) / (2 + a);
    } else if (ax < 0x3ff30000) { /* 19/16 */
        i = 1;
        a = (a - 1) / (a + 1);
    } else if (ax < 0x40038000) { /* 39/16 */
        i = 2;
        a = (a - 1.5) / (1 + 1.5 * a);
    } else {
        i = 3;
        a = -1 / a;
    }
    z = base[i][0] - ((math_atan_terms(a) - base[i][1]) - a);
    return x < 0 ? -z : z;
}

/* The quotient is not taken where it says nothing or would overflow. */
static double math_atan2(double y, double x)
{
    const bool back = signbit(x);
    const int32_t ax = math_high(fabs(x)), ay = math_high(fabs(y));
    const int k = (ay - ax) >> 20;
    double z;

    if (x != x || y != y)
        return NAN;
    if (x == 1)
        return math_atan(y);
    if (y == 0)
        return back ? copysign(MATH_PI, y) : y;
    if (x == 0)
        return copysign(MATH_PI_2, y);
    if (isinf(x)) {
        z = isinf(y) ? MATH_PI_4 : 0;
        return copysign(!back ? z : isinf(y) ? 3 * MATH_PI_4 : MATH_PI, y);
    }
    if (isinf(y))
        return copysign(MATH_PI_2, y);
    if (k > 60)
        return copysign(MATH_PI_2 + MATH_PI_2_LO, y);
    z = back && k < -60 ? 0 : math_atan(fabs(y / x));
    if (!back)
        return signbit(y) ? -z : z;
    z -= 2 * MATH_PI_2_LO;
    return signbit(y) ? z - MATH_PI : MATH_PI - z;
}
