/*
 * collate_read.c - a text as the elements of the Unicode collation (UTS #10).
 *
 * Characters come into a window, in normal form D as far as that matters: one
 * that has a letter and marks in it is only taken apart if what follows may
 * join it, since its own weights are those of its parts. There, a character
 * takes others with it if they have a weight together: those next to it, or
 * marks that are not held off by others of their class.
 *
 * The window reaches to the next character that nothing can join, so that the
 * marks in it are all there, and sorted.
 */
#include "text/collate.h"

#include <errno.h>
#include <string.h>

#include "text/collate_table.h"

enum {
    CHARACTER = 0x1fffff, /* of an item in the window */
    CLASS_SHIFT = 24,
    KEPT = 8, /* characters before that a weight may depend on */
    FEW_MARKS = 24,
    COMMON = 0x05000500,
    HANGUL_FIRST = 0xac00,
    HANGUL_LAST = 0xd7a3,
    SEPARATOR = 0x02000000, /* the primary of U+FFFE, which is not ignored */
};

#define NOTHING UINT32_MAX

/* ---- characters ------------------------------------------------------------
 */

static uint32_t unit_at(const orr_chars *text, size_t i)
{
    return text->wide ? ((const uint16_t *)text->data)[i]
                      : ((const uint8_t *)text->data)[i];
}

static bool is_trail(uint32_t unit)
{
    return unit >= 0xdc00 && unit <= 0xdfff;
}

/* The code point at `i`, which goes on; half a pair is one of its own. */
static uint32_t code_point(const orr_chars *text, size_t *i)
{
    const uint32_t c = unit_at(text, (*i)++);

    if (c < 0xd800 || c > 0xdbff || *i == text->length)
        return c;
    const uint32_t trail = unit_at(text, *i);
    if (!is_trail(trail))
        return c;
    ++*i;
    return 0x10000 + ((c - 0xd800) << 10) + (trail - 0xdc00);
}

static bool is_hangul(uint32_t c)
{
    return c >= HANGUL_FIRST && c <= HANGUL_LAST;
}

/* The letters of a syllable; how many there are. */
static unsigned split_hangul(uint32_t c, uint32_t *letters)
{
    const uint32_t i = c - HANGUL_FIRST;

    letters[0] = 0x1100 + i / 588;
    letters[1] = 0x1161 + i % 588 / 28;
    letters[2] = 0x11a7 + i % 28;
    return i % 28 == 0 ? 2 : 3;
}

static const collate_composite *find_composite(uint32_t c)
{
    uint32_t low = 0, high = collate_composites_count;

    while (high - low > 1) {
        const uint32_t middle = (low + high) / 2;
        if (collate_composites[middle].character <= c)
            low = middle;
        else
            high = middle;
    }
    return &collate_composites[low];
}

/* By units, as ICU: half of a pair is joined if one of its characters may be,
 * and is no digit, so that of two numbers that differ first in a digit beyond
 * the first plane, that digit decides. */
bool collate_starts_at(const orr_chars *text, size_t i, unsigned how)
{
    const uint32_t unit = unit_at(text, i);

    if (is_trail(unit) || collate_kind_of(unit) & COLLATE_JOINED)
        return false;
    return !(how & COLLATE_NUMERIC) ||
           (collate_weight_of(unit) & 0xff) != (COLLATE_TAGS | COLLATE_DIGIT);
}

/* ---- the window -------------------------------------------------------------
 */

static void collate_fail(collate_reader *r)
{
    r->error = -ENOMEM;
    r->at = r->end = 0;
    r->next = r->text->length;
}

/* Make space for what a character can become. */
static bool collate_reserve(collate_reader *r)
{
    enum { max = 20 }; /* U+FDFA is 18, but not canonically */

    if (r->end + max <= r->size)
        return true;
    if (r->at > KEPT) {
        const size_t gone = r->at - KEPT;
        memmove(r->window, r->window + gone,
                (r->end - gone) * sizeof *r->window);
        r->at = KEPT;
        r->end -= gone;
        if (r->end + max <= r->size)
            return true;
    }
    uint32_t *larger = r->memory->take(2 * r->size * sizeof *larger);
    if (larger == NULL) {
        collate_fail(r);
        return false;
    }
    memcpy(larger, r->window, r->end * sizeof *larger);
    if (r->window != r->own)
        r->memory->free(r->window);
    r->window = larger;
    r->size *= 2;
    return true;
}

static void collate_put(collate_reader *r, uint32_t c, uint32_t kind)
{
    r->window[r->end++] = c | (kind & COLLATE_CLASS) << CLASS_SHIFT;
}

