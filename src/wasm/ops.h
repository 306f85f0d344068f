/*
 * ops.h - the numeric instructions of WebAssembly, each with its byte, its
 * name, the types of its operands as members of wasm_slot, and what it computes
 * in C: `r` of `x` and `y`. Decoder and interpreter are both made of these
 * lists, so they cannot differ.
 *
 * TRAP(name) ends the run. It, and the functions of number.h, are needed only
 * where the statements are used.
 */
#ifndef ORRERY_WASM_OPS_H
#define ORRERY_WASM_OPS_H

/* Comparisons of integers: X(byte, name, type, operator). They can be joined
 * with the branch that follows. */
#define WASM_COMPARE(X)                                                        \
    X(0x46, i32_eq, u32, ==)                                                   \
    X(0x47, i32_ne, u32, !=)                                                   \
    X(0x48, i32_lt_s, s32, <)                                                  \
    X(0x49, i32_lt_u, u32, <)                                                  \
    X(0x4a, i32_gt_s, s32, >)                                                  \
    X(0x4b, i32_gt_u, u32, >)                                                  \
    X(0x4c, i32_le_s, s32, <=)                                                 \
    X(0x4d, i32_le_u, u32, <=)                                                 \
    X(0x4e, i32_ge_s, s32, >=)                                                 \
    X(0x4f, i32_ge_u, u32, >=)                                                 \
    X(0x51, i64_eq, u64, ==)                                                   \
    X(0x52, i64_ne, u64, !=)                                                   \
    X(0x53, i64_lt_s, s64, <)                                                  \
    X(0x54, i64_lt_u, u64, <)                                                  \
    X(0x55, i64_gt_s, s64, >)                                                  \
    X(0x56, i64_gt_u, u64, >)                                                  \
    X(0x57, i64_le_s, s64, <=)                                                 \
    X(0x58, i64_le_u, u64, <=)                                                 \
    X(0x59, i64_ge_s, s64, >=)                                                 \
    X(0x5a, i64_ge_u, u64, >=)

/* The same of floats. */
#define WASM_COMPARE_FLOAT(X)                                                  \
    X(0x5b, f32_eq, f32, ==)                                                   \
    X(0x5c, f32_ne, f32, !=)                                                   \
    X(0x5d, f32_lt, f32, <)                                                    \
    X(0x5e, f32_gt, f32, >)                                                    \
    X(0x5f, f32_le, f32, <=)                                                   \
    X(0x60, f32_ge, f32, >=)                                                   \
    X(0x61, f64_eq, f64, ==)                                                   \
    X(0x62, f64_ne, f64, !=)                                                   \
    X(0x63, f64_lt, f64, <)                                                    \
    X(0x64, f64_gt, f64, >)                                                    \
    X(0x65, f64_le, f64, <=)                                                   \
    X(0x66, f64_ge, f64, >=)

/* X(byte, name, type, statement). The second operand may be a constant. */
#define WASM_BINARY_IMM(X)                                                     \
    X(0x6a, i32_add, u32, r = x + y)                                           \
    X(0x6b, i32_sub, u32, r = x - y)                                           \
    X(0x6c, i32_mul, u32, r = x * y)                                           \
    X(0x71, i32_and, u32, r = x & y)                                           \
    X(0x72, i32_or, u32, r = x | y)                                            \
    X(0x73, i32_xor, u32, r = x ^ y)                                           \
    X(0x74, i32_shl, u32, r = x << (y & 31))                                   \
    X(0x75, i32_shr_s, s32, r = x >> (y & 31))                                 \
    X(0x76, i32_shr_u, u32, r = x >> (y & 31))                                 \
    X(0x7c, i64_add, u64, r = x + y)                                           \
    X(0x7d, i64_sub, u64, r = x - y)                                           \
    X(0x7e, i64_mul, u64, r = x * y)                                           \
    X(0x83, i64_and, u64, r = x & y)                                           \
    X(0x84, i64_or, u64, r = x | y)                                            \
    X(0x85, i64_xor, u64, r = x ^ y)                                           \
    X(0x86, i64_shl, u64, r = x << (y & 63))                                   \
    X(0x87, i64_shr_s, s64, r = x >> (y & 63))                                 \
    X(0x88, i64_shr_u, u64, r = x >> (y & 63))

