/*
 * options.c - reading the command line.
 *
 * The options themselves are the table of option_table.c. A value may follow as
 * the next word or after an equals sign. Options end at the script's name, at
 * `--` or, with -e, at the first word that is not an option; what follows is
 * the program's own.
 *
 * NODE_OPTIONS and ORRERY_OPTIONS hold more of them, read in this order before
 * those of the command line, which win. They must not say what to run. One that
 * only Node has is ignored with a warning; any other that is unknown ends the
 * program, as in Node.
 */
#include "cli/node_flags.h"
#include "cli/option.h"
#include "cli/recorded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The value of -e and similar is text and may begin with a dash; for other
 * options a word with a dash is the next option, unless it is a number. */
static bool may_be_value(const option *o, const char *word)
{
    return o->value == DASHED_VALUE || o->value == TEXT_VALUE ||
           word[0] != '-' || word[1] == 0 || cli_starts_with_digit(word + 1);
}

/* Up to "=", if it is a long one. */
static size_t name_length(const char *word)
{
    const char *equals = word[1] == '-' ? strchr(word, '=') : NULL;

    return equals ? (size_t)(equals - word) : strlen(word);
}

static bool is_option(const char *word)
{
    return strcmp(word, "-") == 0 || strcmp(word, "--") == 0 ||
           option_find(word, name_length(word)) != NULL;
}

/* In NODE_OPTIONS there are only options, so a plain word after an ignored
 * option is its value. */
static bool pass_over(reader *r, const char *word)
{
    fprintf(stderr,
            "orrery: warning: %s in %s is an option of Node's that Orrery does "
            "not have\n",
            word, r->variable);
    if (strchr(word, '=') == NULL && r->at < r->count &&
        r->words[r->at][0] != '-')
        r->at++;
    return true;
}

/* "5s", "1.5m": not the name of a script. */
static bool is_time(const char *word)
{
    const char *unit = word + strspn(word, "0123456789.");

    return cli_starts_with_digit(word) &&
           (strcmp(unit, "ms") == 0 || strcmp(unit, "s") == 0 ||
            strcmp(unit, "m") == 0 || strcmp(unit, "h") == 0);
}

static bool needs_value(const reader *r, const option *o)
{
    switch (o->value) {
    case VALUE:
    case DASHED_VALUE:
    case TEXT_VALUE:
        return true;
    case WHY_VALUE:
        return r->o->action == CLI_EXPLAIN ||
               (r->at < r->count && is_time(r->words[r->at]));
    case OPTIONAL_TIME:
        return r->at < r->count && cli_starts_with_digit(r->words[r->at]);
    default:
        return false;
    }
}

static bool bad_option(reader *r, const char *word, const char *near)
{
    return near == NULL
               ? cli_bad(r, "bad option: %s", word)
               : cli_bad(r, "bad option: %s; did you mean %s?", word, near);
}

static bool read_option(reader *r, const char *word)
{
    const size_t len = name_length(word);
    const char *equals = word[len] == '=' ? word + len : NULL;
    const option *o = option_find(word, len);
    const char *value = equals ? equals + 1 : NULL;

    if (o == NULL && cli_promises_safety(word))
        return cli_bad(r, "%s would protect nothing: Orrery does not have it",
                       word);
    if (r->variable != NULL && o == NULL && cli_is_node_flag(word))
        return pass_over(r, word);
    if (r->variable != NULL && (o == NULL || o->says_what_to_run))
        return cli_bad(r, "%s is not allowed in %s", word, r->variable);
    if (o == NULL || (value != NULL && o->value == NO_VALUE))
        return bad_option(r, word, o == NULL ? option_near(word, len) : NULL);
    if (value != NULL && *value == 0 && o->value != TEXT_VALUE)
        return cli_bad(r, "%s requires an argument", word);
    if (needs_value(r, o) && value == NULL) {
        if (r->at == r->count || !may_be_value(o, r->words[r->at]))
            return cli_bad(r, "%s requires an argument", word);
        value = r->words[r->at++];
    }
    if (o->value == OPTIONAL_WORD && value == NULL && r->at < r->count &&
        !is_option(r->words[r->at]))
        value = r->words[r->at++];
    return o->take(r, o->name, value);
}

/* Reads until the first word that is not an option. False: stop, see action. */
static bool read_options(reader *r)
{
    while (r->at < r->count) {
        const char *word = r->words[r->at];
        if (word[0] != '-' || word[1] == 0)
            return true;
        r->at++;
        if (strcmp(word, "--") == 0 && r->variable == NULL)
            return true;
        if (!read_option(r, word))
            return false;
    }
    return true;
}

