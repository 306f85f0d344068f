/*
 * why.c - `--why`: what keeps the program alive, and where it was made.
 *
 *     orrery: 3 things keep this program alive:
 *       2 x setTimeout of 50 ms, the next due in 12 ms   /app.js:3:1
 *       fs stat '/etc/hosts'                             /app.js:9:4
 *     and these would not by themselves:
 *       listener of SIGTERM                              /app.js:1:9
 *
 * Listed on SIGINT, and then the program ends as it would have; or after the
 * time that was given, and then it goes on. Both are handles of the loop that
 * keep nothing alive themselves. Our own handles are not listed: there is one
 * timer for all of JavaScript's, and those are listed one by one.
 *
 * A program that is stuck in its own code never comes to the loop. So there is
 * a second way: the engine's safe points, every few milliseconds while it
 * runs, where we look whether the signal has come or the time is over. There
 * the stack says where it is busy.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/core/handle.h"
#include "bind/process/stdio.h"

#define EXIT_SIGINT (128 + SIGINT)
#define NS_PER_MS UINT64_C(1000000)

/* Things that are the same and were made at one place are one line. */
typedef struct thing {
    char what[160];
    uintptr_t site;
    uint32_t count;
    bool alive; /* it keeps the program alive */
    bool timed;
    int64_t due_ms; /* of the next of them, from now */
} thing;

typedef struct bind_why {
    runtime *r;
    orr_signal signal;
    orr_timer timer;
    uint64_t signals_seen;
    uint64_t deadline_ns; /* of the look after a time; 0: it is over */

    /* Of the listing under way. */
    thing *things;
    uint32_t count, capacity;
    uint32_t rest; /* what was left out */
    int64_t now_ms;
} bind_why;

/* More lines are not printed. */
#define LINES_MAX 200
/* Memory for this many is allocated at the start, so that --why works when the
 * program has used up its memory. */
#define LINES_SURE 16
/* Of a single line. */
#define LINE_THINGS 3

/* ---- Collecting --------------------------------------------------------- */

static thing *find_same(bind_why *w, const thing *t)
{
    for (uint32_t i = 0; i < w->count; i++) {
        thing *same = &w->things[i];
        if (same->site == t->site && same->alive == t->alive &&
            strcmp(same->what, t->what) == 0)
            return same;
    }
    return NULL;
}

static bool why_reserve(bind_why *w, uint32_t capacity)
{
    thing *more = realloc(w->things, capacity * sizeof *more);

    if (more == NULL)
        return false;
    w->things = more;
    w->capacity = capacity;
    return true;
}

static bool reserve_one(bind_why *w)
{
    return w->count < w->capacity ||
           (w->count < LINES_MAX && why_reserve(w, w->capacity * 2));
}

static void why_add(bind_why *w, const thing *t)
{
    thing *same = find_same(w, t);

    if (same != NULL) {
        same->count++;
        if (t->due_ms < same->due_ms)
            same->due_ms = t->due_ms;
        return;
    }
    if (!reserve_one(w)) {
        w->rest++;
        return;
    }
    w->things[w->count] = *t;
    w->things[w->count++].count = 1;
}

static void see_loop_thing(const orr_live *live, void *arg)
{
    bind_why *w = arg;
    bind_description d;

    if (!live->active)
        return;
    bind_describe(w->r, live, &d);
    if (d.is_own)
        return;
    thing t = { .site = d.site, .alive = live->is_request || live->ref };
    memcpy(t.what, d.what, sizeof t.what);
    why_add(w, &t);
}

static void see_engine_thing(void *arg, const engine_live *live)
{
    bind_why *w = arg;
    thing t = { .site = live->record.site, .alive = live->ref };

    if (live->record.kind == ENGINE_TIMER) {
        t.timed = true;
        t.due_ms = (int64_t)live->due_ms - w->now_ms;
        snprintf(t.what, sizeof t.what, "%s of %" PRIu32 " ms",
                 live->repeats ? "setInterval" : "setTimeout", live->ms);
    } else {
        snprintf(t.what, sizeof t.what, "%s",
                 live->record.kind == ENGINE_IMMEDIATE ? "setImmediate"
                                                       : "top-level await");
    }
    why_add(w, &t);
}

static void why_collect(bind_why *w)
{
    runtime *r = w->r;
    napi_handle_scope scope;

    w->count = 0;
    w->rest = 0;
    w->now_ms = (int64_t)((orr_clock_ns(r->loop) - r->start_ns) / NS_PER_MS);
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    orr_walk(r->loop, see_loop_thing, w);
    engine_walk(r->engine, see_engine_thing, w);
    napi_close_handle_scope(r->env, scope);
}

/* ---- Saying ------------------------------------------------------------- */

