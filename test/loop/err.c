/*
 * err.c - errors as words. Node programs print and compare them, so they are
 * those that libuv has.
 */
#include "../fixture.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

TEST_PLAIN(an_error_has_a_name_and_a_text)
{
    CHECK_STR(orr_err_name(-ENOENT), "ENOENT");
    CHECK_STR(orr_strerror(-ENOENT), "no such file or directory");
    CHECK_STR(orr_err_name(-ECONNREFUSED), "ECONNREFUSED");
    CHECK_STR(orr_strerror(-ECONNREFUSED), "connection refused");
    CHECK_STR(orr_err_name(-EADDRINUSE), "EADDRINUSE");
    CHECK_STR(orr_strerror(-EADDRINUSE), "address already in use");
    CHECK_STR(orr_err_name(-EAGAIN), "EAGAIN");
    CHECK_STR(orr_strerror(-EAGAIN), "resource temporarily unavailable");
    CHECK_STR(orr_err_name(-ECANCELED), "ECANCELED");
    CHECK_STR(orr_strerror(-ECANCELED), "operation canceled");
    CHECK_STR(orr_err_name(-EISDIR), "EISDIR");
    CHECK_STR(orr_strerror(-EISDIR), "illegal operation on a directory");
}

TEST_PLAIN(the_end_of_a_stream_has_a_name_of_its_own)
{
    CHECK_STR(orr_err_name(ORR_EOF), "EOF");
    CHECK_STR(orr_strerror(ORR_EOF), "end of file");
}

TEST_PLAIN(errors_of_name_resolution_have_names_of_their_own)
{
    CHECK_STR(orr_err_name(ORR_EAI_NONAME), "EAI_NONAME");
    CHECK_STR(orr_strerror(ORR_EAI_NONAME), "unknown node or service");
    CHECK_STR(orr_err_name(ORR_EAI_AGAIN), "EAI_AGAIN");
    CHECK_STR(orr_strerror(ORR_EAI_AGAIN), "temporary failure");
    CHECK_STR(orr_err_name(-3013), "EAI_BADHINTS");
    CHECK_STR(orr_err_name(-3014), "EAI_PROTOCOL");
    for (int err = ORR_EAI_SOCKTYPE; err <= ORR_EAI_ADDRFAMILY; err++)
        CHECK(strncmp(orr_err_name(err), "EAI_", 4) == 0);
}

TEST_PLAIN(what_is_no_error_is_said_to_be_unknown)
{
    CHECK_STR(orr_err_name(0), "OK");
    CHECK_STR(orr_strerror(0), "success");
    CHECK_STR(orr_err_name(-99999), "EUNKNOWN");
    CHECK_STR(orr_strerror(-99999), "unknown error");
    CHECK_STR(orr_err_name(ENOENT), "EUNKNOWN");
    CHECK_STR(orr_strerror(INT32_MIN), "unknown error");
    CHECK_STR(orr_strerror(INT32_MAX), "unknown error");
}

TEST_PLAIN(no_two_errors_have_the_same_name)
{
    for (int a = -4095; a < 0; a++) {
        const char *name = orr_err_name(a);
        CHECK(orr_strerror(a) != NULL && orr_strerror(a)[0] != 0);
        if (strcmp(name, "EUNKNOWN") == 0)
            continue;
        CHECK(name[0] == 'E' || strcmp(name, "UNKNOWN") == 0);
        CHECK(!islower((unsigned char)name[1]));
        for (int b = a + 1; b < 0; b++)
            CHECK(strcmp(name, orr_err_name(b)) != 0);
    }
}

TEST_PLAIN(the_version_is_that_of_the_header)
{
    CHECK_STR(orr_version(), ORR_VERSION);
}
