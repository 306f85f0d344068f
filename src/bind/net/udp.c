/*
 * udp.c - class UDP of internalBinding('udp'): datagram sockets.
 *
 *      send(list, port, address, req)   bytes + 1: sent at once, and nothing
 *                                       calls back; 0: req.oncomplete(status,
 *                                       bytes) will be called; a negative errno
 *      onmessage(n, buffer, address, port, isIPv6)   or n, a negative errno
 *
 * A datagram is tried at once with the memory of the program as it is. Only
 * one that the kernel does not take now becomes a request, which pins it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/net/address.h"
#include "bind/bytes/buffer.h"
#include "bind/core/pin.h"
#include "bind/net/udp.h"

/* new UDP(4 or 6) */
static int open_udp(bind_handle *h, size_t argc, const napi_value *argv)
{
    bind_udp *u = (bind_udp *)h;
    const bool is_6 = argc > 0 && bind_to_int(h->wrap.r->env, argv[0]) == 6;

    u->family = is_6 ? AF_INET6 : AF_INET;
    return orr_udp_init(h->wrap.r->loop, &u->udp);
}

/* ---- Addresses ---------------------------------------------------------- */

/* An address of the family that the socket is of: 0, or a negative errno. A
 * socket that is closed is NULL here. */
static int to_address(napi_env env, const bind_udp *u, napi_value text,
                      napi_value port, struct sockaddr_storage *out)
{
    if (u == NULL)
        return -EBADF;
    const int err = bind_to_address(env, text, port, out);
    return err == 0 && out->ss_family != u->family ? -EINVAL : err;
}

/* open(fd): 0, or a negative errno; the descriptor is the socket's then, and
 * its family that of the socket. */
static napi_value js_open(napi_env env, napi_callback_info info)
{
    napi_value fd;
    bind_udp *u = bind_this(env, info, 1, &fd);
    struct sockaddr_storage address;
    uint32_t len = sizeof address;

    if (u == NULL)
        return bind_int(env, -EBADF);
    const int err = orr_udp_open(&u->udp, (int)bind_to_int(env, fd));
    if (err == 0 &&
        orr_getsockname(&u->udp.handle, (struct sockaddr *)&address, &len) == 0)
        u->family = address.ss_family;
    return bind_int(env, err);
}

/* bind(address, port, flags): 0, or a negative errno. */
static napi_value js_bind(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    bind_udp *u = bind_this(env, info, 3, args);
    struct sockaddr_storage address;

    int err = to_address(env, u, args[0], args[1], &address);
    if (err == 0)
        err = orr_udp_bind(&u->udp, (struct sockaddr *)&address,
                           (uint32_t)bind_to_int(env, args[2]));
    return bind_int(env, err);
}

/* connect(address, port): 0, or a negative errno. */
static napi_value js_connect(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_udp *u = bind_this(env, info, 2, args);
    struct sockaddr_storage address;

    int err = to_address(env, u, args[0], args[1], &address);
    if (err == 0)
        err = orr_udp_connect(&u->udp, (struct sockaddr *)&address);
    return bind_int(env, err);
}

static napi_value js_disconnect(napi_env env, napi_callback_info info)
{
    bind_udp *u = bind_this(env, info, 0, NULL);

    return bind_int(env, u ? orr_udp_connect(&u->udp, NULL) : -EBADF);
}

static napi_value js_getsockname(napi_env env, napi_callback_info info)
{
    napi_value out;
    const bind_udp *u = bind_this(env, info, 1, &out);

    return bind_get_name(env, u ? &u->udp.handle : NULL, out, orr_getsockname);
}

static napi_value js_getpeername(napi_env env, napi_callback_info info)
{
    napi_value out;
    const bind_udp *u = bind_this(env, info, 1, &out);

    return bind_get_name(env, u ? &u->udp.handle : NULL, out, orr_getpeername);
}

/* -1 if it has none. */
static napi_value js_get_fd(napi_env env, napi_callback_info info)
{
    const bind_udp *u = bind_this(env, info, 0, NULL);
    const int fd = u ? orr_fileno(&u->udp.handle) : -1;

    return bind_int(env, fd < 0 ? -1 : fd);
}

