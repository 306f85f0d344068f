/*
 * cares.c - internalBinding('cares'): questions to name servers by c-ares,
 * which is loaded when first used. c-ares owns its sockets and makes its own
 * system calls; the loop says when they are ready and when a timeout is due.
 *
 *      load()                       0, or a negative errno
 *      new Channel(timeout, tries, maxTimeout)   in ms; -1: c-ares' own
 *      query(id, name, type)        0, or a negative errno
 *      reverse(id, address)         0, or a negative errno
 *      cancel()
 *      oncomplete(id, status, answer)   status is c-ares' number; the answer is
 *                                   a Buffer with the reply as it came, or of
 *                                   reverse() a list of names
 *
 * A channel is a handle, held until lib/ closes it, which it does when nothing
 * is under way. Each socket of c-ares is watched by a handle of its own.
 *
 * c-ares must not be destroyed inside of its own callbacks, and JavaScript may
 * close the channel. So the callbacks only put answers into a list; it is
 * delivered when c-ares has returned, from a callback of the loop.
 */
/* Debian 12 has a c-ares without the functions that replace deprecated ones. */
#define CARES_NO_DEPRECATED
#include <ares.h>
#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/list.h"
#include "bind/core/recording.h"
#include "bind/net/address.h"
#include "bind/bytes/buffer.h"
#include "bind/core/library.h"

#define CARES_FUNCTIONS(X)                                                     \
    X(ares_cancel)                                                             \
    X(ares_destroy)                                                            \
    X(ares_free_data)                                                          \
    X(ares_get_servers_ports)                                                  \
    X(ares_gethostbyaddr)                                                      \
    X(ares_init_options)                                                       \
    X(ares_library_cleanup)                                                    \
    X(ares_library_init)                                                       \
    X(ares_process_fd)                                                         \
    X(ares_query)                                                              \
    X(ares_set_local_ip4)                                                      \
    X(ares_set_local_ip6)                                                      \
    X(ares_set_servers_ports_csv)                                              \
    X(ares_timeout)

typedef struct cares_library {
    void *library;
    CARES_FUNCTIONS(LIBRARY_MEMBER)
} cares_library;

static const bind_symbol symbols[] = {
#define SYMBOL(f) LIBRARY_SYMBOL(cares_library, f)
    CARES_FUNCTIONS(SYMBOL)
#undef SYMBOL
};

/* One question and its answer, from query() until oncomplete(). */
typedef struct answer {
    struct answer *next;
    struct channel *channel;
    int64_t id;
    int status;
    bool is_names; /* zero-terminated, one after the other */
    uint8_t *bytes;
    size_t size;
} answer;

typedef struct channel {
    bind_handle base; /* stays first */
    orr_timer timer;
    ares_channel ares; /* NULL: closed */
    orr_link sockets;
    answer *first, **last; /* to be delivered */
} channel;

typedef struct watched_socket {
    bind_handle base; /* stays first */
    orr_poll poll;
    channel *channel; /* NULL: c-ares has closed the socket */
    orr_link line;    /* in the channel's list */
    ares_socket_t fd;
} watched_socket;

static cares_library *library_of(const channel *c)
{
    return BIND_STATE(c->base.wrap.r, cares);
}

static watched_socket *socket_at(orr_link *line)
{
    return (watched_socket *)((uintptr_t)line - offsetof(watched_socket, line));
}

/* ---- Answers ------------------------------------------------------------ */

static void free_answer(answer *a)
{
    free(a->bytes);
    free(a);
}

/* c-ares is done with a question; it may be inside of query() or cancel(). */
static void cares_finish(answer *a, int status)
{
    channel *c = a->channel;

    a->status = status;
    a->next = NULL;
    *c->last = a;
    c->last = &a->next;
}

static void on_reply(void *arg, int status, int timeouts, unsigned char *reply,
                     int size)
{
    answer *a = arg;

    (void)timeouts;
    if (status == ARES_SUCCESS && size > 0) {
        a->bytes = malloc((size_t)size);
        if (a->bytes == NULL)
            status = ARES_ENOMEM;
        else
            memcpy(a->bytes, reply, (size_t)size);
        a->size = (size_t)size;
    }
    cares_finish(a, status);
}

