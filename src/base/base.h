/*
 * base.h - what every room needs: must(), memory through a given allocator, and
 * a small seeded generator.
 */
#ifndef ORRERY_BASE_H
#define ORRERY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "orrery.h"

#define orr__likely(x) __builtin_expect(!!(x), 1)
#define orr__unlikely(x) __builtin_expect(!!(x), 0)
/* Functions that must be inlined, and functions that must not be. */
#define orr__inline inline __attribute__((always_inline))
#define orr__noinline __attribute__((noinline))

/* From a member back to the struct that holds it. */
#define orr__container(ptr, type, member)                                      \
    ((type *)(void *)((char *)(ptr)-offsetof(type, member)))

/*
 * What only a bug can do stops the program, also in release, with a sentence:
 * must(t->bucket != NULL, "an armed timer is in a bucket");
 */
#define must(cond, sentence)                                                   \
    ((cond) ? (void)0 : orr__must_failed(__FILE__, __LINE__, #cond, sentence))
_Noreturn void orr__must_failed(const char *file, int line, const char *cond,
                                const char *sentence);

/*
 * What is dear to check runs in the hostile build alone: make CHECK=1 defines
 * ORR_CHECKED. There a structure is checked whole by a function *_verify(),
 * whose calls stand in this: checked(orr__loop_verify_later(loop));
 */
#ifdef ORR_CHECKED
#define checked(call) ((void)(call))
#else
#define checked(call) ((void)0)
#endif

/* Zeroed memory, or NULL. */
void *orr__alloc(const orr_allocator *a, size_t size);
/* n * size bytes, zeroed; NULL also if that does not fit. */
void *orr__alloc_array(const orr_allocator *a, size_t n, size_t size);
/* Like realloc(): new memory is not zeroed. size is not 0. */
void *orr__resize(const orr_allocator *a, void *ptr, size_t size);
void orr__free(const orr_allocator *a, void *ptr);
char *orr__strdup(const orr_allocator *a, const char *s);
/* n bytes and a zero byte after them. */
char *orr__memdup(const orr_allocator *a, const void *s, size_t n);
/* malloc(), the default allocator. */
extern const orr_allocator orr__malloc;

/* splitmix64: good enough for schedules, and the same everywhere. */
static inline uint64_t orr__random_next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

#endif
