/*
 * dns.c - names to addresses and back, asked of the system's resolver on the
 * thread pool; and addresses as text.
 *
 * What the resolver reads and writes is in one block of ours while the request
 * is under way: the names, the hints, the address, and space for the answer.
 */
#include "loop/internal.h"

#include <string.h>

/* As long as the members of orr_nameinfo. */
#define HOST_SIZE sizeof(((orr_nameinfo *)0)->host)
#define SERVICE_SIZE sizeof(((orr_nameinfo *)0)->service)

typedef struct lookup {
    orr__op op;
    orr__dns dns;
    orr__addr addr;
    _Alignas(8) unsigned char hints[ORR__HINTS_SIZE];
    char host[HOST_SIZE];
    char service[SERVICE_SIZE];
    char text[]; /* the requested node and service */
} lookup;

static lookup *lookup_of(orr__dns *dns)
{
    return orr__container(dns, lookup, dns);
}

orr__op *orr__dns_op(orr_req *req)
{
    orr__dns *dns = req->record.kind == ORR_ADDRINFO
                        ? orr__container(req, orr_addrinfo, req)->call
                        : orr__container(req, orr_nameinfo, req)->call;

    return dns != NULL ? &lookup_of(dns)->op : NULL;
}

static lookup *lookup_new(orr_loop *loop, orr__code code, size_t text)
{
    lookup *l = orr__alloc(&loop->allocator, sizeof *l + text);

    if (l == NULL)
        return NULL;
    l->op.code = (uint8_t)code;
    l->op.u.dns = &l->dns;
    return l;
}

static int lookup_begin(orr_loop *loop, orr_req *req, orr_kind kind, lookup *l,
                        uintptr_t site)
{
    l->op.owner = req;
    orr__req_start(loop, req, kind, site);
    int err = orr__submit(loop, &l->op, &req->record);
    if (err < 0)
        orr__req_refuse(req);
    return err;
}

/* ---- Name to addresses ------------------------------------------------ */

typedef struct addrinfo_end {
    orr_addrinfo *req;
    int status;
} addrinfo_end;

static void addrinfo_thunk(void *arg)
{
    const addrinfo_end *e = arg;
    e->req->fn(e->req, e->status);
}

static void addrinfo_done(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    lookup *l = orr__container(op, lookup, op);
    orr_addrinfo *req = op->owner;
    addrinfo_end e = { req, (int)ev->result };

    req->list = ev->result == 0 ? l->dns.list : NULL;
    req->call = NULL;
    orr__req_end(&req->req);
    orr__free(&loop->allocator, l);
    orr_call(loop, &req->req.record, addrinfo_thunk, &e);
}

static size_t text_size(const char *s)
{
    return s != NULL ? strlen(s) + 1 : 0;
}

static lookup *addrinfo_new(orr_loop *loop, const char *node,
                            const char *service, const struct addrinfo *hints)
{
    size_t node_size = text_size(node);
    size_t service_size = text_size(service);
    lookup *l = lookup_new(loop, OP_ADDRINFO, node_size + service_size);

    if (l == NULL)
        return NULL;
    if (node != NULL)
        l->dns.node = memcpy(l->text, node, node_size);
    if (service != NULL)
        l->dns.service = memcpy(l->text + node_size, service, service_size);
    if (hints != NULL)
        l->dns.hints = memcpy(l->hints, hints, ORR__HINTS_SIZE);
    l->op.done = addrinfo_done;
    return l;
}

int orr_getaddrinfo(orr_loop *loop, orr_addrinfo *req, const char *node,
                    const char *service, const struct addrinfo *hints,
                    orr_addrinfo_fn *fn)
{
    if (loop == NULL || req == NULL || (node == NULL && service == NULL))
        return -EINVAL;
    if (req->call != NULL)
        return -EBUSY;
    lookup *l = addrinfo_new(loop, node, service, hints);
    if (l == NULL)
        return -ENOMEM;
    if (fn == NULL) {
        int result = (int)orr__call_now(loop, &l->op);
        req->list = result == 0 ? l->dns.list : NULL;
        orr__free(&loop->allocator, l);
        return result;
    }
    int err = lookup_begin(loop, &req->req, ORR_ADDRINFO, l, ORR__SITE());
    if (err < 0) {
        orr__free(&loop->allocator, l);
        return err;
    }
    req->call = &l->dns;
    req->fn = fn;
    req->list = NULL;
    return 0;
}