/* The others of two operands. */
#define WASM_BINARY(X)                                                         \
    X(0x6d, i32_div_s, s32, if (y == 0) TRAP(DIV_BY_ZERO);                     \
      if (y == -1 && x == INT32_MIN) TRAP(DIV_OVERFLOW); r = x / y)            \
    X(0x6e, i32_div_u, u32, if (y == 0) TRAP(DIV_BY_ZERO); r = x / y)          \
    X(0x6f, i32_rem_s, s32, if (y == 0) TRAP(REM_BY_ZERO);                     \
      r = y == -1 ? 0 : x % y)                                                 \
    X(0x70, i32_rem_u, u32, if (y == 0) TRAP(REM_BY_ZERO); r = x % y)          \
    X(0x77, i32_rotl, u32, r = wasm__rotl32(x, y))                             \
    X(0x78, i32_rotr, u32, r = wasm__rotr32(x, y))                             \
    X(0x7f, i64_div_s, s64, if (y == 0) TRAP(DIV_BY_ZERO);                     \
      if (y == -1 && x == INT64_MIN) TRAP(DIV_OVERFLOW); r = x / y)            \
    X(0x80, i64_div_u, u64, if (y == 0) TRAP(DIV_BY_ZERO); r = x / y)          \
    X(0x81, i64_rem_s, s64, if (y == 0) TRAP(REM_BY_ZERO);                     \
      r = y == -1 ? 0 : x % y)                                                 \
    X(0x82, i64_rem_u, u64, if (y == 0) TRAP(REM_BY_ZERO); r = x % y)          \
    X(0x89, i64_rotl, u64, r = wasm__rotl64(x, y))                             \
    X(0x8a, i64_rotr, u64, r = wasm__rotr64(x, y))                             \
    X(0x92, f32_add, f32, r = wasm__canon32(x + y))                            \
    X(0x93, f32_sub, f32, r = wasm__canon32(x - y))                            \
    X(0x94, f32_mul, f32, r = wasm__canon32(x * y))                            \
    X(0x95, f32_div, f32, r = wasm__canon32(x / y))                            \
    X(0x96, f32_min, f32, r = wasm__min32(x, y))                               \
    X(0x97, f32_max, f32, r = wasm__max32(x, y))                               \
    X(0x98, f32_copysign, f32, r = wasm__copysign32(x, y))                     \
    X(0xa0, f64_add, f64, r = wasm__canon64(x + y))                            \
    X(0xa1, f64_sub, f64, r = wasm__canon64(x - y))                            \
    X(0xa2, f64_mul, f64, r = wasm__canon64(x * y))                            \
    X(0xa3, f64_div, f64, r = wasm__canon64(x / y))                            \
    X(0xa4, f64_min, f64, r = wasm__min64(x, y))                               \
    X(0xa5, f64_max, f64, r = wasm__max64(x, y))                               \
    X(0xa6, f64_copysign, f64, r = wasm__copysign64(x, y))

