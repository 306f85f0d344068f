/*
 * tickets.c - sessions that are resumed: kept by lib/ under their id, or sealed
 * in tickets with the keys of the context.
 *
 * OpenSSL's own cache is off, as in Node: what a server keeps, it keeps by its
 * events 'newSession' and 'resumeSession'.
 */
#include <stdlib.h>
#include <string.h>

#include "bind/core/recording.h"
#include "bind/tls/tls.h"

/* ---- Tickets ------------------------------------------------------------- */

static int set_mac(const tls_library *l, EVP_MAC_CTX *mac, uint8_t *key)
{
    char digest[] = "SHA256";
    const OSSL_PARAM params[] = {
        l->OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, key, 16),
        l->OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
        l->OSSL_PARAM_construct_end(),
    };

    return l->EVP_MAC_CTX_set_params(mac, params);
}

/* Seal or open a ticket. 0: its key is not ours, and there is a handshake in
 * full. */
static int on_ticket(SSL *ssl, unsigned char *name, unsigned char *iv,
                     EVP_CIPHER_CTX *cipher, EVP_MAC_CTX *mac, int seals)
{
    const tls_library *l = tls_active->l;
    uint8_t *key = tls_active->shared->ticket_keys;

    (void)ssl;
    if (seals) {
        memcpy(name, key, 16);
        if (l->RAND_bytes(iv, 16) <= 0 ||
            l->EVP_EncryptInit_ex(cipher, l->EVP_aes_128_cbc(), NULL, key + 32,
                                  iv) <= 0)
            return -1;
        return set_mac(l, mac, key + 16) > 0 ? 1 : -1;
    }
    if (memcmp(name, key, 16) != 0)
        return 0;
    if (l->EVP_DecryptInit_ex(cipher, l->EVP_aes_128_cbc(), NULL, key + 32,
                              iv) <= 0)
        return -1;
    return set_mac(l, mac, key + 16) > 0 ? 1 : -1;
}

/*
 * On the simulator a ticket has the loop's time in it, so that what is sent
 * repeats. OpenSSL compares it with the time of the machine: such a ticket does
 * not expire.
 */
static int on_seal(SSL *ssl, void *context)
{
    const tls_context *x = context;
    SSL_SESSION *session = x->l->SSL_get_session(ssl);

    x->l->SSL_SESSION_set_time(session,
                               (long)(orr_wall_ns(x->r->loop) / 1000000000));
    x->l->SSL_SESSION_set_timeout(session, INT32_MAX);
    return 1;
}

/* ---- Sessions ------------------------------------------------------------ */

#define SESSION_MAX (10 * 1024)

static int on_new_session(SSL *ssl, SSL_SESSION *session)
{
    tls_wrap *w = tls_active;
    const tls_library *l = w->l;
    unsigned char bytes[SESSION_MAX], *to = bytes;
    unsigned id_length;

    (void)ssl;
    if (!w->wants_sessions)
        return 0;
    const int n = l->i2d_SSL_SESSION(session, NULL);
    if (n <= 0 || n > SESSION_MAX)
        return 0;
    l->i2d_SSL_SESSION(session, &to);
    const unsigned char *id = l->SSL_SESSION_get_id(session, &id_length);
    if (tls_note(w, TLS_SESSION, id, id_length, bytes, (size_t)n, false))
        w->awaits_session = w->is_server;
    return 0; /* OpenSSL does not keep it */
}

/* The session that lib/ has found for the id that a client sent. */
static SSL_SESSION *on_get_session(SSL *ssl, const unsigned char *id, int n,
                                   int *copy)
{
    SSL_SESSION *session = tls_active->next_session;

    (void)ssl;
    (void)id;
    (void)n;
    *copy = 0;
    tls_active->next_session = NULL;
    return session;
}

void tls_context_set_callbacks(tls_context *x)
{
    x->l->SSL_CTX_ctrl(x->ctx, SSL_CTRL_SET_SESS_CACHE_MODE,
                       SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_SERVER |
                           SSL_SESS_CACHE_NO_INTERNAL |
                           SSL_SESS_CACHE_NO_AUTO_CLEAR,
                       NULL);
    x->l->SSL_CTX_sess_set_new_cb(x->ctx, on_new_session);
    x->l->SSL_CTX_sess_set_get_cb(x->ctx, on_get_session);
    x->l->SSL_CTX_set_tlsext_ticket_key_evp_cb(x->ctx, on_ticket);
    if (orr_is_virtual(x->r->loop) || orr_is_recorded(x->r->loop))
        x->l->SSL_CTX_set_session_ticket_cb(x->ctx, on_seal, NULL, x);
}
