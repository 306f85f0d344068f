/*
 * call.c - calls: of functions, and of C that does an instruction.
 *
 * Arguments are in their homes, which is where the callee's frame begins. A
 * function is called by its body's entry, which is machine code or
 * wasm__enter_cold(); both return a trap. A call at a function's end takes its
 * place: arguments go to the frame's start, and the callee is jumped to.
 */
#include "wasm/machine/enter.h"
#include "wasm/machine/machine.h"

#define CALL_ARGS SLJIT_ARGS3(32, P, P, P)

static void load_callee_frame(compiler *c, const insn *n)
{
    code_op2(c->a, SLJIT_ADD, SCRATCH, code_reg(REG_FRAME),
             code_imm((sljit_sw)(n->pc->a * sizeof(wasm_slot))));
}

static void call_c(compiler *c, uintptr_t function)
{
    sljit_emit_icall(c->a, SLJIT_CALL, CALL_ARGS, SLJIT_IMM,
                     (sljit_sw)function);
}

static void check_result(compiler *c, const insn *n)
{
    machine_failed_if(
        c, code_compare(c->a, SLJIT_NOT_EQUAL | SLJIT_32, SCRATCH, code_imm(0)),
        n);
}

static void emit_direct(compiler *c, const insn *n)
{
    wasm_body *callee = &c->m->bodies[n->pc->imm];

    if (callee->entry == NULL)
        callee->entry = wasm__enter_cold;
    load_callee_frame(c, n);
    code_op1(c->a, SLJIT_MOV, SCRATCH2, code_reg(REG_INSTANCE));
    code_op1(c->a, SLJIT_MOV, SCRATCH3, code_imm((sljit_sw)(uintptr_t)callee));
    sljit_emit_icall(c->a, SLJIT_CALL, CALL_ARGS, SLJIT_MEM1(SLJIT_R2),
                     offsetof(wasm_body, entry));
}

static void emit_import(compiler *c, const insn *n)
{
    load_callee_frame(c, n);
    code_op1(c->a, SLJIT_MOV, SCRATCH2, code_reg(REG_INSTANCE));
    code_op1(c->a, SLJIT_MOV, SCRATCH3, code_imm(n->pc->imm));
    call_c(c, (uintptr_t)wasm__call_import);
}

/* By C: functions of a subtype, too, and tables of 64 bits. */
static void emit_lookup_by_c(compiler *c, const insn *n)
{
    const bool is64 = c->m->tables[n->pc[1].u64 >> 32].limits.is64;

    code_op1(c->a, is64 ? SLJIT_MOV : SLJIT_MOV_U32, SCRATCH3,
             place_of_slot(c, n->pc->b));
    code_op1(c->a, SLJIT_MOV, SCRATCH, code_reg(REG_INSTANCE));
    code_op1(c->a, SLJIT_MOV, SCRATCH2, code_imm((sljit_sw)n->pc[1].u64));
    sljit_emit_icall(c->a, SLJIT_CALL, SLJIT_ARGS3(P, P, W, W), SLJIT_IMM,
                     (sljit_sw)(uintptr_t)wasm__look_up);
    machine_failed_if(c,
                      code_compare(c->a, SLJIT_LESS, SCRATCH,
                                   code_imm(WASM_TRAP_FROM_CALLEE)),
                      n);
}

static bool can_look_up(const wasm_module *m, const wasm_word *pc)
{
    return m->types[(uint32_t)pc[1].u64].is_final &&
           !m->tables[pc[1].u64 >> 32].limits.is64;
}

