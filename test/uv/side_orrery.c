/*
 * side_orrery.c - the verbs in orrery's words. Where the two libraries have
 * another form for the same thing, this is where it shows; docs/libuv.md has
 * the list.
 */
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "clock.h"
#include "orrery.h"
#include "side.h"

typedef union handle {
    orr_handle h;
    orr_timer timer;
    orr_idle idle;
    orr_prepare prepare;
    orr_check check;
    orr_async async;
    orr_stream stream;
    orr_udp udp;
    orr_signal signal;
    orr_poll poll;
} handle;

typedef union request {
    orr_req r;
    orr_write_req write;
    orr_shutdown_req shutdown;
    orr_connect_req connect;
    orr_work work;
    orr_fs fs;
    orr_send_req send;
} request;

static orr_loop *loop, *helper;

#include "side_calls.h"

/* ---- The loop ----------------------------------------------------------- */

static int side_open(const char *variant, unsigned uv_version)
{
    orr_options options = { .backend = variant, .pool_size = 1 };

    sem_init(&gate_sem, 0, 0);
    sem_init(&fence_sem, 0, 0);
    options.profile =
        orr_profile_find(uv_version < 0x012d00 ? "node18" : "node");
    const int err = orr_loop_open(&loop, &options);
    options.backend = "epoll";
    return err < 0 ? err : orr_loop_open(&helper, &options);
}

static int side_close(void)
{
    return orr_loop_close(loop);
}

static int side_run(uint32_t mode)
{
    static const orr_run_mode modes[] = { ORR_RUN_DEFAULT, ORR_RUN_ONCE,
                                          ORR_RUN_NOWAIT };
    return orr_run(loop, modes[mode]);
}

static void side_stop(void)
{
    orr_stop(loop);
}

static bool side_alive(void)
{
    return orr_alive(loop);
}

static uint64_t side_now(void)
{
    return orr_now(loop);
}

static void side_update(void)
{
    orr_update_time(loop);
}

static const char *side_err_name(int64_t err)
{
    return orr_err_name((int)err);
}

/* ---- Handles ------------------------------------------------------------ */

static void side_make(thing t)
{
    handle *h = &handles[t.kind][t.slot];

    memset(h, 0, sizeof *h);
    if (t.kind == UDP)
        orr_udp_init(loop, &h->udp);
    else if (t.kind == LISTENER)
        orr_tcp_init(loop, &h->stream);
}

static void side_close_handle(thing t)
{
    orr_close(&handles[t.kind][t.slot].h, on_close);
}

static void side_ref(thing t, bool on)
{
    if (on)
        orr_ref(&handles[t.kind][t.slot].h);
    else
        orr_unref(&handles[t.kind][t.slot].h);
}

static void side_ask(thing t, facts *out)
{
    handle *h = &handles[t.kind][t.slot];

    out->active = orr_is_active(&h->h);
    out->closing = orr_is_closing(&h->h);
    out->ref = orr_has_ref(&h->h);
    if (t.kind == TIMER)
        out->due_in = orr_timer_due_in(&h->timer);
    if (t.kind == STREAM && !out->closing) {
        out->readable = orr_is_readable(&h->stream);
        out->writable = orr_is_writable(&h->stream);
        out->queued = orr_write_queue_size(&h->stream);
    }
}

/* uv_timer_start() restarts a started timer. */
static int side_timer(uint32_t t, uint64_t delay, uint64_t repeat)
{
    orr_timer *h = &handles[TIMER][t].timer;

    orr_timer_stop(h);
    return orr_timer_start_repeating(loop, h, delay, repeat, on_timer);
}

static void side_timer_stop(uint32_t t)
{
    orr_timer_stop(&handles[TIMER][t].timer);
}

static int side_timer_again(uint32_t t)
{
    return orr_timer_again(&handles[TIMER][t].timer);
}

static void side_timer_repeat(uint32_t t, uint64_t repeat)
{
    orr_timer_set_repeat(&handles[TIMER][t].timer, repeat);
}

/* Starting one that is started is nothing to libuv, and -EBUSY to us. */
static int side_phase(thing t)
{
    handle *h = &handles[t.kind][t.slot];

    if (orr_is_active(&h->h))
        return 0;
    return t.kind == IDLE ? orr_idle_start(loop, &h->idle, on_idle)
           : t.kind == PREPARE
               ? orr_prepare_start(loop, &h->prepare, on_prepare)
               : orr_check_start(loop, &h->check, on_check);
}

