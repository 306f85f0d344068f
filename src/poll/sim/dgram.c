/*
 * dgram.c - datagrams: UDP on the loopback device, and pairs of
 * Unix-domain sockets.
 *
 * A datagram goes to the one socket that fits its destination best: connected
 * to the sender, bound to exactly this address, bound to all addresses; among
 * equals the one that was bound last. To a group it goes to every member on
 * that port. One that does not fit into the receiver's queue is dropped, as in
 * real networks.
 */
#include "poll/sim/net.h"

#include <errno.h>
#include <string.h>

#define UDP_MAX 65507 /* bytes in one */

struct sim_group {
    sim_group *next;
    sim_addr group;
    sim_addr source; /* port 1: only from there; 0: from anywhere */
};

/* ---- Sending ----------------------------------------------------------- */

/* Give a copy to `to`. -ENOMEM is an error of the sender; if the queue is full,
 * the datagram is dropped. */
static int drop_in(orr__sim_net *net, sim_sock *to, const orr__op *op,
                   size_t len, const sim_addr *from)
{
    sim_parcel *parcel;

    if (to->bytes + len > SIM_DGRAM_BYTES)
        return to->type == SIM_UNIX_DGRAM ? -EAGAIN : 0;
    parcel = orr__sim_parcel_new(net, op->u.io.bufs, op->u.io.nbufs, len);
    if (parcel == NULL)
        return -ENOMEM;
    parcel->from = *from;
    orr__sim_parcel_add(net, to, parcel);
    return 0;
}

/* How well a socket fits a datagram; 0: not at all. */
static int dgram_fitness(const sim_sock *s, const sim_addr *to,
                         const sim_addr *from)
{
    const int match = s->type == SIM_UDP ? orr__sim_addr_match(s, to) : 0;

    if (match == 0 || !s->connected_dgram)
        return match;
    return orr__sim_addr_same(&s->remote, from) ? match + 2 : 0;
}

static sim_sock *find_receiver(orr__sim_net *net, const sim_addr *to,
                               const sim_addr *from)
{
    sim_sock *best = NULL;
    int best_fit = 1;

    for (sim_sock *s = net->bound_first; s != NULL; s = s->next_bound) {
        const int fit = dgram_fitness(s, to, from);

        if (fit >= best_fit) {
            best = s;
            best_fit = fit;
        }
    }
    return best;
}

static bool same_ip(const sim_addr *a, const sim_addr *b)
{
    return memcmp(a->ip, b->ip, sizeof a->ip) == 0;
}

static bool is_member(const sim_sock *s, const sim_addr *to,
                      const sim_addr *from)
{
    if (s->type != SIM_UDP || s->local.port != to->port)
        return false;
    if (orr__sim_addr_broadcast(to))
        return orr__sim_addr_any(&s->local);
    if (!orr__sim_addr_any(&s->local) && !same_ip(&s->local, to))
        return false;
    for (const sim_group *g = s->groups; g != NULL; g = g->next)
        if (same_ip(&g->group, to) &&
            (g->source.port == 0 || same_ip(&g->source, from)))
            return true;
    return false;
}

/* The next member, from `m` on, that gets a copy and has space for it. */
static sim_sock *next_member(sim_sock *m, size_t len, const sim_addr *to,
                             const sim_addr *from)
{
    while (m != NULL &&
           (!is_member(m, to, from) || m->bytes + len > SIM_DGRAM_BYTES))
        m = m->next_bound;
    return m;
}

/* All copies are made before the first is delivered: to all members or, without
 * memory, to none. */
