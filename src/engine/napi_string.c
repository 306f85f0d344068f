/*
 * napi_string.c - strings in UTF-8, UTF-16 and Latin-1, in and out, and the
 * forms of them that serve as property keys.
 *
 * Getting a string has three cases: no buffer asks for the length; a buffer is
 * filled as far as whole characters fit, and ends in a zero; a buffer of size
 * zero gets nothing. A lone surrogate, which UTF-8 cannot represent, becomes
 * U+FFFD, which is as long as the engine's own encoding of it.
 *
 * Strings whose memory stays outside ("external") do not exist in this engine:
 * they are copied, and released at once, which the interface allows for.
 */
#include "base/utf8.h"
#include "engine/napi.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

/* ---- Making ------------------------------------------------------------- */

static bool has_length(size_t length)
{
    return length == NAPI_AUTO_LENGTH || length <= INT_MAX;
}

static napi_status check_text(napi_env env, const void *text, size_t length,
                              const napi_value *result)
{
    return napi__check(env, (length == 0 || text != NULL) && result != NULL &&
                                has_length(length));
}

/* Invalid UTF-8 becomes U+FFFD. The engine alone would accept three bytes that
 * encode half a surrogate pair: its own strings are written so. */
static JSValue repaired_new(engine *e, const uint8_t *text, size_t length)
{
    uint16_t *units = js_malloc(e->ctx, length * sizeof(*units));
    size_t count = 0;

    if (units == NULL)
        return JS_EXCEPTION;
    for (size_t at = 0; at < length;) {
        const uint32_t c = orr__utf8_next(text, length, &at);
        if (c >= 0x10000)
            units[count++] = (uint16_t)(0xd7c0 + (c >> 10));
        units[count++] = (uint16_t)(c < 0x10000 ? c : 0xdc00 | (c & 0x3ff));
    }
    JSValue string = JS_NewStringUTF16(e->ctx, units, count);
    js_free(e->ctx, units);
    return string;
}

JSValue napi__string_new(engine *e, const char *text, size_t length)
{
    const uint8_t *bytes = (const uint8_t *)text;

    if (length == NAPI_AUTO_LENGTH)
        length = strlen(text);
    if (orr__utf8_valid(bytes, length) != length)
        return repaired_new(e, bytes, length);
    return JS_NewStringLen(e->ctx, length ? text : "", length);
}

JSAtom napi__atom_new(engine *e, const char *text, size_t length)
{
    const uint8_t *bytes = (const uint8_t *)text;

    if (length == NAPI_AUTO_LENGTH)
        length = strlen(text);
    if (orr__utf8_valid(bytes, length) == length)
        return JS_NewAtomLen(e->ctx, length ? text : "", length);
    JSValue string = repaired_new(e, bytes, length);
    if (JS_IsException(string))
        return JS_ATOM_NULL;
    const JSAtom atom = JS_ValueToAtom(e->ctx, string);
    JS_FreeValue(e->ctx, string);
    return atom;
}

napi_status napi_create_string_utf8(napi_env env, const char *str,
                                    size_t length, napi_value *result)
{
    const napi_status status = check_text(env, str, length, result);

    if (status != napi_ok)
        return status;
    return napi__give(env, napi__string_new(env->e, str, length), result);
}

static JSValue latin1_new(engine *e, const char *text, size_t length)
{
    if (length == NAPI_AUTO_LENGTH)
        length = strlen(text);
    if (length == 0)
        return JS_NewStringLen(e->ctx, "", 0);
    void *chars;
    JSValue string = JS_NewStringSpace(e->ctx, length, false, &chars);
    if (!JS_IsException(string))
        memcpy(chars, text, length);
    return string;
}

napi_status napi_create_string_latin1(napi_env env, const char *str,
                                      size_t length, napi_value *result)
{
    const napi_status status = check_text(env, str, length, result);

    if (status != napi_ok)
        return status;
    return napi__give(env, latin1_new(env->e, str, length), result);
}

static size_t length_utf16(const char16_t *text, size_t length)
{
    if (length != NAPI_AUTO_LENGTH)
        return length;
    for (length = 0; text[length] != 0;)
        length++;
    return length;
}

