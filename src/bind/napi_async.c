/*
 * napi_async.c - Node-API's async work: an addon's function on a thread of the
 * loop's pool, and its completion as a callback of the loop.
 *
 * An addon may delete the work inside its completion, so nothing of it is
 * touched after that was called. The completion has no AsyncLocalStorage
 * frame, as in Node 24: an addon that wants one makes an async context.
 */
#include <errno.h>
#include <stdlib.h>

#include "bind/bind.h"

struct napi_async_work__ {
    napi_env env;
    runtime *r;
    orr_work work;
    napi_async_execute_callback execute;
    napi_async_complete_callback complete;
    void *data;
};

runtime *bind_runtime_of(napi_env env)
{
    return engine_get_host_ctx(engine_from_env(env));
}

void bind_report_exception(napi_env env)
{
    runtime *r = bind_runtime_of(env);
    napi_value error;
    bool pending = false;

    if (napi_is_exception_pending(env, &pending) != napi_ok || !pending ||
        napi_get_and_clear_last_exception(env, &error) != napi_ok)
        return;
    if (engine_report(r->engine, error, ENGINE_ORIGIN_EXCEPTION) ==
        ENGINE_STOPPED)
        runtime_over(r);
}

napi_status NAPI_CDECL napi_create_async_work(
    napi_env env, napi_value async_resource, napi_value async_resource_name,
    napi_async_execute_callback execute, napi_async_complete_callback complete,
    void *data, napi_async_work *result)
{
    (void)async_resource;
    if (env == NULL || execute == NULL || result == NULL ||
        async_resource_name == NULL)
        return napi_invalid_arg;
    napi_async_work w = calloc(1, sizeof *w);
    if (w == NULL)
        return napi_generic_failure;
    w->env = env;
    w->r = bind_runtime_of(env);
    w->execute = execute;
    w->complete = complete;
    w->data = data;
    w->work.req.data = w;
    *result = w;
    return napi_ok;
}

napi_status NAPI_CDECL napi_delete_async_work(napi_env env,
                                              napi_async_work work)
{
    if (env == NULL || work == NULL)
        return napi_invalid_arg;
    free(work);
    return napi_ok;
}

static void on_work(orr_work *o)
{
    napi_async_work w = o->req.data;

    w->execute(w->env, w->data);
}

static void on_done(orr_work *o, int status)
{
    napi_async_work w = o->req.data;
    runtime *r = w->r;
    napi_env env = w->env;
    napi_handle_scope scope;

    if (r->over || w->complete == NULL)
        return;
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    w->complete(env, status == -ECANCELED ? napi_cancelled : napi_ok, w->data);
    bind_report_exception(env);
    napi_close_handle_scope(r->env, scope);
}

napi_status NAPI_CDECL napi_queue_async_work(node_api_basic_env basic_env,
                                             napi_async_work work)
{
    if (basic_env == NULL || work == NULL)
        return napi_invalid_arg;
    return orr_work_queue(work->r->loop, &work->work, on_work, on_done) == 0
               ? napi_ok
               : napi_generic_failure;
}

napi_status NAPI_CDECL napi_cancel_async_work(node_api_basic_env basic_env,
                                              napi_async_work work)
{
    if (basic_env == NULL || work == NULL)
        return napi_invalid_arg;
    return orr_cancel(&work->work.req) == 0 ? napi_ok : napi_generic_failure;
}

/* The loop below is not libuv's, and nothing may pretend that it is. */
napi_status NAPI_CDECL napi_get_uv_event_loop(node_api_basic_env basic_env,
                                              struct uv_loop_s **loop)
{
    (void)basic_env;
    (void)loop;
    return napi_generic_failure;
}
