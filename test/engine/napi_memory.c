/*
 * Node-API when memory runs out: each allocation is made to fail once, and the
 * call must return an error then, and leak nothing.
 */
#include "rig.h"

#include <stdlib.h>
#include <string.h>

static void end(napi_env env, void *data, void *hint)
{
    (void)env;
    (void)data;
    (void)hint;
}

static napi_value echo(napi_env env, napi_callback_info info)
{
    napi_value args[2] = { NULL, NULL };
    napi_value self;
    size_t argc = 2;

    if (napi_get_cb_info(env, info, &argc, args, &self, NULL) != napi_ok)
        return NULL;
    napi_wrap(env, self, args, end, NULL, NULL);
    return args[0];
}

static bool ok(napi_status status)
{
    return status == napi_ok;
}

static void make_class(napi_env env)
{
    napi_value made;
    napi_value instance;
    napi_value value;
    napi_ref ref;

    if (!ok(napi_create_int32(env, 1, &value)))
        return;
    const napi_property_descriptor members[] = {
        { "m", NULL, echo, NULL, NULL, NULL, napi_default, NULL },
        { "a", NULL, NULL, echo, echo, NULL, napi_default, NULL },
        { "v", NULL, NULL, NULL, NULL, value, napi_static, NULL },
    };
    if (ok(napi_define_class(env, "C", 1, echo, NULL, 3, members, &made)) &&
        ok(napi_new_instance(env, made, 1, &value, &instance)) &&
        ok(napi_create_reference(env, instance, 0, &ref)))
        napi_delete_reference(env, ref);
}

static void make_object(napi_env env)
{
    napi_value object;
    napi_value names;
    napi_value text;
    napi_ref ref;
    const napi_type_tag tag = { 1, 2 };

    if (!ok(napi_create_object(env, &object)) ||
        !ok(napi_create_string_latin1(env, "\xe9", 1, &text)))
        return;
    napi_set_property(env, object, text, text);
    napi_wrap(env, object, env, end, NULL, &ref);
    napi_type_tag_object(env, object, &tag);
    napi_add_finalizer(env, object, NULL, end, NULL, NULL);
    napi_get_property_names(env, object, &names);
}

static void make_memory(napi_env env)
{
    static char bytes[8];
    napi_value buffer;
    napi_value view;
    napi_value outside;

    napi_create_external_buffer(env, 8, bytes, end, NULL, &view);
    if (ok(napi_create_arraybuffer(env, 8, NULL, &buffer)))
        napi_create_dataview(env, 4, buffer, 0, &view);
    napi_create_external(env, bytes, end, NULL, &outside);
}

static void make_rest(napi_env env)
{
    napi_deferred deferred;
    napi_async_context context;
    napi_value promise;
    napi_value text;
    napi_value big;
    napi_escapable_handle_scope scope;
    const uint64_t words[] = { 1, 2, 3 };

    if (ok(napi_create_promise(env, &deferred, &promise)))
        napi_resolve_deferred(env, deferred, promise);
    napi_create_bigint_words(env, 1, 3, words, &big);
    napi_throw_error(env, "CODE", "message");
    napi_get_and_clear_last_exception(env, &text);
    if (ok(napi_create_string_utf8(env, "name", 4, &text))) {
        napi_async_init(env, NULL, text, &context);
        napi_create_error(env, text, text, &big);
    }
    if (!ok(napi_open_escapable_handle_scope(env, &scope)))
        return;
    for (int i = 0; i < 600; i++)
        napi_create_int32(env, i, &text); /* a second piece of slots */
    napi_close_escapable_handle_scope(env, scope);
}

static void clear(napi_env env)
{
    napi_value error;

    napi_get_and_clear_last_exception(env, &error);
}

/* After the failure the engine must be as good as new. */
static void recover(rig *r)
{
    clear(r->env);
    rig_collect(r);
    CHECK(rig_true(r, "1 + 1 === 2"));
    rig_close(r);
}

static void fail_each_request(void (*make)(napi_env))
{
    long n = 0;
    long used;

    do {
        rig r;
        rig_open(&r);
        const long before = test_allocs();
        test_fail_alloc_at(++n);
        make(r.env);
        test_fail_alloc_at(0);
        used = test_allocs() - before;
        recover(&r);
    } while (n <= used);
    CHECK(n > 1);
}

/* The JavaScript heap allocates large pieces and divides them; its limit makes
 * the small allocations fail. */
static void fail_at_each_limit(void (*make)(napi_env))
{
    size_t max = 0;

    for (size_t room = 0; room <= max; room += 32) {
        rig r;
        engine_memory before;
        engine_memory after;
        rig_open(&r);
        engine_get_memory(r.e, &before);
        if (room == 0) { /* how much does it take? */
            make(r.env);
            engine_get_memory(r.e, &after);
            max = after.used_bytes - before.used_bytes;
            clear(r.env);
        } else {
            engine_set_memory_limit(r.e, before.used_bytes + room);
            make(r.env);
            engine_set_memory_limit(r.e, 0);
        }
        recover(&r);
    }
    CHECK(max > 64);
}

static void fail_each(void (*make)(napi_env))
{
    fail_each_request(make);
    fail_at_each_limit(make);
}

TEST_PLAIN(napi_classes_survive_every_failed_allocation)
{
    fail_each(make_class);
}

TEST_PLAIN(napi_objects_survive_every_failed_allocation)
{
    fail_each(make_object);
}

TEST_PLAIN(napi_buffers_survive_every_failed_allocation)
{
    fail_each(make_memory);
}

TEST_PLAIN(napi_promises_errors_and_scopes_survive_every_failed_allocation)
{
    fail_each(make_rest);
}
