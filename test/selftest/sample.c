/*
 * sample.c: tests that pass, fail, crash, hang, leak and skip on purpose. The
 * script `run` of this folder checks the report of the harness about each. They
 * do not use the library.
 */
#include "../test.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(good_everywhere)
{
    CHECK(strlen(test_backend()) > 0);
    CHECK_INT(test_seed() >= 1, 1);
    CHECK_STR("same", "same");
    puts("this is not shown");
}

TEST_SIM(good_on_sim)
{
    CHECK_STR(test_backend(), "sim");
}

TEST_REAL(good_on_real)
{
    CHECK(strcmp(test_backend(), "sim") != 0);
}

TEST_PLAIN(good_plain)
{
    CHECK_STR(test_backend(), "none");
    char name[300];
    snprintf(name, sizeof(name), "%s/file", test_dir());
    const int fd = open(name, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    CHECK(fd >= 0);
    close(fd);
}

TEST_PLAIN(good_skipped)
{
    SKIP("on purpose");
}

TEST_PLAIN(bad_check)
{
    puts("this is shown");
    CHECK(1 + 1 == 3);
}

TEST_PLAIN(bad_int)
{
    CHECK_INT(-4, 5);
}

TEST_PLAIN(bad_expect)
{
    CHECK(EXPECT(true));
    CHECK(!EXPECT(false));
    puts("and goes on");
}

TEST_PLAIN(bad_str)
{
    const char *nothing = NULL;
    CHECK_STR(nothing, "text");
}

TEST_PLAIN(bad_crash)
{
    abort();
}

TEST_PLAIN(bad_exit)
{
    exit(0);
}

TEST_PLAIN(bad_hang)
{
    test_time_limit(1);
    if (fork() == 0)
        sleep(1000); /* goes down with its parent */
    for (;;)
        pause();
}

TEST_PLAIN(bad_leak_fd)
{
    CHECK(open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0);
}

TEST_PLAIN(bad_closed_fd)
{
    close(2);
}

TEST_PLAIN(bad_leak_block)
{
    CHECK(test_resize(NULL, NULL, 100) != NULL);
}

static void *check_in_thread(void *arg)
{
    (void)arg;
    CHECK_INT(7, 8);
    return NULL;
}

TEST_PLAIN(bad_in_thread)
{
    pthread_t thread;
    CHECK_INT(pthread_create(&thread, NULL, check_in_thread, NULL), 0);
    pthread_join(thread, NULL);
    FAIL("the process should be gone");
}

TEST_PLAIN(bad_in_forked_child)
{
    const pid_t pid = fork();
    if (pid == 0)
        CHECK_INT(9, 10);
    waitpid(pid, NULL, 0);
}

static void say(void *word)
{
    printf("cleanup %s ending=%d\n", (const char *)word, test_ending());
}

static void fail_too(void *unused)
{
    (void)unused;
    CHECK_STR("second", "failure");
}

/* The order must be third (by name), failing one, first; "no" is cancelled. */
TEST_PLAIN(bad_with_cleanups)
{
    static char first[] = "first", third[] = "third", no[] = "no";
    test_cleanup(say, first);
    test_cleanup(fail_too, NULL);
    test_cleanup(say, no);
    test_cleanup(say, third);
    test_cleanup_cancel(say, no);
    CHECK_INT(1, 2);
}

TEST_PLAIN(bad_dead_cleanup)
{
    char local[] = "local";
    test_cleanup(say, local);
}

static void release(void *where)
{
    void **block = where;
    *block = test_resize(NULL, *block, 0);
}

TEST_PLAIN(good_resize)
{
    char *p = test_resize(NULL, NULL, 3);
    CHECK(p != NULL);
    memcpy(p, "ab", 3);
    CHECK_INT(test_live_blocks(), 1);
    p = test_resize(NULL, p, 5000);
    CHECK_STR(p, "ab");
    CHECK_INT(test_live_blocks(), 1);
    CHECK_INT(test_allocs(), 2);
    test_fail_alloc_at(2);
    p = test_resize(NULL, p, 10);
    CHECK(test_resize(NULL, p, 20) == NULL);
    CHECK_STR(p, "ab"); /* untouched by the failure */
    CHECK(test_injected());
    CHECK(test_resize(NULL, p, 0) == NULL);
    CHECK_INT(test_live_blocks(), 0);
}

TEST_SIM(chance_by_seed_unless_it_is_to_be_quiet)
{
    uint32_t sum = 0;
    for (int i = 0; i < 100; i++) {
        const uint32_t k = test_choose(3);
        CHECK(k < 3);
        sum += k;
    }
    CHECK(test_chance() == (sum > 0));
    test_quiet();
    for (int i = 0; i < 100; i++)
        CHECK_INT(test_choose(3), 0);
}

TEST(chance_fails)
{
    CHECK(!test_chance());
}

/* Three requests, each in the care of a cleanup that is local to the test. */
TEST_SIM(sweep_alloc_good)
{
    void *block[3] = { NULL, NULL, NULL };
    for (int i = 0; i < 3; i++) {
        block[i] = test_resize(NULL, NULL, 16);
        CHECK(block[i] != NULL);
        test_cleanup(release, &block[i]);
    }
    for (int i = 0; i < 3; i++) {
        test_cleanup_cancel(release, &block[i]);
        release(&block[i]);
    }
}

/* The runner's faults end where its own begin. */
TEST_SIM(sweep_own_faults)
{
    void *a = test_resize(NULL, NULL, 16);
    CHECK(a != NULL);
    test_resize(NULL, a, 0);
    test_fail_alloc_at(2);
    a = test_resize(NULL, NULL, 16);
    CHECK(test_resize(NULL, a, 32) == NULL);
    test_resize(NULL, a, 0);
}

/* The error path of the second request forgets the first. */
TEST_SIM(sweep_alloc_leaks)
{
    void *a = test_resize(NULL, NULL, 16);
    CHECK(a != NULL);
    void *b = test_resize(NULL, NULL, 16);
    CHECK(b != NULL);
    test_resize(NULL, b, 0);
    test_resize(NULL, a, 0);
}

/* The same, but the cleanup says that it could not help it. */
static void excuse(void *unused)
{
    (void)unused;
    test_excuse_leaks();
}

TEST_SIM(sweep_excused)
{
    test_cleanup(excuse, NULL);
    void *a = test_resize(NULL, NULL, 16);
    CHECK(a != NULL);
    void *b = test_resize(NULL, NULL, 16);
    CHECK(b != NULL);
    test_resize(NULL, b, 0);
    test_resize(NULL, a, 0);
}

TEST_SIM(sweep_alloc_crashes)
{
    char *a = test_resize(NULL, NULL, 16);
    if (a == NULL)
        abort(); /* as a caller that never looks would end */
    test_resize(NULL, a, 0);
}

TEST_SIM(sweep_op_good)
{
    for (int i = 0; i < 4; i++)
        CHECK(!test_op_fails());
}

TEST_SIM(sweep_op_hangs)
{
    test_time_limit(1);
    for (int i = 0; i < 4; i++)
        while (test_op_fails())
            for (;;)
                pause();
}

/* Fails before the fault comes: a fault is not an excuse for that. */
TEST_SIM(sweep_op_fails_before)
{
    if (test_fail_op() > 0)
        CHECK_INT(test_fail_op(), 0);
    CHECK(!test_op_fails());
}
