/*
 * trace.c - recording what happens.
 *
 * The loop and the engine pass every event to this file (trace/event.h); each
 * becomes one record in a ring (trace/ring.h). trace/write.c makes lines of
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
#include "bind/trace/trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "bind/bind.h"
#include "bind/trace/words.h"

#define FLUSH_US 100000 /* what was recorded is this old at most, at a poll */
#define WAIT_US 1000    /* a poll that took longer has waited */
#define METHOD_MAX 32   /* bytes of a request's in a trace */
#define URL_MAX 2048

bool trace_is_on(const runtime *r)
{
    return r->trace.recorder != NULL;
}

/* ---- The words for things ----------------------------------------------- */

/* From ENGINE_SCRIPT on. */
static const char *const engine_kinds[] = {
#define AT(kind) [kind - ENGINE_SCRIPT]
    AT(ENGINE_SCRIPT) = "script",       AT(ENGINE_TICK) = "tick",
    AT(ENGINE_MICROTASK) = "microtask", AT(ENGINE_TIMER) = "timer",
    AT(ENGINE_IMMEDIATE) = "immediate", AT(ENGINE_REJECTION) = "rejection",
    AT(ENGINE_FINALIZER) = "finalizer", AT(ENGINE_TASK) = "task",
    AT(ENGINE_FRAME) = "raf",           AT(ENGINE_IDLE) = "idle",
#undef AT
};

const char *bind_kind_name(uint8_t kind)
{
    if (kind == ORR_KIND_NONE)
        return "resource"; /* an AsyncResource of lib/'s or the program's */
    if (kind < ORR_KIND_USER)
        return orr_kind_name((orr_kind)kind);
    return kind <= ENGINE_IDLE ? engine_kinds[kind - ENGINE_SCRIPT] : "unknown";
}

static const uint8_t groups[] = {
#define X(name, word, group, bits, member) TRACE_##group,
    TRACE_TYPES(X)
#undef X
};

uint64_t trace__wanted(uint32_t wanted_groups)
{
    uint64_t wanted = 0;

    for (int type = 0; type < TRACE_TYPE_COUNT; type++)
        wanted |= (uint64_t)(wanted_groups >> groups[type] & 1) << type;
    return wanted;
}

/* Some kinds have types of their own for beginning, end, scheduling and
 * clearing: the columns are those kinds and, the first one, all others. */
