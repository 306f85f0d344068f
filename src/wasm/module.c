/*
 * module.c - from bytes to a module: the header, the sections in their order,
 * and each section. Function bodies are checked on the way (validate.c).
 *
 * A count says how many items follow, and may be a lie; so arrays grow with
 * what is really there, and a count only ends the loop.
 */
#include "wasm/module.h"
#include "wasm/machine/enter.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void *wasm__grow(void *items, uint32_t count, size_t size)
{
    if (count != 0 && (count & (count - 1)) != 0)
        return items;
    const size_t capacity = count == 0 ? 1 : (size_t)count * 2;
    return realloc(items, capacity * size);
}

/* A new item at the end of an array of the module, zeroed. NULL: failed. */
#define ADD(r, items, count)                                                   \
    add_item(r, (void **)(void *)&(items), &(count), sizeof(*(items)))

static void *add_item(wasm_reader *r, void **items, uint32_t *count,
                      size_t size)
{
    void *grown = wasm__grow(*items, *count, size);

    if (grown == NULL) {
        wasm__no_memory(r);
        return NULL;
    }
    *items = grown;
    char *item = (char *)grown + *count * size;
    (*count)++;
    return memset(item, 0, size);
}

/* ---- Types, functions, imports ------------------------------------------ */

static uint32_t read_type_index(wasm_reader *r, const wasm_module *m)
{
    const uint8_t *at = r->p;
    const uint32_t index = wasm__read_u32(r, "signature index");

    if (!r->failed && index >= m->type_count) {
        wasm__fail(r, at, "no signature at index %u (%u types)", index,
                   m->type_count);
        return 0;
    }
    if (!r->failed && m->types[index].shape != WASM_SHAPE_FUNC) {
        wasm__fail(r, at, "type %u is not a signature", index);
        return 0;
    }
    return index;
}

/* The bits of the flags: 1 a maximum, 2 shared, 4 addresses of 64 bits. */
static void read_limit_flags(wasm_reader *r, wasm_limits *limits,
                             bool is_memory)
{
    const uint8_t *at = r->p;
    const uint8_t flags = wasm__read_byte(r, "limits flags");

    if ((flags & ~(is_memory ? 7u : 5u)) != 0) {
        wasm__fail(r, at, "invalid %s limits flags 0x%x",
                   is_memory ? "memory" : "table", flags);
        return;
    }
    limits->has_max = (flags & 1) != 0;
    limits->shared = (flags & 2) != 0;
    limits->is64 = (flags & 4) != 0;
    if (limits->shared && !limits->has_max)
        wasm__fail(r, at, "shared memory must have a maximum defined");
}

static uint64_t read_limit(wasm_reader *r, const char *what, bool is64)
{
    return is64 ? wasm__read_unsigned(r, what, 64) : wasm__read_u32(r, what);
}

static void read_limits(wasm_reader *r, wasm_limits *limits, bool is_memory)
{
    const char *name = is_memory ? "memory" : "table";
    const char *units = is_memory ? "pages" : "elements";

    read_limit_flags(r, limits, is_memory);
    const uint64_t max = !is_memory     ? WASM_MAX_TABLE
                         : limits->is64 ? WASM_MAX_PAGES64
                                        : WASM_MAX_PAGES;
    const uint64_t declared_max = limits->is64 ? (uint64_t)1 << 48 : max;
    const uint8_t *at = r->p;
    limits->min = read_limit(r, "initial size", limits->is64);
    if (limits->min > max) {
        wasm__fail(r, at,
                   "initial %s size (%" PRIu64
                   " %s) is larger than implementation limit (%" PRIu64 " %s)",
                   name, limits->min, units, max, units);
        return;
    }
    if (!limits->has_max)
        return;
    at = r->p;
    limits->max = read_limit(r, "maximum size", limits->is64);
    if (is_memory && limits->max > declared_max)
        wasm__fail(r, at,
                   "maximum memory size (%" PRIu64
                   " pages) is larger than implementation limit (%" PRIu64
                   " pages)",
                   limits->max, declared_max);
    if (limits->max < limits->min)
        wasm__fail(r, at,
                   "maximum %s size (%" PRIu64
                   " %s) is less than initial (%" PRIu64 " %s)",
                   name, limits->max, units, limits->min, units);
}

