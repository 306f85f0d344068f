/*
 * modules_binding.c - modules for lib/: what internalBinding('modules') is.
 *
 * JavaScript holds a module by a handle, an object whose methods are the steps
 * of modules.h. The loaders in lib/internal/modules decide what is loaded and
 * when; nothing here does.
 *
 *     compileFunction(text, name, params)     a function, not called
 *     runScript(text, name, line)             the script's last value
 *     compileScript(text, name, line)         for runCompiled(), once: the same
 *                                             in two steps
 *     compileModule(text, name, line, context) a handle; the last two may be
 *                                             left out
 *     makeModule(name, exportNames, fill)     a handle; fill(handle) is called
 *                                             when it is evaluated
 *     setCallbacks(import, meta)              import(specifier, referrer,
 *                                             attributes, global object of
 *                                             a vm context, is it of
 *                                             import.source()?) -> promise,
 *                                             meta(object, handle)
 *     handle.requests                         [{ specifier, attributes, line,
 *                                             column, isSource }], a new array
 *                                             each time
 *     handle.state                            one of the words in state_name()
 *     handle.linkRequest(i, handle)   .link()   .evaluate()
 *     handle.setExport(name, value)   .namespace   .error
 *     handle.awaits                           its graph awaits at top level
 *     handle.awaitsItself                     it does so itself
 *     handle.running                          its graph is on the stack
 */
#include "engine/modules.h"

#include <errno.h>
#include <string.h>

/* ---- From error numbers to exceptions ----------------------------------- */

static JSValue throw_number(engine *e, int err)
{
    switch (err) {
    case ENGINE_THREW:
    case ENGINE_SYNTAX:
        return JS_EXCEPTION;
    case ENGINE_STOPPED:
        return engine__throw_stopped(e);
    case -ENOMEM:
        return JS_ThrowOutOfMemory(e->ctx);
    case -EBUSY:
        return JS_ThrowTypeError(e->ctx, "the module is not ready for this");
    case -ENOENT:
        return JS_ThrowTypeError(e->ctx, "the module has no such part");
    default:
        return JS_ThrowTypeError(e->ctx, "the module cannot do this (%d)", err);
    }
}

static engine_module *get_module(JSContext *ctx, JSValueConst handle)
{
    engine *e = engine__of(ctx);

    return JS_GetOpaque2(ctx, handle, e->classes.module);
}

/* ---- Sources ------------------------------------------------------------ */

/* Text and name as C strings, or false with an exception pending. */
static bool open_source(JSContext *ctx, JSValueConst text, JSValueConst name,
                        engine_source *out)
{
    *out = (engine_source){ 0 };
    out->text = JS_ToCStringLen(ctx, &out->len, text);
    if (out->text == NULL)
        return false;
    out->name = JS_ToCString(ctx, name);
    if (out->name != NULL)
        return true;
    JS_FreeCString(ctx, out->text);
    return false;
}

static void close_source(JSContext *ctx, engine_source *source)
{
    JS_FreeCString(ctx, source->text);
    JS_FreeCString(ctx, source->name);
}

/* Run what was compiled, and free it. */
static JSValue run_and_free(engine *e, engine_code *code)
{
    const engine__scope scope = engine__open_scope(e);
    napi_value result = NULL;
    const int err = engine_run_code(e, code, &result);
    JSValue value = err < 0 ? throw_number(e, err)
                            : JS_DupValue(e->ctx, engine__value(result));

    engine__close_scope(e, scope);
    engine_free_code(e, code);
    return value;
}

/* NULL with an exception pending. */
static engine_code *compile_script(engine *e, JSValueConst *argv)
{
    engine_source source;
    engine_code *code = NULL;

    if (!open_source(e->ctx, argv[0], argv[1], &source))
        return NULL;
    if (JS_ToUint32(e->ctx, &source.line, argv[2]) < 0) {
        close_source(e->ctx, &source);
        return NULL;
    }
    const int err = engine_compile_script(e, &source, &code);
    close_source(e->ctx, &source);
    if (err < 0)
        throw_number(e, err);
    return code;
}

static JSValue js_run_script(JSContext *ctx, JSValueConst self, int argc,
                             JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine_code *code = compile_script(e, argv);
    (void)self;
    (void)argc;

    return code == NULL ? JS_EXCEPTION : run_and_free(e, code);
}

/* A script that was compiled before and never run is freed. */
static JSValue js_compile_script(JSContext *ctx, JSValueConst self, int argc,
                                 JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine_code *code = compile_script(e, argv);
    (void)self;
    (void)argc;

    if (code == NULL)
        return JS_EXCEPTION;
    engine_free_code(e, e->modules->compiled);
    e->modules->compiled = code;
    return JS_UNDEFINED;
}

