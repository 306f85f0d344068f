/*
 * submit.c - what lib/ sends: headers, data, and frames of the session. Every
 * method returns a stream id, 0, or a negative number of nghttp2's, and sends
 * what it can.
 *
 * Headers come as [name, value, ...], with a bit for each that says whether the
 * other side may keep it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bind/http2/http2.h"

/* ---- Headers --------------------------------------------------------------
 */

typedef struct fields {
    nghttp2_nv *list;
    char **texts;
    size_t count;
} fields;

static void free_fields(fields *f)
{
    for (size_t i = 0; f->texts != NULL && i < 2 * f->count; i++)
        free(f->texts[i]);
    free(f->texts);
    free(f->list);
}

static char *latin1_text(napi_env env, napi_value value, size_t *n)
{
    if (napi_get_value_string_latin1(env, value, NULL, 0, n) != napi_ok)
        return NULL;
    char *text = malloc(*n + 1);
    if (text != NULL)
        BIND_OK(napi_get_value_string_latin1(env, value, text, *n + 1, n));
    return text;
}

/* Of two arrays: texts, and whether each header is sensitive; `secret` is
 * undefined if none is. */
static int read_fields(napi_env env, napi_value list, napi_value secret,
                       fields *f)
{
    bool has_secrets;
    uint32_t n;

    if (napi_get_array_length(env, list, &n) != napi_ok ||
        napi_is_array(env, secret, &has_secrets) != napi_ok)
        return -EINVAL;
    f->count = n / 2;
    f->list = calloc(f->count + 1, sizeof *f->list);
    f->texts = calloc(n + 1, sizeof *f->texts);
    if (f->list == NULL || f->texts == NULL)
        return NGHTTP2_ERR_NOMEM;
    for (uint32_t i = 0; i < f->count; i++) {
        napi_value name, value, is_secret = NULL;
        nghttp2_nv *nv = &f->list[i];
        BIND_OK(napi_get_element(env, list, 2 * i, &name));
        BIND_OK(napi_get_element(env, list, 2 * i + 1, &value));
        if (has_secrets)
            BIND_OK(napi_get_element(env, secret, i, &is_secret));
        f->texts[2 * i] = latin1_text(env, name, &nv->namelen);
        f->texts[2 * i + 1] = latin1_text(env, value, &nv->valuelen);
        if (f->texts[2 * i] == NULL || f->texts[2 * i + 1] == NULL)
            return NGHTTP2_ERR_NOMEM;
        nv->name = (uint8_t *)f->texts[2 * i];
        nv->value = (uint8_t *)f->texts[2 * i + 1];
        nv->flags = has_secrets && bind_to_bool(env, is_secret)
                        ? NGHTTP2_NV_FLAG_NO_INDEX
                        : NGHTTP2_NV_FLAG_NONE;
    }
    return 0;
}

/* ---- Data -----------------------------------------------------------------
 */

static ssize_t read_data(nghttp2_session *n, int32_t id, uint8_t *to,
                         size_t size, uint32_t *flags,
                         nghttp2_data_source *source, void *data)
{
    h2_session *s = data;
    h2_stream *stream = h2_stream_of(s, id, false);

    (void)n;
    (void)source;
    if (stream == NULL)
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    byte_queue *q = &stream->queue;
    const size_t left = byte_queue_left(q);
    const size_t k = left < size ? left : size;
    if (k > 0)
        memcpy(to, q->data + q->at, k);
    q->at += k;
    s->queued -= k;
    if (byte_queue_left(q) == 0 && stream->is_writing) {
        stream->is_writing = false;
        if (q->capacity > 65536)
            byte_queue_free(q);
        h2_note_later(s, H2_WRITTEN, id);
    }
    if (byte_queue_left(q) > 0)
        return (ssize_t)k;
    if (!stream->ended)
        return k > 0 ? (ssize_t)k : NGHTTP2_ERR_DEFERRED;
    *flags |= NGHTTP2_DATA_FLAG_EOF;
    if (stream->wants_trailers) {
        *flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
        if (!stream->asked_trailers)
            h2_note_later(s, H2_WANT_TRAILERS, id);
        stream->asked_trailers = true;
    }
    return (ssize_t)k;
}

