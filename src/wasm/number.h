/*
 * number.h - arithmetic of WebAssembly that C lacks or leaves undefined.
 *
 * Each NaN that an operation makes is the canonical one, whatever the processor
 * makes: so a run gives the same bits everywhere.
 */
#ifndef ORRERY_WASM_NUMBER_H
#define ORRERY_WASM_NUMBER_H

#include <math.h>
#include <stdint.h>
#include <string.h>

static inline float wasm__f32_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof(f));
    return f;
}

static inline uint32_t wasm__bits_f32(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof(bits));
    return bits;
}

static inline double wasm__f64_of(uint64_t bits)
{
    double f;
    memcpy(&f, &bits, sizeof(f));
    return f;
}

static inline uint64_t wasm__bits_f64(double f)
{
    uint64_t bits;
    memcpy(&bits, &f, sizeof(bits));
    return bits;
}

/*
 * The empty statement keeps the compiler from choosing by a conditional move:
 * that goes through an integer register, and whatever waits for the number
 * waits for it, too. A branch that is never taken costs nothing.
 */
static inline float wasm__canon32(float f)
{
    if (__builtin_expect(f != f, 0)) {
        __asm__ volatile("");
        f = wasm__f32_of(0x7fc00000u);
    }
    return f;
}

static inline double wasm__canon64(double f)
{
    if (__builtin_expect(f != f, 0)) {
        __asm__ volatile("");
        f = wasm__f64_of(0x7ff8000000000000u);
    }
    return f;
}

static inline float wasm__min32(float x, float y)
{
    if (x != x || y != y)
        return wasm__f32_of(0x7fc00000u);
    if (x == y) /* -0 is less than 0 */
        return wasm__f32_of(wasm__bits_f32(x) | wasm__bits_f32(y));
    return x < y ? x : y;
}

static inline float wasm__max32(float x, float y)
{
    if (x != x || y != y)
        return wasm__f32_of(0x7fc00000u);
    if (x == y)
        return wasm__f32_of(wasm__bits_f32(x) & wasm__bits_f32(y));
    return x > y ? x : y;
}

static inline double wasm__min64(double x, double y)
{
    if (x != x || y != y)
        return wasm__f64_of(0x7ff8000000000000u);
    if (x == y)
        return wasm__f64_of(wasm__bits_f64(x) | wasm__bits_f64(y));
    return x < y ? x : y;
}

static inline double wasm__max64(double x, double y)
{
    if (x != x || y != y)
        return wasm__f64_of(0x7ff8000000000000u);
    if (x == y)
        return wasm__f64_of(wasm__bits_f64(x) & wasm__bits_f64(y));
    return x > y ? x : y;
}

static inline float wasm__copysign32(float x, float y)
{
    return wasm__f32_of((wasm__bits_f32(x) & 0x7fffffffu) |
                        (wasm__bits_f32(y) & 0x80000000u));
}

static inline double wasm__copysign64(double x, double y)
{
    return wasm__f64_of((wasm__bits_f64(x) & 0x7fffffffffffffffu) |
                        (wasm__bits_f64(y) & 0x8000000000000000u));
}

/* What truncation gives, or the nearest there is; zero for NaN. */
#define WASM_SATURATE(name, from, to, below, beyond, min, max)                 \
    static inline to name(from x)                                              \
    {                                                                          \
        if (x != x)                                                            \
            return 0;                                                          \
        if (x <= (below))                                                      \
            return (min);                                                      \
        if (x >= (beyond))                                                     \
            return (max);                                                      \
        return (to)x;                                                          \
    }
WASM_SATURATE(wasm__sat_s32_f32, float, int32_t, -2147483648.0f, 2147483648.0f,
              INT32_MIN, INT32_MAX)
WASM_SATURATE(wasm__sat_u32_f32, float, uint32_t, -1.0f, 4294967296.0f, 0,
              UINT32_MAX)
WASM_SATURATE(wasm__sat_s32_f64, double, int32_t, -2147483649.0, 2147483648.0,
              INT32_MIN, INT32_MAX)
WASM_SATURATE(wasm__sat_u32_f64, double, uint32_t, -1.0, 4294967296.0, 0,
              UINT32_MAX)
WASM_SATURATE(wasm__sat_s64_f32, float, int64_t, -9223372036854775808.0f,
              9223372036854775808.0f, INT64_MIN, INT64_MAX)
WASM_SATURATE(wasm__sat_u64_f32, float, uint64_t, -1.0f,
              18446744073709551616.0f, 0, UINT64_MAX)
WASM_SATURATE(wasm__sat_s64_f64, double, int64_t, -9223372036854775808.0,
              9223372036854775808.0, INT64_MIN, INT64_MAX)
WASM_SATURATE(wasm__sat_u64_f64, double, uint64_t, -1.0, 18446744073709551616.0,
              0, UINT64_MAX)
#undef WASM_SATURATE

static inline uint32_t wasm__rotl32(uint32_t x, uint32_t n)
{
    return x << (n & 31) | x >> (-n & 31);
}

static inline uint64_t wasm__rotl64(uint64_t x, uint64_t n)
{
    return x << (n & 63) | x >> (-n & 63);
}

static inline uint32_t wasm__rotr32(uint32_t x, uint32_t n)
{
    return x >> (n & 31) | x << (-n & 31);
}

static inline uint64_t wasm__rotr64(uint64_t x, uint64_t n)
{
    return x >> (n & 63) | x << (-n & 63);
}

/* Products of bytes, of which four are added to each lane of z. */
static inline void wasm__dot_add(const void *x, const void *y, const void *z,
                                 void *r)
{
    int8_t a[16];
    int8_t b[16];
    uint32_t sums[4];

    memcpy(a, x, sizeof(a));
    memcpy(b, y, sizeof(b));
    memcpy(sums, z, sizeof(sums));
    for (int i = 0; i < 16; i++)
        sums[i / 4] += (uint32_t)(a[i] * b[i]);
    memcpy(r, sums, sizeof(sums));
}

#endif