static JSValue js_run_compiled(JSContext *ctx, JSValueConst self, int argc,
                               JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine_code *code = e->modules->compiled;
    (void)self;
    (void)argc;
    (void)argv;

    e->modules->compiled = NULL;
    return code == NULL ? JS_UNDEFINED : run_and_free(e, code);
}

/* ---- Lists of names ----------------------------------------------------- */

typedef struct names {
    const char **name;
    size_t count;
} names;

static void close_names(JSContext *ctx, names *n)
{
    for (size_t i = 0; i < n->count; i++)
        JS_FreeCString(ctx, n->name[i]);
    js_free(ctx, (void *)n->name);
}

static bool add_name(JSContext *ctx, names *n, JSValueConst array, uint32_t i)
{
    JSValue item = JS_GetPropertyUint32(ctx, array, i);
    const char *text = JS_IsException(item) ? NULL : JS_ToCString(ctx, item);

    JS_FreeValue(ctx, item);
    if (text == NULL)
        return false;
    n->name[n->count++] = text;
    return true;
}

static bool open_names(JSContext *ctx, JSValueConst array, names *out)
{
    int64_t count;

    *out = (names){ 0 };
    if (JS_GetLength(ctx, array, &count) < 0)
        return false;
    out->name = js_malloc(ctx, ((size_t)count + 1) * sizeof *out->name);
    if (out->name == NULL)
        return false;
    for (uint32_t i = 0; i < (uint32_t)count; i++) {
        if (!add_name(ctx, out, array, i)) {
            close_names(ctx, out);
            return false;
        }
    }
    return true;
}

static JSValue js_compile_function(JSContext *ctx, JSValueConst self, int argc,
                                   JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine_source source;
    engine_code *code = NULL;
    names params;
    (void)self;
    (void)argc;

    if (!open_source(ctx, argv[0], argv[1], &source))
        return JS_EXCEPTION;
    if (!open_names(ctx, argv[2], &params)) {
        close_source(ctx, &source);
        return JS_EXCEPTION;
    }
    const int err =
        engine_compile_function(e, &source, params.name, params.count, &code);
    close_names(ctx, &params);
    close_source(ctx, &source);
    return err < 0 ? throw_number(e, err) : run_and_free(e, code);
}

/* ---- Handles ------------------------------------------------------------ */

/*
 * The record holds its handle, and the engine holds the record: a handle lives
 * as long as the engine, so that import.meta can find it again.
 */
static JSValue make_handle(engine *e, engine_module *m)
{
    JSValue handle = JS_NewObjectProtoClass(e->ctx, e->modules->handle_proto,
                                            e->classes.module);

    if (JS_IsException(handle))
        return handle;
    JS_SetOpaque(handle, m);
    m->handle = JS_DupValue(e->ctx, handle);
    return handle;
}

static JSValue js_compile_module(JSContext *ctx, JSValueConst self, int argc,
                                 JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine_source source;
    engine_module *m = NULL;
    JSContext *where = argc > 3 ? engine__context_of(e, argv[3]) : e->ctx;
    (void)self;

    if (!open_source(ctx, argv[0], argv[1], &source))
        return JS_EXCEPTION;
    if (argc > 2)
        JS_ToInt32(ctx, (int32_t *)&source.line, argv[2]);
    const int err = module__compile(e, where, &source, &m);
    close_source(ctx, &source);
    return err < 0 ? throw_number(e, err) : make_handle(e, m);
}

static JSValue js_make_module(JSContext *ctx, JSValueConst self, int argc,
                              JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine_module *m = NULL;
    names exports;
    (void)self;
    (void)argc;

    if (!JS_IsFunction(ctx, argv[2]))
        return JS_ThrowTypeError(ctx, "not a function");
    const char *name = JS_ToCString(ctx, argv[0]);
    if (name == NULL)
        return JS_EXCEPTION;
    if (!open_names(ctx, argv[1], &exports)) {
        JS_FreeCString(ctx, name);
        return JS_EXCEPTION;
    }
    const int err =
        module__make(e, name, exports.name, exports.count, argv[2], &m);
    close_names(ctx, &exports);
    JS_FreeCString(ctx, name);
    return err < 0 ? throw_number(e, err) : make_handle(e, m);
}

