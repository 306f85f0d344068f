'use strict';
/*
 * internal/util - small things that many built-in modules share.
 *
 * It is loaded at nearly every start, so what few programs use (promisify,
 * deprecate, signals) is a function here but loads its needs when called.
 */

/* Loaded when first used: internal/errors, internal/process/object,
 * internal/util/types, internal/validators. */

const ObjectDefineProperty = Object.defineProperty;
const ObjectGetOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
const ObjectGetOwnPropertyDescriptors = Object.getOwnPropertyDescriptors;
const ObjectDefineProperties = Object.defineProperties;
const ObjectGetPrototypeOf = Object.getPrototypeOf;
const ObjectSetPrototypeOf = Object.setPrototypeOf;
const ObjectFreeze = Object.freeze;
const ReflectApply = Reflect.apply;
const ReflectConstruct = Reflect.construct;
const ErrorCtor = Error;

const kEmptyObject = ObjectFreeze({ __proto__: null });
const kEnumerableProperty = ObjectFreeze({ __proto__: null,
                                           enumerable: true });
const customInspectSymbol = Symbol.for('nodejs.util.inspect.custom');
const kCustomPromisify = Symbol.for('nodejs.util.promisify.custom');
const kCustomPromisifyArgs = Symbol('customPromisifyArgs');

/* A function that an emitter puts on an error it throws, which describes where
 * it was emitted; printing an uncaught error calls it. */
const kEnhanceStackBeforeInspector = Symbol('kEnhanceStackBeforeInspector');

function isError(value) {
    if (value instanceof ErrorCtor)
        return true;
    return typeof value === 'object' && value !== null &&
           require('internal/util/types').isNativeError(value);
}

/* A function that does its work the first time only. */
function once(callback) {
    let called = false;
    return function(...args) {
        if (called)
            return undefined;
        called = true;
        return ReflectApply(callback, this, args);
    };
}

/* Remove one element, keep the order. Faster than splice() for short lists. */
function spliceOne(list, index) {
    const last = list.length - 1;
    for (; index < last; index++)
        list[index] = list[index + 1];
    list.length = last;
}

/* Define a property whose value is made when it is first read. Reading or
 * writing turns it into a plain one. */
function defineLazy(target, name, load, enumerable = true) {
    ObjectDefineProperty(target, name, {
        __proto__: null,
        enumerable,
        configurable: true,
        get() {
            const value = load();
            replaceLazy(this, target, name, value, enumerable);
            return value;
        },
        set(value) {
            replaceLazy(this, target, name, value, enumerable);
        },
    });
}

function replaceLazy(receiver, target, name, value, enumerable) {
    ObjectDefineProperty(receiver === undefined ? target : receiver, name, {
        __proto__: null, value, enumerable, configurable: true,
        writable: true,
    });
}

function setOwnProperty(target, name, value) {
    return ObjectDefineProperty(target, name, {
        __proto__: null, value, enumerable: true, configurable: true,
        writable: true,
    });
}

/* `name` may be a symbol, which functions show in brackets. */
function assignFunctionName(name, fn, descriptor = kEmptyObject) {
    if (typeof name !== 'string') {
        const { description } = name;
        name = description === undefined ? '' : `[${description}]`;
    }
    return ObjectDefineProperty(fn, 'name', {
        __proto__: null, configurable: true, ...descriptor, value: name,
    });
}

/* ---- Warnings --------------------------------------------------------- */

const codesWarned = new Set();

function isPendingShown() {
    const { options } = require('internal/process/object');
    return options.pendingDeprecation;
}

function getDeprecationWarner(message, code, deprecated, isPending) {
    let warned = false;
    return () => {
        if (warned || process.noDeprecation === true)
            return;
        if (isPending && !isPendingShown())
            return;
        warned = true;
        if (code === undefined) {
            process.emitWarning(message, 'DeprecationWarning', deprecated);
        } else if (!codesWarned.has(code)) {
            codesWarned.add(code);
            process.emitWarning(message, 'DeprecationWarning', code,
                                deprecated);
        }
    };
}

/* A wrapper of fn that warns at its first call. There is one warning per
 * code. */
function deprecate(fn, message, code, options) {
    if (code !== undefined)
        require('internal/validators').validateString(code, 'code');
    const warn = getDeprecationWarner(message, code, deprecated, false);

    function deprecated(...args) {
        warn();
        return new.target === undefined
            ? ReflectApply(fn, this, args)
            : ReflectConstruct(fn, args, new.target);
    }
    if (options?.modifyPrototype === false)
        return deprecated;
    /* What is found on the function and on what it makes stays the same. */
    ObjectSetPrototypeOf(deprecated, fn);
    if (fn.prototype)
        deprecated.prototype = fn.prototype;
    const length = ObjectGetOwnPropertyDescriptor(fn, 'length');
    return ObjectDefineProperty(deprecated, 'length',
                                { __proto__: null, ...length });
}

const experimentsWarned = new Set();

