/*
 * describe.c - what a module asks for and offers, and what its sections call
 * things.
 */
#include <stdlib.h>
#include <string.h>

#include "wasm/module.h"

void wasm_module_get_bytes(const wasm_module *module, const void **bytes,
                           size_t *len)
{
    *bytes = module->bytes;
    *len = module->len;
}

uint32_t wasm_module_hash(const wasm_module *module)
{
    wasm_module *m = (wasm_module *)module; /* computed when first asked for */
    uint32_t hash = 2166136261u;

    for (size_t i = 0; m->hash == 0 && i < m->len; i++)
        hash = (hash ^ m->bytes[i]) * 16777619u;
    if (m->hash == 0)
        m->hash = hash == 0 ? 1 : hash;
    return m->hash;
}

/* What references of this type bring with them. */
static wasm_sharing sharing_of(const wasm_module *m, wasm_type type)
{
    if (!wasm__is_reference(type))
        return WASM_SHARES_NOTHING;
    return wasm__top_of(wasm__defs(m), type) == WASM_EXTERNREF
               ? WASM_SHARES_EXTERNS
               : WASM_SHARES_REFERENCES;
}

static wasm_sharing sharing_of_all(const wasm_module *m, const wasm_type *types,
                                   uint32_t count)
{
    wasm_sharing max = WASM_SHARES_NOTHING;

    for (uint32_t i = 0; i < count; i++) {
        const wasm_sharing one = sharing_of(m, types[i]);
        if (one > max)
            max = one;
    }
    return max;
}

wasm_sharing wasm_module_sharing(const wasm_module *m)
{
    wasm_sharing max = WASM_SHARES_NOTHING;

    for (uint32_t i = 0; i < m->type_count; i++) {
        const wasm_functype *type = &m->types[i].func;
        if (m->types[i].shape != WASM_SHAPE_FUNC)
            return WASM_SHARES_REFERENCES;
        const wasm_sharing in =
            sharing_of_all(m, type->params, type->param_count);
        const wasm_sharing out =
            sharing_of_all(m, type->results, type->result_count);
        max = in > max ? in : max;
        max = out > max ? out : max;
    }
    return max;
}

static void item_describe(const wasm_module *m, wasm_kind kind, uint32_t index,
                          wasm_externtype *out)
{
    *out = (wasm_externtype){ .kind = kind };
    switch (kind) {
    case WASM_FUNC:
        out->func = wasm__function_type(m, index);
        break;
    case WASM_TABLE:
        out->limits = m->tables[index].limits;
        out->type = m->tables[index].type;
        break;
    case WASM_MEMORY:
        out->limits = m->memories[index];
        break;
    case WASM_TAG:
        out->func = &m->types[m->tags[index]].func;
        break;
    case WASM_GLOBAL:
        out->type = m->globals[index].type;
        out->is_mutable = m->globals[index].is_mutable;
        break;
    }
}

uint32_t wasm_module_import_count(const wasm_module *module)
{
    return module->import_count;
}

void wasm_module_get_import(const wasm_module *module, uint32_t i,
                            wasm_importtype *out)
{
    const wasm_import *import = &module->imports[i];

    out->module = import->module;
    out->field = import->field;
    item_describe(module, import->kind, import->index, &out->type);
}

uint32_t wasm_module_export_count(const wasm_module *module)
{
    return module->export_count;
}

void wasm_module_get_export(const wasm_module *module, uint32_t i,
                            wasm_exporttype *out)
{
    const wasm_export *export = &module->exports[i];

    out->name = export->name;
    out->index = export->index;
    item_describe(module, export->kind, export->index, &out->type);
}

bool wasm_module_get_custom(const wasm_module *module, uint32_t i,
                            wasm_name *name, wasm_name *content)
{
    if (i >= module->custom_count)
        return false;
    *name = module->customs[i].name;
    *content = module->customs[i].content;
    return true;
}

/* The subsection 1: pairs of an index and a name. A broken section is no
 * error; what was read before the break counts. */
static void read_function_names(wasm_module *m, wasm_reader *r)
{
    const uint32_t count = wasm__read_u32(r, "name count");

    for (uint32_t i = 0; i < count && !r->failed; i++) {
        const uint32_t index = wasm__read_u32(r, "index");
        const wasm_name name = wasm__read_name(r, "name");
        if (!r->failed && index < m->function_count)
            m->names[index] = name;
    }
}

static void read_names(wasm_module *m)
{
    wasm_error error;

    m->has_names = true;
    for (uint32_t i = 0; i < m->custom_count; i++) {
        const wasm_custom *c = &m->customs[i];
        if (c->name.len != 4 || memcmp(c->name.bytes, "name", 4) != 0)
            continue;
        if (m->names == NULL)
            m->names = calloc(m->function_count + 1, sizeof(*m->names));
        if (m->names == NULL)
            return;
        const uint8_t *start = (const uint8_t *)c->content.bytes;
        wasm_reader r = { start, start, start + c->content.len, &error, false };
        while (!r.failed && r.p < r.end) {
            const uint8_t kind = wasm__read_byte(&r, "kind");
            const uint32_t len = wasm__read_u32(&r, "length");
            const uint8_t *bytes = wasm__read_bytes(&r, len, "names");
            if (bytes == NULL || kind != 1)
                continue;
            wasm_reader inner = { start, bytes, bytes + len, &error, false };
            read_function_names(m, &inner);
        }
    }
}

wasm_name wasm_module_function_name(const wasm_module *module, uint32_t index)
{
    wasm_module *m = (wasm_module *)module; /* read when first asked for */

    if (!m->has_names)
        read_names(m);
    if (m->names == NULL || index >= m->function_count)
        return (wasm_name){ "", 0 };
    return m->names[index];
}

int wasm_module_translate(wasm_module *module)
{
    for (uint32_t i = 0; i < module->body_count; i++) {
        wasm_body *body = &module->bodies[i];
        const int err =
            body->code != NULL ? 0 : wasm__translate_body(module, body);
        if (err < 0)
            return err;
    }
    return 0;
}
