/*
 * buffer_text.c - strings into Buffers and Buffers into strings, without a copy
 * in between: codec.c writes into the Buffer, codec_read.c into the string.
 */
#include "base/utf8.h"
#include "bind/bytes/buffer.h"

#include <stdlib.h>

/* V8's longest string, which this engine keeps to. */
#define LONGEST_STRING ((UINT32_C(1) << 29) - 24)

static napi_value decode_sized(runtime *r, codec c, const uint8_t *bytes,
                               size_t n, codec_size size)
{
    napi_value string;
    void *chars;

    if (engine_make_string(r->engine, size.length, size.wide, &chars, &string) <
        0)
        return NULL;
    if (size.length > 0)
        codec_read(c, bytes, n, size, chars);
    return string;
}

napi_value bind_decode(runtime *r, codec c, const uint8_t *bytes, size_t n)
{
    return decode_sized(r, c, bytes, n, codec_measure(c, bytes, n));
}

static codec get_codec(napi_env env, napi_value v)
{
    return (codec)bind_to_int(env, v);
}

/* byteLength(string, codec). */
static napi_value js_byte_length(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    engine_chars text;

    runtime *r = bind_args(env, info, 2, args);
    if (engine_get_chars(r->engine, args[0], &text) < 0)
        return bind_threw(r);
    return bind_int(env, (int64_t)codec_length(get_codec(env, args[1]), &text));
}

/* write(buffer, string, offset, length, codec): how many bytes. */
static napi_value js_write(napi_env env, napi_callback_info info)
{
    napi_value args[5];
    engine_chars text;
    bind_bytes to;

    runtime *r = bind_args(env, info, 5, args);
    if (engine_get_chars(r->engine, args[1], &text) < 0)
        return bind_threw(r);
    if (!bind_to_bytes(env, args[0], &to))
        return bind_int(env, 0);
    const size_t offset = bind_to_size(env, args[2]);
    const size_t length = bind_to_size(env, args[3]);
    if (offset >= to.length)
        return bind_int(env, 0);
    const size_t left = to.length - offset;
    const size_t n =
        codec_write(get_codec(env, args[4]), &text, to.data + offset,
                    length < left ? length : left);
    return bind_int(env, (int64_t)n);
}

/* slice(buffer, start, end, codec): a string; undefined: it would be too long.
 */
static napi_value js_slice(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    bind_bytes from;

    runtime *r = bind_args(env, info, 4, args);
    const size_t start = bind_to_size(env, args[1]);
    size_t end = bind_to_size(env, args[2]);
    if (!bind_to_bytes(env, args[0], &from))
        return bind_string(env, "");
    if (end > from.length)
        end = from.length;
    if (start >= end)
        return bind_string(env, "");
    const codec c = get_codec(env, args[3]);
    const uint8_t *bytes = from.data + start;
    const codec_size size = codec_measure(c, bytes, end - start);
    if (size.length > LONGEST_STRING)
        return bind_undefined(env);
    return decode_sized(r, c, bytes, end - start, size);
}

static napi_value js_is_ascii(napi_env env, napi_callback_info info)
{
    napi_value arg;
    bind_bytes b;

    bind_args(env, info, 1, &arg);
    return bind_bool(env, bind_to_bytes(env, arg, &b) &&
                              orr__is_ascii(b.data, b.length));
}

static napi_value js_is_utf8(napi_env env, napi_callback_info info)
{
    napi_value arg;
    bind_bytes b;

    bind_args(env, info, 1, &arg);
    return bind_bool(env, bind_to_bytes(env, arg, &b) &&
                              orr__utf8_valid(b.data, b.length) == b.length);
}

/* ---- atob() and btoa() -------------------------------------------------- */

/* atob(string): a string, or a number: CODEC_BAD_CHARACTER and so on. */
static napi_value js_atob(napi_env env, napi_callback_info info)
{
    napi_value arg, result;
    engine_chars text;

    runtime *r = bind_args(env, info, 1, &arg);
    if (engine_get_chars(r->engine, arg, &text) < 0)
        return bind_threw(r);
    uint8_t *bytes = malloc(text.length + 1);
    if (bytes == NULL)
        return bind_threw(r);
    const int64_t n = codec_forgiving_base64(&text, bytes);
    if (n < 0)
        result = bind_int(env, n);
    else
        result = bind_decode(r, CODEC_LATIN1, bytes, (size_t)n);
    free(bytes);
    return result;
}

static bool is_latin1(const engine_chars *text)
{
    const uint16_t *wide = text->data;
    uint32_t any = 0;

    for (size_t i = 0; text->wide && i < text->length; i++)
        any |= wide[i];
    return any < 256;
}

/* btoa(string): a string, or -1: a character is not a byte. */
static napi_value js_btoa(napi_env env, napi_callback_info info)
{
    napi_value arg;
    engine_chars text;

    runtime *r = bind_args(env, info, 1, &arg);
    if (engine_get_chars(r->engine, arg, &text) < 0)
        return bind_threw(r);
    if (!is_latin1(&text))
        return bind_int(env, -1);
    if (!text.wide)
        return bind_decode(r, CODEC_BASE64, text.data, text.length);
    uint8_t *bytes = malloc(text.length + 1);
    if (bytes == NULL)
        return bind_threw(r);
    codec_write(CODEC_LATIN1, &text, bytes, text.length);
    napi_value result = bind_decode(r, CODEC_BASE64, bytes, text.length);
    free(bytes);
    return result;
}

void bind_text_methods(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "byteLength", js_byte_length },
        { "write", js_write },
        { "slice", js_slice },
        { "isAscii", js_is_ascii },
        { "isUtf8", js_is_utf8 },
        { "atob", js_atob },
        { "btoa", js_btoa },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
