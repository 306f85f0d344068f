/* profile.c - the profiles: Node 24, 18 and 10, and browsers. */
#include "bind/core/profile.h"

#include <string.h>

#include "engine/engine.h"

#define ENGINE_NODE18                                                          \
    (ENGINE_ROUNDS_GO_ON | ENGINE_THROW_ENDS_CONTEXT | ENGINE_YIELD_STAR_AWAITS)

static const bind_profile profiles[] = {
    { .name = "node", .overdue_ms = 1 },
    { .name = "node18",
      .engine = ENGINE_NODE18,
      .overdue_ms = 1,
      .any_exit_code = true,
      .few_timer_warnings = true,
      .late_unsettled_code = true,
      .loop_reads_modules = true },
    { .name = "node10",
      .engine = ENGINE_NODE18 | ENGINE_DRAIN_PER_BATCH | ENGINE_WRAPPING_AWAIT |
                ENGINE_TIMER_PER_LIST,
      .timer_list_drains = true,
      .timer_list_closes = true,
      .main_throw_is_final = true,
      .rejections = REJECTIONS_NODE10,
      .any_exit_code = true,
      .few_timer_warnings = true,
      .late_unsettled_code = true,
      .loop_reads_modules = true,
      .old_callback_error = true },
    { .name = "browser",
      .engine = ENGINE_HTML_TASKS,
      .overdue_ms = 1,
      .is_browser = true },
    { .name = "browser-72",
      .engine = ENGINE_HTML_TASKS | ENGINE_WRAPPING_AWAIT,
      .overdue_ms = 1,
      .is_browser = true },
};

const bind_profile *bind_profile_find(const char *name)
{
    if (name == NULL)
        return &profiles[0];
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
        if (strcmp(profiles[i].name, name) == 0)
            return &profiles[i];
    return NULL;
}
