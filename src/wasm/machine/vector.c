/*
 * vector.c - instructions of SIMD by the processor's own bytes (x86-64): those
 * that take whole vectors. vector_ops.c has which they are, lane.c those of
 * single lanes and of memory.
 *
 * A vector's web has a register, or its home. Results of several steps are made
 * in the first scratch register, as the result's own may be an operand's.
 */
#include "wasm/machine/vector.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)

#define P(op) { 0x66, 0, op, -1 }
#define P38(op) { 0x66, 0x38, op, -1 }

/* ---- Encoding ----------------------------------------------------------- */

sljit_s32 vector_index(code_arg x)
{
    return sljit_get_register_index(SLJIT_FLOAT_REGISTER, x.kind);
}

sljit_s32 vector_general_index(code_arg x)
{
    return sljit_get_register_index(SLJIT_GP_REGISTER, x.kind);
}

void vector_emit_mixed(compiler *c, vector_code code, bool wide, sljit_s32 reg,
                       sljit_s32 rm)
{
    uint8_t b[10];
    uint32_t n = 0;
    const uint32_t rex = 0x40u | (wide ? 8u : 0u) | ((uint32_t)reg >> 3) << 2 |
                         (uint32_t)rm >> 3;

    if (code.prefix != 0)
        b[n++] = code.prefix;
    if (rex != 0x40)
        b[n++] = (uint8_t)rex;
    b[n++] = 0x0f;
    if (code.escape != 0)
        b[n++] = code.escape;
    b[n++] = code.op;
    b[n++] = (uint8_t)(0xc0u | ((uint32_t)reg & 7) << 3 | ((uint32_t)rm & 7));
    if (code.imm >= 0)
        b[n++] = (uint8_t)code.imm;
    sljit_emit_op_custom(c->a, b, n);
}

void vector_emit(compiler *c, vector_code code, code_arg to, code_arg from)
{
    vector_emit_mixed(c, code, false, vector_index(to), vector_index(from));
}

static void emit_same(compiler *c, uint8_t op, code_arg x)
{
    vector_emit(c, (vector_code)P(op), x, x);
}

/* A shift of lanes by a constant: psrl, psll. */
static void emit_shift_by(compiler *c, bool wide, bool left, code_arg x,
                          uint8_t by)
{
    const vector_code code = { 0x66, 0, wide ? 0x73 : 0x72, by };

    vector_emit_mixed(c, code, false, left ? 6 : 2, vector_index(x));
}

/* ---- Places ------------------------------------------------------------- */

static void vector_move(compiler *c, code_arg to, code_arg from)
{
    if (!code_same(to, from))
        sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_LOAD, to.kind, from.kind,
                            from.w);
}

code_arg vector_in(compiler *c, uint32_t slot, code_arg scratch)
{
    const code_arg place = place_of_slot(c, slot);

    if (code_is_reg(place))
        return place;
    vector_move(c, scratch, place);
    return scratch;
}

void vector_take(compiler *c, code_arg scratch, uint32_t slot)
{
    vector_move(c, scratch, place_of_slot(c, slot));
}

code_arg vector_to(compiler *c, uint32_t def)
{
    const code_arg to = place_of(c, def);

    return code_is_reg(to) ? to : FSCRATCH;
}

void vector_put(compiler *c, uint32_t def, code_arg from)
{
    const code_arg to = place_of(c, def);

    if (code_is_reg(to))
        vector_move(c, to, from);
    else
        sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_STORE, from.kind, to.kind,
                            to.w);
}

static void load_at(compiler *c, code_arg to, const void *bytes)
{
    code_op1(c->a, SLJIT_MOV, SCRATCH, code_imm((sljit_sw)(uintptr_t)bytes));
    sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_LOAD, to.kind,
                        SLJIT_MEM1(SLJIT_R0), 0);
}

void vector_load_mask(compiler *c, code_arg to, const uint8_t bytes[16])
{
    table_fix *f = list_add(c, &c->tables, sizeof(*f));

    if (f == NULL)
        return;
    *f = (table_fix){ .entries = malloc(16) };
    if (f->entries == NULL) {
        c->failed = true;
        return;
    }
    memcpy(f->entries, bytes, 16);
    load_at(c, to, f->entries);
}

/* ---- NaNs --------------------------------------------------------------- */

