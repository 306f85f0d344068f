/*
 * poll_handle.c - readiness of a descriptor that the test reads and writes
 * itself. The descriptors are those of a pair of streams, so that the same
 * tests run on the simulator, which has descriptors of its own.
 */
#include "../fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Two connected ends; `near` is polled, `far` makes things happen. */
typedef struct ends {
    fixture f;
    orr_stream near, far;
    int fd;
} ends;

static void ends_open(ends *e)
{
    memset(e, 0, sizeof *e);
    fixture_open(&e->f);
    CHECK_INT(orr_pipe_init(e->f.loop, &e->near, false), 0);
    CHECK_INT(orr_pipe_init(e->f.loop, &e->far, false), 0);
    CHECK_INT(orr_stream_pair(&e->near, &e->far), 0);
    e->fd = orr_fileno(&e->near.handle);
    CHECK(e->fd >= 0);
}

static void ends_close(ends *e)
{
    if (!orr_is_closing(&e->near.handle))
        fixture_close_handle(&e->f, &e->near.handle);
    if (!orr_is_closing(&e->far.handle))
        fixture_close_handle(&e->f, &e->far.handle);
    fixture_close(&e->f);
}

static void send_bytes(ends *e, const char *bytes)
{
    const orr_buf buf = { (void *)(uintptr_t)bytes, strlen(bytes) };

    CHECK_INT(orr_try_write(&e->far, &buf, 1), (int64_t)strlen(bytes));
}

/* Take what has arrived, past the stream. */
static void drain(ends *e)
{
    char room[64];
    const orr_buf buf = { room, sizeof room };

    CHECK(orr_fs_read(e->f.loop, NULL, e->fd, &buf, 1, -1, NULL) > 0);
}

static void say(orr_poll *p, int status, int events)
{
    (void)p;
    if (status < 0) {
        note(orr_err_name(status));
        note(" ");
        return;
    }
    note(events & ORR_READABLE ? "r" : "");
    note(events & ORR_WRITABLE ? "w" : "");
    note(events & ORR_DISCONNECT ? "d" : "");
    note(" ");
}

static void turn(ends *e)
{
    CHECK(orr_run(e->f.loop, ORR_RUN_NOWAIT) >= 0);
}

/* The kernel may take more than one turn to report it. */
static void turn_until(ends *e, const char *want)
{
    for (int i = 0; i < 1000 && strcmp(noted(), want) != 0; i++)
        turn(e);
    CHECK_STR(noted(), want);
}

/* ---- What is reported ------------------------------------------------- */

TEST(a_descriptor_with_nothing_to_read_is_not_reported)
{
    ends e;
    orr_poll p = { .handle.data = NULL };

    ends_open(&e);
    CHECK_INT(orr_poll_start(e.f.loop, &p, e.fd, ORR_READABLE, say), 0);
    turn(&e);
    turn(&e);
    CHECK_STR(noted(), "");
    CHECK(orr_is_active(&p.handle));
    CHECK_INT(orr_fileno(&p.handle), e.fd);
    orr_poll_stop(&p);
    ends_close(&e);
}

TEST(a_readable_descriptor_is_reported_in_each_poll_until_it_was_read)
{
    ends e;
    orr_poll p = { .handle.data = NULL };

    test_quiet(); /* it counts polls */
    ends_open(&e);
    CHECK_INT(orr_poll_start(e.f.loop, &p, e.fd, ORR_READABLE, say), 0);
    turn(&e);
    send_bytes(&e, "hello");
    turn_until(&e, "r ");
    turn_until(&e, "r r ");
    turn_until(&e, "r r r ");
    drain(&e);
    turn(&e);
    turn(&e);
    CHECK_STR(noted(), "r r r ");
    send_bytes(&e, "again");
    turn_until(&e, "r r r r ");
    orr_poll_stop(&p);
    ends_close(&e);
}

TEST(a_writable_descriptor_is_reported)
{
    ends e;
    orr_poll p = { .handle.data = NULL };

    ends_open(&e);
    CHECK_INT(orr_poll_start(e.f.loop, &p, e.fd, ORR_WRITABLE, say), 0);
    turn_until(&e, "w ");
    orr_poll_stop(&p);
    ends_close(&e);
}

TEST(both_are_reported_in_one_call)
{
    ends e;
    orr_poll p = { .handle.data = NULL };

    ends_open(&e);
    send_bytes(&e, "x");
    CHECK_INT(
        orr_poll_start(e.f.loop, &p, e.fd, ORR_READABLE | ORR_WRITABLE, say),
        0);
    turn_until(&e, "rw ");
    orr_poll_stop(&p);
    ends_close(&e);
}

TEST(only_what_was_asked_for_is_reported)
{
    ends e;
    orr_poll p = { .handle.data = NULL };

    ends_open(&e);
    send_bytes(&e, "x");
    CHECK_INT(orr_poll_start(e.f.loop, &p, e.fd, ORR_WRITABLE, say), 0);
    turn_until(&e, "w ");
    orr_poll_stop(&p);
    ends_close(&e);
}

