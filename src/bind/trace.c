/*
 * trace.c - what happened, as JSON lines.
 *
 * The loop and the engine pass every event to this file (trace/event.h); each
 * becomes one line, written at once to the sink, so that a killed program
 * leaves all lines up to that moment. The first line says what was run:
 *
 *     {"v":1,"mode":"real","backend":"uring","seed":0,"argv":["app.js"],...}
 *     {"i":7,"e":"cb+","kind":"timer","id":12,"c":3,"tr":0,"vt":15,"rt":1520,
 *      "loc":"/app.js:3:1"}
 *
 * docs/trace.md is the contract: what each event and each member means.
 *
 * Tracing must not change the program: the program's own clock is never read
 * here, no id is drawn and no JavaScript runs. `vt` is the clock as it was last
 * read. In virtual time there is no `rt`, so that two runs of one seed have the
 * same trace, byte for byte.
 */
#include "bind/trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"

/* Longer texts are cut, and the line says so. */
#define TEXT_MAX 16384

bool trace_is_on(const runtime *r)
{
    return r->options.trace_sink.write != NULL;
}

/* ---- The words for things ----------------------------------------------- */

static const char *const engine_kinds[] = {
    [ENGINE_SCRIPT] = "script",       [ENGINE_TICK] = "tick",
    [ENGINE_MICROTASK] = "microtask", [ENGINE_TIMER] = "timer",
    [ENGINE_IMMEDIATE] = "immediate", [ENGINE_REJECTION] = "rejection",
    [ENGINE_FINALIZER] = "finalizer",
};

const char *bind_kind_name(uint8_t kind)
{
    if (kind == ORR_KIND_NONE)
        return "resource"; /* an AsyncResource of lib/'s or the program's */
    if (kind < ORR_KIND_USER)
        return orr_kind_name((orr_kind)kind);
    kind = (uint8_t)(kind - ORR_KIND_USER);
    return kind <= ENGINE_FINALIZER ? engine_kinds[kind] : "unknown";
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

/* Some kinds have words of their own for beginning, end and scheduling. */
static const char *event_word(const orr_event *ev)
{
    const int kind = (int)ev->kind - ORR_KIND_USER;

    switch (ev->type) {
    case ORR_EV_CALL_BEGIN:
        return kind == ENGINE_TICK        ? "tick+"
               : kind == ENGINE_MICROTASK ? "micro+"
                                          : "cb+";
    case ORR_EV_CALL_END:
        return kind == ENGINE_TICK        ? "tick-"
               : kind == ENGINE_MICROTASK ? "micro-"
                                          : "cb-";
    case ORR_EV_SCHEDULE:
        return kind == ENGINE_IMMEDIATE ? "imm.queue"
               : kind == ENGINE_TICK    ? "tick.queue"
                                        : "schedule";
    case ORR_EV_CLEAR:
        return kind == ENGINE_IMMEDIATE ? "imm.clear" : "timer.clear";
    default:
        return orr_event_name((orr_event_type)ev->type);
    }
}

/* ---- Parts of a line ---------------------------------------------------- */

static trace_line *begin(runtime *r, const char *word)
{
    trace_line *l = &r->trace.line;

    trace_line_begin(l);
    trace_line_add(l, "{\"i\":%" PRIu64 ",\"e\":\"%s\"", r->trace.count + 1,
                   word);
    return l;
}

/* After the line of the exit there is none. A build that takes everything down
 * calls more then, finalizers at least; but the program is over. */
static void write_line(runtime *r, trace_line *l)
{
    const runtime_sink *sink = &r->options.trace_sink;

    trace_line_end(l);
    if (!l->failed && !r->trace.is_over)
        sink->write(sink->ctx, l->text, l->len);
}

static void end(runtime *r, trace_line *l)
{
    const runtime_sink *sink = &r->options.trace_sink;

    trace_line_add(l, ",\"vt\":%" PRIu64, r->trace.seen_ms);
    if (!r->trace.is_virtual)
        trace_line_add(l, ",\"rt\":%" PRIu64,
                       sink->now_us(sink->ctx) - r->trace.start_us);
    write_line(r, l);
    r->trace.count += !l->failed;
}

static void add_text(trace_line *l, const char *name, const char *text,
                     size_t len)
{
    trace_line_add(l, ",\"%s\":", name);
    trace_line_add_text(l, text, len < TEXT_MAX ? len : TEXT_MAX);
    if (len > TEXT_MAX)
        trace_line_add(l, ",\"cut\":%zu", len - TEXT_MAX);
}

static void add_place(runtime *r, trace_line *l, uintptr_t site)
{
    engine_position p;
    char text[1200];

    if (site == 0 || r->engine == NULL ||
        engine_resolve_site(r->engine, site, &p) < 0)
        return;
    snprintf(text, sizeof text, "%s:%" PRIu32 ":%" PRIu32, p.file, p.line,
             p.column);
    add_text(l, "loc", text, strlen(text));
}

static uint64_t running_id(const runtime *r)
{
    const orr_record *running = orr_running(r->loop);

    return running != NULL ? running->id : 0;
}

/* For events within a callback: the running id, and the place. */
static void add_doer(runtime *r, trace_line *l)
{
    trace_line_add(l, ",\"c\":%" PRIu64, running_id(r));
    if (r->engine != NULL)
        add_place(r, l, engine_get_site(r->engine));
}

static void add_queues(runtime *r, trace_line *l)
{
    engine_queues q;

    if (r->engine == NULL)
        return;
    engine_get_queues(r->engine, &q);
    trace_line_add(l,
                   ",\"q\":{\"ticks\":%" PRIu64 ",\"microtasks\":%" PRIu64
                   ",\"timers\":%" PRIu64 ",\"immediates\":%" PRIu64 "}",
                   q.ticks, q.microtasks, q.timers, q.immediates);
}

/* ---- Records ------------------------------------------------------------ */

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
    if (ev->trigger != 0 || ev->kind < ORR_KIND_USER ||
        ev->kind == ORR_KIND_USER + ENGINE_TIMER)
        return ev->trigger;
    return ev->cause;
}

