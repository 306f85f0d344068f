/* Node-API: singletons, numbers, types, coercion, strings, bigints, symbols,
 * dates, promises. */
#include "rig.h"

#include <math.h>
#include <string.h>

static napi_valuetype type_of(rig *r, const char *script)
{
    napi_valuetype type;

    CHECK_OK(napi_typeof(r->env, rig_run(r, script), &type));
    return type;
}

TEST_PLAIN(napi_typeof_tells_every_type)
{
    rig r;
    rig_open(&r);
    CHECK_INT(type_of(&r, "undefined"), napi_undefined);
    CHECK_INT(type_of(&r, "null"), napi_null);
    CHECK_INT(type_of(&r, "true"), napi_boolean);
    CHECK_INT(type_of(&r, "1"), napi_number);
    CHECK_INT(type_of(&r, "1.5"), napi_number);
    CHECK_INT(type_of(&r, "'a'"), napi_string);
    CHECK_INT(type_of(&r, "'a'.repeat(9000) + 'b'.repeat(9000)"), napi_string);
    CHECK_INT(type_of(&r, "Symbol()"), napi_symbol);
    CHECK_INT(type_of(&r, "({})"), napi_object);
    CHECK_INT(type_of(&r, "(() => {})"), napi_function);
    CHECK_INT(type_of(&r, "class A {}; A"), napi_function);
    CHECK_INT(type_of(&r, "5n"), napi_bigint);
    CHECK_INT(type_of(&r, "1n << 100n"), napi_bigint);
    napi_value outside;
    napi_valuetype type;
    CHECK_OK(napi_create_external(r.env, &r, NULL, NULL, &outside));
    CHECK_OK(napi_typeof(r.env, outside, &type));
    CHECK_INT(type, napi_external);
    rig_close(&r);
}

static int64_t int64_of(rig *r, const char *script)
{
    int64_t n;

    CHECK_OK(napi_get_value_int64(r->env, rig_run(r, script), &n));
    return n;
}

TEST_PLAIN(napi_int64_saturates_and_takes_what_is_not_finite_for_zero)
{
    rig r;
    rig_open(&r);
    CHECK_INT(int64_of(&r, "2 ** 53"), INT64_C(9007199254740992));
    CHECK_INT(int64_of(&r, "-1.9"), -1);
    CHECK_INT(int64_of(&r, "2 ** 63"), INT64_MAX);
    CHECK_INT(int64_of(&r, "1e300"), INT64_MAX);
    CHECK_INT(int64_of(&r, "-(2 ** 63)"), INT64_MIN);
    CHECK_INT(int64_of(&r, "-1e300"), INT64_MIN);
    CHECK_INT(int64_of(&r, "NaN"), 0);
    CHECK_INT(int64_of(&r, "Infinity"), 0);
    rig_close(&r);
}

TEST_PLAIN(napi_int32_and_uint32_wrap)
{
    rig r;
    int32_t i;
    uint32_t u;
    rig_open(&r);
    CHECK_OK(napi_get_value_int32(r.env, rig_run(&r, "2 ** 32 + 5"), &i));
    CHECK_INT(i, 5);
    CHECK_OK(napi_get_value_int32(r.env, rig_run(&r, "NaN"), &i));
    CHECK_INT(i, 0);
    CHECK_OK(napi_get_value_uint32(r.env, rig_run(&r, "-1"), &u));
    CHECK_INT(u, UINT32_MAX);
    CHECK_INT(napi_get_value_int32(r.env, rig_run(&r, "'1'"), &i),
              napi_number_expected);
    CHECK_STR(rig_words(&r), "A number was expected");
    rig_close(&r);
}

TEST_PLAIN(napi_numbers_arrive_as_they_were)
{
    rig r;
    napi_value n;
    rig_open(&r);
    CHECK_OK(napi_create_uint32(r.env, UINT32_MAX, &n));
    rig_set(&r, "n", n);
    CHECK(rig_true(&r, "n === 4294967295"));
    CHECK_OK(napi_create_int64(r.env, INT64_C(1) << 53, &n));
    rig_set(&r, "n", n);
    CHECK(rig_true(&r, "n === 2 ** 53"));
    CHECK_OK(napi_create_double(r.env, -0.0, &n));
    rig_set(&r, "n", n);
    CHECK(rig_true(&r, "Object.is(n, -0)"));
    CHECK_OK(napi_create_double(r.env, NAN, &n));
    rig_set(&r, "n", n);
    CHECK(rig_true(&r, "Number.isNaN(n)"));
    CHECK_OK(napi_create_int32(r.env, INT32_MIN, &n));
    rig_set(&r, "n", n);
    CHECK(rig_true(&r, "n === -(2 ** 31)"));
    rig_close(&r);
}

