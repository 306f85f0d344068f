/*
 * stream.h - a coder of node:zlib: what deflate, brotli and zstd have in
 * common.
 *
 *      new Coder(mode, state)
 *      init(...)                               of each class
 *      write(flush, in, inOffset, inLength, out, outOffset, outLength, req)
 *      reset(), close(), getMessage()
 *
 * write() and init() return, or hand to oncomplete, a number of the library.
 *
 * What must stay true: while a thread works on a coder nothing else touches it;
 * close() then waits for the thread.
 */
#ifndef ORRERY_BIND_ZLIB_STREAM_H
#define ORRERY_BIND_ZLIB_STREAM_H

#include <brotli/decode.h>
#include <brotli/encode.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "bind/bytes/buffer.h"
#include "bind/core/library.h"

/* The number for a call that a coder is not ready for: Z_STREAM_ERROR. */
#define BIND_CODER_MISUSED (-2)

typedef struct bind_coder bind_coder;

typedef struct bind_coder_type {
    size_t size; /* of the struct that begins with the bind_coder */
    /* On any thread: code what is there, and set `result`. */
    void (*work)(bind_coder *s);
    void (*end)(bind_coder *s);
    int (*reset)(bind_coder *s);
    const char *(*message)(const bind_coder *s);
} bind_coder_type;

struct bind_coder {
    const bind_coder_type *type;
    const struct zlib_libraries *library;
    int mode; /* Node's number */
    const uint8_t *next_in;
    uint8_t *next_out;
    size_t avail_in, avail_out;
    int flush, result;
    bool is_open, is_working, is_closing;
    uint32_t *state;      /* of the program's Uint32Array */
    napi_ref state_array; /* which it keeps */
    uint8_t *dictionary;
    size_t dictionary_length;
};

#define ZLIB_FUNCTIONS(X)                                                      \
    X(crc32)                                                                   \
    X(deflate)                                                                 \
    X(deflateEnd)                                                              \
    X(deflateInit2_)                                                           \
    X(deflateParams)                                                           \
    X(deflateReset)                                                            \
    X(deflateSetDictionary)                                                    \
    X(inflate)                                                                 \
    X(inflateEnd)                                                              \
    X(inflateInit2_)                                                           \
    X(inflateReset)                                                            \
    X(inflateSetDictionary)

#define BROTLI_ENCODER_FUNCTIONS(X)                                            \
    X(BrotliEncoderCompressStream)                                             \
    X(BrotliEncoderCreateInstance)                                             \
    X(BrotliEncoderDestroyInstance)                                            \
    X(BrotliEncoderSetParameter)

#define BROTLI_DECODER_FUNCTIONS(X)                                            \
    X(BrotliDecoderCreateInstance)                                             \
    X(BrotliDecoderDecompressStream)                                           \
    X(BrotliDecoderDestroyInstance)                                            \
    X(BrotliDecoderErrorString)                                                \
    X(BrotliDecoderGetErrorCode)                                               \
    X(BrotliDecoderSetParameter)

#define ZSTD_FUNCTIONS(X)                                                      \
    X(ZSTD_CCtx_loadDictionary)                                                \
    X(ZSTD_CCtx_reset)                                                         \
    X(ZSTD_CCtx_setParameter)                                                  \
    X(ZSTD_CCtx_setPledgedSrcSize)                                             \
    X(ZSTD_DCtx_loadDictionary)                                                \
    X(ZSTD_DCtx_reset)                                                         \
    X(ZSTD_DCtx_setParameter)                                                  \
    X(ZSTD_compressStream2)                                                    \
    X(ZSTD_createCCtx)                                                         \
    X(ZSTD_createDCtx)                                                         \
    X(ZSTD_decompressStream)                                                   \
    X(ZSTD_freeCCtx)                                                           \
    X(ZSTD_freeDCtx)                                                           \
    X(ZSTD_getErrorCode)                                                       \
    X(ZSTD_getErrorString)                                                     \
    X(ZSTD_isError)

typedef struct zlib_library {
    void *library; /* stays first, here and below */
    ZLIB_FUNCTIONS(LIBRARY_MEMBER)
} zlib_library;

typedef struct brotli_encoder_library {
    void *library;
    BROTLI_ENCODER_FUNCTIONS(LIBRARY_MEMBER)
} brotli_encoder_library;

typedef struct brotli_decoder_library {
    void *library;
    BROTLI_DECODER_FUNCTIONS(LIBRARY_MEMBER)
} brotli_decoder_library;

typedef struct zstd_library {
    void *library;
    ZSTD_FUNCTIONS(LIBRARY_MEMBER)
} zstd_library;

/* What the binding keeps in a runtime. */
typedef struct zlib_libraries {
    zlib_library z;
    brotli_encoder_library encoder;
    brotli_decoder_library decoder;
    zstd_library zstd;
} zlib_libraries;

/* False with an exception of these words pending. */
bool bind_coder_open_library(runtime *r, const char *file,
                             const bind_symbol *symbols, size_t count,
                             void *table, const char *complaint);

/* For `new`, and for a method: the coder of `this`. */
napi_value bind_coder_new(runtime *r, const bind_coder_type *type,
                          napi_value self, napi_value mode,
                          napi_value state_array);
bind_coder *bind_coder_args(napi_env env, napi_callback_info info, size_t n,
                            napi_value *args);

/* Keep a copy of a view, if the argument is one. False without memory. */
bool bind_coder_copy_dictionary(bind_coder *s, napi_env env, napi_value value);

/* exports[name]: a class with the methods of all coders, and `more`. */
void bind_coder_class(runtime *r, napi_value exports, const char *name,
                      napi_callback js_new, const bind_function *more);

/* zlib/brotli.c, zlib/zstd.c */
void bind_zlib_brotli(runtime *r, napi_value exports);
void bind_zlib_zstd(runtime *r, napi_value exports);

#endif
