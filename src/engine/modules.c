/*
 * modules.c - the ES modules of engine.h, on top of quickjs.
 *
 * Stock quickjs loads the imports of a module while it compiles it, resolves by
 * name, and evaluates what it has just linked. A patch
 * (tools/patches/quickjs/20) separates these steps. Here they get the names of
 * engine.h, and checks: where quickjs would hit an assertion because the steps
 * came in the wrong order, the caller gets an error number.
 *
 * What must stay true:
 * 1. A module is linked only if every request of its graph has a target.
 * 2. No graph is evaluated while a module of it is being evaluated further up
 *    the stack. An ES module that calls require() of a module that imports it
 *    would be such a cycle, and the algorithm of the standard has no answer.
 * 3. Walks over a graph keep their list in the modules themselves and use no
 *    stack: a chain of imports may be as long as the program likes. Nothing
 *    runs during a walk, so there is never more than one.
 */
#include "engine/modules.h"

#include <errno.h>

/* NULL for a module that is not ours, which only a bug can make. */
static engine_module *module_of(const JSModuleDef *def)
{
    return JS_GetModuleOpaque(def);
}

/* ---- Making them -------------------------------------------------------- */

static void free_specifiers(engine *e, engine_module *m)
{
    for (size_t i = 0; i < m->request_count; i++)
        orr__free(&e->alloc, m->specifiers[i]);
    orr__free(&e->alloc, m->specifiers);
}

/* As C strings, because engine_get_request() returns pointers to them. */
static int copy_specifiers(engine *e, engine_module *m)
{
    const size_t n = (size_t)JS_CountModuleRequests(m->def);

    if (n == 0)
        return 0;
    m->specifiers = orr__alloc_array(&e->alloc, n, sizeof *m->specifiers);
    if (m->specifiers == NULL)
        return -ENOMEM;
    for (; m->request_count < n; m->request_count++) {
        const JSModuleRequest r =
            JS_GetModuleRequest(m->def, (int)m->request_count);
        const char *text = JS_AtomToCString(e->ctx, r.specifier);
        if (text == NULL)
            return engine__threw(e);
        m->specifiers[m->request_count] = orr__strdup(&e->alloc, text);
        JS_FreeCString(e->ctx, text);
        if (m->specifiers[m->request_count] == NULL)
            return -ENOMEM;
    }
    return 0;
}

/* On failure the engine keeps the definition, which nothing leads to. */
static int add_module(engine *e, JSModuleDef *def, engine_module **out)
{
    engine_module *m = orr__alloc(&e->alloc, sizeof *m);

    if (m == NULL)
        return -ENOMEM;
    m->owner = e->modules;
    m->def = def;
    m->handle = JS_UNDEFINED;
    m->fill_js = JS_UNDEFINED;
    const int err = copy_specifiers(e, m);
    if (err < 0) {
        free_specifiers(e, m);
        orr__free(&e->alloc, m);
        return err;
    }
    m->held = true;
    m->next = e->modules->all;
    e->modules->all = m;
    JS_SetModuleOpaque(def, m);
    *out = m;
    return 0;
}

static JSModuleDef *compile(engine *e, const engine_source *source,
                            const char *text)
{
    JSEvalOptions options = {
        .version = JS_EVAL_OPTIONS_VERSION,
        .eval_flags = JS_EVAL_TYPE_MODULE | JS_EVAL_FLAG_COMPILE_ONLY,
        .filename = source->name,
        .line_num = source->line ? (int)source->line : 1,
    };
    JSValue value = JS_Eval2(e->ctx, text, source->len, &options);

    if (JS_IsException(value))
        return NULL;
    JSModuleDef *def = JS_VALUE_GET_PTR(value);
    JS_FreeValue(e->ctx, value); /* the context holds it */
    return def;
}

int engine_compile_module(engine *e, const engine_source *source,
                          engine_module **out)
{
    if (engine__is_stopped(e))
        return ENGINE_STOPPED;
    const int err = engine__keep_source(e, source);
    if (err < 0)
        return err;
    char *text = engine__copy_text(e, source);
    if (text == NULL)
        return -ENOMEM;
    JSModuleDef *def = compile(e, source, text);
    orr__free(&e->alloc, text);
    return def ? add_module(e, def, out) : engine__compile_failed(e);
}

