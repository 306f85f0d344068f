/* Node-API: references, wraps, finalizers, type tags, externals, buffers. */
#include "rig.h"

#include <stdlib.h>
#include <string.h>

static int ended;
static void *ended_data;
static void *ended_hint;

static void end(napi_env env, void *data, void *hint)
{
    (void)env;
    ended++;
    ended_data = data;
    ended_hint = hint;
}

static bool is_gone(rig *r, napi_ref ref)
{
    napi_value v;

    CHECK_OK(napi_get_reference_value(r->env, ref, &v));
    return v == NULL;
}

/* ---- References --------------------------------------------------------- */

TEST_PLAIN(napi_strong_reference_keeps_and_weak_one_does_not)
{
    rig r;
    napi_ref strong;
    napi_ref weak;
    rig_open(&r);
    CHECK_OK(napi_create_reference(r.env, rig_run(&r, "({})"), 1, &strong));
    CHECK_OK(napi_create_reference(r.env, rig_run(&r, "({})"), 0, &weak));
    CHECK(!is_gone(&r, weak)); /* the handle is still there */
    rig_collect(&r);
    CHECK(!is_gone(&r, strong));
    CHECK(is_gone(&r, weak));
    CHECK_OK(napi_delete_reference(r.env, strong));
    CHECK_OK(napi_delete_reference(r.env, weak));
    rig_close(&r);
}

TEST_PLAIN(napi_reference_counts)
{
    rig r;
    napi_ref ref;
    uint32_t n;
    rig_open(&r);
    CHECK_OK(napi_create_reference(r.env, rig_run(&r, "({})"), 0, &ref));
    CHECK_OK(napi_reference_ref(r.env, ref, &n));
    CHECK_INT(n, 1);
    CHECK_OK(napi_reference_ref(r.env, ref, &n));
    CHECK_INT(n, 2);
    rig_collect(&r);
    CHECK_OK(napi_reference_unref(r.env, ref, &n));
    CHECK_INT(n, 1);
    CHECK(!is_gone(&r, ref));
    CHECK_OK(napi_reference_unref(r.env, ref, &n));
    CHECK_INT(n, 0);
    rig_collect(&r);
    CHECK(is_gone(&r, ref));
    CHECK_INT(napi_reference_unref(r.env, ref, &n), napi_generic_failure);
    CHECK_OK(napi_reference_ref(r.env, ref, &n)); /* it stays empty */
    CHECK_INT(n, 0);
    CHECK_OK(napi_delete_reference(r.env, ref));
    rig_close(&r);
}

TEST_PLAIN(napi_weak_reference_to_part_of_a_cycle_empties)
{
    rig r;
    napi_ref ref;
    rig_open(&r);
    CHECK_OK(napi_create_reference(
        r.env, rig_run(&r, "(() => { const a = {}; a.b = { a }; return a })()"),
        0, &ref));
    rig_collect(&r);
    CHECK(is_gone(&r, ref));
    CHECK_OK(napi_delete_reference(r.env, ref));
    rig_close(&r);
}

TEST_PLAIN(napi_references_to_functions_externals_symbols_and_proxies)
{
    rig r;
    napi_ref refs[5];
    napi_value v;
    static const char *const made[] = { "(() => {})", "Symbol.for('kept')",
                                        "new Proxy({}, {})",
                                        "Object.freeze({})" };
    rig_open(&r);
    for (int i = 0; i < 4; i++)
        CHECK_OK(
            napi_create_reference(r.env, rig_run(&r, made[i]), 0, &refs[i]));
    CHECK_OK(napi_create_external(r.env, &r, NULL, NULL, &v));
    CHECK_OK(napi_create_reference(r.env, v, 0, &refs[4]));
    rig_collect(&r);
    CHECK(is_gone(&r, refs[0]));
    CHECK(!is_gone(&r, refs[1])); /* its value can be read again */
    CHECK(is_gone(&r, refs[2]));
    CHECK(is_gone(&r, refs[3]));
    CHECK(is_gone(&r, refs[4]));
    CHECK_INT(napi_create_reference(r.env, rig_run(&r, "1"), 1, &refs[0]),
              napi_invalid_arg);
    rig_close(&r); /* frees what was not deleted */
}

