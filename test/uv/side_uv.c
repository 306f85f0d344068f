/*
 * side_uv.c - the verbs in libuv's words.
 */
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <uv.h>

#include "clock.h"
#include "side.h"

typedef union handle {
    uv_handle_t h;
    uv_timer_t timer;
    uv_idle_t idle;
    uv_prepare_t prepare;
    uv_check_t check;
    uv_async_t async;
    uv_stream_t stream;
    uv_tcp_t tcp;
    uv_pipe_t pipe;
    uv_udp_t udp;
    uv_signal_t signal;
    uv_poll_t poll;
} handle;

typedef union request {
    uv_req_t r;
    uv_write_t write;
    uv_shutdown_t shutdown;
    uv_connect_t connect;
    uv_work_t work;
    uv_fs_t fs;
    uv_udp_send_t send;
} request;

static uv_loop_t loop, helper;

#include "side_calls.h"

/* ---- The loop ----------------------------------------------------------- */

static int side_open(const char *variant, unsigned uv_version)
{
    (void)variant;
    (void)uv_version;
    sem_init(&gate_sem, 0, 0);
    sem_init(&fence_sem, 0, 0);
    const int err = uv_loop_init(&loop);
    return err < 0 ? err : uv_loop_init(&helper);
}

static int side_close(void)
{
    return uv_loop_close(&loop);
}

static int side_run(uint32_t mode)
{
    static const uv_run_mode modes[] = { UV_RUN_DEFAULT, UV_RUN_ONCE,
                                         UV_RUN_NOWAIT };
    return uv_run(&loop, modes[mode]) != 0;
}

static void side_stop(void)
{
    uv_stop(&loop);
}

static bool side_alive(void)
{
    return uv_loop_alive(&loop);
}

static uint64_t side_now(void)
{
    return uv_now(&loop);
}

static void side_update(void)
{
    uv_update_time(&loop);
}

static const char *side_err_name(int64_t err)
{
    return uv_err_name((int)err);
}

/* ---- Handles ------------------------------------------------------------ */

static void side_make(thing t)
{
    handle *h = &handles[t.kind][t.slot];

    switch (t.kind) {
    case TIMER:
        uv_timer_init(&loop, &h->timer);
        break;
    case IDLE:
        uv_idle_init(&loop, &h->idle);
        break;
    case PREPARE:
        uv_prepare_init(&loop, &h->prepare);
        break;
    case CHECK:
        uv_check_init(&loop, &h->check);
        break;
    case UDP:
        uv_udp_init(&loop, &h->udp);
        break;
    case SIGNAL:
        uv_signal_init(&loop, &h->signal);
        break;
    case LISTENER:
        uv_tcp_init(&loop, &h->tcp);
        break;
    default: /* async, streams and poll handles are made by their verbs */
        h->h.type = UV_UNKNOWN_HANDLE;
        break;
    }
}

static void side_close_handle(thing t)
{
    uv_close(&handles[t.kind][t.slot].h, on_close);
}

static void side_ref(thing t, bool on)
{
    if (on)
        uv_ref(&handles[t.kind][t.slot].h);
    else
        uv_unref(&handles[t.kind][t.slot].h);
}

static void side_ask(thing t, facts *out)
{
    handle *h = &handles[t.kind][t.slot];

    out->active = uv_is_active(&h->h);
    out->closing = uv_is_closing(&h->h);
    out->ref = uv_has_ref(&h->h);
    if (t.kind == TIMER)
        out->due_in = uv_timer_get_due_in(&h->timer);
    if (t.kind == STREAM) {
        out->readable = uv_is_readable(&h->stream);
        out->writable = uv_is_writable(&h->stream);
        out->queued = uv_stream_get_write_queue_size(&h->stream);
    }
}

static int side_timer(uint32_t t, uint64_t delay, uint64_t repeat)
{
    return uv_timer_start(&handles[TIMER][t].timer, on_timer, delay, repeat);
}

static void side_timer_stop(uint32_t t)
{
    uv_timer_stop(&handles[TIMER][t].timer);
}

static int side_timer_again(uint32_t t)
{
    return uv_timer_again(&handles[TIMER][t].timer);
}

static void side_timer_repeat(uint32_t t, uint64_t repeat)
{
    uv_timer_set_repeat(&handles[TIMER][t].timer, repeat);
}

static int side_phase(thing t)
{
    handle *h = &handles[t.kind][t.slot];

    return t.kind == IDLE      ? uv_idle_start(&h->idle, on_idle)
           : t.kind == PREPARE ? uv_prepare_start(&h->prepare, on_prepare)
                               : uv_check_start(&h->check, on_check);
}

static void side_phase_stop(thing t)
{
    handle *h = &handles[t.kind][t.slot];

    if (t.kind == IDLE)
        uv_idle_stop(&h->idle);
    else if (t.kind == PREPARE)
        uv_prepare_stop(&h->prepare);
    else
        uv_check_stop(&h->check);
}

