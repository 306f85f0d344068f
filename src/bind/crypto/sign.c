/*
 * sign.c - what a pair of keys does: sign and verify, encrypt and
 * decrypt, agree on a secret. All are jobs.
 *
 * A number that a program may leave out (padding, length of the salt) is
 * undefined then.
 */
#include <stdlib.h>
#include <string.h>

#include "bind/crypto/crypto.h"

typedef struct setting {
    bool is_set;
    int value;
} setting;

typedef struct pair_use {
    crypto_job job; /* stays first */
    EVP_PKEY *pkey, *peer;
    EVP_MD *md;
    bool is_digest; /* `in` is a digest already */
    bool is_verified;
    int operation;
    setting padding, salt_length;
    crypto_bytes in, signature, label, context;
} pair_use;

static void free_use(crypto_job *job)
{
    pair_use *u = (pair_use *)job;
    const crypto *c = job->c;

    if (u->pkey != NULL)
        c->EVP_PKEY_free(u->pkey);
    if (u->peer != NULL)
        c->EVP_PKEY_free(u->peer);
    if (u->md != NULL)
        c->EVP_MD_free(u->md);
    bind_crypto_free(c, &u->in);
    bind_crypto_free(c, &u->signature);
    bind_crypto_free(c, &u->label);
    bind_crypto_free(c, &u->context);
    bind_crypto_free(c, &u->job.out);
    free(u);
}

static napi_value give_verified(runtime *r, crypto_job *job)
{
    return bind_bool(r->env, ((pair_use *)job)->is_verified);
}

static setting to_setting(napi_env env, napi_value v)
{
    if (bind_is_undefined(env, v))
        return (setting){ false, 0 };
    return (setting){ true, (int)bind_to_int(env, v) };
}

/* With a key and data; NULL with an exception pending. */
static pair_use *new_use(runtime *r, napi_value key, napi_value data)
{
    const crypto *c = bind_crypto(r);
    pair_use *u = c ? calloc(1, sizeof *u) : NULL;

    if (u == NULL) {
        if (c != NULL)
            engine_throw_no_memory(r->engine);
        return NULL;
    }
    u->job.c = c;
    u->pkey = bind_crypto_key_ref(r, key);
    if (u->pkey != NULL && bind_crypto_copy(r, data, &u->in))
        return u;
    free_use(&u->job);
    engine_throw_no_memory(r->engine);
    return NULL;
}

/* ---- Signing and verifying ----------------------------------------------- */

static bool is_rsa(const crypto *c, EVP_PKEY *pkey)
{
    return c->EVP_PKEY_is_a(pkey, "RSA") || c->EVP_PKEY_is_a(pkey, "RSA-PSS");
}

/* A key for PSS only has no other padding. */
static bool set_padding(const pair_use *u, EVP_PKEY_CTX *ctx)
{
    const crypto *c = u->job.c;

    if (!is_rsa(c, u->pkey))
        return true;
    const bool is_pss_key = c->EVP_PKEY_is_a(u->pkey, "RSA-PSS");
    const int padding = u->padding.is_set ? u->padding.value
                        : is_pss_key      ? RSA_PKCS1_PSS_PADDING
                                          : RSA_PKCS1_PADDING;
    if (c->EVP_PKEY_CTX_set_rsa_padding(ctx, padding) != 1)
        return false;
    return padding != RSA_PKCS1_PSS_PADDING || !u->salt_length.is_set ||
           c->EVP_PKEY_CTX_set_rsa_pss_saltlen(ctx, u->salt_length.value) == 1;
}

/* What tells signatures of one key for different ends apart. Ed25519 with a
 * context is a variant with a name of its own. OpenSSL has it since 3.2, whose
 * names are not in the headers of 3.0. */
static bool set_context(const pair_use *u, EVP_PKEY_CTX *ctx)
{
    char variant[] = "Ed25519ctx";
    OSSL_PARAM params[] = {
        { "context-string", OSSL_PARAM_OCTET_STRING, u->context.data,
          u->context.length, OSSL_PARAM_UNMODIFIED },
        { "instance", OSSL_PARAM_UTF8_STRING, variant, sizeof variant - 1,
          OSSL_PARAM_UNMODIFIED },
        { NULL, 0, NULL, 0, 0 },
    };

    if (u->context.length == 0)
        return true;
    if (!u->job.c->EVP_PKEY_is_a(u->pkey, "ED25519"))
        params[1] = params[2];
    return u->job.c->EVP_PKEY_CTX_set_params(ctx, params) == 1;
}

