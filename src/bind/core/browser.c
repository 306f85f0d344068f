/*
 * browser.c - HTML's event loop on this loop: four handles of the runtime's
 * own.
 *
 *      prepare    the task phase     one task
 *      check      the render phase   the callbacks of a frame that is due
 *      idle       the idle phase     one idle callback; while it is active the
 *                                    poll does not wait
 *      timer      ends the poll's wait when a task or a frame is due
 *
 * Which task that is, the engine decides (engine/browser.c). Only idle and
 * timer keep the program alive, and only while something is queued.
 */
#include "bind/core/browser.h"

#include "bind/core/handle.h"

typedef struct browser_state {
    orr_prepare task;
    orr_check render;
    orr_idle idle;
    orr_timer wake;
} browser_state;

static browser_state *state_of(runtime *r)
{
    return BIND_STATE(r, browser_loop);
}

static void end_if(runtime *r, int err)
{
    if (err == ENGINE_STOPPED)
        runtime_over(r);
}

static void on_task(orr_prepare *h)
{
    runtime *r = h->handle.data;

    end_if(r, engine_run_task(r->engine));
}

static void on_render(orr_check *h)
{
    runtime *r = h->handle.data;

    end_if(r, engine_run_frame(r->engine));
}

static void on_idle(orr_idle *h)
{
    runtime *r = h->handle.data;

    end_if(r, engine_run_idle(r->engine));
}

/* The phases that follow in this turn find what is due. */
static void on_wake(orr_timer *t)
{
    runtime *r = t->handle.data;

    orr_set_after(r->loop, false);
}

void bind_browser_task_due(void *ctx, uint64_t due_ms)
{
    runtime *r = ctx;
    browser_state *b = state_of(r);
    const uint64_t now = orr_now(r->loop) - r->base_ms;

    if (due_ms == 0 && !orr_is_active(&b->idle.handle))
        orr_idle_start(r->loop, &b->idle, on_idle);
    else if (due_ms != 0)
        orr_idle_stop(&b->idle);
    orr_timer_stop(&b->wake);
    if (due_ms != 0 && due_ms != UINT64_MAX)
        orr_timer_start(r->loop, &b->wake, due_ms > now ? due_ms - now : 0,
                        on_wake);
}

static int start_handles(runtime *r)
{
    browser_state *b = state_of(r);

    if (!r->profile->is_browser)
        return 0;
    b->task.handle.data = b->render.handle.data = r;
    b->idle.handle.data = b->wake.handle.data = r;
    int err = orr_prepare_start(r->loop, &b->task, on_task);
    if (err == 0)
        err = orr_check_start(r->loop, &b->render, on_render);
    if (err < 0)
        return err;
    orr_unref(&b->task.handle);
    orr_unref(&b->render.handle);
    return 0;
}

static void stop_handles(runtime *r)
{
    browser_state *b = state_of(r);

    if (!r->profile->is_browser)
        return;
    orr_prepare_stop(&b->task);
    orr_check_stop(&b->render);
    orr_idle_stop(&b->idle);
    orr_timer_stop(&b->wake);
}

static bool browser_describe(runtime *r, const orr_live *live,
                             bind_description *out)
{
    const browser_state *b = state_of(r);

    out->is_own =
        live->thing == &b->task.handle || live->thing == &b->render.handle ||
        live->thing == &b->idle.handle || live->thing == &b->wake.handle;
    return out->is_own;
}

const bind_entry bind_entry_browser_loop = { .name = "browser_loop",
                                             .open = start_handles,
                                             .close = stop_handles,
                                             .state = sizeof(browser_state),
                                             .describe = browser_describe };
