/*
 * control.c - blocks, branches and calls.
 *
 * Where a block begins, all operands are in their own slots; where it ends, so
 * are its results. A branch moves the results down to where the block's end
 * expects them. Branches to an end that is not there yet form a list through
 * their own distances, which is walked when the end is written.
 */
#include <stdlib.h>

#include "wasm/walk.h"

block *walk_top_block(walker *w)
{
    return &w->blocks[w->block_count - 1];
}

/* A type that the block names itself has no array. */
const wasm_type *walk_block_results(const block *b)
{
    return b->type.results != NULL ? b->type.results : &b->single;
}

/* What a branch to the block carries: a loop's parameters, or results. */
const wasm_type *walk_label_types(const block *b, uint32_t *count)
{
    *count = b->kind == BLOCK_LOOP ? b->type.param_count : b->type.result_count;
    return b->kind == BLOCK_LOOP ? b->type.params : walk_block_results(b);
}

static uint32_t label_slots(const block *b)
{
    return b->kind == BLOCK_LOOP ? b->type.param_slots : b->type.result_slots;
}

void walk_push_types(walker *w, const wasm_type *types, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        walk_push(w, types[i]);
}

static void fail_merge(walker *w, const char *what, uint32_t i,
                       wasm_type expected, wasm_type found)
{
    walk_fail(w, w->op_at, "type error in %s[%u] (expected %s, got %s)", what,
              i, wasm__type_name(expected).text, wasm__type_name(found).text);
}

/* Are the topmost operands of these types? Those that an unreachable block
 * lacks are, and get them. */
bool walk_check_types(walker *w, const wasm_type *types, uint32_t count,
                      const char *what, bool all)
{
    block *b = walk_top_block(w);
    uint32_t have = w->count - b->height;

    if (all ? have > count || (have < count && !b->unreachable)
            : have < count && !b->unreachable) {
        walk_fail(w, w->op_at,
                  "expected %u elements on the stack for %s, found %u", count,
                  what, have);
        return false;
    }
    if (have > count)
        have = count;
    for (uint32_t i = 0; i < have; i++) {
        const operand *o = &w->operands[w->count - 1 - i];
        const wasm_type expected = types[count - 1 - i];
        if (o->type != expected && o->type != WASM_ANY &&
            !wasm__fits(w->m, o->type, expected)) {
            fail_merge(w, what, count - 1 - i, expected, o->type);
            return false;
        }
    }
    return true;
}

/* Forget operands above a height. */
void walk_drop_to(walker *w, uint32_t height)
{
    while (w->count > height) {
        const operand *o = &w->operands[--w->count];
        if (w->writes && o->place == IN_LOCAL)
            w->local_uses[o->local]--;
    }
    if (w->settled > height)
        w->settled = height;
}

void walk_set_unreachable(walker *w)
{
    block *b = walk_top_block(w);

    walk_drop_to(w, b->height);
    b->unreachable = true;
}

/* ---- Blocks ------------------------------------------------------------- */

static void read_block_type(walker *w, block *b)
{
    wasm_reader *r = &w->r;
    const uint8_t *at = r->p;

    if (r->p < r->end && *r->p == 0x40) {
        r->p++;
        return;
    }
    if (r->p < r->end && (*r->p & 0xc0) == 0x40) {
        b->single = wasm__read_type(r, w->m);
        b->type.result_slots = wasm__slots(b->single);
        b->type.result_count = 1;
        return;
    }
    const int64_t index = wasm__read_signed(r, "block type", 33);
    if (r->failed)
        return;
    if (index < 0 || index >= w->m->type_count) {
        walk_fail(w, at, "block type index %u is not a signature definition",
                  (unsigned)index);
        return;
    }
    if (w->m->types[index].shape != WASM_SHAPE_FUNC) {
        walk_fail(w, at, "block type index %u is not a signature definition",
                  (unsigned)index);
        return;
    }
    b->type = w->m->types[index].func;
}

static block *add_block(walker *w)
{
    if (w->block_count == w->block_capacity) {
        block *grown =
            realloc(w->blocks, w->block_capacity * 2 * sizeof(*grown));
        if (grown == NULL) {
            w->no_memory = true;
            return NULL;
        }
        w->blocks = grown;
        w->block_capacity *= 2;
    }
    return &w->blocks[w->block_count++];
}

