/* dns.c - names and addresses. No test asks a server: numbers and localhost
 * are known without one. */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "fixture.h"

static void addrinfo_called(orr_addrinfo *req, int status)
{
    int *out = req->req.data;

    *out = status;
    note("called ");
}

static const struct addrinfo *find(const struct addrinfo *list, int family)
{
    for (; list != NULL; list = list->ai_next)
        if (list->ai_family == family)
            return list;
    return NULL;
}

TEST(a_number_is_an_address)
{
    fixture f;
    int status = 1;
    orr_addrinfo req = { .req.data = &status };
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM,
                              .ai_flags = AI_NUMERICHOST };
    char text[64];

    fixture_open(&f);
    CHECK_INT(orr_getaddrinfo(f.loop, &req, "127.0.0.1", "80", &hints,
                              addrinfo_called),
              0);
    CHECK_INT(orr_getaddrinfo(f.loop, &req, "127.0.0.1", "80", &hints,
                              addrinfo_called),
              -EBUSY);
    CHECK_STR(noted(), "");
    memset(&hints, 0xff, sizeof hints); /* it was copied */
    fixture_run(&f);
    CHECK_STR(noted(), "called ");
    CHECK_INT(status, 0);
    const struct addrinfo *a = find(req.list, AF_INET);
    CHECK(a != NULL);
    CHECK_INT(orr_ip_name(a->ai_addr, text, sizeof text), 0);
    CHECK_STR(text, "127.0.0.1");
    CHECK_INT(orr_ip_port(a->ai_addr), 80);
    orr_freeaddrinfo(f.loop, req.list);
    fixture_close(&f);
}

