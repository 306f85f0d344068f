/*
 * faults_memory.c - without memory nothing changes, or the error arrives once;
 * and then the loop goes on.
 *
 * Each thing that needs memory to start is started on a loop of its own, whose
 * tables are as small as they can be, so that the back end needs some too. One
 * allocation after the other is made to fail, until there are no more:
 *
 *      start returns -ENOMEM        what is in the loop is what was before
 *      start returns 0              the callback brings -ENOMEM, once
 *
 * Either way the same start works when it is made again on the same loop.
 */
#include "faults.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "net.h"

/* ---- The things --------------------------------------------------------- */

static struct {
    orr_timer timer;
    orr_stream a, b;
    orr_udp udp;
    orr_signal signal;
    orr_poll poll;
    orr_watch watch;
    orr_stat_watch stat_watch;
    orr_work work;
    orr_random random;
    orr_addrinfo addrinfo;
    orr_nameinfo nameinfo;
    orr_fs fs;
    orr_connect_req connect;
    orr_write_req write;
    orr_send_req send;
    orr_stat st;
    char bytes[8];
} t;

static void on_timer(orr_timer *timer)
{
    (void)timer;
    told(0);
}

static void on_connect(orr_connect_req *req, int status)
{
    (void)req;
    told(status == -ECONNREFUSED ? 0 : status);
}

static void on_datagram(orr_udp *u, int64_t n, const void *bytes,
                        const struct sockaddr *from, uint32_t flags)
{
    (void)u, (void)bytes, (void)from, (void)flags;
    told(n);
}

static void on_signal(orr_signal *s, int signum)
{
    (void)s;
    told(signum);
}

static void on_poll(orr_poll *p, int status, int events)
{
    orr_poll_stop(p);
    told(status < 0 ? status : events);
}

static void on_watch(orr_watch *w, const char *name, int events, int status)
{
    (void)w, (void)name, (void)events;
    told(status);
}

static void on_stat_watch(orr_stat_watch *w, int status, const orr_stat *prev,
                          const orr_stat *now)
{
    (void)w, (void)prev, (void)now;
    told(status);
}

static void work_nothing(orr_work *w)
{
    (void)w;
}

static void on_work(orr_work *w, int status)
{
    (void)w;
    told(status);
}

static void on_addrinfo(orr_addrinfo *req, int status)
{
    orr_freeaddrinfo(req->req.loop, req->list);
    told(status == ORR_EAI_MEMORY ? -ENOMEM : status);
}

static void on_nameinfo(orr_nameinfo *req, int status)
{
    (void)req;
    told(status == ORR_EAI_MEMORY ? -ENOMEM : status);
}

static void on_fs(orr_fs *req)
{
    told(req->result);
    orr_fs_cleanup(req);
}

/* ---- What has to be there before ---------------------------------------- */

static void need_tcp(orr_loop *loop)
{
    CHECK_INT(orr_tcp_init(loop, &t.a), 0);
}

static void need_udp(orr_loop *loop)
{
    CHECK_INT(orr_udp_init(loop, &t.udp), 0);
}

static void need_two(orr_loop *loop)
{
    CHECK_INT(orr_pipe_init(loop, &t.a, true), 0);
    CHECK_INT(orr_pipe_init(loop, &t.b, true), 0);
}

static void need_pair(orr_loop *loop)
{
    need_two(loop);
    CHECK_INT(orr_stream_pair(&t.a, &t.b), 0);
}

/* A pair of which one end takes no more. */
static void need_full_pair(orr_loop *loop)
{
    static char much[65536];
    const orr_buf buf = { much, sizeof much };

    need_pair(loop);
    while (orr_try_write(&t.a, &buf, 1) >= 0)
        continue;
}

static void need_pipe(orr_loop *loop)
{
    CHECK_INT(orr_pipe_init(loop, &t.a, false), 0);
}

static void need_bound_udp(orr_loop *loop)
{
    need_udp(loop);
    CHECK_INT(orr_udp_bind(&t.udp, local4(0), 0), 0);
}

/* ---- What lets it go on ------------------------------------------------- */

