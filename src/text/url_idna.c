/*
 * url_idna.c - host names that are not ASCII, as far as they are simple.
 *
 * UTS #46 maps each character by a large table, and has rules for some scripts.
 * Letters of the ranges below stay as they are, or lose their capital: they are
 * in normal form whatever stands beside them, are written from left to right
 * and need no neighbour. So nothing is left to do but Punycode (RFC 3492). A
 * name with any other character goes to the function that the url_work was
 * given, and so does one with a label that is encoded already.
 */
#include "text/url.h"

#include "base/utf8.h"

#include <errno.h>
#include <string.h>

typedef struct letters {
    uint16_t first;
    uint16_t last;
    uint8_t step; /* 2: every other one; those between are capitals */
    uint8_t fold; /* what is added to make a small letter of a capital */
} letters;

static const letters simple[] = {
    { 0xc0, 0xd6, 1, 32 },    { 0xd8, 0xde, 1, 32 },
    { 0xdf, 0xf6, 1, 0 },     { 0xf8, 0xff, 1, 0 }, /* Latin */
    { 0x101, 0x12f, 2, 0 },   { 0x135, 0x137, 2, 0 },
    { 0x13a, 0x13e, 2, 0 },   { 0x142, 0x148, 2, 0 },
    { 0x14b, 0x177, 2, 0 },   { 0x17a, 0x17e, 2, 0 },
    { 0x3ac, 0x3ce, 1, 0 },                             /* Greek */
    { 0x410, 0x42f, 1, 32 },  { 0x430, 0x45f, 1, 0 },   /* Cyrillic */
    { 0x561, 0x586, 1, 0 },                             /* Armenian */
    { 0x10d0, 0x10fa, 1, 0 },                           /* Georgian */
    { 0x1ea1, 0x1ef9, 2, 0 },                           /* Vietnamese */
    { 0x3005, 0x3005, 1, 0 }, { 0x3041, 0x3096, 1, 0 }, /* Japanese */
    { 0x30a1, 0x30fa, 1, 0 }, { 0x30fc, 0x30fc, 1, 0 },
    { 0x4e00, 0x9fef, 1, 0 }, /* Han */
    { 0xac00, 0xd7a3, 1, 0 }, /* Hangul */
};

/* The letter in normal form; 0 if it is not simple. */
static uint32_t map_letter(uint32_t c)
{
    if (c < 0x80)
        return c >= 'A' && c <= 'Z' ? c | 32 : c;
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++) {
        const letters *l = &simple[i];
        if (c >= l->first && c <= l->last)
            return (c - l->first) % l->step == 0 ? c + l->fold : 0;
    }
    return 0;
}

/* ---- Punycode ----------------------------------------------------------- */

enum {
    BASE = 36,
    T_MIN = 1,
    T_MAX = 26,
    SKEW = 38,
    DAMP = 700,
    FIRST_BIAS = 72,
    FIRST_CODE = 128
};

static uint32_t idna_adapt(uint32_t delta, uint32_t points, bool is_first)
{
    uint32_t k = 0;

    delta /= is_first ? DAMP : 2;
    delta += delta / points;
    for (; delta > (BASE - T_MIN) * T_MAX / 2; k += BASE)
        delta /= BASE - T_MIN;
    return k + (BASE - T_MIN + 1) * delta / (delta + SKEW);
}

static uint8_t *write_delta(uint8_t *to, uint32_t delta, uint32_t bias)
{
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";

    for (uint32_t k = BASE;; k += BASE) {
        const uint32_t t = k <= bias           ? T_MIN
                           : k >= bias + T_MAX ? T_MAX
                                               : k - bias;
        if (delta < t)
            break;
        *to++ = (uint8_t)digits[t + (delta - t) % (BASE - t)];
        delta = (delta - t) / (BASE - t);
    }
    *to++ = (uint8_t)digits[delta];
    return to;
}

static uint32_t next_code(const uint32_t *label, size_t count, uint32_t from)
{
    uint32_t next = UINT32_MAX;

    for (size_t i = 0; i < count; i++)
        if (label[i] >= from && label[i] < next)
            next = label[i];
    return next;
}

/* Write one label: as it is, or with "xn--" before it. */
static uint8_t *write_label(uint8_t *to, const uint32_t *label, size_t count)
{
    uint8_t *const start = to;
    uint32_t n = FIRST_CODE, delta = 0, bias = FIRST_BIAS;

    memcpy(to, "xn--", 4);
    to += 4;
    for (size_t i = 0; i < count; i++)
        if (label[i] < FIRST_CODE)
            *to++ = (uint8_t)label[i];
    const uint32_t basic = (uint32_t)(to - start - 4);
    if (basic == count) {
        memmove(start, start + 4, basic);
        return start + basic;
    }
    if (basic > 0)
        *to++ = '-';
    for (uint32_t done = basic; done < count;) {
        const uint32_t code = next_code(label, count, n);
        delta += (code - n) * (done + 1);
        for (size_t i = 0; i < count; i++) {
            if (label[i] < code)
                delta++;
            if (label[i] != code)
                continue;
            to = write_delta(to, delta, bias);
            bias = idna_adapt(delta, done + 1, done == basic);
            delta = 0;
            done++;
        }
        delta++;
        n = code + 1;
    }
    return to;
}

/* ---- Names -------------------------------------------------------------- */

/* Longer labels than this are not for DNS, and would overflow the numbers of
 * Punycode at some length. */
#define LABEL_MAX 250

/* The letters of the label at *at, which is moved behind it; -1 if it is not
 * simple. */
static int read_label(url_text name, size_t *at, uint32_t label[LABEL_MAX])
{
    int count = 0;

    while (*at < name.length && name.data[*at] != '.') {
        const uint32_t c =
            map_letter(orr__utf8_next(name.data, name.length, at));
        if (c == 0 || count == LABEL_MAX)
            return -1;
        label[count++] = c;
    }
    if (count >= 4 && label[0] == 'x' && label[1] == 'n' && label[2] == '-' &&
        label[3] == '-')
        return -1;
    return count;
}

int url_to_ascii(url_work *w, url_text name, url_text *out)
{
    uint32_t label[LABEL_MAX];
    /* A label gets five characters more, and of a letter, which has at least
     * two bytes, at most nine digits come: a delta is below 10 ** 8, and each
     * digit takes a tenth of it or more. */
    uint8_t *start = url_take(w, 8 * name.length + 16);
    uint8_t *to = start;

    if (start == NULL)
        return -ENOMEM;
    for (size_t at = 0;; at++) {
        const int count = read_label(name, &at, label);
        if (count < 0)
            return w->to_ascii(w, name, out);
        to = write_label(to, label, (size_t)count);
        if (at == name.length)
            break;
        *to++ = '.';
    }
    url_keep(w, to);
    *out = (url_text){ start, (size_t)(to - start) };
    return 0;
}