static void read_global_type(wasm_reader *r, const wasm_module *m,
                             wasm_globaltype *global)
{
    global->type = wasm__read_type(r, m);
    const uint8_t *at = r->p;
    const uint8_t flags = wasm__read_byte(r, "global flags");
    if (flags > 1)
        wasm__fail(r, at, "invalid global flags 0x%x", flags);
    global->is_mutable = flags == 1;
}

static void read_table_type(wasm_reader *r, const wasm_module *m,
                            wasm_tabletype *table, bool imported)
{
    const uint8_t *at = r->p;

    table->type = wasm__read_type(r, m);
    if (!r->failed && !wasm__is_reference(table->type)) {
        if (imported)
            wasm__fail(r, at, "Invalid table type %s",
                       wasm__type_name(table->type).text);
        else
            wasm__fail(r, at,
                       "Only reference types can be used as table types");
    }
    read_limits(r, &table->limits, false);
}

static void read_memory(wasm_reader *r, wasm_module *m)
{
    const uint8_t *at = r->p;
    wasm_limits *limits = ADD(r, m->memories, m->memory_count);

    if (limits == NULL)
        return;
    if (m->memory_count > WASM_MAX_MEMORIES)
        wasm__fail(r, at, "Exceeding maximum number of memories (%u)",
                   WASM_MAX_MEMORIES);
    read_limits(r, limits, true);
}

static void read_tag(wasm_reader *r, wasm_module *m)
{
    const uint8_t *at = r->p;
    const uint8_t attribute = wasm__read_byte(r, "exception attribute");

    if (attribute != 0) {
        wasm__fail(r, at, "exception attribute %u not supported", attribute);
        return;
    }
    at = r->p;
    const uint32_t type = read_type_index(r, m);
    if (!r->failed && m->types[type].func.result_count != 0) {
        wasm__fail(r, at, "tag signature %u has non-void return", type);
        return;
    }
    uint32_t *tag = r->failed ? NULL : ADD(r, m->tags, m->tag_count);
    if (tag != NULL)
        *tag = type;
}

static void read_tag_section(wasm_reader *r, wasm_module *m)
{
    const uint32_t count = wasm__read_count(r, "tag count", WASM_MAX_TAGS);

    for (uint32_t i = 0; i < count && !r->failed; i++)
        read_tag(r, m);
}

static void read_import(wasm_reader *r, wasm_module *m)
{
    const uint8_t *at = r->p;
    wasm_import *import = ADD(r, m->imports, m->import_count);

    if (import == NULL)
        return;
    import->module = wasm__read_name(r, "module name");
    import->field = wasm__read_name(r, "field name");
    const uint8_t kind = wasm__read_byte(r, "kind");
    if (r->failed)
        return;
    import->kind = (wasm_kind)kind;
    if (kind == WASM_FUNC) {
        import->index = m->function_count;
        const uint32_t type = read_type_index(r, m);
        uint32_t *function = ADD(r, m->functions, m->function_count);
        if (function != NULL)
            *function = type;
        m->imported_functions++;
    } else if (kind == WASM_TABLE) {
        import->index = m->table_count;
        wasm_tabletype *table = ADD(r, m->tables, m->table_count);
        if (table != NULL)
            read_table_type(r, m, table, true);
        m->imported_tables++;
    } else if (kind == WASM_MEMORY) {
        import->index = m->memory_count;
        read_memory(r, m);
        m->imported_memories++;
    } else if (kind == WASM_GLOBAL) {
        import->index = m->global_count;
        wasm_globaltype *global = ADD(r, m->globals, m->global_count);
        if (global != NULL)
            read_global_type(r, m, global);
        m->imported_globals++;
    } else if (kind == WASM_TAG) {
        import->index = m->tag_count;
        read_tag(r, m);
        m->imported_tags++;
    } else {
        wasm__fail(r, at, "unknown import kind 0x%02x", kind);
    }
}

