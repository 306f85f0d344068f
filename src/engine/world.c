/*
 * world.c - clocks, zones, random numbers and sleeping, passed on to the world.
 *
 * quickjs reads clocks for Date and performance.now(), draws seeds for
 * Math.random() and its hash tables, sleeps in Atomics.wait(), and has local
 * time. quickjs/host.c and quickjs/dates.c let a runtime answer all of that
 * itself. Symbols are not renamed in the object files instead, since several
 * engines may live on one thread, and a renamed gettimeofday() could not tell
 * which of them is asking.
 */
#include "engine/internal.h"

#include <errno.h>
#include <string.h>

static int64_t wall_us(void *opaque)
{
    engine *e = opaque;
    return (int64_t)(e->world.wall_ns(e->world.ctx) / 1000);
}

static uint64_t clock_ns(void *opaque)
{
    engine *e = opaque;
    return e->world.clock_ns(e->world.ctx);
}

/* A world that has no chance to give leaves a fixed seed: the program runs, and
 * runs the same way each time. */
static uint64_t world_seed(void *opaque)
{
    engine *e = opaque;
    uint64_t value = 0;

    if (e->world.random(e->world.ctx, &value, sizeof value) < 0 || value == 0)
        value = 0x9e3779b97f4a7c15u;
    return value;
}

static JSWaitResult world_wait(void *opaque, void *place, int size,
                               int64_t value, int64_t timeout_ms)
{
    engine *e = opaque;
    const bool endless = timeout_ms > INT64_MAX / 1000000;

    const int err = e->world.park(e->world.ctx, place, (size_t)size, value,
                                  endless ? -1 : timeout_ms * 1000000);
    if (err == -EAGAIN)
        return JS_WAIT_NOT_EQUAL;
    if (err == -EPERM)
        return JS_WAIT_FORBIDDEN;
    return err == -ETIMEDOUT ? JS_WAIT_TIMED_OUT : JS_WAIT_OK;
}

static int world_notify(void *opaque, void *place, int count)
{
    engine *e = opaque;
    return e->world.unpark(e->world.ctx, place, (uint32_t)count);
}

static int64_t offset_ms(void *opaque, int64_t time_ms, bool local,
                         bool *summer)
{
    engine *e = opaque;
    const int64_t time_s = time_ms / 1000 - (time_ms % 1000 < 0);

    *summer = false;
    if (e->world.offset_s == NULL)
        return 0;
    return e->world.offset_s(e->world.ctx, time_s, local, summer) * 1000;
}

void engine__world_open(engine *e)
{
    const JSHostWorld world = { e,          wall_us,      clock_ns, world_seed,
                                world_wait, world_notify, offset_ms };

    JS_SetHostWorld(e->rt, &world);
    JS_SetCanBlock(e->rt, true);
}
