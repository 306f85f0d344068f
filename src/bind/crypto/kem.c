/*
 * kem.c - encapsulate() and decapsulate(): a secret that two sides share, and
 * the bytes that carry it to the owner of a key. OpenSSL 3.0 has it for
 * RSA, 3.2 for curves, 3.5 for ML-KEM.
 */
#include <stdlib.h>
#include <string.h>

#include "bind/crypto/crypto.h"

typedef struct kem_job {
    crypto_job job; /* stays first */
    EVP_PKEY *pkey;
    bool is_opening;
    crypto_bytes text;   /* carries the secret */
    crypto_bytes secret; /* which both have */
} kem_job;

static void free_kem(crypto_job *job)
{
    kem_job *k = (kem_job *)job;

    job->c->EVP_PKEY_free(k->pkey);
    bind_crypto_free(job->c, &k->text);
    bind_crypto_free(job->c, &k->secret);
    free(k);
}

/* The operation for a kind of key that has several. */
static const char *operation_of(const crypto *c, const EVP_PKEY *pkey)
{
    if (c->EVP_PKEY_is_a(pkey, "RSA"))
        return "RSASVE";
    if (c->EVP_PKEY_is_a(pkey, "EC") || c->EVP_PKEY_is_a(pkey, "X25519") ||
        c->EVP_PKEY_is_a(pkey, "X448"))
        return "DHKEM";
    return NULL;
}

static bool kem_begin(const crypto *c, EVP_PKEY_CTX *context, const kem_job *k)
{
    const char *operation = operation_of(c, k->pkey);
    const int begun = k->is_opening
                          ? c->EVP_PKEY_decapsulate_init(context, NULL)
                          : c->EVP_PKEY_encapsulate_init(context, NULL);

    return begun == 1 && (operation == NULL ||
                          c->EVP_PKEY_CTX_set_kem_op(context, operation) == 1);
}

static bool open_text(const crypto *c, EVP_PKEY_CTX *context, kem_job *k)
{
    const crypto_bytes *in = &k->text;
    size_t n = 0;

    if (c->EVP_PKEY_decapsulate(context, NULL, &n, in->data, in->length) != 1 ||
        !bind_crypto_alloc(n, &k->secret))
        return false;
    return c->EVP_PKEY_decapsulate(context, k->secret.data, &k->secret.length,
                                   in->data, in->length) == 1;
}

static bool make_text(const crypto *c, EVP_PKEY_CTX *context, kem_job *k)
{
    size_t n = 0, secret = 0;

    if (c->EVP_PKEY_encapsulate(context, NULL, &n, NULL, &secret) != 1 ||
        !bind_crypto_alloc(n, &k->text) ||
        !bind_crypto_alloc(secret, &k->secret))
        return false;
    return c->EVP_PKEY_encapsulate(context, k->text.data, &k->text.length,
                                   k->secret.data, &k->secret.length) == 1;
}

static bool work_kem(crypto_job *job)
{
    kem_job *k = (kem_job *)job;
    const crypto *c = job->c;
    EVP_PKEY_CTX *context = c->EVP_PKEY_CTX_new_from_pkey(NULL, k->pkey, NULL);
    const bool is_done =
        context != NULL && kem_begin(c, context, k) &&
        (k->is_opening ? open_text(c, context, k) : make_text(c, context, k));

    if (context != NULL)
        c->EVP_PKEY_CTX_free(context);
    /* Node says in one sentence that it failed. */
    c->ERR_clear_error();
    return is_done;
}

static napi_value give_kem(runtime *r, crypto_job *job)
{
    const kem_job *k = (kem_job *)job;
    const napi_value secret =
        bind_crypto_buffer(r, k->secret.data, k->secret.length);
    napi_value pair;

    if (secret == NULL || k->is_opening)
        return secret;
    const napi_value text = bind_crypto_buffer(r, k->text.data, k->text.length);
    if (text == NULL)
        return NULL;
    BIND_OK(napi_create_object(r->env, &pair));
    BIND_OK(napi_set_named_property(r->env, pair, "sharedKey", secret));
    BIND_OK(napi_set_named_property(r->env, pair, "ciphertext", text));
    return pair;
}

/* encapsulate(key, req): { sharedKey, ciphertext }; with a third argument, the
 * ciphertext: the shared key. */
static napi_value js_kem(napi_env env, napi_callback_info info)
{
    static const crypto_job_type type =
        CRYPTO_JOB("KEMREQUEST", "KemRequest", work_kem, give_kem, free_kem,
                   "Deriving bits failed");
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    const crypto *c = bind_crypto(r);
    kem_job *k = c ? calloc(1, sizeof *k) : NULL;

    if (k == NULL)
        return c ? bind_threw(r) : NULL;
    k->job.c = c;
    k->pkey = bind_crypto_key_ref(r, args[0]);
    k->is_opening = !bind_is_undefined(env, args[2]);
    if (!k->is_opening || bind_crypto_copy(r, args[2], &k->text))
        return bind_crypto_run(r, &k->job, &type, args[1]);
    free_kem(&k->job);
    return NULL;
}

void bind_crypto_kem(runtime *r, napi_value exports)
{
    bind_method(r, exports, "kem", js_kem);
}
