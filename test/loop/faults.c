/*
 * faults.c - errors of the network and of everything that is not a file arrive
 * once, and then all goes on. See faults.h; files are in faults_fs.c, and want
 * of memory is in faults_memory.c.
 */
#include "faults.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "net.h"

/* ---- The world ---------------------------------------------------------- */

static uint32_t choose(void *ctx, orr_choice_kind kind, uint32_t n,
                       const orr_option *options)
{
    faulty *w = ctx;

    if (kind != ORR_CHOOSE_FAULT || w->what == NULL ||
        strcmp(options[0].what, w->what) != 0)
        return 0;
    w->errors = n - 1;
    if (w->skip > 0) {
        w->skip--;
        return 0;
    }
    if (w->pick >= n)
        FAIL("%s has no error number %d", w->what, (int)w->pick);
    w->what = NULL;
    w->err = (int)options[w->pick].value;
    w->met++;
    return w->pick;
}

void faulty_open(faulty *w)
{
    orr_world world = { .ctx = w, .choose = choose, .faults = true };
    orr_options options = { .world = &world };

    fixture_open_with(&w->f, &options);
    w->what = NULL;
    w->errors = 0;
    w->met = 0;
}

void faulty_close(faulty *w)
{
    fixture_close(&w->f);
}

bool faulty_has(const faulty *w, uint32_t k)
{
    return k == 1 || k <= w->errors;
}

void faulty_next(faulty *w, const char *what, uint32_t k)
{
    w->what = what;
    w->pick = k;
    w->skip = 0;
    w->met = 0;
    w->err = 0;
    note_clear();
}

void faulty_check_met(const faulty *w)
{
    CHECK_INT(w->met, 1);
    CHECK(w->err < 0);
}

/* ---- What is counted ---------------------------------------------------- */

int calls_seen;
int64_t last_seen;

void told(int64_t status)
{
    calls_seen++;
    last_seen = status;
}

void on_write(orr_write_req *req, int status)
{
    (void)req;
    told(status);
}

void on_send(orr_send_req *req, int status)
{
    (void)req;
    told(status);
}

void on_read(orr_stream *s, int64_t n, const void *bytes)
{
    (void)s, (void)bytes;
    told(n);
}

void on_connection(orr_stream *s, int status)
{
    (void)s;
    told(status);
}

void on_random(orr_random *r, int status)
{
    (void)r;
    told(status);
}

/* One callback came since `calls_seen` was cleared, with this. */
static void check_once(int64_t status)
{
    CHECK_INT(calls_seen, 1);
    CHECK_INT(last_seen, status);
    calls_seen = 0;
}

static void on_connect(orr_connect_req *req, int status)
{
    (void)req;
    told(status);
}

/* Turns that come to nothing, in which a second callback would be seen. */
static void settle(faulty *w)
{
    for (int i = 0; i < 5; i++)
        CHECK(orr_run(w->f.loop, ORR_RUN_NOWAIT) >= 0);
}

/* ---- Making sockets ----------------------------------------------------- */

TEST_SIM(a_stream_whose_socket_is_refused_still_has_none)
{
    faulty w;
    orr_stream s = { .io = NULL };
    static orr_connect_req req;

    faulty_open(&w);
    CHECK_INT(orr_tcp_init(w.f.loop, &s), 0);
    for (uint32_t k = 1; faulty_has(&w, k); k++) {
        faulty_next(&w, "socket", k);
        const int err = orr_tcp_bind(&s, local4(0), 0);
        faulty_check_met(&w);
        CHECK_INT(err, w.err);
        CHECK_INT(orr_fileno(&s.handle), -EBADF);
    }
    faulty_next(&w, "socket", 1);
    CHECK_INT(orr_tcp_connect(&req, &s, local4(1), on_connect), -EMFILE);
    CHECK(!orr_alive(w.f.loop));
    CHECK_INT(orr_tcp_bind(&s, local4(0), 0), 0);
    CHECK(orr_fileno(&s.handle) >= 0);
    fixture_close_handle(&w.f, &s.handle);
    faulty_close(&w);
}

