/*
 * stream.h - the handles behind sockets and pipes: what TCP and Pipe share.
 *
 * lib/ gets an object of class TCP or Pipe. What comes from the other side
 * calls its functions:
 *
 *      onread(n, buffer, isHooked)
 *                               n bytes, or a negative errno, or EOF; whether
 *                               there are async hooks
 *      onwrite(status)          a write that returned STREAM_ASYNC is done;
 *                               writes of a stream are done in their order
 *      onconnection(status, h)  a server's, with the handle of the client
 *
 * connect(req, ...) and shutdown(req) call req.oncomplete(status, readable,
 * writable) once.
 *
 * A write is tried at once. Mostly the kernel takes all of it, and then no
 * request is made and nothing calls back: the write returned 0.
 */
#ifndef ORRERY_BIND_STREAM_H
#define ORRERY_BIND_STREAM_H

#include "text/codec.h"
#include "bind/core/handle.h"

/* The third result of a write, besides 0 and a negative errno: onwrite() will
 * be called. */
#define STREAM_ASYNC 1

/* Takes the bytes that a handle has read before its onread() does. `consume`
 * is false if it does not want them; `end`, which may be NULL, is told of the
 * end or an error as onread() is. */
typedef struct bind_tap {
    bool (*consume)(void *consumer, bind_handle *from, const void *bytes,
                    size_t n);
    bool (*end)(void *consumer, bind_handle *from, int64_t status);
    void *consumer;
} bind_tap;

typedef struct bind_stream {
    bind_handle base; /* stays first */
    orr_stream stream;
    double bytes_read, bytes_written;
    double last_write; /* the size of the last write that took longer */
    bind_tap tap;
    bool is_channel; /* a Pipe over which handles can be sent */
} bind_stream;

/* What the binding keeps in a runtime: the names of functions that are called
 * for every chunk. */
enum { STREAM_ONREAD, STREAM_ONCONSUME, STREAM_NAMES };

typedef struct stream_state {
    engine_names *names;
} stream_state;

static inline const engine_names *bind_stream_names(runtime *r)
{
    const stream_state *state = BIND_STATE(r, stream);

    return state->names;
}

/* The two types; C makes one with bind_handle_new(). */
extern const bind_handle_type bind_tcp_type;
extern const bind_handle_type bind_pipe_type;

/* stream.c: the methods that every stream has. */
#define STREAM_METHODS                                                         \
    { "readStart", bind_stream_read_start },                                   \
        { "readStop", bind_stream_read_stop },                                 \
        { "writeBuffer", bind_stream_write_buffer },                           \
        { "writeString", bind_stream_write_string },                           \
        { "writev", bind_stream_writev },                                      \
        { "shutdown", bind_stream_shutdown },                                  \
        { "listen", bind_stream_listen },                                      \
        { "open", bind_stream_open_fd },                                       \
        { "setBlocking", bind_stream_set_blocking },                           \
        { "getFd", bind_stream_get_fd },                                       \
        { "getBytesRead", bind_stream_get_bytes_read },                        \
        { "getBytesWritten", bind_stream_get_bytes_written },                  \
        { "getWriteQueueSize", bind_stream_get_queue_size },                   \
        { "getLastWriteSize", bind_stream_get_last_write }

napi_value bind_stream_read_start(napi_env env, napi_callback_info info);
napi_value bind_stream_read_stop(napi_env env, napi_callback_info info);
napi_value bind_stream_write_buffer(napi_env env, napi_callback_info info);
napi_value bind_stream_write_string(napi_env env, napi_callback_info info);
napi_value bind_stream_writev(napi_env env, napi_callback_info info);
napi_value bind_stream_shutdown(napi_env env, napi_callback_info info);
napi_value bind_stream_listen(napi_env env, napi_callback_info info);
napi_value bind_stream_open_fd(napi_env env, napi_callback_info info);
napi_value bind_stream_set_blocking(napi_env env, napi_callback_info info);
napi_value bind_stream_get_fd(napi_env env, napi_callback_info info);
napi_value bind_stream_get_bytes_read(napi_env env, napi_callback_info info);
napi_value bind_stream_get_bytes_written(napi_env env, napi_callback_info info);
napi_value bind_stream_get_queue_size(napi_env env, napi_callback_info info);
napi_value bind_stream_get_last_write(napi_env env, napi_callback_info info);

/* stream.c: the TCP or Pipe handle inside a JavaScript object, or NULL. */
bind_stream *bind_stream_of(runtime *r, napi_value object);

/* The same, or a TLS connection. */
bind_handle *bind_writable_of(runtime *r, napi_value object);
bind_tap *bind_tap_of(bind_handle *h);

/* Bytes, the end or an error for onread() of a handle with that function. A
 * scope is open. */
void bind_call_onread(bind_handle *h, int64_t n, const void *bytes);

/* tls/send.c: a TLS connection. A write copies what takes longer. */
extern const bind_handle_type bind_tls_type;
bind_tap *bind_tls_tap(bind_handle *h);
int bind_tls_write(bind_handle *h, const orr_buf *bufs, uint32_t count);

/* stream_write.c: the bytes of a string, where they are or in memory that the
 * caller frees. 0, or -ENOMEM. */
int bind_encode(codec c, const engine_chars *text, orr_buf *out, void **memory);
/* Write memory that is only there now: what takes longer is copied. 0,
 * STREAM_ASYNC, or a negative errno. */
int bind_write_copied(bind_handle *h, orr_buf *bufs, uint32_t count);

/* tcp.c */
napi_value bind_parse_family(napi_env env, napi_callback_info info);

/* A connect request: opened by bind_connect_open(), begun by the function that
 * knows the kind of address. */
typedef struct bind_connect {
    bind_request base; /* stays first */
    orr_connect_req req;
} bind_connect;

bind_connect *bind_connect_open(bind_stream *s, const bind_type *type,
                                napi_value object);
void bind_on_connect(orr_connect_req *req, int status);
/* The result of a connect() method: `err` of the loop's call. */
napi_value bind_connect_begun(napi_env env, bind_connect *c, int err);

#endif
