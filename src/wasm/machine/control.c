/*
 * control.c - jumps and returns; constants, copies, selects and globals.
 */
#include <stdlib.h>

#include "wasm/machine/machine.h"

/* `at` is the word that holds the distance. */
void machine_jump_to(compiler *c, struct sljit_jump *jump, const wasm_word *at)
{
    jump_fix *f = list_add(c, &c->jumps, sizeof(*f));

    if (f != NULL)
        *f =
            (jump_fix){ jump,
                        c->block_of[(uint32_t)(at + at->imm - c->body->code)] };
}

/* A table of addresses, filled when they are known. */
static void emit_table(compiler *c, const insn *n)
{
    const uint32_t count = n->words - 1;
    uintptr_t *entries = calloc(count, sizeof(*entries));
    table_fix *f = list_add(c, &c->tables, sizeof(*f));

    if (entries == NULL || f == NULL) {
        free(entries);
        if (f != NULL)
            c->tables.count--;
        c->failed = true;
        return;
    }
    *f = (table_fix){ entries, c->table_blocks.count, count };
    for (uint32_t k = 1; k <= count; k++) {
        uint32_t *to = list_add(c, &c->table_blocks, sizeof(*to));
        if (to == NULL)
            return;
        *to = c->block_of[(uint32_t)(n->pc + k + n->pc[k].imm - c->body->code)];
    }
    code_op1(c->a, SLJIT_MOV_U32, SCRATCH, place_of_slot(c, n->pc->a));
    struct sljit_jump *within =
        code_compare(c->a, SLJIT_LESS, SCRATCH, code_imm((sljit_sw)count - 1));
    code_op1(c->a, SLJIT_MOV, SCRATCH, code_imm((sljit_sw)count - 1));
    code_land(c->a, within);
    code_op1(c->a, SLJIT_MOV, SCRATCH2, code_imm((sljit_sw)(uintptr_t)entries));
    sljit_emit_ijump(c->a, SLJIT_JUMP, SLJIT_MEM2(SLJIT_R1, SLJIT_R0), 3);
}

/* ---- Values ------------------------------------------------------------- */

static void emit_constant(compiler *c, uint32_t def, uint64_t bits)
{
    const web *w = web_at(c, web_find(c, def));
    const code_arg to = place_of(c, def);

    if (!code_is_reg(to) || !type_is_float(w->type)) {
        code_op1(c->a, SLJIT_MOV, to, code_imm((sljit_sw)bits));
        return;
    }
    if (bits == 0 && w->type == T_F32)
        sljit_emit_fset32(c->a, to.kind, 0.0f);
    else if (bits == 0)
        sljit_emit_fset64(c->a, to.kind, 0.0);
    else {
        code_op1(c->a, SLJIT_MOV, SCRATCH, code_imm((sljit_sw)bits));
        sljit_emit_fcopy(
            c->a, w->type == T_F32 ? SLJIT_COPY32_TO_F32 : SLJIT_COPY_TO_F64,
            to.kind, SLJIT_R0);
    }
}

/* Zero, as locals are at first. */
void emit_zero(compiler *c, uint32_t def)
{
    const web *w = web_at(c, web_find(c, def));

    if (w->type == T_V128 && w->reg != 0)
        vector_constant(c, def, 0, 0);
    else
        emit_constant(c, def, 0);
}

static void emit_select(compiler *c, const insn *n, uint32_t def)
{
    const uint32_t x = c->now[n->pc->b];
    const uint32_t y = c->now[n->pc->c];
    const uint8_t type = web_at(c, web_find(c, def))->type;
    const code_arg condition = place_of_slot(c, (uint32_t)n->pc[1].u64);
    const bool is_float = type_is_float(type);
    const code_arg first = is_float ? FSCRATCH : SCRATCH;
    const code_arg second = is_float ? FSCRATCH2 : SCRATCH2;

    place_canonical(c, x);
    place_canonical(c, y);
    place_move(c, first, type, place_of(c, x), web_at(c, web_find(c, x))->type);
    place_move(c, second, type, place_of(c, y),
               web_at(c, web_find(c, y))->type);
    code_test(c->a, SLJIT_SUB32 | SLJIT_SET_Z, condition, code_imm(0));
    if (is_float)
        sljit_emit_fselect(c->a, SLJIT_NOT_ZERO, first.kind, first.kind, 0,
                           second.kind);
    else
        sljit_emit_select(c->a, SLJIT_NOT_ZERO, first.kind, first.kind, 0,
                          second.kind);
    place_move(c, place_of(c, def), type, first, type);
}

/* Slots from home to home; they may overlap. */
static void emit_move(compiler *c, uint32_t to, uint32_t from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t k = to < from ? i : count - 1 - i;
        code_op1(c->a, SLJIT_MOV, SCRATCH, home_of(from + k));
        code_op1(c->a, SLJIT_MOV, home_of(to + k), SCRATCH);
    }
}

/* R1 = the global's value. */
static code_arg global_place(compiler *c, const insn *n, uint32_t half)
{
    code_op1(c->a, SLJIT_MOV, SCRATCH2,
             code_mem(REG_INSTANCE, offsetof(wasm_instance, globals)));
    code_op1(c->a, SLJIT_MOV, SCRATCH2,
             code_mem(SLJIT_R1, (sljit_sw)(n->pc->imm * sizeof(void *))));
    return code_mem(SLJIT_R1, (sljit_sw)(offsetof(wasm_global, value) +
                                         half * sizeof(wasm_slot)));
}

