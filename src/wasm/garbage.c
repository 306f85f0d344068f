/*
 * garbage.c - which objects and exceptions are still in use.
 *
 * A reference to one is its address: in slots of the stack, in globals, tables
 * and segments, in other objects and exceptions. Nobody says when one of these
 * is overwritten, so now and then all are looked for, and those that were not
 * found are freed. What a variable has is known by its type. On the stack any
 * number may look like an address, which only keeps one longer: the numbers
 * that are there are put into a table, and each object asks whether its address
 * is one of them.
 *
 * Objects that the host has a word for, and exceptions that it holds, are in
 * use; so is whatever the host says that it has in hand (each_slot).
 *
 * What must stay true:
 * 1. Nothing is freed while a reference to it may be in a register, or in a
 *    variable of C: only making an object or an exception looks for garbage.
 * 2. No recursion: objects that were found wait in a list for their fields to
 *    be looked at.
 */
#include <stdlib.h>
#include <string.h>

#include "wasm/object.h"
#include "wasm/store.h"

/* Below so many bytes, objects are not looked for. */
#define MIN_BYTES ((size_t)1 << 20)
#define MIN_EXCEPTIONS 1000u

typedef struct search {
    const wasm_store *store;
    uint64_t *numbers; /* a power of two of places; 0: free */
    size_t mask;
    size_t count;
    wasm_object *objects; /* those that wait */
    wasm_exception *exceptions;
} search;

/* ---- Numbers of the stack ----------------------------------------------- */

static void count_number(void *ctx, wasm_slot slot)
{
    search *s = ctx;

    s->count += slot.u64 != 0 && (slot.u64 & 7) == 0;
}

static size_t place_of(const search *s, uint64_t number)
{
    size_t at = (size_t)((number >> 4) * 0x9e3779b97f4a7c15u >> 20) & s->mask;

    while (s->numbers[at] != 0 && s->numbers[at] != number)
        at = (at + 1) & s->mask;
    return at;
}

static void note_number(void *ctx, wasm_slot slot)
{
    search *s = ctx;

    if (slot.u64 != 0 && (slot.u64 & 7) == 0)
        s->numbers[place_of(s, slot.u64)] = slot.u64;
}

static bool has_number(const search *s, const void *address)
{
    return s->numbers[place_of(s, (uintptr_t)address)] != 0;
}

static void each_number(wasm_store *store, void (*fn)(void *, wasm_slot),
                        void *ctx)
{
    wasm_store_each_slot(store, fn, ctx);
    if (store->host.each_slot != NULL)
        store->host.each_slot(store->host.ctx, fn, ctx);
}

static bool open_search(search *s, wasm_store *store)
{
    size_t places = 16;

    *s = (search){ .store = store };
    each_number(store, count_number, s);
    while (places < s->count * 2)
        places *= 2;
    s->numbers = calloc(places, sizeof(*s->numbers));
    if (s->numbers == NULL)
        return false;
    s->mask = places - 1;
    each_number(store, note_number, s);
    return true;
}

/* ---- Finding ------------------------------------------------------------ */

static void mark_object(search *s, wasm_object *object)
{
    if (object->marked)
        return;
    object->marked = true;
    object->waiting = s->objects;
    s->objects = object;
}

static void mark_exception(search *s, wasm_exception *e)
{
    if (e->marked)
        return;
    e->marked = true;
    e->waiting = s->exceptions;
    s->exceptions = e;
}

/* A reference of a type whose trace is known. */
static void mark_reference(search *s, wasm_slot slot, uint8_t trace)
{
    if (slot.u64 == 0)
        return;
    if (trace == WASM_TRACE_EXCEPTION)
        mark_exception(s, slot.exception);
    else if (trace == WASM_TRACE_OBJECT && (slot.u64 & 3) == 0)
        mark_object(s, slot.object);
}

uint8_t wasm__trace_of(const wasm_store *store, wasm_type type)
{
    if (!wasm__is_reference(type))
        return WASM_TRACE_NOTHING;
    switch (wasm__top_of(wasm__store_defs(store), type)) {
    case WASM_FUNCREF:
        return WASM_TRACE_NOTHING;
    case WASM_EXNREF:
        return WASM_TRACE_EXCEPTION;
    default:
        return WASM_TRACE_OBJECT;
    }
}

static void mark_many(search *s, const wasm_slot *slots, uint32_t count,
                      wasm_type type)
{
    const uint8_t trace = wasm__trace_of(s->store, type);

    for (uint32_t i = 0; trace != WASM_TRACE_NOTHING && i < count; i++)
        mark_reference(s, slots[i], trace);
}

static void mark_variables(search *s)
{
    for (const wasm_part *p = s->store->parts; p != NULL; p = p->next) {
        const wasm_global *global = (const wasm_global *)p;
        const wasm_table *table = (const wasm_table *)p;
        if (p->kind == WASM_GLOBAL)
            mark_many(s, global->value, 1, global->type);
        else if (p->kind == WASM_TABLE)
            mark_many(s, table->items, table->size, table->type);
    }
    for (const wasm_instance *i = s->store->instances; i != NULL; i = i->next) {
        for (uint32_t e = 0; e < i->module->elem_count; e++)
            mark_many(s, i->elems[e].items, i->elems[e].count,
                      wasm__type_of(i, i->module->elems[e].type));
    }
}

