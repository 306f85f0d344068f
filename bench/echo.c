/*
 * Question: what does one message through a TCP server cost, and what does an
 * idle connection hold?
 *
 * The server sends back what it gets, in the cheapest way the library has: it
 * passes the bytes of the read to orr_try_write() at once. Only
 * what the socket does not take is copied and queued. It prints
 *
 *      LISTENING port
 *
 * and serves until it is killed; load/load.c is the other side. In the small
 * size the clients are in the same loop, check each byte that comes back, and
 * the program ends when they are done.
 */
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "bench.h"
#include "orrery.h"

/* ---- The server -------------------------------------------------------- */

/* What the socket did not take, in one block with its request. */
typedef struct rest {
    orr_write_req req;
    char bytes[];
} rest;

static orr_loop *loop;
static orr_stream server;

static void on_closed(orr_handle *h)
{
    free(h);
}

static void on_rest_written(orr_write_req *req, int status)
{
    (void)status; /* the read fails, too */
    free(req);
}

static void write_rest(orr_stream *s, const char *bytes, size_t len)
{
    rest *r = calloc(1, sizeof *r + len);

    BENCH_CHECK(r != NULL, "no memory for %zu bytes", len);
    memcpy(r->bytes, bytes, len);
    const orr_buf buf = { r->bytes, len };
    if (orr_write(&r->req, s, &buf, 1, on_rest_written) < 0)
        free(r);
}

static void on_read(orr_stream *s, int64_t n, const void *bytes)
{
    if (n < 0) {
        orr_close(&s->handle, on_closed);
        return;
    }
    const orr_buf buf = { (void *)bytes, (size_t)n };
    int64_t taken = orr_try_write(s, &buf, 1);
    if (taken < 0 && taken != -EAGAIN)
        return; /* the next read fails and closes */
    if (taken < 0)
        taken = 0;
    if (taken < n)
        write_rest(s, (const char *)bytes + taken, (size_t)(n - taken));
}

static void on_connection(orr_stream *listener, int status)
{
    orr_stream *s;

    BENCH_OK(status);
    s = calloc(1, sizeof *s);
    BENCH_CHECK(s != NULL, "no memory for a connection");
    BENCH_OK(orr_tcp_init(loop, s));
    BENCH_OK(orr_accept(listener, s));
    BENCH_OK(orr_tcp_nodelay(s, true));
    BENCH_OK(orr_read_start(s, on_read));
}

/* Returns the port. */
static uint16_t server_start(struct sockaddr_storage *addr)
{
    uint32_t len = sizeof *addr;

    BENCH_OK(orr_ip4_addr("127.0.0.1", 0, addr));
    BENCH_OK(orr_tcp_init(loop, &server));
    BENCH_OK(orr_tcp_bind(&server, (struct sockaddr *)addr, 0));
    BENCH_OK(orr_listen(&server, 4096, on_connection));
    BENCH_OK(orr_getsockname(&server.handle, (struct sockaddr *)addr, &len));
    return orr_ip_port((struct sockaddr *)addr);
}

/* Ten thousand connections are more descriptors than one gets by default. */
static void raise_limit(void)
{
    uint64_t soft, hard;

    BENCH_OK(orr_limit_get(loop, RLIMIT_NOFILE, &soft, &hard));
    BENCH_OK(orr_limit_set(loop, RLIMIT_NOFILE, hard, hard));
}

/* ---- The clients of the small size ------------------------------------- */

typedef struct client {
    orr_stream stream;
    orr_connect_req connect;
    orr_write_req write;
    char *message;
    size_t len;    /* of the message */
    size_t echoed; /* of the current round */
    int rounds;    /* still to go */
} client;

/* Small messages, and some that no socket buffer takes at once. */
static client clients[] = {
    { .len = 64, .rounds = 50 },
    { .len = 64, .rounds = 50 },
    { .len = 4 << 20, .rounds = 2 },
};
static size_t clients_left = sizeof clients / sizeof *clients;

static void client_send(client *c);

static void on_client_written(orr_write_req *req, int status)
{
    (void)req;
    BENCH_OK(status);
}

static void on_client_read(orr_stream *s, int64_t n, const void *bytes)
{
    client *c = (client *)s;

    BENCH_OK(n);
    BENCH_CHECK(c->echoed + (size_t)n <= c->len &&
                    memcmp(c->message + c->echoed, bytes, (size_t)n) == 0,
                "what came back was never sent");
    c->echoed += (size_t)n;
    if (c->echoed < c->len)
        return;
    if (--c->rounds > 0) {
        client_send(c);
        return;
    }
    orr_close(&s->handle, NULL);
    if (--clients_left == 0)
        orr_close(&server.handle, NULL);
}

static void client_send(client *c)
{
    const orr_buf buf = { c->message, c->len };

    c->echoed = 0;
    BENCH_OK(orr_write(&c->write, &c->stream, &buf, 1, on_client_written));
}

static void on_connected(orr_connect_req *req, int status)
{
    client *c = req->req.data;

    BENCH_OK(status);
    BENCH_OK(orr_read_start(&c->stream, on_client_read));
    client_send(c);
}

static void client_start(client *c, const struct sockaddr *addr)
{
    uint64_t seed = c->len;

    c->message = malloc(c->len);
    BENCH_CHECK(c->message != NULL, "no memory for a message");
    for (size_t i = 0; i < c->len; i++)
        c->message[i] = (char)bench_random(&seed);
    c->connect.req.data = c;
    BENCH_OK(orr_tcp_init(loop, &c->stream));
    BENCH_OK(orr_tcp_connect(&c->connect, &c->stream, addr, on_connected));
}

static void serve_own_clients(const struct sockaddr *addr)
{
    const size_t n = sizeof clients / sizeof *clients;

    for (size_t i = 0; i < n; i++)
        client_start(&clients[i], addr);
    BENCH_OK(orr_run(loop, ORR_RUN_DEFAULT));
    BENCH_CHECK(clients_left == 0, "%zu clients were left", clients_left);
    for (size_t i = 0; i < n; i++)
        free(clients[i].message);
    bench_result("echo_small", (double)n, "clients");
}

int main(void)
{
    struct sockaddr_storage addr;

    BENCH_OK(orr_loop_open(&loop, NULL));
    raise_limit();
    const uint16_t port = server_start(&addr);
    if (bench_small()) {
        serve_own_clients((struct sockaddr *)&addr);
    } else {
        printf("LISTENING %d\n", port);
        fflush(stdout);
        BENCH_OK(orr_run(loop, ORR_RUN_DEFAULT));
    }
    BENCH_OK(orr_loop_close(loop));
    return 0;
}
