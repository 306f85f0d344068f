/*
 * little.h - a door, a world and a host for tests of the engine room only.
 *
 * It is a loop in a hundred lines with a clock that only moves when nothing
 * else can: run a script, and it turns until nothing is left that could call
 * back. What the program logs with log() is collected in one string.
 *
 *     little l;
 *     little_open(&l, NULL);
 *     CHECK_STR(little_run(&l, "setImmediate(() => log('i'))"), "i");
 *     little_close(&l);
 *
 * Globals of the program: all of the binding "order", log(...), spin(ms) which
 * moves the clock, onUncaught and onRejection, which the host calls if they
 * are functions.
 */
#ifndef ORRERY_TEST_ENGINE_LITTLE_H
#define ORRERY_TEST_ENGINE_LITTLE_H

#include <quickjs.h>

#include "engine/internal.h"
#include "test.h"

typedef struct little_call {
    engine_record record;
    int depth;
    bool threw;
} little_call;

typedef struct little {
    engine *e;
    engine_options options;

    /* the door */
    uint64_t last_id;
    uint64_t running;
    int depth;
    bool threw;
    little_call *calls; /* every call, in order of starting */
    size_t call_count;
    bool keep_calls;

    /* the world */
    uint64_t now_ms;
    uint64_t seed;

    /* the host */
    bool timer_armed;
    uint64_t timer_due;
    bool timer_ref;
    bool immediate_ref;
    int exit_code;
    JSValue last_error; /* that was reported */

    char *out;
    size_t out_len;
} little;

/* `change`, if any, edits the options before the engine is created. */
void little_open(little *l, void (*change)(engine_options *o));
void little_close(little *l);

/* Run a script as the program's main, then turn until nothing is left. What
 * was logged since the last call, words separated by a blank. */
const char *little_run(little *l, const char *script);

/* Only the script, without turning. 0 or the engine's error. */
int little_start(little *l, const char *script);
/* One turn; false if nothing is left. */
bool little_turn(little *l);
const char *little_said(little *l);

/* Evaluate an expression to a string, for looking at things. */
const char *little_eval(little *l, const char *expression);

#endif
