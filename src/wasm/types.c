/*
 * types.c - which types are equal, and which is a subtype of which.
 *
 * Two groups of types are equal if they say the same, where a type of the group
 * itself is named by its place in it, and others by their number. So a group is
 * written as a row of numbers, its key, and looked up.
 */
#include "wasm/types.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define OWN_GROUP 0x20000000u /* in a key: the index counts from its first */

/* ---- Keys --------------------------------------------------------------- */

static uint32_t key_index(uint32_t index, uint32_t first, const uint32_t *map)
{
    return index >= first ? OWN_GROUP | (index - first) : map[index];
}

static uint32_t key_type(wasm_type type, uint32_t first, const uint32_t *map)
{
    if ((type & WASM_INDEXED) == 0)
        return type;
    return (type & ~WASM_INDEX_MASK) |
           key_index(type & WASM_INDEX_MASK, first, map);
}

static uint32_t key_size(const wasm_deftype *t)
{
    return 5 + t->func.param_count + t->func.result_count + t->field_count * 2;
}

static uint32_t *write_key(uint32_t *p, const wasm_deftype *t, uint32_t first,
                           const uint32_t *map)
{
    *p++ = t->shape | (t->is_final ? 256u : 0);
    *p++ =
        t->super == WASM_NO_SUPER ? t->super : key_index(t->super, first, map);
    *p++ = t->func.param_count;
    *p++ = t->func.result_count;
    *p++ = t->field_count;
    for (uint32_t i = 0; i < t->func.param_count; i++)
        *p++ = key_type(t->func.params[i], first, map);
    for (uint32_t i = 0; i < t->func.result_count; i++)
        *p++ = key_type(t->func.results[i], first, map);
    for (uint32_t i = 0; i < t->field_count; i++) {
        *p++ = key_type(t->fields[i].type, first, map);
        *p++ = t->fields[i].is_mutable;
    }
    return p;
}

static wasm_group *make_group(const wasm_deftype *types, uint32_t first,
                              uint32_t count, const uint32_t *map)
{
    wasm_group *group = calloc(1, sizeof(*group));
    uint32_t len = 0;

    for (uint32_t i = 0; i < count; i++)
        len += key_size(&types[i]);
    uint32_t *key = malloc((len + 1) * sizeof(*key));
    if (group == NULL || key == NULL) {
        free(group);
        free(key);
        return NULL;
    }
    uint32_t *p = key;
    for (uint32_t i = 0; i < count; i++)
        p = write_key(p, &types[i], first, map);
    group->key = key;
    group->key_len = len;
    group->hash = 2166136261u;
    for (uint32_t i = 0; i < len; i++)
        group->hash = (group->hash ^ key[i]) * 16777619u;
    group->hash ^= group->hash >> 15;
    return group;
}

static void free_group(wasm_group *group)
{
    if (group != NULL)
        free(group->key);
    free(group);
}

/* ---- Sets --------------------------------------------------------------- */

static bool grow_buckets(wasm_typeset *set)
{
    const uint32_t count = set->bucket_count == 0 ? 64 : set->bucket_count * 2;
    wasm_group **buckets = calloc(count, sizeof(*buckets));

    if (buckets == NULL)
        return false;
    for (uint32_t i = 0; i < set->bucket_count; i++) {
        while (set->buckets[i] != NULL) {
            wasm_group *g = set->buckets[i];
            set->buckets[i] = g->next;
            g->next = buckets[g->hash & (count - 1)];
            buckets[g->hash & (count - 1)] = g;
        }
    }
    free(set->buckets);
    set->buckets = buckets;
    set->bucket_count = count;
    return true;
}

void wasm__free_deftype(wasm_deftype *def)
{
    free((void *)def->func.params); /* the results are behind them */
    free(def->fields);
}

