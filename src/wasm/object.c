/*
 * object.c - structures and arrays: making them, and what is done with many
 * elements at once. garbage.c frees them.
 */
#include "wasm/object.h"

#include <stdlib.h>

#include "wasm/store.h"

/* Bytes that the host is asked for at once. */
#define COUNTED_BYTES ((size_t)1 << 16)

/* ---- Making them -------------------------------------------------------- */

/* The host counts memory; it is not asked for each object. */
static bool count_bytes(wasm_store *store, size_t bytes)
{
    const wasm_host *host = &store->host;

    if (store->object_bytes + bytes <= store->object_counted)
        return true;
    const size_t more =
        store->object_bytes + bytes - store->object_counted + COUNTED_BYTES;
    if (host->account != NULL && !host->account(host->ctx, (int64_t)more))
        return false;
    store->object_counted += more;
    return true;
}

static bool have_bytes(wasm_store *store, size_t bytes)
{
    if (store->host.checks || store->object_bytes + bytes > store->object_limit)
        wasm__collect(store);
    if (count_bytes(store, bytes))
        return true;
    wasm__collect(store);
    return count_bytes(store, bytes);
}

/* With zeros in it. NULL: no memory. */
static wasm_object *object_new(wasm_store *store, const wasm_deftype *type,
                               uint32_t count, size_t bytes)
{
    const size_t all = sizeof(wasm_object) + bytes;

    if (!have_bytes(store, all))
        return NULL;
    wasm_object *object = calloc(1, all);
    if (object == NULL)
        return NULL;
    object->type = type;
    object->count = count;
    object->bytes = (uint32_t)bytes;
    object->next = store->objects;
    store->objects = object;
    store->object_bytes += all;
    return object;
}

wasm_trap wasm__new_struct(wasm_store *store, const wasm_deftype *type,
                           const wasm_slot *fields, wasm_slot *out)
{
    const size_t bytes = type->slots * sizeof(wasm_slot);
    wasm_object *object = object_new(store, type, 0, bytes);

    if (object == NULL)
        return WASM_TRAP_NO_MEMORY;
    if (fields != NULL && bytes > 0)
        memcpy(object->data, fields, bytes);
    out->u64 = 0;
    out->object = object;
    return WASM_OK;
}

static uint32_t array_kind(const wasm_deftype *type)
{
    return wasm__kind_of(type->fields[0].type, false);
}

