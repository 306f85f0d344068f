/*
 * handshake.c - what OpenSSL asks and reports during a handshake. See rule 1 in
 * tls.h: most of it is noted, and reported to JavaScript by tls_report():
 *
 *      onhandshakestart()           a client begins to negotiate again
 *      onhandshakedone()
 *      onkeylog(line), ontrace(text)
 *      onnewsession(id, session)    of a server: newSessionDone() is awaited
 *      onocspresponse(bytes or null)
 *      onclienthello({ sessionId, servername, tlsTicket })
 *                                   endParser(session) is awaited
 *      oncertcb({ servername, OCSPRequest })
 *                                   certCbDone(context) is awaited
 *      onalpn(names), onpskclient(hint, most, most), onpskserver(identity,
 * most) return their answer
 */
#include <stdlib.h>
#include <string.h>

#include "bind/tls/tls.h"

/* ---- Calling JavaScript -------------------------------------------------- */

static napi_value name_or_false(napi_env env, const tls_event *event)
{
    return event->second > 0
               ? bind_string_n(env, (const char *)event->data + event->first,
                               event->second)
               : bind_bool(env, false);
}

static napi_value describe_hello(runtime *r, const tls_event *event)
{
    napi_value hello, id = bind_crypto_buffer(r, event->data, event->first);

    BIND_OK(napi_create_object(r->env, &hello));
    if (id != NULL)
        bind_set(r, hello, "sessionId", id);
    bind_set(r, hello, "servername", name_or_false(r->env, event));
    bind_set(r, hello, "tlsTicket", bind_bool(r->env, event->flag));
    return hello;
}

static napi_value describe_request(runtime *r, const tls_event *event)
{
    napi_value request;

    BIND_OK(napi_create_object(r->env, &request));
    bind_set(r, request, "servername", name_or_false(r->env, event));
    bind_set(r, request, "OCSPRequest", bind_bool(r->env, event->flag));
    return request;
}

void tls_report(tls_wrap *w, const tls_event *event)
{
    static const char *const names[] = {
        [TLS_HANDSHAKE_START] = "onhandshakestart",
        [TLS_HANDSHAKE_DONE] = "onhandshakedone",
        [TLS_KEYLOG] = "onkeylog",
        [TLS_SESSION] = "onnewsession",
        [TLS_OCSP] = "onocspresponse",
        [TLS_CLIENT_HELLO] = "onclienthello",
        [TLS_WANT_CERT] = "oncertcb",
        [TLS_TRACE] = "ontrace",
    };
    runtime *r = w->base.wrap.r;
    napi_value argv[2] = { NULL, NULL };
    size_t argc = 1;

    switch (event->kind) {
    case TLS_CLIENT_HELLO:
        argv[0] = describe_hello(r, event);
        break;
    case TLS_WANT_CERT:
        argv[0] = describe_request(r, event);
        break;
    case TLS_OCSP:
        argv[0] = event->flag ? bind_crypto_buffer(r, event->data, event->first)
                              : bind_null(r->env);
        break;
    case TLS_SESSION:
        argv[1] =
            bind_crypto_buffer(r, event->data + event->first, event->second);
        argc = 2;
        /* fall through */
    case TLS_KEYLOG:
    case TLS_TRACE:
        argv[0] = bind_crypto_buffer(r, event->data, event->first);
        break;
    default:
        argc = 0;
    }
    if ((argc > 0 && argv[0] == NULL) || (argc > 1 && argv[1] == NULL))
        runtime_report_pending(r);
    else
        bind_handle_call(&w->base, names[event->kind], argc, argv);
    bind_pass(w->base.wrap.r);
}

/* ---- What is noted ------------------------------------------------------- */

/* A message in words. */
static void note_trace(tls_wrap *w, int writes, int version, int type,
                       const void *bytes, size_t n)
{
    const tls_library *l = w->l;
    BIO *bio = l->BIO_new(l->BIO_s_mem());
    char *text = NULL;

    if (bio == NULL)
        return;
    l->SSL_trace(writes, version, type, bytes, n, w->ssl, bio);
    const long length = l->BIO_ctrl(bio, BIO_CTRL_INFO, 0, &text);
    if (length > 0)
        tls_note(w, TLS_TRACE, text, (size_t)length, NULL, 0, false);
    l->BIO_free(bio);
}

