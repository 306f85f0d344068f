/*
 * read_types.c - types as the binary format has them, and the section of types.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/module.h"

wasm_typename wasm__type_name(wasm_type type)
{
    static const struct {
        uint8_t byte;
        const char *name;
        const char *heap;
    } names[] = { { WASM_I32, "i32", NULL },
                  { WASM_I64, "i64", NULL },
                  { WASM_F32, "f32", NULL },
                  { WASM_F64, "f64", NULL },
                  { WASM_V128, "v128", NULL },
                  { WASM_I8, "i8", NULL },
                  { WASM_I16, "i16", NULL },
                  { WASM_FUNCREF, "funcref", "(ref func)" },
                  { WASM_EXTERNREF, "externref", "(ref extern)" },
                  { WASM_EXNREF, "exnref", "(ref exn)" },
                  { WASM_ANYREF, "anyref", "(ref any)" },
                  { WASM_EQREF, "eqref", "(ref eq)" },
                  { WASM_I31REF, "i31ref", "(ref i31)" },
                  { WASM_STRUCTREF, "structref", "(ref struct)" },
                  { WASM_ARRAYREF, "arrayref", "(ref array)" },
                  { WASM_NULLREF, "nullref", "(ref none)" },
                  { WASM_NULLFUNCREF, "nullfuncref", "(ref nofunc)" },
                  { WASM_NULLEXTERNREF, "nullexternref", "(ref noextern)" },
                  { WASM_NULLEXNREF, "nullexnref", "(ref noexn)" } };
    wasm_typename out = { "<bot>" };
    const bool non_null = (type & WASM_NON_NULL) != 0;

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        if (names[i].byte == (type & ~WASM_NON_NULL))
            snprintf(out.text, sizeof(out.text), "%s",
                     non_null ? names[i].heap : names[i].name);
    }
    if ((type & WASM_INDEXED) != 0)
        snprintf(out.text, sizeof(out.text),
                 non_null ? "(ref %u)" : "(ref null %u)",
                 type & WASM_INDEX_MASK);
    return out;
}

/* ---- Types -------------------------------------------------------------- */

/* The bytes 0x69 to 0x74 without 0x68, cont, which V8 does not have either. */
static bool is_heap_byte(uint32_t byte)
{
    return byte >= WASM_EXNREF && byte <= WASM_NULLEXNREF;
}

wasm_type wasm__read_heap_type(wasm_reader *r, const wasm_module *m,
                               bool nullable)
{
    const uint8_t *at = r->p;
    const int64_t number = wasm__read_signed(r, "heap type", 33);
    const uint32_t flag = nullable ? 0 : WASM_NON_NULL;

    if (r->failed)
        return WASM_FUNCREF;
    if (number < 0) {
        const uint32_t byte = (uint32_t)(number & 0x7f);
        if (number >= -64 && is_heap_byte(byte))
            return byte | flag;
        wasm__fail(r, at, "Unknown heap type %d", (int)number);
        return WASM_FUNCREF;
    }
    if (number >= m->type_limit) {
        wasm__fail(r, at, "Type index %u is out of bounds", (unsigned)number);
        return WASM_FUNCREF;
    }
    return WASM_INDEXED | (uint32_t)number | flag;
}

wasm_type wasm__read_type(wasm_reader *r, const wasm_module *m)
{
    const uint8_t *at = r->p;
    const uint8_t byte = wasm__read_byte(r, "value type opcode");

    if (byte >= WASM_V128 && byte <= WASM_I32)
        return byte;
    if (is_heap_byte(byte))
        return byte;
    if (byte == 0x63 || byte == 0x64)
        return wasm__read_heap_type(r, m, byte == 0x63);
    wasm__fail(r, at, "invalid value type 0x%x", byte);
    return WASM_I32;
}

static wasm_type read_storage_type(wasm_reader *r, const wasm_module *m)
{
    if (r->p < r->end && (*r->p == WASM_I8 || *r->p == WASM_I16))
        return *r->p++;
    return wasm__read_type(r, m);
}

/* ---- The section -------------------------------------------------------- */

typedef struct type_list {
    wasm_type *items;
    uint32_t count;
} type_list;

