/*
 * callers.c - the frames below the program's own in a stack.
 *
 * In Node the queues are JavaScript, and every stack shows the functions that
 * run them:
 *
 *     Error: late
 *         at Timeout._onTimeout (/app/a.js:3:9)
 *         at listOnTimeout (node:internal/timers:1:1)
 *         at process.processTimers (node:internal/timers:1:1)
 *
 * People and tools look for these frames. Here the queues are C and have none,
 * so they are added when a stack is captured and reaches its end, from the pass
 * and the part of the drain that is under way. Names and files are Node's; line
 * and column are always 1, since there is no such source here.
 *
 *     drain        within a pass                  else
 *     ticks, ...   processTicksAndRejections      process.processTicks...
 *                  runNextTicks
 *     alone        runNextTicks                   nothing: V8 itself does it
 *     none         nothing                        nothing
 *
 *     and then     list: listOnTimeout, process.processTimers
 *                  between lists: process.processTimers
 *                  immediates: process.processImmediate
 *
 * Whether microtasks run alone depends on whether a tick is queued, and in Node
 * console.log() queues one: hence tick_pending.
 */
#include "engine/stack.h"

static const char queues[] = "node:internal/process/task_queues";
static const char timers[] = "node:internal/timers";

static const stack_caller ticks_outermost = {
    "process", "processTicksAndRejections", queues
};
static const stack_caller ticks = { NULL, "processTicksAndRejections", queues };
static const stack_caller next_ticks = { NULL, "runNextTicks", queues };
static const stack_caller list = { NULL, "listOnTimeout", timers };
static const stack_caller lists = { "process", "processTimers", timers };
static const stack_caller immediates = { "process", "processImmediate",
                                         timers };

typedef struct found {
    const void **at;
    int left;
} found;

static void caller_add(found *f, const stack_caller *caller)
{
    if (f->left == 0)
        return;
    *f->at++ = caller;
    f->left--;
}

static void add_drain(found *f, const engine__order *o)
{
    const bool within = o->pass != PASS_NONE;

    if (o->drain == DRAIN_NONE)
        return;
    if (o->drain != DRAIN_ALONE)
        caller_add(f, within ? &ticks : &ticks_outermost);
    if (within)
        caller_add(f, &next_ticks);
}

static void add_pass(found *f, order_pass pass)
{
    if (pass == PASS_LIST)
        caller_add(f, &list);
    if (pass == PASS_LIST || pass == PASS_LISTS)
        caller_add(f, &lists);
    if (pass == PASS_IMMEDIATES)
        caller_add(f, &immediates);
}

/* An exception is reported when all callers have been unwound; except by a
 * microtask that runs alone, since the next one follows. */
static bool is_outside(const engine *e)
{
    const order_drain drain = e->order.drain;

    return e->reporting && (drain == DRAIN_NONE || drain == DRAIN_TICKS);
}

int stack__callers(void *opaque, const void **callers, int size)
{
    const engine *e = opaque;
    found f = { callers, size };

    if (!is_outside(e)) {
        add_drain(&f, &e->order);
        add_pass(&f, e->order.pass);
    }
    return size - f.left;
}
