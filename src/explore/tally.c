/*
 * tally.c - numbers by a key of 64 bits, in an open hash table. Keys are hashes
 * already, and never 0.
 */
#include "explore/internal.h"

#include <stdlib.h>

static tally_entry *slot_of(const tally *t, uint64_t key)
{
    uint32_t i = (uint32_t)key & (t->capacity - 1);

    while (t->list[i].key != 0 && t->list[i].key != key)
        i = (i + 1) & (t->capacity - 1);
    return &t->list[i];
}

static bool tally_grow(tally *t)
{
    tally wide = { .count = t->count,
                   .capacity = t->capacity ? t->capacity * 2 : 64 };

    wide.list = calloc(wide.capacity, sizeof *wide.list);
    if (wide.list == NULL)
        return false;
    for (uint32_t i = 0; i < t->capacity; i++)
        if (t->list[i].key != 0)
            *slot_of(&wide, t->list[i].key) = t->list[i];
    free(t->list);
    *t = wide;
    return true;
}

uint32_t *explore__tally_at(tally *t, uint64_t key)
{
    if (t->count * 2 >= t->capacity && !tally_grow(t))
        return NULL;
    tally_entry *entry = slot_of(t, key);
    t->count += entry->key == 0;
    entry->key = key;
    return &entry->value;
}

const uint32_t *explore__tally_find(const tally *t, uint64_t key)
{
    const tally_entry *entry = t->capacity > 0 ? slot_of(t, key) : NULL;

    return entry != NULL && entry->key == key ? &entry->value : NULL;
}

void explore__tally_free(tally *t)
{
    free(t->list);
    *t = (tally){ .list = NULL };
}