static void emit_global(compiler *c, const insn *n, uint32_t def)
{
    const bool two =
        n->op == WASM_OWN_global_get2 || n->op == WASM_OWN_global_set2;
    const bool sets =
        n->op == WASM_OWN_global_set || n->op == WASM_OWN_global_set2;

    for (uint32_t half = 0; two && half < 2; half++) {
        const code_arg there = global_place(c, n, half);
        const code_arg here = home_of(n->pc->a + half);
        code_op1(c->a, SLJIT_MOV, SCRATCH, sets ? here : there);
        code_op1(c->a, SLJIT_MOV, sets ? there : here, SCRATCH);
    }
    if (two)
        return;
    const uint32_t id = sets ? c->now[n->pc->a] : def;
    if (sets)
        place_canonical(c, id);
    const code_arg here = place_of(c, id);
    const uint8_t type = web_at(c, web_find(c, id))->type;
    const code_arg there = global_place(c, n, 0);
    if (sets)
        place_move(c, there, T_NONE, here, type);
    else
        place_move(c, here, type, there, T_NONE);
}

bool emit_plain(compiler *c, const insn *n, uint32_t def)
{
    const wasm_word *pc = n->pc;

    switch (n->op) {
    case WASM_OWN_copy:
        place_copy(c, def, c->now[pc->b]);
        return true;
    case WASM_OWN_copy2:
        vector_copy(c, def, pc->b);
        return true;
    case WASM_OWN_move:
        emit_move(c, pc->a, pc->b, pc->c);
        return true;
    case WASM_OWN_const32:
        emit_constant(c, def, (uint32_t)pc->imm);
        return true;
    case WASM_OWN_const_s32:
        emit_constant(c, def, (uint64_t)(int64_t)pc->imm);
        return true;
    case WASM_OWN_const64:
        emit_constant(c, def, pc[1].u64);
        return true;
    case WASM_OWN_const128:
        vector_constant(c, def, pc[1].u64, pc[2].u64);
        return true;
    case WASM_OWN_select:
        emit_select(c, n, def);
        return true;
    case WASM_OWN_select2:
        vector_select(c, n, def);
        return true;
    case WASM_OWN_global_get:
    case WASM_OWN_global_get2:
    case WASM_OWN_global_set:
    case WASM_OWN_global_set2:
        emit_global(c, n, def);
        return true;
    case WASM_OWN_ref_is_null: {
        const code_arg to = place_of(c, def);
        code_test(c->a, SLJIT_SUB | SLJIT_SET_Z, place_of_slot(c, pc->b),
                  code_imm(0));
        sljit_emit_op_flags(c->a, SLJIT_MOV32, to.kind, to.w, SLJIT_EQUAL);
        return true;
    }
    case WASM_OWN_memory_size:
        code_op1(c->a, SLJIT_MOV, SCRATCH,
                 code_mem(REG_INSTANCE, offsetof(wasm_instance, memories)));
        code_op1(c->a, SLJIT_MOV, SCRATCH,
                 code_mem(SLJIT_R0, (sljit_sw)(pc->c * sizeof(void *))));
        code_op1(c->a, SLJIT_MOV, SCRATCH,
                 code_mem(SLJIT_R0, offsetof(wasm_memory, bytes)));
        code_op2(c->a, SLJIT_LSHR, place_of(c, def), SCRATCH, code_imm(16));
        return true;
    default:
        return false;
    }
}

/* ---- Control ------------------------------------------------------------ */

static void emit_return(compiler *c, const insn *n)
{
    if (n->op == WASM_OWN_return1) {
        const uint32_t id = c->now[n->pc->b];
        place_canonical(c, id);
        place_move(c, home_of(0), T_NONE, place_of(c, id),
                   web_at(c, web_find(c, id))->type);
    } else if (n->op == WASM_OWN_return_n) {
        emit_move(c, 0, n->pc->b, n->pc->c);
    }
    sljit_emit_return(c->a, SLJIT_MOV32, SLJIT_IMM, WASM_OK);
}

bool emit_control(compiler *c, const insn *n, uint32_t def)
{
    (void)def;
    switch (n->op) {
    case WASM_OWN_unreachable:
        machine_trap_if(c, sljit_emit_jump(c->a, SLJIT_JUMP),
                        WASM_TRAP_UNREACHABLE, n);
        return true;
    case WASM_OWN_jump:
        machine_jump_to(c, sljit_emit_jump(c->a, SLJIT_JUMP), n->pc);
        return true;
    case WASM_OWN_br_if:
    case WASM_OWN_br_unless:
        machine_jump_to(c,
                        code_compare(c->a,
                                     (n->op == WASM_OWN_br_if ? SLJIT_NOT_EQUAL
                                                              : SLJIT_EQUAL) |
                                         SLJIT_32,
                                     place_of_slot(c, n->pc->a), code_imm(0)),
                        n->pc);
        return true;
    case WASM_OWN_br_on_null:
    case WASM_OWN_br_on_some:
        machine_jump_to(c,
                        code_compare(c->a,
                                     n->op == WASM_OWN_br_on_null
                                         ? SLJIT_EQUAL
                                         : SLJIT_NOT_EQUAL,
                                     place_of_slot(c, n->pc->a), code_imm(0)),
                        n->pc);
        return true;
    case WASM_OWN_br_table:
        emit_table(c, n);
        return true;
    case WASM_OWN_return0:
    case WASM_OWN_return1:
    case WASM_OWN_return_n:
        emit_return(c, n);
        return true;
    default:
        return false;
    }
}