TEST_PLAIN(napi_references_to_symbols_can_be_weak)
{
    rig r;
    napi_ref ref;
    napi_value v;
    uint32_t n;
    rig_open(&r);
    CHECK_OK(
        napi_create_reference(r.env, rig_run(&r, "s = Symbol()"), 0, &ref));
    rig_collect(&r);
    CHECK_OK(napi_get_reference_value(r.env, ref, &v));
    rig_set(&r, "t", v);
    CHECK(rig_true(&r, "s === t"));
    CHECK_OK(napi_reference_ref(r.env, ref, &n));
    CHECK_INT(n, 1);
    rig_run(&r, "s = t = 0");
    rig_collect(&r);
    CHECK(!is_gone(&r, ref));
    CHECK_OK(napi_reference_unref(r.env, ref, &n));
    rig_drain(&r); /* a read keeps it alive until the job is over */
    rig_collect(&r);
    CHECK(is_gone(&r, ref));
    CHECK_OK(napi_reference_ref(r.env, ref, &n));
    CHECK_INT(n, 0);
    rig_close(&r);
}

TEST_PLAIN(napi_references_to_primitives_need_version_10)
{
    rig r;
    napi_env newer;
    napi_ref ref;
    napi_value v;
    uint32_t n;
    rig_open(&r);
    napi_value text = rig_string(&r, "t");
    CHECK_INT(engine_open_env(r.e, NULL, 10, &newer), 0);
    CHECK_INT(napi_create_reference(r.env, text, 1, &ref), napi_invalid_arg);
    CHECK_OK(napi_create_reference(newer, text, 1, &ref));
    CHECK_OK(napi_get_reference_value(newer, ref, &v));
    CHECK(v != NULL);
    CHECK_OK(napi_reference_unref(newer, ref, &n)); /* let go at once */
    CHECK_OK(napi_get_reference_value(newer, ref, &v));
    CHECK(v == NULL);
    rig_close(&r);
}

TEST_PLAIN(napi_weak_references_can_be_made_with_an_exception_pending)
{
    rig r;
    napi_ref ref;
    rig_open(&r);
    napi_value o = rig_run(&r, "({})");
    CHECK_OK(napi_throw_error(r.env, NULL, "x"));
    CHECK_OK(napi_create_reference(r.env, o, 0, &ref));
    CHECK_STR(rig_take(&r), "Error: x");
    CHECK(!is_gone(&r, ref));
    rig_close(&r);
}

/* ---- Finalizers --------------------------------------------------------- */

TEST_PLAIN(napi_finalizers_get_data_and_hint_and_run_once)
{
    rig r;
    int data;
    int hint;
    rig_open(&r);
    ended = 0;
    CHECK_OK(napi_add_finalizer(r.env, rig_run(&r, "o = {}"), &data, end, &hint,
                                NULL));
    rig_collect(&r);
    CHECK_INT(ended, 0);
    rig_run(&r, "o = null");
    CHECK_INT(ended, 0); /* never at once */
    rig_collect(&r);
    CHECK_INT(ended, 1);
    CHECK(ended_data == &data && ended_hint == &hint);
    rig_collect(&r);
    rig_close(&r);
    CHECK_INT(ended, 1);
}

TEST_PLAIN(napi_one_object_may_have_many_finalizers)
{
    rig r;
    rig_open(&r);
    ended = 0;
    napi_value o = rig_run(&r, "({})");
    for (int i = 0; i < 5; i++)
        CHECK_OK(napi_add_finalizer(r.env, o, NULL, end, NULL, NULL));
    CHECK_INT(napi_add_finalizer(r.env, o, NULL, NULL, NULL, NULL),
              napi_invalid_arg);
    CHECK_INT(
        napi_add_finalizer(r.env, rig_run(&r, "1"), NULL, end, NULL, NULL),
        napi_invalid_arg);
    rig_collect(&r);
    CHECK_INT(ended, 5);
    rig_close(&r);
}

