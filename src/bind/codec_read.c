/*
 * codec_read.c - from bytes to strings, see codec.h.
 *
 * Bytes that are no UTF-8 become U+FFFD as the WHATWG standard has it: one for
 * each longest start of a character that cannot go on.
 */
#include "bind/codec.h"

#include <string.h>

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

size_t codec_cut_utf8(const uint8_t *s, size_t n)
{
    for (size_t back = 1; back <= 3 && back <= n; back++) {
        bool whole, cut;
        if (lead_of(s[n - back]).length == 0)
            continue;
        return scan(s + n - back, back, &whole, &cut) == back && cut ? back : 0;
    }
    return 0;
}

size_t codec_valid_utf8(const uint8_t *s, size_t n)
{
    bool whole, cut;
    size_t i = codec_ascii_prefix(s, n);

    while (i < n) {
        const size_t step = scan(s + i, n - i, &whole, &cut);
        if (!whole)
            return i;
        i += step;
        if (s[i - 1] < 0x80)
            i += codec_ascii_prefix(s + i, n - i);
    }
    return n;
}

/* The next character, or U+FFFD; moves *at behind it. */
static uint32_t next_utf8(const uint8_t *s, size_t n, size_t *at)
{
    bool whole, cut;
    const size_t length = scan(s + *at, n - *at, &whole, &cut);
    const uint8_t *b = s + *at;

    *at += length;
    if (!whole)
        return 0xfffd;
    switch (length) {
    case 1:
        return b[0];
    case 2:
        return (b[0] & 0x1fu) << 6 | (b[1] & 0x3fu);
    case 3:
        return (b[0] & 0x0fu) << 12 | (b[1] & 0x3fu) << 6 | (b[2] & 0x3fu);
    default:
        return (b[0] & 0x07u) << 18 | (b[1] & 0x3fu) << 12 |
               (b[2] & 0x3fu) << 6 | (b[3] & 0x3fu);
    }
}

static codec_size measure_utf8(const uint8_t *s, size_t n)
{
    size_t at = codec_ascii_prefix(s, n);
    codec_size size = { at, false };

    while (at < n) {
        const uint32_t c = next_utf8(s, n, &at);
        size.length += c >= 0x10000 ? 2 : 1;
        size.wide |= c > 0xff;
    }
    return size;
}

static void read_utf8_narrow(const uint8_t *s, size_t n, uint8_t *to)
{
    size_t at = codec_ascii_prefix(s, n);

    memcpy(to, s, at);
    to += at;
    while (at < n)
        *to++ = (uint8_t)next_utf8(s, n, &at);
}

static void read_utf8_wide(const uint8_t *s, size_t n, uint16_t *to)
{
    size_t at = 0;

    while (at < n) {
        const uint32_t c = s[at] < 0x80 ? s[at++] : next_utf8(s, n, &at);
        if (c < 0x10000) {
            *to++ = (uint16_t)c;
        } else {
            *to++ = (uint16_t)(0xd7c0 + (c >> 10));
            *to++ = (uint16_t)(0xdc00 | (c & 0x3ff));
        }
    }
}

/* ---- UTF-16 ------------------------------------------------------------- */

/* An odd byte at the end is no character. */
static codec_size measure_utf16(const uint8_t *s, size_t n)
{
    uint8_t high = 0;

    for (size_t i = 1; i < n; i += 2)
        high |= s[i];
    return (codec_size){ n / 2, high != 0 };
}

static void read_utf16(const uint8_t *s, codec_size size, void *chars)
{
    uint8_t *to = chars;

    if (size.wide) {
        memcpy(chars, s, size.length * 2);
        return;
    }
    for (size_t i = 0; i < size.length; i++)
        to[i] = s[2 * i];
}

/* ---- Hex, base64, ASCII ------------------------------------------------- */

static void read_hex(const uint8_t *s, size_t n, char *to)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < n; i++) {
        *to++ = digits[s[i] >> 4];
        *to++ = digits[s[i] & 15];
    }
}

static size_t measure_base64(codec c, size_t n)
{
    if (c == CODEC_BASE64)
        return (n + 2) / 3 * 4;
    return n / 3 * 4 + (n % 3 > 0 ? n % 3 + 1 : 0);
}

static const char base64_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char base64url_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static void read_base64(codec c, const uint8_t *s, size_t n, char *to)
{
    const char *digits = c == CODEC_BASE64 ? base64_digits : base64url_digits;
    size_t i = 0;

    for (; i + 3 <= n; i += 3) {
        *to++ = digits[s[i] >> 2];
        *to++ = digits[(s[i] & 3) << 4 | s[i + 1] >> 4];
        *to++ = digits[(s[i + 1] & 15) << 2 | s[i + 2] >> 6];
        *to++ = digits[s[i + 2] & 63];
    }
    if (i == n)
        return;
    const uint8_t second = i + 1 < n ? s[i + 1] : 0;
    *to++ = digits[s[i] >> 2];
    *to++ = digits[(s[i] & 3) << 4 | second >> 4];
    if (i + 1 < n)
        *to++ = digits[(second & 15) << 2];
    if (c == CODEC_BASE64)
        memcpy(to, "==", i + 1 < n ? 1 : 2);
}

static void read_ascii(const uint8_t *s, size_t n, uint8_t *to)
{
    for (size_t i = 0; i < n; i++)
        to[i] = s[i] & 0x7f;
}

/* ---- All of them -------------------------------------------------------- */

codec_size codec_measure(codec c, const uint8_t *bytes, size_t n)
{
    switch (c) {
    case CODEC_UTF8:
        return measure_utf8(bytes, n);
    case CODEC_UTF16LE:
        return measure_utf16(bytes, n);
    case CODEC_HEX:
        return (codec_size){ n * 2, false };
    case CODEC_BASE64:
    case CODEC_BASE64URL:
        return (codec_size){ measure_base64(c, n), false };
    default:
        return (codec_size){ n, false };
    }
}

void codec_read(codec c, const uint8_t *bytes, size_t n, codec_size size,
                void *chars)
{
    if (n == 0)
        return;
    switch (c) {
    case CODEC_UTF8:
        if (size.wide)
            read_utf8_wide(bytes, n, chars);
        else
            read_utf8_narrow(bytes, n, chars);
        return;
    case CODEC_UTF16LE:
        read_utf16(bytes, size, chars);
        return;
    case CODEC_HEX:
        read_hex(bytes, n, chars);
        return;
    case CODEC_BASE64:
    case CODEC_BASE64URL:
        read_base64(c, bytes, n, chars);
        return;
    case CODEC_ASCII:
        read_ascii(bytes, n, chars);
        return;
    default:
        memcpy(chars, bytes, n);
    }
}
