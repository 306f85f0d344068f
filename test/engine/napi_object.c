/* Node-API: properties, names, classes, errors, scopes. */
#include "rig.h"

#include <string.h>

TEST_PLAIN(napi_properties_by_value_name_and_index)
{
    rig r;
    napi_value o;
    napi_value v;
    bool has;
    rig_open(&r);
    CHECK_OK(napi_create_object(r.env, &o));
    rig_set(&r, "o", o);
    CHECK_OK(
        napi_set_property(r.env, o, rig_string(&r, "a"), rig_run(&r, "1")));
    CHECK_OK(napi_set_named_property(r.env, o, "b", rig_run(&r, "2")));
    CHECK_OK(napi_set_element(r.env, o, 7, rig_run(&r, "3")));
    CHECK_STR(rig_text(&r, "JSON.stringify(o)"), "{\"7\":3,\"a\":1,\"b\":2}");
    CHECK_OK(napi_get_property(r.env, o, rig_string(&r, "b"), &v));
    rig_set(&r, "v", v);
    CHECK(rig_true(&r, "v === 2"));
    CHECK_OK(napi_has_property(r.env, o, rig_string(&r, "toString"), &has));
    CHECK(has);
    CHECK_OK(napi_has_own_property(r.env, o, rig_string(&r, "toString"), &has));
    CHECK(!has);
    CHECK_INT(napi_has_own_property(r.env, o, rig_run(&r, "7"), &has),
              napi_name_expected);
    CHECK_OK(napi_delete_element(r.env, o, 7, &has));
    CHECK(has);
    CHECK_OK(napi_has_element(r.env, o, 7, &has));
    CHECK(!has);
    CHECK_OK(napi_delete_property(r.env, o, rig_string(&r, "a"), NULL));
    CHECK_STR(rig_text(&r, "JSON.stringify(o)"), "{\"b\":2}");
    rig_close(&r);
}

TEST_PLAIN(napi_property_of_a_primitive_is_that_of_its_object)
{
    rig r;
    napi_value v;
    uint32_t n;
    rig_open(&r);
    CHECK_OK(
        napi_get_named_property(r.env, rig_string(&r, "abc"), "length", &v));
    CHECK_OK(napi_get_value_uint32(r.env, v, &n));
    CHECK_INT(n, 3);
    CHECK_OK(napi_set_named_property(r.env, rig_run(&r, "5"), "x", v));
    CHECK_INT(napi_get_named_property(r.env, rig_run(&r, "undefined"), "x", &v),
              napi_object_expected);
    CHECK_STR(rig_take(&r),
              "TypeError: Cannot convert undefined or null to object");
    rig_close(&r);
}

TEST_PLAIN(napi_write_that_the_object_refuses_is_no_failure)
{
    rig r;
    rig_open(&r);
    napi_value o = rig_run(&r, "o = Object.freeze({ a: 1, get b() {} })");
    napi_value v = rig_run(&r, "2");
    CHECK_OK(napi_set_named_property(r.env, o, "a", v));
    CHECK_OK(napi_set_named_property(r.env, o, "b", v));
    CHECK_OK(napi_set_named_property(r.env, o, "c", v));
    CHECK_STR(rig_text(&r, "JSON.stringify(o)"), "{\"a\":1}");
    o = rig_run(&r, "({ set a(v) { throw new TypeError('mine') } })");
    CHECK_INT(napi_set_named_property(r.env, o, "a", v),
              napi_pending_exception);
    CHECK_STR(rig_take(&r), "TypeError: mine");
    rig_close(&r);
}

