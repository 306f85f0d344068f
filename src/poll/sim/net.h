/*
 * net.h - what the files of the simulated network share.
 *
 *      sim/net.c     sockets as objects, operations on them, readiness
 *      sim/stream.c  connections, pipes: bytes in order
 *      sim/dgram.c   datagrams
 *      sim/addr.c    addresses, ports, names of Unix sockets
 *      sim/opt.c     options of sockets
 *
 * The network is this process: a loopback device and Unix-domain sockets. A
 * connection is two sockets that point at each other; what one sends is put
 * into the queue of the other at once. Latency is simulated by the core, which
 * may report a ready socket as late as it likes.
 *
 *      a.send ->  [queue of b]  -> b.recv        at most SIM_SEND_QUEUE bytes
 *
 * A socket is `hot` from the moment something happened to it until a look at
 * it finds nothing to report. Only hot sockets are looked at by a wait, so a
 * thousand idle ones cost nothing.
 *
 * The list of hot sockets is in the order of epoll's ready list, which is that
 * of libuv's callbacks: a socket that is watched joins it when something
 * happens to it. One to which an operation was attached is `fresh`: libuv
 * registers it at the next wait, so it joins then, after all those. Each is
 * numbered when it joins, so that a wake-up finds its place among them.
 */
#ifndef ORRERY_SIM_NET_H
#define ORRERY_SIM_NET_H

#include <netinet/in.h>
#include <stdatomic.h>
#include <sys/socket.h>

#include "poll/sim/sim.h"

#define SIM_SEND_QUEUE 65536 /* bytes that wait in one queue */
#define SIM_DGRAM_BYTES 212992 /* the same for datagrams */
#define SIM_OPS 8             /* operations on one socket at a time */
#define SIM_FDS_MAX 253       /* descriptors in one message, as Linux has */

/* An address and port. IPv4 is written as ::ffff:a.b.c.d. */
typedef struct sim_addr {
    uint8_t ip[16];
    uint16_t port;
    uint32_t scope;
} sim_addr;

/* The name of a Unix-domain socket as in sun_path, without a final zero. */
typedef struct sim_name {
    uint8_t len; /* 0: it has none */
    char path[108];
} sim_name;

/* Bytes, or one datagram, on the way. */
typedef struct sim_parcel sim_parcel;
struct sim_parcel {
    sim_parcel *next;
    size_t at, len; /* what is not yet taken */
    sim_addr from;  /* datagrams */
    orr__sim_desc **descs;
    uint32_t ndescs;
    char bytes[];
};

typedef enum sim_type {
    SIM_TCP,
    SIM_UNIX,
    SIM_PIPE,
    SIM_UDP,
    SIM_UNIX_DGRAM, /* pairs only */
    SIM_STD         /* a real descriptor, 0 to 2 */
} sim_type;

typedef enum sim_stage {
    STAGE_NEW,
    STAGE_LISTENING,
    STAGE_CONNECTING, /* waits for a place in the listener's backlog */
    STAGE_CONNECTED
} sim_stage;

typedef struct sim_opt sim_opt;
typedef struct sim_group sim_group;

typedef struct sim_sock sim_sock;
struct sim_sock {
    sim_sock *next, *prev; /* all of them */
    sim_sock *next_hot, *prev_hot;
    sim_sock *next_fresh;
    sim_sock *next_bound, *prev_bound;
    uint64_t hot_since; /* its number among those that became hot */
    bool hot, fresh;
    bool watched; /* since a wait that found an operation */
    bool bound; /* has an address that others may find */

    uint8_t type;  /* sim_type */
    uint8_t stage; /* sim_stage */
    int domain;
    bool only_v6, reuse_addr, reuse_port;
    bool no_read, no_write; /* pipes: the other end's business */
    bool blocking;   /* made so: a write waits, and so a slot of the pool */
    bool ended;      /* we have sent our end */
    bool peer_ended; /* and the peer its own: after the bytes comes 0 */
    bool deaf;       /* shut down for reading: what has arrived is read */
    bool broken;     /* further sends fail with EPIPE */
    int error;       /* to be reported once; a positive errno */
    int connect_result;

    sim_addr local, remote;
    bool connected_dgram;
    sim_name name, remote_name;
    uint64_t file_id; /* of the name in the file view; 0: none */

    sim_sock *peer;
    sim_parcel *first, *last;
    size_t bytes;

    /* Of a listener: its queue of clients. */
    uint32_t backlog, waiting;
    sim_sock *line_first, *line_last;   /* accepted next; linked by line_next */
    sim_sock *knock_first, *knock_last; /* CONNECTING */
    sim_sock *line_next;
    sim_sock *listener; /* in whose queue, or waiting for a place in it */

    sim_opt *opts;
    sim_group *groups;

    orr__op *ops[SIM_OPS];
};

struct orr__sim_net {
    orr__sim_world *sim;
    const orr_allocator *a;
    sim_sock *all;
    sim_sock *hot_first, *hot_last;
    atomic_uint_fast64_t happened; /* how often a socket became hot */
    sim_sock *fresh_first, *fresh_last;
    bool moving; /* the last orr__sim_net_move() was not the last step */
    sim_sock *bound_first, *bound_last; /* in the order of bind */
    sim_sock *std[3];
    uint16_t next_port;
    uint32_t next_name;
};

/* ---- sim/net.c --------------------------------------------------------- */

sim_sock *orr__sim_sock_new(orr__sim_net *net, int domain, sim_type type);
/* Free it: no other socket points to it. */
void orr__sim_sock_free(orr__sim_net *net, sim_sock *s);
void orr__sim_sock_hot(orr__sim_net *net, sim_sock *s);
/* Its peer can take more bytes: hot, if it waits for that. */
void orr__sim_sock_space(orr__sim_net *net, sim_sock *s);

