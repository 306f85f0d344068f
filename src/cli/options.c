/*
 * options.c - reading the command line.
 *
 * All options are lines of one table. A value may follow as the next word or
 * after an equals sign. Options end at the script's name, at `--` or, with -e,
 * at the first word that is none; what follows is the program's own.
 *
 * NODE_OPTIONS and ORRERY_OPTIONS hold more of them, read in this order before
 * those of the command line, which win. They must not say what to run. One that
 * only Node has is passed over with a warning; any other that is unknown ends
 * the program, as in Node.
 */
#include "cli/options.h"
#include "cli/node_flags.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    cli_options *o;
    char **words;
    int at, count;
    const char *variable; /* that the words are from; NULL: the command line */
    size_t requires, imports, conditions, named; /* how many there are */
} reader;

typedef bool take_fn(reader *r, const char *name, const char *value);

static bool bad(reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool bad(reader *r, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(r->o->message, sizeof r->o->message, format, list);
    va_end(list);
    r->o->action = CLI_BAD;
    return false;
}

/* ---- What each option does ---------------------------------------------- */

static bool take_eval(reader *r, const char *name, const char *value)
{
    (void)name;
    r->o->runtime.eval = value;
    return true;
}

/* Without a value, -p prints the result of -e or of standard input. */
static bool take_print(reader *r, const char *name, const char *value)
{
    (void)name;
    r->o->runtime.print = true;
    if (value != NULL)
        r->o->runtime.eval = value;
    return true;
}

static bool take_require(reader *r, const char *name, const char *value)
{
    (void)name;
    r->o->requires[r->requires ++] = value;
    return true;
}

static bool take_import(reader *r, const char *name, const char *value)
{
    (void)name;
    r->o->imports[r->imports++] = value;
    return true;
}

static bool take_condition(reader *r, const char *name, const char *value)
{
    (void)name;
    r->o->conditions[r->conditions++] = value;
    return true;
}

static bool take_input_type(reader *r, const char *name, const char *value)
{
    if (strcmp(value, "commonjs") != 0 && strcmp(value, "module") != 0)
        return bad(r, "%s must be \"module\" or \"commonjs\"", name);
    r->o->runtime.input_type = value;
    return true;
}

static bool take_profile(reader *r, const char *name, const char *value)
{
    if (orr_profile_find(value) == NULL)
        return bad(r, "%s must be node, node18, node10, browser(-72)", name);
    r->o->runtime.profile = value;
    return true;
}

static bool take_backend(reader *r, const char *name, const char *value)
{
    if (strcmp(value, "uring") != 0 && strcmp(value, "epoll") != 0 &&
        strcmp(value, "sim") != 0)
        return bad(r, "%s must be \"uring\", \"epoll\" or \"sim\", not: %s",
                   name, value);
    r->o->runtime.backend = value;
    return true;
}

/* The library reads this variable itself, but only returns EINVAL. The command
 * line takes precedence. */
static bool read_backend_variable(reader *r)
{
    const char *value = getenv("ORRERY_BACKEND");

    if (value == NULL || *value == 0)
        return true;
    if (!take_backend(r, "ORRERY_BACKEND", value))
        return false;
    r->o->runtime.backend = NULL;
    return true;
}

static bool take_seed(reader *r, const char *name, const char *value)
{
    char *end;

    errno = 0;
    r->o->runtime.seed = strtoull(value, &end, 10);
    if (errno != 0 || value[0] < '0' || value[0] > '9' || *end != 0)
        return bad(r, "%s must be a whole number from 0 to 2^64 - 1, not: %s",
                   name, value);
    r->o->runtime.seeded = true;
    return true;
}

/* strtoull() takes "-1" for a very large number. */
static bool starts_with_digit(const char *text)
{
    return text[0] >= '0' && text[0] <= '9';
}

/* 512m, 2g, 65536k or bytes. */
static bool take_memory(reader *r, const char *name, const char *value)
{
    char *end;
    uint64_t n;
    unsigned shift = 0;

    errno = 0;
    n = starts_with_digit(value) ? strtoull(value, &end, 10) : 0;
    if (n == 0)
        return bad(r, "%s must be a size, such as 256m, not: %s", name, value);
    if (*end != 0) {
        shift = *end == 'k' || *end == 'K'   ? 10
                : *end == 'm' || *end == 'M' ? 20
                : *end == 'g' || *end == 'G' ? 30
                                             : 64;
        end++;
    }
    if (errno != 0 || *end != 0 || shift == 64 || n > UINT64_MAX >> shift)
        return bad(r, "%s must be a size, such as 256m, not: %s", name, value);
    r->o->runtime.memory_limit_bytes = n << shift;
    return true;
}

/* In MiB, as V8 has it; 0 is its word for no limit. */
static bool take_old_space(reader *r, const char *name, const char *value)
{
    char *end;

    errno = 0;
    const uint64_t n = strtoull(value, &end, 10);
    if (errno != 0 || !starts_with_digit(value) || *end != 0 ||
        n > UINT64_MAX >> 20)
        return bad(r, "%s must be a number of MiB", name);
    r->o->runtime.memory_limit_bytes = n << 20;
    return true;
}

static bool take_rejections(reader *r, const char *name, const char *value)
{
    static const char *const modes[] = {
        [REJECTIONS_THROW] = "throw",
        [REJECTIONS_STRICT] = "strict",
        [REJECTIONS_WARN] = "warn",
        [REJECTIONS_NONE] = "none",
        [REJECTIONS_WARN_WITH_ERROR_CODE] = "warn-with-error-code",
    };

    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (strcmp(value, modes[i]) == 0) {
            r->o->runtime.rejections = (runtime_rejections)i;
            r->o->runtime.rejections_given = true;
            return true;
        }
    }
    return bad(r, "invalid value for %s", name);
}

