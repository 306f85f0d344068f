/*
 * play.c - play a program on one of the sides, and write down what happens.
 *
 * What is written down: each callback with its name, the number of the call,
 * the loop's time, and its arguments; each instruction with its result. What
 * must stay true: this file decides by what was written down before and by
 * nothing else. So as long as two transcripts are the same, the same
 * instructions are executed, and the first line in which they differ is a
 * difference between the two sides.
 *
 * Time. libuv reads its clock when a poll returns, orrery when it is needed.
 * Here it is read at the beginning of each callback and after each run: so both
 * count from the same instant.
 */
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "side.h"

#define CALLS_MAX 60 /* then it is enough */
#define SLEEPS_MAX 400

typedef struct state {
    bool known;   /* made, and not closed */
    bool closing; /* its close callback is to come */
    bool busy;    /* a request that is under way */
    bool cancelled;
    bool tcp;
    bool ended;            /* a stream whose end was read */
    uint8_t stream;        /* a connect: of which stream */
    bool started, oneshot; /* signals */
    uint16_t owed;         /* and how many are to be delivered */
    uint16_t port;
    uint16_t calls, closes;
} state;

char play_bytes[PLAY_BYTES_MAX];

static const program *prog;
static const side *sd;
static state states[KINDS][SLOTS_MAX];
static char *text;
static size_t text_size, text_len;
static uint32_t calls, sleeps, depth;
static thing running; /* the owner of the running callback, or NOTHING */
static bool gated;
static bool slurping; /* a whole file is being read */
static bool mild;     /* see side.h */
static bool old;      /* libuv is one that takes a hang-up for the end */
static bool tidying;
static uint64_t sent, received; /* bytes, by all streams */
static const state *in_oneshot; /* whose callback is running */
static const state *in_read;    /* in a read callback, but not at the end */
static bool in_error;           /* and is an error */
static bool in_refusal;         /* in the callback of a connect that failed */
static uint16_t no_port;        /* no socket listens there */
static int poll_fds[SLOTS_MAX][2];

/* ---- Writing down ------------------------------------------------------- */

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    const int n = vsnprintf(text + text_len, text_size - text_len, format, ap);
    va_end(ap);
    text_len += (size_t)n;
    if (text_len >= text_size)
        _exit(0); /* long enough */
}

static void say_instruction(const instruction *in)
{
    char line[64];
    FILE *f = fmemopen(line, sizeof line, "w");

    instruction_print(f, in);
    fclose(f);
    say("%*s%s", 2 * (int)depth, "", line);
}

static void say_result(int64_t result)
{
    if (result < 0)
        say(" = %s\n", sd->err_name(result));
    else
        say(" = %lld\n", (long long)result);
}

_Noreturn static void end(const char *why)
{
    say("%s\n", why);
    _exit(0);
}

/* ---- What there is ------------------------------------------------------ */

static state *at(thing t)
{
    return &states[t.kind][t.slot];
}

/* Make a handle, if it may be made; false if it is being closed. */
static bool made(thing t)
{
    state *s = at(t);

    if (s->closing)
        return false;
    if (!s->known)
        sd->make(t);
    s->known = true;
    return true;
}

static bool usable(thing t)
{
    return at(t)->known && !at(t)->closing;
}

static bool free_stream(uint32_t slot)
{
    return !states[STREAM][slot].known && !states[STREAM][slot].closing;
}

static bool under_way(kind k)
{
    for (uint32_t i = 0; i < kind_slots(k); i++)
        if (states[k][i].busy)
            return true;
    return false;
}

/* ---- Requests: busy from a call that succeeded to the callback ---------- */

static int64_t begun(thing req, int64_t result)
{
    at(req)->busy = result == 0;
    at(req)->cancelled = false;
    return result;
}

/* The pool has one thread: wait until it is idle, so that all requests are done
 * before the next poll. */
static int64_t pooled(thing req, int64_t result)
{
    if (!gated)
        sd->fence();
    return begun(req, result);
}

/* ---- Instructions ------------------------------------------------------- */

#define PASSED_OVER INT64_MIN

