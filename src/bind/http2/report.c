/*
 * report.c - what nghttp2 reports, passed to functions of the session's object:
 *
 *      onheaders(id, category, flags, [name, value, ...], [sensitive name,
 * ...], parent of a push or 0) ondata(id, bytes), onend(id), onstreamclose(id,
 * code) onsettings(isAck, list), onping(isAck, bytes), ongoaway(code, id,
 * bytes) onaltsvc(id, origin, value), onorigin([origin, ...]) onframeerror(id,
 * type, code)
 *
 * A header block is collected in one piece of memory, with its limits.
 */
#include <stdlib.h>
#include <string.h>

#include "bind/http2/http2.h"

void h2_call(h2_session *s, const char *name, size_t argc,
             const napi_value *argv)
{
    for (size_t i = 0; i < argc; i++)
        if (argv[i] == NULL) {
            runtime_report_pending(s->base.wrap.r);
            return;
        }
    if (!h2_is_open(s))
        return;
    bind_handle_call(&s->base, name, argc, argv);
    bind_pass(s->base.wrap.r);
}

static napi_value make_buffer(runtime *r, const void *bytes, size_t n)
{
    uint8_t *data;
    const napi_value buffer = bind_new_buffer(r, n, &data);

    if (buffer != NULL && n > 0)
        memcpy(data, bytes, n);
    return buffer;
}

static int open_scope(h2_session *s, napi_handle_scope *scope)
{
    if (!h2_is_open(s))
        return -1;
    BIND_OK(napi_open_handle_scope(s->base.wrap.r->env, scope));
    return 0;
}

static void close_scope(h2_session *s, napi_handle_scope scope)
{
    napi_close_handle_scope(s->base.wrap.r->env, scope);
}

/* ---- Headers --------------------------------------------------------------
 */

static int32_t frame_stream(const nghttp2_frame *frame)
{
    return frame->hd.type == NGHTTP2_PUSH_PROMISE
               ? frame->push_promise.promised_stream_id
               : frame->hd.stream_id;
}

/* Whether the peer may open one more stream. */
static bool has_capacity(const h2_session *s)
{
    const uint32_t max = s->l->nghttp2_session_get_local_settings(
        s->session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS);

    return s->stream_count < max &&
           s->queued + byte_queue_left(&s->out) + sizeof(h2_stream) <
               s->memory_max;
}

static int on_begin_headers(nghttp2_session *n, const nghttp2_frame *frame,
                            void *data)
{
    h2_session *s = data;
    const int32_t id = frame_stream(frame);

    byte_queue_empty(&s->headers);
    s->header_count = s->header_bytes = 0;
    s->headers_of = id;
    if (h2_stream_of(s, id, false) != NULL)
        return 0;
    if (has_capacity(s))
        return h2_stream_of(s, id, true) ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE;
    if (s->rejected++ > s->rejected_max)
        return NGHTTP2_ERR_CALLBACK_FAILURE;
    s->l->nghttp2_submit_rst_stream(n, NGHTTP2_FLAG_NONE, id,
                                    NGHTTP2_ENHANCE_YOUR_CALM);
    return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
}

/* Entries are: flags, name, 0, value, 0. */
static int on_header(nghttp2_session *n, const nghttp2_frame *frame,
                     nghttp2_rcbuf *name, nghttp2_rcbuf *value, uint8_t flags,
                     void *data)
{
    h2_session *s = data;
    const nghttp2_vec a = s->l->nghttp2_rcbuf_get_buf(name);
    const nghttp2_vec b = s->l->nghttp2_rcbuf_get_buf(value);
    const h2_stream *stream = h2_stream_of(s, s->headers_of, false);

    s->header_bytes += a.len + b.len + 32;
    if (++s->header_count > s->headers_max || stream == NULL ||
        s->header_bytes > stream->header_bytes_max) {
        s->l->nghttp2_submit_rst_stream(n, NGHTTP2_FLAG_NONE,
                                        frame_stream(frame),
                                        NGHTTP2_ENHANCE_YOUR_CALM);
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    }
    if (!byte_queue_add(&s->headers, &flags, 1) ||
        !byte_queue_add(&s->headers, a.base, a.len) ||
        !byte_queue_add(&s->headers, "", 1) ||
        !byte_queue_add(&s->headers, b.base, b.len) ||
        !byte_queue_add(&s->headers, "", 1))
        return NGHTTP2_ERR_CALLBACK_FAILURE;
    return 0;
}

