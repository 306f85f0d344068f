'use strict';
/*
 * internal/bootstrap/globals - the names that every program finds.
 *
 * Most are defined as accessors that load the module behind them, once, and
 * then are plain properties. Which of them programs can enumerate follows
 * Node.
 */

const ObjectDefineProperty = Object.defineProperty;
const ObjectGetOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
const order = internalBinding('order');
/* Loaded when first used: console, internal/blob/blob, internal/blob/file,
 * internal/bootstrap/realm_globals, internal/browser/abort,
 * internal/browser/window, internal/crypto/webcrypto,
 * internal/encoding/encoding, internal/events/abort_controller,
 * internal/events/event_target, internal/fetch/fetch,
 * internal/process/navigator, internal/url/pattern, internal/url/url,
 * internal/websocket/events, internal/websocket/websocket,
 * internal/worker/broadcast_channel, internal/worker/message_channel,
 * internal/worker/structured_clone, timers/promises. */

function define(name, value, enumerable) {
    ObjectDefineProperty(globalThis, name, {
        __proto__: null, value, writable: true, enumerable,
        configurable: true,
    });
}

function defineLazy(name, id, enumerable = false, key = name) {
    const { get, set } = ObjectGetOwnPropertyDescriptor({
        get [name]() {
            const value = require(id)[key];
            define(name, value, enumerable);
            return value;
        },
        set [name](value) { define(name, value, enumerable); },
    }, name);
    ObjectDefineProperty(globalThis, name, {
        __proto__: null, get, set, enumerable, configurable: true,
    });
}

function definePromisified(fn, id) {
    ObjectDefineProperty(fn, Symbol.for('nodejs.util.promisify.custom'), {
        __proto__: null, enumerable: true, configurable: true,
        get: () => require('timers/promises')[id],
    });
}

function defineConsole() {
    ObjectDefineProperty(globalThis, 'console', {
        __proto__: null,
        get() {
            const value = require('console');
            define('console', value, false);
            return value;
        },
        set(value) { define('console', value, false); },
        enumerable: false,
        configurable: true,
    });
}

function defineTimers() {
    const names = ['clearImmediate', 'setImmediate', 'clearInterval',
                   'clearTimeout', 'setInterval', 'setTimeout'];
    for (const name of names)
        define(name, order[name], true);
    definePromisified(order.setTimeout, 'setTimeout');
    definePromisified(order.setImmediate, 'setImmediate');
    define('queueMicrotask', order.queueMicrotask, true);
}

const performanceClasses = [
    'Performance', 'PerformanceEntry', 'PerformanceMark',
    'PerformanceMeasure', 'PerformanceObserver',
    'PerformanceObserverEntryList', 'PerformanceResourceTiming',
];

const streamClasses = [
    'ReadableStream', 'ReadableStreamDefaultReader',
    'ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest',
    'ReadableByteStreamController', 'ReadableStreamDefaultController',
    'TransformStream', 'TransformStreamDefaultController', 'WritableStream',
    'WritableStreamDefaultWriter', 'WritableStreamDefaultController',
    'ByteLengthQueuingStrategy', 'CountQueuingStrategy', 'TextEncoderStream',
    'TextDecoderStream', 'CompressionStream', 'DecompressionStream',
];

const fetchClasses = [['Headers', 'headers'], ['FormData', 'form_data'],
                      ['Request', 'request'], ['Response', 'response']];

/* A wrapper, so that testing for its existence loads nothing. */
function defineFetch() {
    define('fetch', function fetch(input, init = undefined) {
        return require('internal/fetch/fetch').fetch(input, init);
    }, true);
}

/* Globals that only Node has, or that differ in a browser. */
function defineNode(process) {
    ObjectDefineProperty(globalThis, Symbol.toStringTag, {
        __proto__: null, value: 'global', writable: false,
        enumerable: false, configurable: true,
    });
    define('global', globalThis, true);
    define('process', process, false);
    defineTimers();
    defineLazy('Buffer', 'buffer');
    for (const name of ['Event', 'EventTarget', 'CustomEvent'])
        defineLazy(name, 'internal/events/event_target');
    for (const name of ['MessageChannel', 'MessagePort', 'MessageEvent'])
        defineLazy(name, 'internal/worker/message_channel');
    defineLazy('BroadcastChannel', 'internal/worker/broadcast_channel');
    defineLazy('WebSocket', 'internal/websocket/websocket');
    defineLazy('CloseEvent', 'internal/websocket/events');
}

function install(process, options) {
    /* A class that only this engine has. */
    delete globalThis.InternalError;
    if (options.profile.isBrowser)
        require('internal/browser/window').install();
    else
        defineNode(process);
    defineConsole();
    require('internal/bootstrap/realm_globals').define(globalThis);
    defineLazy('structuredClone', 'internal/worker/structured_clone', true);
    defineLazy('performance', 'perf_hooks', true);
    defineLazy('Blob', 'internal/blob/blob');
    defineLazy('File', 'internal/blob/file');
    defineLazy('atob', 'buffer', true);
    defineLazy('btoa', 'buffer', true);
    defineLazy('crypto', 'internal/crypto/webcrypto', true);
    defineLazy('Crypto', 'internal/crypto/webcrypto');
    defineLazy('CryptoKey', 'internal/crypto/webcrypto');
    defineLazy('SubtleCrypto', 'internal/crypto/webcrypto');
    defineLazy('navigator', 'internal/process/navigator', true);
    defineLazy('Navigator', 'internal/process/navigator');
    for (const name of performanceClasses)
        defineLazy(name, 'perf_hooks');
    for (const name of ['AbortController', 'AbortSignal'])
        defineLazy(name, options.profile.isBrowser ? 'internal/browser/abort' :
            'internal/events/abort_controller');
    for (const name of ['URL', 'URLSearchParams'])
        defineLazy(name, 'internal/url/url');
    defineLazy('URLPattern', 'internal/url/pattern');
    for (const name of ['TextEncoder', 'TextDecoder'])
        defineLazy(name, 'internal/encoding/encoding');
    for (const name of streamClasses)
        defineLazy(name, 'stream/web');
    for (const [name, file] of fetchClasses)
        defineLazy(name, `internal/fetch/${file}`);
    defineFetch();
    if (options.exposeGc)
        define('gc', internalBinding('process').collect, false);
}

module.exports = { install };
