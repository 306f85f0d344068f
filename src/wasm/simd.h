/*
 * simd.h - the instructions of SIMD, after the byte 0xfd: each with its number,
 * its name, the types of its operands, and what it computes: `r` of `x` and
 * `y`. EACH(n, e) computes the first n lanes of r, `i` being the lane, and
 * CLAMP(v, a, b) is v, or the nearer of a and b. Types of vectors are those of
 * GCC and clang, which make vector instructions of them.
 */
#ifndef ORRERY_WASM_SIMD_H
#define ORRERY_WASM_SIMD_H

#include <stdint.h>

#define WASM_VECTOR(name, type, bytes)                                         \
    typedef type name __attribute__((vector_size(bytes)));
WASM_VECTOR(s8x16, int8_t, 16)
WASM_VECTOR(u8x16, uint8_t, 16)
WASM_VECTOR(s16x8, int16_t, 16)
WASM_VECTOR(u16x8, uint16_t, 16)
WASM_VECTOR(s32x4, int32_t, 16)
WASM_VECTOR(u32x4, uint32_t, 16)
WASM_VECTOR(s64x2, int64_t, 16)
WASM_VECTOR(u64x2, uint64_t, 16)
WASM_VECTOR(f32x4, float, 16)
WASM_VECTOR(f64x2, double, 16)
/* What some loads find in memory. */
WASM_VECTOR(s8x8, int8_t, 8)
WASM_VECTOR(u8x8, uint8_t, 8)
WASM_VECTOR(s16x4, int16_t, 8)
WASM_VECTOR(u16x4, uint16_t, 8)
WASM_VECTOR(s32x2, int32_t, 8)
WASM_VECTOR(u32x2, uint32_t, 8)
#undef WASM_VECTOR

/* A vector whose NaNs are the canonical one. Where it can be asked at once
 * whether there is any, a branch is what nothing has to wait for. */
static inline f32x4 wasm__canon_f32x4(f32x4 v)
{
    const u32x4 is_number = (u32x4)(v == v);

#ifdef __SSE2__
    if (__builtin_expect(__builtin_ia32_movmskps((f32x4)is_number) == 15, 1))
        return v;
    __asm__ volatile("");
#endif
    return (f32x4)(((u32x4)v & is_number) | (~is_number & 0x7fc00000u));
}

static inline f64x2 wasm__canon_f64x2(f64x2 v)
{
    const u64x2 is_number = (u64x2)(v == v);

#ifdef __SSE2__
    if (__builtin_expect(__builtin_ia32_movmskpd((f64x2)is_number) == 3, 1))
        return v;
    __asm__ volatile("");
#endif
    return (f64x2)(((u64x2)v & is_number) | (~is_number & 0x7ff8000000000000u));
}

/*
 * Relaxed instructions may differ between processors. Most are one that is not
 * relaxed; those that are not have numbers here that no instruction of one byte
 * has: X(number, their own, name, operand, statement), of x, y and z.
 */
#define WASM_SIMD_RELAXED(X)                                                   \
    X(154, 0x105, f32x4_relaxed_madd, f32x4,                                   \
      EACH(4, wasm__canon32(fmaf(x[i], y[i], z[i]))))                          \
    X(162, 0x106, f32x4_relaxed_nmadd, f32x4,                                  \
      EACH(4, wasm__canon32(fmaf(-x[i], y[i], z[i]))))                         \
    X(165, 0x107, f64x2_relaxed_madd, f64x2,                                   \
      EACH(2, wasm__canon64(fma(x[i], y[i], z[i]))))                           \
    X(166, 0x108, f64x2_relaxed_nmadd, f64x2,                                  \
      EACH(2, wasm__canon64(fma(-x[i], y[i], z[i]))))                          \
    X(175, 0x113, i32x4_relaxed_dot_i8x16_i7x16_add_s, s8x16,                  \
      wasm__dot_add(&x, &y, &z, &r))

/* Numbers of those that are not in a list. */
enum {
    WASM_SIMD_STORE = 11,
    WASM_SIMD_CONST = 12,
    WASM_SIMD_SHUFFLE = 13,
    WASM_SIMD_BITSELECT = 82
};