static bool take_stack_limit(reader *r, const char *name, const char *value)
{
    char *end;
    const unsigned long n = strtoul(value, &end, 10);

    if (!starts_with_digit(value) || *end != 0 || n > 100000)
        return bad(r, "%s must be a number", name);
    r->o->runtime.stack_trace_limit = (uint32_t)n;
    r->o->runtime.stack_trace_limited = true;
    return true;
}

/* In KiB, as V8 has it. */
static bool take_stack_size(reader *r, const char *name, const char *value)
{
    char *end;
    const unsigned long n = strtoul(value, &end, 10);

    if (!starts_with_digit(value) || *end != 0 || n == 0 ||
        n > ULONG_MAX >> 10)
        return bad(r, "%s must be a number of KiB", name);
    r->o->runtime.stack_bytes = (size_t)n << 10;
    return true;
}

/* 5s, 200ms, 2m; a plain number is seconds. */
static bool read_time(reader *r, const char *name, const char *value,
                      uint64_t *out)
{
    char *end;
    const double n = strtod(value, &end);
    const double unit = strcmp(end, "ms") == 0               ? 1
                        : strcmp(end, "s") == 0 || *end == 0 ? 1000
                        : strcmp(end, "m") == 0              ? 60000
                                                             : 0;

    if (end == value || unit == 0 || !(n >= 0) || n * unit > 1e9)
        return bad(r, "%s must be a time, such as 5s", name);
    *out = (uint64_t)(n * unit);
    return true;
}

/* --why without a value waits for SIGINT; --why=5s also prints after that
 * time. Of explain, it names a callback. */
static bool take_why(reader *r, const char *name, const char *value)
{
    if (r->o->action == CLI_EXPLAIN) {
        r->o->why_what = value;
        return true;
    }
    r->o->runtime.why = true;
    if (value == NULL)
        return true;
    r->o->runtime.why_timed = true;
    return read_time(r, name, value, &r->o->runtime.why_ms);
}

static bool take_output(reader *r, const char *name, const char *value)
{
    if (r->o->action != CLI_TRACE)
        return bad(r, "bad option: %s", name);
    r->o->output = value;
    return true;
}

static bool is_traced(reader *r, const char *name)
{
    return r->o->action == CLI_TRACE || r->o->action == CLI_EXPLAIN ||
           bad(r, "bad option: %s", name);
}

