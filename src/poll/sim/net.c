/*
 * net.c - sockets as objects, the operations attached to them, and which
 * have something to report. See sim/net.h for the picture.
 *
 * When an operation takes effect: connect when it is submitted (a loopback
 * device is never slow), send at any wait when the queue has space, receive and
 * accept at the moment they are reported. So nothing is taken from a queue
 * without a report, and cancel() has nothing to put back.
 */
#include "poll/sim/net.h"

#include <errno.h>
#include <string.h>

/* ---- Sockets ----------------------------------------------------------- */

sim_sock *orr__sim_sock_new(orr__sim_net *net, int domain, sim_type type)
{
    sim_sock *s = orr__alloc(net->a, sizeof *s);

    if (s == NULL)
        return NULL;
    s->domain = domain;
    s->type = (uint8_t)type;
    if (domain == AF_INET)
        s->local.ip[10] = s->local.ip[11] = 0xff;
    s->remote = s->local;
    s->next = net->all;
    if (s->next != NULL)
        s->next->prev = s;
    net->all = s;
    return s;
}

static void sock_cool(orr__sim_net *net, sim_sock *s)
{
    if (!s->hot)
        return;
    s->hot = false;
    if (s->prev_hot != NULL)
        s->prev_hot->next_hot = s->next_hot;
    else
        net->hot_first = s->next_hot;
    if (s->next_hot != NULL)
        s->next_hot->prev_hot = s->prev_hot;
    else
        net->hot_last = s->prev_hot;
    s->next_hot = s->prev_hot = NULL;
}

void orr__sim_sock_hot(orr__sim_net *net, sim_sock *s)
{
    if (s->hot || !s->watched)
        return;
    s->hot = true;
    s->hot_since = ++net->happened;
    s->prev_hot = net->hot_last;
    if (net->hot_last != NULL)
        net->hot_last->next_hot = s;
    else
        net->hot_first = s;
    net->hot_last = s;
}

static void fresh_add(orr__sim_net *net, sim_sock *s)
{
    if (s->fresh)
        return;
    s->fresh = true;
    s->next_fresh = NULL;
    if (net->fresh_last != NULL)
        net->fresh_last->next_fresh = s;
    else
        net->fresh_first = s;
    net->fresh_last = s;
}

static void fresh_remove(orr__sim_net *net, sim_sock *s)
{
    sim_sock *last = NULL;
    sim_sock **at = &net->fresh_first;

    if (!s->fresh)
        return;
    for (; *at != s; at = &last->next_fresh)
        last = *at;
    *at = s->next_fresh;
    if (net->fresh_last == s)
        net->fresh_last = last;
    s->fresh = false;
}

/* A wait begins. */
static void fresh_watch(orr__sim_net *net)
{
    sim_sock *s;

    while ((s = net->fresh_first) != NULL) {
        fresh_remove(net, s);
        s->watched = true;
        orr__sim_sock_hot(net, s);
    }
}

void orr__sim_sock_free(orr__sim_net *net, sim_sock *s)
{
    sim_parcel *parcel;

    sock_cool(net, s);
    fresh_remove(net, s);
    orr__sim_unbind(net, s);
    while ((parcel = orr__sim_parcel_take(s)) != NULL)
        orr__sim_parcel_free(net, parcel);
    orr__sim_opts_free(net, s);
    orr__sim_groups_free(net, s);
    if (s->prev != NULL)
        s->prev->next = s->next;
    else
        net->all = s->next;
    if (s->next != NULL)
        s->next->prev = s->prev;
    orr__free(net->a, s);
}

static bool is_dgram(const sim_sock *s)
{
    return s->type == SIM_UDP || s->type == SIM_UNIX_DGRAM;
}

static sim_sock *sock_of(orr__sim_net *net, int fd)
{
    if (orr__sim_std(net->sim, fd))
        return net->std[fd];
    return orr__sim_fd_get(net->sim, SIM_NET, fd);
}

