/*
 * receive.c - from the stream below to the program.
 *
 *      received --> stash/rx --SSL_read()--> onread()
 *
 * tls_cycle() goes on with a connection as far as OpenSSL can: it reads, writes
 * what has waited, and sends. It is not entered twice; who comes meanwhile
 * leaves `again` behind.
 */
#include <stdlib.h>

#include "bind/tls/wrap_parts.h"

/* ---- Upwards ------------------------------------------------------------- */

static void tls_deliver(tls_wrap *w, const uint8_t *bytes, int64_t n)
{
    const bind_tap *tap = &w->tap;

    if (n > 0)
        w->bytes_read += (double)n;
    if (n > 0 && tap->consume != NULL &&
        tap->consume(tap->consumer, &w->base, bytes, (size_t)n))
        return;
    if (n < 0 && tap->end != NULL && tap->end(tap->consumer, &w->base, n))
        return;
    bind_call_onread(&w->base, n, bytes);
    bind_pass(w->base.wrap.r);
}

/* SSL_read(): how many bytes it gave, 0 if there are none for now, -1 at the
 * end of the connection or after an error. */
static int tls_decrypt(tls_wrap *w, uint8_t *to)
{
    tls_wrap *before = tls_enter(w);
    const int n = w->l->SSL_read(w->ssl, to, RECORD_MAX);
    const int why = n > 0 ? 0 : w->l->SSL_get_error(w->ssl, n);
    const bool was_established = w->established;

    if (!was_established && w->l->SSL_is_init_finished(w->ssl)) {
        w->established = true;
        tls_note(w, TLS_HANDSHAKE_DONE, NULL, 0, NULL, 0, false);
    }
    tls_leave(w, before);
    if (n > 0)
        return n;
    if (why == SSL_ERROR_ZERO_RETURN)
        return -1;
    if (why != SSL_ERROR_SSL && why != SSL_ERROR_SYSCALL)
        return 0;
    tls_report_events(w);
    tls_fail(w, "read failed");
    return -1;
}

/* The runtime's buffer for a record; another connection may be read while the
 * program looks at this one's bytes, and needs one of its own. */
static uint8_t *take_buffer(tls_state *state)
{
    uint8_t *buffer = state->clear ? state->clear : malloc(RECORD_MAX);

    state->clear = NULL;
    if (buffer == NULL)
        bind_no_memory();
    return buffer;
}

static void give_buffer_back(tls_state *state, uint8_t *buffer)
{
    free(state->clear);
    state->clear = buffer;
}

static void read_records(tls_wrap *w, uint8_t *buffer)
{
    while (tls_is_open(w) && !w->eof && !w->failed &&
           !(w->is_stopped && w->established)) {
        const int n = tls_decrypt(w, buffer);
        /* The end of a handshake leaves when the program has heard of it, which
         * may not like the certificate. */
        tls_report_events(w);
        if (!tls_is_open(w) || w->failed || n == 0)
            return;
        if (n > 0) {
            tls_deliver(w, buffer, n);
        } else {
            w->eof = true;
            tls_deliver(w, NULL, ORR_EOF);
        }
    }
}

static void read_all(tls_wrap *w)
{
    tls_state *state = BIND_STATE(w->base.wrap.r, tls);
    uint8_t *buffer = take_buffer(state);

    read_records(w, buffer);
    give_buffer_back(state, buffer);
}

void tls_free_ssl(tls_wrap *w)
{
    w->to_free = false;
    if (w->ssl == NULL)
        return;
    tls_wrap *before = tls_enter(w);
    w->l->SSL_free(w->ssl);
    tls_leave(w, before);
    w->ssl = NULL;
}

/* The stream below has ended, and all of it was read. */
static void report_end(tls_wrap *w)
{
    if (w->end_status == 0 || w->eof || !tls_is_open(w) ||
        (w->is_stopped && w->established))
        return;
    w->eof = true;
    tls_deliver(w, NULL, w->end_status);
}

void tls_cycle(tls_wrap *w)
{
    runtime *r = w->base.wrap.r;
    napi_handle_scope scope;

    if (w->depth > 0) {
        w->again = true;
        return;
    }
    if (w->ssl == NULL)
        return;
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    w->depth++;
    do {
        w->again = false;
        read_all(w);
        report_end(w);
        if (tls_is_open(w) && !w->failed)
            tls_encrypt_waiting(w);
        if (tls_is_open(w))
            tls_flush(w);
        if (tls_is_open(w))
            tls_finish_write(w, 0);
    } while (w->again && tls_is_open(w));
    w->depth--;
    if (w->to_free && w->depth == 0)
        tls_free_ssl(w);
    napi_close_handle_scope(r->env, scope);
}

/* ---- The stream below ---------------------------------------------------- */

void tls_receive(tls_wrap *w, const uint8_t *bytes, size_t n)
{
    if (w->depth > 0) {
        if (!byte_queue_add(&w->stash, bytes, n))
            bind_no_memory();
        w->again = true;
        return;
    }
    w->rx = bytes;
    w->rx_length = n;
    tls_cycle(w);
    /* OpenSSL waits for something else, such as a certificate. */
    if (w->rx_length > 0 && w->ssl != NULL &&
        !byte_queue_add(&w->stash, w->rx, w->rx_length))
        bind_no_memory();
    w->rx = NULL;
    w->rx_length = 0;
    if (byte_queue_left(&w->stash) == 0 && w->stash.capacity > 0)
        byte_queue_free(&w->stash);
}

/* The handle is held while JavaScript runs. */
bool tls_on_received(void *consumer, bind_handle *from, const void *bytes,
                     size_t n)
{
    (void)from;
    tls_receive(consumer, bytes, n);
    return true;
}

void tls_receive_end(tls_wrap *w, int64_t status)
{
    w->end_status = status;
    tls_cycle(w);
}

bool tls_on_received_end(void *consumer, bind_handle *from, int64_t status)
{
    (void)from;
    tls_receive_end(consumer, status);
    return true;
}

void tls_untap(tls_wrap *w)
{
    bind_stream *s = tls_stream_below(w);
    tls_wrap *below = tls_below(w);
    bind_tap *tap = s != NULL ? &s->tap : below != NULL ? &below->tap : NULL;

    if (tap != NULL && tap->consumer == w)
        *tap = (bind_tap){ .consume = NULL };
    if (below != NULL && below->above == w)
        below->above = NULL;
}
