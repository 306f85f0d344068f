/*
 * napi_error.c - errors and exceptions, and the words for each status.
 *
 * There are two kinds of failure. A status says that the call itself went
 * wrong; it stays in env->last_error until the next call, and
 * napi_get_last_error_info() puts it into words. An exception is JavaScript's:
 * it is pending in the engine until it is taken or native code returns. Calls
 * that may run JavaScript refuse to while one is pending.
 */
#include "engine/napi.h"
#include "engine/shared.h"

/* ---- The last error ----------------------------------------------------- */

static const char *const messages[] = {
    [napi_ok] = NULL,
    [napi_invalid_arg] = "Invalid argument",
    [napi_object_expected] = "An object was expected",
    [napi_string_expected] = "A string was expected",
    [napi_name_expected] = "A string or symbol was expected",
    [napi_function_expected] = "A function was expected",
    [napi_number_expected] = "A number was expected",
    [napi_boolean_expected] = "A boolean was expected",
    [napi_array_expected] = "An array was expected",
    [napi_generic_failure] = "Unknown failure",
    [napi_pending_exception] = "An exception is pending",
    [napi_cancelled] = "The async work item was cancelled",
    [napi_escape_called_twice] = "napi_escape_handle already called on scope",
    [napi_handle_scope_mismatch] = "Invalid handle scope usage",
    [napi_callback_scope_mismatch] = "Invalid callback scope usage",
    [napi_queue_full] = "Thread-safe function queue is full",
    [napi_closing] = "Thread-safe function handle is closing",
    [napi_bigint_expected] = "A bigint was expected",
    [napi_date_expected] = "A date was expected",
    [napi_arraybuffer_expected] = "An arraybuffer was expected",
    [napi_detachable_arraybuffer_expected] =
        "A detachable arraybuffer was expected",
    [napi_would_deadlock] = "Main thread would deadlock",
    [napi_no_external_buffers_allowed] = "External buffers are not allowed",
    [napi_cannot_run_js] = "Cannot run JavaScript",
};

napi_status napi_get_last_error_info(napi_env env,
                                     const napi_extended_error_info **result)
{
    if (env == NULL)
        return napi_invalid_arg;
    if (result == NULL)
        return napi__error(env, napi_invalid_arg);
    env->last_error.error_message = messages[env->last_error.error_code];
    *result = &env->last_error;
    return napi_ok;
}

/* Our own bindings are stopped in the middle of their work, by JavaScript that
 * they call. They need not look: what they do to plain objects works as ever,
 * what would run JavaScript is refused by the engine, and the stop is the
 * outcome of the binding. */
napi_status napi__may_enter(napi_env env)
{
    if (env->own && engine__is_leaving(env->e))
        return napi_ok;
    if (JS_HasException(env->e->ctx) || env->version < 10)
        return napi_pending_exception;
    return napi_cannot_run_js;
}

napi_status napi__failed(napi_env env)
{
    return napi__error(env, JS_HasException(env->e->ctx)
                                ? napi_pending_exception
                                : napi_generic_failure);
}

/* ---- Functions of the library ------------------------------------------- */

/* No function is called while an exception is pending: it would be taken for
 * one of that function. Nor is one of these stopped, whose callers count on
 * the result. */
JSValue napi__call_intrinsic(engine *e, napi__intrinsic which,
                             JSValueConst self, int argc, JSValueConst *argv)
{
    JSValue pending = JS_SetAsideException(e->ctx);
    JSValue result =
        JS_Call(e->ctx, napi__get_intrinsic(e, which), self, argc, argv);

    JS_PutBackException(e->ctx, pending);
    return result;
}

JSValue napi__construct_intrinsic(engine *e, napi__intrinsic which, int argc,
                                  JSValueConst *argv)
{
    JSValue pending = JS_SetAsideException(e->ctx);
    JSValue object =
        JS_CallConstructor(e->ctx, napi__get_intrinsic(e, which), argc, argv);

    JS_PutBackException(e->ctx, pending);
    return object;
}

/* ---- Making errors ------------------------------------------------------ */

/* An error with an optional code; borrows both. */
static JSValue error_new(engine *e, napi__intrinsic kind, JSValueConst code,
                         JSValueConst message)
{
    JSContext *ctx = e->ctx;
    JSValue error = napi__construct_intrinsic(e, kind, 1, &message);

    if (JS_IsException(error) || JS_IsUndefined(code))
        return error;
    if (JS_SetPropertyStr(ctx, error, "code", JS_DupValue(ctx, code)) < 0) {
        JS_FreeValue(ctx, error);
        return JS_EXCEPTION;
    }
    return error;
}