/* X(byte, name, operand, result, statement). */
#define WASM_UNARY(X)                                                          \
    X(0x45, i32_eqz, u32, u32, r = x == 0)                                     \
    X(0x50, i64_eqz, u64, u32, r = x == 0)                                     \
    X(0x67, i32_clz, u32, u32, r = x == 0 ? 32 : (uint32_t)__builtin_clz(x))   \
    X(0x68, i32_ctz, u32, u32, r = x == 0 ? 32 : (uint32_t)__builtin_ctz(x))   \
    X(0x69, i32_popcnt, u32, u32, r = (uint32_t)__builtin_popcount(x))         \
    X(0x79, i64_clz, u64, u64, r = x == 0 ? 64 : (uint64_t)__builtin_clzll(x)) \
    X(0x7a, i64_ctz, u64, u64, r = x == 0 ? 64 : (uint64_t)__builtin_ctzll(x)) \
    X(0x7b, i64_popcnt, u64, u64, r = (uint64_t)__builtin_popcountll(x))       \
    X(0x8b, f32_abs, f32, f32,                                                 \
      r = wasm__f32_of(wasm__bits_f32(x) & 0x7fffffffu))                       \
    X(0x8c, f32_neg, f32, f32,                                                 \
      r = wasm__f32_of(wasm__bits_f32(x) ^ 0x80000000u))                       \
    X(0x8d, f32_ceil, f32, f32, r = wasm__canon32(ceilf(x)))                   \
    X(0x8e, f32_floor, f32, f32, r = wasm__canon32(floorf(x)))                 \
    X(0x8f, f32_trunc, f32, f32, r = wasm__canon32(truncf(x)))                 \
    X(0x90, f32_nearest, f32, f32, r = wasm__canon32(rintf(x)))                \
    X(0x91, f32_sqrt, f32, f32, r = wasm__canon32(sqrtf(x)))                   \
    X(0x99, f64_abs, f64, f64,                                                 \
      r = wasm__f64_of(wasm__bits_f64(x) & 0x7fffffffffffffffu))               \
    X(0x9a, f64_neg, f64, f64,                                                 \
      r = wasm__f64_of(wasm__bits_f64(x) ^ 0x8000000000000000u))               \
    X(0x9b, f64_ceil, f64, f64, r = wasm__canon64(ceil(x)))                    \
    X(0x9c, f64_floor, f64, f64, r = wasm__canon64(floor(x)))                  \
    X(0x9d, f64_trunc, f64, f64, r = wasm__canon64(trunc(x)))                  \
    X(0x9e, f64_nearest, f64, f64, r = wasm__canon64(rint(x)))                 \
    X(0x9f, f64_sqrt, f64, f64, r = wasm__canon64(sqrt(x)))                    \
    X(0xa7, i32_wrap_i64, u64, u32, r = (uint32_t)x)                           \
    X(0xa8, i32_trunc_f32_s, f32, s32,                                         \
      if (!(x >= -2147483648.0f && x < 2147483648.0f)) TRAP(TRUNC);            \
      r = (int32_t)x)                                                          \
    X(0xa9, i32_trunc_f32_u, f32, u32,                                         \
      if (!(x > -1.0f && x < 4294967296.0f)) TRAP(TRUNC);                      \
      r = (uint32_t)x)                                                         \
    X(0xaa, i32_trunc_f64_s, f64, s32,                                         \
      if (!(x > -2147483649.0 && x < 2147483648.0)) TRAP(TRUNC);               \
      r = (int32_t)x)                                                          \
    X(0xab, i32_trunc_f64_u, f64, u32,                                         \
      if (!(x > -1.0 && x < 4294967296.0)) TRAP(TRUNC);                        \
      r = (uint32_t)x)                                                         \
    X(0xae, i64_trunc_f32_s, f32, s64,                                         \
      if (!(x >= -9223372036854775808.0f && x < 9223372036854775808.0f))       \
          TRAP(TRUNC);                                                         \
      r = (int64_t)x)                                                          \
    X(0xaf, i64_trunc_f32_u, f32, u64,                                         \
      if (!(x > -1.0f && x < 18446744073709551616.0f)) TRAP(TRUNC);            \
      r = (uint64_t)x)                                                         \
    X(0xb0, i64_trunc_f64_s, f64, s64,                                         \
      if (!(x >= -9223372036854775808.0 && x < 9223372036854775808.0))         \
          TRAP(TRUNC);                                                         \
      r = (int64_t)x)                                                          \
    X(0xb1, i64_trunc_f64_u, f64, u64,                                         \
      if (!(x > -1.0 && x < 18446744073709551616.0)) TRAP(TRUNC);              \
      r = (uint64_t)x)                                                         \
    X(0xac, i64_extend_i32_s, s32, s64, r = x)                                 \
    X(0xad, i64_extend_i32_u, u32, u64, r = x)                                 \
    X(0xb2, f32_convert_i32_s, s32, f32, r = (float)x)                         \
    X(0xb3, f32_convert_i32_u, u32, f32, r = (float)x)                         \
    X(0xb4, f32_convert_i64_s, s64, f32, r = (float)x)                         \
    X(0xb5, f32_convert_i64_u, u64, f32, r = (float)x)                         \
    X(0xb7, f64_convert_i32_s, s32, f64, r = (double)x)                        \
    X(0xb8, f64_convert_i32_u, u32, f64, r = (double)x)                        \
    X(0xb9, f64_convert_i64_s, s64, f64, r = (double)x)                        \
    X(0xba, f64_convert_i64_u, u64, f64, r = (double)x)                        \
    X(0xb6, f32_demote_f64, f64, f32, r = wasm__canon32((float)x))             \
    X(0xbb, f64_promote_f32, f32, f64, r = wasm__canon64(x))                   \
    X(0xbc, i32_reinterpret_f32, f32, u32, r = wasm__bits_f32(x))              \
    X(0xbd, i64_reinterpret_f64, f64, u64, r = wasm__bits_f64(x))              \
    X(0xbe, f32_reinterpret_i32, u32, f32, r = wasm__f32_of(x))                \
    X(0xbf, f64_reinterpret_i64, u64, f64, r = wasm__f64_of(x))                \
    X(0xc0, i32_extend8_s, u32, s32, r = (int8_t)x)                            \
    X(0xc1, i32_extend16_s, u32, s32, r = (int16_t)x)                          \
    X(0xc2, i64_extend8_s, u64, s64, r = (int8_t)x)                            \
    X(0xc3, i64_extend16_s, u64, s64, r = (int16_t)x)                          \
    X(0xc4, i64_extend32_s, u64, s64, r = (int32_t)x)

