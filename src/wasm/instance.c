/*
 * instance.c - linking: imports are checked against what the module asks for,
 * the module's own tables, memory and globals are made, segments are copied.
 *
 * Until the segments, an error leaves nothing behind. A segment that does not
 * fit leaves those before it where they were copied to, as the standard has it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/machine/enter.h"
#include "wasm/object.h"
#include "wasm/store.h"

/* ---- Functions ---------------------------------------------------------- */

wasm_func *wasm__function(wasm_instance *instance, uint32_t index)
{
    const wasm_module *m = instance->module;

    if (instance->funcs[index] != NULL)
        return instance->funcs[index];
    wasm_func *func = calloc(1, sizeof(*func));
    if (func == NULL)
        return NULL;
    func->store = instance->store;
    func->interned = instance->types[m->functions[index]];
    func->instance = instance;
    func->body = &m->bodies[index - m->imported_functions];
    func->index = index;
    if (func->body->entry == NULL)
        func->body->entry = wasm__enter_cold;
    instance->funcs[index] = func;
    return func;
}

/* ---- Constant expressions ----------------------------------------------- */

typedef struct evaluation {
    wasm_instance *instance;
    wasm_slot *slots; /* a v128 takes two */
    wasm_slot few[16];
    uint32_t count;
    uint32_t capacity;
} evaluation;

/* Two slots more, for the next operand. */
static bool evaluation_reserve(evaluation *e)
{
    if (e->count + 2 <= e->capacity)
        return true;
    const bool is_few = e->slots == e->few;
    wasm_slot *grown =
        realloc(is_few ? NULL : e->slots, e->capacity * 2 * sizeof(*grown));
    if (grown == NULL)
        return false;
    if (is_few)
        memcpy(grown, e->few, sizeof(e->few));
    e->slots = grown;
    e->capacity *= 2;
    return true;
}

static void evaluate_arithmetic(evaluation *e, uint8_t op)
{
    const wasm_slot y = e->slots[--e->count];
    wasm_slot *x = &e->slots[e->count - 1];

    switch (op) {
    case 0x6a:
        x->u32 += y.u32;
        break;
    case 0x6b:
        x->u32 -= y.u32;
        break;
    case 0x6c:
        x->u32 *= y.u32;
        break;
    case 0x7c:
        x->u64 += y.u64;
        break;
    case 0x7d:
        x->u64 -= y.u64;
        break;
    default:
        x->u64 *= y.u64;
    }
}

/* How many slots are taken from the stack. */
static uint32_t made_of(const wasm_deftype *type, uint32_t op, uint32_t count)
{
    switch (op) {
    case 0:
        return type->slots;
    case 6: /* the element, and how many */
        return wasm__slots(type->fields[0].type) + 1;
    case 7:
        return 1;
    case 8:
        return wasm__slots(type->fields[0].type) * count;
    default:
        return 0;
    }
}

static int evaluate_new(evaluation *e, wasm_reader *r, uint32_t op)
{
    const wasm_deftype *type = e->instance->types[wasm__read_u32(r, "type")];
    const uint32_t fixed = op == 8 ? wasm__read_u32(r, "count") : 0;
    wasm_store *store = e->instance->store;
    wasm_trap trap;

    e->count -= made_of(type, op, fixed);
    wasm_slot *at = &e->slots[e->count];
    if (op <= 1)
        trap = wasm__new_struct(store, type, op == 0 ? at : NULL, at);
    else if (op == 6)
        trap = wasm__new_array(store, type,
                               at[wasm__slots(type->fields[0].type)].u32, at,
                               at);
    else if (op == 7)
        trap = wasm__new_array(store, type, at->u32, NULL, at);
    else
        trap = wasm__new_array_fixed(store, type, fixed, at, at);
    e->count++;
    return trap == WASM_OK ? 0 : -ENOMEM;
}

/* After the byte 0xfb. Both hierarchies that can be converted have the same
 * references. */
static int evaluate_object(evaluation *e, wasm_reader *r)
{
    const uint32_t op = wasm__read_u32(r, "opcode");

    if (op < 26)
        return evaluate_new(e, r, op);
    if (op == 28) {
        wasm_slot *top = &e->slots[e->count - 1];
        top->u64 = (uint64_t)(top->u32 << 1 | 1);
    }
    return 0;
}

