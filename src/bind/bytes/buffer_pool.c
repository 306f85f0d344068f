/*
 * buffer_pool.c - making Buffers.
 *
 * Small ones that need no zeroes share one ArrayBuffer, the pool, as in Node:
 * each takes the next bytes of it, aligned to eight, and when they do not
 * suffice there is a new pool. The old one lives as long as a Buffer of it.
 * Programs see that: in buffer.buffer, byteOffset and Buffer.poolSize.
 */
#include "bind/bytes/buffer.h"

#include <stdlib.h>
#include <string.h>

napi_value bind_new_buffer(runtime *r, size_t size, uint8_t **data)
{
    napi_value buffer;
    void *bytes;

    if (napi_create_buffer(r->env, size, &bytes, &buffer) != napi_ok)
        return bind_threw(r);
    if (r->options.zero_fill_buffers)
        memset(bytes, 0, size);
    *data = bytes;
    return buffer;
}

/* Replace the pool by one of `size` bytes. False if it threw. */
static bool open_pool(runtime *r, buffer_pool *pool, size_t size)
{
    napi_value buffer;
    napi_ref ref;
    void *data;

    if (napi_create_arraybuffer(r->env, size, &data, &buffer) != napi_ok ||
        engine_mark_clone(r->engine, buffer, ENGINE_TRANSFER_NEVER) < 0 ||
        napi_create_reference(r->env, buffer, 1, &ref) != napi_ok)
        return false;
    engine_set_undetachable(buffer);
    if (pool->buffer != NULL)
        napi_delete_reference(r->env, pool->buffer);
    *pool = (buffer_pool){ .buffer = ref, .data = data, .size = size };
    return true;
}

/* Somewhere with `size` bytes to spare; NULL if it threw. */
static buffer_pool *get_pool(runtime *r, size_t size, size_t pool_size)
{
    buffer_pool *pool = &bind_buffer_state(r)->pool;

    if (size > pool->size - pool->used && !open_pool(r, pool, pool_size))
        return NULL;
    return pool;
}

/* A Buffer of the next bytes of the pool. */
static napi_value pool_take(runtime *r, buffer_pool *pool, size_t size)
{
    napi_value arraybuffer, buffer;

    if (napi_get_reference_value(r->env, pool->buffer, &arraybuffer) !=
            napi_ok ||
        node_api_create_buffer_from_arraybuffer(r->env, arraybuffer, pool->used,
                                                size, &buffer) != napi_ok)
        return bind_threw(r);
    pool->used = (pool->used + size + 7) & ~(size_t)7;
    if (pool->used > pool->size)
        pool->used = pool->size;
    return buffer;
}

napi_value bind_pool_buffer(runtime *r, size_t size, size_t pool_size,
                            uint8_t **data)
{
    if (size == 0 || size >= pool_size / 2)
        return bind_new_buffer(r, size, data);
    buffer_pool *pool = get_pool(r, size, pool_size);
    if (pool == NULL)
        return bind_threw(r);
    *data = pool->data + pool->used;
    return pool_take(r, pool, size);
}

void bind_pool_close(runtime *r)
{
    buffer_pool *pool = &bind_buffer_state(r)->pool;

    if (pool->buffer != NULL)
        napi_delete_reference(r->env, pool->buffer);
    *pool = (buffer_pool){ .buffer = NULL };
}

/* ---- For lib/ ----------------------------------------------------------- */

/* The engine's ArrayBuffers end here; lib/ has the error for larger ones. */
#define LARGEST INT32_MAX

/* allocate(size, poolSize): poolSize 0: not of the pool; undefined: too much.
 */
static napi_value js_allocate(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    uint8_t *data = NULL;

    runtime *r = bind_args(env, info, 2, args);
    const size_t size = bind_to_size(env, args[0]);
    if (size > LARGEST)
        return bind_undefined(env);
    return bind_pool_buffer(r, size, bind_to_size(env, args[1]), &data);
}

