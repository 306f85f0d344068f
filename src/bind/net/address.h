/*
 * address.h - addresses of sockets as lib/ sees them: digits and a port.
 */
#ifndef ORRERY_BIND_ADDRESS_H
#define ORRERY_BIND_ADDRESS_H

#include <sys/socket.h>

#include "bind/core/handle.h"

/* Text with an address, and the name of an interface, fit into this. */
#define BIND_ADDRESS_SIZE 64

/* Read an address in digits; one with a colon is of IPv6. 0, or -EINVAL. */
int bind_to_address(napi_env env, napi_value text, napi_value port,
                    struct sockaddr_storage *out);

/* orr_getsockname() or orr_getpeername() */
typedef int bind_name_fn(const orr_handle *h, struct sockaddr *addr,
                         uint32_t *len);

/* Set address, family and port of `out`. 0, or a negative errno: -EBADF for a
 * handle that is NULL. */
napi_value bind_get_name(napi_env env, const orr_handle *h, napi_value out,
                         bind_name_fn *get);

/* "127.0.0.1 port 80" for --why; false if it has no such name. */
bool bind_describe_name(const orr_handle *h, bind_name_fn *get, char *out,
                        size_t size);

#endif
