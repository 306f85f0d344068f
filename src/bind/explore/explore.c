/*
 * explore.c - the course of an explored run: its order, its end, and what the
 * program can say about itself (process.explore).
 */
#include "bind/explore/explore.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind/bind.h"

const char runtime_fork_ready[] = "ready";

/* ---- Open and close ----------------------------------------------------- */

static int set_order(runtime *r, const char *order)
{
    size_t bad;

    return explore_set_order(r->explore.run, order, &bad);
}

int bind_explore_open(runtime *r)
{
    const runtime_explore *how = r->options.explore;

    if (how == NULL)
        return 0;
    r->explore.cwd = how->cwd != NULL ? strdup(how->cwd) : NULL;
    if (r->options.is_worker) {
        r->explore.run = r->options.explore_run;
        r->explore.worker = r->options.thread_id;
        r->explore.is_shared = true;
        return 0;
    }
    r->explore.run = explore_open(how->log);
    if (r->explore.run == NULL)
        return -ENOMEM;
    explore_name_as(r->explore.run, how->usual);
    return how->order != NULL ? set_order(r, how->order) : 0;
}

void bind_explore_close(runtime *r)
{
    bind_explore *b = &r->explore;

    if (!b->is_shared)
        explore_close(b->run);
    for (uint32_t i = 0; i < b->place_count; i++)
        if (b->places[i].text != NULL && b->places[i].text[0] != 0)
            free((void *)(uintptr_t)b->places[i].text);
    free(b->places);
    free(b->cwd);
    *b = (bind_explore){ .run = NULL };
}

/* ---- The course --------------------------------------------------------- */

/* The order of this process, if it is one that was forked for it. An order that
 * cannot be read was refused before. */
static const char *ask_for_order(runtime *r, runtime_fork_point *ask)
{
    const runtime_explore *how = r->options.explore;

    engine_late_note(r->engine, how->late, how->late_bytes);
    const char *order = ask(how->ctx);
    if (order != runtime_fork_ready)
        return order;
    engine_late_note(r->engine, NULL, 0);
    if (how->late != NULL)
        engine_late_read(r->engine, how->late);
    return ask(how->ctx);
}

static void take_order(runtime *r, runtime_fork_point *ask)
{
    const char *order = ask != NULL ? ask_for_order(r, ask) : NULL;

    if (order == NULL)
        return;
    explore_name_as(r->explore.run, r->options.explore->usual);
    if (set_order(r, order) < 0)
        explore_result(r->explore.run, 'W', "the order is not understood");
}

/* The script has a name, too: what it reads of the clock is a choice. That of
 * a worker is named for its thread. */
static void name_main(runtime *r)
{
    char name[512];

    if (r->explore.worker != 0) {
        snprintf(name, sizeof name, "main[%" PRIu32 "]", r->explore.worker);
        explore_schedule(r->explore.run, r->main.id, NULL,
                         r->options.explore_thread, 0);
        explore_name(r->explore.run, r->main.id, name, 0);
        explore_begin(r->explore.run, r->main.id, r->explore.now_ms);
        return;
    }
    const char *script =
        r->options.script != NULL ? r->options.script : "[eval]";
    const char *cwd = r->explore.cwd;
    const size_t len = cwd != NULL ? strlen(cwd) : 0;

    if (len > 0 && strncmp(script, cwd, len) == 0 && script[len] == '/')
        script += len + 1;
    snprintf(name, sizeof name, "%s", script);
    explore_schedule(r->explore.run, r->main.id, name, 0, 0);
    explore_name(r->explore.run, r->main.id, "main", 0);
    explore_begin(r->explore.run, r->main.id, 0);
}

void bind_explore_at_start(runtime *r)
{
    if (!bind_explore_is_on(r))
        return;
    if (!r->options.is_worker)
        take_order(r, r->options.explore->at_start);
    r->explore.footprints =
        r->options.explore->footprints && engine_footprint_open(r->engine) == 0;
    r->explore.running = r->main.id;
    if (!r->options.is_worker && engine_count_waits(r->engine) < 0)
        explore_result(r->explore.run, 'W', "no memory to count who waits");
    explore_begin_asking(r->explore.run);
    name_main(r);
}

