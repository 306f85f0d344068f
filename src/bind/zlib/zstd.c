/*
 * zstd.c - classes ZstdCompress and ZstdDecompress of
 * internalBinding('zlib'), by libzstd, which is loaded when first used.
 *
 *      init(params, dictionary, pledgedSrcSize)
 *          params is an Uint32Array: the values of the parameters by number,
 *          0xffffffff where none was given. 0, or what failed
 *
 * A result is 0, or one of libzstd's error numbers.
 */
#include <stdlib.h>
#include <string.h>

#include "bind/zlib/stream.h"

#define NOT_GIVEN 0xffffffffU

enum {
    ZSTD_FINE,
    ZSTD_NO_INSTANCE,
    ZSTD_BAD_PARAM,
    ZSTD_BAD_DICTIONARY,
    ZSTD_BAD_SIZE
};

typedef struct zstd {
    bind_coder base;    /* stays first */
    ZSTD_CCtx *encoder; /* one of these two */
    ZSTD_DCtx *decoder;
    bool has_whole_frame; /* and nothing of another one */
    uint64_t pledged_size;
    const char *text; /* of the last error */
} zstd;

static const zstd_library *library_of(const zstd *s)
{
    return &s->base.library->zstd;
}

static const char *zstd_message(const bind_coder *base)
{
    return ((const zstd *)base)->text;
}

static const zstd_library *get_library(runtime *r)
{
    static const bind_symbol symbols[] = {
#define SYMBOL(f) LIBRARY_SYMBOL(zstd_library, f)
        ZSTD_FUNCTIONS(SYMBOL)
#undef SYMBOL
    };
    zlib_libraries *all = BIND_STATE(r, zlib);

    return bind_coder_open_library(r, "libzstd.so.1", symbols,
                                   sizeof symbols / sizeof *symbols, &all->zstd,
                                   "zstd in node:zlib needs libzstd.so.1, "
                                   "which is not installed")
               ? &all->zstd
               : NULL;
}

/* ---- The work ------------------------------------------------------------ */

/* Has the input ended before a frame did? Without input libzstd says how much
 * it wants for the next frame. */
static bool ends_early(zstd *s, const ZSTD_inBuffer *in,
                       const ZSTD_outBuffer *out, size_t left)
{
    if (in->size > 0 || out->pos > 0)
        s->has_whole_frame = left == 0;
    return s->decoder != NULL && s->base.flush == ZSTD_e_end &&
           !s->has_whole_frame && in->pos == in->size && out->pos < out->size;
}

static void zstd_work(bind_coder *base)
{
    zstd *s = (zstd *)base;
    const zstd_library *z = library_of(s);
    ZSTD_inBuffer in = { base->next_in, base->avail_in, 0 };
    ZSTD_outBuffer out = { base->next_out, base->avail_out, 0 };
    const size_t left =
        s->encoder != NULL
            ? z->ZSTD_compressStream2(s->encoder, &out, &in,
                                      (ZSTD_EndDirective)base->flush)
            : z->ZSTD_decompressStream(s->decoder, &out, &in);

    base->avail_in -= in.pos;
    base->avail_out -= out.pos;
    base->result = ends_early(s, &in, &out, left) ? Z_BUF_ERROR : 0;
    if (z->ZSTD_isError(left)) {
        const ZSTD_ErrorCode code = z->ZSTD_getErrorCode(left);
        base->result = (int)code;
        s->text = z->ZSTD_getErrorString(code);
    }
}

static void zstd_end(bind_coder *base)
{
    zstd *s = (zstd *)base;

    library_of(s)->ZSTD_freeCCtx(s->encoder);
    library_of(s)->ZSTD_freeDCtx(s->decoder);
    s->encoder = NULL;
    s->decoder = NULL;
}

static int zstd_reset(bind_coder *base)
{
    zstd *s = (zstd *)base;
    const zstd_library *z = library_of(s);

    s->has_whole_frame = false;
    if (s->encoder == NULL) {
        z->ZSTD_DCtx_reset(s->decoder, ZSTD_reset_session_only);
        return ZSTD_FINE;
    }
    z->ZSTD_CCtx_reset(s->encoder, ZSTD_reset_session_only);
    z->ZSTD_CCtx_setPledgedSrcSize(s->encoder, s->pledged_size);
    return ZSTD_FINE;
}

