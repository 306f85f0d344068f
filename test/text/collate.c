/*
 * collate.c - the order of texts from C. What Node 24 says of the same pairs is
 * what is expected.
 */
#include "text/collate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static const text_memory memory = { malloc, free };

static const unsigned variant = COLLATE_BY_ACCENTS | COLLATE_BY_CASE;

static orr_chars wide(const uint16_t *text)
{
    orr_chars chars = { text, 0, true };

    while (text[chars.length] != 0)
        chars.length++;
    return chars;
}

/* Both ways round. */
static int compare(const uint16_t *a, const uint16_t *b, unsigned how)
{
    const orr_chars left = wide(a), right = wide(b);
    const int result = collate_compare(&memory, &left, &right, how);

    CHECK_INT(collate_compare(&memory, &right, &left, how), -result);
    return result;
}

TEST_PLAIN(signs_come_before_digits_and_letters_go_by_script)
{
    static const uint16_t *const ordered[] = {
        u"",           u" ",          u"_",          u"-",      u",",
        u"\u3001",     u"'",          u"\u00a9",     u"\u2192", u"+",
        u"\u2600",     u"\U0001F600", u"\u00a4",     u"$",      u"0",
        u"\u0663",     u"9",          u"a",          u"A",      u"b",
        u"z",          u"\u03b1",     u"\u0436",     u"\u10d0", u"\u05d0",
        u"\u0905",     u"\u0e01",     u"\uac00",     u"\u3041", u"\u4e00",
        u"\U00020000", u"\u4e8c",     u"\U000E1000",
    };
    const size_t n = sizeof ordered / sizeof *ordered;

    for (size_t i = 0; i + 1 < n; i++)
        CHECK_INT(compare(ordered[i], ordered[i + 1], variant), -1);
    CHECK_INT(compare(u"\U00012346", u"\u4e00", variant), -1);
}

TEST_PLAIN(letters_decide_then_accents_then_case)
{
    CHECK_INT(compare(u"ab", u"\u00c1a", variant), 1);
    CHECK_INT(compare(u"\u00e1", u"A", variant), 1);
    CHECK_INT(compare(u"a", u"A", variant), -1);
    CHECK_INT(compare(u"a", u"A", variant | COLLATE_UPPER_FIRST), 1);
    CHECK_INT(compare(u"a", u"A", variant | COLLATE_LOWER_FIRST), -1);
    CHECK_INT(compare(u"a", u"A", COLLATE_BY_ACCENTS), 0);
    CHECK_INT(compare(u"a", u"\u00e1", COLLATE_BY_ACCENTS), -1);
    CHECK_INT(compare(u"a", u"\u00e1", COLLATE_BY_CASE), 0);
    CHECK_INT(compare(u"\u00e1", u"A", COLLATE_BY_CASE), -1);
    CHECK_INT(compare(u"\u00e1", u"A", 0), 0);
}

TEST_PLAIN(a_letter_is_the_same_however_it_is_written)
{
    CHECK_INT(compare(u"\u00e9", u"e\u0301", variant), 0);
    CHECK_INT(compare(u"\u1e69", u"s\u0307\u0323", variant), 0);
    CHECK_INT(compare(u"\uac01", u"\u1100\u1161\u11a8", variant), 0);
    CHECK_INT(compare(u"\u304c", u"\u304b\u3099", variant), 0);
    CHECK_INT(compare(u"\u212b", u"A\u030a", variant), 0);
    CHECK_INT(compare(u"\u00e9\u0323", u"e\u0323\u0301", variant), 0);
}

TEST_PLAIN(some_characters_have_a_weight_together)
{
    /* The vowel that is written first is spoken after the consonant. */
    CHECK_INT(compare(u"\u0e40\u0e02", u"\u0e01\u0e30", variant), 1);
    CHECK_INT(compare(u"\u0e40\u0e01", u"\u0e02", variant), -1);
    /* The dot of Catalan. */
    CHECK_INT(compare(u"l\u00b7", u"l", variant), 1);
    CHECK_INT(compare(u"l\u00b7", u"la", variant), -1);
    /* The mark of length comes before the vowel that it stands for. */
    CHECK_INT(compare(u"\u30ab\u30fc", u"\u30ab\u30a2", 0), -1);
    CHECK_INT(compare(u"\u30ab\u30fc", u"\u304b\u30fc", 0), 0);
    /* A mark between that does not hold the other one off. */
    CHECK_INT(compare(u"\u0438\u0323\u0306", u"\u0439\u0323", variant), 0);
    CHECK_INT(compare(u"\u0438\u0323\u0306", u"\u0438", 0), 1);
}

