/*
 * tls.c - internalBinding('tls'): the library, and what belongs to no
 * connection.
 */
#include "bind/tls/tls.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- The library --------------------------------------------------------- */

const tls_library *bind_tls(runtime *r)
{
    static const bind_symbol symbols[] = {
#define SYMBOL(f) LIBRARY_SYMBOL(tls_library, f)
        TLS_FUNCTIONS(SYMBOL)
#undef SYMBOL
#define SYMBOL(f) LIBRARY_OPTIONAL(tls_library, f)
            TLS_OPTIONAL_FUNCTIONS(SYMBOL)
#undef SYMBOL
    };
    tls_state *state = BIND_STATE(r, tls);

    if (state->library.library != NULL)
        return &state->library;
    if (bind_crypto(r) == NULL)
        return NULL;
    const int err =
        bind_library_open(r, "libssl.so.3", symbols,
                          sizeof symbols / sizeof *symbols, &state->library);
    if (err == 0)
        return &state->library;
    napi_throw_error(r->env, "ERR_NO_CRYPTO",
                     err == -ENOENT
                         ? "node:tls needs OpenSSL 3 (libssl.so.3, Debian's "
                           "package libssl3), which is not installed"
                         : "node:tls needs a newer OpenSSL 3 (libssl.so.3) "
                           "than the one that is installed");
    return NULL;
}

static void close_tls(runtime *r)
{
    tls_state *state = BIND_STATE(r, tls);

    if (state->roots != NULL)
        state->library.X509_STORE_free(state->roots);
    state->roots = NULL;
    free(state->clear);
    state->clear = NULL;
}

/* Connections use the library until they are freed. */
static void finish_tls(runtime *r)
{
    tls_state *state = BIND_STATE(r, tls);

    if (state->method != NULL)
        state->library.BIO_meth_free(state->method);
    state->method = NULL;
    bind_library_close(r, &state->library);
}

/* ---- Roots --------------------------------------------------------------- */

/* Every certificate of a PEM text; how many there were. */
static uint32_t add_roots(const tls_library *l, X509_STORE *store, BIO *bio)
{
    uint32_t n = 0;
    X509 *x;

    while ((x = l->PEM_read_bio_X509(bio, NULL, NULL, NULL)) != NULL) {
        l->X509_STORE_add_cert(store, x);
        l->X509_free(x);
        n++;
    }
    l->ERR_clear_error(); /* the end of the text is one */
    return n;
}

/* setRoots([text, ...]): the certificates that contexts trust which have no
 * `ca`. How many there are. */
static napi_value js_set_roots(napi_env env, napi_callback_info info)
{
    napi_value list;
    runtime *r = bind_args(env, info, 1, &list);
    const tls_library *l = bind_tls(r);
    tls_state *state = BIND_STATE(r, tls);
    uint32_t count, total = 0;

    if (l == NULL)
        return NULL;
    X509_STORE *store = l->X509_STORE_new();
    if (store == NULL)
        return bind_threw(r);
    BIND_OK(napi_get_array_length(env, list, &count));
    for (uint32_t i = 0; i < count; i++) {
        napi_value text;
        BIND_OK(napi_get_element(env, list, i, &text));
        BIO *bio = tls_open_pem(r, text);
        if (bio == NULL) {
            l->X509_STORE_free(store);
            return NULL;
        }
        total += add_roots(l, store, bio);
        l->BIO_free(bio);
    }
    if (state->roots != NULL)
        l->X509_STORE_free(state->roots);
    state->roots = store;
    return bind_int(env, total);
}

/* hasRoots() */
static napi_value js_has_roots(napi_env env, napi_callback_info info)
{
    runtime *r = bind_args(env, info, 0, NULL);
    const tls_state *state = BIND_STATE(r, tls);

    return bind_bool(env, state->roots != NULL);
}

/* splitCertificates(text): the certificates of a PEM text. Throws OpenSSL's
 * error if one of them cannot be read. */