/* X(number, name, operand, result, statement). */
#define WASM_SIMD_UNARY(X)                                                     \
    X(77, v128_not, u64x2, u64x2, r = ~x)                                      \
    X(94, f32x4_demote_f64x2_zero, f64x2, f32x4, r = (f32x4){ 0 };             \
      EACH(2, wasm__canon32((float)x[i])))                                     \
    X(95, f64x2_promote_low_f32x4, f32x4, f64x2,                               \
      EACH(2, wasm__canon64((double)x[i])))                                    \
    X(96, i8x16_abs, s8x16, u8x16,                                             \
      EACH(16, x[i] < 0 ? 0 - (uint64_t)x[i] : (uint64_t)x[i]))                \
    X(97, i8x16_neg, u8x16, u8x16, r = 0 - x)                                  \
    X(98, i8x16_popcnt, u8x16, u8x16, EACH(16, __builtin_popcount(x[i])))      \
    X(103, f32x4_ceil, f32x4, f32x4, EACH(4, wasm__canon32(ceilf(x[i]))))      \
    X(104, f32x4_floor, f32x4, f32x4, EACH(4, wasm__canon32(floorf(x[i]))))    \
    X(105, f32x4_trunc, f32x4, f32x4, EACH(4, wasm__canon32(truncf(x[i]))))    \
    X(106, f32x4_nearest, f32x4, f32x4, EACH(4, wasm__canon32(rintf(x[i]))))   \
    X(116, f64x2_ceil, f64x2, f64x2, EACH(2, wasm__canon64(ceil(x[i]))))       \
    X(117, f64x2_floor, f64x2, f64x2, EACH(2, wasm__canon64(floor(x[i]))))     \
    X(122, f64x2_trunc, f64x2, f64x2, EACH(2, wasm__canon64(trunc(x[i]))))     \
    X(124, i16x8_extadd_pairwise_i8x16_s, s8x16, s16x8,                        \
      EACH(8, x[2 * i] + x[2 * i + 1]))                                        \
    X(125, i16x8_extadd_pairwise_i8x16_u, u8x16, u16x8,                        \
      EACH(8, x[2 * i] + x[2 * i + 1]))                                        \
    X(126, i32x4_extadd_pairwise_i16x8_s, s16x8, s32x4,                        \
      EACH(4, x[2 * i] + x[2 * i + 1]))                                        \
    X(127, i32x4_extadd_pairwise_i16x8_u, u16x8, u32x4,                        \
      EACH(4, x[2 * i] + x[2 * i + 1]))                                        \
    X(128, i16x8_abs, s16x8, u16x8,                                            \
      EACH(8, x[i] < 0 ? 0 - (uint64_t)x[i] : (uint64_t)x[i]))                 \
    X(129, i16x8_neg, u16x8, u16x8, r = 0 - x)                                 \
    X(135, i16x8_extend_low_i8x16_s, s8x16, s16x8, EACH(8, x[i]))              \
    X(136, i16x8_extend_high_i8x16_s, s8x16, s16x8, EACH(8, x[i + 8]))         \
    X(137, i16x8_extend_low_i8x16_u, u8x16, u16x8, EACH(8, x[i]))              \
    X(138, i16x8_extend_high_i8x16_u, u8x16, u16x8, EACH(8, x[i + 8]))         \
    X(148, f64x2_nearest, f64x2, f64x2, EACH(2, wasm__canon64(rint(x[i]))))    \
    X(160, i32x4_abs, s32x4, u32x4,                                            \
      EACH(4, x[i] < 0 ? 0 - (uint64_t)x[i] : (uint64_t)x[i]))                 \
    X(161, i32x4_neg, u32x4, u32x4, r = 0 - x)                                 \
    X(167, i32x4_extend_low_i16x8_s, s16x8, s32x4, EACH(4, x[i]))              \
    X(168, i32x4_extend_high_i16x8_s, s16x8, s32x4, EACH(4, x[i + 4]))         \
    X(169, i32x4_extend_low_i16x8_u, u16x8, u32x4, EACH(4, x[i]))              \
    X(170, i32x4_extend_high_i16x8_u, u16x8, u32x4, EACH(4, x[i + 4]))         \
    X(192, i64x2_abs, s64x2, u64x2,                                            \
      EACH(2, x[i] < 0 ? 0 - (uint64_t)x[i] : (uint64_t)x[i]))                 \
    X(193, i64x2_neg, u64x2, u64x2, r = 0 - x)                                 \
    X(199, i64x2_extend_low_i32x4_s, s32x4, s64x2, EACH(2, x[i]))              \
    X(200, i64x2_extend_high_i32x4_s, s32x4, s64x2, EACH(2, x[i + 2]))         \
    X(201, i64x2_extend_low_i32x4_u, u32x4, u64x2, EACH(2, x[i]))              \
    X(202, i64x2_extend_high_i32x4_u, u32x4, u64x2, EACH(2, x[i + 2]))         \
    X(224, f32x4_abs, u32x4, u32x4, r = x & ~0x80000000u)                      \
    X(225, f32x4_neg, u32x4, u32x4, r = x ^ 0x80000000u)                       \
    X(227, f32x4_sqrt, f32x4, f32x4, EACH(4, wasm__canon32(sqrtf(x[i]))))      \
    X(236, f64x2_abs, u64x2, u64x2, r = x & ~0x8000000000000000u)              \
    X(237, f64x2_neg, u64x2, u64x2, r = x ^ 0x8000000000000000u)               \
    X(239, f64x2_sqrt, f64x2, f64x2, EACH(2, wasm__canon64(sqrt(x[i]))))       \
    X(248, i32x4_trunc_sat_f32x4_s, f32x4, s32x4,                              \
      EACH(4, wasm__sat_s32_f32(x[i])))                                        \
    X(249, i32x4_trunc_sat_f32x4_u, f32x4, u32x4,                              \
      EACH(4, wasm__sat_u32_f32(x[i])))                                        \
    X(250, f32x4_convert_i32x4_s, s32x4, f32x4, EACH(4, x[i]))                 \
    X(251, f32x4_convert_i32x4_u, u32x4, f32x4, EACH(4, x[i]))                 \
    X(252, i32x4_trunc_sat_f64x2_s_zero, f64x2, s32x4, r = (s32x4){ 0 };       \
      EACH(2, wasm__sat_s32_f64(x[i])))                                        \
    X(253, i32x4_trunc_sat_f64x2_u_zero, f64x2, u32x4, r = (u32x4){ 0 };       \
      EACH(2, wasm__sat_u32_f64(x[i])))                                        \
    X(254, f64x2_convert_low_i32x4_s, s32x4, f64x2, EACH(2, x[i]))             \
    X(255, f64x2_convert_low_i32x4_u, u32x4, f64x2, EACH(2, x[i]))

