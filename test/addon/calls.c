/*
 * calls.c - native functions in every place where JavaScript calls one,
 * throwing or not; and what native code can do about what JavaScript throws.
 */
#include "help.h"

/* ---- A function that throws, as function, getter, constructor ----------- */

static napi_value throw_it(napi_env env, napi_callback_info info)
{
    void *what;

    OK(napi_get_cb_info(env, info, NULL, NULL, NULL, &what));
    napi_throw_error(env, "ERR_NATIVE", what);
    /* With an exception pending the returned value is ignored. */
    return (napi_value)what;
}

static void free_message(napi_env env, void *data, void *hint)
{
    (void)env;
    (void)hint;
    free(data);
}

/* thrower(message) */
static napi_value thrower(napi_env env, napi_callback_info info)
{
    napi_value message, fn;

    get_args(env, info, 1, &message);
    char *text = copy_string(env, message);
    OK(napi_create_function(env, "thrower", NAPI_AUTO_LENGTH, throw_it, text,
                            &fn));
    OK(napi_add_finalizer(env, fn, text, free_message, NULL, NULL));
    return fn;
}

/* throw_value(value): anything can be thrown. */
static napi_value throw_value(napi_env env, napi_callback_info info)
{
    napi_value value;

    get_args(env, info, 1, &value);
    OK(napi_throw(env, value));
    return NULL;
}

/* ---- A function that returns how it was called -------------------------- */

static napi_value tell(napi_env env, napi_callback_info info)
{
    size_t argc = 2;
    napi_value argv[2], self, target, result;

    OK(napi_get_cb_info(env, info, &argc, argv, &self, NULL));
    OK(napi_get_new_target(env, info, &target));
    OK(napi_create_array(env, &result));
    OK(napi_set_element(env, result, 0, number(env, (double)argc)));
    OK(napi_set_element(env, result, 1, argv[0]));
    OK(napi_set_element(env, result, 2, argv[1]));
    OK(napi_set_element(env, result, 3, self));
    if (target != NULL)
        OK(napi_set_element(env, result, 4, target));
    return result;
}

/* ---- What C does about exceptions --------------------------------------- */

/* caught(fn): call it, and return what it throws. */
static napi_value caught(napi_env env, napi_callback_info info)
{
    napi_value fn, value;
    bool pending;

    get_args(env, info, 1, &fn);
    if (napi_call_function(env, undefined(env), fn, 0, NULL, &value) ==
        napi_ok)
        return value;
    OK(napi_is_exception_pending(env, &pending));
    if (!pending)
        return string(env, "nothing is pending");
    OK(napi_get_and_clear_last_exception(env, &value));
    return value;
}

/* replaced(fn): call it, and throw something else instead. */
static napi_value replaced(napi_env env, napi_callback_info info)
{
    napi_value fn, value;

    get_args(env, info, 1, &fn);
    if (napi_call_function(env, undefined(env), fn, 0, NULL, &value) ==
        napi_ok)
        return value;
    OK(napi_get_and_clear_last_exception(env, &value));
    OK(napi_throw_type_error(env, "ERR_OTHER", "instead"));
    return NULL;
}

/* through(fn): call it and let pass what it throws. */
static napi_value through(napi_env env, napi_callback_info info)
{
    napi_value fn, value = NULL;

    get_args(env, info, 1, &fn);
    napi_call_function(env, undefined(env), fn, 0, NULL, &value);
    return value;
}

/* ---- A class whose parts throw; one is defined twice -------------------- */

static napi_value construct(napi_env env, napi_callback_info info)
{
    napi_value fails, self;
    size_t argc = 1;
    bool yes;

    OK(napi_get_cb_info(env, info, &argc, &fails, &self, NULL));
    OK(napi_get_value_bool(env, fails, &yes));
    if (yes)
        napi_throw_error(env, "ERR_NATIVE", "constructor");
    return self;
}

static napi_value ok(napi_env env, napi_callback_info info)
{
    (void)info;
    return string(env, "ok");
}

static napi_value make_class(napi_env env)
{
    napi_value made;
    const napi_property_descriptor members[] = {
        { "method", NULL, throw_it, NULL, NULL, NULL, napi_default, "method" },
        { "value", NULL, NULL, throw_it, throw_it, NULL, napi_default,
          "accessor" },
        { "made", NULL, throw_it, NULL, NULL, NULL, napi_static, "static" },
        { "first", NULL, ok, NULL, NULL, NULL, napi_default, NULL },
        { "first", NULL, throw_it, NULL, NULL, NULL, napi_default, "second" },
    };

    OK(napi_define_class(env, "Failing", NAPI_AUTO_LENGTH, construct, NULL,
                         COUNT(members), members, &made));
    return made;
}

NAPI_MODULE_INIT()
{
    const napi_property_descriptor functions[] = {
        METHOD(thrower), METHOD(throw_value), METHOD(tell),
        METHOD(caught),  METHOD(replaced),    METHOD(through),
    };

    OK(napi_define_properties(env, exports, COUNT(functions), functions));
    OK(napi_set_named_property(env, exports, "Failing", make_class(env)));
    return exports;
}
