/*
 * Question: what does it cost to send 64 bytes through a stream, with nothing
 * else in the way?
 *
 * Both ends of a pair are in one loop and answer each other, so no scheduler
 * and no network is in it; one operation is there and back. First with write
 * requests, each of which calls back; then with orr_try_write(), which does
 * without a request.
 */
#include "bench.h"
#include "orrery.h"

#define BYTES 64

typedef struct end {
    orr_stream stream;
    orr_write_req req;
} end;

static end near_end, far_end;
static long left, writes, written;
static bool by_request;
static char message[BYTES];

static void on_write(orr_write_req *req, int status)
{
    (void)req;
    BENCH_OK(status);
    written++;
}

static void send_message(end *e)
{
    const orr_buf buf = { message, BYTES };

    if (by_request) {
        writes++;
        BENCH_OK(orr_write(&e->req, &e->stream, &buf, 1, on_write));
        return;
    }
    const int64_t n = orr_try_write(&e->stream, &buf, 1);
    BENCH_CHECK(n == BYTES, "try_write: %lld", (long long)n);
}

static void on_read(orr_stream *s, int64_t n, const void *bytes)
{
    (void)bytes;
    BENCH_CHECK(n == BYTES, "a read of %lld", (long long)n);
    if (s == &near_end.stream && --left == 0) {
        orr_close(&near_end.stream.handle, NULL);
        orr_close(&far_end.stream.handle, NULL);
        return;
    }
    send_message((end *)s);
}

static void measure(const char *name, bool with_request, long n)
{
    orr_loop *loop;

    left = n;
    writes = written = 0;
    by_request = with_request;
    memset(&near_end, 0, sizeof near_end);
    memset(&far_end, 0, sizeof far_end);
    BENCH_OK(orr_loop_open(&loop, NULL));
    BENCH_OK(orr_pipe_init(loop, &near_end.stream, false));
    BENCH_OK(orr_pipe_init(loop, &far_end.stream, false));
    BENCH_OK(orr_stream_pair(&near_end.stream, &far_end.stream));
    BENCH_OK(orr_read_start(&near_end.stream, on_read));
    BENCH_OK(orr_read_start(&far_end.stream, on_read));

    const bench_span start = bench_start();
    send_message(&near_end);
    BENCH_OK(orr_run(loop, ORR_RUN_DEFAULT));
    const bench_span span = bench_since(start);

    BENCH_CHECK(written == writes, "%ld of %ld writes called back", written,
                writes);
    bench_ops(name, span, n, n - left);
    BENCH_OK(orr_loop_close(loop));
}

int main(void)
{
    const long n = bench_size(500, 300000);

    measure("pipe_pingpong", true, n);
    measure("pipe_pingpong_try", false, n);
    return 0;
}
