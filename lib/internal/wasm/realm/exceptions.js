'use strict';
/*
 * internal/wasm/realm/exceptions - WebAssembly.Tag and WebAssembly.Exception.
 */

const binding = internalBinding('wasm');
const { isObject, types } = require('internal/wasm/realm/convert');
const { define, needNew, receiver, wrap } =
    require('internal/wasm/realm/parts');
const { keep, keepFamily, keepValue, nativeOf, setNative } =
    require('internal/wasm/native');

const MAX_PARAMETERS = 1000;

/* ---- Tag ---------------------------------------------------------------- */

function readParameters(descriptor, where) {
    if (!isObject(descriptor))
        throw new TypeError(`${where}: Argument 0 must be a tag type`);
    const { parameters } = descriptor;
    if (!isObject(parameters)) {
        throw new TypeError(
            `${where}: Argument 0 must be a tag type with 'parameters'`);
    }
    const count = parameters.length >>> 0;
    if (count > MAX_PARAMETERS) {
        throw new TypeError(
            `${where}: Argument 0 contains too many parameters`);
    }
    return Array.from({ length: count }, (_, i) => {
        const type = types[`${parameters[i]}`];
        if (type === undefined) {
            throw new TypeError(`${where}: Argument 0 parameter type at index ` +
                                `#${i} must be a value type`);
        }
        return type;
    });
}

function Tag(descriptor) {
    needNew(new.target, 'Tag');
    const native =
        binding.newTag(readParameters(descriptor, 'WebAssembly.Tag()'));
    setNative(this, 'Tag', native);
    binding.setObject(native, this);
}

define(Tag, 'Tag', {});

const JSTag = wrap(Tag, 'Tag', binding.jsTag());

function tagOf(value, message) {
    const native = nativeOf(value, 'Tag');
    if (native === undefined)
        throw new TypeError(message);
    return native;
}

/* ---- Exception ---------------------------------------------------------- */

function readValues(payload, count, where) {
    if (!isObject(payload) || typeof payload[Symbol.iterator] !== 'function') {
        throw new TypeError(
            `${where}: Exception values must be an iterable object`);
    }
    const values = [...payload];
    if (values.length !== count) {
        throw new TypeError(`${where}: Number of exception values does not ` +
                            'match signature length');
    }
    return values;
}

/* Functions in it live as long as it does. */
function take(object, native, tag, values) {
    setNative(object, 'Exception', native);
    binding.setException(native, object);
    keep(object, tag);
    for (const value of values)
        keepValue(object, value);
    return object;
}

const stacks = new WeakMap();

function Exception(tag, payload, options = undefined) {
    const where = 'WebAssembly.Exception()';
    needNew(new.target, 'Exception');
    const native =
        tagOf(tag, `${where}: Argument 0 must be a WebAssembly tag`);
    if (tag === JSTag) {
        throw new TypeError(
            `${where}: Argument 0 cannot be WebAssembly.JSTag`);
    }
    const values =
        readValues(payload, binding.tagTypes(native).length, where);
    if (options !== undefined && !isObject(options))
        throw new TypeError(`${where}: Argument 2 is not an object`);
    take(this, binding.newException(native, values), tag, values);
    if (options?.traceStack) {
        const holder = {};
        Error.captureStackTrace(holder, new.target);
        stacks.set(this, holder.stack);
    }
}

function readIndex(index, count, where) {
    const number = typeof index === 'bigint' || typeof index === 'symbol' ?
        NaN : +index;
    if (!Number.isFinite(number)) {
        throw new TypeError(
            `${where}: Index must be convertible to a valid number`);
    }
    if (number < 0)
        throw new TypeError(`${where}: Index must be non-negative`);
    if (number > 0xffffffff)
        throw new TypeError(`${where}: Index must be in the unsigned long range`);
    if (Math.trunc(number) >= count)
        throw new RangeError(`${where}: Index out of range`);
    return Math.trunc(number);
}

define(Exception, 'Exception', {
    getArg(tag, index) {
        const where = 'WebAssembly.Exception.getArg()';
        const native = receiver(this, 'Exception', where);
        const wanted =
            tagOf(tag, `${where}: Argument 0 must be a WebAssembly.Tag`);
        const number =
            readIndex(index, binding.tagTypes(wanted).length, where);
        if (!binding.isOfTag(native, wanted)) {
            throw new TypeError(
                `${where}: First argument does not match the exception tag`);
        }
        return binding.exceptionValue(native, number);
    },
    is(tag) {
        const where = 'WebAssembly.Exception.is()';
        const native = receiver(this, 'Exception', where);
        return binding.isOfTag(
            native, tagOf(tag, `${where}: Argument 0 must be a WebAssembly.Tag`));
    },
    get stack() {
        return stacks.get(this);
    },
});
Object.defineProperty(Exception.prototype, 'stack', {
    __proto__: null, enumerable: false,
});
Object.defineProperty(Exception, 'length', {
    __proto__: null, value: 2, configurable: true,
});

/* The objects for what WebAssembly throws. */
function makeException(native, tag, isNew) {
    const object = isNew ? wrap(Tag, 'Tag', tag) : tag;
    const exception = take(Object.create(Exception.prototype), native, object,
                           []);
    keepFamily(exception);
    return exception;
}

module.exports = { Exception, JSTag, Tag, makeException };