/* allocateZeroed(size): undefined: too much. */
static napi_value js_allocate_zeroed(napi_env env, napi_callback_info info)
{
    napi_value arg, arraybuffer, buffer;
    void *data;

    runtime *r = bind_args(env, info, 1, &arg);
    const size_t size = bind_to_size(env, arg);
    if (size > LARGEST)
        return bind_undefined(env);
    if (napi_create_arraybuffer(env, size, &data, &arraybuffer) != napi_ok ||
        node_api_create_buffer_from_arraybuffer(env, arraybuffer, 0, size,
                                                &buffer) != napi_ok)
        return bind_threw(r);
    return buffer;
}

/* A string as bytes of the pool, or else of its own memory. */
static napi_value from_chars(runtime *r, codec c, const engine_chars *text,
                             size_t length, size_t pool_size)
{
    napi_value buffer;
    uint8_t *data = NULL;

    if (length >= pool_size / 2) {
        buffer = bind_new_buffer(r, length, &data);
        if (buffer == NULL)
            return NULL;
        const size_t n = codec_write(c, text, data, length);
        return n == length ? buffer : bind_part_of_buffer(r, buffer, 0, n);
    }
    buffer_pool *pool = get_pool(r, length, pool_size);
    if (pool == NULL)
        return bind_threw(r);
    return pool_take(r, pool,
                     codec_write(c, text, pool->data + pool->used, length));
}

/* fromString(string, codec, poolSize): a Buffer; undefined: too long. Node
 * makes a new pool if four bytes for each character do not fit, which programs
 * can observe. */
static napi_value js_from_string(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    engine_chars text;

    runtime *r = bind_args(env, info, 3, args);
    if (engine_get_chars(r->engine, args[0], &text) < 0)
        return bind_threw(r);
    const codec c = (codec)bind_to_int(env, args[1]);
    const size_t pool_size = bind_to_size(env, args[2]);
    size_t length = text.length * 4;
    if (length >= pool_size / 2)
        length = codec_length(c, &text);
    if (length > LARGEST)
        return bind_undefined(env);
    return from_chars(r, c, &text, length, pool_size);
}

napi_value bind_part_of_buffer(runtime *r, napi_value buffer, size_t start,
                               size_t length)
{
    napi_value arraybuffer, part;
    size_t offset;

    if (napi_get_typedarray_info(r->env, buffer, NULL, NULL, NULL, &arraybuffer,
                                 &offset) != napi_ok ||
        node_api_create_buffer_from_arraybuffer(
            r->env, arraybuffer, offset + start, length, &part) != napi_ok)
        return bind_threw(r);
    return part;
}

/* copyOf(bytes, poolSize): a Buffer; undefined if it is not a Uint8Array. */
static napi_value js_copy_of(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_bytes bytes;
    uint8_t *data = NULL;

    runtime *r = bind_args(env, info, 2, args);
    if (!bind_to_uint8_array(env, args[0], &bytes))
        return bind_undefined(env);
    napi_value copy =
        bind_pool_buffer(r, bytes.length, bind_to_size(env, args[1]), &data);
    if (copy != NULL && bytes.length > 0)
        memcpy(data, bytes.data, bytes.length);
    return copy;
}

/* part(buffer, start, length): a Buffer of the same memory. */
static napi_value js_part(napi_env env, napi_callback_info info)
{
    napi_value args[3];

    runtime *r = bind_args(env, info, 3, args);
    return bind_part_of_buffer(r, args[0], bind_to_size(env, args[1]),
                               bind_to_size(env, args[2]));
}

/* wrap(arraybuffer, offset, length): a Buffer of that memory. */
static napi_value js_wrap(napi_env env, napi_callback_info info)
{
    napi_value args[3], buffer;

    runtime *r = bind_args(env, info, 3, args);
    if (node_api_create_buffer_from_arraybuffer(
            env, args[0], bind_to_size(env, args[1]),
            bind_to_size(env, args[2]), &buffer) != napi_ok)
        return bind_threw(r);
    return buffer;
}