/* `storage` holds the words, which the options point to. */
static bool read_variable(reader *r, const char *name, char **storage)
{
    char *words[1024];
    const char *given = getenv(name);

    if (given == NULL || strlen(given) >= 2 * sizeof words / sizeof *words)
        return given == NULL || cli_bad(r, "%s is too long", name);
    *storage = strdup(given);
    if (*storage == NULL)
        return cli_bad(r, "out of memory");
    reader own = *r;
    own.words = words;
    own.at = 0;
    own.count = cli_split_words(*storage, words);
    own.variable = name;
    if (own.count < 0)
        return cli_bad(r, "invalid value for %s (unterminated string)", name);
    if (!read_options(&own))
        return false;
    if (own.at < own.count)
        return cli_bad(r, "%s holds options only, not: %s", name,
                       words[own.at]);
    r->requires = own.requires;
    r->imports = own.imports;
    r->conditions = own.conditions;
    r->named = own.named;
    return true;
}

static size_t count_of(const char **list)
{
    size_t n = 0;

    while (list[n] != NULL)
        n++;
    return n;
}

int cli_options_read_words(cli_options *o, char **words, int count,
                           const char *variable)
{
    reader r = { .o = o,
                 .words = words,
                 .count = count,
                 .variable = variable,
                 .requires = count_of(o->requires),
                 .imports = count_of(o->imports),
                 .conditions = count_of(o->conditions),
                 .named = count_of(o->named) };

    while (r.at < count) {
        const int at = r.at++;
        const char *word = words[at];
        if (word[0] != '-' || word[1] == 0)
            return at;
        if (option_find(word, name_length(word)) == NULL &&
            cli_is_node_flag(word) && !cli_promises_safety(word))
            continue;
        if (!read_option(&r, word))
            return at;
    }
    return count;
}

static bool is_on(const char *name)
{
    const char *value = getenv(name);

    return value != NULL && strcmp(value, "1") == 0;
}

/* Options that Node takes from environment variables. */
static void read_node_variables(runtime_options *run)
{
    run->no_warnings |= is_on("NODE_NO_WARNINGS");
    run->pending_deprecation |= is_on("NODE_PENDING_DEPRECATION");
    run->preserve_symlinks |= is_on("NODE_PRESERVE_SYMLINKS");
    run->preserve_symlinks_main |= is_on("NODE_PRESERVE_SYMLINKS_MAIN");
}

static void drop_words(reader *r, int from, int n)
{
    for (int k = from; k + n <= r->count; k++)
        r->words[k] = r->words[k + n];
    r->count -= n;
}

/* `orrery trace app.js -o out` and `orrery explain app.js --why LABEL` have an
 * option of their own after the script. A program with an option of that name
 * gets it if the command's is before the script. */
static bool take_trailing(reader *r, const char *name, const char *letter,
                          const char **out)
{
    const size_t len = strlen(name);

    for (int i = r->at; *out == NULL && i < r->count; i++) {
        const char *word = r->words[i];
        const bool joined = strncmp(word, name, len) == 0 && word[len] == '=';
        if (!joined && strcmp(word, letter) != 0 && strcmp(word, name) != 0)
            continue;
        if (!joined && i + 1 == r->count)
            return cli_bad(r, "%s requires an argument", word);
        *out = joined ? word + len + 1 : r->words[i + 1];
        drop_words(r, i, joined ? 1 : 2);
    }
    return true;
}

static bool take_trailing_output(reader *r)
{
    return take_trailing(r, "--output", "-o", &r->o->output);
}

/* help, help COMMAND. */
static bool read_help(reader *r)
{
    const char *name = r->at + 1 < r->count ? r->words[r->at + 1] : NULL;
    const char *near = name != NULL ? cli_command_near(name) : NULL;

    r->o->topic = name != NULL ? cli_command_help(name) : NULL;
    if (name != NULL && r->o->topic == NULL)
        return cli_bad(r, "there is no command %s%s%s%s", name,
                       near ? "; did you mean " : "", near ? near : "",
                       near ? "?" : "");
    r->o->action = CLI_HELP;
    return false;
}

