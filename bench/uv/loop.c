/* ../loop.c on libuv: idle alone, with check, with prepare and check; a receive
 * is pending. */
#include <sys/socket.h>
#include <uv.h>

#include "../bench.h"

static long left, turns;
static uv_idle_t idle;
static uv_prepare_t prepare;
static uv_check_t check;

static void on_idle_alone(uv_idle_t *h)
{
    turns++;
    if (--left == 0)
        uv_idle_stop(h);
}

static void on_idle(uv_idle_t *h)
{
    (void)h;
}

static void on_prepare(uv_prepare_t *h)
{
    (void)h;
}

static void on_check(uv_check_t *h)
{
    turns++;
    if (--left > 0)
        return;
    uv_check_stop(h);
    uv_idle_stop(&idle);
    uv_prepare_stop(&prepare);
}

static void on_alloc(uv_handle_t *h, size_t size, uv_buf_t *buf)
{
    static char bytes[64];

    (void)h;
    (void)size;
    *buf = uv_buf_init(bytes, sizeof bytes);
}

static void on_read(uv_stream_t *s, ssize_t n, const uv_buf_t *buf)
{
    (void)s;
    (void)buf;
    BENCH_CHECK(n == 0, "a read of %ld, and nobody wrote", (long)n);
}

static void measure(uv_loop_t *loop, const char *name, long n)
{
    left = n;
    turns = 0;
    const bench_span start = bench_start();
    uv_run(loop, UV_RUN_DEFAULT);
    bench_ops(name, bench_since(start), n, turns);
}

int main(void)
{
    const long n = bench_size(1000, 3000000);
    uv_loop_t *loop = uv_default_loop();
    uv_pipe_t quiet;
    int fds[2];

    BENCH_OK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds));
    uv_pipe_init(loop, &quiet, 0);
    BENCH_OK(uv_pipe_open(&quiet, fds[0]));
    BENCH_OK(uv_read_start((uv_stream_t *)&quiet, on_alloc, on_read));
    uv_unref((uv_handle_t *)&quiet);
    uv_idle_init(loop, &idle);
    uv_prepare_init(loop, &prepare);
    uv_check_init(loop, &check);

    uv_idle_start(&idle, on_idle_alone);
    measure(loop, "loop_idle", n);

    uv_idle_start(&idle, on_idle);
    uv_check_start(&check, on_check);
    measure(loop, "loop_check", n);

    uv_idle_start(&idle, on_idle);
    uv_check_start(&check, on_check);
    uv_prepare_start(&prepare, on_prepare);
    measure(loop, "loop_prep_check", n);
    return 0;
}
