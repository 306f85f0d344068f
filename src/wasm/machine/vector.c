/*
 * vector.c - instructions that sljit lacks, by their own bytes (x86-64): roots,
 * roundings, counting of bits, and the frequent ones of SIMD.
 *
 * Vectors are at home. The last result is in the first vector register, too,
 * and an instruction that follows takes it from there.
 */
#include "wasm/machine/machine.h"
#include "wasm/simd.h"

#if defined(__x86_64__)

#define VECTOR (SLJIT_SIMD_REG_128 | SLJIT_SIMD_ELEM_128)

/* An instruction on the first two vector registers. */
typedef struct vector_op {
    uint8_t prefix; /* 0: none */
    uint8_t escape; /* after 0x0f; 0: none */
    uint8_t op;
    uint8_t lanes; /* of floats, whose NaNs must be looked at: 0, 32, 64 */
    bool swaps;    /* operands may change places */
} vector_op;

static const vector_op binaries[256] = {
    [35] = { 0x66, 0, 0x74, 0, true }, /* eq */
    [45] = { 0x66, 0, 0x75, 0, true },
    [55] = { 0x66, 0, 0x76, 0, true },
    [39] = { 0x66, 0, 0x64, 0, false }, /* gt_s */
    [49] = { 0x66, 0, 0x65, 0, false },
    [59] = { 0x66, 0, 0x66, 0, false },
    [78] = { 0x66, 0, 0xdb, 0, true }, /* and, or, xor */
    [80] = { 0x66, 0, 0xeb, 0, true },
    [81] = { 0x66, 0, 0xef, 0, true },
    [110] = { 0x66, 0, 0xfc, 0, true }, /* add, sub */
    [113] = { 0x66, 0, 0xf8, 0, false },
    [142] = { 0x66, 0, 0xfd, 0, true },
    [145] = { 0x66, 0, 0xf9, 0, false },
    [149] = { 0x66, 0, 0xd5, 0, true }, /* mul */
    [174] = { 0x66, 0, 0xfe, 0, true },
    [177] = { 0x66, 0, 0xfa, 0, false },
    [181] = { 0x66, 0x38, 0x40, 0, true },
    [206] = { 0x66, 0, 0xd4, 0, true },
    [209] = { 0x66, 0, 0xfb, 0, false },
    [228] = { 0, 0, 0x58, 32, true }, /* add, sub, mul, div */
    [229] = { 0, 0, 0x5c, 32, false },
    [230] = { 0, 0, 0x59, 32, true },
    [231] = { 0, 0, 0x5e, 32, false },
    [240] = { 0x66, 0, 0x58, 64, true },
    [241] = { 0x66, 0, 0x5c, 64, false },
    [242] = { 0x66, 0, 0x59, 64, true },
    [243] = { 0x66, 0, 0x5e, 64, false },
};

static bool has_sse41(void)
{
    return __builtin_cpu_supports("sse4.1");
}

bool machine_has(uint32_t op)
{
    switch (op) {
    case 0x69:
    case 0x7b:
        return __builtin_cpu_supports("popcnt");
    case 0x91:
    case 0x9f:
        return true;
    case 0x8d:
    case 0x8e:
    case 0x8f:
    case 0x90:
    case 0x9b:
    case 0x9c:
    case 0x9d:
    case 0x9e:
        return has_sse41();
    case WASM_OP_SIMD + 0: /* v128.load, and with a far offset */
    case WASM_OP_SIMD_FAR + 0:
    case WASM_OP_SIMD + WASM_SIMD_STORE:
    case WASM_OP_SIMD_FAR + WASM_SIMD_STORE:
        return true;
    default:
        break;
    }
    if (op < WASM_OP_SIMD || op >= WASM_OP_SIMD_FAR)
        return false;
    const vector_op *v = &binaries[op - WASM_OP_SIMD];
    return v->op != 0 && (v->escape == 0 || has_sse41());
}