/* ---- Joining ------------------------------------------------------------ */

/* What an element of a list was found to be. */
typedef enum { LIST_BYTES, LIST_OTHER, LIST_THREW } list_element;

/* The bytes of element i. A list may have getters, so this can call the program
 * and throw. */
static list_element read_list(napi_env env, napi_value list, uint32_t i,
                              bind_bytes *bytes)
{
    napi_handle_scope scope;
    napi_value item;
    list_element found = LIST_THREW;

    BIND_OK(napi_open_handle_scope(env, &scope));
    if (napi_get_element(env, list, i, &item) == napi_ok) {
        napi_typedarray_type type = napi_int8_array;
        const bool is = napi_get_typedarray_info(env, item, &type, NULL, NULL,
                                                 NULL, NULL) == napi_ok &&
                        type == napi_uint8_array &&
                        bind_to_bytes(env, item, bytes);
        found = is ? LIST_BYTES : LIST_OTHER;
    }
    BIND_OK(napi_close_handle_scope(env, scope));
    return found;
}

/* All bytes of a list; *bad is the first element that has none. */
static list_element measure_list(napi_env env, napi_value list, uint32_t count,
                                 size_t *length, uint32_t *bad)
{
    list_element found = LIST_BYTES;

    *length = 0;
    for (*bad = 0; *bad < count; ++*bad) {
        bind_bytes bytes;
        found = read_list(env, list, *bad, &bytes);
        if (found != LIST_BYTES)
            break;
        *length += bytes.length;
    }
    return found;
}

/* Fill `length` bytes, the rest with zeroes. What a getter has made of an
 * element since it was measured counts for nothing if it is no Uint8Array.
 * False: a getter threw. */
static bool join_list(napi_env env, napi_value list, uint32_t count,
                      uint8_t *to, size_t length)
{
    for (uint32_t i = 0; i < count && length > 0; i++) {
        bind_bytes bytes;
        const list_element found = read_list(env, list, i, &bytes);
        if (found == LIST_THREW)
            return false;
        if (found == LIST_OTHER || bytes.length == 0)
            continue;
        const size_t n = bytes.length < length ? bytes.length : length;
        memcpy(to, bytes.data, n);
        to += n;
        length -= n;
    }
    memset(to, 0, length);
    return true;
}

/* concat(list, length, poolSize): a Buffer; or a number, the index of the first
 * that is not a Uint8Array; undefined: too long; null: the list is a proxy. */
static napi_value js_concat(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    uint32_t count, bad;
    size_t length;
    uint8_t *data = NULL;

    runtime *r = bind_args(env, info, 3, args);
    if (napi_get_array_length(env, args[0], &count) != napi_ok)
        return bind_null(env);
    const list_element all = measure_list(env, args[0], count, &length, &bad);
    if (all != LIST_BYTES)
        return all == LIST_OTHER ? bind_int(env, bad) : NULL;
    if (!bind_is_undefined(env, args[1]))
        length = bind_to_size(env, args[1]);
    if (length > LARGEST)
        return bind_undefined(env);
    napi_value buffer =
        bind_pool_buffer(r, length, bind_to_size(env, args[2]), &data);
    if (buffer != NULL && !join_list(env, args[0], count, data, length))
        return NULL;
    return buffer;
}

/* setPrototype(Buffer.prototype): of all Buffers that C makes. */
static napi_value js_set_prototype(napi_env env, napi_callback_info info)
{
    napi_value arg;

    runtime *r = bind_args(env, info, 1, &arg);
    engine_set_buffer_prototype(r->engine, arg);
    return NULL;
}

void bind_pool_methods(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "allocate", js_allocate },
        { "allocateZeroed", js_allocate_zeroed },
        { "fromString", js_from_string },
        { "copyOf", js_copy_of },
        { "part", js_part },
        { "wrap", js_wrap },
        { "concat", js_concat },
        { "setPrototype", js_set_prototype },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
