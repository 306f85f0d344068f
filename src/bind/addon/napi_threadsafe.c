/*
 * napi_threadsafe.c - Node-API's thread-safe functions: any thread puts a
 * pointer into a queue, and the loop's thread calls JavaScript with it.
 *
 *     other threads:  call -> queue -> orr_async_send()
 *     the loop:       on_wake -> take one, call_js, drain, take the next ...
 *
 *     open -> (no thread has it any more and the queue is empty, or aborted, or
 *     the program ends) -> closing -> finalized
 *
 * The mutex guards the queue, the count of threads and `closing`. It is the one
 * place above src/poll where threads meet, since an addon's own threads come
 * here. Once it is closing no call is accepted any more; the memory is freed
 * when the last thread has released it and the loop's handle has closed. It
 * holds its environment until it was finalized.
 *
 * What a call throws is uncaught only for addons of version 10 and later, or
 * with --force-node-api-uncaught-exceptions-policy; for others Node only warns.
 */
#include <pthread.h>
#include <stdlib.h>

#include "bind/bind.h"
#include "bind/addon/addon.h"

#define MAX_PER_WAKE 999 /* then others have their turn; Node's number */

typedef struct item {
    struct item *next;
    void *data;
} item;

struct napi_threadsafe_function__ {
    pthread_mutex_t lock;
    pthread_cond_t not_full; /* there is some in the queue, or it is closing */
    item *first;
    item **end;
    size_t count, max; /* max 0: no limit */
    size_t threads;
    bool closing;
    bool handle_closed;

    napi_env env;
    runtime *r;
    orr_async async;
    bind_resource resource;
    napi_ref function; /* NULL if there is none */
    void *context;
    napi_threadsafe_function_call_js call_js;
    napi_finalize finalize;
    void *finalize_data;
};

typedef napi_threadsafe_function tsfn;

/* ---- Calling the addon -------------------------------------------------- */

/* Take the exception of a call if it only leads to a warning. */
static bool take_leniently(tsfn f)
{
    napi_value error;
    bool pending = false;

    if (engine_get_env_version(f->env) >= 10 ||
        f->r->options.force_napi_exceptions)
        return false;
    napi_is_exception_pending(f->env, &pending);
    return pending &&
           napi_get_and_clear_last_exception(f->env, &error) == napi_ok;
}

static void tsfn_warn(tsfn f)
{
    napi_value ignored;

    if (!f->r->over)
        runtime_ask(f->r, "napiException", &ignored);
}

static void tsfn_finalize(napi_env env, void *arg)
{
    tsfn f = arg;

    f->finalize(env, f->finalize_data, f->context);
    if (take_leniently(f))
        tsfn_warn(f);
}

typedef struct call {
    tsfn f;
    void *data;
} call;

static void call_plain(tsfn f, napi_value function)
{
    if (function != NULL)
        napi_call_function(f->env, bind_undefined(f->env), function, 0, NULL,
                           NULL);
}

static void call_js(napi_env env, void *arg)
{
    const call *c = arg;
    tsfn f = c->f;
    napi_value function = NULL;

    if (f->function != NULL)
        BIND_OK(napi_get_reference_value(env, f->function, &function));
    if (f->call_js != NULL)
        f->call_js(env, function, f->context, c->data);
    else
        call_plain(f, function);
    if (take_leniently(f))
        tsfn_warn(f);
}

static void call_through_door(void *arg)
{
    call *c = arg;

    bind_run_in_resource(c->f->env, &c->f->resource, call_js, c);
}

/* ---- The end ------------------------------------------------------------ */

static void free_function(tsfn f)
{
    while (f->first != NULL) {
        item *i = f->first;
        f->first = i->next;
        free(i);
    }
    pthread_cond_destroy(&f->not_full);
    pthread_mutex_destroy(&f->lock);
    free(f);
}

/* Calls that were queued and never made: their data is the addon's to free. */
static void give_back_rest(tsfn f)
{
    if (f->call_js == NULL)
        return;
    for (item *i = f->first; i != NULL; i = i->next)
        f->call_js(NULL, NULL, f->context, i->data);
}

static void on_cleanup(void *arg);