TEST_SIM(a_pair_that_is_refused_leaves_both_streams_without)
{
    faulty w;
    orr_stream a = { .io = NULL }, b = { .io = NULL };

    faulty_open(&w);
    CHECK_INT(orr_pipe_init(w.f.loop, &a, false), 0);
    CHECK_INT(orr_pipe_init(w.f.loop, &b, false), 0);
    for (uint32_t k = 1; faulty_has(&w, k); k++) {
        faulty_next(&w, "socketpair", k);
        const int err = orr_stream_pair(&a, &b);
        faulty_check_met(&w);
        CHECK_INT(err, w.err);
        CHECK_INT(orr_fileno(&a.handle), -EBADF);
        CHECK_INT(orr_fileno(&b.handle), -EBADF);
    }
    CHECK_INT(orr_stream_pair(&a, &b), 0);
    fixture_close_handle(&w.f, &a.handle);
    fixture_close_handle(&w.f, &b.handle);
    faulty_close(&w);
}

/* An address in use is an error of orr_listen(), as its comment says. */
TEST_SIM(an_address_that_is_refused_is_reported_once)
{
    faulty w;

    faulty_open(&w);
    for (uint32_t k = 1; faulty_has(&w, k); k++) {
        orr_stream s = { .io = NULL };

        CHECK_INT(orr_tcp_init(w.f.loop, &s), 0);
        faulty_next(&w, "bind", k);
        int err = orr_tcp_bind(&s, local4(0), 0);
        faulty_check_met(&w);
        if (w.err == -EADDRINUSE) {
            CHECK_INT(err, 0);
            err = orr_listen(&s, 1, on_connection);
        } else {
            CHECK_INT(orr_fileno(&s.handle), -EBADF);
            CHECK_INT(orr_tcp_bind(&s, local4(0), 0), 0);
        }
        CHECK_INT(err, w.err);
        CHECK(!orr_alive(w.f.loop));
        fixture_close_handle(&w.f, &s.handle);
    }
    faulty_close(&w);
}

TEST_SIM(a_stream_that_may_not_listen_can_try_again)
{
    faulty w;
    orr_stream s = { .io = NULL };

    faulty_open(&w);
    CHECK_INT(orr_tcp_init(w.f.loop, &s), 0);
    CHECK_INT(orr_tcp_bind(&s, local4(0), 0), 0);
    for (uint32_t k = 1; faulty_has(&w, k); k++) {
        faulty_next(&w, "listen", k);
        const int err = orr_listen(&s, 1, on_connection);
        faulty_check_met(&w);
        CHECK_INT(err, w.err);
        CHECK(!orr_is_active(&s.handle));
    }
    CHECK_INT(orr_listen(&s, 1, on_connection), 0);
    CHECK(orr_is_active(&s.handle));
    fixture_close_handle(&w.f, &s.handle);
    faulty_close(&w);
}

/* ---- Connections -------------------------------------------------------- */

TEST_SIM(a_failed_connect_calls_back_once_and_the_next_one_works)
{
    faulty w;
    orr_stream server = { .io = NULL };
    static orr_connect_req req;

    faulty_open(&w);
    serve(&w.f, &server, on_connection);
    orr_unref(&server.handle);
    for (uint32_t k = 1; faulty_has(&w, k); k++) {
        orr_stream s = { .io = NULL }, again = { .io = NULL };
        const uint16_t port = port_of(&server.handle);

        CHECK_INT(orr_tcp_init(w.f.loop, &s), 0);
        CHECK_INT(orr_tcp_init(w.f.loop, &again), 0);
        calls_seen = 0;
        faulty_next(&w, "connect", k);
        CHECK_INT(orr_tcp_connect(&req, &s, local4(port), on_connect), 0);
        CHECK_INT(calls_seen, 0);
        fixture_run(&w.f);
        settle(&w);
        faulty_check_met(&w);
        check_once(w.err);
        CHECK(!orr_is_active(&s.handle));

        CHECK_INT(orr_tcp_connect(&req, &again, local4(port), on_connect), 0);
        while (calls_seen == 0)
            CHECK(orr_run(w.f.loop, ORR_RUN_NOWAIT) >= 0);
        CHECK_INT(last_seen, 0);
        fixture_close_handle(&w.f, &s.handle);
        fixture_close_handle(&w.f, &again.handle);
    }
    fixture_close_handle(&w.f, &server.handle);
    faulty_close(&w);
}

