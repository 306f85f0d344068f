/*
 * codec_read.c - from bytes to strings, see codec.h.
 *
 * Bytes that are not UTF-8 become U+FFFD as the WHATWG standard has it: one for
 * each longest start of a character that cannot go on.
 */
#include "text/codec.h"

#include <string.h>

#include "base/utf8.h"

/* ---- UTF-8 -------------------------------------------------------------- */

/* Valid text need not be decoded to be measured: each character has one byte
 * that is not a tail, and those of four bytes are two units. Only what begins
 * with C2 or C3 fits into Latin-1. The loop has no branches, and so works on
 * many bytes at once. */
orr__vectorized static codec_size measure_valid(const uint8_t *s, size_t n)
{
    size_t length = 0;
    uint8_t wide = 0;

    for (size_t i = 0; i < n;) {
        const size_t end = n - i < 128 ? n : i + 128;
        uint8_t units = 0; /* at most 128 */
        for (; i < end; i++) {
            units += (uint8_t)(((s[i] & 0xc0) != 0x80) + (s[i] >= 0xf0));
            wide |= s[i] > 0xc3;
        }
        length += units;
    }
    return (codec_size){ length, wide != 0, n };
}

static codec_size measure_utf8(const uint8_t *s, size_t n)
{
    size_t at = orr__ascii_prefix(s, n);

    if (at == n)
        return (codec_size){ n, false, n };
    at = orr__utf8_valid(s, n);
    codec_size size = measure_valid(s, at);
    while (at < n) {
        const uint32_t c = orr__utf8_next(s, n, &at);
        size.length += c >= 0x10000 ? 2 : 1;
        size.wide |= c > 0xff;
    }
    return size;
}

/* All that is not ASCII has two bytes. Each byte is written, and the place only
 * moves on after one that ends a character. */
static void read_utf8_narrow(const uint8_t *s, size_t n, uint8_t *to)
{
    const size_t ascii = orr__ascii_prefix(s, n);
    uint8_t before = 0;

    memcpy(to, s, ascii);
    to += ascii;
    for (size_t i = ascii; i < n; i++) {
        const bool tail = (s[i] & 0xc0) == 0x80;
        *to = (uint8_t)(tail ? before << 6 | (s[i] & 0x3f) : s[i]);
        to += s[i] < 0xc0;
        before = s[i];
    }
}

static uint16_t *put_units(uint16_t *to, uint32_t c)
{
    if (c < 0x10000) {
        *to++ = (uint16_t)c;
    } else {
        *to++ = (uint16_t)(0xd7c0 + (c >> 10));
        *to++ = (uint16_t)(0xdc00 | (c & 0x3ff));
    }
    return to;
}

/*
 * Valid text becomes UTF-16 in two steps. Each byte is taken for the last of
 * its character, and a unit is made of it and those before it: without
 * branches, so that the compiler does it for many bytes at once. Then the units
 * are written one after the other, and the place only moves on after one that
 * is right.
 */
#define BLOCK 64
#define BACK 3 /* bytes before a block that are looked at; one after it */

typedef struct unit_block {
    uint16_t units[BLOCK];
    uint8_t right[BLOCK];
} unit_block;

/* False: characters of four bytes are still to be added. */
orr__vectorized static bool make_units(const uint8_t *s, unit_block *to)
{
    uint8_t four = s[-3] >= 0xf0;

    for (ptrdiff_t i = 0; i < BLOCK; i++) {
        const uint8_t b = s[i], p = s[i - 1], q = s[i - 2];
        const uint16_t low = (uint16_t)((p & 0x3f) << 6 | (b & 0x3f));
        const uint16_t high = (uint16_t)((p & 0xc0) == 0x80 ? q << 12 : 0);
        to->units[i] = (b & 0xc0) == 0x80 ? high | low : b;
        to->right[i] = (s[i + 1] & 0xc0) != 0x80;
        four |= q >= 0xf0;
    }
    return !four;
}

/* They are two units, the first of which is put at the third byte. */
orr__vectorized static void add_pairs(const uint8_t *s, unit_block *to)
{
    for (ptrdiff_t i = 0; i < BLOCK; i++) {
        const uint8_t q = s[i - 2];
        const uint16_t low = (uint16_t)((s[i - 1] & 0x3f) << 6 | (s[i] & 0x3f));
        const uint16_t first = (uint16_t)(0xd7c0 + ((q & 7) << 8 | low >> 4));
        const uint16_t second = (uint16_t)(0xdc00 | (low & 0x3ff));
        const uint16_t unit = q >= 0xf0 ? first : to->units[i];
        to->units[i] = s[i - 3] >= 0xf0 ? second : unit;
        to->right[i] |= q >= 0xf0;
    }
}

/* At the start and the end of a text, where bytes are missing, of a copy. */
static void make_block(const uint8_t *s, size_t n, size_t at, unit_block *to)
{
    uint8_t padded[BACK + BLOCK + 1] = { 0 };
    const uint8_t *from = s + at;

    if (at < BACK || n - at < BLOCK + 1) {
        const size_t back = at < BACK ? at : BACK;
        const size_t count = n - at < BLOCK + 1 ? n - at : BLOCK + 1;
        from = padded + BACK;
        memcpy(padded + BACK - back, s + at - back, back + count);
    }
    if (!make_units(from, to))
        add_pairs(from, to);
}

