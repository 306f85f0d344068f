/*
 * hash.c - hashes and HMACs.
 *
 * A hash is an object with an OpenSSL context behind it, which is freed with
 * the object. lib/ reads the digest once.
 */
#include <stdlib.h>
#include <string.h>

#include "bind/crypto/crypto.h"

typedef struct digest {
    const crypto *c;
    EVP_MD_CTX *hash; /* one of these two */
    EVP_MAC_CTX *mac;
    size_t size;     /* of the digest, in bytes */
    size_t own_size; /* if no other is asked for */
    bool is_xof;     /* outputLength may be any size */
} digest;

static void free_digest(napi_env env, void *data, void *hint)
{
    digest *d = data;

    (void)env;
    (void)hint;
    if (d->hash != NULL)
        d->c->EVP_MD_CTX_free(d->hash);
    if (d->mac != NULL)
        d->c->EVP_MAC_CTX_free(d->mac);
    free(d);
}

static digest *digest_of(napi_env env, napi_value object)
{
    void *d = NULL;

    BIND_OK(napi_unwrap(env, object, &d));
    return d;
}

/* ---- Hashes ------------------------------------------------------------- */

static EVP_MD *find_by_text(const crypto *c, const char *text)
{
    const bool is_dss1 = strcmp(text, "dss1") == 0 || strcmp(text, "DSS1") == 0;
    EVP_MD *md = c->EVP_MD_fetch(NULL, is_dss1 ? "SHA1" : text, NULL);

    if (md == NULL) { /* "RSA-SHA256" is an older name */
        const EVP_MD *known = c->EVP_get_digestbyname(text);
        if (known != NULL)
            md = c->EVP_MD_fetch(NULL, c->EVP_MD_get0_name(known), NULL);
    }
    c->ERR_clear_error();
    return md;
}

EVP_MD *bind_crypto_find_hash(runtime *r, const crypto *c, napi_value name)
{
    char *text = bind_to_string(r->env, name, NULL);
    EVP_MD *md = text ? find_by_text(c, text) : NULL;

    free(text);
    return md;
}

/* Newer versions of OpenSSL have no length for SHAKE, which Node has. */
static size_t default_size(const crypto *c, const EVP_MD *md)
{
    const int size = c->EVP_MD_get_size(md);

    if (size > 0)
        return (size_t)size;
    return c->EVP_MD_is_a(md, "SHAKE128") ? 16 : 32;
}

/* A hash that has begun; NULL with an exception pending. */
static digest *begin_hash(runtime *r, const crypto *c, const EVP_MD *md)
{
    digest *d = calloc(1, sizeof *d);

    if (d == NULL) {
        engine_throw_no_memory(r->engine);
        return NULL;
    }
    d->c = c;
    d->hash = c->EVP_MD_CTX_new();
    d->size = d->own_size = default_size(c, md);
    d->is_xof = (c->EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF) != 0;
    if (d->hash != NULL && c->EVP_DigestInit_ex(d->hash, md, NULL) == 1)
        return d;
    free_digest(r->env, d, NULL);
    bind_crypto_throw(r, "Digest failed");
    return NULL;
}

/* Set the requested length, if the hash can have it. */
static bool set_size(runtime *r, digest *d, napi_value size)
{
    if (bind_is_undefined(r->env, size))
        return true;
    const size_t n = bind_to_size(r->env, size);
    if (n != d->size && !d->is_xof) {
        napi_throw_error(r->env, "ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH",
                         "error:030000B2:digital envelope routines::not XOF or "
                         "invalid length");
        return false;
    }
    d->size = n;
    return true;
}

/* createHash(name, size): a digest; null if there is no such hash. */
static napi_value js_create_hash(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const crypto *c = bind_crypto(r);
    EVP_MD *md = c ? bind_crypto_find_hash(r, c, args[0]) : NULL;

    if (md == NULL)
        return c ? bind_null(env) : NULL;
    digest *d = begin_hash(r, c, md);
    c->EVP_MD_free(md);
    if (d == NULL)
        return NULL;
    if (!set_size(r, d, args[1])) {
        free_digest(env, d, NULL);
        return NULL;
    }
    return bind_own(r, d, free_digest);
}

/* copyHash(digest, size) */
static napi_value js_copy_hash(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const digest *from = digest_of(env, args[0]);
    digest *d = calloc(1, sizeof *d);

    if (d == NULL) {
        engine_throw_no_memory(r->engine);
        return NULL;
    }
    *d = *from;
    d->size = d->own_size;
    d->hash = d->c->EVP_MD_CTX_new();
    const bool copied =
        d->hash != NULL && d->c->EVP_MD_CTX_copy_ex(d->hash, from->hash) == 1;
    if (copied && set_size(r, d, args[1]))
        return bind_own(r, d, free_digest);
    if (!copied)
        bind_crypto_throw(r, "Digest failed");
    free_digest(env, d, NULL);
    return NULL;
}

/* ---- HMAC --------------------------------------------------------------- */

