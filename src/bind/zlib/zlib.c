/*
 * zlib.c - class Zlib of internalBinding('zlib'): deflate and its relatives, by
 * libz, which is loaded when first used.
 *
 *      init(windowBits, level, memLevel, strategy, dictionary)
 *      params(level, strategy)
 *
 * The rest of it is zlib/stream.h.
 */
#include <stdlib.h>
#include <string.h>

#include "bind/zlib/stream.h"

/* Node's numbers. */
enum {
    MODE_DEFLATE = 1,
    MODE_INFLATE,
    MODE_GZIP,
    MODE_GUNZIP,
    MODE_DEFLATERAW,
    MODE_INFLATERAW,
    MODE_UNZIP
};

typedef struct deflater {
    bind_coder base; /* stays first */
    z_stream stream;
    bool one_member; /* of a gzip file: what follows is not looked at */
    size_t magic;    /* how much of gzip's magic MODE_UNZIP has seen */
} deflater;

static const zlib_library *get_library(runtime *r)
{
    static const bind_symbol symbols[] = {
#define SYMBOL(f) LIBRARY_SYMBOL(zlib_library, f)
        ZLIB_FUNCTIONS(SYMBOL)
#undef SYMBOL
    };
    zlib_libraries *all = BIND_STATE(r, zlib);

    return bind_coder_open_library(r, "libz.so.1", symbols,
                                   sizeof symbols / sizeof *symbols, &all->z,
                                   "node:zlib needs zlib (libz.so.1), which "
                                   "is not installed")
               ? &all->z
               : NULL;
}

static const zlib_library *library_of(const deflater *s)
{
    return &s->base.library->z;
}

static bool is_deflating(const deflater *s)
{
    return s->base.mode == MODE_DEFLATE || s->base.mode == MODE_GZIP ||
           s->base.mode == MODE_DEFLATERAW;
}

/* ---- The work ----------------------------------------------------------- */

static int set_dictionary(deflater *s)
{
    const uInt length = (uInt)s->base.dictionary_length;

    if (s->base.dictionary == NULL)
        return Z_OK;
    return is_deflating(s) ? library_of(s)->deflateSetDictionary(
                                 &s->stream, s->base.dictionary, length)
                           : library_of(s)->inflateSetDictionary(
                                 &s->stream, s->base.dictionary, length);
}

/* The head of zlib's format says that a dictionary is needed. */
static int inflate_with_dictionary(deflater *s)
{
    int result = library_of(s)->inflate(&s->stream, s->base.flush);

    if (result != Z_NEED_DICT || s->base.dictionary == NULL)
        return result;
    result = set_dictionary(s);
    if (result == Z_DATA_ERROR)
        return Z_NEED_DICT; /* it is another one */
    return result == Z_OK ? library_of(s)->inflate(&s->stream, s->base.flush)
                          : result;
}

/* MODE_UNZIP: zlib finds out by itself which format it is, but does not say.
 * Only what begins with gzip's magic may have several members. */
static void find_format(deflater *s)
{
    static const uint8_t magic[] = { 0x1f, 0x8b };

    for (size_t i = 0; s->base.mode == MODE_UNZIP && i < s->base.avail_in; i++)
        if (s->base.next_in[i] != magic[s->magic])
            s->base.mode = MODE_INFLATE;
        else if (++s->magic == sizeof magic)
            s->base.mode = MODE_GUNZIP;
}

/* A gzip file may be several, one after the other; zeros may fill it up. */
static int inflate_members(deflater *s)
{
    int result = inflate_with_dictionary(s);

    while (s->stream.avail_in > 0 && s->base.mode == MODE_GUNZIP &&
           !s->one_member && result == Z_STREAM_END &&
           s->stream.next_in[0] != 0) {
        library_of(s)->inflateReset(&s->stream);
        result = inflate_with_dictionary(s);
    }
    return result;
}

static void zlib_work(bind_coder *base)
{
    deflater *s = (deflater *)base;
    z_stream *z = &s->stream;

    find_format(s);
    /* zlib only reads what comes in. */
    z->next_in = (Bytef *)(uintptr_t)base->next_in;
    z->avail_in = (uInt)base->avail_in;
    z->next_out = base->next_out;
    z->avail_out = (uInt)base->avail_out;
    base->result = is_deflating(s) ? library_of(s)->deflate(z, base->flush)
                                   : inflate_members(s);
    base->avail_in = z->avail_in;
    base->avail_out = z->avail_out;
}

static void zlib_end(bind_coder *base)
{
    deflater *s = (deflater *)base;

    if (is_deflating(s))
        library_of(s)->deflateEnd(&s->stream);
    else
        library_of(s)->inflateEnd(&s->stream);
}

