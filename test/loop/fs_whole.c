/*
 * fs_whole.c - a whole file in one request, and the rule that no file request
 * is delivered before Node could deliver it.
 */
#include "fs_help.h"

#include <stdlib.h>
#include <sys/stat.h>

#define LARGER 100000 /* than what is read without a thread */

TEST(a_whole_file_comes_with_a_zero_byte_after_it)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    put(&f, at("a"), "all of it");
    CHECK_INT(DO(&f, &req, read_file, at("a")), 9);
    CHECK_INT(req.len, 9);
    CHECK_INT(((char *)req.ptr)[9], 0);
    CHECK_STR(req.ptr, "all of it");
    orr_fs_cleanup(&req);
    CHECK_INT(NOW(&f, &req, read_file, at("a")), 9);
    CHECK_STR(req.ptr, "all of it");
    orr_fs_cleanup(&req);
    fixture_close(&f);
}

TEST(an_empty_file_is_read_whole)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    put(&f, at("a"), "");
    CHECK_INT(DO(&f, &req, read_file, at("a")), 0);
    CHECK(req.ptr != NULL);
    CHECK_STR(req.ptr, "");
    orr_fs_cleanup(&req);
    fixture_close(&f);
}

TEST(a_file_of_proc_is_read_though_it_claims_no_size)
{
    fixture f;
    orr_fs req = { .result = 0 };
    orr_stat st;

    fixture_open(&f);
    CHECK_INT(NOW(&f, NULL, stat, "/proc/self/status", &st), 0);
    CHECK_INT(st.size, 0);
    CHECK(DO(&f, &req, read_file, "/proc/self/status") > 100);
    CHECK(strncmp(req.ptr, "Name:", 5) == 0);
    CHECK_INT(strlen(req.ptr), req.len);
    orr_fs_cleanup(&req);
    fixture_close(&f);
}

TEST(a_big_file_is_read_whole)
{
    const size_t size = 2 * 1024 * 1024 + 3;
    fixture f;
    orr_fs req = { .result = 0 };
    char *bytes = malloc(size);
    orr_buf buf = { bytes, size };

    CHECK(bytes != NULL);
    test_cleanup(free, bytes);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)(i * 7 + i / 253);
    fixture_open(&f);
    int fd = NOW(&f, NULL, open, at("a"), O_WRONLY | O_CREAT, 0600);
    CHECK(fd >= 0);
    CHECK_INT(NOW(&f, NULL, write, fd, &buf, 1, 0), (intmax_t)size);
    CHECK_INT(NOW(&f, NULL, close, fd), 0);
    CHECK_INT(DO(&f, &req, read_file, at("a")), (intmax_t)size);
    CHECK(memcmp(req.ptr, bytes, size) == 0);
    orr_fs_cleanup(&req);
    fixture_close(&f);
}

TEST(what_can_not_be_read_whole_leaves_nothing)
{
    fixture f;
    orr_fs req = { .result = 0 };

    fixture_open(&f);
    put(&f, at("a"), "");
    CHECK_INT(DO(&f, &req, read_file, test_dir()), -EISDIR);
    CHECK(req.ptr == NULL);
    CHECK_INT(DO(&f, &req, read_file, at("none")), -ENOENT);
    CHECK_INT(DO(&f, &req, read_file, at("a/b")), -ENOTDIR);
    CHECK_INT(NOW(&f, &req, read_file, test_dir()), -EISDIR);
    CHECK(req.ptr == NULL);
    fixture_close(&f);
}

/* ---- Again and again: what is remembered of a path is only a hint ------ */

static void read_twice(fixture *f, const char *path, const char *want)
{
    orr_fs req = { .result = 0 };

    for (int i = 0; i < 2; i++) {
        CHECK_INT(DO(f, &req, read_file, path), (intmax_t)strlen(want));
        CHECK_INT(req.len, strlen(want));
        CHECK_STR(req.ptr, want);
        orr_fs_cleanup(&req);
    }
}

