/*
 * pool.c - the threads for work that would block a loop: files that are not
 * cached, getaddrinfo, queued work. One pool serves all loops of the process,
 * as in libuv: first come, first served, with 4 threads or as many as the
 * first loop or UV_THREADPOOL_SIZE says.
 *
 *   submit() --> fast: [job] [job] [marker] [job]          under the lock
 *           \-> slow:  [job] [job] ...
 *                        |
 *                 a thread: pick, run, push
 *                        |
 *   take() <-- user->done: a stack, newest first           atomic
 *
 * Slow jobs (names to be looked up) may take seconds. They wait in a queue of
 * their own, which has one marker in the main queue, and they have at
 * most half of the threads, rounded up: a thread that comes upon the marker
 * when that many are slow already puts it at the end and goes on.
 *
 * Waking a sleeping thread costs microseconds, so only one is being woken at
 * any time, and that one wakes the next if there is more than it can do.
 * Threads are started in the same way, one by one, until there are enough. A
 * loop is woken only when its `done` stack was empty, and its wake() costs
 * nothing while it is awake.
 *
 * `ahead` counts a loop's files that a later one of it must not overtake by a
 * faster way than this one, a system call or the ring: those that wait for a
 * thread, and those that change files and are not done.
 *
 * At the end of the process, drain() puts jobs aside that nobody would miss and
 * waits for the others.
 *
 * A loop that has something to report may wait for its files to settle, so
 * that files requested together are reported together: loop/settle.c.
 *
 * What must stay true:
 *
 *  1. While there is something that may run, a thread is running, or one is on
 *     its way (`waking`).
 *  2. A user is touched only between pool_pick() and the next time that thread
 * has the lock: `running` counts these, and closing a user waits for them.
 *  3. The threads are never joined. They sleep in here when the process ends,
 *     and hold nothing then but this file's variables.
 *  4. In a child after fork() no thread is left: the pool starts afresh there,
 *     and jobs of the parent's loops are not in it (`epoch`).
 */
#include "poll/sys/sys.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "base/base.h"
#include "poll/sys/fs.h"

#define SIZE_DEFAULT 4
#define SIZE_LIMIT 1024
#define STACK_SIZE (8u << 20) /* only what is used takes memory */

enum { IDLE_JOB, QUEUED, TAKEN };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t work;  /* threads with nothing to do wait here */
    pthread_cond_t quiet; /* closing and settling users wait here */
    orr__op fast, slow;   /* heads of the queues */
    orr__op aside;        /* the same, of jobs that drain() has put aside */
    orr__op marker;
    bool marker_queued;
    bool waking;           /* a thread was called and is not here yet */
    uint32_t size;         /* 0: not decided yet */
    uint32_t threads;      /* started */
    uint32_t idle;         /* of these, waiting at `work` */
    uint32_t slow_running; /* threads busy with slow jobs */
    uint32_t closing;      /* waiting at `quiet` */
    uint32_t settling;     /* the same, in settle() */
    uint32_t draining;     /* the same, in drain() */
    uint32_t outliving;    /* queued or running: drain() waits for these */
    uint32_t epoch;
    int fork_hooked;
} pool;

static pthread_once_t once = PTHREAD_ONCE_INIT;

/* ---- Birth, and rebirth after fork() ---------------------------------- */

/* The lock is held for very short times: it pays to spin before sleeping. */
static void pool_init(void)
{
    pthread_mutexattr_t attr;

    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ADAPTIVE_NP);
    pthread_mutex_init(&pool.lock, &attr);
    pthread_mutexattr_destroy(&attr);
    pthread_cond_init(&pool.work, NULL);
    pthread_cond_init(&pool.quiet, NULL);
    orr__ops_init(&pool.fast);
    orr__ops_init(&pool.slow);
    orr__ops_init(&pool.aside);
    pool.marker_queued = pool.waking = false;
    pool.size = pool.threads = pool.idle = 0;
    pool.slow_running = pool.closing = pool.settling = 0;
    pool.draining = pool.outliving = 0;
}

