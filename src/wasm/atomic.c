/*
 * atomic.c - waiting for a value in memory, and waking those who do. The host
 * does both: it knows other threads, and what time is.
 */
#include "wasm/store.h"

/* The memory that a byte is of. */
static wasm_memory *find_memory(const wasm_instance *inst, const uint8_t *byte)
{
    for (uint32_t i = 0; i < inst->module->memory_count; i++) {
        wasm_memory *m = inst->memories[i];
        if (byte >= m->data && byte < m->data + m->bytes)
            return m;
    }
    return NULL;
}

static wasm_trap atomic_finish(int64_t answer, wasm_slot *out)
{
    if (answer < 0)
        return (wasm_trap)-answer;
    out->u64 = (uint64_t)answer;
    return WASM_OK;
}

wasm_trap wasm__wait(wasm_instance *inst, const uint8_t *byte, uint32_t size,
                     uint64_t expected, int64_t timeout_ns, wasm_slot *out)
{
    const wasm_host *host = &inst->store->host;
    wasm_memory *memory = find_memory(inst, byte);

    if (memory == NULL || !memory->limits.shared || host->wait == NULL)
        return WASM_TRAP_WAIT;
    return atomic_finish(host->wait(host->ctx, memory,
                                    (uint64_t)(byte - memory->data), size,
                                    expected, timeout_ns),
                         out);
}

wasm_trap wasm__notify(wasm_instance *inst, const uint8_t *byte, uint32_t count,
                       wasm_slot *out)
{
    const wasm_host *host = &inst->store->host;
    wasm_memory *memory = find_memory(inst, byte);

    if (memory == NULL || !memory->limits.shared || host->notify == NULL)
        return atomic_finish(0, out); /* nobody can wait there */
    return atomic_finish(
        host->notify(host->ctx, memory, (uint64_t)(byte - memory->data), count),
        out);
}