static napi_value report_latin1(napi_env env, const uint8_t *text, size_t n)
{
    napi_value string;

    BIND_OK(napi_create_string_latin1(env, (const char *)text, n, &string));
    return string;
}

/* No header has a zero byte in it: nghttp2 has looked. */
static void list_headers(h2_session *s, napi_value *list, napi_value *secret)
{
    napi_env env = s->base.wrap.r->env;
    const uint8_t *at = s->headers.data, *end = at + s->headers.length;
    uint32_t n = 0, secrets = 0;

    BIND_OK(napi_create_array(env, list));
    BIND_OK(napi_create_array(env, secret));
    while (at != NULL && at < end) {
        const uint8_t flags = *at++;
        const uint8_t *name_end = memchr(at, 0, (size_t)(end - at));
        if (name_end == NULL)
            break;
        const uint8_t *value = name_end + 1;
        const uint8_t *value_end = memchr(value, 0, (size_t)(end - value));
        if (value_end == NULL)
            break;
        const napi_value name = report_latin1(env, at, (size_t)(name_end - at));
        BIND_OK(napi_set_element(env, *list, n++, name));
        BIND_OK(napi_set_element(
            env, *list, n++,
            report_latin1(env, value, (size_t)(value_end - value))));
        if (flags & NGHTTP2_NV_FLAG_NO_INDEX)
            BIND_OK(napi_set_element(env, *secret, secrets++, name));
        at = value_end + 1;
    }
}

static void report_headers(h2_session *s, const nghttp2_frame *frame)
{
    napi_env env = s->base.wrap.r->env;
    const bool is_push = frame->hd.type == NGHTTP2_PUSH_PROMISE;
    napi_value list, secret;

    list_headers(s, &list, &secret);
    const napi_value argv[6] = {
        bind_int(env, frame_stream(frame)),
        bind_int(env,
                 is_push ? NGHTTP2_HCAT_PUSH_RESPONSE : frame->headers.cat),
        bind_int(env, frame->hd.flags),
        list,
        secret,
        bind_int(env, is_push ? frame->hd.stream_id : 0),
    };
    h2_call(s, "onheaders", 6, argv);
}

/* ---- Other frames ---------------------------------------------------------
 */

static void report_goaway(h2_session *s, const nghttp2_goaway *frame)
{
    runtime *r = s->base.wrap.r;
    const napi_value argv[3] = {
        bind_int(r->env, frame->error_code),
        bind_int(r->env, frame->last_stream_id),
        frame->opaque_data_len > 0
            ? make_buffer(r, frame->opaque_data, frame->opaque_data_len)
            : bind_undefined(r->env),
    };

    h2_call(s, "ongoaway", 3, argv);
}

static void report_ping(h2_session *s, const nghttp2_ping *frame)
{
    runtime *r = s->base.wrap.r;
    const napi_value argv[2] = {
        bind_bool(r->env, (frame->hd.flags & NGHTTP2_FLAG_ACK) != 0),
        make_buffer(r, frame->opaque_data, sizeof frame->opaque_data),
    };

    h2_call(s, "onping", 2, argv);
}

static void report_altsvc(h2_session *s, const nghttp2_frame *frame)
{
    napi_env env = s->base.wrap.r->env;
    const nghttp2_ext_altsvc *a = frame->ext.payload;
    const napi_value argv[3] = {
        bind_int(env, frame->hd.stream_id),
        report_latin1(env, a->origin, a->origin_len),
        report_latin1(env, a->field_value, a->field_value_len),
    };

    h2_call(s, "onaltsvc", 3, argv);
}

