/*
 * shared_world.c - two loops of one thread that share a world: the clock, the
 * files, the network, chance, ids. On the real back ends the kernel provides
 * most of this; on the simulator it has to be done.
 */
#include <errno.h>
#include <string.h>

#include "fs_help.h"
#include "net.h"

typedef struct two {
    fixture a, b;
} two;

static void two_open(two *t)
{
    fixture_open(&t->a);
    fixture_open_beside(&t->b, &t->a);
}

static void two_close(two *t)
{
    fixture_close(&t->b);
    fixture_close(&t->a);
}

static void on_timer(orr_timer *t)
{
    note(t->handle.data);
}

TEST_SIM(two_loops_have_one_clock)
{
    two t;
    orr_timer a = { .handle.data = WORD("a") };

    two_open(&t);
    const uint64_t start = orr_clock_ns(t.b.loop);
    CHECK_INT(orr_timer_start(t.a.loop, &a, 5000, on_timer), 0);
    fixture_run(&t.a);
    CHECK_STR(noted(), "a");
    CHECK_INT((orr_clock_ns(t.b.loop) - start) / 1000000, 5000);
    CHECK_INT(orr_wall_ns(t.a.loop) / 1000000, orr_wall_ns(t.b.loop) / 1000000);
    two_close(&t);
}

static void turn_other(orr_timer *t)
{
    fixture *other = t->handle.data;

    note("[");
    EXPECT(orr_run(other->loop, ORR_RUN_DEFAULT) == 0);
    note("]");
}

/* The first waits for the second, so its own timer is late. */
TEST_SIM(a_loop_that_runs_inside_of_another_moves_the_clock)
{
    two t;
    orr_timer outer = { .handle.data = &t.b };
    orr_timer late = { .handle.data = WORD("late") };
    orr_timer inner = { .handle.data = WORD("inner") };

    two_open(&t);
    CHECK_INT(orr_timer_start(t.a.loop, &outer, 10, turn_other), 0);
    CHECK_INT(orr_timer_start(t.a.loop, &late, 20, on_timer), 0);
    CHECK_INT(orr_timer_start(t.b.loop, &inner, 1000, on_timer), 0);
    fixture_run(&t.a);
    CHECK_STR(noted(), "[inner]late");
    two_close(&t);
}

TEST(what_one_loop_writes_the_other_reads)
{
    two t;
    orr_fs req = { .result = 0 };

    two_open(&t);
    put(&t.a, at("shared"), "text of a");
    expect(&t.b, at("shared"), "text of a");
    CHECK_INT(DO(&t.b, &req, unlink, at("shared")), 0);
    orr_fs_cleanup(&req);
    CHECK_INT(NOW(&t.a, NULL, access, at("shared"), 0), -ENOENT);
    two_close(&t);
}

TEST(a_descriptor_of_one_loop_is_open_in_the_other)
{
    two t;
    char bytes[8] = "";
    orr_buf buf = { bytes, sizeof bytes };

    two_open(&t);
    put(&t.a, at("file"), "12345");
    const int fd = NOW(&t.a, NULL, open, at("file"), O_RDONLY, 0);
    CHECK(fd >= 0);
    CHECK_INT(NOW(&t.b, NULL, read, fd, &buf, 1, 0), 5);
    CHECK_STR(bytes, "12345");
    CHECK_INT(NOW(&t.b, NULL, close, fd), 0);
    CHECK_INT(NOW(&t.a, NULL, read, fd, &buf, 1, 0), -EBADF);
    two_close(&t);
}

/* ---- The network -------------------------------------------------------- */

static orr_stream server, accepted, client;

static void on_bytes(orr_stream *s, int64_t n, const void *bytes)
{
    for (int64_t i = 0; i < n; i++)
        note((const char[]){ ((const char *)bytes)[i], 0 });
    if (n < 0)
        orr_close(&s->handle, NULL);
}

static void on_connection(orr_stream *s, int status)
{
    if (!EXPECT(status == 0) || !EXPECT(orr_tcp_init(s->handle.loop,
                                                     &accepted) == 0))
        return;
    EXPECT(orr_accept(s, &accepted) == 0);
    EXPECT(orr_read_start(&accepted, on_bytes) == 0);
    orr_close(&s->handle, NULL);
}

static void on_written(orr_write_req *req, int status)
{
    EXPECT(status == 0);
    orr_close(&req->stream->handle, NULL);
}

static void on_connect(orr_connect_req *req, int status)
{
    static orr_write_req write;
    const orr_buf hi = buf_of("hi");

    EXPECT(status == 0);
    write = (orr_write_req){ .stream = NULL };
    EXPECT(orr_write(&write, req->stream, &hi, 1, on_written) == 0);
}