/* Pop the parameters, which become the first operands of the block. */
static bool pop_params(walker *w, const wasm_functype *type)
{
    if (!walk_need(w, type->param_count))
        return false;
    for (uint32_t i = type->param_count; i-- > 0;)
        walk_pop_type(w, type->params[i], i);
    return !w->r.failed;
}

void walk_open_block(walker *w, block_kind kind)
{
    block b = { .kind = (uint8_t)kind,
                .at = (uint32_t)(w->op_at - w->r.start),
                .fixups = -1,
                .else_fixup = -1 };
    operand condition = { 0 };

    read_block_type(w, &b);
    if (w->r.failed)
        return;
    if (kind == BLOCK_IF) {
        if (!walk_need(w, 1))
            return;
        condition = walk_pop_type(w, WASM_I32, 0);
    }
    if (kind == BLOCK_TRY_TABLE && !walk_read_clauses(w, &b))
        return;
    if (kind == BLOCK_TRY) {
        b.try_depth = w->try_depth++;
        if (w->try_depth > UINT16_MAX) {
            walk_fail(w, w->op_at, "too many nested blocks of try");
            return;
        }
        if (!w->writes && w->try_depth > w->body->tries)
            w->body->tries = (uint16_t)w->try_depth;
    }
    b.inits = w->init_count;
    const bool live = walk_live(w);
    if (live) {
        emit_settle(w);
        if (kind == BLOCK_IF)
            b.else_fixup = (int32_t)emit_branch(w, &condition, false);
        emit_label(w);
        b.start = (int32_t)w->len;
    }
    b.dead = w->writes && !live;
    b.unreachable = b.dead;
    if (!pop_params(w, &b.type))
        return;
    b.height = w->count;
    block *added = add_block(w);
    if (added == NULL)
        return;
    *added = b;
    walk_push_types(w, b.type.params, b.type.param_count);
    w->settled = w->count;
}

/* Jumps that wait for the end of the block arrive here. */
static void patch_fixups(walker *w, block *b)
{
    int32_t word = b->fixups;

    while (word >= 0 && !w->no_memory) {
        const int32_t next = w->code[word].imm;
        emit_jump_to(w, (uint32_t)word, (int32_t)w->len);
        word = next;
    }
    b->fixups = -1;
}

/* A jump to the block's label, whose distance is in this word. */
void walk_link_jump(walker *w, block *b, uint32_t word)
{
    if (w->no_memory)
        return;
    if (b->kind == BLOCK_LOOP) {
        emit_jump_to(w, word, b->start);
        return;
    }
    w->code[word].imm = b->fixups;
    b->fixups = (int32_t)word;
}

static void walk_else(walker *w)
{
    block *b = walk_top_block(w);

    if (b->kind != BLOCK_IF) {
        walk_fail(w, w->op_at,
                  b->kind == BLOCK_ELSE ? "else already present for if"
                                        : "else does not match an if");
        return;
    }
    if (!walk_check_types(w, walk_block_results(b), b->type.result_count,
                          "fallthru", true))
        return;
    if (walk_live(w)) {
        emit_settle_top(w, b->type.result_count);
        walk_link_jump(w, b, emit_imm(w, WASM_OWN_jump, 0, 0));
    }
    if (b->else_fixup >= 0) {
        emit_jump_to(w, (uint32_t)b->else_fixup, (int32_t)w->len);
        b->else_fixup = -1;
    }
    emit_label(w);
    walk_drop_to(w, b->height);
    walk_reset_locals(w, b);
    b->kind = BLOCK_ELSE;
    b->unreachable = b->dead;
    walk_push_types(w, b->type.params, b->type.param_count);
    w->settled = w->count;
}

/* Without `else`, the parameters are the results. */
static bool check_one_armed(walker *w, const block *b)
{
    if (b->type.param_count != b->type.result_count) {
        walk_fail(w, w->r.start + b->at,
                  "start-arity and end-arity of one-armed if must match");
        return false;
    }
    for (uint32_t i = 0; i < b->type.param_count; i++) {
        const wasm_type result = walk_block_results(b)[i];
        if (wasm__fits(w->m, b->type.params[i], result))
            continue;
        fail_merge(w, "merge", i, result, b->type.params[i]);
        return false;
    }
    return true;
}