static bool copy_types(wasm_deftype *to, const wasm_deftype *from)
{
    const uint32_t types = from->func.param_count + from->func.result_count;
    wasm_type *copied = malloc((types + 1) * sizeof(*copied));
    wasm_field *fields = malloc((from->field_count + 1) * sizeof(*fields));

    if (copied == NULL || fields == NULL) {
        free(copied);
        free(fields);
        return false;
    }
    *to = *from;
    if (from->func.param_count > 0)
        memcpy(copied, from->func.params,
               from->func.param_count * sizeof(*copied));
    if (from->func.result_count > 0)
        memcpy(copied + from->func.param_count, from->func.results,
               from->func.result_count * sizeof(*copied));
    if (from->field_count > 0)
        memcpy(fields, from->fields, from->field_count * sizeof(*fields));
    to->func.params = copied;
    to->func.results = copied + from->func.param_count;
    to->fields = fields;
    return true;
}

/* A type's index in terms of the set. */
static uint32_t set_index(uint32_t index, uint32_t first, uint32_t base,
                          const uint32_t *map)
{
    return index >= first ? base + (index - first) : map[index];
}

static wasm_type set_type(wasm_type type, uint32_t first, uint32_t base,
                          const uint32_t *map)
{
    if ((type & WASM_INDEXED) == 0)
        return type;
    return (type & ~WASM_INDEX_MASK) |
           set_index(type & WASM_INDEX_MASK, first, base, map);
}

static wasm_deftype *set_def(const wasm_deftype *from, uint32_t first,
                             uint32_t base, const uint32_t *map)
{
    wasm_deftype *def = calloc(1, sizeof(*def));

    if (def == NULL || !copy_types(def, from)) {
        free(def);
        return NULL;
    }
    if (def->super != WASM_NO_SUPER)
        def->super = set_index(def->super, first, base, map);
    wasm_type *types = (wasm_type *)def->func.params;
    for (uint32_t i = 0; i < def->func.param_count + def->func.result_count;
         i++)
        types[i] = set_type(types[i], first, base, map);
    for (uint32_t i = 0; i < def->field_count; i++)
        def->fields[i].type = set_type(def->fields[i].type, first, base, map);
    return def;
}

static bool add_defs(wasm_typeset *set, const wasm_deftype *types,
                     uint32_t first, uint32_t count, const uint32_t *map)
{
    const uint32_t base = set->count;

    if (base + count > set->capacity) {
        uint32_t capacity = set->capacity * 2 + 16;
        if (capacity < base + count)
            capacity = base + count;
        wasm_deftype **grown =
            realloc(set->defs, (size_t)capacity * sizeof(*grown));
        if (grown == NULL)
            return false;
        set->defs = grown;
        set->capacity = capacity;
    }
    for (uint32_t i = 0; i < count; i++) {
        wasm_deftype *def = set_def(&types[i], first, base, map);
        if (def == NULL) {
            while (set->count > base) {
                wasm__free_deftype(set->defs[--set->count]);
                free(set->defs[set->count]);
            }
            return false;
        }
        def->canonical = set->count;
        set->defs[set->count++] = def;
    }
    return true;
}

/* `types` are those of the group. */
static int64_t add_group(wasm_typeset *set, const wasm_deftype *types,
                         uint32_t first, uint32_t count, const uint32_t *map)
{
    wasm_group *group = make_group(types, first, count, map);

    if (group == NULL)
        return -ENOMEM;
    if (set->group_count >= set->bucket_count && !grow_buckets(set) &&
        set->bucket_count == 0) {
        free_group(group);
        return -ENOMEM;
    }
    wasm_group **bucket = &set->buckets[group->hash & (set->bucket_count - 1)];
    for (wasm_group *g = *bucket; g != NULL; g = g->next) {
        if (g->hash == group->hash && g->key_len == group->key_len &&
            memcmp(g->key, group->key, g->key_len * sizeof(*g->key)) == 0) {
            free_group(group);
            return g->first;
        }
    }
    group->first = set->count;
    if (!add_defs(set, types, first, count, map)) {
        free_group(group);
        return -ENOMEM;
    }
    group->next = *bucket;
    *bucket = group;
    set->group_count++;
    return group->first;
}

int64_t wasm__typeset_add(wasm_typeset *set, const wasm_deftype *types,
                          uint32_t first, uint32_t count, const uint32_t *map)
{
    return add_group(set, types + first, first, count, map);
}