/* ---- Sending ------------------------------------------------------------ */

typedef struct send_request {
    bind_request base;
    orr_send_req req;
    size_t size;
} send_request;

static const bind_type send_type = { .hook_name = "UDPSENDWRAP",
                                     .resource_name = "UDPSendWrap" };

/* One datagram: its pieces in the memory of the views. */
typedef struct datagram {
    napi_value views; /* an array */
    napi_value req;   /* undefined: there is no callback */
    orr_buf *bufs;
    orr_buf few[8];
    uint32_t count;
    size_t size;
    struct sockaddr_storage address;
    bool has_address;
} datagram;

static void on_sent(orr_send_req *req, int status)
{
    send_request *q = req->req.data;
    runtime *r = q->base.wrap.r;
    napi_handle_scope scope;

    if (r->over || q->base.wrap.object == NULL) {
        bind_request_close(&q->base);
        free(q);
        return;
    }
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    const napi_value argv[2] = { bind_int(r->env, status),
                                 bind_double(r->env, (double)q->size) };
    bind_request_finish(&q->base, 2, argv);
    free(q);
    napi_close_handle_scope(r->env, scope);
}

static napi_value view_at(napi_env env, const datagram *d, uint32_t i)
{
    napi_value view;

    BIND_OK(napi_get_element(env, d->views, i, &view));
    return view;
}

/* Where the pieces are: 0, or a negative errno. d->bufs is the caller's to
 * free unless it is d->few. */
static int udp_gather(napi_env env, datagram *d)
{
    BIND_OK(napi_get_array_length(env, d->views, &d->count));
    d->bufs = d->few;
    if (d->count > sizeof d->few / sizeof d->few[0])
        d->bufs = calloc(d->count, sizeof *d->bufs);
    if (d->bufs == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < d->count; i++) {
        bind_bytes bytes;
        if (!bind_to_bytes(env, view_at(env, d, i), &bytes))
            return -EINVAL;
        d->bufs[i] = (orr_buf){ bytes.data, bytes.length };
        d->size += bytes.length;
    }
    return 0;
}

static const struct sockaddr *address_of(const datagram *d)
{
    return d->has_address ? (const struct sockaddr *)&d->address : NULL;
}

static int udp_begin(bind_udp *u, send_request *q, datagram *d)
{
    runtime *r = u->base.wrap.r;
    int err = 0;

    bind_request_open(r, &q->base, &send_type, &q->req.req,
                      bind_is_undefined(r->env, d->req) ? NULL : d->req);
    q->size = d->size;
    for (uint32_t i = 0; i < d->count && err == 0; i++)
        err =
            bind_hold_view(&q->base, view_at(r->env, d, i), d->bufs, d->count);
    if (err < 0)
        return err;
    return orr_udp_send(&q->req, &u->udp, d->bufs, d->count, address_of(d),
                        on_sent);
}

static int send_later(bind_udp *u, datagram *d)
{
    send_request *q = calloc(1, sizeof *q);

    if (q == NULL)
        return -ENOMEM;
    const int err = bind_request_begun(&q->base, udp_begin(u, q, d));
    if (err < 0)
        free(q);
    return err;
}

/* send(list of views, port, address, req): see above. Without an address the
 * socket is connected. */
static napi_value js_send(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    bind_udp *u = bind_this(env, info, 4, args);
    datagram d = { .views = args[0], .req = args[3] };
    int64_t n = 0;

    if (u == NULL)
        return bind_int(env, -EBADF);
    d.has_address = !bind_is_undefined(env, args[2]);
    if (d.has_address)
        n = to_address(env, u, args[2], args[1], &d.address);
    if (n == 0)
        n = udp_gather(env, &d);
    if (n == 0) {
        n = orr_udp_try_send(&u->udp, d.bufs, d.count, address_of(&d));
        if (n >= 0)
            n = (int64_t)d.size + 1;
        else if (n == -EAGAIN || n == -ENOBUFS)
            n = send_later(u, &d); /* as in libuv: it waits for space */
    }
    if (d.bufs != d.few)
        free(d.bufs);
    return bind_int(env, n);
}

