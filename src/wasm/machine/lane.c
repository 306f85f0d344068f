/*
 * lane.c - instructions of SIMD that read or make single lanes, ask something
 * of all of them, or go to memory (x86-64).
 */
#include "wasm/machine/vector.h"

#if defined(__x86_64__)

#define INTEGERS(bits) (SLJIT_SIMD_REG_128 | SLJIT_SIMD_ELEM_##bits)
#define FLOATS(bits) (INTEGERS(bits) | SLJIT_SIMD_FLOAT)

/* From 84 on, and from 15 on: by the lanes of 8, 16, 32, 64 bits, f32, f64. */
static const sljit_s32 elements[] = { INTEGERS(8),  INTEGERS(16), INTEGERS(32),
                                      INTEGERS(64), FLOATS(32),   FLOATS(64) };

typedef struct lane_access {
    uint8_t element;
    bool is_signed;
    bool replaces;
} lane_access;

/* 21 to 34: extract and replace. */
static const lane_access accesses[] = {
    { 0, true, false },  { 0, false, false }, { 0, false, true },
    { 1, true, false },  { 1, false, false }, { 1, false, true },
    { 2, false, false }, { 2, false, true },  { 3, false, false },
    { 3, false, true },  { 4, false, false }, { 4, false, true },
    { 5, false, false }, { 5, false, true }
};

static bool is_test(uint32_t op)
{
    switch (op) {
    case 83:
    case 99:
    case 100:
    case 131:
    case 132:
    case 163:
    case 164:
    case 195:
    case 196:
        return true;
    default:
        return false;
    }
}

static bool is_load(uint32_t op)
{
    return op <= 10 || op == 92 || op == 93;
}

bool lane_has(uint32_t op)
{
    const uint32_t low = op & 0xff;

    if (op >= WASM_OP_SIMD_FAR)
        return is_load(low) || low == WASM_SIMD_STORE;
    return is_load(low) || low == WASM_SIMD_STORE ||
           (low >= 15 && low <= 34) || (low >= 84 && low <= 91) || is_test(low);
}

/* ---- Lanes -------------------------------------------------------------- */

static void emit_splat(compiler *c, const insn *n, uint32_t op, uint32_t def)
{
    const sljit_s32 type = elements[op - 15];

    place_canonical(c, c->now[n->pc->b]);
    const code_arg x = place_of_slot(c, n->pc->b);
    sljit_emit_simd_replicate(c->a, type, FSCRATCH.kind, x.kind, x.w);
    vector_put(c, def, FSCRATCH);
}

static void emit_extract(compiler *c, const insn *n, const lane_access *how,
                         uint32_t def)
{
    const sljit_s32 type = elements[how->element] | SLJIT_SIMD_STORE;
    const code_arg x = vector_in(c, n->pc->b, FSCRATCH);
    const code_arg to = place_of(c, def);

    if (how->element >= 4) {
        const sljit_s32 single = how->element == 4 ? SLJIT_32 : 0;
        sljit_emit_simd_lane_mov(c->a, type, x.kind, n->pc->c, FSCRATCH2.kind,
                                 0);
        code_fop1(c->a, SLJIT_MOV_F64 | single, to, FSCRATCH2);
        return;
    }
    const code_arg via = code_is_reg(to) ? to : SCRATCH;
    sljit_emit_simd_lane_mov(
        c->a,
        type | (how->element < 3 ? SLJIT_32 : 0) |
            (how->is_signed ? SLJIT_SIMD_LANE_SIGNED : 0),
        x.kind, n->pc->c, via.kind, 0);
    if (!code_is_reg(to))
        code_op1(c->a, SLJIT_MOV, to, via);
}

static void emit_replace(compiler *c, const insn *n, const lane_access *how,
                         uint32_t def)
{
    sljit_s32 type = elements[how->element];

    place_canonical(c, c->now[n->pc->c]);
    code_arg x = place_of_slot(c, n->pc->c);
    if (how->element < 3)
        type |= SLJIT_32;
    if (how->element < 4 && !code_is_reg(x)) {
        code_op1(c->a, SLJIT_MOV, SCRATCH, x);
        x = SCRATCH;
    }
    vector_take(c, FSCRATCH, n->pc->b);
    sljit_emit_simd_lane_mov(c->a, type, FSCRATCH.kind, (sljit_s32)n->pc[1].u64,
                             x.kind, x.w);
    vector_put(c, def, FSCRATCH);
}

/* ---- Questions ---------------------------------------------------------- */

/* R0 = a bit of each byte, of each lane, in the order of lanes. */
static void take_signs(compiler *c, vector_code code, code_arg x)
{
    vector_emit_mixed(c, code, false, vector_general_index(SCRATCH),
                      vector_index(x));
}

/* Lanes that are zero, all ones, in the first scratch register. */
static void find_zeros(compiler *c, vector_code equal, code_arg x)
{
    vector_emit(c, (vector_code){ 0x66, 0, 0xef, -1 }, FSCRATCH, FSCRATCH);
    vector_emit(c, equal, FSCRATCH, x);
    take_signs(c, (vector_code){ 0x66, 0, 0xd7, -1 }, FSCRATCH);
}

static void emit_truth(compiler *c, code_arg x, uint32_t op, code_arg to)
{
    static const vector_code equals[] = { { 0x66, 0, 0x74, -1 },
                                          { 0x66, 0, 0x75, -1 },
                                          { 0x66, 0, 0x76, -1 },
                                          { 0x66, 0x38, 0x29, -1 } };

    find_zeros(c, equals[op == 83 ? 0 : (op - 99) / 32], x);
    code_test(c->a, SLJIT_SUB32 | SLJIT_SET_Z, SCRATCH,
              code_imm(op == 83 ? 0xffff : 0));
    sljit_emit_op_flags(c->a, SLJIT_MOV32, SLJIT_R0, 0,
                        op == 83 ? SLJIT_NOT_EQUAL : SLJIT_EQUAL);
    code_op1(c->a, SLJIT_MOV_U32, to, SCRATCH);
}

