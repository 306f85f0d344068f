/*
 * opt.c - options of sockets. Most of them change nothing here: they are
 * only stored. Those with an effect are read with orr__sim_opt_int() and
 * orr__sim_opt_abort(), and the three that bind() uses are members of the
 * socket.
 */
#include "poll/sim/net.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <string.h>

#include "poll/sim/core.h"

#define VALUE_MAX 16

struct sim_opt {
    sim_opt *next;
    int level, name;
    uint32_t len;
    unsigned char value[VALUE_MAX];
};

/* ---- Which there are --------------------------------------------------- */

typedef struct known {
    int level, name;
    int value;    /* before it is set */
    uint8_t type; /* which sockets have it: one or several of the bits */
} known;

enum { FOR_TCP = 1, FOR_UDP = 2, FOR_UNIX = 4, FOR_IP = 3, FOR_ALL = 7 };

static const known table[] = {
    { SOL_SOCKET, SO_REUSEADDR, 0, FOR_ALL },
    { SOL_SOCKET, SO_REUSEPORT, 0, FOR_IP },
    { SOL_SOCKET, SO_KEEPALIVE, 0, FOR_ALL },
    { SOL_SOCKET, SO_BROADCAST, 0, FOR_ALL },
    { SOL_SOCKET, SO_DONTROUTE, 0, FOR_ALL },
    { SOL_SOCKET, SO_OOBINLINE, 0, FOR_ALL },
    { SOL_SOCKET, SO_PRIORITY, 0, FOR_ALL },
    { SOL_SOCKET, SO_SNDBUF, SIM_DGRAM_BYTES, FOR_ALL },
    { SOL_SOCKET, SO_RCVBUF, SIM_DGRAM_BYTES, FOR_ALL },
    { SOL_SOCKET, SO_RCVLOWAT, 1, FOR_ALL },
    { SOL_SOCKET, SO_PASSCRED, 0, FOR_UNIX },
    { SOL_SOCKET, SO_INCOMING_CPU, 0, FOR_IP },
    { IPPROTO_TCP, TCP_NODELAY, 0, FOR_TCP },
    { IPPROTO_TCP, TCP_MAXSEG, 536, FOR_TCP },
    { IPPROTO_TCP, TCP_CORK, 0, FOR_TCP },
    { IPPROTO_TCP, TCP_KEEPIDLE, 7200, FOR_TCP },
    { IPPROTO_TCP, TCP_KEEPINTVL, 75, FOR_TCP },
    { IPPROTO_TCP, TCP_KEEPCNT, 9, FOR_TCP },
    { IPPROTO_TCP, TCP_DEFER_ACCEPT, 0, FOR_TCP },
    { IPPROTO_TCP, TCP_QUICKACK, 1, FOR_TCP },
    { IPPROTO_TCP, TCP_USER_TIMEOUT, 0, FOR_TCP },
    { IPPROTO_TCP, TCP_FASTOPEN, 0, FOR_TCP },
    { IPPROTO_IP, IP_TOS, 0, FOR_IP },
    { IPPROTO_IP, IP_TTL, 64, FOR_IP },
    { IPPROTO_IP, IP_RECVERR, 0, FOR_UDP },
    { IPPROTO_IP, IP_PKTINFO, 0, FOR_UDP },
    { IPPROTO_IP, IP_MULTICAST_TTL, 1, FOR_UDP },
    { IPPROTO_IP, IP_MULTICAST_LOOP, 1, FOR_UDP },
    { IPPROTO_IP, IP_MULTICAST_IF, 0, FOR_UDP },
    { IPPROTO_IP, IP_MULTICAST_ALL, 1, FOR_UDP },
    { IPPROTO_IPV6, IPV6_V6ONLY, 0, FOR_IP },
    { IPPROTO_IPV6, IPV6_TCLASS, 0, FOR_IP },
    { IPPROTO_IPV6, IPV6_UNICAST_HOPS, 64, FOR_IP },
    { IPPROTO_IPV6, IPV6_RECVERR, 0, FOR_UDP },
    { IPPROTO_IPV6, IPV6_RECVPKTINFO, 0, FOR_UDP },
    { IPPROTO_IPV6, IPV6_MULTICAST_HOPS, 1, FOR_UDP },
    { IPPROTO_IPV6, IPV6_MULTICAST_LOOP, 1, FOR_UDP },
    { IPPROTO_IPV6, IPV6_MULTICAST_IF, 0, FOR_UDP },
};

