/*
 * buffer.c - the C half of node:buffer: what is done to bytes as bytes.
 *
 * buffer_pool.c makes Buffers, buffer_text.c turns them into strings and back,
 * buffer_search.c finds things in them, buffer_number.c reads and writes
 * numbers. lib/buffer.js has checked all arguments; only what another view or
 * a detached one could break is looked at again here.
 */
#include "bind/bytes/buffer.h"

#include <stdlib.h>
#include <string.h>

bool bind_to_bytes(napi_env env, napi_value v, bind_bytes *out)
{
    static const uint8_t nothing[1]; /* an address for no bytes */
    void *data = NULL;

    if (napi_get_buffer_info(env, v, &data, &out->length) != napi_ok)
        return false;
    out->data =
        out->length > 0 && data != NULL ? data : (uint8_t *)(uintptr_t)nothing;
    if (data == NULL)
        out->length = 0;
    return true;
}

bool bind_to_uint8_array(napi_env env, napi_value v, bind_bytes *out)
{
    napi_typedarray_type type;

    return napi_get_typedarray_info(env, v, &type, NULL, NULL, NULL, NULL) ==
               napi_ok &&
           type == napi_uint8_array && bind_to_bytes(env, v, out);
}

runtime *bind_args_this(napi_env env, napi_callback_info info, size_t n,
                        napi_value *args, napi_value *self)
{
    void *data;

    BIND_OK(napi_get_cb_info(env, info, &n, args, self, &data));
    return data;
}

napi_value bind_prototype_method(runtime *r, napi_value prototype,
                                 const char *name, int length, napi_callback fn,
                                 const void *data)
{
    napi_value f;

    BIND_OK(napi_create_function(r->env, name, NAPI_AUTO_LENGTH, fn,
                                 (void *)(uintptr_t)data, &f));
    const napi_property_descriptor count = {
        .utf8name = "length",
        .value = bind_int(r->env, length),
        .attributes = napi_configurable,
    };
    BIND_OK(napi_define_properties(r->env, f, 1, &count));
    bind_set(r, prototype, name, f);
    return f;
}

size_t bind_to_size(napi_env env, napi_value v)
{
    const double n = bind_to_double(env, v);
    const double max = 9007199254740992.0; /* two of them can be added */

    return n > 0 ? (size_t)(n < max ? n : max) : 0;
}

/* ---- Comparing and copying ---------------------------------------------- */

static int compare_bytes(bind_bytes a, bind_bytes b)
{
    const size_t n = a.length < b.length ? a.length : b.length;
    const int order = n > 0 ? memcmp(a.data, b.data, n) : 0;

    if (order != 0)
        return order > 0 ? 1 : -1;
    return a.length == b.length ? 0 : a.length > b.length ? 1 : -1;
}

/* compare(a, b): -1, 0 or 1. */
static napi_value js_compare(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_bytes a, b;

    bind_args(env, info, 2, args);
    if (!bind_to_bytes(env, args[0], &a) || !bind_to_bytes(env, args[1], &b))
        return bind_undefined(env);
    return bind_int(env, compare_bytes(a, b));
}

/* From start to end, as far as there is something. */
static bind_bytes part_of(bind_bytes all, size_t start, size_t end)
{
    if (end > all.length)
        end = all.length;
    if (start > end)
        start = end;
    return (bind_bytes){ all.data + start, end - start };
}

/* compareOffset(source, target, targetStart, sourceStart, targetEnd,
 * sourceEnd). */
static napi_value js_compare_offset(napi_env env, napi_callback_info info)
{
    napi_value args[6];
    bind_bytes source, target;

    bind_args(env, info, 6, args);
    if (!bind_to_bytes(env, args[0], &source) ||
        !bind_to_bytes(env, args[1], &target))
        return bind_undefined(env);
    source =
        part_of(source, bind_to_size(env, args[3]), bind_to_size(env, args[5]));
    target =
        part_of(target, bind_to_size(env, args[2]), bind_to_size(env, args[4]));
    return bind_int(env, compare_bytes(source, target));
}

/* copy(source, target, targetStart, sourceStart, count): how many. */
static napi_value js_copy(napi_env env, napi_callback_info info)
{
    napi_value args[5];
    bind_bytes source, target;

    bind_args(env, info, 5, args);
    if (!bind_to_bytes(env, args[0], &source) ||
        !bind_to_bytes(env, args[1], &target))
        return bind_undefined(env);
    const size_t from = bind_to_size(env, args[3]);
    const size_t count = bind_to_size(env, args[4]);
    source = part_of(source, from, from + count);
    target = part_of(target, bind_to_size(env, args[2]), target.length);
    const size_t n =
        source.length < target.length ? source.length : target.length;
    memmove(target.data, source.data, n);
    return bind_int(env, (int64_t)n);
}

/* ---- Filling ------------------------------------------------------------ */