static bool list_type(wasm_reader *r, type_list *list, wasm_type type)
{
    wasm_type *grown = wasm__grow(list->items, list->count, sizeof(*grown));

    if (grown == NULL) {
        wasm__no_memory(r);
        return false;
    }
    list->items = grown;
    grown[list->count++] = type;
    return true;
}

/* Parameters, or results. */
static uint32_t read_types(wasm_reader *r, const wasm_module *m,
                           const char *what, uint32_t max, type_list *list,
                           uint32_t *slots)
{
    const uint32_t count = wasm__read_count(r, what, max);

    *slots = 0;
    for (uint32_t i = 0; i < count && !r->failed; i++) {
        const wasm_type type = wasm__read_type(r, m);
        if (r->failed || !list_type(r, list, type))
            return 0;
        *slots += wasm__slots(type);
    }
    return r->failed ? 0 : count;
}

static void read_function_type(wasm_reader *r, const wasm_module *m,
                               wasm_deftype *def)
{
    wasm_functype *type = &def->func;
    type_list list = { 0 };

    type->param_count = read_types(r, m, "param count", WASM_MAX_PARAMS, &list,
                                   &type->param_slots);
    type->result_count = read_types(r, m, "return count", WASM_MAX_RESULTS,
                                    &list, &type->result_slots);
    type->params = list.items;
    type->results = list.items == NULL ? NULL : list.items + type->param_count;
}

static void read_field(wasm_reader *r, const wasm_module *m, wasm_deftype *def)
{
    wasm_field *grown =
        wasm__grow(def->fields, def->field_count, sizeof(*grown));

    if (grown == NULL) {
        wasm__no_memory(r);
        return;
    }
    def->fields = grown;
    wasm_field *field = &grown[def->field_count++];
    field->slot = def->slots;
    field->type = read_storage_type(r, m);
    const uint8_t *at = r->p;
    const uint8_t flag = wasm__read_byte(r, "mutability");
    if (flag > 1)
        wasm__fail(r, at, "invalid mutability bit 0x%02x", flag);
    field->is_mutable = flag == 1;
    def->slots += wasm__slots(field->type);
}

static void read_composite(wasm_reader *r, const wasm_module *m,
                           wasm_deftype *def)
{
    const uint8_t *at = r->p;
    const uint8_t form = wasm__read_byte(r, "type kind");

    switch (form) {
    case 0x60:
        read_function_type(r, m, def);
        break;
    case 0x5f: {
        def->shape = WASM_SHAPE_STRUCT;
        const uint32_t count =
            wasm__read_count(r, "field count", WASM_MAX_FIELDS);
        for (uint32_t i = 0; i < count && !r->failed; i++)
            read_field(r, m, def);
        break;
    }
    case 0x5e:
        def->shape = WASM_SHAPE_ARRAY;
        read_field(r, m, def);
        break;
    default:
        wasm__fail(r, at, "unknown type form: %d", form);
    }
}

/* A type with what it says of its supertype. */
static void read_subtype(wasm_reader *r, wasm_module *m, uint32_t index)
{
    wasm_deftype *def = &m->types[index];

    def->is_final = true;
    if (r->p < r->end && (*r->p == 0x50 || *r->p == 0x4f)) {
        def->is_final = *r->p++ == 0x4f;
        const uint8_t *at = r->p;
        const uint32_t supers = wasm__read_count(r, "supertype count", 1);
        if (supers == 1) {
            def->super = wasm__read_u32(r, "supertype");
            if (!r->failed && def->super >= index) {
                wasm__fail(r, at, "type %u: invalid supertype %u", index,
                           def->super);
                def->super = WASM_NO_SUPER;
            }
        }
    }
    read_composite(r, m, def);
}

/* ---- Are subtypes what they say? ---------------------------------------- */

static bool is_field_subtype(wasm_defs defs, const wasm_field *a,
                             const wasm_field *b)
{
    if (a->is_mutable != b->is_mutable)
        return false;
    if (a->is_mutable)
        return wasm__is_subtype(defs, a->type, b->type) &&
               wasm__is_subtype(defs, b->type, a->type);
    return wasm__is_subtype(defs, a->type, b->type);
}

