/*
 * integer.c - integers: arithmetic, comparisons, and branches on them.
 */
#include "wasm/machine/machine.h"

/* 0x46 to 0x4f and 0x51 to 0x5a. */
static const uint8_t conditions[] = {
    SLJIT_EQUAL,          SLJIT_NOT_EQUAL,   SLJIT_SIG_LESS,
    SLJIT_LESS,           SLJIT_SIG_GREATER, SLJIT_GREATER,
    SLJIT_SIG_LESS_EQUAL, SLJIT_LESS_EQUAL,  SLJIT_SIG_GREATER_EQUAL,
    SLJIT_GREATER_EQUAL
};

static sljit_s32 binary_op(uint32_t op)
{
    switch (op) {
    case 0x6a:
        return SLJIT_ADD32;
    case 0x6b:
        return SLJIT_SUB32;
    case 0x6c:
        return SLJIT_MUL32;
    case 0x71:
        return SLJIT_AND32;
    case 0x72:
        return SLJIT_OR32;
    case 0x73:
        return SLJIT_XOR32;
    case 0x74:
        return SLJIT_MSHL32;
    case 0x75:
        return SLJIT_MASHR32;
    case 0x76:
        return SLJIT_MLSHR32;
    case 0x77:
        return SLJIT_ROTL32;
    case 0x78:
        return SLJIT_ROTR32;
    case 0x7c:
        return SLJIT_ADD;
    case 0x7d:
        return SLJIT_SUB;
    case 0x7e:
        return SLJIT_MUL;
    case 0x83:
        return SLJIT_AND;
    case 0x84:
        return SLJIT_OR;
    case 0x85:
        return SLJIT_XOR;
    case 0x86:
        return SLJIT_MSHL;
    case 0x87:
        return SLJIT_MASHR;
    case 0x88:
        return SLJIT_MLSHR;
    case 0x89:
        return SLJIT_ROTL;
    case 0x8a:
        return SLJIT_ROTR;
    default:
        return 0;
    }
}

static bool is_compare(uint32_t op)
{
    return (op >= 0x46 && op <= 0x4f) || (op >= 0x51 && op <= 0x5a);
}

static sljit_s32 condition_of(uint32_t op)
{
    return conditions[op - (op < 0x50 ? 0x46 : 0x51)];
}

/* The flag that a subtraction must set for a condition. */
static sljit_s32 flag_of(sljit_s32 condition)
{
    return condition <= SLJIT_NOT_EQUAL ? SLJIT_SET_Z
                                        : SLJIT_SET(condition & ~1);
}

static void emit_compare(compiler *c, uint32_t op, code_arg to, code_arg x,
                         code_arg y)
{
    const sljit_s32 condition = condition_of(op);
    const sljit_s32 single = op < 0x50 ? SLJIT_32 : 0;

    code_test(c->a, SLJIT_SUB | single | flag_of(condition), x, y);
    sljit_emit_op_flags(c->a, SLJIT_MOV32, to.kind, to.w, condition);
}

/* ---- Division ----------------------------------------------------------- */

static const struct division {
    sljit_s32 op;
    bool is_signed;
    bool is_remainder;
    bool is_wide;
} divisions[] = {
    { SLJIT_DIV_S32, true, false, false },
    { SLJIT_DIV_U32, false, false, false },
    { SLJIT_DIVMOD_S32, true, true, false },
    { SLJIT_DIVMOD_U32, false, true, false },
    { SLJIT_DIV_SW, true, false, true },
    { SLJIT_DIV_UW, false, false, true },
    { SLJIT_DIVMOD_SW, true, true, true },
    { SLJIT_DIVMOD_UW, false, true, true },
};

/* By -1 is a subtraction: the processor would fault at the least integer. */
static struct sljit_jump *emit_by_minus_one(compiler *c, const insn *n,
                                            const struct division *d)
{
    const sljit_s32 single = d->is_wide ? 0 : SLJIT_32;
    struct sljit_jump *other =
        code_compare(c->a, SLJIT_NOT_EQUAL | single, SCRATCH2, code_imm(-1));

    if (d->is_remainder) {
        code_op1(c->a, SLJIT_MOV, SCRATCH2, code_imm(0));
    } else {
        const sljit_sw min = d->is_wide ? INT64_MIN : INT32_MIN;
        machine_trap_if(
            c, code_compare(c->a, SLJIT_EQUAL | single, SCRATCH, code_imm(min)),
            WASM_TRAP_DIV_OVERFLOW, n);
        code_op2(c->a, SLJIT_SUB | single, SCRATCH, code_imm(0), SCRATCH);
    }
    struct sljit_jump *done = sljit_emit_jump(c->a, SLJIT_JUMP);
    code_land(c->a, other);
    return done;
}