static void why_say(bind_why *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void why_say(bind_why *w, const char *format, ...)
{
    char text[2048];
    va_list list;

    va_start(list, format);
    const int n = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (n > 0)
        bind_write_all(w->r, 2, text,
                       (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

/* "/app.js:3:1", or why there is none. */
static const char *why_place(bind_why *w, uintptr_t site, char *out,
                             size_t size)
{
    engine_position p;
    const int err = engine_resolve_site(w->r->engine, site, &p);

    if (err == -ENOMEM)
        return "(not known: out of memory)";
    if (err < 0)
        return "(made by Orrery itself)";
    snprintf(out, size, "%s:%" PRIu32 ":%" PRIu32, p.file, p.line, p.column);
    return out;
}

static int describe_thing(const thing *t, char *out, size_t size)
{
    const char *which = t->count > 1 ? "the next " : "";
    char many[16] = "", due[64] = "";

    if (t->count > 1)
        snprintf(many, sizeof many, "%" PRIu32 " x ", t->count);
    if (t->timed && t->due_ms >= 0)
        snprintf(due, sizeof due, ", %sdue in %" PRId64 " ms", which,
                 t->due_ms);
    else if (t->timed)
        snprintf(due, sizeof due, ", %soverdue by %" PRId64 " ms", which,
                 -t->due_ms);
    return snprintf(out, size, "%s%s%s", many, t->what, due);
}

static uint32_t count_of(const bind_why *w, bool alive)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < w->count; i++)
        if (w->things[i].alive == alive)
            n += w->things[i].count;
    return n;
}

static void print_things(bind_why *w, bool alive)
{
    char what[320], at[1200];
    int width = 0;

    for (uint32_t i = 0; i < w->count; i++) {
        const int n = describe_thing(&w->things[i], what, sizeof what);
        if (n > width && n <= 56)
            width = n;
    }
    for (uint32_t i = 0; i < w->count; i++) {
        const thing *t = &w->things[i];
        if (t->alive != alive)
            continue;
        describe_thing(t, what, sizeof what);
        why_say(w, "  %-*s   %s\n", width, what,
                why_place(w, t->site, at, sizeof at));
    }
}

/* Of a busy program nothing else needs to be there. */
static void print_all(bind_why *w, bool busy)
{
    const uint32_t n = count_of(w, true);

    if (n == 0 && !busy)
        why_say(w, "orrery: nothing keeps this program alive\n");
    if (n > 0)
        why_say(w, "orrery: %" PRIu32 " thing%s keep%s this program alive:\n",
                n, n == 1 ? "" : "s", n == 1 ? "s" : "");
    print_things(w, true);
    if (count_of(w, false) > 0) {
        why_say(w, "and %s would not by %s:\n",
                count_of(w, false) == 1 ? "this" : "these",
                count_of(w, false) == 1 ? "itself" : "themselves");
        print_things(w, false);
    }
    if (w->rest > 0)
        why_say(w, "and %" PRIu32 " more\n", w->rest);
}

/* " (/app.js:3:1)", or nothing. */
static const char *place_in_brackets(bind_why *w, uintptr_t site, char *out,
                                     size_t size)
{
    engine_position p;

    *out = 0;
    if (engine_resolve_site(w->r->engine, site, &p) == 0)
        snprintf(out, size, " (%s:%" PRIu32 ":%" PRIu32 ")", p.file, p.line,
                 p.column);
    return out;
}

void bind_why_line(runtime *r, char *out, size_t size)
{
    bind_why w = { .r = r };
    char what[320], at[1200];
    size_t len = 0;
    uint32_t said = 0;

    if (why_reserve(&w, LINES_SURE))
        why_collect(&w);
    uint32_t more = w.rest + count_of(&w, true);
    snprintf(out, size, "nothing that is known");
    for (uint32_t i = 0; i < w.count && said < LINE_THINGS; i++) {
        const thing *t = &w.things[i];
        if (!t->alive)
            continue;
        describe_thing(t, what, sizeof what);
        const int n = snprintf(
            out + len, size - len, "%s%s%s", said > 0 ? ", " : "", what,
            place_in_brackets(&w, t->site, at, sizeof at));
        len = len + (size_t)n < size ? len + (size_t)n : size - 1;
        more -= t->count;
        said++;
    }
    if (more > 0)
        snprintf(out + len, size - len, " and %" PRIu32 " more", more);
    free(w.things);
}

/* ---- A program that is busy --------------------------------------------- */

#define STACK_MAX 32

static void print_running(bind_why *w)
{
    const orr_record *running = orr_running(w->r->loop);
    char at[1200];

    if (running == NULL || running->kind == ENGINE_SCRIPT) {
        why_say(w, "orrery: this program is busy in %s\n",
                strcmp(w->r->trace.script, "main") == 0
                    ? "its main script"
                    : "a listener of its end");
        return;
    }
    why_say(w, "orrery: this program is busy in a callback: %s",
            bind_kind_name(running->kind));
    if (running->site != 0)
        why_say(w, " of %s", why_place(w, running->site, at, sizeof at));
    why_say(w, "\n");
}

static void print_stack(bind_why *w)
{
    uintptr_t sites[STACK_MAX];
    const int n = engine_get_stack(w->r->engine, sites, STACK_MAX);
    char at[1200];

    for (int i = 0; i < n; i++) {
        engine_position p;
        const char *where = why_place(w, sites[i], at, sizeof at);
        if (engine_resolve_site(w->r->engine, sites[i], &p) == 0 &&
            p.function[0] != 0)
            why_say(w, "    at %s (%s)\n", p.function, where);
        else
            why_say(w, "    at %s\n", where);
    }
}

/* ---- When --------------------------------------------------------------- */

/* A program with a listener of its own decides itself what SIGINT means. */
static void end_by_signal(bind_why *w)
{
    if (!bind_has_signal(w->r, SIGINT))
        runtime_exit(w->r, EXIT_SIGINT);
}

static bool signal_came(bind_why *w)
{
    const uint64_t count = orr_signal_count(w->r->loop, SIGINT);
    const bool came = count != w->signals_seen;

    w->signals_seen = count;
    return came;
}

static void why_list(bind_why *w, bool busy)
{
    why_collect(w);
    print_all(w, busy);
}

static void on_interrupt(orr_signal *s, int signum)
{
    bind_why *w = s->handle.data;

    (void)signum;
    if (!signal_came(w) && orr_signal_count(w->r->loop, SIGINT) > 0)
        return; /* was printed when it appeared */
    why_list(w, false);
    end_by_signal(w);
}

static void on_time(orr_timer *t)
{
    bind_why *w = t->handle.data;

    if (w->deadline_ns == 0)
        return;
    w->deadline_ns = 0;
    why_list(w, false);
}

/* At a safe point: the program runs, and nothing of it may be touched. */
static void on_safe_point(engine *e, void *arg)
{
    bind_why *w = arg;
    const bool is_time =
        w->deadline_ns != 0 && orr_clock_ns(w->r->loop) >= w->deadline_ns;
    const bool came = signal_came(w);

    (void)e;
    if (w->r->over || (!is_time && !came))
        return;
    if (is_time)
        w->deadline_ns = 0;
    print_running(w);
    print_stack(w);
    why_list(w, true);
    if (came)
        end_by_signal(w);
}

/* ---- Opening and closing ------------------------------------------------ */

/* Virtual time does not pass while a program runs, so there is no watching. */
static void why_watch(bind_why *w)
{
    runtime *r = w->r;

    if (!orr_is_virtual(r->loop))
        engine_set_watcher(r->engine, on_safe_point, w);
}

static int start_timer(bind_why *w)
{
    runtime *r = w->r;
    const uint64_t ms = r->options.why_ms;

    w->deadline_ns = orr_clock_ns(r->loop) + ms * NS_PER_MS;
    const int err = orr_timer_start(r->loop, &w->timer, ms, on_time);
    if (err == 0)
        orr_unref(&w->timer.handle);
    return err;
}

static int open_why(runtime *r)
{
    bind_why *w = BIND_STATE(r, why);

    if (!r->options.why)
        return 0;
    w->r = r;
    w->signal.handle.data = w;
    w->timer.handle.data = w;
    if (!why_reserve(w, LINES_SURE))
        return -ENOMEM;
    int err = orr_signal_start(r->loop, &w->signal, SIGINT, on_interrupt);
    if (err == 0)
        orr_unref(&w->signal.handle);
    if (err == 0 && r->options.why_timed)
        err = start_timer(w);
    if (err == 0)
        why_watch(w);
    return err;
}

static void close_why(runtime *r)
{
    bind_why *w = BIND_STATE(r, why);

    if (w->r == NULL)
        return;
    engine_set_watcher(r->engine, NULL, NULL);
    orr_signal_stop(&w->signal);
    orr_timer_stop(&w->timer);
    free(w->things);
}

/* Its own two handles are not listed. */
static bool why_describe(runtime *r, const orr_live *live,
                         bind_description *out)
{
    const bind_why *w = BIND_STATE(r, why);

    out->is_own =
        live->thing == &w->signal.handle || live->thing == &w->timer.handle;
    return out->is_own;
}

const bind_entry bind_entry_why = { .name = "why",
                                    .open = open_why,
                                    .close = close_why,
                                    .state = sizeof(bind_why),
                                    .describe = why_describe };
