/*
 * listen.c - events of the loop and the engine, as names and places.
 *
 * A place is "file:line" with the file relative to the working directory, so
 * that an order means the same on another machine. It is made once a site.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"

#define PLACE_MAX 1024

bool bind_explore_is_on(const runtime *r)
{
    return r->explore.run != NULL;
}

/* ---- Places ------------------------------------------------------------- */

/* "/app/lib/a.js" in /app is "lib/a.js"; of "file:///app/a.mjs" the path. */
static const char *listen_relative(const runtime *r, const char *file)
{
    const char *cwd = r->explore.cwd;
    const size_t len = cwd != NULL ? strlen(cwd) : 0;

    if (strncmp(file, "file://", 7) == 0)
        file += 7;
    if (len > 0 && strncmp(file, cwd, len) == 0 && file[len] == '/')
        return file + len + 1;
    return file;
}

/* Elsewhere the place has the line of the code, which was made of the file. */
static void note_code_line(runtime *r, const char *place, uint32_t code_line)
{
    char text[PLACE_MAX + 16];

    snprintf(text, sizeof text, "%" PRIu32 " %s", code_line, place);
    explore_note(r->explore.run, 'T', text);
}

static const char *make_place(runtime *r, uintptr_t site)
{
    engine_position at;
    char text[PLACE_MAX];

    if (engine_resolve_site(r->engine, site, &at) < 0)
        return "";
    snprintf(text, sizeof text, "%s:%" PRIu32, listen_relative(r, at.file),
             at.line);
    if (at.code_line != at.line)
        note_code_line(r, text, at.code_line);
    const char *copy = strdup(text);
    return copy != NULL ? copy : "";
}

static bool reserve_places(bind_explore *b, uintptr_t site)
{
    const uint32_t count = ((uint32_t)site + 64) * 2;
    bind_place *places = realloc(b->places, count * sizeof *places);

    if (places == NULL)
        return false;
    memset(places + b->place_count, 0,
           (count - b->place_count) * sizeof *places);
    b->places = places;
    b->place_count = count;
    return true;
}

/* NULL: nowhere in the program. A site of C code is an address, and no number
 * of a site. */
const char *bind_explore_place(runtime *r, uintptr_t site)
{
    bind_explore *b = &r->explore;

    if (site == 0 || r->engine == NULL || site > UINT32_MAX)
        return NULL;
    if (site >= b->place_count && !reserve_places(b, site))
        return NULL;
    bind_place *place = &b->places[site];
    if (place->text == NULL)
        place->text = make_place(r, site);
    return place->text[0] != 0 ? place->text : NULL;
}

/* ---- Footprints --------------------------------------------------------- */

/* Each worker has sites of its own, and objects that its own engine numbers. */
static uint64_t own_number(const runtime *r, uint64_t number)
{
    return number ^ (uint64_t)r->explore.worker << 48;
}

/* "Y SITE PLACE WORDS", once: the words take longer than the access itself, and
 * a suite comes to each of its lines thousands of times. */
static bool describe_site(runtime *r, uintptr_t site, const char *place)
{
    bind_explore *b = &r->explore;
    char line[PLACE_MAX + 256], words[128];

    if (b->places[site].is_described)
        return true;
    const size_t len =
        engine_footprint_describe(r->engine, site, words, sizeof words);
    snprintf(line, sizeof line, "%" PRIx64 " %s\t%s", own_number(r, site),
             place, len > 0 ? words : "");
    b->places[site].is_described = explore_footprint(b->run, 'Y', line);
    b->places[site].has_words = len > 0;
    return b->places[site].is_described;
}

static void note_footprint(void *arg, const engine_footprint *f)
{
    runtime *r = arg;
    const char *place = bind_explore_place(r, f->site);
    char line[512];

    if (place == NULL)
        return;
    const bool is_described = describe_site(r, f->site, place);
    snprintf(line, sizeof line,
             "%" PRIu64 " %c %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64
             " %s",
             r->explore.running, f->write ? 'w' : 'r', own_number(r, f->thing),
             f->key, f->value, own_number(r, f->site),
             r->explore.places[f->site].has_words ? "" : f->name);
    r->explore.lost_footprints |=
        !is_described || !explore_footprint(r->explore.run, 'R', line);
}

/* What ran since the last time was the callback `running`, its ticks and its
 * microtasks. */
void bind_explore_take_footprints(runtime *r, uint64_t next)
{
    if (!r->explore.footprints)
        return;
    if (engine_footprint_take(r->engine, note_footprint, r) != 0)
        r->explore.lost_footprints = true;
    r->explore.running = next;
}

/* ---- Events ------------------------------------------------------------- */

static const char *step_of(const orr_event *ev, uint8_t kind)
{
    return ev->what != NULL ? ev->what : bind_kind_name(kind);
}

