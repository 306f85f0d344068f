/* udp.c - datagrams over 127.0.0.1, and in the simulator's own network. */
#include <errno.h>
#include <string.h>

#include "net.h"

static orr_udp a, b;
static orr_send_req s1, s2;
static int received;

static void open_both(fixture *f)
{
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    received = 0;
    CHECK_INT(orr_udp_init(f->loop, &a), 0);
    CHECK_INT(orr_udp_init(f->loop, &b), 0);
    CHECK_INT(orr_udp_bind(&b, local4(0), 0), 0);
}

static void close_both(fixture *f)
{
    orr_close(&a.handle, NULL);
    orr_close(&b.handle, NULL);
    fixture_run(f);
    fixture_close(f);
}

static void got(orr_udp *u, int64_t n, const void *bytes,
                const struct sockaddr *from, uint32_t flags)
{
    char word[64];

    if (!EXPECT(n >= 0 && n < 60 && flags == 0 && from != NULL))
        return;
    EXPECT(orr_ip_port(from) != 0);
    memcpy(word, bytes, (size_t)n);
    word[n] = 0;
    note(word);
    note(" ");
    if (++received == 2)
        orr_udp_recv_stop(u);
}

static void sent(orr_send_req *req, int status)
{
    note(req == &s1 ? "s1" : "s2");
    if (status < 0)
        note(orr_err_name(status));
    note(" ");
}

TEST(datagrams_arrive_whole_and_one_by_one)
{
    fixture f;
    orr_buf one[2] = { buf_of("o"), buf_of("ne") }, two = buf_of("two");

    fixture_open(&f);
    open_both(&f);
    CHECK_INT(orr_udp_recv_start(&b, got), 0);
    const uint16_t port = port_of(&b.handle);
    CHECK_INT(orr_udp_send(&s1, &a, one, 2, local4(port), sent), 0);
    CHECK_INT(orr_udp_send(&s2, &a, &two, 1, local4(port), sent), 0);
    CHECK_STR(noted(), "");
    fixture_run(&f);
    CHECK_STR(noted(), "s1 s2 one two ");
    CHECK_INT(orr_udp_queue_count(&a), 0);
    CHECK_INT(orr_udp_queue_size(&a), 0);
    close_both(&f);
}

TEST(an_empty_datagram_is_a_datagram)
{
    fixture f;
    orr_buf none = buf_of(""), x = buf_of("x");

    fixture_open(&f);
    open_both(&f);
    CHECK_INT(orr_udp_recv_start(&b, got), 0);
    const uint16_t port = port_of(&b.handle);
    CHECK_INT(orr_udp_try_send(&a, &none, 1, local4(port)), 0);
    CHECK_INT(orr_udp_try_send(&a, &x, 1, local4(port)), 1);
    fixture_run(&f);
    CHECK_STR(noted(), " x ");
    close_both(&f);
}

TEST(a_connected_datagram_socket_needs_no_address)
{
    fixture f;
    orr_buf x = buf_of("x");

    fixture_open(&f);
    open_both(&f);
    const uint16_t port = port_of(&b.handle);
    CHECK_INT(orr_udp_connect(&a, NULL), -ENOTCONN);
    CHECK_INT(orr_udp_try_send(&a, &x, 1, NULL), -EDESTADDRREQ);
    CHECK_INT(orr_udp_connect(&a, local4(port)), 0);
    CHECK_INT(orr_udp_connect(&a, local4(port)), -EISCONN);
    CHECK_INT(orr_udp_try_send(&a, &x, 1, local4(port)), -EISCONN);
    CHECK_INT(orr_udp_recv_start(&b, got), 0);
    CHECK_INT(orr_udp_try_send(&a, &x, 1, NULL), 1);
    CHECK_INT(orr_udp_send(&s1, &a, &x, 1, NULL, sent), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "s1 x x ");
    CHECK_INT(orr_udp_connect(&a, NULL), 0);
    CHECK_INT(orr_udp_try_send(&a, &x, 1, NULL), -EDESTADDRREQ);
    close_both(&f);
}

TEST(a_batch_of_datagrams_goes_in_one_call)
{
    fixture f;
    orr_datagram list[2];

    fixture_open(&f);
    open_both(&f);
    const struct sockaddr *to = local4(port_of(&b.handle));
    list[0] = (orr_datagram){ buf_of("p"), to };
    list[1] = (orr_datagram){ buf_of("q"), to };
    CHECK_INT(orr_udp_recv_start(&b, got), 0);
    CHECK_INT(orr_udp_try_send_batch(&a, list, 2), 2);
    CHECK_INT(orr_udp_try_send_batch(&a, list, 0), -EINVAL);
    fixture_run(&f);
    CHECK_STR(noted(), "p q ");
    close_both(&f);
}

static uint64_t system_calls(fixture *f)
{
    orr_metrics m;

    orr_metrics_get(f->loop, &m);
    return m.system_calls;
}