/* After the byte 0xfc. */
#define WASM_SATURATING(X)                                                     \
    X(0x00, i32_trunc_sat_f32_s, f32, s32, r = wasm__sat_s32_f32(x))           \
    X(0x01, i32_trunc_sat_f32_u, f32, u32, r = wasm__sat_u32_f32(x))           \
    X(0x02, i32_trunc_sat_f64_s, f64, s32, r = wasm__sat_s32_f64(x))           \
    X(0x03, i32_trunc_sat_f64_u, f64, u32, r = wasm__sat_u32_f64(x))           \
    X(0x04, i64_trunc_sat_f32_s, f32, s64, r = wasm__sat_s64_f32(x))           \
    X(0x05, i64_trunc_sat_f32_u, f32, u64, r = wasm__sat_u64_f32(x))           \
    X(0x06, i64_trunc_sat_f64_s, f64, s64, r = wasm__sat_s64_f64(x))           \
    X(0x07, i64_trunc_sat_f64_u, f64, u64, r = wasm__sat_u64_f64(x))

/* X(byte, name, type, what is in memory). */
#define WASM_LOAD(X)                                                           \
    X(0x28, i32_load, u32, uint32_t)                                           \
    X(0x29, i64_load, u64, uint64_t)                                           \
    X(0x2a, f32_load, f32, float)                                              \
    X(0x2b, f64_load, f64, double)                                             \
    X(0x2c, i32_load8_s, s32, int8_t)                                          \
    X(0x2d, i32_load8_u, u32, uint8_t)                                         \
    X(0x2e, i32_load16_s, s32, int16_t)                                        \
    X(0x2f, i32_load16_u, u32, uint16_t)                                       \
    X(0x30, i64_load8_s, s64, int8_t)                                          \
    X(0x31, i64_load8_u, u64, uint8_t)                                         \
    X(0x32, i64_load16_s, s64, int16_t)                                        \
    X(0x33, i64_load16_u, u64, uint16_t)                                       \
    X(0x34, i64_load32_s, s64, int32_t)                                        \
    X(0x35, i64_load32_u, u64, uint32_t)

/* The same. */
#define WASM_STORE(X)                                                          \
    X(0x36, i32_store, u32, uint32_t)                                          \
    X(0x37, i64_store, u64, uint64_t)                                          \
    X(0x38, f32_store, f32, float)                                             \
    X(0x39, f64_store, f64, double)                                            \
    X(0x3a, i32_store8, u32, uint8_t)                                          \
    X(0x3b, i32_store16, u32, uint16_t)                                        \
    X(0x3c, i64_store8, u64, uint8_t)                                          \
    X(0x3d, i64_store16, u64, uint16_t)                                        \
    X(0x3e, i64_store32, u64, uint32_t)

#endif