static orr_stream taken;

static void on_connection_take(orr_stream *s, int status)
{
    note(status == 0 ? "taken" : orr_err_name(status));
    note(" ");
    if (status == 0)
        EXPECT(orr_accept(s, &taken) == 0);
}

/* That connection is hung up, for lack of a descriptor; the next is taken. */
TEST_SIM(a_failed_accept_is_reported_once_and_the_next_one_works)
{
    faulty w;
    orr_stream server = { .io = NULL };
    orr_stream clients[2] = { { .io = NULL } };
    static orr_connect_req reqs[2];

    faulty_open(&w);
    memset(&taken, 0, sizeof taken);
    serve(&w.f, &server, on_connection_take);
    CHECK_INT(orr_tcp_init(w.f.loop, &taken), 0);
    const struct sockaddr *to = local4(port_of(&server.handle));
    faulty_next(&w, "accept", 1);
    for (int i = 0; i < 2; i++) {
        CHECK_INT(orr_tcp_init(w.f.loop, &clients[i]), 0);
        CHECK_INT(orr_tcp_connect(&reqs[i], &clients[i], to, on_connect), 0);
        settle(&w);
        faulty_check_met(&w);
        CHECK_STR(noted(), i == 0 ? "EMFILE " : "EMFILE taken ");
    }
    fixture_close_handle(&w.f, &taken.handle);
    fixture_close_handle(&w.f, &clients[0].handle);
    fixture_close_handle(&w.f, &clients[1].handle);
    fixture_close_handle(&w.f, &server.handle);
    faulty_close(&w);
}

/* ---- Streams ------------------------------------------------------------ */

typedef struct two {
    orr_stream near, far;
} two;

static void two_open(faulty *w, two *t)
{
    memset(t, 0, sizeof *t);
    CHECK_INT(orr_pipe_init(w->f.loop, &t->near, false), 0);
    CHECK_INT(orr_pipe_init(w->f.loop, &t->far, false), 0);
    CHECK_INT(orr_stream_pair(&t->near, &t->far), 0);
    calls_seen = 0;
}

static void two_close(faulty *w, two *t)
{
    fixture_close_handle(&w->f, &t->near.handle);
    fixture_close_handle(&w->f, &t->far.handle);
}

TEST_SIM(a_failed_read_is_reported_once_and_ends_reading)
{
    faulty w;
    two t;
    orr_buf x = buf_of("x");

    faulty_open(&w);
    for (uint32_t k = 1; faulty_has(&w, k); k++) {
        two_open(&w, &t);
        faulty_next(&w, "recv", k);
        CHECK_INT(orr_read_start(&t.near, on_read), 0);
        CHECK_INT(orr_try_write(&t.far, &x, 1), 1);
        fixture_run(&w.f);
        settle(&w);
        faulty_check_met(&w);
        check_once(w.err);
        CHECK(!orr_is_active(&t.near.handle));
        two_close(&w, &t);
    }
    two_open(&w, &t);
    CHECK_INT(orr_read_start(&t.near, on_read), 0);
    CHECK_INT(orr_try_write(&t.far, &x, 1), 1);
    settle(&w);
    check_once(1);
    two_close(&w, &t);
    faulty_close(&w);
}

