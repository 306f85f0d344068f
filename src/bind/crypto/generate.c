/*
 * generate.c - new pairs of keys, and prime numbers, as jobs.
 *
 * lib/ passes the options of a key under OpenSSL's own names: a list of
 * strings, name and value in turn, first for parameters (if a kind of key has
 * them), then for the key.
 */
#include <stdlib.h>

#include "bind/crypto/crypto.h"

typedef struct texts {
    char **list;
    size_t count;
} texts;

static void free_texts(texts *t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->list[i]);
    free(t->list);
}

/* False with an exception pending. */
static bool copy_texts(runtime *r, napi_value value, texts *out)
{
    size_t n;
    napi_value *values = bind_to_list(r->env, value, &n);

    out->list = calloc(n + 1, sizeof *out->list);
    for (; out->list != NULL && out->count < n; out->count++) {
        out->list[out->count] =
            bind_to_string(r->env, values[out->count], NULL);
        if (out->list[out->count] == NULL)
            break;
    }
    free(values);
    if (out->list != NULL && out->count == n)
        return true;
    engine_throw_no_memory(r->engine);
    return false;
}

/* ---- Pairs of keys ------------------------------------------------------- */

typedef struct pair_job {
    crypto_job job; /* stays first */
    char *kind;
    texts params, options;
    crypto_bytes written; /* parameters that are there already, as DER */
    EVP_PKEY *pkey;
} pair_job;

static void free_pair(crypto_job *job)
{
    pair_job *p = (pair_job *)job;

    free(p->kind);
    free_texts(&p->params);
    free_texts(&p->options);
    bind_crypto_free(job->c, &p->written);
    if (p->pkey != NULL)
        job->c->EVP_PKEY_free(p->pkey);
    free(p);
}

static bool set_all(const crypto *c, EVP_PKEY_CTX *ctx, const texts *t)
{
    for (size_t i = 0; i + 1 < t->count; i += 2) {
        if (c->EVP_PKEY_CTX_ctrl_str(ctx, t->list[i], t->list[i + 1]) <= 0)
            return false;
    }
    return true;
}

/* Parameters that many pairs could share. */
static EVP_PKEY *make_params(const crypto *c, const pair_job *p)
{
    EVP_PKEY_CTX *ctx = c->EVP_PKEY_CTX_new_from_name(NULL, p->kind, NULL);
    EVP_PKEY *params = NULL;

    if (ctx == NULL)
        return NULL;
    if (c->EVP_PKEY_paramgen_init(ctx) != 1 || !set_all(c, ctx, &p->params) ||
        c->EVP_PKEY_paramgen(ctx, &params) != 1)
        params = NULL;
    c->EVP_PKEY_CTX_free(ctx);
    return params;
}

/* Of Diffie-Hellman: no other kind is given with its numbers. */
static EVP_PKEY *read_params(const crypto *c, const pair_job *p)
{
    const unsigned char *at = p->written.data;

    return c->d2i_KeyParams(EVP_PKEY_DH, NULL, &at, (long)p->written.length);
}

static EVP_PKEY_CTX *make_context(const crypto *c, const pair_job *p)
{
    if (p->params.count == 0 && p->written.length == 0)
        return c->EVP_PKEY_CTX_new_from_name(NULL, p->kind, NULL);
    EVP_PKEY *params =
        p->written.length > 0 ? read_params(c, p) : make_params(c, p);
    if (params == NULL)
        return NULL;
    EVP_PKEY_CTX *ctx = c->EVP_PKEY_CTX_new_from_pkey(NULL, params, NULL);
    c->EVP_PKEY_free(params);
    return ctx;
}

static bool work_pair(crypto_job *job)
{
    pair_job *p = (pair_job *)job;
    const crypto *c = job->c;
    EVP_PKEY_CTX *ctx = make_context(c, p);

    if (ctx == NULL)
        return false;
    const bool is_ok = c->EVP_PKEY_keygen_init(ctx) == 1 &&
                       set_all(c, ctx, &p->options) &&
                       c->EVP_PKEY_keygen(ctx, &p->pkey) == 1;
    c->EVP_PKEY_CTX_free(ctx);
    return is_ok;
}

static napi_value give_pair(runtime *r, crypto_job *job)
{
    pair_job *p = (pair_job *)job;
    EVP_PKEY *pkey = p->pkey;

    p->pkey = NULL;
    return bind_crypto_wrap_key(r, pkey);
}

static bool read_given(runtime *r, napi_value given, pair_job *p)
{
    bind_bytes bytes;

    return bind_to_bytes(r->env, given, &bytes)
               ? bind_crypto_copy(r, given, &p->written)
               : copy_texts(r, given, &p->params);
}

/* generatePair(kind, texts for parameters, texts for the key, req): a key with
 * both parts. The parameters may be DER in a view, too. */