static bool more_than_none(reader *r, const char *name, uint64_t ms)
{
    return ms > 0 || bad(r, "%s must be a time, such as 5s", name);
}

static bool take_last(reader *r, const char *name, const char *value)
{
    return is_traced(r, name) && read_time(r, name, value, &r->o->last_ms) &&
           more_than_none(r, name, r->o->last_ms);
}

static bool take_for(reader *r, const char *name, const char *value)
{
    return is_traced(r, name) && read_time(r, name, value, &r->o->for_ms) &&
           more_than_none(r, name, r->o->for_ms);
}

static bool take_slow(reader *r, const char *name, const char *value)
{
    r->o->slow = true;
    r->o->slow_ms = 50;
    return is_traced(r, name) &&
           (value == NULL || read_time(r, name, value, &r->o->slow_ms));
}

static bool take_filter(reader *r, const char *name, const char *value)
{
    if (!is_traced(r, name))
        return false;
    if (!runtime_is_trace_filter(value))
        return bad(r,
                   "%s must be some of turns, callbacks, ticks, microtasks, "
                   "timers, immediates, operations, handles, promises, events, "
                   "console, choices, with commas, not: %s",
                   name, value);
    r->o->filter = value;
    return true;
}

static bool take_all(reader *r, const char *name, const char *value)
{
    (void)value;
    r->o->all = true;
    return is_traced(r, name);
}

static bool take_incomplete(reader *r, const char *name, const char *value)
{
    (void)value;
    r->o->incomplete = true;
    return is_traced(r, name);
}

#define FLAG(function, member)                                                 \
    static bool function(reader *r, const char *name, const char *value)       \
    {                                                                          \
        (void)name;                                                            \
        (void)value;                                                           \
        r->o->runtime.member = true;                                           \
        return true;                                                           \
    }

FLAG(take_trace_warnings, trace_warnings)
FLAG(take_no_warnings, no_warnings)
FLAG(take_trace_uncaught, trace_uncaught)
FLAG(take_no_deprecation, no_deprecation)
FLAG(take_throw_deprecation, throw_deprecation)
FLAG(take_trace_deprecation, trace_deprecation)
FLAG(take_pending_deprecation, pending_deprecation)
FLAG(take_expose_gc, expose_gc)
FLAG(take_zero_fill, zero_fill_buffers)
FLAG(take_expose_internals, expose_internals)
FLAG(take_preserve_symlinks, preserve_symlinks)
FLAG(take_preserve_symlinks_main, preserve_symlinks_main)
FLAG(take_check, check)
FLAG(take_abort_on_uncaught, abort_on_uncaught)
FLAG(take_force_napi, force_napi_exceptions)

/* Options that only lib/ reads are passed on: the name without the dashes, then
 * the value. */
static bool take_named(reader *r, const char *name, const char *value)
{
    r->o->named[r->named++] = name + 2;
    r->o->named[r->named++] = value ? value : "";
    return true;
}

/* The words behind the options are files of tests. */
static bool take_test(reader *r, const char *name, const char *value)
{
    r->o->runtime.command = "test_runner";
    return take_named(r, name, value);
}

static bool take_trace_require(reader *r, const char *name, const char *value)
{
    if (strcmp(value, "all") != 0 && strcmp(value, "no-node-modules") != 0)
        return bad(r, "invalid value for %s", name);
    return take_named(r, name, value);
}

static bool take_disable_proto(reader *r, const char *name, const char *value)
{
    if (strcmp(value, "delete") != 0 && strcmp(value, "throw") != 0)
        return bad(r, "invalid mode passed to %s", name);
    return take_named(r, name, value);
}

/* Options of Node's that are always on here. */
static bool take_nothing(reader *r, const char *name, const char *value)
{
    (void)r;
    (void)name;
    (void)value;
    return true;
}

static bool take_interactive(reader *r, const char *name, const char *value)
{
    (void)name;
    (void)value;
    r->o->interactive = true;
    r->o->runtime.prompts = true;
    return true;
}

