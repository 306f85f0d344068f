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

/* Files that the methods below need, by their names in lib/internal: sorting asks
 * for one at every comparison. */
const localeFiles = { __proto__: null };
function load(id) {
    localeFiles[id] ??= require(`internal/${id}`);
    return localeFiles[id];
}

const DateGetTime = Date.prototype.getTime;

function formatDate(date, name, locales, options, required, defaults) {
    if (!load('util/types').isDate(date)) {
        const { incompatible } = require('internal/intl/options');
        throw incompatible(`Date.prototype.${name}`, date);
    }
    return load('intl/date_time_format').formatDate(
        DateGetTime.call(date), locales, options, required, defaults);
}

const datesInLocale = {
    toLocaleString(locales = undefined, options = undefined) {
        return formatDate(this, 'toLocaleString', locales, options, 'any',
                          'all');
    },
    toLocaleDateString(locales = undefined, options = undefined) {
        return formatDate(this, 'toLocaleDateString', locales, options, 'date',
                          'date');
    },
    toLocaleTimeString(locales = undefined, options = undefined) {
        return formatDate(this, 'toLocaleTimeString', locales, options, 'time',
                          'time');
    },
};

function formatNumber(value, locales, options) {
    return load('intl/number_format').formatNumber(value, locales, options);
}

const { toLowerCase, toUpperCase } = String.prototype;
const casing = { Lower: toLowerCase, Upper: toUpperCase };

function changeCase(text, locales, name) {
    if (text === undefined || text === null) {
        throw new TypeError(`String.prototype.toLocale${name}Case called on ` +
                            'null or undefined');
    }
    return locales === undefined ? casing[name].call(text) :
        load('intl/case')[`to${name}In`](`${text}`, locales);
}

const NumberValueOf = Number.prototype.valueOf;
const BigIntValueOf = BigInt.prototype.valueOf;

/* Compares texts of Latin-1; it is loaded when it is first needed. */
let collate;
const kAllSteps = 3; /* of internal/locale */

/* The engine's own versions ignore locales. */
const inLocale = {
    localeCompare(that, locales = undefined, options = undefined) {
        if (typeof this === 'string' && typeof that === 'string' &&
            locales === undefined && options === undefined) {
            collate ??= internalBinding('collate').compare;
            const result = collate(this, that, kAllSteps);
            if (result !== undefined)
                return result;
        }
        if (this === undefined || this === null) {
            throw new TypeError('String.prototype.localeCompare called on ' +
                                'null or undefined');
        }
        if (locales === undefined && options === undefined)
            return load('locale').compareText(`${this}`, `${that}`);
        return load('intl/collator').compareInLocale(
            `${this}`, `${that}`, locales, options);
    },
    toLocaleLowerCase(locales = undefined) {
        return typeof this === 'string' && locales === undefined
            ? toLowerCase.call(this) : changeCase(this, locales, 'Lower');
    },
    toLocaleUpperCase(locales = undefined) {
        return typeof this === 'string' && locales === undefined
            ? toUpperCase.call(this) : changeCase(this, locales, 'Upper');
    },
    number: {
        toLocaleString(locales = undefined, options = undefined) {
            const isNumber = typeof this === 'number' ||
                             load('util/types').isNumberObject(this);
            if (!isNumber) {
                throw new TypeError('Number.prototype.toLocaleString ' +
                                    "requires that 'this' be a Number");
            }
            return formatNumber(NumberValueOf.call(this), locales, options);
        },
    },
    bigint: {
        toLocaleString(locales = undefined, options = undefined) {
            return formatNumber(BigIntValueOf.call(this), locales, options);
        },
    },
};

function replaceMethod(prototype, name, value) {
    ObjectDefineProperty(prototype, name, {
        __proto__: null, value, writable: true, enumerable: false,
        configurable: true,
    });
}

/* Intl, which is loaded when it is first read, and the methods that follow it.
 * Contexts of node:vm have them too. */
function defineLocale(global) {
    replaceMethod(global.String.prototype, 'localeCompare',
                  inLocale.localeCompare);
    for (const name of ['toLocaleLowerCase', 'toLocaleUpperCase'])
        replaceMethod(global.String.prototype, name, inLocale[name]);
    replaceMethod(global.Number.prototype, 'toLocaleString',
                  inLocale.number.toLocaleString);
    replaceMethod(global.BigInt.prototype, 'toLocaleString',
                  inLocale.bigint.toLocaleString);
    for (const name of ['toLocaleString', 'toLocaleDateString',
                        'toLocaleTimeString'])
        replaceMethod(global.Date.prototype, name, datesInLocale[name]);
    const defineIntl = (value) => replaceMethod(global, 'Intl', value);
    ObjectDefineProperty(global, 'Intl', {
        __proto__: null,
        get() {
            const { Intl } = require('internal/intl/intl');
            defineIntl(Intl);
            return Intl;
        },
        set: defineIntl,
        enumerable: false,
        configurable: true,
    });
}

/* The engine has all other functions of Atomics. */
function defineWaitAsync() {
    replaceMethod(Atomics, 'waitAsync', { waitAsync(array, index, value,
                                                    timeout) {
        return require('internal/atomics').waitAsync(array, index, value,
                                                     timeout);
    } }.waitAsync);
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
        defineLazy(name, 'internal/event_target');
    for (const name of ['MessageChannel', 'MessagePort', 'MessageEvent'])
        defineLazy(name, 'internal/message_channel');
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
    defineLocale(globalThis);
    defineWaitAsync();
    defineLazy('structuredClone', 'internal/structured_clone', true);
    defineLazy('WebAssembly', 'internal/wasm/webassembly');
    defineLazy('performance', 'perf_hooks', true);
    defineLazy('Blob', 'internal/blob');
    defineLazy('File', 'internal/file');
    defineLazy('atob', 'buffer', true);
    defineLazy('btoa', 'buffer', true);
    defineLazy('crypto', 'internal/crypto/webcrypto', true);
    defineLazy('Crypto', 'internal/crypto/webcrypto');
    defineLazy('CryptoKey', 'internal/crypto/webcrypto');
    defineLazy('SubtleCrypto', 'internal/crypto/webcrypto');
    defineLazy('navigator', 'internal/navigator', true);
    defineLazy('Navigator', 'internal/navigator');
    for (const name of performanceClasses)
        defineLazy(name, 'perf_hooks');
    for (const name of ['AbortController', 'AbortSignal'])
        defineLazy(name, options.profile.isBrowser ? 'internal/browser/abort' :
            'internal/abort_controller');
    for (const name of ['URL', 'URLSearchParams'])
        defineLazy(name, 'internal/url');
    defineLazy('URLPattern', 'internal/url_pattern');
    for (const name of ['TextEncoder', 'TextDecoder'])
        defineLazy(name, 'internal/encoding');
    for (const name of streamClasses)
        defineLazy(name, 'stream/web');
    for (const [name, file] of fetchClasses)
        defineLazy(name, `internal/fetch/${file}`);
    defineFetch();
    if (options.exposeGc)
        define('gc', internalBinding('process').collect, false);
}

module.exports = { defineLocale, install };
