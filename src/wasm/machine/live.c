/*
 * live.c - blocks, which slots are live at their borders, and webs.
 *
 * One walk from the end to the start makes a segment for each stretch in which
 * a slot is live without a break; segments that meet at the border of two
 * blocks are of one web. The walk notes where values are made and where they
 * are used last, so that the compiler, which goes the other way, knows at each
 * instruction what is in a register.
 */
#include <stdlib.h>
#include <string.h>

#include "wasm/machine/machine.h"

/* Words of bits that the sets of a function may have: 16 MB. */
#define MAX_SET_WORDS (2u << 20)

void *list_add(compiler *c, list *l, size_t size)
{
    if (l->count == l->capacity) {
        const uint32_t capacity = l->capacity == 0 ? 32 : l->capacity * 2;
        void *items = realloc(l->items, capacity * size);
        if (items == NULL) {
            c->failed = true;
            return NULL;
        }
        l->items = items;
        l->capacity = capacity;
    }
    return (char *)l->items + (size_t)l->count++ * size;
}

static void add_number(compiler *c, list *l, uint32_t number)
{
    uint32_t *item = list_add(c, l, sizeof(*item));

    if (item != NULL)
        *item = number;
}

/* ---- Blocks ------------------------------------------------------------- */

/* The word whose imm is the distance of a jump. */
static const wasm_word *jump_word(const insn *n)
{
    return n->op >= WASM_OP_BR && n->op < WASM_OP_FAR ? n->pc + 1 : n->pc;
}

static uint32_t target_of(const compiler *c, const wasm_word *at)
{
    return (uint32_t)(at + at->imm - c->body->code);
}

static bool decode_all(compiler *c)
{
    const wasm_body *body = c->body;
    uint32_t word = 0;

    c->insns = malloc((body->code_len + 1) * sizeof(*c->insns));
    c->insn_of = malloc((body->code_len + 1) * sizeof(*c->insn_of));
    c->block_of = malloc((body->code_len + 1) * sizeof(*c->block_of));
    c->depths = calloc(body->code_len + 1, 1);
    if (c->insns == NULL || c->insn_of == NULL || c->block_of == NULL ||
        c->depths == NULL)
        return false;
    memset(c->insn_of, 0xff, (body->code_len + 1) * sizeof(*c->insn_of));
    memset(c->block_of, 0xff, (body->code_len + 1) * sizeof(*c->block_of));
    while (word < body->code_len) {
        insn *n = &c->insns[c->insn_count];
        if (!machine_decode(c->m, body, body->code + word, n))
            return false;
        n->catches = machine_catches(body, n);
        c->insn_of[word] = c->insn_count++;
        word += n->words;
    }
    return word == body->code_len;
}

/* Mark where blocks begin: 0 in block_of. A jump from behind is a loop. */
static bool mark_target(compiler *c, uint32_t from, uint32_t word)
{
    if (word >= c->body->code_len || c->insn_of[word] == UINT32_MAX)
        return false;
    c->block_of[word] = 0;
    if (c->insn_of[word] <= from) {
        c->has_loops = true;
        for (uint32_t i = c->insn_of[word]; i <= from; i++) {
            if (c->depths[i] < 4)
                c->depths[i]++;
        }
    }
    return true;
}

static bool mark_handlers(compiler *c, uint32_t i)
{
    const insn *n = &c->insns[i];
    wasm_scan scan = WASM_SCAN;
    const wasm_handler *h;

    while (n->catches && (h = wasm__next_handler(c->body, machine_word(c, n),
                                                 &scan)) != NULL) {
        if (!mark_target(c, i, h->pad))
            return false;
    }
    return true;
}

