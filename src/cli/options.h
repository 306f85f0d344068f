/* options.h - the command line, read. */
#ifndef ORRERY_CLI_OPTIONS_H
#define ORRERY_CLI_OPTIONS_H

#include "bind/runtime.h"

typedef enum cli_action {
    CLI_RUN,
    CLI_TRACE,   /* run, and write what happened to `output` */
    CLI_EXPLAIN, /* run, and explain what happened */
    CLI_RECORD,  /* run, and record what comes from outside to `output` */
    CLI_VERSION,
    CLI_HELP,
    CLI_V8_OPTIONS,
    CLI_BAD /* `message` says why; exit code 9 */
} cli_action;

typedef struct cli_options {
    cli_action action;
    runtime_options runtime;
    const char *output;   /* trace -o, record -o */
    const char *recording; /* replay this, instead of a script */
    const char *input;    /* a trace that is read: nothing is run */
    const char *filter;   /* --filter: groups of events */
    const char *why_what; /* explain --why: which callback */
    uint64_t last_ms;     /* --last: only the end of it; 0: all */
    uint64_t for_ms;      /* --for: end the program then; 0: no */
    uint64_t slow_ms;     /* --slow: who ran longer */
    const char *order;    /* --order, replay: run in this order */
    const char *serves;   /* --explore-server: "start", "loop", "7" */
    uint64_t run_limit_ms; /* of the server: for each run; 0: ten seconds */
    bool footprints; /* of the server: record what callbacks read and write */
    bool slow, all, incomplete;
    bool interactive;   /* -i, or nothing to run */
    const char *topic;  /* help COMMAND: the text to print; or NULL: all */
    char message[256];

    /* What the lists of `runtime` point to; each ends with NULL. */
    const char **exec_args;
    const char **requires;
    const char **imports;
    const char **conditions;
    const char **named;
    char *environment[2]; /* NODE_OPTIONS, ORRERY_OPTIONS, cut into words */
} cli_options;

/* Everything is read from argv and the environment, which must stay. */
void cli_options_read(cli_options *o, int argc, char **argv);
void cli_options_free(cli_options *o);

/*
 * More words, all of them options, into lists that have the capacity for them:
 * those of `variable`, or NULL: of an execArgv, in which options that only Node
 * has are ignored. Returns how many are valid: all of them, or the index of the
 * first that is not.
 */
int cli_options_read_words(cli_options *o, char **words, int count,
                           const char *variable);
/* Lists for n words. False without memory. */
bool cli_options_make_lists(cli_options *o, size_t n);
/* Cut text into words in place; -1: a quote is open. */
int cli_split_words(char *text, char **words);

/* What --help prints: both. */
extern const char cli_usage[];
extern const char cli_help[];
extern const char cli_v8_options[];

/* commands.c: what help prints about a command, or NULL; and the command that
 * a word is nearly the name of, or NULL. */
const char *cli_command_help(const char *name);
const char *cli_command_near(const char *word);
size_t cli_word_distance(const char *a, size_t n, const char *b, size_t m);

#endif