static inline uint8_t type_of(uint8_t event, uint8_t kind)
{
    enum { BEFORE = ENGINE_SCRIPT - 1 };
    enum { TICK = ENGINE_TICK - BEFORE, MICRO = ENGINE_MICROTASK - BEFORE };
    enum { TIMER = ENGINE_TIMER - BEFORE };
    enum { IMMEDIATE = ENGINE_IMMEDIATE - BEFORE };
#define ALL(type)                                                              \
    {                                                                          \
        type, type, type, type, type, type                                     \
    }
#define BY_KIND(type, tick, micro, immediate)                                  \
    {                                                                          \
        [0] = type, [1] = type, [TICK] = tick, [MICRO] = micro,                \
        [TIMER] = type, [IMMEDIATE] = immediate                                \
    }
    static const uint8_t types[][6] = {
        [ORR_EV_TURN_BEGIN] = ALL(TRACE_TYPE_TURN_BEGIN),
        [ORR_EV_TURN_END] = ALL(TRACE_TYPE_TURN_END),
        [ORR_EV_PHASE_BEGIN] = ALL(TRACE_TYPE_PHASE_BEGIN),
        [ORR_EV_PHASE_END] = ALL(TRACE_TYPE_PHASE_END),
        [ORR_EV_CALL_BEGIN] =
            BY_KIND(TRACE_TYPE_CALL_BEGIN, TRACE_TYPE_TICK_BEGIN,
                    TRACE_TYPE_MICRO_BEGIN, TRACE_TYPE_CALL_BEGIN),
        [ORR_EV_CALL_END] = BY_KIND(TRACE_TYPE_CALL_END, TRACE_TYPE_TICK_END,
                                    TRACE_TYPE_MICRO_END, TRACE_TYPE_CALL_END),
        [ORR_EV_SCHEDULE] = BY_KIND(TRACE_TYPE_SCHEDULE, TRACE_TYPE_TICK_QUEUE,
                                    TRACE_TYPE_SCHEDULE, TRACE_TYPE_IMM_QUEUE),
        [ORR_EV_SUBMIT] = ALL(TRACE_TYPE_SUBMIT),
        [ORR_EV_EFFECT] = ALL(TRACE_TYPE_EFFECT),
        [ORR_EV_DELIVER] = ALL(TRACE_TYPE_DELIVER),
        [ORR_EV_REFUSE] = ALL(TRACE_TYPE_REFUSE),
        [ORR_EV_ARM] = ALL(TRACE_TYPE_TIMER_ARM),
        [ORR_EV_CLEAR] = BY_KIND(TRACE_TYPE_TIMER_CLEAR, TRACE_TYPE_TIMER_CLEAR,
                                 TRACE_TYPE_TIMER_CLEAR, TRACE_TYPE_IMM_CLEAR),
        [ORR_EV_PROMISE_INIT] = ALL(TRACE_TYPE_PROMISE_INIT),
        [ORR_EV_PROMISE_SETTLE] = ALL(TRACE_TYPE_PROMISE_SETTLE),
        [ORR_EV_THROW] = ALL(TRACE_TYPE_THROW),
        [ORR_EV_EMIT] = ALL(TRACE_TYPE_EMIT),
        [ORR_EV_ENTER] = ALL(TRACE_TYPE_ENTER),
        [ORR_EV_ANSWER] = ALL(TRACE_TYPE_ANSWER),
        [ORR_EV_RESPONSE] = ALL(TRACE_TYPE_RESPONSE),
    };
#undef BY_KIND
#undef ALL
    const uint32_t column = (uint32_t)kind - BEFORE;

    return types[event][column < 6 ? column : 0];
}

/* ---- The time ----------------------------------------------------------- */

/* Times of all threads count from the start of the trace's first one. The
 * simulated world has one clock, whichever thread has read it. */
static void read_clock(trace_recorder *t)
{
    const runtime *r = t->r;
    trace_session *s = t->session;
    const uint64_t vt_ms = r->base_ms + r->trace.seen_ms - s->base_ms;

    t->fresh_for = 0;
    if (!s->is_virtual) {
        t->vt_ms = (uint32_t)vt_ms;
        t->rt_us = s->sink.now_us(s->sink.ctx) - s->start_us;
        return;
    }
    if (vt_ms > s->seen_ms)
        s->seen_ms = vt_ms;
    t->vt_ms = (uint32_t)s->seen_ms;
}

/*
 * A reading of the clock is a system call or 20 ns. It serves for the next
 * record, too, where nothing of the program runs in between: between the end of
 * a callback, tick or microtask and the tick or microtask after it, a delivery
 * and its callback, two phases.
 */
#define BIT(type) (1u << (type))

static void stay_fresh(trace_recorder *t, uint8_t type)
{
    const uint32_t after_callback =
        BIT(TRACE_TYPE_TICK_BEGIN) | BIT(TRACE_TYPE_MICRO_BEGIN);

    if (type == TRACE_TYPE_DELIVER)
        t->fresh_for = BIT(TRACE_TYPE_CALL_BEGIN);
    else if (type == TRACE_TYPE_TURN_BEGIN || type == TRACE_TYPE_PHASE_END)
        t->fresh_for = BIT(TRACE_TYPE_PHASE_BEGIN);
    else if (type == TRACE_TYPE_CALL_END || type == TRACE_TYPE_TICK_END ||
             type == TRACE_TYPE_MICRO_END)
        t->fresh_for = after_callback;
}