static int add_name(answer *a, const char *name)
{
    const size_t len = strlen(name) + 1;
    uint8_t *bytes = realloc(a->bytes, a->size + len);

    if (bytes == NULL)
        return ARES_ENOMEM;
    memcpy(bytes + a->size, name, len);
    a->bytes = bytes;
    a->size += len;
    return ARES_SUCCESS;
}

/* The host's name is among the others if it came from a server, and not if it
 * came from /etc/hosts. */
static int add_names(answer *a, const struct hostent *host)
{
    bool is_listed = host->h_name == NULL;
    int status = ARES_SUCCESS;

    for (char **n = host->h_aliases; n != NULL && *n != NULL; n++)
        if (!is_listed && strcmp(*n, host->h_name) == 0)
            is_listed = true;
    if (!is_listed)
        status = add_name(a, host->h_name);
    for (char **n = host->h_aliases; n != NULL && *n != NULL; n++)
        if (status == ARES_SUCCESS)
            status = add_name(a, *n);
    return status;
}

static void on_host(void *arg, int status, int timeouts, struct hostent *host)
{
    answer *a = arg;

    (void)timeouts;
    a->is_names = true;
    if (status == ARES_SUCCESS)
        status = add_names(a, host);
    cares_finish(a, status);
}

static napi_value list_names(napi_env env, const answer *a)
{
    napi_value list;
    uint32_t n = 0;

    BIND_OK(napi_create_array(env, &list));
    for (size_t at = 0; at < a->size;) {
        const char *name = (const char *)a->bytes + at;
        BIND_OK(napi_set_element(env, list, n++, bind_string(env, name)));
        at += strlen(name) + 1;
    }
    return list;
}

/* NULL with an exception pending. */
static napi_value value_of(runtime *r, const answer *a)
{
    uint8_t *data;

    if (a->status != ARES_SUCCESS)
        return bind_undefined(r->env);
    if (a->is_names)
        return list_names(r->env, a);
    const napi_value buffer = bind_new_buffer(r, a->size, &data);
    if (buffer != NULL && a->size > 0)
        memcpy(data, a->bytes, a->size);
    return buffer;
}

static void deliver_one(channel *c, const answer *a)
{
    runtime *r = c->base.wrap.r;
    napi_handle_scope scope;

    BIND_OK(napi_open_handle_scope(r->env, &scope));
    const napi_value argv[3] = { bind_double(r->env, (double)a->id),
                                 bind_int(r->env, a->status), value_of(r, a) };
    if (argv[2] == NULL)
        runtime_report_pending(r);
    else
        bind_handle_call(&c->base, "oncomplete", 3, argv);
    napi_close_handle_scope(r->env, scope);
}

static answer *take_answer(channel *c)
{
    answer *a = c->first;

    if (a != NULL) {
        c->first = a->next;
        if (c->first == NULL)
            c->last = &c->first;
    }
    return a;
}

/* In a callback of the loop, and never inside of c-ares. */
static void cares_deliver(channel *c)
{
    while (c->ares != NULL && !c->base.wrap.r->over) {
        answer *a = take_answer(c);
        if (a == NULL)
            return;
        deliver_one(c, a);
        free_answer(a);
    }
}

/* ---- Time --------------------------------------------------------------- */

static void on_timer(orr_timer *t);

/* Wake up when c-ares has to look at its timeouts, or at once for answers that
 * are there already. */
static void set_timer(channel *c)
{
    struct timeval tv;
    runtime *r = c->base.wrap.r;
    uint64_t delay_ms = 0;

    if (c->ares == NULL)
        return;
    if (c->first == NULL) {
        if (library_of(c)->ares_timeout(c->ares, NULL, &tv) == NULL) {
            orr_timer_stop(&c->timer);
            return;
        }
        delay_ms =
            (uint64_t)tv.tv_sec * 1000 + (uint64_t)(tv.tv_usec + 999) / 1000;
    }
    orr_timer_stop(&c->timer);
    must(orr_timer_start(r->loop, &c->timer, delay_ms, on_timer) == 0,
         "a timer that is not armed can be armed");
}