static void drop(orr_stream *s, int64_t n, const void *bytes)
{
    (void)s, (void)n, (void)bytes;
}

static void help_drain(orr_loop *loop)
{
    (void)loop;
    CHECK_INT(orr_read_start(&t.b, drop), 0);
}

/* ---- Starting ----------------------------------------------------------- */

static int64_t start_timer(orr_loop *loop)
{
    return orr_timer_start(loop, &t.timer, 0, on_timer);
}

static int64_t start_tcp(orr_loop *loop)
{
    return orr_tcp_init(loop, &t.a);
}

static int64_t start_connect(orr_loop *loop)
{
    (void)loop;
    return orr_tcp_connect(&t.connect, &t.a, local4(1), on_connect);
}

static int64_t start_listen(orr_loop *loop)
{
    (void)loop;
    return orr_listen(&t.a, 3, on_connection);
}

static int64_t start_pair(orr_loop *loop)
{
    (void)loop;
    return orr_stream_pair(&t.a, &t.b);
}

static int64_t start_bind_path(orr_loop *loop)
{
    char path[300];

    (void)loop;
    snprintf(path, sizeof path, "%s/s", test_dir());
    return orr_pipe_bind(&t.a, path, strlen(path));
}

static int64_t start_read(orr_loop *loop)
{
    (void)loop;
    return orr_read_start(&t.a, on_read);
}

/* More buffers than fit into a request. */
static int64_t start_write(orr_loop *loop)
{
    orr_buf bufs[6];

    (void)loop;
    for (int i = 0; i < 6; i++)
        bufs[i] = buf_of("x");
    return orr_write(&t.write, &t.a, bufs, 6, on_write);
}

static int64_t start_udp(orr_loop *loop)
{
    return orr_udp_init(loop, &t.udp);
}

static int64_t start_recv(orr_loop *loop)
{
    (void)loop;
    return orr_udp_recv_start(&t.udp, on_datagram);
}

static int64_t start_send(orr_loop *loop)
{
    orr_buf bufs[6];

    (void)loop;
    for (int i = 0; i < 6; i++)
        bufs[i] = buf_of("x");
    return orr_udp_send(&t.send, &t.udp, bufs, 6, local4(9), on_send);
}

static int64_t start_signal(orr_loop *loop)
{
    return orr_signal_start(loop, &t.signal, SIGUSR1, on_signal);
}

static int64_t start_poll(orr_loop *loop)
{
    return orr_poll_start(loop, &t.poll, orr_fileno(&t.udp.handle),
                          ORR_WRITABLE, on_poll);
}

static int64_t start_watch(orr_loop *loop)
{
    return orr_watch_start(loop, &t.watch, test_dir(), on_watch);
}

static int64_t start_stat_watch(orr_loop *loop)
{
    return orr_stat_watch_start(loop, &t.stat_watch, test_dir(), 1000,
                                on_stat_watch);
}

static int64_t start_work(orr_loop *loop)
{
    return orr_work_queue(loop, &t.work, work_nothing, on_work);
}

static int64_t start_random(orr_loop *loop)
{
    return orr_random_bytes(loop, &t.random, t.bytes, sizeof t.bytes,
                            on_random);
}

static int64_t start_addrinfo(orr_loop *loop)
{
    return orr_getaddrinfo(loop, &t.addrinfo, "127.0.0.1", NULL, NULL,
                           on_addrinfo);
}

static int64_t start_nameinfo(orr_loop *loop)
{
    return orr_getnameinfo(loop, &t.nameinfo, local4(1), 0, on_nameinfo);
}

static int64_t start_stat(orr_loop *loop)
{
    return orr_fs_stat(loop, &t.fs, test_dir(), &t.st, on_fs);
}

static int64_t start_scandir(orr_loop *loop)
{
    return orr_fs_scandir(loop, &t.fs, test_dir(), on_fs);
}

static int64_t start_read_file(orr_loop *loop)
{
    return orr_fs_read_file(loop, &t.fs, "/proc/self/status", on_fs);
}

