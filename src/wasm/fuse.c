/*
 * fuse.c - joining instructions, where the interpreter is all there is.
 *
 * Machine code is made of single instructions, so this is for functions that
 * stay with the interpreter: all of them with --jitless. Of instructions that
 * follow each other, the first gets the number of one that does them all; its
 * label reads their operands where they are (run_fused.inc). No word moves: a
 * jump to the second one does that alone, and the interpreter may be in the
 * function meanwhile.
 *
 * What goes from one to the next is not written to its slot. So that must be an
 * operand, which only the next one reads. Operands are behind the locals, and
 * whoever reads one pops it.
 *
 * Each word is looked at with the numbers that the others had before: where a
 * jump arrives in the middle, the rest may be joined, too.
 */
#include <stdlib.h>

#include "wasm/fused.h"

#include "wasm/machine/machine.h"

/* The instructions from one on, as they were: as many as can be joined. */
typedef struct fuse_view {
    wasm_word *words[4];
    uint32_t ops[4];
    uint32_t operands; /* slots from here on are popped when they are read */
} fuse_view;

#define KEY(first, second, side) ((first) << 16 | (second) << 2 | (side))

/* 0: they are not joined. */
static uint32_t fuse_find_pair(uint32_t first, uint32_t second, uint32_t side)
{
    switch (KEY(first, second, side)) {
#define X(name, one, two, which, ...)                                          \
    case KEY(one, two, which):                                                 \
        return WASM_FUSED_##name;
        WASM_FUSED_PAIRS(X)
#undef X
    default:
        return 0;
    }
}

/* Is the slot that the i-th one writes read by the next one alone? */
static bool fuse_passes(const fuse_view *v, uint32_t i)
{
    return v->words[i]->a >= v->operands;
}

/* A sum or a product of floats, or of integers: its operands can be swapped. */
static bool fuse_commutes(uint32_t op)
{
    switch (op) {
    case 0x6a:
    case 0x6c:
    case 0x71:
    case 0x73:
    case 0x92:
    case 0x94:
    case 0xa0:
    case 0xa2:
    case WASM_OP_SIMD + 228:
    case WASM_OP_SIMD + 240:
        return true;
    default:
        return false;
    }
}

static bool fuse_is_step(uint32_t fused)
{
    return fused >= WASM_FUSED_step_eq && fused <= WASM_FUSED_step_imm_ge_u;
}

static uint32_t fuse_pair(const fuse_view *v)
{
    const wasm_word *first = v->words[0];
    const wasm_word *second = v->words[1];

    if (v->ops[0] == (WASM_OP_IMM | 0x6a) && v->ops[1] == WASM_OWN_jump)
        return WASM_FUSED_step_jump;
    if (first->a == second->a) {
        const uint32_t fused =
            fuse_find_pair(v->ops[0], v->ops[1], WASM_SIDE_A);
        if (fuse_is_step(fused) || (fused != 0 && fuse_passes(v, 0)))
            return fused;
    }
    if (!fuse_passes(v, 0) || second->b == second->c)
        return 0;
    if (first->a == second->b)
        return fuse_find_pair(v->ops[0], v->ops[1], WASM_SIDE_B);
    if (first->a == second->c)
        return fuse_find_pair(v->ops[0], v->ops[1], WASM_SIDE_C);
    return 0;
}

/* ---- More than two ------------------------------------------------------ */

static uint32_t fuse_loads(const fuse_view *v)
{
    const uint32_t x = v->words[0]->a;
    const uint32_t y = v->words[1]->a;
    const wasm_word *last = v->words[2];

    if (v->ops[0] != v->ops[1] || !fuse_passes(v, 0) || !fuse_passes(v, 1))
        return 0;
    /* The second address is not the first number, and the order is right. */
    if (v->words[1]->b == x || x == y ||
        !((last->b == x && last->c == y) ||
          (last->b == y && last->c == x && fuse_commutes(v->ops[2]))))
        return 0;
#define X(name, load, operation, ...)                                          \
    if (v->ops[0] == load && v->ops[2] == operation)                           \
        return WASM_FUSED_##name;
    WASM_FUSED_LOADS(X)
#undef X
    return 0;
}

