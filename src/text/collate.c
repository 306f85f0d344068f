/*
 * collate.c - two texts compared level by level: letters, accents, case.
 *
 * Mostly the first letters that differ decide, so each level reads the texts
 * anew, and nothing is kept of them.
 */
#include "text/collate.h"

/* Of the lower half of an element. */
#define CASE_BITS 0xc000u
#define TERTIARY 0x3f3fu

/* What of an element a level compares; 0: nothing, go on to the next one. */
typedef uint32_t weight_of(uint64_t element);

static uint32_t primary_of(uint64_t element)
{
    return (uint32_t)(element >> 32);
}

static uint32_t secondary_of(uint64_t element)
{
    return (uint32_t)element >> 16;
}

static uint32_t tertiary_of(uint64_t element)
{
    return (uint32_t)element & TERTIARY;
}

static uint32_t tertiary_and_case_of(uint64_t element)
{
    return (uint32_t)element & (TERTIARY | CASE_BITS);
}

/* Capitals before small letters: the bits of case are inverted, but the end
 * stays before all, and what has neither letter nor accent keeps its place. */
static uint32_t upper_first_of(uint64_t element)
{
    const uint32_t weight = tertiary_and_case_of(element);

    if (weight <= (COLLATE_END & 0xffff))
        return weight;
    return secondary_of(element) != 0 ? weight ^ CASE_BITS : weight + 0x4000;
}

/* The case of a letter alone; the secondary weight shows where the end is. */
static uint32_t case_of(uint64_t element)
{
    if (primary_of(element) == 0 || (uint32_t)element == 0)
        return 0;
    return 1 + ((uint32_t)element & CASE_BITS);
}

static uint32_t upper_case_first_of(uint64_t element)
{
    const uint32_t weight = case_of(element);

    if (weight == 0 || element == COLLATE_END)
        return weight;
    return 1 + ((weight - 1) ^ CASE_BITS);
}

static uint32_t next_weight(collate_reader *r, weight_of *of, uint64_t *element)
{
    uint32_t weight;

    do {
        *element = collate_read_next(r);
        weight = of(*element);
    } while (weight == 0);
    return weight;
}

static int compare_level(const text_memory *memory, const orr_chars *a,
                         const orr_chars *b, size_t from, unsigned how,
                         weight_of *of)
{
    collate_reader left, right;
    uint64_t x, y;
    int result = 0;

    collate_read_open(&left, memory, a, from, how);
    collate_read_open(&right, memory, b, from, how);
    do {
        const uint32_t u = next_weight(&left, of, &x);
        const uint32_t v = next_weight(&right, of, &y);
        result = (u > v) - (u < v);
    } while (result == 0 && x != COLLATE_END && y != COLLATE_END);
    if (left.error != 0 || right.error != 0)
        result = left.error != 0 ? left.error : right.error;
    collate_read_close(&left);
    collate_read_close(&right);
    return result;
}

static bool is_same(const orr_chars *a, const orr_chars *b, size_t i)
{
    const uint32_t x = a->wide ? ((const uint16_t *)a->data)[i]
                               : ((const uint8_t *)a->data)[i];
    const uint32_t y = b->wide ? ((const uint16_t *)b->data)[i]
                               : ((const uint8_t *)b->data)[i];
    return x == y;
}

/* How many characters need not be read, since both texts begin with them. */
static size_t skip_same(const orr_chars *a, const orr_chars *b, unsigned how)
{
    const size_t max = a->length < b->length ? a->length : b->length;
    size_t n = 0;

    while (n < max && is_same(a, b, n))
        n++;
    if (n == a->length && n == b->length)
        return n;
    if (n > 0 && ((n < a->length && !collate_starts_at(a, n, how)) ||
                  (n < b->length && !collate_starts_at(b, n, how)))) {
        do
            n--;
        while (n > 0 && !collate_starts_at(a, n, how));
    }
    return n;
}

int collate_compare(const text_memory *memory, const orr_chars *a,
                    const orr_chars *b, unsigned how)
{
    const size_t from = skip_same(a, b, how);

    if (from == a->length && from == b->length)
        return 0;
    int result = compare_level(memory, a, b, from, how, primary_of);
    if (result == 0 && how & COLLATE_BY_ACCENTS)
        result = compare_level(memory, a, b, from, how, secondary_of);
    if (result != 0 || !(how & COLLATE_BY_CASE))
        return result;
    weight_of *of;
    if (!(how & COLLATE_BY_ACCENTS))
        of = how & COLLATE_UPPER_FIRST ? upper_case_first_of : case_of;
    else if (how & COLLATE_UPPER_FIRST)
        of = upper_first_of;
    else
        of = how & COLLATE_LOWER_FIRST ? tertiary_and_case_of : tertiary_of;
    return compare_level(memory, a, b, from, how, of);
}