static void read_import_section(wasm_reader *r, wasm_module *m)
{
    const uint32_t count =
        wasm__read_count(r, "imports count", WASM_MAX_IMPORTS);

    for (uint32_t i = 0; i < count && !r->failed; i++)
        read_import(r, m);
}

static void read_function_section(wasm_reader *r, wasm_module *m)
{
    const uint32_t count =
        wasm__read_count(r, "functions count", WASM_MAX_FUNCTIONS);

    for (uint32_t i = 0; i < count && !r->failed; i++) {
        const uint32_t type = read_type_index(r, m);
        uint32_t *function = ADD(r, m->functions, m->function_count);
        if (function == NULL)
            return;
        *function = type;
    }
}

/* A bit for each function, before the first expression may set one. */
static bool make_declared(wasm_reader *r, wasm_module *m)
{
    if (m->declared == NULL)
        m->declared = calloc(m->function_count / 8 + 1, 1);
    if (m->declared == NULL)
        wasm__no_memory(r);
    return m->declared != NULL;
}

/* ---- Tables, memories, globals ------------------------------------------ */

static void read_table_section(wasm_reader *r, wasm_module *m)
{
    const uint32_t count = wasm__read_count(r, "table count", WASM_MAX_TABLES);

    for (uint32_t i = 0; i < count && !r->failed; i++) {
        wasm_tabletype *table = ADD(r, m->tables, m->table_count);
        if (table == NULL)
            return;
        bool has_init = false;
        if (r->p < r->end && *r->p == 0x40) {
            const uint8_t *at = ++r->p;
            if (wasm__read_byte(r, "reserved-byte") != 0)
                wasm__fail(r, at, "Reserved byte must be 0x00");
            has_init = true;
        }
        read_table_type(r, m, table, false);
        if (has_init)
            table->init =
                wasm__read_constant(r, m, table->type, m->global_count);
        else if (!r->failed && !wasm__has_default(table->type))
            wasm__fail(r, r->p,
                       "Table of non-defaultable table %s needs initial value",
                       wasm__type_name(table->type).text);
    }
}

static void read_memory_section(wasm_reader *r, wasm_module *m)
{
    const uint32_t count = wasm__read_count(r, "memory count", 100000);

    for (uint32_t i = 0; i < count && !r->failed; i++)
        read_memory(r, m);
}

static void read_global_section(wasm_reader *r, wasm_module *m)
{
    const uint32_t count =
        wasm__read_count(r, "globals count", WASM_MAX_GLOBALS);

    for (uint32_t i = 0; i < count && !r->failed; i++) {
        wasm_globaltype global = { 0 };
        read_global_type(r, m, &global);
        if (r->failed)
            return;
        global.init = wasm__read_constant(r, m, global.type, m->global_count);
        wasm_globaltype *added = ADD(r, m->globals, m->global_count);
        if (added == NULL)
            return;
        *added = global;
    }
}

/* ---- Exports, start ----------------------------------------------------- */

static uint32_t read_index(wasm_reader *r, const char *what, uint32_t count)
{
    const uint8_t *at = r->p;
    const uint32_t index = wasm__read_u32(r, "index");

    if (!r->failed && index >= count) {
        wasm__fail(r, at, "%s index %u out of bounds (%u entr%s)", what, index,
                   count, count == 1 ? "y" : "ies");
        return 0;
    }
    return index;
}

