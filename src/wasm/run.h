/*
 * run.h - what the interpreter and wasm__step() share: both are made of the
 * same statements, run_*.inc. `fp`, `pc` and `inst` are variables there.
 */
#ifndef ORRERY_WASM_RUN_H
#define ORRERY_WASM_RUN_H

#include <string.h>

#include "base/base.h"
#include "wasm/atomic.h"
#include "wasm/number.h"
#include "wasm/object.h"
#include "wasm/simd.h"
#include "wasm/store.h"

#define CTYPE_u32 uint32_t
#define CTYPE_s32 int32_t
#define CTYPE_u64 uint64_t
#define CTYPE_s64 int64_t
#define CTYPE_f32 float
#define CTYPE_f64 double

#define A fp[pc->a]
#define B fp[pc->b]
#define C fp[pc->c]

#define RELOAD()                                                               \
    do {                                                                       \
        if (inst->memory != NULL && inst->memory->shared != NULL)              \
            wasm__shared_refresh(inst->memory);                                \
        mem = inst->memory != NULL ? inst->memory->data : NULL;                \
        mem_bytes = inst->memory != NULL ? inst->memory->bytes : 0;            \
    } while (0)

/* The length has 64 bits if the addresses of both memories have. */
static inline wasm_trap copy_memory(const wasm_memory *to,
                                    const wasm_memory *from,
                                    const wasm_slot *three)
{
    const uint64_t at = wasm__address_of(to, &three[0]);
    const uint64_t source = wasm__address_of(from, &three[1]);
    const uint64_t count =
        wasm__address_of(to->limits.is64 ? from : to, &three[2]);

    if (at > to->bytes || count > to->bytes - at || source > from->bytes ||
        count > from->bytes - source)
        return WASM_TRAP_MEMORY;
    if (count > 0)
        memmove(to->data + at, from->data + source, count);
    return WASM_OK;
}

static inline wasm_trap fill_memory(const wasm_memory *memory,
                                    const wasm_slot *three)
{
    const uint64_t at = wasm__address_of(memory, &three[0]);
    const uint64_t count = wasm__address_of(memory, &three[2]);

    if (at > memory->bytes || count > memory->bytes - at)
        return WASM_TRAP_MEMORY;
    if (count > 0)
        memset(memory->data + at, (uint8_t)three[1].u32, count);
    return WASM_OK;
}

/* `what`: the segment, and above 32 bits the memory. */
static inline wasm_trap init_memory(wasm_instance *inst, uint64_t what,
                                    const wasm_slot *three)
{
    const wasm_memory *memory = inst->memories[what >> 32];

    return wasm__memory_init(inst, (uint32_t)what, memory,
                             wasm__address_of(memory, &three[0]), three[1].u32,
                             three[2].u32);
}

#endif
