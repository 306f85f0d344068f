/*
 * modules.c - ES modules: the steps of modules.h, on top of quickjs.
 *
 * Stock quickjs loads the imports of a module while it compiles it, resolves by
 * name, and evaluates what it has just linked. quickjs/modules.c separates
 * these steps. Here they get checks: where quickjs would hit an assertion
 * because the steps came in the wrong order, the caller gets an error number.
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

/* On failure the engine keeps the definition, which nothing leads to. */
static int add_module(engine *e, JSModuleDef *def, engine_module **out)
{
    engine_module *m = orr__alloc(&e->alloc, sizeof *m);

    if (m == NULL)
        return -ENOMEM;
    m->owner = e->modules;
    m->def = def;
    m->handle = JS_UNDEFINED;
    m->fill = JS_UNDEFINED;
    m->next = e->modules->all;
    e->modules->all = m;
    JS_SetModuleOpaque(def, m);
    *out = m;
    return 0;
}

static JSModuleDef *module_compile(JSContext *ctx, const engine_source *source,
                                   const char *text)
{
    JSEvalOptions options = {
        .version = JS_EVAL_OPTIONS_VERSION,
        .eval_flags = JS_EVAL_TYPE_MODULE | JS_EVAL_FLAG_COMPILE_ONLY,
        .filename = source->name,
        .line_num = source->line ? (int)source->line : 1,
    };
    JSValue value = JS_Eval2(ctx, text, source->len, &options);

    if (JS_IsException(value))
        return NULL;
    JSModuleDef *def = JS_VALUE_GET_PTR(value);
    JS_FreeValue(ctx, value); /* the context holds it */
    return def;
}

int module__compile(engine *e, JSContext *ctx, const engine_source *source,
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
    JSModuleDef *def = module_compile(ctx, source, text);
    orr__free(&e->alloc, text);
    if (def == NULL)
        return engine__compile_failed(e);
    const int added = add_module(e, def, out);
    if (added == 0)
        (*out)->ctx = JS_DupContext(ctx);
    return added;
}

static int fill_module(JSContext *ctx, JSModuleDef *def)
{
    engine *e = engine__of(ctx);
    engine_module *m = module_of(def);
    JSValue result = engine__call(e, m->fill, JS_UNDEFINED, 1, &m->handle);

    if (JS_IsException(result))
        return -1;
    JS_FreeValue(ctx, result);
    JS_FreeValue(ctx, m->fill); /* called once */
    m->fill = JS_UNDEFINED;
    return 0;
}

/*
 * It imports nothing, so it can be linked at birth; before that its exports
 * cannot be set.
 */
int module__make(engine *e, const char *name, const char *const *exports,
                 size_t export_count, JSValueConst fill, engine_module **out)
{
    JSModuleDef *def = JS_NewCModule(e->ctx, name, fill_module);

    if (def == NULL)
        return engine__threw(e);
    for (size_t i = 0; i < export_count; i++)
        if (JS_AddModuleExport(e->ctx, def, exports[i]) < 0)
            return engine__threw(e);
    if (JS_LinkModule(e->ctx, def) < 0)
        return engine__threw(e);
    const int err = add_module(e, def, out);
    if (err < 0)
        return err;
    (*out)->made = true;
    (*out)->fill = JS_DupValue(e->ctx, fill);
    return 0;
}

int module__set_export(engine *e, engine_module *m, const char *name,
                       JSValueConst value)
{
    if (!m->made)
        return -EINVAL;
    JSValue copy = JS_DupValue(e->ctx, value);
    if (JS_SetModuleExport(e->ctx, m->def, name, copy) == 0)
        return 0;
    return JS_HasException(e->ctx) ? engine__threw(e) : -ENOENT;
}

