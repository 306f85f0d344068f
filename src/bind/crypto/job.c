/*
 * job.c - OpenSSL's errors as Node shows them, and jobs: work that needs
 * no JavaScript and may take long, done at once or on the thread pool.
 *
 * What must stay true: OpenSSL keeps its errors per thread, so a job takes them
 * on the thread that it ran on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/crypto/crypto.h"

/* ---- Errors -------------------------------------------------------------- */

void bind_crypto_take_errors(const crypto *c, crypto_errors *out)
{
    unsigned long error;

    out->count = 0;
    while ((error = c->ERR_get_error()) != 0) {
        if (out->count < CRYPTO_MAX_ERRORS)
            out->list[out->count++] = error;
    }
}

/* The part of a code that names the library. Errors of a provider or a decoder
 * have none. */
static const char *library_code(unsigned long error)
{
    static const struct {
        int library;
        const char *name;
    } names[] = {
        { ERR_LIB_SYS, "SYS_" },       { ERR_LIB_BN, "BN_" },
        { ERR_LIB_RSA, "RSA_" },       { ERR_LIB_DH, "DH_" },
        { ERR_LIB_EVP, "EVP_" },       { ERR_LIB_BUF, "BUF_" },
        { ERR_LIB_OBJ, "OBJ_" },       { ERR_LIB_PEM, "PEM_" },
        { ERR_LIB_DSA, "DSA_" },       { ERR_LIB_X509, "X509_" },
        { ERR_LIB_ASN1, "ASN1_" },     { ERR_LIB_CONF, "CONF_" },
        { ERR_LIB_CRYPTO, "CRYPTO_" }, { ERR_LIB_EC, "EC_" },
        { ERR_LIB_SSL, "SSL_" },       { ERR_LIB_BIO, "BIO_" },
        { ERR_LIB_PKCS7, "PKCS7_" },   { ERR_LIB_X509V3, "X509V3_" },
        { ERR_LIB_PKCS12, "PKCS12_" }, { ERR_LIB_RAND, "RAND_" },
        { ERR_LIB_ECDSA, "ECDSA_" },   { ERR_LIB_ECDH, "ECDH_" },
        { ERR_LIB_KDF, "KDF_" },       { ERR_LIB_SM2, "SM2_" },
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].library == ERR_GET_LIB(error))
            return names[i].name;
    }
    return "";
}

/* A program may have put a setter on Object.prototype, which throws. */
static bool job_set(runtime *r, napi_value object, const char *name,
                    napi_value value)
{
    return napi_set_named_property(r->env, object, name, value) == napi_ok;
}