static const char *what_of(const runtime *r, const orr_event *ev)
{
    return ev->kind == ORR_KIND_USER + ENGINE_SCRIPT ? r->trace.script
                                                     : ev->what;
}

static void add_record(runtime *r, trace_line *l, const orr_event *ev)
{
    const bool begins = ev->type == ORR_EV_CALL_BEGIN;
    const char *what = what_of(r, ev);

    trace_line_add(l, ",\"kind\":\"%s\",\"id\":%" PRIu64,
                   bind_kind_name(ev->kind), ev->id);
    if (begins || ev->type == ORR_EV_SCHEDULE || ev->type == ORR_EV_ARM ||
        ev->type == ORR_EV_CLEAR)
        trace_line_add(l, ",\"c\":%" PRIu64, ev->cause);
    if (begins)
        trace_line_add(l, ",\"tr\":%" PRIu64, trigger_of(ev));
    if (ev->type == ORR_EV_ARM)
        trace_line_add(l, ",\"ms\":%" PRIu64, ev->value);
    if (what != NULL)
        add_text(l, "what", what, strlen(what));
    if (ev->threw && ev->type == ORR_EV_CALL_END)
        trace_line_add(l, ",\"threw\":true");
    if (is_own(ev->kind))
        trace_line_add(l, ",\"own\":true");
    else
        add_place(r, l, ev->site);
}

static void add_operation(trace_line *l, const orr_event *ev)
{
    trace_line_add(l, ",\"id\":%" PRIu64 ",\"what\":\"%s\"", ev->id, ev->what);
    if (ev->type == ORR_EV_DELIVER)
        trace_line_add(l, ",\"result\":%" PRId64, (int64_t)ev->value);
}

