/*
 * async.c - the C half of node:async_hooks, and of what acts for the engine:
 * ids, what is running, the listener of createHook(), reporting an exception as
 * uncaught.
 */
#include <string.h>

#include "bind/core/handle.h"

typedef struct async_state {
    napi_ref listener;
    napi_ref promise_listener;
} async_state;

static async_state *state_of(runtime *r)
{
    return BIND_STATE(r, async);
}

static napi_value make_id(napi_env env, uint64_t id)
{
    return bind_double(env, (double)id);
}

/* newId(): the id of something that lib/ schedules by itself. */
static napi_value js_new_id(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    orr_record record = { .id = 0 };

    orr_record_schedule_from(r->loop, &record, ORR_KIND_NONE, 0,
                             trace_is_on(r) ? engine_get_site(r->engine) : 0);
    return make_id(env, record.id);
}

/* What runs, as async_hooks sees it. A microtask and a report of a rejection
 * are not resources there: they run in the scope of their promise. */
static const orr_record *find_running(runtime *r)
{
    const orr_record *running = orr_running(r->loop);

    if (running == NULL || running->kind == ENGINE_MICROTASK ||
        running->kind == ENGINE_REJECTION)
        return NULL;
    return running;
}

/* triggerId(): what made the running thing runnable, or else its cause. For a
 * port that is what made the port, not what posted to it. */
static napi_value js_trigger_id(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    const orr_record *running = find_running(r);

    if (running == NULL)
        return make_id(env, 0);
    if (running->trigger == 0 || running->kind == ORR_ASYNC)
        return make_id(env, running->cause);
    return make_id(env, running->trigger);
}

static napi_value js_execution_id(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    const orr_record *running = find_running(r);

    return make_id(env, running != NULL ? running->id : 0);
}

/* report(error, isRejection): report it as uncaught. This returns if the
 * program handles it; else the program is over. */
static napi_value js_report(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);

    engine_report(r->engine, args[0],
                  bind_to_bool(env, args[1]) ? ENGINE_ORIGIN_REJECTION
                                             : ENGINE_ORIGIN_EXCEPTION);
    return bind_undefined(env);
}

/* ---- Hooks -------------------------------------------------------------- */

static bool is_stack_overflow(runtime *r, napi_value error)
{
    napi_value message;
    char text[64] = "";

    if (napi_get_named_property(r->env, error, "message", &message) != napi_ok)
        napi_get_and_clear_last_exception(r->env, &message);
    else
        napi_get_value_string_utf8(r->env, message, text, sizeof text, NULL);
    return strcmp(text, "Maximum call stack size exceeded") == 0;
}

/* A stack overflow in the listener is ignored: the program will have one, too,
 * and can catch that. */
static void call_listener(runtime *r, napi_value listener, size_t argc,
                          const napi_value *argv)
{
    napi_value error;

    if (napi_call_function(r->env, bind_undefined(r->env), listener, argc, argv,
                           NULL) != napi_ok &&
        napi_get_and_clear_last_exception(r->env, &error) == napi_ok &&
        !is_stack_overflow(r, error))
        engine_report(r->engine, error, ENGINE_ORIGIN_EXCEPTION);
}

/* listener(event, id, kind, trigger, resource, type) */
static void on_async(void *arg, engine_async_event event,
                     const engine_record *record, napi_value resource,
                     napi_value type)
{
    runtime *r = arg;
    napi_handle_scope scope;
    napi_value listener, argv[6];

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    BIND_OK(napi_get_reference_value(r->env, state_of(r)->listener, &listener));
    argv[0] = bind_int(r->env, event);
    argv[1] = make_id(r->env, record->id);
    argv[2] = bind_int(r->env, record->kind - ENGINE_SCRIPT);
    argv[3] =
        make_id(r->env, record->trigger ? record->trigger : record->cause);
    argv[4] = resource;
    argv[5] = type != NULL ? type : bind_undefined(r->env);
    call_listener(r, listener, 6, argv);
    napi_close_handle_scope(r->env, scope);
}

/* listen(fn), or listen() to stop. */
static napi_value js_listen(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);

    r->hooks_active = !bind_is_undefined(env, arg);
    if (!r->hooks_active) {
        engine_set_async_listener(r->engine, NULL, NULL);
        return bind_undefined(env);
    }
    if (state_of(r)->listener == NULL)
        BIND_OK(napi_create_reference(env, arg, 1, &state_of(r)->listener));
    engine_set_async_listener(r->engine, on_async, r);
    return bind_undefined(env);
}

/* ---- Handles and requests ----------------------------------------------- */

/* Events of the listener that are not the engine's. */
enum {
    LISTENER_FLUSH = ENGINE_ASYNC_RESOLVE + 1,
    LISTENER_RESOURCE,  /* (id, undefined, trigger, resource, type) */
    LISTENER_TRIGGERED, /* the same, and the trigger is the one that counts */
};

static void async_emit(runtime *r, int event, uint64_t id, uint64_t trigger,
                       napi_value resource, const char *type)
{
    napi_handle_scope scope;
    napi_value listener, argv[6];

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    BIND_OK(napi_get_reference_value(r->env, state_of(r)->listener, &listener));
    argv[0] = bind_int(r->env, event);
    argv[1] = make_id(r->env, id);
    argv[2] = bind_undefined(r->env);
    argv[3] = make_id(r->env, trigger);
    argv[4] = resource != NULL ? resource : bind_undefined(r->env);
    argv[5] = type != NULL ? bind_string(r->env, type) : bind_undefined(r->env);
    call_listener(r, listener, 6, argv);
    napi_close_handle_scope(r->env, scope);
}

