/*
 * end.c - how an addon is taken down: cleanup hooks, plain and asynchronous,
 * finalizers of all kinds, instance data, thread-safe functions. Each says its
 * name when it is called, and what it may still do.
 */
#include "help.h"

#include <unistd.h>

/* Straight to the descriptor: the order with console.log() is what counts. */
static void say(const char *what, const char *name)
{
    char line[128];
    const int n = snprintf(line, sizeof line, "%s %s\n", what, name);

    if (write(1, line, (size_t)n) != n)
        abort();
}

static char *name_of(napi_env env, napi_callback_info info)
{
    napi_value name;

    get_args(env, info, 1, &name);
    return copy_string(env, name);
}

/* ---- Finalizers --------------------------------------------------------- */

/* Values can be made to the end, JavaScript does not run any more. */
static void finalize(napi_env env, void *data, void *hint)
{
    napi_value object, script, result;
    char text[64];

    OK(napi_create_object(env, &object));
    OK(napi_create_string_utf8(env, "1 + 1", NAPI_AUTO_LENGTH, &script));
    const napi_status ran = napi_run_script(env, script, &result);
    snprintf(text, sizeof text, "%s of %s, script %d", (const char *)hint,
             (const char *)data, ran);
    say("finalizer", text);
    free(data);
}

static napi_value external(napi_env env, napi_callback_info info)
{
    napi_value value;

    OK(napi_create_external(env, name_of(env, info), finalize, "external",
                            &value));
    return value;
}

static napi_value memory(napi_env env, napi_callback_info info)
{
    napi_value value;

    OK(napi_create_external_arraybuffer(env, name_of(env, info), 1, finalize,
                                        "memory", &value));
    return value;
}

static napi_value wrapped(napi_env env, napi_callback_info info)
{
    napi_value value;

    OK(napi_create_object(env, &value));
    OK(napi_wrap(env, value, name_of(env, info), finalize, "wrap", NULL));
    OK(napi_add_finalizer(env, value, name_of(env, info), finalize, "object",
                          NULL));
    return value;
}

/* ---- Hooks -------------------------------------------------------------- */

static void on_hook(void *arg)
{
    say("hook", arg);
    free(arg);
}

static napi_value hook(napi_env env, napi_callback_info info)
{
    OK(napi_add_env_cleanup_hook(env, on_hook, name_of(env, info)));
    return NULL;
}

/* A hook that was removed, and one that removes the other. */
static napi_value hook_removed(napi_env env, napi_callback_info info)
{
    char *name = name_of(env, info);

    OK(napi_add_env_cleanup_hook(env, on_hook, name));
    OK(napi_remove_env_cleanup_hook(env, on_hook, name));
    OK(napi_remove_env_cleanup_hook(env, on_hook, name));
    free(name);
    return NULL;
}

typedef struct pair {
    napi_env env;
    char *name;
} pair;

static void on_adding(void *arg)
{
    pair *p = arg;

    say("adding hook", p->name);
    OK(napi_remove_env_cleanup_hook(p->env, on_adding, p));
    OK(napi_add_env_cleanup_hook(p->env, on_hook, p->name));
    free(p);
}

/* One that removes itself and adds another: that one runs last. */
static napi_value hook_that_adds(napi_env env, napi_callback_info info)
{
    pair *p = malloc(sizeof *p);

    p->env = env;
    p->name = name_of(env, info);
    OK(napi_add_env_cleanup_hook(env, on_adding, p));
    return NULL;
}

/* ---- Asynchronous hooks ------------------------------------------------- */

typedef struct later {
    napi_env env;
    napi_async_work work;
    napi_async_cleanup_hook_handle handle;
    char *name;
} later;

static void work(napi_env env, void *data)
{
    (void)env;
    (void)data;
    usleep(1000);
}

static void worked(napi_env env, napi_status status, void *data)
{
    later *l = data;

    say(status == napi_ok ? "worked" : "failed", l->name);
    OK(napi_delete_async_work(env, l->work));
    OK(napi_remove_async_cleanup_hook(l->handle));
    free(l->name);
    free(l);
}

static void on_async_hook(napi_async_cleanup_hook_handle handle, void *arg)
{
    later *l = arg;
    napi_handle_scope scope;
    napi_value name;

    say("async hook", l->name);
    l->handle = handle;
    OK(napi_open_handle_scope(l->env, &scope));
    OK(napi_create_string_utf8(l->env, "end", NAPI_AUTO_LENGTH, &name));
    OK(napi_create_async_work(l->env, NULL, name, work, worked, l, &l->work));
    OK(napi_queue_async_work(l->env, l->work));
    OK(napi_close_handle_scope(l->env, scope));
}

static napi_value hook_async(napi_env env, napi_callback_info info)
{
    later *l = calloc(1, sizeof *l);

    l->env = env;
    l->name = name_of(env, info);
    OK(napi_add_async_cleanup_hook(env, on_async_hook, l, &l->handle));
    return NULL;
}

static napi_value hook_async_removed(napi_env env, napi_callback_info info)
{
    napi_async_cleanup_hook_handle handle;

    (void)info;
    OK(napi_add_async_cleanup_hook(env, on_async_hook, NULL, &handle));
    OK(napi_remove_async_cleanup_hook(handle));
    return NULL;
}

/* ---- What is under way -------------------------------------------------- */

static napi_threadsafe_function last_function;

static void call_js(napi_env env, napi_value fn, void *context, void *data)
{
    (void)fn;
    (void)context;
    say(env != NULL ? "call of" : "call given back by", data);
    free(data);
}

static void finalize_function(napi_env env, void *data, void *hint)
{
    (void)env;
    (void)hint;
    say("thread-safe function ends", data);
    free(data);
}

/* It is never released, and does not keep the program alive. */
static napi_value function(napi_env env, napi_callback_info info)
{
    char *name = name_of(env, info);

    OK(napi_create_threadsafe_function(env, NULL, NULL, string(env, "end"), 0,
                                       1, name, finalize_function, NULL,
                                       call_js, &last_function));
    OK(napi_unref_threadsafe_function(env, last_function));
    return NULL;
}

static napi_value call(napi_env env, napi_callback_info info)
{
    OK(napi_call_threadsafe_function(last_function, name_of(env, info),
                                     napi_tsfn_blocking));
    return NULL;
}

static napi_value start_work(napi_env env, napi_callback_info info)
{
    later *l = calloc(1, sizeof *l);

    l->env = env;
    l->name = name_of(env, info);
    OK(napi_add_async_cleanup_hook(env, on_async_hook, l, &l->handle));
    OK(napi_create_async_work(env, NULL, string(env, "end"), work, worked, l,
                              &l->work));
    OK(napi_queue_async_work(env, l->work));
    return NULL;
}

static void finalize_instance(napi_env env, void *data, void *hint)
{
    (void)env;
    (void)hint;
    say("instance data", data);
}

NAPI_MODULE_INIT()
{
    const napi_property_descriptor functions[] = {
        METHOD(external),       METHOD(memory),     METHOD(wrapped),
        METHOD(hook),           METHOD(hook_removed),
        METHOD(hook_that_adds), METHOD(hook_async), METHOD(hook_async_removed),
        METHOD(function),       METHOD(call),       METHOD(start_work),
    };

    OK(napi_define_properties(env, exports, COUNT(functions), functions));
    OK(napi_set_instance_data(env, "goes last", finalize_instance, NULL));
    return exports;
}
