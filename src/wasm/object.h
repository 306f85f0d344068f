/*
 * object.h - structures and arrays that WebAssembly allocates.
 *
 * A reference to one is its address, which has zeros in its low bits; an i31
 * has the lowest bit set, and what is the host's the next one (wasm.h). A
 * structure has a slot for each field, or two; an array has its elements side
 * by side, as many bytes each as they need. Both are read and written by the
 * kind of the field.
 */
#ifndef ORRERY_WASM_OBJECT_H
#define ORRERY_WASM_OBJECT_H

#include <string.h>

#include "wasm/types.h"
#include "wasm/wasm.h"

/* What V8 has for the elements of one array. */
#define WASM_MAX_ARRAY_BYTES (1u << 30)
#define WASM_MAX_FIXED 10000u /* elements of array.new_fixed */

typedef enum wasm_field_kind {
    WASM_FIELD_S8,
    WASM_FIELD_U8,
    WASM_FIELD_S16,
    WASM_FIELD_U16,
    WASM_FIELD_32,
    WASM_FIELD_64, /* references, too */
    WASM_FIELD_128
} wasm_field_kind;

struct wasm_object {
    wasm_object *next; /* of all that the store has */
    const wasm_deftype *type;
    wasm_object *waiting; /* while garbage is looked for */
    void *word;           /* the host's; not NULL: the object is in use */
    uint32_t count;       /* of an array's elements */
    uint32_t bytes;       /* of the data */
    bool marked;
    wasm_slot data[];
};

static inline wasm_field_kind wasm__kind_of(wasm_type type, bool is_signed)
{
    switch (type) {
    case WASM_I8:
        return is_signed ? WASM_FIELD_S8 : WASM_FIELD_U8;
    case WASM_I16:
        return is_signed ? WASM_FIELD_S16 : WASM_FIELD_U16;
    case WASM_I32:
    case WASM_F32:
        return WASM_FIELD_32;
    case WASM_V128:
        return WASM_FIELD_128;
    default:
        return WASM_FIELD_64;
    }
}

/* Bytes of an array's element. */
static inline uint32_t wasm__kind_bytes(uint32_t kind)
{
    static const uint8_t bytes[] = { 1, 1, 2, 2, 4, 8, 16 };

    return bytes[kind];
}

static inline void wasm__load_field(wasm_slot *out, const void *from,
                                    uint32_t kind)
{
    int8_t byte;
    int16_t half;

    out->u64 = 0;
    switch (kind) {
    case WASM_FIELD_S8:
        memcpy(&byte, from, 1);
        out->s32 = byte;
        break;
    case WASM_FIELD_U8:
        memcpy(out, from, 1);
        break;
    case WASM_FIELD_S16:
        memcpy(&half, from, 2);
        out->s32 = half;
        break;
    case WASM_FIELD_U16:
        memcpy(out, from, 2);
        break;
    case WASM_FIELD_32:
        memcpy(out, from, 4);
        break;
    case WASM_FIELD_64:
        memcpy(out, from, 8);
        break;
    default:
        memcpy(out, from, 16);
    }
}

static inline void wasm__store_field(void *to, const wasm_slot *value,
                                     uint32_t kind)
{
    memcpy(to, value, wasm__kind_bytes(kind));
}

static inline uint8_t *wasm__object_bytes(wasm_object *object)
{
    return (uint8_t *)object->data;
}

/* What a word of the interpreter's code says of a field: where it is in the
 * structure, its kind, and its type's byte, that of anyref for references. */
#define WASM_FIELD_WORD(offset, kind, type)                                    \
    ((uint64_t)(offset) | (uint64_t)(kind) << 32 | (uint64_t)(type) << 40)
#define WASM_FIELD_OFFSET(word) ((uint32_t)(word))
#define WASM_FIELD_KIND(word) ((uint32_t)((word) >> 32 & 0xff))
#define WASM_FIELD_TYPE(word) ((wasm_type)((word) >> 40))

/* All of these may look for garbage first: references must be where that sees
 * them. */
wasm_trap wasm__new_struct(wasm_store *store, const wasm_deftype *type,
                           const wasm_slot *fields, wasm_slot *out);
/* `value`: NULL: zeros. */
wasm_trap wasm__new_array(wasm_store *store, const wasm_deftype *type,
                          uint32_t count, const wasm_slot *value,
                          wasm_slot *out);
/* The elements are in slots, one after the other. */
wasm_trap wasm__new_array_fixed(wasm_store *store, const wasm_deftype *type,
                                uint32_t count, const wasm_slot *values,
                                wasm_slot *out);
wasm_trap wasm__new_array_data(wasm_instance *inst, const wasm_deftype *type,
                               uint32_t segment, uint32_t from, uint32_t count,
                               wasm_slot *out);
wasm_trap wasm__new_array_elem(wasm_instance *inst, const wasm_deftype *type,
                               uint32_t segment, uint32_t from, uint32_t count,
                               wasm_slot *out);

/* The element i; NULL: *trap says why. */
void *wasm__array_at(wasm_slot array, uint32_t i, uint32_t kind,
                     wasm_trap *trap);
/* Operands: array, index, value (one slot, or two), count. */
wasm_trap wasm__array_fill(const wasm_slot *operands, uint32_t kind);
/* Array, index, array, index, count. */
wasm_trap wasm__array_copy(const wasm_slot *operands, uint32_t kind);
/* Array, index, place in the segment, count. */
wasm_trap wasm__array_init_data(wasm_instance *inst, uint32_t segment,
                                const wasm_slot *operands, uint32_t kind);
wasm_trap wasm__array_init_elem(wasm_instance *inst, uint32_t segment,
                                const wasm_slot *operands);

/* Is the reference of the type? `type` is the store's. */
bool wasm__is_of(const wasm_store *store, wasm_slot slot, wasm_type type);

#endif