/* X(number, name, operands, result, statement). */
#define WASM_SIMD_BINARY(X)                                                    \
    X(14, i8x16_swizzle, u8x16, u8x16, EACH(16, y[i] < 16 ? x[y[i] & 15] : 0)) \
    X(176, i16x8_relaxed_dot_i8x16_i7x16_s, s8x16, s16x8,                      \
      EACH(8, x[2 * i] * y[2 * i] + x[2 * i + 1] * y[2 * i + 1]))              \
    X(35, i8x16_eq, s8x16, s8x16, r = x == y)                                  \
    X(36, i8x16_ne, s8x16, s8x16, r = x != y)                                  \
    X(37, i8x16_lt_s, s8x16, s8x16, r = x < y)                                 \
    X(38, i8x16_lt_u, u8x16, s8x16, r = x < y)                                 \
    X(39, i8x16_gt_s, s8x16, s8x16, r = x > y)                                 \
    X(40, i8x16_gt_u, u8x16, s8x16, r = x > y)                                 \
    X(41, i8x16_le_s, s8x16, s8x16, r = x <= y)                                \
    X(42, i8x16_le_u, u8x16, s8x16, r = x <= y)                                \
    X(43, i8x16_ge_s, s8x16, s8x16, r = x >= y)                                \
    X(44, i8x16_ge_u, u8x16, s8x16, r = x >= y)                                \
    X(45, i16x8_eq, s16x8, s16x8, r = x == y)                                  \
    X(46, i16x8_ne, s16x8, s16x8, r = x != y)                                  \
    X(47, i16x8_lt_s, s16x8, s16x8, r = x < y)                                 \
    X(48, i16x8_lt_u, u16x8, s16x8, r = x < y)                                 \
    X(49, i16x8_gt_s, s16x8, s16x8, r = x > y)                                 \
    X(50, i16x8_gt_u, u16x8, s16x8, r = x > y)                                 \
    X(51, i16x8_le_s, s16x8, s16x8, r = x <= y)                                \
    X(52, i16x8_le_u, u16x8, s16x8, r = x <= y)                                \
    X(53, i16x8_ge_s, s16x8, s16x8, r = x >= y)                                \
    X(54, i16x8_ge_u, u16x8, s16x8, r = x >= y)                                \
    X(55, i32x4_eq, s32x4, s32x4, r = x == y)                                  \
    X(56, i32x4_ne, s32x4, s32x4, r = x != y)                                  \
    X(57, i32x4_lt_s, s32x4, s32x4, r = x < y)                                 \
    X(58, i32x4_lt_u, u32x4, s32x4, r = x < y)                                 \
    X(59, i32x4_gt_s, s32x4, s32x4, r = x > y)                                 \
    X(60, i32x4_gt_u, u32x4, s32x4, r = x > y)                                 \
    X(61, i32x4_le_s, s32x4, s32x4, r = x <= y)                                \
    X(62, i32x4_le_u, u32x4, s32x4, r = x <= y)                                \
    X(63, i32x4_ge_s, s32x4, s32x4, r = x >= y)                                \
    X(64, i32x4_ge_u, u32x4, s32x4, r = x >= y)                                \
    X(65, f32x4_eq, f32x4, s32x4, r = x == y)                                  \
    X(66, f32x4_ne, f32x4, s32x4, r = x != y)                                  \
    X(67, f32x4_lt, f32x4, s32x4, r = x < y)                                   \
    X(68, f32x4_gt, f32x4, s32x4, r = x > y)                                   \
    X(69, f32x4_le, f32x4, s32x4, r = x <= y)                                  \
    X(70, f32x4_ge, f32x4, s32x4, r = x >= y)                                  \
    X(71, f64x2_eq, f64x2, s64x2, r = x == y)                                  \
    X(72, f64x2_ne, f64x2, s64x2, r = x != y)                                  \
    X(73, f64x2_lt, f64x2, s64x2, r = x < y)                                   \
    X(74, f64x2_gt, f64x2, s64x2, r = x > y)                                   \
    X(75, f64x2_le, f64x2, s64x2, r = x <= y)                                  \
    X(76, f64x2_ge, f64x2, s64x2, r = x >= y)                                  \
    X(78, v128_and, u64x2, u64x2, r = x & y)                                   \
    X(79, v128_andnot, u64x2, u64x2, r = x & ~y)                               \
    X(80, v128_or, u64x2, u64x2, r = x | y)                                    \
    X(81, v128_xor, u64x2, u64x2, r = x ^ y)                                   \
    X(101, i8x16_narrow_i16x8_s, s16x8, s8x16,                                 \
      EACH(16, CLAMP(i < 8 ? x[i & 7] : y[i & 7], -128, 127)))                 \
    X(102, i8x16_narrow_i16x8_u, s16x8, u8x16,                                 \
      EACH(16, CLAMP(i < 8 ? x[i & 7] : y[i & 7], 0, 255)))                    \
    X(110, i8x16_add, u8x16, u8x16, r = x + y)                                 \
    X(111, i8x16_add_sat_s, s8x16, s8x16,                                      \
      EACH(16, CLAMP(x[i] + y[i], -128, 127)))                                 \
    X(112, i8x16_add_sat_u, u8x16, u8x16,                                      \
      EACH(16, CLAMP(x[i] + y[i], 0, 255)))                                    \
    X(113, i8x16_sub, u8x16, u8x16, r = x - y)                                 \
    X(114, i8x16_sub_sat_s, s8x16, s8x16,                                      \
      EACH(16, CLAMP(x[i] - y[i], -128, 127)))                                 \
    X(115, i8x16_sub_sat_u, u8x16, u8x16,                                      \
      EACH(16, CLAMP(x[i] - y[i], 0, 255)))                                    \
    X(118, i8x16_min_s, s8x16, s8x16, EACH(16, x[i] < y[i] ? x[i] : y[i]))     \
    X(119, i8x16_min_u, u8x16, u8x16, EACH(16, x[i] < y[i] ? x[i] : y[i]))     \
    X(120, i8x16_max_s, s8x16, s8x16, EACH(16, x[i] > y[i] ? x[i] : y[i]))     \
    X(121, i8x16_max_u, u8x16, u8x16, EACH(16, x[i] > y[i] ? x[i] : y[i]))     \
    X(123, i8x16_avgr_u, u8x16, u8x16, EACH(16, (x[i] + y[i] + 1) / 2))        \
    X(130, i16x8_q15mulr_sat_s, s16x8, s16x8,                                  \
      EACH(8, CLAMP((x[i] * y[i] + 0x4000) >> 15, -32768, 32767)))             \
    X(133, i16x8_narrow_i32x4_s, s32x4, s16x8,                                 \
      EACH(8, CLAMP(i < 4 ? x[i & 3] : y[i & 3], -32768, 32767)))              \
    X(134, i16x8_narrow_i32x4_u, s32x4, u16x8,                                 \
      EACH(8, CLAMP(i < 4 ? x[i & 3] : y[i & 3], 0, 65535)))                   \
    X(142, i16x8_add, u16x8, u16x8, r = x + y)                                 \
    X(143, i16x8_add_sat_s, s16x8, s16x8,                                      \
      EACH(8, CLAMP(x[i] + y[i], -32768, 32767)))                              \
    X(144, i16x8_add_sat_u, u16x8, u16x8,                                      \
      EACH(8, CLAMP(x[i] + y[i], 0, 65535)))                                   \
    X(145, i16x8_sub, u16x8, u16x8, r = x - y)                                 \
    X(146, i16x8_sub_sat_s, s16x8, s16x8,                                      \
      EACH(8, CLAMP(x[i] - y[i], -32768, 32767)))                              \
    X(147, i16x8_sub_sat_u, u16x8, u16x8,                                      \
      EACH(8, CLAMP(x[i] - y[i], 0, 65535)))                                   \
    X(149, i16x8_mul, u16x8, u16x8, r = x * y)                                 \
    X(150, i16x8_min_s, s16x8, s16x8, EACH(8, x[i] < y[i] ? x[i] : y[i]))      \
    X(151, i16x8_min_u, u16x8, u16x8, EACH(8, x[i] < y[i] ? x[i] : y[i]))      \
    X(152, i16x8_max_s, s16x8, s16x8, EACH(8, x[i] > y[i] ? x[i] : y[i]))      \
    X(153, i16x8_max_u, u16x8, u16x8, EACH(8, x[i] > y[i] ? x[i] : y[i]))      \
    X(155, i16x8_avgr_u, u16x8, u16x8, EACH(8, (x[i] + y[i] + 1) / 2))         \
    X(156, i16x8_extmul_low_i8x16_s, s8x16, s16x8,                             \
      EACH(8, (int32_t)x[i] * y[i]))                                           \
    X(157, i16x8_extmul_high_i8x16_s, s8x16, s16x8,                            \
      EACH(8, (int32_t)x[i + 8] * y[i + 8]))                                   \
    X(158, i16x8_extmul_low_i8x16_u, u8x16, u16x8,                             \
      EACH(8, (uint32_t)x[i] * y[i]))                                          \
    X(159, i16x8_extmul_high_i8x16_u, u8x16, u16x8,                            \
      EACH(8, (uint32_t)x[i + 8] * y[i + 8]))                                  \
    X(174, i32x4_add, u32x4, u32x4, r = x + y)                                 \
    X(177, i32x4_sub, u32x4, u32x4, r = x - y)                                 \
    X(181, i32x4_mul, u32x4, u32x4, r = x * y)                                 \
    X(182, i32x4_min_s, s32x4, s32x4, EACH(4, x[i] < y[i] ? x[i] : y[i]))      \
    X(183, i32x4_min_u, u32x4, u32x4, EACH(4, x[i] < y[i] ? x[i] : y[i]))      \
    X(184, i32x4_max_s, s32x4, s32x4, EACH(4, x[i] > y[i] ? x[i] : y[i]))      \
    X(185, i32x4_max_u, u32x4, u32x4, EACH(4, x[i] > y[i] ? x[i] : y[i]))      \
    X(186, i32x4_dot_i16x8_s, s16x8, u32x4,                                    \
      EACH(4, (uint32_t)(x[2 * i] * y[2 * i]) +                                \
                  (uint32_t)(x[2 * i + 1] * y[2 * i + 1])))                    \
    X(188, i32x4_extmul_low_i16x8_s, s16x8, s32x4,                             \
      EACH(4, (int64_t)x[i] * y[i]))                                           \
    X(189, i32x4_extmul_high_i16x8_s, s16x8, s32x4,                            \
      EACH(4, (int64_t)x[i + 4] * y[i + 4]))                                   \
    X(190, i32x4_extmul_low_i16x8_u, u16x8, u32x4,                             \
      EACH(4, (uint64_t)x[i] * y[i]))                                          \
    X(191, i32x4_extmul_high_i16x8_u, u16x8, u32x4,                            \
      EACH(4, (uint64_t)x[i + 4] * y[i + 4]))                                  \
    X(206, i64x2_add, u64x2, u64x2, r = x + y)                                 \
    X(209, i64x2_sub, u64x2, u64x2, r = x - y)                                 \
    X(213, i64x2_mul, u64x2, u64x2, r = x * y)                                 \
    X(214, i64x2_eq, s64x2, s64x2, r = x == y)                                 \
    X(215, i64x2_ne, s64x2, s64x2, r = x != y)                                 \
    X(216, i64x2_lt_s, s64x2, s64x2, r = x < y)                                \
    X(217, i64x2_gt_s, s64x2, s64x2, r = x > y)                                \
    X(218, i64x2_le_s, s64x2, s64x2, r = x <= y)                               \
    X(219, i64x2_ge_s, s64x2, s64x2, r = x >= y)                               \
    X(220, i64x2_extmul_low_i32x4_s, s32x4, s64x2,                             \
      EACH(2, (int64_t)x[i] * y[i]))                                           \
    X(221, i64x2_extmul_high_i32x4_s, s32x4, s64x2,                            \
      EACH(2, (int64_t)x[i + 2] * y[i + 2]))                                   \
    X(222, i64x2_extmul_low_i32x4_u, u32x4, u64x2,                             \
      EACH(2, (uint64_t)x[i] * y[i]))                                          \
    X(223, i64x2_extmul_high_i32x4_u, u32x4, u64x2,                            \
      EACH(2, (uint64_t)x[i + 2] * y[i + 2]))                                  \
    X(228, f32x4_add, f32x4, f32x4, r = wasm__canon_f32x4(x + y))              \
    X(229, f32x4_sub, f32x4, f32x4, r = wasm__canon_f32x4(x - y))              \
    X(230, f32x4_mul, f32x4, f32x4, r = wasm__canon_f32x4(x * y))              \
    X(231, f32x4_div, f32x4, f32x4, r = wasm__canon_f32x4(x / y))              \
    X(232, f32x4_min, f32x4, f32x4, EACH(4, wasm__min32(x[i], y[i])))          \
    X(233, f32x4_max, f32x4, f32x4, EACH(4, wasm__max32(x[i], y[i])))          \
    X(234, f32x4_pmin, f32x4, f32x4, EACH(4, y[i] < x[i] ? y[i] : x[i]))       \
    X(235, f32x4_pmax, f32x4, f32x4, EACH(4, x[i] < y[i] ? y[i] : x[i]))       \
    X(240, f64x2_add, f64x2, f64x2, r = wasm__canon_f64x2(x + y))              \
    X(241, f64x2_sub, f64x2, f64x2, r = wasm__canon_f64x2(x - y))              \
    X(242, f64x2_mul, f64x2, f64x2, r = wasm__canon_f64x2(x * y))              \
    X(243, f64x2_div, f64x2, f64x2, r = wasm__canon_f64x2(x / y))              \
    X(244, f64x2_min, f64x2, f64x2, EACH(2, wasm__min64(x[i], y[i])))          \
    X(245, f64x2_max, f64x2, f64x2, EACH(2, wasm__max64(x[i], y[i])))          \
    X(246, f64x2_pmin, f64x2, f64x2, EACH(2, y[i] < x[i] ? y[i] : x[i]))       \
    X(247, f64x2_pmax, f64x2, f64x2, EACH(2, x[i] < y[i] ? y[i] : x[i]))