TEST_PLAIN(digits_are_a_number_if_asked_for)
{
    const unsigned numeric = variant | COLLATE_NUMERIC;

    CHECK_INT(compare(u"a10", u"a9", variant), -1);
    CHECK_INT(compare(u"a10", u"a9", numeric), 1);
    CHECK_INT(compare(u"a010b", u"a10a", numeric), 1);
    CHECK_INT(compare(u"007", u"7", numeric), 0);
    CHECK_INT(compare(u"0", u"000", numeric), 0);
    CHECK_INT(compare(u"12345678", u"12345679", numeric), -1);
    CHECK_INT(compare(u"9999999", u"12345678", numeric), -1);
    CHECK_INT(compare(u"\u0661\u0660", u"9", numeric), 1);
    CHECK_INT(compare(u"100a", u"99b", numeric), 1);
}

TEST_PLAIN(punctuation_is_left_out_if_asked_for)
{
    const unsigned how = variant | COLLATE_NO_PUNCTUATION;

    CHECK_INT(compare(u"a-b", u"ab", how), 0);
    CHECK_INT(compare(u"a b.", u"ab", how), 0);
    CHECK_INT(compare(u"-\u0301", u"", how), 0);
    CHECK_INT(compare(u"a$", u"a", how), 1);
}

TEST_PLAIN(half_pairs_and_no_characters_come_last)
{
    CHECK_INT(compare(u"\U0010ffff", u"\u4e00", variant), 1);
    const uint16_t lead[] = { 0xd800, 0 }, trail[] = { 0xdc00, 0 };

    CHECK_INT(compare(lead, trail, variant), -1);
    CHECK_INT(compare(trail, u"z", variant), 1);
    const uint16_t cut[] = { 0xd83d, 0xde00, 0 },
                   other[] = { 0xd83d, 0xde01, 0 };
    CHECK_INT(compare(cut, other, variant), -1);
}

TEST_PLAIN(narrow_and_wide_texts_are_compared)
{
    const orr_chars narrow = { "caf\xe9", 4, false };
    const orr_chars other = wide(u"cafe\u0301");

    CHECK_INT(collate_compare(&memory, &narrow, &other, variant), 0);
    CHECK_INT(collate_compare(&memory, &narrow, &narrow, variant), 0);
}

TEST_PLAIN(thousands_of_marks_on_a_letter_take_no_time)
{
    enum { n = 100000 };
    uint16_t *marks[2];

    for (int i = 0; i < 2; i++) {
        marks[i] = calloc(n + 2, sizeof *marks[i]);
        CHECK(marks[i] != NULL);
        marks[i][0] = 'a';
        for (int k = 0; k < n; k++) /* the same ones, in another order */
            marks[i][k + 1] = (k < n / 2) == (i == 0) ? 0x301 : 0x323;
    }
    CHECK_INT(compare(marks[0], marks[1], variant), 0);
    marks[0][n] = 0x302;
    CHECK(compare(marks[0], marks[1], variant) != 0);
    free(marks[0]);
    free(marks[1]);
}

static void *take_nothing(size_t size)
{
    (void)size;
    return NULL;
}

TEST_PLAIN(an_order_that_finds_no_memory_is_an_error)
{
    static const text_memory none = { take_nothing, free };
    static uint16_t left[500], right[500];
    const orr_chars a = { left, 500, true }, b = { right, 499, true };

    for (size_t i = 0; i < 500; i++)
        left[i] = right[i] = i == 0 ? 'a' : 0x301 + i % 4;
    right[0] = 'b'; /* all marks belong to the letter that differs */
    CHECK_INT(collate_compare(&memory, &a, &b, variant), -1);
    CHECK_INT(collate_compare(&none, &a, &b, variant), -ENOMEM);
}
