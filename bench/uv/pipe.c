/* ../pipe.c on libuv. */
#include <sys/socket.h>
#include <uv.h>

#include "../bench.h"

#define BYTES 64

typedef struct end {
    uv_pipe_t pipe;
    uv_write_t req;
} end;

static end near_end, far_end;
static long left, writes, written;
static bool by_request;
static char message[BYTES];

static void on_write(uv_write_t *req, int status)
{
    (void)req;
    BENCH_OK(status);
    written++;
}

static void send_message(end *e)
{
    uv_stream_t *s = (uv_stream_t *)&e->pipe;
    uv_buf_t buf = uv_buf_init(message, BYTES);

    if (by_request) {
        writes++;
        BENCH_OK(uv_write(&e->req, s, &buf, 1, on_write));
        return;
    }
    BENCH_CHECK(uv_try_write(s, &buf, 1) == BYTES, "try_write");
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
    (void)buf;
    if (n == 0)
        return;
    BENCH_CHECK(n == BYTES, "a read of %ld", (long)n);
    if (s == (uv_stream_t *)&near_end && --left == 0) {
        uv_close((uv_handle_t *)&near_end, NULL);
        uv_close((uv_handle_t *)&far_end, NULL);
        return;
    }
    send_message((end *)s);
}

static void end_open(end *e, int fd)
{
    BENCH_OK(uv_pipe_init(uv_default_loop(), &e->pipe, 0));
    BENCH_OK(uv_pipe_open(&e->pipe, fd));
    BENCH_OK(uv_read_start((uv_stream_t *)&e->pipe, on_alloc, on_read));
}

static void measure(const char *name, bool with_request, long n)
{
    int fds[2];

    left = n;
    writes = written = 0;
    by_request = with_request;
    BENCH_OK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds));
    end_open(&near_end, fds[0]);
    end_open(&far_end, fds[1]);
    const bench_span start = bench_start();
    send_message(&near_end);
    uv_run(uv_default_loop(), UV_RUN_DEFAULT);
    const bench_span span = bench_since(start);
    BENCH_CHECK(written == writes, "%ld of %ld writes called back", written,
                writes);
    bench_ops(name, span, n, n - left);
}

int main(void)
{
    const long n = bench_size(500, 300000);

    measure("pipe_pingpong", true, n);
    measure("pipe_pingpong_try", false, n);
    return 0;
}
