/*
 * segment.c - grapheme clusters from C.
 */
#include "text/segment.h"

#include "test.h"

static size_t count_clusters(const uint16_t *text, size_t length)
{
    const orr_chars chars = { text, length, true };
    uint32_t ends[32];

    CHECK(length <= 32);
    const size_t n = segment_find_ends(&chars, ends);
    CHECK(n == 0 || ends[n - 1] == length);
    return n;
}

#define COUNT(text) count_clusters((text), sizeof(text) / sizeof *(text)-1)

TEST_PLAIN(what_a_reader_calls_one_character_is_one_cluster)
{
    CHECK_INT(COUNT(u""), 0);
    CHECK_INT(COUNT(u"ab"), 2);
    CHECK_INT(COUNT(u"e\u0301x"), 2);
    CHECK_INT(COUNT(u"\r\n"), 1);
    CHECK_INT(COUNT(u"\U0001F468\u200D\U0001F469\u200D\U0001F467"), 1);
    CHECK_INT(COUNT(u"\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7"), 2);
    CHECK_INT(COUNT(u"\uAC00\u11A8"), 1);
    CHECK_INT(COUNT(u"\u0915\u094D\u0937"), 1);
}

TEST_PLAIN(half_a_pair_of_surrogates_is_a_cluster)
{
    static const uint16_t text[] = { 0xd83d, 'x', 0xdc00 };

    CHECK_INT(count_clusters(text, 3), 3);
}
