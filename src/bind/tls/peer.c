/*
 * peer.c - what a connection knows: the certificates of both sides, the cipher,
 * the session.
 */
#include <stdlib.h>
#include <string.h>

#include "bind/tls/tls.h"

/* ---- Certificates -------------------------------------------------------- */

napi_value tls_wrap_certificate(runtime *r, X509 *x)
{
    const tls_library *l = BIND_STATE(r, tls);

    l->X509_up_ref(x);
    return bind_crypto_wrap_certificate(r, x);
}

/* Who has issued it, among what the peer sent or what is trusted; to be
 * freed. */
static X509 *issuer_of(const tls_wrap *w, X509 *x)
{
    const tls_library *l = w->l;
    const OPENSSL_STACK *sent =
        (const OPENSSL_STACK *)l->SSL_get_peer_cert_chain(w->ssl);
    const int n = sent != NULL ? l->OPENSSL_sk_num(sent) : 0;
    X509 *found = NULL;

    for (int i = 0; i < n; i++) {
        X509 *one = l->OPENSSL_sk_value(sent, i);
        if (one != x && l->X509_check_issued(one, x) == X509_V_OK) {
            l->X509_up_ref(one);
            return one;
        }
    }
    X509_STORE_CTX *look = l->X509_STORE_CTX_new();
    if (look != NULL &&
        l->X509_STORE_CTX_init(look, l->SSL_CTX_get_cert_store(w->shared->ctx),
                               NULL, NULL) == 1 &&
        l->X509_STORE_CTX_get1_issuer(&found, look, x) != 1)
        found = NULL;
    if (look != NULL)
        l->X509_STORE_CTX_free(look);
    return found;
}

#define CHAIN_MAX 32

/* certificates(wrap, peer, whole): the peer's certificate or the own one, and,
 * if all are wanted, its issuer and so on; an own root ends the list. null
 * without a certificate. */
static napi_value js_certificates(napi_env env, napi_callback_info info)
{
    napi_value args[3], list;
    tls_wrap *w = tls_args(env, info, 3, args);
    uint32_t n = 0;

    if (w == NULL)
        return bind_null(env);
    const tls_library *l = w->l;
    const bool whole = bind_to_bool(env, args[2]);
    X509 *x = bind_to_bool(env, args[1]) ? l->SSL_get1_peer_certificate(w->ssl)
                                         : l->SSL_get_certificate(w->ssl);
    if (x == NULL)
        return bind_null(env);
    if (!bind_to_bool(env, args[1]))
        l->X509_up_ref(x);
    BIND_OK(napi_create_array(env, &list));
    while (x != NULL && n < CHAIN_MAX) {
        const napi_value one = tls_wrap_certificate(w->base.wrap.r, x);
        if (one == NULL)
            break;
        BIND_OK(napi_set_element(env, list, n++, one));
        X509 *next = NULL;
        if (whole && l->X509_check_issued(x, x) != X509_V_OK)
            next = issuer_of(w, x);
        l->X509_free(x);
        x = next;
    }
    if (x != NULL)
        l->X509_free(x);
    l->ERR_clear_error();
    return list;
}

/* ---- Whether the peer is trusted ----------------------------------------- */

