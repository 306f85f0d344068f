/* Node-API: functions and calls in both directions, environments. */
#include "rig.h"

#include <errno.h>
#include <string.h>

static size_t seen_argc;
static bool seen_new;

/* Says what it was called with: this, then its first two arguments. */
static napi_value tell(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    napi_value list;
    napi_value self;
    napi_value target;
    size_t argc = 2;

    napi_get_cb_info(env, info, &argc, args + 1, &self, NULL);
    napi_get_new_target(env, info, &target);
    seen_argc = argc;
    seen_new = target != NULL;
    args[0] = self;
    napi_create_array(env, &list);
    for (uint32_t i = 0; i < 3; i++)
        napi_set_element(env, list, i, args[i]);
    return list;
}

TEST_PLAIN(napi_callback_gets_its_arguments_and_undefined_for_the_rest)
{
    rig r;
    rig_open(&r);
    rig_set_function(&r, "tell", tell);
    CHECK(rig_true(&r, "x = tell(1); x[1] === 1 && x[2] === undefined"));
    CHECK_INT(seen_argc, 1);
    CHECK(rig_true(&r, "x = tell(1, 2, 3); x[1] === 1 && x[2] === 2"));
    CHECK_INT(seen_argc, 3);
    CHECK(rig_true(&r, "o = { tell }; o.tell()[0] === o"));
    CHECK(!seen_new);
    rig_close(&r);
}

TEST_PLAIN(napi_callback_sees_this_as_sloppy_functions_do)
{
    rig r;
    rig_open(&r);
    rig_set_function(&r, "tell", tell);
    CHECK(rig_true(&r, "'use strict'; tell.call(undefined)[0] === globalThis"));
    CHECK(rig_true(&r, "typeof tell.call(5)[0] === 'object'"));
    rig_close(&r);
}

TEST_PLAIN(napi_function_looks_like_one)
{
    rig r;
    napi_value fn;
    rig_open(&r);
    rig_set_function(&r, "tell", tell);
    CHECK(rig_true(&r, "typeof tell === 'function' && tell.name === 'tell' &&"
                       "tell.length === 0 && tell instanceof Function"));
    CHECK(rig_true(&r, "[1].map(tell)[0][1] === 1"));
    CHECK(rig_true(&r, "tell.bind({ a: 1 }, 7)()[1] === 7"));
    CHECK(rig_true(&r, "/native code/.test(String(tell))"));
    CHECK_OK(napi_create_function(r.env, NULL, 0, tell, NULL, &fn));
    rig_set(&r, "fn", fn);
    CHECK(rig_true(&r, "fn.name === ''"));
    CHECK_OK(napi_create_function(r.env, "abcdef", 3, tell, NULL, &fn));
    rig_set(&r, "fn", fn);
    CHECK(rig_true(&r, "fn.name === 'abc'"));
    CHECK_INT(napi_create_function(r.env, "a", 1, NULL, NULL, &fn),
              napi_invalid_arg);
    rig_close(&r);
}

TEST_PLAIN(napi_function_of_an_addon_can_be_constructed_and_extended)
{
    rig r;
    rig_open(&r);
    rig_set_function(&r, "Tell", tell);
    CHECK(rig_true(&r, "Array.isArray(new Tell())"));
    CHECK(seen_new);
    rig_run(&r, "class Sub extends Tell {}; s = new Sub(5)");
    CHECK(rig_true(&r, "s[0] instanceof Sub && s[1] === 5"));
    rig_close(&r);
}

static napi_value throw_it(napi_env env, napi_callback_info info)
{
    napi_value arg;
    size_t argc = 1;

    napi_get_cb_info(env, info, &argc, &arg, NULL, NULL);
    napi_throw(env, arg);
    return arg; /* is not what the caller sees */
}

static napi_value throw_badly(napi_env env, napi_callback_info info)
{
    (void)info;
    napi_throw_error(env, "E_BAD", "bad");
    return (napi_value)(uintptr_t)0xfffffffff; /* some C++ wrappers do */
}