static void read_export(wasm_reader *r, wasm_module *m)
{
    wasm_export *export = ADD(r, m->exports, m->export_count);

    if (export == NULL)
        return;
    export->name = wasm__read_name(r, "field name");
    const uint8_t *at = r->p;
    const uint8_t kind = wasm__read_byte(r, "kind");
    if (r->failed)
        return;
    export->kind = (wasm_kind)kind;
    const uint8_t *index_at = r->p;
    switch (kind) {
    case WASM_FUNC:
        export->index = read_index(r, "function", m->function_count);
        if (!r->failed)
            wasm__declare(m, export->index);
        break;
    case WASM_TABLE:
        export->index = read_index(r, "table", m->table_count);
        break;
    case WASM_MEMORY:
        export->index = wasm__read_u32(r, "memory index");
        if (!r->failed && export->index >= m->memory_count)
            wasm__fail(r, index_at,
                       "invalid exported memory index %u (having %u memor%s)",
                       export->index, m->memory_count,
                       m->memory_count == 1 ? "y" : "ies");
        break;
    case WASM_GLOBAL:
        export->index = read_index(r, "global", m->global_count);
        break;
    case WASM_TAG:
        export->index = read_index(r, "tag", m->tag_count);
        break;
    default:
        wasm__fail(r, at, "invalid export kind 0x%02x", kind);
    }
}

static int compare_exports(const void *a, const void *b)
{
    const wasm_export *x = *(const wasm_export *const *)a;
    const wasm_export *y = *(const wasm_export *const *)b;

    if (x->name.len != y->name.len)
        return x->name.len < y->name.len ? -1 : 1;
    const int order = memcmp(x->name.bytes, y->name.bytes, x->name.len);
    if (order != 0)
        return order;
    return x < y ? -1 : x > y;
}

static void check_duplicates(wasm_reader *r, wasm_module *m)
{
    static const char *const kinds[] = { "function", "table", "memory",
                                         "global", "tag" };
    const wasm_export **sorted = calloc(m->export_count + 1, sizeof(*sorted));

    if (sorted == NULL) {
        wasm__no_memory(r);
        return;
    }
    for (uint32_t i = 0; i < m->export_count; i++)
        sorted[i] = &m->exports[i];
    qsort(sorted, m->export_count, sizeof(*sorted), compare_exports);
    for (uint32_t i = 1; i < m->export_count; i++) {
        const wasm_export *x = sorted[i - 1];
        const wasm_export *y = sorted[i];
        if (x->name.len != y->name.len ||
            memcmp(x->name.bytes, y->name.bytes, x->name.len) != 0)
            continue;
        wasm__fail(r, (const uint8_t *)y->name.bytes,
                   "Duplicate export name '%.*s' for %s %u and %s %u",
                   y->name.len > 50 ? 50 : (int)y->name.len, y->name.bytes,
                   kinds[x->kind], x->index, kinds[y->kind], y->index);
        break;
    }
    free(sorted);
}

static void read_export_section(wasm_reader *r, wasm_module *m)
{
    const uint32_t count =
        wasm__read_count(r, "exports count", WASM_MAX_EXPORTS);

    for (uint32_t i = 0; i < count && !r->failed; i++)
        read_export(r, m);
    if (!r->failed)
        check_duplicates(r, m);
}

static void read_start_section(wasm_reader *r, wasm_module *m)
{
    const uint8_t *at = r->p;
    const uint32_t index = read_index(r, "function", m->function_count);

    if (r->failed)
        return;
    const wasm_functype *type = wasm__function_type(m, index);
    if (type->param_count != 0 || type->result_count != 0)
        wasm__fail(r, at,
                   "invalid start function: non-zero parameter or "
                   "return count");
    m->start = index;
}

/* ---- Segments ----------------------------------------------------------- */

static void read_elem_entries(wasm_reader *r, wasm_module *m, wasm_elem *elem)
{
    elem->count = wasm__read_count(r, " number of elements", WASM_MAX_TABLE);
    elem->entries = r->p;
    for (uint32_t i = 0; i < elem->count && !r->failed; i++) {
        if (elem->is_expressions) {
            wasm__read_constant(r, m, elem->type, m->global_count);
            continue;
        }
        const uint32_t index = read_index(r, "function", m->function_count);
        if (!r->failed)
            wasm__declare(m, index);
    }
    elem->end = r->p;
}

static void check_elem_table(wasm_reader *r, const wasm_module *m,
                             const wasm_elem *elem, bool has_index,
                             const uint8_t *at)
{
    if (elem->table >= m->table_count)
        wasm__fail(r, at, "out of bounds%s table index %u",
                   has_index ? "" : " implicit", elem->table);
}

