/*
 * place.c - where values are while code is written: in the register of their
 * web, or in the slot that is its home.
 */
#include "wasm/machine/machine.h"

code_arg home_of(uint32_t slot)
{
    return code_mem(REG_FRAME, (sljit_sw)(slot * sizeof(wasm_slot)));
}

code_arg place_of(compiler *c, uint32_t id)
{
    const web *w = web_at(c, web_find(c, id));

    return w->reg != 0 ? code_reg(w->reg) : home_of(w->slot);
}

code_arg place_of_slot(compiler *c, uint32_t slot)
{
    return place_of(c, c->now[slot]);
}

static sljit_s32 float_move(uint8_t type)
{
    return type == T_F32 ? SLJIT_MOV_F32 : SLJIT_MOV_F64;
}

void place_store(compiler *c, uint32_t id)
{
    const web *w = web_at(c, web_find(c, id));

    if (w->reg == 0)
        return;
    if (w->type == T_V128)
        sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_STORE, w->reg,
                            home_of(w->slot).kind, home_of(w->slot).w);
    else if (type_is_float(w->type))
        code_fop1(c->a, float_move(w->type), home_of(w->slot),
                  code_reg(w->reg));
    else
        code_op1(c->a, w->type == T_I32 ? SLJIT_MOV32 : SLJIT_MOV,
                 home_of(w->slot), code_reg(w->reg));
}

void place_load(compiler *c, uint32_t id)
{
    const web *w = web_at(c, web_find(c, id));

    if (w->reg == 0)
        return;
    if (w->type == T_V128)
        sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_LOAD, w->reg,
                            home_of(w->slot).kind, home_of(w->slot).w);
    else if (type_is_float(w->type))
        code_fop1(c->a, float_move(w->type), code_reg(w->reg),
                  home_of(w->slot));
    else
        code_op1(c->a, w->type == T_I32 ? SLJIT_MOV_U32 : SLJIT_MOV,
                 code_reg(w->reg), home_of(w->slot));
}

/* ---- NaNs --------------------------------------------------------------- */

static void set_nan(compiler *c, code_arg to, uint8_t type)
{
    if (type == T_F32)
        sljit_emit_fset32(c->a, to.kind, __builtin_nanf(""));
    else
        sljit_emit_fset64(c->a, to.kind, __builtin_nan(""));
}

/* The value of a place becomes the canonical NaN, if it is one. */
static void place_canonicalise(compiler *c, code_arg place, uint8_t type)
{
    const sljit_s32 single = type == T_F32 ? SLJIT_32 : 0;

    if (!code_is_reg(place)) {
        code_fop1(c->a, float_move(type), FSCRATCH, place);
        struct sljit_jump *fine =
            code_fcompare(c->a, SLJIT_ORDERED | single, FSCRATCH, FSCRATCH);
        set_nan(c, FSCRATCH, type);
        code_fop1(c->a, float_move(type), place, FSCRATCH);
        code_land(c->a, fine);
        return;
    }
    stub *s = list_add(c, &c->stubs, sizeof(*s));
    if (s == NULL)
        return;
    *s = (stub){ .kind = STUB_NAN, .type = type, .reg = (int8_t)place.kind };
    s->jump = code_fcompare(c->a, SLJIT_UNORDERED | single, place, place);
    s->back = sljit_emit_label(c->a);
}

/* NaNs of others are in it, or nobody knows where its NaNs are. */
static bool is_raw(const web *w)
{
    return w->raw || w->lanes == (LANES_32 | LANES_64);
}

static void place_mend(compiler *c, uint32_t id, bool raw)
{
    const web *w = web_at(c, web_find(c, id));

    if (!w->arithmetic || is_raw(w) != raw)
        return;
    if (w->type == T_V128)
        vector_canonicalise(c, id);
    else if (type_is_float(w->type))
        place_canonicalise(c, place_of(c, id), w->type);
}

void place_canonical(compiler *c, uint32_t id)
{
    place_mend(c, id, false);
}

/* Right after arithmetic, for webs in which other NaNs must be kept. */
void place_made(compiler *c, uint32_t id)
{
    place_mend(c, id, true);
}

void emit_nan_stub(compiler *c, const stub *s)
{
    code_land(c->a, s->jump);
    if (s->type == T_V128)
        vector_nan_stub(c, s);
    else
        set_nan(c, code_reg(s->reg), s->type);
    sljit_set_label(sljit_emit_jump(c->a, SLJIT_JUMP), s->back);
}

/* ---- Homes -------------------------------------------------------------- */

void place_settle(compiler *c, const insn *n)
{
    for (uint32_t k = 0; k < n->use_count; k++) {
        const slot_ref *ref = &n->uses[k];
        for (uint32_t s = ref->slot; ref->home && s < ref->slot + ref->count;
             s++) {
            place_canonical(c, c->now[s]);
            place_store(c, c->now[s]);
        }
    }
}

static bool is_lost(uint32_t index)
{
    if (index < MACHINE_REGS)
        return index < SLJIT_FIRST_SAVED_REG;
    return index - MACHINE_REGS < SLJIT_FIRST_SAVED_FLOAT_REG;
}

bool place_is_lost(compiler *c, uint32_t id)
{
    const web *w = web_at(c, web_find(c, id));

    return w->reg != 0 &&
           (type_is_wide(w->type) ? w->reg < SLJIT_FIRST_SAVED_FLOAT_REG
                                  : w->reg < SLJIT_FIRST_SAVED_REG);
}

void place_keep(compiler *c)
{
    for (uint32_t i = 0; i < 2 * MACHINE_REGS; i++) {
        if (c->in_reg[i] != NO_WEB && is_lost(i))
            place_store(c, c->in_reg[i]);
    }
}

void place_restore(compiler *c)
{
    for (uint32_t i = 0; i < 2 * MACHINE_REGS; i++) {
        if (c->in_reg[i] != NO_WEB && is_lost(i))
            place_load(c, c->in_reg[i]);
    }
}

/* ---- Copies ------------------------------------------------------------- */

/* Between two places of any kind. */
void place_move(compiler *c, code_arg to, uint8_t to_type, code_arg from,
                uint8_t from_type)
{
    const bool to_float = type_is_float(to_type) && code_is_reg(to);
    const bool from_float = type_is_float(from_type) && code_is_reg(from);
    const sljit_s32 single =
        to_type == T_F32 || from_type == T_F32 ? SLJIT_32 : 0;

    if (to_float && from_float) {
        if (!code_same(to, from))
            code_fop1(c->a, SLJIT_MOV_F64 | single, to, from);
    } else if (to_float && code_is_reg(from)) {
        sljit_emit_fcopy(c->a, SLJIT_COPY_TO_F64 | single, to.kind, from.kind);
    } else if (from_float && code_is_reg(to)) {
        sljit_emit_fcopy(c->a, SLJIT_COPY_FROM_F64 | single, from.kind,
                         to.kind);
    } else if (to_float || from_float) {
        code_fop1(c->a, SLJIT_MOV_F64 | single, to, from);
    } else if (!code_same(to, from)) {
        code_op1(c->a, to_type == T_I32 ? SLJIT_MOV_U32 : SLJIT_MOV, to, from);
    }
}

void place_copy(compiler *c, uint32_t to, uint32_t from)
{
    const uint8_t to_type = web_at(c, web_find(c, to))->type;
    const uint8_t from_type = web_at(c, web_find(c, from))->type;

    place_canonical(c, from);
    place_move(c, place_of(c, to), to_type, place_of(c, from), from_type);
}
