/*
 * run.c - the interpreter.
 *
 * One function with a label for each instruction; each jumps to the next one's
 * label itself, so that the processor can learn where each goes. Calls between
 * functions of WebAssembly do not use the C stack: their frames are in the
 * store's, and bounded by it. A call of the host's is a call in C.
 *
 * The instructions are in run_number.inc, run_own.inc and run_simd.inc, as
 * statements of that function.
 *
 *     pc     the instruction          fp      the frame: code.h
 *     body   the function it is of    inst    and its instance
 *     mem    the bytes of its memory, and how many: read again after whatever
 *            may change them
 */
#include <string.h>

#include "base/base.h"
#include "wasm/number.h"
#include "wasm/simd.h"
#include "wasm/store.h"

/* Labels as values are an extension of the compilers that we use. */
#pragma GCC diagnostic ignored "-Wpedantic"
/* gcc takes a vector that is written lane by lane for one that is read. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#define CTYPE_u32 uint32_t
#define CTYPE_s32 int32_t
#define CTYPE_u64 uint64_t
#define CTYPE_s64 int64_t
#define CTYPE_f32 float
#define CTYPE_f64 double

/* Remember the calls that were under way, innermost first. */
static void keep_frames(wasm_store *store, const wasm_instance *inst,
                        const wasm_body *body, const wasm_word *pc,
                        const wasm_slot *fp)
{
    store->frame_count = 0;
    while (body != NULL && store->frame_count < WASM_FRAMES) {
        store->frames[store->frame_count++] = (wasm_at){ inst, body, pc };
        const wasm_slot *header = fp + body->params;
        pc = (const wasm_word *)header[0].pointer - 1;
        fp = header[1].pointer;
        inst = header[2].pointer;
        body = header[3].pointer;
    }
}

/* Make code of a function that is called for the first time. */
static wasm_trap prepare(const wasm_instance *inst, wasm_body *body)
{
    if (body->code == NULL && wasm__translate_body(inst->module, body) < 0)
        return WASM_TRAP_NO_MEMORY;
    return body->too_large ? WASM_TRAP_STACK : WASM_OK;
}

static bool ask_host(wasm_store *store)
{
    return store->host.poll == NULL || store->host.poll(store->host.ctx);
}

static wasm_trap copy_memory(const wasm_memory *memory, const wasm_slot *three)
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

static wasm_trap fill_memory(const wasm_memory *memory, const wasm_slot *three)
{
    const uint64_t count = three[2].u32;

    if (three[0].u32 + count > memory->bytes)
        return WASM_TRAP_MEMORY;
    if (count > 0)
        memset(memory->data + three[0].u32, (uint8_t)three[1].u32, count);
    return WASM_OK;
}

/* The function that call_indirect finds; NULL with *trap. */
static wasm_func *find_indirect(const wasm_instance *inst, uint64_t immediate,
                                uint32_t index, wasm_trap *trap)
{
    const wasm_table *table = inst->tables[immediate >> 32];

    if (index >= table->size) {
        *trap = WASM_TRAP_TABLE_INDEX;
        return NULL;
    }
    wasm_func *func = table->items[index].func;
    if (func == NULL) {
        *trap = WASM_TRAP_NULL_FUNC;
        return NULL;
    }
    if (func->interned != inst->types[(uint32_t)immediate]) {
        *trap = WASM_TRAP_SIGNATURE;
        return NULL;
    }
    return func;
}

/* A host function leaves its results where its arguments are. */
static wasm_trap call_host(wasm_store *store, wasm_func *func, wasm_slot *base)
{
    const wasm_functype *type = &func->interned->type;
    const uint32_t most = type->param_slots > type->result_slots
                              ? type->param_slots
                              : type->result_slots;

    if ((size_t)(store->stack_end - base) < most)
        return WASM_TRAP_STACK;
    store->sp = base + most;
    return func->host(func->data, func, base);
}

#define A fp[pc->a]
#define B fp[pc->b]
#define C fp[pc->c]
#define NEXT goto *labels[pc->op]
#define ADVANCE(n)                                                             \
    do {                                                                       \
        pc += (n);                                                             \
        NEXT;                                                                  \
    } while (0)
#define TRAP(name)                                                             \
    do {                                                                       \
        trap = WASM_TRAP_##name;                                               \
        goto trapped;                                                          \
    } while (0)
/* Jump by the distance that the word `at` holds. */
#define TAKE(at)                                                               \
    do {                                                                       \
        const int32_t by_ = (at)->imm;                                         \
        pc = (at) + by_;                                                       \
        if (by_ <= 0 && --budget < 0)                                          \
            goto poll;                                                         \
        NEXT;                                                                  \
    } while (0)
#define RELOAD()                                                               \
    do {                                                                       \
        mem = inst->memory != NULL ? inst->memory->data : NULL;                \
        mem_bytes = inst->memory != NULL ? inst->memory->bytes : 0;            \
    } while (0)

/* One frame more: that of `callee`, whose arguments are at `base`. */
static orr__inline wasm_slot *push_frame(wasm_slot *base,
                                         const wasm_body *callee,
                                         const wasm_word *back, wasm_slot *fp,
                                         wasm_instance *inst, wasm_body *body)
{
    wasm_slot *header = base + callee->params;

    header[0].pointer = (void *)back;
    header[1].pointer = fp;
    header[2].pointer = inst;
    header[3].pointer = body;
    for (uint32_t i = 0; i < callee->locals; i++)
        header[WASM_HEADER + i].u64 = 0;
    return base;
}

wasm_trap wasm__run(wasm_store *store, wasm_func *func, wasm_slot *base)
{
    static const wasm_word leave = { .op = WASM_OWN_leave };
    static const void *const labels[WASM_OP_COUNT] = {
#include "wasm/run_labels.inc"
    };
    wasm_trap trap = prepare(func->instance, func->body);
    wasm_instance *inst = func->instance;
    wasm_body *body = func->body;
    wasm_body *callee = body;
    const wasm_word *pc = body->code;
    wasm_slot *fp = base;
    uint8_t *mem;
    size_t mem_bytes;
    int32_t budget = store->budget;

    store->frame_count = 0;
    if (trap == WASM_OK && (size_t)(store->stack_end - base) < body->frame)
        trap = WASM_TRAP_STACK;
    if (trap != WASM_OK)
        return trap;
    push_frame(base, body, &leave, base, inst, NULL);
    RELOAD();
    NEXT;

#include "wasm/run_number.inc"
#include "wasm/run_own.inc"
#include "wasm/run_simd.inc"

poll:
    budget = WASM_BUDGET;
    store->sp = fp + body->frame;
    if (ask_host(store))
        NEXT;
    trap = WASM_TRAP_HOST;
trapped:
    keep_frames(store, inst, body, pc, fp);
    store->budget = budget;
    return trap;
}
