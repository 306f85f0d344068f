/*
 * bind.c - events that the bindings record: handles, messages, output;
 * and the simulator's effects and choices.
 *
 * The loop and the engine do not know of these; trace.c records the rest. Each
 * function does nothing if there is no trace.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bind/bind.h"
#include "bind/trace/words.h"

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
    record.value =
        1 + atomic_fetch_add(&r->trace.recorder->session->messages, 1);
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

/* ---- The simulator's ---------------------------------------------------- */

static const char *choice_name(orr_choice_kind kind)
{
    static const char *const names[] = {
        [ORR_CHOOSE_CLOCK] = "clock",   [ORR_CHOOSE_EFFECT] = "effect",
        [ORR_CHOOSE_POST] = "post",     [ORR_CHOOSE_DELIVER] = "deliver",
        [ORR_CHOOSE_CHUNK] = "chunk",   [ORR_CHOOSE_SHORT] = "short",
        [ORR_CHOOSE_ORDER] = "order",   [ORR_CHOOSE_FAULT] = "fault",
        [ORR_CHOOSE_THREAD] = "thread",
    };

    return kind <= ORR_CHOOSE_THREAD ? names[kind] : "unknown";
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

/* The text as JSON; a name or an order has no control characters. */
static size_t write_text(char *to, size_t capacity, const char *member,
                         const char *text)
{
    size_t at = (size_t)snprintf(to, capacity, ",\"%s\":\"", member);

    for (; *text != 0; text++) {
        if (at + 4 >= capacity)
            return 0;
        if (*text == '"' || *text == '\\')
            to[at++] = '\\';
        to[at++] = *text;
    }
    to[at++] = '"';
    return at;
}

/* Of a run that follows an order: the name of an option, and the order that
 * takes it. Nothing is written of what does not fit. */
static size_t write_names(const runtime *r, char *to, size_t capacity,
                          orr_choice_kind kind, uint32_t n,
                          const orr_option *options, uint32_t k, uint32_t i)
{
    explore *x = r->explore.run;
    char other[2048];
    size_t len = 0;

    if (x == NULL)
        return 0;
    const char *name = explore_name_of(x, options[i].id);
    if (name != NULL)
        len = write_text(to, capacity, "name", name);
    if (i != k && explore_other(x, kind, n, options, i, other, sizeof other))
        len += write_text(to + len, capacity - len, "order", other);
    return len;
}

/* The options as JSON; the last of very many are left out. */
static size_t write_choice(const runtime *r, char *to, size_t capacity,
                           orr_choice_kind kind, uint32_t n,
                           const orr_option *options, uint32_t k)
{
    const trace_session *s = r->trace.recorder->session;
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
        at += snprintf(
            to + at, capacity - (size_t)at,
            "%s{%s\"id\":%" PRIu64 ",\"value\":%" PRId64 ",\"what\":\"%.100s\"",
            i == 0 ? "" : ",", thread, trace_id(o->id), o->value, o->what);
        at += (int)write_names(r, to + at, capacity - (size_t)at - 16, kind, n,
                               options, k, i);
        at += snprintf(to + at, capacity - (size_t)at, "}");
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
    const size_t len = write_choice(r, text, sizeof text, kind, n, options, k);
    trace__put(s->current != NULL ? s->current : r->trace.recorder, &record,
               text, len);
}
