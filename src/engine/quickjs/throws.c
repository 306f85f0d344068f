/*
 * throws.c - where code runs and where the last exception was thrown, for
 * stacks, traces and the arrow under an uncaught error.
 *
 * What must stay true: an exception that is only passed on (rethrown by
 * finally, by a promise, by the host's own code) keeps the place where it was
 * first thrown; a stop is no exception and leaves no place.
 */

/* WARNING: obj is freed */
JSValue JS_Throw(JSContext *ctx, JSValue obj)
{
    JSRuntime *rt = ctx->rt;
    if (unlikely(js_is_stopping(rt))) {
        JS_FreeValue(ctx, obj);
        return JS_EXCEPTION;
    }
    JS_FreeValue(ctx, rt->current_exception);
    rt->current_exception = obj;
    rt->throw_noted = false;
    return JS_EXCEPTION;
}

/* return the pending exception (cannot be called twice). A stop stays pending,
   and is undefined to whoever asks. */
JSValue JS_GetException(JSContext *ctx)
{
    JSValue val;
    JSRuntime *rt = ctx->rt;
    if (unlikely(js_is_stopping(rt)))
        return JS_UNDEFINED;
    val = rt->current_exception;
    rt->current_exception = JS_UNINITIALIZED;
    return val;
}

/* What is wrong in a text that no file has is not in the stack: the error
   itself knows it. */
bool JS_GetErrorPosition(JSContext *ctx, JSValueConst error,
                         JSStackEntryInfo *info)
{
    JSRuntime *rt = ctx->rt;
    JSProperty *pr;

    if (!JS_IsError(error) ||
        !find_own_property(&pr, JS_VALUE_GET_OBJ(error), rt->stack_hook.slot) ||
        JS_CountStackEntries(rt, pr->u.value) != 1)
        return false;
    JS_GetStackEntry(ctx, pr->u.value, 0, info);
    return true;
}

void JS_SetTraceThrows(JSRuntime *rt, bool trace)
{
    JS_FreeValueRT(rt, rt->throw_capture);
    rt->throw_capture = JS_UNDEFINED;
    rt->trace_throws = trace;
}

JSValueConst JS_GetThrowCapture(JSRuntime *rt)
{
    return rt->throw_capture;
}

JSValueConst JS_GetThrowValue(JSRuntime *rt)
{
    return rt->throw_value;
}

bool JS_GetThrowPosition(JSContext *ctx, JSStackEntryInfo *info)
{
    JSRuntime *rt = ctx->rt;

    if (JS_VALUE_GET_TAG(rt->throw_func) != JS_TAG_OBJECT)
        return false;
    memset(info, 0, sizeof(*info));
    info->func = rt->throw_func;
    info->this_val = JS_UNDEFINED;
    info->width = 1;
    js_stack_position(ctx, rt->throw_func, rt->throw_pc, info);
    return info->line_num >= 0;
}

static JSFunctionBytecode *js_frame_code(JSStackFrame *sf)
{
    JSObject *p = JS_VALUE_GET_OBJ(sf->cur_func);

    return js_class_has_bytecode(p->class_id) && sf->cur_pc
               ? p->u.func.function_bytecode
               : NULL;
}

static inline void js_set_position(JSStackFrame *sf, JSFunctionBytecode *b,
                                   JSCallPosition *pos)
{
    pos->code = b;
    pos->pc = sf->cur_pc - b->byte_code_buf - 1;
    pos->filename = b->filename;
}

static bool js_frame_position(JSStackFrame *sf, JSCallPosition *pos)
{
    JSFunctionBytecode *b = js_frame_code(sf);

    if (b)
        js_set_position(sf, b, pos);
    return b != NULL;
}

/* an await is noted when its function has left the stack already */
bool JS_GetCallPosition(JSRuntime *rt, int level, JSCallPosition *pos)
{
    JSStackFrame *sf;

    if (unlikely(rt->awaiting) && js_frame_position(rt->awaiting, pos) &&
        level-- == 0)
        return true;
    for (sf = rt->current_stack_frame; sf; sf = sf->prev_frame) {
        if (js_frame_position(sf, pos) && level-- == 0)
            return true;
    }
    return false;
}

bool JS_FindCallPosition(JSRuntime *rt, JSWantsPosition *wants, void *opaque,
                         JSCallPosition *pos)
{
    JSStackFrame *sf;

    if (unlikely(rt->awaiting) && js_frame_position(rt->awaiting, pos) &&
        wants(opaque, pos))
        return true;
    for (sf = rt->current_stack_frame; sf; sf = sf->prev_frame) {
        JSFunctionBytecode *b = js_frame_code(sf);
        if (!b || b->host_kind == JS_CODE_HIDDEN)
            continue;
        js_set_position(sf, b, pos);
        if (wants(opaque, pos))
            return true;
    }
    return false;
}