/* X(number, name, vector, statement): by n bits. */
#define WASM_SIMD_SHIFT(X)                                                     \
    X(107, i8x16_shl, u8x16, EACH(16, x[i] << (n & 7)))                        \
    X(108, i8x16_shr_s, s8x16, EACH(16, x[i] >> (n & 7)))                      \
    X(109, i8x16_shr_u, u8x16, EACH(16, x[i] >> (n & 7)))                      \
    X(139, i16x8_shl, u16x8, EACH(8, x[i] << (n & 15)))                        \
    X(140, i16x8_shr_s, s16x8, EACH(8, x[i] >> (n & 15)))                      \
    X(141, i16x8_shr_u, u16x8, EACH(8, x[i] >> (n & 15)))                      \
    X(171, i32x4_shl, u32x4, EACH(4, x[i] << (n & 31)))                        \
    X(172, i32x4_shr_s, s32x4, EACH(4, x[i] >> (n & 31)))                      \
    X(173, i32x4_shr_u, u32x4, EACH(4, x[i] >> (n & 31)))                      \
    X(203, i64x2_shl, u64x2, EACH(2, x[i] << (n & 63)))                        \
    X(204, i64x2_shr_s, s64x2, EACH(2, x[i] >> (n & 63)))                      \
    X(205, i64x2_shr_u, u64x2, EACH(2, x[i] >> (n & 63)))