TEST(a_peer_that_is_gone_is_readable_and_disconnected)
{
    ends e;
    orr_poll p = { .handle.data = NULL };

    ends_open(&e);
    CHECK_INT(
        orr_poll_start(e.f.loop, &p, e.fd, ORR_READABLE | ORR_DISCONNECT, say),
        0);
    orr_close(&e.far.handle, NULL);
    turn_until(&e, "rd ");
    orr_poll_stop(&p);
    ends_close(&e);
}

TEST(a_poll_handle_reports_in_the_poll_phase)
{
    ends e;
    orr_poll p = { .handle.data = NULL };
    orr_metrics before;
    orr_metrics after;

    ends_open(&e);
    send_bytes(&e, "x");
    orr_metrics_get(e.f.loop, &before);
    CHECK_INT(orr_poll_start(e.f.loop, &p, e.fd, ORR_READABLE, say), 0);
    CHECK_STR(noted(), "");
    CHECK_INT(orr_run(e.f.loop, ORR_RUN_ONCE), 1);
    CHECK_STR(noted(), "r ");
    orr_metrics_get(e.f.loop, &after);
    CHECK_INT(after.turns, before.turns + 1);
    orr_poll_stop(&p);
    ends_close(&e);
}

/* ---- Changing and stopping -------------------------------------------- */

static void say_upper(orr_poll *p, int status, int events)
{
    (void)p;
    EXPECT(status == 0);
    note(events & ORR_READABLE ? "R" : "");
    note(events & ORR_WRITABLE ? "W" : "");
    note(" ");
}

TEST(starting_again_changes_the_events_and_the_function)
{
    ends e;
    orr_poll p = { .handle.data = NULL };

    ends_open(&e);
    CHECK_INT(orr_poll_start(e.f.loop, &p, e.fd, ORR_READABLE, say), 0);
    turn(&e);
    CHECK_STR(noted(), "");
    CHECK_INT(orr_poll_start(e.f.loop, &p, e.fd, ORR_WRITABLE, say_upper), 0);
    turn_until(&e, "W ");
    CHECK_INT(orr_poll_start(e.f.loop, &p, e.fd, ORR_READABLE, say), 0);
    turn(&e);
    turn(&e);
    CHECK_STR(noted(), "W ");
    send_bytes(&e, "x");
    turn_until(&e, "W r ");
    orr_poll_stop(&p);
    ends_close(&e);
}

static void say_and_stop(orr_poll *p, int status, int events)
{
    say(p, status, events);
    orr_poll_stop(p);
}

TEST(a_poll_handle_can_stop_itself)
{
    ends e;
    orr_poll p = { .handle.data = NULL };

    ends_open(&e);
    send_bytes(&e, "x");
    CHECK_INT(orr_poll_start(e.f.loop, &p, e.fd, ORR_READABLE, say_and_stop),
              0);
    fixture_run(&e.f);
    CHECK_STR(noted(), "r ");
    CHECK(!orr_is_active(&p.handle));
    ends_close(&e);
}

static void free_self(orr_poll *p, int status, int events)
{
    say_and_stop(p, status, events);
    memset(p, 0xee, sizeof *p);
    free(p);
}

TEST(a_poll_handle_can_be_freed_in_its_callback_once_it_is_stopped)
{
    ends e;

    ends_open(&e);
    send_bytes(&e, "x");
    orr_poll *p = calloc(1, sizeof *p);
    CHECK(p != NULL);
    CHECK_INT(orr_poll_start(e.f.loop, p, e.fd, ORR_READABLE, free_self), 0);
    fixture_run(&e.f);
    CHECK_STR(noted(), "r ");
    ends_close(&e);
}

static void stop_other(orr_poll *p, int status, int events)
{
    orr_poll *other = p->handle.data;

    say(p, status, events);
    orr_poll_stop(other);
    orr_poll_stop(p);
}

/* Both are ready in the same batch; whichever is first, one call comes. */
TEST(a_poll_handle_stopped_earlier_in_the_batch_is_not_called)
{
    ends e;
    orr_poll a = { .handle.data = NULL };
    orr_poll b = { .handle.data = &a };

    a.handle.data = &b;
    ends_open(&e);
    CHECK_INT(orr_poll_start(e.f.loop, &a, e.fd, ORR_WRITABLE, stop_other), 0);
    CHECK_INT(orr_poll_start(e.f.loop, &b, orr_fileno(&e.far.handle),
                             ORR_WRITABLE, stop_other),
              0);
    fixture_run(&e.f);
    CHECK_STR(noted(), "w ");
    ends_close(&e);
}

static void stop_and_start(orr_poll *p, int status, int events)
{
    ends *e = p->handle.data;

    say(p, status, events);
    orr_poll_stop(p);
    if (strlen(noted()) < 6)
        EXPECT(orr_poll_start(e->f.loop, p, e->fd, ORR_READABLE,
                              stop_and_start) == 0);
}