bool JS_GetThrowCallPosition(JSRuntime *rt, JSCallPosition *pos)
{
    JSObject *p;

    if (JS_VALUE_GET_TAG(rt->throw_func) != JS_TAG_OBJECT)
        return false;
    p = JS_VALUE_GET_OBJ(rt->throw_func);
    if (!js_class_has_bytecode(p->class_id))
        return false;
    pos->code = p->u.func.function_bytecode;
    pos->pc = rt->throw_pc;
    pos->filename = p->u.func.function_bytecode->filename;
    return true;
}

static JSModuleDef *js_find_module_of(JSRuntime *rt, JSValueConst func)
{
    struct list_head *el, *el1;

    list_for_each(el, &rt->context_list)
    {
        JSContext *ctx = list_entry(el, JSContext, link);
        list_for_each(el1, &ctx->loaded_modules)
        {
            JSModuleDef *m = list_entry(el1, JSModuleDef, link);
            if (JS_VALUE_GET_TAG(m->func_obj) == JS_TAG_OBJECT &&
                JS_VALUE_GET_PTR(m->func_obj) == JS_VALUE_GET_PTR(func))
                return m;
        }
    }
    return NULL;
}

/* what it awaits may be out of everybody's reach, and its frame is gone then:
   so the place is kept */
static void js_note_module_await(JSRuntime *rt, JSStackFrame *sf)
{
    JSModuleDef *m = js_find_module_of(rt, sf->cur_func);
    JSCallPosition pos;

    if (m && js_frame_position(sf, &pos))
        m->await_pc = pos.pc;
}

static bool js_is_running(JSRuntime *rt, JSValueConst func)
{
    JSStackFrame *sf;

    for (sf = rt->current_stack_frame; sf; sf = sf->prev_frame) {
        if (JS_VALUE_GET_PTR(sf->cur_func) == JS_VALUE_GET_PTR(func))
            return true;
    }
    return false;
}

void JS_WalkModuleAwaits(JSRuntime *rt, JSWalkAwaitFunc *fn, void *opaque)
{
    struct list_head *el, *el1;
    JSFunctionBytecode *b;
    JSCallPosition pos;

    list_for_each(el, &rt->context_list)
    {
        JSContext *ctx = list_entry(el, JSContext, link);
        list_for_each(el1, &ctx->loaded_modules)
        {
            JSModuleDef *m = list_entry(el1, JSModuleDef, link);
            if (m->status != JS_MODULE_STATUS_EVALUATING_ASYNC ||
                !m->await_pc || js_is_running(rt, m->func_obj))
                continue;
            b = JS_VALUE_GET_OBJ(m->func_obj)->u.func.function_bytecode;
            pos = (JSCallPosition){ b, m->await_pc, b->filename };
            fn(opaque, &pos);
        }
    }
}

JSValue JS_DupCallCode(JSRuntime *rt, const JSCallPosition *pos)
{
    return js_dup(JS_MKPTR(JS_TAG_FUNCTION_BYTECODE, pos->code));
}

int JS_ResolveCallPosition(JSContext *ctx, const JSCallPosition *pos,
                           JSAtom *func_name, int *col_num)
{
    JSFunctionBytecode *b = pos->code;

    int line_num;

    *func_name = b->func_name;
    if (pos->pc == JS_PC_START) {
        *col_num = b->col_num;
        return b->line_num;
    }
    line_num = find_line_num(ctx, b, pos->pc, col_num);
    if (line_num < 0) {
        /* nothing but jumps in it */
        line_num = b->line_num;
        *col_num = b->col_num;
    }
    return line_num;
}

/* is it the very value that was thrown last? */
static bool js_is_thrown_again(JSRuntime *rt, JSValueConst val)
{
    if (JS_VALUE_GET_TAG(val) != JS_VALUE_GET_TAG(rt->throw_value))
        return false;
    if (JS_VALUE_HAS_REF_COUNT(val))
        return JS_VALUE_GET_PTR(val) == JS_VALUE_GET_PTR(rt->throw_value);
    if (JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(val)))
        return JS_VALUE_GET_FLOAT64(val) ==
                   JS_VALUE_GET_FLOAT64(rt->throw_value) ||
               (isnan(JS_VALUE_GET_FLOAT64(val)) &&
                isnan(JS_VALUE_GET_FLOAT64(rt->throw_value)));
    return JS_VALUE_GET_INT(val) == JS_VALUE_GET_INT(rt->throw_value);
}

