/*
 * net.c - addresses and socket options in the loop's words.
 *
 * Everything here is translation: it fills in an operation and has the back
 * end do it with call(), so it serves the real ones and the simulator alike.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "poll/poll.h"

_Static_assert(sizeof(struct sockaddr_storage) <=
                   sizeof(((orr__addr *)0)->bytes),
               "every address fits");

/* ---- Addresses -------------------------------------------------------- */

static uint32_t family_len(int family)
{
    switch (family) {
    case AF_INET:
        return sizeof(struct sockaddr_in);
    case AF_INET6:
        return sizeof(struct sockaddr_in6);
    case AF_UNIX:
        return sizeof(struct sockaddr_un);
    default:
        return 0;
    }
}

int orr__addr_copy(orr__addr *to, const struct sockaddr *from)
{
    const uint32_t len = family_len(from->sa_family);

    if (len == 0)
        return -EINVAL;
    memset(to, 0, sizeof *to);
    memcpy(to->bytes, from, len);
    to->len = len;
    return 0;
}

/* An abstract name is as long as it says; a path ends with a zero byte. */
int orr__addr_unix(orr__addr *to, const char *path, size_t len)
{
    struct sockaddr_un un = { .sun_family = AF_UNIX };

    if (len == 0)
        return -EINVAL;
    if (len > sizeof un.sun_path || (path[0] != 0 && len == sizeof un.sun_path))
        return -ENAMETOOLONG;
    if (path[0] != 0 && memchr(path, 0, len) != NULL)
        return -EINVAL;
    memcpy(un.sun_path, path, len);
    memset(to, 0, sizeof *to);
    memcpy(to->bytes, &un, sizeof un);
    to->len = (uint32_t)(offsetof(struct sockaddr_un, sun_path) + len);
    if (path[0] != 0)
        to->len++;
    return 0;
}

void orr__addr_any(orr__addr *to, const struct sockaddr *like)
{
    struct sockaddr_in any4 = { .sin_family = AF_INET };
    struct sockaddr_in6 any6 = { .sin6_family = AF_INET6,
                                 .sin6_addr = IN6ADDR_ANY_INIT };

    if (like != NULL && like->sa_family == AF_INET6)
        orr__addr_copy(to, (struct sockaddr *)&any6);
    else
        orr__addr_copy(to, (struct sockaddr *)&any4);
}

const char *orr__addr_path(const orr__addr *a)
{
    const struct sockaddr_un *un = (const void *)a->bytes;

    if (un->sun_family != AF_UNIX || un->sun_path[0] == 0)
        return NULL;
    return (const char *)a->bytes + offsetof(struct sockaddr_un, sun_path);
}

/* ---- Sockets ---------------------------------------------------------- */

int orr__sock_open(orr__poll *p, const struct sockaddr *like, bool datagram)
{
    orr__op op = { .code = OP_SOCKET };

    op.u.socket.domain = like != NULL ? like->sa_family : AF_INET;
    op.u.socket.type = datagram ? SOCK_DGRAM : SOCK_STREAM;
    return (int)p->table->call(p, &op);
}

static int set_option(orr__poll *p, int fd, int level, int name,
                      const void *value, size_t len)
{
    orr__op op = { .code = OP_SETOPT, .fd = fd };

    op.u.opt.level = level;
    op.u.opt.name = name;
    op.u.opt.value = (void *)(uintptr_t)value;
    op.u.opt.len = (uint32_t)len;
    return (int)p->table->call(p, &op);
}

static int set_int(orr__poll *p, int fd, int level, int name, int value)
{
    return set_option(p, fd, level, name, &value, sizeof value);
}

static int get_int(orr__poll *p, int fd, int level, int name, int *value)
{
    orr__op op = { .code = OP_GETOPT, .fd = fd };

    op.u.opt.level = level;
    op.u.opt.name = name;
    op.u.opt.value = value;
    op.u.opt.len = sizeof *value;
    const int64_t err = p->table->call(p, &op);
    return err < 0 ? (int)err : 0;
}

/* AF_INET or AF_INET6 of a socket: some options exist once for each. */
static int family_of(orr__poll *p, int fd)
{
    int family = AF_INET;
    const int err = get_int(p, fd, SOL_SOCKET, SO_DOMAIN, &family);

    return err < 0 ? err : family;
}