/* "read", or "read[2]" in the worker with thread id 2: workers number their
 * things by themselves, whoever of them is faster. */
static void name_thing(runtime *r, uint64_t id, const char *what, int64_t value)
{
    char text[64];

    if (r->explore.worker != 0) {
        snprintf(text, sizeof text, "%s[%" PRIu32 "]", what, r->explore.worker);
        what = text;
    }
    explore_name(r->explore.run, id, what, value);
}

uint64_t bind_explore_thread(runtime *r)
{
    return bind_explore_is_on(r)
               ? explore_thread(
                     r->explore.run,
                     bind_explore_place(r, engine_get_site(r->engine)),
                     r->explore.running)
               : 0;
}

/* The handles of the runtime's own are nowhere in the program. */
static bool is_own(uint8_t kind)
{
    return kind == ORR_TIMER || kind == ORR_IDLE || kind == ORR_PREPARE ||
           kind == ORR_CHECK;
}

/* A timer that would have come, if nobody had cleared it. */
static void note_clear(runtime *r, uint64_t id)
{
    char text[32];

    snprintf(text, sizeof text, "%" PRIu64, id);
    explore_note(r->explore.run, 'Z', text);
}

static void listen_add(runtime *r, const orr_event *ev, uint8_t kind)
{
    explore *x = r->explore.run;
    const uint8_t immediate = ENGINE_IMMEDIATE;

    if (is_own(kind))
        return;
    switch (ev->type) {
    case ORR_EV_SCHEDULE:
        explore_schedule(x, ev->id, bind_explore_place(r, ev->site), ev->cause,
                         0);
        if (kind == immediate)
            name_thing(r, ev->id, "immediate", 0);
        break;
    case ORR_EV_ARM:
        explore_schedule(x, ev->id, bind_explore_place(r, ev->site), ev->cause,
                         0);
        name_thing(r, ev->id, "timer", (int64_t)ev->value);
        break;
    case ORR_EV_CLEAR:
        note_clear(r, ev->id);
        break;
    case ORR_EV_SUBMIT:
        name_thing(r, ev->id, step_of(ev, kind), 0);
        break;
    case ORR_EV_DELIVER:
        explore_deliver(x, ev->id, r->explore.now_ms);
        break;
    case ORR_EV_CALL_BEGIN:
        explore_schedule(x, ev->id, bind_explore_place(r, ev->site), ev->cause,
                         ev->trigger);
        if (explore_name_of(x, ev->id) != NULL)
            bind_explore_take_footprints(r, ev->id);
        explore_begin(x, ev->id, r->explore.now_ms);
        break;
    case ORR_EV_CALL_END:
        explore_end(x, ev->id, ev->threw);
        break;
    default:
        break;
    }
}

void bind_explore_event(void *ctx, const orr_event *event)
{
    runtime *r = ctx;

    if (event->now_ms > r->base_ms)
        r->explore.now_ms = event->now_ms - r->base_ms;
    listen_add(r, event, event->kind);
    if (trace_is_on(r))
        trace_event(ctx, event);
}

void bind_explore_engine_event(void *ctx, const orr_event *event)
{
    runtime *r = ctx;

    listen_add(r, event, event->kind);
    if (trace_is_on(r))
        trace_engine_event(ctx, event);
}

void bind_explore_effect(void *ctx, uint64_t id, const char *what)
{
    runtime *r = ctx;

    explore_effect(r->explore.run, id);
    if (trace_is_on(r))
        trace_effect(ctx, id, what);
}

void bind_explore_post(void *ctx, uint64_t id, uint64_t now_ns)
{
    runtime *r = ctx;
    const uint64_t now_ms = now_ns / 1000000;

    explore_post(r->explore.run, id,
                 now_ms > r->base_ms ? now_ms - r->base_ms : 0);
}

void bind_explore_touch(void *ctx, uint64_t id, const char *path, bool writes)
{
    runtime *r = ctx;
    const bool is_now = id == 0;
    uintptr_t site = 0;
    char line[PLACE_MAX + 64];

    /* What the main script does at once comes before all, and what listeners
     * of 'exit' do after all. */
    if (is_now && !r->explore.in_loop)
        return;
    if (is_now) {
        id = explore_running(r->explore.run);
        site = engine_get_site(r->engine);
        const char *place = bind_explore_place(r, site);
        if (place == NULL || !describe_site(r, site, place))
            site = 0;
    }
    snprintf(line, sizeof line, "%" PRIu64 " %c%s %" PRIx64 " %s", id,
             writes ? 'w' : 'r', is_now ? "!" : "", own_number(r, site),
             path != NULL ? path : "*");
    r->explore.lost_footprints |= !explore_footprint(r->explore.run, 'X', line);
}
