/*
 * trace.c - recording what happens.
 *
 * The loop and the engine pass every event to this file (trace/event.h); each
 * becomes one record in a ring (trace/ring.h). trace_write.c makes lines of
 * them, many at a time; docs/trace-format.md is the contract.
 *
 * Tracing must not change the program: the program's own clock is never read
 * here, no id is drawn and no JavaScript runs. `vt` is the clock as it was last
 * read. In virtual time there is no `rt`, so that two runs of one seed have the
 * same trace, byte for byte.
 *
 * Turns, phases and the runtime's own callbacks are recorded when something
 * happens in them, and else left out: of a turn of a busy server, one or two
 * phases of eight have something in them.
 */
#include "bind/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"
#include "bind/trace_words.h"

#define FLUSH_US 100000 /* what was recorded is this old at most, at a poll */
#define WAIT_US 1000    /* a poll that took longer has waited */

bool trace_is_on(const runtime *r)
{
    return r->trace.recorder != NULL;
}

/* ---- The words for things ----------------------------------------------- */

static const char *const engine_kinds[] = {
    [ENGINE_SCRIPT] = "script",       [ENGINE_TICK] = "tick",
    [ENGINE_MICROTASK] = "microtask", [ENGINE_TIMER] = "timer",
    [ENGINE_IMMEDIATE] = "immediate", [ENGINE_REJECTION] = "rejection",
    [ENGINE_FINALIZER] = "finalizer", [ENGINE_TASK] = "task",
    [ENGINE_FRAME] = "raf",           [ENGINE_IDLE] = "idle",
};

const char *bind_kind_name(uint8_t kind)
{
    if (kind == ORR_KIND_NONE)
        return "resource"; /* an AsyncResource of lib/'s or the program's */
    if (kind < ORR_KIND_USER)
        return orr_kind_name((orr_kind)kind);
    kind = (uint8_t)(kind - ORR_KIND_USER);
    return kind <= ENGINE_IDLE ? engine_kinds[kind] : "unknown";
}

static const char *choice_name(orr_choice_kind kind)
{
    static const char *const names[] = {
        [ORR_CHOOSE_CLOCK] = "clock",     [ORR_CHOOSE_EFFECT] = "effect",
        [ORR_CHOOSE_DELIVER] = "deliver", [ORR_CHOOSE_CHUNK] = "chunk",
        [ORR_CHOOSE_SHORT] = "short",     [ORR_CHOOSE_ORDER] = "order",
        [ORR_CHOOSE_FAULT] = "fault",     [ORR_CHOOSE_THREAD] = "thread",
    };

    return kind <= ORR_CHOOSE_THREAD ? names[kind] : "unknown";
}

static const uint8_t groups[] = {
#define X(name, word, group, bits, member) TRACE_##group,
    TRACE_TYPES(X)
#undef X
};

/* Some kinds have types of their own for beginning, end and scheduling. */
static trace_type begin_type(int kind)
{
    return kind == ENGINE_TICK        ? TRACE_TYPE_TICK_BEGIN
           : kind == ENGINE_MICROTASK ? TRACE_TYPE_MICRO_BEGIN
                                      : TRACE_TYPE_CALL_BEGIN;
}

static trace_type schedule_type(int kind)
{
    return kind == ENGINE_IMMEDIATE ? TRACE_TYPE_IMM_QUEUE
           : kind == ENGINE_TICK    ? TRACE_TYPE_TICK_QUEUE
                                    : TRACE_TYPE_SCHEDULE;
}

