/*
 * stack.c - a stack that allows as much recursion as Node's.
 *
 * In Node a function that does nothing but call itself gets 11,000 to 14,000
 * calls deep before the RangeError. Here a call takes about 640 bytes of C's
 * stack, a call through Array.prototype.map() twice as much, and a process is
 * usually given 8 MiB, of which JavaScript could have a part. So the program
 * runs on a stack of its own:
 *
 *      | guard |  for native code  |       for JavaScript: STACK_FOR_JS       |
 *      low addresses                                      high: starts here
 *
 * Untouched pages take no memory. At the end of JavaScript's part comes the
 * RangeError; the next part is for native code called by the deepest function.
 * Only a bug can reach the guard, which crashes at once.
 *
 * Raising the process's own limit instead would be less code, but every child
 * would inherit it.
 */
#include "cli/stack.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>

#define STACK_SIZE (STACK_FOR_JS + (4u << 20))
#define GUARD (64u << 10) /* a multiple of every page size */

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||           \
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

typedef struct errand {
    stack_fn *fn;
    void *arg;
    ucontext_t here;
    ucontext_t there;
} errand;

/* makecontext() passes nothing but ints, so a pointer goes in two halves. */
static void stack_start(unsigned low, unsigned high)
{
    const errand *e =
        (const errand *)(uintptr_t)((uint64_t)high << 32 | (uint64_t)low);

    e->fn(e->arg);
}

static int run_on(void *stack, stack_fn *fn, void *arg)
{
    errand e = { .fn = fn, .arg = arg };
    const uint64_t address = (uintptr_t)&e;

    if (getcontext(&e.there) < 0)
        return -errno;
    e.there.uc_stack.ss_sp = stack;
    e.there.uc_stack.ss_size = STACK_SIZE;
    e.there.uc_link = &e.here; /* where it returns to */
    makecontext(&e.there, (void (*)(void))stack_start, 2, (unsigned)address,
                (unsigned)(address >> 32));
    return swapcontext(&e.here, &e.there) < 0 ? -errno : 0;
}

int stack_run(stack_fn *fn, void *arg)
{
    if (SANITIZED)
        return -ENOSYS;
    void *stack =
        mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED)
        return -errno;
    /* A huge page would be a third of what a small program takes in all. Not
     * to be had on a kernel without any, which is as good. */
    madvise(stack, STACK_SIZE, MADV_NOHUGEPAGE);
    int err = mprotect(stack, GUARD, PROT_NONE) < 0 ? -errno : 0;
    if (err == 0)
        err = run_on(stack, fn, arg);
    munmap(stack, STACK_SIZE);
    return err;
}
