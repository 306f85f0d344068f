/*
 * websocket.c - the work per byte of WebSocket frames: masking (RFC 6455, 5.3).
 * lib/internal/websocket has the rest.
 */
#include <string.h>

#include "bind/bind.h"
#include "bind/bytes/buffer.h"

#define KEY_BYTES 4

/* Eight bytes at a time: the key fits twice. memcpy() because neither buffer
 * need be aligned. */
static void websocket_mask(uint8_t *to, const uint8_t *from, size_t len,
                           const uint8_t *key)
{
    uint8_t twice[2 * KEY_BYTES];
    uint64_t word, keys;
    size_t i = 0;

    memcpy(twice, key, KEY_BYTES);
    memcpy(twice + KEY_BYTES, key, KEY_BYTES);
    memcpy(&keys, twice, sizeof keys);
    for (; len - i >= sizeof word; i += sizeof word) {
        memcpy(&word, from + i, sizeof word);
        word ^= keys;
        memcpy(to + i, &word, sizeof word);
    }
    for (; i < len; i++)
        to[i] = from[i] ^ key[i % KEY_BYTES];
}

/* mask(frame, at, payload): the payload after the key, which is in the frame
 * right before `at`. Nothing happens if it does not fit. */
static napi_value js_mask(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    bind_bytes frame, payload;

    bind_args(env, info, 3, args);
    const int64_t at = bind_to_int(env, args[1]);
    if (!bind_to_bytes(env, args[0], &frame) ||
        !bind_to_bytes(env, args[2], &payload) || at < KEY_BYTES ||
        (uint64_t)at > frame.length ||
        payload.length > frame.length - (size_t)at)
        return NULL;
    websocket_mask(frame.data + at, payload.data, payload.length,
                   frame.data + at - KEY_BYTES);
    return NULL;
}

static napi_status websocket_init(runtime *r, napi_value exports)
{
    bind_method(r, exports, "mask", js_mask);
    return napi_ok;
}

const bind_entry bind_entry_websocket = { .name = "websocket",
                                          .init = websocket_init };
