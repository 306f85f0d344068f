/*
 * walk_reference.c - references to functions that have types: calls by them,
 * branches on null; and calls that take the place of their caller.
 */
#include "wasm/walk.h"

/* ---- Null --------------------------------------------------------------- */

/* Pop a reference of any type. */
static bool pop_reference(walker *w, operand *o, const char *name)
{
    if (!walk_need(w, 1))
        return false;
    *o = walk_pop_any(w);
    if (o->type == WASM_ANY || wasm__is_reference(o->type))
        return true;
    char by[40];
    walk_fail(w, w->r.start + o->at,
              "%s[0] expected reference type, found %s of type %s", name,
              walk_op_name(w, o->at, by, sizeof(by)),
              wasm__type_name(o->type).text);
    return false;
}

static wasm_type non_null(wasm_type type)
{
    return type == WASM_ANY ? WASM_ANY : type | WASM_NON_NULL;
}

/* The operand again, which is where it was. */
void walk_push_again(walker *w, const operand *o, wasm_type type)
{
    operand *again = walk_push(w, type);

    if (!w->writes || w->no_memory)
        return;
    again->place = o->place;
    again->local = o->local;
    again->value = o->value;
    if (o->place == IN_LOCAL)
        w->local_uses[o->local]++;
}

static void walk_as_non_null(walker *w)
{
    operand o;

    if (!pop_reference(w, &o, "ref.as_non_null"))
        return;
    if (walk_live(w))
        emit_op(w, WASM_OWN_ref_check, emit_slot(w, &o), 0, 0);
    walk_push_again(w, &o, non_null(o.type));
    if (walk_live(w) && o.place == CONSTANT && !w->no_memory)
        w->operands[w->count - 1].place = IN_SLOT;
}

static uint32_t emit_null_branch(walker *w, uint32_t slot, bool when_null)
{
    return emit_imm(w, when_null ? WASM_OWN_br_on_null : WASM_OWN_br_on_some,
                    slot, 0);
}

/* Jump to the label with `count` operands, if the reference in the slot is
 * null, or if it is not. */
static void emit_branch_on(walker *w, block *b, uint32_t count, uint32_t slot,
                           bool when_null)
{
    const bool jumps = walk_in_place(w, b, count);

    emit_settle_top(w, count);
    const uint32_t word = emit_null_branch(w, slot, jumps == when_null);
    if (jumps) {
        walk_link_jump(w, b, word);
    } else {
        walk_emit_br(w, b, count);
        emit_jump_to(w, word, (int32_t)w->len);
    }
    emit_label(w);
}

static void walk_br_on_null(walker *w)
{
    block *b = walk_read_label(w);
    uint32_t count;
    operand o;

    if (b == NULL || !pop_reference(w, &o, "br_on_null"))
        return;
    const wasm_type *types = walk_label_types(b, &count);
    if (!walk_check_types(w, types, count, "branch", false))
        return;
    if (walk_live(w)) {
        const uint32_t slot = emit_slot(w, &o);
        emit_branch_on(w, b, count, slot, true);
    } else {
        walk_refill(w, types, count);
    }
    if (o.place == CONSTANT)
        o.place = IN_SLOT;
    walk_push_again(w, &o, non_null(o.type));
}

static void walk_br_on_non_null(walker *w)
{
    block *b = walk_read_label(w);
    uint32_t count;
    operand o;

    if (b == NULL || !pop_reference(w, &o, "br_on_non_null"))
        return;
    const wasm_type *types = walk_label_types(b, &count);
    if (count == 0 || !wasm__is_reference(types[count - 1])) {
        walk_fail(w, w->op_at,
                  "br_on_non_null must target a branch with a reference type");
        return;
    }
    walk_push_again(w, &o, non_null(o.type));
    if (!walk_check_types(w, types, count, "branch", false))
        return;
    if (walk_live(w)) {
        emit_settle_top(w, count);
        emit_branch_on(w, b, count, w->operands[w->count - 1].slot, false);
    } else {
        walk_refill(w, types, count);
    }
    walk_pop_any(w);
}

static void walk_ref_eq(walker *w)
{
    if (!walk_need(w, 2))
        return;
    const operand y = walk_pop_type(w, WASM_EQREF, 1);
    const operand x = walk_pop_type(w, WASM_EQREF, 0);
    if (walk_live(w))
        emit_binary(w, 0x51, &x, &y, WASM_I32); /* i64.eq: of the bits */
    else
        walk_push(w, WASM_I32);
}

/* ---- Calls -------------------------------------------------------------- */

/* The function's type after the byte, and its reference from the stack. */
static const wasm_functype *pop_callee(walker *w, operand *callee,
                                       uint32_t *index)
{
    const uint8_t *at = w->r.p;

    *index = wasm__read_u32(&w->r, "singature index");
    if (!w->r.failed && (*index >= w->m->type_count ||
                         w->m->types[*index].shape != WASM_SHAPE_FUNC))
        walk_fail(w, at, "invalid signature index: %u", *index);
    if (w->r.failed || !walk_need(w, 1))
        return NULL;
    *callee = walk_pop_type(w, WASM_INDEXED | *index, 0);
    return w->r.failed ? NULL : &w->m->types[*index].func;
}

/* Do the callee's results fit those of this function? */
static bool check_tail(walker *w, const wasm_functype *type)
{
    bool fits = type->result_count == w->type->result_count;

    for (uint32_t i = 0; fits && i < type->result_count; i++)
        fits = wasm__fits(w->m, type->results[i], w->type->results[i]);
    if (!fits)
        walk_fail(w, w->op_at, "%s: tail call type error",
                  w->op == 0x12   ? "return_call"
                  : w->op == 0x13 ? "return_call_indirect"
                                  : "return_call_ref");
    return fits;
}

static void walk_call_ref(walker *w, bool is_tail)
{
    operand callee;
    uint32_t index;
    const wasm_functype *type = pop_callee(w, &callee, &index);
    uint32_t slot = 0;

    if (type == NULL || (is_tail && !check_tail(w, type)))
        return;
    if (walk_live(w)) {
        emit_settle_top(w, type->param_count);
        slot = emit_slot(w, &callee);
    }
    if (!walk_pop_arguments(w, type))
        return;
    if (walk_live(w)) {
        emit_op(w, is_tail ? WASM_OWN_return_call_ref : WASM_OWN_call_ref,
                walk_slot_at(w, w->count), slot, 0);
        emit_word(w, (wasm_word){ .u64 = index });
    }
    if (is_tail)
        walk_set_unreachable(w);
    else
        walk_push_types(w, type->results, type->result_count);
}

bool walk_reference(walker *w)
{
    switch (w->op) {
    case 0x12:
        walk_call(w, check_tail);
        return true;
    case 0x13:
        walk_call_indirect(w, check_tail);
        return true;
    case 0x14:
    case 0x15:
        walk_call_ref(w, w->op == 0x15);
        return true;
    case 0xd3:
        walk_ref_eq(w);
        return true;
    case 0xd4:
        walk_as_non_null(w);
        return true;
    case 0xd5:
        walk_br_on_null(w);
        return true;
    case 0xd6:
        walk_br_on_non_null(w);
        return true;
    default:
        return false;
    }
}
