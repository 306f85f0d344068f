/*
 * runtime.c - one running program: the loop and the engine, tied together.
 *
 * The engine decides in which order JavaScript runs, the loop decides when.
 * What crosses between them, and nothing else does (engine_host.c):
 *
 *      the door    every timer, tick, microtask is an orr_call()
 *      the hook    after each outermost callback: engine_drain()
 *      one timer   armed for the earliest JavaScript timer
 *      check       immediates; an idle handle keeps the poll from waiting
 *      hooks       what lib/ does about errors, rejections, imports, the end
 *
 * The course of a program (run_to_the_end) is Node's outer loop:
 *
 *      main script -> { turn until nothing is alive -> 'beforeExit' } -> 'exit'
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/list.h"
#include "bind/thread/channel.h"
#include "bind/core/engine_host.h"
#include "bind/core/handle.h"
#include "bind/core/recording.h"
#include "bind/addon/addon.h"

const char *runtime_node_version(void)
{
#define TEXT_OF(n) #n
#define TEXT(n) TEXT_OF(n)
    return TEXT(ENGINE_NODE_MAJOR) "." TEXT(ENGINE_NODE_MINOR) "." TEXT(
        ENGINE_NODE_PATCH);
#undef TEXT
#undef TEXT_OF
}

/* ---- Opening ------------------------------------------------------------ */

/* The current place in the program, for what it makes through the loop. */
static uintptr_t find_site(void *ctx)
{
    runtime *r = ctx;

    return r->engine != NULL ? engine_get_site(r->engine) : 0;
}

/* When JavaScript's next timers are due, on the loop's clock. */
static uint32_t find_expiries(void *ctx, uint64_t *due_ms, uint32_t n)
{
    const runtime *r = ctx;
    const uint32_t count =
        r->engine != NULL ? engine_get_expiries(r->engine, due_ms, n) : 0;

    for (uint32_t i = 0; i < count; i++)
        due_ms[i] += r->base_ms;
    return count;
}

bool runtime_notes_sites(const runtime *r)
{
    return trace_is_on(r) || r->options.why || r->options.seeded ||
           bind_explore_is_on(r);
}

static int open_loop(runtime *r)
{
    const bool traced = r->options.trace.sink.write != NULL ||
                        trace_will_join(r);
    orr_world world = { .ctx = r };

    r->profile = bind_profile_find(r->options.profile);
    if (r->profile == NULL)
        return -EINVAL;
    orr_options lo = {
        .profile = orr_profile_find(r->profile->name),
        .after = host_after_callback,
        .after_ctx = r,
        .site = traced || runtime_notes_sites(r) ? find_site : NULL,
        .site_ctx = r,
        .expiries = find_expiries,
        .expiries_ctx = r,
        .thread = r->options.thread,
    };

    orr_recording recording;

    if (lo.thread == NULL && r->options.recording != NULL) {
        recording = bind_recording(r);
        lo.recording = &recording;
    }
    if (lo.thread == NULL) {
        bind_choose_open(r, &world);
        lo.backend = r->options.backend;
        lo.world = &world;
        lo.seed = r->options.seed;
    }
    return orr_loop_open(&r->loop, &lo);
}

static int open_engine(runtime *r)
{
    engine_options eo = {
        .trace = bind_explore_is_on(r) ? bind_explore_engine_event
                 : trace_is_on(r)      ? trace_engine_event
                                       : NULL,
        .trace_ctx = r,
        .sites_innermost = bind_explore_is_on(r),
        .profile = r->profile->engine,
        .memory_limit_bytes = (size_t)r->options.memory_limit_bytes,
        .ends_at_limit = r->options.ends_at_limit,
        .stack_bytes = r->options.stack_bytes,
    };

    host_fill(r, &eo);
    const int err = engine_create(&eo, &r->engine);

    if (err == 0)
        r->env = engine_get_env(r->engine);
    return err;
}

static void runtime_reach(runtime *r, int milestone)
{
    r->milestones_ns[milestone] = orr_clock_ns(r->loop);
}

