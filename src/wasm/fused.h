/*
 * fused.h - instructions that are two or more others, done at once: what is
 * between them stays in a register, and there is one jump less.
 *
 *     X(name, first, second, side, ...)
 *
 * `first` and `second` are their numbers. The result of the first is the
 * second one's operand b, c or a, as `side` says. It is nowhere but in a
 * register then: nothing else may read it. What follows says what is computed.
 *
 * Their words stay as they are, but for the number of the first word. So jumps
 * may go to the second one, and places of words mean what they meant: fuse.c.
 */
#ifndef ORRERY_WASM_FUSED_H
#define ORRERY_WASM_FUSED_H

#include "wasm/module.h"

enum { WASM_SIDE_B, WASM_SIDE_C, WASM_SIDE_A };

/* ---- Floats ------------------------------------------------------------- */

/* A number that is made, and then an operation: t op z, or z op t where that is
 * not the same. */
#define WASM_WITH_SECOND(X, name, first, type, add, ...)                       \
    X(name##_add, first, add, WASM_SIDE_B, type, +, __VA_ARGS__)               \
    X(name##_sub, first, add + 1, WASM_SIDE_B, type, -, __VA_ARGS__)           \
    X(name##_mul, first, add + 2, WASM_SIDE_B, type, *, __VA_ARGS__)           \
    X(name##_div, first, add + 3, WASM_SIDE_B, type, /, __VA_ARGS__)
#define WASM_WITH_SECOND_C(X, name, first, type, add, ...)                     \
    X(name##_sub_from, first, add + 1, WASM_SIDE_C, type, -, __VA_ARGS__)      \
    X(name##_div_into, first, add + 3, WASM_SIDE_C, type, /, __VA_ARGS__)

/* X(name, first, second, side, type, operator of the second, of the first) */
#define WASM_FUSED_FLOAT_LIST(X, SECOND)                                       \
    SECOND(X, f32_add, 0x92, f32, 0x92, +)                                     \
    SECOND(X, f32_sub, 0x93, f32, 0x92, -)                                     \
    SECOND(X, f32_mul, 0x94, f32, 0x92, *)                                     \
    SECOND(X, f64_add, 0xa0, f64, 0xa0, +)                                     \
    SECOND(X, f64_sub, 0xa1, f64, 0xa0, -)                                     \
    SECOND(X, f64_mul, 0xa2, f64, 0xa0, *)
#define WASM_FUSED_FLOAT(X) WASM_FUSED_FLOAT_LIST(X, WASM_WITH_SECOND)
#define WASM_FUSED_FLOAT_C(X) WASM_FUSED_FLOAT_LIST(X, WASM_WITH_SECOND_C)

/* X(name, first, second, side, type, operator, words of the load, offset) */
#define WASM_FUSED_LOADED_LIST(X, SECOND)                                      \
    SECOND(X, f32_load, 0x2a, f32, 0x92, 1, pc->c)                             \
    SECOND(X, f64_load, 0x2b, f64, 0xa0, 1, pc->c)                             \
    SECOND(X, f32_far, WASM_OP_FAR + 0x2a, f32, 0x92, 2, pc[1].u64)            \
    SECOND(X, f64_far, WASM_OP_FAR + 0x2b, f64, 0xa0, 2, pc[1].u64)
#define WASM_FUSED_LOADED(X) WASM_FUSED_LOADED_LIST(X, WASM_WITH_SECOND)
#define WASM_FUSED_LOADED_C(X) WASM_FUSED_LOADED_LIST(X, WASM_WITH_SECOND_C)

/* X(name, first, second, side, type, operator, words of the constant, bits) */
#define WASM_FUSED_CONSTANT_LIST(X, SECOND)                                    \
    SECOND(X, f32_const, WASM_OWN_const32, f32, 0x92, 1, (uint32_t)pc->imm)    \
    SECOND(X, f64_const, WASM_OWN_const64, f64, 0xa0, 2, pc[1].u64)
#define WASM_FUSED_CONSTANT(X) WASM_FUSED_CONSTANT_LIST(X, WASM_WITH_SECOND)
#define WASM_FUSED_CONSTANT_C(X) WASM_FUSED_CONSTANT_LIST(X, WASM_WITH_SECOND_C)

/* X(name, first, second, side, type, operator, offset, words of the store) */
#define WASM_FUSED_STORED_LIST(X, kind, store, type, add, offset, words)       \
    X(kind##_add, add, store, WASM_SIDE_B, type, +, offset, words)             \
    X(kind##_sub, add + 1, store, WASM_SIDE_B, type, -, offset, words)         \
    X(kind##_mul, add + 2, store, WASM_SIDE_B, type, *, offset, words)         \
    X(kind##_div, add + 3, store, WASM_SIDE_B, type, /, offset, words)
#define WASM_FUSED_STORED(X)                                                   \
    WASM_FUSED_STORED_LIST(X, f32_store, 0x38, f32, 0x92, q->c, 1)             \
    WASM_FUSED_STORED_LIST(X, f64_store, 0x39, f64, 0xa0, q->c, 1)             \
    WASM_FUSED_STORED_LIST(X, f32_store_far, WASM_OP_FAR + 0x38, f32, 0x92,    \
                           q[1].u64, 2)                                        \
    WASM_FUSED_STORED_LIST(X, f64_store_far, WASM_OP_FAR + 0x39, f64, 0xa0,    \
                           q[1].u64, 2)

/* Vectors: X(name, first, second, side, vector, operator, of the first) */
#define WASM_FUSED_VECTOR(X)                                                   \
    X(f32x4_mul_add, WASM_OP_SIMD + 230, WASM_OP_SIMD + 228, WASM_SIDE_B,      \
      f32x4, +, *)                                                             \
    X(f64x2_mul_add, WASM_OP_SIMD + 242, WASM_OP_SIMD + 240, WASM_SIDE_B,      \
      f64x2, +, *)

/* ---- Integers ----------------------------------------------------------- */

/* X(name, first, second, side, words of the first, t, what), `what` of t */
#define WASM_FUSED_INTEGER(X)                                                  \
    X(i32_mul_add, 0x6c, 0x6a, WASM_SIDE_B, 1, (B.u32 * C.u32),                \
      t + fp[q->c].u32)                                                        \
    X(i32_add_add, 0x6a, 0x6a, WASM_SIDE_B, 1, B.u32 + C.u32,                  \
      t + fp[q->c].u32)                                                        \
    X(i32_add_shl, 0x6a, WASM_OP_IMM + 0x74, WASM_SIDE_B, 1, B.u32 + C.u32,    \
      t << (q->c & 31))                                                        \
    X(i32_shl_add, WASM_OP_IMM + 0x74, 0x6a, WASM_SIDE_B, 1,                   \
      B.u32 << (pc->c & 31), t + fp[q->c].u32)                                 \
    X(i32_const_add, WASM_OWN_const32, 0x6a, WASM_SIDE_B, 1,                   \
      (uint32_t)pc->imm, t + fp[q->c].u32)                                     \
    X(i32_const_mul, WASM_OWN_const32, 0x6c, WASM_SIDE_B, 1,                   \
      (uint32_t)pc->imm, (t * fp[q->c].u32))                                   \
    X(i32_const_and, WASM_OWN_const32, 0x71, WASM_SIDE_B, 1,                   \
      (uint32_t)pc->imm, (t & fp[q->c].u32))                                   \
    X(i32_const_xor, WASM_OWN_const32, 0x73, WASM_SIDE_B, 1,                   \
      (uint32_t)pc->imm, (t ^ fp[q->c].u32))

/* An address that is computed, and the load: X(name, first, second, side, type,
 * memory, offset, words of the load, address). */
#define WASM_FUSED_ADDRESS(X, name, first, address)                            \
    WASM_FUSED_NEAR(X, name##_i32, first, 0x28, u32, uint32_t, address)        \
    WASM_FUSED_NEAR(X, name##_i64, first, 0x29, u64, uint64_t, address)        \
    WASM_FUSED_NEAR(X, name##_f32, first, 0x2a, f32, float, address)           \
    WASM_FUSED_NEAR(X, name##_f64, first, 0x2b, f64, double, address)          \
    WASM_FUSED_NEAR(X, name##_8u, first, 0x2d, u32, uint8_t, address)          \
    WASM_FUSED_NEAR(X, name##_16u, first, 0x2f, u32, uint16_t, address)
#define WASM_FUSED_NEAR(X, name, first, load, type, memory, address)           \
    X(name, first, load, WASM_SIDE_B, type, memory, q->c, 1, address)          \
    X(name##_far, first, WASM_OP_FAR + load, WASM_SIDE_B, type, memory,        \
      q[1].u64, 2, address)
#define WASM_FUSED_LOAD(X)                                                     \
    WASM_FUSED_ADDRESS(X, load_add, 0x6a, B.u32 + C.u32)                       \
    WASM_FUSED_ADDRESS(X, load_shl, WASM_OP_IMM + 0x74, B.u32 << (pc->c & 31))

/* The same of vectors. */
#define WASM_FUSED_VECTOR_LOAD(X)                                              \
    X(load_add_v128, 0x6a, WASM_OP_SIMD, WASM_SIDE_B, q->c, 1, B.u32 + C.u32)  \
    X(load_add_v128_far, 0x6a, WASM_OP_SIMD_FAR, WASM_SIDE_B, q[1].u64, 2,     \
      B.u32 + C.u32)                                                           \
    X(load_shl_v128, WASM_OP_IMM + 0x74, WASM_OP_SIMD, WASM_SIDE_B, q->c, 1,   \
      B.u32 << (pc->c & 31))                                                   \
    X(load_shl_v128_far, WASM_OP_IMM + 0x74, WASM_OP_SIMD_FAR, WASM_SIDE_B,    \
      q[1].u64, 2, B.u32 << (pc->c & 31))

/* ---- Branches ----------------------------------------------------------- */

/* A byte or word of memory that decides: X(name, first, second, side, memory,
 * operator). The branch reads it from a. */
#define WASM_FUSED_TEST(X)                                                     \
    X(i32_load_eq, 0x28, WASM_OP_BR_IMM + 0x46, WASM_SIDE_A, uint32_t, ==)     \
    X(i32_load_ne, 0x28, WASM_OP_BR_IMM + 0x47, WASM_SIDE_A, uint32_t, !=)     \
    X(i32_load8_eq, 0x2d, WASM_OP_BR_IMM + 0x46, WASM_SIDE_A, uint8_t, ==)     \
    X(i32_load8_ne, 0x2d, WASM_OP_BR_IMM + 0x47, WASM_SIDE_A, uint8_t, !=)

/* The end of a loop: a number is added, kept, and compared with another, or
 * with a constant: X(name, first, second, side, type, operator). */
#define WASM_FUSED_STEP(X) WASM_FUSED_STEPS(X, step, WASM_OP_BR)
#define WASM_FUSED_STEP_IMM(X) WASM_FUSED_STEPS(X, step_imm, WASM_OP_BR_IMM)
#define WASM_FUSED_STEPS(X, name, br)                                          \
    X(name##_eq, WASM_OP_IMM + 0x6a, br + 0x46, WASM_SIDE_A, u32, ==)          \
    X(name##_ne, WASM_OP_IMM + 0x6a, br + 0x47, WASM_SIDE_A, u32, !=)          \
    X(name##_lt_s, WASM_OP_IMM + 0x6a, br + 0x48, WASM_SIDE_A, s32, <)         \
    X(name##_lt_u, WASM_OP_IMM + 0x6a, br + 0x49, WASM_SIDE_A, u32, <)         \
    X(name##_gt_s, WASM_OP_IMM + 0x6a, br + 0x4a, WASM_SIDE_A, s32, >)         \
    X(name##_gt_u, WASM_OP_IMM + 0x6a, br + 0x4b, WASM_SIDE_A, u32, >)         \
    X(name##_ge_s, WASM_OP_IMM + 0x6a, br + 0x4e, WASM_SIDE_A, s32, >=)        \
    X(name##_ge_u, WASM_OP_IMM + 0x6a, br + 0x4f, WASM_SIDE_A, u32, >=)

/* All of two. */
#define WASM_FUSED_PAIRS(X)                                                    \
    WASM_FUSED_FLOAT(X)                                                        \
    WASM_FUSED_FLOAT_C(X)                                                      \
    WASM_FUSED_LOADED(X)                                                       \
    WASM_FUSED_LOADED_C(X)                                                     \
    WASM_FUSED_CONSTANT(X)                                                     \
    WASM_FUSED_CONSTANT_C(X)                                                   \
    WASM_FUSED_STORED(X)                                                       \
    WASM_FUSED_VECTOR(X)                                                       \
    WASM_FUSED_INTEGER(X)                                                      \
    WASM_FUSED_LOAD(X)                                                         \
    WASM_FUSED_VECTOR_LOAD(X)                                                  \
    WASM_FUSED_TEST(X)                                                         \
    WASM_FUSED_STEP(X)                                                         \
    WASM_FUSED_STEP_IMM(X)

/* ---- More than two ------------------------------------------------------ */

/* Two loads and an operation: X(name, load, operation, type, operator). */
#define WASM_FUSED_LOADS(X)                                                    \
    X(f32_loads_add, 0x2a, 0x92, f32, +)                                       \
    X(f32_loads_sub, 0x2a, 0x93, f32, -)                                       \
    X(f32_loads_mul, 0x2a, 0x94, f32, *)                                       \
    X(f64_loads_add, 0x2b, 0xa0, f64, +)                                       \
    X(f64_loads_sub, 0x2b, 0xa1, f64, -)                                       \
    X(f64_loads_mul, 0x2b, 0xa2, f64, *)

/* A number of memory becomes itself and a product: X(name, load, product,
 * operation, store, type, operator). */
#define WASM_FUSED_UPDATE(X)                                                   \
    X(f32_update_add, 0x2a, 0x94, 0x92, 0x38, f32, +)                          \
    X(f32_update_sub, 0x2a, 0x94, 0x93, 0x38, f32, -)                          \
    X(f64_update_add, 0x2b, 0xa2, 0xa0, 0x39, f64, +)                          \
    X(f64_update_sub, 0x2b, 0xa2, 0xa1, 0x39, f64, -)

/* A load from (b << number) + c: X(name, load, type, memory). */
#define WASM_FUSED_INDEX(X)                                                    \
    X(index_i32, 0x28, u32, uint32_t)                                          \
    X(index_i64, 0x29, u64, uint64_t)                                          \
    X(index_f32, 0x2a, f32, float)                                             \
    X(index_f64, 0x2b, f64, double)

/* A load from (b * c + column) << number: X(name, load, type, memory, offset,
 * words of the load). */
#define WASM_FUSED_ROW(X)                                                      \
    X(row_i32, 0x28, u32, uint32_t, q->c, 1)                                   \
    X(row_f32, 0x2a, f32, float, q->c, 1)                                      \
    X(row_f64, 0x2b, f64, double, q->c, 1)                                     \
    X(row_i32_far, WASM_OP_FAR + 0x28, u32, uint32_t, q[1].u64, 2)             \
    X(row_f32_far, WASM_OP_FAR + 0x2a, f32, float, q[1].u64, 2)                \
    X(row_f64_far, WASM_OP_FAR + 0x2b, f64, double, q[1].u64, 2)
/* The same of vectors: X(name, load, offset, words of the load). */
#define WASM_FUSED_VECTOR_ROW(X)                                               \
    X(row_v128, WASM_OP_SIMD, q->c, 1)                                         \
    X(row_v128_far, WASM_OP_SIMD_FAR, q[1].u64, 2)

/* All of more than two. */
#define WASM_FUSED_MORE(X)                                                     \
    WASM_FUSED_LOADS(X)                                                        \
    WASM_FUSED_UPDATE(X)                                                       \
    WASM_FUSED_INDEX(X)                                                        \
    WASM_FUSED_ROW(X)                                                          \
    WASM_FUSED_VECTOR_ROW(X)

enum {
    WASM_FUSED_FIRST = WASM_OP_COUNT - 1,
#define X(name, ...) WASM_FUSED_##name,
    WASM_FUSED_PAIRS(X) WASM_FUSED_MORE(X) X(step_jump, 0)
#undef X
        WASM_FUSED_END
};

/* fuse.c: join the instructions of a body that machine code will not be made
 * of. It may be running. */
void wasm__fuse(wasm_module *m, wasm_body *body);

#endif
