'use strict';
/*
 * internal/process/allowed_flags - process.allowedNodeEnvironmentFlags: the
 * options of Node's that NODE_OPTIONS may hold. Those of another engine are
 * not among them.
 *
 * An immutable set. It recognises a flag by any of its spellings: with
 * underscores, with a value after it, without the dashes.
 */

const flags = [
    '--abort-on-uncaught-exception', '--addons', '--async-context-frame', '-C',
    '--conditions', '--deprecation', '--disable-proto', '--disable-warning',
    '--enable-source-maps', '--entry-url', '--experimental-detect-module',
    '--experimental-fetch', '--experimental-import-meta-resolve',
    '--experimental-import-text', '--experimental-loader',
    '--experimental-require-module', '--experimental-vm-modules',
    '--experimental-wasm-modules', '--expose-gc',
    '--force-node-api-uncaught-exceptions-policy', '--import', '--input-type',
    '--insecure-http-parser', '--jitless', '--loader', '--max-http-header-size',
    '--max-old-space-size', '--no-addons', '--no-deprecation',
    '--no-experimental-detect-module', '--no-experimental-eventsource',
    '--no-experimental-global-navigator', '--no-experimental-require-module',
    '--no-experimental-strip-types', '--no-experimental-websocket',
    '--no-force-node-api-uncaught-exceptions-policy',
    '--no-global-search-paths', '--no-require-module', '--no-strip-types',
    '--no-use-env-proxy', '--no-use-system-ca', '--no-warnings',
    '--openssl-config', '--openssl-shared-config', '--pending-deprecation',
    '--preserve-symlinks', '--preserve-symlinks-main', '-r',
    '--redirect-warnings', '--report-compact', '--report-dir',
    '--report-directory', '--report-exclude-env', '--report-exclude-network',
    '--report-filename', '--report-on-fatalerror', '--report-on-signal',
    '--report-signal', '--report-uncaught-exception', '--require',
    '--require-module', '--secure-heap', '--secure-heap-min', '--stack-size',
    '--stack-trace-limit', '--test-isolation', '--test-name-pattern',
    '--test-only', '--test-reporter', '--test-reporter-destination',
    '--test-shard', '--test-skip-pattern', '--throw-deprecation', '--title',
    '--tls-cipher-list', '--tls-keylog', '--tls-max-v1.2', '--tls-max-v1.3',
    '--tls-min-v1.0', '--tls-min-v1.1', '--tls-min-v1.2', '--tls-min-v1.3',
    '--trace-deprecation', '--trace-exit', '--trace-require-module',
    '--trace-tls', '--trace-uncaught', '--trace-warnings',
    '--unhandled-rejections', '--use-bundled-ca', '--use-env-proxy',
    '--use-openssl-ca', '--use-system-ca', '--warnings', '--zero-fill-buffers',
];

const known = new Set(flags);

/* What Set.prototype.add.call() puts into it is never shown. */
class NodeEnvironmentFlagsSet extends Set {
    add() {
        return this;
    }

    delete() {
        return false;
    }

    clear() {}

    has(key) {
        if (typeof key !== 'string')
            return false;
        const spelt = key.replaceAll('_', '-');
        if (!spelt.startsWith('-'))
            return known.has(`--${spelt}`) || known.has(`-${spelt}`);
        return known.has(spelt.replace(/=.*$/s, ''));
    }

    entries() {
        return known.entries();
    }

    forEach(callback, thisArg = undefined) {
        known.forEach((flag) =>
            Reflect.apply(callback, thisArg, [flag, flag, this]));
    }

    get size() {
        return known.size;
    }

    values() {
        return known.values();
    }
}

const { prototype } = NodeEnvironmentFlagsSet;
prototype.keys = prototype[Symbol.iterator] = prototype.values;
Object.freeze(prototype.constructor);
Object.freeze(prototype);

module.exports = Object.freeze(new NodeEnvironmentFlagsSet());