/* ---- Scalars ------------------------------------------------------------ */

typedef struct bytes {
    uint8_t b[16];
    uint32_t count;
} bytes;

static void vector_put(bytes *to, uint32_t byte)
{
    to->b[to->count++] = (uint8_t)byte;
}

/* [prefix] [rex] 0f [escape] op modrm: two registers. */
static void put_op(bytes *to, uint32_t prefix, bool wide, uint32_t escape,
                   uint32_t op, sljit_s32 reg, sljit_s32 rm)
{
    const uint32_t rex = 0x40u | (wide ? 8u : 0u) | ((uint32_t)reg >> 3) << 2 |
                         (uint32_t)rm >> 3;

    if (prefix != 0)
        vector_put(to, prefix);
    if (rex != 0x40)
        vector_put(to, rex);
    vector_put(to, 0x0f);
    if (escape != 0)
        vector_put(to, escape);
    vector_put(to, op);
    vector_put(to, 0xc0u | ((uint32_t)reg & 7) << 3 | ((uint32_t)rm & 7));
}

static void emit_bytes(compiler *c, bytes *from)
{
    sljit_emit_op_custom(c->a, from->b, from->count);
}

static sljit_s32 float_index(code_arg x)
{
    return sljit_get_register_index(SLJIT_FLOAT_REGISTER, x.kind);
}

/* Roots, and roundings in one of four ways. */
static void emit_root(compiler *c, const insn *n, uint32_t def)
{
    static const uint8_t ways[] = { 2, 1, 3, 0 };
    const bool is_single = n->op <= 0x91;
    const uint32_t kind = n->op - (is_single ? 0x8d : 0x9b);
    const sljit_s32 single = is_single ? SLJIT_32 : 0;
    const code_arg to = place_of(c, def);
    code_arg x = place_of_slot(c, n->pc->b);
    bytes b = { .count = 0 };

    /* The result is made in the scratch register: it has the operand's upper
     * half, and waits for nothing else. */
    code_fop1(c->a, SLJIT_MOV_F64 | single, FSCRATCH, x);
    x = FSCRATCH;
    if (kind == 4) {
        put_op(&b, is_single ? 0xf3 : 0xf2, false, 0, 0x51, float_index(x),
               float_index(x));
    } else {
        put_op(&b, 0x66, false, 0x3a, is_single ? 0x0a : 0x0b, float_index(x),
               float_index(x));
        vector_put(&b, 8u | ways[kind]);
    }
    emit_bytes(c, &b);
    code_fop1(c->a, SLJIT_MOV_F64 | single, to, x);
    place_made(c, def);
}

static void emit_popcount(compiler *c, const insn *n, uint32_t def)
{
    const bool wide = n->op == 0x7b;
    const sljit_s32 move = wide ? SLJIT_MOV : SLJIT_MOV_U32;
    const sljit_s32 index =
        sljit_get_register_index(SLJIT_GP_REGISTER, SLJIT_R0);
    bytes b = { .count = 0 };

    code_op1(c->a, move, SCRATCH, place_of_slot(c, n->pc->b));
    put_op(&b, 0xf3, wide, 0, 0xb8, index, index);
    emit_bytes(c, &b);
    code_op1(c->a, move, place_of(c, def), SCRATCH);
}

/* ---- Vectors ------------------------------------------------------------ */

/* A register gets the vector that is at home in a slot. */
static void vector_load(compiler *c, code_arg to, uint32_t slot)
{
    const code_arg home = home_of(slot);

    if (c->vector_slot != slot) {
        sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_LOAD, to.kind, home.kind,
                            home.w);
    } else if (!code_same(to, FSCRATCH)) {
        sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_LOAD, to.kind,
                            FSCRATCH.kind, 0);
    }
}

static void vector_store(compiler *c, uint32_t slot)
{
    const code_arg home = home_of(slot);

    sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_STORE, FSCRATCH.kind,
                        home.kind, home.w);
    c->vector_slot = slot;
}

