/*
 * option_table.c - the options of the command line, a line each.
 *
 * An option's function checks its value and puts it where it belongs; nothing
 * is done before all of them are read.
 */
#include "cli/option.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cli_bad(reader *r, const char *format, ...)
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
        return cli_bad(r, "%s must be \"module\" or \"commonjs\"", name);
    r->o->runtime.input_type = value;
    return true;
}

static bool take_profile(reader *r, const char *name, const char *value)
{
    if (orr_profile_find(value) == NULL)
        return cli_bad(r, "%s must be node, node18, node10, browser(-72)",
                       name);
    r->o->runtime.profile = value;
    return true;
}

static bool take_backend(reader *r, const char *name, const char *value)
{
    if (strcmp(value, "uring") != 0 && strcmp(value, "epoll") != 0 &&
        strcmp(value, "sim") != 0)
        return cli_bad(r, "%s must be \"uring\", \"epoll\" or \"sim\", not: %s",
                       name, value);
    r->o->runtime.backend = value;
    return true;
}

/* The command line takes precedence. */
bool option_check_backend(reader *r)
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
        return cli_bad(r,
                       "%s must be a whole number from 0 to 2^64 - 1, not: %s",
                       name, value);
    r->o->runtime.seeded = true;
    return true;
}

static bool take_order(reader *r, const char *name, const char *value)
{
    (void)name;
    r->o->order = value;
    return true;
}

/* For lib/internal/explore: explore_server.c. */
static bool take_explore_server(reader *r, const char *name, const char *value)
{
    if (strcmp(value, "start") != 0 && strcmp(value, "loop") != 0 &&
        strtoul(value, NULL, 10) == 0)
        return cli_bad(r, "%s must be \"start\", \"loop\" or a number", name);
    r->o->serves = value;
    return true;
}

/* What a seed may draw: see src/bind/explore/choose.c. */
static bool take_network(reader *r, const char *name, const char *value)
{
    (void)name, (void)value;
    r->o->runtime.network = true;
    return true;
}

static bool take_faults(reader *r, const char *name, const char *value)
{
    (void)name, (void)value;
    r->o->runtime.faults = true;
    return true;
}

static bool take_max_delay(reader *r, const char *name, const char *value)
{
    char *end;

    errno = 0;
    r->o->runtime.max_delay_ms = strtoull(value, &end, 10);
    if (errno != 0 || !cli_starts_with_digit(value) || *end != 0 ||
        r->o->runtime.max_delay_ms == 0)
        return cli_bad(r, "%s must be a number of milliseconds, not: %s", name,
                       value);
    return true;
}

/* strtoull() takes "-1" for a very large number. */
bool cli_starts_with_digit(const char *text)
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
    n = cli_starts_with_digit(value) ? strtoull(value, &end, 10) : 0;
    if (n == 0)
        return cli_bad(r, "%s must be a size, such as 256m, not: %s", name,
                       value);
    if (*end != 0) {
        shift = *end == 'k' || *end == 'K'   ? 10
                : *end == 'm' || *end == 'M' ? 20
                : *end == 'g' || *end == 'G' ? 30
                                             : 64;
        end++;
    }
    if (errno != 0 || *end != 0 || shift == 64 || n > UINT64_MAX >> shift)
        return cli_bad(r, "%s must be a size, such as 256m, not: %s", name,
                       value);
    r->o->runtime.memory_limit_bytes = n << shift;
    r->o->runtime.own_limit = true;
    return true;
}

/* In MiB, as V8 has it; 0 is its word for no limit. */
static bool take_old_space(reader *r, const char *name, const char *value)
{
    char *end;

    errno = 0;
    const uint64_t n = strtoull(value, &end, 10);
    if (errno != 0 || !cli_starts_with_digit(value) || *end != 0 ||
        n > UINT64_MAX >> 20)
        return cli_bad(r, "%s must be a number of MiB", name);
    r->o->runtime.memory_limit_bytes = n << 20;
    r->o->runtime.own_limit = false;
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
    return cli_bad(r, "invalid value for %s", name);
}