static void on_timer(orr_timer *t)
{
    channel *c = t->handle.data;

    library_of(c)->ares_process_fd(c->ares, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
    cares_deliver(c);
    set_timer(c);
}

/* ---- Sockets ------------------------------------------------------------ */

static void on_ready(orr_poll *p, int status, int events)
{
    watched_socket *s = p->handle.data;
    channel *c = s->channel;

    if (c == NULL)
        return;
    if (status < 0)
        events = ORR_READABLE | ORR_WRITABLE;
    const ares_socket_t in =
        events & (ORR_READABLE | ORR_DISCONNECT) ? s->fd : ARES_SOCKET_BAD;
    const ares_socket_t out = events & ORR_WRITABLE ? s->fd : ARES_SOCKET_BAD;
    library_of(c)->ares_process_fd(c->ares, in, out);
    cares_deliver(c);
    set_timer(c);
}

static void leave_channel(bind_handle *h)
{
    watched_socket *s = (watched_socket *)h;

    if (s->channel != NULL)
        orr__list_remove(&s->line);
    s->channel = NULL;
}

static const bind_handle_type socket_type = {
    .name = "DnsSocket",
    .size = sizeof(watched_socket),
    .handle_at = offsetof(watched_socket, poll),
    .closing = leave_channel,
};

static watched_socket *find_socket(channel *c, ares_socket_t fd)
{
    for (orr_link *l = c->sockets.next; l != &c->sockets; l = l->next)
        if (socket_at(l)->fd == fd)
            return socket_at(l);
    return NULL;
}

static watched_socket *cares_watch(channel *c, ares_socket_t fd)
{
    watched_socket *s = calloc(1, sizeof *s);

    if (s == NULL)
        return NULL;
    s->channel = c;
    s->fd = fd;
    bind_handle_open(c->base.wrap.r, &s->base, &socket_type, NULL);
    orr__list_add_last(&c->sockets, &s->line);
    return s;
}

/* c-ares opened or closes a socket, or changed what it waits for. A
 * socket that cannot be watched is left to the timeout. */
static void on_state(void *arg, ares_socket_t fd, int readable, int writable)
{
    channel *c = arg;
    runtime *r = c->base.wrap.r;
    watched_socket *s = find_socket(c, fd);

    if (!readable && !writable) {
        if (s != NULL)
            bind_handle_close(&s->base, NULL);
        return;
    }
    if (s == NULL)
        s = cares_watch(c, fd);
    if (s != NULL && orr_poll_start(r->loop, &s->poll, fd,
                                    (readable ? ORR_READABLE : 0) |
                                        (writable ? ORR_WRITABLE : 0),
                                    on_ready) < 0)
        bind_handle_close(&s->base, NULL);
}

/* ---- The channel -------------------------------------------------------- */

static int cares_load(runtime *r)
{
    cares_library *l = BIND_STATE(r, cares);

    if (orr_is_virtual(r->loop))
        return -EOPNOTSUPP;
    if (orr_is_recorded(r->loop))
        return -EACCES; /* its answers would not be in the recording */
    if (l->library != NULL)
        return 0;
    const int err = bind_library_open(r, "libcares.so.2", symbols,
                                      sizeof symbols / sizeof *symbols, l);
    if (err < 0)
        return err;
    if (l->ares_library_init(ARES_LIB_INIT_ALL) == ARES_SUCCESS)
        return 0;
    bind_library_close(r, l);
    return -ENOMEM;
}

static int read_option(napi_env env, size_t argc, const napi_value *argv,
                       size_t i)
{
    return argc > i ? (int)bind_to_int(env, argv[i]) : -1;
}

/* new Channel(timeout, tries, maxTimeout) */
static int open_channel(bind_handle *h, size_t argc, const napi_value *argv)
{
    channel *c = (channel *)h;
    runtime *r = h->wrap.r;
    struct ares_options options = {
        .flags = ARES_FLAG_NOCHECKRESP,
        .sock_state_cb = on_state,
        .sock_state_cb_data = c,
        .timeout = read_option(r->env, argc, argv, 0),
        .tries = read_option(r->env, argc, argv, 1),
    };
    int mask = ARES_OPT_FLAGS | ARES_OPT_SOCK_STATE_CB;

    if (options.timeout >= 0)
        mask |= ARES_OPT_TIMEOUTMS;
    if (options.tries > 0)
        mask |= ARES_OPT_TRIES;
#ifdef ARES_OPT_MAXTIMEOUTMS
    options.maxtimeout = read_option(r->env, argc, argv, 2);
    if (options.maxtimeout > 0)
        mask |= ARES_OPT_MAXTIMEOUTMS;
#endif
    const int err = cares_load(r);
    if (err < 0)
        return err;
    orr__list_init(&c->sockets);
    c->last = &c->first;
    const int status =
        library_of(c)->ares_init_options(&c->ares, &options, mask);
    if (status == ARES_SUCCESS)
        return 0;
    c->ares = NULL;
    return status == ARES_ENOMEM ? -ENOMEM : -EIO;
}

/* Queries under way end here, without a callback. */
static void close_channel(bind_handle *h)
{
    channel *c = (channel *)h;
    answer *a;

    if (c->ares == NULL)
        return; /* it was never opened */
    library_of(c)->ares_destroy(c->ares);
    c->ares = NULL;
    while (!orr__list_empty(&c->sockets))
        bind_handle_close(&socket_at(c->sockets.next)->base, NULL);
    while ((a = take_answer(c)) != NULL)
        free_answer(a);
}

static answer *new_answer(channel *c, napi_value id)
{
    answer *a = calloc(1, sizeof *a);

    if (a != NULL) {
        a->channel = c;
        a->id = bind_to_int(c->base.wrap.r->env, id);
    }
    return a;
}

/* query(id, name, type): 0, or a negative errno. */
static napi_value js_query(napi_env env, napi_callback_info info)
{
    napi_value args[3];
    channel *c = bind_this(env, info, 3, args);

    if (c == NULL)
        return bind_int(env, -EBADF);
    char *name = bind_to_string(env, args[1], NULL);
    answer *a = name ? new_answer(c, args[0]) : NULL;
    if (a != NULL) {
        library_of(c)->ares_query(c->ares, name, 1 /* Internet */,
                                  (int)bind_to_int(env, args[2]), on_reply, a);
        set_timer(c);
    }
    free(name);
    return bind_int(env, a ? 0 : -ENOMEM);
}

/* reverse(id, address): 0, or a negative errno: -EINVAL if it is not an
 * address. */
static napi_value js_reverse(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    channel *c = bind_this(env, info, 2, args);
    struct sockaddr_storage address;

    if (c == NULL)
        return bind_int(env, -EBADF);
    if (bind_to_address(env, args[1], bind_int(env, 0), &address) < 0)
        return bind_int(env, -EINVAL);
    answer *a = new_answer(c, args[0]);
    if (a == NULL)
        return bind_int(env, -ENOMEM);
    if (address.ss_family == AF_INET6)
        library_of(c)->ares_gethostbyaddr(
            c->ares, &((struct sockaddr_in6 *)&address)->sin6_addr, 16,
            AF_INET6, on_host, a);
    else
        library_of(c)->ares_gethostbyaddr(
            c->ares, &((struct sockaddr_in *)&address)->sin_addr, 4, AF_INET,
            on_host, a);
    set_timer(c);
    return bind_int(env, 0);
}

static napi_value js_cancel(napi_env env, napi_callback_info info)
{
    channel *c = bind_this(env, info, 0, NULL);

    if (c != NULL) {
        library_of(c)->ares_cancel(c->ares);
        set_timer(c);
    }
    return bind_undefined(env);
}

/* ---- Servers and local addresses ---------------------------------------- */

static bool server_name(const struct ares_addr_port_node *node, char *out,
                        size_t size)
{
    struct sockaddr_storage address = { .ss_family =
                                            (sa_family_t)node->family };

    if (node->family == AF_INET6)
        memcpy(&((struct sockaddr_in6 *)&address)->sin6_addr, &node->addr.addr6,
               16);
    else
        memcpy(&((struct sockaddr_in *)&address)->sin_addr, &node->addr.addr4,
               4);
    return orr_ip_name((struct sockaddr *)&address, out, size) == 0;
}

/* getServers(): [address, port, ...]; undefined if c-ares has no memory. */
static napi_value js_get_servers(napi_env env, napi_callback_info info)
{
    channel *c = bind_this(env, info, 0, NULL);
    struct ares_addr_port_node *list;
    char name[BIND_ADDRESS_SIZE];
    napi_value out;
    uint32_t n = 0;

    if (c == NULL ||
        library_of(c)->ares_get_servers_ports(c->ares, &list) != ARES_SUCCESS)
        return bind_undefined(env);
    BIND_OK(napi_create_array(env, &out));
    for (struct ares_addr_port_node *s = list; s != NULL; s = s->next) {
        if (!server_name(s, name, sizeof name))
            continue;
        BIND_OK(napi_set_element(env, out, n++, bind_string(env, name)));
        BIND_OK(napi_set_element(env, out, n++, bind_int(env, s->udp_port)));
    }
    library_of(c)->ares_free_data(list);
    return out;
}

/* setServers("address:port,[address]:port"): c-ares' status. */
static napi_value js_set_servers(napi_env env, napi_callback_info info)
{
    napi_value text;
    channel *c = bind_this(env, info, 1, &text);
    char *list = c ? bind_to_string(env, text, NULL) : NULL;

    if (list == NULL)
        return bind_int(env, ARES_ENOMEM);
    const int status = library_of(c)->ares_set_servers_ports_csv(c->ares, list);
    free(list);
    return bind_int(env, status);
}

/* setLocalAddress(address): 0, or -EINVAL. */
static napi_value js_set_local(napi_env env, napi_callback_info info)
{
    napi_value text;
    channel *c = bind_this(env, info, 1, &text);
    struct sockaddr_storage address;
    uint8_t v4[4];

    if (c == NULL)
        return bind_int(env, -EBADF);
    if (bind_to_address(env, text, bind_int(env, 0), &address) < 0)
        return bind_int(env, -EINVAL);
    if (address.ss_family == AF_INET6) {
        uint8_t v6[16];
        memcpy(v6, &((struct sockaddr_in6 *)&address)->sin6_addr, 16);
        library_of(c)->ares_set_local_ip6(c->ares, v6);
        return bind_int(env, 0);
    }
    memcpy(v4, &((struct sockaddr_in *)&address)->sin_addr, 4);
    library_of(c)->ares_set_local_ip4(
        c->ares, (unsigned)v4[0] << 24 | (unsigned)v4[1] << 16 |
                     (unsigned)v4[2] << 8 | v4[3]);
    return bind_int(env, 0);
}

/* ---- The binding -------------------------------------------------------- */

static napi_value js_load(napi_env env, napi_callback_info info)
{
    return bind_int(env, cares_load(bind_args(env, info, 0, NULL)));
}

static const bind_function methods[] = {
    { "query", js_query },
    { "reverse", js_reverse },
    { "cancel", js_cancel },
    { "getServers", js_get_servers },
    { "setServers", js_set_servers },
    { "setLocalAddress", js_set_local },
    { NULL, NULL },
};

static const bind_handle_type channel_type = {
    .wrap = { .hook_name = "DNSCHANNEL", .resource_name = NULL },
    .name = "Channel",
    .size = sizeof(channel),
    .handle_at = offsetof(channel, timer),
    .open = open_channel,
    .closing = close_channel,
    .methods = methods,
};

static napi_status cares_init(runtime *r, napi_value exports)
{
    bind_method(r, exports, "load", js_load);
    return bind_handle_class(r, exports, &channel_type);
}

static void close_library(runtime *r)
{
    cares_library *l = BIND_STATE(r, cares);

    if (l->library != NULL)
        l->ares_library_cleanup();
    bind_library_close(r, l);
}

const bind_entry bind_entry_cares = { .name = "cares",
                                      .init = cares_init,
                                      .unload = close_library,
                                      .state = sizeof(cares_library) };
