/*
 * rig.h - an engine with nothing around it, for tests of Node-API: no loop, a
 * door that only calls, a clock that stands still.
 *
 *     rig r;
 *     rig_open(&r);                          with a handle scope open
 *     CHECK(rig_true(&r, "1 + 1 === 2"));
 *     rig_close(&r);
 */
#ifndef ORRERY_TEST_ENGINE_RIG_H
#define ORRERY_TEST_ENGINE_RIG_H

#define NAPI_VERSION 9
#include <node/node_api.h>

#include "engine/engine.h"
#include "test.h"

typedef struct rig {
    engine *e;
    napi_env env; /* of an addon, unless rig_use_own() */
    napi_handle_scope scope;
    uint64_t last_id;
    int uncaught; /* how many were reported */
} rig;

void rig_open(rig *r);
void rig_close(rig *r);
/* Take the environment of our own bindings instead of an addon's. */
void rig_use_own(rig *r);

/* Run a script that must not throw. */
napi_value rig_run(rig *r, const char *script);
/* Is what the script evaluates to true? */
bool rig_true(rig *r, const char *script);
/* A number or string that it evaluates to. */
double rig_number(rig *r, const char *script);
const char *rig_text(rig *r, const char *script);

napi_value rig_string(rig *r, const char *text);
/* Make a value a global of the program; make a function one. */
void rig_set(rig *r, const char *name, napi_value value);
void rig_set_function(rig *r, const char *name, napi_callback callback);

/* Let go of all handles made so far, collect, and run finalizers. */
void rig_collect(rig *r);
/* Run what waits after a callback. */
void rig_drain(rig *r);

/* The pending exception's text; it is taken. "" if there is none. */
const char *rig_take(rig *r);
/* The words of the last error. */
const char *rig_words(rig *r);

#define CHECK_OK(call_) CHECK_INT((call_), napi_ok)

#endif