static const struct thing {
    const char *name;
    void (*need)(orr_loop *loop);
    int64_t (*start)(orr_loop *loop);
    bool calls;                   /* back, by itself */
    void (*help)(orr_loop *loop); /* or when this was done; may be NULL */
} things[] = {
    { "timer", NULL, start_timer, true, NULL },
    { "tcp", NULL, start_tcp, false, NULL },
    { "connect", need_tcp, start_connect, true, NULL },
    { "listen", need_tcp, start_listen, false, NULL },
    { "pair", need_two, start_pair, false, NULL },
    { "bind to a path", need_pipe, start_bind_path, false, NULL },
    { "read", need_pair, start_read, false, NULL },
    { "write", need_pair, start_write, true, NULL },
    { "write that waits", need_full_pair, start_write, true, help_drain },
    { "udp", NULL, start_udp, false, NULL },
    { "recv", need_udp, start_recv, false, NULL },
    { "send", need_udp, start_send, true, NULL },
    { "signal", NULL, start_signal, false, NULL },
    { "poll", need_bound_udp, start_poll, true, NULL },
    { "watch", NULL, start_watch, false, NULL },
    { "stat_watch", NULL, start_stat_watch, false, NULL },
    { "work", NULL, start_work, true, NULL },
    { "random", NULL, start_random, true, NULL },
    { "addrinfo", NULL, start_addrinfo, true, NULL },
    { "nameinfo", NULL, start_nameinfo, true, NULL },
    { "stat", NULL, start_stat, true, NULL },
    { "scandir", NULL, start_scandir, true, NULL },
    { "read_file", NULL, start_read_file, true, NULL },
};

/* ---- In need of memory -------------------------------------------------- */

static void count_one(const orr_live *live, void *arg)
{
    (void)live;
    ++*(int *)arg;
}

static int count_live(orr_loop *loop)
{
    int n = 0;

    orr_walk(loop, count_one, &n);
    return n;
}

/* Turn until it has called back, and a little longer: it may not do so twice.
 * The loop's own want of memory is returned to us, and passes. */
static void run_on(orr_loop *loop, bool must_call)
{
    for (int spare = 3; spare > 0;) {
        const bool wait = must_call && calls_seen == 0;
        const int r = orr_run(loop, wait ? ORR_RUN_ONCE : ORR_RUN_NOWAIT);

        CHECK(r >= 0 || r == -ENOMEM);
        spare -= !wait;
    }
}

/* Start it; 0, or the error, which came once. *started: by the callback. */
static int64_t attempt(orr_loop *loop, const struct thing *x, bool *started)
{
    const int before = count_live(loop);
    const bool alive = orr_alive(loop);

    calls_seen = 0;
    last_seen = 0;
    const int64_t err = x->start(loop);
    *started = err == 0;
    if (err < 0) {
        if (count_live(loop) != before || orr_alive(loop) != alive)
            FAIL("%s was refused, but left something in the loop", x->name);
        return err;
    }
    if (x->help != NULL) {
        test_fail_alloc_at(0);
        x->help(loop);
    }
    run_on(loop, x->calls);
    if (x->help != NULL)
        orr_read_stop(&t.b);
    if (calls_seen > 1 || (calls_seen == 0 && x->calls))
        FAIL("%s called back %d times", x->name, calls_seen);
    if (!x->calls && calls_seen == 1 && last_seen >= 0)
        FAIL("%s called back with %d", x->name, (int)last_seen);
    return last_seen < 0 ? last_seen : 0;
}

/* Let the n-th allocation fail. False if there are not as many. */
static bool in_need(const struct thing *x, long n)
{
    fixture f;
    bool started;

    fixture_open(&f);
    memset(&t, 0, sizeof t);
    if (x->need != NULL)
        x->need(f.loop);
    const long before = test_allocs();
    test_fail_alloc_at(n);
    int64_t result = attempt(f.loop, x, &started);
    test_fail_alloc_at(0);
    const bool failed = test_allocs() - before >= n;
    if (result != 0 && !(failed && result == -ENOMEM))
        FAIL("%s, allocation %ld: %s", x->name, n, orr_err_name((int)result));
    if (result != 0 && (x->calls || !started)) {
        result = attempt(f.loop, x, &started);
        if (result != 0)
            FAIL("%s, tried again: %s", x->name, orr_err_name((int)result));
    }
    fixture_empty(&f);
    fixture_close(&f);
    return failed;
}

