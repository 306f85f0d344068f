/*
 * alive.c - an addon for --why and the trace: work on the thread pool that
 * lasts until it may end, and thread-safe functions, which a thread calls or
 * not. What a trace has of them is in alive.js.
 */
#include "help.h"

#include <pthread.h>
#include <semaphore.h>

static sem_t may_end; /* posted when the work may end */

static void execute(napi_env env, void *data)
{
    (void)env;
    (void)data;
    while (sem_wait(&may_end) != 0)
        ;
}

static void complete(napi_env env, napi_status status, void *data)
{
    napi_async_work *work = data;

    (void)status;
    OK(napi_delete_async_work(env, *work));
    free(work);
}

static napi_value begin_work(napi_env env, napi_callback_info info)
{
    napi_async_work *work = malloc(sizeof *work);

    (void)info;
    OK(napi_create_async_work(env, NULL, string(env, "alive"), execute,
                              complete, work, work));
    OK(napi_queue_async_work(env, *work));
    return NULL;
}

static napi_value end_work(napi_env env, napi_callback_info info)
{
    (void)env;
    (void)info;
    sem_post(&may_end);
    return NULL;
}

static napi_threadsafe_function make(napi_env env, napi_value fn)
{
    napi_threadsafe_function made;

    OK(napi_create_threadsafe_function(env, fn, NULL, string(env, "alive"), 0,
                                       1, NULL, NULL, NULL, NULL, &made));
    return made;
}

/* hold(fn): it is never called. */
static napi_value hold(napi_env env, napi_callback_info info)
{
    napi_value fn;

    get_args(env, info, 1, &fn);
    make(env, fn);
    return NULL;
}

/* hold_weakly(fn): and it keeps nothing alive. */
static napi_value hold_weakly(napi_env env, napi_callback_info info)
{
    napi_value fn;

    get_args(env, info, 1, &fn);
    OK(napi_unref_threadsafe_function(env, make(env, fn)));
    return NULL;
}

static void *run_caller(void *arg)
{
    napi_threadsafe_function fn = arg;

    for (int i = 0; i < 3; i++)
        OK(napi_call_threadsafe_function(fn, NULL, napi_tsfn_blocking));
    OK(napi_release_threadsafe_function(fn, napi_tsfn_release));
    return NULL;
}

/* call_thrice(fn): from a thread, which is through before this returns. So all
 * three calls come with one wake-up. */
static napi_value call_thrice(napi_env env, napi_callback_info info)
{
    napi_value fn;
    pthread_t thread;

    get_args(env, info, 1, &fn);
    if (pthread_create(&thread, NULL, run_caller, make(env, fn)) != 0)
        abort();
    pthread_join(thread, NULL);
    return NULL;
}

NAPI_MODULE_INIT()
{
    const napi_property_descriptor methods[] = {
        METHOD(begin_work),  METHOD(end_work),    METHOD(hold),
        METHOD(hold_weakly), METHOD(call_thrice),
    };

    sem_init(&may_end, 0, 0);
    OK(napi_define_properties(env, exports, COUNT(methods), methods));
    return exports;
}