/* Of an operation under way, even if a real descriptor was closed under it. */
static sim_sock *sock_of_op(orr__sim_net *net, const orr__op *op)
{
    const uint32_t fd = (uint32_t)op->fd;
    sim_sock *s =
        fd < 3 ? net->std[fd] : orr__sim_fd_get(net->sim, SIM_NET, op->fd);

    must(s != NULL, "an operation under way has a descriptor");
    return s;
}

bool orr__sim_net_owns(orr__sim_net *net, int fd)
{
    return orr__sim_fd_get(net->sim, SIM_NET, fd) != NULL;
}

/* ---- Parcels ----------------------------------------------------------- */

size_t orr__sim_bufs_len(const orr_buf *bufs, uint32_t nbufs)
{
    size_t len = 0;

    for (uint32_t i = 0; i < nbufs; i++)
        len += bufs[i].len;
    return len;
}

sim_parcel *orr__sim_parcel_new(orr__sim_net *net, const orr_buf *bufs,
                                uint32_t nbufs, size_t len)
{
    sim_parcel *parcel = orr__resize(net->a, NULL, sizeof *parcel + len);

    if (parcel == NULL)
        return NULL;
    *parcel = (sim_parcel){ .len = len };
    for (size_t at = 0; at < len && nbufs > 0; bufs++, nbufs--) {
        const size_t n = bufs->len < len - at ? bufs->len : len - at;

        if (n > 0)
            memcpy(parcel->bytes + at, bufs->base, n);
        at += n;
    }
    return parcel;
}

void orr__sim_parcel_free(orr__sim_net *net, sim_parcel *parcel)
{
    for (uint32_t i = 0; i < parcel->ndescs; i++)
        orr__sim_desc_drop(net->sim, parcel->descs[i]);
    orr__free(net->a, parcel->descs);
    orr__free(net->a, parcel);
}

void orr__sim_parcel_add(orr__sim_net *net, sim_sock *to, sim_parcel *parcel)
{
    if (to->last != NULL)
        to->last->next = parcel;
    else
        to->first = parcel;
    to->last = parcel;
    to->bytes += parcel->len;
    orr__sim_sock_hot(net, to);
}

sim_parcel *orr__sim_parcel_take(sim_sock *s)
{
    sim_parcel *parcel = s->first;

    if (parcel == NULL)
        return NULL;
    s->first = parcel->next;
    if (s->first == NULL)
        s->last = NULL;
    s->bytes -= parcel->len;
    return parcel;
}

/* ---- Readiness --------------------------------------------------------- */

static uint32_t stream_levels(const sim_sock *s)
{
    uint32_t levels = 0;

    if (s->stage == STAGE_CONNECTING)
        return 0;
    if (s->stage == STAGE_NEW)
        return ORR_WRITABLE | ORR_DISCONNECT |
               (s->error != 0 ? ORR_READABLE : 0);
    if (!s->no_read && (s->first != NULL || s->peer_ended || s->deaf ||
                        s->error != 0 || s->peer == NULL))
        levels |= ORR_READABLE;
    if (!s->no_write && (s->error != 0 || s->ended || s->peer == NULL ||
                         s->peer->bytes < SIM_SEND_QUEUE))
        levels |= ORR_WRITABLE;
    if (s->peer_ended || s->error != 0 || s->peer == NULL)
        levels |= ORR_DISCONNECT;
    if (s->peer == NULL || (s->peer_ended && s->ended))
        levels |= ORR_READABLE | ORR_WRITABLE; /* it has hung up */
    return levels;
}

/* The levels of OP_READY. */
static uint32_t sock_levels(const sim_sock *s)
{
    if (s->type == SIM_STD)
        return s->no_write ? ORR_READABLE : ORR_WRITABLE;
    if (s->stage == STAGE_LISTENING)
        return s->line_first != NULL ? ORR_READABLE : 0;
    if (is_dgram(s))
        return ORR_WRITABLE |
               (s->first != NULL || s->error != 0 ? ORR_READABLE : 0);
    return stream_levels(s);
}

