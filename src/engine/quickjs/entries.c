/*
 * entries.c - telling the host which functions are entered.
 *
 *      stack_limit   the end of the stack
 *      entry_limit   the same, but UINTPTR_MAX while entries are watched
 *
 * Each call of a function with bytecode compares the stack pointer with
 * entry_limit. While entries are watched that comparison fails, and the rare
 * way behind it comes here: so a call costs nothing more while they are not
 * watched, and nothing has to be compiled in another way when they are.
 *
 * The host's function must not run JavaScript and must not throw.
 */

static void js_skip_entries(JSRuntime *rt, JSAtom filename)
{
    JSAtom *skipped = &rt->entry_skipped[filename % JS_ENTRY_SKIPPED];

    JS_FreeAtomRT(rt, *skipped);
    *skipped = JS_DupAtomRT(rt, filename);
}

/* fn NULL: it is over. */
void JS_SetEntryFunc(JSRuntime *rt, JSEntryFunc *fn, void *opaque)
{
    for (int i = 0; fn == NULL && i < JS_ENTRY_SKIPPED; i++) {
        JS_FreeAtomRT(rt, rt->entry_skipped[i]);
        rt->entry_skipped[i] = JS_ATOM_NULL;
    }
    rt->entry_func = fn;
    rt->entry_opaque = opaque;
}

void JS_WatchEntries(JSRuntime *rt, bool on)
{
    rt->entry_limit =
        on && rt->entry_func != NULL ? UINTPTR_MAX : rt->stack_limit;
}

/* A function is about to have its frame at sp: is there no space for it? */
static bool js_enter_watched(JSRuntime *rt, JSFunctionBytecode *b, uintptr_t sp)
{
    if (rt->entry_limit == UINTPTR_MAX &&
        rt->entry_skipped[b->filename % JS_ENTRY_SKIPPED] != b->filename) {
        const JSCallPosition pos = { b, JS_PC_START, b->filename };
        if (rt->entry_func(rt->entry_opaque, &pos))
            js_skip_entries(rt, b->filename);
    }
    return sp < rt->stack_limit;
}

bool JS_GetFunctionPosition(JSValueConst fn, JSCallPosition *pos)
{
    if (JS_VALUE_GET_TAG(fn) != JS_TAG_OBJECT)
        return false;
    JSObject *p = JS_VALUE_GET_OBJ(fn);
    if (!js_class_has_bytecode(p->class_id))
        return false;
    JSFunctionBytecode *b = p->u.func.function_bytecode;
    *pos = (JSCallPosition){ b, JS_PC_START, b->filename };
    return true;
}