static trace_type type_of(const orr_event *ev)
{
    static const uint8_t types[] = {
        [ORR_EV_TURN_BEGIN] = TRACE_TYPE_TURN_BEGIN,
        [ORR_EV_TURN_END] = TRACE_TYPE_TURN_END,
        [ORR_EV_PHASE_BEGIN] = TRACE_TYPE_PHASE_BEGIN,
        [ORR_EV_PHASE_END] = TRACE_TYPE_PHASE_END,
        [ORR_EV_SUBMIT] = TRACE_TYPE_SUBMIT,
        [ORR_EV_EFFECT] = TRACE_TYPE_EFFECT,
        [ORR_EV_DELIVER] = TRACE_TYPE_DELIVER,
        [ORR_EV_REFUSE] = TRACE_TYPE_REFUSE,
        [ORR_EV_ARM] = TRACE_TYPE_TIMER_ARM,
        [ORR_EV_PROMISE_INIT] = TRACE_TYPE_PROMISE_INIT,
        [ORR_EV_PROMISE_SETTLE] = TRACE_TYPE_PROMISE_SETTLE,
        [ORR_EV_THROW] = TRACE_TYPE_THROW,
        [ORR_EV_EMIT] = TRACE_TYPE_EMIT,
    };
    const int kind = (int)ev->kind - ORR_KIND_USER;

    switch (ev->type) {
    case ORR_EV_CALL_BEGIN:
        return begin_type(kind);
    case ORR_EV_CALL_END:
        return (trace_type)(begin_type(kind) + 1);
    case ORR_EV_SCHEDULE:
        return schedule_type(kind);
    case ORR_EV_CLEAR:
        return kind == ENGINE_IMMEDIATE ? TRACE_TYPE_IMM_CLEAR
                                        : TRACE_TYPE_TIMER_CLEAR;
    default:
        return (trace_type)types[ev->type];
    }
}

/* ---- Into the ring ------------------------------------------------------ */

static uint64_t now_us(const trace_session *s)
{
    return s->is_virtual ? 0 : s->sink.now_us(s->sink.ctx) - s->start_us;
}

static bool is_wanted(const trace_session *s, uint8_t type)
{
    return s->groups >> groups[type] & 1;
}

/*
 * The order is drawn before the record can be seen, and after everything that
 * led to it. So whoever reads `order` and then the rings sees, of all records
 * up to there, also those that led to them (trace__write_all()).
 */
static void append(trace_recorder *t, trace_record *record, const char *text)
{
    trace_session *s = t->session;

    if (!is_wanted(s, record->type) ||
        atomic_load_explicit(&s->is_over, memory_order_relaxed))
        return;
    record->order =
        atomic_fetch_add_explicit(&s->order, 1, memory_order_acq_rel) + 1;
    while (!orr__ring_put(&t->ring, record, text))
        trace__make_room(t);
}

/* A browser's loop looks for tasks in vain before the first one: its turns are
 * counted as they are recorded. */
static void count_turn(trace_recorder *t, trace_record *turn)
{
    if (t->r->profile->is_browser && turn->type == TRACE_TYPE_TURN_BEGIN)
        turn->id = ++t->turns;
}

/* What was left out so far has something in it now. */
static void append_open(trace_recorder *t)
{
    for (; t->put < t->depth; t->put++) {
        count_turn(t, &t->open[t->put]);
        append(t, &t->open[t->put], NULL);
    }
}

/* Times of all threads count from the start of the trace's first one. The
 * simulated world has one clock, whichever thread has read it. */
static void stamp(trace_recorder *t, trace_record *record)
{
    const runtime *r = t->r;
    trace_session *s = t->session;
    uint64_t vt_ms = r->base_ms + r->trace.seen_ms - s->base_ms;

    if (s->is_virtual && vt_ms > s->seen_ms)
        s->seen_ms = vt_ms;
    record->vt_ms = (uint32_t)(s->is_virtual ? s->seen_ms : vt_ms);
    record->rt_us = now_us(s);
}

void trace__put(trace_recorder *t, trace_record *record, const char *text,
                size_t len)
{
    stamp(t, record);
    record->text_len = (uint32_t)(len < TRACE_TEXT_MAX ? len : TRACE_TEXT_MAX);
    if (text != NULL)
        record->trigger = len - record->text_len;
    append_open(t);
    append(t, record, text);
}

/* ---- What begins and ends ----------------------------------------------- */

/* A callback that is not recorded yet can still be given its trigger:
 * trace_from(). */
static bool is_async(const trace_record *record)
{
    return record->type == TRACE_TYPE_CALL_BEGIN && record->kind == ORR_ASYNC;
}