TEST_PLAIN(napi_deleting_the_reference_takes_the_finalizer_back)
{
    rig r;
    napi_ref ref;
    rig_open(&r);
    ended = 0;
    CHECK_OK(napi_add_finalizer(r.env, rig_run(&r, "o = {}"), NULL, end, NULL,
                                &ref));
    rig_run(&r, "o = null"); /* it is queued now, unless a handle holds it */
    CHECK_OK(napi_delete_reference(r.env, ref));
    rig_collect(&r);
    CHECK_INT(ended, 0);
    rig_close(&r);
    CHECK_INT(ended, 0);
}

static napi_ref own_ref;

static void end_and_delete(napi_env env, void *data, void *hint)
{
    end(env, data, hint);
    CHECK_OK(napi_delete_reference(env, own_ref));
}

TEST_PLAIN(napi_finalizer_may_delete_its_own_reference)
{
    rig r;
    rig_open(&r);
    ended = 0;
    CHECK_OK(napi_add_finalizer(r.env, rig_run(&r, "({})"), NULL,
                                end_and_delete, NULL, &own_ref));
    rig_collect(&r);
    CHECK_INT(ended, 1);
    CHECK_OK(napi_add_finalizer(r.env, rig_run(&r, "o = {}"), NULL,
                                end_and_delete, NULL, &own_ref));
    rig_close(&r); /* the object is still there */
    CHECK_INT(ended, 2);
}

static void end_and_throw(napi_env env, void *data, void *hint)
{
    end(env, data, hint);
    CHECK_OK(napi_throw_error(env, NULL, "from a finalizer"));
}

TEST_PLAIN(napi_what_a_finalizer_throws_is_uncaught)
{
    rig r;
    rig_open(&r);
    ended = 0;
    CHECK_OK(napi_add_finalizer(r.env, rig_run(&r, "({})"), NULL, end_and_throw,
                                NULL, NULL));
    rig_collect(&r);
    CHECK_INT(ended, 1);
    CHECK_INT(r.uncaught, 1);
    CHECK_STR(rig_take(&r), "");
    rig_close(&r);
}

static void end_with_script(napi_env env, void *data, void *hint)
{
    napi_value text;
    napi_value v;

    end(env, data, hint);
    napi_create_string_utf8(env, "ran = 1", NAPI_AUTO_LENGTH, &text);
    CHECK_OK(napi_run_script(env, text, &v));
}

TEST_PLAIN(napi_finalizer_may_run_javascript)
{
    rig r;
    rig_open(&r);
    CHECK_OK(napi_add_finalizer(r.env, rig_run(&r, "({})"), NULL,
                                end_with_script, NULL, NULL));
    rig_collect(&r);
    CHECK(rig_true(&r, "ran === 1"));
    rig_close(&r);
}

/* ---- Wraps -------------------------------------------------------------- */

TEST_PLAIN(napi_any_object_can_be_wrapped_once)
{
    rig r;
    int native;
    void *got;
    static const char *const objects[] = { "({})",
                                           "[]",
                                           "(() => {})",
                                           "Object.freeze({})",
                                           "new Proxy({}, {})",
                                           "new Map()" };
    rig_open(&r);
    ended = 0;
    for (int i = 0; i < 6; i++) {
        napi_value o = rig_run(&r, objects[i]);
        CHECK_INT(napi_unwrap(r.env, o, &got), napi_invalid_arg);
        CHECK_OK(napi_wrap(r.env, o, &native, end, NULL, NULL));
        CHECK_INT(napi_wrap(r.env, o, &native, end, NULL, NULL),
                  napi_invalid_arg);
        CHECK_OK(napi_unwrap(r.env, o, &got));
        CHECK(got == &native);
        rig_set(&r, "o", o);
        CHECK(rig_true(&r, "Reflect.ownKeys(o).length <= 3"));
    }
    rig_run(&r, "o = 0");
    rig_collect(&r);
    CHECK_INT(ended, 6);
    CHECK_INT(napi_wrap(r.env, rig_run(&r, "1"), &native, NULL, NULL, NULL),
              napi_invalid_arg);
    rig_close(&r);
}

