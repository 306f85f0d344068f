/*
 * uv.c - every kind of libuv handle that addons use, for uv.js. It is compiled
 * against libuv's own header, so that sizes and members are libuv's.
 *
 * Callbacks call the JavaScript function with a word in one of three ways:
 * plainly, which drains nothing; by napi_make_callback(); in a callback scope.
 */
#include "help.h"

#include <unistd.h>
#include <uv.h>

static napi_env env_;
static napi_ref say_ref;
static napi_async_context context;
static uv_loop_t *loop;
static uv_timer_t timer, again;
static uv_idle_t idle;
static uv_prepare_t prepare;
static uv_check_t check;
static uv_async_t async;
static uv_poll_t poll_;
static uv_work_t work, cancelled;
static uv_thread_t thread;
static uv_mutex_t mutex;
static uv_cond_t cond;
static uv_sem_t sem;
static uv_once_t once = UV_ONCE_INIT;
static uv_key_t key;
static int ends[2], turns, counted, ready;

static void call(const char *word, bool plain)
{
    napi_handle_scope scope;
    napi_value fn, global, arg;

    OK(napi_open_handle_scope(env_, &scope));
    OK(napi_get_reference_value(env_, say_ref, &fn));
    OK(napi_get_global(env_, &global));
    OK(napi_create_string_utf8(env_, word, NAPI_AUTO_LENGTH, &arg));
    if (plain)
        napi_call_function(env_, global, fn, 1, &arg, NULL);
    else
        napi_make_callback(env_, context, global, fn, 1, &arg, NULL);
    OK(napi_close_handle_scope(env_, scope));
}

static void on_closed(uv_handle_t *h)
{
    char word[64];

    snprintf(word, sizeof word, "%s closed, closing %d",
             uv_handle_type_name(uv_handle_get_type(h)), uv_is_closing(h));
    call(word, false);
}

static void close_it(void *h)
{
    uv_close(h, on_closed);
}

static void on_timer(uv_timer_t *t)
{
    call(t->data, false);
    call("second call of the timer", false);
    close_it(t);
}

static void on_again(uv_timer_t *t)
{
    if (++counted == 3)
        close_it(t);
    call("repeated", true); /* nothing is drained after it */
}

static void on_idle(uv_idle_t *h)
{
    if (turns == 0)
        call("idle", false);
    if (++turns == 20)
        close_it(h);
}

static void on_prepare(uv_prepare_t *h)
{
    call("prepare", false);
    close_it(h);
}

static void on_check(uv_check_t *h)
{
    call("check", false);
    close_it(h);
}

static void on_poll(uv_poll_t *p, int status, int events)
{
    char word[64], bytes[8];
    const ssize_t n = read(ends[0], bytes, sizeof bytes);

    snprintf(word, sizeof word, "poll status %d events %d bytes %d", status,
             events, (int)n);
    call(word, false);
    uv_poll_stop(p);
    close_it(p);
}

static void on_async(uv_async_t *a)
{
    napi_handle_scope handles;
    napi_callback_scope scope;
    napi_value object;

    OK(napi_open_handle_scope(env_, &handles));
    OK(napi_create_object(env_, &object));
    OK(napi_open_callback_scope(env_, object, context, &scope));
    call("async", true);
    call("async in the same scope", true);
    OK(napi_close_callback_scope(env_, scope));
    OK(napi_close_handle_scope(env_, handles));
    uv_thread_join(&thread);
    close_it(a);
    uv_sem_destroy(&sem);
    uv_cond_destroy(&cond);
    uv_mutex_destroy(&mutex);
}

static void count_once(void)
{
    counted++;
}

/* Waits for the lock, the condition and the semaphore, then sends. */
static void in_thread(void *arg)
{
    const uv_thread_t self = uv_thread_self();

    uv_key_set(&key, arg);
    uv_mutex_lock(&mutex);
    while (!ready)
        uv_cond_wait(&cond, &mutex);
    uv_mutex_unlock(&mutex);
    uv_sem_wait(&sem);
    uv_sleep(1);
    if (uv_key_get(&key) == arg && uv_thread_equal(&self, &thread) &&
        uv_hrtime() > 0)
        uv_async_send(&async);
}

static void do_work(uv_work_t *w)
{
    *(int *)w->data += 41;
}

static void after_work(uv_work_t *w, int status)
{
    char word[64];

    snprintf(word, sizeof word, "work %d status %d", *(int *)w->data, status);
    call(word, false);
}