static napi_status give_error(napi_env env, napi__intrinsic kind,
                              napi_value code, napi_value msg,
                              napi_value *result)
{
    const napi_status status = napi__check(env, msg != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    JSValueConst said = code ? engine__value(code) : JS_UNDEFINED;
    if (!JS_IsString(engine__value(msg)) || (code && !JS_IsString(said)))
        return napi__error(env, napi_string_expected);
    return napi__give(env, error_new(env->e, kind, said, engine__value(msg)),
                      result);
}

napi_status napi_create_error(napi_env env, napi_value code, napi_value msg,
                              napi_value *result)
{
    return give_error(env, NAPI__ERROR, code, msg, result);
}

napi_status napi_create_type_error(napi_env env, napi_value code,
                                   napi_value msg, napi_value *result)
{
    return give_error(env, NAPI__TYPE_ERROR, code, msg, result);
}

napi_status napi_create_range_error(napi_env env, napi_value code,
                                    napi_value msg, napi_value *result)
{
    return give_error(env, NAPI__RANGE_ERROR, code, msg, result);
}

napi_status node_api_create_syntax_error(napi_env env, napi_value code,
                                         napi_value msg, napi_value *result)
{
    return give_error(env, NAPI__SYNTAX_ERROR, code, msg, result);
}

/* ---- Throwing ----------------------------------------------------------- */

void napi__throw(napi_env env, napi__intrinsic kind, const char *code,
                 const char *message)
{
    engine *e = env->e;
    JSValue text = JS_NewString(e->ctx, message);
    JSValue said = code ? JS_NewString(e->ctx, code) : JS_UNDEFINED;

    /* If one of these failed, that is what is thrown. */
    if (!JS_IsException(text) && !JS_IsException(said)) {
        JSValue error = error_new(e, kind, said, text);
        if (!JS_IsException(error))
            JS_Throw(e->ctx, error);
    }
    JS_FreeValue(e->ctx, said);
    JS_FreeValue(e->ctx, text);
}

static napi_status throw_new(napi_env env, napi__intrinsic kind,
                             const char *code, const char *msg)
{
    const napi_status status = napi__enter(env, msg != NULL);

    if (status == napi_ok)
        napi__throw(env, kind, code, msg);
    return status;
}

napi_status napi_throw_error(napi_env env, const char *code, const char *msg)
{
    return throw_new(env, NAPI__ERROR, code, msg);
}

napi_status napi_throw_type_error(napi_env env, const char *code,
                                  const char *msg)
{
    return throw_new(env, NAPI__TYPE_ERROR, code, msg);
}

napi_status napi_throw_range_error(napi_env env, const char *code,
                                   const char *msg)
{
    return throw_new(env, NAPI__RANGE_ERROR, code, msg);
}

napi_status node_api_throw_syntax_error(napi_env env, const char *code,
                                        const char *msg)
{
    return throw_new(env, NAPI__SYNTAX_ERROR, code, msg);
}

napi_status napi_throw(napi_env env, napi_value error)
{
    const napi_status status = napi__enter(env, error != NULL);

    if (status == napi_ok)
        JS_Throw(env->e->ctx, JS_DupValue(env->e->ctx, engine__value(error)));
    return status;
}

/* ---- Catching ----------------------------------------------------------- */

napi_status napi_is_exception_pending(napi_env env, bool *result)
{
    const napi_status status = napi__check(env, result != NULL);

    if (status == napi_ok)
        *result = JS_HasException(env->e->ctx);
    return status;
}

napi_status napi_get_and_clear_last_exception(napi_env env, napi_value *result)
{
    const napi_status status = napi__check(env, result != NULL);

    if (status != napi_ok)
        return status;
    JSContext *ctx = env->e->ctx;
    JSValue error = JS_HasException(ctx) ? JS_GetException(ctx) : JS_UNDEFINED;
    return napi__give(env, error, result);
}

bool engine_is_ending(engine *e)
{
    if (!JS_HasException(e->ctx))
        return false;
    JSValue error = JS_GetException(e->ctx);
    const bool is_final = JS_IsUncatchableError(error);
    JS_Throw(e->ctx, error);
    return is_final;
}

napi_status napi_fatal_exception(napi_env env, napi_value err)
{
    const napi_status status = napi__enter(env, err != NULL);

    if (status != napi_ok)
        return status;
    engine__report(env->e, engine__value(err), ENGINE_ORIGIN_EXCEPTION);
    return napi__ok(env);
}
