/* value.c - the small help of bind.h. */
#include "bind/bind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nothing here may need memory; stderr has no buffer. */
_Noreturn void bind_no_memory(void)
{
    fflush(NULL);
    fputs("orrery: out of memory\n", stderr);
    _Exit(EXIT_NO_MEMORY);
}

napi_value bind_threw(runtime *r)
{
    engine_throw_no_memory(r->engine);
    return NULL;
}

napi_value bind_own(runtime *r, void *data, napi_finalize free_data)
{
    napi_value object;

    if (napi_create_object(r->env, &object) == napi_ok &&
        napi_wrap(r->env, object, data, free_data, NULL, NULL) == napi_ok)
        return object;
    free_data(r->env, data, NULL);
    return bind_threw(r);
}

void bind_must(napi_status status, const char *file, int line)
{
    if (status == napi_ok)
        return;
    if (status == napi_generic_failure || status == napi_pending_exception)
        bind_no_memory();
    fprintf(stderr, "orrery: Node-API status %d (%s:%d)\n", (int)status, file,
            line);
    abort();
}

napi_value bind_referenced(const runtime *r, napi_ref ref)
{
    napi_value value = NULL;

    if (ref != NULL)
        BIND_OK(napi_get_reference_value(r->env, ref, &value));
    return value;
}

void bind_set(runtime *r, napi_value object, const char *name, napi_value value)
{
    BIND_OK(napi_set_named_property(r->env, object, name, value));
}

void bind_method(runtime *r, napi_value object, const char *name,
                 napi_callback fn)
{
    napi_value f;

    BIND_OK(napi_create_function(r->env, name, NAPI_AUTO_LENGTH, fn, r, &f));
    bind_set(r, object, name, f);
}

/* The list ends with a NULL name. */
void bind_methods(runtime *r, napi_value object, const bind_function *list)
{
    for (; list->name != NULL; list++)
        bind_method(r, object, list->name, list->fn);
}

napi_value bind_numbers(napi_env env, const double *n, size_t count)
{
    napi_value list;

    BIND_OK(napi_create_array_with_length(env, count, &list));
    for (size_t i = 0; i < count; i++)
        BIND_OK(
            napi_set_element(env, list, (uint32_t)i, bind_double(env, n[i])));
    return list;
}

napi_value bind_array(napi_env env, napi_typedarray_type type,
                      const void *bytes, size_t len, size_t count)
{
    napi_value buffer, array;
    void *data;

    if (napi_create_arraybuffer(env, len, &data, &buffer) != napi_ok)
        return NULL;
    if (len > 0)
        memcpy(data, bytes, len);
    if (napi_create_typedarray(env, type, count, buffer, 0, &array) != napi_ok)
        return NULL;
    return array;
}

napi_value bind_int(napi_env env, int64_t n)
{
    napi_value v;

    BIND_OK(napi_create_int64(env, n, &v));
    return v;
}

napi_value bind_double(napi_env env, double n)
{
    napi_value v;

    BIND_OK(napi_create_double(env, n, &v));
    return v;
}

napi_value bind_bool(napi_env env, bool b)
{
    napi_value v;

    BIND_OK(napi_get_boolean(env, b, &v));
    return v;
}

napi_value bind_string_n(napi_env env, const char *s, size_t n)
{
    napi_value v;

    BIND_OK(napi_create_string_utf8(env, s, n, &v));
    return v;
}

napi_value bind_string(napi_env env, const char *s)
{
    return bind_string_n(env, s, NAPI_AUTO_LENGTH);
}

napi_value bind_undefined(napi_env env)
{
    napi_value v;

    BIND_OK(napi_get_undefined(env, &v));
    return v;
}

napi_value bind_null(napi_env env)
{
    napi_value v;

    BIND_OK(napi_get_null(env, &v));
    return v;
}

runtime *bind_args(napi_env env, napi_callback_info info, size_t n,
                   napi_value *args)
{
    void *data;

    BIND_OK(napi_get_cb_info(env, info, &n, args, NULL, &data));
    return data;
}

int64_t bind_to_int(napi_env env, napi_value v)
{
    int64_t n = 0;

    napi_get_value_int64(env, v, &n);
    return n;
}

double bind_to_double(napi_env env, napi_value v)
{
    double n = 0;

    napi_get_value_double(env, v, &n);
    return n;
}

bool bind_to_bool(napi_env env, napi_value v)
{
    bool b = false;

    napi_get_value_bool(env, v, &b);
    return b;
}

bool bind_is_undefined(napi_env env, napi_value v)
{
    napi_valuetype type;

    return napi_typeof(env, v, &type) == napi_ok && type == napi_undefined;
}

char *bind_to_string(napi_env env, napi_value v, size_t *len)
{
    size_t n;
    const napi_status status = napi_get_value_string_utf8(env, v, NULL, 0, &n);

    if (status == napi_string_expected)
        return NULL;
    char *s = status == napi_ok ? malloc(n + 1) : NULL;
    if (s == NULL ||
        napi_get_value_string_utf8(env, v, s, n + 1, &n) != napi_ok) {
        free(s);
        engine_throw_no_memory(engine_from_env(env));
        return NULL;
    }
    if (len != NULL)
        *len = n;
    return s;
}

napi_value *bind_to_list(napi_env env, napi_value list, size_t *count)
{
    uint32_t n = 0;

    if (!bind_is_undefined(env, list))
        BIND_OK(napi_get_array_length(env, list, &n));
    napi_value *values = n > 0 ? calloc(n, sizeof *values) : NULL;
    if (n > 0 && values == NULL)
        bind_no_memory();
    *count = n;
    for (size_t i = 0; i < n; i++)
        BIND_OK(napi_get_element(env, list, (uint32_t)i, &values[i]));
    return values;
}
