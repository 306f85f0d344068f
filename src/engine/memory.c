/*
 * memory.c - how much the JavaScript heap holds, and collecting it.
 *
 * All numbers are counted as memory is allocated; nothing here walks the heap,
 * so that reading them is cheap. The peak is the highest value seen by a read
 * or by a requested collection.
 */
#include "engine/internal.h"

#include <errno.h>
#include <stdlib.h>

static void soft_limit_learn(engine *e);

/* Without the bytes of buffers, which are a number of their own, as in Node. */
static size_t heap_size(const engine *e, JSHeapNumbers *numbers)
{
    JS_GetHeapNumbers(e->rt, numbers);
    return numbers->size - numbers->buffers_inside;
}

void engine_get_memory(engine *e, engine_memory *out)
{
    JSHeapNumbers n;
    const size_t used = heap_size(e, &n);

    soft_limit_learn(e);
    *out = (engine_memory){
        .used_bytes = used,
        .peak_bytes = used > e->peak_bytes ? used : e->peak_bytes,
        .limit_bytes = e->soft_limit != 0 ? e->soft_limit : e->hard_limit,
        .external_bytes = e->external_bytes + e->queued_bytes + n.buffers,
        .buffer_bytes = n.buffers,
        .objects = n.blocks,
        .collections = n.collections,
    };
}

static void note_peak(engine *e)
{
    JSHeapNumbers n;
    const size_t used = heap_size(e, &n);

    if (used > e->peak_bytes)
        e->peak_bytes = used;
}

/* What is queued leaves that much less for the heap. */
static void hard_limit_apply(engine *e)
{
    const size_t limit = e->hard_limit;

    if (limit == 0)
        JS_SetMemoryLimit(e->rt, 0);
    else
        JS_SetMemoryLimit(
            e->rt, limit > e->queued_bytes ? limit - e->queued_bytes : 1);
}

void engine_charge_queued(engine *e, size_t bytes)
{
    e->queued_bytes += bytes;
    if (e->hard_limit != 0)
        hard_limit_apply(e);
}

void engine_discharge_queued(engine *e, size_t bytes)
{
    must(bytes <= e->queued_bytes, "more discharged than was charged");
    e->queued_bytes -= bytes;
    if (e->hard_limit != 0)
        hard_limit_apply(e);
}

void engine_set_posted(engine *e, const _Atomic size_t *bytes)
{
    e->posted = bytes;
}

void engine_recount_posted(engine *e)
{
    const size_t before = e->posted_bytes;

    if (e->posted == NULL)
        return;
    e->posted_bytes = atomic_load_explicit(e->posted, memory_order_relaxed);
    if (e->posted_bytes > before)
        engine_charge_queued(e, e->posted_bytes - before);
    else if (e->posted_bytes < before)
        engine_discharge_queued(e, before - e->posted_bytes);
}

void engine_set_memory_limit(engine *e, size_t limit_bytes)
{
    note_peak(e);
    e->hard_limit = limit_bytes;
    hard_limit_apply(e);
    if (limit_bytes != 0 && limit_bytes < JS_GetGCThreshold(e->rt))
        JS_SetGCThreshold(e->rt, limit_bytes / 2);
}

/* ---- A limit that ends the engine --------------------------------------- */

/* Small allocations may exceed the limit: native code that is unwinding cannot
 * do without them. Large ones fail, with an exception that says so. */
#define ALLOWANCE_BYTES (16u << 20)

static bool on_limit(void *opaque, size_t size)
{
    engine *e = opaque;

    e->limit_met = true;
    JS_RequestPoll(e->rt);
    return size <= ALLOWANCE_BYTES;
}

/* Of an engine that goes on: the allocation fails with an error. */
static bool on_limit_throw(void *opaque, size_t size)
{
    engine *e = opaque;
    const size_t queued = e->queued_bytes;

    (void)size;
    engine_recount_posted(e);
    if (e->queued_bytes < queued)
        return true; /* this one; the limit is higher from now on */
    e->limit_failed = true;
    return false;
}