static uint32_t fuse_update(const fuse_view *v)
{
    const uint32_t x = v->words[0]->a;
    const wasm_word *product = v->words[1];
    const wasm_word *sum = v->words[2];
    const wasm_word *store = v->words[3];

    if (!fuse_passes(v, 0) || !fuse_passes(v, 1) || !fuse_passes(v, 2) ||
        product->b == x || product->c == x || product->a == x ||
        sum->a != store->b || store->a == x || store->a == product->a ||
        store->a == sum->a)
        return 0;
    if (!((sum->b == x && sum->c == product->a) ||
          (sum->b == product->a && sum->c == x && fuse_commutes(v->ops[2]))))
        return 0;
#define X(name, load, mul, operation, last, ...)                               \
    if (v->ops[0] == load && v->ops[1] == mul && v->ops[2] == operation &&     \
        v->ops[3] == last)                                                     \
        return WASM_FUSED_##name;
    WASM_FUSED_UPDATE(X)
#undef X
    return 0;
}

static uint32_t fuse_index(const fuse_view *v)
{
    if (v->ops[0] != (WASM_OP_IMM | 0x74) || v->ops[1] != 0x6a ||
        !fuse_passes(v, 0) || !fuse_passes(v, 1) ||
        v->words[1]->b != v->words[0]->a || v->words[1]->c == v->words[0]->a ||
        v->words[2]->b != v->words[1]->a)
        return 0;
#define X(name, load, ...)                                                     \
    if (v->ops[2] == load)                                                     \
        return WASM_FUSED_##name;
    WASM_FUSED_INDEX(X)
#undef X
    return 0;
}

static uint32_t fuse_row(const fuse_view *v)
{
    if (v->ops[0] != 0x6c || v->ops[1] != 0x6a ||
        v->ops[2] != (WASM_OP_IMM | 0x74) || !fuse_passes(v, 0) ||
        !fuse_passes(v, 1) || !fuse_passes(v, 2) ||
        v->words[1]->b != v->words[0]->a || v->words[1]->c == v->words[0]->a ||
        v->words[2]->b != v->words[1]->a || v->words[3]->b != v->words[2]->a)
        return 0;
    switch (v->ops[3]) {
#define X(name, load, ...)                                                     \
    case load:                                                                 \
        return WASM_FUSED_##name;
        WASM_FUSED_ROW(X)
        WASM_FUSED_VECTOR_ROW(X)
#undef X
    default:
        return 0;
    }
}

/* ---- A body ------------------------------------------------------------- */

/* Where its instructions begin; 0: there is one that nobody knows. */
static uint32_t fuse_find_starts(const wasm_module *m, const wasm_body *body,
                                 uint32_t *starts)
{
    uint32_t count = 0;
    insn n;

    for (uint32_t at = 0; at < body->code_len; at += n.words) {
        if (!machine_decode(m, body, &body->code[at], &n))
            return 0;
        starts[count++] = at;
    }
    return count;
}

/* What the one before has made is the first operand, where that is the same. */
static void fuse_swap(wasm_word *code, const uint32_t *starts, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t made = code[starts[i - 1]].a;
        wasm_word *w = &code[starts[i]];
        if (!fuse_commutes(w->op) || w->c != made || w->b == made)
            continue;
        w->c = w->b;
        w->b = (uint16_t)made;
    }
}

static uint32_t fuse_at(const fuse_view *v, uint32_t count)
{
    uint32_t fused = 0;

    if (count >= 4)
        fused = fuse_update(v);
    if (fused == 0 && count >= 4)
        fused = fuse_row(v);
    if (fused == 0 && count >= 3)
        fused = fuse_loads(v);
    if (fused == 0 && count >= 3)
        fused = fuse_index(v);
    if (fused == 0 && count >= 2)
        fused = fuse_pair(v);
    return fused;
}

void wasm__fuse(wasm_module *m, wasm_body *body)
{
    uint32_t *starts = malloc(body->code_len * sizeof(*starts));
    const uint32_t count =
        starts == NULL ? 0 : fuse_find_starts(m, body, starts);
    fuse_view v = { .operands = body->params + WASM_HEADER + body->locals };

    body->is_cold = true;
    if (count > 0)
        fuse_swap(body->code, starts, count);
    /* The last first, so that the numbers behind one are known from before. */
    for (uint32_t i = count; i-- > 0;) {
        for (uint32_t k = 3; k > 0; k--) {
            v.words[k] = v.words[k - 1];
            v.ops[k] = v.ops[k - 1];
        }
        v.words[0] = &body->code[starts[i]];
        v.ops[0] = v.words[0]->op;
        const uint32_t fused = fuse_at(&v, count - i);
        if (fused != 0)
            v.words[0]->op = (uint16_t)fused;
    }
    free(starts);
}
