/*
 * napi_async.c - async contexts, and calls into JavaScript that act for one.
 *
 * A napi_async_context remembers the async context that was current when it was
 * made (AsyncLocalStorage's), and has a record with an id for async_hooks. A
 * callback made in it runs in that async context, between the hooks `before`
 * and `after`. A callback scope runs these hooks, too, but has the empty async
 * context: so has Node 24, where async work and thread-safe functions use one.
 *
 * The resource is the addon's object, and held weakly: an addon ties the end of
 * the context to the end of that object. Once it is freed, an empty object
 * takes its place.
 *
 * The loop starts every callback through its door, where ticks and microtasks
 * are drained afterwards; so nothing is drained here. Node drains when the
 * outermost callback scope closes, which is the same moment. Only an addon's
 * raw callback of a libuv handle (src/bind/addon/uv_handle.c) has no scope
 * around it: there, each outermost scope drains.
 */
#include "engine/napi.h"

struct napi_async_context__ {
    napi_async_context next; /* in the environment's list */
    napi_async_context *link;
    napi_ref resource;
    JSValue name;
    engine_record record; /* its async context is counted */
    uint32_t uses;        /* by its owner, and by open callback scopes */
};

struct napi_callback_scope__ {
    napi_async_context context;
    engine_async_context *outer;
};

/* ---- Calling the hooks -------------------------------------------------- */

/* The resource as a handle; a new object if the addon's was freed. */
static napi_value get_resource(napi_env env, napi_async_context context)
{
    napi_value resource = NULL;

    napi_get_reference_value(env, context->resource, &resource);
    if (resource != NULL)
        return resource;
    JSValue stand_in = JS_NewObject(env->e->ctx);
    if (JS_IsException(stand_in))
        return NULL;
    napi_ref ref =
        napi__ref_new(env, stand_in, &(napi__ref_options){ .count = 1 });
    if (ref != NULL) {
        napi__ref_delete(context->resource);
        context->resource = ref;
    }
    return engine__handle(env->e, stand_in);
}

/* Hooks run without the exception that may be pending. */
static void call_hook(napi_env env, napi_async_context context,
                      engine_async_event event)
{
    engine *e = env->e;

    if (e->async_fn == NULL || engine__is_leaving(e))
        return;
    const bool threw = JS_HasException(e->ctx);
    JSValue thrown = threw ? JS_GetException(e->ctx) : JS_UNDEFINED;
    const engine__scope scope = engine__open_scope(e);
    napi_value name = engine__handle(e, JS_DupValue(e->ctx, context->name));
    napi_value resource = get_resource(env, context);
    if (name != NULL && resource != NULL)
        e->async_fn(e->async_arg, event, &context->record, resource, name);
    engine__close_scope(e, scope);
    if (threw)
        JS_Throw(e->ctx, thrown);
}

/* ---- Contexts ----------------------------------------------------------- */

static void context_release(napi_env env, napi_async_context context)
{
    engine *e = env->e;

    if (--context->uses > 0)
        return; /* destroyed inside its own callback */
    *context->link = context->next;
    if (context->next != NULL)
        context->next->link = context->link;
    engine_release_async_context(e, context->record.async_context);
    napi__ref_delete(context->resource);
    JS_FreeValue(e->ctx, context->name);
    orr__free(&e->alloc, context);
}

void napi__contexts_close(napi_env env)
{
    while (env->contexts != NULL) {
        env->contexts->uses = 1;
        context_release(env, env->contexts);
    }
}

static void context_link(napi_env env, napi_async_context context)
{
    context->next = env->contexts;
    context->link = &env->contexts;
    if (context->next != NULL)
        context->next->link = &context->next;
    env->contexts = context;
}

/* Takes over the name; holds the resource if it was made here. */
static napi_async_context context_new(napi_env env, JSValueConst resource,
                                      bool held, JSValue name)
{
    engine *e = env->e;
    napi_async_context context = orr__alloc(&e->alloc, sizeof *context);

    if (context == NULL)
        return NULL;
    context->resource = napi__ref_new(
        env, resource, &(napi__ref_options){ .count = held ? 1 : 0 });
    if (context->resource == NULL) {
        orr__free(&e->alloc, context);
        return NULL;
    }
    context->uses = 1;
    context->name = name;
    context->record.async_context = engine_hold_async_context(e);
    context->record.site = engine_get_site(e);
    context->record.kind = ENGINE_RESOURCE;
    engine__schedule(e, &context->record);
    context_link(env, context);
    return context;
}

/* The string of a value; false, with the last error set, if it cannot be
 * converted. */
static bool to_name(napi_env env, napi_value value, JSValue *name)
{
    JSContext *ctx = env->e->ctx;

    *name =
        value != NULL ? JS_ToString(ctx, engine__value(value)) : JS_UNDEFINED;
    if (value == NULL)
        napi__error(env, napi_invalid_arg);
    else if (JS_IsException(*name))
        napi__error(env, napi_string_expected);
    return JS_IsString(*name);
}

