/*
 * chance.c - orders that are drawn, and answers that are given one by one.
 *
 *      walk   every answer by itself. It finds little among many unrelated
 *             chains (docs/explore.md has the figures), and is cheap to say
 *      pos    each operation has a priority of its own; the highest goes first
 *      pct    the same, with `depth` - 1 questions at which the priority of
 *             whoever would go first drops below all others
 *      raw    the answers themselves
 *
 * A priority is drawn when an operation is first offered. "None of them now"
 * has one, too, drawn anew for each question from the lower half: so a low
 * operation waits for timers and immediates, and most do not.
 */
#include "explore/internal.h"

#define QUESTIONS 256 /* among which the changes of pct are drawn */

static uint64_t chance_next(explore *x)
{
    return orr__random_next(&x->chance);
}

static uint32_t chance_below(explore *x, uint32_t n)
{
    return (uint32_t)(chance_next(x) % n);
}

/* Of 16 reads of the clock, before how many does time pass? */
static uint32_t draw_busyness(explore *x)
{
    static const uint8_t levels[] = { 0, 0, 1, 4 };

    return levels[chance_below(x, sizeof levels)];
}

void explore__chance_begin(explore *x)
{
    const order *o = &x->order;

    x->chance = o->seed ^ (uint64_t)o->by << 56;
    x->busy_of_16 = draw_busyness(x);
    x->change_count = 0;
    x->lowest = UINT64_MAX / 4;
    if (o->by != PCT)
        return;
    const uint32_t first = o->from > x->asked ? o->from : x->asked + 1;
    while (x->change_count + 1 < o->depth &&
           x->change_count < sizeof x->changes / sizeof *x->changes)
        x->changes[x->change_count++] = first + chance_below(x, QUESTIONS);
}

static uint64_t priority_of(explore *x, const orr_option *option)
{
    thing *t = explore__thing(x, option->id);

    if (t == NULL)
        return chance_next(x) / 2;
    if (t->priority == 0)
        t->priority = UINT64_MAX / 4 + chance_next(x) / 4 * 3;
    return t->priority;
}

static bool is_change(const explore *x)
{
    for (uint32_t i = 0; i < x->change_count; i++)
        if (x->changes[i] == x->asked)
            return true;
    return false;
}

static uint32_t priority_highest(explore *x, uint32_t n,
                                 const orr_option *options)
{
    uint32_t best = 0;
    uint64_t best_priority = 0;

    for (uint32_t i = 0; i < n; i++) {
        const uint64_t p = priority_of(x, &options[i]);

        if (p > best_priority) {
            best = i;
            best_priority = p;
        }
    }
    return best;
}

static uint32_t by_priority(explore *x, uint32_t n, const orr_option *options)
{
    uint32_t k = priority_highest(x, n, options);

    if (x->order.by == PCT && is_change(x)) {
        thing *t = explore__thing(x, options[k].id);

        if (t != NULL)
            t->priority = --x->lowest;
        k = priority_highest(x, n, options);
    }
    return k;
}

static uint32_t chance_delay(explore *x, uint32_t n)
{
    if (chance_below(x, 16) >= x->busy_of_16)
        return 0;
    return chance_below(x, 4) > 0 ? 1 : 1 + chance_below(x, n - 1);
}

static uint32_t chance_given(const explore *x, uint32_t n)
{
    const uint32_t i = x->asked - 1;
    const uint32_t k = i < x->order.answer_count ? x->order.answers[i] : 0;

    return k < n ? k : 0;
}

uint32_t explore__chance(explore *x, orr_choice_kind kind, uint32_t n,
                         const orr_option *options)
{
    if (x->order.by == RAW)
        return chance_given(x, n);
    if (x->asked < x->order.from)
        return 0;
    switch (kind) {
    case ORR_CHOOSE_CLOCK:
        return chance_delay(x, n);
    case ORR_CHOOSE_EFFECT:
    case ORR_CHOOSE_POST:
    case ORR_CHOOSE_DELIVER:
        return x->order.by == WALK ? chance_below(x, n)
                                   : by_priority(x, n, options);
    case ORR_CHOOSE_FAULT:
        return 0;
    case ORR_CHOOSE_THREAD: /* all are put off only in a walk */
        return chance_below(
            x, n - (x->order.by != WALK && options[n - 1].value < 0));
    default:
        return chance_below(x, n);
    }
}
