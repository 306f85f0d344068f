/*
 * runtime.c - one running program: the loop and the engine, tied together.
 *
 * The engine decides in which order JavaScript runs, the loop decides when.
 * What crosses between them, and nothing else does:
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
#include "bind/browser.h"
#include "bind/channel.h"
#include "bind/handle.h"

#define ERROR_HANDLING_BYTES (4u << 20)

/* ---- The door ----------------------------------------------------------- */

/* A resource is no kind of the loop's own: AsyncResource has none either. */
static orr_kind kind_of(uint8_t kind)
{
    if (kind == ENGINE_RESOURCE)
        return ORR_KIND_NONE;
    return (orr_kind)(ORR_KIND_USER + kind);
}

static void door_schedule(void *ctx, engine_record *record)
{
    runtime *r = ctx;
    orr_record mine = { .id = 0 };

    orr_record_schedule_from(r->loop, &mine, kind_of(record->kind),
                             record->cause, record->site);
    record->id = mine.id;
    record->cause = mine.cause;
}

static bool door_call(void *ctx, const engine_record *record,
                      engine_call_fn *fn, void *arg)
{
    runtime *r = ctx;
    const orr_record mine = {
        .id = record->id,
        .cause = record->cause,
        .trigger = record->trigger,
        .async_context = record->async_context,
        .site = record->site,
        .kind = (uint8_t)kind_of(record->kind),
    };

    return orr_call_borrowed(r->loop, &mine, fn, arg);
}

static void door_threw(void *ctx)
{
    runtime *r = ctx;

    orr_threw(r->loop);
}

static uint64_t door_running(void *ctx)
{
    runtime *r = ctx;
    const orr_record *running = orr_running(r->loop);

    return running != NULL ? running->id : 0;
}

/* ---- The world ---------------------------------------------------------- */

static uint64_t world_clock_ns(void *ctx)
{
    runtime *r = ctx;

    return orr_clock_ns(r->loop);
}

static uint64_t world_wall_ns(void *ctx)
{
    runtime *r = ctx;

    return orr_wall_ns(r->loop);
}

/* Read afresh, as Node does for every timer. */
static uint64_t world_timer_ms(void *ctx)
{
    runtime *r = ctx;

    orr_update_time(r->loop);
    return r->trace.seen_ms = orr_now(r->loop) - r->base_ms;
}

static uint64_t world_loop_ms(void *ctx)
{
    runtime *r = ctx;

    return orr_now(r->loop) - r->base_ms;
}

static int world_random(void *ctx, void *out, size_t len)
{
    runtime *r = ctx;

    return orr_random_bytes(r->loop, NULL, out, len, NULL);
}

static int32_t world_offset_s(void *ctx, int64_t time_s, bool local,
                              bool *summer)
{
    return bind_zone_offset_s(ctx, time_s, local, summer);
}

/* A wait that cannot end is refused (-EPERM); Node would hang. */
static int world_park(void *ctx, const void *place, size_t size, int64_t value,
                      int64_t timeout_ns)
{
    runtime *r = ctx;
    const int err = orr_park(r->loop, place, size, value, timeout_ns);

    return err == -EDEADLK ? -EPERM : err;
}

static int world_unpark(void *ctx, const void *place, uint32_t n)
{
    runtime *r = ctx;

    return (int)orr_unpark(r->loop, place, n);
}

/* ---- Timers and immediates ---------------------------------------------- */

void runtime_over(runtime *r)
{
    r->over = true;
    orr_stop(r->loop);
}

static void stop_if_over(runtime *r, int result)
{
    if (result == ENGINE_STOPPED)
        runtime_over(r);
}

static void on_timer(orr_timer *t);

static void host_arm_timer(void *ctx, uint64_t delay_ms)
{
    runtime *r = ctx;

    if (orr_is_active(&r->timer.handle))
        orr_timer_restart(&r->timer, delay_ms);
    else
        orr_timer_start(r->loop, &r->timer, delay_ms, on_timer);
}

