/*
 * engine_host.c - what the engine is handed: the door, the world, its timers
 * and immediates on handles of the loop, and what lib/ decides about errors.
 *
 * Nothing else of the loop is within the engine's reach, and every call of
 * JavaScript goes through the door.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "bind/core/browser.h"
#include "bind/core/engine_host.h"
#include "bind/core/handle.h"
#include "bind/process/stdio.h"
#include "bind/bytes/zone.h"

#define ERROR_HANDLING_BYTES (4u << 20)

/* ---- The door ----------------------------------------------------------- */

/* A record of the engine's is one of the loop's. */
#define SAME(member)                                                           \
    (offsetof(engine_record, member) == offsetof(orr_record, member) &&        \
     sizeof((engine_record *)0)->member == sizeof((orr_record *)0)->member)
_Static_assert(sizeof(engine_record) == sizeof(orr_record) && SAME(id) &&
                   SAME(cause) && SAME(trigger) && SAME(async_context) &&
                   SAME(site) && SAME(kind),
               "engine.h and orrery.h have the same record");
_Static_assert((int)ENGINE_SCRIPT == (int)ORR_KIND_USER &&
                   (int)ENGINE_RESOURCE == (int)ORR_KIND_NONE,
               "the engine's kinds follow those of the loop");
#undef SAME

static void door_schedule(void *ctx, engine_record *record)
{
    runtime *r = ctx;
    orr_record mine = { .id = 0 };

    orr_record_schedule_from(r->loop, &mine, (orr_kind)record->kind,
                             record->cause, record->site);
    record->id = mine.id;
    record->cause = mine.cause;
}

static bool door_call(void *ctx, const engine_record *record,
                      engine_call_fn *fn, void *arg)
{
    runtime *r = ctx;

    return orr_call(r->loop, (const orr_record *)record, fn, arg);
}

static uint64_t door_next_id(void *ctx)
{
    runtime *r = ctx;

    return orr_next_id(r->loop);
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

void host_stop_if_over(runtime *r, int result)
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

    bind_hang_check(r);
    if (r->over)
        return;
    const uint64_t now = world_timer_ms(r);
    const int ran = engine_run_timers(r->engine, now, &next);

    orr_set_after(r->loop, !r->profile->timer_list_drains);
    if (ran < 0) {
        host_stop_if_over(r, ran);
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
    orr_set_after(r->loop, false);
}

static void timer_ignore(orr_timer *t)
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
    if (orr_timer_start(r->loop, &r->list, 0, timer_ignore) < 0)
        return;
    r->list_closing = true;
    orr_close(&r->list.handle, on_list_closed);
}

/* No JavaScript runs here, and in Node no scope is opened: what a callback that
 * threw left behind waits for the next one. */
