/*
 * zone_file.c - files that describe time zones: TZif, RFC 9636.
 *
 *      header, data with times of 32 bits       skipped
 *      header, data with times of 64 bits       changes and their types
 *      "\n" rule "\n"                           what comes after them
 *
 * A file is not to be trusted: every count is checked against its size.
 */
#include "text/zone.h"

#include <errno.h>
#include <string.h>

#define HEADER 44

/* Numbers in a header, in their order. */
enum { UT_COUNT, STD_COUNT, LEAPS, CHANGES, TYPES, CHARS };

typedef struct reader {
    const uint8_t *at;
    size_t left;
    uint32_t count[6];
} reader;

static uint64_t read_big(const uint8_t *b, size_t n)
{
    uint64_t value = 0;

    while (n-- > 0)
        value = value << 8 | *b++;
    return value;
}

static bool zone_skip(reader *r, uint64_t n)
{
    if (n > r->left)
        return false;
    r->at += n;
    r->left -= n;
    return true;
}

static bool read_header(reader *r, uint8_t *version)
{
    const uint8_t *b = r->at;

    if (!zone_skip(r, HEADER) || memcmp(b, "TZif", 4) != 0)
        return false;
    *version = b[4];
    for (int i = 0; i < 6; i++)
        r->count[i] = (uint32_t)read_big(b + 20 + 4 * i, 4);
    return true;
}

/* The size of the data that follow a header, with times of so many bytes. */
static uint64_t data_size(const reader *r, uint64_t time)
{
    return r->count[CHANGES] * (time + 1) + r->count[TYPES] * UINT64_C(6) +
           r->count[CHARS] + r->count[LEAPS] * (time + 4) +
           r->count[STD_COUNT] + r->count[UT_COUNT];
}

static zone_type read_type(const uint8_t *types, uint32_t i)
{
    const uint8_t *b = types + (size_t)i * 6;

    return (zone_type){ (int32_t)(uint32_t)read_big(b, 4), b[4] != 0 };
}

static int read_changes(zone *z, const text_memory *memory, const reader *r)
{
    const uint32_t n = r->count[CHANGES], ntypes = r->count[TYPES];
    const uint8_t *index = r->at + (size_t)n * 8;
    const uint8_t *types = index + n;

    z->first = read_type(types, 0);
    if (n == 0)
        return 0;
    z->changes = memory->take(n * sizeof *z->changes);
    if (z->changes == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < n; i++) {
        if (index[i] >= ntypes)
            return -EINVAL;
        z->changes[i] = (zone_change){
            (int64_t)read_big(r->at + (size_t)i * 8, 8),
            read_type(types, index[i]),
        };
        if (i > 0 && z->changes[i].at_s <= z->changes[i - 1].at_s)
            return -EINVAL;
    }
    z->count = n;
    return 0;
}

static void read_rule(zone *z, const reader *r)
{
    char text[128];
    const uint8_t *end;

    if (r->left < 2 || r->at[0] != '\n')
        return;
    end = memchr(r->at + 1, '\n', r->left - 1);
    const size_t n = end != NULL ? (size_t)(end - r->at - 1) : 0;
    if (n == 0 || n >= sizeof text)
        return;
    memcpy(text, r->at + 1, n);
    text[n] = 0;
    z->has_rule = zone_rule_parse(&z->rule, text);
}

int zone_read(zone *z, const text_memory *memory, const uint8_t *bytes,
              size_t n)
{
    reader r = { .at = bytes, .left = n };
    uint8_t version;

    if (!read_header(&r, &version) || version < '2' ||
        !zone_skip(&r, data_size(&r, 4)) || !read_header(&r, &version) ||
        r.count[TYPES] == 0 || data_size(&r, 8) > r.left)
        return -EINVAL;
    const int err = read_changes(z, memory, &r);
    if (err < 0)
        return err;
    zone_skip(&r, data_size(&r, 8));
    read_rule(z, &r);
    return 0;
}