int module__link_request(engine_module *m, uint32_t index,
                         engine_module *target)
{
    if (index >= (uint32_t)JS_CountModuleRequests(m->def))
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
    const int count = JS_CountModuleRequests(m->def);

    for (int i = 0; i < count; i++) {
        const JSModuleRequest r = JS_GetModuleRequest(m->def, i);
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

bool module__is_linked(const engine_module *m)
{
    return JS_GetModuleStatus(m->def) >= JS_MODULE_STATUS_LINKED;
}

/* ---- The way of a module ------------------------------------------------ */

int module__link(engine *e, engine_module *m)
{
    if (engine__is_stopped(e))
        return ENGINE_STOPPED;
    if (module__is_linked(m))
        return 0;
    const int err = walk_graph(m, visit_nothing);
    if (err < 0)
        return err;
    return JS_LinkModule(e->ctx, m->def) < 0 ? engine__compile_failed(e) : 0;
}

bool module__runs(engine_module *m)
{
    return walk_graph(m, visit_runs) == 1;
}

int module__evaluate(engine *e, engine_module *m, JSValue *promise)
{
    if (engine__is_stopped(e))
        return ENGINE_STOPPED;
    if (!module__is_linked(m) || module__runs(m))
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

int module__awaits(engine_module *m)
{
    return module__is_linked(m) ? walk_graph(m, visit_awaits) : -EBUSY;
}

/* ---- import() and import.meta ------------------------------------------- */

/* The promise of a context of node:vm is one of that context. Takes it. */
static JSValue adopt_promise(engine *e, JSContext *ctx, JSValue promise)
{
    JSValue settle[2];

    if (ctx == e->ctx || JS_IsException(promise))
        return promise;
    JSValue own = JS_NewPromiseCapability(ctx, settle);
    if (!JS_IsException(own)) {
        JSValue done = engine__call(e, settle[0], JS_UNDEFINED, 1, &promise);
        JS_FreeValue(ctx, done);
        JS_FreeValue(ctx, settle[0]);
        JS_FreeValue(ctx, settle[1]);
        if (JS_IsException(done)) {
            JS_FreeValue(ctx, own);
            own = JS_EXCEPTION;
        }
    }
    JS_FreeValue(ctx, promise);
    return own;
}

static JSValue on_import(JSContext *ctx, void *opaque, JSValueConst referrer,
                         JSValueConst specifier, JSValueConst given)
{
    engine *e = opaque;
    JSValue attributes = JS_IsObject(given) ? JS_DupValue(ctx, given)
                                            : JS_NewObjectProto(ctx, JS_NULL);

    if (JS_IsException(attributes))
        return attributes;
    JSValue global = ctx == e->ctx ? JS_UNDEFINED : JS_GetGlobalObject(ctx);
    JSValueConst argv[] = { specifier, referrer, attributes, global,
                            JS_NewBool(ctx, JS_IsBool(given)) };
    JSValue promise =
        engine__call(e, e->modules->import, JS_UNDEFINED, 5, argv);
    JS_FreeValue(ctx, global);
    JS_FreeValue(ctx, attributes);
    return adopt_promise(e, ctx, promise);
}

static int on_meta(JSContext *ctx, void *opaque, JSModuleDef *def,
                   JSValueConst meta)
{
    engine *e = opaque;
    const engine_module *m = module_of(def);

    if (m == NULL)
        return 0;
    JSValueConst argv[] = { meta, m->handle };
    JSValue result = engine__call(e, e->modules->meta, JS_UNDEFINED, 2, argv);
    const bool threw = JS_IsException(result);
    JS_FreeValue(ctx, result);
    return threw ? -1 : 0;
}

/* ---- Coming and going --------------------------------------------------- */

int engine__modules_open(engine *e)
{
    const JSModuleHost host = { e, on_import, on_meta };

    e->modules = orr__alloc(&e->alloc, sizeof *e->modules);
    if (e->modules == NULL)
        return -ENOMEM;
    e->modules->import = JS_UNDEFINED;
    e->modules->meta = JS_UNDEFINED;
    e->modules->handle_proto = JS_UNDEFINED;
    JS_SetModuleHost(e->rt, &host);
    return engine__modules_binding_open(e);
}

static void free_module(engine *e, engine_module *m)
{
    if (JS_IsObject(m->handle))
        JS_SetOpaque(m->handle, NULL); /* the object may outlive this record */
    JS_FreeValue(e->ctx, m->handle);
    JS_FreeValue(e->ctx, m->fill);
    JS_SetModuleOpaque(m->def, NULL);
    if (m->ctx != NULL)
        JS_FreeContext(m->ctx);
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
    JS_FreeValue(e->ctx, e->modules->import);
    JS_FreeValue(e->ctx, e->modules->meta);
    JS_FreeValue(e->ctx, e->modules->handle_proto);
    orr__free(&e->alloc, e->modules);
    e->modules = NULL;
}
