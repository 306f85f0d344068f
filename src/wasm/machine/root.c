/*
 * root.c - instructions on numbers that sljit lacks, by their own bytes
 * (x86-64): roots, roundings, counting of bits.
 */
#include "wasm/machine/vector.h"

#if defined(__x86_64__)

/* Roots, and roundings in one of four ways. */
static void emit_rounding(compiler *c, const insn *n, uint32_t def)
{
    static const uint8_t ways[] = { 2, 1, 3, 0 };
    const bool is_single = n->op <= 0x91;
    const uint32_t kind = n->op - (is_single ? 0x8d : 0x9b);
    const sljit_s32 single = is_single ? SLJIT_32 : 0;
    vector_code code = { is_single ? 0xf3 : 0xf2, 0, 0x51, -1 };

    /* The result is made in the scratch register: it has the operand's upper
     * half, and waits for nothing else. */
    code_fop1(c->a, SLJIT_MOV_F64 | single, FSCRATCH,
              place_of_slot(c, n->pc->b));
    if (kind != 4)
        code = (vector_code){ 0x66, 0x3a, is_single ? 0x0a : 0x0b,
                              8 | ways[kind] };
    vector_emit(c, code, FSCRATCH, FSCRATCH);
    code_fop1(c->a, SLJIT_MOV_F64 | single, place_of(c, def), FSCRATCH);
    place_made(c, def);
}

static void emit_popcount(compiler *c, const insn *n, uint32_t def)
{
    const bool wide = n->op == 0x7b;
    const sljit_s32 move = wide ? SLJIT_MOV : SLJIT_MOV_U32;
    const sljit_s32 index = vector_general_index(SCRATCH);

    code_op1(c->a, move, SCRATCH, place_of_slot(c, n->pc->b));
    vector_emit_mixed(c, (vector_code){ 0xf3, 0, 0xb8, -1 }, wide, index,
                      index);
    code_op1(c->a, move, place_of(c, def), SCRATCH);
}

bool emit_root(compiler *c, const insn *n, uint32_t def)
{
    if (n->by_step || n->op >= 0x100 || !machine_has(n->op))
        return false;
    if (n->op == 0x69 || n->op == 0x7b)
        emit_popcount(c, n, def);
    else
        emit_rounding(c, n, def);
    return true;
}

#else

bool emit_root(compiler *c, const insn *n, uint32_t def)
{
    (void)c;
    (void)n;
    (void)def;
    return false;
}

#endif