static void before_fork(void)
{
    pthread_mutex_lock(&pool.lock);
}

static void after_fork_in_parent(void)
{
    pthread_mutex_unlock(&pool.lock);
}

static void after_fork_in_child(void)
{
    pool_init();
    pool.epoch++;
}

static void pool_create(void)
{
    pool_init();
    pool.fork_hooked =
        -pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

/* As libuv reads it: what is not a number is 0, and 0 is 1; a negative number
 * is a very large one. */
uint32_t orr__pool_size_read(const char *text)
{
    const int n = text == NULL ? SIZE_DEFAULT : atoi(text);

    if (n == 0)
        return 1;
    return n < 0 || n > SIZE_LIMIT ? SIZE_LIMIT : (uint32_t)n;
}

static uint32_t size_in_environment(void)
{
    orr__env_lock();
    const uint32_t n = orr__pool_size_read(getenv("UV_THREADPOOL_SIZE"));

    orr__env_unlock();
    return n;
}

static uint32_t size_decide(uint32_t wanted)
{
    const uint32_t n = wanted > 0 ? wanted : size_in_environment();

    return n < SIZE_LIMIT ? n : SIZE_LIMIT;
}

/* ---- Picking a job: all under the lock -------------------------------- */

static bool slow_at_limit(void)
{
    return pool.slow_running >= (pool.size + 1) / 2;
}

/* Is there anything that a thread could begin now? */
static bool pool_is_runnable(void)
{
    const orr__op *first = pool.fast.next;

    if (first == &pool.marker && slow_at_limit())
        first = first->next;
    return first != &pool.fast;
}

/* And something else besides, for another thread? */
static bool runnable_twice(void)
{
    const orr__op *first = pool.fast.next;

    if (first == &pool.marker && slow_at_limit())
        first = first->next;
    if (first == &pool.fast)
        return false;
    if (first == &pool.marker && pool.slow.next != pool.slow.prev)
        return true;
    const orr__op *second = first->next;
    if (second == &pool.marker && slow_at_limit())
        second = second->next;
    return second != &pool.fast;
}

static void marker_push(void)
{
    orr__ops_push(&pool.fast, &pool.marker);
    pool.marker_queued = true;
}

/* The marker is at the front of the queue: take a slow job; NULL if all of them
 * were cancelled meanwhile. */
static orr__op *pick_slow(void)
{
    orr__op *op = pool.slow.next;

    orr__ops_remove(&pool.marker);
    pool.marker_queued = false;
    if (op == &pool.slow)
        return NULL;
    orr__ops_remove(op);
    pool.slow_running++;
    if (!orr__ops_empty(&pool.slow))
        marker_push();
    return op;
}

static bool is_slow(const orr__op *op)
{
    return op->code == OP_ADDRINFO || op->code == OP_NAMEINFO || op->slow;
}

static orr__op *pool_pick(void)
{
    while (pool_is_runnable()) {
        orr__op *op = pool.fast.next;

        if (op != &pool.marker) {
            orr__ops_remove(op);
            return op;
        }
        if (slow_at_limit()) {
            orr__ops_remove(op);
            orr__ops_push(&pool.fast, op);
            continue;
        }
        op = pick_slow();
        if (op != NULL)
            return op;
    }
    return NULL;
}

#ifdef ORR_CHECKED
static uint32_t verify_queue(const orr__op *head, bool slow)
{
    uint32_t markers = 0;

    for (const orr__op *op = head->next; op != head; op = op->next) {
        must(op->next->prev == op, "neighbours in a queue know each other");
        if (op == &pool.marker) {
            markers++;
            continue;
        }
        must(op->state == QUEUED, "a job in a queue is queued");
        must(is_slow(op) == slow, "slow jobs have a queue of their own");
    }
    return markers;
}

/* All but rule 1; under the lock. */
static void verify_queues(void)
{
    must(verify_queue(&pool.slow, true) == 0, "the marker is for quick jobs");
    must(verify_queue(&pool.fast, false) == pool.marker_queued,
         "the marker is queued once, or not");
    must(orr__ops_empty(&pool.slow) || pool.marker_queued,
         "slow jobs that wait have their marker");
    must(pool.idle <= pool.threads && pool.threads <= pool.size,
         "there are no more threads than there may be");
    must(pool.slow_running <= (pool.size + 1) / 2,
         "slow jobs have half of the threads");
}

/* Rule 1, when a job was queued; under the lock. */
static void verify_served(void)
{
    verify_queues();
    must(!pool_is_runnable() || pool.waking || pool.threads > pool.idle ||
             pool.threads == 0,
         "a thread runs, or is on its way, for what may run");
}
#endif

/* ---- Threads ---------------------------------------------------------- */

static void *thread_main(void *arg);

/* Signals are for the program's own threads. */
static int thread_start(void)
{
    sigset_t all, saved;
    pthread_attr_t attr;
    pthread_t thread;
    int err = pthread_attr_init(&attr);

    if (err != 0)
        return -err;
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr, STACK_SIZE);
    orr__sys_thread_signals(&all);
    pthread_sigmask(SIG_SETMASK, &all, &saved);
    err = pthread_create(&thread, &attr, thread_main, NULL);
    pthread_sigmask(SIG_SETMASK, &saved, NULL);
    pthread_attr_destroy(&attr);
    if (err != 0)
        return -err;
    pool.threads++;
    return 0;
}