/* Only buffers that are in the heap count, as they do for the limit. */
static bool is_above_limit(const engine *e)
{
    JSHeapNumbers n;

    JS_GetHeapNumbers(e->rt, &n);
    /* Close to the limit the engine would do nothing but collect. */
    return n.limit != 0 && n.size >= n.limit - n.limit / 64;
}

void engine__check_limit(engine *e)
{
    e->limit_met = false;
    if (engine__is_stopped(e))
        return;
    engine_recount_posted(e);
    JS_RunGC(e->rt);
    if (!is_above_limit(e))
        return;
    engine_stop(e);
    if (e->host.limit_reached != NULL)
        e->host.limit_reached(e->host.ctx);
}

void engine__open_limit(engine *e, bool ends)
{
    JS_SetMemoryLimitHook(e->rt, ends ? on_limit : on_limit_throw, e);
}

/* ---- The default limit --------------------------------------------------- */

/*
 * V8's limit does not count buffers, and the engine's does. So the default one
 * is looked at in safe points: if a collection leaves more than that, the
 * engine's limit is what there is now, and the next allocation fails.
 */
#define SMALL_HEAP_BYTES (128u << 20)

void engine__open_soft_limit(engine *e)
{
    if (e->host.default_limit != NULL)
        e->soft_limit = SMALL_HEAP_BYTES;
}

static void soft_limit_learn(engine *e)
{
    if (e->soft_limit == 0 || e->soft_known)
        return;
    e->soft_known = true;
    e->soft_limit = e->host.default_limit(e->host.ctx);
}

static void soft_limit_meet(engine *e)
{
    JSHeapNumbers n;

    JS_RunGC(e->rt);
    if (heap_size(e, &n) + e->queued_bytes <
        e->soft_limit - e->soft_limit / 64)
        return;
    e->soft_met = true;
    JS_SetMemoryLimit(e->rt, n.size);
}

void engine__check_soft_limit(engine *e)
{
    JSHeapNumbers n;
    const size_t heap = heap_size(e, &n);

    if (e->soft_met || heap + e->queued_bytes >= e->soft_limit)
        engine_recount_posted(e);
    const size_t used = heap + e->queued_bytes;
    if (used >= e->soft_limit)
        soft_limit_learn(e);
    if (e->soft_limit != 0 && used >= e->soft_limit) {
        if (!e->soft_met)
            soft_limit_meet(e);
    } else if (e->soft_met && used < e->soft_limit - e->soft_limit / 64) {
        e->soft_met = false;
        JS_SetMemoryLimit(e->rt, 0);
    }
}

void engine_relax_limit(engine *e, size_t extra_bytes)
{
    if (!e->soft_met)
        return;
    e->soft_met = false;
    e->soft_limit += extra_bytes;
    JS_SetMemoryLimit(e->rt, 0);
}

bool engine_has_met_limit(const engine *e)
{
    return e->limit_failed;
}

/* ---- When there is none left -------------------------------------------- */

/* Reporting exhausted memory takes an error, which takes memory. So one is made
 * at the start, without frames, for when no other can be made. */
int engine__memory_open(engine *e)
{
    JSValue error;

    if (e->host.no_memory != NULL)
        JS_SetNoMemory(e->rt, e->host.no_memory, e->host.ctx);
    error = JS_NewInternalError(e->ctx, "out of memory");
    if (JS_IsException(error))
        return -ENOMEM;
    JS_SetMemoryError(e->rt, error);
    return 0;
}

_Noreturn void engine__no_memory(engine *e)
{
    if (e->host.no_memory != NULL)
        e->host.no_memory(e->host.ctx);
    abort();
}

int engine_throw_no_memory(engine *e)
{
    if (!JS_HasException(e->ctx))
        JS_ThrowOutOfMemory(e->ctx);
    return ENGINE_THREW;
}

void engine_need_memory(engine *e, bool on)
{
    JS_NeedMemory(e->rt, on);
}

void engine_collect(engine *e)
{
    note_peak(e);
    JS_RunGC(e->rt);
}
