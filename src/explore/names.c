/*
 * names.c - what an operation, a timer or an immediate is called.
 *
 *      open@lib/save.js:12#2    its step, the line that asked for it, and which
 *                               of those with the same step and line
 *
 * The line is the first of the program's own on the stack when the thing was
 * made. A step that lib/ makes later, as the write of a writeFile(), has none:
 * it has the line of what led to it, so the whole of a writeFile() has one
 * line.
 *
 * The number counts in the order in which things are made in the usual run.
 * In another order the second of two chains may come first, and its steps are
 * still those with the number 2: a thing is known by what led to it, back to
 * the beginning of the program, which is its identity. One that the usual run
 * does not have gets the lowest number that is not given yet, which is the same
 * in each run of that order.
 */
#include "explore/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ID_MAX (UINT64_C(1) << 26) /* beyond, things have no names */
#define NAME_MAX_LEN 1024

thing *explore__thing(explore *x, uint64_t id)
{
    const uint64_t loop = id >> ID_BITS;
    const uint64_t n = id & ((UINT64_C(1) << ID_BITS) - 1);

    if (n == 0 || n >= ID_MAX || loop >= LOOPS_MAX)
        return NULL;
    thing_list *of = &x->things[loop];
    if (n >= of->count) {
        const uint32_t count = (uint32_t)n * 2 + 256;
        thing *things = realloc(of->list, count * sizeof *things);

        if (things == NULL)
            return NULL;
        memset(things + of->count, 0, (count - of->count) * sizeof *things);
        of->list = things;
        of->count = count;
    }
    return &of->list[n];
}

static thing *name_of_id(const explore *x, uint64_t id)
{
    const uint64_t loop = id >> ID_BITS;
    const uint64_t n = id & ((UINT64_C(1) << ID_BITS) - 1);

    return n != 0 && loop < LOOPS_MAX && n < x->things[loop].count
               ? &x->things[loop].list[n]
               : NULL;
}

/* ---- The table of texts ------------------------------------------------- */

static uint32_t name_hash(const char *text)
{
    uint32_t h = 2166136261u;

    for (; *text != 0; text++)
        h = (h ^ (uint8_t)*text) * 16777619u;
    return h;
}

static uint64_t name_hash64(const char *text)
{
    uint64_t h = UINT64_C(14695981039346656037);

    for (; *text != 0; text++)
        h = (h ^ (uint8_t)*text) * UINT64_C(1099511628211);
    return h;
}

static counted *slot_of(counted *names, uint32_t capacity, const char *text)
{
    uint32_t i = name_hash(text) & (capacity - 1);

    while (names[i].text != NULL && strcmp(names[i].text, text) != 0)
        i = (i + 1) & (capacity - 1);
    return &names[i];
}

static bool name_grow(explore *x)
{
    const uint32_t capacity = x->name_capacity ? x->name_capacity * 2 : 256;
    counted *names = calloc(capacity, sizeof *names);

    if (names == NULL)
        return false;
    for (uint32_t i = 0; i < x->name_capacity; i++)
        if (x->names[i].text != NULL)
            *slot_of(names, capacity, x->names[i].text) = x->names[i];
    free(x->names);
    x->names = names;
    x->name_capacity = capacity;
    return true;
}

static counted *name_intern(explore *x, const char *text)
{
    if (x->name_count * 2 >= x->name_capacity && !name_grow(x))
        return NULL;
    counted *slot = slot_of(x->names, x->name_capacity, text);
    if (slot->text == NULL) {
        slot->text = strdup(text);
        x->name_count += slot->text != NULL;
    }
    return slot->text != NULL ? slot : NULL;
}

/* ---- Names -------------------------------------------------------------- */

/* The signs of the grammar are escaped in a file's name. */
static void name_escape(char *to, size_t size, const char *from)
{
    size_t n = 0;

    for (; *from != 0 && n + 4 < size; from++) {
        if (strchr(",>+#% ", *from) != NULL)
            n += (size_t)snprintf(to + n, size - n, "%%%02X", (uint8_t)*from);
        else
            to[n++] = *from;
    }
    to[n] = 0;
}

/* Ticks and microtasks have no names: what led to them counts. What made one
 * runnable is later than what scheduled it. */
static uint64_t origin_of(const explore *x, uint64_t trigger, uint64_t cause)
{
    const uint64_t ids[] = { trigger, cause };

    for (int i = 0; i < 2; i++) {
        const thing *by = name_of_id(x, ids[i]);

        if (by != NULL && by->name != NULL)
            return ids[i];
        if (by != NULL && by->origin != 0)
            return by->origin;
    }
    return 0;
}

