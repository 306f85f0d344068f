/*
 * session.c - class Http2Session: bytes between nghttp2 and the stream below;
 * see http2.h. What lib/ asks for is in submit.c, what it hears in report.c.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "bind/http2/http2.h"

/* One write below is about this long; a benchmark of bulk data needs no more.
 */
#define CHUNK 65536

const http2_library *bind_http2(runtime *r)
{
    static const bind_symbol symbols[] = {
#define SYMBOL(f) LIBRARY_SYMBOL(http2_library, f)
        HTTP2_FUNCTIONS(SYMBOL)
#undef SYMBOL
    };
    http2_library *l = BIND_STATE(r, http2);
    const int err = bind_library_open(r, "libnghttp2.so.14", symbols,
                                      sizeof symbols / sizeof *symbols, l);

    if (err == 0)
        return l;
    napi_throw_error(r->env, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM",
                     err == -ENOENT
                         ? "node:http2 needs nghttp2 (libnghttp2.so.14, "
                           "Debian's package libnghttp2-14), which is not "
                           "installed"
                         : "node:http2 needs a newer nghttp2 "
                           "(libnghttp2.so.14) than the one that is "
                           "installed");
    return NULL;
}

void h2_note_later(h2_session *s, h2_note kind, int32_t id)
{
    if (s->pending_count == s->pending_capacity) {
        const size_t capacity = s->pending_capacity * 2 + 8;
        h2_pending *grown = realloc(s->pending, capacity * sizeof *grown);
        if (grown == NULL)
            bind_no_memory();
        s->pending = grown;
        s->pending_capacity = capacity;
    }
    s->pending[s->pending_count++] = (h2_pending){ kind, id };
}

/* ---- Sending --------------------------------------------------------------
 */

bool h2_is_open(const h2_session *s)
{
    return s->session != NULL && !s->to_free && !s->base.wrap.r->over &&
           s->base.state == BIND_HANDLE_OPEN;
}

static bind_handle *below_of(const h2_session *s)
{
    runtime *r = s->base.wrap.r;
    const napi_value object = bind_referenced(r, s->below);

    return object != NULL ? bind_writable_of(r, object) : NULL;
}

/* onsend(bytes): true if unblock() will be called before more is wanted. lib/
 * may come back here before it returns; nothing is sent until then. */
static int give_to_lib(h2_session *s)
{
    runtime *r = s->base.wrap.r;
    const napi_value object = bind_wrap_object(&s->base.wrap);
    const size_t n = byte_queue_left(&s->out);
    napi_value fn, result;
    uint8_t *data;
    const napi_value argv[1] = { bind_new_buffer(r, n, &data) };

    if (argv[0] == NULL)
        return -ENOMEM;
    memcpy(data, s->out.data + s->out.at, n);
    byte_queue_empty(&s->out);
    s->blocked = true;
    BIND_OK(napi_get_named_property(r->env, object, "onsend", &fn));
    if (napi_call_function(r->env, object, fn, 1, argv, &result) != napi_ok) {
        runtime_report_pending(r);
        return 0;
    }
    return bind_to_bool(r->env, result) ? STREAM_ASYNC : 0;
}

/* A peer that is gone is heard of by reading. */
static void write_out(h2_session *s)
{
    if (byte_queue_left(&s->out) == 0)
        return;
    bind_handle *below = below_of(s);
    orr_buf buf = { s->out.data + s->out.at, byte_queue_left(&s->out) };
    int err = 0;

    s->bytes_written += (double)buf.len;
    if (below != NULL)
        err = bind_write_copied(below, &buf, 1);
    else if (s->below == NULL)
        err = give_to_lib(s);
    byte_queue_empty(&s->out);
    if (s->out.capacity > 2 * CHUNK)
        byte_queue_free(&s->out);
    s->blocked = err == STREAM_ASYNC;
}

/* Frames until nothing is left, or the stream below is full. */
static void send_frames(h2_session *s)
{
    while (h2_is_open(s) && !s->blocked) {
        const uint8_t *data;
        ssize_t n = 0;

        s->depth++;
        while (byte_queue_left(&s->out) < CHUNK &&
               (n = s->l->nghttp2_session_mem_send(s->session, &data)) > 0)
            if (!byte_queue_add(&s->out, data, (size_t)n))
                bind_no_memory();
        s->depth--;
        if (byte_queue_left(&s->out) == 0)
            break;
        write_out(s);
    }
}

