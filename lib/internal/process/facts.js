'use strict';
/* internal/process/facts - members of `process` that few programs use. */

const binding = internalBinding('process');
const {
    codes: {
        ERR_INVALID_ARG_TYPE,
        ERR_INVALID_ARG_VALUE,
        ERR_OUT_OF_RANGE,
        ERR_UNKNOWN_CREDENTIAL,
    },
    ErrnoException,
    UVException,
    makePlainError,
} = require('internal/errors');
const {
    validateNumber, validateObject, validateString, validateUint32,
} = require('internal/validators');
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

// ---- Versions ------------------------------------------------------------------

const version = 'v24.21.0';

/* Writing to one has no effect. */
function readOnly(values) {
    const object = {};
    for (const name in values) {
        Object.defineProperty(object, name, {
            __proto__: null, value: values[name], writable: false,
            enumerable: true, configurable: true,
        });
    }
    return object;
}

const coders = internalBinding('zlib');

const versions = readOnly({
    node: version.slice(1),
    orrery: binding.version,
    uv: '1.52.1',
    modules: '137',
    napi: '10',
    openssl: internalBinding('crypto').headerVersion,
    quickjs: '0.17.0',
    zlib: coders.zlibVersion,
    brotli: coders.brotliVersion,
    zstd: coders.zstdVersion,
});

const release = readOnly({ name: 'node', lts: 'Krypton' });

const features = {
    inspector: false,
    debug: false,
    uv: true,
    ipv6: true,
    tls_alpn: false,
    tls_sni: false,
    tls_ocsp: false,
    tls: false,
    openssl_is_boringssl: false,
    get cached_builtins() { return true; },
    get require_module() {
        return require('internal/modules/helpers').options.requireModule;
    },
    get quic() { return false; },
    get typescript() { return false; },
};

const config = Object.freeze({
    target_defaults: Object.freeze({
        cflags: [], default_configuration: 'Release', defines: [],
        include_dirs: [], libraries: [],
    }),
    variables: Object.freeze({
        napi_build_version: '10', node_module_version: 137, node_shared: false,
        v8_enable_i18n_support: 1,
    }),
});

const machines = {
    __proto__: null, x86_64: 'x64', aarch64: 'arm64', i686: 'ia32',
    armv7l: 'arm', riscv64: 'riscv64', ppc64le: 'ppc64', s390x: 's390x',
};
const machine = internalBinding('host').uname()[3];
const arch = machines[machine] ?? machine;

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

// ---- Directories and ids -----------------------------------------------------------

function cwd() {
    const path = binding.cwd();
    if (typeof path === 'number') {
        throw new UVException({
            errno: path, syscall: 'uv_cwd',
            message: path === -2 ?
                'process.cwd failed with error no such file or directory, ' +
                'the current working directory was likely removed without ' +
                'changing the working directory' : undefined,
        });
    }
    return path;
}

function chdir(directory) {
    validateString(directory, 'directory');
    void process.argv; // its script is found from here
    const err = binding.chdir(directory);
    if (err < 0) {
        throw new UVException({ errno: err, syscall: 'chdir',
                                path: process.cwd(), dest: directory });
    }
}

/* ---- Becoming another program -------------------------------------------- */

function isCText(value) {
    return typeof value === 'string' && !value.includes('\0');
}

