/*
 * explore.h - one run of a program in a given order, and what is recorded of
 * it.
 *
 *      simulator --questions--> explore_choose() --answers--> simulator
 *      loop, engine --events--> names, log
 *
 * An order is a short text: the deviations from the usual run, with commas.
 *
 *      stat@lib/path.js:9#1>timer@test.js:63#2    the first stat that line 9
 *              asked for takes effect only after the callback of the second
 *              timer of line 63 has run
 *      write@a.js:4#1>>end      the write takes effect as usual; its callback
 *              comes when nothing else can run any more
 *      timer@a.js:7#1/2+20ms    at the second read of the clock since that
 *              callback began, the clock has moved on by 20 ms
 *      thread@a.js:5#1>end      the thread that line 5 started gets no turn
 *              while others can go on
 *      #3                       of three equal names the third, by submission
 *      #3.2                     and of that one the second event
 *
 * An empty order is the usual run. Three more begin with a word: "walk:SEED",
 * "pos:SEED", "pct:DEPTH:SEED" draw every answer (chance.c), with "@N" behind
 * them those from question N on, and "raw:0,2,1" gives the answers themselves,
 * for a complete search; what follows them is the usual answer.
 *
 * What a run did is a text, too, a line an event (log.c). It is written into
 * memory that was handed in, so that the process that started this one can read
 * it whatever happens here.
 *
 * Thread: one. Memory: explore_open() to explore_close(). Without memory, names
 * are missing from then on; nothing fails.
 */
#ifndef ORRERY_EXPLORE_H
#define ORRERY_EXPLORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "orrery.h"

typedef struct explore explore;
typedef struct explore_usual explore_usual;

/* Where the log goes: `used` bytes of `size` are written. */
typedef struct explore_log {
    size_t size;
    size_t used;
    bool is_cut; /* there was more */
    char text[];
} explore_log;

/* log may be NULL: nothing is recorded. */
explore *explore_open(explore_log *log);
void explore_close(explore *x);

/*
 * Follow this order from now on; what was named before is matched, too.
 *
 * Errors: -EINVAL if it is no order; *bad is the offset of what is not
 *         understood. -ENOMEM.
 */
int explore_set_order(explore *x, const char *order, size_t *bad);

/*
 * The names of the usual run, by its log: with them a thing has the same number
 * in every order (names.c). NULL without memory.
 */
explore_usual *explore_usual_read(const explore_log *log);
void explore_usual_free(explore_usual *u);
/* Give names as the usual run did, from now on; borrowed. NULL: as they come.
 */
void explore_name_as(explore *x, const explore_usual *u);

/* ---- What happens ------------------------------------------------------- */

/* The program begins: questions before are answered with 0 and do not count. */
void explore_begin_asking(explore *x);
/* A thing was scheduled: its place is "file:line" or, if that is NULL, the
 * place of what led to it. `cause` and `trigger` may be 0. */
void explore_schedule(explore *x, uint64_t id, const char *place,
                      uint64_t cause, uint64_t trigger);
/* It is an operation, a timer, an immediate, and gets a name. `what` is its
 * step (open, timer); `value` the delay of a timer, or 0. The first call
 * counts. */
void explore_name(explore *x, uint64_t id, const char *what, int64_t value);
/* A thread is started from this place. It is the next in number, as the
 * options of ORR_CHOOSE_THREAD count them; the first thread is 0. Returns what
 * is the cause of all that it does. */
uint64_t explore_thread(explore *x, const char *place, uint64_t cause);
void explore_begin(explore *x, uint64_t id, uint64_t now_ms);
void explore_end(explore *x, uint64_t id, bool threw);
void explore_effect(explore *x, uint64_t id);
/* Its result was handed in, at this time of the simulator. */
void explore_post(explore *x, uint64_t id, uint64_t now_ms);
void explore_deliver(explore *x, uint64_t id, uint64_t now_ms);
/* A line of the log by somebody else: a letter and a text, cut at a line end.
 */
void explore_note(explore *x, char letter, const char *text);
/* The same of what the program has touched, which takes at most half of the
 * log. False: it was left out. */
bool explore_footprint(explore *x, char letter, const char *text);
/* The same of what becomes of the run. It has a part of the log that nothing
 * else fills, and is found without reading the rest. */
void explore_result(explore *x, char letter, const char *text);

/* The named thing whose callback runs, or ran last; 0: none. */
uint64_t explore_running(const explore *x);
/* Questions that were asked so far. */
uint32_t explore_asked(const explore *x);
/* The answer to a question of the simulator, below n. */
uint32_t explore_choose(explore *x, orr_choice_kind kind, uint32_t n,
                        const orr_option *options);

/*
 * After explore_choose() has answered: the order that takes option `j` at this
 * question instead, and does what this run does before it; empty if that is the
 * usual order. False if the options have no names, or if it does not fit.
 */
bool explore_other(explore *x, orr_choice_kind kind, uint32_t n,
                   const orr_option *options, uint32_t j, char *to,
                   size_t size);

/* ---- Results ------------------------------------------------------------ */

/* A hash of the names of all callbacks that began, in their order. */
uint64_t explore_sequence(const explore *x);
/* The name of a deviation of the order that never applied; NULL: all did. */
const char *explore_unused(const explore *x);
/* The n-th hold that lasted on though what it waited for never came, as text;
 * false if there are no more. It is what ">end" does. */
bool explore_unmet(const explore *x, uint32_t n, char *to, size_t size);
/* The name of a thing, or NULL. */
const char *explore_name_of(const explore *x, uint64_t id);

#endif