TEST_PLAIN(napi_exception_of_a_callback_reaches_javascript)
{
    rig r;
    rig_open(&r);
    rig_set_function(&r, "throwIt", throw_it);
    rig_set_function(&r, "throwBadly", throw_badly);
    CHECK_STR(rig_text(&r, "try { throwBadly() } catch (e) { e.code }"),
              "E_BAD");
    CHECK(rig_true(&r, "let c; try { throwIt(5) } catch (e) { c = e };"
                       "c === 5"));
    rig_close(&r);
}

static napi_value call_it(napi_env env, napi_callback_info info)
{
    napi_value args[12];
    napi_value result = NULL;
    napi_value error;
    size_t argc = 12;

    napi_get_cb_info(env, info, &argc, args, NULL, NULL);
    napi_value self = args[0];
    napi_status status =
        napi_call_function(env, self, args[0], argc - 1, args + 1, &result);
    if (status != napi_pending_exception)
        return result;
    napi_get_and_clear_last_exception(env, &error);
    return error;
}

TEST_PLAIN(napi_calls_javascript_with_few_and_many_arguments)
{
    rig r;
    rig_open(&r);
    rig_set_function(&r, "callIt", call_it);
    CHECK(rig_true(&r, "callIt((...a) => a.length) === 0"));
    CHECK(rig_true(&r, "callIt((a, b) => a + b, 2, 3) === 5"));
    CHECK(rig_true(&r, "callIt((...a) => a.join(''), 1,2,3,4,5,6,7,8,9,0,1)"
                       "=== '12345678901'"));
    CHECK(rig_true(&r, "callIt(() => { throw 'x' }) === 'x'"));
    CHECK(rig_true(&r, "callIt(callIt, x => x * 2, 21) === 42"));
    rig_close(&r);
}

TEST_PLAIN(napi_call_of_what_is_no_function_is_invalid)
{
    rig r;
    napi_value v;
    rig_open(&r);
    napi_value o = rig_run(&r, "({})");
    CHECK_INT(napi_call_function(r.env, o, o, 0, NULL, &v), napi_invalid_arg);
    CHECK_INT(napi_call_function(r.env, NULL, o, 0, NULL, &v),
              napi_invalid_arg);
    CHECK_INT(napi_new_instance(r.env, o, 0, NULL, &v), napi_invalid_arg);
    napi_value arrow = rig_run(&r, "() => {}");
    CHECK_INT(napi_new_instance(r.env, arrow, 0, NULL, &v),
              napi_pending_exception);
    CHECK(strstr(rig_take(&r), "TypeError") != NULL);
    rig_close(&r);
}

TEST_PLAIN(napi_new_instance_constructs)
{
    rig r;
    napi_value v;
    bool is;
    rig_open(&r);
    napi_value ctor =
        rig_run(&r, "class P { constructor(x) { this.x = x } }; P");
    napi_value arg = rig_run(&r, "7");
    CHECK_OK(napi_new_instance(r.env, ctor, 1, &arg, &v));
    rig_set(&r, "v", v);
    CHECK(rig_true(&r, "v.x === 7"));
    CHECK_OK(napi_instanceof(r.env, v, ctor, &is));
    CHECK(is);
    CHECK_INT(napi_instanceof(r.env, v, rig_run(&r, "({})"), &is),
              napi_function_expected);
    CHECK_STR(rig_take(&r), "TypeError: Constructor must be a function");
    rig_close(&r);
}

TEST_PLAIN(napi_deep_recursion_through_c_is_a_range_error)
{
    rig r;
    rig_open(&r);
    rig_set_function(&r, "callIt", call_it);
    CHECK(rig_true(&r, "let n = 0; f = () => { n++; const e = callIt(f);"
                       "if (e instanceof Error) throw e; return e };"
                       "let got; try { f() } catch (e) { got = e };"
                       "n > 100 && got instanceof Error"));
    rig_close(&r);
}

