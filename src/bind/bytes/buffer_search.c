/*
 * buffer_search.c - indexOf() and lastIndexOf() of Buffers.
 *
 * Forwards it is the C library's memchr(), and where that finds too much its
 * memmem(), which never takes more than linear time; backwards it is memrchr()
 * and a comparison at each place.
 * In UTF-16 a match must begin at an even byte.
 */
#include "bind/bytes/buffer.h"

#include <stdlib.h>
#include <string.h>

#define NOWHERE (-1)

typedef struct search {
    bind_bytes in;
    size_t end;     /* it has to end before */
    int64_t offset; /* as the program gave it */
    bool forwards;
    codec c;
} search;

/* Where to begin, as Node has it; NOWHERE. */
static int64_t first_place(const search *s, size_t needle)
{
    const int64_t length = (int64_t)s->in.length;
    const int64_t n = (int64_t)needle;

    if (s->offset < 0) {
        if (s->offset + length >= 0)
            return s->offset + length;
        return s->forwards || n == 0 ? 0 : NOWHERE;
    }
    if (s->offset + n <= length)
        return s->offset;
    if (n == 0)
        return length;
    return s->forwards ? NOWHERE : length - 1;
}

/* memchr() is much faster than memmem(), unless the first byte of the needle is
 * found again and again. */
#define FALSE_STARTS 16

static const uint8_t *find_needle(const uint8_t *s, size_t n, bind_bytes needle)
{
    const uint8_t *end = s + n;

    for (int i = 0; i < FALSE_STARTS; i++) {
        if ((size_t)(end - s) < needle.length)
            return NULL;
        s = memchr(s, needle.data[0], (size_t)(end - s) - needle.length + 1);
        if (s == NULL || memcmp(s, needle.data, needle.length) == 0)
            return s;
        s++;
    }
    return memmem(s, (size_t)(end - s), needle.data, needle.length);
}

static int64_t find_forwards(const search *s, size_t from, bind_bytes needle,
                             size_t step)
{
    const uint8_t *all = s->in.data;

    while (from + needle.length <= s->end) {
        const uint8_t *at = find_needle(all + from, s->end - from, needle);
        if (at == NULL)
            return NOWHERE;
        if ((size_t)(at - all) % step == 0)
            return at - all;
        from = (size_t)(at - all) + 1;
    }
    return NOWHERE;
}

static int64_t find_backwards(const search *s, size_t from, bind_bytes needle,
                              size_t step)
{
    const uint8_t *all = s->in.data;
    const size_t last = s->end - needle.length;
    size_t left = (from < last ? from : last) + 1;

    while (left > 0) {
        const uint8_t *at = memrchr(all, needle.data[0], left);
        if (at == NULL)
            return NOWHERE;
        left = (size_t)(at - all);
        if (left % step == 0 && memcmp(at, needle.data, needle.length) == 0)
            return (int64_t)left;
    }
    return NOWHERE;
}

static int64_t find_bytes(search *s, bind_bytes needle)
{
    const size_t step = s->c == CODEC_UTF16LE ? 2 : 1;
    const int64_t from = first_place(s, needle.length);

    if (s->end > s->in.length)
        s->end = s->in.length;
    s->end -= s->end % step; /* an odd byte is ignored */
    if (needle.length == 0)
        return from < (int64_t)s->end ? from : (int64_t)s->end;
    if (from == NOWHERE || needle.length > s->end ||
        (s->forwards && (size_t)from + needle.length > s->end))
        return NOWHERE;
    needle.length -= needle.length % step;
    if (needle.length == 0)
        return NOWHERE;
    const size_t start = (size_t)from / step * step;
    return s->forwards ? find_forwards(s, start, needle, step)
                       : find_backwards(s, start, needle, step);
}

/* The arguments that all three have: (buffer, value, offset, codec, forwards,
 * end). False if there is no buffer. */
static bool get_search(napi_env env, const napi_value *args, search *s)
{
    if (!bind_to_bytes(env, args[0], &s->in))
        return false;
    s->end = bind_to_size(env, args[5]);
    s->offset = bind_to_int(env, args[2]);
    s->c = (codec)bind_to_int(env, args[3]);
    s->forwards = bind_to_bool(env, args[4]);
    return true;
}

static napi_value js_index_of_number(napi_env env, napi_callback_info info)
{
    napi_value args[6];
    search s;

    bind_args(env, info, 6, args);
    if (!get_search(env, args, &s))
        return bind_int(env, NOWHERE);
    uint8_t byte = (uint8_t)bind_to_int(env, args[1]);
    s.c = CODEC_LATIN1;
    return bind_int(env, find_bytes(&s, (bind_bytes){ &byte, 1 }));
}

static napi_value js_index_of_buffer(napi_env env, napi_callback_info info)
{
    napi_value args[6];
    bind_bytes needle;
    search s;

    bind_args(env, info, 6, args);
    if (!get_search(env, args, &s) || !bind_to_bytes(env, args[1], &needle))
        return bind_int(env, NOWHERE);
    return bind_int(env, find_bytes(&s, needle));
}

/* A needle of this many bytes is put on the stack. */
#define SHORT 256

/* -2 without memory. */
static int64_t find_text(search *s, const engine_chars *text)
{
    uint8_t near[SHORT];

    if (s->c == CODEC_UTF16LE) /* negative offsets count from here, too */
        s->in.length &= ~(size_t)1;
    const size_t length = codec_length(s->c, text);
    uint8_t *bytes = length <= SHORT ? near : malloc(length);
    if (bytes == NULL)
        return -2;
    const size_t n = codec_write(s->c, text, bytes, length);
    const int64_t at = find_bytes(s, (bind_bytes){ bytes, n });
    if (bytes != near)
        free(bytes);
    return at;
}

static napi_value js_index_of_string(napi_env env, napi_callback_info info)
{
    napi_value args[6];
    engine_chars text;
    search s;

    runtime *r = bind_args(env, info, 6, args);
    if (engine_get_chars(r->engine, args[1], &text) < 0)
        return bind_threw(r);
    if (!get_search(env, args, &s))
        return bind_int(env, NOWHERE);
    const int64_t at = find_text(&s, &text);
    return at == -2 ? bind_threw(r) : bind_int(env, at);
}

/* ---- indexOf(value, offset) as it is mostly called ---------------------- */

int64_t bind_find(runtime *r, bind_bytes in, napi_value value, int64_t offset)
{
    search s = { in, in.length, offset, true, CODEC_UTF8 };
    engine_chars text;
    bind_bytes needle;
    double number;

    if (engine_get_chars(r->engine, value, &text) == 0)
        return find_text(&s, &text);
    if (napi_get_value_double(r->env, value, &number) == napi_ok) {
        uint8_t byte = (uint8_t)(int64_t)number;
        s.c = CODEC_LATIN1;
        return number >= 0 && number < 256
                   ? find_bytes(&s, (bind_bytes){ &byte, 1 })
                   : -2;
    }
    return bind_to_uint8_array(r->env, value, &needle) ? find_bytes(&s, needle)
                                                       : -2;
}

void bind_search_methods(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "indexOfNumber", js_index_of_number },
        { "indexOfBuffer", js_index_of_buffer },
        { "indexOfString", js_index_of_string },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
