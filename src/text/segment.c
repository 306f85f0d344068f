/*
 * segment.c - where the grapheme clusters of a text end: what Intl.Segmenter
 * does for each character. The rules are those of UAX #29, section 3.1.1.
 *
 * A rule looks at the two code points at the place in question and, for emoji,
 * flags and conjuncts of Indic scripts, at what came before: `state` has as
 * much of that as they need.
 */
#include "text/segment.h"

typedef struct state {
    segment_class before;
    bool odd_regional; /* an odd number of regional indicators */
    bool pictograph;   /* a pictograph and Extend */
    bool joined;       /* and then a ZWJ */
    bool consonant;    /* a consonant, and what may follow in a conjunct */
    bool linked;       /* with a linker in it */
} state;

static bool is_extend(segment_class c)
{
    return c == SEGMENT_EXTEND || c == SEGMENT_LINKER ||
           c == SEGMENT_NON_JOINER;
}

static bool is_control(segment_class c)
{
    return c == SEGMENT_CR || c == SEGMENT_LF || c == SEGMENT_CONTROL;
}

/* GB6 to GB8. */
static bool joins_syllable(segment_class a, segment_class b)
{
    if (a == SEGMENT_HANGUL_L)
        return b == SEGMENT_HANGUL_L || b == SEGMENT_HANGUL_V ||
               b == SEGMENT_HANGUL_LV || b == SEGMENT_HANGUL_LVT;
    if (a == SEGMENT_HANGUL_LV || a == SEGMENT_HANGUL_V)
        return b == SEGMENT_HANGUL_V || b == SEGMENT_HANGUL_T;
    return (a == SEGMENT_HANGUL_LVT || a == SEGMENT_HANGUL_T) &&
           b == SEGMENT_HANGUL_T;
}

/* Does a code point of class `c` belong to the cluster before it? */
static bool segment_continues(const state *s, segment_class c)
{
    const segment_class before = s->before;

    if (is_control(before) || is_control(c)) /* GB3 to GB5 */
        return before == SEGMENT_CR && c == SEGMENT_LF;
    if (is_extend(c) || c == SEGMENT_ZWJ || c == SEGMENT_SPACING_MARK)
        return true;                                   /* GB9, GB9a */
    return before == SEGMENT_PREPEND ||                /* GB9b */
           joins_syllable(before, c) ||                /* GB6 to GB8 */
           (c == SEGMENT_CONSONANT && s->linked) ||    /* GB9c */
           (c == SEGMENT_PICTOGRAPH && s->joined) ||   /* GB11 */
           (c == SEGMENT_REGIONAL && s->odd_regional); /* GB12, GB13 */
}

static void segment_pass(state *s, segment_class c)
{
    const bool in_conjunct =
        c == SEGMENT_EXTEND || c == SEGMENT_LINKER || c == SEGMENT_ZWJ;

    s->before = c;
    s->odd_regional = c == SEGMENT_REGIONAL && !s->odd_regional;
    s->joined = c == SEGMENT_ZWJ && s->pictograph;
    s->pictograph = c == SEGMENT_PICTOGRAPH || (is_extend(c) && s->pictograph);
    s->linked =
        in_conjunct && s->consonant && (s->linked || c == SEGMENT_LINKER);
    s->consonant = c == SEGMENT_CONSONANT || (in_conjunct && s->consonant);
}

/* The code point at `*at`, which is moved after it. */
static uint32_t read_code_point(const orr_chars *text, size_t *at)
{
    if (!text->wide)
        return ((const uint8_t *)text->data)[(*at)++];
    const uint16_t *chars = text->data;
    const uint32_t a = chars[(*at)++];
    if (a < 0xd800 || a > 0xdbff || *at == text->length)
        return a;
    const uint32_t b = chars[*at];
    if (b < 0xdc00 || b > 0xdfff)
        return a;
    ++*at;
    return 0x10000 + ((a - 0xd800) << 10) + (b - 0xdc00);
}

size_t segment_find_ends(const orr_chars *text, uint32_t *ends)
{
    state s = { .before = SEGMENT_OTHER };
    size_t count = 0;

    for (size_t at = 0; at < text->length;) {
        const size_t start = at;
        const segment_class c = segment_class_of(read_code_point(text, &at));
        if (start > 0 && !segment_continues(&s, c))
            ends[count++] = (uint32_t)start;
        segment_pass(&s, c);
    }
    if (text->length > 0)
        ends[count++] = (uint32_t)text->length;
    return count;
}