/* What was written has left: the stream below has taken it. */
static void report_pending(h2_session *s)
{
    static const char *const names[] = { [H2_WRITTEN] = "onwritten",
                                         [H2_WANT_TRAILERS] = "onwanttrailers",
                                         [H2_CLOSED] = "onstreamclose" };

    s->depth++;
    for (size_t i = 0; i < s->pending_count && h2_is_open(s); i++) {
        const h2_pending one = s->pending[i];
        napi_env env = s->base.wrap.r->env;
        const napi_value argv[2] = { bind_int(env, one.id),
                                     bind_int(env, NGHTTP2_NO_ERROR) };
        h2_call(s, names[one.kind], 2, argv);
    }
    s->pending_count = 0;
    s->depth--;
}

void h2_reset_stream(h2_session *s, int32_t id, uint32_t code)
{
    if (s->reset_count == s->reset_capacity) {
        const size_t capacity = s->reset_capacity * 2 + 8;
        h2_reset *grown = realloc(s->resets, capacity * sizeof *grown);
        if (grown == NULL)
            bind_no_memory();
        s->resets = grown;
        s->reset_capacity = capacity;
    }
    s->resets[s->reset_count++] = (h2_reset){ id, code };
    s->to_send = true;
}

static void submit_resets(h2_session *s)
{
    for (size_t i = 0; i < s->reset_count && h2_is_open(s); i++)
        s->l->nghttp2_submit_rst_stream(s->session, NGHTTP2_FLAG_NONE,
                                        s->resets[i].id, s->resets[i].code);
    if (s->reset_count > 0)
        s->to_send = true;
    s->reset_count = 0;
}

static void free_session(h2_session *s)
{
    s->to_free = false;
    if (s->session != NULL)
        s->l->nghttp2_session_del(s->session);
    s->session = NULL;
}

/* oninternalerror(number, what): the session is of no more use. */
static void session_fail(h2_session *s, ssize_t err)
{
    napi_env env = s->base.wrap.r->env;
    const napi_value argv[2] = {
        bind_int(env, err),
        s->too_many_invalid
            ? bind_string(env, "ERR_HTTP2_TOO_MANY_INVALID_FRAMES")
            : bind_undefined(env),
    };

    s->failed = true;
    h2_call(s, "oninternalerror", 2, argv);
}

/* oninternalerror() if nghttp2 has ended the session, or ongracefulclose() if
 * lib/ has and nothing is left to be said; once each. */
static void report_end(h2_session *s)
{
    if (!h2_is_open(s) || s->blocked)
        return;
    if (s->was_terminated && !s->failed) {
        session_fail(s, NGHTTP2_ERR_PROTO);
    } else if (s->is_graceful && !s->l->nghttp2_session_want_read(s->session) &&
               !s->l->nghttp2_session_want_write(s->session)) {
        s->is_graceful = false;
        h2_call(s, "ongracefulclose", 0, NULL);
    }
}

static void receive_waiting(h2_session *s);

void h2_send(h2_session *s)
{
    runtime *r = s->base.wrap.r;
    napi_handle_scope scope;

    s->to_send = true;
    if (s->depth > 0 || !h2_is_open(s))
        return;
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    while (s->to_send && h2_is_open(s) && !s->blocked) {
        s->to_send = false;
        send_frames(s);
        submit_resets(s);
        if (!s->blocked)
            report_pending(s);
    }
    submit_resets(s); /* also if the stream below is full */
    report_end(s);
    receive_waiting(s);
    if (s->to_free && s->depth == 0)
        free_session(s);
    napi_close_handle_scope(r->env, scope);
}

/* ---- Receiving ------------------------------------------------------------
 */

static void session_receive(h2_session *s, const uint8_t *bytes, size_t n)
{
    if (!h2_is_open(s) || s->failed)
        return;
    s->bytes_read += (double)n;
    s->depth++;
    const ssize_t k = s->l->nghttp2_session_mem_recv(s->session, bytes, n);
    if (k < 0 && h2_is_open(s))
        session_fail(s, k);
    else if (s->invalid_error != 0 && h2_is_open(s))
        session_fail(s, s->invalid_error);
    s->depth--;
    if (s->to_free && s->depth == 0)
        free_session(s);
    h2_send(s);
}

