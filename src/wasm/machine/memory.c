/*
 * memory.c - loads and stores.
 *
 * A guarded memory has 8 GiB of addresses, so that whatever a 32-bit address
 * and a 32-bit offset give is in them: an access behind the memory's end
 * faults, and the fault becomes a trap. Others are checked.
 */
#include "wasm/machine/machine.h"

typedef struct access {
    sljit_s32 op;
    uint8_t bytes;
    bool is_float;
} access;

static const access accesses[] = {
    { SLJIT_MOV_U32, 4, false },
    { SLJIT_MOV, 8, false },
    { SLJIT_MOV_F32, 4, true },
    { SLJIT_MOV_F64, 8, true },
    { SLJIT_MOV32_S8, 1, false },
    { SLJIT_MOV32_U8, 1, false },
    { SLJIT_MOV32_S16, 2, false },
    { SLJIT_MOV32_U16, 2, false },
    { SLJIT_MOV_S8, 1, false },
    { SLJIT_MOV_U8, 1, false },
    { SLJIT_MOV_S16, 2, false },
    { SLJIT_MOV_U16, 2, false },
    { SLJIT_MOV_S32, 4, false },
    { SLJIT_MOV_U32, 4, false },
    /* stores */
    { SLJIT_MOV32, 4, false },
    { SLJIT_MOV, 8, false },
    { SLJIT_MOV_F32, 4, true },
    { SLJIT_MOV_F64, 8, true },
    { SLJIT_MOV_U8, 1, false },
    { SLJIT_MOV_U16, 2, false },
    { SLJIT_MOV_U8, 1, false },
    { SLJIT_MOV_U16, 2, false },
    { SLJIT_MOV_U32, 4, false },
};

/* The next instruction may fault. */
static void note_site(compiler *c, const insn *n)
{
    machine_site *s = list_add(c, &c->sites, sizeof(*s));

    if (s != NULL)
        *s = (machine_site){ sljit_emit_label(c->a), machine_word(c, n) };
}

static code_arg checked_address(compiler *c, const insn *n, code_arg address,
                                uint64_t offset, uint32_t bytes)
{
    code_op1(c->a, SLJIT_MOV_U32, SCRATCH2, address);
    if (offset > 0)
        code_op2(c->a, SLJIT_ADD, SCRATCH2, SCRATCH2,
                 code_imm((sljit_sw)offset));
    code_op2(c->a, SLJIT_ADD, SCRATCH3, SCRATCH2, code_imm((sljit_sw)bytes));
    machine_trap_if(
        c,
        code_compare(c->a, SLJIT_GREATER, SCRATCH3,
                     code_mem(c->reg_memory, offsetof(wasm_memory, bytes))),
        WASM_TRAP_MEMORY, n);
    code_op1(c->a, SLJIT_MOV, SCRATCH3,
             code_mem(c->reg_memory, offsetof(wasm_memory, data)));
    return code_mem2(SLJIT_R2, SLJIT_R1);
}

static code_arg address_of(compiler *c, const insn *n, code_arg address,
                           uint64_t offset, uint32_t bytes)
{
    if (!c->guarded)
        return checked_address(c, n, address, offset, bytes);
    if (!code_is_reg(address)) {
        code_op1(c->a, SLJIT_MOV_U32, SCRATCH2, address);
        address = SCRATCH2;
    }
    if (offset > 0) {
        code_op2(c->a, SLJIT_ADD, SCRATCH2, address,
                 code_imm((sljit_sw)offset));
        address = SCRATCH2;
    }
    return code_mem2(c->reg_memory, address.kind);
}

code_arg machine_address(compiler *c, const insn *n, code_arg address,
                         uint64_t offset, uint32_t bytes)
{
    const code_arg there = address_of(c, n, address, offset, bytes);

    note_site(c, n);
    return there;
}

static void emit_load(compiler *c, const insn *n, const access *how,
                      uint64_t offset, uint32_t def)
{
    const code_arg from =
        machine_address(c, n, place_of_slot(c, n->pc->b), offset, how->bytes);
    const code_arg to = place_of(c, def);

    if (how->is_float) {
        const code_arg via = code_is_reg(to) ? to : FSCRATCH;
        code_fop1(c->a, how->op, via, from);
        if (!code_is_reg(to))
            code_fop1(c->a, how->op, to, via);
    } else {
        const code_arg via = code_is_reg(to) ? to : SCRATCH;
        code_op1(c->a, how->op, via, from);
        if (!code_is_reg(to))
            code_op1(c->a, SLJIT_MOV, to, via);
    }
}

static void emit_store(compiler *c, const insn *n, const access *how,
                       uint64_t offset)
{
    place_canonical(c, c->now[n->pc->b]);
    code_arg value = place_of_slot(c, n->pc->b);
    if (!code_is_reg(value) && how->is_float) {
        code_fop1(c->a, how->op, FSCRATCH, value);
        value = FSCRATCH;
    } else if (!code_is_reg(value)) {
        code_op1(c->a, SLJIT_MOV, SCRATCH, value);
        value = SCRATCH;
    }
    const code_arg to =
        machine_address(c, n, place_of_slot(c, n->pc->a), offset, how->bytes);
    if (how->is_float)
        code_fop1(c->a, how->op, to, value);
    else
        code_op1(c->a, how->op, to, value);
}

/* The register with the memory gets its value, at the start and, if it can
 * move, after each call. */
void emit_load_memory(compiler *c)
{
    if (!c->uses_memory)
        return;
    code_op1(c->a, SLJIT_MOV, code_reg(c->reg_memory),
             code_mem(REG_INSTANCE, c->guarded
                                        ? offsetof(wasm_instance, memory_data)
                                        : offsetof(wasm_instance, memory)));
}

bool emit_memory(compiler *c, const insn *n, uint32_t def)
{
    const uint32_t form = n->op & ~0xffu;
    const uint32_t op = n->op & 0xff;

    if ((form != 0 && form != WASM_OP_FAR) || op < 0x28 || op > 0x3e)
        return false;
    const uint64_t offset = form == WASM_OP_FAR ? n->pc[1].u64 : n->pc->c;
    if (op <= 0x35)
        emit_load(c, n, &accesses[op - 0x28], offset, def);
    else
        emit_store(c, n, &accesses[op - 0x28], offset);
    return true;
}
