/*
 * tcp.c - connections over 127.0.0.1: the kernel's, and the simulator's own.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "net.h"

static orr_stream server, client, peer, peers[8];
static orr_connect_req creq, creqs[8];
static orr_write_req wreq;
static int npeers;

static void reset(void)
{
    memset(&server, 0, sizeof server);
    memset(&client, 0, sizeof client);
    memset(&peer, 0, sizeof peer);
    memset(peers, 0, sizeof peers);
    npeers = 0;
}

static void echo_read(orr_stream *s, int64_t n, const void *bytes)
{
    if (n < 0) {
        orr_close(&s->handle, NULL);
        return;
    }
    orr_buf b = { (void *)(uintptr_t)bytes, (size_t)n };
    EXPECT(orr_try_write(s, &b, 1) == n);
}

static void echo_accept(orr_stream *s, int status)
{
    if (!EXPECT(status == 0))
        return;
    if (EXPECT(orr_tcp_init(s->handle.loop, &peer) == 0) &&
        EXPECT(orr_accept(s, &peer) == 0))
        EXPECT(orr_read_start(&peer, echo_read) == 0);
}

static void wrote(orr_write_req *req, int status)
{
    (void)req;
    note(status == 0 ? "w " : orr_err_name(status));
}

static void client_read(orr_stream *s, int64_t n, const void *bytes)
{
    if (!EXPECT(n == 5))
        return;
    note(memcmp(bytes, "hello", 5) == 0 ? "echo " : "other ");
    orr_close(&s->handle, NULL);
    orr_close(&server.handle, NULL);
}

static void connected(orr_connect_req *req, int status)
{
    (void)req;
    note(status == 0 ? "connected " : orr_err_name(status));
    if (status < 0)
        return;
    orr_buf hello = buf_of("hello");
    EXPECT(orr_read_start(&client, client_read) == 0);
    EXPECT(orr_write(&wreq, &client, &hello, 1, wrote) == 0);
}

TEST(a_client_talks_to_a_server)
{
    fixture f;

    test_quiet(); /* messages come whole */
    reset();
    fixture_open(&f);
    serve(&f, &server, echo_accept);
    CHECK_INT(orr_tcp_init(f.loop, &client), 0);
    CHECK_INT(orr_tcp_connect(&creq, &client, local4(port_of(&server.handle)),
                              connected),
              0);
    CHECK_STR(noted(), "");
    fixture_run(&f);
    CHECK_STR(noted(), "connected w echo ");
    fixture_close(&f);
}

TEST(what_is_written_while_connecting_goes_out_afterwards)
{
    fixture f;
    orr_buf hello = buf_of("hello");

    reset();
    fixture_open(&f);
    serve(&f, &server, echo_accept);
    CHECK_INT(orr_tcp_init(f.loop, &client), 0);
    CHECK_INT(orr_tcp_connect(&creq, &client, local4(port_of(&server.handle)),
                              connected),
              0);
    CHECK_INT(orr_try_write(&client, &hello, 1), -EAGAIN);
    CHECK_INT(orr_tcp_connect(&creqs[0], &client, local4(1), connected),
              -EALREADY);
    CHECK_INT(orr_write(&wreq, &client, &hello, 1, wrote), 0);
    orr_close(&client.handle, NULL);
    orr_close(&server.handle, NULL);
    fixture_run(&f);
    CHECK_STR(noted(), "ECANCELEDECANCELED");
    fixture_close(&f);
}

/* The third call is the one that fails, as on Linux by libuv. */
static void connected_again(orr_connect_req *req, int status)
{
    if (status == 0)
        EXPECT(orr_tcp_connect(&creqs[1], &client, local4(1), connected) ==
               -EISCONN);
    connected(req, status);
}

static void connect_again(orr_connect_req *req, int status)
{
    (void)req;
    note(status == 0 ? "first " : orr_err_name(status));
    if (status < 0)
        return;
    EXPECT(orr_tcp_connect(&creqs[0], &client, local4(1), connected_again) ==
           0);
}

TEST(a_connected_socket_connects_once_more_to_the_same_peer)
{
    fixture f;

    test_quiet(); /* messages come whole */
    reset();
    fixture_open(&f);
    serve(&f, &server, echo_accept);
    CHECK_INT(orr_tcp_init(f.loop, &client), 0);
    CHECK_INT(orr_tcp_connect(&creq, &client, local4(port_of(&server.handle)),
                              connect_again),
              0);
    fixture_run(&f);
    CHECK_STR(noted(), "first connected w echo ");
    fixture_close(&f);
}

