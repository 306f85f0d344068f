/*
 * napi_call.c - functions made of C, and calls in both directions.
 *
 * A function is an object of a class of our own, whose record holds callback,
 * data and environment; the engine calls call_invoke() with nothing in between.
 * Arguments stay where the engine has them until napi_get_cb_info() asks, so
 * a callback that needs two of five pays for two handles. No frame is pushed:
 * stacks do not show native functions, as V8's do not.
 *
 * `new` makes an object of the class that carries an anchor in itself, see
 * napi_anchor.c, so that unwrapping `this` in a method is two loads.
 *
 * Prototypes: V8 gives every such function one. Here a prototype costs two
 * objects and a cycle that only the collector can free, and our own bindings
 * have hundreds of functions that are not constructors. So functions of addons
 * and classes have one, and plain functions of our own bindings none.
 */
#include "engine/napi.h"
#include "engine/shared.h"

#include <errno.h>

typedef struct function {
    napi_callback callback;
    void *data;
    napi_env env;
    napi__anchor *anchor;
    const engine_direct *direct; /* NULL: none */
    uint32_t signature;
    bool constructor;
} function;

/* What a napi_callback_info points to: on the stack of call_invoke(). */
struct napi_callback_info__ {
    const function *fn;
    JSValueConst self;
    JSValueConst new_target; /* undefined: a plain call */
    int argc;
    JSValueConst *argv;
};

/* ---- From JavaScript to C ----------------------------------------------- */

static bool fits_signature(engine *e, const function *fn, JSValueConst self)
{
    const napi__anchor *anchor = napi__find_anchor(e, self);

    return anchor != NULL && anchor->signature == fn->signature;
}

static JSValue call_run(const function *fn, struct napi_callback_info__ *info)
{
    napi_env env = fn->env;
    engine *e = env->e;
    const uint32_t open_scopes = env->open_scopes;
    const engine__scope scope = engine__open_scope(e);

    env->last_error.error_code = napi_ok;
    const napi_value returned = fn->callback(env, info);
    /* With an exception pending, what it returned may be no value at all. */
    JSValue result = returned != NULL && !JS_HasException(e->ctx)
                         ? JS_DupValue(e->ctx, engine__value(returned))
                         : JS_UNDEFINED;
    engine__close_scope(e, scope);
    env->open_scopes = open_scopes;
    return engine__leave_native(e, result);
}

static JSValue call_refuse(napi_env env, const char *why)
{
    napi__throw(env, NAPI__TYPE_ERROR, NULL, why);
    return JS_EXCEPTION;
}

/* The object that `new` is to fill. */
static JSValue instance_new(engine *e, const function *fn,
                            JSValueConst new_target)
{
    JSValue proto = JS_GetProperty(e->ctx, new_target, e->napi->atom_prototype);

    if (JS_IsException(proto))
        return proto;
    JSValue object = JS_NewObjectProtoClass(
        e->ctx, JS_IsObject(proto) ? proto : e->napi->object_proto,
        e->classes.napi_wrap);
    JS_FreeValue(e->ctx, proto);
    if (JS_IsException(object) || fn->signature == 0)
        return object;
    napi__anchor *anchor = napi__make_anchor(e, object);
    if (anchor == NULL) {
        JS_FreeValue(e->ctx, object);
        return JS_EXCEPTION;
    }
    anchor->signature = fn->signature;
    return object;
}

static JSValue call_construct(const function *fn, JSValueConst new_target,
                              int argc, JSValueConst *argv)
{
    engine *e = fn->env->e;
    JSValue object = instance_new(e, fn, new_target);

    if (JS_IsException(object))
        return object;
    struct napi_callback_info__ info = { fn, object, new_target, argc, argv };
    JSValue result = call_run(fn, &info);
    if (JS_IsException(result) || JS_IsObject(result)) {
        JS_FreeValue(e->ctx, object);
        return result;
    }
    JS_FreeValue(e->ctx, result);
    return object;
}

