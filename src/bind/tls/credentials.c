/*
 * credentials.c - the key and the certificate of a context, and the parameters
 * of Diffie-Hellman.
 */
#include <stdlib.h>
#include <string.h>

#include "bind/tls/tls.h"

/* A passphrase in memory. Without one it is an empty one: OpenSSL must not ask
 * at the terminal. */
typedef struct phrase {
    char *text;
    size_t length;
} phrase;

static int give_phrase(char *buffer, int size, int writing, void *data)
{
    const phrase *p = data;

    (void)writing;
    if (p->length > (size_t)size)
        return -1;
    if (p->length > 0)
        memcpy(buffer, p->text, p->length);
    return (int)p->length;
}

/* contextSetKey(context, PEM, passphrase) */
static napi_value js_set_key(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    tls_context *x = tls_context_of(r, args[0]);
    phrase p = { NULL, 0 };
    BIO *bio = tls_open_pem(r, args[1]);

    if (bio == NULL)
        return NULL;
    if (!bind_is_undefined(env, args[2]))
        p.text = bind_to_string(env, args[2], &p.length);
    x->l->ERR_clear_error();
    EVP_PKEY *key = x->l->PEM_read_bio_PrivateKey(bio, NULL, give_phrase, &p);
    free(p.text);
    x->l->BIO_free(bio);
    if (key == NULL)
        return bind_crypto_throw(r, "PEM_read_bio_PrivateKey");
    const int ok = x->l->SSL_CTX_use_PrivateKey(x->ctx, key);
    x->l->EVP_PKEY_free(key);
    return ok == 1 ? bind_undefined(env)
                   : bind_crypto_throw(r, "SSL_CTX_use_PrivateKey");
}

/* ---- Certificates -------------------------------------------------------- */

/* The issuer among what the context trusts; to be freed. */
static X509 *find_issuer(tls_context *x, X509 *leaf)
{
    X509_STORE_CTX *look = x->l->X509_STORE_CTX_new();
    X509 *found = NULL;

    if (look != NULL &&
        x->l->X509_STORE_CTX_init(look, x->l->SSL_CTX_get_cert_store(x->ctx),
                                  NULL, NULL) == 1 &&
        x->l->X509_STORE_CTX_get1_issuer(&found, look, leaf) != 1)
        found = NULL;
    if (look != NULL)
        x->l->X509_STORE_CTX_free(look);
    x->l->ERR_clear_error();
    return found;
}

/* Take over the leaf; `chain` stays the caller's. 1 on success. */
static int use_chain(tls_context *x, X509 *leaf, X509 *const *chain, size_t n)
{
    const tls_library *l = x->l;
    X509 *issuer = NULL;

    if (l->SSL_CTX_use_certificate(x->ctx, leaf) != 1)
        return 0;
    l->SSL_CTX_ctrl(x->ctx, SSL_CTRL_CHAIN, 0, NULL);
    for (size_t i = 0; i < n; i++) {
        /* The context holds a reference of its own. */
        if (l->SSL_CTX_ctrl(x->ctx, SSL_CTRL_CHAIN_CERT, 1, chain[i]) != 1)
            return 0;
        if (issuer == NULL && l->X509_check_issued(chain[i], leaf) == X509_V_OK)
            issuer = chain[i];
    }
    if (issuer != NULL)
        l->X509_up_ref(issuer);
    else
        issuer = find_issuer(x, leaf);
    l->X509_up_ref(leaf);
    if (x->certificate != NULL)
        l->X509_free(x->certificate);
    if (x->issuer != NULL)
        l->X509_free(x->issuer);
    x->certificate = leaf;
    x->issuer = issuer;
    return 1;
}

#define CHAIN_MAX 64

static int read_chain(tls_context *x, BIO *bio)
{
    const tls_library *l = x->l;
    X509 *chain[CHAIN_MAX];
    size_t n = 0;
    X509 *leaf = l->PEM_read_bio_X509_AUX(bio, NULL, NULL, NULL);

    if (leaf == NULL)
        return 0;
    while (n < CHAIN_MAX &&
           (chain[n] = l->PEM_read_bio_X509(bio, NULL, NULL, NULL)) != NULL)
        n++;
    const unsigned long error = l->ERR_peek_last_error();
    const bool is_end = ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
    if (is_end)
        l->ERR_clear_error();
    const int ok = error == 0 || is_end ? use_chain(x, leaf, chain, n) : 0;
    while (n > 0)
        l->X509_free(chain[--n]);
    l->X509_free(leaf);
    return ok;
}

