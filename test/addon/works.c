/*
 * works.c - work of uv_queue_work(), for works.js: its after-callbacks call
 * functions of the program that may throw.
 */
#include "help.h"

#include <uv.h>

/* What becomes of an exception of the function: reported as uncaught, or the
 * callback scope is left with it pending and the addon drops it then. */
typedef enum fate { REPORTED, DROPPED, FATES } fate;

typedef struct job {
    uv_work_t work;
    napi_env env;
    napi_async_context context;
    napi_ref fn;
    fate fate;
} job;

static void do_work(uv_work_t *work)
{
    (void)work;
}

static void call(job *j)
{
    napi_value global, fn, error;

    OK(napi_get_global(j->env, &global));
    OK(napi_get_reference_value(j->env, j->fn, &fn));
    if (napi_make_callback(j->env, j->context, global, fn, 0, NULL, NULL) ==
        napi_ok)
        return;
    OK(napi_get_and_clear_last_exception(j->env, &error));
    if (j->fate == REPORTED)
        OK(napi_fatal_exception(j->env, error));
}

static void after_work(uv_work_t *work, int status)
{
    job *j = work->data;
    napi_handle_scope scope;

    (void)status;
    OK(napi_open_handle_scope(j->env, &scope));
    call(j);
    OK(napi_delete_reference(j->env, j->fn));
    OK(napi_async_destroy(j->env, j->context));
    OK(napi_close_handle_scope(j->env, scope));
    free(j);
}

/* queue(fate, fn) */
static napi_value queue(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    uv_loop_t *loop;
    uint32_t n;
    job *j = calloc(1, sizeof *j);

    get_args(env, info, 2, args);
    OK(napi_get_value_uint32(env, args[0], &n));
    if (n >= FATES)
        abort();
    j->fate = (fate)n;
    j->env = env;
    j->work.data = j;
    OK(napi_create_reference(env, args[1], 1, &j->fn));
    OK(napi_async_init(env, NULL, string(env, "work"), &j->context));
    OK(napi_get_uv_event_loop(env, &loop));
    if (uv_queue_work(loop, &j->work, do_work, after_work) != 0)
        abort();
    return NULL;
}

NAPI_MODULE_INIT()
{
    napi_property_descriptor methods[] = { METHOD(queue) };

    OK(napi_define_properties(env, exports, COUNT(methods), methods));
    return exports;
}