static void start_thread(void)
{
    OK(uv_mutex_init(&mutex));
    OK(uv_cond_init(&cond));
    OK(uv_sem_init(&sem, 0));
    OK(uv_key_create(&key));
    OK(uv_async_init(loop, &async, on_async));
    OK(uv_thread_create(&thread, in_thread, &thread));
    uv_mutex_lock(&mutex);
    ready = 1;
    uv_cond_signal(&cond);
    uv_mutex_unlock(&mutex);
    uv_sem_post(&sem);
}

static void start_timer(void)
{
    timer.data = "timer";
    OK(uv_timer_init(loop, &timer));
    OK(uv_timer_start(&timer, on_timer, 5, 0));
}

static void start_repeating(void)
{
    OK(uv_timer_init(loop, &again));
    OK(uv_timer_start(&again, on_again, 10, 1));
}

static void start_idle(void)
{
    OK(uv_idle_init(loop, &idle));
    OK(uv_idle_start(&idle, on_idle));
}

/* Prepare and check of one turn, which the timer makes. */
static void start_phases(void)
{
    start_idle();
    OK(uv_prepare_init(loop, &prepare));
    OK(uv_prepare_start(&prepare, on_prepare));
    OK(uv_check_init(loop, &check));
    OK(uv_check_start(&check, on_check));
    OK(uv_check_start(&check, on_check));
}

static void start_poll(void)
{
    OK(pipe(ends));
    OK(uv_poll_init(loop, &poll_, ends[0]));
    OK(uv_poll_start(&poll_, UV_READABLE | UV_DISCONNECT, on_poll));
    OK(uv_poll_start(&poll_, UV_READABLE, on_poll));
    if (write(ends[1], "abc", 3) != 3)
        abort();
}

static void start_work(void)
{
    static int number = 1;

    work.data = &number;
    OK(uv_queue_work(loop, &work, do_work, after_work));
}

/* start(number, say) */
static napi_value start(napi_env env, napi_callback_info info)
{
    static void (*const kinds[])(void) = { start_timer,  start_repeating,
                                           start_phases, start_poll,
                                           start_work,   start_thread };
    napi_value args[2];
    uint32_t kind;

    get_args(env, info, 2, args);
    OK(napi_get_value_uint32(env, args[0], &kind));
    if (say_ref == NULL) {
        OK(napi_create_reference(env, args[1], 1, &say_ref));
        OK(napi_async_init(env, NULL, string(env, "uv"), &context));
        env_ = env;
    }
    kinds[kind]();
    return NULL;
}

/* facts(): what needs no callback, as one string. */
static napi_value facts(napi_env env, napi_callback_info info)
{
    static uv_timer_t t;
    char text[600];
    uv_buf_t buf = uv_buf_init(text, 7);

    (void)info;
    OK(uv_timer_init(loop, &t));
    const int was = uv_is_active((uv_handle_t *)&t);
    const int none = uv_timer_again(&t);
    uv_unref((uv_handle_t *)&t);
    OK(uv_timer_start(&t, on_timer, 100000, 7));
    uv_once(&once, count_once);
    uv_once(&once, count_once);
    snprintf(text, sizeof text,
             "sizes %d %d %d active %d %d ref %d again %d repeat %d due %d "
             "once %d same %d %d %s %s %d %d buf %d loop %d trylock %d pid %d",
             uv_handle_size(UV_TIMER) == sizeof(uv_timer_t),
             uv_handle_size(UV_POLL) == sizeof(uv_poll_t),
             uv_req_size(UV_WORK) == sizeof(uv_work_t), was,
             uv_is_active((uv_handle_t *)&t), uv_has_ref((uv_handle_t *)&t),
             none, (int)uv_timer_get_repeat(&t),
             uv_timer_get_due_in(&t) > 90000, counted,
             uv_default_loop() == loop, t.loop == loop, uv_err_name(UV_ENOENT),
             uv_strerror(UV_EINVAL), uv_translate_sys_error(2),
             uv_cancel((uv_req_t *)&cancelled), (int)buf.len,
             uv_now(loop) > 0, uv_hrtime() > 0, uv_os_getpid() == getpid());
    counted = 0;
    uv_timer_stop(&t);
    uv_close((uv_handle_t *)&t, NULL);
    return string(env, text);
}

NAPI_MODULE_INIT()
{
    const napi_property_descriptor functions[] = { METHOD(start),
                                                   METHOD(facts) };

    OK(napi_get_uv_event_loop(env, &loop));
    OK(napi_define_properties(env, exports, COUNT(functions), functions));
    return exports;
}