static void emit_bitmask(compiler *c, code_arg x, uint32_t op, code_arg to)
{
    switch (op) {
    case 100:
        take_signs(c, (vector_code){ 0x66, 0, 0xd7, -1 }, x);
        break;
    case 132: /* lanes of 16 bits become bytes */
        vector_emit(c, (vector_code){ 0x66, 0, 0xef, -1 }, FSCRATCH2,
                    FSCRATCH2);
        if (!code_same(x, FSCRATCH))
            sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_LOAD, FSCRATCH.kind,
                                x.kind, 0);
        vector_emit(c, (vector_code){ 0x66, 0, 0x63, -1 }, FSCRATCH, FSCRATCH2);
        take_signs(c, (vector_code){ 0x66, 0, 0xd7, -1 }, FSCRATCH);
        break;
    case 164:
        take_signs(c, (vector_code){ 0, 0, 0x50, -1 }, x);
        break;
    default:
        take_signs(c, (vector_code){ 0x66, 0, 0x50, -1 }, x);
    }
    code_op1(c->a, SLJIT_MOV_U32, to, SCRATCH);
}

static void emit_test(compiler *c, const insn *n, uint32_t op, uint32_t def)
{
    const code_arg to = place_of(c, def);

    if (op == 83 || op % 32 == 3)
        emit_truth(c, vector_in(c, n->pc->b, FSCRATCH2), op, to);
    else
        emit_bitmask(c, vector_in(c, n->pc->b, FSCRATCH), op, to);
}

/* ---- Memory ------------------------------------------------------------- */

static void emit_load(compiler *c, const insn *n, uint32_t op, uint64_t offset,
                      uint32_t def)
{
    static const sljit_s32 extends[] = {
        INTEGERS(8) | SLJIT_SIMD_EXTEND_16,
        INTEGERS(16) | SLJIT_SIMD_EXTEND_32,
        INTEGERS(32) | SLJIT_SIMD_EXTEND_64,
    };
    const uint32_t bytes = op == 0                 ? 16
                           : op >= 7 && op <= 10 ? 1u << (op - 7)
                           : op == 92            ? 4
                                                 : 8;
    const code_arg from =
        machine_address(c, n, place_of_slot(c, n->pc->b), offset, bytes);
    const code_arg to = vector_to(c, def);

    if (op == 0)
        sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_LOAD, to.kind, from.kind,
                            from.w);
    else if (op <= 6)
        sljit_emit_simd_extend(
            c->a,
            extends[(op - 1) / 2] |
                ((op & 1) != 0 ? SLJIT_SIMD_EXTEND_SIGNED : 0),
            to.kind, from.kind, from.w);
    else if (op <= 10)
        sljit_emit_simd_replicate(c->a, elements[op - 7], to.kind, from.kind,
                                  from.w);
    else
        sljit_emit_simd_lane_mov(
            c->a,
            (op == 92 ? INTEGERS(32) : INTEGERS(64)) | SLJIT_SIMD_LANE_ZERO,
            to.kind, 0, from.kind, from.w);
    vector_put(c, def, to);
}

static void emit_store(compiler *c, const insn *n, uint64_t offset)
{
    const code_arg x = vector_in(c, n->pc->b, FSCRATCH);
    const code_arg to =
        machine_address(c, n, place_of_slot(c, n->pc->a), offset, 16);

    sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_STORE, x.kind, to.kind, to.w);
}

static void emit_memory_lane(compiler *c, const insn *n, uint32_t op,
                             uint32_t def)
{
    const bool loads = op < 88;
    const uint32_t log2 = (op - 84) & 3;
    const uint32_t offset = (uint32_t)n->pc[1].u64;
    const sljit_s32 lane = (sljit_s32)(n->pc[1].u64 >> 32);
    code_arg x = FSCRATCH;

    if (loads)
        vector_take(c, x, n->pc->c);
    else
        x = vector_in(c, n->pc->b, FSCRATCH);
    const code_arg there = machine_address(
        c, n, place_of_slot(c, loads ? n->pc->b : n->pc->a), offset,
        1u << log2);
    sljit_emit_simd_lane_mov(c->a,
                             elements[log2] | (loads ? 0 : SLJIT_SIMD_STORE),
                             x.kind, lane, there.kind, there.w);
    if (loads)
        vector_put(c, def, x);
}

bool emit_lane(compiler *c, const insn *n, uint32_t def)
{
    const uint32_t op = n->op & 0xff;
    const bool far = n->op >= WASM_OP_SIMD_FAR;
    const uint64_t offset = far ? n->pc[1].u64 : n->pc->c;

    if (!lane_has(n->op))
        return false;
    if (is_load(op))
        emit_load(c, n, op, offset, def);
    else if (op == WASM_SIMD_STORE)
        emit_store(c, n, offset);
    else if (op <= 20)
        emit_splat(c, n, op, def);
    else if (op <= 34 && accesses[op - 21].replaces)
        emit_replace(c, n, &accesses[op - 21], def);
    else if (op <= 34)
        emit_extract(c, n, &accesses[op - 21], def);
    else if (op >= 84 && op <= 91)
        emit_memory_lane(c, n, op, def);
    else
        emit_test(c, n, op, def);
    return true;
}

#else

bool lane_has(uint32_t op)
{
    (void)op;
    return false;
}

bool emit_lane(compiler *c, const insn *n, uint32_t def)
{
    (void)c;
    (void)n;
    (void)def;
    return false;
}

#endif
