/*
 * store.c - the store, functions of the host, and the types that all modules
 * of a store share: two functions have the same type if they point to the same
 * one.
 */
#include "wasm/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* How much of the C stack a run may take, if the host does not say. */
#define NATIVE_STACK_BYTES (256u * 1024u)

int wasm_store_new(const wasm_host *host, wasm_store **out)
{
    wasm_store *store = calloc(1, sizeof(*store));

    if (store == NULL)
        return -ENOMEM;
    if (host != NULL)
        store->host = *host;
    store->budget = WASM_BUDGET;
    store->type_buckets = 64;
    store->types = calloc(store->type_buckets, sizeof(*store->types));
    /* The kernel gives the pages when they are used. */
    store->stack = malloc(WASM_STACK_SLOTS * sizeof(*store->stack));
    if (store->types == NULL || store->stack == NULL) {
        wasm_store_free(store);
        return -ENOMEM;
    }
    if (store->host.code != NULL)
        store->machine = (uint8_t)store->host.machine;
    store->guards = store->machine != WASM_MACHINE_OFF &&
                    store->host.reserve != NULL && !store->host.checks;
    store->native_limit = store->host.stack_limit != 0
                              ? store->host.stack_limit
                              : (uintptr_t)&store - NATIVE_STACK_BYTES;
    store->sp = store->stack;
    store->stack_end = store->stack + WASM_STACK_SLOTS;
    *out = store;
    return 0;
}

void wasm_store_free(wasm_store *store)
{
    while (store->instances != NULL)
        wasm_instance_free(store->instances);
    for (uint32_t i = 0; store->types != NULL && i < store->type_buckets; i++) {
        while (store->types[i] != NULL) {
            wasm_interned *t = store->types[i];
            store->types[i] = t->next;
            free(t);
        }
    }
    free(store->types);
    free(store->stack);
    free(store);
}

/* ---- Types -------------------------------------------------------------- */

static uint32_t hash_type(const wasm_functype *type)
{
    uint32_t hash = 2166136261u ^ type->param_count * 31;

    for (uint32_t i = 0; i < type->param_count; i++)
        hash = (hash ^ type->params[i]) * 16777619u;
    for (uint32_t i = 0; i < type->result_count; i++)
        hash = (hash ^ type->results[i]) * 16777619u;
    return hash;
}

static bool same_type(const wasm_functype *a, const wasm_functype *b)
{
    return a->param_count == b->param_count &&
           a->result_count == b->result_count &&
           (a->param_count == 0 ||
            memcmp(a->params, b->params, a->param_count) == 0) &&
           (a->result_count == 0 ||
            memcmp(a->results, b->results, a->result_count) == 0);
}

static void rehash(wasm_store *store)
{
    const uint32_t buckets = store->type_buckets * 2;
    wasm_interned **types = calloc(buckets, sizeof(*types));

    if (types == NULL)
        return; /* longer chains, no harm */
    for (uint32_t i = 0; i < store->type_buckets; i++) {
        while (store->types[i] != NULL) {
            wasm_interned *t = store->types[i];
            store->types[i] = t->next;
            t->next = types[t->hash & (buckets - 1)];
            types[t->hash & (buckets - 1)] = t;
        }
    }
    free(store->types);
    store->types = types;
    store->type_buckets = buckets;
}

const wasm_interned *wasm__intern(wasm_store *store, const wasm_functype *type)
{
    const uint32_t hash = hash_type(type);
    wasm_interned *t = store->types[hash & (store->type_buckets - 1)];

    for (; t != NULL; t = t->next) {
        if (t->hash == hash && same_type(&t->type, type))
            return t;
    }
    if (store->type_count > store->type_buckets)
        rehash(store);
    t = malloc(sizeof(*t) + type->param_count + type->result_count);
    if (t == NULL)
        return NULL;
    uint8_t *bytes = (uint8_t *)(t + 1);
    if (type->param_count > 0)
        memcpy(bytes, type->params, type->param_count);
    if (type->result_count > 0)
        memcpy(bytes + type->param_count, type->results, type->result_count);
    t->type = *type;
    t->type.params = bytes;
    t->type.results = bytes + type->param_count;
    t->hash = hash;
    t->next = store->types[hash & (store->type_buckets - 1)];
    store->types[hash & (store->type_buckets - 1)] = t;
    store->type_count++;
    return t;
}

/* ---- Functions ---------------------------------------------------------- */

int wasm_func_new(wasm_store *store, const wasm_functype *type,
                  wasm_host_fn *fn, void *data, wasm_func **out)
{
    wasm_functype counted = *type;
    wasm_func *func = calloc(1, sizeof(*func));

    if (func == NULL)
        return -ENOMEM;
    counted.param_slots = 0;
    counted.result_slots = 0;
    for (uint32_t i = 0; i < type->param_count; i++)
        counted.param_slots += wasm__slots(type->params[i]);
    for (uint32_t i = 0; i < type->result_count; i++)
        counted.result_slots += wasm__slots(type->results[i]);
    func->interned = wasm__intern(store, &counted);
    if (func->interned == NULL) {
        free(func);
        return -ENOMEM;
    }
    func->store = store;
    func->host = fn;
    func->data = data;
    *out = func;
    return 0;
}

