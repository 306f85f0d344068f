/*
 * stack_capture.c - the frames of an error, kept when it is made and turned
 * into text by the host when somebody reads `stack`. docs/engine/stacks.md has
 * the reasons.
 *
 *     js_attach_stack -> js_capture_stack    the frames that run now
 *                        js_capture_callers  who called the outermost
 *                        js_capture_awaiters async functions that wait for it
 *
 * What must stay true: capturing looks up no position. It keeps function and
 * pc; lines and columns are found when they are asked for. `stack` comes before
 * `message` among the properties of every error.
 */

/* filter_func is new.target of the error, if the host captures stacks */
#define JS_BACKTRACE_FLAG_NEW_TARGET (1 << 3)

typedef struct JSStackEntry {
    JSValue func; /* JS_UNDEFINED: only the position below is known */
    JSValue this_val;
    JSAtom filename;              /* used if func is JS_UNDEFINED */
    int line_num, col_num, width; /* likewise */
    JSString *line;               /* likewise, see syntax_line */
    uint32_t pc;
    bool is_constructor;
    bool is_async;
    const char *combinator; /* Promise.all() or the like, or NULL */
    int index;              /* in that */
    const void *caller;     /* the host's, or NULL */
} JSStackEntry;

typedef struct JSStackCapture {
    int count;
    JSStackEntry entry[];
} JSStackCapture;

static void js_stack_capture_finalizer(JSRuntime *rt, JSValueConst val)
{
    JSStackCapture *c = JS_GetOpaque(val, rt->stack_hook.class_id);
    int i;

    if (!c)
        return;
    for (i = 0; i < c->count; i++) {
        JS_FreeValueRT(rt, c->entry[i].func);
        JS_FreeValueRT(rt, c->entry[i].this_val);
        JS_FreeAtomRT(rt, c->entry[i].filename);
        if (c->entry[i].line)
            JS_FreeValueRT(rt, JS_MKPTR(JS_TAG_STRING, c->entry[i].line));
    }
    js_free_rt(rt, c);
}

static void js_stack_capture_mark(JSRuntime *rt, JSValueConst val,
                                  JS_MarkFunc *mark_func)
{
    JSStackCapture *c = JS_GetOpaque(val, rt->stack_hook.class_id);
    int i;

    if (!c)
        return;
    for (i = 0; i < c->count; i++) {
        JS_MarkValue(rt, c->entry[i].func, mark_func);
        JS_MarkValue(rt, c->entry[i].this_val, mark_func);
    }
}

int JS_SetStackHook(JSRuntime *rt, JSStackHook *hook)
{
    JSClassDef def = {
        .class_name = "StackCapture",
        .finalizer = js_stack_capture_finalizer,
        .gc_mark = js_stack_capture_mark,
    };

    if (hook->class_id == 0) {
        JS_NewClassID(rt, &hook->class_id);
        if (JS_NewClass(rt, hook->class_id, &def) < 0)
            return -1;
    }
    rt->stack_hook = *hook;
    return 0;
}

/* Where an object keeps its stack: an error in its own slot, any other in a
   property that only the host knows. NULL if there is none. */
static JSValue *js_stack_slot(JSContext *ctx, JSValueConst obj, bool add)
{
    JSAtom slot = ctx->rt->stack_hook.slot;
    JSProperty *pr;
    JSObject *p;

    if (JS_VALUE_GET_TAG(obj) != JS_TAG_OBJECT)
        return NULL;
    p = JS_VALUE_GET_OBJ(obj);
    if (p->class_id == JS_CLASS_ERROR)
        return &p->u.object_data;
    if (find_own_property(&pr, p, slot))
        return &pr->u.value;
    if (!add || JS_DefinePropertyValue(ctx, obj, slot, JS_UNDEFINED,
                                       JS_PROP_WRITABLE) < 0)
        return NULL;
    return find_own_property(&pr, p, slot) ? &pr->u.value : NULL;
}