/* One instruction of an expression that has been checked: 0, or -ENOMEM. */
static int evaluate_one(evaluation *e, wasm_reader *r)
{
    const uint8_t op = wasm__read_byte(r, "opcode");
    const wasm_global *global;

    if (!evaluation_reserve(e))
        return -ENOMEM;
    wasm_slot *top = &e->slots[e->count];
    switch (op) {
    case 0x23:
        global = e->instance->globals[wasm__read_u32(r, "global")];
        memcpy(top, global->value, sizeof(global->value));
        e->count += wasm__slots(global->type) - 1;
        break;
    case 0x41:
        top->s32 = (int32_t)wasm__read_signed(r, "i32", 32);
        break;
    case 0x42:
        top->s64 = wasm__read_signed(r, "i64", 64);
        break;
    case 0x43:
        memcpy(top, wasm__read_bytes(r, 4, "f32"), 4);
        break;
    case 0x44:
        memcpy(top, wasm__read_bytes(r, 8, "f64"), 8);
        break;
    case 0xd0:
        wasm__read_signed(r, "heap type", 33);
        top->u64 = 0;
        break;
    case 0xd2:
        top->func = wasm__function(e->instance, wasm__read_u32(r, "function"));
        if (top->func == NULL)
            return -ENOMEM;
        break;
    case 0xfd:
        wasm__read_u32(r, "v128.const");
        memcpy(top, wasm__read_bytes(r, 16, "v128"), 16);
        e->count++;
        break;
    case 0xfb:
        return evaluate_object(e, r);
    default:
        evaluate_arithmetic(e, op);
        return 0;
    }
    e->count++;
    return 0;
}

/* The value of an expression: one slot, or two. */
static int instance_evaluate(wasm_instance *instance, const uint8_t *code,
                             const uint8_t *end, wasm_slot *out,
                             const uint8_t **after)
{
    wasm_error error;
    wasm_reader r = { code, code, end, &error, false };
    evaluation e = { .instance = instance, .capacity = 16 };
    int err = 0;

    e.slots = e.few;
    while (err == 0 && *r.p != 0x0b)
        err = evaluate_one(&e, &r);
    if (err == 0)
        memcpy(out, e.slots, 2 * sizeof(*out)); /* there are 16 at least */
    if (after != NULL)
        *after = r.p + 1;
    if (e.slots != e.few)
        free(e.slots);
    return err;
}

static int evaluate_constant(wasm_instance *instance,
                             const wasm_constant *constant, wasm_slot out[2])
{
    out[0].u64 = 0;
    out[1].u64 = 0;
    if (constant->code == NULL)
        return 0;
    return instance_evaluate(instance, constant->code,
                             constant->code + constant->len, out, NULL);
}

/* ---- Imports ------------------------------------------------------------ */

