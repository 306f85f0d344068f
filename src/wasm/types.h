/*
 * types.h - types of functions, structures and arrays, and which is a subtype
 * of which.
 *
 * A wasm_type with WASM_INDEXED names one of them: in a module by its index, in
 * a store by the number that all equal ones have there. So the same functions
 * serve both, with the array of definitions that the numbers are of.
 */
#ifndef ORRERY_WASM_TYPES_H
#define ORRERY_WASM_TYPES_H

#include "wasm/reader.h"

#define WASM_NO_SUPER UINT32_MAX
/* The longest chain of supertypes, as V8 has it. */
#define WASM_MAX_SUPERS 63u
#define WASM_MAX_FIELDS 10000u

typedef enum wasm_shape {
    WASM_SHAPE_FUNC,
    WASM_SHAPE_STRUCT,
    WASM_SHAPE_ARRAY
} wasm_shape;

typedef struct wasm_field {
    wasm_type type; /* also WASM_I8, WASM_I16 */
    bool is_mutable;
    uint32_t slot; /* in a structure */
    uint8_t trace; /* of a store's types: WASM_TRACE_... */
} wasm_field;

typedef struct wasm_deftype {
    uint8_t shape;
    bool is_final;
    uint32_t group;     /* of the first of a group: how many it has; else 0 */
    uint32_t super;     /* WASM_NO_SUPER: none */
    uint32_t depth;     /* of supertypes above it */
    uint32_t canonical; /* the same for equal types */
    wasm_functype func;
    wasm_field *fields; /* of an array: one */
    uint32_t field_count;
    uint32_t slots; /* of a structure */
} wasm_deftype;

/* A recursive group: types that may name each other. */
typedef struct wasm_group {
    struct wasm_group *next;
    uint32_t *key;
    uint32_t key_len;
    uint32_t hash;
    uint32_t first; /* the number of its first type */
} wasm_group;

/* Types in which equal ones have one number. */
typedef struct wasm_typeset {
    wasm_deftype **defs;
    uint32_t count;
    uint32_t capacity;
    wasm_group **buckets;
    uint32_t bucket_count; /* a power of two, or 0 */
    uint32_t group_count;
} wasm_typeset;

/* The number of the first of a group's types, which is added if it is new.
 * `map` has the numbers of those that come before `first`. -ENOMEM. */
int64_t wasm__typeset_add(wasm_typeset *set, const wasm_deftype *types,
                          uint32_t first, uint32_t count, const uint32_t *map);
/* The same of one type whose types are the set's; it has numbers below
 * set->count only. */
int64_t wasm__typeset_add_one(wasm_typeset *set, const wasm_deftype *type,
                              const uint32_t *identity);
void wasm__typeset_free(wasm_typeset *set);

/* A type whose index is of `map`'s. */
static inline wasm_type wasm__map_type(wasm_type type, const uint32_t *map)
{
    if ((type & WASM_INDEXED) == 0)
        return type;
    return (type & ~WASM_INDEX_MASK) | map[type & WASM_INDEX_MASK];
}

void wasm__free_deftype(wasm_deftype *def);

/* Where the definitions are: of a module, or of a store. */
typedef struct wasm_defs {
    const wasm_deftype *list;          /* either */
    const wasm_deftype *const *others; /* or this */
} wasm_defs;

static inline const wasm_deftype *wasm__def(wasm_defs defs, uint32_t index)
{
    return defs.list != NULL ? &defs.list[index] : defs.others[index];
}

/* Is every value of type a one of type b? */
bool wasm__is_subtype_slow(wasm_defs defs, wasm_type a, wasm_type b);

static inline bool wasm__is_subtype(wasm_defs defs, wasm_type a, wasm_type b)
{
    return a == b || wasm__is_subtype_slow(defs, a, b);
}

/* Is the type of number a, or one of its supertypes, that of number b? */
bool wasm__inherits(wasm_defs defs, uint32_t a, uint32_t b);

/* The abstract type at the top of a type's hierarchy; nullable. */
wasm_type wasm__top_of(wasm_defs defs, wasm_type type);

/* ---- Reading ------------------------------------------------------------ */

struct wasm_module;

wasm_type wasm__read_type(wasm_reader *r, const struct wasm_module *m);
/* The type after a byte that was read already. */
wasm_type wasm__read_heap_type(wasm_reader *r, const struct wasm_module *m,
                               bool nullable);
void wasm__read_type_section(wasm_reader *r, struct wasm_module *m);

#endif