static orr__noinline JSValue call_with_handles(const function *fn,
                                               JSValueConst self, int argc,
                                               JSValueConst *argv, int flags)
{
    if (orr__unlikely(fn->env->closed))
        return call_refuse(fn->env, "The addon of this function was unloaded");
    if (flags & JS_CALL_FLAG_CONSTRUCTOR)
        return call_construct(fn, self, argc, argv);
    if (orr__unlikely(fn->signature != 0) && !fn->constructor &&
        !fits_signature(fn->env->e, fn, self))
        return call_refuse(fn->env, "Illegal invocation");
    struct napi_callback_info__ info = { fn, self, JS_UNDEFINED, argc, argv };
    return call_run(fn, &info);
}

static JSValue call_invoke(JSContext *ctx, JSValueConst func_obj,
                           JSValueConst self, int argc, JSValueConst *argv,
                           int flags)
{
    JSClassID id;
    const function *fn = JS_GetAnyOpaque(func_obj, &id);

    (void)ctx;
    if (fn->direct != NULL && (flags & JS_CALL_FLAG_CONSTRUCTOR) == 0 &&
        !fn->env->closed) {
        JSValue result = napi__run_direct(fn->env->e, fn->direct, argc, argv);
        if (!JS_IsUninitialized(result))
            return result;
    }
    return call_with_handles(fn, self, argc, argv, flags);
}

void engine_set_direct(napi_value fn, const engine_direct *direct)
{
    JSClassID id;

    ((function *)JS_GetAnyOpaque(engine__value(fn), &id))->direct = direct;
}

void engine_set_no_constructor(engine *e, napi_value fn)
{
    JS_SetConstructorBit(e->ctx, engine__value(fn), false);
}

static void finalize_function(JSRuntime *rt, JSValueConst object)
{
    JSClassID id;
    function *fn = JS_GetAnyOpaque(object, &id);

    if (fn == NULL)
        return;
    if (fn->anchor != NULL)
        napi__anchor_end(rt, fn->anchor);
    js_free_rt(rt, fn);
}

int napi__functions_open(engine *e)
{
    const JSClassDef def = { .class_name = "Function",
                             .finalizer = finalize_function,
                             .call = call_invoke };

    JS_NewClassID(e->rt, &e->classes.napi_function);
    return JS_NewClass(e->rt, e->classes.napi_function, &def) < 0 ? -ENOMEM : 0;
}

napi__anchor **napi__function_anchor(JSValueConst object)
{
    JSClassID id;

    return &((function *)JS_GetAnyOpaque(object, &id))->anchor;
}

/* ---- From the loop to C ------------------------------------------------- */

/* Report what native code threw that was not called by JavaScript. */
static int report_thrown(napi_env env)
{
    engine *e = env->e;

    if (!JS_HasException(e->ctx))
        return engine__is_stopped(e) ? ENGINE_STOPPED : 0;
    if (env->closed || engine__is_stopped(e)) {
        JS_FreeValue(e->ctx, JS_GetException(e->ctx));
        return ENGINE_STOPPED;
    }
    return engine__report_pending(e);
}

int engine_run_native(napi_env env, engine_native_fn *fn, void *arg)
{
    const uint32_t open_scopes = env->open_scopes;
    const engine__scope scope = engine__open_scope(env->e);

    env->last_error.error_code = napi_ok;
    fn(env, arg);
    const int err = report_thrown(env);
    engine__close_scope(env->e, scope);
    env->open_scopes = open_scopes;
    return err;
}

int engine_set_last_status(napi_env env, int status)
{
    return napi__error(env, (napi_status)status);
}

/* ---- Making functions --------------------------------------------------- */

static int name_function(engine *e, JSValueConst object, JSAtom name)
{
    JSContext *ctx = e->ctx;
    JSValue text = name == JS_ATOM_NULL ? JS_NewStringLen(ctx, "", 0)
                                        : JS_AtomToString(ctx, name);

    if (JS_IsException(text))
        return -1;
    if (JS_DefinePropertyValue(ctx, object, e->napi->atom_length,
                               JS_MKVAL(JS_TAG_INT, 0),
                               JS_PROP_CONFIGURABLE) < 0) {
        JS_FreeValue(ctx, text);
        return -1;
    }
    return JS_DefinePropertyValue(ctx, object, e->atoms[ENGINE__ATOM_NAME],
                                  text, JS_PROP_CONFIGURABLE);
}