static char to_code_letter(char c)
{
    if (c == ' ')
        return '_';
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool set_code_of(runtime *r, napi_value object, const char *domain,
                        const char *library, const char *reason)
{
    char code[128];
    const int n =
        snprintf(code, sizeof code, "ERR_%s%s%s", domain, library, reason);

    for (int i = 0; i < n && code[i] != '\0'; i++)
        code[i] = to_code_letter(code[i]);
    return job_set(r, object, "code", bind_string(r->env, code));
}

/* "bad decrypt" of a provider is ERR_OSSL_BAD_DECRYPT. */
static bool set_code(runtime *r, napi_value object, unsigned long error,
                     const char *reason)
{
    const char *library = library_code(error);

    return set_code_of(r, object, strcmp(library, "SSL_") == 0 ? "" : "OSSL_",
                       library, reason);
}

void bind_crypto_set_tls_code(runtime *r, napi_value object,
                              unsigned long error)
{
    const crypto *c = BIND_STATE(r, crypto);
    const char *reason = c->ERR_reason_error_string(error);

    if (reason != NULL)
        (void)set_code_of(r, object, "SSL_", "", reason);
}

/* The properties library, reason and code. */
static bool job_decorate(runtime *r, const crypto *c, napi_value object,
                         unsigned long error)
{
    const char *library = c->ERR_lib_error_string(error);
    const char *reason = c->ERR_reason_error_string(error);

    if (library != NULL &&
        !job_set(r, object, "library", bind_string(r->env, library)))
        return false;
    return reason == NULL ||
           (job_set(r, object, "reason", bind_string(r->env, reason)) &&
            set_code(r, object, error, reason));
}

static napi_value job_describe(runtime *r, const crypto *c, unsigned long error)
{
    char text[256];

    c->ERR_error_string_n(error, text, sizeof text);
    return bind_string(r->env, text);
}

/* The newest first. */
static napi_value list_errors(runtime *r, const crypto *c,
                              const crypto_errors *errors, size_t oldest)
{
    napi_value stack;
    uint32_t count = 0;

    BIND_OK(napi_create_array(r->env, &stack));
    for (size_t i = errors->count; i > oldest; i--)
        BIND_OK(napi_set_element(r->env, stack, count++,
                                 job_describe(r, c, errors->list[i - 1])));
    return stack;
}

napi_value bind_crypto_error(runtime *r, const crypto_errors *errors,
                             const char *otherwise, bool lists_itself)
{
    const crypto *c = BIND_STATE(r, crypto);
    const size_t oldest = lists_itself ? 0 : 1;
    napi_value error;
    const napi_value message = errors->count > 0
                                   ? job_describe(r, c, errors->list[0])
                                   : bind_string(r->env, otherwise);

    BIND_OK(napi_create_error(r->env, NULL, message, &error));
    if (errors->count > oldest && !job_set(r, error, "opensslErrorStack",
                                           list_errors(r, c, errors, oldest)))
        return NULL;
    if (errors->count > 0 && !job_decorate(r, c, error, errors->list[0]))
        return NULL;
    return error;
}

static void throw_error(runtime *r, napi_value error)
{
    if (error != NULL)
        napi_throw(r->env, error);
}

napi_value bind_crypto_throw(runtime *r, const char *otherwise)
{
    crypto_errors errors;

    bind_crypto_take_errors(BIND_STATE(r, crypto), &errors);
    throw_error(r, bind_crypto_error(r, &errors, otherwise, true));
    return NULL;
}

/* ---- Jobs ---------------------------------------------------------------- */

static void do_work(crypto_job *job)
{
    job->succeeded = job->type->work(job);
    bind_crypto_take_errors(job->c, &job->errors);
}

static void on_thread(orr_work *w)
{
    crypto_job *job = w->req.data;
    uint64_t *before = bind_crypto_draw_for(job);

    do_work(job);
    bind_crypto_draw_again(before);
}

static napi_value job_result(runtime *r, crypto_job *job)
{
    return job->type->result != NULL
               ? job->type->result(r, job)
               : bind_crypto_buffer(r, job->out.data, job->out.length);
}

static napi_value run_now(runtime *r, crypto_job *job)
{
    napi_value result = NULL;

    do_work(job);
    if (job->succeeded)
        result = job_result(r, job);
    else
        throw_error(
            r, bind_crypto_error(r, &job->errors, job->type->failed, false));
    job->type->free(job);
    return result;
}

/* The arguments of oncomplete: an error, or undefined and the result. */
static size_t job_collect(runtime *r, crypto_job *job, napi_value *argv)
{
    argv[0] = bind_undefined(r->env);
    argv[1] = job->succeeded ? job_result(r, job)
                             : bind_crypto_error(r, &job->errors,
                                                 job->type->failed, false);
    if (argv[1] == NULL)
        BIND_OK(napi_get_and_clear_last_exception(r->env, &argv[0]));
    else if (!job->succeeded)
        argv[0] = argv[1];
    return job->succeeded && argv[1] != NULL ? 2 : 1;
}

static void on_done(orr_work *w, int status)
{
    crypto_job *job = w->req.data;
    runtime *r = job->base.wrap.r;
    napi_handle_scope scope;
    napi_value argv[2];

    if (r->over || status < 0) {
        bind_request_close(&job->base);
    } else {
        BIND_OK(napi_open_handle_scope(r->env, &scope));
        bind_request_finish(&job->base, job_collect(r, job, argv), argv);
        napi_close_handle_scope(r->env, scope);
    }
    job->type->free(job);
}

napi_value bind_crypto_run(runtime *r, crypto_job *job,
                           const crypto_job_type *type, napi_value req)
{
    job->type = type;
    job->c = BIND_STATE(r, crypto);
    if (bind_is_undefined(r->env, req))
        return run_now(r, job);
    bind_crypto_lend_chance(job, BIND_STATE(r, crypto));
    bind_request_open(r, &job->base, &type->wrap, &job->work.req, req);
    const int err = orr_work_queue(r->loop, &job->work, on_thread, on_done);
    if (bind_request_begun(&job->base, err) < 0) {
        type->free(job);
        return bind_threw(r);
    }
    return bind_undefined(r->env);
}

/* ---- No work ------------------------------------------------------------- */

static bool work_nothing(crypto_job *job)
{
    (void)job;
    return true;
}

static napi_value give_nothing(runtime *r, crypto_job *job)
{
    (void)job;
    return bind_undefined(r->env);
}

static void free_nothing(crypto_job *job)
{
    free(job);
}

/* passPool(req): call req.oncomplete() after an empty job of the pool, for
 * results that Web Crypto must not deliver at once. */
static napi_value js_pass_pool(napi_env env, napi_callback_info info)
{
    static const crypto_job_type type =
        CRYPTO_JOB("CRYPTOREQUEST", "CryptoRequest", work_nothing, give_nothing,
                   free_nothing, "");
    napi_value args[1];
    runtime *r = bind_args(env, info, 1, args);
    crypto_job *job = bind_crypto(r) ? calloc(1, sizeof *job) : NULL;

    if (job == NULL)
        return bind_threw(r);
    return bind_crypto_run(r, job, &type, args[0]);
}

void bind_crypto_jobs(runtime *r, napi_value exports)
{
    bind_method(r, exports, "passPool", js_pass_pool);
}
