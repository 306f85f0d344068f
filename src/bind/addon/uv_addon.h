/*
 * uv_addon.h - the part of libuv 1.x that addons for Node-API call.
 *
 * An addon is compiled against libuv's own header and allocates these structs
 * itself, so their sizes, and the places of the members that are public, are
 * those of libuv on 64-bit Linux. What is private to libuv there is ours: the
 * `side` of a handle or request leads to the state behind it.
 *
 *      addon's memory                    ours, from init to the close callback
 *      uv_handle { data, loop, type,     bind_handle + the loop's handle
 *                  side, ... }  <------>
 *
 * All kinds of handles share one declaration here, since all callbacks but that
 * of a poll handle take the handle and nothing else.
 */
#ifndef ORRERY_BIND_UV_ADDON_H
#define ORRERY_BIND_UV_ADDON_H

#include <pthread.h>
#include <semaphore.h>

#include "bind/core/handle.h"

typedef struct uv_handle uv_handle;
typedef struct uv_req uv_req;
typedef struct uv_work uv_work;

typedef void uv_handle_fn(uv_handle *h);
typedef void uv_poll_fn(uv_handle *h, int status, int events);
typedef void uv_work_fn(uv_work *w);
typedef void uv_after_work_fn(uv_work *w, int status);
typedef void uv_walk_fn(uv_handle *h, void *arg);

/* Numbers of libuv's. */
enum {
    UV_ASYNC = 1,
    UV_CHECK = 2,
    UV_IDLE = 6,
    UV_POLL = 8,
    UV_PREPARE = 9,
    UV_TIMER = 13,
    UV_HANDLE_TYPES = 17,
    UV_WORK = 7,
    UV_REQ_TYPES = 11
};

typedef struct uv_loop_s {
    void *data;      /* the addon's */
    void *unused[4]; /* counts and lists of libuv's */
    runtime *r;
    void *rest[100];
} uv_loop;
_Static_assert(sizeof(uv_loop) == 848, "the size of libuv's uv_loop_t");

/* The beginning that all handles have; the addon's are longer. */
struct uv_handle {
    void *data; /* the addon's */
    uv_loop *loop;
    int type;
    void *close_fn;
    void *queue[2];
    void *reserved[3];
    struct uv_side *side; /* NULL once it is closed */
    void *next;
    unsigned flags;
};
_Static_assert(sizeof(uv_handle) == 96, "the size of libuv's uv_handle_t");

struct uv_req {
    void *data; /* the addon's */
    int type;
    struct uv_work_side *side;
    void *reserved[5];
};

struct uv_work {
    uv_req req;
    uv_loop *loop;
    uv_work_fn *work;
    uv_after_work_fn *after;
};
_Static_assert(offsetof(uv_work, loop) == 64, "the size of libuv's uv_req_t");

typedef struct uv_buf {
    char *base;
    size_t len;
} uv_buf;

/* Call native code of an addon as Node calls it from libuv: what it queues is
 * drained by the callback scopes that it opens, and not afterwards. */
void bind_uv_call(runtime *r, void (*fn)(void *arg), void *arg);

/* uv_loop.c */
uv_loop *uv_default_loop(void);
int uv_loop_alive(const uv_loop *loop);
uint64_t uv_now(const uv_loop *loop);
void uv_update_time(uv_loop *loop);
int uv_backend_fd(const uv_loop *loop);
int uv_backend_timeout(const uv_loop *loop);
void *uv_loop_get_data(const uv_loop *loop);
void uv_loop_set_data(uv_loop *loop, void *data);
size_t uv_loop_size(void);
uint64_t uv_hrtime(void);
void uv_sleep(unsigned ms);
int uv_os_getpid(void);
int uv_os_getppid(void);
unsigned uv_version(void);
const char *uv_version_string(void);
const char *uv_strerror(int err);
const char *uv_err_name(int err);
char *uv_strerror_r(int err, char *out, size_t size);
char *uv_err_name_r(int err, char *out, size_t size);
int uv_translate_sys_error(int err);
int uv_get_osfhandle(int fd);
int uv_open_osfhandle(int fd);
uv_buf uv_buf_init(char *base, unsigned len);
int uv_queue_work(uv_loop *loop, uv_work *w, uv_work_fn *work,
                  uv_after_work_fn *after);
int uv_cancel(uv_req *req);
size_t uv_req_size(int type);
void *uv_req_get_data(const uv_req *req);
void uv_req_set_data(uv_req *req, void *data);
int uv_req_get_type(const uv_req *req);