int64_t wasm__typeset_add_one(wasm_typeset *set, const wasm_deftype *type,
                              const uint32_t *identity)
{
    return add_group(set, type, set->count, 1, identity);
}

void wasm__typeset_free(wasm_typeset *set)
{
    for (uint32_t i = 0; i < set->bucket_count; i++) {
        while (set->buckets[i] != NULL) {
            wasm_group *g = set->buckets[i];
            set->buckets[i] = g->next;
            free_group(g);
        }
    }
    free(set->buckets);
    for (uint32_t i = 0; i < set->count; i++) {
        wasm__free_deftype(set->defs[i]);
        free(set->defs[i]);
    }
    free(set->defs);
    *set = (wasm_typeset){ 0 };
}

/* ---- Subtypes ----------------------------------------------------------- */

bool wasm__inherits(wasm_defs defs, uint32_t a, uint32_t b)
{
    const uint32_t wanted = wasm__def(defs, b)->canonical;

    while (a != WASM_NO_SUPER) {
        const wasm_deftype *def = wasm__def(defs, a);
        if (def->canonical == wanted)
            return true;
        a = def->super;
    }
    return false;
}

/* The nearest abstract type above a concrete one. */
static uint32_t abstract_of(wasm_defs defs, uint32_t heap)
{
    static const uint32_t shapes[] = { [WASM_SHAPE_FUNC] = WASM_FUNCREF,
                                       [WASM_SHAPE_STRUCT] = WASM_STRUCTREF,
                                       [WASM_SHAPE_ARRAY] = WASM_ARRAYREF };

    if ((heap & WASM_INDEXED) == 0)
        return heap;
    return shapes[wasm__def(defs, heap & WASM_INDEX_MASK)->shape];
}

wasm_type wasm__top_of(wasm_defs defs, wasm_type type)
{
    switch (abstract_of(defs, type & ~WASM_NON_NULL)) {
    case WASM_FUNCREF:
    case WASM_NULLFUNCREF:
        return WASM_FUNCREF;
    case WASM_EXTERNREF:
    case WASM_NULLEXTERNREF:
        return WASM_EXTERNREF;
    case WASM_EXNREF:
    case WASM_NULLEXNREF:
        return WASM_EXNREF;
    default:
        return WASM_ANYREF;
    }
}

static bool is_abstract_subtype(uint32_t a, uint32_t b)
{
    switch (b) {
    case WASM_ANYREF:
        return a == WASM_EQREF || a == WASM_I31REF || a == WASM_STRUCTREF ||
               a == WASM_ARRAYREF || a == WASM_NULLREF;
    case WASM_EQREF:
        return a == WASM_I31REF || a == WASM_STRUCTREF || a == WASM_ARRAYREF ||
               a == WASM_NULLREF;
    case WASM_I31REF:
    case WASM_STRUCTREF:
    case WASM_ARRAYREF:
        return a == WASM_NULLREF;
    case WASM_FUNCREF:
        return a == WASM_NULLFUNCREF;
    case WASM_EXTERNREF:
        return a == WASM_NULLEXTERNREF;
    case WASM_EXNREF:
        return a == WASM_NULLEXNREF;
    default:
        return false;
    }
}

bool wasm__is_subtype_slow(wasm_defs defs, wasm_type a, wasm_type b)
{
    const uint32_t from = a & ~WASM_NON_NULL;
    const uint32_t to = b & ~WASM_NON_NULL;

    if ((b & WASM_NON_NULL) != 0 && (a & WASM_NON_NULL) == 0)
        return false;
    if (from == to)
        return true;
    if ((to & WASM_INDEXED) == 0) {
        const uint32_t above = abstract_of(defs, from);
        return above == to || is_abstract_subtype(above, to);
    }
    if ((from & WASM_INDEXED) != 0)
        return wasm__inherits(defs, from & WASM_INDEX_MASK,
                              to & WASM_INDEX_MASK);
    return from == (abstract_of(defs, to) == WASM_FUNCREF ? WASM_NULLFUNCREF
                                                          : WASM_NULLREF);
}