/* The loop is listened to from its first event, before there is an engine. */
static int begin_trace(runtime *r)
{
    int err = 0;

    if (r->trace.joins != NULL)
        err = trace_join(r, false);
    else if (r->options.trace.sink.write != NULL)
        err = trace_open(r, &r->options.trace, false);
    if (bind_explore_is_on(r))
        orr_set_trace(r->loop, bind_explore_event, r);
    else if (trace_is_on(r))
        orr_set_trace(r->loop, trace_event, r);
    return err;
}

void runtime_listen(runtime *r)
{
    if (bind_explore_is_on(r))
        return; /* and passes events on */
    orr_set_trace(r->loop, trace_event, r);
    orr_set_site(r->loop, find_site, r);
    engine_set_trace(r->engine, trace_engine_event, r);
}

void runtime_unlisten(runtime *r)
{
    if (bind_explore_is_on(r))
        return;
    orr_set_trace(r->loop, NULL, NULL);
    if (r->engine == NULL)
        return;
    engine_set_trace(r->engine, NULL, NULL);
    if (r->options.why)
        return; /* which wants to know places, too */
    engine_set_sites(r->engine, false);
    orr_set_site(r->loop, NULL, NULL);
}

int runtime_open(const runtime_options *options, runtime **out)
{
    runtime *r = calloc(1, sizeof *r);

    if (r == NULL)
        return -ENOMEM;
    r->options = *options;
    orr__list_init(&r->handles);
    orr__list_init(&r->requests);
    r->hub = options->hub != NULL ? channel_hub_hold(options->hub)
                                  : channel_hub_new();
    int err = r->hub != NULL ? bind_explore_open(r) : -ENOMEM;
    if (err == 0)
        err = open_loop(r);
    if (err < 0)
        goto free_r;
    r->base_ms = orr_now(r->loop);
    r->trace.script = "main";
    r->trace.from = options->started_by;
    err = begin_trace(r);
    if (err < 0)
        goto close_loop;
    orr_record_schedule(r->loop, &r->main, (orr_kind)ENGINE_SCRIPT);
    r->start_ns =
        options->start_ns != 0 ? options->start_ns : orr_clock_ns(r->loop);
    r->start_wall_ns = options->start_ns != 0 ? options->start_wall_ns
                                              : orr_wall_ns(r->loop);
    /* A seed of the simulator decides how long the clock takes to be read. */
    r->milestones_ns[RUNTIME_STARTED] = r->start_ns;
    if (!orr_is_virtual(r->loop))
        runtime_reach(r, RUNTIME_STARTED);
    runtime_reach(r, RUNTIME_OPENS_ENGINE);
    err = open_engine(r);
    if (err < 0)
        goto close_loop;
    runtime_reach(r, RUNTIME_HAS_ENGINE);
    err = bind_open_all(r);
    if (err == 0) {
        channel_hub_enter(r);
        *out = r;
    } else {
        runtime_close(r, false);
    }
    return err;

close_loop:
    trace_stop(r);
    orr_loop_close(r->loop);
free_r:
    bind_explore_close(r);
    trace_wont_join(r);
    channel_hub_release(r->hub);
    free(r);
    return err;
}

/* ---- The course of a program -------------------------------------------- */

typedef struct step {
    runtime *r;
    const char *hook;
    int64_t result;
    bool threw; /* and a listener handled it */
} step;

void runtime_report_pending(runtime *r)
{
    napi_value error;

    if (r->over)
        return;
    host_take_exception(r, &error);
    host_stop_if_over(r,
                      engine_report(r->engine, error, ENGINE_ORIGIN_EXCEPTION));
}

/* An exception was reported by the engine when this returns. */
static void run_hook(void *arg)
{
    step *s = arg;
    runtime *r = s->r;
    napi_handle_scope scope;
    napi_value hooks, fn, result;

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    host_get_hook(r, s->hook, &hooks, &fn);
    const int err =
        engine_call_back(r->engine, NULL, hooks, fn, 0, NULL, &result);
    if (err == 0)
        s->result = bind_to_int(r->env, result);
    s->threw = err == ENGINE_THREW;
    host_stop_if_over(r, err);
    napi_close_handle_scope(r->env, scope);
}