/* ---- The objects --------------------------------------------------------- */

static napi_value js_new(napi_env env, napi_callback_info info)
{
    static const bind_coder_type type = { sizeof(zstd), zstd_work, zstd_end,
                                          zstd_reset, zstd_message };
    napi_value args[2], self;
    runtime *r = bind_args_this(env, info, 2, args, &self);

    if (get_library(r) == NULL)
        return NULL;
    return bind_coder_new(r, &type, self, args[0], args[1]);
}

static bool set_param(zstd *s, int number, int value)
{
    const zstd_library *z = library_of(s);
    const size_t result = s->encoder != NULL
                              ? z->ZSTD_CCtx_setParameter(
                                    s->encoder, (ZSTD_cParameter)number, value)
                              : z->ZSTD_DCtx_setParameter(
                                    s->decoder, (ZSTD_dParameter)number, value);

    return !z->ZSTD_isError(result);
}

static bool set_params(zstd *s, napi_env env, napi_value array)
{
    bind_bytes bytes;

    if (!bind_to_bytes(env, array, &bytes))
        return true;
    for (size_t i = 0; i + 4 <= bytes.length; i += 4) {
        uint32_t value;
        memcpy(&value, bytes.data + i, sizeof value);
        if (value != NOT_GIVEN && !set_param(s, (int)(i / 4), (int)value))
            return false;
    }
    return true;
}

static bool set_dictionary(zstd *s, napi_env env, napi_value value)
{
    const zstd_library *z = library_of(s);
    bind_bytes bytes;

    if (!bind_to_bytes(env, value, &bytes))
        return true;
    const size_t result =
        s->encoder != NULL
            ? z->ZSTD_CCtx_loadDictionary(s->encoder, bytes.data, bytes.length)
            : z->ZSTD_DCtx_loadDictionary(s->decoder, bytes.data, bytes.length);
    return !z->ZSTD_isError(result);
}

/* What both kinds do once there is an instance. */
static int set_up(zstd *s, napi_env env, const napi_value *args)
{
    s->base.is_open = true;
    if (!set_dictionary(s, env, args[1]))
        return ZSTD_BAD_DICTIONARY;
    s->pledged_size = bind_is_undefined(env, args[2])
                          ? ZSTD_CONTENTSIZE_UNKNOWN
                          : bind_to_size(env, args[2]);
    if (s->encoder != NULL &&
        library_of(s)->ZSTD_isError(library_of(s)->ZSTD_CCtx_setPledgedSrcSize(
            s->encoder, s->pledged_size)))
        return ZSTD_BAD_SIZE;
    return set_params(s, env, args[0]) ? ZSTD_FINE : ZSTD_BAD_PARAM;
}

static napi_value js_init_encoder(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    zstd *s = (zstd *)bind_coder_args(env, info, 3, args);

    s->encoder = library_of(s)->ZSTD_createCCtx();
    return bind_int(env, s->encoder != NULL ? set_up(s, env, args)
                                            : ZSTD_NO_INSTANCE);
}

static napi_value js_init_decoder(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    zstd *s = (zstd *)bind_coder_args(env, info, 3, args);

    s->decoder = library_of(s)->ZSTD_createDCtx();
    return bind_int(env, s->decoder != NULL ? set_up(s, env, args)
                                            : ZSTD_NO_INSTANCE);
}

void bind_zlib_zstd(runtime *r, napi_value exports)
{
    static const bind_function encoder[] = { { "init", js_init_encoder },
                                             { NULL, NULL } };
    static const bind_function decoder[] = { { "init", js_init_decoder },
                                             { NULL, NULL } };

    bind_coder_class(r, exports, "ZstdCompress", js_new, encoder);
    bind_coder_class(r, exports, "ZstdDecompress", js_new, decoder);
}
