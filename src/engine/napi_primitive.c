/*
 * napi_primitive.c - bigints, symbols and dates.
 *
 * The engine shows 64 bits of a bigint and no more. What is longer goes through
 * text, in hexadecimal, where a word is sixteen digits: BigInt() reads it,
 * toString(16) writes it. BigInt() takes no minus sign before hexadecimal, so a
 * negative number goes in as its two's complement, one word longer, which
 * BigInt.asIntN() then takes for what it is.
 */
#include "engine/napi.h"

#include <limits.h>
#include <string.h>

/* ---- Bigints ------------------------------------------------------------ */

/* The engine's own limit is a million bits. */
#define MAX_WORDS (1024u * 1024u / 64u)
#define WORD_DIGITS 16

napi_status napi_create_bigint_int64(napi_env env, int64_t value,
                                     napi_value *result)
{
    const napi_status status = napi__check(env, result != NULL);

    if (status != napi_ok)
        return status;
    return napi__give(env, JS_NewBigInt64(env->e->ctx, value), result);
}

napi_status napi_create_bigint_uint64(napi_env env, uint64_t value,
                                      napi_value *result)
{
    const napi_status status = napi__check(env, result != NULL);

    if (status != napi_ok)
        return status;
    return napi__give(env, JS_NewBigUint64(env->e->ctx, value), result);
}

/* "0x0123...", most significant word first; of the two's complement, with a
 * word of ones in front, if the number is negative. */
static void write_hex(char *out, bool negative, const uint64_t *words,
                      size_t count)
{
    static const char digits[] = "0123456789abcdef";
    size_t low = 0; /* the lowest word that is not zero */

    while (words[low] == 0)
        low++;
    memcpy(out, "0x", 2);
    out += 2;
    if (negative) {
        memset(out, 'f', WORD_DIGITS);
        out += WORD_DIGITS;
    }
    for (size_t i = count; i-- > 0;) {
        const uint64_t word = !negative ? words[i]
                              : i > low ? ~words[i]
                                        : 0 - words[i];
        for (int shift = 60; shift >= 0; shift -= 4)
            *out++ = digits[word >> shift & 15];
    }
}

/* Takes the number over. */
static JSValue make_negative(engine *e, JSValue complement, size_t words)
{
    if (JS_IsException(complement))
        return complement;
    JSValueConst args[2] = { JS_NewInt64(e->ctx, (int64_t)words * 64),
                             complement };
    JSValue value = napi__call_intrinsic(
        e, NAPI__BIGINT_AS_INT, napi__get_intrinsic(e, NAPI__BIGINT), 2, args);
    JS_FreeValue(e->ctx, complement);
    return value;
}

static JSValue words_to_bigint(engine *e, bool negative, const uint64_t *words,
                               size_t count)
{
    while (count > 0 && words[count - 1] == 0)
        count--;
    if (count == 0 || (count == 1 && !negative))
        return JS_NewBigUint64(e->ctx, count ? words[0] : 0);
    const size_t written = count + negative;
    const size_t length = written * WORD_DIGITS + 2;
    char *text = js_malloc(e->ctx, length);
    if (text == NULL)
        return JS_EXCEPTION;
    write_hex(text, negative, words, count);
    JSValue string = JS_NewStringLen(e->ctx, text, length);
    js_free(e->ctx, text);
    if (JS_IsException(string))
        return string;
    JSValue value =
        napi__call_intrinsic(e, NAPI__BIGINT, JS_UNDEFINED, 1, &string);
    JS_FreeValue(e->ctx, string);
    return negative ? make_negative(e, value, written) : value;
}

