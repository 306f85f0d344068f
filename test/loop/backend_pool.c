/*
 * backend_pool.c: the thread pool, as a back end without a loop meets it.
 */
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

#include "backend.h"
#include "poll/sys/sys.h"

static void add_one(void *arg)
{
    ++*(int *)arg;
}

TEST(queued_work_runs_and_then_reports)
{
    backend b;
    orr__event ev;
    int count = 0;
    orr__op op = { .code = OP_WORK, .u.work = { add_one, &count } };

    backend_open(&b, 0);
    for (int i = 1; i <= 3; i++) {
        backend_submit(&b, &op);
        backend_event(&b, &ev);
        CHECK(ev.op == &op && !ev.more);
        CHECK_INT(ev.result, 0);
        CHECK_INT(count, i);
        CHECK(!b.table->next(b.poll, &ev));
    }
    backend_close(&b);
}

TEST(a_thousand_jobs_all_report_once)
{
    static orr__op ops[1000];
    static int counts[1000];
    backend b;
    orr__event ev;
    int done = 0;

    backend_open(&b, 0);
    for (int i = 0; i < 1000; i++) {
        ops[i] = (orr__op){ .code = OP_WORK, .slow = i % 3 == 0 };
        ops[i].u.work.fn = add_one;
        ops[i].u.work.arg = &counts[i];
        backend_submit(&b, &ops[i]);
    }
    while (done < 1000) {
        backend_wait(&b);
        for (; b.table->next(b.poll, &ev); done++)
            CHECK_INT(counts[ev.op - ops], 1);
    }
    backend_quiet(&b);
    for (int i = 0; i < 1000; i++)
        CHECK_INT(counts[i], 1);
    backend_close(&b);
}

static char order[16];

static void note_digit(void *arg)
{
    strcat(order, arg);
}

TEST_REAL(one_thread_takes_jobs_in_the_order_they_came)
{
    static const char *const digits[] = { "1", "2", "3", "4", "5" };
    backend b;
    orr__event ev;
    orr__op ops[5];

    backend_open(&b, 1);
    for (int i = 0; i < 5; i++) {
        ops[i] = (orr__op){ .code = OP_WORK };
        ops[i].u.work.fn = note_digit;
        ops[i].u.work.arg = (void *)(uintptr_t)digits[i];
        backend_submit(&b, &ops[i]);
    }
    for (int i = 0; i < 5;) {
        backend_wait(&b);
        for (; b.table->next(b.poll, &ev); i++)
            CHECK(ev.op == &ops[i]);
    }
    CHECK_STR(order, "12345");
    backend_close(&b);
}

/* A job that says it has begun, and ends when it is let go. */
struct gate {
    sem_t begun, go;
};

static void gate_open(struct gate *g)
{
    CHECK_INT(sem_init(&g->begun, 0, 0), 0);
    CHECK_INT(sem_init(&g->go, 0, 0), 0);
}

static void hold(void *arg)
{
    struct gate *g = arg;

    sem_post(&g->begun);
    while (sem_wait(&g->go) < 0)
        ;
}

TEST_REAL(a_job_can_be_cancelled_until_a_thread_has_it)
{
    backend b;
    orr__event ev;
    struct gate g;
    int count = 0;
    orr__op first = { .code = OP_WORK, .u.work = { hold, &g } };
    orr__op second = { .code = OP_WORK, .u.work = { add_one, &count } };
    orr__op slow = { .code = OP_WORK, .slow = true };

    gate_open(&g);
    slow.u.work.fn = add_one;
    slow.u.work.arg = &count;
    backend_open(&b, 1);
    backend_submit(&b, &first);
    sem_wait(&g.begun);
    backend_submit(&b, &second);
    backend_submit(&b, &slow);
    backend_cancel(&b, &second);
    backend_cancel(&b, &slow);
    CHECK_INT(b.table->cancel(b.poll, &first), -EBUSY);
    sem_post(&g.go);
    backend_event(&b, &ev);
    CHECK(ev.op == &first);
    backend_quiet(&b);
    CHECK_INT(count, 0);

    backend_submit(&b, &slow); /* the queue is in order again */
    backend_event(&b, &ev);
    CHECK(ev.op == &slow);
    CHECK_INT(count, 1);
    backend_close(&b);
}

