/*
 * sigint.c - scripts of node:vm that SIGINT ends: the option breakOnSigint, and
 * Ctrl+C while the REPL evaluates.
 *
 * Between start() and stop() a handle listens to the signal, so that it is
 * caught, and the engine asks at each safe point whether it was. The handle's
 * own event comes too late, when the loop turns again, and is ignored.
 */
#include <signal.h>

#include "bind/bind.h"

typedef struct sigint_state {
    orr_signal signal;
    uint64_t count; /* of signals when it began, or that ended a script */
    uint32_t depth; /* start() without stop() */
} sigint_state;

static sigint_state *state_of(runtime *r)
{
    return BIND_STATE(r, sigint);
}

static void sigint_ignore(orr_signal *s, int signum)
{
    (void)s;
    (void)signum;
}

/* A signal came that has not ended a script yet. */
static bool take_signal(void *arg)
{
    runtime *r = arg;
    sigint_state *s = state_of(r);
    const uint64_t count = orr_signal_count(r->loop, SIGINT);
    const bool came = count != s->count;

    s->count = count;
    return came;
}

/* start(): 0, or a negative errno. */
static napi_value js_start(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    sigint_state *s = state_of(r);

    if (s->depth == 0) {
        const int err =
            orr_signal_start(r->loop, &s->signal, SIGINT, sigint_ignore);
        if (err < 0)
            return bind_int(env, err);
        orr_unref(&s->signal.handle);
        s->count = orr_signal_count(r->loop, SIGINT);
        engine_set_breaker(r->engine, take_signal, r);
    }
    s->depth++;
    return bind_int(env, 0);
}

/* stop(): did a signal come that ended no script? */
static napi_value js_stop(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    sigint_state *s = state_of(r);

    if (s->depth == 0 || --s->depth > 0)
        return bind_bool(env, false);
    const bool came = take_signal(r);
    engine_set_breaker(r->engine, NULL, NULL);
    orr_signal_stop(&s->signal);
    return bind_bool(env, came);
}

static void close_sigint(runtime *r)
{
    sigint_state *s = state_of(r);

    if (s->depth > 0)
        orr_signal_stop(&s->signal);
    s->depth = 0;
}

static napi_status sigint_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "start", js_start },
        { "stop", js_stop },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}

const bind_entry bind_entry_sigint = { .name = "sigint",
                                       .init = sigint_init,
                                       .close = close_sigint,
                                       .state = sizeof(sigint_state) };
