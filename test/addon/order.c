/*
 * order.c - every way in which an addon calls back, for order.js: at once, from
 * async work, from a thread, from finalizers.
 */
#include "help.h"

#include <pthread.h>

/* How complete() and call_js() call the function. */
typedef enum how { PLAIN, IN_CONTEXT, IN_SCOPE, THROW } how;

static void call(napi_env env, napi_async_context context, how h,
                 napi_value fn)
{
    napi_value self = undefined(env), global;
    napi_callback_scope scope;

    OK(napi_get_global(env, &global));
    switch (h) {
    case PLAIN:
        napi_call_function(env, self, fn, 0, NULL, NULL);
        break;
    case IN_CONTEXT:
        napi_make_callback(env, context, global, fn, 0, NULL, NULL);
        break;
    case IN_SCOPE:
        OK(napi_open_callback_scope(env, NULL, context, &scope));
        napi_call_function(env, self, fn, 0, NULL, NULL);
        OK(napi_close_callback_scope(env, scope));
        break;
    case THROW:
        napi_call_function(env, self, fn, 0, NULL, NULL);
        napi_throw_error(env, "ERR_ADDON", "thrown by the addon");
        break;
    }
}

static how to_how(napi_env env, napi_value value)
{
    int32_t n;

    OK(napi_get_value_int32(env, value, &n));
    return (how)n;
}

/* now(how, fn): in the middle of JavaScript. */
static napi_value now(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    napi_async_context context;

    get_args(env, info, 2, args);
    OK(napi_async_init(env, NULL, string(env, "now"), &context));
    call(env, context, to_how(env, args[0]), args[1]);
    OK(napi_async_destroy(env, context));
    return NULL;
}

/* bare(fn): napi_make_callback() without a context. */
static napi_value bare(napi_env env, napi_callback_info info)
{
    napi_value fn;

    get_args(env, info, 1, &fn);
    call(env, NULL, IN_CONTEXT, fn);
    return NULL;
}

/* ---- work(how, fn) ------------------------------------------------------ */

typedef struct job {
    napi_async_work work;
    napi_async_context context;
    napi_ref fn;
    how h;
} job;

static void execute(napi_env env, void *data)
{
    (void)env;
    (void)data;
}

static void complete(napi_env env, napi_status status, void *data)
{
    job *j = data;
    napi_value fn;

    (void)status;
    OK(napi_get_reference_value(env, j->fn, &fn));
    call(env, j->context, j->h, fn);
    OK(napi_delete_reference(env, j->fn));
    OK(napi_async_destroy(env, j->context));
    OK(napi_delete_async_work(env, j->work));
    free(j);
}

static napi_value work(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    job *j = calloc(1, sizeof *j);

    get_args(env, info, 2, args);
    j->h = to_how(env, args[0]);
    OK(napi_create_reference(env, args[1], 1, &j->fn));
    OK(napi_async_init(env, NULL, string(env, "context"), &j->context));
    OK(napi_create_async_work(env, NULL, string(env, "work"), execute,
                              complete, j, &j->work));
    OK(napi_queue_async_work(env, j->work));
    return NULL;
}

/* ---- threads(how, n, fn, done) ------------------------------------------ */

typedef struct crowd {
    napi_threadsafe_function fn;
    napi_ref done;
    pthread_t thread;
    int n;
    how h;
} crowd;

static void *run_thread(void *arg)
{
    crowd *c = arg;

    for (int i = 0; i < c->n; i++)
        OK(napi_call_threadsafe_function(c->fn, c, napi_tsfn_blocking));
    OK(napi_release_threadsafe_function(c->fn, napi_tsfn_release));
    return NULL;
}

static void call_js(napi_env env, napi_value fn, void *context, void *data)
{
    crowd *c = data;

    (void)context;
    if (env != NULL)
        call(env, NULL, c->h, fn);
}

static void finalize_crowd(napi_env env, void *data, void *hint)
{
    crowd *c = data;
    napi_value done;

    (void)hint;
    OK(napi_get_reference_value(env, c->done, &done));
    OK(napi_delete_reference(env, c->done));
    napi_call_function(env, undefined(env), done, 0, NULL, NULL);
    free(c);
}

/* The thread ends before anything is called, so that all is in the queue. */
static napi_value threads(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    crowd *c = calloc(1, sizeof *c);

    get_args(env, info, 4, args);
    c->h = to_how(env, args[0]);
    OK(napi_get_value_int32(env, args[1], &c->n));
    OK(napi_create_reference(env, args[3], 1, &c->done));
    OK(napi_create_threadsafe_function(env, args[2], NULL, string(env, "crowd"),
                                       0, 1, c, finalize_crowd, NULL, call_js,
                                       &c->fn));
    if (pthread_create(&c->thread, NULL, run_thread, c) != 0 ||
        pthread_join(c->thread, NULL) != 0)
        abort();
    return NULL;
}

/* ---- finalized(fn): calls fn when the returned object was freed --------- */

static void finalize(napi_env env, void *data, void *hint)
{
    napi_value fn;

    (void)hint;
    OK(napi_get_reference_value(env, data, &fn));
    OK(napi_delete_reference(env, data));
    napi_call_function(env, undefined(env), fn, 0, NULL, NULL);
}

static napi_value finalized(napi_env env, napi_callback_info info)
{
    napi_value fn, external;
    napi_ref ref;

    get_args(env, info, 1, &fn);
    OK(napi_create_reference(env, fn, 1, &ref));
    OK(napi_create_external(env, ref, finalize, NULL, &external));
    return external;
}

NAPI_MODULE_INIT()
{
    const napi_property_descriptor functions[] = {
        METHOD(now),     METHOD(bare),      METHOD(work),
        METHOD(threads), METHOD(finalized),
    };

    OK(napi_define_properties(env, exports, COUNT(functions), functions));
    return exports;
}