TEST_REAL(a_batch_of_datagrams_is_one_system_call)
{
    fixture f;
    orr_datagram list[64];

    fixture_open(&f);
    open_both(&f);
    const struct sockaddr *to = local4(port_of(&b.handle));
    for (int i = 0; i < 64; i++)
        list[i] = (orr_datagram){ buf_of("p"), to };
    CHECK_INT(orr_udp_try_send_batch(&a, list, 1), 1); /* it is bound now */
    const uint64_t before = system_calls(&f);
    CHECK_INT(orr_udp_try_send_batch(&a, list, 64), 64);
    CHECK_INT(system_calls(&f) - before, 1);
    close_both(&f);
}

/* Those before it are sent; its error is returned only if it is the first. */
TEST(a_batch_ends_at_the_first_datagram_that_cannot_be_sent)
{
    fixture f;
    orr_datagram list[70];
    struct sockaddr odd = { .sa_family = 77 };

    fixture_open(&f);
    open_both(&f);
    const struct sockaddr *to = local4(port_of(&b.handle));
    for (int i = 0; i < 70; i++)
        list[i] = (orr_datagram){ buf_of("p"), to };
    CHECK_INT(orr_udp_try_send_batch(&a, list, 70), 70);
    list[3].addr = &odd;
    CHECK_INT(orr_udp_try_send_batch(&a, list, 70), 3);
    CHECK_INT(orr_udp_try_send_batch(&a, list + 3, 2), -EINVAL);
    list[3].addr = NULL; /* and it is not connected */
    CHECK_INT(orr_udp_try_send_batch(&a, list, 70), 3);
    CHECK_INT(orr_udp_try_send_batch(&a, list + 3, 2), -EDESTADDRREQ);
    close_both(&f);
}

TEST(datagrams_wait_while_receiving_is_stopped)
{
    fixture f;
    orr_buf x = buf_of("x"), y = buf_of("y");

    fixture_open(&f);
    open_both(&f);
    const uint16_t port = port_of(&b.handle);
    CHECK_INT(orr_udp_recv_start(&b, got), 0);
    CHECK_INT(orr_udp_recv_start(&b, got), -EALREADY);
    orr_udp_recv_stop(&b);
    CHECK_INT(orr_udp_try_send(&a, &x, 1, local4(port)), 1);
    CHECK_INT(orr_udp_try_send(&a, &y, 1, local4(port)), 1);
    for (int i = 0; i < 5; i++)
        CHECK(orr_run(f.loop, ORR_RUN_NOWAIT) >= 0);
    CHECK_STR(noted(), "");
    CHECK_INT(orr_udp_recv_start(&b, got), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "x y ");
    close_both(&f);
}

TEST(options_of_datagram_sockets)
{
    fixture f;

    fixture_open(&f);
    open_both(&f);
    CHECK_INT(orr_udp_ttl(&b, 0), -EINVAL);
    CHECK_INT(orr_udp_ttl(&b, 256), -EINVAL);
    CHECK_INT(orr_udp_ttl(&b, 64), 0);
    CHECK_INT(orr_udp_multicast_ttl(&b, 1), 0);
    CHECK_INT(orr_udp_multicast_loop(&b, true), 0);
    CHECK_INT(orr_udp_broadcast(&b, true), 0);
    CHECK_INT(orr_udp_ttl(&a, 64), -EBADF);
    CHECK_INT(orr_udp_bind(&b, local4(0), 0), -EINVAL);
    CHECK_INT(orr_udp_bind(&a, NULL, 0), -EINVAL);
    CHECK_INT(orr_udp_membership(&b, "not an address", NULL, true), -EINVAL);
    close_both(&f);
}

TEST(a_multicast_member_gets_what_is_sent_to_the_group)
{
    fixture f;
    orr_buf x = buf_of("x"), y = buf_of("y");
    struct sockaddr_storage any, group;

    fixture_open(&f);
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    received = 0;
    CHECK_INT(orr_udp_init(f.loop, &a), 0);
    CHECK_INT(orr_udp_init(f.loop, &b), 0);
    CHECK_INT(orr_ip4_addr("0.0.0.0", 0, &any), 0);
    CHECK_INT(orr_udp_bind(&b, (struct sockaddr *)&any, 0), 0);
    CHECK_INT(orr_udp_membership(&b, "239.255.0.1", "127.0.0.1", true), 0);
    CHECK_INT(orr_udp_bind(&a, local4(0), 0), 0);
    CHECK_INT(orr_udp_multicast_interface(&a, "127.0.0.1"), 0);
    CHECK_INT(orr_ip4_addr("239.255.0.1", port_of(&b.handle), &group), 0);
    CHECK_INT(orr_udp_recv_start(&b, got), 0);
    CHECK_INT(orr_udp_try_send(&a, &x, 1, (struct sockaddr *)&group), 1);
    CHECK_INT(orr_udp_try_send(&a, &y, 1, (struct sockaddr *)&group), 1);
    fixture_run(&f);
    CHECK_STR(noted(), "x y ");
    CHECK_INT(orr_udp_membership(&b, "239.255.0.1", "127.0.0.1", false), 0);
    close_both(&f);
}

TEST(sends_cut_off_by_close_still_call_back)
{
    fixture f;
    orr_buf x = buf_of("x");

    fixture_open(&f);
    open_both(&f);
    CHECK_INT(orr_udp_send(&s1, &a, &x, 1, local4(port_of(&b.handle)), sent),
              0);
    close_both(&f);
    CHECK_STR(noted(), "s1 ");
}