/* What poll() calls an error: it ends the watching, as libuv has it. */
static bool in_trouble(const sim_sock *s)
{
    return s->error != 0 ||
           (s->type == SIM_PIPE && s->no_read && s->peer == NULL);
}

static bool op_ready(const sim_sock *s, const orr__op *op)
{
    const uint32_t levels = sock_levels(s);

    switch (op->code) {
    case OP_CONNECT:
        return s->stage != STAGE_CONNECTING;
    case OP_SEND:
    case OP_SENDTO:
        return op->u.io.nbufs == 0 || op->result < 0;
    case OP_READY:
        return (levels & op->u.n) != 0 || in_trouble(s);
    default:
        return (levels & ORR_READABLE) != 0;
    }
}

static int64_t send_now(orr__sim_net *net, sim_sock *s, const orr__op *op)
{
    if (s->type == SIM_STD)
        return orr__sim_output(net->sim, op);
    return is_dgram(s) ? orr__sim_dgram_send(net, s, op)
                       : orr__sim_stream_send(net, s, op);
}

/* Move as many bytes as fit. True if some moved and it is not done. */
static bool send_progress(orr__sim_net *net, sim_sock *s, orr__op *op)
{
    int64_t n;

    if (op->u.io.nbufs == 0 || op->result < 0)
        return false;
    n = send_now(net, s, op);
    if (n == -EAGAIN)
        return false;
    if (n < 0) {
        op->result = n;
        return false;
    }
    if (is_dgram(s))
        op->u.io.nbufs = 0;
    else
        orr__op_use(op, (size_t)n);
    op->u.io.nfds = 0; /* they went with the first byte */
    op->result += n;
    return op->u.io.nbufs > 0;
}

bool orr__sim_net_move(orr__sim_net *net)
{
    bool moving = false;

    fresh_watch(net);
    for (sim_sock *s = net->hot_first; s != NULL; s = s->next_hot)
        for (int i = 0; i < SIM_OPS; i++)
            if (s->ops[i] != NULL &&
                (s->ops[i]->code == OP_SEND || s->ops[i]->code == OP_SENDTO))
                moving |= send_progress(net, s, s->ops[i]);
    net->moving = moving;
    return moving;
}

static bool has_ops(const sim_sock *s)
{
    for (int i = 0; i < SIM_OPS; i++)
        if (s->ops[i] != NULL)
            return true;
    return false;
}

void orr__sim_sock_space(orr__sim_net *net, sim_sock *s)
{
    for (int i = 0; i < SIM_OPS; i++)
        if (s->ops[i] != NULL &&
            (s->ops[i]->code == OP_SEND || s->ops[i]->code == OP_READY))
            orr__sim_sock_hot(net, s);
}

/* libuv stops watching a socket that is ready when no operation waits for
 * it. */
void orr__sim_net_collect(orr__sim_net *net, const orr__poll *home,
                          orr__op *wake, uint64_t woken_at)
{
    sim_sock *next;

    fresh_watch(net);
    for (sim_sock *s = net->hot_first; s != NULL; s = next) {
        bool busy = false;

        next = s->next_hot;
        if (wake != NULL && s->hot_since > woken_at) {
            orr__sim_report(wake);
            wake = NULL;
        }
        for (int i = 0; i < SIM_OPS; i++) {
            orr__op *op = s->ops[i];

            if (op == NULL)
                continue;
            if (op_ready(s, op)) {
                if (op->home == home)
                    orr__sim_report(op);
                busy = true;
            }
            busy |= op->code == OP_SEND && net->moving;
        }
        if (busy)
            continue;
        sock_cool(net, s);
        s->watched = has_ops(s) || !(sock_levels(s) & ORR_READABLE);
    }
    if (wake != NULL)
        orr__sim_report(wake);
}

uint64_t orr__sim_net_happened(const orr__sim_net *net)
{
    return atomic_load_explicit(&net->happened, memory_order_relaxed);
}

