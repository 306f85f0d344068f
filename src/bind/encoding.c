/*
 * encoding.c - the C half of TextEncoder and TextDecoder. What UTF-8 is, is
 * known to codec.c and codec_read.c.
 */
#include "base/utf8.h"
#include "bind/buffer.h"

/* decodeUtf8(bytes, fatal): a string; undefined: faulty and fatal. */
static napi_value js_decode_utf8(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_bytes b;

    runtime *r = bind_args(env, info, 2, args);
    if (!bind_to_bytes(env, args[0], &b))
        return bind_undefined(env);
    if (bind_to_bool(env, args[1]) &&
        orr__utf8_valid(b.data, b.length) != b.length)
        return bind_undefined(env);
    return bind_decode(r, CODEC_UTF8, b.data, b.length);
}

/* cutLength(bytes): how many at the end wait for the rest of a character. */
static napi_value js_cut_length(napi_env env, napi_callback_info info)
{
    napi_value arg;
    bind_bytes b;

    bind_args(env, info, 1, &arg);
    if (!bind_to_bytes(env, arg, &b))
        return bind_int(env, 0);
    return bind_int(env, (int64_t)orr__utf8_cut(b.data, b.length));
}

/* encodeUtf8(string): a Uint8Array. */
static napi_value js_encode_utf8(napi_env env, napi_callback_info info)
{
    napi_value arg, buffer, array;
    engine_chars text;
    void *data;

    runtime *r = bind_args(env, info, 1, &arg);
    if (engine_get_chars(r->engine, arg, &text) < 0)
        return bind_threw(r);
    const size_t length = codec_length(CODEC_UTF8, &text);
    if (napi_create_arraybuffer(env, length, &data, &buffer) != napi_ok)
        return bind_threw(r);
    codec_write(CODEC_UTF8, &text, data, length);
    if (napi_create_typedarray(env, napi_uint8_array, length, buffer, 0,
                               &array) != napi_ok)
        return bind_threw(r);
    return array;
}

/* encodeInto(string, bytes): [characters read, bytes written]. */
static napi_value js_encode_into(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    engine_chars text;
    bind_bytes to;
    size_t read = 0;

    runtime *r = bind_args(env, info, 2, args);
    if (engine_get_chars(r->engine, args[0], &text) < 0)
        return bind_threw(r);
    if (!bind_to_bytes(env, args[1], &to))
        to.length = 0;
    const size_t n = codec_write_utf8(&text, to.data, to.length, &read);
    return bind_numbers(env, (const double[]){ (double)read, (double)n }, 2);
}

static napi_status init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "decodeUtf8", js_decode_utf8 },
        { "cutLength", js_cut_length },
        { "encodeUtf8", js_encode_utf8 },
        { "encodeInto", js_encode_into },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}

const bind_entry bind_entry_encoding = { .name = "encoding", .init = init };
