/*
 * later.c - what came to Node-API after version 9, stable or not yet, and those
 * of before that no other addon here calls.
 */
#define NAPI_VERSION 10
#include "help.h"

#include <stdint.h>

/* Experimental in Node 24, and so not in every header. */
NAPI_EXTERN napi_status NAPI_CDECL node_api_create_object_with_properties(
    napi_env env, napi_value prototype_or_null, napi_value *property_names,
    napi_value *property_values, size_t property_count, napi_value *result);
NAPI_EXTERN napi_status NAPI_CDECL node_api_set_prototype(napi_env env,
                                                          napi_value object,
                                                          napi_value value);
NAPI_EXTERN napi_status NAPI_CDECL
node_api_is_sharedarraybuffer(napi_env env, napi_value value, bool *result);
NAPI_EXTERN napi_status NAPI_CDECL node_api_create_sharedarraybuffer(
    napi_env env, size_t byte_length, void **data, napi_value *result);
NAPI_EXTERN napi_status NAPI_CDECL
node_api_post_finalizer(napi_env env, napi_finalize finalize_cb,
                        void *finalize_data, void *finalize_hint);

static napi_value status_of(napi_env env, napi_status status)
{
    bool pending;
    napi_value error;

    OK(napi_is_exception_pending(env, &pending));
    if (pending)
        OK(napi_get_and_clear_last_exception(env, &error));
    return pending ? error : number(env, status);
}

/* ---- Keys and strings --------------------------------------------------- */

static const char16_t WIDE[] = { 'w', 0x20ac, 0xd83d, 0xde00, 0 };

/* keys(): an object with one member of each kind of key. */
static napi_value keys(napi_env env, napi_callback_info info)
{
    napi_value object, key[4];

    (void)info;
    OK(napi_create_object(env, &object));
    OK(node_api_create_property_key_latin1(env, "l\xe4tin", NAPI_AUTO_LENGTH,
                                           &key[0]));
    OK(node_api_create_property_key_utf8(env, "ütf and more", 5, &key[1]));
    OK(node_api_create_property_key_utf16(env, WIDE, NAPI_AUTO_LENGTH,
                                          &key[2]));
    OK(node_api_create_property_key_utf8(env, "7", 1, &key[3]));
    for (int i = 0; i < 4; i++)
        OK(napi_set_property(env, object, key[i], number(env, i)));
    return object;
}

static int released;

static void release(node_api_basic_env env, void *data, void *hint)
{
    (void)env;
    (void)hint;
    free(data);
    released++;
}

static void *copy(const void *from, size_t n)
{
    return memcpy(malloc(n), from, n);
}

/* outside(): strings whose memory is the addon's. */
static napi_value outside(napi_env env, napi_callback_info info)
{
    napi_value all, text[3];
    bool copied;

    (void)info;
    OK(node_api_create_external_string_latin1(
        env, copy("\xe4ltin", 6), NAPI_AUTO_LENGTH, release, NULL, &text[0],
        &copied));
    OK(node_api_create_external_string_utf16(env, copy(WIDE, sizeof WIDE), 4,
                                             release, NULL, &text[1], &copied));
    OK(node_api_create_external_string_latin1(env, "", 0, NULL, NULL, &text[2],
                                              NULL));
    OK(napi_create_array(env, &all));
    for (uint32_t i = 0; i < 3; i++)
        OK(napi_set_element(env, all, i, text[i]));
    return all;
}

/* ---- Objects and buffers ------------------------------------------------ */

/* with_properties(prototype, a, b) */
static napi_value with_properties(napi_env env, napi_callback_info info)
{
    napi_value args[3], object;
    napi_value names[2] = { string(env, "a"), string(env, "b") };

    get_args(env, info, 3, args);
    const napi_status status = node_api_create_object_with_properties(
        env, args[0], names, args + 1, 2, &object);
    return status == napi_ok ? object : status_of(env, status);
}

static napi_value set_prototype(napi_env env, napi_callback_info info)
{
    napi_value args[2];

    get_args(env, info, 2, args);
    return status_of(env, node_api_set_prototype(env, args[0], args[1]));
}

/* view(memory, offset, length): what is out of range Node throws, but says that
 * all is well. */
static napi_value view(napi_env env, napi_callback_info info)
{
    napi_value args[3], buffer = NULL;
    uint32_t offset, length;

    get_args(env, info, 3, args);
    OK(napi_get_value_uint32(env, args[1], &offset));
    OK(napi_get_value_uint32(env, args[2], &length));
    node_api_create_buffer_from_arraybuffer(env, args[0], offset, length,
                                            &buffer);
    return buffer;
}

static napi_value shared(napi_env env, napi_callback_info info)
{
    napi_value memory;
    void *data;

    (void)info;
    OK(node_api_create_sharedarraybuffer(env, 4, &data, &memory));
    memcpy(data, "\1\2\3\4", 4);
    return memory;
}

static napi_value is_shared(napi_env env, napi_callback_info info)
{
    napi_value arg, answer;
    bool is;

    get_args(env, info, 1, &arg);
    OK(node_api_is_sharedarraybuffer(env, arg, &is));
    OK(napi_get_boolean(env, is, &answer));
    return answer;
}

/* ---- Finalizers and threads --------------------------------------------- */

static void posted(napi_env env, void *data, void *hint)
{
    napi_ref ref = data;
    napi_value fn;

    (void)hint;
    OK(napi_get_reference_value(env, ref, &fn));
    OK(napi_call_function(env, undefined(env), fn, 0, NULL, NULL));
    OK(napi_delete_reference(env, ref));
}

static napi_value post(napi_env env, napi_callback_info info)
{
    napi_value fn;
    napi_ref ref;

    get_args(env, info, 1, &fn);
    OK(napi_create_reference(env, fn, 1, &ref));
    OK(node_api_post_finalizer(env, posted, ref, NULL));
    return NULL;
}

/* refs(fn): a thread-safe function that is let go of and taken back. */
static napi_value refs(napi_env env, napi_callback_info info)
{
    napi_value fn;
    napi_threadsafe_function f;
    void *context = NULL;

    get_args(env, info, 1, &fn);
    OK(napi_create_threadsafe_function(env, fn, NULL, string(env, "refs"), 0, 1,
                                       NULL, NULL, &released, NULL, &f));
    OK(napi_get_threadsafe_function_context(f, &context));
    OK(napi_unref_threadsafe_function(env, f));
    OK(napi_ref_threadsafe_function(env, f));
    OK(napi_call_threadsafe_function(f, NULL, napi_tsfn_nonblocking));
    OK(napi_release_threadsafe_function(f, napi_tsfn_release));
    return number(env, context == &released);
}

static napi_value end(napi_env env, napi_callback_info info)
{
    (void)env;
    (void)info;
    napi_fatal_error("here", NAPI_AUTO_LENGTH, "there and more", 5);
    return NULL;
}

NAPI_MODULE_INIT()
{
    const napi_property_descriptor methods[] = {
        METHOD(keys),   METHOD(outside),   METHOD(with_properties),
        METHOD(view),   METHOD(shared),    METHOD(set_prototype),
        METHOD(post),   METHOD(is_shared), METHOD(refs),
        METHOD(end),
    };

    OK(napi_define_properties(env, exports, COUNT(methods), methods));
    return exports;
}