static void side_phase_stop(thing t)
{
    handle *h = &handles[t.kind][t.slot];

    if (t.kind == IDLE)
        orr_idle_stop(&h->idle);
    else if (t.kind == PREPARE)
        orr_prepare_stop(&h->prepare);
    else
        orr_check_stop(&h->check);
}

static int side_async(uint32_t a)
{
    return orr_async_init(loop, &handles[ASYNC][a].async, on_async);
}

static int side_async_send(uint32_t a)
{
    return orr_async_send(&handles[ASYNC][a].async);
}

static int side_signal(uint32_t g, int signum, bool oneshot)
{
    orr_signal *s = &handles[SIGNAL][g].signal;

    orr_signal_stop(s);
    return oneshot ? orr_signal_start_oneshot(loop, s, signum, on_signal)
                   : orr_signal_start(loop, s, signum, on_signal);
}

static void side_signal_stop(uint32_t g)
{
    orr_signal_stop(&handles[SIGNAL][g].signal);
}

static int side_poll(uint32_t q, int fd)
{
    return orr_poll_start(loop, &handles[POLL][q].poll, fd, ORR_READABLE,
                          on_poll);
}

static void side_poll_stop(uint32_t q)
{
    orr_poll_stop(&handles[POLL][q].poll);
}

/* ---- Streams ------------------------------------------------------------ */

static orr_stream *stream(uint32_t s)
{
    return &handles[STREAM][s].stream;
}

static int side_pair(uint32_t a, bool handed)
{
    int fds[2];

    side_make((thing){ STREAM, (uint8_t)a });
    side_make((thing){ STREAM, (uint8_t)(a + 1) });
    orr_pipe_init(loop, stream(a), false);
    orr_pipe_init(loop, stream(a + 1), false);
    if (!handed)
        return orr_stream_pair(stream(a), stream(a + 1));
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) < 0)
        return -1;
    int err = orr_stream_open(stream(a), fds[0]);
    if (err == 0)
        err = orr_stream_open(stream(a + 1), fds[1]);
    return err;
}

static void on_read(orr_stream *s, int64_t n, const void *bytes)
{
    (void)bytes;
    play_called(STREAM, slot_of_handle(STREAM, s), n);
}

static int side_read(uint32_t s)
{
    return orr_read_start(stream(s), on_read);
}

static void side_read_stop(uint32_t s)
{
    orr_read_stop(stream(s));
}

static int side_write(uint32_t w, uint32_t s, size_t n)
{
    const orr_buf buf = { play_bytes, n };

    return orr_write(&requests[WRITE][w].write, stream(s), &buf, 1, on_write);
}

static int64_t side_try_write(uint32_t s, size_t n)
{
    const orr_buf buf = { play_bytes, n };

    return orr_try_write(stream(s), &buf, 1);
}

static int side_shutdown(uint32_t h, uint32_t s)
{
    return orr_shutdown(&requests[SHUTDOWN][h].shutdown, stream(s),
                        on_shutdown);
}

static int find_port(handle *h, uint16_t *port)
{
    struct sockaddr_storage addr;
    uint32_t len = sizeof addr;
    const int err = orr_getsockname(&h->h, (struct sockaddr *)&addr, &len);

    *port = orr_ip_port((struct sockaddr *)&addr);
    return err;
}

static int side_listen(uint32_t l, uint16_t *port)
{
    handle *h = &handles[LISTENER][l];
    struct sockaddr_storage addr;

    orr_ip4_addr("127.0.0.1", 0, &addr);
    int err = orr_tcp_bind(&h->stream, (struct sockaddr *)&addr, 0);
    if (err == 0)
        err = orr_listen(&h->stream, 128, on_connection);
    return err < 0 ? err : find_port(h, port);
}

static int side_accept(uint32_t l, uint32_t s)
{
    side_make((thing){ STREAM, (uint8_t)s });
    orr_tcp_init(loop, stream(s));
    return orr_accept(&handles[LISTENER][l].stream, stream(s));
}

static int side_connect(uint32_t o, uint32_t s, uint16_t port)
{
    struct sockaddr_storage addr;

    side_make((thing){ STREAM, (uint8_t)s });
    orr_ip4_addr("127.0.0.1", port, &addr);
    orr_tcp_init(loop, stream(s));
    return orr_tcp_connect(&requests[CONNECT][o].connect, stream(s),
                           (struct sockaddr *)&addr, on_connect);
}

