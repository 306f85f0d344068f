/*
 * test.h: the interface of the harness for C tests.
 *
 *     TEST(a_timer_fires_once)             on uring, epoll and sim
 *     {
 *         fixture f;
 *         fixture_open(&f, test_backend());  registers its own test_cleanup()
 *         CHECK_INT(orr_timer_start(&f.loop, &t, 5, note), 0);
 *         ...
 *     }
 *
 * Each (test, back end) runs in a process of its own, so that a crash or a
 * hang costs one test and no test sees what another left behind. A test passes
 * if it returns, and leaves no block of test_resize() and no descriptor behind.
 *
 * What happens when a CHECK fails: the test ends there and then. Its cleanups
 * run (last registered first), on top of the stack of the failed CHECK: frames
 * are not unwound, so a loop may still point at handles that are local
 * variables of the test. A cleanup may thus run inside a loop's callback;
 * test_ending() tells it so. Then leaks are looked for and the process ends.
 */
#ifndef ORRERY_TEST_H
#define ORRERY_TEST_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Built with the address or the thread sanitizer: slow, and short of memory. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED true
#elif defined(__has_feature)
#define SANITIZED                                                              \
    (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define SANITIZED false
#endif

/* Where a test runs: a set of back ends, or once without any. */
enum {
    TEST_ON_URING = 1,
    TEST_ON_EPOLL = 2,
    TEST_ON_SIM = 4,
    TEST_ON_NONE = 8,
};

struct test {
    const char *name;
    void (*fn)(void);
    const char *file;
    int line;
    unsigned where;
    struct test *next;
};

void test_register(struct test *t);

#define TEST_ON(name_, where_)                                                 \
    static void test_##name_(void);                                            \
    static struct test entry_##name_ = { #name_,   test_##name_, __FILE__,     \
                                         __LINE__, (where_),     NULL };       \
    __attribute__((constructor)) static void register_##name_(void)            \
    {                                                                          \
        test_register(&entry_##name_);                                         \
    }                                                                          \
    static void test_##name_(void)

#define TEST(name_) TEST_ON(name_, TEST_ON_URING | TEST_ON_EPOLL | TEST_ON_SIM)
#define TEST_REAL(name_) TEST_ON(name_, TEST_ON_URING | TEST_ON_EPOLL)
#define TEST_SIM(name_) TEST_ON(name_, TEST_ON_SIM)
#define TEST_PLAIN(name_) TEST_ON(name_, TEST_ON_NONE)

/* A failed check ends the test; from another thread, it ends the process. */
#define CHECK(expr_)                                                           \
    ((expr_) ? (void)0 : test_fail(__FILE__, __LINE__, "CHECK(%s)", #expr_))
/*
 * When a fault that the runner put in has made a call fail, nothing may have
 * changed: so CHECK_INT() makes that call once more, and from then on the test
 * must go as if there had been no fault.
 */
#define CHECK_INT(got_, want_)                                                 \
    do {                                                                       \
        const bool injected_ = test_injected();                                \
        intmax_t value_ = (intmax_t)(got_);                                    \
        if (test_try_again(injected_, value_, (intmax_t)(want_)))              \
            value_ = (intmax_t)(got_);                                         \
        test_check_int(__FILE__, __LINE__, #got_, value_, (intmax_t)(want_));  \
    } while (0)
#define CHECK_STR(got_, want_)                                                 \
    test_check_str(__FILE__, __LINE__, #got_, (got_), (want_))
/*
 * For callbacks: false fails the test too, but lets it go on, so that the loop
 * can be left in order: `if (!EXPECT(status == 0)) return;`.
 */
#define EXPECT(expr_)                                                          \
    ((expr_) ? true : test_note(__FILE__, __LINE__, "EXPECT(%s)", #expr_))
#define FAIL(...) test_fail(__FILE__, __LINE__, __VA_ARGS__)

/* What no fault excuses: the run fails, though one was put in; and goes on. */
#define BROKEN(...) test_broken(__FILE__, __LINE__, __VA_ARGS__)

/* End the test as skipped: counted and shown, never silently. */
#define SKIP(why_) test_skip(why_)

__attribute__((noreturn, format(printf, 3, 4))) void test_fail(
    const char *file, int line, const char *format, ...);
__attribute__((format(printf, 3, 4))) bool test_note(const char *file, int line,
                                                     const char *format, ...);
__attribute__((format(printf, 3, 4))) void test_broken(const char *file,
                                                       int line,
                                                       const char *format, ...);
__attribute__((noreturn)) void test_skip(const char *why);
void test_check_int(const char *file, int line, const char *expr, intmax_t got,
                    intmax_t want);
void test_check_str(const char *file, int line, const char *expr,
                    const char *got, const char *want);

bool test_try_again(bool injected, intmax_t got, intmax_t want);

/*
 * Call fn(arg) after a failed EXPECT on the test's own thread, so that it can
 * stop what would wait forever. NULL: none.
 */
void test_on_expect(void (*fn)(void *), void *arg);

/* "uring", "epoll" or "sim"; "none" inside TEST_PLAIN. */
const char *test_backend(void);

/* --seed, plus the number of the repetition under --repeat; 1 by default. */
uint64_t test_seed(void);

/*
 * For world.choose: which of n options. 0, as on an idle machine; with --chance
 * a random one, by the seed.
 */
uint32_t test_choose(uint32_t n);
bool test_chance(void);

/* From here on it is a quiet machine, under --chance too: for a test of what
 * happens there, and only there. */
void test_quiet(void);

/*
 * An empty directory for this test alone, made at the first call. The runner
 * removes it with all that is in it, even after a crash.
 */
const char *test_dir(void);

/* Give this test `seconds` instead of the 20 that every test has. */
void test_time_limit(int seconds);

/*
 * Call fn(arg) when the test ends, however it ends short of a crash; the last
 * one registered is called first. A CHECK that fails in a cleanup fails the
 * test, and the cleanups that remain are still called.
 *
 * If arg points into a local variable of the test, the test must take the
 * cleanup back before it returns (the fixture's close does that), for by then
 * the variable is gone. It is there when a check fails: see the top.
 */
void test_cleanup(void (*fn)(void *), void *arg);

/* Take back the newest (fn, arg), if any: the test did it itself. */
void test_cleanup_cancel(void (*fn)(void *), void *arg);

/* True in a cleanup that runs because a check failed or the test skipped. */
bool test_ending(void);

/*
 * For a cleanup that cannot free what it should, because a CHECK failed inside
 * a callback and the loop is busy with that: leaks of this run are not looked
 * for. Where EXPECT can be used instead of CHECK, nothing needs an excuse.
 */
void test_excuse_leaks(void);

/*
 * The counting allocator, fit for the allocator table of a loop's options:
 * realloc(), except that size 0 frees and returns NULL. Any thread. A test
 * that ends with live blocks fails.
 */
void *test_resize(void *ctx, void *ptr, size_t size);
long test_live_blocks(void);
long test_allocs(void); /* calls so far that asked for memory */

/*
 * Make the n-th request for memory from now on fail, once; 1 is the next one.
 * 0 takes it back. `--fail-alloc N` does the same before the test starts, and
 * what a test asks for itself takes its place; see --sweep.
 */
void test_fail_alloc_at(long n);

/*
 * Faults of operations: the choose function given to the simulator calls
 * test_op_fails() once per operation and makes it fail on true, which comes
 * once, at number `--fail-op N`. test_fail_op() is that N, or 0: for tests that
 * count by themselves; these call test_fault_injected() when they made
 * something fail.
 */
bool test_op_fails(void);
long test_fail_op(void);

/*
 * Was a fault injected so far? A run with a fault may end by a failed CHECK,
 * since tests check that calls succeed, but only after the fault came.
 * test_faulty(): the runner has one for this run.
 */
bool test_injected(void);
bool test_faulty(void);
void test_fault_injected(void);

#endif