function execve(execPath, args = [], env = process.env) {
    const { emitExperimentalWarning } = require('internal/util');
    const { validateArray } = require('internal/validators');
    emitExperimentalWarning('process.execve');
    validateString(execPath, 'execPath');
    validateArray(args, 'args');
    args.forEach((arg, i) => {
        if (!isCText(arg)) {
            throw new ERR_INVALID_ARG_VALUE(
                `args[${i}]`, arg, 'must be a string without null bytes');
        }
    });
    validateObject(env, 'env');
    const variables = Object.entries(env);
    if (!variables.flat().every(isCText)) {
        throw new ERR_INVALID_ARG_VALUE(
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

function parseMode(value) {
    if (typeof value === 'string') {
        if (!/^[0-7]+$/.test(value)) {
            throw new ERR_INVALID_ARG_VALUE(
                'mask', value,
                'must be a 32-bit unsigned integer or an octal string');
        }
        return parseInt(value, 8);
    }
    validateUint32(value ?? undefined, 'mask'); /* null is shown as that */
    return value;
}

function umask(mask) {
    return mask === undefined ? binding.umask() :
        binding.umask(parseMode(mask));
}

const [UID, EUID, GID, EGID] = [2, 3, 4, 5];
const getuid = () => binding.ids()[UID];
const geteuid = () => binding.ids()[EUID];
const getgid = () => binding.ids()[GID];
const getegid = () => binding.ids()[EGID];

function validateId(id, name) {
    if (typeof id === 'number')
        validateUint32(id, name);
    else if (typeof id !== 'string')
        throw new ERR_INVALID_ARG_TYPE(name, ['number', 'string'], id);
}

/* Names are looked up where the system keeps its own. */
function readAccounts(kind) {
    const file = kind === 'User' ? '/etc/passwd' : '/etc/group';
    return require('fs').readFileSync(file, 'utf8').split('\n')
        .map((line) => line.split(':'))
        .map(([name, , id, members]) => (
            { name, id: parseInt(id, 10), members: members?.split(',') }));
}

/* NaN if it is not there. */
function findId(kind, name) {
    return readAccounts(kind).find((one) => one.name === name)?.id ?? NaN;
}

/* As the C library words it, with a positive number: these calls are older than
 * the words of the loop. */
function makeCredentialError(err, syscall) {
    const [code, text] = require('util').getSystemErrorMap().get(err);
    const words = text[0].toUpperCase() + text.slice(1);
    const error = new Error(`${code}, ${words}`);
    return Object.assign(error, { errno: -err, code, syscall });
}

function toId(kind, id) {
    if (typeof id === 'number')
        return id;
    return /^\d+$/.test(id) ? parseInt(id, 10) : findId(kind, id);
}

function makeSetter(syscall, kind, place) {
    return function(id) {
        validateId(id, 'id');
        const number = toId(kind, id);
        if (Number.isNaN(number))
            throw new ERR_UNKNOWN_CREDENTIAL(kind, id);
        const ids = [undefined, undefined, undefined, undefined];
        ids[place] = number;
        const err = binding.setIds(...ids);
        if (err < 0)
            throw makeCredentialError(err, syscall);
    };
}
const setuid = makeSetter('setuid', 'User', 0);
const seteuid = makeSetter('seteuid', 'User', 1);
const setgid = makeSetter('setgid', 'Group', 2);
const setegid = makeSetter('setegid', 'Group', 3);

function getgroups() {
    const groups = binding.groups();
    if (typeof groups === 'number')
        throw new ErrnoException(groups, 'getgroups');
    const gid = getegid();
    return groups.includes(gid) ? groups : [...groups, gid];
}

function setgroups(groups) {
    require('internal/validators').validateArray(groups, 'groups');
    /* each is read once: those of a proxy may change */
    const list = [];
    for (let i = 0; i < groups.length; i++) {
        const group = groups[i];

        validateId(group, `groups[${i}]`);
        list.push(group);
    }
    const numbers = list.map((group) => {
        const number = toId('Group', group);
        if (Number.isNaN(number))
            throw new ERR_UNKNOWN_CREDENTIAL('Group', group);
        return number;
    });
    const err = binding.setGroups(numbers);
    if (err < 0)
        throw new ErrnoException(err, 'setgroups');
}

function findUser(user) {
    return typeof user === 'string' ? user :
        readAccounts('User').find(({ id }) => id === user)?.name;
}

/* All groups that the user is in, and one more. */
function initgroups(user, extraGroup) {
    validateId(user, 'user');
    validateId(extraGroup, 'extraGroup');
    const name = findUser(user);
    if (name === undefined)
        throw new ERR_UNKNOWN_CREDENTIAL('User', user);
    const extra = toId('Group', extraGroup);
    if (Number.isNaN(extra))
        throw new ERR_UNKNOWN_CREDENTIAL('Group', extraGroup);
    const groups = readAccounts('Group')
        .filter(({ members }) => members?.includes(name))
        .map(({ id }) => id);
    const err = binding.setGroups([...new Set([extra, ...groups])]);
    if (err < 0)
        throw makeCredentialError(err, 'initgroups');
}

// ---- Signals to others ------------------------------------------------------------------

function toSignalNumber(signal) {
    const { signals } = internalBinding('constants').os;
    if (signals[signal] === undefined) {
        const { codes } = require('internal/errors');
        throw new codes.ERR_UNKNOWN_SIGNAL(signal);
    }
    return signals[signal];
}

function kill(pid, signal) {
    // Node's own test is whether the number is the value itself.
    if (pid != (pid | 0)) // eslint-disable-line eqeqeq
        throw new ERR_INVALID_ARG_TYPE('pid', 'number', pid);
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

// ---- Time -------------------------------------------------------------------------------------

function hrtime(time) {
    const now = binding.hrtime();
    const seconds = Number(now / 1000000000n);
    const rest = Number(now % 1000000000n);
    if (time === undefined)
        return [seconds, rest];
    if (!Array.isArray(time))
        throw new ERR_INVALID_ARG_TYPE('time', 'Array', time);
    if (time.length !== 2)
        throw new ERR_OUT_OF_RANGE('time', 2, time.length);
    const sec = seconds - time[0];
    const nsec = rest - time[1];
    return nsec < 0 ? [sec - 1, nsec + 1e9] : [sec, nsec];
}
hrtime.bigint = function hrtimeBigInt() {
    return binding.hrtime();
};

function uptime() {
    return binding.now() / 1000;
}

// ---- Use -----------------------------------------------------------------------------------------

function checkPrevious(value, name) {
    validateNumber(value, name);
    if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER)) {
        const { codes } = require('internal/errors');
        throw new codes.ERR_INVALID_ARG_VALUE.RangeError(name, value);
    }
}

function makeCpuUsage(ofThread) {
    return function(previous) {
        if (previous) {
            validateObject(previous, 'prevValue');
            checkPrevious(previous.user, 'prevValue.user');
            checkPrevious(previous.system, 'prevValue.system');
        }
        const now = binding.resources(ofThread);
        if (typeof now === 'number')
            throw new ErrnoException(now, 'getrusage');
        return { user: now[0] - (previous?.user ?? 0),
                 system: now[1] - (previous?.system ?? 0) };
    };
}
const cpuUsage = makeCpuUsage(false);
const threadCpuUsage = makeCpuUsage(true);

const resourceNames = [
    'userCPUTime', 'systemCPUTime', 'maxRSS', 'sharedMemorySize',
    'unsharedDataSize', 'unsharedStackSize', 'minorPageFault',
    'majorPageFault', 'swappedOut', 'fsRead', 'fsWrite', 'ipcSent',
    'ipcReceived', 'signalsCount', 'voluntaryContextSwitches',
    'involuntaryContextSwitches',
];

function resourceUsage() {
    const numbers = binding.resources(false);
    const usage = {};
    for (let i = 0; i < resourceNames.length; i++)
        usage[resourceNames[i]] = numbers[i];
    return usage;
}

function memoryUsage() {
    const [rss, heapTotal, heapUsed, external, , , , arrayBuffers] =
        binding.memory();
    return { rss, heapTotal, heapUsed, external, arrayBuffers };
}
memoryUsage.rss = function rss() {
    return binding.memory()[0];
};

const availableMemory = () => binding.memory(true)[5];
const constrainedMemory = () => binding.memory(true)[6];

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
        const { codes } = require('internal/errors');
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
    arch,
    availableMemory,
    binding: processBinding,
    chdir,
    checkDebugPort,
    config,
    constrainedMemory,
    cpuUsage,
    cwd,
    execve,
    dlopen,
    features,
    getActiveResourcesInfo,
    getBuiltinModule,
    getegid,
    geteuid,
    getgid,
    getgroups,
    getuid,
    hrtime,
    initgroups,
    kill,
    linkedBinding,
    loadEnvFile,
    makeArgv,
    memoryUsage,
    openStdin,
    ref,
    release,
    resourceUsage,
    setSourceMapsEnabled,
    setegid,
    seteuid,
    setgid,
    setgroups,
    setuid,
    threadCpuUsage,
    umask,
    unref,
    uptime,
    version,
    versions,
};