/* What came while nghttp2 was at work. */
static void receive_waiting(h2_session *s)
{
    while (s->depth == 0 && byte_queue_left(&s->in) > 0 && h2_is_open(s)) {
        byte_queue in = s->in;
        s->in = (byte_queue){ NULL, 0, 0, 0 };
        session_receive(s, in.data + in.at, byte_queue_left(&in));
        byte_queue_free(&in);
    }
}

static bool on_received(void *consumer, bind_handle *from, const void *bytes,
                        size_t n)
{
    (void)from;
    session_receive(consumer, bytes, n);
    return true;
}

/* ---- Opening and closing --------------------------------------------------
 */

/* The numbers of options, in their order; NaN: not given. */
enum {
    OPTION_DEFLATE_TABLE,
    OPTION_RESERVED_STREAMS,
    OPTION_SEND_HEADER_LENGTH,
    OPTION_PEER_STREAMS,
    OPTION_PADDING,
    OPTION_HEADER_PAIRS,
    OPTION_HEADER_LENGTH,
    OPTION_OUTBOUND_ACK,
    OPTION_SETTINGS,
    OPTION_RESET_BURST,
    OPTION_RESET_RATE,
    OPTION_INVALID_FRAMES,
    OPTION_LENIENT_SPACE,
    OPTION_MEMORY,
    OPTION_REJECTED_STREAMS,
    OPTION_COUNT
};

/* A limit of a program may be larger than any number of C's. */
static size_t to_max(double given, size_t max)
{
    return given < (double)max ? (size_t)given : max;
}

static void set_options(h2_session *s, nghttp2_option *o, const double *n)
{
    const http2_library *l = s->l;

    /* What the program has not read is not acknowledged. */
    l->nghttp2_option_set_no_auto_window_update(o, 1);
    l->nghttp2_option_set_no_closed_streams(o, 1);
    if (!s->is_server) {
        l->nghttp2_option_set_builtin_recv_extension_type(o, NGHTTP2_ALTSVC);
        l->nghttp2_option_set_builtin_recv_extension_type(o, NGHTTP2_ORIGIN);
    }
    if (n[OPTION_DEFLATE_TABLE] >= 0)
        l->nghttp2_option_set_max_deflate_dynamic_table_size(
            o, to_max(n[OPTION_DEFLATE_TABLE], SIZE_MAX));
    if (n[OPTION_RESERVED_STREAMS] >= 0)
        l->nghttp2_option_set_max_reserved_remote_streams(
            o, (uint32_t)to_max(n[OPTION_RESERVED_STREAMS], UINT32_MAX));
    if (n[OPTION_SEND_HEADER_LENGTH] >= 0)
        l->nghttp2_option_set_max_send_header_block_length(
            o, to_max(n[OPTION_SEND_HEADER_LENGTH], SIZE_MAX));
    l->nghttp2_option_set_peer_max_concurrent_streams(
        o, n[OPTION_PEER_STREAMS] >= 0
               ? (uint32_t)to_max(n[OPTION_PEER_STREAMS], UINT32_MAX)
               : 100);
    if (n[OPTION_OUTBOUND_ACK] >= 0)
        l->nghttp2_option_set_max_outbound_ack(
            o, to_max(n[OPTION_OUTBOUND_ACK], SIZE_MAX));
    if (n[OPTION_SETTINGS] >= 0)
        l->nghttp2_option_set_max_settings(
            o, to_max(n[OPTION_SETTINGS], SIZE_MAX));
    if (n[OPTION_RESET_BURST] >= 0 && n[OPTION_RESET_RATE] >= 0)
        l->nghttp2_option_set_stream_reset_rate_limit(
            o, to_max(n[OPTION_RESET_BURST], SIZE_MAX),
            to_max(n[OPTION_RESET_RATE], SIZE_MAX));
    if (n[OPTION_LENIENT_SPACE] > 0)
        l->nghttp2_option_set_no_rfc9113_leading_and_trailing_ws_validation(o,
                                                                            1);
    s->padding =
        n[OPTION_PADDING] >= 0 ? (int)to_max(n[OPTION_PADDING], INT_MAX) : 0;
    s->headers_max = n[OPTION_HEADER_PAIRS] >= 0
                         ? to_max(n[OPTION_HEADER_PAIRS], SIZE_MAX)
                         : 128;
    s->header_bytes_max = n[OPTION_HEADER_LENGTH] >= 0
                              ? to_max(n[OPTION_HEADER_LENGTH], SIZE_MAX)
                              : 65535;
    s->memory_max = n[OPTION_MEMORY] >= 0
                        ? to_max(n[OPTION_MEMORY] * 1e6, SIZE_MAX)
                        : 10000000;
    s->rejected_max =
        n[OPTION_REJECTED_STREAMS] >= 0
            ? (uint32_t)to_max(n[OPTION_REJECTED_STREAMS], UINT32_MAX)
            : 100;
    s->invalid_max =
        n[OPTION_INVALID_FRAMES] >= 0
            ? (uint32_t)to_max(n[OPTION_INVALID_FRAMES], UINT32_MAX)
            : 1000;
}