static bool take_version(reader *r, const char *name, const char *value)
{
    (void)name;
    (void)value;
    r->o->action = CLI_VERSION;
    return true; /* what follows may be wrong */
}

static bool take_help(reader *r, const char *name, const char *value)
{
    (void)name;
    (void)value;
    r->o->action = CLI_HELP;
    return true;
}

/* ---- The table ---------------------------------------------------------- */

typedef enum has_value {
    NO_VALUE,
    VALUE,          /* the next word, or after = */
    OPTIONAL_VALUE, /* after = only */
    OPTIONAL_WORD   /* the next word, unless that is an option */
} has_value;

typedef struct option {
    const char *name;
    const char *letter; /* "-e", or NULL */
    has_value value;
    bool says_what_to_run;
    take_fn *take;
} option;

static const option options[] = {
    { "--eval", "-e", VALUE, true, take_eval },
    { "--print", "-p", OPTIONAL_WORD, true, take_print },
    { "-pe", NULL, VALUE, true, take_print },
    { "--check", "-c", NO_VALUE, true, take_check },
    { "--interactive", "-i", NO_VALUE, true, take_interactive },
    { "--require", "-r", VALUE, false, take_require },
    { "--import", NULL, VALUE, false, take_import },
    { "--conditions", "-C", VALUE, false, take_condition },
    { "--input-type", NULL, VALUE, false, take_input_type },
    { "--profile", NULL, VALUE, false, take_profile },
    { "--backend", NULL, VALUE, false, take_backend },
    { "--seed", NULL, VALUE, false, take_seed },
    { "--memory-limit", NULL, VALUE, false, take_memory },
    { "--max-old-space-size", NULL, VALUE, false, take_old_space },
    { "--unhandled-rejections", NULL, VALUE, false, take_rejections },
    { "--trace-warnings", NULL, NO_VALUE, false, take_trace_warnings },
    { "--no-warnings", NULL, NO_VALUE, false, take_no_warnings },
    { "--trace-uncaught", NULL, NO_VALUE, false, take_trace_uncaught },
    { "--no-deprecation", NULL, NO_VALUE, false, take_no_deprecation },
    { "--throw-deprecation", NULL, NO_VALUE, false, take_throw_deprecation },
    { "--trace-deprecation", NULL, NO_VALUE, false, take_trace_deprecation },
    { "--pending-deprecation", NULL, NO_VALUE, false,
      take_pending_deprecation },
    { "--stack-size", NULL, VALUE, false, take_stack_size },
    { "--stack-trace-limit", NULL, VALUE, false, take_stack_limit },
    { "--expose-gc", NULL, NO_VALUE, false, take_expose_gc },
    { "--zero-fill-buffers", NULL, NO_VALUE, false, take_zero_fill },
    { "--expose-internals", NULL, NO_VALUE, false, take_expose_internals },
    { "--preserve-symlinks", NULL, NO_VALUE, false, take_preserve_symlinks },
    { "--preserve-symlinks-main", NULL, NO_VALUE, false,
      take_preserve_symlinks_main },
    { "--abort-on-uncaught-exception", NULL, NO_VALUE, false,
      take_abort_on_uncaught },
    { "--force-node-api-uncaught-exceptions-policy", NULL, OPTIONAL_VALUE,
      false, take_force_napi }, /* "=true", says Node's warning */

    { "--disable-proto", NULL, VALUE, false, take_disable_proto },
    { "--disable-warning", NULL, VALUE, false, take_named },
    { "--enable-source-maps", NULL, NO_VALUE, false, take_named },
    { "--entry-url", NULL, NO_VALUE, false, take_named },
    { "--env-file", NULL, VALUE, true, take_named },
    { "--env-file-if-exists", NULL, VALUE, true, take_named },
    { "--experimental-import-meta-resolve", NULL, NO_VALUE, false, take_named },
    { "--experimental-import-text", NULL, NO_VALUE, false, take_named },
    { "--experimental-loader", "--loader", VALUE, false, take_named },
    { "--experimental-test-tag-filter", NULL, VALUE, false, take_named },
    { "--experimental-vm-modules", NULL, NO_VALUE, false, take_named },
    { "--max-http-header-size", NULL, VALUE, false, take_named },
    { "--insecure-http-parser", NULL, NO_VALUE, false, take_named },
    { "--no-addons", NULL, NO_VALUE, false, take_named },
    { "--no-experimental-detect-module", NULL, NO_VALUE, false, take_named },
    { "--no-experimental-global-navigator", NULL, NO_VALUE, false, take_named },
    { "--no-experimental-require-module", NULL, NO_VALUE, false, take_named },
    { "--no-require-module", NULL, NO_VALUE, false, take_named },
    { "--no-global-search-paths", NULL, NO_VALUE, false, take_named },
    { "--redirect-warnings", NULL, VALUE, false, take_named },
    { "--report-compact", NULL, NO_VALUE, false, take_named },
    { "--report-directory", "--report-dir", VALUE, false, take_named },
    { "--report-exclude-env", NULL, NO_VALUE, false, take_named },
    { "--report-exclude-network", NULL, NO_VALUE, false, take_named },
    { "--report-filename", NULL, VALUE, false, take_named },
    { "--report-on-fatalerror", NULL, NO_VALUE, false, take_named },
    { "--report-on-signal", NULL, NO_VALUE, false, take_named },
    { "--report-signal", NULL, VALUE, false, take_named },
    { "--report-uncaught-exception", NULL, NO_VALUE, false, take_named },
    { "--test", NULL, NO_VALUE, true, take_test },
    { "--test-concurrency", NULL, VALUE, false, take_named },
    { "--test-force-exit", NULL, NO_VALUE, false, take_named },
    { "--test-isolation", NULL, VALUE, false, take_named },
    { "--test-name-pattern", NULL, VALUE, false, take_named },
    { "--test-only", NULL, NO_VALUE, false, take_named },
    { "--test-reporter", NULL, VALUE, false, take_named },
    { "--test-reporter-destination", NULL, VALUE, false, take_named },
    { "--test-shard", NULL, VALUE, false, take_named },
    { "--test-skip-pattern", NULL, VALUE, false, take_named },
    { "--test-timeout", NULL, VALUE, false, take_named },
    { "--title", NULL, VALUE, false, take_named },
    { "--trace-exit", NULL, NO_VALUE, false, take_named },
    { "--trace-signal", NULL, OPTIONAL_VALUE, false, take_named },
    { "--trace-require-module", NULL, VALUE, false, take_trace_require },

    { "--addons", NULL, NO_VALUE, false, take_nothing },
    { "--async-context-frame", NULL, NO_VALUE, false, take_nothing },
    { "--deprecation", NULL, NO_VALUE, false, take_nothing },
    { "--experimental-detect-module", NULL, NO_VALUE, false, take_nothing },
    { "--experimental-fetch", NULL, NO_VALUE, false, take_nothing },
    { "--experimental-require-module", NULL, NO_VALUE, false, take_nothing },
    { "--no-force-node-api-uncaught-exceptions-policy", NULL, NO_VALUE, false,
      take_nothing },
    { "--jitless", NULL, NO_VALUE, false, take_nothing },
    { "--no-experimental-eventsource", NULL, NO_VALUE, false, take_nothing },
    { "--no-experimental-strip-types", NULL, NO_VALUE, false, take_nothing },
    { "--no-experimental-websocket", NULL, NO_VALUE, false, take_nothing },
    { "--no-strip-types", NULL, NO_VALUE, false, take_nothing },
    { "--predictable-gc-schedule", NULL, NO_VALUE, false, take_nothing },
    { "--require-module", NULL, NO_VALUE, false, take_nothing },
    { "--warnings", NULL, NO_VALUE, false, take_nothing },

    { "--why", NULL, OPTIONAL_VALUE, false, take_why },
    { "--output", "-o", VALUE, true, take_output },
    { "--last", NULL, VALUE, true, take_last },
    { "--for", NULL, VALUE, true, take_for },
    { "--filter", NULL, VALUE, true, take_filter },
    { "--slow", NULL, OPTIONAL_VALUE, true, take_slow },
    { "--all", NULL, NO_VALUE, true, take_all },
    { "--incomplete", NULL, NO_VALUE, true, take_incomplete },
    { "--version", "-v", NO_VALUE, true, take_version },
    { "--help", "-h", NO_VALUE, true, take_help },
};