TEST_PLAIN(napi_names_of_prototypes_are_counted_once)
{
    rig r;
    napi_value names;
    rig_open(&r);
    napi_value o = rig_run(
        &r, "o = Object.create({ up: 1, both: 1, hidden: 1 }); o.both = 2;"
            "o[3] = 3; o[Symbol('s')] = 4;"
            "Object.defineProperty(o, 'hidden', { value: 5 }); o");
    CHECK_OK(napi_get_property_names(r.env, o, &names));
    rig_set(&r, "names", names);
    CHECK_STR(rig_text(&r, "JSON.stringify(names)"), "[\"3\",\"both\",\"up\"]");
    CHECK_OK(napi_get_all_property_names(r.env, o, napi_key_own_only,
                                         napi_key_skip_symbols,
                                         napi_key_keep_numbers, &names));
    rig_set(&r, "names", names);
    CHECK_STR(rig_text(&r, "JSON.stringify(names)"), "[3,\"both\",\"hidden\"]");
    CHECK_OK(napi_get_all_property_names(r.env, o, napi_key_own_only,
                                         napi_key_skip_strings,
                                         napi_key_keep_numbers, &names));
    rig_set(&r, "names", names);
    CHECK_STR(rig_text(&r, "names.map(String).join()"), "Symbol(s)");
    CHECK_OK(napi_get_all_property_names(
        r.env, o, napi_key_own_only,
        (napi_key_filter)(napi_key_writable | napi_key_skip_symbols),
        napi_key_numbers_to_strings, &names));
    rig_set(&r, "names", names);
    CHECK_STR(rig_text(&r, "JSON.stringify(names)"), "[\"3\",\"both\"]");
    rig_close(&r);
}

TEST_PLAIN(napi_arrays_have_a_length)
{
    rig r;
    napi_value a;
    uint32_t n;
    rig_open(&r);
    CHECK_OK(napi_create_array_with_length(r.env, 5, &a));
    CHECK_OK(napi_get_array_length(r.env, a, &n));
    CHECK_INT(n, 5);
    CHECK_OK(napi_set_element(r.env, a, 9, rig_run(&r, "1")));
    CHECK_OK(napi_get_array_length(r.env, a, &n));
    CHECK_INT(n, 10);
    CHECK_INT(napi_get_array_length(r.env, rig_run(&r, "({})"), &n),
              napi_array_expected);
    rig_close(&r);
}

TEST_PLAIN(napi_freeze_and_seal)
{
    rig r;
    rig_open(&r);
    CHECK_OK(napi_object_freeze(r.env, rig_run(&r, "f = { a: 1 }")));
    CHECK_OK(napi_object_seal(r.env, rig_run(&r, "s = { a: 1 }")));
    CHECK(rig_true(&r, "Object.isFrozen(f) && Object.isSealed(s) &&"
                       "!Object.isFrozen(s)"));
    rig_close(&r);
}

/* ---- Classes ------------------------------------------------------------ */

static int dead; /* how many Counters were finalized */

static void counter_end(napi_env env, void *data, void *hint)
{
    (void)env;
    (void)hint;
    (void)data;
    dead++;
}

static int counts[8];
static int counters;

static napi_value counter_new(napi_env env, napi_callback_info info)
{
    napi_value self;
    napi_value target;

    napi_get_cb_info(env, info, NULL, NULL, &self, NULL);
    napi_get_new_target(env, info, &target);
    if (target == NULL) {
        napi_throw_type_error(env, "ERR_NEW", "new is needed");
        return NULL;
    }
    napi_wrap(env, self, &counts[counters++], counter_end, NULL, NULL);
    return NULL;
}

static napi_value counter_add(napi_env env, napi_callback_info info)
{
    napi_value self;
    napi_value result;
    void *count;

    napi_get_cb_info(env, info, NULL, NULL, &self, NULL);
    if (napi_unwrap(env, self, &count) != napi_ok)
        return NULL;
    napi_create_int32(env, ++*(int *)count, &result);
    return result;
}

static napi_value counter_set(napi_env env, napi_callback_info info)
{
    napi_value self;
    napi_value arg;
    size_t argc = 1;
    void *count;

    napi_get_cb_info(env, info, &argc, &arg, &self, NULL);
    napi_unwrap(env, self, &count);
    napi_get_value_int32(env, arg, count);
    return NULL;
}

