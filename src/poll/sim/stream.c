/*
 * stream.c - connections, socket pairs and pipes: bytes in order.
 *
 *                    listen             connect
 *      NEW ---------------> LISTENING     |
 *       |                      |          v
 *       |   no place in line   |  NEW or CONNECTING: at the listener's door
 *       |                      v          |
 *       +------------------> line: one CONNECTED socket for each client that
 *                            was let in, until accept gives it a descriptor
 *
 * The client is connected as soon as it is in line, and may send into the queue
 * of the socket in line, as in TCP.
 *
 * The end of a connection, as on Linux: close() sends the end of the stream, or
 * a reset if bytes were left unread or with SO_LINGER. A reset is seen after
 * the bytes that came before it. Sending to a closed TCP peer works once (the
 * reset has to come back first), on other sockets it fails with EPIPE at once.
 */
#include "poll/sim/net.h"

#include <errno.h>
#include <string.h>

void orr__sim_pair(sim_sock *a, sim_sock *b)
{
    a->peer = b;
    b->peer = a;
    a->stage = b->stage = STAGE_CONNECTED;
}

/* ---- Standing in line -------------------------------------------------- */

static void line_add(sim_sock **first, sim_sock **last, sim_sock *s)
{
    s->line_next = NULL;
    if (*last != NULL)
        (*last)->line_next = s;
    else
        *first = s;
    *last = s;
}

static sim_sock *line_take(sim_sock **first, sim_sock **last)
{
    sim_sock *s = *first;

    if (s == NULL)
        return NULL;
    *first = s->line_next;
    if (*first == NULL)
        *last = NULL;
    s->line_next = NULL;
    s->listener = NULL;
    return s;
}

static void line_leave(sim_sock **first, sim_sock **last, sim_sock *s)
{
    sim_sock *before = NULL;

    for (sim_sock *at = *first; at != s; at = at->line_next)
        before = at;
    if (before != NULL)
        before->line_next = s->line_next;
    else
        *first = s->line_next;
    if (*last == s)
        *last = before;
    s->line_next = NULL;
    s->listener = NULL;
}

int orr__sim_listen(orr__sim_net *net, sim_sock *s, int64_t backlog)
{
    int err;

    if (s->stage != STAGE_NEW && s->stage != STAGE_LISTENING)
        return -EINVAL;
    if (s->type == SIM_UNIX && !s->bound)
        return -EINVAL;
    if (s->type == SIM_TCP) {
        err = s->bound ? orr__sim_listen_check(net, s)
                       : orr__sim_bind_any(net, s);
        if (err < 0)
            return err;
    }
    s->backlog = backlog < 1 ? 1 : backlog > 4096 ? 4096 : (uint32_t)backlog;
    s->stage = STAGE_LISTENING;
    return 0;
}

/* Make the server's end of the connection and put it in line. */
static int let_in(orr__sim_net *net, sim_sock *listener, sim_sock *client)
{
    sim_sock *s =
        orr__sim_sock_new(net, listener->domain, (sim_type)listener->type);

    if (s == NULL)
        return -ENOMEM;
    orr__sim_pair(s, client);
    s->local = client->remote;
    s->remote = client->local;
    s->name = listener->name;
    s->remote_name = client->name;
    client->remote_name = listener->name;
    s->listener = listener;
    listener->waiting++;
    line_add(&listener->line_first, &listener->line_last, s);
    orr__sim_sock_hot(net, listener);
    orr__sim_sock_hot(net, client);
    return 0;
}

static void connect_end(orr__sim_net *net, sim_sock *s, int result)
{
    s->connect_result = result;
    s->stage = result == 0 ? STAGE_CONNECTED : STAGE_NEW;
    orr__sim_sock_hot(net, s);
}

/* A place is free: the client that came first gets it. */
static void let_next_in(orr__sim_net *net, sim_sock *listener)
{
    while (listener->waiting < listener->backlog) {
        sim_sock *s = line_take(&listener->knock_first, &listener->knock_last);

        if (s == NULL)
            return;
        connect_end(net, s, let_in(net, listener, s));
    }
}

static int connect_tcp(orr__sim_net *net, sim_sock *s,
                       const struct sockaddr *sa, uint32_t len,
                       sim_sock **listener)
{
    sim_addr to;
    int err = orr__sim_addr_read(sa, len, s->domain, &to);

    if (err < 0)
        return err;
    if (orr__sim_addr_any(&to))
        orr__sim_addr_loopback(&to, &to);
    if (!orr__sim_addr_local(&to))
        return -ENETUNREACH;
    if (s->only_v6 && orr__sim_addr_v4(&to))
        return -ENETUNREACH;
    if (s->local.port == 0)
        s->local.port = orr__sim_free_port(net, SIM_TCP);
    if (s->local.port == 0)
        return -EADDRNOTAVAIL;
    if (orr__sim_addr_any(&s->local))
        memcpy(s->local.ip, to.ip, sizeof to.ip);
    s->remote = to;
    *listener = orr__sim_find_tcp(net, &to, s->local.port);
    return *listener != NULL ? 0 : -ECONNREFUSED;
}