TEST_PLAIN(napi_wrap_can_be_removed)
{
    rig r;
    int native;
    void *got;
    napi_ref ref;
    rig_open(&r);
    ended = 0;
    napi_value o = rig_run(&r, "({})");
    CHECK_OK(napi_wrap(r.env, o, &native, end, NULL, NULL));
    CHECK_OK(napi_remove_wrap(r.env, o, &got));
    CHECK(got == &native);
    CHECK_INT(napi_remove_wrap(r.env, o, &got), napi_invalid_arg);
    CHECK_OK(napi_wrap(r.env, o, &native, end, NULL, &ref));
    CHECK_OK(napi_remove_wrap(r.env, o, NULL));
    CHECK_OK(napi_delete_reference(r.env, ref));
    CHECK_OK(napi_wrap(r.env, o, &native, NULL, NULL, NULL));
    CHECK_INT(napi_wrap(r.env, rig_run(&r, "({})"), &native, NULL, NULL, &ref),
              napi_invalid_arg);
    rig_collect(&r);
    CHECK_INT(ended, 0);
    rig_close(&r);
    CHECK_INT(ended, 0);
}

TEST_PLAIN(napi_reference_of_a_wrap_can_be_made_strong)
{
    rig r;
    napi_ref ref;
    rig_open(&r);
    ended = 0;
    CHECK_OK(napi_wrap(r.env, rig_run(&r, "({})"), &r, end, NULL, &ref));
    CHECK_OK(napi_reference_ref(r.env, ref, NULL));
    rig_collect(&r);
    CHECK_INT(ended, 0);
    CHECK_OK(napi_reference_unref(r.env, ref, NULL));
    rig_collect(&r);
    CHECK_INT(ended, 1);
    CHECK(is_gone(&r, ref));
    CHECK_OK(napi_delete_reference(r.env, ref));
    rig_close(&r);
}

/* ---- Type tags, externals ----------------------------------------------- */

TEST_PLAIN(napi_type_tags_are_given_once)
{
    rig r;
    bool is;
    const napi_type_tag one = { 1, 2 };
    const napi_type_tag two = { 1, 3 };
    napi_value outside;
    rig_open(&r);
    napi_value o = rig_run(&r, "({})");
    CHECK_OK(napi_check_object_type_tag(r.env, o, &one, &is));
    CHECK(!is);
    CHECK_OK(napi_type_tag_object(r.env, o, &one));
    CHECK_INT(napi_type_tag_object(r.env, o, &two), napi_invalid_arg);
    CHECK_OK(napi_check_object_type_tag(r.env, o, &one, &is));
    CHECK(is);
    CHECK_OK(napi_check_object_type_tag(r.env, o, &two, &is));
    CHECK(!is);
    CHECK_OK(napi_create_external(r.env, NULL, NULL, NULL, &outside));
    CHECK_OK(napi_type_tag_object(r.env, outside, &two));
    CHECK_OK(napi_check_object_type_tag(r.env, outside, &two, &is));
    CHECK(is);
    rig_close(&r);
}

TEST_PLAIN(napi_externals_hold_a_pointer_and_nothing_else)
{
    rig r;
    napi_value v;
    void *got;
    rig_open(&r);
    ended = 0;
    CHECK_OK(napi_create_external(r.env, &r, end, NULL, &v));
    CHECK_OK(napi_get_value_external(r.env, v, &got));
    CHECK(got == &r);
    rig_set(&r, "x", v);
    CHECK(rig_true(&r, "typeof x === 'object' &&"
                       "Object.getPrototypeOf(x) === null &&"
                       "!Object.isExtensible(x)"));
    CHECK_INT(napi_get_value_external(r.env, rig_run(&r, "({})"), &got),
              napi_invalid_arg);
    rig_run(&r, "x = 0");
    rig_collect(&r);
    CHECK_INT(ended, 1);
    CHECK(ended_data == &r);
    rig_close(&r);
}

/* ---- Buffers ------------------------------------------------------------ */

