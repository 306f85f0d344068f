/*
 * contexts.c - further contexts of an engine, for node:vm.
 *
 * A context is a realm of quickjs: its own Object, Array, Error and so on, in
 * the same heap and with the same queues. Its global object is exotic and shows
 * two others, the sandbox that the program gave, which comes first, and behind
 * it the inner one, which has the built-ins:
 *
 *     code in the context --> global --+--> sandbox   (and what it inherits)
 *                                      +--> inner     Array, JSON, ...
 *
 * What is written, declared, defined or deleted is so in the sandbox. Without a
 * sandbox the global object is the inner one itself.
 *
 *     makeContext(sandbox or undefined, whether it has microtasks of its own,
 *                 complete)
 *                          a handle; complete(inner) is called before anything
 *                          sees the context
 *     countContexts()                             that have a handle
 *     getGlobal(handle)
 *     runOwnMicrotasks(handle)
 *     compileScript(text, name, line, handle or undefined, awaits)
 *     compileFunction(text, name, line, params, handle or undefined)
 *     runScript(script, timeout in ms or 0, whether SIGINT ends it)
 *
 * A context with microtasks of its own (microtaskMode 'afterEvaluate') runs
 * them when a script of it has ended, within the script's time, and at no other
 * time.
 *
 * A context lives as long as something of it does: its functions, its global
 * object's variables, or its handle.
 */
#include "engine/internal.h"

#include <errno.h>
#include <string.h>

typedef struct vm_global {
    JSValue sandbox;
    JSValue inner;
} vm_global;

typedef struct vm_context {
    JSContext *ctx;
    JSValue anchor; /* a native function of the context, which holds it */
} vm_context;

typedef struct vm_script {
    JSContext *ctx; /* which the bytecode holds */
    JSValue bytecode;
} vm_script;

/* ---- The global object -------------------------------------------------- */

static vm_global *global_of(JSContext *ctx, JSValueConst object)
{
    return JS_GetOpaque(object, engine__of(ctx)->classes.vm_global);
}

static bool is_same(JSValueConst a, JSValueConst b)
{
    return JS_IsObject(a) && JS_VALUE_GET_PTR(a) == JS_VALUE_GET_PTR(b);
}

/* Code inside the context sees the global object in place of the sandbox. */
static JSValue context_show(JSContext *ctx, const vm_global *g,
                            JSValueConst global, JSValue value)
{
    if (!is_same(value, g->sandbox))
        return value;
    JS_FreeValue(ctx, value);
    return JS_DupValue(ctx, global);
}

static int get_own(JSContext *ctx, JSPropertyDescriptor *desc,
                   JSValueConst object, JSAtom name)
{
    const vm_global *g = global_of(ctx, object);
    const int has = JS_GetOwnProperty(ctx, desc, g->sandbox, name);

    if (has == 0)
        return JS_GetOwnProperty(ctx, desc, g->inner, name);
    if (has > 0 && desc != NULL)
        desc->value = context_show(ctx, g, object, desc->value);
    return has;
}

static JSValue context_get(JSContext *ctx, JSValueConst object, JSAtom name,
                           JSValueConst receiver)
{
    const vm_global *g = global_of(ctx, object);
    const int has = JS_HasProperty(ctx, g->sandbox, name);
    (void)receiver;

    if (has < 0)
        return JS_EXCEPTION;
    if (has == 0)
        return JS_GetProperty(ctx, g->inner, name);
    return context_show(ctx, g, object, JS_GetProperty(ctx, g->sandbox, name));
}

static int context_has(JSContext *ctx, JSValueConst object, JSAtom name)
{
    const vm_global *g = global_of(ctx, object);
    const int found = JS_HasProperty(ctx, g->sandbox, name);

    return found != 0 ? found : JS_HasProperty(ctx, g->inner, name);
}

/* An own property of the inner object that must stay as it is: NaN, undefined,
 * or one that the program has frozen. */
