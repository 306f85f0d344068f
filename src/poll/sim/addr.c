/*
 * addr.c - addresses and names, and the sockets that have them.
 *
 * All addresses are stored as IPv6; IPv4 ones as ::ffff:a.b.c.d. That makes a
 * socket that serves both kinds an ordinary case: the wildcard :: of a socket
 * which is not restricted to IPv6 matches both. When an address is handed out
 * it is written in the form of the socket's domain.
 *
 * There is one device, the loopback one: 127.0.0.0/8 and ::1 are ours, all
 * else is unreachable. Ports of the system's choice come from a counter.
 */
#include "poll/sim/net.h"

#include <errno.h>
#include <string.h>
#include <sys/un.h>

#define PORT_FIRST 49152
#define PORTS_OWN 1024 /* below: only for root, and we are not */

static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
static const uint8_t nothing[16];
static const uint8_t loopback6[16] = { [15] = 1 };

/* ---- Reading and writing ----------------------------------------------- */

int orr__sim_addr_read(const struct sockaddr *sa, uint32_t len, int domain,
                       sim_addr *out)
{
    struct sockaddr_in in;
    struct sockaddr_in6 in6;

    if (sa == NULL || len < sizeof sa->sa_family)
        return -EINVAL;
    *out = (sim_addr){ 0 };
    if (sa->sa_family != domain)
        return -EAFNOSUPPORT;
    if (domain == AF_INET) {
        if (len < sizeof in)
            return -EINVAL;
        memcpy(&in, sa, sizeof in);
        memcpy(out->ip, mapped, sizeof mapped);
        memcpy(out->ip + 12, &in.sin_addr, 4);
        out->port = ntohs(in.sin_port);
        return 0;
    }
    if (domain != AF_INET6)
        return -EAFNOSUPPORT;
    if (len < sizeof in6)
        return -EINVAL;
    memcpy(&in6, sa, sizeof in6);
    memcpy(out->ip, &in6.sin6_addr, 16);
    out->port = ntohs(in6.sin6_port);
    out->scope = in6.sin6_scope_id;
    return 0;
}

uint32_t orr__sim_addr_write(const sim_addr *addr, int domain,
                             struct sockaddr_storage *out)
{
    struct sockaddr_in in = { .sin_family = AF_INET };
    struct sockaddr_in6 in6 = { .sin6_family = AF_INET6 };

    memset(out, 0, sizeof *out);
    if (domain == AF_INET) {
        in.sin_port = htons(addr->port);
        memcpy(&in.sin_addr, addr->ip + 12, 4);
        memcpy(out, &in, sizeof in);
        return sizeof in;
    }
    in6.sin6_port = htons(addr->port);
    in6.sin6_scope_id = addr->scope;
    memcpy(&in6.sin6_addr, addr->ip, 16);
    memcpy(out, &in6, sizeof in6);
    return sizeof in6;
}

/* ---- What kind of address ---------------------------------------------- */

bool orr__sim_addr_v4(const sim_addr *addr)
{
    return memcmp(addr->ip, mapped, sizeof mapped) == 0;
}

bool orr__sim_addr_any(const sim_addr *addr)
{
    return memcmp(addr->ip + 12, nothing, 4) == 0 &&
           (orr__sim_addr_v4(addr) || memcmp(addr->ip, nothing, 12) == 0);
}

bool orr__sim_addr_multicast(const sim_addr *addr)
{
    return orr__sim_addr_v4(addr) ? (addr->ip[12] & 0xf0) == 0xe0
                                  : addr->ip[0] == 0xff;
}

bool orr__sim_addr_broadcast(const sim_addr *addr)
{
    static const uint8_t all[4] = { 255, 255, 255, 255 };

    return orr__sim_addr_v4(addr) && memcmp(addr->ip + 12, all, 4) == 0;
}

bool orr__sim_addr_local(const sim_addr *addr)
{
    return orr__sim_addr_v4(addr)
               ? addr->ip[12] == 127
               : memcmp(addr->ip, loopback6, sizeof loopback6) == 0;
}