bool JS_GetStackSlot(JSContext *ctx, JSValueConst obj, JSValue *val)
{
    JSValue *slot = js_stack_slot(ctx, obj, false);
    if (slot)
        *val = JS_IsUninitialized(*slot) ? JS_UNDEFINED : js_dup(*slot);
    return slot != NULL;
}

void JS_SetStackSlot(JSContext *ctx, JSValueConst obj, JSValue val)
{
    JSValue *slot = js_stack_slot(ctx, obj, true);
    JSValue old;

    if (!slot) {
        JS_FreeValue(ctx, val);
        return;
    }
    old = *slot;
    *slot = val;
    JS_FreeValue(ctx, old);
}

JSAtom JS_GetInferredName(JSValueConst func)
{
    JSObject *p;

    if (JS_VALUE_GET_TAG(func) != JS_TAG_OBJECT)
        return JS_ATOM_NULL;
    p = JS_VALUE_GET_OBJ(func);
    if (!js_class_has_bytecode(p->class_id))
        return JS_ATOM_NULL;
    return p->u.func.function_bytecode->inferred_name;
}

int JS_CountStackEntries(JSRuntime *rt, JSValueConst capture)
{
    JSStackCapture *c = JS_GetOpaque(capture, rt->stack_hook.class_id);
    return c ? c->count : -1;
}

static void js_stack_position(JSContext *ctx, JSValueConst func, uint32_t pc,
                              JSStackEntryInfo *info)
{
    JSObject *p = JS_VALUE_GET_OBJ(func);
    JSFunctionBytecode *b;

    info->line_num = -1;
    info->col_num = -1;
    info->filename = JS_ATOM_NULL;
    info->eval_source = JS_UNDEFINED;
    info->is_strict = false;
    if (!js_class_has_bytecode(p->class_id))
        return;
    b = p->u.func.function_bytecode;
    info->filename = b->filename;
    info->is_strict = b->is_strict_mode;
    if (b->eval_source)
        info->eval_source = JS_MKPTR(JS_TAG_STRING, b->eval_source);
    info->line_num = find_line_num(ctx, b, pc, &info->col_num);
}

void JS_GetStackEntry(JSContext *ctx, JSValueConst capture, int i,
                      JSStackEntryInfo *info)
{
    JSStackCapture *c = JS_GetOpaque(capture, ctx->rt->stack_hook.class_id);
    JSStackEntry *e = &c->entry[i];

    info->func = e->func;
    info->this_val = e->this_val;
    info->is_constructor = e->is_constructor;
    info->is_async = e->is_async;
    info->combinator = e->combinator;
    info->index = e->index;
    info->caller = e->caller;
    info->width = 1;
    if (JS_VALUE_GET_TAG(e->func) == JS_TAG_OBJECT) {
        js_stack_position(ctx, e->func, e->pc, info);
    } else {
        info->filename = e->filename;
        info->line_num = e->line_num;
        info->col_num = e->col_num;
        info->width = e->width;
        info->is_strict = false;
        info->eval_source = JS_UNDEFINED;
        if (e->line)
            info->eval_source = JS_MKPTR(JS_TAG_STRING, e->line);
    }
}

/* What waits for a promise, if it is the only one that does. */
typedef struct JSAwaiter {
    JSStackFrame *frame;    /* a function that awaits it, or NULL */
    const char *combinator; /* "all" and the like, or NULL */
    int index;              /* in that */
    JSValueConst promise;   /* what it will settle itself, or undefined */
} JSAwaiter;