const char *tls_verify_code(long error)
{
#define CODE(name)                                                             \
    case X509_V_ERR_##name:                                                    \
        return #name
    switch (error) {
        CODE(UNABLE_TO_GET_ISSUER_CERT);
        CODE(UNABLE_TO_GET_CRL);
        CODE(UNABLE_TO_DECRYPT_CERT_SIGNATURE);
        CODE(UNABLE_TO_DECRYPT_CRL_SIGNATURE);
        CODE(UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY);
        CODE(CERT_SIGNATURE_FAILURE);
        CODE(CRL_SIGNATURE_FAILURE);
        CODE(CERT_NOT_YET_VALID);
        CODE(CERT_HAS_EXPIRED);
        CODE(CRL_NOT_YET_VALID);
        CODE(CRL_HAS_EXPIRED);
        CODE(ERROR_IN_CERT_NOT_BEFORE_FIELD);
        CODE(ERROR_IN_CERT_NOT_AFTER_FIELD);
        CODE(ERROR_IN_CRL_LAST_UPDATE_FIELD);
        CODE(ERROR_IN_CRL_NEXT_UPDATE_FIELD);
        CODE(OUT_OF_MEM);
        CODE(DEPTH_ZERO_SELF_SIGNED_CERT);
        CODE(SELF_SIGNED_CERT_IN_CHAIN);
        CODE(UNABLE_TO_GET_ISSUER_CERT_LOCALLY);
        CODE(UNABLE_TO_VERIFY_LEAF_SIGNATURE);
        CODE(CERT_CHAIN_TOO_LONG);
        CODE(CERT_REVOKED);
        CODE(INVALID_CA);
        CODE(PATH_LENGTH_EXCEEDED);
        CODE(INVALID_PURPOSE);
        CODE(CERT_UNTRUSTED);
        CODE(CERT_REJECTED);
        CODE(HOSTNAME_MISMATCH);
    default:
        return "UNSPECIFIED";
    }
#undef CODE
}

/* A session that is resumed, or keys that both sides share, need none. */
static long verify_without(const tls_wrap *w)
{
    const tls_library *l = w->l;
    const SSL_CIPHER *cipher = l->SSL_get_current_cipher(w->ssl);
    const SSL_SESSION *session = l->SSL_get_session(w->ssl);

    if (cipher != NULL && l->SSL_CIPHER_get_auth_nid(cipher) == NID_auth_psk)
        return X509_V_OK;
    if (session != NULL &&
        l->SSL_SESSION_get_protocol_version(session) == TLS1_3_VERSION &&
        l->SSL_session_reused(w->ssl))
        return X509_V_OK;
    return X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT;
}

/* verifyError(wrap): [code, words], or null if all is well. */
static napi_value js_verify_error(napi_env env, napi_callback_info info)
{
    napi_value args[1], pair;
    tls_wrap *w = tls_args(env, info, 1, args);

    if (w == NULL)
        return bind_null(env);
    X509 *x = w->l->SSL_get1_peer_certificate(w->ssl);
    const long error =
        x != NULL ? w->l->SSL_get_verify_result(w->ssl) : verify_without(w);
    if (x != NULL)
        w->l->X509_free(x);
    if (error == X509_V_OK)
        return bind_null(env);
    BIND_OK(napi_create_array(env, &pair));
    BIND_OK(napi_set_element(env, pair, 0,
                             bind_string(env, tls_verify_code(error))));
    BIND_OK(napi_set_element(
        env, pair, 1,
        bind_string(env, w->l->X509_verify_cert_error_string(error))));
    return pair;
}

/* ---- Facts --------------------------------------------------------------- */

static napi_value text_or(napi_env env, const char *text, napi_value otherwise)
{
    return text != NULL ? bind_string(env, text) : otherwise;
}

static napi_value describe_cipher(tls_wrap *w)
{
    runtime *r = w->base.wrap.r;
    const tls_library *l = w->l;
    const SSL_CIPHER *cipher = l->SSL_get_current_cipher(w->ssl);
    const napi_value none = bind_undefined(r->env);
    napi_value o;

    if (cipher == NULL)
        return none;
    BIND_OK(napi_create_object(r->env, &o));
    bind_set(r, o, "name",
             text_or(r->env, l->SSL_CIPHER_get_name(cipher), none));
    bind_set(r, o, "standardName",
             text_or(r->env, l->SSL_CIPHER_standard_name(cipher), none));
    bind_set(r, o, "version",
             text_or(r->env, l->SSL_CIPHER_get_version(cipher), none));
    return o;
}

