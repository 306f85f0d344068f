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

/* Without the bytes of buffers, which are a number of their own, as in Node. */
static size_t heap_size(const engine *e, JSHeapNumbers *numbers)
{
    JS_GetHeapNumbers(e->rt, numbers);
    return numbers->size - numbers->buffers_inside;
}

void engine_get_memory(const engine *e, engine_memory *out)
{
    JSHeapNumbers n;
    const size_t used = heap_size(e, &n);

    *out = (engine_memory){
        .used_bytes = used,
        .peak_bytes = used > e->peak_bytes ? used : e->peak_bytes,
        .limit_bytes = n.limit,
        .external_bytes = e->external_bytes + n.buffers,
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

void engine_set_memory_limit(engine *e, size_t limit_bytes)
{
    note_peak(e);
    JS_SetMemoryLimit(e->rt, limit_bytes);
    if (limit_bytes != 0 && limit_bytes < JS_GetGCThreshold(e->rt))
        JS_SetGCThreshold(e->rt, limit_bytes / 2);
}

/* ---- When there is none left -------------------------------------------- */

/* To say so takes an error, and that takes memory. So one is made at the start,
 * for when there is none to make another with: it has no frames. */
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