static void fill_elements(uint8_t *to, uint32_t count, const wasm_slot *value,
                          uint32_t kind)
{
    const uint32_t size = wasm__kind_bytes(kind);

    if (size == 1) {
        memset(to, (uint8_t)value->u32, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        wasm__store_field(to + (size_t)i * size, value, kind);
}

static wasm_trap array_new(wasm_store *store, const wasm_deftype *type,
                           uint32_t count, wasm_object **out)
{
    const uint32_t size = wasm__kind_bytes(array_kind(type));

    if ((uint64_t)count * size > WASM_MAX_ARRAY_BYTES)
        return WASM_TRAP_ARRAY_SIZE;
    *out = object_new(store, type, count, (size_t)count * size);
    return *out == NULL ? WASM_TRAP_NO_MEMORY : WASM_OK;
}

static wasm_trap array_finish(wasm_trap trap, wasm_object *array,
                              wasm_slot *out)
{
    if (trap == WASM_OK) {
        out->u64 = 0;
        out->object = array;
    }
    return trap;
}

wasm_trap wasm__new_array(wasm_store *store, const wasm_deftype *type,
                          uint32_t count, const wasm_slot *value,
                          wasm_slot *out)
{
    wasm_object *array = NULL;
    const wasm_trap trap = array_new(store, type, count, &array);

    if (trap == WASM_OK && value != NULL)
        fill_elements(wasm__object_bytes(array), count, value,
                      array_kind(type));
    return array_finish(trap, array, out);
}

wasm_trap wasm__new_array_fixed(wasm_store *store, const wasm_deftype *type,
                                uint32_t count, const wasm_slot *values,
                                wasm_slot *out)
{
    const uint32_t kind = array_kind(type);
    const uint32_t size = wasm__kind_bytes(kind);
    const uint32_t step = wasm__slots(type->fields[0].type);
    wasm_object *array = NULL;
    const wasm_trap trap = array_new(store, type, count, &array);

    for (uint32_t i = 0; trap == WASM_OK && i < count; i++)
        wasm__store_field(wasm__object_bytes(array) + (size_t)i * size,
                          values + (size_t)i * step, kind);
    return array_finish(trap, array, out);
}

/* ---- From segments ------------------------------------------------------ */

/* The bytes of a data segment, or NULL if it does not have so many. */
static const uint8_t *data_bytes(const wasm_instance *inst, uint32_t segment,
                                 uint32_t from, uint64_t bytes)
{
    const wasm_data *data = &inst->module->data[segment];
    const bool dropped = (inst->dropped[segment / 8] >> segment % 8 & 1) != 0;
    const uint64_t len = dropped ? 0 : data->len;

    return from > len || bytes > len - from ? NULL : data->bytes + from;
}

static const wasm_slot *elem_items(const wasm_instance *inst, uint32_t segment,
                                   uint32_t from, uint32_t count)
{
    static const wasm_slot none;
    const wasm_elems *elems = &inst->elems[segment];

    if (from > elems->count || count > elems->count - from)
        return NULL;
    return elems->items == NULL ? &none : elems->items + from;
}

wasm_trap wasm__new_array_data(wasm_instance *inst, const wasm_deftype *type,
                               uint32_t segment, uint32_t from, uint32_t count,
                               wasm_slot *out)
{
    const uint64_t bytes = (uint64_t)count * wasm__kind_bytes(array_kind(type));
    const uint8_t *data = data_bytes(inst, segment, from, bytes);
    wasm_object *array = NULL;

    if (bytes > WASM_MAX_ARRAY_BYTES)
        return WASM_TRAP_ARRAY_SIZE;
    if (data == NULL)
        return WASM_TRAP_DATA_SEGMENT;
    const wasm_trap trap = array_new(inst->store, type, count, &array);
    if (trap == WASM_OK && bytes > 0)
        memcpy(array->data, data, bytes);
    return array_finish(trap, array, out);
}

wasm_trap wasm__new_array_elem(wasm_instance *inst, const wasm_deftype *type,
                               uint32_t segment, uint32_t from, uint32_t count,
                               wasm_slot *out)
{
    wasm_object *array = NULL;

    if ((uint64_t)count * sizeof(*out) > WASM_MAX_ARRAY_BYTES)
        return WASM_TRAP_ARRAY_SIZE;
    if (elem_items(inst, segment, from, count) == NULL)
        return WASM_TRAP_SEGMENT;
    const wasm_trap trap = array_new(inst->store, type, count, &array);
    if (trap == WASM_OK && count > 0)
        memcpy(array->data, elem_items(inst, segment, from, count),
               count * sizeof(*out));
    return array_finish(trap, array, out);
}

/* ---- Elements ----------------------------------------------------------- */

/* `count` elements from i on. */
static uint8_t *array_range(wasm_slot slot, uint32_t i, uint32_t count,
                            uint32_t kind, wasm_trap *trap)
{
    wasm_object *array = slot.object;

    if (array == NULL) {
        *trap = WASM_TRAP_NULL_REFERENCE;
        return NULL;
    }
    if (i > array->count || count > array->count - i) {
        *trap = WASM_TRAP_ARRAY_INDEX;
        return NULL;
    }
    return wasm__object_bytes(array) + (size_t)i * wasm__kind_bytes(kind);
}

void *wasm__array_at(wasm_slot array, uint32_t i, uint32_t kind,
                     wasm_trap *trap)
{
    return array_range(array, i, 1, kind, trap);
}

wasm_trap wasm__array_fill(const wasm_slot *operands, uint32_t kind)
{
    const uint32_t width = kind == WASM_FIELD_128 ? 2 : 1;
    const uint32_t count = operands[2 + width].u32;
    wasm_trap trap = WASM_OK;
    uint8_t *to = array_range(operands[0], operands[1].u32, count, kind, &trap);

    if (to != NULL)
        fill_elements(to, count, &operands[2], kind);
    return trap;
}

wasm_trap wasm__array_copy(const wasm_slot *operands, uint32_t kind)
{
    const uint32_t count = operands[4].u32;
    wasm_trap trap = WASM_OK;
    uint8_t *to = array_range(operands[0], operands[1].u32, count, kind, &trap);
    const uint8_t *from = to == NULL ? NULL
                                     : array_range(operands[2], operands[3].u32,
                                                   count, kind, &trap);

    if (from != NULL && count > 0)
        memmove(to, from, (size_t)count * wasm__kind_bytes(kind));
    return trap;
}

wasm_trap wasm__array_init_data(wasm_instance *inst, uint32_t segment,
                                const wasm_slot *operands, uint32_t kind)
{
    const uint32_t count = operands[3].u32;
    const uint64_t bytes = (uint64_t)count * wasm__kind_bytes(kind);
    wasm_trap trap = WASM_OK;
    uint8_t *to = array_range(operands[0], operands[1].u32, count, kind, &trap);

    if (to == NULL)
        return trap;
    const uint8_t *from = data_bytes(inst, segment, operands[2].u32, bytes);
    if (from == NULL)
        return WASM_TRAP_DATA_SEGMENT;
    if (bytes > 0)
        memcpy(to, from, bytes);
    return WASM_OK;
}

wasm_trap wasm__array_init_elem(wasm_instance *inst, uint32_t segment,
                                const wasm_slot *operands)
{
    const uint32_t count = operands[3].u32;
    wasm_trap trap = WASM_OK;
    uint8_t *to =
        array_range(operands[0], operands[1].u32, count, WASM_FIELD_64, &trap);

    if (to == NULL)
        return trap;
    const wasm_slot *from = elem_items(inst, segment, operands[2].u32, count);
    if (from == NULL)
        return WASM_TRAP_SEGMENT;
    if (count > 0)
        memcpy(to, from, count * sizeof(*from));
    return WASM_OK;
}

/* ---- Types -------------------------------------------------------------- */

static wasm_type type_of_object(wasm_slot slot)
{
    if ((slot.u64 & 1) != 0)
        return WASM_I31REF | WASM_NON_NULL;
    if ((slot.u64 & 2) != 0)
        return WASM_ANYREF | WASM_NON_NULL;
    return WASM_INDEXED | WASM_NON_NULL | slot.object->type->canonical;
}

bool wasm__is_of(const wasm_store *store, wasm_slot slot, wasm_type type)
{
    const wasm_defs defs = wasm__store_defs(store);

    if (slot.u64 == 0)
        return (type & WASM_NON_NULL) == 0;
    type |= WASM_NON_NULL;
    switch (wasm__top_of(defs, type)) {
    case WASM_FUNCREF:
        return wasm__is_subtype(
            defs, WASM_INDEXED | WASM_NON_NULL | slot.func->interned->canonical,
            type);
    case WASM_ANYREF:
        return wasm__is_subtype(defs, type_of_object(slot), type);
    case WASM_EXNREF:
        return (type & ~WASM_NON_NULL) == WASM_EXNREF;
    default:
        return (type & ~WASM_NON_NULL) == WASM_EXTERNREF;
    }
}

void **wasm_object_word(wasm_object *object)
{
    return &object->word;
}

wasm_object *wasm_object_of(wasm_slot slot)
{
    return (slot.u64 & 3) == 0 ? slot.object : NULL;
}