static void put_parts(collate_reader *r, uint32_t c)
{
    if (is_hangul(c)) {
        uint32_t letters[3];
        const unsigned n = split_hangul(c, letters);
        for (unsigned i = 0; i < n; i++)
            collate_put(r, letters[i], 0);
        return;
    }
    const collate_composite *composite = find_composite(c);
    const uint32_t *parts = collate_parts + composite->first;
    for (uint32_t i = 0; i < composite->count; i++)
        collate_put(r, parts[i], collate_kind_of(parts[i]));
}

/* Many marks: a place for each class, so that no number of them takes long. */
static bool sort_many(const text_memory *memory, uint32_t *marks, size_t n)
{
    size_t places[256] = { 0 };
    uint32_t *sorted = memory->take(n * sizeof *sorted);

    if (sorted == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        places[marks[i] >> CLASS_SHIFT]++;
    for (size_t i = 0, before = 0; i < 256; i++) {
        const size_t here = places[i];
        places[i] = before;
        before += here;
    }
    for (size_t i = 0; i < n; i++)
        sorted[places[marks[i] >> CLASS_SHIFT]++] = marks[i];
    memcpy(marks, sorted, n * sizeof *marks);
    memory->free(sorted);
    return true;
}

static bool sort_marks(const text_memory *memory, uint32_t *marks, size_t n)
{
    if (n > FEW_MARKS)
        return sort_many(memory, marks, n);
    for (size_t i = 1; i < n; i++) {
        const uint32_t mark = marks[i];
        size_t to = i;
        for (; to > 0 && marks[to - 1] >> CLASS_SHIFT > mark >> CLASS_SHIFT;
             to--)
            marks[to] = marks[to - 1];
        marks[to] = mark;
    }
    return true;
}

/* Sort each row of marks from `from` on. */
static bool sort_rows(collate_reader *r, size_t from)
{
    while (from < r->end) {
        size_t to = from;
        while (to < r->end && r->window[to] >> CLASS_SHIFT != 0)
            to++;
        if (to - from > 1 &&
            !sort_marks(r->memory, r->window + from, to - from))
            return false;
        from = to + 1;
    }
    return true;
}

/* Read on to the next character that nothing before it can join. False at the
 * end. */
static bool collate_fill(collate_reader *r)
{
    size_t added = 0;
    bool is_joined;

    if (r->next >= r->text->length)
        return false;
    do {
        const uint32_t c = code_point(r->text, &r->next);
        const uint32_t kind = collate_kind_of(c);
        is_joined = false;
        if (r->next < r->text->length) {
            size_t next = r->next;
            is_joined =
                collate_kind_of(code_point(r->text, &next)) & COLLATE_JOINED;
        }
        if (!collate_reserve(r))
            return false;
        const size_t before = r->end;
        const bool is_whole = !is_joined && !(kind & COLLATE_JOINED);
        if (!is_whole && (kind & COLLATE_COMPOSITE || is_hangul(c)))
            put_parts(r, c);
        else
            collate_put(r, c, kind);
        added += r->end - before;
    } while (is_joined);
    if (added > 1 && !sort_rows(r, r->end - added)) {
        collate_fail(r);
        return false;
    }
    return true;
}

/* What is `i` after the next one; NOTHING at the end. */
static uint32_t collate_peek(collate_reader *r, size_t i)
{
    while (r->at + i >= r->end) {
        if (!collate_fill(r))
            return NOTHING;
    }
    return r->window[r->at + i];
}

/* ---- weights
 * ----------------------------------------------------------------- */

static void collate_push(collate_reader *r, uint64_t element)
{
    r->queue[r->queue_end++] = element;
}

static uint64_t of_primary(uint32_t primary)
{
    return (uint64_t)primary << 32 | COMMON;
}

static const collate_node *collate_step(const collate_node *node, uint32_t c)
{
    const collate_edge *edge = collate_edges + node->first;
    uint32_t low = 0, high = node->count;

    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (edge[middle].character < c)
            low = middle + 1;
        else
            high = middle;
    }
    return low < node->count && edge[low].character == c
               ? &collate_nodes[edge[low].node]
               : NULL;
}

/* What the character weighs after those before it. */
static uint32_t weigh_after(collate_reader *r, uint32_t weight)
{
    const collate_node *node = &collate_nodes[weight >> 13];
    uint32_t best = node->weight;

    for (size_t i = r->at - 1; i > 0; i--) {
        node = collate_step(node, r->window[i - 1] & CHARACTER);
        if (node == NULL)
            break;
        if (node->weight != COLLATE_NONE)
            best = node->weight;
    }
    return best;
}

