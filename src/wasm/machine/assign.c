/*
 * assign.c - a register for each web, or none: a linear scan over the webs in
 * the order in which they begin. If there are more than registers, those with
 * the least weight (uses, more for those in loops) stay at home.
 *
 * Registers that calls keep are for webs that live across calls; a web that
 * has none of these pays for two moves at each call.
 */
#include <stdlib.h>

#include "wasm/machine/machine.h"

typedef struct candidate {
    uint32_t id;
    uint32_t start;
} candidate;

/* Registers of one class, and which web has each. */
typedef struct bank {
    sljit_s32 regs[MACHINE_REGS];
    bool kept[MACHINE_REGS]; /* by calls */
    uint32_t holder[MACHINE_REGS];
    uint32_t count;
} bank;

static int by_start(const void *a, const void *b)
{
    const candidate *x = a;
    const candidate *y = b;

    return x->start < y->start ? -1 : x->start > y->start;
}

static void bank_add(bank *b, sljit_s32 reg, bool kept)
{
    if (b->count == MACHINE_REGS)
        return;
    b->regs[b->count] = reg;
    b->kept[b->count] = kept;
    b->holder[b->count++] = NO_WEB;
}

/* Calls inside of a web's life; positions are in falling order. */
static uint32_t calls_within(const compiler *c, const web *w)
{
    const uint32_t *calls = c->calls.items;
    uint32_t low = 0;
    uint32_t high = c->calls.count;

    while (low < high) { /* the first that is before the end */
        const uint32_t mid = (low + high) / 2;
        if (calls[mid] >= w->end)
            low = mid + 1;
        else
            high = mid;
    }
    const uint32_t from = low;
    high = c->calls.count;
    while (low < high) {
        const uint32_t mid = (low + high) / 2;
        if (calls[mid] >= w->start)
            low = mid + 1;
        else
            high = mid;
    }
    return low - from;
}

/* What a web gains by a register that calls keep, or do not keep. */
static int64_t assign_gain(const compiler *c, const web *w, bool kept)
{
    if (kept)
        return w->weight;
    return (int64_t)w->weight - 2 * (int64_t)calls_within(c, w);
}

static void bank_give(compiler *c, bank *b, uint32_t id)
{
    web *w = web_at(c, id);
    int64_t best = 0;
    uint32_t at = MACHINE_REGS;

    for (uint32_t i = 0; i < b->count; i++) {
        /* A search for garbage looks for references in homes; what is only
         * copied may be one. */
        if ((w->type == T_REF || w->type == T_NONE) && b->kept[i])
            continue;
        int64_t worth = assign_gain(c, w, b->kept[i]) * 4;
        if (b->holder[i] != NO_WEB) {
            const web *other = web_at(c, b->holder[i]);
            if (other->end < w->start)
                b->holder[i] = NO_WEB;
            else
                worth -= assign_gain(c, other, b->kept[i]) * 4;
        }
        /* Of equals, one that calls keep is for others. */
        worth += !b->kept[i];
        if (worth > best + (b->holder[i] != NO_WEB ? 4 : 1)) {
            best = worth;
            at = i;
        }
    }
    if (at == MACHINE_REGS)
        return;
    if (b->holder[at] != NO_WEB)
        web_at(c, b->holder[at])->reg = 0;
    b->holder[at] = id;
    w->reg = (int8_t)b->regs[at];
}

static void banks_open(compiler *c, bank *integers, bank *floats)
{
    sljit_s32 saved = 2;

    if (c->uses_memory)
        c->reg_memory = SLJIT_S(saved++);
    if (c->has_loops)
        c->reg_count = SLJIT_S(saved++);
    for (sljit_s32 i = 3;
         i < SLJIT_NUMBER_OF_REGISTERS - SLJIT_NUMBER_OF_SAVED_REGISTERS; i++)
        bank_add(integers, SLJIT_R(i), false);
    for (; saved < SLJIT_NUMBER_OF_SAVED_REGISTERS; saved++)
        bank_add(integers, SLJIT_S(saved), true);
    for (sljit_s32 i = 2; i < SLJIT_NUMBER_OF_FLOAT_REGISTERS -
                                  SLJIT_NUMBER_OF_SAVED_FLOAT_REGISTERS;
         i++)
        bank_add(floats, SLJIT_FR(i), false);
}

/* The highest register of those that calls keep decides how many are saved. */
static void count_saveds(compiler *c)
{
    c->saveds = 2 + (c->reg_memory != 0) + (c->reg_count != 0);
    for (uint32_t i = 0; i < c->segments.count; i++) {
        const web *w = web_at(c, i);
        if (web_find(c, i) != i || w->reg == 0 || type_is_wide(w->type))
            continue;
        const sljit_s32 index = SLJIT_S0 - w->reg;
        if (w->reg >= SLJIT_FIRST_SAVED_REG && index + 1 > c->saveds)
            c->saveds = index + 1;
    }
}

bool machine_assign(compiler *c)
{
    candidate *all = malloc((c->segments.count + 1) * sizeof(*all));
    uint32_t count = 0;
    bank integers = { .count = 0 };
    bank floats = { .count = 0 };

    if (all == NULL)
        return false;
    banks_open(c, &integers, &floats);
    for (uint32_t i = 0; i < c->segments.count; i++) {
        const web *w = web_at(c, i);
        if (web_find(c, i) == i && w->weight > 0)
            all[count++] = (candidate){ i, w->start };
    }
    qsort(all, count, sizeof(*all), by_start);
    for (uint32_t i = 0; i < count; i++)
        bank_give(
            c, type_is_wide(web_at(c, all[i].id)->type) ? &floats : &integers,
            all[i].id);
    free(all);
    count_saveds(c);
    return true;
}
