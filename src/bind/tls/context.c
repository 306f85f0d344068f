/*
 * context.c - SSL_CTX: what many connections share. A context is made by
 * newContext(), and everything else is set one by one by lib/, which has
 * checked the arguments.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bind/tls/tls.h"

static void free_context(napi_env env, void *data, void *hint)
{
    tls_context *x = data;

    (void)env;
    (void)hint;
    if (x->ctx != NULL)
        x->l->SSL_CTX_free(x->ctx);
    if (x->certificate != NULL)
        x->l->X509_free(x->certificate);
    if (x->issuer != NULL)
        x->l->X509_free(x->issuer);
    free(x);
}

tls_context *tls_context_of(runtime *r, napi_value object)
{
    void *x = NULL;

    return napi_unwrap(r->env, object, &x) == napi_ok ? x : NULL;
}

/* Numbers of lib/internal/tls/settings.js: a context may be for one side. */
static const SSL_METHOD *method_of(const tls_library *l, int side)
{
    enum { ANY_SIDE, CLIENT, SERVER };

    return side == CLIENT   ? l->TLS_client_method()
           : side == SERVER ? l->TLS_server_method()
                            : l->TLS_method();
}

/* newContext(least, most, side): versions as numbers, 0 for any. */
static napi_value js_new(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    const tls_library *l = bind_tls(r);

    if (l == NULL)
        return NULL;
    const SSL_METHOD *method = method_of(l, (int)bind_to_int(env, args[2]));
    tls_context *x = calloc(1, sizeof *x);
    if (x == NULL)
        return bind_threw(r);
    *x = (tls_context){ .r = r, .l = l, .ctx = l->SSL_CTX_new(method) };
    if (x->ctx == NULL || orr_random_bytes(r->loop, NULL, x->ticket_keys,
                                           TLS_TICKET_KEYS, NULL) < 0) {
        free_context(env, x, NULL);
        return bind_crypto_throw(r, "SSL_CTX_new");
    }
    l->SSL_CTX_set_options(x->ctx, SSL_OP_NO_SSLv2 | SSL_OP_NO_SSLv3 |
                                       SSL_OP_ALLOW_CLIENT_RENEGOTIATION);
    /* Certificates are compressed only if a program asks for it. */
    if (l->SSL_CTX_set1_cert_comp_preference != NULL)
        l->SSL_CTX_set1_cert_comp_preference(x->ctx, NULL, 0);
    /* A connection does not keep its buffers while it has nothing to do. */
    l->SSL_CTX_ctrl(x->ctx, SSL_CTRL_MODE, SSL_MODE_RELEASE_BUFFERS, NULL);
    l->SSL_CTX_ctrl(x->ctx, SSL_CTRL_SET_MIN_PROTO_VERSION,
                    (long)bind_to_int(env, args[0]), NULL);
    l->SSL_CTX_ctrl(x->ctx, SSL_CTRL_SET_MAX_PROTO_VERSION,
                    (long)bind_to_int(env, args[1]), NULL);
    tls_context_set_callbacks(x);
    tls_context_set_handshake(x);
    return bind_own(r, x, free_context);
}

/* ---- What is trusted ----------------------------------------------------- */

BIO *tls_open_pem(runtime *r, napi_value text)
{
    const tls_library *l = BIND_STATE(r, tls);
    bind_bytes bytes;
    void *memory;

    if (!bind_crypto_data(r, text, bind_int(r->env, CODEC_UTF8), &bytes,
                          &memory))
        return NULL;
    BIO *bio = bytes.length <= INT_MAX ? l->BIO_new(l->BIO_s_mem()) : NULL;
    if (bio != NULL && bytes.length > 0 &&
        l->BIO_write(bio, bytes.data, (int)bytes.length) != (int)bytes.length) {
        l->BIO_free(bio);
        bio = NULL;
    }
    free(memory);
    if (bio == NULL)
        bind_threw(r);
    return bio;
}

