/*
 * fault.c - machine code that touches memory which is not there: the signal is
 * turned into a jump, if the code is of somebody who asked for that. All other
 * faults stay what they were: the handler of before gets them.
 *
 * The table of code is the process's, and is read in a signal handler. A range
 * is written whole before its start is; and nobody takes a range away while its
 * code runs, so what the handler finds is right.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "orrery.h"

#define RANGES 4096

typedef struct fault_range {
    _Atomic uintptr_t start; /* 0: free */
    _Atomic uintptr_t end;
    orr_fault_fn *fn;
    void *ctx;
} fault_range;

static fault_range ranges[RANGES];
static _Atomic unsigned range_count; /* those above were never used */
static pthread_mutex_t range_lock = PTHREAD_MUTEX_INITIALIZER;
static struct sigaction before_segv;
static struct sigaction before_bus;
static bool installed;

int orr_space_protect(void *start, size_t bytes, bool executable)
{
    const int how = executable ? PROT_READ | PROT_EXEC : PROT_READ | PROT_WRITE;

    return mprotect(start, bytes, how) == 0 ? 0 : -errno;
}

static uintptr_t *context_pc(ucontext_t *context)
{
#if defined(__x86_64__)
    return (uintptr_t *)&context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t *)&context->uc_mcontext.pc;
#else
    (void)context;
    return NULL;
#endif
}

/* The register in which sljit returns a value. */
static void context_set_value(ucontext_t *context, uintptr_t value)
{
#if defined(__x86_64__)
    context->uc_mcontext.gregs[REG_RAX] = (greg_t)value;
#elif defined(__aarch64__)
    context->uc_mcontext.regs[0] = value;
#else
    (void)context;
    (void)value;
#endif
}

static bool fault_redirect(ucontext_t *context)
{
    uintptr_t *pc = context_pc(context);
    const unsigned count = atomic_load(&range_count);

    for (unsigned i = 0; pc != NULL && i < count; i++) {
        const fault_range *r = &ranges[i];
        const uintptr_t start = atomic_load(&r->start);
        uintptr_t resume;
        uintptr_t value;
        if (start == 0 || *pc < start || *pc >= atomic_load(&r->end))
            continue;
        if (!r->fn(r->ctx, *pc, &resume, &value))
            return false;
        context_set_value(context, value);
        *pc = resume;
        return true;
    }
    return false;
}

static void fault_handle(int signo, siginfo_t *info, void *context)
{
    if (fault_redirect(context))
        return;
    const struct sigaction *before =
        signo == SIGSEGV ? &before_segv : &before_bus;
    if ((before->sa_flags & SA_SIGINFO) != 0) {
        before->sa_sigaction(signo, info, context);
    } else if (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN) {
        before->sa_handler(signo);
    } else {
        /* The access is tried again, and ends the process. */
        const struct sigaction end = { .sa_handler = SIG_DFL };
        sigaction(signo, &end, NULL);
    }
}

static int fault_install(void)
{
    struct sigaction action = { .sa_sigaction = fault_handle,
                                .sa_flags =
                                    SA_SIGINFO | SA_NODEFER | SA_ONSTACK };

    if (installed)
        return 0;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGSEGV, &action, &before_segv) != 0)
        return -errno;
    if (sigaction(SIGBUS, &action, &before_bus) != 0)
        return -errno;
    installed = true;
    return 0;
}

static int range_add(uintptr_t start, size_t bytes, orr_fault_fn *fn, void *ctx)
{
    const unsigned count = atomic_load(&range_count);
    unsigned i = 0;

    while (i < count && atomic_load(&ranges[i].start) != 0)
        i++;
    if (i == RANGES)
        return -ENOSPC;
    ranges[i].fn = fn;
    ranges[i].ctx = ctx;
    atomic_store(&ranges[i].end, start + bytes);
    atomic_store(&ranges[i].start, start);
    if (i == count)
        atomic_store(&range_count, count + 1);
    return 0;
}

int orr_fault_watch(void *start, size_t bytes, orr_fault_fn *fn, void *ctx)
{
#if !defined(__x86_64__) && !defined(__aarch64__)
    return -ENOSYS;
#endif
    pthread_mutex_lock(&range_lock);
    int err = fault_install();
    if (err == 0)
        err = range_add((uintptr_t)start, bytes, fn, ctx);
    pthread_mutex_unlock(&range_lock);
    return err;
}

void orr_fault_unwatch(void *start)
{
    pthread_mutex_lock(&range_lock);
    for (unsigned i = 0; i < atomic_load(&range_count); i++) {
        if (atomic_load(&ranges[i].start) == (uintptr_t)start)
            atomic_store(&ranges[i].start, 0);
    }
    pthread_mutex_unlock(&range_lock);
}