/* Marks that stand further on, but are not held off: each is taken out. `node`
 * and `best` are of what was matched, which is the `n` next characters. */
static uint32_t weigh_with_marks(collate_reader *r, const collate_node *node,
                                 uint32_t best, size_t n)
{
    const uint32_t first = collate_peek(r, n);

    if (first == NOTHING || first >> CLASS_SHIFT == 0)
        return best;
    uint32_t blocker = first >> CLASS_SHIFT;
    for (size_t i = n + 1;;) {
        const uint32_t c = collate_peek(r, i);
        const uint32_t class = c >> CLASS_SHIFT;
        if (c == NOTHING || class == 0)
            break;
        const collate_node *next =
            blocker < class ? collate_step(node, c & CHARACTER) : NULL;
        if (next == NULL || next->weight == COLLATE_NONE) {
            blocker = class;
            i++;
            continue;
        }
        uint32_t *taken = r->window + r->at + i;
        memmove(taken, taken + 1,
                (size_t)(r->window + r->end - taken - 1) * sizeof *taken);
        r->end--;
        best = next->weight;
        node = next;
        if (node->count == 0)
            break;
    }
    return best;
}

/* What the character weighs with those after it, which are taken. */
static uint32_t weigh_before(collate_reader *r, uint32_t weight)
{
    const collate_node *node = &collate_nodes[weight >> 13], *matched = node;
    uint32_t best = node->weight;
    size_t n = 0, read = 0;

    for (;;) {
        const uint32_t c = collate_peek(r, read);
        node = c == NOTHING ? NULL : collate_step(node, c & CHARACTER);
        if (node == NULL)
            break;
        read++;
        if (node->weight != COLLATE_NONE) {
            best = node->weight;
            matched = node;
            n = read;
        }
    }
    if (weight & COLLATE_TRAILING_MARKS && matched->count > 0 &&
        (n > 0 || !(weight & COLLATE_NOT_ALONE)))
        best = weigh_with_marks(r, matched, best, n);
    r->at += n;
    return best;
}

/* The primary of a character in a run: so many steps after that of the first
 * one. The bytes of a primary have gaps. */
static uint32_t weigh_in_steps(uint32_t c, uint64_t run)
{
    const uint32_t from = (uint32_t)(run >> 32), how = (uint32_t)run;
    const bool is_compressible = how & 0x80;
    const uint32_t low = is_compressible ? 4 : 2,
                   range = is_compressible ? 251 : 254;
    uint32_t steps = (c - (how >> 8)) * (how & 0x7f);

    steps += (from >> 8 & 0xff) - 2;
    uint32_t primary = (steps % 254 + 2) << 8;
    steps = steps / 254 + (from >> 16 & 0xff) - low;
    primary |= (steps % range + low) << 16;
    return primary | ((from & 0xff000000) + (steps / range << 24));
}

/* Those that are no character come last, by their number. */
static uint32_t weigh_unassigned(uint32_t c)
{
    c++;
    uint32_t primary = 2 + c % 18 * 14;
    c /= 18;
    primary |= (2 + c % 254) << 8;
    c /= 254;
    return primary | (4 + c % 251) << 16 | 0xfe000000;
}

/* ---- numbers
 * ------------------------------------------------------------------ */

static bool is_digit_item(uint32_t item, uint8_t *value)
{
    if (item == NOTHING)
        return false;
    const uint32_t weight = collate_weight_of(item & CHARACTER);
    *value = weight >> 8 & 0xf;
    return (weight & 0xff) == (COLLATE_TAGS | COLLATE_DIGIT);
}

/* A row of digits, of which the first one was taken: how many there are without
 * the zeros in front, then the digits, seven to an element. A longer row is
 * several numbers. */
static void read_number(collate_reader *r, uint32_t weight)
{
    uint8_t digits[COLLATE_NUMBER] = { (uint8_t)(weight >> 8 & 0xf) }, value;
    unsigned n = 1;

    while (n < COLLATE_NUMBER && is_digit_item(collate_peek(r, 0), &value)) {
        if (n == 1 && digits[0] == 0)
            n = 0;
        digits[n++] = value;
        r->at++;
    }
    collate_push(r, of_primary(collate_number_primary | (n + 1) << 8));
    for (unsigned i = 0; i < n;) {
        uint32_t part = 0;
        for (unsigned k = 0; k < 7; k++, i++)
            part = part * 10 + (i < n ? digits[i] : 0);
        collate_push(r, of_primary(collate_number_primary | (part + 1)));
    }
}