static uint16_t server_port;

static int connect_to_server(void)
{
    return orr_tcp_connect(&creqs[0], &client, local4(server_port), connected);
}

/* Linux refuses the first connect() after one that failed. */
static void try_the_server(orr_connect_req *req, int status)
{
    (void)req;
    note(status == -ECONNREFUSED ? "refused " : orr_err_name(status));
    const int err = connect_to_server();
    if (err == -ECONNABORTED)
        EXPECT(connect_to_server() == 0);
    else
        EXPECT(err == 0);
}

TEST(a_connect_that_failed_is_followed_by_another_in_its_callback)
{
    fixture f;

    test_quiet(); /* messages come whole */
    reset();
    fixture_open(&f);
    serve(&f, &server, echo_accept);
    server_port = port_of(&server.handle);
    CHECK_INT(orr_tcp_init(f.loop, &client), 0);
    CHECK_INT(orr_tcp_connect(&creq, &client, local4(1), try_the_server), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "refused connected w echo ");
    fixture_close(&f);
}

TEST(a_connection_to_nobody_is_refused_later)
{
    fixture f;
    uint16_t port;

    reset();
    fixture_open(&f);
    serve(&f, &server, echo_accept);
    port = port_of(&server.handle);
    orr_close(&server.handle, NULL);
    fixture_run(&f);
    CHECK_INT(orr_tcp_init(f.loop, &client), 0);
    CHECK_INT(orr_tcp_connect(&creq, &client, local4(port), connected), 0);
    CHECK_STR(noted(), "");
    fixture_run(&f);
    CHECK_STR(noted(), "ECONNREFUSED");
    orr_close(&client.handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
}

/* Rule 7 of the back ends: the port is free when the close returns. */
TEST(a_port_can_be_listened_on_again_right_after_close)
{
    fixture f;
    orr_stream again;
    uint16_t port;

    reset();
    memset(&again, 0, sizeof again);
    fixture_open(&f);
    serve(&f, &server, echo_accept);
    port = port_of(&server.handle);
    CHECK(orr_run(f.loop, ORR_RUN_NOWAIT) >= 0);
    orr_close(&server.handle, NULL);
    CHECK_INT(orr_tcp_init(f.loop, &again), 0);
    CHECK_INT(orr_tcp_bind(&again, local4(port), 0), 0);
    CHECK_INT(orr_listen(&again, 1, echo_accept), 0);
    orr_close(&again.handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
}

TEST(an_address_in_use_is_reported_by_listen)
{
    fixture f;

    reset();
    fixture_open(&f);
    serve(&f, &server, echo_accept);
    CHECK_INT(orr_tcp_init(f.loop, &client), 0);
    int err = orr_tcp_bind(&client, local4(port_of(&server.handle)), 0);
    CHECK_INT(err, 0);
    err = orr_listen(&client, 1, echo_accept);
    CHECK_INT(err, -EADDRINUSE);
    orr_close(&client.handle, NULL);
    orr_close(&server.handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
}

/* ---- One connection per poll ------------------------------------------ */

static orr_check turn;

static void on_turn(orr_check *h)
{
    (void)h;
    note("|");
}

static void count_peer(orr_stream *s, int status)
{
    if (!EXPECT(status == 0))
        return;
    note("c");
    if (!EXPECT(orr_tcp_init(s->handle.loop, &peers[npeers]) == 0) ||
        !EXPECT(orr_accept(s, &peers[npeers]) == 0))
        return;
    if (++npeers < 4)
        return;
    for (int i = 0; i < 4; i++)
        orr_close(&peers[i].handle, NULL);
    orr_close(&s->handle, NULL);
    orr_check_stop(&turn);
}

static orr_stream clients[4];

static void on_connect(orr_connect_req *req, int status)
{
    (void)req;
    EXPECT(status == 0);
}

static bool two_in_a_row(const char *s)
{
    return strstr(s, "cc") != NULL;
}

TEST(one_connection_is_reported_per_poll)
{
    fixture f;

    reset();
    memset(clients, 0, sizeof clients);
    memset(&turn, 0, sizeof turn);
    fixture_open(&f);
    serve(&f, &server, count_peer);
    CHECK_INT(orr_check_start(f.loop, &turn, on_turn), 0);
    for (int i = 0; i < 4; i++) {
        CHECK_INT(orr_tcp_init(f.loop, &clients[i]), 0);
        CHECK_INT(orr_tcp_connect(&creqs[i], &clients[i],
                                  local4(port_of(&server.handle)), on_connect),
                  0);
    }
    fixture_run(&f);
    CHECK_INT(npeers, 4);
    CHECK(!two_in_a_row(noted()));
    for (int i = 0; i < 4; i++)
        orr_close(&clients[i].handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
}

TEST(node18_takes_all_connections_of_a_poll_at_once)
{
    fixture f;
    orr_options o = { .profile = orr_profile_find("node18") };

    reset();
    memset(clients, 0, sizeof clients);
    memset(&turn, 0, sizeof turn);
    fixture_open_with(&f, &o);
    serve(&f, &server, count_peer);
    orr_unref(&server.handle);
    for (int i = 0; i < 4; i++) {
        CHECK_INT(orr_tcp_init(f.loop, &clients[i]), 0);
        CHECK_INT(orr_tcp_connect(&creqs[i], &clients[i],
                                  local4(port_of(&server.handle)), on_connect),
                  0);
    }
    CHECK_INT(orr_check_start(f.loop, &turn, on_turn), 0);
    fixture_run(&f);
    CHECK_INT(npeers, 4);
    CHECK(two_in_a_row(noted()));
    for (int i = 0; i < 4; i++)
        orr_close(&clients[i].handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
}

static int offered;

static void look_only(orr_stream *s, int status)
{
    (void)s;
    EXPECT(status == 0);
    offered++;
}

TEST(a_connection_that_nobody_takes_holds_up_the_next)
{
    fixture f;

    reset();
    memset(clients, 0, sizeof clients);
    offered = 0;
    fixture_open(&f);
    serve(&f, &server, look_only);
    for (int i = 0; i < 2; i++) {
        CHECK_INT(orr_tcp_init(f.loop, &clients[i]), 0);
        CHECK_INT(orr_tcp_connect(&creqs[i], &clients[i],
                                  local4(port_of(&server.handle)), on_connect),
                  0);
    }
    for (int i = 0; i < 2000 && offered == 0; i++)
        CHECK(orr_run(f.loop, ORR_RUN_NOWAIT) >= 0);
    for (int i = 0; i < 20; i++)
        CHECK(orr_run(f.loop, ORR_RUN_NOWAIT) >= 0);
    CHECK_INT(offered, 1);
    CHECK_INT(orr_tcp_init(f.loop, &peer), 0);
    CHECK_INT(orr_accept(&server, &peer), 0);
    for (int i = 0; i < 2000 && offered == 1; i++)
        CHECK(orr_run(f.loop, ORR_RUN_NOWAIT) >= 0);
    CHECK_INT(offered, 2);
    orr_close(&server.handle, NULL);
    orr_close(&peer.handle, NULL);
    orr_close(&clients[0].handle, NULL);
    orr_close(&clients[1].handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
}

/* ---- Ends ------------------------------------------------------------- */

static void reset_peer(orr_stream *s, int64_t n, const void *bytes)
{
    (void)bytes;
    if (n > 0)
        EXPECT(orr_tcp_close_reset(s, NULL) == 0);
}

static void accept_and_reset(orr_stream *s, int status)
{
    if (EXPECT(status == 0) &&
        EXPECT(orr_tcp_init(s->handle.loop, &peer) == 0) &&
        EXPECT(orr_accept(s, &peer) == 0))
        EXPECT(orr_read_start(&peer, reset_peer) == 0);
}

static void note_end(orr_stream *s, int64_t n, const void *bytes)
{
    (void)bytes;
    note(n > 0 ? "data" : orr_err_name((int)n));
    orr_close(&s->handle, NULL);
    orr_close(&server.handle, NULL);
}

static void connected_then_read(orr_connect_req *req, int status)
{
    orr_buf x = buf_of("x");

    (void)req;
    if (EXPECT(status == 0) &&
        EXPECT(orr_read_start(&client, note_end) == 0))
        EXPECT(orr_try_write(&client, &x, 1) == 1);
}

TEST(a_peer_that_resets_ends_reading_with_an_error)
{
    fixture f;

    reset();
    fixture_open(&f);
    serve(&f, &server, accept_and_reset);
    CHECK_INT(orr_tcp_init(f.loop, &client), 0);
    CHECK_INT(orr_tcp_connect(&creq, &client, local4(port_of(&server.handle)),
                              connected_then_read),
              0);
    fixture_run(&f);
    CHECK_STR(noted(), "ECONNRESET");
    fixture_close(&f);
}

static void options_of(orr_connect_req *req, int status)
{
    struct sockaddr_storage addr;
    uint32_t len = sizeof addr;
    int size = 0;

    (void)req;
    if (!EXPECT(status == 0))
        return;
    EXPECT(orr_tcp_nodelay(&client, true) == 0);
    EXPECT(orr_tcp_keepalive(&client, true, 60) == 0);
    EXPECT(orr_tcp_keepalive(&client, true, 0) == -EINVAL);
    EXPECT(orr_tcp_keepalive_ex(&client, true, 0, 5, 3) == 0);
    EXPECT(orr_tcp_keepalive(&client, false, 0) == 0);
    EXPECT(orr_tcp_set_tos(&client, 0x10) == 0);
    EXPECT(orr_tcp_get_tos(&client) == 0x10);
    EXPECT(orr_send_buffer_size(&client.handle, &size) == 0 && size > 0);
    size = 16384;
    EXPECT(orr_recv_buffer_size(&client.handle, &size) == 0);
    EXPECT(orr_getpeername(&client.handle, (struct sockaddr *)&addr, &len) ==
           0);
    EXPECT(orr_ip_port((struct sockaddr *)&addr) == port_of(&server.handle));
    EXPECT(orr_fileno(&client.handle) >= 0);
    note("ok");
    orr_close(&client.handle, NULL);
    orr_close(&server.handle, NULL);
}

static void accept_and_close(orr_stream *s, int status)
{
    if (!EXPECT(status == 0) ||
        !EXPECT(orr_tcp_init(s->handle.loop, &peer) == 0))
        return;
    EXPECT(orr_accept(s, &peer) == 0);
    orr_close(&peer.handle, NULL);
}

TEST(options_and_names_of_a_connected_socket)
{
    fixture f;

    reset();
    fixture_open(&f);
    serve(&f, &server, accept_and_close);
    CHECK_INT(orr_tcp_init(f.loop, &client), 0);
    CHECK_INT(orr_tcp_connect(&creq, &client, local4(port_of(&server.handle)),
                              options_of),
              0);
    fixture_run(&f);
    CHECK_STR(noted(), "ok");
    fixture_close(&f);
}

TEST(two_sockets_share_a_port_with_reuseport)
{
    fixture f;
    uint16_t port;

    reset();
    fixture_open(&f);
    CHECK_INT(orr_tcp_init(f.loop, &server), 0);
    CHECK_INT(orr_tcp_bind(&server, local4(0), ORR_BIND_REUSEPORT), 0);
    CHECK_INT(orr_listen(&server, 4, look_only), 0);
    port = port_of(&server.handle);
    CHECK_INT(orr_tcp_init(f.loop, &client), 0);
    CHECK_INT(orr_tcp_bind(&client, local4(port), ORR_BIND_REUSEPORT), 0);
    CHECK_INT(orr_listen(&client, 4, look_only), 0);
    orr_close(&server.handle, NULL);
    orr_close(&client.handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
}

TEST(bad_arguments_of_tcp_calls_are_refused)
{
    fixture f;
    struct sockaddr odd = { .sa_family = 77 };

    reset();
    fixture_open(&f);
    CHECK_INT(orr_tcp_init(f.loop, &client), 0);
    CHECK_INT(orr_tcp_bind(&client, NULL, 0), -EINVAL);
    CHECK_INT(orr_tcp_bind(&client, &odd, 0), -EINVAL);
    CHECK_INT(orr_tcp_bind(&client, local4(0), 64), -EINVAL);
    CHECK_INT(orr_tcp_connect(NULL, &client, local4(1), on_connect), -EINVAL);
    CHECK_INT(orr_tcp_connect(&creq, &client, NULL, on_connect), -EINVAL);
    CHECK_INT(orr_tcp_connect(&creq, &client, &odd, on_connect), -EINVAL);
    CHECK_INT(orr_tcp_connect(&creq, &client, local4(1), NULL), -EINVAL);
    CHECK_INT(orr_pipe_connect(&creq, &client, "x", 1, on_connect), -EINVAL);
    CHECK_INT(orr_accept(&client, &client), -EAGAIN);
    CHECK_INT(orr_tcp_bind(&client, local4(0), 0), 0);
    CHECK_INT(orr_tcp_bind(&client, local4(0), 0), -EINVAL);
    orr_close(&client.handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
}