static uint16_t *read_block(const uint8_t *s, size_t n, size_t at, uint16_t *to)
{
    const size_t count = n - at < BLOCK ? n - at : BLOCK;
    unit_block block;

    make_block(s, n, at, &block);
    for (size_t i = 0; i < count; i++) {
        *to = block.units[i];
        to += block.right[i];
    }
    return to;
}

static uint16_t *read_valid_wide(const uint8_t *s, size_t n, uint16_t *to)
{
    size_t at = 0;

    for (; at + BLOCK <= n; at += BLOCK) {
        if (!orr__is_ascii(s + at, BLOCK)) {
            to = read_block(s, n, at, to);
            continue;
        }
        for (size_t i = 0; i < BLOCK; i++)
            *to++ = s[at + i];
    }
    return at < n ? read_block(s, n, at, to) : to;
}

/* The first `at` bytes are known to be valid. */
static void read_utf8_wide(const uint8_t *s, size_t n, size_t at, uint16_t *to)
{
    to = read_valid_wide(s, at, to);
    while (at < n)
        to = put_units(to, orr__utf8_next(s, n, &at));
}

/* ---- UTF-16 ------------------------------------------------------------- */

/* An odd byte at the end is not a character. */
static codec_size measure_utf16(const uint8_t *s, size_t n)
{
    uint64_t high = 0;
    size_t i = 0;

    for (; i + 8 <= n; i += 8) {
        uint64_t word;
        memcpy(&word, s + i, 8);
        high |= word & UINT64_C(0xff00ff00ff00ff00);
    }
    for (; i + 1 < n; i += 2)
        high |= s[i + 1];
    return (codec_size){ n / 2, high != 0, n };
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

/* Both digits of each byte. */
#define HEX_ROW(h)                                                             \
    h "0" h "1" h "2" h "3" h "4" h "5" h "6" h "7" h "8" h "9" h "a" h "b" h  \
      "c" h "d" h "e" h "f"
static const char hex_pairs[] = HEX_ROW("0") HEX_ROW("1") HEX_ROW("2")
    HEX_ROW("3") HEX_ROW("4") HEX_ROW("5") HEX_ROW("6") HEX_ROW("7")
        HEX_ROW("8") HEX_ROW("9") HEX_ROW("a") HEX_ROW("b") HEX_ROW("c")
            HEX_ROW("d") HEX_ROW("e") HEX_ROW("f");

static void read_hex(const uint8_t *s, size_t n, char *to)
{
    for (size_t i = 0; i < n; i++)
        memcpy(to + 2 * i, hex_pairs + 2 * s[i], 2);
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

/* Each three bytes of s in a word of their own; the fourth byte of each word is
 * that of the next one. */
static void spread_bytes(const uint8_t *s, uint8_t *to, size_t words)
{
    for (size_t i = 0; i < words; i++)
        memcpy(to + 4 * i, s + 3 * i, 4);
}

/* The three bytes of each word as four of six bits. */
orr__vectorized static void spread_bits(uint8_t *at, size_t words)
{
    for (size_t i = 0; i < words; i++) {
        uint32_t x;
        memcpy(&x, at + 4 * i, 4);
        x = (x >> 2 & 0x3f) | (x << 12 & 0x3000) | (x >> 4 & 0xf00) |
            (x << 10 & 0x3c0000) | (x >> 6 & 0x30000) | (x << 8 & 0x3f000000);
        memcpy(at + 4 * i, &x, 4);
    }
}

/* All bits of `value` if so, else none. The compiler makes no branch of it. */
static inline uint8_t only_if(bool so, int value)
{
    return (uint8_t)((uint8_t)-so & value);
}

/* Replace n values by digits, without a table, since the compiler does this for
 * many at once. The alphabet has four gaps. */
orr__vectorized static void put_digits(uint8_t *at, size_t n, codec c)
{
    const int to_62 = (c == CODEC_BASE64 ? '+' : '-') - '9' - 1;
    const int to_63 = (c == CODEC_BASE64 ? '/' : '_') - '9' - 2;

    for (size_t i = 0; i < n; i++) {
        const uint8_t v = at[i];
        at[i] = (uint8_t)(v + 'A' + only_if(v >= 26, 'a' - 'Z' - 1) +
                          only_if(v >= 52, '0' - 'z' - 1) +
                          only_if(v == 62, to_62) + only_if(v == 63, to_63));
    }
}

/* Three bytes at a time, as long as one more can be read, unless they are few.
 * Each step is done for what stays in the nearest cache. Returns how many bytes
 * were read. */
static size_t read_base64_words(codec c, const uint8_t *s, size_t n, char *to)
{
    size_t i = 0;

    while (i + 4 <= n && n >= 48) {
        uint8_t *at = (uint8_t *)to + i / 3 * 4;
        const size_t left = (n - i - 1) / 3;
        const size_t words = left < 1024 ? left : 1024;
        spread_bytes(s + i, at, words);
        spread_bits(at, words);
        put_digits(at, 4 * words, c);
        i += 3 * words;
    }
    return i;
}

static void read_base64(codec c, const uint8_t *s, size_t n, char *to)
{
    const char *digits = c == CODEC_BASE64 ? base64_digits : base64url_digits;
    size_t i = read_base64_words(c, s, n, to);

    to += i / 3 * 4;
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
        return (codec_size){ n * 2, false, n };
    case CODEC_BASE64:
    case CODEC_BASE64URL:
        return (codec_size){ measure_base64(c, n), false, n };
    default:
        return (codec_size){ n, false, n };
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
            read_utf8_wide(bytes, n, size.valid, chars);
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
