/*
 * stream.c - reading, writing and ending, over pairs that need no network.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "net.h"

static orr_stream a, b;
static orr_write_req w1, w2;
static orr_shutdown_req sd;
static orr_check check;
static char got[1 << 20];
static size_t got_len;

static void pair(fixture *f)
{
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    got_len = 0;
    CHECK_INT(orr_pipe_init(f->loop, &a, false), 0);
    CHECK_INT(orr_pipe_init(f->loop, &b, false), 0);
    CHECK_INT(orr_stream_pair(&a, &b), 0);
}

static void close_both(void)
{
    orr_close(&a.handle, NULL);
    orr_close(&b.handle, NULL);
}

static void keep(orr_stream *s, int64_t n, const void *bytes)
{
    if (n < 0) {
        note(orr_err_name((int)n));
        note(" ");
        orr_close(&s->handle, NULL);
        return;
    }
    if (!EXPECT(got_len + (size_t)n <= sizeof got))
        return;
    memcpy(got + got_len, bytes, (size_t)n);
    got_len += (size_t)n;
}

static void wrote(orr_write_req *req, int status)
{
    note(req == &w1 ? "w1" : "w2");
    if (status < 0)
        note(orr_err_name(status));
    note(" ");
}

static void shut(orr_shutdown_req *req, int status)
{
    (void)req;
    note(status == 0 ? "shut " : "shut-error ");
}

TEST(what_is_written_arrives_and_then_the_end)
{
    fixture f;
    orr_buf hello = buf_of("hello");

    fixture_open(&f);
    pair(&f);
    CHECK_INT(orr_read_start(&b, keep), 0);
    CHECK_INT(orr_write(&w1, &a, &hello, 1, wrote), 0);
    CHECK_INT(orr_shutdown(&sd, &a, shut), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "w1 shut EOF ");
    CHECK_INT(got_len, 5);
    CHECK(memcmp(got, "hello", 5) == 0);
    orr_close(&a.handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
}

/* A process that ends shuts its channels; one whose child has ended shuts its
 * own end, and reads what the child had sent. */
TEST(both_ends_read_what_has_arrived_and_the_end_after_a_shut)
{
    fixture f;
    const orr_buf x = buf_of("x");

    fixture_open(&f);
    pair(&f);
    CHECK_INT(orr_read_start(&a, keep), 0);
    CHECK_INT(orr_read_start(&b, keep), 0);
    CHECK_INT(orr_try_write(&a, &x, 1), 1);
    CHECK_INT(orr_stream_shut(&b), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "EOF EOF ");
    CHECK_INT(got_len, 1);
    fixture_close(&f);
}

