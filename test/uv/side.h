/*
 * side.h - what a program is played on: the same verbs, in libuv's words and in
 * orrery's. A side knows nothing of programs; it makes the calls and reports
 * each callback to play.c.
 *
 * A verb returns the result of the library's function. play.c only uses what is
 * allowed on both sides.
 */
#ifndef UV_SIDE_H
#define UV_SIDE_H

#include <stddef.h>

#include "program.h"

/* What one can ask about a handle. */
typedef struct facts {
    bool active, closing, ref;
    bool readable, writable; /* streams */
    size_t queued;           /* streams */
    uint64_t due_in;         /* timers that are active */
} facts;

typedef struct side {
    /* variant: which back end, or NULL. The profile is found by the version
     * of libuv that it is compared with. */
    int (*open)(const char *variant, unsigned uv_version);
    int (*close)(void);
    int (*run)(uint32_t mode);
    void (*stop)(void);
    bool (*alive)(void);
    uint64_t (*now)(void);
    void (*update)(void);
    const char *(*err_name)(int64_t err);

    /* Before a handle is first used, and again after it was closed. */
    void (*make)(thing t);
    int (*timer)(uint32_t t, uint64_t delay, uint64_t repeat);
    void (*timer_stop)(uint32_t t);
    int (*timer_again)(uint32_t t);
    void (*timer_repeat)(uint32_t t, uint64_t repeat);
    /* idle, prepare, check */
    int (*phase)(thing t);
    void (*phase_stop)(thing t);
    int (*async)(uint32_t a);
    int (*async_send)(uint32_t a);
    /* The streams a and a + 1. Handed: as descriptors that were made before. */
    int (*pair)(uint32_t a, bool handed);
    int (*read)(uint32_t s);
    void (*read_stop)(uint32_t s);
    int (*write)(uint32_t w, uint32_t s, size_t n);
    int64_t (*try_write)(uint32_t s, size_t n);
    int (*shutdown)(uint32_t h, uint32_t s);
    int (*listen)(uint32_t l, uint16_t *port);
    int (*accept)(uint32_t l, uint32_t s);
    int (*connect)(uint32_t o, uint32_t s, uint16_t port);
    int (*udp)(uint32_t u, uint16_t *port);
    int (*udp_recv)(uint32_t u);
    void (*udp_stop)(uint32_t u);
    int (*udp_send)(uint32_t d, uint32_t u, uint16_t port);
    int64_t (*udp_try)(uint32_t u, uint16_t port);
    int (*signal)(uint32_t g, int signum, bool oneshot);
    void (*signal_stop)(uint32_t g);
    int (*poll)(uint32_t q, int fd);
    void (*poll_stop)(uint32_t q);
    int (*work)(uint32_t k);
    int (*cancel)(uint32_t k);
    int (*stat)(uint32_t f, const char *path);
    int (*slurp)(uint32_t f, const char *path);
    void (*close_handle)(thing t);
    int (*reset)(uint32_t s);
    void (*ref)(thing t, bool on);
    void (*ask)(thing t, facts *out);

    /* On another loop: keep the one thread of the pool busy until the sem is
     * posted; return when it has done all that it had to do. */
    void (*gate)(void);
    void (*ungate)(void);
    void (*fence)(void);
} side;

/* Each side has a function for every one of them, by the name side_<verb>. */
#define SIDE_VERBS                                                             \
    {                                                                          \
        .open = side_open, .close = side_close, .run = side_run,               \
        .stop = side_stop, .alive = side_alive, .now = side_now,               \
        .update = side_update, .err_name = side_err_name, .make = side_make,   \
        .timer = side_timer, .timer_stop = side_timer_stop,                    \
        .timer_again = side_timer_again, .timer_repeat = side_timer_repeat,    \
        .phase = side_phase, .phase_stop = side_phase_stop,                    \
        .async = side_async, .async_send = side_async_send, .pair = side_pair, \
        .read = side_read, .read_stop = side_read_stop, .write = side_write,   \
        .try_write = side_try_write, .shutdown = side_shutdown,                \
        .listen = side_listen, .accept = side_accept, .connect = side_connect, \
        .udp = side_udp, .udp_recv = side_udp_recv, .udp_stop = side_udp_stop, \
        .udp_send = side_udp_send, .udp_try = side_udp_try,                    \
        .signal = side_signal, .signal_stop = side_signal_stop,                \
        .poll = side_poll, .poll_stop = side_poll_stop, .work = side_work,     \
        .cancel = side_cancel, .stat = side_stat, .slurp = side_slurp,         \
        .close_handle = side_close_handle, .reset = side_reset,                \
        .ref = side_ref, .ask = side_ask, .gate = side_gate,                   \
        .ungate = side_ungate, .fence = side_fence                             \
    }

extern const side side_uv, side_orrery;

/* ---- What a side calls -------------------------------------------------- */

/* A callback was called. result: its argument; 0 if it has none. */
void play_called(kind k, uint32_t slot, int64_t result);
void play_closed(kind k, uint32_t slot);

/* Bytes to write, at least as many as a write has. */
extern char play_bytes[];
#define PLAY_BYTES_MAX 1000000u

/* ---- Playing ------------------------------------------------------------ */

/*
 * Play a program to its end and leave the process; what happened is written to
 * `out`, `size` bytes at most, a zero byte at the end. mild: without what
 * io_uring can't do as libuv does it. order: see clock.h.
 */
_Noreturn void play(const program *p, const side *s, const char *variant,
                    unsigned uv_version, bool mild, uint32_t order,
                    uint32_t *choices, char *out, size_t size);

#endif
