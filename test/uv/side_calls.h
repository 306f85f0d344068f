/*
 * side_calls.h - what both sides share: the handles and requests, and callbacks
 * that only report to play.c. Each side includes it after it has defined the
 * types of a handle and a request.
 */
#include <semaphore.h>

typedef __typeof__(((handle *)0)->h) handle_type;
typedef __typeof__(((handle *)0)->timer) timer_type;
typedef __typeof__(((handle *)0)->idle) idle_type;
typedef __typeof__(((handle *)0)->prepare) prepare_type;
typedef __typeof__(((handle *)0)->check) check_type;
typedef __typeof__(((handle *)0)->async) async_type;
typedef __typeof__(((handle *)0)->signal) signal_type;
typedef __typeof__(((handle *)0)->poll) poll_type;
typedef __typeof__(((handle *)0)->stream) stream_type;
typedef __typeof__(((request *)0)->write) write_type;
typedef __typeof__(((request *)0)->shutdown) shutdown_type;
typedef __typeof__(((request *)0)->connect) connect_type;
typedef __typeof__(((request *)0)->send) send_type;
typedef __typeof__(((request *)0)->work) work_type;

static handle handles[LAST_HANDLE + 1][SLOTS_MAX];
static request requests[KINDS][SLOTS_MAX];

static uint32_t slot_of_handle(kind k, const void *h)
{
    return (uint32_t)((const handle *)h - handles[k]);
}

static uint32_t slot_of_request(kind k, const void *r)
{
    return (uint32_t)((const request *)r - requests[k]);
}

/* ---- Callbacks ---------------------------------------------------------- */

static void on_close(handle_type *h)
{
    const size_t i = (size_t)((handle *)h - &handles[0][0]);

    play_closed((kind)(i / SLOTS_MAX), (uint32_t)(i % SLOTS_MAX));
}

static void on_timer(timer_type *t)
{
    play_called(TIMER, slot_of_handle(TIMER, t), 0);
}

static void on_idle(idle_type *h)
{
    play_called(IDLE, slot_of_handle(IDLE, h), 0);
}

static void on_prepare(prepare_type *h)
{
    play_called(PREPARE, slot_of_handle(PREPARE, h), 0);
}

static void on_check(check_type *h)
{
    play_called(CHECK, slot_of_handle(CHECK, h), 0);
}

static void on_async(async_type *a)
{
    play_called(ASYNC, slot_of_handle(ASYNC, a), 0);
}

static void on_signal(signal_type *g, int signum)
{
    (void)signum;
    play_called(SIGNAL, slot_of_handle(SIGNAL, g), 0);
}

static void on_poll(poll_type *q, int status, int events)
{
    play_called(POLL, slot_of_handle(POLL, q), status < 0 ? status : events);
}

static void on_connection(stream_type *l, int status)
{
    play_called(LISTENER, slot_of_handle(LISTENER, l), status);
}

static void on_write(write_type *w, int status)
{
    play_called(WRITE, slot_of_request(WRITE, w), status);
}

static void on_shutdown(shutdown_type *h, int status)
{
    play_called(SHUTDOWN, slot_of_request(SHUTDOWN, h), status);
}

static void on_connect(connect_type *o, int status)
{
    play_called(CONNECT, slot_of_request(CONNECT, o), status);
}

static void on_sent(send_type *d, int status)
{
    play_called(SEND, slot_of_request(SEND, d), status);
}

static void on_work(work_type *w, int status)
{
    play_called(WORK, slot_of_request(WORK, w), status);
}

static void work_run(work_type *w)
{
    (void)w;
}

/* ---- The gate ----------------------------------------------------------- */

static sem_t gate_sem, fence_sem;
static work_type gate_work, fence_work;

static void side_fence(void);

static void gate_run(work_type *w)
{
    (void)w;
    sem_wait(&gate_sem);
}

static void fence_run(work_type *w)
{
    (void)w;
    sem_post(&fence_sem);
}

static void side_ungate(void)
{
    sem_post(&gate_sem);
    side_fence();
}