napi_status napi_create_bigint_words(napi_env env, int sign_bit,
                                     size_t word_count, const uint64_t *words,
                                     napi_value *result)
{
    const napi_status status =
        napi__enter(env, words != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    if (word_count > INT_MAX)
        return napi__error(env, napi_invalid_arg);
    if (word_count > MAX_WORDS) {
        napi__throw(env, NAPI__RANGE_ERROR, NULL,
                    "Maximum BigInt size exceeded");
        return napi__error(env, napi_pending_exception);
    }
    return napi__give(
        env, words_to_bigint(env->e, sign_bit != 0, words, word_count), result);
}

static napi_status check_bigint(napi_env env, napi_value value, bool args)
{
    const napi_status status = napi__check(env, value != NULL && args);

    if (status == napi_ok && !JS_IsBigInt(engine__value(value)))
        return napi__error(env, napi_bigint_expected);
    return status;
}

/* Do these 64 bits, seen as a bigint, make up the whole value? Takes it. */
static bool is_whole(JSContext *ctx, JSValue part, JSValueConst value)
{
    const bool same = JS_IsStrictEqual(ctx, part, value);

    JS_FreeValue(ctx, part);
    return same;
}

napi_status napi_get_value_bigint_int64(napi_env env, napi_value value,
                                        int64_t *result, bool *lossless)
{
    const napi_status status =
        check_bigint(env, value, result != NULL && lossless != NULL);

    if (status != napi_ok)
        return status;
    JSContext *ctx = env->e->ctx;
    JS_ToBigInt64(ctx, result, engine__value(value));
    *lossless =
        is_whole(ctx, JS_NewBigInt64(ctx, *result), engine__value(value));
    return napi_ok;
}

napi_status napi_get_value_bigint_uint64(napi_env env, napi_value value,
                                         uint64_t *result, bool *lossless)
{
    const napi_status status =
        check_bigint(env, value, result != NULL && lossless != NULL);

    if (status != napi_ok)
        return status;
    JSContext *ctx = env->e->ctx;
    JS_ToBigUint64(ctx, result, engine__value(value));
    *lossless =
        is_whole(ctx, JS_NewBigUint64(ctx, *result), engine__value(value));
    return napi_ok;
}

static uint64_t digit_of(char c)
{
    return (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* The word that ends `end` digits into the text. */
static uint64_t read_word(const char *digits, size_t end)
{
    const size_t start = end > WORD_DIGITS ? end - WORD_DIGITS : 0;
    uint64_t word = 0;

    for (size_t i = start; i < end; i++)
        word = word << 4 | digit_of(digits[i]);
    return word;
}

/* As many words as fit into *count, least significant first; *count becomes
 * how many there are in all. */
static void read_words(const char *text, size_t length, int *sign,
                       size_t *count, uint64_t *words)
{
    const bool negative = text[0] == '-';
    const char *digits = text + negative;
    const size_t n = length - negative;
    const size_t all =
        n == 1 && digits[0] == '0' ? 0 : (n + WORD_DIGITS - 1) / WORD_DIGITS;

    for (size_t i = 0; words != NULL && i < all && i < *count; i++)
        words[i] = read_word(digits, n - i * WORD_DIGITS);
    if (sign != NULL)
        *sign = negative;
    *count = all;
}

napi_status napi_get_value_bigint_words(napi_env env, napi_value value,
                                        int *sign_bit, size_t *word_count,
                                        uint64_t *words)
{
    size_t length;
    const bool all_or_none = (sign_bit == NULL) == (words == NULL);
    const napi_status status =
        check_bigint(env, value, word_count != NULL && all_or_none);

    if (status != napi_ok)
        return status;
    engine *e = env->e;
    JSValueConst sixteen = JS_MKVAL(JS_TAG_INT, 16);
    JSValue digits = napi__call_intrinsic(e, NAPI__BIGINT_TO_STRING,
                                          engine__value(value), 1, &sixteen);
    const char *text = JS_IsException(digits)
                           ? NULL
                           : JS_ToCStringLen(e->ctx, &length, digits);
    if (text != NULL)
        read_words(text, length, sign_bit, word_count, words);
    JS_FreeCString(e->ctx, text);
    JS_FreeValue(e->ctx, digits);
    return text ? napi_ok : napi__failed(env);
}

/* ---- Symbols ------------------------------------------------------------ */

napi_status napi_create_symbol(napi_env env, napi_value description,
                               napi_value *result)
{
    const napi_status status = napi__check(env, result != NULL);

    if (status != napi_ok)
        return status;
    JSValueConst said = description ? engine__value(description) : JS_UNDEFINED;
    if (description != NULL && !JS_IsString(said))
        return napi__error(env, napi_string_expected);
    return napi__give(
        env, napi__call_intrinsic(env->e, NAPI__SYMBOL, JS_UNDEFINED, 1, &said),
        result);
}

napi_status node_api_symbol_for(napi_env env, const char *utf8description,
                                size_t length, napi_value *result)
{
    const napi_status status = napi__check(
        env, result != NULL && (length == 0 || utf8description != NULL) &&
                 (length == NAPI_AUTO_LENGTH || length <= INT_MAX));

    if (status != napi_ok)
        return status;
    engine *e = env->e;
    JSValue key = napi__string_new(e, utf8description, length);
    if (JS_IsException(key))
        return napi__failed(env);
    JSValue symbol = napi__call_intrinsic(
        e, NAPI__SYMBOL_FOR, napi__get_intrinsic(e, NAPI__SYMBOL), 1, &key);
    JS_FreeValue(e->ctx, key);
    return napi__give(env, symbol, result);
}

/* ---- Dates -------------------------------------------------------------- */

napi_status napi_create_date(napi_env env, double time, napi_value *result)
{
    const napi_status status = napi__enter(env, result != NULL);

    if (status != napi_ok)
        return status;
    return napi__give(env, JS_NewDate(env->e->ctx, time), result);
}

napi_status napi_get_date_value(napi_env env, napi_value value, double *result)
{
    const napi_status status =
        napi__enter(env, value != NULL && result != NULL);

    if (status != napi_ok)
        return status;
    if (!JS_IsDate(engine__value(value)))
        return napi__error(env, napi_date_expected);
    engine *e = env->e;
    JSValue ms = napi__call_intrinsic(e, NAPI__DATE_VALUE_OF,
                                      engine__value(value), 0, NULL);
    const int err = JS_ToFloat64(e->ctx, result, ms);
    JS_FreeValue(e->ctx, ms);
    return err < 0 ? napi__failed(env) : napi_ok;
}