static int copy_to_group(orr__sim_net *net, const orr__op *op, size_t len,
                         const sim_addr *to, const sim_addr *from)
{
    sim_sock *first = next_member(net->bound_first, len, to, from);
    sim_parcel *copies = NULL;

    for (sim_sock *m = first; m != NULL;
         m = next_member(m->next_bound, len, to, from)) {
        sim_parcel *parcel =
            orr__sim_parcel_new(net, op->u.io.bufs, op->u.io.nbufs, len);

        if (parcel == NULL)
            goto free_copies;
        parcel->from = *from;
        parcel->next = copies;
        copies = parcel;
    }
    for (sim_sock *m = first; copies != NULL;
         m = next_member(m->next_bound, len, to, from)) {
        sim_parcel *parcel = copies;

        copies = parcel->next;
        parcel->next = NULL;
        orr__sim_parcel_add(net, m, parcel);
    }
    return 0;

free_copies:
    while (copies != NULL) {
        sim_parcel *parcel = copies;

        copies = parcel->next;
        orr__sim_parcel_free(net, parcel);
    }
    return -ENOMEM;
}

static int send_to_group(orr__sim_net *net, const sim_sock *s,
                         const orr__op *op, size_t len, const sim_addr *to,
                         const sim_addr *from)
{
    const bool v4 = orr__sim_addr_v4(to);

    if (!orr__sim_addr_broadcast(to) &&
        orr__sim_opt_int(s, v4 ? IPPROTO_IP : IPPROTO_IPV6,
                         v4 ? IP_MULTICAST_LOOP : IPV6_MULTICAST_LOOP, 1) == 0)
        return 0;
    return copy_to_group(net, op, len, to, from);
}

/* Where it goes and where it comes from. */
static int udp_route(orr__sim_net *net, sim_sock *s, const orr__op *op,
                     sim_addr *to, sim_addr *from)
{
    int err = 0;

    if (op->u.io.addr != NULL)
        err =
            orr__sim_addr_read(op->u.io.addr, op->u.io.addr_len, s->domain, to);
    else if (s->connected_dgram)
        *to = s->remote;
    else
        err = -EDESTADDRREQ;
    if (err < 0)
        return err;
    if (to->port == 0)
        return -EINVAL;
    if (orr__sim_addr_any(to))
        orr__sim_addr_loopback(to, to);
    if (orr__sim_addr_broadcast(to) &&
        orr__sim_opt_int(s, SOL_SOCKET, SO_BROADCAST, 0) == 0)
        return -EACCES;
    if (!orr__sim_addr_local(to) && !orr__sim_addr_multicast(to) &&
        !orr__sim_addr_broadcast(to))
        return -ENETUNREACH;
    if (!s->bound) {
        err = orr__sim_bind_any(net, s);
        if (err < 0)
            return err;
    }
    *from = s->local;
    if (orr__sim_addr_any(from))
        orr__sim_addr_loopback(from, to);
    return 0;
}

static int64_t udp_send(orr__sim_net *net, sim_sock *s, const orr__op *op,
                        size_t len)
{
    sim_addr to;
    sim_addr from;
    sim_sock *receiver;
    int err;

    if (len > UDP_MAX)
        return -EMSGSIZE;
    err = udp_route(net, s, op, &to, &from);
    if (err < 0)
        return err;
    if (orr__sim_addr_multicast(&to) || orr__sim_addr_broadcast(&to)) {
        err = send_to_group(net, s, op, len, &to, &from);
    } else if ((receiver = find_receiver(net, &to, &from)) != NULL) {
        err = drop_in(net, receiver, op, len, &from);
    } else if (s->connected_dgram) { /* the answer to a closed port */
        s->error = ECONNREFUSED;
        orr__sim_sock_hot(net, s);
    }
    return err < 0 ? err : (int64_t)len;
}

int64_t orr__sim_dgram_send(orr__sim_net *net, sim_sock *s, const orr__op *op)
{
    const size_t len = orr__sim_bufs_len(op->u.io.bufs, op->u.io.nbufs);
    const int error = s->error;
    const sim_addr nobody = { 0 };
    int err;

    if (s->ended)
        return -EPIPE;
    if (error != 0) {
        s->error = 0;
        return -error;
    }
    if (s->type == SIM_UDP)
        return udp_send(net, s, op, len);
    if (s->peer == NULL)
        return -ECONNREFUSED;
    err = drop_in(net, s->peer, op, len, &nobody);
    return err < 0 ? err : (int64_t)len;
}