static int js_stack_limit(JSContext *ctx)
{
    JSProperty *pr;
    JSShapeProperty *prs;
    double d;

    if (JS_VALUE_GET_TAG(ctx->error_ctor) != JS_TAG_OBJECT)
        return 10;
    prs = find_own_property(&pr, JS_VALUE_GET_OBJ(ctx->error_ctor),
                            ctx->rt->stack_hook.limit_name);
    if (!prs || (prs->flags & JS_PROP_TMASK) != JS_PROP_NORMAL)
        return -1;
    if (JS_VALUE_GET_TAG(pr->u.value) == JS_TAG_INT)
        d = JS_VALUE_GET_INT(pr->u.value);
    else if (JS_TAG_IS_FLOAT64(JS_VALUE_GET_TAG(pr->u.value)))
        d = JS_VALUE_GET_FLOAT64(pr->u.value);
    else
        return -1;
    if (isnan(d) || d < 0)
        return 0;
    return d > 1000 ? 1000 : (int)d;
}

/* Of an error for want of memory it has no 'this': who catches the error may
   have just that object in mind to be freed, the array that grew too long. */
static void js_stack_entry_init(JSRuntime *rt, JSStackEntry *e,
                                JSStackFrame *sf)
{
    JSObject *p = JS_VALUE_GET_OBJ(sf->cur_func);

    memset(e, 0, sizeof(*e));
    e->func = js_dup(sf->cur_func);
    e->this_val = JS_UNDEFINED;
    if (!sf->is_constructor && !rt->in_out_of_memory)
        e->this_val = js_dup(sf->this_val);
    e->is_constructor = sf->is_constructor;
    if (js_class_has_bytecode(p->class_id) && sf->cur_pc)
        e->pc = sf->cur_pc - p->u.func.function_bytecode->byte_code_buf - 1;
}

static bool js_frame_is_native(JSStackFrame *sf)
{
    return sf &&
           !js_class_has_bytecode(JS_VALUE_GET_OBJ(sf->cur_func)->class_id);
}

/* Frames that no program has written and V8 has none of: what only passes a
   call on, the host's own functions, and helpers inside of other functions of
   the language. */
static bool js_frame_is_hidden(JSRuntime *rt, JSStackFrame *sf)
{
    JSObject *p = JS_VALUE_GET_OBJ(sf->cur_func);
    JSCFunctionType f;
    JSAtom file;

    if (js_class_has_bytecode(p->class_id)) {
        file = p->u.func.function_bytecode->filename;
        return file != JS_ATOM_NULL && file == rt->stack_hook.hidden_file;
    }
    if (p->class_id != JS_CLASS_C_FUNCTION || p->u.cfunc.is_host)
        return true;
    f = p->u.cfunc.c_function;
    if (f.generic == js_function_call || f.generic_magic == js_function_apply ||
        f.generic == js_reflect_apply || f.generic == js_reflect_construct ||
        f.generic == js_string_concat) /* a template literal is made by it */
        return true;
    if (!js_frame_is_native(sf->prev_frame))
        return false;
    return f.generic == js_regexp_Symbol_replace ||
           f.generic == js_regexp_Symbol_match || f.generic == js_regexp_exec;
}

/* a block of a class is called by the function that initializes the class */
static bool js_frame_is_static_block(JSStackFrame *sf)
{
    JSObject *p = JS_VALUE_GET_OBJ(sf->cur_func);

    return js_class_has_bytecode(p->class_id) &&
           p->u.func.function_bytecode->is_static_block;
}

/* an entry that is no function of the program's */
static JSStackEntry *js_stack_add_other(JSStackCapture *c)
{
    JSStackEntry *e = &c->entry[c->count++];

    memset(e, 0, sizeof(*e));
    e->func = JS_UNDEFINED;
    e->this_val = JS_UNDEFINED;
    e->line_num = e->col_num = -1;
    return e;
}

#define JS_MAX_CALLERS 8

static void js_capture_callers(JSRuntime *rt, JSStackCapture *c, int size)
{
    JSStackHook *h = &rt->stack_hook;
    const void *frames[JS_MAX_CALLERS];
    int i, n;

    n = min_int(size - c->count, JS_MAX_CALLERS);
    if (!h->callers || n <= 0)
        return;
    n = h->callers(h->opaque, frames, n);
    for (i = 0; i < n; i++)
        js_stack_add_other(c)->caller = frames[i];
}