void explore_schedule(explore *x, uint64_t id, const char *place,
                      uint64_t cause, uint64_t trigger)
{
    thing *t = explore__thing(x, id);
    char text[NAME_MAX_LEN];

    if (t == NULL)
        return;
    if (t->origin == 0 || trigger != 0)
        t->origin = origin_of(x, trigger, cause);
    if (t->has_own_place)
        return;
    if (place != NULL) {
        name_escape(text, sizeof text, place);
        const counted *c = name_intern(x, text);
        t->place = c != NULL ? c->text : NULL;
        t->has_own_place = c != NULL;
        return;
    }
    const thing *by = name_of_id(x, trigger);
    if (by == NULL || by->place == NULL)
        by = name_of_id(x, cause);
    t->place = by != NULL ? by->place : NULL;
}

uint64_t explore__mix(uint64_t h)
{
    return orr__random_next(&h);
}

/* What led to it, at which of its events; step and line; which of those. */
static uint64_t identity_of(explore *x, uint64_t origin, const char *base)
{
    const thing *by = name_of_id(x, origin);
    uint64_t h = name_hash64(base);

    if (by != NULL)
        h = explore__mix(h ^ explore__mix(by->identity + by->begun));
    h |= h == 0;
    uint32_t *nth = explore__tally_at(&x->siblings, h);
    if (nth == NULL)
        return h;
    h = explore__mix(h + ++*nth);
    return h | (h == 0);
}

static counted *name_numbered(explore *x, const char *base, uint32_t number)
{
    char full[NAME_MAX_LEN + 16];

    snprintf(full, sizeof full, "%s#%" PRIu32, base, number);
    return name_intern(x, full);
}

/* The number of the usual run, or the lowest that is free. NULL: no memory. */
static const char *give_name(explore *x, const char *base, uint64_t identity)
{
    const uint32_t usual = explore__usual_number(x->usual, identity);
    counted *name = usual != 0 ? name_numbered(x, base, usual) : NULL;

    while (name == NULL || name->is_given) {
        counted *c = name_intern(x, base);

        if (c == NULL)
            return NULL;
        name = name_numbered(x, base, ++c->lowest);
        if (name == NULL)
            return NULL;
    }
    name->is_given = true;
    return name->text;
}

void explore_name(explore *x, uint64_t id, const char *what, int64_t value)
{
    thing *t = explore__thing(x, id);
    char base[NAME_MAX_LEN];

    if (t == NULL || t->name != NULL)
        return;
    snprintf(base, sizeof base, "%s@%s", what, t->place ? t->place : "?");
    counted *c = name_intern(x, base);
    if (c == NULL)
        return;
    const uint32_t made = ++c->made;
    t->identity = identity_of(x, t->origin, base);
    t->name = give_name(x, base, t->identity);
    if (t->name == NULL)
        return;
    t->name_hash = name_hash64(t->name);
    explore__log(x, "o %llu %s %lld %llu %llu %llx %u", (unsigned long long)id,
                 t->name, (long long)value, (unsigned long long)t->origin,
                 (unsigned long long)x->now_ms, (unsigned long long)t->identity,
                 made);
}

uint64_t explore_thread(explore *x, const char *place, uint64_t cause)
{
    const uint64_t id = explore__thread_id(++x->thread_count);

    explore_schedule(x, id, place, cause, 0);
    explore_name(x, id, "thread", 0);
    return id;
}

uint64_t explore__thread_id(uint64_t number)
{
    return (uint64_t)THREAD_LOOP << ID_BITS | number;
}

const char *explore_name_of(const explore *x, uint64_t id)
{
    const thing *t = name_of_id(x, id);

    return t != NULL ? t->name : NULL;
}

bool explore__is_event(const char *name, const thing *t, uint32_t m)
{
    const size_t len = t->name != NULL ? strlen(t->name) : 0;
    char *end;

    if (len == 0 || strncmp(name, t->name, len) != 0)
        return false;
    if (name[len] == 0)
        return m == 1;
    return name[len] == '.' && strtoul(name + len + 1, &end, 10) == m &&
           *end == 0;
}

void explore__names_free(explore *x)
{
    for (int loop = 0; loop < LOOPS_MAX; loop++)
        free(x->things[loop].list);
    explore__tally_free(&x->siblings);
    for (uint32_t i = 0; i < x->name_capacity; i++)
        free(x->names[i].text);
    free(x->names);
}
