/* browser.h - what the runtime hands the engine for HTML's tasks. */
#ifndef ORRERY_BIND_BROWSER_H
#define ORRERY_BIND_BROWSER_H

#include <stdint.h>

/* engine_host.task_due: arm the handles of the task, render and idle phases. */
void bind_browser_task_due(void *runtime, uint64_t due_ms);

#endif