/* ---- Environments ------------------------------------------------------- */

static char order[64];

static void note(void *arg)
{
    strcat(order, arg);
}

static void note_final(napi_env env, void *data, void *hint)
{
    (void)env;
    (void)hint;
    strcat(order, data);
}

static char a_[] = "a", b_[] = "b", c_[] = "c", i_[] = "i", f_[] = "f";

TEST_PLAIN(napi_environment_closes_hooks_first_then_finalizers_then_data)
{
    rig r;
    rig_open(&r);
    order[0] = 0;
    CHECK_OK(napi_set_instance_data(r.env, i_, note_final, NULL));
    CHECK_OK(napi_add_env_cleanup_hook(r.env, note, a_));
    CHECK_OK(napi_add_env_cleanup_hook(r.env, note, b_));
    CHECK_OK(napi_add_env_cleanup_hook(r.env, note, c_));
    CHECK_OK(napi_remove_env_cleanup_hook(r.env, note, b_));
    napi_value o = rig_run(&r, "o = {}");
    CHECK_OK(napi_add_finalizer(r.env, o, f_, note_final, NULL, NULL));
    engine_close_env(r.env);
    CHECK_STR(order, "cafi");
    r.env = engine_get_env(r.e);
    rig_close(&r);
    CHECK_STR(order, "cafi");
}

TEST_PLAIN(napi_hooks_run_newest_first_over_all_environments)
{
    rig r;
    napi_env other;
    rig_open(&r);
    order[0] = 0;
    CHECK_OK(napi_add_env_cleanup_hook(r.env, note, a_));
    CHECK_INT(engine_open_env(r.e, NULL, 9, &other), 0);
    CHECK_OK(napi_set_instance_data(other, i_, note_final, NULL));
    CHECK_OK(napi_add_env_cleanup_hook(other, note, b_));
    CHECK_OK(napi_add_env_cleanup_hook(r.env, note, c_));
    CHECK(engine_has_addons(r.e));
    CHECK(!engine_run_cleanup_hooks(r.e));
    CHECK_STR(order, "cbia"); /* the other one was closed in its place */
    CHECK(!engine_has_addons(r.e));
    r.env = engine_get_env(r.e);
    rig_close(&r);
    CHECK_STR(order, "cbia");
}

static void note_and_add(void *env)
{
    strcat(order, "+");
    CHECK_OK(napi_remove_env_cleanup_hook(env, note_and_add, env));
    CHECK_OK(napi_add_env_cleanup_hook(env, note, c_));
}

TEST_PLAIN(napi_hook_that_is_added_by_a_hook_waits_for_the_next_pass)
{
    rig r;
    rig_open(&r);
    order[0] = 0;
    CHECK_OK(napi_add_env_cleanup_hook(r.env, note, a_));
    CHECK_OK(napi_add_env_cleanup_hook(r.env, note_and_add, r.env));
    CHECK_OK(napi_add_env_cleanup_hook(r.env, note, b_));
    CHECK(engine_run_cleanup_hooks(r.e));
    CHECK_STR(order, "b+a");
    CHECK(!engine_run_cleanup_hooks(r.e));
    CHECK_STR(order, "b+ac");
    r.env = engine_get_env(r.e);
    rig_close(&r);
}

TEST_PLAIN(napi_environment_that_is_held_is_closed_when_it_is_released)
{
    rig r;
    rig_open(&r);
    order[0] = 0;
    CHECK_OK(napi_set_instance_data(r.env, i_, note_final, NULL));
    engine_hold_env(r.env);
    CHECK(!engine_has_held_envs(r.e)); /* not until it is to go */
    CHECK(!engine_run_cleanup_hooks(r.e));
    CHECK(engine_has_held_envs(r.e));
    engine_close_envs(r.e);
    CHECK_STR(order, "");
    engine_release_env(r.env);
    CHECK(!engine_has_held_envs(r.e));
    engine_close_envs(r.e);
    CHECK_STR(order, "i");
    r.env = engine_get_env(r.e);
    rig_close(&r);
}

