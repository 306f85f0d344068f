/*
 * zlib.c - class Zlib of internalBinding('zlib'): deflate and its relatives, by
 * libz, which is loaded when first used.
 *
 *      new Zlib(mode, state)
 *      init(windowBits, level, memLevel, strategy, dictionary)
 *      write(flush, in, inOffset, inLength, out, outOffset, outLength, req)
 *      params(level, strategy), reset(), close()
 *
 * write() does its work at once, or, if it is given a req, on a thread of the
 * pool, and then calls req.oncomplete(). What is left over is in `state`, an
 * Uint32Array: [room left in out, bytes left of in]. Both return, or hand to
 * oncomplete, a number of zlib's.
 *
 * What must stay true: while a thread works on a stream nothing else touches
 * it; close() then waits for the thread.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "bind/buffer.h"
#include "bind/library.h"
#include "bind/pin.h"

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

typedef struct zlib_library {
    void *library; /* stays first */
    ZLIB_FUNCTIONS(LIBRARY_MEMBER)
} zlib_library;

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

typedef struct codec_stream {
    const zlib_library *z;
    z_stream stream;
    int mode, flush, result;
    bool is_open, is_working, is_closing;
    uint32_t *state;      /* of the program's Uint32Array */
    napi_ref state_array; /* which it keeps */
    uint8_t *dictionary;
    uint32_t dictionary_length;
} codec_stream;

typedef struct write_request {
    bind_request base;
    orr_work work;
    codec_stream *s;
    napi_ref self; /* the stream stays while a thread works on it */
} write_request;

static const zlib_library *get_library(runtime *r)
{
    static const bind_symbol symbols[] = {
#define SYMBOL(f) LIBRARY_SYMBOL(zlib_library, f)
        ZLIB_FUNCTIONS(SYMBOL)
#undef SYMBOL
    };
    zlib_library *z = BIND_STATE(r, zlib);

    if (bind_library_open(r, "libz.so.1", symbols,
                          sizeof symbols / sizeof *symbols, z) == 0)
        return z;
    napi_throw_error(r->env, "ERR_NO_ZLIB",
                     "node:zlib needs zlib (libz.so.1), which is not "
                     "installed");
    return NULL;
}

static bool is_deflating(const codec_stream *s)
{
    return s->mode == MODE_DEFLATE || s->mode == MODE_GZIP ||
           s->mode == MODE_DEFLATERAW;
}

/* ---- The work ----------------------------------------------------------- */

static int set_dictionary(codec_stream *s)
{
    if (s->dictionary == NULL)
        return Z_OK;
    return is_deflating(s) ? s->z->deflateSetDictionary(&s->stream,
                                                        s->dictionary,
                                                        s->dictionary_length)
                           : s->z->inflateSetDictionary(
                                 &s->stream, s->dictionary,
                                 s->dictionary_length);
}

/* The head of zlib's format says that a dictionary is needed. */
static int inflate_with_dictionary(codec_stream *s)
{
    int result = s->z->inflate(&s->stream, s->flush);

    if (result != Z_NEED_DICT || s->dictionary == NULL)
        return result;
    result = set_dictionary(s);
    if (result == Z_DATA_ERROR)
        return Z_NEED_DICT; /* it is another one */
    return result == Z_OK ? s->z->inflate(&s->stream, s->flush) : result;
}

/* A gzip file may be several, one behind the other; zeros may fill it up. */
static int inflate_members(codec_stream *s)
{
    int result = inflate_with_dictionary(s);

    while (s->stream.avail_in > 0 && s->mode == MODE_GUNZIP &&
           result == Z_STREAM_END && s->stream.next_in[0] != 0) {
        s->z->inflateReset(&s->stream);
        result = inflate_with_dictionary(s);
    }
    return result;
}

static void work(codec_stream *s)
{
    s->result = is_deflating(s) ? s->z->deflate(&s->stream, s->flush)
                                : inflate_members(s);
}

static void on_thread(orr_work *w)
{
    write_request *q = w->req.data;

    work(q->s);
}

static void report_state(codec_stream *s)
{
    s->state[0] = s->stream.avail_out;
    s->state[1] = s->stream.avail_in;
}

static void end_stream(codec_stream *s)
{
    if (s->is_open) {
        if (is_deflating(s))
            s->z->deflateEnd(&s->stream);
        else
            s->z->inflateEnd(&s->stream);
    }
    s->is_open = false;
    free(s->dictionary);
    s->dictionary = NULL;
}

static void free_stream(napi_env env, void *data, void *hint)
{
    codec_stream *s = data;

    (void)hint;
    end_stream(s);
    if (s->state_array != NULL)
        napi_delete_reference(env, s->state_array);
    free(s);
}