static void host_ref_timer(void *ctx, bool any)
{
    runtime *r = ctx;

    if (any)
        orr_ref(&r->timer.handle);
    else
        orr_unref(&r->timer.handle);
}

static void on_timer(orr_timer *t)
{
    runtime *r = t->handle.data;
    engine_next_timer next = { .any = false };
    const uint64_t now = world_timer_ms(r);
    const int ran = engine_run_timers(r->engine, now, &next);

    r->skip_drain = r->profile->timer_list_drains;
    if (ran < 0) {
        stop_if_over(r, ran);
        return;
    }
    host_ref_timer(r, next.any && next.ref);
    if (!next.any)
        return;
    /* By the loop's clock as it was last read, as in Node: what fell due while
     * a callback went on is then due in the next pass, not a millisecond
     * later. */
    const uint64_t later = orr_now(r->loop) - r->base_ms;
    host_arm_timer(r, next.due_ms > later ? next.due_ms - later
                                          : r->profile->overdue_ms);
}

static void on_list_closed(orr_handle *h)
{
    runtime *r = h->data;

    r->list_closing = false;
    r->skip_drain = true;
}

static void never(orr_timer *t)
{
    (void)t;
}

/* In Node 10 each list was a handle of the loop. Closing it keeps the program
 * alive for one turn more, in which immediates run that are unref'd. */
static void host_list_gone(void *ctx)
{
    runtime *r = ctx;

    if (!r->profile->timer_list_closes || r->over || r->list_closing)
        return;
    r->list = (orr_timer){ .handle.data = r };
    if (orr_timer_start(r->loop, &r->list, 0, never) < 0)
        return;
    r->list_closing = true;
    orr_close(&r->list.handle, on_list_closed);
}

/* No JavaScript runs here, and in Node no scope is opened: what a callback that
 * threw left behind waits for the next one. */
static void on_idle(orr_idle *h)
{
    runtime *r = h->handle.data;

    r->skip_drain = true;
}

static void host_ref_immediates(void *ctx, bool any)
{
    runtime *r = ctx;

    if (any == r->idle_active)
        return;
    r->idle_active = any;
    if (any)
        orr_idle_start(r->loop, &r->idle, on_idle);
    else
        orr_idle_stop(&r->idle);
}

static void on_check(orr_check *h)
{
    runtime *r = h->handle.data;

    if (engine_is_check_due(r->engine))
        stop_if_over(r, engine_run_immediates(r->engine));
    else
        r->skip_drain = true;
}

static void after_callback(orr_loop *loop, void *ctx)
{
    runtime *r = ctx;

    (void)loop;
    if (r->skip_drain) {
        r->skip_drain = false;
        return;
    }
    if (r->engine != NULL && !r->over && engine_is_drain_due(r->engine))
        stop_if_over(r, engine_drain(r->engine));
    if (r->ended_req != 0)
        bind_hook_destroy_request(r);
}

/* ---- What lib/ decides -------------------------------------------------- */

static void get_hook(runtime *r, const char *name, napi_value *hooks,
                     napi_value *fn)
{
    BIND_OK(napi_get_reference_value(r->env, r->hooks, hooks));
    BIND_OK(napi_get_named_property(r->env, *hooks, name, fn));
}

int runtime_hook(runtime *r, const char *name, size_t argc,
                 const napi_value *argv, napi_value *result)
{
    napi_value hooks, fn;

    if (r->hooks == NULL)
        return -ENOENT;
    get_hook(r, name, &hooks, &fn);
    const napi_status s =
        napi_call_function(r->env, hooks, fn, argc, argv, result);
    return s == napi_ok ? 0 : ENGINE_THREW;
}

static void print_error(runtime *r, napi_value error)
{
    char *text;
    size_t len;
    char version[64];

    engine_need_memory(r->engine, true); /* no half of it is of use */
    const int err = engine_describe_error(r->engine, error, &text, &len);
    engine_need_memory(r->engine, false);
    if (err < 0)
        bind_no_memory();
    snprintf(version, sizeof version, "\n\nNode.js v%s (Orrery %s)\n",
             runtime_node_version(), ORR_VERSION);
    bind_write_all(r, 2, text, len);
    bind_write_all(r, 2, version, strlen(version));
    engine_free(r->engine, text);
}

