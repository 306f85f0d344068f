/*
 * string_decoder.c - the C half of node:string_decoder, which streams with an
 * encoding call for every chunk.
 *
 * A character may be cut where a chunk ends. Its beginning is kept, and the
 * next chunk begins with as many bytes as it lacks, whatever they are: whether
 * all that makes a character is for the codec to say. In UTF-8 it ends before
 * a byte that cannot go on with one. Each half of a surrogate pair is whole by
 * itself where the cut went through one of them.
 *
 * The state is an array of bytes that lib/ keeps for us:
 *
 *     0 ... 3    the bytes that are kept
 *     4          how many they are
 *     5          how many are missing
 *     6          the codec
 */
#include "bind/bytes/buffer.h"

#include <stdlib.h>
#include <string.h>

enum { STATE_KEPT = 4, STATE_MISSING, STATE_CODEC, STATE_SIZE };

typedef struct cut {
    uint8_t kept;
    uint8_t missing;
} cut;

/* How long a character is that begins with this byte; 0: none does. */
static uint8_t utf8_length(uint8_t b)
{
    if ((b & 0xe0) == 0xc0)
        return 2;
    if ((b & 0xf0) == 0xe0)
        return 3;
    return (b & 0xf8) == 0xf0 ? 4 : 0;
}

static cut cut_of_utf8(const uint8_t *s, size_t n)
{
    for (uint8_t count = 1; count <= 3 && count <= n; count++) {
        const uint8_t b = s[n - count];
        if ((b & 0xc0) == 0x80)
            continue;
        const uint8_t length = utf8_length(b);
        if (length > count)
            return (cut){ count, (uint8_t)(length - count) };
        break;
    }
    return (cut){ 0, 0 };
}

/* How many bytes at the end begin a character, and how many it lacks. */
static cut find_cut(codec c, const uint8_t *s, size_t n)
{
    switch (c) {
    case CODEC_UTF8:
        return cut_of_utf8(s, n);
    case CODEC_UTF16LE:
        if (n % 2 == 1)
            return (cut){ 1, 1 };
        /* The first half of a pair waits for the second. */
        return (s[n - 1] & 0xfc) == 0xd8 ? (cut){ 2, 2 } : (cut){ 0, 0 };
    case CODEC_BASE64:
    case CODEC_BASE64URL:
        return (cut){ (uint8_t)(n % 3), (uint8_t)((3 - n % 3) % 3) };
    default:
        return (cut){ 0, 0 };
    }
}

/* How many bytes belong to the character that is kept; what is missing
 * afterwards is in the state. */
static size_t decoder_complete(uint8_t *state, bind_bytes b)
{
    size_t n = 0;

    while (state[STATE_MISSING] > 0 && n < b.length) {
        if (state[STATE_CODEC] == CODEC_UTF8 && (b.data[n] & 0xc0) != 0x80) {
            state[STATE_MISSING] = 0;
            break;
        }
        state[state[STATE_KEPT]++] = b.data[n++];
        state[STATE_MISSING]--;
    }
    return n;
}

/* Text of what was kept, and of the bytes after it. */
static napi_value decode_both(runtime *r, uint8_t *state, bind_bytes b)
{
    const codec c = (codec)state[STATE_CODEC];
    const size_t kept = state[STATE_KEPT];
    uint8_t *all = malloc(kept + b.length);

    if (all == NULL)
        return bind_threw(r);
    memcpy(all, state, kept);
    memcpy(all + kept, b.data, b.length);
    napi_value text = bind_decode(r, c, all, kept + b.length);
    free(all);
    return text;
}

static napi_value decoder_decode(runtime *r, uint8_t *state, bind_bytes b)
{
    const codec c = (codec)state[STATE_CODEC];
    const size_t used = decoder_complete(state, b);

    if (state[STATE_MISSING] > 0)
        return bind_string(r->env, "");
    b = (bind_bytes){ b.data + used, b.length - used };
    const cut end =
        b.length > 0 ? find_cut(c, b.data, b.length) : (cut){ 0, 0 };
    b.length -= end.kept;
    napi_value text = state[STATE_KEPT] > 0
                          ? decode_both(r, state, b)
                          : bind_decode(r, c, b.data, b.length);
    if (text == NULL)
        return NULL;
    memcpy(state, b.data + b.length, end.kept);
    state[STATE_KEPT] = end.kept;
    state[STATE_MISSING] = end.missing;
    return text;
}

/* decode(state, bytes): a string; undefined: these are not bytes. */
static napi_value js_decode(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_bytes state, b;

    runtime *r = bind_args(env, info, 2, args);
    if (!bind_to_bytes(env, args[0], &state) || state.length < STATE_SIZE ||
        !bind_to_bytes(env, args[1], &b))
        return bind_undefined(env);
    return decoder_decode(r, state.data, b);
}

/* flush(state): what is left, but for half a unit of UTF-16. */
static napi_value js_flush(napi_env env, napi_callback_info info)
{
    napi_value arg;
    bind_bytes state;

    runtime *r = bind_args(env, info, 1, &arg);
    if (!bind_to_bytes(env, arg, &state) || state.length < STATE_SIZE)
        return bind_undefined(env);
    const size_t kept = state.data[STATE_KEPT];
    state.data[STATE_KEPT] = state.data[STATE_MISSING] = 0;
    return bind_decode(r, (codec)state.data[STATE_CODEC], state.data, kept);
}

static napi_status decoder_init(runtime *r, napi_value exports)
{
    bind_method(r, exports, "decode", js_decode);
    bind_method(r, exports, "flush", js_flush);
    return napi_ok;
}

const bind_entry bind_entry_string_decoder = { .name = "string_decoder",
                                               .init = decoder_init };