int orr__sim_dgram_connect(orr__sim_net *net, sim_sock *s,
                           const struct sockaddr *addr, uint32_t len)
{
    sim_addr to;
    int err;

    if (s->type != SIM_UDP)
        return -EISCONN;
    if (addr == NULL || addr->sa_family == AF_UNSPEC) {
        s->connected_dgram = false;
        memset(&s->remote, 0, sizeof s->remote);
        return 0;
    }
    err = orr__sim_addr_read(addr, len, s->domain, &to);
    if (err < 0)
        return err;
    if (orr__sim_addr_any(&to))
        orr__sim_addr_loopback(&to, &to);
    if (!orr__sim_addr_local(&to) && !orr__sim_addr_multicast(&to))
        return -ENETUNREACH;
    if (!s->bound) {
        err = orr__sim_bind_any(net, s);
        if (err < 0)
            return err;
    }
    if (orr__sim_addr_any(&s->local))
        orr__sim_addr_loopback(&s->local, &to);
    s->remote = to;
    s->connected_dgram = true;
    return 0;
}

/* ---- Receiving --------------------------------------------------------- */

bool orr__sim_dgram_recv(orr__sim_net *net, sim_sock *s, const orr__op *op,
                         orr__event *ev)
{
    orr__sim_rx *rx = orr__sim_rx_of(op);
    sim_parcel *parcel;

    if (s->error != 0) { /* about one datagram; the next may be fine */
        ev->result = -s->error;
        ev->more = true;
        s->error = 0;
        return true;
    }
    parcel = orr__sim_parcel_take(s);
    if (parcel == NULL)
        return false;
    must(parcel->len <= ORR__CHUNK || s->type == SIM_UNIX_DGRAM,
         "a datagram fits into the buffer");
    ev->flags = parcel->len > ORR__CHUNK ? ORR_UDP_PARTIAL : 0;
    ev->result = parcel->len > ORR__CHUNK ? ORR__CHUNK : (int64_t)parcel->len;
    memcpy(rx->chunk, parcel->bytes, (size_t)ev->result);
    ev->data = rx->chunk;
    ev->more = true;
    if (s->type == SIM_UDP) {
        orr__sim_addr_write(&parcel->from, s->domain, &rx->from);
        ev->from = (const struct sockaddr *)&rx->from;
    }
    orr__sim_parcel_free(net, parcel);
    return true;
}

/* ---- Groups ------------------------------------------------------------ */

typedef struct request {
    bool join;
    bool elsewhere; /* on a device that we don't have */
    sim_addr group, source;
} request;

static void put_v4(sim_addr *out, const struct in_addr *in)
{
    *out = (sim_addr){ .ip = { [10] = 0xff, [11] = 0xff } };
    memcpy(out->ip + 12, in, 4);
}

/* The device by its address: any, or the loopback one. */
static bool is_elsewhere(const struct in_addr *device)
{
    const uint32_t ip = ntohl(device->s_addr);

    return ip != INADDR_ANY && ip >> 24 != 127;
}

/* A socket address inside of an option. */
static int put_any(sim_addr *out, const struct sockaddr_storage *in)
{
    const struct sockaddr *sa = (const struct sockaddr *)in;

    return orr__sim_addr_read(sa, sizeof *in, sa->sa_family, out);
}

static int read_v4(const orr__op *op, request *r)
{
    const void *value = op->u.opt.value;

    switch (op->u.opt.name) {
    case IP_ADD_MEMBERSHIP:
    case IP_DROP_MEMBERSHIP: {
        struct ip_mreq m; /* ip_mreqn begins with the same */

        if (op->u.opt.len < sizeof m)
            return -EINVAL;
        memcpy(&m, value, sizeof m);
        put_v4(&r->group, &m.imr_multiaddr);
        r->elsewhere = is_elsewhere(&m.imr_interface);
        r->join = op->u.opt.name == IP_ADD_MEMBERSHIP;
        return 0;
    }
    case IP_ADD_SOURCE_MEMBERSHIP:
    case IP_DROP_SOURCE_MEMBERSHIP: {
        struct ip_mreq_source m;

        if (op->u.opt.len < sizeof m)
            return -EINVAL;
        memcpy(&m, value, sizeof m);
        put_v4(&r->group, &m.imr_multiaddr);
        put_v4(&r->source, &m.imr_sourceaddr);
        r->source.port = 1;
        r->elsewhere = is_elsewhere(&m.imr_interface);
        r->join = op->u.opt.name == IP_ADD_SOURCE_MEMBERSHIP;
        return 0;
    }
    default:
        return -ENOPROTOOPT;
    }
}

