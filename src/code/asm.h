/*
 * asm.h - sljit, and short names for its instructions.
 *
 * An operand is a register, a number, or memory behind one or two registers;
 * sljit takes it as two integers, and here it is one value.
 */
#ifndef ORRERY_CODE_ASM_H
#define ORRERY_CODE_ASM_H

#include <stdbool.h>
#include <stddef.h>

#define SLJIT_HAVE_CONFIG_PRE 1
#ifdef __SANITIZE_ADDRESS__
#define CODE_CHECKED 1
#endif
#include <sljit/sljitLir.h>

typedef struct sljit_compiler code_asm;

typedef struct code_arg {
    sljit_s32 kind;
    sljit_sw w;
} code_arg;

static inline code_arg code_reg(sljit_s32 reg)
{
    return (code_arg){ reg, 0 };
}

static inline code_arg code_imm(sljit_sw value)
{
    return (code_arg){ SLJIT_IMM, value };
}

static inline code_arg code_mem(sljit_s32 base, sljit_sw offset)
{
    return (code_arg){ SLJIT_MEM1(base), offset };
}

static inline code_arg code_mem2(sljit_s32 base, sljit_s32 index)
{
    return (code_arg){ SLJIT_MEM2(base, index), 0 };
}

static inline bool code_is_reg(code_arg a)
{
    return SLJIT_IS_REG(a.kind);
}

static inline bool code_same(code_arg a, code_arg b)
{
    return a.kind == b.kind && a.w == b.w;
}

static inline void code_op1(code_asm *a, sljit_s32 op, code_arg to, code_arg x)
{
    sljit_emit_op1(a, op, to.kind, to.w, x.kind, x.w);
}

static inline void code_op2(code_asm *a, sljit_s32 op, code_arg to, code_arg x,
                            code_arg y)
{
    sljit_emit_op2(a, op, to.kind, to.w, x.kind, x.w, y.kind, y.w);
}

/* Only the flags of it. */
static inline void code_test(code_asm *a, sljit_s32 op, code_arg x, code_arg y)
{
    sljit_emit_op2u(a, op, x.kind, x.w, y.kind, y.w);
}

static inline void code_fop1(code_asm *a, sljit_s32 op, code_arg to, code_arg x)
{
    sljit_emit_fop1(a, op, to.kind, to.w, x.kind, x.w);
}

static inline void code_fop2(code_asm *a, sljit_s32 op, code_arg to, code_arg x,
                             code_arg y)
{
    sljit_emit_fop2(a, op, to.kind, to.w, x.kind, x.w, y.kind, y.w);
}

static inline struct sljit_jump *code_compare(code_asm *a, sljit_s32 type,
                                              code_arg x, code_arg y)
{
    return sljit_emit_cmp(a, type, x.kind, x.w, y.kind, y.w);
}

static inline struct sljit_jump *code_fcompare(code_asm *a, sljit_s32 type,
                                               code_arg x, code_arg y)
{
    return sljit_emit_fcmp(a, type, x.kind, x.w, y.kind, y.w);
}

/* A jump arrives here. NULL: there is none. */
static inline void code_land(code_asm *a, struct sljit_jump *jump)
{
    if (jump != NULL)
        sljit_set_label(jump, sljit_emit_label(a));
}

#endif