/* A key that is no point of a curve, as those of ML-KEM. */
static void describe_group(tls_wrap *w, napi_value to)
{
    runtime *r = w->base.wrap.r;
    const char *name = NULL;

    /* OpenSSL looks into the session, and there may be none yet. */
    if (w->l->SSL_get0_group_name && w->l->SSL_get_session(w->ssl) != NULL)
        name = w->l->SSL_get0_group_name(w->ssl);
    if (name == NULL)
        return;
    bind_set(r, to, "type", bind_string(r->env, "TLSGroup"));
    bind_set(r, to, "name", bind_string(r->env, name));
}

static napi_value describe_key(tls_wrap *w)
{
    runtime *r = w->base.wrap.r;
    EVP_PKEY *key = NULL;
    napi_value o;
    char name[64];
    size_t n;

    if (w->is_server)
        return bind_null(r->env);
    BIND_OK(napi_create_object(r->env, &o));
    if (w->l->SSL_ctrl(w->ssl, SSL_CTRL_GET_PEER_TMP_KEY, 0, &key) != 1 ||
        key == NULL) {
        describe_group(w, o);
        w->l->ERR_clear_error();
        return o;
    }
    const int id = w->l->EVP_PKEY_get_id(key);
    if (id == EVP_PKEY_DH) {
        bind_set(r, o, "type", bind_string(r->env, "DH"));
        bind_set(r, o, "name", bind_undefined(r->env));
    } else {
        bind_set(r, o, "type", bind_string(r->env, "ECDH"));
        if (id != EVP_PKEY_EC ||
            w->l->EVP_PKEY_get_group_name(key, name, sizeof name, &n) != 1)
            strncpy(name, w->l->OBJ_nid2sn(id), sizeof name - 1);
        name[sizeof name - 1] = '\0';
        bind_set(r, o, "name", bind_string(r->env, name));
    }
    bind_set(r, o, "size", bind_int(r->env, w->l->EVP_PKEY_get_bits(key)));
    w->l->EVP_PKEY_free(key);
    return o;
}

static napi_value describe_session(tls_wrap *w)
{
    SSL_SESSION *session = w->l->SSL_get_session(w->ssl);
    const int n = session != NULL ? w->l->i2d_SSL_SESSION(session, NULL) : 0;
    runtime *r = w->base.wrap.r;
    uint8_t *data;

    if (n <= 0)
        return bind_undefined(r->env);
    const napi_value buffer = bind_new_buffer(r, (size_t)n, &data);
    if (buffer != NULL)
        w->l->i2d_SSL_SESSION(session, &data);
    return buffer;
}

static napi_value describe_ticket(tls_wrap *w)
{
    const SSL_SESSION *session = w->l->SSL_get_session(w->ssl);
    const unsigned char *ticket = NULL;
    size_t n = 0;

    if (session != NULL)
        w->l->SSL_SESSION_get0_ticket(session, &ticket, &n);
    return ticket != NULL ? bind_crypto_buffer(w->base.wrap.r, ticket, n)
                          : bind_undefined(w->base.wrap.r->env);
}

static napi_value describe_finished(tls_wrap *w, bool peers)
{
    uint8_t bytes[EVP_MAX_MD_SIZE];
    const size_t n =
        peers ? w->l->SSL_get_peer_finished(w->ssl, bytes, sizeof bytes)
              : w->l->SSL_get_finished(w->ssl, bytes, sizeof bytes);

    return n > 0 ? bind_crypto_buffer(w->base.wrap.r, bytes, n)
                 : bind_undefined(w->base.wrap.r->env);
}

static napi_value describe_alpn(tls_wrap *w)
{
    const unsigned char *name = NULL;
    unsigned n = 0;
    napi_env env = w->base.wrap.r->env;

    w->l->SSL_get0_alpn_selected(w->ssl, &name, &n);
    return n > 0 ? bind_string_n(env, (const char *)name, n)
                 : bind_bool(env, false);
}

