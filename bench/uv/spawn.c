/* ../spawn.c on libuv. */
#include <uv.h>

#include "../bench.h"

static uv_process_t child;
static long left, ended;

static void spawn_next(uv_handle_t *closed);

static void on_exit_of(uv_process_t *p, int64_t exit_status, int term_signal)
{
    BENCH_CHECK(exit_status == 0 && term_signal == 0,
                "the child ended with %lld, signal %d", (long long)exit_status,
                term_signal);
    ended++;
    uv_close((uv_handle_t *)p, spawn_next);
}

static void spawn_next(uv_handle_t *closed)
{
    static char name[] = "/bin/true";
    char *args[] = { name, NULL };
    uv_process_options_t spec = { .file = name,
                                  .args = args,
                                  .exit_cb = on_exit_of };

    (void)closed;
    if (left == 0)
        return;
    left--;
    BENCH_OK(uv_spawn(uv_default_loop(), &child, &spec));
}

int main(void)
{
    const long n = bench_size(10, 500);

    left = n;
    const bench_span start = bench_start();
    spawn_next(NULL);
    uv_run(uv_default_loop(), UV_RUN_DEFAULT);
    const bench_span span = bench_since(start);
    BENCH_CHECK(ended == n, "%ld of %ld children ended", ended, n);
    bench_result("spawn", (double)span.wall_ns / 1e3 / (double)n, "us");
    return 0;
}
