/*
 * http2.h - what the files of internalBinding('http2') share: nghttp2, loaded
 * when first used, and sessions.
 *
 *      lib/        Http2Session, Http2Stream: events and streams
 *       | request(), writeData(), onheaders(), ondata(), ...
 *      h2_session  frames, HPACK and flow control, by nghttp2
 *       | bytes, always through memory
 *      TCP, Pipe or TLS;  or lib/, for any other Duplex
 *
 * What must stay true:
 * 1. While `depth` is not zero nghttp2 is on the stack: it is not entered again
 *    to receive or to send, and not freed; what is submitted meanwhile leaves
 *    afterwards.
 * 2. A stream's memory (h2_stream) is there from the request on, before nghttp2
 *    has a stream, and is freed when nghttp2 reports that the stream is closed,
 *    or with the session.
 */
#ifndef ORRERY_BIND_HTTP2_H
#define ORRERY_BIND_HTTP2_H

#include <nghttp2/nghttp2.h>

#include "bind/bytes/buffer.h"
#include "bind/core/byte_queue.h"
#include "bind/core/library.h"
#include "bind/net/stream.h"

#define HTTP2_FUNCTIONS(X)                                                     \
    X(nghttp2_is_fatal)                                                        \
    X(nghttp2_option_del)                                                      \
    X(nghttp2_option_new)                                                      \
    X(nghttp2_option_set_builtin_recv_extension_type)                          \
    X(nghttp2_option_set_max_deflate_dynamic_table_size)                       \
    X(nghttp2_option_set_max_outbound_ack)                                     \
    X(nghttp2_option_set_max_reserved_remote_streams)                          \
    X(nghttp2_option_set_max_send_header_block_length)                         \
    X(nghttp2_option_set_max_settings)                                         \
    X(nghttp2_option_set_no_auto_window_update)                                \
    X(nghttp2_option_set_no_closed_streams)                                    \
    X(nghttp2_option_set_no_rfc9113_leading_and_trailing_ws_validation)        \
    X(nghttp2_option_set_peer_max_concurrent_streams)                          \
    X(nghttp2_option_set_stream_reset_rate_limit)                              \
    X(nghttp2_pack_settings_payload)                                           \
    X(nghttp2_rcbuf_get_buf)                                                   \
    X(nghttp2_session_callbacks_del)                                           \
    X(nghttp2_session_callbacks_new)                                           \
    X(nghttp2_session_callbacks_set_on_begin_headers_callback)                 \
    X(nghttp2_session_callbacks_set_on_data_chunk_recv_callback)               \
    X(nghttp2_session_callbacks_set_on_frame_not_send_callback)                \
    X(nghttp2_session_callbacks_set_on_frame_recv_callback)                    \
    X(nghttp2_session_callbacks_set_on_frame_send_callback)                    \
    X(nghttp2_session_callbacks_set_on_header_callback2)                       \
    X(nghttp2_session_callbacks_set_on_invalid_frame_recv_callback)            \
    X(nghttp2_session_callbacks_set_on_invalid_header_callback2)               \
    X(nghttp2_session_callbacks_set_on_stream_close_callback)                  \
    X(nghttp2_session_callbacks_set_select_padding_callback)                   \
    X(nghttp2_session_client_new2)                                             \
    X(nghttp2_session_consume_connection)                                      \
    X(nghttp2_session_consume_stream)                                          \
    X(nghttp2_session_del)                                                     \
    X(nghttp2_session_find_stream)                                             \
    X(nghttp2_session_get_effective_local_window_size)                         \
    X(nghttp2_session_get_effective_recv_data_length)                          \
    X(nghttp2_session_get_hd_deflate_dynamic_table_size)                       \
    X(nghttp2_session_get_hd_inflate_dynamic_table_size)                       \
    X(nghttp2_session_get_last_proc_stream_id)                                 \
    X(nghttp2_session_get_local_settings)                                      \
    X(nghttp2_session_get_local_window_size)                                   \
    X(nghttp2_session_get_next_stream_id)                                      \
    X(nghttp2_session_get_outbound_queue_size)                                 \
    X(nghttp2_session_get_remote_settings)                                     \
    X(nghttp2_session_get_remote_window_size)                                  \
    X(nghttp2_session_get_stream_local_close)                                  \
    X(nghttp2_session_get_stream_local_window_size)                            \
    X(nghttp2_session_get_stream_remote_close)                                 \
    X(nghttp2_session_get_stream_user_data)                                    \
    X(nghttp2_session_mem_recv)                                                \
    X(nghttp2_session_mem_send)                                                \
    X(nghttp2_session_resume_data)                                             \
    X(nghttp2_session_server_new2)                                             \
    X(nghttp2_session_set_local_window_size)                                   \
    X(nghttp2_session_set_next_stream_id)                                      \
    X(nghttp2_session_set_stream_user_data)                                    \
    X(nghttp2_session_terminate_session)                                       \
    X(nghttp2_session_want_read)                                               \
    X(nghttp2_session_want_write)                                              \
    X(nghttp2_stream_get_state)                                                \
    X(nghttp2_stream_get_sum_dependency_weight)                                \
    X(nghttp2_stream_get_weight)                                               \
    X(nghttp2_strerror)                                                        \
    X(nghttp2_submit_altsvc)                                                   \
    X(nghttp2_submit_data)                                                     \
    X(nghttp2_submit_goaway)                                                   \
    X(nghttp2_submit_headers)                                                  \
    X(nghttp2_submit_origin)                                                   \
    X(nghttp2_submit_ping)                                                     \
    X(nghttp2_submit_push_promise)                                             \
    X(nghttp2_submit_request)                                                  \
    X(nghttp2_submit_response)                                                 \
    X(nghttp2_submit_rst_stream)                                               \
    X(nghttp2_submit_settings)                                                 \
    X(nghttp2_submit_shutdown_notice)                                          \
    X(nghttp2_submit_trailer)

