/*
 * stream_write.c - writing to sockets and pipes.
 *
 * A write is tried at once with the memory of the program as it is: the bytes
 * of a Buffer, the characters of an ASCII string. Only what the kernel does
 * not take is put into a request, which pins Buffers and holds a copy of text.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "bind/bytes/buffer.h"
#include "bind/core/pin.h"
#include "bind/net/stream.h"
#include "bind/net/udp.h"

typedef struct write_request {
    bind_request base;
    orr_write_req req;
    size_t queued; /* bytes of text that it holds, which count as memory */
} write_request;

static const bind_type write_type = { .hook_name = "WRITEWRAP",
                                      .resource_name = "SimpleWriteWrap" };

static void write_request_free(write_request *q, runtime *r)
{
    engine_discharge_queued(r->engine, q->queued);
    free(q);
}

static void on_written(orr_write_req *req, int status)
{
    write_request *q = req->req.data;
    runtime *r = q->base.wrap.r;
    napi_handle_scope scope;
    napi_value fn;

    if (r->over) {
        bind_request_close(&q->base);
        write_request_free(q, r);
        return;
    }
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    const napi_value handle = bind_wrap_object(&q->base.wrap);
    const napi_value argv[1] = { bind_int(r->env, status) };
    if (napi_get_named_property(r->env, handle, "onwrite", &fn) == napi_ok)
        bind_request_finish_with(&q->base, fn, 1, argv);
    else
        bind_request_close(&q->base);
    write_request_free(q, r);
    napi_close_handle_scope(r->env, scope);
}

/* ---- One write ---------------------------------------------------------- */

/* What is written: pieces, and the owner of their memory if it takes longer. */
typedef struct pieces {
    orr_buf *bufs;
    uint32_t count;
    napi_value view;  /* the Buffer that it is, or NULL */
    napi_value views; /* or an array with the Buffers among them, or NULL */
    void *memory;     /* text that was made for this write, or NULL */
    size_t memory_size;
    int fd; /* to pass along, or -1 */
} pieces;

static size_t total_of(const pieces *p)
{
    size_t n = 0;

    for (uint32_t i = 0; i < p->count; i++)
        n += p->bufs[i].len;
    return n;
}

/* Leave out the first n bytes, which are written. */
static void write_skip(pieces *p, size_t n)
{
    while (p->count > 0 && n >= p->bufs->len) {
        n -= p->bufs->len;
        p->bufs++;
        p->count--;
    }
    if (n > 0) {
        p->bufs->base = (char *)p->bufs->base + n;
        p->bufs->len -= n;
    }
}

static int hold_views(bind_request *q, const pieces *p)
{
    napi_env env = q->wrap.r->env;
    uint32_t n;
    int err = 0;

    BIND_OK(napi_get_array_length(env, p->views, &n));
    for (uint32_t i = 0; i < n && err == 0; i++) {
        napi_value view;
        bool is_view;
        BIND_OK(napi_get_element(env, p->views, i, &view));
        if (napi_is_typedarray(env, view, &is_view) == napi_ok && is_view)
            err = bind_hold_view(q, view, p->bufs, p->count);
    }
    return err;
}

/* Text that lies in the engine's string is copied, since the string may go. */
static int copy_text(pieces *p)
{
    p->memory = malloc(p->bufs->len);
    if (p->memory == NULL)
        return -ENOMEM;
    p->memory_size = p->bufs->len;
    memcpy(p->memory, p->bufs->base, p->bufs->len);
    p->bufs->base = p->memory;
    return 0;
}

static int write_hold(write_request *w, pieces *p)
{
    bind_request *q = &w->base;
    int err = 0;

    if (p->view != NULL)
        return bind_hold_view(q, p->view, p->bufs, p->count);
    if (p->views != NULL)
        err = hold_views(q, p);
    else if (p->memory == NULL)
        err = copy_text(p);
    if (err < 0 || p->memory == NULL)
        return err;
    err = bind_hold_memory(q, p->memory);
    if (err < 0)
        return err;
    p->memory = NULL; /* the request frees it */
    w->queued = p->memory_size;
    engine_charge_queued(q->wrap.r->engine, w->queued);
    return 0;
}

static int write_begin(bind_stream *s, write_request *q, pieces *p)
{
    bind_request_open(s->base.wrap.r, &q->base, &write_type, &q->req.req,
                      bind_wrap_object(&s->base.wrap));
    const int err = write_hold(q, p);
    if (err < 0)
        return err;
    if (p->fd < 0)
        return orr_write(&q->req, &s->stream, p->bufs, p->count, on_written);
    return orr_write_fds(&q->req, &s->stream, p->bufs, p->count, &p->fd, 1,
                         on_written);
}

