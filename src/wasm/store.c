/*
 * store.c - the store, functions of the host, and the types that all modules
 * of a store share: two functions have the same type if they point to the same
 * one.
 */
#include "wasm/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/object.h"

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
    /* The kernel gives the pages when they are used. */
    store->stack = malloc(WASM_STACK_SLOTS * sizeof(*store->stack));
    if (store->stack == NULL) {
        wasm_store_free(store);
        return -ENOMEM;
    }
    if (store->host.code != NULL)
        store->machine = (uint8_t)store->host.machine;
    store->guards = store->machine != WASM_MACHINE_OFF &&
                    store->host.reserve != NULL && !store->host.checks;
    store->native_limit = store->host.stack_limit != 0
                              ? store->host.stack_limit
                              : (uintptr_t)__builtin_frame_address(0) -
                                    NATIVE_STACK_BYTES;
    store->sp = store->stack;
    store->stack_end = store->stack + WASM_STACK_SLOTS;
    *out = store;
    return 0;
}

void wasm_store_free(wasm_store *store)
{
    while (store->instances != NULL)
        wasm_instance_free(store->instances);
    wasm__free_garbage(store);
    wasm_module_release(store->mapped);
    free(store->map);
    wasm__typeset_free(&store->types);
    free(store->stack);
    free(store);
}

/* ---- Types -------------------------------------------------------------- */

static bool add_groups(wasm_store *store, const wasm_module *m, uint32_t *map)
{
    for (uint32_t i = 0; i < m->type_count; i += m->types[i].group) {
        const int64_t first = wasm__typeset_add(&store->types, m->types, i,
                                                m->types[i].group, map);
        if (first < 0)
            return false;
        for (uint32_t k = 0; k < m->types[i].group; k++)
            map[i + k] = (uint32_t)first + k;
    }
    return true;
}

/* Which fields of the types that are new may refer to what is allocated. */
static void note_traces(wasm_store *store)
{
    for (; store->traced < store->types.count; store->traced++) {
        wasm_deftype *def = store->types.defs[store->traced];
        for (uint32_t i = 0; i < def->field_count; i++)
            def->fields[i].trace = wasm__trace_of(store, def->fields[i].type);
    }
}

const uint32_t *wasm__map_types(wasm_store *store, wasm_module *m)
{
    if (store->mapped == m)
        return store->map;
    uint32_t *map = calloc(m->type_count + 1, sizeof(*map));
    if (map == NULL || !add_groups(store, m, map)) {
        free(map);
        return NULL;
    }
    note_traces(store);
    free(store->map);
    wasm_module_release(store->mapped);
    store->map = map;
    store->mapped = wasm_module_hold(m);
    return map;
}

int wasm_store_type_of(wasm_store *store, wasm_module *module, wasm_type type,
                       wasm_type *out)
{
    *out = type;
    if ((type & WASM_INDEXED) == 0)
        return 0;
    const uint32_t *map = wasm__map_types(store, module);
    if (map == NULL)
        return -ENOMEM;
    *out = (type & ~WASM_INDEX_MASK) | map[type & WASM_INDEX_MASK];
    return 0;
}

const wasm_deftype *wasm__intern_function(wasm_store *store,
                                          const wasm_functype *type)
{
    wasm_deftype def = { .is_final = true,
                         .super = WASM_NO_SUPER,
                         .func = *type };

    def.func.param_slots = 0;
    def.func.result_slots = 0;
    for (uint32_t i = 0; i < type->param_count; i++)
        def.func.param_slots += wasm__slots(type->params[i]);
    for (uint32_t i = 0; i < type->result_count; i++)
        def.func.result_slots += wasm__slots(type->results[i]);
    uint32_t *identity = calloc(store->types.count + 1, sizeof(*identity));

    if (identity == NULL)
        return NULL;
    for (uint32_t i = 0; i < store->types.count; i++)
        identity[i] = i;
    const int64_t number = wasm__typeset_add_one(&store->types, &def, identity);
    free(identity);
    return number < 0 ? NULL : store->types.defs[number];
}

/* ---- Functions ---------------------------------------------------------- */

static int func_new(wasm_store *store, const wasm_deftype *type,
                    wasm_host_fn *fn, void *data, wasm_func **out)
{
    wasm_func *func = type == NULL ? NULL : calloc(1, sizeof(*func));

    if (func == NULL)
        return -ENOMEM;
    func->interned = type;
    func->store = store;
    func->host = fn;
    func->data = data;
    *out = func;
    return 0;
}

