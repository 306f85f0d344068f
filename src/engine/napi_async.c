/*
 * napi_async.c - async contexts, and calls into JavaScript that act for one.
 *
 * An async context remembers what was current when it was made: the frame that
 * AsyncLocalStorage reads, and a record with an id for async_hooks. A callback
 * made in it runs in that frame, and the listener hears before and after.
 *
 * The loop starts every callback through its door, and what hangs on the end of
 * one (ticks, microtasks) is done there; so nothing is drained here. Node
 * drains when the outermost callback scope closes, which is the same moment.
 */
#include "engine/napi.h"

struct napi_async_context__ {
    napi_async_context next; /* in the environment's list */
    napi_async_context *link;
    JSValue resource;
    engine_record record; /* its frame is counted */
};

struct napi_callback_scope__ {
    napi_async_context context;
    engine_frame *outer;
};

/* ---- Contexts ----------------------------------------------------------- */

static void context_free(napi_env env, napi_async_context context)
{
    engine *e = env->e;

    *context->link = context->next;
    if (context->next != NULL)
        context->next->link = context->link;
    engine_release_frame(e, context->record.frame);
    JS_FreeValue(e->ctx, context->resource);
    orr__free(&e->alloc, context);
}

void napi__contexts_close(napi_env env)
{
    while (env->contexts != NULL)
        context_free(env, env->contexts);
}

static napi_async_context context_new(napi_env env, JSValueConst resource)
{
    engine *e = env->e;
    napi_async_context context = orr__alloc(&e->alloc, sizeof *context);

    if (context == NULL)
        return NULL;
    context->resource = JS_DupValue(e->ctx, resource);
    context->record.frame = engine_hold_frame(e);
    context->record.site = engine_get_site(e);
    context->record.kind = ENGINE_SCRIPT;
    e->door.schedule(e->door.ctx, &context->record);
    context->next = env->contexts;
    context->link = &env->contexts;
    if (context->next != NULL)
        context->next->link = &context->next;
    env->contexts = context;
    return context;
}

napi_status napi_async_init(napi_env env, napi_value async_resource,
                            napi_value async_resource_name,
                            napi_async_context *result)
{
    const napi_status status =
        napi__check(env, async_resource_name != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    engine *e = env->e;
    JSValue name = JS_ToString(e->ctx, engine__value(async_resource_name));
    if (JS_IsException(name))
        return napi__error(env, napi_string_expected);
    JS_FreeValue(e->ctx, name);
    JSValue resource = async_resource ? napi__to_object(env, async_resource)
                                      : JS_NewObject(e->ctx);
    if (JS_IsException(resource))
        return async_resource ? env->last_error.error_code : napi__failed(env);
    napi_async_context context = context_new(env, resource);
    JS_FreeValue(e->ctx, resource);
    if (context == NULL)
        return napi__error(env, napi_generic_failure);
    order__tell(e, ENGINE_ASYNC_INIT, &context->record, context->resource);
    *result = context;
    return napi__ok(env);
}

napi_status napi_async_destroy(napi_env env, napi_async_context async_context)
{
    const napi_status status = napi__check(env, async_context != NULL);

    if (status != napi_ok)
        return status;
    order__tell(env->e, ENGINE_ASYNC_DESTROY, &async_context->record,
                async_context->resource);
    context_free(env, async_context);
    return napi_ok;
}

/* ---- Callbacks ---------------------------------------------------------- */

/* Make the context's frame current; the one that was is handed back. */
static engine_frame *enter_context(engine *e, napi_async_context context)
{
    engine_frame *frame = context->record.frame;

    if (frame != NULL)
        JS_DupValue(e->ctx, engine__frame_value(frame));
    engine_frame *outer = engine_swap_frame(e, frame);
    order__tell(e, ENGINE_ASYNC_BEFORE, &context->record, context->resource);
    return outer;
}

static void leave_context(engine *e, napi_async_context context,
                          engine_frame *outer)
{
    order__tell(e, ENGINE_ASYNC_AFTER, &context->record, context->resource);
    engine_release_frame(e, engine_swap_frame(e, outer));
}

napi_status napi_make_callback(napi_env env, napi_async_context async_context,
                               napi_value recv, napi_value func, size_t argc,
                               const napi_value *argv, napi_value *result)
{
    napi__args args;
    engine_frame *outer = NULL;
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
    if (async_context != NULL)
        outer = enter_context(e, async_context);
    JSValue value =
        engine__call(e, engine__value(func), self, (int)argc, args.values);
    if (async_context != NULL)
        leave_context(e, async_context, outer);
    napi__args_close(e, &args);
    JS_FreeValue(e->ctx, self);
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
    scope->outer = enter_context(env->e, context);
    env->open_callback_scopes++;
    *result = scope;
    return napi_ok;
}

napi_status napi_close_callback_scope(napi_env env, napi_callback_scope scope)
{
    const napi_status status = napi__check(env, scope != NULL);

    if (status != napi_ok)
        return status;
    if (env->open_callback_scopes == 0)
        return napi_callback_scope_mismatch;
    env->open_callback_scopes--;
    leave_context(env->e, scope->context, scope->outer);
    orr__free(&env->e->alloc, scope);
    return napi_ok;
}
