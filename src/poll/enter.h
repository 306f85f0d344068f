/*
 * enter.h - system calls that nobody has to return from.
 *
 * A return is cheap because the processor guesses where it goes. A system call
 * may spoil these guesses, for all functions that were under way when it was
 * made; most likely it is the kernel's defence against branch injection that
 * does it (on AMD: "Safe RET"). Where this was measured, the first return then
 * costs 45 ns, and each further one 6 ns, beside 105 ns for the epoll_wait()
 * itself and 20 ns for all the rest of a turn.
 *
 * So what is called once per turn is called from the frame that stays, that of
 * orr_run(): the system call stands in line in wait(), and wait() goes back by
 * a jump, whose guess is not spoilt. That took the loop benchmark on epoll
 * from 187 ns to 142, and the pipe benchmark on io_uring from 5840 to 5250.
 * Where it can't be had all is done in the usual way, and means the same.
 */
#ifndef ORRERY_ENTER_H
#define ORRERY_ENTER_H

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Sanitizers have to see system calls go by, and shadow stacks returns. Who
 * compiles all of it with returns of his own sets this to 0. */
#ifndef ORR__IN_LINE
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) &&                   \
    !defined(__SANITIZE_THREAD__) && !defined(__CET__)
#define ORR__IN_LINE 1
#else
#define ORR__IN_LINE 0
#endif
#endif

#if ORR__IN_LINE

/* What the kernel returns: a count, or a negative errno. errno is not set. */
static inline long orr__enter(long number, long a, long b, long c, long d,
                              long e, long f)
{
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                       "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

#else

static inline long orr__enter(long number, long a, long b, long c, long d,
                              long e, long f)
{
    const long result = syscall(number, a, b, c, d, e, f);

    return result < 0 ? -errno : result;
}

#endif

/*
 * A function that goes back by a jump. The compiler lets us say what is to be
 * done in place of a return, under a name that it has chosen. Ours is weak: a
 * program that is compiled with returns of its own keeps those.
 */
#if ORR__IN_LINE && defined(__has_attribute)
#if __has_attribute(function_return)
__asm__(".pushsection .text.orr__return, \"ax\", @progbits\n"
        ".ifndef __x86_return_thunk\n"
        ".weak __x86_return_thunk\n"
        ".hidden __x86_return_thunk\n"
        ".type __x86_return_thunk, @function\n"
        "__x86_return_thunk:\n"
        "    .cfi_startproc\n"
        "    pop %rcx\n"
        "    .cfi_adjust_cfa_offset -8\n"
        "    .cfi_register %rip, %rcx\n"
        "    jmp *%rcx\n"
        "    .cfi_endproc\n"
        ".size __x86_return_thunk, . - __x86_return_thunk\n"
        ".endif\n"
        ".popsection\n");
#define ORR__RETURN_BY_JUMP __attribute__((function_return("thunk-extern")))
#endif
#endif
#ifndef ORR__RETURN_BY_JUMP
#define ORR__RETURN_BY_JUMP
#endif

#endif
