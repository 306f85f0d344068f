/*
 * faults.c - the executable with injected faults.
 *
 * This file is linked into build/test/faults, which otherwise is the executable
 * itself: the linker turns each malloc() of Orrery and of quickjs into a call
 * of __wrap_malloc() below (ld --wrap), and the simulator's choices come here,
 * too. So nothing in src/ knows of faults. The environment says what to do:
 *
 *     ORRERY_FAULT=once:812        allocation 812 fails
 *     ORRERY_FAULT=ever:812        it and all that follow fail
 *     ORRERY_FAULT=op:3            the third operation that can fail does
 *     ORRERY_FAULT=count           none; the last line says how many there were
 *     ORRERY_SWEEP=once:812:5      812, 817, 822, ... each in a child
 *     ORRERY_FAULT_STACK=1         and who asked: addresses for addr2line
 *
 * A sweep needs one run. Where an allocation is due to fail the process forks:
 * in the child it fails, the parent waits, judges how the child ended and goes
 * on. So the thousandth allocation does not need a thousandth start.
 *
 *     parent ---- 812 ---- 813 .. 816 ---- 817 ---- ...
 *                  |                        |
 *                child: fails            child: fails
 *
 * Without a sanitizer each block is remembered with the number of its request,
 * so that what is left at the end is a leak that can be looked for: break on
 * fault_here() or on request N (`ORRERY_FAULT=once:N gdb build/test/faults`).
 */
#include "faults/faults.h"

#include <errno.h>
#include <execinfo.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bind/bind.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define REMEMBERS 0
#else
#define REMEMBERS 1
#endif

typedef enum fault_kind { NONE, ONCE, EVER, OPERATION, COUNT } fault_kind;

static fault_kind kind;
static bool is_sweep;
static bool is_for_good; /* what is allocated now is never freed */
static long first, step;
static _Atomic long requests;   /* allocations so far */
static _Atomic long operations; /* those that can fail */

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *ptr, size_t size);
void __real_free(void *ptr);
void __real_bind_choose_open(runtime *r, orr_world *world);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *ptr, size_t size);
void __wrap_free(void *ptr);
char *__wrap_strdup(const char *s);
void __wrap_bind_choose_open(runtime *r, orr_world *world);
char **__real_orr_setup_args(int argc, char **argv);
char **__wrap_orr_setup_args(int argc, char **argv);

/* ---- What is left at the end -------------------------------------------- */

/* Open addressing; a block that goes leaves no gap behind (Knuth's R). */
#define SLOTS (1u << 18)

static struct slot {
    void *ptr;
    long number;
} slots[REMEMBERS ? SLOTS : 1];
static size_t live;
static atomic_flag slots_lock = ATOMIC_FLAG_INIT;

static size_t home_of(const void *ptr)
{
    return (size_t)(((uintptr_t)ptr >> 4) * 0x9e3779b97f4a7c15u >> 32) % SLOTS;
}

static void lock_slots(void)
{
    while (atomic_flag_test_and_set(&slots_lock))
        continue;
}

static void *remember(void *ptr, long number)
{
    if (!REMEMBERS || is_for_good || ptr == NULL || live > SLOTS / 2)
        return ptr;
    lock_slots();
    size_t at = home_of(ptr);
    while (slots[at].ptr != NULL)
        at = (at + 1) % SLOTS;
    slots[at] = (struct slot){ ptr, number };
    live++;
    atomic_flag_clear(&slots_lock);
    return ptr;
}

static void close_gap(size_t gap)
{
    for (size_t at = (gap + 1) % SLOTS; slots[at].ptr != NULL;
         at = (at + 1) % SLOTS) {
        const size_t home = home_of(slots[at].ptr);
        if ((at - home) % SLOTS >= (at - gap) % SLOTS) {
            slots[gap] = slots[at];
            gap = at;
        }
    }
    slots[gap].ptr = NULL;
}

/* A block that the C library made is not there. */
static void forget(const void *ptr)
{
    if (!REMEMBERS || ptr == NULL)
        return;
    lock_slots();
    size_t at = home_of(ptr);
    while (slots[at].ptr != NULL && slots[at].ptr != ptr)
        at = (at + 1) % SLOTS;
    if (slots[at].ptr == ptr) {
        close_gap(at);
        live--;
    }
    atomic_flag_clear(&slots_lock);
}

static void say_what_leaked(void)
{
    int shown = 0;

    fprintf(stderr, "leaked: %zu blocks, of the requests", live);
    for (size_t i = 0; i < SLOTS && shown < 8; i++) {
        if (slots[i].ptr != NULL) {
            fprintf(stderr, " %ld", slots[i].number);
            shown++;
        }
    }
    fprintf(stderr, "\n");
}

/* ---- When ---------------------------------------------------------------- */

/* For a breakpoint: the next thing that happens is a failure. A debugger's own
 * variables shift the numbers; the stack can be had without one. */