static int side_async(uint32_t a)
{
    return uv_async_init(&loop, &handles[ASYNC][a].async, on_async);
}

static int side_async_send(uint32_t a)
{
    return uv_async_send(&handles[ASYNC][a].async);
}

static int side_signal(uint32_t g, int signum, bool oneshot)
{
    uv_signal_t *s = &handles[SIGNAL][g].signal;

    return oneshot ? uv_signal_start_oneshot(s, on_signal, signum)
                   : uv_signal_start(s, on_signal, signum);
}

static void side_signal_stop(uint32_t g)
{
    uv_signal_stop(&handles[SIGNAL][g].signal);
}

static int side_poll(uint32_t q, int fd)
{
    uv_poll_t *p = &handles[POLL][q].poll;

    if (p->type == UV_UNKNOWN_HANDLE) {
        const int err = uv_poll_init(&loop, p, fd);
        if (err < 0)
            return err;
    }
    return uv_poll_start(p, UV_READABLE, on_poll);
}

static void side_poll_stop(uint32_t q)
{
    uv_poll_stop(&handles[POLL][q].poll);
}

/* ---- Streams ------------------------------------------------------------ */

static uv_stream_t *stream(uint32_t s)
{
    return &handles[STREAM][s].stream;
}

static int side_pair(uint32_t a, bool handed)
{
    int fds[2];

    (void)handed;
    uv_pipe_init(&loop, &handles[STREAM][a].pipe, 0);
    uv_pipe_init(&loop, &handles[STREAM][a + 1].pipe, 0);
    int err =
        uv_socketpair(SOCK_STREAM, 0, fds, UV_NONBLOCK_PIPE, UV_NONBLOCK_PIPE);
    if (err == 0)
        err = uv_pipe_open(&handles[STREAM][a].pipe, fds[0]);
    if (err == 0)
        err = uv_pipe_open(&handles[STREAM][a + 1].pipe, fds[1]);
    return err;
}

static void on_alloc(uv_handle_t *h, size_t size, uv_buf_t *buf)
{
    static char bytes[65536];

    (void)h;
    (void)size;
    *buf = uv_buf_init(bytes, sizeof bytes);
}

/* Zero means EAGAIN; orrery has no callback for it. */
static void on_read(uv_stream_t *s, ssize_t n, const uv_buf_t *buf)
{
    (void)buf;
    if (n != 0)
        play_called(STREAM, slot_of_handle(STREAM, s), n);
}

static int side_read(uint32_t s)
{
    return uv_read_start(stream(s), on_alloc, on_read);
}

static void side_read_stop(uint32_t s)
{
    uv_read_stop(stream(s));
}

static int side_write(uint32_t w, uint32_t s, size_t n)
{
    const uv_buf_t buf = uv_buf_init(play_bytes, (unsigned)n);

    return uv_write(&requests[WRITE][w].write, stream(s), &buf, 1, on_write);
}

static int64_t side_try_write(uint32_t s, size_t n)
{
    const uv_buf_t buf = uv_buf_init(play_bytes, (unsigned)n);

    return uv_try_write(stream(s), &buf, 1);
}

static int side_shutdown(uint32_t h, uint32_t s)
{
    return uv_shutdown(&requests[SHUTDOWN][h].shutdown, stream(s), on_shutdown);
}

static int side_listen(uint32_t l, uint16_t *port)
{
    uv_tcp_t *tcp = &handles[LISTENER][l].tcp;
    struct sockaddr_in addr;
    int len = sizeof addr;

    uv_ip4_addr("127.0.0.1", 0, &addr);
    int err = uv_tcp_bind(tcp, (struct sockaddr *)&addr, 0);
    if (err == 0)
        err = uv_listen((uv_stream_t *)tcp, 128, on_connection);
    if (err == 0)
        err = uv_tcp_getsockname(tcp, (struct sockaddr *)&addr, &len);
    *port = ntohs(addr.sin_port);
    return err;
}

static int side_accept(uint32_t l, uint32_t s)
{
    uv_tcp_init(&loop, &handles[STREAM][s].tcp);
    return uv_accept(&handles[LISTENER][l].stream, stream(s));
}

static int side_connect(uint32_t o, uint32_t s, uint16_t port)
{
    struct sockaddr_in addr;

    uv_ip4_addr("127.0.0.1", port, &addr);
    uv_tcp_init(&loop, &handles[STREAM][s].tcp);
    return uv_tcp_connect(&requests[CONNECT][o].connect,
                          &handles[STREAM][s].tcp, (struct sockaddr *)&addr,
                          on_connect);
}

static int side_reset(uint32_t s)
{
    return uv_tcp_close_reset(&handles[STREAM][s].tcp, on_close);
}

/* ---- UDP ---------------------------------------------------------------- */