static napi_value say_data(napi_env env, napi_callback_info info)
{
    void *data;
    napi_value text;

    napi_get_cb_info(env, info, NULL, NULL, NULL, &data);
    napi_create_string_utf8(env, data, NAPI_AUTO_LENGTH, &text);
    return text;
}

static char from_static[] = "static";

static void define_counter(rig *r)
{
    napi_value made;
    const napi_property_descriptor members[] = {
        { "add", NULL, counter_add, NULL, NULL, NULL, napi_default, NULL },
        { "value", NULL, NULL, counter_add, counter_set, NULL, napi_enumerable,
          NULL },
        { "answer", NULL, NULL, NULL, NULL, rig_run(r, "42"), napi_enumerable,
          NULL },
        { "make", NULL, say_data, NULL, NULL, NULL, napi_static, from_static },
        { NULL, rig_run(r, "Symbol.toStringTag"), NULL, NULL, NULL,
          rig_string(r, "Cnt"), napi_default, NULL },
    };

    CHECK_OK(napi_define_class(r->env, "Counter", NAPI_AUTO_LENGTH, counter_new,
                               NULL, 5, members, &made));
    rig_set(r, "Counter", made);
}

TEST_PLAIN(napi_class_has_methods_accessors_values_and_statics)
{
    rig r;
    rig_open(&r);
    define_counter(&r);
    CHECK_STR(rig_text(&r, "Counter.name + typeof Counter"), "Counterfunction");
    CHECK(rig_true(&r, "Counter.prototype.add.name === 'add' &&"
                       "Counter.make.name === ''"));
    rig_run(&r, "c = new Counter(); d = new Counter()");
    CHECK(rig_true(&r, "c.add() === 1 && c.add() === 2 && d.add() === 1"));
    CHECK(rig_true(&r, "c.value = 10, c.value === 11"));
    CHECK(rig_true(&r, "c.answer === 42 && Counter.make() === 'static'"));
    CHECK(rig_true(&r, "c instanceof Counter && c.constructor === Counter"));
    CHECK_STR(rig_text(&r, "String(c)"), "[object Cnt]");
    CHECK_STR(rig_text(&r, "k = []; for (const n in c) k.push(n); k.join()"),
              "value,answer");
    CHECK_STR(rig_text(&r, "try { Counter() } catch (e) { e.code }"),
              "ERR_NEW");
    CHECK_STR(rig_text(&r, "try { 'use strict'; Object.defineProperty("
                           "Counter.prototype, 'add', {value: 1}); 'no' }"
                           "catch (e) { e.name }"),
              "TypeError");
    rig_close(&r);
}

TEST_PLAIN(napi_class_keeps_the_first_of_two_members_that_stay)
{
    static char one[] = "one", two[] = "two";
    rig r;
    napi_value made;
    rig_open(&r);
    const napi_property_descriptor members[] = {
        { "say", NULL, say_data, NULL, NULL, NULL, napi_default, one },
        { "say", NULL, say_data, NULL, NULL, NULL, napi_default, two },
    };
    CHECK_OK(napi_define_class(r.env, "Twice", NAPI_AUTO_LENGTH, counter_new,
                               NULL, 2, members, &made));
    rig_set(&r, "Twice", made);
    CHECK_STR(rig_text(&r, "new Twice().say()"), "one");
    napi_value plain = rig_run(&r, "({})");
    CHECK_INT(napi_define_properties(r.env, plain, 2, members),
              napi_generic_failure);
    rig_close(&r);
}

TEST_PLAIN(napi_class_can_be_extended)
{
    rig r;
    rig_open(&r);
    define_counter(&r);
    rig_run(&r, "class More extends Counter { twice() { this.add();"
                "return this.add() } }; m = new More()");
    CHECK(rig_true(&r, "m.twice() === 2 && m instanceof More &&"
                       "m instanceof Counter"));
    rig_close(&r);
}