static bool mark_targets(compiler *c)
{
    c->block_of[0] = 0;
    for (uint32_t i = 0; i < c->insn_count; i++) {
        const insn *n = &c->insns[i];
        const uint32_t next = (uint32_t)(n->pc - c->body->code) + n->words;
        if (!mark_handlers(c, i))
            return false;
        if (n->kind == INSN_PLAIN && !n->catches)
            continue;
        if (next < c->body->code_len)
            c->block_of[next] = 0;
        if ((n->kind == INSN_JUMP || n->kind == INSN_BRANCH) &&
            !mark_target(c, i, target_of(c, jump_word(n))))
            return false;
        if (n->kind != INSN_TABLE)
            continue;
        for (uint32_t k = 1; k < n->words; k++) {
            if (!mark_target(c, i, target_of(c, n->pc + k)))
                return false;
        }
    }
    return true;
}

static void add_edge(compiler *c, uint32_t from, uint32_t to,
                     const wasm_handler *handler)
{
    edge *e = list_add(c, &c->succs, sizeof(*e));

    if (e == NULL)
        return;
    *e = (edge){ to, handler };
    c->blocks[from].succ_count++;
}

static void add_successor(compiler *c, uint32_t from, uint32_t word,
                          bool by_jump)
{
    const uint32_t to = c->block_of[word];

    if (by_jump) {
        c->blocks[to].is_target = true;
        if (to <= from)
            c->blocks[to].is_loop = true;
    }
    add_edge(c, from, to, NULL);
}

static void add_handlers(compiler *c, uint32_t from, const insn *n)
{
    wasm_scan scan = WASM_SCAN;
    const wasm_handler *h;

    while (n->catches && (h = wasm__next_handler(c->body, machine_word(c, n),
                                                 &scan)) != NULL) {
        const uint32_t to = c->block_of[h->pad];
        c->blocks[to].is_target = true;
        add_edge(c, from, to, h);
    }
}

static bool add_successors(compiler *c)
{
    for (uint32_t i = 0; i < c->block_count; i++) {
        block *b = &c->blocks[i];
        const insn *n = &c->insns[b->end - 1];
        const uint32_t next = (uint32_t)(n->pc - c->body->code) + n->words;
        b->succs = c->succs.count;
        add_handlers(c, i, n);
        if (n->kind == INSN_JUMP || n->kind == INSN_BRANCH)
            add_successor(c, i, target_of(c, jump_word(n)), true);
        for (uint32_t k = 1; n->kind == INSN_TABLE && k < n->words; k++)
            add_successor(c, i, target_of(c, n->pc + k), true);
        if (n->kind != INSN_PLAIN && n->kind != INSN_BRANCH)
            continue;
        if (next >= c->body->code_len)
            return false; /* code that ends without an end */
        add_successor(c, i, next, false);
    }
    return !c->failed;
}

bool machine_find_blocks(compiler *c)
{
    if (!decode_all(c) || !mark_targets(c))
        return false;
    for (uint32_t w = 0; w < c->body->code_len; w++) {
        if (c->block_of[w] == 0)
            c->block_of[w] = c->block_count++;
    }
    c->blocks = calloc(c->block_count, sizeof(*c->blocks));
    if (c->blocks == NULL)
        return false;
    uint32_t at = 0;
    for (uint32_t w = 0; w < c->body->code_len; w++) {
        if (c->block_of[w] == UINT32_MAX)
            continue;
        at = c->block_of[w];
        c->blocks[at].first = c->insn_of[w];
        if (at > 0)
            c->blocks[at - 1].end = c->insn_of[w];
    }
    c->blocks[at].end = c->insn_count;
    return add_successors(c);
}

/* ---- Sets --------------------------------------------------------------- */

typedef struct sets {
    uint32_t width; /* words of 64 slots */
    uint64_t *in;   /* of each block */
    uint64_t *uses;
    uint64_t *defs;
    uint64_t *out; /* one */
} sets;

static void set_range(uint64_t *set, const slot_ref *ref)
{
    for (uint32_t s = ref->slot; s < ref->slot + ref->count; s++)
        set[s / 64] |= (uint64_t)1 << s % 64;
}

static void clear_range(uint64_t *set, const slot_ref *ref)
{
    for (uint32_t s = ref->slot; s < ref->slot + ref->count; s++)
        set[s / 64] &= ~((uint64_t)1 << s % 64);
}