static int write_rest(bind_stream *s, pieces *p)
{
    write_request *q = calloc(1, sizeof *q);

    if (q == NULL)
        return -ENOMEM;
    const int err = bind_request_begun(&q->base, write_begin(s, q, p));
    if (err < 0) {
        write_request_free(q, s->base.wrap.r);
        return err;
    }
    return STREAM_ASYNC;
}

static int write_pieces(bind_stream *s, pieces *p)
{
    const size_t total = total_of(p);
    int64_t n = 0;

    if (p->fd < 0)
        n = orr_try_write(&s->stream, p->bufs, p->count);
    if (n < 0 && n != -EAGAIN)
        return (int)n;
    s->bytes_written += (double)total;
    write_skip(p, n > 0 ? (size_t)n : 0);
    if (p->count == 0)
        return 0;
    const int err = write_rest(s, p);
    s->last_write = (double)total;
    if (err < 0)
        s->bytes_written -= (double)total;
    return err;
}

/* All of it in one piece of memory, which it owns. */
static int write_join(pieces *p, orr_buf *whole)
{
    char *to = malloc(total_of(p));

    if (to == NULL)
        return -ENOMEM;
    *whole = (orr_buf){ to, 0 };
    for (uint32_t i = 0; i < p->count; i++) {
        memcpy(to + whole->len, p->bufs[i].base, p->bufs[i].len);
        whole->len += p->bufs[i].len;
    }
    *p = (pieces){ .bufs = whole,
                   .count = 1,
                   .memory = to,
                   .memory_size = whole->len,
                   .fd = -1 };
    return 0;
}

static int write_copied(bind_stream *s, orr_buf *bufs, uint32_t count)
{
    pieces p = { .bufs = bufs, .count = count, .fd = -1 };
    const size_t total = total_of(&p);
    const int64_t n = orr_try_write(&s->stream, bufs, count);
    orr_buf rest;
    int err = 0;

    if (n < 0 && n != -EAGAIN)
        return (int)n;
    write_skip(&p, n > 0 ? (size_t)n : 0);
    if (p.count > 0) {
        err = write_join(&p, &rest);
        if (err == 0)
            err = write_rest(s, &p);
        s->last_write = (double)total;
        free(p.memory);
    }
    if (err >= 0)
        s->bytes_written += (double)total;
    return err;
}

int bind_write_copied(bind_handle *h, orr_buf *bufs, uint32_t count)
{
    return h->type == &bind_tls_type
               ? bind_tls_write(h, bufs, count)
               : write_copied((bind_stream *)h, bufs, count);
}

/* A TLS connection encrypts the bytes while they are there. */
static int write_any(bind_handle *h, pieces *p)
{
    return h->type == &bind_tls_type ? bind_tls_write(h, p->bufs, p->count)
                                     : write_pieces((bind_stream *)h, p);
}

/* The descriptor of a TCP, Pipe or UDP handle that is sent along; -1 if the
 * argument is not such a handle. */
static int fd_of_argument(runtime *r, napi_value v)
{
    if (bind_is_undefined(r->env, v))
        return -1;
    const bind_stream *s = bind_stream_of(r, v);
    if (s != NULL)
        return orr_fileno(&s->stream.handle);
    const bind_udp *u = bind_handle_of(r, v, &bind_udp_type);
    return u != NULL ? orr_fileno(&u->udp.handle) : -1;
}

/* ---- A Buffer ----------------------------------------------------------- */

/* writeBuffer(buffer, handle): 0, STREAM_ASYNC, or a negative errno. The handle
 * to send along may be undefined. */
napi_value bind_stream_write_buffer(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_handle *h = bind_this(env, info, 2, args);
    bind_bytes bytes;

    if (h == NULL)
        return bind_int(env, -EBADF);
    if (!bind_to_bytes(env, args[0], &bytes))
        return bind_int(env, -EINVAL);
    orr_buf buf = { bytes.data, bytes.length };
    pieces p = { .bufs = &buf, .count = 1, .view = args[0] };
    p.fd = fd_of_argument(h->wrap.r, args[1]);
    return bind_int(env, write_any(h, &p));
}

/* ---- A string ----------------------------------------------------------- */

/* May the engine's own characters be written as they are? */
static bool is_ready(codec c, const engine_chars *text)
{
    if (text->wide)
        return c == CODEC_UTF16LE;
    if (c == CODEC_LATIN1 || c == CODEC_ASCII)
        return true;
    return c == CODEC_UTF8 && orr__is_ascii(text->data, text->length);
}