static void on_closed(orr_handle *handle)
{
    tsfn f = handle->data;

    if (bind_may_call_addon(f->r)) {
        give_back_rest(f);
        if (f->finalize != NULL)
            bind_run_in_resource(f->env, &f->resource, tsfn_finalize, f);
    }
    bind_resource_close(f->env, &f->resource);
    if (f->function != NULL)
        napi_delete_reference(f->env, f->function);
    napi_remove_env_cleanup_hook(f->env, on_cleanup, f);
    engine_release_env(f->env);

    pthread_mutex_lock(&f->lock);
    f->handle_closed = true;
    const bool last = f->threads == 0;
    pthread_mutex_unlock(&f->lock);
    if (last)
        free_function(f);
}

static void close_handle(tsfn f)
{
    if (!orr_is_closing(&f->async.handle))
        orr_close(&f->async.handle, on_closed);
}

/* The program ends: calls of other threads are not delivered any more. */
static void on_cleanup(void *arg)
{
    tsfn f = arg;

    pthread_mutex_lock(&f->lock);
    f->closing = true;
    pthread_cond_broadcast(&f->not_full);
    pthread_mutex_unlock(&f->lock);
    close_handle(f);
}

/* ---- The loop's thread -------------------------------------------------- */

/* With the lock held: the oldest item, or NULL. */
static item *tsfn_pop(tsfn f)
{
    item *i = f->closing ? NULL : f->first;

    if (i == NULL)
        return NULL;
    f->first = i->next;
    if (f->first == NULL)
        f->end = &f->first;
    f->count--;
    if (f->max > 0)
        pthread_cond_signal(&f->not_full); /* one waiting thread per place */
    return i;
}

/* False if there is nothing to call. With the last item of the last thread the
 * function closes already: the call cannot prevent it, as in Node. */
static bool tsfn_take(tsfn f, void **data)
{
    pthread_mutex_lock(&f->lock);
    item *i = tsfn_pop(f);
    if (f->first == NULL && f->threads == 0)
        f->closing = true;
    const bool closing = f->closing;
    if (closing)
        pthread_cond_broadcast(&f->not_full);
    pthread_mutex_unlock(&f->lock);
    if (closing)
        close_handle(f);
    if (i == NULL)
        return false;
    *data = i->data;
    free(i);
    return true;
}

/* What a call queued runs before the next one: each is a callback by itself. */
static void on_wake(orr_async *async)
{
    tsfn f = async->handle.data;
    runtime *r = f->r;
    const uintptr_t site = async->handle.record.site;
    call c = { .f = f };

    for (int i = 0; i < MAX_PER_WAKE; i++) {
        if (!bind_may_call_addon(r) || !tsfn_take(f, &c.data))
            return;
        orr_record record = { .id = 0 };
        orr_record_schedule_from(r->loop, &record, ORR_ASYNC, 0, site);
        orr_call(r->loop, &record, call_through_door, &c);
        bind_pass(r);
    }
    orr_async_send(&f->async);
}

/* ---- Making one --------------------------------------------------------- */

static napi_status refer_to(napi_env env, napi_value func, napi_ref *ref)
{
    napi_valuetype type;

    if (func == NULL)
        return napi_ok;
    BIND_OK(napi_typeof(env, func, &type));
    return type == napi_function ? napi_create_reference(env, func, 1, ref)
                                 : napi_invalid_arg;
}

static napi_status set_up(tsfn f, napi_value func, napi_value resource,
                          napi_value name)
{
    napi_env env = f->env;
    napi_status status = refer_to(env, func, &f->function);

    if (status != napi_ok)
        return status;
    status = bind_resource_open(env, resource, name, &f->resource);
    if (status != napi_ok)
        goto delete_function;
    status = napi_add_env_cleanup_hook(env, on_cleanup, f);
    if (status != napi_ok)
        goto close_resource;
    if (orr_async_init(f->r->loop, &f->async, on_wake) == 0) {
        f->async.handle.data = f;
        engine_hold_env(env);
        return napi_ok;
    }
    status = napi_generic_failure;
    napi_remove_env_cleanup_hook(env, on_cleanup, f);
close_resource:
    bind_resource_close(env, &f->resource);
delete_function:
    if (f->function != NULL)
        napi_delete_reference(env, f->function);
    return status;
}

