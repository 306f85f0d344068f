/*
 * buffer_method.c - the methods of Buffer.prototype that programs call most, as
 * they are called mostly: toString(), slice(), write(), equals(), indexOf().
 *
 * They are native functions: a call of JavaScript, and from there one of C,
 * takes longer than the work on a few bytes. Each takes the case that is in
 * order. With anything else it calls the function of the same name in
 * JavaScript, which defineMethods() was given: it converts what can be
 * converted, and throws.
 */
#include "bind/bytes/buffer.h"

#include <string.h>

#define MAX 4

typedef struct call {
    runtime *r;
    const char *name;
    napi_value self;
    napi_value args[MAX];
    size_t count; /* that were given */
    bind_bytes bytes;
} call;

/* False if `this` is not a Uint8Array. */
static bool get_call(napi_env env, napi_callback_info info, call *c)
{
    void *name;

    c->count = MAX;
    BIND_OK(napi_get_cb_info(env, info, &c->count, c->args, &c->self, &name));
    c->r = bind_runtime_of(env);
    c->name = name;
    return bind_to_uint8_array(env, c->self, &c->bytes);
}

/* With as many arguments as there were: some functions count them. */
static napi_value call_slow(const call *c)
{
    napi_env env = c->r->env;
    napi_value all, fn, result;

    BIND_OK(napi_get_reference_value(env, bind_buffer_state(c->r)->method_slow,
                                     &all));
    if (napi_get_named_property(env, all, c->name, &fn) != napi_ok ||
        napi_call_function(env, c->self, fn, c->count < MAX ? c->count : MAX,
                           c->args, &result) != napi_ok)
        return NULL;
    return result;
}

/* ---- Arguments ---------------------------------------------------------- */

/* A number without a fraction, small enough to be added to; undefined is
 * `missing`. False: something else. */
static bool get_integer(napi_env env, napi_value v, int64_t missing,
                        int64_t *out)
{
    double n;

    *out = missing;
    if (napi_get_value_double(env, v, &n) != napi_ok)
        return bind_is_undefined(env, v);
    if (!(n > -9e15 && n < 9e15))
        return false;
    *out = (int64_t)n;
    return (double)*out == n;
}

/* The name of an encoding; undefined is UTF-8. False: something else. */
static bool get_codec(const call *c, napi_value v, codec *out)
{
    engine_chars name;

    *out = CODEC_UTF8;
    if (engine_get_chars(c->r->engine, v, &name) < 0)
        return bind_is_undefined(c->r->env, v);
    *out = codec_find(&name);
    return *out != CODEC_NONE;
}

/* Between 0 and `most`; negative ones count from there if `wrap`. */
static size_t method_clamp(int64_t n, size_t max, bool wrap)
{
    if (n < 0 && wrap)
        n += (int64_t)max;
    if (n < 0)
        return 0;
    return (size_t)n < max ? (size_t)n : max;
}

/* ---- The methods -------------------------------------------------------- */

/* A string never has more than two characters for each byte, so what is made
 * of so many bytes is not too long. */
#define LARGEST_TEXT (UINT32_C(1) << 27)

static napi_value js_to_string(napi_env env, napi_callback_info info)
{
    call c;
    codec encoding;
    int64_t start, end;

    if (!get_call(env, info, &c) || !get_codec(&c, c.args[0], &encoding) ||
        !get_integer(env, c.args[1], 0, &start) ||
        !get_integer(env, c.args[2], (int64_t)c.bytes.length, &end) ||
        c.bytes.length > LARGEST_TEXT)
        return call_slow(&c);
    const size_t from = method_clamp(start, c.bytes.length, false);
    const size_t to = method_clamp(end, c.bytes.length, false);
    return bind_decode(c.r, encoding, c.bytes.data + from,
                       to > from ? to - from : 0);
}

static napi_value js_subarray(napi_env env, napi_callback_info info)
{
    call c;
    int64_t start, end;

    if (!get_call(env, info, &c) || !get_integer(env, c.args[0], 0, &start) ||
        !get_integer(env, c.args[1], (int64_t)c.bytes.length, &end))
        return call_slow(&c);
    const size_t from = method_clamp(start, c.bytes.length, true);
    const size_t to = method_clamp(end, c.bytes.length, true);
    return bind_part_of_buffer(c.r, c.self, from, to > from ? to - from : 0);
}