static int make_session(h2_session *s, const double *numbers)
{
    const http2_library *l = s->l;
    nghttp2_option *o = NULL;
    nghttp2_session_callbacks *callbacks = NULL;
    int err = -ENOMEM;

    if (l->nghttp2_option_new(&o) == 0 &&
        l->nghttp2_session_callbacks_new(&callbacks) == 0) {
        set_options(s, o, numbers);
        h2_set_callbacks(l, callbacks);
        err =
            s->is_server
                ? l->nghttp2_session_server_new2(&s->session, callbacks, s, o)
                : l->nghttp2_session_client_new2(&s->session, callbacks, s, o);
    }
    if (o != NULL)
        l->nghttp2_option_del(o);
    if (callbacks != NULL)
        l->nghttp2_session_callbacks_del(callbacks);
    return err == 0 ? 0 : -ENOMEM;
}

/* new Http2Session(isServer, handle or undefined, Float64Array of options) */
static int open_session(bind_handle *h, size_t argc, const napi_value *argv)
{
    h2_session *s = (h2_session *)h;
    runtime *r = h->wrap.r;
    bind_bytes bytes;

    if (argc < 3 || !bind_to_bytes(r->env, argv[2], &bytes) ||
        bytes.length < OPTION_COUNT * sizeof(double))
        return -EINVAL;
    s->l = bind_http2(r);
    if (s->l == NULL)
        return -ENOSYS;
    s->is_server = bind_to_bool(r->env, argv[0]);
    double numbers[OPTION_COUNT];
    memcpy(numbers, bytes.data, sizeof numbers);
    const int err = make_session(s, numbers);
    bind_handle *below = err == 0 ? bind_writable_of(r, argv[1]) : NULL;
    if (below != NULL) {
        BIND_OK(napi_create_reference(r->env, argv[1], 1, &s->below));
        *bind_tap_of(below) =
            (bind_tap){ .consume = on_received, .consumer = s };
    }
    return err;
}

static void closing_session(bind_handle *h)
{
    h2_session *s = (h2_session *)h;
    bind_handle *below = below_of(s);

    if (below != NULL && bind_tap_of(below)->consumer == s)
        *bind_tap_of(below) = (bind_tap){ .consume = NULL };
    if (s->depth > 0)
        s->to_free = true;
    else
        free_session(s);
}

static void free_all(bind_handle *h)
{
    h2_session *s = (h2_session *)h;

    free_session(s);
    h2_streams_free(s);
    if (s->below != NULL)
        napi_delete_reference(h->wrap.r->env, s->below);
    byte_queue_free(&s->out);
    byte_queue_free(&s->in);
    byte_queue_free(&s->headers);
    free(s->pending);
    free(s->resets);
    free(s);
}

/* ---- Methods --------------------------------------------------------------
 */

static napi_value js_receive(napi_env env, napi_callback_info info)
{
    napi_value view;
    h2_session *s = bind_this(env, info, 1, &view);
    engine_pin *pin;
    void *bytes;
    size_t n;

    if (s == NULL ||
        engine_pin_bytes(s->base.wrap.r->engine, view, &pin, &bytes, &n) < 0)
        return bind_bool(env, false);
    if (s->depth == 0)
        session_receive(s, bytes, n);
    else if (!byte_queue_add(&s->in, bytes, n))
        bind_no_memory();
    engine_unpin(s->base.wrap.r->engine, pin);
    return bind_bool(env, true);
}

static napi_value js_flush(napi_env env, napi_callback_info info)
{
    h2_session *s = bind_this(env, info, 0, NULL);

    if (s != NULL)
        h2_send(s);
    return bind_undefined(env);
}