static napi_async_cleanup_hook_handle slow;

static void note_async(napi_async_cleanup_hook_handle handle, void *arg)
{
    CHECK(handle == slow);
    strcat(order, arg);
    CHECK_INT(napi_remove_async_cleanup_hook(handle), napi_ok);
}

TEST_PLAIN(napi_async_cleanup_hooks_end_themselves)
{
    rig r;
    rig_open(&r);
    order[0] = 0;
    CHECK_OK(napi_add_async_cleanup_hook(r.env, note_async, a_, &slow));
    CHECK_OK(napi_add_env_cleanup_hook(r.env, note, b_));
    rig_close(&r);
    CHECK_STR(order, "ba");
    CHECK_INT(napi_remove_async_cleanup_hook(NULL), napi_invalid_arg);
}

TEST_PLAIN(napi_environments_have_data_errors_and_names_of_their_own)
{
    rig r;
    napi_env other;
    void *data;
    const char *name;
    const napi_extended_error_info *info;
    rig_open(&r);
    CHECK_INT(engine_open_env(r.e, NULL, 1, &other), 0);
    CHECK_OK(napi_set_instance_data(r.env, a_, NULL, NULL));
    CHECK_OK(napi_get_instance_data(other, &data));
    CHECK(data == NULL);
    CHECK_OK(napi_get_instance_data(r.env, &data));
    CHECK(data == a_);
    CHECK_INT(napi_get_undefined(r.env, NULL), napi_invalid_arg);
    CHECK_OK(napi_get_last_error_info(other, &info));
    CHECK_INT(info->error_code, napi_ok);
    CHECK_OK(node_api_get_module_file_name(r.env, &name));
    CHECK_STR(name, "file:///x.node");
    CHECK_OK(node_api_get_module_file_name(other, &name));
    CHECK_STR(name, "");
    CHECK(engine_from_env(other) == r.e);
    CHECK_INT(engine_open_env(r.e, "x", 99, &other), -ENOTSUP);
    uint32_t version;
    CHECK_OK(napi_get_version(r.env, &version));
    CHECK_INT(version, 10);
    const napi_node_version *node;
    CHECK_OK(napi_get_node_version(r.env, &node));
    CHECK_STR(node->release, "node");
    CHECK_INT(node->major, ENGINE_NODE_MAJOR);
    rig_close(&r);
}

TEST_PLAIN(napi_function_of_a_closed_environment_throws)
{
    rig r;
    rig_open(&r);
    rig_set_function(&r, "tell", tell);
    engine_close_env(r.env);
    r.env = engine_get_env(r.e);
    CHECK(rig_true(&r, "let c; try { tell() } catch (e) { c = e };"
                       "c instanceof TypeError"));
    rig_close(&r);
}

TEST_PLAIN(napi_external_memory_is_counted)
{
    rig r;
    int64_t now;
    engine_memory memory;
    rig_open(&r);
    CHECK_OK(napi_adjust_external_memory(r.env, 1000, &now));
    CHECK_INT(now, 1000);
    CHECK_OK(napi_adjust_external_memory(r.env, -400, &now));
    CHECK_INT(now, 600);
    engine_get_memory(r.e, &memory);
    CHECK_INT(memory.external_bytes, 600);
    CHECK_OK(napi_adjust_external_memory(r.env, -4000, &now));
    CHECK_INT(now, 0);
    rig_close(&r);
}

static napi_value stop(napi_env env, napi_callback_info info)
{
    napi_value v;

    (void)info;
    engine_stop(engine_from_env(env));
    CHECK_INT(napi_run_script(env, NULL, &v), napi_pending_exception);
    return NULL;
}

