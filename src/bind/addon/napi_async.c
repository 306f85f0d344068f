/*
 * napi_async.c - Node-API's async work: an addon's function on a thread of the
 * loop's pool, and its completion as a callback of the loop.
 *
 * To async_hooks a work is a resource, which lives until the work is deleted;
 * the completion runs in its scope, and without an async context, as
 * in Node 24: an addon that wants one makes an async context.
 *
 * An addon may delete the work inside its completion, so nothing of it is
 * touched after that was called.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bind/core/handle.h"
#include "bind/addon/addon.h"

typedef struct napi_state {
    size_t work_left; /* async work that is under way */
} napi_state;

static napi_state *state_of(runtime *r)
{
    return BIND_STATE(r, napi);
}

size_t bind_count_work(runtime *r)
{
    return state_of(r)->work_left;
}

struct napi_async_work__ {
    napi_env env;
    runtime *r;
    orr_work work;
    bind_resource resource;
    napi_async_execute_callback execute;
    napi_async_complete_callback complete;
    void *data;
};

runtime *bind_runtime_of(napi_env env)
{
    return engine_get_host_ctx(engine_from_env(env));
}

/* ---- Resources ---------------------------------------------------------- */

/* The object, or a new one if there is none. */
static napi_status get_object(napi_env env, napi_value given,
                              napi_value *object)
{
    if (given == NULL)
        return napi_create_object(env, object);
    const napi_status status = napi_coerce_to_object(env, given, object);
    return status == napi_pending_exception ? napi_object_expected : status;
}

napi_status bind_resource_open(napi_env env, napi_value given, napi_value name,
                               bind_resource *resource)
{
    napi_value object = NULL;
    napi_status status = get_object(env, given, &object);

    if (status == napi_ok)
        status = napi_async_init(env, object, name, &resource->context);
    if (status != napi_ok)
        return status;
    status = napi_create_reference(env, object, 1, &resource->object);
    if (status != napi_ok)
        napi_async_destroy(env, resource->context);
    return status;
}

void bind_resource_close(napi_env env, bind_resource *resource)
{
    napi_async_destroy(env, resource->context);
    napi_delete_reference(env, resource->object);
}

void bind_run_in_resource(napi_env env, const bind_resource *resource,
                          engine_native_fn *fn, void *arg)
{
    runtime *r = bind_runtime_of(env);
    napi_callback_scope scope;

    BIND_OK(napi_open_callback_scope(env, NULL, resource->context, &scope));
    const int err = engine_run_native(env, fn, arg);
    napi_close_callback_scope(env, scope);
    if (err == ENGINE_STOPPED)
        runtime_over(r);
}

/* ---- Work --------------------------------------------------------------- */

napi_status NAPI_CDECL napi_create_async_work(
    napi_env env, napi_value async_resource, napi_value async_resource_name,
    napi_async_execute_callback execute, napi_async_complete_callback complete,
    void *data, napi_async_work *result)
{
    if (env == NULL)
        return napi_invalid_arg;
    if (execute == NULL || result == NULL)
        return engine_set_last_status(env, napi_invalid_arg);
    napi_async_work w = calloc(1, sizeof *w);
    if (w == NULL)
        return engine_set_last_status(env, napi_generic_failure);
    const napi_status status = bind_resource_open(
        env, async_resource, async_resource_name, &w->resource);
    if (status != napi_ok) {
        free(w);
        return engine_set_last_status(env, status);
    }
    w->env = env;
    w->r = bind_runtime_of(env);
    w->execute = execute;
    w->complete = complete;
    w->data = data;
    w->work.req.data = w;
    *result = w;
    return engine_set_last_status(env, napi_ok);
}

/* Else the last error is set, if there is an environment to set it in. */
static bool has_work(napi_env env, napi_async_work work)
{
    if (env != NULL && work == NULL)
        engine_set_last_status(env, napi_invalid_arg);
    return env != NULL && work != NULL;
}

napi_status NAPI_CDECL napi_delete_async_work(napi_env env,
                                              napi_async_work work)
{
    if (!has_work(env, work))
        return napi_invalid_arg;
    bind_resource_close(env, &work->resource);
    free(work);
    return engine_set_last_status(env, napi_ok);
}

static void on_work(orr_work *o)
{
    napi_async_work w = o->req.data;

    w->execute(w->env, w->data);
}

typedef struct completion {
    napi_async_complete_callback complete;
    napi_status status;
    void *data;
} completion;

static void work_complete(napi_env env, void *arg)
{
    const completion *c = arg;

    c->complete(env, c->status, c->data);
}

static void on_done(orr_work *o, int status)
{
    napi_async_work w = o->req.data;
    completion c = { w->complete,
                     status == -ECANCELED ? napi_cancelled : napi_ok, w->data };

    state_of(w->r)->work_left--;
    if (w->complete != NULL && bind_may_call_addon(w->r))
        bind_run_in_resource(w->env, &w->resource, work_complete, &c);
}

napi_status NAPI_CDECL napi_queue_async_work(node_api_basic_env env,
                                             napi_async_work work)
{
    if (!has_work(env, work))
        return napi_invalid_arg;
    if (orr_work_queue(work->r->loop, &work->work, on_work, on_done) < 0)
        return engine_set_last_status(env, napi_generic_failure);
    state_of(work->r)->work_left++;
    return engine_set_last_status(env, napi_ok);
}

napi_status NAPI_CDECL napi_cancel_async_work(node_api_basic_env env,
                                              napi_async_work work)
{
    if (!has_work(env, work))
        return napi_invalid_arg;
    return engine_set_last_status(
        env, orr_cancel(&work->work.req) == 0 ? napi_ok : napi_generic_failure);
}

/* Both belong to an addon's environment, whose resources they have instead of a
 * wrap. */
static bool work_describe(runtime *r, const orr_live *live,
                          bind_description *out)
{
    (void)r;
    if (live->kind == ORR_ASYNC)
        snprintf(out->what, sizeof out->what,
                 "thread-safe function of an addon");
    else if (live->kind == ORR_WORK)
        snprintf(out->what, sizeof out->what, "work on the thread pool");
    return live->kind == ORR_ASYNC || live->kind == ORR_WORK;
}

const bind_entry bind_entry_napi = { .name = "napi",
                                     .state = sizeof(napi_state),
                                     .describe = work_describe };
