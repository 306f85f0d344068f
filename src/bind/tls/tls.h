/*
 * tls.h - what the files of internalBinding('tls') share: OpenSSL's libssl,
 * loaded when first used, contexts, and connections.
 *
 *      lib/     net.Socket methods, events, options
 *       | writeBuffer(), onread(), onhandshakedone(), ...
 *      tls_wrap     SSL of one connection
 *       | encrypted bytes, always through memory
 *      bind_stream  TCP or Pipe;  or lib/, for any other Duplex
 *
 * Encrypted bytes are handed to SSL where they were received, and what SSL
 * makes of a write leaves in the call that wrote it.
 *
 * What must stay true:
 * 1. OpenSSL's callbacks only note what has happened (tls_event). JavaScript
 *    is called when the call into OpenSSL has returned, so that it may do
 *    anything, such as close the connection. Only the choice of a protocol and
 *    pre-shared keys are asked for within a callback.
 * 2. While `depth` is not zero a call into OpenSSL is on the stack: the SSL is
 *    not freed.
 */
#ifndef ORRERY_BIND_TLS_H
#define ORRERY_BIND_TLS_H

/* The functions of OpenSSL 3.0, which Debian 12 has, also where a newer one
 * would call some of them old. */
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bio.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>

#include "bind/core/byte_queue.h"
#include "bind/crypto/crypto.h"
#include "bind/net/stream.h"

