/*
 * derive.c - keys out of passwords and other secrets: PBKDF2, scrypt and
 * HKDF, as jobs.
 */
#include <stdlib.h>
#include <string.h>

#include "bind/crypto/crypto.h"

typedef struct derive_job {
    crypto_job job; /* stays first */
    EVP_MD *md;     /* not of scrypt */
    crypto_bytes secret, salt, info;
    int iterations;              /* PBKDF2 */
    uint64_t n, r, p, max_bytes; /* scrypt */
} derive_job;

static void free_derive(crypto_job *job)
{
    derive_job *d = (derive_job *)job;
    const crypto *c = job->c;

    if (d->md != NULL)
        c->EVP_MD_free(d->md);
    bind_crypto_free(c, &d->secret);
    bind_crypto_free(c, &d->salt);
    bind_crypto_free(c, &d->info);
    bind_crypto_free(c, &d->job.out);
    free(d);
}

/* A job with copies of secret and salt; NULL with an exception pending. */
static derive_job *new_derive(runtime *r, napi_value secret, napi_value salt,
                              napi_value length)
{
    derive_job *d = calloc(1, sizeof *d);

    if (d == NULL) {
        engine_throw_no_memory(r->engine);
        return NULL;
    }
    d->job.c = BIND_STATE(r, crypto);
    bool copied = bind_crypto_copy(r, secret, &d->secret) &&
                  bind_crypto_copy(r, salt, &d->salt);
    if (copied &&
        !bind_crypto_alloc(bind_to_size(r->env, length), &d->job.out)) {
        engine_throw_no_memory(r->engine);
        copied = false;
    }
    if (copied)
        return d;
    free_derive(&d->job);
    return NULL;
}

/* A job with the digest args[0], the secret args[1], the salt args[2] and space
 * for args[4] bytes. NULL, and what the function is to return: null if there is
 * no such digest, else nothing, with an exception pending. */
static derive_job *new_hashed(runtime *r, const napi_value *args,
                              napi_value *result)
{
    const crypto *c = bind_crypto(r);
    EVP_MD *md = c ? bind_crypto_find_hash(r, c, args[0]) : NULL;

    *result = c != NULL && md == NULL ? bind_null(r->env) : NULL;
    if (md == NULL)
        return NULL;
    derive_job *d = new_derive(r, args[1], args[2], args[4]);
    if (d == NULL)
        c->EVP_MD_free(md);
    else
        d->md = md;
    return d;
}

/* ---- PBKDF2 -------------------------------------------------------------- */

static bool work_pbkdf2(crypto_job *job)
{
    derive_job *d = (derive_job *)job;

    return d->job.out.length > 0 &&
           job->c->PKCS5_PBKDF2_HMAC(
               (const char *)d->secret.data, (int)d->secret.length,
               d->salt.data, (int)d->salt.length, d->iterations, d->md,
               (int)d->job.out.length, d->job.out.data) == 1;
}

/* pbkdf2(digest, password, salt, iterations, length, req): null if there is no
 * such digest. */
static napi_value js_pbkdf2(napi_env env, napi_callback_info info)
{
    static const crypto_job_type type =
        CRYPTO_JOB("PBKDF2REQUEST", "PBKDF2Request", work_pbkdf2, NULL,
                   free_derive, "Deriving bits failed");
    napi_value args[6], result;
    runtime *r = bind_args(env, info, 6, args);
    derive_job *d = new_hashed(r, args, &result);

    if (d == NULL)
        return result;
    d->iterations = (int)bind_to_int(env, args[3]);
    return bind_crypto_run(r, &d->job, &type, args[5]);
}

/* ---- scrypt -------------------------------------------------------------- */

/* Without space for a key OpenSSL only checks the numbers. */
static bool run_scrypt(const derive_job *d, uint8_t *out, size_t n)
{
    return d->job.c->EVP_PBE_scrypt(
               (const char *)d->secret.data, d->secret.length, d->salt.data,
               d->salt.length, d->n, d->r, d->p, d->max_bytes, out, n) == 1;
}

static bool work_scrypt(crypto_job *job)
{
    derive_job *d = (derive_job *)job;

    return d->job.out.length == 0 ||
           run_scrypt(d, d->job.out.data, d->job.out.length);
}

static napi_value throw_scrypt_params(runtime *r)
{
    const crypto *c = BIND_STATE(r, crypto);
    char text[300] = "Invalid scrypt params";
    const size_t n = strlen(text);
    crypto_errors errors;

    bind_crypto_take_errors(c, &errors);
    if (errors.count > 0) {
        memcpy(text + n, ": ", 2);
        c->ERR_error_string_n(errors.list[0], text + n + 2,
                              sizeof text - n - 2);
    }
    napi_throw_range_error(r->env, "ERR_CRYPTO_INVALID_SCRYPT_PARAMS", text);
    return NULL;
}

