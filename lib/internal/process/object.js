'use strict';
/*
 * internal/process/object - the global `process`.
 *
 * Made before anything else of lib/ runs, so it is small: what most programs do
 * not use is in the other files of this folder, loaded by the first call.
 */

const binding = internalBinding('process');
const order = internalBinding('order');
const realm = require('internal/bootstrap/realm');
/* Loaded when first used: internal/modules/source_maps,
 * internal/process/allowed_flags, internal/process/credentials,
 * internal/process/directory, internal/process/env,
 * internal/process/execution, internal/process/explore, internal/process/facts,
 * internal/process/finalization, internal/process/report,
 * internal/process/signals, internal/process/stdio, internal/process/trace,
 * internal/process/usage, internal/process/versions, internal/process/warning,
 * internal/promises. */

// Files of lib/ are given `process` when they are loaded, and those it is made
// of are no exception. So it is there before anything else, and empty.
const object = {};
realm.processObject.process = object;

const EventEmitter = require('events');

const ObjectDefineProperty = Object.defineProperty;
const ReflectApply = Reflect.apply;

const options = binding.getOptions();

/* Jest calls it on a copy of process. */
const constructor = function process() {};
const prototype = Object.create(EventEmitter.prototype, {
    constructor: { __proto__: null, value: constructor, writable: true,
                   configurable: true, enumerable: false },
});
constructor.prototype = prototype;
Object.setPrototypeOf(object, prototype);
ObjectDefineProperty(object, Symbol.toStringTag, {
    __proto__: null, value: 'process', writable: true, enumerable: false,
    configurable: false,
});
EventEmitter.call(object);

/* A property whose value is computed when it is first read. */
function lazy(name, get, writable = true) {
    ObjectDefineProperty(object, name, {
        __proto__: null,
        get() {
            const value = get();
            fix(name, value, writable);
            return value;
        },
        set: writable ? (value) => fix(name, value, true) : undefined,
        enumerable: true,
        configurable: true,
    });
}

function fix(name, value, writable = true) {
    ObjectDefineProperty(object, name, {
        __proto__: null, value, writable, enumerable: true,
        configurable: true,
    });
}

/* Methods of another file, loaded when the first of them is called. The file
 * exports functions of the same names. The table says how many parameters each
 * has and, for some, by which other name Node shows it. */
function methodsOf(id, table) {
    for (const name in table) {
        const entry = table[name];
        const isPlain = typeof entry === 'number';
        const length = isPlain ? entry : entry[0];
        const shown = isPlain ? name : entry[1];
        const method = {
            [shown](...args) {
                return ReflectApply(require(id)[name], this, args);
            },
        }[shown];
        if (length > 0) {
            ObjectDefineProperty(method, 'length',
                                 { __proto__: null, value: length });
        }
        object[name] = method;
    }
}

// ---- What it is --------------------------------------------------------------

const facts = 'internal/process/facts';
const usage = 'internal/process/usage';
const versions = 'internal/process/versions';

lazy('version', () => require(versions).version, false);
lazy('versions', () => require(versions).makeVersions(), false);
lazy('release', () => require(versions).release, false);
lazy('features', () => require(versions).features, false);
lazy('config', () => require(versions).config, false);
lazy('arch', () => require(versions).getArch(), false);
fix('platform', 'linux', false);
lazy('allowedNodeEnvironmentFlags',
     () => require('internal/process/allowed_flags'));
lazy('argv', () => require(facts).makeArgv(options));
fix('execArgv', options.execArgs);
lazy('execPath', () => binding.execPath());
ObjectDefineProperty(object, 'argv0', {
    __proto__: null, value: options.argv0, enumerable: true,
});
lazy('env', () => require('internal/process/env'));
lazy('pid', () => binding.ids()[0], false);
ObjectDefineProperty(object, 'ppid', {
    __proto__: null, get: () => binding.ids()[1],
    set() {}, // writing has no effect and does not throw
    enumerable: true, configurable: true,
});
ObjectDefineProperty(object, 'title', {
    __proto__: null, get: () => binding.title(),
    set: (title) => { binding.title(`${title}`); },
    enumerable: true, configurable: true,
});
let debugPort = 9229;
ObjectDefineProperty(object, 'debugPort', {
    __proto__: null, get: () => debugPort,
    set: (port) => { debugPort = require(facts).checkDebugPort(port); },
    enumerable: true, configurable: true,
});
fix('_preload_modules', options.requires, false);
fix('domain', null);
fix('moduleLoadList', realm.loadList, false);
// Present only with their command-line option; programs may set them.
for (const { 0: name, 1: option } of [
    ['noDeprecation', 'noDeprecation'],
    ['throwDeprecation', 'throwDeprecation'],
    ['traceDeprecation', 'traceDeprecation'],
    ['traceProcessWarnings', 'traceWarnings'],
]) {
    if (options[option])
        fix(name, true);
}