static bool read_subcommand(reader *r)
{
    static const char *const later[] = { "test", NULL };
    const char *word = r->at < r->count ? r->words[r->at] : "";

    if (strcmp(word, "trace") == 0 || strcmp(word, "explain") == 0) {
        r->o->action = word[0] == 't' ? CLI_TRACE : CLI_EXPLAIN;
        r->at++;
        return true;
    }
    if (strcmp(word, "record") == 0) {
        r->o->action = CLI_RECORD;
        r->at++;
        return true;
    }
    if (strcmp(word, "replay") == 0 && r->at + 2 == r->count &&
        recorded_is_file(r->words[r->at + 1])) {
        r->o->recording = r->words[r->at + 1];
        r->at += 2;
        return true;
    }
    if (strcmp(word, "help") == 0)
        return read_help(r);
    if (strcmp(word, "--trace-report") == 0) { /* traced.c */
        r->o->runtime.command = "trace";
        r->at++;
        return true;
    }
    if (strcmp(word, "play") == 0 || strcmp(word, "explore") == 0 ||
        strcmp(word, "replay") == 0 || strcmp(word, "witness") == 0) {
        r->o->runtime.command = word;
        r->at++;
        return true;
    }
    for (size_t i = 0; later[i] != NULL; i++) {
        if (strcmp(word, later[i]) == 0)
            return cli_bad(r,
                           "the command %s is not there yet; to run a file of "
                           "that name, say ./%s",
                           word, word);
    }
    return true;
}

/* Only the simulator uses a seed or an order, so these imply --backend sim; it
 * takes precedence over ORRERY_BACKEND, as --backend does. */
static bool choose_backend(reader *r)
{
    runtime_options *run = &r->o->runtime;
    const bool has_order = r->o->order != NULL || r->o->serves != NULL;

    if (!run->seeded && !has_order)
        return true;
    if (run->seeded && has_order)
        return cli_bad(r, "--seed and an order cannot be used together");
    if (run->backend != NULL && strcmp(run->backend, "sim") != 0)
        return cli_bad(r,
                       "%s needs the simulator: it cannot be used with "
                       "--backend %s",
                       run->seeded ? "--seed" : "an order", run->backend);
    if (r->o->action == CLI_RECORD || r->o->recording != NULL)
        return cli_bad(r, "what is recorded has no %s",
                       run->seeded ? "--seed" : "order");
    run->backend = "sim";
    return true;
}

static bool is_trace_file(const char *path)
{
    const char *dot = path != NULL ? strrchr(path, '.') : NULL;

    return dot != NULL && strcmp(dot, ".jsonl") == 0;
}

static bool has_named(const reader *r, const char *name)
{
    for (size_t i = 0; i < r->named; i += 2)
        if (strcmp(r->o->named[i], name) == 0)
            return true;
    return false;
}

static int64_t number_of(const reader *r, const char *name)
{
    int64_t found = 0;

    for (size_t i = 0; i < r->named; i += 2)
        if (strcmp(r->o->named[i], name) == 0)
            found = strtoll(r->o->named[i + 1], NULL, 10);
    return found;
}

static bool is_power_of_two(int64_t n)
{
    return (n & (n - 1)) == 0;
}

/* A heap of less than two bytes is none. */
static bool check_secure_heap(reader *r)
{
    const int64_t size = number_of(r, "secure-heap");
    int64_t min = number_of(r, "secure-heap-min");

    if (size < 2)
        return true;
    min = min > size ? size : min < 2 ? 2 : min;
    const char *bad =
        is_power_of_two(size) ? "" : "--secure-heap must be a power of 2";
    const char *bad_min =
        is_power_of_two(min) ? "" : "--secure-heap-min must be a power of 2";
    if (*bad == 0 && *bad_min == 0)
        return true;
    return cli_bad(r, "%s%s%s", bad, *bad != 0 && *bad_min != 0 ? "; " : "",
                   bad_min);
}

/* A trace is no program, so what follows it is not the program's. */
static bool read_input(reader *r)
{
    r->o->input = r->o->runtime.script;
    if (!read_options(r))
        return false;
    return r->at == r->count ||
           cli_bad(r, "%s is a trace: it has no argument %s", r->o->input,
                   r->words[r->at]);
}

/* A plain word that is no file, also not with .js, but nearly a command. */
static bool is_misspelt(const char *script)
{
    static const char *const ends[] = { "", ".js", ".json", ".node", NULL };
    char path[64];

    if (script == NULL || strlen(script) > 32 ||
        strpbrk(script, "/.") != NULL || cli_command_near(script) == NULL)
        return false;
    for (size_t i = 0; ends[i] != NULL; i++) {
        snprintf(path, sizeof path, "%s%s", script, ends[i]);
        if (access(path, F_OK) == 0)
            return false;
    }
    return true;
}

static bool take_arguments(reader *r)
{
    r->o->runtime.args = (const char *const *)&r->words[r->at];
    return true;
}