static void take_exception(runtime *r, napi_value *error)
{
    /* What fails without an exception has failed for want of memory. */
    engine_throw_no_memory(r->engine);
    BIND_OK(napi_get_and_clear_last_exception(r->env, error));
}

int runtime_ask(runtime *r, const char *hook, napi_value *result)
{
    napi_value error;
    const int err = runtime_hook(r, hook, 0, NULL, result);

    if (err == ENGINE_THREW)
        take_exception(r, &error);
    return err;
}

void runtime_exit(runtime *r, int code)
{
    r->over = true;
    r->exit_code = code;
    engine_stop(r->engine);
    orr_stop(r->loop);
}

/* A program at its memory limit needs some more to say so. */
static void raise_memory_limit(runtime *r, size_t extra)
{
    const size_t limit = (size_t)r->options.memory_limit_bytes;

    if (limit > 0)
        engine_set_memory_limit(r->engine, limit + extra);
}

/*
 * The hook says true if a listener took it; else with which code the program
 * ends. If a listener threw, what it threw is the error that ends it, with 7.
 */
static int host_uncaught(void *ctx, napi_value error, engine_origin origin)
{
    runtime *r = ctx;
    napi_value argv[2] = {
        error, bind_bool(r->env, origin == ENGINE_ORIGIN_REJECTION)
    };
    napi_value result;
    int code = 7;
    raise_memory_limit(r, ERROR_HANDLING_BYTES);
    const int err = runtime_hook(r, "uncaught", 2, argv, &result);

    if (r->over)
        return 0; /* a listener called process.exit() */
    if (err == 0) {
        napi_valuetype type;
        napi_typeof(r->env, result, &type);
        if (type == napi_boolean) {
            raise_memory_limit(r, 0);
            return 1;
        }
        code = (int)bind_to_int(r->env, result);
    } else if (err == ENGINE_THREW) {
        take_exception(r, &error);
    } else {
        code = 1; /* before lib/ was there to ask */
    }
    if (r->options.worker == NULL || r->hooks == NULL)
        print_error(r, error); /* of a worker, its parent hears of it */
    if (r->options.abort_on_uncaught) {
        trace_flush(r);
        abort();
    }
    runtime_exit(r, code);
    return 0;
}

static int host_rejection(void *ctx, engine_rejection kind, napi_value promise,
                          napi_value reason)
{
    runtime *r = ctx;
    const napi_value argv[3] = { bind_int(r->env, kind), promise, reason };

    return runtime_hook(r, "rejection", 3, argv, NULL);
}

/* Objects that only lib/ knows how to clone, a Blob say. */
static int host_pack(void *ctx, napi_value object, napi_value *packed)
{
    return runtime_hook(ctx, "packClone", 1, &object, packed);
}

static int host_unpack(void *ctx, napi_value packed, napi_value *object)
{
    return runtime_hook(ctx, "unpackClone", 1, &packed, object);
}

static void host_no_memory(void *ctx)
{
    (void)ctx;
    bind_no_memory();
}

static void host_limit_reached(void *ctx)
{
    runtime *r = ctx;

    r->end = RUNTIME_OUT_OF_MEMORY;
    runtime_exit(r, 1);
}

bool bind_call_back(runtime *r, engine_async_context *context,
                    napi_value receiver, napi_value fn, size_t argc,
                    const napi_value *argv)
{
    if (r->over)
        return false;
    const int err =
        engine_call_back(r->engine, context, receiver, fn, argc, argv, NULL);
    stop_if_over(r, err);
    return err != ENGINE_THREW;
}

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

