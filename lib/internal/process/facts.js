'use strict';
/* internal/process/facts - members of `process` that few programs use. */

const binding = internalBinding('process');
const {
    codes, ErrnoException, makePlainError,
} = require('internal/errors');
const { validateArray, validateObject, validateString } =
    require('internal/validators');
/* Loaded when first used: buffer, fs, internal/child/child_process,
 * internal/fs/utils, internal/modules/helpers, internal/modules/source_maps,
 * internal/owner, internal/url/url, internal/util, internal/util/format, path,
 * util. */

/* There is no debugger on this port, but programs pass it on. */
function checkDebugPort(value) {
    const port = value | 0;
    if (port !== 0 && (port < 1024 || port > 65535)) {
        throw makePlainError(
            RangeError, 'ERR_OUT_OF_RANGE',
            'process.debugPort must be 0 or in range 1024 to 65535');
    }
    return port;
}

// argv[1] is the script's real place; -e has none.
function makeArgv(options) {
    const own = [binding.execPath()];
    if (options.script !== undefined && !options.isInputImplied) {
        const asIs = options.script === '-' ||
            options.named.includes('entry-url');
        own.push(asIs ? options.script :
            require('path').resolve(options.script));
    }
    return own.concat(options.args);
}

/* ---- Becoming another program -------------------------------------------- */

function isCText(value) {
    return typeof value === 'string' && !value.includes('\0');
}

function execve(execPath, args = [], env = process.env) {
    const { emitExperimentalWarning } = require('internal/util');
    emitExperimentalWarning('process.execve');
    validateString(execPath, 'execPath');
    validateArray(args, 'args');
    args.forEach((arg, i) => {
        if (!isCText(arg)) {
            throw new codes.ERR_INVALID_ARG_VALUE(
                `args[${i}]`, arg, 'must be a string without null bytes');
        }
    });
    validateObject(env, 'env');
    const variables = Object.entries(env);
    if (!variables.flat().every(isCText)) {
        throw new codes.ERR_INVALID_ARG_VALUE(
            'env', env, 'must be an object with string keys and values ' +
            'without null bytes');
    }
    const err = binding.execve(execPath, [...args],
                               variables.map((pair) => pair.join('=')));
    /* execve() failed after cleanup: as in Node the process aborts. */
    const { getSystemErrorName } = require('util');
    _rawDebug('process.execve failed with error code ' +
              getSystemErrorName(err));
    abort();
}

/* Only a failed open() has the system's error. */
function readEnvFile(file) {
    try {
        return require('fs').readFileSync(file, 'utf8');
    } catch (error) {
        if (error.syscall === 'open')
            throw error;
        throw makePlainError(
            TypeError, 'ERR_INVALID_ARG_TYPE',
            `Contents of '${file}' should be a valid string.`);
    }
}

/* What is there already stays. */
function loadEnvFile(path = undefined) {
    const { parseEnv } = require('util');
    const { toPath } = require('internal/fs/utils');
    const file = path == null ? '.env' : toPath(path);
    const variables = parseEnv(readEnvFile(file));
    for (const [name, value] of Object.entries(variables))
        process.env[name] ??= value;
}

// ---- Signals to others ------------------------------------------------------------------

function toSignalNumber(signal) {
    const { signals } = internalBinding('constants').os;
    if (signals[signal] === undefined) {
        throw new codes.ERR_UNKNOWN_SIGNAL(signal);
    }
    return signals[signal];
}

function kill(pid, signal) {
    // Node's own test is whether the number is the value itself.
    if (pid != (pid | 0)) // eslint-disable-line eqeqeq
        throw new codes.ERR_INVALID_ARG_TYPE('pid', 'number', pid);
    const isNumber = typeof signal === 'number' && signal === (signal | 0);
    const number = isNumber ? signal : toSignalNumber(signal || 'SIGTERM');
    const err = process._kill(pid | 0, number);
    if (err)
        throw new ErrnoException(err, 'kill');
    return true;
}

function _kill(pid, signal) {
    return binding.kill(pid, signal);
}

function getActiveResourcesInfo() {
    return binding.activeResources();
}

