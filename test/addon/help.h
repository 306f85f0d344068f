/*
 * help.h - what the addons of this folder share. They are compiled as others
 * compile theirs: against node_api.h alone, by test/addon/run.
 */
#ifndef HELP_H
#define HELP_H

#ifndef NAPI_VERSION
#define NAPI_VERSION 9
#endif
#include <node_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call)                                                             \
    do {                                                                     \
        if ((call) != napi_ok) {                                             \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #call);       \
            abort();                                                         \
        }                                                                    \
    } while (0)

#define METHOD(fn) { #fn, NULL, fn, NULL, NULL, NULL, napi_enumerable, NULL }
#define COUNT(array) (sizeof(array) / sizeof *(array))

static inline napi_value undefined(napi_env env)
{
    napi_value v;

    OK(napi_get_undefined(env, &v));
    return v;
}

static inline napi_value string(napi_env env, const char *text)
{
    napi_value v;

    OK(napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &v));
    return v;
}

static inline napi_value number(napi_env env, double n)
{
    napi_value v;

    OK(napi_create_double(env, n, &v));
    return v;
}

/* The first n arguments of a call. */
static inline void get_args(napi_env env, napi_callback_info info, size_t n,
                            napi_value *args)
{
    OK(napi_get_cb_info(env, info, &n, args, NULL, NULL));
}

/* A copy of a string argument, to be freed. */
static inline char *copy_string(napi_env env, napi_value value)
{
    size_t length;

    OK(napi_get_value_string_utf8(env, value, NULL, 0, &length));
    char *text = malloc(length + 1);
    OK(napi_get_value_string_utf8(env, value, text, length + 1, &length));
    return text;
}

#endif
