/*
 * record.c - a back end in front of a real one, which writes down what that one
 * answers. The loop above does not know it is there.
 *
 *      loop --submit, call, ...--> record --the same--> uring or epoll
 *           <----- answers ------    |    <-- answers --
 *                                    v
 *                                  tape
 *
 * What must stay true:
 *
 *  1. A record is written when the answer is there, by the loop's thread, in
 *     the order in which the loop asked. wake() is for any thread and writes
 *     nothing: that it was called is seen when OP_WAKE is reported.
 *  2. Nothing is decided here. If the log cannot grow, the answers are the
 *     same.
 */
#include "poll/record/log.h"

#include <errno.h>

typedef struct recorder {
    orr__poll base;
    orr__poll *inner;
    const orr__poll_table *to;
    const orr_allocator *a;
    orr__tape *tape;
} recorder;

static inline recorder *recorder_of(orr__poll *base)
{
    return (recorder *)(void *)base;
}

/* ---- Operations --------------------------------------------------------- */

static void put_check(orr__tape *t, uint16_t check)
{
    orr__tape_bytes(t, &check, sizeof check);
}

static void put_request(orr__tape *t, unsigned tag, const orr__op *op,
                        uint16_t check)
{
    uint8_t code = op->code;

    orr__tape_begin(t, tag);
    orr__tape_byte(t, &code);
    put_check(t, check);
}

static int record_submit(orr__poll *base, orr__op *op)
{
    recorder *p = recorder_of(base);
    orr__tape *t = p->tape;
    const uint16_t check = orr__carry_check(op);
    int err = orr__tape_reserve(t);

    if (err < 0)
        return err;
    err = p->to->submit(p->inner, op);
    int64_t result = err;
    put_request(t, TAPE_SUBMIT | (err < 0 ? TAPE_FLAG(0) : 0), op, check);
    if (err < 0)
        orr__tape_signed(t, &result);
    else
        orr__tape_add_op(t, op);
    orr__tape_commit(t);
    return err;
}

static int record_cancel(orr__poll *base, orr__op *op)
{
    recorder *p = recorder_of(base);
    orr__tape *t = p->tape;
    const int err = p->to->cancel(p->inner, op);
    int64_t result = err;

    orr__tape_begin(t, TAPE_CANCEL | (err < 0 ? TAPE_FLAG(0) : 0));
    if (err < 0) {
        orr__tape_signed(t, &result);
    } else {
        orr__carry_cancelled(t, op);
        orr__tape_drop_op(t, op);
    }
    orr__tape_commit(t);
    return err;
}

static int64_t record_call(orr__poll *base, orr__op *op)
{
    recorder *p = recorder_of(base);
    orr__tape *t = p->tape;
    const uint32_t capacity = orr__carry_capacity(op);
    const uint16_t check = orr__carry_check(op);
    const int64_t answer = p->to->call(p->inner, op);
    int64_t result = answer;

    put_request(t, TAPE_CALL, op, check);
    orr__tape_signed(t, &result);
    orr__carry_result(t, p->a, op, capacity, result);
    orr__tape_commit(t);
    return answer;
}

static void record_finish(orr__poll *base, orr__op *op, int64_t result)
{
    recorder *p = recorder_of(base);

    must(orr__tape_reserve(p->tape) == 0,
         "an operation that was cancelled has left its number");
    p->to->finish(p->inner, op, result);
    orr__tape_add_op(p->tape, op);
    orr__tape_begin(p->tape, TAPE_FINISH);
    orr__tape_commit(p->tape);
}

/* ---- Batches ------------------------------------------------------------ */

static int record_wait(orr__poll *base, uint64_t deadline_ns)
{
    recorder *p = recorder_of(base);
    orr__tape *t = p->tape;
    const int err = p->to->wait(p->inner, deadline_ns);
    int64_t result = err;

    base->quiet = p->inner->quiet;
    base->unsettled = p->inner->unsettled;
    orr__tape_begin(t, TAPE_WAIT | (base->quiet ? TAPE_FLAG(0) : 0) |
                           (base->unsettled ? TAPE_FLAG(1) : 0) |
                           (err < 0 ? TAPE_FLAG(2) : 0));
    if (err < 0)
        orr__tape_signed(t, &result);
    orr__tape_commit(t);
    return err;
}

static int record_settle(orr__poll *base, uint64_t max_ns)
{
    recorder *p = recorder_of(base);
    const int settled = p->to->settle(p->inner, max_ns);
    int64_t result = settled;

    orr__tape_begin(p->tape, TAPE_SETTLE);
    orr__tape_signed(p->tape, &result);
    orr__tape_commit(p->tape);
    return settled;
}

/* That a batch has ended needs no record: the next one is no event. */
static bool record_next(orr__poll *base, orr__event *ev)
{
    recorder *p = recorder_of(base);
    orr__tape *t = p->tape;

    if (!p->to->next(p->inner, ev))
        return false;
    uint64_t number = ev->op->since_ns;
    orr__tape_begin(t, TAPE_EVENT | (ev->more ? TAPE_FLAG(0) : 0));
    orr__tape_number(t, &number);
    orr__carry_event(t, p->a, ev, NULL);
    if (!ev->more)
        orr__tape_drop_op(t, ev->op);
    orr__tape_commit(t);
    return true;
}