static void report_origin(h2_session *s, const nghttp2_frame *frame)
{
    napi_env env = s->base.wrap.r->env;
    const nghttp2_ext_origin *o = frame->ext.payload;
    napi_value list;

    BIND_OK(napi_create_array(env, &list));
    for (uint32_t i = 0; i < o->nov; i++)
        BIND_OK(napi_set_element(
            env, list, i,
            report_latin1(env, o->ov[i].origin, o->ov[i].origin_len)));
    const napi_value argv[1] = { list };
    h2_call(s, "onorigin", 1, argv);
}

/* onsettings(isAck, [id, value, ...]) */
static void report_settings(h2_session *s, const nghttp2_settings *frame)
{
    napi_env env = s->base.wrap.r->env;
    napi_value list;

    BIND_OK(napi_create_array(env, &list));
    for (uint32_t i = 0; i < frame->niv; i++) {
        BIND_OK(napi_set_element(env, list, 2 * i,
                                 bind_int(env, frame->iv[i].settings_id)));
        BIND_OK(napi_set_element(env, list, 2 * i + 1,
                                 bind_int(env, frame->iv[i].value)));
    }
    const napi_value argv[2] = {
        bind_bool(env, (frame->hd.flags & NGHTTP2_FLAG_ACK) != 0),
        list,
    };
    h2_call(s, "onsettings", 2, argv);
}

static void report_frame(h2_session *s, const nghttp2_frame *frame)
{
    napi_env env = s->base.wrap.r->env;
    napi_value argv[1];

    switch (frame->hd.type) {
    case NGHTTP2_HEADERS:
    case NGHTTP2_PUSH_PROMISE:
        report_headers(s, frame);
        break;
    case NGHTTP2_DATA:
        if (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) {
            argv[0] = bind_int(env, frame->hd.stream_id);
            h2_call(s, "onend", 1, argv);
        }
        break;
    case NGHTTP2_SETTINGS:
        report_settings(s, &frame->settings);
        break;
    case NGHTTP2_PING:
        report_ping(s, &frame->ping);
        break;
    case NGHTTP2_GOAWAY:
        report_goaway(s, &frame->goaway);
        break;
    case NGHTTP2_ALTSVC:
        report_altsvc(s, frame);
        break;
    case NGHTTP2_ORIGIN:
        report_origin(s, frame);
        break;
    default:
        break;
    }
}

static int on_frame(nghttp2_session *n, const nghttp2_frame *frame, void *data)
{
    h2_session *s = data;
    napi_handle_scope scope;

    (void)n;
    s->frames_received++;
    /* Frames of data without data are a way to keep a server busy. */
    if (frame->hd.type == NGHTTP2_DATA && frame->hd.length == 0 &&
        !(frame->hd.flags & NGHTTP2_FLAG_END_STREAM) &&
        s->invalid++ > s->invalid_max) {
        s->too_many_invalid = true;
        return 1;
    }
    if (open_scope(s, &scope) == 0) {
        report_frame(s, frame);
        close_scope(s, scope);
    }
    return 0;
}

static int on_data(nghttp2_session *n, uint8_t flags, int32_t id,
                   const uint8_t *bytes, size_t length, void *data)
{
    h2_session *s = data;
    napi_handle_scope scope;

    (void)flags;
    /* One stream that nobody reads does not stop the others. */
    s->l->nghttp2_session_consume_connection(n, length);
    if (length == 0 || open_scope(s, &scope) < 0)
        return 0;
    const napi_value argv[2] = {
        bind_int(s->base.wrap.r->env, id),
        make_buffer(s->base.wrap.r, bytes, length),
    };
    h2_call(s, "ondata", 2, argv);
    close_scope(s, scope);
    return 0;
}

static int on_stream_close(nghttp2_session *n, int32_t id, uint32_t code,
                           void *data)
{
    h2_session *s = data;
    napi_handle_scope scope;

    h2_stream_free(s, id);
    /* Data may be left that belongs to it. */
    if (code == NGHTTP2_NO_ERROR && s->l->nghttp2_session_want_write(n)) {
        h2_note_later(s, H2_CLOSED, id);
        s->to_send = true;
        return 0;
    }
    /* lib/ may still want to write to it. */
    const int32_t outer = s->closing_id;
    s->closing_id = id;
    if (open_scope(s, &scope) == 0) {
        const napi_value argv[2] = { bind_int(s->base.wrap.r->env, id),
                                     bind_int(s->base.wrap.r->env, code) };
        h2_call(s, "onstreamclose", 2, argv);
        close_scope(s, scope);
    }
    s->closing_id = outer;
    return 0;
}