static const uint32_t nans32[4] = { 0x7fc00000, 0x7fc00000, 0x7fc00000,
                                    0x7fc00000 };
static const uint64_t nans64[2] = { 0x7ff8000000000000, 0x7ff8000000000000 };

/* Lanes of x that are NaN, all ones, in y. */
static void find_nans(compiler *c, uint8_t lanes, code_arg x, code_arg y)
{
    const vector_code code = { lanes == LANES_64 ? 0x66 : 0, 0, 0xc2, 3 };

    vector_move(c, y, x);
    vector_emit(c, code, y, y);
}

/* x becomes x ^ (NaNs & (x ^ canonical)); by both scratch registers. */
static void mend_nans(compiler *c, uint8_t lanes, code_arg x)
{
    load_at(c, FSCRATCH,
            lanes == LANES_64 ? (const void *)nans64 : (const void *)nans32);
    vector_emit(c, (vector_code)P(0xef), FSCRATCH, x);
    find_nans(c, lanes, x, FSCRATCH2);
    vector_emit(c, (vector_code)P(0xdb), FSCRATCH, FSCRATCH2);
    vector_emit(c, (vector_code)P(0xef), x, FSCRATCH);
}

void vector_nan_stub(compiler *c, const stub *s)
{
    mend_nans(c, s->trap, code_reg(s->reg));
}

/* The register is mended behind the rest. */
static void mend_if_nan(compiler *c, uint8_t lanes, code_arg x)
{
    stub *s = list_add(c, &c->stubs, sizeof(*s));

    if (s == NULL)
        return;
    find_nans(c, lanes, x, FSCRATCH2);
    vector_emit_mixed(c, (vector_code){ 0, 0, 0x50, -1 }, false,
                      vector_general_index(SCRATCH), vector_index(FSCRATCH2));
    *s = (stub){ .kind = STUB_NAN,
                 .type = T_V128,
                 .trap = lanes,
                 .reg = (int8_t)x.kind };
    s->jump =
        code_compare(c->a, SLJIT_NOT_EQUAL | SLJIT_32, SCRATCH, code_imm(0));
    s->back = sljit_emit_label(c->a);
}

/* Both kinds of lanes may have NaNs: whoever made it knows which. */
static void vector_mend(compiler *c, uint32_t id, uint8_t lanes)
{
    const code_arg place = place_of(c, id);

    if (code_is_reg(place)) {
        mend_if_nan(c, lanes, place);
        return;
    }
    load_at(c, FSCRATCH,
            lanes == LANES_64 ? (const void *)nans64 : (const void *)nans32);
    vector_move(c, FSCRATCH2, place);
    vector_emit(c, (vector_code)P(0xef), FSCRATCH, FSCRATCH2);
    find_nans(c, lanes, FSCRATCH2, FSCRATCH2);
    vector_emit(c, (vector_code)P(0xdb), FSCRATCH, FSCRATCH2);
    vector_move(c, FSCRATCH2, place);
    vector_emit(c, (vector_code)P(0xef), FSCRATCH, FSCRATCH2);
    sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_STORE, FSCRATCH.kind,
                        place.kind, place.w);
}

void vector_canonicalise(compiler *c, uint32_t id)
{
    vector_mend(c, id, web_at(c, web_find(c, id))->lanes);
}

/* Arithmetic made it: now, if the web has other NaNs, too. */
static void vector_made(compiler *c, uint32_t def, uint8_t lanes)
{
    const web *w = web_at(c, web_find(c, def));

    if (lanes != 0 && (w->raw || w->lanes != lanes))
        vector_mend(c, def, lanes);
}

/* The bits of operands are seen, but for floats that are read as such. */
static void see_operands(compiler *c, const insn *n, uint8_t reads)
{
    for (uint32_t k = 0; k < n->use_count; k++) {
        const slot_ref *ref = &n->uses[k];
        const uint32_t id = c->now[ref->slot];
        if (ref->type == T_V128 &&
            (reads == 0 || web_at(c, web_find(c, id))->lanes != reads))
            place_canonical(c, id);
    }
}

/* ---- By kind ------------------------------------------------------------ */