static int fill_module(JSContext *ctx, JSModuleDef *def)
{
    engine *e = engine__of(ctx);
    engine_module *m = module_of(def);
    const engine__scope scope = engine__open_scope(e);
    const int err = m->fill(e, m, m->fill_arg);

    engine__close_scope(e, scope);
    if (err < 0 && !JS_HasException(ctx))
        JS_ThrowInternalError(ctx, "a module could not be filled (%d)", err);
    return err < 0 ? -1 : 0;
}

/*
 * It imports nothing, so it can be linked at birth; before that its exports
 * have no place to be set to.
 */
int engine_make_module(engine *e, const char *name, const char *const *exports,
                       size_t export_count, engine_fill_fn *fill, void *arg,
                       engine_module **out)
{
    if (fill == NULL)
        return -EINVAL;
    JSModuleDef *def = JS_NewCModule(e->ctx, name, fill_module);
    if (def == NULL)
        return engine__threw(e);
    for (size_t i = 0; i < export_count; i++)
        if (JS_AddModuleExport(e->ctx, def, exports[i]) < 0)
            return engine__threw(e);
    if (JS_LinkModule(e->ctx, def) < 0)
        return engine__threw(e);
    engine_module *m;
    const int err = add_module(e, def, &m);
    if (err < 0)
        return err;
    m->fill = fill;
    m->fill_arg = arg;
    *out = m;
    return 0;
}

int engine_set_export(engine *e, engine_module *m, const char *name,
                      napi_value value)
{
    if (m->fill == NULL)
        return -EINVAL;
    JSValue copy = JS_DupValue(e->ctx, engine__value(value));
    if (JS_SetModuleExport(e->ctx, m->def, name, copy) == 0)
        return 0;
    return JS_HasException(e->ctx) ? engine__threw(e) : -ENOENT;
}

void engine_free_module(engine *e, engine_module *m)
{
    (void)e;
    if (m == NULL)
        return;
    must(m->held, "a module is freed once");
    m->held = false;
}

/* ---- Requests ----------------------------------------------------------- */

int engine_count_requests(const engine_module *m)
{
    return (int)m->request_count;
}

int engine_get_request(engine *e, const engine_module *m, size_t index,
                       engine_request *out)
{
    if (index >= m->request_count)
        return -EINVAL;
    const JSModuleRequest r = JS_GetModuleRequest(m->def, (int)index);
    JSValue attributes = JS_IsUndefined(r.attributes)
                             ? JS_NewObjectProto(e->ctx, JS_NULL)
                             : JS_DupValue(e->ctx, r.attributes);
    if (JS_IsException(attributes))
        return engine__threw(e);
    napi_value handle = engine__handle(e, attributes);
    if (handle == NULL)
        return -ENOMEM;
    *out = (engine_request){ m->specifiers[index], handle, (uint32_t)r.line_num,
                             (uint32_t)r.col_num };
    return 0;
}

int engine_link_request(engine *e, engine_module *m, size_t index,
                        engine_module *target)
{
    (void)e;
    if (index >= m->request_count)
        return -EINVAL;
    if (JS_GetModuleStatus(m->def) != JS_MODULE_STATUS_UNLINKED)
        return -EBUSY;
    JS_SetModuleRequest(m->def, (int)index, target->def);
    return 0;
}

/* ---- Walking a graph ---------------------------------------------------- */

typedef struct walk {
    uint64_t no;
    engine_module *last;
} walk;

static void walk_add(walk *w, engine_module *m)
{
    if (m->walk == w->no)
        return;
    m->walk = w->no;
    m->walk_next = NULL;
    if (w->last != NULL)
        w->last->walk_next = m;
    w->last = m;
}

/* Append what `m` imports. False if a request has no target. */
static bool walk_imports(walk *w, const engine_module *m)
{
    for (size_t i = 0; i < m->request_count; i++) {
        const JSModuleRequest r = JS_GetModuleRequest(m->def, (int)i);
        if (r.module == NULL)
            return false;
        walk_add(w, module_of(r.module));
    }
    return true;
}

typedef int visit_fn(const engine_module *m);

/* Visit the module and all that it imports, each once, until a visit returns
 * something else than 0, which is the result. */
