/*
 * clock.h - the clock of the played programs: it only moves when a loop sleeps
 * or blocks.
 *
 * Both libraries are linked with our clock_gettime() and our ways to wait. A
 * wait looks first; if there is nothing to report and nothing under way that
 * could come to it, it is over at once and the time is later by just as long.
 * So a transcript holds the exact millisecond of each callback, is the same
 * every time, and costs no time.
 */
#ifndef UV_CLOCK_H
#define UV_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* How libuv's kernel reports what is ready at once: as it does; the wake-up
 * descriptor first; or in an order that is drawn from the number. */
enum { ORDER_KERNEL, ORDER_WAKE_FIRST, ORDER_SHUFFLED };

/* For libuv or for orrery, which has no order of ours. *choices counts how
 * often there was more than one order. */
void clock_begin(bool of_uv, uint32_t order, uint32_t *choices);
uint64_t clock_ms(void);
void clock_advance(uint64_t ms);

/* From here on waits are real, or not any more. For the helper loop. */
void clock_real(bool on);

/* A wait has nothing to wait for. True: look again, something has changed. */
extern bool (*clock_idle)(void);
/* Called if there is no deadline either; does not return. */
extern void (*clock_stuck)(void);

/* Is something under way on another thread? Then a wait is a real one. */
extern bool (*clock_busy)(void);

#endif