/* Copy from `bufs`; NULL: no memory. len is at most what is in them. */
sim_parcel *orr__sim_parcel_new(orr__sim_net *net, const orr_buf *bufs,
                                uint32_t nbufs, size_t len);
void orr__sim_parcel_free(orr__sim_net *net, sim_parcel *parcel);
void orr__sim_parcel_add(orr__sim_net *net, sim_sock *to, sim_parcel *parcel);
/* Take the first out of the queue; it is the caller's. */
sim_parcel *orr__sim_parcel_take(sim_sock *s);
size_t orr__sim_bufs_len(const orr_buf *bufs, uint32_t nbufs);

/* ---- sim/stream.c ------------------------------------------------------ */

int orr__sim_listen(orr__sim_net *net, sim_sock *s, int64_t backlog);
/* Begin; s->stage is the state, connect_result the result. Or the error that is
 * known at once. */
int orr__sim_connect(orr__sim_net *net, sim_sock *s,
                      const struct sockaddr *addr, uint32_t len);
/* The descriptor of the first in line, -EAGAIN or -EMFILE. */
int orr__sim_accept(orr__sim_net *net, sim_sock *s);
void orr__sim_pair(sim_sock *a, sim_sock *b);
/* Bytes taken. fds are sent with the first of them. */
int64_t orr__sim_stream_send(orr__sim_net *net, sim_sock *s, const orr__op *op);
/* Up to `size` bytes. Descriptors go to fds, *nfds how many; fds NULL: those
 * that come along are closed. */
int64_t orr__sim_stream_recv(orr__sim_net *net, sim_sock *s, const orr__op *op,
                             const orr_buf *buf, int *fds, uint32_t *nfds);
int orr__sim_shutdown(orr__sim_net *net, sim_sock *s, int64_t how);
/* The connection is lost, as if a cable had been cut: the peer learns of it by
 * ECONNRESET, and the caller knows already. */
void orr__sim_cut(orr__sim_net *net, sim_sock *s);
/* The last descriptor is closed. */
void orr__sim_stream_close(orr__sim_net *net, sim_sock *s);

/* ---- sim/dgram.c ------------------------------------------------------- */

int64_t orr__sim_dgram_send(orr__sim_net *net, sim_sock *s, const orr__op *op);
int orr__sim_dgram_connect(orr__sim_net *net, sim_sock *s,
                           const struct sockaddr *addr, uint32_t len);
/* Fill in the event; false: nothing there. */
bool orr__sim_dgram_recv(orr__sim_net *net, sim_sock *s, const orr__op *op,
                         orr__event *ev);
/* IP_ADD_MEMBERSHIP and its family. -ENOPROTOOPT: another option. */
int orr__sim_membership(orr__sim_net *net, sim_sock *s, const orr__op *op);
void orr__sim_groups_free(orr__sim_net *net, sim_sock *s);

/* ---- sim/addr.c -------------------------------------------------------- */

/* -EINVAL, -EAFNOSUPPORT if a socket of this domain cannot have that
 * address. */
int orr__sim_addr_read(const struct sockaddr *sa, uint32_t len, int domain,
                       sim_addr *out);
/* Its length; the address of a socket of this domain. */
uint32_t orr__sim_addr_write(const sim_addr *addr, int domain,
                             struct sockaddr_storage *out);
bool orr__sim_addr_v4(const sim_addr *addr);
bool orr__sim_addr_any(const sim_addr *addr);
bool orr__sim_addr_multicast(const sim_addr *addr);
bool orr__sim_addr_broadcast(const sim_addr *addr);
bool orr__sim_addr_local(const sim_addr *addr);
bool orr__sim_addr_same(const sim_addr *a, const sim_addr *b);
/* 127.0.0.1 or ::1, whichever speaks with `other`. */
void orr__sim_addr_loopback(sim_addr *addr, const sim_addr *other);
/* Would a packet to `to` reach s? 2: exactly, 1: as a wildcard, 0: no. */
int orr__sim_addr_match(const sim_sock *s, const sim_addr *to);

int orr__sim_bind(orr__sim_net *net, sim_sock *s, const struct sockaddr *addr,
                  uint32_t len, uint32_t flags);
/* Bind it to a free port. */
int orr__sim_bind_any(orr__sim_net *net, sim_sock *s);
void orr__sim_unbind(orr__sim_net *net, sim_sock *s);
/* -EADDRINUSE if another socket listens there already. */
int orr__sim_listen_check(orr__sim_net *net, const sim_sock *s);
uint16_t orr__sim_free_port(orr__sim_net *net, uint8_t type);
/* The listener for a connection to `to` from port `from`, or NULL. */
sim_sock *orr__sim_find_tcp(orr__sim_net *net, const sim_addr *to,
                            uint16_t from);
/* The same by name; NULL: *err says why. */
sim_sock *orr__sim_find_unix(orr__sim_net *net, const struct sockaddr *addr,
                             uint32_t len, int *err);
/* OP_SOCKNAME and OP_PEERNAME. */
int orr__sim_sockname(const sim_sock *s, bool peer, orr__op *op);

/* ---- sim/opt.c --------------------------------------------------------- */

int orr__sim_opt_set(orr__sim_net *net, sim_sock *s, const orr__op *op);
int orr__sim_opt_get(sim_sock *s, orr__op *op);
/* The value of one that was set, as a number, or `other`. */
int orr__sim_opt_int(const sim_sock *s, int level, int name, int other);
/* True if SO_LINGER makes close() send a reset. */
bool orr__sim_opt_abort(const sim_sock *s);
void orr__sim_opts_free(orr__sim_net *net, sim_sock *s);

#endif
