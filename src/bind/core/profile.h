/*
 * profile.h - a profile: all differences of an older Node or a browser, as one
 * struct of data. The loop, the engine, the runtime and lib/ read their parts
 * of it; none of them compares its name.
 */
#ifndef ORRERY_BIND_PROFILE_H
#define ORRERY_BIND_PROFILE_H

#include "bind/runtime.h"

typedef struct bind_profile {
    const char *name;

    /* For the engine: ENGINE_DRAIN_PER_BATCH and so on. Its half of the loop
     * is the orr_profile of the same name. */
    uint32_t engine;

    /* For the runtime. */
    uint32_t overdue_ms;      /* a timer that is overdue comes after so long */
    bool timer_list_drains;   /* a list of timers was a callback of its own, so
                               * nothing drains after the pass */
    bool timer_list_closes;   /* and a handle, whose closing takes a turn */
    bool main_throw_is_final; /* no drain after a main script that threw */

    /* For lib/: options.profile, with these names in camelCase. */
    runtime_rejections rejections; /* unless an option says otherwise */
    bool any_exit_code;            /* process.exitCode takes any value */
    bool few_timer_warnings;       /* no warnings about NaN and negative
                                    * delays */
    bool late_unsettled_code;      /* of a top-level await: 'exit' has not 13 */
    bool loop_reads_modules;       /* so an ES module main runs in a poll */
    bool old_callback_error;       /* ERR_INVALID_CALLBACK */
    bool is_browser;               /* a window, HTML's tasks; browser.c, too */
} bind_profile;

/* NULL is "node"; NULL if there is none of this name. */
const bind_profile *bind_profile_find(const char *name);

#endif