void orr_freeaddrinfo(orr_loop *loop, struct addrinfo *list)
{
    (void)loop; /* the resolver's own memory */
    orr__addrinfo_free(list);
}

/* ---- Address to name -------------------------------------------------- */

typedef struct nameinfo_end {
    orr_nameinfo *req;
    int status;
} nameinfo_end;

static void nameinfo_thunk(void *arg)
{
    const nameinfo_end *e = arg;
    e->req->fn(e->req, e->status);
}

static void nameinfo_take(orr_nameinfo *req, const lookup *l, int result)
{
    req->host[0] = req->service[0] = 0;
    if (result < 0)
        return;
    memcpy(req->host, l->host, sizeof req->host);
    memcpy(req->service, l->service, sizeof req->service);
}

static void nameinfo_done(orr_loop *loop, orr__op *op, const orr__event *ev)
{
    lookup *l = orr__container(op, lookup, op);
    orr_nameinfo *req = op->owner;
    nameinfo_end e = { req, (int)ev->result };

    nameinfo_take(req, l, e.status);
    req->call = NULL;
    orr__req_end(&req->req);
    orr__free(&loop->allocator, l);
    orr_call(loop, &req->req.record, nameinfo_thunk, &e);
}

static int nameinfo_new(orr_loop *loop, const struct sockaddr *addr, int flags,
                        lookup **out)
{
    orr__addr copy;
    int err = orr__addr_copy(&copy, addr);

    if (err < 0)
        return err;
    lookup *l = lookup_new(loop, OP_NAMEINFO, 0);
    if (l == NULL)
        return -ENOMEM;
    l->addr = copy;
    l->dns.addr = orr__addr_get(&l->addr);
    l->dns.addr_len = copy.len;
    l->dns.flags = flags;
    l->dns.host = l->host;
    l->dns.serv = l->service;
    l->op.done = nameinfo_done;
    *out = l;
    return 0;
}

int orr_getnameinfo(orr_loop *loop, orr_nameinfo *req,
                    const struct sockaddr *addr, int flags, orr_nameinfo_fn *fn)
{
    lookup *l;

    if (loop == NULL || req == NULL || addr == NULL)
        return -EINVAL;
    if (req->call != NULL)
        return -EBUSY;
    int err = nameinfo_new(loop, addr, flags, &l);
    if (err < 0)
        return err;
    if (fn == NULL) {
        err = (int)orr__call_now(loop, &l->op);
        nameinfo_take(req, l, err);
        orr__free(&loop->allocator, l);
        return err;
    }
    err = lookup_begin(loop, &req->req, ORR_NAMEINFO, l, ORR__SITE());
    if (err < 0) {
        orr__free(&loop->allocator, l);
        return err;
    }
    req->call = &l->dns;
    req->fn = fn;
    return 0;
}

/* ---- Addresses as text ------------------------------------------------ */

int orr_ip4_addr(const char *text, uint16_t port, struct sockaddr_storage *out)
{
    if (text == NULL || out == NULL)
        return -EINVAL;
    return orr__addr_parse4(text, port, out);
}

int orr_ip6_addr(const char *text, uint16_t port, struct sockaddr_storage *out)
{
    if (text == NULL || out == NULL)
        return -EINVAL;
    return orr__addr_parse6(text, port, out);
}

int orr_ip_name(const struct sockaddr *addr, char *out, size_t size)
{
    if (addr == NULL || out == NULL)
        return -EINVAL;
    return orr__addr_text(addr, out, size);
}

uint16_t orr_ip_port(const struct sockaddr *addr)
{
    return addr != NULL ? orr__addr_port(addr) : 0;
}