static bool read_what_to_run(reader *r)
{
    runtime_options *run = &r->o->runtime;

    if (run->command != NULL)
        return take_arguments(r);
    if (run->check && run->eval != NULL)
        return cli_bad(r, "either --check or --eval can be used, not both");
    if (has_named(r, "tls-min-v1.3") && has_named(r, "tls-max-v1.2"))
        return cli_bad(r, "either --tls-min-v1.3 or --tls-max-v1.2 can be "
                          "used, not both");
    if (has_named(r, "use-openssl-ca") && has_named(r, "use-bundled-ca"))
        return cli_bad(r, "either --use-openssl-ca or --use-bundled-ca can be "
                          "used, not both");
    if (!check_secure_heap(r))
        return false;
    if (run->eval == NULL && r->at < r->count && !r->o->interactive)
        run->script = r->words[r->at++];
    if (r->o->action == CLI_RECORD) {
        if (run->eval == NULL && run->script == NULL)
            return cli_bad(r, "record needs a script, or -e CODE");
        if (run->backend != NULL && strcmp(run->backend, "sim") == 0)
            return cli_bad(r, "the simulator needs no recording: use --seed");
        return take_trailing_output(r) && take_arguments(r);
    }
    if (r->o->recording != NULL)
        return true;
    if (r->o->action == CLI_TRACE || r->o->action == CLI_EXPLAIN) {
        if (run->eval == NULL && run->script == NULL)
            return cli_bad(r, "%s needs a script, or -e CODE",
                           r->o->action == CLI_TRACE ? "trace" : "explain");
        if (r->o->action == CLI_TRACE && !take_trailing_output(r))
            return false;
        if (r->o->action == CLI_EXPLAIN &&
            !take_trailing(r, "--why", "--why", &r->o->why_what))
            return false;
        if (is_trace_file(run->script) && !read_input(r))
            return false;
    }
    if (r->o->action == CLI_RUN && is_misspelt(run->script))
        return cli_bad(r, "there is no file %s; did you mean the command %s?",
                       run->script, cli_command_near(run->script));
    if (run->eval == NULL && run->script == NULL)
        r->o->interactive = true;
    return take_arguments(r);
}

/* Lists as long as there are words, which is always enough. */
bool cli_options_make_lists(cli_options *o, size_t n)
{
    o->exec_args = calloc(n + 1, sizeof(char *));
    o->requires = calloc(n + 1, sizeof(char *));
    o->imports = calloc(n + 1, sizeof(char *));
    o->conditions = calloc(n + 1, sizeof(char *));
    o->named = calloc(2 * n + 1, sizeof(char *)); /* each with its value */
    o->runtime.exec_args = o->exec_args;
    o->runtime.requires = o->requires;
    o->runtime.imports = o->imports;
    o->runtime.conditions = o->conditions;
    o->runtime.named = o->named;
    return o->exec_args && o->requires && o->imports && o->conditions &&
           o->named;
}

static size_t length_of(const char *variable)
{
    const char *given = getenv(variable);

    return given != NULL ? strlen(given) : 0;
}

/* `-o FILE` of trace and record: not for processes that the program starts. *i
 * is at its last word. */
static bool is_own_output(const reader *r, const char *word, int *i)
{
    if (r->o->action != CLI_TRACE && r->o->action != CLI_RECORD)
        return false;
    if (strncmp(word, "--output=", 9) == 0)
        return true;
    if (strcmp(word, "-o") != 0 && strcmp(word, "--output") != 0)
        return false;
    ++*i;
    return true;
}

void cli_options_read(cli_options *o, int argc, char **argv)
{
    reader r = { .o = o, .words = argv, .at = 1, .count = argc };

    *o = (cli_options){ .action = CLI_RUN };
    o->runtime.argv0 = argc > 0 ? argv[0] : "orrery";
    if (!cli_options_make_lists(o, (size_t)argc + length_of("NODE_OPTIONS") +
                                       length_of("ORRERY_OPTIONS"))) {
        cli_bad(&r, "out of memory");
        return;
    }
    read_node_variables(&o->runtime);
    if (!option_check_backend(&r) ||
        !read_variable(&r, "NODE_OPTIONS", &o->environment[0]) ||
        !read_variable(&r, "ORRERY_OPTIONS", &o->environment[1]) ||
        !read_subcommand(&r))
        return;
    const int first = r.at;
    /* The options of a command of lib/ are its own. */
    if (o->runtime.command == NULL &&
        (!read_options(&r) || !choose_backend(&r)))
        return;
    /* "--" only ends them. */
    const int last = r.at - (r.at > first && !strcmp(argv[r.at - 1], "--"));
    for (int i = first, n = 0; i < last; i++)
        if (!is_own_output(&r, argv[i], &i))
            o->exec_args[n++] = argv[i];
    read_what_to_run(&r);
}

void cli_options_free(cli_options *o)
{
    free(o->exec_args);
    free(o->requires);
    free(o->imports);
    free(o->conditions);
    free(o->named);
    free(o->environment[0]);
    free(o->environment[1]);
}