TEST(a_start_without_memory_fails_once_and_works_the_next_time)
{
    if (strlen(test_dir()) > 90)
        SKIP("the path of the test directory is too long for a socket");
    for (size_t i = 0; i < sizeof things / sizeof things[0]; i++)
        for (long n = 1; in_need(&things[i], n); n++)
            CHECK(n < 100);
}

/* ---- Descriptors that come along ---------------------------------------- */

/*
 * Bytes come with a descriptor, and there is no memory to keep it in. A program
 * that got the bytes alone would wait for the descriptor forever.
 */
static int64_t pass_in_need(fixture *f, long n)
{
    orr_stream a = { .io = NULL }, b = { .io = NULL };
    orr_buf x = buf_of("x");
    static orr_write_req req;

    CHECK_INT(orr_pipe_init(f->loop, &a, true), 0);
    CHECK_INT(orr_pipe_init(f->loop, &b, true), 0);
    CHECK_INT(orr_stream_pair(&a, &b), 0);
    const int fd = orr_fileno(&a.handle);
    calls_seen = 0;
    CHECK_INT(orr_write_fds(&req, &a, &x, 1, &fd, 1, on_write), 0);
    fixture_run(f);
    CHECK_INT(calls_seen, 1);
    calls_seen = 0;
    CHECK_INT(orr_read_start(&b, on_read), 0);
    test_fail_alloc_at(n);
    while (calls_seen == 0)
        CHECK(orr_run(f->loop, ORR_RUN_ONCE) >= 0);
    test_fail_alloc_at(0);
    for (int i = 0; i < 5; i++)
        CHECK(orr_run(f->loop, ORR_RUN_NOWAIT) >= 0);
    CHECK_INT(calls_seen, 1);
    const int64_t got = last_seen;
    CHECK(orr_is_active(&b.handle) == (got > 0));
    fixture_close_handle(f, &a.handle);
    fixture_close_handle(f, &b.handle);
    return got;
}

TEST(a_descriptor_that_cannot_be_kept_is_an_error_once)
{
    fixture f;
    int64_t got = -ENOMEM;

    fixture_open(&f);
    for (long n = 1; got == -ENOMEM; n++) {
        CHECK(n < 100);
        got = pass_in_need(&f, n);
        CHECK(n > 1 || got == -ENOMEM);
    }
    CHECK_INT(got, 1);
    fixture_close(&f);
}

/* ---- No thread ---------------------------------------------------------- */

static uint64_t address_space(void)
{
    unsigned long long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");

    CHECK(f != NULL);
    const int n = fscanf(f, "%llu", &pages);
    fclose(f);
    CHECK_INT(n, 1);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The stack of a thread takes 8 MiB of addresses. */
TEST_REAL(work_is_refused_while_no_thread_can_be_started)
{
    fixture f;
    struct rlimit saved, tight;
    bool started;

    if (SANITIZED)
        SKIP("a sanitizer needs more addresses than a process can have");
    fixture_open(&f);
    memset(&t, 0, sizeof t);
    CHECK_INT(getrlimit(RLIMIT_AS, &saved), 0);
    tight = saved;
    tight.rlim_cur = address_space() + (1 << 20);
    CHECK_INT(setrlimit(RLIMIT_AS, &tight), 0);
    const int64_t work = start_work(f.loop);
    const int64_t addrinfo = start_addrinfo(f.loop);
    const int live = count_live(f.loop);
    CHECK_INT(setrlimit(RLIMIT_AS, &saved), 0);
    CHECK_INT(work, -EAGAIN);
    CHECK_INT(addrinfo, -EAGAIN);
    CHECK_INT(live, 0);
    CHECK(!orr_alive(f.loop));
    for (size_t i = 0; i < sizeof things / sizeof things[0]; i++)
        if (things[i].start == start_work || things[i].start == start_addrinfo)
            CHECK_INT(attempt(f.loop, &things[i], &started), 0);
    fixture_close(&f);
}
