/*
 * codec.c - from strings to bytes, see codec.h.
 *
 * Most strings are ASCII, and then UTF-8, Latin-1 and ASCII are one memcpy. The
 * loops look at eight bytes at a time for that.
 */
#include "text/codec.h"
#include "base/utf8.h"

#include <string.h>

/* ---- Names -------------------------------------------------------------- */

typedef struct codec_name {
    const char *name;
    codec c;
} codec_name;

/* The longest name has nine letters. */
#define LONGEST 9
static const codec_name names[] = {
    { "utf8", CODEC_UTF8 },       { "utf-8", CODEC_UTF8 },
    { "hex", CODEC_HEX },         { "base64", CODEC_BASE64 },
    { "latin1", CODEC_LATIN1 },   { "binary", CODEC_LATIN1 },
    { "ascii", CODEC_ASCII },     { "base64url", CODEC_BASE64URL },
    { "ucs2", CODEC_UTF16LE },    { "ucs-2", CODEC_UTF16LE },
    { "utf16le", CODEC_UTF16LE }, { "utf-16le", CODEC_UTF16LE },
};

codec codec_find(const orr_chars *name)
{
    char lower[LONGEST + 1] = { 0 };

    if (name->length > LONGEST || name->length == 0)
        return CODEC_NONE;
    for (size_t i = 0; i < name->length; i++) {
        const uint32_t c = codec_char(name, i);
        if (c > 'z')
            return CODEC_NONE;
        lower[i] = (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(lower, names[i].name) == 0)
            return names[i].c;
    return CODEC_NONE;
}

/* ---- UTF-8 -------------------------------------------------------------- */

static size_t utf8_length_narrow(const uint8_t *s, size_t n)
{
    size_t high = 0;

    for (size_t i = 0; i < n; i++)
        high += s[i] >> 7;
    return n + high;
}

static bool is_high(uint32_t c)
{
    return (c & 0xfc00) == 0xd800;
}

static bool is_low(uint32_t c)
{
    return (c & 0xfc00) == 0xdc00;
}

/* Half a pair becomes U+FFFD, which is as long as it would be itself. */
static size_t utf8_length_wide(const uint16_t *s, size_t n)
{
    size_t length = 0;

    for (size_t i = 0; i < n; i++) {
        if (s[i] < 0x80) {
            length += 1;
        } else if (s[i] < 0x800) {
            length += 2;
        } else if (is_high(s[i]) && i + 1 < n && is_low(s[i + 1])) {
            length += 4;
            i++;
        } else {
            length += 3;
        }
    }
    return length;
}

static size_t write_utf8_narrow(const uint8_t *s, size_t n, uint8_t *to,
                                size_t size, size_t *read)
{
    size_t at = orr__ascii_prefix(s, n < size ? n : size);
    size_t i = at;

    memcpy(to, s, at);
    for (; i < n && at < size; i++) {
        if (s[i] < 0x80) {
            to[at++] = s[i];
        } else {
            if (size - at < 2)
                break;
            to[at++] = (uint8_t)(0xc0 | s[i] >> 6);
            to[at++] = (uint8_t)(0x80 | (s[i] & 0x3f));
        }
    }
    *read = i;
    return at;
}

/* Write a character of two bytes or more; `length` of them. */
static void put_utf8(uint8_t *to, uint32_t c, unsigned length)
{
    static const uint8_t leads[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

    for (unsigned i = length - 1; i > 0; i--) {
        to[i] = (uint8_t)(0x80 | (c & 0x3f));
        c >>= 6;
    }
    to[0] = (uint8_t)(leads[length] | c);
}

static size_t write_utf8_wide(const uint16_t *s, size_t n, uint8_t *to,
                              size_t size, size_t *read)
{
    size_t at = 0;
    size_t i = 0;

    while (i < n && at < size) {
        uint32_t c = s[i];
        if (c < 0x80) {
            to[at++] = (uint8_t)c;
            i++;
            continue;
        }
        const bool pair = is_high(c) && i + 1 < n && is_low(s[i + 1]);
        const unsigned length = c < 0x800 ? 2 : pair ? 4 : 3;
        if (size - at < length)
            break;
        if (pair)
            c = 0x10000 + ((c - 0xd800) << 10) + (s[i + 1] - 0xdc00u);
        else if (is_high(c) || is_low(c))
            c = 0xfffd;
        put_utf8(to + at, c, length);
        at += length;
        i += pair ? 2 : 1;
    }
    *read = i;
    return at;
}

size_t codec_write_utf8(const orr_chars *text, uint8_t *to, size_t size,
                        size_t *read)
{
    return text->wide
               ? write_utf8_wide(text->data, text->length, to, size, read)
               : write_utf8_narrow(text->data, text->length, to, size, read);
}

/* ---- Latin-1, UTF-16 ---------------------------------------------------- */

static size_t min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The low byte of each, as V8 does. */
static size_t write_latin1(const orr_chars *text, uint8_t *to, size_t size)
{
    const size_t n = min_size(text->length, size);
    const uint16_t *wide = text->data;

    if (n == 0)
        return 0; /* `to` may be NULL */
    if (!text->wide) {
        memcpy(to, text->data, n);
        return n;
    }
    for (size_t i = 0; i < n; i++)
        to[i] = (uint8_t)wide[i];
    return n;
}

/* The machine's order is that of the encoding on all we run on. */
static size_t write_utf16(const orr_chars *text, uint8_t *to, size_t size)
{
    const size_t n = min_size(text->length, size / 2);
    const uint8_t *narrow = text->data;

    if (n == 0)
        return 0;
    if (text->wide) {
        memcpy(to, text->data, n * 2);
        return n * 2;
    }
    for (size_t i = 0; i < n; i++) {
        to[2 * i] = narrow[i];
        to[2 * i + 1] = 0;
    }
    return n * 2;
}

/* ---- Hex ---------------------------------------------------------------- */

/* The value of a digit; negative if it is not one. Like Node's, it looks at the
 * low byte only. */
static int hex_digit(uint32_t c)
{
    c &= 0xff;
    if (c >= '0' && c <= '9')
        return (int)c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? (int)c - 'a' + 10 : -1;
}

static size_t write_hex(const orr_chars *text, uint8_t *to, size_t size)
{
    const size_t n = min_size(text->length / 2, size);

    for (size_t i = 0; i < n; i++) {
        const int high = hex_digit(codec_char(text, 2 * i));
        const int low = hex_digit(codec_char(text, 2 * i + 1));
        if (high < 0 || low < 0)
            return i;
        to[i] = (uint8_t)(high << 4 | low);
    }
    return n;
}

/* ---- Base64 ------------------------------------------------------------- */

/* What a character is: the value of a digit, and one of these bits. */
enum {
    BASE64_OTHER = 64, /* no digit */
    BASE64_URL = 128,  /* a digit of base64url only */
    BASE64_DIGIT = 63  /* the value */
};

/* By ASCII, of both alphabets: 190 and 191 are '-' and '_'. */
// clang-format off
static const uint8_t base64_classes[256] = {
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 62, 64, 190, 64, 63,
    52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 64, 64, 64, 64, 64, 64,
    64, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 64, 64, 64, 64, 191,
    64, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
    41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
};
// clang-format on

/* What is to be added to BASE64_OTHER for c if it lies between the two and has
 * this class. The compiler makes no branch of it. */
static inline uint8_t class_if(uint8_t c, uint8_t first, uint8_t last,
                               int class)
{
    const uint8_t mask = (uint8_t) - ((uint8_t)(c - first) <= last - first);

    return (uint8_t)(mask & (class - BASE64_OTHER));
}

/* The same as the table, without memory: the compiler does many at once.
 * Returns all bits that occur. */
orr__vectorized static uint8_t codec_classify(const uint8_t *restrict s,
                                              size_t n, uint8_t *restrict to)
{
    uint8_t all = 0;

    for (size_t i = 0; i < n; i++) {
        const uint8_t c = s[i];
        uint8_t class = BASE64_OTHER;
        class += class_if(c, 'A', 'Z', c - 'A');
        class += class_if(c, 'a', 'z', c - 'a' + 26);
        class += class_if(c, '0', '9', c - '0' + 52);
        class += class_if(c, '+', '+', 62);
        class += class_if(c, '/', '/', 63);
        class += class_if(c, '-', '-', 62 | BASE64_URL);
        class += class_if(c, '_', '_', 63 | BASE64_URL);
        to[i] = class;
        all |= class;
    }
    return all;
}

/* The low six bits of eight bytes as 48 bits. */
static uint64_t gather_bits(uint64_t x)
{
    x = (x & UINT64_C(0x3f003f003f003f00)) >> 2 |
        (x & UINT64_C(0x003f003f003f003f));
    x = (x & UINT64_C(0x0fff00000fff0000)) >> 4 |
        (x & UINT64_C(0x00000fff00000fff));
    return (x & UINT64_C(0x00ffffff00000000)) >> 8 | (x & 0xffffff);
}

/* Eight digits as six bytes, and two zeros behind them. */
static uint64_t pack_digits(const uint8_t *classes)
{
    uint64_t x;

    memcpy(&x, classes, 8);
    return __builtin_bswap64(gather_bits(__builtin_bswap64(x)) << 16);
}

static void write_packed(const uint8_t *classes, size_t n, uint8_t *to)
{
    uint64_t x;
    size_t i = 0;

    for (; i + 8 < n; i += 8, to += 6) {
        x = pack_digits(classes + i);
        memcpy(to, &x, 8); /* the next ones replace the zeros */
    }
    x = pack_digits(classes + i);
    memcpy(to, &x, 6);
}

/* 64 digits at a time, and many of these blocks where no line is so short that
 * it would be in vain. Returns the characters read. */
#define BLOCKS_MAX 16
#define LONG_LINE 256
static size_t write_blocks(const uint8_t *s, size_t n, uint8_t *to, size_t size,
                           uint32_t refused)
{
    uint8_t classes[64 * BLOCKS_MAX];
    size_t i = 0;

    size_t max = 1;
    for (;;) {
        const size_t at = i / 4 * 3;
        const size_t left = min_size((n - i) / 64, (size - at) / 48);
        const size_t blocks = min_size(left, max);
        if (blocks == 0)
            return i;
        if (codec_classify(s + i, 64 * blocks, classes) & refused) {
            if (max == 1)
                return i;
            max = 1;
            continue;
        }
        write_packed(classes, 64 * blocks, to + at);
        i += 64 * blocks;
        if (i == LONG_LINE)
            max = BLOCKS_MAX;
    }
}

/* Four digits at a time while nothing else comes, and none with one of the bits
 * of `refused`. Returns the bytes written; *from: the characters read. */
static size_t write_quads(const uint8_t *s, size_t n, uint8_t *to, size_t size,
                          uint32_t refused, size_t *from)
{
    size_t i = write_blocks(s, n, to, size, refused);
    size_t at = i / 4 * 3;

    for (; i + 4 <= n && at + 3 <= size; i += 4, at += 3) {
        const uint32_t a = base64_classes[s[i]];
        const uint32_t b = base64_classes[s[i + 1]];
        const uint32_t c = base64_classes[s[i + 2]];
        const uint32_t d = base64_classes[s[i + 3]];
        if ((a | b | c | d) & refused)
            break;
        to[at] = (uint8_t)(a << 2 | (b & BASE64_DIGIT) >> 4);
        to[at + 1] = (uint8_t)(b << 4 | (c & BASE64_DIGIT) >> 2);
        to[at + 2] = (uint8_t)(c << 6 | (d & BASE64_DIGIT));
    }
    *from = i;
    return at;
}

/* The same for a string, from *i on; a wide one is read character by
 * character. */
static size_t write_quads_of(const orr_chars *text, size_t *i, uint8_t *to,
                             size_t size, uint32_t refused)
{
    const uint8_t *narrow = text->data;
    size_t read;

    if (text->wide)
        return 0;
    const size_t n =
        write_quads(narrow + *i, text->length - *i, to, size, refused, &read);
    *i += read;
    return n;
}

/* What is not a digit is passed over; '=' is the end. Of characters beyond
 * Latin-1 the low byte counts, as in Node. */
static size_t write_base64(const orr_chars *text, uint8_t *to, size_t size)
{
    uint32_t bits = 0;
    unsigned count = 0;
    size_t i = 0;
    size_t at = write_quads_of(text, &i, to, size, BASE64_OTHER);

    for (; i < text->length && at < size; i++) {
        const uint8_t c = (uint8_t)codec_char(text, i);
        const uint8_t class = base64_classes[c];
        if (c == '=')
            break;
        if (!(class & BASE64_OTHER)) {
            bits = bits << 6 | (class & BASE64_DIGIT);
            count += 6;
        }
        if (count >= 8) {
            count -= 8;
            to[at++] = (uint8_t)(bits >> count);
        }
        if (count == 0 && i + 1 < text->length) { /* a new line, say */
            i++;
            at += write_quads_of(text, &i, to + at, size - at, BASE64_OTHER);
            i--;
        }
    }
    return at;
}

/* Three bytes of four characters, without the '=' at the end. */
static size_t base64_length(const orr_chars *text)
{
    size_t n = text->length;

    if (n > 0 && codec_char(text, n - 1) == '=')
        n--;
    if (n > 1 && codec_char(text, n - 1) == '=')
        n--;
    return n / 4 * 3 + n % 4 * 3 / 4;
}

static bool is_space(uint32_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v');
}

/* How many characters are left without white space and, at the end, '='. */
static bool check_forgiving(const orr_chars *text, size_t *digits, size_t *pads)
{
    *digits = *pads = 0;
    for (size_t i = 0; i < text->length; i++) {
        const uint32_t c = codec_char(text, i);
        if (c < 128 && base64_classes[c] <= BASE64_DIGIT && *pads == 0)
            ++*digits;
        else if (c == '=')
            ++*pads;
        else if (!is_space(c))
            return false;
    }
    return *pads <= 2;
}

int64_t codec_forgiving_base64(const orr_chars *text, uint8_t *to)
{
    size_t digits, pads;
    size_t i = 0;
    const size_t at =
        write_quads_of(text, &i, to, text->length, BASE64_OTHER | BASE64_URL);
    const orr_chars rest = { (const uint8_t *)text->data +
                                 (text->wide ? 2 * i : i),
                             text->length - i, text->wide };

    if (!check_forgiving(&rest, &digits, &pads))
        return CODEC_BAD_CHARACTER;
    if (digits % 4 == 1)
        return CODEC_BAD_LENGTH;
    if (pads > 0 && (digits + pads) % 4 != 0)
        return CODEC_BAD_CHARACTER;
    return (int64_t)(at + write_base64(&rest, to + at, digits * 3 / 4));
}

/* ---- All of them -------------------------------------------------------- */

size_t codec_length(codec c, const orr_chars *text)
{
    switch (c) {
    case CODEC_UTF8:
        return text->wide ? utf8_length_wide(text->data, text->length)
                          : utf8_length_narrow(text->data, text->length);
    case CODEC_UTF16LE:
        return text->length * 2;
    case CODEC_HEX:
        return text->length / 2;
    case CODEC_BASE64:
    case CODEC_BASE64URL:
        return base64_length(text);
    default:
        return text->length;
    }
}

size_t codec_write(codec c, const orr_chars *text, uint8_t *to, size_t size)
{
    size_t read;

    switch (c) {
    case CODEC_UTF8:
        return codec_write_utf8(text, to, size, &read);
    case CODEC_UTF16LE:
        return write_utf16(text, to, size);
    case CODEC_HEX:
        return write_hex(text, to, size);
    case CODEC_BASE64:
    case CODEC_BASE64URL:
        return write_base64(text, to, size);
    default:
        return write_latin1(text, to, size);
    }
}
