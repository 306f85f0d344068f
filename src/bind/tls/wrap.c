/*
 * wrap.c - class TLSWrap: bytes between a program, OpenSSL, and the stream
 * below; see tls.h. lib/internal/tls/socket.js is its user.
 *
 *      received --> stash/rx --SSL_read()--> onread()
 *      write()  --> clear --SSL_write()--> out --> stream, or onencrypted()
 *
 * A write is done when its encrypted bytes have left: 0 if the stream took them
 * at once, else onwrite() is called. There is one write at a time.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bind/core/pin.h"
#include "bind/tls/tls.h"

#define RECORD_MOST 16384

_Thread_local tls_wrap *tls_active;

/* ---- The BIO ------------------------------------------------------------- */

static size_t bytes_left(const tls_bytes *b)
{
    return b->length - b->at;
}

static int bio_write(BIO *bio, const char *data, int n)
{
    tls_wrap *w = tls_active->l->BIO_get_data(bio);

    return tls_append(&w->out, data, (size_t)n) ? n : -1;
}

static int take(const uint8_t *from, size_t left, char *to, int n)
{
    const int k = left < (size_t)n ? (int)left : n;

    memcpy(to, from, (size_t)k);
    return k;
}

static int bio_read(BIO *bio, char *to, int n)
{
    tls_wrap *w = tls_active->l->BIO_get_data(bio);
    int k;

    w->l->BIO_clear_flags(bio, BIO_FLAGS_RWS | BIO_FLAGS_SHOULD_RETRY);
    if (bytes_left(&w->stash) > 0) {
        k = take(w->stash.data + w->stash.at, bytes_left(&w->stash), to, n);
        w->stash.at += (size_t)k;
        return k;
    }
    if (w->rx_length > 0) {
        k = take(w->rx, w->rx_length, to, n);
        w->rx += k;
        w->rx_length -= (size_t)k;
        return k;
    }
    w->l->BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY);
    return -1;
}

static long bio_ctrl(BIO *bio, int command, long number, void *pointer)
{
    (void)bio;
    (void)number;
    (void)pointer;
    return command == BIO_CTRL_FLUSH ? 1 : 0;
}

static BIO *make_bio(tls_wrap *w)
{
    tls_state *state = BIND_STATE(w->base.wrap.r, tls);
    const tls_library *l = w->l;

    if (state->method == NULL) {
        BIO_METHOD *m = l->BIO_meth_new(BIO_TYPE_SOURCE_SINK, "orrery");
        if (m == NULL)
            return NULL;
        l->BIO_meth_set_write(m, bio_write);
        l->BIO_meth_set_read(m, bio_read);
        l->BIO_meth_set_ctrl(m, bio_ctrl);
        state->method = m;
    }
    BIO *bio = l->BIO_new(state->method);
    if (bio != NULL) {
        l->BIO_set_data(bio, w);
        l->BIO_set_init(bio, 1);
    }
    return bio;
}

/* ---- Entering and leaving OpenSSL ---------------------------------------- */

static tls_wrap *enter(tls_wrap *w)
{
    tls_wrap *before = tls_active;

    tls_active = w;
    w->depth++;
    w->l->ERR_clear_error();
    return before;
}

static void leave(tls_wrap *w, tls_wrap *before)
{
    w->depth--;
    tls_active = before;
}

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

static bool is_open(const tls_wrap *w)
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