const char cli_help[] =
    "Usage: orrery [options] [script.js | -] [arguments]\n"
    "       orrery trace [options] script.js [arguments] [-o FILE]\n"
    "       orrery play [--port N] [script.js]\n"
    "       orrery explain [options] script.js [arguments]\n"
    "\n"
    "Runs Node.js programs on an event loop that can be watched.\n"
    "\n"
    "  -                          run what standard input says\n"
    "  --                         end of the options\n"
    "  -e, --eval CODE            run CODE\n"
    "  -p, --print CODE           run CODE and print its value\n"
    "  -c, --check                only look for syntax errors\n"
    "  -r, --require MODULE       load MODULE first\n"
    "  --import MODULE            the same, as an ES module\n"
    "  --input-type TYPE          of -e and -: commonjs or module\n"
    "  -C, --conditions NAME      a further condition of package exports\n"
    "  --profile NAME             whose order: node (24), node18, browser...\n"
    "  --backend NAME             uring, epoll or sim\n"
    "  --seed NUMBER              draw clock, order and chance from it: the\n"
    "                             same run each time. Implies --backend sim\n"
    "  --memory-limit SIZE, --max-old-space-size MEGABYTES\n"
    "                             of the JavaScript heap; SIZE such as 256m\n"
    "  --unhandled-rejections M   throw, strict, warn, none or\n"
    "                             warn-with-error-code\n"
    "  --stack-size KIB           that JavaScript may use\n"
    "  --stack-trace-limit N      frames in a stack trace\n"
    "  --trace-warnings           show where a warning comes from\n"
    "  --no-warnings              print none\n"
    "  --trace-uncaught           show where an exception was thrown\n"
    "  --no-deprecation, --throw-deprecation, --trace-deprecation,\n"
    "  --pending-deprecation      what to do about deprecated things\n"
    "  --preserve-symlinks, --preserve-symlinks-main\n"
    "                             modules keep the path they were found at\n"
    "  --expose-gc                a global gc()\n"
    "  --zero-fill-buffers        also those of Buffer.allocUnsafe()\n"
    "  --env-file FILE, --env-file-if-exists FILE\n"
    "                             more variables for process.env\n"
    "  --report-uncaught-exception, --report-on-signal, --report-signal NAME,\n"
    "  --report-directory DIR, --report-filename NAME, --report-compact,\n"
    "  --report-exclude-env, --report-exclude-network\n"
    "                             when and where a report is written\n"
    "  --title NAME               of the process\n"
    "  --disable-warning NAME     a code or a type that is not printed\n"
    "  --redirect-warnings FILE   print them there\n"
    "  --disable-proto MODE       of Object.prototype.__proto__: delete, "
    "throw\n"
    "  --abort-on-uncaught-exception, --enable-source-maps,\n"
    "  --entry-url, --test, --test-...,\n"
    "  --experimental-import-meta-resolve, --experimental-import-text,\n"
    "  --experimental-loader MODULE, --no-addons,\n"
    "  --no-experimental-detect-module, --no-experimental-global-navigator,\n"
    "  --no-global-search-paths, --no-require-module, --trace-exit,\n"
    "  --trace-require-module MODE\n"
    "                             as Node's manual has them\n"
    "  --why[=TIME]               on SIGINT, or after TIME, say what keeps\n"
    "                             the program alive\n"
    "  -o, --output FILE          of trace: trace.jsonl if not given, - for\n"
    "                             standard output. FILE.html is a page that\n"
    "                             shows it, FILE.json opens in Perfetto\n"
    "  --last TIME                of trace: keep only the end\n"
    "  --for TIME                 of trace: end the program after TIME\n"
    "  --filter GROUPS            of trace: only these, or -GROUPS: not these\n"
    "  --slow[=TIME]              of trace: what held the loop for TIME\n"
    "                             (50ms) or longer\n"
    "  --why LABEL                of explain: the chain of causes from the\n"
    "                             main script to FILE:LINE, or to what\n"
    "                             printed LABEL\n"
    "  --trace-signal[=NAME]      start a trace at this signal (SIGUSR2), end\n"
    "                             it at the next\n"
    "  --all                      of explain: leave nothing out\n"
    "  --incomplete               read a trace that was cut\n"
    "  -v, --version              print the version\n"
    "  -h, --help                 print this\n"
    "\n"
    "NODE_OPTIONS and ORRERY_OPTIONS hold options, read before these.\n";