/* X(number, name, vector, statement): r is a number. */
#define WASM_SIMD_TEST(X)                                                      \
    X(83, v128_any_true, u64x2, r = (x[0] | x[1]) != 0)                        \
    X(99, i8x16_all_true, s8x16, r = 1;                                        \
      for (int i = 0; i < 16; i++) r &= x[i] != 0)                             \
    X(100, i8x16_bitmask, s8x16, r = 0;                                        \
      for (int i = 0; i < 16; i++) r |= (uint32_t)(x[i] < 0) << i)             \
    X(131, i16x8_all_true, s16x8, r = 1;                                       \
      for (int i = 0; i < 8; i++) r &= x[i] != 0)                              \
    X(132, i16x8_bitmask, s16x8, r = 0;                                        \
      for (int i = 0; i < 8; i++) r |= (uint32_t)(x[i] < 0) << i)              \
    X(163, i32x4_all_true, s32x4, r = 1;                                       \
      for (int i = 0; i < 4; i++) r &= x[i] != 0)                              \
    X(164, i32x4_bitmask, s32x4, r = 0;                                        \
      for (int i = 0; i < 4; i++) r |= (uint32_t)(x[i] < 0) << i)              \
    X(195, i64x2_all_true, s64x2, r = 1;                                       \
      for (int i = 0; i < 2; i++) r &= x[i] != 0)                              \
    X(196, i64x2_bitmask, s64x2, r = 0;                                        \
      for (int i = 0; i < 2; i++) r |= (uint32_t)(x[i] < 0) << i)