static bool is_valid_subtype(wasm_defs defs, const wasm_deftype *a,
                             const wasm_deftype *b)
{
    if (b->is_final || a->shape != b->shape)
        return false;
    if (a->shape == WASM_SHAPE_FUNC) {
        if (a->func.param_count != b->func.param_count ||
            a->func.result_count != b->func.result_count)
            return false;
        for (uint32_t i = 0; i < a->func.param_count; i++) {
            if (!wasm__is_subtype(defs, b->func.params[i], a->func.params[i]))
                return false;
        }
        for (uint32_t i = 0; i < a->func.result_count; i++) {
            if (!wasm__is_subtype(defs, a->func.results[i], b->func.results[i]))
                return false;
        }
        return true;
    }
    if (a->field_count < b->field_count)
        return false;
    for (uint32_t i = 0; i < b->field_count; i++) {
        if (!is_field_subtype(defs, &a->fields[i], &b->fields[i]))
            return false;
    }
    return true;
}

static void check_group(wasm_reader *r, wasm_module *m, uint32_t first,
                        uint32_t count, const uint8_t *at)
{
    const wasm_defs defs = { m->types, NULL };

    for (uint32_t i = first; i < first + count && !r->failed; i++) {
        wasm_deftype *def = &m->types[i];
        if (def->super == WASM_NO_SUPER)
            continue;
        const wasm_deftype *super = &m->types[def->super];
        def->depth = super->depth + 1;
        if (def->depth > WASM_MAX_SUPERS)
            wasm__fail(r, at,
                       "type %u: subtyping depth is greater than allowed", i);
        else if (super->is_final)
            wasm__fail(r, at, "type %u extends final type %u", i, def->super);
        else if (!is_valid_subtype(defs, def, super))
            wasm__fail(r, at, "type %u has invalid explicit supertype %u", i,
                       def->super);
    }
}

static void number_group(wasm_reader *r, wasm_module *m, wasm_typeset *set,
                         uint32_t *map, uint32_t first, uint32_t count)
{
    const int64_t number = wasm__typeset_add(set, m->types, first, count, map);

    if (number < 0) {
        wasm__no_memory(r);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        map[first + i] = (uint32_t)number + i;
        m->types[first + i].canonical = (uint32_t)number + i;
    }
}

/* Places for `count` types more. */
static bool add_types(wasm_reader *r, wasm_module *m, uint32_t **map,
                      uint32_t count)
{
    const uint32_t total = m->type_count + count;
    wasm_deftype *types = realloc(m->types, (total + 1) * sizeof(*types));

    if (types != NULL)
        m->types = types;
    uint32_t *grown = realloc(*map, (total + 1) * sizeof(*grown));
    if (grown != NULL)
        *map = grown;
    if (types == NULL || grown == NULL) {
        wasm__no_memory(r);
        return false;
    }
    for (uint32_t i = m->type_count; i < total; i++)
        types[i] = (wasm_deftype){ .super = WASM_NO_SUPER, .canonical = i };
    return true;
}

static void read_group(wasm_reader *r, wasm_module *m, wasm_typeset *set,
                       uint32_t **map)
{
    const uint8_t *at = r->p;
    uint32_t count = 1;

    if (r->p < r->end && *r->p == 0x4e) {
        r->p++;
        count = wasm__read_count(r, "recursive group size", WASM_MAX_TYPES);
        if (!r->failed && count > (size_t)(r->end - r->p)) {
            wasm__fail(r, at, "recursive group size %u exceeds the section",
                       count);
            return;
        }
    }
    const uint32_t first = m->type_count;
    if (r->failed || count == 0 || !add_types(r, m, map, count))
        return;
    if (first + count > WASM_MAX_TYPES) {
        wasm__fail(r, at, "Type definition count exceeds maximum %u",
                   WASM_MAX_TYPES);
        return;
    }
    m->type_limit = first + count;
    m->type_count = first + count;
    m->types[first].group = count;
    for (uint32_t i = 0; i < count && !r->failed; i++)
        read_subtype(r, m, first + i);
    if (!r->failed)
        number_group(r, m, set, *map, first, count);
    if (!r->failed)
        check_group(r, m, first, count, at);
}

void wasm__read_type_section(wasm_reader *r, wasm_module *m)
{
    const uint32_t count = wasm__read_count(r, "types count", WASM_MAX_TYPES);
    wasm_typeset set = { 0 };
    uint32_t *map = NULL;

    for (uint32_t i = 0; i < count && !r->failed; i++)
        read_group(r, m, &set, &map);
    wasm__typeset_free(&set);
    free(map);
}