int bind_encode(codec c, const engine_chars *text, orr_buf *out, void **memory)
{
    *memory = NULL;
    if (is_ready(c, text)) {
        /* A write only reads from it. */
        *out = (orr_buf){ (void *)(uintptr_t)text->data,
                          text->wide ? 2 * text->length : text->length };
        return 0;
    }
    const size_t size = codec_length(c, text);
    *memory = malloc(size > 0 ? size : 1);
    if (*memory == NULL)
        return -ENOMEM;
    *out = (orr_buf){ *memory, codec_write(c, text, *memory, size) };
    return 0;
}

/* writeString(string, codec, handle): as writeBuffer(). */
napi_value bind_stream_write_string(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    bind_handle *h = bind_this(env, info, 3, args);
    engine_chars text;
    orr_buf buf;
    void *memory;

    if (h == NULL)
        return bind_int(env, -EBADF);
    runtime *r = h->wrap.r;
    int err = engine_get_chars(r->engine, args[0], &text);
    if (err < 0)
        return err == ENGINE_THREW ? NULL : bind_int(env, err);
    err = bind_encode((codec)bind_to_int(env, args[1]), &text, &buf, &memory);
    if (err < 0)
        return bind_int(env, err);
    pieces p = {
        .bufs = &buf, .count = 1, .memory = memory, .memory_size = buf.len
    };
    p.fd = fd_of_argument(r, args[2]);
    err = write_any(h, &p);
    free(p.memory);
    return bind_int(env, err);
}

/* ---- Several chunks ----------------------------------------------------- */

typedef struct gather {
    napi_env env;
    engine *engine;
    napi_value list; /* chunk, codec, chunk, codec, ... */
    uint32_t count;  /* of chunks */
    orr_buf *bufs;
    uint8_t *text; /* where the strings among them go */
    size_t text_size;
} gather;

static napi_value chunk_at(const gather *g, uint32_t i, codec *c)
{
    napi_value chunk, encoding;

    BIND_OK(napi_get_element(g->env, g->list, 2 * i, &chunk));
    BIND_OK(napi_get_element(g->env, g->list, 2 * i + 1, &encoding));
    *c = (codec)bind_to_int(g->env, encoding);
    return chunk;
}

/* How much memory the strings need. */
static int write_measure(gather *g)
{
    for (uint32_t i = 0; i < g->count; i++) {
        codec c;
        engine_chars text;
        const napi_value chunk = chunk_at(g, i, &c);
        if (c == CODEC_BUFFER)
            continue;
        const int err = engine_get_chars(g->engine, chunk, &text);
        if (err < 0)
            return err;
        g->text_size += codec_length(c, &text);
    }
    return 0;
}

static int write_fill(gather *g)
{
    uint8_t *to = g->text;
    size_t left = g->text_size;

    for (uint32_t i = 0; i < g->count; i++) {
        codec c;
        engine_chars text;
        bind_bytes bytes;
        const napi_value chunk = chunk_at(g, i, &c);
        if (c == CODEC_BUFFER) {
            if (!bind_to_bytes(g->env, chunk, &bytes))
                return -EINVAL;
            g->bufs[i] = (orr_buf){ bytes.data, bytes.length };
            continue;
        }
        const int err = engine_get_chars(g->engine, chunk, &text);
        if (err < 0)
            return err;
        const size_t n = codec_write(c, &text, to, left);
        g->bufs[i] = (orr_buf){ to, n };
        to += n;
        left -= n;
    }
    return 0;
}

static int write_gathered(bind_handle *h, gather *g)
{
    g->bufs = calloc(g->count > 0 ? g->count : 1, sizeof *g->bufs);
    int err = g->bufs ? write_measure(g) : -ENOMEM;
    if (err == 0 && g->text_size > 0) {
        g->text = malloc(g->text_size);
        err = g->text ? 0 : -ENOMEM;
    }
    if (err == 0)
        err = write_fill(g);
    pieces p = { .bufs = g->bufs,
                 .count = g->count,
                 .views = g->list,
                 .memory = g->text,
                 .memory_size = g->text_size,
                 .fd = -1 };
    if (err == 0)
        err = write_any(h, &p);
    free(p.memory);
    free(g->bufs);
    return err;
}

/* writev([chunk, codec, ...]), CODEC_BUFFER for a Buffer: as writeBuffer(). */
napi_value bind_stream_writev(napi_env env, napi_callback_info info)
{
    napi_value list;
    bind_handle *h = bind_this(env, info, 1, &list);
    uint32_t n;

    if (h == NULL)
        return bind_int(env, -EBADF);
    BIND_OK(napi_get_array_length(env, list, &n));
    gather g = { env, h->wrap.r->engine, list, n / 2, NULL, NULL, 0 };
    const int err = write_gathered(h, &g);
    return err == ENGINE_THREW ? NULL : bind_int(env, err);
}
