/*
 * napi_threadsafe.c - Node-API's thread-safe functions: any thread puts a
 * pointer into a queue, and the loop's thread calls JavaScript with it.
 *
 *     other threads:  call -> queue -> orr_async_send()
 *     the loop:       on_wake -> take one, call_js, drain, take the next ...
 *
 *     open -> (no thread has it any more, or aborted) -> closing -> finalized
 *
 * The mutex guards the queue, the count of threads and `closing`. It is the one
 * place above src/poll where threads meet, since an addon's own threads come
 * here. Once the count is zero or the function was aborted, no call is taken
 * any more; the memory goes when the last thread has let go of it and the
 * loop's handle has closed.
 */
#include <pthread.h>
#include <stdlib.h>

#include "bind/bind.h"

#define MOST_PER_WAKE 1000 /* then others of the poll have their turn */

typedef struct item {
    struct item *next;
    void *data;
} item;

struct napi_threadsafe_function__ {
    pthread_mutex_t lock;
    pthread_cond_t room; /* there is some in the queue, or it is closing */
    item *first;
    item **end;
    size_t count, max; /* max 0: no limit */
    size_t threads;
    bool closing;
    bool handle_closed;

    napi_env env;
    runtime *r;
    orr_async async;
    napi_ref function;
    void *context;
    napi_threadsafe_function_call_js call_js;
    napi_finalize finalize;
    void *finalize_data;
};

typedef napi_threadsafe_function tsfn;

/* ---- The end ------------------------------------------------------------ */

static void free_function(tsfn f)
{
    while (f->first != NULL) {
        item *i = f->first;
        f->first = i->next;
        free(i);
    }
    pthread_cond_destroy(&f->room);
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

static void on_closed(orr_handle *handle)
{
    tsfn f = handle->data;
    runtime *r = f->r;
    napi_handle_scope scope;

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    give_back_rest(f);
    if (f->finalize != NULL)
        f->finalize(f->env, f->finalize_data, f->context);
    bind_report_exception(f->env);
    napi_close_handle_scope(r->env, scope);
    if (f->function != NULL)
        napi_delete_reference(f->env, f->function);

    pthread_mutex_lock(&f->lock);
    f->handle_closed = true;
    const bool last = f->threads == 0;
    pthread_mutex_unlock(&f->lock);
    if (last)
        free_function(f);
}

static void begin_closing(tsfn f)
{
    pthread_mutex_lock(&f->lock);
    f->closing = true;
    pthread_cond_broadcast(&f->room);
    pthread_mutex_unlock(&f->lock);
    if (!orr_is_closing(&f->async.handle))
        orr_close(&f->async.handle, on_closed);
}

/* ---- The loop's thread -------------------------------------------------- */

typedef enum taken { NOTHING, ONE, NO_MORE } taken;

static taken take(tsfn f, void **data)
{
    taken result = NOTHING;

    pthread_mutex_lock(&f->lock);
    item *i = f->closing ? NULL : f->first;
    if (i != NULL) {
        f->first = i->next;
        if (f->first == NULL)
            f->end = &f->first;
        if (f->count-- == f->max)
            pthread_cond_signal(&f->room);
        *data = i->data;
        result = ONE;
    } else if (f->closing || f->threads == 0) {
        result = NO_MORE;
    }
    pthread_mutex_unlock(&f->lock);
    free(i);
    return result;
}

static void call_plain(tsfn f, napi_value function)
{
    if (function != NULL)
        napi_call_function(f->env, bind_undefined(f->env), function, 0, NULL,
                           NULL);
}

static void call_one(tsfn f, void *data)
{
    runtime *r = f->r;
    napi_handle_scope scope;
    napi_value function = NULL;

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    if (f->function != NULL)
        BIND_OK(napi_get_reference_value(f->env, f->function, &function));
    if (f->call_js != NULL)
        f->call_js(f->env, function, f->context, data);
    else
        call_plain(f, function);
    bind_report_exception(f->env);
    napi_close_handle_scope(r->env, scope);
}

/* Each call is a callback of its own: what it queued runs before the next. */
static void on_wake(orr_async *async)
{
    tsfn f = async->handle.data;
    runtime *r = f->r;
    void *data;

    for (int i = 0; i < MOST_PER_WAKE; i++) {
        const taken t = take(f, &data);
        if (t == NO_MORE)
            begin_closing(f);
        if (t != ONE || r->over)
            return;
        call_one(f, data);
        if (r->over || engine_drain(r->engine) == ENGINE_STOPPED) {
            runtime_over(r);
            return;
        }
    }
    orr_async_send(&f->async);
}

static bool set_up(tsfn f, napi_value func)
{
    if (func != NULL &&
        napi_create_reference(f->env, func, 1, &f->function) != napi_ok)
        return false;
    if (orr_async_init(f->r->loop, &f->async, on_wake) < 0) {
        if (f->function != NULL)
            napi_delete_reference(f->env, f->function);
        return false;
    }
    f->async.handle.data = f;
    return true;
}

napi_status NAPI_CDECL napi_create_threadsafe_function(
    napi_env env, napi_value func, napi_value async_resource,
    napi_value async_resource_name, size_t max_queue_size,
    size_t initial_thread_count, void *thread_finalize_data,
    napi_finalize thread_finalize_cb, void *context,
    napi_threadsafe_function_call_js call_js_cb,
    napi_threadsafe_function *result)
{
    (void)async_resource;
    if (env == NULL || async_resource_name == NULL ||
        initial_thread_count == 0 || result == NULL ||
        (func == NULL && call_js_cb == NULL))
        return napi_invalid_arg;
    tsfn f = calloc(1, sizeof *f);
    if (f == NULL)
        return napi_generic_failure;
    f->env = env;
    f->r = bind_runtime_of(env);
    f->end = &f->first;
    f->max = max_queue_size;
    f->threads = initial_thread_count;
    f->context = context;
    f->call_js = call_js_cb;
    f->finalize = thread_finalize_cb;
    f->finalize_data = thread_finalize_data;
    if (!set_up(f, func)) {
        free(f);
        return napi_generic_failure;
    }
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->room, NULL);
    *result = f;
    return napi_ok;
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

/* With the lock held: is there room, or will there be none? */
static napi_status wait_for_room(tsfn f, bool blocking)
{
    while (f->max > 0 && f->count >= f->max && !f->closing) {
        if (!blocking)
            return napi_queue_full;
        pthread_cond_wait(&f->room, &f->lock);
    }
    if (!f->closing)
        return napi_ok;
    if (f->threads == 0)
        return napi_invalid_arg;
    f->threads--; /* whoever is told that it closes has let go of it */
    return napi_closing;
}

static void push(tsfn f, item *i)
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
        wait_for_room(func, is_blocking == napi_tsfn_blocking);
    if (status == napi_ok) {
        push(func, i);
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
            pthread_cond_broadcast(&func->room);
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
    node_api_basic_env basic_env, napi_threadsafe_function func)
{
    if (basic_env == NULL || func == NULL)
        return napi_invalid_arg;
    orr_unref(&func->async.handle);
    return napi_ok;
}

napi_status NAPI_CDECL napi_ref_threadsafe_function(
    node_api_basic_env basic_env, napi_threadsafe_function func)
{
    if (basic_env == NULL || func == NULL)
        return napi_invalid_arg;
    orr_ref(&func->async.handle);
    return napi_ok;
}
