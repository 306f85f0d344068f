/* udp.h - the library's half of a datagram socket. See udp.c. */
#ifndef ORRERY_UDP_H
#define ORRERY_UDP_H

#include "loop/internal.h"

#define U_RECEIVING 1
#define U_CONNECTED 2
#define U_BOUND 4
#define U_IN_ARMED 8
#define U_OUT_ARMED 16
#define U_CALLING 32 /* inside the callbacks of what was sent */

typedef struct orr__udp {
    orr_udp *owner;
    int fd; /* -1: none */
    uint32_t flags;
    orr__op in, out; /* OP_RECVFROM, OP_SENDTO */
    orr__pending pending;
    orr_link waiting, done; /* datagrams */
    size_t queued_bytes, queued;
} orr__udp;

#endif
