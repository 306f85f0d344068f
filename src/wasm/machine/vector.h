/*
 * vector.h - what vector.c and lane.c share: instructions of the processor on
 * vector registers, and where vectors are.
 */
#ifndef ORRERY_WASM_MACHINE_VECTOR_H
#define ORRERY_WASM_MACHINE_VECTOR_H

#include "wasm/machine/machine.h"
#include "wasm/simd.h"

/* [prefix] [rex] 0f [escape] op modrm [imm]. */
typedef struct vector_code {
    uint8_t prefix; /* 0: none */
    uint8_t escape; /* after 0x0f; 0: none */
    uint8_t op;
    int16_t imm; /* negative: none */
} vector_code;

typedef enum vector_kind {
    KIND_NONE,
    KIND_SIMPLE,    /* to = to op from */
    KIND_REVERSED,  /* of the operands in the other order */
    KIND_UNARY,     /* to = op from */
    KIND_HIGH,      /* the same of the upper half */
    KIND_COMPARES,  /* unsigned: op is min or max, and the result equals x */
    KIND_NEGATE,    /* 0 - x */
    KIND_SIGN,      /* of floats: op with a mask of signs */
    KIND_SHIFT,     /* by a number, modulo the lane's bits */
    KIND_LONG_MUL,  /* both halves widened, then multiplied */
    KIND_WIDE_MUL,  /* of 32 bits to 64 */
    KIND_FLOAT_MIN, /* with NaN and -0 as they should be */
    KIND_FLOAT_MAX
} vector_kind;

typedef struct vector_op {
    uint8_t kind;
    vector_code code;
    bool swaps;      /* operands may change places */
    bool inverts;    /* the result is what the instruction's is not */
    uint8_t makes;   /* LANES_: of the result, if it is arithmetic's */
    uint8_t reads;   /* and of operands of which only numbers count */
    uint8_t extra; /* KIND_LONG_MUL: how both are widened; KIND_WIDE_MUL: which
                    * halves; KIND_SHIFT: the mask of the number; KIND_SIGN: how
                    * the mask is made; KIND_COMPARES: the comparison */
} vector_op;

/* By number; the few that are in no table. */
extern const vector_op vector_ops[256];
enum { OP_SWIZZLE = 14, OP_NOT = 77 };

/* Both are vector registers; to = from, or to of to and from. */
void vector_emit(compiler *c, vector_code code, code_arg to, code_arg from);
/* One of them is a general register, `wide` if all 64 bits of it count. */
void vector_emit_mixed(compiler *c, vector_code code, bool wide, sljit_s32 reg,
                       sljit_s32 rm);
sljit_s32 vector_index(code_arg x);
sljit_s32 vector_general_index(code_arg x);

/* The vector of a slot in a register: its own, or the scratch register. */
code_arg vector_in(compiler *c, uint32_t slot, code_arg scratch);
/* A copy of it in a scratch register, to be written over. */
void vector_take(compiler *c, code_arg scratch, uint32_t slot);
/* Where a result is made: its register, or the first scratch register, which
 * vector_put() stores. */
code_arg vector_to(compiler *c, uint32_t def);
void vector_put(compiler *c, uint32_t def, code_arg from);
/* 16 bytes that are nowhere else, as long as the code; they are at R0. */
void vector_load_mask(compiler *c, code_arg to, const uint8_t bytes[16]);

/* lane.c */
bool lane_has(uint32_t op);
bool emit_lane(compiler *c, const insn *n, uint32_t def);

#endif
