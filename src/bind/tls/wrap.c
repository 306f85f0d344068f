/*
 * wrap.c - class TLSWrap: a program, OpenSSL, and the stream below; see tls.h.
 * lib/internal/tls/socket.js is its user. Bytes go through receive.c and
 * send.c.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bind/core/pin.h"
#include "bind/tls/wrap_parts.h"

bool tls_note(tls_wrap *w, tls_event_kind kind, const void *first, size_t n,
              const void *second, size_t m, bool flag)
{
    tls_event *event = malloc(sizeof *event + n + m);

    if (event == NULL)
        return false;
    *event = (tls_event){ .kind = kind,
                          .first = n,
                          .second = m,
                          .flag = flag,
                          .has_second = second != NULL };
    if (n > 0)
        memcpy(event->data, first, n);
    if (m > 0)
        memcpy(event->data + n, second, m);
    *w->events_end = event;
    w->events_end = &event->next;
    return true;
}

bool tls_is_open(const tls_wrap *w)
{
    return w->ssl != NULL && w->base.state == BIND_HANDLE_OPEN && !w->to_free &&
           !w->base.wrap.r->over;
}

static void free_events(tls_wrap *w)
{
    while (w->events != NULL) {
        tls_event *event = w->events;
        w->events = event->next;
        free(event);
    }
    w->events_end = &w->events;
}

/* Report to JavaScript what has happened, in its order. */
void tls_report_events(tls_wrap *w)
{
    while (w->events != NULL && tls_is_open(w)) {
        tls_event *event = w->events;
        w->events = event->next;
        if (w->events == NULL)
            w->events_end = &w->events;
        tls_report(w, event);
        free(event);
    }
}

/* ---- Errors -------------------------------------------------------------- */

static napi_value error_text(tls_wrap *w)
{
    const tls_library *l = w->l;
    napi_env env = w->base.wrap.r->env;
    BIO *bio = l->BIO_new(l->BIO_s_mem());
    char *text = NULL;

    if (bio == NULL)
        return bind_string(env, "out of memory");
    l->ERR_print_errors(bio);
    const long n = l->BIO_ctrl(bio, BIO_CTRL_INFO, 0, &text);
    const napi_value message = bind_string_n(env, text, (size_t)n);
    l->BIO_free(bio);
    return message;
}

/* onerror(error): an error of the protocol, once. What OpenSSL has to say to
 * the peer about it leaves first. */
void tls_fail(tls_wrap *w, const char *otherwise)
{
    runtime *r = w->base.wrap.r;
    napi_value error, ignored;
    crypto_errors errors = { .count = 0 };

    if (w->failed || !tls_is_open(w))
        return;
    w->failed = true;
    const unsigned long code = w->l->ERR_peek_error();
    const napi_value message =
        code != 0 ? error_text(w) : bind_string(r->env, otherwise);
    if (code != 0)
        errors = (crypto_errors){ { code }, 1 };
    error = bind_crypto_error(r, &errors, otherwise, false);
    tls_flush(w);
    if (error == NULL) {
        BIND_OK(napi_get_and_clear_last_exception(r->env, &ignored));
        return;
    }
    bind_set(r, error, "message", message);
    if (code != 0)
        bind_crypto_set_tls_code(r, error, code);
    const napi_value argv[1] = { error };
    if (tls_is_open(w))
        bind_handle_call(&w->base, "onerror", 1, argv);
}

/* ---- Opening and closing ------------------------------------------------- */

/* new TLSWrap(context, handle or undefined, isServer) */
static int open_tls(bind_handle *h, size_t argc, const napi_value *argv)
{
    tls_wrap *w = (tls_wrap *)h;
    runtime *r = h->wrap.r;

    w->events_end = &w->events;
    if (argc < 3 || bind_tls(r) == NULL)
        return -EINVAL;
    tls_context *x = tls_context_of(r, argv[0]);
    w->l = x->l;
    w->c = BIND_STATE(r, crypto);
    w->shared = x;
    w->is_server = bind_to_bool(r->env, argv[2]);
    bind_handle *below = bind_writable_of(r, argv[1]);
    w->l->ERR_clear_error();
    w->ssl = w->l->SSL_new(x->ctx);
    BIO *bio = w->ssl ? tls_make_bio(w) : NULL;
    if (bio == NULL)
        return -ENOMEM;
    w->l->SSL_set_bio(w->ssl, bio, bio);
    BIND_OK(napi_create_reference(r->env, argv[0], 1, &w->context));
    if (below != NULL) {
        BIND_OK(napi_create_reference(r->env, argv[1], 1, &w->stream));
        *bind_tap_of(below) =
            (bind_tap){ tls_on_received, tls_on_received_end, w };
    }
    tls_wrap_set_callbacks(w);
    if (w->is_server)
        w->l->SSL_set_accept_state(w->ssl);
    else
        w->l->SSL_set_connect_state(w->ssl);
    return 0;
}

static void closing_tls(bind_handle *h)
{
    tls_wrap *w = (tls_wrap *)h;

    tls_untap(w);
    if (w->depth > 0)
        w->to_free = true;
    else
        tls_free_ssl(w);
}

static void free_tls(bind_handle *h)
{
    tls_wrap *w = (tls_wrap *)h;
    runtime *r = h->wrap.r;
    napi_ref *refs[] = { &w->context, &w->sni_context, &w->stream };

    tls_free_ssl(w);
    for (size_t i = 0; i < sizeof refs / sizeof *refs; i++)
        if (*refs[i] != NULL)
            napi_delete_reference(r->env, *refs[i]);
    if (w->next_session != NULL)
        w->l->SSL_SESSION_free(w->next_session);
    free_events(w);
    byte_queue_free(&w->stash);
    byte_queue_free(&w->out);
    byte_queue_free(&w->clear);
    free(w->alpn);
    free(w->ocsp);
    free(w);
}

