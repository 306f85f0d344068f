/*
 * tcp.c - class TCP of internalBinding('stream'): addresses and options of TCP
 * sockets. The rest of a socket is stream.c.
 */
#include <errno.h>
#include <stdio.h>

#include "bind/net/address.h"
#include "bind/net/stream.h"

static const bind_type *server_type(void);

/* new TCP(isServer) */
static int open_tcp(bind_handle *h, size_t argc, const napi_value *argv)
{
    bind_stream *s = (bind_stream *)h;

    if (argc > 0 && bind_to_bool(h->wrap.r->env, argv[0]))
        h->wrap.type = server_type();
    return orr_tcp_init(h->wrap.r->loop, &s->stream);
}

/* ---- Addresses ---------------------------------------------------------- */

/* parseFamily(text): 4, 6, or 0 if it is not an address. */
napi_value bind_parse_family(napi_env env, napi_callback_info info)
{
    napi_value text;
    struct sockaddr_storage address;

    bind_args(env, info, 1, &text);
    const int err = bind_to_address(env, text, bind_int(env, 0), &address);
    const int family = address.ss_family == AF_INET6 ? 6 : 4;
    return bind_int(env, err < 0 ? 0 : family);
}

/* bind(address, port, flags): 0, or a negative errno. */
static napi_value js_bind(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    bind_stream *s = bind_this(env, info, 3, args);
    struct sockaddr_storage address;

    int err = s ? bind_to_address(env, args[0], args[1], &address) : -EBADF;
    if (err == 0)
        err = orr_tcp_bind(&s->stream, (struct sockaddr *)&address,
                           (uint32_t)bind_to_int(env, args[2]));
    return bind_int(env, err);
}

/* connect(req, address, port): 0, or a negative errno. */
static napi_value js_connect(napi_env env, napi_callback_info info)
{
    static const bind_type type = { .hook_name = "TCPCONNECTWRAP",
                                    .resource_name = "ConnectWrap" };
    napi_value args[3];
    bind_stream *s = bind_this(env, info, 3, args);
    struct sockaddr_storage address;

    const int err =
        s ? bind_to_address(env, args[1], args[2], &address) : -EBADF;
    if (err < 0)
        return bind_int(env, err);
    bind_connect *c = bind_connect_open(s, &type, args[0]);
    if (c == NULL)
        return bind_int(env, -ENOMEM);
    return bind_connect_begun(env, c,
                              orr_tcp_connect(&c->req, &s->stream,
                                              (struct sockaddr *)&address,
                                              bind_on_connect));
}

/* getsockname(out): sets address, family and port of the object. */
static napi_value js_getsockname(napi_env env, napi_callback_info info)
{
    napi_value out;
    const bind_stream *s = bind_this(env, info, 1, &out);

    return bind_get_name(env, s ? &s->stream.handle : NULL, out,
                         orr_getsockname);
}

static napi_value js_getpeername(napi_env env, napi_callback_info info)
{
    napi_value out;
    const bind_stream *s = bind_this(env, info, 1, &out);

    return bind_get_name(env, s ? &s->stream.handle : NULL, out,
                         orr_getpeername);
}

/* ---- Options ------------------------------------------------------------ */

static napi_value js_set_no_delay(napi_env env, napi_callback_info info)
{
    napi_value on;
    bind_stream *s = bind_this(env, info, 1, &on);

    return bind_int(env, s ? orr_tcp_nodelay(&s->stream, bind_to_bool(env, on))
                           : -EBADF);
}

static int32_t number_or(napi_env env, napi_value value, int32_t otherwise)
{
    return bind_is_undefined(env, value) ? otherwise
                                         : (int32_t)bind_to_int(env, value);
}

/* setKeepAlive(on, delay, interval, count), times in seconds. The last two are
 * libuv's 1 and 10 if they are not given. */
static napi_value js_set_keep_alive(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    bind_stream *s = bind_this(env, info, 4, args);

    if (s == NULL)
        return bind_int(env, -EBADF);
    return bind_int(env, orr_tcp_keepalive_ex(
                             &s->stream, bind_to_bool(env, args[0]),
                             number_or(env, args[1], 0),
                             number_or(env, args[2], 1),
                             number_or(env, args[3], 10)));
}

/* setTypeOfService(byte): 0, or a negative errno. */
static napi_value js_set_tos(napi_env env, napi_callback_info info)
{
    napi_value tos;
    bind_stream *s = bind_this(env, info, 1, &tos);

    return bind_int(env, s ? orr_tcp_set_tos(&s->stream,
                                             (uint8_t)bind_to_int(env, tos))
                           : -EBADF);
}

/* getTypeOfService(): the byte, or a negative errno. */
static napi_value js_get_tos(napi_env env, napi_callback_info info)
{
    bind_stream *s = bind_this(env, info, 0, NULL);

    return bind_int(env, s ? orr_tcp_get_tos(&s->stream) : -EBADF);
}

static int close_reset(orr_handle *handle, orr_close_fn *fn)
{
    return orr_tcp_close_reset((orr_stream *)(void *)handle, fn);
}

/* reset(fn): close(fn), but the peer gets RST. 0, or a negative errno. */
static napi_value js_reset(napi_env env, napi_callback_info info)
{
    napi_value fn;
    bind_stream *s = bind_this(env, info, 1, &fn);

    return bind_int(env, s ? bind_handle_close_by(&s->base, fn, close_reset)
                           : -EBADF);
}

/* ---- The class ---------------------------------------------------------- */

static void tcp_describe(const bind_wrap *w, const orr_live *live, char *out,
                         size_t size)
{
    const bind_stream *s = (const bind_stream *)w;
    const orr_handle *h = &s->stream.handle;
    char name[BIND_ADDRESS_SIZE + 16];

    (void)live;
    if (s->stream.connection_fn != NULL) {
        if (bind_describe_name(h, orr_getsockname, name, sizeof name))
            snprintf(out, size, "TCP server on %s", name);
        else
            snprintf(out, size, "TCP server");
    } else if (bind_describe_name(h, orr_getpeername, name, sizeof name)) {
        snprintf(out, size, "TCP connection with %s", name);
    } else {
        snprintf(out, size, "TCP socket");
    }
}

static const bind_type *server_type(void)
{
    static const bind_type type = { .hook_name = "TCPSERVERWRAP",
                                    .resource_name = "TCPServerWrap",
                                    .describe = tcp_describe };

    return &type;
}

static const bind_function methods[] = {
    STREAM_METHODS,
    { "bind", js_bind },
    { "connect", js_connect },
    { "getsockname", js_getsockname },
    { "getpeername", js_getpeername },
    { "setNoDelay", js_set_no_delay },
    { "setKeepAlive", js_set_keep_alive },
    { "setTypeOfService", js_set_tos },
    { "getTypeOfService", js_get_tos },
    { "reset", js_reset },
    { NULL, NULL },
};

const bind_handle_type bind_tcp_type = {
    .wrap = { .hook_name = "TCPWRAP",
              .resource_name = "TCPSocketWrap",
              .describe = tcp_describe },
    .name = "TCP",
    .size = sizeof(bind_stream),
    .handle_at = offsetof(bind_stream, stream),
    .open = open_tcp,
    .methods = methods,
};