/* These wait until something happens in them, and the last kind at most until
 * its end. */
static bool is_lazy(const trace_record *record)
{
    return record->type == TRACE_TYPE_TURN_BEGIN ||
           record->type == TRACE_TYPE_PHASE_BEGIN ||
           (record->flags & TRACE_OWN) || is_async(record);
}

static void begin(trace_recorder *t, trace_record *record)
{
    stamp(t, record);
    if (record->type == TRACE_TYPE_CALL_BEGIN && !(record->flags & TRACE_OWN))
        t->last = record->id;
    if (t->depth == TRACE_OPEN_MAX) {
        t->deeper++;
        append_open(t);
        append(t, record, NULL);
        return;
    }
    t->open[t->depth++] = *record;
    if (!is_lazy(record))
        append_open(t);
}

/* True: its beginning is recorded as well. */
static bool ends(trace_recorder *t, trace_record *record)
{
    if (t->depth == 0)
        return false;
    const trace_record *top = &t->open[t->depth - 1];
    if (record->type == TRACE_TYPE_TURN_END)
        record->id = top->id; /* as it was counted */
    if (top->type + 1 != record->type || top->id != record->id ||
        top->phase != record->phase)
        return false;
    t->depth--;
    return true;
}

static bool has_waited(const trace_recorder *t, const trace_record *end)
{
    const trace_record *top = &t->open[t->depth - 1];

    return end->phase == ORR_PHASE_POLL && top->phase == ORR_PHASE_POLL &&
           (end->rt_us - top->rt_us >= WAIT_US || end->vt_ms > top->vt_ms);
}

/* The end of what began before this trace is not recorded. */
static void end(trace_recorder *t, trace_record *record)
{
    stamp(t, record);
    if (t->deeper > 0) {
        t->deeper--;
        append(t, record, NULL);
        return;
    }
    if (t->depth > 0 &&
        (is_async(&t->open[t->depth - 1]) ||
         (record->type == TRACE_TYPE_PHASE_END && has_waited(t, record))))
        append_open(t);
    if (!ends(t, record))
        return;
    if (t->put <= t->depth)
        return; /* nothing happened in it */
    append(t, record, NULL);
    t->put = t->depth;
}

void trace__end_open(trace_recorder *t)
{
    while (t->depth > 0) {
        trace_record record = t->open[t->depth - 1];
        record.type++;
        record.flags &= TRACE_OWN;
        record.cause = record.trigger = record.value = 0;
        record.place = NULL;
        end(t, &record);
    }
}

/* ---- Events of the loop and of the engine ------------------------------- */

/* The loop's timers, idle and check handles are all ours: a program's timers
 * and immediates have records of their own, nested in those. */
static bool is_own(uint8_t kind)
{
    return kind == ORR_TIMER || kind == ORR_IDLE || kind == ORR_PREPARE ||
           kind == ORR_CHECK;
}

/*
 * What made it runnable. The record says 0 for a thing that was runnable at
 * once, and so its cause is meant; for a timer, and for all that the loop waits
 * for, 0 is the clock and the kernel.
 */
static uint64_t trigger_of(const orr_event *ev)
{
    if (ev->type != ORR_EV_CALL_BEGIN || ev->trigger != 0 ||
        ev->kind < ORR_KIND_USER || ev->kind == ORR_KIND_USER + ENGINE_TIMER ||
        ev->kind == ORR_KIND_USER + ENGINE_FRAME)
        return ev->trigger;
    return ev->cause;
}

static uint64_t two(uint64_t high, uint64_t low)
{
    const uint64_t most = UINT32_MAX;

    return (high < most ? high : most) << 32 | (low < most ? low : most);
}

/* How many wait, in members that these records do not use: at the beginning of
 * a phase the loop's counts, at the end of a callback what it left behind. */
static void count_queues(runtime *r, const orr_event *ev, trace_record *record)
{
    engine_queues q = { .ticks = 0 };

    if (r->engine != NULL)
        engine_get_queues(r->engine, &q);
    record->value = two(q.timers, q.immediates);
    record->cause = ev->type == ORR_EV_PHASE_BEGIN ? ev->value : q.ticks;
    record->trigger = ev->type == ORR_EV_PHASE_BEGIN ? ev->cause : q.microtasks;
}