napi_status NAPI_CDECL napi_create_threadsafe_function(
    napi_env env, napi_value func, napi_value async_resource,
    napi_value async_resource_name, size_t max_queue_size,
    size_t initial_thread_count, void *thread_finalize_data,
    napi_finalize thread_finalize_cb, void *context,
    napi_threadsafe_function_call_js call_js_cb,
    napi_threadsafe_function *result)
{
    if (env == NULL)
        return napi_invalid_arg;
    if (async_resource_name == NULL || initial_thread_count == 0 ||
        result == NULL || (func == NULL && call_js_cb == NULL))
        return engine_set_last_status(env, napi_invalid_arg);
    tsfn f = calloc(1, sizeof *f);
    if (f == NULL)
        return engine_set_last_status(env, napi_generic_failure);
    f->env = env;
    f->r = bind_runtime_of(env);
    f->end = &f->first;
    f->max = max_queue_size;
    f->threads = initial_thread_count;
    f->context = context;
    f->call_js = call_js_cb;
    f->finalize = thread_finalize_cb;
    f->finalize_data = thread_finalize_data;
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->not_full, NULL);
    const napi_status status =
        set_up(f, func, async_resource, async_resource_name);
    if (status == napi_ok)
        *result = f;
    else
        free_function(f);
    return engine_set_last_status(env, status);
}

/* ---- Any thread --------------------------------------------------------- */

napi_status NAPI_CDECL napi_get_threadsafe_function_context(
    napi_threadsafe_function func, void **result)
{
    if (func == NULL || result == NULL)
        return napi_invalid_arg;
    *result = func->context;
    return napi_ok;
}

/* With the lock held: wait until the queue has a place, or fail. */
static napi_status wait_for_place(tsfn f, bool blocking)
{
    while (f->max > 0 && f->count >= f->max && !f->closing) {
        if (!blocking)
            return napi_queue_full;
        pthread_cond_wait(&f->not_full, &f->lock);
    }
    if (!f->closing)
        return napi_ok;
    if (f->threads == 0)
        return napi_invalid_arg;
    f->threads--; /* a thread that gets napi_closing has released it */
    return napi_closing;
}

static void tsfn_push(tsfn f, item *i)
{
    *f->end = i;
    f->end = &i->next;
    f->count++;
}

napi_status NAPI_CDECL
napi_call_threadsafe_function(napi_threadsafe_function func, void *data,
                              napi_threadsafe_function_call_mode is_blocking)
{
    if (func == NULL)
        return napi_invalid_arg;
    item *i = calloc(1, sizeof *i);
    if (i == NULL)
        return napi_generic_failure;
    i->data = data;
    pthread_mutex_lock(&func->lock);
    const napi_status status =
        wait_for_place(func, is_blocking == napi_tsfn_blocking);
    if (status == napi_ok) {
        tsfn_push(func, i);
        orr_async_send(&func->async);
    }
    const bool last = func->handle_closed && func->threads == 0;
    pthread_mutex_unlock(&func->lock);
    if (status != napi_ok)
        free(i);
    if (last)
        free_function(func);
    return status;
}

napi_status NAPI_CDECL
napi_acquire_threadsafe_function(napi_threadsafe_function func)
{
    napi_status status = napi_ok;

    if (func == NULL)
        return napi_invalid_arg;
    pthread_mutex_lock(&func->lock);
    if (func->closing)
        status = napi_closing;
    else
        func->threads++;
    pthread_mutex_unlock(&func->lock);
    return status;
}

napi_status NAPI_CDECL napi_release_threadsafe_function(
    napi_threadsafe_function func, napi_threadsafe_function_release_mode mode)
{
    if (func == NULL)
        return napi_invalid_arg;
    pthread_mutex_lock(&func->lock);
    if (func->threads == 0) {
        pthread_mutex_unlock(&func->lock);
        return napi_invalid_arg;
    }
    func->threads--;
    if ((func->threads == 0 || mode == napi_tsfn_abort) && !func->closing) {
        func->closing = mode == napi_tsfn_abort;
        if (func->closing)
            pthread_cond_broadcast(&func->not_full);
        orr_async_send(&func->async);
    }
    const bool last = func->handle_closed && func->threads == 0;
    pthread_mutex_unlock(&func->lock);
    if (last)
        free_function(func);
    return napi_ok;
}

/* ---- Keeping the program alive ------------------------------------------ */

napi_status NAPI_CDECL napi_unref_threadsafe_function(
    node_api_basic_env env, napi_threadsafe_function func)
{
    if (env == NULL || func == NULL)
        return napi_invalid_arg;
    orr_unref(&func->async.handle);
    return napi_ok;
}

napi_status NAPI_CDECL napi_ref_threadsafe_function(
    node_api_basic_env env, napi_threadsafe_function func)
{
    if (env == NULL || func == NULL)
        return napi_invalid_arg;
    orr_ref(&func->async.handle);
    return napi_ok;
}