static int set_by_family(orr__poll *p, int fd, int name4, int name6, int value)
{
    const int family = family_of(p, fd);

    if (family < 0)
        return family;
    if (family == AF_INET6)
        return set_int(p, fd, IPPROTO_IPV6, name6, value);
    return set_int(p, fd, IPPROTO_IP, name4, value);
}

/* A socket for both families sends packets of IPv4, too: they have a field of
 * their own. */
static int set_tos(orr__poll *p, int fd, int value)
{
    const int family = family_of(p, fd);

    if (family < 0)
        return family;
    const int err = set_int(p, fd, IPPROTO_IP, IP_TOS, value);
    return family == AF_INET6
               ? set_int(p, fd, IPPROTO_IPV6, IPV6_TCLASS, value)
               : err;
}

static int get_tos(orr__poll *p, int fd, int *value)
{
    const int family = family_of(p, fd);

    if (family < 0)
        return family;
    return family == AF_INET6 ? get_int(p, fd, IPPROTO_IPV6, IPV6_TCLASS, value)
                              : get_int(p, fd, IPPROTO_IP, IP_TOS, value);
}

int orr__sock_set(orr__poll *p, int fd, orr__sock_option what, int value)
{
    switch (what) {
    case SOCK_NODELAY:
        return set_int(p, fd, IPPROTO_TCP, TCP_NODELAY, value);
    case SOCK_KEEPALIVE:
        return set_int(p, fd, SOL_SOCKET, SO_KEEPALIVE, value != 0);
    case SOCK_KEEPALIVE_DELAY:
        return set_int(p, fd, IPPROTO_TCP, TCP_KEEPIDLE, value);
    case SOCK_KEEPALIVE_INTERVAL:
        return set_int(p, fd, IPPROTO_TCP, TCP_KEEPINTVL, value);
    case SOCK_KEEPALIVE_COUNT:
        return set_int(p, fd, IPPROTO_TCP, TCP_KEEPCNT, value);
    case SOCK_RESET: {
        const struct linger now = { .l_onoff = 1, .l_linger = 0 };
        return set_option(p, fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    }
    case SOCK_SEND_BUFFER:
        return set_int(p, fd, SOL_SOCKET, SO_SNDBUF, value);
    case SOCK_RECV_BUFFER:
        return set_int(p, fd, SOL_SOCKET, SO_RCVBUF, value);
    case SOCK_BROADCAST:
        return set_int(p, fd, SOL_SOCKET, SO_BROADCAST, value);
    case SOCK_TTL:
        return set_by_family(p, fd, IP_TTL, IPV6_UNICAST_HOPS, value);
    case SOCK_MULTICAST_TTL:
        return set_by_family(p, fd, IP_MULTICAST_TTL, IPV6_MULTICAST_HOPS,
                             value);
    case SOCK_MULTICAST_LOOP:
        return set_by_family(p, fd, IP_MULTICAST_LOOP, IPV6_MULTICAST_LOOP,
                             value);
    case SOCK_TOS:
        return set_tos(p, fd, value);
    }
    return -EINVAL;
}

int orr__sock_get(orr__poll *p, int fd, orr__sock_option what, int *value)
{
    switch (what) {
    case SOCK_SEND_BUFFER:
        return get_int(p, fd, SOL_SOCKET, SO_SNDBUF, value);
    case SOCK_RECV_BUFFER:
        return get_int(p, fd, SOL_SOCKET, SO_RCVBUF, value);
    case SOCK_TOS:
        return get_tos(p, fd, value);
    default:
        return -EINVAL;
    }
}

/* ---- Multicast -------------------------------------------------------- */

/* An IPv6 interface is a name, a number, or the scope of an address. A scope
 * that does not exist is ignored, as in libuv. */
static int interface_index(const char *interface, uint32_t *out)
{
    char *end;

    *out = 0;
    if (interface == NULL || strcmp(interface, "::") == 0)
        return 0;
    const char *scope = strchr(interface, '%');
    const char *name = scope != NULL ? scope + 1 : interface;
    *out = if_nametoindex(name);
    if (*out != 0)
        return 0;
    const unsigned long n = strtoul(name, &end, 10);
    if (*name >= '0' && *name <= '9' && *end == 0 && n <= UINT32_MAX)
        *out = (uint32_t)n;
    else if (scope == NULL)
        return -EINVAL;
    return 0;
}

static int net_member4(orr__poll *p, int fd, struct in_addr group,
                       const char *interface, bool join)
{
    struct ip_mreq m = { .imr_multiaddr = group };

    if (interface != NULL &&
        inet_pton(AF_INET, interface, &m.imr_interface) != 1)
        return -EINVAL;
    return set_option(p, fd, IPPROTO_IP,
                      join ? IP_ADD_MEMBERSHIP : IP_DROP_MEMBERSHIP, &m,
                      sizeof m);
}

static int net_member6(orr__poll *p, int fd, struct in6_addr group,
                       const char *interface, bool join)
{
    struct ipv6_mreq m = { .ipv6mr_multiaddr = group };
    const int err = interface_index(interface, &m.ipv6mr_interface);

    if (err < 0)
        return err;
    return set_option(p, fd, IPPROTO_IPV6,
                      join ? IPV6_ADD_MEMBERSHIP : IPV6_DROP_MEMBERSHIP, &m,
                      sizeof m);
}

static int net_source4(orr__poll *p, int fd, struct in_addr group,
                       const char *interface, struct in_addr source, bool join)
{
    struct ip_mreq_source m = { .imr_multiaddr = group,
                                .imr_sourceaddr = source };

    if (interface != NULL &&
        inet_pton(AF_INET, interface, &m.imr_interface) != 1)
        return -EINVAL;
    return set_option(p, fd, IPPROTO_IP,
                      join ? IP_ADD_SOURCE_MEMBERSHIP
                           : IP_DROP_SOURCE_MEMBERSHIP,
                      &m, sizeof m);
}

static int net_source6(orr__poll *p, int fd, const struct in6_addr *group,
                       const char *interface, const struct in6_addr *source,
                       bool join)
{
    struct group_source_req m = { .gsr_interface = 0 };
    struct sockaddr_in6 g = { .sin6_family = AF_INET6, .sin6_addr = *group };
    struct sockaddr_in6 s = { .sin6_family = AF_INET6, .sin6_addr = *source };
    const int err = interface_index(interface, &m.gsr_interface);

    if (err < 0)
        return err;
    memcpy(&m.gsr_group, &g, sizeof g);
    memcpy(&m.gsr_source, &s, sizeof s);
    return set_option(p, fd, IPPROTO_IPV6,
                      join ? MCAST_JOIN_SOURCE_GROUP : MCAST_LEAVE_SOURCE_GROUP,
                      &m, sizeof m);
}

int orr__sock_member(orr__poll *p, int fd, const char *group,
                     const char *interface, const char *source, bool join)
{
    struct in_addr g4, s4;
    struct in6_addr g6, s6;

    if (inet_pton(AF_INET, group, &g4) == 1) {
        if (source == NULL)
            return net_member4(p, fd, g4, interface, join);
        if (inet_pton(AF_INET, source, &s4) != 1)
            return -EINVAL;
        return net_source4(p, fd, g4, interface, s4, join);
    }
    if (inet_pton(AF_INET6, group, &g6) != 1)
        return -EINVAL;
    if (source == NULL)
        return net_member6(p, fd, g6, interface, join);
    if (inet_pton(AF_INET6, source, &s6) != 1)
        return -EINVAL;
    return net_source6(p, fd, &g6, interface, &s6, join);
}

int orr__sock_interface(orr__poll *p, int fd, const char *interface)
{
    const int family = family_of(p, fd);
    struct in_addr any = { .s_addr = INADDR_ANY };
    uint32_t index;

    if (family < 0)
        return family;
    if (family == AF_INET6) {
        const int err = interface_index(interface, &index);
        if (err < 0)
            return err;
        return set_int(p, fd, IPPROTO_IPV6, IPV6_MULTICAST_IF, (int)index);
    }
    if (interface != NULL && inet_pton(AF_INET, interface, &any) != 1)
        return -EINVAL;
    return set_option(p, fd, IPPROTO_IP, IP_MULTICAST_IF, &any, sizeof any);
}
