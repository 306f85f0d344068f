/*
 * enter.h - between the interpreter and machine code.
 */
#ifndef ORRERY_WASM_ENTER_H
#define ORRERY_WASM_ENTER_H

#include "wasm/store.h"

/* Calls, and jumps back, until a function is compiled. */
#define WASM_WARM_CALLS 400
#define WASM_WARM_JUMPS 4000

/* Where the interpreter may change over: a word that a loop begins with. */
typedef struct wasm_osr {
    uint32_t word;
    uintptr_t address;
} wasm_osr;

/* Which instruction an access to memory is of. */
typedef struct wasm_site {
    uint32_t offset; /* of the machine code, from the function's start */
    uint32_t word;
} wasm_site;

/* The machine code of one body. */
typedef struct wasm_code {
    struct wasm_code *next;
    uintptr_t start;
    uintptr_t end;
    uintptr_t fault; /* where a fault goes on, with the word as value */
    wasm_entry *entry;
    wasm_entry *osr_entry; /* the third argument is an address */
    wasm_osr *osr;
    wasm_site *sites;
    uintptr_t **tables;
    uint32_t osr_count;
    uint32_t site_count;
    uint32_t table_count;
} wasm_code;

/* compile.c: NULL: it stays with the interpreter. */
wasm_code *wasm__compile(wasm_instance *inst, wasm_body *body);

/* enter.c. A body is called often: compile it, if that is wanted. False: it is
 * the interpreter's. */
bool wasm__warm(wasm_instance *inst, wasm_body *body);
/* Go on in machine code at a word, if that can be: false if not. */
bool wasm__change_over(wasm_instance *inst, wasm_body *body, uint32_t word,
                       wasm_slot *fp, wasm_trap *trap);
void wasm__free_codes(wasm_module *m);

/* Called by machine code. All return a wasm_trap. */
int32_t wasm__enter_cold(wasm_slot *fp, wasm_instance *inst, void *body);
/* Without machine code for the function itself. */
int32_t wasm__interpret(wasm_slot *fp, wasm_instance *inst, void *body);
int32_t wasm__call_import(wasm_slot *base, wasm_instance *inst,
                          uintptr_t index);
int32_t wasm__call_host(wasm_slot *base, wasm_instance *inst, wasm_func *func);
/* Do one instruction that neither jumps nor calls: step.c. */
int32_t wasm__step(wasm_slot *fp, wasm_instance *inst, const wasm_word *pc,
                   const wasm_body *body);
int32_t wasm__poll(wasm_slot *fp, wasm_instance *inst, wasm_body *body);
/* Note a frame that a trap leaves. `trap` with WASM_TRAP_FROM_CALLEE: those of
 * the callee have been noted. */
#define WASM_TRAP_FROM_CALLEE 0x100
int32_t wasm__leave(wasm_instance *inst, wasm_body *body, uintptr_t word,
                    uintptr_t trap);
/* A trap, with the word above 16 bits: which handler of the body it goes to, or
 * less than 0: none; then it is the trap, negated. */
int32_t wasm__caught(wasm_slot *fp, wasm_instance *inst, wasm_body *body,
                     uintptr_t trap);
/* The function of a table; or, below WASM_TRAP_FROM_CALLEE, a trap. */
uintptr_t wasm__look_up(wasm_instance *inst, uint64_t immediate,
                        uint64_t index);
/* No place for a frame. */
int32_t wasm__stack_full(wasm_slot *fp, wasm_instance *inst, wasm_body *body);

#endif