static void emit_return(walker *w);

void walk_end(walker *w)
{
    block *b = walk_top_block(w);

    if (b->kind == BLOCK_IF && !check_one_armed(w, b))
        return;
    if (!walk_check_types(w, walk_block_results(b), b->type.result_count,
                          "fallthru", true))
        return;
    const bool live = walk_live(w);
    if (live) {
        if (b->kind == BLOCK_FUNC)
            emit_return(w);
        else
            emit_settle_top(w, b->type.result_count);
    }
    if (w->writes && !b->dead) {
        if (b->kind == BLOCK_TRY_TABLE)
            walk_end_try_table(w, b, live);
        if (b->else_fixup >= 0)
            emit_jump_to(w, (uint32_t)b->else_fixup, (int32_t)w->len);
        patch_fixups(w, b);
        emit_label(w);
    }
    const block ended = *b;
    walk_drop_to(w, ended.height);
    walk_reset_locals(w, &ended);
    if (ended.kind == BLOCK_TRY || ended.kind == BLOCK_CATCH)
        w->try_depth--;
    w->block_count--;
    if (w->block_count == 0)
        return;
    walk_push_types(w, walk_block_results(&ended), ended.type.result_count);
    w->settled = w->count;
}

/* ---- Branches ----------------------------------------------------------- */

uint32_t walk_slot_at(const walker *w, uint32_t height)
{
    if (height == 0)
        return w->type->param_slots + WASM_HEADER + w->body->locals;
    const operand *below = &w->operands[height - 1];
    return below->slot + wasm__slots(below->type);
}

static void emit_return(walker *w)
{
    const uint32_t count = w->type->result_count;
    const uint32_t slots = w->type->result_slots;

    if (count == 0) {
        emit_op(w, WASM_OWN_return0, 0, 0, 0);
    } else if (slots == 1) {
        const uint32_t slot = emit_slot(w, &w->operands[w->count - 1]);
        emit_op(w, WASM_OWN_return1, 0, slot, 0);
    } else {
        emit_settle_top(w, count);
        emit_op(w, WASM_OWN_return_n, 0, w->operands[w->count - count].slot,
                slots);
    }
}

/* Are the operands that a branch carries where the label expects them? */
bool walk_in_place(const walker *w, const block *b, uint32_t count)
{
    return b->kind != BLOCK_FUNC &&
           (count == 0 ||
            w->operands[w->count - count].slot == walk_slot_at(w, b->height));
}

/* Jump to the label with `count` operands. If they are more than one they are
 * settled already. */
void walk_emit_br(walker *w, block *b, uint32_t count)
{
    if (b->kind == BLOCK_FUNC) {
        emit_return(w);
        return;
    }
    if (count == 1) {
        emit_to(w, &w->operands[w->count - 1], walk_slot_at(w, b->height));
    } else if (!walk_in_place(w, b, count)) {
        emit_op(w, WASM_OWN_move, walk_slot_at(w, b->height),
                w->operands[w->count - count].slot, label_slots(b));
    }
    walk_link_jump(w, b, emit_imm(w, WASM_OWN_jump, 0, 0));
}

block *walk_read_label(walker *w)
{
    const uint8_t *at = w->r.p;
    const uint32_t depth = wasm__read_u32(&w->r, "branch depth");

    if (!w->r.failed && depth >= w->block_count)
        walk_fail(w, at, "invalid branch depth: %u", depth);
    if (w->r.failed)
        return NULL;
    return &w->blocks[w->block_count - 1 - depth];
}

static void walk_br(walker *w)
{
    block *b = walk_read_label(w);
    uint32_t count;

    if (b == NULL)
        return;
    const wasm_type *types = walk_label_types(b, &count);
    if (!walk_check_types(w, types, count, "branch", false))
        return;
    if (walk_live(w)) {
        if (count > 1)
            emit_settle_top(w, count);
        walk_emit_br(w, b, count);
    }
    walk_set_unreachable(w);
}