/* willSend(): whether frames leave without flush(), as soon as what was
 * received, or what has left, has been handled. */
static napi_value js_will_send(napi_env env, napi_callback_info info)
{
    h2_session *s = bind_this(env, info, 0, NULL);

    if (s == NULL || s->depth == 0)
        return bind_bool(env, false);
    s->to_send = true;
    return bind_bool(env, true);
}

/* unblock(): the stream below has taken everything. */
static napi_value js_unblock(napi_env env, napi_callback_info info)
{
    h2_session *s = bind_this(env, info, 0, NULL);

    if (s != NULL) {
        s->blocked = false;
        if (s->depth == 0)
            report_pending(s);
        h2_send(s);
    }
    return bind_undefined(env);
}

/* consumed(id, n): the program has read that many bytes of a stream. */
static napi_value js_consumed(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    h2_session *s = bind_this(env, info, 2, args);

    if (s == NULL || s->session == NULL)
        return bind_undefined(env);
    const int32_t id = (int32_t)bind_to_int(env, args[0]);
    const size_t n = bind_to_size(env, args[1]);
    s->l->nghttp2_session_consume_stream(s->session, id, n);
    return bind_undefined(env);
}

/* localSettings(remote): numbers by id: 1 to 6, then 8. */
static napi_value js_get_settings(napi_env env, napi_callback_info info)
{
    static const nghttp2_settings_id ids[] = { 1, 2, 3, 4, 5, 6, 8 };
    napi_value remote;
    h2_session *s = bind_this(env, info, 1, &remote);
    double numbers[7];

    if (s == NULL || s->session == NULL)
        return bind_undefined(env);
    for (size_t i = 0; i < 7; i++)
        numbers[i] =
            bind_to_bool(env, remote)
                ? s->l->nghttp2_session_get_remote_settings(s->session, ids[i])
                : s->l->nghttp2_session_get_local_settings(s->session, ids[i]);
    return bind_numbers(env, numbers, 7);
}

/* state(): the numbers of session.state, in its order; then counts. */
static napi_value js_state(napi_env env, napi_callback_info info)
{
    h2_session *s = bind_this(env, info, 0, NULL);

    if (s == NULL || s->session == NULL)
        return bind_undefined(env);
    const http2_library *l = s->l;
    nghttp2_session *n = s->session;
    const double numbers[] = {
        l->nghttp2_session_get_effective_local_window_size(n),
        l->nghttp2_session_get_effective_recv_data_length(n),
        l->nghttp2_session_get_next_stream_id(n),
        l->nghttp2_session_get_local_window_size(n),
        l->nghttp2_session_get_last_proc_stream_id(n),
        l->nghttp2_session_get_remote_window_size(n),
        (double)l->nghttp2_session_get_outbound_queue_size(n),
        (double)l->nghttp2_session_get_hd_deflate_dynamic_table_size(n),
        (double)l->nghttp2_session_get_hd_inflate_dynamic_table_size(n),
        (double)s->frames_received,
        (double)s->frames_sent,
        s->bytes_read,
        s->bytes_written,
    };
    return bind_numbers(env, numbers, sizeof numbers / sizeof *numbers);
}

/* streamState(id): the numbers of stream.state. */
static napi_value js_stream_state(napi_env env, napi_callback_info info)
{
    napi_value id_value;
    h2_session *s = bind_this(env, info, 1, &id_value);

    if (s == NULL || s->session == NULL)
        return bind_undefined(env);
    const http2_library *l = s->l;
    const int32_t id = (int32_t)bind_to_int(env, id_value);
    nghttp2_stream *stream = l->nghttp2_session_find_stream(s->session, id);
    if (stream == NULL) {
        const double idle[6] = { NGHTTP2_STREAM_STATE_IDLE };
        return bind_numbers(env, idle, 6);
    }
    const double numbers[] = {
        l->nghttp2_stream_get_state(stream),
        l->nghttp2_stream_get_weight(stream),
        l->nghttp2_stream_get_sum_dependency_weight(stream),
        l->nghttp2_session_get_stream_local_close(s->session, id),
        l->nghttp2_session_get_stream_remote_close(s->session, id),
        l->nghttp2_session_get_stream_local_window_size(s->session, id),
    };
    return bind_numbers(env, numbers, sizeof numbers / sizeof *numbers);
}

