/*
 * order.c - which callback comes in which phase, and behind which other one:
 * the order that a program knows from libuv. Here are those rules that take
 * more than one handle, or more than one turn, to be seen. A check handle
 * marks the end of each poll with a "|".
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net.h"
#include "script.h"

typedef struct scene {
    fixture f;
    orr_stream near, far;
    orr_check check;
    orr_write_req w1, w2, w3;
} scene;

static void say_turn(orr_check *h)
{
    (void)h;
    note("|");
}

static void scene_open(scene *s, const char *profile)
{
    memset(s, 0, sizeof *s);
    fixture_open_profile(&s->f, profile);
    CHECK_INT(orr_check_start(s->f.loop, &s->check, say_turn), 0);
    orr_unref(&s->check.handle);
}

static void scene_open_pair(scene *s, const char *profile)
{
    scene_open(s, profile);
    CHECK_INT(orr_pipe_init(s->f.loop, &s->near, false), 0);
    CHECK_INT(orr_pipe_init(s->f.loop, &s->far, false), 0);
    CHECK_INT(orr_stream_pair(&s->near, &s->far), 0);
}

static void scene_close(scene *s)
{
    orr_check_stop(&s->check);
    fixture_empty(&s->f);
    fixture_close(&s->f);
}

static void say_written(orr_write_req *req, int status)
{
    note(status == 0 ? "w" : orr_err_name(status));
    note(req->req.data);
}

/* ---- The head of the queue --------------------------------------------- */

#define BIG (1u << 20)
#define LITTLE_TOO_BIG 300000 /* a socket takes it in two gulps */

/* Bytes that show their position in the queue. */
static char big_at(size_t i)
{
    return (char)(i * 31 + i / 251);
}

typedef struct line {
    scene s;
    char bytes[BIG];
    int far;
    size_t size, got;
    orr_prepare prepare;
    orr_idle idle;
} line;

/* What comes must be what was sent, in its order; the first byte is 'a'. */
static void line_take(line *l, size_t max)
{
    static char chunk[65536];

    while (max > 0) {
        const size_t room = max < sizeof chunk ? max : sizeof chunk;
        const ssize_t n = recv(l->far, chunk, room, MSG_DONTWAIT);
        if (n <= 0)
            return;
        for (ssize_t i = 0; i < n; i++, l->got++)
            if (!EXPECT(chunk[i] == (l->got ? big_at(l->got - 1) : 'a')))
                return;
        max -= (size_t)n;
    }
}

/*
 * One write that the kernel takes whole, and one of which it takes a part. The
 * rest waits for the socket to be writable; which it is at once, since the
 * other end has read.
 */
static void write_two(orr_prepare *h)
{
    line *l = h->handle.data;
    const orr_buf small = buf_of("a"), rest = { l->bytes, l->size };

    orr_prepare_stop(h);
    EXPECT(orr_write(&l->s.w1, &l->s.near, &small, 1, say_written) == 0);
    EXPECT(orr_write(&l->s.w2, &l->s.near, &rest, 1, say_written) == 0);
    line_take(l, BIG);
}

static void take_all(orr_idle *h)
{
    line *l = h->handle.data;

    line_take(l, BIG);
    if (l->got == l->size + 1)
        orr_idle_stop(h);
}