static int side_reset(uint32_t s)
{
    return orr_tcp_close_reset(stream(s), on_close);
}

/* ---- UDP ---------------------------------------------------------------- */

static int side_udp(uint32_t u, uint16_t *port)
{
    handle *h = &handles[UDP][u];
    struct sockaddr_storage addr;

    orr_ip4_addr("127.0.0.1", 0, &addr);
    const int err = orr_udp_bind(&h->udp, (struct sockaddr *)&addr, 0);
    return err < 0 ? err : find_port(h, port);
}

static void on_recv(orr_udp *u, int64_t n, const void *bytes,
                    const struct sockaddr *from, uint32_t flags)
{
    (void)bytes;
    (void)from;
    (void)flags;
    play_called(UDP, slot_of_handle(UDP, u), n);
}

static int side_udp_recv(uint32_t u)
{
    return orr_udp_recv_start(&handles[UDP][u].udp, on_recv);
}

static void side_udp_stop(uint32_t u)
{
    orr_udp_recv_stop(&handles[UDP][u].udp);
}

static int side_udp_send(uint32_t d, uint32_t u, uint16_t port)
{
    const orr_buf buf = { play_bytes, 3 };
    struct sockaddr_storage addr;

    orr_ip4_addr("127.0.0.1", port, &addr);
    return orr_udp_send(&requests[SEND][d].send, &handles[UDP][u].udp, &buf, 1,
                        (struct sockaddr *)&addr, on_sent);
}

static int64_t side_udp_try(uint32_t u, uint16_t port)
{
    const orr_buf buf = { play_bytes, 3 };
    struct sockaddr_storage addr;

    orr_ip4_addr("127.0.0.1", port, &addr);
    return orr_udp_try_send(&handles[UDP][u].udp, &buf, 1,
                            (struct sockaddr *)&addr);
}

/* ---- The pool ----------------------------------------------------------- */

static void side_gate(void)
{
    orr_work_queue(helper, &gate_work, gate_run, NULL);
}

/* See side_uv.c. The helper loop is another one, so it may be run inside a
 * callback of the first. */
static void side_fence(void)
{
    orr_work_queue(helper, &fence_work, fence_run, NULL);
    sem_wait(&fence_sem);
    clock_real(true);
    orr_run(helper, ORR_RUN_DEFAULT);
    clock_real(false);
}

static int side_work(uint32_t k)
{
    return orr_work_queue(loop, &requests[WORK][k].work, work_run, on_work);
}

static int side_cancel(uint32_t k)
{
    return orr_cancel(&requests[WORK][k].r);
}

/* ---- Files -------------------------------------------------------------- */

static orr_stat stats[SLOTS_MAX];

static void on_stat(orr_fs *f)
{
    const int64_t result = f->result;

    orr_fs_cleanup(f);
    play_called(FS, slot_of_request(FS, f), result);
}

static int side_stat(uint32_t f, const char *path)
{
    return orr_fs_stat(loop, &requests[FS][f].fs, path, &stats[f], on_stat);
}

/* A whole file, as Node reads it: one request after the other. */
static struct slurp {
    int fd;
    char bytes[4096];
} slurps[SLOTS_MAX];

static struct slurp *slurp_of(orr_fs *f)
{
    return &slurps[slot_of_request(FS, f)];
}

static void on_slurp_close(orr_fs *f)
{
    play_called(FS, slot_of_request(FS, f), 0);
}

static void on_slurp_read(orr_fs *f)
{
    orr_fs_close(loop, f, slurp_of(f)->fd, on_slurp_close);
    side_fence();
}

static void on_slurp_stat(orr_fs *f)
{
    struct slurp *s = slurp_of(f);
    const orr_buf buf = { s->bytes, sizeof s->bytes };

    orr_fs_read(loop, f, s->fd, &buf, 1, -1, on_slurp_read);
    side_fence();
}

static void on_slurp_open(orr_fs *f)
{
    const int64_t fd = f->result;

    if (fd < 0) {
        play_called(FS, slot_of_request(FS, f), fd);
        return;
    }
    slurp_of(f)->fd = (int)fd;
    orr_fs_fstat(loop, f, (int)fd, &stats[slot_of_request(FS, f)],
                 on_slurp_stat);
    side_fence();
}

static int side_slurp(uint32_t f, const char *path)
{
    return orr_fs_open(loop, &requests[FS][f].fs, path, O_RDONLY, 0,
                       on_slurp_open);
}

const side side_orrery = SIDE_VERBS;