/* ---- Reading ------------------------------------------------------------ */

/* Node takes _ for - in long names. */
static bool same_name(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i] && !(a[i] == '_' && b[i] == '-' && i > 1))
            return false;
    }
    return b[n] == 0;
}

static const option *find(const char *word, size_t len)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const option *o = &options[i];
        if (same_name(word, o->name, len))
            return o;
        if (o->letter != NULL && same_name(word, o->letter, len))
            return o;
    }
    return NULL;
}

/* The value of -e and similar is source text and may begin with a dash; for
 * other options a word with a dash is the next option, unless it is a
 * number. */
static bool may_be_value(const option *o, const char *word)
{
    return word[0] != '-' || word[1] == 0 || o->take == take_print ||
           o->take == take_eval || o->take == take_filter ||
           (word[1] >= '0' && word[1] <= '9');
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
           find(word, name_length(word)) != NULL;
}

/* In NODE_OPTIONS there are only options, so a plain word behind one that is
 * passed over is its value. */
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

/* `explain --why LABEL`, `trace --slow 50ms`: with a value that may follow. */
static bool needs_value(const reader *r, const option *o)
{
    return o->value == VALUE ||
           (o->take == take_why && r->o->action == CLI_EXPLAIN) ||
           (o->take == take_slow && r->at < r->count &&
            starts_with_digit(r->words[r->at]));
}