/* scrypt(password, salt, N, r, p, maxmem, length, req) */
static napi_value js_scrypt(napi_env env, napi_callback_info info)
{
    static const crypto_job_type type =
        CRYPTO_JOB("SCRYPTREQUEST", "ScryptRequest", work_scrypt, NULL,
                   free_derive, "Deriving bits failed");
    napi_value args[8];
    runtime *r = bind_args(env, info, 8, args);
    derive_job *d =
        bind_crypto(r) ? new_derive(r, args[0], args[1], args[6]) : NULL;

    if (d == NULL)
        return NULL;
    d->n = bind_to_size(env, args[2]);
    d->r = bind_to_size(env, args[3]);
    d->p = bind_to_size(env, args[4]);
    d->max_bytes = bind_to_size(env, args[5]);
    if (!run_scrypt(d, NULL, 0)) {
        free_derive(&d->job);
        return throw_scrypt_params(r);
    }
    return bind_crypto_run(r, &d->job, &type, args[7]);
}

/* ---- HKDF ---------------------------------------------------------------- */

/* RFC 5869, step 2: each block is the HMAC of the one before it, the info and
 * its number. */
static bool derive_expand(derive_job *d, const uint8_t *key,
                          unsigned key_length)
{
    const crypto *c = d->job.c;
    const size_t size = (size_t)c->EVP_MD_get_size(d->md);
    crypto_bytes text;
    size_t before = 0; /* bytes of the last block in `text` */
    bool is_ok = bind_crypto_alloc(size + d->info.length + 1, &text);
    uint8_t number = 1;

    for (size_t at = 0; is_ok && at < d->job.out.length; at += size) {
        const size_t left = d->job.out.length - at;
        memcpy(text.data + before, d->info.data, d->info.length);
        text.data[before + d->info.length] = number++;
        uint8_t block[EVP_MAX_MD_SIZE];
        is_ok = c->HMAC(d->md, key, (int)key_length, text.data,
                        before + d->info.length + 1, block, NULL) != NULL;
        memcpy(d->job.out.data + at, block, left < size ? left : size);
        memcpy(text.data, block, size);
        before = size;
    }
    bind_crypto_free(c, &text);
    return is_ok;
}

static bool work_hkdf(crypto_job *job)
{
    static const uint8_t zeros[EVP_MAX_MD_SIZE];
    derive_job *d = (derive_job *)job;
    const crypto *c = job->c;
    const int size = c->EVP_MD_get_size(d->md);
    const bool salted = d->salt.length > 0;
    uint8_t key[EVP_MAX_MD_SIZE];
    unsigned n;

    const bool is_ok =
        d->job.out.length > 0 &&
        c->HMAC(d->md, salted ? d->salt.data : zeros,
                salted ? (int)d->salt.length : size, d->secret.data,
                d->secret.length, key, &n) != NULL &&
        derive_expand(d, key, n);
    c->OPENSSL_cleanse(key, sizeof key);
    return is_ok;
}

static napi_value begin_hkdf(runtime *r, derive_job *d, napi_value *args)
{
    static const crypto_job_type type =
        CRYPTO_JOB("DERIVEBITSREQUEST", "DeriveBitsRequest", work_hkdf, NULL,
                   free_derive, "Deriving bits failed");
    const size_t size = (size_t)d->job.c->EVP_MD_get_size(d->md);

    if (d->job.out.length > 255 * size) {
        napi_throw_range_error(r->env, "ERR_CRYPTO_INVALID_KEYLEN",
                               "Invalid key length");
        free_derive(&d->job);
        return NULL;
    }
    if (!bind_crypto_copy(r, args[3], &d->info)) {
        free_derive(&d->job);
        return NULL;
    }
    return bind_crypto_run(r, &d->job, &type, args[5]);
}

/* hkdf(digest, key, salt, info, length, req): null if there is no such
 * digest. */
static napi_value js_hkdf(napi_env env, napi_callback_info info)
{
    napi_value args[6], result;
    runtime *r = bind_args(env, info, 6, args);
    derive_job *d = new_hashed(r, args, &result);

    return d != NULL ? begin_hkdf(r, d, args) : result;
}

void bind_crypto_derive(runtime *r, napi_value exports)
{
    static const bind_function functions[] = { { "pbkdf2", js_pbkdf2 },
                                               { "scrypt", js_scrypt },
                                               { "hkdf", js_hkdf },
                                               { NULL, NULL } };

    bind_methods(r, exports, functions);
}