/* contextSetCert(context, PEM): the certificate, and those that lead to a
 * root. */
static napi_value js_set_cert(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    tls_context *x = tls_context_of(r, args[0]);
    BIO *bio = tls_open_pem(r, args[1]);

    if (bio == NULL)
        return NULL;
    x->l->ERR_clear_error();
    const int ok = read_chain(x, bio);
    x->l->BIO_free(bio);
    return ok == 1 ? bind_undefined(env)
                   : bind_crypto_throw(r, "SSL_CTX_use_certificate_chain");
}

/* contextCertificate(context, issuer): DER, or null. */
static napi_value js_certificate(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    const tls_context *x = tls_context_of(r, args[0]);
    X509 *one = bind_to_bool(env, args[1]) ? x->issuer : x->certificate;

    return one != NULL ? tls_wrap_certificate(r, one) : bind_null(env);
}

/*
 * contextSetCompression(context, [number, ...]): how certificates may be
 * compressed (RFC 8879), the best first. Those that are set by now are
 * compressed at once; it is no error that there are none.
 */
static napi_value js_set_compression(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    tls_context *x = tls_context_of(r, args[0]);
    const tls_library *l = x->l;
    const long max =
        l->SSL_CTX_ctrl(x->ctx, SSL_CTRL_GET_MAX_PROTO_VERSION, 0, NULL);
    int numbers[3];
    uint32_t n;

    BIND_OK(napi_get_array_length(env, args[1], &n));
    n = n > 3 ? 3 : n;
    for (uint32_t i = 0; i < n; i++) {
        napi_value one;
        BIND_OK(napi_get_element(env, args[1], i, &one));
        numbers[i] = (int)bind_to_int(env, one);
    }
    if (max != 0 && max < TLS1_3_VERSION) {
        napi_throw_type_error(env, "ERR_INVALID_ARG_VALUE",
                              "certificateCompression requires a TLS protocol "
                              "range that includes TLSv1.3");
        return NULL;
    }
    if (l->SSL_CTX_set1_cert_comp_preference == NULL) {
        napi_throw_error(env, "ERR_CRYPTO_UNSUPPORTED_OPERATION",
                         "Certificate compression is not supported by this "
                         "OpenSSL build");
        return NULL;
    }
    if (l->SSL_CTX_set1_cert_comp_preference(x->ctx, numbers, n) != 1) {
        l->ERR_clear_error();
        napi_throw_error(env, "ERR_CRYPTO_OPERATION_FAILED",
                         "Failed to set certificate compression preference");
        return NULL;
    }
    l->SSL_CTX_compress_certs(x->ctx, 0);
    l->ERR_clear_error();
    return bind_undefined(env);
}

/* ---- PKCS #12 ------------------------------------------------------------ */

static int use_pkcs12(tls_context *x, EVP_PKEY *key, X509 *leaf,
                      STACK_OF(X509) * more)
{
    const tls_library *l = x->l;
    const OPENSSL_STACK *stack = (const OPENSSL_STACK *)more;
    X509 *chain[CHAIN_MAX];
    const int all = more != NULL ? l->OPENSSL_sk_num(stack) : 0;
    size_t n = 0;

    for (int i = 0; i < all && n < CHAIN_MAX; i++)
        chain[n++] = l->OPENSSL_sk_value(stack, i);
    if (use_chain(x, leaf, chain, n) != 1 ||
        l->SSL_CTX_use_PrivateKey(x->ctx, key) != 1)
        return 0;
    for (size_t i = 0; i < n; i++) {
        X509_STORE *store = tls_context_store(x);
        if (store == NULL)
            return 0;
        l->X509_STORE_add_cert(store, chain[i]);
        l->SSL_CTX_add_client_CA(x->ctx, chain[i]);
    }
    return 1;
}

static void free_chain(const tls_library *l, OPENSSL_STACK *stack)
{
    if (stack == NULL)
        return;
    for (int i = 0; i < l->OPENSSL_sk_num(stack); i++)
        l->X509_free(l->OPENSSL_sk_value(stack, i));
    l->OPENSSL_sk_free(stack);
}