/* R0 = the function in the table, if it is one of the right type. */
static void emit_lookup(compiler *c, const insn *n)
{
    if (!can_look_up(c->m, n->pc)) {
        emit_lookup_by_c(c, n);
        return;
    }
    const uint32_t type = (uint32_t)n->pc[1].u64;
    const uint32_t table = (uint32_t)(n->pc[1].u64 >> 32);
    code_asm *a = c->a;

    code_op1(a, SLJIT_MOV_U32, SCRATCH, place_of_slot(c, n->pc->b));
    code_op1(a, SLJIT_MOV, SCRATCH2,
             code_mem(REG_INSTANCE, offsetof(wasm_instance, tables)));
    code_op1(a, SLJIT_MOV, SCRATCH2,
             code_mem(SLJIT_R1, (sljit_sw)(table * sizeof(void *))));
    machine_trap_if(
        c,
        code_compare(a, SLJIT_GREATER_EQUAL | SLJIT_32, SCRATCH,
                     code_mem(SLJIT_R1, offsetof(wasm_table, size))),
        WASM_TRAP_TABLE_INDEX, n);
    code_op1(a, SLJIT_MOV, SCRATCH2,
             code_mem(SLJIT_R1, offsetof(wasm_table, items)));
    code_op1(a, SLJIT_MOV, SCRATCH,
             (code_arg){ SLJIT_MEM2(SLJIT_R1, SLJIT_R0), 3 });
    machine_trap_if(c, code_compare(a, SLJIT_EQUAL, SCRATCH, code_imm(0)),
                    WASM_TRAP_NULL_FUNC, n);
    code_op1(a, SLJIT_MOV, SCRATCH2,
             code_mem(REG_INSTANCE, offsetof(wasm_instance, types)));
    code_op1(a, SLJIT_MOV, SCRATCH2,
             code_mem(SLJIT_R1, (sljit_sw)(type * sizeof(void *))));
    machine_trap_if(
        c,
        code_compare(a, SLJIT_NOT_EQUAL,
                     code_mem(SLJIT_R0, offsetof(wasm_func, interned)),
                     SCRATCH2),
        WASM_TRAP_SIGNATURE, n);
}

/* R0 = the function that a reference names. */
static void emit_load_callee(compiler *c, const insn *n)
{
    code_op1(c->a, SLJIT_MOV, SCRATCH, place_of_slot(c, n->pc->b));
    machine_trap_if(c, code_compare(c->a, SLJIT_EQUAL, SCRATCH, code_imm(0)),
                    WASM_TRAP_NULL_REFERENCE, n);
}

static void emit_indirect(compiler *c, const insn *n)
{
    code_asm *a = c->a;

    if (n->op == WASM_OWN_call_ref)
        emit_load_callee(c, n);
    else
        emit_lookup(c, n);
    code_op1(a, SLJIT_MOV, SCRATCH3,
             code_mem(SLJIT_R0, offsetof(wasm_func, body)));
    struct sljit_jump *of_host =
        code_compare(a, SLJIT_EQUAL, SCRATCH3, code_imm(0));
    code_op1(a, SLJIT_MOV, SCRATCH2,
             code_mem(SLJIT_R0, offsetof(wasm_func, instance)));
    load_callee_frame(c, n);
    sljit_emit_icall(a, SLJIT_CALL, CALL_ARGS, SLJIT_MEM1(SLJIT_R2),
                     offsetof(wasm_body, entry));
    struct sljit_jump *done = sljit_emit_jump(a, SLJIT_JUMP);
    code_land(a, of_host);
    code_op1(a, SLJIT_MOV, SCRATCH3, SCRATCH);
    code_op1(a, SLJIT_MOV, SCRATCH2, code_reg(REG_INSTANCE));
    load_callee_frame(c, n);
    call_c(c, (uintptr_t)wasm__call_host);
    code_land(a, done);
}

/* ---- Calls that take the place of their caller ---- */

/* Home to home, downwards. */
static void move_arguments(compiler *c, const insn *n)
{
    if (n->use_count == 0)
        return;
    const slot_ref *args = &n->uses[n->use_count - 1];
    for (uint32_t i = 0; args->home && i < args->count; i++) {
        code_op1(c->a, SLJIT_MOV, SCRATCH, home_of(args->slot + i));
        code_op1(c->a, SLJIT_MOV, home_of(i), SCRATCH);
    }
}

static void jump_to_entry(compiler *c)
{
    code_op1(c->a, SLJIT_MOV, SCRATCH, code_reg(REG_FRAME));
    sljit_emit_icall(c->a, SLJIT_CALL | SLJIT_CALL_RETURN, CALL_ARGS,
                     SLJIT_MEM1(SLJIT_R2), offsetof(wasm_body, entry));
}