/* Each turns when it may, without waiting, as long as one of them lives. */
static void turn_both(two *t)
{
    for (int i = 0; i < 100000 && (orr_alive(t->a.loop) ||
                                   orr_alive(t->b.loop)); i++) {
        CHECK(orr_run(t->a.loop, ORR_RUN_NOWAIT) >= 0);
        CHECK(orr_run(t->b.loop, ORR_RUN_NOWAIT) >= 0);
    }
}

TEST(a_loop_connects_to_a_server_of_the_other)
{
    static two t;
    static orr_connect_req connect;

    two_open(&t);
    memset(&accepted, 0, sizeof accepted);
    memset(&client, 0, sizeof client);
    memset(&connect, 0, sizeof connect);
    memset(&server, 0, sizeof server);
    serve(&t.a, &server, on_connection);
    CHECK_INT(orr_tcp_init(t.b.loop, &client), 0);
    CHECK_INT(orr_tcp_connect(&connect, &client,
                              local4(port_of(&server.handle)), on_connect),
              0);
    turn_both(&t);
    CHECK_STR(noted(), "hi");
    two_close(&t);
}

/* ---- Requests of both --------------------------------------------------- */

static void on_found(orr_fs *req)
{
    note(req->req.data);
    orr_fs_cleanup(req);
}

static void wait_for_other(orr_fs *req)
{
    fixture *other = req->req.data;
    static char later[] = "later";
    static orr_fs more;

    more = (orr_fs){ .req.data = later };
    EXPECT(orr_fs_access(req->req.loop, &more, "/", 0, on_found) >= 0);
    note("(");
    EXPECT(orr_run(other->loop, ORR_RUN_DEFAULT) == 0);
    note(")");
    orr_fs_cleanup(req);
}

/* While the other loop waits, operations of both take effect; but what was
 * asked for during a batch is not part of that batch. */
TEST(what_finishes_while_another_loop_waits_is_reported_by_its_own)
{
    static two t;
    static orr_fs of_a, of_b;

    two_open(&t);
    of_a = (orr_fs){ .req.data = &t.b };
    of_b = (orr_fs){ .req.data = WORD("b") };
    CHECK_INT(orr_fs_access(t.a.loop, &of_a, "/", 0, wait_for_other), 0);
    CHECK_INT(orr_fs_access(t.b.loop, &of_b, "/", 0, on_found), 0);
    fixture_run(&t.a);
    CHECK_STR(noted(), "(b)later");
    two_close(&t);
}

/* ---- Chance, ids, options ------------------------------------------------ */

TEST(two_loops_draw_from_one_chance)
{
    two t;
    char one[16], two_[16];

    two_open(&t);
    CHECK_INT(orr_random_bytes(t.a.loop, NULL, one, sizeof one, NULL), 0);
    CHECK_INT(orr_random_bytes(t.b.loop, NULL, two_, sizeof two_, NULL), 0);
    CHECK(memcmp(one, two_, sizeof one) != 0);
    two_close(&t);
}

TEST(ids_are_unique_in_a_world)
{
    two t;
    orr_timer a = { .handle.data = WORD("a") };
    orr_timer b = { .handle.data = WORD("b") };

    two_open(&t);
    CHECK_INT(orr_timer_start(t.a.loop, &a, 0, on_timer), 0);
    CHECK_INT(orr_timer_start(t.b.loop, &b, 0, on_timer), 0);
    CHECK(a.handle.record.id != b.handle.record.id);
    orr_timer_stop(&a);
    orr_timer_stop(&b);
    two_close(&t);
}

TEST(a_world_lasts_as_long_as_one_of_its_loops)
{
    two t;
    orr_timer b = { .handle.data = WORD("b") };

    two_open(&t);
    put(&t.a, at("kept"), "by a");
    fixture_close(&t.a);
    expect(&t.b, at("kept"), "by a");
    CHECK_INT(orr_timer_start(t.b.loop, &b, 1, on_timer), 0);
    fixture_run(&t.b);
    CHECK_STR(noted(), "b");
    fixture_close(&t.b);
}

TEST(what_the_first_loop_decided_cannot_be_asked_for_again)
{
    fixture f;
    orr_loop *loop;
    const orr_world world = { .ctx = NULL };
    const orr_allocator allocator = { .resize = test_resize };

    fixture_open(&f);
    orr_thread *thread = orr_loop_thread(f.loop);
    const orr_options wrong[] = {
        { .thread = thread, .backend = test_backend() },
        { .thread = thread, .world = &world },
        { .thread = thread, .allocator = &allocator },
        { .thread = thread, .seed = 1 },
        { .thread = thread, .pool_size = 2 },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_INT(orr_loop_open(&loop, &wrong[i]), -EINVAL);
    fixture_close(&f);
}
