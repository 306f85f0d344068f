/*
 * choose.c - the answers to what the simulator asks (orr_world.choose).
 *
 * Option 0 is what an idle machine does, and without --seed it is always the
 * answer. A seed simulates a busy machine. It draws what Node leaves open, too:
 *
 *      CLOCK          how many milliseconds pass before the clock is read
 *      EFFECT         which of the running operations takes effect next
 *      DELIVER        which finished one is reported next, and in which poll
 *      CHUNK, SHORT   how many bytes a stream reads and writes at a time
 *      ORDER          the order of a directory's entries
 *      THREAD         which thread has the next turn
 *
 * Faults are not drawn: an error is not an order.
 *
 * The clock is not drawn evenly: a program whose every read of the clock takes
 * milliseconds has all its timers late, and then their order is always the
 * same. So the seed first draws how busy the machine is (never late, or late in
 * one of 16, 4 or 2 reads), and a delay is mostly a single millisecond.
 *
 * The answers come from a generator of their own. So Math.random() of a seed
 * does not depend on how many operations there were.
 */
#include "bind/bind.h"

#include "base/base.h"

#define OTHER_STREAM UINT64_C(0x6f72646572) /* "order" */

static uint32_t draw(runtime *r, uint32_t n)
{
    return (uint32_t)(orr__random_next(&r->chance) % n);
}

/* Of 16 reads of the clock, before how many does time pass? */
static uint32_t draw_busyness(runtime *r)
{
    static const uint8_t levels[] = { 0, 1, 4, 8 };

    return levels[draw(r, sizeof levels)];
}

/* The options are sorted: no time, the shortest delay, longer ones. */
static uint32_t draw_delay(runtime *r, uint32_t n)
{
    if (draw(r, 16) >= r->busy_of_16)
        return 0;
    return draw(r, 4) > 0 ? 1 : 1 + draw(r, n - 1);
}

static uint32_t draw_option(runtime *r, orr_choice_kind kind, uint32_t n)
{
    switch (kind) {
    case ORR_CHOOSE_CLOCK:
        return draw_delay(r, n);
    case ORR_CHOOSE_EFFECT:
    case ORR_CHOOSE_POST:
    case ORR_CHOOSE_DELIVER:
    case ORR_CHOOSE_CHUNK:
    case ORR_CHOOSE_SHORT:
    case ORR_CHOOSE_ORDER:
    case ORR_CHOOSE_THREAD:
        return draw(r, n);
    case ORR_CHOOSE_FAULT:
        break;
    }
    return 0;
}

uint32_t bind_choose(void *ctx, orr_choice_kind kind, uint32_t n,
                     const orr_option *options)
{
    runtime *r = ctx;
    const uint32_t k =
        bind_explore_is_on(r) ? explore_choose(r->explore.run, kind, n, options)
        : r->options.seeded   ? draw_option(r, kind, n)
                              : 0;

    trace_choice(r, kind, n, options, k);
    return k;
}

/* choose is only set if it is used: the simulator makes a list of the options
 * for it. */
void bind_choose_open(runtime *r, orr_world *world)
{
    const bool traced = r->options.trace.sink.write != NULL;

    r->chance = r->options.seed ^ OTHER_STREAM;
    r->busy_of_16 = draw_busyness(r);
    world->ctx = r;
    if (traced || r->options.seeded || bind_explore_is_on(r))
        world->choose = bind_choose;
    if (bind_explore_is_on(r))
        world->effect = bind_explore_effect;
    else if (traced)
        world->effect = trace_effect;
}