TEST_PLAIN(napi_arraybuffers_are_zeroed_and_shared_with_views)
{
    rig r;
    napi_value b;
    napi_value a;
    napi_value same;
    void *data;
    void *seen;
    size_t n;
    size_t offset;
    napi_typedarray_type type;
    rig_open(&r);
    CHECK_OK(napi_create_arraybuffer(r.env, 16, &data, &b));
    ((uint8_t *)data)[4] = 9;
    CHECK_OK(napi_create_typedarray(r.env, napi_uint16_array, 3, b, 4, &a));
    rig_set(&r, "a", a);
    CHECK(rig_true(&r, "a instanceof Uint16Array && a.length === 3 &&"
                       "a[0] === 9 && a[1] === 0"));
    CHECK_OK(
        napi_get_typedarray_info(r.env, a, &type, &n, &seen, &same, &offset));
    CHECK_INT(type, napi_uint16_array);
    CHECK_INT(n, 3);
    CHECK_INT(offset, 4);
    CHECK(seen == (uint8_t *)data + 4);
    bool is;
    CHECK_OK(napi_strict_equals(r.env, same, b, &is));
    CHECK(is);
    CHECK_INT(napi_create_typedarray(r.env, napi_int32_array, 1, b, 3, &a),
              napi_generic_failure);
    CHECK_STR(rig_take(&r),
              "RangeError: start offset of Int32Array should be a multiple of "
              "4");
    CHECK_INT(napi_create_typedarray(r.env, napi_int8_array, 17, b, 0, &a),
              napi_generic_failure);
    CHECK_STR(rig_take(&r), "RangeError: Invalid typed array length");
    rig_close(&r);
}

TEST_PLAIN(napi_every_kind_of_typed_array_is_known)
{
    rig r;
    napi_typedarray_type type;
    static const char *const names[] = {
        "Int8Array",    "Uint8Array",    "Uint8ClampedArray", "Int16Array",
        "Uint16Array",  "Int32Array",    "Uint32Array",       "Float32Array",
        "Float64Array", "BigInt64Array", "BigUint64Array",    "Float16Array"
    };
    char script[64];
    rig_open(&r);
    for (int i = 0; i < 12; i++) {
        strcpy(script, "new ");
        strcat(script, names[i]);
        strcat(script, "(4)");
        CHECK_OK(napi_get_typedarray_info(r.env, rig_run(&r, script), &type,
                                          NULL, NULL, NULL, NULL));
        CHECK_INT(type, i);
    }
    rig_close(&r);
}

TEST_PLAIN(napi_dataviews)
{
    rig r;
    napi_value b;
    napi_value v;
    void *data;
    void *seen;
    size_t n;
    size_t offset;
    rig_open(&r);
    CHECK_OK(napi_create_arraybuffer(r.env, 16, &data, &b));
    CHECK_OK(napi_create_dataview(r.env, 8, b, 2, &v));
    CHECK_OK(napi_get_dataview_info(r.env, v, &n, &seen, NULL, &offset));
    CHECK(n == 8 && offset == 2 && seen == (uint8_t *)data + 2);
    CHECK_INT(napi_create_dataview(r.env, 15, b, 2, &v),
              napi_pending_exception);
    CHECK(strncmp(rig_take(&r), "RangeError: byte_offset + byte_length", 37) ==
          0);
    rig_close(&r);
}

TEST_PLAIN(napi_detached_buffers_have_no_memory)
{
    rig r;
    napi_value b;
    void *data;
    size_t n;
    bool is;
    rig_open(&r);
    b = rig_run(&r, "a = new Uint8Array(8); a.buffer");
    CHECK_OK(napi_is_detached_arraybuffer(r.env, b, &is));
    CHECK(!is);
    CHECK_OK(napi_detach_arraybuffer(r.env, b));
    CHECK_OK(napi_is_detached_arraybuffer(r.env, b, &is));
    CHECK(is);
    CHECK_OK(napi_get_arraybuffer_info(r.env, b, &data, &n));
    CHECK(data == NULL && n == 0);
    CHECK_OK(napi_get_typedarray_info(r.env, rig_run(&r, "a"), NULL, &n, &data,
                                      NULL, NULL));
    CHECK(data == NULL && n == 0);
    CHECK_STR(rig_take(&r), "");
    CHECK_INT(napi_detach_arraybuffer(r.env, rig_run(&r, "({})")),
              napi_arraybuffer_expected);
    rig_close(&r);
}