/* X(number, name, operand, result, lanes). */
#define WASM_SIMD_SPLAT(X)                                                     \
    X(15, i8x16_splat, u32, u8x16, 16)                                         \
    X(16, i16x8_splat, u32, u16x8, 8)                                          \
    X(17, i32x4_splat, u32, u32x4, 4)                                          \
    X(18, i64x2_splat, u64, u64x2, 2)                                          \
    X(19, f32x4_splat, f32, f32x4, 4)                                          \
    X(20, f64x2_splat, f64, f64x2, 2)

/* X(number, name, vector, result, lanes). */
#define WASM_SIMD_EXTRACT(X)                                                   \
    X(21, i8x16_extract_lane_s, s8x16, s32, 16)                                \
    X(22, i8x16_extract_lane_u, u8x16, u32, 16)                                \
    X(24, i16x8_extract_lane_s, s16x8, s32, 8)                                 \
    X(25, i16x8_extract_lane_u, u16x8, u32, 8)                                 \
    X(27, i32x4_extract_lane, u32x4, u32, 4)                                   \
    X(29, i64x2_extract_lane, u64x2, u64, 2)                                   \
    X(31, f32x4_extract_lane, f32x4, f32, 4)                                   \
    X(33, f64x2_extract_lane, f64x2, f64, 2)