static bool begin_mac(digest *d, const char *hash, const bind_bytes *key)
{
    OSSL_PARAM params[2] = {
        { OSSL_MAC_PARAM_DIGEST, OSSL_PARAM_UTF8_STRING, NULL, 0,
          OSSL_PARAM_UNMODIFIED },
        { NULL, 0, NULL, 0, 0 },
    };
    EVP_MAC *mac = d->c->EVP_MAC_fetch(NULL, "HMAC", NULL);

    if (mac == NULL)
        return false;
    d->mac = d->c->EVP_MAC_CTX_new(mac);
    d->c->EVP_MAC_free(mac);
    /* OpenSSL only reads it. */
    params[0].data = (void *)(uintptr_t)hash;
    params[0].data_size = strlen(hash);
    if (d->mac == NULL ||
        d->c->EVP_MAC_init(d->mac, key->data, key->length, params) != 1)
        return false;
    d->size = d->c->EVP_MAC_CTX_get_mac_size(d->mac);
    return true;
}

/* createHmac(name, key): a digest; null if there is no such hash. */
static napi_value js_create_hmac(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const crypto *c = bind_crypto(r);
    EVP_MD *md = c ? bind_crypto_find_hash(r, c, args[0]) : NULL;
    bind_bytes key;

    if (md == NULL || !bind_to_bytes(env, args[1], &key))
        return c ? bind_null(env) : NULL;
    digest *d = calloc(1, sizeof *d);
    if (d != NULL)
        d->c = c;
    const bool begun = d && begin_mac(d, c->EVP_MD_get0_name(md), &key);
    c->EVP_MD_free(md);
    if (begun)
        return bind_own(r, d, free_digest);
    if (d == NULL)
        engine_throw_no_memory(r->engine);
    else
        free_digest(env, d, NULL);
    return d == NULL ? NULL : bind_crypto_throw(r, "Digest failed");
}

/* ---- Both --------------------------------------------------------------- */

static bool hash_add(const digest *d, const bind_bytes *bytes)
{
    return d->hash != NULL
               ? d->c->EVP_DigestUpdate(d->hash, bytes->data, bytes->length)
               : d->c->EVP_MAC_update(d->mac, bytes->data, bytes->length);
}

/* update(digest, view or string, codec): whether it was taken. */
static napi_value js_update(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    bind_bytes bytes;
    void *memory;

    if (!bind_crypto_data(r, args[1], args[2], &bytes, &memory))
        return NULL;
    const bool added = hash_add(digest_of(env, args[0]), &bytes);
    free(memory);
    return bind_bool(env, added);
}

static bool hash_finish(const digest *d, uint8_t *out)
{
    size_t n;

    if (d->mac != NULL)
        return d->c->EVP_MAC_final(d->mac, out, &n, d->size) == 1;
    if (d->is_xof)
        return d->size == 0 ||
               d->c->EVP_DigestFinalXOF(d->hash, out, d->size) == 1;
    return d->c->EVP_DigestFinal_ex(d->hash, out, NULL) == 1;
}

static napi_value give_digest(runtime *r, const digest *d, napi_value encoding)
{
    uint8_t small[EVP_MAX_MD_SIZE];
    uint8_t *out = d->size <= sizeof small ? small : malloc(d->size);
    napi_value result = NULL;

    if (out == NULL)
        engine_throw_no_memory(r->engine);
    else if (!hash_finish(d, out))
        bind_crypto_throw(r, "Digest failed");
    else
        result = bind_crypto_output(r, out, d->size, encoding);
    if (out != small)
        free(out);
    return result;
}

/* digest(digest, codec): a Buffer, or a string if there is a codec. */
static napi_value js_digest(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);

    return give_digest(r, digest_of(env, args[0]), args[1]);
}

/* hash(name, data, codec of a string, codec of the result, size): the digest
 * in one call; null if there is no such hash. */
static napi_value js_hash(napi_env env, napi_callback_info info)
{
    napi_value args[5], result = NULL;
    runtime *r = bind_args(env, info, 5, args);
    const crypto *c = bind_crypto(r);
    EVP_MD *md = c ? bind_crypto_find_hash(r, c, args[0]) : NULL;
    bind_bytes bytes;
    void *memory;

    if (md == NULL)
        return c ? bind_null(env) : NULL;
    digest *d = begin_hash(r, c, md);
    c->EVP_MD_free(md);
    if (d == NULL)
        return NULL;
    if (set_size(r, d, args[4]) &&
        bind_crypto_data(r, args[1], args[2], &bytes, &memory)) {
        result = hash_add(d, &bytes) ? give_digest(r, d, args[3])
                                     : bind_crypto_throw(r, "Digest failed");
        free(memory);
    }
    free_digest(env, d, NULL);
    return result;
}

/* ---- Which there are ---------------------------------------------------- */

/* Only those that a provider implements. */
static void add_name(const EVP_MD *md, const char *from, const char *to,
                     void *arg)
{
    crypto_names *n = arg;
    const crypto *c = BIND_STATE(n->r, crypto);
    EVP_MD *found = find_by_text(c, from);

    (void)md;
    (void)to;
    if (found == NULL)
        return;
    c->EVP_MD_free(found);
    bind_crypto_add_name(n, from);
}

/* getHashes(): as OpenSSL lists them. */
static napi_value js_get_hashes(napi_env env, napi_callback_info info)
{
    crypto_names n = { bind_args(env, info, 0, NULL), NULL, 0 };
    const crypto *c = bind_crypto(n.r);

    if (c == NULL)
        return NULL;
    BIND_OK(napi_create_array(env, &n.list));
    c->EVP_MD_do_all_sorted(add_name, &n);
    return n.list;
}

void bind_crypto_hash(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "createHash", js_create_hash }, { "copyHash", js_copy_hash },
        { "createHmac", js_create_hmac }, { "update", js_update },
        { "digest", js_digest },          { "hash", js_hash },
        { "getHashes", js_get_hashes },   { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
