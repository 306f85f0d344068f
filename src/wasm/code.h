/*
 * code.h - the interpreter's code.
 *
 * A function's frame is an array of slots, and its code names them:
 *
 *     0              parameters; results are returned here
 *     params         four slots for the interpreter: where to return to
 *     params + 4     other locals
 *     ...            operands, as deep as the function's stack gets
 *
 * A callee's frame begins where its caller put the arguments, so that calls
 * copy nothing.
 *
 * An instruction is a word of 8 bytes: its number and three slots, or one slot
 * and a number of 32 bits. Some have another word behind them. Numbers up to
 * 0xff are the bytes of WebAssembly; the others are below.
 */
#ifndef ORRERY_WASM_CODE_H
#define ORRERY_WASM_CODE_H

#include <stdint.h>

#include "wasm/ops.h"

typedef union wasm_word {
    struct {
        uint16_t op;
        uint16_t a;
        uint16_t b;
        uint16_t c;
    };
    struct {
        uint16_t op_;
        uint16_t a_;
        int32_t imm;
    };
    uint64_t u64;
} wasm_word;

#define WASM_HEADER 4u /* slots of a frame that are the interpreter's */
#define WASM_MAX_FRAME 65000u

enum {
    /* An instruction of WASM_COMPARE or WASM_BINARY_IMM whose second operand is
     * the number in c, with its sign. */
    WASM_OP_IMM = 0x100,
    /* Jump if the comparison is true: a and b are compared; the next word's
     * imm is the distance. The second: b is a number. */
    WASM_OP_BR = 0x200,
    WASM_OP_BR_IMM = 0x300,
    /* A load or store whose offset is in the next word instead of c. */
    WASM_OP_FAR = 0x400,
    /* After the bytes 0xfc and 0xfd. */
    WASM_OP_FC = 0x500,
    WASM_OP_SIMD = 0x600,
    /* Loads and stores of SIMD with an offset in the next word. */
    WASM_OP_SIMD_FAR = 0x700,
    WASM_OP_ATOMIC = 0x800, /* after the byte 0xfe */
    WASM_OP_OWN = 0x900
};

/* Our own: those that go elsewhere. */
#define WASM_OWN_CONTROL(X)                                                    \
    X(unreachable)                                                             \
    X(jump)  /* imm: distance in words */                                      \
    X(br_if) /* a: condition; imm: distance */                                 \
    X(br_unless)                                                               \
    X(br_table) /* a: index; imm: count of the words behind, less one */       \
    X(return0)                                                                 \
    X(return1)       /* b: the result */                                       \
    X(return_n)      /* b: the first, c: how many slots */                     \
    X(call)          /* a: arguments; imm: number of the body */               \
    X(call_import)   /* a: arguments; imm: index of the function */            \
    X(call_indirect) /* a: arguments, b: index; next word: type and table */   \
    X(call_ref)      /* a: arguments, b: function; next word: type */          \
    X(return_call)   /* as call, call_import and so on */                      \
    X(return_call_import)                                                      \
    X(return_call_indirect)                                                    \
    X(return_call_ref)                                                         \
    X(br_on_null) /* a: reference; imm: distance */                            \
    X(br_on_some)                                                              \
    X(leave) /* back to C */

/* Those that compute, or change something. */
#define WASM_OWN_VALUE(X)                                                      \
    X(copy)      /* a = b */                                                   \
    X(copy2)     /* of two slots */                                            \
    X(move)      /* a: to, b: from, c: how many slots; upwards */              \
    X(const32)   /* a = imm */                                                 \
    X(const64)   /* a = the next word */                                       \
    X(const_s32) /* a = imm, with its sign, as 64 bits */                      \
    X(const128)  /* a = the next two words */                                  \
    X(select)    /* a = condition ? b : c; the next word: condition */         \
    X(select2)                                                                 \
    X(global_get) /* a = the global imm */                                     \
    X(global_get2)                                                             \
    X(global_set)                                                              \
    X(global_set2)                                                             \
    X(table_get)  /* a = table[b]; next word: table */                         \
    X(table_set)  /* table[a] = b */                                           \
    X(table_size) /* a = the size of table imm */                              \
    X(table_grow) /* a = table.grow(b, c); next word: table */                 \
    X(table_fill) /* a: first of three operands; imm: table */                 \
    X(table_copy) /* a: first of three; next word: two tables */               \
    X(table_init) /* a: first of three; next word: segment, table */           \
    X(elem_drop)                                                               \
    X(memory_size) /* a = the size of memory c */                              \
    X(memory_grow) /* a = memory c.grow(b) */                                  \
    X(memory_fill) /* a: first of three; imm: memory */                        \
    X(memory_copy) /* a: first of three; imm: two memories */                  \
    X(memory_init) /* a: first of three; next word: segment, memory */         \
    X(at) /* a: address, b: memory, c: words; the next word is the offset */   \
    X(data_drop)                                                               \
    X(ref_func)    /* a = function imm */                                      \
    X(ref_is_null) /* a = b is null */                                         \
    X(ref_check)   /* a is not null */                                         \
    X(throw_)      /* a: the first value; imm: tag */                          \
    X(throw_ref)   /* a: the exception */

/* Structures and arrays. The next word: object.h, WASM_FIELD_WORD; or a type
 * and above it a count or a segment; or a type of a reference. */
#define WASM_OWN_OBJECT(X)                                                     \
    X(struct_new)         /* a: result, and the first field; imm: type */      \
    X(struct_new_default) /* a: result; imm: type */                           \
    X(struct_get)         /* a = a field of b */                               \
    X(struct_set)         /* a field of a = b */                               \
    X(array_new)          /* a = c times b */                                  \
    X(array_new_default)  /* a = b zeros */                                    \
    X(array_new_fixed)    /* a: result, and the first element */               \
    X(array_new_data)     /* a: result, b: from, c: count */                   \
    X(array_new_elem)                                                          \
    X(array_get)       /* a = b[c] */                                          \
    X(array_set)       /* a[b] = c */                                          \
    X(array_len)       /* a = the length of b */                               \
    X(array_fill)      /* a: first of four operands */                         \
    X(array_copy)      /* a: first of five */                                  \
    X(array_init_data) /* a: first of four */                                  \
    X(array_init_elem)                                                         \
    X(ref_i31) /* a = b */                                                     \
    X(i31_get_s)                                                               \
    X(i31_get_u)                                                               \
    X(ref_test) /* a = b is of the type */                                     \
    X(ref_cast) /* a is of the type */

#define WASM_OWN(X) WASM_OWN_CONTROL(X) WASM_OWN_VALUE(X) WASM_OWN_OBJECT(X)

enum {
    WASM_OWN_FIRST = WASM_OP_OWN - 1,
#define X(name) WASM_OWN_##name,
    WASM_OWN(X)
#undef X
        WASM_OP_COUNT
};

#endif
