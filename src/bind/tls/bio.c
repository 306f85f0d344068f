/*
 * bio.c - where OpenSSL reads and writes encrypted bytes, and what surrounds
 * each call of it.
 */
#include <string.h>

#include "bind/tls/wrap_parts.h"

_Thread_local tls_wrap *tls_active;

/* ---- The BIO ------------------------------------------------------------- */

static int bio_write(BIO *bio, const char *data, int n)
{
    tls_wrap *w = tls_active->l->BIO_get_data(bio);

    return byte_queue_add(&w->out, data, (size_t)n) ? n : -1;
}

static int bio_take(const uint8_t *from, size_t left, char *to, int n)
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
    if (byte_queue_left(&w->stash) > 0) {
        k = bio_take(w->stash.data + w->stash.at, byte_queue_left(&w->stash),
                     to, n);
        w->stash.at += (size_t)k;
        return k;
    }
    if (w->rx_length > 0) {
        k = bio_take(w->rx, w->rx_length, to, n);
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

BIO *tls_make_bio(tls_wrap *w)
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

tls_wrap *tls_enter(tls_wrap *w)
{
    tls_wrap *before = tls_active;

    tls_active = w;
    w->depth++;
    w->l->ERR_clear_error();
    return before;
}

void tls_leave(tls_wrap *w, tls_wrap *before)
{
    w->depth--;
    tls_active = before;
}
