/*
 * backend.h: a back end without a loop, for the tests of poll.h's rules.
 *
 *     backend b;
 *     backend_open(&b, 0);            the one that test_backend() names
 *     ...
 *     backend_close(&b);
 *
 * After a failed check it is closed, with the descriptors that came from it.
 * Waiting is bounded everywhere: an event that does not come fails the test.
 */
#ifndef ORRERY_TEST_BACKEND_H
#define ORRERY_TEST_BACKEND_H

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "base/base.h"
#include "poll/poll.h"
#include "test.h"

typedef struct backend {
    const orr__poll_table *table;
    orr__poll *poll;
    orr_allocator allocator;
    orr_world world;
} backend;

#define MS UINT64_C(1000000)
#define PATIENCE                                                               \
    (5000 * MS) /* on a slow machine; never waited for if all is               \
                 * well */

/* With the pool size wanted, or 0. */
int backend_try_open(backend *b, uint32_t pool_size);
void backend_open(backend *b, uint32_t pool_size);
void backend_close(backend *b);

int64_t backend_call(backend *b, orr__op *op);
void backend_submit(backend *b, orr__op *op); /* checks that it returns 0 */

/* Begin a batch. It may be empty, but not for want of patience. */
void backend_wait(backend *b);
/* Begin batches until there is an event, which is returned. */
void backend_event(backend *b, orr__event *ev);
/* One look, for at most 20 ms of waiting: fails if there is an event. */
void backend_quiet(backend *b);

/* Shorthands for operations. */
int backend_socket(backend *b, int domain, int type);
void backend_pair(backend *b, int fds[2]);
void backend_pipe(backend *b, int fds[2]);
void backend_close_fd(backend *b, int fd);
int64_t backend_send(backend *b, int fd, const char *text);
void backend_close_two(backend *b, const int fds[2]);
/* A back end with two sockets that are connected, and the end of both. */
void backend_open_pair(backend *b, int fds[2]);
void backend_close_pair(backend *b, const int fds[2]);
orr__op backend_recv_op(int fd);
/* cancel(), which returns 0. */
void backend_cancel(backend *b, orr__op *op);
/* The next event is of a receive, and has this text. */
void backend_expect(backend *b, const orr__op *op, const char *text);

/* 127.0.0.1 and a port. */
struct sockaddr_in backend_addr(uint16_t port);
int64_t backend_bind(backend *b, int fd, const struct sockaddr_in *addr,
                     uint32_t flags);
struct sockaddr_in backend_sockname(backend *b, int fd);
orr__op backend_connect_op(int fd, const struct sockaddr_in *addr);
/* How a connect ends: submit() has its error, or its event. */
int64_t backend_connect(backend *b, orr__op *op);
/* A socket that listens on a port the kernel chose. */
int backend_listener(backend *b, struct sockaddr_in *addr);

#endif