typedef struct http2_library {
    void *library; /* stays first */
    HTTP2_FUNCTIONS(LIBRARY_MEMBER)
} http2_library;

/* The loaded library; NULL with an exception pending if it is missing. */
const http2_library *bind_http2(runtime *r);

/* What lib/ hears when nghttp2 has returned. */
typedef enum h2_note_kind { H2_WRITTEN, H2_WANT_TRAILERS, H2_CLOSED } h2_note;

typedef struct h2_stream {
    struct h2_stream *next; /* of the same bucket */
    int32_t id;
    byte_queue queue;           /* written, and not sent yet */
    size_t header_bytes_max;    /* the settings when the stream began */
    bool ended;               /* nothing follows the queue */
    bool wants_trailers;      /* they follow it */
    bool is_writing;          /* lib/ waits for onwritten() */
    bool has_provider, asked_trailers;
} h2_stream;

typedef struct h2_pending {
    h2_note kind;
    int32_t id;
} h2_pending;

typedef struct h2_reset {
    int32_t id;
    uint32_t code;
} h2_reset;

typedef struct h2_session {
    bind_handle base;  /* stays first */
    orr_handle handle; /* never started: the stream below has its own */
    const http2_library *l;
    nghttp2_session *session;
    napi_ref below;      /* NULL: lib/ moves bytes */
    h2_stream **streams; /* by id: `bucket_count` lists, a power of two */
    size_t bucket_count;
    byte_queue out;
    byte_queue in;      /* received while nghttp2 was at work */
    byte_queue headers; /* of the block that is being received */
    size_t header_count, header_bytes;
    int32_t headers_of; /* the stream that they are of */
    int32_t closing_id; /* nghttp2 is about to free this stream */
    size_t headers_max, header_bytes_max;
    uint32_t invalid_max, invalid;
    int invalid_error; /* of nghttp2's, to be reported when it has returned */
    h2_pending *pending;
    size_t pending_count, pending_capacity;
    h2_reset *resets; /* asked for while nghttp2 was at work */
    size_t reset_count, reset_capacity;
    size_t stream_count, queued; /* open streams; bytes that they wait with */
    size_t memory_max;
    uint32_t rejected, rejected_max;
    uint64_t frames_received, frames_sent;
    double bytes_read, bytes_written;
    int padding; /* a strategy: none, aligned, most */
    uint32_t depth;
    bool is_server, blocked, to_free, to_send, failed, too_many_invalid;
    bool is_graceful;    /* lib/ wants to hear that all has been said */
    bool said_goodbye;   /* lib/ has sent a GOAWAY */
    bool was_terminated; /* nghttp2 has, by itself */
} h2_session;

extern const bind_handle_type bind_http2_type;

/* session.c: send what can be sent; nothing while nghttp2 is at work. */
void h2_send(h2_session *s);
bool h2_is_open(const h2_session *s);
void h2_note_later(h2_session *s, h2_note kind, int32_t id);
/* Reset a stream after what was written to it before has been sent. */
void h2_reset_stream(h2_session *s, int32_t id, uint32_t code);
/* The memory of a stream, made if it has none; NULL without memory. */
h2_stream *h2_stream_of(h2_session *s, int32_t id, bool make);
void h2_stream_free(h2_session *s, int32_t id);
void h2_streams_free(h2_session *s);

/* report.c */
int h2_set_callbacks(const http2_library *l, nghttp2_session_callbacks *to);
/* Call a function of the session's object. */
void h2_call(h2_session *s, const char *name, size_t argc,
             const napi_value *argv);

/* submit.c: methods of a session. */
#define H2_SUBMIT_METHODS                                                      \
    { "request", h2_js_request }, { "respond", h2_js_respond },                \
        { "headers", h2_js_headers }, { "trailers", h2_js_trailers },          \
        { "push", h2_js_push }, { "writeData", h2_js_write_data },             \
        { "endData", h2_js_end_data }, { "reset", h2_js_reset },               \
        { "settings", h2_js_settings }, { "ping", h2_js_ping },                \
        { "goaway", h2_js_goaway }, { "altsvc", h2_js_altsvc },                \
    {                                                                          \
        "origin", h2_js_origin                                                 \
    }

#define H2_DECLARE(name)                                                       \
    napi_value h2_js_##name(napi_env env, napi_callback_info info);
H2_DECLARE(request)
H2_DECLARE(respond)
H2_DECLARE(headers)
H2_DECLARE(trailers)
H2_DECLARE(push)
H2_DECLARE(write_data)
H2_DECLARE(end_data)
H2_DECLARE(reset)
H2_DECLARE(settings)
H2_DECLARE(ping)
H2_DECLARE(goaway)
H2_DECLARE(altsvc)
H2_DECLARE(origin)
#undef H2_DECLARE

#endif