static void emit_division(compiler *c, const insn *n, code_arg to, code_arg x,
                          code_arg y)
{
    const struct division *d =
        &divisions[n->op < 0x7f ? n->op - 0x6d : n->op - 0x7f + 4];
    const sljit_s32 move = d->is_wide ? SLJIT_MOV : SLJIT_MOV_U32;
    struct sljit_jump *done = NULL;

    code_op1(c->a, move, SCRATCH, x);
    code_op1(c->a, move, SCRATCH2, y);
    machine_trap_if(
        c,
        code_compare(c->a, SLJIT_EQUAL | (d->is_wide ? 0 : SLJIT_32), SCRATCH2,
                     code_imm(0)),
        d->is_remainder ? WASM_TRAP_REM_BY_ZERO : WASM_TRAP_DIV_BY_ZERO, n);
    if (d->is_signed)
        done = emit_by_minus_one(c, n, d);
    sljit_emit_op0(c->a, d->op);
    code_land(c->a, done);
    code_op1(c->a, move, to, d->is_remainder ? SCRATCH2 : SCRATCH);
}

/* ---- One operand -------------------------------------------------------- */

/* Counting wants a register, and what it makes of 32 bits has zeros above. */
static void emit_count(compiler *c, sljit_s32 op, code_arg to, code_arg x,
                       bool wide)
{
    code_op1(c->a, wide ? SLJIT_MOV : SLJIT_MOV_U32, SCRATCH, x);
    code_op1(c->a, op, SCRATCH, SCRATCH);
    code_op1(c->a, wide ? SLJIT_MOV : SLJIT_MOV_U32, to, SCRATCH);
}

/* To memory, sljit would write as many bytes as it reads. */
static void emit_extend(compiler *c, sljit_s32 op, code_arg to, code_arg x)
{
    const code_arg via = code_is_reg(to) ? to : SCRATCH;

    code_op1(c->a, op, via, x);
    if (!code_is_reg(to))
        code_op1(c->a, SLJIT_MOV, to, via);
}

static bool emit_unary(compiler *c, const insn *n, code_arg to, code_arg x)
{
    switch (n->op) {
    case 0x67:
        emit_count(c, SLJIT_CLZ32, to, x, false);
        return true;
    case 0x68:
        emit_count(c, SLJIT_CTZ32, to, x, false);
        return true;
    case 0x79:
        emit_count(c, SLJIT_CLZ, to, x, true);
        return true;
    case 0x7a:
        emit_count(c, SLJIT_CTZ, to, x, true);
        return true;
    case 0xa7:
    case 0xad:
        emit_extend(c, SLJIT_MOV_U32, to, x);
        return true;
    case 0xac:
    case 0xc4:
        emit_extend(c, SLJIT_MOV_S32, to, x);
        return true;
    case 0xc0:
        emit_extend(c, SLJIT_MOV32_S8, to, x);
        return true;
    case 0xc1:
        emit_extend(c, SLJIT_MOV32_S16, to, x);
        return true;
    case 0xc2:
        emit_extend(c, SLJIT_MOV_S8, to, x);
        return true;
    case 0xc3:
        emit_extend(c, SLJIT_MOV_S16, to, x);
        return true;
    default:
        return false;
    }
}

static void emit_branch(compiler *c, const insn *n, uint32_t op, code_arg x,
                        code_arg y)
{
    machine_jump_to(
        c,
        code_compare(c->a, condition_of(op) | (op < 0x50 ? SLJIT_32 : 0), x, y),
        n->pc + 1);
}

bool emit_integer(compiler *c, const insn *n, uint32_t def)
{
    const uint32_t op = n->op & 0xff;
    const uint32_t form = n->op & ~0xffu;

    if (n->by_step || form > WASM_OP_BR_IMM)
        return false;
    if (form >= WASM_OP_BR) {
        const code_arg x = place_of_slot(c, n->pc->a);
        const code_arg y = form == WASM_OP_BR_IMM ? code_imm((int16_t)n->pc->b)
                                                  : place_of_slot(c, n->pc->b);
        emit_branch(c, n, op, x, y);
        return true;
    }
    if (!n->has_def || n->use_count == 0)
        return false;
    const code_arg to = place_of(c, def);
    const code_arg x = place_of_slot(c, n->pc->b);
    if (form == 0 && n->use_count == 1)
        return emit_unary(c, n, to, x);
    const code_arg y = form == WASM_OP_IMM ? code_imm((int16_t)n->pc->c)
                                           : place_of_slot(c, n->pc->c);
    if (is_compare(op)) {
        emit_compare(c, op, to, x, y);
    } else if (binary_op(op) != 0) {
        code_op2(c->a, binary_op(op), to, x, y);
    } else if ((op >= 0x6d && op <= 0x70) || (op >= 0x7f && op <= 0x82)) {
        emit_division(c, n, to, x, y);
    } else {
        return false;
    }
    return true;
}
