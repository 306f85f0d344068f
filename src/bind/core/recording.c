/*
 * recording.c - a program that is recorded, or replayed (docs/record.md): what
 * the loop says about the recording, in words, with the place in the program.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bind/core/handle.h"
#include "bind/core/recording.h"

#define STACK_MAX 32
#define EXIT_OVER 16
#define EXIT_DIFFERS 17
#define EXIT_DAMAGED 18

/* The innermost call of the program itself; an empty text if there is none. */
static void find_place(runtime *r, char *out, size_t size)
{
    uintptr_t sites[STACK_MAX];
    engine_position p;
    const int n =
        r->engine != NULL ? engine_get_stack(r->engine, sites, STACK_MAX) : 0;

    out[0] = 0;
    for (int i = 0; i < n; i++) {
        if (engine_resolve_site(r->engine, sites[i], &p) < 0 ||
            strncmp(p.file, "node:", 5) == 0)
            continue;
        snprintf(out, size, ", at %s:%" PRIu32 ":%" PRIu32, p.file, p.line,
                 p.column);
        return;
    }
}

static void on_ended(void *ctx, orr_recording_end how, const char *text)
{
    static const int codes[] = { [ORR_RECORDING_OVER] = EXIT_OVER,
                                 [ORR_RECORDING_DIFFERS] = EXIT_DIFFERS,
                                 [ORR_RECORDING_DAMAGED] = EXIT_DAMAGED };
    runtime *r = ctx;
    char place[1200], words[1600];

    find_place(r, place, sizeof place);
    snprintf(words, sizeof words, "%s%s", text, place);
    r->options.recording->say(words);
    if (how == ORR_RECORDING_FULL)
        return; /* the program goes on */
    r->recording_code = codes[how];
    if (r->engine != NULL)
        runtime_interrupt(r, codes[how]);
}

/* By its name: data that the program reads may change, and often does. */
static bool is_source(const char *path)
{
    static const char *const ends[] = { ".js",  ".mjs", ".cjs",         ".ts",
                                        ".mts", ".cts", "/package.json" };
    const size_t n = strlen(path);

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const size_t m = strlen(ends[i]);
        if (n > m && strcmp(path + n - m, ends[i]) == 0)
            return true;
    }
    return false;
}

static void on_changed(void *ctx, const char *path)
{
    runtime *r = ctx;
    char words[1200];

    if (!is_source(path))
        return;
    snprintf(words, sizeof words,
             "%.1000s has changed since it was recorded; the replay has it as "
             "it was",
             path);
    r->options.recording->say(words);
}

orr_recording bind_recording(runtime *r)
{
    const runtime_recording *how = r->options.recording;

    return (orr_recording){ .path = how->path,
                            .replays = how->replays,
                            .note = how->note,
                            .note_len = how->note_len,
                            .ctx = r,
                            .ended = on_ended,
                            .changed = on_changed };
}
