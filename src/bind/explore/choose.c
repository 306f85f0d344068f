/*
 * choose.c - the answers to what the simulator asks (orr_world.choose).
 *
 * Option 0 is what an idle machine does, and without --seed it is always the
 * answer. A seed simulates a busy machine. It draws what Node leaves open, and
 * nothing else: each run of a seed could happen in Node.
 *
 *      CLOCK          how many milliseconds pass before the clock is read
 *      EFFECT         which of the pool's operations takes effect next
 *      POST           which of those that have hands in its result next
 *      DELIVER        what is reported next, and in which poll
 *      ORDER          the order of a directory's entries
 *      THREAD         which thread has the next turn
 *      CHUNK, SHORT   with --network: how many bytes a stream reads and writes
 *                     at a time
 *      FAULT          with --faults, rarely: an operation fails
 *
 * The start of the runtime is not part of the program: what is asked before the
 * program begins has the first option for an answer, and is not traced.
 *
 * Delays cost virtual time, at most --max-delay for each operation. A seed also
 * draws how much they may cost together: all of that, or a tenth, a hundredth
 * or a thousandth of it. Else every step of a long chain would be late, and
 * every timeout of the program would be reached.
 *
 * The answers are not drawn evenly. A program whose every read of the clock
 * takes milliseconds has all its timers late, and then their order is always
 * the same. So the seed first draws how busy the machine is (never late, or
 * late in one of 16, 4 or 2 reads), and a delay is mostly a single millisecond.
 * Of a chain of files every step of which is put off every other time, a timer
 * comes before the second step in most runs. So the seed also draws a manner.
 *
 * The answers come from a generator of their own. So Math.random() of a seed
 * does not depend on how many operations there were.
 */
#include "bind/bind.h"

#include "base/base.h"

#define OTHER_STREAM UINT64_C(0x6f72646572) /* "order" */
#define FAULT_OF 64       /* operations of which one may fail */
#define MAX_DELAY_MS 1000 /* unless --max-delay says otherwise */

static uint32_t choose_draw(runtime *r, uint32_t n)
{
    return (uint32_t)(orr__random_next(&r->chance.state) % n);
}

/* Of 16 reads of the clock, before how many does time pass? */
static uint32_t draw_busyness(runtime *r)
{
    static const uint8_t levels[] = { 0, 1, 4, 8 };

    return levels[choose_draw(r, sizeof levels)];
}

/* The options are sorted: no time, the shortest delay, longer ones. */
static uint32_t draw_delay(runtime *r, uint32_t n)
{
    if (choose_draw(r, 16) >= r->chance.busy_of_16)
        return 0;
    return choose_draw(r, 4) > 0 ? 1 : 1 + choose_draw(r, n - 1);
}

/*
 * Manners: what is next of several things, and when is it none of them? Each
 * finds orders that are rare with the others.
 *
 *      EVEN    all options alike
 *      CALM    mostly the usual one: a long chain of steps is disturbed once
 *      SLOW    some operations are slow, from beginning to end: many chains,
 *              one of which is left behind
 */
enum { EVEN, CALM, SLOW, MANNERS };

#define SLOW_OF 6 /* operations of which one is slow */

static void draw_manner(runtime *r)
{
    static const uint8_t put_off[] = { 1, 4, 12, 32 };
    static const uint8_t shuffled[] = { 1, 6, 16 };

    r->chance.manner = choose_draw(r, MANNERS);
    r->chance.put_off_of_64 = put_off[choose_draw(r, sizeof put_off)];
    r->chance.shuffled_of_16 = shuffled[choose_draw(r, sizeof shuffled)];
    r->chance.slow_salt = orr__random_next(&r->chance.state);
}

static bool is_slow(const runtime *r, uint64_t id)
{
    uint64_t state = r->chance.slow_salt ^ id;

    return orr__random_next(&state) % SLOW_OF == 0;
}