static napi_value js_queue_size(napi_env env, napi_callback_info info)
{
    const bind_udp *u = bind_this(env, info, 0, NULL);

    return bind_double(env, u ? (double)orr_udp_queue_size(&u->udp) : 0);
}

static napi_value js_queue_count(napi_env env, napi_callback_info info)
{
    const bind_udp *u = bind_this(env, info, 0, NULL);

    return bind_double(env, u ? (double)orr_udp_queue_count(&u->udp) : 0);
}

/* ---- Receiving ---------------------------------------------------------- */

/* The bytes are the loop's until the callback returns: the program gets a
 * copy. */
static void call_onmessage(bind_udp *u, int64_t n, const void *bytes,
                           const struct sockaddr *from)
{
    runtime *r = u->base.wrap.r;
    char host[BIND_ADDRESS_SIZE] = "";
    uint8_t *data;

    if (n < 0) {
        const napi_value error = bind_int(r->env, n);
        bind_handle_call(&u->base, "onmessage", 1, &error);
        return;
    }
    const napi_value buffer = bind_new_buffer(r, (size_t)n, &data);
    if (buffer == NULL) {
        runtime_report_pending(r);
        return;
    }
    if (n > 0)
        memcpy(data, bytes, (size_t)n);
    if (orr_ip_name(from, host, sizeof host) < 0)
        host[0] = 0;
    const napi_value argv[5] = {
        bind_int(r->env, n), buffer, bind_string(r->env, host),
        bind_int(r->env, orr_ip_port(from)),
        bind_bool(r->env, from->sa_family == AF_INET6)
    };
    bind_handle_call(&u->base, "onmessage", 5, argv);
}

static void on_recv(orr_udp *udp, int64_t n, const void *bytes,
                    const struct sockaddr *from, uint32_t flags)
{
    bind_udp *u = udp->handle.data;
    runtime *r = u->base.wrap.r;
    napi_handle_scope scope;

    (void)flags;
    if (r->over || (n >= 0 && from == NULL))
        return;
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    call_onmessage(u, n, bytes, from);
    napi_close_handle_scope(r->env, scope);
}

static napi_value js_recv_start(napi_env env, napi_callback_info info)
{
    bind_udp *u = bind_this(env, info, 0, NULL);
    const int err = u ? orr_udp_recv_start(&u->udp, on_recv) : -EBADF;

    return bind_int(env, err == -EALREADY ? 0 : err);
}

static napi_value js_recv_stop(napi_env env, napi_callback_info info)
{
    bind_udp *u = bind_this(env, info, 0, NULL);

    if (u != NULL)
        orr_udp_recv_stop(&u->udp);
    return bind_int(env, u ? 0 : -EBADF);
}

/* ---- Options ------------------------------------------------------------ */

/* bufferSize(size or 0 to ask, whether of receiving): the size, or a negative
 * errno. */
static napi_value js_buffer_size(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    bind_udp *u = bind_this(env, info, 2, args);
    const int64_t size = bind_to_int(env, args[0]);
    int value = (int)size;

    if (u == NULL)
        return bind_int(env, -EBADF);
    if (size > INT32_MAX)
        return bind_int(env, -EINVAL);
    const int err = bind_to_bool(env, args[1])
                        ? orr_recv_buffer_size(&u->udp.handle, &value)
                        : orr_send_buffer_size(&u->udp.handle, &value);
    return bind_int(env, err < 0 ? err : value);
}

static napi_value js_set_broadcast(napi_env env, napi_callback_info info)
{
    napi_value on;
    bind_udp *u = bind_this(env, info, 1, &on);

    return bind_int(env, u ? orr_udp_broadcast(&u->udp, bind_to_bool(env, on))
                           : -EBADF);
}

static napi_value js_set_multicast_loop(napi_env env, napi_callback_info info)
{
    napi_value on;
    bind_udp *u = bind_this(env, info, 1, &on);

    return bind_int(env,
                    u ? orr_udp_multicast_loop(&u->udp, bind_to_bool(env, on))
                      : -EBADF);
}

