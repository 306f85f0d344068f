'use strict';
/*
 * internal/intl/options - how the classes of Intl read their options, and what
 * else all of them do alike. Messages of errors are V8's.
 */

const { isObject, supportedLocales } = require('internal/intl/locales');

/* Options of the older classes may be anything that has properties. */
function coerceOptions(options, where) {
    if (options === undefined)
        return { __proto__: null };
    if (options === null)
        throw new TypeError(`${where} called on null or undefined`);
    return Object(options);
}

function requireOptions(options) {
    if (options === undefined)
        return { __proto__: null };
    if (!isObject(options))
        throw new TypeError('invalid_argument');
    return options;
}

function outOfRange(value, where, name) {
    return new RangeError(`Value ${value} out of range for ${where} options ` +
                          `property ${name}`);
}

/* A string option of the class `where`; `values` undefined: any. */
function getOption(options, name, values, where, otherwise = undefined) {
    const value = options[name];
    if (value === undefined)
        return otherwise;
    const text = `${value}`;
    if (values !== undefined && !values.includes(text))
        throw outOfRange(text, where, name);
    return text;
}

function getBooleanOption(options, name, otherwise = undefined) {
    const value = options[name];
    return value === undefined ? otherwise : Boolean(value);
}

function checkNumber(value, name, min, max, otherwise) {
    if (value === undefined)
        return otherwise;
    const number = Number(value);
    if (!(number >= min && number <= max))
        throw new RangeError(`${name} value is out of range.`);
    return Math.floor(number);
}

function getNumberOption(options, name, min, max, otherwise = undefined) {
    return checkNumber(options[name], name, min, max, otherwise);
}

const kMatchers = ['lookup', 'best fit'];

function checkMatcher(options, where) {
    getOption(options, 'localeMatcher', kMatchers, where);
}

function describe(value) {
    if (isObject(value)) {
        const name = typeof value === 'function' ? 'Function'
            : value.constructor?.name ?? 'Object';
        return Array.isArray(value) ? `${value}` : `#<${name}>`;
    }
    return typeof value === 'symbol' ? value.toString() : `${value}`;
}

function incompatible(method, value) {
    return new TypeError(`Method ${method} called on incompatible receiver ` +
                         describe(value));
}

/* Give a class what all of them have. The function that is returned takes its
 * place for programs; with `isCallable` they may leave out `new`. `isThere` is
 * for a class with locales of its own. */
function finishClass(Class, { isCallable = false, isThere } = {}) {
    const name = `Intl.${Class.name}`;
    const Shown = makeConstructor(Class, isCallable);
    Object.defineProperty(Shown, 'supportedLocalesOf', {
        __proto__: null, writable: true, enumerable: false, configurable: true,
        value: { supportedLocalesOf(locales, options = undefined) {
            const list = supportedLocales(locales, isThere);
            if (options !== undefined) {
                const where = `${name}.supportedLocalesOf`;
                checkMatcher(coerceOptions(options, where), where);
            }
            return list;
        } }.supportedLocalesOf,
    });
    return Shown;
}

function makeConstructor(Class, isCallable = false) {
    const Shown = function(locales = undefined, options = undefined) {
        if (new.target === undefined && !isCallable) {
            throw new TypeError(`Constructor Intl.${Class.name} requires ` +
                                "'new'");
        }
        return Reflect.construct(Class, [locales, options],
                                 new.target ?? Shown);
    };
    Object.defineProperty(Class.prototype, Symbol.toStringTag, {
        __proto__: null, value: `Intl.${Class.name}`, writable: false,
        enumerable: false, configurable: true,
    });
    for (const name of ['name', 'length']) {
        Object.defineProperty(Shown, name, {
            __proto__: null, value: Class[name],
        });
    }
    Object.defineProperty(Shown, 'prototype', {
        __proto__: null, value: Class.prototype, writable: false,
    });
    Object.defineProperty(Class.prototype, 'constructor', {
        __proto__: null, value: Shown,
    });
    return Shown;
}

module.exports = {
    checkMatcher, checkNumber, coerceOptions, finishClass, getBooleanOption,
    getNumberOption, getOption, incompatible, makeConstructor, outOfRange,
    requireOptions,
};