static void add_promise(runtime *r, trace_line *l, const orr_event *ev)
{
    trace_line_add(l, ",\"p\":%" PRIu64, ev->id);
    if (ev->type == ORR_EV_PROMISE_SETTLE)
        trace_line_add(l, ",\"state\":\"%s\"",
                       ev->threw ? "rejected" : "fulfilled");
    else if (ev->trigger != 0)
        trace_line_add(l, ",\"parent\":%" PRIu64, ev->trigger);
    trace_line_add(l, ",\"c\":%" PRIu64, ev->cause);
    add_place(r, l, ev->site);
}

static void add_throw(runtime *r, trace_line *l, const orr_event *ev)
{
    trace_line_add(l, ",\"c\":%" PRIu64 ",\"origin\":\"%s\"", ev->id,
                   ev->threw ? "unhandledRejection" : "uncaughtException");
    if (ev->what != NULL)
        add_text(l, "text", ev->what, strlen(ev->what));
    add_place(r, l, ev->site);
}

/* ---- Events ------------------------------------------------------------- */

static void add_details(runtime *r, trace_line *l, const orr_event *ev)
{
    switch (ev->type) {
    case ORR_EV_TURN_BEGIN:
    case ORR_EV_TURN_END:
        trace_line_add(l, ",\"id\":%" PRIu64, ev->id);
        break;
    case ORR_EV_PHASE_BEGIN:
    case ORR_EV_PHASE_END:
        trace_line_add(l, ",\"phase\":\"%s\"",
                       orr_phase_name((orr_phase)ev->phase));
        if (ev->type == ORR_EV_PHASE_BEGIN)
            add_queues(r, l);
        break;
    case ORR_EV_EFFECT:
    case ORR_EV_DELIVER:
        add_operation(l, ev);
        break;
    case ORR_EV_PROMISE_INIT:
    case ORR_EV_PROMISE_SETTLE:
        add_promise(r, l, ev);
        break;
    case ORR_EV_THROW:
        add_throw(r, l, ev);
        break;
    default:
        add_record(r, l, ev);
    }
}

/* A microtask is scheduled when it is about to run, and a timer has timer.arm,
 * with its delay: the next line has both. */
static bool is_worth_a_line(const orr_event *ev)
{
    return ev->type != ORR_EV_SCHEDULE ||
           (ev->kind != ORR_KIND_USER + ENGINE_MICROTASK &&
            ev->kind != ORR_KIND_USER + ENGINE_TIMER);
}

static void add_event(runtime *r, const orr_event *ev)
{
    if (!is_worth_a_line(ev))
        return;
    trace_line *l = begin(r, event_word(ev));
    add_details(r, l, ev);
    end(r, l);
}

void trace_event(void *ctx, const orr_event *ev)
{
    runtime *r = ctx;

    if (ev->now_ms > r->base_ms + r->trace.seen_ms)
        r->trace.seen_ms = ev->now_ms - r->base_ms;
    add_event(r, ev);
}

void trace_engine_event(void *ctx, const orr_event *event)
{
    orr_event ev = *event;

    ev.kind = (uint8_t)(ev.kind + ORR_KIND_USER);
    add_event(ctx, &ev);
}

void trace_effect(void *ctx, uint64_t id, const char *what)
{
    const orr_event ev = { .type = ORR_EV_EFFECT, .id = id, .what = what };

    add_event(ctx, &ev);
}

static void tell_running(runtime *r, orr_event_type type, uint64_t trigger)
{
    const orr_record *running = orr_running(r->loop);

    if (!trace_is_on(r) || running == NULL)
        return;
    add_event(r, &(orr_event){ .type = (uint8_t)type,
                               .kind = running->kind,
                               .id = running->id,
                               .cause = running->cause,
                               .trigger = trigger,
                               .site = running->site });
}

void trace_pause(runtime *r)
{
    tell_running(r, ORR_EV_CALL_END, 0);
}

void trace_resume(runtime *r, uint64_t trigger)
{
    tell_running(r, ORR_EV_CALL_BEGIN, trigger);
}

/* ---- Events of this room ------------------------------------------------ */

/* CLOCK is chosen at each reading and FAULT at each operation. Lines for option
 * 0 of these would bury the rest. */
