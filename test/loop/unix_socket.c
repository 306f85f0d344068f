/* unix_socket.c - streams in the file system and in the abstract namespace. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "net.h"

static orr_stream server, client, peer;
static orr_connect_req creq;
static char path[300];

static void reset(void)
{
    memset(&server, 0, sizeof server);
    memset(&client, 0, sizeof client);
    memset(&peer, 0, sizeof peer);
    snprintf(path, sizeof path, "%s/sock", test_dir());
    if (strlen(path) > 100)
        SKIP("the path of the test directory is too long for a socket");
}

static void took(orr_stream *s, int status)
{
    if (!EXPECT(status == 0) ||
        !EXPECT(orr_pipe_init(s->handle.loop, &peer, false) == 0) ||
        !EXPECT(orr_accept(s, &peer) == 0))
        return;
    note("accepted ");
    orr_close(&peer.handle, NULL);
    orr_close(&s->handle, NULL);
}

static void connected(orr_connect_req *req, int status)
{
    (void)req;
    note(status == 0 ? "connected " : orr_err_name(status));
    orr_close(&client.handle, NULL);
}

static void talk(fixture *f, const char *name, size_t len)
{
    CHECK_INT(orr_pipe_init(f->loop, &server, false), 0);
    CHECK_INT(orr_pipe_bind(&server, name, len), 0);
    CHECK_INT(orr_listen(&server, 4, took), 0);
    CHECK_INT(orr_pipe_init(f->loop, &client, false), 0);
    CHECK_INT(orr_pipe_connect(&creq, &client, name, len, connected), 0);
    fixture_run(f);
    CHECK(strstr(noted(), "connected ") != NULL);
    CHECK(strstr(noted(), "accepted ") != NULL);
}

TEST(a_socket_file_is_there_while_the_server_is)
{
    fixture f;
    orr_stat st;

    fixture_open(&f);
    reset();
    CHECK_INT(orr_pipe_init(f.loop, &server, false), 0);
    CHECK_INT(orr_pipe_bind(&server, path, strlen(path)), 0);
    CHECK_INT(orr_pipe_chmod(&server, ORR_READABLE | ORR_WRITABLE), 0);
    orr_close(&server.handle, NULL);
    fixture_run(&f);
    CHECK_INT(orr_fs_stat(f.loop, NULL, path, &st, NULL), -ENOENT);
    memset(&server, 0, sizeof server);
    talk(&f, path, strlen(path));
    fixture_close(&f);
}

TEST(an_abstract_name_begins_with_a_zero_byte)
{
    fixture f;
    char name[64] = "";

    fixture_open(&f);
    reset();
    const int n = snprintf(name + 1, sizeof name - 1, "orrery-test-%" PRIu64,
                           orr_wall_ns(f.loop));
    talk(&f, name, (size_t)n + 1);
    fixture_close(&f);
}

TEST(a_missing_socket_file_is_reported_later)
{
    fixture f;

    fixture_open(&f);
    reset();
    CHECK_INT(orr_pipe_init(f.loop, &client, false), 0);
    CHECK_INT(orr_pipe_connect(&creq, &client, path, strlen(path), connected),
              0);
    CHECK_STR(noted(), "");
    fixture_run(&f);
    CHECK_STR(noted(), "ENOENT");
    fixture_close(&f);
}

TEST(bad_socket_paths_are_refused)
{
    fixture f;
    char longer[200];

    memset(longer, 'a', sizeof longer);
    fixture_open(&f);
    reset();
    CHECK_INT(orr_pipe_init(f.loop, &server, false), 0);
    CHECK_INT(orr_pipe_bind(&server, longer, sizeof longer), -ENAMETOOLONG);
    CHECK_INT(orr_pipe_bind(&server, "", 0), -EINVAL);
    CHECK_INT(orr_pipe_bind(&server, NULL, 3), -EINVAL);
    CHECK_INT(orr_pipe_bind(&server, "a\0b", 3), -EINVAL);
    CHECK_INT(orr_pipe_chmod(&server, ORR_READABLE), -EBADF);
    CHECK_INT(orr_tcp_bind(&server, local4(0), 0), -EINVAL);
    orr_close(&server.handle, NULL);
    fixture_run(&f);
    fixture_close(&f);
}
