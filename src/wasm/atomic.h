/*
 * atomic.h - the instructions of threads, after the byte 0xfe, as lists.
 *
 * Each has the memory's offset in the next word. An access that is not aligned
 * is a trap; so are all beyond the memory.
 */
#ifndef ORRERY_WASM_ATOMIC_H
#define ORRERY_WASM_ATOMIC_H

#include <stdint.h>

/* X(number, name, type, what is in memory). */
#define WASM_ATOMIC_LOAD(X)                                                    \
    X(0x10, i32_atomic_load, u32, uint32_t)                                    \
    X(0x11, i64_atomic_load, u64, uint64_t)                                    \
    X(0x12, i32_atomic_load8_u, u32, uint8_t)                                  \
    X(0x13, i32_atomic_load16_u, u32, uint16_t)                                \
    X(0x14, i64_atomic_load8_u, u64, uint8_t)                                  \
    X(0x15, i64_atomic_load16_u, u64, uint16_t)                                \
    X(0x16, i64_atomic_load32_u, u64, uint32_t)

/* The same. */
#define WASM_ATOMIC_STORE(X)                                                   \
    X(0x17, i32_atomic_store, u32, uint32_t)                                   \
    X(0x18, i64_atomic_store, u64, uint64_t)                                   \
    X(0x19, i32_atomic_store8, u32, uint8_t)                                   \
    X(0x1a, i32_atomic_store16, u32, uint16_t)                                 \
    X(0x1b, i64_atomic_store8, u64, uint8_t)                                   \
    X(0x1c, i64_atomic_store16, u64, uint16_t)                                 \
    X(0x1d, i64_atomic_store32, u64, uint32_t)

#define WASM_ATOMIC_SIZES(X, first, name, how)                                 \
    X((first), i32_atomic_rmw_##name, u32, uint32_t, how)                      \
    X((first) + 1, i64_atomic_rmw_##name, u64, uint64_t, how)                  \
    X((first) + 2, i32_atomic_rmw8_##name##_u, u32, uint8_t, how)              \
    X((first) + 3, i32_atomic_rmw16_##name##_u, u32, uint16_t, how)            \
    X((first) + 4, i64_atomic_rmw8_##name##_u, u64, uint8_t, how)              \
    X((first) + 5, i64_atomic_rmw16_##name##_u, u64, uint16_t, how)            \
    X((first) + 6, i64_atomic_rmw32_##name##_u, u64, uint32_t, how)

/* X(number, name, type, what is in memory, __atomic function). */
#define WASM_ATOMIC_RMW(X)                                                     \
    WASM_ATOMIC_SIZES(X, 0x1e, add, __atomic_fetch_add)                        \
    WASM_ATOMIC_SIZES(X, 0x25, sub, __atomic_fetch_sub)                        \
    WASM_ATOMIC_SIZES(X, 0x2c, and, __atomic_fetch_and)                        \
    WASM_ATOMIC_SIZES(X, 0x33, or, __atomic_fetch_or)                          \
    WASM_ATOMIC_SIZES(X, 0x3a, xor, __atomic_fetch_xor)                        \
    WASM_ATOMIC_SIZES(X, 0x41, xchg, __atomic_exchange_n)

/* The same, without a function. */
#define WASM_ATOMIC_CMPXCHG(X) WASM_ATOMIC_SIZES(X, 0x48, cmpxchg, none)

enum {
    WASM_ATOMIC_NOTIFY = 0,
    WASM_ATOMIC_WAIT32 = 1,
    WASM_ATOMIC_WAIT64 = 2,
    WASM_ATOMIC_FENCE = 3
};

#endif