static bool take_stack_limit(reader *r, const char *name, const char *value)
{
    char *end;
    const unsigned long n = strtoul(value, &end, 10);

    if (!cli_starts_with_digit(value) || *end != 0 || n > 100000)
        return cli_bad(r, "%s must be a number", name);
    r->o->runtime.stack_trace_limit = (uint32_t)n;
    r->o->runtime.stack_trace_limited = true;
    return true;
}

/* In KiB, as V8 has it. */
static bool take_stack_size(reader *r, const char *name, const char *value)
{
    char *end;
    const unsigned long n = strtoul(value, &end, 10);

    if (!cli_starts_with_digit(value) || *end != 0 || n == 0 ||
        n > ULONG_MAX >> 10)
        return cli_bad(r, "%s must be a number of KiB", name);
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
        return cli_bad(r, "%s must be a time, such as 5s", name);
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
    if (r->o->action != CLI_TRACE && r->o->action != CLI_RECORD)
        return cli_bad(r, "bad option: %s", name);
    r->o->output = value;
    return true;
}

static bool is_traced(reader *r, const char *name)
{
    return r->o->action == CLI_TRACE || r->o->action == CLI_EXPLAIN ||
           cli_bad(r, "bad option: %s", name);
}

static bool more_than_none(reader *r, const char *name, uint64_t ms)
{
    return ms > 0 || cli_bad(r, "%s must be a time, such as 5s", name);
}