/* Certificates of the shared store, for one that is to be changed. */
static void copy_roots(const tls_context *x, X509_STORE *to)
{
    const tls_state *state = BIND_STATE(x->r, tls);
    STACK_OF(X509_OBJECT) *all =
        state->roots ? x->l->X509_STORE_get0_objects(state->roots) : NULL;
    const int n = x->l->OPENSSL_sk_num((const OPENSSL_STACK *)all);

    for (int i = 0; i < n; i++) {
        X509 *one = x->l->X509_OBJECT_get0_X509(
            x->l->OPENSSL_sk_value((const OPENSSL_STACK *)all, i));
        if (one != NULL)
            x->l->X509_STORE_add_cert(to, one);
    }
}

X509_STORE *tls_context_store(tls_context *x)
{
    const tls_state *state = BIND_STATE(x->r, tls);
    X509_STORE *now = x->l->SSL_CTX_get_cert_store(x->ctx);

    if (x->own_store)
        return now;
    X509_STORE *own = x->l->X509_STORE_new();
    if (own == NULL)
        return NULL;
    if (now == state->roots)
        copy_roots(x, own);
    x->l->SSL_CTX_set_cert_store(x->ctx, own); /* which takes it over */
    x->own_store = true;
    return own;
}

/* contextAddRoots(context): it trusts the roots. */
static napi_value js_add_roots(napi_env env, napi_callback_info info)
{
    napi_value object;
    runtime *r = bind_args(env, info, 1, &object);
    tls_context *x = tls_context_of(r, object);
    const tls_state *state = BIND_STATE(r, tls);

    if (state->roots == NULL)
        return bind_undefined(env);
    if (x->own_store) {
        copy_roots(x, x->l->SSL_CTX_get_cert_store(x->ctx));
        return bind_undefined(env);
    }
    x->l->X509_STORE_up_ref(state->roots);
    x->l->SSL_CTX_set_cert_store(x->ctx, state->roots);
    return bind_undefined(env);
}

/* contextAddCa(context, text): every certificate in it, also as names that a
 * server sends to clients. */
static napi_value js_add_ca(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    tls_context *x = tls_context_of(r, args[0]);
    X509_STORE *store = tls_context_store(x);
    BIO *bio = store ? tls_open_pem(r, args[1]) : NULL;
    X509 *one;

    if (bio == NULL)
        return bind_threw(r);
    while ((one = x->l->PEM_read_bio_X509_AUX(bio, NULL, NULL, NULL)) != NULL) {
        x->l->X509_STORE_add_cert(store, one);
        x->l->SSL_CTX_add_client_CA(x->ctx, one);
        x->l->X509_free(one);
    }
    x->l->ERR_clear_error();
    x->l->BIO_free(bio);
    return bind_undefined(env);
}

/* contextAddCrl(context, text) */
static napi_value js_add_crl(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    tls_context *x = tls_context_of(r, args[0]);
    BIO *bio = tls_open_pem(r, args[1]);

    if (bio == NULL)
        return NULL;
    X509_CRL *crl = x->l->PEM_read_bio_X509_CRL(bio, NULL, NULL, NULL);
    x->l->BIO_free(bio);
    if (crl == NULL) {
        x->l->ERR_clear_error();
        napi_throw_error(env, "ERR_CRYPTO_OPERATION_FAILED",
                         "Failed to parse CRL");
        return NULL;
    }
    X509_STORE *store = tls_context_store(x);
    if (store != NULL) {
        x->l->X509_STORE_add_crl(store, crl);
        x->l->X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK |
                                              X509_V_FLAG_CRL_CHECK_ALL);
    }
    x->l->X509_CRL_free(crl);
    return store != NULL ? bind_undefined(env) : bind_threw(r);
}

/* contextAllowPartialChain(context) */
static napi_value js_partial(napi_env env, napi_callback_info info)
{
    napi_value object;
    runtime *r = bind_args(env, info, 1, &object);
    tls_context *x = tls_context_of(r, object);

    x->l->X509_VERIFY_PARAM_set_flags(x->l->SSL_CTX_get0_param(x->ctx),
                                      X509_V_FLAG_PARTIAL_CHAIN);
    return bind_undefined(env);
}

/* ---- Text and numbers ---------------------------------------------------- */

/* What contextSetText() sets, by number. An empty list of ciphers is an error
 * to OpenSSL, but it is taken: there are suites of TLS 1.3 besides. */
enum { SET_CIPHERS, SET_SUITES, SET_SIGALGS, SET_GROUPS, SET_ID };

