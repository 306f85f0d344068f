/*
 * choose.c - the answers to what the simulator asks (orr_world.choose).
 *
 * Option 0 is what a quiet machine does, and without --seed it is always the
 * answer. A seed stands for a machine with other things to do: which of several
 * running operations takes effect first, which finished one is reported first
 * and in which turn, the order of a directory's entries. All of that Node
 * leaves open as well. Time is not asked about: it passes where the program
 * sleeps, so that a second of sleep is a second to the nanosecond; nor are
 * faults, which are no order.
 *
 * The answers come from a generator of their own. So Math.random() of a seed
 * does not depend on how many operations there were.
 */
#include "bind/bind.h"

#include "base/base.h"

#define OTHER_STREAM UINT64_C(0x6f72646572) /* "order" */

static bool is_left_to_chance(orr_choice_kind kind)
{
    return kind == ORR_CHOOSE_EFFECT || kind == ORR_CHOOSE_DELIVER ||
           kind == ORR_CHOOSE_ORDER;
}

uint32_t bind_choose(void *ctx, orr_choice_kind kind, uint32_t n,
                     const orr_option *options)
{
    runtime *r = ctx;
    uint32_t k = 0;

    if (r->options.seeded && is_left_to_chance(kind))
        k = (uint32_t)(orr__random_next(&r->chance) % n);
    if (r->options.trace_sink.write != NULL)
        trace_choice(r, kind, n, options, k);
    return k;
}

/* Nobody is asked in vain: it costs the simulator a list of the options. */
void bind_choose_open(runtime *r, orr_world *world)
{
    const bool traced = r->options.trace_sink.write != NULL;

    r->chance = r->options.seed ^ OTHER_STREAM;
    world->ctx = r;
    if (traced || r->options.seeded)
        world->choose = bind_choose;
    if (traced)
        world->effect = trace_effect;
}