static void local_sets(const compiler *c, uint32_t at, uint64_t *uses,
                       uint64_t *defs)
{
    const block *b = &c->blocks[at];

    for (uint32_t i = b->end; i-- > b->first;) {
        const insn *n = &c->insns[i];
        if (n->has_def) {
            set_range(defs, &n->def);
            clear_range(uses, &n->def);
        }
        for (uint32_t k = 0; k < n->use_count; k++)
            set_range(uses, &n->uses[k]);
    }
}

/* Of 64 slots, those that a handler writes before its code is reached. */
static uint64_t made_by_handler(const compiler *c, const edge *e, uint32_t word)
{
    const wasm_handler *h = e->handler;
    uint64_t made = 0;

    if (h == NULL)
        return 0;
    if (h->itself / 64 == word)
        made |= (uint64_t)1 << h->itself % 64;
    for (uint32_t s = h->values; machine_handler_makes(c->m, h, s); s++) {
        if (s / 64 == word)
            made |= (uint64_t)1 << s % 64;
    }
    return made;
}

static void compute_out(const compiler *c, const sets *s, uint32_t at)
{
    const block *b = &c->blocks[at];

    memset(s->out, 0, s->width * sizeof(*s->out));
    for (uint32_t k = 0; k < b->succ_count; k++) {
        const edge *e = &LIST_AT(c->succs, edge, b->succs + k);
        const uint64_t *in = s->in + (size_t)e->to * s->width;
        for (uint32_t w = 0; w < s->width; w++)
            s->out[w] |= in[w] & ~made_by_handler(c, e, w);
    }
}

/* The result of what throws is made by then; a handler must not need what was
 * there before. */
static bool results_are_apart(const compiler *c, const sets *s)
{
    for (uint32_t i = 0; i < c->block_count; i++) {
        const block *b = &c->blocks[i];
        const insn *n = &c->insns[b->end - 1];
        if (!n->catches || !n->has_def)
            continue;
        for (uint32_t k = 0; k < b->succ_count; k++) {
            const edge *e = &LIST_AT(c->succs, edge, b->succs + k);
            const uint64_t *in = s->in + (size_t)e->to * s->width;
            for (uint32_t slot = n->def.slot;
                 e->handler != NULL && slot < n->def.slot + n->def.count;
                 slot++) {
                if ((in[slot / 64] >> slot % 64 & 1) != 0 &&
                    !machine_handler_makes(c->m, e->handler, slot))
                    return false;
            }
        }
    }
    return true;
}

static void live_solve(const compiler *c, const sets *s)
{
    bool again = true;

    while (again) {
        again = false;
        for (uint32_t i = c->block_count; i-- > 0;) {
            uint64_t *in = s->in + (size_t)i * s->width;
            const uint64_t *uses = s->uses + (size_t)i * s->width;
            const uint64_t *defs = s->defs + (size_t)i * s->width;
            compute_out(c, s, i);
            for (uint32_t w = 0; w < s->width; w++) {
                const uint64_t now = uses[w] | (s->out[w] & ~defs[w]);
                again |= now != in[w];
                in[w] = now;
            }
        }
    }
}

/* ---- Segments ----------------------------------------------------------- */

web *web_at(compiler *c, uint32_t id)
{
    return &LIST_AT(c->segments, web, id);
}

uint32_t web_find(compiler *c, uint32_t id)
{
    uint32_t *parents = c->parents.items;

    while (parents[id] != id) {
        parents[id] = parents[parents[id]];
        id = parents[id];
    }
    return id;
}

static uint32_t add_segment(compiler *c, uint32_t slot, uint32_t end)
{
    web *s = list_add(c, &c->segments, sizeof(*s));

    if (s == NULL)
        return 0;
    *s = (web){ .start = end, .end = end, .slot = slot };
    add_number(c, &c->parents, c->segments.count - 1);
    return c->segments.count - 1;
}

static void add_event(compiler *c, list *l, uint32_t at, uint32_t slot,
                      uint32_t id)
{
    live_event *e = list_add(c, l, sizeof(*e));

    if (e != NULL)
        *e = (live_event){ at, slot, id };
}