TEST_PLAIN(napi_null_arguments_are_invalid)
{
    rig r;
    napi_value v;
    bool b;
    double d;
    rig_open(&r);
    CHECK_INT(napi_get_undefined(NULL, &v), napi_invalid_arg);
    CHECK_INT(napi_get_undefined(r.env, NULL), napi_invalid_arg);
    CHECK_STR(rig_words(&r), "Invalid argument");
    CHECK_INT(napi_create_double(r.env, 1, NULL), napi_invalid_arg);
    CHECK_INT(napi_get_value_double(r.env, NULL, &d), napi_invalid_arg);
    CHECK_INT(napi_is_array(r.env, NULL, &b), napi_invalid_arg);
    CHECK_INT(napi_create_object(r.env, NULL), napi_invalid_arg);
    CHECK_INT(napi_get_property(r.env, NULL, rig_string(&r, "a"), &v),
              napi_invalid_arg);
    CHECK_OK(napi_get_undefined(r.env, &v));
    CHECK_STR(rig_words(&r), "");
    rig_close(&r);
}

TEST_PLAIN(napi_coercion_that_throws_has_a_status_and_leaves_the_exception)
{
    rig r;
    napi_value v;
    rig_open(&r);
    CHECK_OK(napi_coerce_to_number(r.env, rig_string(&r, "12"), &v));
    rig_set(&r, "v", v);
    CHECK(rig_true(&r, "v === 12"));
    CHECK_OK(napi_coerce_to_bool(r.env, rig_string(&r, ""), &v));
    rig_set(&r, "v", v);
    CHECK(rig_true(&r, "v === false"));
    CHECK_INT(napi_coerce_to_string(r.env, rig_run(&r, "Symbol()"), &v),
              napi_string_expected);
    CHECK(strstr(rig_take(&r), "TypeError") != NULL);
    CHECK_INT(napi_coerce_to_number(r.env, rig_run(&r, "1n"), &v),
              napi_number_expected);
    CHECK(strstr(rig_take(&r), "TypeError") != NULL);
    CHECK_INT(napi_coerce_to_object(r.env, rig_run(&r, "undefined"), &v),
              napi_object_expected);
    CHECK(strstr(rig_take(&r), "TypeError") != NULL);
    rig_close(&r);
}

/* ---- Strings ------------------------------------------------------------ */

TEST_PLAIN(napi_utf8_is_cut_at_whole_characters)
{
    rig r;
    char text[8];
    size_t n;
    rig_open(&r);
    napi_value s = rig_run(&r, "'a\\u20ac\\u{1f600}'"); /* 1 + 3 + 4 bytes */
    CHECK_OK(napi_get_value_string_utf8(r.env, s, NULL, 0, &n));
    CHECK_INT(n, 8);
    CHECK_OK(napi_get_value_string_utf8(r.env, s, text, 8, &n));
    CHECK_INT(n, 4);
    CHECK_STR(text, "a\xe2\x82\xac");
    CHECK_OK(napi_get_value_string_utf8(r.env, s, text, 4, &n));
    CHECK_STR(text, "a");
    CHECK_OK(napi_get_value_string_utf8(r.env, s, text, 1, &n));
    CHECK_INT(n, 0);
    text[0] = 'x';
    CHECK_OK(napi_get_value_string_utf8(r.env, s, text, 0, &n));
    CHECK_INT(n, 0);
    CHECK_INT(text[0], 'x');
    CHECK_INT(napi_get_value_string_utf8(r.env, s, NULL, 0, NULL),
              napi_invalid_arg);
    rig_close(&r);
}

TEST_PLAIN(napi_half_a_surrogate_pair_becomes_a_replacement_character)
{
    rig r;
    char text[16];
    rig_open(&r);
    napi_value s = rig_run(&r, "'a\\ud800b\\udfff'");
    CHECK_OK(napi_get_value_string_utf8(r.env, s, text, sizeof text, NULL));
    CHECK_STR(text, "a\xef\xbf\xbd"
                    "b\xef\xbf\xbd");
    rig_close(&r);
}

