/* work.c - queued work, random bytes, and taking requests back. */
#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "fixture.h"

static void work_twice(orr_work *w)
{
    int *n = w->req.data;
    *n *= 2;
}

static void done_note(orr_work *w, int status)
{
    (void)w;
    note(status == 0 ? "done " : status == -ECANCELED ? "canceled " : "? ");
}

TEST(work_runs_before_its_callback)
{
    fixture f;
    int n = 21;
    orr_work w = { .req.data = &n };

    fixture_open(&f);
    CHECK_INT(orr_work_queue(f.loop, &w, work_twice, done_note), 0);
    CHECK_STR(noted(), "");
    CHECK_INT(orr_work_queue(f.loop, &w, work_twice, done_note), -EBUSY);
    CHECK_INT(orr_loop_close(f.loop), -EBUSY);
    fixture_run(&f);
    CHECK_STR(noted(), "done ");
    CHECK_INT(n, 42);
    CHECK_INT(orr_work_queue(f.loop, &w, work_twice, done_note), 0);
    fixture_run(&f);
    CHECK_INT(n, 84);
    fixture_close(&f);
}

TEST(work_needs_no_callback)
{
    fixture f;
    int n = 1;
    orr_work w = { .req.data = &n };

    fixture_open(&f);
    CHECK_INT(orr_work_queue(f.loop, &w, work_twice, NULL), 0);
    fixture_run(&f);
    CHECK_INT(n, 2);
    fixture_close(&f);
}

TEST(work_without_a_function_is_refused)
{
    fixture f;
    orr_work w = { .op = NULL };

    fixture_open(&f);
    CHECK_INT(orr_work_queue(f.loop, &w, NULL, done_note), -EINVAL);
    CHECK_INT(orr_work_queue(f.loop, NULL, work_twice, done_note), -EINVAL);
    CHECK_INT(orr_work_queue(NULL, &w, work_twice, done_note), -EINVAL);
    CHECK(!orr_alive(f.loop));
    fixture_close(&f);
}

static atomic_int total;

static void work_add(orr_work *w)
{
    atomic_fetch_add(&total, *(int *)w->req.data);
}

TEST(a_thousand_jobs_are_all_done)
{
    enum { N = 1000 };
    fixture f;
    static orr_work w[N];
    int one = 1;

    fixture_open(&f);
    atomic_store(&total, 0);
    memset(w, 0, sizeof w);
    for (int i = 0; i < N; i++) {
        w[i].req.data = &one;
        CHECK_INT(orr_work_queue(f.loop, &w[i], work_add, NULL), 0);
    }
    fixture_run(&f);
    CHECK_INT(atomic_load(&total), N);
    fixture_close(&f);
}

static void queue_more(orr_work *w, int status)
{
    int *left = w->req.data;

    CHECK_INT(status, 0);
    if (--*left > 0)
        CHECK_INT(orr_work_queue(w->req.loop, w, work_add, queue_more), 0);
}

TEST(work_can_be_queued_again_in_its_own_callback)
{
    fixture f;
    int left = 10;
    orr_work w = { .req.data = &left };

    fixture_open(&f);
    CHECK_INT(orr_work_queue(f.loop, &w, work_add, queue_more), 0);
    fixture_run(&f);
    CHECK_INT(left, 0);
    fixture_close(&f);
}

/* ---- Taking back ------------------------------------------------------ */

/*
 * Keeps the one thread of the pool busy until the plug is pulled, so that what
 * comes after it waits. On the simulator work is done in a poll, by this very
 * thread: the plug must be pulled before the loop turns.
 */
static atomic_bool plug_pulled;

static void plug_wait(orr_work *w)
{
    (void)w;
    while (!atomic_load(&plug_pulled))
        sched_yield();
}

static void plug_pull(void *arg)
{
    (void)arg;
    atomic_store(&plug_pulled, true);
}

static void plug_in(fixture *f, orr_work *w)
{
    orr_options options = { .pool_size = 1 };

    fixture_open_with(f, &options);
    atomic_store(&plug_pulled, false);
    test_cleanup(plug_pull, NULL);
    CHECK_INT(orr_work_queue(f->loop, w, plug_wait, NULL), 0);
}

TEST(work_that_waits_for_a_thread_can_be_taken_back)
{
    fixture f;
    orr_work plug = { .op = NULL };
    int n = 1;
    orr_work w = { .req.data = &n };

    plug_in(&f, &plug);
    CHECK_INT(orr_work_queue(f.loop, &w, work_twice, done_note), 0);
    CHECK_INT(orr_cancel(&w.req), 0);
    CHECK_STR(noted(), "");
    CHECK_INT(orr_cancel(&w.req), -EBUSY);
    plug_pull(NULL);
    fixture_run(&f);
    CHECK_STR(noted(), "canceled ");
    CHECK_INT(n, 1);
    CHECK_INT(orr_cancel(&w.req), -EBUSY);
    fixture_close(&f);
}

static void fs_note(orr_fs *req)
{
    note(req->result == -ECANCELED ? "fs " : "fs? ");
}

static void random_note(orr_random *r, int status)
{
    (void)r;
    note(status == -ECANCELED ? "random " : "random? ");
}

