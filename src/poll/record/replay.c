/*
 * replay.c - a back end that answers from a recording. It has no kernel: no
 * descriptor is opened, nothing is sent, nobody is waited for.
 *
 * Three things are done for real. What the program writes to its standard
 * output and error is written to ours. Work of the thread pool is done again,
 * when it is asked for, and reported when it was reported. Libraries are
 * loaded.
 *
 * The loop must ask for the same as it did: each record says what was asked
 * for, and two bytes of it. Else the replay differs, and ends: its owner is
 * told, and from then on every answer is -ECANCELED, until the owner has
 * stopped the program.
 */
#include "poll/record/log.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "poll/sys/host.h"
#include "poll/sys/sys.h"

typedef struct replayer {
    orr__poll base;
    const orr_allocator *a;
    orr__tape *tape;
    uint64_t waits;  /* that were replayed */
    bool outputs[3]; /* descriptors 1 and 2 are still standard output, error */
    char *cwd;       /* the last that was recorded */
    carry_rx rx;
} replayer;

static inline replayer *replayer_of(orr__poll *base)
{
    return (replayer *)(void *)base;
}

/* ---- How it ends -------------------------------------------------------- */

static const char *kind_name(unsigned kind)
{
    static const char *const names[] = {
        [TAPE_SUBMIT] = "an operation",
        [TAPE_CALL] = "a call",
        [TAPE_CANCEL] = "a cancelled operation",
        [TAPE_FINISH] = "a cancelled request",
        [TAPE_WAIT] = "a poll",
        [TAPE_EVENT] = "an event",
        [TAPE_SETTLE] = "a poll",
        [TAPE_POOLED] = "an event",
        [TAPE_CLOCK] = "a clock reading",
        [TAPE_NOW] = "a clock reading",
        [TAPE_RANDOM] = "random bytes",
        [TAPE_ASK] = "a fact of the host",
        [TAPE_STATS] = "statistics",
        [TAPE_DRAIN] = "its end",
    };

    return kind < sizeof names / sizeof *names && names[kind] != NULL
               ? names[kind]
               : "something unknown";
}

static void end_replay(replayer *p, orr_recording_end how, const char *text)
{
    if (p->tape->over)
        return;
    p->tape->over = true;
    orr__log_end(p->tape->log, how, text);
}

static void end_short(replayer *p)
{
    char text[128];

    snprintf(text, sizeof text, "the recording ends here, after %llu polls",
             (unsigned long long)p->waits);
    end_replay(p, ORR_RECORDING_OVER, text);
}

static void end_bad(replayer *p)
{
    char text[128];

    snprintf(text, sizeof text, "the recording is damaged near byte %llu",
             (unsigned long long)orr__tape_place(p->tape));
    end_replay(p, ORR_RECORDING_DAMAGED, text);
}

/* `asked` is what the program wants, `has` what was recorded. */
static void end_different(replayer *p, const char *asked, const char *has)
{
    char text[256];

    snprintf(text, sizeof text,
             "the program does not do what was recorded, in poll %llu: it asks "
             "for %s, the recording has %s",
             (unsigned long long)p->waits, asked, has);
    end_replay(p, ORR_RECORDING_DIFFERS, text);
}

/* After a record: was all of it there? */
static bool is_fine(replayer *p)
{
    if (orr__likely(!orr__tape_failed(p->tape)))
        return !p->tape->over;
    if (p->tape->is_bad)
        end_bad(p);
    else
        end_short(p);
    return false;
}

/* The name of what is recorded next: of an operation, its own. */
static const char *recorded_name(orr__tape *t, unsigned tag)
{
    const unsigned kind = tag & 0x1f;
    uint8_t code = 0;

    if (kind != TAPE_CALL && kind != TAPE_SUBMIT)
        return kind_name(kind);
    orr__tape_byte(t, &code);
    return code > OP_NONE && code < OP_CODES ? orr__code_name(code)
                                             : kind_name(kind);
}