TEST_SIM(a_failed_write_is_reported_once)
{
    faulty w;
    two t;
    orr_buf x = buf_of("x");
    static orr_write_req req;

    faulty_open(&w);
    for (uint32_t k = 1; faulty_has(&w, k); k++) {
        two_open(&w, &t);
        faulty_next(&w, "send", k);
        CHECK_INT(orr_write(&req, &t.near, &x, 1, on_write), 0);
        CHECK_INT(calls_seen, 0);
        fixture_run(&w.f);
        settle(&w);
        faulty_check_met(&w);
        check_once(w.err);
        CHECK_INT(orr_write_queue_size(&t.near), 0);
        two_close(&w, &t);

        two_open(&w, &t);
        faulty_next(&w, "send", k);
        const int64_t n = orr_try_write(&t.near, &x, 1);
        CHECK_INT(n, w.err);
        two_close(&w, &t);
    }
    two_open(&w, &t);
    CHECK_INT(orr_write(&req, &t.near, &x, 1, on_write), 0);
    fixture_run(&w.f);
    check_once(0);
    two_close(&w, &t);
    faulty_close(&w);
}

/* The first part is taken at once; the operation for the rest fails. */
TEST_SIM(a_write_that_fails_half_way_is_reported_once)
{
    faulty w;
    two t;
    static char big[1000000];
    orr_buf much = { big, sizeof big };
    static orr_write_req req;

    faulty_open(&w);
    for (uint32_t k = 1; faulty_has(&w, k); k++) {
        two_open(&w, &t);
        faulty_next(&w, "send", k);
        w.skip = 1;
        CHECK_INT(orr_write(&req, &t.near, &much, 1, on_write), 0);
        CHECK_INT(calls_seen, 0);
        settle(&w);
        faulty_check_met(&w);
        check_once(w.err);
        CHECK_INT(orr_write_queue_size(&t.near), 0);
        two_close(&w, &t);
    }
    faulty_close(&w);
}

/* ---- Datagrams ---------------------------------------------------------- */

static void on_datagram(orr_udp *u, int64_t n, const void *bytes,
                        const struct sockaddr *from, uint32_t flags)
{
    (void)u, (void)bytes, (void)from, (void)flags;
    note(n == 1 ? "got " : "? ");
}

/* -ENOBUFS means to wait: the datagram is sent later. */
TEST_SIM(a_failed_datagram_is_reported_once_and_does_not_hold_up_the_next)
{
    faulty w;
    orr_udp a = { .io = NULL }, b = { .io = NULL };
    orr_buf x = buf_of("x");
    static orr_send_req req;

    faulty_open(&w);
    CHECK_INT(orr_udp_init(w.f.loop, &a), 0);
    CHECK_INT(orr_udp_init(w.f.loop, &b), 0);
    CHECK_INT(orr_udp_bind(&b, local4(0), 0), 0);
    CHECK_INT(orr_udp_recv_start(&b, on_datagram), 0);
    const struct sockaddr *to = local4(port_of(&b.handle));
    for (uint32_t k = 1; faulty_has(&w, k); k++) {
        calls_seen = 0;
        faulty_next(&w, "sendto", k);
        CHECK_INT(orr_udp_send(&req, &a, &x, 1, to, on_send), 0);
        settle(&w);
        faulty_check_met(&w);
        check_once(w.err == -ENOBUFS ? 0 : w.err);
        CHECK_STR(noted(), w.err == -ENOBUFS ? "got " : "");
        CHECK_INT(orr_udp_queue_count(&a), 0);

        faulty_next(&w, "sendto", k);
        const int64_t n = orr_udp_try_send(&a, &x, 1, to);
        CHECK_INT(n, w.err);
        CHECK_INT(orr_udp_send(&req, &a, &x, 1, to, on_send), 0);
        settle(&w);
        check_once(0);
        CHECK_STR(noted(), "got ");
    }
    fixture_close_handle(&w.f, &a.handle);
    fixture_close_handle(&w.f, &b.handle);
    faulty_close(&w);
}

TEST_SIM(a_datagram_socket_that_is_refused_can_be_had_later)
{
    static const char *const steps[] = { "socket", "bind" };
    faulty w;
    orr_udp u = { .io = NULL };

    faulty_open(&w);
    CHECK_INT(orr_udp_init(w.f.loop, &u), 0);
    for (int i = 0; i < 2; i++) {
        w.errors = 0;
        for (uint32_t k = 1; faulty_has(&w, k); k++) {
            faulty_next(&w, steps[i], k);
            const int err = orr_udp_recv_start(&u, on_datagram);
            faulty_check_met(&w);
            CHECK_INT(err, w.err);
            CHECK_INT(orr_fileno(&u.handle), -EBADF);
            CHECK(!orr_is_active(&u.handle));
        }
    }
    CHECK_INT(orr_udp_recv_start(&u, on_datagram), 0);
    CHECK(orr_is_active(&u.handle));
    fixture_close_handle(&w.f, &u.handle);
    faulty_close(&w);
}

