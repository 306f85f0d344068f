/*
 * napi_value.c - singletons, numbers, types, comparison and coercion: values
 * that need no more than their own slot.
 *
 * Numbers are made in the engine's shortest form, an integer where it is one,
 * so that arithmetic on them stays on the fast path.
 */
#include "engine/napi.h"

#include <math.h>

/* ---- Singletons --------------------------------------------------------- */

static napi_status give_plain(napi_env env, JSValue value, napi_value *result)
{
    const napi_status status = napi__check(env, result != NULL);

    return status == napi_ok ? napi__give(env, value, result) : status;
}

napi_status napi_get_undefined(napi_env env, napi_value *result)
{
    return give_plain(env, JS_UNDEFINED, result);
}

napi_status napi_get_null(napi_env env, napi_value *result)
{
    return give_plain(env, JS_NULL, result);
}

napi_status napi_get_boolean(napi_env env, bool value, napi_value *result)
{
    return give_plain(env, value ? JS_TRUE : JS_FALSE, result);
}

napi_status napi_get_global(napi_env env, napi_value *result)
{
    const napi_status status = napi__check(env, result != NULL);

    if (status != napi_ok)
        return status;
    return napi__give(env, JS_GetGlobalObject(env->e->ctx), result);
}

/* ---- Numbers ------------------------------------------------------------ */

napi_status napi_create_double(napi_env env, double value, napi_value *result)
{
    const napi_status status = napi__check(env, result != NULL);

    if (status != napi_ok)
        return status;
    return napi__give(env, JS_NewNumber(env->e->ctx, value), result);
}

napi_status napi_create_int32(napi_env env, int32_t value, napi_value *result)
{
    return give_plain(env, JS_MKVAL(JS_TAG_INT, value), result);
}

napi_status napi_create_uint32(napi_env env, uint32_t value, napi_value *result)
{
    const napi_status status = napi__check(env, result != NULL);

    if (status != napi_ok)
        return status;
    return napi__give(env, JS_NewUint32(env->e->ctx, value), result);
}

napi_status napi_create_int64(napi_env env, int64_t value, napi_value *result)
{
    const napi_status status = napi__check(env, result != NULL);

    if (status != napi_ok)
        return status;
    return napi__give(env, JS_NewInt64(env->e->ctx, value), result);
}

/* The number as a double; false, with the last error set, if it is not a
 * number. */
static bool get_number(napi_env env, napi_value value, double *number)
{
    JSValueConst v = engine__value(value);

    if (JS_VALUE_GET_NORM_TAG(v) == JS_TAG_INT)
        *number = JS_VALUE_GET_INT(v);
    else if (JS_VALUE_GET_NORM_TAG(v) == JS_TAG_FLOAT64)
        *number = JS_VALUE_GET_FLOAT64(v);
    else
        napi__error(env, napi_number_expected);
    return JS_IsNumber(v);
}

napi_status napi_get_value_double(napi_env env, napi_value value,
                                  double *result)
{
    const napi_status status =
        napi__check(env, value != NULL && result != NULL);

    if (status == napi_ok)
        get_number(env, value, result);
    return status == napi_ok ? env->last_error.error_code : status;
}