/* Of libssl, and of libcrypto, which is found through it. */
#define TLS_FUNCTIONS(X)                                                       \
    X(ASN1_STRING_get0_data)                                                   \
    X(BIO_clear_flags)                                                         \
    X(BIO_ctrl)                                                                \
    X(BIO_free)                                                                \
    X(BIO_get_data)                                                            \
    X(BIO_meth_free)                                                           \
    X(BIO_meth_new)                                                            \
    X(BIO_meth_set_create)                                                     \
    X(BIO_meth_set_ctrl)                                                       \
    X(BIO_meth_set_read)                                                       \
    X(BIO_meth_set_write)                                                      \
    X(BIO_new)                                                                 \
    X(BIO_new_mem_buf)                                                         \
    X(BIO_s_mem)                                                               \
    X(BIO_set_data)                                                            \
    X(BIO_set_flags)                                                           \
    X(BIO_set_init)                                                            \
    X(BIO_write)                                                               \
    X(ERR_clear_error)                                                         \
    X(ERR_peek_error)                                                          \
    X(ERR_peek_last_error)                                                     \
    X(ERR_print_errors)                                                        \
    X(EVP_CIPHER_CTX_get_iv_length)                                            \
    X(EVP_DecryptInit_ex)                                                      \
    X(EVP_EncryptInit_ex)                                                      \
    X(EVP_MAC_CTX_set_params)                                                  \
    X(EVP_PKEY_free)                                                           \
    X(EVP_PKEY_get_bits)                                                       \
    X(EVP_PKEY_get_group_name)                                                 \
    X(EVP_PKEY_get_id)                                                         \
    X(EVP_PKEY_get_security_bits)                                              \
    X(EVP_PKEY_up_ref)                                                         \
    X(EVP_aes_128_cbc)                                                         \
    X(OBJ_nid2sn)                                                              \
    X(OPENSSL_sk_delete)                                                       \
    X(OPENSSL_sk_free)                                                         \
    X(OPENSSL_sk_new_null)                                                     \
    X(OPENSSL_sk_num)                                                          \
    X(OPENSSL_sk_pop_free)                                                     \
    X(OPENSSL_sk_push)                                                         \
    X(OPENSSL_sk_value)                                                        \
    X(OSSL_PARAM_construct_end)                                                \
    X(OSSL_PARAM_construct_octet_string)                                       \
    X(OSSL_PARAM_construct_utf8_string)                                        \
    X(PEM_read_bio_Parameters)                                                 \
    X(PEM_read_bio_PrivateKey)                                                 \
    X(PEM_read_bio_X509)                                                       \
    X(PEM_read_bio_X509_AUX)                                                   \
    X(PEM_read_bio_X509_CRL)                                                   \
    X(PKCS12_free)                                                             \
    X(PKCS12_parse)                                                            \
    X(RAND_bytes)                                                              \
    X(SSL_CIPHER_get_auth_nid)                                                 \
    X(SSL_CIPHER_get_name)                                                     \
    X(SSL_CIPHER_get_version)                                                  \
    X(SSL_CIPHER_standard_name)                                                \
    X(SSL_CTX_add_client_CA)                                                   \
    X(SSL_CTX_callback_ctrl)                                                   \
    X(SSL_CTX_check_private_key)                                               \
    X(SSL_CTX_ctrl)                                                            \
    X(SSL_CTX_free)                                                            \
    X(SSL_CTX_get0_certificate)                                                \
    X(SSL_CTX_get0_param)                                                      \
    X(SSL_CTX_get_cert_store)                                                  \
    X(SSL_CTX_get_client_CA_list)                                              \
    X(SSL_CTX_get_options)                                                     \
    X(SSL_CTX_new)                                                             \
    X(SSL_CTX_sess_set_get_cb)                                                 \
    X(SSL_CTX_sess_set_new_cb)                                                 \
    X(SSL_CTX_set0_tmp_dh_pkey)                                                \
    X(SSL_CTX_set_alpn_select_cb)                                              \
    X(SSL_CTX_set_cert_store)                                                  \
    X(SSL_CTX_set_cipher_list)                                                 \
    X(SSL_CTX_set_ciphersuites)                                                \
    X(SSL_CTX_set_client_hello_cb)                                             \
    X(SSL_CTX_set_keylog_callback)                                             \
    X(SSL_CTX_set_options)                                                     \
    X(SSL_CTX_set_session_id_context)                                          \
    X(SSL_CTX_set_session_ticket_cb)                                           \
    X(SSL_CTX_set_timeout)                                                     \
    X(SSL_CTX_set_tlsext_ticket_key_evp_cb)                                    \
    X(SSL_CTX_use_PrivateKey)                                                  \
    X(SSL_CTX_use_certificate)                                                 \
    X(SSL_SESSION_free)                                                        \
    X(SSL_SESSION_get0_ticket)                                                 \
    X(SSL_SESSION_get_id)                                                      \
    X(SSL_SESSION_get_protocol_version)                                        \
    X(SSL_SESSION_set_time)                                                    \
    X(SSL_SESSION_set_timeout)                                                 \
    X(SSL_callback_ctrl)                                                       \
    X(SSL_clear_options)                                                       \
    X(SSL_client_hello_get0_ext)                                               \
    X(SSL_client_hello_get0_session_id)                                        \
    X(SSL_ctrl)                                                                \
    X(SSL_do_handshake)                                                        \
    X(SSL_dup_CA_list)                                                         \
    X(SSL_export_keying_material)                                              \
    X(SSL_free)                                                                \
    X(SSL_get0_alpn_selected)                                                  \
    X(SSL_get0_param)                                                          \
    X(SSL_get1_peer_certificate)                                               \
    X(SSL_get1_session)                                                        \
    X(SSL_get1_supported_ciphers)                                              \
    X(SSL_get_certificate)                                                     \
    X(SSL_get_ciphers)                                                         \
    X(SSL_get_current_cipher)                                                  \
    X(SSL_get_error)                                                           \
    X(SSL_get_ex_data)                                                         \
    X(SSL_get_finished)                                                        \
    X(SSL_get_peer_cert_chain)                                                 \
    X(SSL_get_peer_finished)                                                   \
    X(SSL_get_servername)                                                      \
    X(SSL_get_session)                                                         \
    X(SSL_get_shared_sigalgs)                                                  \
    X(SSL_get_shutdown)                                                        \
    X(SSL_get_verify_result)                                                   \
    X(SSL_get_version)                                                         \
    X(SSL_has_pending)                                                         \
    X(SSL_is_init_finished)                                                    \
    X(SSL_is_server)                                                           \
    X(SSL_new)                                                                 \
    X(SSL_read)                                                                \
    X(SSL_renegotiate)                                                         \
    X(SSL_renegotiate_pending)                                                 \
    X(SSL_session_reused)                                                      \
    X(SSL_set_SSL_CTX)                                                         \
    X(SSL_set_accept_state)                                                    \
    X(SSL_set_alpn_protos)                                                     \
    X(SSL_set_bio)                                                             \
    X(SSL_set_cert_cb)                                                         \
    X(SSL_set_client_CA_list)                                                  \
    X(SSL_set_connect_state)                                                   \
    X(SSL_set_ex_data)                                                         \
    X(SSL_set_info_callback)                                                   \
    X(SSL_set_options)                                                         \
    X(SSL_set_psk_client_callback)                                             \
    X(SSL_set_psk_server_callback)                                             \
    X(SSL_set_session)                                                         \
    X(SSL_set_verify)                                                          \
    X(SSL_shutdown)                                                            \
    X(SSL_use_psk_identity_hint)                                               \
    X(SSL_version)                                                             \
    X(SSL_write)                                                               \
    X(TLS_client_method)                                                       \
    X(TLS_method)                                                              \
    X(TLS_server_method)                                                       \
    X(X509_CRL_free)                                                           \
    X(X509_OBJECT_get0_X509)                                                   \
    X(X509_STORE_CTX_free)                                                     \
    X(X509_STORE_CTX_get1_issuer)                                              \
    X(X509_STORE_CTX_init)                                                     \
    X(X509_STORE_CTX_new)                                                      \
    X(X509_STORE_add_cert)                                                     \
    X(X509_STORE_add_crl)                                                      \
    X(X509_STORE_free)                                                         \
    X(X509_STORE_get0_objects)                                                 \
    X(X509_STORE_new)                                                          \
    X(X509_STORE_set_flags)                                                    \
    X(X509_STORE_up_ref)                                                       \
    X(X509_VERIFY_PARAM_set_flags)                                             \
    X(X509_VERIFY_PARAM_set_time)                                              \
    X(X509_check_issued)                                                       \
    X(X509_cmp)                                                                \
    X(X509_dup)                                                                \
    X(X509_free)                                                               \
    X(X509_up_ref)                                                             \
    X(X509_verify_cert_error_string)                                           \
    X(d2i_PKCS12_bio)                                                          \
    X(d2i_SSL_SESSION)                                                         \
    X(i2d_SSL_SESSION)