/* A process that has other threads cannot be forked. */
void bind_explore_at_loop(runtime *r)
{
    if (!bind_explore_is_on(r) || r->shares_time || r->over ||
        r->options.is_worker)
        return;
    r->explore.in_loop = true;
    explore_note(r->explore.run, 'L', "");
    take_order(r, r->options.explore->at_loop);
}

/* What the program did before is what it does in each order that begins to
 * deviate here or later. */
void bind_explore_at_question(runtime *r)
{
    const runtime_explore *how = r->options.explore;

    if (how->at_question == NULL || r->options.is_worker || r->shares_time ||
        explore_asked(r->explore.run) + 1 != how->question)
        return;
    take_order(r, how->at_question);
}

/* Who still waits, if the program has ended by itself. */
static void note_wait(void *arg, uintptr_t site, uint32_t count)
{
    runtime *r = arg;
    const char *place = bind_explore_place(r, site);
    char line[1100];

    if (place == NULL)
        return;
    snprintf(line, sizeof line, "%" PRIu32 " %s", count, place);
    explore_result(r->explore.run, 'H', line);
}

void bind_explore_end(runtime *r, bool by_itself)
{
    char text[64], unmet[2200];

    if (!bind_explore_is_on(r))
        return;
    bind_explore_take_footprints(r, 0);
    if (r->options.is_worker)
        return;
    if (by_itself)
        engine_walk_waits(r->engine, note_wait, r);
    const char *unused = explore_unused(r->explore.run);
    if (unused != NULL)
        explore_result(r->explore.run, 'U', unused);
    for (uint32_t n = 0; explore_unmet(r->explore.run, n, unmet, sizeof unmet);
         n++)
        explore_result(r->explore.run, 'V', unmet);
    snprintf(text, sizeof text, "%d %" PRIu64, r->exit_code, r->explore.now_ms);
    explore_result(r->explore.run, 'Q', text);
    snprintf(text, sizeof text, "%" PRIx64, explore_sequence(r->explore.run));
    explore_result(r->explore.run, 'S', text);
    if (r->explore.lost_footprints)
        explore_result(r->explore.run, 'O', "");
}

/* ---- process.explore ---------------------------------------------------- */

/* note(letter, text): what becomes of the run, a line of the log. */
static napi_value js_note(napi_env env, napi_callback_info info)
{
    size_t argc = 2;
    napi_value argv[2];
    void *data;
    char letter[8], text[4096];
    size_t len;

    BIND_OK(napi_get_cb_info(env, info, &argc, argv, NULL, &data));
    runtime *r = data;
    if (!bind_explore_is_on(r) || argc < 2 ||
        napi_get_value_string_utf8(env, argv[0], letter, sizeof letter, &len) !=
            napi_ok ||
        napi_get_value_string_utf8(env, argv[1], text, sizeof text, &len) !=
            napi_ok)
        return NULL;
    if (letter[0] == 'B') /* among the steps: the tests begin */
        explore_note(r->explore.run, 'B', text);
    else
        explore_result(r->explore.run, letter[0], text);
    return NULL;
}

static napi_value is_on(napi_env env, napi_callback_info info)
{
    void *data;

    BIND_OK(napi_get_cb_info(env, info, NULL, NULL, NULL, &data));
    return bind_bool(env, bind_explore_is_on(data));
}

/* mapLines(file, Uint32Array), three numbers a segment: 0 or a negative
 * errno. */
static napi_value js_map_lines(napi_env env, napi_callback_info info)
{
    napi_value args[2];
    runtime *r = bind_args(env, info, 2, args);
    napi_typedarray_type type;
    void *segments;
    size_t len, count;

    if (napi_get_typedarray_info(env, args[1], &type, &count, &segments, NULL,
                                 NULL) != napi_ok ||
        type != napi_uint32_array)
        return bind_int(env, -EINVAL);
    char *file = bind_to_string(env, args[0], &len);
    const int err = file != NULL
                        ? engine_map_lines(r->engine, file, segments, count / 3)
                        : -ENOMEM;
    free(file);
    return bind_int(env, err);
}

static napi_status explore_init(runtime *r, napi_value exports)
{
    static const bind_function functions[] = { { "note", js_note },
                                               { "isOn", is_on },
                                               { "mapLines", js_map_lines },
                                               { NULL, NULL } };

    bind_methods(r, exports, functions);
    return napi_ok;
}

const bind_entry bind_entry_explore = { .name = "explore",
                                        .init = explore_init };
