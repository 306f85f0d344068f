/*
 * worker_options.c - the options that a worker has for itself.
 *
 * They are read by the table of the command line. Options of the whole process,
 * which a worker cannot have, are refused before that. A worker with words of
 * its own inherits none of its parent's.
 */
#include "cli/worker_options.h"
#include "cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct held_words {
    cli_options options; /* the lists */
    char *text;          /* of the variable, cut */
    char **words;
} held_words;

/* Of the process, and in execArgv also V8's. Ours are accepted: a program may
 * pass on its own execArgv. */
static const char *const of_process[] = {
    "--check",
    "--disable-proto",
    "--eval",
    "--help",
    "--interactive",
    "--openssl-config",
    "--openssl-shared-config",
    "--output",
    "--print",
    "--report-compact",
    "--report-dir",
    "--report-directory",
    "--report-filename",
    "--report-on-fatalerror",
    "--secure-heap",
    "--secure-heap-min",
    "--title",
    "--tls-cipher-list",
    "--use-bundled-ca",
    "--use-openssl-ca",
    "--v8-options",
    "--version",
    "--zero-fill-buffers",
    "-c",
    "-e",
    "-h",
    "-i",
    "-p",
    "-pe",
    "-v",
    NULL,
};
static const char *const of_v8[] = {
    "--abort-on-uncaught-exception",
    "--expose-gc",
    "--jitless",
    "--max-old-space-size",
    "--stack-size",
    "--stack-trace-limit",
    NULL,
};

static bool is_in(const char *const *list, const char *word)
{
    const char *equals = strchr(word, '=');
    const size_t len = equals ? (size_t)(equals - word) : strlen(word);

    for (; *list != NULL; list++)
        if (strlen(*list) == len && strncmp(*list, word, len) == 0)
            return true;
    return false;
}

static bool is_refused(const char *word, const char *variable)
{
    return is_in(of_process, word) ||
           (variable == NULL && is_in(of_v8, word));
}

static int read_words(held_words *h, runtime_words *w, char **words, int count,
                      const char *variable)
{
    int right = 0;

    while (right < count && !is_refused(words[right], variable))
        right++;
    if (right == count)
        right = cli_options_read_words(&h->options, words, count, variable);
    if (right == count)
        return 0;
    snprintf(w->bad, sizeof w->bad, "%s", words[right]);
    w->is_variable_bad = variable != NULL;
    return -EINVAL;
}

static int read_variable(held_words *h, runtime_words *w)
{
    if (w->variable == NULL)
        return 0;
    const int count = cli_split_words(h->text, h->words);
    if (count >= 0)
        return read_words(h, w, h->words, count, "NODE_OPTIONS");
    snprintf(w->bad, sizeof w->bad, "%s", "unterminated string");
    w->is_variable_bad = true;
    return -EINVAL;
}

/* Options of a thread get their defaults. */
static void worker_reset(cli_options *o)
{
    runtime_options *run = &o->runtime;

    run->rejections_given = false;
    run->trace_warnings = run->no_warnings = run->trace_uncaught = false;
    run->no_deprecation = run->throw_deprecation = false;
    run->trace_deprecation = run->pending_deprecation = false;
    run->expose_internals = run->preserve_symlinks = false;
    run->preserve_symlinks_main = run->force_napi_exceptions = false;
    run->input_type = NULL;
}

/* "--" ends them. */
static int count_words(char **words)
{
    int n = 0;

    while (words != NULL && words[n] != NULL && strcmp(words[n], "--") != 0)
        n++;
    return n;
}

static int worker_prepare(held_words *h, const runtime_words *w,
                          const runtime_options *parent)
{
    const size_t n = w->variable != NULL ? strlen(w->variable) : 0;

    h->options.runtime = *parent;
    worker_reset(&h->options);
    h->text = calloc(n + 1, 1);
    h->words = calloc(n + 1, sizeof(char *));
    if (h->text == NULL || h->words == NULL ||
        !cli_options_make_lists(&h->options,
                                n + (size_t)count_words(w->exec_args)))
        return -ENOMEM;
    memcpy(h->text, w->variable != NULL ? w->variable : "", n);
    return 0;
}

static void free_held(void *held)
{
    held_words *h = held;

    if (h == NULL)
        return;
    cli_options_free(&h->options);
    free(h->words);
    free(h->text);
    free(h);
}

/* Options of the process stay as the parent has them. */
static void worker_take(runtime_options *o, const runtime_options *parent,
                        held_words *h)
{
    *o = h->options.runtime;
    o->backend = parent->backend;
    o->profile = parent->profile;
    o->seed = parent->seed;
    o->seeded = parent->seeded;
    o->network = parent->network;
    o->faults = parent->faults;
    o->max_delay_ms = parent->max_delay_ms;
    o->memory_limit_bytes = parent->memory_limit_bytes;
    o->why = parent->why;
    o->why_timed = parent->why_timed;
}

static int worker_read(runtime_words *w, runtime_options *o)
{
    const runtime_options parent = *o;
    const int count = count_words(w->exec_args);
    held_words *h = calloc(1, sizeof *h);
    int err = h != NULL ? worker_prepare(h, w, &parent) : -ENOMEM;

    if (err == 0)
        err = read_variable(h, w);
    if (err == 0)
        err = read_words(h, w, w->exec_args, count, NULL);
    if (err < 0) {
        free_held(h);
        return err;
    }
    for (int i = 0; i < count; i++)
        h->options.exec_args[i] = w->exec_args[i];
    worker_take(o, &parent, h);
    if (w->exec_args == NULL)
        o->exec_args = parent.exec_args;
    w->held = h;
    return 0;
}

const runtime_word_reader cli_worker_options = { worker_read, free_held };
