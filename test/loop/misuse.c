/*
 * misuse.c - what only a bug in the program can do stops it, with a sentence
 * that says what was wrong and names the kind of the handle.
 */
#include "../fixture.h"

#include <stdio.h>
#include <string.h>

static void on_timer(orr_timer *t)
{
    (void)t;
}

static void on_idle(orr_idle *h)
{
    (void)h;
}

static void on_prepare(orr_prepare *h)
{
    (void)h;
}

static void on_check(orr_check *h)
{
    (void)h;
}

static void on_async(orr_async *a)
{
    (void)a;
}

static void on_read(orr_stream *s, int64_t n, const void *bytes)
{
    (void)s;
    (void)n;
    (void)bytes;
}

static void on_connection(orr_stream *s, int status)
{
    (void)s;
    (void)status;
}

static void on_write(orr_write_req *req, int status)
{
    (void)req;
    (void)status;
}

static void on_recv(orr_udp *u, int64_t n, const void *bytes,
                    const struct sockaddr *from, uint32_t flags)
{
    (void)u;
    (void)n;
    (void)bytes;
    (void)from;
    (void)flags;
}

/* One of each, closed. */
typedef struct closed {
    fixture f;
    orr_timer timer;
    orr_idle idle;
    orr_prepare prepare;
    orr_check check;
    orr_async async;
    orr_stream tcp, pipe;
    orr_udp udp;
} closed;

static void close_all(closed *c)
{
    orr_close(&c->timer.handle, NULL);
    orr_close(&c->idle.handle, NULL);
    orr_close(&c->prepare.handle, NULL);
    orr_close(&c->check.handle, NULL);
    orr_close(&c->async.handle, NULL);
    orr_close(&c->tcp.handle, NULL);
    orr_close(&c->pipe.handle, NULL);
    orr_close(&c->udp.handle, NULL);
}

static void closed_open(closed *c)
{
    memset(c, 0, sizeof *c);
    fixture_open(&c->f);
    orr_loop *loop = c->f.loop;
    CHECK_INT(orr_timer_start(loop, &c->timer, 1000, on_timer), 0);
    CHECK_INT(orr_idle_start(loop, &c->idle, on_idle), 0);
    CHECK_INT(orr_prepare_start(loop, &c->prepare, on_prepare), 0);
    CHECK_INT(orr_check_start(loop, &c->check, on_check), 0);
    CHECK_INT(orr_async_init(loop, &c->async, on_async), 0);
    CHECK_INT(orr_tcp_init(loop, &c->tcp), 0);
    CHECK_INT(orr_pipe_init(loop, &c->pipe, false), 0);
    CHECK_INT(orr_udp_init(loop, &c->udp), 0);
    close_all(c);
}

/* ---- The wrong things to do ------------------------------------------- */

static void timer_start(void *arg)
{
    closed *c = arg;
    orr_timer_start(c->f.loop, &c->timer, 1, on_timer);
}

static void timer_restart(void *arg)
{
    orr_timer_restart(&((closed *)arg)->timer, 1);
}

static void timer_again(void *arg)
{
    orr_timer_again(&((closed *)arg)->timer);
}

static void timer_set_repeat(void *arg)
{
    orr_timer_set_repeat(&((closed *)arg)->timer, 1);
}

static void timer_stop(void *arg)
{
    orr_timer_stop(&((closed *)arg)->timer);
}

static void timer_close(void *arg)
{
    orr_close(&((closed *)arg)->timer.handle, NULL);
}

static void idle_start(void *arg)
{
    closed *c = arg;
    orr_idle_start(c->f.loop, &c->idle, on_idle);
}

static void idle_stop(void *arg)
{
    orr_idle_stop(&((closed *)arg)->idle);
}

static void prepare_start(void *arg)
{
    closed *c = arg;
    orr_prepare_start(c->f.loop, &c->prepare, on_prepare);
}

static void prepare_stop(void *arg)
{
    orr_prepare_stop(&((closed *)arg)->prepare);
}