/* The second slot of a vector is its first one's. */
static void live_vote(compiler *c, uint32_t id, const slot_ref *ref,
                      uint32_t depth)
{
    web *w = web_at(c, id);

    if (ref->type == T_V128 && w->slot != ref->slot)
        return;
    if (ref->type != T_NONE && w->type != T_REF)
        w->type = ref->type;
    if (!ref->home)
        w->weight += 1u << 3 * depth;
}

static bool is_nan_bits(uint64_t bits)
{
    return (bits & 0x7f800000u) == 0x7f800000u || (bits >> 52 & 0x7ff) == 0x7ff;
}

/* Can the result be a NaN with bits that must be kept? */
static bool makes_raw(const insn *n)
{
    switch (n->op) {
    case WASM_OWN_const32:
    case WASM_OWN_const_s32:
        return is_nan_bits((uint32_t)n->pc->imm);
    case WASM_OWN_const64:
        return is_nan_bits(n->pc[1].u64);
    case WASM_OWN_const128:
        return is_nan_bits(n->pc[1].u64) || is_nan_bits(n->pc[1].u64 >> 32) ||
               is_nan_bits(n->pc[2].u64) || is_nan_bits(n->pc[2].u64 >> 32);
    default:
        break;
    }
    const bool of_integer = n->op >= 0xb2 && n->op <= 0xba && n->op != 0xb6;
    const bool is_min =
        n->op == 0x96 || n->op == 0x97 || n->op == 0xa4 || n->op == 0xa5;
    return !n->arithmetic && !of_integer && !is_min;
}

static void walk_defs(compiler *c, uint32_t i)
{
    const insn *n = &c->insns[i];

    if (!n->has_def)
        return;
    for (uint32_t s = n->def.slot; s < n->def.slot + n->def.count; s++) {
        uint32_t id = c->now[s];
        if (id == NO_WEB) {
            id = add_segment(c, s, 2 * i + 1);
            add_event(c, &c->deaths, i, s, id);
            if (c->failed)
                return;
        }
        web *w = web_at(c, id);
        w->start = 2 * i + 1;
        w->raw |= makes_raw(n);
        w->arithmetic |= n->arithmetic;
        w->lanes |= n->lanes;
        live_vote(c, id, &n->def, c->depths[i]);
        add_event(c, &c->defs, i, s, id);
        c->now[s] = NO_WEB;
    }
}

static void walk_uses(compiler *c, uint32_t i)
{
    const insn *n = &c->insns[i];

    for (uint32_t k = 0; k < n->use_count; k++) {
        const slot_ref *ref = &n->uses[k];
        for (uint32_t s = ref->slot; s < ref->slot + ref->count; s++) {
            if (c->now[s] == NO_WEB) {
                c->now[s] = add_segment(c, s, 2 * i);
                add_event(c, &c->deaths, i, s, c->now[s]);
                if (c->failed)
                    return;
            }
            live_vote(c, c->now[s], ref, c->depths[i]);
        }
    }
}

/* Make pairs of the live slots of a set: new segments at the block's end, or
 * those that reach its start. */
static uint32_t add_pairs(compiler *c, const uint64_t *set, uint32_t width,
                          uint32_t position, bool at_end)
{
    uint32_t count = 0;

    for (uint32_t w = 0; w < width; w++) {
        for (uint64_t bits = set[w]; bits != 0; bits &= bits - 1) {
            const uint32_t slot = w * 64 + (uint32_t)__builtin_ctzll(bits);
            live_pair *p = list_add(c, &c->pairs, sizeof(*p));
            if (p == NULL)
                return 0;
            if (at_end)
                c->now[slot] = add_segment(c, slot, position);
            if (c->failed)
                return 0;
            *p = (live_pair){ slot, c->now[slot] };
            if (!at_end) {
                web_at(c, c->now[slot])->start = position;
                c->now[slot] = NO_WEB;
            }
            count++;
        }
    }
    return count;
}