static const nghttp2_data_provider provider = { .read_callback = read_data };

/* ---- Methods --------------------------------------------------------------
 */

static h2_session *session_of(napi_env env, napi_callback_info info, size_t n,
                              napi_value *args)
{
    h2_session *s = bind_this(env, info, n, args);

    return s != NULL && s->session != NULL ? s : NULL;
}

/* What was submitted leaves with flush(), which lib/ calls. */
static napi_value submit_done(h2_session *s, int64_t result)
{
    return bind_int(s->base.wrap.r->env, result);
}

static int32_t id_of(napi_env env, napi_value v)
{
    return (int32_t)bind_to_int(env, v);
}

/* A call that sends headers: submit_begin(), and if that is true one function
 * of nghttp2's; submit_end() in any case. */
typedef struct submission {
    napi_env env;
    h2_session *s;
    napi_value args[4];
    fields f;
    int64_t result; /* an id, 0, or a negative number of nghttp2's */
} submission;

/* With `n` arguments; the headers are args[at] and args[at + 1]. */
static bool submit_begin(submission *m, napi_env env, napi_callback_info info,
                         size_t n, size_t at)
{
    *m = (submission){ .env = env, .result = NGHTTP2_ERR_INVALID_STATE };
    m->s = session_of(env, info, n, m->args);
    if (m->s != NULL)
        m->result = read_fields(env, m->args[at], m->args[at + 1], &m->f);
    return m->result == 0;
}

static napi_value submit_end(submission *m)
{
    free_fields(&m->f);
    return bind_int(m->env, m->result);
}

/* The bits of a flag argument. */
enum { HAS_NO_BODY = 1, HAS_TRAILERS = 2 };

/* What `flags` says of the body of a stream, whose provider is returned. */
static const nghttp2_data_provider *set_body(h2_stream *stream, int64_t flags)
{
    stream->wants_trailers = (flags & HAS_TRAILERS) != 0;
    stream->has_provider = !(flags & HAS_NO_BODY);
    return stream->has_provider ? &provider : NULL;
}

/* request(headers, sensitive, flags) */
napi_value h2_js_request(napi_env env, napi_callback_info info)
{
    submission m;

    if (submit_begin(&m, env, info, 3, 0)) {
        const int64_t flags = bind_to_int(env, m.args[2]);
        m.result = m.s->l->nghttp2_submit_request(
            m.s->session, NULL, m.f.list, m.f.count,
            flags & HAS_NO_BODY ? NULL : &provider, NULL);
        h2_stream *stream =
            m.result > 0 ? h2_stream_of(m.s, (int32_t)m.result, true) : NULL;
        if (stream != NULL)
            set_body(stream, flags);
        else if (m.result > 0)
            m.result = NGHTTP2_ERR_NOMEM;
    }
    return submit_end(&m);
}

/* respond(id, headers, sensitive, flags) */
napi_value h2_js_respond(napi_env env, napi_callback_info info)
{
    submission m;

    if (submit_begin(&m, env, info, 4, 1)) {
        const int32_t id = id_of(env, m.args[0]);
        h2_stream *stream = h2_stream_of(m.s, id, true);
        m.result = NGHTTP2_ERR_STREAM_CLOSED;
        if (stream != NULL)
            m.result = m.s->l->nghttp2_submit_response(
                m.s->session, id, m.f.list, m.f.count,
                set_body(stream, bind_to_int(env, m.args[3])));
    }
    return submit_end(&m);
}

/* headers(id, headers, sensitive): an informational response. */
napi_value h2_js_headers(napi_env env, napi_callback_info info)
{
    submission m;

    if (submit_begin(&m, env, info, 3, 1))
        m.result = m.s->l->nghttp2_submit_headers(
            m.s->session, NGHTTP2_FLAG_NONE, id_of(env, m.args[0]), NULL,
            m.f.list, m.f.count, NULL);
    return submit_end(&m);
}

