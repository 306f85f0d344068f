/*
 * mutate.c - modules whose bytes were changed at random are refused, or run: no
 * access goes astray (sanitizers look), nothing is left, nothing takes long.
 *
 * Half of the modules that can be instantiated run as machine code from their
 * first call, some of these with memories that are not guarded.
 *
 * MUTATIONS says how many (4,000), MUTATION_SEED where chance begins. A file
 * list in MUTATION_FILES, one path a line, has modules to begin with beside the
 * two that are here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/code.h"
#include "orrery.h"
#include "test.h"
#include "wasm/wasm.h"

/* Exceptions and tail calls. */
static const uint8_t exceptions[] = {
    0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x2b, 0x09, 0x60,
    0x01, 0x7f, 0x00, 0x60, 0x01, 0x6f, 0x00, 0x60, 0x02, 0x7f, 0x7e, 0x00,
    0x60, 0x01, 0x7f, 0x01, 0x6f, 0x60, 0x01, 0x7f, 0x01, 0x7f, 0x60, 0x01,
    0x7f, 0x02, 0x7f, 0x7e, 0x60, 0x00, 0x02, 0x7f, 0x7e, 0x60, 0x00, 0x00,
    0x60, 0x01, 0x7e, 0x01, 0x7f, 0x02, 0x18, 0x02, 0x01, 0x6d, 0x07, 0x74,
    0x68, 0x72, 0x6f, 0x77, 0x65, 0x72, 0x00, 0x00, 0x01, 0x6d, 0x05, 0x6a,
    0x73, 0x74, 0x61, 0x67, 0x04, 0x00, 0x01, 0x03, 0x08, 0x07, 0x03, 0x04,
    0x05, 0x07, 0x00, 0x08, 0x08, 0x0d, 0x03, 0x01, 0x00, 0x02, 0x07, 0x40,
    0x07, 0x03, 0x6f, 0x77, 0x6e, 0x04, 0x01, 0x07, 0x63, 0x61, 0x74, 0x63,
    0x68, 0x4a, 0x73, 0x00, 0x01, 0x08, 0x63, 0x61, 0x74, 0x63, 0x68, 0x41,
    0x6c, 0x6c, 0x00, 0x02, 0x08, 0x63, 0x61, 0x74, 0x63, 0x68, 0x4f, 0x77,
    0x6e, 0x00, 0x03, 0x05, 0x74, 0x68, 0x72, 0x6f, 0x77, 0x00, 0x04, 0x07,
    0x72, 0x65, 0x74, 0x68, 0x72, 0x6f, 0x77, 0x00, 0x05, 0x04, 0x65, 0x76,
    0x65, 0x6e, 0x00, 0x06, 0x0a, 0x7f, 0x07, 0x12, 0x00, 0x02, 0x6f, 0x1f,
    0x40, 0x01, 0x00, 0x00, 0x00, 0x20, 0x00, 0x10, 0x00, 0x0b, 0xd0, 0x6f,
    0x0b, 0x0b, 0x14, 0x00, 0x02, 0x40, 0x1f, 0x40, 0x01, 0x02, 0x00, 0x20,
    0x00, 0x10, 0x00, 0x0b, 0x41, 0x00, 0x0f, 0x0b, 0x41, 0x01, 0x0b, 0x14,
    0x00, 0x02, 0x06, 0x1f, 0x40, 0x01, 0x00, 0x01, 0x00, 0x20, 0x00, 0x10,
    0x00, 0x0b, 0x41, 0x7f, 0x42, 0x7f, 0x0b, 0x0b, 0x08, 0x00, 0x41, 0x07,
    0x42, 0x08, 0x08, 0x01, 0x0b, 0x11, 0x00, 0x02, 0x69, 0x1f, 0x40, 0x01,
    0x03, 0x00, 0x20, 0x00, 0x10, 0x00, 0x0b, 0x0f, 0x0b, 0x0a, 0x0b, 0x12,
    0x00, 0x20, 0x00, 0x50, 0x04, 0x7f, 0x41, 0x01, 0x05, 0x20, 0x00, 0x42,
    0x01, 0x7d, 0x12, 0x07, 0x0b, 0x0b, 0x12, 0x00, 0x20, 0x00, 0x50, 0x04,
    0x7f, 0x41, 0x00, 0x05, 0x20, 0x00, 0x42, 0x01, 0x7d, 0x12, 0x06, 0x0b,
    0x0b
};
/* Threads. */
static const uint8_t threads[] = {
    0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x17, 0x04, 0x60,
    0x02, 0x7f, 0x7f, 0x01, 0x7f, 0x60, 0x03, 0x7f, 0x7f, 0x7e, 0x01, 0x7f,
    0x60, 0x01, 0x7f, 0x01, 0x7f, 0x60, 0x00, 0x01, 0x7f, 0x02, 0x0e, 0x01,
    0x01, 0x6d, 0x06, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 0x02, 0x03, 0x01,
    0x04, 0x03, 0x07, 0x06, 0x00, 0x01, 0x00, 0x02, 0x03, 0x02, 0x07, 0x2c,
    0x06, 0x03, 0x61, 0x64, 0x64, 0x00, 0x00, 0x04, 0x77, 0x61, 0x69, 0x74,
    0x00, 0x01, 0x06, 0x6e, 0x6f, 0x74, 0x69, 0x66, 0x79, 0x00, 0x02, 0x04,
    0x6c, 0x6f, 0x61, 0x64, 0x00, 0x03, 0x04, 0x73, 0x69, 0x7a, 0x65, 0x00,
    0x04, 0x04, 0x67, 0x72, 0x6f, 0x77, 0x00, 0x05, 0x0a, 0x38, 0x06, 0x0a,
    0x00, 0x20, 0x00, 0x20, 0x01, 0xfe, 0x1e, 0x02, 0x00, 0x0b, 0x0c, 0x00,
    0x20, 0x00, 0x20, 0x01, 0x20, 0x02, 0xfe, 0x01, 0x02, 0x00, 0x0b, 0x0a,
    0x00, 0x20, 0x00, 0x20, 0x01, 0xfe, 0x00, 0x02, 0x00, 0x0b, 0x07, 0x00,
    0x20, 0x00, 0x28, 0x02, 0x00, 0x0b, 0x04, 0x00, 0x3f, 0x00, 0x0b, 0x06,
    0x00, 0x20, 0x00, 0x40, 0x00, 0x0b
};

