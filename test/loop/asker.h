/*
 * asker.h: a simulator whose world.choose answers as a test wants, for tests
 * that talk to the back end directly.
 */
#ifndef ORRERY_TEST_ASKER_H
#define ORRERY_TEST_ASKER_H

#include "backend.h"

typedef struct asker asker;
typedef uint32_t answer_fn(asker *a, orr_choice_kind kind, uint32_t n,
                           const orr_option *options);

struct asker {
    answer_fn *answer; /* NULL: always option 0 */
    uint32_t asked[ORR_CHOOSE_THREAD + 1];
    uint32_t max[ORR_CHOOSE_THREAD + 1]; /* options in one question */
    uint64_t chance;
    orr_choice_kind only; /* for answers about one kind */
    uint32_t pick;
    uint32_t left; /* how often it is picked */
    uint64_t id;
    char log[65536];
    size_t log_len;
};

/* Add to the log. */
__attribute__((format(printf, 2, 3))) void asker_note(asker *a,
                                                      const char *format, ...);

/* A simulator that asks `a`, if it is not NULL. The other way to open it is
 * with a limit for all delays together. */
void asker_open(backend *b, asker *a, uint32_t pool_size);
void asker_open_with(backend *b, asker *a, uint32_t pool_size,
                     uint64_t max_delays_ms);
void asker_close(backend *b);
void asker_close_late(void *b); /* for test_cleanup() */

/* The clock, in nanoseconds, up to its last full millisecond: a read takes a
 * moment. */
uint64_t asker_now(backend *b);

/* Pick option `pick` of questions of the kind `only`, `left` times. */
uint32_t pick_some(asker *a, orr_choice_kind kind, uint32_t n,
                   const orr_option *options);
#define LAST 1000

/* One look: the events as letters, by op->owner; their number. */
size_t asker_look(backend *b, uint64_t deadline, char *out);

/* Work for the pool, each with a letter for a name; and the letters in the
 * order in which the operations took effect. */
void asker_works(backend *b, orr__op *ops, int n);
extern char asker_effects[64];
extern const char asker_letters[];
void asker_work(void *arg);

#endif
