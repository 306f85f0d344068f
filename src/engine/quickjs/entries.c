/*
 * entries.c - reporting to the host which functions are entered.
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

/* fn NULL: it is over. */
void JS_SetEntryFunc(JSRuntime *rt, JSEntryFunc *fn, void *opaque)
{
    rt->entry_func = fn;
    rt->entry_opaque = opaque;
}

void JS_WatchEntries(JSRuntime *rt, bool on)
{
    rt->entry_limit =
        on && rt->entry_func != NULL ? UINTPTR_MAX : rt->stack_limit;
}

static no_inline void js_report_entry(JSRuntime *rt, JSFunctionBytecode *b)
{
    const JSCallPosition pos = { b, JS_PC_START, b->filename };

    rt->entry_func(rt->entry_opaque, &pos);
}

/* A function is about to have its frame at sp: is there no space for it? */
static bool js_enter_watched(JSRuntime *rt, JSFunctionBytecode *b, uintptr_t sp)
{
    if (b->host_kind != JS_CODE_HIDDEN && rt->entry_limit == UINTPTR_MAX)
        js_report_entry(rt, b);
    return sp < rt->stack_limit;
}

uint8_t JS_GetCodeKind(const JSCallPosition *pos)
{
    return ((const JSFunctionBytecode *)pos->code)->host_kind;
}

void JS_SetCodeKind(const JSCallPosition *pos, uint8_t kind)
{
    ((JSFunctionBytecode *)pos->code)->host_kind = kind;
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
