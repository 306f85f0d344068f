/*
 * hang.c - a program that waits for ever, on the simulator.
 *
 * In Node such a program sleeps until somebody kills it. In a simulated world
 * nobody will: there is nobody else. So the program ends, with a line that says
 * what it waits for and an exit code of its own. There are two ways to hang:
 *
 *      asleep    something keeps the loop alive, and nothing can ever happen:
 *                a server to which nobody connects
 *      turning   the same, and timers fire on and on which do not keep the
 *                program alive, an hour of virtual time. A server of HTTP looks
 *                for slow clients every 30 seconds. Timers that do keep it
 *                alive may be about to do something: only after a day and very
 *                many of them without any other event is that a hang, too.
 *
 * An event is a completion of the loop or a write of the program's output.
 *
 * A program that awaits at top level and has nothing else to do is no hang:
 * there Node ends by itself, with code 13. Nothing of the program runs after
 * the verdict, not even listeners of 'exit', as in a program that is killed.
 */
#include <inttypes.h>
#include <stdio.h>

#include "bind/core/handle.h"
#include "bind/process/stdio.h"

#define EXIT_HANGS 15
#define TURNING_MS UINT64_C(3600000)
#define BUSY_TURNING_MS (24 * TURNING_MS)
#define BUSY_TURNING_TIMES 100000

void bind_hangs(runtime *r, const char *how)
{
    char what[1024];
    char text[1280];

    bind_why_line(r, what, sizeof what);
    const int n = snprintf(text, sizeof text,
                           "orrery: this program hangs: %s; it waits for %s\n",
                           how, what);
    bind_write_all(r, 2, text,
                   (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
    runtime_exit(r, EXIT_HANGS);
}

/* What has happened so far, other than timers. */
static uint64_t count_events(const runtime *r)
{
    orr_metrics m;

    orr_metrics_get(r->loop, &m);
    return m.events + m.system_calls;
}

void bind_hang_check(runtime *r)
{
    bind_hang *h = &r->hang;

    if (!orr_is_virtual(r->loop) || r->options.is_worker)
        return;
    const uint64_t now_ms = orr_now(r->loop);
    const uint64_t events = count_events(r);
    h->times++;
    if (events != h->events || h->since_ms == 0) {
        *h = (bind_hang){ events, now_ms, now_ms, 0 };
        return;
    }
    if (engine_count_timers(r->engine) > 0)
        h->quiet_since_ms = now_ms;
    if (now_ms - h->quiet_since_ms >= TURNING_MS)
        bind_hangs(r, "for an hour of virtual time nothing happened but timers "
                      "that do not keep it alive");
    else if (now_ms - h->since_ms >= BUSY_TURNING_MS &&
             h->times > BUSY_TURNING_TIMES)
        bind_hangs(r, "for a day of virtual time nothing happened but timers");
}
