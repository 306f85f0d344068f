/*
 * waits.c - who of the program still waits for a promise.
 *
 * The engine counts (src/engine/quickjs/promise_waits.c); here is said whose
 * code counts: what a package or the runtime waits for is its own affair.
 */
#include "engine/internal.h"

static bool is_programs(void *opaque, const JSCallPosition *code)
{
    return engine__file_kind(opaque, code) == ENGINE__PROGRAM;
}

int engine_count_waits(engine *e)
{
    return JS_CountWaits(e->rt, is_programs, e) ? 0 : ENGINE_THREW;
}

void engine_walk_waits(engine *e, engine_waits_fn *fn, void *arg)
{
    const uint32_t count = JS_GetWaitSites(e->rt);

    for (uint32_t site = 1; site < count; site++)
        if (JS_GetWaits(e->rt, site) > 0)
            fn(arg, site, JS_GetWaits(e->rt, site));
}
