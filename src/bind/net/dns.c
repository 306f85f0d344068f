/*
 * dns.c - internalBinding('dns'): names and addresses by the system's resolver,
 * on the thread pool.
 *
 *      getaddrinfo(req, host, family, flags)  oncomplete(error, addresses)
 *      getnameinfo(req, address, port)        oncomplete(error, host, service)
 *
 * `error` is null, a negative errno, or a number of ORR_EAI_...; addresses come
 * as [address, 4 or 6, ...] in the resolver's order, each once.
 */
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "bind/core/handle.h"

typedef struct lookup {
    bind_request base;
    orr_addrinfo req;
} lookup;

static const bind_type lookup_type = { .hook_name = "GETADDRINFOREQWRAP",
                                       .resource_name = "GetAddrInfoReqWrap" };

/* An address may be in the list once for each type of socket. */
static bool is_repeated(const struct addrinfo *list, const struct addrinfo *a)
{
    for (; list != a; list = list->ai_next)
        if (list->ai_addrlen == a->ai_addrlen &&
            memcmp(list->ai_addr, a->ai_addr, a->ai_addrlen) == 0)
            return true;
    return false;
}

static napi_value list_addresses(napi_env env, const struct addrinfo *list)
{
    napi_value out;
    uint32_t n = 0;
    char text[64];

    BIND_OK(napi_create_array(env, &out));
    for (const struct addrinfo *a = list; a != NULL; a = a->ai_next) {
        if (is_repeated(list, a) ||
            orr_ip_name(a->ai_addr, text, sizeof text) < 0)
            continue;
        const int family = a->ai_family == AF_INET6 ? 6 : 4;
        BIND_OK(napi_set_element(env, out, n++, bind_string(env, text)));
        BIND_OK(napi_set_element(env, out, n++, bind_int(env, family)));
    }
    return out;
}

static void on_lookup(orr_addrinfo *req, int status)
{
    lookup *q = req->req.data;
    runtime *r = q->base.wrap.r;
    napi_handle_scope scope;

    if (r->over) {
        bind_request_close(&q->base);
    } else {
        BIND_OK(napi_open_handle_scope(r->env, &scope));
        const napi_value argv[2] = {
            status == 0 ? bind_null(r->env) : bind_int(r->env, status),
            status == 0 ? list_addresses(r->env, req->list)
                        : bind_undefined(r->env),
        };
        bind_request_finish(&q->base, 2, argv);
        napi_close_handle_scope(r->env, scope);
    }
    if (status == 0)
        orr_freeaddrinfo(r->loop, req->list);
    free(q);
}

static int begin_lookup(runtime *r, napi_value object, const char *host,
                        const struct addrinfo *hints)
{
    lookup *q = calloc(1, sizeof *q);

    if (q == NULL)
        return -ENOMEM;
    bind_request_open(r, &q->base, &lookup_type, &q->req.req, object);
    const int err = bind_request_begun(
        &q->base,
        orr_getaddrinfo(r->loop, &q->req, host, NULL, hints, on_lookup));
    if (err < 0)
        free(q);
    return err;
}

/* getaddrinfo(req, host, family, flags): 0, or a negative errno. */
static napi_value js_getaddrinfo(napi_env env, napi_callback_info info)
{
    napi_value args[4];
    runtime *r = bind_args(env, info, 4, args);
    const int64_t family = bind_to_int(env, args[2]);
    const struct addrinfo hints = {
        .ai_family = family == 6   ? AF_INET6
                     : family == 4 ? AF_INET
                                   : AF_UNSPEC,
        .ai_socktype = SOCK_STREAM,
        .ai_flags = (int)bind_to_int(env, args[3]),
    };
    char *host = bind_to_string(env, args[1], NULL);

    if (host == NULL)
        return bind_int(env, -EINVAL);
    const int err = begin_lookup(r, args[0], host, &hints);
    free(host);
    return bind_int(env, err);
}

/* ---- From addresses to names -------------------------------------------- */

typedef struct name_lookup {
    bind_request base;
    orr_nameinfo req;
} name_lookup;

static const bind_type name_type = { .hook_name = "GETNAMEINFOREQWRAP",
                                     .resource_name = "GetNameInfoReqWrap" };

static void on_name(orr_nameinfo *req, int status)
{
    name_lookup *q = req->req.data;
    runtime *r = q->base.wrap.r;
    napi_handle_scope scope;

    if (r->over) {
        bind_request_close(&q->base);
    } else {
        BIND_OK(napi_open_handle_scope(r->env, &scope));
        const napi_value argv[3] = {
            status == 0 ? bind_null(r->env) : bind_int(r->env, status),
            bind_string(r->env, status == 0 ? req->host : ""),
            bind_string(r->env, status == 0 ? req->service : ""),
        };
        bind_request_finish(&q->base, 3, argv);
        napi_close_handle_scope(r->env, scope);
    }
    free(q);
}

static int begin_name(runtime *r, napi_value object, const char *host,
                      uint16_t port)
{
    struct sockaddr_storage address;
    int err = strchr(host, ':') ? orr_ip6_addr(host, port, &address)
                                : orr_ip4_addr(host, port, &address);
    if (err < 0)
        return err;
    name_lookup *q = calloc(1, sizeof *q);
    if (q == NULL)
        return -ENOMEM;
    bind_request_open(r, &q->base, &name_type, &q->req.req, object);
    err = orr_getnameinfo(r->loop, &q->req, (struct sockaddr *)&address,
                          NI_NAMEREQD, on_name);
    err = bind_request_begun(&q->base, err);
    if (err < 0)
        free(q);
    return err;
}

/* getnameinfo(req, address, port): 0, or a negative errno. */
static napi_value js_getnameinfo(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    runtime *r = bind_args(env, info, 3, args);
    char *host = bind_to_string(env, args[1], NULL);

    if (host == NULL)
        return bind_int(env, -EINVAL);
    const int err =
        begin_name(r, args[0], host, (uint16_t)bind_to_int(env, args[2]));
    free(host);
    return bind_int(env, err);
}

static napi_status dns_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = {
        { "getaddrinfo", js_getaddrinfo },
        { "getnameinfo", js_getnameinfo },
        { NULL, NULL },
    };
    static const struct {
        const char *name;
        int value;
    } flags[] = { { "ADDRCONFIG", AI_ADDRCONFIG },
                  { "V4MAPPED", AI_V4MAPPED },
                  { "ALL", AI_ALL } };

    bind_methods(r, exports, functions);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        BIND_OK(napi_set_named_property(r->env, exports, flags[i].name,
                                        bind_int(r->env, flags[i].value)));
    return napi_ok;
}

const bind_entry bind_entry_dns = { .name = "dns", .init = dns_init };