static int walk_graph(engine_module *root, visit_fn *visit)
{
    walk w = { ++root->owner->walks, NULL };

    walk_add(&w, root);
    for (engine_module *m = root; m != NULL; m = m->walk_next) {
        const int found = visit(m);
        if (found != 0)
            return found;
        if (!walk_imports(&w, m))
            return -ENOENT;
    }
    return 0;
}

static int visit_nothing(const engine_module *m)
{
    (void)m;
    return 0;
}

static int visit_runs(const engine_module *m)
{
    return JS_GetModuleStatus(m->def) == JS_MODULE_STATUS_EVALUATING;
}

static int visit_awaits(const engine_module *m)
{
    return JS_HasTopLevelAwait(m->def);
}

static bool is_linked(const engine_module *m)
{
    return JS_GetModuleStatus(m->def) >= JS_MODULE_STATUS_LINKED;
}

/* ---- The way of a module ------------------------------------------------ */

int engine_link_module(engine *e, engine_module *m)
{
    if (engine__is_stopped(e))
        return ENGINE_STOPPED;
    if (is_linked(m))
        return 0;
    const int err = walk_graph(m, visit_nothing);
    if (err < 0)
        return err;
    return JS_LinkModule(e->ctx, m->def) < 0 ? engine__compile_failed(e) : 0;
}

bool engine__module_runs(engine_module *m)
{
    return walk_graph(m, visit_runs) == 1;
}

int engine__evaluate_module(engine *e, engine_module *m, JSValue *promise)
{
    if (engine__is_stopped(e))
        return ENGINE_STOPPED;
    if (!is_linked(m) || engine__module_runs(m))
        return -EBUSY;
    JSValue def = JS_DupValue(e->ctx, JS_MKPTR(JS_TAG_MODULE, m->def));
    e->depth++;
    JSValue result = JS_EvalFunction(e->ctx, def);
    e->depth--;
    if (JS_IsException(result))
        return engine__threw(e);
    if (engine__is_stopped(e)) {
        JS_FreeValue(e->ctx, result);
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
        return ENGINE_STOPPED;
    }
    *promise = result;
    return 0;
}

int engine_evaluate_module(engine *e, engine_module *m, napi_value *result)
{
    JSValue promise;
    const int err = engine__evaluate_module(e, m, &promise);

    return err < 0 ? err : engine__give(e, promise, result);
}

engine_module_state engine_get_module_state(const engine_module *m)
{
    switch (JS_GetModuleStatus(m->def)) {
    case JS_MODULE_STATUS_UNLINKED:
    case JS_MODULE_STATUS_LINKING:
        return ENGINE_MODULE_UNLINKED;
    case JS_MODULE_STATUS_LINKED:
        return ENGINE_MODULE_LINKED;
    case JS_MODULE_STATUS_EVALUATED:
        return JS_GetModuleError(NULL, m->def, NULL) ? ENGINE_MODULE_ERRORED
                                                     : ENGINE_MODULE_EVALUATED;
    default:
        return ENGINE_MODULE_EVALUATING;
    }
}

/* The walk leaves marks, so it needs the record that is not const. */
int engine_module_awaits(const engine_module *m)
{
    return is_linked(m) ? walk_graph(module_of(m->def), visit_awaits)
                        : -EBUSY;
}

int engine_get_namespace(engine *e, engine_module *m, napi_value *result)
{
    if (!is_linked(m))
        return -EBUSY;
    JSValue ns = JS_GetModuleNamespace(e->ctx, m->def);
    return JS_IsException(ns) ? engine__threw(e) : engine__give(e, ns, result);
}

int engine_get_module_error(engine *e, engine_module *m, napi_value *result)
{
    JSValue error;

    if (engine_get_module_state(m) != ENGINE_MODULE_ERRORED)
        return -EINVAL;
    JS_GetModuleError(e->ctx, m->def, &error);
    return engine__give(e, error, result);
}

/* ---- import() and import.meta ------------------------------------------- */

