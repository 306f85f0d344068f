/*
 * why.c - `--why`: what keeps the program alive, and where it was made.
 *
 *     orrery: 2 things keep this program alive:
 *       timer       /app.js:3:1
 *       fs          /app.js:9:4
 *
 * Listed on SIGINT, and then the program ends as it would have; or after the
 * time that was given, and then it goes on. Both are handles of the loop that
 * keep nothing alive themselves. Our own handles are not listed: there is one
 * timer for all of JavaScript's, and those are listed one by one.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"

#define EXIT_SIGINT (128 + SIGINT)

struct bind_why {
    runtime *r;
    orr_signal signal;
    orr_timer timer;
    uint32_t count; /* of the listing under way */
    char *text;
    size_t len, room;
};

/* ---- The text ----------------------------------------------------------- */

static void add(bind_why *w, const char *text)
{
    const size_t n = strlen(text);

    if (w->len + n + 1 > w->room) {
        char *more = realloc(w->text, (w->len + n + 1) * 2);
        if (more == NULL)
            return; /* the list is shorter then */
        w->text = more;
        w->room = (w->len + n + 1) * 2;
    }
    memcpy(w->text + w->len, text, n + 1);
    w->len += n;
}

static void add_thing(bind_why *w, const char *kind, uintptr_t site)
{
    engine_position p;
    char line[1200];

    w->count++;
    if (engine_resolve_site(w->r->engine, site, &p) == 0)
        snprintf(line, sizeof line, "  %-11s %s:%" PRIu32 ":%" PRIu32 "\n",
                 kind, p.file, p.line, p.column);
    else
        snprintf(line, sizeof line, "  %-11s (made by Orrery itself)\n", kind);
    add(w, line);
}

/* ---- What there is ------------------------------------------------------ */

static bool is_ours(const runtime *r, const void *thing)
{
    return thing == &r->timer.handle || thing == &r->check.handle ||
           thing == &r->idle.handle;
}

static void see_loop_thing(const orr_live *live, void *arg)
{
    bind_why *w = arg;

    if (is_ours(w->r, live->thing) ||
        (!live->is_request && !(live->active && live->ref)))
        return;
    add_thing(w, bind_kind_name((uint8_t)live->kind), live->record->site);
}

static void see_engine_thing(void *arg, const engine_live *live)
{
    if (live->ref)
        add_thing(arg,
                  bind_kind_name((uint8_t)(ORR_KIND_USER + live->record.kind)),
                  live->record.site);
}

/* The program's own module may await something that never comes. */
static void see_top_level_await(bind_why *w)
{
    napi_value url;
    char *text = NULL;

    if (runtime_ask(w->r, "unsettled", &url) == 0)
        text = bind_to_string(w->r->env, url, NULL);
    if (text != NULL) {
        w->count++;
        add(w, "  await       ");
        add(w, text);
        add(w, " (top level)\n");
    }
    free(text);
}

static void list(bind_why *w)
{
    runtime *r = w->r;
    napi_handle_scope scope;
    char head[80];

    w->count = 0;
    w->len = 0;
    BIND_OK(napi_open_handle_scope(r->env, &scope));
    orr_walk(r->loop, see_loop_thing, w);
    engine_walk(r->engine, see_engine_thing, w);
    see_top_level_await(w);
    napi_close_handle_scope(r->env, scope);
    snprintf(head, sizeof head,
             "orrery: %" PRIu32 " thing%s keep%s this program alive%s\n",
             w->count, w->count == 1 ? "" : "s", w->count == 1 ? "s" : "",
             w->count == 0 ? "" : ":");
    bind_write_all(r, 2, head, strlen(head));
    bind_write_all(r, 2, w->text ? w->text : "", w->len);
}

/* ---- When --------------------------------------------------------------- */

/* A program with a listener of its own decides itself what SIGINT means. */
static void on_interrupt(orr_signal *s, int signum)
{
    bind_why *w = s->handle.data;

    (void)signum;
    list(w);
    if (w->r->signals == NULL)
        runtime_exit(w->r, EXIT_SIGINT);
}

static void on_time(orr_timer *t)
{
    list(t->handle.data);
}

int bind_why_open(runtime *r)
{
    bind_why *w = calloc(1, sizeof *w);
    int err = 0;

    if (w == NULL)
        return -ENOMEM;
    w->r = r;
    r->why = w;
    w->signal.handle.data = w;
    w->timer.handle.data = w;
    err = orr_signal_start(r->loop, &w->signal, SIGINT, on_interrupt);
    if (err == 0)
        orr_unref(&w->signal.handle);
    if (err == 0 && r->options.why_timed) {
        err = orr_timer_start(r->loop, &w->timer, r->options.why_ms, on_time);
        orr_unref(&w->timer.handle);
    }
    return err;
}

void bind_why_close(runtime *r)
{
    if (r->why == NULL)
        return;
    orr_signal_stop(&r->why->signal);
    orr_timer_stop(&r->why->timer);
    free(r->why->text);
    free(r->why);
}
