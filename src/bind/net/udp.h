/*
 * udp.h - the handle of a datagram socket, for those who send one to another
 * process. See udp.c.
 */
#ifndef ORRERY_BIND_UDP_H
#define ORRERY_BIND_UDP_H

#include "bind/core/handle.h"

typedef struct bind_udp {
    bind_handle base; /* stays first */
    orr_udp udp;
    int family; /* AF_INET or AF_INET6 */
} bind_udp;

extern const bind_handle_type bind_udp_type;

#endif
