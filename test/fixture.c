/* fixture.c - see fixture.h. */
#include "fixture.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char diary[4096];

void note(const char *word)
{
    if (strlen(diary) + strlen(word) >= sizeof diary)
        FAIL("the diary is full: %s", diary);
    strcat(diary, word);
}

const char *noted(void)
{
    return diary;
}

void note_clear(void)
{
    diary[0] = 0;
}

/*
 * After a failed check a loop may be full of handles, some on a stack that is
 * about to go. They can be closed only outside of a callback, and not while
 * they are walked over: so they are written down first, some at a time.
 */
typedef struct found {
    orr_handle *at[256];
    uint32_t n;
} found;

static void find_handle(const orr_live *live, void *arg)
{
    found *f = arg;

    if (!live->is_request && !live->closing && f->n < 256)
        f->at[f->n++] = live->thing;
}

void fixture_empty(fixture *f)
{
    found some;

    do {
        some.n = 0;
        orr_walk(f->loop, find_handle, &some);
        for (uint32_t i = 0; i < some.n; i++)
            orr_close(some.at[i], NULL);
    } while (some.n > 0);
    for (int i = 0; i < 5000 && orr_alive(f->loop); i++) {
        orr_run(f->loop, ORR_RUN_NOWAIT);
        if (i > 100)
            usleep(1000); /* for a thread of the pool */
    }
}

static void after_failure(void *arg)
{
    fixture *f = arg;

    if (orr_call_depth(f->loop) > 0) {
        test_excuse_leaks();
        return;
    }
    fixture_empty(f);
    if (orr_loop_close(f->loop) < 0) {
        BROKEN("a loop whose handles are closed can't be closed");
        test_excuse_leaks();
        return;
    }
    owed_check(&f->owed);
}

/* The only fault is the one that the harness asks for: see --sweep op. */
uint32_t fixture_fault(uint32_t n)
{
    for (uint32_t k = 1; k < n; k++)
        if (test_op_fails())
            return k;
    return 0;
}

static uint32_t choose(void *ctx, orr_choice_kind kind, uint32_t n,
                       const orr_option *options)
{
    (void)ctx, (void)options;
    if (kind == ORR_CHOOSE_CLOCK)
        return 0;
    return kind == ORR_CHOOSE_FAULT ? fixture_fault(n) : test_choose(n);
}

/* The newest fixture's: a test with several runs that one. */
static void stop_loop(void *arg)
{
    fixture *f = arg;

    orr_stop(f->loop);
}

static int open_or_skip(fixture *f, const orr_options *options)
{
    const int err = orr_loop_open(&f->loop, options);

    if (err == -ENOSYS)
        SKIP("this kernel has no usable io_uring");
    return err;
}

void fixture_open_with(fixture *f, orr_options *options)
{
    memset(f, 0, sizeof *f);
    note_clear();
    f->allocator.resize = test_resize;
    options->allocator = &f->allocator;
    options->backend = test_backend();
    if (options->seed == 0)
        options->seed = test_seed();
    if (options->world == NULL && strcmp(test_backend(), "sim") == 0) {
        f->world.ctx = f;
        f->world.choose = choose;
        f->world.network = f->world.faults = true;
        options->world = &f->world;
    }
    if ((test_faulty() || test_chance()) && options->trace == NULL) {
        options->trace = owed_listen;
        options->trace_ctx = &f->owed;
    }
    CHECK_INT(open_or_skip(f, options), 0);
    test_cleanup(after_failure, f);
    test_on_expect(stop_loop, f);
}

void fixture_open(fixture *f)
{
    orr_options options = { .backend = NULL };

    fixture_open_with(f, &options);
}

void fixture_open_beside(fixture *f, const fixture *first)
{
    const orr_options options = { .thread = orr_loop_thread(first->loop) };

    memset(f, 0, sizeof *f);
    CHECK_INT(open_or_skip(f, &options), 0);
    test_cleanup(after_failure, f);
    test_on_expect(stop_loop, f);
}

void fixture_open_profile(fixture *f, const char *profile)
{
    orr_options options = { .profile = orr_profile_find(profile) };

    CHECK(options.profile != NULL);
    fixture_open_with(f, &options);
}

void fixture_close(fixture *f)
{
    CHECK_INT(orr_loop_close(f->loop), 0);
    test_cleanup_cancel(after_failure, f);
    test_on_expect(NULL, NULL);
    owed_check(&f->owed);
}

void fixture_run(fixture *f)
{
    CHECK_INT(orr_run(f->loop, ORR_RUN_DEFAULT), 0);
}

static void stop_here(orr_timer *t)
{
    orr_stop(t->handle.data);
}

void fixture_advance_ms(fixture *f, uint64_t ms)
{
    static orr_timer t;

    memset(&t, 0, sizeof t);
    t.handle.data = f->loop;
    orr_update_time(f->loop);
    CHECK_INT(orr_timer_start(f->loop, &t, ms, stop_here), 0);
    const int alive = orr_run(f->loop, ORR_RUN_DEFAULT);
    CHECK(alive >= 0);
    orr_timer_stop(&t);
}

void fixture_busy_ms(fixture *f, uint64_t ms)
{
    const uint64_t end_ns = orr_clock_ns(f->loop) + ms * 1000000;

    if (strcmp(test_backend(), "sim") == 0)
        orr_sleep(f->loop, ms * 1000000);
    while (orr_clock_ns(f->loop) < end_ns)
        ;
}

static void done(orr_handle *h)
{
    *(bool *)h->data = true;
}

void fixture_close_handle(fixture *f, orr_handle *h)
{
    bool is_closed = false;

    h->data = &is_closed;
    orr_close(h, done);
    while (!is_closed)
        CHECK(orr_run(f->loop, ORR_RUN_NOWAIT) >= 0);
}

/* ---- Programs that stop ------------------------------------------------ */

static void stop_in_child(void (*fn)(void *arg), void *arg, int out)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
    signal(SIGABRT, SIG_DFL);
    dup2(out, STDERR_FILENO);
    fn(arg);
    _exit(0);
}

static size_t read_all(int fd, char *out, size_t size)
{
    size_t len = 0;
    ssize_t n;

    while (len < size - 1 && (n = read(fd, out + len, size - 1 - len)) != 0) {
        if (n < 0 && errno != EINTR)
            break;
        if (n > 0)
            len += (size_t)n;
    }
    out[len] = 0;
    return len;
}

void check_stops(void (*fn)(void *arg), void *arg, const char *sentence)
{
    char said[1024];
    int ends[2];
    int status = 0;

    CHECK_INT(pipe(ends), 0);
    const pid_t pid = fork();
    if (pid == 0)
        stop_in_child(fn, arg, ends[1]);
    close(ends[1]);
    read_all(ends[0], said, sizeof said);
    close(ends[0]);
    CHECK(pid > 0 && waitpid(pid, &status, 0) == pid);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)
        FAIL("did not stop, but ended with status %#x: %s", status, said);
    if (strstr(said, sentence) == NULL)
        FAIL("did not say \"%s\" but: %s", sentence, said);
}