TEST_PLAIN(napi_latin1_and_utf16_go_both_ways)
{
    rig r;
    napi_value s;
    char text[8];
    char16_t units[8];
    size_t n;
    rig_open(&r);
    CHECK_OK(napi_create_string_latin1(r.env, "\xe9t\xe9", 3, &s));
    rig_set(&r, "s", s);
    CHECK(rig_true(&r, "s === '\\u00e9t\\u00e9' && s.length === 3"));
    CHECK_OK(napi_get_value_string_latin1(r.env, s, text, 3, &n));
    CHECK_STR(text, "\xe9t");
    CHECK_INT(n, 2);
    const char16_t in[] = { 'h', 0xd83d, 0xde00, 0 };
    CHECK_OK(napi_create_string_utf16(r.env, in, NAPI_AUTO_LENGTH, &s));
    rig_set(&r, "s", s);
    CHECK(rig_true(&r, "s === 'h\\u{1f600}'"));
    CHECK_OK(napi_get_value_string_utf16(r.env, s, units, 8, &n));
    CHECK_INT(n, 3);
    CHECK(memcmp(units, in, sizeof in) == 0);
    CHECK_INT(
        napi_get_value_string_utf16(r.env, rig_run(&r, "1"), units, 8, &n),
        napi_string_expected);
    rig_close(&r);
}

TEST_PLAIN(napi_strings_may_contain_zeros_and_may_be_empty)
{
    rig r;
    napi_value s;
    rig_open(&r);
    CHECK_OK(napi_create_string_utf8(r.env, "a\0b", 3, &s));
    rig_set(&r, "s", s);
    CHECK(rig_true(&r, "s.length === 3 && s[2] === 'b'"));
    CHECK_OK(napi_create_string_utf8(r.env, NULL, 0, &s));
    rig_set(&r, "s", s);
    CHECK(rig_true(&r, "s === ''"));
    CHECK_INT(napi_create_string_utf8(r.env, NULL, 1, &s), napi_invalid_arg);
    CHECK_INT(napi_create_string_utf8(r.env, "a", (size_t)INT32_MAX + 1, &s),
              napi_invalid_arg);
    rig_close(&r);
}

/* ---- Bigints ------------------------------------------------------------ */

TEST_PLAIN(napi_bigints_say_whether_they_fit)
{
    rig r;
    int64_t i;
    uint64_t u;
    bool whole;
    rig_open(&r);
    napi_value n = rig_run(&r, "-5n");
    CHECK_OK(napi_get_value_bigint_int64(r.env, n, &i, &whole));
    CHECK(i == -5 && whole);
    CHECK_OK(napi_get_value_bigint_uint64(r.env, n, &u, &whole));
    CHECK(u == (uint64_t)-5 && !whole);
    n = rig_run(&r, "(1n << 64n) + 7n");
    CHECK_OK(napi_get_value_bigint_uint64(r.env, n, &u, &whole));
    CHECK(u == 7 && !whole);
    n = rig_run(&r, "(1n << 64n) - 1n");
    CHECK_OK(napi_get_value_bigint_uint64(r.env, n, &u, &whole));
    CHECK(u == UINT64_MAX && whole);
    CHECK_INT(napi_get_value_bigint_int64(r.env, rig_run(&r, "5"), &i, &whole),
              napi_bigint_expected);
    rig_close(&r);
}

TEST_PLAIN(napi_bigint_words_go_both_ways)
{
    rig r;
    napi_value n;
    const uint64_t in[] = { 1, UINT64_C(0xfedcba9876543210), 3 };
    uint64_t out[4] = { 0 };
    size_t count = 4;
    int sign;
    rig_open(&r);
    CHECK_OK(napi_create_bigint_words(r.env, 1, 3, in, &n));
    rig_set(&r, "n", n);
    CHECK(rig_true(
        &r, "n === -((3n << 128n) + (0xfedcba9876543210n << 64n) + 1n)"));
    CHECK_OK(napi_get_value_bigint_words(r.env, n, &sign, &count, out));
    CHECK_INT(count, 3);
    CHECK_INT(sign, 1);
    CHECK(memcmp(in, out, sizeof in) == 0);
    CHECK_OK(napi_get_value_bigint_words(r.env, n, NULL, &count, NULL));
    CHECK_INT(count, 3);
    const uint64_t odd[] = { 0, 0, 5 };
    CHECK_OK(napi_create_bigint_words(r.env, 1, 3, odd, &n));
    rig_set(&r, "m", n);
    CHECK(rig_true(&r, "m === -(5n << 128n)"));
    CHECK_OK(napi_create_bigint_words(r.env, 0, 3, odd, &n));
    rig_set(&r, "m", n);
    CHECK(rig_true(&r, "m === 5n << 128n"));
    CHECK_OK(napi_create_bigint_words(r.env, 1, 1, &in[1], &n));
    rig_set(&r, "m", n);
    CHECK(rig_true(&r, "m === -0xfedcba9876543210n"));
    CHECK_OK(napi_create_bigint_words(r.env, 1, 3, in, &n));
    count = 1;
    CHECK_OK(napi_get_value_bigint_words(r.env, n, &sign, &count, out));
    CHECK_INT(out[0], 1);
    CHECK_OK(napi_create_bigint_words(r.env, 1, 0, in, &n));
    rig_set(&r, "n", n);
    CHECK(rig_true(&r, "n === 0n"));
    CHECK_OK(napi_get_value_bigint_words(r.env, n, NULL, &count, NULL));
    CHECK_INT(count, 0);
    CHECK_INT(napi_create_bigint_words(r.env, 1, SIZE_MAX, in, &n),
              napi_invalid_arg);
    CHECK_INT(napi_create_bigint_words(r.env, 1, INT32_MAX, in, &n),
              napi_pending_exception);
    CHECK_STR(rig_take(&r), "RangeError: Maximum BigInt size exceeded");
    rig_close(&r);
}