static const known *find_known(const sim_sock *s, int level, int name)
{
    const int bit = s->type == SIM_TCP   ? FOR_TCP
                    : s->type == SIM_UDP ? FOR_UDP
                                         : FOR_UNIX;

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (table[i].level == level && table[i].name == name &&
            (table[i].type & bit))
            return &table[i];
    return NULL;
}

static sim_opt *find_set(const sim_sock *s, int level, int name)
{
    for (sim_opt *o = s->opts; o != NULL; o = o->next)
        if (o->level == level && o->name == name)
            return o;
    return NULL;
}

/* Some of them may be given as one byte. */
static int as_int(const void *value, uint32_t len)
{
    int n;

    if (len < sizeof n)
        return *(const unsigned char *)value;
    memcpy(&n, value, sizeof n);
    return n;
}

int orr__sim_opt_int(const sim_sock *s, int level, int name, int other)
{
    const sim_opt *o = find_set(s, level, name);

    return o != NULL ? as_int(o->value, o->len) : other;
}

bool orr__sim_opt_abort(const sim_sock *s)
{
    const sim_opt *o = find_set(s, SOL_SOCKET, SO_LINGER);
    struct linger l;

    if (o == NULL || s->type != SIM_TCP)
        return false;
    memcpy(&l, o->value, sizeof l);
    return l.l_onoff != 0 && l.l_linger == 0;
}

void orr__sim_opts_free(orr__sim_net *net, sim_sock *s)
{
    while (s->opts != NULL) {
        sim_opt *o = s->opts;

        s->opts = o->next;
        orr__free(net->a, o);
    }
}

/* ---- Setting ----------------------------------------------------------- */

static int opt_keep(orr__sim_net *net, sim_sock *s, const orr__op *op,
                    const void *value)
{
    sim_opt *o = find_set(s, op->u.opt.level, op->u.opt.name);

    if (o == NULL) {
        o = orr__alloc(net->a, sizeof *o);
        if (o == NULL)
            return -ENOMEM;
        o->level = op->u.opt.level;
        o->name = op->u.opt.name;
        o->next = s->opts;
        s->opts = o;
    }
    o->len = op->u.opt.len;
    memcpy(o->value, value, o->len);
    return 0;
}

/* The kernel doubles the requested size, within limits. */
static int buffer_size(int asked)
{
    const int min = 2304;
    const int max = SIM_DGRAM_BYTES;

    asked = asked < 0 || asked > max ? max : asked;
    return asked * 2 < min ? min : asked * 2;
}

static int range_check(int level, int name, int value)
{
    if (level == IPPROTO_IP && name == IP_TTL)
        return value >= 1 && value <= 255 ? 0 : -EINVAL;
    if ((level == IPPROTO_IP && name == IP_MULTICAST_TTL) ||
        (level == IPPROTO_IPV6 && name == IPV6_MULTICAST_HOPS) ||
        (level == IPPROTO_IPV6 && name == IPV6_UNICAST_HOPS))
        return value >= -1 && value <= 255 ? 0 : -EINVAL;
    if (level == IPPROTO_TCP && (name == TCP_KEEPIDLE || name == TCP_KEEPINTVL))
        return value >= 1 && value <= 32767 ? 0 : -EINVAL;
    return 0;
}

static int set_number(orr__sim_net *net, sim_sock *s, const orr__op *op)
{
    const int level = op->u.opt.level;
    const int name = op->u.opt.name;
    int value = as_int(op->u.opt.value, op->u.opt.len);
    int err = range_check(level, name, value);

    if (err < 0)
        return err;
    if (level == SOL_SOCKET && (name == SO_SNDBUF || name == SO_RCVBUF)) {
        value = buffer_size(value);
        return opt_keep(net, s, op, &value);
    }
    if (level == IPPROTO_IPV6 && name == IPV6_V6ONLY && s->bound)
        return -EINVAL;
    err = opt_keep(net, s, op, op->u.opt.value);
    if (err < 0)
        return err;
    if (level == SOL_SOCKET && name == SO_REUSEADDR)
        s->reuse_addr = value != 0;
    if (level == SOL_SOCKET && name == SO_REUSEPORT)
        s->reuse_port = value != 0;
    if (level == IPPROTO_IPV6 && name == IPV6_V6ONLY)
        s->only_v6 = value != 0;
    return 0;
}