/* uv_handle.c */
int uv_async_init(uv_loop *loop, uv_handle *h, uv_handle_fn *fn);
int uv_async_send(uv_handle *h);
int uv_timer_init(uv_loop *loop, uv_handle *h);
int uv_timer_start(uv_handle *h, uv_handle_fn *fn, uint64_t ms,
                   uint64_t repeat_ms);
int uv_timer_stop(uv_handle *h);
int uv_timer_again(uv_handle *h);
void uv_timer_set_repeat(uv_handle *h, uint64_t repeat_ms);
uint64_t uv_timer_get_repeat(const uv_handle *h);
uint64_t uv_timer_get_due_in(const uv_handle *h);
int uv_idle_init(uv_loop *loop, uv_handle *h);
int uv_idle_start(uv_handle *h, uv_handle_fn *fn);
int uv_idle_stop(uv_handle *h);
int uv_prepare_init(uv_loop *loop, uv_handle *h);
int uv_prepare_start(uv_handle *h, uv_handle_fn *fn);
int uv_prepare_stop(uv_handle *h);
int uv_check_init(uv_loop *loop, uv_handle *h);
int uv_check_start(uv_handle *h, uv_handle_fn *fn);
int uv_check_stop(uv_handle *h);
int uv_poll_init(uv_loop *loop, uv_handle *h, int fd);
int uv_poll_init_socket(uv_loop *loop, uv_handle *h, int fd);
int uv_poll_start(uv_handle *h, int events, uv_poll_fn *fn);
int uv_poll_stop(uv_handle *h);
int uv_fileno(const uv_handle *h, int *fd);
void uv_close(uv_handle *h, uv_handle_fn *fn);
int uv_is_active(const uv_handle *h);
int uv_is_closing(const uv_handle *h);
void uv_ref(uv_handle *h);
void uv_unref(uv_handle *h);
int uv_has_ref(const uv_handle *h);
void *uv_handle_get_data(const uv_handle *h);
void uv_handle_set_data(uv_handle *h, void *data);
uv_loop *uv_handle_get_loop(const uv_handle *h);
int uv_handle_get_type(const uv_handle *h);
const char *uv_handle_type_name(int type);
size_t uv_handle_size(int type);
void uv_walk(uv_loop *loop, uv_walk_fn *fn, void *arg);

/* uv_thread.c */
int uv_mutex_init(pthread_mutex_t *m);
int uv_mutex_init_recursive(pthread_mutex_t *m);
void uv_mutex_destroy(pthread_mutex_t *m);
void uv_mutex_lock(pthread_mutex_t *m);
int uv_mutex_trylock(pthread_mutex_t *m);
void uv_mutex_unlock(pthread_mutex_t *m);
int uv_rwlock_init(pthread_rwlock_t *l);
void uv_rwlock_destroy(pthread_rwlock_t *l);
void uv_rwlock_rdlock(pthread_rwlock_t *l);
int uv_rwlock_tryrdlock(pthread_rwlock_t *l);
void uv_rwlock_rdunlock(pthread_rwlock_t *l);
void uv_rwlock_wrlock(pthread_rwlock_t *l);
int uv_rwlock_trywrlock(pthread_rwlock_t *l);
void uv_rwlock_wrunlock(pthread_rwlock_t *l);
int uv_cond_init(pthread_cond_t *c);
void uv_cond_destroy(pthread_cond_t *c);
void uv_cond_signal(pthread_cond_t *c);
void uv_cond_broadcast(pthread_cond_t *c);
void uv_cond_wait(pthread_cond_t *c, pthread_mutex_t *m);
int uv_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, uint64_t ns);
int uv_sem_init(sem_t *s, unsigned value);
void uv_sem_destroy(sem_t *s);
void uv_sem_post(sem_t *s);
void uv_sem_wait(sem_t *s);
int uv_sem_trywait(sem_t *s);
int uv_barrier_init(pthread_barrier_t *b, unsigned count);
int uv_barrier_wait(pthread_barrier_t *b);
void uv_barrier_destroy(pthread_barrier_t *b);
void uv_once(pthread_once_t *once, void (*fn)(void));
int uv_key_create(pthread_key_t *key);
void uv_key_delete(pthread_key_t *key);
void *uv_key_get(pthread_key_t *key);
void uv_key_set(pthread_key_t *key, void *value);
int uv_thread_create(pthread_t *thread, void (*fn)(void *arg), void *arg);
pthread_t uv_thread_self(void);
int uv_thread_join(pthread_t *thread);
int uv_thread_equal(const pthread_t *a, const pthread_t *b);

#endif
