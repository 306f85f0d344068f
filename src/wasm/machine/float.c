/*
 * float.c - floats: arithmetic, comparisons, conversions.
 *
 * NaNs that arithmetic makes are left as they are until their bits can be seen:
 * place_canonical(), place_made().
 */
#include "wasm/machine/machine.h"

/* 0x5b to 0x60, 0x61 to 0x66. */
static const uint8_t conditions[] = {
    SLJIT_ORDERED_EQUAL,      SLJIT_UNORDERED_OR_NOT_EQUAL,
    SLJIT_ORDERED_LESS,       SLJIT_ORDERED_GREATER,
    SLJIT_ORDERED_LESS_EQUAL, SLJIT_ORDERED_GREATER_EQUAL
};

static code_arg in_register(compiler *c, code_arg x, code_arg scratch,
                            sljit_s32 single)
{
    if (code_is_reg(x))
        return x;
    code_fop1(c->a, SLJIT_MOV_F64 | single, scratch, x);
    return scratch;
}

static void emit_compare(compiler *c, const insn *n, code_arg to)
{
    const sljit_s32 single = n->op < 0x61 ? SLJIT_32 : 0;
    const sljit_s32 condition = conditions[n->op - (single ? 0x5b : 0x61)];
    const code_arg x =
        in_register(c, place_of_slot(c, n->pc->b), FSCRATCH, single);
    const code_arg y =
        in_register(c, place_of_slot(c, n->pc->c), FSCRATCH2, single);

    code_fop1(c->a, SLJIT_CMP_F64 | single | SLJIT_SET(condition & ~1), x, y);
    sljit_emit_op_flags(c->a, SLJIT_MOV32, to.kind, to.w, condition);
}

static void emit_arithmetic(compiler *c, const insn *n, uint32_t def)
{
    static const sljit_s32 ops[] = { SLJIT_ADD_F64, SLJIT_SUB_F64,
                                     SLJIT_MUL_F64, SLJIT_DIV_F64 };
    const sljit_s32 single = n->op < 0x96 ? SLJIT_32 : 0;
    const sljit_s32 op = ops[n->op - (single ? 0x92 : 0xa0)] | single;
    const code_arg to = place_of(c, def);
    const code_arg via = code_is_reg(to) ? to : FSCRATCH;

    code_fop2(c->a, op, via, place_of_slot(c, n->pc->b),
              place_of_slot(c, n->pc->c));
    if (!code_is_reg(to))
        code_fop1(c->a, SLJIT_MOV_F64 | single, to, via);
    place_made(c, def);
}

/* The lesser or the greater; if they are equal, or one is NaN, C decides. */
static void emit_min(compiler *c, const insn *n, uint32_t def)
{
    const sljit_s32 single = n->op < 0x98 ? SLJIT_32 : 0;
    const bool is_min = n->op == 0x96 || n->op == 0xa4;
    const sljit_s32 less = SLJIT_ORDERED_LESS | single;
    const sljit_s32 greater = SLJIT_ORDERED_GREATER | single;
    insn slow = *n;

    slow.uses[0].home = true;
    slow.uses[1].home = true;
    code_fop1(c->a, SLJIT_MOV_F64 | single, FSCRATCH,
              place_of_slot(c, n->pc->b));
    code_fop1(c->a, SLJIT_MOV_F64 | single, FSCRATCH2,
              place_of_slot(c, n->pc->c));
    struct sljit_jump *first =
        code_fcompare(c->a, is_min ? less : greater, FSCRATCH, FSCRATCH2);
    struct sljit_jump *second =
        code_fcompare(c->a, is_min ? greater : less, FSCRATCH, FSCRATCH2);
    emit_step(c, &slow);
    code_fop1(c->a, SLJIT_MOV_F64 | single, FSCRATCH2, home_of(n->pc->a));
    code_land(c->a, second);
    code_fop1(c->a, SLJIT_MOV_F64 | single, FSCRATCH, FSCRATCH2);
    code_land(c->a, first);
    code_fop1(c->a, SLJIT_MOV_F64 | single, place_of(c, def), FSCRATCH);
}