bool orr__sim_addr_same(const sim_addr *a, const sim_addr *b)
{
    return a->port == b->port && memcmp(a->ip, b->ip, sizeof a->ip) == 0;
}

void orr__sim_addr_loopback(sim_addr *addr, const sim_addr *other)
{
    static const uint8_t local4[4] = { 127, 0, 0, 1 };

    if (orr__sim_addr_v4(other)) {
        memcpy(addr->ip, mapped, sizeof mapped);
        memcpy(addr->ip + 12, local4, sizeof local4);
    } else {
        memcpy(addr->ip, loopback6, sizeof loopback6);
    }
}

/* Does the wildcard that s is bound to take in this address? */
static bool takes_in(const sim_sock *s, const sim_addr *addr)
{
    if (!orr__sim_addr_any(&s->local))
        return false;
    if (orr__sim_addr_v4(&s->local))
        return orr__sim_addr_v4(addr);
    return !orr__sim_addr_v4(addr) || !s->only_v6;
}

int orr__sim_addr_match(const sim_sock *s, const sim_addr *to)
{
    if (s->local.port != to->port)
        return 0;
    if (memcmp(s->local.ip, to->ip, sizeof to->ip) == 0)
        return 2;
    return takes_in(s, to) ? 1 : 0;
}

/* ---- Binding ----------------------------------------------------------- */

static void bound_add(orr__sim_net *net, sim_sock *s)
{
    s->bound = true;
    s->next_bound = NULL;
    s->prev_bound = net->bound_last;
    if (net->bound_last != NULL)
        net->bound_last->next_bound = s;
    else
        net->bound_first = s;
    net->bound_last = s;
}

void orr__sim_unbind(orr__sim_net *net, sim_sock *s)
{
    if (!s->bound)
        return;
    s->bound = false;
    if (s->prev_bound != NULL)
        s->prev_bound->next_bound = s->next_bound;
    else
        net->bound_first = s->next_bound;
    if (s->next_bound != NULL)
        s->next_bound->prev_bound = s->prev_bound;
    else
        net->bound_last = s->prev_bound;
}

/* Would a packet not know which of the two it is for? */
static bool addr_clash(const sim_sock *a, const sim_sock *b)
{
    if (a == b || a->type != b->type || a->local.port != b->local.port)
        return false;
    return memcmp(a->local.ip, b->local.ip, sizeof a->local.ip) == 0 ||
           takes_in(a, &b->local) || takes_in(b, &a->local);
}

/* May they have the same address all the same? TCP sockets have SO_REUSEADDR
 * set, so only one that listens is in the way. */
static bool may_share(const sim_sock *a, const sim_sock *b)
{
    if (a->reuse_port && b->reuse_port)
        return true;
    return a->type == SIM_TCP
               ? a->stage != STAGE_LISTENING && b->stage != STAGE_LISTENING
               : a->reuse_addr && b->reuse_addr;
}

static int bind_check(orr__sim_net *net, const sim_sock *s)
{
    for (const sim_sock *b = net->bound_first; b != NULL; b = b->next_bound)
        if (addr_clash(s, b) && !may_share(s, b))
            return -EADDRINUSE;
    return 0;
}

int orr__sim_listen_check(orr__sim_net *net, const sim_sock *s)
{
    for (const sim_sock *b = net->bound_first; b != NULL; b = b->next_bound)
        if (addr_clash(s, b) && b->stage == STAGE_LISTENING &&
            !(s->reuse_port && b->reuse_port))
            return -EADDRINUSE;
    return 0;
}

uint16_t orr__sim_free_port(orr__sim_net *net, uint8_t type)
{
    for (int tries = 0; tries <= 65535 - PORT_FIRST; tries++) {
        const uint16_t port = net->next_port;
        bool taken = false;

        net->next_port = port == 65535 ? PORT_FIRST : (uint16_t)(port + 1);
        for (const sim_sock *s = net->bound_first; s != NULL && !taken;
             s = s->next_bound)
            taken = s->type == type && s->local.port == port;
        if (!taken)
            return port;
    }
    return 0;
}

