/*
 * brotli.c - classes BrotliEncoder and BrotliDecoder of
 * internalBinding('zlib'), by libbrotlienc and libbrotlidec, each loaded when
 * first used.
 *
 *      init(params)    an Uint32Array: the values of the parameters by number,
 *                      0xffffffff where none was given. 0, or what failed
 *
 * A result is 0, or a negative number: of the decoder its error, of the encoder
 * -1. BROTLI_NEEDS_MORE says that the input has ended too early.
 */
#include <stdlib.h>
#include <string.h>

#include "bind/zlib/stream.h"

#define NOT_GIVEN 0xffffffffU
#define MAX_PARAMS 16

enum { BROTLI_FINE, BROTLI_NO_INSTANCE, BROTLI_BAD_PARAM };
enum { BROTLI_NEEDS_MORE = 1 };

typedef struct brotli {
    bind_coder base;             /* stays first */
    BrotliEncoderState *encoder; /* one of these two */
    BrotliDecoderState *decoder;
    uint32_t params[MAX_PARAMS];
    size_t count;
    const char *text; /* of the decoder's error */
} brotli;

static const char *brotli_message(const bind_coder *base)
{
    return ((const brotli *)base)->text;
}

/* The parameters, for init() and for reset(). */
static void copy_params(brotli *s, napi_env env, napi_value array)
{
    bind_bytes bytes;

    if (!bind_to_bytes(env, array, &bytes))
        return;
    s->count = bytes.length / sizeof *s->params;
    if (s->count > MAX_PARAMS)
        s->count = MAX_PARAMS;
    memcpy(s->params, bytes.data, s->count * sizeof *s->params);
}

/* ---- Compressing --------------------------------------------------------- */

static void brotli_encode(bind_coder *base)
{
    brotli *s = (brotli *)base;
    const BROTLI_BOOL is_ok =
        base->library->encoder.BrotliEncoderCompressStream(
            s->encoder, (BrotliEncoderOperation)base->flush, &base->avail_in,
            &base->next_in, &base->avail_out, &base->next_out, NULL);

    base->result = is_ok ? 0 : -1;
}

static void end_encoder(bind_coder *base)
{
    brotli *s = (brotli *)base;

    base->library->encoder.BrotliEncoderDestroyInstance(s->encoder);
    s->encoder = NULL;
}

static int open_encoder(brotli *s)
{
    const brotli_encoder_library *b = &s->base.library->encoder;

    s->encoder = b->BrotliEncoderCreateInstance(NULL, NULL, NULL);
    if (s->encoder == NULL)
        return BROTLI_NO_INSTANCE;
    s->base.is_open = true;
    for (size_t i = 0; i < s->count; i++) {
        if (s->params[i] != NOT_GIVEN &&
            !b->BrotliEncoderSetParameter(s->encoder, (BrotliEncoderParameter)i,
                                          s->params[i]))
            return BROTLI_BAD_PARAM;
    }
    return BROTLI_FINE;
}

static int reset_encoder(bind_coder *base)
{
    end_encoder(base);
    base->is_open = false;
    return open_encoder((brotli *)base);
}

static napi_value js_new_encoder(napi_env env, napi_callback_info info)
{
    static const bind_symbol symbols[] = {
#define SYMBOL(f) LIBRARY_SYMBOL(brotli_encoder_library, f)
        BROTLI_ENCODER_FUNCTIONS(SYMBOL)
#undef SYMBOL
    };
    static const bind_coder_type type = { sizeof(brotli), brotli_encode,
                                          end_encoder, reset_encoder,
                                          brotli_message };
    napi_value args[2], self;
    runtime *r = bind_args_this(env, info, 2, args, &self);
    zlib_libraries *all = BIND_STATE(r, zlib);

    if (!bind_coder_open_library(r, "libbrotlienc.so.1", symbols,
                                 sizeof symbols / sizeof *symbols,
                                 &all->encoder,
                                 "brotli in node:zlib needs libbrotlienc.so.1,"
                                 " which is not installed"))
        return NULL;
    return bind_coder_new(r, &type, self, args[0], args[1]);
}