static void read_clock_for(trace_recorder *t, uint8_t type)
{
    if (t->session->is_virtual || !(t->fresh_for >> type & 1))
        read_clock(t);
    else
        t->fresh_for = 0;
}

/* ---- Into the ring ------------------------------------------------------ */

static bool is_wanted(const trace_recorder *t, uint8_t type)
{
    const trace_session *s = t->session;

    return (s->wanted >> type & 1) &&
           !atomic_load_explicit(&s->is_over, memory_order_relaxed);
}

static orr__noinline trace_record *reserve_after(trace_recorder *t,
                                                 size_t text_len)
{
    trace_record *record;

    do {
        trace__free_space(t);
        record = orr__ring_reserve(&t->ring, text_len);
    } while (record == NULL);
    return record;
}

static inline trace_record *record_reserve(trace_recorder *t, size_t text_len)
{
    trace_record *record = orr__ring_reserve(&t->ring, text_len);

    return record != NULL ? record : reserve_after(t, text_len);
}

/*
 * The order is drawn before the record can be seen, and after everything that
 * led to it. So a thread that reads `order` and then the rings sees, of all
 * records up to there, also those that led to them (trace__write_all()).
 */
static inline void record_append(trace_recorder *t, trace_record *reserved)
{
    reserved->order =
        atomic_fetch_add_explicit(&t->session->order, 1, memory_order_acq_rel) +
        1;
    orr__ring_append(&t->ring, reserved);
}

static void append_copy(trace_recorder *t, const trace_record *record)
{
    if (!is_wanted(t, record->type))
        return;
    trace_record *to = record_reserve(t, 0);
    *to = *record;
    record_append(t, to);
}

/* A browser's loop has empty turns before the first task: turns are numbered as
 * they are recorded. */
static void count_turn(trace_recorder *t, trace_record *turn)
{
    if (t->r->profile->is_browser && turn->type == TRACE_TYPE_TURN_BEGIN)
        turn->id = ++t->turns;
}

/* Record the open runs that were left out so far: something happens in them. */
static orr__noinline void append_all_open(trace_recorder *t)
{
    for (; t->put < t->depth; t->put++) {
        count_turn(t, &t->open[t->put]);
        append_copy(t, &t->open[t->put]);
    }
}

static inline void append_open(trace_recorder *t)
{
    if (t->put < t->depth)
        append_all_open(t);
}

static void append_text(trace_recorder *t, const trace_record *record,
                        const char *text, size_t len)
{
    const size_t kept = len < TRACE_TEXT_MAX ? len : TRACE_TEXT_MAX;

    if (!is_wanted(t, record->type))
        return;
    trace_record *to = record_reserve(t, kept);
    *to = *record;
    to->vt_ms = t->vt_ms;
    to->rt_us = t->rt_us;
    if (text != NULL) {
        to->text_len = (uint32_t)kept;
        to->trigger = len - kept;
        memcpy(to + 1, text, kept);
    }
    record_append(t, to);
}

void trace__put(trace_recorder *t, trace_record *record, const char *text,
                size_t len)
{
    read_clock(t);
    append_open(t);
    append_text(t, record, text, len);
}

/* ---- Records of events -------------------------------------------------- */

/* The loop's timers, idle and check handles are all ours: a program's timers
 * and immediates have records of their own, nested in those. */
static bool is_own(uint8_t kind)
{
    const uint64_t own = UINT64_C(1) << ORR_TIMER | UINT64_C(1) << ORR_IDLE |
                         UINT64_C(1) << ORR_PREPARE | UINT64_C(1) << ORR_CHECK;

    return kind < 64 && (own >> kind & 1);
}

/*
 * What made it runnable. The record says 0 for a thing that was runnable at
 * once, and so its cause is meant; for a timer, and for all that the loop waits
 * for, 0 is the clock and the kernel.
 */
