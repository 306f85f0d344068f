/*
 * late.c - functions of the library that a run has needed, for the next one.
 */
#include "engine/internal.h"

void engine_late_note(engine *e, void *notes, size_t size)
{
    JSLateNotes *all = notes;

    if (all != NULL)
        all->size = (uint32_t)((size - sizeof *all) / sizeof all->places[0]);
    JS_NoteLate(e->rt, all);
}

void engine_late_read(engine *e, const void *notes)
{
    JS_ReadNoted(e->ctx, notes);
}