typedef struct seed_module {
    uint8_t *bytes;
    size_t len;
} seed_module;

typedef struct world {
    wasm_store *store;
    int64_t accounted;
    int polls;
    uint64_t chance;
    seed_module *seeds;
    size_t seed_count;
    int accepted;
    int instances;
} world;

static uint32_t random_below(world *w, uint32_t n)
{
    w->chance += 0x9e3779b97f4a7c15u;
    uint64_t z = w->chance;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) % n);
}

/* ---- What the store asks ------------------------------------------------ */

static bool poll(void *ctx)
{
    return ++((world *)ctx)->polls < 3;
}

static bool account(void *ctx, int64_t n)
{
    world *w = ctx;

    if (w->accounted + n > 1 << 26)
        return false;
    w->accounted += n;
    return true;
}

static wasm_trap answer(void *data, wasm_func *func, wasm_slot *slots)
{
    world *w = data;
    const wasm_functype *type = wasm_func_type(func);

    for (uint32_t i = 0; i < type->result_count; i++) {
        if ((type->results[i] & WASM_NON_NULL) != 0)
            return WASM_TRAP_HOST;
    }
    for (uint32_t i = 0; i < type->result_slots; i++)
        slots[i].u64 = random_below(w, 3);
    for (uint32_t i = 0, s = 0; i < type->result_count; i++) {
        const bool is_number =
            type->results[i] >= WASM_V128 && type->results[i] <= WASM_I32;
        if (!is_number)
            slots[s].u64 = 0;
        s += type->results[i] == WASM_V128 ? 2 : 1;
    }
    return random_below(w, 8) == 0 ? WASM_TRAP_HOST : WASM_OK;
}

/* ---- Imports ------------------------------------------------------------ */