int wasm_func_new(wasm_store *store, const wasm_functype *type,
                  wasm_host_fn *fn, void *data, wasm_func **out)
{
    return func_new(store, wasm__intern_function(store, type), fn, data, out);
}

int wasm_func_new_import(wasm_store *store, wasm_module *module, uint32_t i,
                         wasm_host_fn *fn, void *data, wasm_func **out)
{
    const uint32_t *map = wasm__map_types(store, module);

    if (map == NULL)
        return -ENOMEM;
    const uint32_t type = module->functions[module->imports[i].index];
    return func_new(store, store->types.defs[map[type]], fn, data, out);
}

void wasm_func_free(wasm_func *func)
{
    free(func);
}

const wasm_functype *wasm_func_type(const wasm_func *func)
{
    return &func->interned->func;
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

/* ---- References --------------------------------------------------------- */

wasm_type wasm_store_top_of(const wasm_store *store, wasm_type type)
{
    return wasm__top_of(wasm__store_defs(store), type);
}

bool wasm_store_is_of(const wasm_store *store, wasm_slot slot, wasm_type type)
{
    return wasm__is_of(store, slot, type);
}

/* ---- Calls from outside ------------------------------------------------- */

wasm_trap wasm_call(wasm_store *store, wasm_func *func, wasm_slot *slots)
{
    const wasm_functype *type = wasm_func_type(func);
    wasm_slot *base = store->sp;
    const uint32_t max = type->param_slots > type->result_slots
                             ? type->param_slots
                             : type->result_slots;

    if (func->host != NULL)
        return func->host(func->data, func, slots);
    if ((size_t)(store->stack_end - base) < max + WASM_HEADER)
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

wasm_trap wasm_call_few(wasm_store *store, wasm_func *func,
                        wasm_slot slots[WASM_FEW])
{
    wasm_slot *base = store->sp;

    if (func->host != NULL)
        return func->host(func->data, func, slots);
    if (store->stack_end - base < (ptrdiff_t)(WASM_FEW + WASM_HEADER))
        return WASM_TRAP_STACK;
    memcpy(base, slots, WASM_FEW * sizeof(*slots));
    const wasm_trap trap =
        (wasm_trap)func->body->entry(base, func->instance, func->body);
    store->sp = base;
    slots[0] = *base;
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

bool wasm__holds_externs(const wasm_store *store, wasm_type type)
{
    if (!wasm__is_reference(type))
        return false;
    const wasm_type top = wasm__top_of(wasm__store_defs(store), type);
    return top == WASM_EXTERNREF || top == WASM_ANYREF;
}

static void each_of_part(const wasm_part *part,
                         void (*fn)(void *ctx, wasm_slot slot), void *ctx)
{
    if (part->kind == WASM_GLOBAL) {
        const wasm_global *global = (const wasm_global *)part;
        if (wasm__holds_externs(part->store, global->type))
            fn(ctx, global->value[0]);
    } else if (part->kind == WASM_TABLE) {
        const wasm_table *table = (const wasm_table *)part;
        const bool holds = wasm__holds_externs(part->store, table->type);
        for (uint32_t i = 0; holds && i < table->size; i++)
            fn(ctx, table->items[i]);
    }
}

void wasm_store_each_reference(wasm_store *store,
                               void (*fn)(void *ctx, wasm_slot slot), void *ctx)
{
    for (const wasm_part *p = store->parts; p != NULL; p = p->next)
        each_of_part(p, fn, ctx);
    wasm__each_in_garbage(store, fn, ctx);
    for (const wasm_instance *i = store->instances; i != NULL; i = i->next) {
        for (uint32_t s = 0; s < i->module->elem_count; s++) {
            const wasm_type type = wasm__type_of(i, i->module->elems[s].type);
            if (!wasm__holds_externs(store, type))
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
        [WASM_TRAP_NO_MEMORY] = "out of memory",
        [WASM_TRAP_EXCEPTION] = "wasm exception",
        [WASM_TRAP_NULL_REFERENCE] = "dereferencing a null pointer",
        [WASM_TRAP_RETHROW_NULL] = "rethrowing null value",
        [WASM_TRAP_UNALIGNED] = "operation does not support unaligned "
                                "accesses",
        [WASM_TRAP_WAIT] = "Atomics.wait cannot be called in this context",
        [WASM_TRAP_CAST] = "illegal cast",
        [WASM_TRAP_ARRAY_INDEX] = "array element access out of bounds",
        [WASM_TRAP_ARRAY_SIZE] = "requested new array is too large",
        [WASM_TRAP_DATA_SEGMENT] = "data segment out of bounds"
    };

    return texts[trap];
}