TEST(a_poll_handle_can_be_started_again_in_its_callback)
{
    ends e;
    orr_poll p = { .handle.data = &e };

    ends_open(&e);
    send_bytes(&e, "x");
    CHECK_INT(orr_poll_start(e.f.loop, &p, e.fd, ORR_READABLE, stop_and_start),
              0);
    fixture_run(&e.f);
    CHECK_STR(noted(), "r r r ");
    ends_close(&e);
}

TEST(a_stopped_poll_handle_can_be_started_on_another_descriptor)
{
    ends e;
    orr_poll p = { .handle.data = NULL };

    ends_open(&e);
    CHECK_INT(orr_poll_start(e.f.loop, &p, e.fd, ORR_READABLE, say), 0);
    orr_poll_stop(&p);
    orr_poll_stop(&p);
    CHECK_INT(orr_fileno(&p.handle), -EBADF);
    const int far = orr_fileno(&e.far.handle);
    CHECK_INT(orr_poll_start(e.f.loop, &p, far, ORR_WRITABLE, say_and_stop), 0);
    fixture_run(&e.f);
    CHECK_STR(noted(), "w ");
    ends_close(&e);
}

static void say_closed(orr_handle *h)
{
    (void)h;
    note("closed ");
}

TEST(a_poll_handle_that_is_closed_is_not_called)
{
    ends e;
    orr_poll p = { .handle.data = NULL };

    ends_open(&e);
    send_bytes(&e, "x");
    CHECK_INT(orr_poll_start(e.f.loop, &p, e.fd, ORR_READABLE, say), 0);
    turn_until(&e, "r ");
    orr_close(&p.handle, say_closed);
    turn_until(&e, "r closed ");
    turn(&e);
    CHECK_STR(noted(), "r closed ");
    ends_close(&e);
}

TEST(a_poll_handle_keeps_the_loop_alive_while_it_is_started)
{
    ends e;
    orr_poll p = { .handle.data = NULL };

    ends_open(&e);
    CHECK(!orr_alive(e.f.loop));
    CHECK_INT(orr_poll_start(e.f.loop, &p, e.fd, ORR_READABLE, say), 0);
    CHECK(orr_alive(e.f.loop));
    CHECK_INT(orr_loop_close(e.f.loop), -EBUSY);
    orr_unref(&p.handle);
    CHECK(!orr_alive(e.f.loop));
    orr_ref(&p.handle);
    orr_poll_stop(&p);
    CHECK(!orr_alive(e.f.loop));
    ends_close(&e);
}

/* ---- What is refused -------------------------------------------------- */

TEST(a_second_poll_handle_on_the_same_descriptor_is_refused)
{
    ends e;
    orr_poll a = { .handle.data = NULL };
    orr_poll b = { .handle.data = NULL };

    ends_open(&e);
    CHECK_INT(orr_poll_start(e.f.loop, &a, e.fd, ORR_READABLE, say), 0);
    CHECK_INT(orr_poll_start(e.f.loop, &b, e.fd, ORR_READABLE, say), -EEXIST);
    CHECK(!orr_is_active(&b.handle));
    orr_poll_stop(&a);
    CHECK_INT(orr_poll_start(e.f.loop, &b, e.fd, ORR_READABLE, say), 0);
    orr_poll_stop(&b);
    ends_close(&e);
}

TEST(a_started_poll_handle_can_not_change_its_descriptor)
{
    ends e;
    orr_poll p = { .handle.data = NULL };

    ends_open(&e);
    CHECK_INT(orr_poll_start(e.f.loop, &p, e.fd, ORR_WRITABLE, say), 0);
    CHECK_INT(orr_poll_start(e.f.loop, &p, orr_fileno(&e.far.handle),
                             ORR_WRITABLE, say_upper),
              -EBUSY);
    CHECK_INT(orr_fileno(&p.handle), e.fd);
    turn_until(&e, "w ");
    orr_poll_stop(&p);
    ends_close(&e);
}

TEST(what_is_no_descriptor_is_refused)
{
    ends e;
    orr_poll p = { .handle.data = NULL };

    ends_open(&e);
    CHECK_INT(orr_poll_start(e.f.loop, &p, -1, ORR_READABLE, say), -EBADF);
    CHECK_INT(orr_poll_start(e.f.loop, &p, 60000, ORR_READABLE, say), -EBADF);
    CHECK(!orr_is_active(&p.handle));
    CHECK(!orr_alive(e.f.loop));
    ends_close(&e);
}

TEST(a_regular_file_is_refused)
{
    fixture f;
    orr_poll p = { .handle.data = NULL };
    char path[256];

    fixture_open(&f);
    snprintf(path, sizeof path, "%s/file", test_dir());
    const int fd =
        orr_fs_open(f.loop, NULL, path, O_CREAT | O_RDWR, 0600, NULL);
    CHECK(fd >= 0);
    CHECK_INT(orr_poll_start(f.loop, &p, fd, ORR_READABLE, say), -EPERM);
    CHECK(!orr_is_active(&p.handle));
    CHECK_INT(orr_fs_close(f.loop, NULL, fd, NULL), 0);
    fixture_close(&f);
}