int orr__sim_connect(orr__sim_net *net, sim_sock *s,
                     const struct sockaddr *addr, uint32_t len)
{
    sim_sock *listener = NULL;
    int err = 0;

    if (s->type == SIM_TCP)
        err = connect_tcp(net, s, addr, len, &listener);
    else
        listener = orr__sim_find_unix(net, addr, len, &err);
    if (err == 0 && listener->waiting >= listener->backlog) {
        if (s->type == SIM_TCP) {
            s->stage = STAGE_CONNECTING;
            s->listener = listener;
            line_add(&listener->knock_first, &listener->knock_last, s);
            return 0;
        }
        err = -EAGAIN;
    }
    if (err == 0)
        err = let_in(net, listener, s);
    if (err != 0 && !(s->type == SIM_TCP && err == -ECONNREFUSED))
        return err;
    connect_end(net, s, err);
    return 0;
}

int orr__sim_accept(orr__sim_net *net, sim_sock *listener)
{
    sim_sock *s = line_take(&listener->line_first, &listener->line_last);
    int fd;

    if (s == NULL)
        return -EAGAIN;
    listener->waiting--;
    fd = orr__sim_fd_new(net->sim, SIM_NET, s);
    if (fd < 0) { /* no descriptor: the client is disconnected */
        orr__sim_cut(net, s);
        orr__sim_sock_free(net, s);
    }
    let_next_in(net, listener);
    return fd;
}

/* ---- Sending ----------------------------------------------------------- */

/* The descriptors of a message, held for the time it is under way. */
static int pack_descs(orr__sim_net *net, sim_parcel *parcel, const int *fds,
                      uint32_t nfds)
{
    if (nfds > SIM_FDS_MAX)
        return -EINVAL;
    parcel->descs = orr__alloc_array(net->a, nfds, sizeof *parcel->descs);
    if (parcel->descs == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < nfds; i++) {
        parcel->descs[i] = orr__sim_desc_hold(net->sim, fds[i]);
        if (parcel->descs[i] == NULL)
            return -EBADF;
        parcel->ndescs++;
    }
    return 0;
}

/* 0 if bytes can be sent, now or later. */
static int send_check(sim_sock *s)
{
    const int error = s->error;

    if (s->no_write)
        return -EBADF;
    if (error != 0) {
        s->error = 0;
        return -error;
    }
    if (s->stage != STAGE_CONNECTED)
        return s->type == SIM_TCP && s->stage == STAGE_NEW ? -EPIPE : -ENOTCONN;
    if (s->ended || s->broken || (s->peer != NULL && s->peer->deaf))
        return -EPIPE;
    return 0;
}

/* A blocking socket would wait here until the peer has read, which is on the
 * same thread: so its queue is unlimited. */
static size_t space_for(const sim_sock *s, size_t len)
{
    const size_t used = s->peer->bytes;
    const size_t left = used < SIM_SEND_QUEUE ? SIM_SEND_QUEUE - used : 0;

    return s->blocking || len < left ? len : left;
}

int64_t orr__sim_stream_send(orr__sim_net *net, sim_sock *s, const orr__op *op)
{
    const size_t all = orr__sim_bufs_len(op->u.io.bufs, op->u.io.nbufs);
    sim_sock *to = s->peer;
    sim_parcel *parcel;
    size_t len;
    int err = send_check(s);

    if (err < 0)
        return err;
    if (to == NULL) { /* a reset comes back, too late for this one */
        s->broken = true;
        return s->type == SIM_TCP ? (int64_t)all : -EPIPE;
    }
    if (all == 0)
        return 0;
    len = space_for(s, all);
    if (len == 0)
        return -EAGAIN;
    len = orr__sim_amount(net->sim, ORR_CHOOSE_SHORT, op, len);
    parcel = orr__sim_parcel_new(net, op->u.io.bufs, op->u.io.nbufs, len);
    if (parcel == NULL)
        return -ENOMEM;
    if (op->u.io.nfds > 0) {
        err = s->type == SIM_UNIX
                  ? pack_descs(net, parcel, op->u.io.fds, op->u.io.nfds)
                  : -EINVAL;
        if (err < 0) {
            orr__sim_parcel_free(net, parcel);
            return err;
        }
    }
    orr__sim_parcel_add(net, to, parcel);
    return (int64_t)len;
}

/* ---- Receiving --------------------------------------------------------- */

/* How many bytes one receive can give: up to the end of the queue, or to
 * where a message with descriptors begins, as these belong to its bytes. */
static size_t stream_available(const sim_sock *s, size_t max)
{
    size_t len = 0;

    for (const sim_parcel *p = s->first; p != NULL && len < max; p = p->next) {
        if (p->ndescs > 0 && p != s->first)
            break;
        len += p->len;
    }
    return len < max ? len : max;
}