static void emit_simple(compiler *c, const vector_op *v, uint32_t first,
                        uint32_t second, uint32_t def)
{
    const code_arg to = vector_to(c, def);
    code_arg y = vector_in(c, second, FSCRATCH2);

    if (code_same(to, y) && v->swaps) {
        y = vector_in(c, first, FSCRATCH2);
        vector_emit(c, v->code, to, y);
        vector_put(c, def, to);
    } else if (code_same(to, y)) {
        vector_take(c, FSCRATCH, first);
        vector_emit(c, v->code, FSCRATCH, y);
        vector_put(c, def, FSCRATCH);
    } else {
        vector_take(c, to, first);
        vector_emit(c, v->code, to, y);
        vector_put(c, def, to);
    }
}

/* All ones but where they are: from the first scratch register. */
static void put_inverse(compiler *c, uint32_t def, code_arg x)
{
    emit_same(c, 0x76, FSCRATCH2);
    vector_emit(c, (vector_code)P(0xef), FSCRATCH2, x);
    vector_put(c, def, FSCRATCH2);
}

static void emit_binary(compiler *c, const insn *n, const vector_op *v,
                        uint32_t def)
{
    const bool reversed = v->kind == KIND_REVERSED;
    const uint32_t first = reversed ? n->pc->c : n->pc->b;
    const uint32_t second = reversed ? n->pc->b : n->pc->c;

    if (!v->inverts) {
        emit_simple(c, v, first, second, def);
        return;
    }
    vector_take(c, FSCRATCH, first);
    vector_emit(c, v->code, FSCRATCH, vector_in(c, second, FSCRATCH2));
    put_inverse(c, def, FSCRATCH);
}

/* x <= y where the lesser of both is x. */
static void emit_compares(compiler *c, const insn *n, const vector_op *v,
                          uint32_t def)
{
    vector_take(c, FSCRATCH, n->pc->b);
    vector_emit(c, v->code, FSCRATCH, vector_in(c, n->pc->c, FSCRATCH2));
    vector_emit(c, (vector_code)P(v->extra), FSCRATCH,
                vector_in(c, n->pc->b, FSCRATCH2));
    if (v->inverts)
        put_inverse(c, def, FSCRATCH);
    else
        vector_put(c, def, FSCRATCH);
}

static void emit_unary(compiler *c, const insn *n, const vector_op *v,
                       uint32_t def)
{
    code_arg x = vector_in(c, n->pc->b, FSCRATCH2);
    const code_arg to = vector_to(c, def);

    if (v->kind == KIND_HIGH) {
        vector_emit(c, (vector_code){ 0x66, 0, 0x70, 0xee }, FSCRATCH2, x);
        x = FSCRATCH2;
    }
    vector_emit(c, v->code, to, x);
    vector_put(c, def, to);
}

static void emit_negate(compiler *c, const insn *n, const vector_op *v,
                        uint32_t def)
{
    const code_arg x = vector_in(c, n->pc->b, FSCRATCH2);

    emit_same(c, 0xef, FSCRATCH);
    vector_emit(c, v->code, FSCRATCH, x);
    vector_put(c, def, FSCRATCH);
}

/* The mask is all ones, shifted: to the right for those that are not signs. */
static void emit_sign(compiler *c, const insn *n, const vector_op *v,
                      uint32_t def)
{
    const uint8_t by = v->extra & 63;
    const bool wide = v->extra >= 64;

    emit_same(c, 0x76, FSCRATCH);
    emit_shift_by(c, wide, by > 1, FSCRATCH, by);
    vector_emit(c, v->code, FSCRATCH, vector_in(c, n->pc->b, FSCRATCH2));
    vector_put(c, def, FSCRATCH);
}

static void emit_shift(compiler *c, const insn *n, const vector_op *v,
                       uint32_t def)
{
    code_op2(c->a, SLJIT_AND32, SCRATCH, place_of_slot(c, n->pc->c),
             code_imm(v->extra));
    vector_take(c, FSCRATCH, n->pc->b);
    vector_emit_mixed(c, (vector_code)P(0x6e), false, vector_index(FSCRATCH2),
                      vector_general_index(SCRATCH));
    vector_emit(c, v->code, FSCRATCH, FSCRATCH2);
    vector_put(c, def, FSCRATCH);
}

