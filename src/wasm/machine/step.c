/*
 * step.c - one instruction by C, for machine code: those that are long, or that
 * the compiler does not write itself. They are the interpreter's own
 * statements.
 */
#include "wasm/run.h"

#include "wasm/machine/enter.h"

/* Labels as values are an extension of the compilers that we use. */
#pragma GCC diagnostic ignored "-Wpedantic"
/* gcc takes a vector that is written lane by lane for one that is read. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#define ADVANCE(n) return WASM_OK
#define TRAP(name)                                                             \
    do {                                                                       \
        trap = WASM_TRAP_##name;                                               \
        goto trapped;                                                          \
    } while (0)
/* A jump is not for us. */
#define TAKE(at) goto not_here

static int32_t step_run(wasm_slot *fp, wasm_instance *inst, const wasm_word *pc,
                        const wasm_body *body, uint8_t *mem, size_t mem_bytes)
{
    static const void *const labels[WASM_OP_COUNT] = {
#include "wasm/run_labels.inc"
    };
    wasm_store *store = inst->store;
    wasm_func *func;
    wasm_trap trap;

    must(pc->op < WASM_OP_COUNT && labels[pc->op] != NULL,
         "machine code has C do what it can do");
    goto *labels[pc->op];

#include "wasm/run_atomic.inc"
#include "wasm/run_number.inc"
#include "wasm/run_own.inc"
#include "wasm/run_simd.inc"

trapped:
    store->frame_count = 0; /* machine code notes its own */
    return (int32_t)trap;
not_here:
    must(false, "machine code jumps by itself");
    return WASM_OK;
}

int32_t wasm__step(wasm_slot *fp, wasm_instance *inst, const wasm_word *pc,
                   const wasm_body *body)
{
    uint8_t *mem;
    size_t mem_bytes;

    RELOAD();
    return step_run(fp, inst, pc, body, mem, mem_bytes);
}

wasm_trap wasm__step_at(wasm_slot *fp, wasm_instance *inst, const wasm_word *pc,
                        const wasm_body *body)
{
    wasm_memory *memory = inst->memories[pc->b];
    if (memory->shared != NULL)
        wasm__shared_refresh(memory);
    const uint64_t address = wasm__address_of(memory, &fp[pc->a]);
    const uint64_t low = fp[pc->a].u32;
    const uint64_t offset = pc[1].u64;

    if (offset > memory->bytes || address > memory->bytes - offset)
        return WASM_TRAP_MEMORY;
    /* The instruction adds `low`, which is at most the address. */
    const uint64_t before = address + offset - low;
    return (wasm_trap)step_run(fp, inst, pc + 2, body, memory->data + before,
                               memory->bytes - before);
}