/* EVP_PKEY_sign() and EVP_DigestSign() both say first how much they need. */
static bool sign_digest(pair_use *u)
{
    const crypto *c = u->job.c;
    EVP_PKEY_CTX *ctx = c->EVP_PKEY_CTX_new_from_pkey(NULL, u->pkey, NULL);
    size_t n = 0;

    const bool is_ok =
        ctx != NULL && c->EVP_PKEY_sign_init(ctx) == 1 && set_padding(u, ctx) &&
        c->EVP_PKEY_CTX_set_signature_md(ctx, u->md) == 1 &&
        c->EVP_PKEY_sign(ctx, NULL, &n, u->in.data, u->in.length) == 1 &&
        bind_crypto_alloc(n, &u->job.out) &&
        c->EVP_PKEY_sign(ctx, u->job.out.data, &n, u->in.data, u->in.length) ==
            1;
    c->EVP_PKEY_CTX_free(ctx);
    u->job.out.length = is_ok ? n : 0;
    return is_ok;
}

static bool sign_data(pair_use *u)
{
    const crypto *c = u->job.c;
    EVP_MD_CTX *ctx = c->EVP_MD_CTX_new();
    EVP_PKEY_CTX *pctx = NULL;
    size_t n = 0;

    const bool is_ok =
        ctx != NULL &&
        c->EVP_DigestSignInit(ctx, &pctx, u->md, NULL, u->pkey) == 1 &&
        set_padding(u, pctx) && set_context(u, pctx) &&
        c->EVP_DigestSign(ctx, NULL, &n, u->in.data, u->in.length) == 1 &&
        bind_crypto_alloc(n, &u->job.out) &&
        c->EVP_DigestSign(ctx, u->job.out.data, &n, u->in.data, u->in.length) ==
            1;
    c->EVP_MD_CTX_free(ctx);
    u->job.out.length = is_ok ? n : 0;
    return is_ok;
}

static bool work_sign(crypto_job *job)
{
    pair_use *u = (pair_use *)job;

    return u->is_digest ? sign_digest(u) : sign_data(u);
}

/* A malformed signature is not an error: it is not verified. */
static bool verify_digest(pair_use *u)
{
    const crypto *c = u->job.c;
    EVP_PKEY_CTX *ctx = c->EVP_PKEY_CTX_new_from_pkey(NULL, u->pkey, NULL);
    const bool is_ready = ctx != NULL && c->EVP_PKEY_verify_init(ctx) == 1 &&
                          set_padding(u, ctx) &&
                          c->EVP_PKEY_CTX_set_signature_md(ctx, u->md) == 1;

    u->is_verified =
        is_ready &&
        c->EVP_PKEY_verify(ctx, u->signature.data, u->signature.length,
                           u->in.data, u->in.length) == 1;
    c->EVP_PKEY_CTX_free(ctx);
    return is_ready;
}

static bool verify_data(pair_use *u)
{
    const crypto *c = u->job.c;
    EVP_MD_CTX *ctx = c->EVP_MD_CTX_new();
    EVP_PKEY_CTX *pctx = NULL;
    const bool is_ready =
        ctx != NULL &&
        c->EVP_DigestVerifyInit(ctx, &pctx, u->md, NULL, u->pkey) == 1 &&
        set_padding(u, pctx) && set_context(u, pctx);

    u->is_verified =
        is_ready &&
        c->EVP_DigestVerify(ctx, u->signature.data, u->signature.length,
                            u->in.data, u->in.length) == 1;
    c->EVP_MD_CTX_free(ctx);
    return is_ready;
}

static bool work_verify(crypto_job *job)
{
    pair_use *u = (pair_use *)job;
    const bool is_ready = u->is_digest ? verify_digest(u) : verify_data(u);

    if (is_ready)
        job->c->ERR_clear_error();
    return is_ready;
}

/* Hash, settings and context: false if there is no such hash, or with an
 * exception pending. */
static bool set_signature(runtime *r, pair_use *u, napi_value *args)
{
    napi_env env = r->env;

    if (!bind_is_undefined(env, args[0])) {
        u->md = bind_crypto_find_hash(r, u->job.c, args[0]);
        if (u->md == NULL)
            return false;
    }
    u->is_digest = bind_to_bool(env, args[1]);
    u->padding = to_setting(env, args[2]);
    u->salt_length = to_setting(env, args[3]);
    return bind_crypto_copy(r, args[4], &u->context);
}