/* trailers(id, headers, sensitive): without any, the stream just ends. */
napi_value h2_js_trailers(napi_env env, napi_callback_info info)
{
    submission m;

    if (submit_begin(&m, env, info, 3, 1)) {
        const int32_t id = id_of(env, m.args[0]);
        h2_stream *stream = h2_stream_of(m.s, id, false);
        if (m.f.count == 0 && stream != NULL)
            stream->wants_trailers = false;
        m.result = m.f.count > 0
                       ? m.s->l->nghttp2_submit_trailer(m.s->session, id,
                                                        m.f.list, m.f.count)
                       : m.s->l->nghttp2_submit_data(m.s->session,
                                                     NGHTTP2_FLAG_END_STREAM,
                                                     id, &provider);
    }
    return submit_end(&m);
}

/* push(id, headers, sensitive): the id of the promised stream. */
napi_value h2_js_push(napi_env env, napi_callback_info info)
{
    submission m;

    if (submit_begin(&m, env, info, 3, 1)) {
        m.result = m.s->l->nghttp2_submit_push_promise(
            m.s->session, NGHTTP2_FLAG_NONE, id_of(env, m.args[0]), m.f.list,
            m.f.count, NULL);
        /* lib/ knows of the stream before its frame leaves. */
        if (m.result > 0 && h2_stream_of(m.s, (int32_t)m.result, true) == NULL)
            m.result = NGHTTP2_ERR_NOMEM;
    }
    return submit_end(&m);
}

/* writeData(id, bytes): onwritten() follows. */
napi_value h2_js_write_data(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    h2_session *s = session_of(env, info, 2, args);
    bind_bytes bytes;

    if (s == NULL || !bind_to_bytes(env, args[1], &bytes))
        return bind_int(env, NGHTTP2_ERR_INVALID_STATE);
    const int32_t id = id_of(env, args[0]);
    h2_stream *stream = h2_stream_of(s, id, true);
    if (stream == NULL)
        return bind_int(env, NGHTTP2_ERR_STREAM_CLOSED);
    if (!byte_queue_add(&stream->queue, bytes.data, bytes.length))
        return bind_threw(s->base.wrap.r);
    s->queued += bytes.length;
    stream->is_writing = true;
    s->l->nghttp2_session_resume_data(s->session, id);
    return bind_int(env, 0); /* flush() follows */
}

/* endData(id): no more follows. */
napi_value h2_js_end_data(napi_env env, napi_callback_info info)
{
    napi_value args[1];
    h2_session *s = session_of(env, info, 1, args);

    if (s == NULL)
        return bind_int(env, NGHTTP2_ERR_INVALID_STATE);
    const int32_t id = id_of(env, args[0]);
    h2_stream *stream = h2_stream_of(s, id, true);
    if (stream == NULL)
        return bind_int(env, NGHTTP2_ERR_STREAM_CLOSED);
    stream->ended = true;
    s->l->nghttp2_session_resume_data(s->session, id);
    return bind_int(env, 0); /* flush() follows */
}

/* reset(id, code) */
napi_value h2_js_reset(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    h2_session *s = session_of(env, info, 2, args);

    if (s == NULL)
        return bind_int(env, NGHTTP2_ERR_INVALID_STATE);
    h2_reset_stream(s, id_of(env, args[0]),
                    (uint32_t)bind_to_int(env, args[1]));
    h2_send(s);
    return bind_int(env, 0);
}

#define SETTINGS_MAX 32