static bool make_import(world *w, wasm_module *m, uint32_t i, wasm_extern *out)
{
    static const wasm_slot zero[2];
    wasm_importtype want;

    wasm_module_get_import(m, i, &want);
    const wasm_externtype *t = &want.type;
    *out = (wasm_extern){ .kind = t->kind };
    if ((t->type & (WASM_INDEXED | WASM_NON_NULL)) != 0)
        return false;
    switch (t->kind) {
    case WASM_FUNC:
        return wasm_func_new_import(w->store, m, i, answer, w, &out->func) == 0;
    case WASM_TABLE:
        return wasm_table_new(w->store, t->type, &t->limits, zero[0],
                              &out->table) == 0;
    case WASM_MEMORY:
        return wasm_memory_new(w->store, &t->limits, &out->memory) == 0;
    case WASM_GLOBAL:
        return wasm_global_new(w->store, t->type, t->is_mutable, zero,
                               &out->global) == 0;
    default:
        for (uint32_t k = 0; k < t->func->param_count; k++) {
            if ((t->func->params[k] & WASM_INDEXED) != 0)
                return false;
        }
        return wasm_tag_new(w->store, t->func, &out->tag) == 0;
    }
}

static void free_import(const wasm_extern *import)
{
    if (import->kind == WASM_FUNC && import->func != NULL)
        wasm_func_free(import->func);
    else if (import->kind == WASM_TABLE)
        wasm_table_release(import->table);
    else if (import->kind == WASM_MEMORY)
        wasm_memory_release(import->memory);
    else if (import->kind == WASM_GLOBAL)
        wasm_global_release(import->global);
    else if (import->kind == WASM_TAG)
        wasm_tag_release(import->tag);
}

/* ---- Running ------------------------------------------------------------ */

static void call_export(world *w, wasm_func *func)
{
    const wasm_functype *type = wasm_func_type(func);
    wasm_slot *slots =
        calloc(type->param_slots + type->result_slots + 1, sizeof(*slots));

    for (uint32_t i = 0, s = 0; i < type->param_count; i++) {
        const wasm_type t = type->params[i];
        if ((t & WASM_NON_NULL) != 0) {
            free(slots);
            return;
        }
        if (t >= WASM_V128 && t <= WASM_I32)
            slots[s].u64 = random_below(w, 5);
        s += t == WASM_V128 ? 2 : 1;
    }
    w->polls = 0;
    wasm_call(w->store, func, slots);
    free(slots);
}

static void run_instance(world *w, wasm_module *m, wasm_instance *instance)
{
    wasm_frame frames[4];

    w->instances++;
    w->polls = 0;
    wasm_instance_start(instance);
    for (uint32_t i = 0; i < wasm_module_export_count(m) && i < 20; i++) {
        wasm_extern found;
        wasm_instance_get_export(instance, i, &found);
        if (found.kind == WASM_FUNC && found.func != NULL)
            call_export(w, found.func);
        wasm_store_get_frames(w->store, frames, 4);
    }
}

static void *reserve(void *ctx, size_t bytes)
{
    (void)ctx;
    return orr_space_reserve(bytes);
}

static bool commit(void *ctx, void *space, size_t bytes)
{
    (void)ctx;
    return orr_space_commit(space, bytes) == 0;
}

static void release(void *ctx, void *space, size_t bytes)
{
    (void)ctx;
    orr_space_release(space, bytes);
}

static void choose_machine(world *w, wasm_host *host)
{
    static const code_host code = { orr_space_reserve, orr_space_protect,
                                    orr_space_release, orr_fault_watch,
                                    orr_fault_unwatch };

    if (random_below(w, 2) == 0)
        return;
    host->code = &code;
    host->machine = WASM_MACHINE_ALWAYS;
    host->checks = random_below(w, 4) == 0;
    if (random_below(w, 4) == 0)
        return;
    host->reserve = reserve;
    host->commit = commit;
    host->release = release;
}

static void instantiate(world *w, wasm_module *m)
{
    wasm_host host = { .ctx = w, .poll = poll, .account = account };
    const uint32_t count = wasm_module_import_count(m);
    wasm_extern *imports = calloc(count + 1, sizeof(*imports));
    wasm_instance *instance;
    wasm_link_error error;
    wasm_trap trap;
    uint32_t made = 0;

    choose_machine(w, &host);
    CHECK(imports != NULL && wasm_store_new(&host, &w->store) == 0);
    while (made < count && make_import(w, m, made, &imports[made]))
        made++;
    if (made == count && wasm_instance_new(w->store, m, imports, &instance,
                                           &trap, &error) == 0) {
        if (trap == WASM_OK)
            run_instance(w, m, instance);
        wasm_instance_free(instance);
    }
    for (uint32_t i = 0; i < made; i++)
        free_import(&imports[i]);
    free(imports);
    wasm_store_free(w->store);
    CHECK(w->accounted == 0);
}

