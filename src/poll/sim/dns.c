/*
 * dns.c - names and addresses without a resolver.
 *
 * Known are addresses in digits, "localhost", the name of the invented host,
 * and a few services. Everything else does not exist. The list is made by the
 * C library from digits alone, which needs no system call, so that it can be
 * freed with freeaddrinfo() like a real one.
 */
#include "poll/sim/core.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Services ---------------------------------------------------------- */

static const struct {
    const char *name;
    int port;
} services[] = {
    { "ftp", 21 },    { "ssh", 22 },    { "telnet", 23 }, { "smtp", 25 },
    { "domain", 53 }, { "http", 80 },   { "pop3", 110 },  { "ntp", 123 },
    { "imap", 143 },  { "https", 443 }, { "imaps", 993 }, { "mysql", 3306 },
};
#define SERVICES (sizeof services / sizeof services[0])

/* The port, or -1. */
static int port_of(const char *service)
{
    char *end;
    long port;

    if (service == NULL)
        return 0;
    port = strtol(service, &end, 10);
    if (*service != 0 && *end == 0)
        return port >= 0 && port <= 65535 ? (int)port : -1;
    for (size_t i = 0; i < SERVICES; i++)
        if (strcmp(services[i].name, service) == 0)
            return services[i].port;
    return -1;
}

static const char *service_of(int port)
{
    for (size_t i = 0; i < SERVICES; i++)
        if (services[i].port == port)
            return services[i].name;
    return NULL;
}

/* ---- Names to addresses ------------------------------------------------ */

static bool is_us(const char *node)
{
    const size_t len = strlen(node);
    const char *tail = ".localhost";

    return strcasecmp(node, "localhost") == 0 ||
           strcasecmp(node, SIM_HOSTNAME) == 0 ||
           (len > strlen(tail) &&
            strcasecmp(node + len - strlen(tail), tail) == 0);
}

/* The C library's numbers, in ours. */
static int64_t from_eai(int eai)
{
    switch (eai) {
    case 0:
        return 0;
    case EAI_ADDRFAMILY:
        return ORR_EAI_ADDRFAMILY;
    case EAI_BADFLAGS:
        return ORR_EAI_BADFLAGS;
    case EAI_FAMILY:
        return ORR_EAI_FAMILY;
    case EAI_MEMORY:
        return ORR_EAI_MEMORY;
    case EAI_NONAME:
        return ORR_EAI_NONAME;
    case EAI_SERVICE:
        return ORR_EAI_SERVICE;
    case EAI_SOCKTYPE:
        return ORR_EAI_SOCKTYPE;
    default:
        return ORR_EAI_FAIL;
    }
}

/* Append what one address in digits gives. */
static int64_t add_digits(orr__dns *d, const char *digits, int port, int family)
{
    struct addrinfo hints = { .ai_family = AF_UNSPEC };
    struct addrinfo **end = &d->list;
    char text[16];

    if (d->hints != NULL)
        hints = *d->hints;
    hints.ai_family = family;
    hints.ai_flags &= AI_CANONNAME | AI_V4MAPPED;
    hints.ai_flags |= AI_NUMERICHOST | AI_NUMERICSERV;
    snprintf(text, sizeof text, "%d", port);
    while (*end != NULL)
        end = &(*end)->ai_next;
    return from_eai(
        getaddrinfo(digits, d->service != NULL ? text : NULL, &hints, end));
}

static bool dns_wants(int family, int which)
{
    return family == AF_UNSPEC || family == which;
}

/* Both addresses of this host, IPv4 first; of the wildcards as well. */
static int64_t add_local(orr__dns *d, int port, int family, bool any)
{
    int64_t err = ORR_EAI_NONAME;

    if (family != AF_UNSPEC && family != AF_INET && family != AF_INET6)
        return ORR_EAI_FAMILY;
    if (dns_wants(family, AF_INET))
        err = add_digits(d, any ? "0.0.0.0" : "127.0.0.1", port, AF_INET);
    if (dns_wants(family, AF_INET6) && (err == 0 || family == AF_INET6))
        err = add_digits(d, any ? "::" : "::1", port, AF_INET6);
    return err;
}

static int64_t dns_addrinfo(orr__dns *d)
{
    const int family = d->hints != NULL ? d->hints->ai_family : AF_UNSPEC;
    const int flags = d->hints != NULL ? d->hints->ai_flags : 0;
    const int port = port_of(d->service);
    unsigned char digits[16];
    int64_t err;

    d->list = NULL;
    if (d->node == NULL && d->service == NULL)
        return ORR_EAI_NONAME;
    if (port < 0)
        return ORR_EAI_SERVICE;
    if (d->node == NULL)
        err = add_local(d, port, family, (flags & AI_PASSIVE) != 0);
    else if (inet_pton(AF_INET, d->node, digits) == 1 ||
             strchr(d->node, ':') != NULL)
        err = add_digits(d, d->node, port, family);
    else if (is_us(d->node) && !(flags & AI_NUMERICHOST))
        err = add_local(d, port, family, false);
    else
        err = ORR_EAI_NONAME;
    if (err != 0 && d->list != NULL) {
        freeaddrinfo(d->list);
        d->list = NULL;
    }
    return err;
}

/* ---- Addresses to names ------------------------------------------------ */

typedef struct parts {
    char digits[INET6_ADDRSTRLEN];
    int port;
    bool local;
} parts;

static int64_t parse_request(const orr__dns *d, parts *out)
{
    struct sockaddr_in in;
    struct sockaddr_in6 in6;

    if (d->addr != NULL && d->addr->sa_family == AF_INET &&
        d->addr_len >= sizeof in) {
        memcpy(&in, d->addr, sizeof in);
        inet_ntop(AF_INET, &in.sin_addr, out->digits, sizeof out->digits);
        out->port = ntohs(in.sin_port);
        out->local = (ntohl(in.sin_addr.s_addr) >> 24) == 127;
        return 0;
    }
    if (d->addr != NULL && d->addr->sa_family == AF_INET6 &&
        d->addr_len >= sizeof in6) {
        memcpy(&in6, d->addr, sizeof in6);
        inet_ntop(AF_INET6, &in6.sin6_addr, out->digits, sizeof out->digits);
        out->port = ntohs(in6.sin6_port);
        out->local = IN6_IS_ADDR_LOOPBACK(&in6.sin6_addr);
        return 0;
    }
    return ORR_EAI_FAMILY;
}

static int64_t dns_nameinfo(const orr__dns *d)
{
    parts p = { 0 };
    const int64_t err = parse_request(d, &p);
    const bool named = p.local && !(d->flags & NI_NUMERICHOST);
    const char *service;

    if (err != 0)
        return err;
    if (!named && (d->flags & NI_NAMEREQD))
        return ORR_EAI_NONAME;
    snprintf(d->host, NI_MAXHOST, "%s", named ? "localhost" : p.digits);
    service = d->flags & NI_NUMERICSERV ? NULL : service_of(p.port);
    if (service != NULL)
        snprintf(d->serv, NI_MAXSERV, "%s", service);
    else
        snprintf(d->serv, NI_MAXSERV, "%d", p.port);
    return 0;
}

int64_t orr__sim_dns(orr__sim_world *sim, orr__op *op)
{
    (void)sim;
    return op->code == OP_ADDRINFO ? dns_addrinfo(op->u.dns)
                                   : dns_nameinfo(op->u.dns);
}