static int read_v6(const orr__op *op, request *r)
{
    struct ipv6_mreq m;

    if (op->u.opt.name != IPV6_JOIN_GROUP && op->u.opt.name != IPV6_LEAVE_GROUP)
        return -ENOPROTOOPT;
    if (op->u.opt.len < sizeof m)
        return -EINVAL;
    memcpy(&m, op->u.opt.value, sizeof m);
    memcpy(r->group.ip, &m.ipv6mr_multiaddr, 16);
    r->elsewhere = m.ipv6mr_interface > 1;
    r->join = op->u.opt.name == IPV6_JOIN_GROUP;
    return 0;
}

static int read_either(const orr__op *op, request *r)
{
    struct group_source_req m;
    int err;

    if (op->u.opt.name != MCAST_JOIN_SOURCE_GROUP &&
        op->u.opt.name != MCAST_LEAVE_SOURCE_GROUP)
        return -ENOPROTOOPT;
    if (op->u.opt.len < sizeof m)
        return -EINVAL;
    memcpy(&m, op->u.opt.value, sizeof m);
    err = put_any(&r->group, &m.gsr_group);
    if (err == 0)
        err = put_any(&r->source, &m.gsr_source);
    r->group.port = 0;
    r->source.port = 1;
    r->join = op->u.opt.name == MCAST_JOIN_SOURCE_GROUP;
    return err;
}

static int group_join(orr__sim_net *net, sim_sock *s, const request *r)
{
    sim_group *g;

    for (g = s->groups; g != NULL; g = g->next)
        if (same_ip(&g->group, &r->group) &&
            memcmp(&g->source, &r->source, sizeof r->source) == 0)
            return -EADDRINUSE;
    g = orr__alloc(net->a, sizeof *g);
    if (g == NULL)
        return -ENOMEM;
    g->group = r->group;
    g->source = r->source;
    g->next = s->groups;
    s->groups = g;
    return 0;
}

static int group_leave(orr__sim_net *net, sim_sock *s, const request *r)
{
    for (sim_group **at = &s->groups; *at != NULL; at = &(*at)->next) {
        sim_group *g = *at;

        if (same_ip(&g->group, &r->group) &&
            memcmp(&g->source, &r->source, sizeof r->source) == 0) {
            *at = g->next;
            orr__free(net->a, g);
            return 0;
        }
    }
    return -EADDRNOTAVAIL;
}

int orr__sim_membership(orr__sim_net *net, sim_sock *s, const orr__op *op)
{
    request r = { 0 };
    int err = -ENOPROTOOPT;

    if (op->u.opt.level == IPPROTO_IP)
        err = read_v4(op, &r);
    else if (op->u.opt.level == IPPROTO_IPV6)
        err = read_v6(op, &r);
    if (err == -ENOPROTOOPT)
        err = read_either(op, &r);
    if (err < 0)
        return err;
    if (s->type != SIM_UDP || !orr__sim_addr_multicast(&r.group))
        return -EINVAL;
    if (r.elsewhere)
        return -ENODEV;
    return r.join ? group_join(net, s, &r) : group_leave(net, s, &r);
}

void orr__sim_groups_free(orr__sim_net *net, sim_sock *s)
{
    while (s->groups != NULL) {
        sim_group *g = s->groups;

        s->groups = g->next;
        orr__free(net->a, g);
    }
}