static void runtime_boot(void *arg)
{
    step *s = arg;
    runtime *r = s->r;
    napi_handle_scope scope;
    napi_value hooks;

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    if (bind_run_builtin(r, "internal/bootstrap/node", &hooks) == 0) {
        BIND_OK(napi_create_reference(r->env, hooks, 1, &r->hooks));
        napi_close_handle_scope(r->env, scope);
        engine_keep_intrinsics(r->engine);
        runtime_reach(r, RUNTIME_IS_UP);
        bind_explore_at_start(r);
        run_hook(s);
        return;
    }
    runtime_report_pending(r);
    napi_close_handle_scope(r->env, scope);
}

/* The current exit code, if the hook for it has thrown. */
static int64_t ask_exit_code(runtime *r)
{
    napi_handle_scope scope;
    napi_value code;
    int64_t value = 0;

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    if (runtime_ask(r, "exitCode", &code) == 0)
        value = bind_to_int(r->env, code);
    napi_close_handle_scope(r->env, scope);
    return value;
}

/* Each of these is one callback of the program, so it goes through the door. */
static int64_t call_through_door(runtime *r, const char *hook)
{
    step s = { .r = r, .hook = hook };
    orr_record record = { .id = 0 };

    r->trace.script = hook;
    orr_record_schedule(r->loop, &record, (orr_kind)ENGINE_SCRIPT);
    orr_call(r->loop, &record, run_hook, &s);
    return s.threw && !r->over ? ask_exit_code(r) : s.result;
}

static void do_nothing(void *arg)
{
    (void)arg;
}

/* The program itself: the first record there is, so that its id is 1. */
void runtime_begin(runtime *r)
{
    step s = { .r = r, .hook = "runMain" };

    orr_call(r->loop, &r->main, runtime_boot, &s);
    /* The main script's scope drains even if it threw, since Node 11. */
    if (s.threw && !r->over && !r->profile->main_throw_is_final)
        orr_call(r->loop, &r->main, do_nothing, NULL);
}

/* Those that the last callback has left; they may begin something. Finalizers
 * of our own bindings begin nothing. */
static bool run_last_finalizers(runtime *r)
{
    engine_run_own_finalizers(r->engine);
    return engine_run_finalizers(r->engine);
}

/* True if it goes on. On the simulator a loop may be alive though nothing can
 * ever happen (-EDEADLK). A worker that waits for a message ends then. */
static bool goes_on(runtime *r)
{
    const int alive = orr_run(r->loop, ORR_RUN_DEFAULT);

    if (atomic_load(&r->terminated))
        runtime_over(r);
    if (alive == -EDEADLK && !r->over && !r->options.is_worker)
        bind_hangs(r, "nothing can happen any more");
    if (r->over || alive == -EDEADLK)
        return false;
    if (alive > 0)
        return true;
    if (run_last_finalizers(r))
        return true;
    call_through_door(r, "beforeExit");
    return orr_alive(r->loop);
}

static void run_to_the_end(runtime *r)
{
    runtime_begin(r);
    r->has_begun = true;
    bind_explore_at_loop(r);
    runtime_reach(r, RUNTIME_ENTERS_LOOP);
    while (!r->over && goes_on(r))
        continue;
    runtime_reach(r, RUNTIME_LEAVES_LOOP);
    if (r->over)
        return;
    r->explore.in_loop = false;
    const int64_t code = call_through_door(r, "exit");
    if (!r->over)
        r->exit_code = (int)code;
}

/* Addons have an end only in a program that ends by itself, as in Node: one
 * that calls process.exit() or dies leaves them as they are. */
int runtime_run(runtime *r)
{
    run_to_the_end(r);
    const bool by_itself = !r->over;
    r->over = true;
    if (by_itself)
        bind_end_addons(r);
    if (atomic_load(&r->terminated))
        r->exit_code = atomic_load(&r->end_code);
    if (r->recording_code != 0)
        r->exit_code = r->recording_code;
    bind_end_all(r);
    bind_explore_end(r, by_itself);
    trace_end(r);
    if (!r->options.is_worker)
        orr_drain(r->loop); /* Node's pool completes what it was given */
    return r->exit_code;
}

/* ---- From outside ------------------------------------------------------- */

runtime_end runtime_ended(const runtime *r)
{
    return r->end;
}

