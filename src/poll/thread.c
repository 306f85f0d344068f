/*
 * thread.c - threads that run loops: see thread.h.
 *
 * A loop that is opened without a thread gets one of its own, alone in its
 * group. It is freed with its last loop.
 */
#include "poll/thread.h"

#include <errno.h>

#include "base/base.h"
#include "poll/sim_core.h"

static void group_drop(orr__group *g)
{
    const orr_allocator a = g->shared.allocator;

    if (--g->threads > 0)
        return;
    if (g->sim != NULL)
        orr__sim_world_close(g->sim);
    orr__free(&a, g);
}

static orr__group *group_new(const orr__shared *shared)
{
    orr__group *g = orr__alloc(&shared->allocator, sizeof *g);

    if (g == NULL)
        return NULL;
    g->shared = *shared;
    return g;
}

orr_thread *orr__thread_new(const orr__shared *shared)
{
    orr_thread *t = orr__alloc(&shared->allocator, sizeof *t);

    if (t == NULL)
        return NULL;
    t->group = group_new(shared);
    if (t->group == NULL) {
        orr__free(&shared->allocator, t);
        return NULL;
    }
    t->group->threads = 1;
    return t;
}

orr__shared *orr__thread_shared(orr_thread *t)
{
    return &t->group->shared;
}

uint32_t orr__thread_enter(orr_thread *t)
{
    t->loops++;
    return t->group->loops++;
}

void orr__thread_leave(orr_thread *t)
{
    orr__group *g = t->group;
    const orr_allocator a = g->shared.allocator;

    if (--t->loops > 0)
        return;
    orr__free(&a, t);
    group_drop(g);
}