bind_tap *bind_tls_tap(bind_handle *h)
{
    return &((tls_wrap *)h)->tap;
}

/* ---- Methods ------------------------------------------------------------- */

/* start(): the handshake begins; a client speaks first. */
static napi_value js_start(napi_env env, napi_callback_info info)
{
    tls_wrap *w = bind_this(env, info, 0, NULL);

    if (w != NULL)
        tls_cycle(w);
    return bind_undefined(env);
}

/* pause(on): bytes stay encrypted; true if some wait, and start() goes on. */
static napi_value js_pause(napi_env env, napi_callback_info info)
{
    napi_value on;
    tls_wrap *w = bind_this(env, info, 1, &on);

    if (w == NULL || w->ssl == NULL)
        return bind_bool(env, false);
    w->is_stopped = bind_to_bool(env, on);
    return bind_bool(env, byte_queue_left(&w->stash) > 0 ||
                              w->l->SSL_has_pending(w->ssl) ||
                              w->end_status != 0);
}

/* tls_receive(bytes): as if the stream below had read them. */
static napi_value js_receive(napi_env env, napi_callback_info info)
{
    napi_value view;
    tls_wrap *w = bind_this(env, info, 1, &view);
    bind_bytes bytes;

    if (w == NULL || !bind_to_bytes(env, view, &bytes))
        return bind_undefined(env);
    /* JavaScript runs meanwhile, and may change the bytes. */
    if (!byte_queue_add(&w->stash, bytes.data, bytes.length))
        bind_no_memory();
    tls_cycle(w);
    return bind_undefined(env);
}

/* receiveEnd(status): the stream below has ended, or failed. */
static napi_value js_receive_end(napi_env env, napi_callback_info info)
{
    napi_value status;
    tls_wrap *w = bind_this(env, info, 1, &status);

    if (w != NULL)
        tls_receive_end(w, bind_to_int(env, status));
    return bind_undefined(env);
}

/* encryptedSent(status) */
static napi_value js_encrypted_sent(napi_env env, napi_callback_info info)
{
    napi_value status;
    tls_wrap *w = bind_this(env, info, 1, &status);

    if (w == NULL)
        return bind_undefined(env);
    if (w->under_way > 0)
        w->under_way--;
    tls_finish_write(w, (int)bind_to_int(env, status));
    return bind_undefined(env);
}

/* cancelWrite(): whether a write was under way. onwrite() will not hear of it
 * from here. */
static napi_value js_cancel_write(napi_env env, napi_callback_info info)
{
    tls_wrap *w = bind_this(env, info, 0, NULL);
    const bool was_writing = w != NULL && w->is_writing;

    if (was_writing)
        w->is_writing = false;
    return bind_bool(env, was_writing);
}

/* sendClose(): the peer is told that no more will be written. A second
 * SSL_shutdown() would read on, and take data that come before the peer's own
 * end for an error. */
static napi_value js_send_close(napi_env env, napi_callback_info info)
{
    tls_wrap *w = bind_this(env, info, 0, NULL);

    if (w == NULL || w->ssl == NULL || w->sent_close)
        return bind_undefined(env);
    w->sent_close = true;
    tls_wrap *before = tls_enter(w);
    w->l->SSL_shutdown(w->ssl);
    w->l->ERR_clear_error();
    tls_leave(w, before);
    tls_flush(w);
    return bind_undefined(env);
}

/* destroySSL(): free what a connection takes most of. */
static napi_value js_destroy_ssl(napi_env env, napi_callback_info info)
{
    tls_wrap *w = bind_this(env, info, 0, NULL);

    if (w == NULL)
        return bind_undefined(env);
    if (w->depth > 0)
        w->to_free = true;
    else
        tls_free_ssl(w);
    return bind_undefined(env);
}

static napi_value js_bytes_read(napi_env env, napi_callback_info info)
{
    const tls_wrap *w = bind_this(env, info, 0, NULL);

    return bind_double(env, w ? w->bytes_read : 0);
}

static napi_value js_bytes_written(napi_env env, napi_callback_info info)
{
    const tls_wrap *w = bind_this(env, info, 0, NULL);

    return bind_double(env, w ? w->bytes_written : 0);
}

static napi_value js_queue_size(napi_env env, napi_callback_info info)
{
    const tls_wrap *w = bind_this(env, info, 0, NULL);
    bind_stream *s = w ? tls_stream_below(w) : NULL;
    double n = w ? (double)byte_queue_left(&w->clear) : 0;

    if (s != NULL)
        n += (double)orr_write_queue_size(&s->stream);
    return bind_double(env, n);
}

static const bind_function methods[] = {
    { "start", js_start },
    { "pause", js_pause },
    { "receive", js_receive },
    { "receiveEnd", js_receive_end },
    { "encryptedSent", js_encrypted_sent },
    { "cancelWrite", js_cancel_write },
    { "sendClose", js_send_close },
    { "destroySSL", js_destroy_ssl },
    { "getBytesRead", js_bytes_read },
    { "getBytesWritten", js_bytes_written },
    { "getWriteQueueSize", js_queue_size },
    { "getLastWriteSize", js_queue_size },
    { "writeBuffer", bind_stream_write_buffer },
    { "writeString", bind_stream_write_string },
    { "writev", bind_stream_writev },
    { NULL, NULL },
};

const bind_handle_type bind_tls_type = {
    .wrap = { .hook_name = "TLSWRAP", .resource_name = NULL },
    .name = "TLSWrap",
    .size = sizeof(tls_wrap),
    .handle_at = offsetof(tls_wrap, handle),
    .open = open_tls,
    .closing = closing_tls,
    .free = free_tls,
    .methods = methods,
};
