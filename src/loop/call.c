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
 *          depth 1: the after-callback hook  unless a threw, or asked for
 *                                            none: orr_set_after()
 *
 * The hook still runs at depth 1: the ticks it starts through the door are
 * nested in it, and do not call the hook again.
 *
 * One event of the kernel may bring several things that call back one after
 * the other: the messages of a wake-up, the pieces of what was read. Each of
 * them is a pass through the door, which orr_pass() ends as the callback's end
 * would.
 */
#include "loop/internal.h"

/* A callback may have ended the trace, and its own end is not traced then. */
static void call_emit(orr_loop *loop, const orr_event *ev)
{
    if (loop->trace != NULL)
        loop->trace(loop->trace_ctx, ev);
}

/* Not inlined: the path without a trace stays small. Not cold, which would make
 * a trace dearer: such functions are compiled for size (bench/trace_on). */
#define RARELY orr__noinline

RARELY void orr__trace(orr_loop *loop, orr_event_type type,
                       const orr_record *record, const char *what)
{
    orr_event ev = {
        .type = (uint8_t)type,
        .kind = record->kind,
        .threw = loop->running != NULL && loop->running->threw,
        .id = record->id,
        .cause = record->cause,
        .trigger = record->trigger,
        .now_ms = loop->now_ms,
        .site = record->site,
        .what = what,
    };

    call_emit(loop, &ev);
}

/* A callback that is traced; not inlined, for the same reason. */
RARELY static void run_traced(orr_loop *loop, const orr_record *record,
                              orr_call_fn *fn, void *arg)
{
    orr__trace(loop, ORR_EV_CALL_BEGIN, record, NULL);
    loop->running->traced = true;
    fn(arg);
    orr__trace(loop, ORR_EV_CALL_END, record, NULL);
}

/* Copied field by field, as the caller wrote them: a load that spans two recent
 * stores cannot be forwarded from the store buffer and stalls. */
static inline orr_record copy_of(const orr_record *r)
{
    return (orr_record){
        .id = r->id,
        .cause = r->cause,
        .trigger = r->trigger,
        .async_context = r->async_context,
        .site = r->site,
        .kind = r->kind,
    };
}

/* Inlined into orr_call() and orr_call_borrowed(): both are hot. */
static inline bool call_run(orr_loop *loop, const orr_record *record,
                            orr_call_fn *fn, void *arg)
{
    orr__running self = { .record = record, .outer = loop->running };

    loop->running = &self;
    if (ORR_TRACED(loop->trace))
        run_traced(loop, record, fn, arg);
    else
        fn(arg);
    if (self.outer == NULL && !self.threw && self.after == ORR__AFTER_DUE &&
        loop->after != NULL)
        loop->after(loop, loop->after_ctx);
    loop->running = self.outer;
    checked(orr__loop_verify_later(loop));
    return self.threw;
}

/* The callback may free the memory of its record, so a copy is used. */
bool orr_call(orr_loop *loop, const orr_record *record, orr_call_fn *fn,
              void *arg)
{
    const orr_record copy = copy_of(record);

    return call_run(loop, &copy, fn, arg);
}

bool orr_call_borrowed(orr_loop *loop, const orr_record *record,
                       orr_call_fn *fn, void *arg)
{
    return call_run(loop, record, fn, arg);
}

void orr_threw(orr_loop *loop)
{
    must(loop->running != NULL, "orr_threw() is called inside a callback");
    loop->running->threw = true;
}

void orr_set_after(orr_loop *loop, bool on)
{
    orr__running *outermost = loop->running;

    if (outermost == NULL)
        return;
    while (outermost->outer != NULL)
        outermost = outermost->outer;
    outermost->after = on ? ORR__AFTER_DUE : ORR__AFTER_NONE;
}

/* For a trace the record is called anew: what the hook runs is not a part of
 * the callback. */
bool orr_pass(orr_loop *loop)
{
    orr__running *self = loop->running;

    if (self == NULL || self->outer != NULL)
        return false;
    if (self->traced)
        orr__trace(loop, ORR_EV_CALL_END, self->record, NULL);
    if (!self->threw && self->after != ORR__AFTER_NONE && loop->after != NULL)
        loop->after(loop, loop->after_ctx);
    const bool threw = self->threw;
    self->threw = false;
    self->after = threw ? ORR__AFTER_LEFT : ORR__AFTER_DUE;
    if (self->traced)
        orr__trace(loop, ORR_EV_CALL_BEGIN, self->record, NULL);
    return threw;
}

uint32_t orr_call_depth(const orr_loop *loop)
{
    uint32_t depth = 0;

    for (const orr__running *r = loop->running; r != NULL; r = r->outer)
        depth++;
    return depth;
}

const orr_record *orr_running(const orr_loop *loop)
{
    return loop->running != NULL ? loop->running->record : NULL;
}

void orr_record_schedule_from(orr_loop *loop, orr_record *record, orr_kind kind,
                              uint64_t cause, uintptr_t site)
{
    record->id = ++loop->last_id;
    record->cause = cause;
    if (cause == 0 && loop->running != NULL)
        record->cause = loop->running->record->id;
    record->trigger = 0;
    record->site = site;
    record->kind = (uint8_t)kind;
    orr__trace_if(loop, ORR_EV_SCHEDULE, record, NULL);
}

uint64_t orr_next_id(orr_loop *loop)
{
    return ++loop->last_id;
}

/* A layer above may have set a better site than the caller's address. */
void orr__schedule(orr_loop *loop, orr_record *record, orr_kind kind,
                   uintptr_t site)
{
    if (ORR_TRACED(loop->site))
        site = loop->site(loop->site_ctx);
    orr_record_schedule_from(loop, record, kind, 0, site);
}

void orr_record_schedule(orr_loop *loop, orr_record *record, orr_kind kind)
{
    orr_record_schedule_from(loop, record, kind, 0, ORR__SITE());
}