TEST_PLAIN(napi_method_insists_on_an_instance_of_its_class)
{
    rig r;
    rig_open(&r);
    define_counter(&r);
    CHECK_STR(rig_text(&r, "try { Counter.prototype.add.call({}) }"
                           "catch (e) { String(e) }"),
              "TypeError: Illegal invocation");
    CHECK_STR(rig_text(&r, "try { (0, new Counter().add)() }"
                           "catch (e) { String(e) }"),
              "TypeError: Illegal invocation");
    rig_close(&r);
}

TEST_PLAIN(napi_finalizer_of_an_instance_runs_after_it_is_gone)
{
    rig r;
    rig_open(&r);
    dead = 0;
    define_counter(&r);
    rig_run(&r, "c = new Counter(); d = new Counter()");
    rig_run(&r, "c = undefined");
    CHECK_INT(dead, 0); /* queued, not run */
    rig_collect(&r);
    CHECK_INT(dead, 1);
    rig_run(&r, "d.self = d; d = undefined"); /* a cycle */
    CHECK_INT(dead, 1);
    rig_collect(&r);
    CHECK_INT(dead, 2);
    rig_run(&r, "e = new Counter()");
    rig_close(&r);
    CHECK_INT(dead, 3);
}

TEST_PLAIN(napi_descriptors_have_node_s_attributes)
{
    rig r;
    napi_value o;
    rig_open(&r);
    CHECK_OK(napi_create_object(r.env, &o));
    rig_set(&r, "o", o);
    const napi_property_descriptor all[] = {
        { "plain", NULL, NULL, NULL, NULL, rig_run(&r, "1"), napi_default,
          NULL },
        { "open", NULL, NULL, NULL, NULL, rig_run(&r, "2"),
          napi_default_jsproperty, NULL },
        { "method", NULL, say_data, NULL, NULL, NULL, napi_default_method,
          from_static },
        { "read", NULL, NULL, say_data, NULL, NULL, napi_enumerable,
          from_static },
    };
    CHECK_OK(napi_define_properties(r.env, o, 4, all));
    CHECK(rig_true(&r, "d = n => { const p ="
                       "Object.getOwnPropertyDescriptor(o, n); return"
                       "[p.writable, p.enumerable, p.configurable].join() };"
                       "d('plain') === 'false,false,false' &&"
                       "d('open') === 'true,true,true' &&"
                       "d('method') === 'true,false,true' &&"
                       "d('read') === ',true,false'"));
    CHECK(rig_true(&r, "o.method() === 'static' && o.read === 'static'"));
    CHECK_INT(napi_define_properties(r.env, o, 1, &all[1]), napi_ok);
    const napi_property_descriptor again = {
        "plain", NULL, NULL, NULL, NULL, rig_run(&r, "9"), napi_default, NULL
    };
    CHECK_INT(napi_define_properties(r.env, o, 1, &again), napi_invalid_arg);
    const napi_property_descriptor bad = { NULL,         rig_run(&r, "9"),
                                           NULL,         NULL,
                                           NULL,         rig_run(&r, "9"),
                                           napi_default, NULL };
    CHECK_INT(napi_define_properties(r.env, o, 1, &bad), napi_name_expected);
    rig_close(&r);
}

/* ---- Errors ------------------------------------------------------------- */