/* The raw descriptors of poll handles are ours. */
static int64_t do_poll(thing q)
{
    int *fds = poll_fds[q.slot];

    if (fds[0] < 0 &&
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds) < 0)
        return -errno;
    return made(q) ? sd->poll(q.slot, fds[0]) : PASSED_OVER;
}

static int64_t do_poke(thing q, bool drain)
{
    char buf[64];
    const int *fds = poll_fds[q.slot];

    if (fds[0] < 0)
        return PASSED_OVER;
    return drain ? read(fds[0], buf, sizeof buf) > 0 : write(fds[1], "x", 1);
}

/* A libuv before 1.52 ends a pipe that has hung up with its last bytes. In its
 * place orrery's old profiles do so too, but not for descriptors that were made
 * by others: there it would have to read once more, and does not. */
static int64_t do_stream_pair(thing a, bool handed)
{
    const uint32_t s = a.slot & ~1u;

    if (!free_stream(s) || !free_stream(s + 1))
        return PASSED_OVER;
    states[STREAM][s].known = states[STREAM][s + 1].known = true;
    states[STREAM][s].tcp = states[STREAM][s + 1].tcp = false;
    return sd->pair(s, handed && !old);
}

static int64_t do_connect(thing req, thing s, uint16_t port)
{
    if (!free_stream(s.slot) || at(req)->busy || port == 0)
        return PASSED_OVER;
    at(s)->known = at(s)->tcp = true;
    at(req)->stream = s.slot;
    return begun(req, sd->connect(req.slot, s.slot, port));
}

/* To shut down a stream that is not connected yet hangs libuv if there is
 * nothing to write, or if it does not come to be connected. It does so still
 * in the callback that tells of that. */
static bool is_connecting(thing s)
{
    if (in_refusal && states[CONNECT][running.slot].stream == s.slot)
        return true;
    for (uint32_t i = 0; i < kind_slots(CONNECT); i++)
        if (states[CONNECT][i].busy && states[CONNECT][i].stream == s.slot)
            return true;
    return false;
}

/* io_uring does not distinguish an end from a hang-up. */
static bool may_shut(thing s)
{
    return usable(s) && !is_connecting(s) && !(mild && old);
}

static int64_t do_accept(thing l, thing s)
{
    if (!usable(l) || !free_stream(s.slot))
        return PASSED_OVER;
    at(s)->known = at(s)->tcp = true;
    return sd->accept(l.slot, s.slot);
}

/*
 * io_uring takes connections and bytes from the kernel before the loop gets
 * them. If they are closed then, the peer sees an end, while the other back
 * ends, and libuv, cause a reset.
 */
static bool may_close(thing t)
{
    if (!mild || tidying)
        return true;
    if (t.kind == LISTENER)
        return !under_way(CONNECT);
    return t.kind != STREAM || sent == received;
}

/* For the same reason the kernel can take more bytes earlier. */
static size_t amount(uint32_t n)
{
    return mild && n > 1000 ? 9 : n;
}

/* And for the same reason bytes that are written in the middle of a poll do not
 * join those that are on their way already. */
static bool may_write(thing s)
{
    return usable(s) && !(mild && depth > 0 && sent != received);
}

static int64_t do_write(thing req, thing s, uint32_t n)
{
    const int err = sd->write(req.slot, s.slot, amount(n));

    sent += err == 0 ? amount(n) : 0;
    return begun(req, err);
}

static int64_t do_try_write(thing s, uint32_t n)
{
    const int64_t r = sd->try_write(s.slot, amount(n));

    sent += r > 0 ? (uint64_t)r : 0;
    return r;
}

/* A stream that is stopped and started inside its own callback goes on reading
 * in libuv, and waits for the next poll in orrery; after an error it is still
 * reading in libuv, and has stopped in orrery. An old libuv that took a hang-up
 * for the end meets an error when it reads again. */
static bool may_read(thing s)
{
    return usable(s) && at(s) != in_read && !(old && at(s)->ended);
}