/* A client that has a connection says hello again. */
static void on_message(int writes, int version, int type, const void *bytes,
                       size_t n, SSL *ssl, void *arg)
{
    tls_wrap *w = arg;

    (void)ssl;
    if (w->has_trace)
        note_trace(w, writes, version, type, bytes, n);
    if (!writes && type == SSL3_RT_HANDSHAKE && n > 0 &&
        *(const uint8_t *)bytes == SSL3_MT_CLIENT_HELLO && w->established)
        tls_note(w, TLS_HANDSHAKE_START, NULL, 0, NULL, 0, false);
}

static void on_keylog(const SSL *ssl, const char *line)
{
    tls_wrap *w = tls_active;
    const size_t n = strlen(line);

    (void)ssl;
    if (!w->has_keylog)
        return;
    char *copy = malloc(n + 1);
    if (copy == NULL)
        return;
    memcpy(copy, line, n);
    copy[n] = '\n';
    tls_note(w, TLS_KEYLOG, copy, n + 1, NULL, 0, false);
    free(copy);
}

/* Certificates are judged by lib/ when the handshake is done. */
static int accept_any(int ok, X509_STORE_CTX *store)
{
    (void)ok;
    (void)store;
    return 1;
}

/* The name in a hello's extension; NULL without one. */
static const unsigned char *name_in_hello(const tls_library *l, SSL *ssl,
                                          size_t *length)
{
    const unsigned char *p;
    size_t n;

    *length = 0;
    if (l->SSL_client_hello_get0_ext(ssl, TLSEXT_TYPE_server_name, &p, &n) !=
            1 ||
        n < 5 || p[2] != TLSEXT_NAMETYPE_host_name)
        return NULL;
    const size_t size = (size_t)p[3] << 8 | p[4];
    if (size > n - 5)
        return NULL;
    *length = size;
    return p + 5;
}

static int on_client_hello(SSL *ssl, int *alert, void *arg)
{
    tls_wrap *w = tls_active;
    const tls_library *l = w->l;
    const unsigned char *id, *ticket;
    size_t name_length, ticket_length = 0;

    (void)alert;
    (void)arg;
    if (!w->wants_hello || w->hello_done || w->established)
        return SSL_CLIENT_HELLO_SUCCESS;
    const size_t n = l->SSL_client_hello_get0_session_id(ssl, &id);
    const unsigned char *name = name_in_hello(l, ssl, &name_length);
    const bool has_ticket =
        l->SSL_client_hello_get0_ext(ssl, TLSEXT_TYPE_session_ticket, &ticket,
                                     &ticket_length) == 1 &&
        ticket_length > 0;
    if (!tls_note(w, TLS_CLIENT_HELLO, id, n, name, name_length, has_ticket))
        return SSL_CLIENT_HELLO_ERROR;
    return SSL_CLIENT_HELLO_RETRY;
}

static int on_want_cert(SSL *ssl, void *arg)
{
    tls_wrap *w = arg;
    const char *name = w->l->SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name);
    const bool wants_ocsp =
        w->l->SSL_ctrl(ssl, SSL_CTRL_GET_TLSEXT_STATUS_REQ_TYPE, 0, NULL) ==
        TLSEXT_STATUSTYPE_ocsp;

    if (w->cert_cb_done)
        return 1;
    if (w->cert_cb_waits)
        return -1;
    w->cert_cb_waits = true;
    tls_note(w, TLS_WANT_CERT, NULL, 0, name, name ? strlen(name) : 0,
             wants_ocsp);
    return -1;
}

/* Of a client: the response has come. Of a server: one is asked for. */
static int on_ocsp(SSL *ssl, void *arg)
{
    tls_wrap *w = tls_active;

    (void)arg;
    if (!w->is_server) {
        const unsigned char *response = NULL;
        const long n = w->l->SSL_ctrl(
            ssl, SSL_CTRL_GET_TLSEXT_STATUS_REQ_OCSP_RESP, 0, &response);
        const bool has = n > 0 && response != NULL;
        tls_note(w, TLS_OCSP, response, has ? (size_t)n : 0, NULL, 0, has);
        return 1;
    }
    if (w->ocsp == NULL)
        return SSL_TLSEXT_ERR_NOACK;
    unsigned char *copy =
        w->c->CRYPTO_memdup(w->ocsp, w->ocsp_length, __FILE__, __LINE__);
    if (copy == NULL)
        return SSL_TLSEXT_ERR_NOACK;
    w->l->SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_STATUS_REQ_OCSP_RESP,
                   (long)w->ocsp_length, copy);
    return SSL_TLSEXT_ERR_OK;
}

