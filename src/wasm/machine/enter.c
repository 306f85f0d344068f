/*
 * enter.c - between the interpreter and machine code: when a function is
 * compiled, how each calls the other, and what a fault means.
 */
#include "wasm/machine/enter.h"

#include <stdlib.h>

#include "code/code.h"
#include "wasm/fused.h"

/* ---- Warm functions ----------------------------------------------------- */

/* A fault of machine code is a memory's end: the trap of its instruction. */
static bool find_fault(void *ctx, uintptr_t pc, uintptr_t *resume,
                       uintptr_t *value)
{
    const wasm_module *m = ctx;

    for (const wasm_code *code = m->codes; code != NULL; code = code->next) {
        if (pc < code->start || pc >= code->end)
            continue;
        const uint32_t offset = (uint32_t)(pc - code->start);
        uint32_t low = 0;
        uint32_t high = code->site_count;
        while (low < high) { /* the first behind it */
            const uint32_t mid = (low + high) / 2;
            if (code->sites[mid].offset <= offset)
                low = mid + 1;
            else
                high = mid;
        }
        if (low == 0)
            return false;
        *resume = code->fault;
        *value = code->sites[low - 1].word;
        return true;
    }
    return false;
}

static bool open_space(wasm_store *store, wasm_module *m)
{
    if (m->space == NULL && store->host.code != NULL)
        m->space = code_space_new(store->host.code, find_fault, m);
    return m->space != NULL;
}

bool wasm__warm(wasm_instance *inst, wasm_body *body)
{
    if (body->native != NULL)
        return true;
    /* A function that would have to check the length of a memory that another
     * thread changes is the interpreter's. */
    if (inst->store->machine == WASM_MACHINE_OFF || body->is_cold ||
        body->too_large ||
        (!inst->store->guards && inst->memory != NULL &&
         inst->memory->shared != NULL))
        return false;
    if (open_space(inst->store, inst->module))
        body->native = wasm__compile(inst, body);
    if (body->native == NULL) {
        wasm__fuse(inst->module, body); /* it is not tried again */
        return false;
    }
    body->native->next = inst->module->codes;
    inst->module->codes = body->native;
    body->entry = body->native->entry;
    return true;
}

void wasm__free_codes(wasm_module *m)
{
    while (m->codes != NULL) {
        wasm_code *code = m->codes;
        m->codes = code->next;
        for (uint32_t i = 0; i < code->table_count; i++)
            free(code->tables[i]);
        free(code->tables);
        free(code->osr);
        free(code->sites);
        free(code);
    }
    code_space_free(m->space);
}

bool wasm__change_over(wasm_instance *inst, wasm_body *body, uint32_t word,
                       wasm_slot *fp, wasm_trap *trap)
{
    if (!wasm__warm(inst, body) ||
        (inst->memory != NULL && inst->memory_data == NULL &&
         inst->store->guards))
        return false;
    const wasm_code *code = body->native;
    for (uint32_t i = 0; i < code->osr_count; i++) {
        if (code->osr[i].word != word)
            continue;
        *trap =
            (wasm_trap)code->osr_entry(fp, inst, (void *)code->osr[i].address);
        return true;
    }
    return false;
}

/* ---- What machine code calls -------------------------------------------- */

int32_t wasm__interpret(wasm_slot *fp, wasm_instance *inst, void *body)
{
    return (int32_t)wasm__run(inst->store, inst, body, fp);
}

int32_t wasm__enter_cold(wasm_slot *fp, wasm_instance *inst, void *third)
{
    wasm_body *body = third;

    if (--body->heat < 0) {
        const wasm_trap trap = wasm__heat_up(inst, body);
        if (trap != WASM_OK) {
            inst->store->frame_count = 0;
            return (int32_t)trap;
        }
        if (body->native != NULL)
            return body->entry(fp, inst, body);
    }
    return (int32_t)wasm__run(inst->store, inst, body, fp);
}

/* The frames of a trap begin with the caller's. */
int32_t wasm__call_host(wasm_slot *base, wasm_instance *inst, wasm_func *func)
{
    const wasm_trap trap = wasm__call_of_host(inst->store, func, base);

    if (trap != WASM_OK)
        inst->store->frame_count = 0;
    return (int32_t)trap;
}

int32_t wasm__call_import(wasm_slot *base, wasm_instance *inst, uintptr_t index)
{
    wasm_func *func = inst->funcs[index];

    if (func->host != NULL)
        return wasm__call_host(base, inst, func);
    return func->body->entry(base, func->instance, func->body);
}

int32_t wasm__poll(wasm_slot *fp, wasm_instance *inst, wasm_body *body)
{
    wasm_store *store = inst->store;

    inst->budget = WASM_BUDGET;
    store->sp = fp + body->frame;
    if (store->host.poll == NULL || store->host.poll(store->host.ctx))
        return WASM_OK;
    return WASM_TRAP_HOST;
}

int32_t wasm__leave(wasm_instance *inst, wasm_body *body, uintptr_t word,
                    uintptr_t trap)
{
    wasm_store *store = inst->store;

    if ((trap & WASM_TRAP_FROM_CALLEE) == 0)
        store->frame_count = 0;
    if (store->frame_count < WASM_FRAMES)
        store->frames[store->frame_count++] =
            (wasm_at){ inst, body, body->code + word };
    return (int32_t)(trap & ~(uintptr_t)WASM_TRAP_FROM_CALLEE);
}

int32_t wasm__caught(wasm_slot *fp, wasm_instance *inst, wasm_body *body,
                     uintptr_t packed)
{
    wasm_trap trap = (wasm_trap)(packed & 0xffff);
    const wasm_place at = { inst, body, body->code + (packed >> 16), fp };

    inst->store->sp = fp + body->frame;
    const wasm_handler *h = wasm__catch_here(&at, &trap);
    return h == NULL ? -(int32_t)trap : (int32_t)(h - body->handlers);
}

uintptr_t wasm__look_up(wasm_instance *inst, uint64_t immediate, uint64_t index)
{
    wasm_trap trap = WASM_OK;
    const wasm_func *func = wasm__find_indirect(inst, immediate, index, &trap);

    if (func == NULL)
        inst->store->frame_count = 0;
    return func == NULL ? (uintptr_t)trap : (uintptr_t)func;
}

int32_t wasm__stack_full(wasm_slot *fp, wasm_instance *inst, wasm_body *body)
{
    (void)fp;
    (void)body;
    inst->store->frame_count = 0;
    return WASM_TRAP_STACK;
}