// ---- Order and the end -----------------------------------------------------------

fix('nextTick', order.nextTick);
require('internal/process/exit').install(object);

methodsOf('internal/process/execution', {
    setUncaughtExceptionCaptureCallback: 1,
    hasUncaughtExceptionCaptureCallback: 0,
});

function emitWarning(warning, type, code, ctor) {
    return ReflectApply(require('internal/process/warning').emitWarning, this,
                        [warning, type, code, ctor]);
}
fix('emitWarning', emitWarning);

// ---- The rest ----------------------------------------------------------------------

lazy('finalization', () => require('internal/process/finalization'));
lazy('report', () => require('internal/process/report').report);
// Node has none; so it is not listed among the others.
ObjectDefineProperty(object, 'trace', {
    __proto__: null, enumerable: false, configurable: true,
    get: () => require('internal/process/trace').trace,
});
// Only in a run of `orrery explore`, `replay` and so on.
if (internalBinding('explore').isOn())
    ObjectDefineProperty(object, 'explore', {
        __proto__: null, enumerable: false, configurable: true,
        get: () => require('internal/process/explore').explore,
    });
methodsOf('internal/process/directory', {
    chdir: [1, 'wrappedChdir'], cwd: [0, 'wrappedCwd'],
    umask: [1, 'wrappedUmask'],
});
methodsOf('internal/process/credentials', {
    getegid: 0, geteuid: 0, getgid: 0, getgroups: 0, getuid: 0, initgroups: 2,
    setegid: [1, ''], seteuid: [1, ''], setgid: [1, ''], setgroups: 1,
    setuid: [1, ''],
});
methodsOf(usage, {
    availableMemory: 0, constrainedMemory: 0, cpuUsage: 1, resourceUsage: 0,
    threadCpuUsage: 1, uptime: 0,
});
methodsOf(facts, {
    abort: 0, binding: 1, dlopen: 0, execve: 1, getActiveResourcesInfo: 0,
    getBuiltinModule: 1, kill: 2, loadEnvFile: 0, openStdin: [0, ''], ref: 1,
    setSourceMapsEnabled: 1, unref: 1, _debugEnd: 0, _debugProcess: 0,
    _getActiveHandles: 0, _getActiveRequests: 0, _kill: 0, _rawDebug: 0,
    _startProfilerIdleNotifier: [0, ''], _stopProfilerIdleNotifier: [0, ''],
});
ObjectDefineProperty(object, 'sourceMapsEnabled', {
    __proto__: null, enumerable: true, configurable: true,
    get: () => require('internal/modules/source_maps').getSupport().enabled,
});

lazy('hrtime', () => require(usage).hrtime);
lazy('memoryUsage', () => require(usage).memoryUsage);
lazy('_linkedBinding', () => require(facts).linkedBinding);
ObjectDefineProperty(object, '_tickCallback', {
    __proto__: null, value: function runNextTicks() {}, enumerable: true,
    configurable: true, writable: true,
});

const stdio = 'internal/process/stdio';
// By descriptor: the getter of the property, if the program has not changed
// that, and whether the stream has been made.
const outputs = { getters: [], isMade: [] };
for (const { 0: name, 1: fd } of [['stdout', 1], ['stdin', 0], ['stderr', 2]]) {
    outputs.getters[fd] = () => require(stdio).getStream(fd);
    outputs.isMade[fd] = options.isWorker; // it has no descriptor to write to
    ObjectDefineProperty(object, name, {
        __proto__: null, enumerable: true, configurable: true,
        get: outputs.getters[fd],
    });
}

// Listeners of signals are handles of the loop: started with the first one,
// stopped with the last.
function isSignalName(name) {
    return typeof name === 'string' && name.startsWith('SIG') &&
        !options.isHooksRuntime && !options.isWorker; // the main thread's
}
object.on('newListener', function startListening(name) {
    if (isSignalName(name))
        require('internal/process/signals').start(name);
    else if (name === 'multipleResolves')
        require('internal/promises').watchMultipleResolves();
});
object.on('removeListener', function stopListening(name) {
    if (isSignalName(name))
        require('internal/process/signals').stop(name);
});
if (!options.noWarnings) {
    object.on('warning', function onWarning(warning) {
        require('internal/process/warning').printWarning(warning);
    });
}

module.exports = { process: object, options, outputs };