/* ---- What is asked ------------------------------------------------------- */

/* Call a function of the connection for its answer; NULL with what it threw
 * already reported. */
static napi_value tls_ask(tls_wrap *w, const char *name, size_t argc,
                          const napi_value *argv)
{
    runtime *r = w->base.wrap.r;
    const napi_value object = bind_wrap_object(&w->base.wrap);
    napi_value fn, answer;

    if (r->over)
        return NULL;
    BIND_OK(napi_get_named_property(r->env, object, name, &fn));
    if (napi_call_function(r->env, object, fn, argc, argv, &answer) == napi_ok)
        return answer;
    runtime_report_pending(r);
    return NULL;
}

/* Whether bytes are [length, name], ...: a program may have given any. */
static bool is_protocol_list(const uint8_t *bytes, size_t n)
{
    size_t i = 0;

    while (i < n && bytes[i] > 0)
        i += 1u + bytes[i];
    return i == n;
}

/* The first of ours that the client has, too: [length, name], ... */
static const unsigned char *common_protocol(const tls_wrap *w,
                                            const unsigned char *in, size_t n)
{
    if (!is_protocol_list(w->alpn, w->alpn_length) || !is_protocol_list(in, n))
        return NULL;
    for (size_t i = 0; i < w->alpn_length; i += 1u + w->alpn[i])
        for (size_t k = 0; k < n; k += 1u + in[k])
            if (in[k] == w->alpn[i] &&
                memcmp(in + k + 1, w->alpn + i + 1, in[k]) == 0)
                return in + k;
    return NULL;
}

/* onalpn(bytes): where the chosen name is in them, or undefined. */
static const unsigned char *ask_protocol(tls_wrap *w, const unsigned char *in,
                                         size_t n)
{
    runtime *r = w->base.wrap.r;
    const napi_value argv[1] = { bind_crypto_buffer(r, in, n) };
    const napi_value answer =
        argv[0] != NULL ? tls_ask(w, "onalpn", 1, argv) : NULL;

    if (answer == NULL || bind_is_undefined(r->env, answer))
        return NULL;
    const int64_t at = bind_to_int(r->env, answer);
    return at >= 0 && (size_t)at < n ? in + at : NULL;
}

static int on_alpn(SSL *ssl, const unsigned char **out, unsigned char *length,
                   const unsigned char *in, unsigned int n, void *arg)
{
    tls_wrap *w = tls_active;
    const unsigned char *found;

    (void)ssl;
    (void)arg;
    if (w->wants_alpn_callback)
        found = ask_protocol(w, in, n);
    else if (w->alpn_length == 0)
        return SSL_TLSEXT_ERR_NOACK;
    else
        found = common_protocol(w, in, n);
    if (found == NULL)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *out = found + 1;
    *length = *found;
    return SSL_TLSEXT_ERR_OK;
}

/* A Buffer's bytes into memory of OpenSSL; how many, 0 if they do not fit. */
static unsigned copy_key(napi_env env, napi_value value, unsigned char *to,
                         unsigned max)
{
    bind_bytes key;

    if (value == NULL || !bind_to_bytes(env, value, &key) || key.length > max)
        return 0;
    memcpy(to, key.data, key.length);
    return (unsigned)key.length;
}

static unsigned on_psk_server(SSL *ssl, const char *identity,
                              unsigned char *key, unsigned max)
{
    tls_wrap *w = tls_active;
    napi_env env = w->base.wrap.r->env;
    const napi_value argv[2] = { bind_string(env, identity),
                                 bind_int(env, max) };

    (void)ssl;
    return copy_key(env, tls_ask(w, "onpskserver", 2, argv), key, max);
}