/* ---- Conversions -------------------------------------------------------- */

static void emit_from_integer(compiler *c, sljit_s32 op, code_arg to,
                              code_arg x, bool wide)
{
    const sljit_s32 single = op & SLJIT_32;
    const code_arg via = code_is_reg(to) ? to : FSCRATCH;

    if (!code_is_reg(x)) {
        code_op1(c->a, wide ? SLJIT_MOV : SLJIT_MOV_U32, SCRATCH, x);
        x = SCRATCH;
    }
#if SLJIT_CONFIG_X86
    /* The conversion writes a part of the register: without this it would wait
     * for whatever made the rest. */
    sljit_emit_fset64(c->a, via.kind, 0.0);
#endif
    code_fop1(c->a, op, via, x);
    if (!code_is_reg(to))
        code_fop1(c->a, SLJIT_MOV_F64 | single, to, via);
}

/*
 * To an integer: the processor's own conversion, and where its result may be
 * one that it gives for what does not fit, C looks again.
 */
static void emit_truncate(compiler *c, const insn *n, uint32_t def)
{
    const uint32_t kind = n->op < 0xac ? n->op - 0xa8 : n->op - 0xae;
    const bool wide = n->op >= 0xae;
    const bool is_unsigned = (kind & 1) != 0;
    const sljit_s32 single = (kind & 2) == 0 ? SLJIT_32 : 0;
    const code_arg x =
        in_register(c, place_of_slot(c, n->pc->b), FSCRATCH, single);
    struct sljit_jump *fine;

    if (!wide && !is_unsigned) {
        code_fop1(c->a, SLJIT_CONV_S32_FROM_F64 | single, SCRATCH, x);
        fine = code_compare(c->a, SLJIT_NOT_EQUAL | SLJIT_32, SCRATCH,
                            code_imm(INT32_MIN));
    } else {
        code_fop1(c->a, SLJIT_CONV_SW_FROM_F64 | single, SCRATCH, x);
        if (wide && !is_unsigned) {
            code_op1(c->a, SLJIT_MOV, SCRATCH2, code_imm(INT64_MIN));
            fine = code_compare(c->a, SLJIT_NOT_EQUAL, SCRATCH, SCRATCH2);
        } else if (wide) {
            fine = code_compare(c->a, SLJIT_SIG_GREATER_EQUAL, SCRATCH,
                                code_imm(0));
        } else {
            code_op1(c->a, SLJIT_MOV_U32, SCRATCH2, SCRATCH);
            fine = code_compare(c->a, SLJIT_EQUAL, SCRATCH, SCRATCH2);
        }
    }
    insn slow = *n;
    slow.uses[0].home = true;
    emit_step(c, &slow);
    code_op1(c->a, wide ? SLJIT_MOV : SLJIT_MOV_U32, SCRATCH,
             home_of(n->pc->a));
    code_land(c->a, fine);
    code_op1(c->a, wide ? SLJIT_MOV : SLJIT_MOV_U32, place_of(c, def), SCRATCH);
}

/* Between f32 and f64. */
static void emit_convert(compiler *c, const insn *n, uint32_t def)
{
    const bool demote = n->op == 0xb6;
    const code_arg to = place_of(c, def);
    const code_arg via = code_is_reg(to) ? to : FSCRATCH;
    const code_arg x = in_register(c, place_of_slot(c, n->pc->b), FSCRATCH2,
                                   demote ? 0 : SLJIT_32);

    code_fop1(c->a, demote ? SLJIT_CONV_F32_FROM_F64 : SLJIT_CONV_F64_FROM_F32,
              via, x);
    if (!code_is_reg(to))
        code_fop1(c->a, demote ? SLJIT_MOV_F32 : SLJIT_MOV_F64, to, via);
    place_made(c, def);
}