/*
 * Keep rule 1. Under the lock; if it returns true, signal `work` after
 * releasing the lock, so that the woken thread does not block on it. If no
 * thread can be started, the existing ones do the work.
 */
static bool call_someone(void)
{
    if (pool.waking || !pool_is_runnable())
        return false;
    if (pool.idle > 0) {
        pool.waking = true;
        return true;
    }
    if (pool.threads < pool.size)
        pool.waking = thread_start() == 0;
    return false;
}

/*
 * Wait for a job; under the lock, which is released meanwhile. The next thread
 * is called before this one has picked its job, and not in between that and
 * running it: the kernel likes to run the thread that was woken at once, on
 * the processor of this one, and then the second job would begin first.
 */
static orr__op *job_wait(void)
{
    orr__op *op;

    for (;;) {
        if (runnable_twice() && call_someone()) {
            pthread_mutex_unlock(&pool.lock);
            pthread_cond_signal(&pool.work);
            pthread_mutex_lock(&pool.lock);
        }
        op = pool_pick();
        if (op != NULL)
            break;
        pool.idle++;
        pthread_cond_wait(&pool.work, &pool.lock);
        pool.idle--;
        pool.waking = false;
    }
    op->state = TAKEN;
    checked(verify_queues());
    return op;
}

static orr__pool_user *user_of(const orr__op *op)
{
    return (orr__pool_user *)(uintptr_t)op->slot;
}

/* The round that an operation remembers; 0: it is not waited for. */
static uint16_t round_of(const orr__pool_user *user)
{
    return (uint16_t)(user->round % UINT16_MAX + 1);
}

