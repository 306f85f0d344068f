/*
 * addr.c - addresses to text and back, and the few things about the resolver's
 * structs that the loop needs: src/loop does not include their headers. The
 * only system calls find the number of a network interface, or its name.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "poll/poll.h"

_Static_assert(ORR__HINTS_SIZE == sizeof(struct addrinfo),
               "hints are copied whole");

int orr__addr_parse4(const char *text, uint16_t port,
                     struct sockaddr_storage *out)
{
    struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = htons(port) };

    if (inet_pton(AF_INET, text, &in.sin_addr) != 1)
        return -EINVAL;
    memset(out, 0, sizeof *out);
    memcpy(out, &in, sizeof in);
    return 0;
}

/* The scope is the name of an interface, or its number. */
static int scope_parse(const char *scope, uint32_t *out)
{
    char *end;

    *out = if_nametoindex(scope);
    if (*out != 0)
        return 0;
    if (scope[0] < '0' || scope[0] > '9')
        return -EINVAL;
    unsigned long n = strtoul(scope, &end, 10);
    if (*end != 0 || n > UINT32_MAX)
        return -EINVAL;
    *out = (uint32_t)n;
    return 0;
}

int orr__addr_parse6(const char *text, uint16_t port,
                     struct sockaddr_storage *out)
{
    struct sockaddr_in6 in = { .sin6_family = AF_INET6,
                               .sin6_port = htons(port) };
    char plain[INET6_ADDRSTRLEN];
    const char *scope = strchr(text, '%');
    size_t len = scope != NULL ? (size_t)(scope - text) : strlen(text);

    if (len >= sizeof plain)
        return -EINVAL;
    memcpy(plain, text, len);
    plain[len] = 0;
    if (inet_pton(AF_INET6, plain, &in.sin6_addr) != 1)
        return -EINVAL;
    if (scope != NULL && scope_parse(scope + 1, &in.sin6_scope_id) < 0)
        return -EINVAL;
    memset(out, 0, sizeof *out);
    memcpy(out, &in, sizeof in);
    return 0;
}

/* "%eth0" after a link-local address, which is incomplete without it. */
static void scope_text(const struct sockaddr *addr, char *out)
{
    const struct sockaddr_in6 *in =
        (const struct sockaddr_in6 *)(const void *)addr;

    out[0] = 0;
    if (addr->sa_family != AF_INET6 || in->sin6_scope_id == 0 ||
        !IN6_IS_ADDR_LINKLOCAL(&in->sin6_addr) ||
        if_indextoname(in->sin6_scope_id, out + 1) == NULL)
        return;
    out[0] = '%';
}

int orr__addr_text(const struct sockaddr *addr, char *out, size_t size)
{
    const void *bytes;

    if (addr->sa_family == AF_INET)
        bytes = &((const struct sockaddr_in *)(const void *)addr)->sin_addr;
    else if (addr->sa_family == AF_INET6)
        bytes = &((const struct sockaddr_in6 *)(const void *)addr)->sin6_addr;
    else
        return -EAFNOSUPPORT;
    char text[INET6_ADDRSTRLEN];
    char scope[1 + IF_NAMESIZE];
    if (inet_ntop(addr->sa_family, bytes, text, sizeof text) == NULL)
        return -errno;
    scope_text(addr, scope);
    if (strlen(text) + strlen(scope) + 1 > size)
        return -ENOSPC;
    strcpy(out, text);
    strcat(out, scope);
    return 0;
}

uint16_t orr__addr_port(const struct sockaddr *addr)
{
    if (addr->sa_family == AF_INET)
        return ntohs(
            ((const struct sockaddr_in *)(const void *)addr)->sin_port);
    if (addr->sa_family == AF_INET6)
        return ntohs(
            ((const struct sockaddr_in6 *)(const void *)addr)->sin6_port);
    return 0;
}

void orr__addrinfo_free(struct addrinfo *list)
{
    if (list != NULL)
        freeaddrinfo(list);
}
