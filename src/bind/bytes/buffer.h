/*
 * buffer.h - what the files of the binding "buffer" share, and what other
 * bindings need in order to take bytes and to hand out Buffers.
 */
#ifndef ORRERY_BIND_BUFFER_H
#define ORRERY_BIND_BUFFER_H

#include "bind/bind.h"
#include "text/codec.h"

typedef struct bind_bytes {
    uint8_t *data; /* never NULL */
    size_t length;
} bind_bytes;

/* What small Buffers share. */
typedef struct buffer_pool {
    napi_ref buffer; /* the ArrayBuffer */
    uint8_t *data;
    size_t size;
    size_t used;
} buffer_pool;

/* What the binding keeps in a runtime. */
typedef struct buffer_state {
    buffer_pool pool;
    napi_ref read_slow; /* buffer_number.c: for what C refuses */
    napi_ref write_slow;
    napi_ref method_slow; /* buffer_method.c: the same, by name */
} buffer_state;

static inline buffer_state *bind_buffer_state(runtime *r)
{
    return BIND_STATE(r, buffer);
}

/* The bytes of any typed array or DataView; none if it was detached. False if
 * the value is not a view. They are valid until JavaScript runs, which may
 * detach them. */
bool bind_to_bytes(napi_env env, napi_value v, bind_bytes *out);

/* The same, and false for all views but Uint8Arrays and Buffers. */
bool bind_to_uint8_array(napi_env env, napi_value v, bind_bytes *out);

/* A string of bytes; NULL with an exception pending. */
napi_value bind_decode(runtime *r, codec c, const uint8_t *bytes, size_t n);

/* A Buffer of its own memory, which is not zeroed; NULL with an exception. */
napi_value bind_new_buffer(runtime *r, size_t size, uint8_t **data);

/* The same, out of the pool if it is small, like Buffer.allocUnsafe().
 * pool_size is the current Buffer.poolSize. */
napi_value bind_pool_buffer(runtime *r, size_t size, size_t pool_size,
                            uint8_t **data);

/* A Buffer of the same memory; start and length lie within it. */
napi_value bind_part_of_buffer(runtime *r, napi_value buffer, size_t start,
                               size_t length);

/* The arguments of a call, and `this`; absent ones are undefined. */
runtime *bind_args_this(napi_env env, napi_callback_info info, size_t n,
                        napi_value *args, napi_value *self);

/* A method of Buffer.prototype that says it takes `length` arguments. */
napi_value bind_prototype_method(runtime *r, napi_value prototype,
                                 const char *name, int length, napi_callback fn,
                                 const void *data);

/* An argument that lib/ has checked, as a whole number: 0 if it is negative,
 * 2 ** 53 if it is larger. */
size_t bind_to_size(napi_env env, napi_value v);

/* buffer_search.c: indexOf(value, offset) of a string, a byte or a Uint8Array;
 * -1, or -2 if the value is something else, or there is no memory. */
int64_t bind_find(runtime *r, bind_bytes in, napi_value value, int64_t offset);

/* text_decoder.c */
void bind_text_decoder_methods(runtime *r, napi_value exports);
/* buffer_method.c */
void bind_buffer_methods(runtime *r, napi_value exports);
/* buffer_pool.c */
void bind_pool_methods(runtime *r, napi_value exports);
void bind_pool_close(runtime *r);
/* buffer_text.c */
void bind_text_methods(runtime *r, napi_value exports);
/* buffer_search.c */
void bind_search_methods(runtime *r, napi_value exports);
/* buffer_number.c */
void bind_number_methods(runtime *r, napi_value exports);

#endif
