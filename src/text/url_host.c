/*
 * url_host.c - the hosts of URLs: domains, IPv4 and IPv6 addresses, and opaque
 * hosts, which schemes have that are not special.
 *
 * A domain that is not ASCII goes to url_idna.c. One that is encoded already
 * ("xn--") is taken as it is.
 */
#include "text/url.h"

#include <errno.h>
#include <string.h>

size_t url_percent_decode(url_text text, uint8_t *to)
{
    size_t n = 0;

    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] == '%' && i + 2 < text.length) {
            const int high = url_hex_value(text.data[i + 1]);
            const int low = url_hex_value(text.data[i + 2]);
            if (high >= 0 && low >= 0) {
                to[n++] = (uint8_t)(high * 16 + low);
                i += 2;
                continue;
            }
        }
        to[n++] = text.data[i];
    }
    return n;
}

/* ---- IPv4 --------------------------------------------------------------- */

/* A number: decimal, octal after "0", hexadecimal after "0x". 2 ** 32 if it is
 * larger, -1 if it is none. */
static int64_t parse_number(url_text text)
{
    int base = 10;
    int64_t n = 0;

    if (text.length == 0)
        return -1;
    if (text.length > 1 && text.data[0] == '0') {
        base = (text.data[1] | 32) == 'x' ? 16 : 8;
        text = url_from(text, base == 16 ? 2 : 1);
    }
    for (size_t i = 0; i < text.length; i++) {
        const int digit = url_hex_value(text.data[i]);
        if (digit < 0 || digit >= base)
            return -1;
        n = n * base + digit;
        if (n > UINT32_MAX)
            n = (int64_t)UINT32_MAX + 1;
    }
    return n;
}

/* The last label, but for an empty one behind the last full stop. */
static url_text last_label(url_text domain)
{
    if (domain.length > 0 && domain.data[domain.length - 1] == '.')
        domain.length--;
    size_t start = domain.length;
    while (start > 0 && domain.data[start - 1] != '.')
        start--;
    return url_from(domain, start);
}

/* Does the domain have to be an IPv4 address? */
static bool ends_in_number(url_text domain)
{
    const url_text label = last_label(domain);
    size_t i = 0;

    if (label.length == 0 || !url_is_digit(label.data[0]))
        return false;
    while (i < label.length && url_is_digit(label.data[i]))
        i++;
    return i == label.length ||
           ((label.data[1] | 32) == 'x' && parse_number(label) >= 0);
}

static uint8_t *write_number(uint8_t *to, uint32_t n, uint32_t base)
{
    uint8_t digits[8];
    size_t count = 0;

    do {
        digits[count++] = (uint8_t) "0123456789abcdef"[n % base];
        n /= base;
    } while (n > 0);
    while (count > 0)
        *to++ = digits[--count];
    return to;
}

static int write_ipv4(url_work *w, uint32_t address, url_text *out)
{
    uint8_t *start = url_take(w, 16);
    uint8_t *to = start;

    if (start == NULL)
        return -ENOMEM;
    for (int shift = 24; shift >= 0; shift -= 8) {
        to = write_number(to, address >> shift & 255, 10);
        if (shift > 0)
            *to++ = '.';
    }
    *out = (url_text){ start, (size_t)(to - start) };
    return 0;
}

static int parse_ipv4(url_work *w, url_text domain, url_text *out)
{
    int64_t numbers[4];
    size_t count = 0;
    uint64_t address = 0;

    if (domain.data[domain.length - 1] == '.')
        domain.length--;
    for (size_t start = 0, i = 0; i <= domain.length; i++) {
        if (i < domain.length && domain.data[i] != '.')
            continue;
        const url_text part = { domain.data + start, i - start };
        if (count == 4 || (numbers[count++] = parse_number(part)) < 0)
            return -EINVAL;
        start = i + 1;
    }
    for (size_t i = 0; i + 1 < count; i++) {
        if (numbers[i] > 255)
            return -EINVAL;
        address |= (uint64_t)numbers[i] << (24 - 8 * i);
    }
    if (numbers[count - 1] >> (8 * (5 - count)) != 0)
        return -EINVAL;
    return write_ipv4(w, (uint32_t)(address | (uint64_t)numbers[count - 1]),
                      out);
}

/* ---- IPv6 --------------------------------------------------------------- */

/* The address at the end of an IPv6 address: two pieces. */
static bool parse_embedded(url_text text, uint16_t *pieces)
{
    uint32_t numbers[4];
    size_t at = 0;

    for (int i = 0; i < 4; i++) {
        size_t digits = 0;
        numbers[i] = 0;
        if (i > 0 && (at == text.length || text.data[at++] != '.'))
            return false;
        for (; at < text.length && url_is_digit(text.data[at]); at++) {
            if (digits++ > 0 && numbers[i] == 0)
                return false; /* no zero comes first */
            numbers[i] = numbers[i] * 10 + (uint32_t)(text.data[at] - '0');
            if (numbers[i] > 255)
                return false;
        }
        if (digits == 0)
            return false;
    }
    pieces[0] = (uint16_t)(numbers[0] << 8 | numbers[1]);
    pieces[1] = (uint16_t)(numbers[2] << 8 | numbers[3]);
    return at == text.length;
}