static int64_t do_stream(const instruction *in)
{
    const arg *a = in->args;

    switch (in->op) {
    case OP_PAIR:
    case OP_OPEN_PAIR:
        return do_stream_pair(a[0].of, in->op == OP_OPEN_PAIR);
    case OP_LISTEN:
        return at(a[0].of)->known || at(a[0].of)->closing || !made(a[0].of)
                   ? PASSED_OVER
                   : sd->listen(a[0].of.slot, &at(a[0].of)->port);
    case OP_ACCEPT:
        return do_accept(a[0].of, a[1].of);
    case OP_CONNECT:
        return do_connect(a[0].of, a[1].of,
                          usable(a[2].of) ? at(a[2].of)->port : 0);
    case OP_REFUSED:
        return do_connect(a[0].of, a[1].of, no_port);
    case OP_READ:
        return may_read(a[0].of) ? sd->read(a[0].of.slot) : PASSED_OVER;
    case OP_READ_STOP:
        if (!usable(a[0].of))
            return PASSED_OVER;
        sd->read_stop(a[0].of.slot);
        return 0;
    case OP_WRITE:
        if (!may_write(a[1].of) || at(a[0].of)->busy)
            return PASSED_OVER;
        return do_write(a[0].of, a[1].of, a[2].n);
    case OP_TRY_WRITE:
        return may_write(a[0].of) ? do_try_write(a[0].of, a[1].n) : PASSED_OVER;
    case OP_SHUTDOWN:
        if (!may_shut(a[1].of) || at(a[0].of)->busy)
            return PASSED_OVER;
        return begun(a[0].of, sd->shutdown(a[0].of.slot, a[1].of.slot));
    default: /* OP_RESET */
        if (!usable(a[0].of) || !at(a[0].of)->tcp || !may_close(a[0].of))
            return PASSED_OVER;
        const int err = sd->reset(a[0].of.slot);
        at(a[0].of)->closing = err == 0;
        return err;
    }
}

/* A datagram that has to wait for the socket is a request of its own to
 * io_uring, and may be done before what there is to be received. */
static bool may_send(thing req)
{
    return !at(req)->busy &&
           !(mild && (under_way(SEND) || running.kind == SEND));
}

static int64_t do_udp(const instruction *in)
{
    const arg *a = in->args;
    const thing u = a[in->op == OP_UDP_SEND ? 1 : 0].of;

    if (in->op == OP_UDP) {
        return at(u)->known || !made(u) ? PASSED_OVER
                                        : sd->udp(u.slot, &at(u)->port);
    }
    if (!usable(u))
        return PASSED_OVER;
    switch (in->op) {
    case OP_UDP_RECV:
        return may_read(u) ? sd->udp_recv(u.slot) : PASSED_OVER;
    case OP_UDP_STOP:
        sd->udp_stop(u.slot);
        return 0;
    case OP_UDP_TRY:
        return usable(a[1].of) ? sd->udp_try(u.slot, at(a[1].of)->port)
                               : PASSED_OVER;
    default: /* OP_UDP_SEND */
        if (!may_send(a[0].of) || !usable(a[2].of))
            return PASSED_OVER;
        return begun(a[0].of,
                     sd->udp_send(a[0].of.slot, u.slot, at(a[2].of)->port));
    }
}

/*
 * Signals have rules of ours, for what libuv and orrery do not have in common.
 *
 *   - libuv calls several handles of one signal in the order of their
 *     addresses, and orrery in the order they were started: so they are
 *     started in the order of their addresses.
 *   - A handle that was stopped hears of a signal that came before if it is
 *     started again, in libuv, and its close waits for that signal. orrery
 *     forgets what a stopped handle was owed. So one that is owed a signal is
 *     neither started nor closed.
 *   - In libuv a one-shot handle stays one forever, is still active in its
 *     callback, and has the default action put back by the kernel, whatever
 *     one-shot handles were started meanwhile. So it is started alone, hit
 *     once, and left alone in its callback.
 */
static bool signal_may_start(thing g, bool oneshot)
{
    for (uint8_t i = 0; i < kind_slots(SIGNAL); i++) {
        const state *s = &states[SIGNAL][i];
        const bool there = s->started || s->owed > 0;
        if (i != g.slot && there && (i > g.slot || s->oneshot || oneshot))
            return false;
    }
    return !at(g)->started && at(g)->owed == 0 && running.kind != SIGNAL;
}

