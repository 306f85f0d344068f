/*
 * use.c - a native addon as others write them: against node_api.h alone. It
 * is compiled by test/addon/run and loaded by the programs of this folder.
 */
#define NAPI_VERSION 9
#include <node_api.h>
#include <pthread.h>
#include <stdlib.h>

#define OK(call)                                                             \
    do {                                                                     \
        if ((call) != napi_ok)                                               \
            abort();                                                         \
    } while (0)

static napi_value undefined(napi_env env)
{
    napi_value v;

    OK(napi_get_undefined(env, &v));
    return v;
}

static napi_value add(napi_env env, napi_callback_info info)
{
    size_t argc = 2;
    napi_value args[2], sum;
    double a, b;

    OK(napi_get_cb_info(env, info, &argc, args, NULL, NULL));
    if (napi_get_value_double(env, args[0], &a) != napi_ok ||
        napi_get_value_double(env, args[1], &b) != napi_ok) {
        napi_throw_type_error(env, "ERR_NO_NUMBER", "two numbers, please");
        return NULL;
    }
    OK(napi_create_double(env, a + b, &sum));
    return sum;
}

/* ---- Async work: square(n, callback) ------------------------------------ */

typedef struct job {
    napi_async_work work;
    napi_ref callback;
    double n, result;
} job;

static void execute(napi_env env, void *data)
{
    job *j = data;

    (void)env;
    j->result = j->n * j->n;
}

static void complete(napi_env env, napi_status status, void *data)
{
    job *j = data;
    napi_value callback, argv[2];

    OK(napi_get_reference_value(env, j->callback, &callback));
    OK(napi_create_int32(env, status, &argv[0]));
    OK(napi_create_double(env, j->result, &argv[1]));
    napi_call_function(env, undefined(env), callback, 2, argv, NULL);
    OK(napi_delete_reference(env, j->callback));
    OK(napi_delete_async_work(env, j->work));
    free(j);
}

static napi_value square(napi_env env, napi_callback_info info)
{
    size_t argc = 2;
    napi_value args[2], name;
    job *j = calloc(1, sizeof *j);

    OK(napi_get_cb_info(env, info, &argc, args, NULL, NULL));
    OK(napi_get_value_double(env, args[0], &j->n));
    OK(napi_create_reference(env, args[1], 1, &j->callback));
    OK(napi_create_string_utf8(env, "square", NAPI_AUTO_LENGTH, &name));
    OK(napi_create_async_work(env, NULL, name, execute, complete, j,
                              &j->work));
    OK(napi_queue_async_work(env, j->work));
    return undefined(env);
}

/* ---- Thread-safe function: count(n, callback, done) --------------------- */

typedef struct counter {
    napi_threadsafe_function fn;
    pthread_t thread;
    napi_ref done;
    int n;
} counter;

static void *count_on_thread(void *arg)
{
    counter *c = arg;

    for (intptr_t i = 1; i <= c->n; i++)
        OK(napi_call_threadsafe_function(c->fn, (void *)i,
                                         napi_tsfn_blocking));
    OK(napi_release_threadsafe_function(c->fn, napi_tsfn_release));
    return NULL;
}

static void call_with_number(napi_env env, napi_value callback, void *context,
                             void *data)
{
    napi_value n;

    (void)context;
    if (env == NULL)
        return;
    OK(napi_create_int64(env, (intptr_t)data, &n));
    napi_call_function(env, undefined(env), callback, 1, &n, NULL);
}

static void counted(napi_env env, void *data, void *hint)
{
    counter *c = data;
    napi_value done;

    (void)hint;
    pthread_join(c->thread, NULL);
    OK(napi_get_reference_value(env, c->done, &done));
    napi_call_function(env, undefined(env), done, 0, NULL, NULL);
    OK(napi_delete_reference(env, c->done));
    free(c);
}

static napi_value count(napi_env env, napi_callback_info info)
{
    size_t argc = 3;
    napi_value args[3], name;
    counter *c = calloc(1, sizeof *c);

    OK(napi_get_cb_info(env, info, &argc, args, NULL, NULL));
    OK(napi_get_value_int32(env, args[0], &c->n));
    OK(napi_create_reference(env, args[2], 1, &c->done));
    OK(napi_create_string_utf8(env, "count", NAPI_AUTO_LENGTH, &name));
    OK(napi_create_threadsafe_function(env, args[1], NULL, name, 2, 1, c,
                                       counted, NULL, call_with_number,
                                       &c->fn));
    if (pthread_create(&c->thread, NULL, count_on_thread, c) != 0)
        abort();
    return undefined(env);
}

NAPI_MODULE_INIT()
{
    const napi_property_descriptor functions[] = {
        { "add", NULL, add, NULL, NULL, NULL, napi_default, NULL },
        { "square", NULL, square, NULL, NULL, NULL, napi_default, NULL },
        { "count", NULL, count, NULL, NULL, NULL, napi_default, NULL },
    };

    OK(napi_define_properties(env, exports, 3, functions));
    return exports;
}