napi_status napi_create_string_utf16(napi_env env, const char16_t *str,
                                     size_t length, napi_value *result)
{
    const napi_status status = check_text(env, str, length, result);

    if (status != napi_ok)
        return status;
    return napi__give(
        env, JS_NewStringUTF16(env->e->ctx, str, length_utf16(str, length)),
        result);
}

/* ---- Characters where they are ------------------------------------------ */

/* Node-API has no such thing; see engine.h. */
int engine_get_chars(engine *e, napi_value string, engine_chars *out)
{
    JSValueConst value = engine__value(string);

    out->data = JS_GetStringChars(value, &out->length, &out->wide);
    if (orr__likely(out->data != NULL))
        return 0;
    if (!JS_IsString(value))
        return -EINVAL;
    JSValue flat = JS_ToString(e->ctx, value);
    if (JS_IsException(flat))
        return ENGINE_THREW;
    napi_value handle = engine__handle(e, flat);
    if (handle == NULL)
        return engine_throw_no_memory(e);
    out->data =
        JS_GetStringChars(engine__value(handle), &out->length, &out->wide);
    return 0;
}

int engine_make_string(engine *e, size_t length, bool wide, void **data,
                       napi_value *result)
{
    JSValue string;

    *data = NULL;
    if (length == 0)
        string = JS_NewStringLen(e->ctx, "", 0);
    else
        string = JS_NewStringSpace(e->ctx, length, wide, data);
    if (JS_IsException(string))
        return ENGINE_THREW;
    return engine__give(e, string, result) == 0 ? 0 : engine_throw_no_memory(e);
}

/* ---- Keys --------------------------------------------------------------- */

/* The engine finds a property by its atom; a string that is one already need
 * not be looked up again. Takes the string over. */
static napi_status give_key(napi_env env, JSValue string, napi_value *result)
{
    JSContext *ctx = env->e->ctx;

    if (JS_IsException(string))
        return napi__failed(env);
    const JSAtom atom = JS_ValueToAtom(ctx, string);
    JS_FreeValue(ctx, string);
    if (atom == JS_ATOM_NULL)
        return napi__failed(env);
    JSValue key = JS_AtomToString(ctx, atom);
    JS_FreeAtom(ctx, atom);
    return napi__give(env, key, result);
}

napi_status node_api_create_property_key_utf8(napi_env env, const char *str,
                                              size_t length, napi_value *result)
{
    const napi_status status = check_text(env, str, length, result);

    if (status != napi_ok)
        return status;
    return give_key(env, napi__string_new(env->e, str, length), result);
}

napi_status node_api_create_property_key_latin1(napi_env env, const char *str,
                                                size_t length,
                                                napi_value *result)
{
    const napi_status status = check_text(env, str, length, result);

    if (status != napi_ok)
        return status;
    return give_key(env, latin1_new(env->e, str, length), result);
}

napi_status node_api_create_property_key_utf16(napi_env env,
                                               const char16_t *str,
                                               size_t length,
                                               napi_value *result)
{
    const napi_status status = check_text(env, str, length, result);

    if (status != napi_ok)
        return status;
    return give_key(
        env, JS_NewStringUTF16(env->e->ctx, str, length_utf16(str, length)),
        result);
}

/* ---- External strings --------------------------------------------------- */

static napi_status release_copied(napi_env env, napi_status status, void *text,
                                  node_api_basic_finalize finalize, void *hint,
                                  bool *copied)
{
    if (status != napi_ok)
        return status;
    if (copied != NULL)
        *copied = true;
    if (finalize != NULL)
        napi__finalize(env, finalize, text, hint);
    return napi__ok(env);
}

napi_status node_api_create_external_string_latin1(
    napi_env env, char *str, size_t length,
    node_api_basic_finalize finalize_callback, void *finalize_hint,
    napi_value *result, bool *copied)
{
    const napi_status status =
        napi_create_string_latin1(env, str, length, result);

    return release_copied(env, status, str, finalize_callback, finalize_hint,
                          copied);
}