/* X(number, name, vector, operand, lanes). */
#define WASM_SIMD_REPLACE(X)                                                   \
    X(23, i8x16_replace_lane, u8x16, u32, 16)                                  \
    X(26, i16x8_replace_lane, u16x8, u32, 8)                                   \
    X(28, i32x4_replace_lane, u32x4, u32, 4)                                   \
    X(30, i64x2_replace_lane, u64x2, u64, 2)                                   \
    X(32, f32x4_replace_lane, f32x4, f32, 4)                                   \
    X(34, f64x2_replace_lane, f64x2, f64, 2)

/* X(number, name, log2 of the alignment, in memory, result, statement of m). */
#define WASM_SIMD_LOAD(X)                                                      \
    X(0, v128_load, 4, u64x2, u64x2, r = m)                                    \
    X(1, v128_load8x8_s, 3, s8x8, s16x8, EACH(8, m[i]))                        \
    X(2, v128_load8x8_u, 3, u8x8, u16x8, EACH(8, m[i]))                        \
    X(3, v128_load16x4_s, 3, s16x4, s32x4, EACH(4, m[i]))                      \
    X(4, v128_load16x4_u, 3, u16x4, u32x4, EACH(4, m[i]))                      \
    X(5, v128_load32x2_s, 3, s32x2, s64x2, EACH(2, m[i]))                      \
    X(6, v128_load32x2_u, 3, u32x2, u64x2, EACH(2, m[i]))                      \
    X(7, v128_load8_splat, 0, uint8_t, u8x16, EACH(16, m))                     \
    X(8, v128_load16_splat, 1, uint16_t, u16x8, EACH(8, m))                    \
    X(9, v128_load32_splat, 2, uint32_t, u32x4, EACH(4, m))                    \
    X(10, v128_load64_splat, 3, uint64_t, u64x2, EACH(2, m))                   \
    X(92, v128_load32_zero, 2, uint32_t, u32x4, r = (u32x4){ m })              \
    X(93, v128_load64_zero, 3, uint64_t, u64x2, r = (u64x2){ m })

/* X(number, name, log2 of the bytes, vector). */
#define WASM_SIMD_LOAD_LANE(X)                                                 \
    X(84, v128_load8_lane, 0, u8x16)                                           \
    X(85, v128_load16_lane, 1, u16x8)                                          \
    X(86, v128_load32_lane, 2, u32x4)                                          \
    X(87, v128_load64_lane, 3, u64x2)

/* The same. */
#define WASM_SIMD_STORE_LANE(X)                                                \
    X(88, v128_store8_lane, 0, u8x16)                                          \
    X(89, v128_store16_lane, 1, u16x8)                                         \
    X(90, v128_store32_lane, 2, u32x4)                                         \
    X(91, v128_store64_lane, 3, u64x2)

#endif
