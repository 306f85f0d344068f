/*
 * dns.c - names and addresses, and the switch for all that may block.
 *
 * getaddrinfo() has error numbers of its own, which differ from one C library
 * to the next. Above the wall they are ORR_EAI_..., the same everywhere; its
 * EAI_SYSTEM, "look at errno", is that errno.
 */
#include <errno.h>
#include <netdb.h>
#include <sys/random.h>
#include <sys/socket.h>

#include "base/base.h"
#include "poll/sys/sys.h"

static int64_t eai_result(int eai)
{
    switch (eai) {
    case 0:
        return 0;
    case EAI_ADDRFAMILY:
        return ORR_EAI_ADDRFAMILY;
    case EAI_AGAIN:
        return ORR_EAI_AGAIN;
    case EAI_BADFLAGS:
        return ORR_EAI_BADFLAGS;
    case EAI_CANCELED:
        return ORR_EAI_CANCELED;
    case EAI_FAMILY:
        return ORR_EAI_FAMILY;
    case EAI_MEMORY:
        return ORR_EAI_MEMORY;
    case EAI_NODATA:
        return ORR_EAI_NODATA;
    case EAI_NONAME:
        return ORR_EAI_NONAME;
    case EAI_OVERFLOW:
        return ORR_EAI_OVERFLOW;
    case EAI_SERVICE:
        return ORR_EAI_SERVICE;
    case EAI_SOCKTYPE:
        return ORR_EAI_SOCKTYPE;
    case EAI_SYSTEM:
        return errno != 0 ? -errno : ORR_EAI_FAIL;
    default:
        return ORR_EAI_FAIL;
    }
}

static int64_t look_up(orr__op *op)
{
    orr__dns *d = op->u.dns;
    int eai;

    errno = 0; /* EAI_SYSTEM is sometimes returned without setting it */
    if (op->code == OP_ADDRINFO) {
        d->list = NULL;
        eai = getaddrinfo(d->node, d->service, d->hints, &d->list);
    } else {
        eai = getnameinfo(d->addr, d->addr_len, d->host, NI_MAXHOST, d->serv,
                          NI_MAXSERV, d->flags);
    }
    return eai_result(eai);
}

/* ---- Random bytes ----------------------------------------------------- */

static int64_t random_fill(void *out, size_t len)
{
    char *p = out;

    while (len > 0) {
        ssize_t n = getrandom(p, len, 0);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        p += n;
        len -= (size_t)n;
    }
    return 0;
}

/* ---- All that may block ----------------------------------------------- */

int64_t orr__sys_blocking(const orr_allocator *allocator, orr__op *op)
{
    switch (op->code) {
    case OP_WORK:
        op->u.work.fn(op->u.work.arg);
        return 0;
    case OP_RANDOM:
        return random_fill(op->u.fs.out, (size_t)op->u.fs.a);
    case OP_ADDRINFO:
    case OP_NAMEINFO:
        return look_up(op);
    default:
        return orr__sys_fs(allocator, op);
    }
}