__attribute__((noinline)) static void fault_here(void)
{
    void *stack[40];

    if (getenv("ORRERY_FAULT_STACK") != NULL)
        backtrace_symbols_fd(stack, backtrace(stack, 40), STDERR_FILENO);
}

static bool is_due(long number)
{
    return number >= first && (number - first) % step == 0;
}

/* In a sweep the parent's never fail, and a child's is now. */
static bool fails_in_sweep(long number)
{
    if (!is_due(number) || !sweep_fork(number))
        return false;
    is_sweep = false;
    first = number;
    return true;
}

static bool fails(fault_kind once, fault_kind ever, long number)
{
    bool now;

    if (kind != once && kind != ever)
        return false;
    if (is_sweep)
        now = fails_in_sweep(number);
    else
        now = kind == once ? number == first : number >= first;
    if (now)
        fault_here();
    return now;
}

static bool next_fails(long *number)
{
    if (kind == NONE)
        return false;
    *number = atomic_fetch_add(&requests, 1) + 1;
    return fails(ONCE, EVER, *number);
}

/* ---- In place of the C library's ---------------------------------------- */

void *__wrap_malloc(size_t size)
{
    long number = 0;

    if (next_fails(&number)) {
        errno = ENOMEM;
        return NULL;
    }
    return remember(__real_malloc(size), number);
}

void *__wrap_calloc(size_t n, size_t size)
{
    long number = 0;

    if (next_fails(&number)) {
        errno = ENOMEM;
        return NULL;
    }
    return remember(__real_calloc(n, size), number);
}

void *__wrap_realloc(void *ptr, size_t size)
{
    long number = 0;

    if (next_fails(&number)) {
        errno = ENOMEM;
        return NULL;
    }
    forget(ptr);
    void *moved = __real_realloc(ptr, size);
    return remember(moved, number);
}

void __wrap_free(void *ptr)
{
    forget(ptr);
    __real_free(ptr);
}

char *__wrap_strdup(const char *s)
{
    const size_t size = strlen(s) + 1;
    char *copy = __wrap_malloc(size);

    return copy ? memcpy(copy, s, size) : NULL;
}

/* The title of the process is as long as the process. */
char **__wrap_orr_setup_args(int argc, char **argv)
{
    is_for_good = true;
    argv = __real_orr_setup_args(argc, argv);
    is_for_good = false;
    return argv;
}

/* ---- Operations ---------------------------------------------------------- */

/* The first error that the simulator offers; all else as ever. */
static uint32_t choose(void *ctx, orr_choice_kind what, uint32_t n,
                       const orr_option *options)
{
    if (what != ORR_CHOOSE_FAULT)
        return bind_choose(ctx, what, n, options);
    const long number = atomic_fetch_add(&operations, 1) + 1;
    sweep_set_write(strstr(options->what, "write") != NULL);
    return fails(OPERATION, OPERATION, number) ? 1 : 0;
}

void __wrap_bind_choose_open(runtime *r, orr_world *world)
{
    __real_bind_choose_open(r, world);
    if (kind != OPERATION && kind != COUNT)
        return;
    world->choose = choose;
    world->faults = true;
}

/* ---- The environment ----------------------------------------------------- */

static void read_order(const char *text)
{
    static const char *const names[] = { "", "once", "ever", "op", "count" };
    const size_t len = strcspn(text, ":");

    for (int k = ONCE; k <= COUNT; k++) {
        if (strlen(names[k]) == len && strncmp(text, names[k], len) == 0)
            kind = (fault_kind)k;
    }
    char *rest = NULL;
    first = text[len] == ':' ? strtol(text + len + 1, &rest, 10) : 0;
    step = rest != NULL && *rest == ':' ? strtol(rest + 1, NULL, 10) : 1;
    if (kind == NONE || step < 1) {
        fprintf(stderr, "faults: cannot read the order \"%s\"\n", text);
        exit(2);
    }
}

__attribute__((constructor)) static void begin(void)
{
    const char *fault = getenv("ORRERY_FAULT");
    const char *sweep = getenv("ORRERY_SWEEP");

    if (fault != NULL)
        read_order(fault);
    if (sweep != NULL) {
        is_sweep = true;
        sweep_open();
        read_order(sweep);
    }
    /* The program's environment, and so its allocations, are the same. */
    unsetenv("ORRERY_FAULT");
    unsetenv("ORRERY_SWEEP");
    unsetenv("ORRERY_SWEEP_DIR");
    unsetenv("ORRERY_SWEEP_LOOSE");
}

/* A fatal end does not come by here, and leaves its memory to the kernel. */
__attribute__((destructor)) static void end(void)
{
    if (kind == COUNT)
        fprintf(stderr, "%ld allocations, %ld operations\n",
                atomic_load(&requests), atomic_load(&operations));
    if (is_sweep)
        sweep_close();
    if (kind != NONE && REMEMBERS && live > 0) {
        say_what_leaked();
        _exit(FAULTS_LEAKED);
    }
}
