/*
 * code.h - machine code: memory for it, and the way from a program counter back
 * to what it was made of. The instructions themselves are sljit's: asm.h.
 *
 *     code_asm (sljit) --code_space_add()--> bytes in a code_space, executable
 *
 * What must stay true:
 * 1. No page is writable and executable at once. A page is writable only inside
 *    code_space_add(), and then nothing of its space runs: a space is used by
 *    one thread.
 * 2. What was added never moves, and goes only with its space.
 */
#ifndef ORRERY_CODE_H
#define ORRERY_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Machine code touched memory that is not there. `pc` is where; true: go on at
 * *resume instead, with *value in the register of the first result. It is
 * called from a signal handler: it may only read what the thread itself wrote.
 */
typedef bool code_fault_fn(void *ctx, uintptr_t pc, uintptr_t *resume,
                           uintptr_t *value);

/* What the room asks of the system; src/poll has these functions. */
typedef struct code_host {
    void *(*reserve)(size_t bytes); /* addresses; NULL: none */
    /* Make whole pages writable, or executable: 0 or a negative errno. */
    int (*protect)(void *start, size_t bytes, bool executable);
    void (*release)(void *start, size_t bytes);
    /* Faults of code in these addresses go to fn. Negative: it cannot be. */
    int (*watch)(void *start, size_t bytes, code_fault_fn *fn, void *ctx);
    void (*unwatch)(void *start);
} code_host;

typedef struct code_space code_space;
struct sljit_compiler;

/* Memory: code_space_free(); host must outlive it. NULL: no memory. */
code_space *code_space_new(const code_host *host, code_fault_fn *fault,
                           void *ctx);
void code_space_free(code_space *space);

/*
 * Finish what the compiler has, and add it to the space. The compiler is still
 * the caller's; labels of it have their addresses then. NULL: no memory, or the
 * compiler failed.
 */
void *code_space_add(code_space *space, struct sljit_compiler *compiler,
                     size_t *bytes);

/* Bytes of code, for statistics. */
size_t code_space_used(const code_space *space);

#endif