/* The lower, or the upper halves of both, by an instruction that widens. */
static void emit_long_mul(compiler *c, const insn *n, const vector_op *v,
                          uint32_t def)
{
    const vector_code widen = { 0x66, 0x38, v->extra, -1 };
    const vector_code upper = { 0x66, 0, 0x70, 0xee };
    const code_arg both[] = { FSCRATCH, FSCRATCH2 };

    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t slot = i == 0 ? n->pc->b : n->pc->c;
        code_arg x = vector_in(c, slot, both[i]);
        if ((n->op & 1) != 0) {
            vector_emit(c, upper, both[i], x);
            x = both[i];
        }
        vector_emit(c, widen, both[i], x);
    }
    vector_emit(c, v->code, FSCRATCH, FSCRATCH2);
    vector_put(c, def, FSCRATCH);
}

static void emit_wide_mul(compiler *c, const insn *n, const vector_op *v,
                          uint32_t def)
{
    const vector_code spread = { 0x66, 0, 0x70, v->extra };

    vector_emit(c, spread, FSCRATCH, vector_in(c, n->pc->b, FSCRATCH));
    vector_emit(c, spread, FSCRATCH2, vector_in(c, n->pc->c, FSCRATCH2));
    vector_emit(c, v->code, FSCRATCH, FSCRATCH2);
    vector_put(c, def, FSCRATCH);
}

/*
 * The processor's instruction gives its second operand if one is NaN, or both
 * are zeros; so both orders are tried. For the lesser, what is in either: a NaN
 * stays one, and so does -0. For the greater, what differs is added to one of
 * them and taken away again: that makes a NaN of it, or +0 of two zeros.
 */
static void emit_float_min(compiler *c, const insn *n, const vector_op *v,
                           uint32_t def)
{
    const uint8_t prefix = v->code.prefix;

    vector_take(c, FSCRATCH, n->pc->b);
    vector_emit(c, v->code, FSCRATCH, vector_in(c, n->pc->c, FSCRATCH2));
    vector_take(c, FSCRATCH2, n->pc->c);
    const code_arg x = place_of_slot(c, n->pc->b);
    if (code_is_reg(x)) {
        vector_emit(c, v->code, FSCRATCH2, x);
    } else {
        /* No third register: the first result waits where the vector's home
         * is not, in the result's. */
        sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_STORE, FSCRATCH.kind,
                            SLJIT_MEM1(REG_INSTANCE),
                            offsetof(wasm_instance, spare));
        vector_move(c, FSCRATCH, x);
        vector_emit(c, v->code, FSCRATCH2, FSCRATCH);
        sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_LOAD, FSCRATCH.kind,
                            SLJIT_MEM1(REG_INSTANCE),
                            offsetof(wasm_instance, spare));
    }
    if (v->kind == KIND_FLOAT_MIN) {
        vector_emit(c, (vector_code)P(0xeb), FSCRATCH, FSCRATCH2);
    } else {
        vector_emit(c, (vector_code)P(0xef), FSCRATCH2, FSCRATCH);
        vector_emit(c, (vector_code)P(0xeb), FSCRATCH, FSCRATCH2);
        vector_emit(c, (vector_code){ prefix, 0, 0x5c, -1 }, FSCRATCH,
                    FSCRATCH2);
    }
    vector_put(c, def, FSCRATCH);
}

/* ---- Others ------------------------------------------------------------- */

static void emit_swizzle(compiler *c, const insn *n, uint32_t def)
{
    static const uint8_t seventies[16] = { 0x70, 0x70, 0x70, 0x70, 0x70, 0x70,
                                           0x70, 0x70, 0x70, 0x70, 0x70, 0x70,
                                           0x70, 0x70, 0x70, 0x70 };

    /* An index above 15 gets its highest bit, which makes a zero. */
    load_at(c, FSCRATCH2, seventies);
    vector_emit(c, (vector_code)P(0xdc), FSCRATCH2,
                vector_in(c, n->pc->c, FSCRATCH));
    vector_take(c, FSCRATCH, n->pc->b);
    vector_emit(c, (vector_code)P38(0x00), FSCRATCH, FSCRATCH2);
    vector_put(c, def, FSCRATCH);
}

/* Bytes of one operand in any order; those of the other are zero. */
static void emit_permute(compiler *c, code_arg x, const uint8_t *lanes,
                         uint8_t from, code_arg mask)
{
    uint8_t bytes[16];

    for (uint32_t i = 0; i < 16; i++) {
        const uint8_t lane = lanes[i] & 31;
        bytes[i] = (lane & 16) == from ? lane & 15 : 0x80;
    }
    vector_load_mask(c, mask, bytes);
    vector_emit(c, (vector_code)P38(0x00), x, mask);
}