/* Up to four hexadecimal digits; how many. */
static size_t parse_piece(url_text text, uint16_t *piece)
{
    size_t n = 0;

    *piece = 0;
    while (n < 4 && n < text.length && url_hex_value(text.data[n]) >= 0) {
        *piece = (uint16_t)(*piece << 4 | url_hex_value(text.data[n]));
        n++;
    }
    return n;
}

/* The eight pieces of an address; false if it is none. */
static bool parse_pieces(url_text text, uint16_t pieces[8])
{
    size_t count = 0, gap = SIZE_MAX, at = 0;

    if (text.length >= 2 && text.data[0] == ':' && text.data[1] == ':') {
        gap = 0;
        at = 2;
    }
    while (at < text.length) {
        if (count == 8)
            return false;
        if (text.data[at] == ':') {
            if (gap != SIZE_MAX || at == 0)
                return false;
            gap = count;
            at++;
            continue;
        }
        const size_t n = parse_piece(url_from(text, at), &pieces[count]);
        if (at + n < text.length && text.data[at + n] == '.') {
            if (count > 6 ||
                !parse_embedded(url_from(text, at), pieces + count))
                return false;
            count += 2;
            break;
        }
        at += n;
        count++;
        if (n == 0 || (at < text.length && text.data[at++] != ':') ||
            (at == text.length && text.data[at - 1] == ':'))
            return false;
    }
    if (gap == SIZE_MAX)
        return count == 8;
    if (count == 8)
        return false;
    memmove(pieces + gap + 8 - count, pieces + gap,
            (count - gap) * sizeof *pieces);
    memset(pieces + gap, 0, (8 - count) * sizeof *pieces);
    return true;
}

/* The longest run of zeros, if longer than one: where it begins, and its
 * length. */
static size_t find_gap(const uint16_t pieces[8], size_t *length)
{
    size_t start = 8;

    *length = 1;
    for (size_t i = 0; i < 8; i++) {
        size_t end = i;
        while (end < 8 && pieces[end] == 0)
            end++;
        if (end - i > *length) {
            start = i;
            *length = end - i;
        }
        if (end > i)
            i = end - 1;
    }
    return start;
}

static int parse_ipv6(url_work *w, url_text text, url_text *out)
{
    uint16_t pieces[8];
    size_t gap_length;

    if (!parse_pieces(text, pieces))
        return -EINVAL;
    uint8_t *start = url_take(w, 48);
    uint8_t *to = start;
    if (start == NULL)
        return -ENOMEM;
    const size_t gap = find_gap(pieces, &gap_length);
    *to++ = '[';
    for (size_t i = 0; i < 8; i++) {
        if (i == gap) {
            *to++ = ':';
            if (i == 0)
                *to++ = ':';
            i += gap_length - 1;
            continue;
        }
        to = write_number(to, pieces[i], 16);
        if (i < 7)
            *to++ = ':';
    }
    *to++ = ']';
    *out = (url_text){ start, (size_t)(to - start) };
    return 0;
}

/* ---- All hosts ---------------------------------------------------------- */

static int parse_opaque_host(url_work *w, url_text text, url_text *out)
{
    for (size_t i = 0; i < text.length; i++)
        if (url_sets[text.data[i]] & URL_NOT_IN_HOST)
            return -EINVAL;
    return url_encode(w, text, URL_SET_CONTROL, out);
}

/* Is it ASCII, and has nothing encoded? */
static bool is_plain(url_text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.data[i] >= 0x80 || text.data[i] == '%')
            return false;
    return true;
}

/* Decoded, and in the letters that DNS knows. */
static int to_domain(url_work *w, url_text text, url_text *out)
{
    if (!is_plain(text)) {
        uint8_t *decoded = url_take(w, text.length);
        if (decoded == NULL)
            return -ENOMEM;
        text = (url_text){ decoded, url_percent_decode(text, decoded) };
        for (size_t i = 0; i < text.length; i++)
            if (text.data[i] >= 0x80)
                return url_to_ascii(w, text, out);
    }
    return url_lower(w, text, out);
}

int url_parse_host(url_work *w, url_text text, bool special, url_text *out)
{
    url_text domain;

    if (text.data[0] == '[') {
        if (text.data[text.length - 1] != ']')
            return -EINVAL;
        return parse_ipv6(w, (url_text){ text.data + 1, text.length - 2 }, out);
    }
    if (!special)
        return parse_opaque_host(w, text, out);
    const int err = to_domain(w, text, &domain);
    if (err < 0)
        return err;
    if (domain.length == 0)
        return -EINVAL;
    for (size_t i = 0; i < domain.length; i++)
        if (url_sets[domain.data[i]] & URL_NOT_IN_DOMAIN)
            return -EINVAL;
    if (ends_in_number(domain))
        return parse_ipv4(w, domain, out);
    *out = domain;
    return 0;
}