/* ---- Decompressing ------------------------------------------------------- */

static void brotli_decode(bind_coder *base)
{
    brotli *s = (brotli *)base;
    const brotli_decoder_library *b = &base->library->decoder;
    const BrotliDecoderResult result = b->BrotliDecoderDecompressStream(
        s->decoder, &base->avail_in, &base->next_in, &base->avail_out,
        &base->next_out, NULL);

    base->result = result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT
                       ? BROTLI_NEEDS_MORE
                       : 0;
    if (result == BROTLI_DECODER_RESULT_ERROR) {
        const BrotliDecoderErrorCode code =
            b->BrotliDecoderGetErrorCode(s->decoder);
        base->result = (int)code;
        s->text = b->BrotliDecoderErrorString(code);
    }
}

static void end_decoder(bind_coder *base)
{
    brotli *s = (brotli *)base;

    base->library->decoder.BrotliDecoderDestroyInstance(s->decoder);
    s->decoder = NULL;
}

static int open_decoder(brotli *s)
{
    const brotli_decoder_library *b = &s->base.library->decoder;

    s->decoder = b->BrotliDecoderCreateInstance(NULL, NULL, NULL);
    if (s->decoder == NULL)
        return BROTLI_NO_INSTANCE;
    s->base.is_open = true;
    for (size_t i = 0; i < s->count; i++) {
        if (s->params[i] != NOT_GIVEN &&
            !b->BrotliDecoderSetParameter(s->decoder, (BrotliDecoderParameter)i,
                                          s->params[i]))
            return BROTLI_BAD_PARAM;
    }
    return BROTLI_FINE;
}

static int reset_decoder(bind_coder *base)
{
    end_decoder(base);
    base->is_open = false;
    return open_decoder((brotli *)base);
}

static napi_value js_new_decoder(napi_env env, napi_callback_info info)
{
    static const bind_symbol symbols[] = {
#define SYMBOL(f) LIBRARY_SYMBOL(brotli_decoder_library, f)
        BROTLI_DECODER_FUNCTIONS(SYMBOL)
#undef SYMBOL
    };
    static const bind_coder_type type = { sizeof(brotli), brotli_decode,
                                          end_decoder, reset_decoder,
                                          brotli_message };
    napi_value args[2], self;
    runtime *r = bind_args_this(env, info, 2, args, &self);
    zlib_libraries *all = BIND_STATE(r, zlib);

    if (!bind_coder_open_library(r, "libbrotlidec.so.1", symbols,
                                 sizeof symbols / sizeof *symbols,
                                 &all->decoder,
                                 "brotli in node:zlib needs libbrotlidec.so.1,"
                                 " which is not installed"))
        return NULL;
    return bind_coder_new(r, &type, self, args[0], args[1]);
}

/* ---- Both ---------------------------------------------------------------- */

static napi_value js_init_encoder(napi_env env, napi_callback_info info)
{
    napi_value args[1];
    brotli *s = (brotli *)bind_coder_args(env, info, 1, args);

    copy_params(s, env, args[0]);
    return bind_int(env, open_encoder(s));
}

static napi_value js_init_decoder(napi_env env, napi_callback_info info)
{
    napi_value args[1];
    brotli *s = (brotli *)bind_coder_args(env, info, 1, args);

    copy_params(s, env, args[0]);
    return bind_int(env, open_decoder(s));
}

void bind_zlib_brotli(runtime *r, napi_value exports)
{
    static const bind_function encoder[] = { { "init", js_init_encoder },
                                             { NULL, NULL } };
    static const bind_function decoder[] = { { "init", js_init_decoder },
                                             { NULL, NULL } };

    bind_coder_class(r, exports, "BrotliEncoder", js_new_encoder, encoder);
    bind_coder_class(r, exports, "BrotliDecoder", js_new_decoder, decoder);
}