void trace_choice(runtime *r, orr_choice_kind kind, uint32_t n,
                  const orr_option *options, uint32_t k)
{
    if (k == 0 && (kind == ORR_CHOOSE_CLOCK || kind == ORR_CHOOSE_FAULT))
        return;
    trace_line *l = begin(r, "choice");
    trace_line_add(l, ",\"kind\":\"%s\",\"n\":%" PRIu32 ",\"k\":%" PRIu32,
                   choice_name(kind), n, k);
    for (uint32_t i = 0; i < n; i++)
        trace_line_add(
            l, "%s{\"id\":%" PRIu64 ",\"value\":%" PRId64 ",\"what\":\"%s\"}",
            i == 0 ? ",\"opts\":[" : ",", options[i].id, options[i].value,
            options[i].what);
    trace_line_add(l, "]");
    end(r, l);
}

void trace_console(runtime *r, int fd, const char *bytes, size_t len)
{
    if (!trace_is_on(r) || (fd != 1 && fd != 2))
        return;
    trace_line *l = begin(r, "console");
    trace_line_add(l, ",\"fd\":%d", fd);
    add_text(l, "text", bytes, len);
    add_doer(r, l);
    end(r, l);
}

void trace_handle(runtime *r, const char *event, uint64_t id, const char *what)
{
    trace_line *l = begin(r, event);

    trace_line_add(l, ",\"id\":%" PRIu64, id);
    add_text(l, "what", what, strlen(what));
    add_doer(r, l);
    end(r, l);
}

/* emit(type, listeners): an emitter calls its listeners. */
static napi_value js_emit(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    char *type = bind_to_string(env, args[0], NULL);

    trace_line *l = begin(r, "emit");
    add_text(l, "what", type ? type : "", type ? strlen(type) : 0);
    trace_line_add(l, ",\"listeners\":%" PRId64, bind_to_int(env, args[1]));
    add_doer(r, l);
    end(r, l);
    free(type);
    return bind_undefined(env);
}

/* Without a trace there is nothing to call, and lib/ sees that. */
static napi_status init(runtime *r, napi_value exports)
{
    if (trace_is_on(r))
        bind_method(r, exports, "emit", js_emit);
    return napi_ok;
}

const bind_entry bind_entry_trace = { .name = "trace", .init = init };

/* ---- Beginning and end -------------------------------------------------- */

static void add_arguments(runtime *r, trace_line *l)
{
    const runtime_options *o = &r->options;
    const char *script = o->script ? o->script : "[eval]";

    trace_line_add(l, ",\"argv\":[");
    trace_line_add_text(l, script, strlen(script));
    for (size_t i = 0; o->args != NULL && o->args[i] != NULL; i++) {
        trace_line_add(l, ",");
        trace_line_add_text(l, o->args[i], strlen(o->args[i]));
    }
    trace_line_add(l, "]");
}

void trace_begin(runtime *r)
{
    const runtime_options *o = &r->options;
    const char *backend = orr_backend_name(r->loop);
    trace_line *l = &r->trace.line;

    if (!trace_is_on(r))
        return;
    r->trace.start_us = o->trace_sink.now_us(o->trace_sink.ctx);
    r->trace.is_virtual = orr_is_virtual(r->loop);
    trace_line_begin(l);
    trace_line_add(l, "{\"v\":1,\"mode\":\"%s\",\"backend\":\"%s\"",
                   r->trace.is_virtual ? "virtual" : "real", backend);
    trace_line_add(l, ",\"seed\":%" PRIu64 ",\"profile\":\"%s\"", o->seed,
                   r->profile->name);
    trace_line_add(l, ",\"orrery\":\"%s\",\"node\":\"%s\"", orr_version(),
                   runtime_node_version());
    add_arguments(r, l);
    write_line(r, l);
}

void trace_end(runtime *r)
{
    if (!trace_is_on(r))
        return;
    trace_line *l = begin(r, "exit");
    trace_line_add(l, ",\"code\":%d", r->exit_code);
    end(r, l);
    r->trace.is_over = true;
}