/* Tell JavaScript what has happened, in its order. */
static void report_events(tls_wrap *w)
{
    while (w->events != NULL && is_open(w)) {
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
static void flush(tls_wrap *w);

static void fail_with(tls_wrap *w, const char *otherwise)
{
    runtime *r = w->base.wrap.r;
    napi_value error, ignored;
    crypto_errors errors = { .count = 0 };

    if (w->failed || !is_open(w))
        return;
    w->failed = true;
    const unsigned long code = w->l->ERR_peek_error();
    const napi_value message =
        code != 0 ? error_text(w) : bind_string(r->env, otherwise);
    if (code != 0)
        errors = (crypto_errors){ { code }, 1 };
    error = bind_crypto_error(r, &errors, otherwise, false);
    flush(w);
    if (error == NULL) {
        BIND_OK(napi_get_and_clear_last_exception(r->env, &ignored));
        return;
    }
    bind_set(r, error, "message", message);
    if (code != 0)
        bind_crypto_set_tls_code(r, error, code);
    const napi_value argv[1] = { error };
    if (is_open(w))
        bind_handle_call(&w->base, "onerror", 1, argv);
}

/* ---- Encrypted bytes, downwards ------------------------------------------ */

typedef struct sent_request {
    bind_request base;
    orr_write_req req;
    napi_ref wrap; /* its object keeps the tls_wrap */
} sent_request;

static const bind_type sent_type = { .hook_name = "WRITEWRAP",
                                     .resource_name = "SimpleWriteWrap" };

/* The write of the program is done. */
static void finish_write(tls_wrap *w, int status)
{
    runtime *r = w->base.wrap.r;

    if (bytes_left(&w->clear) > 0 || w->under_way > 0)
        return;
    tls_wrap *above = w->above;
    w->above = NULL;
    if (above != NULL) {
        above->under_way--;
        finish_write(above, status);
    }
    if (!w->is_writing)
        return;
    w->is_writing = false;
    const napi_value argv[1] = { bind_int(r->env, status) };
    bind_handle_call(&w->base, "onwrite", 1, argv);
}

/* oncomplete() of a write below; JavaScript is called as by any callback. */
static void on_sent(orr_write_req *req, int status)
{
    sent_request *q = req->req.data;
    runtime *r = q->base.wrap.r;
    napi_handle_scope scope;
    napi_value object = NULL;

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    BIND_OK(napi_get_reference_value(r->env, q->wrap, &object));
    tls_wrap *w =
        object != NULL ? bind_handle_of(r, object, &bind_tls_type) : NULL;
    bind_hook_before(&q->base.wrap);
    if (w != NULL) {
        w->under_way--;
        if (status < 0)
            tls_free_bytes(&w->clear);
        if (!r->over)
            finish_write(w, status);
    }
    if (!r->over)
        bind_hook_after_request(&q->base.wrap, true);
    napi_delete_reference(r->env, q->wrap);
    bind_request_close(&q->base);
    free(q);
    napi_close_handle_scope(r->env, scope);
}

static bind_stream *stream_of(const tls_wrap *w)
{
    runtime *r = w->base.wrap.r;
    napi_value object = NULL;

    if (w->stream == NULL)
        return NULL;
    BIND_OK(napi_get_reference_value(r->env, w->stream, &object));
    return object != NULL ? bind_stream_of(r, object) : NULL;
}

/* What the kernel did not take: the request owns the bytes. */
static int send_rest(tls_wrap *w, bind_stream *s, size_t from)
{
    runtime *r = w->base.wrap.r;
    sent_request *q = calloc(1, sizeof *q);

    if (q == NULL)
        return -ENOMEM;
    orr_buf buf = { w->out.data + from, w->out.length - from };
    bind_request_open(r, &q->base, &sent_type, &q->req.req, NULL);
    BIND_OK(napi_create_reference(r->env, bind_wrap_object(&w->base.wrap), 1,
                                  &q->wrap));
    int err = bind_hold_memory(&q->base, w->out.data);
    if (err == 0) {
        w->out = (tls_bytes){ NULL, 0, 0, 0 };
        err = orr_write(&q->req, &s->stream, &buf, 1, on_sent);
    }
    if (bind_request_begun(&q->base, err) < 0) {
        napi_delete_reference(r->env, q->wrap);
        free(q);
        return err;
    }
    w->under_way++;
    return 0;
}

/* Over a stream of lib/: onencrypted(bytes) is true if encryptedSent() will be
 * called, else the bytes have left. */
static int give_to_lib(tls_wrap *w)
{
    runtime *r = w->base.wrap.r;
    napi_value fn, result;
    const napi_value object = bind_wrap_object(&w->base.wrap);
    const napi_value argv[1] = { bind_crypto_buffer(r, w->out.data + w->out.at,
                                                    bytes_left(&w->out)) };

    w->out.at = w->out.length = 0;
    if (argv[0] == NULL)
        return -ENOMEM;
    w->under_way++; /* the stream may call back before it returns */
    BIND_OK(napi_get_named_property(r->env, object, "onencrypted", &fn));
    if (napi_call_function(r->env, object, fn, 1, argv, &result) != napi_ok) {
        runtime_report_pending(r);
        w->under_way--;
        return 0;
    }
    if (!bind_to_bool(r->env, result))
        w->under_way--;
    return 0;
}

static int write_clear(tls_wrap *w, const orr_buf *bufs, uint32_t count,
                       tls_wrap *above);

/* The stream below if that is TLS, too. */
static tls_wrap *tls_below(const tls_wrap *w)
{
    runtime *r = w->base.wrap.r;
    napi_value object = NULL;

    if (w->stream == NULL)
        return NULL;
    BIND_OK(napi_get_reference_value(r->env, w->stream, &object));
    return object != NULL ? bind_handle_of(r, object, &bind_tls_type) : NULL;
}

static int give_to_tls(tls_wrap *w, tls_wrap *below)
{
    const orr_buf buf = { w->out.data + w->out.at, bytes_left(&w->out) };

    w->under_way++; /* it may be done before it returns */
    const int err = write_clear(below, &buf, 1, w);
    if (err != STREAM_ASYNC)
        w->under_way--;
    w->out.at = w->out.length = 0;
    return err < 0 ? err : 0;
}

static int send_out(tls_wrap *w)
{
    if (bytes_left(&w->out) == 0 || w->awaits_session)
        return 0;
    if (w->stream == NULL)
        return give_to_lib(w);
    tls_wrap *below = tls_below(w);
    if (below != NULL)
        return give_to_tls(w, below);
    bind_stream *s = stream_of(w);
    if (s == NULL) {
        w->out.at = w->out.length = 0;
        return -ECANCELED;
    }
    orr_buf buf = { w->out.data + w->out.at, bytes_left(&w->out) };
    const int64_t n = orr_try_write(&s->stream, &buf, 1);
    if (n < 0 && n != -EAGAIN) {
        w->out.at = w->out.length = 0;
        return (int)n;
    }
    s->bytes_written += (double)buf.len;
    const size_t from = w->out.at + (n > 0 ? (size_t)n : 0);
    if (from < w->out.length)
        return send_rest(w, s, from);
    w->out.at = w->out.length = 0;
    /* An idle connection keeps no large buffer. */
    if (w->out.capacity > 4 * RECORD_MOST)
        tls_free_bytes(&w->out);
    return 0;
}

static void flush(tls_wrap *w)
{
    const int err = send_out(w);

    if (err < 0 && w->is_writing) {
        tls_free_bytes(&w->clear);
        w->under_way = 0;
        finish_write(w, err);
    }
}

/* ---- Clear bytes, downwards ---------------------------------------------- */

/* SSL_write() of n bytes: how many it took; -1 if it failed. */
static int64_t encrypt(tls_wrap *w, const uint8_t *data, size_t n)
{
    size_t done = 0;

    while (done < n) {
        const size_t left = n - done;
        tls_wrap *before = enter(w);
        const int k = w->l->SSL_write(w->ssl, data + done,
                                      left > INT_MAX ? INT_MAX : (int)left);
        const int why = k > 0 ? 0 : w->l->SSL_get_error(w->ssl, k);
        leave(w, before);
        if (k <= 0) {
            if (why == SSL_ERROR_SSL || why == SSL_ERROR_SYSCALL)
                return -1;
            break;
        }
        done += (size_t)k;
    }
    return (int64_t)done;
}

/* What has waited for the handshake. */
static void encrypt_waiting(tls_wrap *w)
{
    if (bytes_left(&w->clear) == 0 || !w->established)
        return;
    const int64_t n =
        encrypt(w, w->clear.data + w->clear.at, bytes_left(&w->clear));
    if (n < 0) {
        fail_with(w, "write failed");
        return;
    }
    w->clear.at += (size_t)n;
    if (bytes_left(&w->clear) == 0)
        tls_free_bytes(&w->clear);
}

/* Several small pieces make one record. */
static int64_t encrypt_pieces(tls_wrap *w, const orr_buf *bufs, uint32_t count,
                              size_t total)
{
    uint8_t joined[RECORD_MOST];
    size_t n = 0;

    if (count == 1)
        return encrypt(w, bufs[0].base, bufs[0].len);
    if (total <= sizeof joined) {
        for (uint32_t i = 0; i < count; i++) {
            memcpy(joined + n, bufs[i].base, bufs[i].len);
            n += bufs[i].len;
        }
        return encrypt(w, joined, n);
    }
    for (uint32_t i = 0; i < count; i++) {
        const int64_t k = encrypt(w, bufs[i].base, bufs[i].len);
        if (k < 0)
            return k;
        n += (size_t)k;
        if ((size_t)k < bufs[i].len)
            break;
    }
    return (int64_t)n;
}

static int keep_clear(tls_wrap *w, const orr_buf *bufs, uint32_t count,
                      size_t skip)
{
    for (uint32_t i = 0; i < count; i++) {
        const size_t from = skip < bufs[i].len ? skip : bufs[i].len;
        skip -= from;
        if (!tls_append(&w->clear, (const uint8_t *)bufs[i].base + from,
                        bufs[i].len - from))
            return -ENOMEM;
    }
    return 0;
}

static size_t total_of(const orr_buf *bufs, uint32_t count)
{
    size_t n = 0;

    for (uint32_t i = 0; i < count; i++)
        n += bufs[i].len;
    return n;
}

/* A long write is done in a turn of its own, as in Node: a program that writes
 * until it is told to wait would else never be told. finishLater() calls
 * encryptedSent(). */
static void finish_later(tls_wrap *w)
{
    runtime *r = w->base.wrap.r;
    const napi_value object = bind_wrap_object(&w->base.wrap);
    napi_value fn, ignored;

    w->under_way++;
    BIND_OK(napi_get_named_property(r->env, object, "finishLater", &fn));
    if (napi_call_function(r->env, object, fn, 0, NULL, &ignored) == napi_ok)
        return;
    w->under_way--;
    runtime_report_pending(r);
}

/* The write is the program's, or that of TLS over this TLS. */
static int write_clear(tls_wrap *w, const orr_buf *bufs, uint32_t count,
                       tls_wrap *above)
{
    const size_t total = total_of(bufs, count);
    int64_t done = 0;

    if (w->ssl == NULL || w->failed)
        return -EPROTO;
    w->bytes_written += (double)total;
    if (total == 0)
        return 0;
    if (w->established && bytes_left(&w->clear) == 0) {
        done = encrypt_pieces(w, bufs, count, total);
        if (done < 0) {
            fail_with(w, "write failed");
            return -EPROTO;
        }
    }
    if ((size_t)done < total && keep_clear(w, bufs, count, (size_t)done) < 0)
        return -ENOMEM;
    const bool begins = !w->established;
    const int err = begins ? 0 : send_out(w);
    if (err < 0)
        return err;
    if (!begins && w->under_way == 0 && (size_t)done == total &&
        !w->awaits_session) {
        if (above != NULL || total <= RECORD_MOST)
            return 0;
        finish_later(w);
    }
    if (above != NULL)
        w->above = above;
    else
        w->is_writing = true;
    if (begins)
        tls_cycle(w); /* the handshake begins with the first write */
    return STREAM_ASYNC;
}

int bind_tls_write(bind_handle *h, const orr_buf *bufs, uint32_t count)
{
    return write_clear((tls_wrap *)h, bufs, count, NULL);
}

/* ---- Upwards ------------------------------------------------------------- */

static void deliver(tls_wrap *w, const uint8_t *bytes, int64_t n)
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
    bind_handle_drain(&w->base);
}

/* SSL_read(): how many bytes it gave, 0 if there are none for now, -1 at the
 * end of the connection or after an error. */
static int decrypt(tls_wrap *w, uint8_t *to)
{
    tls_wrap *before = enter(w);
    const int n = w->l->SSL_read(w->ssl, to, RECORD_MOST);
    const int why = n > 0 ? 0 : w->l->SSL_get_error(w->ssl, n);
    const bool was_established = w->established;

    if (!was_established && w->l->SSL_is_init_finished(w->ssl)) {
        w->established = true;
        tls_note(w, TLS_HANDSHAKE_DONE, NULL, 0, NULL, 0, false);
    }
    leave(w, before);
    if (n > 0)
        return n;
    if (why == SSL_ERROR_ZERO_RETURN)
        return -1;
    if (why != SSL_ERROR_SSL && why != SSL_ERROR_SYSCALL)
        return 0;
    report_events(w);
    fail_with(w, "read failed");
    return -1;
}

/* The runtime's buffer for a record; another connection may be read while the
 * program looks at this one's bytes, and needs one of its own. */
static uint8_t *take_buffer(tls_state *state)
{
    uint8_t *buffer = state->clear ? state->clear : malloc(RECORD_MOST);

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
    while (is_open(w) && !w->eof && !w->failed &&
           !(w->is_stopped && w->established)) {
        const int n = decrypt(w, buffer);
        /* The end of a handshake leaves when the program has heard of it, which
         * may not like the certificate. */
        report_events(w);
        if (!is_open(w) || w->failed || n == 0)
            return;
        if (n > 0) {
            deliver(w, buffer, n);
        } else {
            w->eof = true;
            deliver(w, NULL, ORR_EOF);
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

static void free_ssl(tls_wrap *w)
{
    w->to_free = false;
    if (w->ssl == NULL)
        return;
    tls_wrap *before = enter(w);
    w->l->SSL_free(w->ssl);
    leave(w, before);
    w->ssl = NULL;
}

/* The stream below has ended, and all of it was read. */
static void report_end(tls_wrap *w)
{
    if (w->end_status == 0 || w->eof || !is_open(w) ||
        (w->is_stopped && w->established))
        return;
    w->eof = true;
    deliver(w, NULL, w->end_status);
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
        if (is_open(w) && !w->failed)
            encrypt_waiting(w);
        if (is_open(w))
            flush(w);
        if (is_open(w))
            finish_write(w, 0);
    } while (w->again && is_open(w));
    w->depth--;
    if (w->to_free && w->depth == 0)
        free_ssl(w);
    napi_close_handle_scope(r->env, scope);
}

/* ---- The stream below ---------------------------------------------------- */

static void receive(tls_wrap *w, const uint8_t *bytes, size_t n)
{
    if (w->depth > 0) {
        if (!tls_append(&w->stash, bytes, n))
            bind_no_memory();
        w->again = true;
        return;
    }
    w->rx = bytes;
    w->rx_length = n;
    tls_cycle(w);
    /* OpenSSL waits for something else, such as a certificate. */
    if (w->rx_length > 0 && w->ssl != NULL &&
        !tls_append(&w->stash, w->rx, w->rx_length))
        bind_no_memory();
    w->rx = NULL;
    w->rx_length = 0;
    if (bytes_left(&w->stash) == 0 && w->stash.capacity > 0)
        tls_free_bytes(&w->stash);
}

/* The handle is held while JavaScript runs. */
static bool on_received(void *consumer, bind_handle *from, const void *bytes,
                        size_t n)
{
    (void)from;
    receive(consumer, bytes, n);
    return true;
}

static void receive_end(tls_wrap *w, int64_t status)
{
    w->end_status = status;
    tls_cycle(w);
}

static bool on_received_end(void *consumer, bind_handle *from, int64_t status)
{
    (void)from;
    receive_end(consumer, status);
    return true;
}

static void untap(tls_wrap *w)
{
    bind_stream *s = stream_of(w);
    tls_wrap *below = tls_below(w);
    bind_tap *tap = s != NULL ? &s->tap : below != NULL ? &below->tap : NULL;

    if (tap != NULL && tap->consumer == w)
        *tap = (bind_tap){ .consume = NULL };
    if (below != NULL && below->above == w)
        below->above = NULL;
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
    BIO *bio = w->ssl ? make_bio(w) : NULL;
    if (bio == NULL)
        return -ENOMEM;
    w->l->SSL_set_bio(w->ssl, bio, bio);
    BIND_OK(napi_create_reference(r->env, argv[0], 1, &w->context));
    if (below != NULL) {
        BIND_OK(napi_create_reference(r->env, argv[1], 1, &w->stream));
        *bind_tap_of(below) = (bind_tap){ on_received, on_received_end, w };
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

    untap(w);
    if (w->depth > 0)
        w->to_free = true;
    else
        free_ssl(w);
}

static void free_tls(bind_handle *h)
{
    tls_wrap *w = (tls_wrap *)h;
    runtime *r = h->wrap.r;
    napi_ref *refs[] = { &w->context, &w->sni_context, &w->stream };

    free_ssl(w);
    for (size_t i = 0; i < sizeof refs / sizeof *refs; i++)
        if (*refs[i] != NULL)
            napi_delete_reference(r->env, *refs[i]);
    if (w->next_session != NULL)
        w->l->SSL_SESSION_free(w->next_session);
    free_events(w);
    tls_free_bytes(&w->stash);
    tls_free_bytes(&w->out);
    tls_free_bytes(&w->clear);
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
    return bind_bool(env, bytes_left(&w->stash) > 0 ||
                              w->l->SSL_has_pending(w->ssl) ||
                              w->end_status != 0);
}

/* receive(bytes): as if the stream below had read them. */
static napi_value js_receive(napi_env env, napi_callback_info info)
{
    napi_value view;
    tls_wrap *w = bind_this(env, info, 1, &view);
    bind_bytes bytes;

    if (w == NULL || !bind_to_bytes(env, view, &bytes))
        return bind_undefined(env);
    /* JavaScript runs meanwhile, and may change the bytes. */
    if (!tls_append(&w->stash, bytes.data, bytes.length))
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
        receive_end(w, bind_to_int(env, status));
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
    finish_write(w, (int)bind_to_int(env, status));
    return bind_undefined(env);
}

/* sendClose(): the peer is told that no more will be written. */
static napi_value js_send_close(napi_env env, napi_callback_info info)
{
    tls_wrap *w = bind_this(env, info, 0, NULL);

    if (w == NULL || w->ssl == NULL || w->sent_close)
        return bind_undefined(env);
    w->sent_close = true;
    tls_wrap *before = enter(w);
    if (w->l->SSL_shutdown(w->ssl) == 0)
        w->l->SSL_shutdown(w->ssl);
    w->l->ERR_clear_error();
    leave(w, before);
    flush(w);
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
        free_ssl(w);
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
    bind_stream *s = w ? stream_of(w) : NULL;
    double n = w ? (double)bytes_left(&w->clear) : 0;

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