/* In unreachable code, operands that were not there have types now. */
void walk_refill(walker *w, const wasm_type *types, uint32_t count)
{
    const block *b = walk_top_block(w);

    if (!b->unreachable || w->count - b->height >= count) {
        for (uint32_t i = 0; i < count; i++)
            w->operands[w->count - count + i].type = types[i];
        return;
    }
    walk_drop_to(w, b->height);
    walk_push_types(w, types, count);
}

static void walk_br_if(walker *w)
{
    block *b = walk_read_label(w);
    uint32_t count;

    if (b == NULL || !walk_need(w, 1))
        return;
    const operand condition = walk_pop_type(w, WASM_I32, 0);
    const wasm_type *types = walk_label_types(b, &count);
    if (w->r.failed || !walk_check_types(w, types, count, "branch", false))
        return;
    if (!walk_live(w)) {
        walk_refill(w, types, count);
        return;
    }
    const bool jumps = walk_in_place(w, b, count);
    if (count > 1 || (jumps && count == 1))
        emit_settle_top(w, count);
    const uint32_t word = emit_branch(w, &condition, jumps);
    if (jumps) {
        walk_link_jump(w, b, word);
        emit_label(w);
        return;
    }
    walk_emit_br(w, b, count);
    emit_jump_to(w, word, (int32_t)w->len);
    emit_label(w);
}

/* Labels of br_table, from where its immediate begins. */
static void emit_br_table(walker *w, const uint8_t *labels, uint32_t count,
                          const operand *index, uint32_t carried)
{
    wasm_reader r = w->r;

    emit_settle_top(w, carried);
    const uint32_t slot = emit_slot(w, index);
    emit_imm(w, WASM_OWN_br_table, slot, (int32_t)count);
    const uint32_t first = w->len;
    for (uint32_t i = 0; i <= count; i++)
        emit_word(w, (wasm_word){ .u64 = 0 });
    r.p = labels;
    for (uint32_t i = 0; i <= count && !w->no_memory; i++) {
        const uint32_t depth = wasm__read_u32(&r, "branch depth");
        block *b = &w->blocks[w->block_count - 1 - depth];
        if (walk_in_place(w, b, carried)) {
            walk_link_jump(w, b, first + i);
            continue;
        }
        emit_jump_to(w, first + i, (int32_t)w->len);
        walk_emit_br(w, b, carried);
    }
}

static void walk_br_table(walker *w)
{
    const uint8_t *at = w->r.p;
    const uint32_t count = wasm__read_u32(&w->r, "table count");

    if (!w->r.failed && count > WASM_MAX_BR_TABLE)
        walk_fail(w, at, "invalid table count (> max br_table size): %u",
                  count);
    if (w->r.failed || !walk_need(w, 1))
        return;
    const operand index = walk_pop_type(w, WASM_I32, 0);
    const uint8_t *labels = w->r.p;
    uint32_t carried = 0;
    for (uint32_t i = 0; i <= count && !w->r.failed; i++) {
        const uint8_t *pos = w->r.p;
        const block *b = walk_read_label(w);
        uint32_t n;
        if (b == NULL)
            return;
        const wasm_type *types = walk_label_types(b, &n);
        if (i == 0)
            carried = n;
        if (n != carried) {
            walk_fail(w, pos,
                      "br_table: label arity inconsistent with previous "
                      "arity %u",
                      carried);
            return;
        }
        if (!w->writes && !walk_check_types(w, types, n, "branch", false))
            return;
    }
    if (w->r.failed)
        return;
    if (walk_live(w))
        emit_br_table(w, labels, count, &index, carried);
    walk_set_unreachable(w);
}

static void walk_return(walker *w)
{
    if (!walk_check_types(w, w->type->results, w->type->result_count, "return",
                          false))
        return;
    if (walk_live(w))
        emit_return(w);
    walk_set_unreachable(w);
}

/* ---- Calls -------------------------------------------------------------- */

bool walk_pop_arguments(walker *w, const wasm_functype *type)
{
    if (!walk_need(w, type->param_count))
        return false;
    for (uint32_t i = type->param_count; i-- > 0;)
        walk_pop_type(w, type->params[i], i);
    return !w->r.failed;
}