static void js_capture_awaiters(JSContext *ctx, JSStackCapture *c, int size,
                                JSValueConst promise)
{
    JSStackEntry *e;
    JSAwaiter a;

    while (c->count < size && js_find_awaiter(ctx, promise, &a)) {
        if (a.frame) {
            e = &c->entry[c->count++];
            js_stack_entry_init(ctx->rt, e, a.frame);
            e->is_async = true;
        } else if (a.combinator) {
            e = js_stack_add_other(c);
            e->is_async = true;
            e->combinator = a.combinator;
            e->index = a.index;
        }
        promise = a.promise;
    }
}

/* Keep what a stack trace is made of: who, on what, where. Formatting it is
   the host's, when somebody looks. Must not leave an exception. */
static JSValue js_capture_stack(JSContext *ctx, JSValueConst filter_func,
                                const char *filename, int line_num, int col_num,
                                int flags, int limit)
{
    JSRuntime *rt = ctx->rt;
    JSStackFrame *sf, *last;
    JSStackCapture *c;
    JSValue obj;
    bool skipping;
    int size;

    size = filename ? 1 : 0;
    for (sf = rt->current_stack_frame; sf && size < limit; sf = sf->prev_frame)
        size++;
    /* space for the host's and those that await */
    size = min_int(size + JS_MAX_CALLERS + 8, limit);
    obj = JS_NewObjectProtoClass(ctx, JS_NULL, rt->stack_hook.class_id);
    if (JS_IsException(obj))
        return obj;
    c = js_malloc(ctx, sizeof(*c) + size * sizeof(c->entry[0]));
    if (!c) {
        JS_FreeValue(ctx, obj);
        return JS_EXCEPTION;
    }
    c->count = 0;
    if (filename && size > 0) {
        JSStackEntry *e = &c->entry[c->count++];
        memset(e, 0, sizeof(*e));
        e->func = JS_UNDEFINED;
        e->this_val = JS_UNDEFINED;
        e->filename = JS_NewAtom(ctx, filename);
        e->line_num = line_num;
        e->col_num = col_num;
        e->width = rt->syntax_width;
        e->line = rt->syntax_line;
        if (e->line)
            js_dup(JS_MKPTR(JS_TAG_STRING, e->line));
        if (flags & JS_BACKTRACE_FLAG_SINGLE_LEVEL)
            size = 0;
    }
    last = NULL;
    skipping = JS_IsFunction(ctx, filter_func);
    for (sf = rt->current_stack_frame; sf; sf = sf->prev_frame) {
        if (!js_frame_is_native(sf))
            last = sf;
        if (flags & JS_BACKTRACE_FLAG_SKIP_FIRST_LEVEL) {
            flags &= ~JS_BACKTRACE_FLAG_SKIP_FIRST_LEVEL;
            if (!(flags & JS_BACKTRACE_FLAG_NEW_TARGET) || !skipping ||
                !js_same_value(ctx, sf->cur_func, filter_func))
                continue;
        }
        if (skipping) {
            if (js_same_value(ctx, sf->cur_func, filter_func))
                skipping = false;
            continue;
        }
        if (js_frame_is_hidden(rt, sf))
            continue;
        if (c->count >= size)
            break;
        js_stack_entry_init(ctx->rt, &c->entry[c->count++], sf);
        if (js_frame_is_static_block(sf) && sf->prev_frame)
            last = sf = sf->prev_frame;
    }
    if (!sf && last && !skipping) {
        js_capture_callers(rt, c, size);
        js_capture_awaiters(ctx, c, size, js_running_promise(ctx, last));
    }
    JS_SetOpaque(obj, c);
    return obj;
}