/* ---- Operations that wait ---------------------------------------------- */

/* One of a kind at a time: what takes in, what gives out, what only looks. */
static int net_lane(const orr__op *op)
{
    switch (op->code) {
    case OP_CONNECT:
    case OP_SEND:
    case OP_SENDTO:
        return 1;
    case OP_READY:
        return 2;
    default:
        return 0;
    }
}

static bool is_free(const sim_sock *s, const orr__op *op)
{
    for (int i = 0; i < SIM_OPS; i++)
        if (s->ops[i] != NULL && s->ops[i]->fd == op->fd &&
            net_lane(s->ops[i]) == net_lane(op))
            return false;
    return true;
}

static int net_attach(orr__sim_net *net, sim_sock *s, orr__op *op)
{
    if (!is_free(s, op))
        return -EEXIST;
    for (int i = 0; i < SIM_OPS; i++) {
        if (s->ops[i] == NULL) {
            s->ops[i] = op;
            fresh_add(net, s);
            return 0;
        }
    }
    return -EBUSY;
}

static void net_detach(sim_sock *s, const orr__op *op)
{
    for (int i = 0; i < SIM_OPS; i++)
        if (s->ops[i] == op)
            s->ops[i] = NULL;
}

/* Pipes have no line that could be cut. */
static int net_fault(orr__sim_net *net, sim_sock *s, const orr__op *op)
{
    int fault;

    if (s->type == SIM_PIPE || s->type == SIM_STD)
        return 0;
    fault = orr__sim_fault(net->sim, op);
    if (fault != 0 && (op->code == OP_SEND || op->code == OP_RECV))
        orr__sim_cut(net, s);
    return fault;
}

static int connect_submit(orr__sim_net *net, sim_sock *s, orr__op *op)
{
    int fault;
    int err;

    if (is_dgram(s) || s->type == SIM_STD || s->stage == STAGE_LISTENING)
        return -EINVAL;
    if (s->stage == STAGE_CONNECTED)
        return -EISCONN;
    if (s->stage == STAGE_CONNECTING)
        return -EALREADY;
    if (!is_free(s, op))
        return -EEXIST;
    fault = net_fault(net, s, op);
    s->connect_result = fault;
    err = fault == 0 ? orr__sim_connect(net, s, op->u.addr.addr, op->u.addr.len)
                     : 0;
    return err < 0 ? err : net_attach(net, s, op);
}

int orr__sim_net_submit(orr__sim_net *net, orr__op *op)
{
    sim_sock *s = sock_of(net, op->fd);
    int err;

    if (s == NULL)
        return orr__sim_fs_owns(orr__sim_files(net->sim), op->fd) ? -EPERM
                                                                  : -EBADF;
    if (op->code == OP_CONNECT)
        return connect_submit(net, s, op);
    if (op->code == OP_ACCEPT && s->stage != STAGE_LISTENING)
        return -EINVAL;
    err = net_attach(net, s, op);
    if (err == 0 && (op->code == OP_SEND || op->code == OP_SENDTO))
        op->result = net_fault(net, s, op);
    return err;
}

void orr__sim_net_cancel(orr__sim_net *net, orr__op *op)
{
    net_detach(sock_of_op(net, op), op);
}

static bool deliver_recv(orr__sim_net *net, sim_sock *s, orr__op *op,
                         orr__event *ev, bool *again)
{
    orr__sim_rx *rx = orr__sim_rx_of(op);
    const orr_buf buf = { rx->chunk, ORR__CHUNK };
    const int fault = net_fault(net, s, op);
    int64_t n = fault;

    if (s->type == SIM_STD)
        n = 0;
    else if (fault == 0)
        n = orr__sim_stream_recv(net, s, op, &buf, rx->fds, &ev->nfds);
    if (n == -EAGAIN)
        return false;
    ev->result = n;
    ev->data = rx->chunk;
    ev->fds = rx->fds;
    ev->more = n > 0;
    /* One that filled the buffer may have left something. */
    *again = n == ORR__CHUNK && op_ready(s, op);
    return true;
}