int orr__sim_bind_any(orr__sim_net *net, sim_sock *s)
{
    if (s->local.port == 0)
        s->local.port = orr__sim_free_port(net, s->type);
    if (s->local.port == 0)
        return -EADDRINUSE;
    bound_add(net, s);
    return 0;
}

static int bind_ip(orr__sim_net *net, sim_sock *s, const struct sockaddr *sa,
                   uint32_t len, uint32_t flags)
{
    const sim_sock before = *s;
    sim_addr addr;
    int err = orr__sim_addr_read(sa, len, s->domain, &addr);

    if (err < 0)
        return err;
    if (!orr__sim_addr_any(&addr) && !orr__sim_addr_local(&addr) &&
        !(s->type == SIM_UDP && orr__sim_addr_multicast(&addr)))
        return -EADDRNOTAVAIL;
    if (addr.port != 0 && addr.port < PORTS_OWN)
        return -EACCES;
    if ((flags & ORR_BIND_IPV6ONLY) && s->domain != AF_INET6)
        return -EINVAL;
    s->local = addr;
    s->only_v6 |= (flags & ORR_BIND_IPV6ONLY) != 0;
    s->reuse_port |= (flags & ORR_BIND_REUSEPORT) != 0;
    s->reuse_addr |= (flags & ORR_UDP_REUSEADDR) != 0;
    err = addr.port == 0 ? 0 : bind_check(net, s);
    if (err == 0)
        err = orr__sim_bind_any(net, s);
    if (err < 0) {
        s->local = before.local;
        s->only_v6 = before.only_v6;
        s->reuse_port = before.reuse_port;
        s->reuse_addr = before.reuse_addr;
    }
    return err;
}

/* ---- Unix-domain names ------------------------------------------------- */

static int name_read(const struct sockaddr *sa, uint32_t len, sim_name *out)
{
    const size_t head = offsetof(struct sockaddr_un, sun_path);

    if (sa == NULL || len < head || sa->sa_family != AF_UNIX)
        return -EINVAL;
    const char *path = (const char *)sa + head;
    size_t n = len - head;
    if (n > sizeof out->path)
        return -EINVAL;
    if (n > 0 && path[0] != 0)
        n = strnlen(path, n);
    *out = (sim_name){ .len = (uint8_t)n };
    memcpy(out->path, path, n);
    return 0;
}

static bool is_abstract(const sim_name *name)
{
    return name->len > 0 && name->path[0] == 0;
}

static sim_sock *find_abstract(orr__sim_net *net, const sim_name *name)
{
    for (sim_sock *s = net->bound_first; s != NULL; s = s->next_bound)
        if (s->type == SIM_UNIX && s->file_id == 0 &&
            s->name.len == name->len &&
            memcmp(s->name.path, name->path, name->len) == 0)
            return s;
    return NULL;
}

static void path_text(const sim_name *name, char text[109])
{
    memcpy(text, name->path, name->len);
    text[name->len] = 0;
}

/* A zero byte and five digits, as the kernel makes them. */
static void name_invent(orr__sim_net *net, sim_name *name)
{
    static const char digits[] = "0123456789abcdef";
    uint32_t n = net->next_name++;

    *name = (sim_name){ .len = 6 };
    for (int i = 5; i > 0; i--, n >>= 4)
        name->path[i] = digits[n & 15];
}

static int bind_unix(orr__sim_net *net, sim_sock *s, const struct sockaddr *sa,
                     uint32_t len)
{
    sim_name name;
    char text[109];
    int err = name_read(sa, len, &name);

    if (err < 0)
        return err;
    if (name.len == 0)
        name_invent(net, &name);
    if (is_abstract(&name)) {
        if (find_abstract(net, &name) != NULL)
            return -EADDRINUSE;
    } else {
        path_text(&name, text);
        err = orr__sim_fs_socket_make(orr__sim_files(net->sim), text,
                                      &s->file_id);
        if (err < 0)
            return err;
    }
    s->name = name;
    bound_add(net, s);
    return 0;
}