static void end_memory(napi_env env, void *data, void *hint)
{
    end(env, data, hint);
    free(data);
}

TEST_PLAIN(napi_external_memory_is_finalized_with_its_buffer)
{
    rig r;
    napi_value b;
    char *memory = calloc(1, 32);
    rig_open(&r);
    ended = 0;
    CHECK_OK(napi_create_external_arraybuffer(r.env, memory, 32, end_memory,
                                              NULL, &b));
    memory[3] = 7;
    rig_set(&r, "b", b);
    CHECK(rig_true(&r, "new Uint8Array(b)[3] === 7 && b.byteLength === 32"));
    rig_run(&r, "c = b.transfer(); b = 0"); /* the memory moves on */
    rig_collect(&r);
    CHECK_INT(ended, 0);
    CHECK(rig_true(&r, "new Uint8Array(c)[3] === 7"));
    rig_run(&r, "c = 0");
    CHECK_INT(ended, 0);
    rig_collect(&r);
    CHECK_INT(ended, 1);
    memory = calloc(1, 8);
    CHECK_OK(
        napi_create_external_buffer(r.env, 8, memory, end_memory, NULL, &b));
    rig_set(&r, "b", b);
    CHECK(rig_true(&r, "b instanceof Uint8Array && b.length === 8"));
    rig_close(&r); /* it is there to the end */
    CHECK_INT(ended, 2);
}

TEST_PLAIN(napi_detaching_finalizes_external_memory)
{
    rig r;
    napi_value b;
    rig_open(&r);
    ended = 0;
    CHECK_OK(napi_create_external_arraybuffer(r.env, malloc(8), 8, end_memory,
                                              NULL, &b));
    CHECK_OK(napi_detach_arraybuffer(r.env, b));
    CHECK_INT(ended, 0);
    rig_collect(&r);
    CHECK_INT(ended, 1);
    bool is;
    CHECK_OK(napi_create_external_arraybuffer(r.env, NULL, 0, end, NULL, &b));
    CHECK_OK(napi_is_detached_arraybuffer(r.env, b, &is));
    CHECK(is);
    rig_collect(&r);
    CHECK_INT(ended, 2);
    rig_close(&r);
}

TEST_PLAIN(napi_buffers_take_the_prototype_they_are_given)
{
    rig r;
    napi_value b;
    void *data;
    size_t n;
    bool is;
    rig_open(&r);
    CHECK_OK(napi_create_buffer_copy(r.env, 3, "abc", &data, &b));
    CHECK(memcmp(data, "abc", 3) == 0);
    rig_set(&r, "b", b);
    CHECK(rig_true(&r, "b.constructor === Uint8Array && b[2] === 99"));
    CHECK_INT(engine_set_buffer_prototype(r.e, rig_run(&r, "1")), -22);
    CHECK_INT(engine_set_buffer_prototype(
                  r.e, rig_run(&r, "class Buffer extends Uint8Array {};"
                                   "globalThis.Buffer = Buffer;"
                                   "Buffer.prototype")),
              0);
    CHECK_OK(napi_create_buffer(r.env, 5, &data, &b));
    rig_set(&r, "b", b);
    CHECK(rig_true(&r, "b instanceof Buffer && b.length === 5"));
    CHECK_OK(napi_is_buffer(r.env, b, &is));
    CHECK(is);
    CHECK_OK(napi_is_buffer(r.env, rig_run(&r, "new DataView(b.buffer)"), &is));
    CHECK(is);
    CHECK_OK(napi_is_buffer(r.env, rig_run(&r, "b.buffer"), &is));
    CHECK(!is);
    napi_value part = rig_run(&r, "b.subarray(1, 4)");
    void *at;
    CHECK_OK(napi_get_buffer_info(r.env, part, &at, &n));
    CHECK(at == (char *)data + 1 && n == 3);
    CHECK_INT(napi_get_buffer_info(r.env, rig_run(&r, "({})"), &at, &n),
              napi_invalid_arg);
    rig_close(&r);
}