/* Takes the value over. */
static bool binding_set(JSContext *ctx, JSValueConst object, const char *name,
                        JSValue value)
{
    return !JS_IsException(value) &&
           JS_SetPropertyStr(ctx, object, name, value) >= 0;
}

static bool fill_request(JSContext *ctx, JSValueConst object,
                         const JSModuleRequest *r)
{
    JSValue attributes = JS_IsObject(r->attributes)
                             ? JS_DupValue(ctx, r->attributes)
                             : JS_NewObjectProto(ctx, JS_NULL);

    return binding_set(ctx, object, "isSource",
                       JS_NewBool(ctx, JS_IsBool(r->attributes))) &&
           binding_set(ctx, object, "attributes", attributes) &&
           binding_set(ctx, object, "specifier",
                       JS_AtomToString(ctx, r->specifier)) &&
           binding_set(ctx, object, "line", JS_NewInt32(ctx, r->line_num)) &&
           binding_set(ctx, object, "column", JS_NewInt32(ctx, r->col_num));
}

static JSValue make_request(JSContext *ctx, const engine_module *m, int index)
{
    const JSModuleRequest r = JS_GetModuleRequest(m->def, index);
    JSValue object = JS_NewObject(ctx);

    if (!JS_IsException(object) && !fill_request(ctx, object, &r)) {
        JS_FreeValue(ctx, object);
        object = JS_EXCEPTION;
    }
    return object;
}

static JSValue js_get_requests(JSContext *ctx, JSValueConst self)
{
    engine_module *m = get_module(ctx, self);

    if (m == NULL)
        return JS_EXCEPTION;
    JSValue array = JS_NewArray(ctx);
    const int count = JS_CountModuleRequests(m->def);
    for (int i = 0; i < count && !JS_IsException(array); i++) {
        JSValue item = make_request(ctx, m, i);
        if (JS_IsException(item) ||
            JS_SetPropertyUint32(ctx, array, (uint32_t)i, item) < 0) {
            JS_FreeValue(ctx, array);
            array = JS_EXCEPTION;
        }
    }
    return array;
}

static JSValue js_link_request(JSContext *ctx, JSValueConst self, int argc,
                               JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine_module *m = get_module(ctx, self);
    engine_module *target = m ? get_module(ctx, argv[1]) : NULL;
    uint32_t index;
    (void)argc;

    if (target == NULL || JS_ToUint32(ctx, &index, argv[0]) < 0)
        return JS_EXCEPTION;
    const int err = module__link_request(m, index, target);
    return err < 0 ? throw_number(e, err) : JS_UNDEFINED;
}

static JSValue js_link(JSContext *ctx, JSValueConst self, int argc,
                       JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine_module *m = get_module(ctx, self);
    (void)argc;
    (void)argv;

    if (m == NULL)
        return JS_EXCEPTION;
    const int err = module__link(e, m);
    return err < 0 ? throw_number(e, err) : JS_UNDEFINED;
}

static JSValue js_evaluate(JSContext *ctx, JSValueConst self, int argc,
                           JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine_module *m = get_module(ctx, self);
    JSValue promise = JS_UNDEFINED;
    (void)argc;
    (void)argv;

    if (m == NULL)
        return JS_EXCEPTION;
    const int err = module__evaluate(e, m, &promise);
    return err < 0 ? throw_number(e, err) : engine__leave_native(e, promise);
}

static JSValue js_set_export(JSContext *ctx, JSValueConst self, int argc,
                             JSValueConst *argv)
{
    engine *e = engine__of(ctx);
    engine_module *m = get_module(ctx, self);
    const char *name = m ? JS_ToCString(ctx, argv[0]) : NULL;
    (void)argc;

    if (name == NULL)
        return JS_EXCEPTION;
    const int err = module__set_export(e, m, name, argv[1]);
    JS_FreeCString(ctx, name);
    return err < 0 ? throw_number(e, err) : JS_UNDEFINED;
}

static JSValue js_get_namespace(JSContext *ctx, JSValueConst self)
{
    engine_module *m = get_module(ctx, self);

    if (m == NULL)
        return JS_EXCEPTION;
    return module__is_linked(m) ? JS_GetModuleNamespace(ctx, m->def)
                                : throw_number(engine__of(ctx), -EBUSY);
}

static JSValue js_get_error(JSContext *ctx, JSValueConst self)
{
    engine_module *m = get_module(ctx, self);
    JSValue error;

    if (m == NULL)
        return JS_EXCEPTION;
    return JS_GetModuleError(ctx, m->def, &error)
               ? error
               : throw_number(engine__of(ctx), -EINVAL);
}

