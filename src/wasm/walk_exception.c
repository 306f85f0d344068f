/*
 * walk_exception.c - throwing and catching: try_table, and the older form with
 * try, catch, delegate and rethrow.
 *
 * Where an exception goes on is a pad: a word of the code, and handlers say for
 * which words it is. Whoever unwinds writes the exception's values to slots,
 * and goes on at the pad. That of a clause of try_table is behind the block's
 * end and jumps to its label; that of a `catch` is where its body begins.
 *
 * In the older form a body of `catch` may throw the exception again, which must
 * have a slot while it runs: each depth of `try` has one, behind the locals.
 */
#include <stdlib.h>

#include "wasm/walk.h"

static wasm_handler *add_handler(walker *w, const block *b)
{
    wasm_handler *grown =
        wasm__grow(w->handlers, w->handler_count, sizeof(*grown));

    if (grown == NULL) {
        w->no_memory = true;
        return NULL;
    }
    w->handlers = grown;
    wasm_handler *h = &grown[w->handler_count++];
    *h = (wasm_handler){ .start = (uint32_t)b->start,
                         .end = (uint32_t)b->region_end,
                         .depth = w->block_count - 1,
                         .tag = WASM_ANY_TAG,
                         .values = WASM_NO_SLOT,
                         .itself = WASM_NO_SLOT };
    return h;
}

/* The type of a tag; NULL with an error. */
static const wasm_functype *read_tag(walker *w, uint32_t *index)
{
    const uint8_t *at = w->r.p;

    *index = wasm__read_u32(&w->r, "tag index");
    if (!w->r.failed && *index >= w->m->tag_count)
        walk_fail(w, at, "Invalid tag index: %u", *index);
    return w->r.failed ? NULL : &w->m->types[w->m->tags[*index]].func;
}

/* ---- try_table ---------------------------------------------------------- */

typedef struct clause {
    uint32_t tag; /* WASM_ANY_TAG */
    bool has_ref;
    const wasm_functype *type; /* NULL: of any tag */
    block *target;
} clause;

/* `outer`: how many blocks are there without the try_table itself. */
static bool read_clause(walker *w, uint32_t outer, clause *c)
{
    const uint8_t *at = w->r.p;
    const uint8_t kind = wasm__read_byte(&w->r, "catch kind");

    if (!w->r.failed && kind > 3)
        walk_fail(w, at, "invalid catch kind in try table");
    if (w->r.failed)
        return false;
    *c = (clause){ .tag = WASM_ANY_TAG, .has_ref = (kind & 1) != 0 };
    if (kind < 2)
        c->type = read_tag(w, &c->tag);
    if (w->r.failed)
        return false;
    at = w->r.p;
    const uint32_t depth = wasm__read_u32(&w->r, "branch depth");
    if (!w->r.failed && depth >= outer)
        walk_fail(w, at, "invalid branch depth: %u", depth);
    if (w->r.failed)
        return false;
    c->target = &w->blocks[outer - 1 - depth];
    return true;
}

static uint32_t clause_count(const clause *c)
{
    return (c->type == NULL ? 0 : c->type->param_count) + c->has_ref;
}

static bool check_clause(walker *w, const clause *c)
{
    uint32_t count;
    const wasm_type *types = walk_label_types(c->target, &count);
    const uint32_t values = c->type == NULL ? 0 : c->type->param_count;

    if (count != clause_count(c)) {
        walk_fail(w, w->op_at,
                  "catch kind generates %u operand%s, target block expects %u",
                  clause_count(c), clause_count(c) == 1 ? "" : "s", count);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const wasm_type have =
            i < values ? c->type->params[i] : WASM_EXNREF | WASM_NON_NULL;
        if (wasm__fits(w->m, have, types[i]))
            continue;
        walk_fail(w, w->op_at, "type error in branch[%u] (expected %s, got %s)",
                  i, wasm__type_name(types[i]).text,
                  wasm__type_name(have).text);
        return false;
    }
    return true;
}

bool walk_read_clauses(walker *w, block *b)
{
    const uint8_t *at = w->r.p;
    clause c;

    b->clauses = wasm__read_u32(&w->r, "catch count");
    if (!w->r.failed && b->clauses > (size_t)(w->r.end - w->r.p))
        walk_fail(w, at, "catch count is too large: %u", b->clauses);
    b->clauses_at = w->r.p;
    for (uint32_t i = 0; i < b->clauses && !w->r.failed; i++) {
        if (!read_clause(w, w->block_count, &c) ||
            (!w->writes && !check_clause(w, &c)))
            return false;
    }
    return !w->r.failed;
}

static void emit_pad(walker *w, const block *b, const clause *c)
{
    wasm_handler *h = add_handler(w, b);
    const uint32_t count = clause_count(c);

    if (h == NULL)
        return;
    emit_label(w);
    h->pad = w->len;
    h->tag = c->tag;
    if (c->type != NULL && c->type->param_count > 0)
        h->values = walk_slot_at(w, w->count);
    for (uint32_t i = 0; c->type != NULL && i < c->type->param_count; i++)
        walk_push(w, c->type->params[i]);
    if (c->has_ref) {
        h->itself = walk_slot_at(w, w->count);
        walk_push(w, WASM_EXNREF | WASM_NON_NULL);
    }
    walk_emit_br(w, c->target, count);
    walk_drop_to(w, b->height);
}

