/*
 * run.c - the interpreter.
 *
 * One function with a label for each instruction; each jumps to the next one's
 * label itself, so that the processor can learn where each goes. Calls between
 * functions of WebAssembly do not use the C stack: their frames are in the
 * store's, and bounded by it. A call of the host's is a call in C.
 *
 * The instructions are in run_number.inc, run_own.inc, run_simd.inc and, those
 * that go elsewhere, run_control.inc, as statements of that function; several
 * that are done at once, in run_fused.inc.
 *
 * A function that is called often, or loops for long, becomes machine code
 * (machine/): it is called from here then, and a loop goes on in it.
 *
 *     pc     the instruction          fp      the frame: code.h
 *     body   the function it is of    inst    and its instance
 *     mem    the bytes of its memory, and how many: read again after whatever
 *            may change them
 */
#include "wasm/run.h"

#include "wasm/fused.h"
#include "wasm/machine/enter.h"

/* Labels as values are an extension of the compilers that we use. */
#pragma GCC diagnostic ignored "-Wpedantic"
/* gcc takes a vector that is written lane by lane for one that is read. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

/* Remember the calls that were under way, innermost first, behind those that
 * machine code has noted. */
static void keep_frames(wasm_store *store, const wasm_instance *inst,
                        const wasm_body *body, const wasm_word *pc,
                        const wasm_slot *fp)
{
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
static wasm_trap run_prepare(const wasm_instance *inst, wasm_body *body)
{
    if (body->code == NULL) {
        if (wasm__translate_body(inst->module, body) < 0)
            return WASM_TRAP_NO_MEMORY;
        body->heat =
            inst->store->machine == WASM_MACHINE_WARM ? WASM_WARM_CALLS : 0;
        if (inst->store->machine == WASM_MACHINE_OFF &&
            !inst->store->host.single)
            wasm__fuse(inst->module, body);
    }
    return body->too_large ? WASM_TRAP_STACK : WASM_OK;
}

/* Is there place for a frame on the stack of slots and on the machine's own? */
static inline bool stacks_fit(const wasm_store *store,
                              const wasm_instance *inst, const wasm_body *body,
                              const wasm_slot *base)
{
    return (size_t)(store->stack_end - base) >= body->frame &&
           (uintptr_t)__builtin_frame_address(0) >= inst->native_limit;
}

/* A tail call of machine code is a call in C, and that may call the interpreter
 * in its place, and so on: when much of the C stack is in use, the interpreter
 * goes on itself. */
static inline bool has_native_stack(const wasm_instance *inst)
{
    return (uintptr_t)__builtin_frame_address(0) >=
           inst->native_limit + WASM_TAIL_STACK;
}

/* A call of a function that has no code yet, or has been called often. */
wasm_trap wasm__heat_up(wasm_instance *inst, wasm_body *body)
{
    body->heat = 0; /* so that each call comes here, if it stays at that */
    const wasm_trap trap = run_prepare(inst, body);
    if (trap == WASM_OK && body->heat == 0 && !wasm__warm(inst, body))
        body->heat = INT32_MAX;
    return trap;
}

static bool ask_host(wasm_store *store)
{
    return store->host.poll == NULL || store->host.poll(store->host.ctx);
}

wasm_func *wasm__find_indirect(const wasm_instance *inst, uint64_t immediate,
                               uint64_t index, wasm_trap *trap)
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
    const wasm_deftype *wanted = inst->types[(uint32_t)immediate];
    if (func->interned != wanted &&
        !wasm__inherits(wasm__store_defs(inst->store),
                        func->interned->canonical, wanted->canonical)) {
        *trap = WASM_TRAP_SIGNATURE;
        return NULL;
    }
    return func;
}

static inline wasm_func *find_indirect(const wasm_instance *inst,
                                       const wasm_word *pc, const wasm_slot *fp,
                                       wasm_trap *trap)
{
    const wasm_table *table = inst->tables[pc[1].u64 >> 32];

    return wasm__find_indirect(inst, pc[1].u64,
                               wasm__index_of(table, &fp[pc->b]), trap);
}

