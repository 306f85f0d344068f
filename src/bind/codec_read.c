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

/*
 * Is it UTF-8? A state machine whose step is a shift: a state is where its
 * next state stands in the row of a byte, six bits each. A step takes one or
 * two cycles whatever the byte is; branches would be guessed wrong in every
 * text that is not English.
 */
enum {
    BAD = 0,       /* for ever */
    DONE = 6,      /* at the end of a character */
    ONE = 12,      /* one more byte is to come */
    TWO = 18,      /* two more */
    THREE = 24,    /* three more */
    AFTER_E0 = 30, /* two more, the first from A0 on */
    AFTER_ED = 36, /* up to 9F */
    AFTER_F0 = 42, /* three more, the first from 90 on */
    AFTER_F4 = 48  /* up to 8F */
};

#define STEP(from, to) ((uint64_t)(to) << (from))
#define TAIL (STEP(ONE, DONE) | STEP(TWO, ONE) | STEP(THREE, TWO))

#define TIMES_2(x) x, x
#define TIMES_4(x) TIMES_2(x), TIMES_2(x)
#define TIMES_16(x) TIMES_4(x), TIMES_4(x), TIMES_4(x), TIMES_4(x)
#define LOW_TAIL (TAIL | STEP(AFTER_ED, ONE))
#define HIGH_TAIL (TAIL | STEP(AFTER_F0, TWO))

static const uint64_t utf8_steps[256] = {
    /* 00 to 7f: ASCII */
    TIMES_16(STEP(DONE, DONE)), TIMES_16(STEP(DONE, DONE)),
    TIMES_16(STEP(DONE, DONE)), TIMES_16(STEP(DONE, DONE)),
    TIMES_16(STEP(DONE, DONE)), TIMES_16(STEP(DONE, DONE)),
    TIMES_16(STEP(DONE, DONE)), TIMES_16(STEP(DONE, DONE)),
    /* 80 to 8f, 90 to 9f, a0 to bf: behind others */
    TIMES_16(LOW_TAIL | STEP(AFTER_F4, TWO)),
    TIMES_16(LOW_TAIL | STEP(AFTER_F0, TWO)),
    TIMES_16(HIGH_TAIL | STEP(AFTER_E0, ONE)),
    TIMES_16(HIGH_TAIL | STEP(AFTER_E0, ONE)),
    /* c0, c1: never; c2 to df: of two */
    TIMES_2(BAD), TIMES_2(STEP(DONE, ONE)), TIMES_4(STEP(DONE, ONE)),
    TIMES_4(STEP(DONE, ONE)), TIMES_4(STEP(DONE, ONE)),
    TIMES_16(STEP(DONE, ONE)),
    /* e0 to ef: of three */
    STEP(DONE, AFTER_E0), TIMES_4(STEP(DONE, TWO)), TIMES_4(STEP(DONE, TWO)),
    TIMES_4(STEP(DONE, TWO)), STEP(DONE, AFTER_ED), TIMES_2(STEP(DONE, TWO)),
    /* f0 to f4: of four; f5 to ff: never */
    STEP(DONE, AFTER_F0), TIMES_2(STEP(DONE, THREE)), STEP(DONE, THREE),
    STEP(DONE, AFTER_F4), BAD, TIMES_2(BAD), TIMES_4(BAD), TIMES_4(BAD)
};

#define BLOCK 16

/* Whole blocks that are good; ends at the start of a character. */
static size_t valid_blocks(const uint8_t *s, size_t n)
{
    uint64_t state = DONE;
    size_t good = 0;

    for (size_t i = 0; i + BLOCK <= n && state != BAD; i += BLOCK) {
        if (state == DONE) {
            good = i;
            if (codec_is_ascii(s + i, BLOCK))
                continue;
        }
        for (size_t k = 0; k < BLOCK; k++)
            state = utf8_steps[s[i + k]] >> state & 63;
    }
    return good;
}

size_t codec_valid_utf8(const uint8_t *s, size_t n)
{
    bool whole, cut;
    size_t i = valid_blocks(s, n);

    while (i < n) {
        const size_t step = scan(s + i, n - i, &whole, &cut);
        if (!whole)
            return i;
        i += step;
    }
    return n;
}

/* The character of `length` bytes at b, which is in order. */
static uint32_t character_at(const uint8_t *b, size_t length)
{
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

/* The next character, or U+FFFD; moves *at behind it. */
static uint32_t next_utf8(const uint8_t *s, size_t n, size_t *at)
{
    bool whole, cut;
    const uint8_t *b = s + *at;
    const size_t length = scan(b, n - *at, &whole, &cut);

    *at += length;
    return whole ? character_at(b, length) : 0xfffd;
}

/* Text that is in order needs no look at what a character is: each has one
 * byte that is no tail, and those of four bytes are two units. Only what
 * begins with C2 or C3 fits into Latin-1. The loop has no branches, and so
 * works on many bytes at once. */
__attribute__((optimize("O3"))) static codec_size measure_valid(
    const uint8_t *s, size_t n)
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
    size_t at = codec_ascii_prefix(s, n);

    if (at == n)
        return (codec_size){ n, false, n };
    at = codec_valid_utf8(s, n);
    codec_size size = measure_valid(s, at);
    while (at < n) {
        const uint32_t c = next_utf8(s, n, &at);
        size.length += c >= 0x10000 ? 2 : 1;
        size.wide |= c > 0xff;
    }
    return size;
}

/* All that is not ASCII has two bytes. Each byte is written, and the place only
 * moves on behind one that ends a character. */
static void read_utf8_narrow(const uint8_t *s, size_t n, uint8_t *to)
{
    const size_t ascii = codec_ascii_prefix(s, n);
    uint8_t before = 0;

    memcpy(to, s, ascii);
    to += ascii;
    for (size_t i = ascii; i < n; i++) {
        const bool tail = (s[i] & 0xc0) == 0x80;
        *to = tail ? (uint8_t)(before << 6 | (s[i] & 0x3f)) : s[i];
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

/* Of text that is in order, likewise: a character ends where no tail follows.
 * Only characters of four bytes, of which few texts have many, take another
 * way. */
static uint16_t *read_valid_wide(const uint8_t *s, size_t n, uint16_t *to)
{
    static const uint8_t masks[16] = { 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f,
                                       0x7f, 0x7f, 0x3f, 0x3f, 0x3f, 0x3f,
                                       0x1f, 0x1f, 0x0f, 0x07 };
    uint32_t c = 0;

    for (size_t i = 0; i < n; i++) {
        const uint32_t b = s[i];
        if (b >= 0xf0) {
            to = put_units(to, character_at(s + i, 4));
            i += 3;
            continue;
        }
        c = ((b & 0xc0) == 0x80 ? c << 6 : 0) | (b & masks[b >> 4]);
        *to = (uint16_t)c;
        to += i + 1 == n || (s[i + 1] & 0xc0) != 0x80;
    }
    return to;
}

/* The first `at` bytes are known to be in order. */
static void read_utf8_wide(const uint8_t *s, size_t n, size_t at, uint16_t *to)
{
    to = read_valid_wide(s, at, to);
    while (at < n)
        to = put_units(to, next_utf8(s, n, &at));
}

/* ---- UTF-16 ------------------------------------------------------------- */

/* An odd byte at the end is no character. */
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
