/*
 * run.h - what the interpreter and wasm__step() share: both are made of the
 * same statements, run_*.inc. `fp`, `pc` and `inst` are variables there.
 */
#ifndef ORRERY_WASM_RUN_H
#define ORRERY_WASM_RUN_H

#include <string.h>

#include "base/base.h"
#include "wasm/number.h"
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
        mem = inst->memory != NULL ? inst->memory->data : NULL;                \
        mem_bytes = inst->memory != NULL ? inst->memory->bytes : 0;            \
    } while (0)

static inline wasm_trap copy_memory(const wasm_memory *memory,
                                    const wasm_slot *three)
{
    const uint64_t count = three[2].u32;

    if (three[0].u32 + count > memory->bytes ||
        three[1].u32 + count > memory->bytes)
        return WASM_TRAP_MEMORY;
    if (count > 0)
        memmove(memory->data + three[0].u32, memory->data + three[1].u32,
                count);
    return WASM_OK;
}

static inline wasm_trap fill_memory(const wasm_memory *memory,
                                    const wasm_slot *three)
{
    const uint64_t count = three[2].u32;

    if (three[0].u32 + count > memory->bytes)
        return WASM_TRAP_MEMORY;
    if (count > 0)
        memset(memory->data + three[0].u32, (uint8_t)three[1].u32, count);
    return WASM_OK;
}

#endif
