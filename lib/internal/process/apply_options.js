'use strict';
/* internal/process/apply_options - options that change the world before the
 * program sees it. */

const named = require('internal/options');
/* Loaded when first used: fs, internal/errors, internal/modules/source_maps,
 * internal/explore/more_time, internal/process/trace, util, worker_threads. */

function removeProto(mode) {
    delete Object.prototype.__proto__;
    if (mode !== 'throw')
        return;
    function refuse() {
        const { makePlainError } = require('internal/errors');
        throw makePlainError(
            Error, 'ERR_PROTO_ACCESS', 'Accessing Object.prototype.__proto__ ' +
            'has been disallowed with --disable-proto=throw');
    }
    Object.defineProperty(Object.prototype, '__proto__', {
        __proto__: null, get: refuse, set: refuse, configurable: false,
        enumerable: false,
    });
}

/* What is in the environment wins over all files, a later file over an
 * earlier one. */
function readEnvFiles() {
    const { parseEnv } = require('util');
    const found = { __proto__: null };
    const files = named.inOrder(['env-file', 'env-file-if-exists']);
    for (const [option, file] of files)
        Object.assign(found, parseEnv(readEnvFile(option, file)));
    if (process.env.NODE_OPTIONS === undefined)
        checkFileOptions(found.NODE_OPTIONS ?? '');
    for (const name in found)
        process.env[name] ??= found[name];
}

/* Options that protect something; see src/cli/node_flags.c. */
const kProtecting = new RegExp(String.raw`(?:^|\s)--(?:` + [
    'allow-', 'disable-proto', 'disallow-code', 'enable-fips', 'force-',
    'frozen-', 'no-addons', 'permission', 'secure-',
].join('|').replaceAll('-', '[-_]') + String.raw`)\S*`);

/* Options in such a file come too late: children of this program have them. It
 * does not run without a protection that it was to have. */
function checkFileOptions(text) {
    const [bad] = kProtecting.exec(text) ?? [];
    if (bad !== undefined) {
        process._rawDebug(`orrery: ${bad.trim()} in NODE_OPTIONS of a file ` +
            'would protect nothing: set it in the environment');
        process.reallyExit(9);
    }
}

function readEnvFile(option, file) {
    try {
        return require('fs').readFileSync(file, 'utf8');
    } catch {
        if (option === 'env-file-if-exists') {
            process._rawDebug(`${file} not found. Continuing without it.`);
            return '';
        }
        process._rawDebug(`${process.execPath}: ${file}: not found`);
        return process.reallyExit(9);
    }
}

/* A program without chance does not begin. */
function readOpensslConfig(file) {
    const { isMainThread } = require('worker_threads');
    if (!isMainThread)
        return;
    const section = named.has('openssl-shared-config') ? 'openssl_conf' :
        'nodejs_conf';
    if (internalBinding('crypto').loadConfig(file, section))
        return;
    process._rawDebug(`orrery: with the configuration ${file} OpenSSL has no ` +
        'random numbers');
    process.abort();
}

function apply() {
    readEnvFiles();
    if (named.has('enable-source-maps'))
        require('internal/modules/source_maps').setAll(true);
    if (named.has('openssl-config'))
        readOpensslConfig(named.get('openssl-config'));
    if (named.has('title'))
        process.title = named.get('title');
    if (named.has('report-on-signal'))
        process.report.reportOnSignal = true;
    if (named.has('trace-signal'))
        require('internal/process/trace')
            .listenTo(named.get('trace-signal') || 'SIGUSR2');
    if (named.has('more-time'))
        require('internal/explore/more_time').install(named.get('more-time'));
    if (named.has('disable-proto'))
        removeProto(named.get('disable-proto'));
    if (named.has('no-experimental-global-navigator')) {
        delete globalThis.navigator;
        delete globalThis.Navigator;
    }
    if (named.has('no-experimental-websocket')) {
        delete globalThis.WebSocket;
        delete globalThis.CloseEvent;
    }
}

module.exports = { apply };
