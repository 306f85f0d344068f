/*
 * profile.c - the phases as data. A profile is a list of steps; loop.c takes
 * the steps and does not know their order.
 */
#include <string.h>

#include "loop/internal.h"

#define ALWAYS(phase)                                                          \
    {                                                                          \
        ORR_PHASE_##phase, ORR_IN_ALL                                          \
    }
#define END                                                                    \
    {                                                                          \
        ORR_PHASE_END, 0                                                       \
    }

static const orr_step nothing[] = { END };

/* libuv 1.45 and later: timers once before the loop, then at its end. */
static const orr_step node_before[] = {
    { ORR_PHASE_TIMERS, ORR_IN_DEFAULT },
    END,
};
static const orr_step node_turn[] = {
    ALWAYS(PENDING), ALWAYS(IDLE),          ALWAYS(PREPARE),
    ALWAYS(POLL),    ALWAYS(PENDING_AGAIN), ALWAYS(CHECK),
    ALWAYS(CLOSING), ALWAYS(TIMERS),        END,
};

/* libuv up to 1.44: timers first, and once more at the end of a ONCE. */
static const orr_step node18_turn[] = {
    ALWAYS(TIMERS),
    ALWAYS(PENDING),
    ALWAYS(IDLE),
    ALWAYS(PREPARE),
    ALWAYS(POLL),
    ALWAYS(PENDING_AGAIN),
    ALWAYS(CHECK),
    ALWAYS(CLOSING),
    { ORR_PHASE_TIMERS, ORR_IN_ONCE },
    END,
};

/* libuv 1.34: the same without the pending callbacks after the poll. */
static const orr_step node10_turn[] = {
    ALWAYS(TIMERS),
    ALWAYS(PENDING),
    ALWAYS(IDLE),
    ALWAYS(PREPARE),
    ALWAYS(POLL),
    ALWAYS(CHECK),
    ALWAYS(CLOSING),
    { ORR_PHASE_TIMERS, ORR_IN_ONCE },
    END,
};

/* HTML's event loop: a task, the chance to render, idle callbacks. The poll
 * sleeps until one of them is due; the timers are only the runtime's own. */
static const orr_step browser_turn[] = {
    ALWAYS(PENDING), ALWAYS(POLL), ALWAYS(PENDING_AGAIN), ALWAYS(TIMERS),
    ALWAYS(TASK),    ALWAYS(RENDER), ALWAYS(IDLE),        ALWAYS(CLOSING),
    END,
};

static const orr_profile profiles[] = {
    { .name = "node", .before = node_before, .turn = node_turn },
    { .name = "node18",
      .before = nothing,
      .turn = node18_turn,
      .timers_one_by_one = true,
      .accept_all = true,
      .write_one = true,
      .end_with_data = true },
    { .name = "node10",
      .before = nothing,
      .turn = node10_turn,
      .timers_one_by_one = true,
      .accept_all = true,
      .once_by_pending = true,
      .write_one = true,
      .end_with_data = true },
    { .name = "browser", .before = nothing, .turn = browser_turn },
    { .name = "browser-72", .before = nothing, .turn = browser_turn },
};

const orr_profile *orr_profile_find(const char *name)
{
    if (name == NULL)
        return NULL;
    for (size_t i = 0; i < sizeof profiles / sizeof profiles[0]; i++)
        if (strcmp(profiles[i].name, name) == 0)
            return &profiles[i];
    return NULL;
}

const char *orr_phase_name(orr_phase phase)
{
    static const char *const names[] = {
        [ORR_PHASE_END] = "end",
        [ORR_PHASE_TIMERS] = "timers",
        [ORR_PHASE_PENDING] = "pending",
        [ORR_PHASE_IDLE] = "idle",
        [ORR_PHASE_PREPARE] = "prepare",
        [ORR_PHASE_POLL] = "poll",
        [ORR_PHASE_PENDING_AGAIN] = "pending",
        [ORR_PHASE_CHECK] = "check",
        [ORR_PHASE_CLOSING] = "closing",
        [ORR_PHASE_TASK] = "task",
        [ORR_PHASE_RENDER] = "render",
    };

    return phase <= ORR_PHASE_RENDER ? names[phase] : "unknown";
}