/* settings([id, value, ...]) */
napi_value h2_js_settings(napi_env env, napi_callback_info info)
{
    napi_value list;
    h2_session *s = session_of(env, info, 1, &list);
    nghttp2_settings_entry entries[SETTINGS_MAX];
    uint32_t n;

    if (s == NULL)
        return bind_int(env, NGHTTP2_ERR_INVALID_STATE);
    BIND_OK(napi_get_array_length(env, list, &n));
    for (uint32_t i = 0; i < n / 2 && i < SETTINGS_MAX; i++) {
        napi_value id, value;
        BIND_OK(napi_get_element(env, list, 2 * i, &id));
        BIND_OK(napi_get_element(env, list, 2 * i + 1, &value));
        entries[i] =
            (nghttp2_settings_entry){ id_of(env, id),
                                      (uint32_t)bind_to_int(env, value) };
    }
    return submit_done(s, s->l->nghttp2_submit_settings(
                              s->session, NGHTTP2_FLAG_NONE, entries,
                              n / 2 < SETTINGS_MAX ? n / 2 : SETTINGS_MAX));
}

/* ping(bytes) */
napi_value h2_js_ping(napi_env env, napi_callback_info info)
{
    napi_value view;
    h2_session *s = session_of(env, info, 1, &view);
    bind_bytes bytes;

    if (s == NULL || !bind_to_bytes(env, view, &bytes) || bytes.length != 8)
        return bind_int(env, NGHTTP2_ERR_INVALID_STATE);
    return submit_done(s, s->l->nghttp2_submit_ping(
                              s->session, NGHTTP2_FLAG_NONE, bytes.data));
}

/* goaway(code, last id, bytes or undefined); a code of -1: only a notice. */
napi_value h2_js_goaway(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    h2_session *s = session_of(env, info, 3, args);
    bind_bytes bytes = { NULL, 0 };

    if (s == NULL)
        return bind_int(env, NGHTTP2_ERR_INVALID_STATE);
    const int64_t code = bind_to_int(env, args[0]);
    s->said_goodbye = true;
    int32_t last = id_of(env, args[1]);
    if (last <= 0)
        last = s->l->nghttp2_session_get_last_proc_stream_id(s->session);
    if (!bind_to_bytes(env, args[2], &bytes))
        bytes.length = 0;
    return submit_done(s, s->l->nghttp2_submit_goaway(
                              s->session, NGHTTP2_FLAG_NONE, last,
                              (uint32_t)code, bytes.data, bytes.length));
}

/* altsvc(id, origin, value) */
napi_value h2_js_altsvc(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    h2_session *s = session_of(env, info, 3, args);
    size_t n = 0, m = 0;

    if (s == NULL)
        return bind_int(env, NGHTTP2_ERR_INVALID_STATE);
    char *origin = latin1_text(env, args[1], &n);
    char *value = latin1_text(env, args[2], &m);
    const int err = s->l->nghttp2_submit_altsvc(
        s->session, NGHTTP2_FLAG_NONE, id_of(env, args[0]), (uint8_t *)origin,
        n, (uint8_t *)value, m);
    free(origin);
    free(value);
    return submit_done(s, err);
}

/* origin([origin, ...]) */
napi_value h2_js_origin(napi_env env, napi_callback_info info)
{
    napi_value list;
    h2_session *s = session_of(env, info, 1, &list);
    uint32_t n;

    if (s == NULL)
        return bind_int(env, NGHTTP2_ERR_INVALID_STATE);
    BIND_OK(napi_get_array_length(env, list, &n));
    nghttp2_origin_entry *entries = calloc(n + 1, sizeof *entries);
    if (entries == NULL)
        return bind_threw(s->base.wrap.r);
    for (uint32_t i = 0; i < n; i++) {
        napi_value one;
        size_t length = 0;
        BIND_OK(napi_get_element(env, list, i, &one));
        entries[i].origin = (uint8_t *)latin1_text(env, one, &length);
        entries[i].origin_len = length;
    }
    const int err =
        s->l->nghttp2_submit_origin(s->session, NGHTTP2_FLAG_NONE, entries, n);
    for (uint32_t i = 0; i < n; i++)
        free(entries[i].origin);
    free(entries);
    return submit_done(s, err);
}
