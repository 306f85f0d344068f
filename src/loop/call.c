/*
 * call.c - the one door to every callback, and the records it keeps.
 *
 * Whatever runs, runs inside orr_call(): so there is one place that knows what
 * is running (and so, what causes what is scheduled meanwhile), one place that
 * a trace has to listen at, and one place after which ticks and microtasks are
 * drained.
 *
 *      orr_call(a)
 *          depth 1: fn(a) -> orr_call(b)
 *                        depth 2: fn(b)      nested: nothing is drained
 *          depth 1: the after-callback hook  unless a threw
 *
 * The hook still runs at depth 1: the ticks it starts through the door are
 * nested in it, and do not call the hook again.
 */
#include "loop/internal.h"

static void tell(orr_loop *loop, const orr_event *ev)
{
    loop->trace(loop->trace_ctx, ev);
}

void orr__trace(orr_loop *loop, orr_event_type type, const orr_record *record,
                const char *what)
{
    orr_event ev = {
        .type = (uint8_t)type,
        .kind = record->kind,
        .threw = loop->threw,
        .id = record->id,
        .cause = record->cause,
        .trigger = record->trigger,
        .site = record->site,
        .what = what,
    };

    tell(loop, &ev);
}

bool orr_call(orr_loop *loop, orr_record *record, orr_call_fn *fn, void *arg)
{
    /* The callback may free what holds its record, so we keep our own. */
    const orr_record self = *record;
    const orr_record *outer = loop->running;
    const bool outer_threw = loop->threw;

    loop->running = &self;
    loop->threw = false;
    loop->depth++;
    orr__trace_if(loop, ORR_EV_CALL_BEGIN, &self, NULL);
    fn(arg);
    orr__trace_if(loop, ORR_EV_CALL_END, &self, NULL);

    const bool threw = loop->threw;
    if (loop->depth == 1 && !threw && loop->after != NULL)
        loop->after(loop, loop->after_ctx);
    loop->depth--;
    loop->threw = outer_threw;
    loop->running = outer;
    return threw;
}

void orr_threw(orr_loop *loop)
{
    must(loop->depth > 0, "orr_threw() is called inside a callback");
    loop->threw = true;
}

uint32_t orr_call_depth(const orr_loop *loop)
{
    return loop->depth;
}

const orr_record *orr_running(const orr_loop *loop)
{
    return loop->running;
}

void orr__schedule(orr_loop *loop, orr_record *record, orr_kind kind,
                   uintptr_t site)
{
    record->id = ++loop->last_id;
    record->cause = loop->running != NULL ? loop->running->id : 0;
    record->trigger = 0;
    record->site = site;
    record->kind = (uint8_t)kind;
    orr__trace_if(loop, ORR_EV_SCHEDULE, record, NULL);
}

void orr_record_schedule(orr_loop *loop, orr_record *record, orr_kind kind)
{
    orr__schedule(loop, record, kind, ORR__SITE());
}
