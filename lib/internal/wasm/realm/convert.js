'use strict';
/*
 * internal/wasm/realm/convert - arguments of WebAssembly's functions, checked in V8's
 * words. `where` is how the function is called: 'WebAssembly.Table()'.
 */

const { isAnyArrayBuffer } = require('internal/util/types');

const types = {
    __proto__: null, i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b,
    anyfunc: 0x70, externref: 0x6f, anyref: 0x6e, eqref: 0x6d, i31ref: 0x6c,
    structref: 0x6b, arrayref: 0x6a, exnref: 0x69,
};
/* Those of null alone, which a program has no names for. */
const nulls = { __proto__: null, any: 0x71, extern: 0x72, func: 0x73, exn: 0x74 };
/* Those that a program can make globals and tables of. */
const references = {
    __proto__: null, [0x70]: 'funcref', [0x6f]: 'externref', [0x6e]: 'anyref',
    [0x6d]: 'eqref', [0x6c]: 'i31ref', [0x6b]: 'structref', [0x6a]: 'arrayref',
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

/* The same of 64 bits: a BigInt, which becomes a number. */
function toUint64(value, what, where) {
    const big = toBigInt(value);
    if (big < 0n || big > 0xffffffffffffffffn)
        throw new TypeError(`${where}: ${what} must be in u64 range`);
    return Number(big);
}

/* A number is none: only what can be seen as a BigInt already. */
function toBigInt(value) {
    if (typeof value === 'number')
        throw new TypeError(`Cannot convert ${value} to a BigInt`);
    return BigInt(value);
}

/* An address or a length of as many bits as the object has. */
function toAddress(is64, value, what, where) {
    return is64 ? toUint64(value, what, where) : toUint32(value, what, where);
}

function readLimit(descriptor, name, min, max, is64, where) {
    const value = descriptor[name];
    if (value === undefined)
        return undefined;
    const number = toAddress(is64, value, `Property '${name}'`, where);
    if (number < min) {
        throw new RangeError(`${where}: Property '${name}': value ${number} is ` +
                             `below the lower bound ${min.toString(16)}`);
    }
    if (number > max) {
        throw new RangeError(`${where}: Property '${name}': value ${number} is ` +
                             `above the upper bound ${max}`);
    }
    return number;
}

function readAddressType(descriptor, where) {
    const { address } = descriptor;
    if (address === undefined)
        return false;
    const text = `${address}`;
    if (text !== 'i32' && text !== 'i64') {
        throw new TypeError(`${where}: Unknown address type '${text}'; pass ` +
                            "'i32' or 'i64'");
    }
    return text === 'i64';
}

/* { initial, maximum, is64 } of a descriptor; `most` has the largest of both,
 * for 32 and for 64 bits. */
function readLimits(descriptor, max, where) {
    const is64 = readAddressType(descriptor, where);
    const [maxInitial, maxMaximum] = is64 ? max.long : max.short;
    const initial =
        readLimit(descriptor, 'initial', 0, maxInitial, is64, where);
    if (initial === undefined)
        throw new TypeError(`${where}: Property 'initial' is required`);
    const maximum =
        readLimit(descriptor, 'maximum', initial, maxMaximum, is64, where);
    return { initial, maximum, is64 };
}

/* The bytes of a buffer source, as the binding takes them. */
function toBytes(source, where, what = 'a buffer source') {
    if (!isAnyArrayBuffer(source) && !ArrayBuffer.isView(source))
        throw new TypeError(`${where}: Argument 0 must be ${what}`);
    return source;
}

module.exports = {
    types, nulls, references, isObject, toAddress, toUint32, readLimits, toBytes,
};