static void emit_reinterpret(compiler *c, const insn *n, uint32_t def)
{
    static const uint8_t types[4][2] = {
        { T_I32, T_F32 }, { T_I64, T_F64 }, { T_F32, T_I32 }, { T_F64, T_I64 }
    };
    const uint8_t *type = types[n->op - 0xbc];

    place_canonical(c, c->now[n->pc->b]);
    place_move(c, place_of(c, def), type[0], place_of_slot(c, n->pc->b),
               type[1]);
}

/* ---- Signs -------------------------------------------------------------- */

static void emit_sign(compiler *c, const insn *n, uint32_t def)
{
    const sljit_s32 single = n->op <= 0x98 ? SLJIT_32 : 0;
    const code_arg to = place_of(c, def);
    const code_arg via = code_is_reg(to) ? to : FSCRATCH;
    const bool is_copy = n->op == 0x98 || n->op == 0xa6;
    const bool is_abs = n->op == 0x8b || n->op == 0x99;

    place_canonical(c, c->now[n->pc->b]);
    if (is_copy) {
        place_canonical(c, c->now[n->pc->c]);
        const code_arg x = place_of_slot(c, n->pc->b);
        const code_arg y = place_of_slot(c, n->pc->c);
        /* Both are kept from a result that is in one of their registers. */
        code_fop1(c->a, SLJIT_MOV_F64 | single, FSCRATCH, x);
        code_fop1(c->a, SLJIT_MOV_F64 | single, FSCRATCH2, y);
        sljit_emit_fop2r(c->a, SLJIT_COPYSIGN_F64 | single, FSCRATCH.kind,
                         FSCRATCH.kind, 0, FSCRATCH2.kind, 0);
        code_fop1(c->a, SLJIT_MOV_F64 | single, to, FSCRATCH);
        return;
    }
    code_fop1(c->a, (is_abs ? SLJIT_ABS_F64 : SLJIT_NEG_F64) | single, via,
              place_of_slot(c, n->pc->b));
    if (!code_is_reg(to))
        code_fop1(c->a, SLJIT_MOV_F64 | single, to, via);
}

static bool emit_conversion(compiler *c, const insn *n, uint32_t def)
{
    static const sljit_s32 ops[] = { SLJIT_CONV_F64_FROM_S32,
                                     SLJIT_CONV_F64_FROM_U32,
                                     SLJIT_CONV_F64_FROM_SW,
                                     SLJIT_CONV_F64_FROM_UW };

    if ((n->op >= 0xa8 && n->op <= 0xab) || (n->op >= 0xae && n->op <= 0xb1)) {
        emit_truncate(c, n, def);
    } else if (n->op >= 0xb2 && n->op <= 0xb5) {
        emit_from_integer(c, ops[n->op - 0xb2] | SLJIT_32, place_of(c, def),
                          place_of_slot(c, n->pc->b), n->op >= 0xb4);
    } else if (n->op >= 0xb7 && n->op <= 0xba) {
        emit_from_integer(c, ops[n->op - 0xb7], place_of(c, def),
                          place_of_slot(c, n->pc->b), n->op >= 0xb9);
    } else if (n->op == 0xb6 || n->op == 0xbb) {
        emit_convert(c, n, def);
    } else if (n->op >= 0xbc && n->op <= 0xbf) {
        emit_reinterpret(c, n, def);
    } else {
        return false;
    }
    return true;
}

bool emit_float(compiler *c, const insn *n, uint32_t def)
{
    if (n->op >= 0x5b && n->op <= 0x66) {
        emit_compare(c, n, place_of(c, def));
        return true;
    }
    if ((n->op >= 0x92 && n->op <= 0x95) || (n->op >= 0xa0 && n->op <= 0xa3)) {
        emit_arithmetic(c, n, def);
        return true;
    }
    if (n->op == 0x96 || n->op == 0x97 || n->op == 0xa4 || n->op == 0xa5) {
        emit_min(c, n, def);
        return true;
    }
    if (n->op == 0x8b || n->op == 0x8c || n->op == 0x98 || n->op == 0x99 ||
        n->op == 0x9a || n->op == 0xa6) {
        emit_sign(c, n, def);
        return true;
    }
    return n->op <= 0xff && emit_conversion(c, n, def);
}
