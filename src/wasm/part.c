/*
 * part.c - memories, tables and globals: what instances share.
 *
 * All are counted, and in a list of the store, so that the references of the
 * host in them can be found.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "wasm/store.h"

void *wasm__new_part(wasm_store *store, wasm_kind kind, size_t size)
{
    wasm_part *part = calloc(1, size);

    if (part == NULL)
        return NULL;
    part->store = store;
    part->kind = (uint8_t)kind;
    part->holds = 1;
    part->next = store->parts;
    if (part->next != NULL)
        part->next->previous = part;
    store->parts = part;
    return part;
}

void wasm__free_part(wasm_part *part)
{
    if (part->next != NULL)
        part->next->previous = part->previous;
    if (part->previous != NULL)
        part->previous->next = part->next;
    else
        part->store->parts = part->next;
    free(part);
}

static bool part_account(wasm_store *store, int64_t bytes)
{
    return bytes == 0 || store->host.account == NULL ||
           store->host.account(store->host.ctx, bytes);
}

/* ---- Memories ----------------------------------------------------------- */

/* All that a 32-bit address and a 32-bit offset can reach, and some bytes. */
#define GUARDED_BYTES (((size_t)1 << 33) + WASM_PAGE_BYTES)

/* As far as it may grow. */
static uint64_t max_pages(const wasm_memory *memory)
{
    const uint64_t max =
        memory->limits.is64 ? WASM_MAX_PAGES64 : WASM_MAX_PAGES;

    return memory->limits.has_max && memory->limits.max < max
               ? memory->limits.max
               : max;
}

/* Space for the largest that it may become, if there is address space; with
 * machine code, for whatever it may try to reach. */
static void reserve_memory(wasm_memory *memory)
{
    const wasm_host *host = &memory->part.store->host;

    if (memory->part.store->guards && !memory->limits.is64) {
        memory->data = host->reserve(host->ctx, GUARDED_BYTES);
        memory->guarded = memory->data != NULL;
        if (memory->guarded) {
            memory->reserved = GUARDED_BYTES;
            return;
        }
    }
    const size_t bytes = (size_t)max_pages(memory) * WASM_PAGE_BYTES;

    if (host->reserve == NULL || bytes == 0)
        return;
    memory->data = host->reserve(host->ctx, bytes);
    if (memory->data != NULL)
        memory->reserved = bytes;
}

/* Make the memory that large; what is new is zero. */
static bool resize_memory(wasm_memory *memory, size_t bytes)
{
    const wasm_host *host = &memory->part.store->host;

    if (memory->reserved > 0) {
        if (!host->commit(host->ctx, memory->data, bytes))
            return false;
    } else if (memory->data == NULL) {
        if (bytes > 0)
            memory->data = calloc(bytes, 1);
        if (bytes > 0 && memory->data == NULL)
            return false;
    } else {
        uint8_t *data = realloc(memory->data, bytes);
        if (data == NULL)
            return false;
        memset(data + memory->bytes, 0, bytes - memory->bytes);
        memory->data = data;
    }
    memory->bytes = bytes;
    return true;
}

static void free_memory(wasm_memory *memory)
{
    const wasm_host *host = &memory->part.store->host;

    if (memory->shared != NULL)
        wasm_shared_release(memory->shared);
    else if (memory->reserved > 0)
        host->release(host->ctx, memory->data, memory->reserved);
    else
        free(memory->data);
    wasm__free_part(&memory->part);
}

static bool make_bytes(wasm_memory *memory, size_t bytes)
{
    if (memory->limits.shared) {
        const size_t max = memory->part.store->guards && !memory->limits.is64
                               ? GUARDED_BYTES
                               : (size_t)max_pages(memory) * WASM_PAGE_BYTES;
        return wasm__shared_new(memory, max, bytes) == 0;
    }
    reserve_memory(memory);
    return resize_memory(memory, bytes);
}

int wasm_memory_from_shared(wasm_store *store, wasm_shared *shared,
                            wasm_memory **out)
{
    wasm_memory *memory = wasm__new_part(store, WASM_MEMORY, sizeof(*memory));

    if (memory == NULL)
        return -ENOMEM;
    wasm__shared_join(memory, wasm_shared_hold(shared));
    *out = memory;
    return 0;
}

