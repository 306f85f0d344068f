'use strict';
/*
 * What there is: every property of the modules and globals below, one line
 * each, with its attributes and, of a function, its name and length. Whether it
 * is a class can be seen by its property `prototype`, which then can't be
 * written to. To compare two runtimes:
 *
 *     node test/node/surface.js >a; build/orrery test/node/surface.js >b
 *     diff a b
 *
 * What still differs from Node 24, and why, is in exceptions.md.
 */

const lines = new Set();

function describeValue(value) {
    if (typeof value === 'function')
        return `function ${String(value.name)}/${value.length}`;
    return value === null ? 'null' : typeof value;
}

function describe(desc) {
    const flags = (desc.enumerable ? 'e' : '-') +
                  (desc.configurable ? 'c' : '-') +
                  ('value' in desc ? desc.writable ? 'w' : '-' : 'a');
    if ('value' in desc)
        return `${flags} ${describeValue(desc.value)}`;
    /* How an accessor's functions are called is nobody's business. */
    return `${flags} ${desc.get ? 'get' : ''}${desc.set ? 'set' : ''}`;
}

/* Here most values are made when they are first asked for, and are plain
 * properties from then on. */
function touch(object, key) {
    try {
        return object[key];
    } catch {
        return undefined; /* an accessor of a prototype has no instance */
    }
}

function list(name, object) {
    if (object === undefined || object === null) {
        lines.add(`${name} is not there`);
        return;
    }
    for (const key of Object.getOwnPropertyNames(object)) {
        touch(object, key);
        const desc = Object.getOwnPropertyDescriptor(object, key);
        lines.add(`${name}.${key} ${describe(desc)}`);
    }
}

/* The thing itself, and if it is a class, what its instances have. */
function listWhole(name, object) {
    list(name, object);
    if (typeof object === 'function' && object.prototype)
        list(`${name}.prototype`, object.prototype);
}

function listClasses(name, object) {
    listWhole(name, object);
    if (object === undefined)
        return;
    for (const key of Object.getOwnPropertyNames(object)) {
        const value = touch(object, key);
        if (typeof value === 'function' && value.prototype &&
            /^[A-Z]/.test(key))
            listWhole(`${name}.${key}`, value);
    }
}

function load(id) {
    try {
        return require(id);
    } catch {
        return undefined;
    }
}

const modules = [
    'assert', 'assert/strict', 'async_hooks', 'buffer', 'child_process', 'cluster',
    'console', 'constants', 'crypto', 'dgram', 'diagnostics_channel', 'dns',
    'dns/promises', 'domain', 'events', 'fs', 'fs/promises', 'http', 'http2', 'https',
    'inspector', 'inspector/promises', 'module', 'net', 'os', 'path', 'path/win32',
    'perf_hooks', 'process', 'punycode', 'querystring', 'readline',
    'readline/promises', 'repl', 'node:sea', 'node:sqlite', 'stream',
    'stream/consumers', 'stream/promises', 'stream/web', 'string_decoder', 'sys',
    'node:test', 'node:test/reporters', 'timers', 'timers/promises', 'tls',
    'trace_events', 'tty', 'url', 'util', 'util/types', 'v8', 'vm', 'wasi',
    'worker_threads', 'zlib',
];
const globals = [
    'queueMicrotask', 'structuredClone', 'AbortController', 'AbortSignal',
    'Event', 'EventTarget', 'CustomEvent', 'DOMException', 'MessageChannel',
    'MessagePort', 'MessageEvent', 'performance', 'URL', 'URLSearchParams',
    'console', 'setTimeout', 'setInterval', 'setImmediate', 'clearTimeout',
    'clearInterval', 'clearImmediate', 'TextEncoder', 'TextDecoder', 'atob',
    'btoa', 'Performance', 'PerformanceEntry', 'PerformanceMark',
    'PerformanceMeasure', 'PerformanceObserver',
    'PerformanceObserverEntryList', 'navigator',
];

for (const id of modules) {
    if (id === 'process')
        list('process', process);
    else
        listClasses(id.replace('node:', ''), load(id));
}
list('require', require);
list('require.resolve', require.resolve);
list('module', module);
list('process.features', process.features);
list('process.release', process.release);
list('process.hrtime', process.hrtime);
list('process.memoryUsage', process.memoryUsage);
list('process.finalization', process.finalization);
list('timers/promises.scheduler', require('timers/promises').scheduler);
list('Timeout.prototype', Object.getPrototypeOf(setTimeout(() => {})));
list('Immediate.prototype', Object.getPrototypeOf(setImmediate(() => {})));
list('performance.prototype', Object.getPrototypeOf(performance));
for (const name of globals)
    listWhole(name, globalThis[name]);
list('globalThis', globalThis);

console.log([...lines].sort().join('\n'));
