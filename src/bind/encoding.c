/*
 * encoding.c - text to bytes and back, for TextEncoder, TextDecoder and, later,
 * Buffer. Bytes that are no UTF-8 become U+FFFD as the WHATWG standard has it:
 * one for each longest start of a character that cannot go on.
 */
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"

/* ---- UTF-8 -------------------------------------------------------------- */

typedef struct lead {
    uint8_t length;       /* of the whole character; 0: cannot begin one */
    uint8_t lower, upper; /* of the second byte */
} lead;

static lead lead_of(uint8_t b)
{
    if (b < 0x80)
        return (lead){ 1, 0, 0 };
    if (b >= 0xc2 && b <= 0xdf)
        return (lead){ 2, 0x80, 0xbf };
    if (b >= 0xe0 && b <= 0xef)
        return (lead){ 3, b == 0xe0 ? 0xa0 : 0x80, b == 0xed ? 0x9f : 0xbf };
    if (b >= 0xf0 && b <= 0xf4)
        return (lead){ 4, b == 0xf0 ? 0x90 : 0x80, b == 0xf4 ? 0x8f : 0xbf };
    return (lead){ 0, 0, 0 };
}

/* How many bytes from s on belong together; *whole: they are a character.
 * At the end of the text it may be one that would go on: *cut. */
static size_t scan(const uint8_t *s, size_t n, bool *whole, bool *cut)
{
    const lead l = lead_of(s[0]);
    size_t i = 1;

    *whole = l.length == 1;
    *cut = false;
    if (l.length < 2)
        return 1;
    for (; i < l.length; i++) {
        if (i == n) {
            *cut = true;
            return i;
        }
        if (s[i] < (i == 1 ? l.lower : 0x80) ||
            s[i] > (i == 1 ? l.upper : 0xbf))
            return i;
    }
    *whole = true;
    return i;
}

/* How many bytes at the end are a character that is cut off. */
static size_t count_cut(const uint8_t *s, size_t n)
{
    for (size_t back = 1; back <= 3 && back <= n; back++) {
        bool whole, cut;
        if (lead_of(s[n - back]).length == 0)
            continue;
        return scan(s + n - back, back, &whole, &cut) == back && cut ? back : 0;
    }
    return 0;
}

/* Where the first fault is, or n. */
static size_t find_fault(const uint8_t *s, size_t n)
{
    bool whole = true, cut;
    size_t i = 0;

    while (i < n) {
        const size_t step = scan(s + i, n - i, &whole, &cut);
        if (!whole)
            return i;
        i += step;
    }
    return n;
}

/* A copy with U+FFFD for each fault; *len becomes its length. */
static char *repair(const uint8_t *s, size_t *len)
{
    const size_t n = *len;
    char *out = malloc(n * 3 + 1);
    size_t to = 0;

    if (out == NULL)
        return NULL;
    for (size_t i = 0; i < n;) {
        bool whole, cut;
        const size_t step = scan(s + i, n - i, &whole, &cut);
        memcpy(out + to, whole ? (const char *)s + i : "\xef\xbf\xbd",
               whole ? step : 3);
        to += whole ? step : 3;
        i += step;
    }
    *len = to;
    return out;
}

static const uint8_t *get_bytes(napi_env env, napi_value v, size_t *len)
{
    void *bytes = NULL;

    *len = 0;
    napi_get_typedarray_info(env, v, NULL, len, &bytes, NULL, NULL);
    return *len > 0 ? bytes : (const uint8_t *)"";
}

/* decodeUtf8(bytes, fatal): a string; undefined: faulty and fatal. */
static napi_value js_decode_utf8(napi_env env, napi_callback_info info)
{
    napi_value args[2], result;
    size_t len;

    runtime *r = bind_args(env, info, 2, args);
    const uint8_t *s = get_bytes(env, args[0], &len);
    if (find_fault(s, len) == len)
        return bind_string_n(env, (const char *)s, len);
    if (bind_to_bool(env, args[1]))
        return bind_undefined(env);
    char *text = repair(s, &len);
    if (text == NULL)
        return bind_threw(r);
    result = bind_string_n(env, text, len);
    free(text);
    return result;
}

/* cutLength(bytes): how many at the end wait for the rest of a character. */
static napi_value js_cut_length(napi_env env, napi_callback_info info)
{
    napi_value arg;
    size_t len;

    bind_args(env, info, 1, &arg);
    const uint8_t *s = get_bytes(env, arg, &len);
    return bind_int(env, (int64_t)count_cut(s, len));
}

/* encodeUtf8(string): a Uint8Array. */
static napi_value js_encode_utf8(napi_env env, napi_callback_info info)
{
    napi_value arg;
    size_t len;

    bind_args(env, info, 1, &arg);
    char *text = bind_to_string(env, arg, &len);
    if (text == NULL)
        return NULL; /* it threw */
    napi_value array = bind_array(env, napi_uint8_array, text, len, len);
    free(text);
    return array;
}

napi_status bind_encoding(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "decodeUtf8", js_decode_utf8 },
        { "cutLength", js_cut_length },
        { "encodeUtf8", js_encode_utf8 },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}