static int64_t do_signal(thing g, bool oneshot)
{
    oneshot |= at(g)->known && at(g)->oneshot;
    if (!signal_may_start(g, oneshot) || !made(g))
        return PASSED_OVER;
    at(g)->started = true;
    at(g)->oneshot = oneshot;
    return sd->signal(g.slot, SIGUSR1, oneshot);
}

static int64_t do_raise(void)
{
    bool heard = false;

    for (uint32_t i = 0; i < kind_slots(SIGNAL); i++) {
        state *s = &states[SIGNAL][i];
        if (!s->started || (s->oneshot && s->owed > 0))
            continue;
        heard = true;
        s->owed++;
    }
    return heard ? raise(SIGUSR1) : PASSED_OVER;
}

/* One that is made while libuv goes through the list of all, which it does for
 * what the pool has done too, gets a place of its own in that list. */
static bool may_make_async(thing a)
{
    bool others = false;

    for (uint32_t i = 0; i < kind_slots(ASYNC); i++)
        others |= states[ASYNC][i].known;
    return !at(a)->known &&
           !(others && (running.kind == FS || running.kind == WORK ||
                        running.kind == ASYNC));
}

static int64_t do_simple_handle(const instruction *in)
{
    const arg *a = in->args;
    const thing t = a[0].of;

    switch (in->op) {
    case OP_TIMER:
        return made(t) ? sd->timer(t.slot, a[1].n, a[2].n) : PASSED_OVER;
    case OP_IDLE:
    case OP_PREPARE:
    case OP_CHECK:
        return made(t) ? sd->phase(t) : PASSED_OVER;
    case OP_ASYNC:
        return may_make_async(t) && made(t) ? sd->async(t.slot) : PASSED_OVER;
    case OP_SIGNAL:
        return do_signal(t, a[1].n != 0);
    case OP_RAISE:
        return do_raise();
    case OP_POLL:
        return do_poll(t);
    case OP_POKE:
    case OP_DRAIN:
        return do_poke(t, in->op == OP_DRAIN);
    default:
        break;
    }
    if (!usable(t))
        return PASSED_OVER;
    switch (in->op) {
    case OP_TIMER_AGAIN:
        return sd->timer_again(t.slot);
    case OP_TIMER_STOP:
        sd->timer_stop(t.slot);
        break;
    case OP_TIMER_REPEAT:
        sd->timer_repeat(t.slot, a[1].n);
        break;
    case OP_ASYNC_SEND:
        return sd->async_send(t.slot);
    case OP_SIGNAL_STOP:
        at(t)->started = false;
        sd->signal_stop(t.slot);
        break;
    case OP_POLL_STOP:
        sd->poll_stop(t.slot);
        break;
    default: /* OP_..._STOP */
        sd->phase_stop(t);
    }
    return 0;
}

/* Files are not served by the pool on orrery, so not behind the gate. A whole
 * file is four requests, each of which may overtake one of another file: so it
 * is read alone. */
static bool file_may_start(thing f, bool whole)
{
    const bool others = under_way(FS) || under_way(WORK);

    return !gated && !at(f)->busy && !(whole && others) && !slurping;
}

static int64_t do_slurp(thing f)
{
    slurping = true;
    return pooled(f, sd->slurp(f.slot, "/bin/sh"));
}

/* libuv says yes again to a second time. */
static int64_t do_cancel(thing k)
{
    if (at(k)->cancelled)
        return PASSED_OVER;
    at(k)->cancelled = true;
    return sd->cancel(k.slot);
}

static int64_t do_pool(const instruction *in)
{
    const thing t = in->args[0].of;

    switch (in->op) {
    case OP_GATE:
        if (gated || under_way(FS))
            return PASSED_OVER;
        gated = true;
        sd->gate();
        return 0;
    case OP_UNGATE:
        if (!gated)
            return PASSED_OVER;
        gated = false;
        sd->ungate();
        return 0;
    case OP_CANCEL:
        return at(t)->busy ? do_cancel(t) : PASSED_OVER;
    case OP_WORK:
        return at(t)->busy || slurping ? PASSED_OVER
                                       : pooled(t, sd->work(t.slot));
    case OP_SLURP:
        return file_may_start(t, true) ? do_slurp(t) : PASSED_OVER;
    default: /* OP_STAT */
        if (!file_may_start(t, false))
            return PASSED_OVER;
        return pooled(t, sd->stat(t.slot, in->args[1].n ? "/none" : "/"));
    }
}