napi_status node_api_create_external_string_utf16(
    napi_env env, char16_t *str, size_t length,
    node_api_basic_finalize finalize_callback, void *finalize_hint,
    napi_value *result, bool *copied)
{
    const napi_status status =
        napi_create_string_utf16(env, str, length, result);

    return release_copied(env, status, str, finalize_callback, finalize_hint,
                          copied);
}

/* ---- Getting ------------------------------------------------------------ */

static napi_status check_get(napi_env env, napi_value value, const void *buf,
                             const size_t *result)
{
    const napi_status status = napi__check(env, value != NULL);

    if (status != napi_ok)
        return status;
    if (!JS_IsString(engine__value(value)))
        return napi__error(env, napi_string_expected);
    return napi__error(env, buf == NULL && result == NULL ? napi_invalid_arg
                                                          : napi_ok);
}

/* How many of n bytes fit into `max` without cutting a character. */
static size_t whole_utf8(const char *text, size_t n, size_t max)
{
    if (n <= max)
        return n;
    while (max > 0 && ((unsigned char)text[max] & 0xc0) == 0x80)
        max--;
    return max;
}

/* A lone surrogate is ED A0..BF xx; U+FFFD, which replaces it, is EF BF BD. */
static void replace_surrogates(char *text, size_t n)
{
    const char *end = text + n;

    while ((text = memchr(text, 0xed, (size_t)(end - text))) != NULL) {
        if ((unsigned char)text[1] >= 0xa0)
            memcpy(text, "\xef\xbf\xbd", 3);
        text += 3; /* all characters that begin so are this long */
    }
}

napi_status napi_get_value_string_utf8(napi_env env, napi_value value,
                                       char *buf, size_t bufsize,
                                       size_t *result)
{
    size_t length;
    const napi_status status = check_get(env, value, buf, result);

    if (status != napi_ok)
        return status;
    JSContext *ctx = env->e->ctx;
    const char *text = JS_ToCStringLen(ctx, &length, engine__value(value));
    if (text == NULL)
        return napi__failed(env);
    if (buf != NULL) {
        length = bufsize ? whole_utf8(text, length, bufsize - 1) : 0;
        memcpy(buf, text, length);
        replace_surrogates(buf, length);
        if (bufsize != 0)
            buf[length] = 0;
    }
    JS_FreeCString(ctx, text);
    if (result != NULL)
        *result = length;
    return napi_ok;
}

static void copy_units(void *buf, const uint16_t *units, size_t length)
{
    char16_t *out = buf;

    memcpy(out, units, length * sizeof *out);
    out[length] = 0;
}

/* The low byte of each, as V8 does. */
static void copy_low_bytes(void *buf, const uint16_t *units, size_t length)
{
    char *out = buf;

    for (size_t i = 0; i < length; i++)
        out[i] = (char)units[i];
    out[length] = 0;
}

static napi_status get_units(napi_env env, napi_value value, void *buf,
                             size_t bufsize, size_t *result,
                             void (*copy)(void *, const uint16_t *, size_t))
{
    size_t length;
    const napi_status status = check_get(env, value, buf, result);

    if (status != napi_ok)
        return status;
    JSContext *ctx = env->e->ctx;
    const uint16_t *units =
        JS_ToCStringLenUTF16(ctx, &length, engine__value(value));
    if (units == NULL)
        return napi__failed(env);
    if (buf != NULL && length >= bufsize)
        length = bufsize ? bufsize - 1 : 0;
    if (buf != NULL && bufsize != 0)
        copy(buf, units, length);
    JS_FreeCStringUTF16(ctx, units);
    if (result != NULL)
        *result = length;
    return napi_ok;
}

napi_status napi_get_value_string_utf16(napi_env env, napi_value value,
                                        char16_t *buf, size_t bufsize,
                                        size_t *result)
{
    return get_units(env, value, buf, bufsize, result, copy_units);
}

napi_status napi_get_value_string_latin1(napi_env env, napi_value value,
                                         char *buf, size_t bufsize,
                                         size_t *result)
{
    return get_units(env, value, buf, bufsize, result, copy_low_bytes);
}