/* The next record must be of this kind. Its tag, or TAPE_NONE: the replay is
 * over. */
static unsigned replay_take(replayer *p, tape_kind kind, const char *asked)
{
    orr__tape *t = p->tape;
    uint8_t tag = 0;

    if (t->over)
        return TAPE_NONE;
    if (orr__tape_peek(t) == TAPE_NONE) {
        end_short(p);
        return TAPE_NONE;
    }
    orr__tape_byte(t, &tag);
    if (orr__likely((tag & 0x1f) == kind))
        return tag;
    end_different(p, asked, recorded_name(t, tag));
    return TAPE_NONE;
}

/* The operation that is recorded must be this one. */
static unsigned take_request(replayer *p, tape_kind kind, const orr__op *op)
{
    orr__tape *t = p->tape;
    const unsigned tag = replay_take(p, kind, orr__code_name(op->code));
    uint8_t code = 0;
    uint16_t check = 0;

    if (tag == TAPE_NONE)
        return tag;
    orr__tape_byte(t, &code);
    orr__tape_bytes(t, &check, sizeof check);
    if (!is_fine(p))
        return TAPE_NONE;
    if (code == op->code && check == orr__carry_check(op))
        return tag;
    char asked[64];
    snprintf(asked, sizeof asked, "%s", orr__code_name(op->code));
    end_different(p, asked,
                  code == op->code ? "the same with other arguments"
                  : code > OP_NONE && code < OP_CODES ? orr__code_name(code)
                                                      : "something unknown");
    return TAPE_NONE;
}

/* ---- Standard output ---------------------------------------------------- */

static void write_all(int fd, const char *bytes, size_t n)
{
    struct pollfd writable = { .fd = fd, .events = POLLOUT };

    while (n > 0) {
        const ssize_t some = write(fd, bytes, n);

        if (some < 0 && errno == EAGAIN)
            (void)poll(&writable, 1, -1);
        else if (some < 0 && errno != EINTR)
            return;
        else if (some > 0) {
            bytes += some;
            n -= (size_t)some;
        }
    }
}

/* The first n bytes of a write that was recorded. */
static void replay_show(replayer *p, const orr__op *op, int64_t n)
{
    if (op->fd < 1 || op->fd > 2 || !p->outputs[op->fd] ||
        (op->code != OP_WRITE && op->code != OP_SEND))
        return;
    for (uint32_t i = 0; i < op->u.io.nbufs && n > 0; i++) {
        const orr_buf *b = &op->u.io.bufs[i];
        const size_t some = b->len < (uint64_t)n ? b->len : (size_t)n;
        write_all(op->fd, b->base, some);
        n -= (int64_t)some;
    }
}

static int64_t bytes_of(const orr__op *op)
{
    int64_t n = 0;

    for (uint32_t i = 0; i < op->u.io.nbufs; i++)
        n += (int64_t)op->u.io.bufs[i].len;
    return n;
}

/* ---- Files that have changed -------------------------------------------- */

/* A file that was read whole, from the log: is it the same on this disk? That
 * it is not there any more is nothing to speak of. */
static void compare_file(replayer *p, const orr__op *op)
{
    orr__op now = { .code = OP_READ_FILE };

    now.u.fs.path = op->u.fs.path;
    const int64_t n = orr__sys_fs(p->a, &now);
    if (n < 0)
        return;
    if (now.made_len != op->made_len ||
        memcmp(now.u.fs.made, op->u.fs.made, now.made_len) != 0)
        orr__log_changed(p->tape->log, op->u.fs.path);
    orr__free(p->a, now.u.fs.made);
}

/* ---- Operations --------------------------------------------------------- */