/* Bytes that follow each other from a place in both: palignr. */
static bool is_run(const uint8_t *lanes)
{
    for (uint32_t i = 1; i < 16; i++) {
        if (lanes[i] != lanes[0] + i)
            return false;
    }
    return lanes[0] < 16;
}

static bool is_of_one(const uint8_t *lanes, uint8_t which)
{
    for (uint32_t i = 0; i < 16; i++) {
        if ((lanes[i] & 16) != which)
            return false;
    }
    return true;
}

static void emit_shuffle(compiler *c, const insn *n, uint32_t def)
{
    uint8_t lanes[16];
    const bool same = n->pc->b == n->pc->c;

    memcpy(lanes, n->pc + 1, 16);
    for (uint32_t i = 0; i < 16; i++)
        lanes[i] &= same ? 15 : 31;
    if (is_run(lanes)) {
        vector_take(c, FSCRATCH, n->pc->c);
        vector_emit(c, (vector_code){ 0x66, 0x3a, 0x0f, lanes[0] }, FSCRATCH,
                    vector_in(c, n->pc->b, FSCRATCH2));
    } else if (is_of_one(lanes, 0) || is_of_one(lanes, 16)) {
        const uint8_t which = lanes[0] & 16;
        vector_take(c, FSCRATCH, which == 0 ? n->pc->b : n->pc->c);
        emit_permute(c, FSCRATCH, lanes, which, FSCRATCH2);
    } else {
        vector_take(c, FSCRATCH, n->pc->b);
        emit_permute(c, FSCRATCH, lanes, 0, FSCRATCH2);
        sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_STORE, FSCRATCH.kind,
                            SLJIT_MEM1(REG_INSTANCE),
                            offsetof(wasm_instance, spare));
        vector_take(c, FSCRATCH, n->pc->c);
        emit_permute(c, FSCRATCH, lanes, 16, FSCRATCH2);
        sljit_emit_simd_mov(c->a, VECTOR | SLJIT_SIMD_LOAD, FSCRATCH2.kind,
                            SLJIT_MEM1(REG_INSTANCE),
                            offsetof(wasm_instance, spare));
        vector_emit(c, (vector_code)P(0xeb), FSCRATCH, FSCRATCH2);
    }
    vector_put(c, def, FSCRATCH);
}

/* y ^ (mask & (x ^ y)) */
static void emit_bitselect(compiler *c, const insn *n, uint32_t def)
{
    const uint32_t mask = (uint32_t)n->pc[1].u64;

    vector_take(c, FSCRATCH, n->pc->b);
    vector_emit(c, (vector_code)P(0xef), FSCRATCH,
                vector_in(c, n->pc->c, FSCRATCH2));
    vector_emit(c, (vector_code)P(0xdb), FSCRATCH,
                vector_in(c, mask, FSCRATCH2));
    vector_emit(c, (vector_code)P(0xef), FSCRATCH,
                vector_in(c, n->pc->c, FSCRATCH2));
    vector_put(c, def, FSCRATCH);
}

static bool emit_odd(compiler *c, const insn *n, uint32_t number, uint32_t def)
{
    switch (number) {
    case OP_SWIZZLE:
        emit_swizzle(c, n, def);
        return true;
    case OP_NOT:
        put_inverse(c, def, vector_in(c, n->pc->b, FSCRATCH));
        return true;
    case WASM_SIMD_SHUFFLE:
        emit_shuffle(c, n, def);
        return true;
    case WASM_SIMD_BITSELECT:
        emit_bitselect(c, n, def);
        return true;
    default:
        return false;
    }
}

static void emit_by_kind(compiler *c, const insn *n, const vector_op *v,
                         uint32_t def)
{
    switch ((vector_kind)v->kind) {
    case KIND_SIMPLE:
    case KIND_REVERSED:
        emit_binary(c, n, v, def);
        break;
    case KIND_UNARY:
    case KIND_HIGH:
        emit_unary(c, n, v, def);
        break;
    case KIND_COMPARES:
        emit_compares(c, n, v, def);
        break;
    case KIND_NEGATE:
        emit_negate(c, n, v, def);
        break;
    case KIND_SIGN:
        emit_sign(c, n, v, def);
        break;
    case KIND_SHIFT:
        emit_shift(c, n, v, def);
        break;
    case KIND_LONG_MUL:
        emit_long_mul(c, n, v, def);
        break;
    case KIND_WIDE_MUL:
        emit_wide_mul(c, n, v, def);
        break;
    case KIND_FLOAT_MIN:
    case KIND_FLOAT_MAX:
        emit_float_min(c, n, v, def);
        break;
    case KIND_NONE:
        break;
    }
}