static bool take_replay(reader *r, const char *name, const char *value)
{
    r->o->recording = value;
    return is_traced(r, name);
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
        return cli_bad(
            r,
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

static bool take_run_limit(reader *r, const char *name, const char *value)
{
    return read_time(r, name, value, &r->o->run_limit_ms);
}

static bool take_footprints(reader *r, const char *name, const char *value)
{
    (void)name;
    (void)value;
    r->o->footprints = true;
    return true;
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
FLAG(take_no_children, no_children)
FLAG(take_preserve_symlinks, preserve_symlinks)
FLAG(take_preserve_symlinks_main, preserve_symlinks_main)
FLAG(take_check, check)
FLAG(take_abort_on_uncaught, abort_on_uncaught)
FLAG(take_force_napi, force_napi_exceptions)

/* The last one of --warnings and --no-warnings counts. */
static bool take_warnings(reader *r, const char *name, const char *value)
{
    (void)name;
    (void)value;
    r->o->runtime.no_warnings = false;
    return true;
}

/* Options that only lib/ reads are passed on: the name without the dashes, then
 * the value. */
static bool take_named(reader *r, const char *name, const char *value)
{
    r->o->named[r->named++] = name + 2;
    r->o->named[r->named++] = value ? value : "";
    return true;
}

/* The words after the options are test files. */
static bool take_test(reader *r, const char *name, const char *value)
{
    r->o->runtime.command = "test_runner";
    return take_named(r, name, value);
}

/* lib/internal/vitest/main.js: what follows is its own. */
static bool take_vitest_parent(reader *r, const char *name, const char *value)
{
    (void)name;
    (void)value;
    r->o->runtime.command = "vitest";
    return true;
}

static bool take_trace_require(reader *r, const char *name, const char *value)
{
    if (strcmp(value, "all") != 0 && strcmp(value, "no-node-modules") != 0)
        return cli_bad(r, "invalid value for %s", name);
    return take_named(r, name, value);
}

static bool take_disable_proto(reader *r, const char *name, const char *value)
{
    if (strcmp(value, "delete") != 0 && strcmp(value, "throw") != 0)
        return cli_bad(r, "invalid mode passed to %s", name);
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

static bool take_jitless(reader *r, const char *name, const char *value)
{
    (void)name;
    (void)value;
    r->o->runtime.wasm_code = RUNTIME_WASM_NEVER;
    return true;
}

/* When functions of WebAssembly become machine code. */
static bool take_wasm_code(reader *r, const char *name, const char *value)
{
    static const char *const modes[] = { [RUNTIME_WASM_WARM] = "warm",
                                         [RUNTIME_WASM_NEVER] = "never",
                                         [RUNTIME_WASM_ALWAYS] = "always",
                                         [RUNTIME_WASM_CHECKED] = "checked",
                                         [RUNTIME_WASM_SINGLE] = "single" };

    for (uint8_t i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
        if (strcmp(value, modes[i]) == 0) {
            r->o->runtime.wasm_code = i;
            return true;
        }
    }
    return cli_bad(r, "%s: warm, never, always, checked or single", name);
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

static bool take_v8_options(reader *r, const char *name, const char *value)
{
    (void)name;
    (void)value;
    r->o->action = CLI_V8_OPTIONS;
    return true;
}

/* ---- The table ---------------------------------------------------------- */

static const option options[] = {
    { "--eval", "-e", DASHED_VALUE, true, take_eval },
    { "--print", "-p", OPTIONAL_WORD, true, take_print },
    { "-pe", NULL, DASHED_VALUE, true, take_print },
    { "--check", "-c", NO_VALUE, true, take_check },
    { "--interactive", "-i", NO_VALUE, true, take_interactive },
    { "--require", "-r", VALUE, false, take_require },
    { "--import", NULL, VALUE, false, take_import },
    { "--conditions", "-C", VALUE, false, take_condition },
    { "--input-type", NULL, VALUE, false, take_input_type },
    { "--profile", NULL, VALUE, false, take_profile },
    { "--backend", NULL, VALUE, false, take_backend },
    { "--seed", NULL, VALUE, false, take_seed },
    { "--max-delay", NULL, VALUE, false, take_max_delay },
    { "--network", NULL, NO_VALUE, false, take_network },
    { "--no-child-processes", NULL, NO_VALUE, false, take_no_children },
    { "--faults", NULL, NO_VALUE, false, take_faults },
    { "--order", NULL, TEXT_VALUE, false, take_order },
    { "--explore-server", NULL, VALUE, true, take_explore_server },
    { "--footprints", NULL, NO_VALUE, true, take_footprints },
    { "--run-limit", NULL, VALUE, true, take_run_limit },
    { "--more-time", NULL, VALUE, true, take_named },
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
    { "--harmony-import-attributes", NULL, NO_VALUE, false, take_nothing },
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
    { "--plain", NULL, VALUE, false, take_named },
    { "--env-file", NULL, VALUE, true, take_named },
    { "--env-file-if-exists", NULL, VALUE, true, take_named },
    { "--experimental-import-meta-resolve", NULL, NO_VALUE, false, take_named },
    { "--experimental-import-text", NULL, NO_VALUE, false, take_named },
    { "--experimental-loader", "--loader", VALUE, false, take_named },
    { "--experimental-test-tag-filter", NULL, VALUE, false, take_named },
    { "--experimental-vm-modules", NULL, NO_VALUE, false, take_named },
    { "--tls-max-v1.2", NULL, NO_VALUE, false, take_named },
    { "--tls-max-v1.3", NULL, NO_VALUE, false, take_named },
    { "--tls-min-v1.0", NULL, NO_VALUE, false, take_named },
    { "--tls-min-v1.1", NULL, NO_VALUE, false, take_named },
    { "--tls-min-v1.2", NULL, NO_VALUE, false, take_named },
    { "--tls-min-v1.3", NULL, NO_VALUE, false, take_named },
    { "--trace-tls", NULL, NO_VALUE, false, take_named },
    { "--use-bundled-ca", NULL, NO_VALUE, false, take_named },
    { "--use-env-proxy", NULL, NO_VALUE, false, take_named },
    { "--use-openssl-ca", NULL, NO_VALUE, false, take_named },
    { "--use-system-ca", NULL, NO_VALUE, false, take_named },
    { "--no-use-system-ca", NULL, NO_VALUE, false, take_named },
    { "--no-use-env-proxy", NULL, NO_VALUE, false, take_named },
    { "--tls-cipher-list", NULL, VALUE, false, take_named },
    { "--tls-keylog", NULL, VALUE, false, take_named },
    { "--max-http-header-size", NULL, VALUE, false, take_named },
    { "--insecure-http-parser", NULL, NO_VALUE, false, take_named },
    { "--no-addons", NULL, NO_VALUE, false, take_named },
    { "--no-experimental-detect-module", NULL, NO_VALUE, false, take_named },
    { "--no-experimental-global-navigator", NULL, NO_VALUE, false, take_named },
    { "--no-experimental-require-module", NULL, NO_VALUE, false, take_named },
    { "--no-experimental-websocket", NULL, NO_VALUE, false, take_named },
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
    { "--vitest-parent", NULL, NO_VALUE, true, take_vitest_parent },
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
    { "--openssl-config", NULL, VALUE, false, take_named },
    { "--openssl-shared-config", NULL, NO_VALUE, false, take_named },
    { "--secure-heap", NULL, VALUE, false, take_named },
    { "--secure-heap-min", NULL, VALUE, false, take_named },
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
    { "--experimental-wasm-modules", NULL, NO_VALUE, false, take_nothing },
    { "--js-source-phase-imports", NULL, NO_VALUE, false, take_nothing },
    { "--no-force-node-api-uncaught-exceptions-policy", NULL, NO_VALUE, false,
      take_nothing },
    { "--jitless", NULL, NO_VALUE, false, take_jitless },
    { "--wasm-code", NULL, VALUE, false, take_wasm_code },
    { "--no-experimental-eventsource", NULL, NO_VALUE, false, take_nothing },
    { "--no-experimental-strip-types", NULL, NO_VALUE, false, take_nothing },
    { "--no-strip-types", NULL, NO_VALUE, false, take_nothing },
    { "--no-turbo-fast-api-calls", NULL, NO_VALUE, false, take_nothing },
    { "--predictable-gc-schedule", NULL, NO_VALUE, false, take_nothing },
    { "--require-module", NULL, NO_VALUE, false, take_nothing },
    { "--turbo-fast-api-calls", NULL, NO_VALUE, false, take_nothing },
    { "--warnings", NULL, NO_VALUE, false, take_warnings },

    { "--why", NULL, WHY_VALUE, false, take_why },
    { "--output", "-o", VALUE, true, take_output },
    { "--replay", NULL, VALUE, true, take_replay },
    { "--last", NULL, VALUE, true, take_last },
    { "--for", NULL, VALUE, true, take_for },
    { "--filter", NULL, DASHED_VALUE, true, take_filter },
    { "--slow", NULL, OPTIONAL_TIME, true, take_slow },
    { "--all", NULL, NO_VALUE, true, take_all },
    { "--incomplete", NULL, NO_VALUE, true, take_incomplete },
    { "--version", "-v", NO_VALUE, true, take_version },
    { "--help", "-h", NO_VALUE, true, take_help },
    { "--v8-options", NULL, NO_VALUE, true, take_v8_options },
};

/* Node takes _ for - in long names. */
static bool same_name(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i] && !(a[i] == '_' && b[i] == '-' && i > 1))
            return false;
    }
    return b[n] == 0;
}

const char *option_near(const char *word, size_t len)
{
    const char *best = NULL;
    size_t min = len > 6 ? 3 : 2; /* below this is near */

    if (len < 4 || word[0] != '-' || word[1] != '-')
        return NULL;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *name = options[i].name;
        const size_t d = cli_word_distance(word, len, name, strlen(name));
        if (d > 0 && d < min) {
            min = d;
            best = name;
        }
    }
    return best;
}

const option *option_find(const char *word, size_t len)
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