/* Since OpenSSL 3.2; and SSL_trace(), which one may be built without. */
#define TLS_OPTIONAL_FUNCTIONS(X)                                              \
    X(SSL_CTX_compress_certs)                                                  \
    X(SSL_CTX_set1_cert_comp_preference)                                       \
    X(SSL_get0_group_name)                                                     \
    X(SSL_trace)

typedef struct tls_library {
    void *library; /* stays first */
    TLS_FUNCTIONS(LIBRARY_MEMBER)
    int (*SSL_CTX_compress_certs)(SSL_CTX *, int);
    int (*SSL_CTX_set1_cert_comp_preference)(SSL_CTX *, int *, size_t);
    const char *(*SSL_get0_group_name)(SSL *);
    void (*SSL_trace)(int, int, int, const void *, size_t, SSL *, void *);
} tls_library;

/* What the binding keeps in a runtime. */
typedef struct tls_state {
    tls_library library; /* stays first */
    BIO_METHOD *method;  /* of the BIOs of all connections */
    X509_STORE *roots;   /* of contexts without an own `ca`; NULL: not made */
    uint8_t *clear;      /* one record, decrypted */
} tls_state;

/* The loaded library; NULL with an exception pending if it is missing. */
const tls_library *bind_tls(runtime *r);

/* ---- Contexts ------------------------------------------------------------ */

#define TLS_TICKET_KEYS 48 /* name, HMAC and AES key: 16 bytes each */

typedef struct tls_context {
    runtime *r;
    const tls_library *l;
    SSL_CTX *ctx;
    X509 *certificate, *issuer; /* of the key; may be NULL */
    uint8_t ticket_keys[TLS_TICKET_KEYS];
    bool own_store; /* the store of ctx is not shared with other contexts */
} tls_context;

/* The context of a JavaScript object, NULL if it is none. */
tls_context *tls_context_of(runtime *r, napi_value object);
/* A store of its own for this context, with the roots if it had them. */
X509_STORE *tls_context_store(tls_context *x);
/* PEM text in memory as a BIO; NULL with an exception pending. */
BIO *tls_open_pem(runtime *r, napi_value text);