static int open_loop(runtime *r)
{
    const bool traced = r->options.trace.sink.write != NULL;
    orr_world world = { .ctx = r };

    r->profile = bind_profile_find(r->options.profile);
    if (r->profile == NULL)
        return -EINVAL;
    orr_options lo = {
        .profile = orr_profile_find(r->profile->name),
        .after = after_callback,
        .after_ctx = r,
        .site = traced || r->options.why ? find_site : NULL,
        .site_ctx = r,
        .thread = r->options.thread,
    };

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
    const engine_options eo = {
        .door = { r, door_schedule, door_call, door_threw, door_running,
                  orr_last_id(r->loop) },
        .world = { r, world_clock_ns, world_wall_ns, world_timer_ms,
                   world_random, world_park, world_unpark, world_loop_ms,
                   world_offset_s },
        .host = { r, host_arm_timer, host_ref_timer, host_ref_immediates,
                  host_uncaught, host_rejection, host_no_memory, host_list_gone,
                  host_pack, host_unpack, host_limit_reached,
                  bind_browser_task_due },
        .trace = trace_is_on(r) ? trace_engine_event : NULL,
        .trace_ctx = r,
        .profile = r->profile->engine,
        .memory_limit_bytes = (size_t)r->options.memory_limit_bytes,
        .ends_at_limit = r->options.ends_at_limit,
        .stack_bytes = r->options.stack_bytes,
    };
    const int err = engine_create(&eo, &r->engine);

    if (err == 0)
        r->env = engine_get_env(r->engine);
    return err;
}

static void on_wake(orr_async *a)
{
    runtime *r = a->handle.data;

    r->skip_drain = true;
    runtime_over(r);
}

/* The runtime itself is the first binding: the handles that the loop has for
 * JavaScript's timers and immediates. */
static int start_handles(runtime *r)
{
    r->timer.handle.data = r;
    r->idle.handle.data = r;
    r->check.handle.data = r;
    orr_unref(&r->timer.handle);
    r->wake.handle.data = r;
    int err = orr_check_start(r->loop, &r->check, on_check);
    if (err < 0)
        return err;
    orr_unref(&r->check.handle);
    if (!r->options.is_worker)
        return 0;
    err = orr_async_init(r->loop, &r->wake, on_wake);
    if (err == 0)
        orr_unref(&r->wake.handle);
    return err;
}

static void stop_handles(runtime *r)
{
    orr_timer_stop(&r->timer);
    orr_check_stop(&r->check);
    if (r->idle_active)
        orr_idle_stop(&r->idle);
    r->idle_active = false;
    if (orr_handle_loop(&r->wake.handle) != NULL)
        orr_close(&r->wake.handle, NULL);
    if (r->hooks != NULL)
        napi_delete_reference(r->env, r->hooks);
    r->hooks = NULL;
}

/* JavaScript's timers and immediates are listed one by one instead. */
static bool describe(runtime *r, const orr_live *live, bind_description *out)
{
    out->is_own =
        live->thing == &r->timer.handle || live->thing == &r->check.handle ||
        live->thing == &r->idle.handle || live->thing == &r->list.handle ||
        live->thing == &r->wake.handle;
    return out->is_own;
}

const bind_entry bind_entry_runtime = { .name = "runtime",
                                        .open = start_handles,
                                        .close = stop_handles,
                                        .describe = describe };

static void reach(runtime *r, int milestone)
{
    r->milestones_ns[milestone] = orr_clock_ns(r->loop);
}

/* The loop is listened to from its first event, before there is an engine. */
static int begin_trace(runtime *r)
{
    if (r->options.trace.sink.write == NULL)
        return 0;
    orr_set_trace(r->loop, trace_event, r);
    return trace_open(r, &r->options.trace, false);
}

void runtime_listen(runtime *r)
{
    orr_set_trace(r->loop, trace_event, r);
    orr_set_site(r->loop, find_site, r);
    engine_set_trace(r->engine, trace_engine_event, r);
}

