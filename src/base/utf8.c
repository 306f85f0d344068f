/*
 * utf8.c - which bytes are UTF-8, see utf8.h.
 *
 * A valid text, as most are, is checked in blocks without branches; from the
 * first block with a fault on it is read character by character.
 */
#include "base/utf8.h"

#include <string.h>

#define HIGH_BITS UINT64_C(0x8080808080808080)

size_t orr__ascii_prefix(const uint8_t *s, size_t n)
{
    size_t i = 0;

    for (; i + 32 <= n; i += 32) {
        uint64_t words[4];
        memcpy(words, s + i, 32);
        if ((words[0] | words[1] | words[2] | words[3]) & HIGH_BITS)
            break;
    }
    for (; i + 8 <= n; i += 8) {
        uint64_t word;
        memcpy(&word, s + i, 8);
        if (word & HIGH_BITS)
            return i;
    }
    while (i < n && s[i] < 0x80)
        i++;
    return i;
}

bool orr__is_ascii(const uint8_t *s, size_t n)
{
    return orr__ascii_prefix(s, n) == n;
}

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

/* How many bytes from s on belong together. *whole: they are a character; *cut:
 * the text ends in the middle of one. */
static size_t utf8_scan(const uint8_t *s, size_t n, bool *whole, bool *cut)
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

size_t orr__utf8_cut(const uint8_t *s, size_t n)
{
    for (size_t back = 1; back <= 3 && back <= n; back++) {
        bool whole, cut;
        if (lead_of(s[n - back]).length == 0)
            continue;
        return utf8_scan(s + n - back, back, &whole, &cut) == back && cut ? back
                                                                          : 0;
    }
    return 0;
}

/*
 * Is it UTF-8? Each byte is compared with the three before it, without
 * branches, so that the compiler does it for 16 bytes at once; branches would
 * be mispredicted in every text that is not English.
 */
#define BLOCK 64
#define BACK 3 /* bytes before a block that are looked at */

orr__vectorized static bool is_faulty(const uint8_t *s)
{
    uint8_t fault = 0;

    for (ptrdiff_t i = 0; i < BLOCK; i++) {
        const uint8_t b = s[i], p = s[i - 1];
        const uint8_t tail = (b & 0xc0) == 0x80;
        const uint8_t due =
            (p >= 0xc0) | (s[i - 2] >= 0xe0) | (s[i - 3] >= 0xf0);
        fault |= tail ^ due;
        fault |= ((b & 0xfe) == 0xc0) | (b > 0xf4);
        fault |= ((p == 0xe0) & (b < 0xa0)) | ((p == 0xed) & (b > 0x9f));
        fault |= ((p == 0xf0) & (b < 0x90)) | ((p == 0xf4) & (b > 0x8f));
    }
    return fault != 0;
}

/* The same at the start and the end of a text, where bytes are missing. */
static bool is_edge_faulty(const uint8_t *s, size_t n, size_t at)
{
    uint8_t padded[BACK + BLOCK] = { 0 };
    const size_t back = at < BACK ? at : BACK;
    const size_t count = n - at < BLOCK ? n - at : BLOCK;

    memcpy(padded + BACK - back, s + at - back, back + count);
    return is_faulty(padded + BACK);
}

static bool is_block_faulty(const uint8_t *s, size_t n, size_t at)
{
    if (at < BACK || n - at < BLOCK)
        return is_edge_faulty(s, n, at);
    return !orr__is_ascii(s + at - BACK, BACK + BLOCK) && is_faulty(s + at);
}

/* All before it is valid: n, or the start of a character at most a block before
 * the fault. */
static size_t valid_blocks(const uint8_t *s, size_t n)
{
    size_t at = 0;

    while (at < n && !is_block_faulty(s, n, at))
        at = n - at < BLOCK ? n : at + BLOCK;
    return at - orr__utf8_cut(s, at);
}

size_t orr__utf8_valid(const uint8_t *s, size_t n)
{
    bool whole, cut;
    size_t i = valid_blocks(s, n);

    while (i < n) {
        const size_t step = utf8_scan(s + i, n - i, &whole, &cut);
        if (!whole)
            return i;
        i += step;
    }
    return n;
}

uint32_t orr__utf8_at(const uint8_t *b, size_t length)
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

uint32_t orr__utf8_next(const uint8_t *s, size_t n, size_t *at)
{
    bool whole, cut;
    const uint8_t *b = s + *at;
    const size_t length = utf8_scan(b, n - *at, &whole, &cut);

    *at += length;
    return whole ? orr__utf8_at(b, length) : 0xfffd;
}