/*
 * The bits of the flag: 1 passive or declarative; 2 with an explicit table, or
 * declarative; 4 expressions instead of indices.
 */
static void read_elem(wasm_reader *r, wasm_module *m)
{
    const uint8_t *at = r->p;
    const uint32_t flag = wasm__read_u32(r, "flag");
    wasm_elem elem = { .type = (flag & 4) != 0 ? WASM_FUNCREF
                                               : WASM_FUNCREF | WASM_NON_NULL };

    if (flag > 7) {
        wasm__fail(r, at, "illegal flag value %u", flag);
        return;
    }
    elem.is_expressions = (flag & 4) != 0;
    elem.mode = (flag & 1) == 0   ? WASM_ACTIVE
                : (flag & 2) != 0 ? WASM_DECLARATIVE
                                  : WASM_PASSIVE;
    if (elem.mode == WASM_ACTIVE) {
        const bool has_index = (flag & 2) != 0;
        if (has_index)
            elem.table = wasm__read_u32(r, "table index");
        check_elem_table(r, m, &elem, has_index, at);
        if (r->failed)
            return;
        elem.offset = wasm__read_constant(
            r, m, m->tables[elem.table].limits.is64 ? WASM_I64 : WASM_I32,
            m->global_count);
    }
    if ((flag & 3) != 0) {
        if (elem.is_expressions) {
            const uint8_t *type_at = r->p;
            elem.type = wasm__read_type(r, m);
            if (!r->failed && !wasm__is_reference(elem.type))
                wasm__fail(r, type_at, "invalid element segment type %s",
                           wasm__type_name(elem.type).text);
        } else {
            const uint8_t kind = wasm__read_byte(r, "element type: function");
            if (!r->failed && kind != 0)
                wasm__fail(r, at, "illegal element kind 0x%x. Must be 0x0",
                           kind);
        }
    }
    if (r->failed)
        return;
    if (elem.mode == WASM_ACTIVE &&
        !wasm__fits(m, elem.type, m->tables[elem.table].type))
        wasm__fail(r, at,
                   "Element segment of type %s is not a subtype of referenced "
                   "table %u (of type %s)",
                   wasm__type_name(elem.type).text, elem.table,
                   wasm__type_name(m->tables[elem.table].type).text);
    read_elem_entries(r, m, &elem);
    wasm_elem *added = r->failed ? NULL : ADD(r, m->elems, m->elem_count);
    if (added != NULL)
        *added = elem;
}

static void read_elem_section(wasm_reader *r, wasm_module *m)
{
    const uint32_t count = wasm__read_count(r, "segment count", WASM_MAX_TABLE);

    for (uint32_t i = 0; i < count && !r->failed; i++)
        read_elem(r, m);
}

static void read_data(wasm_reader *r, wasm_module *m, wasm_data *data)
{
    const uint8_t *at = r->p;
    const uint32_t flag = wasm__read_u32(r, "flag");
    uint32_t memory = 0;

    if (flag > 2) {
        wasm__fail(r, at, "illegal flag value %u", flag);
        return;
    }
    data->mode = flag == 1 ? WASM_PASSIVE : WASM_ACTIVE;
    if (flag == 2)
        memory = wasm__read_u32(r, "memory index");
    if (data->mode == WASM_ACTIVE) {
        if (!r->failed && memory >= m->memory_count)
            wasm__fail(r, at,
                       "invalid memory index %u for data section (having %u "
                       "memor%s)",
                       memory, m->memory_count,
                       m->memory_count == 1 ? "y" : "ies");
        data->memory = memory;
        data->offset = wasm__read_constant(
            r, m, !r->failed && m->memories[memory].is64 ? WASM_I64 : WASM_I32,
            m->global_count);
    }
    data->len = wasm__read_u32(r, "source size");
    data->bytes = wasm__read_bytes(r, data->len, "data segment");
}