napi_status napi_get_value_int32(napi_env env, napi_value value,
                                 int32_t *result)
{
    const napi_status status =
        napi__check(env, value != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    JSValueConst v = engine__value(value);
    if (!JS_IsNumber(v))
        return napi__error(env, napi_number_expected);
    JS_ToInt32(env->e->ctx, result, v);
    return napi_ok;
}

napi_status napi_get_value_uint32(napi_env env, napi_value value,
                                  uint32_t *result)
{
    /* Modulo 2^32 both are the same bits. */
    return napi_get_value_int32(env, value, (int32_t *)result);
}

/* Saturates; what is not finite is zero. */
static int64_t to_int64(double number)
{
    if (!isfinite(number))
        return 0;
    if (number >= 9223372036854775808.0)
        return INT64_MAX;
    if (number <= -9223372036854775808.0)
        return INT64_MIN;
    return (int64_t)number;
}

napi_status napi_get_value_int64(napi_env env, napi_value value,
                                 int64_t *result)
{
    double number;
    const napi_status status =
        napi__check(env, value != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    if (!get_number(env, value, &number))
        return napi_number_expected;
    *result = to_int64(number);
    return napi_ok;
}

napi_status napi_get_value_bool(napi_env env, napi_value value, bool *result)
{
    const napi_status status =
        napi__check(env, value != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    JSValueConst v = engine__value(value);
    if (!JS_IsBool(v))
        return napi__error(env, napi_boolean_expected);
    *result = JS_VALUE_GET_BOOL(v) != 0;
    return napi_ok;
}

/* ---- Types -------------------------------------------------------------- */

static napi_valuetype type_of_object(engine *e, JSValueConst value)
{
    if (JS_GetClassID(value) == e->classes.napi_external)
        return napi_external;
    return JS_IsFunction(e->ctx, value) ? napi_function : napi_object;
}

napi_status napi_typeof(napi_env env, napi_value value, napi_valuetype *result)
{
    const napi_status status =
        napi__check(env, value != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    JSValueConst v = engine__value(value);
    switch (JS_VALUE_GET_NORM_TAG(v)) {
    case JS_TAG_INT:
    case JS_TAG_FLOAT64:
        *result = napi_number;
        return napi_ok;
    case JS_TAG_STRING:
    case JS_TAG_STRING_ROPE:
        *result = napi_string;
        return napi_ok;
    case JS_TAG_OBJECT:
        *result = type_of_object(env->e, v);
        return napi_ok;
    case JS_TAG_UNDEFINED:
        *result = napi_undefined;
        return napi_ok;
    case JS_TAG_NULL:
        *result = napi_null;
        return napi_ok;
    case JS_TAG_BOOL:
        *result = napi_boolean;
        return napi_ok;
    case JS_TAG_SYMBOL:
        *result = napi_symbol;
        return napi_ok;
    case JS_TAG_BIG_INT:
    case JS_TAG_SHORT_BIG_INT:
        *result = napi_bigint;
        return napi_ok;
    default:
        return napi__error(env, napi_invalid_arg);
    }
}

/* What the many napi_is_...() have in common. */
static napi_status value_answer(napi_env env, napi_value value, bool *result,
                                bool (*is)(JSValueConst))
{
    const napi_status status =
        napi__check(env, value != NULL && result != NULL);

    if (status == napi_ok)
        *result = is(engine__value(value));
    return status;
}

napi_status napi_is_array(napi_env env, napi_value value, bool *result)
{
    return value_answer(env, value, result, JS_IsArray);
}

napi_status napi_is_error(napi_env env, napi_value value, bool *result)
{
    return value_answer(env, value, result, JS_IsError);
}

napi_status napi_is_arraybuffer(napi_env env, napi_value value, bool *result)
{
    return value_answer(env, value, result, JS_IsArrayBuffer);
}

napi_status napi_is_dataview(napi_env env, napi_value value, bool *result)
{
    return value_answer(env, value, result, JS_IsDataView);
}

napi_status napi_is_promise(napi_env env, napi_value value, bool *result)
{
    return value_answer(env, value, result, JS_IsPromise);
}

napi_status napi_is_date(napi_env env, napi_value value, bool *result)
{
    return value_answer(env, value, result, JS_IsDate);
}

static bool is_typed_array(JSValueConst value)
{
    return JS_GetTypedArrayType(value) >= 0;
}

napi_status napi_is_typedarray(napi_env env, napi_value value, bool *result)
{
    return value_answer(env, value, result, is_typed_array);
}

/* Node takes every view of a buffer for one of its Buffers. */
static bool is_view(JSValueConst value)
{
    return is_typed_array(value) || JS_IsDataView(value);
}

napi_status napi_is_buffer(napi_env env, napi_value value, bool *result)
{
    return value_answer(env, value, result, is_view);
}

/* ---- Comparison --------------------------------------------------------- */

napi_status napi_strict_equals(napi_env env, napi_value lhs, napi_value rhs,
                               bool *result)
{
    const napi_status status =
        napi__enter(env, lhs != NULL && rhs != NULL && result != NULL);

    if (status == napi_ok)
        *result = JS_IsStrictEqual(env->e->ctx, engine__value(lhs),
                                   engine__value(rhs));
    return status;
}

napi_status napi_instanceof(napi_env env, napi_value object,
                            napi_value constructor, bool *result)
{
    const napi_status status =
        napi__enter(env, object != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    *result = false;
    JSValue ctor = napi__to_object(env, constructor);
    if (JS_IsException(ctor))
        return env->last_error.error_code;
    JSContext *ctx = env->e->ctx;
    const bool callable = JS_IsFunction(ctx, ctor);
    const int is =
        callable ? JS_IsInstanceOf(ctx, engine__value(object), ctor) : 0;
    JS_FreeValue(ctx, ctor);
    if (!callable) {
        napi__throw(env, NAPI__TYPE_ERROR, "ERR_NAPI_CONS_FUNCTION",
                    "Constructor must be a function");
        return napi__error(env, napi_function_expected);
    }
    if (is < 0)
        return napi__failed(env);
    *result = is > 0;
    return napi_ok;
}

/* ---- Coercion ----------------------------------------------------------- */

napi_status napi_coerce_to_bool(napi_env env, napi_value value,
                                napi_value *result)
{
    const napi_status status =
        napi__enter(env, value != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    const int truth = JS_ToBool(env->e->ctx, engine__value(value));
    return napi__give(env, truth > 0 ? JS_TRUE : JS_FALSE, result);
}

/* A coercion that threw has a status of its own; the exception stays. */
static napi_status value_coerce(napi_env env, napi_value value,
                                napi_value *result,
                                JSValue (*to)(JSContext *, JSValueConst),
                                napi_status refused)
{
    const napi_status status =
        napi__enter(env, value != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    JSValue made = to(env->e->ctx, engine__value(value));
    if (JS_IsException(made))
        return napi__error(env, refused);
    return napi__give(env, made, result);
}

napi_status napi_coerce_to_number(napi_env env, napi_value value,
                                  napi_value *result)
{
    return value_coerce(env, value, result, JS_ToNumber, napi_number_expected);
}

napi_status napi_coerce_to_string(napi_env env, napi_value value,
                                  napi_value *result)
{
    return value_coerce(env, value, result, JS_ToString, napi_string_expected);
}

JSValue napi__to_object(napi_env env, napi_value value)
{
    if (value == NULL) {
        napi__error(env, napi_invalid_arg);
        return JS_EXCEPTION;
    }
    JSValueConst v = engine__value(value);
    if (orr__likely(JS_IsObject(v)))
        return JS_DupValue(env->e->ctx, v);
    if (!JS_IsUndefined(v) && !JS_IsNull(v)) {
        JSValue object = JS_ToObject(env->e->ctx, v);
        if (JS_IsException(object))
            napi__failed(env);
        return object;
    }
    napi__throw(env, NAPI__TYPE_ERROR, NULL,
                "Cannot convert undefined or null to object");
    napi__error(env, napi_object_expected);
    return JS_EXCEPTION;
}

napi_status napi_coerce_to_object(napi_env env, napi_value value,
                                  napi_value *result)
{
    const napi_status status =
        napi__enter(env, value != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    JSValue object = napi__to_object(env, value);
    if (JS_IsException(object))
        return env->last_error.error_code;
    return napi__give(env, object, result);
}