static bool deliver_dgram(orr__sim_net *net, sim_sock *s, orr__op *op,
                          orr__event *ev, bool *again)
{
    if (!orr__sim_dgram_recv(net, s, op, ev))
        return false;
    *again = ev->more && op_ready(s, op);
    return true;
}

static bool deliver_accept(orr__sim_net *net, sim_sock *s, orr__op *op,
                           orr__event *ev)
{
    const int fault = net_fault(net, s, op);
    const int fd = orr__sim_accept(net, s);

    if (fd == -EAGAIN)
        return false;
    if (fault != 0 && fd >= 0)
        orr__sim_fd_free(net->sim, fd);
    ev->result = fault != 0 ? fault : fd;
    return true;
}

/* As SO_ERROR has it: the error of what happened since is this one's. */
static int connect_result(sim_sock *s)
{
    const int error = s->error;

    if (s->connect_result != 0)
        return s->connect_result;
    s->error = 0;
    return -error;
}

bool orr__sim_net_deliver(orr__sim_net *net, orr__op *op, orr__event *ev,
                          bool *again)
{
    sim_sock *s = sock_of_op(net, op);
    bool found = op_ready(s, op);

    *ev = (orr__event){ .op = op };
    if (!found)
        return false;
    switch (op->code) {
    case OP_RECV:
    case OP_RECVFROM:
        found = is_dgram(s) ? deliver_dgram(net, s, op, ev, again)
                            : deliver_recv(net, s, op, ev, again);
        break;
    case OP_ACCEPT:
        found = deliver_accept(net, s, op, ev);
        break;
    case OP_CONNECT:
        ev->result = connect_result(s);
        break;
    case OP_READY:
        ev->result = in_trouble(s) ? -EBADF : sock_levels(s) & op->u.n;
        ev->more = !in_trouble(s);
        break;
    default:
        ev->result = op->result;
        break;
    }
    if (found && !ev->more)
        net_detach(s, op);
    return found;
}

/* ---- Calls ------------------------------------------------------------- */

static int64_t socket_make(orr__sim_net *net, const orr__op *op)
{
    const int domain = op->u.socket.domain;
    const int type = op->u.socket.type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
    const bool ip = domain == AF_INET || domain == AF_INET6;
    sim_sock *s;
    int fd;

    if (!ip && domain != AF_UNIX)
        return -EAFNOSUPPORT;
    if (type != SOCK_STREAM && !(ip && type == SOCK_DGRAM))
        return -EPROTONOSUPPORT;
    s = orr__sim_sock_new(
        net, domain, type == SOCK_DGRAM ? SIM_UDP : (ip ? SIM_TCP : SIM_UNIX));
    if (s == NULL)
        return -ENOMEM;
    fd = orr__sim_fd_new(net->sim, SIM_NET, s);
    if (fd < 0)
        orr__sim_sock_free(net, s);
    return fd;
}

/* Two sockets that know each other, and a descriptor for each. */
static int64_t pair_make(orr__sim_net *net, orr__op *op, sim_type type)
{
    sim_sock *a = orr__sim_sock_new(net, AF_UNIX, type);
    sim_sock *b = orr__sim_sock_new(net, AF_UNIX, type);
    int64_t err = -ENOMEM;
    int fd;

    if (a == NULL || b == NULL)
        goto free_socks;
    orr__sim_pair(a, b);
    fd = orr__sim_fd_new(net->sim, SIM_NET, a);
    err = fd;
    if (fd < 0)
        goto free_socks;
    op->u.pair.fds[0] = fd;
    fd = orr__sim_fd_new(net->sim, SIM_NET, b);
    if (fd < 0) {
        a->peer = NULL;
        orr__sim_sock_free(net, b);
        orr__sim_fd_free(net->sim, op->u.pair.fds[0]);
        return fd;
    }
    op->u.pair.fds[1] = fd;
    if (type == SIM_PIPE) {
        a->no_write = true;
        b->no_read = true;
    }
    return 0;

free_socks:
    if (b != NULL)
        orr__sim_sock_free(net, b);
    if (a != NULL)
        orr__sim_sock_free(net, a);
    return err;
}