/* Names that take seconds to look up must not keep files waiting. */
TEST_REAL(slow_jobs_have_at_max_half_of_the_threads)
{
    backend b;
    orr__event ev;
    struct gate g;
    orr__op slow[4], fast = { .code = OP_WORK };
    int count = 0, begun = 0;

    gate_open(&g);
    backend_open(&b, 4);
    for (int i = 0; i < 4; i++) {
        slow[i] = (orr__op){ .code = OP_WORK, .slow = true };
        slow[i].u.work.fn = hold;
        slow[i].u.work.arg = &g;
        backend_submit(&b, &slow[i]);
    }
    fast.u.work.fn = add_one;
    fast.u.work.arg = &count;
    for (int i = 0; i < 8; i++) {
        backend_submit(&b, &fast);
        backend_event(&b, &ev);
        CHECK(ev.op == &fast);
    }
    sem_wait(&g.begun);
    sem_wait(&g.begun);
    sem_getvalue(&g.begun, &begun);
    CHECK_INT(begun, 0);
    for (int i = 0; i < 4; i++)
        sem_post(&g.go);
    for (int i = 0; i < 4; i++)
        backend_event(&b, &ev);
    backend_close(&b);
}

/* How many of eight jobs run at once. */
static int threads_used(uint32_t wanted)
{
    backend b;
    struct gate g;
    orr__op ops[8];
    orr__event ev;
    int begun = 0;

    gate_open(&g);
    backend_open(&b, wanted);
    for (int i = 0; i < 8; i++) {
        ops[i] = (orr__op){ .code = OP_WORK, .u.work = { hold, &g } };
        backend_submit(&b, &ops[i]);
    }
    while (sem_wait(&g.begun) < 0)
        ;
    usleep(30000); /* if it is too short, there seem to be fewer threads */
    sem_getvalue(&g.begun, &begun);
    begun++;
    for (int i = 0; i < 8; i++)
        sem_post(&g.go);
    for (int i = 0; i < 8;) {
        backend_wait(&b);
        for (; b.table->next(b.poll, &ev); i++)
            CHECK_INT(ev.result, 0);
    }
    backend_close(&b);
    return begun;
}

TEST_REAL(the_pool_has_four_threads)
{
    unsetenv("UV_THREADPOOL_SIZE");
    CHECK(threads_used(0) <= 4);
    CHECK(threads_used(7) <= 4); /* the first one decided */
}

TEST_REAL(the_environment_says_how_many_threads)
{
    setenv("UV_THREADPOOL_SIZE", "2", 1);
    CHECK(threads_used(0) <= 2);
}

TEST_REAL(a_size_that_is_no_number_is_one)
{
    setenv("UV_THREADPOOL_SIZE", "many", 1);
    CHECK_INT(threads_used(0), 1);
}

TEST_REAL(the_loop_says_how_many_threads)
{
    setenv("UV_THREADPOOL_SIZE", "2", 1);
    CHECK_INT(threads_used(1), 1);
}

struct late {
    struct gate gate;
    bool written;
};

static void write_late(void *arg)
{
    struct late *l = arg;

    sem_post(&l->gate.begun);
    usleep(5000);
    l->written = true;
}

/* A running job writes to memory that is freed with the loop. */
TEST_REAL(closing_waits_for_the_job_that_runs_and_drops_the_rest)
{
    backend b;
    struct late l = { 0 };
    int count = 0;
    orr__op running = { .code = OP_WORK, .u.work = { write_late, &l } };
    orr__op queued = { .code = OP_WORK, .u.work = { add_one, &count } };

    gate_open(&l.gate);
    backend_open(&b, 1);
    backend_submit(&b, &running);
    sem_wait(&l.gate.begun);
    backend_submit(&b, &queued);
    backend_close(&b);
    CHECK(l.written);
    memset(&running, 0xff, sizeof running); /* not used any more */
    memset(&queued, 0xff, sizeof queued);
    backend_open(&b, 1); /* a job that comes later still has a thread */
    queued = (orr__op){ .code = OP_WORK, .u.work = { add_one, &count } };
    backend_submit(&b, &queued);
    backend_event(&b, &(orr__event){ 0 });
    CHECK_INT(count, 1);
    backend_close(&b);
}