bool emit_vector(compiler *c, const insn *n, uint32_t def)
{
    if (n->by_step || n->op < WASM_OP_SIMD ||
        n->op >= WASM_OP_SIMD_FAR + 0x100)
        return false;
    const uint32_t number = n->op - WASM_OP_SIMD;
    const vector_op *v = &vector_ops[number < 0x100 ? number : 0];
    see_operands(c, n, v->reads);
    if (emit_lane(c, n, def) || emit_odd(c, n, number, def))
        return true;
    if (v->kind == KIND_NONE)
        return false;
    emit_by_kind(c, n, v, def);
    vector_made(c, def, v->makes);
    return true;
}

/* ---- Our own instructions ----------------------------------------------- */

void vector_copy(compiler *c, uint32_t to, uint32_t from)
{
    place_canonical(c, c->now[from]);
    vector_put(c, to, vector_in(c, from, FSCRATCH));
}

void vector_select(compiler *c, const insn *n, uint32_t def)
{
    place_canonical(c, c->now[n->pc->b]);
    place_canonical(c, c->now[n->pc->c]);
    vector_take(c, FSCRATCH, n->pc->b);
    struct sljit_jump *first = code_compare(
        c->a, SLJIT_NOT_EQUAL | SLJIT_32,
        place_of_slot(c, (uint32_t)n->pc[1].u64), code_imm(0));
    vector_take(c, FSCRATCH, n->pc->c);
    code_land(c->a, first);
    vector_put(c, def, FSCRATCH);
}

void vector_constant(compiler *c, uint32_t def, uint64_t low, uint64_t high)
{
    const code_arg to = vector_to(c, def);

    if (low == 0 && high == 0) {
        emit_same(c, 0xef, to);
    } else {
        const uint64_t both[2] = { low, high };
        vector_load_mask(c, to, (const uint8_t *)both);
    }
    vector_put(c, def, to);
}

#else

bool emit_vector(compiler *c, const insn *n, uint32_t def)
{
    (void)c;
    (void)n;
    (void)def;
    return false;
}

/* From home to home. */
static void copy_home(compiler *c, uint32_t to, uint32_t from)
{
    code_op1(c->a, SLJIT_MOV, SCRATCH, home_of(from));
    code_op1(c->a, SLJIT_MOV, SCRATCH2, home_of(from + 1));
    code_op1(c->a, SLJIT_MOV, home_of(to), SCRATCH);
    code_op1(c->a, SLJIT_MOV, home_of(to + 1), SCRATCH2);
}

void vector_copy(compiler *c, uint32_t to, uint32_t from)
{
    copy_home(c, web_at(c, web_find(c, to))->slot, from);
}

void vector_select(compiler *c, const insn *n, uint32_t def)
{
    (void)def;
    struct sljit_jump *second =
        code_compare(c->a, SLJIT_EQUAL | SLJIT_32,
                     place_of_slot(c, (uint32_t)n->pc[1].u64), code_imm(0));

    copy_home(c, n->pc->a, n->pc->b);
    struct sljit_jump *done = sljit_emit_jump(c->a, SLJIT_JUMP);
    code_land(c->a, second);
    copy_home(c, n->pc->a, n->pc->c);
    code_land(c->a, done);
}

void vector_constant(compiler *c, uint32_t def, uint64_t low, uint64_t high)
{
    const uint32_t slot = web_at(c, web_find(c, def))->slot;

    code_op1(c->a, SLJIT_MOV, home_of(slot), code_imm((sljit_sw)low));
    code_op1(c->a, SLJIT_MOV, home_of(slot + 1), code_imm((sljit_sw)high));
}

void vector_canonicalise(compiler *c, uint32_t id)
{
    (void)c;
    (void)id;
}

void vector_nan_stub(compiler *c, const stub *s)
{
    (void)c;
    (void)s;
}

#endif