static int add_prototype(engine *e, JSValueConst object)
{
    JSContext *ctx = e->ctx;
    JSValue proto = JS_NewObject(ctx);

    if (JS_IsException(proto))
        return -1;
    if (JS_DefinePropertyValue(ctx, proto, e->atoms[ENGINE__ATOM_CONSTRUCTOR],
                               JS_DupValue(ctx, object),
                               JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE) < 0) {
        JS_FreeValue(ctx, proto);
        return -1;
    }
    return JS_DefinePropertyValue(ctx, object, e->napi->atom_prototype, proto,
                                  JS_PROP_WRITABLE);
}

JSValue napi__function_new(napi_env env, const napi__function_options *options)
{
    engine *e = env->e;
    JSValue base = JS_GetFunctionProto(e->ctx);
    JSValue object =
        JS_NewObjectProtoClass(e->ctx, base, e->classes.napi_function);

    JS_FreeValue(e->ctx, base);
    if (JS_IsException(object))
        return object;
    function *fn = js_mallocz(e->ctx, sizeof *fn);
    if (fn == NULL)
        goto free_object;
    fn->callback = options->callback;
    fn->data = options->data;
    fn->env = env;
    fn->signature = options->signature;
    fn->constructor = options->constructor;
    JS_SetOpaque(object, fn);
    JS_SetConstructorBit(e->ctx, object, true);
    if (name_function(e, object, options->name) < 0)
        goto free_object;
    if (options->prototype && add_prototype(e, object) < 0)
        goto free_object;
    return object;

free_object:
    JS_FreeValue(e->ctx, object);
    return JS_EXCEPTION;
}

napi_status napi_create_function(napi_env env, const char *utf8name,
                                 size_t length, napi_callback cb, void *data,
                                 napi_value *result)
{
    JSAtom name = JS_ATOM_NULL;
    const napi_status status = napi__enter(env, result != NULL && cb != NULL);

    if (status != napi_ok)
        return status;
    if (utf8name != NULL) {
        name = napi__atom_new(env->e, utf8name, length);
        if (name == JS_ATOM_NULL)
            return napi__failed(env);
    }
    JSValue fn = napi__function_new(
        env, &(napi__function_options){ .name = name,
                                        .callback = cb,
                                        .data = data,
                                        .prototype = !env->own });
    JS_FreeAtom(env->e->ctx, name);
    return napi__give(env, fn, result);
}

/* ---- Inside a callback -------------------------------------------------- */

/* `this` as sloppy functions see it: never undefined, always an object. */
static napi_status give_self(napi_env env, const struct napi_callback_info__ *i,
                             napi_value *result)
{
    JSContext *ctx = env->e->ctx;

    if (orr__likely(JS_IsObject(i->self)))
        return napi__give(env, JS_DupValue(ctx, i->self), result);
    if (JS_IsUndefined(i->self) || JS_IsNull(i->self))
        return napi__give(env, JS_GetGlobalObject(ctx), result);
    return napi__give(env, JS_ToObject(ctx, i->self), result);
}

/* The arguments, then undefined up to the requested count. */
static napi_status give_args(napi_env env, const struct napi_callback_info__ *i,
                             size_t asked, napi_value *argv)
{
    engine *e = env->e;
    size_t n = asked < (size_t)i->argc ? asked : (size_t)i->argc;
    napi_value undefined;

    for (size_t k = 0; k < n; k++) {
        argv[k] = engine__handle(e, JS_DupValue(e->ctx, i->argv[k]));
        if (argv[k] == NULL)
            return napi__error(env, napi_generic_failure);
    }
    if (n == asked)
        return napi_ok;
    const napi_status status = napi__give(env, JS_UNDEFINED, &undefined);
    while (status == napi_ok && n < asked)
        argv[n++] = undefined;
    return status;
}

