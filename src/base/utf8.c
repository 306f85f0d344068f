/*
 * utf8.c - which bytes are UTF-8, see utf8.h.
 *
 * A valid text, as most are, is checked by a state machine without branches; an
 * invalid one is then read character by character.
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

size_t orr__utf8_cut(const uint8_t *s, size_t n)
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
 * Is it UTF-8? A state machine whose step is a shift: a state is the bit offset
 * of its next state in the row of a byte, six bits each. A step takes one or
 * two cycles for any byte; branches would be mispredicted in every text that is
 * not English.
 */
enum {
    BAD = 0,       /* forever */
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
    /* 80 to 8f, 90 to 9f, a0 to bf: after others */
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

static uint64_t step_over(const uint8_t *s, size_t n, uint64_t state)
{
    for (size_t i = 0; i < n; i++)
        state = utf8_steps[s[i]] >> state & 63;
    return state;
}

/* n if all of it is valid; else the start of a character before the fault. */
static size_t valid_blocks(const uint8_t *s, size_t n)
{
    uint64_t state = DONE;
    size_t good = 0;
    size_t i = 0;

    for (; i + BLOCK <= n && state != BAD; i += BLOCK) {
        if (state == DONE) {
            good = i;
            if (orr__is_ascii(s + i, BLOCK))
                continue;
        }
        state = step_over(s + i, BLOCK, state);
    }
    return step_over(s + i, n - i, state) == DONE ? n : good;
}

size_t orr__utf8_valid(const uint8_t *s, size_t n)
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
    const size_t length = scan(b, n - *at, &whole, &cut);

    *at += length;
    return whole ? orr__utf8_at(b, length) : 0xfffd;
}