static int instance_refuse(wasm_link_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int instance_refuse(wasm_link_error *error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(error->text, sizeof(error->text), format, args);
    va_end(args);
    return -EINVAL;
}

static int check_limits(const wasm_limits *have, const wasm_limits *want,
                        bool is_memory, wasm_link_error *error)
{
    if (have->is64 != want->is64)
        return instance_refuse(
            error, "cannot import %s %s as %s", have->is64 ? "i64" : "i32",
            is_memory ? "memory" : "table", want->is64 ? "i64" : "i32");
    if (have->shared != want->shared)
        return instance_refuse(
            error,
            "mismatch in shared state of memory, declared = %d, "
            "imported = %d",
            want->shared, have->shared);
    if (have->min < want->min)
        return is_memory
                   ? instance_refuse(
                         error,
                         "memory import has %" PRIu64
                         " pages which is smaller than the declared initial of "
                         "%" PRIu64,
                         have->min, want->min)
                   : instance_refuse(
                         error,
                         "table import %u is smaller than initial %" PRIu64
                         ", got %" PRIu64,
                         error->import, want->min, have->min);
    if (!want->has_max)
        return 0;
    if (!have->has_max)
        return is_memory
                   ? instance_refuse(
                         error,
                         "memory import has no maximum limit, expected at "
                         "most 4294967295")
                   : instance_refuse(
                         error,
                         "table import %u has no maximum length; required: "
                         "%" PRIu64,
                         error->import, want->max);
    if (have->max > want->max)
        return is_memory
                   ? instance_refuse(
                         error,
                         "memory import has a larger maximum size %" PRIu64
                         " than the module's declared maximum %" PRIu64,
                         have->max, want->max)
                   : instance_refuse(
                         error,
                         "table import %u has a larger maximum size %" PRIx64
                         " than the module's declared maximum %" PRIu64,
                         error->import, have->max, want->max);
    return 0;
}

/* A global that changes has exactly the type that is asked for. */
static bool is_global_type(const wasm_instance *instance,
                           const wasm_global *have, const wasm_globaltype *want)
{
    const wasm_type type = wasm__type_of(instance, want->type);

    if (want->is_mutable)
        return have->type == type;
    return wasm__is_subtype(wasm__store_defs(instance->store), have->type,
                            type);
}

static int link_import(wasm_instance *instance, const wasm_import *want,
                       const wasm_extern *have, wasm_link_error *error)
{
    const wasm_module *m = instance->module;
    const uint32_t i = want->index;
    wasm_limits limits;

    if (have->kind != want->kind)
        return instance_refuse(error, "import is of another kind");
    switch (want->kind) {
    case WASM_FUNC:
        if (!wasm__inherits(wasm__store_defs(instance->store),
                            have->func->interned->canonical,
                            instance->types[m->functions[i]]->canonical))
            return instance_refuse(error,
                                   "imported function does not match the "
                                   "expected type");
        instance->funcs[i] = have->func;
        return 0;
    case WASM_TABLE:
        wasm_table_get_limits(have->table, &limits);
        instance->tables[i] = wasm_table_hold(have->table);
        if (check_limits(&limits, &m->tables[i].limits, false, error) < 0)
            return -EINVAL;
        if (have->table->type != wasm__type_of(instance, m->tables[i].type))
            return instance_refuse(error,
                                   "imported table does not match the expected "
                                   "type");
        return 0;
    case WASM_TAG:
        if (have->tag->type != instance->types[m->tags[i]])
            return instance_refuse(error,
                                   "imported tag does not match the expected "
                                   "type");
        instance->tags[i] = wasm_tag_hold(have->tag);
        return 0;
    case WASM_MEMORY:
        wasm_memory_get_limits(have->memory, &limits);
        instance->memories[i] = wasm_memory_hold(have->memory);
        return check_limits(&limits, &m->memories[i], true, error);
    default:
        if (have->global->is_mutable != m->globals[i].is_mutable)
            return instance_refuse(
                error, "imported global does not match the expected "
                       "mutability");
        if (!is_global_type(instance, have->global, &m->globals[i]))
            return instance_refuse(
                error, "imported global does not match the expected "
                       "type");
        instance->globals[i] = wasm_global_hold(have->global);
        return 0;
    }
}

/* ---- The instance's own ------------------------------------------------- */

static int make_globals(wasm_instance *instance)
{
    const wasm_module *m = instance->module;

    for (uint32_t i = m->imported_globals; i < m->global_count; i++) {
        wasm_slot value[2];
        int err = evaluate_constant(instance, &m->globals[i].init, value);
        if (err == 0)
            err = wasm_global_new(
                instance->store, wasm__type_of(instance, m->globals[i].type),
                m->globals[i].is_mutable, value, &instance->globals[i]);
        if (err < 0)
            return err;
    }
    return 0;
}

static int make_tables(wasm_instance *instance)
{
    const wasm_module *m = instance->module;

    for (uint32_t i = m->imported_tables; i < m->table_count; i++) {
        wasm_slot value[2];
        int err = evaluate_constant(instance, &m->tables[i].init, value);
        if (err == 0)
            err = wasm_table_new(
                instance->store, wasm__type_of(instance, m->tables[i].type),
                &m->tables[i].limits, value[0], &instance->tables[i]);
        if (err < 0)
            return err;
    }
    for (uint32_t i = m->imported_memories; i < m->memory_count; i++) {
        const int err = wasm_memory_new(instance->store, &m->memories[i],
                                        &instance->memories[i]);
        if (err < 0)
            return err;
    }
    if (m->memory_count > 0)
        instance->memory = instance->memories[0];
    return 0;
}

static int make_tags(wasm_instance *instance)
{
    const wasm_module *m = instance->module;

    for (uint32_t i = m->imported_tags; i < m->tag_count; i++) {
        const int err = wasm__tag_new(
            instance->store, instance->types[m->tags[i]], &instance->tags[i]);
        if (err < 0)
            return err;
    }
    return 0;
}

/* The references of a segment, in `out`. */
static int evaluate_elems(wasm_instance *instance, const wasm_elem *elem,
                          wasm_slot *out)
{
    wasm_error error;
    wasm_reader r = { elem->entries, elem->entries, elem->end, &error, false };

    for (uint32_t i = 0; i < elem->count; i++) {
        wasm_slot value[2];
        if (elem->is_expressions) {
            const int err =
                instance_evaluate(instance, r.p, elem->end, value, &r.p);
            if (err < 0)
                return err;
        } else {
            value[0].func =
                wasm__function(instance, wasm__read_u32(&r, "function"));
            if (value[0].func == NULL)
                return -ENOMEM;
        }
        out[i] = value[0];
    }
    return 0;
}

static int make_elems(wasm_instance *instance)
{
    const wasm_module *m = instance->module;

    for (uint32_t i = 0; i < m->elem_count; i++) {
        const wasm_elem *elem = &m->elems[i];
        wasm_elems *made = &instance->elems[i];
        if (elem->mode == WASM_DECLARATIVE || elem->count == 0)
            continue;
        made->items = calloc(elem->count, sizeof(*made->items));
        if (made->items == NULL)
            return -ENOMEM;
        made->count = elem->count;
        const int err = evaluate_elems(instance, elem, made->items);
        if (err < 0)
            return err;
    }
    return 0;
}

/* ---- Segments ----------------------------------------------------------- */

wasm_trap wasm__table_init(wasm_instance *instance, uint32_t segment,
                           wasm_table *table, uint64_t to, uint32_t from,
                           uint32_t count)
{
    const wasm_elems *elems = &instance->elems[segment];

    if (to > table->size || count > table->size - to)
        return WASM_TRAP_TABLE_BOUNDS;
    if ((uint64_t)from + count > elems->count)
        return WASM_TRAP_SEGMENT;
    if (count > 0)
        memcpy(table->items + to, elems->items + from,
               count * sizeof(*elems->items));
    return WASM_OK;
}

void wasm__elem_drop(wasm_instance *instance, uint32_t segment)
{
    free(instance->elems[segment].items);
    instance->elems[segment] = (wasm_elems){ 0 };
}

wasm_trap wasm__memory_init(wasm_instance *instance, uint32_t segment,
                            const wasm_memory *memory, uint64_t to,
                            uint32_t from, uint32_t count)
{
    const wasm_data *data = &instance->module->data[segment];
    const bool dropped =
        (instance->dropped[segment / 8] >> segment % 8 & 1) != 0;
    const uint64_t len = dropped ? 0 : data->len;

    if (to > memory->bytes || count > memory->bytes - to ||
        (uint64_t)from + count > len)
        return WASM_TRAP_MEMORY;
    if (count > 0)
        memcpy(memory->data + to, data->bytes + from, count);
    return WASM_OK;
}

void wasm__data_drop(wasm_instance *instance, uint32_t segment)
{
    instance->dropped[segment / 8] |= (uint8_t)(1u << segment % 8);
}

static int copy_segments(wasm_instance *instance, wasm_trap *trap)
{
    const wasm_module *m = instance->module;
    wasm_slot at[2];

    for (uint32_t i = 0; i < m->elem_count && *trap == WASM_OK; i++) {
        const wasm_elem *elem = &m->elems[i];
        if (elem->mode != WASM_ACTIVE)
            continue;
        if (evaluate_constant(instance, &elem->offset, at) < 0)
            return -ENOMEM;
        wasm_table *table = instance->tables[elem->table];
        const uint64_t to = table->limits.is64 ? at[0].u64 : at[0].u32;
        *trap = wasm__table_init(instance, i, table, to, 0, elem->count);
        instance->misfit = (wasm_misfit){ false, i, to, elem->count, 0 };
        wasm__elem_drop(instance, i);
    }
    for (uint32_t i = 0; i < m->data_count && *trap == WASM_OK; i++) {
        const wasm_data *data = &m->data[i];
        if (data->mode != WASM_ACTIVE)
            continue;
        if (evaluate_constant(instance, &data->offset, at) < 0)
            return -ENOMEM;
        const wasm_memory *memory = instance->memories[data->memory];
        const uint64_t to = memory->limits.is64 ? at[0].u64 : at[0].u32;
        *trap = wasm__memory_init(instance, i, memory, to, 0, data->len);
        instance->misfit =
            (wasm_misfit){ true, i, to, data->len, memory->bytes };
        wasm__data_drop(instance, i);
    }
    return 0;
}

/* ---- Life --------------------------------------------------------------- */

static wasm_instance *instance_allocate(wasm_store *store, wasm_module *m)
{
    wasm_instance *i = calloc(1, sizeof(*i));

    if (i == NULL)
        return NULL;
    i->store = store;
    i->module = wasm_module_hold(m);
    i->next = store->instances;
    if (i->next != NULL)
        i->next->previous = i;
    store->instances = i;
    i->funcs = calloc(m->function_count + 1, sizeof(*i->funcs));
    i->tables = calloc(m->table_count + 1, sizeof(*i->tables));
    i->globals = calloc(m->global_count + 1, sizeof(*i->globals));
    i->memories = calloc(m->memory_count + 1, sizeof(*i->memories));
    i->tags = calloc(m->tag_count + 1, sizeof(*i->tags));
    i->types = calloc(m->type_count + 1, sizeof(*i->types));
    i->elems = calloc(m->elem_count + 1, sizeof(*i->elems));
    i->dropped = calloc(m->data_count / 8 + 1, 1);
    bool ok = i->funcs != NULL && i->tables != NULL && i->globals != NULL &&
              i->types != NULL && i->elems != NULL && i->dropped != NULL &&
              i->memories != NULL && i->tags != NULL;
    const uint32_t *map = ok ? wasm__map_types(store, m) : NULL;
    ok = map != NULL;
    for (uint32_t t = 0; ok && t < m->type_count; t++)
        i->types[t] = store->types.defs[map[t]];
    if (!ok) {
        wasm_instance_free(i);
        return NULL;
    }
    return i;
}

int wasm_instance_new(wasm_store *store, wasm_module *module,
                      const wasm_extern *imports, wasm_instance **out,
                      wasm_trap *trap, wasm_link_error *error)
{
    wasm_instance *instance = instance_allocate(store, module);
    int err = 0;

    *trap = WASM_OK;
    if (instance == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < module->import_count && err == 0; i++) {
        error->import = i;
        err = link_import(instance, &module->imports[i], &imports[i], error);
    }
    store->keeps_all++; /* new objects are in variables of C */
    if (err == 0)
        err = make_globals(instance);
    if (err == 0)
        err = make_tables(instance);
    if (err == 0)
        err = make_tags(instance);
    if (err == 0)
        err = make_elems(instance);
    if (err == 0)
        err = copy_segments(instance, trap);
    store->keeps_all--;
    if (err < 0) {
        wasm_instance_free(instance);
        return err;
    }
    instance->stack_end = store->stack_end;
    instance->native_limit = store->native_limit;
    instance->budget = WASM_BUDGET;
    if (instance->memory != NULL && instance->memory->guarded)
        instance->memory_data = instance->memory->data;
    *out = instance;
    return 0;
}

void wasm_instance_free(wasm_instance *i)
{
    const wasm_module *m = i->module;

    for (uint32_t f = m->imported_functions;
         i->funcs != NULL && f < m->function_count; f++)
        free(i->funcs[f]);
    for (uint32_t t = 0; i->tables != NULL && t < m->table_count; t++)
        wasm_table_release(i->tables[t]);
    for (uint32_t g = 0; i->globals != NULL && g < m->global_count; g++)
        wasm_global_release(i->globals[g]);
    for (uint32_t e = 0; i->elems != NULL && e < m->elem_count; e++)
        free(i->elems[e].items);
    for (uint32_t n = 0; i->memories != NULL && n < m->memory_count; n++)
        wasm_memory_release(i->memories[n]);
    for (uint32_t t = 0; i->tags != NULL && t < m->tag_count; t++)
        wasm_tag_release(i->tags[t]);
    free(i->memories);
    free(i->tags);
    if (i->next != NULL)
        i->next->previous = i->previous;
    if (i->previous != NULL)
        i->previous->next = i->next;
    else
        i->store->instances = i->next;
    free(i->funcs);
    free(i->tables);
    free(i->globals);
    free(i->types);
    free(i->elems);
    free(i->dropped);
    wasm_module_release(i->module);
    free(i);
}

wasm_trap wasm_instance_start(wasm_instance *instance)
{
    const int64_t start = instance->module->start;

    if (start < 0)
        return WASM_OK;
    wasm_func *func = wasm__function(instance, (uint32_t)start);
    wasm_slot none = { .u64 = 0 };
    return func == NULL ? WASM_TRAP_NO_MEMORY
                        : wasm_call(instance->store, func, &none);
}

wasm_module *wasm_instance_module(const wasm_instance *instance)
{
    return instance->module;
}

void wasm_instance_get_export(wasm_instance *instance, uint32_t i,
                              wasm_extern *out)
{
    const wasm_export *export = &instance->module->exports[i];

    *out = (wasm_extern){ .kind = export->kind };
    switch (export->kind) {
    case WASM_FUNC:
        out->func = wasm__function(instance, export->index);
        break;
    case WASM_TABLE:
        out->table = instance->tables[export->index];
        break;
    case WASM_MEMORY:
        out->memory = instance->memories[export->index];
        break;
    case WASM_TAG:
        out->tag = instance->tags[export->index];
        break;
    case WASM_GLOBAL:
        out->global = instance->globals[export->index];
        break;
    }
}

void wasm_instance_get_misfit(const wasm_instance *instance, wasm_misfit *out)
{
    *out = instance->misfit;
}

void **wasm_instance_tag(wasm_instance *instance)
{
    return &instance->tag;
}
