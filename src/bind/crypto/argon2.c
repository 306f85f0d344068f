/*
 * argon2.c - Argon2, a key out of a password that takes much memory to guess.
 * OpenSSL has it since 3.2.
 */
#include <stdlib.h>

#include "bind/crypto/crypto.h"

typedef struct argon2_job {
    crypto_job job; /* stays first */
    EVP_KDF *kdf;
    crypto_bytes message, nonce, secret, data;
    uint32_t lanes, passes, memory, version;
} argon2_job;

static void free_argon2(crypto_job *job)
{
    argon2_job *a = (argon2_job *)job;
    const crypto *c = job->c;

    c->EVP_KDF_free(a->kdf);
    bind_crypto_free(c, &a->message);
    bind_crypto_free(c, &a->nonce);
    bind_crypto_free(c, &a->secret);
    bind_crypto_free(c, &a->data);
    bind_crypto_free(c, &a->job.out);
    free(a);
}

static OSSL_PARAM number_param(const char *name, uint32_t *value)
{
    return (OSSL_PARAM){ name, OSSL_PARAM_UNSIGNED_INTEGER, value,
                         sizeof *value, OSSL_PARAM_UNMODIFIED };
}

static OSSL_PARAM bytes_param(const char *name, const crypto_bytes *bytes)
{
    return (OSSL_PARAM){ name, OSSL_PARAM_OCTET_STRING, bytes->data,
                         bytes->length, OSSL_PARAM_UNMODIFIED };
}

/* The names are written out: OpenSSL 3.0's headers lack most of them. Without
 * a number of threads OpenSSL fills the lanes one after the other on the thread
 * that asked, with the same result. */
static bool work_argon2(crypto_job *job)
{
    argon2_job *a = (argon2_job *)job;
    const crypto *c = job->c;
    uint32_t size = (uint32_t)a->job.out.length;
    OSSL_PARAM params[] = {
        bytes_param("pass", &a->message),     bytes_param("salt", &a->nonce),
        number_param("lanes", &a->lanes),     number_param("iter", &a->passes),
        number_param("memcost", &a->memory),  number_param("size", &size),
        number_param("version", &a->version), bytes_param("ad", &a->data),
        bytes_param("secret", &a->secret),    { NULL, 0, NULL, 0, 0 },
    };
    EVP_KDF_CTX *ctx = c->EVP_KDF_CTX_new(a->kdf);
    const bool is_done = ctx != NULL && c->EVP_KDF_derive(ctx, a->job.out.data,
                                                          size, params) == 1;

    c->EVP_KDF_CTX_free(ctx);
    return is_done;
}

static uint32_t to_number(runtime *r, napi_value list, uint32_t i)
{
    napi_value value;

    BIND_OK(napi_get_element(r->env, list, i, &value));
    return (uint32_t)bind_to_size(r->env, value);
}

/* False with an exception pending. */
static bool read_argon2(runtime *r, const napi_value *args, argon2_job *a)
{
    a->lanes = to_number(r, args[3], 0);
    a->passes = to_number(r, args[3], 1);
    a->memory = to_number(r, args[3], 2);
    a->version = to_number(r, args[3], 3);
    if (!bind_crypto_copy(r, args[1], &a->message) ||
        !bind_crypto_copy(r, args[2], &a->nonce) ||
        !bind_crypto_copy(r, args[4], &a->secret) ||
        !bind_crypto_copy(r, args[5], &a->data))
        return false;
    if (bind_crypto_alloc(bind_to_size(r->env, args[6]), &a->job.out))
        return true;
    engine_throw_no_memory(r->engine);
    return false;
}

/* argon2(OpenSSL's name, message, nonce, [lanes, passes, memory in KiB,
 * version], secret, associated data, length, req): a Buffer; null if OpenSSL
 * does not have it. With the name alone: whether it has. */
static napi_value js_argon2(napi_env env, napi_callback_info info)
{
    static const crypto_job_type type =
        CRYPTO_JOB("ARGON2REQUEST", "Argon2Request", work_argon2, NULL,
                   free_argon2, "Deriving bits failed");
    napi_value args[8];
    runtime *r = bind_args(env, info, 8, args);
    const crypto *c = bind_crypto(r);
    char *name = c != NULL ? bind_to_string(env, args[0], NULL) : NULL;

    if (name == NULL)
        return c != NULL ? bind_threw(r) : NULL;
    EVP_KDF *kdf = c->EVP_KDF_fetch(NULL, name, NULL);
    free(name);
    c->ERR_clear_error();
    if (kdf == NULL || bind_is_undefined(env, args[1])) {
        c->EVP_KDF_free(kdf);
        return kdf != NULL ? bind_bool(env, true) : bind_null(env);
    }
    argon2_job *a = calloc(1, sizeof *a);
    if (a == NULL) {
        c->EVP_KDF_free(kdf);
        return bind_threw(r);
    }
    a->job.c = c;
    a->kdf = kdf;
    if (read_argon2(r, args, a))
        return bind_crypto_run(r, &a->job, &type, args[7]);
    free_argon2(&a->job);
    return NULL;
}

void bind_crypto_argon2(runtime *r, napi_value exports)
{
    bind_method(r, exports, "argon2", js_argon2);
}