static int is_fixed(JSContext *ctx, const vm_global *g, JSAtom name, int flag)
{
    JSPropertyDescriptor desc;
    const int found = JS_GetOwnProperty(ctx, &desc, g->inner, name);

    if (found <= 0)
        return found;
    JS_FreeValue(ctx, desc.value);
    JS_FreeValue(ctx, desc.getter);
    JS_FreeValue(ctx, desc.setter);
    return !(desc.flags & (flag | JS_PROP_GETSET));
}

/* Would the sandbox refuse an assignment? Outside of strict mode that is not an
 * error. */
static int context_refuses(JSContext *ctx, JSValueConst sandbox, JSAtom name)
{
    JSPropertyDescriptor desc;
    const int found = JS_GetOwnProperty(ctx, &desc, sandbox, name);

    if (found < 0)
        return -1;
    if (found == 0)
        return JS_IsProxy(sandbox) ? 0 : !JS_IsExtensible(ctx, sandbox);
    const bool accessor = desc.flags & JS_PROP_GETSET;
    const bool refused = accessor ? JS_IsUndefined(desc.setter)
                                  : !(desc.flags & JS_PROP_WRITABLE);
    JS_FreeValue(ctx, desc.value);
    JS_FreeValue(ctx, desc.getter);
    JS_FreeValue(ctx, desc.setter);
    return refused;
}

/* Does the code that runs belong to the context? */
static bool is_own_global(JSContext *ctx, JSValueConst object)
{
    JSValue global = JS_GetGlobalObject(ctx);
    const bool same = is_same(global, object);

    JS_FreeValue(ctx, global);
    return same;
}

/* In V8 an assignment from outside fails as a definition. */
static int throw_redefined(JSContext *ctx, JSAtom name)
{
    const char *text = JS_AtomToCString(ctx, name);

    JS_ThrowTypeError(ctx, "Cannot redefine property: %s", text ? text : "");
    JS_FreeCString(ctx, text);
    return -1;
}

static int context_set(JSContext *ctx, JSValueConst object, JSAtom name,
                       JSValueConst value, JSValueConst receiver, int flags)
{
    const vm_global *g = global_of(ctx, object);
    const int fixed = is_fixed(ctx, g, name, JS_PROP_WRITABLE);
    (void)flags;

    if (fixed < 0)
        return -1;
    if (!is_same(receiver, object)) /* object is its prototype */
        return JS_DefinePropertyValue(ctx, receiver, name,
                                      JS_DupValue(ctx, value), JS_PROP_C_W_E);
    JSValueConst target = fixed ? g->inner : g->sandbox;
    const bool within = is_own_global(ctx, object);
    const int refused =
        JS_IsStrictMode(ctx) && within ? 0 : context_refuses(ctx, target, name);
    if (refused < 0)
        return -1;
    if (refused > 0)
        return JS_IsStrictMode(ctx) ? throw_redefined(ctx, name) : 0;
    return JS_SetProperty(ctx, target, name, JS_DupValue(ctx, value));
}

static int define_own(JSContext *ctx, JSValueConst object, JSAtom name,
                      JSValueConst value, JSValueConst getter,
                      JSValueConst setter, int flags)
{
    const vm_global *g = global_of(ctx, object);
    const int fixed = is_fixed(ctx, g, name, JS_PROP_CONFIGURABLE);

    if (fixed < 0)
        return -1;
    return JS_DefineProperty(ctx, fixed ? g->inner : g->sandbox, name, value,
                             getter, setter, flags);
}

static int delete_own(JSContext *ctx, JSValueConst object, JSAtom name)
{
    const vm_global *g = global_of(ctx, object);
    const int deleted = JS_DeleteProperty(ctx, g->sandbox, name, 0);

    return deleted <= 0 ? deleted : JS_DeleteProperty(ctx, g->inner, name, 0);
}