wasm_shared *wasm_memory_shared(const wasm_memory *memory)
{
    return memory->shared;
}

int wasm_memory_new(wasm_store *store, const wasm_limits *limits,
                    wasm_memory **out)
{
    const size_t bytes = (size_t)limits->min * WASM_PAGE_BYTES;

    if (!part_account(store, (int64_t)bytes))
        return -ENOMEM;
    wasm_memory *memory = wasm__new_part(store, WASM_MEMORY, sizeof(*memory));
    if (memory != NULL) {
        memory->limits = *limits;
        if (make_bytes(memory, bytes)) {
            memory->counted = bytes;
            *out = memory;
            return 0;
        }
        free_memory(memory);
    }
    part_account(store, -(int64_t)bytes);
    return -ENOMEM;
}

wasm_memory *wasm_memory_hold(wasm_memory *memory)
{
    memory->part.holds++;
    return memory;
}

void wasm_memory_release(wasm_memory *memory)
{
    if (memory == NULL || --memory->part.holds != 0)
        return;
    part_account(memory->part.store, -(int64_t)memory->counted);
    free_memory(memory);
}

void *wasm_memory_data(const wasm_memory *memory)
{
    return memory->data;
}

size_t wasm_memory_bytes(const wasm_memory *memory)
{
    if (memory->shared != NULL)
        return wasm_shared_bytes(memory->shared);
    return memory->bytes;
}

void wasm_memory_get_limits(const wasm_memory *memory, wasm_limits *out)
{
    *out = memory->limits;
    out->min = wasm_memory_bytes(memory) / WASM_PAGE_BYTES;
}

/* The length of a shared one may change while this looks at it. */
static int64_t grow_shared(wasm_memory *memory, uint64_t pages)
{
    wasm_store *store = memory->part.store;
    const uint64_t max = max_pages(memory);

    if (pages > max)
        return -1;
    const size_t more = (size_t)pages * WASM_PAGE_BYTES;
    if (!part_account(store, (int64_t)more))
        return -1;
    const int64_t before =
        wasm__shared_grow(memory, more, (size_t)max * WASM_PAGE_BYTES);
    if (before < 0) {
        part_account(store, -(int64_t)more);
        return -1;
    }
    memory->counted += more;
    return before / (int64_t)WASM_PAGE_BYTES;
}

int64_t wasm_memory_grow(wasm_memory *memory, uint64_t pages)
{
    if (memory->shared != NULL)
        return grow_shared(memory, pages);
    wasm_store *store = memory->part.store;
    const size_t old = memory->bytes;
    const uint64_t old_pages = old / WASM_PAGE_BYTES;
    const uint64_t max = max_pages(memory);

    if (old_pages > max || pages > max - old_pages)
        return -1;
    const size_t more = (size_t)pages * WASM_PAGE_BYTES;
    if (!part_account(store, (int64_t)more))
        return -1;
    if (store->host.memory_grows != NULL)
        store->host.memory_grows(store->host.ctx, memory);
    if (more == 0)
        return (int64_t)old_pages;
    if (!resize_memory(memory, old + more)) {
        part_account(store, -(int64_t)more);
        return -1;
    }
    memory->counted += more;
    return (int64_t)old_pages;
}

void **wasm_memory_tag(wasm_memory *memory)
{
    return &memory->part.tag;
}

/* ---- Tables ------------------------------------------------------------- */

int wasm_table_new(wasm_store *store, wasm_type type, const wasm_limits *limits,
                   wasm_slot init, wasm_table **out)
{
    const size_t bytes = limits->min * sizeof(wasm_slot);

    if (limits->min > WASM_MAX_TABLE || !part_account(store, (int64_t)bytes))
        return -ENOMEM;
    wasm_table *table = wasm__new_part(store, WASM_TABLE, sizeof(*table));
    if (table != NULL)
        table->items = calloc(limits->min + 1, sizeof(*table->items));
    if (table == NULL || table->items == NULL) {
        part_account(store, -(int64_t)bytes);
        if (table != NULL)
            wasm__free_part(&table->part);
        return -ENOMEM;
    }
    table->type = type;
    table->limits = *limits;
    table->size = (uint32_t)limits->min;
    table->capacity = (uint32_t)limits->min;
    for (uint32_t i = 0; init.u64 != 0 && i < table->size; i++)
        table->items[i] = init;
    *out = table;
    return 0;
}