void runtime_unlisten(runtime *r)
{
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
    int err = r->hub != NULL ? open_loop(r) : -ENOMEM;
    if (err < 0)
        goto free_r;
    err = begin_trace(r);
    if (err < 0)
        goto close_loop;
    r->base_ms = orr_now(r->loop);
    r->trace.script = "main";
    orr_record_schedule(r->loop, &r->main, kind_of(ENGINE_SCRIPT));
    r->start_ns =
        options->start_ns != 0 ? options->start_ns : orr_clock_ns(r->loop);
    r->milestones_ns[RUNTIME_STARTED] = r->start_ns;
    r->start_wall_ns = options->start_ns != 0 ? options->start_wall_ns
                                              : orr_wall_ns(r->loop);
    reach(r, RUNTIME_OPENS_ENGINE);
    err = open_engine(r);
    if (err < 0)
        goto close_loop;
    reach(r, RUNTIME_HAS_ENGINE);
    err = bind_open_all(r);
    if (err == 0)
        *out = r;
    else
        runtime_close(r, false);
    return err;

close_loop:
    trace_stop(r);
    orr_loop_close(r->loop);
free_r:
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
    take_exception(r, &error);
    stop_if_over(r, engine_report(r->engine, error, ENGINE_ORIGIN_EXCEPTION));
}

/* An exception was reported by the engine when this returns. */
static void run_hook(void *arg)
{
    step *s = arg;
    runtime *r = s->r;
    napi_handle_scope scope;
    napi_value hooks, fn, result;

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    get_hook(r, s->hook, &hooks, &fn);
    const int err =
        engine_call_back(r->engine, NULL, hooks, fn, 0, NULL, &result);
    if (err == 0)
        s->result = bind_to_int(r->env, result);
    s->threw = err == ENGINE_THREW;
    stop_if_over(r, err);
    napi_close_handle_scope(r->env, scope);
}

static void boot(void *arg)
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
        reach(r, RUNTIME_IS_UP);
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
    orr_record_schedule(r->loop, &record, kind_of(ENGINE_SCRIPT));
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

    orr_call(r->loop, &r->main, boot, &s);
    /* The main script's scope drains even if it threw, since Node 11. */
    if (s.threw && !r->over && !r->profile->main_throw_is_final)
        orr_call(r->loop, &r->main, do_nothing, NULL);
}

/*
 * True if it goes on. On the simulator a loop may be alive though nothing can
 * ever happen (-EDEADLK). Node would wait for ever; here the program ends, if
 * 'beforeExit' has not changed that.
 */
static bool goes_on(runtime *r, bool *stuck)
{
    const int alive = orr_run(r->loop, ORR_RUN_DEFAULT);
    const bool was_stuck = *stuck;

    if (atomic_load(&r->terminated))
        runtime_over(r);
    if (r->over)
        return false;
    if (alive > 0)
        return true;
    *stuck = alive == -EDEADLK;
    if (was_stuck && *stuck)
        return false;
    call_through_door(r, "beforeExit");
    return orr_alive(r->loop);
}

static void run_to_the_end(runtime *r)
{
    bool stuck = false;

    runtime_begin(r);
    reach(r, RUNTIME_ENTERS_LOOP);
    while (!r->over && goes_on(r, &stuck))
        continue;
    reach(r, RUNTIME_LEAVES_LOOP);
    if (r->over)
        return;
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
    bind_end_all(r);
    trace_end(r);
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

/* A lock would be of no use to a signal handler: the engine looks by itself. */
static void stop_if_interrupted(engine *e, void *arg)
{
    runtime *r = arg;

    if (atomic_load(&r->terminated))
        engine_stop(e);
}

void runtime_allow_interrupt(runtime *r)
{
    if (!r->options.why) /* which looks at the same points, for SIGINT */
        engine_set_watcher(r->engine, stop_if_interrupted, r);
}

void runtime_interrupt(runtime *r, int code)
{
    atomic_store(&r->end_code, code);
    atomic_store(&r->terminated, true);
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

int runtime_close(runtime *r, bool no_wait)
{
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
    trace_stop(r); /* of one that did not come to its end */
    engine_destroy(r->engine);
    must(orr_loop_close(r->loop) == 0, "all of the loop's things are closed");
    channel_hub_release(r->hub);
    free(r->state_block);
    free(r);
    return 0;
}