static void mark_roots(search *s)
{
    for (wasm_object *o = s->store->objects; o != NULL; o = o->next) {
        if (o->word != NULL || has_number(s, o))
            mark_object(s, o);
    }
    for (wasm_exception *e = s->store->exceptions; e != NULL; e = e->next) {
        if (e->holds > 0 || has_number(s, e))
            mark_exception(s, e);
    }
    mark_variables(s);
}

static void mark_fields(search *s, const wasm_object *object)
{
    const wasm_deftype *type = object->type;

    if (type->shape == WASM_SHAPE_ARRAY) {
        const uint8_t trace = type->fields[0].trace;
        for (uint32_t i = 0; trace != WASM_TRACE_NOTHING && i < object->count;
             i++)
            mark_reference(s, object->data[i], trace);
        return;
    }
    for (uint32_t i = 0; i < type->field_count; i++) {
        const wasm_field *field = &type->fields[i];
        if (field->trace != WASM_TRACE_NOTHING)
            mark_reference(s, object->data[field->slot], field->trace);
    }
}

static void mark_values(search *s, const wasm_exception *e)
{
    const wasm_functype *type = wasm_tag_type(e->tag);
    uint32_t slot = 0;

    for (uint32_t i = 0; i < type->param_count; i++) {
        mark_many(s, &e->values[slot], 1, type->params[i]);
        slot += wasm__slots(type->params[i]);
    }
}

static void mark_waiting(search *s)
{
    while (s->objects != NULL || s->exceptions != NULL) {
        const wasm_object *object = s->objects;
        const wasm_exception *e = s->exceptions;
        if (object != NULL) {
            s->objects = object->waiting;
            mark_fields(s, object);
        } else {
            s->exceptions = e->waiting;
            mark_values(s, e);
        }
    }
}

/* ---- Freeing ------------------------------------------------------------ */

static void free_exception(wasm_exception *e)
{
    wasm_tag_release(e->tag);
    free(e);
}

static void sweep_exceptions(wasm_store *store)
{
    wasm_exception **link = &store->exceptions;

    while (*link != NULL) {
        wasm_exception *e = *link;
        if (e->marked) {
            e->marked = false;
            link = &e->next;
            continue;
        }
        *link = e->next;
        free_exception(e);
        store->exception_count--;
    }
    store->exception_limit = store->exception_count * 2 + MIN_EXCEPTIONS;
}

static void sweep_objects(wasm_store *store)
{
    wasm_object **link = &store->objects;

    while (*link != NULL) {
        wasm_object *object = *link;
        if (object->marked) {
            object->marked = false;
            link = &object->next;
            continue;
        }
        *link = object->next;
        store->object_bytes -= sizeof(*object) + object->bytes;
        free(object);
    }
    store->object_limit = store->object_bytes * 2 + MIN_BYTES;
}

static void count_less(wasm_store *store)
{
    const size_t less = store->object_counted - store->object_bytes;

    if (less == 0)
        return;
    if (store->host.account != NULL)
        store->host.account(store->host.ctx, -(int64_t)less);
    store->object_counted -= less;
}

void wasm__collect(wasm_store *store)
{
    search s;

    if (store->keeps_all > 0 || !open_search(&s, store))
        return; /* the next time */
    mark_roots(&s);
    mark_waiting(&s);
    free(s.numbers);
    sweep_exceptions(store);
    sweep_objects(store);
    count_less(store);
}

void wasm_store_collect(wasm_store *store)
{
    wasm__collect(store);
}

void wasm__free_garbage(wasm_store *store)
{
    while (store->exceptions != NULL) {
        wasm_exception *e = store->exceptions;
        store->exceptions = e->next;
        free_exception(e);
    }
    while (store->objects != NULL) {
        wasm_object *object = store->objects;
        store->objects = object->next;
        free(object);
    }
    store->object_bytes = 0;
    count_less(store);
}

/* ---- References of the host --------------------------------------------- */

static void each_of_object(const wasm_object *object,
                           void (*fn)(void *ctx, wasm_slot slot), void *ctx)
{
    const wasm_deftype *type = object->type;
    const bool is_array = type->shape == WASM_SHAPE_ARRAY;
    const uint32_t count = is_array ? object->count : type->field_count;

    for (uint32_t i = 0; i < count; i++) {
        const wasm_field *field = &type->fields[is_array ? 0 : i];
        if (field->trace == WASM_TRACE_OBJECT)
            fn(ctx, object->data[is_array ? i : field->slot]);
        else if (is_array)
            return;
    }
}

void wasm__each_in_garbage(wasm_store *store,
                           void (*fn)(void *ctx, wasm_slot slot), void *ctx)
{
    for (const wasm_object *o = store->objects; o != NULL; o = o->next)
        each_of_object(o, fn, ctx);
    for (wasm_exception *e = store->exceptions; e != NULL; e = e->next) {
        const wasm_functype *type = wasm_tag_type(e->tag);
        uint32_t slot = 0;
        for (uint32_t i = 0; i < type->param_count; i++) {
            if (wasm__holds_externs(store, type->params[i]))
                fn(ctx, e->values[slot]);
            slot += wasm__slots(type->params[i]);
        }
    }
}