void bind_hook_init(bind_wrap *w, bool triggered)
{
    runtime *r = w->r;
    napi_handle_scope scope;

    w->hooked = r->hooks_active;
    if (!w->hooked)
        return;
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    async_emit(r, triggered ? LISTENER_TRIGGERED : LISTENER_RESOURCE,
               w->async_id, w->trigger_id, bind_wrap_object(w),
               w->type->hook_name);
    napi_close_handle_scope(r->env, scope);
}

void bind_hook_before(const bind_wrap *w)
{
    if (w->hooked && w->r->hooks_active)
        async_emit(w->r, ENGINE_ASYNC_BEFORE, w->async_id, w->trigger_id, NULL,
                   NULL);
}

void bind_hook_after(const bind_wrap *w)
{
    if (w->hooked && w->r->hooks_active && !w->r->over)
        async_emit(w->r, ENGINE_ASYNC_AFTER, w->async_id, 0, NULL, NULL);
}

/* Nothing hangs on a callback that threw: what it left waits for another. */
void bind_hook_after_request(const bind_wrap *w, bool returned)
{
    runtime *r = w->r;

    if (!w->hooked || !r->hooks_active || r->over)
        return;
    bind_hook_after(w);
    r->ended_req = w->async_id;
    if (!returned)
        bind_hook_destroy_request(r);
}

static void emit_destroy(runtime *r, uint64_t id)
{
    if (r->hooks_active && !r->over)
        async_emit(r, ENGINE_ASYNC_DESTROY, id, 0, NULL, NULL);
}

void bind_hook_destroy_request(runtime *r)
{
    const uint64_t id = r->ended_req;

    r->ended_req = 0;
    emit_destroy(r, id);
}

void bind_hook_destroy(bind_wrap *w)
{
    if (w->hooked)
        emit_destroy(w->r, w->async_id);
    w->hooked = false;
}

/* ---- Promises ----------------------------------------------------------- */

/* listener(event, promise, other) */
static void on_promise(void *arg, engine_promise_event event,
                       napi_value promise, napi_value other)
{
    runtime *r = arg;
    napi_handle_scope scope;
    napi_value listener, argv[3];

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    BIND_OK(napi_get_reference_value(r->env, state_of(r)->promise_listener,
                                     &listener));
    argv[0] = bind_int(r->env, event);
    argv[1] = promise;
    argv[2] = other;
    call_listener(r, listener, 3, argv);
    napi_close_handle_scope(r->env, scope);
}

/* listenToPromises(fn), or without one to stop. */
static napi_value js_listen_to_promises(napi_env env, napi_callback_info info)
{
    napi_value arg;
    runtime *r = bind_args(env, info, 1, &arg);

    async_state *s = state_of(r);

    engine_set_promise_listener(r->engine, NULL, NULL);
    if (s->promise_listener != NULL)
        napi_delete_reference(env, s->promise_listener);
    s->promise_listener = NULL;
    if (bind_is_undefined(env, arg))
        return bind_undefined(env);
    BIND_OK(napi_create_reference(env, arg, 1, &s->promise_listener));
    engine_set_promise_listener(r->engine, on_promise, r);
    return bind_undefined(env);
}

/* ---- What has ended ----------------------------------------------------- */

/* LISTENER_FLUSH: run the `destroy` hooks. */
static void async_flush(void *arg)
{
    runtime *r = arg;
    napi_handle_scope scope;
    napi_value listener, argv[1];

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    BIND_OK(napi_get_reference_value(r->env, state_of(r)->listener, &listener));
    argv[0] = bind_int(r->env, LISTENER_FLUSH);
    call_listener(r, listener, 1, argv);
    napi_close_handle_scope(r->env, scope);
}

/* queueFlush(): with the next immediates, which need not come. */
static napi_value js_queue_flush(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);

    if (state_of(r)->listener != NULL &&
        engine_queue_native_immediate(r->engine, async_flush, r, false) < 0)
        return bind_threw(r);
    return bind_undefined(env);
}

/* runFinalizers(): now, from a microtask; see engine_run_finalizers(). */
static napi_value js_run_finalizers(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);

    engine_run_finalizers(r->engine);
    return bind_undefined(env);
}

static void close_async(runtime *r)
{
    async_state *s = state_of(r);

    engine_set_async_listener(r->engine, NULL, NULL);
    engine_set_promise_listener(r->engine, NULL, NULL);
    if (s->promise_listener != NULL)
        napi_delete_reference(r->env, s->promise_listener);
    if (s->listener != NULL)
        napi_delete_reference(r->env, s->listener);
    *s = (async_state){ NULL, NULL };
    r->hooks_active = false;
}

static napi_status async_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "newId", js_new_id },
        { "triggerId", js_trigger_id },
        { "report", js_report },
        { "listen", js_listen },
        { "listenToPromises", js_listen_to_promises },
        { "queueFlush", js_queue_flush },
        { "runFinalizers", js_run_finalizers },
        { "executionId", js_execution_id },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    return napi_ok;
}

const bind_entry bind_entry_async = { .name = "async",
                                      .init = async_init,
                                      .close = close_async,
                                      .state = sizeof(async_state) };
