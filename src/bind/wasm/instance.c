/*
 * bind/wasm/instance.c - instances: what lib/internal/wasm has found for each
 * import is linked, and what is exported goes back.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bind/wasm/wasm.h"

static void free_import(napi_env env, wasm_func *func)
{
    bind_import *import = wasm_func_data(func);

    if (import->fn != NULL)
        napi_delete_reference(env, import->fn);
    free(import);
    wasm_func_free(func);
}

static void free_instance(napi_env env, void *data, void *hint)
{
    bind_instance *self = data;
    bind_wasm *w = self->w;

    (void)hint;
    if (self->instance != NULL)
        wasm_instance_free(self->instance);
    while (self->funcs != NULL) {
        bind_func *f = self->funcs;
        self->funcs = f->next;
        if (f->self != NULL)
            napi_delete_reference(env, f->self);
        free(f);
    }
    for (uint32_t i = 0; i < self->import_count; i++)
        free_import(env, self->imports[i]);
    if (self->self != NULL)
        napi_delete_reference(env, self->self);
    free(self->imports);
    free(self);
    w->live--;
    bind_wasm_release(w);
}

/* A function of the program as an import; NULL with an exception. */
static wasm_func *import_function(bind_instance *self, wasm_module *m,
                                  uint32_t i, napi_value fn)
{
    bind_import *import = calloc(1, sizeof(*import));
    wasm_func *func = NULL;

    if (import == NULL ||
        wasm_func_new_import(self->w->store, m, i, bind_wasm_call_import,
                             import, &func) < 0) {
        free(import);
        engine_throw_no_memory(self->w->r->engine);
        return NULL;
    }
    import->w = self->w;
    import->owner = self;
    /* A BigInt that a function returns has to be made of what it returns. */
    import->is_direct =
        bind_wasm_is_direct(wasm_func_type(func), &import->direct) &&
        import->direct.result != ENGINE_I64;
    self->imports[self->import_count++] = func;
    BIND_OK(napi_create_reference(self->w->r->env, fn, 0, &import->fn));
    return func;
}

/* One import: a native of ours, or a function of the program. */
static bool read_import(bind_instance *self, wasm_module *m, uint32_t i,
                        napi_value value, wasm_extern *out)
{
    wasm_importtype want;
    napi_env env = self->w->r->env;
    napi_valuetype type;

    BIND_OK(napi_typeof(env, value, &type));
    wasm_module_get_import(m, i, &want);
    out->kind = want.type.kind;
    if (want.type.kind != WASM_FUNC)
        return bind_wasm_get_part(env, value, out);
    if (type == napi_function) {
        out->func = import_function(self, m, i, value);
    } else {
        const bind_func *f = bind_wasm_unwrap(env, value);
        out->func = f == NULL ? NULL : f->func;
    }
    return out->func != NULL;
}

static bool read_imports(bind_instance *self, wasm_module *m, napi_value list,
                         wasm_extern *out)
{
    napi_env env = self->w->r->env;
    const uint32_t count = wasm_module_import_count(m);

    self->imports = calloc(count + 1, sizeof(*self->imports));
    if (self->imports == NULL) {
        engine_throw_no_memory(self->w->r->engine);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        napi_value value;
        if (napi_get_element(env, list, i, &value) != napi_ok ||
            !read_import(self, m, i, value, &out[i]))
            return false;
    }
    return true;
}

static napi_value describe_misfit(const bind_instance *self, wasm_trap trap)
{
    napi_env env = self->w->r->env;
    wasm_misfit misfit;
    char offset[24]; /* of 64 bits, which a number may not have */

    wasm_instance_get_misfit(self->instance, &misfit);
    snprintf(offset, sizeof(offset), "%" PRIu64, misfit.offset);
    const napi_value items[] = {
        bind_string(env, wasm_trap_text(trap)),
        bind_bool(env, misfit.is_data),
        bind_int(env, misfit.segment),
        bind_string(env, offset),
        bind_int(env, misfit.len),
        bind_double(env, (double)misfit.memory_bytes)
    };
    return bind_wasm_list(env, 6, items);
}