int orr__sim_bind(orr__sim_net *net, sim_sock *s, const struct sockaddr *addr,
                  uint32_t len, uint32_t flags)
{
    if (s->bound || s->stage != STAGE_NEW)
        return -EINVAL;
    if (s->type == SIM_TCP || s->type == SIM_UDP)
        return bind_ip(net, s, addr, len, flags);
    return s->type == SIM_UNIX ? bind_unix(net, s, addr, len) : -ENOTSOCK;
}

/* ---- Finding ----------------------------------------------------------- */

/* Several that share a port take turns, by the number of the caller's port. */
sim_sock *orr__sim_find_tcp(orr__sim_net *net, const sim_addr *to,
                            uint16_t from)
{
    int best = 0;
    uint32_t n = 0;
    uint32_t at;

    for (const sim_sock *s = net->bound_first; s; s = s->next_bound) {
        const int match = s->stage == STAGE_LISTENING && s->type == SIM_TCP
                              ? orr__sim_addr_match(s, to)
                              : 0;

        if (match > best)
            n = 0;
        if (match >= best && match > 0) {
            best = match;
            n++;
        }
    }
    if (n == 0)
        return NULL;
    at = from % n;
    for (sim_sock *s = net->bound_first;; s = s->next_bound)
        if (s->stage == STAGE_LISTENING && s->type == SIM_TCP &&
            orr__sim_addr_match(s, to) == best && at-- == 0)
            return s;
}

static sim_sock *find_path(orr__sim_net *net, const sim_name *name, int *err)
{
    char text[109];
    uint64_t id;

    path_text(name, text);
    *err = orr__sim_fs_socket_find(orr__sim_files(net->sim), text, &id);
    if (*err < 0)
        return NULL;
    *err = -ECONNREFUSED;
    for (sim_sock *s = net->bound_first; s != NULL; s = s->next_bound)
        if (s->type == SIM_UNIX && s->file_id == id)
            return s;
    return NULL;
}

sim_sock *orr__sim_find_unix(orr__sim_net *net, const struct sockaddr *addr,
                             uint32_t len, int *err)
{
    sim_sock *s = NULL;
    sim_name name;

    *err = name_read(addr, len, &name);
    if (*err == 0 && name.len == 0)
        *err = -EINVAL;
    if (*err < 0)
        return NULL;
    *err = -ECONNREFUSED;
    s = is_abstract(&name) ? find_abstract(net, &name)
                           : find_path(net, &name, err);
    if (s == NULL || s->stage != STAGE_LISTENING)
        return NULL;
    *err = 0;
    return s;
}

/* ---- Asking ------------------------------------------------------------ */

static uint32_t name_write(const sim_name *name, struct sockaddr_storage *out)
{
    struct sockaddr_un un = { .sun_family = AF_UNIX };
    size_t len = offsetof(struct sockaddr_un, sun_path) + name->len;

    memcpy(un.sun_path, name->path, name->len);
    if (name->len > 0 && name->len < sizeof un.sun_path && !is_abstract(name))
        len++; /* the zero byte counts */
    memcpy(out, &un, sizeof un);
    return (uint32_t)len;
}

int orr__sim_sockname(const sim_sock *s, bool peer, orr__op *op)
{
    struct sockaddr_storage addr;
    uint32_t len;

    if (s->type == SIM_PIPE || s->type == SIM_STD)
        return -ENOTSOCK;
    if (peer && s->stage != STAGE_CONNECTED && !s->connected_dgram)
        return -ENOTCONN;
    if (s->domain == AF_UNIX)
        len = name_write(peer ? &s->remote_name : &s->name, &addr);
    else
        len = orr__sim_addr_write(peer ? &s->remote : &s->local, s->domain,
                                  &addr);
    memcpy(op->u.addr.out, &addr, len < op->u.addr.len ? len : op->u.addr.len);
    op->u.addr.len = len;
    return 0;
}