/* onpskclient(hint, most, most) returns [key, identity] or undefined. */
static unsigned on_psk_client(SSL *ssl, const char *hint, char *identity,
                              unsigned identity_max, unsigned char *key,
                              unsigned key_max)
{
    tls_wrap *w = tls_active;
    napi_env env = w->base.wrap.r->env;
    const napi_value argv[3] = { hint ? bind_string(env, hint) : bind_null(env),
                                 bind_int(env, key_max),
                                 bind_int(env, identity_max) };
    const napi_value pair = tls_ask(w, "onpskclient", 3, argv);
    napi_value first, second;
    bool is_list = false;
    size_t n;

    (void)ssl;
    if (pair == NULL || napi_is_array(env, pair, &is_list) != napi_ok ||
        !is_list)
        return 0;
    BIND_OK(napi_get_element(env, pair, 0, &first));
    BIND_OK(napi_get_element(env, pair, 1, &second));
    char *text = bind_to_string(env, second, &n);
    if (text == NULL || n + 1 > identity_max) {
        free(text);
        return 0;
    }
    memcpy(identity, text, n + 1);
    free(text);
    return copy_key(env, first, key, key_max);
}

void tls_context_set_handshake(tls_context *x)
{
    const tls_library *l = x->l;

    l->SSL_CTX_set_keylog_callback(x->ctx, on_keylog);
    l->SSL_CTX_set_client_hello_cb(x->ctx, on_client_hello, NULL);
    l->SSL_CTX_set_alpn_select_cb(x->ctx, on_alpn, NULL);
    l->SSL_CTX_callback_ctrl(x->ctx, SSL_CTRL_SET_TLSEXT_STATUS_REQ_CB,
                             (void (*)(void))on_ocsp);
}

void tls_wrap_set_callbacks(tls_wrap *w)
{
    const tls_library *l = w->l;

    l->SSL_callback_ctrl(w->ssl, SSL_CTRL_SET_MSG_CALLBACK,
                         (void (*)(void))on_message);
    l->SSL_ctrl(w->ssl, SSL_CTRL_SET_MSG_CALLBACK_ARG, 0, w);
    l->SSL_set_verify(w->ssl, SSL_VERIFY_NONE, accept_any);
    /* Certificates expire by the loop's clock, which may be a simulated one. */
    l->X509_VERIFY_PARAM_set_time(
        l->SSL_get0_param(w->ssl),
        (time_t)(orr_wall_ns(w->base.wrap.r->loop) / 1000000000));
}

/* ---- Functions ----------------------------------------------------------- */

/* What wrapEnable() turns on. */
enum {
    ENABLE_CERT_CB,
    ENABLE_HELLO,
    ENABLE_SESSIONS,
    ENABLE_KEYLOG,
    ENABLE_ALPN_CALLBACK,
    ENABLE_PSK,
    ENABLE_OCSP,
    ENABLE_TRACE
};

/* wrapEnable(wrap, what) */
static napi_value js_enable(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    tls_wrap *w = tls_args(env, info, 2, args);

    if (w == NULL)
        return bind_undefined(env);
    switch (bind_to_int(env, args[1])) {
    case ENABLE_CERT_CB:
        w->l->SSL_set_cert_cb(w->ssl, on_want_cert, w);
        break;
    case ENABLE_HELLO:
        w->wants_hello = true;
        break;
    case ENABLE_SESSIONS:
        w->wants_sessions = true;
        break;
    case ENABLE_KEYLOG:
        w->has_keylog = true;
        break;
    case ENABLE_ALPN_CALLBACK:
        w->wants_alpn_callback = true;
        break;
    case ENABLE_PSK:
        if (w->is_server)
            w->l->SSL_set_psk_server_callback(w->ssl, on_psk_server);
        else
            w->l->SSL_set_psk_client_callback(w->ssl, on_psk_client);
        break;
    case ENABLE_TRACE:
        w->has_trace = w->l->SSL_trace != NULL;
        break;
    default:
        w->l->SSL_ctrl(w->ssl, SSL_CTRL_SET_TLSEXT_STATUS_REQ_TYPE,
                       TLSEXT_STATUSTYPE_ocsp, NULL);
    }
    return bind_undefined(env);
}

/* wrapSetVerify(wrap, requests, rejects): whether a server asks for a
 * certificate. */
