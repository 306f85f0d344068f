/*
 * trace.c - what happened, as JSON lines.
 *
 * The loop and the engine tell of every event (trace/event.h); each becomes one
 * line, written at once to the sink. The first line says what was run:
 *
 *     {"v":1,"mode":"real","backend":"uring","seed":0,"argv":["app.js"],...}
 *     {"i":7,"e":"cb+","kind":"timer","id":12,"c":3,"vt":15,"rt":1520,
 *      "loc":"/app.js:3:1"}
 *
 *     i     number of the line, rising      id   the record that it is about
 *     e     what happened                   c    its cause: what scheduled it
 *     vt    ms on the loop's clock          tr   its trigger: what made it
 *     rt    us of real time                      runnable, if not the cause
 *     loc   file:line:column                q    lengths of the queues
 *
 * Listening must not change what is listened to: the program's own clock is
 * never read here. `vt` is what it was when somebody last read it.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bind/bind.h"
#include "trace/event.h"

/* One line, built here and written whole; what is too long is cut. */
typedef struct line {
    char text[4096];
    size_t len;
} line;

static void add(line *l, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(line *l, const char *format, ...)
{
    const size_t room = sizeof l->text - 4 - l->len; /* "}\n" always fits */
    va_list list;

    va_start(list, format);
    const int n = vsnprintf(l->text + l->len, room, format, list);
    va_end(list);
    if (n > 0)
        l->len += (size_t)n < room ? (size_t)n : room - 1;
}

static void add_string(line *l, const char *s)
{
    add(l, "\"");
    for (; *s != 0; s++) {
        const unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            add(l, "\\%c", c);
        else if (c < 0x20)
            add(l, "\\u%04x", c);
        else
            add(l, "%c", c);
    }
    add(l, "\"");
}

static void write_line(runtime *r, line *l)
{
    const runtime_sink *sink = &r->options.trace_sink;

    memcpy(l->text + l->len, "}\n", 2);
    sink->write(sink->ctx, l->text, l->len + 2);
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
    if (kind < ORR_KIND_USER)
        return orr_kind_name((orr_kind)kind);
    kind = (uint8_t)(kind - ORR_KIND_USER);
    return kind <= ENGINE_FINALIZER ? engine_kinds[kind] : "unknown";
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
        return kind == ENGINE_TIMER       ? "timer.arm"
               : kind == ENGINE_IMMEDIATE ? "imm.queue"
               : kind == ENGINE_TICK      ? "tick.queue"
                                          : "schedule";
    default:
        return orr_event_name((orr_event_type)ev->type);
    }
}

/* ---- Events ------------------------------------------------------------- */

static void add_place(runtime *r, line *l, uintptr_t site)
{
    engine_position p;

    if (site == 0 || engine_resolve_site(r->engine, site, &p) < 0)
        return;
    char text[1024];
    snprintf(text, sizeof text, "%s:%" PRIu32 ":%" PRIu32, p.file, p.line,
             p.column);
    add(l, ",\"loc\":");
    add_string(l, text);
}

/* Sites of the loop's own things are addresses in C. Where in JavaScript one
 * was asked for is known only now, while that runs. */
static uintptr_t find_site(runtime *r, const orr_event *ev)
{
    if (r->engine == NULL)
        return 0;
    if (ev->kind >= ORR_KIND_USER)
        return ev->site;
    return ev->type == ORR_EV_SCHEDULE ? engine_get_site(r->engine) : 0;
}

static void add_queues(runtime *r, line *l)
{
    engine_queues q;

    if (r->engine == NULL)
        return;
    engine_get_queues(r->engine, &q);
    add(l,
        ",\"q\":{\"ticks\":%" PRIu64 ",\"microtasks\":%" PRIu64
        ",\"timers\":%" PRIu64 ",\"immediates\":%" PRIu64 "}",
        q.ticks, q.microtasks, q.timers, q.immediates);
}

static void add_record(runtime *r, line *l, const orr_event *ev)
{
    add(l, ",\"kind\":\"%s\",\"id\":%" PRIu64, bind_kind_name(ev->kind),
        ev->id);
    if (ev->type == ORR_EV_CALL_BEGIN || ev->type == ORR_EV_SCHEDULE)
        add(l, ",\"c\":%" PRIu64, ev->cause);
    if (ev->trigger != 0)
        add(l, ",\"tr\":%" PRIu64, ev->trigger);
    if (ev->what != NULL)
        add(l, ",\"what\":\"%s\"", ev->what);
    if (ev->threw)
        add(l, ",\"threw\":true");
    add_place(r, l, find_site(r, ev));
}

static void add_details(runtime *r, line *l, const orr_event *ev)
{
    switch (ev->type) {
    case ORR_EV_TURN_BEGIN:
    case ORR_EV_TURN_END:
        add(l, ",\"id\":%" PRIu64, ev->id);
        break;
    case ORR_EV_PHASE_BEGIN:
        add(l, ",\"phase\":\"%s\"", orr_phase_name((orr_phase)ev->phase));
        add_queues(r, l);
        break;
    case ORR_EV_PHASE_END:
        add(l, ",\"phase\":\"%s\"", orr_phase_name((orr_phase)ev->phase));
        break;
    default:
        add_record(r, l, ev);
    }
}

/* A microtask is scheduled when it is about to run: the next line has it. */
static bool is_worth_a_line(const orr_event *ev)
{
    return ev->type != ORR_EV_SCHEDULE ||
           ev->kind != ORR_KIND_USER + ENGINE_MICROTASK;
}

static void add_times(runtime *r, line *l)
{
    const runtime_sink *sink = &r->options.trace_sink;

    add(l, ",\"vt\":%" PRIu64 ",\"rt\":%" PRIu64, r->seen_ms,
        sink->now_us(sink->ctx) - r->trace_start_us);
}

void trace_event(void *ctx, const orr_event *ev)
{
    runtime *r = ctx;
    line l;

    if (!is_worth_a_line(ev))
        return;
    l.len = 0;
    add(&l, "{\"i\":%" PRIu64 ",\"e\":\"%s\"", ++r->trace_lines,
        event_word(ev));
    add_details(r, &l, ev);
    add_times(r, &l);
    write_line(r, &l);
}

/* ---- Beginning and end -------------------------------------------------- */

void trace_begin(runtime *r)
{
    const runtime_options *o = &r->options;
    const char *backend = orr_backend_name(r->loop);
    line l;

    if (o->trace_sink.write == NULL)
        return;
    r->trace_start_us = o->trace_sink.now_us(o->trace_sink.ctx);
    l.len = 0;
    add(&l, "{\"v\":1,\"mode\":\"%s\",\"backend\":\"%s\",\"seed\":%" PRIu64,
        strcmp(backend, "sim") == 0 ? "virtual" : "real", backend, o->seed);
    add(&l, ",\"profile\":\"%s\",\"orrery\":\"%s\",\"node\":\"%s\"",
        o->profile ? o->profile : "node", orr_version(),
        runtime_node_version());
    add(&l, ",\"argv\":[");
    add_string(&l, o->script ? o->script : "[eval]");
    for (size_t i = 0; o->args != NULL && o->args[i] != NULL; i++) {
        add(&l, ",");
        add_string(&l, o->args[i]);
    }
    add(&l, "]");
    write_line(r, &l);
}

void trace_end(runtime *r)
{
    line l;

    if (r->options.trace_sink.write == NULL)
        return;
    l.len = 0;
    add(&l, "{\"i\":%" PRIu64 ",\"e\":\"exit\",\"code\":%d", ++r->trace_lines,
        r->exit_code);
    add_times(r, &l);
    write_line(r, &l);
}