static void on_done(orr_work *w, int status)
{
    write_request *q = w->req.data;
    codec_stream *s = q->s;
    runtime *r = q->base.wrap.r;
    napi_handle_scope scope;

    (void)status;
    s->is_working = false;
    const bool closes = s->is_closing;
    if (closes)
        end_stream(s);
    else
        report_state(s);
    if (r->over || closes) {
        bind_request_close(&q->base);
    } else {
        BIND_OK(napi_open_handle_scope(r->env, &scope));
        const napi_value argv[1] = { bind_int(r->env, s->result) };
        bind_request_finish(&q->base, 1, argv);
        napi_close_handle_scope(r->env, scope);
    }
    napi_delete_reference(r->env, q->self);
    free(q);
}

/* ---- The object --------------------------------------------------------- */

static codec_stream *args_of(napi_env env, napi_callback_info info, size_t n,
                             napi_value *args, napi_value *self)
{
    void *s = NULL;

    bind_args_this(env, info, n, args, self);
    BIND_OK(napi_unwrap(env, *self, &s));
    return s;
}

/* new Zlib(mode, state) */
static napi_value js_new(napi_env env, napi_callback_info info)
{
    napi_value args[2], self;
    runtime *r = bind_args_this(env, info, 2, args, &self);
    const zlib_library *z = get_library(r);
    codec_stream *s = z ? calloc(1, sizeof *s) : NULL;
    bind_bytes state;

    if (s == NULL || !bind_to_bytes(env, args[1], &state)) {
        if (z != NULL)
            engine_throw_no_memory(r->engine);
        free(s);
        return NULL;
    }
    s->z = z;
    s->mode = (int)bind_to_int(env, args[0]);
    s->state = (uint32_t *)(void *)state.data;
    BIND_OK(napi_create_reference(env, args[1], 1, &s->state_array));
    if (napi_wrap(env, self, s, free_stream, NULL, NULL) != napi_ok)
        free_stream(env, s, NULL);
    return self;
}