/* Append the names of `object` to the list, but those that `known` has. */
static int append_names(JSContext *ctx, JSPropertyEnum **list, uint32_t *count,
                        JSValueConst object, JSValueConst known)
{
    JSPropertyEnum *names;
    uint32_t n;

    if (JS_GetOwnPropertyNames(ctx, &names, &n, object,
                               JS_GPN_STRING_MASK | JS_GPN_SYMBOL_MASK) < 0)
        return -1;
    JSPropertyEnum *more =
        js_realloc(ctx, *list, (*count + n + 1) * sizeof *more);
    int err = more == NULL ? -1 : 0;
    if (more != NULL)
        *list = more;
    for (uint32_t i = 0; i < n && err == 0; i++) {
        const int twice =
            JS_IsObject(known)
                ? JS_GetOwnProperty(ctx, NULL, known, names[i].atom)
                : 0;
        if (twice == 0)
            more[(*count)++] = (JSPropertyEnum){
                .atom = JS_DupAtom(ctx, names[i].atom),
            };
        err = twice < 0 ? -1 : 0;
    }
    JS_FreePropertyEnum(ctx, names, n);
    return err;
}

static int get_own_names(JSContext *ctx, JSPropertyEnum **names,
                         uint32_t *count, JSValueConst object)
{
    const vm_global *g = global_of(ctx, object);
    JSPropertyEnum *list = NULL;
    uint32_t n = 0;

    if (append_names(ctx, &list, &n, g->inner, g->sandbox) < 0 ||
        append_names(ctx, &list, &n, g->sandbox, JS_UNDEFINED) < 0) {
        JS_FreePropertyEnum(ctx, list, n);
        return -1;
    }
    *names = list;
    *count = n;
    return 0;
}

static const JSClassExoticMethods exotic = {
    .get_own_property = get_own,
    .get_own_property_names = get_own_names,
    .delete_property = delete_own,
    .define_own_property = define_own,
    .has_property = context_has,
    .get_property = context_get,
    .set_property = context_set,
};

static void finalize_global(JSRuntime *rt, JSValueConst val)
{
    engine *e = JS_GetRuntimeOpaque(rt);
    vm_global *g = JS_GetOpaque(val, e->classes.vm_global);

    if (g == NULL)
        return;
    JS_FreeValueRT(rt, g->sandbox);
    JS_FreeValueRT(rt, g->inner);
    js_free_rt(rt, g);
}

static void mark_global(JSRuntime *rt, JSValueConst val, JS_MarkFunc *mark_func)
{
    engine *e = JS_GetRuntimeOpaque(rt);
    const vm_global *g = JS_GetOpaque(val, e->classes.vm_global);

    if (g == NULL)
        return;
    JS_MarkValue(rt, g->sandbox, mark_func);
    JS_MarkValue(rt, g->inner, mark_func);
}

/* ---- Contexts ----------------------------------------------------------- */

static void finalize_context(JSRuntime *rt, JSValueConst val)
{
    engine *e = JS_GetRuntimeOpaque(rt);
    vm_context *c = JS_GetOpaque(val, e->classes.vm_context);

    if (c == NULL)
        return;
    e->contexts--;
    JS_FreeValueRT(rt, c->anchor);
    js_free_rt(rt, c);
}

static void mark_context(JSRuntime *rt, JSValueConst val,
                         JS_MarkFunc *mark_func)
{
    engine *e = JS_GetRuntimeOpaque(rt);
    const vm_context *c = JS_GetOpaque(val, e->classes.vm_context);

    if (c != NULL)
        JS_MarkValue(rt, c->anchor, mark_func);
}

static void delete_name(JSContext *ctx, JSValueConst object, const char *name)
{
    JSAtom atom = JS_NewAtom(ctx, name);

    JS_DeleteProperty(ctx, object, atom, 0);
    JS_FreeAtom(ctx, atom);
}

/* As in Node: globals that only the engine has are removed. Stacks
 * are own properties of errors. */
/* Only the first context's global object is a "[object global]". */
static void delete_tag(JSContext *ctx, JSValueConst inner)
{
    JSValue symbol = JS_GetPropertyStr(ctx, inner, "Symbol");
    JSValue tag = JS_GetPropertyStr(ctx, symbol, "toStringTag");
    JSAtom name = JS_ValueToAtom(ctx, tag);

    JS_DeleteProperty(ctx, inner, name, 0);
    JS_FreeAtom(ctx, name);
    JS_FreeValue(ctx, tag);
    JS_FreeValue(ctx, symbol);
}