/* Node's errors here: OpenSSL's reason without its code, or one of these. */
static void throw_of_pkcs12(runtime *r, const tls_library *l,
                            const char *failure)
{
    const crypto *c = BIND_STATE(r, crypto);
    const unsigned long error = l->ERR_peek_error();
    const char *reason = c->ERR_reason_error_string(error);

    l->ERR_clear_error();
    if (failure != NULL)
        napi_throw_error(r->env, "ERR_CRYPTO_OPERATION_FAILED", failure);
    else if (ERR_GET_REASON(error) == ERR_R_UNSUPPORTED)
        napi_throw_error(r->env, "ERR_CRYPTO_UNSUPPORTED_OPERATION",
                         "Unsupported PKCS12 PFX data");
    else if (reason != NULL)
        napi_throw_error(r->env, NULL, reason);
    else
        napi_throw_error(r->env, "ERR_CRYPTO_OPERATION_FAILED",
                         "Unable to load PFX certificate");
}

/* contextLoadPkcs12(context, bytes, passphrase) */
static napi_value js_load_pkcs12(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    tls_context *x = tls_context_of(r, args[0]);
    const tls_library *l = x->l;
    EVP_PKEY *key = NULL;
    X509 *leaf = NULL;
    STACK_OF(X509) *more = NULL;
    size_t n;
    BIO *bio = tls_open_pem(r, args[1]);

    if (bio == NULL)
        return NULL;
    char *text = bind_is_undefined(env, args[2])
                     ? NULL
                     : bind_to_string(env, args[2], &n);
    l->ERR_clear_error();
    PKCS12 *p12 = l->d2i_PKCS12_bio(bio, NULL);
    l->BIO_free(bio);
    int ok = p12 != NULL && l->PKCS12_parse(p12, text, &key, &leaf, &more);
    free(text);
    const char *failure = NULL;
    if (ok && key == NULL)
        failure = "Unable to load private key from PFX data";
    else if (ok && leaf == NULL)
        failure = "Unable to load certificate from PFX data";
    else if (ok && !use_pkcs12(x, key, leaf, more))
        ok = 0;
    if (p12 != NULL)
        l->PKCS12_free(p12);
    if (key != NULL)
        l->EVP_PKEY_free(key);
    if (leaf != NULL)
        l->X509_free(leaf);
    free_chain(l, (OPENSSL_STACK *)more);
    if (ok && failure == NULL)
        return bind_undefined(env);
    throw_of_pkcs12(r, l, failure);
    return NULL;
}

/* ---- Diffie-Hellman ------------------------------------------------------ */

/* contextSetDh(context, PEM or true): the number of bits if they are few, else
 * 0, also if the PEM cannot be read. */
static napi_value js_set_dh(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    napi_valuetype type;
    runtime *r = bind_args(env, info, 2, args);
    tls_context *x = tls_context_of(r, args[0]);

    BIND_OK(napi_typeof(env, args[1], &type));
    if (type == napi_boolean) {
        x->l->SSL_CTX_ctrl(x->ctx, SSL_CTRL_SET_DH_AUTO, 1, NULL);
        return bind_int(env, 0);
    }
    BIO *bio = tls_open_pem(r, args[1]);
    if (bio == NULL)
        return NULL;
    EVP_PKEY *key = x->l->PEM_read_bio_Parameters(bio, NULL);
    x->l->BIO_free(bio);
    x->l->ERR_clear_error();
    if (key == NULL)
        return bind_int(env, 0);
    const int bits = x->l->EVP_PKEY_get_bits(key);
    if (bits < 1024) {
        x->l->EVP_PKEY_free(key);
        return bind_int(env, bits);
    }
    if (x->l->SSL_CTX_set0_tmp_dh_pkey(x->ctx, key) == 1)
        return bind_int(env, bits < 2048 ? bits : 0);
    x->l->EVP_PKEY_free(key);
    x->l->ERR_clear_error();
    napi_throw_error(env, "ERR_CRYPTO_OPERATION_FAILED",
                     "Error setting temp DH parameter");
    return NULL;
}

void tls_credential_methods(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "contextSetKey", js_set_key },
        { "contextSetCert", js_set_cert },
        { "contextCertificate", js_certificate },
        { "contextLoadPkcs12", js_load_pkcs12 },
        { "contextSetDh", js_set_dh },
        { "contextSetCompression", js_set_compression },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