static void try_bytes(world *w, const uint8_t *bytes, size_t len)
{
    wasm_module *module;
    wasm_error error;

    if (wasm_module_new(bytes, len, &module, &error) < 0) {
        CHECK(error.offset <= len);
        return;
    }
    w->accepted++;
    CHECK(wasm_module_translate(module) == 0);
    instantiate(w, module);
    wasm_module_release(module);
}

/* ---- Changing ----------------------------------------------------------- */

static uint8_t interesting(world *w)
{
    static const uint8_t bytes[] = { 0x00, 0x01, 0x0b, 0x40, 0x7f, 0x80, 0xff,
                                     0x63, 0x64, 0x70, 0x6f, 0x69, 0xfb, 0xfc,
                                     0xfd, 0xfe, 0x1f, 0x06, 0x07, 0x19, 0x18,
                                     0x12, 0x14, 0xd5, 0x1a, 0x02, 0x03, 0x20 };

    return random_below(w, 3) == 0 ? (uint8_t)random_below(w, 256)
                                   : bytes[random_below(w, sizeof(bytes))];
}

static size_t mutate(world *w, uint8_t *to, size_t len)
{
    for (uint32_t n = 1 + random_below(w, 4) / 2; n > 0 && len > 9; n--) {
        const size_t at = 8 + random_below(w, (uint32_t)len - 8);
        const size_t from = 8 + random_below(w, (uint32_t)len - 8);
        switch (random_below(w, 16)) {
        case 0:
            to[at] ^= (uint8_t)(1 << random_below(w, 8));
            break;
        case 1: /* one byte less */
            memmove(to + at, to + at + 1, len - at - 1);
            len--;
            break;
        case 2: /* one more */
            memmove(to + at + 1, to + at, len - at);
            to[at] = interesting(w);
            len++;
            break;
        case 3:
            to[at] = to[from];
            break;
        case 4:
            to[at] = (uint8_t)(to[at] + 1);
            break;
        default:
            to[at] = interesting(w);
        }
    }
    return len;
}

static void add_seed(world *w, const uint8_t *bytes, size_t len)
{
    w->seeds = realloc(w->seeds, (w->seed_count + 1) * sizeof(*w->seeds));
    seed_module *s = &w->seeds[w->seed_count++];
    s->bytes = malloc(len + 1);
    memcpy(s->bytes, bytes, len);
    s->len = len;
}

static void add_files(world *w, const char *list)
{
    static uint8_t bytes[1 << 14];
    char path[512];
    FILE *f = fopen(list, "r");

    while (f != NULL && fgets(path, sizeof(path), f) != NULL) {
        path[strcspn(path, "\n")] = 0;
        FILE *m = fopen(path, "rb");
        const size_t len = m == NULL ? 0 : fread(bytes, 1, sizeof(bytes), m);
        if (len > 8 && len < sizeof(bytes))
            add_seed(w, bytes, len);
        if (m != NULL)
            fclose(m);
    }
    if (f != NULL)
        fclose(f);
}

TEST_PLAIN(wasm_modules_that_are_mutated_are_refused_or_run)
{
    const char *count = getenv("MUTATIONS");
    const char *seed = getenv("MUTATION_SEED");
    const char *files = getenv("MUTATION_FILES");
    const long rounds = count == NULL ? 4000 : atol(count);
    static uint8_t changed[(1 << 14) + 64];
    world w = { .chance = seed == NULL ? 1 : (uint64_t)atol(seed) };

    add_seed(&w, exceptions, sizeof(exceptions));
    add_seed(&w, threads, sizeof(threads));
    if (files != NULL)
        add_files(&w, files);
    for (size_t i = 0; i < w.seed_count; i++)
        try_bytes(&w, w.seeds[i].bytes, w.seeds[i].len);
    for (long i = 0; i < rounds; i++) {
        const seed_module *s =
            &w.seeds[random_below(&w, (uint32_t)w.seed_count)];
        memcpy(changed, s->bytes, s->len);
        try_bytes(&w, changed, mutate(&w, changed, s->len));
    }
    if (count != NULL)
        fprintf(stderr, "%ld mutated: %d valid, %d instantiated\n", rounds,
                w.accepted, w.instances);
    CHECK(w.accepted > 0);
    for (size_t i = 0; i < w.seed_count; i++)
        free(w.seeds[i].bytes);
    free(w.seeds);
}
