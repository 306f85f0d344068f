/*
 * text_decoder.c - the C half of TextDecoder: UTF-8, UTF-16, and encodings with
 * one byte a character.
 *
 * A piece of a text may end within a character. What has come of it waits in
 * the state, an array of bytes that lib/ keeps for us:
 *
 *     0 ... 3    the bytes of it
 *     4          how many they are
 *     5          1 once the byte order mark cannot come any more
 *
 * What is not text becomes U+FFFD, or with DECODE_FATAL the result is
 * undefined.
 */
#include "base/utf8.h"
#include "bind/bytes/buffer.h"

#include <stdlib.h>
#include <string.h>

enum { STATE_COUNT = 4, STATE_STARTED = 5, STATE_SIZE = 6, MAX_KEPT = 4 };

/* As in lib/internal/encoding/encoding.js. */
enum {
    DECODE_UTF8 = 0,
    DECODE_UTF16LE = 1,
    DECODE_UTF16BE = 2,
    DECODE_KIND = 3,
    DECODE_FATAL = 4,
    DECODE_IGNORE_BOM = 8,
    DECODE_STREAM = 16
};

/* Bytes of any view or buffer; undefined has none. False: it is neither. */
static bool get_input(napi_env env, napi_value v, bind_bytes *out)
{
    void *data = NULL;

    if (bind_to_bytes(env, v, out))
        return true;
    *out = (bind_bytes){ (uint8_t *)(uintptr_t) "", 0 };
    if (napi_get_arraybuffer_info(env, v, &data, &out->length) != napi_ok)
        return bind_is_undefined(env, v);
    if (out->length > 0)
        out->data = data;
    return true;
}

/* ---- UTF-16 ------------------------------------------------------------- */

static uint16_t unit_at(const uint8_t *s, bool big)
{
    return (uint16_t)(s[big ? 1 : 0] | s[big ? 0 : 1] << 8);
}

/* An odd byte at the end, and the first half of a pair before it. */
static size_t cut_utf16(const uint8_t *s, size_t n, bool big)
{
    const size_t odd = n % 2;
    const bool half =
        n - odd >= 2 && (unit_at(s + n - odd - 2, big) & 0xfc00) == 0xd800;

    return odd + (half ? 2 : 0);
}

/* Write the units, a half of a pair as U+FFFD; false if there was one. */
static bool copy_units(const uint8_t *s, size_t count, bool big, uint16_t *to)
{
    bool whole = true;

    for (size_t i = 0; i < count; i++) {
        const uint16_t unit = unit_at(s + 2 * i, big);
        to[i] = unit;
        if ((unit & 0xf800) != 0xd800)
            continue;
        const uint16_t next = i + 1 < count ? unit_at(s + 2 * i + 2, big) : 0;
        if (unit < 0xdc00 && (next & 0xfc00) == 0xdc00) {
            to[++i] = next;
        } else {
            to[i] = 0xfffd;
            whole = false;
        }
    }
    return whole;
}

static bool is_narrow(const uint8_t *s, size_t count, bool big)
{
    uint8_t high = 0;

    for (size_t i = 0; i < count; i++)
        high |= s[2 * i + (big ? 0 : 1)];
    return high == 0;
}

static napi_value decode_narrow_units(runtime *r, const uint8_t *s,
                                      size_t count, bool big)
{
    napi_value string;
    void *chars;

    if (engine_make_string(r->engine, count, false, &chars, &string) < 0)
        return NULL;
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)chars)[i] = s[2 * i + (big ? 1 : 0)];
    return string;
}

/* Undefined if it is faulty and `fatal`. Half a pair and an odd byte at the end
 * are one fault. */
static napi_value decode_utf16(runtime *r, bind_bytes b, bool big, bool fatal)
{
    const size_t odd = b.length % 2;
    const size_t count =
        (b.length - (odd ? cut_utf16(b.data, b.length, big) : 0)) / 2;
    napi_value string;
    void *chars;

    if (fatal && odd)
        return bind_undefined(r->env);
    if (!odd && is_narrow(b.data, count, big))
        return decode_narrow_units(r, b.data, count, big);
    if (engine_make_string(r->engine, count + odd, true, &chars, &string) < 0)
        return NULL;
    uint16_t *units = chars;
    const bool whole = copy_units(b.data, count, big, units);
    if (odd)
        units[count] = 0xfffd;
    return fatal && !whole ? bind_undefined(r->env) : string;
}

/* ---- All kinds ---------------------------------------------------------- */

static size_t count_cut(int kind, bind_bytes b)
{
    if (kind == DECODE_UTF8)
        return orr__utf8_cut(b.data, b.length);
    return cut_utf16(b.data, b.length, kind == DECODE_UTF16BE);
}