static bool read_option(reader *r, const char *word)
{
    const size_t len = name_length(word);
    const char *equals = word[len] == '=' ? word + len : NULL;
    const option *o = find(word, len);
    const char *value = equals ? equals + 1 : NULL;

    if (r->variable != NULL && o == NULL && cli_is_node_flag(word))
        return pass_over(r, word);
    if (r->variable != NULL && (o == NULL || o->says_what_to_run))
        return bad(r, "%s is not allowed in %s", word, r->variable);
    if (o == NULL || (value != NULL && o->value == NO_VALUE))
        return bad(r, "bad option: %s", word);
    if (value != NULL && *value == 0)
        return bad(r, "%s requires an argument", word);
    if (needs_value(r, o) && value == NULL) {
        if (r->at == r->count || !may_be_value(o, r->words[r->at]))
            return bad(r, "%s requires an argument", word);
        value = r->words[r->at++];
    }
    if (o->value == OPTIONAL_WORD && value == NULL && r->at < r->count &&
        !is_option(r->words[r->at]))
        value = r->words[r->at++];
    return o->take(r, o->name, value);
}

/* Reads until the first word that is no option. False: stop, see action. */
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
        return given == NULL || bad(r, "%s is too long", name);
    *storage = strdup(given);
    if (*storage == NULL)
        return bad(r, "out of memory");
    reader own = *r;
    own.words = words;
    own.at = 0;
    own.count = cli_split_words(*storage, words);
    own.variable = name;
    if (own.count < 0)
        return bad(r, "invalid value for %s (unterminated string)", name);
    if (!read_options(&own))
        return false;
    if (own.at < own.count)
        return bad(r, "%s holds options only, not: %s", name, words[own.at]);
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
    reader r = { .o = o, .words = words, .count = count, .variable = variable,
                 .requires = count_of(o->requires),
                 .imports = count_of(o->imports),
                 .conditions = count_of(o->conditions),
                 .named = count_of(o->named) };

    while (r.at < count) {
        const int at = r.at++;
        const char *word = words[at];
        if (word[0] != '-' || word[1] == 0)
            return at;
        if (find(word, name_length(word)) == NULL && cli_is_node_flag(word))
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

/* `orrery trace app.js -o out` has its own option after the script. A program
 * with an option -o of its own gets it if the trace's is before the script. */
static bool take_trailing_output(reader *r)
{
    if (r->o->output != NULL)
        return true;
    for (int i = r->at; i < r->count; i++) {
        const char *word = r->words[i];
        const bool joined = strncmp(word, "--output=", 9) == 0;
        if (!joined && strcmp(word, "-o") != 0 && strcmp(word, "--output") != 0)
            continue;
        if (!joined && i + 1 == r->count)
            return bad(r, "%s requires an argument", word);
        r->o->output = joined ? word + 9 : r->words[i + 1];
        drop_words(r, i, joined ? 1 : 2);
        return true;
    }
    return true;
}

static bool read_subcommand(reader *r)
{
    static const char *const later[] = { "explore", "replay", "test", NULL };
    const char *word = r->at < r->count ? r->words[r->at] : "";

    if (strcmp(word, "trace") == 0 || strcmp(word, "explain") == 0) {
        r->o->action = word[0] == 't' ? CLI_TRACE : CLI_EXPLAIN;
        r->at++;
        return true;
    }
    if (strcmp(word, "--trace-report") == 0) { /* traced.c */
        r->o->runtime.command = "trace";
        r->at++;
        return true;
    }
    if (strcmp(word, "play") == 0) {
        r->o->runtime.command = word;
        r->at++;
        return true;
    }
    for (size_t i = 0; later[i] != NULL; i++) {
        if (strcmp(word, later[i]) == 0)
            return bad(r,
                       "the command %s is not there yet; to run a file of "
                       "that name, say ./%s",
                       word, word);
    }
    return true;
}

/* Only the simulator uses a seed, so --seed implies --backend sim; it takes
 * precedence over ORRERY_BACKEND, as --backend does. */
static bool choose_backend(reader *r)
{
    runtime_options *run = &r->o->runtime;

    if (!run->seeded)
        return true;
    if (run->backend != NULL && strcmp(run->backend, "sim") != 0)
        return bad(r, "--seed needs the simulator: it cannot be used with "
                      "--backend %s",
                   run->backend);
    run->backend = "sim";
    return true;
}

static bool is_trace_file(const char *path)
{
    const char *dot = path != NULL ? strrchr(path, '.') : NULL;

    return dot != NULL && strcmp(dot, ".jsonl") == 0;
}

static bool read_what_to_run(reader *r)
{
    runtime_options *run = &r->o->runtime;

    if (run->command != NULL) {
        run->args = (const char *const *)&r->words[r->at];
        return true;
    }
    if (run->check && run->eval != NULL)
        return bad(r, "either --check or --eval can be used, not both");
    if (run->eval == NULL && r->at < r->count && !r->o->interactive)
        run->script = r->words[r->at++];
    if (r->o->action == CLI_TRACE || r->o->action == CLI_EXPLAIN) {
        if (run->eval == NULL && run->script == NULL)
            return bad(r, "%s needs a script, or -e CODE",
                       r->o->action == CLI_TRACE ? "trace" : "explain");
        if (r->o->action == CLI_TRACE && !take_trailing_output(r))
            return false;
        if (is_trace_file(run->script))
            r->o->input = run->script;
    }
    if (run->eval == NULL && run->script == NULL)
        r->o->interactive = true;
    run->args = (const char *const *)&r->words[r->at];
    return true;
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

void cli_options_read(cli_options *o, int argc, char **argv)
{
    reader r = { .o = o, .words = argv, .at = 1, .count = argc };

    *o = (cli_options){ .action = CLI_RUN };
    o->runtime.argv0 = argc > 0 ? argv[0] : "orrery";
    if (!cli_options_make_lists(o, (size_t)argc + length_of("NODE_OPTIONS") +
                           length_of("ORRERY_OPTIONS"))) {
        bad(&r, "out of memory");
        return;
    }
    read_node_variables(&o->runtime);
    if (!read_backend_variable(&r) ||
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
    for (int i = first; i < last; i++)
        o->exec_args[i - first] = argv[i];
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