static void walk_block(compiler *c, const sets *s, uint32_t at)
{
    block *b = &c->blocks[at];

    compute_out(c, s, at);
    b->outs = c->pairs.count;
    b->out_count = add_pairs(c, s->out, s->width, 2 * b->end, true);
    for (uint32_t i = b->end; i-- > b->first && !c->failed;) {
        walk_defs(c, i);
        if (!c->failed)
            walk_uses(c, i);
        if (c->insns[i].calls)
            add_number(c, &c->calls, 2 * i);
    }
    if (c->failed)
        return;
    b->ins = c->pairs.count;
    b->in_count = add_pairs(c, s->in + (size_t)at * s->width, s->width,
                            2 * b->first, false);
}

/* ---- Webs --------------------------------------------------------------- */

static void join_segments(compiler *c, uint32_t x, uint32_t y)
{
    x = web_find(c, x);
    y = web_find(c, y);
    if (x == y)
        return;
    web *a = web_at(c, x);
    const web *b = web_at(c, y);
    LIST_AT(c->parents, uint32_t, y) = x;
    if (b->start < a->start)
        a->start = b->start;
    if (b->end > a->end)
        a->end = b->end;
    a->weight += b->weight;
    a->raw |= b->raw;
    a->arithmetic |= b->arithmetic;
    a->lanes |= b->lanes;
    if (a->type == T_NONE || b->type == T_REF)
        a->type = b->type;
}

/* What leaves a block is what its successors begin with. */
static void join_block(compiler *c, const block *b)
{
    const live_pair *pairs = c->pairs.items;

    for (uint32_t k = 0; k < b->succ_count; k++) {
        const edge *e = &LIST_AT(c->succs, edge, b->succs + k);
        const block *to = &c->blocks[e->to];
        uint32_t o = 0;
        for (uint32_t i = 0; i < to->in_count; i++) {
            const live_pair *in = &pairs[to->ins + i];
            if (e->handler != NULL &&
                machine_handler_makes(c->m, e->handler, in->slot))
                continue;
            while (pairs[b->outs + o].slot != in->slot)
                o++;
            join_segments(c, pairs[b->outs + o].web, in->web);
        }
    }
}

/* Parameters are whatever the caller passed, of the type that was declared. */
static void note_parameters(compiler *c)
{
    const block *b = &c->blocks[0];
    const wasm_functype *type = c->body->type;

    for (uint32_t i = 0; i < b->in_count; i++) {
        const live_pair *p = &LIST_AT(c->pairs, live_pair, b->ins + i);
        uint32_t slot = 0;
        for (uint32_t k = 0; k < type->param_count && slot <= p->slot; k++) {
            if (slot == p->slot) {
                web *w = web_at(c, web_find(c, p->web));
                w->type = machine_type_of(type->params[k]);
                w->raw = true;
            }
            slot += wasm__slots(type->params[k]);
        }
    }
}

bool machine_find_webs(compiler *c)
{
    const uint32_t width = (c->body->frame + 63) / 64;
    const size_t all = (size_t)width * c->block_count;
    sets s = { .width = width };

    if (all > MAX_SET_WORDS)
        return false;
    c->now = malloc((c->body->frame + 1) * sizeof(*c->now));
    s.in = calloc(3 * all + width, sizeof(*s.in));
    if (c->now == NULL || s.in == NULL) {
        free(s.in);
        return false;
    }
    s.uses = s.in + all;
    s.defs = s.uses + all;
    s.out = s.defs + all;
    memset(c->now, 0xff, (c->body->frame + 1) * sizeof(*c->now));
    for (uint32_t i = 0; i < c->block_count; i++)
        local_sets(c, i, s.uses + (size_t)i * width,
                   s.defs + (size_t)i * width);
    live_solve(c, &s);
    c->failed |= !results_are_apart(c, &s);
    for (uint32_t i = c->block_count; i-- > 0 && !c->failed;)
        walk_block(c, &s, i);
    free(s.in);
    if (c->failed)
        return false;
    for (uint32_t i = 0; i < c->block_count; i++)
        join_block(c, &c->blocks[i]);
    note_parameters(c);
    for (uint32_t i = 0; i < c->succs.count; i++)
        machine_note_caught(c, &LIST_AT(c->succs, edge, i));
    return true;
}