static int64_t kind_of(const sim_sock *s)
{
    switch (s->type) {
    case SIM_TCP:
        return ORR_TCP;
    case SIM_UDP:
        return ORR_UDP;
    default:
        return ORR_PIPE;
    }
}

/* A read fills the buffers one after the other. */
static int64_t read_bufs(orr__sim_net *net, sim_sock *s, const orr__op *op)
{
    int64_t total = 0;

    for (uint32_t i = 0; i < op->u.io.nbufs; i++) {
        const orr_buf *buf = &op->u.io.bufs[i];
        uint32_t nfds = 0;
        int64_t n;

        if (i > 0 && s->first == NULL)
            break;
        n = orr__sim_stream_recv(net, s, op, buf, NULL, &nfds);
        if (n < 0)
            return total > 0 ? total : n;
        total += n;
        if ((size_t)n < buf->len)
            break;
    }
    return total;
}

static int64_t accept_call(orr__sim_net *net, sim_sock *s, orr__op *op)
{
    orr__event ev = { 0 };

    if (s->stage != STAGE_LISTENING)
        return -EINVAL;
    if (s->line_first == NULL || !deliver_accept(net, s, op, &ev))
        return -EAGAIN;
    return ev.result;
}

static int64_t stream_only(const sim_sock *s)
{
    return is_dgram(s) || s->type == SIM_PIPE ? -EOPNOTSUPP : 0;
}

static int64_t sock_call(orr__sim_net *net, sim_sock *s, orr__op *op)
{
    switch (op->code) {
    case OP_BIND:
        return orr__sim_bind(net, s, op->u.addr.addr, op->u.addr.len,
                             op->u.addr.flags);
    case OP_LISTEN:
        return stream_only(s) < 0 ? stream_only(s)
                                  : orr__sim_listen(net, s, op->u.n);
    case OP_SOCKNAME:
    case OP_PEERNAME:
        return orr__sim_sockname(s, op->code == OP_PEERNAME, op);
    case OP_SETOPT:
        return orr__sim_opt_set(net, s, op);
    case OP_GETOPT:
        return orr__sim_opt_get(s, op);
    case OP_SHUTDOWN:
        return orr__sim_shutdown(net, s, op->u.n);
    case OP_NONBLOCK:
        s->blocking = op->u.n == 0;
        return 0;
    case OP_FDKIND:
        return kind_of(s);
    case OP_ADOPT:
        s->blocking = false;
        return kind_of(s);
    case OP_CONNECT:
        return is_dgram(s) ? orr__sim_dgram_connect(net, s, op->u.addr.addr,
                                                    op->u.addr.len)
                           : -EINVAL;
    case OP_ACCEPT:
        return accept_call(net, s, op);
    case OP_SEND:
    case OP_SENDTO:
    case OP_WRITE:
        return send_now(net, s, op);
    case OP_READ:
        return read_bufs(net, s, op);
    case OP_CLOSE:
        orr__sim_fd_free(net->sim, op->fd);
        return 0;
    default:
        return -EINVAL;
    }
}

/* One by one, each with its own fault. */
static int64_t send_many(orr__sim_net *net, const orr__op *many)
{
    for (uint32_t i = 0; i < many->u.many.n; i++) {
        const orr_datagram *d = &many->u.many.list[i];
        orr__op one = { .code = OP_SENDTO,
                        .fd = many->fd,
                        .record_id = many->record_id };
        orr_buf buf = d->buf;
        orr__addr addr = { .len = 0 };
        int64_t r = d->addr != NULL ? orr__addr_copy(&addr, d->addr) : 0;
        one.u.io.bufs = &buf;
        one.u.io.nbufs = 1;
        one.u.io.addr = d->addr != NULL ? orr__addr_get(&addr) : NULL;
        one.u.io.addr_len = addr.len;
        if (r == 0)
            r = orr__sim_net_call(net, &one);
        if (r < 0)
            return i > 0 ? (int64_t)i : r;
    }
    return many->u.many.n;
}