wasm_table *wasm_table_hold(wasm_table *table)
{
    table->part.holds++;
    return table;
}

void wasm_table_release(wasm_table *table)
{
    if (table == NULL || --table->part.holds != 0)
        return;
    part_account(table->part.store,
                 -(int64_t)(table->capacity * sizeof(*table->items)));
    free(table->items);
    wasm__free_part(&table->part);
}

wasm_type wasm_table_type(const wasm_table *table)
{
    return table->type;
}

void wasm_table_get_limits(const wasm_table *table, wasm_limits *out)
{
    *out = table->limits;
    out->min = table->size;
}

uint32_t wasm_table_size(const wasm_table *table)
{
    return table->size;
}

wasm_slot *wasm_table_at(const wasm_table *table, uint64_t i)
{
    return i < table->size ? &table->items[i] : NULL;
}

int64_t wasm_table_grow(wasm_table *table, uint64_t count, wasm_slot init)
{
    wasm_store *store = table->part.store;
    const uint32_t old = table->size;
    const uint64_t size = old + count;

    if (count > WASM_MAX_TABLE || size > WASM_MAX_TABLE ||
        (table->limits.has_max && size > table->limits.max))
        return -1;
    if (size > table->capacity) {
        uint64_t capacity = (uint64_t)table->capacity * 2;
        if (capacity < size)
            capacity = size;
        const int64_t more =
            (int64_t)((capacity - table->capacity) * sizeof(*table->items));
        if (!part_account(store, more))
            return -1;
        wasm_slot *items =
            realloc(table->items, (capacity + 1) * sizeof(*items));
        if (items == NULL) {
            part_account(store, -more);
            return -1;
        }
        table->items = items;
        table->capacity = (uint32_t)capacity;
    }
    for (uint64_t i = old; i < size; i++)
        table->items[i] = init;
    table->size = (uint32_t)size;
    return old;
}

void **wasm_table_tag(wasm_table *table)
{
    return &table->part.tag;
}

wasm_trap wasm__table_fill(wasm_table *table, const wasm_slot *three)
{
    const uint64_t to = wasm__index_of(table, &three[0]);
    const uint64_t count = wasm__index_of(table, &three[2]);

    if (to > table->size || count > table->size - to)
        return WASM_TRAP_TABLE_BOUNDS;
    for (uint64_t i = 0; i < count; i++)
        table->items[to + i] = three[1];
    return WASM_OK;
}

wasm_trap wasm__table_copy(wasm_table *to, wasm_table *from,
                           const wasm_slot *three)
{
    const uint64_t at = wasm__index_of(to, &three[0]);
    const uint64_t source = wasm__index_of(from, &three[1]);
    const uint64_t count =
        wasm__index_of(to->limits.is64 ? from : to, &three[2]);

    if (at > to->size || count > to->size - at || source > from->size ||
        count > from->size - source)
        return WASM_TRAP_TABLE_BOUNDS;
    memmove(to->items + at, from->items + source, count * sizeof(*to->items));
    return WASM_OK;
}

/* ---- Globals ------------------------------------------------------------ */

int wasm_global_new(wasm_store *store, wasm_type type, bool is_mutable,
                    const wasm_slot *value, wasm_global **out)
{
    wasm_global *global = wasm__new_part(store, WASM_GLOBAL, sizeof(*global));

    if (global == NULL)
        return -ENOMEM;
    global->type = type;
    global->is_mutable = is_mutable;
    memcpy(global->value, value, wasm__slots(type) * sizeof(*value));
    *out = global;
    return 0;
}

wasm_global *wasm_global_hold(wasm_global *global)
{
    global->part.holds++;
    return global;
}

void wasm_global_release(wasm_global *global)
{
    if (global != NULL && --global->part.holds == 0)
        wasm__free_part(&global->part);
}

wasm_type wasm_global_type(const wasm_global *global)
{
    return global->type;
}

bool wasm_global_is_mutable(const wasm_global *global)
{
    return global->is_mutable;
}

wasm_slot *wasm_global_value(wasm_global *global)
{
    return global->value;
}

void **wasm_global_tag(wasm_global *global)
{
    return &global->part.tag;
}