static napi_value name_of(napi_env env, const tls_library *l, int nid)
{
    const char *name = nid != NID_undef ? l->OBJ_nid2sn(nid) : NULL;

    return bind_string(env, name != NULL ? name : "UNDEF");
}

/* "ECDSA+SHA256" as Node writes them: [signature and hash names, ...] */
static napi_value describe_sigalgs(tls_wrap *w)
{
    const tls_library *l = w->l;
    napi_env env = w->base.wrap.r->env;
    const int n =
        l->SSL_get_shared_sigalgs(w->ssl, 0, NULL, NULL, NULL, NULL, NULL);
    napi_value list;
    uint32_t count = 0;

    BIND_OK(napi_create_array(env, &list));
    for (int i = 0; i < n; i++) {
        int sign, hash;
        l->SSL_get_shared_sigalgs(w->ssl, i, &sign, &hash, NULL, NULL, NULL);
        BIND_OK(napi_set_element(env, list, count++, name_of(env, l, sign)));
        BIND_OK(napi_set_element(env, list, count++, name_of(env, l, hash)));
    }
    return list;
}

enum {
    GET_CIPHER,
    GET_PROTOCOL,
    GET_EPHEMERAL_KEY,
    GET_SESSION,
    GET_TICKET,
    GET_FINISHED,
    GET_PEER_FINISHED,
    GET_ALPN,
    GET_SERVERNAME,
    GET_SIGALGS,
    GET_REUSED,
    GET_NOT_OVER
};

/* wrapGet(wrap, what): undefined once there is no SSL. */
static napi_value js_get(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    tls_wrap *w = tls_args(env, info, 2, args);

    if (w == NULL)
        return bind_undefined(env);
    switch (bind_to_int(env, args[1])) {
    case GET_CIPHER:
        return describe_cipher(w);
    case GET_PROTOCOL:
        return bind_string(env, w->l->SSL_get_version(w->ssl));
    case GET_EPHEMERAL_KEY:
        return describe_key(w);
    case GET_SESSION:
        return describe_session(w);
    case GET_TICKET:
        return describe_ticket(w);
    case GET_FINISHED:
        return describe_finished(w, false);
    case GET_PEER_FINISHED:
        return describe_finished(w, true);
    case GET_ALPN:
        return describe_alpn(w);
    case GET_SERVERNAME:
        return text_or(
            env, w->l->SSL_get_servername(w->ssl, TLSEXT_NAMETYPE_host_name),
            bind_bool(env, false));
    case GET_SIGALGS:
        return describe_sigalgs(w);
    case GET_REUSED:
        return bind_bool(env, w->l->SSL_session_reused(w->ssl) == 1);
    default:
        return bind_bool(env, w->established);
    }
}

/* exportKeys(wrap, length, label, context): throws OpenSSL's error. */
static napi_value js_export_keys(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    tls_wrap *w = tls_args(env, info, 4, args);
    bind_bytes context = { NULL, 0 };
    uint8_t *data;
    size_t n;

    if (w == NULL)
        return bind_undefined(env);
    runtime *r = w->base.wrap.r;
    const size_t size = bind_to_size(env, args[1]);
    const bool has_context = bind_to_bytes(env, args[3], &context);
    char *label = bind_to_string(env, args[2], &n);
    const napi_value buffer = label ? bind_new_buffer(r, size, &data) : NULL;
    if (buffer == NULL) {
        free(label);
        return NULL;
    }
    w->l->ERR_clear_error();
    const int ok = w->l->SSL_export_keying_material(
        w->ssl, data, size, label, n, context.data, context.length,
        has_context);
    free(label);
    return ok == 1 ? buffer
                   : bind_crypto_throw(r, "SSL_export_keying_material");
}

void tls_peer_functions(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "certificates", js_certificates },
        { "verifyError", js_verify_error },
        { "wrapGet", js_get },
        { "exportKeys", js_export_keys },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