static int on_frame_sent(nghttp2_session *n, const nghttp2_frame *frame,
                         void *data)
{
    h2_session *s = data;

    (void)n;
    s->frames_sent++;
    if (frame->hd.type == NGHTTP2_GOAWAY && !s->said_goodbye)
        s->was_terminated = true;
    return 0;
}

static int on_not_sent(nghttp2_session *n, const nghttp2_frame *frame,
                       int error, void *data)
{
    h2_session *s = data;
    napi_handle_scope scope;

    (void)n;
    if (error == NGHTTP2_ERR_SESSION_CLOSING ||
        error == NGHTTP2_ERR_STREAM_CLOSED ||
        error == NGHTTP2_ERR_STREAM_CLOSING || open_scope(s, &scope) < 0)
        return 0;
    napi_env env = s->base.wrap.r->env;
    const napi_value argv[3] = { bind_int(env, frame->hd.stream_id),
                                 bind_int(env, frame->hd.type),
                                 bind_int(env, error) };
    h2_call(s, "onframeerror", 3, argv);
    close_scope(s, scope);
    return 0;
}

/* A peer that sends nonsense again and again is not listened to for ever. */
static int on_invalid(nghttp2_session *n, const nghttp2_frame *frame, int error,
                      void *data)
{
    h2_session *s = data;

    (void)n;
    (void)frame;
    if (s->invalid++ > s->invalid_max) {
        s->too_many_invalid = true;
        return 1;
    }
    /* nghttp2 has not said yet to the peer what is wrong. */
    if (s->l->nghttp2_is_fatal(error) || error == NGHTTP2_ERR_STREAM_CLOSED ||
        error == NGHTTP2_ERR_PROTO)
        s->invalid_error = error;
    return 0;
}

/* A header that HTTP does not allow is left out, as in Node. */
static int on_invalid_header(nghttp2_session *n, const nghttp2_frame *frame,
                             nghttp2_rcbuf *name, nghttp2_rcbuf *value,
                             uint8_t flags, void *data)
{
    (void)n;
    (void)frame;
    (void)name;
    (void)value;
    (void)flags;
    (void)data;
    return 0;
}

/* 1: up to a multiple of eight bytes; 2: as long as can be. */
static ssize_t select_padding(nghttp2_session *n, const nghttp2_frame *frame,
                              size_t max, void *data)
{
    const h2_session *s = data;
    const size_t length = frame->hd.length;

    (void)n;
    if (s->padding == 2)
        return (ssize_t)max;
    if (s->padding != 1)
        return (ssize_t)length;
    const size_t over = (length + 9) % 8;
    const size_t padded = over == 0 ? length : length + (8 - over);
    return (ssize_t)(padded < max ? padded : max);
}

int h2_set_callbacks(const http2_library *l, nghttp2_session_callbacks *to)
{
    l->nghttp2_session_callbacks_set_on_begin_headers_callback(
        to, on_begin_headers);
    l->nghttp2_session_callbacks_set_on_header_callback2(to, on_header);
    l->nghttp2_session_callbacks_set_on_frame_recv_callback(to, on_frame);
    l->nghttp2_session_callbacks_set_on_data_chunk_recv_callback(to, on_data);
    l->nghttp2_session_callbacks_set_on_stream_close_callback(to,
                                                              on_stream_close);
    l->nghttp2_session_callbacks_set_on_frame_send_callback(to, on_frame_sent);
    l->nghttp2_session_callbacks_set_on_frame_not_send_callback(to,
                                                                on_not_sent);
    l->nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(to,
                                                                    on_invalid);
    l->nghttp2_session_callbacks_set_on_invalid_header_callback2(
        to, on_invalid_header);
    l->nghttp2_session_callbacks_set_select_padding_callback(to,
                                                             select_padding);
    return 0;
}