static int set_text(tls_context *x, int64_t what, char *text, size_t n)
{
    const tls_library *l = x->l;

    switch (what) {
    case SET_CIPHERS:
        return l->SSL_CTX_set_cipher_list(x->ctx, text) == 1 || n == 0;
    case SET_SUITES:
        return l->SSL_CTX_set_ciphersuites(x->ctx, text);
    case SET_SIGALGS:
        return (int)l->SSL_CTX_ctrl(x->ctx, SSL_CTRL_SET_SIGALGS_LIST, 0, text);
    case SET_GROUPS:
        return (int)l->SSL_CTX_ctrl(x->ctx, SSL_CTRL_SET_GROUPS_LIST, 0, text);
    default:
        return l->SSL_CTX_set_session_id_context(
            x->ctx, (const unsigned char *)text, (unsigned)n);
    }
}

/* contextSetText(context, what, text, words of the error): throws it, or
 * OpenSSL's error if there are no words. */
static napi_value js_set_text(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    runtime *r = bind_args(env, info, 4, args);
    tls_context *x = tls_context_of(r, args[0]);
    size_t n;
    char *text = bind_to_string(env, args[2], &n);

    if (text == NULL)
        return NULL;
    x->l->ERR_clear_error();
    const int ok = set_text(x, bind_to_int(env, args[1]), text, n);
    free(text);
    if (ok == 1) {
        x->l->ERR_clear_error();
        return bind_undefined(env);
    }
    if (bind_is_undefined(env, args[3]))
        return bind_crypto_throw(r, "error:00000000:lib(0)::reason(0)");
    char *words = bind_to_string(env, args[3], &n);
    x->l->ERR_clear_error();
    napi_throw_error(env, "ERR_CRYPTO_OPERATION_FAILED", words);
    free(words);
    return NULL;
}

/* contextSetOptions(context, options) */
static napi_value js_set_options(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    tls_context *x = tls_context_of(r, args[0]);

    x->l->SSL_CTX_set_options(x->ctx, (uint64_t)bind_to_int(env, args[1]));
    return bind_undefined(env);
}

/* contextSetTimeout(context, seconds) */
static napi_value js_set_timeout(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    tls_context *x = tls_context_of(r, args[0]);

    x->l->SSL_CTX_set_timeout(x->ctx, (long)bind_to_int(env, args[1]));
    return bind_undefined(env);
}

/* contextVersion(context, most): the most or the least one as a number. */
static napi_value js_version(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    tls_context *x = tls_context_of(r, args[0]);

    return bind_int(env,
                    x->l->SSL_CTX_ctrl(x->ctx,
                                       bind_to_bool(env, args[1])
                                           ? SSL_CTRL_GET_MAX_PROTO_VERSION
                                           : SSL_CTRL_GET_MIN_PROTO_VERSION,
                                       0, NULL));
}

/* contextSetLeast(context, version) */
static napi_value js_set_min(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    tls_context *x = tls_context_of(r, args[0]);

    x->l->SSL_CTX_ctrl(x->ctx, SSL_CTRL_SET_MIN_PROTO_VERSION,
                       (long)bind_to_int(env, args[1]), NULL);
    return bind_undefined(env);
}

/* contextTicketKeys(context, keys): sets them, if they are given; a copy. */
static napi_value js_ticket_keys(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    tls_context *x = tls_context_of(r, args[0]);
    bind_bytes bytes;

    if (bind_to_bytes(env, args[1], &bytes) && bytes.length == TLS_TICKET_KEYS)
        memcpy(x->ticket_keys, bytes.data, TLS_TICKET_KEYS);
    return bind_crypto_buffer(r, x->ticket_keys, TLS_TICKET_KEYS);
}

void tls_context_methods(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "newContext", js_new },
        { "contextAddRoots", js_add_roots },
        { "contextAddCa", js_add_ca },
        { "contextAddCrl", js_add_crl },
        { "contextAllowPartialChain", js_partial },
        { "contextSetText", js_set_text },
        { "contextSetOptions", js_set_options },
        { "contextSetTimeout", js_set_timeout },
        { "contextVersion", js_version },
        { "contextSetMin", js_set_min },
        { "contextTicketKeys", js_ticket_keys },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