static napi_value js_generate_pair(napi_env env, napi_callback_info info)
{
    static const crypto_job_type type =
        CRYPTO_JOB("KEYPAIRGENREQUEST", "KeyPairGenRequest", work_pair,
                   give_pair, free_pair, "Key generation job failed");
    napi_value args[4];
    runtime *r = bind_args(env, info, 4, args);
    const crypto *c = bind_crypto(r);
    pair_job *p = c ? calloc(1, sizeof *p) : NULL;

    if (p == NULL)
        return c ? bind_threw(r) : NULL;
    p->job.c = c;
    p->kind = bind_to_string(env, args[0], NULL);
    if (p->kind == NULL || !read_given(r, args[1], p) ||
        !copy_texts(r, args[2], &p->options)) {
        free_pair(&p->job);
        return bind_threw(r);
    }
    return bind_crypto_run(r, &p->job, &type, args[3]);
}

/* ---- Primes -------------------------------------------------------------- */

typedef struct prime_job {
    crypto_job job; /* stays first */
    int bits;
    bool is_safe;
    BIGNUM *add, *rem; /* or NULL */
    BIGNUM *number;
    int result; /* of a check */
} prime_job;

static void free_prime(crypto_job *job)
{
    prime_job *p = (prime_job *)job;

    job->c->BN_clear_free(p->add);
    job->c->BN_clear_free(p->rem);
    job->c->BN_clear_free(p->number);
    free(p);
}

static BIGNUM *to_bignum(runtime *r, const crypto *c, napi_value view)
{
    bind_bytes bytes;

    if (!bind_to_bytes(r->env, view, &bytes))
        return NULL;
    return c->BN_bin2bn(bytes.data, (int)bytes.length, NULL);
}

static prime_job *new_prime(runtime *r)
{
    prime_job *p = bind_crypto(r) ? calloc(1, sizeof *p) : NULL;

    if (p != NULL)
        p->job.c = BIND_STATE(r, crypto);
    return p;
}

static bool work_prime(crypto_job *job)
{
    prime_job *p = (prime_job *)job;

    p->number = job->c->BN_new();
    return p->number != NULL &&
           job->c->BN_generate_prime_ex(p->number, p->bits, p->is_safe, p->add,
                                        p->rem, NULL) == 1;
}

static napi_value give_prime(runtime *r, crypto_job *job)
{
    const prime_job *p = (prime_job *)job;
    const int size = (job->c->BN_num_bits(p->number) + 7) / 8;
    uint8_t *data;
    const napi_value buffer = bind_new_buffer(r, (size_t)size, &data);

    if (buffer != NULL)
        job->c->BN_bn2binpad(p->number, data, size);
    return buffer;
}

/* generatePrime(bits, isSafe, add, rem, req): a Buffer. */
static napi_value js_generate_prime(napi_env env, napi_callback_info info)
{
    static const crypto_job_type type =
        CRYPTO_JOB("RANDOMPRIMEREQUEST", "RandomPrimeRequest", work_prime,
                   give_prime, free_prime, "Prime generation failed");
    napi_value args[5];
    runtime *r = bind_args(env, info, 5, args);
    prime_job *p = new_prime(r);

    if (p == NULL)
        return bind_threw(r);
    p->bits = (int)bind_to_int(env, args[0]);
    p->is_safe = bind_to_bool(env, args[1]);
    p->add = to_bignum(r, p->job.c, args[2]);
    p->rem = to_bignum(r, p->job.c, args[3]);
    return bind_crypto_run(r, &p->job, &type, args[4]);
}

static bool work_check(crypto_job *job)
{
    prime_job *p = (prime_job *)job;
    BN_CTX *ctx = job->c->BN_CTX_new();

    p->result = ctx != NULL ? job->c->BN_check_prime(p->number, ctx, NULL) : -1;
    job->c->BN_CTX_free(ctx);
    return p->result >= 0;
}

static napi_value give_check(runtime *r, crypto_job *job)
{
    return bind_bool(r->env, ((prime_job *)job)->result == 1);
}

/* checkPrime(candidate, req): whether it is one, almost certainly. */
static napi_value js_check_prime(napi_env env, napi_callback_info info)
{
    static const crypto_job_type type =
        CRYPTO_JOB("CHECKPRIMEREQUEST", "CheckPrimeRequest", work_check,
                   give_check, free_prime, "Prime check failed");
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    prime_job *p = new_prime(r);

    if (p == NULL)
        return bind_threw(r);
    p->number = to_bignum(r, p->job.c, args[0]);
    if (p->number == NULL) {
        free_prime(&p->job);
        return bind_crypto_throw(r, "Prime check failed");
    }
    return bind_crypto_run(r, &p->job, &type, args[1]);
}

void bind_crypto_generate(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "generatePair", js_generate_pair },
        { "generatePrime", js_generate_prime },
        { "checkPrime", js_check_prime },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