static void line_open(line *l, size_t size)
{
    static char one[] = "1", two[] = "2";
    int ends[2];

    memset(l, 0, sizeof *l);
    l->size = size;
    scene_open(&l->s, "node");
    CHECK_INT(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    l->far = own(ends[1]);
    CHECK_INT(orr_pipe_init(l->s.f.loop, &l->s.near, false), 0);
    CHECK_INT(orr_stream_open(&l->s.near, ends[0]), 0);
    for (size_t i = 0; i < BIG; i++)
        l->bytes[i] = big_at(i);
    l->s.w1.req.data = one;
    l->s.w2.req.data = two;
    l->prepare.handle.data = l->idle.handle.data = l;
    CHECK_INT(orr_prepare_start(l->s.f.loop, &l->prepare, write_two), 0);
}

static void line_close(line *l)
{
    CHECK_INT(l->got, l->size + 1);
    CHECK_INT(orr_write_queue_size(&l->s.near), 0);
    release(l->far);
    scene_close(&l->s);
}

/* The poll sends a part of the second write; then the pending phase, which
 * comes for the first one, must not send that part again. */
TEST_REAL(the_pending_phase_goes_on_where_the_poll_has_stopped)
{
    static line l;

    line_open(&l, BIG);
    CHECK_INT(orr_run(l.s.f.loop, ORR_RUN_NOWAIT), 1);
    CHECK_STR(noted(), "w1|");
    CHECK_INT(orr_idle_start(l.s.f.loop, &l.idle, take_all), 0);
    fixture_run(&l.s.f);
    CHECK(strstr(noted(), "w2") != NULL);
    line_close(&l);
}

/* The poll sends all of it, while the first one's callback is still to come:
 * so they come together, in their order. */
TEST_REAL(a_write_that_the_poll_finishes_does_not_overtake)
{
    static line l;

    line_open(&l, LITTLE_TOO_BIG);
    CHECK_INT(orr_run(l.s.f.loop, ORR_RUN_NOWAIT), 0);
    CHECK_STR(noted(), "w1w2|");
    line_take(&l, BIG);
    line_close(&l);
}

/* ---- Failing ----------------------------------------------------------- */

/* Each sees the one before it fail, and that nothing goes on meanwhile: the
 * bytes of a write that failed count until its callback. */
TEST(writes_to_nobody_fail_in_their_order)
{
    scene s;
    const orr_buf x = buf_of("x");

    scene_open_pair(&s, "node");
    orr_close(&s.far.handle, NULL);
    fixture_run(&s.f);
    note_clear();
    s.w1.req.data = WORD("1 ");
    s.w2.req.data = WORD("2 ");
    s.w3.req.data = WORD("3 ");
    CHECK_INT(orr_write(&s.w1, &s.near, &x, 1, say_written), 0);
    CHECK_INT(orr_write(&s.w2, &s.near, &x, 1, say_written), 0);
    CHECK_INT(orr_write(&s.w3, &s.near, &x, 1, say_written), 0);
    CHECK_INT(orr_write_queue_size(&s.near), 3);
    CHECK_INT(orr_try_write(&s.near, &x, 1), -EAGAIN);
    fixture_run(&s.f);
    CHECK_STR(noted(), "EPIPE1 EPIPE2 EPIPE3 |");
    CHECK_INT(orr_write_queue_size(&s.near), 0);
    scene_close(&s);
}

/* ---- The end ----------------------------------------------------------- */

static void say_read(orr_stream *s, int64_t n, const void *bytes)
{
    (void)bytes;
    note(n > 0 ? "d" : n == ORR_EOF ? "e" : orr_err_name((int)n));
    if (n < 0)
        orr_close(&s->handle, NULL);
}

static void end_after_data(scene *s, const char *profile)
{
    const orr_buf x = buf_of("x");

    scene_open_pair(s, profile);
    CHECK_INT(orr_try_write(&s->near, &x, 1), 1);
    orr_close(&s->near.handle, NULL);
    fixture_run(&s->f);
    note_clear();
    CHECK_INT(orr_read_start(&s->far, say_read), 0);
    fixture_run(&s->f);
}

/* A read that does not fill its buffer is the last one of its poll. */
TEST(the_end_comes_in_the_poll_after_the_last_bytes)
{
    scene s;

    end_after_data(&s, "node");
    CHECK(strstr(noted(), "d|e|") != NULL);
    scene_close(&s);
}

/* There a pipe that has hung up is known to have nothing more. */
TEST_REAL(in_node_18_a_pipe_ends_with_its_last_bytes)
{
    scene s;

    end_after_data(&s, "node18");
    CHECK_STR(noted(), "de|");
    scene_close(&s);
}

static void stop_or_end(orr_stream *s, int64_t n, const void *bytes)
{
    (void)bytes;
    note(n > 0 ? "d" : "e");
    orr_read_stop(s);
}

/* It was there already, and is there still. */
TEST(the_end_waits_while_reading_is_stopped)
{
    scene s;
    const orr_buf x = buf_of("x");

    scene_open_pair(&s, "node");
    CHECK_INT(orr_try_write(&s.near, &x, 1), 1);
    orr_close(&s.near.handle, NULL);
    CHECK_INT(orr_read_start(&s.far, stop_or_end), 0);
    fixture_run(&s.f);
    fixture_run(&s.f);
    CHECK(strchr(noted(), 'd') != NULL && strchr(noted(), 'e') == NULL);
    CHECK_INT(orr_read_start(&s.far, stop_or_end), 0);
    fixture_run(&s.f);
    CHECK(strchr(noted(), 'e') != NULL);
    scene_close(&s);
}

/* ---- Connecting -------------------------------------------------------- */

static void say_connected(orr_connect_req *req, int status)
{
    (void)req;
    note(status == 0 ? "k" : orr_err_name(status));
}

static void accept_and_greet(orr_stream *server, int status)
{
    scene *s = server->handle.data;
    const orr_buf x = buf_of("x");

    if (!EXPECT(status == 0 && orr_tcp_init(s->f.loop, &s->far) == 0))
        return;
    EXPECT(orr_accept(server, &s->far) == 0);
    EXPECT(orr_try_write(&s->far, &x, 1) == 1);
    orr_close(&s->far.handle, NULL);
    orr_close(&server->handle, NULL);
}

/* Both may be asked for before there is a connection; the connect callback is
 * the first, and the write waits for the poll after it. */
TEST(reading_and_writing_may_be_asked_for_while_connecting)
{
    scene s;
    orr_stream server = { .handle.data = &s };
    orr_connect_req connect = { .req.data = NULL };
    const orr_buf x = buf_of("x");

    test_quiet(); /* the write is done before the end is read */
    scene_open(&s, "node");
    serve(&s.f, &server, accept_and_greet);
    s.w1.req.data = WORD("");
    CHECK_INT(orr_tcp_init(s.f.loop, &s.near), 0);
    CHECK_INT(orr_tcp_connect(&connect, &s.near,
                              local4(port_of(&server.handle)), say_connected),
              0);
    CHECK_INT(orr_read_start(&s.near, say_read), 0);
    CHECK_INT(orr_write(&s.w1, &s.near, &x, 1, say_written), 0);
    fixture_run(&s.f);
    const char *k = strchr(noted(), 'k'), *w = strchr(noted(), 'w');
    CHECK(k != NULL && w != NULL && strchr(noted(), 'd') > k);
    CHECK(strchr(k, '|') < w);
    scene_close(&s);
}

static void accept_only(orr_stream *server, int status)
{
    scene *s = server->handle.data;

    if (!EXPECT(status == 0 && orr_tcp_init(s->f.loop, &s->far) == 0))
        return;
    EXPECT(orr_accept(server, &s->far) == 0);
    orr_close(&server->handle, NULL);
}

/* Write two while connecting; the diary from the connect callback on. */
static const char *write_two_early(scene *s, const char *profile)
{
    orr_stream server = { .handle.data = s };
    orr_connect_req connect = { .req.data = NULL };
    const orr_buf x = buf_of("x");

    scene_open(s, profile);
    serve(&s->f, &server, accept_only);
    s->w1.req.data = s->w2.req.data = WORD("");
    CHECK_INT(orr_tcp_init(s->f.loop, &s->near), 0);
    CHECK_INT(orr_tcp_connect(&connect, &s->near,
                              local4(port_of(&server.handle)), say_connected),
              0);
    CHECK_INT(orr_write(&s->w1, &s->near, &x, 1, say_written), 0);
    CHECK_INT(orr_write(&s->w2, &s->near, &x, 1, say_written), 0);
    fixture_run(&s->f);
    scene_close(s);
    const char *k = strchr(noted(), 'k');
    return k != NULL ? k : noted();
}

TEST_REAL(writes_that_waited_go_out_together)
{
    scene s;

    CHECK_STR(write_two_early(&s, "node"), "k|ww|");
}

TEST_REAL(in_node_10_they_go_out_one_per_turn)
{
    scene s;

    CHECK(strncmp(write_two_early(&s, "node10"), "k|w|w|", 6) == 0);
}

/* ---- Datagrams --------------------------------------------------------- */

typedef struct mail {
    scene s;
    orr_udp from, to;
    orr_send_req first, second;
    orr_idle idle;
} mail;

static int mail_send(mail *m, orr_send_req *req, orr_send_fn *fn)
{
    const orr_buf x = buf_of("x");

    return orr_udp_send(req, &m->from, &x, 1, local4(port_of(&m->to.handle)),
                        fn);
}

static void say_sent(orr_send_req *req, int status)
{
    (void)req;
    EXPECT(status == 0);
    note("s");
}

static void send_again(orr_send_req *req, int status)
{
    mail *m = req->req.data;

    say_sent(req, status);
    EXPECT(mail_send(m, &m->second, say_sent) == 0);
}

static void send_in_idle(orr_idle *h)
{
    mail *m = h->handle.data;

    orr_idle_stop(h);
    EXPECT(mail_send(m, &m->first, send_again) == 0);
}

/* Unlike a write; so it is in libuv. */
TEST(a_datagram_sent_in_the_callback_of_another_waits_for_the_poll)
{
    mail m;

    memset(&m, 0, sizeof m);
    scene_open(&m.s, "node");
    m.first.req.data = m.idle.handle.data = &m;
    CHECK_INT(orr_udp_init(m.s.f.loop, &m.from), 0);
    CHECK_INT(orr_udp_init(m.s.f.loop, &m.to), 0);
    CHECK_INT(orr_udp_bind(&m.to, local4(0), 0), 0);
    CHECK_INT(orr_idle_start(m.s.f.loop, &m.idle, send_in_idle), 0);
    fixture_run(&m.s.f);
    CHECK(strncmp(noted(), "s|s", 3) == 0 || strncmp(noted(), "s||", 3) == 0);
    CHECK_INT(orr_udp_queue_count(&m.from), 0);
    scene_close(&m.s);
}

/* ---- Woken by the pool's callbacks ------------------------------------- */

typedef struct shift {
    scene s;
    orr_work work;
    orr_async async, late;
} shift;

static void say_woken(orr_async *a)
{
    note(a->handle.data);
    orr_close(&a->handle, NULL);
}

static void do_nothing(orr_work *w)
{
    (void)w;
}

static void wake_both(orr_work *w, int status)
{
    shift *t = w->req.data;

    EXPECT(status == 0);
    note("p");
    EXPECT(orr_async_send(&t->async) == 0);
    EXPECT(orr_async_init(t->s.f.loop, &t->late, say_woken) == 0);
    EXPECT(orr_async_send(&t->late) == 0);
}

/* The pool's news and wake-ups come the same way in libuv. A handle that was
 * made meanwhile is not among those that are looked at. */
TEST(who_is_woken_by_the_pools_callbacks_is_called_with_them)
{
    shift t;

    memset(&t, 0, sizeof t);
    scene_open(&t.s, "node");
    t.work.req.data = &t;
    t.async.handle.data = WORD("a");
    t.late.handle.data = WORD("l");
    CHECK_INT(orr_async_init(t.s.f.loop, &t.async, say_woken), 0);
    CHECK_INT(orr_work_queue(t.s.f.loop, &t.work, do_nothing, wake_both), 0);
    fixture_run(&t.s.f);
    CHECK(strstr(noted(), "pa|l|") != NULL);
    scene_close(&t.s);
}

static void wake_the_other(orr_async *a)
{
    shift *t = a->handle.data;

    note("a");
    EXPECT(orr_async_send(&t->late) == 0);
    orr_close(&a->handle, NULL);
}

static void say_done(orr_work *w, int status)
{
    shift *t = w->req.data;

    EXPECT(status == 0);
    note("p");
    EXPECT(orr_async_send(&t->async) == 0);
}

/* Flags of async handles are checked once per poll, from the first handle to
 * the last. So a handle that a later one wakes waits. */
TEST(who_is_woken_by_a_later_wake_up_is_called_in_the_next_poll)
{
    shift t;

    memset(&t, 0, sizeof t);
    scene_open(&t.s, "node");
    t.work.req.data = t.async.handle.data = &t;
    t.late.handle.data = WORD("l");
    CHECK_INT(orr_async_init(t.s.f.loop, &t.late, say_woken), 0);
    CHECK_INT(orr_async_init(t.s.f.loop, &t.async, wake_the_other), 0);
    CHECK_INT(orr_work_queue(t.s.f.loop, &t.work, do_nothing, say_done), 0);
    fixture_run(&t.s.f);
    CHECK(strstr(noted(), "pa|l|") != NULL);
    scene_close(&t.s);
}

static void wake_late(orr_stream *s, int64_t n, const void *bytes)
{
    shift *t = s->handle.data;

    (void)bytes;
    EXPECT(n == 1);
    note("d");
    orr_read_stop(s);
    EXPECT(orr_async_send(&t->async) == 0);
}

static void say_pooled(orr_work *w, int status)
{
    (void)w;
    EXPECT(status == 0);
    note("p");
}

static void be_patient(orr_prepare *h)
{
    (void)h;
    usleep(20000); /* by then both are there, so one poll reports them */
}

static int polls_between(char from, char to)
{
    int polls = 0;

    for (const char *at = strchr(noted(), from); *at != to; at++) {
        CHECK(*at != 0);
        polls += *at == '|';
    }
    return polls;
}

/* Only the pool's news are like a wake-up. A pool that is slow does not matter,
 * its news then come with a later poll. */
TEST_REAL(who_is_woken_by_another_callback_is_called_in_the_next_poll)
{
    shift t;
    const orr_buf x = buf_of("x");
    orr_prepare prepare = { .handle.data = NULL };

    memset(&t, 0, sizeof t);
    scene_open_pair(&t.s, "node");
    t.s.far.handle.data = &t;
    t.async.handle.data = WORD("a");
    CHECK_INT(orr_prepare_start(t.s.f.loop, &prepare, be_patient), 0);
    orr_unref(&prepare.handle);
    CHECK_INT(orr_async_init(t.s.f.loop, &t.async, say_woken), 0);
    CHECK_INT(orr_work_queue(t.s.f.loop, &t.work, do_nothing, say_pooled), 0);
    CHECK_INT(orr_read_start(&t.s.far, wake_late), 0);
    CHECK_INT(orr_try_write(&t.s.near, &x, 1), 1);
    fixture_run(&t.s.f);
    CHECK_INT(polls_between('d', 'a'), 1);
    scene_close(&t.s);
}

/* ---- Descriptors that are not ready any more --------------------------- */

typedef struct watch {
    scene s;
    orr_poll poll[2];
    orr_timer timer;
    int ends[2][2];
} watch;

static void watch_open(watch *w)
{
    memset(w, 0, sizeof *w);
    scene_open(&w->s, "node");
    for (int i = 0; i < 2; i++) {
        pipe_open(w->ends[i], O_NONBLOCK | O_CLOEXEC);
        w->poll[i].handle.data = w;
    }
}

static void watch_start(watch *w, int i, orr_poll_fn *fn)
{
    CHECK_INT(orr_poll_start(w->s.f.loop, &w->poll[i], w->ends[i][0],
                             ORR_READABLE, fn),
              0);
}

static void watch_close(watch *w)
{
    scene_close(&w->s);
    for (int i = 0; i < 2; i++) {
        release(w->ends[i][0]);
        release(w->ends[i][1]);
    }
}

static void poke(watch *w, int i)
{
    EXPECT(write(w->ends[i][1], "x", 1) == 1);
}

static void drain(watch *w, int i)
{
    char byte;

    EXPECT(read(w->ends[i][0], &byte, 1) == 1);
}

static void say_ready(orr_poll *p, int status, int events)
{
    watch *w = p->handle.data;

    EXPECT(status == 0 && events == ORR_READABLE);
    note("q");
    drain(w, p == &w->poll[1]);
}

static void say_time(orr_timer *t)
{
    (void)t;
    note("t");
}

/* It became ready and was read from, both before the poll: no news. */
TEST_REAL(what_is_not_ready_any_more_does_not_end_a_sleep)
{
    watch w;

    watch_open(&w);
    watch_start(&w, 0, say_ready);
    CHECK_INT(orr_run(w.s.f.loop, ORR_RUN_NOWAIT), 1);
    poke(&w, 0);
    drain(&w, 0);
    CHECK_INT(orr_timer_start(w.s.f.loop, &w.timer, 5, say_time), 0);
    CHECK_INT(orr_run(w.s.f.loop, ORR_RUN_ONCE), 1);
    CHECK_STR(noted(), "||t");
    poke(&w, 0);
    CHECK_INT(orr_run(w.s.f.loop, ORR_RUN_ONCE), 1);
    CHECK_STR(noted(), "||tq|");
    watch_close(&w);
}

static void drain_both(orr_poll *p, int status, int events)
{
    watch *w = p->handle.data;

    EXPECT(status == 0 && events == ORR_READABLE);
    note("q");
    for (int i = 0; i < 2; i++) {
        char byte;
        (void)!read(w->ends[i][0], &byte, 1);
    }
}

/* What the poll has found is reported, whatever the callbacks before it do. */
TEST_REAL(what_was_ready_in_the_poll_is_told_although_it_was_drained_since)
{
    watch w;

    watch_open(&w);
    for (int i = 0; i < 2; i++) {
        watch_start(&w, i, drain_both);
        poke(&w, i);
    }
    CHECK_INT(orr_run(w.s.f.loop, ORR_RUN_NOWAIT), 1);
    CHECK_STR(noted(), "qq|");
    watch_close(&w);
}