/* What a job returns that could not begin. */
static napi_value refuse_signature(runtime *r, pair_use *u)
{
    bool is_pending;

    free_use(&u->job);
    BIND_OK(napi_is_exception_pending(r->env, &is_pending));
    return is_pending ? NULL : bind_null(r->env);
}

/* sign(key, data, hash or undefined, whether data is its digest, padding, salt
 * length, context, req): a Buffer; null if there is no such hash. */
static napi_value js_sign(napi_env env, napi_callback_info info)
{
    static const crypto_job_type type =
        CRYPTO_JOB("SIGNREQUEST", "SignRequest", work_sign, NULL, free_use,
                   "Signing failed");
    napi_value args[8];
    runtime *r = bind_args(env, info, 8, args);
    pair_use *u = new_use(r, args[0], args[1]);

    if (u == NULL)
        return NULL;
    return set_signature(r, u, &args[2])
               ? bind_crypto_run(r, &u->job, &type, args[7])
               : refuse_signature(r, u);
}

/* verify(key, data, hash, whether data is its digest, padding, salt length,
 * context, signature, req): a boolean; null if there is no such hash. */
static napi_value js_verify(napi_env env, napi_callback_info info)
{
    static const crypto_job_type type =
        CRYPTO_JOB("VERIFYREQUEST", "VerifyRequest", work_verify, give_verified,
                   free_use, "Verification failed");
    napi_value args[9];
    runtime *r = bind_args(env, info, 9, args);
    pair_use *u = new_use(r, args[0], args[1]);

    if (u == NULL)
        return NULL;
    return set_signature(r, u, &args[2]) &&
                   bind_crypto_copy(r, args[7], &u->signature)
               ? bind_crypto_run(r, &u->job, &type, args[8])
               : refuse_signature(r, u);
}

/* ---- Encrypting and decrypting ------------------------------------------- */

/* Numbers of lib/internal/crypto/rsa.js. */
enum { PUBLIC_ENCRYPT, PRIVATE_DECRYPT, PRIVATE_ENCRYPT, PUBLIC_DECRYPT };

static int begin_operation(const crypto *c, EVP_PKEY_CTX *ctx, int operation)
{
    switch (operation) {
    case PUBLIC_ENCRYPT:
        return c->EVP_PKEY_encrypt_init(ctx);
    case PRIVATE_DECRYPT:
        return c->EVP_PKEY_decrypt_init(ctx);
    case PRIVATE_ENCRYPT:
        return c->EVP_PKEY_sign_init(ctx);
    default:
        return c->EVP_PKEY_verify_recover_init(ctx);
    }
}

static int sign_operate(const pair_use *u, EVP_PKEY_CTX *ctx, uint8_t *out,
                        size_t *n)
{
    const crypto *c = u->job.c;
    const crypto_bytes *in = &u->in;

    switch (u->operation) {
    case PUBLIC_ENCRYPT:
        return c->EVP_PKEY_encrypt(ctx, out, n, in->data, in->length);
    case PRIVATE_DECRYPT:
        return c->EVP_PKEY_decrypt(ctx, out, n, in->data, in->length);
    case PRIVATE_ENCRYPT:
        return c->EVP_PKEY_sign(ctx, out, n, in->data, in->length);
    default:
        return c->EVP_PKEY_verify_recover(ctx, out, n, in->data, in->length);
    }
}

/* OpenSSL takes the label over. */
static bool set_label(const pair_use *u, EVP_PKEY_CTX *ctx)
{
    const crypto *c = u->job.c;

    if (u->label.length == 0)
        return true;
    void *copy =
        c->CRYPTO_memdup(u->label.data, u->label.length, __FILE__, __LINE__);
    if (copy == NULL)
        return false;
    if (c->EVP_PKEY_CTX_set0_rsa_oaep_label(ctx, copy, (int)u->label.length) ==
        1)
        return true;
    c->CRYPTO_free(copy, __FILE__, __LINE__);
    return false;
}

/* An OpenSSL that reports wrong padding lets an attacker decrypt the text step
 * by step. */
static bool hides_padding(const crypto *c, EVP_PKEY_CTX *ctx)
{
    return c->EVP_PKEY_CTX_ctrl_str(ctx, "rsa_pkcs1_implicit_rejection", "1") >
           0;
}

