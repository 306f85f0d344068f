/*
 * address.c - addresses of sockets from and to JavaScript. See address.h.
 */
#include "bind/core/recording.h"
#include "bind/net/address.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int bind_to_address(napi_env env, napi_value text, napi_value port,
                    struct sockaddr_storage *out)
{
    char host[BIND_ADDRESS_SIZE];
    size_t len;

    if (napi_get_value_string_utf8(env, text, host, sizeof host, &len) !=
            napi_ok ||
        len + 1 >= sizeof host)
        return -EINVAL;
    const uint16_t n = (uint16_t)bind_to_int(env, port);
    return strchr(host, ':') ? orr_ip6_addr(host, n, out)
                             : orr_ip4_addr(host, n, out);
}

static void set_address(napi_env env, napi_value out,
                        const struct sockaddr *address)
{
    char host[BIND_ADDRESS_SIZE];

    if (orr_ip_name(address, host, sizeof host) < 0)
        return;
    BIND_OK(
        napi_set_named_property(env, out, "address", bind_string(env, host)));
    BIND_OK(napi_set_named_property(
        env, out, "family",
        bind_string(env, address->sa_family == AF_INET6 ? "IPv6" : "IPv4")));
    BIND_OK(napi_set_named_property(env, out, "port",
                                    bind_int(env, orr_ip_port(address))));
}

napi_value bind_get_name(napi_env env, const orr_handle *h, napi_value out,
                         bind_name_fn *get)
{
    struct sockaddr_storage address;
    uint32_t len = sizeof address;

    const int err = h ? get(h, (struct sockaddr *)&address, &len) : -EBADF;
    if (err == 0)
        set_address(env, out, (struct sockaddr *)&address);
    return bind_int(env, err);
}

bool bind_describe_name(const orr_handle *h, bind_name_fn *get, char *out,
                        size_t size)
{
    struct sockaddr_storage address;
    uint32_t len = sizeof address;
    char host[BIND_ADDRESS_SIZE];

    /* A trace of a replay asks, and the program that was recorded did not. */
    if (orr_is_recorded(h->loop))
        return false;
    if (get(h, (struct sockaddr *)&address, &len) < 0 ||
        orr_ip_name((struct sockaddr *)&address, host, sizeof host) < 0)
        return false;
    snprintf(out, size, "%s port %u", host,
             orr_ip_port((struct sockaddr *)&address));
    return true;
}