static uint32_t draw_calmly(runtime *r, uint32_t n, bool may_put_off)
{
    if (may_put_off && choose_draw(r, 64) < r->chance.put_off_of_64)
        return n;
    return choose_draw(r, 16) < r->chance.shuffled_of_16 ? choose_draw(r, n)
                                                         : 0;
}

static uint32_t draw_quick(runtime *r, uint32_t n, bool may_put_off,
                           const orr_option *options)
{
    uint32_t quick[64];
    uint32_t count = 0;

    for (uint32_t i = 0; i < n && count < 64; i++)
        if (!is_slow(r, options[i].id))
            quick[count++] = i;
    if (count == 0)
        return may_put_off && choose_draw(r, 64) >= r->chance.put_off_of_64
                   ? n
                   : choose_draw(r, n);
    return choose_draw(r, 16) < r->chance.shuffled_of_16
               ? quick[choose_draw(r, count)]
               : quick[0];
}

/* The last option may be none of them. */
static uint32_t draw_next(runtime *r, uint32_t n, const orr_option *options)
{
    const bool may_put_off = options[n - 1].id == 0;
    const uint32_t things = n - may_put_off;

    if (r->chance.manner == CALM)
        return draw_calmly(r, things, may_put_off);
    if (r->chance.manner == SLOW)
        return draw_quick(r, things, may_put_off, options);
    return choose_draw(r, n);
}

static uint32_t draw_option(runtime *r, orr_choice_kind kind, uint32_t n,
                            const orr_option *options)
{
    switch (kind) {
    case ORR_CHOOSE_CLOCK:
        return draw_delay(r, n);
    case ORR_CHOOSE_EFFECT:
    case ORR_CHOOSE_POST:
    case ORR_CHOOSE_DELIVER:
        return draw_next(r, n, options);
    case ORR_CHOOSE_CHUNK:
    case ORR_CHOOSE_SHORT:
    case ORR_CHOOSE_ORDER:
        return choose_draw(r, n);
    case ORR_CHOOSE_THREAD: /* the last option may be none of them */
        return choose_draw(r, n - (options[n - 1].value < 0));
    case ORR_CHOOSE_FAULT:
        return choose_draw(r, FAULT_OF) == 0 ? choose_draw(r, n) : 0;
    }
    return 0;
}

uint32_t bind_choose(void *ctx, orr_choice_kind kind, uint32_t n,
                     const orr_option *options)
{
    runtime *r = ctx;

    if (!r->has_begun)
        return 0;
    if (bind_explore_is_on(r))
        bind_explore_at_question(r);
    const uint32_t k = bind_explore_is_on(r)
                           ? explore_choose(r->explore.run, kind, n, options)
                       : r->options.seeded ? draw_option(r, kind, n, options)
                                           : 0;
    trace_choice(r, kind, n, options, k);
    return k;
}

static uint64_t draw_delays_ms(runtime *r)
{
    static const uint16_t parts[] = { 1, 10, 100, 1000 };
    const uint64_t ms = r->options.max_delay_ms /
                        parts[choose_draw(r, sizeof parts / sizeof parts[0])];

    return ms > 0 ? ms : 1;
}

/* choose is only set if it is used: the simulator makes a list of the options
 * for it. */
void bind_choose_open(runtime *r, orr_world *world)
{
    const bool traced = r->options.trace.sink.write != NULL;

    r->chance.state = r->options.seed ^ OTHER_STREAM;
    r->chance.busy_of_16 = draw_busyness(r);
    draw_manner(r);
    world->ctx = r;
    if (r->options.max_delay_ms == 0)
        r->options.max_delay_ms = MAX_DELAY_MS;
    world->max_delay_ms = r->options.max_delay_ms;
    if (r->options.seeded)
        world->max_delays_ms = draw_delays_ms(r);
    world->network = r->options.network;
    world->faults = r->options.faults;
    if (traced || r->options.seeded || bind_explore_is_on(r))
        world->choose = bind_choose;
    if (bind_explore_is_on(r)) {
        world->effect = bind_explore_effect;
        world->post = bind_explore_post;
        world->touch = bind_explore_touch;
    } else if (traced) {
        world->effect = trace_effect;
    }
}