static size_t length_of_mark(int kind, bind_bytes b)
{
    if (kind == DECODE_UTF8)
        return b.length >= 3 && memcmp(b.data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    return b.length >= 2 && unit_at(b.data, kind == DECODE_UTF16BE) == 0xfeff
               ? 2
               : 0;
}

/* Without what waits for the next piece. */
static bind_bytes keep_cut(uint8_t *state, bind_bytes all, int flags)
{
    const size_t cut =
        flags & DECODE_STREAM ? count_cut(flags & DECODE_KIND, all) : 0;

    all.length -= cut;
    memcpy(state, all.data + all.length, cut);
    state[STATE_COUNT] = (uint8_t)cut;
    return all;
}

static napi_value decoder_decode(runtime *r, uint8_t *state, bind_bytes all,
                                 int flags)
{
    const int kind = flags & DECODE_KIND;
    const bool fatal = flags & DECODE_FATAL;
    bind_bytes b = keep_cut(state, all, flags);
    const bool began = b.length > 0;

    if (!state[STATE_STARTED] && !(flags & DECODE_IGNORE_BOM)) {
        const size_t mark = length_of_mark(kind, b);
        b = (bind_bytes){ b.data + mark, b.length - mark };
    }
    if (kind != DECODE_UTF8) {
        state[STATE_STARTED] =
            (flags & DECODE_STREAM) && (state[STATE_STARTED] || began);
        return decode_utf16(r, b, kind == DECODE_UTF16BE, fatal);
    }
    if (fatal && orr__utf8_valid(b.data, b.length) != b.length)
        return bind_undefined(r->env);
    state[STATE_STARTED] =
        (flags & DECODE_STREAM) && (state[STATE_STARTED] || began);
    return bind_decode(r, CODEC_UTF8, b.data, b.length);
}

/* decode(state, input, flags): a string; undefined: faulty and fatal; null: the
 * input is not bytes. */
static napi_value js_decode(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    bind_bytes state, input;

    runtime *r = bind_args(env, info, 3, args);
    if (!get_input(env, args[1], &input))
        return bind_null(env);
    if (!bind_to_bytes(env, args[0], &state) || state.length < STATE_SIZE)
        return bind_undefined(env);
    const int flags = (int)bind_to_int(env, args[2]);
    const size_t kept = state.data[STATE_COUNT];
    if (kept == 0)
        return decoder_decode(r, state.data, input, flags);
    uint8_t *all = malloc(kept + input.length);
    if (all == NULL)
        return bind_threw(r);
    memcpy(all, state.data, kept);
    memcpy(all + kept, input.data, input.length);
    napi_value text = decoder_decode(
        r, state.data, (bind_bytes){ all, kept + input.length }, flags);
    free(all);
    return text;
}

/* ---- One byte a character ----------------------------------------------- */

/* The upper half of the table: 128 characters, U+FFFD where there is none. */
static bool read_table(runtime *r, napi_value v, uint16_t *table)
{
    engine_chars chars;

    if (engine_get_chars(r->engine, v, &chars) < 0 || chars.length != 128)
        return false;
    for (size_t i = 0; i < 128; i++)
        table[i] = (uint16_t)codec_char(&chars, i);
    return true;
}

/* What the bytes need: every bit that one of their characters has. */
static uint16_t all_bits(bind_bytes b, const uint16_t *table, bool *faulty)
{
    uint16_t bits = 0;

    *faulty = false;
    for (size_t i = 0; i < b.length; i++) {
        const uint16_t c =
            b.data[i] < 0x80 ? b.data[i] : table[b.data[i] - 0x80];
        bits |= c;
        *faulty |= c == 0xfffd;
    }
    return bits;
}

/* decodeTable(input, table, fatal): as decode(). */
static napi_value js_decode_table(napi_env env, napi_callback_info info)
{
    napi_value args[3], string;
    uint16_t table[128];
    bind_bytes b;
    void *chars;
    bool faulty;

    runtime *r = bind_args(env, info, 3, args);
    if (!get_input(env, args[0], &b))
        return bind_null(env);
    if (!read_table(r, args[1], table))
        return bind_undefined(env);
    const bool wide = all_bits(b, table, &faulty) > 0xff;
    if (faulty && bind_to_bool(env, args[2]))
        return bind_undefined(env);
    if (engine_make_string(r->engine, b.length, wide, &chars, &string) < 0)
        return NULL;
    for (size_t i = 0; i < b.length; i++) {
        const uint16_t c =
            b.data[i] < 0x80 ? b.data[i] : table[b.data[i] - 0x80];
        if (wide)
            ((uint16_t *)chars)[i] = c;
        else
            ((uint8_t *)chars)[i] = (uint8_t)c;
    }
    return string;
}

void bind_text_decoder_methods(runtime *r, napi_value exports)
{
    bind_method(r, exports, "decode", js_decode);
    bind_method(r, exports, "decodeTable", js_decode_table);
}