static int replay_submit(orr__poll *base, orr__op *op)
{
    replayer *p = replayer_of(base);
    int err = orr__tape_reserve(p->tape);

    if (err < 0)
        return err;
    const unsigned tag = take_request(p, TAPE_SUBMIT, op);
    int64_t result = -ECANCELED;
    if (tag & TAPE_FLAG(0))
        orr__tape_signed(p->tape, &result);
    if (!is_fine(p) || (tag & TAPE_FLAG(0)))
        return result < 0 ? (int)result : -ECANCELED;
    op->result = 0;
    orr__tape_add_op(p->tape, op);
    if (op->code == OP_WORK)
        op->u.work.fn(op->u.work.arg);
    return 0;
}

static int replay_cancel(orr__poll *base, orr__op *op)
{
    replayer *p = replayer_of(base);
    const unsigned tag = replay_take(p, TAPE_CANCEL, "a cancelled operation");
    int64_t result = 0;

    if (tag == TAPE_NONE) {
        orr__tape_drop_op(p->tape, op);
        return 0; /* the replay is over: so is the operation */
    }
    if (tag & TAPE_FLAG(0)) {
        orr__tape_signed(p->tape, &result);
        return is_fine(p) && result < 0 ? (int)result : -EBUSY;
    }
    const size_t sent = orr__carry_cancelled(p->tape, op);
    orr__tape_drop_op(p->tape, op);
    if (is_fine(p) && sent > 0) {
        replay_show(p, op, (int64_t)sent);
        orr__op_use(op, sent);
    }
    return 0;
}

static void note_call(replayer *p, const orr__op *op, int64_t result)
{
    if (op->code == OP_CLOSE && op->fd >= 0 && op->fd <= 2)
        p->outputs[op->fd] = false;
    else if (op->code == OP_READ_FILE && result >= 0)
        compare_file(p, op);
    else
        replay_show(p, op, result);
}

static int64_t replay_call(orr__poll *base, orr__op *op)
{
    replayer *p = replayer_of(base);
    const uint32_t capacity = orr__carry_capacity(op);
    int64_t result = -ECANCELED;

    if (take_request(p, TAPE_CALL, op) == TAPE_NONE)
        return op->code == OP_CLOSE || op->code == OP_SLEEP ? 0 : -ECANCELED;
    orr__tape_signed(p->tape, &result);
    if (op->code != OP_CLOSEDIR || is_fine(p))
        orr__carry_result(p->tape, p->a, op, capacity, result);
    if (!is_fine(p))
        return -ECANCELED;
    note_call(p, op, result);
    return result;
}

static void replay_finish(orr__poll *base, orr__op *op, int64_t result)
{
    replayer *p = replayer_of(base);

    (void)result; /* it is recorded */
    must(orr__tape_reserve(p->tape) == 0,
         "an operation that was cancelled has left its number");
    orr__tape_add_op(p->tape, op);
    replay_take(p, TAPE_FINISH, "a cancelled request");
}

/* ---- Batches ------------------------------------------------------------ */

static int replay_wait(orr__poll *base, uint64_t deadline_ns)
{
    replayer *p = replayer_of(base);
    int64_t result = 0;
    const unsigned tag = replay_take(p, TAPE_WAIT, "a poll");

    (void)deadline_ns;
    base->quiet = (tag & TAPE_FLAG(0)) != 0;
    base->unsettled = (tag & TAPE_FLAG(1)) != 0;
    p->waits++;
    if (tag & TAPE_FLAG(2))
        orr__tape_signed(p->tape, &result);
    if (!is_fine(p))
        return -ECANCELED;
    return result < 0 ? (int)result : 0;
}

static int replay_settle(orr__poll *base, uint64_t max_ns)
{
    replayer *p = replayer_of(base);
    int64_t result = 0;

    (void)max_ns;
    if (replay_take(p, TAPE_SETTLE, "a poll") != TAPE_NONE)
        orr__tape_signed(p->tape, &result);
    return is_fine(p) ? (int)result : 0;
}

