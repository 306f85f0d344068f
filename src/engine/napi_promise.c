/*
 * napi_promise.c - promises that native code settles, and scripts it runs.
 *
 * A deferred holds the two functions that settle its promise. It is freed by
 * settling it, which can be done once, or with its environment.
 */
#include "engine/napi.h"

struct napi_deferred__ {
    napi_deferred next; /* in the environment's list */
    napi_deferred *link;
    JSValue settle[2]; /* resolve, reject */
};

static void deferred_free(napi_env env, napi_deferred deferred)
{
    *deferred->link = deferred->next;
    if (deferred->next != NULL)
        deferred->next->link = deferred->link;
    JS_FreeValue(env->e->ctx, deferred->settle[0]);
    JS_FreeValue(env->e->ctx, deferred->settle[1]);
    orr__free(&env->e->alloc, deferred);
}

void napi__deferreds_close(napi_env env)
{
    while (env->deferreds != NULL)
        deferred_free(env, env->deferreds);
}

napi_status napi_create_promise(napi_env env, napi_deferred *deferred,
                                napi_value *promise)
{
    const napi_status status =
        napi__enter(env, deferred != NULL && promise != NULL);

    if (status != napi_ok)
        return status;
    engine *e = env->e;
    napi_deferred made = orr__alloc(&e->alloc, sizeof *made);
    if (made == NULL)
        return napi__error(env, napi_generic_failure);
    JSValue value = JS_NewPromiseCapability(e->ctx, made->settle);
    if (JS_IsException(value)) {
        orr__free(&e->alloc, made);
        return napi__failed(env);
    }
    made->next = env->deferreds;
    made->link = &env->deferreds;
    if (made->next != NULL)
        made->next->link = &made->next;
    env->deferreds = made;
    const napi_status given = napi__give(env, value, promise);
    if (given != napi_ok)
        deferred_free(env, made);
    else
        *deferred = made;
    return given;
}

static napi_status promise_settle(napi_env env, napi_deferred deferred,
                                  int which, napi_value with)
{
    const napi_status status =
        napi__enter(env, with != NULL && deferred != NULL);

    if (status != napi_ok)
        return status;
    JSValueConst arg = engine__value(with);
    JSValue done =
        engine__call(env->e, deferred->settle[which], JS_UNDEFINED, 1, &arg);
    deferred_free(env, deferred);
    return napi__give_maybe(env, done, NULL);
}

napi_status napi_resolve_deferred(napi_env env, napi_deferred deferred,
                                  napi_value resolution)
{
    return promise_settle(env, deferred, 0, resolution);
}

napi_status napi_reject_deferred(napi_env env, napi_deferred deferred,
                                 napi_value rejection)
{
    return promise_settle(env, deferred, 1, rejection);
}

napi_status napi_run_script(napi_env env, napi_value script, napi_value *result)
{
    size_t length;
    const napi_status status =
        napi__enter(env, script != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    if (!JS_IsString(engine__value(script)))
        return napi__error(env, napi_string_expected);
    engine *e = env->e;
    const char *text = JS_ToCStringLen(e->ctx, &length, engine__value(script));
    if (text == NULL)
        return napi__failed(env);
    e->depth++;
    JSValue value =
        JS_Eval(e->ctx, text, length, "<anonymous>", JS_EVAL_TYPE_GLOBAL);
    e->depth--;
    JS_FreeCString(e->ctx, text);
    if (JS_IsException(value)) /* it is pending; so says Node */
        return napi__error(env, napi_generic_failure);
    return napi__give(env, value, result);
}