/* code of the host's: the name of its file begins with "node:" */
static bool js_is_host_code(JSRuntime *rt, JSValueConst func)
{
    JSObject *p = JS_VALUE_GET_OBJ(func);
    JSAtom filename;

    if (!js_class_has_bytecode(p->class_id))
        return true;
    filename = p->u.func.function_bytecode->filename;
    if (filename == JS_ATOM_NULL || __JS_AtomIsTaggedInt(filename))
        return false;
    JSString *str = rt->atom_array[filename];
    return !str->is_wide_char && str->len > 5 && !memcmp(str8(str), "node:", 5);
}

/* left by an instruction that throws nothing itself, but called something */
static bool js_is_passed_on(JSStackFrame *sf, uint32_t pc)
{
    JSObject *p = JS_VALUE_GET_OBJ(sf->cur_func);
    const uint8_t *buf = p->u.func.function_bytecode->byte_code_buf;
    uint32_t pos, next;

    for (pos = 0; (next = pos + js_opcode_size(buf[pos])) <= pc; pos = next)
        continue;
    switch (buf[pos]) {
    case OP_append:
    case OP_for_of_next:
    case OP_call_method:
    case OP_iterator_call:
        return true;
    default:
        return false;
    }
}

/* the frames of a throw, if somebody wants to know */
static void js_trace_throw(JSContext *ctx, JSStackFrame *sf, uint32_t pc)
{
    JSRuntime *rt = ctx->rt;
    JSObject *p = JS_VALUE_GET_OBJ(sf->cur_func);
    JSValue thrown = rt->current_exception;
    JSValue old = rt->throw_capture;

    sf->cur_pc = p->u.func.function_bytecode->byte_code_buf + pc + 1;
    rt->current_exception = JS_UNINITIALIZED;
    rt->throw_capture = js_capture_stack(ctx, JS_UNDEFINED, NULL, 0, 0, 0, 10);
    JS_FreeValueRT(rt, old);
    if (JS_IsException(rt->throw_capture)) {
        rt->throw_capture = JS_UNDEFINED;
        JS_FreeValueRT(rt, rt->current_exception);
    }
    rt->current_exception = thrown;
}

static void js_note_throw(JSContext *ctx, JSStackFrame *sf, uint32_t pc)
{
    JSRuntime *rt = ctx->rt;
    JSValue old_func = rt->throw_func;
    JSValue old_value = rt->throw_value;

    rt->throw_noted = true;
    /* the host or a built-in passes on what the program has thrown */
    if (js_is_thrown_again(rt, rt->current_exception) &&
        (js_is_host_code(rt, sf->cur_func) || js_is_passed_on(sf, pc)))
        return;
    rt->throw_func = js_dup(sf->cur_func);
    rt->throw_value = js_dup(rt->current_exception);
    rt->throw_pc = pc;
    JS_FreeValueRT(rt, old_func);
    JS_FreeValueRT(rt, old_value);
    if (unlikely(rt->trace_throws))
        js_trace_throw(ctx, sf, pc);
}

/* after a 'finally': it was thrown where it was thrown first */
static void js_throw_again(JSContext *ctx, JSValue obj)
{
    bool again = js_is_thrown_again(ctx->rt, obj);

    JS_Throw(ctx, obj);
    ctx->rt->throw_noted = again;
}

/* what is in line in quickjs.h */
_Static_assert(offsetof(JSContext, user_opaque) ==
                   offsetof(JSContextHead, user_opaque),
               "JSContextHead");

_Static_assert(offsetof(JSObject, class_id) == offsetof(JSObjectHead, class_id),
               "JSObjectHead");

_Static_assert(JS_CLASS_BYTECODE_FUNCTION == JS_BYTECODE_FUNCTION_ID,
               "JS_BYTECODE_FUNCTION_ID");

_Static_assert(offsetof(JSMallocBlockHeader, user_data) -
                           offsetof(JSMallocBlockHeader, ref_count) ==
                       sizeof(int) &&
                   sizeof(js_rc(NULL)->ref_count) == sizeof(int),
               "JS_DupInline");

/* used to avoid catching interrupt exceptions */
bool JS_IsUncatchableError(JSValueConst val)
{
    JSObject *p;
    if (JS_VALUE_GET_TAG(val) != JS_TAG_OBJECT)
        return JS_IsException(val); /* a stop */
    p = JS_VALUE_GET_OBJ(val);
    return p->class_id == JS_CLASS_ERROR && p->is_uncatchable_error;
}