/* The first `filled` bytes again and again, in steps that double. */
static void buffer_repeat(bind_bytes to, size_t filled)
{
    while (filled < to.length) {
        const size_t left = to.length - filled;
        const size_t n = filled < left ? filled : left;
        memcpy(to.data + filled, to.data, n);
        filled += n;
    }
}

static size_t copy_pattern(bind_bytes to, const uint8_t *from, size_t n)
{
    if (n > to.length)
        n = to.length;
    memmove(to.data, from, n);
    return n;
}

/* A text that is longer than the range is cut between bytes, as in Node, not
 * between characters. */
static int64_t write_cut(codec c, const engine_chars *text, bind_bytes to,
                         size_t length)
{
    uint8_t *all = malloc(length);

    if (all == NULL)
        return -1;
    const size_t n = codec_write(c, text, all, length);
    const size_t copied = copy_pattern(to, all, n);
    free(all);
    return (int64_t)copied;
}

/* How many bytes of the pattern were written; negative: it threw. */
static int64_t write_pattern(runtime *r, napi_value pattern, codec c,
                             bind_bytes to)
{
    engine_chars text;
    bind_bytes bytes;

    if (bind_to_bytes(r->env, pattern, &bytes))
        return (int64_t)copy_pattern(to, bytes.data, bytes.length);
    if (engine_get_chars(r->engine, pattern, &text) < 0)
        return -1;
    const size_t length = codec_length(c, &text);
    if (length > to.length && (c == CODEC_UTF8 || c == CODEC_UTF16LE))
        return write_cut(c, &text, to, length);
    return (int64_t)codec_write(c, &text, to.data, to.length);
}

/* fill(buffer, pattern, start, end, codec): 0; -1: the pattern is empty; -2:
 * the range is not within the buffer. */
static napi_value js_fill(napi_env env, napi_callback_info info)
{
    napi_value args[5];
    bind_bytes all;

    runtime *r = bind_args(env, info, 5, args);
    const size_t start = bind_to_size(env, args[2]);
    const size_t end = bind_to_size(env, args[3]);
    if (!bind_to_bytes(env, args[0], &all) || start > end || end > all.length)
        return bind_int(env, -2);
    const bind_bytes to = part_of(all, start, end);
    const int64_t n =
        write_pattern(r, args[1], (codec)bind_to_int(env, args[4]), to);
    if (n < 0)
        return bind_threw(r);
    if (n == 0 && to.length > 0)
        return bind_int(env, -1);
    buffer_repeat(to, (size_t)n);
    return bind_int(env, 0);
}

/* ---- Swapping ----------------------------------------------------------- */

static void buffer_swap16(uint8_t *at, size_t length)
{
    for (size_t i = 0; i + 2 <= length; i += 2) {
        uint16_t n;
        memcpy(&n, at + i, sizeof n);
        n = __builtin_bswap16(n);
        memcpy(at + i, &n, sizeof n);
    }
}

static void buffer_swap32(uint8_t *at, size_t length)
{
    for (size_t i = 0; i + 4 <= length; i += 4) {
        uint32_t n;
        memcpy(&n, at + i, sizeof n);
        n = __builtin_bswap32(n);
        memcpy(at + i, &n, sizeof n);
    }
}

static void buffer_swap64(uint8_t *at, size_t length)
{
    for (size_t i = 0; i + 8 <= length; i += 8) {
        uint64_t n;
        memcpy(&n, at + i, sizeof n);
        n = __builtin_bswap64(n);
        memcpy(at + i, &n, sizeof n);
    }
}

/* swap(buffer, size): the bytes of each number of `size` bytes. */
static napi_value js_swap(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_bytes all;

    bind_args(env, info, 2, args);
    const size_t size = bind_to_size(env, args[1]);
    if (!bind_to_bytes(env, args[0], &all))
        return bind_undefined(env);
    if (size == 2)
        buffer_swap16(all.data, all.length);
    else if (size == 4)
        buffer_swap32(all.data, all.length);
    else
        buffer_swap64(all.data, all.length);
    return args[0];
}

static void close_buffer(runtime *r)
{
    buffer_state *s = bind_buffer_state(r);

    bind_pool_close(r);
    if (s->read_slow != NULL)
        napi_delete_reference(r->env, s->read_slow);
    if (s->write_slow != NULL)
        napi_delete_reference(r->env, s->write_slow);
    if (s->method_slow != NULL)
        napi_delete_reference(r->env, s->method_slow);
    s->read_slow = s->write_slow = s->method_slow = NULL;
}

static napi_status buffer_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "compare", js_compare }, { "compareOffset", js_compare_offset },
        { "copy", js_copy },       { "fill", js_fill },
        { "swap", js_swap },       { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    bind_buffer_methods(r, exports);
    bind_pool_methods(r, exports);
    bind_text_methods(r, exports);
    bind_search_methods(r, exports);
    bind_number_methods(r, exports);
    return napi_ok;
}

const bind_entry bind_entry_buffer = { .name = "buffer",
                                       .init = buffer_init,
                                       .close = close_buffer,
                                       .state = sizeof(buffer_state) };