function emitExperimentalWarning(feature, before = '') {
    if (experimentsWarned.has(feature))
        return;
    experimentsWarned.add(feature);
    process.emitWarning(`${before}${feature} is an experimental feature and might ` +
                        'change at any time', 'ExperimentalWarning');
}

/* ---- Callbacks and promises ------------------------------------------- */

function promisifyCustom(original) {
    const custom = original[kCustomPromisify];
    if (custom === undefined || custom === null)
        return undefined;
    if (typeof custom !== 'function') {
        const { codes } = require('internal/errors');
        throw new codes.ERR_INVALID_ARG_TYPE(
            'util.promisify.custom', 'Function', custom);
    }
    return ObjectDefineProperty(custom, kCustomPromisify, {
        __proto__: null, value: custom, enumerable: false, writable: false,
        configurable: true,
    });
}

/* What the promise resolves to: the value after the error, or an object if
 * the function hands more than one and says their names. */
function nameValues(names, values) {
    if (names === undefined || values.length < 2)
        return values[0];
    const result = {};
    for (let i = 0; i < names.length; i++)
        result[names[i]] = values[i];
    return result;
}

function promisify(original) {
    require('internal/validators').validateFunction(original, 'original');
    const custom = promisifyCustom(original);
    if (custom !== undefined)
        return custom;
    const names = original[kCustomPromisifyArgs];

    function fn(...args) {
        return new Promise((resolve, reject) => {
            args[args.length] = (error, ...values) => {
                if (error)
                    reject(error);
                else
                    resolve(nameValues(names, values));
            };
            const result = ReflectApply(original, this, args);
            if (require('internal/util/types').isPromise(result)) {
                process.emitWarning(
                    'Calling promisify on a function that returns a Promise' +
                    ' is likely a mistake.', 'DeprecationWarning', 'DEP0174');
            }
        });
    }
    ObjectSetPrototypeOf(fn, ObjectGetPrototypeOf(original));
    ObjectDefineProperty(fn, kCustomPromisify, {
        __proto__: null, value: fn, enumerable: false, writable: false,
        configurable: true,
    });
    const own = ObjectGetOwnPropertyDescriptors(original);
    const keys = Reflect.ownKeys(own);
    for (let i = 0; i < keys.length; i++)
        ObjectSetPrototypeOf(own[keys[i]], null);
    return ObjectDefineProperties(fn, own);
}

promisify.custom = kCustomPromisify;

/* ---- Text ------------------------------------------------------------- */

function toUSVString(text) {
    return `${text}`.toWellFormed();
}

/* Lower-case names of the encodings that buffers know, by any spelling. */
const encodings = {
    '__proto__': null,
    'utf8': 'utf8', 'utf-8': 'utf8',
    'hex': 'hex', 'ascii': 'ascii', 'base64': 'base64',
    'base64url': 'base64url',
    'ucs2': 'utf16le', 'ucs-2': 'utf16le',
    'utf16le': 'utf16le', 'utf-16le': 'utf16le',
    'latin1': 'latin1', 'binary': 'latin1',
};

function normalizeEncoding(encoding) {
    if (encoding === undefined || encoding === null || encoding === '')
        return 'utf8';
    if (typeof encoding !== 'string')
        return undefined;
    return encodings[encoding] ?? encodings[encoding.toLowerCase()];
}

const colorEscape = /\u001b\[\d\d?m/g;

function removeColors(text) {
    return text.replace(colorEscape, '');
}

/* Make a class's members enumerable, as web interfaces have them. */
function defineEnumerable(prototype, names) {
    for (let i = 0; i < names.length; i++)
        ObjectDefineProperty(prototype, names[i], kEnumerableProperty);
}

/* The tag that Object.prototype.toString() shows. */
function defineTag(prototype, tag) {
    ObjectDefineProperty(prototype, Symbol.toStringTag, {
        __proto__: null, value: tag, writable: false, enumerable: false,
        configurable: true,
    });
}

/* Does the innermost function on the stack that is not built-in belong to a
 * package? */
function isCalledInNodeModules() {
    const { stackTraceLimit, prepareStackTrace } = Error;
    Error.stackTraceLimit = 10;
    Error.prepareStackTrace = (error, sites) => sites;
    const sites = new Error().stack;
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
    const file = sites.map((site) => site.getFileName())
        .find((name) => name && !name.startsWith('node:'));
    return file !== undefined && /[/\\]node_modules[/\\]/.test(file);
}

module.exports = {
    assignFunctionName,
    customInspectSymbol,
    customPromisifyArgs: kCustomPromisifyArgs,
    defineEnumerable,
    defineLazy,
    defineTag,
    deprecate,
    emitExperimentalWarning,
    getDeprecationWarner,
    isCalledInNodeModules,
    isError,
    kEmptyObject,
    kEnhanceStackBeforeInspector,
    kEnumerableProperty,
    normalizeEncoding,
    once,
    promisify,
    removeColors,
    setOwnProperty,
    spliceOne,
    toUSVString,
};
