/*
 * crypto.c - internalBinding('crypto'): the library, and what has to do with
 * bytes as such.
 */
#include "bind/crypto/crypto.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/core/pin.h"

/* ---- The library -------------------------------------------------------- */

const crypto *bind_crypto(runtime *r)
{
    static const bind_symbol symbols[] = {
#define SYMBOL(f) LIBRARY_SYMBOL(crypto, f)
        CRYPTO_FUNCTIONS(SYMBOL) SYMBOL(RAND_OpenSSL)
            SYMBOL(RAND_set_rand_method)
#undef SYMBOL
    };
    crypto *c = BIND_STATE(r, crypto);
    const bool is_new = c->library == NULL;
    const int err = bind_library_open(r, "libcrypto.so.3", symbols,
                                      sizeof symbols / sizeof *symbols, c);

    if (err == 0) {
        /* A thread of the pool may be at work when the process exits, so
         * OpenSSL must not tidy up then. */
        if (is_new) {
            c->OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
            bind_crypto_begin_chance(r, c);
        }
        return c;
    }
    napi_throw_error(r->env, "ERR_NO_CRYPTO",
                     err == -ENOENT
                         ? "node:crypto needs OpenSSL 3 (libcrypto.so.3), "
                           "which is not installed"
                         : "node:crypto needs a newer OpenSSL 3 than the one "
                           "that is installed");
    return NULL;
}

static void close_crypto(runtime *r)
{
    bind_crypto_end_chance(BIND_STATE(r, crypto));
    bind_library_close(r, BIND_STATE(r, crypto));
}

/* ---- Bytes in and out --------------------------------------------------- */

bool bind_crypto_data(runtime *r, napi_value value, napi_value codec_value,
                      bind_bytes *out, void **memory)
{
    engine_chars text;

    *memory = NULL;
    if (bind_to_bytes(r->env, value, out))
        return true;
    const int err = engine_get_chars(r->engine, value, &text);
    if (err < 0) {
        if (err != ENGINE_THREW)
            napi_throw_type_error(r->env, NULL, "neither bytes nor a string");
        return false;
    }
    const codec c = (codec)bind_to_int(r->env, codec_value);
    const size_t size = codec_length(c, &text);
    out->data = *memory = malloc(size > 0 ? size : 1);
    if (*memory == NULL) {
        engine_throw_no_memory(r->engine);
        return false;
    }
    out->length = codec_write(c, &text, out->data, size);
    return true;
}

napi_value bind_crypto_output(runtime *r, const uint8_t *bytes, size_t n,
                              napi_value codec_value)
{
    napi_valuetype type;

    BIND_OK(napi_typeof(r->env, codec_value, &type));
    if (type == napi_number)
        return bind_decode(r, (codec)bind_to_int(r->env, codec_value), bytes,
                           n);
    return bind_crypto_buffer(r, bytes, n);
}

napi_value bind_crypto_buffer(runtime *r, const void *bytes, size_t n)
{
    uint8_t *data;
    const napi_value buffer = bind_new_buffer(r, n, &data);

    if (buffer != NULL && n > 0)
        memcpy(data, bytes, n);
    return buffer;
}

bool bind_crypto_alloc(size_t n, crypto_bytes *out)
{
    out->data = malloc(n > 0 ? n : 1);
    out->length = out->data != NULL ? n : 0;
    return out->data != NULL;
}

bool bind_crypto_copy(runtime *r, napi_value view, crypto_bytes *out)
{
    bind_bytes bytes = { NULL, 0 };

    if (!bind_to_bytes(r->env, view, &bytes))
        bytes.length = 0;
    if (!bind_crypto_alloc(bytes.length, out)) {
        engine_throw_no_memory(r->engine);
        return false;
    }
    if (bytes.length > 0)
        memcpy(out->data, bytes.data, bytes.length);
    return true;
}

/* The bytes may be a secret: they are overwritten before they are freed. */
void bind_crypto_free(const crypto *c, crypto_bytes *bytes)
{
    if (bytes->data != NULL)
        c->OPENSSL_cleanse(bytes->data, bytes->length);
    free(bytes->data);
    *bytes = (crypto_bytes){ NULL, 0 };
}