TEST_REAL(two_back_ends_share_the_pool)
{
    backend b, c;
    orr__event ev;
    int nb = 0, nc = 0;
    orr__op ob = { .code = OP_WORK, .u.work = { add_one, &nb } };
    orr__op oc = { .code = OP_WORK, .u.work = { add_one, &nc } };

    backend_open(&b, 1);
    backend_open(&c, 1);
    backend_submit(&b, &ob);
    backend_submit(&c, &oc);
    backend_event(&c, &ev);
    CHECK(ev.op == &oc);
    backend_event(&b, &ev);
    CHECK(ev.op == &ob);
    backend_close(&b);
    backend_submit(&c, &oc);
    backend_event(&c, &ev);
    CHECK_INT(nc, 2);
    backend_close(&c);
}

TEST(random_bytes_come_at_once_and_later)
{
    backend b;
    orr__event ev;
    uint8_t zero[64] = { 0 }, one[64] = { 0 }, two[64] = { 0 },
            three[64] = { 0 };
    orr__op op = { .code = OP_RANDOM, .u.fs = { .out = one, .a = 64 } };

    backend_open(&b, 0);
    CHECK_INT(backend_call(&b, &op), 0);
    op.u.fs.out = two;
    backend_submit(&b, &op);
    backend_event(&b, &ev);
    CHECK_INT(ev.result, 0);
    CHECK_INT(b.table->random(b.poll, three, 64), 0);
    CHECK(memcmp(one, zero, 64) && memcmp(two, zero, 64));
    CHECK(memcmp(three, zero, 64));
    CHECK(memcmp(one, two, 64) && memcmp(two, three, 64));
    backend_close(&b);
}

/* ---- What follows an event ---------------------------------------------- */

TEST(a_back_end_knows_whether_another_of_the_pool_follows)
{
    backend b;
    orr__event ev;
    int count = 0;
    orr__op first = { .code = OP_WORK, .u.work = { add_one, &count } };
    orr__op last = { .code = OP_WORK, .u.work = { add_one, &count } };

    backend_open(&b, 0);
    backend_submit(&b, &first);
    backend_event(&b, &ev);
    backend_submit(&b, &last);
    backend_event(&b, &ev);
    b.table->finish(b.poll, &first, 1); /* both in one batch, in this order */
    b.table->finish(b.poll, &last, 2);
    backend_event(&b, &ev);
    CHECK(ev.op == &first && b.table->next_is_pooled(b.poll));
    CHECK(b.table->next(b.poll, &ev) && ev.op == &last);
    CHECK(!b.table->next_is_pooled(b.poll));
    CHECK(!b.table->next(b.poll, &ev));
    backend_close(&b);
}

/* ---- Settling ---------------------------------------------------------- */

typedef struct slow_read {
    orr__op op;
    orr_buf buf;
    char byte;
} slow_read;

static void wake_nobody(orr__poll *p)
{
    (void)p;
}

static void read_slowly(orr__pool_user *user, slow_read *r, int fd)
{
    r->buf = (orr_buf){ &r->byte, 1 };
    r->op = (orr__op){ .code = OP_READ, .fd = fd };
    r->op.u.io.bufs = &r->buf;
    r->op.u.io.nbufs = 1;
    r->op.u.io.offset = -1;
    CHECK_INT(orr__pool_submit(user, &r->op), 0);
}

/* Each of the reads is waited for, for a nanosecond, and ends much later. */
TEST_PLAIN(a_pool_says_whether_it_has_settled)
{
    orr__pool_user user = { .wake = wake_nobody, .size = 6 };
    slow_read reads[3];
    int fds[2];

    CHECK_INT(pipe(fds), 0);
    CHECK_INT(orr__pool_user_open(&user), 0);
    CHECK_INT(orr__pool_settle(&user, 1), -EAGAIN); /* there is nothing */
    read_slowly(&user, &reads[0], fds[0]);
    CHECK_INT(orr__pool_settle(&user, 1), 0);
    CHECK_INT(orr__pool_settle(&user, 1), -EAGAIN); /* it was waited for */
    read_slowly(&user, &reads[1], fds[0]);
    CHECK_INT(orr__pool_settle(&user, 0), -EAGAIN);
    CHECK_INT(orr__pool_settle(&user, 1), -EAGAIN);
    CHECK_INT(write(fds[1], "abc", 3), 3);
    read_slowly(&user, &reads[2], fds[0]);
    const int settled = orr__pool_settle(&user, PATIENCE);
    CHECK(settled == 1 || settled == -EAGAIN); /* it may be done by now */
    orr__pool_user_close(&user);
    CHECK_INT(close(fds[0]), 0);
    CHECK_INT(close(fds[1]), 0);
}
