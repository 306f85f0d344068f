/* net.h - small help for tests that talk over sockets. */
#ifndef ORRERY_TEST_NET_H
#define ORRERY_TEST_NET_H

#include <sys/socket.h>

#include "fixture.h"

/* 127.0.0.1 with this port; static memory. */
const struct sockaddr *local4(uint16_t port);

/* The port that a bound handle has. */
uint16_t port_of(orr_handle *h);

/* A TCP server on a free port of 127.0.0.1. */
void serve(fixture *f, orr_stream *server, orr_connection_fn *fn);

static inline orr_buf buf_of(const char *text)
{
    return (orr_buf){ (void *)(uintptr_t)text, __builtin_strlen(text) };
}

#endif
