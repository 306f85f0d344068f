/* ../echo.c on libuv: one read buffer for all, uv_try_write(), a copy of what
 * the socket does not take. */
#include <netinet/in.h>
#include <sys/resource.h>
#include <uv.h>

#include "../bench.h"

typedef struct rest {
    uv_write_t req;
    char bytes[];
} rest;

static void on_closed(uv_handle_t *h)
{
    free(h);
}

static void on_rest_written(uv_write_t *req, int status)
{
    (void)status;
    free(req);
}

static void write_rest(uv_stream_t *s, const char *bytes, size_t len)
{
    rest *r = malloc(sizeof *r + len);

    BENCH_CHECK(r != NULL, "no memory for %zu bytes", len);
    memcpy(r->bytes, bytes, len);
    uv_buf_t buf = uv_buf_init(r->bytes, (unsigned)len);
    if (uv_write(&r->req, s, &buf, 1, on_rest_written) < 0)
        free(r);
}

static void on_alloc(uv_handle_t *h, size_t size, uv_buf_t *buf)
{
    static char bytes[65536];

    (void)h;
    (void)size;
    *buf = uv_buf_init(bytes, sizeof bytes);
}

static void on_read(uv_stream_t *s, ssize_t n, const uv_buf_t *buf)
{
    if (n < 0) {
        uv_close((uv_handle_t *)s, on_closed);
        return;
    }
    if (n == 0)
        return;
    uv_buf_t out = uv_buf_init(buf->base, (unsigned)n);
    int taken = uv_try_write(s, &out, 1);
    if (taken < 0 && taken != UV_EAGAIN)
        return;
    if (taken < 0)
        taken = 0;
    if (taken < n)
        write_rest(s, buf->base + taken, (size_t)(n - taken));
}

static void on_connection(uv_stream_t *server, int status)
{
    uv_tcp_t *tcp;

    BENCH_OK(status);
    tcp = malloc(sizeof *tcp);
    BENCH_CHECK(tcp != NULL, "no memory for a connection");
    BENCH_OK(uv_tcp_init(server->loop, tcp));
    BENCH_OK(uv_accept(server, (uv_stream_t *)tcp));
    BENCH_OK(uv_tcp_nodelay(tcp, 1));
    BENCH_OK(uv_read_start((uv_stream_t *)tcp, on_alloc, on_read));
}

int main(void)
{
    uv_loop_t *loop = uv_default_loop();
    struct sockaddr_in addr;
    struct rlimit limit;
    int len = sizeof addr;
    uv_tcp_t server;

    BENCH_OK(getrlimit(RLIMIT_NOFILE, &limit));
    limit.rlim_cur = limit.rlim_max;
    BENCH_OK(setrlimit(RLIMIT_NOFILE, &limit));
    BENCH_OK(uv_ip4_addr("127.0.0.1", 0, &addr));
    BENCH_OK(uv_tcp_init(loop, &server));
    BENCH_OK(uv_tcp_bind(&server, (struct sockaddr *)&addr, 0));
    BENCH_OK(uv_listen((uv_stream_t *)&server, 4096, on_connection));
    BENCH_OK(uv_tcp_getsockname(&server, (struct sockaddr *)&addr, &len));
    printf("LISTENING %d\n", ntohs(addr.sin_port));
    fflush(stdout);
    return uv_run(loop, UV_RUN_DEFAULT);
}