/* In a browser the script has a record of its own, in that of the runtime's
 * start. */
static bool is_frame_of_main(const runtime *r, const orr_event *ev)
{
    return r->profile->is_browser && ev->id == r->main.id &&
           ev->kind == ORR_KIND_USER + ENGINE_SCRIPT;
}

/* The end of a callback is where its beginning was, and what is the runtime's
 * own is nowhere in the program. */
static const trace_place *place_of(runtime *r, const orr_event *ev)
{
    if (ev->site == 0 || ev->site > UINT32_MAX ||
        ev->type == ORR_EV_CALL_END || is_own(ev->kind))
        return NULL;
    return trace__place(r->trace.recorder, (uint32_t)ev->site);
}

/* Its trigger may be of another thread. */
static void set_trigger(trace_record *record, uint32_t thread,
                        trace_origin from)
{
    const uint32_t other = trace_key_thread(from.key);

    record->trigger = trace_key_id(from.key);
    if (record->trigger == 0 || other == thread)
        return;
    record->flags |= TRACE_FROM;
    record->value = from.message << TRACE_THREAD_BITS | other;
}

static trace_record make_record(runtime *r, const orr_event *ev)
{
    const bool is_turn = ev->type <= ORR_EV_PHASE_END;
    trace_record record = {
        .type = (uint8_t)type_of(ev),
        .kind = ev->kind,
        .phase = ev->phase,
        .place = is_turn ? NULL : place_of(r, ev),
        .id = ev->id,
        .cause = ev->cause,
        .trigger = trigger_of(ev),
        .value = ev->value,
        .what = ev->kind == ORR_KIND_USER + ENGINE_SCRIPT ? r->trace.script
                                                          : ev->what,
    };

    if (ev->threw)
        record.flags |= TRACE_THREW;
    if (!is_turn && (is_own(ev->kind) || is_frame_of_main(r, ev))) {
        record.flags |= TRACE_OWN;
        record.cause = 0; /* each arms the next, and that is no news */
    }
    if (ev->type == ORR_EV_PHASE_BEGIN || record.type == TRACE_TYPE_CALL_END)
        count_queues(r, ev, &record);
    if (ev->type == ORR_EV_THROW)
        record.cause = ev->id;
    if (ev->type == ORR_EV_CALL_BEGIN && ev->id == r->main.id)
        set_trigger(&record, r->options.thread_id,
                    (trace_origin){ .key = r->trace.from });
    return record;
}

/* A microtask is scheduled when it is about to run, and a timer has timer.arm,
 * with its delay: the next line has both. The handles of the runtime's own are
 * shown only while the program's callbacks run in them. */
static bool is_worth_a_line(const runtime *r, const orr_event *ev)
{
    return ev->type != ORR_EV_SCHEDULE ||
           (!is_frame_of_main(r, ev) &&
            ev->kind != ORR_KIND_USER + ENGINE_MICROTASK &&
            ev->kind != ORR_KIND_USER + ENGINE_TIMER && !is_own(ev->kind));
}

/* Texts of these events are valid during the call only: an exception's message
 * and the name of a function. */
static const char *text_of(const orr_event *ev, trace_record *record)
{
    if (ev->what == NULL)
        return NULL;
    if (ev->type == ORR_EV_THROW || ev->type == ORR_EV_EMIT) {
        record->what = NULL;
        return ev->what;
    }
    if (ev->type == ORR_EV_ARM || record->type == TRACE_TYPE_TICK_QUEUE ||
        record->type == TRACE_TYPE_IMM_QUEUE) {
        record->what = NULL;
        record->flags |= TRACE_NAMES_FN;
        return ev->what;
    }
    return NULL;
}