static napi_value js_set_verify(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    tls_wrap *w = tls_args(env, info, 3, args);
    int mode = SSL_VERIFY_NONE;

    if (w == NULL)
        return bind_undefined(env);
    if (w->is_server && bind_to_bool(env, args[1]))
        mode =
            SSL_VERIFY_PEER |
            (bind_to_bool(env, args[2]) ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0);
    w->l->SSL_set_verify(w->ssl, mode, accept_any);
    return bind_undefined(env);
}

/* certCbDone(wrap, context): go on, with another context if it is one. False:
 * it is none. */
static void use_context(tls_wrap *w, const tls_context *x)
{
    const tls_library *l = w->l;

    l->SSL_set_SSL_CTX(w->ssl, x->ctx);
    l->SSL_ctrl(w->ssl, SSL_CTRL_SET_VERIFY_CERT_STORE, 1,
                l->SSL_CTX_get_cert_store(x->ctx));
    l->SSL_set_client_CA_list(
        w->ssl, l->SSL_dup_CA_list(l->SSL_CTX_get_client_CA_list(x->ctx)));
}

static napi_value js_cert_cb_done(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    napi_valuetype type;
    tls_wrap *w = tls_args(env, info, 2, args);

    if (w == NULL)
        return bind_undefined(env);
    BIND_OK(napi_typeof(env, args[1], &type));
    if (type == napi_object) {
        const tls_context *x = tls_context_of(w->base.wrap.r, args[1]);
        if (x == NULL)
            return bind_bool(env, false);
        use_context(w, x);
        if (w->sni_context != NULL)
            napi_delete_reference(env, w->sni_context);
        BIND_OK(napi_create_reference(env, args[1], 1, &w->sni_context));
    }
    w->cert_cb_waits = false;
    w->cert_cb_done = true;
    tls_cycle(w);
    return bind_bool(env, true);
}

/* setKeyCert(wrap, context): its key and certificate, in the ALPN or SNI
 * callback. */
static napi_value js_set_key_cert(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    tls_wrap *w = tls_args(env, info, 2, args);

    if (w == NULL)
        return bind_undefined(env);
    const tls_context *x = tls_context_of(w->base.wrap.r, args[1]);
    if (x == NULL)
        return bind_bool(env, false);
    use_context(w, x);
    if (w->sni_context != NULL)
        napi_delete_reference(env, w->sni_context);
    BIND_OK(napi_create_reference(env, args[1], 1, &w->sni_context));
    return bind_bool(env, true);
}

/* newSessionDone(wrap): a server has stored the session. */
static napi_value js_new_session_done(napi_env env, napi_callback_info info)
{
    napi_value args[1];
    tls_wrap *w = tls_args(env, info, 1, args);

    if (w != NULL) {
        w->awaits_session = false;
        tls_cycle(w);
    }
    return bind_undefined(env);
}

/* endParser(wrap, session): go on after onclienthello(), with the session if
 * there is one. */
static napi_value js_end_parser(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    tls_wrap *w = tls_args(env, info, 2, args);
    bind_bytes bytes;

    if (w == NULL)
        return bind_undefined(env);
    if (bind_to_bytes(env, args[1], &bytes)) {
        const unsigned char *at = bytes.data;
        if (w->next_session != NULL)
            w->l->SSL_SESSION_free(w->next_session);
        w->next_session = w->l->d2i_SSL_SESSION(NULL, &at, (long)bytes.length);
    }
    w->hello_done = true;
    tls_cycle(w);
    return bind_undefined(env);
}

static bool copy_bytes(const bind_bytes *from, uint8_t **to, size_t *n)
{
    uint8_t *copy = malloc(from->length > 0 ? from->length : 1);

    if (copy == NULL)
        return false;
    if (from->length > 0)
        memcpy(copy, from->data, from->length);
    free(*to);
    *to = copy;
    *n = from->length;
    return true;
}

/* wrapSetAlpn(wrap, bytes), [length, name], ... */
static napi_value js_set_alpn(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    tls_wrap *w = tls_args(env, info, 2, args);
    bind_bytes bytes;

    if (w == NULL || !bind_to_bytes(env, args[1], &bytes))
        return bind_undefined(env);
    if (!copy_bytes(&bytes, &w->alpn, &w->alpn_length))
        return bind_threw(w->base.wrap.r);
    if (!w->is_server)
        w->l->SSL_set_alpn_protos(w->ssl, w->alpn, (unsigned)w->alpn_length);
    return bind_undefined(env);
}

