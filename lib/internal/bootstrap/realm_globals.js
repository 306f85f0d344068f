'use strict';
/*
 * internal/bootstrap/realm_globals - what V8 has in its global object and the
 * engine has not, or not for locales: Intl, toLocaleString() and its like,
 * Atomics.waitAsync(), WebAssembly.
 *
 * Each context of node:vm runs this file, and those of internal/intl and
 * internal/wasm/realm, as its own
 * (makeRequire() of the loader): what they make and throw is of that context.
 */

/* Loaded when first used: internal/intl/intl, internal/intl/options,
 * internal/wasm/realm/webassembly, internal/worker/atomics. */

const ObjectDefineProperty = Object.defineProperty;

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

/* Compares texts; it is loaded when it is first needed. */
let collate;
const kAllSteps = 3; /* of internal/intl/compare */

/* The engine's own versions ignore locales. */
const inLocale = {
    localeCompare(that, locales = undefined, options = undefined) {
        if (typeof this === 'string' && typeof that === 'string' &&
            locales === undefined && options === undefined) {
            collate ??= internalBinding('collate').compare;
            return collate(this, that, kAllSteps);
        }
        if (this === undefined || this === null) {
            throw new TypeError('String.prototype.localeCompare called on ' +
                                'null or undefined');
        }
        if (locales === undefined && options === undefined)
            return load('intl/compare').compareText(`${this}`, `${that}`);
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

/* A global that is made when it is first read. */
function defineLate(global, name, make) {
    const define = (value) => replaceMethod(global, name, value);
    const { get, set } = Object.getOwnPropertyDescriptor({
        get [name]() {
            const value = make();
            define(value);
            return value;
        },
        set [name](value) { define(value); },
    }, name);
    ObjectDefineProperty(global, name, {
        __proto__: null, get, set, enumerable: false, configurable: true,
    });
}

/* Intl, and the methods that follow it. */
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
    defineLate(global, 'Intl', () => require('internal/intl/intl').Intl);
}

/* The engine has all other functions of Atomics. */
function defineWaitAsync(global) {
    replaceMethod(global.Atomics, 'waitAsync', { waitAsync(array, index, value,
                                                           timeout) {
        const { begin } = require('internal/worker/atomics');
        const { promise, resolve } = Promise.withResolvers();
        const now = begin(array, index, value, timeout, resolve,
                          { Atomics, RangeError });
        return now === undefined ? { async: true, value: promise } :
            { async: false, value: now };
    } }.waitAsync);
}

function define(global) {
    defineLocale(global);
    defineWaitAsync(global);
    defineLate(global, 'WebAssembly',
               () => require('internal/wasm/realm/webassembly').WebAssembly);
}

module.exports = { define };