static bool replay_next(orr__poll *base, orr__event *ev)
{
    replayer *p = replayer_of(base);
    orr__tape *t = p->tape;
    uint64_t number = 0;

    if (t->over || (orr__tape_peek(t) & 0x1f) != TAPE_EVENT)
        return false;
    const unsigned tag = replay_take(p, TAPE_EVENT, "an event");
    orr__tape_number(t, &number);
    *ev = (orr__event){ .op = orr__tape_find_op(t, number),
                        .more = (tag & TAPE_FLAG(0)) != 0 };
    t->is_bad |= ev->op == NULL && !t->is_short;
    if (!is_fine(p))
        return false;
    orr__carry_event(t, p->a, ev, &p->rx);
    if (!is_fine(p))
        return false;
    replay_show(p, ev->op,
                ev->op->code == OP_SEND && ev->result >= 0 ? bytes_of(ev->op)
                                                           : ev->result);
    if (ev->op->code == OP_READ_FILE && ev->result >= 0)
        compare_file(p, ev->op);
    if (!ev->more)
        orr__tape_drop_op(t, ev->op);
    return true;
}

static bool replay_next_is_pooled(orr__poll *base)
{
    replayer *p = replayer_of(base);

    return (replay_take(p, TAPE_POOLED, "an event") & TAPE_FLAG(0)) != 0;
}

/* ---- The rest of the table ---------------------------------------------- */

static void replay_wake(orr__poll *base)
{
    (void)base; /* that it was called is recorded where it was reported */
}

static void replay_drain(orr__poll *base)
{
    replayer *p = replayer_of(base);

    replay_take(p, TAPE_DRAIN, "its end");
    p->tape->over = true;
}

static int replay_fd(orr__poll *base)
{
    (void)base;
    return -ENOSYS;
}

static uint64_t read_clock(replayer *p, tape_kind kind, uint64_t *last)
{
    int64_t passed = 0;

    if (replay_take(p, kind, "a clock reading") != TAPE_NONE)
        orr__tape_signed(p->tape, &passed);
    if (is_fine(p))
        *last += (uint64_t)passed;
    return *last;
}

static uint64_t replay_clock(orr__poll *base, orr__clock_id which)
{
    replayer *p = replayer_of(base);
    const unsigned tag = orr__tape_peek(p->tape);

    if (!p->tape->over && (tag & 0x1f) == TAPE_CLOCK &&
        ((tag & TAPE_FLAG(0)) != 0) != (which == ORR__WALL))
        end_different(p, "a clock", "another clock");
    return read_clock(p, TAPE_CLOCK, &p->tape->clocks[which]);
}

static uint64_t replay_now_ms(orr__poll *base)
{
    replayer *p = replayer_of(base);

    return read_clock(p, TAPE_NOW, &p->tape->clocks[2]);
}

static int replay_random(orr__poll *base, void *out, size_t len)
{
    replayer *p = replayer_of(base);
    int64_t result = 0;

    memset(out, 0, len);
    if (replay_take(p, TAPE_RANDOM, "random bytes") == TAPE_NONE)
        return -ECANCELED;
    orr__tape_signed(p->tape, &result);
    if (result >= 0)
        orr__tape_bytes(p->tape, out, len);
    return is_fine(p) ? (int)result : -ECANCELED;
}

/* A trace asks for the directory, too, and that is not recorded. */
static bool is_cwd_extra(replayer *p, const orr__ask *ask)
{
    const orr__tape *t = p->tape;

    if (ask->what != FACT_CWD)
        return false;
    return (orr__tape_peek(p->tape) & 0x1f) != TAPE_ASK ||
           (t->end - t->at > 1 && t->at[1] != FACT_CWD);
}

static int give_cwd(const replayer *p, char **out)
{
    *out = p->cwd != NULL ? orr__strdup(p->a, p->cwd) : NULL;
    if (*out == NULL)
        *out = orr__strdup(p->a, "/");
    return *out != NULL ? 0 : -ENOMEM;
}

