/*
 * uv_thread.c - libuv's threads and locks, for addons: each is the one of
 * POSIX, as in libuv on Linux, since an addon allocates them by its own header.
 *
 * Functions that return nothing cannot fail but by a mistake of the addon's,
 * and then the process is aborted, as libuv does it.
 */
#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "bind/addon/uv_addon.h"

static void thread_check(int err)
{
    if (err != 0)
        abort();
}

/* ---- Locks -------------------------------------------------------------- */

int uv_mutex_init(pthread_mutex_t *m)
{
    return -pthread_mutex_init(m, NULL);
}

int uv_mutex_init_recursive(pthread_mutex_t *m)
{
    pthread_mutexattr_t attr;

    thread_check(pthread_mutexattr_init(&attr));
    thread_check(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE));
    const int err = pthread_mutex_init(m, &attr);
    thread_check(pthread_mutexattr_destroy(&attr));
    return -err;
}

void uv_mutex_destroy(pthread_mutex_t *m)
{
    thread_check(pthread_mutex_destroy(m));
}

void uv_mutex_lock(pthread_mutex_t *m)
{
    thread_check(pthread_mutex_lock(m));
}

/* 0, or -EBUSY if another has it. */
static int thread_tried(int err)
{
    if (err != EBUSY && err != EAGAIN)
        thread_check(err);
    return err == 0 ? 0 : -EBUSY;
}

int uv_mutex_trylock(pthread_mutex_t *m)
{
    return thread_tried(pthread_mutex_trylock(m));
}

void uv_mutex_unlock(pthread_mutex_t *m)
{
    thread_check(pthread_mutex_unlock(m));
}

int uv_rwlock_init(pthread_rwlock_t *l)
{
    return -pthread_rwlock_init(l, NULL);
}

void uv_rwlock_destroy(pthread_rwlock_t *l)
{
    thread_check(pthread_rwlock_destroy(l));
}

void uv_rwlock_rdlock(pthread_rwlock_t *l)
{
    thread_check(pthread_rwlock_rdlock(l));
}

int uv_rwlock_tryrdlock(pthread_rwlock_t *l)
{
    return thread_tried(pthread_rwlock_tryrdlock(l));
}

void uv_rwlock_rdunlock(pthread_rwlock_t *l)
{
    thread_check(pthread_rwlock_unlock(l));
}

void uv_rwlock_wrlock(pthread_rwlock_t *l)
{
    thread_check(pthread_rwlock_wrlock(l));
}

int uv_rwlock_trywrlock(pthread_rwlock_t *l)
{
    return thread_tried(pthread_rwlock_trywrlock(l));
}

void uv_rwlock_wrunlock(pthread_rwlock_t *l)
{
    thread_check(pthread_rwlock_unlock(l));
}

/* ---- Conditions, semaphores, barriers ----------------------------------- */

/* A timed wait must not depend on the time of day. */
int uv_cond_init(pthread_cond_t *c)
{
    pthread_condattr_t attr;

    thread_check(pthread_condattr_init(&attr));
    thread_check(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC));
    const int err = pthread_cond_init(c, &attr);
    thread_check(pthread_condattr_destroy(&attr));
    return -err;
}

void uv_cond_destroy(pthread_cond_t *c)
{
    thread_check(pthread_cond_destroy(c));
}

void uv_cond_signal(pthread_cond_t *c)
{
    thread_check(pthread_cond_signal(c));
}

void uv_cond_broadcast(pthread_cond_t *c)
{
    thread_check(pthread_cond_broadcast(c));
}

void uv_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    thread_check(pthread_cond_wait(c, m));
}

int uv_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, uint64_t ns)
{
    const uint64_t end = orr_machine_ns() + ns;
    const struct timespec t = { (time_t)(end / 1000000000u),
                                (long)(end % 1000000000u) };
    const int err = pthread_cond_timedwait(c, m, &t);

    if (err != ETIMEDOUT)
        thread_check(err);
    return -err;
}

int uv_sem_init(sem_t *s, unsigned value)
{
    return sem_init(s, 0, value) == 0 ? 0 : -errno;
}

void uv_sem_destroy(sem_t *s)
{
    thread_check(sem_destroy(s));
}

void uv_sem_post(sem_t *s)
{
    thread_check(sem_post(s));
}

void uv_sem_wait(sem_t *s)
{
    while (sem_wait(s) < 0)
        thread_check(errno == EINTR ? 0 : errno);
}

int uv_sem_trywait(sem_t *s)
{
    while (sem_trywait(s) < 0) {
        if (errno == EAGAIN)
            return -EAGAIN;
        thread_check(errno == EINTR ? 0 : errno);
    }
    return 0;
}

int uv_barrier_init(pthread_barrier_t *b, unsigned count)
{
    return -pthread_barrier_init(b, NULL, count);
}

/* 1 for one of the threads that waited, which may destroy it. */
int uv_barrier_wait(pthread_barrier_t *b)
{
    const int err = pthread_barrier_wait(b);

    if (err != PTHREAD_BARRIER_SERIAL_THREAD)
        thread_check(err);
    return err == PTHREAD_BARRIER_SERIAL_THREAD;
}

void uv_barrier_destroy(pthread_barrier_t *b)
{
    thread_check(pthread_barrier_destroy(b));
}

void uv_once(pthread_once_t *once, void (*fn)(void))
{
    thread_check(pthread_once(once, fn));
}

/* ---- Threads and what is theirs ----------------------------------------- */

int uv_key_create(pthread_key_t *key)
{
    return -pthread_key_create(key, NULL);
}

void uv_key_delete(pthread_key_t *key)
{
    thread_check(pthread_key_delete(*key));
}

void *uv_key_get(pthread_key_t *key)
{
    return pthread_getspecific(*key);
}

void uv_key_set(pthread_key_t *key, void *value)
{
    thread_check(pthread_setspecific(*key, value));
}

typedef struct entry {
    void (*fn)(void *arg);
    void *arg;
} entry;

static void *thread_run(void *arg)
{
    const entry e = *(entry *)arg;

    free(arg);
    e.fn(e.arg);
    return NULL;
}

int uv_thread_create(pthread_t *thread, void (*fn)(void *arg), void *arg)
{
    entry *e = malloc(sizeof *e);

    if (e == NULL)
        return -ENOMEM;
    *e = (entry){ fn, arg };
    const int err = pthread_create(thread, NULL, thread_run, e);
    if (err != 0)
        free(e);
    return -err;
}

pthread_t uv_thread_self(void)
{
    return pthread_self();
}

int uv_thread_join(pthread_t *thread)
{
    return -pthread_join(*thread, NULL);
}

int uv_thread_equal(const pthread_t *a, const pthread_t *b)
{
    return pthread_equal(*a, *b);
}