static void read_data_section(wasm_reader *r, wasm_module *m)
{
    const uint8_t *at = r->p;
    const uint32_t count =
        wasm__read_count(r, "data segments count", WASM_MAX_DATA);
    const uint32_t expected = m->data_count;

    if (!r->failed && m->has_data_count && count != expected) {
        wasm__fail(r, at,
                   "number of data segments (%u) does not match the "
                   "data count section (%u)",
                   count, expected);
        return;
    }
    m->data_count = 0;
    for (uint32_t i = 0; i < count && !r->failed; i++) {
        wasm_data *data = ADD(r, m->data, m->data_count);
        if (data != NULL)
            read_data(r, m, data);
    }
}

static void read_data_count_section(wasm_reader *r, wasm_module *m)
{
    m->data_count = wasm__read_count(r, "data segments count", WASM_MAX_DATA);
    m->has_data_count = true;
}

/* ---- Code --------------------------------------------------------------- */

static void read_body(wasm_reader *r, wasm_module *m, uint32_t i)
{
    const uint8_t *at = r->p;
    const uint32_t size = wasm__read_u32(r, "body size");

    if (size > WASM_MAX_BODY) {
        wasm__fail(r, at, "size %u > maximum function size %u", size,
                   WASM_MAX_BODY);
        return;
    }
    const uint8_t *code = wasm__read_bytes(r, size, "function body");
    wasm_body *body = r->failed ? NULL : ADD(r, m->bodies, m->body_count);
    if (body == NULL)
        return;
    body->function = m->imported_functions + i;
    body->type = wasm__function_type(m, body->function);
    body->params = body->type->param_slots;
    body->offset = (uint32_t)(code - m->bytes);
    body->len = size;
    wasm_reader inner = { r->start, code, code + size, r->error, false };
    wasm__validate_body(&inner, m, body);
    if (inner.failed) {
        r->failed = true;
        r->error->function = body->function;
        r->p = r->end;
    }
}

static void read_code_section(wasm_reader *r, wasm_module *m)
{
    const uint8_t *at = r->p;
    const uint32_t count = wasm__read_u32(r, "functions count");
    const uint32_t expected = m->function_count - m->imported_functions;

    if (!r->failed && count != expected) {
        wasm__fail(r, at, "function body count %u mismatch (%u expected)",
                   count, expected);
        return;
    }
    for (uint32_t i = 0; i < count && !r->failed; i++)
        read_body(r, m, i);
}

/* ---- Sections ----------------------------------------------------------- */

typedef void section_fn(wasm_reader *r, wasm_module *m);

typedef struct section_kind {
    const char *name;
    section_fn *read;
    uint8_t order;
} section_kind;

static const section_kind sections[] = {
    { "Unknown", NULL, 0 },
    { "Type", wasm__read_type_section, 1 },
    { "Import", read_import_section, 2 },
    { "Function", read_function_section, 3 },
    { "Table", read_table_section, 4 },
    { "Memory", read_memory_section, 5 },
    { "Global", read_global_section, 7 },
    { "Export", read_export_section, 8 },
    { "Start", read_start_section, 9 },
    { "Element", read_elem_section, 10 },
    { "Code", read_code_section, 12 },
    { "Data", read_data_section, 13 },
    { "DataCount", read_data_count_section, 11 },
    { "Tag", read_tag_section, 6 },
};
#define SECTIONS (sizeof(sections) / sizeof(*sections))

static void read_custom(wasm_reader *r, wasm_module *m)
{
    wasm_custom *custom = ADD(r, m->customs, m->custom_count);

    if (custom == NULL)
        return;
    custom->name = wasm__read_name(r, "section name");
    custom->content.bytes = (const char *)r->p;
    custom->content.len = (size_t)(r->end - r->p);
    r->p = r->end;
}