static void note_cwd(replayer *p, const orr__ask *ask)
{
    orr__free(p->a, p->cwd);
    p->cwd = orr__strdup(p->a, *(char **)ask->out);
}

static bool is_library(orr__fact what)
{
    return what == FACT_DL_OPEN || what == FACT_DL_SYMBOL ||
           what == FACT_DL_CLOSE;
}

/* It must be there if it was there. */
static int load_library(replayer *p, orr__ask *ask, int recorded)
{
    const int err = orr__sys_ask_library(ask);
    char text[256];

    if ((err < 0) == (recorded < 0))
        return err;
    snprintf(text, sizeof text, "the library that has %s is not the same",
             ask->name != NULL ? ask->name : "this");
    end_replay(p, ORR_RECORDING_DIFFERS, text);
    return err;
}

static int replay_ask(orr__poll *base, orr__ask *ask)
{
    replayer *p = replayer_of(base);
    orr__tape *t = p->tape;
    uint8_t what = 0;
    uint16_t check = 0;
    int err = -ECANCELED;

    if (t->over)
        return is_library(ask->what) ? orr__sys_ask_library(ask) : -ECANCELED;
    if (is_cwd_extra(p, ask))
        return give_cwd(p, ask->out);
    if (replay_take(p, TAPE_ASK, "a fact of the host") == TAPE_NONE)
        return -ECANCELED;
    orr__tape_byte(t, &what);
    orr__tape_bytes(t, &check, sizeof check);
    if (!is_fine(p))
        return -ECANCELED;
    if (what != ask->what || check != orr__carry_check_text(ask->name)) {
        end_different(p, "a fact of the host", "another one");
        return -ECANCELED;
    }
    orr__carry_ask(t, p->a, ask, &err);
    if (!is_fine(p))
        return -ECANCELED;
    if (ask->what == FACT_CWD && err == 0)
        note_cwd(p, ask);
    return is_library(ask->what) ? load_library(p, ask, err) : err;
}

static void replay_stats(orr__poll *base, orr__stats *out)
{
    replayer *p = replayer_of(base);

    *out = (orr__stats){ .name = base->name };
    if (replay_take(p, TAPE_STATS, "statistics") == TAPE_NONE)
        return;
    orr__tape_number(p->tape, &out->system_calls);
    orr__tape_number(p->tape, &out->idle_ns);
    is_fine(p);
}

/* ---- Life --------------------------------------------------------------- */

static int replay_open(const orr__poll_options *options, orr__poll **out,
                       const char **why)
{
    replayer *p = orr__alloc(options->allocator, sizeof *p);

    *why = NULL;
    if (p == NULL)
        return -ENOMEM;
    p->base.table = &orr__replay;
    p->base.name = orr__log_backend(options->log);
    p->a = options->allocator;
    p->outputs[1] = p->outputs[2] = true;
    const int err = orr__tape_hold(&p->tape, options->log, options->thread);
    if (err < 0) {
        orr__free(options->allocator, p);
        return err;
    }
    *out = &p->base;
    return 0;
}

static void replay_close(orr__poll *base)
{
    replayer *p = replayer_of(base);

    orr__tape_release(p->tape);
    orr__free(p->a, p->cwd);
    orr__free(p->a, p);
}

const orr__poll_table orr__replay = {
    .name = "replay",
    .open = replay_open,
    .close = replay_close,
    .submit = replay_submit,
    .cancel = replay_cancel,
    .call = replay_call,
    .finish = replay_finish,
    .wait = replay_wait,
    .settle = replay_settle,
    .next = replay_next,
    .next_is_pooled = replay_next_is_pooled,
    .wake = replay_wake,
    .drain = replay_drain,
    .fd = replay_fd,
    .clock = replay_clock,
    .now_ms = replay_now_ms,
    .random = replay_random,
    .ask = replay_ask,
    .stats = replay_stats,
};