static void tidy_global(JSContext *ctx, JSValueConst inner)
{
    static const char *const extra[] = {
        "performance", "DOMException",   "btoa",          "atob",
        "navigator",   "queueMicrotask", "InternalError",
    };

    for (size_t i = 0; i < sizeof extra / sizeof *extra; i++)
        delete_name(ctx, inner, extra[i]);
    delete_tag(ctx, inner);
    JSValue error = JS_GetPropertyStr(ctx, inner, "Error");
    JSValue proto = JS_GetPropertyStr(ctx, error, "prototype");
    delete_name(ctx, proto, "stack");
    delete_name(ctx, error, "prepareStackTrace");
    JS_DefinePropertyValueStr(ctx, error, "stackTraceLimit",
                              JS_NewInt32(ctx, 10), JS_PROP_C_W_E);
    JS_FreeValue(ctx, proto);
    JS_FreeValue(ctx, error);
}

static JSValue context_nothing(JSContext *ctx, JSValueConst self, int argc,
                               JSValueConst *argv)
{
    (void)ctx;
    (void)self;
    (void)argc;
    (void)argv;
    return JS_UNDEFINED;
}

/* V8 has a console in each context, which writes to an inspector: to nothing if
 * there is none. */
static int add_console(JSContext *ctx, JSValueConst inner)
{
    static const char *const names[] = {
        "debug",   "error",      "info",           "log",
        "warn",    "dir",        "dirxml",         "table",
        "trace",   "group",      "groupCollapsed", "groupEnd",
        "clear",   "count",      "countReset",     "assert",
        "profile", "profileEnd", "time",           "timeLog",
        "timeEnd", "timeStamp",
    };
    JSValue console = JS_NewObject(ctx);

    if (JS_IsException(console))
        return -1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        JS_DefinePropertyValueStr(
            ctx, console, names[i],
            JS_NewCFunction(ctx, context_nothing, names[i], 0), JS_PROP_C_W_E);
    return JS_DefinePropertyValueStr(ctx, inner, "console", console,
                                     JS_PROP_CONFIGURABLE | JS_PROP_WRITABLE);
}

/* Put the exotic object in the place of the global one. */
static int wrap_global(engine *e, JSContext *ctx, JSValue inner,
                       JSValueConst sandbox)
{
    JSValue proto = JS_GetPrototype(ctx, inner);
    JSValue global = JS_NewObjectProtoClass(ctx, proto, e->classes.vm_global);
    vm_global *g = JS_IsException(global) ? NULL : js_mallocz(ctx, sizeof *g);

    JS_FreeValue(ctx, proto);
    if (g == NULL) {
        JS_FreeValue(ctx, global);
        JS_FreeValue(ctx, inner);
        return -1;
    }
    g->sandbox = JS_DupValue(ctx, sandbox);
    g->inner = inner;
    JS_SetOpaque(global, g);
    JS_SetGlobalObject(ctx, JS_DupValue(ctx, global));
    return JS_DefinePropertyValueStr(ctx, inner, "globalThis", global,
                                     JS_PROP_CONFIGURABLE | JS_PROP_WRITABLE);
}

/* `complete` defines in the global object what lib/ has instead of V8. */
static int complete_global(engine *e, JSValueConst inner, JSValueConst handle,
                           JSValueConst complete)
{
    JSValueConst args[] = { inner, handle };
    JSValue result = JS_Call(e->ctx, complete, JS_UNDEFINED, 2, args);

    JS_FreeValue(e->ctx, result);
    return JS_IsException(result) ? -1 : 0;
}

static int open_context(engine *e, JSContext *ctx, JSValueConst sandbox,
                        JSValueConst handle, JSValueConst complete)
{
    JS_SetContextOpaque(ctx, e);
    JSValue inner = JS_GetGlobalObject(ctx);
    tidy_global(ctx, inner);
    if (add_console(ctx, inner) < 0 ||
        complete_global(e, inner, handle, complete) < 0) {
        JS_FreeValue(ctx, inner);
        return -1;
    }
    if (JS_IsObject(sandbox))
        return wrap_global(e, ctx, inner, sandbox);
    JS_FreeValue(ctx, inner);
    return 0;
}