TEST_PLAIN(napi_errors_have_codes)
{
    rig r;
    napi_value e;
    bool is;
    rig_open(&r);
    CHECK_OK(napi_create_error(r.env, rig_string(&r, "E_X"),
                               rig_string(&r, "bad"), &e));
    rig_set(&r, "e", e);
    CHECK(rig_true(&r, "e.code === 'E_X' && e.message === 'bad' &&"
                       "e.constructor === Error && typeof e.stack === "
                       "'string'"));
    CHECK_OK(napi_is_error(r.env, e, &is));
    CHECK(is);
    CHECK_OK(napi_create_type_error(r.env, NULL, rig_string(&r, "t"), &e));
    rig_set(&r, "e", e);
    CHECK(rig_true(&r, "e instanceof TypeError && !('code' in e)"));
    CHECK_OK(
        node_api_create_syntax_error(r.env, NULL, rig_string(&r, "s"), &e));
    rig_set(&r, "e", e);
    CHECK(rig_true(&r, "e instanceof SyntaxError"));
    CHECK_INT(napi_create_error(r.env, NULL, rig_run(&r, "1"), &e),
              napi_string_expected);
    CHECK_INT(
        napi_create_error(r.env, rig_run(&r, "1"), rig_string(&r, "s"), &e),
        napi_string_expected);
    rig_close(&r);
}

TEST_PLAIN(napi_pending_exception_refuses_calls_that_run_javascript)
{
    rig r;
    napi_value v;
    bool pending;
    rig_open(&r);
    napi_value o = rig_run(&r, "({})");
    CHECK_OK(napi_throw_range_error(r.env, "E_R", "far"));
    CHECK_INT(napi_get_named_property(r.env, o, "a", &v),
              napi_pending_exception);
    CHECK_STR(rig_words(&r), "An exception is pending");
    CHECK_INT(napi_throw_error(r.env, NULL, "other"), napi_pending_exception);
    CHECK_OK(napi_create_object(r.env, &v)); /* this runs none */
    CHECK_OK(napi_create_string_utf8(r.env, "a", 1, &v));
    CHECK_OK(napi_is_exception_pending(r.env, &pending));
    CHECK(pending);
    CHECK_OK(napi_get_and_clear_last_exception(r.env, &v));
    rig_set(&r, "v", v);
    CHECK(rig_true(&r, "v instanceof RangeError && v.code === 'E_R'"));
    CHECK_OK(napi_get_and_clear_last_exception(r.env, &v));
    rig_set(&r, "v", v);
    CHECK(rig_true(&r, "v === undefined"));
    CHECK_INT(napi_throw_error(r.env, NULL, NULL), napi_invalid_arg);
    rig_close(&r);
}

/* ---- Scopes ------------------------------------------------------------- */

TEST_PLAIN(napi_handle_scopes_free_what_was_made_in_them)
{
    rig r;
    napi_handle_scope scope;
    napi_escapable_handle_scope escape;
    napi_value v;
    napi_value out;
    napi_value again;
    rig_open(&r);
    for (int round = 0; round < 3; round++) {
        CHECK_OK(napi_open_handle_scope(r.env, &scope));
        for (int i = 0; i < 2000; i++)
            CHECK_OK(napi_create_object(r.env, &v));
        CHECK_OK(napi_close_handle_scope(r.env, scope));
    }
    CHECK_OK(napi_open_escapable_handle_scope(r.env, &escape));
    for (int i = 0; i < 1200; i++)
        CHECK_OK(napi_create_int32(r.env, i, &v));
    CHECK_OK(napi_escape_handle(r.env, escape, v, &out));
    CHECK_INT(napi_escape_handle(r.env, escape, v, &again),
              napi_escape_called_twice);
    CHECK_STR(rig_words(&r), "napi_escape_handle already called on scope");
    CHECK_OK(napi_close_escapable_handle_scope(r.env, escape));
    int32_t n;
    CHECK_OK(napi_get_value_int32(r.env, out, &n));
    CHECK_INT(n, 1199);
    CHECK_INT(napi_close_handle_scope(r.env, NULL), napi_invalid_arg);
    rig_close(&r);
}

TEST_PLAIN(napi_scope_that_was_not_opened_cannot_be_closed)
{
    rig r;
    rig_open(&r);
    CHECK_OK(napi_close_handle_scope(r.env, r.scope));
    CHECK_INT(napi_close_handle_scope(r.env, r.scope),
              napi_handle_scope_mismatch);
    CHECK_OK(napi_open_handle_scope(r.env, &r.scope));
    rig_close(&r);
}