int orr__sim_opt_set(orr__sim_net *net, sim_sock *s, const orr__op *op)
{
    const int level = op->u.opt.level;
    const int name = op->u.opt.name;
    int err;

    if (s->type == SIM_PIPE || s->type == SIM_STD)
        return -ENOTSOCK;
    if (level == SOL_SOCKET && name == SO_LINGER)
        return op->u.opt.len == sizeof(struct linger)
                   ? opt_keep(net, s, op, op->u.opt.value)
                   : -EINVAL;
    err = orr__sim_membership(net, s, op);
    if (err != -ENOPROTOOPT)
        return err;
    if (find_known(s, level, name) == NULL)
        return s->type == SIM_UNIX && level != SOL_SOCKET ? -EOPNOTSUPP
                                                          : -ENOPROTOOPT;
    /* Longer values, such as the address of a group's interface, are stored. */
    if (op->u.opt.len < 1 || op->u.opt.len > VALUE_MAX)
        return -EINVAL;
    return set_number(net, s, op);
}

/* ---- Getting ----------------------------------------------------------- */

/* Options that describe the socket. */
static bool get_fact(sim_sock *s, int name, int *value)
{
    switch (name) {
    case SO_TYPE:
        *value = s->type == SIM_UDP || s->type == SIM_UNIX_DGRAM ? SOCK_DGRAM
                                                                 : SOCK_STREAM;
        return true;
    case SO_DOMAIN:
        *value = s->domain;
        return true;
    case SO_PROTOCOL:
        *value = s->type == SIM_TCP   ? IPPROTO_TCP
                 : s->type == SIM_UDP ? IPPROTO_UDP
                                      : 0;
        return true;
    case SO_ACCEPTCONN:
        *value = s->stage == STAGE_LISTENING;
        return true;
    case SO_ERROR:
        *value = s->error;
        s->error = 0;
        return true;
    case SO_REUSEADDR:
        *value = s->reuse_addr;
        return true;
    case SO_REUSEPORT:
        *value = s->reuse_port;
        return true;
    default:
        return false;
    }
}

static void opt_give(orr__op *op, const void *value, uint32_t len)
{
    if (op->u.opt.len > len)
        op->u.opt.len = len;
    memcpy(op->u.opt.value, value, op->u.opt.len);
}

static int get_struct(const sim_sock *s, orr__op *op)
{
    const sim_opt *o = find_set(s, SOL_SOCKET, SO_LINGER);
    const struct linger off = { 0 };
    const struct ucred us = { SIM_PID, SIM_UID, SIM_UID };

    if (op->u.opt.level != SOL_SOCKET)
        return -ENOPROTOOPT;
    if (op->u.opt.name == SO_LINGER) {
        opt_give(op, o != NULL ? (const void *)o->value : &off, sizeof off);
        return 0;
    }
    if (op->u.opt.name == SO_PEERCRED && s->type == SIM_UNIX) {
        opt_give(op, &us, sizeof us);
        return 0;
    }
    return -ENOPROTOOPT;
}

int orr__sim_opt_get(sim_sock *s, orr__op *op)
{
    const int level = op->u.opt.level;
    const int name = op->u.opt.name;
    const known *k = find_known(s, level, name);
    const sim_opt *o = find_set(s, level, name);
    int value;

    if (s->type == SIM_PIPE || s->type == SIM_STD)
        return -ENOTSOCK;
    if (level == SOL_SOCKET && get_fact(s, name, &value)) {
        opt_give(op, &value, sizeof value);
        return 0;
    }
    if (k == NULL)
        return get_struct(s, op);
    if (o != NULL && o->len > sizeof value) {
        opt_give(op, o->value, o->len);
        return 0;
    }
    value = o != NULL ? as_int(o->value, o->len) : k->value;
    if (level == IPPROTO_IPV6 && name == IPV6_V6ONLY)
        value = s->only_v6;
    opt_give(op, &value, sizeof value);
    return 0;
}