/* Of a handle that has no object in JavaScript there is only the type. */
function listActive(isRequest) {
    const { kOwner } = require('internal/owner');
    const list = binding.activeObjects(isRequest);
    for (let i = 0; i < list.length; i++) {
        list[i] = typeof list[i] === 'string' ?
            { constructor: { name: list[i] } } : list[i][kOwner] ?? list[i];
    }
    return list;
}
const _getActiveHandles = () => listActive(false);
const _getActiveRequests = () => listActive(true);

function setSourceMapsEnabled(enabled) {
    require('internal/modules/source_maps').setAll(enabled);
}

/* Node lets these act on anything that has the methods. */
function ref(maybe) {
    const fn = maybe?.[Symbol.for('nodejs.ref')] ?? maybe?.ref;
    if (typeof fn === 'function')
        fn.call(maybe);
}

function unref(maybe) {
    const fn = maybe?.[Symbol.for('nodejs.unref')] ?? maybe?.unref;
    if (typeof fn === 'function')
        fn.call(maybe);
}

// ---- The rest --------------------------------------------------------------------------------------

function getBuiltinModule(id) {
    validateString(id, 'id');
    const { loadBuiltin, normalizeBuiltin } =
        require('internal/modules/helpers');
    const name = normalizeBuiltin(id);
    return name === undefined ? undefined : loadBuiltin(name);
}

/* Without going through a stream: it must work when all else is broken. */
function _rawDebug(...args) {
    const { format } = args.length === 1 && typeof args[0] === 'string' ?
        { format: (text) => text } : require('internal/util/format');
    internalBinding('stdio').writeAll(2, `${format(...args)}\n`);
}

function abort() {
    binding.abort();
}

function notThere(what) {
    return function() {
        throw new codes.ERR_METHOD_NOT_IMPLEMENTED(`process.${what}()`);
    };
}

function processBinding(name) {
    const allowed = ['constants', 'uv', 'fs'];
    if (allowed.includes(name))
        return internalBinding(name);
    if (name === 'spawn_sync')
        return require('internal/child/child_process').syncBinding;
    throw new Error(`No such module: ${name}`);
}

/* node_api_get_module_file_name() gives the file name of the module, if it has
 * one: the library itself may be a copy elsewhere. */
function addonUrl(module) {
    if (typeof module.filename !== 'string')
        return '';
    return require('internal/url/url').pathToFileURL(module.filename).href;
}

const RTLD_LAZY = 1;

function linkedBinding(name) {
    throw makePlainError(Error, 'ERR_INVALID_MODULE',
                         `No such binding was linked: ${name}`);
}

function dlopen(...args) {
    const { 0: module, 1: filename, 2: flags = RTLD_LAZY } = args;
    if (args.length < 2) {
        throw makePlainError(TypeError, 'ERR_MISSING_ARGS',
                             'process.dlopen needs at least 2 arguments');
    }
    if (!require('internal/modules/helpers').options.addons) {
        throw makePlainError(
            Error, 'ERR_DLOPEN_DISABLED', 'Cannot load native addon because ' +
            'loading addons is disabled.');
    }
    for (const object of [module, module?.exports]) {
        if (object === undefined || object === null)
            throw new TypeError('Cannot convert undefined or null to object');
    }
    require('buffer'); /* what an addon makes of bytes are Buffers */
    internalBinding('dlopen').open(module, module.exports, `${filename}`,
                                   flags | 0, addonUrl(module));
}

function openStdin() {
    process.stdin.resume();
    return process.stdin;
}

function nothing() {}

module.exports = {
    _debugEnd: nothing,
    _debugProcess: notThere('_debugProcess'),
    _getActiveHandles,
    _getActiveRequests,
    _kill,
    _rawDebug,
    _startProfilerIdleNotifier: nothing,
    _stopProfilerIdleNotifier: nothing,
    abort,
    binding: processBinding,
    checkDebugPort,
    execve,
    dlopen,
    getActiveResourcesInfo,
    getBuiltinModule,
    kill,
    linkedBinding,
    loadEnvFile,
    makeArgv,
    openStdin,
    ref,
    setSourceMapsEnabled,
    unref,
};