/* Hand it over. From the exchange on, *op is the loop's. */
static void job_done(orr__pool_user *user, orr__op *op)
{
    orr__op *top = __atomic_load_n(&user->done, __ATOMIC_RELAXED);

    do
        op->next = top;
    while (!__atomic_compare_exchange_n(&user->done, &top, op, true,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    if (top == NULL)
        user->wake(user->poll);
}

static void ahead_add(orr__pool_user *user, int n)
{
    __atomic_fetch_add(&user->ahead, (uint32_t)n, __ATOMIC_RELEASE);
}

/* Under the lock: a job that outlives the program has ended. */
static void outliving_remove(void)
{
    pool.outliving--;
    if (pool.outliving == 0 && pool.draining > 0)
        pthread_cond_broadcast(&pool.quiet);
}

/* Under the lock: a job submitted in this round has ended. */
static void job_forget(orr__pool_user *user, uint16_t round)
{
    if (round == 0 || round != round_of(user) || user->awaited == 0)
        return;
    __atomic_store_n(&user->awaited, user->awaited - 1, __ATOMIC_RELAXED);
    if (user->awaited == 0 && pool.settling > 0)
        pthread_cond_broadcast(&pool.quiet);
}

static void *thread_main(void *arg)
{
    (void)arg;
    pthread_setname_np(pthread_self(), "orrery-pool");
    pthread_mutex_lock(&pool.lock);
    pool.waking = false;
    for (;;) {
        orr__op *op = job_wait();
        orr__pool_user *user = user_of(op);
        const bool slow = is_slow(op);
        const bool outlives = orr__op_outlives_program(op);
        const bool changes = orr__op_changes_files(op);
        const uint16_t round = op->count;

        user->running++;
        if (round != 0 && !changes)
            ahead_add(user, -1);
        pthread_mutex_unlock(&pool.lock);

        op->result = orr__sys_blocking(user->allocator, op);
        if (changes)
            ahead_add(user, -1);
        job_done(user, op);

        pthread_mutex_lock(&pool.lock);
        user->running--;
        pool.slow_running -= slow;
        job_forget(user, round);
        if (outlives)
            outliving_remove();
        if (pool.closing > 0)
            pthread_cond_broadcast(&pool.quiet);
    }
    return NULL;
}

/* ---- The users' side -------------------------------------------------- */

int orr__pool_user_open(orr__pool_user *user)
{
    pthread_once(&once, pool_create);
    if (pool.fork_hooked < 0)
        return pool.fork_hooked;
    user->done = NULL;
    user->running = user->under_way = 0;
    user->fresh = user->round = user->awaited = user->ahead = 0;
    pthread_mutex_lock(&pool.lock);
    user->epoch = pool.epoch;
    pthread_mutex_unlock(&pool.lock);
    return 0;
}

static void queue_push(orr__op *op)
{
    if (!is_slow(op)) {
        orr__ops_push(&pool.fast, op);
        return;
    }
    orr__ops_push(&pool.slow, op);
    if (!pool.marker_queued)
        marker_push();
}

/* Under the lock. Files are waited for, but not work of any length. */
static void job_count(orr__pool_user *user, orr__op *op)
{
    const bool is_file = op->code >= OP_OPEN;

    user->under_way++;
    user->fresh += is_file;
    op->count = is_file ? round_of(user) : 0;
    __atomic_store_n(&user->awaited, user->awaited + is_file, __ATOMIC_RELAXED);
    ahead_add(user, is_file);
    pool.outliving += orr__op_outlives_program(op);
}

int orr__pool_submit(orr__pool_user *user, orr__op *op)
{
    uint32_t size = __atomic_load_n(&pool.size, __ATOMIC_RELAXED);

    if (size == 0)
        size = size_decide(user->size); /* before the lock: it has its own */
    op->slot = (uintptr_t)user;
    op->state = QUEUED;
    pthread_mutex_lock(&pool.lock);
    if (pool.size == 0)
        __atomic_store_n(&pool.size, size, __ATOMIC_RELAXED);
    queue_push(op);
    const bool call = call_someone();
    checked(verify_served());
    const int err = pool.threads == 0 ? -EAGAIN : 0;
    if (err == 0)
        job_count(user, op);
    else
        orr__ops_remove(op); /* not one thread could be started */
    pthread_mutex_unlock(&pool.lock);
    if (call)
        pthread_cond_signal(&pool.work);
    if (err < 0)
        orr__fs_drop_opened(op);
    return err;
}

int orr__pool_cancel(orr__pool_user *user, orr__op *op)
{
    int err = -EBUSY;

    pthread_mutex_lock(&pool.lock);
    if (op->state == QUEUED) {
        orr__ops_remove(op);
        op->state = IDLE_JOB;
        user->under_way--;
        job_forget(user, op->count);
        ahead_add(user, -(op->count != 0));
        if (orr__op_outlives_program(op))
            outliving_remove();
        err = 0;
    }
    pthread_mutex_unlock(&pool.lock);
    if (err < 0)
        return err;
    if (user->under_way == 0)
        user->fresh = 0;
    orr__fs_drop_opened(op);
    return 0;
}

/* The stack has the newest on top; turned over, it is in order. */
orr__op *orr__pool_take(orr__pool_user *user)
{
    orr__op *first = NULL;

    if (__atomic_load_n(&user->done, __ATOMIC_RELAXED) == NULL)
        return NULL;
    orr__op *op = __atomic_exchange_n(&user->done, NULL, __ATOMIC_ACQ_REL);
    while (op != NULL) {
        orr__op *older = op->next;

        op->next = first;
        first = op;
        op = older;
        user->under_way--;
    }
    if (user->under_way == 0)
        user->fresh = 0;
    return first;
}

/* ---- Settling --------------------------------------------------------- */

#define NS_PER_S 1000000000u

static bool can_settle(orr__pool_user *user)
{
    return user->fresh > 0 && user->under_way <= pool.size &&
           __atomic_load_n(&user->awaited, __ATOMIC_RELAXED) > 0;
}

static bool wait_for_fresh(orr__pool_user *user, uint64_t max_ns)
{
    const uint64_t ns = orr__clock_ns(CLOCK_MONOTONIC) + max_ns;
    const struct timespec t = { (time_t)(ns / NS_PER_S),
                                (long)(ns % NS_PER_S) };
    int err = 0;

    pthread_mutex_lock(&pool.lock);
    pool.settling++;
    while (user->awaited > 0 && err == 0)
        err = pthread_cond_clockwait(&pool.quiet, &pool.lock, CLOCK_MONOTONIC,
                                     &t);
    pool.settling--;
    const bool settled = user->awaited == 0;
    user->round++;
    user->awaited = 0;
    pthread_mutex_unlock(&pool.lock);
    return settled;
}

int orr__pool_settle(orr__pool_user *user, uint64_t max_ns)
{
    int settled = -EAGAIN;

    if (max_ns > 0 && can_settle(user))
        settled = wait_for_fresh(user, max_ns);
    user->fresh = 0;
    return settled;
}

/* ---- The end ---------------------------------------------------------- */

static void queue_put_aside(orr__op *head)
{
    orr__op *next;

    for (orr__op *op = head->next; op != head; op = next) {
        next = op->next;
        if (op == &pool.marker || orr__op_outlives_program(op))
            continue;
        orr__ops_remove(op);
        orr__ops_push(&pool.aside, op);
    }
}

/* A job that is put aside can still be cancelled. One that is running and that
 * nobody would miss is not waited for: it may read from a terminal. */
void orr__pool_drain(void)
{
    pthread_once(&once, pool_create);
    pthread_mutex_lock(&pool.lock);
    queue_put_aside(&pool.fast);
    queue_put_aside(&pool.slow);
    pool.draining++;
    while (pool.outliving > 0)
        pthread_cond_wait(&pool.quiet, &pool.lock);
    pool.draining--;
    pthread_mutex_unlock(&pool.lock);
}

static void queue_drop(orr__op *head, const orr__pool_user *user)
{
    orr__op *next;

    for (orr__op *op = head->next; op != head; op = next) {
        next = op->next;
        if (op == &pool.marker || user_of(op) != user)
            continue;
        orr__ops_remove(op);
        if (orr__op_outlives_program(op))
            outliving_remove();
    }
}

void orr__pool_user_close(orr__pool_user *user)
{
    pthread_mutex_lock(&pool.lock);
    if (user->epoch == pool.epoch) {
        queue_drop(&pool.fast, user);
        queue_drop(&pool.slow, user);
        queue_drop(&pool.aside, user);
        pool.closing++;
        while (user->running > 0)
            pthread_cond_wait(&pool.quiet, &pool.lock);
        pool.closing--;
    }
    pthread_mutex_unlock(&pool.lock);
    user->done = NULL;
    user->under_way = user->fresh = user->ahead = 0;
}
