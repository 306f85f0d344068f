/*
 * memory.c - how much the JavaScript heap holds, and collecting it.
 *
 * All numbers are kept anyway by quickjs or by us; nothing here walks the heap,
 * so that a program may ask as often as it likes. The peak is the highest of
 * what was seen when somebody asked or a collection was asked for.
 */
#include "engine/internal.h"

static size_t heap_size(const engine *e, JSHeapNumbers *numbers)
{
    JS_GetHeapNumbers(e->rt, numbers);
    return numbers->size;
}

void engine_get_memory(const engine *e, engine_memory *out)
{
    JSHeapNumbers n;
    const size_t used = heap_size(e, &n);

    *out = (engine_memory){
        .used_bytes = used,
        .peak_bytes = used > e->peak_bytes ? used : e->peak_bytes,
        .limit_bytes = n.limit,
        .external_bytes = e->external_bytes,
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

void engine_collect(engine *e)
{
    note_peak(e);
    JS_RunGC(e->rt);
}