static bool record_next_is_pooled(orr__poll *base)
{
    recorder *p = recorder_of(base);
    const bool pooled = p->to->next_is_pooled(p->inner);

    orr__tape_begin(p->tape, TAPE_POOLED | (pooled ? TAPE_FLAG(0) : 0));
    orr__tape_commit(p->tape);
    return pooled;
}

/* ---- The rest of the table ---------------------------------------------- */

static void record_wake(orr__poll *base)
{
    recorder *p = recorder_of(base);

    p->to->wake(p->inner);
}

static void record_drain(orr__poll *base)
{
    recorder *p = recorder_of(base);

    p->to->drain(p->inner);
    orr__tape_begin(p->tape, TAPE_DRAIN);
    orr__tape_commit(p->tape);
    orr__tape_finish(p->tape);
}

static int record_fd(orr__poll *base)
{
    recorder *p = recorder_of(base);

    return p->to->fd(p->inner);
}

static void put_reading(orr__tape *t, unsigned tag, uint64_t *last,
                        uint64_t now)
{
    int64_t passed = (int64_t)(now - *last);

    *last = now;
    orr__tape_begin(t, tag);
    orr__tape_signed(t, &passed);
    orr__tape_commit(t);
}

static uint64_t record_clock(orr__poll *base, orr__clock_id which)
{
    recorder *p = recorder_of(base);
    const uint64_t now = p->to->clock(p->inner, which);

    put_reading(p->tape, TAPE_CLOCK | (which == ORR__WALL ? TAPE_FLAG(0) : 0),
                &p->tape->clocks[which], now);
    return now;
}

static uint64_t record_now_ms(orr__poll *base)
{
    recorder *p = recorder_of(base);
    const uint64_t now = p->to->now_ms(p->inner);

    put_reading(p->tape, TAPE_NOW, &p->tape->clocks[2], now);
    return now;
}

static int record_random(orr__poll *base, void *out, size_t len)
{
    recorder *p = recorder_of(base);
    const int err = p->to->random(p->inner, out, len);
    int64_t result = err;

    orr__tape_begin(p->tape, TAPE_RANDOM);
    orr__tape_signed(p->tape, &result);
    if (err >= 0)
        orr__tape_bytes(p->tape, out, len);
    orr__tape_commit(p->tape);
    return err;
}

static int record_ask(orr__poll *base, orr__ask *ask)
{
    recorder *p = recorder_of(base);
    orr__tape *t = p->tape;
    uint8_t what = (uint8_t)ask->what;
    int err = ask->what == FACT_OWN ? 0 : p->to->ask(p->inner, ask);
    const int answer = err;

    orr__tape_begin(t, TAPE_ASK);
    orr__tape_byte(t, &what);
    put_check(t, orr__carry_check_text(ask->name));
    orr__carry_ask(t, p->a, ask, &err);
    orr__tape_commit(t);
    return answer;
}

static void record_stats(orr__poll *base, orr__stats *out)
{
    recorder *p = recorder_of(base);

    p->to->stats(p->inner, out);
    orr__tape_begin(p->tape, TAPE_STATS);
    orr__tape_number(p->tape, &out->system_calls);
    orr__tape_number(p->tape, &out->idle_ns);
    orr__tape_commit(p->tape);
}

/* ---- Life --------------------------------------------------------------- */

static int open_inner(recorder *p, const orr__poll_options *options,
                      const char **why)
{
    p->to = orr__log_inner(options->log);
    if (p->to != NULL)
        return p->to->open(options, &p->inner, why);
    p->to = &orr__uring;
    int err = p->to->open(options, &p->inner, why);
    if (err != -ENOSYS)
        return err;
    p->to = &orr__epoll;
    return p->to->open(options, &p->inner, why);
}

static int record_open(const orr__poll_options *options, orr__poll **out,
                       const char **why)
{
    recorder *p = orr__alloc(options->allocator, sizeof *p);

    if (p == NULL)
        return -ENOMEM;
    p->base.table = &orr__record;
    p->a = options->allocator;
    int err = open_inner(p, options, why);
    if (err < 0)
        goto free_p;
    if (orr__log_inner(options->log) == NULL)
        orr__log_set_inner(options->log, p->to);
    err = orr__log_begin(options->log);
    if (err == 0)
        err = orr__tape_hold(&p->tape, options->log, options->thread);
    if (err < 0)
        goto close_inner;
    p->base.name = p->to->name;
    *out = &p->base;
    return 0;

close_inner:
    p->to->close(p->inner);
free_p:
    orr__free(options->allocator, p);
    return err;
}

static void record_close(orr__poll *base)
{
    recorder *p = recorder_of(base);

    p->to->close(p->inner);
    orr__tape_release(p->tape);
    orr__free(p->a, p);
}

const orr__poll_table orr__record = {
    .name = "record",
    .open = record_open,
    .close = record_close,
    .submit = record_submit,
    .cancel = record_cancel,
    .call = record_call,
    .finish = record_finish,
    .wait = record_wait,
    .settle = record_settle,
    .next = record_next,
    .next_is_pooled = record_next_is_pooled,
    .wake = record_wake,
    .drain = record_drain,
    .fd = record_fd,
    .clock = record_clock,
    .now_ms = record_now_ms,
    .random = record_random,
    .ask = record_ask,
    .stats = record_stats,
};