int64_t orr__sim_net_call(orr__sim_net *net, orr__op *op)
{
    if (op->code == OP_SENDMANY)
        return send_many(net, op);
    const bool makes = op->code <= OP_PIPE;
    sim_sock *s = makes ? NULL : sock_of(net, op->fd);
    int fault = 0;

    if (!makes && s == NULL)
        return -EBADF;
    /* Faults of accept are chosen when a client waits, those of files
     * before. */
    if (makes)
        fault = orr__sim_fault(net->sim, op);
    else if (op->code == OP_BIND || op->code == OP_LISTEN ||
             op->code == OP_SEND || op->code == OP_SENDTO)
        fault = net_fault(net, s, op);
    if (fault != 0)
        return fault;
    switch (op->code) {
    case OP_SOCKET:
        return socket_make(net, op);
    case OP_SOCKETPAIR:
        return pair_make(
            net, op, op->u.pair.type == SOCK_DGRAM ? SIM_UNIX_DGRAM : SIM_UNIX);
    case OP_PIPE:
        return pair_make(net, op, SIM_PIPE);
    default:
        return sock_call(net, s, op);
    }
}

bool orr__sim_net_blocked(orr__sim_net *net, const orr__op *op)
{
    const sim_sock *s = orr__sim_fd_get(net->sim, SIM_NET, op->fd);
    const uint32_t need = op->code == OP_READ ? ORR_READABLE : ORR_WRITABLE;

    if (s == NULL || !s->blocking ||
        (op->code == OP_READ ? s->no_read : s->no_write))
        return false;
    return !(sock_levels(s) & need);
}

/* ---- Open and close ---------------------------------------------------- */

void orr__sim_net_release(orr__sim_net *net, void *object)
{
    sim_sock *s = object;

    for (int i = 0; i < SIM_OPS; i++)
        if (s->ops[i] != NULL)
            orr__sim_report_closed(s->ops[i]);
    if (s->type != SIM_UDP)
        orr__sim_stream_close(net, s);
    orr__sim_sock_free(net, s);
}

int orr__sim_net_open(orr__sim_net **out, orr__sim_world *sim)
{
    const orr_allocator *a = orr__sim_allocator(sim);
    orr__sim_net *net = orr__alloc(a, sizeof *net);

    if (net == NULL)
        return -ENOMEM;
    net->sim = sim;
    net->a = a;
    net->next_port = 49152;
    for (int i = 0; i < 3; i++) {
        net->std[i] = orr__sim_sock_new(net, AF_UNIX, SIM_STD);
        if (net->std[i] == NULL)
            goto close_net;
        net->std[i]->no_write = i == 0;
    }
    *out = net;
    return 0;

close_net:
    orr__sim_net_close(net);
    return -ENOMEM;
}

void orr__sim_net_forget(orr__sim_net *net, const orr__poll *home)
{
    for (sim_sock *s = net->all; s != NULL; s = s->next)
        for (int i = 0; i < SIM_OPS; i++)
            if (home == NULL || (s->ops[i] != NULL && s->ops[i]->home == home))
                s->ops[i] = NULL;
}

/* Sockets that are left are held by messages in each other's queues. */
void orr__sim_net_close(orr__sim_net *net)
{
    for (sim_sock *s = net->all; s != NULL; s = s->next)
        for (sim_parcel *p = s->first; p != NULL; p = p->next)
            p->ndescs = 0;
    while (net->all != NULL)
        orr__sim_sock_free(net, net->all);
    orr__free(net->a, net);
}