static int js_define_stack(JSContext *ctx, JSValueConst error)
{
    JSStackHook *h = &ctx->rt->stack_hook;

    return JS_DefineProperty(
        ctx, error, JS_ATOM_stack, JS_UNDEFINED, h->getter, h->setter,
        JS_PROP_HAS_GET | JS_PROP_HAS_SET | JS_PROP_HAS_CONFIGURABLE |
            JS_PROP_HAS_ENUMERABLE | JS_PROP_CONFIGURABLE);
}

/* 'stack' is the first property of an error, though what it says can only be
   captured when the others are there. Return < 0 if exception. */
static int js_reserve_stack(JSContext *ctx, JSValueConst error)
{
    if (!ctx->rt->stack_hook.class_id || ctx->rt->in_build_stack_trace)
        return 0;
    if (js_define_stack(ctx, error) < 0)
        return -1;
    JS_VALUE_GET_OBJ(error)->u.object_data = JS_UNINITIALIZED;
    return 0;
}

static bool js_is_stack_reserved(JSValueConst error)
{
    JSObject *p = JS_VALUE_GET_OBJ(error);
    return p->class_id == JS_CLASS_ERROR &&
           JS_IsUninitialized(p->u.object_data);
}

/* see JS_GetErrorPosition() */
static void js_attach_position(JSContext *ctx, JSValueConst error, int line_num,
                               int col_num)
{
    JSRuntime *rt = ctx->rt;
    JSValue capture;

    capture = js_capture_stack(ctx, JS_UNDEFINED, "", line_num, col_num,
                               JS_BACKTRACE_FLAG_SINGLE_LEVEL, 1);
    if (!JS_IsException(capture))
        JS_DefinePropertyValue(ctx, error, rt->stack_hook.slot, capture, 0);
    /* that is where it is thrown, and not where the text was given */
    JS_FreeValueRT(rt, rt->throw_func);
    rt->throw_func = JS_UNDEFINED;
    JS_FreeValueRT(rt, rt->throw_value);
    rt->throw_value = js_dup(error);
}

static void js_attach_stack(JSContext *ctx, JSValueConst error,
                            JSValueConst filter_func, const char *filename,
                            int line_num, int col_num, int flags)
{
    int limit = js_stack_limit(ctx);
    JSValue capture = JS_UNDEFINED;

    if (!(flags & JS_BACKTRACE_FLAG_FILTER_FUNC) &&
        !can_store_error_stack(error) && !can_add_backtrace(error))
        return;
    if (filename && ctx->rt->syntax_line) {
        js_attach_position(ctx, error, line_num, col_num);
        filename = NULL;
    }
    if (limit >= 0)
        capture = js_capture_stack(ctx, filter_func, filename, line_num,
                                   col_num, flags, limit);
    if (JS_IsException(capture))
        return;
    if (!js_is_stack_reserved(error) && js_define_stack(ctx, error) < 0) {
        JS_FreeValue(ctx, capture);
        return;
    }
    JS_SetStackSlot(ctx, error, capture);
}

/* The host's hook gets the error that was just made; what was thrown before
   stays so. */
static void js_call_stack_hook(JSContext *ctx, JSValueConst error,
                               JSValueConst filter_func, const char *filename,
                               int line_num, int col_num, int flags)
{
    JSRuntime *rt = ctx->rt;
    bool noted = rt->throw_noted;
    size_t limit = rt->malloc_state.malloc_limit;
    JSValue saved_error = js_dup(error), exception = JS_GetException(ctx);

    rt->in_build_stack_trace = true;
    /* the stack has to fit, too */
    if (limit != 0)
        rt->malloc_state.malloc_limit = limit + 65536;
    js_need_begin(ctx);
    js_attach_stack(ctx, saved_error, filter_func, filename, line_num, col_num,
                    flags);
    js_need_end(ctx);
    rt->malloc_state.malloc_limit = limit;
    rt->in_build_stack_trace = false;
    JS_Throw(ctx, exception);
    rt->throw_noted = noted || rt->syntax_line;
    JS_FreeValue(ctx, saved_error);
}