TEST(a_name_is_looked_up_at_once_without_a_function)
{
    fixture f;
    orr_addrinfo req = { .list = NULL };

    fixture_open(&f);
    const int err =
        orr_getaddrinfo(f.loop, &req, "localhost", NULL, NULL, NULL);
    if (err == ORR_EAI_NONAME && strcmp(test_backend(), "sim") != 0) {
        fixture_close(&f);
        SKIP("this system has no /etc/hosts that knows localhost");
    }
    CHECK_INT(err, 0);
    CHECK(find(req.list, AF_INET) != NULL || find(req.list, AF_INET6) != NULL);
    orr_freeaddrinfo(f.loop, req.list);
    orr_freeaddrinfo(f.loop, NULL);
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

TEST(a_name_that_is_no_number_is_unknown_where_only_numbers_count)
{
    fixture f;
    int status = 1;
    orr_addrinfo req = { .req.data = &status };
    struct addrinfo hints = { .ai_flags = AI_NUMERICHOST };

    fixture_open(&f);
    CHECK_INT(orr_getaddrinfo(f.loop, &req, "no.number", NULL, &hints,
                              addrinfo_called),
              0);
    fixture_run(&f);
    CHECK_INT(status, ORR_EAI_NONAME);
    CHECK(req.list == NULL);
    CHECK_STR(orr_err_name(status), "EAI_NONAME");
    fixture_close(&f);
}

TEST(a_look_up_of_nothing_is_refused)
{
    fixture f;
    orr_addrinfo req = { .list = NULL };
    orr_nameinfo name = { .host = "" };

    fixture_open(&f);
    CHECK_INT(orr_getaddrinfo(f.loop, &req, NULL, NULL, NULL, addrinfo_called),
              -EINVAL);
    CHECK_INT(orr_getaddrinfo(f.loop, NULL, "x", NULL, NULL, addrinfo_called),
              -EINVAL);
    CHECK_INT(orr_getnameinfo(f.loop, &name, NULL, 0, NULL), -EINVAL);
    struct sockaddr odd = { .sa_family = 12345 };
    CHECK_INT(orr_getnameinfo(f.loop, &name, &odd, 0, NULL), -EINVAL);
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

static void nameinfo_called(orr_nameinfo *req, int status)
{
    int *out = req->req.data;

    *out = status;
    note("called ");
}

TEST(an_address_has_a_name_and_a_port_a_service)
{
    fixture f;
    int status = 1;
    orr_nameinfo req = { .req.data = &status };
    struct sockaddr_storage addr;

    fixture_open(&f);
    CHECK_INT(orr_ip4_addr("127.0.0.1", 4321, &addr), 0);
    CHECK_INT(orr_getnameinfo(f.loop, &req, (struct sockaddr *)&addr,
                              NI_NUMERICHOST | NI_NUMERICSERV, nameinfo_called),
              0);
    fixture_run(&f);
    CHECK_STR(noted(), "called ");
    CHECK_INT(status, 0);
    CHECK_STR(req.host, "127.0.0.1");
    CHECK_STR(req.service, "4321");
    CHECK_INT(orr_ip6_addr("::1", 9, &addr), 0);
    CHECK_INT(orr_getnameinfo(f.loop, &req, (struct sockaddr *)&addr,
                              NI_NUMERICHOST | NI_NUMERICSERV, NULL),
              0);
    CHECK_STR(req.host, "::1");
    CHECK_STR(req.service, "9");
    fixture_close(&f);
}

TEST_PLAIN(text_becomes_an_address_and_text_again)
{
    static const char *const four[] = { "0.0.0.0", "127.0.0.1",
                                        "255.255.255.255" };
    static const char *const six[] = { "::", "::1", "fe80::1",
                                       "2001:db8::8:800:200c:417a" };
    struct sockaddr_storage addr;
    char text[64];

    for (size_t i = 0; i < sizeof four / sizeof *four; i++) {
        CHECK_INT(orr_ip4_addr(four[i], 80, &addr), 0);
        CHECK_INT(addr.ss_family, AF_INET);
        CHECK_INT(orr_ip_name((struct sockaddr *)&addr, text, 64), 0);
        CHECK_STR(text, four[i]);
        CHECK_INT(orr_ip_port((struct sockaddr *)&addr), 80);
    }
    for (size_t i = 0; i < sizeof six / sizeof *six; i++) {
        CHECK_INT(orr_ip6_addr(six[i], 65535, &addr), 0);
        CHECK_INT(addr.ss_family, AF_INET6);
        CHECK_INT(orr_ip_name((struct sockaddr *)&addr, text, 64), 0);
        CHECK_STR(text, six[i]);
        CHECK_INT(orr_ip_port((struct sockaddr *)&addr), 65535);
    }
}

TEST_PLAIN(text_that_is_no_address_is_refused)
{
    static const char *const four[] = { "",          "1.2.3",     "1.2.3.4.5",
                                        "256.0.0.1", "localhost", "::1",
                                        " 1.2.3.4" };
    static const char *const six[] = {
        "", ":", "1.2.3.4", "::1::", "g::", "::1%", "::1%no such interface"
    };
    struct sockaddr_storage addr;

    for (size_t i = 0; i < sizeof four / sizeof *four; i++)
        CHECK_INT(orr_ip4_addr(four[i], 0, &addr), -EINVAL);
    for (size_t i = 0; i < sizeof six / sizeof *six; i++)
        CHECK_INT(orr_ip6_addr(six[i], 0, &addr), -EINVAL);
    CHECK_INT(orr_ip4_addr(NULL, 0, &addr), -EINVAL);
    CHECK_INT(orr_ip6_addr("::1", 0, NULL), -EINVAL);
}

TEST_PLAIN(an_address_may_name_the_interface_it_is_reached_by)
{
    struct sockaddr_storage addr;
    const struct sockaddr_in6 *in = (const void *)&addr;

    CHECK_INT(orr_ip6_addr("fe80::1%7", 0, &addr), 0);
    CHECK_INT(in->sin6_scope_id, 7);
    CHECK_INT(orr_ip6_addr("fe80::1%lo", 0, &addr), 0);
    CHECK(in->sin6_scope_id > 0);
}

/* Without it a program could not send anything back there. */
TEST_PLAIN(the_text_of_a_link_local_address_has_its_interface)
{
    struct sockaddr_storage addr;
    char text[64];

    CHECK_INT(orr_ip6_addr("fe80::1%lo", 0, &addr), 0);
    CHECK_INT(orr_ip_name((struct sockaddr *)&addr, text, 64), 0);
    CHECK_STR(text, "fe80::1%lo");
    CHECK_INT(orr_ip_name((struct sockaddr *)&addr, text, 10), -ENOSPC);
    CHECK_INT(orr_ip6_addr("2001:db8::1%lo", 0, &addr), 0);
    CHECK_INT(orr_ip_name((struct sockaddr *)&addr, text, 64), 0);
    CHECK_STR(text, "2001:db8::1");
}

TEST_PLAIN(text_that_does_not_fit_is_not_cut_off)
{
    struct sockaddr_storage addr;
    char text[10] = "as it was";

    CHECK_INT(orr_ip4_addr("127.0.0.1", 0, &addr), 0);
    CHECK_INT(orr_ip_name((struct sockaddr *)&addr, text, 9), -ENOSPC);
    CHECK_STR(text, "as it was");
    CHECK_INT(orr_ip_name((struct sockaddr *)&addr, text, 10), 0);
    CHECK_STR(text, "127.0.0.1");
    addr.ss_family = AF_UNIX;
    CHECK_INT(orr_ip_name((struct sockaddr *)&addr, text, 10), -EAFNOSUPPORT);
}