/* setWindow(size), setNextId(id): 0, or nghttp2's error. */
static napi_value js_set_window(napi_env env, napi_callback_info info)
{
    napi_value size;
    h2_session *s = bind_this(env, info, 1, &size);

    if (s == NULL || s->session == NULL)
        return bind_int(env, -EBADF);
    const int err = s->l->nghttp2_session_set_local_window_size(
        s->session, NGHTTP2_FLAG_NONE, 0, (int32_t)bind_to_int(env, size));
    return bind_int(env, err);
}

static napi_value js_set_next_id(napi_env env, napi_callback_info info)
{
    napi_value id;
    h2_session *s = bind_this(env, info, 1, &id);

    if (s == NULL || s->session == NULL)
        return bind_int(env, -EBADF);
    return bind_int(env, s->l->nghttp2_session_set_next_stream_id(
                             s->session, (int32_t)bind_to_int(env, id)));
}

/* hasPending(): whether the session has something left to say or to hear. */
static napi_value js_has_pending(napi_env env, napi_callback_info info)
{
    h2_session *s = bind_this(env, info, 0, NULL);

    return bind_bool(env, s != NULL && s->session != NULL &&
                              (s->l->nghttp2_session_want_write(s->session) ||
                               s->l->nghttp2_session_want_read(s->session)));
}

/* closeGracefully(): ongracefulclose() is called when nothing is pending. */
static napi_value js_close_gracefully(napi_env env, napi_callback_info info)
{
    h2_session *s = bind_this(env, info, 0, NULL);

    if (s != NULL)
        s->is_graceful = true;
    return bind_undefined(env);
}

/* terminate(code): a GOAWAY is the last frame. */
static napi_value js_terminate(napi_env env, napi_callback_info info)
{
    napi_value code;
    h2_session *s = bind_this(env, info, 1, &code);

    if (s == NULL || s->session == NULL)
        return bind_undefined(env);
    s->said_goodbye = true;
    s->l->nghttp2_session_terminate_session(s->session,
                                            (uint32_t)bind_to_int(env, code));
    return bind_undefined(env);
}

/* setHeaderLimit(bytes): of a header block, by the settings. */
static napi_value js_set_header_limit(napi_env env, napi_callback_info info)
{
    napi_value bytes;
    h2_session *s = bind_this(env, info, 1, &bytes);

    if (s != NULL)
        s->header_bytes_max = bind_to_size(env, bytes);
    return bind_undefined(env);
}

static const bind_function methods[] = {
    { "receive", js_receive },
    { "flush", js_flush },
    { "willSend", js_will_send },
    { "unblock", js_unblock },
    { "consumed", js_consumed },
    { "getSettings", js_get_settings },
    { "state", js_state },
    { "streamState", js_stream_state },
    { "setWindow", js_set_window },
    { "setNextId", js_set_next_id },
    { "setHeaderLimit", js_set_header_limit },
    { "hasPending", js_has_pending },
    { "closeGracefully", js_close_gracefully },
    { "terminate", js_terminate },
    H2_SUBMIT_METHODS,
    { NULL, NULL },
};

const bind_handle_type bind_http2_type = {
    .wrap = { .hook_name = "HTTP2SESSION", .resource_name = NULL },
    .name = "Http2Session",
    .size = sizeof(h2_session),
    .handle_at = offsetof(h2_session, handle),
    .open = open_session,
    .closing = closing_session,
    .free = free_all,
    .methods = methods,
};

/* errorText(number): nghttp2's words. */
static napi_value js_error_text(napi_env env, napi_callback_info info)
{
    napi_value number;
    runtime *r = bind_args(env, info, 1, &number);
    const http2_library *l = bind_http2(r);

    return l ? bind_string(env,
                           l->nghttp2_strerror((int)bind_to_int(env, number)))
             : NULL;
}

static napi_status session_init(runtime *r, napi_value exports)
{
    bind_method(r, exports, "errorText", js_error_text);
    return bind_handle_class(r, exports, &bind_http2_type);
}

static void session_finish(runtime *r)
{
    bind_library_close(r, BIND_STATE(r, http2));
}

const bind_entry bind_entry_http2 = { .name = "http2",
                                      .init = session_init,
                                      .finish = session_finish,
                                      .state = sizeof(http2_library) };