/* Inflating, zlib's own format asks for the dictionary when it is needed. */
static int set_early_dictionary(deflater *s)
{
    return is_deflating(s) || s->base.mode == MODE_INFLATERAW
               ? set_dictionary(s)
               : Z_OK;
}

static int zlib_reset(bind_coder *base)
{
    deflater *s = (deflater *)base;
    const int result = is_deflating(s)
                           ? library_of(s)->deflateReset(&s->stream)
                           : library_of(s)->inflateReset(&s->stream);

    return result == Z_OK ? set_early_dictionary(s) : result;
}

static const char *zlib_message(const bind_coder *base)
{
    return ((const deflater *)base)->stream.msg;
}

/* ---- The object --------------------------------------------------------- */

/* new Zlib(mode, state) */
static napi_value js_new(napi_env env, napi_callback_info info)
{
    static const bind_coder_type type = { sizeof(deflater), zlib_work, zlib_end,
                                          zlib_reset, zlib_message };
    napi_value args[2], self;
    runtime *r = bind_args_this(env, info, 2, args, &self);

    if (get_library(r) == NULL)
        return NULL;
    return bind_coder_new(r, &type, self, args[0], args[1]);
}

static int window_bits(const deflater *s, int bits)
{
    switch (s->base.mode) {
    case MODE_GZIP:
    case MODE_GUNZIP:
        return bits + 16;
    case MODE_UNZIP:
        return bits + 32; /* whichever it is */
    case MODE_DEFLATERAW:
    case MODE_INFLATERAW:
        return -bits;
    default:
        return bits;
    }
}

/* init(windowBits, level, memLevel, strategy, dictionary, isOneMember): zlib's
 * number. */
static napi_value js_init(napi_env env, napi_callback_info info)
{
    napi_value args[6];
    deflater *s = (deflater *)bind_coder_args(env, info, 6, args);
    const int bits = window_bits(s, (int)bind_to_int(env, args[0]));
    int result;

    s->one_member = bind_to_bool(env, args[5]);
    if (is_deflating(s))
        result = library_of(s)->deflateInit2_(
            &s->stream, (int)bind_to_int(env, args[1]), Z_DEFLATED, bits,
            (int)bind_to_int(env, args[2]), (int)bind_to_int(env, args[3]),
            ZLIB_VERSION, (int)sizeof s->stream);
    else
        result = library_of(s)->inflateInit2_(&s->stream, bits, ZLIB_VERSION,
                                              (int)sizeof s->stream);
    s->base.is_open = result == Z_OK;
    if (result == Z_OK)
        result = bind_coder_copy_dictionary(&s->base, env, args[4])
                     ? set_early_dictionary(s)
                     : Z_MEM_ERROR;
    return bind_int(env, result);
}

/* params(level, strategy): zlib's number. */
static napi_value js_params(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    deflater *s = (deflater *)bind_coder_args(env, info, 2, args);

    if (!s->base.is_open || s->base.is_working || !is_deflating(s))
        return bind_int(env, Z_OK);
    const int result =
        library_of(s)->deflateParams(&s->stream, (int)bind_to_int(env, args[0]),
                                     (int)bind_to_int(env, args[1]));
    return bind_int(env, result == Z_BUF_ERROR ? Z_OK : result);
}

/* crc32(bytes, start) */
static napi_value js_crc32(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const zlib_library *z = get_library(r);
    bind_bytes bytes;

    if (z == NULL || !bind_to_bytes(env, args[0], &bytes))
        return NULL;
    return bind_double(env, (double)z->crc32((uLong)bind_to_int(env, args[1]),
                                             bytes.data, (uInt)bytes.length));
}

/* Of the headers: to know them, no library need be loaded. Brotli's have none:
 * it is the oldest version that works here. */
static void set_versions(runtime *r, napi_value exports)
{
    bind_set(r, exports, "zlibVersion", bind_string(r->env, ZLIB_VERSION));
    bind_set(r, exports, "brotliVersion", bind_string(r->env, "1.0.9"));
    bind_set(r, exports, "zstdVersion",
             bind_string(r->env, ZSTD_VERSION_STRING));
}

static napi_status zlib_init(runtime *r, napi_value exports)
{
    static const bind_function methods[] = { { "init", js_init },
                                             { "params", js_params },
                                             { NULL, NULL } };

    bind_coder_class(r, exports, "Zlib", js_new, methods);
    bind_method(r, exports, "crc32", js_crc32);
    set_versions(r, exports);
    bind_zlib_brotli(r, exports);
    bind_zlib_zstd(r, exports);
    return napi_ok;
}

/* The libraries stay loaded: a coder that a program has left open is freed with
 * the engine, after all bindings were closed. */
const bind_entry bind_entry_zlib = { .name = "zlib",
                                     .init = zlib_init,
                                     .state = sizeof(zlib_libraries) };
