/*
 * order.c - reading the text of an order; explore.h has the grammar.
 *
 * A name is taken as it stands: a comma, a sign > or + inside a file's name is
 * written as %2C, %3E, %2B, by names.c as by whoever writes an order.
 */
#include "explore/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ANSWERS_MAX 1000000

static char *copy_part(const char *from, size_t len)
{
    return orr__memdup(&orr__malloc, from, len);
}

/* "what@file:line#1": enough to tell a name from a slip of the pen. */
static bool is_name(const char *text, size_t len)
{
    const char *at = memchr(text, '@', len);
    const char *number = memchr(text, '#', len);

    return at != NULL && at > text && number != NULL && number > at &&
           number + 1 < text + len;
}

/* "NAME/2+20ms" */
static int read_stall(deviation *d, const char *text, size_t len)
{
    const char *plus = memrchr(text, '+', len);
    const char *slash = plus ? memrchr(text, '/', (size_t)(plus - text)) : NULL;
    char *end;

    if (slash == NULL || !is_name(text, (size_t)(slash - text)))
        return -EINVAL;
    d->kind = STALL;
    d->read = (uint32_t)strtoul(slash + 1, &end, 10);
    if (end != plus || d->read == 0)
        return -EINVAL;
    d->ms = strtoull(plus + 1, &end, 10);
    if (end == plus + 1 || strncmp(end, "ms", 2) != 0 || end + 2 != text + len)
        return -EINVAL;
    d->who = copy_part(text, (size_t)(slash - text));
    return d->who != NULL ? 0 : -ENOMEM;
}

/* "NAME>NAME", "NAME>>NAME", "NAME>end" */
static int read_hold(deviation *d, const char *text, size_t len,
                     const char *sign)
{
    const char *until = sign + 1;
    const char *end = text + len;

    d->kind = HOLD_EFFECT;
    if (until < end && *until == '>') {
        d->kind = HOLD_REPORT;
        until++;
    }
    const size_t until_len = (size_t)(end - until);
    const bool to_the_end = until_len == 3 && memcmp(until, "end", 3) == 0;
    if (!is_name(text, (size_t)(sign - text)) ||
        (!to_the_end && !is_name(until, until_len)))
        return -EINVAL;
    d->who = copy_part(text, (size_t)(sign - text));
    if (!to_the_end)
        d->until = copy_part(until, until_len);
    return d->who == NULL || (!to_the_end && d->until == NULL) ? -ENOMEM : 0;
}

static int read_deviation(deviation *d, const char *text, size_t len)
{
    const char *sign = memchr(text, '>', len);

    return sign != NULL ? read_hold(d, text, len, sign)
                        : read_stall(d, text, len);
}

static int read_list(order *o, const char *text, size_t *bad)
{
    const char *at = text;

    while (*at != 0) {
        const size_t len = strcspn(at, ",");
        deviation *list = realloc(o->list, (o->count + 1) * sizeof *list);

        if (list == NULL)
            return -ENOMEM;
        o->list = list;
        list[o->count] = (deviation){ .kind = HOLD_EFFECT };
        const int err = read_deviation(&list[o->count++], at, len);
        if (err < 0) {
            *bad = (size_t)(at - text);
            return err;
        }
        at += len + (at[len] == ',');
    }
    return 0;
}

/* ---- The orders that begin with a word ---------------------------------- */

static const struct {
    const char *word;
    strategy by;
} words[] = {
    { "walk:", WALK },
    { "pos:", POS },
    { "pct:", PCT },
    { "raw:", RAW },
};

static int read_answers(order *o, const char *at)
{
    char *end;

    o->answers = calloc(strlen(at) / 2 + 1, sizeof *o->answers);
    if (o->answers == NULL)
        return -ENOMEM;
    while (*at != 0 && o->answer_count < ANSWERS_MAX) {
        o->answers[o->answer_count++] = (uint32_t)strtoul(at, &end, 10);
        if (end == at || (*end != ',' && *end != 0))
            return -EINVAL;
        at = end + (*end == ',');
    }
    return 0;
}

static int read_numbers(order *o, const char *at)
{
    char *end;

    if (o->by == PCT) {
        o->depth = (uint32_t)strtoul(at, &end, 10);
        if (end == at || *end != ':')
            return -EINVAL;
        at = end + 1;
    }
    o->seed = strtoull(at, &end, 10);
    if (end == at)
        return -EINVAL;
    at = end + 1;
    if (*end == '@')
        o->from = (uint32_t)strtoul(at, &end, 10);
    return end == at || *end != 0 ? -EINVAL : 0;
}

int explore__order_read(order *o, const char *text, size_t *bad)
{
    *o = (order){ .by = BY_NAME };
    *bad = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t len = strlen(words[i].word);

        if (strncmp(text, words[i].word, len) != 0)
            continue;
        o->by = words[i].by;
        *bad = len;
        return o->by == RAW ? read_answers(o, text + len)
                            : read_numbers(o, text + len);
    }
    return read_list(o, text, bad);
}

void explore__order_free(order *o)
{
    for (uint32_t i = 0; i < o->count; i++) {
        free(o->list[i].who);
        free(o->list[i].until);
    }
    free(o->list);
    free(o->answers);
    *o = (order){ .by = BY_NAME };
}