static int window_bits(const codec_stream *s, int bits)
{
    switch (s->mode) {
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

static int copy_dictionary(codec_stream *s, const bind_bytes *bytes)
{
    s->dictionary = malloc(bytes->length > 0 ? bytes->length : 1);
    if (s->dictionary == NULL)
        return Z_MEM_ERROR;
    memcpy(s->dictionary, bytes->data, bytes->length);
    s->dictionary_length = (uint32_t)bytes->length;
    /* Inflating, zlib's own format asks for it when it is needed. */
    return is_deflating(s) || s->mode == MODE_INFLATERAW ? set_dictionary(s)
                                                         : Z_OK;
}

/* init(windowBits, level, memLevel, strategy, dictionary): zlib's number. */
static napi_value js_init(napi_env env, napi_callback_info info)
{
    napi_value args[5], self;
    codec_stream *s = args_of(env, info, 5, args, &self);
    const int bits = window_bits(s, (int)bind_to_int(env, args[0]));
    bind_bytes dictionary;
    int result;

    if (is_deflating(s))
        result = s->z->deflateInit2_(
            &s->stream, (int)bind_to_int(env, args[1]), Z_DEFLATED, bits,
            (int)bind_to_int(env, args[2]), (int)bind_to_int(env, args[3]),
            ZLIB_VERSION, (int)sizeof s->stream);
    else
        result = s->z->inflateInit2_(&s->stream, bits, ZLIB_VERSION,
                                     (int)sizeof s->stream);
    s->is_open = result == Z_OK;
    if (result == Z_OK && bind_to_bytes(env, args[4], &dictionary))
        result = copy_dictionary(s, &dictionary);
    return bind_int(env, result);
}

static void set_buffers(codec_stream *s, const orr_buf *in, const orr_buf *out)
{
    s->stream.next_in = in->base;
    s->stream.avail_in = (uInt)in->len;
    s->stream.next_out = out->base;
    s->stream.avail_out = (uInt)out->len;
}

/* A view's part; no view is no bytes. */
static int part_of(bind_request *q, napi_env env, const napi_value *args,
                   orr_buf *out)
{
    const size_t from = bind_to_size(env, args[1]);
    const size_t n = bind_to_size(env, args[2]);
    napi_valuetype type;

    *out = (orr_buf){ NULL, 0 };
    BIND_OK(napi_typeof(env, args[0], &type));
    if (type != napi_object)
        return 0;
    return q != NULL ? bind_hold_bytes(q, args[0], from, n, out)
                     : bind_get_bytes(env, args[0], from, n, out);
}

static int begin_work(runtime *r, codec_stream *s, napi_value self,
                      const napi_value *args)
{
    static const bind_type type = { .hook_name = "ZLIB",
                                    .resource_name = "Zlib" };
    write_request *q = calloc(1, sizeof *q);
    orr_buf in, out;

    if (q == NULL)
        return -ENOMEM;
    q->s = s;
    bind_request_open(r, &q->base, &type, &q->work.req, args[7]);
    int err = part_of(&q->base, r->env, &args[1], &in);
    if (err == 0)
        err = part_of(&q->base, r->env, &args[4], &out);
    if (err == 0) {
        set_buffers(s, &in, &out);
        err = orr_work_queue(r->loop, &q->work, on_thread, on_done);
    }
    if (err < 0) {
        bind_request_close(&q->base);
        free(q);
        return err;
    }
    s->is_working = true;
    BIND_OK(napi_create_reference(r->env, self, 1, &q->self));
    bind_request_begun(&q->base);
    return 0;
}

/* write(flush, in, inOffset, inLength, out, outOffset, outLength, req) */
static napi_value js_write(napi_env env, napi_callback_info info)
{
    napi_value args[8], self;
    void *unwrapped = NULL;
    runtime *r = bind_args_this(env, info, 8, args, &self);
    orr_buf in, out;

    BIND_OK(napi_unwrap(env, self, &unwrapped));
    codec_stream *s = unwrapped;
    if (!s->is_open || s->is_working)
        return bind_int(env, Z_STREAM_ERROR);
    s->flush = (int)bind_to_int(env, args[0]);
    if (!bind_is_undefined(env, args[7]))
        return bind_int(env, begin_work(r, s, self, args));
    if (part_of(NULL, env, &args[1], &in) < 0 ||
        part_of(NULL, env, &args[4], &out) < 0)
        return bind_int(env, Z_STREAM_ERROR);
    set_buffers(s, &in, &out);
    work(s);
    report_state(s);
    return bind_int(env, s->result);
}

/* params(level, strategy): zlib's number. */
static napi_value js_params(napi_env env, napi_callback_info info)
{
    napi_value args[2], self;
    codec_stream *s = args_of(env, info, 2, args, &self);

    if (!s->is_open || !is_deflating(s))
        return bind_int(env, Z_OK);
    const int result =
        s->z->deflateParams(&s->stream, (int)bind_to_int(env, args[0]),
                            (int)bind_to_int(env, args[1]));
    return bind_int(env, result == Z_BUF_ERROR ? Z_OK : result);
}

static napi_value js_reset(napi_env env, napi_callback_info info)
{
    napi_value self;
    codec_stream *s = args_of(env, info, 0, NULL, &self);
    int result = Z_STREAM_ERROR;

    if (s->is_open && !s->is_working) {
        result = is_deflating(s) ? s->z->deflateReset(&s->stream)
                                 : s->z->inflateReset(&s->stream);
        if (result == Z_OK && (is_deflating(s) || s->mode == MODE_INFLATERAW))
            result = set_dictionary(s);
    }
    return bind_int(env, result);
}

static napi_value js_close(napi_env env, napi_callback_info info)
{
    napi_value self;
    codec_stream *s = args_of(env, info, 0, NULL, &self);

    if (s->is_working)
        s->is_closing = true;
    else
        end_stream(s);
    return bind_undefined(env);
}

/* getMessage(): zlib's words for what failed last, or "". */
static napi_value js_get_message(napi_env env, napi_callback_info info)
{
    napi_value self;
    const codec_stream *s = args_of(env, info, 0, NULL, &self);

    return bind_string(env, s->stream.msg ? s->stream.msg : "");
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

static void close_zlib(runtime *r)
{
    bind_library_close(r, BIND_STATE(r, zlib));
}

static napi_status init(runtime *r, napi_value exports)
{
    static const napi_property_descriptor methods[] = {
#define METHOD(name, fn)                                                       \
    { name, NULL, fn, NULL, NULL, NULL, napi_default, NULL }
        METHOD("init", js_init),     METHOD("write", js_write),
        METHOD("params", js_params), METHOD("reset", js_reset),
        METHOD("close", js_close),   METHOD("getMessage", js_get_message),
#undef METHOD
    };
    napi_value class;

    /* The class needs the runtime in write() and new. */
    napi_property_descriptor own[sizeof methods / sizeof *methods];
    memcpy(own, methods, sizeof methods);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        own[i].data = r;
    BIND_OK(napi_define_class(r->env, "Zlib", NAPI_AUTO_LENGTH, js_new, r,
                              sizeof own / sizeof *own, own, &class));
    BIND_OK(napi_set_named_property(r->env, exports, "Zlib", class));
    bind_method(r, exports, "crc32", js_crc32);
    return napi_ok;
}

const bind_entry bind_entry_zlib = { .name = "zlib",
                                     .init = init,
                                     .close = close_zlib,
                                     .state = sizeof(zlib_library) };