static void read_section(wasm_reader *r, wasm_module *m, uint8_t *order)
{
    const uint8_t *at = r->p;
    const uint8_t code = wasm__read_byte(r, "section kind");
    const uint32_t len = wasm__read_u32(r, "section length");

    if (r->failed)
        return;
    if (len > (size_t)(r->end - r->p)) {
        wasm__fail(r, at,
                   "section (code %u, \"%s\") extends past end of the module "
                   "(length %u, remaining bytes %u)",
                   code, code < SECTIONS ? sections[code].name : "<unknown>",
                   len, (unsigned)(r->end - r->p));
        return;
    }
    if (code >= SECTIONS) {
        wasm__fail(r, r->p, "unknown section code #0x%02x", code);
        return;
    }
    wasm_reader inner = { r->start, r->p, r->p + len, r->error, false };
    if (code == 0) {
        read_custom(&inner, m);
    } else if (sections[code].order <= *order) {
        wasm__fail(&inner, r->p, "unexpected section <%s>",
                   sections[code].name);
    } else {
        *order = sections[code].order;
        if (code > 3 && !make_declared(&inner, m))
            return;
        sections[code].read(&inner, m);
        if (!inner.failed && inner.p != inner.end)
            wasm__fail(&inner, inner.p,
                       "section was shorter than expected size (%u bytes "
                       "expected, %zu decoded)",
                       len, (size_t)(inner.p - r->p));
    }
    r->failed = inner.failed;
    r->p += len;
}

static void read_module(wasm_reader *r, wasm_module *m)
{
    static const uint8_t head[] = { 0, 'a', 's', 'm', 1, 0, 0, 0 };
    uint8_t order = 0;

    for (int i = 0; i < 2; i++) {
        const uint8_t *p = wasm__read_bytes(r, 4, "head");
        const uint8_t *h = head + i * 4;
        if (p == NULL || memcmp(p, h, 4) == 0)
            continue;
        wasm__fail(r, p,
                   "expected %s %02x %02x %02x %02x, found %02x %02x %02x "
                   "%02x",
                   i == 0 ? "magic word" : "version", h[0], h[1], h[2], h[3],
                   p[0], p[1], p[2], p[3]);
    }
    while (!r->failed && r->p < r->end)
        read_section(r, m, &order);
    if (!r->failed &&
        m->function_count - m->imported_functions != m->body_count)
        wasm__fail(r, r->end,
                   "function count is %u, but code section is absent",
                   m->function_count - m->imported_functions);
    if (!r->failed && m->has_data_count && m->data_count != 0 &&
        m->data == NULL)
        wasm__fail(r, r->end, "data segments count %u mismatch (0 expected)",
                   m->data_count);
    make_declared(r, m);
}

/* ---- Life --------------------------------------------------------------- */

int wasm_module_new(const void *bytes, size_t len, wasm_module **out,
                    wasm_error *error)
{
    *error = (wasm_error){ .function = -1 };
    if (len > WASM_MAX_MODULE)
        return -EINVAL;
    wasm_module *m = calloc(1, sizeof(*m));
    if (m == NULL)
        return -ENOMEM;
    m->holds = 1;
    m->start = -1;
    m->len = len;
    m->bytes = malloc(len + 1);
    if (m->bytes == NULL) {
        free(m);
        return -ENOMEM;
    }
    memcpy(m->bytes, bytes, len);
    wasm_reader r = { m->bytes, m->bytes, m->bytes + len, error, false };
    if (len == 0)
        wasm__fail(&r, r.p, "BufferSource argument is empty");
    read_module(&r, m);
    if (r.failed) {
        wasm_module_release(m);
        return error->no_memory ? -ENOMEM : -EINVAL;
    }
    *out = m;
    return 0;
}

wasm_module *wasm_module_hold(wasm_module *module)
{
    module->holds++;
    return module;
}

void wasm_module_release(wasm_module *m)
{
    if (m == NULL || --m->holds != 0)
        return;
    wasm__free_codes(m);
    for (uint32_t i = 0; i < m->body_count; i++) {
        free(m->bodies[i].code);
        free(m->bodies[i].handlers);
    }
    free(m->tags);
    for (uint32_t i = 0; i < m->type_count; i++)
        wasm__free_deftype(&m->types[i]);
    free(m->types);
    free(m->functions);
    free(m->tables);
    free(m->memories);
    free(m->globals);
    free(m->imports);
    free(m->exports);
    free(m->elems);
    free(m->data);
    free(m->bodies);
    free(m->customs);
    free(m->declared);
    free(m->names);
    free(m->bytes);
    free(m);
}