static bool set_oaep(const pair_use *u, EVP_PKEY_CTX *ctx)
{
    const crypto *c = u->job.c;

    if (c->EVP_PKEY_CTX_set_rsa_padding(ctx, u->padding.value) != 1)
        return false;
    if (u->padding.value == RSA_PKCS1_PADDING &&
        u->operation == PRIVATE_DECRYPT)
        return hides_padding(c, ctx);
    if (u->md != NULL && c->EVP_PKEY_CTX_set_rsa_oaep_md(ctx, u->md) != 1)
        return false;
    return set_label(u, ctx);
}

static bool work_rsa(crypto_job *job)
{
    pair_use *u = (pair_use *)job;
    const crypto *c = job->c;
    EVP_PKEY_CTX *ctx = c->EVP_PKEY_CTX_new_from_pkey(NULL, u->pkey, NULL);
    size_t n = 0;

    const bool is_ok =
        ctx != NULL && begin_operation(c, ctx, u->operation) == 1 &&
        set_oaep(u, ctx) && sign_operate(u, ctx, NULL, &n) == 1 &&
        bind_crypto_alloc(n, &u->job.out) &&
        sign_operate(u, ctx, u->job.out.data, &n) == 1;
    c->EVP_PKEY_CTX_free(ctx);
    u->job.out.length = is_ok ? n : 0;
    return is_ok;
}

/* rsa(operation, key, data, padding, OAEP hash, OAEP label, req): a Buffer;
 * null if there is no such hash. */
static napi_value js_rsa(napi_env env, napi_callback_info info)
{
    static const crypto_job_type type =
        CRYPTO_JOB("CIPHERREQUEST", "CipherRequest", work_rsa, NULL, free_use,
                   "Cipher job failed");
    napi_value args[7];
    runtime *r = bind_args(env, info, 7, args);
    pair_use *u = new_use(r, args[1], args[2]);

    if (u == NULL)
        return NULL;
    u->operation = (int)bind_to_int(env, args[0]);
    u->padding = to_setting(env, args[3]);
    const bool has_hash = !bind_is_undefined(env, args[4]);
    if (has_hash)
        u->md = bind_crypto_find_hash(r, u->job.c, args[4]);
    const bool is_known = !has_hash || u->md != NULL;
    if (!is_known || !bind_crypto_copy(r, args[5], &u->label)) {
        free_use(&u->job);
        return is_known ? NULL : bind_null(env);
    }
    return bind_crypto_run(r, &u->job, &type, args[6]);
}

/* ---- Agreeing ------------------------------------------------------------ */

/* The first `n` bytes at the end, after zeros: OpenSSL leaves out those that
 * begin a number of Diffie-Hellman. */
static void fill_left(const crypto_bytes *out, size_t n)
{
    memmove(out->data + out->length - n, out->data, n);
    memset(out->data, 0, out->length - n);
}

static bool work_agree(crypto_job *job)
{
    pair_use *u = (pair_use *)job;
    const crypto *c = job->c;
    EVP_PKEY_CTX *ctx = c->EVP_PKEY_CTX_new_from_pkey(NULL, u->pkey, NULL);
    size_t n = 0;

    const bool is_ok = ctx != NULL && c->EVP_PKEY_derive_init(ctx) == 1 &&
                       c->EVP_PKEY_derive_set_peer(ctx, u->peer) == 1 &&
                       c->EVP_PKEY_derive(ctx, NULL, &n) == 1 &&
                       bind_crypto_alloc(n, &u->job.out) &&
                       c->EVP_PKEY_derive(ctx, u->job.out.data, &n) == 1;
    c->EVP_PKEY_CTX_free(ctx);
    if (is_ok)
        fill_left(&u->job.out, n);
    return is_ok;
}

/* agree(private key, public key, req): the common secret, a Buffer. */
static napi_value js_agree(napi_env env, napi_callback_info info)
{
    static const crypto_job_type type =
        CRYPTO_JOB("DERIVEBITSREQUEST", "DeriveBitsRequest", work_agree, NULL,
                   free_use, "diffieHellman failed");
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    pair_use *u = new_use(r, args[0], bind_undefined(env));

    if (u == NULL)
        return NULL;
    u->peer = bind_crypto_key_ref(r, args[1]);
    return bind_crypto_run(r, &u->job, &type, args[2]);
}

void bind_crypto_sign(runtime *r, napi_value exports)
{
    static const bind_function functions[] = { { "sign", js_sign },
                                               { "verify", js_verify },
                                               { "rsa", js_rsa },
                                               { "agree", js_agree },
                                               { NULL, NULL } };

    bind_methods(r, exports, functions);
}
