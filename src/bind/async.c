/*
 * async.c - the C half of node:async_hooks, and of what acts for the engine:
 * ids, what is running, the listener of createHook(), reporting an exception as
 * if nobody had caught it.
 */
#include <string.h>

#include "bind/bind.h"

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

/* What runs, as async_hooks sees it. A microtask is nothing by itself there,
 * nor is the news of a rejection: who follows promises sees whose it is. */
static const orr_record *find_running(runtime *r)
{
    const orr_record *running = orr_running(r->loop);

    if (running == NULL || running->kind == ORR_KIND_USER + ENGINE_MICROTASK ||
        running->kind == ORR_KIND_USER + ENGINE_REJECTION)
        return NULL;
    return running;
}

/* triggerId(): what made the running thing runnable; its cause if that is all
 * that is known. Of a port it is who made it, and not who posted to it. */
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

/* report(error, isRejection): nobody caught it. If somebody handles it now,
 * this returns, and else the program is over. */
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

/* If the stack ends in here nobody is told. It will end in the program, too,
 * which can catch that. */
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
    BIND_OK(napi_get_reference_value(r->env, r->async_listener, &listener));
    argv[0] = bind_int(r->env, event);
    argv[1] = make_id(r->env, record->id);
    argv[2] = bind_int(r->env, record->kind);
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

    r->listening = !bind_is_undefined(env, arg);
    if (!r->listening) {
        engine_set_async_listener(r->engine, NULL, NULL);
        return bind_undefined(env);
    }
    if (r->async_listener == NULL)
        BIND_OK(napi_create_reference(env, arg, 1, &r->async_listener));
    engine_set_async_listener(r->engine, on_async, r);
    return bind_undefined(env);
}

/* ---- Requests ----------------------------------------------------------- */

/* What the listener hears besides the engine's events. */
enum {
    LISTENER_FLUSH = ENGINE_ASYNC_RESOLVE + 1,
    LISTENER_REQUEST, /* (id, undefined, cause, what is called in the end) */
};

static void tell_request(runtime *r, int event, const orr_record *record,
                         napi_value request)
{
    napi_handle_scope scope;
    napi_value listener, argv[5];

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    BIND_OK(napi_get_reference_value(r->env, r->async_listener, &listener));
    argv[0] = bind_int(r->env, event);
    argv[1] = make_id(r->env, record->id);
    argv[2] = bind_undefined(r->env);
    argv[3] = make_id(r->env, record->cause);
    argv[4] = request;
    call_listener(r, listener, 5, argv);
    napi_close_handle_scope(r->env, scope);
}

bool bind_request_made(runtime *r, const orr_record *record,
                       napi_value request)
{
    if (r->listening)
        tell_request(r, LISTENER_REQUEST, record, request);
    return r->listening;
}

void bind_request_before(runtime *r, const orr_record *record)
{
    if (r->listening)
        tell_request(r, ENGINE_ASYNC_BEFORE, record, bind_undefined(r->env));
}

/* Nothing hangs on a callback that threw: what it left waits for another. */
void bind_request_after(runtime *r, const orr_record *record, bool returned)
{
    if (!r->listening || r->over)
        return;
    tell_request(r, ENGINE_ASYNC_AFTER, record, bind_undefined(r->env));
    r->ended_req = record->id;
    if (!returned)
        bind_request_gone(r);
}

void bind_request_gone(runtime *r)
{
    const orr_record record = { .id = r->ended_req };

    r->ended_req = 0;
    if (r->listening && !r->over)
        tell_request(r, ENGINE_ASYNC_DESTROY, &record, bind_undefined(r->env));
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
    BIND_OK(napi_get_reference_value(r->env, r->promise_listener, &listener));
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

    engine_set_promise_listener(r->engine, NULL, NULL);
    if (r->promise_listener != NULL)
        napi_delete_reference(env, r->promise_listener);
    r->promise_listener = NULL;
    if (bind_is_undefined(env, arg))
        return bind_undefined(env);
    BIND_OK(napi_create_reference(env, arg, 1, &r->promise_listener));
    engine_set_promise_listener(r->engine, on_promise, r);
    return bind_undefined(env);
}

/* ---- What has ended ----------------------------------------------------- */

/* The listener's last event: tell of what was destroyed. */
static void flush(void *arg)
{
    runtime *r = arg;
    napi_handle_scope scope;
    napi_value listener, argv[1];

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    BIND_OK(napi_get_reference_value(r->env, r->async_listener, &listener));
    argv[0] = bind_int(r->env, LISTENER_FLUSH);
    call_listener(r, listener, 1, argv);
    napi_close_handle_scope(r->env, scope);
}

/* queueFlush(): with the next immediates, which need not come. */
static napi_value js_queue_flush(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);

    if (r->async_listener != NULL &&
        engine_queue_native_immediate(r->engine, flush, r, false) < 0)
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

void bind_async_close(runtime *r)
{
    engine_set_async_listener(r->engine, NULL, NULL);
    engine_set_promise_listener(r->engine, NULL, NULL);
    if (r->promise_listener != NULL)
        napi_delete_reference(r->env, r->promise_listener);
    if (r->async_listener != NULL)
        napi_delete_reference(r->env, r->async_listener);
}

napi_status bind_async(runtime *r, napi_value exports)
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
