/*
 * fixture.h - a loop to test on, with everything counted.
 *
 *      fixture f;
 *      fixture_open(&f);            the back end is the one under test
 *      ...
 *      fixture_close(&f);           fails on what is still in the loop
 *
 * A test writes down what happened with note("a"); CHECK_STR(noted(), "ab").
 */
#ifndef ORRERY_FIXTURE_H
#define ORRERY_FIXTURE_H

#include "orrery.h"
#include "test.h"

/* Requests that have a callback coming; see owed.c. */
#define OWED_MAX 1024

typedef struct owed {
    struct owed_one {
        uint64_t id;
        uint8_t kind;
        bool delivered;
    } at[OWED_MAX];
    uint32_t n;
    bool given_up; /* there were more at once than fit */
} owed;

void owed_listen(void *ctx, const struct orr_event *ev);
void owed_check(const owed *o);

typedef struct fixture {
    orr_loop *loop;
    orr_allocator allocator;
    orr_world world;
    owed owed;
} fixture;

/* Fails the test if the loop can't be opened; skips it where the kernel has no
 * io_uring. */
void fixture_open(fixture *f);

/* The same, with options of your own; allocator and back end are filled in. */
void fixture_open_with(fixture *f, orr_options *options);

/* A second loop on the thread of the first, which shares its world. */
void fixture_open_beside(fixture *f, const fixture *first);

/* The same with a profile, "node18". */
void fixture_open_profile(fixture *f, const char *profile);

/* Closes the loop; fails on handles or requests still in it. */
void fixture_close(fixture *f);

/* Run until nothing is alive; fails on an error. */
void fixture_run(fixture *f);

/* Simulator: let `ms` of virtual time pass, running what is due meanwhile. */
void fixture_advance_ms(fixture *f, uint64_t ms);

/*
 * Be busy for so long, like a callback that computes: the clock moves on, and
 * nothing else happens. Only for fixtures with their own world.
 */
void fixture_busy_ms(fixture *f, uint64_t ms);

/* For a world of your own: its answer to ORR_CHOOSE_FAULT. Each error that an
 * operation can meet counts as a fault of its own. */
uint32_t fixture_fault(uint32_t n);

/* Close every handle that is in the loop, and turn it until that is done and
 * every request has called back. */
void fixture_empty(fixture *f);

/* Close a handle, and turn the loop until that is done. */
void fixture_close_handle(fixture *f, orr_handle *h);

/*
 * Fails unless fn(arg) stops the program with this sentence. It is called in a
 * process of its own, which has the loop as it was before the call.
 */
void check_stops(void (*fn)(void *arg), void *arg, const char *sentence);

/* The diary of the test: short words, one after the other. */
void note(const char *word);
const char *noted(void);
void note_clear(void);

/* A word as the data of a handle, which is not const: .data = WORD("a"). It
 * lives as long as the block it stands in. */
#define WORD(w) ((char[]){ w })

#endif