static napi_value js_split(napi_env env, napi_callback_info info)
{
    napi_value text, list;
    runtime *r = bind_args(env, info, 1, &text);
    const tls_library *l = bind_tls(r);
    uint32_t n = 0;
    X509 *x;

    if (l == NULL)
        return NULL;
    BIO *bio = tls_open_pem(r, text);
    if (bio == NULL)
        return NULL;
    BIND_OK(napi_create_array(env, &list));
    while ((x = l->PEM_read_bio_X509(bio, NULL, NULL, NULL)) != NULL) {
        const napi_value one = tls_wrap_certificate(r, x);
        l->X509_free(x);
        if (one == NULL)
            break;
        BIND_OK(napi_set_element(env, list, n++, one));
    }
    l->BIO_free(bio);
    const unsigned long error = l->ERR_peek_last_error();
    if (ERR_GET_REASON(error) == PEM_R_NO_START_LINE)
        l->ERR_clear_error();
    else if (error != 0)
        return bind_crypto_throw(r, "Failed to read certificates");
    return list;
}

/* ---- Ciphers ------------------------------------------------------------- */

/* getCiphers(): their names, as OpenSSL has them. */
static napi_value js_get_ciphers(napi_env env, napi_callback_info info)
{
    napi_value list;
    runtime *r = bind_args(env, info, 0, NULL);
    const tls_library *l = bind_tls(r);

    if (l == NULL)
        return NULL;
    SSL_CTX *ctx = l->SSL_CTX_new(l->TLS_method());
    SSL *ssl = ctx ? l->SSL_new(ctx) : NULL;
    if (ssl == NULL) {
        if (ctx != NULL)
            l->SSL_CTX_free(ctx);
        return bind_crypto_throw(r, "SSL_CTX_new");
    }
    BIND_OK(napi_create_array(env, &list));
    STACK_OF(SSL_CIPHER) *all = l->SSL_get_ciphers(ssl);
    const int n = l->OPENSSL_sk_num((const OPENSSL_STACK *)all);
    for (int i = 0; i < n; i++) {
        const SSL_CIPHER *one =
            l->OPENSSL_sk_value((const OPENSSL_STACK *)all, i);
        BIND_OK(
            napi_set_element(env, list, (uint32_t)i,
                             bind_string(env, l->SSL_CIPHER_get_name(one))));
    }
    l->SSL_free(ssl);
    l->SSL_CTX_free(ctx);
    return list;
}

/* getCompressions(): the algorithms that certificates can be compressed with,
 * by their numbers in TLS. */
static napi_value js_get_compressions(napi_env env, napi_callback_info info)
{
    napi_value list;
    runtime *r = bind_args(env, info, 0, NULL);
    const tls_library *l = bind_tls(r);
    uint32_t n = 0;

    if (l == NULL)
        return NULL;
    BIND_OK(napi_create_array(env, &list));
    SSL_CTX *ctx = l->SSL_CTX_set1_cert_comp_preference != NULL
                       ? l->SSL_CTX_new(l->TLS_method())
                       : NULL;
    for (int number = 1; ctx != NULL && number <= 3; number++) {
        if (l->SSL_CTX_set1_cert_comp_preference(ctx, &number, 1) == 1)
            BIND_OK(napi_set_element(env, list, n++, bind_int(env, number)));
    }
    if (ctx != NULL)
        l->SSL_CTX_free(ctx);
    l->ERR_clear_error();
    return list;
}

static napi_status tls_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "setRoots", js_set_roots },
        { "hasRoots", js_has_roots },
        { "splitCertificates", js_split },
        { "getCiphers", js_get_ciphers },
        { "getCompressions", js_get_compressions },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
    tls_context_methods(r, exports);
    tls_credential_methods(r, exports);
    tls_handshake_functions(r, exports);
    tls_peer_functions(r, exports);
    return bind_handle_class(r, exports, &bind_tls_type);
}

const bind_entry bind_entry_tls = { .name = "tls",
                                    .init = tls_init,
                                    .close = close_tls,
                                    .finish = finish_tls,
                                    .state = sizeof(tls_state) };