static void add_event(runtime *r, const orr_event *ev)
{
    trace_recorder *t = r->trace.recorder;

    if (t->session->is_virtual)
        t->session->current = t;
    if (!is_worth_a_line(r, ev))
        return;
    trace_record record = make_record(r, ev);
    switch (ev->type) {
    case ORR_EV_TURN_BEGIN:
    case ORR_EV_PHASE_BEGIN:
    case ORR_EV_CALL_BEGIN:
        begin(t, &record);
        break;
    case ORR_EV_TURN_END:
    case ORR_EV_PHASE_END:
    case ORR_EV_CALL_END:
        end(t, &record);
        break;
    default: {
        const char *text = text_of(ev, &record);
        trace__put(t, &record, text, text != NULL ? strlen(text) : 0);
    }
    }
}

static void flush_if_old(trace_recorder *t)
{
    trace_session *s = t->session;
    const uint64_t now = now_us(s);

    if (s->keep_us > 0 || s->is_virtual || now - t->flushed_us < FLUSH_US)
        return;
    t->flushed_us = now;
    trace__flush(s);
}

static void end_if_due(runtime *r)
{
    const trace_session *s = r->trace.recorder->session;

    if (s->end_ms > 0 && s->is_virtual && r->trace.seen_ms >= s->end_ms &&
        !r->over && !r->options.is_worker)
        runtime_exit(r, 0);
}

/* The thread that has ended the trace could not tell this one. */
static bool is_over(const runtime *r)
{
    return atomic_load_explicit(&r->trace.recorder->session->is_over,
                                memory_order_relaxed);
}

void trace_event(void *ctx, const orr_event *ev)
{
    runtime *r = ctx;

    if (ev->now_ms > r->base_ms + r->trace.seen_ms)
        r->trace.seen_ms = ev->now_ms - r->base_ms;
    if (ev->type == ORR_EV_PHASE_BEGIN && is_over(r)) {
        trace__leave(r);
        return;
    }
    add_event(r, ev);
    if (ev->type == ORR_EV_PHASE_BEGIN && ev->phase == ORR_PHASE_POLL)
        flush_if_old(r->trace.recorder);
    end_if_due(r);
}

void trace_engine_event(void *ctx, const orr_event *event)
{
    orr_event ev = *event;

    ev.kind = (uint8_t)(ev.kind + ORR_KIND_USER);
    add_event(ctx, &ev);
}

/* One thread runs at a time on the simulator, and the others wait: it may put
 * records into their rings. */
static trace_recorder *recorder_of(const trace_session *s, uint64_t id)
{
    for (orr_link *l = s->recorders.next; l != &s->recorders; l = l->next) {
        trace_recorder *t = (trace_recorder *)(void *)l;
        if (t->loop == id >> TRACE_ID_BITS && t->r != NULL)
            return t;
    }
    return NULL;
}

void trace_effect(void *ctx, uint64_t id, const char *what)
{
    const runtime *r = ctx;
    trace_record record = { .type = TRACE_TYPE_EFFECT, .id = id, .what = what };

    if (!trace_is_on(r))
        return;
    trace_recorder *t = recorder_of(r->trace.recorder->session, id);
    if (t != NULL)
        trace__put(t, &record, NULL, 0);
}

static void tell_running(runtime *r, orr_event_type type)
{
    const orr_record *running = orr_running(r->loop);

    if (!trace_is_on(r) || running == NULL)
        return;
    add_event(r, &(orr_event){ .type = (uint8_t)type,
                               .kind = running->kind,
                               .id = running->id,
                               .cause = running->cause,
                               .site = running->site });
}

/* A callback that began before the trace has no end in it, and no parts. */
void trace_pause(runtime *r)
{
    trace_recorder *t = r->trace.recorder;
    const uint32_t depth = t != NULL ? t->depth : 0;

    tell_running(r, ORR_EV_CALL_END);
    if (t != NULL)
        t->is_paused = t->depth < depth;
}

void trace_resume(runtime *r, trace_origin from)
{
    trace_recorder *t = r->trace.recorder;

    if (t == NULL || !t->is_paused)
        return;
    t->is_paused = false;
    tell_running(r, ORR_EV_CALL_BEGIN);
    trace_from(r, from);
}