TEST_PLAIN(napi_after_stop_no_javascript_runs)
{
    rig r;
    napi_value v;
    rig_open(&r);
    rig_set_function(&r, "stop", stop);
    rig_run(&r, "n = 0");
    napi_value script = rig_string(
        &r, "try { stop(); n = 1 } catch { n = 2 } finally { n = 3 }");
    CHECK_INT(napi_run_script(r.env, script, &v), napi_generic_failure);
    CHECK_OK(napi_get_and_clear_last_exception(r.env, &v));
    CHECK_INT(napi_run_script(r.env, script, &v), napi_pending_exception);
    rig_close(&r);
}

TEST_PLAIN(napi_own_functions_have_no_prototype)
{
    rig r;
    rig_open(&r);
    rig_use_own(&r);
    rig_set_function(&r, "tell", tell);
    CHECK(rig_true(&r, "tell(3)[1] === 3 && !('prototype' in tell)"));
    rig_close(&r);
}

TEST_PLAIN(napi_callbacks_can_be_made_in_an_async_context)
{
    rig r;
    napi_async_context context;
    napi_callback_scope scope;
    napi_value v;
    rig_open(&r);
    napi_value o = rig_run(&r, "o = { f(a) { return this === o && a } }");
    napi_value f = rig_run(&r, "o.f");
    napi_value arg = rig_run(&r, "true");
    bool is;
    CHECK_OK(napi_async_init(r.env, NULL, rig_string(&r, "T"), &context));
    CHECK_OK(napi_make_callback(r.env, context, o, f, 1, &arg, &v));
    CHECK_OK(napi_get_value_bool(r.env, v, &is));
    CHECK(is);
    CHECK_OK(napi_make_callback(r.env, NULL, o, f, 1, &arg, NULL));
    CHECK_INT(napi_make_callback(r.env, context, o, o, 0, NULL, NULL),
              napi_invalid_arg);
    napi_value bad = rig_run(&r, "() => { throw new Error('cb') }");
    CHECK_INT(napi_make_callback(r.env, context, o, bad, 0, NULL, NULL),
              napi_pending_exception);
    CHECK_STR(rig_take(&r), "Error: cb");
    CHECK_OK(napi_open_callback_scope(r.env, NULL, context, &scope));
    CHECK_OK(napi_close_callback_scope(r.env, scope));
    CHECK_INT(napi_close_callback_scope(r.env, scope),
              napi_callback_scope_mismatch);
    CHECK_OK(napi_async_destroy(r.env, context));
    CHECK_OK(napi_async_init(r.env, o, rig_string(&r, "kept"), &context));
    rig_close(&r);
}

TEST_PLAIN(napi_fatal_exception_is_reported_as_uncaught)
{
    rig r;
    rig_open(&r);
    CHECK_OK(napi_fatal_exception(r.env, rig_run(&r, "new Error('f')")));
    CHECK_INT(r.uncaught, 1);
    rig_close(&r);
}

static void run_and_throw(napi_env env, void *arg)
{
    napi_value v;

    CHECK_OK(napi_create_object(env, &v));
    if (*(bool *)arg)
        CHECK_OK(napi_throw_error(env, NULL, "from the loop"));
}

TEST_PLAIN(napi_native_code_run_by_the_loop_throws_into_uncaught)
{
    rig r;
    bool throws = false;
    rig_open(&r);
    CHECK_INT(engine_run_native(r.env, run_and_throw, &throws), 0);
    CHECK_INT(r.uncaught, 0);
    throws = true;
    CHECK_INT(engine_run_native(r.env, run_and_throw, &throws), ENGINE_THREW);
    CHECK_INT(r.uncaught, 1);
    CHECK_STR(rig_take(&r), "");
    CHECK_INT(engine_set_last_status(r.env, napi_queue_full), napi_queue_full);
    CHECK_STR(rig_words(&r), "Thread-safe function queue is full");
    rig_close(&r);
}