void tls_context_methods(runtime *r, napi_value exports);
void tls_credential_methods(runtime *r, napi_value exports);
/* tickets.c: sessions of servers and clients, tickets. */
void tls_context_set_callbacks(tls_context *x);

/* ---- Connections --------------------------------------------------------- */

typedef enum tls_event_kind {
    TLS_HANDSHAKE_START,
    TLS_HANDSHAKE_DONE,
    TLS_KEYLOG,       /* a line */
    TLS_SESSION,      /* id, session */
    TLS_OCSP,         /* a response, or nothing */
    TLS_CLIENT_HELLO, /* session id, server name, whether there is a ticket */
    TLS_WANT_CERT,    /* server name, whether OCSP is asked for */
    TLS_TRACE         /* text */
} tls_event_kind;

/* Something that JavaScript is told when OpenSSL has returned. */
typedef struct tls_event {
    struct tls_event *next;
    tls_event_kind kind;
    size_t first, second; /* lengths of two pieces of data */
    bool flag, has_second;
    uint8_t data[];
} tls_event;

typedef struct tls_wrap {
    bind_handle base;  /* stays first */
    orr_handle handle; /* never started: the stream below has its own */
    const tls_library *l;
    const crypto *c;
    SSL *ssl;
    tls_context *shared;                   /* held by `context` */
    napi_ref context, sni_context, stream; /* stream NULL: lib/ moves bytes */
    bind_tap tap;                          /* takes decrypted bytes */
    const uint8_t *rx;                     /* being received */
    size_t rx_length;
    byte_queue stash; /* received, and not taken by OpenSSL yet */
    byte_queue out;   /* encrypted, to be sent */
    byte_queue clear; /* written, and not taken by OpenSSL yet */
    tls_event *events, **events_end;
    double bytes_read, bytes_written;
    SSL_SESSION *next_session; /* that lib/ has found for a client */
    uint8_t *alpn, *ocsp;      /* protocols; the response of a server */
    size_t alpn_length, ocsp_length;
    struct tls_wrap *above; /* TLS over this TLS, whose write is under way */
    int64_t end_status;     /* of the stream below; 0: it has not ended */
    uint32_t under_way;     /* encrypted writes */
    uint32_t depth;
    bool is_server, established, is_writing, eof, again;
    bool wants_cert_cb, cert_cb_waits, cert_cb_done;
    bool wants_hello, hello_done, wants_alpn_callback, has_keylog, has_trace;
    bool wants_sessions, awaits_session, failed, to_free, sent_close,
        is_stopped;
} tls_wrap;

/* The connection for which this thread is in OpenSSL: some callbacks are given
 * nothing that leads to it. */
extern _Thread_local tls_wrap *tls_active;

/* receive.c: go on as far as OpenSSL can. */
void tls_cycle(tls_wrap *w);
/* Note an event with two pieces of data, which are copied. */
bool tls_note(tls_wrap *w, tls_event_kind kind, const void *first, size_t n,
              const void *second, size_t m, bool flag);
/* handshake.c: call JavaScript for one event. */
void tls_report(tls_wrap *w, const tls_event *event);
void tls_wrap_set_callbacks(tls_wrap *w);
void tls_context_set_handshake(tls_context *x);
/* Numbers and names for errors of certificates: "CERT_HAS_EXPIRED". */
const char *tls_verify_code(long error);

/* Functions of connections that do not move bytes. */
void tls_handshake_functions(runtime *r, napi_value exports);
void tls_peer_functions(runtime *r, napi_value exports);
/* peer.c: an object of crypto/x509.c, NULL with an exception pending. */
napi_value tls_wrap_certificate(runtime *r, X509 *x);

/* The connection that is the first argument of a function; NULL if it is closed
 * or has freed its SSL. */
static inline tls_wrap *tls_args(napi_env env, napi_callback_info info,
                                 size_t n, napi_value *args)
{
    runtime *r = bind_args(env, info, n, args);
    tls_wrap *w = bind_handle_of(r, args[0], &bind_tls_type);

    return w != NULL && w->ssl != NULL ? w : NULL;
}

#endif