static const char *state_name(const engine_module *m)
{
    switch (JS_GetModuleStatus(m->def)) {
    case JS_MODULE_STATUS_UNLINKED:
    case JS_MODULE_STATUS_LINKING:
        return "unlinked";
    case JS_MODULE_STATUS_LINKED:
        return "linked";
    case JS_MODULE_STATUS_EVALUATING:
        return "running";
    case JS_MODULE_STATUS_EVALUATED:
        return JS_GetModuleError(NULL, m->def, NULL) ? "errored" : "evaluated";
    default:
        return "pending";
    }
}

static JSValue js_get_state(JSContext *ctx, JSValueConst self)
{
    engine_module *m = get_module(ctx, self);

    return m ? JS_NewString(ctx, state_name(m)) : JS_EXCEPTION;
}

static JSValue js_get_awaits(JSContext *ctx, JSValueConst self)
{
    engine_module *m = get_module(ctx, self);

    if (m == NULL)
        return JS_EXCEPTION;
    const int awaits = module__awaits(m);
    return awaits < 0 ? throw_number(engine__of(ctx), awaits)
                      : JS_NewBool(ctx, awaits > 0);
}

static JSValue js_get_awaits_itself(JSContext *ctx, JSValueConst self)
{
    engine_module *m = get_module(ctx, self);

    return m ? JS_NewBool(ctx, JS_HasTopLevelAwait(m->def)) : JS_EXCEPTION;
}

static JSValue js_get_running(JSContext *ctx, JSValueConst self)
{
    engine_module *m = get_module(ctx, self);

    return m ? JS_NewBool(ctx, module__runs(m)) : JS_EXCEPTION;
}

/* ---- import() and import.meta ------------------------------------------- */

static JSValue js_set_callbacks(JSContext *ctx, JSValueConst self, int argc,
                                JSValueConst *argv)
{
    struct engine__modules *all = engine__of(ctx)->modules;
    (void)self;
    (void)argc;

    if (!JS_IsFunction(ctx, argv[0]) || !JS_IsFunction(ctx, argv[1]))
        return JS_ThrowTypeError(ctx, "not a function");
    JS_FreeValue(ctx, all->import);
    JS_FreeValue(ctx, all->meta);
    all->import = JS_DupValue(ctx, argv[0]);
    all->meta = JS_DupValue(ctx, argv[1]);
    return JS_UNDEFINED;
}

/* ---- The object --------------------------------------------------------- */

static const JSCFunctionListEntry handle_parts[] = {
    JS_CGETSET_DEF("requests", js_get_requests, NULL),
    JS_CGETSET_DEF("state", js_get_state, NULL),
    JS_CGETSET_DEF("namespace", js_get_namespace, NULL),
    JS_CGETSET_DEF("error", js_get_error, NULL),
    JS_CGETSET_DEF("awaits", js_get_awaits, NULL),
    JS_CGETSET_DEF("awaitsItself", js_get_awaits_itself, NULL),
    JS_CGETSET_DEF("running", js_get_running, NULL),
    JS_CFUNC_DEF("linkRequest", 2, js_link_request),
    JS_CFUNC_DEF("link", 0, js_link),
    JS_CFUNC_DEF("evaluate", 0, js_evaluate),
    JS_CFUNC_DEF("setExport", 2, js_set_export),
};

static const JSCFunctionListEntry binding_parts[] = {
    JS_CFUNC_DEF("compileFunction", 3, js_compile_function),
    JS_CFUNC_DEF("runScript", 3, js_run_script),
    JS_CFUNC_DEF("compileScript", 3, js_compile_script),
    JS_CFUNC_DEF("runCompiled", 0, js_run_compiled),
    JS_CFUNC_DEF("compileModule", 2, js_compile_module),
    JS_CFUNC_DEF("makeModule", 3, js_make_module),
    JS_CFUNC_DEF("setCallbacks", 2, js_set_callbacks),
};

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

int engine__modules_binding_open(engine *e)
{
    static const JSClassDef def = { .class_name = "ModuleHandle" };

    JS_NewClassID(e->rt, &e->classes.module);
    if (JS_NewClass(e->rt, e->classes.module, &def) < 0)
        return -ENOMEM;
    JSValue proto = engine__make_object(e, handle_parts, COUNT(handle_parts));
    if (JS_IsException(proto))
        return -ENOMEM;
    e->modules->handle_proto = proto;
    return 0;
}

JSValue engine__modules_binding(engine *e)
{
    return engine__make_object(e, binding_parts, COUNT(binding_parts));
}
