/*
 * catch.c - exceptions that are caught where they are thrown or called from: an
 * edge leads from each instruction that may throw to each handler of it.
 *
 * A call that fails returns a trap. wasm__caught() says which handler it goes
 * to, and writes what was thrown to the slots of the frame. Registers are then
 * what they are on any edge, but that a callee may have changed some: these
 * were kept in their homes, as for any call.
 */
#include "wasm/machine/enter.h"
#include "wasm/machine/machine.h"

bool machine_catches(const wasm_body *body, const insn *n)
{
    wasm_scan scan = WASM_SCAN;

    switch (n->op) {
    case WASM_OWN_call:
    case WASM_OWN_call_import:
    case WASM_OWN_call_indirect:
    case WASM_OWN_call_ref:
    case WASM_OWN_throw_:
    case WASM_OWN_throw_ref:
        return body->handler_count > 0 &&
               wasm__next_handler(body, (uint32_t)(n->pc - body->code),
                                  &scan) != NULL;
    default:
        return false;
    }
}

static const wasm_functype *handler_type(const wasm_module *m,
                                         const wasm_handler *h)
{
    return h->values == WASM_NO_SLOT ? NULL : &m->types[m->tags[h->tag]].func;
}

bool machine_handler_makes(const wasm_module *m, const wasm_handler *h,
                           uint32_t slot)
{
    const wasm_functype *type = handler_type(m, h);

    return slot == h->itself || (type != NULL && slot >= h->values &&
                                 slot - h->values < type->param_slots);
}

/* The type of what a handler writes to a slot; T_NONE: the second half. */
static uint8_t caught_type(const wasm_module *m, const wasm_handler *h,
                           uint32_t slot)
{
    const wasm_functype *type = handler_type(m, h);
    uint32_t at = h->values;

    if (slot == h->itself)
        return T_REF;
    for (uint32_t i = 0; i < type->param_count && at <= slot; i++) {
        if (at == slot)
            return machine_type_of(type->params[i]);
        at += wasm__slots(type->params[i]);
    }
    return T_NONE;
}

void machine_note_caught(compiler *c, const edge *e)
{
    const block *b = &c->blocks[e->to];

    for (uint32_t i = 0; e->handler != NULL && i < b->in_count; i++) {
        const live_pair *p = &LIST_AT(c->pairs, live_pair, b->ins + i);
        if (!machine_handler_makes(c->m, e->handler, p->slot))
            continue;
        const uint8_t type = caught_type(c->m, e->handler, p->slot);
        web *w = web_at(c, web_find(c, p->web));
        w->raw = true;
        if (type != T_NONE)
            w->type = type;
    }
}

/* To a handler: values that are not where they belong. */
static void emit_enter_handler(compiler *c, const wasm_handler *h)
{
    const block *b = &c->blocks[c->block_of[h->pad]];

    for (uint32_t i = 0; i < b->in_count; i++) {
        const live_pair *p = &LIST_AT(c->pairs, live_pair, b->ins + i);
        if (place_is_lost(c, p->web) || machine_handler_makes(c->m, h, p->slot))
            place_load(c, p->web);
    }
    sljit_set_label(sljit_emit_jump(c->a, SLJIT_JUMP), b->label);
}

struct sljit_jump *emit_catch(compiler *c, uint32_t word)
{
    wasm_scan scan = WASM_SCAN;
    const wasm_handler *h;
    code_asm *a = c->a;

    code_op1(a, SLJIT_MOV_U32, SCRATCH, SCRATCH);
    code_op2(a, SLJIT_OR, code_reg(SLJIT_R3), SCRATCH,
             code_imm((sljit_sw)word << 16));
    code_op1(a, SLJIT_MOV, SCRATCH, code_reg(REG_FRAME));
    code_op1(a, SLJIT_MOV, SCRATCH2, code_reg(REG_INSTANCE));
    code_op1(a, SLJIT_MOV, SCRATCH3, code_imm((sljit_sw)(uintptr_t)c->body));
    sljit_emit_icall(a, SLJIT_CALL, SLJIT_ARGS4(32, P, P, P, W), SLJIT_IMM,
                     (sljit_sw)(uintptr_t)wasm__caught);
    struct sljit_jump *not_caught =
        code_compare(a, SLJIT_SIG_LESS | SLJIT_32, SCRATCH, code_imm(0));
    while ((h = wasm__next_handler(c->body, word, &scan)) != NULL) {
        struct sljit_jump *other =
            code_compare(a, SLJIT_NOT_EQUAL | SLJIT_32, SCRATCH,
                         code_imm(h - c->body->handlers));
        emit_enter_handler(c, h);
        code_land(a, other);
    }
    sljit_emit_op0(a, SLJIT_BREAKPOINT); /* it was one of these */
    return not_caught;
}
