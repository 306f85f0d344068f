/*
 * usual.c - which number each thing has in the usual run.
 *
 * Read from the lines "o ID NAME MS BY NOW IDENTITY MADE" of its log.
 */
#include "explore/internal.h"

#include <stdlib.h>
#include <string.h>

struct explore_usual {
    tally numbers; /* by identity */
};

/* The n-th word of a line, which ends at `end`; NULL: it has fewer. */
static const char *word_of(const char *line, const char *end, int n)
{
    for (; n > 0; n--) {
        line = memchr(line, ' ', (size_t)(end - line));
        if (line == NULL)
            return NULL;
        line++;
    }
    return line;
}

static bool read_line(explore_usual *u, const char *line, const char *end)
{
    const char *name = word_of(line, end, 2);
    const char *after = word_of(line, end, 3);
    const char *identity = word_of(line, end, 6);

    if (identity == NULL)
        return true;
    const char *sign = memrchr(name, '#', (size_t)(after - name));
    const uint64_t key = strtoull(identity, NULL, 16);
    uint32_t *number =
        sign == NULL ? NULL : explore__tally_at(&u->numbers, key);
    if (number == NULL)
        return sign == NULL;
    *number = (uint32_t)strtoul(sign + 1, NULL, 10);
    return true;
}

explore_usual *explore_usual_read(const explore_log *log)
{
    explore_usual *u = calloc(1, sizeof *u);
    const char *at = log->text;
    const char *const end = log->text + log->used;
    bool is_whole = u != NULL;

    while (is_whole && at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));

        if (line_end == NULL)
            break;
        if (*at == 'o')
            is_whole = read_line(u, at, line_end);
        at = line_end + 1;
    }
    if (!is_whole) {
        explore_usual_free(u);
        return NULL;
    }
    return u;
}

void explore_usual_free(explore_usual *u)
{
    if (u != NULL)
        explore__tally_free(&u->numbers);
    free(u);
}

void explore_name_as(explore *x, const explore_usual *u)
{
    x->usual = u;
}

uint32_t explore__usual_number(const explore_usual *u, uint64_t identity)
{
    const uint32_t *number =
        u != NULL ? explore__tally_find(&u->numbers, identity) : NULL;

    return number != NULL ? *number : 0;
}