TEST(a_stream_without_a_descriptor_cannot_be_shut)
{
    fixture f;

    fixture_open(&f);
    memset(&a, 0, sizeof a);
    CHECK_INT(orr_pipe_init(f.loop, &a, true), 0);
    CHECK_INT(orr_stream_shut(&a), -ENOTCONN);
    orr_close(&a.handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
}

TEST(vectors_are_written_in_order)
{
    fixture f;
    orr_buf v[6];
    const char *parts[] = { "one ", "", "two ", "three ", "four ", "five" };

    for (int i = 0; i < 6; i++)
        v[i] = buf_of(parts[i]);
    fixture_open(&f);
    pair(&f);
    CHECK_INT(orr_read_start(&b, keep), 0);
    CHECK_INT(orr_write(&w1, &a, v, 6, wrote), 0);
    CHECK_INT(orr_shutdown(&sd, &a, shut), 0);
    fixture_run(&f);
    CHECK_INT(got_len, strlen("one two three four five"));
    CHECK(memcmp(got, "one two three four five", got_len) == 0);
    orr_close(&a.handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
}

static void on_check(orr_check *h)
{
    note("check ");
    orr_check_stop(h);
}

static void read_then_write(orr_stream *s, int64_t n, const void *bytes)
{
    orr_buf x = buf_of("x");

    (void)bytes;
    if (n < 0)
        return;
    note("read ");
    orr_read_stop(s);
    EXPECT(orr_write(&w1, s, &x, 1, wrote) == 0);
    EXPECT(orr_check_start(s->handle.loop, &check, on_check) == 0);
}

/* A write that the kernel takes at once is called back in the pending phase
 * that follows the poll, so before the check handles. */
TEST(a_write_done_in_the_poll_calls_back_before_check)
{
    fixture f;
    orr_buf go = buf_of("go");

    test_quiet(); /* messages come whole */
    fixture_open(&f);
    pair(&f);
    CHECK_INT(orr_read_start(&b, read_then_write), 0);
    CHECK_INT(orr_try_write(&a, &go, 1), 2);
    fixture_run(&f);
    CHECK_STR(noted(), "read w1 check ");
    close_both();
    fixture_run(&f);
    fixture_close(&f);
}

TEST(a_write_never_calls_back_inside_the_call)
{
    fixture f;
    orr_buf x = buf_of("x");

    fixture_open(&f);
    pair(&f);
    CHECK_INT(orr_write(&w1, &a, &x, 1, wrote), 0);
    CHECK_STR(noted(), "");
    CHECK(orr_alive(f.loop));
    fixture_run(&f);
    CHECK_STR(noted(), "w1 ");
    close_both();
    fixture_run(&f);
    fixture_close(&f);
}

TEST(more_than_the_kernel_takes_arrives_whole)
{
    fixture f;
    const size_t size = 900000;
    char *big = malloc(size);

    CHECK(big != NULL);
    for (size_t i = 0; i < size; i++)
        big[i] = (char)(i * 31 + i / 251);
    fixture_open(&f);
    pair(&f);
    orr_buf v[2] = { { big, 400001 }, { big + 400001, size - 400001 } };
    CHECK_INT(orr_write(&w1, &a, v, 1, wrote), 0);
    CHECK_INT(orr_write(&w2, &a, v + 1, 1, wrote), 0);
    CHECK(orr_write_queue_size(&a) > 0);
    CHECK_INT(orr_try_write(&a, v, 1), -EAGAIN);
    CHECK_INT(orr_shutdown(&sd, &a, shut), 0);
    CHECK_INT(orr_read_start(&b, keep), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "w1 w2 shut EOF ");
    CHECK_INT(got_len, size);
    CHECK(memcmp(got, big, size) == 0);
    CHECK_INT(orr_write_queue_size(&a), 0);
    orr_close(&a.handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
    free(big);
}

TEST(writes_cut_off_by_close_end_canceled_before_the_close_callback)
{
    fixture f;
    static char big[4000000];
    orr_buf v = { big, sizeof big };
    orr_buf x = buf_of("x");

    fixture_open(&f);
    pair(&f);
    CHECK_INT(orr_write(&w1, &a, &v, 1, wrote), 0);
    CHECK_INT(orr_write(&w2, &a, &x, 1, wrote), 0);
    CHECK_INT(orr_shutdown(&sd, &a, shut), 0);
    close_both();
    CHECK_STR(noted(), "");
    fixture_run(&f);
    CHECK_STR(noted(), "w1ECANCELED w2ECANCELED shut-error ");
    fixture_close(&f);
}

static int stops;

static void stop_at_first(orr_stream *s, int64_t n, const void *bytes)
{
    if (n > 0) {
        stops++;
        keep(s, n, bytes);
        orr_read_stop(s);
    }
}

TEST(bytes_that_arrive_while_reading_is_stopped_wait)
{
    fixture f;
    orr_buf one = buf_of("one"), two = buf_of("two");

    test_quiet(); /* messages come whole */
    fixture_open(&f);
    pair(&f);
    stops = 0;
    CHECK_INT(orr_read_start(&b, stop_at_first), 0);
    CHECK_INT(orr_try_write(&a, &one, 1), 3);
    fixture_run(&f);
    CHECK_INT(stops, 1);
    CHECK_INT(orr_try_write(&a, &two, 1), 3);
    for (int i = 0; i < 5; i++)
        CHECK(orr_run(f.loop, ORR_RUN_NOWAIT) >= 0);
    CHECK_INT(stops, 1);
    CHECK_INT(got_len, 3);
    CHECK_INT(orr_read_start(&b, stop_at_first), 0);
    fixture_run(&f);
    CHECK_INT(stops, 2);
    CHECK_INT(got_len, 6);
    CHECK(memcmp(got, "onetwo", 6) == 0);
    close_both();
    fixture_run(&f);
    fixture_close(&f);
}

/* Stop and start at every callback, with the sender far ahead: no byte may be
 * lost or change places, wherever it was when reading stopped. */
static void stop_and_go(orr_stream *s, int64_t n, const void *bytes)
{
    keep(s, n, bytes);
    if (n <= 0)
        return;
    orr_read_stop(s);
    EXPECT(orr_read_start(s, stop_and_go) == 0);
}

TEST(stopping_and_starting_at_every_read_loses_nothing)
{
    fixture f;
    const size_t size = 700000;
    char *big = malloc(size);

    CHECK(big != NULL);
    for (size_t i = 0; i < size; i++)
        big[i] = (char)(i ^ (i >> 8));
    fixture_open(&f);
    pair(&f);
    orr_buf v = { big, size };
    CHECK_INT(orr_read_start(&b, stop_and_go), 0);
    CHECK_INT(orr_write(&w1, &a, &v, 1, wrote), 0);
    CHECK_INT(orr_shutdown(&sd, &a, shut), 0);
    fixture_run(&f);
    CHECK_INT(got_len, size);
    CHECK(memcmp(got, big, size) == 0);
    orr_close(&a.handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
    free(big);
}

TEST(writing_to_a_closed_peer_is_an_error_and_no_signal)
{
    fixture f;
    orr_buf x = buf_of("x");

    fixture_open(&f);
    pair(&f);
    orr_close(&b.handle, NULL);
    fixture_run(&f);
    CHECK_INT(orr_try_write(&a, &x, 1), -EPIPE);
    CHECK_INT(orr_write(&w1, &a, &x, 1, wrote), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "w1EPIPE ");
    orr_close(&a.handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
}

TEST(after_shutdown_no_write_is_taken)
{
    fixture f;
    orr_buf x = buf_of("x");

    fixture_open(&f);
    pair(&f);
    CHECK_INT(orr_shutdown(&sd, &a, shut), 0);
    CHECK_INT(orr_write(&w1, &a, &x, 1, wrote), -EPIPE);
    CHECK_INT(orr_try_write(&a, &x, 1), -EPIPE);
    CHECK_INT(orr_shutdown(&sd, &a, shut), -ENOTCONN);
    CHECK(!orr_is_writable(&a));
    fixture_run(&f);
    CHECK_STR(noted(), "shut ");
    close_both();
    fixture_run(&f);
    fixture_close(&f);
}

TEST(a_reading_stream_keeps_the_loop_alive_unless_unrefd)
{
    fixture f;

    fixture_open(&f);
    pair(&f);
    CHECK(!orr_alive(f.loop));
    CHECK_INT(orr_read_start(&b, keep), 0);
    CHECK(orr_alive(f.loop));
    orr_unref(&b.handle);
    CHECK(!orr_alive(f.loop));
    orr_ref(&b.handle);
    CHECK(orr_alive(f.loop));
    orr_read_stop(&b);
    CHECK(!orr_alive(f.loop));
    close_both();
    fixture_run(&f);
    fixture_close(&f);
}

TEST(a_stream_without_a_descriptor_refuses_everything)
{
    fixture f;
    orr_buf x = buf_of("x");
    struct sockaddr_storage addr;
    uint32_t len = sizeof addr;

    fixture_open(&f);
    memset(&a, 0, sizeof a);
    CHECK_INT(orr_tcp_init(f.loop, &a), 0);
    CHECK_INT(orr_read_start(&a, keep), -ENOTCONN);
    CHECK_INT(orr_write(&w1, &a, &x, 1, wrote), -EBADF);
    CHECK_INT(orr_try_write(&a, &x, 1), -EBADF);
    CHECK_INT(orr_shutdown(&sd, &a, shut), -ENOTCONN);
    CHECK_INT(orr_getsockname(&a.handle, (struct sockaddr *)&addr, &len),
              -EBADF);
    CHECK_INT(orr_fileno(&a.handle), -EBADF);
    CHECK_INT(orr_tcp_nodelay(&a, true), -EBADF);
    CHECK_INT(orr_tcp_init(f.loop, &a), -EBUSY);
    orr_close(&a.handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
}

TEST(bad_arguments_of_stream_calls_are_refused)
{
    fixture f;
    orr_buf x = buf_of("x");
    orr_stream never;

    memset(&never, 0, sizeof never);
    fixture_open(&f);
    CHECK_INT(orr_tcp_init(NULL, &never), -EINVAL);
    CHECK_INT(orr_tcp_init(f.loop, NULL), -EINVAL);
    CHECK_INT(orr_read_start(&never, keep), -EINVAL);
    CHECK_INT(orr_write(&w1, &never, &x, 1, wrote), -EINVAL);
    CHECK_INT(orr_listen(&never, 1, NULL), -EINVAL);
    pair(&f);
    CHECK_INT(orr_read_start(&a, NULL), -EINVAL);
    CHECK_INT(orr_write(&w1, &a, NULL, 1, wrote), -EINVAL);
    CHECK_INT(orr_write(&w1, &a, &x, 0, wrote), -EINVAL);
    CHECK_INT(orr_write(&w1, &a, &x, 1, NULL), -EINVAL);
    CHECK_INT(orr_stream_pair(&a, &b), -EBUSY);
    CHECK_INT(orr_stream_open(&a, 0), -EBUSY);
    CHECK_INT(orr_write_fds(&w1, &a, &x, 1, (int[]){ 1 }, 1, wrote), -EINVAL);
    CHECK_INT(orr_read_start(&a, keep), 0);
    CHECK_INT(orr_read_start(&a, keep), -EALREADY);
    close_both();
    fixture_run(&f);
    fixture_close(&f);
}

/* ---- Passing descriptors ---------------------------------------------- */

static int taken;

static void take(orr_stream *s, int64_t n, const void *bytes)
{
    (void)bytes;
    if (n <= 0)
        return;
    taken = orr_take_fd(s);
    orr_read_stop(s);
}

TEST(a_descriptor_is_passed_over_a_pipe)
{
    fixture f;
    orr_stream c, d, e;
    orr_buf x = buf_of("x"), hi = buf_of("hi");

    test_quiet(); /* messages come whole */
    memset(&c, 0, sizeof c);
    memset(&d, 0, sizeof d);
    memset(&e, 0, sizeof e);
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    got_len = 0;
    taken = -1;
    fixture_open(&f);
    CHECK_INT(orr_pipe_init(f.loop, &a, true), 0);
    CHECK_INT(orr_pipe_init(f.loop, &b, true), 0);
    CHECK_INT(orr_stream_pair(&a, &b), 0);
    CHECK_INT(orr_pipe_init(f.loop, &c, false), 0);
    CHECK_INT(orr_pipe_init(f.loop, &d, false), 0);
    CHECK_INT(orr_stream_pair(&c, &d), 0);
    CHECK_INT(orr_take_fd(&b), -EAGAIN);

    const int fd = orr_fileno(&d.handle);
    CHECK(fd >= 0);
    CHECK_INT(orr_write_fds(&w1, &a, &x, 1, &fd, 1, wrote), 0);
    CHECK_INT(orr_read_start(&b, take), 0);
    fixture_run(&f);
    CHECK(taken >= 0 && taken != fd);

    CHECK_INT(orr_pipe_init(f.loop, &e, false), 0);
    CHECK_INT(orr_stream_open(&e, taken), 0);
    CHECK_INT(orr_read_start(&e, keep), 0);
    CHECK_INT(orr_try_write(&c, &hi, 1), 2);
    orr_close(&c.handle, NULL);
    orr_close(&d.handle, NULL);
    fixture_run(&f);
    CHECK_STR(noted(), "w1 EOF ");
    CHECK_INT(got_len, 2);
    close_both();
    fixture_run(&f);
    fixture_close(&f);
}

TEST(descriptors_nobody_took_are_closed_with_the_stream)
{
    fixture f;
    orr_buf x = buf_of("x");
    orr_stream c, d;

    memset(&c, 0, sizeof c);
    memset(&d, 0, sizeof d);
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    got_len = 0;
    fixture_open(&f);
    CHECK_INT(orr_pipe_init(f.loop, &a, true), 0);
    CHECK_INT(orr_pipe_init(f.loop, &b, true), 0);
    CHECK_INT(orr_stream_pair(&a, &b), 0);
    CHECK_INT(orr_pipe_init(f.loop, &c, false), 0);
    CHECK_INT(orr_pipe_init(f.loop, &d, false), 0);
    CHECK_INT(orr_stream_pair(&c, &d), 0);
    const int fd = orr_fileno(&d.handle);
    CHECK_INT(orr_write_fds(&w1, &a, &x, 1, &fd, 1, wrote), 0);
    CHECK_INT(orr_shutdown(&sd, &a, shut), 0);
    CHECK_INT(orr_read_start(&b, keep), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "w1 shut EOF ");
    orr_close(&a.handle, NULL);
    orr_close(&c.handle, NULL);
    orr_close(&d.handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
}