/* A lane that is NaN: C makes it the canonical one. */
static void emit_nan_lanes(compiler *c, const insn *n, uint32_t lanes)
{
    const sljit_s32 gp = sljit_get_register_index(SLJIT_GP_REGISTER, SLJIT_R0);
    const sljit_s32 zero = float_index(FSCRATCH);
    const sljit_s32 one = float_index(FSCRATCH2);
    const uint32_t prefix = lanes == 64 ? 0x66 : 0;
    bytes copy = { .count = 0 };
    bytes compare = { .count = 0 };
    bytes mask = { .count = 0 };

    put_op(&copy, 0, false, 0, 0x28, one, zero); /* movaps */
    emit_bytes(c, &copy);
    put_op(&compare, prefix, false, 0, 0xc2, one, one); /* cmpunord */
    vector_put(&compare, 3);
    emit_bytes(c, &compare);
    put_op(&mask, prefix, false, 0, 0x50, gp, one); /* movmsk */
    emit_bytes(c, &mask);
    struct sljit_jump *fine =
        code_compare(c->a, SLJIT_EQUAL | SLJIT_32, SCRATCH, code_imm(0));
    emit_step(c, n);
    const code_arg home = home_of(n->pc->a);
    sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_LOAD, FSCRATCH.kind,
                        home.kind, home.w);
    code_land(c->a, fine);
}

static void emit_binary(compiler *c, const insn *n, const vector_op *v)
{
    uint32_t first = n->pc->b;
    uint32_t second = n->pc->c;
    bytes b = { .count = 0 };

    if (v->swaps && c->vector_slot == second) {
        first = second;
        second = n->pc->b;
    }
    vector_load(c, FSCRATCH2, second);
    vector_load(c, FSCRATCH, first);
    put_op(&b, v->prefix, false, v->escape, v->op, float_index(FSCRATCH),
           float_index(FSCRATCH2));
    emit_bytes(c, &b);
    if (v->lanes != 0)
        emit_nan_lanes(c, n, v->lanes);
    vector_store(c, n->pc->a);
}

static void emit_vector_memory(compiler *c, const insn *n, uint32_t op)
{
    const bool far = (n->op & ~0xffu) == WASM_OP_SIMD_FAR;
    const uint64_t offset = far ? n->pc[1].u64 : n->pc->c;
    const bool is_load = op == 0;
    const uint32_t address = is_load ? n->pc->b : n->pc->a;

    if (!is_load)
        vector_load(c, FSCRATCH, n->pc->b);
    const code_arg there =
        machine_address(c, n, place_of_slot(c, address), offset, 16);
    sljit_emit_simd_mov(c->a,
                        VECTOR | (is_load ? SLJIT_SIMD_LOAD : SLJIT_SIMD_STORE),
                        FSCRATCH.kind, there.kind, there.w);
    if (is_load)
        vector_store(c, n->pc->a);
    else
        c->vector_slot = n->pc->b;
}

bool emit_vector(compiler *c, const insn *n, uint32_t def)
{
    if (n->by_step || !machine_has(n->op))
        return false;
    if (n->op == 0x69 || n->op == 0x7b) {
        emit_popcount(c, n, def);
        return true;
    }
    if (n->op < 0x100) {
        emit_root(c, n, def);
        c->vector_slot = NO_WEB;
        return true;
    }
    const uint32_t op = n->op & 0xff;
    if (op == 0 || op == WASM_SIMD_STORE)
        emit_vector_memory(c, n, op);
    else
        emit_binary(c, n, &binaries[op]);
    return true;
}

#else

bool machine_has(uint32_t op)
{
    (void)op;
    return false;
}

bool emit_vector(compiler *c, const insn *n, uint32_t def)
{
    (void)c;
    (void)n;
    (void)def;
    return false;
}

#endif