napi_status napi_get_cb_info(napi_env env, napi_callback_info cbinfo,
                             size_t *argc, napi_value *argv,
                             napi_value *this_arg, void **data)
{
    napi_status status =
        napi__check(env, cbinfo != NULL && (argv == NULL || argc != NULL));

    if (status == napi_ok && argv != NULL)
        status = give_args(env, cbinfo, *argc, argv);
    if (status != napi_ok)
        return status;
    if (argc != NULL)
        *argc = (size_t)cbinfo->argc;
    if (data != NULL)
        *data = cbinfo->fn->data;
    return this_arg != NULL ? give_self(env, cbinfo, this_arg) : napi_ok;
}

napi_status napi_get_new_target(napi_env env, napi_callback_info cbinfo,
                                napi_value *result)
{
    const napi_status status =
        napi__check(env, cbinfo != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    if (JS_IsUndefined(cbinfo->new_target)) {
        *result = NULL;
        return napi_ok;
    }
    return napi__give(env, JS_DupValue(env->e->ctx, cbinfo->new_target),
                      result);
}

/* ---- From C to JavaScript ----------------------------------------------- */

bool napi__args_open(engine *e, napi__args *args, size_t argc,
                     const napi_value *argv)
{
    args->values = args->near;
    if (argc > NAPI__ARGS_NEAR) {
        args->values = orr__alloc_array(&e->alloc, argc, sizeof *args->values);
        if (args->values == NULL)
            return false;
    }
    for (size_t i = 0; i < argc; i++)
        args->values[i] = argv[i] ? engine__value(argv[i]) : JS_UNDEFINED;
    return true;
}

void napi__args_close(engine *e, napi__args *args)
{
    if (args->values != args->near)
        orr__free(&e->alloc, args->values);
}

napi_status napi_call_function(napi_env env, napi_value recv, napi_value func,
                               size_t argc, const napi_value *argv,
                               napi_value *result)
{
    napi__args args;
    const napi_status status = napi__enter(
        env, recv != NULL && (argc == 0 || argv != NULL) && func != NULL);

    if (status != napi_ok)
        return status;
    engine *e = env->e;
    if (!JS_IsFunction(e->ctx, engine__value(func)))
        return napi__error(env, napi_invalid_arg);
    if (!napi__args_open(e, &args, argc, argv))
        return napi__error(env, napi_generic_failure);
    JSValue value = engine__call(e, engine__value(func), engine__value(recv),
                                 (int)argc, args.values);
    napi__args_close(e, &args);
    return napi__give_maybe(env, value, result);
}

napi_status napi__give_maybe(napi_env env, JSValue value, napi_value *result)
{
    if (result != NULL || JS_IsException(value))
        return napi__give(env, value, result);
    JS_FreeValue(env->e->ctx, value);
    return napi__ok(env);
}

JSValue napi__construct(engine *e, JSValueConst fn, int argc,
                        JSValueConst *argv)
{
    if (engine__is_stopped(e))
        return engine__throw_stopped(e);
    e->depth++;
    JSValue object = JS_CallConstructor(e->ctx, fn, argc, argv);
    e->depth--;
    return object;
}

napi_status napi_new_instance(napi_env env, napi_value constructor, size_t argc,
                              const napi_value *argv, napi_value *result)
{
    napi__args args;
    const napi_status status =
        napi__enter(env, constructor != NULL && (argc == 0 || argv != NULL) &&
                             result != NULL);

    if (status != napi_ok)
        return status;
    engine *e = env->e;
    if (!JS_IsFunction(e->ctx, engine__value(constructor)))
        return napi__error(env, napi_invalid_arg);
    if (!napi__args_open(e, &args, argc, argv))
        return napi__error(env, napi_generic_failure);
    JSValue object =
        napi__construct(e, engine__value(constructor), (int)argc, args.values);
    napi__args_close(e, &args);
    return napi__give(env, object, result);
}
