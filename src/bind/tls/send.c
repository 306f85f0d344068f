/*
 * send.c - from the program to the stream below.
 *
 *      write() --> clear --SSL_write()--> out --> stream, or onencrypted()
 *
 * A write is done when its encrypted bytes have left: 0 if the stream took them
 * at once, else onwrite() is called. There is one write at a time.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bind/core/pin.h"
#include "bind/tls/wrap_parts.h"

/* ---- Encrypted bytes, downwards ------------------------------------------ */

typedef struct sent_request {
    bind_request base;
    orr_write_req req;
    napi_ref wrap; /* its object keeps the tls_wrap */
} sent_request;

static const bind_type sent_type = { .hook_name = "WRITEWRAP",
                                     .resource_name = "SimpleWriteWrap" };

/* The write of the program is done: even one of nothing waits for the
 * handshake, before which a socket must not be shut down for it. */
void tls_finish_write(tls_wrap *w, int status)
{
    runtime *r = w->base.wrap.r;

    if (byte_queue_left(&w->clear) > 0 || w->under_way > 0 ||
        (status == 0 && !w->established))
        return;
    tls_wrap *above = w->above;
    w->above = NULL;
    if (above != NULL) {
        above->under_way--;
        tls_finish_write(above, status);
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
            byte_queue_free(&w->clear);
        if (!r->over)
            tls_finish_write(w, status);
    }
    if (!r->over)
        bind_hook_after_request(&q->base.wrap, true);
    napi_delete_reference(r->env, q->wrap);
    bind_request_close(&q->base);
    free(q);
    napi_close_handle_scope(r->env, scope);
}

bind_stream *tls_stream_below(const tls_wrap *w)
{
    runtime *r = w->base.wrap.r;
    const napi_value object = bind_referenced(r, w->stream);

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
        w->out = (byte_queue){ NULL, 0, 0, 0 };
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
                                                    byte_queue_left(&w->out)) };

    byte_queue_empty(&w->out);
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
tls_wrap *tls_below(const tls_wrap *w)
{
    runtime *r = w->base.wrap.r;
    const napi_value object = bind_referenced(r, w->stream);

    return object != NULL ? bind_handle_of(r, object, &bind_tls_type) : NULL;
}

static int give_to_tls(tls_wrap *w, tls_wrap *below)
{
    const orr_buf buf = { w->out.data + w->out.at, byte_queue_left(&w->out) };

    w->under_way++; /* it may be done before it returns */
    const int err = write_clear(below, &buf, 1, w);
    if (err != STREAM_ASYNC)
        w->under_way--;
    byte_queue_empty(&w->out);
    return err < 0 ? err : 0;
}

static int send_out(tls_wrap *w)
{
    if (byte_queue_left(&w->out) == 0 || w->awaits_session)
        return 0;
    if (w->stream == NULL)
        return give_to_lib(w);
    tls_wrap *below = tls_below(w);
    if (below != NULL)
        return give_to_tls(w, below);
    bind_stream *s = tls_stream_below(w);
    if (s == NULL) {
        byte_queue_empty(&w->out);
        return -ECANCELED;
    }
    orr_buf buf = { w->out.data + w->out.at, byte_queue_left(&w->out) };
    const int64_t n = orr_try_write(&s->stream, &buf, 1);
    if (n < 0 && n != -EAGAIN) {
        byte_queue_empty(&w->out);
        return (int)n;
    }
    s->bytes_written += (double)buf.len;
    const size_t from = w->out.at + (n > 0 ? (size_t)n : 0);
    if (from < w->out.length)
        return send_rest(w, s, from);
    byte_queue_empty(&w->out);
    /* An idle connection keeps no large buffer. */
    if (w->out.capacity > 4 * RECORD_MAX)
        byte_queue_free(&w->out);
    return 0;
}

void tls_flush(tls_wrap *w)
{
    const int err = send_out(w);

    if (err < 0 && w->is_writing) {
        byte_queue_free(&w->clear);
        w->under_way = 0;
        tls_finish_write(w, err);
    }
}

/* ---- Clear bytes, downwards ---------------------------------------------- */

/* SSL_write() of n bytes: how many it took; -1 if it failed. */
static int64_t tls_encrypt(tls_wrap *w, const uint8_t *data, size_t n)
{
    size_t done = 0;

    while (done < n) {
        const size_t left = n - done;
        tls_wrap *before = tls_enter(w);
        const int k = w->l->SSL_write(w->ssl, data + done,
                                      left > INT_MAX ? INT_MAX : (int)left);
        const int why = k > 0 ? 0 : w->l->SSL_get_error(w->ssl, k);
        tls_leave(w, before);
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
void tls_encrypt_waiting(tls_wrap *w)
{
    if (byte_queue_left(&w->clear) == 0 || !w->established)
        return;
    const int64_t n =
        tls_encrypt(w, w->clear.data + w->clear.at, byte_queue_left(&w->clear));
    if (n < 0) {
        tls_fail(w, "write failed");
        return;
    }
    w->clear.at += (size_t)n;
    if (byte_queue_left(&w->clear) == 0)
        byte_queue_free(&w->clear);
}

/* Several small pieces make one record. */
static int64_t encrypt_pieces(tls_wrap *w, const orr_buf *bufs, uint32_t count,
                              size_t total)
{
    uint8_t joined[RECORD_MAX];
    size_t n = 0;

    if (count == 1)
        return tls_encrypt(w, bufs[0].base, bufs[0].len);
    if (total <= sizeof joined) {
        for (uint32_t i = 0; i < count; i++) {
            memcpy(joined + n, bufs[i].base, bufs[i].len);
            n += bufs[i].len;
        }
        return tls_encrypt(w, joined, n);
    }
    for (uint32_t i = 0; i < count; i++) {
        const int64_t k = tls_encrypt(w, bufs[i].base, bufs[i].len);
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
        if (!byte_queue_add(&w->clear, (const uint8_t *)bufs[i].base + from,
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
    if (total == 0 && w->established)
        return 0;
    if (w->established && byte_queue_left(&w->clear) == 0) {
        done = encrypt_pieces(w, bufs, count, total);
        if (done < 0) {
            tls_fail(w, "write failed");
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
        if (above != NULL || total <= RECORD_MAX)
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