/* The same, but the subarray() of another class is another one. */
static napi_value js_slice(napi_env env, napi_callback_info info)
{
    call c;

    if (!get_call(env, info, &c) || !engine_is_buffer(c.r->engine, c.self))
        return call_slow(&c);
    return js_subarray(env, info);
}

/* write(string, offset, length, encoding): what is missing moves the encoding
 * to the front. False if it is no such call. */
static bool get_write(const call *c, size_t *offset, size_t *length,
                      codec *encoding)
{
    const size_t all = c->bytes.length;
    napi_env env = c->r->env;
    int64_t n;

    *offset = 0;
    *length = all;
    *encoding = CODEC_UTF8;
    if (c->count == 1 || bind_is_undefined(env, c->args[1]))
        return true; /* further arguments are ignored */
    if (!get_integer(env, c->args[1], 0, &n) || n < 0 || (size_t)n > all)
        return c->count == 2 && get_codec(c, c->args[1], encoding);
    *offset = (size_t)n;
    *length = all - *offset;
    if (!get_integer(env, c->args[2], (int64_t)*length, &n))
        return c->count == 3 && get_codec(c, c->args[2], encoding);
    if (n < 0 || (size_t)n > all)
        return false;
    *length = method_clamp(n, *length, false);
    return get_codec(c, c->args[3], encoding);
}

static napi_value js_write(napi_env env, napi_callback_info info)
{
    call c;
    engine_chars text;
    size_t offset, length;
    codec encoding;

    if (!get_call(env, info, &c) ||
        engine_get_chars(c.r->engine, c.args[0], &text) < 0 ||
        !get_write(&c, &offset, &length, &encoding))
        return call_slow(&c);
    const size_t n =
        codec_write(encoding, &text, c.bytes.data + offset, length);
    return bind_int(env, (int64_t)n);
}

static napi_value js_equals(napi_env env, napi_callback_info info)
{
    call c;
    bind_bytes other;

    if (!get_call(env, info, &c) ||
        !bind_to_uint8_array(env, c.args[0], &other))
        return call_slow(&c);
    return bind_bool(env,
                     c.bytes.length == other.length &&
                         memcmp(c.bytes.data, other.data, other.length) == 0);
}

/* indexOf(value, offset): it is not so common with an end or an encoding. */
static napi_value method_find(const call *c, int64_t *at)
{
    int64_t offset;

    *at = -2;
    if (c->count <= 2 && get_integer(c->r->env, c->args[1], 0, &offset) &&
        offset > INT32_MIN && offset < INT32_MAX)
        *at = bind_find(c->r, c->bytes, c->args[0], offset);
    return *at == -2 ? call_slow(c) : NULL;
}

static napi_value js_index_of(napi_env env, napi_callback_info info)
{
    call c;
    int64_t at;

    if (!get_call(env, info, &c))
        return call_slow(&c);
    napi_value slow = method_find(&c, &at);
    return at == -2 ? slow : bind_int(env, at);
}

static napi_value js_includes(napi_env env, napi_callback_info info)
{
    call c;
    int64_t at;

    if (!get_call(env, info, &c))
        return call_slow(&c);
    napi_value slow = method_find(&c, &at);
    return at == -2 ? slow : bind_bool(env, at >= 0);
}

/* ---- Buffer.prototype --------------------------------------------------- */

typedef struct method {
    const char *name;
    int length;
    napi_callback fn;
} method;

static const method methods[] = {
    { "toString", 3, js_to_string }, { "slice", 2, js_slice },
    { "subarray", 2, js_subarray },  { "write", 4, js_write },
    { "equals", 1, js_equals },      { "indexOf", 4, js_index_of },
    { "includes", 4, js_includes },
};

/* defineMethods(prototype, slow): the functions, and an object with those of
 * the same names that are called with what they do not take. */
static napi_value js_define_methods(napi_env env, napi_callback_info info)
{
    napi_value args[2];

    runtime *r = bind_args(env, info, 2, args);
    BIND_OK(napi_create_reference(env, args[1], 1,
                                  &bind_buffer_state(r)->method_slow));
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        bind_prototype_method(r, args[0], methods[i].name, methods[i].length,
                              methods[i].fn, methods[i].name);
    return NULL;
}

void bind_buffer_methods(runtime *r, napi_value exports)
{
    bind_method(r, exports, "defineMethods", js_define_methods);
}
