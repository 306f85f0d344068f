/*
 * codec.c - Buffer's encodings from C. The same text is given as Latin-1 and as
 * UTF-16: no result may depend on how an engine keeps it.
 */
#include "text/codec.h"

#include <string.h>

#include "test.h"

#define MAX_CHARS 256

/* `text` in two bytes a character. */
static orr_chars widen(const char *text, uint16_t *space)
{
    const size_t n = strlen(text);

    CHECK(n <= MAX_CHARS);
    for (size_t i = 0; i < n; i++)
        space[i] = (uint8_t)text[i];
    return (orr_chars){ space, n, true };
}

/* What `text` is in bytes; checks that both of its forms give the same. */
static size_t encode(codec c, const char *text, uint8_t *out, size_t size)
{
    uint16_t space[MAX_CHARS];
    uint8_t again[MAX_CHARS];
    const orr_chars narrow = { text, strlen(text), false };
    const orr_chars wide = widen(text, space);

    CHECK(size <= sizeof again);
    const size_t n = codec_write(c, &narrow, out, size);
    CHECK(codec_write(c, &wide, again, size) == n);
    CHECK(memcmp(out, again, n) == 0);
    CHECK(codec_length(c, &narrow) == codec_length(c, &wide));
    return n;
}

static void check_bytes(codec c, const char *text, const char *bytes)
{
    uint8_t out[MAX_CHARS];
    const size_t n = encode(c, text, out, sizeof out);

    CHECK_INT(n, strlen(bytes));
    CHECK(memcmp(out, bytes, n) == 0);
}

TEST_PLAIN(strings_become_bytes)
{
    check_bytes(CODEC_UTF8, "a\xe9", "a\xc3\xa9");
    check_bytes(CODEC_LATIN1, "a\xe9", "a\xe9");
    check_bytes(CODEC_HEX, "4A4b", "JK");
    check_bytes(CODEC_HEX, "4Ax", "J");
    check_bytes(CODEC_BASE64, "aGk=", "hi");
    check_bytes(CODEC_BASE64, " a G\nk", "hi");
    check_bytes(CODEC_BASE64URL, "_-8", "\xff\xef");
}

TEST_PLAIN(a_character_that_does_not_fit_is_left_out_whole)
{
    uint8_t out[MAX_CHARS];

    CHECK_INT(encode(CODEC_UTF8, "ab\xe9", out, 3), 2);
    CHECK_INT(encode(CODEC_UTF16LE, "ab", out, 3), 2);
}

TEST_PLAIN(a_lone_surrogate_becomes_the_replacement_character)
{
    static const uint16_t lone[] = { 0xd83d, 'x' };
    const orr_chars text = { lone, 2, true };
    uint8_t out[8];

    CHECK_INT(codec_write(CODEC_UTF8, &text, out, sizeof out), 4);
    CHECK(memcmp(out, "\xef\xbf\xbdx", 4) == 0);
}

TEST_PLAIN(bytes_that_are_no_utf8_are_counted_as_they_are_read)
{
    static const uint8_t bytes[] = { 'a', 0xff, 0xf0, 0x9f, 0x98, 0x80, 0xe2 };
    const codec_size size = codec_measure(CODEC_UTF8, bytes, sizeof bytes);
    uint16_t chars[8];

    CHECK(size.wide);
    CHECK_INT(size.length, 5);
    CHECK_INT(size.valid, 1);
    codec_read(CODEC_UTF8, bytes, sizeof bytes, size, chars);
    CHECK(chars[1] == 0xfffd && chars[2] == 0xd83d && chars[3] == 0xde00);
    CHECK(chars[4] == 0xfffd);
}

TEST_PLAIN(names_of_encodings_have_no_case)
{
    uint16_t space[MAX_CHARS];
    orr_chars name = widen("UtF-16lE", space);

    CHECK(codec_find(&name) == CODEC_UTF16LE);
    name = widen("HEX", space);
    CHECK(codec_find(&name) == CODEC_HEX);
    name = widen("utf-9", space);
    CHECK(codec_find(&name) == CODEC_NONE);
}