/* The end of a try_table that can be reached: its pads. */
void walk_end_try_table(walker *w, block *b, bool falls_through)
{
    wasm_reader r = w->r;
    clause c;

    if (b->clauses == 0)
        return;
    b->region_end = (int32_t)w->len;
    if (falls_through)
        walk_link_jump(w, b, emit_imm(w, WASM_OWN_jump, 0, 0));
    walk_drop_to(w, b->height);
    w->r.p = b->clauses_at;
    for (uint32_t i = 0; i < b->clauses && !w->no_memory; i++) {
        if (read_clause(w, w->block_count - 1, &c))
            emit_pad(w, b, &c);
    }
    w->r = r;
}

/* ---- try, catch, delegate ----------------------------------------------- */

static uint32_t exception_slot(const walker *w, uint32_t depth)
{
    return w->type->param_slots + WASM_HEADER + w->body->locals -
           w->body->tries + depth;
}

static bool is_try(const block *b)
{
    return b->kind == BLOCK_TRY || b->kind == BLOCK_CATCH;
}

/* The block's body, or that of the `catch` before, is at its end. */
static bool end_part(walker *w, block *b)
{
    if (!walk_check_types(w, walk_block_results(b), b->type.result_count,
                          "fallthru", true))
        return false;
    if (b->kind == BLOCK_TRY)
        b->region_end = (int32_t)w->len;
    if (walk_live(w)) {
        emit_settle_top(w, b->type.result_count);
        walk_link_jump(w, b, emit_imm(w, WASM_OWN_jump, 0, 0));
    }
    walk_drop_to(w, b->height);
    return true;
}

static void walk_catch(walker *w, bool all)
{
    block *b = walk_top_block(w);
    const wasm_functype *type = NULL;
    uint32_t tag = WASM_ANY_TAG;

    if (!is_try(b) || b->has_catch_all) {
        walk_fail(w, w->op_at,
                  is_try(b) ? "catch after catch-all for try"
                            : "catch does not match a try");
        return;
    }
    if (!all && (type = read_tag(w, &tag)) == NULL)
        return;
    if (!end_part(w, b))
        return;
    b->kind = BLOCK_CATCH;
    b->has_catch_all = all;
    b->unreachable = b->dead;
    walk_reset_locals(w, b);
    const uint32_t slot = w->writes ? walk_slot_at(w, w->count) : 0;
    if (type != NULL)
        walk_push_types(w, type->params, type->param_count);
    w->settled = w->count;
    if (!w->writes || b->dead)
        return;
    emit_label(w);
    wasm_handler *h = add_handler(w, b);
    if (h == NULL)
        return;
    h->pad = w->len;
    h->tag = tag;
    h->itself = exception_slot(w, b->try_depth);
    if (type != NULL && type->param_count > 0)
        h->values = slot;
}

static void walk_delegate(walker *w)
{
    block *b = walk_top_block(w);
    const uint8_t *at = w->r.p;
    const uint32_t depth = wasm__read_u32(&w->r, "branch depth");

    if (w->r.failed)
        return;
    if (b->kind != BLOCK_TRY) {
        walk_fail(w, w->op_at, "delegate does not match a try");
        return;
    }
    if (depth + 1 >= w->block_count) {
        walk_fail(w, at, "invalid branch depth: %u", depth);
        return;
    }
    b->region_end = (int32_t)w->len;
    if (w->writes && !b->dead) {
        wasm_handler *h = add_handler(w, b);
        if (h == NULL)
            return;
        h->tag = WASM_DELEGATE;
        h->limit = w->block_count - 2 - depth;
    }
    walk_end(w);
}

/* ---- Throwing ----------------------------------------------------------- */

static void walk_throw(walker *w)
{
    uint32_t tag;
    const wasm_functype *type = read_tag(w, &tag);

    if (type == NULL)
        return;
    if (walk_live(w))
        emit_settle_top(w, type->param_count);
    if (!walk_pop_arguments(w, type))
        return;
    if (walk_live(w))
        emit_imm(w, WASM_OWN_throw_, walk_slot_at(w, w->count), (int32_t)tag);
    walk_set_unreachable(w);
}

static void walk_throw_ref(walker *w)
{
    if (!walk_need(w, 1))
        return;
    const operand o = walk_pop_type(w, WASM_EXNREF, 0);
    if (walk_live(w))
        emit_imm(w, WASM_OWN_throw_ref, emit_slot(w, &o), 0);
    walk_set_unreachable(w);
}

static void walk_rethrow(walker *w)
{
    const uint8_t *at = w->r.p;
    const block *b = walk_read_label(w);

    if (b == NULL)
        return;
    if (b->kind != BLOCK_CATCH) {
        walk_fail(w, at, "rethrow not targeting catch or catch-all");
        return;
    }
    if (walk_live(w))
        emit_imm(w, WASM_OWN_throw_ref, exception_slot(w, b->try_depth), 0);
    walk_set_unreachable(w);
}

bool walk_exception(walker *w)
{
    switch (w->op) {
    case 0x06:
        walk_open_block(w, BLOCK_TRY);
        return true;
    case 0x07:
    case 0x19:
        walk_catch(w, w->op == 0x19);
        return true;
    case 0x08:
        walk_throw(w);
        return true;
    case 0x09:
        walk_rethrow(w);
        return true;
    case 0x0a:
        walk_throw_ref(w);
        return true;
    case 0x18:
        walk_delegate(w);
        return true;
    case 0x1f:
        walk_open_block(w, BLOCK_TRY_TABLE);
        return true;
    default:
        return false;
    }
}
