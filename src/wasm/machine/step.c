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

int32_t wasm__step(wasm_slot *fp, wasm_instance *inst, const wasm_word *pc,
                   const wasm_body *body)
{
    static const void *const labels[WASM_OP_COUNT] = {
#include "wasm/run_labels.inc"
    };
    wasm_store *store = inst->store;
    wasm_func *func;
    wasm_trap trap;
    uint8_t *mem;
    size_t mem_bytes;

    must(pc->op < WASM_OP_COUNT && labels[pc->op] != NULL,
         "machine code has C do what it can do");
    RELOAD();
    goto *labels[pc->op];

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