static void emit_tail_direct(compiler *c, const insn *n)
{
    wasm_body *callee = &c->m->bodies[n->pc->imm];

    if (callee->entry == NULL)
        callee->entry = wasm__enter_cold;
    move_arguments(c, n);
    code_op1(c->a, SLJIT_MOV, SCRATCH2, code_reg(REG_INSTANCE));
    code_op1(c->a, SLJIT_MOV, SCRATCH3, code_imm((sljit_sw)(uintptr_t)callee));
    jump_to_entry(c);
}

/* R0 = the function, which is looked for before its arguments move. */
static void emit_find_callee(compiler *c, const insn *n)
{
    if (n->op == WASM_OWN_return_call_ref) {
        emit_load_callee(c, n);
    } else if (n->op == WASM_OWN_return_call_indirect) {
        emit_lookup(c, n);
    } else {
        code_op1(c->a, SLJIT_MOV, SCRATCH,
                 code_mem(REG_INSTANCE, offsetof(wasm_instance, funcs)));
        code_op1(c->a, SLJIT_MOV, SCRATCH,
                 code_mem(SLJIT_R0, (sljit_sw)(n->pc->imm * sizeof(void *))));
    }
}

static void emit_tail(compiler *c, const insn *n)
{
    code_asm *a = c->a;

    if (n->op == WASM_OWN_return_call) {
        emit_tail_direct(c, n);
        return;
    }
    emit_find_callee(c, n);
    code_op1(a, SLJIT_MOV, SCRATCH3, SCRATCH);
    move_arguments(c, n);
    code_op1(a, SLJIT_MOV, SCRATCH2,
             code_mem(SLJIT_R2, offsetof(wasm_func, body)));
    struct sljit_jump *of_host =
        code_compare(a, SLJIT_EQUAL, SCRATCH2, code_imm(0));
    code_op1(a, SLJIT_MOV, SCRATCH, SCRATCH2);
    code_op1(a, SLJIT_MOV, SCRATCH2,
             code_mem(SLJIT_R2, offsetof(wasm_func, instance)));
    code_op1(a, SLJIT_MOV, SCRATCH3, SCRATCH);
    jump_to_entry(c);
    code_land(a, of_host);
    code_op1(a, SLJIT_MOV, SCRATCH, code_reg(REG_FRAME));
    code_op1(a, SLJIT_MOV, SCRATCH2, code_reg(REG_INSTANCE));
    sljit_emit_icall(a, SLJIT_CALL | SLJIT_CALL_RETURN, CALL_ARGS, SLJIT_IMM,
                     (sljit_sw)(uintptr_t)wasm__call_host);
}

static bool is_tail(uint32_t op)
{
    return op == WASM_OWN_return_call || op == WASM_OWN_return_call_import ||
           op == WASM_OWN_return_call_indirect ||
           op == WASM_OWN_return_call_ref;
}

bool emit_call(compiler *c, const insn *n, uint32_t def)
{
    (void)def;
    if (is_tail(n->op)) {
        place_keep(c);
        emit_tail(c, n);
        return true;
    }
    if (n->op != WASM_OWN_call && n->op != WASM_OWN_call_import &&
        n->op != WASM_OWN_call_indirect && n->op != WASM_OWN_call_ref)
        return false;
    place_keep(c);
    if (n->op == WASM_OWN_call)
        emit_direct(c, n);
    else if (n->op == WASM_OWN_call_import)
        emit_import(c, n);
    else
        emit_indirect(c, n);
    check_result(c, n);
    place_restore(c);
    return true;
}

/* One instruction by C; all operands go home, and so does the result. */
void emit_step(compiler *c, const insn *n)
{
    place_settle(c, n);
    place_keep(c);
    code_op1(c->a, SLJIT_MOV, SCRATCH, code_reg(REG_FRAME));
    code_op1(c->a, SLJIT_MOV, SCRATCH2, code_reg(REG_INSTANCE));
    code_op1(c->a, SLJIT_MOV, SCRATCH3, code_imm((sljit_sw)(uintptr_t)n->pc));
    code_op1(c->a, SLJIT_MOV, code_reg(SLJIT_R3),
             code_imm((sljit_sw)(uintptr_t)c->body));
    sljit_emit_icall(c->a, SLJIT_CALL, SLJIT_ARGS4(32, P, P, P, P), SLJIT_IMM,
                     (sljit_sw)(uintptr_t)wasm__step);
    check_result(c, n);
    place_restore(c);
}