void trace_from(runtime *r, trace_origin from)
{
    trace_recorder *t = r->trace.recorder;

    if (t == NULL || t->depth == 0 || t->put == t->depth)
        return;
    trace_record *last = &t->open[t->depth - 1];
    if (is_async(last))
        set_trigger(last, t->thread, from);
}

trace_key trace_running(runtime *r)
{
    const orr_record *running = orr_running(r->loop);

    return trace_is_on(r) && running != NULL
               ? trace_key_of(r->options.thread_id, running->id)
               : 0;
}

/* ---- Events of this room ------------------------------------------------ */

/* For events within a callback: the running id, and the place. */
static void put_by_running(runtime *r, trace_record *record, const char *text,
                           size_t len)
{
    const orr_record *running = orr_running(r->loop);

    record->cause = running != NULL ? running->id : 0;
    if (r->engine != NULL)
        record->place = trace__place(r->trace.recorder,
                                     (uint32_t)engine_get_site(r->engine));
    trace__put(r->trace.recorder, record, text, len);
}

/* The options as JSON; the last of very many are left out. */
static size_t write_choice(const trace_session *s, char *to, size_t capacity,
                           orr_choice_kind kind, uint32_t n,
                           const orr_option *options, uint32_t k)
{
    int at = snprintf(to, capacity,
                      ",\"kind\":\"%s\",\"n\":%" PRIu32 ",\"k\":%" PRIu32
                      ",\"opts\":[",
                      choice_name(kind), n, k);

    for (uint32_t i = 0; i < n && (size_t)at < capacity - 256; i++) {
        const orr_option *o = &options[i];
        const trace_recorder *t =
            o->id >> TRACE_ID_BITS != 0 ? recorder_of(s, o->id) : NULL;
        char thread[32] = "";
        if (t != NULL)
            snprintf(thread, sizeof thread, "\"t\":%" PRIu32 ",", t->thread);
        at += snprintf(to + at, capacity - (size_t)at,
                       "%s{%s\"id\":%" PRIu64 ",\"value\":%" PRId64
                       ",\"what\":\"%.100s\"}",
                       i == 0 ? "" : ",", thread, trace_id(o->id), o->value,
                       o->what);
    }
    return (size_t)(at + snprintf(to + at, capacity - (size_t)at, "]"));
}

/* CLOCK is chosen at each reading and FAULT at each operation. Lines for option
 * 0 of these would bury the rest. */
void trace_choice(runtime *r, orr_choice_kind kind, uint32_t n,
                  const orr_option *options, uint32_t k)
{
    char text[8192];
    trace_record record = { .type = TRACE_TYPE_CHOICE };

    if (!trace_is_on(r) ||
        (k == 0 && (kind == ORR_CHOOSE_CLOCK || kind == ORR_CHOOSE_FAULT)))
        return;
    const trace_session *s = r->trace.recorder->session;
    const size_t len = write_choice(s, text, sizeof text, kind, n, options, k);
    trace__put(s->current != NULL ? s->current : r->trace.recorder, &record,
               text, len);
}

void trace_console(runtime *r, int fd, const char *bytes, size_t len)
{
    trace_record record = { .type = TRACE_TYPE_CONSOLE_LINE,
                            .id = r->trace.relayed,
                            .value = (uint64_t)fd };

    if (trace_is_on(r) && (fd == 1 || fd == 2))
        put_by_running(r, &record, bytes, len);
}

trace_origin trace_post(runtime *r)
{
    trace_record record = { .type = TRACE_TYPE_POST };

    if (!trace_is_on(r))
        return (trace_origin){ .key = 0 };
    record.value = 1 + atomic_fetch_add(&r->trace.recorder->session->messages,
                                        1);
    put_by_running(r, &record, NULL, 0);
    return (trace_origin){ trace_running(r), record.value };
}

void trace_handle(runtime *r, bool opens, uint64_t id, const char *what)
{
    trace_record record = { .type = opens ? TRACE_TYPE_HANDLE_OPEN
                                          : TRACE_TYPE_HANDLE_CLOSE,
                            .id = id };

    if (trace_is_on(r))
        put_by_running(r, &record, what, strlen(what));
}