void wasm_func_free(wasm_func *func)
{
    free(func);
}

const wasm_functype *wasm_func_type(const wasm_func *func)
{
    return &func->interned->type;
}

wasm_instance *wasm_func_instance(const wasm_func *func)
{
    return func->instance;
}

uint32_t wasm_func_index(const wasm_func *func)
{
    return func->index;
}

void *wasm_func_data(const wasm_func *func)
{
    return func->data;
}

void **wasm_func_tag(wasm_func *func)
{
    return &func->tag;
}

/* ---- Calls from outside ------------------------------------------------- */

wasm_trap wasm_call(wasm_store *store, wasm_func *func, wasm_slot *slots)
{
    const wasm_functype *type = wasm_func_type(func);
    wasm_slot *base = store->sp;
    const uint32_t most = type->param_slots > type->result_slots
                              ? type->param_slots
                              : type->result_slots;

    if (func->host != NULL)
        return func->host(func->data, func, slots);
    if ((size_t)(store->stack_end - base) < most + WASM_HEADER)
        return WASM_TRAP_STACK;
    if (type->param_slots > 0)
        memcpy(base, slots, type->param_slots * sizeof(*slots));
    const wasm_trap trap =
        (wasm_trap)func->body->entry(base, func->instance, func->body);
    store->sp = base;
    if (trap == WASM_OK && type->result_slots > 0)
        memcpy(slots, base, type->result_slots * sizeof(*slots));
    return trap;
}

size_t wasm_store_get_frames(wasm_store *store, wasm_frame *out, size_t count)
{
    size_t n = 0;

    for (; n < count && n < store->frame_count; n++) {
        const wasm_at *at = &store->frames[n];
        wasm_module *m = at->instance->module;
        wasm_body *body = (wasm_body *)at->body;
        out[n] = (wasm_frame){ at->instance, body->function,
                               wasm__offset_of(
                                   m, body, (uint32_t)(at->pc - body->code)) };
    }
    return n;
}

void wasm_store_each_slot(wasm_store *store,
                          void (*fn)(void *ctx, wasm_slot slot), void *ctx)
{
    for (const wasm_slot *s = store->stack; s < store->sp; s++)
        fn(ctx, *s);
}

static void each_of_part(const wasm_part *part,
                         void (*fn)(void *ctx, wasm_slot slot), void *ctx)
{
    if (part->kind == WASM_GLOBAL) {
        const wasm_global *global = (const wasm_global *)part;
        if (global->type == WASM_EXTERNREF)
            fn(ctx, global->value[0]);
    } else if (part->kind == WASM_TABLE) {
        const wasm_table *table = (const wasm_table *)part;
        for (uint32_t i = 0; table->type == WASM_EXTERNREF && i < table->size;
             i++)
            fn(ctx, table->items[i]);
    }
}

void wasm_store_each_reference(wasm_store *store,
                               void (*fn)(void *ctx, wasm_slot slot), void *ctx)
{
    for (const wasm_part *p = store->parts; p != NULL; p = p->next)
        each_of_part(p, fn, ctx);
    for (const wasm_instance *i = store->instances; i != NULL; i = i->next) {
        for (uint32_t s = 0; s < i->module->elem_count; s++) {
            if (i->module->elems[s].type != WASM_EXTERNREF)
                continue;
            for (uint32_t k = 0; k < i->elems[s].count; k++)
                fn(ctx, i->elems[s].items[k]);
        }
    }
}

const char *wasm_trap_text(wasm_trap trap)
{
    static const char *const texts[] = {
        [WASM_OK] = "",
        [WASM_TRAP_UNREACHABLE] = "unreachable",
        [WASM_TRAP_MEMORY] = "memory access out of bounds",
        [WASM_TRAP_DIV_BY_ZERO] = "divide by zero",
        [WASM_TRAP_DIV_OVERFLOW] = "divide result unrepresentable",
        [WASM_TRAP_REM_BY_ZERO] = "remainder by zero",
        [WASM_TRAP_TRUNC] = "float unrepresentable in integer range",
        [WASM_TRAP_TABLE_INDEX] = "table index is out of bounds",
        [WASM_TRAP_NULL_FUNC] = "null function or function signature mismatch",
        [WASM_TRAP_SIGNATURE] = "null function or function signature mismatch",
        [WASM_TRAP_TABLE_BOUNDS] = "table index is out of bounds",
        [WASM_TRAP_SEGMENT] = "element segment out of bounds",
        [WASM_TRAP_STACK] = "Maximum call stack size exceeded",
        [WASM_TRAP_HOST] = "host function failed",
        [WASM_TRAP_NO_MEMORY] = "out of memory"
    };

    return texts[trap];
}