/* A handle that was never started needs no close on orrery, and has none. */
static int64_t do_close(thing t)
{
    if (!usable(t) || at(t)->owed > 0 || !may_close(t))
        return PASSED_OVER;
    at(t)->closing = true;
    at(t)->started = false;
    sd->close_handle(t);
    return 0;
}

static int64_t do_ask(thing t)
{
    facts f = { .active = false };

    if (!at(t)->known || at(t) == in_oneshot ||
        (in_error && at(t) == in_read) ||
        (t.kind == TIMER && running.kind == TIMER) ||
        (t.kind == UDP && (under_way(SEND) || running.kind == SEND)))
        return PASSED_OVER;
    sd->ask(t, &f);
    say(": active %d closing %d ref %d", f.active, f.closing, f.ref);
    if (t.kind == TIMER && f.active)
        say(" due %llu", (unsigned long long)f.due_in);
    if (t.kind == STREAM && !f.closing)
        say(" readable %d writable %d queued %zu", f.readable, f.writable,
            f.queued);
    return 0;
}

static int64_t do_ref(thing t, bool on)
{
    if (!at(t)->known)
        return PASSED_OVER;
    sd->ref(t, on);
    return 0;
}

static int64_t do_run(uint32_t mode)
{
    if (depth > 0)
        return PASSED_OVER;
    say("\n");
    const int alive = sd->run(mode);
    say("ran @%llu", (unsigned long long)sd->now());
    return alive;
}

/* Timers that are due are stopped in libuv before the first of them is called,
 * and in orrery one by one. */
static bool may_ask_alive(void)
{
    return in_oneshot == NULL && !in_error && running.kind != TIMER;
}

static int64_t do_loop(const instruction *in)
{
    switch (in->op) {
    case OP_CLOSE:
        return do_close(in->args[0].of);
    case OP_REF:
    case OP_UNREF:
        return do_ref(in->args[0].of, in->op == OP_REF);
    case OP_ASK:
        return do_ask(in->args[0].of);
    case OP_ALIVE:
        return may_ask_alive() ? sd->alive() : PASSED_OVER;
    case OP_STOP:
        sd->stop();
        return 0;
    case OP_BLOCK:
        clock_advance(in->args[0].n);
        return 0;
    case OP_UPDATE:
        sd->update();
        return (int64_t)sd->now();
    default: /* OP_RUN */
        return do_run(in->args[0].n);
    }
}

static int64_t do_any(const instruction *in)
{
    if (in->op >= OP_CLOSE && in->op != OP_RESET)
        return do_loop(in);
    if (in->op >= OP_WORK && in->op <= OP_SLURP)
        return do_pool(in);
    if (in->op >= OP_UDP && in->op <= OP_UDP_TRY)
        return do_udp(in);
    if ((in->op >= OP_PAIR && in->op <= OP_REFUSED) || in->op == OP_RESET)
        return do_stream(in);
    return do_simple_handle(in);
}

static void execute(const instruction *in)
{
    const size_t before = text_len;

    say_instruction(in);
    const int64_t result = do_any(in);
    if (result == PASSED_OVER)
        text_len = before; /* as if it were not there */
    else
        say_result(result);
}

static void execute_all(thing of, bool closing, uint16_t nth)
{
    for (uint32_t i = 0; i < prog->count; i++) {
        const place *p = &prog->list[i].at;
        if (p->of.kind == of.kind && p->of.slot == of.slot &&
            p->closing == closing && (p->nth == 0 || p->nth == nth))
            execute(&prog->list[i]);
    }
}

/* ---- Callbacks ---------------------------------------------------------- */

static void called(thing t, bool closing, uint16_t nth, int64_t result)
{
    char name[8];
    FILE *f = fmemopen(name, sizeof name, "w");

    thing_print(f, t);
    fclose(f);
    say("%s%s#%u @%llu", closing ? "~" : "", name, nth,
        (unsigned long long)sd->now());
    say_result(result);
    if (++calls > CALLS_MAX)
        end("enough");
    depth++;
    running = t;
    execute_all(t, closing, nth);
    running = (thing){ NOTHING, 0 };
    depth--;
}