static napi_value js_set_ttl(napi_env env, napi_callback_info info)
{
    napi_value ttl;
    bind_udp *u = bind_this(env, info, 1, &ttl);

    return bind_int(env, u ? orr_udp_ttl(&u->udp, (int)bind_to_int(env, ttl))
                           : -EBADF);
}

static napi_value js_set_multicast_ttl(napi_env env, napi_callback_info info)
{
    napi_value ttl;
    bind_udp *u = bind_this(env, info, 1, &ttl);

    return bind_int(
        env, u ? orr_udp_multicast_ttl(&u->udp, (int)bind_to_int(env, ttl))
               : -EBADF);
}

static napi_value js_set_multicast_interface(napi_env env,
                                             napi_callback_info info)
{
    napi_value text;
    bind_udp *u = bind_this(env, info, 1, &text);
    char *address = u ? bind_to_string(env, text, NULL) : NULL;

    if (u == NULL)
        return bind_int(env, -EBADF);
    const int err =
        address ? orr_udp_multicast_interface(&u->udp, address) : -EINVAL;
    free(address);
    return bind_int(env, err);
}

/* membership(group, interface, source, whether to join): interface and source
 * may be undefined. 0, or a negative errno. */
static napi_value js_membership(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    bind_udp *u = bind_this(env, info, 4, args);
    char *text[3] = { NULL, NULL, NULL };

    if (u == NULL)
        return bind_int(env, -EBADF);
    for (int i = 0; i < 3; i++)
        text[i] = bind_to_string(env, args[i], NULL);
    const int err = orr_udp_source_membership(
        &u->udp, text[0], text[1], text[2], bind_to_bool(env, args[3]));
    for (int i = 0; i < 3; i++)
        free(text[i]);
    return bind_int(env, err);
}

/* ---- The class ---------------------------------------------------------- */

static void udp_describe(const bind_wrap *w, const orr_live *live, char *out,
                         size_t size)
{
    const bind_udp *u = (const bind_udp *)w;
    char name[BIND_ADDRESS_SIZE + 16];

    (void)live;
    if (bind_describe_name(&u->udp.handle, orr_getsockname, name, sizeof name))
        snprintf(out, size, "UDP socket on %s", name);
    else
        snprintf(out, size, "UDP socket");
}

static const bind_function methods[] = {
    { "open", js_open },
    { "bind", js_bind },
    { "connect", js_connect },
    { "disconnect", js_disconnect },
    { "getsockname", js_getsockname },
    { "getpeername", js_getpeername },
    { "getFd", js_get_fd },
    { "send", js_send },
    { "getSendQueueSize", js_queue_size },
    { "getSendQueueCount", js_queue_count },
    { "recvStart", js_recv_start },
    { "recvStop", js_recv_stop },
    { "bufferSize", js_buffer_size },
    { "setBroadcast", js_set_broadcast },
    { "setMulticastLoopback", js_set_multicast_loop },
    { "setTTL", js_set_ttl },
    { "setMulticastTTL", js_set_multicast_ttl },
    { "setMulticastInterface", js_set_multicast_interface },
    { "membership", js_membership },
    { NULL, NULL },
};

const bind_handle_type bind_udp_type = {
    .wrap = { .hook_name = "UDPWRAP",
              .resource_name = "UDPWrap",
              .describe = udp_describe },
    .name = "UDP",
    .size = sizeof(bind_udp),
    .handle_at = offsetof(bind_udp, udp),
    .open = open_udp,
    .methods = methods,
};

static napi_status udp_init(runtime *r, napi_value exports)
{
    static const struct {
        const char *name;
        int value;
    } flags[] = { { "IPV6ONLY", ORR_BIND_IPV6ONLY },
                  { "REUSEPORT", ORR_BIND_REUSEPORT },
                  { "REUSEADDR", ORR_UDP_REUSEADDR } };

    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        bind_set(r, exports, flags[i].name, bind_int(r->env, flags[i].value));
    return bind_handle_class(r, exports, &bind_udp_type);
}

const bind_entry bind_entry_udp = { .name = "udp", .init = udp_init };