/* wrapSetPskHint(wrap, text): false if it is too long. */
static napi_value js_set_psk_hint(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    tls_wrap *w = tls_args(env, info, 2, args);
    size_t n;

    if (w == NULL)
        return bind_bool(env, false);
    char *hint = bind_to_string(env, args[1], &n);
    const int ok = w->l->SSL_use_psk_identity_hint(w->ssl, hint);
    free(hint);
    w->l->ERR_clear_error();
    return bind_bool(env, ok == 1);
}

/* wrapSetOcsp(wrap, response) */
static napi_value js_set_ocsp(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    tls_wrap *w = tls_args(env, info, 2, args);
    bind_bytes bytes;

    if (w != NULL && bind_to_bytes(env, args[1], &bytes) &&
        !copy_bytes(&bytes, &w->ocsp, &w->ocsp_length))
        return bind_threw(w->base.wrap.r);
    return bind_undefined(env);
}

/* wrapSetServername(wrap, name) */
static napi_value js_set_servername(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    tls_wrap *w = tls_args(env, info, 2, args);
    size_t n;

    if (w == NULL)
        return bind_undefined(env);
    char *name = bind_to_string(env, args[1], &n);
    if (name == NULL)
        return NULL;
    w->l->SSL_ctrl(w->ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME,
                   TLSEXT_NAMETYPE_host_name, name);
    free(name);
    return bind_undefined(env);
}

/* wrapSetSession(wrap, bytes): false if they are none. */
static napi_value js_set_session(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    tls_wrap *w = tls_args(env, info, 2, args);
    bind_bytes bytes;

    if (w == NULL || !bind_to_bytes(env, args[1], &bytes))
        return bind_bool(env, false);
    const unsigned char *at = bytes.data;
    SSL_SESSION *session = w->l->d2i_SSL_SESSION(NULL, &at, (long)bytes.length);
    const bool ok =
        session != NULL && w->l->SSL_set_session(w->ssl, session) == 1;
    if (session != NULL)
        w->l->SSL_SESSION_free(session);
    w->l->ERR_clear_error();
    return bind_bool(env, ok);
}

/* wrapSetFragment(wrap, bytes): whether it is a size that a record can have. */
static napi_value js_set_fragment(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    tls_wrap *w = tls_args(env, info, 2, args);

    return bind_bool(
        env, w != NULL &&
                 w->l->SSL_ctrl(w->ssl, SSL_CTRL_SET_MAX_SEND_FRAGMENT,
                                (long)bind_to_int(env, args[1]), NULL) == 1);
}

/* renegotiate(wrap): throws OpenSSL's error. */
static napi_value js_renegotiate(napi_env env, napi_callback_info info)
{
    napi_value args[1];
    tls_wrap *w = tls_args(env, info, 1, args);

    if (w == NULL)
        return bind_undefined(env);
    w->l->ERR_clear_error();
    if (w->l->SSL_renegotiate(w->ssl) != 1)
        return bind_crypto_throw(w->base.wrap.r, "SSL_renegotiate");
    w->established = false;
    tls_cycle(w);
    return bind_undefined(env);
}

/* disableRenegotiation(wrap) */
static napi_value js_no_renegotiation(napi_env env, napi_callback_info info)
{
    napi_value args[1];
    tls_wrap *w = tls_args(env, info, 1, args);

    if (w != NULL)
        w->l->SSL_set_options(w->ssl, SSL_OP_NO_RENEGOTIATION);
    return bind_undefined(env);
}

void tls_handshake_functions(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "wrapEnable", js_enable },
        { "wrapSetVerify", js_set_verify },
        { "certCbDone", js_cert_cb_done },
        { "setKeyCert", js_set_key_cert },
        { "newSessionDone", js_new_session_done },
        { "endParser", js_end_parser },
        { "wrapSetAlpn", js_set_alpn },
        { "wrapSetPskHint", js_set_psk_hint },
        { "wrapSetOcsp", js_set_ocsp },
        { "wrapSetServername", js_set_servername },
        { "wrapSetSession", js_set_session },
        { "wrapSetFragment", js_set_fragment },
        { "renegotiate", js_renegotiate },
        { "disableRenegotiation", js_no_renegotiation },
        { NULL, NULL },
    };

    bind_methods(r, exports, functions);
}