static void on_idle(orr_idle *h)
{
    runtime *r = h->handle.data;

    orr_set_after(r->loop, false);
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

/* Node opens a scope in each check phase, before immediates: what raw callbacks
 * of addons have queued is drained there. */
static void on_check(orr_check *h)
{
    runtime *r = h->handle.data;

    if (r->check_drains)
        bind_pass(r);
    r->check_drains = false;
    if (engine_is_check_due(r->engine))
        host_stop_if_over(r, engine_run_immediates(r->engine));
    else
        orr_set_after(r->loop, false);
}

void host_after_callback(orr_loop *loop, void *ctx)
{
    runtime *r = ctx;

    if (r->engine != NULL && !r->over && engine_is_drain_due(r->engine)) {
        const int err = engine_drain(r->engine);
        host_stop_if_over(r, err);
        if (err == ENGINE_THREW)
            orr_threw(loop);
    }
    if (r->ended_req != 0)
        bind_hook_destroy_request(r);
    checked(bind_handles_verify(r));
}

/* ---- What lib/ decides -------------------------------------------------- */

void host_get_hook(runtime *r, const char *name, napi_value *hooks,
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
    host_get_hook(r, name, &hooks, &fn);
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

void host_take_exception(runtime *r, napi_value *error)
{
    /* A failure without an exception is for lack of memory. */
    engine_throw_no_memory(r->engine);
    BIND_OK(napi_get_and_clear_last_exception(r->env, error));
}

int runtime_ask(runtime *r, const char *hook, napi_value *result)
{
    napi_value error;
    const int err = runtime_hook(r, hook, 0, NULL, result);

    if (err == ENGINE_THREW)
        host_take_exception(r, &error);
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
    else
        engine_relax_limit(r->engine, extra);
}

/* The engine's error for exhausted memory. */
static bool is_memory_error(runtime *r, napi_value error)
{
    char text[32];
    napi_value message;
    bool is_error;

    return napi_is_error(r->env, error, &is_error) == napi_ok && is_error &&
           napi_get_named_property(r->env, error, "message", &message) ==
               napi_ok &&
           napi_get_value_string_utf8(r->env, message, text, sizeof text,
                                      NULL) == napi_ok &&
           strcmp(text, "out of memory") == 0;
}

/* In the words of V8, which supervisors look for. */
static _Noreturn void abort_at_limit(runtime *r)
{
    fputs("FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap "
          "out of memory\n",
          stderr);
    trace_flush(r);
    abort();
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
    const bool at_limit =
        !r->options.own_limit && engine_has_met_limit(r->engine);
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
        host_take_exception(r, &error);
    } else {
        code = 1; /* before lib/ was there to ask */
    }
    if (r->options.worker == NULL || r->hooks == NULL)
        print_error(r, error); /* of a worker, its parent hears of it */
    if (at_limit && r->options.worker == NULL && is_memory_error(r, error))
        abort_at_limit(r);
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

#define GIBIBYTE (UINT64_C(1) << 30)

/* As V8 has it: half of the memory that the process may have, at most 2 GiB, or
 * 4 GiB on a large machine. */
static size_t host_default_limit(void *ctx)
{
    runtime *r = ctx;
    orr_memory m;

    if (orr_memory_get(r->loop, &m) < 0 || m.total == 0)
        return 0;
    const uint64_t ours =
        m.constrained > 0 && m.constrained < m.total ? m.constrained : m.total;
    const uint64_t max = ours >= 15 * GIBIBYTE ? 4 * GIBIBYTE : 2 * GIBIBYTE;
    return (size_t)(ours / 2 < max ? ours / 2 : max);
}

static void host_limit_reached(void *ctx)
{
    runtime *r = ctx;

    r->end = RUNTIME_OUT_OF_MEMORY;
    runtime_exit(r, 1);
}

bool bind_call_back(runtime *r, engine_async_context *context,
                    napi_value receiver, napi_value fn, size_t argc,
                    const napi_value *argv, napi_value *result)
{
    if (r->over)
        return false;
    const int err =
        engine_call_back(r->engine, context, receiver, fn, argc, argv, result);
    host_stop_if_over(r, err);
    return err != ENGINE_THREW;
}

bool bind_pass(runtime *r)
{
    return !engine_is_inside(r->engine) && orr_pass(r->loop);
}

/* ---- The handles -------------------------------------------------------- */

static void on_wake(orr_async *a)
{
    runtime *r = a->handle.data;

    orr_set_after(r->loop, false);
    if (atomic_load(&r->terminated))
        runtime_over(r);
    else if (trace_join(r, true) == 0 && trace_is_on(r))
        runtime_listen(r);
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
static bool host_describe(runtime *r, const orr_live *live,
                          bind_description *out)
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
                                        .describe = host_describe };

/* ---- All of it ---------------------------------------------------------- */

void host_fill(runtime *r, engine_options *out)
{
    out->door = (engine_door){ r,          door_schedule, door_call,
                               door_threw, door_running,  door_next_id };
    out->world = (engine_world){
        r,          world_clock_ns, world_wall_ns, world_timer_ms, world_random,
        world_park, world_unpark,   world_loop_ms, world_offset_s
    };
    out->host = (engine_host){ r,
                               host_arm_timer,
                               host_ref_timer,
                               host_ref_immediates,
                               host_uncaught,
                               host_rejection,
                               host_no_memory,
                               host_list_gone,
                               host_pack,
                               host_unpack,
                               host_limit_reached,
                               host_default_limit,
                               bind_browser_task_due };
}