void walk_call(walker *w, walk_tail_fn *check_tail)
{
    const uint8_t *at = w->r.p;
    const uint32_t index = wasm__read_u32(&w->r, "function index");

    if (!w->r.failed && index >= w->m->function_count)
        walk_fail(w, at, "function index #%u is out of bounds", index);
    if (w->r.failed)
        return;
    const wasm_functype *type = wasm__function_type(w->m, index);
    if (check_tail != NULL && !check_tail(w, type))
        return;
    if (walk_live(w))
        emit_settle_top(w, type->param_count);
    if (!walk_pop_arguments(w, type))
        return;
    if (walk_live(w)) {
        const uint32_t slot = walk_slot_at(w, w->count);
        if (index < w->m->imported_functions)
            emit_imm(w,
                     check_tail != NULL ? WASM_OWN_return_call_import
                                        : WASM_OWN_call_import,
                     slot, (int32_t)index);
        else
            emit_imm(w,
                     check_tail != NULL ? WASM_OWN_return_call : WASM_OWN_call,
                     slot, (int32_t)(index - w->m->imported_functions));
    }
    if (check_tail != NULL)
        walk_set_unreachable(w);
    else
        walk_push_types(w, type->results, type->result_count);
}

void walk_call_indirect(walker *w, walk_tail_fn *check_tail)
{
    const uint8_t *at = w->r.p;
    const uint32_t index = wasm__read_u32(&w->r, "singature index");
    const uint8_t *table_at = w->r.p;
    const uint32_t table = wasm__read_u32(&w->r, "table index");

    if (w->r.failed)
        return;
    if (index >= w->m->type_count)
        walk_fail(w, at, "invalid signature index: %u", index);
    else if (table >= w->m->table_count)
        walk_fail(w, table_at, "table index %u exceeds number of tables (%u)",
                  table, w->m->table_count);
    else if (w->m->types[index].shape != WASM_SHAPE_FUNC)
        walk_fail(w, at, "invalid signature index: %u", index);
    else if (!wasm__fits(w->m, w->m->tables[table].type, WASM_FUNCREF))
        walk_fail(w, at,
                  "call_indirect: immediate table #%u is not of a function "
                  "type",
                  table);
    if (w->r.failed || !walk_need(w, 1))
        return;
    const wasm_functype *type = &w->m->types[index].func;
    if (check_tail != NULL && !check_tail(w, type))
        return;
    const operand callee = walk_pop_type(
        w, w->m->tables[table].limits.is64 ? WASM_I64 : WASM_I32, 0);
    uint32_t callee_slot = 0;
    if (walk_live(w)) {
        emit_settle_top(w, type->param_count);
        callee_slot = emit_slot(w, &callee);
    }
    if (!walk_pop_arguments(w, type))
        return;
    if (walk_live(w)) {
        emit_op(w,
                check_tail != NULL ? WASM_OWN_return_call_indirect
                                   : WASM_OWN_call_indirect,
                walk_slot_at(w, w->count), callee_slot, 0);
        emit_word(w, (wasm_word){ .u64 = index | (uint64_t)table << 32 });
    }
    if (check_tail != NULL)
        walk_set_unreachable(w);
    else
        walk_push_types(w, type->results, type->result_count);
}

bool walk_control(walker *w)
{
    switch (w->op) {
    case 0x00:
        if (walk_live(w))
            emit_op(w, WASM_OWN_unreachable, 0, 0, 0);
        walk_set_unreachable(w);
        return true;
    case 0x01:
        return true;
    case 0x02:
        walk_open_block(w, BLOCK);
        return true;
    case 0x03:
        walk_open_block(w, BLOCK_LOOP);
        return true;
    case 0x04:
        walk_open_block(w, BLOCK_IF);
        return true;
    case 0x05:
        walk_else(w);
        return true;
    case 0x0b:
        walk_end(w);
        return true;
    case 0x0c:
        walk_br(w);
        return true;
    case 0x0d:
        walk_br_if(w);
        return true;
    case 0x0e:
        walk_br_table(w);
        return true;
    case 0x0f:
        walk_return(w);
        return true;
    case 0x10:
        walk_call(w, NULL);
        return true;
    case 0x11:
        walk_call_indirect(w, NULL);
        return true;
    default:
        return false;
    }
}