static void addrinfo_note(orr_addrinfo *r, int status)
{
    CHECK(r->list == NULL);
    note(status == -ECANCELED ? "addrinfo " : "addrinfo? ");
}

/* A real back end may have served these before we could take them back: then
 * -EBUSY is the answer, and the callback says what became of them. */
static void take_back(orr_req *req, int *taken)
{
    int err = orr_cancel(req);

    CHECK(err == 0 || err == -EBUSY);
    *taken += err == 0;
}

TEST(every_kind_of_request_that_waits_for_a_thread_can_be_taken_back)
{
    fixture f;
    orr_work plug = { .op = NULL };
    orr_fs fs = { .result = 0 };
    orr_random r = { .op = NULL };
    orr_addrinfo a = { .list = NULL };
    unsigned char bytes[8];
    int taken = 0;

    plug_in(&f, &plug);
    CHECK_INT(orr_fs_mkdir(f.loop, &fs, "/none/d", 0700, fs_note), 0);
    CHECK_INT(orr_random_bytes(f.loop, &r, bytes, sizeof bytes, random_note),
              0);
    CHECK_INT(
        orr_getaddrinfo(f.loop, &a, "127.0.0.1", NULL, NULL, addrinfo_note), 0);
    take_back(&fs.req, &taken);
    take_back(&r.req, &taken);
    take_back(&a.req, &taken);
    CHECK(taken >= 2); /* io_uring may make a directory by itself */
    plug_pull(NULL);
    fixture_run(&f);
    CHECK(strstr(noted(), "random ") != NULL);
    CHECK(strstr(noted(), "addrinfo ") != NULL);
    CHECK(strstr(noted(), taken == 3 ? "fs " : "fs? ") != NULL);
    fixture_close(&f);
}

static void expect_busy(orr_work *w, int status)
{
    CHECK_INT(status, 0);
    CHECK_INT(orr_cancel(&w->req), -EBUSY);
    note("done ");
}

TEST(what_has_begun_can_not_be_taken_back)
{
    fixture f;
    int n = 1;
    orr_work w = { .req.data = &n };

    fixture_open(&f);
    CHECK_INT(orr_work_queue(f.loop, &w, work_twice, expect_busy), 0);
    fixture_run(&f);
    CHECK_STR(noted(), "done ");
    fixture_close(&f);
}

TEST(what_does_not_wait_for_a_thread_can_not_be_taken_back)
{
    orr_write_req never = { .stream = NULL };
    fixture f;

    fixture_open(&f);
    CHECK_INT(orr_cancel(NULL), -EINVAL);
    CHECK_INT(orr_cancel(&never.req), -EINVAL);
    fixture_close(&f);
}

/* ---- Random bytes ----------------------------------------------------- */

static void random_done_note(orr_random *r, int status)
{
    (void)r;
    note(status == 0 ? "random " : "? ");
}

TEST(random_bytes_differ_from_call_to_call)
{
    fixture f;
    orr_random r = { .op = NULL };
    unsigned char a[32] = { 0 }, b[32] = { 0 };

    fixture_open(&f);
    CHECK_INT(orr_random_bytes(f.loop, NULL, a, sizeof a, NULL), 0);
    CHECK_INT(orr_random_bytes(f.loop, &r, b, sizeof b, random_done_note), 0);
    CHECK_INT(orr_random_bytes(f.loop, &r, b, sizeof b, random_done_note),
              -EBUSY);
    CHECK_STR(noted(), "");
    fixture_run(&f);
    CHECK_STR(noted(), "random ");
    CHECK(memcmp(a, b, sizeof a) != 0);
    CHECK_INT(orr_random_bytes(f.loop, NULL, NULL, 1, NULL), -EINVAL);
    CHECK_INT(orr_random_bytes(f.loop, NULL, NULL, 0, NULL), 0);
    CHECK_INT(orr_random_bytes(f.loop, NULL, a, 1, random_done_note), -EINVAL);
    fixture_close(&f);
}

static int all_sevens(void *ctx, void *out, size_t len)
{
    (void)ctx;
    memset(out, 7, len);
    return 0;
}

TEST(the_world_decides_what_is_random)
{
    fixture f;
    orr_world world = { .random = all_sevens };
    orr_options options = { .world = &world };
    orr_random r = { .op = NULL };
    unsigned char a[3] = { 0 }, b[3] = { 0 };

    fixture_open_with(&f, &options);
    CHECK_INT(orr_random_bytes(f.loop, NULL, a, sizeof a, NULL), 0);
    CHECK_INT(orr_random_bytes(f.loop, &r, b, sizeof b, random_done_note), 0);
    fixture_run(&f);
    CHECK(memcmp(a, "\7\7\7", 3) == 0);
    CHECK(memcmp(b, "\7\7\7", 3) == 0);
    fixture_close(&f);
}

TEST_SIM(the_seed_decides_what_is_random_on_the_simulator)
{
    unsigned char got[2][16];

    for (int i = 0; i < 2; i++) {
        fixture f;
        orr_options options = { .seed = 99 };
        fixture_open_with(&f, &options);
        CHECK_INT(orr_random_bytes(f.loop, NULL, got[i], 16, NULL), 0);
        fixture_close(&f);
    }
    CHECK(memcmp(got[0], got[1], 16) == 0);
}
