/*
 * encoding.c - the C half of TextEncoder and TextDecoder. What UTF-8 is, is
 * known to codec.c and codec_read.c.
 */
#include "base/utf8.h"
#include "bind/bytes/buffer.h"

#include <string.h>

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

/* encodeInto(string, bytes, results): both numbers of results, a Uint32Array,
 * become the characters read and the bytes written. */
static napi_value js_encode_into(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    engine_chars text;
    bind_bytes to, results;
    size_t read = 0;

    runtime *r = bind_args(env, info, 3, args);
    if (engine_get_chars(r->engine, args[0], &text) < 0)
        return bind_threw(r);
    if (!bind_to_bytes(env, args[1], &to) ||
        !bind_to_bytes(env, args[2], &results) || results.length != 8)
        return NULL;
    const size_t n = codec_write_utf8(&text, to.data, to.length, &read);
    const uint32_t both[2] = { (uint32_t)read, (uint32_t)n };
    memcpy(results.data, both, sizeof both);
    return NULL;
}

static napi_status encoding_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "decodeUtf8", js_decode_utf8 },
        { "encodeUtf8", js_encode_utf8 },
        { "encodeInto", js_encode_into },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    bind_text_decoder_methods(r, exports);
    return napi_ok;
}

const bind_entry bind_entry_encoding = { .name = "encoding",
                                         .init = encoding_init };