/* From here on it is as if the program had called process.exit(). */
static void stop_at_safe_point(engine *e, void *arg)
{
    runtime *r = arg;

    engine_stop(e);
    runtime_over(r);
}

/* JavaScript may be running, and stops at its next safe point: not in the
 * middle of a binding, whose calls of Node-API would begin to fail. Or the loop
 * may be waiting, and is woken: on_wake(). */
void runtime_terminate(runtime *r)
{
    atomic_store(&r->end_code, 1);
    if (atomic_exchange(&r->terminated, true))
        return;
    engine_interrupt(r->engine, stop_at_safe_point, r);
    orr_async_send(&r->wake);
}

/*
 * A million steps of the interpreter take about ten milliseconds on a real
 * machine. Where threads take turns with a baton, that much time passes in the
 * simulated world then, and the others get their turn: a program that waits in
 * a loop for another thread, or is to be terminated by it, would wait forever
 * otherwise.
 */
#define TURN_SAFE_POINTS 100
#define TURN_NS 10000000u

static void share_time(runtime *r)
{
    if (++r->safe_points < TURN_SAFE_POINTS)
        return;
    r->safe_points = 0;
    orr_sleep(r->loop, TURN_NS);
}

/* A signal handler cannot take a lock, so the engine polls at its safe
 * points. */
static void at_safe_point(engine *e, void *arg)
{
    runtime *r = arg;

    if (r->shares_time && !atomic_load(&r->terminated))
        share_time(r);
    if (atomic_load(&r->terminated))
        engine_stop(e);
}

void runtime_allow_interrupt(runtime *r)
{
    if (!r->options.why) /* which looks at the same points, for SIGINT */
        engine_set_watcher(r->engine, at_safe_point, r);
}

void runtime_share_time(runtime *r)
{
    r->shares_time = orr_is_virtual(r->loop);
    if (r->shares_time)
        runtime_allow_interrupt(r);
}

void runtime_interrupt(runtime *r, int code)
{
    atomic_store(&r->end_code, code);
    atomic_store(&r->terminated, true);
    engine_poll_soon(r->engine);
    orr_interrupt(r->loop);
}

/* ---- Closing ------------------------------------------------------------ */

#define PATIENCE_MS 100

static void on_impatient(orr_timer *t)
{
    bool *impatient = t->handle.data;

    *impatient = true;
}

/*
 * What was closed is freed in a closing phase, and what is being read or
 * written comes to its end: each turn waits for the next completion. The first
 * turn may be empty, since the end of the program has stopped the loop. No
 * JavaScript runs.
 */
static void finish_closing(runtime *r, bool no_wait)
{
    bool impatient = false;
    orr_timer timer = { .handle.data = &impatient };

    if (no_wait &&
        orr_timer_start(r->loop, &timer, PATIENCE_MS, on_impatient) == 0)
        orr_unref(&timer.handle);
    while (!impatient && orr_alive(r->loop) &&
           orr_run(r->loop, ORR_RUN_ONCE) >= 0)
        continue;
    orr_timer_stop(&timer);
}

void runtime_wake(runtime *r)
{
    if (r->options.is_worker)
        orr_async_send(&r->wake);
}

int runtime_close(runtime *r, bool no_wait)
{
    channel_hub_leave(r);
    r->over = true;
    r->no_wait = no_wait;
    engine_stop(r->engine);
    if (engine_has_addons(r->engine) && !r->addons_ended) {
        if (!r->options.is_worker)
            return -EBUSY; /* a process that exits leaves them as they are */
        bind_end_addons(r);
    }
    bind_close_all(r);
    bind_handles_close(r);
    finish_closing(r, no_wait);
    if (no_wait && orr_alive(r->loop))
        return -EBUSY;
    bind_finish_all(r);
    trace_stop(r); /* the program did not reach its end */
    engine_destroy(r->engine);
    bind_unload_all(r);
    must(orr_loop_close(r->loop) == 0, "all of the loop's things are closed");
    channel_hub_release(r->hub);
    channel_ledger_release(r->posted);
    bind_explore_close(r);
    free(r->state_block);
    free(r);
    return 0;
}
