'use strict';
/*
 * internal/wasm/realm/convert - arguments of WebAssembly's functions, checked in V8's
 * words. `where` is how the function is called: 'WebAssembly.Table()'.
 */

const { isAnyArrayBuffer } = require('internal/util/types');

const types = {
    __proto__: null, i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b,
    anyfunc: 0x70, externref: 0x6f,
};

function isObject(value) {
    return value !== null &&
        (typeof value === 'object' || typeof value === 'function');
}

/* A number of 32 bits without a sign. */
function toUint32(value, what, where) {
    if (typeof value === 'bigint' || typeof value === 'symbol')
        throw new TypeError(`${where}: ${what} must be convertible to a number`);
    const number = +value;
    if (!Number.isFinite(number)) {
        throw new TypeError(
            `${where}: ${what} must be convertible to a valid number`);
    }
    if (number < 0)
        throw new TypeError(`${where}: ${what} must be non-negative`);
    if (number > 0xffffffff) {
        throw new TypeError(
            `${where}: ${what} must be in the unsigned long range`);
    }
    return Math.trunc(number);
}

function readLimit(descriptor, name, least, most, where) {
    const value = descriptor[name];
    if (value === undefined)
        return undefined;
    const number = toUint32(value, `Property '${name}'`, where);
    if (number < least) {
        throw new RangeError(`${where}: Property '${name}': value ${number} is ` +
                             `below the lower bound ${least.toString(16)}`);
    }
    if (number > most) {
        throw new RangeError(`${where}: Property '${name}': value ${number} is ` +
                             `above the upper bound ${most}`);
    }
    return number;
}

/* { initial, maximum } of a descriptor. */
function readLimits(descriptor, mostInitial, mostMaximum, where) {
    const initial = readLimit(descriptor, 'initial', 0, mostInitial, where);
    if (initial === undefined)
        throw new TypeError(`${where}: Property 'initial' is required`);
    const maximum = readLimit(descriptor, 'maximum', initial, mostMaximum,
                              where);
    return { initial, maximum };
}

/* The bytes of a buffer source, as the binding takes them. */
function toBytes(source, where, what = 'a buffer source') {
    if (!isAnyArrayBuffer(source) && !ArrayBuffer.isView(source))
        throw new TypeError(`${where}: Argument 0 must be ${what}`);
    return source;
}

module.exports = { types, isObject, toUint32, readLimits, toBytes };
