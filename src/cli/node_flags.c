/*
 * node_flags.c - the options that Node 24 takes in NODE_OPTIONS.
 *
 * NODE_OPTIONS is set for Node, often by a tool and for all programs at once.
 * An option there that only Node has is not a mistake of the user, so it is
 * ignored with a warning. An option in neither list is refused, as in Node. The
 * list is process.allowedNodeEnvironmentFlags of Node 24, without the dashes
 * and the leading "no-".
 *
 * An option that protects the program, or others from it, is refused as long as
 * it does nothing here: who gave it relies on it.
 */
#include "cli/node_flags.h"

#include <string.h>

static const char *const names[] = {
    "abort-on-uncaught-exception", "addons", "allow-addons",
    "allow-child-process", "allow-fs-read", "allow-fs-write",
    "allow-inspector", "allow-openssl-store", "allow-wasi", "allow-worker",
    "async-context-frame", "conditions", "cpu-prof", "cpu-prof-dir",
    "cpu-prof-interval", "cpu-prof-name", "debug-arraybuffer-allocations",
    "debug-port", "deprecation", "diagnostic-dir", "disable-proto",
    "disable-sigusr1", "disable-warning", "disable-wasm-trap-handler",
    "disallow-code-generation-from-strings", "dns-result-order",
    "enable-etw-stack-walking", "enable-fips",
    "enable-network-family-autoselection", "enable-source-maps",
    "entry-url", "es-module-specifier-resolution",
    "experimental-abortcontroller", "experimental-addon-modules",
    "experimental-detect-module", "experimental-eventsource",
    "experimental-fetch", "experimental-global-customevent",
    "experimental-global-navigator", "experimental-global-webcrypto",
    "experimental-import-meta-resolve", "experimental-import-text",
    "experimental-json-modules", "experimental-loader",
    "experimental-modules", "experimental-package-map",
    "experimental-print-required-tla", "experimental-quic",
    "experimental-repl-await", "experimental-report",
    "experimental-require-module", "experimental-shadow-realm",
    "experimental-specifier-resolution", "experimental-sqlite",
    "experimental-stream-iter", "experimental-strip-types",
    "experimental-test-isolation", "experimental-top-level-await",
    "experimental-transform-types", "experimental-vm-modules",
    "experimental-wasi-unstable-preview1", "experimental-wasm-modules",
    "experimental-websocket", "experimental-webstorage",
    "experimental-worker", "expose-gc", "extra-info-on-fatal-exception",
    "force-async-hooks-checks", "force-context-aware", "force-fips",
    "force-node-api-uncaught-exceptions-policy", "frozen-intrinsics",
    "global-search-paths", "heap-prof", "heap-prof-dir",
    "heap-prof-interval", "heap-prof-name", "heapsnapshot-near-heap-limit",
    "heapsnapshot-signal", "http-parser", "icu-data-dir", "import",
    "input-type", "insecure-http-parser", "inspect", "inspect-brk",
    "inspect-port", "inspect-publish-uid", "inspect-wait",
    "interpreted-frames-native-stack", "jitless", "loader",
    "localstorage-file", "max-heap-size", "max-http-header-size",
    "max-old-space-size", "max-old-space-size-percentage",
    "max-semi-space-size", "napi-modules", "network-family-autoselection",
    "network-family-autoselection-attempt-timeout", "node-memory-debug",
    "node-snapshot", "openssl-config", "openssl-legacy-provider",
    "openssl-shared-config", "pending-deprecation", "perf-basic-prof",
    "perf-basic-prof-only-functions", "perf-prof",
    "perf-prof-unwinding-info", "permission", "permission-audit",
    "preserve-symlinks", "preserve-symlinks-main", "prof-process",
    "redirect-warnings", "report-compact", "report-dir", "report-directory",
    "report-exclude-env", "report-exclude-network", "report-filename",
    "report-on-fatalerror", "report-on-signal", "report-signal",
    "report-uncaught-exception", "require", "require-module", "secure-heap",
    "secure-heap-min", "snapshot-blob", "stack-trace-limit", "strip-types",
    "test-coverage-branches", "test-coverage-exclude",
    "test-coverage-functions", "test-coverage-include",
    "test-coverage-lines", "test-global-setup", "test-isolation",
    "test-name-pattern", "test-only", "test-random-seed", "test-randomize",
    "test-reporter", "test-reporter-destination", "test-rerun-failures",
    "test-shard", "test-skip-pattern", "throw-deprecation", "title",
    "tls-cipher-list", "tls-keylog", "tls-max-v1.2", "tls-max-v1.3",
    "tls-min-v1.0", "tls-min-v1.1", "tls-min-v1.2", "tls-min-v1.3",
    "trace-deprecation", "trace-env", "trace-env-js-stack",
    "trace-env-native-stack", "trace-event-categories",
    "trace-event-file-pattern", "trace-events-enabled", "trace-exit",
    "trace-promises", "trace-require-module", "trace-sigint",
    "trace-sync-io", "trace-tls", "trace-uncaught", "trace-warnings",
    "track-heap-objects", "unhandled-rejections", "use-bundled-ca",
    "use-env-proxy", "use-largepages", "use-openssl-ca", "use-system-ca",
    "v8-pool-size", "verify-base-objects", "warnings", "watch",
    "watch-kill-signal", "watch-path", "watch-preserve-output",
    "zero-fill-buffers",
};

static bool flag_is(const char *word, size_t len, const char *name)
{
    for (size_t i = 0; i < len; i++) {
        const char c = word[i] == '_' ? '-' : word[i];
        if (c != name[i])
            return false;
    }
    return name[len] == 0;
}

static const char *const promises[] = {
    "allow-addons", "allow-child-process", "allow-fs-read", "allow-fs-write",
    "allow-inspector", "allow-net", "allow-openssl-store", "allow-wasi",
    "allow-worker", "disallow-code-generation-from-strings", "enable-fips",
    "force-context-aware", "force-fips", "frozen-intrinsics", "permission",
    "permission-audit",
};

static bool is_in(const char *const *list, size_t n, const char *word)
{
    for (size_t i = 0; i < n; i++)
        if (flag_is(word, strcspn(word, "="), list[i]))
            return true;
    return false;
}

bool cli_is_node_flag(const char *word)
{
    if (strncmp(word, "--", 2) != 0)
        return false;
    word += 2;
    if (strncmp(word, "no-", 3) == 0)
        word += 3;
    return is_in(names, sizeof names / sizeof *names, word);
}

bool cli_promises_safety(const char *word)
{
    return strncmp(word, "--", 2) == 0 &&
           is_in(promises, sizeof promises / sizeof *promises, word + 2);
}
