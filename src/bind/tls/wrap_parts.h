/*
 * wrap_parts.h - what the files of a TLS connection share: wrap.c, bio.c,
 * send.c and receive.c.
 */
#ifndef BIND_TLS_WRAP_PARTS_H
#define BIND_TLS_WRAP_PARTS_H

#include "bind/tls/tls.h"

#define RECORD_MAX 16384

/* bio.c: a BIO of a connection; NULL without memory. Calls of OpenSSL are
 * between enter and leave. */
BIO *tls_make_bio(tls_wrap *w);
tls_wrap *tls_enter(tls_wrap *w);
void tls_leave(tls_wrap *w, tls_wrap *before);

/* wrap.c */
bool tls_is_open(const tls_wrap *w);
void tls_report_events(tls_wrap *w);
/* onerror(error), once; the words are for what OpenSSL gives no reason. */
void tls_fail(tls_wrap *w, const char *otherwise);

/* send.c: send what is encrypted; report a write that is done; encrypt what
 * has waited for the handshake. */
void tls_flush(tls_wrap *w);
void tls_finish_write(tls_wrap *w, int status);
void tls_encrypt_waiting(tls_wrap *w);
/* The stream below: a socket, or TLS; NULL if it is something else. */
bind_stream *tls_stream_below(const tls_wrap *w);
tls_wrap *tls_below(const tls_wrap *w);

/* receive.c */
void tls_receive(tls_wrap *w, const uint8_t *bytes, size_t n);
void tls_receive_end(tls_wrap *w, int64_t status);
bool tls_on_received(void *consumer, bind_handle *from, const void *bytes,
                     size_t n);
bool tls_on_received_end(void *consumer, bind_handle *from, int64_t status);
void tls_untap(tls_wrap *w);
void tls_free_ssl(tls_wrap *w);

#endif
