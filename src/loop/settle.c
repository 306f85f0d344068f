/*
 * settle.c - file calls that were made together come back together.
 *
 * Programs ask for several files at once. In Node four threads read them, and
 * the first that is done wakes the loop. By the time the loop runs, the others
 * are mostly done, too, so all callbacks run in one poll, in the order of the
 * calls. Our loop would return at once with the first result, and its callbacks
 * might keep the processor from the rest. So if a poll has found one of them,
 * the loop gives the back end a moment for the others. The back end knows
 * whether there are others. It does not wait if there are more than it has
 * threads: Node does not finish those together, either, and waiting would cost
 * a sixth of fs_readfile_new (the fsread benchmark).
 *
 * Slow files, on a disk or a network, would hold up the loop for that moment
 * again and again. So after a few waits that timed out, the loop waits more and
 * more rarely, until a wait succeeds.
 */
#include "loop/internal.h"

#define SETTLE_NS 1000000
#define FAILURES_FREE 3
#define SKIPS_MAX_LOG2 10

static uint64_t time_left(orr_loop *loop, uint64_t deadline_ns)
{
    if (deadline_ns == ORR__FOREVER)
        return deadline_ns;
    const uint64_t now_ns = orr_clock_ns(loop);
    return deadline_ns > now_ns ? deadline_ns - now_ns : 0;
}

static void settle_count(orr__settling *s, bool settled)
{
    s->failures = settled ? 0 : s->failures + 1;
    if (s->failures <= FAILURES_FREE)
        return;
    const uint32_t log2 = s->failures - FAILURES_FREE;
    s->skips = 1u << (log2 < SKIPS_MAX_LOG2 ? log2 : SKIPS_MAX_LOG2);
}

/* A poll that may not sleep does not wait here, either. */
void orr__settle(orr_loop *loop, uint64_t deadline_ns)
{
    uint64_t left_ns = time_left(loop, deadline_ns);

    if (left_ns == 0)
        return;
    if (left_ns > SETTLE_NS)
        left_ns = SETTLE_NS;
    if (loop->settling.skips > 0) {
        loop->settling.skips--;
        left_ns = 0;
    }
    const int settled = loop->table->settle(loop->poll, left_ns);
    if (settled >= 0)
        settle_count(&loop->settling, settled > 0);
}