/* Takes the caller's reference to the context. */
static JSValue make_handle(engine *e, JSContext *ctx)
{
    JSValue handle = JS_NewObjectClass(e->ctx, (int)e->classes.vm_context);
    vm_context *c =
        JS_IsException(handle) ? NULL : js_mallocz(e->ctx, sizeof *c);

    if (c != NULL) {
        e->contexts++;
        c->ctx = ctx;
        c->anchor = JS_NewCFunction(ctx, context_nothing, "", 0);
        JS_SetOpaque(handle, c);
    }
    JS_FreeContext(ctx);
    if (c != NULL && !JS_IsException(c->anchor))
        return handle;
    JS_FreeValue(e->ctx, handle);
    return JS_EXCEPTION;
}

static JSValue js_make_context(JSContext *caller, JSValueConst self, int argc,
                               JSValueConst *argv)
{
    engine *e = engine__of(caller);
    JSContext *ctx = JS_NewContext(e->rt);
    (void)self;
    (void)argc;

    if (ctx == NULL)
        return JS_ThrowOutOfMemory(e->ctx);
    const bool owns_jobs = JS_ToBool(e->ctx, argv[1]) > 0;
    JSValue handle = make_handle(e, ctx);
    if (JS_IsException(handle))
        return handle;
    if (open_context(e, ctx, argv[0], handle, argv[2]) < 0 ||
        (owns_jobs && JS_SetOwnJobs(ctx) < 0)) {
        JS_FreeValue(e->ctx, handle);
        return JS_EXCEPTION;
    }
    return handle;
}

static JSValue js_count_contexts(JSContext *ctx, JSValueConst self, int argc,
                                 JSValueConst *argv)
{
    (void)self;
    (void)argc;
    (void)argv;

    return JS_NewInt64(ctx, (int64_t)engine__of(ctx)->contexts);
}

JSContext *engine__context_of(engine *e, JSValueConst handle)
{
    const vm_context *c = e->classes.vm_context == 0
                              ? NULL
                              : JS_GetOpaque(handle, e->classes.vm_context);

    return c == NULL ? e->ctx : c->ctx;
}

static JSValue js_get_global(JSContext *ctx, JSValueConst self, int argc,
                             JSValueConst *argv)
{
    (void)self;
    (void)argc;
    return JS_GetGlobalObject(engine__context_of(engine__of(ctx), argv[0]));
}

/* ---- Scripts ------------------------------------------------------------ */

static void finalize_script(JSRuntime *rt, JSValueConst val)
{
    engine *e = JS_GetRuntimeOpaque(rt);
    vm_script *s = JS_GetOpaque(val, e->classes.vm_script);

    if (s == NULL)
        return;
    JS_FreeValueRT(rt, s->bytecode);
    js_free_rt(rt, s);
}

static void mark_script(JSRuntime *rt, JSValueConst val, JS_MarkFunc *mark_func)
{
    engine *e = JS_GetRuntimeOpaque(rt);
    const vm_script *s = JS_GetOpaque(val, e->classes.vm_script);

    if (s != NULL)
        JS_MarkValue(rt, s->bytecode, mark_func);
}

static JSValue throw_number(engine *e, int err)
{
    if (err == ENGINE_STOPPED)
        return engine__throw_stopped(e);
    return err == -ENOMEM ? JS_ThrowOutOfMemory(e->ctx) : JS_EXCEPTION;
}

static bool open_source(JSContext *ctx, JSValueConst *argv, engine_source *out)
{
    *out = (engine_source){ 0 };
    if (JS_ToInt32(ctx, (int32_t *)&out->line, argv[2]) < 0)
        return false;
    out->text = JS_ToCStringLen(ctx, &out->len, argv[0]);
    out->name = out->text == NULL ? NULL : JS_ToCString(ctx, argv[1]);
    if (out->name != NULL)
        return true;
    JS_FreeCString(ctx, out->text);
    return false;
}

static void close_source(JSContext *ctx, const engine_source *source)
{
    JS_FreeCString(ctx, source->text);
    JS_FreeCString(ctx, source->name);
}