/* ---- Symbols, dates ----------------------------------------------------- */

TEST_PLAIN(napi_symbols_have_descriptions_and_a_registry)
{
    rig r;
    napi_value s;
    rig_open(&r);
    CHECK_OK(napi_create_symbol(r.env, rig_string(&r, "d"), &s));
    rig_set(&r, "s", s);
    CHECK(rig_true(&r, "s.description === 'd' && s !== Symbol.for('d')"));
    CHECK_OK(napi_create_symbol(r.env, NULL, &s));
    rig_set(&r, "s", s);
    CHECK(rig_true(&r, "s.description === undefined"));
    CHECK_OK(node_api_symbol_for(r.env, "k", NAPI_AUTO_LENGTH, &s));
    rig_set(&r, "s", s);
    CHECK(rig_true(&r, "s === Symbol.for('k')"));
    CHECK_INT(napi_create_symbol(r.env, rig_run(&r, "1"), &s),
              napi_string_expected);
    rig_close(&r);
}

TEST_PLAIN(napi_dates_are_milliseconds)
{
    rig r;
    napi_value d;
    double ms;
    bool is;
    rig_open(&r);
    CHECK_OK(napi_create_date(r.env, 1549183351, &d));
    rig_set(&r, "d", d);
    CHECK(rig_true(&r, "d instanceof Date && +d === 1549183351"));
    CHECK_OK(napi_is_date(r.env, d, &is));
    CHECK(is);
    CHECK_OK(napi_get_date_value(r.env, d, &ms));
    CHECK(ms == 1549183351);
    CHECK_INT(napi_get_date_value(r.env, rig_run(&r, "({})"), &ms),
              napi_date_expected);
    rig_close(&r);
}

/* ---- Promises, scripts -------------------------------------------------- */

TEST_PLAIN(napi_deferred_settles_its_promise)
{
    rig r;
    napi_deferred yes;
    napi_deferred no;
    napi_deferred never;
    napi_value p;
    bool is;
    rig_open(&r);
    CHECK_OK(napi_create_promise(r.env, &yes, &p));
    rig_set(&r, "yes", p);
    CHECK_OK(napi_is_promise(r.env, p, &is));
    CHECK(is);
    CHECK_OK(napi_create_promise(r.env, &no, &p));
    rig_set(&r, "no", p);
    CHECK_OK(napi_create_promise(r.env, &never, &p));
    rig_run(&r,
            "said = ''; yes.then(v => said += v); no.catch(e => said += e)");
    CHECK_OK(napi_resolve_deferred(r.env, yes, rig_string(&r, "Y")));
    CHECK_OK(napi_reject_deferred(r.env, no, rig_string(&r, "N")));
    CHECK_STR(rig_text(&r, "said"), "");
    rig_drain(&r);
    CHECK_STR(rig_text(&r, "said"), "YN");
    rig_close(&r);
}

TEST_PLAIN(napi_script_that_throws_is_a_generic_failure_with_the_exception)
{
    rig r;
    napi_value v;
    rig_open(&r);
    CHECK_INT(
        napi_run_script(r.env, rig_string(&r, "throw new Error('x')"), &v),
        napi_generic_failure);
    CHECK_STR(rig_take(&r), "Error: x");
    CHECK_INT(napi_run_script(r.env, rig_run(&r, "1"), &v),
              napi_string_expected);
    rig_close(&r);
}
