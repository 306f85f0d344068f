/*
 * args.c - every function of Node-API with arguments it does not want: a status
 * for each, what napi_get_last_error_info() says, and whether something is
 * thrown. Then those that may run JavaScript while an exception is pending.
 *
 * Left out is what Node answers with a crash, and what is thrown without being
 * pending: there a resource or its name cannot be converted.
 */
#include "help.h"

#include <math.h>

static napi_env E;

/* Take what is pending, and say what it is. */
static void say_thrown(napi_env env)
{
    bool pending;
    napi_value error, name;

    OK(napi_is_exception_pending(env, &pending));
    if (!pending)
        return;
    OK(napi_get_and_clear_last_exception(env, &error));
    OK(napi_get_named_property(env, error, "name", &name));
    char *text = copy_string(env, name);
    printf(", throws %s", text);
    free(text);
}

static void say(const char *call, napi_status status)
{
    const napi_extended_error_info *info;

    OK(napi_get_last_error_info(E, &info));
    printf("%s: %d", call, status);
    if (info->error_code != status)
        printf(", last error %d", info->error_code);
    else if (info->error_message != NULL)
        printf(" %s", info->error_message);
    say_thrown(E);
    printf("\n");
}

#define TRY(call) say(#call, call)

/* Something is pending already; the call changes nothing about that. */
#define PENDING(call)                                                        \
    do {                                                                     \
        OK(napi_throw_range_error(E, NULL, "pending"));                      \
        const napi_status status = call;                                     \
        printf("pending, " #call ": %d", status);                            \
        say_thrown(E);                                                       \
        printf("\n");                                                        \
    } while (0)

/* ---- One value of each kind --------------------------------------------- */

static napi_value U, N, T, I, S, Y, O, A, F, B, D, X, BUF, ARR, VIEW, P, ERR;
static napi_ref R;

static napi_value callback(napi_env env, napi_callback_info info)
{
    (void)env;
    (void)info;
    return NULL;
}

static void finalize(napi_env env, void *data, void *hint)
{
    (void)env;
    (void)data;
    (void)hint;
}

static void make_values(napi_env env)
{
    napi_deferred deferred;
    void *data;

    E = env;
    OK(napi_get_undefined(env, &U));
    OK(napi_get_null(env, &N));
    OK(napi_get_boolean(env, true, &T));
    I = number(env, 7);
    S = string(env, "text");
    OK(napi_create_symbol(env, S, &Y));
    OK(napi_create_object(env, &O));
    OK(napi_create_array(env, &A));
    OK(napi_create_function(env, "f", NAPI_AUTO_LENGTH, callback, NULL, &F));
    OK(napi_create_bigint_int64(env, 5, &B));
    OK(napi_create_date(env, 1000, &D));
    OK(napi_create_external(env, &X, NULL, NULL, &X));
    OK(napi_create_arraybuffer(env, 16, &data, &BUF));
    OK(napi_create_typedarray(env, napi_uint8_array, 16, BUF, 0, &ARR));
    OK(napi_create_dataview(env, 16, BUF, 0, &VIEW));
    OK(napi_create_promise(env, &deferred, &P));
    OK(napi_create_error(env, NULL, S, &ERR));
    OK(napi_create_reference(env, O, 1, &R));
}

/* ---- Chapters ----------------------------------------------------------- */

static void values(void)
{
    napi_value v;
    double d;
    int32_t i;
    uint32_t u;
    int64_t l;
    bool b;
    napi_valuetype type;

    TRY(napi_get_undefined(NULL, &v));
    TRY(napi_get_undefined(E, NULL));
    TRY(napi_get_null(E, NULL));
    TRY(napi_get_global(E, NULL));
    TRY(napi_get_boolean(E, true, NULL));
    TRY(napi_create_object(E, NULL));
    TRY(napi_create_array(E, NULL));
    TRY(napi_create_array_with_length(E, 3, NULL));
    TRY(napi_create_double(E, 1, NULL));
    TRY(napi_create_int32(E, 1, NULL));
    TRY(napi_create_uint32(E, 1, NULL));
    TRY(napi_create_int64(E, 1, NULL));
    TRY(napi_typeof(E, NULL, &type));
    TRY(napi_typeof(E, U, NULL));
    TRY(napi_get_value_double(E, NULL, &d));
    TRY(napi_get_value_double(E, I, NULL));
    TRY(napi_get_value_double(E, S, &d));
    TRY(napi_get_value_int32(E, NULL, &i));
    TRY(napi_get_value_int32(E, I, NULL));
    TRY(napi_get_value_int32(E, B, &i));
    TRY(napi_get_value_uint32(E, NULL, &u));
    TRY(napi_get_value_uint32(E, I, NULL));
    TRY(napi_get_value_uint32(E, O, &u));
    TRY(napi_get_value_int64(E, NULL, &l));
    TRY(napi_get_value_int64(E, I, NULL));
    TRY(napi_get_value_int64(E, U, &l));
    TRY(napi_get_value_bool(E, NULL, &b));
    TRY(napi_get_value_bool(E, T, NULL));
    TRY(napi_get_value_bool(E, I, &b));
    TRY(napi_coerce_to_bool(E, NULL, &v));
    TRY(napi_coerce_to_bool(E, S, NULL));
    TRY(napi_coerce_to_number(E, NULL, &v));
    TRY(napi_coerce_to_number(E, S, NULL));
    TRY(napi_coerce_to_number(E, Y, &v));
    TRY(napi_coerce_to_number(E, B, &v));
    TRY(napi_coerce_to_object(E, NULL, &v));
    TRY(napi_coerce_to_object(E, U, &v));
    TRY(napi_coerce_to_object(E, S, NULL));
    TRY(napi_coerce_to_string(E, NULL, &v));
    TRY(napi_coerce_to_string(E, Y, &v));
    TRY(napi_coerce_to_string(E, S, NULL));
    TRY(napi_strict_equals(E, NULL, S, &b));
    TRY(napi_strict_equals(E, S, NULL, &b));
    TRY(napi_strict_equals(E, S, S, NULL));
}

static void strings(void)
{
    napi_value v;
    char text[8];
    char16_t wide[8];
    size_t n;

    TRY(napi_create_string_utf8(E, NULL, 1, &v));
    TRY(napi_create_string_utf8(E, NULL, 0, &v));
    TRY(napi_create_string_utf8(E, "x", NAPI_AUTO_LENGTH, NULL));
    TRY(napi_create_string_utf8(E, "x", (size_t)INT32_MAX + 1, &v));
    TRY(napi_create_string_latin1(E, NULL, 1, &v));
    TRY(napi_create_string_latin1(E, "x", NAPI_AUTO_LENGTH, NULL));
    TRY(napi_create_string_utf16(E, NULL, 1, &v));
    TRY(napi_create_string_utf16(E, u"x", NAPI_AUTO_LENGTH, NULL));
    TRY(napi_get_value_string_utf8(E, NULL, text, 8, &n));
    TRY(napi_get_value_string_utf8(E, I, text, 8, &n));
    TRY(napi_get_value_string_utf8(E, S, NULL, 0, NULL));
    TRY(napi_get_value_string_utf8(E, S, text, 8, NULL));
    TRY(napi_get_value_string_utf8(E, S, text, 0, &n));
    TRY(napi_get_value_string_latin1(E, NULL, text, 8, &n));
    TRY(napi_get_value_string_latin1(E, I, text, 8, &n));
    TRY(napi_get_value_string_latin1(E, S, NULL, 0, NULL));
    TRY(napi_get_value_string_utf16(E, NULL, wide, 8, &n));
    TRY(napi_get_value_string_utf16(E, I, wide, 8, &n));
    TRY(napi_get_value_string_utf16(E, S, NULL, 0, NULL));
    TRY(napi_create_symbol(E, NULL, NULL));
    TRY(napi_create_symbol(E, I, &v));
    TRY(node_api_symbol_for(E, NULL, 1, &v));
    TRY(node_api_symbol_for(E, "x", 1, NULL));
}

static void properties(void)
{
    napi_value v;
    bool b;
    const napi_property_descriptor odd = { .name = I, .method = callback };

    TRY(napi_get_prototype(E, NULL, &v));
    TRY(napi_get_prototype(E, O, NULL));
    TRY(napi_get_prototype(E, U, &v));
    TRY(napi_get_property_names(E, NULL, &v));
    TRY(napi_get_property_names(E, O, NULL));
    TRY(napi_get_property_names(E, N, &v));
    TRY(napi_get_all_property_names(E, NULL, 0, 0, 0, &v));
    TRY(napi_get_all_property_names(E, O, 7, 0, 0, &v));
    TRY(napi_get_all_property_names(E, O, 0, 0, 7, &v));
    TRY(napi_set_property(E, NULL, S, S));
    TRY(napi_set_property(E, O, NULL, S));
    TRY(napi_set_property(E, O, S, NULL));
    TRY(napi_set_property(E, U, S, S));
    TRY(napi_set_property(E, S, S, S));
    TRY(napi_has_property(E, NULL, S, &b));
    TRY(napi_has_property(E, O, NULL, &b));
    TRY(napi_has_property(E, O, S, NULL));
    TRY(napi_has_property(E, U, S, &b));
    TRY(napi_get_property(E, NULL, S, &v));
    TRY(napi_get_property(E, O, NULL, &v));
    TRY(napi_get_property(E, O, S, NULL));
    TRY(napi_get_property(E, N, S, &v));
    TRY(napi_delete_property(E, NULL, S, &b));
    TRY(napi_delete_property(E, O, NULL, &b));
    TRY(napi_delete_property(E, O, S, NULL));
    TRY(napi_delete_property(E, U, S, &b));
    TRY(napi_has_own_property(E, NULL, S, &b));
    TRY(napi_has_own_property(E, O, NULL, &b));
    TRY(napi_has_own_property(E, O, I, &b));
    TRY(napi_has_own_property(E, U, S, &b));
    TRY(napi_set_named_property(E, NULL, "x", S));
    TRY(napi_set_named_property(E, O, NULL, S));
    TRY(napi_set_named_property(E, O, "x", NULL));
    TRY(napi_set_named_property(E, U, "x", S));
    TRY(napi_has_named_property(E, NULL, "x", &b));
    TRY(napi_has_named_property(E, O, NULL, &b));
    TRY(napi_has_named_property(E, O, "x", NULL));
    TRY(napi_has_named_property(E, U, "x", &b));
    TRY(napi_get_named_property(E, NULL, "x", &v));
    TRY(napi_get_named_property(E, O, NULL, &v));
    TRY(napi_get_named_property(E, O, "x", NULL));
    TRY(napi_get_named_property(E, U, "x", &v));
    TRY(napi_set_element(E, NULL, 0, S));
    TRY(napi_set_element(E, O, 0, NULL));
    TRY(napi_set_element(E, U, 0, S));
    TRY(napi_has_element(E, NULL, 0, &b));
    TRY(napi_has_element(E, O, 0, NULL));
    TRY(napi_has_element(E, U, 0, &b));
    TRY(napi_get_element(E, NULL, 0, &v));
    TRY(napi_get_element(E, O, 0, NULL));
    TRY(napi_get_element(E, U, 0, &v));
    TRY(napi_delete_element(E, NULL, 0, &b));
    TRY(napi_delete_element(E, O, 0, NULL));
    TRY(napi_delete_element(E, U, 0, &b));
    TRY(napi_define_properties(E, NULL, 0, NULL));
    TRY(napi_define_properties(E, O, 1, NULL));
    TRY(napi_define_properties(E, O, 0, NULL));
    TRY(napi_define_properties(E, U, 0, NULL));
    TRY(napi_define_properties(E, O, 1, &odd));
    TRY(napi_object_freeze(E, NULL));
    TRY(napi_object_freeze(E, U));
    TRY(napi_object_freeze(E, ARR));
    TRY(napi_object_seal(E, NULL));
    TRY(napi_object_seal(E, U));
}

static void functions(void)
{
    napi_value v;
    bool b;
    const napi_property_descriptor some = { "m", NULL, callback, NULL, NULL,
                                            NULL, napi_default, NULL };

    TRY(napi_create_function(E, "f", 1, NULL, NULL, &v));
    TRY(napi_create_function(E, "f", 1, callback, NULL, NULL));
    TRY(napi_create_function(E, NULL, 0, callback, NULL, &v));
    TRY(napi_get_cb_info(E, NULL, NULL, NULL, NULL, NULL));
    TRY(napi_get_new_target(E, NULL, &v));
    TRY(napi_call_function(E, NULL, F, 0, NULL, &v));
    TRY(napi_call_function(E, U, NULL, 0, NULL, &v));
    TRY(napi_call_function(E, U, O, 0, NULL, &v));
    TRY(napi_call_function(E, U, F, 1, NULL, &v));
    TRY(napi_call_function(E, U, F, 0, NULL, NULL));
    TRY(napi_new_instance(E, NULL, 0, NULL, &v));
    TRY(napi_new_instance(E, F, 1, NULL, &v));
    TRY(napi_new_instance(E, F, 0, NULL, NULL));
    TRY(napi_new_instance(E, O, 0, NULL, &v));
    TRY(napi_instanceof(E, NULL, F, &b));
    TRY(napi_instanceof(E, O, NULL, &b));
    TRY(napi_instanceof(E, O, F, NULL));
    TRY(napi_instanceof(E, O, O, &b));
    TRY(napi_make_callback(E, NULL, NULL, F, 0, NULL, &v));
    TRY(napi_make_callback(E, NULL, O, NULL, 0, NULL, &v));
    TRY(napi_make_callback(E, NULL, O, O, 0, NULL, &v));
    TRY(napi_make_callback(E, NULL, U, F, 0, NULL, &v));
    TRY(napi_make_callback(E, NULL, O, F, 1, NULL, &v));
    TRY(napi_define_class(E, NULL, 1, callback, NULL, 0, NULL, &v));
    TRY(napi_define_class(E, "C", 1, NULL, NULL, 0, NULL, &v));
    TRY(napi_define_class(E, "C", 1, callback, NULL, 0, NULL, NULL));
    TRY(napi_define_class(E, "C", 1, callback, NULL, 1, NULL, &v));
    TRY(napi_define_class(E, "C", 1, callback, NULL, 1, &some, &v));
    TRY(napi_run_script(E, NULL, &v));
    TRY(napi_run_script(E, S, NULL));
    TRY(napi_run_script(E, O, &v));
    TRY(napi_run_script(E, string(E, "}"), &v));
    TRY(napi_run_script(E, string(E, "null.x"), &v));
}

static void errors(void)
{
    napi_value v;
    bool b;
    const napi_extended_error_info *info;

    TRY(napi_create_error(E, NULL, NULL, &v));
    TRY(napi_create_error(E, NULL, S, NULL));
    TRY(napi_create_error(E, NULL, I, &v));
    TRY(napi_create_error(E, I, S, &v));
    TRY(napi_create_type_error(E, NULL, I, &v));
    TRY(napi_create_range_error(E, NULL, O, &v));
    TRY(node_api_create_syntax_error(E, NULL, U, &v));
    TRY(napi_throw(E, NULL));
    TRY(napi_throw_type_error(E, NULL, "x"));
    TRY(napi_throw_range_error(E, "C", "x"));
    TRY(node_api_throw_syntax_error(E, "C", "x"));
    TRY(napi_is_error(E, NULL, &b));
    TRY(napi_is_error(E, O, NULL));
    TRY(napi_is_exception_pending(E, NULL));
    TRY(napi_get_and_clear_last_exception(E, NULL));
    TRY(napi_get_last_error_info(NULL, &info));
    TRY(napi_fatal_exception(E, NULL));
}

static void references(void)
{
    napi_ref ref;
    napi_value v;
    uint32_t n;
    void *p;
    bool b;
    const napi_type_tag tag = { 1, 2 };
    napi_value tagged, wrapped;

    OK(napi_create_object(E, &tagged));
    OK(napi_create_object(E, &wrapped));
    TRY(napi_create_reference(E, NULL, 1, &ref));
    TRY(napi_create_reference(E, O, 1, NULL));
    TRY(napi_create_reference(E, I, 1, &ref));
    TRY(napi_create_reference(E, S, 1, &ref));
    TRY(napi_create_reference(E, Y, 0, &ref));
    TRY(napi_delete_reference(E, NULL));
    TRY(napi_reference_ref(E, NULL, &n));
    TRY(napi_reference_ref(E, R, NULL));
    TRY(napi_reference_unref(E, NULL, &n));
    TRY(napi_reference_unref(E, R, NULL));
    TRY(napi_reference_unref(E, R, &n));
    TRY(napi_reference_unref(E, R, &n));
    TRY(napi_reference_ref(E, R, &n));
    TRY(napi_get_reference_value(E, NULL, &v));
    TRY(napi_get_reference_value(E, R, NULL));
    TRY(napi_wrap(E, NULL, &v, NULL, NULL, NULL));
    TRY(napi_wrap(E, I, &v, NULL, NULL, NULL));
    TRY(napi_wrap(E, wrapped, &v, NULL, NULL, &ref));
    TRY(napi_unwrap(E, wrapped, &p));
    TRY(napi_remove_wrap(E, wrapped, &p));
    TRY(napi_wrap(E, wrapped, NULL, NULL, NULL, NULL));
    TRY(napi_wrap(E, wrapped, &v, NULL, NULL, NULL));
    TRY(napi_unwrap(E, NULL, &p));
    TRY(napi_unwrap(E, wrapped, NULL));
    TRY(napi_unwrap(E, I, &p));
    TRY(napi_unwrap(E, O, &p));
    TRY(napi_remove_wrap(E, NULL, &p));
    TRY(napi_remove_wrap(E, O, &p));
    TRY(napi_remove_wrap(E, wrapped, NULL));
    TRY(napi_remove_wrap(E, wrapped, NULL));
    TRY(napi_add_finalizer(E, NULL, NULL, finalize, NULL, NULL));
    TRY(napi_add_finalizer(E, O, NULL, NULL, NULL, NULL));
    TRY(napi_add_finalizer(E, I, NULL, finalize, NULL, NULL));
    TRY(napi_type_tag_object(E, NULL, &tag));
    TRY(napi_type_tag_object(E, tagged, NULL));
    TRY(napi_type_tag_object(E, U, &tag));
    TRY(napi_type_tag_object(E, tagged, &tag));
    TRY(napi_type_tag_object(E, tagged, &tag));
    TRY(napi_check_object_type_tag(E, NULL, &tag, &b));
    TRY(napi_check_object_type_tag(E, tagged, NULL, &b));
    TRY(napi_check_object_type_tag(E, tagged, &tag, NULL));
    TRY(napi_create_external(E, NULL, NULL, NULL, NULL));
    TRY(napi_get_value_external(E, NULL, &p));
    TRY(napi_get_value_external(E, X, NULL));
    TRY(napi_get_value_external(E, O, &p));
}

static void scopes(void)
{
    napi_handle_scope scope;
    napi_escapable_handle_scope escapable;
    napi_value v;

    TRY(napi_open_handle_scope(E, NULL));
    TRY(napi_close_handle_scope(E, NULL));
    TRY(napi_open_escapable_handle_scope(E, NULL));
    TRY(napi_close_escapable_handle_scope(E, NULL));
    OK(napi_open_handle_scope(E, &scope));
    TRY(napi_close_handle_scope(E, scope));
    OK(napi_open_escapable_handle_scope(E, &escapable));
    TRY(napi_escape_handle(E, NULL, O, &v));
    TRY(napi_escape_handle(E, escapable, NULL, &v));
    TRY(napi_escape_handle(E, escapable, O, NULL));
    TRY(napi_escape_handle(E, escapable, O, &v));
    TRY(napi_escape_handle(E, escapable, O, &v));
    TRY(napi_close_escapable_handle_scope(E, escapable));
}

static void memory(void)
{
    napi_value v, other;
    void *p;
    size_t n;
    bool b;
    napi_typedarray_type type;

    OK(napi_create_arraybuffer(E, 8, &p, &other));
    TRY(napi_create_arraybuffer(E, 8, NULL, NULL));
    TRY(napi_create_arraybuffer(E, 8, NULL, &v));
    TRY(napi_get_arraybuffer_info(E, NULL, &p, &n));
    TRY(napi_get_arraybuffer_info(E, O, &p, &n));
    TRY(napi_get_arraybuffer_info(E, BUF, NULL, NULL));
    TRY(napi_is_arraybuffer(E, NULL, &b));
    TRY(napi_is_arraybuffer(E, BUF, NULL));
    TRY(napi_is_typedarray(E, NULL, &b));
    TRY(napi_is_dataview(E, BUF, NULL));
    TRY(napi_is_array(E, NULL, &b));
    TRY(napi_is_date(E, D, NULL));
    TRY(napi_is_promise(E, NULL, &b));
    TRY(napi_create_typedarray(E, napi_uint8_array, 1, NULL, 0, &v));
    TRY(napi_create_typedarray(E, napi_uint8_array, 1, O, 0, &v));
    TRY(napi_create_typedarray(E, napi_uint8_array, 1, BUF, 0, NULL));
    TRY(napi_create_typedarray(E, 99, 1, BUF, 0, &v));
    TRY(napi_create_typedarray(E, napi_int32_array, 1, BUF, 1, &v));
    TRY(napi_create_typedarray(E, napi_int32_array, 9, BUF, 0, &v));
    TRY(napi_get_typedarray_info(E, NULL, &type, &n, &p, &v, &n));
    TRY(napi_get_typedarray_info(E, BUF, &type, &n, &p, &v, &n));
    TRY(napi_get_typedarray_info(E, ARR, NULL, NULL, NULL, NULL, NULL));
    TRY(napi_create_dataview(E, 1, NULL, 0, &v));
    TRY(napi_create_dataview(E, 1, O, 0, &v));
    TRY(napi_create_dataview(E, 1, BUF, 0, NULL));
    TRY(napi_create_dataview(E, 17, BUF, 0, &v));
    TRY(napi_create_dataview(E, 1, BUF, 17, &v));
    TRY(napi_get_dataview_info(E, NULL, &n, &p, &v, &n));
    TRY(napi_get_dataview_info(E, ARR, &n, &p, &v, &n));
    TRY(napi_detach_arraybuffer(E, NULL));
    TRY(napi_detach_arraybuffer(E, O));
    TRY(napi_detach_arraybuffer(E, other));
    TRY(napi_is_detached_arraybuffer(E, NULL, &b));
    TRY(napi_is_detached_arraybuffer(E, other, NULL));
    TRY(napi_is_detached_arraybuffer(E, O, &b));
    TRY(napi_create_external_arraybuffer(E, NULL, 0, NULL, NULL, NULL));
    TRY(napi_create_buffer(E, 8, NULL, NULL));
    TRY(napi_create_buffer_copy(E, 8, "12345678", NULL, NULL));
    TRY(napi_create_external_buffer(E, 8, NULL, NULL, NULL, NULL));
    TRY(napi_is_buffer(E, NULL, &b));
    TRY(napi_is_buffer(E, O, NULL));
    TRY(napi_get_buffer_info(E, NULL, &p, &n));
    TRY(napi_get_buffer_info(E, O, &p, &n));
    TRY(napi_get_buffer_info(E, ARR, NULL, NULL));
}

static void primitives(void)
{
    napi_value v;
    int64_t l;
    uint64_t u;
    bool b;
    int sign;
    double d;
    uint32_t n;
    size_t words = 1;
    const uint64_t one = 1;

    TRY(napi_create_bigint_int64(E, 1, NULL));
    TRY(napi_create_bigint_uint64(E, 1, NULL));
    TRY(napi_create_bigint_words(E, 0, 1, NULL, &v));
    TRY(napi_create_bigint_words(E, 0, 1, &one, NULL));
    TRY(napi_create_bigint_words(E, 0, (size_t)INT32_MAX + 1, &one, &v));
    TRY(napi_create_bigint_words(E, 0, 1 << 25, &one, &v));
    TRY(napi_get_value_bigint_int64(E, NULL, &l, &b));
    TRY(napi_get_value_bigint_int64(E, I, &l, &b));
    TRY(napi_get_value_bigint_int64(E, B, NULL, &b));
    TRY(napi_get_value_bigint_int64(E, B, &l, NULL));
    TRY(napi_get_value_bigint_uint64(E, S, &u, &b));
    TRY(napi_get_value_bigint_words(E, NULL, &sign, &words, &u));
    TRY(napi_get_value_bigint_words(E, I, &sign, &words, &u));
    TRY(napi_get_value_bigint_words(E, B, NULL, NULL, NULL));
    TRY(napi_get_value_bigint_words(E, B, NULL, &words, &u));
    TRY(napi_get_value_bigint_words(E, B, NULL, &words, NULL));
    TRY(napi_create_date(E, 1, NULL));
    TRY(napi_create_date(E, NAN, &v));
    TRY(napi_get_date_value(E, NULL, &d));
    TRY(napi_get_date_value(E, O, &d));
    TRY(napi_get_date_value(E, D, NULL));
    TRY(napi_get_array_length(E, NULL, &n));
    TRY(napi_get_array_length(E, O, &n));
    TRY(napi_get_array_length(E, A, NULL));
    TRY(napi_create_promise(E, NULL, &v));
}

static void execute(napi_env env, void *data)
{
    (void)env;
    (void)data;
}

static void call_js(napi_env env, napi_value fn, void *context, void *data)
{
    (void)env;
    (void)fn;
    (void)context;
    (void)data;
}

static void hook(void *arg)
{
    (void)arg;
}

static void async(void)
{
    napi_async_context context;
    napi_async_work work;
    napi_threadsafe_function fn;
    napi_value v;

    TRY(napi_async_init(E, NULL, NULL, &context));
    TRY(napi_async_init(E, NULL, S, NULL));
    TRY(napi_async_destroy(E, NULL));
    OK(napi_async_init(E, O, I, &context));
    TRY(napi_make_callback(E, context, O, F, 0, NULL, &v));
    TRY(napi_async_destroy(E, context));
    TRY(napi_open_callback_scope(E, NULL, NULL, NULL));
    TRY(napi_close_callback_scope(E, NULL));
    TRY(napi_create_async_work(NULL, O, S, execute, NULL, NULL, &work));
    TRY(napi_create_async_work(E, O, NULL, execute, NULL, NULL, &work));
    TRY(napi_create_async_work(E, O, S, NULL, NULL, NULL, &work));
    TRY(napi_create_async_work(E, O, S, execute, NULL, NULL, NULL));
    TRY(napi_create_async_work(E, NULL, I, execute, NULL, NULL, &work));
    TRY(napi_delete_async_work(E, NULL));
    TRY(napi_queue_async_work(E, NULL));
    TRY(napi_cancel_async_work(E, NULL));
    TRY(napi_delete_async_work(E, work));
    TRY(napi_get_uv_event_loop(E, NULL));
    TRY(napi_create_threadsafe_function(E, F, O, NULL, 0, 1, NULL, NULL, NULL,
                                        call_js, &fn));
    TRY(napi_create_threadsafe_function(E, F, O, S, 0, 0, NULL, NULL, NULL,
                                        call_js, &fn));
    TRY(napi_create_threadsafe_function(E, F, O, S, 0, 1, NULL, NULL, NULL,
                                        call_js, NULL));
    TRY(napi_create_threadsafe_function(E, NULL, O, S, 0, 1, NULL, NULL, NULL,
                                        NULL, &fn));
    TRY(napi_create_threadsafe_function(E, O, O, S, 0, 1, NULL, NULL, NULL,
                                        call_js, &fn));
    TRY(napi_create_threadsafe_function(E, F, NULL, S, 0, 1, NULL, NULL, NULL,
                                        NULL, &fn));
    TRY(napi_release_threadsafe_function(fn, napi_tsfn_abort));
    TRY(napi_acquire_threadsafe_function(fn));
    TRY(napi_release_threadsafe_function(fn, napi_tsfn_release));
    TRY(napi_call_threadsafe_function(fn, NULL, napi_tsfn_blocking));
}

static void environment(void)
{
    const napi_node_version *version;
    const char *name;
    uint32_t n;
    int64_t l;
    void *p;

    TRY(napi_get_version(E, NULL));
    TRY(napi_get_version(NULL, &n));
    TRY(napi_get_node_version(E, NULL));
    TRY(napi_get_node_version(NULL, &version));
    TRY(node_api_get_module_file_name(E, NULL));
    TRY(node_api_get_module_file_name(NULL, &name));
    TRY(napi_adjust_external_memory(E, 1, NULL));
    TRY(napi_adjust_external_memory(NULL, 1, &l));
    TRY(napi_set_instance_data(NULL, NULL, NULL, NULL));
    TRY(napi_get_instance_data(E, NULL));
    TRY(napi_get_instance_data(NULL, &p));
    TRY(napi_add_env_cleanup_hook(E, NULL, NULL));
    TRY(napi_remove_env_cleanup_hook(E, NULL, NULL));
    TRY(napi_remove_env_cleanup_hook(E, hook, NULL));
    TRY(napi_add_async_cleanup_hook(E, NULL, NULL, NULL));
    TRY(napi_remove_async_cleanup_hook(NULL));
}

/* ---- With an exception pending ------------------------------------------ */

static void pending(void)
{
    napi_value v;
    bool b;
    double d;
    void *p;
    size_t n;
    napi_deferred deferred;
    napi_ref ref;
    const napi_property_descriptor none = { "m", NULL, callback, NULL, NULL,
                                            NULL, napi_default, NULL };

    PENDING(napi_get_undefined(E, &v));
    PENDING(napi_create_object(E, &v));
    PENDING(napi_create_string_utf8(E, "x", 1, &v));
    PENDING(napi_create_error(E, NULL, S, &v));
    PENDING(napi_create_reference(E, O, 0, &ref));
    PENDING(napi_get_value_double(E, I, &d));
    PENDING(napi_get_value_double(E, S, &d));
    PENDING(napi_typeof(E, NULL, NULL));
    PENDING(napi_is_array(E, A, &b));
    PENDING(napi_strict_equals(E, S, S, &b));
    PENDING(napi_get_array_length(E, A, &(uint32_t){ 0 }));
    PENDING(napi_get_prototype(E, O, &v));
    PENDING(napi_coerce_to_bool(E, S, &v));
    PENDING(napi_coerce_to_number(E, S, &v));
    PENDING(napi_coerce_to_string(E, I, &v));
    PENDING(napi_coerce_to_object(E, I, &v));
    PENDING(napi_get_property(E, O, S, &v));
    PENDING(napi_set_property(E, O, S, S));
    PENDING(napi_has_property(E, O, S, &b));
    PENDING(napi_has_own_property(E, O, S, &b));
    PENDING(napi_delete_property(E, O, S, &b));
    PENDING(napi_get_named_property(E, O, "x", &v));
    PENDING(napi_get_element(E, O, 0, &v));
    PENDING(napi_get_property_names(E, O, &v));
    PENDING(napi_define_properties(E, O, 1, &none));
    PENDING(napi_object_freeze(E, A));
    PENDING(napi_create_function(E, "f", 1, callback, NULL, &v));
    PENDING(napi_define_class(E, "C", 1, callback, NULL, 0, NULL, &v));
    PENDING(napi_call_function(E, U, F, 0, NULL, &v));
    PENDING(napi_call_function(E, NULL, NULL, 0, NULL, &v));
    PENDING(napi_new_instance(E, F, 0, NULL, &v));
    PENDING(napi_instanceof(E, O, F, &b));
    PENDING(napi_throw(E, ERR));
    PENDING(napi_throw_error(E, NULL, "x"));
    PENDING(napi_run_script(E, S, &v));
    PENDING(napi_wrap(E, A, &v, NULL, NULL, NULL));
    PENDING(napi_unwrap(E, A, &p));
    PENDING(napi_create_external(E, NULL, NULL, NULL, &v));
    PENDING(napi_get_value_external(E, X, &p));
    PENDING(napi_create_arraybuffer(E, 8, &p, &v));
    PENDING(napi_get_arraybuffer_info(E, BUF, &p, &n));
    PENDING(napi_create_typedarray(E, napi_uint8_array, 1, BUF, 0, &v));
    PENDING(napi_get_typedarray_info(E, ARR, NULL, &n, &p, &v, NULL));
    PENDING(napi_create_dataview(E, 1, BUF, 0, &v));
    PENDING(napi_get_dataview_info(E, VIEW, &n, &p, &v, NULL));
    PENDING(napi_create_buffer(E, 8, &p, &v));
    PENDING(napi_create_symbol(E, S, &v));
    PENDING(napi_create_bigint_int64(E, 1, &v));
    PENDING(napi_create_bigint_words(E, 0, 1, &(uint64_t){ 1 }, &v));
    PENDING(napi_create_date(E, 1, &v));
    PENDING(napi_get_date_value(E, D, &d));
    PENDING(napi_create_promise(E, &deferred, &v));
    PENDING(napi_is_promise(E, P, &b));
    PENDING(napi_make_callback(E, NULL, O, F, 0, NULL, &v));
    PENDING(napi_async_destroy(E, NULL));
    PENDING(napi_type_tag_object(E, A, &(napi_type_tag){ 1, 2 }));
    PENDING(napi_set_instance_data(E, NULL, NULL, NULL));
    PENDING(napi_get_and_clear_last_exception(E, &v));
}

NAPI_MODULE_INIT()
{
    make_values(env);
    values();
    strings();
    properties();
    functions();
    errors();
    references();
    scopes();
    memory();
    primitives();
    async();
    environment();
    pending();
    fflush(stdout);
    return exports;
}