/* Does a frame of this run catch what was thrown? Then the run goes on there.
 */
static bool run_catches(wasm_trap *trap, wasm_instance **inst, wasm_body **body,
                        const wasm_word **pc, wasm_slot **fp)
{
    wasm_place at = { *inst, *body, *pc, *fp };

    if (!wasm__catch(trap, &at))
        return false;
    *inst = at.inst;
    *body = at.body;
    *pc = at.pc;
    *fp = at.fp;
    return true;
}

/* A host function leaves its results where its arguments are. */
wasm_trap wasm__call_of_host(wasm_store *store, wasm_func *func,
                             wasm_slot *base)
{
    const wasm_functype *type = &func->interned->func;
    const uint32_t max = type->param_slots > type->result_slots
                             ? type->param_slots
                             : type->result_slots;

    if ((size_t)(store->stack_end - base) < max)
        return WASM_TRAP_STACK;
    store->sp = base + max;
    return func->host(func->data, func, base);
}

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

static inline wasm_trap run_enter(wasm_store *store, wasm_instance *inst,
                                  wasm_body *body, const wasm_slot *base)
{
    const wasm_trap trap = run_prepare(inst, body);

    store->frame_count = 0;
    return trap != WASM_OK || stacks_fit(store, inst, body, base)
               ? trap
               : WASM_TRAP_STACK;
}

/* What a return needs, kept from results that are written over it. */
typedef struct run_header {
    wasm_slot slots[WASM_HEADER];
} run_header;

wasm_trap wasm__run(wasm_store *store, wasm_instance *inst, wasm_body *body,
                    wasm_slot *base)
{
    static const wasm_word leave = { .op = WASM_OWN_leave };
    static const void *const labels[WASM_FUSED_END] = {
#include "wasm/run_labels.inc"
#define X(name) [WASM_OWN_##name] = &&own_##name,
        WASM_OWN_CONTROL(X)
#undef X
#define X(name, ...) [WASM_FUSED_##name] = &&fused_##name,
            WASM_FUSED_PAIRS(X) WASM_FUSED_MORE(X) X(step_jump, 0)
#undef X
    };
    wasm_trap trap = run_enter(store, inst, body, base);
    wasm_instance *other = inst;
    wasm_func *func;
    wasm_body *callee = body;
    run_header back;
    const wasm_word *pc = body->code;
    wasm_slot *fp = base;
    uint8_t *mem;
    size_t mem_bytes;
    int32_t budget = store->budget;

    if (trap != WASM_OK)
        return trap;
    push_frame(base, body, &leave, base, inst, NULL);
    RELOAD();
    NEXT;

#include "wasm/run_atomic.inc"
#include "wasm/run_control.inc"
#include "wasm/run_fused.inc"
#include "wasm/run_number.inc"
#include "wasm/run_own.inc"
#include "wasm/run_simd.inc"

poll:
    budget = store->machine == WASM_MACHINE_OFF ? WASM_BUDGET : WASM_WARM_JUMPS;
    store->sp = fp + body->frame;
    if (!ask_host(store))
        TRAP(HOST);
    memcpy(&back, fp + body->params, sizeof(back));
    if (!wasm__change_over(inst, body, (uint32_t)(pc - body->code), fp, &trap))
        NEXT;
returned:
    pc = back.slots[0].pointer;
    fp = back.slots[1].pointer;
    inst = back.slots[2].pointer;
    body = back.slots[3].pointer;
    RELOAD();
    if (trap == WASM_OK)
        NEXT;
    pc--;
    goto callee_trapped;
trapped:
    /* Another thread may have made a memory longer meanwhile. */
    if (trap == WASM_TRAP_MEMORY && inst->memory != NULL &&
        inst->memory->shared != NULL && wasm__shared_refresh(inst->memory)) {
        RELOAD();
        NEXT;
    }
    store->frame_count = 0;
callee_trapped:
    if (run_catches(&trap, &inst, &body, &pc, &fp)) {
        RELOAD();
        NEXT;
    }
    keep_frames(store, inst, body, pc, fp);
    store->budget = budget;
    return trap;
}
