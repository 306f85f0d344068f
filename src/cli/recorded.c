/*
 * recorded.c - `orrery record app.js`, and a recording that is replayed.
 *
 * A recording begins with a note, in which is how the program was started:
 *
 *      words of the command line, an empty one, variables of the environment
 *      that are options (NAME=value), an empty one
 *
 * each with its zero byte. To replay it, the variables are set, those that were
 * not there are unset, and the words are read as if they were given now.
 */
#include "cli/recorded.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "poll/recording.h"

#define EXIT_BAD_OPTION 9
#define WORDS_MAX 65536

static const char *const variables[] = {
    "NODE_OPTIONS",           "ORRERY_OPTIONS",
    "NODE_NO_WARNINGS",       "NODE_PENDING_DEPRECATION",
    "NODE_PRESERVE_SYMLINKS", "NODE_PRESERVE_SYMLINKS_MAIN",
};
#define VARIABLES (sizeof variables / sizeof *variables)

static void recorded_say(const char *text)
{
    fprintf(stderr, "orrery: %s\n", text);
}

bool recorded_is_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    const char *why;
    size_t len;
    char *note;

    if (dot != NULL && strcmp(dot, ".orrlog") == 0)
        return true;
    if (orr_recording_note(path, &note, &len, &why) < 0)
        return false;
    free(note);
    return true;
}

/* ---- The note ----------------------------------------------------------- */

static size_t recorded_add(char *to, size_t at, const char *text)
{
    const size_t n = strlen(text) + 1;

    if (to != NULL)
        memcpy(to + at, text, n);
    return at + n;
}

/* Without `to` only its length. */
static size_t write_note(char *to, int argc, char **argv)
{
    size_t at = 0;
    char head[64];

    for (int i = 0; i < argc; i++)
        at = recorded_add(to, at, argv[i][0] != 0 ? argv[i] : "\1");
    at = recorded_add(to, at, "");
    for (size_t i = 0; i < VARIABLES; i++) {
        const char *value = getenv(variables[i]);
        if (value == NULL)
            continue;
        snprintf(head, sizeof head, "%s=", variables[i]);
        at = recorded_add(to, at, head) - 1;
        at = recorded_add(to, at, value);
    }
    return recorded_add(to, at, "");
}

static void set_variables(const char *at, const char *end)
{
    for (size_t i = 0; i < VARIABLES; i++)
        unsetenv(variables[i]);
    while (at < end && *at != 0) {
        const char *equals = strchr(at, '=');
        char name[64];
        if (equals != NULL && equals - at < (int)sizeof name) {
            snprintf(name, sizeof name, "%.*s", (int)(equals - at), at);
            setenv(name, equals + 1, 1);
        }
        at += strlen(at) + 1;
    }
}

/* The words of a note, in place. NULL: it is damaged, or no memory. */
static char **read_note(char *note, size_t len, int *argc)
{
    char *at = note, *const end = note + len;
    char **argv = calloc(WORDS_MAX + 1, sizeof *argv);
    int n = 0;

    for (; argv != NULL && at < end && *at != 0 && n < WORDS_MAX; n++) {
        argv[n] = strcmp(at, "\1") == 0 ? at + 1 : at;
        at += strlen(at) + 1;
    }
    if (argv == NULL || n < 2 || at >= end) {
        free(argv);
        return NULL;
    }
    set_variables(at + 1, end);
    *argc = n;
    return argv;
}

/* ---- Recording ---------------------------------------------------------- */

int recorded_run(cli_options *o, char **argv,
                 int (*run)(runtime_options *options))
{
    const char *path = o->output != NULL ? o->output : "recording.orrlog";
    char *note;
    size_t len;
    int argc = 0;

    while (argv[argc] != NULL)
        argc++;
    len = write_note(NULL, argc, argv);
    note = malloc(len);
    if (note == NULL)
        return EXIT_BAD_OPTION;
    write_note(note, argc, argv);
    const runtime_recording how = { path, false, note, len, recorded_say };
    o->runtime.recording = &how;
    const int code = run(&o->runtime);
    o->runtime.recording = NULL;
    free(note);
    return code;
}

/* ---- Replaying ---------------------------------------------------------- */

static int cannot_replay(const char *path, int err, const char *why)
{
    if (err == -EINVAL)
        fprintf(stderr, "orrery: cannot replay %s: %s\n", path, why);
    else
        fprintf(stderr, "orrery: cannot replay %s: %s\n", path, strerror(-err));
    return EXIT_BAD_OPTION;
}

/* How it is shown is what was asked for now. */
static void keep_trace(cli_options *to, const cli_options *from)
{
    to->action = from->action;
    to->output = from->output;
    to->filter = from->filter;
    to->why_what = from->why_what;
    to->last_ms = from->last_ms;
    to->for_ms = from->for_ms;
    to->slow_ms = from->slow_ms;
    to->slow = from->slow;
    to->all = from->all;
    to->incomplete = from->incomplete;
}

int recorded_take(cli_options *o)
{
    /* For the whole of the process: the options point into it. */
    static struct {
        runtime_recording how;
        cli_options asked;
        char *note, **argv;
    } kept;
    const char *path = o->recording;
    const char *why = "";
    size_t len = 0;
    int argc = 0;
    int err = orr_recording_note(path, &kept.note, &len, &why);

    if (err < 0)
        return cannot_replay(path, err, why);
    kept.asked = *o;
    kept.argv = read_note(kept.note, len, &argc);
    if (kept.argv == NULL) {
        free(kept.note);
        return cannot_replay(path, -EINVAL, "its beginning is damaged");
    }
    cli_options_read(o, argc, kept.argv);
    if (o->action != CLI_RECORD)
        return cannot_replay(path, -EINVAL,
                             "another version of Orrery has made it");
    keep_trace(o, &kept.asked);
    kept.how = (runtime_recording){ path, true, NULL, 0, recorded_say };
    o->runtime.recording = &kept.how;
    return 0;
}