/* ---- Names -------------------------------------------------------------- */

static void on_addrinfo(orr_addrinfo *req, int status)
{
    (void)req;
    told(status);
}

static void on_nameinfo(orr_nameinfo *req, int status)
{
    (void)req;
    told(status);
}

TEST_SIM(a_failed_lookup_is_reported_once_and_can_be_repeated)
{
    faulty w;
    static orr_addrinfo req;

    faulty_open(&w);
    for (uint32_t k = 1; faulty_has(&w, k); k++) {
        calls_seen = 0;
        faulty_next(&w, "addrinfo", k);
        CHECK_INT(orr_getaddrinfo(w.f.loop, &req, "localhost", NULL, NULL,
                                  on_addrinfo),
                  0);
        fixture_run(&w.f);
        faulty_check_met(&w);
        check_once(w.err);
        CHECK(req.list == NULL);

        faulty_next(&w, "addrinfo", k);
        const int err =
            orr_getaddrinfo(w.f.loop, &req, "localhost", NULL, NULL, NULL);
        CHECK_INT(err, w.err);
        CHECK(req.list == NULL);
    }
    CHECK_INT(
        orr_getaddrinfo(w.f.loop, &req, "localhost", NULL, NULL, on_addrinfo),
        0);
    fixture_run(&w.f);
    check_once(0);
    orr_freeaddrinfo(w.f.loop, req.list);
    faulty_close(&w);
}

TEST_SIM(a_failed_reverse_lookup_is_reported_once_and_can_be_repeated)
{
    faulty w;
    static orr_nameinfo req;

    faulty_open(&w);
    for (uint32_t k = 1; faulty_has(&w, k); k++) {
        calls_seen = 0;
        faulty_next(&w, "nameinfo", k);
        CHECK_INT(orr_getnameinfo(w.f.loop, &req, local4(80), 0, on_nameinfo),
                  0);
        fixture_run(&w.f);
        faulty_check_met(&w);
        check_once(w.err);

        faulty_next(&w, "nameinfo", k);
        const int err = orr_getnameinfo(w.f.loop, &req, local4(80), 0, NULL);
        CHECK_INT(err, w.err);
    }
    CHECK_INT(orr_getnameinfo(w.f.loop, &req, local4(80), 0, on_nameinfo), 0);
    fixture_run(&w.f);
    check_once(0);
    faulty_close(&w);
}

/* ---- Chance ------------------------------------------------------------- */

static int random_in(void *ctx, void *out, size_t len)
{
    int *left = ctx;

    if ((*left)-- > 0)
        return -EIO;
    memset(out, 7, len);
    return 0;
}

TEST(random_bytes_that_fail_are_reported_once_and_come_the_next_time)
{
    fixture f;
    int left = 1;
    const orr_world world = { .ctx = &left, .random = random_in };
    orr_options options = { .world = &world };
    static orr_random r;
    char out[3] = "";

    fixture_open_with(&f, &options);
    calls_seen = 0;
    CHECK_INT(orr_random_bytes(f.loop, &r, out, 2, on_random), 0);
    fixture_run(&f);
    check_once(-EIO);
    CHECK_INT(orr_random_bytes(f.loop, &r, out, 2, on_random), 0);
    fixture_run(&f);
    check_once(0);
    CHECK_STR(out, "\7\7");
    left = 1;
    const int err = orr_random_bytes(f.loop, NULL, out, 2, NULL);
    CHECK_INT(err, -EIO);
    CHECK_INT(orr_random_bytes(f.loop, NULL, out, 2, NULL), 0);
    fixture_close(&f);
}
