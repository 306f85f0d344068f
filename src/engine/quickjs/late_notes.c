/*
 * late_notes.c - which functions of a module were read at their first call.
 *
 * A program that is run again and again, in processes that are forked before
 * it, would read the same functions in each. So the first run notes them, in
 * memory that it shares with the process that forks; that one reads them before
 * it forks again.
 *
 *     run       js_read_late() -> js_note_late(): its place in the bytes
 *     before    JS_ReadNoted(): the functions at these places
 *     the next
 *
 * A place is the same in both processes: the bytes are part of the executable.
 */

static void js_note_late(JSRuntime *rt, const JSFunctionBytecode *b)
{
    JSLateNotes *notes = rt->late_notes;

    if (notes && notes->count < notes->size)
        notes->places[notes->count++] = b->pc2line_buf;
}

void JS_NoteLate(JSRuntime *rt, JSLateNotes *notes)
{
    rt->late_notes = notes;
}

static bool js_is_noted(const JSLateNotes *notes, const JSFunctionBytecode *b)
{
    uint32_t i;

    for (i = 0; i < notes->count; i++)
        if (notes->places[i] == b->pc2line_buf)
            return true;
    return false;
}

/* A function that is read comes with those inside of it, which are behind it in
   the list, so that one walk finds all. */
void JS_ReadNoted(JSContext *ctx, const JSLateNotes *notes)
{
    struct list_head *el;

    list_for_each(el, &ctx->rt->gc_obj_list)
    {
        JSGCObjectHeader *gp = list_entry(el, JSGCObjectHeader, link);
        if (JS_GC_TYPE(gp) != JS_GC_OBJ_TYPE_FUNCTION_BYTECODE)
            continue;
        JSFunctionBytecode *b = (JSFunctionBytecode *)gp;
        if (b->late && js_is_noted(notes, b))
            js_read_late(b->realm ? b->realm : ctx, b);
    }
}