static uint64_t trigger_of(const orr_event *ev, uint8_t kind)
{
    if (ev->type != ORR_EV_CALL_BEGIN || ev->trigger != 0 ||
        kind < ORR_KIND_USER || kind == ENGINE_TIMER || kind == ENGINE_FRAME)
        return ev->trigger;
    return ev->cause;
}

static uint64_t counts_pack(uint64_t high, uint64_t low)
{
    const uint64_t max = UINT32_MAX;

    return (high < max ? high : max) << 32 | (low < max ? low : max);
}

/* How many wait, in members that these records do not use: at the beginning of
 * a phase the loop's counts, at the end of a callback what it left behind. */
static void count_queues(runtime *r, const orr_event *ev, trace_record *record)
{
    engine_queues q = { .ticks = 0 };

    if (r->engine != NULL)
        engine_get_queues(r->engine, &q);
    record->value = counts_pack(q.timers, q.immediates);
    record->cause = ev->type == ORR_EV_PHASE_BEGIN ? ev->value : q.ticks;
    record->trigger = ev->type == ORR_EV_PHASE_BEGIN ? ev->cause : q.microtasks;
}

/* In a browser the script has a record of its own, in that of the runtime's
 * start. */
static bool is_frame_of_main(const runtime *r, const orr_event *ev,
                             uint8_t kind)
{
    return kind == ENGINE_SCRIPT && r->profile->is_browser &&
           ev->id == r->main.id;
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

/* What is the same for all events: the members, and the time. */
static orr__inline void record_fill(const trace_recorder *t,
                                    const orr_event *ev, uint8_t type,
                                    uint8_t kind, trace_record *record)
{
    *record = (trace_record){
        .type = type,
        .kind = kind,
        .phase = ev->phase,
        .flags = ev->threw ? TRACE_THREW : 0,
        .rt_us = t->rt_us,
        .id = ev->id,
        .cause = ev->cause,
        .trigger = trigger_of(ev, kind),
        .value = ev->value,
        .what = ev->what,
        .vt_ms = t->vt_ms,
    };
}

/* The handles of the runtime's own are nowhere in the program. */
static void set_place(trace_recorder *t, const orr_event *ev,
                      trace_record *record)
{
    if (ev->site != 0 && ev->site <= UINT32_MAX && !is_own(record->kind))
        record->place = trace__place(t, (uint32_t)ev->site);
}

static void set_owner(runtime *r, const orr_event *ev, trace_record *record)
{
    if (record->kind == ENGINE_SCRIPT)
        record->what = r->trace.script;
    if (!is_own(record->kind) && !is_frame_of_main(r, ev, record->kind))
        return;
    record->flags |= TRACE_OWN;
    record->cause = 0; /* each arms the next: no cause worth recording */
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
    return record->type <= TRACE_TYPE_PHASE_END ||
           (record->flags & TRACE_OWN) || is_async(record);
}

static void watch_entries(runtime *r, const trace_record *record)
{
    if (r->engine != NULL && !(record->flags & TRACE_OWN))
        engine_watch_entries(r->engine, record->place != NULL &&
                                            record->place->is_program);
}

static void fill_begin(runtime *r, const orr_event *ev, uint8_t type,
                       uint8_t kind, trace_record *record)
{
    trace_recorder *t = r->trace.recorder;

    record_fill(t, ev, type, kind, record);
    if (ev->type == ORR_EV_PHASE_BEGIN)
        count_queues(r, ev, record);
    if (ev->type != ORR_EV_CALL_BEGIN)
        return;
    set_place(t, ev, record);
    set_owner(r, ev, record);
    if (ev->id == r->main.id)
        set_trigger(record, t->thread, (trace_origin){ .key = r->trace.from });
    if (record->type == TRACE_TYPE_CALL_BEGIN && !(record->flags & TRACE_OWN))
        t->last = record->id;
    watch_entries(r, record);
}

static void record_begin(runtime *r, const orr_event *ev, uint8_t kind)
{
    trace_recorder *t = r->trace.recorder;
    const uint8_t type = type_of(ev->type, kind);
    trace_record deeper;
    trace_record *record =
        t->depth < TRACE_OPEN_MAX ? &t->open[t->depth] : &deeper;

    read_clock_for(t, type);
    fill_begin(r, ev, type, kind, record);
    stay_fresh(t, type);
    if (record == &deeper) {
        t->deeper++;
        append_open(t);
        append_copy(t, record);
        return;
    }
    t->depth++;
    if (!is_lazy(record))
        append_open(t);
}

static void append_end(runtime *r, const orr_event *ev, uint8_t type,
                       uint8_t kind, uint64_t id)
{
    trace_recorder *t = r->trace.recorder;

    if (!is_wanted(t, type))
        return;
    trace_record *record = record_reserve(t, 0);
    record_fill(t, ev, type, kind, record);
    record->id = id;
    if (ev->type == ORR_EV_CALL_END)
        set_owner(r, ev, record);
    if (type == TRACE_TYPE_CALL_END)
        count_queues(r, ev, record);
    record_append(t, record);
}

static bool has_waited(const trace_recorder *t, const trace_record *phase)
{
    return phase->phase == ORR_PHASE_POLL &&
           (t->rt_us - phase->rt_us >= WAIT_US || t->vt_ms > phase->vt_ms);
}

/* Is this the end of `top`? A turn has the number that it was given. */
static bool record_ends(const orr_event *ev, uint8_t type,
                        const trace_record *top)
{
    return top->type + 1 == type && top->phase == ev->phase &&
           (top->id == ev->id || type == TRACE_TYPE_TURN_END);
}

/* Does it leave no line? The clock is not read then. */
static bool is_left_out(const trace_recorder *t, const trace_record *top)
{
    return t->put < t->depth && !is_async(top) &&
           !(top->type == TRACE_TYPE_PHASE_BEGIN &&
             top->phase == ORR_PHASE_POLL);
}

/* The end of what began before this trace is not recorded. */
static void record_end(runtime *r, const orr_event *ev, uint8_t kind)
{
    trace_recorder *t = r->trace.recorder;
    const uint8_t type = type_of(ev->type, kind);

    if (ev->type == ORR_EV_CALL_END && r->engine != NULL)
        engine_unwatch_entries(r->engine);
    if (t->session->is_virtual || t->deeper > 0)
        read_clock(t);
    if (t->deeper > 0) {
        t->deeper--;
        append_end(r, ev, type, kind, ev->id);
        return;
    }
    if (t->depth == 0)
        return;
    const trace_record *top = &t->open[t->depth - 1];
    if (!t->session->is_virtual && !is_left_out(t, top))
        read_clock(t);
    if (t->put < t->depth &&
        (is_async(top) || (type == TRACE_TYPE_PHASE_END && has_waited(t, top))))
        append_open(t);
    if (!record_ends(ev, type, top))
        return;
    t->depth--;
    if (t->put > t->depth) {
        append_end(r, ev, type, kind, top->id);
        t->put = t->depth;
    }
    stay_fresh(t, type);
}

/* What has begun and was recorded, as its end. */
static trace_record end_of(const trace_recorder *t, const trace_record *top)
{
    return (trace_record){
        .type = (uint8_t)(top->type + 1),
        .kind = top->kind,
        .phase = top->phase,
        .flags = top->flags & TRACE_OWN,
        .rt_us = t->rt_us,
        .id = top->id,
        .what = top->what,
        .vt_ms = t->vt_ms,
    };
}

void trace__end_open(trace_recorder *t)
{
    while (t->depth > 0) {
        const trace_record *top = &t->open[t->depth - 1];
        read_clock(t);
        if (is_async(top) ||
            (top->type == TRACE_TYPE_PHASE_BEGIN && has_waited(t, top)))
            append_open(t);
        const trace_record record = end_of(t, top);
        if (t->put == t->depth)
            append_copy(t, &record);
        if (t->deeper > 0) {
            t->deeper--;
            continue;
        }
        t->depth--;
        t->put = t->put < t->depth ? t->put : t->depth;
    }
}

/* ---- Events of the loop and of the engine ------------------------------- */

/* A microtask is scheduled when it is about to run, and a timer has timer.arm,
 * with its delay: the next line has both. The handles of the runtime's own are
 * shown only while the program's callbacks run in them. */
static bool is_worth_a_line(const runtime *r, const orr_event *ev, uint8_t kind)
{
    return kind != ENGINE_MICROTASK && kind != ENGINE_TIMER && !is_own(kind) &&
           !is_frame_of_main(r, ev, kind);
}

/* Texts of these events are valid during the call only: an exception's message
 * and the name of a function. */
static bool has_text(const orr_event *ev, uint8_t type)
{
    return ev->what != NULL &&
           (ev->type == ORR_EV_THROW || ev->type == ORR_EV_ARM ||
            type == TRACE_TYPE_TICK_QUEUE || type == TRACE_TYPE_IMM_QUEUE);
}

static orr__noinline void put_text(trace_recorder *t, const orr_event *ev,
                                   uint8_t type, uint8_t kind)
{
    trace_record record;

    record_fill(t, ev, type, kind, &record);
    set_place(t, ev, &record);
    record.what = NULL;
    if (ev->type == ORR_EV_THROW)
        record.cause = ev->id;
    else
        record.flags |= TRACE_NAMES_FN;
    append_text(t, &record, ev->what, strlen(ev->what));
}

/* ---- Events of emitters ------------------------------------------------- */

/* No longer than `most`, and no part of a character at the end. */
static uint32_t cut_text(const char *text, size_t len, uint32_t max)
{
    if (len <= max)
        return (uint32_t)len;
    while (max > 0 && ((uint8_t)text[max] & 0xc0) == 0x80)
        max--;
    return max;
}

/* One that has more to say than its name, or a name that is not kept: the texts
 * stand behind the record, one after the other. */
static orr__noinline void put_message(trace_recorder *t,
                                      const trace_record *record,
                                      const char *what, const orr_http *http)
{
    static const orr_http none = { .method = "", .url = "" };
    const orr_http *h = http != NULL ? http : &none;
    const trace_message m = {
        .request = h->request,
        .status = h->status,
        .what_len = cut_text(what, strlen(what), TRACE_WHAT_MAX),
        .method_len = cut_text(h->method, h->method_len, METHOD_MAX),
        .url_len = cut_text(h->url, h->url_len, URL_MAX),
    };
    const size_t len = sizeof m + m.what_len + m.method_len + m.url_len;
    trace_record *to = record_reserve(t, len);
    char *text = (char *)(to + 1);

    *to = *record;
    to->flags |= TRACE_MESSAGE;
    to->text_len = (uint32_t)len;
    memcpy(text, &m, sizeof m);
    memcpy(text += sizeof m, what, m.what_len);
    memcpy(text += m.what_len, h->method, m.method_len);
    memcpy(text + m.method_len, h->url, m.url_len);
    record_append(t, to);
}

static void put_response(trace_recorder *t, const orr_event *ev)
{
    trace_record record;

    record_fill(t, ev, TRACE_TYPE_RESPONSE, ORR_KIND_USER, &record);
    put_message(t, &record, "", ev->http);
}

static void put_emit(trace_recorder *t, const orr_event *ev)
{
    trace_record record;

    record_fill(t, ev, TRACE_TYPE_EMIT, ORR_KIND_USER, &record);
    record.what = trace__name(t, ev->id, ev->what);
    record.id = ev->trigger == 0
                    ? 0
                    : (uintptr_t)trace__place(t, (uint32_t)ev->trigger);
    record.trigger = 0;
    set_place(t, ev, &record);
    if (ev->http != NULL || record.what == NULL)
        put_message(t, &record, record.what == NULL ? ev->what : "", ev->http);
    else
        append_copy(t, &record);
}

static void put_plain(runtime *r, const orr_event *ev, uint8_t type,
                      uint8_t kind)
{
    trace_recorder *t = r->trace.recorder;
    trace_record *record = record_reserve(t, 0);

    record_fill(t, ev, type, kind, record);
    set_place(t, ev, record);
    if (ev->type <= ORR_EV_CLEAR)
        set_owner(r, ev, record);
    else if (ev->type == ORR_EV_THROW)
        record->cause = ev->id;
    record_append(t, record);
}

/* Everything else happens at one instant. */
static void record_put(runtime *r, const orr_event *ev, uint8_t kind)
{
    trace_recorder *t = r->trace.recorder;
    const uint8_t type = type_of(ev->type, kind);

    read_clock(t);
    append_open(t);
    if (!is_wanted(t, type))
        return;
    if (type == TRACE_TYPE_EMIT)
        put_emit(t, ev);
    else if (type == TRACE_TYPE_RESPONSE)
        put_response(t, ev);
    else if (has_text(ev, type))
        put_text(t, ev, type, kind);
    else
        put_plain(r, ev, type, kind);
    stay_fresh(t, type);
}

static void add_event(runtime *r, const orr_event *ev, uint8_t kind)
{
    trace_recorder *t = r->trace.recorder;

    if (t->session->is_virtual)
        t->session->current = t;
    switch (ev->type) {
    case ORR_EV_TURN_BEGIN:
    case ORR_EV_PHASE_BEGIN:
    case ORR_EV_CALL_BEGIN:
        record_begin(r, ev, kind);
        break;
    case ORR_EV_TURN_END:
    case ORR_EV_PHASE_END:
    case ORR_EV_CALL_END:
        record_end(r, ev, kind);
        break;
    case ORR_EV_SCHEDULE:
        if (is_worth_a_line(r, ev, kind))
            record_put(r, ev, kind);
        break;
    default:
        record_put(r, ev, kind);
    }
}

/* A third of a ring is worth a call of the kernel, and leaves time to write. */
static bool has_much(const trace_recorder *t)
{
    const uint64_t head =
        atomic_load_explicit(&t->ring.head, memory_order_relaxed);
    const uint64_t tail =
        atomic_load_explicit(&t->ring.tail, memory_order_relaxed);

    return tail - head > t->ring.capacity / 3;
}

static void flush_if_old(trace_recorder *t)
{
    trace_session *s = t->session;
    const bool is_old = t->rt_us - t->flushed_us >= FLUSH_US;

    if (s->keep_us > 0 || s->is_virtual)
        return;
    if (s->writer.is_there ? !is_old && !has_much(t) : !is_old)
        return;
    t->flushed_us = t->rt_us;
    if (s->writer.is_there)
        trace__writer_wake(s);
    else
        trace__flush(s);
}

static void end_if_due(runtime *r)
{
    const trace_session *s = r->trace.recorder->session;

    if (s->is_virtual && r->trace.seen_ms >= s->end_ms && !r->over &&
        !r->options.is_worker)
        runtime_exit(r, 0);
}

/* Another thread has ended the trace. */
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
    add_event(r, ev, ev->kind);
    if (ev->type == ORR_EV_PHASE_BEGIN && ev->phase == ORR_PHASE_POLL)
        flush_if_old(r->trace.recorder);
    if (r->trace.recorder->session->end_ms > 0)
        end_if_due(r);
}

void trace_engine_event(void *ctx, const orr_event *event)
{
    add_event(ctx, event, event->kind);
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