napi_status napi_async_init(napi_env env, napi_value async_resource,
                            napi_value async_resource_name,
                            napi_async_context *result)
{
    JSValue name;
    const napi_status status =
        napi__check(env, async_resource_name != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    engine *e = env->e;
    JSValue resource = async_resource ? napi__to_object(env, async_resource)
                                      : JS_NewObject(e->ctx);
    if (JS_IsException(resource))
        return async_resource ? env->last_error.error_code : napi__failed(env);
    if (!to_name(env, async_resource_name, &name)) {
        JS_FreeValue(e->ctx, resource);
        return env->last_error.error_code;
    }
    napi_async_context context =
        context_new(env, resource, async_resource == NULL, name);
    if (context == NULL) {
        JS_FreeValue(e->ctx, name);
        JS_FreeValue(e->ctx, resource);
        return napi__error(env, napi_generic_failure);
    }
    call_hook(env, context, ENGINE_ASYNC_INIT);
    JS_FreeValue(e->ctx, resource);
    *result = context;
    return napi__ok(env);
}

napi_status napi_async_destroy(napi_env env, napi_async_context async_context)
{
    const napi_status status = napi__check(env, async_context != NULL);

    if (status != napi_ok)
        return status;
    call_hook(env, async_context, ENGINE_ASYNC_DESTROY);
    context_release(env, async_context);
    return napi__ok(env);
}

/* ---- Callbacks ---------------------------------------------------------- */

void engine_set_scopes_drain(engine *e, bool on)
{
    e->drains_scopes = on;
}

/* A call that threw drains nothing, as in Node. */
static void leave_scope(engine *e)
{
    e->callback_scopes--;
    if (e->drains_scopes && e->callback_scopes == 0 && e->depth == 0 &&
        !JS_HasException(e->ctx) && !engine__is_stopped(e) &&
        engine_is_drain_due(e))
        engine_drain(e);
}

/* Make `stores` the current async context; the previous one is returned. */
static engine_async_context *enter_context(napi_env env,
                                           napi_async_context context,
                                           engine_async_context *stores)
{
    engine *e = env->e;

    if (stores != NULL)
        JS_DupValue(e->ctx, engine__async_context_value(stores));
    engine_async_context *outer = engine_swap_async_context(e, stores);
    if (context != NULL)
        call_hook(env, context, ENGINE_ASYNC_BEFORE);
    return outer;
}

static void leave_context(napi_env env, napi_async_context context,
                          engine_async_context *outer)
{
    if (context != NULL)
        call_hook(env, context, ENGINE_ASYNC_AFTER);
    engine_release_async_context(env->e,
                                 engine_swap_async_context(env->e, outer));
}

napi_status napi_make_callback(napi_env env, napi_async_context async_context,
                               napi_value recv, napi_value func, size_t argc,
                               const napi_value *argv, napi_value *result)
{
    napi__args args;
    const napi_status status = napi__enter(
        env, recv != NULL && func != NULL && (argc == 0 || argv != NULL));

    if (status != napi_ok)
        return status;
    engine *e = env->e;
    JSValue self = napi__to_object(env, recv);
    if (JS_IsException(self))
        return env->last_error.error_code;
    const bool callable = JS_IsFunction(e->ctx, engine__value(func));
    if (!callable || !napi__args_open(e, &args, argc, argv)) {
        JS_FreeValue(e->ctx, self);
        return napi__error(env,
                           callable ? napi_generic_failure : napi_invalid_arg);
    }
    e->callback_scopes++;
    engine_async_context *outer = enter_context(
        env, async_context,
        async_context ? async_context->record.async_context : NULL);
    JSValue value =
        engine__call(e, engine__value(func), self, (int)argc, args.values);
    leave_context(env, async_context, outer);
    napi__args_close(e, &args);
    JS_FreeValue(e->ctx, self);
    leave_scope(e);
    return napi__give_maybe(env, value, result);
}

/* ---- Callback scopes ---------------------------------------------------- */

napi_status napi_open_callback_scope(napi_env env, napi_value resource_object,
                                     napi_async_context context,
                                     napi_callback_scope *result)
{
    const napi_status status =
        napi__check(env, result != NULL && context != NULL);

    (void)resource_object; /* the context has one */
    if (status != napi_ok)
        return status;
    napi_callback_scope scope = orr__alloc(&env->e->alloc, sizeof *scope);
    if (scope == NULL)
        return napi__error(env, napi_generic_failure);
    scope->context = context;
    context->uses++;
    scope->outer = enter_context(env, context, NULL);
    env->open_callback_scopes++;
    env->e->callback_scopes++;
    *result = scope;
    return napi__ok(env);
}

napi_status napi_close_callback_scope(napi_env env, napi_callback_scope scope)
{
    const napi_status status = napi__check(env, scope != NULL);

    if (status != napi_ok)
        return status;
    if (env->open_callback_scopes == 0)
        return napi_callback_scope_mismatch;
    env->open_callback_scopes--;
    leave_context(env, scope->context, scope->outer);
    context_release(env, scope->context);
    orr__free(&env->e->alloc, scope);
    leave_scope(env->e);
    return napi__ok(env);
}