/* Takes the bytecode over. */
static JSValue make_script(engine *e, JSContext *ctx, JSValue bytecode)
{
    JSValue script = JS_NewObjectClass(e->ctx, (int)e->classes.vm_script);
    vm_script *s =
        JS_IsException(script) ? NULL : js_mallocz(e->ctx, sizeof *s);

    if (s == NULL) {
        JS_FreeValue(e->ctx, bytecode);
        JS_FreeValue(e->ctx, script);
        return JS_EXCEPTION;
    }
    s->ctx = ctx;
    s->bytecode = bytecode;
    JS_SetOpaque(script, s);
    return script;
}

static JSValue js_compile_script(JSContext *caller, JSValueConst self, int argc,
                                 JSValueConst *argv)
{
    engine *e = engine__of(caller);
    JSContext *ctx = engine__context_of(e, argv[3]);
    engine_source source;
    engine_code *code = NULL;
    (void)self;
    (void)argc;

    if (!open_source(e->ctx, argv, &source))
        return JS_EXCEPTION;
    source.awaits = JS_ToBool(e->ctx, argv[4]) > 0;
    const int err = engine__compile_script(e, ctx, &source, &code);
    close_source(e->ctx, &source);
    if (err < 0)
        return throw_number(e, err);
    return make_script(e, ctx, engine__take_bytecode(e, code));
}

/* One name for all parameters: they are joined by commas where they go. */
static JSValue js_compile_function(JSContext *caller, JSValueConst self,
                                   int argc, JSValueConst *argv)
{
    engine *e = engine__of(caller);
    engine_source source;
    engine_code *code = NULL;
    (void)self;
    (void)argc;

    if (!open_source(e->ctx, argv, &source))
        return JS_EXCEPTION;
    JSContext *ctx = engine__context_of(e, argv[4]);
    const char *params = JS_ToCString(e->ctx, argv[3]);
    const int err =
        params == NULL
            ? ENGINE_THREW
            : engine__compile_function(e, ctx, &source, &params, 1, &code);
    JS_FreeCString(e->ctx, params);
    close_source(e->ctx, &source);
    if (err < 0)
        return throw_number(e, err);
    JSValue bytecode = engine__take_bytecode(e, code);
    JSValue function = engine__evaluate(e, ctx, bytecode);
    JS_FreeValue(e->ctx, bytecode);
    return function;
}

/* ---- Running ------------------------------------------------------------ */

/* Scripts nest, each with a time of its own: the earliest end counts. After
 * that time nothing can catch the exception, and it leaves all scripts whose
 * own time is not over yet. */
static JSValue leave_deadline(engine *e, uint64_t own_ns, uint64_t outer_ns,
                              uint32_t ms, JSValue result)
{
    const bool mine = e->deadline_met && own_ns <= e->deadline_ns;

    e->deadline_ns = outer_ns;
    JS_SetPollAlways(e->rt, outer_ns != 0 || e->breakable > 0);
    if (!mine)
        return result;
    e->deadline_met =
        outer_ns != 0 && e->world.clock_ns(e->world.ctx) >= outer_ns;
    if (!JS_IsException(result) || engine__is_stopped(e) || e->deadline_met)
        return result;
    JS_EndStop(e->ctx);
    JS_ThrowPlainError(e->ctx, "Script execution timed out after %ums", ms);
    return engine__add_code(e, "ERR_SCRIPT_EXECUTION_TIMEOUT");
}

void engine_set_breaker(engine *e, engine_breaker_fn *fn, void *arg)
{
    e->breaker = fn;
    e->breaker_arg = arg;
}

/* A microtask throws only what nothing can catch: its time has passed. */
static JSValue run_own_microtasks(JSContext *ctx)
{
    int ran;

    while ((ran = JS_ExecuteOwnJob(ctx)) > 0)
        ;
    return ran < 0 ? JS_EXCEPTION : JS_UNDEFINED;
}

static JSValue js_run_own_microtasks(JSContext *caller, JSValueConst self,
                                     int argc, JSValueConst *argv)
{
    (void)self;
    (void)argc;

    return run_own_microtasks(engine__context_of(engine__of(caller), argv[0]));
}

