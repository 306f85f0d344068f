/*
 * echo_server.c - send back to each client what it sends.
 *
 *      build/examples/echo_server 7000      and, elsewhere:  nc 127.0.0.1 7000
 *
 * One struct per connection, with the stream as its first member. It reads one
 * piece, stops reading, writes the piece back, and reads again when that has
 * been written: a client that does not take its answers is not read from, so
 * no queue grows.
 */
#include <orrery.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

typedef struct client {
    orr_stream stream;
    orr_write_req write;
    char bytes[65536]; /* as many as one read can bring */
} client;

static orr_stream server;
static orr_signal interrupt;

static int failed(const char *what, int err)
{
    fprintf(stderr, "%s: %s\n", what, orr_strerror(err));
    return 1;
}

static void on_closed(orr_handle *h)
{
    free(h); /* the stream is the first member of the client */
}

static void on_read(orr_stream *s, int64_t n, const void *bytes);

static void on_written(orr_write_req *req, int status)
{
    client *c = req->req.data;

    if (orr_is_closing(&c->stream.handle))
        return;
    if (status < 0 || orr_read_start(&c->stream, on_read) < 0)
        orr_close(&c->stream.handle, on_closed);
}

/* The bytes are valid until this function returns. */
static void on_read(orr_stream *s, int64_t n, const void *bytes)
{
    client *c = (client *)(void *)s;

    if (n < 0) { /* the end, or an error */
        orr_close(&s->handle, on_closed);
        return;
    }
    memcpy(c->bytes, bytes, (size_t)n);
    orr_read_stop(s);
    const orr_buf buf = { c->bytes, (size_t)n };
    if (orr_write(&c->write, s, &buf, 1, on_written) < 0)
        orr_close(&s->handle, on_closed);
}

static void on_connection(orr_stream *s, int status)
{
    client *c = status == 0 ? calloc(1, sizeof *c) : NULL;

    if (c == NULL)
        return;
    c->write.req.data = c;
    if (orr_tcp_init(orr_handle_loop(&s->handle), &c->stream) < 0) {
        free(c);
        return;
    }
    if (orr_accept(s, &c->stream) < 0 ||
        orr_read_start(&c->stream, on_read) < 0)
        orr_close(&c->stream.handle, on_closed);
}

/* Ctrl-C: take no more connections, and end when the last client has gone; at
 * once if it comes a second time. */
static void on_interrupt(orr_signal *s, int signum)
{
    (void)signum;
    if (orr_is_closing(&server.handle)) {
        orr_stop(orr_handle_loop(&s->handle));
        return;
    }
    puts("no more connections; once more to end at once");
    orr_close(&server.handle, NULL);
    orr_unref(&s->handle);
}

static int listen_on(orr_loop *loop, uint16_t port)
{
    struct sockaddr_storage addr;

    int err = orr_ip4_addr("127.0.0.1", port, &addr);
    if (err == 0)
        err = orr_tcp_init(loop, &server);
    if (err == 0)
        err = orr_tcp_bind(&server, (const struct sockaddr *)&addr, 0);
    if (err == 0)
        err = orr_listen(&server, 128, on_connection);
    return err;
}

int main(int argc, char **argv)
{
    const uint16_t port = argc > 1 ? (uint16_t)atoi(argv[1]) : 7000;
    orr_loop *loop;

    int err = orr_loop_open(&loop, NULL);
    if (err < 0)
        return failed("orr_loop_open", err);
    err = listen_on(loop, port);
    if (err < 0)
        return failed("listen", err);
    err = orr_signal_start(loop, &interrupt, SIGINT, on_interrupt);
    if (err < 0)
        return failed("orr_signal_start", err);
    printf("echo on 127.0.0.1:%u, with %s\n", port, orr_backend_name(loop));
    fflush(stdout);
    err = orr_run(loop, ORR_RUN_DEFAULT);
    if (err < 0)
        return failed("orr_run", err);
    return 0;
}