/* Descriptors that do not fit into the receiver's array are closed, as by the
 * kernel. */
static uint32_t unpack_descs(orr__sim_net *net, sim_parcel *parcel, int *fds)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < parcel->ndescs; i++) {
        orr__sim_desc *desc = parcel->descs[i];
        const int fd = fds != NULL && n < SIM_RX_FDS
                           ? orr__sim_desc_fd(net->sim, desc)
                           : -EMFILE;

        if (fd >= 0)
            fds[n++] = fd;
        else
            orr__sim_desc_drop(net->sim, desc);
    }
    parcel->ndescs = 0;
    return n;
}

static void take_bytes(orr__sim_net *net, sim_sock *s, char *out, size_t len)
{
    while (len > 0) {
        sim_parcel *p = s->first;
        const size_t n = p->len < len ? p->len : len;

        memcpy(out, p->bytes + p->at, n);
        out += n;
        len -= n;
        p->at += n;
        p->len -= n;
        s->bytes -= n;
        if (p->len == 0)
            orr__sim_parcel_free(net, orr__sim_parcel_take(s));
    }
    if (s->peer != NULL)
        orr__sim_sock_space(net, s->peer);
}

/* There are no bytes: what is there instead? */
static int64_t recv_end(sim_sock *s)
{
    const int error = s->error;

    if (s->stage != STAGE_CONNECTED && error == 0)
        return -ENOTCONN;
    if (s->peer_ended || s->deaf)
        return 0;
    if (error != 0) {
        s->error = 0;
        return -error;
    }
    return s->peer == NULL ? 0 : -EAGAIN;
}

int64_t orr__sim_stream_recv(orr__sim_net *net, sim_sock *s, const orr__op *op,
                             const orr_buf *buf, int *fds, uint32_t *nfds)
{
    size_t len;

    if (s->no_read)
        return -EBADF;
    if (buf->len == 0)
        return 0;
    if (s->first == NULL)
        return recv_end(s);
    len = stream_available(s, buf->len);
    len = orr__sim_amount(net->sim, ORR_CHOOSE_CHUNK, op, len);
    *nfds = unpack_descs(net, s->first, op->u.io.nfds > 0 ? fds : NULL);
    take_bytes(net, s, buf->base, len);
    return (int64_t)len;
}

/* ---- Ending ------------------------------------------------------------ */

static void send_end(orr__sim_net *net, sim_sock *s)
{
    s->ended = true;
    if (s->peer == NULL)
        return;
    s->peer->peer_ended = true;
    orr__sim_sock_hot(net, s->peer);
}

int orr__sim_shutdown(orr__sim_net *net, sim_sock *s, int64_t how)
{
    if (s->type == SIM_PIPE || s->type == SIM_STD)
        return -ENOTSOCK;
    if (how < SHUT_RD || how > SHUT_RDWR)
        return -EINVAL;
    if (s->type == SIM_UDP ? !s->connected_dgram : s->stage != STAGE_CONNECTED)
        return -ENOTCONN;
    if (how != SHUT_WR) {
        s->deaf = true;
        if (s->peer != NULL)
            orr__sim_sock_hot(net, s->peer);
    }
    if (how != SHUT_RD)
        send_end(net, s);
    orr__sim_sock_hot(net, s);
    return 0;
}

/* The peer gets an error, and has no peer from now on. */
static void reset_peer(orr__sim_net *net, sim_sock *s)
{
    sim_sock *peer = s->peer;

    if (peer == NULL)
        return;
    peer->error = ECONNRESET;
    peer->broken = true;
    peer->peer = NULL;
    s->peer = NULL;
    orr__sim_sock_hot(net, peer);
}

void orr__sim_cut(orr__sim_net *net, sim_sock *s)
{
    reset_peer(net, s);
    s->broken = true;
    orr__sim_sock_hot(net, s);
}

static void listener_close(orr__sim_net *net, sim_sock *listener)
{
    sim_sock *s;

    while ((s = line_take(&listener->line_first, &listener->line_last))) {
        reset_peer(net, s);
        orr__sim_sock_free(net, s);
    }
    while ((s = line_take(&listener->knock_first, &listener->knock_last)))
        connect_end(net, s, -ECONNREFUSED);
}

void orr__sim_stream_close(orr__sim_net *net, sim_sock *s)
{
    sim_sock *peer = s->peer;

    if (s->stage == STAGE_LISTENING)
        listener_close(net, s);
    if (s->stage == STAGE_CONNECTING)
        line_leave(&s->listener->knock_first, &s->listener->knock_last, s);
    if (peer == NULL)
        return;
    if (s->type != SIM_PIPE && s->type != SIM_UNIX_DGRAM &&
        (s->first != NULL || orr__sim_opt_abort(s))) {
        reset_peer(net, s);
        return;
    }
    send_end(net, s);
    peer->peer = NULL;
    s->peer = NULL;
}