void play_called(kind k, uint32_t slot, int64_t result)
{
    const thing t = { (uint8_t)k, (uint8_t)slot };

    at(t)->busy = false;
    if (k == FS)
        slurping = false;
    if (at(t)->owed > 0)
        at(t)->owed--;
    if (k == SIGNAL && at(t)->oneshot) {
        in_oneshot = at(t);
        at(t)->started = false;
    }
    at(t)->ended |= k == STREAM && result < 0;
    if (k == STREAM && result > 0)
        received += (uint64_t)result;
    if ((k == STREAM || k == UDP) && strcmp(sd->err_name(result), "EOF") != 0) {
        in_read = at(t);
        in_error = result < 0;
    }
    in_refusal = k == CONNECT && result < 0;
    called(t, false, ++at(t)->calls, result);
    in_refusal = false;
    if (k == POLL && at(t)->calls % 3 == 0)
        do_poke(t, true); /* it would go on and on */
    in_oneshot = in_read = NULL;
    in_error = false;
}

void play_closed(kind k, uint32_t slot)
{
    const thing t = { (uint8_t)k, (uint8_t)slot };

    at(t)->known = at(t)->closing = at(t)->ended = false;
    called(t, true, ++at(t)->closes, 0);
}

/* ---- Sleeping ----------------------------------------------------------- */

static bool on_idle(void)
{
    if (++sleeps > SLEEPS_MAX)
        end("sleeps on and on");
    if (!gated)
        return false;
    gated = false;
    sd->ungate();
    return true;
}

static bool on_busy(void)
{
    return under_way(WORK) || under_way(FS);
}

static void on_stuck(void)
{
    end("waits for nothing");
}

/* ---- From the beginning to the end -------------------------------------- */

/* A port that was used before, and is free now. */
static uint16_t find_no_port(void)
{
    struct sockaddr_in addr = { .sin_family = AF_INET,
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof addr;
    const int fd = socket(AF_INET, SOCK_STREAM, 0);

    if (bind(fd, (struct sockaddr *)&addr, len) < 0 ||
        getsockname(fd, (struct sockaddr *)&addr, &len) < 0)
        end("no port");
    close(fd);
    return ntohs(addr.sin_port);
}

/* All handles that are left, the newest kinds first. */
static bool close_all(void)
{
    bool any = false;

    for (uint8_t k = LAST_HANDLE; k > NOTHING; k--)
        for (uint8_t i = 0; i < kind_slots((kind)k); i++)
            any |= do_close((thing){ k, i }) == 0;
    return any;
}

/* What is owed to a handle is delivered, or is not, by one more turn. A program
 * may make new handles in close callbacks; it has three tries. */
static void tidy_up(void)
{
    tidying = true;
    say("tidy up\n");
    say("ran: %d\n", sd->run(RUN_NOWAIT));
    for (uint32_t i = 0; i < kind_slots(SIGNAL); i++)
        states[SIGNAL][i].owed = 0;
    for (int i = 0; i < 3 && (close_all() || i == 0); i++)
        say("ran: %d\n", sd->run(RUN_DEFAULT));
    say("closed: %d\n", sd->close());
}

static void begin(void)
{
    signal(SIGPIPE, SIG_IGN);
    clock_idle = on_idle;
    clock_busy = on_busy;
    clock_stuck = on_stuck;
    for (uint32_t i = 0; i < SLOTS_MAX; i++)
        poll_fds[i][0] = poll_fds[i][1] = -1;
    no_port = find_no_port();
}

_Noreturn void play(const program *p, const side *s, const char *variant,
                    unsigned uv_version, bool is_mild, uint32_t order,
                    uint32_t *choices, char *out, size_t size)
{
    prog = p;
    mild = is_mild;
    old = uv_version < 0x013400;
    sd = s;
    text = out;
    text_size = size;
    clock_begin(s == &side_uv, order, choices);
    begin();
    if (s->open(variant, uv_version) < 0)
        end("could not open a loop");
    sd->now();
    execute_all((thing){ NOTHING, 0 }, false, 0);
    tidy_up();
    end("end");
}