static JSValue run_whole(engine *e, const vm_script *s)
{
    JSValue result = engine__evaluate(e, s->ctx, s->bytecode);

    if (JS_IsException(result) || !JS_IsException(run_own_microtasks(s->ctx)))
        return result;
    JS_FreeValue(e->ctx, result);
    return JS_EXCEPTION;
}

/* Evaluate a script that a signal may end. */
static JSValue run_breakable(engine *e, const vm_script *s)
{
    e->breakable++;
    JS_SetPollAlways(e->rt, true);
    JSValue result = run_whole(e, s);
    e->breakable--;
    JS_SetPollAlways(e->rt, e->deadline_ns != 0 || e->breakable > 0);
    if (!e->broken)
        return result;
    e->broken = false;
    if (!JS_IsException(result) || engine__is_stopped(e))
        return result;
    JS_EndStop(e->ctx);
    JS_ThrowPlainError(e->ctx, "Script execution was interrupted by `SIGINT`");
    return engine__add_code(e, "ERR_SCRIPT_EXECUTION_INTERRUPTED");
}

static JSValue context_evaluate(engine *e, const vm_script *s,
                                JSValueConst breaks)
{
    return JS_ToBool(e->ctx, breaks) > 0 ? run_breakable(e, s)
                                         : run_whole(e, s);
}

static JSValue js_run_script(JSContext *caller, JSValueConst self, int argc,
                             JSValueConst *argv)
{
    engine *e = engine__of(caller);
    const vm_script *s = JS_GetOpaque(argv[0], e->classes.vm_script);
    uint32_t ms = 0;
    (void)self;
    (void)argc;

    if (s == NULL || JS_ToUint32(e->ctx, &ms, argv[1]) < 0)
        return JS_ThrowTypeError(e->ctx, "not a script");
    if (ms == 0)
        return engine__leave_native(e, context_evaluate(e, s, argv[2]));
    const uint64_t outer_ns = e->deadline_ns;
    const uint64_t own_ns =
        e->world.clock_ns(e->world.ctx) + (uint64_t)ms * 1000000;
    if (outer_ns == 0 || own_ns < outer_ns)
        e->deadline_ns = own_ns;
    JS_SetPollAlways(e->rt, true);
    JSValue result = leave_deadline(e, own_ns, outer_ns, ms,
                                    context_evaluate(e, s, argv[2]));
    return JS_IsException(result) ? result : engine__leave_native(e, result);
}

/* ---- The binding -------------------------------------------------------- */

static int open_class(engine *e, JSClassID *id, const JSClassDef *def)
{
    JS_NewClassID(e->rt, id);
    return JS_NewClass(e->rt, *id, def);
}

JSValue engine__contexts_binding(engine *e)
{
    static const JSCFunctionListEntry functions[] = {
        JS_CFUNC_DEF("makeContext", 3, js_make_context),
        JS_CFUNC_DEF("countContexts", 0, js_count_contexts),
        JS_CFUNC_DEF("getGlobal", 1, js_get_global),
        JS_CFUNC_DEF("compileScript", 5, js_compile_script),
        JS_CFUNC_DEF("compileFunction", 5, js_compile_function),
        JS_CFUNC_DEF("runScript", 3, js_run_script),
        JS_CFUNC_DEF("runOwnMicrotasks", 1, js_run_own_microtasks),
    };
    /* quickjs only reads it. */
    JSClassExoticMethods *methods = (JSClassExoticMethods *)(uintptr_t)&exotic;
    const JSClassDef global = { "Object", finalize_global, mark_global, NULL,
                                methods };
    const JSClassDef context = { "Context", finalize_context, mark_context,
                                 NULL, NULL };
    const JSClassDef script = { "CompiledScript", finalize_script, mark_script,
                                NULL, NULL };

    if (open_class(e, &e->classes.vm_global, &global) < 0 ||
        open_class(e, &e->classes.vm_context, &context) < 0 ||
        open_class(e, &e->classes.vm_script, &script) < 0)
        return JS_ThrowOutOfMemory(e->ctx);
    return engine__make_object(e, functions,
                               sizeof functions / sizeof *functions);
}