/*
 * link(native, module, imports, object): undefined if all went well; [import,
 * text] if an import does not fit; [text, isData, segment, offset, length,
 * memory size] if a segment does not; a negative errno. `object` is the
 * Instance of lib/.
 */
static napi_value js_link(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    runtime *r = bind_args(env, info, 4, args);
    bind_instance *self = bind_wasm_unwrap(env, args[0]);
    wasm_module *m = bind_wasm_unwrap(env, args[1]);
    wasm_extern *imports =
        calloc(wasm_module_import_count(m) + 1, sizeof(*imports));
    wasm_link_error error;
    wasm_trap trap;

    if (imports == NULL) {
        engine_throw_no_memory(r->engine);
        return NULL;
    }
    BIND_OK(napi_create_reference(env, args[3], 0, &self->self));
    if (!read_imports(self, m, args[2], imports)) {
        free(imports);
        return bind_threw(r);
    }
    const int err = wasm_instance_new(self->w->store, m, imports,
                                      &self->instance, &trap, &error);
    free(imports);
    if (err == -EINVAL) {
        const napi_value items[] = { bind_int(env, error.import),
                                     bind_string(env, error.text) };
        return bind_wasm_list(env, 2, items);
    }
    if (err < 0)
        return bind_int(env, err);
    *wasm_instance_tag(self->instance) = self;
    return trap == WASM_OK ? bind_undefined(env) : describe_misfit(self, trap);
}

/* newInstance(): an empty native, to be linked. */
static napi_value js_new_instance(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    bind_wasm *w = bind_wasm_of(r);
    bind_instance *self = w == NULL ? NULL : calloc(1, sizeof(*self));

    if (self == NULL) {
        engine_throw_no_memory(r->engine);
        return NULL;
    }
    self->w = w;
    bind_wasm_hold(w);
    bind_wasm_collect(w);
    return bind_own(r, self, free_instance);
}

/* sharing(module): 0, 1 or 2: wasm_sharing. */
static napi_value js_sharing(napi_env env, napi_callback_info info)
{
    napi_value arg;
    bind_args(env, info, 1, &arg);

    return bind_int(env, wasm_module_sharing(bind_wasm_unwrap(env, arg)));
}

/* start(native): runs the start function; throws. */
static napi_value js_start(napi_env env, napi_callback_info info)
{
    napi_value arg;
    bind_args(env, info, 1, &arg);
    bind_instance *self = bind_wasm_unwrap(env, arg);
    const wasm_trap trap = wasm_instance_start(self->instance);

    return trap == WASM_OK ? NULL : bind_wasm_throw_trap(self->w, trap);
}

/* readExports(native): for each export a function, or an object of lib/ that
 * has been made for it before, or a new native; each with true if it is one. */
static napi_value js_read_exports(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);
    bind_instance *self = bind_wasm_unwrap(env, arg);
    const wasm_module *m = wasm_instance_module(self->instance);
    napi_value list;

    if (napi_create_array(env, &list) != napi_ok)
        return bind_threw(r);
    for (uint32_t i = 0; i < wasm_module_export_count(m); i++) {
        wasm_extern export;
        bool is_new = false;
        wasm_instance_get_export(self->instance, i, &export);
        if (export.kind == WASM_FUNC && export.func == NULL) {
            engine_throw_no_memory(r->engine);
            return NULL;
        }
        napi_value value = export.kind == WASM_FUNC
                               ? bind_wasm_function(self->w, export.func)
                               : bind_wasm_part(self->w, &export, &is_new);
        if (value == NULL)
            return NULL;
        BIND_OK(napi_set_element(env, list, i * 2, value));
        BIND_OK(napi_set_element(env, list, i * 2 + 1, bind_bool(env, is_new)));
    }
    return list;
}

void bind_wasm_instance_methods(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "newInstance", js_new_instance },
        { "link", js_link },
        { "sharing", js_sharing },
        { "start", js_start },
        { "readExports", js_read_exports },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