static JSValue ask_host(engine *e, const char *specifier, const char *referrer,
                        JSValue attributes)
{
    engine_import request = {
        .specifier = specifier,
        .referrer = referrer ? referrer : "",
        .referrer_tag = referrer ? engine__find_tag(e, referrer) : NULL,
        .attributes = engine__handle(e, attributes),
    };
    napi_value promise = NULL;

    if (request.attributes == NULL)
        return JS_ThrowOutOfMemory(e->ctx);
    const int err = e->host.import(e->host.ctx, &request, &promise);
    if (err == 0)
        return JS_DupValue(e->ctx, engine__value(promise));
    if (!JS_HasException(e->ctx))
        JS_ThrowInternalError(e->ctx, "import() is not to be had (%d)", err);
    return JS_EXCEPTION;
}

static JSValue import_from_host(engine *e, JSValueConst referrer,
                                JSValueConst specifier, JSValue attributes)
{
    const char *what = JS_ToCString(e->ctx, specifier);
    const char *who =
        JS_IsString(referrer) ? JS_ToCString(e->ctx, referrer) : NULL;
    JSValue promise = JS_EXCEPTION;

    if (what != NULL && (who != NULL || !JS_IsString(referrer)))
        promise = ask_host(e, what, who, attributes);
    else
        JS_FreeValue(e->ctx, attributes);
    JS_FreeCString(e->ctx, what);
    JS_FreeCString(e->ctx, who);
    return promise;
}

static JSValue on_import(JSContext *ctx, void *opaque, JSValueConst referrer,
                         JSValueConst specifier, JSValueConst given)
{
    engine *e = opaque;
    JSValue attributes = JS_IsUndefined(given) ? JS_NewObjectProto(ctx, JS_NULL)
                                               : JS_DupValue(ctx, given);
    JSValue promise;

    if (JS_IsException(attributes))
        return attributes;
    const engine__scope scope = engine__open_scope(e);
    if (JS_IsUndefined(e->modules->import_js)) {
        promise = import_from_host(e, referrer, specifier, attributes);
    } else {
        promise = engine__import_js(e, referrer, specifier, attributes);
        JS_FreeValue(ctx, attributes);
    }
    engine__close_scope(e, scope);
    return promise;
}

static int on_meta(JSContext *ctx, void *opaque, JSModuleDef *def,
                   JSValueConst meta)
{
    engine *e = opaque;
    engine_module *m = module_of(def);

    if (m == NULL)
        return 0;
    if (!JS_IsUndefined(e->modules->meta_js))
        return engine__meta_js(e, m, meta);
    const engine__scope scope = engine__open_scope(e);
    napi_value object = engine__handle(e, JS_DupValue(ctx, meta));
    const int err =
        object ? e->host.import_meta(e->host.ctx, m, object) : -ENOMEM;
    engine__close_scope(e, scope);
    if (err < 0 && !JS_HasException(ctx))
        JS_ThrowInternalError(ctx, "import.meta is not to be had (%d)", err);
    return err < 0 ? -1 : 0;
}

/* ---- Coming and going --------------------------------------------------- */

int engine__modules_open(engine *e)
{
    const JSModuleHost host = { e, on_import, on_meta };

    e->modules = orr__alloc(&e->alloc, sizeof *e->modules);
    if (e->modules == NULL)
        return -ENOMEM;
    e->modules->import_js = JS_UNDEFINED;
    e->modules->meta_js = JS_UNDEFINED;
    e->modules->handle_proto = JS_UNDEFINED;
    JS_SetModuleHost(e->rt, &host);
    return engine__modules_binding_open(e);
}

static void free_module(engine *e, engine_module *m)
{
    if (JS_IsObject(m->handle))
        JS_SetOpaque(m->handle, NULL); /* it may outlive us by a little */
    JS_FreeValue(e->ctx, m->handle);
    JS_FreeValue(e->ctx, m->fill_js);
    JS_SetModuleOpaque(m->def, NULL);
    free_specifiers(e, m);
    orr__free(&e->alloc, m);
}

void engine__modules_close(engine *e)
{
    if (e->modules == NULL)
        return;
    while (e->modules->all != NULL) {
        engine_module *m = e->modules->all;
        e->modules->all = m->next;
        free_module(e, m);
    }
    JS_FreeValue(e->ctx, e->modules->import_js);
    JS_FreeValue(e->ctx, e->modules->meta_js);
    JS_FreeValue(e->ctx, e->modules->handle_proto);
    orr__free(&e->alloc, e->modules);
    e->modules = NULL;
}