void bind_crypto_add_name(crypto_names *n, const char *name)
{
    BIND_OK(napi_set_element(n->r->env, n->list, n->count++,
                             bind_string(n->r->env, name)));
}

/* ---- Chance ------------------------------------------------------------- */

typedef struct fill_request {
    bind_request base;
    orr_random random;
} fill_request;

static const bind_type fill_type = { .hook_name = "RANDOMBYTESREQUEST",
                                     .resource_name = "RandomBytesRequest" };

static void on_filled(orr_random *random, int status)
{
    fill_request *q = random->req.data;
    runtime *r = q->base.wrap.r;
    napi_handle_scope scope;

    if (r->over) {
        bind_request_close(&q->base);
    } else {
        BIND_OK(napi_open_handle_scope(r->env, &scope));
        const napi_value argv[1] = { bind_int(r->env, status) };
        bind_request_finish(&q->base, 1, argv);
        napi_close_handle_scope(r->env, scope);
    }
    free(q);
}

static int begin_fill(runtime *r, napi_value *args)
{
    napi_env env = r->env;
    fill_request *q = calloc(1, sizeof *q);
    orr_buf buf;

    if (q == NULL)
        return -ENOMEM;
    bind_request_open(r, &q->base, &fill_type, &q->random.req, args[3]);
    int err = bind_hold_bytes(&q->base, args[0], bind_to_size(env, args[1]),
                              bind_to_size(env, args[2]), &buf);
    if (err == 0)
        err =
            orr_random_bytes(r->loop, &q->random, buf.base, buf.len, on_filled);
    err = bind_request_begun(&q->base, err);
    if (err < 0)
        free(q);
    return err;
}

/* randomFill(view, offset, size, req): at once without a req; 0, or a negative
 * errno. Offset and size are in bytes. */
static napi_value js_random_fill(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    runtime *r = bind_args(env, info, 4, args);
    orr_buf buf;

    if (!bind_is_undefined(env, args[3]))
        return bind_int(env, begin_fill(r, args));
    int err = bind_get_bytes(env, args[0], bind_to_size(env, args[1]),
                             bind_to_size(env, args[2]), &buf);
    if (err == 0)
        err = orr_random_bytes(r->loop, NULL, buf.base, buf.len, NULL);
    return bind_int(env, err);
}

/* ---- Comparing ---------------------------------------------------------- */

/* timingSafeEqual(a, b) of views with equally many bytes. */
static napi_value js_timing_safe_equal(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const crypto *c = bind_crypto(r);
    bind_bytes a, b;

    if (c == NULL)
        return NULL;
    if (!bind_to_bytes(env, args[0], &a) || !bind_to_bytes(env, args[1], &b) ||
        a.length != b.length)
        return bind_bool(env, false);
    return bind_bool(env, c->CRYPTO_memcmp(a.data, b.data, a.length) == 0);
}

/* version(): "3.0.17" */
static napi_value js_version(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    const crypto *c = bind_crypto(r);

    if (c == NULL)
        return NULL;
    return bind_string(env, c->OpenSSL_version(OPENSSL_VERSION_STRING));
}

static napi_status crypto_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "randomFill", js_random_fill },
        { "timingSafeEqual", js_timing_safe_equal },
        { "version", js_version },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    /* Of the headers: to know it, the library need not be loaded. */
    bind_set(r, exports, "headerVersion",
             bind_string(r->env, OPENSSL_VERSION_STR));
    bind_crypto_hash(r, exports);
    bind_crypto_cipher(r, exports);
    bind_crypto_curve(r, exports);
    bind_crypto_derive(r, exports);
    bind_crypto_generate(r, exports);
    bind_crypto_jobs(r, exports);
    bind_crypto_argon2(r, exports);
    bind_crypto_kem(r, exports);
    bind_crypto_raw(r, exports);
    bind_crypto_key(r, exports);
    bind_crypto_settings(r, exports);
    bind_crypto_sign(r, exports);
    bind_crypto_spkac(r, exports);
    bind_crypto_sponge(r, exports);
    bind_crypto_x509(r, exports);
    return napi_ok;
}

const bind_entry bind_entry_crypto = { .name = "crypto",
                                       .init = crypto_init,
                                       .unload = close_crypto,
                                       .state = sizeof(crypto) };