TEST(a_whole_file_is_as_it_is_now_however_often_it_was_read)
{
    static char big[LARGER + 1];
    fixture f;
    orr_fs req = { .result = 0 };

    memset(big, 'b', LARGER);
    fixture_open(&f);
    put(&f, at("a"), "as it was");
    read_twice(&f, at("a"), "as it was");
    put(&f, at("a"), "longer than it was");
    read_twice(&f, at("a"), "longer than it was");
    put(&f, at("a"), "");
    read_twice(&f, at("a"), "");
    put(&f, at("a"), "short");
    read_twice(&f, at("a"), "short");
    put(&f, at("a"), big);
    read_twice(&f, at("a"), big);
    put(&f, at("a"), "short");
    read_twice(&f, at("a"), "short");
    CHECK_INT(NOW(&f, NULL, unlink, at("a")), 0);
    CHECK_INT(DO(&f, &req, read_file, at("a")), -ENOENT);
    CHECK(req.ptr == NULL);
    put(&f, at("a"), "short");
    read_twice(&f, at("a"), "short");
    CHECK_INT(NOW(&f, NULL, unlink, at("a")), 0);
    CHECK_INT(NOW(&f, NULL, mkdir, at("a"), 0700), 0);
    CHECK_INT(DO(&f, &req, read_file, at("a")), -EISDIR);
    CHECK(req.ptr == NULL);
    fixture_close(&f);
}

static int right;

static void count_right(orr_fs *req)
{
    right += req->result == 15 && strcmp(req->ptr, "for all of them") == 0;
    orr_fs_cleanup(req);
}

TEST(a_whole_file_is_read_by_many_at_once)
{
    static orr_fs reqs[20];
    fixture f;

    fixture_open(&f);
    put(&f, at("a"), "for all of them");
    read_twice(&f, at("a"), "for all of them");
    right = 0;
    for (int i = 0; i < 20; i++)
        CHECK_INT(orr_fs_read_file(f.loop, &reqs[i], at("a"), count_right), 0);
    fixture_run(&f);
    CHECK_INT(right, 20);
    fixture_close(&f);
}

/* ---- FIFOs: they have to be made outside of the library --------------- */

static void write_end(orr_work *w)
{
    FILE *out = fopen(w->req.data, "we");

    if (out == NULL)
        return;
    fputs("through a fifo", out);
    fclose(out);
}

TEST_REAL(a_fifo_is_read_to_its_end)
{
    fixture f;
    orr_fs req = { .result = 0 };
    const char *path = at("fifo");
    orr_work w = { .req.data = (void *)(uintptr_t)path };

    fixture_open(&f);
    CHECK_INT(mkfifo(path, 0600), 0);
    CHECK_INT(orr_work_queue(f.loop, &w, write_end, NULL), 0);
    CHECK_INT(orr_fs_read_file(f.loop, &req, path, fs_called), 0);
    const int64_t n = fs_finish(&f, &req, 0);
    CHECK_INT(n, 14);
    CHECK_STR(req.ptr, "through a fifo");
    orr_fs_cleanup(&req);
    fixture_close(&f);
}

/* ---- Polls ------------------------------------------------------------ */

/* A check handle runs once after each poll: what it counts are polls. */
static int polls;
static int polls_at_callback;
static bool over;

static void count_poll(orr_check *c)
{
    (void)c;
    polls++;
}

/* Keeps the poll from waiting, as a pending setImmediate does. */
static void spin(orr_idle *i)
{
    if (over)
        orr_idle_stop(i);
}

static void note_polls(orr_fs *req)
{
    CHECK(req->result >= 0);
    polls_at_callback = polls + 1; /* this one's check comes after us */
    over = true;
}

typedef struct counting {
    orr_check check;
    orr_idle idle;
} counting;

static void counting_start(fixture *f, counting *c)
{
    memset(c, 0, sizeof *c);
    polls = 0;
    over = false;
    CHECK_INT(orr_check_start(f->loop, &c->check, count_poll), 0);
    orr_unref(&c->check.handle);
    CHECK_INT(orr_idle_start(f->loop, &c->idle, spin), 0);
}

static int counting_end(fixture *f, counting *c)
{
    fixture_run(f);
    orr_check_stop(&c->check);
    CHECK(over);
    return polls_at_callback;
}

/* One request is one job, however much it does. */
TEST_SIM(a_whole_file_comes_with_the_next_poll)
{
    fixture f;
    counting c;
    orr_fs req = { .result = 0 };

    test_quiet(); /* it counts polls */
    fixture_open(&f);
    put(&f, at("a"), "x");
    counting_start(&f, &c);
    CHECK_INT(orr_fs_read_file(f.loop, &req, at("a"), note_polls), 0);
    CHECK_INT(counting_end(&f, &c), 1);
    orr_fs_cleanup(&req);
    fixture_close(&f);
}

TEST_SIM(one_call_comes_with_the_next_poll)
{
    fixture f;
    counting c;
    orr_fs req = { .result = 0 };
    orr_stat st;

    test_quiet(); /* it counts polls */
    fixture_open(&f);
    counting_start(&f, &c);
    CHECK_INT(orr_fs_stat(f.loop, &req, "/", &st, note_polls), 0);
    CHECK_INT(counting_end(&f, &c), 1);
    fixture_close(&f);
}
