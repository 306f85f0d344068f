/*
 * raw.c - keys as the bytes of an algorithm and nothing around them: the public
 * part, the private part, or the seed that both grow from. The kinds that
 * OpenSSL has since 3.5 (ML-DSA, ML-KEM, SLH-DSA) have no older form of their
 * own; DER made by hand serves the curves (internal/crypto/jwk).
 */
#include <stdlib.h>

#include "bind/crypto/crypto.h"

/* Numbers of lib/internal/crypto/jwk.js. */
enum { RAW_PUBLIC, RAW_PRIVATE, RAW_SEED };

/* OpenSSL 3.0's headers do not name it. */
static const char seed_param[] = "seed";

/* With no place to put it: its length. 0 if the key has no such part. */
static size_t raw_part(const crypto *c, const EVP_PKEY *pkey, int part,
                       uint8_t *out, size_t capacity)
{
    size_t n = capacity;
    int is_there;

    if (part == RAW_PUBLIC)
        is_there = c->EVP_PKEY_get_raw_public_key(pkey, out, &n);
    else if (part == RAW_PRIVATE)
        is_there = c->EVP_PKEY_get_raw_private_key(pkey, out, &n);
    else
        is_there = c->EVP_PKEY_get_octet_string_param(pkey, seed_param, out,
                                                      capacity, &n);
    return is_there == 1 ? n : 0;
}

/* rawPart(key, part): a Buffer; null if the key does not have it. */
static napi_value js_raw_part(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const crypto *c = BIND_STATE(r, crypto);
    const EVP_PKEY *pkey = bind_crypto_key_of(r, args[0]);
    const int part = (int)bind_to_int(env, args[1]);
    const size_t n = raw_part(c, pkey, part, NULL, 0);
    crypto_bytes bytes = { NULL, 0 };
    napi_value result = bind_null(env);

    if (n > 0 && !bind_crypto_alloc(n, &bytes))
        return bind_threw(r);
    if (n > 0 && raw_part(c, pkey, part, bytes.data, n) == n)
        result = bind_crypto_buffer(r, bytes.data, n);
    c->ERR_clear_error();
    bind_crypto_free(c, &bytes);
    return result;
}

static EVP_PKEY *key_of_seed(const crypto *c, const char *kind,
                             const bind_bytes *seed)
{
    OSSL_PARAM params[] = {
        { seed_param, OSSL_PARAM_OCTET_STRING, (void *)seed->data, seed->length,
          OSSL_PARAM_UNMODIFIED },
        { NULL, 0, NULL, 0, 0 },
    };
    EVP_PKEY_CTX *ctx = c->EVP_PKEY_CTX_new_from_name(NULL, kind, NULL);
    EVP_PKEY *pkey = NULL;

    if (ctx == NULL)
        return NULL;
    if (c->EVP_PKEY_fromdata_init(ctx) != 1 ||
        c->EVP_PKEY_fromdata(ctx, &pkey, EVP_PKEY_KEYPAIR, params) != 1)
        pkey = NULL;
    c->EVP_PKEY_CTX_free(ctx);
    return pkey;
}

static EVP_PKEY *key_of_raw(const crypto *c, const char *kind, int part,
                            const bind_bytes *in)
{
    if (part == RAW_SEED)
        return key_of_seed(c, kind, in);
    return part == RAW_PUBLIC
               ? c->EVP_PKEY_new_raw_public_key_ex(NULL, kind, NULL, in->data,
                                                   in->length)
               : c->EVP_PKEY_new_raw_private_key_ex(NULL, kind, NULL, in->data,
                                                    in->length);
}

/* keyOfRaw(kind, part, bytes): a key; null if the bytes are none. */
static napi_value js_key_of_raw(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    const crypto *c = bind_crypto(r);
    char *kind = c != NULL ? bind_to_string(env, args[0], NULL) : NULL;
    bind_bytes in;

    if (kind == NULL)
        return c != NULL ? bind_threw(r) : NULL;
    EVP_PKEY *pkey = NULL;
    if (bind_to_bytes(env, args[2], &in))
        pkey = key_of_raw(c, kind, (int)bind_to_int(env, args[1]), &in);
    free(kind);
    c->ERR_clear_error();
    return pkey != NULL ? bind_crypto_wrap_key(r, pkey) : bind_null(env);
}

/* hasKeyKind(kind): whether OpenSSL has such keys. */
static napi_value js_has_kind(napi_env env, napi_callback_info info)
{
    napi_value args[1];
    runtime *r = bind_args(env, info, 1, args);
    const crypto *c = bind_crypto(r);
    char *kind = c != NULL ? bind_to_string(env, args[0], NULL) : NULL;

    if (kind == NULL)
        return c != NULL ? bind_threw(r) : NULL;
    EVP_PKEY_CTX *ctx = c->EVP_PKEY_CTX_new_from_name(NULL, kind, NULL);
    if (ctx != NULL)
        c->EVP_PKEY_CTX_free(ctx);
    free(kind);
    c->ERR_clear_error();
    return bind_bool(env, ctx != NULL);
}

/* hasContexts(): whether signatures may have a context, as since 3.2. */
static napi_value js_has_contexts(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    const crypto *c = bind_crypto(r);

    return c != NULL ? bind_bool(env, c->OpenSSL_version_num() >= 0x30200000)
                     : NULL;
}

void bind_crypto_raw(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "rawPart", js_raw_part },
        { "keyOfRaw", js_key_of_raw },
        { "hasKeyKind", js_has_kind },
        { "hasContexts", js_has_contexts },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