static void check_start(void *arg)
{
    closed *c = arg;
    orr_check_start(c->f.loop, &c->check, on_check);
}

static void check_stop(void *arg)
{
    orr_check_stop(&((closed *)arg)->check);
}

static void async_init(void *arg)
{
    closed *c = arg;
    orr_async_init(c->f.loop, &c->async, on_async);
}

static void async_close(void *arg)
{
    orr_close(&((closed *)arg)->async.handle, NULL);
}

static void tcp_listen(void *arg)
{
    orr_listen(&((closed *)arg)->tcp, 1, on_connection);
}

static void tcp_read(void *arg)
{
    orr_read_start(&((closed *)arg)->tcp, on_read);
}

static void pipe_write(void *arg)
{
    orr_write_req req = { .req.data = NULL };
    const orr_buf buf = { (char[]){ "x" }, 1 };

    orr_write(&req, &((closed *)arg)->pipe, &buf, 1, on_write);
}

static void udp_recv(void *arg)
{
    orr_udp_recv_start(&((closed *)arg)->udp, on_recv);
}

static const struct {
    void (*fn)(void *arg);
    const char *kind;
} misuses[] = {
    { timer_start, "timer" },     { timer_restart, "timer" },
    { timer_again, "timer" },     { timer_set_repeat, "timer" },
    { timer_stop, "timer" },      { timer_close, "timer" },
    { idle_start, "idle" },       { idle_stop, "idle" },
    { prepare_start, "prepare" }, { prepare_stop, "prepare" },
    { check_start, "check" },     { check_stop, "check" },
    { async_init, "async" },      { async_close, "async" },
    { tcp_listen, "tcp" },        { tcp_read, "tcp" },
    { pipe_write, "pipe" },       { udp_recv, "udp" },
};

static void check_all_stop(closed *c)
{
    for (size_t i = 0; i < sizeof misuses / sizeof misuses[0]; i++) {
        char sentence[64];
        snprintf(sentence, sizeof sentence,
                 "%s handle was used after orr_close()", misuses[i].kind);
        check_stops(misuses[i].fn, c, sentence);
    }
}

/* ---- Tests ------------------------------------------------------------ */

TEST(using_a_handle_that_is_closing_stops_the_program)
{
    closed c;

    closed_open(&c);
    check_all_stop(&c);
    fixture_run(&c.f);
    fixture_close(&c.f);
}

TEST(using_a_handle_that_is_closed_stops_the_program)
{
    closed c;

    closed_open(&c);
    fixture_run(&c.f);
    check_all_stop(&c);
    fixture_close(&c.f);
}

TEST(questions_about_a_closed_handle_are_answered)
{
    closed c;

    closed_open(&c);
    fixture_run(&c.f);
    CHECK(!orr_is_active(&c.timer.handle));
    CHECK(orr_is_closing(&c.timer.handle));
    CHECK_INT(orr_handle_kind(&c.timer.handle), ORR_TIMER);
    CHECK_INT(orr_timer_due_in(&c.timer), 0);
    orr_unref(&c.timer.handle);
    orr_ref(&c.timer.handle);
    CHECK(orr_fileno(&c.tcp.handle) < 0);
    fixture_close(&c.f);
}

static void close_nothing(void *arg)
{
    orr_timer t = { .handle.data = NULL };

    (void)arg;
    orr_close(&t.handle, NULL);
}

static void close_null(void *arg)
{
    (void)arg;
    orr_close(NULL, NULL);
}

TEST_PLAIN(closing_what_never_was_a_handle_stops_the_program)
{
    check_stops(close_nothing, NULL,
                "orr_close() takes a handle that was initialised or started");
    check_stops(close_null, NULL,
                "orr_close() takes a handle that was initialised or started");
}

static void throw_outside(void *arg)
{
    orr_threw(arg);
}

TEST(throwing_outside_of_a_callback_stops_the_program)
{
    fixture f;

    fixture_open(&f);
    check_stops(throw_outside, f.loop,
                "orr_threw() is called inside a callback");
    fixture_close(&f);
}
