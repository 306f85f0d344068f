/*
 * tcp.c - class TCP of internalBinding('stream'): addresses and options of TCP
 * sockets. The rest of a socket is stream.c.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "bind/stream.h"

static int open_tcp(bind_handle *h, size_t argc, const napi_value *argv)
{
    bind_stream *s = (bind_stream *)h;

    (void)argc;
    (void)argv;
    return orr_tcp_init(h->wrap.r->loop, &s->stream);
}

/* ---- Addresses ---------------------------------------------------------- */

/* Read an address in digits; one with a colon is of IPv6. */
static int to_address(napi_env env, napi_value text, napi_value port,
                      struct sockaddr_storage *out)
{
    char host[64]; /* an IPv6 address, and the name of an interface */
    size_t len;

    if (napi_get_value_string_utf8(env, text, host, sizeof host, &len) !=
            napi_ok ||
        len + 1 >= sizeof host)
        return -EINVAL;
    const uint16_t n = (uint16_t)bind_to_int(env, port);
    return strchr(host, ':') ? orr_ip6_addr(host, n, out)
                             : orr_ip4_addr(host, n, out);
}

/* parseFamily(text): 4, 6, or 0 if it is no address. */
napi_value bind_parse_family(napi_env env, napi_callback_info info)
{
    napi_value text;
    struct sockaddr_storage address;

    bind_args(env, info, 1, &text);
    const int err = to_address(env, text, bind_int(env, 0), &address);
    const int family = address.ss_family == AF_INET6 ? 6 : 4;
    return bind_int(env, err < 0 ? 0 : family);
}

/* bind(address, port, flags): 0, or a negative errno. */
static napi_value js_bind(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    bind_stream *s = bind_this(env, info, 3, args);
    struct sockaddr_storage address;

    int err = s ? to_address(env, args[0], args[1], &address) : -EBADF;
    if (err == 0)
        err = orr_tcp_bind(&s->stream, (struct sockaddr *)&address,
                           (uint32_t)bind_to_int(env, args[2]));
    return bind_int(env, err);
}

/* connect(req, address, port): 0, or a negative errno. */
static napi_value js_connect(napi_env env, napi_callback_info info)
{
    static const bind_type type = { .hook_name = "TCPCONNECTWRAP",
                                    .resource_name = "TCPConnectWrap" };
    napi_value args[3];
    bind_stream *s = bind_this(env, info, 3, args);
    struct sockaddr_storage address;

    const int err = s ? to_address(env, args[1], args[2], &address) : -EBADF;
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

static void set_address(napi_env env, napi_value out,
                        const struct sockaddr *address)
{
    char host[64];

    if (orr_ip_name(address, host, sizeof host) < 0)
        return;
    BIND_OK(napi_set_named_property(env, out, "address",
                                    bind_string(env, host)));
    BIND_OK(napi_set_named_property(
        env, out, "family",
        bind_string(env, address->sa_family == AF_INET6 ? "IPv6" : "IPv4")));
    BIND_OK(napi_set_named_property(env, out, "port",
                                    bind_int(env, orr_ip_port(address))));
}

typedef int name_fn(const orr_handle *h, struct sockaddr *addr, uint32_t *len);

static napi_value get_name(napi_env env, napi_callback_info info, name_fn *get)
{
    napi_value out;
    bind_stream *s = bind_this(env, info, 1, &out);
    struct sockaddr_storage address;
    uint32_t len = sizeof address;

    const int err =
        s ? get(&s->stream.handle, (struct sockaddr *)&address, &len) : -EBADF;
    if (err == 0)
        set_address(env, out, (struct sockaddr *)&address);
    return bind_int(env, err);
}

/* getsockname(out): sets address, family and port of the object. */
static napi_value js_getsockname(napi_env env, napi_callback_info info)
{
    return get_name(env, info, orr_getsockname);
}

static napi_value js_getpeername(napi_env env, napi_callback_info info)
{
    return get_name(env, info, orr_getpeername);
}

/* ---- Options ------------------------------------------------------------ */

static napi_value js_set_no_delay(napi_env env, napi_callback_info info)
{
    napi_value on;
    bind_stream *s = bind_this(env, info, 1, &on);

    return bind_int(env, s ? orr_tcp_nodelay(&s->stream, bind_to_bool(env, on))
                           : -EBADF);
}

/* setKeepAlive(on, delay in seconds) */
static napi_value js_set_keep_alive(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_stream *s = bind_this(env, info, 2, args);

    if (s == NULL)
        return bind_int(env, -EBADF);
    return bind_int(env,
                    orr_tcp_keepalive(&s->stream, bind_to_bool(env, args[0]),
                                      (uint32_t)bind_to_int(env, args[1])));
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

static void describe_peer(const bind_stream *s, char *out, size_t size)
{
    struct sockaddr_storage address;
    uint32_t len = sizeof address;
    char host[64];
    const orr_handle *h = &s->stream.handle;

    snprintf(out, size, "TCP socket");
    if (orr_getpeername(h, (struct sockaddr *)&address, &len) == 0 &&
        orr_ip_name((struct sockaddr *)&address, host, sizeof host) == 0)
        snprintf(out, size, "TCP connection with %s port %u", host,
                 orr_ip_port((struct sockaddr *)&address));
}

static void describe(const bind_wrap *w, const orr_live *live, char *out,
                     size_t size)
{
    const bind_stream *s = (const bind_stream *)w;
    struct sockaddr_storage address;
    uint32_t len = sizeof address;
    char host[64];

    (void)live;
    if (s->stream.connection_fn == NULL) {
        describe_peer(s, out, size);
        return;
    }
    snprintf(out, size, "TCP server");
    if (orr_getsockname(&s->stream.handle, (struct sockaddr *)&address,
                        &len) == 0 &&
        orr_ip_name((struct sockaddr *)&address, host, sizeof host) == 0)
        snprintf(out, size, "TCP server on %s port %u", host,
                 orr_ip_port((struct sockaddr *)&address));
}

static const bind_function methods[] = {
    STREAM_METHODS,
    { "bind", js_bind },
    { "connect", js_connect },
    { "getsockname", js_getsockname },
    { "getpeername", js_getpeername },
    { "setNoDelay", js_set_no_delay },
    { "setKeepAlive", js_set_keep_alive },
    { "reset", js_reset },
    { NULL, NULL },
};

const bind_handle_type bind_tcp_type = {
    .wrap = { .hook_name = "TCPWRAP",
              .resource_name = "TCPSocketWrap",
              .describe = describe },
    .name = "TCP",
    .size = sizeof(bind_stream),
    .handle_at = offsetof(bind_stream, stream),
    .open = open_tcp,
    .methods = methods,
};