static int side_udp(uint32_t u, uint16_t *port)
{
    uv_udp_t *udp = &handles[UDP][u].udp;
    struct sockaddr_in addr;
    int len = sizeof addr;

    uv_ip4_addr("127.0.0.1", 0, &addr);
    int err = uv_udp_bind(udp, (struct sockaddr *)&addr, 0);
    if (err == 0)
        err = uv_udp_getsockname(udp, (struct sockaddr *)&addr, &len);
    *port = ntohs(addr.sin_port);
    return err;
}

static void on_recv(uv_udp_t *u, ssize_t n, const uv_buf_t *buf,
                    const struct sockaddr *from, unsigned flags)
{
    (void)buf;
    (void)flags;
    if (n != 0 || from != NULL)
        play_called(UDP, slot_of_handle(UDP, u), n);
}

static int side_udp_recv(uint32_t u)
{
    return uv_udp_recv_start(&handles[UDP][u].udp, on_alloc, on_recv);
}

static void side_udp_stop(uint32_t u)
{
    uv_udp_recv_stop(&handles[UDP][u].udp);
}

/*
 * Until 1.49 a send that waits is tried once more on a handle that was closed
 * in the same poll, when there is no descriptor any more.
 */
static void on_sent_or_closed(uv_udp_send_t *d, int status)
{
    const bool is_closed = uv_is_closing((uv_handle_t *)d->handle);

    on_sent(d, is_closed && status == UV_EBADF ? UV_ECANCELED : status);
}

static int side_udp_send(uint32_t d, uint32_t u, uint16_t port)
{
    const uv_buf_t buf = uv_buf_init(play_bytes, 3);
    struct sockaddr_in addr;

    uv_ip4_addr("127.0.0.1", port, &addr);
    return uv_udp_send(&requests[SEND][d].send, &handles[UDP][u].udp, &buf, 1,
                       (struct sockaddr *)&addr, on_sent_or_closed);
}

static int64_t side_udp_try(uint32_t u, uint16_t port)
{
    const uv_buf_t buf = uv_buf_init(play_bytes, 3);
    struct sockaddr_in addr;

    uv_ip4_addr("127.0.0.1", port, &addr);
    return uv_udp_try_send(&handles[UDP][u].udp, &buf, 1,
                           (struct sockaddr *)&addr);
}

/* ---- The pool ----------------------------------------------------------- */

static void side_gate(void)
{
    uv_queue_work(&helper, &gate_work, gate_run, NULL);
}

/* The thread takes one thing after the other: when it comes to this one, what
 * was before it has been reported. */
static void side_fence(void)
{
    uv_queue_work(&helper, &fence_work, fence_run, NULL);
    sem_wait(&fence_sem);
    clock_real(true);
    uv_run(&helper, UV_RUN_DEFAULT);
    clock_real(false);
}

static int side_work(uint32_t k)
{
    return uv_queue_work(&loop, &requests[WORK][k].work, work_run, on_work);
}

static int side_cancel(uint32_t k)
{
    return uv_cancel(&requests[WORK][k].r);
}

/* ---- Files -------------------------------------------------------------- */

static void on_stat(uv_fs_t *f)
{
    const ssize_t result = f->result;

    uv_fs_req_cleanup(f);
    play_called(FS, slot_of_request(FS, f), result);
}

static int side_stat(uint32_t f, const char *path)
{
    return uv_fs_stat(&loop, &requests[FS][f].fs, path, on_stat);
}

/* As Node's readFile does it: open, stat, read until the end, close. */
static struct slurp {
    int fd;
    ssize_t got;
    char bytes[4096];
} slurps[SLOTS_MAX];

static struct slurp *slurp_of(uv_fs_t *f)
{
    struct slurp *s = &slurps[slot_of_request(FS, f)];

    uv_fs_req_cleanup(f);
    return s;
}

static void on_slurp_close(uv_fs_t *f)
{
    slurp_of(f);
    play_called(FS, slot_of_request(FS, f), 0);
}

static void on_slurp_read(uv_fs_t *f)
{
    struct slurp *s = slurp_of(f);

    uv_fs_close(&loop, f, s->fd, on_slurp_close);
    side_fence();
}

static void on_slurp_stat(uv_fs_t *f)
{
    struct slurp *s = slurp_of(f);
    const uv_buf_t buf = uv_buf_init(s->bytes, sizeof s->bytes);

    uv_fs_read(&loop, f, s->fd, &buf, 1, -1, on_slurp_read);
    side_fence();
}

static void on_slurp_open(uv_fs_t *f)
{
    const int fd = (int)f->result;
    struct slurp *s = slurp_of(f);

    s->fd = fd;
    uv_fs_fstat(&loop, f, fd, on_slurp_stat);
    side_fence();
}

static int side_slurp(uint32_t f, const char *path)
{
    return uv_fs_open(&loop, &requests[FS][f].fs, path, UV_FS_O_RDONLY, 0,
                      on_slurp_open);
}

const side side_uv = SIDE_VERBS;