/* ---- elements
 * ----------------------------------------------------------------- */

static void push_several(collate_reader *r, uint32_t weight)
{
    const uint64_t *list = collate_elements + (weight >> 13);

    for (unsigned n = weight >> 8 & 31; n > 0; n--)
        collate_push(r, *list++);
}

static void push_weight(collate_reader *r, uint32_t c, uint32_t weight);

static void push_hangul(collate_reader *r, uint32_t c)
{
    uint32_t letters[3];
    const unsigned n = split_hangul(c, letters);

    for (unsigned i = 0; i < n; i++)
        push_weight(r, letters[i], collate_weight_of(letters[i]));
}

/* The elements of a character that is taken already. */
static void push_weight(collate_reader *r, uint32_t c, uint32_t weight)
{
    for (;;) {
        if ((weight & 0xff) < COLLATE_TAGS) {
            collate_push(r, (uint64_t)(weight & 0xffff0000) << 32 |
                                (weight & 0xff00) << 16 | (weight & 0xff) << 8);
            return;
        }
        switch (weight & 0xf) {
        case COLLATE_PRIMARY:
            collate_push(r, of_primary(weight & 0xffffff00));
            return;
        case COLLATE_SECONDARY:
            collate_push(r, weight & 0xffffff00);
            return;
        case COLLATE_SEVERAL:
            push_several(r, weight);
            return;
        case COLLATE_HANGUL:
            push_hangul(r, c);
            return;
        case COLLATE_STEPS:
            collate_push(r, of_primary(weigh_in_steps(
                                c, collate_elements[weight >> 13])));
            return;
        case COLLATE_UNASSIGNED:
            collate_push(r, of_primary(weigh_unassigned(c)));
            return;
        case COLLATE_AFTER:
            weight = weigh_after(r, weight);
            break;
        case COLLATE_BEFORE:
            weight = weigh_before(r, weight);
            break;
        default: /* COLLATE_DIGIT */
            if (r->numeric) {
                read_number(r, weight);
                return;
            }
            weight = collate_digits[weight >> 13];
        }
    }
}

/* An ASCII character before another needs no window. */
static bool read_ascii(collate_reader *r)
{
    if (r->at != r->end || r->next >= r->text->length)
        return false;
    const uint32_t c = unit_at(r->text, r->next);
    if (c >= 0x80)
        return false;
    if (r->next + 1 < r->text->length && unit_at(r->text, r->next + 1) >= 0x80)
        return false;
    uint32_t weight = collate_weight_of(c);
    if ((weight & 0xff) == (COLLATE_TAGS | COLLATE_BEFORE))
        weight = collate_nodes[weight >> 13].weight;
    else if ((weight & 0xff) == (COLLATE_TAGS | COLLATE_DIGIT) && r->numeric)
        return false;
    r->next++;
    r->at = r->end = 0; /* nothing depends on an ASCII character before it */
    push_weight(r, c, weight);
    return true;
}

static bool read_character(collate_reader *r)
{
    r->queue_at = r->queue_end = 0;
    if (read_ascii(r))
        return true;
    const uint32_t c = collate_peek(r, 0);
    if (c == NOTHING)
        return false;
    r->at++;
    push_weight(r, c & CHARACTER, collate_weight_of(c & CHARACTER));
    return true;
}

uint64_t collate_read_next(collate_reader *r)
{
    for (;;) {
        if (r->queue_at == r->queue_end && !read_character(r))
            return COLLATE_END;
        while (r->queue_at < r->queue_end) {
            const uint64_t element = r->queue[r->queue_at++];
            const uint32_t primary = (uint32_t)(element >> 32);
            if (primary != 0)
                r->after_ignored =
                    primary <= r->last_ignored && primary > SEPARATOR;
            if (element != 0 && !r->after_ignored)
                return element;
        }
    }
}

void collate_read_open(collate_reader *r, const text_memory *memory,
                       const orr_chars *text, size_t from, unsigned how)
{
    r->memory = memory;
    r->text = text;
    r->next = from;
    r->window = r->own;
    r->size = COLLATE_WINDOW;
    r->at = r->end = 0;
    r->queue_at = r->queue_end = 0;
    r->last_ignored =
        how & COLLATE_NO_PUNCTUATION ? collate_last_punctuation : 0;
    r->after_ignored = false;
    r->numeric = how & COLLATE_NUMERIC;
    r->error = 0;
}

void collate_read_close(collate_reader *r)
{
    if (r->window != r->own)
        r->memory->free(r->window);
}
