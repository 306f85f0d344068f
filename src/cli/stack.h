/* stack.h - a function on a stack of its own; see stack.c. */
#ifndef ORRERY_CLI_STACK_H
#define ORRERY_CLI_STACK_H

/* What JavaScript may use of it, counted from where fn starts. */
#define STACK_FOR_JS (16u << 20)

typedef void stack_fn(void *arg);

/*
 * Call fn(arg) on a large stack and return 0 when it has returned.
 *
 * Errors: -ENOSYS with a sanitizer, which would not know that stack; -ENOMEM.
 *         fn was not called then.
 */
int stack_run(stack_fn *fn, void *arg);

#endif
